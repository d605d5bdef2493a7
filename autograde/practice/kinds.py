"""Answer kinds: what a task accepts, how it is read and how far it is from the truth.

The judge gets an answer as bounded JSON (see `runner`): arrays of finite numbers, texts, or
the reason why there is nothing better. A kind turns that into numbers or says in a `Problem`
what came and what is needed; the wording never holds the truth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robokit import rotation

from ..plainly import plainly
from ..words import Text, _, joined, ngettext, said
from .types import Encoded, Floats, Value

__all__ = ["EMPTY", "Angles", "Choice", "Coordinates", "Expression", "Function", "JointAngles",
           "Kind", "Matrix", "Number", "Problem", "SolutionSet", "Vector", "array_of", "as_data",
           "from_data"]


NO_ANSWER = _("There is no answer yet.")
MOST_LETTERS = 20           # of an answer to a choice that is said again
EMPTY: Encoded = {"type": "array", "shape": [0], "data": []}


@dataclass(frozen=True)
class Problem:
    """Why an answer cannot be compared."""

    text: str
    silent: bool = False        # nothing was handed in at all


class Kind:
    """Common ground of the answer kinds."""

    ask = "value"               # what the runner is asked for
    relative = True             # are distances small where the truth is? Not those of angles

    @property
    def accepts(self) -> str:
        """One line for the task sheet."""
        return ""

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the answer's array; () for a number."""
        return ()

    def read(self, encoded: Encoded | None) -> Value | Problem:
        """The answer as an array of `shape`, or a Problem."""
        if encoded is None or encoded["type"] == "none":
            return Problem(NO_ANSWER, silent=True)
        if encoded["type"] == "unusable":
            return unusable(encoded["reason"], self.accepts)
        if encoded["type"] == "error":
            return Problem(joined(" ", [_("Your function raised {error}.", error=encoded["name"]),
                                        plainly(encoded["name"], encoded.get("text", "")) or ""]))
        flat = array_of(encoded)
        if flat is None:
            return Problem(_("The answer is {what}. Needed: {needed}.", what=_named(encoded),
                             needed=said(self.accepts)))
        if flat.shape != self.shape and not self.fits(flat):
            return Problem(_("The answer has {size}. Needed: {needed}.", size=_size(flat.shape),
                             needed=said(self.accepts)))
        return flat.reshape(self.shape)

    def read_all(self, values: Sequence[Encoded | Problem]) -> list[Value | Problem]:
        """The values of a function at several inputs; a Problem among them stays what it is."""
        return [self.read(v) if isinstance(v, dict) else v for v in values]

    def fits(self, a: Floats) -> bool:
        """Rows and columns of one vector are the same vector, and a 1x1 matrix is a number."""
        rank = len(self.shape)
        return rank < 2 and a.size == int(np.prod(self.shape)) and max(a.shape, default=1) == a.size

    def apart(self, truth: Value, answer: Value) -> Value:
        """How far each entry of the answer is from that of the truth, with its sign."""
        return answer - truth

    def distance(self, truth: Value, answer: Value) -> float:
        """Greatest difference of an entry, relative to the truth's size where that exceeds 1."""
        return float(np.abs(self.apart(truth, answer)).max() / max(1.0, np.abs(truth).max()))

    def departs(self, truth: Value, answer: Value, tolerance: float) -> str:
        """Where the answer leaves the truth first, without saying by how much."""
        off = np.abs(self.apart(truth, answer)) > tolerance * max(1.0, np.max(np.abs(truth)))
        if not off.any() or not self.shape:
            return ""
        place = tuple(int(k) + 1 for k in np.argwhere(off)[0])
        count = int(off.sum())
        first = (_("row {row}, column {column}", row=place[0], column=place[1])
                 if len(place) == 2 else _("component {number}", number=place[0]))
        return _entries(count, off.size, first)

    def part(self, truth: Value, answer: Value, tolerance: float) -> float:
        """What this answer earns of its case, 0 to 1, where not all of the group is right."""
        return 0.0


@dataclass(frozen=True)
class Number(Kind):
    unit: str = ""

    @property
    def accepts(self) -> str:
        return (_("one number in {unit}", unit=said(self.unit)) if self.unit else
                _("one number"))


