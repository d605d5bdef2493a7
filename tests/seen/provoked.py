"""What no test says, provoked in its place: parts of the record of `tests/seen_words.py`.

Nothing here says a message itself: the judge, the pages, the commands and `check` do.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from answers import typed_in

from autograde import check, variant
from autograde.course import Course
from autograde.judging import operators
from autograde.judging.elsewhere import elsewhere
from autograde.judging.ground import Ground
from autograde.judging.judge import Judge
from autograde.judging.mistakes import single, title_of
from autograde.judging.operators import Tried, tried
from autograde.judging.pairs import Composed
from autograde.judging.task import Assignment, Task
from autograde.judging.variants import Sets
from autograde.judging.verdict import Verdict
from autograde.library import book
from autograde.practice import session
from autograde.practice.kinds import Choice
from autograde.run.receipt import Receipt, write_receipt
from autograde.runner.deal import number_of
from autograde.runner.encode import encode
from autograde.settings import FILE
from autograde.words import Text

LANGUAGE, STUDENT = "ru", "ivanova"
LAYERS = [f"s{k:02d}" for k in range(60)]       # of odd answers, a student each
MOST = 4            # answers with one step changed that are tried for what nobody said yet


# -- answers -------------------------------------------------------------------------------------
@dataclass
class Odd:
    """An answer to one task that is not right, and what the judge says of it."""

    task: str
    answer: Any
    values: list[Any]
    facts: dict[str, Any] = field(default_factory=dict)


class Desk:
    """One student's judge, and what nobody was told yet."""

    def __init__(self, course: Course, assignment: Assignment, known: set[Any]):
        self.assignment, self.known = assignment, known
        table = course.variants(assignment)
        self.judge = Judge(assignment, Sets(assignment, table["variants"]),
                           number_of(STUDENT, table), STUDENT, course.secret)
        self.right = {t.id: self._given(t, self.judge.certified[t.id][1]["truth"])
                      for t in assignment.tasks}

    @staticmethod
    def _given(task: Task, values: list[Any]) -> Odd:
        if task.cases:
            return Odd(task.id, {"type": task.kind.ask, "shape": [], "symbols": []},
                       [encode(x) for x in values])
        return Odd(task.id, encode(values[0]), [])

    def verdict(self, odd: Odd) -> Verdict:
        """What is said of it, all else being right."""
        return next(v for v in self.verdicts([odd]) if v.task == odd.task)

    def verdicts(self, odd: list[Odd]) -> list[Verdict]:
        given = self.right | {one.task: one for one in odd}
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.judge.verdicts({n: one.answer for n, one in given.items()},
                                       {n: one.values for n, one in given.items() if one.values},
                                       {one.task: one.facts for one in odd if one.facts})

    def receipt(self, student: str, odd: list[Odd]) -> Receipt:
        verdicts = self.verdicts(odd)
        given = self.right | {one.task: one for one in odd}
        return Receipt(student, self.assignment.name, self.judge.number, "none", verdicts,
                       [flag for v in verdicts for flag in v.flags], {},
                       answers={n: one.answer for n, one in given.items()},
                       values={n: one.values for n, one in given.items() if one.values})

    def new(self, verdict: Verdict) -> set[Any]:
        """The messages in it that nobody was told yet."""
        texts = [verdict.message, *verdict.flags, *(title_of(
            name, self.assignment.catalogue) for name in single(verdict.mistake))]
        return {m for text in texts if text for m in messages(text)} - self.known

    # -- what may be handed in --
    def odd(self, task: Task) -> Iterator[Odd]:
        """Slips, terms, steps, pairs and plainly wrong answers, each if it says something new."""
        for one in itertools.chain(self._slips(task), self._terms(task), self._wrong(task)):
            yield from self._kept(one)
        if not isinstance(task.kind, Choice):
            for one in itertools.chain(self._steps(task), self._pairs(task)):
                yield from self._kept(one)

    def _kept(self, one: Odd) -> Iterator[Odd]:
        if new := self.new(self.verdict(one)):
            self.known |= new
            yield one

    def _slips(self, task: Task) -> Iterator[Odd]:
        worked = self.judge.certified[task.id][1]
        for name in task.mistakes:
            yield self._given(task, worked[name])

    def _terms(self, task: Task) -> Iterator[Odd]:
        truth = self.judge.certified[task.id][1]["truth"]
        if not task.terms:
            return
        for way in task.parts(self.judge.truth, self.judge.variant, self.judge.cases[task.id]):
            names = [*dict.fromkeys(name for part in way for name in part)]
            kinds = {name.split(" of ")[0] for name in names}
            for factors in [*({name: x} for name in names for x in (-1.0, 0.0, 2.0, 0.37)),
                            *({n: -1.0 for n in names if n.split(" of ")[0] == kind}
                              for kind in kinds),
                            *({one: -1.0, other: 2.0} for one, other in itertools.pairwise(names)),
                            dict.fromkeys(names, 2.0)]:
                yield self._given(task, [x + sum(
                    (factor - 1) * np.asarray(part.get(name, 0.0))
                    for name, factor in factors.items()) for x, part in zip(truth, way)])

    def _steps(self, task: Task) -> Iterator[Odd]:
        ground = Ground(self.assignment, task, self.judge.variant, self.judge.cases[task.id])
        tries: dict[str, int] = {}
        for one in [*tried(ground), *elsewhere(ground)]:
            wanted = {m for text in (one.change.about, title_of(
                "step: " + one.change.name, {}), one.change.said) for m in messages(text)}
            for m in wanted - self.known:
                if tries.get(str(m), 0) < MOST and one.fits is None:
                    tries[str(m)] = tries.get(str(m), 0) + 1
                    if (values := self._changed(ground, one)) is not None:
                        yield self._given(task, values)
                    break

    @staticmethod
    def _changed(ground: Ground, one: Tried) -> list[Any] | None:
        at = one.at or operators._with_change(ground, one)
        try:
            with np.errstate(all="ignore"):
                values = [at(k) for k in range(len(ground.cases))]
        except (ArithmeticError, ValueError, TypeError, LookupError):
            return None
        return None if any(x is None for x in values) else values

    def _pairs(self, task: Task) -> Iterator[Odd]:
        made = Composed(self.assignment, task, self.judge.variant, self.judge.cases[task.id])
        for _names, answers in made.answers()[:3]:
            if all(x is not None for x in answers):
                yield self._given(task, list(answers))

    def _wrong(self, task: Task) -> Iterator[Odd]:
        truth, cases = self.judge.certified[task.id][1]["truth"], self.judge.cases[task.id]
        rng = np.random.default_rng(1)

        def changed(x: Any) -> Any:
            return x if isinstance(x, str) else np.asarray(x, float) + rng.uniform(
                0.3, 1, np.shape(x))
        if isinstance(task.kind, Choice):
            for name in task.kind.options:
                yield self._given(task, [name])
            return
        yield self._given(task, [changed(x) for x in truth])
        yield self._given(task, [0 * np.asarray(x, float) for x in truth])
        for group in dict.fromkeys(case.group for case in cases):
            yield self._given(task, [x if case.group == group else changed(x)
                                     for x, case in zip(truth, cases)])
        yield Odd(task.id, {"type": "none"}, [])
        yield Odd(task.id, encode("letters"), [encode("letters")] * len(cases))


