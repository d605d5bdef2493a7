"""Lateness costs a share of the final mark, whoever gave its parts and whenever it is asked for."""

import csv
import os
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from browser import browser
from dealt import given_out, on
from nbgrader.api import Gradebook
from test_runs import attempt, run

from autograde.library import book
from autograde.record.codes import code_of
from autograde.record.gradebook import Ledger, scores
from autograde.run import worker
from autograde.run.receipt import receipts
from autograde.run.worker import LATE_BY_SAVE, NO_TIME, Job, handed_in_at

NAME, LATE = "a02_rotation", "zimina"
SETTINGS = ("[late]\nper_day = 0.1\n[due]\n" f"{NAME} = 2025-10-01T12:00:00Z\n")
EXPLAINED = "explain_two_meanings"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """One submission of 50 hours after the deadline, one that was in time, and one unstamped."""
    course = given_out(tmp_path_factory.mktemp("late") / "course", NAME)
    (course.root / "autograde.toml").write_text(SETTINGS)
    attempt(course, LATE, "", "akimova", "2025-10-03 14:00:00 UTC")
    attempt(course, "early", "", "akimova", "2025-10-01 11:00:00 UTC")
    attempt(course, "unstamped", "", "akimova")
    saved = datetime(2025, 10, 22, 12, tzinfo=UTC).timestamp()
    os.utime(course.submitted / "unstamped" / NAME / f"{NAME}.ipynb", (saved, saved))
    assert run(course, "grade", "--jobs", "1") == 0
    return course


@pytest.fixture
def course(graded, desk):
    return on(desk, graded)


def exported(course, tmp_path):
    path = tmp_path / "marks.csv"
    assert run(course, "export", "--csv", str(path)) == 0
    with open(path, encoding="utf-8-sig", newline="") as f:
        return {row["student"]: float(row["score"]) for row in csv.DictReader(f) if row["score"]}


def by_hand(course, points, extra=0.0):
    """As formgrader writes it: the penalty in the gradebook stays as it was."""
    with Gradebook(f"sqlite:///{course.gradebook}") as b:
        grade = b.find_grade(EXPLAINED, NAME, NAME, LATE)
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = points, extra, False
        b.db.commit()


def recorded(course):
    with Gradebook(f"sqlite:///{course.gradebook}") as b:
        return b.find_submission_notebook(NAME, NAME, LATE).late_submission_penalty


def test_the_mark_is_the_same_before_and_after_everything(course, tmp_path):
    whole = exported(course, tmp_path)["early"]
    assert exported(course, tmp_path)[LATE] == pytest.approx(0.7 * whole)
    by_hand(course, 2.0, extra=1.0)
    due = pytest.approx(0.7 * (whole + 3))
    assert exported(course, tmp_path)[LATE] == due
    for words in (("verify",), ("feedback",), ("grade", "--resume", "--jobs", "1"),
                  ("grade", "--jobs", "1"), ("regrade", "--apply"), ("verify",)):
        assert run(course, *words) == 0, words
        assert exported(course, tmp_path)[LATE] == due, words
    assert recorded(course) == pytest.approx(0.3 * (whole + 3))
    receipt, = receipts(course, [book()[NAME]], LATE)
    with course.writing(), Ledger(course) as ledger:
        ledger.restate(book()[NAME], receipt)
    assert exported(course, tmp_path)[LATE] == due
    assert run(course, "comment", NAME, LATE, "1", "2", "3", "--replace") == 0
    marked = scores(course, book()[NAME])[LATE]
    assert marked["score"] == exported(course, tmp_path)[LATE]
    assert recorded(course) == marked["late_penalty"] == marked["recorded_penalty"]


def test_marks_by_hand_reach_the_penalty_that_nbgrader_shows(course, capsys):
    whole = scores(course, book()[NAME])["early"]["score"]
    by_hand(course, 2.0)
    assert run(course, "verify") == 0
    assert "1 late penalty in the gradebook is older than marks by hand" in " ".join(
        capsys.readouterr().out.split())
    assert run(course, "feedback") == 0
    assert recorded(course) == pytest.approx(0.3 * (whole + 2))
    assert run(course, "verify") == 0
    assert "older" not in capsys.readouterr().out.split("verify:")[0]


