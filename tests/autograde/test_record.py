"""The ledger writes what nbgrader's own converter writes: the same rows, the same notebooks."""

import json
import shutil
import sqlite3

import nbformat
import pytest
from dealt import given_out
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute

from autograde import sample
from autograde.course import OTHERS, Course
from autograde.judging.verdict import NOT_JUDGED
from autograde.library import book
from autograde.record.gradebook import (
    Ledger,
    _Form,
    _verdict_output,
    configuration,
    quiet,
    scores,
    without_rubrics,
)
from autograde.run.receipt import Graded
from autograde.run.worker import Job, grade_one
from autograde.words import Speaker

NAME = "a02_rotation"
CLASS = ("akimova", "slip_transposed", "tsoy", "lazutin")      # right, a slip, empty, hostile


class Outcome:
    """The judge's outcome where nbgrader would run the notebook."""

    enabled = True

    def __init__(self, graded):
        self.graded = graded

    def __call__(self, nb, resources):
        verdicts = {v.task: v for v in self.graded.receipt.verdicts}
        for cell in nb.cells:
            if cell.cell_type == "code":
                name = cell.metadata.get("nbgrader", {}).get("grade_id")
                cell.outputs = ([_verdict_output(verdicts[name], Speaker())]
                                if name in verdicts else
                                [nbformat.from_dict(o)
                                 for o in self.graded.outputs.get(cell["id"], [])])
        return nb, resources


def record_with_nbgrader(course, graded):
    """One submission through nbgrader's converter from start to end."""
    student, timestamp = graded.receipt.student, graded.receipt.timestamp
    folder = course.rebuilt / student / NAME
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.ipynb").write_text(json.dumps(graded.notebook))
    if timestamp:
        (folder / "timestamp.txt").write_text(timestamp)
    config = configuration(course)
    config.CourseDirectory.submitted_directory = "rebuilt"
    with quiet():
        directory = CourseDirectory(config=config, assignment_id=NAME, student_id=student)
        converter = Autograde(coursedir=directory, config=config, force=True)
        converter.autograde_preprocessors = [Outcome(graded) if step is Execute else step
                                             for step in converter.autograde_preprocessors]
        converter.start()


def content(course):
    """All rows of the gradebook with names in the place of its random keys."""
    with sqlite3.connect(course.gradebook) as db:
        names = {}
        for table in ("assignment", "notebook", "base_cell", "student"):
            columns = [c[1] for c in db.execute(f"pragma table_info({table})")]
            label = "name" if "name" in columns else "id"
            names |= {row[0]: f"{table} {row[1]}" for row in
                      db.execute(f"select id, {label} from {table}")}
        for key, assignment, student in db.execute(
                "select id, assignment_id, student_id from submitted_assignment"):
            names[key] = f"submission {names[assignment]} {student}"
        for key, assignment, notebook in db.execute(
                "select id, assignment_id, notebook_id from submitted_notebook"):
            names[key] = f"submitted {names[notebook]} of {names[assignment]}"
        tables = [name for name, in db.execute("select name from sqlite_master where type='table'")]
        found = {}
        for table in tables:
            columns = [c[1] for c in db.execute(f"pragma table_info({table})")]
            rows = [dict(zip(columns, row)) for row in db.execute(f"select * from {table}")]
            for row in rows:
                if table in ("grade", "comment", "source_cell"):
                    del row["id"]                               # nothing refers to it
            found[table] = sorted(str({k: names.get(v, v) for k, v in row.items()})
                                  for row in rows)
        return found


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    course = given_out(tmp_path_factory.mktemp("record"), NAME)
    root = course.root
    sample.write_class(course)
    (root / "autograde.toml").write_text(
        "[late]\nper_day = 0.1\ngrace_hours = 1\nmost = 0.3\n"
        f"[due]\n{NAME} = 2025-10-01T12:00:00+03:00\n")
    for student, when in zip(CLASS, ("2025-10-01 08:59:00 UTC", "2025-10-02 11:00:00 UTC",
                                     "2025-10-09 09:00:00 UTC", "2025-10-01 09:30:00 UTC")):
        (course.submitted / student / NAME / "timestamp.txt").write_text(when)
    (course.source / NAME / "data.txt").write_text("for everyone\n")
    return course, [grade_one(Job(root, NAME, s)) for s in CLASS]


def copied(graded):
    """The same as it comes from a worker; recording it must not change ours."""
    return Graded.from_data(json.loads(graded.as_line()))


