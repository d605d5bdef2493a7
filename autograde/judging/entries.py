"""Right entries of a wrong answer that nothing explains: what they earn.

An entry tells if it takes work: nothing is earned by zeros and ones, by what is the same in every
case, or by a number that was at hand, with either sign and wherever it stands. Of the entries
that tell at least half have to be right, and at least two; in a group of cases an entry is right
where it is so in all of them. The answer keeps that part of what one named slip would keep, so
that the order holds: a trifle, a slip that is named, right entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..practice.checks import COMPUTED
from ..practice.kinds import Matrix, Vector
from ..practice.types import Floats, Value
from .task import Task

__all__ = ["FEW", "HALF", "numbers_in", "of_group"]

HALF, FEW = 0.5, 2      # of the entries that tell: the least part, the least number
Mask = NDArray[np.bool_]


def of_group(task: Task, group: Sequence[int], right: Sequence[Value | None],
             got: Sequence[Any], at_hand: Callable[[int], Floats],
             tolerance: float) -> float:
    """What the right entries earn of these cases, 0 to `task.slip`.

    right, got: what is right and what was given at every case. at_hand: case -> the numbers that
    needed no work there.
    """
    pairs = [(right[k], got[k]) for k in group]
    if not isinstance(task.compared, (Vector, Matrix)) or not all(
            isinstance(x, np.ndarray) and x.shape == task.compared.shape
            for pair in pairs for x in pair):
        return 0.0
    true = np.array([t for t, _ in pairs], dtype=float)
    given = np.array([g for _, g in pairs], dtype=float)
    reach = tolerance * np.maximum(1.0, np.abs(true).max(axis=tuple(range(1, true.ndim))))
    tells = ~_free(true, reach, [at_hand(k) for k in group])
    hits = tells & np.array([np.abs(g - t) <= r for t, g, r in zip(true, given, reach)]).all(axis=0)
    count = int(hits.sum())
    return task.slip * count / int(tells.sum()) if count >= max(FEW, HALF * tells.sum()) else 0.0


def _free(true: Floats, reach: Floats, at_hand: list[Floats]) -> Mask:
    """The entries that need no work: the same in every case, or at hand in every case."""
    free = np.ones(true.shape[1:], dtype=bool)
    for t, r, known in zip(true, reach, at_hand):
        size = np.abs(t)[..., None]
        # A number that was at hand is there to all digits; others come near it by chance.
        at_once = (np.abs(size - np.abs(known)) <= COMPUTED * max(1.0, size.max())).any(axis=-1)
        free &= at_once | (np.abs(size - [0.0, 1.0]) <= r).any(axis=-1)
    if len(true) > 1:
        free |= np.ptp(true, axis=0) <= reach.max()
    return free


def numbers_in(given: Any) -> Iterator[float]:
    """Every number among these, however they are nested; texts and objects hold none."""
    if isinstance(given, dict):
        given = list(given.values())
    if isinstance(given, (int, float, np.number)):
        yield float(given)
    elif isinstance(given, np.ndarray) and given.dtype.kind in "ifu":
        yield from given.ravel().tolist()
    elif isinstance(given, (list, tuple)):
        for x in given:
            yield from numbers_in(x)