def test_verify_finds_a_penalty_that_does_not_follow(course, tmp_path, capsys):
    before = exported(course, tmp_path)
    with Gradebook(f"sqlite:///{course.gradebook}") as b:
        b.find_submission_notebook(NAME, NAME, LATE).late_submission_penalty = 0.5
        b.db.commit()
    assert run(course, "verify") == 1
    assert LATE in capsys.readouterr().out
    assert exported(course, tmp_path) == before     # it is worked out, not read


def test_an_extension_and_another_deadline_count_at_once(course, tmp_path):
    whole = exported(course, tmp_path)["early"]
    with Gradebook(f"sqlite:///{course.gradebook}") as b:
        b.grant_extension(NAME, LATE, days=2)
    assert exported(course, tmp_path)[LATE] == pytest.approx(0.9 * whole)
    (course.root / "autograde.toml").write_text(SETTINGS.replace("10-01T", "10-02T"))
    assert exported(course, tmp_path)[LATE] == pytest.approx(whole)
    assert run(course, "grade", "--jobs", "1") == 0
    assert exported(course, tmp_path)[LATE] == pytest.approx(whole)


ROSTER = "id,name,group\nzimina,Вера Зимина,A\nearly,,B\nunstamped,,B\nnobody,,B\n"
COURSE = '[course]\nroster = "students.csv"\n'


def listed(course, more):
    (course.root / "students.csv").write_text(ROSTER, "utf-8")
    (course.root / "autograde.toml").write_text(SETTINGS + more + COURSE)


@pytest.mark.parametrize("whose,costs", [
    ("groups.A", 0.1), ("students.Zimina", 0.1), ("groups.B", 0.3)])
def test_a_group_and_a_student_have_deadlines_of_their_own(course, tmp_path, whose, costs):
    """Also when the work was handed in and graded before; capitals are those of a folder."""
    listed(course, f"[due.{whose}]\n{NAME} = 2025-10-02T14:30:00Z\n")
    for words in ((), ("verify",), ("grade", "--jobs", "1"), ("verify",), ("feedback",)):
        assert not words or run(course, *words) in (0, words == ("verify",) and recorded(
            course) != 0), words
        found = exported(course, tmp_path)
        assert found[LATE] == pytest.approx((1 - costs) * found["early"]), words
    assert run(course, "verify") == 0


def test_a_students_own_deadline_goes_before_that_of_the_group(course, tmp_path):
    listed(course, f"[due.groups.A]\n{NAME} = 2025-10-02T14:30:00Z\n"
                   f"[due.students.zimina]\n{NAME} = 2025-10-04T00:00:00+03:00\n")
    found = exported(course, tmp_path)
    assert found[LATE] == pytest.approx(found["early"])
    assert run(course, "grade", "--jobs", "1") == 0 and run(course, "feedback") == 0
    page = (course.feedback / LATE / NAME / f"{NAME}.html").read_text("utf-8")
    assert ("Deadline 2025-10-04 00:00 +03:00 (set for this student or group); handed in "
            "2025-10-03 17:00 +03:00, on time.") in page


def test_the_tasks_of_a_row_less_the_penalty_are_the_score(course, tmp_path):
    """Those marked by hand, too; what nobody has read yet is empty, and no zero."""
    by_hand(course, 2.5)
    assert run(course, "export", "--csv", str(tmp_path / "all.csv")) == 0
    with open(tmp_path / "all.csv", encoding="utf-8-sig", newline="") as f:
        table = {row["student"]: row for row in csv.DictReader(f)}
    assert float(table[LATE]["late_penalty"]) > 0 and len(table) > 2
    for name, row in table.items():
        assert row[EXPLAINED] == ("2.5" if name == LATE else "")
        marks = [float(row[task] or 0) for task in book()[NAME].points]
        assert sum(marks) - float(row["late_penalty"]) == pytest.approx(float(row["score"]))


