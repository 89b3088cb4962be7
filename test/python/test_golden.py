"""The committed golden data is what the installed Optuna still gives: a drift of the install shows here."""

import make_golden
import optuna
import pytest
import runner
from make_golden import HERE
from runner import stable_argsort

# Trial files that cost a second or less; the native tests read all of them.
CHEAP = ("trials/branin2-", "trials/hartmann3-", "log-densities/")
FILES = list(dict(make_golden.golden_files()))


def data_lines(lines):
    return [line.split(",") for line in lines if not line.startswith("#")]


def as_number(field):
    try:
        return float(field)
    except ValueError:
        return field


def test_the_committed_files_are_those_that_the_command_makes():
    committed = {str(path.relative_to(HERE)) for path in HERE.rglob("*.csv")}
    assert committed == set(FILES)


@pytest.mark.parametrize("path", [path for path in FILES if path.startswith(CHEAP)])
def test_the_installed_optuna_still_gives_the_committed_data(path):
    committed = (HERE / path).read_text(encoding="utf-8").splitlines()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with stable_argsort():
        fresh = list(dict(make_golden.golden_files())[path])
    assert len(fresh) == len(committed) > 5
    for new, old in zip(data_lines(fresh), data_lines(committed), strict=True):
        assert [*map(as_number, new)] == [
            pytest.approx(value, rel=1e-9, abs=0) if isinstance(value, float) else value
            for value in map(as_number, old)
        ]


def test_the_shim_makes_equal_observations_keep_their_order_and_is_gone_afterwards():
    from optuna.samplers._tpe import parzen_estimator

    stock = parzen_estimator.np
    ties = [0.0, 1.0] * 500
    with stable_argsort():
        order = parzen_estimator.np.argsort(parzen_estimator.np.array(ties))
        assert parzen_estimator.np.log is stock.log
    assert order.tolist() == [*range(0, 1000, 2), *range(1, 1000, 2)]
    assert parzen_estimator.np is stock


def test_the_golden_seeds_are_not_the_standard_ones():
    assert not {17, 41, 73, 109, 149} & set(make_golden.SEEDS)
    assert 2**31 < max(make_golden.SEEDS) <= runner.MAX_SEED
