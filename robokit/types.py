"""Names of types, as robokit's signatures use them; shapes and units stand in the docstrings.

One formula serves floats, batches and letters, and no type can tell which of them it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import EllipsisType
from typing import Any, Literal

import numpy as np
import sympy
from numpy.typing import ArrayLike, NDArray

__all__ = ["Array", "ArrayLike", "AtPlace", "Axis", "Batch", "Control", "Floats", "Frame",
           "InMotion", "Limits", "MaybeNone", "Pose", "Program", "Pushed", "Row", "Rows", "Scalar",
           "Shape"]

#: What a formula works on: floats, or sympy expressions in an array of dtype object.
Array = NDArray[Any]

#: What only ever holds numbers: measurements, motions that are integrated, points of a drawing.
Floats = NDArray[np.floating]

# ArrayLike, numpy's own: what a caller may give for an array, such as a number or nested lists.

#: One entry of an `Array`.
Scalar = float | sympy.Expr

#: A link's frame by its number 0..n, the base frame {B}, or the gripper's.
Frame = int | Literal["B", "tool"]

#: A direction: the name of an axis, or a vector (3,).
Axis = Literal["x", "y", "z"] | ArrayLike

#: Origin t and axes tau of the tool in {B}.
Pose = tuple[ArrayLike, ArrayLike]

#: Numbers one after the other, (n,).
Row = Sequence[float] | Floats

#: A matrix as it stands on paper, entry by entry; the entries may be batches.
Rows = Sequence[Sequence[ArrayLike]]

#: Least and greatest joint coordinates, (n, 2); None in place of a pair: no limit.
Limits = Floats | Sequence[Sequence[float] | None]

#: In `Array | MaybeNone`: None for a mechanism without inertias. `check_inertias` refuses it once,
#: at the door; the formulas behind need not ask again, and so no type checker does.
MaybeNone = Any

#: A motion prescribed in time, of q or of a point: t -> place, velocity and acceleration.
Program = Callable[[float], tuple[Floats, Floats, Floats]]

#: Drives that follow the motion: (t, q, dq) -> mu_D, (n,).
Control = Callable[[float, Floats, Floats], Floats]

#: What a constraint is, at a place (q, t).
AtPlace = Callable[[Floats, float], Floats]

#: What a constraint is in motion, (q, dq, t).
InMotion = Callable[[Floats, Floats, float], Floats]

#: What a constraint is under its reactions, (q, t, N).
Pushed = Callable[[Floats, float, Floats], Floats]

#: The leading axes (...) of arrays that belong together.
Batch = tuple[int, ...]

#: A shape as docstrings write it, (..., "n", 3): a letter stands for any size.
Shape = tuple[int | str | EllipsisType, ...]
