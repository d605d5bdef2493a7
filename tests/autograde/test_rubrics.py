"""Explanations marked by hand: a rubric with ready comments, kept where formgrader keeps them."""

import dataclasses
from pathlib import Path

import nbformat
import pytest
from dealt import given_out, known
from nbgrader.api import Gradebook

from autograde import sample
from autograde.cli import _by_hand, main
from autograde.course import released
from autograde.judging.rubrics import marked
from autograde.library import book
from autograde.pages.statistics import by_hand
from autograde.record.gradebook import scores
from autograde.record.rows import rows

NAME, EXPLANATION = "a02_rotation", "explain_two_meanings"
ROWS = book()[NAME].rubrics[EXPLANATION]


def read_by_hand(name):
    """Explanation -> its points, in the notebook that is marked."""
    notebook = nbformat.read(book()[name].folder / f"{name}.ipynb", as_version=4)
    told = [cell.metadata.nbgrader for cell in notebook.cells]
    return {cell.grade_id: cell.points for cell in told if cell.grade and cell.solution}


@pytest.mark.parametrize("name", book())
def test_every_row_has_ready_comments_that_stand_for_themselves(name):
    rows = book()[name].rubrics
    assert {e: sum(r.points for r in rs) for e, rs in rows.items()} == read_by_hand(name)
    said = [text for rs in rows.values() for r in rs for text in (r.missing, r.begun)]
    assert len(set(said)) == len(said)
    assert all(5 <= len(text.split()) <= 40 and text[-1] in ".?" for text in said)


def test_no_comment_waits_for_an_explanation_that_is_gone():
    assert {e for a in book().values() for e in a.rubrics} == {
        e for name in book() for e in read_by_hand(name)}


def test_points_and_comment_follow_from_the_rows():
    assert marked(ROWS, ["1", "2", "3"]) == (3.0, "")
    points, text = marked(ROWS, ["3a", "1", "2b"], "Well drawn.")
    assert points == 1.5
    assert text == f"{ROWS[1].begun}\n\n{ROWS[2].missing}\n\nWell drawn."


@pytest.mark.parametrize("marks,said", [
    (["1", "2"], "row 3"), ([], "rows 1, 2, 3"), (["1", "1", "2", "3"], "'1'"),
    (["1", "2", "4"], "'4'"), (["1", "2", "3c"], "'3c'"), (["0", "1", "2", "3"], "'0'")])
def test_a_wrong_mark_is_named(marks, said):
    with pytest.raises(ValueError, match=said):
        marked(ROWS, marks)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = given_out(tmp_path_factory.mktemp("rubrics"), NAME)
    solutions = sample.solutions_of(book()[NAME])
    folder = course.submitted / "ivanova" / NAME
    folder.mkdir(parents=True)
    paper = sample.Paper(released(course, book()[NAME]), solutions, "ivanova").solve()
    (folder / f"{NAME}.ipynb").write_bytes(paper.content())
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    return course


def entered(course):
    with Gradebook(f"sqlite:///{course.gradebook}") as gradebook:
        place = EXPLANATION, NAME, NAME, "ivanova"
        grade, comment = gradebook.find_grade(*place), gradebook.find_comment(*place)
        return grade.manual_score, grade.needs_manual_grade, comment.comment


def comment(course, *words):
    return main(["comment", NAME, *words, "--course", str(course.root)])


def test_the_list_is_printed_without_a_student(capsys):
    assert main(["comment", NAME]) == 0
    out = capsys.readouterr().out
    assert all(text in out for row in ROWS for text in (row.text, row.missing, row.begun))


def test_what_is_entered_stays_and_reaches_the_page(course, capsys):
    assert entered(course) == (None, True, None)
    assert comment(course, "ivanova", "1", "2b", "3", "--say", "See **figure** 2.") == 0
    assert entered(course) == (2.5, False, f"{ROWS[1].begun}\n\nSee **figure** 2.")
    assert comment(course, "ivanova", "1", "2", "3") == 2           # not over what stands there
    assert "--replace" in capsys.readouterr().out
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    assert entered(course)[::2] == (2.5, f"{ROWS[1].begun}\n\nSee **figure** 2.")
    assert comment(course, "ivanova", "1", "2", "3a", "--replace") == 0
    assert entered(course) == (2.0, False, ROWS[2].missing)
    row = scores(course, book()[NAME])["ivanova"]
    assert row["tasks"][EXPLANATION] == 2.0 and row["waiting"] == []
    line, = by_hand(book()[NAME], rows(course, book()[NAME]))
    assert (line["read"], line["share"]) == (1, 2 / 3)              # what the class report says
    assert main(["feedback", "--course", str(course.root)]) == 0
    page = (course.feedback / "ivanova" / NAME / f"{NAME}.html").read_text("utf-8")
    assert ROWS[2].missing in page and ROWS[2].text not in page
    assert comment(course, "ivanova", "1", "2", "3", "--replace") == 0      # without a comment
    assert comment(course, "ivanova", "1", "2", "3a") == 2
    assert "ivanova has points by hand already: 3; to change: --replace" in capsys.readouterr().out


