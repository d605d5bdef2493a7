"""Sentences of the grader that no test says, told by the command line: a part of the record.

Each is brought about where it is made, with what surrounds it replaced, and `autograde status`
tells it as it tells every refusal.
"""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, patch

import numpy as np

from autograde import cli
from autograde.course import Course
from autograde.library import book
from autograde.words import joined

LANGUAGE, NAME = "ru", "a02_rotation"


def all_told() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for make in (of_assignments, of_text_forms, of_judging, of_courses, of_platforms,
                     of_workers, of_catalogues):
            for one in make(folder):
                tell(one)
        of_commands(folder)


def tell(what: Callable[[], Any]) -> None:
    """`autograde status` while this happens: what it raises is refused, what it gives is said."""
    def status(*_given: Any) -> None:
        with contextlib.suppress(TypeError, AttributeError, KeyError, LookupError):
            found = what()
            for sentence in [found] if isinstance(found, str) else list(found or []):
                cli._say(sentence)
    with patch.object(cli, "status", status), tempfile.TemporaryDirectory() as course:
        (Path(course) / "autograde.toml").touch()
        typed("status", "--course", course)


def typed(*words: str) -> None:
    with contextlib.suppress(SystemExit):
        cli.main(["--language", LANGUAGE, *words])


def raising(error: BaseException) -> Callable[..., Any]:
    def raises(*_given: Any, **_named: Any) -> Any:
        raise error
    return raises


# -- assignments -----------------------------------------------------------------------------------
def of_assignments(place: Path) -> Iterator[Callable[[], Any]]:
    from autograde import adapting, authoring, joining
    from autograde.judging import mistakes, variants
    from autograde.ways import Way
    made = book()[NAME]
    first, *rest = made.tasks
    yield lambda: adapting.adapted(made, Way("[assignments.a02_rotation]",
                                             drop=tuple(t.id for t in made.tasks)))
    for tasks, rubrics in (((first, *made.tasks), made.rubrics),
                           ((replace(first, points=0), *rest), made.rubrics),
                           ((replace(first, own=("chain_rate",)), *rest), made.rubrics),
                           ((replace(first, shares={"a": 0.5}), *rest), made.rubrics),
                           (made.tasks, {first.id: (), "explain": ()})):
        yield lambda tasks=tasks, rubrics=rubrics: authoring.faults(
            replace(made, tasks=tasks, rubrics=rubrics))

    def easy() -> Any:
        with patch.object(authoring, "unworked", lambda *_: iter(["a constant is right"])), \
                patch.object(authoring, "make_variants", lambda *_a, **_k: [{}]), patch.object(
                authoring, "_misshaped", lambda *_: ""):
            authoring.agreed(authoring.Order(made.folder, 1))
    yield easy

    def behind() -> Any:
        with patch.object(authoring, "behind", lambda *_a, **_k: ["a", "b", "c", "d", "e"]):
            authoring._readable.__wrapped__(made.folder, None)
    yield behind

    def unjoined() -> None:
        base = type("Base", (), {})
        child = type("Child", (base,), {})
        one, two = (SimpleNamespace(rules=type("R", bases, {"closer": {}, "__module__": (
            f"solutions.{name}.steps")})) for name, bases in (
                ("a02_rotation", (base, )), ("a08_forces", (child, ))))
        with patch.object(joining, "type", raising(TypeError()), create=True):
            joining._rules([one, two])
    yield unjoined

    def twice() -> None:
        slip = made.mistakes["transposed"]
        joining._catalogue({"a": made, "b": replace(made, catalogue={
            "transposed": replace(slip, steps=type("X", (), {}))})}, [
            replace(first, mistakes=("transposed",))])
    yield twice
    for again in (lambda: mistakes.mistake("x", 0, "", "", "")(_Slip),
                  lambda: mistakes.refutes("x")(_law)):
        yield again
        yield again
    one, two = (SimpleNamespace(__name__=name, INCLUDES=()) for name in ("one", "two"))

    def included() -> None:
        slip = made.mistakes["transposed"]
        with patch.dict(mistakes._registered, {"one": {"x": slip}, "two": {"x": slip}}):
            two.INCLUDES = (one,)
            mistakes.registered(two)
    yield included

    def alike(*_given: Any) -> list[tuple[str, str]]:
        return [("truth", "transposed")]
    yield lambda: _with(variants, "collisions", alike, lambda: (_ for _ in ()).throw(
        variants._no_certificate(made, np.random.default_rng(0))))
    function = next(t for t in made.tasks if t.cases)
    yield lambda: _with(variants, "guessed", lambda *_: iter([
        "a constant is right for all cases"]), lambda: variants.certified(made, function, made.draw(
            np.random.default_rng(0)), "seed"))
    from autograde.judging import ground, trivial
    later = book()["a02_rotation"]["chain_rotation"]
    yield lambda: _with(ground, "MOST", -1, lambda: ground.places(
        book()["a02_rotation"], later, book()["a02_rotation"].draw(np.random.default_rng(0)),
        later.drawn({}, "x")))
    yield lambda: _with(trivial, "_matters", lambda *_: False, lambda: trivial.unworked(
        made, function, made.draw(np.random.default_rng(0)), function.drawn({}, "x")))
    yield lambda: replace(made, titles={}).place(first.id)


