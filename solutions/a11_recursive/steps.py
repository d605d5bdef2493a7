"""Recursive equations, constraints, control, linear equations (Zaremba's paper, lesson 11).

Columns are (angular; linear). X holds a row for each joint: its screw in the frame of one link.
"""

from __future__ import annotations

import numpy as np

from robokit.arithmetic import cos, sin
from robokit.rotation import lam

from ..shared.steps import Screws, cross


# -- the same in finer steps, for slips that nobody wrote down ------------------------------------
def _seen_before(self, s, sigma, k, carrier=None):
    """l_k^1 .. l_k^k: axis and axis x lever arm of each joint, on the axes of frame k. (k, 6)"""
    if carrier is not None:
        return Steps.seen_before(self, s, sigma, k, carrier)
    rows = []
    for i in range(1, k + 1):
        axis, arm = self.c(s, sigma, i, k), self.tip(s, k) - self.joint_place(s, i, k)
        rows.append(self.stacked(axis, self.cross(axis, arm) + self.D_V(s, sigma, i, k)))
    return np.array(rows)


def _tip(self, s, k):
    """The origin of frame k from the base, where the lever arms end."""
    return s.t(k, frame=k)


def _joint_place(self, s, i, k):
    """The origin of frame i-1 from the base, where the lever arm of joint i begins."""
    return s.t(i - 1, frame=k)


def _wedge(self, a, b):
    """The bracket a ^ b."""
    return np.concatenate([cross(a[:3], b[:3]), self.line_turned(a, b) + self.line_carried(a, b)])


def _line_turned(self, a, b):
    """omega_a x v_b, the first addend of the lower half of the bracket."""
    return cross(a[:3], b[3:])


def _line_carried(self, a, b):
    """v_a x omega_b, the second addend of the lower half of the bracket."""
    return cross(a[3:], b[:3])


def _felt(self, k, i, t):
    """Does the screw of joint i in frame k change with q_t?"""
    if i <= k:
        return self.behind_joint(i, t) and self.up_to_frame(k, t)
    return self.behind_frame(k, t) and self.up_to_joint(i, t)


def _behind_joint(self, i, t):
    """Does joint t stand behind joint i, so that it does not move both?"""
    return i < t


def _up_to_frame(self, k, t):
    """Does joint t move frame k?"""
    return t <= k


def _behind_frame(self, k, t):
    """Does joint t stand behind frame k, so that it does not move both?"""
    return k < t


def _up_to_joint(self, i, t):
    """Does joint t move joint i?"""
    return t < i


def _frozen(self, s, m, r, J, i):
    """Theta_i^i*, (2.10): every link about the origin of frame i, on its axes. (6, 6)"""
    total = np.zeros((6, 6))
    for k in self.frozen_links(i, len(m)):
        tau = s.tau(i, k)
        centre = self.place(s, i, k) + self.turned_centre(tau, r[k - 1])
        mixed = self.static_moment(m[k - 1], centre)
        corner = self.turned_tensor(tau, J[k - 1]) + self.parallel_axes(m[k - 1], centre)
        total = total + np.block([[corner, mixed], [-mixed, m[k - 1] * np.eye(3)]])
    return total


def _turned_centre(self, tau, r):
    """The mass centre of a link, turned onto the axes of frame i."""
    return tau @ np.asarray(r, float)


def _turned_tensor(self, tau, J):
    """The tensor of a link on the axes of frame i."""
    return tau @ np.asarray(J, float) @ tau.T


def _parallel_axes(self, m, c):
    """-m lam(c)^2, Steiner's term."""
    return -m * lam(c) @ lam(c)


def _reaction(self, A, b, Q, Gamma, bias):
    """N, (2.19), of one condition."""
    free = self.answered(A, Q - self.beside(b))
    return self.multiplier(-(Gamma @ free + bias) / (Gamma @ self.answer_to_line(A, Gamma)))


def _answer_to_line(self, A, Gamma):
    """A^-1 Gamma^T, in the denominator."""
    return np.linalg.solve(A, Gamma)


def _control(self, A, b, Gamma, bias, gains, f, df, v):
    """Q, (3.1)."""
    correction, plus = self.fed_back(self.correction(gains, f, df)), self.pseudoinverse(Gamma)
    free = self.along_line(np.asarray(v, float), plus * (Gamma @ v))
    return self.driven(A, free - self.asked_across(plus, bias + correction)) + self.beside(b)


