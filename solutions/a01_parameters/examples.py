"""What the laws of assignment 1's mistakes are tried on."""

from __future__ import annotations

import json

import numpy as np

from . import tasks as a01_parameters
from .tasks import ASSIGNMENT

X, Y, Z = np.eye(3)
SHIFT = np.array([0.4, -0.7, 0.2])


def some_points(seed, n=6):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.5, 2, n), rng.uniform(-1, 1, (n, 3))


# -- what the laws are tried on ------------------------------------------------------------------
V = ASSIGNMENT.draw(np.random.default_rng(7))       # numbers as they are drawn
AXES = np.array(V["x_axis"]), np.array(V["z_axis"])
LINK_LENGTH = 3.0                                       # no link of the tasks is longer, metres
BODY = np.array([[2.0, -0.3, 0.2], [-0.3, 1.5, 0.1], [0.2, 0.1, 1.8]])


def link(rules, **changes):
    variant = json.loads(json.dumps(V))
    for name, part in changes.items():
        variant["link"][name] |= part
    return a01_parameters.link(rules, variant)
