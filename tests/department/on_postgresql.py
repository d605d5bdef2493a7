"""The gradebook in PostgreSQL: a real server of the system, graders and formgrader at work on it.

The server is of this test alone: its data lie in a temporary folder, and it listens on a socket
there, on no port.
"""

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from dealt import given_out, hand_in_sample
from nbgrader.api import Gradebook
from test_formgrader import address, chromium, page, ready  # noqa: F401
from waiting import LONG, wait_for

from autograde.cli import main
from autograde.course import Course
from autograde.library import book
from autograde.run.benchmark import hand_in

NAME, EXPLANATION = "a02_rotation", "explain_two_meanings"
ASSIGNMENT = book()[NAME]
CLASS = ("akimova", "slip_transposed")
COUNT = 6


class Server:
    """One PostgreSQL; programs as its own user, since it refuses to run as root."""

    def __init__(self, root):
        self.root, self.data = root, root / "data"
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        initdb = str(found[-1]) if found else shutil.which("initdb")
        if not initdb:
            pytest.fail("needs PostgreSQL's server; on Debian: apt-get install postgresql")
        self.programs, self.user = Path(initdb).parent, "postgres" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(root, self.user)
        self.run("initdb", "--pgdata", self.data, "--username", "levin", "--auth", "trust",
                 "--encoding", "UTF8", "--no-sync")
        self.start()

    def run(self, program, *words):
        subprocess.run([str(self.programs / program), *map(str, words)], check=True, cwd=self.root,
                       user=self.user, capture_output=True, text=True)

    def start(self):
        self.run("pg_ctl", "--pgdata", self.data, "--log", self.root / "log", "--wait",
                 "--options", f"-c listen_addresses='' -c unix_socket_directories='{self.root}'",
                 "start")

    def stop(self):
        self.run("pg_ctl", "--pgdata", self.data, "--mode", "fast", "--wait", "stop")

    def database(self, name):
        """The address of a new database."""
        self.run("createdb", "--host", self.root, "--username", "levin", name)
        return f"postgresql+psycopg://levin:unused@/{name}?host={self.root}"


@pytest.fixture(scope="module")
def server():
    # A socket's path may not be long.
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as root:
        one = Server(Path(root))
        try:
            yield one
        finally:
            one.stop()


def begun(root, url):
    """Released and handed in, not graded."""
    course = given_out(root, NAME)
    (root / "gradebook.db").unlink()            # of the release that was copied
    text = (root / "autograde.toml").read_text()
    (root / "autograde.toml").write_text(f'{text}\n[course]\ngradebook = "{url}"\n')
    assert run(course, "release", NAME) == 0
    hand_in_sample(course, NAME, CLASS)
    hand_in(course, NAME, COUNT - len(CLASS))
    return course


def run(course, *words):
    return main([words[0], "--course", str(course.root), *words[1:]])


@pytest.fixture(scope="module")
def course(server, tmp_path_factory):
    course = begun(tmp_path_factory.mktemp("served") / "course", server.database("robots"))
    assert run(course, "grade", "--jobs", "2") == 0
    assert not (course.root / "gradebook.db").exists(), "all of it lies on the server"
    return course


def table(course):
    path = course.root / "marks.csv"
    assert run(course, "export", "--csv", str(path)) == 0
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def papers(course):
    return {p.name: p.read_bytes() for p in sorted((course.receipts / NAME).glob("*.json"))}


def test_the_marks_are_those_of_a_gradebook_in_a_file(course, tmp_path):
    plain = given_out(tmp_path / "course", NAME)
    shutil.copytree(course.submitted, plain.submitted, dirs_exist_ok=True)
    assert run(plain, "grade", "--jobs", "1") == 0
    assert [r["score"] for r in table(plain)] == [r["score"] for r in table(course)]
    assert len(table(course)) == COUNT and run(course, "verify") == 0
    assert papers(plain) == papers(course)


