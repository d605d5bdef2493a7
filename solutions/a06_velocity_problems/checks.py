"""What answers of assignment 6 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws
from robokit.kawasaki import fs20n

SHORT = 2                           # links of the short arm
JOINTS = 4                          # of the chains that chain_rates is asked about
SIX = 6                             # rows and columns of the matrices that are damped
ALL, V_ROWS = [0, 1, 2, 3, 4, 5], [3, 4, 5]
POLAR = ("q_1", "q_2", "q_3", "h", "a")

# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
SEEN_A = np.array([[2, -1, 0, 1], [1, 1, 3, -2], [3, 0, 3, -1]])        # row 3 is the sum
SEEN_SQUARE = np.diag([1.5, 1.0, 0.8, 0.5, 0.2, 0.0]) + np.diag([0.3] * 5, 1)
SEEN_V = np.array([0.4, -0.3, 0.2, 0.5, -0.1, 0.3])
SEEN_CHAIN = (np.array([[0.4, -0.9, 1.2], [1.1, 0.3, -0.6], [-0.7, 1.3, 0.5], [0.2, -0.4, 0.9]]),
              np.array([[0.3, -0.2, 0.4], [0.1, 0.5, -0.3], [-0.4, 0.2, 0.3], [0.2, 0.3, -0.1]]),
              np.array([1, 0, 1, 1]), np.array([0.5, 0.3, -0.8, 1.1]))
SEEN_POINT = np.array([0.2, -0.1, 0.3])
WANTED = {"many": (np.array(V_ROWS), np.array([0.3, -0.2, 0.4])),
          "none": (np.array(ALL), np.array([0.2, 0.5, -0.3, 0.3, -0.2, 0.4]))}


def _tip(l, q):
    """Where a planar arm ends: link after link."""
    turns = np.cumsum(q)
    return np.array([np.sum(l * np.cos(turns)), np.sum(l * np.sin(turns))])


def _moved(v, dq, links=3):
    """The velocity of the tip of the student's arm at these rates, by differences."""
    l, q = np.array(v["l"][:links]), np.radians(v["q_deg"][:links])
    return laws.rate(lambda x: _tip(l, x), q, dq)


def _agree(a, b, text, scale=1.0):
    off = np.abs(np.subtract(a, b)).max()
    return laws.Finding(bool(off <= 4 * TYPED * max(scale, 1.0)), text)


def _tip_laws(V, own):
    v = own["variant"]
    reach = [sum(v["l"][k:]) for k in range(3)]
    yield laws.Finding(bool(np.linalg.norm(V) <= np.abs(v["dq"]) @ reach + TYPED),
                       "it is no faster than three stretched arms, one a joint")


def _rates_laws(dq, own):
    v = own["variant"]
    yield _agree(_moved(v, dq, SHORT), v["V"], "these rates move the tip as it was wanted",
                 np.abs(dq).max())


def _lost_laws(u, own):
    yield laws.Finding(bool(abs(np.linalg.norm(u) - 1) <= 2 * TYPED), "its length is 1")
    yield laws.Finding(bool(u[0] > 0), "its x component is positive")


def _nearest_laws(V, own):
    u = own.get("lost_direction")
    if not laws.same(u, u):
        yield laws.Finding(None, "Check lost_direction first: the two have something in common.")
    else:
        yield _agree(np.array(u, float).reshape(2) @ V, 0,
                     "it has no part in your lost direction")


def _axes_laws(axes, own):
    v = own["variant"]
    area = v["l"][0] * v["l"][1] * abs(np.sin(np.radians(v["q_deg"][1])))
    yield laws.Finding(bool(axes[0] >= axes[1] > 0), "the greater stands first")
    yield _agree(axes[0] * axes[1], area, "the ellipse has the area pi l_1 l_2 |sin q_2|")


def _still_laws(dq, own):
    yield _agree(dq[2], 1, "joint 3 turns at 1 rad/s")
    yield _agree(_moved(own["variant"], dq), [0, 0], "the tip rests", np.abs(dq).max())


def _shortest_laws(dq, own):
    v, z = own["variant"], own.get("self_motion")
    yield _agree(_moved(v, dq), v["V"], "these rates move the tip as it was wanted",
                 np.abs(dq).max())
    if laws.same(z, z):
        z = np.array(z, float).reshape(3)
        yield _agree(z @ dq / np.linalg.norm(z), 0, "it has no part in your self-motion")


def _how_many_laws(how_many, own):
    """What can be had is not refused; what stands off the columns is."""
    A, free = SEEN_A, lambda A, v: np.array(how_many(A.copy(), v.copy()), float).reshape(2)[1]
    reached, off = A @ np.array([1, 2, -1, 1]), A @ np.array([1, 2, -1, 1]) + [1, 1, -1]
    yield laws.Finding(free(A, reached) >= 0, "v = A x is solved by x: the answer is not -1")
    yield laws.Finding(free(A, off) == -1, "rows that contradict one another: the answer is -1")
    wider = np.column_stack([A, [0, 0, 0]])
    yield laws.Finding(free(wider, reached) == free(A, reached) + 1,
                       "a joint that moves nothing is one more free rate")
    doubled = free(np.vstack([A, A[:1]]), np.append(reached, reached[0]))
    yield laws.Finding(doubled == free(A, reached), "an equation written twice changes nothing")


