"""Screws (винты) in dynamics, after Selig's paper of 1991.

A screw is (omega; v), a co-screw (M; F); both about the origin of their frame. tau and t: the
axes and the origin of a frame, seen from frame 0. K: the 6x6 inertia about a frame's origin.
"""

from __future__ import annotations

import numpy as np

from robokit.arithmetic import cos, sin

from ..shared.steps import Force, Screws, cross, product

UP = np.array([0.0, 0, 1, 0, 0, 0])             # the screw of a turn about Z_0


# -- the same in finer steps, for slips that nobody wrote down: vectors are carried one by one -----
def _body_axes(self, angles):
    """tau of a frame that was turned about its own axes X, Y, Z in this order."""
    return product(self.body_turns(angles))


def _body_turns(self, angles):
    """The turns about X, Y and Z, factors of tau."""
    return [self.about(axis, angle) for axis, angle in zip("xyz", angles)]


def _turned_force(self, tau, F):
    """The force on the axes of frame 0."""
    return tau @ np.asarray(F, float)


def _turned_couple(self, tau, M):
    """The moment M on the axes of frame 0."""
    return tau @ np.asarray(M, float)


def _turned_point(self, tau, point):
    """The place of a point of the body, turned onto the axes of frame 0."""
    return tau @ np.asarray(point, float)


def _turned_tensor(self, tau, J):
    """The tensor J on the axes of frame 0."""
    return tau @ np.asarray(J, float) @ self.turned_back(tau)


def _carried_load(self, tau, t, point, F, M):
    """The co-screw in frame 0 of a force at a point and a moment of the frame."""
    force, place = self.turned_force(tau, F), self.turned_point(tau, point) + self.frame_origin(t)
    return self.screw_halves(self.turning(place, force) + self.turned_couple(tau, M), force)


def _base_inertia(self, m, r, J, tau, t):
    """K in frame 0 from mass, mass centre and tensor in the frame."""
    return self.body_inertia(m, self.turned_point(tau, r) + self.frame_origin(t),
                             self.turned_tensor(tau, J))