@dataclass(frozen=True)
class Vector(Kind):
    size: int = 3
    unit: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.size,)

    @property
    def accepts(self) -> str:
        return (ngettext("{n} number in {unit}", "{n} numbers in {unit}", self.size,
                         unit=said(self.unit)) if self.unit else
                ngettext("{n} number", "{n} numbers", self.size))


@dataclass(frozen=True)
class Coordinates(Vector):
    """Coordinates of joints, turns in radians and slides in metres: whole turns do not count."""

    unit: str = "rad or m"

    def apart(self, truth: Floats, answer: Floats) -> Floats:
        return _short_way(answer - truth)

    def distance(self, truth: Floats, answer: Floats) -> float:
        """As of other vectors; what differs by a half turn at most is no larger than that."""
        size = min(np.pi, float(np.abs(truth).max()))
        return float(np.abs(self.apart(truth, answer)).max()) / max(1.0, size)


@dataclass(frozen=True)
class Matrix(Kind):
    rows: int = 3
    columns: int = 3

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.rows, self.columns)

    @property
    def accepts(self) -> str:
        return _("a {rows} x {columns} matrix (array, nested lists or sympy Matrix)",
                 rows=self.rows, columns=self.columns)


class Angles(Kind):
    """P, Y, R: compared by the rotation they make, so that both solutions count."""

    shape = (3,)
    relative = False
    accepts = _("three angles (P, Y, R) in radians")

    def distance(self, truth: Floats, answer: Floats) -> float:
        return float(np.abs(_turn(answer) - _turn(truth)).max())

    def departs(self, truth: Floats, answer: Floats, tolerance: float) -> str:
        return _("the angles do not make the given matrix")


@dataclass(frozen=True)
class JointAngles(Kind):
    """Angles of revolute joints: whole turns do not count.

    credit: what the angles that are right up to the first wrong one earn of their case, where
    each follows from those before it; all but one of three earn two thirds of it.
    """

    size: int = 1
    credit: float = 0.0
    relative = False

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.size,)

    @property
    def accepts(self) -> str:
        return ngettext("{n} angle in radians", "{n} angles in radians", self.size)

    def apart(self, truth: Floats, answer: Floats) -> Floats:
        return _short_way(answer - truth)

    def distance(self, truth: Floats, answer: Floats) -> float:
        return float(np.abs(self.apart(truth, answer)).max())

    def departs(self, truth: Floats, answer: Floats, tolerance: float) -> str:
        off = self._off(truth, answer, tolerance)
        return ngettext("{n} of {of} angles depart, the first at number {first}",
                        "{n} of {of} angles depart, the first at number {first}", off.size,
                        of=self.size, first=off[0] + 1)

    def part(self, truth: Floats, answer: Floats, tolerance: float) -> float:
        off = self._off(truth, answer, tolerance)
        return self.credit * (off[0] if off.size else self.size) / self.size

    def _off(self, truth: Floats, answer: Floats, tolerance: float) -> NDArray[np.integer]:
        return np.flatnonzero(np.abs(self.apart(truth, answer)) > tolerance)


