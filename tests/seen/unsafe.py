"""The red team's table where nothing is safe: a part of the record of `tests/seen_words.py`.

What a check says of an outcome that is not the safe one is never seen on a sound installation. Here
the arena is one in which everything goes wrong, and the real table says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, patch

from rich.console import Console

from autograde.course import Course
from autograde.judging.variants import certified_cases
from autograde.library import book
from autograde.redteam import (
    ASSIGNMENT,
    Aim,
    Seen,
    Trial,
    all_trials,
    arena,
    brought,
    machine,
    table,
)
from autograde.redteam import state as harms
from autograde.redteam.arena import EARLY, TARDY, Arena
from autograde.words import Speaker, speak

UNSAFE = ("<script src='x'></script><a href='javascript:x' onclick=''></a><input><iframe>"
          "<meta http-equiv='refresh'>\x01" + 5 * "<input type='radio' name='language'>")


def tables(course: Course, language: str) -> None:
    """The table of all trials: safe, not promised, and wrong in each way that a check knows.

    course: in which a student of `ASSIGNMENT` is graded and has a page.
    """
    speak(language)
    from autograde.redteam import kept
    from autograde.redteam.mishaps import LATE_BY_SAVE, _late_and_flagged
    full = {t.id: t.points for t in book()[ASSIGNMENT].tasks}
    one = Seen(full, Aim(book()[ASSIGNMENT]), 0.3, "", dict(full), [LATE_BY_SAVE], "other")
    Speaker(language).say(kept(shown="a mark")(one))
    Speaker(language).say(_late_and_flagged(one))
    damaged = _damages(course)
    for k, outcome in enumerate(_outcomes()):
        def run(self: Arena, trials: list[Trial], jobs: int, progress: object = None,
                outcome: Callable[[Trial], Seen] = outcome, k: int = k) -> dict[str, Seen]:
            found = {trial.id: outcome(trial) for trial in trials}
            for trial, words in zip([t for t in trials if t.harm], damaged if k else ()):
                found[trial.id].harmed = words
            self.faults = _faults(self, found, course) if k else []
            return found
        excused = patch.object(table, "_outcome", lambda trial, seen: "left") if k == 1 else (
            ExitStack())
        with patch.object(Arena, "run", run), excused:
            table.run(all_trials(), 1, Console(width=100))


def _outcomes() -> Iterator[Callable[[Trial], Seen]]:
    """What came of the trials: the safe outcome, then one after the other that is none."""
    aim = Aim(book()[ASSIGNMENT])
    full = {t.id: t.points for t in book()[ASSIGNMENT].tasks}
    everything = "READ 1 FOUND /etc \x1b[0m secret"
    for marks, flags, shown in ((None, [], ""), (full, [], ""), (None, ["a flag"], ""),
                                (dict.fromkeys(full, 0.0), [], everything),
                                (full, ["a flag"], everything),
                                (dict.fromkeys(full, 1.0), ["cell timed out"], "READ")):
        yield lambda trial, marks=marks, flags=flags, shown=shown: Seen(
            full, aim, 0.3, "", None if marks is None else dict(marks), list(flags), shown)
    # What is hidden in one of the trials' outputs, and what one looks for in vain.
    yield lambda trial: Seen(full, aim, 0.0, "", _kept(trial, full, aim), ["a flag"], everything)


def _kept(trial: Trial, full: dict[str, float], aim: Aim) -> dict[str, float]:
    """The marks with which a trial's check goes on to what is shown."""
    for lost in ([], *([t] for t in full)):
        marks = full | dict.fromkeys(lost, 0.0)
        with suppress(Exception):
            said = trial.check(Seen(full, aim, 0.0, "", marks, ["a flag"], "READ"))
            if not said.startswith(("marks", "not graded")):
                return marks
    return dict(full)


def _faults(self: Arena, found: dict[str, Seen], course: Course) -> list[str]:
    """What the arena finds wrong with the whole, and with one page."""
    self.survivors, self.visitors = ["4711"], [1]
    for seen in list(found.values())[:1]:
        seen.marks = seen.marks or dict.fromkeys(seen.full, 0.0)
    rows = {name: {"tasks": dict.fromkeys(seen.full, 0.25), "late_penalty": 0.0}
            for name, seen in found.items()}

    def write_csv(_course: Course, _assignments: object, path: Path) -> None:
        path.write_text("student\n=1+1\n", "utf-8")
    with patch.object(arena, "scores", lambda *_: rows), patch.object(
            arena, "write_csv", write_csv), patch.object(
            arena, "show", lambda _c, _a, console: console.file.write("\x01")):
        faults = self.faults_of_the_whole(found)
    return faults + _of_a_page(course)


