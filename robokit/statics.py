"""Statics written out (выписывание формул), after S. G. Pudovkina and A. I. Telegin (2021).

The frames of all links are parallel at q = 0 and a joint turns or slides along an axis x, y or z
of them: an `Arm` is a pattern such as "Py Px Ry P-y Rz Ry". Components of an axis of frame j pass
from frame to frame by (5)-(8), where a turn touches two of three; turns about parallel axes with
nothing but slides between them are one turn through the sum of the angles. What needs an operation
gets a name, what does not is put in where it is used. The vertical is y of frame 0.

The paper's letters, those here and the textbook's:

    xi_ji^zeta          component along zeta of frame i of the axis xi of frame j: column xi of
                        tau_ij; "y64x" in the text, `Arm.cosines(j, i)`
    s_i, c_i, s_ij      sin q_i, cos q_i, sin (q_i + q_j)
    p_k, q_k            axis of joint k, sigma_k = 0 or 1
    m_0k, m_k           m_k, the sum of m_k .. m_n; mg_k the latter's weight
    F_k                 f_k, `forces`; M_k  mu_k, but about the pole O_k on joint k, `moments`

H_k is the first moment of links k..n about O_k in frame k: a cumulative sum. SI units.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import sympy as sp

from .mechanism import Mechanism

__all__ = ["Arm", "Line", "code", "latex", "operations", "table_1", "table_2", "text"]

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

    def back(self, v: list) -> list:
        """Components before the turn from those behind it, (6)-(8)."""
        s, c = self.sine_cosine
        a, b = (self.axis + 1) % 3, (self.axis + 2) % 3
        out = list(v)
        out[a], out[b] = c * v[a] - s * v[b], s * v[a] + c * v[b]
        return out


class Line(NamedTuple):
    """name = value, a formula that is written out."""

    name: sp.Symbol
    value: sp.Expr


@dataclass(frozen=True)
class Arm:
    """A pattern of joints, e.g. Arm("Ry Rz Rz Ry Rz Ry"); "P-y" slides against y."""

    pattern: str

    def __post_init__(self):
        for word in self.pattern.split():
            if word[:1] not in ("R", "P") or word[1:].removeprefix("-") not in (*AXES,):
                raise ValueError(f"pattern: got {word!r}, needs R or P and x, y, z, -x, -y or -z")
        if not self.joints:
            raise ValueError("pattern: got no joint, needs one or more, such as 'Ry P-x'")

    @property
    def joints(self) -> tuple[Joint, ...]:
        return tuple(Joint(w[0], AXES.index(w[-1]), -1 if "-" in w else 1)
                     for w in self.pattern.split())

    @property
    def n(self) -> int:
        return len(self.joints)

    # -- section 3: direction cosines ----------------------------------------------------------
    def turns(self, i: int, j: int) -> list[Turn]:
        """The turns between frames i < j, parallel neighbours as one."""
        if not 0 <= i <= j <= self.n:
            raise ValueError(f"i, j: got {i}, {j}, needs 0 <= i <= j <= {self.n}")
        found: list[Turn] = []
        for k, joint in enumerate(self.joints[i:j], i + 1):
            if joint.kind == "P":
                continue
            if found and found[-1].axis == joint.axis:
                last = found.pop()
                found.append(last._replace(angles=(*last.angles, (joint.sign, k))))
            else:
                found.append(Turn(joint.axis, ((joint.sign, k),), k - 1))
        return found

    def cosines(self, j: int, i: int = 0) -> sp.Matrix:
        """tau_ij in the letters s and c: column xi holds the axis xi of frame j. (3, 3)"""
        columns = []
        for v in sp.eye(3).tolist():
            for turn in reversed(self.turns(i, j)):
                v = turn.back(v)
            columns.append(v)
        return sp.Matrix(columns).T

    def written(self, axis: str, j: int, i: int = 0) -> tuple[list[sp.Expr], list[Line]]:
        """Components in frame i of an axis of frame j, and the lines that lead to them."""
        v, lines = [sp.Integer(a == axis) for a in AXES], []
        for turn in reversed(self.turns(i, j)):
            v = [_named(f"{axis}{j}{max(turn.before, i)}{a}", value, lines)
                 for a, value in zip(AXES, turn.back(v))]
        return v, lines

    def up(self, k: int) -> list[sp.Expr]:
        """The vertical in frame k: what every axis of frame k has along y of frame 0."""
        return list(self.cosines(k)[1, :])

    # -- section 2: forces, and the moments and drives the paper leaves out --------------------
    def forces(self, k: int) -> sp.Matrix:
        """F_k in frame k, (3) and (4): link k-1 on link k, with weights mg_k. (3,)"""
        return sp.Symbol(f"mg{k}") * sp.Matrix(self.up(k))

    def first_moment(self, k: int) -> sp.Matrix:
        """g H_k: weights of links k..n times their places from O_k, in frame k. (3,)

        Letters: mgr{k}x = weight of link k alone times its mass centre; l{k}x from O_{k-1} to O_k
        at q = 0, in frame k-1.
        """
        own = sp.Matrix([sp.Symbol(f"mgr{k}{a}") for a in AXES])
        if k == self.n:
            return own
        return own + sp.Symbol(f"mg{k + 1}") * self.arm(k + 1) + self.cosines(k + 1, k) \
            * self.first_moment(k + 1)

    def arm(self, k: int) -> sp.Matrix:
        """From O_{k-1} to O_k, in frame k-1. (3,)"""
        joint, l = self.joints[k - 1], sp.Matrix([sp.Symbol(f"l{k}{a}") for a in AXES])
        if joint.kind == "P":
            l[joint.axis] += joint.sign * sp.Symbol(f"q{k}")
        return l

    def moments(self, k: int) -> sp.Matrix:
        """M_k in frame k, about O_k: link k-1 on link k. (3,)"""
        return self.first_moment(k).cross(sp.Matrix(self.up(k)))

    def drive(self, k: int) -> sp.Expr:
        """What holds joint k against the weights: N m about its axis, or N along it."""
        joint = self.joints[k - 1]
        return joint.sign * (self.moments if joint.kind == "R" else self.forces)(k)[joint.axis]

    # -- numbers, and robokit's own mechanism --------------------------------------------------
    def mechanism(self, l, m, r, J=None) -> Mechanism:
        """The arm as a `Mechanism`: l (n, 3) as in `first_moment`, m (n,), r (n, 3) from O_k."""
        axes = [[float(j.sign * (a == j.axis)) for a in range(3)] for j in self.joints]
        unit = [[[float(a == b) for b in range(3)] for a in range(3)]] * self.n
        sigma = [int(j.kind == "R") for j in self.joints]
        return Mechanism.from_axes(sigma, l, unit, axes, m, r, unit if J is None else J)

    def values(self, q, l=None, m=None, r=None, g: float = 9.81) -> dict[sp.Symbol, float]:
        """Numbers for the letters: sums of angles, and with l, m, r also lengths and weights."""
        known: dict = {}
        for i in range(self.n):
            for j in range(i + 1, self.n + 1):
                for turn in self.turns(i, j):
                    s, c = turn.sine_cosine
                    angle = sum(sign * q[k - 1] for sign, k in turn.angles)
                    flip = -1 if s.could_extract_minus_sign() else 1
                    known |= {flip * s: float(sp.sin(flip * angle)), c: float(sp.cos(angle))}
        known |= {sp.Symbol(f"q{k}"): float(x) for k, x in enumerate(q, 1)}
        if m is not None:
            for k in range(1, self.n + 1):
                known[sp.Symbol(f"mg{k}")] = float(g * sum(m[k - 1:]))
                for a in range(3):
                    known[sp.Symbol(f"mgr{k}{AXES[a]}")] = float(g * m[k - 1] * r[k - 1][a])
                    known[sp.Symbol(f"l{k}{AXES[a]}")] = float(l[k - 1][a])
        return known


def _named(name: str, value: sp.Expr, lines: list[Line]) -> sp.Expr:
    """The value, or a name for it where it takes an operation."""
    if (-value if value.could_extract_minus_sign() else value).is_Atom:
        return value
    symbol = sp.Symbol(name)
    lines.append(Line(symbol, value))
    return symbol


# -- section 5: the tables -------------------------------------------------------------------------
def table_1() -> dict[str, sp.Matrix]:
    """Simple direction cosines: axis of joint j -> tau_{j-1 j}; 27 cells."""
    return {axis: _lettered(Arm(f"R{axis}").cosines(1)) for axis in AXES}


def table_2() -> dict[tuple[str, str], sp.Matrix]:
    """Two turns: (axis of joint j-1, axis of joint j) -> tau_{j-2 j}; 81 cells."""
    return {(a, b): _lettered(Arm(f"R{a} R{b}").cosines(2)) for a in AXES for b in AXES}


def _lettered(tau):
    """With the tables' letters: s_j, c_j of the last joint, s_i, c_i of the one before (i = j-1)."""
    last = "2" if any(str(x) == "s2" for x in tau.free_symbols) or tau.has(sp.Symbol("c12")) else "1"
    names = {"1": "j" if last == "1" else "i", "2": "j", "12": "ij"}
    return tau.xreplace({x: sp.Symbol(str(x)[0] + names[str(x)[1:]]) for x in tau.free_symbols})


