"""How several assignments draw the numbers of a chain."""

from __future__ import annotations

import numpy as np


def chain(rng: np.random.Generator, sigma) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mounting angles, joint types and coordinates of a chain."""
    n = len(sigma)
    return rng.uniform(-2, 2, (n, 3)), np.array(sigma), rng.uniform(-1.5, 1.5, n)


SIGMA = [1, 0, 1]


def own_chain(rules, v):
    """The student's own mechanism at its own coordinates."""
    turn = rules.radians
    q = [turn(x) if s else x for x, s in zip(v["q"], v["sigma"])]
    return rules.at(turn(np.array(v["angles_deg"])), np.array(v["l"]), v["sigma"], q)


def moving_chain(rng: np.random.Generator, rates: tuple, seconds: tuple | None = None) -> dict:
    """A chain revolute - prismatic - revolute in motion: rates and, with seconds, also their rates.

    Both are pairs of the least and the greatest size, in rad/s and m/s, or per second more.
    """
    def degrees(*shape):
        return np.round(rng.choice([-90, 0, 90], shape) + rng.uniform(15, 75, shape), 1)

    def away(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 2)
    return {
        "sigma": SIGMA,
        "angles_deg": degrees(3, 3).tolist(),
        "l": away(0.15, 0.6, 3, 3).tolist(),
        "q": [float(degrees()), round(float(rng.uniform(0.25, 0.7)), 2), float(degrees())],
        "dq": away(*rates, 3).tolist(),
        **({"ddq": away(*seconds, 3).tolist()} if seconds else {}),
        "point": away(0.15, 0.4, 3).tolist(),
    }
