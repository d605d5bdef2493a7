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
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
import numpy as np
from answers import typed_in

from autograde import check, variant
from autograde.course import Course
from autograde.judging import operators
from autograde.judging.arms import drawings
from autograde.judging.elsewhere import elsewhere
from autograde.judging.ground import Ground
from autograde.judging.judge import Judge
from autograde.judging.mistakes import TERM, single, title_of
from autograde.judging.operators import Change, Tried, told_of, tried
from autograde.judging.pairs import Composed
from autograde.judging.stepping import about, watched
from autograde.judging.task import Assignment, Task
from autograde.judging.terms import ALL, Fit, kind_of
from autograde.judging.variants import Sets
from autograde.judging.verdict import Verdict
from autograde.library import book, speaker
from autograde.pages import story
from autograde.practice import kinds, session
from autograde.practice.checks import Case
from autograde.practice.kinds import Choice
from autograde.record.codes import code_of
from autograde.run.receipt import Receipt, read_receipt, write_receipt
from autograde.runner.deal import number_of
from autograde.runner.encode import encode
from autograde.settings import FILE
from autograde.words import FIELD, Text, _

LANGUAGE, STUDENT = "ru", "ivanova"
LAYERS = [f"s{k:02d}" for k in range(60)]       # of odd answers, a student each
MOST = 40           # answers with one step changed that are tried for what nobody said yet


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
def whole_course(place: Path, *names: str) -> Course:
    """These assignments, or all, released in Russian, two sets of numbers each."""
    course = Course(place / "course")
    course.root.mkdir()
    (course.root / FILE).write_text(
        f'[course]\nlanguage = "{LANGUAGE}"\n[assignments]\nvariants = 2\n', "utf-8")
    run(course, "release", *names, "--jobs", "1")
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


def names(_course: Course) -> None:
    """Terms and steps that seldom are all that is wrong, in the sentences that would name them.

    The judge's own functions make the sentences; no answer brings them about.
    """
    for assignment in book().values():
        say, rng = speaker(assignment, LANGUAGE), np.random.default_rng(0)
        numbers = assignment.draw(rng)
        for task in assignment.tasks:
            cases = task.drawn(numbers, "names")
            ways = task.parts(assignment.truth, numbers, cases) if task.terms else []
            terms = dict.fromkeys(name for way in ways for part in way for name in part)
            for name in dict.fromkeys([*terms, *(kind_of(name) + ALL for name in terms)]):
                say(Fit({name: -1.0}, (), 1, 0, 2).told)
                say(title_of(f"{TERM}{name}, factor -1", {}))
            seen = watched(Ground(assignment, task, numbers, cases[:1]))
            for step in set(seen.calls) - set(operators.SKIPPED):
                wrong = Change(step, "negated", _("has the opposite sign"), about(seen.rules, step))
                say(told_of([wrong])[0])


def checks(course: Course) -> None:
    """What a student's own notebook says of right and wrong answers."""
    here = Path.cwd()
    for name, assignment in book().items():
        print(name, flush=True)
        os.chdir(course.release / name)
        session._session = None
        with contextlib.suppress(TypeError):
            variant(5)
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
        if name == "project":
            for robot in _robots():
                check("robot", robot)
    os.chdir(here)


def alone(course: Course) -> None:
    """What `check` says of an answer, right or not begun, where no earlier one has been checked."""
    here = Path.cwd()
    for name, assignment in book().items():
        os.chdir(course.release / name)
        for task in assignment.tasks:
            for answer in (typed_in, lambda *_: None, lambda *_: lambda *inputs: None):
                session._session = None
                variant(STUDENT)
                given = answer(task, assignment.truth, session._session.variant)
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    check(task.id, given)
    os.chdir(here)


def pictures(course: Course) -> None:
    """Pictures of answers far away, where the arm does not reach."""
    for assignment in book().values():
        numbers = course.variants(assignment)["variants"][0]
        for name, drawing in drawings(assignment.folder).items():
            if drawing.table["answer"] == "reach":
                drawing(numbers, assignment[name].truth(assignment.truth, numbers, Case(())) + 100)


