"""Runs over a class: workers, engines, kills, resuming, judging again, attempts, exports."""

import csv
import dataclasses
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from collections import deque
from pathlib import Path

import pytest
from dealt import given_out, on
from nbgrader.api import Gradebook
from test_record import content
from waiting import wait_for

from autograde import sample
from autograde.cli import main
from autograde.course import Course, released
from autograde.library import Library, book
from autograde.platforms import marks
from autograde.record.gradebook import scores
from autograde.record.rows import Row
from autograde.run import ahead, many, pool
from autograde.run.benchmark import hand_in
from autograde.run.grading import grade
from autograde.run.receipt import Graded, Receipt, receipts
from autograde.run.worker import Job
from autograde.runner.deal import number_of
from autograde.sandbox import Limits
from autograde.sandbox.meter import descendants

NAME = "a02_rotation"
CLASS = ("akimova", "borisov", "slip_transposed", "tsoy")    # right, honest but odd, a slip, empty
COUNT = 8


def run(course, *words):
    return main([words[0], "--course", str(course.root), *words[1:]])


def papers(course):
    """The receipts' texts by file."""
    return {p.name: p.read_text() for p in sorted((course.receipts / NAME).glob("*.json"))}


def gradebook(course):
    return Gradebook(f"sqlite:///{course.gradebook}")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """Released, the submissions lie there, nothing is graded."""
    course = given_out(tmp_path_factory.mktemp("runs") / "course", NAME)
    sample.write_class(course)
    for folder in course.submitted.iterdir():
        if folder.name not in CLASS:
            shutil.rmtree(folder)
    hand_in(course, NAME, COUNT - len(CLASS))
    return course


@pytest.fixture(scope="module")
def graded(handed_in):
    """The same, graded by one worker."""
    course = Course(handed_in.root.with_name("graded"))
    shutil.copytree(handed_in.root, course.root)
    assert run(course, "grade", "--jobs", "1") == 0
    return course


@pytest.fixture
def fresh(handed_in, desk):
    return on(desk, handed_in)


@pytest.fixture
def done(graded, desk):
    return on(desk, graded)


# -- workers and engines -----------------------------------------------------------------------
def test_two_workers_write_the_same_as_one(graded, fresh, capsys):
    assert run(fresh, "grade", "--jobs", "2") == 0
    assert papers(fresh) == papers(graded) and len(papers(fresh)) == COUNT
    assert content(fresh) == content(graded) and notebooks(fresh) == notebooks(graded)
    assert f"graded: {COUNT} submissions in " in capsys.readouterr().out


