"""The runner as an engine in a process of its own, spoken to as the driver does."""

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import runner

RUNNER = Path(__file__).resolve().parents[2] / "python" / "runner.py"
PINS = {"numpy": "2.4.6", "optuna": "4.9.0"}
PREPARE = {"type": "prepare", "protocol": runner.PROTOCOL_VERSION, "problems": ["branin2"], "pins": PINS}
JOB = {"type": "job", "id": 0, "problem": "branin2", "seed": 17, "trials": 20, "startup_trials": 10}
# A process that has not ended by then is killed, so that a hang is a failure. Seconds.
LIFETIME = 120


def engine_command(patch: str = "") -> list[str]:
    """How to start the engine; `patch` is Python that sees the imported `runner` before it serves."""
    if not patch:
        return [sys.executable, "-I", "-B", str(RUNNER), "--engine"]
    load = f"import sys; sys.path.insert(0, {str(RUNNER.parent)!r}); import runner"
    return [sys.executable, "-I", "-B", "-c", f"{load}\n{patch}\nsys.exit(runner.main(['--engine']))"]


class EngineProcess:
    """A context manager: the process is gone after it."""

    def __init__(self, patch: str = "", command: list[str] | None = None, **popen: Any) -> None:
        self.stderr_file = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command or engine_command(patch),
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.stderr_file, "cwd": "/", **popen},
        )
        self.watchdog = threading.Timer(LIFETIME, self.process.kill)
        self.watchdog.start()

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.stderr_file):
            with contextlib.suppress(BrokenPipeError):
                if stream:
                    stream.close()

    def send(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        line = self.process.stdout.readline()
        assert line, f"the engine ended without an answer; stderr: {self.stderr()}"
        return json.loads(line)

    def ask(self, message: dict[str, Any] | bytes) -> dict[str, Any]:
        """Sends one message and returns its answer, progress left out."""
        self.send(message)
        while (answer := self.receive())["type"] == "progress":
            pass
        return answer

    def prepare(self, *problems: str) -> dict[str, Any]:
        hello = self.ask({**PREPARE, "problems": problems or PREPARE["problems"]})
        assert hello["type"] == "hello", hello
        return hello

    def end(self) -> int:
        """Ends its stdin; returns the exit code."""
        self.process.stdin.close()
        return self.process.wait()

    def stderr(self) -> str:
        self.stderr_file.seek(0)
        return self.stderr_file.read().decode()
