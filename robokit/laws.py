"""Checks by laws: what every right answer obeys, without saying what the answer is.

A rotation matrix is orthogonal whatever its angles; a derivative follows the finite
difference of the reader's own function; an inertia matrix is symmetric and positive. Each
function returns a `Finding` and never raises: a wrong shape or type is a finding too.

Answers may be lists, numpy arrays or sympy matrices. Expressions are evaluated at a few fixed
random values of their letters. An answer still left open (None or ...) gives a finding that
neither holds nor fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy
import sympy
from sympy.core.function import AppliedUndef

from .types import Array, ArrayLike, Floats

__all__ = ["Finding", "by_turns", "chain", "derivative", "gap", "inverse_pair", "rate", "report",
           "rotation", "same", "same_length", "skew", "spoken_by", "symmetric_positive", "turns",
           "unit", "vanishes"]

TOLERANCE = 1e-6                       # of the largest entry; answers are often typed rounded
STEP = 1e-5                            # of a finite difference
BOUNDS = (1e-12, 1e-9, 1e-6)           # a residual is stated by the least of these above it
ROUNDING = 1e-12                       # what an imaginary part may miss, beside the real one
DRAWS = 3                              # sets of values for the letters of an expression

Answer = Any                           # what a reader hands in, of any type; see above
Law = Callable[..., "Finding"]         # of the answers, once they are arrays of numbers
Wanted = tuple[int, ...] | Literal["square"] | None     # the last axes; None: any shape


@dataclass(frozen=True, init=False, repr=False)
class Finding:
    """What a law says: holds is True, False, or None when there is nothing to check yet.

    The text is a message with places for its fields, so that others can say it in their language:
    Finding(True, "column {k} has length {size:.4g}", k=1, size=0.5). A field is a number, a name
    that is the same in all languages, another Finding, or several of them in a tuple.
    """

    holds: bool | None
    message: str
    fields: dict[str, Any]

    def __init__(self, holds: bool | None, message: str, /, **fields: Any):
        for name, value in (("holds", holds), ("message", message), ("fields", fields)):
            object.__setattr__(self, name, value)

    @property
    def text(self) -> str:
        """The message in English."""
        return self.message.format(**{name: _plain(x) for name, x in self.fields.items()}
                                   ) if self.fields else self.message

    @property
    def whole(self) -> Finding:
        """The same, with the words that it holds or does not."""
        if self.holds is None:
            return self
        return Finding(self.holds, "holds: {law}" if self.holds else "does not hold: {law}",
                       law=self)

    def __str__(self) -> str:
        return self.whole.text

    __repr__ = __str__

    def __bool__(self) -> bool:
        return self.holds is True


def _said(message: str | Finding) -> Finding:
    """A message, to be part of another."""
    return message if isinstance(message, Finding) else Finding(None, message)


def _plain(field: Any) -> Any:
    """A field as it stands in the English text."""
    if isinstance(field, tuple):
        return ", ".join(map(_plain, field))
    return field.text if isinstance(field, Finding) else field


OPEN = Finding(None, "nothing to check yet")


# -- tools of the lessons -----------------------------------------------------------------
def gap(a: ArrayLike, b: ArrayLike) -> float:
    """Largest difference between two arrays of numbers, to three digits; 0.0 when below 1e-8."""
    size = float(np.abs(np.subtract(a, b)).max())
    return float(f"{size:.3g}") if size > 1e-8 else 0.0


def rate(f: Callable[[Floats], ArrayLike], q: ArrayLike, dq: ArrayLike) -> Floats:
    """Time derivative of f(q) by central differences, q moving at the rate dq."""
    q, dq = np.asarray(q, dtype=float), np.asarray(dq, dtype=float)
    return (np.asarray(f(q + STEP * dq)) - np.asarray(f(q - STEP * dq))) / (2 * STEP)


def by_turns(axes: str, angles: Iterable[float], moving: bool = True) -> Floats:
    """A frame turned step by step, without any elementary matrix. (3, 3), columns its axes.

    axes: a word such as "zxyz"; angles: radians, one for each letter. Each turn is about the
    frame's own axis as it stands then (moving), or about the axis of the old frame (fixed).
    The turn is the matrix exponential of the cross product with its axis.
    """
    frame = np.eye(3)
    for letter, angle in zip(axes, angles, strict=True):
        axis = (frame if moving else np.eye(3))[:, "xyz".index(letter)]
        frame = scipy.linalg.expm(angle * np.cross(axis, np.eye(3)).T) @ frame
    return frame


def vanishes(m: Answer) -> bool:
    """True when sympy finds every entry of an array of expressions identically zero."""
    return all(sympy.simplify(entry) == 0 for entry in _array(m).flat)


def report(*findings: Finding) -> None:
    """Print findings, one a line; nothing but one line while all answers are open."""
    lines = [f for f in findings if f.holds is not None] or findings[:1]
    print("\n".join(map(_voice["report"], lines)))


_voice: dict[str, Callable[[Finding], str]] = {"report": str}


def spoken_by(voice: Callable[[Finding], str]) -> None:
    """From now on `report` says a finding in the words that voice gives; in English it is str."""
    _voice["report"] = voice


# -- laws ---------------------------------------------------------------------------------
def rotation(tau: Answer) -> Finding:
    """tau tau^T = 1 and det = +1, for one matrix (3, 3) or several (..., 3, 3)."""
    return _judge(_rotation, ("a rotation matrix", tau, (3, 3)))


def _rotation(tau: Floats) -> Finding:
    columns = np.swapaxes(tau, -1, -2)
    gram = columns @ tau - np.eye(3)
    worst = gram.reshape(-1, 3, 3)[np.abs(gram).reshape(-1, 9).max(1).argmax()]
    if np.abs(gram).max() > TOLERANCE:
        return _not_orthogonal(worst)
    if (np.linalg.det(tau) < 0).any():
        return Finding(False, "det = -1: a left-handed frame or an odd number of sign slips")
    return Finding(True, "tau tau^T = 1 to {bound:.1g}, det = +1", bound=_within(gram))


def _not_orthogonal(gram: Floats) -> Finding:
    lengths = np.sqrt(np.maximum(np.diag(gram) + 1, 0))
    wrong = [k for k in range(3) if abs(gram[k, k]) > TOLERANCE]
    if wrong:
        return Finding(False, "tau tau^T is not 1: {columns}", columns=tuple(
            Finding(False, "column {k} has length {size:.4g}", k=k + 1, size=float(lengths[k]))
            for k in wrong))
    i, j = np.unravel_index(np.abs(gram).argmax(), (3, 3))
    first, second = sorted((i + 1, j + 1))
    return Finding(False, "tau tau^T is not 1: columns {first} and {second} are not at right "
                   "angles", first=int(first), second=int(second))


def inverse_pair(a: Answer, b: Answer) -> Finding:
    """a b = 1: each of the two (n, n) matrices undoes the other."""
    return _judge(_inverse_pair, ("the first matrix", a, "square"),
                  ("the second matrix", b, "square"))


def _inverse_pair(a: Floats, b: Floats) -> Finding:
    if a.shape[-1] != b.shape[-1]:
        return Finding(False, "shapes {one} and {other} cannot undo each other",
                       one=str(a.shape), other=str(b.shape))
    return _small(a @ b - np.eye(a.shape[-1]), "the product is 1", "the product is not 1", 1)


def same(a: Answer, b: Answer, what: str | Finding = "both ways agree") -> Finding:
    """Two answers found in different ways are equal, entry by entry."""
    return _judge(lambda a, b: _same(a, b, what), ("the first", a, None), ("the second", b, None))


def _same(a: Floats, b: Floats, what: str | Finding) -> Finding:
    if a.shape != b.shape:
        return Finding(False, "{law}: shapes {one} and {other} differ", law=_said(what),
                       one=str(a.shape), other=str(b.shape))
    return _small(a - b, what, what, max(np.abs(a).max(initial=0), np.abs(b).max(initial=0)))


def same_length(a: Answer, b: Answer) -> Finding:
    """A rotation keeps lengths: |a| = |b|, for vectors (..., 3)."""
    return _judge(_same_length, ("the first vector", a, (3,)), ("the second vector", b, (3,)))


def _same_length(a: Floats, b: Floats) -> Finding:
    a, b = (np.linalg.norm(x, axis=-1) for x in (a, b))
    return _small(a - b, "the lengths are equal", "the lengths differ", np.abs(a).max())


def unit(v: Answer) -> Finding:
    """The length of a direction (..., 3) is 1."""
    return _judge(lambda v: _small(np.linalg.norm(v, axis=-1) - 1, "the length is 1",
                                   "the length is not 1", 1), ("a unit vector", v, (3,)))


def skew(m: Answer) -> Finding:
    """m^T = -m, for matrices (..., 3, 3)."""
    return _judge(lambda m: _small(m + np.swapaxes(m, -1, -2), "m^T = -m", "m^T is not -m",
                                   np.abs(m).max()), ("a skew-symmetric matrix", m, (3, 3)))


def symmetric_positive(A: Answer, symbol: str = "A") -> Finding:
    """A = A^T and all eigenvalues are above zero, for matrices (..., n, n) with that symbol."""
    return _judge(lambda A: _symmetric_positive(A, symbol), ("an inertia matrix", A, "square"))


def _symmetric_positive(A: Floats, symbol: str) -> Finding:
    other = np.swapaxes(A, -1, -2)
    symmetric = _small(A - other, Finding(None, "{A} = {A}^T", A=symbol),
                       Finding(None, "{A} is not symmetric", A=symbol), np.abs(A).max())
    if not symmetric:
        return symmetric
    least = np.linalg.eigvalsh((A + other) / 2).min()
    if least <= 0:
        return Finding(False, "{A} is not positive: some motion would have no kinetic energy",
                       A=symbol)
    return Finding(True, "{law}, all eigenvalues are positive", law=symmetric)


def turns(f: Answer) -> Finding:
    """f(a) f(b) = f(a + b) and f(-a) = f(a)^T: turns about one fixed axis add up."""
    return _of_function(f, [(0.4,), (0.3,), (0.7,), (-0.7,)], _turns)


def _turns(first: Floats, second: Floats, both: Floats, back: Floats) -> Finding:
    both_ways = np.stack([first @ second - both, np.swapaxes(both, -1, -2) - back])
    return _small(both_ways, "f(a) f(b) = f(a + b), f(-a) = f(a)^T",
                  "turns by a and by b do not add up to the turn by a + b", 1)


def chain(f: Answer, n: int) -> Finding:
    """f(i, k) f(k, j) = f(i, j) for frames 0..n, whatever i, k, j; f(i, i) = 1."""
    places = [(i, j) for i in range(n + 1) for j in range(n + 1)]
    return _of_function(f, places, lambda *tau: _chain(dict(zip(places, tau)), n))


def _chain(tau: dict[tuple[int, int], Floats], n: int) -> Finding:
    for i, j in tau:
        if np.abs(tau[i, i] - np.eye(3)).max() > TOLERANCE:
            return Finding(False, "f({i}, {i}) is not 1", i=i)
        for k in range(n + 1):
            if np.abs(tau[i, k] @ tau[k, j] - tau[i, j]).max() > TOLERANCE:
                return Finding(False, "f({i}, {k}) f({k}, {j}) is not f({i}, {j})", i=i, j=j, k=k)
    return Finding(True, "f(i, k) f(k, j) = f(i, j) for all frames 0..{n}", n=n)


def _of_function(f: Answer, arguments: Iterable[tuple[float, ...]], law: Law) -> Finding:
    """Apply a law to the (3, 3) values of the reader's function."""
    if _is_open(f):
        return OPEN
    if not callable(f):
        return Finding(False, "the answer must be a function")
    try:
        values = [f(*given) for given in arguments]
    except Exception as error:          # the reader's own function, anything may come
        return _raised(error)
    return _judge(law, *[("its value", value, (3, 3)) for value in values])