class _Slip:
    pass


def _law(rules: Any) -> Any:
    return rules


def _with(module: Any, name: str, instead: Any, call: Callable[[], Any]) -> Any:
    with patch.object(module, name, instead):
        found = call()
        return found if found is None or isinstance(found, str) else list(found)


# -- text forms ------------------------------------------------------------------------------------
def of_text_forms(place: Path) -> Iterator[Callable[[], Any]]:
    from autograde import parallel_text, textform
    head = "---\njupytext:\n  text_representation:\n    format_name: myst\n---\n\n"

    def form(text: str) -> Path:
        path = place / "forms" / f"{abs(hash(text))}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(head + text, "utf-8")
        return path
    yield lambda: textform.headings(place / "none.md")
    yield lambda: textform.headings(form("words\n"))
    yield lambda: textform._tag(form("words\n"), "{x")
    yield lambda: parallel_text.parsed(form("+++ {x\n\nwords\n"))
    for text in ('+++ {"ru": ""}\n\nслова\n',
                 'words\n\n+++ {"ru": ""}\n\nа\n\n+++ {"ru": ""}\n\nб\n',
                 'words\n\n+++ {"ru": ""}\n\nа\n', 'words\n\n+++ {"ru": "1-2"}\n\nа\n',
                 "words $$x$$ [a](b) <!-- slide --> <details>\n\n+++ {\"ru\": \"\"}\n\nа\n",
                 '+++ {"task": "a", "where": "section 1"}\n\n## words\n\n+++ {"ru": ""}\n\n## а\n',
                 '+++ {"from": "a99/none"}\n\n', '+++ {"from": "a02_rotation/none"}\n\n'):
        yield lambda text=text: parallel_text.problems(form(text))
    for what in ("displayed formulas", "links", "marks of slides", "folds"):
        yield lambda what=what: parallel_text.unlike(what, ["a"], [], "ru")
    yield lambda: parallel_text.behind("1-2", "a", "b", "ru")
    yield lambda: parallel_text.behind("", "a", "b", "ru")
    yield lambda: parallel_text.agreed(form('words\n\n+++ {"ru":   ""}\n\nа\n'))
    made = book()[NAME]
    import nbformat

    def wrong(kind: str, source: str, **tags: Any) -> Any:
        one = textform._Form(made, "a02_rotation.md", [], textform.Speaker("en"))
        cell = (nbformat.v4.new_markdown_cell if kind == "words" else
                nbformat.v4.new_code_cell)(source)
        cell.metadata |= tags
        if "task" in tags:
            one.heading(cell)
        return one.cells(cell)
    yield lambda: wrong("words", "words", answer="composition")
    yield lambda: wrong("words", "words", task="composition")
    for kind in ("cell", "task", "answer"):
        yield lambda kind=kind: wrong("words", "words", **{kind: "composition", "points": 3})


