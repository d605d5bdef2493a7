"""Explanations marked by hand: a rubric with ready comments, kept where formgrader keeps them."""

import pytest
from dealt import known
from nbgrader.api import Gradebook

from autograde import sample
from autograde.assignments import ASSIGNMENTS
from autograde.cli import main
from autograde.record import released, scores
from autograde.rubrics import READY, marked, rubric

NAME, EXPLANATION = "a02_rotation", "explain_two_meanings"
ROWS = rubric(ASSIGNMENTS[NAME])[EXPLANATION]


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_every_row_has_ready_comments_that_stand_for_themselves(name):
    assignment = ASSIGNMENTS[name]
    rows = rubric(assignment)
    assert {e: sum(r.points for r in rs) for e, rs in rows.items()} == assignment.manual
    said = [text for rs in rows.values() for r in rs for text in (r.missing, r.begun)]
    assert len(set(said)) == len(said)
    assert all(5 <= len(text.split()) <= 40 and text[-1] in ".?" for text in said)


def test_no_comment_waits_for_an_explanation_that_is_gone():
    assert set(READY) <= {e for a in ASSIGNMENTS.values() for e in a.manual}


def test_points_and_comment_follow_from_the_rows():
    assert marked(ROWS, ["1", "2", "3"]) == (3.0, "")
    points, text = marked(ROWS, ["3a", "1", "2b"], "Well drawn.")
    assert points == 1.5
    assert text == f"{ROWS[1].begun}\n\n{ROWS[2].missing}\n\nWell drawn."


@pytest.mark.parametrize("marks,said", [
    (["1", "2"], "row 3"), ([], "row 1, 2, 3"), (["1", "1", "2", "3"], "'1'"),
    (["1", "2", "4"], "'4'"), (["1", "2", "3c"], "'3c'"), (["0", "1", "2", "3"], "'0'")])
def test_a_wrong_mark_is_named(marks, said):
    with pytest.raises(ValueError, match=said):
        marked(ROWS, marks)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = known(tmp_path_factory.mktemp("rubrics"))
    assert main(["release", NAME, "--course", str(course.root)]) == 0
    solutions = sample.solutions_of(ASSIGNMENTS[NAME])
    folder = course.submitted / "ivanova" / NAME
    folder.mkdir(parents=True)
    paper = sample.Paper(released(course, ASSIGNMENTS[NAME]), solutions, "ivanova").solve()
    (folder / f"{NAME}.ipynb").write_bytes(paper.content())
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    return course


def entered(course):
    with Gradebook(f"sqlite:///{course.gradebook}") as book:
        place = EXPLANATION, NAME, NAME, "ivanova"
        grade, comment = book.find_grade(*place), book.find_comment(*place)
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
    row = scores(course, ASSIGNMENTS[NAME])["ivanova"]
    assert row["tasks"][EXPLANATION] == 2.0 and row["waiting"] == []
    assert main(["feedback", "--course", str(course.root)]) == 0
    page = (course.feedback / "ivanova" / NAME / f"{NAME}.html").read_text("utf-8")
    assert ROWS[2].missing in page and ROWS[2].text not in page


def test_a_student_without_an_entry_is_named(course, capsys):
    assert comment(course, "petrov", "1", "2", "3") == 2
    assert "petrov" in capsys.readouterr().out
