"""The engine's side of the protocol: one line in, its answers out."""

import ast
import os
import platform
import subprocess
import sys

import pytest
import runner
from engine_process import JOB, PINS, PREPARE, RUNNER, EngineProcess

QUALITY = (
    "best_value",
    "unique_candidates",
    "duplicate_candidates",
    "exact_optimum_hits",
    "best_hamming",
    "best_l1",
)
DISCRETE_JOB = {**JOB, "problem": "million_discrete", "trials": 100}


@pytest.fixture
def engine():
    with EngineProcess() as process:
        yield process


def assert_error(answer, kind, text, job_id=None):
    assert (answer["type"], answer["kind"], answer["id"]) == ("error", kind, job_id), answer
    assert text in answer["message"]
    assert "\n" not in answer["message"] and "Traceback" not in answer["message"]


def test_hello_says_what_the_sidecar_records(engine):
    hello = engine.ask({**PREPARE, "problems": ["mixed_log", "million_discrete"]})
    assert hello.pop("optima") == [
        {"problem": "mixed_log", "declared_optimum": 0.0, "value": 0.0},
        {"problem": "million_discrete", "declared_optimum": 0.0, "value": 0.0},
    ]
    assert hello.pop("enumeration")["minimizer"] == [8, 1, 6, 3, 9, 4]
    features = hello.pop("numpy_simd_features")
    assert all(isinstance(feature, str) for feature in features)
    assert hello == {
        "type": "hello",
        "engine": "optuna",
        "protocol": 2,
        "python_implementation": platform.python_implementation(),
        "python_version": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "processor": platform.processor(),
        "dependencies": PINS,
    }


def test_simd_features_that_are_switched_off_are_not_reported():
    everything = {**os.environ}
    everything.pop("NPY_DISABLE_CPU_FEATURES", None)
    with EngineProcess(env=everything) as engine:
        features = engine.prepare()["numpy_simd_features"]
    if not features:
        pytest.skip("NumPy dispatches to nothing on this CPU")
    with EngineProcess(env={**everything, "NPY_DISABLE_CPU_FEATURES": features[-1]}) as engine:
        assert engine.prepare()["numpy_simd_features"] == features[:-1]


def test_nothing_is_enumerated_where_the_discrete_problem_is_not_asked_for(engine):
    assert engine.prepare("branin2")["enumeration"] is None


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="no memfd here")
def test_it_serves_from_a_descriptor_in_a_hostile_directory(tmp_path):
    for module in ("optuna.py", "numpy.py", "json.py"):
        (tmp_path / module).write_text("raise SystemExit('shadowed')")
    descriptor = os.memfd_create("runner")
    try:
        os.write(descriptor, RUNNER.read_bytes())
        command = [sys.executable, "-I", "-B", f"/dev/fd/{descriptor}", "--engine"]
        hostile = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": "/nowhere"}
        with EngineProcess(command=command, cwd=tmp_path, env=hostile, pass_fds=[descriptor]) as engine:
            assert engine.prepare()["dependencies"] == PINS
    finally:
        os.close(descriptor)


@pytest.mark.parametrize(
    ("message", "kind", "text", "differences"),
    [
        ({"protocol": 1}, "engine", "the driver speaks protocol 1, this runner 2", None),
        ({"problems": ["sphere"]}, "engine", "unknown problem 'sphere'", None),
        ({"problems": [["sphere"]]}, "engine", "unknown problem ['sphere']", None),
        ({"pins": 7}, "engine", "AttributeError", None),
        (
            {"pins": {**PINS, "numpy": "2.4.5"}},
            "environment",
            "numpy 2.4.5 is needed, 2.4.6 is installed",
            [{"package": "numpy", "wanted": "2.4.5", "found": "2.4.6"}],
        ),
        (
            {"pins": {"optuna": "4.8.0", "no-such-distribution": "1.0"}},
            "environment",
            "optuna 4.8.0 is needed, 4.9.0 is installed; no-such-distribution 1.0 is needed, none is installed",
            [
                {"package": "optuna", "wanted": "4.8.0", "found": "4.9.0"},
                {"package": "no-such-distribution", "wanted": "1.0", "found": None},
            ],
        ),
    ],
)
def test_a_prepare_that_cannot_be_met_is_refused(engine, message, kind, text, differences):
    answer = engine.ask({**PREPARE, **message})
    assert_error(answer, kind, text)
    assert answer.get("differences") == differences
    assert_error(engine.ask(JOB), "engine", "a job came before a prepare", 0)
    engine.prepare()


