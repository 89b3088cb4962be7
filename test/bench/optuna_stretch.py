"""What Optuna's ask and tell cost late in a long study: optuna_stretch.py SPACE TRIALS LAST SEED.

The history, TRIALS - LAST random trials, is added without sampling (study.add_trial), since Optuna would take hours to
propose it; then LAST trials are asked, evaluated and told. Prints a line of CSV as native/performance/scaling_benchmark
does: space, sampler, n, microseconds of ask + tell and of processor time per trial over the last trials, 0, 0. Spaces
and objective are those of that program, too.
"""

import math
import random
import sys
import time
from pathlib import Path
from typing import Any

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import runner

PARAMETERS = 16
KINDS: tuple[BaseDistribution, ...] = (
    FloatDistribution(-5.0, 5.0),
    IntDistribution(0, 99),
    FloatDistribution(1e-6, 1.0, log=True),
    CategoricalDistribution(range(8)),
)


def make_space(name: str) -> dict[str, BaseDistribution]:
    kinds = {"real": KINDS[:1], "int": KINDS[1:2], "mixed": KINDS}[name]
    return {f"p{i}": kinds[i % len(kinds)] for i in range(PARAMETERS)}


def draw(distribution: BaseDistribution, dice: random.Random) -> Any:
    if isinstance(distribution, CategoricalDistribution):
        return dice.choice(distribution.choices)
    if isinstance(distribution, IntDistribution):
        return dice.randint(distribution.low, distribution.high)
    if distribution.log:
        return distribution.low * (distribution.high / distribution.low) ** dice.random()
    return dice.uniform(distribution.low, distribution.high)


def unit(distribution: Any, value: Any) -> float:
    if isinstance(distribution, CategoricalDistribution):
        return value / len(distribution.choices)
    low, high = distribution.low, distribution.high
    return math.log(value / low) / math.log(high / low) if distribution.log else (value - low) / (high - low)


def sphere(space: dict[str, BaseDistribution], params: dict[str, Any]) -> float:
    return sum((unit(space[name], value) - 0.53) ** 2 * 100.0 for name, value in params.items())


def fill(study: optuna.Study, space: dict[str, BaseDistribution], trials: int, dice: random.Random) -> None:
    for _ in range(trials):
        params = {name: draw(distribution, dice) for name, distribution in space.items()}
        value = sphere(space, params)
        study.add_trial(optuna.trial.create_trial(params=params, distributions=space, value=value))


def suggest(trial: optuna.Trial, name: str, distribution: Any) -> Any:
    if isinstance(distribution, CategoricalDistribution):
        return trial.suggest_categorical(name, distribution.choices)
    method = trial.suggest_int if isinstance(distribution, IntDistribution) else trial.suggest_float
    return method(name, distribution.low, distribution.high, log=distribution.log)


def measure(study: optuna.Study, space: dict[str, BaseDistribution], trials: int) -> tuple[float, float]:
    """Per trial: microseconds of study.ask, every suggest and study.tell; of processor time, objective included."""
    clock = time.perf_counter_ns
    spent = 0
    processor = time.process_time_ns()
    for _ in range(trials):
        start = clock()
        trial = study.ask()
        params = {name: suggest(trial, name, distribution) for name, distribution in space.items()}
        asked = clock()
        value = sphere(space, params)
        evaluated = clock()
        study.tell(trial, value)
        spent += (asked - start) + (clock() - evaluated)
    return spent / 1000 / trials, (time.process_time_ns() - processor) / 1000 / trials


def main(space_name: str, trials: int, last: int, seed: int) -> None:
    runner.check_pins({})
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    space = make_space(space_name)
    study = runner.create_study(seed, 10)
    fill(study, space, trials - last, random.Random(seed))
    spent, processor = measure(study, space, last)
    print(f"{space_name},optuna,{trials},{spent:.3f},{processor:.3f},0,0")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
