"""What the symbols of the book mean: a chain at one state, each quantity by its one meaning.

Nothing here is a formula of the book: `oracle` turns axes and moves points, and the quantities are
read off that.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import oracle

__all__ = ["MEANINGS", "Value", "World", "column"]

Value = np.ndarray                              # a number, a column (3, 1), a row or a matrix


class World:
    """The quantities of a chain at one state, each by its one meaning."""

    def __init__(self, case: oracle.Case, dynamics: bool = False):
        self.case, self.dynamics, self.n = case, dynamics, case.n
        self._kept: dict = {}

    def later(self, t: float) -> World:
        """The same chain a time t later."""
        c = self.case
        return World(c.moving(
            q=[q + v * t + a * t * t / 2 for q, v, a in zip(c.q[1:], c.dq[1:], c.ddq[1:])],
            dq=[v + a * t for v, a in zip(c.dq[1:], c.ddq[1:])]), self.dynamics)

    def keep(self, key, make: Callable):
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def point(self, i: int) -> np.ndarray:
        """The point of a link that is spoken of, in its own frame."""
        return np.asarray(self.case.r[i] if self.dynamics else self.case.t[i])

    # frames, turns
    def tau(self, a: int, b: int) -> Value:
        return self.case.tau(a, b)

    def dtau(self, a: int, b: int) -> Value:
        return self.case.dtau(a, b)

    def eps(self, i: int) -> Value:
        return self.case.still(i)

    def v(self, i: int) -> Value:
        return column(self.case.v(i))

    def l(self, i: int, frame: int | None = None) -> Value:
        return column(self.case.tau(i if frame is None else frame, i) @ self.case.l[i])

    def L(self, i: int) -> Value:
        return column(self.case.L(i))

    def r(self, i: int, frame: int | None = None) -> Value:
        return column(self.case.tau(i if frame is None else frame, i) @ self.case.r[i])

    def t(self, i: int, pole: int, frame: int) -> Value:
        """The point of link i from the origin of frame `pole`, in projections on `frame`."""
        c = self.case
        return column(c.tau(frame, 0) @ (c.point(i, self.point(i)) - c.origin(pole)).c[0])

    def angles(self) -> tuple[float, float, float]:
        """Pitch, yaw and roll of the last link, read off its axes: see section 3.2."""
        t = self.tau(0, self.n)
        P = np.arctan2(-t[1, 2], t[2, 2])
        return (float(P), float(np.arctan2(t[0, 2], np.hypot(t[1, 2], t[2, 2]))),
                float(np.arctan2(-t[0, 1], t[0, 0])))

    # velocities, accelerations
    def omega(self, i: int, frame: int, base: int = 0) -> Value:
        return column(self.case.omega(i, frame, base))

    def domega(self, i: int, frame: int) -> Value:
        return column(self.case.domega(i, frame))

    def V(self, i: int, frame: int) -> Value:
        return column(self.case.V(i, self.point(i), frame))

    def dV(self, i: int, frame: int) -> Value:
        return column(self.case.dV(i, self.point(i), frame))

    def c(self, j: int, frame: int) -> Value:
        """The angular velocity that a unit rate of joint j gives to what comes after it."""
        c = self.case
        return column(c.tau(frame, 0) @ c.axes(j - 1).c[0][:, 2] * c.s(j))

    def dc(self, j: int, frame: int) -> Value:
        c = self.case
        return column(c.tau(frame, 0) @ c.axes(j - 1).derivative(1)[:, 2] * c.s(j))

    def D(self, i: int, j: int, frame: int, part: str = "") -> Value:
        """The velocity that a unit rate of joint j gives to the point of link i."""
        c = self.case
        if part and (part == "V") == bool(c.s(j)):
            return np.zeros((3, 1))
        return column(c.tau(frame, 0) @ self._unit(j).V(i, self.point(i)))

    def dD(self, i: int, j: int, frame: int) -> Value:
        """Its derivative, from the quadratic form that the acceleration is without ddq."""
        c, unit = self.case, np.eye(self.n)[j - 1]
        rates = np.array(c.dq[1:])
        both, alone, own = (self._drift(tuple(x), i) for x in (rates + unit, rates, unit))
        return column(c.tau(frame, 0) @ (both - alone - own) / 2)

    def R(self, i: int, j: int, frame: int) -> Value:
        c = self.case
        return column(c.tau(frame, 0) @ (c.point(i, self.point(i)) - c.origin(j - 1)).c[0])

    def _unit(self, j: int) -> oracle.Case:
        return self.case.unit(j)

    def _drift(self, rates: tuple, i: int) -> np.ndarray:
        return self.keep(("drift", rates, i), lambda: self.case.moving(
            dq=rates, ddq=np.zeros(self.n)).dV(i, self.point(i)))

    # dynamics
    def m(self, i: int) -> Value:
        return np.array(self.case.m[i])

    def J(self, i: int, frame: int) -> Value:
        turn = self.case.tau(frame, i)
        return turn @ self.case.J[i] @ turn.T

    def F(self, kind: str, i: int, frame: int) -> Value:
        """External (B) force, or force of inertia (I), at the centre of mass."""
        c = self.case
        force = np.asarray(c.F[i]) if kind == "B" else -float(self.m(i)) * c.dV(i, c.r[i])
        return column(c.tau(frame, 0) @ force)

    def M(self, kind: str, i: int, frame: int) -> Value:
        """External moment, or moment of the forces of inertia about the centre of mass."""
        c = self.case
        if kind == "B":
            moment = c.M[i]
        else:
            centre = c.point(i, c.r[i])
            moment = -sum(np.cross((x - centre).c[0], w * (x - centre).derivative(2))
                          for w, x in zip(c.masses[i], (c.point(i, p) for p in c.points[i])))
        return column(c.tau(frame, 0) @ moment)

    def f(self, i: int, frame: int) -> Value:
        return column(self.case.tau(frame, 0) @ self._reaction(i)[0])

    def mu(self, i: int, frame: int) -> Value:
        return column(self.case.tau(frame, 0) @ self._reaction(i)[1])

    def _reaction(self, i: int):
        if i == self.n + 1:                                     # nothing hangs on the last link
            return np.zeros(3), np.zeros(3)
        return self.keep(("reaction", i), lambda: self.case.reaction(i))

    def drive(self, i: int) -> Value:
        return np.array(self.keep("drives", self.case.drives)[i - 1])

    def a(self, i: int, j: int) -> Value:
        return np.array(self.keep("A", self.case.inertia)[i - 1, j - 1])

    def b(self, i: int) -> Value:
        return np.array(self.keep("b", self.case.b)[i - 1])

    def W(self) -> Value:
        return np.array(self.case.kinetic_energy())

    def whole(self, name: str, frame: int = 0) -> Value:
        """A, b, mu_D, and the block matrices and vectors of (9.5)."""
        links = self.case.links
        if name == "A":
            return self.keep("A", self.case.inertia)
        if name in ("b", "mu_D"):
            return np.array([(self.b if name == "b" else self.drive)(i) for i in links])[:, None]
        if name in ("F_B", "M_B"):
            return np.vstack([getattr(self, name[0])("B", i, frame) for i in links])
        return np.vstack([np.hstack([
            np.zeros((3, 1)) if j > i else self.c(j, frame) if name == "C" else self.D(i, j, frame)
            for j in links]) for i in links])


def column(x) -> Value:
    return np.asarray(x, dtype=float).reshape(-1, 1)


def _links(world: World) -> range:
    return world.case.links


#: (letter, dots, kind, part, has a pole, number of indices, has a frame) -> its value
MEANINGS: dict[tuple, Callable] = {
    ("tau", 0, "", "", False, 2, False): lambda w, b, i, f, p: w.tau(*i),
    ("tau", 1, "", "", False, 2, False): lambda w, b, i, f, p: w.dtau(*i),
    ("eps", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.eps(*i),
    ("alpha", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.case.angles[1][0],
    ("beta", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.case.angles[1][1],
    ("gamma", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.case.angles[1][2],
    ("alpha", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.case.angles[i[0]][0],
    ("beta", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.case.angles[i[0]][1],
    ("gamma", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.case.angles[i[0]][2],
    ("P", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.angles()[0],
    ("Y", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.angles()[1],
    ("R", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.angles()[2],
    ("t", 0, "", "", False, 2, False): lambda w, b, i, f, p: w.tau(0, w.n)[i[0] - 1, i[1] - 1],
    ("e", 0, "", "", False, 0, False): lambda w, b, i, f, p: column([0, 0, 1]),
    ("v", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.v(*i),
    ("sigma", 0, "", "", False, 1, False): lambda w, b, i, f, p: np.array(float(w.case.s(*i))),
    ("q", 0, "", "", False, 1, False): lambda w, b, i, f, p: np.array(w.case.q[i[0]]),
    ("q", 1, "", "", False, 1, False): lambda w, b, i, f, p: np.array(w.case.dq[i[0]]),
    ("q", 2, "", "", False, 1, False): lambda w, b, i, f, p: np.array(w.case.ddq[i[0]]),
    ("q", 1, "", "", False, 0, False): lambda w, b, i, f, p: column(w.case.dq[1:]),
    ("q", 2, "", "", False, 0, False): lambda w, b, i, f, p: column(w.case.ddq[1:]),
    ("l", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.l(*i),
    ("l", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.l(*i, f),
    ("L", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.L(*i),
    ("r", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.r(*i, f),
    ("r", 0, "", "", False, 2, True): lambda w, b, i, f, p: column(
        w.tau(f, i[1]) @ (w.case.points[i[1]][b["v"]] - w.case.r[i[1]])),
    ("m", 0, "", "", False, 2, False): lambda w, b, i, f, p: np.array(
        w.case.masses[i[1]][b["v"]]),
    ("t", 0, "", "", True, 1, True): lambda w, b, i, f, p: w.t(*i, p, f),
    ("t", 1, "", "", True, 1, True): lambda w, b, i, f, p: column(
        w.tau(f, 0) @ (w.case.point(*i, w.point(*i)) - w.case.origin(p)).derivative(1)),
    ("t", 0, "", "", False, 1, False): lambda w, b, i, f, p: column(w.point(*i)),
    ("a", 0, "", "", False, 0, True): lambda w, b, i, f, p: column(w.tau(f, 0) @ w.case.t[1]),
    ("b", 0, "", "", False, 0, True): lambda w, b, i, f, p: column(w.tau(f, 0) @ w.case.t[2]),
    ("a", 0, "", "", False, 0, False): lambda w, b, i, f, p: column(w.case.t[1]),
    ("a", 0, "", "", False, 1, True): lambda w, b, i, f, p: column(
        w.tau(f, 0) @ w.case.t[i[0]]),
    ("omega", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.omega(*i, f),
    ("omega", 0, "", "", False, 2, True): lambda w, b, i, f, p: w.omega(i[0], f, i[1]),
    ("omega", 1, "", "", False, 1, True): lambda w, b, i, f, p: w.domega(*i, f),
    ("V", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.V(*i, f),
    ("V", 1, "", "", False, 1, True): lambda w, b, i, f, p: w.dV(*i, f),
    ("c", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.c(*i, f),
    ("c", 1, "", "", False, 1, True): lambda w, b, i, f, p: w.dc(*i, f),
    ("D", 0, "", "", False, 2, True): lambda w, b, i, f, p: w.D(*i, f),
    ("D", 0, "", "V", False, 2, True): lambda w, b, i, f, p: w.D(*i, f, "V"),
    ("D", 0, "", "omega", False, 2, True): lambda w, b, i, f, p: w.D(*i, f, "omega"),
    ("D", 1, "", "", False, 2, True): lambda w, b, i, f, p: w.dD(*i, f),
    ("C", 0, "", "", False, 1, True): lambda w, b, i, f, p: np.hstack(
        [w.c(j, f) if j <= i[0] else np.zeros((3, 1)) for j in _links(w)]),
    ("D", 0, "", "", False, 1, True): lambda w, b, i, f, p: np.hstack(
        [w.D(i[0], j, f) for j in _links(w)]),
    ("R", 0, "", "", False, 2, True): lambda w, b, i, f, p: w.R(*i, f),
    ("m", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.m(*i),
    ("J", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.J(*i, f),
    ("F", 0, "B", "", False, 1, True): lambda w, b, i, f, p: w.F("B", *i, f),
    ("F", 0, "I", "", False, 1, True): lambda w, b, i, f, p: w.F("I", *i, f),
    ("M", 0, "B", "", False, 1, True): lambda w, b, i, f, p: w.M("B", *i, f),
    ("M", 0, "I", "", False, 1, True): lambda w, b, i, f, p: w.M("I", *i, f),
    ("F", 0, "B", "", False, 0, True): lambda w, b, i, f, p: w.whole("F_B", f),
    ("M", 0, "B", "", False, 0, True): lambda w, b, i, f, p: w.whole("M_B", f),
    ("f", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.f(*i, f),
    ("mu", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.mu(*i, f),
    ("f", 0, "Z", "", False, 1, True): lambda w, b, i, f, p: w.f(*i, f)[2, 0],
    ("mu", 0, "Z", "", False, 1, True): lambda w, b, i, f, p: w.mu(*i, f)[2, 0],
    ("mu", 0, "D", "", False, 1, False): lambda w, b, i, f, p: w.drive(*i),
    ("mu", 0, "D", "", False, 0, False): lambda w, b, i, f, p: w.whole("mu_D"),
    ("a", 0, "", "", False, 2, False): lambda w, b, i, f, p: w.a(*i),
    ("b", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.b(*i),
    ("b", 0, "", "", False, 0, False): lambda w, b, i, f, p: (
        w.whole("b") if w.dynamics else column(w.case.t[2])),
    ("A", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.whole("A"),
    ("C", 0, "", "", False, 0, True): lambda w, b, i, f, p: w.whole("C", f),
    ("D", 0, "", "", False, 0, True): lambda w, b, i, f, p: w.whole("D", f),
    ("W", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.W(),
}
