"""Statics written out (выписывание формул), after S. G. Pudovkina and A. I. Telegin (2021).

The frames of all links are parallel at q = 0 and a joint turns or slides along an axis x, y or z
of them: an `Arm` is a pattern such as "Py Px Ry P-y Rz Ry". Components of an axis of frame j pass
from frame to frame by (5)-(8), where a turn touches two of three; turns about parallel axes with
nothing but slides between them are one turn through the sum of the angles. What needs an operation
gets a name, what does not is put in where it is used. The vertical is y of frame 0. SI units.

The paper's letters, those here and the textbook's:

    xi_ji^zeta          component along zeta of frame i of the axis xi of frame j: column xi of
                        tau_ij; "y64x" in the text, `Arm.cosines(j, i)`
    s_i, c_i, s_ij      sin q_i, cos q_i, sin (q_i + q_j)
    p_k, q_k            axis of joint k, sigma_k = 0 or 1
    m_0k, m_k           m_k, the sum of m_k .. m_n; mg_k the latter's weight
    F_k                 f_k, `forces`; M_k  mu_k, but about the pole O_k on joint k, `moments`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import NamedTuple

import numpy as np
import sympy as sp

from .mechanism import Mechanism
from .types import ArrayLike, Floats, Row

__all__ = ["Arm", "Line", "Turn", "code", "latex", "operations", "table_1", "table_2", "text"]

AXES = "xyz"


class Joint(NamedTuple):
    """One joint: "R" or "P", its axis 0..2, and +1 or -1 along it."""

    kind: str
    axis: int
    sign: int


class Turn(NamedTuple):
    """One turn about an axis through the sum of some joint angles, from frame `before`."""

    axis: int
    angles: tuple[tuple[int, int], ...]          # (sign, joint)
    before: int

    @property
    def sine_cosine(self) -> tuple[sp.Expr, sp.Expr]:
        """s and c of the sum as letters; a sum of minus angles only turns s round."""
        sign = -1 if all(s < 0 for s, _ in self.angles) else 1
        index = "".join(("m" if s * sign < 0 else "") + str(k) for s, k in self.angles)
        return sign * sp.Symbol(f"s{index}"), sp.Symbol(f"c{index}")

    def back(self, v: list[sp.Expr]) -> list[sp.Expr]:
        """Components before the turn from those behind it, (6)-(8)."""
        s, c = self.sine_cosine
        a, b = (self.axis + 1) % 3, (self.axis + 2) % 3
        out = list(v)
        out[a], out[b] = c * v[a] - s * v[b], s * v[a] + c * v[b]
        return out


class Line(NamedTuple):
    """name = value, a formula written out; in `value` stand letters and names of earlier lines."""

    name: sp.Symbol
    value: sp.Expr


@dataclass(frozen=True)
class Arm:
    """A pattern of one to nine joints: Arm("Ry Rz P-y"); "P-y" is against y; else ValueError."""

    pattern: str

    def __post_init__(self) -> None:
        for word in self.pattern.split():
            if word[:1] not in ("R", "P") or word[1:].removeprefix("-") not in (*AXES,):
                raise ValueError(f"pattern: got {word!r}, needs R or P and x, y, z, -x, -y or -z")
        if not self.joints:
            raise ValueError("pattern: got no joint, needs one or more, such as 'Ry P-x'")
        if self.n > 9:
            raise ValueError(f"pattern: got {self.n} joints, needs 9 or fewer: s12 is s of q1 + q2")

    @property
    def joints(self) -> tuple[Joint, ...]:
        return tuple(Joint(w[0], AXES.index(w[-1]), -1 if "-" in w else 1)
                     for w in self.pattern.split())

    @property
    def n(self) -> int:
        return len(self.joints)

    # -- section 3: direction cosines ----------------------------------------------------------
    def turns(self, i: int, j: int) -> list[Turn]:
        """The turns between frames i <= j, parallel neighbours as one; a slide is none, (5)."""
        if not 0 <= i <= j <= self.n:
            raise ValueError(f"i, j: got {i}, {j}, needs 0 <= i <= j <= {self.n}")
        turning = [(x.axis, x.sign, k) for k, x in enumerate(self.joints[i:j], i + 1)
                   if x.kind == "R"]
        alike = [(axis, list(group)) for axis, group in groupby(turning, lambda x: x[0])]
        return [Turn(axis, tuple((sign, k) for _, sign, k in group), group[0][2] - 1)
                for axis, group in alike]

    def cosines(self, j: int, i: int = 0) -> sp.Matrix:
        """(1): tau_ij in the letters s and c; column xi is the axis xi of frame j. (3, 3)"""
        columns = sp.eye(3).tolist()
        for turn in reversed(self.turns(i, j)):
            columns = [turn.back(v) for v in columns]
        return sp.Matrix(columns).T

    def written(self, axis: str, j: int, i: int = 0) -> tuple[list[sp.Expr], list[Line]]:
        """Components in frame i of an axis "x", "y" or "z" of frame j, and the lines to them.

        (5)-(8) as problems 1-5 have them; the components are letters, names or numbers. (3,)
        """
        v = [sp.Integer(a == axis) for a in AXES]
        lines: list[Line] = []
        for turn in reversed(self.turns(i, j)):
            v = [_named(f"{axis}{j}{max(turn.before, i)}{a}", value, lines)
                 for a, value in zip(AXES, turn.back(v))]
        return v, lines

    def up(self, k: int) -> list[sp.Expr]:
        """The vertical in frame k: what every axis of frame k has along y of frame 0. (3,)"""
        return list(self.cosines(k)[1, :])

    # -- section 2: forces, and the moments and drives the paper leaves out --------------------
    def forces(self, k: int) -> sp.Matrix:
        """F_k, (2)-(4): of link k-1 on link k, in N, in frame k, mg_k being a weight. (3,)"""
        return sp.Symbol(f"mg{k}") * sp.Matrix(self.up(k))

    def first_moment(self, k: int) -> sp.Matrix:
        """g H_k: weights of links k..n times their places from O_k, in N·m, in frame k. (3,)

        Not in the paper. Letters: mgr{k}x, weight of link k alone times its mass centre's x from
        O_k, in frame k; l{k}x, from O_{k-1} to O_k at q = 0, in frame k-1.
        """
        found = sp.Matrix([sp.Symbol(f"mgr{k}{a}") for a in AXES])
        if k < self.n:
            found += sp.Symbol(f"mg{k + 1}") * self.arm(k + 1)
            found += self.cosines(k + 1, k) * self.first_moment(k + 1)
        return found

    def arm(self, k: int) -> sp.Matrix:
        """From O_{k-1} to O_k, in m, in frame k-1. (3,)"""
        joint, l = self.joints[k - 1], sp.Matrix([sp.Symbol(f"l{k}{a}") for a in AXES])
        if joint.kind == "P":
            l[joint.axis] += joint.sign * sp.Symbol(f"q{k}")
        return l

    def moments(self, k: int) -> sp.Matrix:
        """M_k about O_k: of link k-1 on link k, in N·m, in frame k. Not in the paper. (3,)"""
        return self.first_moment(k).cross(sp.Matrix(self.up(k)))

    def drive(self, k: int) -> sp.Expr:
        """M_k or F_k on the axis of joint k, holding the weights: N·m, or N for a slide."""
        joint = self.joints[k - 1]
        return joint.sign * (self.moments if joint.kind == "R" else self.forces)(k)[joint.axis]

    # -- numbers, and robokit's own mechanism --------------------------------------------------
    def mechanism(self, l: ArrayLike, m: ArrayLike, r: ArrayLike,
                  J: ArrayLike | None = None) -> Mechanism:
        """The arm as a `Mechanism`: l (n, 3) as in `first_moment`, m (n,), r (n, 3) from O_k.

        In m and kg; r in frame k. J (n, 3, 3) takes no part in statics, so that ones will do.
        """
        axes = [j.sign * np.eye(3)[j.axis] for j in self.joints]
        sigma, unit = [int(j.kind == "R") for j in self.joints], [np.eye(3)] * self.n
        return Mechanism.from_axes(sigma, l, unit, axes, m, r, unit if J is None else J)

    def values(self, q: Row, l: Sequence[Row] | Floats | None = None, m: Row | None = None,
               r: Sequence[Row] | Floats | None = None, g: float = 9.81) -> dict[sp.Symbol, float]:
        """Numbers for the letters at q (n,), in rad and m: sums of angles and slides.

        With l, m, r as in `mechanism` also lengths and weights, g being in m/s^2.
        """
        known = {f"q{k}": x for k, x in enumerate(q, 1)}
        for i, j in combinations(range(self.n + 1), 2):
            for turn in self.turns(i, j):
                angle = sum(sign * q[k - 1] for sign, k in turn.angles)
                (sign, s), (_, c) = (x.as_coeff_Mul() for x in turn.sine_cosine)
                known |= {s: sign * np.sin(angle), c: np.cos(angle)}
        if m is not None:
            if l is None or r is None:
                raise ValueError("l, r: got None beside m, needs l, m and r together")
            for k in range(1, self.n + 1):
                known[f"mg{k}"] = g * sum(m[k - 1:])
                for a, axis in enumerate(AXES):
                    known[f"mgr{k}{axis}"] = g * m[k - 1] * r[k - 1][a]
                    known[f"l{k}{axis}"] = l[k - 1][a]
        return {sp.Symbol(str(name)): float(x) for name, x in known.items()}


def _named(name: str, value: sp.Expr, lines: list[Line]) -> sp.Expr:
    """The value, or a name for it where it takes an operation."""
    if value.is_Atom or (-value).is_Atom:
        return value
    lines.append(Line(sp.Symbol(name), value))
    return lines[-1].name


# -- section 5: the tables -------------------------------------------------------------------------
def table_1() -> dict[str, sp.Matrix]:
    """Table 1: axis of joint j -> tau_{j-1 j} in s_j, c_j; 27 cells."""
    return {a: _lettered(Arm(f"R{a}").cosines(1), {"1": "j"}) for a in AXES}


def table_2() -> dict[tuple[str, str], sp.Matrix]:
    """Table 2: (axis of joint i, axis of joint j) -> tau_{j-2 j}, i being j-1; 81 cells."""
    return {(a, b): _lettered(Arm(f"R{a} R{b}").cosines(2), {"1": "i", "2": "j", "12": "ij"})
            for a in AXES for b in AXES}


def _lettered(tau: sp.Matrix, indices: dict[str, str]) -> sp.Matrix:
    """s1, c1, .. with the tables' indices."""
    return tau.xreplace({x: sp.Symbol(x.name[0] + indices[x.name[1:]]) for x in tau.free_symbols})


