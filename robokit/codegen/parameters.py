"""Inertial parameters: ten a link, or as few as the drives can tell apart.

The drives are linear in m, h and S of the links. Where columns of that linear map depend on one
another some parameters can be dropped, their part being carried by others. Which ones is a choice;
the order in which the columns are tried makes it: a column is dropped when it depends on those
before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..base_parameters import echelon
from ..mechanism import Mechanism
from ..types import ArrayLike, Floats
from .frames import Skeleton
from .recursions import Inertia, Motion, inverse_dynamics

__all__ = ["NAMES", "base", "regressor", "rounded", "usual_order", "values"]

NAMES = ("m", "hx", "hy", "hz", "Sxx", "Sxy", "Sxz", "Syy", "Syz", "Szz")
USUAL = (4, 5, 6, 7, 8, 1, 2, 3, 9, 0)           # within a link: dear to keep, easy to drop


def values(robot: Mechanism, skeleton: Skeleton) -> Floats:
    """m, h and S of every link in the skeleton's frames, (n, 10)."""
    rows = []
    for m, r, J, link in zip(robot.m, robot.r, robot.J, skeleton.links):
        turn, origin = link.own
        c, J = turn.T @ (r - origin), turn.T @ J @ turn
        S = np.trace(J) / 2 * np.eye(3) - J + m * np.outer(c, c)
        rows.append([m, *(m * c), *S[np.triu_indices(3)]])
    return np.array(rows)


def usual_order(n: int) -> list[int]:
    """Columns from the first link to the last, in each first what is best kept."""
    return [10 * i + k for i in range(n) for k in USUAL]


def regressor(skeleton: Skeleton, gravity: ArrayLike, states: int = 0, seed: int = 0) -> Floats:
    """What each parameter brings to the drives at random states, (n * states, 10 n)."""
    n = len(skeleton.links)
    states = states or 3 * n + 8
    q, dq, ddq = np.random.default_rng(seed).normal(size=(3, n, states, 1))
    units = np.eye(10 * n).reshape(n, 10, 1, 10 * n)
    motion = Motion(skeleton, list(q), list(dq), list(ddq), np.sin, np.cos)
    drives = inverse_dynamics(motion, [Inertia.of(list(rows)) for rows in units], gravity)
    shape = (states, 10 * n)
    return np.concatenate([np.broadcast_to(np.asarray(d, float), shape) for d in drives])


def base(Y: Floats, order: Sequence[int]) -> tuple[list[int], Floats]:
    """The columns that are kept, and the matrix (kept, all) from all parameters to these.

    Y @ all = Y[:, kept] @ (matrix @ all) for every set of parameters.
    """
    order = np.asarray(order)
    kept = sorted(order[echelon(Y[:, order])].tolist())
    matrix = np.linalg.lstsq(Y[:, kept], Y, rcond=None)[0]
    matrix[abs(matrix) < 1e-11] = 0
    return kept, rounded(matrix)


def rounded(x: Floats) -> Floats:
    """To 14 digits: what stands behind them is left by rounding, differs from one processor to
    the next, and would decide which numbers are alike."""
    return np.array([float(f"{value:.14g}") for value in x.ravel()]).reshape(x.shape)
