"""One arithmetic for floats, batches and symbols.

Inside robokit a vector is an array of shape (3, ...) and a matrix an array of
shape (3, 3, ...): the batch axes stand last, so that every line below works on
long contiguous rows, and an empty batch is an ordinary vector or matrix. The
entries are floats, or sympy expressions in an array of dtype object; the code is
the same for both. Callers see the usual order (..., 3) and (..., 3, 3): the
functions `inward` and `outward` move the batch axes at the door.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import sympy

from .types import Array, ArrayLike, Batch, Rows, Scalar, Shape

__all__ = ["about_z", "apply", "array", "atan2", "cos", "cross", "dot", "exact",
           "inward", "is_symbolic", "is_zero", "matrix", "numbers", "outward", "product", "shaped",
           "sin", "solve", "times", "together", "transpose"]


def is_symbolic(x: ArrayLike) -> bool:
    """True when the entries of x are sympy expressions (dtype object)."""
    return not isinstance(x, float) and np.asarray(x).dtype == object


def is_zero(x: Array) -> bool:
    """True for a constant vector of zeros."""
    return x.size == 3 and not (x != 0).any()


def array(x: ArrayLike) -> Array:
    """x as an array of floats, or of dtype object when it holds sympy expressions."""
    a = np.asarray(x)
    if a.dtype == object or a.dtype == float:
        return a
    if a.dtype.kind not in "biuf":
        raise TypeError(f"got {a.dtype}, needs real numbers")
    return np.asarray(a, dtype=float)


def numbers(name: str, x: ArrayLike, shape: Shape, infinite: bool = False) -> Array:
    """`array`, for the door: x must hold finite numbers, or expressions, in this shape.

    shape is written as in the docstrings: (3,), (..., 3), (..., "n", 3); a letter stands for any
    size. ValueError names the argument, what came and what is needed.
    """
    a = shaped(name, x, shape)
    if a.dtype != object and np.isfinite(a).all():
        return a
    try:
        if a.dtype == object:
            wrong = [e for e in a.flat if sympy.sympify(e, strict=True).is_finite is False]
        else:
            wrong = a[np.isnan(a) if infinite else ~np.isfinite(a)].tolist()
    except (TypeError, ValueError, AttributeError, sympy.SympifyError):
        raise ValueError(f"{name}: got {x!r}, needs numbers of shape {_written(shape)}") from None
    if len(wrong):
        raise ValueError(f"{name}: got {wrong[0]}, needs finite numbers")
    return a


def shaped(name: str, x: ArrayLike, shape: Shape) -> Array:
    """`numbers` of this shape whose values nobody has looked at yet."""
    try:
        a = array(x)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: got {x!r}, needs numbers of shape {_written(shape)}") from None
    batch = shape[:1] == (...,)
    sizes = a.shape[max(a.ndim - len(shape) + 1, 0):] if batch else a.shape
    if len(sizes) != len(shape) - batch or any(
            size != want for size, want in zip(sizes, shape[batch:]) if not isinstance(want, str)):
        raise ValueError(f"{name}: got shape {a.shape}, needs {_written(shape)}")
    return a


def _written(shape: Shape) -> str:
    return str(shape).replace("Ellipsis", "...").replace("'", "")


def together(**batches: Batch) -> Batch:
    """The common batch of several arguments, or ValueError that names them."""
    try:
        return np.broadcast_shapes(*batches.values())
    except ValueError:
        text = ", ".join(f"{name} {batch}" for name, batch in batches.items())
        raise ValueError(f"{', '.join(batches)}: got batches {text}, needs batches that "
                         "broadcast together") from None


@np.vectorize(otypes=[object])
def exact(x: Scalar) -> Scalar:
    """Whole floats as integers, so that 1.0 does not stand before a symbol."""
    return int(x) if isinstance(x, (float, np.floating)) and x == int(x) else x


_sin, _cos, _atan2 = (np.vectorize(f, otypes=[object]) for f in (sympy.sin, sympy.cos, sympy.atan2))


def sin(x: ArrayLike) -> Array:
    """Sine of every entry."""
    return _outcome(_sin, x) if is_symbolic(x) else np.sin(x)


def cos(x: ArrayLike) -> Array:
    """Cosine of every entry."""
    return _outcome(_cos, x) if is_symbolic(x) else np.cos(x)


def atan2(y: ArrayLike, x: ArrayLike) -> Array:
    """Angle of the point (x, y), in (-pi, pi], entry by entry."""
    return _outcome(_atan2, y, x) if is_symbolic(y) or is_symbolic(x) else np.arctan2(y, x)


def _outcome(function: Callable[..., Array], *args: ArrayLike) -> Array:
    return np.asarray(function(*args), dtype=object)


def matrix(rows: Rows) -> Array:
    """Array (3, 3, ...) from three rows of three entries that broadcast together."""
    if all([isinstance(entry, (int, float)) for row in rows for entry in row]):
        return np.array(rows, dtype=float)          # the common case, at once
    entries = [np.asarray(entry) for row in rows for entry in row]
    if any(entry.shape for entry in entries):
        entries = list(np.broadcast_arrays(*entries))
    symbolic = any(is_symbolic(entry) for entry in entries)
    stacked = np.stack([entry.astype(object if symbolic else float) for entry in entries])
    return stacked.reshape(3, 3, *entries[0].shape)


def transpose(a: Array) -> Array:
    """Transpose of each matrix of (3, 3, ...)."""
    return a.swapaxes(0, 1)


def product(a: Array, b: Array) -> Array:
    """Matrix product of (3, 3, ...) and (3, 3, ...)."""
    a, b = _same_rank(a, b)
    return a[:, 0, None] * b[0] + a[:, 1, None] * b[1] + a[:, 2, None] * b[2]


def apply(a: Array, x: Array) -> Array:
    """Matrix (3, 3, ...) times vector (3, ...)."""
    if a.ndim - x.ndim != 1:
        a, x = _same_rank(a, x, extra=1)
    return a[:, 0] * x[0] + a[:, 1] * x[1] + a[:, 2] * x[2]


def times(constant: Array, x: Array) -> Array:
    """A constant matrix (3, 3) times vectors (3, ...): one fast product for the whole batch."""
    return constant @ x if x.ndim <= 2 else (constant @ x.reshape(3, -1)).reshape(x.shape)


def about_z(c: Array, s: Array, x: Array) -> Array:
    """tau_z of section 2.2, given by the cosine and sine of its angle, times vectors (3, ...)."""
    if x.ndim == 1 and c.ndim == 0 and c.dtype == float and x.dtype != object:
        c0, s0, (x0, x1, x2) = float(c), float(s), x.tolist()       # one vector: plain numbers
        return np.array([c0 * x0 - s0 * x1, s0 * x0 + c0 * x1, x2])
    shape = x.shape if c.ndim == 0 else (3, *np.broadcast_shapes(x.shape[1:], c.shape))
    turned = np.empty(shape, np.result_type(x, c))
    turned[0] = c * x[0] - s * x[1]
    turned[1] = s * x[0] + c * x[1]
    turned[2] = x[2]
    return turned


def dot(a: Array, b: Array) -> Array:
    """Scalar product of (3, ...) and (3, ...)."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Array, b: Array) -> Array:
    """Vector product of (3, ...) and (3, ...)."""
    if a.size == 3 < b.size:
        return times(_lam(*a.flat), b)
    if b.size == 3 < a.size:
        return times(_lam(*(-b).flat), a)
    if a.ndim == b.ndim == 1:                                       # one vector: plain numbers
        (a0, a1, a2), (b0, b1, b2) = a.tolist(), b.tolist()
        return np.array([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])
    return np.array([a[1] * b[2] - a[2] * b[1],
                     a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]])


