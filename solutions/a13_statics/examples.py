"""What the laws of assignment 13's mistakes are tried on."""

from __future__ import annotations

import numpy as np

from .steps import HeldArm, Steps

TRUTH = Steps()

X, Y, Z = np.eye(3)


def some_arm(pattern, seed=1):
    rng, n = np.random.default_rng(seed), len(pattern.split())
    return (pattern, rng.uniform(-2, 2, n), rng.uniform(-0.8, 0.8, (n, 3)), rng.uniform(0.5, 3, n),
            rng.uniform(-0.4, 0.4, (n, 3)), 1.7, rng.uniform(-0.4, 0.4, 3))


# -- what the laws are tried on ------------------------------------------------------------------
def arm_of(pattern, **changes):
    """An arm without weights; `changes` say what it has."""
    n = len(pattern.split())
    plain = {"q": np.zeros(n), "l": np.zeros((n, 3)), "m": np.zeros(n), "r": np.zeros((n, 3)),
             "load": 0.0, "point": np.zeros(3)}
    return HeldArm(pattern, **plain | changes)


def changed(before, after):
    return float(np.abs(np.subtract(before, after)).max() < 1e-9)


def full(**changes):
    names = ("pattern", "q", "l", "m", "r", "load", "point")
    return HeldArm(**dict(zip(names, some_arm("Rz Rx P-y Rz"))) | changes)


def moved(rules, k):
    """How far O_k moves with q_k alone."""
    one, other = (rules.origin(full(q=full().q + x * np.eye(4)[k - 1]), k) for x in (0, 1))
    return np.linalg.norm(other - one)