def _raised(error: Exception) -> Finding:
    """What a function raised; one that computes with a None still waits for its answer."""
    if isinstance(error, TypeError) and "NoneType" in str(error):
        return OPEN
    return Finding(False, "{error} while computing: {text}", error=type(error).__name__,
                   text=str(error))


def derivative(f: Answer, df: Answer, q: Answer, dq: Answer) -> Finding:
    """df is the time derivative of f(q), by central differences of the reader's own f.

    f: function of q. df: function of (q, dq), or its value at q, dq. q, dq: numbers or (n,).
    """
    if any(_is_open(x) for x in (f, df, q, dq)):
        return OPEN
    if not callable(f):
        return Finding(False, "f must be a function of q")
    try:
        q, dq = np.asarray(q, dtype=float), np.asarray(dq, dtype=float)
        if _is_open(f(q)):
            return OPEN
        change = rate(f, q, dq)
        claimed = df(q, dq) if callable(df) else df
    except Exception as error:          # the reader's own function, anything may come
        return _raised(error)
    return _judge(_derivative, ("f(q)", change, None), ("df", claimed, None))


def _derivative(change: Floats, claimed: Floats) -> Finding:
    if change.shape != claimed.shape:
        return Finding(False, "f has shape {one}, its derivative {other}",
                       one=str(change.shape), other=str(claimed.shape))
    return _small(claimed - change, "the derivative follows the finite difference",
                  "the derivative departs from the finite difference", np.abs(change).max() + 1,
                  bounds=(1e-6,))