class Steps(Screws, Force):
    """The computations of the assignment, each step a method."""

    closer = {**Force.closer, "body_axes": _body_axes, "body_turns": _body_turns,
              "turned_force": _turned_force, "turned_couple": _turned_couple,
              "turned_point": _turned_point, "turned_tensor": _turned_tensor,
              "carried_load": _carried_load, "base_inertia": _base_inertia}

    # -- a screw from a line and a rise --------------------------------------------------------
    def unit_axis(self, axis):
        """The unit vector of a direction."""
        return np.asarray(axis) / np.linalg.norm(axis)

    def screw_pitch(self, rise):
        """Metres for a radian, from metres for a turn."""
        return rise / (2 * np.pi)

    def line_moment(self, point, axis):
        """The velocity at the origin of a unit turn about a line."""
        return cross(point, axis)

    def screw_halves(self, first, second):
        """Six numbers: omega above v, M above F."""
        return np.concatenate([first, second])

    def screw_of_line(self, axis, point, rise):
        """The screw of a helical joint."""
        a = self.unit_axis(axis)
        return self.screw_halves(a, self.line_moment(point, a) + self.screw_pitch(rise) * a)

    # -- change of frame -----------------------------------------------------------------------
    def body_axes(self, angles):
        """tau of a frame that was turned about its own axes X, Y, Z in this order."""
        x, y, z = (self.about(axis, angle) for axis, angle in zip("xyz", angles))
        return x @ y @ z

    def frame_origin(self, t):
        """The shift of a frame as it enters."""
        return np.asarray(t)

    def motion_change(self, tau, t):
        """H: screws of the frame seen from frame 0."""
        shift = _lam(self.frame_origin(t)) @ tau
        return np.block([[tau, np.zeros((3, 3))], [shift, tau]])

    def force_change(self, tau, t):
        """(H^T)^-1: co-screws of the frame seen from frame 0."""
        shift = _lam(self.frame_origin(t)) @ tau
        return np.block([[tau, shift], [np.zeros((3, 3)), tau]])

    def load_screw(self, point, F, M):
        """The co-screw of a force at a point and a moment, in one frame."""
        return np.concatenate([self.turning(np.asarray(point), np.asarray(F)) + np.asarray(M), F])

    def carried_load(self, tau, t, point, F, M):
        """The co-screw in frame 0 of a force at a point and a moment of the frame."""
        return self.load_in_base(tau, t, self.load_screw(point, F, M))

    def load_in_base(self, tau, t, load):
        """The same co-screw in frame 0."""
        return self.screw_halves(*np.split(self.force_change(tau, t) @ load, 2))

    # -- inertia -------------------------------------------------------------------------------
    def parallel_axes(self, m, c):
        """-m lam(c)^2, Steiner's part of the corner of K."""
        c = np.asarray(c)
        return m * (c @ c * np.eye(3, dtype=int) - np.outer(c, c))

    def mixed_block(self, m, c):
        """The block of K that takes v to M."""
        return m * _lam(c)

    def body_inertia(self, m, c, J):
        """K from mass, mass centre and the tensor about it, all in one frame."""
        beside = self.mixed_block(m, c)
        return np.block([[np.asarray(J) + self.parallel_axes(m, c), beside],
                         [beside.T, m * np.eye(3)]])

    def inertia_change(self, K, tau, t):
        """H^-T K H^-1."""
        change = self.force_change(tau, t)
        return change @ K @ change.T

    def base_inertia(self, m, r, J, tau, t):
        """K in frame 0 from mass, mass centre and tensor in the frame."""
        return self.inertia_change(self.body_inertia(m, r, J), tau, t)

    # -- a drive as a pairing ------------------------------------------------------------------
    def screw_pairing(self, r, s):
        """r*(s) = M omega + F v."""
        return r @ s

    def gravity_screw(self, gravity):
        """The gravity screw."""
        return np.concatenate([np.zeros(3), gravity])

    def held_against(self, work):
        """What a drive gives, from the work of the loads at unit rate."""
        return -work

    def held_drive(self, s, load, K, gravity):
        """The drive on screw s that holds a load and the weight of a body."""
        return self.held_against(self.screw_pairing(load + K @ self.gravity_screw(gravity), s))

    # -- derivatives ---------------------------------------------------------------------------
    def carried_point(self, a, b):
        """V_a x omega_b, the second addend of the lower half of a ^ b."""
        return cross(a[3:], b[:3])

    def screw_bracket(self, a, b):
        return np.concatenate([cross(a[:3], b[:3]),
                               cross(a[:3], b[3:]) + self.carried_point(a, b)])

    def printed_excess(self, s, K, rates):
        """Drive 2 by the printed sign less the right one; joint 1 turns about Z_0."""
        v = UP * rates[0] + s * rates[1]
        return self.printed_double(v @ K @ self.screw_bracket(v, s))

    def printed_double(self, term):
        """What a term with a plus is above the same with a minus."""
        return 2 * term

    # -- any chain -----------------------------------------------------------------------------
    def base_point(self, s, n):
        """The point of link n that passes the origin of frame 0, in frame n."""
        return -s.tau(n, 0) @ s.t(n)

    def chain_screws(self, s, sigma):
        """Rows s_1 .. s_n: the columns of Xi for that point."""
        n = len(sigma)
        point = self.base_point(s, n)
        return np.array([self.column(s, sigma, n, j, point) for j in range(1, n + 1)])

    def screw_carrier(self, S, dq, i):
        """The velocity screw that carries the axis of joint i along."""
        return np.asarray(dq)[:i] @ S[:i]

    def screw_rates(self, S, dq):
        """Rows (velocity of link i) ^ s_i."""
        return np.array([self.screw_bracket(self.screw_carrier(S, dq, i), S[i - 1])
                         for i in range(1, len(S) + 1)])

    def moving_screws(self, S, dq):
        """The rates of the screws as accelerations take them."""
        return self.screw_rates(S, dq)

    def screw_inertias(self, s, m, r, J):
        """K_1 .. K_n in frame 0."""
        return [self.inertia_change(self.body_inertia(m[k], r[k], J[k]), s.tau(0, k + 1),
                                    s.t(k + 1)) for k in range(len(m))]

    def momentum_turned(self, term):
        """The term v^T K (v ^ s) as it enters a drive."""
        return -term

    def screw_drives(self, s, sigma, m, r, J, dq, ddq, gravity):
        """mu_Di = sum of (dv_j - g)^T K_j s_i - v_j^T K_j (v_j ^ s_i) over j >= i."""
        S, K, n = self.chain_screws(s, sigma), self.screw_inertias(s, m, r, J), len(sigma)
        dq, ddq = np.asarray(dq)[:, None], np.asarray(ddq)[:, None]
        v = np.cumsum(S * dq, axis=0)
        felt = np.cumsum(S * ddq + self.moving_screws(S, dq[:, 0]) * dq, axis=0) \
            - self.gravity_screw(gravity)
        return np.array([sum(felt[j - 1] @ K[j - 1] @ S[i - 1] + self.momentum_turned(
            v[j - 1] @ K[j - 1] @ self.screw_bracket(v[j - 1], S[i - 1]))
            for j in self.hanging(i, n)) for i in range(1, n + 1)])

    # -- the boom of the assignment, in closed form ----------------------------------------------
    # p: m, x, y, z, d, J_xy, J_yz, elements of the tensor about the mass centre on boom axes.
    def boom_beside(self, p, y):
        """How far aside of the column's axis a point of the boom stands."""
        return p["d"] + y

    def boom_own_products(self, p):
        """J_xy and J_yz of the boom about its mass centre."""
        return np.array([p["J_xy"], p["J_yz"]])

    def moved_products(self, p, m, x, y, z):
        """What a mass at a point of the boom adds to them, for a point on the column's axis."""
        moved = self.parallel_axes(m, (x, self.boom_beside(p, y), z))
        return np.array([moved[0, 1], moved[1, 2]])

    def boom_products(self, p):
        return self.boom_own_products(p) + self.moved_products(p, p["m"], p["x"], p["y"], p["z"])

    def boom_coupling(self, p, q_2):
        """a_12; the axis of joint 2 points against the side, so that the boom is lifted."""
        return self.boom_lifting(-(self.boom_products(p) @ np.array([sin(q_2), cos(q_2)])))

    def boom_lifting(self, a_12):
        """a_12 for the sense in which q_2 is counted."""
        return a_12

    def boom_balanced(self, p, m, y):
        """x and z of a point mass m, y aside in the boom, that makes a_12 vanish for all q_2."""
        for_a_metre = self.moved_products(p, m, 1.0, y, 1.0)
        return -self.boom_products(p) / for_a_metre


def _lam(a):
    x, y, z = a
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
