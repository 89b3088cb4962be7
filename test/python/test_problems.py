"""Search spaces and objectives of the runner."""

import math
import random

import numpy
import optuna
import pytest
import runner

NAMES = list(runner.PROBLEMS)
POINTS = [
    # Problem, candidate, value: corners and worked examples.
    ("branin2", (math.pi, 2.275), 0.39788735772973816),
    ("branin2", (9.42477796076938, 2.475), 0.39788735772973816),
    ("branin2", (0.0, 0.0), 56.0 - 10.0 / (8.0 * math.pi)),
    ("hartmann3", (0.0, 0.0, 0.0), -0.06797411659),
    ("rosenbrock6", (0.0,) * 6, 5.0),
    ("rosenbrock6", (-1.0,) * 6, 2020.0),
    ("mixed_log", ("hybrid", False, 37, 3000, 0.002, 1.4), 1.5),
    ("mixed_log", ("hybrid", True, 49, 3000, 0.002, 1.4), 1.0 + 0.45 / 16),
    ("mixed_log", ("hybrid", True, 37, 3000, 0.002, 1.9), 0.04 + 0.6 * 0.35**2 + 0.45),
    ("mixed_log", ("noise", True, 5, 12, 20.0, 2.8), 2.5),
    ("mixed_log", ("carry", True, 88, 600000, 2e-7, 0.4), 1.1),
    ("mixed_log", ("trend", False, 12, 80, 2e-5, 0.7), 2.05),
    ("mixed_log", ("mean", True, 75, 120000, 0.8, 2.3), 0.8),
    ("mixed_log", ("breakout", True, 24, 900, 8e-3, 1.9), 0.35),
    # d5 = 1: circ(7, 17) = 7, every other term 0.
    ("million_discrete", (8, 1, 6, 3, 9, 5), 100 * 11 * 49 + 1),
    # d0 = 1: circ(3, 11) = 3 and circ(5, 17) = 5.
    ("million_discrete", (9, 1, 6, 3, 9, 4), 100 * (17 * 9 + 11 * 25) + 1),
]


def random_candidate(draw: random.Random) -> tuple[int, ...]:
    return tuple(draw.randrange(10) for _ in range(6))


@pytest.mark.parametrize(("name", "candidate", "value"), POINTS)
def test_an_objective_has_its_worked_value(name, candidate, value):
    assert runner.PROBLEMS[name].objective(candidate) == pytest.approx(value, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_known_optimum_lies_in_the_space_and_has_the_declared_value(name):
    check = runner.check_optimum(name)
    assert abs(check["value"] - check["declared_optimum"]) <= 2e-5


@pytest.mark.parametrize("name", NAMES)
def test_no_sampled_candidate_is_better_than_the_declared_optimum_or_outside_the_space(name):
    problem = runner.PROBLEMS[name]
    study = runner.create_study(seed=5, startup_trials=50)
    for _ in range(50):
        trial = study.ask()
        candidate = problem.suggest(trial)
        assert list(trial.params) == [parameter.name for parameter in problem.parameters]
        assert problem.contains(candidate)
        assert problem.objective(candidate) >= problem.declared_optimum - 2e-5
        study.tell(trial, 0.0)


def test_the_rastrigin_rotations_are_one_orthogonal_matrix():
    rotation = numpy.eye(6)
    for a, b, angle in runner.RASTRIGIN_ROTATIONS:
        plane = numpy.eye(6)
        plane[numpy.ix_([a, b], [a, b])] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        rotation = plane @ rotation
    draw = numpy.random.default_rng(3)
    for candidate in draw.uniform(-5.12, 5.12, (20, 6)):
        z = rotation @ (candidate - runner.RASTRIGIN_SHIFT)
        expected = 60.0 + (z**2 - 10.0 * numpy.cos(2.0 * numpy.pi * z)).sum()
        assert runner.rotated_rastrigin6(candidate.tolist()) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "outside"),
    [
        ("branin2", (-5.0000001, 0.0)),
        ("branin2", (0.0, 15.0000001)),
        ("mixed_log", ("other", True, 1, 1, 1.0, 1.0)),
        ("mixed_log", ("trend", True, 97, 1, 1.0, 1.0)),
        ("mixed_log", ("trend", True, 1, 1, 1.0, 1.05)),
        ("million_discrete", (0, 0, 0, 0, 0, 10)),
        ("million_discrete", (0, 0, 0, 0, 0, 0.5)),
    ],
)
def test_a_candidate_outside_the_space_is_seen(name, outside):
    assert not runner.PROBLEMS[name].contains(outside)


def test_the_enumeration_finds_the_known_landscape():
    found = runner.enumerate_million_discrete(numpy)
    assert found.pop("wall_seconds") > 0
    assert found == {
        "candidate_count": 10**6,
        "minimum": 0.0,
        "minimizer": [8, 1, 6, 3, 9, 4],
        "multiplicity": 1,
        "second_best": 17.0,
    }


def test_the_enumeration_agrees_with_plain_evaluation_at_random_candidates():
    values = runner.million_discrete_values(numpy)
    draw = random.Random(11)
    for candidate in [random_candidate(draw) for _ in range(5000)]:
        assert values[candidate] == runner.million_discrete(candidate), candidate


def test_diagnostics_take_the_nearest_of_equally_good_candidates():
    def trial(value, *candidate):
        names = [parameter.name for parameter in runner.PROBLEMS["million_discrete"].parameters]
        return optuna.trial.create_trial(
            value=value,
            params=dict(zip(names, candidate, strict=True)),
            distributions=dict.fromkeys(names, optuna.distributions.IntDistribution(0, 9)),
        )

    history = [
        trial(7.0, 0, 0, 6, 3, 9, 4),  # two coordinates, nine steps
        trial(7.0, 8, 9, 6, 3, 9, 4),  # one coordinate, eight steps
        trial(7.0, 8, 4, 6, 3, 9, 4),  # one coordinate, three steps: this one counts
        trial(9.0, 8, 1, 6, 3, 9, 4),
        trial(9.0, 8, 1, 6, 3, 9, 4),
    ]
    assert runner.discrete_diagnostics(history) == {
        "unique_candidates": 4,
        "duplicate_candidates": 1,
        "exact_optimum_hits": 2,
        "best_hamming": 1,
        "best_l1": 3,
    }
