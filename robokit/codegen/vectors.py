"""Vectors and matrices of any scalars: of a tape, or numpy's arrays over a batch.

What stands beside them are plain numbers, and zeros and ones of these cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..types import Floats

__all__ = ["ZERO", "Function", "Matrix", "Real", "Vector", "apply", "back", "cross", "dot",
           "equals", "is_number", "minus", "onto", "plain", "plus", "scaled", "times"]

#: A scalar of the tape, an array over a batch, or a plain number that stands beside either.
Real = Any
Vector = list[Real]                     # (3,)
Matrix = list[Vector]                   # (3, 3), row by row
Function = Callable[[Real], Real]       # sin or cos

ZERO: Vector = [0, 0, 0]


def plus(a: Vector, b: Vector) -> Vector:
    return [x + y for x, y in zip(a, b)]


def minus(a: Vector, b: Vector) -> Vector:
    return [x - y for x, y in zip(a, b)]


def dot(a: Sequence[Real], b: Sequence[Real]) -> Real:
    total = 0
    for x, y in zip(a, b):
        total = total + times(x, y)
    return total


def times(x: Real, y: Real) -> Real:
    if equals(x, 0) or equals(y, 0):
        return 0
    return y if equals(x, 1) else -y if equals(x, -1) else x * y


def scaled(c: Real, x: Vector) -> Vector:
    return [times(c, y) for y in x]


def equals(x: Real, value: int) -> bool:
    return is_number(x) and x == value


def is_number(x: Real) -> bool:
    return isinstance(x, (int, float))


def cross(a: Vector, b: Vector) -> Vector:
    return [times(a[1], b[2]) - times(a[2], b[1]), times(a[2], b[0]) - times(a[0], b[2]),
            times(a[0], b[1]) - times(a[1], b[0])]


def apply(matrix: Matrix, x: Sequence[Real]) -> Vector:
    return [dot(row, x) for row in matrix]


def plain(a: Floats) -> list[Any]:
    """A constant array as lists of numbers, whole ones as integers."""
    return [plain(x) if np.ndim(x) else int(x) if x == int(x) else float(x) for x in a]


def onto(c: Real, s: Real, x: Vector) -> Vector:
    """Rz^T x: into the turned frame."""
    return [times(c, x[0]) + times(s, x[1]), times(c, x[1]) - times(s, x[0]), x[2]]


def back(c: Real, s: Real, x: Vector) -> Vector:
    """Rz x: out of the turned frame."""
    return [times(c, x[0]) - times(s, x[1]), times(s, x[0]) + times(c, x[1]), x[2]]
