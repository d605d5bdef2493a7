"""The second way of lesson 8: a mechanism as mass points, moved by positions alone.

Every link becomes six mass points; their accelerations come from positions, and Newton's law for
points gives reactions and drives. No formula of sections 5, 7 and 8 enters it. The loader is
here with its masses, and the way that its casting goes.
"""

from __future__ import annotations

import numpy as np

from lessons.tools import by_positions, place, turn
from lessons.tools import loader as bare_loader
from robokit import Loads, Mechanism
from robokit.inertia import Body, box, cylinder, inertias, point

__all__ = ["CASTING", "END", "LIMITS", "START", "WEIGHT", "Points", "body", "dumbbell", "lift",
           "loader", "six_points"]

WEIGHT = Loads(gravity=(0, 0, -9.81))
CASTING = np.array([0.1, 0.04, -0.06])                           # its centre in frame 4, m
START, END = np.array([0.2, -0.7, 0.05, 0.0]), np.array([1.9, 0.6, 0.35, 1.3])
LIMITS = np.array([100.0, 250.0, 200.0, 80.0])                   # N·m, N·m, N, N·m
RADIUS, STEPS = 0.5, 64
CIRCLE = RADIUS * np.exp(2j * np.pi * np.arange(STEPS) / STEPS)


# -- arms ----------------------------------------------------------------------------------------
def loader(casting: float = 12.0, counterweight: Body | None = None) -> Mechanism:
    """The loader with masses, kg; the casting in its gripper is a part of link 4.

    counterweight: a body fixed to link 2, the boom, in the axes of frame 2.
    """
    arm = bare_loader()
    v_3 = arm.v(3)
    links = [cylinder(60, R=0.1, H=0.5, axis="y", r=(0, -0.25, 0)),
             box(18, (0.12, 0.16, 0.5), r=(0, 0.03, -0.05)),
             cylinder(6, R=0.04, H=0.5, axis=v_3, r=-0.1 * v_3) + box(2, (0.2, 0.1, 0.1)),
             box(4, (0.4, 0.08, 0.08), r=(-0.2, 0, 0))
             + box(casting, (0.3, 0.2, 0.12)).turned(turn("x", 0.5)).moved(CASTING)]
    if counterweight is not None:
        links[1] = links[1] + counterweight
    return Mechanism(arm.sigma, arm.angles, arm.l, **inertias(links), name="The loader")


def dumbbell(tilt: float = 0.6, m: float = 2.0, half: float = 0.4) -> Mechanism:
    """Two balls on a thin rod that leans from Z_0 and is turned about Z_0: one revolute joint."""
    rod = cylinder(m / 10, R=0.02, H=2 * half, axis="z")
    balls = point(m, (0, 0, half)) + point(m, (0, 0, -half))
    return Mechanism([1], [(tilt, 0, 0)], [(0, 0, 0)], **inertias([balls + rod]),
                     name="The dumbbell")


def lift(seconds: float, count: int = 81):
    """Joint coordinates of the lift, their first and second derivatives, (count, 4), and times.

    A polynomial of degree five: it starts and ends at rest, without a jerk.
    """
    x = np.linspace(0, 1, count)[:, None]
    way = END - START
    q = START + way * x**3 * (10 - 15 * x + 6 * x**2)
    dq = way * 30 * x**2 * (1 - x)**2 / seconds
    ddq = way * 60 * x * (1 - x) * (1 - 2 * x) / seconds**2
    return q, dq, ddq, seconds * x[:, 0]


# -- mass points ---------------------------------------------------------------------------------
def body(robot: Mechanism, j: int) -> Body:
    """Link j as a body in its own frame."""
    return Body(robot.m[j - 1], robot.r[j - 1], robot.J[j - 1])


