"""A tape: every sum and product of a computation, written down once.

The recursions of `recursions` are run on scalars of the tape as they would be on numbers. What
comes out is a list of operations without repetitions, with zeros, ones and constants folded, signs
carried for nothing, and products of parameters taken out of the way: they do not change with the
state and are formed once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

__all__ = ["Entry", "Operations", "Scalar", "Tape", "cos", "sin"]

SUM, DIFFERENCE, PRODUCT, QUOTIENT = "+", "-", "*", "/"
ODD = ("sin", "atan2")                  # take the sign of their first argument
EVEN = ("cos", "abs", "hypot")          # know no sign
#: (operation, *numbers of lines), ("number", value), ("state", name) or ("parameter", name)
Line = tuple[Any, ...]


@dataclass(frozen=True)
class Operations:
    """How many operations depend on the state; sines and cosines are counted apart."""

    multiplications: int
    additions: int
    divisions: int
    sines_and_cosines: int

    @property
    def together(self) -> int:
        """Multiplications, additions and divisions."""
        return self.multiplications + self.additions + self.divisions

    def __str__(self) -> str:
        divided = f", {self.divisions} divisions" if self.divisions else ""
        return (f"{self.multiplications} multiplications, {self.additions} additions{divided}, "
                f"{self.sines_and_cosines} sines and cosines")


class Scalar:
    """A signed reference to a line of the tape; behaves like a number."""

    __slots__ = ("tape", "line", "sign")

    def __init__(self, tape: Tape, line: int, sign: int = 1):
        self.tape, self.line, self.sign = tape, line, sign

    def __neg__(self) -> Scalar:
        return Scalar(self.tape, self.line, -self.sign)

    def __add__(self, other: Entry) -> Entry:
        return self.tape.add(self, other)

    def __sub__(self, other: Entry) -> Entry:
        return self.tape.add(self, -other)

    def __rsub__(self, other: float) -> Entry:
        return self.tape.add(-self, other)

    def __mul__(self, other: Entry) -> Entry:
        return self.tape.multiply(self, other)

    def __truediv__(self, other: Scalar) -> Scalar:
        return self.tape.divide(self, other)

    def __rtruediv__(self, other: float) -> Scalar:
        return self.tape.divide(self.tape.number(other), self)

    __radd__, __rmul__ = __add__, __mul__

    # numpy's functions of these names call them for arrays of scalars.
    def sin(self) -> Scalar:
        return self.tape.function("sin", self)

    def cos(self) -> Scalar:
        return self.tape.function("cos", self)

    def sqrt(self) -> Scalar:
        return self.tape.function("sqrt", self)

    def arctan2(self, x: Scalar) -> Scalar:
        return self.tape.function("atan2", self, x)

    def hypot(self, other: Scalar) -> Scalar:
        return self.tape.function("hypot", self, other)

    def __abs__(self) -> Scalar:
        return self.tape.function("abs", self)


Entry = Scalar | float          # what a computation works on; plain numbers are folded at once


class Tape:
    """Lines (operation, operands); equal lines stand once."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.free: list[bool] = []              # does not depend on the state
        self._known: dict[Line, int] = {}

    # -- what enters ---------------------------------------------------------------------------
    def state(self, name: str) -> Scalar:
        """A quantity that changes from call to call."""
        return Scalar(self, self._line(("state", name), False))

    def parameter(self, name: str) -> Scalar:
        """A quantity that stays."""
        return Scalar(self, self._line(("parameter", name), True))

    def number(self, value: float) -> Scalar:
        value = float(value)
        return Scalar(self, self._line(("number", abs(value)), True), -1 if value < 0 else 1)

    def function(self, name: str, *given: Scalar) -> Scalar:
        """A function of lines, by its name in ECMAScript."""
        first, *rest = given
        sign = first.sign if name in ODD else 1
        if name in ODD:
            first = Scalar(self, first.line)
        lines = [x.line if x.sign > 0 or name in EVEN else self._negative(x)
                 for x in (first, *rest)]
        return Scalar(self, self._line((name, *lines), all(self.free[x] for x in lines)), sign)

    def _negative(self, x: Scalar) -> int:
        """A line for -x, where a sign cannot be carried along."""
        return self._line((DIFFERENCE, self.number(0).line, x.line), self.free[x.line])

    # -- arithmetic ----------------------------------------------------------------------------
    def add(self, a: Scalar, b: Entry) -> Entry:
        if not isinstance(b, Scalar):
            if b == 0:
                return a
            b = self.number(b)
        if a.line == b.line:
            return a * 2 if a.sign == b.sign else 0
        known = self._numbers(a, b)
        if known:
            return self.number(known[0] + known[1]) if known[0] + known[1] else 0
        for x, y in ((a, b), (b, a)):
            rest = self._without(x, y)
            if rest is not None:
                return rest
        merged = self._same_factor(a, b)
        if merged is not None:
            return merged
        if a.sign == b.sign:
            low, high = sorted((a.line, b.line))
            return Scalar(self, self._line((SUM, low, high), self._both_free(a, b)), a.sign)
        plus, minus = (a, b) if a.sign > 0 else (b, a)
        if (DIFFERENCE, minus.line, plus.line) in self._known:
            return Scalar(self, self._known[DIFFERENCE, minus.line, plus.line], -1)
        return Scalar(self, self._line((DIFFERENCE, plus.line, minus.line),
                                       self._both_free(a, b)))

    def multiply(self, a: Scalar, b: Entry) -> Entry:
        if not isinstance(b, Scalar):
            if b == 0:
                return 0
            if abs(b) == 1:
                return a if b > 0 else -a
            b = self.number(b)
        known = self._numbers(a, b)
        if known:
            return self.number(known[0] * known[1])
        for x, y in ((a, b), (b, a)):
            if self.lines[y.line] == ("number", 1.0):
                return x if y.sign > 0 else -x
        if self.free[b.line] and not self.free[a.line]:
            a, b = b, a
        if self.free[a.line]:                    # a constant goes to the constant of a product
            inner = self._coefficient(b)
            if inner is not None:
                constant, x = inner
                return (a * constant) * x
        low, high = sorted((a.line, b.line))
        return Scalar(self, self._line((PRODUCT, low, high), self._both_free(a, b)),
                      a.sign * b.sign)

    def divide(self, a: Scalar, b: Entry) -> Scalar:
        b = b if isinstance(b, Scalar) else self.number(b)
        line = self._line((QUOTIENT, a.line, b.line), self._both_free(a, b))
        return Scalar(self, line, a.sign * b.sign)

    def _both_free(self, a: Scalar, b: Scalar) -> bool:
        return self.free[a.line] and self.free[b.line]

    def _numbers(self, a: Scalar, b: Scalar) -> tuple[float, float] | None:
        (kind_a, *x), (kind_b, *y) = self.lines[a.line], self.lines[b.line]
        return (a.sign * x[0], b.sign * y[0]) if kind_a == kind_b == "number" else None

    def _coefficient(self, x: Scalar) -> tuple[Scalar, Scalar] | None:
        """(constant, rest) of a product with a constant factor, else None."""
        kind, *operands = self.lines[x.line]
        if kind != PRODUCT or self.free[x.line]:
            return None
        for one, other in (operands, operands[::-1]):
            if self.free[one]:
                return Scalar(self, one), Scalar(self, other, x.sign)
        return None

    def _without(self, x: Scalar, y: Scalar) -> Scalar | None:
        """x + y where x is a sum that holds -y: what is left of it."""
        kind, *operands = self.lines[x.line]
        if kind not in (SUM, DIFFERENCE):
            return None
        signs = (x.sign, x.sign if kind == SUM else -x.sign)
        for k in (0, 1):
            if operands[k] == y.line and signs[k] == -y.sign:
                return Scalar(self, operands[1 - k], signs[1 - k])
        return None

    def _same_factor(self, a: Scalar, b: Scalar) -> Entry | None:
        """p x + r x = (p + r) x when p and r are constants."""
        pairs = [self._coefficient(x) or (self.number(1), x) for x in (a, b)]
        (p, x), (r, y) = pairs
        if x.line != y.line or self.free[x.line]:
            return None
        return (p * x.sign + r * y.sign) * Scalar(self, x.line)

    def _line(self, line: Line, free: bool) -> int:
        if line not in self._known:
            self._known[line] = len(self.lines)
            self.lines.append(line)
            self.free.append(free)
        return self._known[line]

    def known(self, line: Line) -> int | None:
        """Where a line stands, if it does."""
        return self._known.get(line)

    # -- what is needed ------------------------------------------------------------------------
    def operands(self, line: int) -> list[int]:
        kind, *rest = self.lines[line]
        return [] if kind in ("state", "parameter", "number") else rest

    def needed(self, results: Iterable[Entry]) -> list[int]:
        """The lines that the results depend on, in order."""
        wanted = set()
        todo = [x.line for x in results if isinstance(x, Scalar)]
        while todo:
            line = todo.pop()
            if line not in wanted:
                wanted.add(line)
                todo += self.operands(line)
        return sorted(wanted)

    def operations(self, results: Iterable[Entry]) -> Operations:
        """Count what depends on the state."""
        kinds = [self.lines[k][0] for k in self.needed(results) if not self.free[k]]
        return Operations(kinds.count(PRODUCT), kinds.count(SUM) + kinds.count(DIFFERENCE),
                          kinds.count(QUOTIENT), kinds.count("sin") + kinds.count("cos"))


def sin(x: Scalar) -> Scalar:
    return x.sin()


def cos(x: Scalar) -> Scalar:
    return x.cos()
