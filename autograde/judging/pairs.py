"""Two catalogued mistakes in one answer, and what cannot be told apart.

Two mistakes are composed as their rules are: a class with both as parents. Where both replace
the same step, one hides the other. What comes of every pair in every task is found by trying it
as an answer; `table` says it, and a test holds the judge to it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ..practice.kinds import Choice
from ..practice.types import Numbers, Terms, Value
from ..words import _, joined, said
from .ground import Ground, NotAsked
from .mistakes import TOGETHER, Steps
from .operators import tried
from .task import Assignment, Case, Task, substantial
from .terms import explained
from .variants import Worked, answers_of, certified_cases, make_variants

__all__ = ["Composed", "Pair", "Two", "both", "described", "example", "lookalikes", "table"]

#: What comes of two mistakes in one answer.
OWN, HIDES, UNDONE, THIRD, AMBIGUOUS, HOLLOW, IMPOSSIBLE = (
    _("told apart"), _("one hides the other"), _("they undo each other"),
    _("looks like a third mistake"), _("looks like another pair"),
    _("leaves too little to be named"), _("cannot both be made"))


Two = tuple[str, str]       # the names of two mistakes


@dataclass(frozen=True)
class Pair:
    """Two mistakes of a task, and what their answer looks like."""

    names: Two
    outcome: str
    like: tuple[str, ...] = ()      # the mistakes, or pairs, that give the same answer
    answer: tuple[Value, ...] = ()  # its values, one a case


def both(assignment: Assignment, one: str, other: str) -> list[Steps]:
    """The rules with both mistakes; two of them where the order of the slips matters."""
    first, second = (assignment.mistakes[name] for name in (one, other))
    orders = [(first, second), (second, first)]
    if not first.replaces(assignment.rules) & second.replaces(assignment.rules):
        orders = orders[:1]
    return [_composed(assignment.rules, *(m.steps for m in order)) for order in orders
            if not issubclass(order[1].steps, order[0].steps)]      # one made of the other first


def _composed(rules: type[Steps], *slips: type[Steps]) -> Steps:
    bases = slips if any(issubclass(s, rules) for s in slips[-1:]) else (*slips, rules)
    made: Steps = type("Both", bases, _parts(rules, *slips))()
    return made


def _parts(rules: type[Steps], *slips: type[Steps]) -> dict[str, type]:
    """A part of the steps that is a class of its own, such as State, with the slips of both."""
    parts = {}
    for name, part in ((n, p) for n in dir(rules) if isinstance(p := getattr(rules, n), type)
                       and not n.startswith("_")):
        own = [s for slip in slips if (s := getattr(slip, name, part)) is not part]
        if len(own) == 2 and not issubclass(*own[::-1]):
            own = [type(name, tuple(own), {})]
        parts[name] = (own or [part])[-1]
    return parts


class Composed:
    """The answers of all pairs of a task's mistakes, each case worked out when it is looked at."""

    def __init__(self, assignment: Assignment, task: Task, variant: Numbers, cases: list[Case],
                 ground: Ground | None = None):
        self.task, self.variant, self.cases = task, variant, cases
        self.ground = ground or Ground(assignment, task, variant, cases)
        self.made = [(names, rules) for names in combinations(task.mistakes, 2)
                     for rules in both(assignment, *names)]
        self._known: dict[tuple[int, int], Value | None] = {}

    def value(self, number: int, k: int) -> Value | None:
        """The answer of pair `number` at case k; None where two slips leave nothing to compute."""
        if (number, k) not in self._known:
            self._known[number, k] = _value(self.ground, self.made[number][1], k)
        return self._known[number, k]

    def explaining(self, close: Callable[[Value, int], bool]) -> list[Two]:
        """The pairs whose answer `close` accepts at every case."""
        def fits(number: int) -> bool:
            return all((value := self.value(number, k)) is not None and close(value, k)
                       for k in range(len(self.cases)))
        return list(dict.fromkeys(names for number, (names, _) in enumerate(self.made)
                                  if fits(number)))

    def answers(self) -> list[tuple[Two, tuple[Value | None, ...]]]:
        return [(names, tuple(self.value(number, k) for k in range(len(self.cases))))
                for number, (names, _) in enumerate(self.made)]


def _value(ground: Ground, rules: Steps, k: int) -> Value | None:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return ground.value(rules, k)
    except (ArithmeticError, ValueError, TypeError, IndexError, NotAsked):
        return None


# -- the table ---------------------------------------------------------------------------------
def table(assignment: Assignment, task: Task, variant: Numbers, cases: list[Case]) -> list[Pair]:
    """What comes of every pair of the task's mistakes with these numbers; each order a row."""
    single = answers_of(assignment, task, variant, cases)
    made = Composed(assignment, task, variant, cases).answers()
    parts = task.parts(assignment.truth, variant, cases) if task.terms else []
    return [_outcome(task, names, answer, single, made, parts) for names, answer in made]


