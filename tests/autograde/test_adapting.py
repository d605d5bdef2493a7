"""The course's way with an assignment of the book: every command follows it, or says why not."""

import csv
import json
import shutil

import nbformat
import pytest
from dealt import known

from autograde import sample
from autograde.adapting import mentions
from autograde.cli import main
from autograde.course import Course, released
from autograde.library import book
from autograde.record.gradebook import scores
from autograde.record.rows import rows
from autograde.run.receipt import receipts
from autograde.settings import FILE, read_settings
from autograde.textform import read

NAME = "a02_rotation"
DROPPED = ("eps_symbolic", "chain_rate")
WAY = """
[assignments.a02_rotation]
drop = ["eps_symbolic", "chain_rate"]
points = {composition = 4, elementary = 2.5, explain_two_meanings = 6}

[assignments.a02_rotation.words]
components = {en = "Turn **this** vector.", ru = "Поверните **этот** вектор."}
identity_task = "Your id."

[assignments.a02_rotation.advice]
adjacent = {en = "Draw the joint.", ru = "Нарисуйте шарнир."}

[assignments.a02_rotation.slips.transposed]
sees = {en = "rows stand for columns.", ru = "строки стоят вместо столбцов."}
"""


def command(course, *words) -> int:
    return main([*words, "--course", str(course.root)])


def course_with(root, way=WAY, language="en") -> Course:
    course = known(root, sets=1)
    path = course.root / FILE
    path.write_text(f'[course]\nlanguage = "{language}"\n{path.read_text()}{way}')
    return course


def hand_in(course, **work) -> None:
    """Students -> task -> their own source; the rest is the instructor's solution."""
    assignment = course.library[NAME]
    form, solutions = released(course, assignment), sample.solutions_of(assignment)
    for student, answers in work.items():
        paper = sample.Paper(form, solutions, student)
        paper.solve()
        for task, source in answers.items():
            paper.write(f"{task}_answer", source)
        folder = course.submitted / student / NAME
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{NAME}.ipynb").write_bytes(paper.content())


TRANSPOSED = (sample.solutions_of(book()[NAME])["composition_answer"]
              + "\ncomposition = composition.T")
UNCLEAR = "def adjacent(alpha, beta, gamma, sigma, q):\n    return elementary('x', alpha + q)"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = course_with(tmp_path_factory.mktemp("way") / "course")
    assert command(course, "release", NAME) == 0
    hand_in(course, right={}, slip={"composition": TRANSPOSED}, unclear={"adjacent": UNCLEAR})
    assert command(course, "grade", NAME, "--jobs", "1") == 0
    assert command(course, "feedback", NAME) == 0
    return course


def verdicts(course) -> dict:
    return {r.student: {v.task: v for v in r.verdicts}
            for r in receipts(course, [course.library[NAME]])}


def test_the_notebook_has_the_points_the_words_and_no_dropped_task(course):
    notebook = released(course, course.library[NAME])
    cells = {c.metadata.nbgrader.grade_id: c for c in notebook.cells}
    assert not [name for name in cells if name.startswith(DROPPED)]
    assert cells["composition"].metadata.nbgrader.points == 4
    assert "*4 points, medium, section 2.3.*" in cells["composition_task"].source
    assert cells["components_task"].source == (
        "## 4. A vector in two frames\n\n*1 point, easy, (2.1).* Turn **this** vector.")
    assert cells["identity_task"].source == "Your id."
    head = cells["head"].source
    assert "**Points:** 23.5." in head and "about 80 minutes" in head
    rows = [line.split(" | ") for line in head.splitlines() if line.startswith("| ")][2:]
    assert [row[0].strip("| ") for row in rows] == ["1", "2", "3", "4", "6", "7", "8", "9", "11"]
    assert [row[2] for row in rows] == ["1", "2.5", "4", "1", "3", "3", "1", "2", "6"]


