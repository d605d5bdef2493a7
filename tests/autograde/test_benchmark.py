"""The table beside stock nbgrader says what was measured; what makes grading fast does its work."""

import os
import subprocess
import sys

import numpy as np
import pytest

from autograde.judging import ground
from autograde.library import BOOK, book
from autograde.parallel_pages import GUIDES
from autograde.run import benchmark
from autograde.run.benchmark import NBGRADER, ONE, TWO, Measured, Timing, table
from autograde.runner import warm
from autograde.sandbox import Sandbox
from autograde.textform import libraries
from autograde.words import Speaker


def measured(one=10.0, processor=1.0):
    return Measured("a02_rotation", 50, 1, {
        NBGRADER: Timing(120.0, 2.4, processor and 100 * processor, 0.25),
        ONE: Timing(one, 0.2, processor and 10 * processor, 0.25),
        TWO: Timing(6.0, 0.1, processor and 12.5 * processor, 0.5)}, (0.25, 0.5))


def test_the_table_says_how_many_times_faster():
    lines = table(measured(), Speaker("en")).splitlines()
    assert lines[3] == ("| `autograde grade --jobs 1` | 10 s (12.0 times) | 0.2 s (10.0 times) | "
                        "0.2 s (12.0 times) |")
    assert "25 to 50 per cent" in lines[6]


def test_the_table_is_said_in_russian_too():
    text = table(measured(), Speaker("ru"))
    assert "10 с (в 12,0 раза)" in text and "submission" not in text


@pytest.mark.parametrize("seconds,said", [(10.0, "and is (12.0)."),
                                          (10.1, "and is not: 11.9 times.")])
def test_an_aim_that_is_missed_is_said(seconds, said):
    text = table(measured(seconds), Speaker("en"))
    assert f"--jobs 1` was to be 12 times as fast from start to end, {said}" in text
    assert "`autograde grade --jobs 2` was to be 25 times" in text and "20.0 times." in text


def test_processor_time_that_nobody_counted_is_not_told():
    assert table(measured(processor=None), Speaker("en")).count("not counted") == 3


def test_the_guides_have_a_place_for_the_table(tmp_path, monkeypatch):
    (tmp_path / "ru").mkdir()
    for name in ("instructor.md", "ru/instructor.md"):
        (tmp_path / name).write_text((GUIDES / name).read_text("utf-8"), "utf-8")
    monkeypatch.setattr(benchmark, "GUIDES", tmp_path)
    for _again in range(2):
        benchmark.write_into_guides(measured())
    for name, words, times in (("instructor.md", "start to end", "12.0 times"),
                               ("ru/instructor.md", "от начала до конца", "в 12,0 раза")):
        text = (tmp_path / name).read_text("utf-8")
        assert text.count(f"| {words}") == 1 and times in text


def test_processor_time_of_what_was_killed_counts(tmp_path):
    """A child that nobody waits for, as a sandbox's: rusage leaves it out, the table does not."""
    group = benchmark.new_group([])
    if group is None:
        pytest.skip("no control group can be had here")
    work = ("import os, time\nif os.fork() == 0:\n while time.process_time() < 0.5: pass\n"
            " os._exit(0)\nimport signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
            "try:\n os.wait()\nexcept ChildProcessError: pass")
    before = os.times()
    subprocess.run([sys.executable, "-S", "-c", work], check=True,
                   preexec_fn=lambda: (group.folder / "cgroup.procs").write_text("0"))
    after = os.times()
    told = after.children_user + after.children_system - (
        before.children_user + before.children_system)
    counted = group.cpu()
    group.close()
    assert counted >= 0.45 > told


# -- what is loaded, and what is asked once -------------------------------------------------------
def test_an_assignment_says_which_libraries_its_students_use():
    assert "scipy" in libraries(BOOK / "a09_motion")
    assert libraries(BOOK / "a02_rotation") == ()
    assert warm.words_in("sp.lambdify(q, tau)") == ("lambdify",)


@pytest.mark.parametrize("words,there", [((), "False"), (("scipy",), "True")])
def test_only_what_is_named_is_loaded_beforehand(words, there):
    cells = [{"id": "a", "role": "student", "source":
              "import sys; print('scipy.optimize' in sys.modules)\n"
              "from scipy.optimize import brentq; print(brentq(lambda x: x - 2, 0, 3))"}]
    with Sandbox(words=words) as sandbox:
        output, = sandbox.run(cells, {}, {}).outputs["a"]
    assert output["text"] == f"{there}\n2.0\n"


def test_an_earlier_function_is_worked_out_once_at_an_input():
    assignment = book()["a02_rotation"]
    task, asked = assignment["adjacent"], []

    class Counted:
        def truth(self, *args):
            asked.append(args)
            return task.truth(*args)
    variant, found = assignment.draw(np.random.default_rng(0)), {}
    function = ground._Recorder(assignment, Counted(), variant, found)
    first = function(0.1, 0.2, 0.3, 1, 0.4)
    first[:] = 0                                # whoever asks may spoil what is given
    again = function(0.1, 0.2, 0.3, 1, 0.4)
    function(0.1, 0.2, 0.3, 1, 0.5)
    assert len(asked) == len(found) == 2
    assert np.allclose(again @ again.T, np.eye(3))
