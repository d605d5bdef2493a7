"""Expressions at given numbers: the quick way has the bits of sympy's own."""

import math
import random
import re

import pytest
import sympy as sp

from autograde.runner import encode

SYMBOLS = sp.symbols("x y z alpha q_1")
CONSTANTS = (sp.Integer(-2), sp.Rational(3, 7), sp.Float(0.35), sp.pi, sp.sqrt(2))


def _grown(rng, depth):
    """An expression of sums, products, powers and functions, drawn."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([*SYMBOLS, *SYMBOLS, *CONSTANTS])
    parts = [_grown(rng, depth - 1) for _ in range(rng.randint(2, 4))]
    kind = rng.choice([sp.Add, sp.Add, sp.Mul, sp.Mul, sp.sin, sp.cos, sp.Pow, sp.atan,
                       sp.Piecewise])
    if kind is sp.Piecewise:
        return sp.Piecewise((parts[0], SYMBOLS[0] > 0), (parts[1], True))
    if kind in (sp.Add, sp.Mul):
        return kind(*parts)
    if kind is sp.Pow:
        return parts[0] ** rng.choice([2, -1, 3, sp.Rational(1, 2)])
    return kind(parts[0])


def _by_sympy(leaf, numbers):
    found = leaf.xreplace({x: sp.Float(numbers[str(x)], 30) for x in SYMBOLS})
    if found.has(sp.nan):
        raise encode.Unusable("contains NaN")
    if found.has(sp.oo, sp.zoo):
        raise encode.Unusable("contains infinity")
    return encode._evaluated(found)


def _told(work, *given):
    try:
        return repr(work(*given))
    except encode.Unusable as problem:
        return str(problem)


@pytest.mark.parametrize("seed", range(5))
def test_what_sympy_finds_is_found_bit_by_bit(seed):
    rng, tried = random.Random(seed), 0
    while tried < 100:
        leaf = _grown(rng, rng.randint(1, 4))
        if not leaf.free_symbols or leaf.has(sp.nan, sp.oo, sp.zoo):
            continue
        tried += 1
        numbers = {str(x): rng.choice([rng.uniform(-3, 3), round(rng.uniform(-3, 3), 2), 0.0, 1.0])
                   for x in SYMBOLS}
        expected = _told(_by_sympy, leaf, numbers)
        sp.core.cache.clear_cache()
        assert _told(encode._leaf_at, leaf, numbers, {}) == expected, (leaf, numbers)


@pytest.mark.parametrize("angle", [1e-9, 0.5, -2.2, 3.141592653589793, 11.0, 1e5, -7e15])
def test_sines_have_the_bits_of_sympy(angle):
    number = sp.Float(angle, 30)
    for function in (sp.sin, sp.cos):
        mine, theirs = encode._turned(function, number), function(number)
        assert (mine._mpf_, mine._prec) == (theirs._mpf_, theirs._prec)


x, X, Y, dX, q = sp.symbols("x X Y dX q")


@pytest.mark.parametrize("leaf,told", [
    ((x + dX) ** 2 - x**2 - 2 * x * dX - dX**2 + q, 0.5),
    ((X * dX + X * x) / X - dX + q, 2.5),
    (sp.cos(q) * (X + x) - X * sp.cos(q), 2 * math.cos(0.5)),
    (X * (dX + 1) - X * dX - X, 0.0),
    (x + dX, "dX"), (x + X - Y, "[XY]"), (x * sp.exp(X - Y), "[XY]"), (1e-13 * X, "X"),
    (x * sp.sign(X), "X"), (x * sp.Abs(X) / X, "X"), (x * sp.sqrt(X**2) / X, "X"),
    (sp.Piecewise((x, X > 0), (7, True)), "X"), (x + sp.floor(X / 10), "X"),
    (x * (X + dX - q) / (X + dX), "d?X"), ((x + X) ** 2000 * x, "X")])
def test_only_a_symbol_that_cancels_is_no_matter(leaf, told):
    """Lagrange's equations that nobody simplified: the answer does not depend on it."""
    for at in ({"x": 2.0, "q": 0.5}, {"x": 0.0, "q": 0.0}):
        found = encode.evaluate_safely(leaf, at)
        if isinstance(told, str):
            assert re.fullmatch(f"unknown symbol {told}", found["reason"])
        elif at["x"]:
            assert found["data"] == pytest.approx([told], abs=1e-15)