# -- section 6: writing out ------------------------------------------------------------------------
def operations(lines: Iterable[Line]) -> tuple[int, int]:
    """(multiplications, additions) of the lines; a minus in front costs nothing."""
    products = additions = 0
    for _, value in lines:
        terms = sp.Add.make_args(value)
        additions += len(terms) - 1
        products += sum(len([f for f in sp.Mul.make_args(t) if f != -1]) - 1 for t in terms)
    return products, additions


def text(lines: Iterable[Line]) -> str:
    """One formula a line, as on paper: y62x = c3 y64x - s3 s6."""
    return "\n".join(f"{name} = {sp.sstr(value, order='lex').replace('*', ' ')}"
                     for name, value in lines)


def latex(lines: Iterable[Line]) -> str:
    """One formula a line for LaTeX: y_{62}^{x} = c_{3} y_{64}^{x} - s_{3} s_{6}."""
    return "\n".join(f"{_symbol(name)} = " + sp.latex(value, symbol_names={
        x: _symbol(x) for x in value.free_symbols}) for name, value in lines)


def _symbol(x: sp.Symbol) -> str:
    letter, index = str(x)[0], str(x)[1:]
    up = f"^{{{index[-1]}}}" if index[-1:] in AXES and index else ""
    return f"{letter}_{{{index.removesuffix(index[-1]) if up else index}}}{up}".replace("m", "-")


def code(lines: Iterable[Line], name: str = "cosines", results: Iterable[sp.Expr] = ()) -> str:
    """A Python function of the angles' letters that returns the results."""
    lines, results = list(lines), list(results)
    made = {line.name for line in lines}
    used = set().union(*[e.free_symbols for e in [*(v for _, v in lines), *results]]) - made
    head = f"def {name}({', '.join(sorted(map(str, used)))}):"
    body = [f"    {n} = {sp.pycode(v)}" for n, v in lines]
    back = ", ".join(sp.pycode(r) for r in (results or [line.name for line in lines]))
    return "\n".join([head, *body, f"    return {back}", ""])
