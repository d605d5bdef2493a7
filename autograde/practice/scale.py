"""When two answers differ, where numbers have a scale of their own.

Data that a student brings may be of any size: the inertia of a toy is a millionth of a robot's.
What their answers may miss is relative to them; see `autograde.judging.brought`. An assignment's
checks use the same rule to say at once which data cannot be judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..words import _
from .checks import COMPUTED
from .types import Floats, Value

__all__ = ["FAINT", "MARGIN", "alike", "scale_of", "slighted"]

MARGIN = 10     # how many tolerances two answers must be apart
PART = 1e-2     # of an entry's own greatest size that it may miss, beside far greater ones
FAINT = 1e-8    # of the greatest entry: what is below it counts as rounding


def scale_of(values: Sequence[Value]) -> float:
    """What these answers measure: their greatest entry where that is below 1, else 1."""
    sizes = [float(np.abs(x).max(initial=0)) for x in map(_numbers, values) if x is not None]
    size = max(sizes, default=1.0)
    return size if 0 < size < 1 else 1.0


def slighted(truth: Sequence[Value], got: Sequence[Any]) -> list[str]:
    """For each case, the first entry that passes for right only because it is small; "" for none.

    Entries below FAINT of the greatest are rounding, and are left alone.
    """
    right, given = ([x for x in map(_numbers, values) if x is not None] for values in (truth, got))
    if (not len(right) == len(truth) == len(given) or not right[0].size
            or len({x.shape for x in (*right, *given)}) > 1):
        return [""] * len(truth)
    sizes = np.abs(np.stack(right)).max(axis=0)
    seen = sizes > FAINT * sizes.max()
    return [_place(seen & (np.abs(g - t) > PART * sizes)) for t, g in zip(right, given)]


def alike(truth: Sequence[Floats], other: Sequence[Floats]) -> bool:
    """Do these values of functions differ too little for the judge to tell them apart?"""
    scale = scale_of(truth)
    return all(np.abs(x - t).max() <= MARGIN * COMPUTED * max(scale, float(np.abs(t).max()))
               for t, x in zip(truth, other)) and not any(slighted(truth, other))


def _numbers(value: Any) -> Floats | None:
    """A number or an array as an array; None for what is neither, such as a choice."""
    if isinstance(value, (int, float, np.number, np.ndarray)):
        return np.asarray(value, dtype=float)
    return None


def _place(off: Floats) -> str:
    if not off.any():
        return ""
    row = [int(k) + 1 for k in np.argwhere(off)[0]]
    return (_("row {row}, column {column}", row=row[0], column=row[1]) if len(row) == 2 else
            _("number {number}", number=row[0]) if row else _("the number"))
