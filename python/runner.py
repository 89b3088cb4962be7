"""The Optuna side of pineforge-bench, in one file that is embedded in the executable.

Two roles, told apart by the arguments:

* `runner.py --engine`: an engine, started by the driver. It speaks the protocol of src/engines/protocol.ts (JSON, one
  message a line, driver to engine on stdin, engine to driver on stdout) and runs stock Optuna 4.9.0.
* `runner.py <driver options>`: replays a recorded `execution.command`, by handing over to the pineforge-bench
  executable with this interpreter as its `--python`.

The objectives are written from their definitions, independently of the C++ in native/benchmark/problems.cpp; both sides
check them against the declared optima, and the million candidates of million_discrete against each other.

This file parses on Python 3.7, so that an older interpreter is refused with one line instead of a syntax error, and
imports nothing but the standard library before the pins have been checked.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import platform
import shutil
import signal
import sys
import time
from typing import Any, Callable, Dict, Iterator, NamedTuple, NoReturn, Sequence

MINIMUM_PYTHON = (3, 11)
OPTUNA_VERSION = "4.9.0"
PROTOCOL_VERSION = 2
# No message from the driver is longer. Bytes.
MAX_LINE_BYTES = 4 * 1024 * 1024
MAX_SEED = 2**32 - 1
# |objective(known optimum) - declared optimum| allowed by the check that both engines make.
OPTIMUM_TOLERANCE = 2e-5
DISCRETE_PROBLEM = "million_discrete"

Message = Dict[str, Any]


# ---------------------------------------------------------------------------------------------------------------------
# Problems: search spaces and objectives. Everything is minimised.

Candidate = Sequence[Any]  # One value per parameter in declared order, as Optuna suggests it.


class Parameter(NamedTuple):
    """One parameter: `trial.suggest_<kind>(name, **options)` samples it."""

    name: str
    kind: str
    options: dict[str, Any]

    def suggest(self, trial: Any) -> Any:
        return getattr(trial, "suggest_" + self.kind)(self.name, **self.options)

    def encode(self, value: Any) -> float:
        """The value as a number: a choice as its index."""
        return self.options["choices"].index(value) if self.kind == "categorical" else value

    def contains(self, value: Any) -> bool:
        """Whether `value` is in bounds and on the grid, or an existing choice."""
        if self.kind == "categorical":
            return value in self.options["choices"]
        low, high, step = self.options["low"], self.options["high"], self.options.get("step")
        steps = 0.0 if step is None else (value - low) / step
        # 1e-8 steps is what Optuna 4.9.0 allows (optuna/distributions.py, FloatDistribution._contains).
        return low <= value <= high and abs(steps - round(steps)) < 1e-8


class Problem(NamedTuple):
    parameters: tuple[Parameter, ...]
    objective: Callable[[Candidate], float]
    trials: int
    declared_optimum: float
    known_optimum: Candidate

    def suggest(self, trial: Any) -> list[Any]:
        return [parameter.suggest(trial) for parameter in self.parameters]

    def contains(self, candidate: Candidate) -> bool:
        return all(parameter.contains(value) for parameter, value in zip(self.parameters, candidate))


def real(name: str, low: float, high: float, **options: Any) -> Parameter:
    return Parameter(name, "float", {"low": low, "high": high, **options})


def integer(name: str, low: int, high: int, **options: Any) -> Parameter:
    return Parameter(name, "int", {"low": low, "high": high, "step": 1, **options})


def categorical(name: str, *choices: Any) -> Parameter:
    return Parameter(name, "categorical", {"choices": choices})


def reals(count: int, low: float, high: float) -> tuple[Parameter, ...]:
    return tuple(real(f"x{i + 1}", low, high) for i in range(count))


def branin2(x: Candidate) -> float:
    x1, x2 = x
    valley = x2 - 5.1 / (4.0 * math.pi**2) * x1**2 + 5.0 / math.pi * x1 - 6.0
    return valley**2 + 10.0 * (1.0 - 1.0 / (8.0 * math.pi)) * math.cos(x1) + 10.0


HARTMANN_ALPHA = (1.0, 1.2, 3.0, 3.2)
HARTMANN_A = ((3.0, 10.0, 30.0), (0.1, 10.0, 35.0), (3.0, 10.0, 30.0), (0.1, 10.0, 35.0))
HARTMANN_P = (
    (0.3689, 0.1170, 0.2673),
    (0.4699, 0.4387, 0.7470),
    (0.1091, 0.8732, 0.5547),
    (0.0381, 0.5743, 0.8828),
)


def hartmann3(x: Candidate) -> float:
    total = 0.0
    for alpha, a, p in zip(HARTMANN_ALPHA, HARTMANN_A, HARTMANN_P):
        total += alpha * math.exp(-sum(a[j] * (x[j] - p[j]) ** 2 for j in range(3)))
    return -total


def rosenbrock6(x: Candidate) -> float:
    return sum(100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2 for i in range(5))


RASTRIGIN_SHIFT = (3.1, -2.7, 1.9, -3.3, 2.4, -1.5)
# Plane rotations, in this order: 0-based coordinates a and b, angle in radians.
RASTRIGIN_ROTATIONS = (
    (0, 1, 0.41),
    (2, 5, -0.73),
    (1, 4, 1.07),
    (0, 3, -0.56),
    (2, 4, 0.92),
    (1, 5, -1.19),
    (3, 4, 0.67),
    (0, 2, -0.88),
    (3, 5, 1.31),
    (0, 4, 0.35),
    (1, 3, -0.64),
    (2, 5, 0.79),
)


def rotated_rastrigin6(x: Candidate) -> float:
    z = [value - shift for value, shift in zip(x, RASTRIGIN_SHIFT)]
    for a, b, angle in RASTRIGIN_ROTATIONS:
        cos, sin = math.cos(angle), math.sin(angle)
        z[a], z[b] = cos * z[a] - sin * z[b], sin * z[a] + cos * z[b]
    return 60.0 + sum(value**2 - 10.0 * math.cos(2.0 * math.pi * value) for value in z)


# Each mode's basin: depth, period, rate, leverage, offset.
MIXED_LOG_BASINS = {
    "trend": (12, 80, 2e-5, 0.7, 0.55),
    "mean": (75, 120000, 0.8, 2.3, 0.80),
    "breakout": (24, 900, 8e-3, 1.9, 0.35),
    "hybrid": (37, 3000, 0.002, 1.4, 0.0),
    "carry": (88, 600000, 2e-7, 0.4, 1.10),
    "noise": (5, 12, 20.0, 2.8, 2.50),
}


def mixed_log(x: Candidate) -> float:
    mode, enabled, depth, period, rate, leverage = x
    depth0, period0, rate0, leverage0, offset = MIXED_LOG_BASINS[mode]
    d = (depth - depth0) / 12.0
    p = math.log(period / period0)
    r = math.log(rate / rate0)
    lev = (leverage - leverage0) / 0.5
    return (
        offset
        + (0.0 if enabled else 1.5)
        + (d + 0.45 * p - 0.20 * lev) ** 2
        + 0.7 * (p - 0.55 * r) ** 2
        + 0.6 * (r + 0.35 * lev) ** 2
        + 0.45 * (lev - 0.25 * d) ** 2
        + 0.025 * (p * r) ** 2
        + 0.04 * (1.0 - math.cos(2.0 * math.pi * d))
    )


DISCRETE_TARGET = (8, 1, 6, 3, 9, 4)


def million_discrete(x: Candidate) -> float:
    d = [value - target for value, target in zip(x, DISCRETE_TARGET)]

    def circ(value: int, modulus: int) -> int:
        rest = value % modulus
        return min(rest, modulus - rest)

    coupled = (
        17 * circ(3 * d[0] + 5 * d[1] + 7 * d[2] + 2 * d[3], 11) ** 2
        + 13 * circ(2 * d[1] + 3 * d[2] + 5 * d[3] + 7 * d[4], 13) ** 2
        + 11 * circ(5 * d[0] + 2 * d[2] + 3 * d[4] + 7 * d[5], 17) ** 2
        + 19 * circ(d[0] * d[3] + 2 * d[1] * d[4] + 3 * d[2] * d[5], 11) ** 2
        + 7 * circ(d[0] * d[1] + d[2] * d[3] + d[4] * d[5], 13) ** 2
    )
    return float(100 * coupled + sum(value**2 for value in d))


PROBLEMS = {
    "branin2": Problem(
        parameters=(real("x1", -5.0, 10.0), real("x2", 0.0, 15.0)),
        objective=branin2,
        trials=128,
        declared_optimum=0.39788735772973816,
        known_optimum=(-math.pi, 12.275),
    ),
    "hartmann3": Problem(
        parameters=reals(3, 0.0, 1.0),
        objective=hartmann3,
        trials=192,
        declared_optimum=-3.8627797869493365,
        known_optimum=(0.11461292, 0.55564907, 0.85254695),
    ),
    "rosenbrock6": Problem(
        parameters=reals(6, -2.048, 2.048),
        objective=rosenbrock6,
        trials=512,
        declared_optimum=0.0,
        known_optimum=(1.0,) * 6,
    ),
    "rotated_rastrigin6": Problem(
        parameters=reals(6, -5.12, 5.12),
        objective=rotated_rastrigin6,
        trials=640,
        declared_optimum=0.0,
        known_optimum=RASTRIGIN_SHIFT,
    ),
    "mixed_log": Problem(
        parameters=(
            categorical("mode", "trend", "mean", "breakout", "hybrid", "carry", "noise"),
            categorical("enabled", False, True),
            integer("depth", 1, 96),
            integer("period", 1, 1000000, log=True),
            real("rate", 1e-8, 1e2, log=True),
            real("leverage", 0.2, 3.0, step=0.1),
        ),
        objective=mixed_log,
        trials=384,
        declared_optimum=0.0,
        known_optimum=("hybrid", True, 37, 3000, 0.002, 1.4),
    ),
    "million_discrete": Problem(
        parameters=tuple(integer(f"x{i + 1}", 0, 9) for i in range(6)),
        objective=million_discrete,
        trials=1000,
        declared_optimum=0.0,
        known_optimum=DISCRETE_TARGET,
    ),
}


# ---------------------------------------------------------------------------------------------------------------------
# Checks before any timed run. A fault's text is one line for the user: what is at fault, then what to do.


class EngineFault(Exception):
    """The driver or this runner is at fault."""


class EnvironmentFault(Exception):
    """The host lacks something that the user can mend; `differences` are the pins that are not met."""

    def __init__(self, message: str, differences: Sequence[Message] = ()) -> None:
        super().__init__(message)
        self.differences = list(differences)


def check_python() -> None:
    if sys.version_info < MINIMUM_PYTHON:
        wanted = ".".join(map(str, MINIMUM_PYTHON))
        raise EnvironmentFault(f"Python {wanted} or newer is needed, this is {platform.python_version()}")


def installed_version(distribution: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def check_pins(pins: dict[str, str]) -> dict[str, str]:
    """Compares without importing; returns name -> installed version. Refuses another Optuna whatever the pins say."""
    wanted = dict.fromkeys([*pins.items(), ("optuna", OPTUNA_VERSION)])
    found = {name: installed_version(name) for name, _ in wanted}
    differences = [
        {"package": name, "wanted": version, "found": found[name]} for name, version in wanted if found[name] != version
    ]
    if differences:
        listed = [f"{d['package']} {d['wanted']} is needed, {d['found'] or 'none'} is installed" for d in differences]
        raise EnvironmentFault("; ".join(listed), differences)
    return found


def import_packages() -> Any:
    """Imports both packages, silences Optuna below warnings (which go to stderr), and returns NumPy."""
    try:
        import numpy
        import optuna
    except (Exception, SystemExit) as error:
        raise EnvironmentFault(f"numpy and optuna are installed but cannot be imported: {one_line(error)}") from None
    if optuna.__version__ != OPTUNA_VERSION:
        raise EnvironmentFault(f"optuna {OPTUNA_VERSION} is needed, {optuna.__version__} was imported")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return numpy


def find_problem(name: Any) -> Problem:
    if not isinstance(name, str) or name not in PROBLEMS:
        raise EngineFault(f"unknown problem {name!r}")
    return PROBLEMS[name]


def check_optimum(name: str) -> Message:
    """The objective at the known optimum, which must lie in the space and within 2e-5 of the declared optimum."""
    problem = find_problem(name)
    if not problem.contains(problem.known_optimum):
        raise EngineFault(f"{name}: the known optimum lies outside the declared space")
    value = problem.objective(problem.known_optimum)
    if not abs(value - problem.declared_optimum) <= OPTIMUM_TOLERANCE:
        raise EngineFault(f"{name}: {value!r} at the known optimum, declared is {problem.declared_optimum!r}")
    return {"problem": name, "declared_optimum": problem.declared_optimum, "value": value}


def million_discrete_values(numpy: Any) -> Any:
    """All 10^6 values, shape (10,) * 6, int64; with a formula of its own for the circular distance."""
    offsets = [numpy.arange(10) - target for target in DISCRETE_TARGET]
    d0, d1, d2, d3, d4, d5 = d = numpy.meshgrid(*offsets, indexing="ij", sparse=True)

    def circ_squared(value: Any, modulus: int) -> Any:
        # For an odd modulus: the signed distance to the nearest multiple, squared.
        half = modulus // 2
        return ((value + half) % modulus - half) ** 2

    coupled = (
        17 * circ_squared(3 * d0 + 5 * d1 + 7 * d2 + 2 * d3, 11)
        + 13 * circ_squared(2 * d1 + 3 * d2 + 5 * d3 + 7 * d4, 13)
        + 11 * circ_squared(5 * d0 + 2 * d2 + 3 * d4 + 7 * d5, 17)
        + 19 * circ_squared(d0 * d3 + 2 * d1 * d4 + 3 * d2 * d5, 11)
        + 7 * circ_squared(d0 * d1 + d2 * d3 + d4 * d5, 13)
    )
    return 100 * coupled + sum(offset**2 for offset in d)


def enumerate_million_discrete(numpy: Any) -> Message:
    start = time.perf_counter()
    values = million_discrete_values(numpy)
    minimum = values.min()
    minimizers = numpy.argwhere(values == minimum)
    return {
        "candidate_count": values.size,
        "minimum": float(minimum),
        "minimizer": minimizers[0].tolist(),
        "multiplicity": len(minimizers),
        "second_best": float(values[values > minimum].min()),
        "wall_seconds": time.perf_counter() - start,
    }


def prepare(message: Message) -> Message:
    """Answers `prepare` with `hello`. Nothing that is pinned is imported before the pins have been checked."""
    check_python()
    if message["protocol"] != PROTOCOL_VERSION:
        raise EngineFault(f"the driver speaks protocol {message['protocol']!r}, this runner {PROTOCOL_VERSION}")
    dependencies = check_pins(message["pins"])
    numpy = import_packages()
    problems = message["problems"]
    return {
        "type": "hello",
        "engine": "optuna",
        "protocol": PROTOCOL_VERSION,
        "optima": [check_optimum(name) for name in problems],
        "enumeration": enumerate_million_discrete(numpy) if DISCRETE_PROBLEM in problems else None,
        "python_implementation": platform.python_implementation(),
        "python_version": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "processor": platform.processor(),
        "dependencies": dependencies,
        "numpy_simd_features": simd_features(numpy),
    }


def simd_features(numpy: Any) -> list[str]:
    """What NumPy dispatches to on this CPU beyond its baseline, in its own words."""
    return numpy.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", [])


# ---------------------------------------------------------------------------------------------------------------------
# The study: stock Optuna, sequential ask, objective, tell.

# Progress is reported between slices, never inside a timed phase.
TRIALS_PER_SLICE = 16
PROGRESS_INTERVAL_SECONDS = 0.2


class Clocks(NamedTuple):
    """Nanoseconds of one monotonic clock. Neighbours share a reading, so sampler + objective <= wall."""

    sampler_ns: int
    objective_ns: int
    wall_ns: int


def create_study(seed: int, startup_trials: int) -> Any:
    """Stock Optuna in memory, without pruning. Gamma, weights and prior weight stay at their 4.9.0 defaults."""
    import optuna

    sampler = optuna.samplers.TPESampler(
        seed=seed,
        n_startup_trials=startup_trials,
        n_ei_candidates=24,
        multivariate=False,
        group=False,
        constant_liar=False,
    )
    return optuna.create_study(
        storage=optuna.storages.InMemoryStorage(),
        sampler=sampler,
        pruner=optuna.pruners.NopPruner(),
        direction="minimize",
    )


def evaluate(problem: Problem, candidate: Candidate) -> float:
    """The objective, which must be finite: Optuna would only mark a NaN as failed and go on."""
    value = problem.objective(candidate)
    if not math.isfinite(value):
        raise EngineFault(f"the objective is {value!r} at {candidate!r}")
    return value


def run_slice(study: Any, problem: Problem, trials: int) -> Clocks:
    """Runs `trials` further trials. Sampler: ask, every suggest and tell. Objective: its evaluation."""
    clock = time.perf_counter_ns
    sampler_ns = objective_ns = 0
    start = told = clock()
    for _ in range(trials):
        trial = study.ask()
        candidate = problem.suggest(trial)
        asked = clock()
        value = evaluate(problem, candidate)
        evaluated = clock()
        study.tell(trial, value)
        previously_told, told = told, clock()
        sampler_ns += (asked - previously_told) + (told - evaluated)
        objective_ns += evaluated - asked
    return Clocks(sampler_ns, objective_ns, clock() - start)


def run_slices(study: Any, problem: Problem, trials: int, report: Callable[[int], None]) -> Clocks:
    """Runs all trials; `report` gets the number of trials done, a few times a second, outside every clock."""
    total = Clocks(0, 0, 0)
    reported = time.monotonic()
    for done in range(0, trials, TRIALS_PER_SLICE):
        if time.monotonic() - reported >= PROGRESS_INTERVAL_SECONDS:
            report(done)
            reported = time.monotonic()
        spent = run_slice(study, problem, min(TRIALS_PER_SLICE, trials - done))
        total = Clocks(*(before + more for before, more in zip(total, spent)))
    return total


def complete_trials(study: Any, trials: int) -> list[Any]:
    from optuna.trial import TrialState

    complete = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    if len(complete) != trials:
        raise EngineFault(f"{len(complete)} of {trials} trials are complete")
    return complete


def discrete_diagnostics(history: Sequence[Any]) -> dict[str, int]:
    """What became of million_discrete's candidates. Among equally good ones the nearest to the target counts."""
    candidates = [tuple(trial.params.values()) for trial in history]

    def distances(candidate: Candidate) -> tuple[int, int]:
        steps = [abs(value - target) for value, target in zip(candidate, DISCRETE_TARGET)]
        return sum(step > 0 for step in steps), sum(steps)

    unique = len(set(candidates))
    _, (hamming, l1) = min((trial.value, distances(candidate)) for trial, candidate in zip(history, candidates))
    return {
        "unique_candidates": unique,
        "duplicate_candidates": len(candidates) - unique,
        "exact_optimum_hits": candidates.count(DISCRETE_TARGET),
        "best_hamming": hamming,
        "best_l1": l1,
    }


