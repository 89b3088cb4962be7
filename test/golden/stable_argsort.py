"""The one change that makes Optuna's TPE independent of the CPU: for tests and golden data, never in a benchmark."""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy
from optuna.samplers._tpe import parzen_estimator


class _StableNumpy:
    """NumPy as the Parzen estimator sees it, with equal values sorted by their position."""

    argsort = staticmethod(lambda values: numpy.argsort(values, kind="stable"))

    def __getattr__(self, name: str) -> Any:
        return getattr(numpy, name)


@contextlib.contextmanager
def stable_argsort() -> Iterator[None]:
    """Inside it, Optuna 4.9.0's estimator (optuna/samplers/_tpe/parzen_estimator.py) sorts its observations stably.

    NumPy's default argsort is not stable and its order of equal values depends on the CPU; kernel widths, and with them
    every later proposal, depend on that order.
    """
    original = parzen_estimator.np
    parzen_estimator.np = _StableNumpy()
    try:
        yield
    finally:
        parzen_estimator.np = original
