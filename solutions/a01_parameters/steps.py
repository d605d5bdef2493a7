"""Coordinates, parameters, inertia of composite links (section 1, appendix 5)."""

from __future__ import annotations

import numpy as np

from robokit import coordinates, inertia, rotation

from ..shared.steps import Position


# -- the same in finer steps, for slips that nobody wrote down ------------------------------------
def _coordinates(self, sigma, theta, s):
    """q of (1.1)."""
    return np.array([a * self.counts_turn(k) + b * self.counts_slide(k)
                     for k, a, b in zip(sigma, theta, s)], float)


def _counts_turn(self, sigma):
    """Does the angle count at this joint?"""
    return bool(sigma)


def _counts_slide(self, sigma):
    """Does the shift count at this joint?"""
    return not sigma


def _joint_motion(self, sigma, q, point):
    """Where joint i carries a point of link i that frame i-1 saw at `point` at q_i = 0."""
    theta, s = self.motion(sigma, q)
    return rotation.tau_z(theta) @ point + self.carried_along(s)


def _carried_along(self, s):
    """The slide as a vector."""
    return s * np.array([0.0, 0, 1])


def _spread(self, d):
    """(1.2) and (1.3) for a unit mass at d: the matrix that J_i is made of."""
    return d @ d * np.eye(3) - self.dyad(d)


def _dyad(self, d):
    """d d^T, which is taken off."""
    x, y, z = d
    return np.diag(np.asarray(d)**2) + self.products(np.array(
        [[0, x * y, x * z], [x * y, 0, y * z], [x * z, y * z, 0]]))


class Steps(Position):
    """The computations of section 1, a step of the book a method."""

    closer = {**Position.closer, "coordinates": _coordinates, "counts_turn": _counts_turn,
              "counts_slide": _counts_slide, "joint_motion": _joint_motion,
              "carried_along": _carried_along, "spread": _spread, "dyad": _dyad}

    def metres(self, millimetres):
        """A length of the task sheet."""
        return np.asarray(millimetres, float) / 1000

    def coordinates(self, sigma, theta, s):
        """q of (1.1)."""
        return coordinates.coordinates(sigma, theta, s)

    def joint_motion(self, sigma, q, point):
        """Where joint i carries a point of link i that frame i-1 saw at `point` at q_i = 0."""
        theta, s = self.motion(sigma, q)
        return rotation.tau_z(theta) @ point + s * np.array([0, 0, 1])

    def motion(self, sigma, q):
        """theta_i and s_i, section 1.3."""
        return coordinates.theta(sigma, q), coordinates.s(sigma, q)

    def shell(self, upper, fore, least, greatest):
        """Least and greatest distance from the shoulder, the elbow between its limits."""
        reach = [self.reach(upper, fore, elbow) for elbow in self.elbows(least, greatest)]
        return np.array([min(reach), max(reach)])

    def elbows(self, least, greatest):
        """The elbow angles at which the distance may be extreme: limits, stretched, folded."""
        inside = [k * np.pi for k in (-2, -1, 0, 1, 2) if least < k * np.pi < greatest]
        return [least, *inside, greatest]

    def reach(self, upper, fore, elbow):
        """The distance from the shoulder at one elbow angle."""
        return np.hypot(upper + fore * np.cos(elbow), fore * np.sin(elbow))

    def mounting(self, x_axis, z_axis):
        """alpha_i, beta_i, gamma_i from the axes X_i and Z_i, seen from frame i-1 at q_i = 0."""
        tau = np.column_stack([x_axis, self.y_axis(x_axis, z_axis), z_axis])
        return self.in_radians(self.turns(tau))

    def y_axis(self, x_axis, z_axis):
        """Y_i of a right-handed frame."""
        return np.cross(z_axis, x_axis)

    def turns(self, tau):
        """Angles about X, the moved Y and the moved Z that make tau_{i-1 i}, section 1.4."""
        return np.array(rotation.angles_of(tau), float)

    def length_vector(self, angles, offset):
        """l_i^(i) from the same vector seen from frame i-1, at q_i = 0."""
        alpha, beta, gamma = angles
        tau = rotation.tau_x(alpha) @ rotation.tau_y(beta) @ rotation.tau_z(gamma)
        axes = np.column_stack([tau[:, 0], self.y_axis(tau[:, 0], tau[:, 2]), tau[:, 2]])
        return self.components(axes.T, offset)

    def mass_centre(self, parts):
        """r_i of a link made of bodies, appendix 5."""
        return sum(p.m * p.r for p in parts) / self.mass(parts)

    def mass(self, parts):
        """The mass of all parts."""
        return sum(p.m for p in parts)

    def drive(self, m, R, H, r):
        """A drive across the link: a disc with its axis along X (drive 2 of appendix 5)."""
        return inertia.disc(m, R, H, "x", r)

    def link_tensor(self, parts, centre=None):
        """J_i of a link made of bodies, about its mass centre, or about `centre`."""
        centre = self.pole(parts) if centre is None else centre
        return sum(p.J + self.shift(p.m, p.r - centre) for p in parts)

    def pole(self, parts):
        """The point that a tensor is taken about."""
        return Steps.mass_centre(self, parts)

    def spread(self, d):
        """(1.2) and (1.3) for a unit mass at d: the matrix that J_i is made of."""
        moments = np.diag([self.moment(d, k) for k in range(3)])
        x, y, z = d
        return moments - self.products(np.array([[0, x * y, x * z], [x * y, 0, y * z],
                                                 [x * z, y * z, 0]]))

    def moment(self, d, k):
        """The square of the distance from axis k, (1.2)."""
        return d @ d - d[k]**2

    def products(self, matrix):
        """The products of inertia, (1.3), which J_i holds with a minus."""
        return matrix

    def shift(self, m, d):
        """What Steiner's theorem adds for a shift d."""
        return m * self.spread(d)

    def tensor(self, masses, points):
        """J_i of point masses about their common mass centre, section 1.4."""
        bodies = [inertia.point(m, r) for m, r in zip(masses, points)]
        return sum(b.m * self.spread(b.r - self.pole(bodies)) for b in bodies)

    def steiner(self, J, m, d):
        """The tensor about a point at d from the mass centre."""
        return J + self.shift(m, np.asarray(d))

    def box_corner(self, m, a, b, c):
        """The tensor of a block about its corner, edges a, b, c along x, y, z."""
        return self.steiner(inertia.box(m, (a, b, c)).J, m, np.array([a, b, c]) / 2)