NO_DIAGNOSTICS = {
    "unique_candidates": -1,
    "duplicate_candidates": -1,
    "exact_optimum_hits": 0,
    "best_hamming": -1,
    "best_l1": -1,
}


def run_job(job: Message, report: Callable[[int], None]) -> tuple[Message, list[Any]]:
    """Runs one checked job; returns what the CSV row needs, and the trials. Construction is outside every clock."""
    problem = PROBLEMS[job["problem"]]
    study = create_study(job["seed"], job["startup_trials"])
    clocks = run_slices(study, problem, job["trials"], report)
    history = complete_trials(study, job["trials"])
    diagnostics = discrete_diagnostics(history) if job["problem"] == DISCRETE_PROBLEM else NO_DIAGNOSTICS
    best_value = min(trial.value for trial in history)
    return dict(job, best_value=best_value, validation_ns=0, **clocks._asdict(), **diagnostics), history


# ---------------------------------------------------------------------------------------------------------------------
# Recorded jobs: what a comparison of samplers needs, and no benchmark.

# Keeps every message far below MAX_LINE_BYTES.
ROWS_PER_MESSAGE = 1000


class StableNumpy:
    """NumPy whose argsort leaves equal values in the order of their positions."""

    def __init__(self, numpy: Any) -> None:
        self.numpy = numpy

    def argsort(self, values: Any) -> Any:
        return self.numpy.argsort(values, kind="stable")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.numpy, name)


