"""What a task is: a few lines that say where it stands, what it accepts and what is right.

    Task("adjacent", points=3, where="(2.3), section 2.4", kind=Function(Matrix()),
         reference=lambda rules, v, *args: rules.adjacent(*args),
         cases=lambda rng, v: ..., mistakes=("transposed", "slide_turns"))

`reference` computes with `rules`; handed the rules of a mistake it computes the mistake.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .kinds import Expression, Function, Kind

__all__ = ["ROUNDED", "Assignment", "Task", "Case", "carried", "substantial"]

TYPED = 2e-3            # what a value typed in with four digits may miss
COMPUTED = 1e-6         # what a function or an expression may miss
ROUNDED = 1e-9          # what sums of zeros and ones may miss by rounding


@dataclass(frozen=True)
class Case:
    """One input the judge draws: a function's arguments, or a point for the symbols."""

    inputs: tuple | dict
    group: str = ""     # cases of one group earn their part together

    def probe(self) -> dict:
        """As it is sent to the runner."""
        if isinstance(self.inputs, dict):
            return {"symbols": self.inputs}
        return {"args": [_plain(x) for x in self.inputs]}


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
    cases: Callable[[np.random.Generator, dict], list[Case]] | None = None
    shares: dict[str, float] = field(default_factory=dict)   # group of cases -> part of the points
    slip: float = 0.5                            # part of the points for one named slip
    advice: str = ""                             # how to see it oneself, where no slip is named
    terms: Callable[..., dict] | tuple[Callable[..., dict], ...] = ()
    # (rules, variant, *inputs) -> name -> value, the truth being their sum, or a tuple of such:
    # several ways of making it; see `terms`
    own: tuple[str, ...] = ()                    # earlier tasks whose own values carry on here
    law: Callable[..., list] | None = None
    # (variant, own functions' values by task) -> what follows at every case, None
    # where nothing does; see `Assignment.adopt`
    follow: Callable[..., Any] | None = None     # (rules, variant, own values) -> the truth
    laws: Callable[[Any], list] | None = None    # findings that give no answer away
    function_laws: Callable[[Any, dict], list] | None = None   # (function, own answers) -> findings
    symbolic_laws: Callable[[Any], list] | None = None         # of a sympy answer
    visible: tuple[Case, ...] = ()               # cases a student may see

    @property
    def compared(self) -> Kind:
        """The kind of the values that are compared."""
        return self.kind.returns if isinstance(self.kind, (Function, Expression)) else self.kind

    @property
    def tolerance(self) -> float:
        return COMPUTED if self.cases else TYPED

    def drawn(self, variant: dict, seed: str) -> list[Case]:
        """The judge's cases: hidden inputs for functions and expressions, else the one question."""
        if self.cases is None:
            return [Case(())]
        rng = np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8]))
        return self.cases(rng, variant)

    def truth(self, rules, variant: dict, case: Case):
        """What `rules` answer to one case."""
        return _asked(self.reference, rules, variant, case)

    def parts(self, rules, variant: dict, cases: list[Case]) -> list[list[dict]]:
        """For each way of making terms, the terms of every case."""
        functions = self.terms if isinstance(self.terms, tuple) else (self.terms,)
        made = [[_asked(f, rules, variant, case) for case in cases] for f in functions]
        return [list(way) for parts in made
                for way in (zip(*parts) if isinstance(parts[0], tuple) else [parts])]


@dataclass(frozen=True)
class Assignment:
    """The tasks of one notebook and how its variants are drawn."""

    name: str                                        # folder and notebook
    title: str
    section: str                                     # of the book
    tasks: tuple[Task, ...]
    draw: Callable[[np.random.Generator], dict]      # one student's numbers
    manual: dict[str, float] = field(default_factory=dict)   # explanation -> points
    variants: int = 24
    adopt: Callable[[dict, str], dict] | None = None
    # (answers, seed) -> what a student's own data put in place of the dealt numbers (a project).
    # Such data come without a certificate: what they do not tell apart is not named.

    @property
    def label(self) -> str:
        """Short name: a02 for a02_rotation."""
        return self.name.partition("_")[0]

    @property
    def most(self) -> float:
        """Points of the tasks that the judge marks."""
        return sum(t.points for t in self.tasks)

    def __getitem__(self, task_id: str) -> Task:
        return next(t for t in self.tasks if t.id == task_id)

    def seed(self, secret: bytes, student: str, task: Task) -> str:
        """The seed of the hidden inputs: known to whoever holds the course secret."""
        message = f"{self.name}/{task.id}/{student}".encode()
        return hmac.new(secret, message, "sha256").hexdigest()


def carried(part):
    """A part of a step that follows from a student's own value, unless nobody would notice it."""
    return part if part is not None and np.linalg.norm(part) >= 10 * TYPED else None


def substantial(value: np.ndarray, within: float = TYPED) -> bool:
    """More than zeros and ones: from an empty answer nothing follows that deserves a mark.

    A number that stands alone comes near one by chance: only a one to rounding is empty there.
    """
    sizes = np.abs(np.asarray(value, dtype=float))
    ones = within if sizes.size > 1 else ROUNDED
    return not ((sizes <= within) | (np.abs(sizes - 1) <= ones)).all()


def _asked(function: Callable, rules, variant: dict, case: Case):
    if isinstance(case.inputs, dict):
        return function(rules, variant, **case.inputs)
    return function(rules, variant, *case.inputs)


def _plain(x):
    return x.tolist() if isinstance(x, np.ndarray) else x
