"""What lesson 9 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy as sp

from lessons.reading import Unfit, at, check, expression, near, numbers, slip, value
from lessons.tools import boom, loader
from lessons.words import _, number
from robokit import Loads, Mechanism, kawasaki

m_2, l_1, l_2 = sp.symbols("m_2 l_1 l_2", positive=True)
q_2 = sp.Symbol("q_2", real=True)
dq_1, dq_2 = sp.symbols(r"\dot{q}_1 \dot{q}_2", real=True)
PARTS = np.array([20, 6, 50])                        # inertial, b, weights, N·m
DOWN = Loads(gravity=(0, -9.81, 0))                  # of the boom: Y_0 points up
WEIGHTS = Loads(gravity=(0, 0, 9.81))                # of the Kawasaki: Z_0 points down
FALL = np.linspace(0, 0.3, 16)                       # seconds until the brakes bite
REACH, SUNK, BEND = 0.8, 100, 15                     # metres, millimetres, degrees
POSES = ((np.array([0.6, 0.4, 0.25, 0.7])), np.array([-0.4, 0.9, 0.1, -1.2]))
STATES = ((np.array([0.4, 0.7]), np.array([0.8, -0.5]), np.array([20.0, -6.0])),
          (np.array([-0.9, 0.35]), np.array([-1.1, 0.6]), np.array([5.0, 40.0])))


@cache
def loader_with_bodies() -> Mechanism:
    """The loader of lesson 8 with a body on each link."""
    base = loader()
    m, r = [30, 8, 5, 4], [(0, -0.2, 0), (0, 0, -0.1), (-0.1, 0, 0), (-0.15, 0.05, 0)]
    J = [np.diag(x) for x in ((1.2, 0.6, 1.2), (0.2, 0.2, 0.1), (0.02, 0.1, 0.1),
                              (0.02, 0.12, 0.11))]
    return Mechanism(base.sigma, base.angles, base.l, m, r, J, name=base.name)


# -- (9.3) ---------------------------------------------------------------------------------------
def coefficient(q, i, j, first=max, turned=True, centre=True, parts="cD", last_only=False):
    """a_ij of the loader in frame 0, or with a slip."""
    robot, total = loader_with_bodies(), 0.0
    s, n = robot.at(q), robot.n
    for k in range(n if last_only else first(i, j), n + 1):
        J, r = robot.J[k - 1], robot.r[k - 1] if centre else np.zeros(3)
        J = s.tau(0, k) @ J @ s.tau(k, 0) if turned else J
        if "c" in parts:
            total += s.c(i) @ J @ s.c(j)
        if "D" in parts:
            D_i, D_j = (s.D(k, joint, r) if joint <= k else np.zeros(3) for joint in (i, j))
            total += robot.m[k - 1] * D_i @ D_j
    return total


@check
def inertia_coefficient(function):
    """Exercise 1: a_ij of the loader as a function of q, i and j."""
    pairs = [(i, j) for i in range(1, 5) for j in range(1, 5)]
    for q in POSES:
        def table(a, q=q):
            return np.array([a(q.copy(), i, j) for i, j in pairs]).reshape(4, 4)
        found = table(lambda q, i, j: float(numbers(value(function, q, i, j))))
        if near(found, table(coefficient)):
            continue
        def like(**how):
            return table(lambda q, i, j: coefficient(q, i, j, **how))
        said = slip(found, (
            (like(first=lambda i, j: i), _("not symmetric: the sum must begin at max(i, j), for "
                                           "links before joint j do not move with it")),
            (like(first=lambda i, j: j), _("not symmetric: the sum must begin at max(i, j), for "
                                           "links before joint i do not move with it")),
            (like(first=lambda i, j: 1), _("the links before the joint are counted too: c_i must "
                                           "not meet the tensors of links before joint i")),
            (like(turned=False), _("the tensors stand in the frames of their links, c_i in frame "
                                   "0: J_k has to be turned, tau_0k J_k tau_k0")),
            (like(centre=False), _("D_ki belongs to the mass centre of link k: hand D the point "
                                   "r_k")),
            (like(parts="c"), _("the products of D with the masses are missing")),
            (like(parts="D"), _("the products of c with the tensors are missing")),
            (like(last_only=True), _("this is the last link alone: sum over all links from "
                                     "max(i, j)"))))
        if said:
            return said
        if not near(found, found.T):
            return _("does not hold: the matrix is not symmetric")
        return _("symmetric, but half dq A dq is not the kinetic energy")
    return _("holds: symmetric, and half dq A dq is the kinetic energy")


# -- b in letters --------------------------------------------------------------------------------
@check
def two_links(answer):
    """Exercise 2: b_1 of two links in a plane with point masses at their ends."""
    known = (m_2, l_1, l_2, q_2, dq_1, dq_2)
    found = np.array([expression(answer, known)])
    h = m_2 * l_1 * l_2 * sp.sin(q_2)
    true = -h * (2 * dq_1 * dq_2 + dq_2**2)
    slips = ((-true, _("the signs are turned round: a_11 falls as the elbow bends")),
             (-h * (dq_1 * dq_2 + dq_2**2), _("the Coriolis term stands once; it comes twice, from "
                                              "both symbols with the indices 1 and 2")),
             (-2 * h * dq_1 * dq_2, _("the centrifugal term of joint 2 is missing: "
                                      "differentiate a_12 too")),
             (-h * dq_2**2, _("the Coriolis term is missing: differentiate a_11 too")),
             (h * dq_1**2, _("this is b_2, what joint 2 feels")),
             (true + h * dq_1**2, _("a term with the square of the first rate is too much: no "
                                    "coefficient depends on q_1")),
             (true / (m_2 * l_1 * l_2 * sp.sin(q_2)) * m_2 * l_1 * l_2 * sp.cos(q_2),
              _("the cosine has yet to be differentiated")),
             (true / 2, _("a factor of two is missing in all terms")))
    values = [{"m_2": 2.0, "l_1": 0.5, "l_2": 0.4, "q_2": 0.8, dq_1.name: 0.9, dq_2.name: -0.7},
              {"m_2": 3.0, "l_1": 0.7, "l_2": 0.6, "q_2": -1.1, dq_1.name: 0.4, dq_2.name: 1.3}]
    numbers_ = np.array([at(found, **x) for x in values])
    for wrong, said in ((true, _("holds: its power and that of b_2 are half dq dA/dt dq")),
                        *slips):
        if near(numbers_, [at(np.array([wrong]), **x) for x in values]):
            return said
    return _("does not hold: its power and that of b_2 are not half dq dA/dt dq")


@check
def lagrange_lines(line, mended):
    """Exercise 3: which line of the boom's Lagrange is wrong, and the right b_1."""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: W is differentiated by the first rate alone"),
             3: _("line 3 is right: turning the whole boom changes no distance, so no coefficient "
                  "depends on q_1"),
             4: _("line 4 is right: only a_11 depends on q_2"),
             5: _("line 5 follows from the lines before it; look for the first wrong one")}
    if chosen in right:
        return right[chosen]
    if chosen != 2:
        return _("the answer needs the number of a line, 1 to 5")
    found = np.array([expression(mended, (m_2, q_2, dq_1, dq_2))])
    true = 2 * m_2 * q_2 * dq_1 * dq_2
    values = [{"m_2": 2.0, "q_2": 0.8, dq_1.name: 0.9, dq_2.name: -0.7},
              {"m_2": 3.0, "q_2": -1.1, dq_1.name: 0.4, dq_2.name: 1.3}]
    for wrong, said in (
            (true, _("holds: the line forgets that q_2 moves while the clock runs")),
            (true / 2, _("the line is found; the derivative of the square of q_2 has a factor 2")),
            (sp.Integer(0), _("the line is found; this is its b_1 as the student has it")),
            (-true, _("the line is found; the sign is the opposite one")),
            (-m_2 * q_2 * dq_1**2, _("the line is found; this is b_2")),
            (2 * m_2 * q_2 * dq_2, _("the line is found; the first rate is missing"))):
        if near([at(found, **x) for x in values],
                [at(np.array([wrong]), **x) for x in values]):
            return said
    return _("the line is found; b_1 is another one: product rule on a_11 times the first rate")