@contextlib.contextmanager
def stable_argsort() -> Iterator[None]:
    """Inside it, Optuna 4.9.0's estimator (optuna/samplers/_tpe/parzen_estimator.py) sorts its observations stably.

    NumPy's default argsort is not stable and its order of equal values depends on the CPU; kernel widths, and with them
    every later proposal, depend on that order.
    """
    from optuna.samplers._tpe import parzen_estimator

    original = parzen_estimator.np
    parzen_estimator.np = StableNumpy(original)
    try:
        yield
    finally:
        parzen_estimator.np = original


class Recording(NamedTuple):
    """Whether all trials are to be sent, and whether equal observations are to keep their order."""

    record: bool
    stable_order: bool


def read_recording(message: Message) -> Recording:
    """What a job asks for beyond a benchmark's; Optuna runs stock wherever the trials are not recorded."""
    if "sampler" in message:
        raise EngineFault("sampler is the native engine's to choose")
    for key in Recording._fields:
        if message.get(key, True) is not True:
            raise EngineFault(f"{key} must be true or absent, not {message[key]!r}")
    recording = Recording(*(key in message for key in Recording._fields))
    if recording.stable_order and not recording.record:
        raise EngineFault("stable_order is for recorded jobs: a benchmark runs stock Optuna")
    return recording