def _lam(x: Scalar, y: Scalar, z: Scalar) -> Array:
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def solve(A: Array, b: Array) -> Array:
    """x of A x = b for symmetric positive definite A, (n, n, ...) and (n, ...).

    Gauss's elimination without a choice of pivots (none is needed for such A), so that
    every line serves the whole batch, and symbols too.
    """
    symbolic = is_symbolic(A) or is_symbolic(b)
    if b.ndim == 1 and not symbolic and (found := _solved(A.tolist(), b.tolist())):
        return np.array(found)
    exactly = sympy.S.One if symbolic else 1.0                          # 1/2 and not 0.5
    n, A, x = len(b), A * exactly, b * exactly
    for k in range(n):
        for i in range(k + 1, n):
            ratio = A[i, k] / A[k, k]
            A[i, k + 1:] -= ratio * A[k, k + 1:]
            x[i] -= ratio * x[k]
    for k in reversed(range(n)):
        x[k] /= A[k, k]
        x[:k] -= A[:k, k] * x[k]
    return x


def _solved(A: list[list[float]], x: list[float]) -> list[float]:
    """The same for one system: plain numbers are quicker. Empty where it has no solution."""
    n = len(x)
    for k in range(n):
        if A[k][k] == 0:
            return []
        for i in range(k + 1, n):
            ratio = A[i][k] / A[k][k]
            for j in range(k + 1, n):
                A[i][j] -= ratio * A[k][j]
            x[i] -= ratio * x[k]
    for k in reversed(range(n)):
        x[k] /= A[k][k]
        for i in range(k):
            x[i] -= A[i][k] * x[k]
    return x


def _same_rank(a: Array, b: Array, extra: int = 0) -> tuple[Array, Array]:
    """Give a constant factor the batch axes of the other, as axes of length one."""
    lack = a.ndim - b.ndim - extra
    if lack > 0:
        b = b.reshape(b.shape + (1,) * lack)
    elif lack < 0:
        a = a.reshape(a.shape + (1,) * -lack)
    return a, b


def inward(x: ArrayLike, rank: int) -> Array:
    """A copy with the caller's order (..., 3) or (..., 3, 3) turned to (3, ...) or (3, 3, ...)."""
    x = array(x)
    axes = (*range(x.ndim - rank, x.ndim), *range(x.ndim - rank))
    return x.transpose(axes).copy()


def outward(x: Array, rank: int, batch: Batch = ()) -> Array:
    """A copy with (3, ...) or (3, 3, ...) turned to the caller's order, with the full batch."""
    whole = x.shape[:rank] + batch
    if x.shape != whole:
        x = np.broadcast_to(x.reshape(x.shape + (1,) * (rank + len(batch) - x.ndim)), whole)
    return x.transpose(*range(rank, x.ndim), *range(rank)).copy()
