"""Wrong answers that nothing explains: is one place of the student's own program all that is wrong?

`promising` tries changed cells one after the other, on a bench where what stands before the cell
has been run once: the answer's own cell, and where that gives nothing, cells of helpers before it.
That is a hint and no more: `confirmed` puts a change that seems right into the notebook, has it
run anew like any submission, and lets the judge weigh what that gives, in later tasks too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..judging.judge import Judge
from ..judging.place import Open
from ..practice.types import Encoded
from .changes import MOST, Change, changes

__all__ = ["IN_ALL", "WORK", "Likely", "Place", "confirmed", "promising", "shared"]

WORK = 4_000_000        # calls, of Python and its libraries, that trying a task may take
IN_ALL = 400            # changes of the answers' own cells, those that seem right among them
BATCH = 4               # changes that are tried at one case before the rest of the cases is
CANDIDATES = 2          # changes of a cell of helpers that are run anew
FIRST = 2               # tasks for whose sake cells of helpers are changed
Place = dict[str, Any]                                          # see `judging.place`
#: (task, texts of its cell, case) -> what each gives at that case; [] if nothing can be tried.
Tried = Callable[[str, list[str], int], list[Encoded]]
#: (cell, its text) -> answers and values of all tasks in the whole notebook, run anew.
Whole = Callable[[str | int, str], tuple[Mapping[str, Encoded | None], Mapping[str, list[Encoded]]]]


@dataclass(frozen=True)
class Likely:
    """A change after which an answer seems right."""

    change: Change
    cell: str | int             # which is changed: the task that it answers, or its number
    helper: bool = False        # none of the answer's own


def promising(judge: Judge, sources: Mapping[str, str], tried: Tried,
              helpers: Mapping[str, Mapping[int, str]] | None = None) -> dict[str, list[Likely]]:
    """Task -> the likeliest changes after which its answer seems right, if there are any.

    One of its own cell; if there is none, or its slip has a name, some of a cell of helpers.

    judge: has just judged the notebook. sources: the text of each unexplained answer's cell.
    helpers: task -> the cells of helpers before it that it may use, and their texts.
    """
    likely = shared({name: changes(source) for name, source in sources.items()})
    found: dict[str, list[Likely]] = {}
    for name, those in likely.items():
        change = next(_right(judge.unexplained[name], those, tried), None)
        if change is not None:
            found[name] = [Likely(change, name)]
    for name in [name for name in sources
                 if name not in found or judge.unexplained[name].named][:FIRST]:
        for cell, text in (helpers or {}).get(name, {}).items():
            before = {f"{change.source}\n{sources[name]}": change
                      for change in changes(text, user=sources[name])}
            both = [replace(change, source=source) for source, change in before.items()]
            right = list(islice(_right(judge.unexplained[name], both, tried), CANDIDATES))
            if right:
                found.setdefault(name, []).extend(
                    Likely(before[change.source], cell, True) for change in right)
                return found
    return found


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


def confirmed(judge: Judge, likely: Mapping[str, list[Likely]], whole: Whole) -> dict[str, Place]:
    """Task -> the place at which it is wrong: those whose notebook, run anew, is right there.

    Of several places that of which most later answers are right. Those are kept with it, and
    need no place of their own.
    """
    places: dict[str, Place] = {}
    order = [task.id for task in judge.assignment.tasks]
    mended: set[str] = set()
    for name in sorted(likely, key=order.index):
        if name in mended:
            continue
        found = [place for one in likely[name] if (place := _place(
            judge, name, one, whole, order[order.index(name) + 1:])) is not None]
        if found:
            places[name] = max(found, key=lambda place: len(place["later"]))
            mended |= set(places[name]["later"])
    return places


def _place(judge: Judge, name: str, one: Likely, whole: Whole, after: list[str]) -> Place | None:
    """This change as the place at which an answer is wrong, if the whole notebook says so."""
    answers, values = whole(one.cell, one.change.source)
    if not judge.mended(name, answers.get(name), values.get(name, [])):
        return None
    later = {task: {"answer": answers.get(task), "values": values.get(task, [])}
             for task in after if judge.mended(task, answers.get(task), values.get(task, []))}
    return {"kind": one.change.kind, "line": one.change.line, "quote": one.change.quote,
            "part": one.change.part, "answer": answers[name], "values": values.get(name, []),
            "later": later, "helper": one.helper, "others": list(one.change.others)}
