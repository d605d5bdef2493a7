"""Appendix 1: forward position problem of the Kawasaki FS20N, as printed and executed.

The long expressions are not typed in a second time: they are read from the data file, as LaTeX.
The gripper's entries b_ij contain 0.866 for cos 30 degrees, and so does their truth here.
"""

from __future__ import annotations

import re

import numpy as np
from numpy import arctan2, cos, sin

from . import latex, oracle
from .forms import Section, facts
from .section02 import turn_x, turn_y, turn_z
from .section03 import angles, arctg, composed, steps

section = Section(oracle.kawasaki(seed) for seed in range(1, 9))
DATA = facts("appendix1")
ERRATA = {row["id"]: row for row in DATA["errata"]}
#: Display -> the entry that it prints, where that holds.
PRINTED = {251: "a11", 253: "a13", 254: "a21", 255: "a22", 257: "a31", 258: "a32", 259: "a33",
           265: "b11", 269: "b21", 272: "b32"}
ROUNDED = np.array([[1, 0, 0], [0, 0.866, 0.5], [0, -0.5, 0.866]])


def formula(number: int) -> str:
    """A formula that holds, as printed."""
    return DATA["formulas"][str(number)]


# -- one printed entry, for readers ---------------------------------------------------------------
def printed(entry: str, q) -> np.ndarray:
    """A printed entry of tau_B6 ("a12") or of the gripper's matrix ("b12"). (...)

    q: (..., 6), radians. 0.866 is read as the cosine of 30 degrees. nan where the copy holds no
    formula, or none that can be read. ValueError for the name of no entry.
    """
    return _value(_texts(entry), q)


def mended(entry: str, q, leave: str = "") -> np.ndarray:
    """A printed entry with its `slips` put right, but for the one term to be left. (...)"""
    text = _texts(entry)
    for name, wrong, right in slips():
        text = text.replace(wrong, right) if name == entry and wrong != leave else text
    return _value(text, q)


def slips() -> list[tuple[str, str, str]]:
    """(entry, the term as printed, as it must be) for every wrong term of a_mn and b_mn."""
    return [(key.removeprefix("A1-"), wrong, right) for key, row in ERRATA.items()
            for wrong, right in row.get("slips", [])]


def _texts(entry: str) -> str:
    if not re.fullmatch("[ab][123][123]", entry):
        raise ValueError(f"entry: got {entry!r}, needs a11 to a33 or b11 to b33")
    if entry in PRINTED.values():
        return formula(next(n for n, name in PRINTED.items() if name == entry))
    return ERRATA[f"A1-{entry}"]["printed"]


def _value(text: str, q) -> np.ndarray:
    exact = text.replace("0,866", f"{np.sqrt(3) / 2:.15f}".replace(".", ","))
    joints = np.moveaxis(np.asarray(q, dtype=float), -1, 0)
    try:
        return np.asarray(latex.value(exact, joints))
    except ValueError:                               # a bracket too few, or dots
        return np.full(joints.shape[1:], np.nan)


def number_of(text: str, c) -> float:
    """Value of an expression at the joint angles; NaN when it cannot be read."""
    try:
        return latex.value(text, c.q[1:])
    except ValueError:
        return np.nan


def entries(c) -> dict[str, float]:
    """The true a_ij and b_ij; the b_ij with the book's rounded matrix of the gripper."""
    a = c.tau("B", 6)
    both = {"a": a, "b": a @ ROUNDED}
    return {f"{name}{i + 1}{j + 1}": both[name][i, j]
            for name in both for i in range(3) for j in range(3)}


# -- matrices between neighbours and to the base ------------------------------------------------
def chain_matrices(c) -> dict[int, list[np.ndarray]]:
    """The matrices that displays 237 to 248 speak of, in the order in which they stand there."""
    base = [[c.tau(0, "B")], [c.still(i) for i in (1, 2, 3)], [c.still(i) for i in (4, 5, 6)],
            [c.tau("B", 0)]]
    turns = [turn_z(c.q[i]) for i in c.links]
    steps = [[turn, turn, c.still(i).T, c.tau(i - 1, i)] for i, turn in zip(c.links, turns)]
    to_base = [[c.tau("B", k - 1), c.tau(k - 1, k), c.tau("B", k)] for k in (1, 2)]
    return dict(enumerate(base + steps + to_base, start=237))


@section.holds(*range(237, 249))
def _(c):
    for number, truths in chain_matrices(c).items():
        printed = latex.matrices(formula(number), c.q[1:])
        yield len(printed), len(truths)
        yield from zip(printed, truths)


@section.holds("A1-constant-part")
def _(c):
    for i in c.links:
        yield turn_z(c.q[i]) @ c.still(i).T, c.tau(i - 1, i)


