"""Appendix 4: linear velocity of the Kawasaki FS20N, as printed and executed.

Besides the configuration of figure P.1 the printed vectors need lengths without side offsets:
they have r_6j along Z_B alone. r_6j is read here as the height of the point over the origin of
frame j-1, and the point is the origin of frame 6.
"""

from __future__ import annotations

import numpy as np

from . import oracle
from .appendix3 import PRINTED, axis_in_base
from .forms import Readings, Section
from .section02 import lam

section = Section(map(oracle.kawasaki, range(1, 5)))
E_Z = np.eye(3)[2]


def special(c, **lengths):
    """All joints at zero and the given lengths in place of the random ones."""
    twin = c.moving()
    twin.q, twin.l = [0.0] * 7, [None] + [x.copy() for x in c.l[1:]]
    for name, x in lengths.items():
        i = int(name[2:])
        twin.l[i] = x * np.eye(3)[np.argmax(np.abs(c.l[i]))]
    return twin


def without_offsets(c):
    return special(c, L_1=0.0, L_3=0.0)


def arm(c, j) -> np.ndarray:
    """From the origin of frame j-1 to that of frame 6, in {B}."""
    return c.tau("B", 0) @ (c.origin(6).c[0] - c.origin(j - 1).c[0])


def column(c, j) -> np.ndarray:
    """Velocity of the origin of frame 6 at dq_j = 1, in {B}."""
    return c.tau("B", 0) @ c.unit(j).V(6)


def velocity(c) -> np.ndarray:
    return c.tau("B", 0) @ c.V(6)


def height(c, j) -> float:
    """r_6j."""
    return arm(c, j)[2]


def printed_column(c, j) -> list[np.ndarray]:
    """lambda(c_j) (0, 0, r_6j) and its printed value, a multiple of r_6j along Y_B."""
    factor = {2: 1, 3: -1, 5: -1}.get(j, 0)
    return [lam(PRINTED[j]) @ (height(c, j) * E_Z), factor * height(c, j) * np.eye(3)[1]]


@section.erratum("A4-upper-limit")
def _(c):
    def up_to(i):
        return sum(column(c, j) * c.dq[j] for j in range(1, i + 1))

    yield Readings([up_to(i) for i in range(1, 5)]), up_to(6), velocity(c)   # D_66 is zero


def printed_D(number: int, j: int, lengths: dict, others: dict) -> None:
    @section.holds(number)
    def _(c):
        state = special(c, **lengths)
        yield *printed_column(state, j), column(state, j)

    @section.without(number)
    def _(c):
        state = special(c, **others) if others else c
        yield *printed_column(state, j), column(state, j)


printed_D(339, 1, {"L_1": 0.3, "L_3": 0.3}, {"L_1": 0.15, "L_3": 0.06})
printed_D(340, 2, {"L_3": 0.0}, {"L_3": 0.06})
printed_D(341, 3, {"L_3": 0.0}, {"L_3": 0.06})
for _number, _j in (342, 4), (343, 5):
    printed_D(_number, _j, {}, {})


@section.holds(344)
def _(c):
    yield *printed_column(special(c), 6), column(c, 6)


@section.without(344)
def _(c):
    yield printed_column(special(c), 6)[1], c.unit(6).V(6, c.t[6])


@section.holds("A4-numbers-at-zero")
def _(c):
    state = special(c)
    for j in c.links:
        yield axis_in_base(state, j), PRINTED[j]


def row(c, sign) -> np.ndarray:
    """The second row of the printed Jacobian matrix; `sign` stands before r_63."""
    return np.array([0, height(c, 2), sign * height(c, 3), 0, -height(c, 5), 0])


@section.erratum("A4-sign-r63")
def _(c):
    state = without_offsets(c)
    rates = np.array(c.dq[1:])
    printed, corrected = (np.outer(np.eye(3)[1], row(state, sign)) @ rates for sign in (1, -1))
    yield printed, corrected, velocity(state)


@section.erratum("A4-size")
def _(c):
    state = without_offsets(c)
    right = row(state, -1)[[1, 2, 4]] @ np.array(c.dq)[[2, 3, 5]]
    yield velocity(state), velocity(state)[1], right


@section.erratum("A4-undefined")
def _(c):
    state = without_offsets(c)
    yield [np.nan, np.nan], [0.0, 0.0], velocity(state)[[0, 2]]


@section.holds("A4-idle-joints")
def _(c):
    state = without_offsets(c)
    for j in 1, 4, 6:
        yield column(state, j), np.zeros(3)


@section.without("A4-idle-joints")
def _(c):
    yield column(special(c, L_1=0.15, L_3=0.06), 1), np.zeros(3)
    yield column(c, 1), np.zeros(3)


def jacobian(c) -> np.ndarray:
    return np.column_stack([column(c, j) for j in c.links])


@section.holds("A4-no-solution")
def _(c):
    J = jacobian(without_offsets(c))
    yield np.linalg.matrix_rank(J, tol=1e-9), 1
    yield np.linalg.matrix_rank(np.column_stack([J, c.t[1]]), tol=1e-9), 2


@section.without("A4-no-solution")
def _(c):
    J = jacobian(without_offsets(c))                    # along Y_B, then in another configuration
    yield np.linalg.matrix_rank(np.column_stack([J, np.eye(3)[1]]), tol=1e-9), 2
    yield np.linalg.matrix_rank(jacobian(c), tol=1e-9), 1