def test_what_lies_on_a_students_machine_knows_no_dropped_task(course):
    table = json.loads((course.release / NAME / "variants.json").read_text())
    assert set(table["kinds"]) == {t.id for t in book()[NAME].tasks} - set(DROPPED)
    assert table["points"]["composition"] == 4 and table["points"]["explain_two_meanings"] == 6


def test_marks_follow(course):
    found = verdicts(course)
    assert sum(v.points for v in found["right"].values()) == 17.5
    slip = found["slip"]["composition"]
    assert (slip.points, slip.of, slip.mistake) == (2, 4, "transposed")
    assert "rows stand for columns" in slip.message
    assert "Draw the joint." in found["unclear"]["adjacent"].message
    assert {row["max_score"] for row in scores(course, course.library[NAME]).values()} == {23.5}


def test_pages_exports_and_proof_follow(course, tmp_path, capsys):
    page = (course.feedback / "slip" / NAME / f"{NAME}.html").read_text()
    assert "rows stand for columns" in page and "2 of 4 points" in page
    assert "chain_rate" not in page and "eps_symbolic" not in page
    assert command(course, "report", NAME) == 0
    assert "3 Three turns, one after another (4)" in " ".join(capsys.readouterr().out.split())
    report = (course.root / "report" / f"{NAME}.html").read_text()
    assert "6 From one link to its neighbour" in report and "10 " not in [
        part[:3] for part in report.split("<tr><td>")]
    assert command(course, "export", NAME, "--csv", str(tmp_path / "all.csv")) == 0
    head = next(csv.reader((tmp_path / "all.csv").open()))
    assert not set(head) & set(DROPPED) and "composition" in " ".join(head)
    assert command(course, "verify", NAME) == 0
    assert command(course, "comment", NAME, "right", "1", "2", "3b") == 0
    assert "5 of 6" in capsys.readouterr().out
    comments = {row.student: row.comments for row in rows(course, course.library[NAME])}
    assert [*comments["right"]] == ["explain_two_meanings"] and not comments["slip"]
    assert command(course, "sheet", NAME, "--student", "right", "--html") == 0
    sheet = (course.root / "sheets" / NAME / "right.html").read_text()
    assert "Turn <strong>this</strong> vector" in sheet and "11. Explain" in sheet


def test_the_same_in_russian(tmp_path):
    course = course_with(tmp_path / "course", language="ru")
    assignment = course.library[NAME]
    cells = {c.metadata.nbgrader.grade_id: c.source for c in read(assignment, "ru").cells}
    assert cells["components_task"].endswith("Поверните **этот** вектор.")
    assert cells["composition_task"].splitlines()[2].startswith("*4 балла")
    assert "**Баллы:** 23,5." in cells["head"]
    from autograde.library import speaker
    say = speaker(assignment, "ru").say
    assert say(assignment["adjacent"].advice) == "Нарисуйте шарнир."
    assert say(assignment.catalogue["transposed"].sees) == "строки стоят вместо столбцов."
    assert speaker(assignment, "en").say(assignment["adjacent"].advice) == "Draw the joint."