def _asked_across(self, plus, number):
    """Gamma^+ times what is asked across the line."""
    return plus * number


def _linear_rates(self, q, u, m):
    """B = db/d(dq). (2, 2)"""
    both, thrown = self.coriolis_count() * m * q[1], 2 * m * q[1]
    return self.whole_slope(np.array([[both * u[1], both * u[0]],
                                      [-thrown * u[0], 0 * u[0]]]))


def _linear_places(self, q, u, w, m, g):
    """C, by q. (2, 2)"""
    rates = np.array([[0 * m, self.coriolis_count() * m * u[0] * u[1]], [0 * m, -m * u[0]**2]])
    return (rates + self.of_accelerations(np.array([[0 * m, 2 * m * q[1] * w[0]],
                                                    [0 * m, 0 * m]]))
            + self.of_weights(np.array([[-m * g * q[1] * sin(q[0]), m * g * cos(q[0])],
                                        [m * g * cos(q[0]), 0 * m]])))


def _coriolis_count(self):
    """The 2 of the Coriolis term in Q_1."""
    return 2.0


class Steps(Screws):
    """The computations of the assignment, each step a method."""

    closer = {**Screws.closer, "seen_before": _seen_before, "tip": _tip,
              "joint_place": _joint_place, "wedge": _wedge, "line_turned": _line_turned,
              "line_carried": _line_carried, "felt": _felt, "behind_joint": _behind_joint,
              "up_to_frame": _up_to_frame, "behind_frame": _behind_frame,
              "up_to_joint": _up_to_joint, "frozen": _frozen, "turned_centre": _turned_centre,
              "turned_tensor": _turned_tensor, "parallel_axes": _parallel_axes,
              "reaction": _reaction, "answer_to_line": _answer_to_line, "control": _control,
              "asked_across": _asked_across, "linear_rates": _linear_rates,
              "linear_places": _linear_places, "coriolis_count": _coriolis_count}

    # -- screws from frame to frame, (1.5) -------------------------------------------------------
    def place(self, s, k, i):
        """The origin of frame i as frame k sees it."""
        if k < i:
            return s.t(i, frame=k, origin=k)
        return -s.t(k, frame=k, origin=i)

    def lever(self, s, k, i):
        """That place, as it enters the carrier."""
        return self.place(s, k, i)

    def carrier(self, s, k, i):
        """The transposed L_k^i: screws from frame i to frame k. (6, 6)"""
        tau = s.tau(k, i)
        return np.block([[tau, np.zeros((3, 3))], [lam(self.lever(s, k, i)) @ tau, tau]])

    def constant_screw(self, s, sigma, i):
        """f^i: the screw of joint i in the frame of its own link."""
        return np.concatenate([self.c(s, sigma, i, i), self.D(s, sigma, i, i, np.zeros(3), i)])

    def seen_before(self, s, sigma, k, carrier=None):
        """l_k^1 .. l_k^k; with a carrier of one's own from frame k-1 to frame k. (k, 6)"""
        last = self.carrier(s, k, k - 1) if carrier is None else carrier
        rows = [last @ self.carrier(s, k - 1, i) @ self.constant_screw(s, sigma, i)
                for i in range(1, k)] + [self.constant_screw(s, sigma, k)]
        return np.array([self.stacked(x[:3], x[3:]) for x in rows])

    # -- derivatives of screws, (1.14) and (1.23) ------------------------------------------------
    def wedge(self, a, b):
        """The bracket a ^ b."""
        return np.concatenate([cross(a[:3], b[:3]),
                               cross(a[:3], b[3:]) + cross(a[3:], b[:3])])

    def ahead(self, own, other):
        """(g_k^i)^t from the screws of joint i and of joint t."""
        return self.wedge(other, own)

    def felt(self, k, i, t):
        """Does the screw of joint i in frame k change with q_t?"""
        return i < t <= k if i <= k else k < t <= i

    def partner(self, X, k, i, t):
        """The screw that the one of joint i is bracketed with."""
        return X[t - 1]

    def screw_slope(self, X, k, i, t):
        """(l_k^i)^t for i <= k, (g_k^i)^t for i > k. (6,)"""
        if not self.felt(k, i, t):
            return np.zeros(6)
        bracket = self.wedge if i <= k else self.ahead
        return bracket(X[i - 1], self.partner(X, k, i, t))

    # -- inertia, (2.1) and (2.10) ---------------------------------------------------------------
    def moved_to_origin(self, J, m, r):
        """The 3x3 tensor about the origin of the link's frame."""
        return np.asarray(J) - m * lam(r) @ lam(r)

    def static_moment(self, m, r):
        """The block beside it: m_k lam(r_k)."""
        return m * lam(r)

    def link_inertia(self, m, r, J):
        """Theta_k^k. (6, 6)"""
        r = np.asarray(r, float)
        S = self.static_moment(m, r)
        return np.block([[self.moved_to_origin(J, m, r), S], [-S, m * np.eye(3)]])

    def frozen_links(self, i, n):
        """The links whose inertia makes Theta_i^i*."""
        return range(i, n + 1)

    def carried_inertia(self, L, Theta):
        """L Theta L^T, a term of (2.10)."""
        return L @ Theta @ L.T

    def frozen(self, s, m, r, J, i):
        """Theta_i^i*, (2.10). (6, 6)"""
        return sum(self.carried_inertia(self.carrier(s, k, i).T,
                                        self.link_inertia(m[k - 1], r[k - 1], J[k - 1]))
                   for k in self.frozen_links(i, len(m)))

    # -- products of rates, (2.14) and (2.15) ----------------------------------------------------
    def last_b(self, X, Theta, dq):
        """b_n without weights, from the screws in frame n and the inertia of link n."""
        n, dq = len(dq), np.asarray(dq, float)
        pairs = sum(self.screw_slope(X, n, i, t) * dq[i - 1] * dq[t - 1]
                    for i in range(1, n + 1) for t in range(1, n + 1))
        by_last = sum(self.screw_slope(X, n, i, n) * dq[i - 1] for i in range(1, n + 1))
        return self.halved(X[-1] @ Theta @ pairs - self.slope_of_energy(
            (dq @ X) @ Theta @ by_last))

    def slope_of_energy(self, x):
        """The part -(a_sj)^n of d: the slope of the kinetic energy by q_n."""
        return x

    def halved(self, b):
        """The factor one half of (2.14), twice in the sum of its first two terms."""
        return b

    # -- the two-link arm at a moving line, (2.16) to (2.19) -------------------------------------
    # f = l_1 sin(q_1 - theta) + l_2 sin(q_1 + q_2 - theta) - h(t)
    def line_gamma(self, l, q, theta):
        """Gamma = df/dq. (2,)"""
        upper, fore = l[0] * cos(q[0] - theta), l[1] * cos(self.forearm_turn(q) - theta)
        return np.array([upper + self.taken_along(fore), fore])

    def forearm_turn(self, q):
        """The angle of the forearm to the level."""
        return q[0] + q[1]

    def taken_along(self, fore):
        """What joint 1 does to the tip by the forearm, which turns with it."""
        return fore

    def pull(self, l, q, u, theta):
        """Gamma' dq: what the rates alone do to the second derivative of f."""
        return (-l[0] * sin(q[0] - theta) * u[0]**2
                - l[1] * sin(self.forearm_turn(q) - theta) * self.squared(u))

    def squared(self, u):
        """(u_1 + u_2)^2."""
        return (u[0] + u[1])**2

    def line_bias(self, l, q, u, theta, speed, acceleration):
        """d2f/dt2 - Gamma ddq."""
        return self.rates_counted(self.pull(l, q, u, theta)) + self.of_line(speed, acceleration)

    def rates_counted(self, pull):
        """What the rates alone add to the second derivative of f."""
        return pull

    def of_line(self, speed, acceleration):
        """The rate of df/dt: minus the acceleration of the line."""
        return -acceleration

    def reaction(self, A, b, Q, Gamma, bias):
        """N, (2.19), of one condition."""
        D = Gamma @ self.answered(A, Gamma)
        free = self.answered(A, Q - self.beside(b))
        return self.multiplier(-(Gamma @ free + bias) / D)

    def multiplier(self, N):
        return N

    def held_motion(self, A, b, Q, Gamma, N):
        """ddq of (2.17)."""
        return self.answered(A, Q - self.beside(b) + self.pressed(Gamma * N))

    def answered(self, A, push):
        """The accelerations that answer a push."""
        return np.linalg.solve(A, push)

    def beside(self, b):
        """The b that stands beside A ddq."""
        return b

    def pressed(self, push):
        """Gamma^T N on the right side of (2.17)."""
        return push

    # -- stabilising control, (3.1) and (3.5) ----------------------------------------------------
    def poles_to_gains(self, fast, slow):
        """Gamma_0 and Gamma_1 for the roots -fast and -slow."""
        return fast * slow, fast + slow

    def critical(self, G0):
        """The Gamma_1 at which both roots agree."""
        return 2 * np.sqrt(G0)

    def gains(self, fast, slow):
        """Gamma_0, Gamma_1, and the Gamma_1 that is critical for that Gamma_0. (3,)"""
        G0, G1 = self.poles_to_gains(fast, slow)
        return np.array([*self.placed(G0, G1), self.critical(G0)])

    def placed(self, G0, G1):
        """Gamma_0 and Gamma_1, in this order."""
        return G0, G1

    def correction(self, gains, f, df):
        """Gamma_1 f' + Gamma_0 f."""
        return gains[1] * df + gains[0] * f

    def fed_back(self, x):
        """What is fed back."""
        return x

    def pseudoinverse(self, Gamma):
        """Of a single row."""
        return Gamma / (Gamma @ Gamma)

    def driven(self, A, acceleration):
        """The drives for an acceleration."""
        return A @ acceleration

    def along_line(self, v, across):
        """(E - Gamma^+ Gamma) v: v without its part across the line."""
        return v - across

    def control(self, A, b, Gamma, bias, gains, f, df, v):
        """Q, (3.1)."""
        correction, plus = self.fed_back(self.correction(gains, f, df)), self.pseudoinverse(Gamma)
        free = self.along_line(np.asarray(v, float), plus * (Gamma @ v))
        return self.driven(A, free - plus * (bias + correction)) + self.beside(b)

    def left_over(self, Gamma, gains, f, df):
        """f'' + Gamma_1 f' + Gamma_0 f when the correction joins every joint as it stands."""
        correction = self.correction(gains, f, df)
        return correction - self.added_to_each(Gamma) * self.fed_back(correction)

    def added_to_each(self, Gamma):
        """By how much f'' grows with one number that is added to each acceleration."""
        return Gamma.sum()

    # -- the polar arm about a programmed motion, (4.1) and (4.2) --------------------------------
    # A = diag(J + m q_2^2, m), weights m g (q_2 cos q_1, sin q_1)
    def linear_rates(self, q, u, m):
        """B = db/d(dq). (2, 2)"""
        swing = 2 * m * q[1]
        return self.whole_slope(np.array([[swing * u[1], swing * u[0]],
                                          [-swing * u[0], 0 * u[0]]]))

    def whole_slope(self, B):
        return B

    def linear_places(self, q, u, w, m, g):
        """C, by q. (2, 2)"""
        rates = np.array([[0 * m, 2 * m * u[0] * u[1]], [0 * m, -m * u[0]**2]])
        return (rates + self.of_accelerations(np.array([[0 * m, 2 * m * q[1] * w[0]],
                                                        [0 * m, 0 * m]]))
                + self.of_weights(np.array([[-m * g * q[1] * sin(q[0]), m * g * cos(q[0])],
                                            [m * g * cos(q[0]), 0 * m]])))

    def of_accelerations(self, part):
        """dA/dq times the programmed accelerations."""
        return part

    def of_weights(self, part):
        """The slope of the weights."""
        return part

    def linear(self, q, u, w, m, g):
        """B and C side by side. (2, 4)"""
        return np.hstack(self.sides(self.linear_rates(q, u, m),
                                    self.linear_places(q, u, w, m, g)))

    def sides(self, B, C):
        """B and C, in this order."""
        return [B, C]

    def polar_A(self, J, m, reach):
        """A of the polar arm. (2, 2)"""
        return np.diag([J + self.load_moment(m, reach), m])

    def load_moment(self, m, reach):
        """The moment of inertia of the load about the axis of joint 1."""
        return m * reach**2

    def state_feedback(self, A, B, C, G0, G1):
        """K of dQ = -K (x; x') for x'' + G1 x' + G0 x = 0. (2, 4)"""
        G0, G1 = self.placed(G0, G1)
        return self.with_minus(np.hstack([self.driven(A, G0) - self.cancelled(C),
                                          self.driven(A, G1) - self.cancelled(B)]))

    def with_minus(self, K):
        """K as it stands in dQ = -K (x; x')."""
        return K

    def cancelled(self, part):
        """What the feedback takes away of the arm's own linear terms."""
        return part
