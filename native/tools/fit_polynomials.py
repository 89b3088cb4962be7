"""Prints the polynomial coefficients of native/src/simd/vector_math.hpp and normal_tail.hpp, with their errors.

Run with any Python that has mpmath: `python native/tools/fit_polynomials.py`. Each polynomial interpolates its function
at Chebyshev nodes in 60-digit arithmetic, which is within a small factor of the best approximation, and is printed in
powers of its variable, rounded to double.
"""

from collections.abc import Callable

import mpmath as mp

mp.mp.dps = 60


def interpolate(function: Callable, degree: int, low: mp.mpf, high: mp.mpf) -> list[mp.mpf]:
    """Coefficients, lowest power first, of the interpolant at degree + 1 Chebyshev nodes of [low, high]."""
    count = degree + 1
    nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos((2 * k + 1) * mp.pi / (2 * count)) for k in range(count)]
    differences = [function(x) for x in nodes]
    for level in range(1, count):
        for i in range(count - 1, level - 1, -1):
            differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - level])
    powers = [mp.mpf(0)] * count
    for i in range(count - 1, -1, -1):
        shifted = [mp.mpf(0), *powers[:-1]]
        powers = [s - nodes[i] * p for s, p in zip(shifted, powers, strict=True)]
        powers[0] += differences[i]
    return powers


def report(name: str, function: Callable, degree: int, low: mp.mpf, high: mp.mpf) -> None:
    coefficients = [float(c) for c in interpolate(function, degree, low, high)]
    error = mp.mpf(0)
    for i in range(4001):
        x = low + (high - low) * i / 4000
        value = mp.polyval([mp.mpf(c) for c in reversed(coefficients)], x)
        error = max(error, abs(value / function(x) - 1))
    print(f"{name}: degree {degree}, relative error {mp.nstr(error, 3)}")
    for c in coefficients:
        print(f"    {c!r},")


def scaled_tail(u: mp.mpf, shift: mp.mpf) -> mp.mpf:
    """Q(t) exp(t^2 / 2) at u = (t - shift) / (t + shift) (Schonfelder 1978)."""
    t = shift * (1 + u) / (1 - u)
    return mp.erfc(t / mp.sqrt(2)) / 2 * mp.exp(t * t / 2)


if __name__ == "__main__":
    half = mp.mpf(1) / 2
    report("2^r", lambda r: mp.power(2, r), 10, -half, half)
    report("2^r, single precision", lambda r: mp.power(2, r), 4, -half, half)
    shift = mp.mpf("3.25")
    report("normal tail", lambda u: scaled_tail(u, shift), 24, mp.mpf(-1), (38 - shift) / (38 + shift))