@pytest.mark.parametrize(
    ("patch", "kind", "text"),
    [
        ("runner.MINIMUM_PYTHON = (9, 1)", "environment", "Python 9.1 or newer is needed, this is 3."),
        ("runner.installed_version = {'numpy': '2.4.6'}.get", "environment", "optuna 4.9.0 is needed, none is"),
        ("sys.modules['numpy'] = None", "environment", "cannot be imported: ModuleNotFoundError"),
        ("import optuna; optuna.__version__ = '4.9.1'", "environment", "optuna 4.9.0 is needed, 4.9.1 was imported"),
        ("runner.branin2.__code__ = (lambda x: 0.4).__code__", "engine", "branin2: 0.4 at the known optimum"),
        ("runner.branin2.__code__ = (lambda x: float('nan')).__code__", "engine", "branin2: nan at the known optimum"),
        (
            "runner.PROBLEMS['branin2'] = runner.PROBLEMS['branin2']._replace(known_optimum=(0.0, 16.0))",
            "engine",
            "branin2: the known optimum lies outside the declared space",
        ),
    ],
)
def test_an_unusable_host_or_a_wrong_problem_is_refused(patch, kind, text):
    with EngineProcess(patch) as engine:
        assert_error(engine.ask(PREPARE), kind, text)


def test_another_optuna_is_refused_even_where_the_pins_ask_for_it():
    with EngineProcess("runner.installed_version = {'optuna': '4.8.0'}.get") as engine:
        answer = engine.ask({**PREPARE, "pins": {"optuna": "4.8.0"}})
        assert answer["differences"] == [{"package": "optuna", "wanted": "4.9.0", "found": "4.8.0"}]


def test_nothing_pinned_is_imported_before_the_pins_are_met():
    script = f"""import sys; sys.path.insert(0, {str(RUNNER.parent)!r}); import runner
try:
    runner.prepare({{"protocol": 2, "problems": [], "pins": {{"numpy": "0"}}}})
except runner.EnvironmentFault:
    print([name for name in ("numpy", "optuna") if name in sys.modules])"""
    ran = subprocess.run([sys.executable, "-I", "-B", "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_the_file_parses_on_the_oldest_python_that_it_refuses():
    ast.parse(RUNNER.read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"\n", "not a message"),
        (b"garbage\n", "not a message"),
        (b"[1, 2]\n", "not a message"),
        (b"{}\n", "not a message"),
        (b"\xff\xfe\n", "not a message"),
        (b"[" * 100_000 + b"\n", "not a message"),
        (b'{"type": "hello"}\n', "unknown message type 'hello'"),
        (b'{"type": ["job"]}\n', "unknown message type ['job']"),
    ],
)
def test_garbage_is_answered_with_an_error_and_the_engine_serves_on(engine, line, text):
    assert_error(engine.ask(line), "engine", text)
    engine.prepare()


@pytest.mark.parametrize("line", [b'{"type": "jo', b" " * (4 * 1024 * 1024)])
def test_a_line_without_an_end_is_answered_with_an_error_and_ends_the_engine(engine, line):
    engine.send(line)
    engine.process.stdin.close()
    assert_error(engine.receive(), "engine", "half a line")
    assert engine.process.wait() == 1


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"problem": "sphere"}, "unknown problem 'sphere'"),
        ({"problem": None}, "unknown problem None"),
        ({"seed": -1}, "seed must be an integer from 0 to 4294967295, not -1"),
        ({"seed": 2**32}, "not 4294967296"),
        ({"seed": 1.5}, "not 1.5"),
        ({"seed": True}, "not True"),
        ({"trials": 0}, "trials must be an integer from 1"),
        ({"startup_trials": 0}, "startup_trials must be an integer from 1"),
        ({"startup_trials": "10"}, "not '10'"),
    ],
)
def test_a_bad_job_costs_one_error_and_the_engine_serves_on(engine, change, text):
    engine.prepare()
    assert_error(engine.ask({**JOB, "id": 7, **change}), "engine", text, 7)
    assert engine.ask({**JOB, "id": 8})["type"] == "result"


