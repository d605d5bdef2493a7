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


def longer(c):
    """A random chain with two more joints than the case has."""
    rng = np.random.default_rng(c.n)
    n = c.n + 2
    return oracle.make((*c.sigma, 1, 1), rng.uniform(-3, 3, (n, 3)), rng.normal(size=(n, 3)), rng)


def stretched(c):
    """The Kawasaki with its wrist stretched: the axes of joints 4 and 6 in line."""
    return c.moving(q=[*c.q[1:5], 0.0, c.q[6]])


@section.without(130)
def _(c):
    if c.n == 6:                                      # no inverse: the pseudoinverse for it
        for k in (longer(c), stretched(c)):
            yield np.linalg.pinv(jacobian(k)) @ velocity(k, k.n), rates(k)


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
        yield COUNT[solutions(jacobian(stretched(c)), wanted)], COUNT["none"]
        yield COUNT[solutions(jacobian(stretched(c)), jacobian(stretched(c)) @ rates(c))], \
            COUNT["many"]


def asked(c):
    """Numbers of solutions for two wanted velocities: any one, and one that is reachable."""
    J = jacobian(c)
    return COUNT[solutions(J, np.arange(1.0, 7.0))], COUNT[solutions(J, J @ rates(c))]


@section.holds("6.2-decided-by")
def _(c):
    if c.n == 6:
        yield asked(c)
        yield asked(longer(c))


@section.without("6.2-decided-by")
def _(c):
    yield asked(c if c.n < 6 else stretched(c))