def _robots() -> Iterator[Any]:
    """Descriptions of a robot that cannot be, as the project's tests have them, and some more."""
    import sys

    from seen_words import ROOT
    sys.path += [str(ROOT / "tests" / "solutions"), str(ROOT / "tests")]
    from test_project import REFUSED, changed
    yield from (robot for robot, _word in REFUSED)
    yield changed(J=[np.diag([1, 1, -1])] * 3)
    yield changed(J=[np.diag([1e4, 1e4, 1e4])] * 3)
    yield changed(J=[[[1, 3, 0], [3, 1, 0], [0, 0, 1]]] * 3)
    yield changed(l=np.zeros((3, 3)), sigma=[1, 1, 1])
    yield changed(J=np.zeros((3, 3, 3)), r=np.ones((3, 3)), sigma=[1, 1, 1])
    yield from (None, ..., {})


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


# -- odd submissions -----------------------------------------------------------------------------
def desk(course: Course) -> None:
    """Cells that stopped, flags of every kind, and how each mark came about."""
    name = "a02_rotation"
    mine = Desk(course, book()[name], set())
    functions = [t.id for t in mine.assignment.tasks if t.kind.ask == "function"]
    stopped = [Odd(task.id, {"type": "none"}, [], fact) for task, fact in zip(
        itertools.cycle(mine.assignment.tasks), _facts())]
    silent = [Odd(task, {"type": "function"}, values, fact) for task in functions
              for values, fact in _values(mine.right[task].values)]
    silent = [one for k, one in enumerate(silent)
              if k % len(functions) == functions.index(one.task)]
    for k, odd in enumerate([*_dealt_out(stopped), *_dealt_out(silent)]):
        write_receipt(course, mine.receipt(f"f{k:03d}", odd))
    for k, answers in enumerate(_of_every_rule(mine)):
        write_receipt(course, mine.receipt(f"r{k:03d}", answers))
    receipt = mine.receipt("flags", [])
    receipt.flags = _flags(course, name)
    write_receipt(course, receipt)
    run(course, "repair")
    _said_in_the_sandbox(course, name)
    run(course, "feedback")
    run(course, "report")
    for path in sorted((course.receipts / name).glob("r*.json")):
        run(course, "why", code_of(course, name, path.stem))
    _late_and_in_groups(course, name)
    _sent_out(course, name)
    _left_open(course, mine)


def _left_open(course: Course, mine: Desk) -> None:
    """A task that no computer can judge, one that was not there, a work that is not recorded."""
    from autograde.run import grading
    name = mine.assignment.name
    (course.root / FILE).write_text(f'[course]\nlanguage = "{LANGUAGE}"\n', "utf-8")
    with patch.object(Judge, "_untold", lambda *_: Text({"id": "these inputs tell too little"})):
        receipt = mine.receipt("open", [])
    write_receipt(course, receipt)
    run(course, "repair")
    run(course, "feedback")
    run(course, "why", code_of(course, name, "open"))
    receipt.verdicts = receipt.verdicts[1:]
    write_receipt(course, receipt)
    run(course, "regrade")
    found = story.scores(course, mine.assignment)
    extended = {"due": datetime(2030, 10, 9), "waiting": ["explain_two_meanings"]}
    with patch.object(story, "scores", lambda *_: {s: row | extended for s, row in found.items()}):
        (course.root / FILE).write_text(
            f'[course]\nlanguage = "{LANGUAGE}"\n[due]\n{name} = 2030-10-01T00:00:00Z\n', "utf-8")
        run(course, "why", code_of(course, name, "open"))
    (course.submitted / "open" / name).mkdir(parents=True)
    with patch.object(grading, "_recorded", lambda _ledger, group: [False for _ in group]):
        run(course, "grade", "--jobs", "1", "--student", "open")


