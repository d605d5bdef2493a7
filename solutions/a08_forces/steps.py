"""Forces and moments (section 8): reactions, drives, statics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..shared.steps import Force, chain


@dataclass
class LinkLoad:
    """What acts on one link and how it moves; vectors in frame 0, r and J in its own frame."""

    m: Any
    r: Any                                                       # mass centre
    tau: Any                                                     # tau_0j
    J: Any = field(default_factory=lambda: np.zeros((3, 3)))     # about the mass centre
    omega: Any = field(default_factory=lambda: np.zeros(3))
    domega: Any = field(default_factory=lambda: np.zeros(3))
    dV: Any = field(default_factory=lambda: np.zeros(3))         # of the mass centre
    F: Any = field(default_factory=lambda: np.zeros(3))          # at the mass centre
    M: Any = field(default_factory=lambda: np.zeros(3))


class Steps(Force):
    """The computations of section 8, a step of the book a method."""

    def in_motion(self, angles, l, sigma, m, r, J, q, dq, ddq):
        """A chain at one (q, dq, ddq), and its links with what they feel."""
        s = self.State(chain(sigma, angles, l), (), q=np.asarray(q), dq=np.asarray(dq),
                       ddq=np.asarray(ddq))
        links = [LinkLoad(m[j - 1], r[j - 1], s.tau(0, j), J[j - 1], s.omega(j), s.domega(j),
                          self.centre_acceleration(s, j, r[j - 1]))
                 for j in range(1, len(sigma) + 1)]
        return s, links

    def centre_acceleration(self, s, j, r):
        """dV_j^(0) of the mass centre, as (8.2) needs it."""
        return s.dV(j, r)

    def applied(self, load):
        """An external force or moment other than weight."""
        return load

    def inertia_force(self, m, dV):
        """F_Ij^(0), (8.2)."""
        return -m * dV

    def net_force(self, link, g):
        """m_j dV_j - F_Bj: what the reactions of a link have to make up for."""
        return -(self.inertia_force(link.m, link.dV) + self.weight_of(link.m, g)
                 + self.applied(link.F))

    def reacting(self, x):
        """The reaction as it acts on link i."""
        return x

    def joint_force(self, links, i, g):
        """f_i^(0), (8.3)."""
        return self.reacting(sum((self.net_force(links[j - 1], g)
                                  for j in self.hanging(i, len(links))), start=np.zeros(3)))

    def moment_of_inertia_forces(self, J, omega, domega):
        """M_Ij^(0), (8.5), with J_j^(0)."""
        return -(J @ domega + self.gyroscopic(J, omega))

    def inertia_moment(self, tau, J, omega, domega):
        """M_Ij^(0), (8.5), with J_j^(j)."""
        return self.moment_of_inertia_forces(self.tensor_in_base(tau, J), omega, domega)

    def net_moment(self, link):
        """J_j domega_j + lam(omega_j) J_j omega_j - M_Bj."""
        return -(self.inertia_moment(link.tau, link.J, link.omega, link.domega)
                 + self.applied(link.M))

    def centre(self, link):
        """Where the lever arm of a link's forces ends, in its own frame."""
        return np.asarray(link.r)

    def moment_part(self, s, links, i, j, g):
        """What link j brings to mu_i^(0), (8.6)."""
        arm = self.arm(s, j, i, self.centre(links[j - 1]))
        return self.net_moment(links[j - 1]) + self.turning(arm, self.net_force(links[j - 1], g))

    def joint_moment(self, s, links, i, g):
        """mu_i^(0), (8.6)."""
        return self.reacting(sum((self.moment_part(s, links, i, j, g)
                                  for j in self.hanging(i, len(links))), start=np.zeros(3)))

    # -- sections 8.3 and 8.4 --------------------------------------------------------------
    def along_axis(self, s, i, vector):
        """The projection on Z_{i-1}, (8.8) and (8.9)."""
        return self.carried(s, 0, i) @ vector

    def joint_drive(self, s, sigma, links, i, g):
        """mu_Di of section 8.4: the moment for a turn, the force for a slide."""
        if self.asks_moment(sigma[i - 1]):
            return self.along_axis(s, i, self.joint_moment(s, links, i, g))
        return self.along_axis(s, i, self.joint_force(links, i, g))

    def joint_drives(self, s, sigma, links, g):
        """All of them, (8.10)."""
        return np.array([self.joint_drive(s, sigma, links, i, g)
                         for i in range(1, len(sigma) + 1)])

    # -- section 8.5 -----------------------------------------------------------------------
    def reduced(self, tau, r, point, F):
        """The moment about the mass centre of a force at `point` of the link."""
        return np.cross(tau @ (np.asarray(point) - r), F)