# -- section 6: writing out ------------------------------------------------------------------------
def operations(lines: Iterable[Line]) -> tuple[int, int]:
    """(multiplications, additions) of the lines; a minus in front costs nothing."""
    sums = [sp.Add.make_args(value) for _, value in lines]
    factors = [[f for f in sp.Mul.make_args(term) if f != -1] for terms in sums for term in terms]
    return sum(len(x) - 1 for x in factors), sum(len(x) - 1 for x in sums)


def text(lines: Iterable[Line]) -> str:
    """One formula a line, as on paper: y62x = c3 y64x - s3 s6."""
    return "\n".join(f"{name} = {sp.sstr(value, order='lex').replace('*', ' ')}"
                     for name, value in lines)


def latex(lines: Iterable[Line]) -> str:
    """One formula a line for LaTeX: y_{62}^{x} = c_{3} y_{64}^{x} - s_{3} s_{6}."""
    return "\n".join(f"{_symbol(name)} = " + sp.latex(value, symbol_names={
        x: _symbol(x) for x in value.free_symbols}) for name, value in lines)


def _symbol(x: sp.Symbol) -> str:
    """y62x: y_{62}^{x}; a minus angle in a sum, s1m2: s_{1-2}."""
    name, index, up = re.findall(r"\A(.+?)(m?[0-9][0-9m]*)?([xyz]?)\Z", x.name)[0]
    return name + f"_{{{index.replace('m', '-')}}}" * bool(index) + f"^{{{up}}}" * bool(up)


def code(lines: Iterable[Line], name: str = "cosines", results: Iterable[sp.Expr] = ()) -> str:
    """A Python function of the angles' letters that returns the results."""
    lines = list(lines)
    results = list(results) or [line.name for line in lines]
    used = set().union(*[x.free_symbols for x in [*results, *(v for _, v in lines)]])
    letters = sorted(map(str, used - {line.name for line in lines}))
    return "\n".join([f"def {name}({', '.join(letters)}):",
                      *(f"    {n} = {sp.pycode(v)}" for n, v in lines),
                      f"    return {', '.join(map(sp.pycode, results))}", ""])