def _late_and_in_groups(course: Course, name: str) -> None:
    """The same class with a roster of groups, a deadline, and an extension."""
    (course.root / "roster.csv").write_text("id,name,email,group\nr000,Anna,,A\nr001,Boris,,\n"
                                            "r002,Vera,,B\nabsent,Zoya,,B\n", "utf-8")
    settings = (
        f'[course]\nlanguage = "{LANGUAGE}"\nroster = "roster.csv"\n[late]\nper_day = 0.1\n'
        f"[due]\n{name} = 2030-10-01T00:00:00Z\n[due.students.r000]\n"
        f"{name} = 2030-10-03T00:00:00Z\n[due.groups.B]\n{name} = 2030-10-02T00:00:00Z\n")
    (course.root / FILE).write_text(settings, "utf-8")
    for k in range(3):
        receipt = read_receipt(course.receipt(name, f"r00{k}"))
        assert receipt is not None
        receipt.timestamp, receipt.dated = "2030-10-02 12:00:00 UTC", "stamp"
        receipt.verdicts = receipt.verdicts[k:]
        write_receipt(course, receipt)
    course.gradebook.unlink()
    for typed in ("repair", "feedback", "report", "status"):
        run(course, typed)
    for k in range(3):
        run(course, "why", code_of(course, name, f"r00{k}"))
    for line in ("[due.groups.X]", "[due.students.nobody]"):
        (course.root / FILE).write_text(
            f"{settings}{line}\n{name} = 2030-10-03T00:00:00Z\n", "utf-8")
        run(course, "report")
    (course.root / FILE).write_text(settings, "utf-8")


def _sent_out(course: Course, name: str) -> None:
    """Files for a platform, and calls that name what is not there."""
    out = course.root.parent / "out"
    out.mkdir()
    worksheet = out / "worksheet.csv"
    worksheet.write_text("Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
                         "Last modified (grade),Feedback comments\n"
                         "Participant 1,Anna,r000,,,23,,\n", "utf-8")
    for typed in (["--pages", str(out / "pages")], ["--moodle-pages", str(out / "pages.zip")],
                  ["--worksheet", str(worksheet), str(out / "filled.csv")],
                  ["--canvas", str(out / "canvas.csv")], ["--table", str(out / "table.csv")]):
        run(course, "export", *typed)
    run(course, "comment", name, "nobody")
    for _again in range(2):
        run(course, "comment", name, "r000", "1", "2b", "3a")
    (course.submitted / "a\nb" / name).mkdir(parents=True)
    run(course, "grade", "--jobs", "1", "--resume")
    many = replace(book()[name], rubrics={"one": (), "two": ()})
    with patch.object(Course, "assignments", lambda *_: [many, book()["a08_forces"]]):
        run(course, "export", "--edx", str(worksheet), str(out / "edx.csv"))
    with patch.object(Course, "assignments", lambda *_: [many]):
        run(course, "comment", name, "r000", "1")
        run(course, "comment", name, "r000", "1", "--task", "three")


def _dealt_out(odd: list[Odd]) -> list[list[Odd]]:
    """To as few students as can be: each task once."""
    by_task: dict[str, list[Odd]] = {}
    for one in odd:
        by_task.setdefault(one.task, []).append(one)
    return [[one for one in layer if one] for layer in itertools.zip_longest(*by_task.values())]


def _of_every_rule(mine: Desk) -> Iterator[list[Odd]]:
    """Odd answers until each rule of the judge has judged one."""
    seen = set[str]()
    for task in mine.assignment.tasks:
        for one in mine.odd(task):
            rule = mine.verdict(one).rule
            if rule not in seen:
                seen.add(rule)
                yield [one]
    slip = mine.assignment["composition"]
    both = [mine._given(mine.assignment[t], mine.judge.certified[t][1]["degrees"])
            for t in ("elementary_number", slip.id, "components")]
    yield both
    own = mine._given(slip, [np.arange(9.0).reshape(3, 3) / 7])
    yield [own, mine._given(mine.assignment["components"], [
        np.arange(9.0).reshape(3, 3) / 7 @ np.array(mine.judge.variant["a_uvw"])])]
    other = Judge(mine.assignment, mine.judge.sets, 1 - mine.judge.number, STUDENT, b"")
    yield [mine._given(t, other.certified[t.id][1]["truth"]) for t in mine.assignment.tasks
           if t.cases is None and not isinstance(t.kind, Choice)]
    yield [mine._given(t, [np.round(np.asarray(x, float), 3) for x in
                           mine.judge.certified[t.id][1]["truth"]])
           for t in mine.assignment.tasks if t.kind.ask == "value"]