@section.erratum("A1-tauB3")
def _(c):
    s1, c1, s2, c2, s3, c3 = (f(c.q[i]) for i in (1, 2, 3) for f in (sin, cos))

    def matrix(extra):
        return np.array([[-c1, -s1 * c2 * c3 - extra * s1 * s2 * c3 - s1 * s2 * s3,
                          s1 * s2 * c3 - s1 * c2 * s3],
                         [s1, -c1 * c2 * c3 - extra * c1 * s2 * c3 - c1 * s2 * s3,
                          c1 * s2 * c3 - c1 * c2 * s3],
                         [0, s2 * c3 - c2 * s3, c2 * c3 + s2 * s3]])

    yield matrix(1), matrix(0), c.tau("B", 3)


# -- entries of tau_B6 and of the gripper's matrix ----------------------------------------------
def printed_entry(number: int, name: str):
    @section.holds(number)
    def _(c):
        yield number_of(formula(number), c), entries(c)[name]


def wrong_entry(name: str):
    @section.erratum(f"A1-{name}")
    def _(c):
        row = ERRATA[f"A1-{name}"]
        corrected = row["corrected"].removeprefix("b_{31} = ")
        yield number_of(row["printed"], c), number_of(corrected, c), entries(c)[name]


for _number, _name in PRINTED.items():
    printed_entry(_number, _name)
for _name in "a12", "a23", "b12", "b13", "b22", "b23", "b33", "b31":
    wrong_entry(_name)


@section.holds(260)
def _(c):
    yield c.tau("B", 6) @ c.tau(6, "tool"), c.tau("B", "tool")


def gripper(c) -> tuple[np.ndarray, np.ndarray]:
    """Random mounting angles of the gripper and its axes in frame 6, as columns."""
    axes, _ = oracle.mounted(np.eye(3), oracle.Series.constant(np.zeros(3)), c.dq[1:4], np.zeros(3))
    return c.dq[1:4], np.column_stack([axis.c[0] for axis in axes])


@section.holds(261)
def _(c):
    (alpha, beta, gamma), truth = gripper(c)
    yield (turn_z(gamma).T @ turn_y(beta).T @ turn_x(alpha).T).T, truth


@section.erratum("A1-eps-tool")
def _(c):
    angles_of_mount, truth = gripper(c)
    sa, ca, sb, cb, sg, cg = (f(x) for x in angles_of_mount for f in (sin, cos))

    def matrix(times):
        return np.array([[cb * cg, -cb * sg, sb],
                         [ca * sg + sa * sb * cg, ca * cg - times * sa * sb * sg, -sa * cb],
                         [sa * sg - ca * sb * cg, sa * cg + ca * sb * sg, ca * cb]])

    yield matrix(2), matrix(1), truth


@section.holds(263)
def _(c):
    yield ROUNDED, np.round(c.tau(6, "tool"), 3)


@section.without(263)
def _(c):
    yield ROUNDED, c.tau(6, "tool")


# -- positions ----------------------------------------------------------------------------------
def reach(c, k, point) -> np.ndarray:
    """From the origin of {B} to a point of frame k, in {B}."""
    return c.tau("B", 0) @ (c.point(k, point).c[0] - c.origin("B").c[0])


def lengths(c) -> dict:
    return {0: c.base[1], **{i: c.l[i] for i in c.links}, "tool": c.tool[1]}


@section.holds(*range(274, 282))
def _(c):
    frames = list(lengths(c))
    for last in range(len(frames)):
        k, point = frames[last], c.t[1]
        yield c.tau("B", k) @ point + sum(c.tau("B", j) @ lengths(c)[j]
                                          for j in frames[:last + 1]), reach(c, k, point)


# -- angles of the gripper ----------------------------------------------------------------------
@section.erratum("A1-yaw-branch")
def _(c):
    t = c.tau("B", "tool")
    P, printed, _ = steps(t, arctg)
    corrected = steps(t, arctan2)[1]
    yield [sin(printed), cos(printed)], [sin(corrected), cos(corrected)], \
        (turn_x(P).T @ t)[[0, 2], 2]


@section.erratum("A1-roll-branch")
def _(c):
    t = c.tau("B", "tool")
    P, _, printed = steps(t, arctg)
    corrected = steps(t, arctan2)[2]
    yield [sin(printed), cos(printed)], [sin(corrected), cos(corrected)], \
        (turn_x(P).T @ t)[1, :2]


@section.holds("A1-angles-order")
def _(c):
    t = c.tau("B", "tool")
    yield composed(*angles(t)), t


@section.without("A1-angles-order")
def _(c):
    t = c.tau("B", "tool")
    P, Y, R = angles(t)
    yield turn_z(R) @ turn_y(Y) @ turn_x(P), t
