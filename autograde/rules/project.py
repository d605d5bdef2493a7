"""A robot of the student's own: what its functions must give, one step a method.

`v["robot"]` describes the robot by the parameters of section 1.4 and the gravity in frame 0. All
velocities, energies and moments are in frame 0, the point is the origin of the last frame.
"""

from __future__ import annotations

import json
from functools import lru_cache

import numpy as np

from robokit import Loads, Mechanism

__all__ = ["Project"]

PARTS = ("sigma", "angles", "l", "m", "r", "J")


@lru_cache(maxsize=64)
def _mechanism(text: str) -> Mechanism:
    return Mechanism(**json.loads(text))


@lru_cache(maxsize=4096)
def _A(text: str, q: tuple) -> np.ndarray:
    return _mechanism(text).A(np.array(q))


@lru_cache(maxsize=4096)
def _b(text: str, q: tuple, dq: tuple) -> np.ndarray:
    return _mechanism(text).b(np.array(q), np.array(dq))


class Project:
    def own_parameters(self, v) -> dict:
        return {part: v["robot"][part] for part in PARTS}

    def own_text(self, v) -> str:
        """The parameters in words: under these, what was worked out once is found again."""
        return json.dumps(self.own_parameters(v))

    def own_robot(self, v) -> Mechanism:
        return _mechanism(self.own_text(v))

    def own_gravity(self, v):
        return np.array(v["robot"]["gravity"], float)

    def own_place(self, v, q):
        robot = self.own_robot(v)
        return robot.at(q).t(robot.n)

    def own_attitude(self, v, q):
        robot = self.own_robot(v)
        return robot.at(q).tau(0, robot.n)

    def own_twist(self, v, q, dq):
        """omega over V of the last frame's origin."""
        s, n = self.own_robot(v).at(q, dq), self.own_robot(v).n
        return self.own_rows(s.omega(n, self.own_rate_axes(n)), s.V(n, frame=self.own_rate_axes(n)))

    def own_rows(self, omega, V):
        return np.concatenate([omega, V])

    def own_rate_axes(self, n):
        """The frame on whose axes velocities are given."""
        return 0

    def own_inertia(self, v, q):
        return _A(self.own_text(v), tuple(map(float, q)))

    def own_potential(self, v, q):
        return self.own_robot(v).at(q).potential_energy(self.own_gravity(v))

    def own_weight(self, v, q):
        """What the drives hold at rest."""
        rest = np.zeros(len(q))
        return self.own_robot(v).inverse_dynamics(q, rest, rest, Loads(gravity=self.own_gravity(v)))

    def own_b(self, v, q, dq):
        return _b(self.own_text(v), tuple(map(float, q)), tuple(map(float, dq)))

    def own_drives(self, v, q, dq, ddq):
        return (self.own_inertia(v, q) @ ddq + self.own_b(v, q, np.asarray(dq, float))
                + self.own_weight(v, q))

    def own_accelerations(self, v, q, dq, mu):
        return np.linalg.solve(self.own_inertia(v, q),
                               mu - self.own_b(v, q, dq) - self.own_weight(v, q))
