"""An answer that is an arm is drawn on its feedback page, and gives nothing away."""

import base64
import gzip
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from dealt import dealt, given_out, hand_in_sample

from autograde.cli import main
from autograde.course import Course
from autograde.judging import Case, Shown, Task, Vector
from autograde.judging.arms import FILE, OPEN, drawings
from autograde.library import book
from autograde.pages.shown import FOLDER, figure, shown
from autograde.run.receipt import read_receipt
from autograde.runner.encode import encode
from robokit.kawasaki import fs20n
from robokit.rotation import tau_x, tau_y, tau_z
from robokit.scene import CannotBuild, bundle

NAME, TASK = "a04_inverse", "other_wrist"
OWN_FOLDER = Path(__file__).resolve().parents[1] / "own" / "e01_pendulum"
ASSIGNMENT = book()[NAME]
RIGHT, SLIPPED = "akimova", "slip_wrist_unbent"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Two submissions with their feedback pages."""
    course = given_out(tmp_path_factory.mktemp("shown") / "course", NAME)
    hand_in_sample(course, NAME, (RIGHT, SLIPPED))
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


def test_a_page_that_moves_begins_with_the_picture_in_its_language(course):
    """The two pictures differ in their words."""
    one = shown(course, ASSIGNMENT, receipt_of(course, SLIPPED))[TASK]
    assert one.png["en"] != one.png["ru"] and sorted(one.page) == sorted(one.png) * viewer_there()
    for language, page in one.page.items():
        assert base64.b64encode(one.png[language]).decode() in page


def test_an_answer_that_lost_nothing_is_not_drawn(course):
    page = (course.feedback / RIGHT / NAME / f"{NAME}.html").read_text("utf-8")
    assert "<figure" not in page and not (course.feedback / RIGHT / NAME / FOLDER).exists()


def test_what_is_drawn_follows_from_the_answer_alone(course):
    """To a task without a truth the same answer looks the same, to the last byte."""
    receipt = receipt_of(course, SLIPPED)
    before = shown(course, ASSIGNMENT, receipt)[TASK]
    v = course.variants(ASSIGNMENT)["variants"][receipt.variant]
    task = Task(TASK, 1, "-", Vector(6), reference=None,
                shows=drawings(ASSIGNMENT.folder)[TASK])
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


# -- arms as data ----------------------------------------
BOOK = [(name, task) for name in sorted(book()) for task in drawings(book()[name].folder)
        if name != "project"]


def truth(name, task, v):
    assignment = book()[name]
    return np.asarray(assignment[task].truth(assignment.truth, v, Case(())), float)


#: One of each kind in every run, all with --proof.
KINDS = {drawings(book()[name].folder)[task].table["answer"]: (name, task) for name, task in BOOK}


@pytest.mark.parametrize("name,task", [
    one if one in KINDS.values() else pytest.param(*one, marks=pytest.mark.proof) for one in BOOK])
def test_a_right_answer_stands_where_it_should_and_a_wrong_one_does_not(name, task):
    """Without the viewer, which has its own tests: the sentence and the picture."""
    one, v = drawings(book()[name].folder)[task], dealt(name, 2)[0]
    right = truth(name, task, v)
    good, wrong = one(v, right), one(v, right + 0.2)
    assert good.png["en"] != wrong.png["en"]
    if one.table["answer"] in ("reach", "place"):
        assert "0.00 m" in good.says and "0.00 m" not in wrong.says
    if one.table["answer"] == "rates":
        assert "by 0.00 m/s" in good.says and "by 0.00 m/s" not in wrong.says
    if one.table["answer"] == "frame":
        assert "beside" in good.says and "right angles" in wrong.says
    assert one(v, right * np.nan) is None


@pytest.mark.parametrize("name,task", [x for x in BOOK if x[1] in ("wrist_centre", "other_wrist",
                                                                  "shortest")])
def test_what_is_shown_before_the_deadline_holds_no_way_to_the_answer(name, task):
    """Only the frames of the arm; no closed inverse, no Jacobian and nothing of the truth."""
    one, v = drawings(book()[name].folder)[task], dealt(name, 2)[0]
    right = truth(name, task, v)
    slipped = right + np.linspace(0.02, 0.05, right.size)
    pages = one(v, slipped).page
    if not pages:
        pytest.skip("the viewer cannot be built here")
    for page in pages.values():
        spec = scene_of(page)
        packed = re.search(r'atob\("([^"]+)"\)', page)[1]
        script = gzip.decompress(base64.b64decode(packed)).decode()
        [held] = re.findall(r"globalThis\.arm_\w+ = .*?\nreturn \{ ([^}]*) \}", script, re.S)
        assert held == "n, sigma, limits, frames"
        assert not np.isclose(spec["start"]["q"], np.resize(right, len(spec["start"]["q"])),
                              atol=1e-4).all()


def test_a_wrist_centre_is_that_of_the_arm_that_is_drawn():
    """Forward from the angles that were drawn: origin 4 is where the answer says."""
    v = dealt(NAME, 2)[0]
    centre = truth(NAME, "wrist_centre", v) + [0.03, -0.02, 0.05]
    made = drawings(ASSIGNMENT.folder)["wrist_centre"](v, centre)
    if not made.page:
        pytest.skip("the viewer cannot be built here")
    spec, robot = scene_of(made.page["en"]), fs20n(**v["lengths"])
    s = robot.at(spec["start"]["q"])
    np.testing.assert_allclose(s.t(4), centre, atol=1e-9)
    P, Y, R = np.radians(v["angles_deg"])
    np.testing.assert_allclose(s.tau("B", "tool"), tau_x(P) @ tau_y(Y) @ tau_z(R), atol=1e-9)


@pytest.mark.parametrize("due,seen", [
    ("", {"omega": False}), ("2020-01-01T00:00:00Z", {"omega": True}),
    ("2100-01-01T00:00:00Z", {"omega": False})])
def test_what_stands_beside_the_truth_waits_for_the_deadline(due, seen, tmp_path):
    name = "a05_velocities"
    root = given_out(tmp_path / "course", name).root
    if due:
        with (root / "autograde.toml").open("a") as settings:
            settings.write(f"[due]\n{name} = {due}\n")
    answers = {"omega": {"type": "array", "shape": [3], "data": [0.1, 0.2, 0.3]}}
    receipt = SimpleNamespace(variant=0, answers=answers, verdicts=[
        SimpleNamespace(task="omega", points=0, of=2)])
    found = shown(Course(root), book()[name], receipt)
    assert {"omega": "omega" in found} == seen
    assert drawings(book()[name].folder)["omega"].table["answer"] not in OPEN


def test_a_second_attempt_keeps_it_waiting(tmp_path):
    name = "a05_velocities"
    root = given_out(tmp_path / "course", name).root
    with (root / "autograde.toml").open("a") as settings:
        settings.write(f"[due]\n{name} = 2020-01-01T00:00:00Z\n"
                       f"[second]\n{name} = 2100-01-01T00:00:00Z\n")
    answers = {"omega": {"type": "array", "shape": [3], "data": [0.1, 0.2, 0.3]}}
    receipt = SimpleNamespace(variant=0, answers=answers, verdicts=[
        SimpleNamespace(task="omega", points=0, of=2)])
    assert shown(Course(root), book()[name], receipt) == {}


def test_a_project_shows_its_own_robot():
    v = dealt("project", 1)[0]
    one = drawings(book()["project"].folder)["robot"]
    robot = v["robot"]
    row = [len(robot["sigma"]), *np.ravel(robot["sigma"]), *np.ravel(robot["angles"]),
           *np.ravel(robot["l"]), *np.ravel(robot["m"])]
    made = one({}, row)
    assert made.png["ru"][:4] == b"\x89PNG"
    assert one.always and not one.waits and "coordinates zero" in made.says
    if made.page:
        assert scene_of(made.page["en"])["arms"][0]["about"]["sigma"] == robot["sigma"]


def test_the_own_robot_stands_on_the_page_of_a_project_though_nothing_is_lost(tmp_path):
    course = given_out(tmp_path / "course", "project", 1)
    robot = dealt("project", 1)[0]["robot"]
    receipt = SimpleNamespace(variant=0, answers={"robot": encode(robot)}, verdicts=[
        SimpleNamespace(task="robot", points=2, of=2)])
    found = shown(course, book()["project"], receipt)
    assert set(found) == {"robot"} and "coordinates zero" in found["robot"].says


# -- an instructor's own -----------------------------------------------------------------------
OWN = """
[arms.two]
lengths = [0.5, "long"]
q = "q_deg"
[tasks]
tip = {arm = "two", answer = "place"}
"""


def test_an_own_assignment_has_arms_too(tmp_path):
    (tmp_path / FILE).write_text(OWN)
    made = drawings(tmp_path)["tip"]({"long": 0.4, "q_deg": [90, 0]}, [0, 0.8])
    assert "0.10 m" in made.says


@pytest.mark.parametrize("old,new,says", [
    ("lengths", "length", "two: got the key 'length', needs one of"),
    ("= \"two\"", "= \"three\"", "tip: got arm = 'three', needs one of two"),
    ("\"place\"", "\"spot\"", "tip: got answer = 'spot', needs one of joints"),
    ("[tasks]", "[tasks", "not TOML")])
def test_a_mistake_in_the_file_is_named(old, new, says, tmp_path):
    (tmp_path / FILE).write_text(OWN.replace(old, new, 1))
    with pytest.raises(ValueError, match=re.escape(says)):
        drawings(tmp_path)


def test_check_names_a_task_that_there_is_not(tmp_path, capsys):
    shutil.copytree(OWN_FOLDER, tmp_path / "e01_pendulum",
                    ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "e01_pendulum" / FILE).write_text(OWN)
    assert main(["check", str(tmp_path / "e01_pendulum")]) == 1
    assert "arms.toml: 'tip' is no task; tasks.py has torque, period" in " ".join(
        "".join(capsys.readouterr()).split())
