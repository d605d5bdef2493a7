"""From a tape to source text: scalar Python, numpy over a batch, and any other language."""

from __future__ import annotations

import heapq
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .languages import JAVASCRIPT, Language
from .tape import DIFFERENCE, PRODUCT, QUOTIENT, SUM, Entry, Line, Scalar, Tape

__all__ = ["Program", "camel", "indented", "operation"]

UFUNC = {SUM: "add", DIFFERENCE: "subtract", PRODUCT: "multiply", QUOTIENT: "divide",
         "sin": "sin", "cos": "cos"}
#: Sine and cosine for numpy, by t = tan(x / 2): 2 t / (1 + t^2) and 2 / (1 + t^2) - 1. A tangent is
#: found on several numbers at once, sines and cosines are not; no more than the last places differ.
TURN = ("multiply({x}, half, {s})", "tan({s}, {s})", "multiply({s}, {s}, {c})",
        "add({c}, one, {c})", "divide(two, {c}, {c})", "multiply({s}, {c}, {s})",
        "subtract({c}, one, {c})")
CALL, ENTRY = "{}({})", "{array}[{i}]"
DEEPEST = 8                          # operations within operations in a line of scalar code


@dataclass
class Program:
    """Results on a tape, and how they are asked for."""

    name: str
    tape: Tape
    inputs: dict[str, int]               # argument -> how many entries: q, dq, ddq or mu
    results: list[Entry]                 # scalars of the tape and plain numbers, flat

    def __post_init__(self) -> None:
        lines = self.tape.needed(self.results)
        free = [k for k in lines if self.tape.free[k]]
        self.body = [k for k in lines if not self.tape.free[k]]
        wanted = {x for k in self.body for x in self.tape.operands(k)} | {
            x.line for x in self.results if isinstance(x, Scalar)}
        self.prelude = [k for k in free if self.tape.lines[k][0] not in ("number", "parameter")]
        # What the body takes from the parameters, in the order of the array k.
        self.constants = [k for k in free
                          if k in wanted and self.tape.lines[k][0] != "number"]

    # -- names ---------------------------------------------------------------------------------
    def called(self, line: int) -> str:
        kind, *rest = self.tape.lines[line]
        if kind == "number":
            return repr(rest[0])
        if kind in ("state", "parameter"):
            return rest[0]
        return f"{'k' if self.tape.free[line] else 'v'}{line}"

    def _value(self, line: int) -> str:
        kind, *operands = self.tape.lines[line]
        return operation(kind, [self.called(x) for x in operands], CALL)

    def pair(self, angle: int) -> tuple[str, str]:
        """Names of the sine and the cosine of a line, whether or not both are on the tape."""
        known = (self.tape.known((kind, angle)) for kind in ("sin", "cos"))
        sine, cosine = (f"{kind}{angle}" if line is None else self.called(line)
                        for kind, line in zip(("sin", "cos"), known))
        return sine, cosine

    def moves(self, x: Entry) -> bool:
        """Depends on the state."""
        return isinstance(x, Scalar) and not self.tape.free[x.line]

    def result(self, x: Entry) -> str:
        if not isinstance(x, Scalar):
            return repr(float(x))
        return ("-" if x.sign < 0 else "") + self.called(x.line)

    def unpacked(self, entry: str, only: str = "") -> list[tuple[str, str]]:
        """(name, where it is found) of every number of the state, or of one array, that is used."""
        used = {self.tape.lines[k][1] for k in self.body if self.tape.lines[k][0] == "state"}
        return [(f"{array}{i + 1}", entry.format(array=array, size=n, i=i))
                for array, n in self.inputs.items() if only in ("", array)
                for i in range(n) if f"{array}{i + 1}" in used]

    def steps(self) -> list[int]:
        return [k for k in self.body if self.tape.lines[k][0] != "state"]

    def _lines(self, call: str, deepest: int) -> tuple[list[tuple[str, str]], list[str]]:
        """(name, value) of every step, and the results.

        What is used once is written where it is used, up to `deepest` operations within another.
        """
        uses = Counter(x for k in self.body for x in self.tape.operands(k))
        uses.update(x.line for x in self.results if isinstance(x, Scalar))
        inside: dict[int, tuple[str, int]] = {}
        lines = []
        for k in self.steps():
            kind, *operands = self.tape.lines[k]
            parts = [inside.get(x, (self.called(x), 0)) for x in operands]
            depth = 1 + max(depth for _, depth in parts)
            value = operation(kind, [text for text, _ in parts], call)
            if uses[k] == 1 and depth < deepest:
                inside[k] = value if kind.isidentifier() else f"({value})", depth
            else:
                lines.append((self.called(k), value))
        return lines, [("-" if x.sign < 0 else "") + inside[x.line][0]
                       if isinstance(x, Scalar) and x.line in inside else self.result(x)
                       for x in self.results]

    # -- Python --------------------------------------------------------------------------------
    def constants_source(self, parameters: Sequence[str]) -> str:
        """def constants(p): what the body needs of the parameters."""
        place = {name: i for i, name in enumerate(parameters)}
        used = {self.tape.lines[x][1] for k in self.prelude + self.constants
                for x in (k, *self.tape.operands(k)) if self.tape.lines[x][0] == "parameter"}
        lines = [f"{name} = p[{place[name]}]" for name in sorted(used, key=place.__getitem__)]
        lines += [f"{self.called(k)} = {self._value(k)}" for k in self.prelude]
        return _function("constants(p)", [
            *lines, f"return [{', '.join(self.called(k) for k in self.constants)}]"])

    def scalar(self) -> str:
        """One state: sequences of numbers in, a list out."""
        steps, results = self._lines(CALL, DEEPEST)
        taken = _assigned(self.unpacked(ENTRY)), self._taken(), _assigned(steps)
        return _function(f"{self.name}({', '.join(self.inputs)}, k)",
                         [*sum(taken, []), f"return [{', '.join(results)}]"])

    def batch(self) -> tuple[str, int]:
        """Arrays (n, B) in, out (m, B) filled, in work rows that are used again and again.

        Returns the source and how many work rows (of length B) it needs.
        """
        steps, lines = self._ordered(), dict(enumerate(self.tape.lines))
        uses = Counter(x for k in steps for x in self.tape.operands(k))
        uses.update(x.line for x in self.results if isinstance(x, Scalar))
        rows: dict[int, str] = {}                # line -> where its values stand
        made = set(steps)
        last = {x: step for step, k in enumerate(steps) for x in self.tape.operands(k)}
        for i, x in enumerate(self.results):     # a result is written where it goes
            if isinstance(x, Scalar) and x.line in made and x.line not in rows:
                turned = self._turned(x.line, uses) if x.sign < 0 else {}
                if turned is not None:
                    lines |= turned
                    rows[x.line] = f"out[{i}]"
        last |= {x.line: len(steps) for x in self.results if isinstance(x, Scalar)}
        idle: list[str] = []
        count = 0
        told: set[int] = set()
        text = _assigned(self.unpacked(ENTRY)) + self._taken()
        for step, k in enumerate(steps):
            kind, *operands = lines[k]
            names = [rows.get(x) or self._array(x) for x in operands]
            idle += [rows[x] for x in set(operands)
                     if x in rows and last[x] == step and rows[x][0] == "w"]
            both = [self.tape.known((name, *operands)) for name in ("sin", "cos")]
            both = [x for x in both if x in made] if kind in ("sin", "cos") else [k]
            if both[0] in told:
                continue
            told.update(both)
            for x in both:
                if x not in rows:
                    if not idle:
                        idle, count = [f"w{count}"], count + 1
                    rows[x] = idle.pop()
            text += ([line.format(x=names[0], s=rows[both[0]], c=rows[both[1]]) for line in TURN]
                     if len(both) == 2 else [f"{UFUNC[kind]}({', '.join(names)}, {rows[k]})"])
        text += [line for i, x in enumerate(self.results) for line in self._given(i, x, rows)]
        fixed = ["half, one, two = array(0.5), array(1.0), array(2.0)\n"]
        fixed += [f"{self._array(k)} = array({self.called(k)})\n"
                 for k in sorted({x for k in steps for x in self.tape.operands(k)})
                 if self.tape.lines[k][0] == "number"]
        work = ", ".join(f"w{i}" for i in range(count))
        return "".join(fixed) + _function(
            f"{self.name}({', '.join(self.inputs)}, k, out, w)",
            ([f"{work}{',' * (count == 1)} = w"] if count else []) + text), count

    def _ordered(self) -> list[int]:
        """The steps in an order with few rows in use: what frees most rows comes first, else what
        stands first on the tape.
        """
        both: dict[Line, list[int]] = {}         # sine and cosine of an angle are one step
        for k in self.steps():
            kind, *operands = self.tape.lines[k]
            both.setdefault(("turn" if kind in ("sin", "cos") else kind, *operands), []).append(k)
        parts = {ks[0]: ks for ks in both.values()}
        step = {k: first for first, ks in parts.items() for k in ks}
        before = {k: {step[x] for x in self.tape.operands(k) if x in step} for k in parts}
        after: dict[int, list[int]] = {k: [] for k in parts}
        for k, operands in before.items():
            for x in operands:
                after[x].append(k)
        kept = {step[x.line] for x in self.results if isinstance(x, Scalar) and x.line in step}
        missing = {k: len(operands) for k, operands in before.items()}
        uses = {k: len(users) for k, users in after.items()}

        def place(k: int) -> tuple[int, int]:
            freed = sum(uses[x] == 1 and x not in kept for x in before[k])
            return (k not in kept) - freed, k
        ready = [place(k) for k in parts if not missing[k]]
        heapq.heapify(ready)
        order: dict[int, list[int]] = {}
        while ready:
            _, k = heapq.heappop(ready)
            if k in order:                       # came earlier, when it freed more rows
                continue
            order[k] = parts[k]
            for x in before[k]:
                uses[x] -= 1
            for x in after[k]:
                missing[x] -= 1
            last = [x for x in before[k] if uses[x] == 1]
            for y in {*after[k], *(y for x in last for y in after[x])} - order.keys():
                if not missing[y]:
                    heapq.heappush(ready, place(y))
        return [k for ks in order.values() for k in ks]

    def _turned(self, line: int, uses: Counter[int]) -> dict[int, Line] | None:
        """Lines that stand in place of others when this one is to have the other sign.

        None where there is no difference to turn round. uses: only what is used once may have
        another sign.
        """
        kind, *operands = self.tape.lines[line]
        if uses[line] > 1 or self.tape.free[line] or kind not in UFUNC or kind.isidentifier():
            return None
        if kind == DIFFERENCE:
            return {line: (kind, *operands[::-1])}
        for one, other in (operands, operands[::-1]):
            turned = self._turned(one, uses)
            if turned is not None:
                return turned | {line: (DIFFERENCE, one, other) if kind == SUM else
                                 (kind, *operands)}
        return None

    def _array(self, line: int) -> str:
        """A line's name; a number has one too, as numpy takes arrays faster than numbers."""
        return f"c{line}" if self.tape.lines[line][0] == "number" else self.called(line)

    def _given(self, i: int, x: Entry, rows: dict[int, str]) -> list[str]:
        """Lines that put result i in its place, if it is not there."""
        place = f"out[{i}]"
        if not isinstance(x, Scalar) or x.line not in rows:
            return [f"{place} = {self.result(x)}"]
        row = rows[x.line]
        if row == place:
            return []
        return [f"negative({row}, {place})" if x.sign < 0 else f"{place} = {row}"]

    def _taken(self) -> list[str]:
        """The constants of the body, taken from k."""
        names = [self.called(k) for k in self.constants]
        return [f"{', '.join(names)}{',' * (len(names) == 1)} = k"] if names else []

    # -- any language --------------------------------------------------------------------------
    def text(self, language: Language, **words: str) -> str:
        """The program in a language; words: what else its text has places for."""
        steps, results = self._lines(language.call, language.deepest)
        size = len(results)
        out = [language.entry.format(array="out", size=size, i=i) for i in range(size)]
        constants = [language.let.format(self.called(k), f"k[{i}]")
                     for i, k in enumerate(self.constants)]
        body = [language.let.format(*pair) for pair in self.unpacked(language.entry) + steps]
        body += [language.put.format(*pair) for pair in zip(out, results)]
        return language.text.format(**{
            "name": self.name, "first": next(iter(self.inputs)), "size": size,
            "arguments": ", ".join(map(language.argument.format, self.inputs)),
            "constants": indented(constants, 1),
            "body": indented(body, language.depth)} | words)

    def javascript(self, k: Sequence[float] | None) -> str:
        """function name(q, ..., out), its constants before it; k: their values, when known."""
        name = camel(self.name)
        sizes = self.inputs | {"out": len(self.results)}
        known = f"const {name}Constants = {json.dumps(k)};\n" if self.constants else ""
        return self.text(
            JAVASCRIPT, name=name, known=known, k=known and f", k = {name}Constants",
            lengths=", ".join(f"{array} {size}" for array, size in sizes.items()),
            wrong=" || ".join(f"{array}.length !== {size}" for array, size in sizes.items()))


def operation(kind: str, operands: list[str], call: str) -> str:
    """An operation between its operands, or a function of them."""
    return (call.format(kind, ", ".join(operands)) if kind.isidentifier() else
            f" {kind} ".join(operands))


def camel(name: str) -> str:
    """inverse_dynamics as scripts write it: inverseDynamics."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _assigned(pairs: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{name} = {value}" for name, value in pairs]


def indented(lines: Sequence[str], depth: int) -> str:
    return "".join(f"{'    ' * depth}{line}\n" for line in lines)


def _function(head: str, lines: Sequence[str]) -> str:
    return "\n".join([f"def {head}:", *("    " + line for line in lines), ""])
