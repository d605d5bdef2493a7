"""The recursion for the drives and its derivatives (lesson 14): two links in a plane, any chain.

The planar arm: Z_0 is level, X_0 level and Y_0 up; q_1 from X_0, q_2 from link 1. Of each link its
length a, the distance c of its mass centre from its own joint, m, and I about the mass centre.
"""

from __future__ import annotations

import numpy as np

from ..shared.steps import Rotations, chain, cross
from .checks import G


class Steps(Rotations):
    """The computations of the assignment, each step a method."""

    # -- the recursion in a plane: vectors (along the link, across) -------------------------------
    def upwards(self, g):
        """The acceleration of the base that stands for the weight"""
        return -np.asarray(g)

    def into(self, angle, x):
        """A vector of the link before on the axes of the link"""
        c, s = np.cos(angle), np.sin(angle)
        return np.array([c * x[0] + s * x[1], c * x[1] - s * x[0]])

    def towards(self, rate):
        """The centripetal acceleration of a point 1 m from the joint"""
        return -rate**2

    def at_distance(self, start, rate, second, d):
        """The acceleration of a point of the link at the distance d from its joint"""
        return start + np.array([self.towards(rate) * d, second * d])

    def absolute(self, first, second):
        """A rate of link 2 against the base"""
        return first + second

    def lever(self, length):
        """The arm of the force that joint 2 passes on"""
        return length

    def near_end(self, v):
        """The acceleration of joint 1 less gravity, on the axes of link 1"""
        return self.into(self.radians(v["q_deg"])[0], self.upwards([0, -G]))

    def far_end(self, v):
        """The acceleration of the end of link 1 less gravity, on its axes"""
        return self.at_distance(self.near_end(v), v["dq"][0], v["ddq"][0], v["a"][0])

    def planar_drives(self, v):
        """mu_1 and mu_2, by the recursion"""
        (c_1, c_2), (m_1, m_2), (I_1, I_2) = v["c"], v["m"], v["I"]
        rate, second = self.absolute(*v["dq"]), self.absolute(*v["ddq"])
        turn = self.radians(v["q_deg"])[1]
        start = self.into(turn, self.far_end(v))
        F_1 = m_1 * self.at_distance(self.near_end(v), v["dq"][0], v["ddq"][0], c_1)
        F_2 = m_2 * self.at_distance(start, rate, second, c_2)
        mu_2 = I_2 * second + c_2 * F_2[1]
        passed = self.into(-turn, F_2)[1]
        mu_1 = I_1 * v["ddq"][0] + c_1 * F_1[1] + mu_2 + self.lever(v["a"][0]) * passed
        return np.array([mu_1, mu_2])

    # -- derivatives in a plane ------------------------------------------------------------------
    def laid_out(self, table):
        """Row i for drive i, column j for joint j"""
        return table

    def weight_slopes(self, v, q):
        """What the weights bring to d(mu)/dq"""
        (a_1, _), (c_1, c_2), (m_1, m_2) = v["a"], v["c"], v["m"]
        g = self.upwards([0, -G])[1]
        far = -m_2 * g * c_2 * np.sin(q[0] + q[1])
        near = -(m_1 * c_1 + m_2 * a_1) * g * np.sin(q[0])
        return np.array([[near + far, far], [far, far]])

    def motion_slopes(self, v, q):
        """What rates and accelerations bring to d(mu)/dq"""
        h, (u, _), (e, _) = v["m"][1] * v["a"][0] * v["c"][1], v["dq"], v["ddq"]
        c, s = np.cos(q[1]), np.sin(q[1])
        mu_2 = h * (c * u**2 - s * e)
        mu_1 = mu_2 - h * (s * self.absolute(*v["ddq"]) + c * self.absolute(*v["dq"])**2)
        return np.array([[0, mu_1], [0, mu_2]])

    def slopes(self, v):
        """d(mu)/dq"""
        q = self.radians(v["q_deg"])
        return self.laid_out(self.weight_slopes(v, q) + self.motion_slopes(v, q))

    def doubled(self, rate):
        """The derivative of the square of a rate"""
        return 2 * rate

    def rate_slopes(self, v):
        """d(mu)/d(dq)"""
        h = v["m"][1] * v["a"][0] * v["c"][1] * np.sin(self.radians(v["q_deg"])[1])
        first, whole = self.doubled(v["dq"][0]), self.doubled(self.absolute(*v["dq"]))
        return self.laid_out(h * np.array([[first - whole, -whole], [first, 0]]))

    def inertia_matrix(self, v, q_2):
        """A of the two links"""
        (a_1, _), (c_1, c_2), (m_1, m_2), (I_1, I_2) = v["a"], v["c"], v["m"], v["I"]
        h, last = m_2 * a_1 * c_2 * np.cos(q_2), I_2 + m_2 * c_2**2
        first = I_1 + m_1 * c_1**2 + m_2 * a_1**2 + last + 2 * h
        return np.array([[first, last + h], [last + h, last]])

    def undone(self, table):
        """What the accelerations must bring so that the drives stay"""
        return -table

    def answered(self, A, table):
        """The accelerations that answer to drives"""
        return np.linalg.solve(A, table)

    def linear(self, v, slopes):
        """d(ddq)/dq with the drives held"""
        A = self.inertia_matrix(v, self.radians(v["q_deg"])[1])
        return self.answered(A, self.undone(np.asarray(slopes)))

    def of_two(self, squares):
        """The eigenvalue that counts"""
        return max(squares)

    def rate_of(self, square):
        """The growth rate from the eigenvalue of d(ddq)/dq"""
        return np.sqrt(square)

    def growth(self, v):
        """How fast the upright arm falls, without drives, 1/s"""
        table = self.answered(self.inertia_matrix(v, 0.0),
                              self.undone(self.weight_slopes(v, (np.pi / 2, 0.0))))
        return float(self.rate_of(self.of_two(np.linalg.eigvals(table).real)))

    # -- any chain of turns ----------------------------------------------------------------------
    def swung(self, w, axis):
        """What the turning of link i adds to the derivative of its joint's rate"""
        return cross(w, axis)

    def gyroscopic(self, w, momentum):
        """omega x J omega"""
        return cross(w, momentum)

    def chain_drives(self, angles, l, m, r, J, q, dq, ddq, gravity):
        """mu of a chain whose joints turn, by the recursion"""
        s = chain([1] * len(q), angles, l).at(q)
        w, dw, a, needs = np.zeros(3), np.zeros(3), self.upwards(gravity), []
        for i, (u, du) in enumerate(zip(dq, ddq), 1):
            tau, axis = s.tau(i, i - 1), s.v(i)
            w = tau @ w + axis * u
            dw = tau @ dw + axis * du + self.swung(w, axis * u)
            arm, place = np.asarray(l)[i - 1], np.asarray(r)[i - 1]
            a = tau @ a + cross(dw, arm) + cross(w, cross(w, arm))
            F = m[i - 1] * (a + cross(dw, place) + cross(w, cross(w, place)))
            tensor = np.asarray(J)[i - 1]
            N = tensor @ dw + self.gyroscopic(w, tensor @ w) + cross(place, F)
            needs.append((tau, axis, arm, F, N))
        f, n, mu = np.zeros(3), np.zeros(3), []
        for tau, axis, arm, F, N in needs[::-1]:
            f = f + F
            n = n + N + cross(self.lever(arm), f)
            mu.append(axis @ n)
            f, n = tau.T @ f, tau.T @ n
        return np.array(mu[::-1])
