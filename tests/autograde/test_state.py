"""What is lost, cut off, damaged or open to others: named, with what to do, and never silent."""

import csv
import json
import os
import shutil
import sqlite3
import stat
from dataclasses import replace

import pytest
from dealt import SECRET, given_out, known, on
from nbgrader.api import Gradebook
from test_record import content
from test_runs import attempt, run

from autograde.course import Course
from autograde.library import book
from autograde.record import release as releasing
from autograde.record.exports import inert
from autograde.record.gradebook import _Form, scores
from autograde.record.state import state
from autograde.record.status import standings
from autograde.run import grading
from autograde.run.receipt import receipts
from autograde.run.worker import guarded
from autograde.settings import read_settings

NAME = "a02_rotation"
STORIES = {"akimova": "akimova", "lena": "slip_transposed", "tsoy": "tsoy"}
SETTINGS = f"[assignments]\nvariants = 4\n[late]\nper_day = 0.1\n[due]\n{NAME} = " \
           "2025-10-01T12:00:00Z\n"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    course = given_out(tmp_path_factory.mktemp("state") / "course", NAME, 4)
    (course.root / "autograde.toml").write_text(SETTINGS)
    for student, story in STORIES.items():
        attempt(course, student, "", story, "2025-10-02 11:00:00 UTC")
    assert run(course, "grade", "--jobs", "1") == 0
    return course


@pytest.fixture
def course(graded, desk):
    return on(desk, graded)


def exported(course, tmp_path):
    tables = []
    for kind in ("csv", "moodle"):
        path = tmp_path / f"{kind}.csv"
        assert run(course, "export", f"--{kind}", str(path)) == 0
        with open(path, encoding="utf-8-sig", newline="") as f:
            tables.append({row[0]: row for row in csv.reader(f)})
    return tables


def said(capsys):
    return " ".join(capsys.readouterr().out.split())


# -- receipts, gradebook, folders --------------------------------------------------------------
def test_a_receipt_that_was_cut_off_drops_nobody(course, tmp_path, capsys):
    before, moodle = exported(course, tmp_path)
    path = course.receipt(NAME, "lena")
    path.write_text(path.read_text()[:100])
    capsys.readouterr()
    after, there = exported(course, tmp_path)
    assert after.keys() == before.keys() and there == moodle
    assert after["lena"][2] == before["lena"][2] and "no whole receipt" in after["lena"][-2]
    assert "1 x no whole receipt" in said(capsys)
    assert run(course, "report") == 0
    out = said(capsys)
    assert "lena" in out and "no whole receipt" in out
    assert "lena" in (course.root / "report" / f"{NAME}.html").read_text()
    assert run(course, "verify") == 1 and "lena" in said(capsys)
    assert run(course, "grade", "--resume", "--jobs", "1") == 0
    assert run(course, "verify") == 0 and exported(course, tmp_path)[0] == before


def test_an_entry_that_the_gradebook_has_lost_is_named_and_has_no_mark(course, tmp_path, capsys):
    before = scores(course, book()[NAME])
    with Gradebook(f"sqlite:///{course.gradebook}") as b:
        b.remove_submission(NAME, "lena")
    table, moodle = exported(course, tmp_path)
    assert table["lena"][2] == "" and "lena" not in moodle
    assert "autograde repair: lena" in said(capsys)
    assert run(course, "verify") == 1
    assert run(course, "repair") == 0 and "1 entries made" in said(capsys)
    assert scores(course, book()[NAME]) == before and run(course, "verify") == 0


def test_what_is_not_graded_is_named(course, tmp_path, capsys):
    attempt(course, "newcomer", "", "tsoy")
    table, moodle = exported(course, tmp_path)
    assert table["newcomer"][2] == "" and "not graded" in table["newcomer"][-2]
    assert "newcomer" not in moodle
    shutil.rmtree(course.submitted / "akimova")
    (course.submitted / "your_id" / NAME).mkdir(parents=True)
    found = state(course, book()[NAME])
    assert (found.ungraded, found.gone, found.misnamed) == (["newcomer"], ["akimova"], ["your_id"])
    capsys.readouterr()
    assert run(course, "report") == 0
    out = said(capsys)
    assert all(name in out for name in ("newcomer", "your_id", "no longer in submitted/: akimova"))
    assert run(course, "verify") == 0