# -- judging ---------------------------------------------------------------------------------------
def of_judging(place: Path) -> Iterator[Callable[[], Any]]:
    from autograde.judging import arms, brought
    from autograde.judging.place import KINDS, told
    from autograde.practice.kinds import from_data
    from autograde.runner.encode import encode
    for kind in KINDS:
        yield lambda kind=kind: told({"kind": kind, "part": "range(1, n)", "line": 3,
                                      "quote": "x = range(1, n)"})
    for text in ('[arms.a]\nwrong = 1\n', '[tasks.composition]\nanswer = "wrong"\n'):
        folder = place / f"arms{len(text)}"
        folder.mkdir()
        (folder / arms.FILE).write_text(text, "utf-8")
        yield lambda folder=folder: arms.drawings(folder)
    made = book()[NAME]
    task = made["composition"]
    truth = [np.eye(3)]
    yield lambda: brought.untold(made, task, {}, [SimpleNamespace(inputs=(), group="")], {}, truth)
    turn = np.linalg.qr(np.arange(9.0).reshape(3, 3) + np.eye(3))[0]
    yield lambda: _with(brought.Ground, "without_work", lambda *_: False, lambda: brought.untold(
        made, task, {}, [], {name: [turn] for name in task.mistakes}, [turn]))
    yield lambda: from_data({"kind": "Unheard"}, None)
    yield lambda: book()[NAME]["order_of_factors"].kind.read(encode("d")).text
    yield from of_a_judge()


def of_a_judge() -> Iterator[Callable[[], Any]]:
    """What a judge says of data and cases as the book has none."""
    from autograde.judging import judge, pairs, terms
    from autograde.judging.judge import Judge
    from autograde.judging.variants import Sets, make_variants
    from autograde.words import _
    made = book()[NAME]
    mine = Judge(made, Sets(made, make_variants(made, 1, 1)), 0, "ivanova", b"secret")
    task = made["composition"]
    truth = mine.certified[task.id][1]["truth"]
    with patch.object(Judge, "_untold", lambda *_: _("these inputs tell too little")):
        yield lambda: mine._weigh(task, truth, {}).message
    with patch.object(judge, "slighted", lambda right, got: [_("number {n}", n=2)]), patch.object(
            mine, "assignment", replace(made, adopt=lambda *_: {})):
        yield lambda: mine._weigh(task, truth, {}).message

    def parts(k: int) -> dict[str, Any]:
        a, b, c = np.random.default_rng(k).normal(size=(3, 3))
        return {"weight of link 1": a, "weight of link 2": 2 * a, "spring": b, "load": c}
    cases = [parts(k) for k in range(5)]
    sums = [sum(p.values()) for p in cases]
    found = terms.fit(cases, sums, [t - p["spring"] for t, p in zip(sums, cases)], 1e-6)
    yield lambda: judge._alone(task, found)
    unsure = terms.fit(cases, sums, [t - p["weight of link 2"] for t, p in zip(sums, cases)], 1e-6)
    yield lambda: mine._part(task, 0.0, [np.eye(3)], [False], "", unsure).message
    yield lambda: pairs.Pair(("a", "b"), pairs.UNDONE).outcome


