"""The ground under the sections: coordinates, frames, and what they are asked for."""

from __future__ import annotations

from functools import wraps

import numpy as np

from .arithmetic import inward, outward

__all__ = ["Chain", "remembered"]


def remembered(method):
    """Compute a quantity once per state and arguments (indices are the arguments)."""
    @wraps(method)
    def wrapper(self, *args):
        key = (method.__name__, *args)
        if key not in self._memory:
            self._memory[key] = method(self, *args)
        return self._memory[key]
    return wrapper


class Chain:
    """A mechanism at q, dq, ddq; batch axes last (see `arithmetic`).

    Places in the chain count the base frame {B} as -1, the links as 0..n, the tool as
    n + 1; base and tool are links whose joint does not move.
    """

    def __init__(self, robot, batch, q, dq=None, ddq=None):
        self.robot, self.batch = robot, batch
        self._q, self._dq, self._ddq = (None if x is None else inward(x, 1) for x in (q, dq, ddq))
        self._memory: dict = {}

    @property
    def q(self) -> np.ndarray:
        """Joint coordinates (обобщенные координаты), (..., n)."""
        return self._out(self._q, 1)

    def _rate(self) -> np.ndarray:
        if self._dq is None:
            raise ValueError("dq: got None, needs velocities: this quantity depends on dq; "
                             "call at(q, dq)")
        return self._dq

    def _sigma(self, k: int) -> int:
        """Joint type of place k; base and tool count as revolute joints that stay at zero."""
        return int(self.robot.sigma[k - 1]) if 1 <= k <= self.robot.n else 1

    def _frame(self, frame, argument: str = "frame", lowest="B") -> int:
        return self.robot.chain_index(frame, argument, lowest)

    def _out(self, x: np.ndarray, rank: int) -> np.ndarray:
        return outward(x, rank, self.batch)
