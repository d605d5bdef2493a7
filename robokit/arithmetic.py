"""One arithmetic for floats, batches and symbols.

Inside robokit a vector is an array of shape (3, ...) and a matrix an array of
shape (3, 3, ...): the batch axes stand last, so that every line below works on
long contiguous rows, and an empty batch is an ordinary vector or matrix. The
entries are floats, or sympy expressions in an array of dtype object; the code is
the same for both. Callers see the usual order (..., 3) and (..., 3, 3): the
functions `inward` and `outward` move the batch axes at the door.
"""

from __future__ import annotations

import numpy as np
import sympy

__all__ = ["apply", "array", "cos", "cross", "exact", "inward", "is_symbolic", "matrix",
           "outward", "product", "sin", "atan2", "transpose"]


def is_symbolic(x) -> bool:
    """True when the entries of x are sympy expressions (dtype object)."""
    return np.asarray(x).dtype == object


def array(x) -> np.ndarray:
    """x as an array of floats, or of dtype object when it holds sympy expressions."""
    a = np.asarray(x)
    return a if a.dtype == object else a.astype(float)


@np.vectorize(otypes=[object])
def exact(x):
    """Whole floats as integers, so that 1.0 does not stand before a symbol."""
    return int(x) if isinstance(x, (float, np.floating)) and x == int(x) else x


_sin, _cos, _atan2 = (np.vectorize(f, otypes=[object]) for f in (sympy.sin, sympy.cos, sympy.atan2))


def sin(x) -> np.ndarray:
    """Sine of every entry."""
    return _outcome(_sin, x) if is_symbolic(x) else np.sin(x)


def cos(x) -> np.ndarray:
    """Cosine of every entry."""
    return _outcome(_cos, x) if is_symbolic(x) else np.cos(x)


def atan2(y, x) -> np.ndarray:
    """Angle of the point (x, y), in (-pi, pi], entry by entry."""
    return _outcome(_atan2, y, x) if is_symbolic(y) or is_symbolic(x) else np.arctan2(y, x)


def _outcome(function, *args) -> np.ndarray:
    return np.asarray(function(*args), dtype=object)


def matrix(rows) -> np.ndarray:
    """Array (3, 3, ...) from three rows of three entries that broadcast together."""
    entries = np.broadcast_arrays(*[np.asarray(entry) for row in rows for entry in row])
    symbolic = any(is_symbolic(entry) for entry in entries)
    stacked = np.array(entries, dtype=object if symbolic else float)
    return stacked.reshape(3, 3, *entries[0].shape)


def transpose(a: np.ndarray) -> np.ndarray:
    """Transpose of each matrix of (3, 3, ...)."""
    return a.swapaxes(0, 1)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Matrix product of (3, 3, ...) and (3, 3, ...)."""
    a, b = _same_rank(a, b)
    return a[:, 0, None] * b[0] + a[:, 1, None] * b[1] + a[:, 2, None] * b[2]


def apply(a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Matrix (3, 3, ...) times vector (3, ...)."""
    a, x = _same_rank(a, x, extra=1)
    return a[:, 0] * x[0] + a[:, 1] * x[1] + a[:, 2] * x[2]


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Vector product of (3, ...) and (3, ...)."""
    a, b = _same_rank(a, b)
    return np.stack([a[1] * b[2] - a[2] * b[1],
                     a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]])


def _same_rank(a, b, extra=0):
    """Give a constant factor the batch axes of the other, as axes of length one."""
    lack = a.ndim - b.ndim - extra
    if lack > 0:
        b = b.reshape(b.shape + (1,) * lack)
    elif lack < 0:
        a = a.reshape(a.shape + (1,) * -lack)
    return a, b


def inward(x, rank: int) -> np.ndarray:
    """From the caller's order (..., 3) or (..., 3, 3) to (3, ...) or (3, 3, ...)."""
    x = array(x)
    return np.moveaxis(x, range(x.ndim - rank, x.ndim), range(rank))


def outward(x: np.ndarray, rank: int, batch: tuple[int, ...] = ()) -> np.ndarray:
    """From (3, ...) or (3, 3, ...) to the caller's order, with the full batch."""
    x = np.broadcast_to(x.reshape(x.shape + (1,) * (rank + len(batch) - x.ndim)),
                        x.shape[:rank] + batch)
    return np.moveaxis(x, range(rank), range(x.ndim - rank, x.ndim)).copy()