def test_a_student_of_whom_there_is_nothing_is_refused_with_a_hint(course, capsys):
    capsys.readouterr()
    for words, told in ((["regrade"], "of whom nothing is graded in"),
                        (["regrade", "--task", "composition"], "of whom nothing is graded in"),
                        (["verify"], "of whom nothing is graded in"),
                        (["grade"], "who handed in nothing for")):
        assert run(course, *words, "--student", "tsoj") == 2
        out = said(capsys)
        assert f"got 'tsoj', {told} {NAME}" in out and "; is 'tsoy' meant?" in out
        assert run(course, *words, "--student", "xxx") == 2 and "meant" not in said(capsys)


def test_an_export_into_a_folder_that_is_not_there(course, tmp_path, capsys):
    to = str(tmp_path / "no" / "marks.csv")
    for words in (["--csv", to], ["--moodle-pages", to], ["--worksheet", "w.csv", to]):
        assert run(course, "export", NAME, *words) == 2
        out = said(capsys)
        assert f"there is no folder {tmp_path / 'no'}; make it first" in out
        assert "missing" not in out and "upload" not in out


def test_without_a_page_there_is_no_archive_to_upload(course, tmp_path, capsys):
    for told in ("has no feedback page yet; type autograde feedback",
                 "no page has a folder of Moodle's: needs work that was collected"):
        capsys.readouterr()
        assert run(course, "export", NAME, "--moodle-pages", str(tmp_path / "p.zip")) == 2
        out = said(capsys)
        assert told in out and "next:" not in out and not (tmp_path / "p.zip").exists()
        page = course.feedback / "lena" / NAME / f"{NAME}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("x")


def test_work_in_a_place_where_nobody_looks_is_named(course, capsys):
    for place in ("petrov/k01_brosk/k01_brosok.ipynb", f"{NAME}/petrov/{NAME}.ipynb",
                  "kuznetsov.ipynb", f"petrov/{NAME}.ipynb", "lena/notes/notes.txt",
                  "petrov/.ipynb_checkpoints/x.ipynb"):
        path = course.submitted / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    assert course.strays == [f"{NAME}/petrov", "kuznetsov.ipynb", f"petrov/{NAME}.ipynb",
                             "petrov/k01_brosk"]
    capsys.readouterr()
    for words in (["status"], ["grade", "--resume", "--jobs", "1"], ["report"]):
        assert run(course, *words) == 0
        out = said(capsys)
        assert out.count("4 x in a place where nothing is looked for: a02_rotation/petrov") == 1
        assert out.count("kuznetsov.ipynb") == out.count("petrov/k01_brosk") == 1


def test_who_is_on_no_roster_is_counted_beside_it(course, capsys):
    (course.root / "students.csv").write_text("id\nAkimova\ntsoy\npetrov\n")
    with (course.root / "autograde.toml").open("a") as settings:
        settings.write('\n[course]\nroster = "students.csv"\n')
    capsys.readouterr()
    assert run(course, "status") == 0
    out = said(capsys)
    assert "2/3 + 1" in out and f"{NAME}: 1 is not on the roster and has handed in: lena" in out
    course.gradebook.unlink()                   # as before anything is graded
    shutil.rmtree(course.receipts)
    [one] = standings(course, [book()[NAME]])
    assert (one.handed_in_of, one.absent) == ("2/3 + 1", 1)


def test_a_receipt_in_the_place_of_another_is_no_receipt(course):
    shutil.copy(course.receipt(NAME, "akimova"), course.receipt(NAME, "tsoy"))
    assert [r.student for r in receipts(course, [book()[NAME]])] == ["akimova", "lena"]
    assert state(course, book()[NAME]).cut == ["tsoy"]


