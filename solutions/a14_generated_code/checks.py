"""What answers of assignment 14 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws

from ..shared.checks import BODIES, CENTRES, DOWN, MASSES, RATES, VISIBLE, L

G = 9.81
SECOND = np.array([0.8, -1.7, 1.1])         # second derivatives of the visible case
UPRIGHT = (np.pi / 2, 0.0)


# -- two links as places, nothing else -------------------------------------------------------------
def _heights(v, q):
    (a, _), (c_1, c_2) = v["a"], v["c"]
    return np.array([c_1 * np.sin(q[0]), a * np.sin(q[0]) + c_2 * np.sin(q[0] + q[1])])


def _kinetic(v, q, dq):
    (a, _), (c_1, c_2), (m_1, m_2), (I_1, I_2) = v["a"], v["c"], v["m"], v["I"]
    w = dq[0] + dq[1]
    V = dq[0] * a * np.array([-np.sin(q[0]), np.cos(q[0])]) + w * c_2 * np.array(
        [-np.sin(q[0] + q[1]), np.cos(q[0] + q[1])])
    return ((I_1 + m_1 * c_1**2) * dq[0]**2 + I_2 * w**2 + m_2 * (V @ V)) / 2


def _inertia(v, q):
    """A, from the kinetic energy of rates one and one."""
    one, other = np.eye(2)
    first, last = 2 * _kinetic(v, q, one), 2 * _kinetic(v, q, other)
    mixed = _kinetic(v, q, one + other) - (first + last) / 2
    return np.array([[first, mixed], [mixed, last]])


def _state(own):
    v = own["variant"]
    return v, np.radians(np.array(v["q_deg"])), np.array(v["dq"]), np.array(v["ddq"])


def _close(a, b, text):
    """Typed numbers agree."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    size = max(1.0, np.abs(b).max())
    return laws.Finding(bool(np.abs(a - b).max() <= 4 * TYPED * size), text)


def _far_end_laws(found, own):
    v, q, dq, _ddq = _state(own)
    yield laws.Finding(bool(found[0] - G * np.sin(q[0]) <= TYPED * G),
                       "less the part of the weight, the end is drawn towards the joint")


def _drives_laws(mu, own):
    v, q, dq, ddq = _state(own)

    def energy(t):
        now = q + t * dq + t * t / 2 * ddq
        return _kinetic(v, now, dq + t * ddq) + G * np.array(v["m"]) @ _heights(v, now)
    yield _close(dq @ mu, laws.rate(energy, 0.0, 1.0),
                 "the power of the drives is the rate of the energy")


def _slopes_laws(slopes, own):
    v, q, _dq, _ddq = _state(own)

    def held(angle):
        """Drives that hold the weights, the whole arm turned by an angle."""
        now = q + [angle, 0]
        return np.array([laws.rate(lambda x: G * np.array(v["m"]) @ _heights(v, x), now, one)
                         for one in np.eye(2)])
    step = 1e-4
    yield _close(slopes[:, 0], (held(step) - held(-step)) / (2 * step),
                 "turned as a whole about joint 1, the arm feels nothing but its weights change")


def _rate_slopes_laws(table, own):
    v, q, dq, _ddq = _state(own)
    rate = laws.rate(lambda x: _kinetic(v, x, dq), q, dq)
    yield _close(dq @ table @ dq / 2, rate,
                 "the rates' part of the drives does the work that A(q) gains")


def _linear_laws(table, own):
    v, q, *_rest = _state(own)
    slopes = own.get("slopes")
    if not laws.same(slopes, slopes):
        yield laws.Finding(None, "Check slopes first: both belong to one equation.")
        return
    yield _close(_inertia(v, q) @ table + np.array(slopes, float).reshape(2, 2), np.zeros((2, 2)),
                 "with your slopes, the drives do not change")


def _growth_laws(found, own):
    yield laws.Finding(bool(found > 0), "an upright arm falls: the rate is positive")


def visible_arguments():
    """The visible arm, all its joints turning, and its motion."""
    angles, _sigma, q = VISIBLE
    return angles, L, MASSES, CENTRES, BODIES, q, RATES, SECOND, DOWN


def _chain_laws(chain_drives):
    angles, l, m, r, J, q, dq, ddq, gravity = visible_arguments()
    robot = Mechanism([1, 1, 1], angles, l, m, r, J)

    def energy(t):
        s = robot.at(q + t * dq + t * t / 2 * ddq, dq + t * ddq)
        return s.kinetic_energy() - sum(mass * gravity @ s.t(i, place)
                                        for i, (mass, place) in enumerate(zip(m, r), 1))
    mu = np.array(chain_drives(*[np.copy(x) for x in visible_arguments()]), float).ravel()
    yield laws.same(dq @ mu, laws.rate(energy, 0.0, 1.0),
                    "the power of the drives is the rate of the energy")


CHECKS = {
    "far_end": Check(function_laws=_far_end_laws),
    "planar_drives": Check(function_laws=_drives_laws),
    "slopes": Check(function_laws=_slopes_laws),
    "rate_slopes": Check(function_laws=_rate_slopes_laws),
    "linear": Check(function_laws=_linear_laws),
    "growth": Check(function_laws=_growth_laws),
    "chain_drives": Check(function_laws=lambda f, own: _chain_laws(f),
                          visible=(Case(visible_arguments()),)),
}
