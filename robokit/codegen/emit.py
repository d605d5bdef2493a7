"""From a tape to source text: scalar Python, numpy over a batch, a loop for numba, C."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .tape import DIFFERENCE, PRODUCT, QUOTIENT, SUM, Scalar, Tape

__all__ = ["Program"]

UFUNC = {SUM: "add", DIFFERENCE: "subtract", PRODUCT: "multiply", QUOTIENT: "divide",
         "sin": "sin", "cos": "cos"}


DEEPEST = 8                          # sums within sums that a line of scalar code may hold


@dataclass
class Program:
    """Results on a tape, and how they are asked for."""

    name: str
    tape: Tape
    inputs: dict[str, int]               # argument -> how many entries: q, dq, ddq or mu
    results: list                        # scalars of the tape and plain numbers, flat

    def __post_init__(self):
        lines = self.tape.needed(self.results)
        free, self.body = [], []
        for k in lines:
            (free if self.tape.free[k] else self.body).append(k)
        wanted = {x for k in self.body for x in self.tape.operands(k)} | {
            x.line for x in self.results if isinstance(x, Scalar)}
        self.prelude = [k for k in free if self.tape.lines[k][0] not in ("number", "parameter")]
        # What the body takes from the parameters, in the order of the array k.
        self.constants = [k for k in free
                          if k in wanted and self.tape.lines[k][0] != "number"]

    # -- names ---------------------------------------------------------------------------------
    def _name(self, line: int) -> str:
        kind, *rest = self.tape.lines[line]
        if kind == "number":
            return repr(rest[0])
        if kind in ("state", "parameter"):
            return rest[0]
        return f"{'k' if self.tape.free[line] else 'v'}{line}"

    def _value(self, line: int, call: str = "{}({})") -> str:
        kind, *operands = self.tape.lines[line]
        names = [self._name(x) for x in operands]
        return call.format(kind, names[0]) if kind in ("sin", "cos") else f" {kind} ".join(names)

    def _result(self, x) -> str:
        if not isinstance(x, Scalar):
            return repr(float(x))
        return ("-" if x.sign < 0 else "") + self._name(x.line)

    def _unpacked(self, per_input: Callable[[str, int], str]) -> list[str]:
        used = {self.tape.lines[k][1] for k in self.body if self.tape.lines[k][0] == "state"}
        return [f"{argument}{i + 1} = {per_input(argument, i)}"
                for argument, n in self.inputs.items() for i in range(n)
                if f"{argument}{i + 1}" in used]

    def _steps(self) -> list[int]:
        return [k for k in self.body if self.tape.lines[k][0] != "state"]

    # -- Python --------------------------------------------------------------------------------
    def constants_source(self, parameters: Sequence[str]) -> str:
        """def constants(p): what the body needs of the parameters."""
        place = {name: i for i, name in enumerate(parameters)}
        used = {self.tape.lines[x][1] for k in self.prelude + self.constants
                for x in (k, *self.tape.operands(k)) if self.tape.lines[x][0] == "parameter"}
        lines = [f"{name} = p[{place[name]}]" for name in sorted(used, key=place.get)]
        lines += [f"{self._name(k)} = {self._value(k)}" for k in self.prelude]
        return _function("constants(p)", [
            *lines, f"return [{', '.join(self._name(k) for k in self.constants)}]"])

    def scalar(self) -> str:
        """One state: sequences of numbers in, a list out."""
        lines = self._unpacked(lambda argument, i: f"{argument}[{i}]")
        lines += self._taken()
        uses = Counter(x for k in self.body for x in self.tape.operands(k))
        uses.update(x.line for x in self.results if isinstance(x, Scalar))
        inside: dict[int, tuple[str, int]] = {}          # used once: written where it is used
        for k in self._steps():
            kind, *operands = self.tape.lines[k]
            parts = [inside.get(x, (self._name(x), 0)) for x in operands]
            depth = 1 + max(depth for _, depth in parts)
            call = len(parts) == 1
            value = (f"{kind}({parts[0][0]})" if call else
                     f" {kind} ".join(text for text, _ in parts))
            if uses[k] == 1 and depth < DEEPEST:
                inside[k] = value if call else f"({value})", depth
            else:
                lines.append(f"{self._name(k)} = {value}")
        results = [("-" if x.sign < 0 else "") + inside[x.line][0]
                   if isinstance(x, Scalar) and x.line in inside else self._result(x)
                   for x in self.results]
        lines.append(f"return [{', '.join(results)}]")
        return _function(f"{self.name}({', '.join(self.inputs)}, k)", lines)

    def loop(self) -> str:
        """All states of a batch, one after another: arrays (B, n) in, out (B, m) filled."""
        inner = self._unpacked(lambda argument, i: f"{argument}[b, {i}]")
        inner += [f"{self._name(k)} = {self._value(k)}" for k in self._steps()]
        inner += [f"out[b, {i}] = {self._result(x)}" for i, x in enumerate(self.results)]
        first = next(iter(self.inputs))
        return _function(f"{self.name}({', '.join(self.inputs)}, k, out)", [
            *(f"{self._name(k)} = k[{i}]" for i, k in enumerate(self.constants)),
            f"for b in range({first}.shape[0]):", *("    " + line for line in inner)])

    def batch(self) -> tuple[str, int]:
        """Arrays (n, B) in, out (m, B) filled, in work rows that are used again and again.

        Returns the source and how many work rows (of length B) it needs.
        """
        steps, rows = self._steps(), {}
        made = set(steps)
        last = {x: step for step, k in enumerate(steps) for x in self.tape.operands(k)}
        for i, x in enumerate(self.results):     # a result is written where it goes
            if isinstance(x, Scalar) and x.sign > 0 and x.line in made:
                rows.setdefault(x.line, f"out[{i}]")
        last |= {x.line: len(steps) for x in self.results if isinstance(x, Scalar)}
        idle, count = [], 0
        lines = self._unpacked(lambda argument, i: f"{argument}[{i}]") + self._taken()
        for step, k in enumerate(steps):
            kind, *operands = self.tape.lines[k]
            names = [rows.get(x) or self._name(x) for x in operands]
            idle += [rows[x] for x in set(operands)
                     if x in rows and last[x] == step and rows[x][0] == "w"]
            if k not in rows:
                if not idle:
                    idle, count = [f"w{count}"], count + 1
                rows[k] = idle.pop()
            lines.append(f"{UFUNC[kind]}({', '.join(names)}, {rows[k]})")
        lines += [line for i, x in enumerate(self.results) for line in self._given(i, x, rows)]
        work = ", ".join(f"w{i}" for i in range(count))
        return _function(f"{self.name}({', '.join(self.inputs)}, k, out, w)",
                         ([f"{work}{',' * (count == 1)} = w"] if count else []) + lines), count

    def _given(self, i, x, rows) -> list[str]:
        """Lines that put result i in its place, if it is not there."""
        row = rows.get(x.line) if isinstance(x, Scalar) else None
        if row is None:
            return [f"out[{i}] = {self._result(x)}"]
        if x.sign < 0:
            return [f"negative({row}, out[{i}])"]
        return [] if row == f"out[{i}]" else [f"out[{i}] = {row}"]

    def _taken(self) -> list[str]:
        """The constants of the body, taken from k."""
        names = [self._name(k) for k in self.constants]
        return [f"{', '.join(names)}{',' * (len(names) == 1)} = k"] if names else []

    # -- C -------------------------------------------------------------------------------------
    def c(self) -> str:
        """void name(long count, const double *q, ..., const double *k, double *out)"""
        arguments = ", ".join(f"const double *{name}" for name in self.inputs)
        lines = [f"const double {self._name(k)} = k[{i}];" for i, k in enumerate(self.constants)]
        inner = [f"const double {line};" for line in self._unpacked(
            lambda argument, i: f"{argument}[{self.inputs[argument]} * b + {i}]")]
        inner += [f"const double {self._name(k)} = {self._value(k)};" for k in self._steps()]
        inner += [f"out[{len(self.results)} * b + {i}] = {self._result(x)};"
                  for i, x in enumerate(self.results)]
        return "\n".join([
            "#include <math.h>", "",
            f"void {self.name}(long count, {arguments}, const double *k, double *out)", "{",
            *("    " + line for line in lines), "    for (long b = 0; b < count; ++b) {",
            *("        " + line for line in inner), "    }", "}", ""])


def _function(head: str, lines: Sequence[str]) -> str:
    return "\n".join([f"def {head}:", *("    " + line for line in lines), ""])
