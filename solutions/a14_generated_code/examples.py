"""What the laws of assignment 14's mistakes are tried on."""

from __future__ import annotations

import numpy as np

from robokit import Loads, Mechanism

from .steps import G, Steps

TRUTH = Steps()
V = {"a": [0.5, 0.4], "c": [0.3, 0.25], "m": [3.0, 2.0], "I": [0.08, 0.05],
     "q_deg": [35.0, 50.0], "dq": [1.4, -2.3], "ddq": [2.5, 3.5]}
STILL = V | {"dq": [0.0, 0.0], "ddq": [0.0, 0.0]}
LEVEL = STILL | {"q_deg": [0.0, 0.0]}


def changed(v, name, j, by):
    """The numbers with one rate or angle changed."""
    return v | {name: [x + by * (k == j) for k, x in enumerate(v[name])]}


def quotient(rules, name, unit=1.0, step=1e-5):
    """d(mu) by q_deg, in radians, or by dq, from the drives of right steps. (2, 2)"""
    return np.column_stack([
        (rules.planar_drives(changed(V, name, j, step / unit))
         - rules.planar_drives(changed(V, name, j, -step / unit))) / (2 * step)
        for j in (0, 1)])


def some_chain(seed=4):
    """Arguments of chain_drives."""
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 0.4, (3, 6, 3))
    J = [sum(p @ p * np.eye(3) - np.outer(p, p) for p in cloud - cloud.mean(0)) for cloud in x]
    return (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), rng.uniform(1, 3, 3),
            rng.uniform(-0.3, 0.3, (3, 3)), np.array(J), *rng.uniform(-2, 2, (3, 3)),
            np.array([1.5, -4.0, -8.0]))


def missed(rules, arguments):
    """Drives of a chain less those of section 8."""
    angles, l, m, r, J, q, dq, ddq, g = arguments
    robot = Mechanism([1, 1, 1], angles, l, m, r, J)
    return rules.chain_drives(*arguments) - robot.inverse_dynamics(q, dq, ddq,
                                                                   Loads(gravity=tuple(g)))


def at_rest(arguments):
    """The same chain, held still."""
    return (*arguments[:6], 0 * arguments[6], 0 * arguments[7], arguments[8])


CHAIN = some_chain()
__all__ = [
    "CHAIN",
    "LEVEL",
    "STILL",
    "TRUTH",
    "G",
    "V",
    "at_rest",
    "changed",
    "missed",
    "quotient",
    "some_chain",
]
