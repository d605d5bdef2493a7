"""What a task is: a few lines that say where it stands, what it accepts and what is right.

    Task("adjacent", points=3, where="(2.3), section 2.4", kind=Function(Matrix()),
         reference=lambda rules, v, *args: rules.adjacent(*args),
         cases=lambda rng, v: ..., mistakes=("transposed", "slide_turns"))

`reference` computes with `rules`; handed the rules of a mistake it computes the mistake.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from robokit.types import ArrayLike

from ..practice.checks import COMPUTED, ROUNDED, TYPED, Case, Check
from ..practice.kinds import Expression, Function, Kind
from ..practice.types import Answers, Floats, Numbers, Terms, Value
from ..words import Text, _, said
from .mistakes import Mistake, Steps, nearest
from .rubrics import Row

if TYPE_CHECKING:
    from ..ways import Way

__all__ = ["ROUNDED", "TYPED", "Assignment", "Case", "Shown", "Task", "carried", "substantial"]

MakesTerms = Callable[..., Terms | tuple[Terms, ...]]


@dataclass(frozen=True)
class Shown:
    """What an answer does, for its feedback page: a sentence, a picture and words for it.

    What is made anew for each language is language -> text.
    """

    says: str
    png: bytes | Mapping[str, bytes]
    alt: str | Mapping[str, str]
    page: str | Mapping[str, str] = ""          # HTML on which it moves, where that can be had


@dataclass(frozen=True)
class Task:
    """One graded step of an assignment."""

    id: str
    points: float
    where: str                                   # equation and section, as messages begin
    kind: Kind
    reference: Callable[..., Any]                # (rules, variant, *inputs) -> the truth
    mistakes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()              # control questions of the book it practises
    cases: Callable[[np.random.Generator, Numbers], list[Case]] | None = None
    shares: dict[str, float] = field(default_factory=dict)   # group of cases -> part of the points
    slip: float = 0.5                            # part of the points for one named slip
    direction: bool = False                      # of a vector: its length is a trifle
    advice: str = ""                             # how to see it oneself, where no slip is named
    terms: MakesTerms | tuple[MakesTerms, ...] = ()
    # (rules, variant, *inputs) -> name -> value, the truth being their sum, or a tuple of such:
    # several ways of making it; see `terms`
    own: tuple[str, ...] = ()                    # earlier tasks whose own values carry on here
    law: Callable[..., Iterable[Value | None]] | None = None
    # (variant, own functions' values by task) -> what follows at every case, None
    # where nothing does; see `Assignment.adopt`
    follow: Callable[..., Any] | None = None
    # (rules, variant, *inputs, **own) -> what follows from own earlier answers; an own function
    # may be called at inputs that do not depend on what it gives, see `ground`
    otherwise: Callable[..., Any] | None = None
    # the same in a second way, where another way of working goes on otherwise from a wrong one
    shows: Callable[[Numbers, Value], Shown | None] | None = None
    # (variant, own answer) -> what this answer does, from nothing else: no right one is shown
    scale: float = 1.0      # of the answers, where they follow from a student's own data: `brought`

    @property
    def compared(self) -> Kind:
        """The kind of the values that are compared."""
        return self.kind.returns if isinstance(self.kind, (Function, Expression)) else self.kind

    @property
    def tolerance(self) -> float:
        return self.scale * (COMPUTED if self.cases else TYPED)

    def drawn(self, variant: Numbers, seed: str) -> list[Case]:
        """The judge's cases: hidden inputs for functions and expressions, else the one question."""
        if self.cases is None:
            return [Case(())]
        rng = np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8]))
        return self.cases(rng, variant)

    def truth(self, rules: Steps, variant: Numbers, case: Case) -> Value:
        """What `rules` answer to one case."""
        return self.asked(self.reference, rules, variant, case)

    @staticmethod
    def asked(function: Callable[..., Any], rules: Steps, variant: Numbers, case: Case,
              **own: Any) -> Any:
        """A function of this task's, at the inputs of one case."""
        if isinstance(case.inputs, dict):
            return function(rules, variant, **case.inputs, **own)
        return function(rules, variant, *case.inputs, **own)

    def parts(self, rules: Steps, variant: Numbers, cases: list[Case]) -> list[list[Terms]]:
        """For each way of making terms, the terms of every case."""
        functions = self.terms if isinstance(self.terms, tuple) else (self.terms,)
        made = [[self.asked(f, rules, variant, case) for case in cases] for f in functions]
        return [list(way) for parts in made
                for way in (zip(*parts) if isinstance(parts[0], tuple) else [parts])]


