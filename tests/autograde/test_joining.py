"""An assignment joined from tasks of several of the book's, from release to the feedback page."""

import json
from pathlib import Path

import numpy as np
import pytest
from dealt import known

from autograde import sample
from autograde.authoring import faults
from autograde.cli import main
from autograde.course import released
from autograde.joining import differences, joined
from autograde.library import book, speaker
from autograde.mentions import renumbered
from autograde.parallel_text import cells, problems
from autograde.practice.joining import checks_of
from autograde.run.receipt import receipts
from autograde.runner.variant import as_variant
from autograde.settings import FILE
from autograde.textform import TextFormError, languages, read

NAME = "m01_turns"
TAKEN = ("a02_rotation/elementary", "a02_rotation/composition", "a02_rotation/components",
         "a03_positions/link_vector", "a02_rotation/explain_two_meanings")
FORM = """\
+++ {"cell": "head"}

# Test 1. Turns and links

{tasks}

+++ {"ru": "5a1d05-000000"}

# Контрольная 1. Повороты и звенья

{tasks}

""" + "".join(f'+++ {{"from": "{x}"}}\n\n' for x in (
    "a02_rotation/setup", "a02_rotation/identity", "a02_rotation/numbers", *TAKEN[:3],
    "a03_positions/numbers", "a03_positions/helpers", *TAKEN[3:]))
TASKS = """\
from autograde.joining import joined

from .checks import CHECKS, TAKEN

ASSIGNMENT = joined(*TAKEN, checks=CHECKS)
"""


def folder(root: Path, form: str = FORM, agreed: int = 0) -> Path:
    """An instructor's folder; agreed: what `check --agreed` ends with."""
    place = root / "mine" / NAME
    place.mkdir(parents=True)
    (place / f"{NAME}.md").write_text(form, "utf-8")
    (place / "tasks.py").write_text(TASKS)
    (place / "checks.py").write_text("from autograde.practice.joining import checks_of\n\n"
                                     f"TAKEN = {TAKEN!r}\nCHECKS = checks_of(*TAKEN)\n")
    assert main(["check", str(place), "--agreed"]) == agreed
    return place.parent


def command(course, *words) -> int:
    return main([*words, "--course", str(course.root)])


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("joined")
    mine = folder(root)
    course = known(root / "course", sets=1)
    path = course.root / FILE
    path.write_text(f'[course]\nlanguage = "ru"\n{path.read_text()}folders = ["{mine}"]\n'
                    f"[assignments.{NAME}.points]\ncomponents = 5\n")
    assert command(course, "release", NAME) == 0
    assignment = course.library[NAME]
    form, solutions = released(course, assignment), sample.solutions_of(assignment)
    turned = "\ncomposition = composition.T"
    for student, work in {"right": {}, "slip": {
            "composition": solutions["composition_answer"] + turned,
            "components": solutions["components_answer"]}}.items():
        paper = sample.Paper(form, solutions, student)
        paper.solve()
        for task, source in work.items():
            paper.write(f"{task}_answer", source)
        place = course.submitted / student / NAME
        place.mkdir(parents=True)
        (place / f"{NAME}.ipynb").write_bytes(paper.content())
    assert command(course, "grade", NAME, "--jobs", "1") == 0
    return course


def test_right_work_keeps_all_and_a_slip_is_charged_once(course):
    found = {r.student: {v.task: v for v in r.verdicts}
             for r in receipts(course, [course.library[NAME]])}
    assert [v.points for v in found["right"].values()] == [2, 2, 5, 1]
    assert [v.points for v in found["slip"].values()] == [2, 1, 5, 1]
    assert found["slip"]["composition"].mistake == "transposed"
    assert found["slip"]["components"].rule == "follow-through"


def test_pages_and_proof_follow(course, capsys):
    assert command(course, "feedback", NAME) == 0 and command(course, "verify", NAME) == 0
    page = (course.feedback / "slip" / NAME / f"{NAME}.html").read_text("utf-8")
    assert "Повороты и звенья" in page
    mistake = course.library[NAME].catalogue["transposed"]
    said = speaker(course.library[NAME], "ru").say(mistake.sees)
    assert said != mistake.sees and said[:30].lower() in page.lower()
    assert command(course, "sheet", NAME, "--student", "slip", "--html") == 0
    sheet = (course.root / "sheets" / NAME / "slip.html").read_text("utf-8")
    assert "v.a02_rotation.beta_deg" in sheet and "v.a03_positions.sigma" in sheet


