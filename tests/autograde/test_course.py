"""The sample class from release to report: what students earn, and what nobody may get."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from dealt import SETS as DEALT
from dealt import known
from nbgrader.api import Gradebook
from rich.console import Console

from autograde import sample
from autograde.cli import main
from autograde.course import Course
from autograde.judging.stepping import slip_title
from autograde.judging.variants import certified
from autograde.library import book, speaker
from autograde.pages.console import _mark, show
from autograde.pages.feedback import write_feedback
from autograde.record.rows import rows
from autograde.run.receipt import receipts
from autograde.runner.deal import number_of
from autograde.sample import damaged, hostile

SLIPS = 16          # of the students with one catalogued mistake each one in so many comes
SETS = 2            # of numbers, all of which the instructor's solution is tried with
#: Here every honest, hostile and damaged notebook comes.
WHOLE = "a01_parameters"
#: Files of two assignments, whose cells differ: a project, whose data are the student's, and one.
TWICE = {"lazutin", "tsoy", "osipov", "fadeev", "titov"}
#: What is alike everywhere: each assignment meets one of the seven.
ALIKE = ("borisov", "vasin", "galkina", "zaitseva", "dunaev", "zimin", "titov")


def present(config, assignment):
    """The sample class: all of it with --proof, else what is not alike everywhere.

    The instructor's solution, other forms of right answers and the number that is misread are each
    assignment's own and come everywhere. What the others get who stay away is told in
    test_judge.py for every assignment, from their answers alone: slips, rounded numbers, silence,
    another's numbers.
    """
    people = sample.students(assignment)
    if config.getoption("--proof"):
        return people
    slips = [s.name for s in people if s.name.startswith("slip_")]
    away = set(slips) - set(slips[::SLIPS])
    if assignment.name != WHOLE:
        comes = ALIKE[list(book()).index(assignment.name) % len(ALIKE)]
        away |= {s.name for part in (hostile, damaged) for s in part.students(assignment)}
        away = (away | set(ALIKE)) - {comes} - (TWICE if assignment.adopt else set())
    return [s for s in people if s.name not in away]


def everybody(config):
    return [(a.name, s) for a in book().values() for s in present(config, a)]


def pytest_generate_tests(metafunc):
    if "student" in metafunc.fixturenames:
        people = everybody(metafunc.config)
        ids = [f"{name.partition('_')[0]}-{s.name}" for name, s in people]
        metafunc.parametrize("name,student", people, ids=ids)


@pytest.fixture(scope="session")
def course(tmp_path_factory, pytestconfig):
    """The sample class, graded once through the command line."""
    sets = DEALT if pytestconfig.getoption("--proof") else SETS
    root = known(tmp_path_factory.mktemp("course"), sets).root
    assert main(["release", "--course", str(root)]) == 0
    for a in book().values():                   # of few sets two students may have the same
        path = root / "release" / a.name / "variants.json"
        table = json.loads(path.read_text())
        table["numbers"] = {"titov": (number_of("akimova", table) + 1) % sets}
        path.write_text(json.dumps(table))
    written = sample.write_class(Course(root), lambda a: present(pytestconfig, a))
    assert written == len(everybody(pytestconfig)) > 100
    assert main(["grade", "--course", str(root), "--jobs", "2"]) == 0
    graded = Course(root)
    if pytestconfig.getoption("--proof"):
        assert main(["feedback", "--course", str(root)]) == 0
    else:                                       # the pages that are looked at below
        assert main(["feedback", WHOLE, "--course", str(root)]) == 0
        for receipt in searched(graded, pytestconfig):
            if receipt.assignment != WHOLE:
                write_feedback(graded, book()[receipt.assignment], receipt.student)
    return graded


def searched(course, config):
    """Every fifth submission; all of them with --proof."""
    step = 1 if config.getoption("--proof") else 5
    return list(receipts(course, book().values()))[::step]


@pytest.fixture(scope="session")
def table(course):
    return {(a.name, row.student): row for a in book().values() for row in rows(course, a)}


def test_the_class_is_large_enough_and_every_mistake_has_its_student():
    for a in book().values():
        people = sample.students(a)
        assert len(people) >= 16 and len({s.name for s in people}) == len(people)
        shown = {m for s in people for m in s.mistakes}
        asked = {m for t in a.tasks for m in t.mistakes}
        assert not asked - shown, f"{a.name}: slips.py has no line in SLIPS for {asked - shown}"
        assert not shown - asked, f"{a.name}: no task in tasks.py names {shown - asked}"


def test_everyone_gets_the_marks_the_mistakes_and_the_flags_that_are_due(name, student, table):
    row = table[name, student.name]
    assert row.tasks == pytest.approx(sample.expected(book()[name], student)), student.story
    assert set(row.mistakes) == set(student.mistakes)
    for flag in student.flags:
        assert any(f.startswith(flag) for f in row.flags), (flag, row.flags)
    if student.story.startswith("honest"):
        assert row.flags == []


def test_the_copied_numbers_are_of_another_variant(course):
    for a in book().values():
        table = course.variants(a)
        assert number_of("titov", table) != number_of("akimova", table)


def hidden_numbers(course, receipt) -> set[str]:
    """The first digits of all hidden inputs of a submission and of what is right for them.

    Inputs that do not follow from the secret, such as the student's own crane, are not hidden.
    """
    assignment = book()[receipt.assignment]
    variant = course.variants(assignment)["variants"][receipt.variant]
    numbers = set()
    for task in assignment.tasks:
        if task.cases and task.id in receipt.seeds:
            cases, answers = certified(assignment, task, variant, receipt.seeds[task.id])
            known = [case.probe() for case in task.drawn(variant, "another seed")]
            for case, truth in zip(cases, answers["truth"]):
                if case.probe() not in known:
                    said = json.dumps([case.probe(), np.asarray(truth, float).tolist()])
                    numbers |= set(re.findall(r"\d\.\d{8,}", said))
    return {n[:10] for n in numbers if len(set(n[2:10])) > 2}       # 0.50000000 is no secret


def found_in(text: str, numbers: set[str]) -> list[str]:
    return [n for n in numbers if n in text]


def reference_values(assignment, receipt, variant) -> list[tuple[str, str]]:
    """Verdicts that are not full marks, each with every digit sequence of the right typed value."""
    verdicts = {v.task: v for v in receipt.verdicts}
    return [(verdicts[t.id].message, f"{abs(x):.3f}") for t in assignment.tasks
            if t.cases is None and t.kind.ask == "value" and t.id in verdicts
            and verdicts[t.id].points < verdicts[t.id].of
            for x in np.asarray(t.reference(assignment.truth, variant), float).ravel()
            if len(set(f"{abs(x):.3f}"[-3:])) > 1]


def test_nothing_secret_is_in_what_students_receive(course, pytestconfig):
    """No hidden input, no reference value, no other student's data in feedback or release.

    Not of every submission, see `searched`.
    """
    inputs = {}
    for receipt in searched(course, pytestconfig):
        assignment = book()[receipt.assignment]
        inputs[receipt.assignment, receipt.student] = hidden_numbers(course, receipt)
        variant = course.variants(assignment)["variants"][receipt.variant]
        if assignment.adopt is None:
            leaks = [(m, x) for m, x in reference_values(assignment, receipt, variant) if x in m]
            assert not leaks
    assert sum(map(len, inputs.values())) > 1000
    secret = course.secret.hex()
    everyone = {s.name for _, s in everybody(pytestconfig)}
    for (name, student), numbers in inputs.items():
        page = course.feedback / student / name / f"{name}.html"
        text = page.read_text()
        assert not found_in(text, numbers)
        assert secret not in text
        others = {s for s in everyone - {student, "akimova"} if re.search(rf"\b{s}\b", text)}
        assert not others


def test_snooping_finds_nothing(course, pytestconfig):
    names = [name for name, s in everybody(pytestconfig) if s.name == "lazutin"]
    assert len(names) >= 2
    for name in names:
        nb = (course.autograded / "lazutin" / name / f"{name}.ipynb").read_text()
        assert "snooped: 0" in nb and "robokit: not there" in nb


def test_feedback_needs_no_network_and_shows_no_raw_mathematics(course):
    pages = list(course.feedback.glob("*/*/*.html"))
    assert {page.parent.name for page in pages} == set(book())
    for page in pages:
        text = page.read_text()
        assert not re.search(r'(src|href)="(https?:)?//', text), page
        assert "<math" in text and "\\tau" not in re.sub(r"<annotation.*?</annotation>", "", text)


def test_a_student_is_told_what_was_wrong_with_the_file(course):
    name, told = next(iter(book())), "Your file was not as the course gave it out:"
    page = {s: (course.feedback / s / name / f"{name}.html").read_text()
            for s in ("akimova", "chernov", "fadeev")}
    assert told in page["chernov"] and "not a notebook" in page["chernov"]
    assert "hand it in again" in page["chernov"] and "What could be read" not in page["chernov"]
    assert told in page["fadeev"] and "deleted cell" in page["fadeev"]
    assert "hand it in again" not in page["fadeev"] and "What could be read" in page["fadeev"]
    assert told not in page["akimova"]


def test_the_gradebook_holds_what_the_verdicts_say(course):
    with Gradebook(f"sqlite:///{course.gradebook}") as gradebook:
        for receipt in receipts(course, book().values()):
            submission = gradebook.find_submission(receipt.assignment, receipt.student)
            grades = {g.name: g for n in submission.notebooks for g in n.grades}
            for v in receipt.verdicts:
                assert grades[v.task].auto_score == v.points
                assert not grades[v.task].needs_manual_grade


MARKED = re.compile(r'<tr><td><a href="#(\w+)">.*?</a></td>\n<td class="points">'
                    r'<span class="said" lang="en">([\d.]+) of ([\d.]+)</span>', re.DOTALL)


def test_a_page_shows_the_marks_of_each_task(course, pytestconfig):
    for receipt in searched(course, pytestconfig):
        name = receipt.assignment
        page = (course.feedback / receipt.student / name / f"{name}.html").read_text()
        shown = {task.removesuffix("_answer"): (points, of)
                 for task, points, of in MARKED.findall(page)}
        for v in receipt.verdicts:
            assert shown[v.task] == (f"{round(v.points, 2):g}", f"{v.of:g}"), (receipt.student, v)


def test_explanations_wait_for_a_reader_unless_empty(table):
    for name, a in book().items():
        assert table[name, "akimova"].waiting == sorted(a.manual)
    assert table[WHOLE, "tsoy"].waiting == table["project", "tsoy"].waiting == []


def test_a_manual_mark_survives_grading_again(course):
    name = next(iter(book()))
    task = next(iter(book()[name].manual))
    with Gradebook(f"sqlite:///{course.gradebook}") as gradebook:
        gradebook.find_grade(task, name, name, "akimova").manual_score = 2.5
        gradebook.db.commit()
    assert main(["grade", name, "--course", str(course.root), "--student", "akimova"]) == 0
    with Gradebook(f"sqlite:///{course.gradebook}") as gradebook:
        assert gradebook.find_grade(task, name, name, "akimova").manual_score == 2.5


def test_grading_again_gives_the_same_receipt(course):
    name = next(iter(book()))
    path = course.receipt(name, "osipov")
    before = path.read_text()
    assert main(["grade", name, "--course", str(course.root), "--student", "osipov",
                 "--jobs", "1"]) == 0
    assert path.read_text() == before


def test_resume_leaves_out_what_is_done(course):
    name = next(iter(book()))
    kept, redone = course.receipt(name, "akimova"), course.receipt(name, "yudina")
    redone.unlink()
    stamp = kept.stat().st_mtime_ns
    assert main(["grade", "--course", str(course.root), "--resume", "--jobs", "1"]) == 0
    assert redone.exists() and kept.stat().st_mtime_ns == stamp


def test_the_table_on_a_console_of_80_columns_leaves_nothing_out(course):
    for assignment in book().values():
        console = Console(width=80, record=True, file=io.StringIO())
        show(course, assignment, console)
        said = " ".join(console.export_text().split())
        for row in rows(course, assignment):
            marks = " ".join(_mark(x, str) for x in [*row.tasks.values(), row.score])
            assert f"{marks} " in said and row.student[:10] in said
            assert all(slip_title(assignment, m) in said for m in row.mistakes)
            assert all(" ".join(flag.split()) in said for flag in row.flags)


def test_marks_are_written_short():
    assert [_mark(x, str) for x in (None, 0, 0.5, 1.5, 10.5, 2.4, 20, 100.0)] == [
        "-", "0", "½", "1½", "10½", "2.4", "20", "100"]
    assert _mark(2.4, speaker(book()["a02_rotation"], "ru").say) == "2,4"


def test_csv(course, tmp_path, pytestconfig):
    assert main(["export", "--course", str(course.root), "--csv", str(tmp_path / "m.csv")]) == 0
    with open(tmp_path / "m.csv", encoding="utf-8-sig", newline="") as f:
        lines = list(csv.DictReader(f))
    assert len(lines) == len(everybody(pytestconfig))
    akimova = next(l for l in lines if l["student"] == "akimova")
    assert float(akimova["score"]) >= sum(t.points for t in book()[akimova["assignment"]].tasks)


@pytest.mark.parametrize("call,said", [
    (["grade", "a99"], "a99"), (["grade", "--student", "nobody"], "nobody"),
    (["grade", "--jobs", "0"], "jobs"), (["release", "--from", "nowhere"], "nowhere")])
def test_a_wrong_call_says_what_is_needed(course, call, said, capsys):
    assert main([*call, "--course", str(course.root)]) == 2
    assert said in capsys.readouterr().out


def test_an_unreleased_course_is_refused(tmp_path, capsys):
    assert main(["grade", "--course", str(tmp_path)]) == 2
    assert "released" in capsys.readouterr().out


def test_the_command_line_is_installed():
    tool = Path(sys.executable).parent / "autograde"
    done = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True)
    for command in ("release", "grade", "feedback", "report", "export", "regrade", "verify",
                    "variant"):
        assert command in done.stdout