# -- reading answers ----------------------------------------------------------------------
def _judge(law: Law, *answers: tuple[str, Answer, Wanted]) -> Finding:
    """Apply a law to answers (name, value, shape wanted), or say why it cannot be applied."""
    values = [value for _, value, _ in answers]
    if any(_is_open(x) for x in values):
        return OPEN
    try:
        arrays = [_array(x) for x in values]
        problems = (_misfit(name, a, shape) for (name, _, shape), a in zip(answers, arrays))
        problem = next((p for p in problems if p is not None), None)
        return problem if problem is not None else _applied(law, arrays)
    except (TypeError, ValueError, AttributeError):
        return Finding(False, "{answer} must hold numbers or expressions",
                       answer=_said(answers[0][0]))


def _applied(law: Law, arrays: list[Array]) -> Finding:
    numbers = _drawn(arrays) if any(a.dtype == object for a in arrays) else arrays
    if not all(np.isfinite(a).all() for a in numbers):
        return Finding(False, "nan or infinity among the numbers")
    try:
        return law(*numbers)
    except ValueError as error:                               # batches that do not fit together
        return Finding(False, "shapes do not fit: {error}", error=str(error))


def _is_open(x: Answer) -> bool:
    if x is None or x is Ellipsis:
        return True
    return isinstance(x, (list, tuple)) and any(_is_open(item) for item in x)


