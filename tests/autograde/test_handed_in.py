"""What a submission's folder claims about itself, and where its marks and proof go."""

import csv
import os
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from dealt import known
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory

from autograde.course import Course
from autograde.library import book
from autograde.pages.feedback import _prove
from autograde.record import exports
from autograde.record.gradebook import for_formgrader
from autograde.record.rows import Row
from autograde.run.grading import _handed_in
from autograde.run.worker import Job, _late_save, _shared

NAME, DUE = "a02_rotation", "2025-10-01T12:00:00"


def job(root, student="ivanova", due=DUE, saved="2025-10-01 11:00:00"):
    handed_in = Job(root, NAME, student, due=due)
    handed_in.folder.mkdir(parents=True, exist_ok=True)
    path = handed_in.folder / f"{NAME}.ipynb"
    path.write_text("{}")
    time = datetime.fromisoformat(saved).replace(tzinfo=UTC).timestamp()
    os.utime(path, (time, time))
    return handed_in


@pytest.mark.parametrize("saved,stamp,due,flagged", [
    ("2025-10-01 11:00:00", "2025-10-01 11:05:00 UTC", DUE, False),
    ("2025-10-03 11:00:00", "2025-10-01 11:05:00 UTC", DUE, True),         # not when it says
    ("2025-10-03 11:00:00", "2025-10-01 14:30:00 Europe/Moscow", DUE, True),
    ("2025-10-03 11:00:00", "2025-10-03 11:05:00 UTC", DUE, False),        # late, and says so
    ("2025-10-03 11:00:00", None, DUE, False),                             # copied by hand
    ("2025-10-03 11:00:00", "2025-10-01 11:05:00 UTC", None, False)])
def test_a_time_stamp_that_the_file_contradicts_is_flagged(tmp_path, saved, stamp, due, flagged):
    handed_in = job(tmp_path, due=due, saved=saved)
    found = _late_save(handed_in, handed_in.notebook, stamp)
    assert found == ["saved after the deadline, stamped before it"] * flagged


def test_a_hard_link_is_flagged_with_the_other_name(tmp_path):
    one, other, third = (job(tmp_path, name) for name in ("ivanova", "petrov", "orlov"))
    assert _shared(one, one.notebook) == []
    other.notebook.unlink()
    other.notebook.hardlink_to(one.notebook)
    assert _shared(one, one.notebook) == ["hard link: the same file as petrov"]
    assert _shared(other, other.notebook) == ["hard link: the same file as ivanova"]
    (tmp_path / "kept.ipynb").hardlink_to(third.notebook)
    assert _shared(third, third.notebook) == ["hard link"]


def test_one_student_is_graded_in_what_is_there(tmp_path):
    job(tmp_path)
    course, both = Course(tmp_path), [book()["a01_parameters"], book()[NAME]]
    assert _handed_in(course, both, "ivanova") == both[1:]
    assert _handed_in(course, both, None) == _handed_in(course, both, "nobody") == both


def test_tasks_of_one_name_have_columns_of_their_own(tmp_path, monkeypatch):
    """Assignments may share a task's id; its marks must not stand in both columns."""
    first, other = book()["a05_velocities"], book()["a02_rotation"]
    shared = first.tasks[0].id
    twin = replace(other, name="a99", tasks=(first.tasks[0],))

    def rows(course, a):
        return [Row("ivanova", a.name, score=1.0, of=1.0, late_penalty=0.0,
                    tasks={t.id: len(a.name) for t in a.tasks}, mistakes=[], flags=[],
                    waiting=[], verdicts=[], auto=1.0)]
    monkeypatch.setattr(exports, "rows", rows)
    assert exports.write_csv(None, [first, other, twin], tmp_path / "m.csv", english=True) == 3
    with open(tmp_path / "m.csv", encoding="utf-8-sig", newline="") as f:
        head, *lines = csv.reader(f)
    assert len(set(head)) == len(head)
    found = [dict(zip(head, line)) for line in lines]
    assert [row[f"a05_velocities.{shared}"] for row in found] == ["14", "", ""]
    assert [row[f"a99.{shared}"] for row in found] == ["", "", "3"]
    assert [row["composition"] for row in found] == ["", "12", ""]


def test_the_proof_of_a_submission_lies_beside_its_page(tmp_path):
    mine, page, other = tmp_path / "mine", tmp_path / "page", tmp_path / "other"
    for folder in (mine, page, other):
        folder.mkdir()
    _prove(mine, page)
    assert not list(page.iterdir())
    (other / "submission_secret.txt").write_text("of another")
    (mine / "submission_secret.txt").symlink_to(other / "submission_secret.txt")
    _prove(mine, page)
    assert not list(page.iterdir()), "a link may lead to somebody else's proof"
    _prove(other, page)
    assert (page / "submission_secret.txt").read_text() == "of another"


def test_a_released_page_may_be_read_by_its_student(tmp_path):
    """In the course folder it is its owner's alone; the copy in the exchange has another name."""
    course, exchange = known(tmp_path / "course"), tmp_path / "exchange"
    exchange.mkdir(mode=0o777)
    exchange.chmod(0o777)
    folder = course.feedback / "ivanova" / NAME
    folder.mkdir(parents=True)
    for name, text in ((f"{NAME}.html", "<p>yours</p>"), ("timestamp.txt", "2030-10-01 10:00 UTC"),
                       ("submission_secret.txt", "a proof")):
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)
    config = for_formgrader(course)
    config.CourseDirectory.course_id, config.Exchange.root = "robots", str(exchange)
    directory = CourseDirectory(config=config, assignment_id=NAME)
    ExchangeFactory(config=config).ReleaseFeedback(coursedir=directory, config=config,
                                                   authenticator=Authenticator()).start()
    page, = (exchange / "robots" / "feedback").glob("*.html")
    assert page.read_text() == "<p>yours</p>" and page.stat().st_mode & 0o777 == 0o644
    assert (folder / f"{NAME}.html").stat().st_mode & 0o777 == 0o600
