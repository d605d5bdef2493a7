"""Chains and turns that the laws of several assignments are tried on."""

from __future__ import annotations

import numpy as np

from .steps import Velocity
from .turned import turned

TRUTH = Velocity()

X, Y, Z = np.eye(3)
LENGTHS = {"L_1": 0.15, "L_2": 0.8, "L_3": 0.06, "L_4": 0.7, "L_5": 0.0965, "L_6": 0.08,
           "L_tool": 0.2}
Q6 = np.array([0.4, -0.7, 0.5, 1.1, -0.9, 0.6])


# -- the truth, made of single motions ---------------------------------------------------------
def moved(alpha, beta, gamma, sigma, q):
    """Frame i seen from frame i-1: turn about Z, then about the moved X, Y and Z in turn."""
    return turned("Z", sigma * q) @ turned("XYZ", [alpha, beta, gamma])


def some_chain(seed, sigma=(1, 0, 1, 1, 0)):
    rng, n = np.random.default_rng(seed), len(sigma)
    return (rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma),
            rng.uniform(-2, 2, n), rng.uniform(-1, 1, n))


# -- what the laws are tried on ------------------------------------------------------------------
ANGLES, L, SIGMA, Q, DQ = some_chain(3, (1, 0, 1))
POINT = np.array([0.3, -0.2, 0.4])
FLAT = np.zeros((1, 3))


def state(rules, dq=0, sigma=SIGMA):
    return rules.at(ANGLES, L, sigma, Q + np.array(dq))


def one_joint(rules, angles, q):
    return rules.at(np.array([angles]), FLAT, [1], [q])


def unequal(a, b) -> float:
    """A residual of a law that says "these differ": 1 where they do not."""
    return float(np.abs(np.subtract(a, b)).max() < 1e-9)


def differ(f, order=1, h=1e-3):
    """First or second derivative of f(t) at 0, fourth order in h."""
    if order == 1:
        return (8 * (f(h) - f(-h)) - f(2 * h) + f(-2 * h)) / (12 * h)
    return (16 * (f(h) + f(-h)) - f(2 * h) - f(-2 * h) - 30 * f(0.0)) / (12 * h**2)
