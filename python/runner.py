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

import json
import math
import os
import platform
import shutil
import signal
import sys
import time
from typing import Any, Callable, Dict, List, NamedTuple, NoReturn, Optional, Sequence, Tuple

MINIMUM_PYTHON = (3, 11)
OPTUNA_VERSION = "4.9.0"
PROTOCOL_VERSION = 1
# No message from the driver is longer. Bytes.
MAX_LINE_BYTES = 4 * 1024 * 1024
MAX_SEED = 2**32 - 1
# |objective(known optimum) - declared optimum| allowed by the check that both engines make.
OPTIMUM_TOLERANCE = 2e-5
DISCRETE_PROBLEM = "million_discrete"


# ---------------------------------------------------------------------------------------------------------------------
# Problems: search spaces and objectives. Everything is minimised.

Candidate = Sequence[Any]  # One value per parameter in declared order, as Optuna suggests it.


class Parameter(NamedTuple):
    """One parameter: `trial.suggest_<kind>(name, **options)` samples it."""

    name: str
    kind: str
    options: Dict[str, Any]

    def suggest(self, trial: Any) -> Any:
        return getattr(trial, "suggest_" + self.kind)(self.name, **self.options)

    def contains(self, value: Any) -> bool:
        """Whether `value` is in bounds and on the grid, or an existing choice."""
        if self.kind == "categorical":
            return value in self.options["choices"]
        low, high, step = self.options["low"], self.options["high"], self.options.get("step")
        steps = 0.0 if step is None else (value - low) / step
        # 1e-8 steps is what Optuna 4.9.0 allows (optuna/distributions.py, FloatDistribution._contains).
        return low <= value <= high and abs(steps - round(steps)) < 1e-8


class Problem(NamedTuple):
    parameters: Tuple[Parameter, ...]
    objective: Callable[[Candidate], float]
    trials: int
    declared_optimum: float
    known_optimum: Candidate

    def suggest(self, trial: Any) -> List[Any]:
        return [parameter.suggest(trial) for parameter in self.parameters]

    def contains(self, candidate: Candidate) -> bool:
        return all(parameter.contains(value) for parameter, value in zip(self.parameters, candidate))


def real(name: str, low: float, high: float, **options: Any) -> Parameter:
    return Parameter(name, "float", dict(low=low, high=high, **options))


def integer(name: str, low: int, high: int, **options: Any) -> Parameter:
    return Parameter(name, "int", dict(low=low, high=high, step=1, **options))


def categorical(name: str, *choices: Any) -> Parameter:
    return Parameter(name, "categorical", dict(choices=choices))


def reals(count: int, low: float, high: float) -> Tuple[Parameter, ...]:
    return tuple(real("x%d" % (i + 1), low, high) for i in range(count))


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
        parameters=tuple(integer("x%d" % (i + 1), 0, 9) for i in range(6)),
        objective=million_discrete,
        trials=1000,
        declared_optimum=0.0,
        known_optimum=DISCRETE_TARGET,
    ),
}


# ---------------------------------------------------------------------------------------------------------------------
# The study: stock Optuna, sequential ask, objective, tell.

TRIALS_PER_SLICE = 16


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
