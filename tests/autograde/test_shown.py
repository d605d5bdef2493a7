"""An answer that is an arm is drawn on its feedback page, and gives nothing away."""

import json
import re

import numpy as np
import pytest
from dealt import given_out

from autograde import sample
from autograde.cli import main
from autograde.course import released
from autograde.judging import Shown, Task, Vector
from autograde.library import book
from autograde.pages.shown import FOLDER, figure, shown
from autograde.run.receipt import read_receipt
from robokit.kawasaki import fs20n
from robokit.scene import CannotBuild, bundle

NAME, TASK = "a04_inverse", "other_wrist"
ASSIGNMENT = book()[NAME]
RIGHT, SLIPPED = "akimova", "slip_wrist_unbent"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Two submissions with their feedback pages."""
    course = given_out(tmp_path_factory.mktemp("shown") / "course", NAME)
    release, solutions = released(course, ASSIGNMENT), sample.solutions_of(ASSIGNMENT)
    for student in sample.students(ASSIGNMENT):
        if student.name in (RIGHT, SLIPPED):
            paper = sample.Paper(release, solutions, student.name)
            student.fill(paper)
            folder = course.submitted / student.name / NAME
            folder.mkdir(parents=True)
            (folder / f"{NAME}.ipynb").write_bytes(paper.content())
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    assert main(["feedback", "--course", str(course.root)]) == 0
    return course


def receipt_of(course, student):
    return read_receipt(course.receipt(NAME, student))


def viewer_there():
    try:
        return bool(bundle())
    except CannotBuild:
        return False


def scene_of(page):
    """The description of the scene on a page; nothing is offered where it is a picture."""
    data = re.search(r'<script type="application/json">(.*?)</script>', page)
    return json.loads(data[1]) if data else {"offer": [], "draw": []}


def test_a_wrong_answer_is_drawn_where_it_puts_the_gripper(course):
    page = (course.feedback / SLIPPED / NAME / f"{NAME}.html").read_text("utf-8")
    [drawn] = re.findall(r"<figure>.*?</figure>", page, re.S)
    receipt = receipt_of(course, SLIPPED)
    v = course.variants(ASSIGNMENT)["variants"][receipt.variant]
    robot = fs20n(**v["lengths"])
    q = ASSIGNMENT[TASK].kind.read(receipt.answers[TASK])
    tip, goal = (robot.forward_kinematics(x)[0] for x in (q, np.radians(v["kawasaki_q_deg"])))
    assert f"its gripper is {np.linalg.norm(tip - goal):.2f} m from" in drawn
    assert f"x = {tip[0]:.2f}".replace("-", "−") in drawn
    assert 'src="data:image/png;base64,' in drawn
    moving = course.feedback / SLIPPED / NAME / FOLDER / f"{TASK}.html"
    assert moving.is_file() == (f'href="{FOLDER}/{TASK}.html"' in drawn) == viewer_there()


def test_an_answer_that_lost_nothing_is_not_drawn(course):
    page = (course.feedback / RIGHT / NAME / f"{NAME}.html").read_text("utf-8")
    assert "<figure" not in page and not (course.feedback / RIGHT / NAME / FOLDER).exists()


def test_what_is_drawn_follows_from_the_answer_alone(course):
    """To a task without a truth the same answer looks the same, to the last byte."""
    receipt = receipt_of(course, SLIPPED)
    before = shown(course, ASSIGNMENT, receipt)[TASK]
    v = course.variants(ASSIGNMENT)["variants"][receipt.variant]
    task = Task(TASK, 1, "-", Vector(6), reference=None, shows=ASSIGNMENT[TASK].shows)
    assert before.alt["ru"] != before.alt["en"]
    assert set(before.page) == set(before.alt) == {"en", "ru"}
    for page in before.page.values():
        assert "ghosts" not in scene_of(page)["offer"] + scene_of(page)["draw"]
    again = task.shows(v, ASSIGNMENT[TASK].kind.read(receipt.answers[TASK]))
    assert again == before


def test_what_cannot_be_drawn_leaves_the_page_as_it_is(course):
    receipt = receipt_of(course, SLIPPED)
    for answer in ({"type": "none"}, {"type": "array", "shape": [6], "data": [1e9] * 6}):
        receipt.answers[TASK] = answer
        assert shown(course, ASSIGNMENT, receipt) == {}
    assert shown(course, ASSIGNMENT, None) == {}
    assert "<script" not in figure(TASK, Shown("<script>", b"", '"<script>'))