def test_points_that_change_after_grading_ask_for_release_and_regrade(tmp_path, capsys):
    course = course_with(tmp_path / "course")
    assert command(course, "release", NAME) == 0
    assert "when work comes in" in " ".join(capsys.readouterr().out.split())
    hand_in(course, slip={"composition": TRANSPOSED})
    assert command(course, "grade", NAME, "--jobs", "1") == 0
    settings = (course.root / FILE).read_text()
    (course.root / FILE).write_text(settings.replace("composition = 4", "composition = 10"))
    assert command(course, "regrade", NAME) == 2
    assert "run: autograde release a02_rotation" in " ".join(capsys.readouterr().out.split())
    for words in ("grade", NAME, "--resume"), ("comment", NAME, "slip", "1", "2", "3b"):
        assert command(course, *words) == 2
        assert "run: autograde release a02_rotation" in " ".join(capsys.readouterr().out.split())
    writing = ("report",), ("export", "--csv", str(tmp_path / "all.csv")), ("feedback",)
    for words in writing:
        assert command(course, *words) == (2 if words == ("feedback",) else 0)
        told = " ".join(capsys.readouterr().out.split())
        assert told.count("than when it was released (composition); run: autograde release") == 1
        assert "autograde grade" not in told and "next: autograde comment" not in told
    assert command(course, "release", NAME) == 0
    assert "regrade says what it changes" in " ".join(capsys.readouterr().out.split())
    again = ("points of composition have changed since it was graded, and marks are still the old "
             f"ones: autograde regrade {NAME} --apply")
    for words in (*writing, ("status",), ("grade", NAME, "--resume", "--jobs", "1")):
        assert command(course, *words) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert told.count(again) == 1 and "next: autograde comment" not in told
    assert command(course, "regrade", NAME, "--apply") == 0
    assert "composition: 2 -> 5 of 10" in " ".join(capsys.readouterr().out.split())
    for words in (*writing, ("grade", NAME, "--resume", "--jobs", "1")):
        assert command(course, *words) == 0
        assert again not in " ".join(capsys.readouterr().out.split())
    row = scores(course, course.library[NAME])["slip"]
    assert (row["max_score"], row["tasks"]["composition"]) == (29.5, 5)
    assert command(course, "verify", NAME) == 0
    (course.root / FILE).write_text(settings.replace('"chain_rate"]', '"chain_rate", "lam_in_j"]'))
    assert command(course, "release", NAME) == 2
    assert "until the first work is graded" in " ".join(capsys.readouterr().out.split())


def test_words_that_name_a_dropped_task_are_named(tmp_path):
    course = course_with(tmp_path, '[assignments.a04_inverse]\ndrop = ["other_wrist"]\n')
    assignment = course.library["a04_inverse"]
    found = [str(x) for x in mentions(assignment, read(assignment))]
    assert [line.split()[2] for line in found] == ["numbers", "kawasaki_task"]
    assert all("task 12, other_wrist" in line for line in found)
    other = course_with(tmp_path / "b", '[assignments.a04_inverse]\ndrop = ["elbows"]\n')
    assignment = other.library["a04_inverse"]
    assert assignment.number("arm_branch") == book()["a04_inverse"].number("arm_branch") == 10


TABLE = "[assignments.a02_rotation]\n"


@pytest.mark.parametrize("way,said", [
    (TABLE + 'drop = ["chain"]', "[assignments.a02_rotation] drop: got 'chain', needs one of"),
    (TABLE + 'drop = ["lam_in_j"]', "chain_rate goes on from the student's own answer to lam_in_j"),
    (TABLE + "points = {chain = 3}", "points: got 'chain', needs one of"),
    ("[assignments.a02_rotation.advice]\nexplain_two_meanings = 'x'", "advice: got 'explain_two"),
    ("[assignments.a02_rotation.slips.transpose]\nsees = 'x'", "is 'transposed' meant?"),
    ("[assignments.a02_rotation.words]\nchain = 'x'", "words: got 'chain', needs a task or one of"),
    ("[assignments.a02_rotation.words]\nsetup = 'x'", "setup is a cell of code"),
    ("[assignments.a01_parameters]\ndrop = ['steiner']",
     "drop: the code of the cell link_tensor_answer uses steiner")])
def test_what_does_not_fit_is_refused_with_its_line(tmp_path, capsys, way, said):
    course = course_with(tmp_path / "course", way)
    name = next(iter(course.settings.ways))
    for words in (["check", name, "--variants", "1", "--jobs", "1"], ["release", name]):
        assert command(course, *words) != 0
        assert said in " ".join(capsys.readouterr().out.split())
    assert not (course.release / name).exists()


