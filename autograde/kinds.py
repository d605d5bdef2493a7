"""Answer kinds: what a task accepts, how it is read and how far it is from the truth.

The judge gets an answer as bounded JSON (see `runner`): arrays of finite numbers, texts, or
the reason why there is nothing better. A kind turns that into numbers or says in a `Problem`
what came and what is needed; the wording never holds the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from robokit import rotation

__all__ = ["EMPTY", "Angles", "Choice", "Expression", "Function", "JointAngles", "Kind", "Matrix",
           "Number", "Problem", "SolutionSet", "Vector"]


EMPTY = {"type": "array", "shape": [0], "data": []}


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
            return Problem(f"The answer cannot be used: {encoded['reason']}. "
                           f"Needed: {self.accepts}.")
        if encoded["type"] == "error":
            return Problem(f"Your function raised {encoded['name']}.")
        flat = _array(encoded)
        if flat is None:
            return Problem(f"The answer is {_named(encoded)}. Needed: {self.accepts}.")
        if flat.shape != self.shape and not self.fits(flat):
            return Problem(f"The answer has {_size(flat.shape)}. Needed: {self.accepts}.")
        return flat.reshape(self.shape)

    def read_all(self, values: list) -> list:
        """The values of a function at several inputs; a Problem among them stays what it is."""
        return [self.read(v) if isinstance(v, dict) else v for v in values]

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

    def part(self, truth: np.ndarray, answer: np.ndarray, tolerance: float) -> float:
        """What this answer earns of its case, 0 to 1, where not all of the group is right."""
        return 0.0


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
class JointAngles(Kind):
    """Angles of revolute joints: whole turns do not count.

    credit: what the angles that are right up to the first wrong one earn of their case, where
    each follows from those before it; all but one of three earn two thirds of it.
    """

    size: int = 1
    credit: float = 0.0

    @property
    def shape(self):
        return (self.size,)

    @property
    def accepts(self):
        return f"{self.size} angles in radians"

    def distance(self, truth, answer):
        return float(np.abs(_short_way(answer - truth)).max())

    def departs(self, truth, answer, tolerance):
        off = self._off(truth, answer, tolerance)
        return f"{off.size} of {self.size} angles depart, the first at number {off[0] + 1}"

    def part(self, truth, answer, tolerance):
        off = self._off(truth, answer, tolerance)
        return self.credit * (off[0] if off.size else self.size) / self.size

    @staticmethod
    def _off(truth, answer, tolerance):
        return np.flatnonzero(np.abs(_short_way(answer - truth)) > tolerance)


@dataclass(frozen=True)
class SolutionSet(Kind):
    """All solutions of an inverse problem, each a row of joint angles, in any order.

    Whole turns do not count, and a solution given twice counts once. No solution at all is an
    empty list. A part of the solutions earns its part; one that solves nothing takes one away.
    """

    size: int = 2

    @property
    def shape(self):
        return (-1, self.size)

    @property
    def accepts(self):
        return f"a list of solutions, each of {self.size} angles in radians; [] for none"

    def read(self, encoded):
        return super().read(encoded and _listed(encoded))

    def read_all(self, values):
        """A function may return None for no solution, unless that is all it returns."""
        none = [isinstance(v, dict) and v["type"] == "none" for v in values]
        return super().read_all(values if all(none) else
                                [EMPTY if n else v for n, v in zip(none, values)])

    def fits(self, a):
        """One solution may stand alone, and each may be a column of its own."""
        return a.size in (0, self.size) or (
            a.ndim > 1 and a.size == len(a) * self.size and max(a.shape[1:]) == self.size)

    def distance(self, truth, answer):
        """The greatest way from any row of one set to the nearest of the other."""
        if not len(truth) or not len(answer):
            return 0.0 if len(truth) == len(answer) else np.inf
        ways = _ways(truth, answer)
        return float(max(ways.min(axis=0).max(), ways.min(axis=1).max()))

    def part(self, truth, answer, tolerance):
        found, spurious = self._counted(truth, answer, tolerance)
        return max(0, found - spurious) / len(truth) if len(truth) else float(not spurious)

    def departs(self, truth, answer, tolerance):
        found, spurious = self._counted(truth, answer, tolerance)
        said = ["solutions are missing"] * (found < len(truth))
        return " and ".join(said + ["some of those given do not solve it"] * bool(spurious))

    @staticmethod
    def _counted(truth, answer, tolerance):
        """How many solutions were found, and how many rows, each counted once, solve nothing.

        Counting stops when what solves nothing outweighs what was found.
        """
        near = _ways(truth, answer) <= tolerance
        found, spurious, wrong = int(near.any(axis=1).sum()), 0, answer[~near.any(axis=0)]
        while len(wrong) and spurious <= found:
            spurious, wrong = spurious + 1, wrong[_ways(wrong[:1], wrong)[0] > tolerance]
        return found, spurious


@dataclass(frozen=True)
class Choice(Kind):
    """One of several options.

    checks: wrong option -> a way to see by oneself that it cannot be.
    """

    options: tuple[str, ...] = ()
    checks: dict[str, str] = field(default_factory=dict)
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
        return "" if truth == answer else self.checks.get(answer, "")


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


def _listed(encoded: dict) -> dict:
    """A map of solutions as a list, and a list without its empty places."""
    if encoded["type"] == "map":
        encoded = {"type": "list", "items": list(encoded["items"].values())}
    if encoded["type"] == "list":
        items = [item for item in encoded["items"] if item["type"] != "none"]
        encoded = {"type": "list", "items": items} if items else EMPTY
    return encoded


def _short_way(angle):
    """The angle between -pi and pi that leads to the same place."""
    return np.pi - (np.pi - angle) % (2 * np.pi)


def _ways(one, other):
    """Greatest difference of an angle between each row of one set and each of the other."""
    return np.abs(_short_way(one[:, None] - other[None])).max(axis=-1)


def _size(shape: tuple[int, ...]) -> str:
    """A shape, unless it is so odd that it could be a message: hidden inputs shape no answer."""
    return f"shape {shape}" if len(shape) < 4 and max(shape, default=0) < 13 else "another shape"


def _named(encoded: dict) -> str:
    return {"function": "a function", "expression": "an expression with letters",
            "text": "a text", "bool": "True or False", "list": "a list of unlike things",
            "map": "a dictionary", "array": "numbers"}.get(encoded["type"], "something else")


def _turn(angles: np.ndarray) -> np.ndarray:
    P, Y, R = angles
    return rotation.tau_x(P) @ rotation.tau_y(Y) @ rotation.tau_z(R)