def six_points(link: Body):
    """Six points of mass m / 6 with the mass centre r and the tensor J of the body. (6, 3)

    They lie in pairs on the principal axes; with J = tr(S) E - S the distances follow from S.
    """
    S, axes = np.linalg.eigh(np.trace(link.J) / 2 * np.eye(3) - link.J)
    along = axes * np.sqrt(np.maximum(3 * S / link.m, 0))
    return link.r + np.vstack([along.T, -along.T])


class Points:
    """A mechanism as mass points at (q, dq, ddq): Newton's law for points, positions only.

    Positions are taken along q + dq z + ddq z^2 / 2 for complex times z on a circle; their
    Fourier coefficients are the Taylor coefficients at z = 0, without any subtraction.
    """

    def __init__(self, robot, q, dq, ddq, loads=None):
        self.robot, self.q, self.loads = robot, np.asarray(q, float), loads or Loads()
        moves = [np.asarray(q) + np.multiply(dq, z) + np.multiply(ddq, z**2 / 2) for z in CIRCLE]
        self.x, self.v, self.a = {}, {}, {}
        for j in range(1, robot.n + 1):
            inside = np.vstack([robot.r[j - 1], six_points(body(robot, j))])
            path = [place(robot, move, j) for move in moves]
            places = np.fft.fft([t + inside @ tau.T for tau, t in path], axis=0).real / STEPS
            self.x[j], self.v[j] = places[0], places[1] / RADIUS
            self.a[j] = 2 * places[2] / RADIUS**2

    def links(self, i):
        return range(i, self.robot.n + 1)

    def mass(self, j):
        """Mass of one of the six points of link j."""
        return self.robot.m[j - 1] / 6

    def F_I(self, j):
        """Force of inertia of link j: minus the sum of mass times acceleration."""
        return -self.mass(j) * self.a[j][1:].sum(0)

    def M_I(self, j):
        """Moment of the forces of inertia about the mass centre."""
        arms = self.x[j][1:] - self.x[j][0]
        return -self.mass(j) * np.cross(arms, self.a[j][1:]).sum(0)

    def K(self, j):
        """Angular momentum of link j about its mass centre."""
        arms = self.x[j][1:] - self.x[j][0]
        return self.mass(j) * np.cross(arms, self.v[j][1:]).sum(0)

    def F_B(self, j):
        """External force on link j, its weight included."""
        given = 0 if self.loads.F is None else self.loads.F[j - 1]
        return given + self.robot.m[j - 1] * np.array(self.loads.gravity)

    def M_B(self, j):
        """External moment on link j."""
        return np.zeros(3) if self.loads.M is None else self.loads.M[j - 1]

    def origin(self, i):
        """Origin of frame i."""
        return place(self.robot, self.q, i)[1]

    def f(self, i):
        """Force of link i-1 on link i: what makes all points from link i on accelerate so."""
        return -sum(self.F_I(j) + self.F_B(j) for j in self.links(i))

    def mu(self, i):
        """Moment of link i-1 on link i about the origin of frame i-1, point by point."""
        total, pole = np.zeros(3), self.origin(i - 1)
        for j in self.links(i):
            total += self.mass(j) * np.cross(self.x[j][1:] - pole, self.a[j][1:]).sum(0)
            total -= self.M_B(j) + np.cross(self.x[j][0] - pole, self.F_B(j))
        return total

    def drives(self):
        """mu_D by virtual work: what one unit of dq_i alone does with all forces. (n,)"""
        return np.array([self._work(unit) for unit in np.eye(self.robot.n)])

    def _work(self, unit):
        still, work = Points(self.robot, self.q, unit, 0 * unit), 0.0
        for j in self.links(1):
            work += self.mass(j) * (self.a[j][1:] * still.v[j][1:]).sum()
            work -= self.F_B(j) @ still.v[j][0]
            work -= self.M_B(j) @ by_positions(self.robot, self.q, unit, j)[0]
        return work

    def kinetic(self):
        """Kinetic energy of all points."""
        return sum(self.mass(j) / 2 * (self.v[j][1:]**2).sum() for j in self.links(1))