@pytest.mark.parametrize("way,said", [
    (TABLE + "drop = 'chain_rate'", "[assignments.a02_rotation] drop: got 'chain_rate', needs a "),
    (TABLE + "points = {adjacent = 0}", "task adjacent: got 0, needs a number more than 0"),
    (TABLE + "points = {adjacent = -1}", "task adjacent: got -1, needs a number more than 0"),
    (TABLE + "points = 3", "points: got 3, needs a table"),
    (TABLE + "tasks = 3", "got 'tasks', needs some of drop, points"),
    ("[assignments.a99]\ndrop = []", "unknown key or assignment in [assignments]: 'a99'"),
    ("[assignments]\na02_rotation = 3", "needs a table [assignments.a02_rotation]"),
    ("[assignments.a02_rotation.slips.transposed]\nhint = 'x'", "slips.transposed: got 'hint'"),
    ("[assignments.a02_rotation.advice]\nadjacent = {de = 'x'}", "adjacent: got {'de': 'x'}"),
    ("[assignments.a02_rotation.advice]\nadjacent = {ru = 'x'}", "got no words in 'en'")])
def test_a_wrong_form_stops_every_command(tmp_path, way, said):
    (tmp_path / FILE).write_text(way)
    with pytest.raises(ValueError) as found:
        read_settings(tmp_path)
    assert said in str(found.value) and str(found.value).startswith(str(tmp_path / FILE))


def test_the_folder_of_the_assignment_stays_as_it_is(course):
    assert book()[NAME].way is None and len(book()[NAME].tasks) == 10
    assert nbformat.v4.nbformat == 4 and book()[NAME]["composition"].points == 2


def test_a_mark_by_hand_above_lowered_points_is_named_and_goes_nowhere(course, tmp_path, capsys):
    own = Course(shutil.copytree(course.root, tmp_path / "course"))

    def said(status, *words):
        assert command(own, *words) == status
        return " ".join(capsys.readouterr().out.split())
    assert command(own, "comment", NAME, "right", "1", "2", "3", "--replace") == 0
    assert "by hand above" not in said(0, "status") + said(0, "regrade") + said(0, "verify")
    path = own.root / FILE
    path.write_text(path.read_text().replace("explain_two_meanings = 6",
                                             "explain_two_meanings = 1"))
    assert command(own, "release", NAME) == 0
    named = "right explain_two_meanings (6 of 1)"
    for words in (["status"], ["regrade"], ["regrade", "--apply"], ["feedback"], ["report"]):
        told = said(0, *words)
        assert told.count(named) == 1 and f"autograde comment {NAME} STUDENT" in told, words
    assert "marked by hand, 6 of 1: more than it is worth now" in said(1, "verify")
    assert "more than" not in said(0, "verify", "--student", "slip")
    for kind in ("csv", "table", "moodle", "canvas"):
        assert named in said(2, "export", f"--{kind}", str(tmp_path / "marks.csv"))
    assert named in said(2, "export", "--pages", str(tmp_path / "site"))
    assert not list(tmp_path.glob("marks.csv")) + list(tmp_path.glob("site"))
    assert command(own, "comment", NAME, "right", "1", "2", "3", "--replace") == 0
    assert "by hand above" not in said(0, "status") + said(0, "regrade")
    assert command(own, "verify") == 0
    assert command(own, "export", "--csv", str(tmp_path / "marks.csv")) == 0


def test_a_mark_by_hand_of_points_that_were_raised_asks_for_another_look(course, tmp_path, capsys):
    own = Course(shutil.copytree(course.root, tmp_path / "course"))
    marking, named = ("comment", NAME, "right", "1", "2", "3", "--replace"), (
        f"{NAME} STUDENT --task TASK ROW --replace, or formgrader: right explain_two_meanings")
    writing = ("report",), ("verify",), ("export", "--csv", str(tmp_path / "all.csv"))

    def told(*words):
        assert command(own, *words) == 0
        return " ".join(capsys.readouterr().out.split())
    told(*marking)
    path = own.root / FILE
    told("release", NAME)                   # nothing has changed
    assert not any(named in told(*words) for words in writing)
    path.write_text(path.read_text().replace("explain_two_meanings = 6",
                                             "explain_two_meanings = 8"))
    told("release", NAME)
    told("regrade", "--apply")
    for words in writing:
        assert told(*words).count(named) == 1, words
    assert "8 of 8" in told(*marking)
    assert not any(named in told(*words) for words in writing)
