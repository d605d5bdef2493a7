"""Appendix 3: angular velocity of the Kawasaki FS20N, as printed and executed.

The numbers belong to the configuration of figure P.1, all joints at zero, without saying so.
"""

from __future__ import annotations

import numpy as np

from . import oracle
from .forms import Readings, Section

section = Section(map(oracle.kawasaki, range(1, 5)))

PRINTED = {1: (0, 0, -1), 2: (-1, 0, 0), 3: (1, 0, 0), 4: (0, 0, 1), 5: (1, 0, 0), 6: (0, 0, 1)}


def at_zero(c):
    """The configuration of figure P.1 with the same rates."""
    return c.moving(q=np.zeros(6))


def axis_in_base(c, j) -> np.ndarray:
    """The unit vector of joint j's axis, in {B}."""
    return c.tau("B", 0) @ c.axes(j - 1).c[0][:, 2]


def spin(c) -> np.ndarray:
    """Absolute angular velocity of the last link, in {B}."""
    return c.tau("B", 0) @ c.omega(6)


def columns(keys, *joints):
    """Displays that print the axes of these joints."""
    @section.holds(*keys)
    def _(c):
        for j in joints:
            yield PRINTED[j], axis_in_base(at_zero(c), j)

    @section.without(*keys)
    def _(c):
        for j in joints:
            yield PRINTED[j], axis_in_base(c, j)


columns([331], 1, 4)
columns([332], 2, 5)
columns([333], 3, 6)


@section.erratum("A3-upper-limit")
def _(c):
    def up_to(i):
        return sum(axis_in_base(c, j) * c.dq[j] for j in range(1, i + 1))

    yield Readings([up_to(i) for i in range(1, 6)]), up_to(6), spin(c)


def printed_spin(c) -> np.ndarray:
    return sum(np.array(PRINTED[j]) * c.dq[j] for j in c.links)


@section.holds(334)
def _(c):
    yield printed_spin(c), spin(at_zero(c))


@section.without(334)
def _(c):
    yield printed_spin(c), spin(c)


@section.holds(335)
def _(c):
    yield -c.dq[2] + c.dq[3] + c.dq[5], spin(at_zero(c))[0]


@section.without(335)
def _(c):
    yield -c.dq[2] + c.dq[3] + c.dq[5], spin(c)[0]


@section.holds(336)
def _(c):
    yield -c.dq[1] + c.dq[4] + c.dq[6], spin(at_zero(c))[2]


@section.without(336)
def _(c):
    yield -c.dq[1] + c.dq[4] + c.dq[6], spin(c)[2]


@section.holds("A3-first-axis")
def _(c):
    yield PRINTED[1], axis_in_base(c, 1)


@section.holds("A3-second-and-third-axis")
def _(c):
    turned = c.moving(q=[0.0, *c.q[2:]])
    for j in 2, 3:
        yield PRINTED[j], axis_in_base(turned, j)


@section.without("A3-second-and-third-axis")
def _(c):
    for j in 2, 3:
        yield PRINTED[j], axis_in_base(c, j)


@section.holds("A3-no-component-along-y")
def _(c):
    yield spin(at_zero(c))[1], 0.0


@section.without("A3-no-component-along-y")
def _(c):
    yield spin(c)[1], 0.0


def standing(c, *zero):
    """q_2 = q_3 and these joints at zero, the others anywhere."""
    q = [0.0 if i in zero else c.q[i] for i in c.links]
    q[2] = q[1]
    return c.moving(q=q)


@section.holds("A3-all-axes")
def _(c):
    for j in c.links:
        yield PRINTED[j], axis_in_base(standing(c, 1, 4, 5), j)


@section.without("A3-all-axes")
def _(c):
    left_out = [standing(c, 4, 5), standing(c, 1, 5), standing(c, 1, 4),
                c.moving(q=[0.0, c.q[2], c.q[3], 0.0, 0.0, c.q[6]])]
    worst = [max(np.abs(axis_in_base(k, j) - PRINTED[j]).max() for j in c.links)
             for k in left_out]
    yield max(0.0, min(worst)), 0.0                    # each of the four is needed