@dataclass(frozen=True)
class SolutionSet(Kind):
    """All solutions of an inverse problem, each a row of joint angles, in any order.

    Whole turns do not count, and a solution given twice counts once. No solution at all is an
    empty list. A part of the solutions earns its part; one that solves nothing takes one away.
    """

    size: int = 2
    relative = False

    @property
    def shape(self) -> tuple[int, ...]:
        return (-1, self.size)

    @property
    def accepts(self) -> str:
        return ngettext("a list of solutions, each of {n} angle in radians; [] for none",
                        "a list of solutions, each of {n} angles in radians; [] for none",
                        self.size)

    def read(self, encoded: Encoded | None) -> Value | Problem:
        return super().read(encoded and _listed(encoded))

    def read_all(self, values: Sequence[Encoded | Problem]) -> list[Value | Problem]:
        """A function may return None for no solution, unless it never returns one."""
        none = [isinstance(v, dict) and v["type"] == "none" for v in values]
        empty = [n or isinstance(v, dict) and _listed(v) == EMPTY for n, v in zip(none, values)]
        return super().read_all(values if all(empty) else
                                [EMPTY if n else v for n, v in zip(none, values)])

    def fits(self, a: Floats) -> bool:
        """One solution may stand alone, and each may be a column of its own."""
        return a.size in (0, self.size) or (
            a.ndim > 1 and a.size == len(a) * self.size and max(a.shape[1:]) == self.size)

    def distance(self, truth: Floats, answer: Floats) -> float:
        """The greatest way from any row of one set to the nearest of the other."""
        if not len(truth) or not len(answer):
            return 0.0 if len(truth) == len(answer) else np.inf
        ways = _ways(truth, answer)
        return float(max(ways.min(axis=0).max(), ways.min(axis=1).max()))

    def part(self, truth: Floats, answer: Floats, tolerance: float) -> float:
        found, spurious = self._counted(truth, answer, tolerance)
        return max(0, found - spurious) / len(truth) if len(truth) else float(not spurious)

    def departs(self, truth: Floats, answer: Floats, tolerance: float) -> str:
        found, spurious = self._counted(truth, answer, tolerance)
        if found < len(truth):
            return (_("solutions are missing and some of those given do not solve it")
                    if spurious else _("solutions are missing"))
        return _("some of those given do not solve it") if spurious else ""

    def nearest(self, truth: Floats, answer: Floats) -> NDArray[np.integer]:
        """For each row of the answer the number of the row of the truth that is nearest."""
        rows: NDArray[np.integer] = _ways(truth, answer).argmin(axis=0)
        return rows

    @staticmethod
    def _counted(truth: Floats, answer: Floats, tolerance: float) -> tuple[int, int]:
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
    checks: dict[str, str] = field(default_factory=dict, metadata={"dealt": False})
    ask = "choice"
    relative = False

    @property
    def accepts(self) -> str:
        return _("one of {options}", options=", ".join(f'"{o}"' for o in self.options))

    def read(self, encoded: Encoded | None) -> Value | Problem:
        if encoded is None or encoded["type"] == "none":
            return Problem(NO_ANSWER, silent=True)
        if encoded["type"] == "unusable":
            return unusable(encoded["reason"], self.accepts)
        text = encoded["value"].strip().strip("().").lower() if encoded["type"] == "text" else None
        if text and text not in self.options and len(text) <= MOST_LETTERS:
            return Problem(_("\"{answer}\" is not among the answers. Needed: {needed}.",
                             answer=text, needed=said(self.accepts)))
        if text not in self.options:
            return Problem(_("The answer is {what}. Needed: {needed}.", what=_named(encoded),
                             needed=said(self.accepts)))
        return text

    def distance(self, truth: str, answer: str) -> float:
        return 0.0 if truth == answer else 1.0

    def departs(self, truth: str, answer: str, tolerance: float) -> str:
        return "" if truth == answer else self.checks.get(answer, "")


@dataclass(frozen=True)
class Function(Kind):
    """A function of the student, asked for its values at inputs that the judge draws."""

    returns: Kind = Matrix()
    ask = "function"

    @property
    def accepts(self) -> str:
        return _("a function that returns {what}", what=said(self.returns.accepts))


@dataclass(frozen=True)
class Expression(Kind):
    """A sympy expression or matrix, asked for its values at points that the judge draws."""

    symbols: Sequence[str] = ()
    returns: Kind = Number()
    ask = "expression"

    @property
    def accepts(self) -> str:
        letters = ", ".join(self.symbols)
        if not self.returns.shape:
            return _("a sympy expression in {letters}", letters=letters)
        return _("a sympy Matrix, {size}, in {letters}",
                 size=" x ".join(map(str, (*self.returns.shape, 1)[:2])), letters=letters)


# -- as dealt with a notebook --------------------------------------------------------------------
def as_data(kind: Kind) -> dict[str, Any]:
    """A kind as plain data, without what a student must not see."""
    data: dict[str, Any] = {"kind": type(kind).__name__}
    told: tuple[Field[Any], ...] = fields(kind) if is_dataclass(kind) else ()
    for f in told:
        if f.metadata.get("dealt", True):
            value = getattr(kind, f.name)
            data[f.name] = as_data(value) if isinstance(value, Kind) else (
                list(value) if isinstance(value, tuple) else value)
    return data


