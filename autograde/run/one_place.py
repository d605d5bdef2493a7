"""Wrong answers that nothing explains: is one place of the student's own program all that is wrong?

`promising` tries changed cells one after the other, on a bench where what stands before the cell
has been run once. That is a hint and no more: `confirmed` puts a change that seems right into the
notebook, has it run anew like any submission, and lets the judge weigh what that gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..judging.judge import Judge
from ..judging.place import Open
from ..practice.types import Encoded
from .changes import MOST, Change, changes

__all__ = ["IN_ALL", "WORK", "Place", "confirmed", "promising", "shared"]

WORK = 1_500_000        # calls, of Python and its libraries, that trying a task may take
IN_ALL = 300            # changes of a notebook, those that seem right among them
BATCH = 4               # changes that are tried at one case before the rest of the cases is
Place = dict[str, Any]                                          # see `judging.place`
#: (task, texts of its cell, case) -> what each gives at that case; [] if nothing can be tried.
Tried = Callable[[str, list[str], int], list[Encoded]]
#: (task, text of its cell) -> its answer and values in the whole notebook, run anew.
Whole = Callable[[str, str], tuple[Encoded | None, list[Encoded]]]


def promising(judge: Judge, sources: Mapping[str, str], tried: Tried) -> dict[str, Change]:
    """Task -> the likeliest change after which its answer seems right, if there is one.

    judge: has just judged the notebook. sources: the text of each unexplained answer's cell.
    """
    likely = shared({name: changes(source) for name, source in sources.items()})
    found = {name: next(_right(judge.unexplained[name], those, tried), None)
             for name, those in likely.items()}
    return {name: change for name, change in found.items() if change is not None}


def shared(likely: Mapping[str, list[Change]], in_all: int = IN_ALL) -> dict[str, list[Change]]:
    """The likeliest changes of each task, as many for each; what one leaves, the others have."""
    most, left = {}, in_all
    for n, name in enumerate(sorted(likely, key=lambda name: len(likely[name]))):
        most[name] = min(len(likely[name]), MOST, left // (len(likely) - n))
        left -= most[name]
    return {name: those[:most[name]] for name, those in likely.items()}


def _right(wrong: Open, likely: list[Change], tried: Tried) -> Iterator[Change]:
    """Changes that are right at the case that was wrong, and then at every other one."""
    cases = sorted(range(len(wrong.got)), key=lambda k: k != wrong.case)
    for start in range(0, len(likely), BATCH):
        batch = likely[start:start + BATCH]
        for k in cases:
            values = tried(wrong.task.id, [change.source for change in batch], k)
            batch = [change for change, value in zip(batch, values) if wrong.mended_at(k, value)]
            if not batch:
                break
        yield from batch


def confirmed(judge: Judge, likely: Mapping[str, Change], whole: Whole) -> dict[str, Place]:
    """Task -> the place at which it is wrong: those whose notebook, run anew, is right there."""
    places = {}
    for name, change in likely.items():
        answer, values = whole(name, change.source)
        if judge.mended(name, answer, values):
            places[name] = {"kind": change.kind, "line": change.line, "quote": change.quote,
                            "part": change.part, "answer": answer, "values": values}
    return places