def trials_messages(job: Message, history: Sequence[Any]) -> Iterator[Message]:
    """All trials in order, a row each: parameters in declared order, then the objective."""
    parameters = PROBLEMS[job["problem"]].parameters
    rows = [[*(p.encode(trial.params[p.name]) for p in parameters), trial.value] for trial in history]
    for first in range(0, len(rows), ROWS_PER_MESSAGE):
        yield {"type": "trials", "id": job["id"], "first": first, "rows": rows[first : first + ROWS_PER_MESSAGE]}


# ---------------------------------------------------------------------------------------------------------------------
# The engine: one line in, its answers out, until stdin ends.

Send = Callable[[Message], None]

JOB_BOUNDS = {"id": (0, 2**53), "seed": (0, MAX_SEED), "trials": (1, 2**32 - 1), "startup_trials": (1, 2**32 - 1)}


def one_line(error: BaseException) -> str:
    kind = "" if isinstance(error, (EngineFault, EnvironmentFault)) else f"{type(error).__name__}: "
    return " ".join(f"{kind}{error}".split())


def error_message(error: BaseException, job_id: int | None = None) -> Message:
    environment = isinstance(error, EnvironmentFault)
    message = {"type": "error", "id": job_id, "kind": "environment" if environment else "engine"}
    message["message"] = one_line(error)
    if isinstance(error, EnvironmentFault) and error.differences:
        message["differences"] = error.differences
    return message


