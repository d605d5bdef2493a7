"""A notebook run again, to see whether one place of it is all that is wrong: see `one_place`.

First its cells once more, with a bench before each answer that nothing explains, where changed
cells are tried. Then, for a change that seems right, the whole notebook with this cell, in a
sandbox that nothing of the search has touched. What either of them shows is kept nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..judging.judge import Judge
from ..practice.types import Encoded
from ..sandbox import Sandbox
from .cells import bound
from .one_place import WORK, Place, confirmed, promising

__all__ = ["MOST_CPU", "searched"]

MOST_HELPERS = 2        # cells that are changed for the sake of one answer
MOST_CPU = 20.0         # seconds of processor time: what takes longer is not run again
Cells = list[dict[str, Any]]
Ask = Callable[[str, list[Any]], list[Encoded] | None]


def searched(judge: Judge, sandbox: Sandbox, cells: Cells, course: dict[str, Any]
             ) -> dict[str, Place]:
    """Task -> the one place at which its answer is wrong, of the notebook just judged.

    cells: those that were run, with "name", what nbgrader calls them.
    """
    again = _Again(judge, sandbox, cells, course)
    asks = again.asks()
    if not asks:
        return {}
    sources = {task: cells[ask["cell"]]["source"] for task, ask in asks.items()}
    helpers = {task: again.helpers(ask["cell"]) for task, ask in asks.items()}
    last = max(ask["check"] for ask in asks.values())
    with sandbox.benches(cells[:last + 1], asks, course, MOST_CPU) as ask:
        likely = promising(judge, sources, lambda *what: again.tried(ask, *what), helpers)
    return confirmed(judge, likely, again.whole)


@dataclass(frozen=True)
class _Again:
    """One notebook, to be run again."""

    judge: Judge
    sandbox: Sandbox
    cells: Cells
    course: dict[str, Any]

    def asks(self) -> dict[str, dict[str, Any]]:
        """For each task that is looked at again: its cells, where both are there once."""
        places = {name: [k for k, cell in enumerate(self.cells) if cell["name"] == name]
                  for task in self.judge.unexplained for name in (task, f"{task}_answer")}
        return {task: {"kind": wrong.task.kind.ask, "cell": cell[0], "check": check[0],
                       "work": WORK}
                for task, wrong in self.judge.unexplained.items()
                if len(cell := places[f"{task}_answer"]) == len(check := places[task]) == 1
                and cell < check}

    def tried(self, ask: Ask, task: str, sources: list[str], case: int) -> list[Encoded]:
        """What these cells give in the place of the task's own, at one case."""
        probe = self.probes(task)[case] if self.judge.unexplained[task].task.cases else {}
        return ask(task, [probe | {"source": source} for source in sources]) or []

    def helpers(self, place: int) -> dict[int, str]:
        """Cells of the student's own before this one that answer no task, and that it may use."""
        own = self.cells[place]["source"]
        found = [k for k in range(place)[::-1] if self.cells[k].get("helps") and any(
            re.search(rf"\b{name}\b", own) for name in bound(self.cells[k]["source"]))]
        return {k: self.cells[k]["source"] for k in found[:MOST_HELPERS]}

    def whole(self, cell: str | int, source: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Answers and values in the notebook with this text of a cell, run anew.

        cell: the task whose answer it is, or the number of a helpers' cell.
        """
        cells = [one | {"source": source} if cell in (k, one["name"].removesuffix("_answer"))
                 and one["role"] != "check" else one for k, one in enumerate(self.cells)]
        functions = [t.id for t in self.judge.assignment.tasks if t.cases]
        transcript = self.sandbox.run(cells, self.judge.asks(), self.course,
                                      {task: self.probes(task) for task in functions})
        return transcript.answers, transcript.values

    def probes(self, task: str) -> list[dict[str, Any]]:
        return [case.probe() for case in self.judge.cases[task]]
