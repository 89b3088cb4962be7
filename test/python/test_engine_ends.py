"""How the engine's process ends, and what does not end it."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest
from engine_process import JOB, EngineProcess, engine_command

# Minutes of work, so that whatever ends it in a test is not its own end.
LONG_JOB = {**JOB, "problem": "rosenbrock6", "trials": 100_000}
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="parent-death signals are Linux's")


def wait_for_end_of_file(descriptor: int, seconds: float) -> bool:
    """Whether every writer of a pipe is gone within `seconds`; what they wrote is dropped."""
    deadline = time.monotonic() + seconds
    while select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
        if not os.read(descriptor, 65536):
            return True
    return False


def test_it_ends_well_when_stdin_ends():
    with EngineProcess() as engine:
        engine.prepare()
        assert engine.end() == 0
        assert engine.process.stdout.read() == b""


def test_it_finishes_a_job_before_the_end_of_stdin_counts():
    with EngineProcess() as engine:
        engine.prepare()
        engine.send(JOB)
        assert engine.end() == 0
        assert b'"type": "result"' in engine.process.stdout.read()


def test_ctrl_c_is_ignored_idle_and_during_a_job():
    with EngineProcess() as engine:
        engine.prepare()
        engine.process.send_signal(signal.SIGINT)
        engine.send({**JOB, "trials": 300})
        assert engine.receive()["type"] == "progress"
        engine.process.send_signal(signal.SIGINT)
        while (answer := engine.receive())["type"] == "progress":
            pass
        assert answer["type"] == "result"
        assert engine.end() == 0
        assert engine.stderr() == ""


def test_sigterm_ends_it_during_a_job():
    with EngineProcess() as engine:
        engine.prepare()
        engine.send(LONG_JOB)
        assert engine.receive()["type"] == "progress"
        engine.process.terminate()
        assert engine.process.wait(timeout=2) == -signal.SIGTERM


def test_it_ends_during_a_job_when_nobody_reads_its_answers():
    with EngineProcess() as engine:
        engine.prepare()
        engine.send(LONG_JOB)
        assert engine.receive()["type"] == "progress"
        engine.process.stdout.close()
        assert engine.process.wait(timeout=10) == 1
        assert "Traceback" not in engine.stderr()


@LINUX
@pytest.mark.parametrize("message", [b"", b"prepare and job"])
def test_it_is_gone_when_its_parent_is_killed_though_its_stdin_stays_open(message):
    """A process between this one and the engine is killed; this one keeps the engine's stdin open all the while."""
    with EngineProcess(command=[sys.executable, "-I", "-c", BETWEEN, *engine_command()]) as between:
        if message:
            between.prepare()
            between.send(LONG_JOB)
            assert between.receive()["type"] == "progress"
        else:
            assert between.ask(b"idle\n")["type"] == "error"
        between.process.kill()
        between.process.wait()
        assert wait_for_end_of_file(between.process.stdout.fileno(), seconds=5)


BETWEEN = "import subprocess, sys; subprocess.run(sys.argv[1:])"


@LINUX
def test_it_does_not_start_under_a_parent_that_died_before_it_could_ask():
    """Between reading its parent and asking for the signal the parent changes: the engine sees it and ends."""
    parents = "ids = iter([1000000, 1])\nrunner.os.getppid = lambda: next(ids)"
    with EngineProcess(parents, stdin=subprocess.DEVNULL) as engine:
        assert engine.process.wait() == 1