@check
def twice_as_fast(inertial, coriolis, weights):
    """Exercise 4: the three parts of a drive, N·m, when the path takes half the time."""
    found = np.array([float(numbers(x)) for x in (inertial, coriolis, weights)])
    said = {(4, 4, 1): _("holds: both parts of the motion go with the square of the speed"),
            (2, 4, 1): _("the rates double in half the time as well: ddq has the time squared "
                         "below it"),
            (4, 2, 1): _("b is of the second degree in the rates: twice the rates, four times b"),
            (2, 2, 1): _("doubled are the rates; ddq has the time squared below it, and b the "
                         "rates squared"),
            (1, 4, 1): _("the accelerations grow too: the same change of the rates, which are "
                         "twice as large, in half the time"),
            (4, 4, 4): _("the weights do not know how fast the arm moves"),
            (4, 4, 2): _("the weights do not know how fast the arm moves"),
            (2, 4, 2): _("the weights do not know how fast the arm moves"),
            (4, 8, 1): _("b has two rates in each term, not three"),
            (0.25, 0.25, 1): _("this is twice as slow; the time is halved, not doubled")}
    for wrong, line in said.items():
        if near(found, PARTS * wrong):
            return line
    return _("does not hold: write q(t) = p(2t) and differentiate twice")


# -- the forward problem -------------------------------------------------------------------------
def accelerations(q, dq, mu, b=1, weights=1, apart=False, solved=True):
    """ddq of the boom under its weight, or with a slip."""
    s = boom().at(q, dq)
    push = mu + weights * s.load_drives(DOWN) - b * s.b()
    if not solved:
        return push
    return push / np.diag(s.A()) if apart else np.linalg.solve(s.A(), push)