# -- courses ---------------------------------------------------------------------------------------
def of_courses(place: Path) -> Iterator[Callable[[], Any]]:
    from autograde.dates import deadlines
    from autograde.private import closed
    from autograde.record import codes, gradebook, release, repair, status
    from autograde.roster import Person, are_listed
    from autograde.run.receipt import Receipt
    from autograde.settings import FILE, read_settings
    course = Course(place / "courses")
    course.root.mkdir()
    made = book()[NAME]
    yield lambda: course.variants(made)
    for line in ('[course]\ngradebook = "x"', "[course]\nroster = 3", "[assignments]\nfolders = 3",
                 "[due.groups.X]\na02_rotation = 2030-10-01T23:59:00Z\n",
                 "[due]\na02_rotation = 2030-10-01T23:59:00Z\n"
                 "[due.students.x]\na02_rotation = 2030-10-01T23:59:00Z\n"
                 "[due.groups.X]\na02_rotation = 2030-10-01T23:59:00Z\n"):
        def set_so(line: str = line) -> Any:
            (course.root / FILE).write_text(line, "utf-8")
            try:
                deadlines(course, made)
                return read_settings(course.root)
            finally:
                (course.root / FILE).write_text("", "utf-8")
        yield set_so
    yield lambda: codes.found_by(course, "111-111-111", [made])
    yield lambda: are_listed([Person("ivanova")], ["ivanov"], "roster.csv", "sheet")
    yield lambda: are_listed([Person("ivanova")], ["x"], "roster.csv", "sheet")
    yield lambda: Receipt.from_data({"student": "a"})
    yield lambda: Receipt.from_data([])             # type: ignore[arg-type]
    assert course.secret
    (course.receipts / NAME).mkdir(parents=True)
    (course.receipts / NAME / "anna.json").write_text("{}")
    for served, count in ((True, 0), (False, 0)):
        yield lambda served=served, count=count: _with(
            gradebook, "served", lambda _c: served, lambda: _with(
                gradebook, "_served_assignments", lambda _c: count, lambda: gradebook.lost(
                    course, gradebook.damage(course))))
    for error in ("database is locked", "unable to open database file"):
        yield lambda error=error: _with(gradebook.sqlite3, "connect", raising(
            sqlite3.OperationalError(error)), lambda: _there(course, gradebook))
    for error in (ModuleNotFoundError("psycopg", name="psycopg"), ValueError("no such server")):
        yield lambda error=error: _with(gradebook, "create_engine", raising(error), lambda:
                                        gradebook._served_assignments(course))
    db = MagicMock()
    db.query().filter().one_or_none.return_value = None
    yield lambda: gradebook._table(course, made, db)
    yield lambda: _with(repair, "damage", lambda _c: "", lambda: repair.repair(course))
    yield lambda: repair._enter(course, made)
    yield lambda: _repaired(repair, course, made)

    def unwritten() -> None:
        with release._or_as_before([place / "release" / NAME]):
            raise release.NbGraderException("no room")
    yield unwritten
    standing = dict.fromkeys(("name", "released", "handed_in", "graded", "waiting", "pages",
                              "expected", "absent", "unreadable"), 0) | {
        "name": NAME, "released": True, "state": None, "lost": False, "again": [], "readers": []}
    for change in ({}, {"lost": True}, {"graded": 1, "handed_in": 1}, {"released": False},
                   {"again": ["a"], "readers": ["b"]}, {"again": ["a", "b"]}):
        one = SimpleNamespace(**(standing | change))
        yield lambda one=one: [status.next_step([one]), *status.Standing.sentences(one)]
    yield lambda: _with(Path, "chmod", raising(PermissionError(1, "Operation not permitted")),
                        lambda: closed(course))
    (course.root / "wide").mkdir()
    from autograde.judging import rubrics
    rows = made.rubrics["explain_two_meanings"]
    for marks in (["1"], ["1", "2"]):
        yield lambda marks=marks: rubrics.marked(rows, marks)
    from autograde import starting
    yield lambda: starting._a_day("tomorrow")


def _there(course: Course, gradebook: Any) -> str:
    course.gradebook.write_text("x")
    try:
        return str(gradebook.damage(course))
    finally:
        course.gradebook.unlink()


def _repaired(repair: Any, course: Course, made: Any) -> list[str]:
    with patch.object(repair, "damage", lambda _c: ""), patch.object(
            repair, "Ledger", MagicMock()), patch.object(repair, "_known", lambda *_: True), \
            patch.object(Course, "assignments", lambda *_: [made]):
        return list(repair.repair(course))


