"""Statics written out (Pudovkina and Telegin, lesson 13): direction cosines, forces, drives.

A joint is a word of a pattern: "Rz" turns about z, "P-y" slides against y of its link's frame. All
frames are parallel at q = 0; the vertical is y of frame 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from robokit.arithmetic import cos, sin

from ..shared.steps import Force, cross


@dataclass(frozen=True, eq=False)
class HeldArm:
    """An arm at rest with a load at a point of its last link; lengths as in `statics.Arm`."""

    pattern: str
    q: Any                          # (n,), radians and metres
    l: Any                          # (n, 3), from O_{k-1} to O_k at q = 0, in frame k-1
    m: Any                          # (n,)
    r: Any                          # (n, 3), mass centres from O_k, in frame k
    load: Any                       # mass of the load
    point: Any                      # (3,), its place from O_n, in frame n
    g: Any = 9.81
    known: dict = field(default_factory=dict)           # what rules have worked out of it

    @property
    def words(self) -> list[str]:
        return self.pattern.split()

    @property
    def n(self) -> int:
        return len(self.words)

    def once(self, key, make):
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]


def axis_of(word: str) -> int:
    return "xyz".index(word[-1])


# -- the same in finer steps, for slips that nobody wrote down ------------------------------------
def _joint_turn(self, word, q):
    """tau_{k-1 k} of one joint; a slide turns nothing, (5)."""
    angle = self.sense(word) * (q if self.turns_link(word) else self.angle_of_slide(q))
    return self.turn_back(axis_of(word), sin(angle), cos(angle))


def _angle_of_slide(self, q):
    """The angle by which a slide turns its link, zero."""
    return 0.0 * q


def _turns_link(self, word):
    """Does this joint turn its link?"""
    return word[0] == "R"


def _weight_held(self, arm, k):
    """mg_k with its sign."""
    return self.held(self.in_newtons(sum(mass for mass, _, _ in self.bodies(arm, k)), arm.g))


def _in_newtons(self, mass, g):
    """The weight of a mass."""
    return mass * g


def _moment_held(self, arm, k):
    """M_k in frame 0."""
    pole, total, bodies = self.origin(arm, self.pole_of(k)), 0, self.bodies(arm, k)
    for place, (mass, j, x) in enumerate(bodies):
        loaded = arm.n in self.hung_on(k, arm.n) and place == len(bodies) - 1
        turned = (self.load_turned(self.frame(arm, j), x) if loaded else
                  self.from_link(self.frame(arm, self.centre_frame(j)), x))
        total = total + cross(self.origin(arm, j) + turned - pole,
                              self.held(arm.g * mass) * self.upwards())
    return total


def _load_turned(self, tau, x):
    """The place of the load in its link, on the axes of frame 0."""
    return tau @ np.asarray(x)


def _centre_frame(self, j):
    """The frame on whose axes the mass centre of link j is given."""
    return j


class Steps(Force):
    """The computations of the assignment, each step a method."""

    closer = {**Force.closer, "joint_turn": _joint_turn, "turns_link": _turns_link,
              "angle_of_slide": _angle_of_slide,
              "weight_held": _weight_held, "in_newtons": _in_newtons,
              "moment_held": _moment_held, "load_turned": _load_turned,
              "centre_frame": _centre_frame}

    # -- direction cosines, (5)-(8) ------------------------------------------------------------
    def turn_back(self, axis, s, c):
        """Components behind a turn to those before it, (6)-(8), as a matrix."""
        a, b = (axis + 1) % 3, (axis + 2) % 3
        matrix = np.eye(3, dtype=np.asarray(c).dtype)
        matrix[a, a] = matrix[b, b] = c
        matrix[a, b], matrix[b, a] = -self.sine(s), self.sine(s)
        return matrix

    def sine(self, s):
        return s

    def sense(self, word):
        """Along the axis of the frame, or against it."""
        return -1 if "-" in word else 1

    def joint_turn(self, word, q):
        """tau_{k-1 k} of one joint; a slide turns nothing, (5)."""
        angle = self.sigma(int(word[0] == "R")) * self.sense(word) * q
        return self.turn_back(axis_of(word), sin(angle), cos(angle))

    def first_frame(self, i):
        """The frame i from which tau_ij starts."""
        return i

    def cosines(self, pattern, q, j, i=0):
        """tau_ij: the matrices of joints i+1..j, one behind the other."""
        turns = [self.joint_turn(*joint) for joint in zip(pattern.split(), q)]
        return _product(self.order([np.eye(3), *turns[self.first_frame(i):j]]))

    def cosines_asked(self, pattern, q, j, i=0):
        """tau_ij as it is handed in."""
        return self.answer(self.cosines(pattern, q, j, i))

    def written_column(self, turns, column):
        """A column of the product of (axis, s, c), as it is handed in."""
        return self.answer(_product(self.order([self.turn_back(*t) for t in turns])))[:, column]

    # -- what writing out costs ------------------------------------------------------------------
    def count(self, pattern, axis):
        """Products and sums of an axis of the last frame in frame 0: written out, and in full."""
        words = [w for w in pattern.split() if w[0] == "R"]
        products, sums = self.written_cost(self.gathered(words), axis)
        factors = len(self.multiplied(pattern.split()))
        return np.array([products, sums, 9 * factors, 6 * factors], float)

    def gathered(self, words):
        """The axes of the turns, parallel neighbours as one."""
        axes = [axis_of(w) for w in words]
        return [a for k, a in enumerate(axes) if k == 0 or a != axes[k - 1]]

    def multiplied(self, words):
        """The joints that bring a matrix to the full product."""
        return [w for w in words if w[0] == "R"]

    def written_cost(self, axes, axis):
        """From the last turn to the first; entries are 0, 1 or a letter."""
        entries, products, sums = ["1" if a == axis else "0" for a in "xyz"], 0, 0
        for a in reversed(axes):
            touched = [entries[(a + 1) % 3], entries[(a + 2) % 3]]
            products += 2 * sum(self.costs(x) for x in touched)
            sums += 2 * self.adds(touched)
            if touched != ["0", "0"]:
                entries[(a + 1) % 3] = entries[(a + 2) % 3] = "letter"
        return products, sums

    def costs(self, entry):
        """Is a sine times this entry a product?"""
        return entry == "letter"

    def adds(self, touched):
        """Is there a sum to form?"""
        return "0" not in touched

    def frame(self, arm, j):
        """tau_0j of an arm."""
        return arm.once((self, "frame", j), lambda: self.cosines(arm.pattern, arm.q, j))

    def length_of_line(self, line):
        """The length of the printed line."""
        return np.linalg.norm(line)

    # -- section 2: forces -----------------------------------------------------------------------
    def upwards(self):
        """The vertical in frame 0."""
        return np.array([0, 1, 0])

    def vertical(self, tau):
        """The vertical on the axes of a frame, from its tau_0i: row y, (4)."""
        return self.upwards() @ tau

    def hung_on(self, k, n):
        """The links that joint k holds."""
        return range(k, n + 1)

    def payload(self, load):
        """The mass of the load."""
        return load

    def held(self, x):
        """What holds the weights, not the weights."""
        return x

    def bodies(self, arm, k):
        """(mass, link, place in its frame) of all that joint k holds."""
        links = self.hung_on(k, arm.n)
        found = [(arm.m[j - 1], j, self.centre_in_link(arm.r[j - 1])) for j in links]
        return found + [(self.payload(arm.load), arm.n, arm.point)] * (arm.n in links)

    def weight_held(self, arm, k):
        """mg_k with its sign."""
        return self.held(arm.g * sum(mass for mass, _, _ in self.bodies(arm, k)))

    def force_on(self, arm, k, i):
        """F_k on the axes of frame i."""
        return self.weight_held(arm, k) * self.vertical(self.frame(arm, i))

    # -- moments about O_k and drives, which the paper leaves out --------------------------------
    def centre_in_link(self, r):
        return np.asarray(r)

    def from_link(self, tau, x):
        """A vector of the link, on the axes of frame 0."""
        return tau @ x

    def step_along(self, arm, k):
        """From O_{k-1} to O_k in frame k-1."""
        word = arm.words[k - 1]
        slide = np.eye(3, dtype=int)[axis_of(word)] * (word[0] == "P")
        return np.asarray(arm.l[k - 1]) + slide * self.sense(word) * self.slid(arm.q[k - 1])

    def slid(self, q):
        """How far a slide has come."""
        return q

    def step_frame(self, k):
        """The frame on whose axes the step from O_{k-1} to O_k is given."""
        return k - 1

    def origin(self, arm, k):
        """O_k in frame 0."""
        if k == 0:
            return np.zeros(3, dtype=int)
        return arm.once((self, "origin", k), lambda: self.origin(arm, k - 1)
                        + self.frame(arm, self.step_frame(k)) @ self.step_along(arm, k))

    def pole_of(self, k):
        """The number of the pole that M_k is taken about."""
        return k

    def moment_held(self, arm, k):
        """M_k in frame 0."""
        pole, total = self.origin(arm, self.pole_of(k)), 0
        for mass, j, x in self.bodies(arm, k):
            arm_to = self.origin(arm, j) + self.from_link(self.frame(arm, j), x) - pole
            total = total + cross(arm_to, self.held(arm.g * mass) * self.upwards())
        return total

    def on_axes_of(self, tau, vector):
        """A vector of frame 0 on the axes of a frame."""
        return tau.T @ vector

    def moment_on(self, arm, k):
        """M_k on the axes of frame k."""
        return self.on_axes_of(self.frame(arm, k), self.moment_held(arm, k))

    def joint_axis(self, arm, k):
        """q_k or p_k in frame 0."""
        word = arm.words[k - 1]
        return self.reading(word) * self.frame(arm, self.axis_frame(k, arm.n))[:, axis_of(word)]

    def reading(self, word):
        """The sense in which the drive of a joint is read off."""
        return self.sense(word)

    def axis_frame(self, k, n):
        """The frame that carries the axis of joint k."""
        return k

    def drive_held(self, arm, k):
        """What drive k gives: M_k or F_k on its axis."""
        axis = self.joint_axis(arm, k)
        if self.asks_moment(int(arm.words[k - 1][0] == "R")):
            return axis @ self.moment_held(arm, k)
        return axis @ (self.weight_held(arm, k) * self.upwards())

    def potential_energy(self, arm):
        """Of all weights, its zero at the height of O_0; its slopes are the drives."""
        return sum(self.held(arm.g * mass) * self.upwards()
                   @ (self.origin(arm, j) + self.from_link(self.frame(arm, j), x))
                   for mass, j, x in self.bodies(arm, 1))

    def drives_held(self, arm):
        return np.array([self.drive_held(arm, k) for k in range(1, arm.n + 1)])

    def plane_arm(self, q, a, b, d, m_1, m_2, m_3, g):
        """The drives of an arm Rz Rz Px in the vertical plane; the load is m_3 in O_3."""
        x, o = np.array([1, 0, 0]), np.array([0, 0, 0])
        return self.drives_held(HeldArm("Rz Rz Px", q, [o, a * x, o], [m_1, m_2, 0],
                                        [b * x, d * x, o], m_3, o, g))


def _product(factors):
    return reduce(np.matmul, factors)