def messages(text: str) -> Iterator[Any]:
    """All messages of a catalogue in a text."""
    from seen_words import edges
    node = text.node if isinstance(text, Text) else {"id": text}
    yield from (inside for _outside, _field, inside in edges(node) if inside in _catalogued())


@cache
def _catalogued() -> set[Any]:
    from seen_words import ENGINE, ROOT, Seen
    return {m for path in (ROOT / ENGINE, *ROOT.glob(f"solutions/*/{LANGUAGE}.po"))
            for m in Seen._messages(path)}


# -- a course of all assignments -----------------------------------------------------------------
def whole_course(place: Path) -> Course:
    """All assignments released in Russian, two sets of numbers each."""
    course = Course(place / "course")
    course.root.mkdir()
    (course.root / FILE).write_text(
        f'[course]\nlanguage = "{LANGUAGE}"\n[assignments]\nvariants = 2\n', "utf-8")
    run(course, "release", "--jobs", "1")
    return course


def run(course: Course, *typed: str) -> None:
    from autograde.cli import main
    print("autograde", *typed, flush=True)
    main(["--language", LANGUAGE, *typed, "--course", str(course.root)])


def papers(course: Course) -> None:
    """What an instructor prints of each assignment."""
    for name in book():
        run(course, "variant", STUDENT, name)
        run(course, "sheet", name, "--student", STUDENT, "--html")
        run(course, "mistakes", name)
        for explanation in book()[name].rubrics:
            run(course, "comment", name, "--task", explanation)
    run(course, "status")


def answers(course: Course) -> None:
    """Every slip and every kind of wrong answer, judged, and read on pages and in reports."""
    known = set[Any]()
    for name, assignment in book().items():
        began = time.monotonic()
        desk = Desk(course, assignment, known)
        odd = [list(desk.odd(task)) for task in assignment.tasks]
        for student, layer in zip(LAYERS, itertools.zip_longest(*odd)):
            given = [one for one in layer if one is not None]
            write_receipt(course, desk.receipt(student, given))
        print(name, len(max(odd, key=len)), f"{time.monotonic() - began:.0f} s", flush=True)
    for typed in ("repair", "feedback", "report"):
        run(course, typed)


def checks(course: Course) -> None:
    """What a student's own notebook says of right and wrong answers."""
    here = Path.cwd()
    for name, assignment in book().items():
        print(name, flush=True)
        os.chdir(course.release / name)
        session._session = None
        variant(STUDENT)
        for task in assignment.tasks:
            rules = [assignment.truth, *(assignment.slipped[m] for m in task.mistakes)]
            numbers = session._session.variant
            for one in itertools.chain((typed_in(task, r, numbers) for r in rules),
                                       _spoilt(task, typed_in(task, assignment.truth, numbers))):
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    check(task.id, one)
            check(task.id, typed_in(task, assignment.truth, numbers))
    os.chdir(here)


def _spoilt(task: Task, right: Any) -> Iterator[Any]:
    """A right answer in wrong forms and with wrong values."""
    yield from (None, "letters", [], {}, float("nan"), np.nan)
    if isinstance(right, str | dict):
        return
    for change in (lambda x: 0 * x, lambda x: -x, lambda x: 2 * x, lambda x: x + 1,
                   lambda x: x.T, lambda x: x * np.nan, lambda x: x[:-1], lambda x: x[::-1],
                   lambda x: x * np.linspace(0.5, 1.5, np.size(x)).reshape(np.shape(x)),
                   lambda x: np.linalg.qr(x)[0]):
        def spoilt(*inputs: Any, change: Any = change) -> Any:
            return change(np.asarray(right(*inputs), float))
        if callable(right) and not hasattr(right, "free_symbols"):
            yield spoilt
            continue
        with contextlib.suppress(Exception):
            yield change(right if hasattr(right, "free_symbols") else np.asarray(right, float))
    yield lambda *inputs: 1 / 0
    yield lambda: None


def redteam(course: Course) -> None:
    """The red team's table, with every outcome that it can say."""
    from seen import unsafe
    unsafe.tables(course, LANGUAGE)