def read_job(message: Message) -> Message:
    find_problem(message.get("problem"))
    for key, (low, high) in JOB_BOUNDS.items():
        value = message.get(key)
        if type(value) is not int or not low <= value <= high:
            raise EngineFault(f"{key} must be an integer from {low} to {high}, not {value!r}")
    return {key: message[key] for key in ("id", "problem", "seed", "trials", "startup_trials")}


class Engine:
    """Answers the driver's lines; a fault costs one `error` and never the process."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.prepared = False

    def answer(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode("utf-8"))
            kind = message["type"]
        except Exception as error:
            return self.send(error_message(EngineFault(f"not a message: {one_line(error)}")))
        if kind == "prepare":
            return self.answer_prepare(message)
        if kind == "job":
            return self.answer_job(message)
        self.send(error_message(EngineFault(f"unknown message type {kind!r}")))

    def answer_prepare(self, message: Message) -> None:
        try:
            hello = prepare(message)
        except Exception as error:
            return self.send(error_message(error))
        self.prepared = True
        self.send(hello)

    def answer_job(self, message: Message) -> None:
        job_id = message.get("id")
        try:
            if not self.prepared:
                raise EngineFault("a job came before a prepare that was answered with hello")
            job, recording = read_job(message), read_recording(message)
            with stable_argsort() if recording.stable_order else contextlib.nullcontext():
                result, history = run_job(job, lambda done: self.send_progress(job_id, done))
            for trials in trials_messages(job, history) if recording.record else ():
                self.send(trials)
        except Exception as error:
            return self.send(error_message(error, job_id if type(job_id) is int else None))
        self.send(dict(result, type="result"))

    def send_progress(self, job_id: int, trials_done: int) -> None:
        self.send({"type": "progress", "id": job_id, "trials_done": trials_done})


def open_answers() -> Send:
    """Takes stdout for the protocol alone: whatever else prints to it goes to stderr from here on."""
    descriptor = os.dup(1)
    os.dup2(2, 1)

    def send(message: Message) -> None:
        rest = json.dumps(message, allow_nan=False).encode("ascii") + b"\n"
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    return send


def die_with_parent() -> None:
    """Asks Linux for SIGKILL when the driver dies; elsewhere, and failing that, the end of stdin has to do."""
    parent = os.getppid()
    try:
        import ctypes

        set_parent_death_signal = 1  # PR_SET_PDEATHSIG, linux/prctl.h
        ctypes.CDLL(None).prctl(set_parent_death_signal, ctypes.c_ulong(signal.SIGKILL))
    except (ImportError, OSError, AttributeError):
        return
    if os.getppid() != parent:
        os._exit(1)


def serve() -> int:
    """Serves until stdin ends. SIGINT is ignored: the driver gets it too, and decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send = open_answers()
    if sys.platform.startswith("linux"):
        die_with_parent()
    engine = Engine(send)
    try:
        while True:
            line = sys.stdin.buffer.readline(MAX_LINE_BYTES)
            if not line:
                return 0
            if not line.endswith(b"\n"):
                send(error_message(EngineFault(f"half a line, or one of more than {MAX_LINE_BYTES} bytes")))
                return 1
            engine.answer(line)
    except BrokenPipeError:
        return 1


