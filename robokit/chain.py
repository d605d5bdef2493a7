"""What all sections build on: joint coordinates, and frames as places in a chain."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar, TypeVarTuple

import numpy as np

from .arithmetic import about_z, cos, inward, numbers, outward, sin, times
from .types import Array, ArrayLike, Batch, Frame

if TYPE_CHECKING:
    from .mechanism import Mechanism

__all__ = ["Chain", "Memory", "remembered"]

Memory = dict[tuple[Any, ...], Any]         # (name of a quantity, *arguments) -> its value

class Remembering(Protocol):
    """What keeps its quantities under their name and arguments."""

    _memory: Memory


Owner = TypeVar("Owner", bound=Remembering)
Arguments = TypeVarTuple("Arguments")
Quantity = TypeVar("Quantity")


def remembered(method: Callable[[Owner, *Arguments], Quantity]
               ) -> Callable[[Owner, *Arguments], Quantity]:
    """Compute a quantity once per state and arguments (indices are the arguments)."""
    name = method.__name__

    @wraps(method)
    def wrapper(self: Owner, *args: *Arguments) -> Quantity:
        key, memory = (name, *args), self._memory
        if key in memory:
            return memory[key]
        found = memory[key] = method(self, *args)
        return found
    return wrapper


class Chain:
    """A mechanism at q, dq, ddq; batch axes last (see `arithmetic`).

    Places in the chain count the base frame {B} as -1, the links as 0..n, the tool as
    n + 1; base and tool are links whose joint does not move.
    """

    def __init__(self, robot: Mechanism, batch: Batch, q: Array, dq: Array | None = None,
                 ddq: Array | None = None):
        self.robot, self.batch = robot, batch
        self._q = inward(q, 1)
        self._dq, self._ddq = (None if x is None else inward(x, 1) for x in (dq, ddq))
        self._memory: Memory = {}
        self._plain = not batch and all(         # one state, without symbols
            [x.dtype == float for x in (self._q, robot._l, robot._eps)])
        self._sigmas = (None, *robot.sigma.tolist(), None)      # of all places; [-1] is the base's

    @property
    def q(self) -> Array:
        """Joint coordinates (обобщенные координаты), (..., n)."""
        return self._out(self._q, 1)

    @property
    def dq(self) -> Array:
        """Rates of the joint coordinates, (..., n)."""
        return self._out(self._rates(), 1)

    @property
    def ddq(self) -> Array:
        """Second derivatives of the joint coordinates, (..., n)."""
        return self._out(self._second_rates(), 1)

    def _moving(self, dq: Array, ddq: Array) -> Self:
        """The state at the same q with other rates, both (n, ...)."""
        state = copy(self)
        state._dq, state._ddq = dq, ddq
        state._memory = {("_cos_sin",): self._cos_sin()}
        return state

    def _rates(self) -> Array:
        """dq, (n, ...)."""
        if self._dq is None:
            raise ValueError("dq: got None, needs velocities: this quantity depends on dq; "
                             "call at(q, dq)")
        return self._dq

    def _second_rates(self) -> Array:
        """ddq, (n, ...)."""
        if self._ddq is None:
            raise ValueError("ddq: got None, needs accelerations: this quantity depends on ddq; "
                             "call at(q, dq, ddq)")
        return self._ddq

    def _sigma(self, k: int) -> int | None:
        """Joint type of place k; None for the base and the tool, which have no joint."""
        return self._sigmas[k]

    def _v(self, k: int) -> Array:
        """v_k = eps_k e, section 2.5: the axis of joint k, Z_{k-1}, in frame k; a constant."""
        return self._column(self.robot._eps[k][:, 2])

    def _column(self, x: Array) -> Array:
        """A vector (3, ...) with axes of length one until it has the state's number of them."""
        if x.ndim > len(self.batch):
            return x
        return x.reshape(len(x), *(1,) * (len(self.batch) + 1 - x.ndim), *x.shape[1:])

    # -- formula (2.3): between neighbouring frames -------------------------------------------
    @remembered
    def _cos_sin(self) -> tuple[Array, Array]:
        return cos(self._q), sin(self._q)

    def _into(self, k: int, x: Array) -> Array:
        """tau_{k k-1} x = eps_k tau_z(sigma_k q_k)^T x: from frame k-1 to frame k. (3, ...)"""
        if self._sigma(k):
            c, s = self._cos_sin()
            x = about_z(c[k - 1, ...], -s[k - 1, ...], x)
        return times(self.robot._eps[k], x)

    def _back(self, k: int, x: Array) -> Array:
        """tau_{k-1 k} x, the reverse of `_into`: from frame k to frame k-1. (3, ...)"""
        x = times(self.robot._eps[k].T, x)
        if self._sigma(k):
            c, s = self._cos_sin()
            x = about_z(c[k - 1, ...], s[k - 1, ...], x)
        return x

    # -- the door -----------------------------------------------------------------------------
    def _frame(self, frame: Frame, argument: str = "frame", lowest: Frame = "B") -> int:
        return self.robot.chain_index(frame, argument, lowest)

    def _joint(self, j: Frame, argument: str = "j") -> int:
        k = self._frame(j, argument, 1)
        if k > self.robot.n:
            raise ValueError(f"{argument}: got {j!r}, needs a joint 1..{self.robot.n}")
        return k

    def _given(self, name: str, x: ArrayLike, size: int) -> Array:
        """An argument (..., size), checked, as (size, ...) with the batch axes of the state."""
        x = numbers(name, x, (..., size))
        self._fits(name, x.shape[:-1])
        return self._column(inward(x, 1))

    def _fits(self, name: str, batch: Batch) -> None:
        """ValueError when a batch does not broadcast to that of the state."""
        if len(batch) > len(self.batch) or any(
                k not in (1, m) for k, m in zip(batch[::-1], self.batch[::-1])):
            raise ValueError(f"{name}: got a batch {batch}, needs one that broadcasts to "
                             f"that of the state, {self.batch}")

    def _out(self, x: Array, rank: int) -> Array:
        if self._plain and isinstance(x, np.ndarray) and x.ndim == rank and x.dtype != object:
            return np.array(x, float, order="C")
        kind = np.result_type(np.asarray(x), self._q, self.robot._l, self.robot._eps)
        return outward(np.asarray(x, dtype=kind), rank, self.batch)