def _facts() -> Iterator[dict[str, Any]]:
    """What may be known of a cell that gave no answer."""
    import sys

    from seen_words import ROOT
    sys.path.append(str(ROOT / "tests" / "autograde"))
    from test_plainly import TYPED, UNTYPED, raised
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for error, text in (*map(raised, TYPED), *UNTYPED):
            yield {"error": error, "text": text, "line": 3}
    yield {"error": "SyntaxError", "text": "invalid syntax"}
    yield {"error": "RuntimeError", "text": ""}
    yield {"other": "tau"}
    for sentence in _sandbox():
        yield {"error": "TimeLimit", "text": sentence}
        yield {"error": "CellLeftOut", "text": sentence}


def _sandbox() -> list[str]:
    """What the sandbox says, with something in each place."""
    from autograde.foreign import SANDBOX
    return [FIELD.sub("20", message) for message in SANDBOX]


def _values(right: list[Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """What a function may give at the hidden inputs, and what its cell says."""
    none, bad = {"type": "none"}, {"type": "error", "name": "ZeroDivisionError"}
    nothing = [none] * len(right)
    yield nothing, {"returns": False, "prints": True}
    yield nothing, {"returns": False}
    yield nothing, {"returns": True}
    yield [none, *right[1:]], {"returns": True}
    yield [bad, *right[1:]], {}
    yield [bad] * len(right), {}
    yield [{"type": "error", "name": "TimeoutError"}] * len(right), {}
    yield right[:1], {}
    odd = ["text", {"a": 1}, {1, 2}, object(), b"x", 1j, lambda: 0, [[1], [1, 2]], True, 10**400,
           np.nan, np.inf, np.array(["a"]), np.array([None]), [object()], 1e309, "x" * 10**6,
           np.zeros((0, 3)), np.zeros((200, 200, 20)), list(range(10**5)), {}, [],
           np.zeros(3, dtype="datetime64[s]"), _nested(1000)]
    for one in odd:
        with contextlib.suppress(Exception):
            yield [encode(one)] * len(right), {}
    for reason in kinds._REASONS:
        yield [{"type": "unusable", "reason": FIELD.sub("3", reason)}] * len(right), {}


def _nested(depth: int) -> list[Any]:
    found: list[Any] = [1.0]
    for _level in range(depth):
        found = [found]
    return found


def _flags(course: Course, name: str) -> list[str]:
    """Every flag that a worker may raise, each once."""
    from autograde.run import worker
    events = [{"event": event.replace(" ", "_")} for event in worker.EVENTS]
    table = course.variants(book()[name])
    numbers = {number_of(other, table): other for other in LAYERS}
    found = [worker.LATE_BY_SAVE, worker.NO_TIME, worker.NOT_LISTED, worker.LINK]
    for typed in (None, *numbers.values(), 7):
        found += worker._flags(worker.Job(course.root, name, STUDENT), table, 0, [], [
            *events, {"event": "identity", "name": typed}], [])
    try:
        raise ValueError("a fault of the grader")
    except ValueError as e:
        job = worker.Job(course.root, name, STUDENT)
        with patch.object(worker, "grade_one", _raising(e)):
            found += worker.guarded(job).receipt.flags
    return list(dict.fromkeys(found))


def _raising(error: Exception) -> Any:
    def raising(*_given: Any) -> None:
        raise error
    return raising


def _said_in_the_sandbox(course: Course, name: str) -> None:
    """Below the cells of one student, what the sandbox may say there."""
    path = course.autograded / "flags" / name / f"{name}.ipynb"
    notebook = nbformat.read(path, 4)
    cell = next(c for c in notebook.cells if c.cell_type == "code")
    cell.outputs = [nbformat.v4.new_output("stream", text="\n".join(_sandbox()))]
    words = next(c for c in notebook.cells if c.cell_type == "markdown"
                 and c.metadata.get("nbgrader", {}).get("solution"))
    words.source = "![](x.png) ![a sketch](y.png)\n\n" + "x" * 200_000
    path.chmod(0o600)
    nbformat.write(notebook, path)
