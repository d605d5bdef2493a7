"""Pudovkina and Telegin's paper on forces in joints, as printed and executed.

All frames are parallel at q = 0 and each joint turns about, or slides along, an axis of its frame.
The truth is axes turned one after the other by the oracle, and weights added up.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from . import oracle
from .forms import Section

#: the paper's problems; along which axis a joint slides (P) changes no direction cosine
PROBLEMS = {1: "P P y P z y", 2: "y P y P z y", 3: "y y y P z y", 4: "y z y P z y",
            5: "y z z y z y"}
OTHERS = ("x P x y", "x z y P", "z x P x z", "y x z x", "P z P y x y")
UP = np.array([0.0, 1.0, 0.0])


class State(NamedTuple):
    """Six coordinates, and the masses m_01 .. m_06 of the links."""

    q: tuple[float, ...]
    m: tuple[float, ...]

    @property
    def s(self):
        return [None, *np.sin(self.q)]

    @property
    def c(self):
        return [None, *np.cos(self.q)]


def _state(seed) -> State:
    rng = np.random.default_rng(seed)
    return State(tuple(rng.uniform(-3, 3, 6)), tuple(rng.uniform(1, 3, 6)))


section = Section([_state(seed) for seed in range(1, 5)])


# -- the truth -------------------------------------------------------------------------------------
@cache
def axes(pattern: str, q: tuple[float, ...]) -> list[np.ndarray]:
    """Axes of frames 0..n as columns, in frame 0."""
    found = [np.eye(3)]
    for word, angle in zip(pattern.split(), q):
        turned = found[-1].T if word == "P" else \
            [x.c[0] for x in oracle.turned(found[-1].T, "xyz".index(word), angle)]
        found.append(np.array(turned).T)
    return found


def tau(state, pattern, i, j):
    """Column xi: components in frame i of the axis xi of frame j."""
    return axes(pattern, state.q)[i].T @ axes(pattern, state.q)[j]


def force(state, k):
    """On link k from link k-1, in frame 0: it carries every weight beyond the joint."""
    return sum(9.81 * m * UP for m in state.m[k - 1:])


def subsystem(state, k):
    return float(sum(state.m[k - 1:]))


def patterns():
    return [*PROBLEMS.values(), *OTHERS]


# -- section 2, forces -----------------------------------------------------------------------------
GRAVITY = -9.81 * UP


@section.holds(2)
def _(state):
    for k in range(1, 6):
        yield state.m[k - 1] * GRAVITY + force(state, k) - force(state, k + 1), np.zeros(3)


@section.holds(3)
def _(state):
    for k in range(1, 7):
        yield -state.m[k - 1] * GRAVITY + (force(state, k + 1) if k < 6 else 0), force(state, k)


@section.holds(4)
def _(state):
    for k in range(1, 7):
        yield -GRAVITY * sum(state.m[k - 1:]), -subsystem(state, k) * GRAVITY, force(state, k)


@section.erratum("P-2-minus")
def _(state):
    for k in range(1, 6):
        own = state.m[k - 1] * GRAVITY
        yield -force(state, k) + own, force(state, k) + own, force(state, k + 1)


@section.holds("P-mass")
def _(state):
    for k in range(1, 6):
        yield state.m[k - 1] + subsystem(state, k + 1), subsystem(state, k)


@section.holds(6, 7)
def _(state):
    for pattern in patterns():
        frames = axes(pattern, state.q)
        for k in range(1, len(frames)):
            for i in range(len(frames)):
                yield (subsystem(state, k) * 9.81 * tau(state, pattern, 0, i)[1],
                       frames[i].T @ force(state, k))


# -- section 3, direction cosines ------------------------------------------------------------------
@section.holds("P-nine")
def _(state):
    for pattern in patterns():
        for i in range(len(pattern.split()) + 1):
            yield tau(state, pattern, i, i), np.eye(3)


@section.holds(8)
def _(state):
    for pattern in patterns():
        frames = axes(pattern, state.q)
        for i, j in _pairs(pattern):
            x, y, z = tau(state, pattern, i, j)
            yield (np.outer(frames[i][:, 0], x) + np.outer(frames[i][:, 1], y)
                   + np.outer(frames[i][:, 2], z), frames[j])


def _pairs(pattern):
    n = len(pattern.split())
    return [(i, j) for j in range(1, n + 1) for i in range(1, j + 1)]


#: frame i-1 from frame i, (5)-(8)
PASSED = {"P": lambda x, y, z, s, c: [x, y, z],
          "x": lambda x, y, z, s, c: [x, c * y - s * z, s * y + c * z],
          "y": lambda x, y, z, s, c: [c * x + s * z, y, -s * x + c * z],
          "z": lambda x, y, z, s, c: [c * x - s * y, s * x + c * y, z]}


def passed(state, i, word, components):
    x, y, z = components
    return np.array(PASSED[word](x, y, z, state.s[i], state.c[i]))


def _recursion(word):
    def form(state):
        for pattern in patterns():
            for i, j in _pairs(pattern):
                if pattern.split()[i - 1] == word:
                    yield (passed(state, i, word, tau(state, pattern, i, j)),
                           tau(state, pattern, i - 1, j))
    return form


for _n, _word in enumerate("Pxyz"):
    section.holds(9 + _n, 13 + _n)(_recursion(_word))


@section.holds("P-simple")
def _(state):
    for j, word in enumerate("xyzP", 1):
        found = passed(state, j, word, np.eye(3))
        simple = np.array([0, 1, state.c[j], state.s[j], -state.s[j]])
        yield np.min(abs(found[..., None] - simple), axis=-1), np.zeros((3, 3))
        yield found, tau(state, "P " * (j - 1) + word, j - 1, j)


# -- problem 1 -------------------------------------------------------------------------------------
def columns(*vectors):
    return np.array(vectors, float).T


@section.holds(17)
def _(state):
    s, c = state.s, state.c
    yield (columns([c[6], 0, -s[6]], [0, 1, 0], [s[6], 0, c[6]]), tau(state, PROBLEMS[1], 5, 6))


def in_4(state):
    s, c = state.s, state.c
    return columns([c[5] * c[6], s[5] * c[6], -s[6]], [-s[5], c[5], 0],
                   [c[5] * s[6], s[5] * s[6], c[6]])


@section.holds(18)
def _(state):
    yield in_4(state), tau(state, PROBLEMS[1], 4, 6)


@section.holds(19)
def _(state):
    yield in_4(state), tau(state, PROBLEMS[1], 3, 6)


def in_2(state):
    """Also (9), for every arm whose last four joints are these."""
    s, c = state.s, state.c
    (x64x, _, z64x), (x64y, _, z64y), _ = in_4(state)
    return columns([c[3] * x64x - s[3] * s[6], x64y, -s[3] * x64x - c[3] * s[6]],
                   [-c[3] * s[5], c[5], s[3] * s[5]],
                   [c[3] * z64x + s[3] * c[6], z64y, -s[3] * z64x + c[3] * c[6]])


@section.holds(20)
def _(state):
    yield in_2(state), tau(state, PROBLEMS[1], 2, 6)


@section.holds(21)
def _(state):
    yield in_2(state), tau(state, PROBLEMS[1], 1, 6)
    yield in_2(state), tau(state, PROBLEMS[1], 0, 6)


def force_6(state):
    s, c, weight = state.s, state.c, 9.81 * subsystem(state, 6)
    return weight * np.array([s[5] * c[6], c[5], s[5] * s[6]])


@section.holds(22)
def _(state):
    yield force_6(state), axes(PROBLEMS[1], state.q)[6].T @ force(state, 6)


@section.holds(23)
def _(state):
    yield np.linalg.norm(force_6(state)), np.linalg.norm(force(state, 6))


@section.holds("P-start")
def _(state):
    start = state._replace(q=(*state.q[:4], 0.0, 0.0))
    yield (force_6(start), 9.81 * subsystem(state, 6) * UP,
           axes(PROBLEMS[1], (0.0,) * 6)[6].T @ force(state, 6))


# -- section 4, problems 2-4 -----------------------------------------------------------------------
@section.holds(24)
def _(state):
    yield in_2(state), tau(state, PROBLEMS[2], 2, 6)


@section.holds("P-reuse")
def _(state):
    yield *(tau(state, PROBLEMS[k], 2, 6) for k in (1, 2, 3)), tau(state, PROBLEMS[4], 2, 6)
    yield tau(state, "x y z", 0, 3), tau(state._replace(q=(9.0, *state.q)), "z x y z", 1, 4)


@section.holds("P-sums")
def _(state):
    x, y, z = np.eye(3)
    for axis in "xyz":
        s, c = state.s, state.c
        added = c[2] * c[3] - s[2] * s[3], s[2] * c[3] + c[2] * s[3]
        yield (PASSED[axis](x, y, z, added[1], added[0]),
               tau(state, f"P {axis} {axis}", 1, 3))


@section.holds(25)
def _(state):
    s5, c5, angle = state.s[5], state.c[5], state.q[0] + state.q[2]
    yield ([-np.cos(angle) * s5, c5, np.sin(angle) * s5], tau(state, PROBLEMS[2], 0, 6)[:, 1])


def _y62(problem):
    def form(state):
        s, c = state.s, state.c
        yield [-c[3] * s[5], c[5], s[3] * s[5]], tau(state, PROBLEMS[problem], 2, 6)[:, 1]
    return form


section.holds(26)(_y62(3))
section.holds(29)(_y62(4))


def _merged(first, i):
    """Problem 3: c_5 along y, and across it the sum of the angles from joint `first` on."""
    def form(state):
        s5, c5, angle = state.s[5], state.c[5], sum(state.q[first - 1:3])
        yield ([-np.cos(angle) * s5, c5, np.sin(angle) * s5], tau(state, PROBLEMS[3], i, 6)[:, 1])
    return form


section.holds(27)(_merged(2, 1))
section.holds(28)(_merged(1, 0))


def y61(state):
    s, c = state.s, state.c
    y62x = -c[3] * s[5]
    return np.array([c[2] * y62x - s[2] * c[5], s[2] * y62x + c[2] * c[5], s[3] * s[5]])


@section.holds(30)
def _(state):
    yield y61(state), tau(state, PROBLEMS[4], 1, 6)[:, 1]


@section.erratum("P-4-last")
def _(state):
    s, c, (x, y, _) = state.s, state.c, y61(state)
    first = c[1] * x + s[1] * s[3] * s[5]
    printed, corrected = ([first, y, -s[1] * x + c[1] * last] for last in (c[5], s[3] * s[5]))
    yield printed, corrected, tau(state, PROBLEMS[4], 0, 6)[:, 1]


# -- section 5, tables -----------------------------------------------------------------------------
TABLE_1 = """
1 0  0    c 0 s   c -s 0
0 c -s    0 1 0   s  c 0
0 s  c   -s 0 c   0  0 1
"""
#: i stands for j-1; bands x, y, z are the axis of joint j-1, columns that of joint j
TABLE_2 = """
1   0     0        cj     0   sj       cj     -sj     0
0   cij  -sij      si.sj  ci -si.cj    ci.sj   ci.cj -si
0   sij   cij     -ci.sj  si  ci.cj    si.sj   si.cj  ci
ci  si.sj si.cj    cij    0   sij      ci.cj  -ci.sj  si
0   cj   -sj       0      1   0        sj      cj     0
-si ci.sj ci.cj   -sij    0   cij     -si.cj   si.sj  ci
ci -si.cj si.sj    ci.cj -si  ci.sj    cij    -sij    0
si  ci.cj -ci.sj   si.cj  ci  si.sj    sij     cij    0
0   sj    cj      -sj     0   cj       0       0      1
"""


def cells(table, letters):
    """The numbers in a printed table; a dot is a product."""
    def value(cell):
        sign = -1 if cell.startswith("-") else 1
        return sign * np.prod([letters[x] for x in cell.removeprefix("-").split(".")])
    return np.array([[value(cell) for cell in row.split()] for row in table.strip().splitlines()])


@section.holds(32)
def _(state):
    found = cells(TABLE_1, {"0": 0, "1": 1, "s": state.s[1], "c": state.c[1]})
    yield found, np.hstack([tau(state, axis, 0, 1) for axis in "xyz"])


@section.holds(33)
def _(state):
    both = state.q[0] + state.q[1]
    found = cells(TABLE_2, {"0": 0, "1": 1, "si": state.s[1], "ci": state.c[1], "sj": state.s[2],
                            "cj": state.c[2], "sij": np.sin(both), "cij": np.cos(both)})
    yield found, np.vstack([np.hstack([tau(state, f"{a} {b}", 0, 2) for b in "xyz"])
                            for a in "xyz"])


@section.holds("P-example-1")
def _(state):
    yield [state.c[6], 0, state.s[6]], tau(state, PROBLEMS[1], 5, 6)[0]


# -- problem 5 -------------------------------------------------------------------------------------
def _y5(state, i):
    return tau(state, PROBLEMS[5], i, 5)[:, 1]


@section.holds(34)
def _(state):
    yield [-state.s[5], state.c[5], 0], _y5(state, 4)


def y53(state):
    s, c = state.s, state.c
    return np.array([-c[4] * s[5], c[5], s[4] * s[5]])


@section.holds(35)
def _(state):
    yield y53(state), _y5(state, 3)


@section.holds(36)
def _(state):
    s3, c3, c5, (x, _, z) = state.s[3], state.c[3], state.c[5], y53(state)
    yield [c3 * x - s3 * c5, s3 * x + c3 * c5, z], _y5(state, 2)


def _y51(state, sign):
    """Sums of angles 2 and 3; sign: that of the product with the sine in the second component."""
    s23, c23 = np.sin(sum(state.q[1:3])), np.cos(sum(state.q[1:3]))
    c5, (x, _, z) = state.c[5], y53(state)
    return [c23 * x - s23 * c5, c23 * c5 + sign * s23 * x, z]


@section.holds(37)
def _(state):
    s, c, (x, _, z) = state.s, state.c, y53(state)
    a, b = c[3] * x - s[3] * c[5], s[3] * x + c[3] * c[5]
    yield [c[2] * a - s[2] * b, s[2] * a + c[2] * b, z], _y51(state, 1), _y5(state, 1)


@section.erratum("P-5-sign")
def _(state):
    yield _y51(state, -1), _y51(state, 1), _y5(state, 1)