def test_the_notebook_has_the_numbers_of_each_source_and_numbers_of_its_own_tasks(course):
    cells = {c.metadata.nbgrader.grade_id: c.source
             for c in released(course, course.library[NAME]).cells}
    assert [name for name in cells if name.startswith("numbers")] == ["numbers",
                                                                     "numbers_a03_positions"]
    assert "v.a02_rotation.a_uvw" in cells["components_task"]
    assert cells["components_task"].startswith("## 3. ") and "задачи 2" in cells["components_task"]
    table = json.loads((course.release / NAME / "variants.json").read_text())
    assert set(table["variants"][0]) == {"a02_rotation", "a03_positions"}
    assert (course.release / NAME / "checks.py").exists()


def test_checks_on_a_students_machine_see_the_numbers_of_their_source():
    checks = checks_of(*TAKEN)
    assert set(checks) == {"elementary", "composition", "components", "link_vector"}
    own = {"variant": as_variant({"a02_rotation": {"a_uvw": [3.0, 4.0, 0.0]}})}
    laws = checks["components"].function_laws
    assert [bool(f) for f in laws(np.array([0.0, 0.0, 5.0]), own)] == [True]
    assert [bool(f) for f in laws(np.array([0.0, 0.0, 6.0]), own)] == [False]


def test_the_words_are_those_of_the_book_in_every_language(tmp_path):
    path = folder(tmp_path) / NAME / f"{NAME}.md"
    assert problems(path, code=True) == [] and {c.taken for c in cells(path)} == {
        "", "a02_rotation", "a03_positions"}
    from autograde.library import in_folder
    assignment = in_folder(path.parent)
    assert languages(assignment) == ["en", "ru"] and not list(faults(assignment))
    there = read(book()["a03_positions"])
    here = read(assignment)

    def words(notebook, name):
        cell = next(c for c in notebook.cells if c.metadata.nbgrader.grade_id == name)
        return cell.source.partition(".* ")[2]
    assert words(here, "link_vector_task") == words(there, "link_vector_task")


@pytest.mark.parametrize("text,now,made", [
    ("see task 4, too", {4: 2}, "see task 2, too"),
    ("tasks 2 and 4", {2: 1, 4: 3}, "tasks 1 and 3"),
    ("tasks 2 and 4", {2: 1}, "tasks 2 and 4 of a05_x"),
    ("Tasks 8 to 11 need it", {8: 1, 9: 2, 10: 3, 11: 4}, "Tasks 8 to 11 of a05_x need it")])
def test_words_that_name_a_task_stay_true(text, now, made):
    assert renumbered(text, now, "a05_x", "en") == made


@pytest.mark.parametrize("taken,said", [
    (["a02_rotation/components"], "goes on from the student's own answers to composition"),
    (["a02_rotation/chain"], "there is no such task; a02_rotation has elementary_number"),
    (["a01_parameters/tensor", "a08_forces/tensor"], "another task of this name"),
    (["project/position"], "data of a student's own"),
    (["a77/x"], "got 'a77', needs one of")])
def test_what_cannot_be_joined_is_refused(taken, said):
    with pytest.raises(ValueError) as found:
        joined(*taken)
    assert said in str(found.value)


def test_steps_of_one_name_that_differ_are_found_by_trying():
    lone = joined("a14_generated_code/far_end")
    assert not list(differences(lone))
    mixed = joined("a13_statics/cosines", "a14_generated_code/far_end")
    assert "task far_end: another source has a step" in str(next(differences(mixed)))


def test_a_cell_that_is_not_there_is_named(tmp_path):
    folder(tmp_path, FORM.replace("a02_rotation/setup", "a02_rotation/settings"), agreed=2)
    with pytest.raises(TextFormError, match="a02_rotation/settings is no cell of a02_rotation"):
        cells(tmp_path / "mine" / NAME / f"{NAME}.md")