def test_two_graders_and_formgrader_at_work(course, page, address):  # noqa: F811
    """Two people mark by hand, one in formgrader, and the class is graded again: nothing is lost.

    Commands that write take turns; who comes too early is told so and types it again.
    """
    with Gradebook(course.gradebook_url) as kept:
        number = kept.find_submission_notebook(NAME, NAME, "akimova").id
    page.goto(f"{address}/submissions/{number}/")
    ready(page)
    students = [r["student"] for r in table(course) if r["student"] not in CLASS]
    halves = students[::2], students[1::2]

    def marking(names):
        for name in names:
            words = [sys.executable, "-m", "autograde.cli", "comment", "--course",
                     str(course.root), NAME, name, "1", "2", "3", "--say", f"Read: {name}."]
            wait_for(lambda words=words: _typed(words))

    regrade = [sys.executable, "-m", "autograde.cli", "grade", "--jobs", "1", "--course",
               str(course.root)]
    with ThreadPoolExecutor(3) as pool:
        at_work = [pool.submit(marking, half) for half in halves]
        at_work.append(pool.submit(lambda: wait_for(lambda: _typed(regrade))))
        page.locator(f"input#{EXPLANATION}").fill("2.5")
        with page.expect_response(lambda r: "/api/grade/" in r.url and r.request.method == "PUT",
                                  timeout=1000 * LONG) as answer:
            page.locator(f"textarea#{EXPLANATION}-comment").click()
        assert answer.value.ok
        for one in at_work:
            one.result()
    page.reload()
    ready(page)
    page.wait_for_function(f"document.querySelector('input#{EXPLANATION}').value == '2.5'")
    with Gradebook(course.gradebook_url) as kept:
        for name in students:
            place = EXPLANATION, NAME, NAME, name
            assert kept.find_grade(*place).manual_score == ASSIGNMENT.manual[EXPLANATION]
            assert f"Read: {name}." in kept.find_comment(*place).manual_comment
        assert kept.find_grade(EXPLANATION, NAME, NAME, "akimova").manual_score == 2.5
    assert run(course, "verify") == 0


def _typed(words):
    """Whether a command did its work; the only other end is the sentence that another writes."""
    done = subprocess.run(words, capture_output=True, text=True)
    said = " ".join(done.stdout.split())
    assert done.returncode == 0 or "another run is writing marks" in said, said + done.stderr
    time.sleep(0.1 * bool(done.returncode))
    return done.returncode == 0


def test_a_server_that_is_down_is_a_sentence_and_changes_nothing(server, course, capsys):
    before = table(course)
    server.stop()
    try:
        for words in (["export", "--csv", str(course.root / "m.csv")], ["report"], ["verify"],
                      ["grade", "--jobs", "1"], ["repair"], ["status"]):
            capsys.readouterr()
            assert run(course, *words) == 2, words
            said = " ".join(capsys.readouterr().out.split())
            assert "cannot be asked" in said and "start the server" in said, (words, said)
            assert "unused" not in said, "the password is not shown"
    finally:
        server.start()
    assert table(course) == before


def test_repair_fills_a_database_that_holds_nothing(server, course, capsys):
    """With the marks by hand, from the copy that every command keeps."""
    before = table(course)
    assert run(course, "report") == 0
    settings = course.root / "autograde.toml"
    text = settings.read_text()
    settings.write_text(text.replace("/robots?", "/again?"))
    server.database("again")
    try:
        capsys.readouterr()
        assert run(course, "export", "--csv", str(course.root / "m.csv")) == 2
        assert "autograde repair" in " ".join(capsys.readouterr().out.split())
        assert run(course, "repair") == 0
        said = " ".join(capsys.readouterr().out.split())
        by_hand = 1 + 2 * len(before[len(CLASS):])      # points of akimova; points, comments
        assert f"{by_hand} marks and comments by hand taken from gradebook.before.db" in said
        assert table(course) == before
        assert run(course, "verify") == 0
    finally:
        settings.write_text(text)


def test_only_the_owner_reads_the_copy(course):
    assert Course(course.root).kept_gradebook.stat().st_mode & 0o077 == 0
