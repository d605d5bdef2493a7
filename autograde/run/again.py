"""A notebook run again, to see whether one place of it is all that is wrong: see `one_place`.

First its cells once more, with a bench before each answer that nothing explains, where changed
cells are tried. Then, for a change that seems right, the whole notebook with this cell, in a
sandbox that nothing of the search has touched. What either of them shows is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..judging.judge import Judge
from ..practice.types import Encoded
from ..sandbox import Sandbox
from .one_place import WORK, Place, confirmed, promising

__all__ = ["MOST_CPU", "searched"]

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
    last = max(ask["check"] for ask in asks.values())
    with sandbox.benches(cells[:last + 1], asks, course, MOST_CPU) as ask:
        likely = promising(judge, sources, lambda *what: again.tried(ask, *what))
    return confirmed(judge, likely, again.whole)


@dataclass(frozen=True)
class _Again:
    """One notebook, to be run again."""

    judge: Judge
    sandbox: Sandbox
    cells: Cells
    course: dict[str, Any]

    def asks(self) -> dict[str, dict[str, Any]]:
        """For each task that nothing explains: its cells, where both are there once."""
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

    def whole(self, task: str, source: str) -> tuple[Encoded | None, list[Encoded]]:
        """Answer and values of a task in the notebook with this cell, run anew."""
        last = next(k for k, cell in enumerate(self.cells) if cell["name"] == task)
        cells = [cell | {"source": source} if cell["name"] == f"{task}_answer" else cell
                 for cell in self.cells[:last + 1]]
        kind = self.judge.unexplained[task].task.kind.ask
        transcript = self.sandbox.run(cells, {task: {"kind": kind}}, self.course,
                                      {task: self.probes(task)})
        return transcript.answers.get(task), transcript.values.get(task, [])

    def probes(self, task: str) -> list[dict[str, Any]]:
        return [case.probe() for case in self.judge.cases[task]]
