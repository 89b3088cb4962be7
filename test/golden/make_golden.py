"""Makes the golden data of this directory with Optuna 4.9.0 whose estimator sorts stably: `npm run golden`.

trials/<problem>-<seed>.csv: the trials of one study, in order.
log-densities/<kind>.csv: the estimator's log densities on recorded observations; four lines a case.
Lines that begin with `#` are comments. Floats are written as Python's repr, categories as their index.

NumPy's AVX-512 code for exp and log rounds differently from the C library, and the mass of a narrow cell magnifies that
beyond 1e-12. It is switched off here, so that every x86-64 machine records the same data.
"""

import os
import platform
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ["NPY_DISABLE_CPU_FEATURES"] = "X86_V4 AVX512_ICL AVX512_SPR"  # read when NumPy is imported

import numpy
import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers._tpe.parzen_estimator import _ParzenEstimator

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import runner

HERE = Path(__file__).resolve().parent

STARTUP_TRIALS = 10
# Not the standard seeds of the benchmark; the second one needs all 32 bits.
SEEDS = (2024, 4294967291)

OBSERVATION_COUNTS = (0, 1, 2, 24, 25, 26, 27, 97, 98, 99, 300)
# Seeds Python's random.Random, which draws the observations and points of one file of log densities.
DRAW_SEED = 20260718


class Range(NamedTuple):
    """One parameter of a log-density case; `step` is 0 where it is continuous, `choices` 0 where it is numeric."""

    low: float
    high: float
    step: float = 0
    log: bool = False
    choices: int = 0

    def distribution(self) -> BaseDistribution:
        if self.choices:
            return CategoricalDistribution(range(self.choices))
        if isinstance(self.low, int):
            return IntDistribution(self.low, self.high, self.log, self.step)
        return FloatDistribution(self.low, self.high, log=self.log, step=self.step or None)

    def at(self, position: float) -> float:
        """The value at a position in [0, 1], on the grid where there is one."""
        if self.choices:
            return round(position * (self.choices - 1))
        if self.log:
            value = self.low * (self.high / self.low) ** position
        else:
            value = self.low + position * (self.high - self.low)
        if self.step:
            value = self.low + round((value - self.low) / self.step) * self.step
        return min(max(value, self.low), self.high)


RANGES = {
    "real": (Range(-5.0, 10.0), Range(0.0, 1.0), Range(1e6, 1e6 + 0.125)),
    "log": (Range(1e-8, 1e2, log=True), Range(0.5, 2.0, log=True)),
    "int": (Range(1, 96, 1), Range(0, 9, 1), Range(-100, 1000, 11)),
    "log-int": (Range(1, 1000000, 1, True), Range(1, 10, 1, True), Range(3, 5000, 1, True)),
    "step": (Range(0.2, 3.0, 0.1), Range(-1.0, 1.0, 0.25), Range(0.0, 1000.0, 0.5)),
    "categorical": (Range(0, 0, choices=6), Range(0, 0, choices=2), Range(0, 0, choices=11)),
}


def header(*lines: str) -> list[str]:
    versions = f"optuna {optuna.__version__}, numpy {numpy.__version__}, python {platform.python_version()}"
    return [
        "# Made by `npm run golden` (test/golden/make_golden.py): Optuna's TPE with its estimator's argsort stable.",
        f"# {versions}",
        "# Without NumPy's AVX-512 code, whose exp and log round differently; compare with a tolerance.",
        *(f"# {line}" for line in lines),
    ]


def run_trials(problem: runner.Problem, seed: int, trials: int) -> Iterator[tuple[list[Any], float]]:
    """The candidates and values of one study, in order."""
    study = runner.create_study(seed, STARTUP_TRIALS)
    for _ in range(trials):
        trial = study.ask()
        candidate = problem.suggest(trial)
        value = problem.objective(candidate)
        study.tell(trial, value)
        yield candidate, value


def trial_lines(name: str, seed: int, trials: int) -> Iterator[str]:
    problem = runner.PROBLEMS[name]
    yield from header(f"{name}, seed {seed}, {trials} trials, {STARTUP_TRIALS} startup trials")
    yield ",".join(["trial", *(parameter.name for parameter in problem.parameters), "value"])
    for number, (candidate, value) in enumerate(run_trials(problem, seed, trials)):
        numbers = [*(p.encode(x) for p, x in zip(problem.parameters, candidate, strict=True)), value]
        yield ",".join([str(number), *map(repr, numbers)])


def draw_observations(draw: random.Random, parameter: Range, count: int) -> list[float]:
    """Random values, among them repeated ones and both bounds."""
    values: list[float] = []
    for _ in range(count):
        pick = draw.random()
        if values and pick < 0.25:
            values.append(draw.choice(values))
        else:
            values.append(parameter.at(draw.choice((0.0, 1.0)) if pick < 0.35 else draw.random()))
    return values


def log_densities(parameter: Range, observations: list[float], points: list[float]) -> list[float]:
    """What Optuna's estimator, with TPESampler's settings, gives for one parameter on its own."""
    settings = optuna.samplers.TPESampler(multivariate=False)._parzen_estimator_parameters
    estimator = _ParzenEstimator({"x": numpy.array(observations)}, {"x": parameter.distribution()}, settings)
    return estimator.log_pdf({"x": numpy.array(points)}).tolist()


def density_lines(kind: str) -> Iterator[str]:
    yield from header(
        f"Log densities of a {kind} parameter; values drawn by random.Random({DRAW_SEED})",
        "case,kind,low,high,step,log,choices,observation count / observations in trial order / points / log densities",
    )
    draw = random.Random(DRAW_SEED)
    for parameter in RANGES[kind]:
        for count in OBSERVATION_COUNTS:
            observations = draw_observations(draw, parameter, count)
            positions = (0.0, 1.0, *(draw.random() for _ in range(7)))
            points = list(dict.fromkeys([*map(parameter.at, positions), *observations[:3], *observations[-2:]]))
            low, high, step, log, choices = parameter
            yield ",".join(["case", kind, *map(repr, (low, high, step, int(log), choices, count))])
            yield ",".join(["observations", *map(repr, observations)])
            yield ",".join(["points", *map(repr, points)])
            yield ",".join(["log_density", *map(repr, log_densities(parameter, observations, points))])


def golden_files() -> Iterator[tuple[str, Iterator[str]]]:
    """Every file of the golden data: its path below this directory and its lines."""
    for name, problem in runner.PROBLEMS.items():
        for seed in SEEDS:
            yield f"trials/{name}-{seed}.csv", trial_lines(name, seed, problem.trials)
    for kind in RANGES:
        yield f"log-densities/{kind}.csv", density_lines(kind)


def main() -> None:
    runner.check_pins({})
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    for path, lines in golden_files():
        target = HERE / path
        target.parent.mkdir(exist_ok=True)
        with runner.stable_argsort():
            target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