# ---------------------------------------------------------------------------------------------------------------------
# The replay: a recorded command line, handed over to the executable.


def find_executable() -> str:
    """PINEFORGE_BENCH, then dist/ of this file's checkout, then PATH."""
    named = os.environ.get("PINEFORGE_BENCH")
    if named:
        if shutil.which(named):
            return named
        raise EnvironmentFault(f"PINEFORGE_BENCH names no executable: {named}")
    root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    found = shutil.which(os.path.join(root, "dist", "pineforge-bench")) or shutil.which("pineforge-bench")
    if not found:
        raise EnvironmentFault("no pineforge-bench in dist/ or on PATH: build it, or set PINEFORGE_BENCH to its path")
    return found


def expand_home(option: str) -> str:
    """`~/x` and `--flag=~/x` with the home directory in full: a sidecar does not publish it."""
    flag, equals, value = option.partition("=") if option.startswith("--") else ("", "", option)
    return flag + equals + os.path.expanduser(value) if value.startswith("~/") else option


def replay(options: Sequence[str]) -> NoReturn:
    """Becomes `pineforge-bench run <options> --python <this interpreter>`; exit code 3 where that cannot be."""
    try:
        executable = find_executable()
        command = [executable, "run", *map(expand_home, options), "--python", sys.executable]
        os.execv(executable, command)
    except (EnvironmentFault, OSError) as error:
        sys.stderr.write(f"runner.py: {one_line(error)}\n")
        sys.exit(3)


def main(arguments: Sequence[str]) -> int:
    return serve() if arguments == ["--engine"] else replay(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
