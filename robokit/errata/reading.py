r"""The book's LaTeX read as a function of a chain and of its indices.

>>> Reading(r"\sum_{k=1}^i \tau_{ik} \cdot v_k \cdot \sigma_k \cdot \dot q_k").names
{'i'}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import numpy as np

from . import oracle
from .world import MEANINGS, Value, World, column

__all__ = ["INDEX", "NotRead", "Outside", "Reading"]

Bound = dict[str, int]


class Outside(Exception):
    """An index that no link and no frame bears: the formula says nothing there."""


class NotRead(ValueError):
    """A formula that cannot be read, or has no value."""


GREEK = {rf"\{name}": name for name in
         ("alpha", "beta", "gamma", "tau", "omega", "sigma", "mu", "lambda")} | {
             r"\varepsilon": "eps"}
TURNS = {"x": "x", "y": "y", "z": "z", "u": "x", "v'": "y", "w''": "z"}
STOPS = ("+", "-", "=", ")", r"\right", "]", "}", ",", r"\}", r"\quad", r"\Leftrightarrow", "|")
INDEX = re.compile(r"\s*(?:\\,)?\s*([0-9]|[a-zB])([+-][0-9])?(?!\()")
Closure = Callable[[World, Bound], Value]


class Reading:
    """A formula as a function of the world and of its indices; names: those that are free."""

    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.names: set[str] = set()
        self._inner: list[str] = []
        self.value = self._expression()
        self._blanks()
        if self.at != len(text):
            raise NotRead(f"formula: got {text[self.at:][:40]!r}, needs the end")

    def __call__(self, world: World, bound: Bound) -> Value:
        value = np.asarray(self.value(world, bound), dtype=float)
        return value.reshape(()) if value.size == 1 else value

    # -- letters
    def _blanks(self) -> None:
        while True:
            found = re.compile(r"\s+|\\cdot(?![a-z])|\\,|\\;|\\ ").match(self.text, self.at)
            if not found:
                return
            self.at = found.end()

    def _through(self) -> None:
        """Over blanks alone: a multiplication sign is something else than an argument."""
        while self.text[self.at:self.at + 1] == " ":
            self.at += 1

    def _sees(self, *words: str) -> str:
        self._blanks()
        for word in words:
            if self.text.startswith(word, self.at) and not (
                    word[0] == "\\" and word[-1].isalpha()
                    and self.text[self.at + len(word):self.at + len(word) + 1].isalpha()):
                return word
        return ""

    def _takes(self, *words: str) -> str:
        word = self._sees(*words)
        self.at += len(word)
        return word

    def _needs(self, word: str) -> None:
        if not self._takes(word):
            rest = self.text[self.at:][:40]
            raise NotRead(f"formula: got {rest!r}, needs {word}")

    def _group(self) -> str:
        """What stands in braces, or the one sign or command that stands for it."""
        self._blanks()
        if self.text[self.at:self.at + 1] != "{":
            found = re.compile(r"\\[a-zA-Z]+|.").match(self.text, self.at)
            assert found
            self.at = found.end()
            return found[0]
        depth, start = 0, self.at
        while self.at < len(self.text):
            depth += {"{": 1, "}": -1}.get(self.text[self.at], 0)
            self.at += 1
            if not depth:
                return self.text[start + 1:self.at - 1]
        raise NotRead("formula: got an open brace, needs it closed")

    # -- sums and products of factors
    def _expression(self) -> Closure:
        terms = []
        sign = -1.0 if self._takes("-", "+") == "-" else 1.0
        while True:
            terms.append((sign, self._term()))
            word = self._takes("+", "-")
            if not word:
                break
            sign = -1.0 if word == "-" else 1.0
        return lambda w, b: reduce(_plus, (sign * f(w, b) for sign, f in terms))

    def _term(self) -> Closure:
        factors: list[Closure] = []
        crossed = False
        while self.at < len(self.text) and not self._sees(*STOPS):
            if self.at >= len(self.text):
                break
            if self._takes(r"\times"):
                crossed = True
                continue
            if self._sees(r"\sum"):
                factors.append(self._sum())
                break
            factors.append(self._factor())
        if not factors:
            raise NotRead(f"formula: got {self.text[self.at:][:40]!r}, needs a factor")
        if crossed:
            one, other = factors
            return lambda w, b: column(np.cross(_vector(one(w, b)), _vector(other(w, b))))
        return lambda w, b: reduce(_times, (f(w, b) for f in factors))

    def _sum(self) -> Closure:
        self._needs(r"\sum")
        limits = self._limits()
        body = self._scoped(limits[0], self._term)
        return lambda w, b: reduce(_plus, (body(w, b | more) for more in limits[1](w, b)),
                                   np.array(0.0))

    def _product(self) -> Closure:
        """Factors from left to right, as the index goes from the lower limit to the upper."""
        self._needs(r"\prod")
        limits = self._limits()
        body = self._scoped(limits[0], self._factor)
        return lambda w, b: reduce(_times, (body(w, b | more) for more in limits[1](w, b)),
                                   np.eye(3))

    def _scoped(self, name: str, read: Callable[[], Closure]) -> Closure:
        self._inner.append(name)
        found = read()
        self._inner.remove(name)
        return found

    def _limits(self) -> tuple[str, Callable[[World, Bound], Iterator[dict]]]:
        """The index of a sum or product, and its values."""
        below = above = ""
        while word := self._takes("_", "^"):
            if word == "_":
                below = self._group()
            else:
                above = self._group()
        if below in ("vi", "vj"):                               # over the points of a link
            link = self._index(below[1])
            return "v", lambda w, b: ({"v": k} for k in range(len(w.case.masses[link(b)])))
        case = re.match(r"\\substack\{(\w)=(\w) \\text\{ if \} (\w)", below)
        name, start = (case[1], f"max({case[2]},{case[3]})") if case else \
            _groups(r"\s*(\w)\s*=\s*(.+)", below)
        if not above:                   # without an upper limit one addend, as an erratum has it
            above = start
        first, last = self._bound(start), self._bound(above)

        def values(w, b):
            known = b | {"n": w.n}
            a, z = first(known), last(known)
            step = -1 if a > z and self._down(start, above) else 1
            return ({name: k} for k in range(a, z + step, step))
        return name, values

    @staticmethod
    def _down(start: str, above: str) -> bool:
        """Does a product run downwards? Its lower limit is written as the larger one."""
        return (start, above) in {("j", "i+1"), ("i", "1")}

    def _bound(self, text: str) -> Callable[[Bound], int]:
        largest = re.fullmatch(r"\\?max\(\s*(\w)\s*,\s*(\w)\s*\)", text.strip())
        if largest:
            one, two = self._index(largest[1]), self._index(largest[2])
            return lambda b: max(one(b), two(b))
        found = INDEX.fullmatch(text.strip())
        if not found:
            raise NotRead(f"limit: got {text!r}, needs an index")
        return self._index(found[0])

    def _index(self, text: str) -> Callable[[Bound], int]:
        base, shift = _groups(r"\s*(?:\\,)?\s*(\w)([+-]\d)?\s*", text)
        more = int(shift or 0)
        if base.isdigit():
            return lambda b: int(base) + more
        if base not in self._inner and base != "n":
            self.names.add(base)

        def value(b):
            found = b[base] + more
            if found < 0:
                raise Outside
            return found
        return value

    # -- one factor
    def _factor(self) -> Closure:
        start = self.at
        found = self._primary()
        while self._sees("^"):
            inside = self.text[start:self.at]
            self.at += 1
            power = self._group()
            frame = re.fullmatch(r"\((\w)\)", power)
            if frame:                          # a vector in one frame, projected on another
                own = self._index(re.findall(r"\^\{\((\w)\)\}", inside)[-1])
                found = self._projected(found, self._index(frame[1]), own)
            else:
                found = _raised(found, power)
        return found

    @staticmethod
    def _projected(of: Closure, frame, own) -> Closure:
        return lambda w, b: w.tau(frame(b), own(b)) @ of(w, b)

    def _bracketed(self) -> Closure:
        if self._takes(r"\left"):
            opened = self._takes("(", "[", r"\{", "|")
            inside = self._expression()
            self._needs(r"\right")
            self._needs({"(": ")", "[": "]", r"\{": r"\}", "|": "|"}[opened])
            return (lambda w, b: np.abs(inside(w, b))) if opened == "|" else inside
        opened = self._takes("(", "[", r"\{")
        inside = self._expression()
        self._needs({"(": ")", "[": "]", r"\{": r"\}"}[opened])
        return inside

    def _primary(self) -> Closure:
        if self._sees(r"\left", "(", "[", r"\{"):
            return self._bracketed()
        number = re.compile(r"\d+").match(self.text, self.at)
        if number:
            self.at = number.end()
            return lambda w, b: np.array(float(number[0]))
        if self._takes(r"\lambda"):
            turned = self._takes("^") and self._group()
            inside = self._bracketed()
            return lambda w, b: oracle.lam(_vector(inside(w, b))) * (-1.0 if turned else 1.0)
        if self._sees(r"\prod"):
            return self._product()
        for function in ("sin", "cos"):
            if self._takes(f"\\{function}"):
                angle = self._bracketed() if self._sees("(") else self._symbol()
                return _after(getattr(np, function), angle)
        if self._takes(r"\mathrm{atan2}"):
            return self._arctangent()
        if self._sees(r"\begin"):
            return self._matrix()
        if self._takes(r"\frac"):
            return self._fraction(self._group(), self._group())
        return self._symbol()

    def _arctangent(self) -> Closure:
        self._needs("(")
        above = self._expression()
        self._needs(",")
        below = self._expression()
        self._needs(")")
        return lambda w, b: np.arctan2(above(w, b), below(w, b))

    def _matrix(self) -> Closure:
        name = re.compile(r"\\begin\{(\w+)\}(.*?)\\end\{\1\}").match(self.text, self.at)
        assert name
        self.at = name.end()
        rows = [[self._nested(entry.strip()) for entry in row.split("&")]
                for row in re.split(r"\\\\", name[2])]
        return lambda w, b: np.array([[float(entry(w, b)) for entry in row] for row in rows])

    def _fraction(self, above: str, below: str) -> Closure:
        if below == "dt":
            inside = self._nested(above.strip().removeprefix("d"))
            return lambda w, b: _derivative(lambda t: inside(w.later(t), b))
        one, two = self._nested(above), self._nested(below)
        return lambda w, b: one(w, b) / two(w, b)

    def _nested(self, text: str) -> Closure:
        inside = Reading(text)
        self.names |= inside.names - set(self._inner)
        return inside.value

    def _symbol(self) -> Closure:
        dots = {"": 0, r"\dot": 1, r"\ddot": 2}[self._takes(r"\ddot", r"\dot")]
        self._blanks()
        letter = re.compile(r"\\[a-zA-Z]+|[A-Za-z]").match(self.text, self.at)
        if not letter:
            raise NotRead(f"formula: got {self.text[self.at:][:40]!r}, needs a symbol")
        self.at = letter.end()
        name = GREEK.get(letter[0], letter[0])
        below = above = ""
        while word := self._mark():
            mark = self.at
            self.at += 1
            group = self._group()
            if word == "_":
                below = group
            elif re.match(r"\(", group):
                above = group
            else:
                self.at = mark                                  # ^T, ^2: of the factor
                break
        return self._meaning(name, dots, below, above)

    def _mark(self) -> str:
        """The sign of an index or a power right behind a symbol."""
        self._through()
        return self.text[self.at:self.at + 1] if self.text.startswith(("_", "^"), self.at) else ""

    def _meaning(self, name: str, dots: int, below: str, above: str) -> Closure:
        if name == "tau" and below in TURNS:
            return self._turn(TURNS[below], dots)
        if name == "tau" and "uvw" in below:                    # mounted like frame 1
            return lambda w, b: w.eps(1).T if below.startswith("xyz") else w.eps(1)
        frame, part, turned = None, "", False
        if above:
            inside, part, turn = _groups(r"\(([^)]*)\)\s*(V|\\omega)?\s*(T)?", above)
            frame, part, turned = self._index(inside), part or "", bool(turn)
        kind = below[:1] if name in ("F", "M") or name == "mu" and below[:1] == "D" or \
            below[:1] == "Z" else ""
        pole = None
        if name == "t" and "(" in below:
            below, inside = _groups(r"(.+)\((.+)\)", below)
            pole = self._index(inside)
        indices = self._indices(below.removeprefix(kind))
        key = (name, dots, kind, part.strip("\\"), pole is not None, len(indices),
               frame is not None)
        found = MEANINGS.get(key)
        if not found:
            written = f"{name}_{below}^{above}"         # either may be empty
            raise NotRead(f"symbol: got {written}, needs one of the book's")

        def value(w, b):
            known = b | {"n": w.n, "w": w}
            known.pop("w")
            return found(w, known, [i(known) for i in indices], frame and frame(known),
                         pole and pole(known))
        return (lambda w, b: np.atleast_2d(value(w, b)).T) if turned else value

    def _indices(self, text: str) -> list[Callable[[Bound], int]]:
        found, at = [], 0
        text = text.replace(",", " ").strip() if not text.startswith("v") else text
        while at < len(text):
            one = re.compile(r"\s*(?:\\)?\s*([0-9]|[a-zA-Z])([+-]\d)?").match(text, at)
            if not one:
                raise NotRead(f"index: got {text!r}, needs links and frames")
            if one[1] == "v":                                   # a point of the link that follows
                self._inner.append("v")
                found.append(self._index("v"))
                self._inner.remove("v")
            else:
                found.append(self._index(one[1] + (one[2] or "")))
            at = one.end()
        return found

    def _turn(self, axis: str, dots: int) -> Closure:
        """tau_x, tau_y, tau_z of section 2.2, of an angle in brackets."""
        turned = bool(re.compile(r"\^\{?T\}?").match(self.text, self.at))
        if turned:
            self._takes("^")
            self._group()
        self._through()
        if not self.text.startswith(("(", r"\left"), self.at):
            raise NotRead(f"turn: got {self.text[self.at:][:20]!r}, needs an angle in brackets")
        angle, k = self._bracketed(), "xyz".index(axis)

        def value(w, b):
            def at(t):
                turn = float(angle(w.later(t) if t else w, b))
                return np.column_stack([x.c[0] for x in oracle.turned(np.eye(3), k, turn)])
            found = _derivative(at) if dots else at(0.0)
            return found.T if turned else found
        return value


def _groups(word: str, rest: str) -> tuple[Any, ...]:
    """The groups of a pattern in what is left of a text."""
    found = re.fullmatch(word, rest)
    if not found:
        raise NotRead(f"formula: got {rest!r}, needs {word}")
    return found.groups()


def _after(function: Callable, inside: Closure) -> Closure:
    return lambda w, b: function(inside(w, b))


def _vector(x: Value) -> np.ndarray:
    if x.shape != (3, 1):
        raise NotRead(f"lambda: got an array {x.shape}, needs a vector")
    return x.ravel()


def _plus(a, b):
    if np.size(a) == 1 and not np.any(a):
        return b
    if np.size(b) == 1 and not np.any(b):
        return a
    if np.shape(a) != np.shape(b) and not np.size(a) == np.size(b) == 1:
        raise NotRead(f"sum: got {np.shape(a)} and {np.shape(b)}, needs one size")
    return np.reshape(a, np.shape(b)) + b


def _times(a, b):
    if np.size(a) == 1 or np.size(b) == 1:
        return (np.reshape(a, ()) if np.size(a) == 1 else a) * \
            (np.reshape(b, ()) if np.size(b) == 1 else b)
    if a.shape[-1] != b.shape[0]:
        raise NotRead(f"product: got {a.shape} and {b.shape}, needs sizes that fit")
    return a @ b


def _raised(of: Closure, power: str) -> Closure:
    if power == "T":
        return lambda w, b: np.atleast_2d(of(w, b)).T
    if power == "-1":
        return lambda w, b: np.linalg.inv(of(w, b))
    if power == "2":
        return lambda w, b: _times(of(w, b), of(w, b))
    raise NotRead(f"power: got {power!r}, needs T, 2 or -1")


def _derivative(of: Callable[[float], Value], h: float = 2e-3) -> Value:
    """By time, from six values: the error is far below the tolerance of the set."""
    return (of(3 * h) - of(-3 * h) - 9 * (of(2 * h) - of(-2 * h))
            + 45 * (of(h) - of(-h))) / (60 * h)
