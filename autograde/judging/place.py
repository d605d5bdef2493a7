"""One place of a student's own program, changed, and the answer is right: what is said of it.

Facts come from a second run (see `run.one_place`): {"kind": a key of KINDS, "line": n,
"quote": the student's line, "part": of it, what was changed, "answer": encoded, "values": [...],
"helper": whether it stands in a cell of helpers, "others": [lines of other places at which the same
is changed], "later": {task: {"answer": ..., "values": ...}},
what the same program answers to later tasks}.
The judge believes none of it: it weighs the answer and the values as it weighs any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..practice.checks import COMPUTED
from ..practice.kinds import Expression, Function, Problem
from ..practice.types import Encoded, Value
from ..words import Text, _
from .ground import Ground
from .task import Task

__all__ = ["KINDS", "Bases", "Open", "told"]

Bases = list[tuple[Ground, list[Value | None]]]     # grounds, and what is right from each

#: What was changed -> how the line would be right. The corrected line itself is not given away.
KINDS: dict[str, Text] = {
    "sign": _("with another sign at `{part}` it is right"),
    "term": _("without the term `{part}` it is right"),
    "unused": _("a quantity of your cell that is used nowhere belongs to `{part}`; with it, it is "
                "right"),
    "given": _("what your function is given and does not use belongs in the place of `{part}`; "
               "with it, it is right"),
    "turned": _("with `{part}` turned into other axes it is right"),
    "added": _("added to what was there, and not put in its place, it is right"),
    "replaced": _("put in the place of what was there, and not added to it, it is right"),
    "order": _("with `{part}` in another order it is right"),
    "transpose": _("with one transpose more or less at `{part}` it is right"),
    "inverse": _("with one inverse more or less at `{part}` it is right"),
    "factor": _("with another factor or divisor at `{part}` it is right"),
    "product": _("with another kind of product in `{part}` it is right"),
    "power": _("with another power in `{part}` it is right"),
    "square": _("the squares in `{part}` are not to be taken one by one; then it is right"),
    "name": _("with another quantity in `{part}` it is right"),
    "function": _("with another function in `{part}` it is right"),
    "needless": _("without the outer function in `{part}` it is right"),
    "arguments": _("with the arguments of `{part}` in another order it is right"),
    "brackets": _("with other brackets in `{part}` it is right"),
    "index": _("with another index in `{part}` it is right"),
    "letters": _("with two letters of `{part}` exchanged it is right"),
    "number": _("with another number at `{part}` it is right"),
    "range": _("with another beginning or end in `{part}` it is right"),
    "entries": _("with two entries of `{part}` exchanged it is right"),
    "condition": _("with another condition in `{part}` it is right"),
    "line": _("without this line it is right"),
    "lines": _("with this line and the next one exchanged it is right"),
}
FEW = 1             # number of a typed answer that one of many changes may meet by chance
QUOTED = 60         # characters of a line that are shown
PART = 30           # of a part of it


def told(facts: Mapping[str, Any]) -> Text:
    """The sentence on the place that these facts name."""
    where: dict[str, Any] = {
        "line": facts["line"], "quote": _shown(str(facts["quote"]), QUOTED),
        "how": _(str.__str__(KINDS[facts["kind"]]), part=_shown(str(facts["part"]), PART))}
    if others := facts.get("others"):
        where |= {"places": len(others) + 1, "lines": ", ".join(map(str, dict.fromkeys(others)))}
        if facts.get("helper"):
            return _("right but for one slip, made in {places} places of a cell above that is not "
                     "graded, first in line {line}, `{quote}`: {how}. Lines of the other places, "
                     "to be changed in the same way: {lines}.", **where)
        return _("right but for one slip, made in {places} places, first in line {line} of your "
                 "cell, `{quote}`: {how}. Lines of the other places, to be changed in the same "
                 "way: {lines}.", **where)
    if facts.get("helper"):
        return _("right but for one place in a cell above that is not graded, line {line}, "
                 "`{quote}`: {how}.", **where)
    return _("right but for one place, line {line} of your cell, `{quote}`: {how}.", **where)


def _shown(code: str, most: int) -> str:
    """Code in one line between backticks, cut."""
    plain = " ".join(code.replace("`", "'").split())
    return plain if len(plain) <= most else plain[:most - 3].rstrip() + "..."


@dataclass(frozen=True)
class Open:
    """A wrong answer: of which nobody knows why, or whose slip may spoil later ones, too."""

    task: Task
    bases: Bases
    got: list[Value]            # at every case
    named: bool = False         # a slip explains it, whose place may be anywhere

    @property
    def case(self) -> int:
        """The first case that is wrong from every ground."""
        return next((k for k, g in enumerate(self.got) if not self._right_at(k, g)), 0)

    def mended_at(self, k: int, value: Encoded) -> bool:
        """Would this be right at case k, from the truth or from own earlier answers?"""
        kind = self.task.kind
        read = (kind.returns.read_all([value])[0] if isinstance(kind, (Function, Expression)) else
                kind.read(value))
        return self._right_at(k, read)

    def mended_by(self, got: Sequence[Value]) -> bool:
        """Would these answers be right, at every case and from one ground?"""
        return any(all(self._agrees(ground, right[k], g) for k, g in enumerate(got))
                   for ground, right in self.bases)

    def _right_at(self, k: int, value: Value) -> bool:
        return any(self._agrees(ground, right[k], value) for ground, right in self.bases)

    def _agrees(self, ground: Ground, right: Value | None, value: Value) -> bool:
        if right is None or isinstance(value, Problem):
            return right is None
        few = self.task.cases is None and np.size(right) <= FEW
        within = min(ground.tolerance, COMPUTED * self.task.scale) if few else ground.tolerance
        with np.errstate(all="ignore"):
            return bool(self.task.compared.distance(right, value) <= within)