def _chain_laws(chain_rates, own):
    """Held against differences of positions and turns of the visible chain."""
    angles, l, sigma, q = SEEN_CHAIN
    robot = Mechanism(sigma, angles, l)

    def velocity(dq):
        spin = laws.rate(lambda x: robot.at(x).tau(0, JOINTS), q, dq) @ robot.at(q).tau(0, JOINTS).T
        V = laws.rate(lambda x: robot.at(x).t(JOINTS, SEEN_POINT), q, dq)
        return np.array([spin[2, 1], spin[0, 2], spin[1, 0], *V])
    columns = np.column_stack([velocity(unit) for unit in np.eye(JOINTS)])
    for name, (rows, wanted) in WANTED.items():
        given = (x.copy() for x in (*SEEN_CHAIN, rows, wanted, SEEN_POINT))
        dq, A = np.array(chain_rates(*given), float).reshape(JOINTS), columns[rows]
        if name == "many":
            yield laws.same(A @ dq, wanted, "the last link moves as it was wanted")
            z = np.linalg.svd(A)[2][-1]
            yield laws.same(1 + z @ dq, 1.0, "no part of dq leaves the link at rest")
        else:
            yield laws.same(1 + A.T @ (A @ dq - wanted), np.ones(JOINTS),
                            "what is missed stands across all columns")


def _damped_laws(damped_rates, own):
    """The cost has no slope at the rates; and the bound of damping."""
    A, v = SEEN_SQUARE, SEEN_V
    for lam in (0.1, 0.5):
        dq = np.array(damped_rates(A.copy(), v.copy(), lam), float).reshape(SIX)

        def cost(y, lam=lam):
            return np.array([np.sum((A @ y - v)**2) + lam**2 * np.sum(y**2)])
        slope = [laws.rate(cost, dq, e)[0] for e in np.eye(SIX)]
        yield laws.same(np.array(slope) + 1, np.ones(SIX), "no small step makes the sum smaller")
        yield laws.Finding(bool(np.linalg.norm(dq) <= np.linalg.norm(v) / (2 * lam) + TYPED),
                           "dq is no longer than |v| / (2 lambda)")


def _polar_laws(det):
    """A volume: two columns are lengths, and turning the whole arm changes none."""
    det = det.xreplace({x: sp.Symbol(x.name) for x in det.free_symbols})
    q_1, _, q_3, h, a = map(sp.Symbol, POLAR)
    doubled = det.subs({q_3: 2 * q_3, h: 2 * h, a: 2 * a}, simultaneous=True)
    yield laws.same(det.subs(q_1, q_1 + sp.Rational(1, 2)), det,
                    "turning the column changes nothing")
    yield laws.same(doubled, 4 * det, "with all lengths doubled it is four times as large")


def _wrist_laws(dq, own):
    """The hand of a Kawasaki against its forearm, by robokit's finite differences."""
    v, robot = own["variant"], fs20n()
    q = np.array([0, 0, 0, *np.radians(v["wrist_deg"]), 0])
    turn = laws.rate(lambda x: robot.at(x).tau(3, 6), q, np.array([0, 0, 0, *dq]))
    spin = turn @ robot.at(q).tau(3, 6).T
    yield _agree([spin[2, 1], spin[0, 2], spin[1, 0]], v["w"],
                 "the hand turns against the forearm as it was wanted", np.abs(dq).max())


def _home_laws(dq, own):
    v = own["variant"]
    robot = fs20n(L_1=0.0, L_3=0.0, **v["lengths"])
    V = laws.rate(lambda x: robot.at(x).t(6, frame="B", origin="B"), np.zeros(6), dq)
    yield _agree(V, [0, v["speed"], 0], "the origin of frame 6 moves as it was wanted")


CHECKS = {
    "tip_velocity": Check(function_laws=_tip_laws),
    "rates": Check(function_laws=_rates_laws),
    "how_many": Check(
        function_laws=_how_many_laws,
        visible=(Case((SEEN_A, SEEN_A @ np.array([1, 2, -1, 1]))),
            Case((SEEN_A, np.array([1, 1, 0]))))),
    "lost_direction": Check(function_laws=_lost_laws),
    "nearest": Check(function_laws=_nearest_laws),
    "half_axes": Check(function_laws=_axes_laws),
    "self_motion": Check(function_laws=_still_laws),
    "shortest": Check(function_laws=_shortest_laws),
    "chain_rates": Check(
        function_laws=_chain_laws,
        visible=tuple(Case((*SEEN_CHAIN, *given, SEEN_POINT)) for given in WANTED.values())),
    "damped_rates": Check(
        function_laws=_damped_laws,
        visible=tuple(Case((SEEN_SQUARE, SEEN_V, lam)) for lam in (0.1, 0.5))),
    "polar_det": Check(symbolic_laws=_polar_laws),
    "wrist_rates": Check(function_laws=_wrist_laws),
    "home_rates": Check(function_laws=_home_laws),
}
