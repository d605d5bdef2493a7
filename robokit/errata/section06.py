"""Section 6: forward and inverse problems for velocities, as printed and executed."""

from __future__ import annotations

import numpy as np

from . import oracle
from .forms import Section
from .section05 import rates, velocity

section = Section([*oracle.samples(), *map(oracle.kawasaki, range(1, 5))])


def jacobian(c) -> np.ndarray:
    """Xi^(0): velocities of the last link at unit joint rates, one by one. (6, n)"""
    return np.column_stack([velocity(c.unit(j), c.n) for j in c.links])


@section.holds(130)
def _(c):
    if c.n == 6:
        yield np.linalg.inv(jacobian(c)) @ velocity(c, c.n), rates(c)


@section.without(130)
def _(c):
    if c.n < 6:                                       # no inverse: (n, n) wanted, (6, n) there
        square = jacobian(c).shape[0] == jacobian(c).shape[1]
        yield rates(c) if square else np.nan * rates(c), rates(c)


@section.erratum("6.2-coordinates")
def _(c):
    if c.n == 6:
        solution = np.linalg.solve(jacobian(c), velocity(c, c.n))
        yield np.array(c.q[1:]), rates(c), solution


@section.holds("6.1-unique")
def _(c):
    yield jacobian(c) @ rates(c), velocity(c, c.n)


def solutions(matrix, wanted) -> str:
    """How many solutions matrix x = wanted has, by the ranks."""
    rank = np.linalg.matrix_rank(matrix)
    if np.linalg.matrix_rank(np.column_stack([matrix, wanted])) > rank:
        return "none"
    return "one" if rank == matrix.shape[1] else "many"


COUNT = {"none": 0.0, "one": 1.0, "many": 2.0}


@section.holds("6.2-three-cases")
def _(c):
    wanted = np.concatenate([c.t[1], c.t[2]])
    J = jacobian(c)
    yield COUNT[solutions(J, wanted)], COUNT["one" if c.n == 6 else "none"]
    yield COUNT[solutions(J[3:, :4], wanted[3:])], COUNT["many"]
    if c.n == 6:                                      # the wrist stretched: axes 4 and 6 in line
        stretched = jacobian(c.moving(q=[*c.q[1:5], 0.0, c.q[6]]))
        yield COUNT[solutions(stretched, wanted)], COUNT["none"]
        yield COUNT[solutions(stretched, stretched @ rates(c))], COUNT["many"]