# -- platforms -------------------------------------------------------------------------------------
def of_platforms(place: Path) -> Iterator[Callable[[], Any]]:
    from autograde.platforms import collecting, downloads, edx, marks, moodle
    bad = place / "bad.csv"
    bad.write_bytes(b"\xff")
    yield lambda: moodle.read_worksheet(bad)
    yield lambda: edx.read_reports([bad])
    yield lambda: downloads.of_table(bad, place, lambda _x: [])
    yield lambda: marks.fill_edx(Course(place), book()[NAME], bad, place / "out.csv")
    (place / "columns.csv").write_text("a,b\n1,2\n")
    yield lambda: downloads.of_table(place / "columns.csv", place, lambda _x: [])
    yield lambda: _with(downloads, "MOST_FILES", 0, lambda: downloads.opened(place))
    archive = MagicMock()
    from zipfile import BadZipFile
    archive.open.side_effect = BadZipFile("Bad CRC-32 for file 'a.ipynb'")
    yield lambda: downloads._inflated(archive, MagicMock())
    (place / "twice").mkdir()
    for name in ("ivanova", "Ivanova Anna"):
        (place / "twice" / f"{name}.ipynb").write_text("{}")
    (place / "two").mkdir()
    (place / "two" / "roster.csv").write_text("id,name\nivanova,Ivanova Anna\n")
    (place / "two" / "autograde.toml").write_text('[course]\nroster = "roster.csv"\n')
    yield lambda: typed("collect", NAME, str(place / "twice"), "--course", str(place / "two"))
    for form in collecting.FORM_NAMES:
        for late in (["anna"], ["anna", "boris"]):
            done = SimpleNamespace(form=form, taken=[], replaced=[], same=[], without_time=[],
                                   late=late, left=[])
            yield lambda done=done: next(
                kind for kind in vars(collecting).values() if isinstance(kind, type)
                and hasattr(kind, "sentences")).sentences(done)


# -- workers ---------------------------------------------------------------------------------------
def of_workers(place: Path) -> Iterator[Callable[[], Any]]:
    import sys

    from autograde.pages import printing, tasksheet
    from autograde.run import pool
    from autograde.sandbox import server
    from autograde.sandbox.limits import INSTALL, SETTINGS
    yield lambda: server._reason("bwrap: setting up uid map: Permission denied")
    yield lambda: server._reason("")
    yield lambda: server._reason("No module named 'numpy'")
    yield lambda: joined(" ", [INSTALL, SETTINGS])
    from autograde.run import worker
    from autograde.sandbox import submission
    sandbox = submission.Sandbox.__new__(submission.Sandbox)
    with patch.object(submission.Sandbox, "start", MagicMock()), patch.object(
            submission.Sandbox, "close", MagicMock()), patch.object(
            submission, "Attempt", lambda *_: MagicMock(error="no memory")):
        yield lambda: sandbox.attempt(MagicMock(), {})
    (place / "timestamp.txt").write_text("yesterday")
    yield lambda: worker._timestamp(place)[1]
    yield from of_rebuilding(place)
    with patch.dict(sys.modules, {"distributed": None}):
        yield lambda: list(pool._from_dask([], "tcp://x"))
    future = SimpleNamespace(status="error", exception=lambda: ValueError("x"))

    class Running(set):                 # type: ignore[type-arg]
        pass
    distributed = SimpleNamespace(Client=MagicMock(), as_completed=Running)
    distributed.Client.return_value.nthreads.return_value = {"a": 1}
    distributed.Client.return_value.submit.return_value = _Hashed(**vars(future))

    def ungraded(_job: Any, flag: str) -> str:
        return flag
    job = SimpleNamespace(as_line=lambda: "")
    distributed.Client.return_value.__enter__ = MagicMock()
    distributed.Client.return_value.__exit__ = MagicMock(return_value=False)
    with patch.dict(sys.modules, {"distributed": distributed}), patch.object(
            pool, "ungraded", ungraded, create=True):
        yield lambda: [flag for _job, flag in pool._from_dask([job], "tcp://x")]
    yield lambda: tasksheet.chosen(Course(place / "nobody"))
    for pages in (["a.html"], ["a.html", "b.html"]):
        yield lambda pages=pages: _with(printing.shutil, "which", lambda _n: None, lambda:
                                        printing.print_pdf([place / p for p in pages]))
    for errors in ("", "no display"):
        yield lambda errors=errors: _with(printing.subprocess, "run", lambda *_a, **_k: (
            SimpleNamespace(stderr=errors)), lambda: printing._printed(
                "chromium", place / "a.html", str(place)))


