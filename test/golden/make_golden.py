"""Makes the golden data of this directory with Optuna 4.9.0 whose estimator sorts stably: `npm run golden`.

trials/<problem>-<seed>.csv: the trials of one study, in order.
log-densities/<kind>.csv: the estimator's log densities on recorded observations; four lines a case.
Lines that begin with `#` are comments. Floats are written as Python's repr, categories as their index.
"""

import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import optuna

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "python"))

import runner  # noqa: E402
from stable_argsort import stable_argsort  # noqa: E402

STARTUP_TRIALS = 10
# Not the standard seeds of the benchmark; the second one needs all 32 bits.
SEEDS = (2024, 4294967291)


def header(*lines: str) -> list[str]:
    versions = f"optuna {optuna.__version__}, numpy {numpy.__version__}, python {platform.python_version()}"
    return [
        "# Made by `npm run golden` (test/golden/make_golden.py): Optuna's TPE with its estimator's argsort stable.",
        f"# {versions}",
        "# NumPy's exp and log differ in the last bits between CPUs with and without AVX-512: compare with a tolerance.",
        *(f"# {line}" for line in lines),
    ]


def encode(parameter: runner.Parameter, value: Any) -> str:
    return repr(parameter.options["choices"].index(value) if parameter.kind == "categorical" else value)


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
        yield ",".join([str(number), *map(encode, problem.parameters, candidate), repr(value)])


def golden_files() -> Iterator[tuple[str, Iterator[str]]]:
    """Every file of the golden data: its path below this directory and its lines."""
    for name, problem in runner.PROBLEMS.items():
        for seed in SEEDS:
            yield f"trials/{name}-{seed}.csv", trial_lines(name, seed, problem.trials)


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    for path, lines in golden_files():
        target = HERE / path
        target.parent.mkdir(exist_ok=True)
        with stable_argsort():
            target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