def test_a_student_without_an_entry_is_named(course, capsys):
    assert comment(course, "petrov", "1", "2", "3") == 2
    assert "petrov" in capsys.readouterr().out


def test_where_nothing_is_marked_by_hand_a_sentence_says_so():
    without = dataclasses.replace(book()["a02_rotation"], rubrics={})
    for task in (None, "explain_two_meanings"):
        with pytest.raises(ValueError, match="a02_rotation: nothing in it is marked by hand"):
            _by_hand(without, task)


# -- several explanations, and none ----------------------------------------------------------------
PENDULUM = "e01_pendulum"
OWN = Path(__file__).resolve().parents[1] / "own"


def pendulum(root, way=""):
    """One right submission of the assignment with two explanations, graded."""
    course = known(root, sets=1)
    path = course.root / "autograde.toml"
    path.write_text(f'{path.read_text()}folders = ["{OWN}"]\n{way}')
    assert main(["release", PENDULUM, "--course", str(course.root)]) == 0
    assignment = course.library[PENDULUM]
    paper = sample.Paper(released(course, assignment), sample.solutions_of(assignment), "ivanova")
    folder = course.submitted / "ivanova" / PENDULUM
    folder.mkdir(parents=True)
    (folder / f"{PENDULUM}.ipynb").write_bytes(paper.solve().content())
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    return course


def test_of_several_explanations_each_is_marked_by_its_own_rubric(tmp_path, capsys):
    course = pendulum(tmp_path / "course")

    def entered(*words):
        status = main(["comment", PENDULUM, "ivanova", *words, "--course", str(course.root)])
        return status, " ".join(capsys.readouterr().out.split())
    rubrics = course.library[PENDULUM].rubrics
    status, said = entered("1", "2")
    assert status == 2 and "got no --task, needs one of plot, explain" in said
    status, said = entered("--task", "plot")
    assert status == 0 and all(row.text in said for row in rubrics["plot"])
    assert not any(row.text in said for row in rubrics["explain"])
    assert "--task plot 1 2b, a word for each row" in said and "to see its picture" in said
    status, said = entered("--task", "explain")
    assert "--task explain 1, a word for each row" in said and "picture" not in said
    assert entered("--task", "plot", "1", "2b")[0] == 0
    assert scores(course, course.library[PENDULUM])["ivanova"]["waiting"] == ["explain"]
    assert entered("--task", "explain", "1a")[0] == 0
    row = scores(course, course.library[PENDULUM])["ivanova"]
    assert (row["tasks"]["plot"], row["tasks"]["explain"], row["waiting"]) == (1.5, 0, [])
    notebook = nbformat.read(course.autograded / "ivanova" / PENDULUM / f"{PENDULUM}.ipynb", 4)
    tables = [c.source for c in notebook.cells if c.source.startswith("**Rubric**")]
    assert [rows[0].text in text for rows, text in zip(rubrics.values(), tables)] == [True, True]
    assert [text.partition(" --task ")[2].partition("\n")[0] for text in tables] == [
        "plot 1 2b", "explain 1"]


def test_where_the_course_leaves_out_every_explanation_nothing_waits(tmp_path, capsys):
    course = pendulum(tmp_path / "course",
                      f'[assignments.{PENDULUM}]\ndrop = ["plot", "explain"]\n')
    for words in (["comment", PENDULUM], ["comment", PENDULUM, "ivanova", "1"]):
        assert main([*words, "--course", str(course.root)]) == 2
        assert "nothing in it is marked by hand" in " ".join(capsys.readouterr().out.split())
    for command in ("feedback", "report", "verify", "status"):
        assert main([command, "--course", str(course.root)]) == 0
    row = scores(course, course.library[PENDULUM])["ivanova"]
    assert (row["score"], row["max_score"], row["waiting"]) == (4, 4, [])
