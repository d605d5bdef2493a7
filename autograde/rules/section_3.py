"""Positions and orientation angles (section 3, appendix 1)."""

from __future__ import annotations

import numpy as np

from robokit import Mechanism, rotation
from robokit.kawasaki import fs20n

__all__ = ["Section3"]


class Section3:
    def at(self, angles, l, sigma, q, dq=None):
        robot = Mechanism(sigma, angles, l)
        q = [self.joint(x) if s else x for x, s in zip(q, sigma)]
        return self.State(robot, (), q=np.asarray(q, float),
                          dq=None if dq is None else np.asarray(dq, float))

    def link_vector(self, s, j):
        """L_j, section 3.1."""
        return s.L(j)

    def rotation_of(self, s, i):
        """tau_0i."""
        return self.answer(s.tau(0, i))

    def point_below(self, s, i, point):
        """t_{i(i-1)}^(i-1), (3.1)."""
        return s.t(i, point, frame=i - 1, origin=i - 1)

    def position(self, s, i, point):
        """t_{i(0)}^(0), (3.2)."""
        return s.t(i, point)

    def position_own(self, s, i, point):
        """t_{i(0)}^(i), (3.3)."""
        return s.t(i, point, frame=i)

    def orientation(self, tau):
        """P, Y, R of section 3.2."""
        return np.array(rotation.angles_of(self.unanswer(tau)), dtype=float)

    def kawasaki(self, q, **lengths):
        """The tool's origin of the Kawasaki FS20N in {B}, appendix 1."""
        robot = fs20n(**lengths)
        s = self.State(robot, (), q=np.asarray([self.joint(x) for x in q], float))
        return self.tool_position(s)

    def tool_position(self, s):
        return s.t("tool", frame="B", origin="B")
