"""A second attempt: the better of both counts, and the mark is the same after everything."""

import json

import pytest
from dealt import given_out, on
from test_lateness import exported
from test_runs import attempt, run

from autograde.judging.verdict import Verdict
from autograde.library import book
from autograde.record.gradebook import scores
from autograde.run.receipt import Receipt, receipts
from autograde.run.second import FIRST, OVER, both
from autograde.settings import read_settings

NAME = "a02_rotation"
SETTINGS = """\
[late]
per_day = 0.1
[resubmission]
penalty = 0.2
[due]
a02_rotation = 2025-10-01T12:00:00Z
[second]
a02_rotation = 2025-10-10T12:00:00Z
"""
IN_TIME, LATE, SECOND, TOO_LATE = (f"2025-10-{when}:00:00 UTC" for when in (
    "01 10", "03 10", "05 10", "11 10"))
HALF, RIGHT = "dunaev", "akimova"
#: Student -> what was handed in first and then, and when.
CLASS = {
    "better": ((HALF, IN_TIME), (RIGHT, SECOND)),
    "worse": ((RIGHT, IN_TIME), (HALF, SECOND)),
    "over": ((HALF, IN_TIME), (RIGHT, TOO_LATE)),
    "in_time": ((HALF, IN_TIME), (RIGHT, "2025-10-01 11:30:00 UTC")),
    "late": ((HALF, LATE), (RIGHT, SECOND)),
    "once": (None, (RIGHT, LATE)),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Everybody's first attempt is graded; the second takes its place in submitted/."""
    course = given_out(tmp_path_factory.mktemp("second") / "course", NAME)
    (course.root / "autograde.toml").write_text(SETTINGS)
    for k in (0, 1):
        for student, handed_in in CLASS.items():
            if handed_in[k]:
                attempt(course, student, "", *handed_in[k])
        assert run(course, "grade", "--resume", "--jobs", "1") == 0
    return course


@pytest.fixture
def course(graded, desk):
    return on(desk, graded)


def found(course):
    return {r.student: r for r in receipts(course, [book()[NAME]])}


def test_the_better_attempt_counts(course, tmp_path):
    marks, read = exported(course, tmp_path), found(course)
    right, half = read["in_time"].points, read["over"].points
    assert right == book()[NAME].most and 0 < half < 0.8 * right
    assert marks == pytest.approx({
        "better": 0.8 * right, "worse": right, "over": half, "in_time": right,
        "late": 0.8 * right, "once": 0.8 * right})      # "once" is late by two begun days
    assert [name for name, r in read.items() if r.second] == ["better", "late"]
    assert [name for name, r in read.items() if r.other is None] == ["in_time", "once"]
    assert OVER in read["over"].flags and read["over"].attempt == read["worse"].attempt == FIRST
    assert Receipt.from_data(read["better"].other).points == half
    assert Receipt.from_data(read["worse"].other).points == half


def test_what_was_handed_in_first_is_kept(course):
    def same(student):
        there = course.submitted / student / NAME, course.attempts / student / NAME / FIRST
        return len({(folder / f"{NAME}.ipynb").read_bytes() for folder in there}) == 1
    assert {name: same(name) for name in CLASS} == {
        "better": False, "worse": False, "over": False, "late": False,
        "in_time": True, "once": True}          # until the deadline the last one is the first
    assert (course.attempts / "better" / NAME / FIRST / "timestamp.txt").read_text() == IN_TIME


def test_the_mark_is_the_same_before_and_after_everything(course, tmp_path):
    before = exported(course, tmp_path)
    stamps = {name: course.receipt(NAME, name).read_bytes() for name in CLASS}
    for words in (("verify",), ("feedback",), ("grade", "--resume", "--jobs", "1"),
                  ("regrade", "--apply"), ("grade", "--jobs", "1"), ("verify",)):
        assert run(course, *words) == 0, words
        assert exported(course, tmp_path) == before, words
    assert stamps == {name: course.receipt(NAME, name).read_bytes() for name in CLASS}


def test_an_explanation_loses_nothing_by_a_second_attempt(course, tmp_path):
    before = exported(course, tmp_path)
    for student in ("better", "worse"):
        assert run(course, "comment", NAME, student, "1", "2", "3") == 0
    marked = exported(course, tmp_path)
    assert {s: marked[s] - before[s] for s in ("better", "worse")} == pytest.approx(
        {"better": 3, "worse": 3})
    row = scores(course, book()[NAME])["better"]
    assert row["recorded_penalty"] == row["late_penalty"] == pytest.approx(
        0.2 * book()[NAME].most)
    (course.gradebook).unlink()
    assert run(course, "repair") == 0 and run(course, "verify") == 0
    assert exported(course, tmp_path) == marked


def test_the_page_says_how_the_mark_came_about(course):
    assert run(course, "feedback") == 0
    pages = {name: (course.feedback / name / NAME / f"{NAME}.html").read_text() for name in CLASS}
    assert "after a penalty for the second attempt" in pages["better"]
    assert "less 20 per cent" in pages["better"] and "The second attempt counts" in pages["better"]
    assert "The first attempt counts" in pages["worse"]
    assert "after its last moment. The first attempt counts" in pages["over"]
    assert "after its lateness" in pages["late"] and "after its lateness" not in pages["better"]
    assert "after a late penalty" in pages["once"]
    for name in ("in_time", "once"):
        assert "attempt counts" not in pages[name] and "<details>" not in pages[name]


@pytest.mark.parametrize("before,after", [
    ("penalty = 0.2", "penalty = 0.95"),                        # the first is worth more by now
    ("[second]\na02_rotation = 2025-10-10T12:00:00Z\n", "")])   # there is no second any more
def test_verify_finds_an_attempt_that_should_not_count(course, before, after, capsys):
    (course.root / "autograde.toml").write_text(SETTINGS.replace(before, after))
    assert run(course, "verify") == 1
    said = " ".join(capsys.readouterr().out.split())
    assert f"autograde grade {NAME} --student better" in said and "--student worse" not in said
    assert run(course, "grade", NAME, "--student", "better", "--jobs", "1") == 0
    assert not found(course)["better"].second


def test_verify_finds_a_changed_first_attempt(course, capsys):
    data = found(course)["better"].as_data()
    data["other"]["verdicts"][0]["points"] += 0.125
    course.receipt(NAME, "better").write_text(json.dumps(data))
    assert run(course, "verify") == 1
    assert "the attempt that does not count" in capsys.readouterr().out


def test_nobody_loses_by_a_second_attempt(tmp_path):
    """Whatever the points: what counts is worth no less than the first."""
    (tmp_path / "autograde.toml").write_text(SETTINGS)
    settings, counts = read_settings(tmp_path), set()
    for first in (0.0, 4.0, 10.0):
        for second in (0.0, 5.0, 10.0):
            pair = both(receipt(first, IN_TIME), receipt(second, SECOND), settings, None)
            assert pair.worth[pair.second_counts] == max(pair.worth) >= first
            counts.add(pair.second_counts)
    assert counts == {False, True}


def receipt(points, when):
    return Receipt("ana", NAME, 0, "", [Verdict("x", points, 10, "right", "")], [], {}, when)


@pytest.mark.parametrize("text,said", [
    ("[resubmission]\npenalty = 20", "needs a share from 0 to 1"),
    ("[resubmission]\npenalty = true", "needs a share from 0 to 1"),
    ("[second]\na02_rotation = 2025-10-10T12:00:00Z", "needs a time after the deadline"),
    (SETTINGS.replace("2025-10-10", "2025-09-10"), "needs a time after the deadline"),
    (SETTINGS.replace("penalty = 0.2", "policy = 'best'"), 'needs policy = "last"'),
    ("[second]\na99 = 2025-10-10T12:00:00Z", "unknown assignment in [second]"),
    ("[second]\na02_rotation = 3", "needs a date with time and time zone")])
def test_a_wrong_setting_is_refused(tmp_path, text, said):
    (tmp_path / "autograde.toml").write_text(text)
    with pytest.raises(ValueError) as e:
        read_settings(tmp_path)
    assert said in str(e.value)