@pytest.mark.parametrize("job_id", [None, "0", 1.0])
def test_a_job_without_a_usable_id_is_refused(engine, job_id):
    engine.prepare()
    assert_error(engine.ask({**JOB, "id": job_id}), "engine", "id must be an integer")


@pytest.mark.parametrize("job", [JOB, DISCRETE_JOB, {**JOB, "seed": 2**32 - 1, "trials": 3, "startup_trials": 9}])
def test_a_result_echoes_its_job_and_accounts_for_every_trial(engine, job):
    engine.prepare()
    result = engine.ask({**job, "id": 12})
    echoed = {key: result.pop(key) for key in ("id", "problem", "seed", "trials", "startup_trials")}
    assert echoed == {key: {**job, "id": 12}[key] for key in echoed}
    clocks = {key: result.pop(key) for key in ("sampler_ns", "objective_ns", "validation_ns", "wall_ns")}
    assert all(type(value) is int and value >= 0 for value in clocks.values())
    assert clocks["validation_ns"] == 0
    assert 0 < clocks["sampler_ns"] + clocks["objective_ns"] <= clocks["wall_ns"]
    assert result.pop("type") == "result"
    assert set(result) == set(QUALITY)
    if job["problem"] == "million_discrete":
        assert result["unique_candidates"] + result["duplicate_candidates"] == job["trials"]
        assert 0 <= result["best_hamming"] <= 6 and result["best_hamming"] <= result["best_l1"] <= 54
    else:
        assert [result[key] for key in QUALITY[1:]] == [-1, -1, 0, -1, -1]


def receive_all(engine, job):
    engine.send(job)
    messages = [engine.receive()]
    while messages[-1]["type"] not in ("result", "error"):
        messages.append(engine.receive())
    return [message for message in messages if message["type"] != "progress"]


def recorded(engine, job):
    """All rows of a recorded job, whose messages must be in order and without gaps, and its result."""
    *trials, result = receive_all(engine, {**job, "record": True})
    assert result["type"] == "result", result
    rows = []
    for message in trials:
        assert (message["type"], message["id"], message["first"]) == ("trials", job["id"], len(rows))
        rows += message["rows"]
    return rows, result


@pytest.mark.parametrize("problem", list(runner.PROBLEMS))
def test_a_recorded_job_sends_what_optuna_proposed_and_was_told(engine, problem):
    engine.prepare()
    rows, result = recorded(engine, {**JOB, "problem": problem, "trials": 15})
    study = runner.create_study(JOB["seed"], JOB["startup_trials"])
    runner.run_slice(study, runner.PROBLEMS[problem], 15)
    parameters = runner.PROBLEMS[problem].parameters
    expected = [[*(p.encode(t.params[p.name]) for p in parameters), t.value] for t in study.trials]
    assert rows == expected
    assert result["best_value"] == min(row[-1] for row in rows)
    assert all(type(cell) in (int, float) for row in rows for cell in row)


def test_a_long_recording_comes_in_messages_that_stay_short(engine):
    engine.prepare()
    job = {**JOB, "trials": 2500, "startup_trials": 2500}
    sizes = [len(message["rows"]) for message in receive_all(engine, {**job, "record": True})[:-1]]
    assert sizes == [1000, 1000, 500]
    assert len(recorded(engine, job)[0]) == 2500


def test_a_job_that_is_not_recorded_sends_no_trials(engine):
    engine.prepare()
    assert [message["type"] for message in receive_all(engine, JOB)] == ["result"]


def test_the_stable_order_is_the_recorded_jobs_alone_and_every_other_job_runs_stock(monkeypatch):
    from optuna.samplers._tpe import parzen_estimator

    sent, seen = [], []
    stock = parzen_estimator.np

    def run_job(job, report):
        seen.append(parzen_estimator.np is stock)
        return job, []

    monkeypatch.setattr(runner, "run_job", run_job)
    engine = runner.Engine(sent.append)
    engine.prepared = True
    for change in ({}, {"record": True, "stable_order": True}, {"record": True}, {}):
        engine.answer_job({**JOB, **change})
    assert seen == [True, False, True, True]
    assert [message["type"] for message in sent] == ["result"] * 4


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"stable_order": True}, "stable_order is for recorded jobs: a benchmark runs stock Optuna"),
        ({"record": False}, "record must be true or absent, not False"),
        ({"record": 1}, "record must be true or absent, not 1"),
        ({"record": True, "stable_order": None}, "stable_order must be true or absent, not None"),
        ({"record": True, "sampler": "fast"}, "sampler is the native engine's to choose"),
    ],
)
def test_a_record_that_cannot_be_made_costs_one_error(engine, change, text):
    engine.prepare()
    assert_error(engine.ask({**JOB, **change}), "engine", text, 0)
    assert engine.ask(JOB)["type"] == "result"