# -- the secret ----------------------------------------------------------------------------------
@pytest.mark.parametrize("text", ["", "5e", "5e" * 31, "xy" * 32, None])
@pytest.mark.parametrize("command", ["verify", "grade", "release"])
def test_a_lost_or_damaged_secret_is_never_replaced(course, text, command, capsys):
    path = course.root / "secret.key"
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    words = (command, "--jobs", "1") if command == "grade" else (command,)
    assert run(course, *words) == 2
    assert "put back your copy" in said(capsys)
    assert (path.read_text() if text is not None else not path.exists()) == (
        text if text is not None else True)
    path.write_text(SECRET + "\n")
    assert run(course, "verify") == 0


def test_a_secret_is_made_once_and_whole(tmp_path, monkeypatch):
    one, other = Course(tmp_path / "a"), Course(tmp_path / "a")
    link = os.link

    def beaten(source, target):             # another process makes it in between
        monkeypatch.setattr(os, "link", link)
        assert len(other.secret) == 32
        link(source, target)

    monkeypatch.setattr(os, "link", beaten)
    assert one.secret == other.secret
    assert [p.name for p in one.root.iterdir()] == ["secret.key"]
    assert stat.S_IMODE((one.root / "secret.key").stat().st_mode) == 0o600


# -- the gradebook -------------------------------------------------------------------------------
HARM = {"gone": lambda p: p.unlink(), "empty": lambda p: p.write_bytes(b""),
        "text": lambda p: p.write_text("not a database" * 100),
        "cut": lambda p: os.truncate(p, p.stat().st_size // 3),
        "overwritten": lambda p: p.write_bytes(
            p.read_bytes()[:4096] + b"\xff" * (p.stat().st_size - 4096))}


@pytest.mark.parametrize("harm", HARM)
def test_a_lost_gradebook_is_made_anew_with_marks_by_hand(course, harm, tmp_path, capsys):
    assert run(course, "comment", NAME, "lena", "1", "2", "3b", "--say", "The sketch.") == 0
    assert run(course, "report") == 0
    before, rows = scores(course, book()[NAME]), content(course)
    HARM[harm](course.gradebook)
    capsys.readouterr()
    for words in (("export", "--csv", str(tmp_path / "x.csv")), ("report",), ("verify",),
                  ("feedback",), ("grade", "--jobs", "1"), ("regrade",), ("release", NAME)):
        if words != ("regrade",):
            assert run(course, *words) == 2, words
            assert "autograde repair" in said(capsys), words
    assert run(course, "repair") == 0
    out = said(capsys)
    assert "3 entries made from receipts" in out and "2 marks and comments by hand" in out
    assert scores(course, book()[NAME]) == before
    after = content(course)
    assert {t: len(r) for t, r in after.items()} == {t: len(r) for t, r in rows.items()}
    assert after["grade"] == rows["grade"] and after["comment"] == rows["comment"]
    assert run(course, "verify") == 0
    assert run(course, "repair") == 0 and "3 were there" in said(capsys)


def test_without_any_copy_repair_says_what_cannot_be_had_again(course, capsys):
    course.gradebook.unlink()
    course.kept_gradebook.unlink(missing_ok=True)
    (course.autograded / "lena" / NAME / f"{NAME}.ipynb").unlink()
    (course.rebuilt / "lena" / NAME / f"{NAME}.ipynb").unlink()
    capsys.readouterr()
    assert run(course, "repair") == 0
    out = said(capsys)
    assert "enter them again" in out and "grade them again: lena" in out
    assert run(course, "verify") == 0
    assert run(course, "report") == 0


def test_a_gradebook_that_cannot_be_written_is_read(course, tmp_path, capsys, monkeypatch):
    """Root may write anything, so the answer of the system is put in its place."""
    monkeypatch.setattr("autograde.record.gradebook.os.access", lambda *_: False)
    assert exported(course, tmp_path) and run(course, "report") == 0 and run(course, "verify") == 0
    for words in (("grade", "--jobs", "1"), ("comment", NAME, "lena", "1", "2", "3")):
        capsys.readouterr()
        assert run(course, *words) == 2 and "read-only" in said(capsys)


def test_one_students_missing_file_costs_nobody_else_a_page(course, capsys):
    (course.autograded / "lena" / NAME / f"{NAME}.ipynb").unlink()
    (course.rebuilt / "lena" / NAME / f"{NAME}.ipynb").unlink()
    assert run(course, "feedback") == 1
    out = said(capsys)
    assert "feedback: 2 pages" in out and "no page for lena" in out
    assert (course.feedback / "tsoy" / NAME / f"{NAME}.html").exists()
    assert run(course, "report") == 0
    assert run(course, "grade", NAME, "--student", "lena", "--jobs", "1") == 0
    assert run(course, "feedback") == 0


# -- a full disk ---------------------------------------------------------------------------------
def files(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("moment", ["notebook", "numbers"])
def test_a_disk_that_is_full_during_release_leaves_the_release_of_before(course, moment,
                                                                          monkeypatch, capsys):
    before = files(course.release), files(course.source)

    def full(*_, **__):
        raise OSError(28, "No space left on device", "somewhere")

    with monkeypatch.context() as m:
        if moment == "notebook":
            m.setattr(releasing.nbformat, "write", full)
        else:
            m.setattr(releasing, "write_atomically", full)
        assert run(course, "release", NAME) == 2
    assert "make room on the disk" in said(capsys)
    assert (files(course.release), files(course.source)) == before
    assert run(course, "release", NAME) == 0 and run(course, "verify") == 0
    assert (files(course.release), files(course.source)) == before


def test_a_full_disk_while_grading_keeps_the_receipts(course, monkeypatch, capsys):
    before = {p: p.read_text() for p in (course.receipts / NAME).glob("*.json")}

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as m:
        m.setattr("autograde.record.gradebook._Form.write", full)
        assert run(course, "grade", "--jobs", "1") == 2
    assert "no room on the disk" in said(capsys)
    assert {p: p.read_text() for p in (course.receipts / NAME).glob("*.json")} == before
    assert run(course, "verify") == 0


def test_one_that_cannot_be_written_costs_those_that_came_with_it_nothing(course, monkeypatch,
                                                                          capsys):
    """All come at once; the one is named, and its receipt is what it was."""
    write, before = _Form.write, {p.stem: p.read_text()
                                  for p in (course.receipts / NAME).glob("*.json")}
    bad, *others = sorted(before)

    def broken(form, student, *rest):
        if student == bad:
            raise OSError("the folder is gone")
        write(form, student, *rest)

    with monkeypatch.context() as m:
        m.setattr(_Form, "write", broken)
        m.setattr(grading, "results", lambda todo, *_: [[(job, guarded(job)) for job in todo]])
        for name in others:
            course.receipt(NAME, name).unlink()
        assert run(course, "grade") == 2
    assert f"not recorded, grade again with --resume: {bad} ({NAME})" in said(capsys)
    assert {p.stem: p.read_text() for p in (course.receipts / NAME).glob("*.json")} == before
    assert run(course, "verify") == 0


# -- who may read it -----------------------------------------------------------------------------
def open_to_others(root, but=()):
    return [p for p in [root, *root.rglob("*")] if p.lstat().st_mode & 0o077
            and not p.is_symlink() and p.relative_to(root).parts[:1] not in but]


def test_nobody_else_may_read_a_course_from_the_first_file_on(tmp_path, monkeypatch):
    """The command makes the folder itself; two sets of numbers are enough."""
    monkeypatch.setattr("autograde.course.read_settings",
                        lambda root: replace(read_settings(root), variants=2))
    before = os.umask(0)
    try:
        course = Course(tmp_path / "course")
        assert run(course, "release", NAME) == 0
        assert open_to_others(course.root) == []
        attempt(course, "lena", "", "tsoy")
        assert run(course, "grade", "--jobs", "1") == 0
        assert run(course, "feedback") == 0 and run(course, "report") == 0
        assert run(course, "export", "--csv", str(course.root / "marks.csv")) == 0
        assert open_to_others(course.root, but=[("submitted",)]) == []
        assert not course.submitted.stat().st_mode & 0o077
        assert os.umask(0) == 0, "the caller's own umask comes back"
    finally:
        os.umask(before)


def test_a_folder_that_stood_open_is_closed_and_said_so(course, capsys):
    course.root.chmod(0o755)
    course.gradebook.chmod(0o644)
    course.receipt(NAME, "lena").chmod(0o644)
    course.receipts.chmod(0o755)
    assert run(course, "verify") == 0
    assert "was open to others (mode 755)" in said(capsys)
    assert open_to_others(course.root, but=[("submitted",), ("release",), ("source",)]) == []
    assert run(course, "verify") == 0 and "open" not in said(capsys)


def test_a_folder_that_is_no_course_is_left_alone(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    assert run(Course(folder), "verify") == 2 and run(Course(folder), "mistakes", NAME) == 0
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755 and list(folder.iterdir()) == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root may give files to any group")
def test_a_group_of_instructors_may_read_and_write(tmp_path, capsys):
    import grp
    group = next(g for g in grp.getgrall() if g.gr_gid not in (0, os.getgid()))
    course = Course(tmp_path / "course")
    course.root.mkdir()
    (course.root / "autograde.toml").write_text(
        f"[assignments]\nvariants = 1\n[course]\ngroup = '{group.gr_name}'\n")
    assert run(course, "release", NAME) == 0
    assert stat.S_IMODE(course.root.stat().st_mode) == 0o2770
    for path in [course.gradebook, course.root / "secret.key", course.release / NAME]:
        assert path.stat().st_gid == group.gr_gid and path.stat().st_mode & 0o077 in (0o60, 0o70)
    (course.root / "autograde.toml").write_text("[course]\ngroup = 'no such group'\n")
    capsys.readouterr()
    assert run(course, "verify") == 2 and "needs a group of this machine" in said(capsys)


# -- links, formulas, numbers --------------------------------------------------------------------
def test_a_student_folder_that_is_a_link_is_not_followed(course):
    shutil.rmtree(course.submitted / "tsoy")
    (course.submitted / "tsoy").symlink_to("akimova")
    (course.attempts / "lena").parent.mkdir()
    (course.attempts / "lena").symlink_to(course.submitted / "akimova")
    assert run(course, "grade", "--jobs", "1") == 0
    receipt, = receipts(course, [book()[NAME]], "tsoy")
    assert receipt.points == 0 and receipt.submission == "none"
    assert any("link" in flag for flag in receipt.flags)
    assert course.earlier(NAME, "lena") == []
    assert run(course, "feedback") == 0 and run(course, "verify") == 0


@pytest.mark.parametrize("value,cell", [
    ("ana;=1+1", "ana;'=1+1"), ("ana; =1+1", "ana;' =1+1"), ("a\t@x", "a\t'@x"), ("=1", "'=1"),
    (" =1", "' =1"), ("\n=1", "'\n'=1"), ('a;"=1', 'a;\'"=1'), ("a=1", "a=1"), ("a;b", "a;b"),
    ("a-b", "a-b"), (-0.5, -0.5), (None, "")])
def test_no_cell_is_a_formula_for_any_separator(value, cell):
    assert inert(value) == cell


def test_numbers_follow_from_the_whole_secret_and_never_change_silently(tmp_path):
    tables = {}
    for k, secret in enumerate(("ab" * 32, "ab" * 31 + "ac")):
        course = known(tmp_path / str(k), 2)
        (course.root / "secret.key").write_text(secret)
        assert run(course, "release", NAME) == 0
        tables[k] = course.variants(book()[NAME])
    assert tables[0]["variants"] != tables[1]["variants"]
    path = course.release / NAME / "variants.json"
    old = {k: v for k, v in tables[1].items() if k != "seed"}       # dealt before
    path.write_text(json.dumps(old))
    assert run(course, "release", NAME) == 0
    first = course.variants(book()[NAME])
    assert "seed" not in first and first["variants"] != tables[1]["variants"]
    assert run(course, "release", NAME) == 0 and course.variants(book()[NAME]) == first


def test_the_integrity_of_the_kept_copy(course):
    assert run(course, "report") == 0
    with sqlite3.connect(course.kept_gradebook) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
