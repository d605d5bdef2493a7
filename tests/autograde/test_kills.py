"""Runs that are killed, doubled, without room or with a wrong clock: nothing lost, nothing twice.

The submissions are run and judged once; what is tried is the recording, with the same results
each time, so that a hundred kills take no hundred runs.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from dealt import given_out
from test_record import content
from test_runs import NAME, attempt, notebooks, papers, run
from waiting import wait_for

from autograde.course import Course
from autograde.library import book
from autograde.record.state import state
from autograde.run import grading
from autograde.run.receipt import Graded, read_receipt
from autograde.run.worker import Job, grade_one

STORIES = ("akimova", "borisov", "slip_transposed", "tsoy", "akimova", "borisov")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """Released and handed in, with the results of every submission."""
    course = given_out(tmp_path_factory.mktemp("kills") / "course", NAME)
    for k, story in enumerate(STORIES):
        attempt(course, f"student-{k}", "", story)
    students = course.submissions(book()[NAME])
    return course, {s: grade_one(Job(course.root, NAME, s)).as_line() for s in students}


def recording(course, lines, *words):
    """`autograde grade` with these results, of which four come together; the exit status."""
    found = grading.results
    grading.results = lambda todo, jobs, dask: (
        [(job, Graded.from_data(json.loads(lines[job.student]))) for job in todo[k:k + 4]]
        for k in range(0, len(todo), 4))
    try:
        return run(course, "grade", "--jobs", "1", *words)
    finally:
        grading.results = found


def forked(function, *arguments):
    """A child that does this and ends with the status; its number."""
    pid = os.fork()
    if pid == 0:
        status = 70
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            status = function(*arguments)
        finally:
            os._exit(status)
    return pid


def ended(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.fixture
def course(handed_in, tmp_path):
    return Course(shutil.copytree(handed_in[0].root, tmp_path / "course"))


@pytest.fixture(scope="module")
def reference(handed_in, tmp_path_factory):
    """The same, recorded without a disturbance."""
    course = Course(shutil.copytree(handed_in[0].root, tmp_path_factory.mktemp("ref") / "course"))
    assert recording(course, handed_in[1]) == 0
    return course


def check_nothing_is_lost(course, reference, lines):
    assert recording(course, lines, "--resume") == 0
    assert papers(course) == papers(reference) and len(papers(course)) == len(STORIES)
    assert content(course) == content(reference)
    assert notebooks(course) == notebooks(reference)
    assert run(course, "verify") == 0
    assert list(state(course, book()[NAME]).sentences()) == []
    assert [p for p in course.root.rglob(".*") if p.name.endswith((".new", ".before"))] == []


def check_what_is_there(course, reference):
    """At any moment: a whole gradebook, and no receipt that is not the one it must be."""
    with sqlite3.connect(course.gradebook) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for path in (course.receipts / NAME).glob("*.json"):
        assert path.read_text() == reference.receipt(NAME, path.stem).read_text()
        assert read_receipt(path) is not None


def killed(course, lines, reference, kills, draw):
    """Record again and again, killed at random moments, most of them among the receipts.

    Returns how many of the runs were killed before their end.
    """
    before = 0
    for _ in range(kills):
        done = len(papers(course))
        if done == len(STORIES):                    # begin anew, over what is there
            for path in list((course.receipts / NAME).glob("*.json"))[::2]:
                path.unlink()
            done = len(papers(course))
        pid, over = forked(recording, course, lines, "--resume"), []
        if draw.random() < 0.8:                     # once a receipt more is there
            wait_for(lambda: len(papers(course)) > done
                     or over.append(os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT))
                     or over[-1] is not None)
        time.sleep(draw.uniform(0, 0.15))
        os.kill(pid, signal.SIGKILL)
        before += ended(pid) == -signal.SIGKILL
        check_what_is_there(course, reference)
    return before


def test_killed_at_random_moments(course, reference, handed_in):
    assert killed(course, handed_in[1], reference, 6, random.Random(3)) >= 1
    check_nothing_is_lost(course, reference, handed_in[1])


@pytest.mark.proof
def test_killed_at_a_hundred_random_moments(course, reference, handed_in):
    count = killed(course, handed_in[1], reference, 100, random.Random(17))
    print(f"{count} of 100 runs were killed before their end")
    assert count >= 50
    check_nothing_is_lost(course, reference, handed_in[1])


def test_two_graders_at_once(course, reference, handed_in):
    """One of them records, the other is refused; which, does not matter."""
    pids = [forked(recording, course, handed_in[1]) for _ in range(2)]
    assert 0 in [ended(pid) for pid in pids]
    check_nothing_is_lost(course, reference, handed_in[1])


def test_a_clock_that_was_set_back(course, reference, handed_in, capsys):
    """All that is there comes from the future, and so does the copy of the gradebook."""
    assert recording(course, handed_in[1]) == 0
    assert run(course, "report") == 0
    future = time.time() + 400 * 86400
    for path in course.root.rglob("*"):
        os.utime(path, (future, future))
    assert recording(course, handed_in[1], "--resume") == 0
    (course.receipts / NAME / "student-0.json").unlink()
    check_nothing_is_lost(course, reference, handed_in[1])
    assert run(course, "comment", NAME, "student-1", "1", "2", "3") == 0
    assert run(course, "report") == 0
    course.gradebook.unlink()
    capsys.readouterr()
    assert run(course, "repair") == 0
    assert "1 marks and comments by hand" in " ".join(capsys.readouterr().out.split())


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own; gives a function that sets how many kilobytes are free."""
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", str(place)],
                      capture_output=True).returncode:
        pytest.skip("no file system may be mounted here")

    def free(kilobytes):
        used = shutil.disk_usage(place).used
        subprocess.run(["mount", "-o", f"remount,size={used + 1024 * kilobytes}", str(place)],
                       check=True)

    yield place, free
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("room", [
    4, 60, 300, *[pytest.param(k, marks=pytest.mark.proof) for k in range(8, 1000, 24)]])
def test_a_disk_that_is_full(small_disk, handed_in, reference, room, capsys):
    place, free = small_disk
    course = Course(Path(shutil.copytree(handed_in[0].root, place / "course")))
    free(room)
    status = recording(course, handed_in[1])
    said = " ".join(capsys.readouterr().out.split())
    assert status == 0 or status == 2 and ("room" in said or "full" in said), said
    assert status == 2 or room > 60
    free(32_000)
    check_what_is_there(course, reference)
    check_nothing_is_lost(course, reference, handed_in[1])
