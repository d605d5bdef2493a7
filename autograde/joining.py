"""An assignment joined from tasks of several of the book's.

    ASSIGNMENT = joined("a02_rotation/composition", "a03_positions/chain_position")

Each task comes with its words, its truth, its mistakes, its hidden inputs and what its advice says;
they stay where they are, so that what is mended there is mended here. The numbers of each source
have its name before them, `v.a02_rotation.beta_deg`, since several sources call different things
alike. The rules are those of all sources together; where two of them have different steps of one
name, some task would be judged by the other's: `differences` finds that before anything is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .judging.mistakes import Mistake, Steps
from .judging.task import Assignment, Task
from .judging.variants import answers_of
from .library import book
from .practice.checks import Case, Check
from .practice.types import Numbers, Value
from .words import Text, _

__all__ = ["differences", "joined"]


def joined(*taken: str, checks: Mapping[str, Check] | None = None) -> Assignment:
    """The assignment of these tasks, in the order in which they are named.

    checks: see `practice.joining`. ValueError for a task that is not there, that needs another
    which is not taken, or whose name stands twice. `differences` tries the rest.
    """
    places = [reference.partition("/")[::2] for reference in taken]
    sources = {name: book()[name] for name, _task in places}
    tasks, rubrics = [], {}
    for name, task in places:
        source = sources[name]
        if source.adopt is not None:
            raise ValueError(_("{source}: lives on data of a student's own and cannot be joined",
                               source=name))
        if task in [t.id for t in tasks] + list(rubrics):
            raise ValueError(_("{source}/{task}: another task of this name is taken already",
                               source=name, task=task))
        if task in source.rubrics:
            rubrics[task] = source.rubrics[task]
            continue
        if task not in [t.id for t in source.tasks]:
            raise ValueError(_("{source}/{task}: there is no such task; {source} has {known}",
                               source=name, task=task, known=", ".join(source.points)))
        lacking = set(source[task].own) - {t for n, t in places[:places.index((name, task))]
                                           if n == name}
        if lacking:
            raise ValueError(_("{source}/{task}: goes on from the student's own answers to "
                               "{lacking}; take them in before it", source=name, task=task,
                               lacking=", ".join(sorted(lacking))))
        tasks.append(_with_numbers(name, source[task]))
    return Assignment(tuple(tasks), _draw(sources), rules=_rules(sources.values()),
                      checks=dict(checks or {}), rubrics=rubrics,
                      sources={task: name for name, task in places},
                      catalogue=_catalogue(sources, tasks))


def _draw(sources: Mapping[str, Assignment]) -> Callable[[np.random.Generator], Numbers]:
    return lambda rng: {name: source.draw(rng) for name, source in sources.items()}


def _with_numbers(name: str, task: Task) -> Task:
    """The task with functions that are handed the numbers of their own source."""
    def after_rules(function: Callable[..., Any] | None) -> Any:
        return function and (lambda rules, v, *args, **own: function(rules, v[name], *args, **own))
    terms = task.terms if isinstance(task.terms, tuple) else (task.terms,)
    cases, law, shows = task.cases, task.law, task.shows
    return replace(
        task, reference=after_rules(task.reference), follow=after_rules(task.follow),
        otherwise=after_rules(task.otherwise), terms=tuple(after_rules(t) for t in terms),
        cases=cases and (lambda rng, v: cases(rng, v[name])),
        law=law and (lambda v, own: law(v[name], own)),
        shows=shows and (lambda v, answer: shows(v[name], answer)))


def _rules(sources: Iterable[Assignment]) -> type[Steps]:
    """The steps of all sources; a class from which another of them is made is there with it."""
    every = list(dict.fromkeys(source.rules for source in sources))
    bases = [one for one in every if not any(other is not one and issubclass(other, one)
                                             for other in every)]
    closer = {name: step for base in reversed(bases) for name, step in base.closer.items()}
    try:
        return bases[0] if len(bases) == 1 else type("Joined", tuple(bases), {"closer": closer})
    except TypeError:
        raise ValueError(_("the steps of {names} cannot stand in one assignment", names=", ".join(
            base.__module__.split(".")[-2] for base in bases))) from None


def _catalogue(sources: Mapping[str, Assignment], tasks: Sequence[Task]) -> dict[str, Mistake]:
    wanted = {name for task in tasks for name in task.mistakes}
    found: dict[str, Mistake] = {}
    for source in sources.values():
        for name in wanted & set(source.catalogue):
            other = found.setdefault(name, source.catalogue[name])
            if other.steps is not source.catalogue[name].steps:
                raise ValueError(_("two mistakes are called {name}, and one assignment cannot have "
                                   "both", name=repr(name)))
    return found


def differences(made: Assignment) -> Iterator[Text]:
    """Tasks of which the truth or a mistake is another than in their source: by trying."""
    numbers = made.draw(np.random.default_rng(0))
    for task in made.tasks:
        if (name := made.sources.get(task.id)) is None:
            continue                    # one of its own
        source, cases = book()[name], task.drawn(numbers, "joined")
        there = answers_of(source, source[task.id], numbers[name], cases)
        for rule, answers in there.items():
            if not _same(made, task, rule, numbers, cases, answers):
                yield _("task {task}: another source has a step of the same name, so that {rule} "
                        "would be judged otherwise than in {source}; they cannot be joined",
                        task=task.id, rule=repr(rule), source=name)


def _same(made: Assignment, task: Task, rule: str, numbers: Numbers, cases: list[Case],
          answers: list[Value]) -> bool:
    """Does this rule, the truth or a mistake, give these answers?"""
    rules = made.truth if rule == "truth" else made.slipped[rule]
    try:
        found = [task.truth(rules, numbers, case) for case in cases]
        return max(map(task.compared.distance, found, answers)) <= task.tolerance
    except Exception:                   # steps of another source may raise anything
        return False