@dataclass(frozen=True)
class Assignment:
    """The tasks of one notebook and how its variants are drawn.

    `name`, `folder` and `title` are filled in by the library that has found it (see `library`);
    an assignment's tasks.py says the rest.
    """

    tasks: tuple[Task, ...]
    draw: Callable[[np.random.Generator], Numbers]           # one student's numbers
    section: str = ""                                        # of the book
    rules: type[Steps] = Steps                               # what `reference` computes with
    checks: Mapping[str, Check] = field(default_factory=dict)
    rubrics: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)  # explanation -> its rows
    variants: int = 24
    adopt: Callable[[Answers, str], Numbers] | None = None
    # (answers, seed) -> what a student's own data put in place of the dealt numbers (a project).
    # Such data come without a certificate: what they do not tell apart is not named, and a right
    # answer that they do not tell from no work or from a mistake is not judged; see `brought`.
    figure: Callable[[Numbers], bytes] | None = None         # one student's mechanism, as PNG
    name: str = ""                                           # folder and notebook
    title: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)          # task -> its heading
    folder: Path = Path()
    catalogue: Mapping[str, Mistake] = field(default_factory=dict)   # all that its module knows
    way: Way | None = None                                   # the course's, see `adapting`
    numbers: Mapping[str, int] = field(default_factory=dict)         # task -> number, where some
                                                                     # are dropped

    @property
    def label(self) -> str:
        """Short name: a02 for a02_rotation."""
        return self.name.partition("_")[0]

    @property
    def most(self) -> float:
        """Points of the tasks that the judge marks."""
        return sum(t.points for t in self.tasks)

    @property
    def manual(self) -> dict[str, float]:
        """Explanation, marked by hand -> its points."""
        return {name: sum(row.points for row in rows) for name, rows in self.rubrics.items()}

    @property
    def points(self) -> dict[str, float]:
        """Task or explanation -> its points."""
        return {t.id: t.points for t in self.tasks} | self.manual

    @cached_property
    def truth(self) -> Steps:
        """The rules without a slip."""
        return self.rules()

    @cached_property
    def mistakes(self) -> dict[str, Mistake]:
        """Every mistake that a task looks for, by its name; ValueError for an unknown one."""
        found: dict[str, Mistake] = {}
        for task in self.tasks:
            for name in task.mistakes:
                if name not in self.catalogue:
                    raise ValueError(_(
                        "{assignment}, task {task}: no mistake is called {mistake}{hint}",
                        assignment=self.name, task=task.id, mistake=repr(name),
                        hint=nearest(name, self.catalogue)))
                found[name] = self.catalogue[name]
        return found

    @cached_property
    def slipped(self) -> dict[str, Steps]:
        """Mistake -> the rules with this slip."""
        return {name: m.on(self.rules)() for name, m in self.mistakes.items()}

    def heading(self, task_id: str) -> Text:
        """A task's title, its formulas between dollars; its id where it has none."""
        return said(self.titles.get(task_id, task_id))

    def number(self, task_id: str) -> int:
        """A task's number in the notebook."""
        return self.numbers.get(task_id) or 1 + [t.id for t in self.tasks].index(task_id)

    def place(self, task_id: str) -> Text:
        """A task as students know it: its number and title."""
        number, title = self.number(task_id), self.titles.get(task_id, "")
        return (_("task {number}, {title}", number=number, title=said(title)) if title else
                _("task {number}", number=number))

    def __getitem__(self, task_id: str) -> Task:
        return next(t for t in self.tasks if t.id == task_id)

    def seed(self, secret: bytes, student: str, task: Task) -> str:
        """The seed of the hidden inputs: known to whoever holds the course secret."""
        message = f"{self.name}/{task.id}/{student}".encode()
        return hmac.new(secret, message, "sha256").hexdigest()


def carried(part: Floats | None) -> Floats | None:
    """A part of a step that follows from a student's own value, unless nobody would notice it."""
    return part if part is not None and np.linalg.norm(part) >= 10 * TYPED else None


def substantial(value: ArrayLike, within: float = TYPED, scale: float = 1.0) -> bool:
    """More than zeros and ones: from an empty answer nothing follows that deserves a mark.

    A number that stands alone comes near one by chance: only a one to rounding is empty there.
    scale: what counts as zero is relative to it, see `Task.scale`.
    """
    sizes = np.abs(np.asarray(value, dtype=float))
    ones = within if sizes.size > 1 else ROUNDED
    return not ((sizes <= within * scale) | (np.abs(sizes - 1) <= ones)).all()