def _outcome(task: Task, names: Two, answer: tuple[Value, ...], single: Worked,
             made: list[tuple[Two, tuple[Value | None, ...]]], parts: list[list[Terms]]) -> Pair:
    if any(x is None for x in answer):
        return Pair(names, IMPOSSIBLE)
    like = [name for name, other in single.items() if _same(task, answer, other)]
    if "truth" in like:
        return Pair(names, UNDONE, answer=answer)
    if like:
        hidden = all(name in names for name in like)
        return Pair(names, HIDES if hidden else THIRD, tuple(like), answer)
    found = explained(parts, single["truth"], answer, task.tolerance)
    if not any(substantial(x) for x in answer) or found is not None and found.hollow:
        return Pair(names, HOLLOW, answer=answer)
    like = dict.fromkeys(TOGETHER.join(others) for others, other in made
                         if others != names and _same(task, answer, other))
    return Pair(names, AMBIGUOUS if like else OWN, tuple(like), answer)


def lookalikes(assignment: Assignment, task: Task, variant: Numbers,
               cases: list[Case]) -> dict[str, list[str]]:
    """Mistakes of the task -> others of the catalogues that give the very same answer in it."""
    single = answers_of(assignment, task, variant, cases)
    found: dict[str, list[str]] = {}
    for name, mistake in assignment.catalogue.items():
        if name not in task.mistakes:
            rules = mistake.on(assignment.rules)()
            truth = Ground(assignment, task, variant, cases)
            answer = [_value(truth, rules, k) for k in range(len(cases))]
            for known, other in single.items():
                if known != "truth" and _same(task, answer, other):
                    found.setdefault(known, []).append(name)
    return found


def _same(task: Task, one: Iterable[Value | None], other: Iterable[Value | None]) -> bool:
    with np.errstate(all="ignore"):
        return all(a is not None and b is not None and task.compared.distance(a, b)
                   <= task.tolerance for a, b in zip(one, other))


def example(assignment: Assignment, task: Task,
            seed: int = 0) -> tuple[Numbers, list[Case]]:
    """Numbers and hidden cases under the certificate, as some student has them."""
    variant, = make_variants(replace(assignment, variants=1), seed)
    return variant, certified_cases(assignment, task, variant, f"example {seed}")


# -- in words ----------------------------------------------------------------------------------
def described(assignment: Assignment) -> Iterator[str]:
    """What the judge looks for in each task and what it cannot tell apart, a line each."""
    yield _("{title} ({name})", title=said(assignment.title), name=assignment.name)
    for task in assignment.tasks:
        if task.mistakes:
            variant, cases = example(assignment, task)
            yield _("\n{task}, {where}: {mistakes}", task=task.id, where=said(task.where),
                    mistakes=", ".join(task.mistakes))
            yield from (_("  {name}: the same numbers as {others}", name=name,
                          others=", ".join(others)) for name, others in lookalikes(
                            assignment, task, variant, cases).items())
            yield from _of_pairs(table(assignment, task, variant, cases))
            yield from _of_steps(Ground(assignment, task, variant, cases[:1]))
    yield ""


def _of_steps(ground: Ground) -> Iterator[str]:
    """Slips without words of their own: how many there are, and how many have an answer alone."""
    kind, (truth,) = ground.task.compared, ground.answer(ground.assignment.truth) or [None]
    if isinstance(kind, Choice) or truth is None:
        return

    def alike(one: Value, other: Value) -> bool:
        return np.shape(one) == np.shape(other) and bool(
            kind.distance(one, other) <= ground.task.tolerance)
    answers = [(one.change.step, one.first) for one in tried(ground)
               if one.first is not None and not alike(truth, one.first)]
    alone = [x for step, x in answers
             if not any(alike(x, other) for _, other in answers if other is not x)]
    if answers:
        yield _("  steps: {steps}, changed one at a time in {ways} ways, {apart} of them told "
                "apart from all others", steps=len({step for step, x in answers}),
                ways=len(answers), apart=len(alone))


def _of_pairs(rows: list[Pair]) -> Iterator[str]:
    found: dict[Two, dict[str, dict[str, None]]] = {}
    for row in rows:
        found.setdefault(row.names, {}).setdefault(row.outcome, {}).update(dict.fromkeys(row.like))
    apart = [names for names, outcomes in found.items() if list(outcomes) == [OWN]]
    if found:
        yield _("  pairs: {apart} of {of} told apart", apart=len(apart), of=len(found))
    for names, outcomes in found.items():
        if names not in apart:
            yield _("  {pair}: {outcomes}", pair=TOGETHER.join(names), outcomes=joined("; ", [
                _("{outcome} ({like})", outcome=said(outcome), like=_or(list(like)))
                if like else outcome for outcome, like in outcomes.items()]))


def _or(names: list[str]) -> str:
    """With "or" between them; a name is code, even where it is also a message."""
    whole = names[0]
    for name in names[1:]:
        whole = _("{one} or {other}", one=whole, other=name)
    return whole
