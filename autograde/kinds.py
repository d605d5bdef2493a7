"""Answer kinds: what a task accepts, how it is read and how far it is from the truth.

The judge gets an answer as bounded JSON (see `runner`): arrays of finite numbers, texts, or
the reason why there is nothing better. A kind turns that into numbers or says in a `Problem`
what came and what is needed; the wording never holds the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robokit import rotation

__all__ = ["Angles", "Choice", "Expression", "Function", "Kind", "Matrix", "Number",
           "Problem", "Vector"]


@dataclass(frozen=True)
class Problem:
    """Why an answer cannot be compared."""

    text: str
    silent: bool = False        # nothing was handed in at all


class Kind:
    """Common ground of the answer kinds."""

    ask = "value"               # what the runner is asked for
    accepts = ""                # one line for the task sheet
    shape: tuple[int, ...] = ()

    def read(self, encoded: dict | None):
        """The answer as an array of `shape`, or a Problem."""
        if encoded is None or encoded["type"] == "none":
            return Problem("There is no answer yet.", silent=True)
        if encoded["type"] == "unusable":
            return Problem(f"The answer cannot be used: {encoded['reason']}. Needed: {self.accepts}.")
        if encoded["type"] == "error":
            return Problem(f"Your function raised {encoded['name']}.")
        flat = _array(encoded)
        if flat is None:
            return Problem(f"The answer is {_named(encoded)}. Needed: {self.accepts}.")
        if flat.shape != self.shape and not self.fits(flat):
            return Problem(f"The answer has shape {flat.shape}. Needed: {self.accepts}.")
        return flat.reshape(self.shape)

    def fits(self, a: np.ndarray) -> bool:
        """Rows and columns of one vector are the same vector, and a 1x1 matrix is a number."""
        rank = len(self.shape)
        return rank < 2 and a.size == int(np.prod(self.shape)) and max(a.shape, default=1) == a.size

    def distance(self, truth: np.ndarray, answer: np.ndarray) -> float:
        """Greatest difference of an entry, relative to the truth's size where that exceeds 1."""
        return float(np.max(np.abs(answer - truth)) / max(1.0, np.max(np.abs(truth))))

    def departs(self, truth: np.ndarray, answer: np.ndarray, tolerance: float) -> str:
        """Where the answer leaves the truth first, without saying by how much."""
        off = np.abs(answer - truth) > tolerance * max(1.0, np.max(np.abs(truth)))
        if not off.any() or not self.shape:
            return ""
        place = tuple(int(k) + 1 for k in np.argwhere(off)[0])
        count = int(off.sum())
        name = f"row {place[0]}, column {place[1]}" if len(place) == 2 else f"component {place[0]}"
        return f"{count} of {off.size} entries depart, the first at {name}"


@dataclass(frozen=True)
class Number(Kind):
    unit: str = ""

    @property
    def accepts(self):
        return f"one number{f' in {self.unit}' if self.unit else ''}"


@dataclass(frozen=True)
class Vector(Kind):
    size: int = 3
    unit: str = ""

    @property
    def shape(self):
        return (self.size,)

    @property
    def accepts(self):
        return f"{self.size} numbers{f' in {self.unit}' if self.unit else ''}"


@dataclass(frozen=True)
class Matrix(Kind):
    rows: int = 3
    columns: int = 3

    @property
    def shape(self):
        return (self.rows, self.columns)

    @property
    def accepts(self):
        return f"a {self.rows} x {self.columns} matrix (array, nested lists or sympy Matrix)"


class Angles(Kind):
    """P, Y, R: compared by the rotation they make, so that both solutions count."""

    shape = (3,)
    accepts = "three angles (P, Y, R) in radians"

    def distance(self, truth, answer):
        return float(np.abs(_turn(answer) - _turn(truth)).max())

    def departs(self, truth, answer, tolerance):
        return "the angles do not make the given matrix"


@dataclass(frozen=True)
class Choice(Kind):
    options: tuple[str, ...] = ()
    ask = "choice"

    @property
    def accepts(self):
        return "one of " + ", ".join(f'"{o}"' for o in self.options)

    def read(self, encoded):
        if encoded is None or encoded["type"] == "none":
            return Problem("There is no answer yet.", silent=True)
        text = encoded["value"].strip().strip("().").lower() if encoded["type"] == "text" else None
        if text not in self.options:
            return Problem(f"The answer is {_named(encoded)}. Needed: {self.accepts}.")
        return text

    def distance(self, truth, answer):
        return 0.0 if truth == answer else 1.0

    def departs(self, truth, answer, tolerance):
        return ""


@dataclass(frozen=True)
class Function(Kind):
    """A function of the student, asked for its values at inputs that the judge draws."""

    returns: Kind = Matrix()
    ask = "function"

    @property
    def accepts(self):
        return f"a function that returns {self.returns.accepts}"


@dataclass(frozen=True)
class Expression(Kind):
    """A sympy expression or matrix, asked for its values at points that the judge draws."""

    symbols: Sequence[str] = ()
    returns: Kind = Number()
    ask = "expression"

    @property
    def accepts(self):
        what = "a sympy expression" if not self.returns.shape else (
            f"a sympy Matrix, {' x '.join(map(str, self.returns.shape))},")
        return f"{what} in {', '.join(self.symbols)}"


def _array(encoded: dict) -> np.ndarray | None:
    """Numbers of an answer, also from lists of like arrays such as [Matrix, Matrix]."""
    if encoded["type"] == "array":
        return np.array(encoded["data"], dtype=float).reshape(encoded["shape"])
    if encoded["type"] == "list" and encoded["items"]:
        parts = [_array(item) for item in encoded["items"]]
        if all(p is not None and p.shape == parts[0].shape for p in parts):
            return np.stack(parts)
    return None


def _named(encoded: dict) -> str:
    return {"function": "a function", "expression": "an expression with letters",
            "text": "a text", "bool": "True or False", "list": "a list of unlike things",
            "map": "a dictionary", "array": "numbers"}.get(encoded["type"], "something else")


def _turn(angles: np.ndarray) -> np.ndarray:
    P, Y, R = angles
    return rotation.tau_x(P) @ rotation.tau_y(Y) @ rotation.tau_z(R)