@pytest.fixture(scope="module")
def both(released, tmp_path_factory):
    """The same submissions recorded both ways, twice, with manual marks in between."""
    course, results = released
    courses = []
    for way in ("ledger", "nbgrader"):
        copy = Course(tmp_path_factory.mktemp(way) / "course")
        shutil.copytree(course.root, copy.root)
        with Ledger(copy) as ledger:
            ledger.due(book()[NAME])
        for _ in range(2):
            if way == "ledger":
                with Ledger(copy) as ledger:
                    ledger.record(*((book()[NAME], copied(graded)) for graded in results))
            else:
                for graded in results:
                    record_with_nbgrader(copy, copied(graded))
            with Gradebook(f"sqlite:///{copy.gradebook}") as gradebook:
                grade = gradebook.find_grade("elementary", NAME, NAME, "slip_transposed")
                grade.manual_score, grade.extra_credit = 1.5, 0.25
                comment = gradebook.find_comment("elementary_answer", NAME, NAME, "slip_transposed")
                comment.manual_comment = "Seen."
                gradebook.db.commit()
        courses.append(copy)
    return courses


def test_the_gradebook_holds_the_same_rows(both):
    ours, theirs = map(content, both)
    assert ours.keys() == theirs.keys()
    for table in theirs:
        assert ours[table] == theirs[table], table
    assert len(ours["submitted_assignment"]) == len(CLASS) and len(ours["grade"]) > 40


def test_the_autograded_folders_hold_the_same_files(both):
    ours, theirs = (sorted(p.relative_to(c.autograded) for p in c.autograded.rglob("*")
                           if p.is_file()) for c in both)
    assert ours == theirs
    assert {p.name for p in ours} == {f"{NAME}.ipynb", "timestamp.txt", "data.txt", OTHERS}
    for name in ours:
        one, other = (c.autograded / name for c in both)
        text = one.read_text()
        if name.suffix == ".ipynb":      # ours shows the grader the rubrics, nbgrader's does not
            text = nbformat.writes(without_rubrics(nbformat.reads(text, 4))) + "\n"
        assert text == other.read_text(), name
        assert one.stat().st_mode == other.stat().st_mode


def test_lateness_costs_what_the_settings_say(both):
    table = scores(both[0], book()[NAME])
    whole = {s: sum(row["tasks"].values()) for s, row in table.items()}
    lost = {s: row["late_penalty"] / whole[s] for s, row in table.items() if whole[s]}
    assert lost["akimova"] == 0
    late = "slip_transposed"                                # 26 hours, one of them free
    assert lost[late] == pytest.approx(0.2, abs=1e-4)
    assert table[late]["score"] == pytest.approx(0.8 * whole[late], abs=1e-3)


def test_a_failure_leaves_the_gradebook_as_it_was(released, tmp_path, monkeypatch):
    course, results = released
    copy = Course(tmp_path / "course")
    shutil.copytree(course.root, copy.root)

    def full(*_):
        raise OSError("no space left on device")

    with Ledger(copy) as ledger:
        ledger.record((book()[NAME], results[0]))
        before = content(copy)
        with monkeypatch.context() as m, pytest.raises(OSError):
            m.setattr("autograde.record.gradebook._Form.write", full)
            ledger.record((book()[NAME], results[1]))
        assert content(copy) == before
        ledger.record((book()[NAME], results[1]))
    assert len(content(copy)["submitted_assignment"]) == 2


def test_of_submissions_recorded_together_one_that_fails_leaves_all_as_they_were(
        released, tmp_path, monkeypatch):
    course, results = released
    copy = Course(tmp_path / "course")
    shutil.copytree(course.root, copy.root)
    write, bad = _Form.write, results[2].receipt.student

    def broken(form, student, *rest):
        if student == bad:
            raise OSError("no space left on device")
        write(form, student, *rest)

    with Ledger(copy) as ledger:
        before = content(copy)
        monkeypatch.setattr(_Form, "write", broken)
        with pytest.raises(OSError):
            ledger.record(*((book()[NAME], copied(graded)) for graded in results))
        assert content(copy) == before


def test_what_is_not_judged_waits_for_a_person_and_costs_nothing_by_itself(released, tmp_path):
    course, results = released
    copy, task, student = Course(tmp_path / "course"), "elementary", "akimova"
    shutil.copytree(course.root, copy.root)
    graded = copied(results[0])
    verdict = next(v for v in graded.receipt.verdicts if v.task == task)
    verdict.rule, verdict.points, verdict.message = NOT_JUDGED, 0, "not judged yet."

    def row():
        with Ledger(copy) as ledger:
            ledger.record((book()[NAME], copied(graded)))
        found = scores(copy, book()[NAME])[student]
        return found["tasks"][task], task in found["waiting"]

    assert row() == (0, True)
    page = (copy.autograded / student / NAME / f"{NAME}.ipynb").read_text()
    assert "No points.</strong> Not judged yet." in page
    with Gradebook(f"sqlite:///{copy.gradebook}") as gradebook:
        grade = gradebook.find_grade(task, NAME, NAME, student)
        grade.manual_score, grade.needs_manual_grade = verdict.of, False
        gradebook.db.commit()
    found = scores(copy, book()[NAME])[student]
    assert (found["tasks"][task], task in found["waiting"]) == (verdict.of, False)
    assert row() == (verdict.of, True), "grading again keeps it, and asks to look once more"