@pytest.mark.parametrize("more,said", [
    (f"[due.groups.C]\n{NAME} = 2025-10-02T14:30:00Z\n", "got 'C', needs a group of the roster: A"),
    (f"[due.students.zmina]\n{NAME} = 2025-10-02T14:30:00Z\n", "got 'zmina', who is not on")])
def test_a_deadline_of_nobody_is_refused(course, more, said, capsys):
    listed(course, more)
    assert run(course, "report") == 2 and said in " ".join(capsys.readouterr().out.split())


def test_whoever_handed_in_nothing_stands_in_report_and_exports(course, tmp_path, capsys):
    listed(course, "")
    with open(tmp_path / "all.csv", "w"):
        assert run(course, "export", "--csv", str(tmp_path / "all.csv")) == 0
    with open(tmp_path / "all.csv", encoding="utf-8-sig", newline="") as f:
        table = {row["student"]: row for row in csv.DictReader(f)}
    assert (table["nobody"]["score"], table["nobody"]["flags"]) == ("", "handed in nothing")
    assert (table[LATE]["name"], table[LATE]["group"]) == ("Вера Зимина", "A")
    capsys.readouterr()
    assert run(course, "report") == 0
    told, lost = capsys.readouterr().out, float(table[LATE]["late_penalty"])
    assert "1 x handed in nothing: nobody" in told and f"50.0 h, points: −{lost:g}: {LATE}" in told
    page = (course.root / "report" / f"{NAME}.html").read_text("utf-8")
    assert "1 student of the roster handed in nothing: nobody." in page
    assert f"<td>50.0 h, points: −{lost:g}</td>" in page and page.count(" h, points: −") == 2
    assert "<h2>Groups</h2>" in page and '<th scope="row">B</th><td class="n">3</td>' in page
    assert f"{book()[NAME].titles['composition']}" and "3 submissions" in page


def test_no_table_of_the_report_is_cut_on_a_desk(course):
    """Russian words are the widest."""
    listed(course, "")
    assert run(course, "report", "--language", "ru") == 0
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 1100, "height": 900})
        page.goto((course.root / "report" / f"{NAME}.html").as_uri())
        cut = page.evaluate("() => [...document.querySelectorAll('.scroll')]"
                            ".filter((box) => box.scrollWidth > box.clientWidth)"
                            ".map((box) => box.getAttribute('aria-label'))")
    assert not cut


def test_what_a_mark_came_from_is_told_by_its_code(course, capsys):
    listed(course, "")
    assert run(course, "feedback") == 0
    page = (course.feedback / LATE / NAME / f"{NAME}.html").read_text("utf-8")
    code = code_of(course, NAME, LATE)
    assert code in page and code != code_of(course, NAME, "early")
    capsys.readouterr()
    assert run(course, "why", code.replace("-", " ")) == 0
    told = capsys.readouterr().out
    assert f"{LATE}, variant" in told and "50.0 hours late, which costs 30 per cent" in told
    assert "rule: right" in told and "given: [" in told and "waits for a reader" in told
    assert run(course, "why", "000-000-000") == 2
    assert "is of no graded submission" in capsys.readouterr().out


def test_a_wrong_answer_is_told_with_what_would_have_earned_more(course, capsys):
    attempt(course, "slipped", "", "slip_transposed", "2025-10-01 11:00:00 UTC")
    assert run(course, "grade", "--student", "slipped", "--jobs", "1") == 0
    capsys.readouterr()
    assert run(course, "why", code_of(course, NAME, "slipped")) == 0
    told = capsys.readouterr().out
    assert "rule: one slip that is named" in told and "mistake: " in told
    assert told.count("all points for: ") == sum(
        v.points < v.of for v in receipts(course, [book()[NAME]], "slipped")[0].verdicts)


