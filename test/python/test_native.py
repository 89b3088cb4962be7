"""The installed Optuna, with its estimator sorting stably, against the native library: proposal by proposal."""

import math
import random

import optuna
import pytest
import runner
from native_library import NativeLibrary
from runner import stable_argsort

TRIALS = 60
STARTUP_TRIALS = 10
# A new one each time; a failure names it in the test's name.
FRESH_SEED = random.SystemRandom().randrange(2**32)


@pytest.fixture(scope="module")
def native():
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return NativeLibrary()


def encode(problem, candidate):
    """A candidate as the native side has it: one double per parameter, a choice as its index."""
    return [float(parameter.encode(value)) for parameter, value in zip(problem.parameters, candidate, strict=True)]


def run_optuna(name, seed, trials, startup_trials):
    problem = runner.PROBLEMS[name]
    study = runner.create_study(seed, startup_trials)
    rows = []
    for _ in range(trials):
        trial = study.ask()
        candidate = problem.suggest(trial)
        value = problem.objective(candidate)
        study.tell(trial, value)
        rows.append([*encode(problem, candidate), value])
    return rows


def run_native(native, name, seed, trials, startup_trials):
    parameters = len(runner.PROBLEMS[name].parameters)
    return native.run_trials(name, parameters, trials, seed=seed, startup_trials=startup_trials)


def disagreements(ours, theirs):
    """Trials whose proposals are not all within 1e-9 relative, or whose values are not."""
    return [
        (number, a, b)
        for number, (a, b) in enumerate(zip(ours, theirs, strict=True))
        if not all(math.isclose(x, y, rel_tol=1e-9) for x, y in zip(a[:-1], b[:-1], strict=True))
        or not math.isclose(a[-1], b[-1], rel_tol=1e-9, abs_tol=1e-9)
    ]


@pytest.mark.parametrize("seed", [0, 1234567, 2**32 - 1, FRESH_SEED])
@pytest.mark.parametrize("name", list(runner.PROBLEMS))
def test_every_proposal_of_a_small_study_agrees_with_optunas(native, name, seed):
    with stable_argsort():
        optunas = run_optuna(name, seed, TRIALS, STARTUP_TRIALS)
    natives = run_native(native, name, seed, TRIALS, STARTUP_TRIALS)
    assert disagreements(natives, optunas) == [], f"{name}, seed {seed}"


@pytest.mark.parametrize("name", list(runner.PROBLEMS))
def test_the_comparison_sees_a_study_of_another_seed(native, name):
    optunas = run_optuna(name, 1, 12, STARTUP_TRIALS)
    assert len(disagreements(run_native(native, name, 2, 12, STARTUP_TRIALS), optunas)) == 12


def test_both_sides_have_the_same_29_leverage_values(native):
    random_only = {"seed": 3, "trials": 600, "startup_trials": 600}
    optunas = {row[5] for row in run_optuna("mixed_log", **random_only)}
    natives = {row[5] for row in run_native(native, "mixed_log", **random_only)}
    assert len(optunas) == 29
    assert natives == optunas
    assert (min(optunas), max(optunas)) == (0.2, 3.0)