def of_rebuilding(place: Path) -> Iterator[Callable[[], Any]]:
    """A notebook in which one cell has lost its name."""
    import json

    from nbformat.v4 import new_code_cell, new_notebook

    from autograde.run.rebuild import rebuild

    def cell(name: str, source: str, **more: Any) -> Any:
        return new_code_cell(source, metadata={"nbgrader": {
            "grade_id": name, "solution": False, "grade": False, "locked": True,
            "schema_version": 3, "task": False} | more})
    dealt = new_notebook(cells=[
        cell("setup", "import numpy as np"),
        cell("tau_answer", "tau = ...  # your code here", solution=True, locked=False),
        cell("tau", 'check("tau", tau)', grade=True, points=2)])
    handed = json.loads(json.dumps(dealt))
    handed["cells"][1] |= {"metadata": {}, "id": "x", "source": "tau = 1"}
    path = place / "handed.ipynb"
    path.write_text(json.dumps(handed), "utf-8")
    yield lambda: rebuild(path, dealt).flags


class _Hashed(SimpleNamespace):
    def __hash__(self) -> int:          # type: ignore[override]
        return 1


# -- catalogues ------------------------------------------------------------------------------------
def of_catalogues(place: Path) -> Iterator[Callable[[], Any]]:
    from autograde import catalogues, code_words
    yield lambda: catalogues.of_folder(place)
    messages = catalogues.Messages(place)
    messages.add("told {x}", "a.py")
    messages.add("new", "a.py")
    messages.unmarked.append("a.py, line 3")
    yield lambda: catalogues.problems(messages, "de")
    (place / "ru.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n#, python-brace-format\n'
        'msgid "told {x}"\nmsgstr "сказано {y}"\n\nmsgid "old"\nmsgstr "старое"\n', "utf-8")
    yield lambda: catalogues.problems(messages, "ru")
    for words in ("no code", "```python\nx = 1\n```", "```python\n# a\n# b\n```",
                  "```python\n'a {y}'\n```"):
        yield lambda words=words: code_words.replaced("# one\nprint('a')", words)
        yield lambda words=words: code_words.replaced("print(f'a {x}')", words)
        yield lambda words=words: code_words.replaced("x = 1", words)


# -- commands --------------------------------------------------------------------------------------
def of_commands(place: Path) -> None:
    from autograde import package, sample
    from autograde.run import benchmark
    from autograde.sample import showcase
    from autograde.words import speak
    with patch.object(package, "build", lambda to: to / "robokit-1.0.whl"):
        typed("package")
    with patch.object(subprocess, "run", lambda *_a, **_k: SimpleNamespace(
            returncode=1, stderr="error: no room")):
        typed("package", "--to", str(place))
    mocked = [patch.object(cli, name, MagicMock(return_value=None)) for name in (
        "release", "grade", "feedback", "report", "export")]
    for count in (1, 99):
        with contextlib.ExitStack() as stack:
            for one in (*mocked, patch.object(sample, "write_class", lambda *_: count),
                        patch.object(showcase, "hand_in_late"), patch.object(
                            showcase, "mark_by_hand")):
                stack.enter_context(one)
            typed("demo", "--course", str(place / f"demo{count}"))
    from autograde import authoring
    for count in (1, 3):
        with patch.object(authoring, "all_agreed", lambda *_a, count=count, **_k: [
                (NAME, {"variants": [{}] * count, "kinds": {"a": 1}})]):
            typed("check", NAME)
    speak(LANGUAGE)
    fast, slow = benchmark.Timing(1.0, 0.1, 0.5, 0.02), benchmark.Timing(99.0, 9.0, 8.0, 0.1)
    for rounds, students, others in ((1, 2, None), (2, 200, (0.01, 0.2))):
        for ours in (fast, slow, benchmark.Timing(2.0, 1.0, None, None)):
            measured = benchmark.Measured(NAME, students, rounds, {
                benchmark.NBGRADER: slow, benchmark.ONE: ours, benchmark.TWO: ours}, others)
            with patch.object(benchmark, "measure", lambda *_a, m=measured: m), patch.object(
                    benchmark, "write_into_guides"), patch.object(
                    benchmark, "spoken", lambda: LANGUAGE):
                benchmark.main(["--students", str(students), "--rounds", str(rounds), "--guide"])
    for words in (["--help"], ["--students", "1"], ["--rounds", "0"]):
        with contextlib.suppress(SystemExit):
            benchmark.main(words)