def from_data(data: dict[str, Any], module: ModuleType | None = None) -> Kind:
    """The kind that `as_data` described; an assignment's own kinds are in its checks, `module`.

    ValueError when neither this module nor `module` has a kind of that name.
    """
    made = globals().get(data["kind"]) or getattr(module, data["kind"], None)
    if not (isinstance(made, type) and issubclass(made, Kind)):
        raise ValueError(_("kind: got {got}, which neither autograde nor the checks of this "
                           "assignment know; is the course's package for students installed?",
                           got=repr(data["kind"])))
    return made(**{name: from_data(x, module) if isinstance(x, dict) and "kind" in x else
                   tuple(x) if isinstance(x, list) else x
                   for name, x in data.items() if name != "kind"})


# -- reading ---------------------------------------------------------------------------------------
def array_of(encoded: Encoded) -> Floats | None:
    """Numbers of an answer, also from lists of like arrays such as [Matrix, Matrix]."""
    if encoded["type"] == "array":
        return np.array(encoded["data"], dtype=float).reshape(encoded["shape"])
    if encoded["type"] == "list" and encoded["items"]:
        parts = [array_of(item) for item in encoded["items"]]
        arrays = [p for p in parts if p is not None]
        if len(arrays) == len(parts) and len({a.shape for a in arrays}) == 1:
            return np.stack(arrays)
    return None


def _listed(encoded: Encoded) -> Encoded:
    """A map of solutions as a list, and a list without its empty places."""
    if encoded["type"] == "map":
        encoded = {"type": "list", "items": list(encoded["items"].values())}
    if encoded["type"] == "list":
        items = [item for item in encoded["items"] if item["type"] != "none"]
        encoded = {"type": "list", "items": items} if items else EMPTY
    return encoded


def _short_way(angle: Floats) -> Floats:
    """The angle between -pi and pi that leads to the same place."""
    return np.pi - (np.pi - angle) % (2 * np.pi)


def _ways(one: Floats, other: Floats) -> Floats:
    """Greatest difference of an angle between each row of one set and each of the other."""
    ways: Floats = np.abs(_short_way(one[:, None] - other[None])).max(axis=-1)
    return ways


def _size(shape: tuple[int, ...]) -> Text:
    """A shape, unless it is so odd that it could be a message: hidden inputs shape no answer."""
    if shape == ():
        return _("one number")
    return (_("shape {shape}", shape=str(shape)) if len(shape) < 4 and max(shape, default=0) < 13
            else _("another shape"))


def _named(encoded: Encoded) -> Text:
    if _texts(encoded):
        return _("a list of texts")
    return {"function": _("a function"), "expression": _("an expression with letters"),
            "text": _("a text"), "bool": _("True or False"),
            "list": _("a list that makes no array of numbers"), "map": _("a dictionary"),
            "array": _("numbers")}.get(encoded["type"], _("something else"))


def _texts(encoded: Encoded) -> bool:
    return encoded["type"] == "list" and {item["type"] for item in encoded["items"]} == {"text"}


def _entries(count: int, size: int, first: Text) -> Text:
    return ngettext("{n} of {size} entries depart, the first at {first}",
                    "{n} of {size} entries depart, the first at {first}", count, size=size,
                    first=first)


#: What the runner says of an answer that cannot be used: it imports nothing of ours.
_REASONS = (
    _("nested too deeply"), _("contains NaN"), _("contains infinity"), _("complex numbers"),
    _("it has no numeric value"), _("unreadable"), _("too large"), _("too large: out of memory"),
    _("too large: a number above 1e308"), _("too large: all answers together"),
    _("too large: more than {n} bytes"), _("too large: more than {n} entries"),
    _("too large: more than {n} items"), _("too large: more than {n} numbers"),
    _("too many processes: the answer could not be kept"), _("an object that is no number"),
    _("an object of type {type}"), _("an array of {type}"), _("unknown symbol"),
    _("unknown symbol {name}"))
_KNOWN = [(message, re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(message))))
          for message in _REASONS]


def unusable(reason: str, accepts: str) -> Problem:
    """The problem with an answer of which the runner says that it cannot be used."""
    matches = ((message, found) for message, pattern in _KNOWN
               if (found := pattern.fullmatch(reason)))
    why = next((_(message, **found.groupdict()) for message, found in matches), said(reason))
    return Problem(_("The answer cannot be used: {reason}. Needed: {needed}.", reason=why,
                     needed=said(accepts)))


def _turn(angles: Floats) -> Floats:
    P, Y, R = angles
    return rotation.tau_x(P) @ rotation.tau_y(Y) @ rotation.tau_z(R)