def _of_a_page(course: Course) -> list[str]:
    assignment = book()[ASSIGNMENT]
    student = sorted(p.stem for p in (course.receipts / ASSIGNMENT).glob("*.json"))[0]
    with patch.object(arena, "PAGE_SECONDS", -1.0):
        _page, _outputs, faults = arena._shown(course.root, ASSIGNMENT, student)
    variant = course.variants(assignment)["variants"][0]
    inputs = " ".join(json.dumps([c.probe() for c in certified_cases(
        assignment, task, variant, assignment.seed(course.secret, student, task))])
        for task in assignment.tasks if task.cases)
    return (faults + arena._leaks(course, assignment, student, course.secret.hex() + inputs)
            + arena._unsafe_html(UNSAFE) + arena._unsafe_html("<h1>" + UNSAFE))


# -- harms whose damage is not made good -----------------------------------------------------------
def _damages(course: Course) -> list[str]:
    """What is said of each harm to a course where it is not named, refused or repaired."""
    return [said for said in (harm() for harm in _harms(course)) if said]


def _harms(course: Course) -> Iterator[Callable[[], str]]:
    def marks(*found: Any) -> Any:
        return patch.object(harms, "_marks", MagicMock(side_effect=found))

    def state(*sentences: str) -> Any:
        return patch.object(harms, "state", lambda *_: SimpleNamespace(
            sentences=lambda: list(sentences), students=[]))

    def under(harm: Callable[[Course], str], *patches: Any, at: Any = None) -> Callable[[], str]:
        def tried() -> str:
            with ExitStack() as stack:
                for one in patches:
                    stack.enter_context(one)
                return harm(at or MagicMock())
        return tried
    nothing = [patch.object(harms, name, MagicMock(return_value=[])) for name in (
        "repair", "grade", "judged_again", "apply", "write_report", "release")]
    nothing.append(patch.object(harms, "Ledger", MagicMock()))
    a, b = {EARLY: "1"}, {EARLY: "2"}
    cut = patch.object(harms.os, "truncate", MagicMock())
    yield under(harms._cut_receipt, marks(a, b), state(), cut, *nothing)
    yield under(harms._lost_entry, marks(a, b, b), state(), *nothing)
    yield under(harms._lost_entry, marks(a, a | {TARDY: ""}), state(), *nothing)
    yield under(harms._lost_entry, marks(a, a | {TARDY: ""}, b), state(TARDY), *nothing)

    def refused(*_: object) -> None:
        raise ValueError("no")
    yield lambda: harms._refusals([refused], "autograde")
    yield lambda: harms._refusals([lambda: None], "autograde")
    key = course.root / "replaced" / "secret.key"
    key.parent.mkdir(exist_ok=True)
    key.write_text("a")
    yield under(harms._secret(None), patch.object(harms, "_refusals", lambda *_: str(
        key.write_text("b"))[:0]), at=Course(key.parent))
    yield under(harms._late, marks(a, a, b), patch.object(
        harms, "receipts", lambda *_: [None]), *nothing)

    def full(*written: str) -> Course:
        place = Course(course.root / "full")
        for folder in (place.release, place.source, place.receipts):
            folder.mkdir(parents=True, exist_ok=True)
        return place
    pool = MagicMock()
    pool().__enter__().submit().result.return_value = ""
    yield under(harms._full_disk, marks(a, b), state(), patch.object(
        harms, "ProcessPoolExecutor", pool), *nothing, at=full())
    yield under(harms._full_disk, marks(a, b), state("a fault"), patch.object(
        harms, "ProcessPoolExecutor", pool), *nothing, at=full())

    def writes(*_: object) -> Any:
        (full().release / "new").write_text(str(len(list(full().release.iterdir()))))
        return SimpleNamespace(result=lambda: "")
    writing = MagicMock()
    writing().__enter__().submit.side_effect = writes
    yield under(harms._full_disk, marks(a, b), state(), patch.object(
        harms, "ProcessPoolExecutor", writing), *nothing, at=full())
    import resource
    yield under(lambda _course: harms._without_room(course.root, "release", 5), patch.object(
        resource, "setrlimit", MagicMock()), *nothing)
    for closed in (lambda _course: "", lambda course: [
            p.chmod(0o700) for p in (course.root, *course.root.iterdir())][:0]):
        place = full()
        place.gradebook.write_text("")
        yield under(harms._open, patch.object(harms, "closed", closed), at=place)
    receipt = SimpleNamespace(verdicts=[SimpleNamespace(
        task=t.id, points=0.5) for t in book()[brought.PROJECT].tasks])
    for found in (None, receipt):
        yield under(lambda at: brought._other_marks(at, "light", set()), patch.object(
            brought, "read_receipt", lambda _path, found=found: found))
    sandbox = MagicMock()
    sandbox.run.return_value = SimpleNamespace(answers={}, events=["cell timed out"])

    @contextmanager
    def load() -> Iterator[None]:
        (full().receipts / "early.json").write_text("other")
        yield
    yield under(lambda at: machine.run_under(load), patch.object(machine, "_warm", lambda: sandbox))
    (full().receipts / "early.json").write_text("one")
    yield under(lambda at: machine.graded_under(load, full()), patch.object(
        machine, "grade", MagicMock()))