def test_progress_names_its_job_and_grows(engine):
    engine.prepare()
    engine.send({**DISCRETE_JOB, "id": 3, "trials": 250})
    messages = []
    while not messages or messages[-1]["type"] == "progress":
        messages.append(engine.receive())
    done = [message["trials_done"] for message in messages[:-1]]
    assert {message["id"] for message in messages} == {3}
    assert done and done == sorted(set(done)) and 0 < done[0] and done[-1] < 250


def test_progress_comes_between_slices_and_at_most_five_times_a_second(monkeypatch):
    now, slices, reports = [0.0], [], []

    def slice_of_70_ms(study, problem, trials):
        now[0] += 0.07
        slices.append(trials)
        return runner.Clocks(3, 2, 6)

    monkeypatch.setattr(runner, "run_slice", slice_of_70_ms)
    monkeypatch.setattr(runner.time, "monotonic", lambda: now[0])
    clocks = runner.run_slices(None, None, 165, lambda done: reports.append((done, len(slices))))
    assert slices == [16] * 10 + [5]
    assert reports == [(48, 3), (96, 6), (144, 9)]
    assert clocks == (33, 22, 66)


def test_the_same_job_gives_the_same_quality_columns_in_one_process_and_in_another():
    outcomes = []
    for jobs in ([DISCRETE_JOB, JOB, DISCRETE_JOB], [DISCRETE_JOB]):
        with EngineProcess() as engine:
            engine.prepare()
            answers = [engine.ask(job) for job in jobs]
        outcomes += [[a[key] for key in QUALITY] for a in answers if a["problem"] == "million_discrete"]
    assert len(outcomes) == 3
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_stray_prints_go_to_stderr_and_never_into_an_answer():
    patch = """
def noisy(x):
    import os
    print("stray print")
    sys.stdout.flush()
    os.write(1, b"stray write\\n")
    os.system("echo stray child")
    return 1.0
runner.PROBLEMS["branin2"] = runner.PROBLEMS["branin2"]._replace(objective=noisy, declared_optimum=1.0)"""
    with EngineProcess(patch) as engine:
        engine.prepare()
        assert engine.ask({**JOB, "trials": 2})["best_value"] == 1.0
        assert engine.end() == 0
        assert {"stray print", "stray write", "stray child"} <= set(engine.stderr().splitlines())


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        ("float('nan')", "the objective is nan at ["),
        ("float('-inf')", "the objective is -inf at ["),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("int('two\\nlines')", "ValueError: invalid literal"),
    ],
)
def test_a_failing_objective_costs_its_job_and_the_engine_serves_on(outcome, text):
    with EngineProcess(f"runner.hartmann3.__code__ = (lambda x: {outcome}).__code__") as engine:
        engine.prepare()
        assert_error(engine.ask({**JOB, "id": 1, "problem": "hartmann3"}), "engine", text, 1)
        assert engine.ask({**JOB, "id": 2})["id"] == 2


def test_a_trial_that_did_not_complete_costs_its_job():
    patch = """
run_slice = runner.run_slice
def one_more(study, problem, trials):
    study.tell(study.ask(), float("nan"))
    return run_slice(study, problem, trials - 1)
runner.run_slice = one_more"""
    with EngineProcess(patch) as engine:
        engine.prepare()
        assert_error(engine.ask({**JOB, "trials": 16}), "engine", "15 of 16 trials are complete", 0)


def test_optuna_says_nothing_on_stderr_during_a_job(engine):
    engine.prepare()
    assert engine.ask(JOB)["type"] == "result"
    assert engine.end() == 0
    assert engine.stderr() == ""