def command(course, *options):
    """The command as a process of its own: its two workers are forks of it."""
    return subprocess.Popen(
        [sys.executable, "-m", "autograde.cli", "grade", "--course", str(course.root), "--jobs",
         "2", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def forks_of(process):
    """The workers that a command has begun: they bear its own command line."""
    mine = Path(f"/proc/{process.pid}/cmdline").read_bytes()
    return [pid for pid in descendants(process.pid)
            if Path(f"/proc/{pid}/cmdline").read_bytes() == mine]


def test_a_fork_that_dies_costs_nobody_a_mark(graded, fresh):
    """Another one takes its place; and nothing is left of either, or of their sandboxes."""
    process = command(fresh)
    wait_for(lambda: papers(fresh))
    workers, begun = forks_of(process), descendants(process.pid)
    assert len(workers) == 2 and len(begun) > 4, "each with its sandbox"
    os.kill(workers[0], signal.SIGKILL)
    told, _nothing = process.communicate()
    assert process.returncode == 0, told
    assert papers(fresh) == papers(graded) and content(fresh) == content(graded)
    wait_for(lambda: processes_in(fresh) == [] and not any(map(runs, begun)))


def runs(pid):
    """Does a process of this number run? One that has ended may wait for whoever asks after it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_forks_that_nobody_takes_end_with_the_command(fresh):
    """The command is refused once its workers have begun."""
    with fresh.writing():
        process = command(fresh)
        told, _nothing = process.communicate()
    assert process.returncode == 2 and "another run is writing" in told
    wait_for(lambda: processes_in(fresh) == [])


def test_a_dask_engine_writes_the_same_as_one_worker(graded, fresh):
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                  host="127.0.0.1") as cluster:
        assert run(fresh, "grade", "--dask", cluster.scheduler_address) == 0
    assert papers(fresh) == papers(graded) and content(fresh) == content(graded)


@pytest.mark.proof
def test_a_dask_worker_that_is_killed_costs_nobody_a_mark(graded, fresh):
    """The engine gives what it was judging to another worker."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                  host="127.0.0.1") as cluster:
        victim, killed = next(iter(cluster.workers.values())), []

        def progress(done, total, name):
            if done == 2 and not killed:
                killed.append(victim.pid)
                os.kill(victim.pid, signal.SIGKILL)
        summary = grade(fresh, [book()[NAME]], dask=cluster.scheduler_address, progress=progress)
        assert killed and victim.pid != killed[0], "the engine has started another in its place"
    assert summary.graded == COUNT and not summary.failed
    assert papers(fresh) == papers(graded) and content(fresh) == content(graded)


@pytest.mark.proof
def test_a_worker_that_joins_takes_the_place_of_one_that_is_lost(graded, fresh):
    """As in the table of autograde.run.many, which takes as many submissions as one likes."""
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    run = many.measure(fresh, NAME, COUNT, 2, tell=lambda line: None)
    assert None not in (run.lost, run.joined) and run.lost < run.joined
    assert run.receipts == COUNT and not run.unjudged and run.rows[-1].done == COUNT
    assert papers(fresh) == papers(graded) and content(fresh) == content(graded)


FORBIDDEN = """
import ctypes, os, sys
user, group = os.getuid(), os.getgid()
if ctypes.CDLL(None, use_errno=True).unshare(0x10000000):       # CLONE_NEWUSER
    sys.exit(77)
for name, text in (("self/setgroups", "deny"), ("self/uid_map", f"1000 {user} 1"),
                   ("self/gid_map", f"1000 {group} 1"), ("sys/user/max_user_namespaces", "0")):
    with open(f"/proc/{name}", "w") as file:
        file.write(text)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def test_where_user_namespaces_are_forbidden_grading_says_what_to_allow(fresh):
    """As an ordinary user in a namespace that may have none of its own."""
    words = ["grade", "--jobs", "1", "--course", str(fresh.root)]
    done = subprocess.run(
        [sys.executable, "-c", FORBIDDEN, "-P", "-c",
         f"from autograde.cli import main; raise SystemExit(main({words}))"],
        capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(Path(pool.__file__).parents[2])})
    if done.returncode == 77:
        pytest.skip("no user namespace can be had here to forbid more in it")
    said = " ".join(done.stdout.split())
    assert done.returncode == 2 and "bubblewrap is installed but may not create namespaces" in said
    assert "user.max_user_namespaces must not be 0" in said and "Traceback" not in said
    assert papers(fresh) == {}


def test_without_an_engine_dask_says_what_is_missing(fresh, capsys):
    assert run(fresh, "grade", "--dask", "tcp://127.0.0.1:1") == 2
    assert "dask: " in capsys.readouterr().out
    assert papers(fresh) == {}


def test_a_worker_that_dies_costs_nobody_a_mark(graded, fresh, monkeypatch):
    """One death: the submission is tried again. Two: a flag, and the others go on."""
    deaths = {"slip_transposed": 1, "tsoy": 2}
    give = pool._Worker.give

    def deadly(worker, job):
        give(worker, job)
        if deaths.get(job.student, 0) and worker.jobs[0] is job:
            deaths[job.student] -= 1
            worker.process.kill()

    monkeypatch.setattr(pool._Worker, "give", deadly)
    monkeypatch.setattr(pool, "AHEAD", 1)
    summary = grade(fresh, [book()[NAME]], jobs=2)
    assert summary.graded == COUNT and not summary.failed
    ours, theirs = papers(fresh), papers(graded)
    assert json.loads(ours.pop("tsoy.json"))["flags"] == [pool.DIED]
    theirs = {name: text for name, text in theirs.items() if name != "tsoy.json"}
    assert ours == theirs


def answering(names, *code):
    """In the place of a worker: a process that takes jobs, and these lines of code that answer.

    They find a result for each of the names, in this order, in sys.argv.
    """
    pieces = [Graded(Receipt(name, NAME, 0, "none", [], [], {}), {}, {}).as_line()
              for name in names]

    class Quick(pool._Worker):
        def __init__(self):
            self.jobs, self.rest = deque(), b""
            self.process = subprocess.Popen(
                [sys.executable, "-c", "\n".join(["import sys", *code]), *pieces],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return Quick


def test_only_few_jobs_are_on_their_way_at_a_time(monkeypatch):
    monkeypatch.setattr(pool, "_Worker", answering(
        ["akimova"], "for line in sys.stdin:", "    print(sys.argv[1], flush=True)"))
    taken = []

    def jobs():
        for student in ["akimova"] * 50:
            taken.append(student)
            yield Job(Path("/nowhere"), NAME, student)

    found = pool.results(jobs(), 2)
    first = len(next(found))
    assert len(taken) <= 2 * pool.AHEAD + first
    assert sum(map(len, found)) == 50 - first and len(taken) == 50


def test_results_that_come_together_are_all_taken(monkeypatch):
    """A worker that answers at once sends several results in one piece."""
    monkeypatch.setattr(pool, "_Worker", answering(
        ["one", "two"], "for _ in range(2):", "    sys.stdin.readline()",
        'print("\\n".join(sys.argv[1:]), flush=True)', "sys.stdin.read()"))
    jobs = [Job(Path("/nowhere"), NAME, name) for name in ("one", "two")]
    found = pool._from_workers(jobs, 1)
    assert [(job.student, graded.receipt.student) for group in found for job, graded in group] == [
        ("one", "one"), ("two", "two")]


def test_workers_that_never_start_are_an_error_and_not_a_class_without_marks(fresh, monkeypatch,
                                                                            capsys):
    monkeypatch.setattr(ahead, "_can_fork", lambda: False)
    monkeypatch.setattr(ahead.sys, "executable", "/bin/false")
    assert run(fresh, "grade", "--jobs", "2") == 2
    assert "workers: " in capsys.readouterr().out and papers(fresh) == {}


def test_two_runs_do_not_write_at_once(fresh, capsys):
    with fresh.writing():
        assert run(fresh, "grade", "--jobs", "1") == 2
    assert "another run is writing" in capsys.readouterr().out
    assert papers(fresh) == {}


# -- nothing is lost -----------------------------------------------------------------------------
def interrupted(course, kills, draw, jobs="1"):
    """Grade, killed `kills` times at random moments; returns how many receipts each run left."""
    command = [sys.executable, "-m", "autograde.cli", "grade", "--course", str(course.root),
               "--resume", "--jobs", jobs]
    left = []
    for _ in range(kills):
        before = len(papers(course))
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        wait_for(lambda: len(papers(course)) > before or process.poll() is not None)
        time.sleep(draw.uniform(0, 0.3))            # any moment will do
        process.send_signal(signal.SIGKILL)
        process.wait()
        left.append(len(papers(course)))
    return left


def notebooks(course):
    """The autograded notebooks, without the addresses that an output may show."""
    return {p.relative_to(course.autograded): re.sub("0x[0-9a-f]+", "0x", p.read_text())
            for p in course.autograded.rglob("*.ipynb")}


def check_nothing_is_lost(course, reference):
    assert run(course, "grade", "--resume", "--jobs", "1") == 0
    assert papers(course) == papers(reference)
    assert content(course) == content(reference)
    with sqlite3.connect(course.gradebook) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert notebooks(course) == notebooks(reference)
    assert run(course, "verify") == 0


def processes_in(course):
    """Processes that speak of this course."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(course.root) in path.read_text():
                found.append(path.parent.name)
        except OSError:
            pass
    return found


def test_killed_three_times_and_resumed_gives_the_same_marks(graded, fresh):
    draw = random.Random(5)
    left = [*interrupted(fresh, 2, draw, jobs="2"), *interrupted(fresh, 1, draw)]
    assert left[0] >= 1
    check_nothing_is_lost(fresh, graded)
    wait_for(lambda: processes_in(fresh) == [])


@pytest.mark.proof
def test_killed_again_and_again_and_resumed_gives_the_same_marks(handed_in, tmp_path):
    course = Course(shutil.copytree(handed_in.root, tmp_path / "course"))
    hand_in(course, NAME, 60, every=True)
    reference = Course(shutil.copytree(course.root, tmp_path / "reference"))
    assert run(reference, "grade", "--jobs", "2") == 0
    draw = random.Random(9)
    for k in range(30):
        interrupted(course, 1, draw, jobs="12"[k % 2])
        with sqlite3.connect(course.gradebook) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if len(papers(course)) == len(papers(reference)):       # begin anew, over what is there
            for path in list((course.receipts / NAME).glob("*.json"))[::2]:
                path.unlink()
    check_nothing_is_lost(course, reference)


@pytest.mark.parametrize("harm", ["receipt gone", "receipt cut", "entry gone", "handed in again"])
def test_resume_finds_what_is_not_done(done, graded, harm):
    receipt, kept = done.receipt(NAME, "slip_transposed"), done.receipt(NAME, "akimova")
    stamp = kept.stat().st_mtime_ns
    if harm == "receipt gone":
        receipt.unlink()
    elif harm == "receipt cut":
        receipt.write_text(receipt.read_text()[:100])
    elif harm == "entry gone":
        with gradebook(done) as b:
            b.remove_submission(NAME, "slip_transposed")
    else:
        shutil.copy(done.submitted / "tsoy" / NAME / f"{NAME}.ipynb",
                    done.submitted / "slip_transposed" / NAME)
    assert run(done, "grade", "--resume", "--jobs", "1") == 0
    assert kept.stat().st_mtime_ns == stamp
    if harm == "handed in again":
        assert sum(v["points"] for v in json.loads(receipt.read_text())["verdicts"]) == 0
    else:
        assert papers(done) == papers(graded) and content(done) == content(graded)


# -- judging again ---------------------------------------------------------------------------------
@pytest.fixture
def stricter(monkeypatch):
    """From now on a named slip earns a quarter, not a half."""
    assignment, found = book()[NAME], Library.__getitem__
    strict = dataclasses.replace(assignment, tasks=tuple(
        dataclasses.replace(t, slip=0.25) for t in assignment.tasks))
    monkeypatch.setattr(Library, "__getitem__", lambda library, name: strict if name == NAME
                        else found(library, name))


def slips(course):
    return {(r.student, v.task): v.points for r in receipts(course, [book()[NAME]])
            for v in r.verdicts if v.rule == "slip"}


def test_every_mark_follows_from_its_receipt(graded, capsys):
    assert run(graded, "verify") == 0
    assert f"{COUNT} receipts, 0 marks that do not follow" in capsys.readouterr().out


def test_regrading_without_a_change_changes_nothing(done, graded, capsys):
    assert run(done, "regrade", "--apply") == 0
    said = capsys.readouterr().out
    assert "0 marks and 0 other verdicts have changed" in said and "autograde status" in said
    assert papers(done) == papers(graded) and content(done) == content(graded)


def test_a_changed_rule_is_shown_before_it_is_applied(done, graded, stricter, capsys):
    before = slips(done)
    assert before
    assert run(done, "regrade") == 0
    said = capsys.readouterr().out
    (student, task), old = next(iter(before.items()))
    assert f"{student}  {NAME}  {task}: {old:g} -> " in said
    assert f"{len(before)} marks change" in said and "nothing is written yet" in said
    assert papers(done) == papers(graded) and content(done) == content(graded)
    assert run(done, "verify") == 1


def test_an_applied_rule_reaches_gradebook_notebook_and_receipt(done, stricter):
    with gradebook(done) as b:
        b.find_grade("components", NAME, NAME, "akimova").manual_score = 0.5
        b.db.commit()
    before = slips(done)
    others = {k: v for k, v in papers(done).items() if k[:-5] not in {s for s, _ in before}}
    assert run(done, "regrade", "--apply") == 0
    assert run(done, "verify") == 0
    after = slips(done)
    assert after.keys() == before.keys() and all(after[k] < before[k] for k in before)
    table = scores(done, book()[NAME])
    for (student, task), points in after.items():
        assert table[student]["tasks"][task] == points
        notebook = (done.autograded / student / NAME / f"{NAME}.ipynb").read_text()
        assert f"{points:g} of " in notebook
    assert table["akimova"]["tasks"]["components"] == 0.5
    assert others == {k: v for k, v in papers(done).items() if k in others}


def test_one_task_and_one_student_can_be_judged_again_alone(done, stricter, capsys):
    before = slips(done)
    student, task = next(iter(before))
    assert run(done, "regrade", "--task", task, "--student", student, "--apply") == 0
    after = slips(done)
    assert {k for k in before if after[k] != before[k]} == {(student, task)}
    assert run(done, "regrade", "--task", "nonsense") == 2
    assert "nonsense" in capsys.readouterr().out


@pytest.mark.parametrize("where", ["receipt's points", "receipt's answer", "gradebook"])
def test_verify_finds_a_mark_that_does_not_follow(done, where, capsys):
    path = done.receipt(NAME, "akimova")
    receipt = json.loads(path.read_text())
    if where == "receipt's points":
        receipt["verdicts"][0]["points"] = 0.5
    elif where == "receipt's answer":
        receipt["answers"]["composition"] = {"type": "none"}
    else:
        with gradebook(done) as b:
            b.find_grade("composition", NAME, NAME, "akimova").auto_score = 0.25
            b.db.commit()
    path.write_text(json.dumps(receipt))
    assert run(done, "verify") == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "akimova" in told
    assert {"receipt's points": "another mark follows from the receipt: 0.5 -> ",
            "receipt's answer": " -> 0 of ",
            "gradebook": "the gradebook holds another mark"}[where] in told


def test_verify_tells_words_that_change_from_marks(done, capsys):
    path = done.receipt(NAME, "akimova")
    receipt = json.loads(path.read_text())
    receipt["verdicts"][0]["message"] = "Right, as it was said before."
    path.write_text(json.dumps(receipt))
    assert run(done, "verify") == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "the receipt gives another verdict" in told and "another mark" not in told


# -- attempts ------------------------------------------------------------------------------------
def attempt(course, student, name, story, when=None):
    """Put the work of another student of the sample class there as an attempt of `student`."""
    person = next(s for s in sample.students(book()[NAME]) if s.name == story)
    paper = sample.Paper(released(course, book()[NAME]), sample.solutions_of(book()[NAME]), student)
    person.fill(paper)
    folder = (course.attempts / student / NAME / name if name else
              course.submitted / student / NAME)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.ipynb").write_bytes(paper.content())
    if when:
        (folder / "timestamp.txt").write_text(when)


@pytest.mark.parametrize("policy,late,counts", [
    ("last", "", "slip_transposed"), ("best", "", "akimova"),
    ("best", "per_day = 1.0", "slip_transposed")])       # the better attempt was handed in too late
def test_the_last_or_the_best_attempt_counts(fresh, policy, late, counts):
    for folder in fresh.submitted.iterdir():
        shutil.rmtree(folder)
    (fresh.root / "autograde.toml").write_text(
        f"[resubmission]\npolicy = '{policy}'\n[late]\n{late}\n[sandbox]\ncell_cpu = 7\n"
        f"[due]\n{NAME} = 2025-10-01T12:00:00Z\n")
    attempt(fresh, "zimina", "1", "tsoy", "2025-10-01 10:00:00 UTC")
    attempt(fresh, "zimina", "2", "akimova", "2025-10-02 10:00:00 UTC")
    attempt(fresh, "zimina", "", "slip_transposed", "2025-10-01 11:00:00 UTC")
    assert run(fresh, "grade", "--jobs", "1") == 0
    assert ahead.JUDGE.do(lambda: ahead._own.sandbox.limits).result() == Limits(cell_cpu=7.0)
    receipt, = receipts(fresh, [book()[NAME]])
    due = sample.expected(book()[NAME], next(s for s in sample.students(book()[NAME])
                                           if s.name == counts))
    assert {v.task: v.points for v in receipt.verdicts} == pytest.approx(due)
    assert ("an earlier attempt counts: 2" in receipt.flags) == (counts == "akimova")
    assert run(fresh, "verify") == 0
    stamp = fresh.receipt(NAME, "zimina").stat().st_mtime_ns
    assert run(fresh, "grade", "--resume", "--jobs", "1") == 0
    assert fresh.receipt(NAME, "zimina").stat().st_mtime_ns == stamp
    if policy == "best":
        attempt(fresh, "zimina", "3", "tsoy")
        assert run(fresh, "grade", "--resume", "--jobs", "1") == 0
        assert fresh.receipt(NAME, "zimina").stat().st_mtime_ns != stamp


# -- marks for others ----------------------------------------------------------------------------
def test_the_grade_file_for_moodle(done, tmp_path, capsys):
    path = tmp_path / "moodle.csv"
    assert run(done, "export", "--moodle", str(path), "--moodle-id", "email") == 2
    assert "the roster says no email of akimova" in capsys.readouterr().out
    assert run(done, "export", "--moodle", str(path)) == 0
    with open(path, encoding="utf-8", newline="") as f:
        head, *lines = csv.reader(f)
    assert head == ["Username", book()[NAME].title]
    marks = {student: float(mark) for student, mark in lines}
    assert len(marks) == COUNT
    assert marks == {s: row["score"] for s, row in scores(done, book()[NAME]).items()}


def marked(student, score):
    """A row of the class of which only the mark counts."""
    return Row(student, NAME, score, 23.0, 0.0, {}, [], [], [], [], score)


def test_no_submission_is_no_grade_in_moodle_and_not_an_empty_cell(handed_in, tmp_path,
                                                                   monkeypatch):
    both = [book()[NAME], book()["a01_parameters"]]
    monkeypatch.setattr(marks, "rows", lambda course, a: [
        marked(s, 4.0) for s in ("anna", "boris") if (s, a) != ("boris", both[1])])
    marks.write_moodle(handed_in, both, tmp_path / "m.csv", "idnumber")
    with open(tmp_path / "m.csv", encoding="utf-8", newline="") as f:
        assert list(csv.reader(f)) == [["ID number", *(a.title for a in both)],
                                       ["anna", "4.0", "4.0"], ["boris", "4.0", "-"]]


@pytest.mark.parametrize("name", ["=1+1", "+7", "-1", "@sum"])
def test_no_cell_of_the_grade_file_is_a_formula(handed_in, tmp_path, monkeypatch, name):
    monkeypatch.setattr(marks, "rows", lambda course, a: [marked(name, -0.5)])
    marks.write_moodle(handed_in, [book()[NAME]], tmp_path / "m.csv")
    with open(tmp_path / "m.csv", encoding="utf-8", newline="") as f:
        assert list(csv.reader(f))[1] == ["'" + name, "-0.5"]


def test_export_needs_a_file(done, capsys):
    assert run(done, "export") == 2
    assert "--moodle" in capsys.readouterr().out


def test_the_sheet_shows_a_students_numbers_and_what_is_right(handed_in, capsys):
    assert run(handed_in, "variant", "akimova", NAME) == 0
    said = capsys.readouterr().out
    assignment, table = book()[NAME], handed_in.variants(book()[NAME])
    number = number_of("akimova", table)
    assert f"variant {number}" in said
    assert all(f"{name} = " in said for name in table["variants"][number])
    assert all(t.id in said for t in assignment.tasks)
    assert "def chain_rotation" in said and "BEGIN SOLUTION" not in said
    assert run(handed_in, "variant", "akimova", "a99") == 2


# -- a large class -------------------------------------------------------------------------------
@pytest.mark.proof
def test_a_thousand_submissions_in_one_command_with_flat_memory(handed_in, tmp_path):
    course = Course(shutil.copytree(handed_in.root, tmp_path / "course"))
    for folder in course.submitted.iterdir():
        shutil.rmtree(folder)
    hand_in(course, NAME, 1000, every=True)
    process = subprocess.Popen([sys.executable, "-m", "autograde.cli", "grade", "--course",
                                str(course.root), "--jobs", "2"], stdout=subprocess.PIPE, text=True)
    most = {}
    while process.poll() is None:
        count = len(list((course.receipts / NAME).glob("*.json")))
        most[count] = max(most.get(count, 0), memory(process.pid))
        time.sleep(0.5)
    said = process.stdout.read()
    assert process.returncode == 0 and "graded: 1000 submissions in " in said
    assert len(papers(course)) == 1000 == len(scores(course, book()[NAME]))
    early = max(m for count, m in most.items() if 100 <= count <= 300)
    late = max(m for count, m in most.items() if count >= 800)
    print(f"memory of all processes: {early / 2**20:.0f} MB early, {late / 2**20:.0f} MB late")
    assert late < 1.1 * early + 30 * 2**20
    assert run(course, "verify") == 0


def memory(pid):
    """Proportional memory of a process and its workers (not of what runs in the sandbox)."""
    total = 0
    for path in [Path(f"/proc/{pid}"), *(p.parent for p in Path("/proc").glob("[0-9]*/stat")
                                         if _parent(p) == pid)]:
        try:
            lines = (path / "smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total


def _parent(stat):
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def test_who_judges_and_who_writes_are_quiet_together(monkeypatch):
    """Filters of warnings belong to the process: one side's silence may not end the other's."""
    judges, writes, judged, told = *(threading.Event() for _each in range(3)), []

    def judge(job):
        if job == "second":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                judges.set()
                writes.wait(60)
            judged.set()
        return job

    monkeypatch.setattr(pool, "guarded", judge)
    monkeypatch.setattr(warnings, "showwarning", lambda *what, **_named: told.append(what))
    before = list(warnings.filters)
    found = pool.results(["first", "second"], 1)
    assert next(found) == [("first", "first")] and judges.wait(60)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        writes.set()
        assert judged.wait(60)
        warnings.warn("the writer is not quiet any more", stacklevel=1)
    assert list(found) == [[("second", "second")]] and told == [] and warnings.filters == before