def test_the_status_says_what_comes_next(course, capsys):
    listed(course, "")
    attempt(course, "nobody", "", "akimova", "2025-10-01 11:00:00 UTC")
    assert run(course, "status") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"{NAME} 4/4 3 3 0 0 0" in told
    assert f"next: autograde grade --resume {NAME}" in told.splitlines()[-1]
    assert run(course, "grade", "--resume", "--jobs", "1") == 0
    capsys.readouterr()
    assert run(course, "status") == 0
    assert "formgrader: 4 wait for a reader" in " ".join(capsys.readouterr().out.split())


def test_a_notebook_without_time_stamp_is_dated_by_its_saving(course, tmp_path):
    """Saved three weeks after the deadline: late, and flagged; never late without a flag."""
    marks = exported(course, tmp_path)
    assert marks["unstamped"] == 0 < marks[LATE]
    receipt, = receipts(course, [book()[NAME]], "unstamped")
    assert receipt.dated == "saved" and LATE_BY_SAVE in receipt.flags
    assert receipt.timestamp == "2025-10-22 12:00:00 UTC"
    (course.submitted / "unstamped" / NAME / "timestamp.txt").write_text("2025-10-01 09:00:00 UTC")
    assert run(course, "grade", "--resume", "--jobs", "1") == 0
    assert exported(course, tmp_path)["unstamped"] == marks["early"]
    receipt, = receipts(course, [book()[NAME]], "unstamped")
    assert receipt.dated == "stamp" and LATE_BY_SAVE not in receipt.flags


@pytest.mark.parametrize("stamp,saved,due,expected", [
    ("2025-10-01 11:00:00 UTC", "2025-10-09", True, ("2025-10-01 11:00:00 UTC", "stamp", [])),
    (None, "2025-10-09", True, ("2025-10-09 00:00:00 UTC", "saved", [LATE_BY_SAVE])),
    (None, "2025-09-09", True, ("2025-09-09 00:00:00 UTC", "saved", [])),
    (None, "2025-10-09", False, (None, "", [])),
    ("soon", "2025-10-09", True, ("2025-10-09 00:00:00 UTC", "saved",
                                  ["timestamp unreadable", LATE_BY_SAVE]))])
def test_the_best_evidence_decides(tmp_path, stamp, saved, due, expected):
    job = Job(tmp_path, NAME, "ivanova", due="2025-10-01T12:00:00" if due else None)
    job.folder.mkdir(parents=True)
    job.notebook.write_text("{}")
    time = datetime.fromisoformat(saved).replace(tzinfo=UTC).timestamp()
    os.utime(job.notebook, (time, time))
    if stamp:
        (job.folder / "timestamp.txt").write_text(stamp)
    assert handed_in_at(job, job.folder) == expected


def test_a_notebook_copied_by_hand_is_not_late(tmp_path):
    """Its time is that of the copy, which says nothing of when it was saved."""
    job = Job(tmp_path, NAME, "ivanova", due="2025-10-01T12:00:00")
    job.folder.mkdir(parents=True)
    job.notebook.write_text("{}")
    assert handed_in_at(job, job.folder) == (None, "copied", [])
    job.notebook.chmod(0o600)
    assert handed_in_at(job, job.folder) == (None, "copied", [])
    time = datetime(2025, 10, 9, tzinfo=UTC).timestamp()
    os.utime(job.folder, (time, time))
    os.utime(job.notebook, (time + 1, time + 1))
    assert handed_in_at(job, job.folder)[1] == "copied", "an archive was unpacked with its times"


def test_a_time_that_is_no_date_is_flagged(tmp_path, monkeypatch):
    odd = SimpleNamespace(is_symlink=lambda: False, is_file=lambda: True,
                          stat=lambda: SimpleNamespace(st_mtime=1e15, st_ctime=0),
                          parent=tmp_path)
    monkeypatch.setattr(worker, "_notebook_in", lambda folder, name: odd)
    job = Job(tmp_path, NAME, "ivanova", due="2025-10-01T12:00:00")
    assert handed_in_at(job, job.folder) == (None, "", [NO_TIME])