def _array(x: Answer) -> Array:
    """Floats, or sympy expressions in an array of dtype object; TypeError for anything else."""
    a = np.asarray(x.tolist() if isinstance(x, sympy.MatrixBase) else x)
    if a.dtype == object:
        return np.vectorize(_expression, otypes=[object])(a)
    if a.dtype.kind not in "biufc":
        raise TypeError("not real numbers")
    return _real(a)


def _real(a: Array) -> Floats:
    """The real parts, where imaginary ones are only rounding; complex exponentials leave such."""
    if (np.abs(a.imag) > ROUNDING * np.maximum(1, np.abs(a.real))).any():
        raise TypeError("not real numbers")
    return a.real.astype(float)


def _expression(x: Answer) -> sympy.Basic:
    if isinstance(x, str):
        raise TypeError("text")
    return sympy.sympify(x.item() if isinstance(x, np.ndarray) else x)


def _drawn(arrays: list[Array]) -> list[Floats]:
    """Each array with a new first axis: the values for the draws of the letters."""
    arrays = [np.vectorize(sympy.sympify, otypes=[object])(a) for a in arrays]
    letters = set().union(*[_letters(entry) for a in arrays for entry in a.flat])
    letters = sorted(letters, key=lambda x: (-isinstance(x, sympy.Derivative), str(x)))
    rng = np.random.default_rng(0)
    draws = [dict(zip(letters, rng.uniform(0.2, 1.4, len(letters)))) for _ in range(DRAWS)]
    value = np.vectorize(lambda entry, draw: complex(entry.subs(draw).evalf()), otypes=[complex])
    with np.errstate(invalid="ignore"):                 # infinity is told later
        return [_real(np.stack([value(a, draw) for draw in draws])) for a in arrays]


def _letters(entry: sympy.Basic) -> set[sympy.Basic]:
    """Derivatives first, then functions of time, then plain symbols outside both."""
    rates = entry.atoms(sympy.Derivative)
    rest = entry.subs({d: 0 for d in rates}) if rates else entry
    functions = rest.atoms(AppliedUndef)
    return rates | functions | rest.subs({f: 0 for f in functions}).free_symbols


def _misfit(name: str, a: Array, shape: Wanted) -> Finding | None:
    """What is wrong with an array's shape, or None."""
    if shape == "square":
        fits = a.ndim >= 2 and a.shape[-1] == a.shape[-2]
    else:
        if shape is None:
            return None if a.size else Finding(False, "{answer} holds no numbers",
                                               answer=_said(name))
        fits = a.shape[-len(shape):] == shape
    return None if fits and a.size else Finding(
        False, "{answer} has shape {got}, needs {needed}", answer=_said(name), got=str(a.shape),
        needed=Finding(None, "square") if shape == "square" else str(shape))


# -- saying what was found ----------------------------------------------------------------
def _small(residual: Floats, good: str | Finding, bad: str | Finding, scale: float,
           bounds: tuple[float, ...] = BOUNDS) -> Finding:
    size = float(np.abs(residual).max(initial=0))
    if size <= TOLERANCE * max(scale, 1e-3):
        return Finding(True, "{law} to {bound:.1g}", law=_said(good),
                       bound=_within(residual, bounds))
    if np.ndim(residual) == 0:
        return Finding(False, "{law}, off by {size:.2g}", law=_said(bad), size=size)
    return Finding(False, "{law}, off by {size:.2g} in entry ({place})", law=_said(bad), size=size,
                   place=_where(residual))


def _where(residual: Floats) -> str:
    place = np.unravel_index(np.abs(residual).argmax(), np.shape(residual))[-2:]
    return ", ".join(str(k + 1) for k in place)


def _within(residual: Floats, bounds: tuple[float, ...] = BOUNDS) -> float:
    size = float(np.abs(residual).max(initial=0))
    return next((bound for bound in bounds if size < bound), size)