@check
def forward(function):
    """Exercise 5: ddq of the boom for drives mu."""
    answers = [numbers(value(function, *(x.copy() for x in state)), 2) for state in STATES]
    found = np.array(answers)
    def like(**how):
        return np.array([accelerations(*state, **how) for state in STATES])
    if near(found, like()):
        return _("holds: the drives that this motion needs are the given ones")
    return slip(found, (
        (like(b=0), _("b is missing: at these rates it matters")),
        (like(b=-1), _("b stands on the left in (9.5) and changes its sign on the way")),
        (like(weights=0), _("the weights are missing")),
        (like(weights=-1), _("the weights have the wrong sign: load_drives is the right side "
                             "already")),
        (like(b=-1, weights=-1), _("both b and the weights have the wrong sign")),
        (like(apart=True), _("each joint is solved by itself: a_12 is not zero")),
        (like(solved=False), _("these are forces; the system with the matrix A has yet to be "
                               "solved"))
        )) or _("does not hold: put your ddq into (9.5) and look which side misses what")


@check
def waiting(second, third, fifth):
    """Exercise 6: a pose in which the power may fail; angles of joints 2, 3, 5 in degrees."""
    angles = np.array([float(numbers(x)) for x in (second, third, fifth)])
    if np.abs(angles).max() <= 3.2 and np.abs(angles).max() > 0:
        return _("the answer needs degrees, not radians")
    if abs(angles[2]) < BEND - 1e-9:
        return _("the hand is nearly in line with the forearm: bend joint 5 by 15 degrees or more")
    robot, q = kawasaki.fs20n(inertias="nominal"), np.zeros(6)
    q[[1, 2, 4]] = np.radians(angles)
    beyond = _beyond(robot, q[None])
    if beyond:
        return _("does not hold: joint {joint} is beyond its limit").format(joint=beyond)
    x, y, _z = robot.at(q).t("tool", frame="B", origin="B")
    if np.hypot(x, y) < REACH:
        return _("too near to the column: the nozzle is {far} m away from its axis").format(
            far=number(np.hypot(x, y)))
    try:
        run = robot.simulate(q, 0 * q, None, FALL, WEIGHTS, rtol=1e-6, atol=1e-7)
    except RuntimeError as stopped:
        raise Unfit(str(stopped)) from None
    beyond = _beyond(robot, run.q)
    if beyond:
        return _("does not hold: falling, joint {joint} comes beyond its limit").format(
            joint=beyond)
    height = robot.at(run.q).t(4, frame="B", origin="B")[:, 2]
    sunk = number(1000 * (height[0] - height.min()), 0)
    if 1000 * (height[0] - height.min()) > SUNK:
        return _("does not hold: the wrist centre sinks by {mm} mm").format(mm=sunk)
    return _("holds: the wrist centre sinks by {mm} mm").format(mm=sunk)


def _beyond(robot, q):
    """The first joint that is beyond its limits in one of these configurations; 0 if none."""
    low, high = robot.limits.T
    outside = ((q < low - 1e-9) | (q > high + 1e-9)).any(0)
    return int(np.flatnonzero(outside)[0]) + 1 if outside.any() else 0
