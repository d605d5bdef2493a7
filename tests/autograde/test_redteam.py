"""The red team's findings, each held by a test of its own, and the red team itself."""

import base64
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from dealt import given_out
from rich.console import Console
from waiting import LONG, soon

from autograde import redteam, sample, sandbox
from autograde.course import Course
from autograde.judging import judge as judging
from autograde.judging.judge import Judge
from autograde.judging.variants import make_variants
from autograde.library import book
from autograde.pages.console import _printable
from autograde.pages.feedback import (
    SHOWN_CELL,
    SHOWN_PAGE,
    UNDESCRIBED,
    FeedbackExporter,
    mathml,
)
from autograde.practice.kinds import Matrix
from autograde.record.exports import inert
from autograde.redteam import CLASSES, all_trials, brief_trials, machine
from autograde.redteam.arena import _unsafe_html
from autograde.redteam.table import run
from autograde.run import ahead
from autograde.run import rebuild as rebuilding
from autograde.run.worker import digest
from autograde.sandbox import Limits
from autograde.sandbox.submission import Watch
from autograde.sandbox.values import Garbage, checked, checked_output, discreet
from autograde.words import languages

A02 = book()["a02_rotation"]


@pytest.fixture(scope="module")
def judge():
    return Judge(A02, make_variants(A02, seed=5), 3, "ivanov", b"secret")


def array(value):
    value = np.asarray(value, float)
    return {"type": "array", "shape": list(value.shape), "data": value.ravel().tolist()}


# -- the whole -----------------------------------------------------------------------------------
def test_there_are_enough_trials_of_every_kind():
    kinds = [t.kind for t in all_trials()]
    assert len(kinds) - kinds.count("honest") >= 60 and kinds.count("honest") >= 20
    assert min(map(kinds.count, ("secrets", "forging", "exhaustion", "mishap"))) >= 15
    assert len({t.id for t in all_trials()}) == len(kinds)
    assert {t.kind for t in brief_trials()} == set(kinds)
    assert list(CLASSES) == list(dict.fromkeys(kinds))


def test_a_choice_of_attacks_is_safe():
    """Every second trial of the brief form; some of every kind."""
    trials, console = brief_trials()[::2], Console(record=True, width=160)
    assert {t.kind for t in trials} == set(CLASSES)
    assert run(trials, 2, console) == 0, console.export_text()


@pytest.mark.proof
def test_all_attacks_are_safe():
    console = Console(record=True, width=160)
    assert run(all_trials(), 2, console) == 0, console.export_text()


def test_what_is_not_promised_on_a_machine_is_said_and_not_called_safe(monkeypatch):
    """Where namespaces cannot be nested, the list of mounts names the folder of the libraries."""
    def without_nesting(mode, *rest):
        program, *options = bubblewrap("user", *rest)
        return [program, "--unshare-user", "--disable-userns", *options]
    server, bubblewrap = sandbox.server, sandbox.server.bubblewrap
    monkeypatch.setattr(server, "bubblewrap", without_nesting)
    monkeypatch.setattr(sandbox.Sandbox, "new_server",
                        lambda self: server.Server("user", self.limits.scratch, self.hide))
    trial, = (t for t in all_trials() if t.id == "path-of-the-repository")
    console = Console(record=True, width=400)
    assert run([trial], 1, console) == 0
    said = console.export_text()
    assert "not promised here: the kernel forbids namespaces within namespaces" in said
    assert "1 not promised on this machine, all others safe" in said
    assert not re.search(r"│ safe +│", said), "the row says something else"


@pytest.mark.parametrize("read, flaw, excused", [
    ("[('READ', '/proc/self/mountinfo')]", 0, True),
    ("[('READ', '/proc/self/mountinfo'), ('READ', '/opt/site/0/a.pth')]", 0, False),
    ("[('READ', 'code')]", 0, False),
    ("[('READ', '/proc/self/mountinfo')]", 1, False)], ids=["mounts", "more", "code", "marks"])
def test_only_the_list_of_mounts_is_excused(read, flaw, excused, monkeypatch):
    monkeypatch.setattr(redteam.secrets, "_apart", lambda: False)
    seen = redteam.Seen({"a": 2.0}, redteam.Aim(A02), marks={"a": 2.0 - flaw},
                        shown=json.dumps({"text": read + "\n"}))
    assert bool(redteam.secrets._named_by_mounts(seen)) == excused
    monkeypatch.setattr(redteam.secrets, "_apart", lambda: True)
    assert not redteam.secrets._named_by_mounts(seen)


@pytest.mark.parametrize("load", [machine.busy, machine.attacked])
def test_no_load_changes_an_honest_mark(load):
    """Twenty busy processes on two processors, or fifty of a neighbour, each in its own session."""
    assert machine.run_under(load) == ""


@pytest.mark.proof
@pytest.mark.parametrize("load", [machine.busy, machine.attacked])
def test_no_load_changes_a_receipt_of_a_class(load, tmp_path):
    """Right, odd, wrong and empty work, through the whole line with two workers that start anew."""
    course = given_out(tmp_path / "course", A02.name)
    sample.write_class(course)
    for folder in course.submitted.iterdir():
        if folder.name not in ("akimova", "borisov", "slip_transposed", "tsoy"):
            shutil.rmtree(folder)
    assert len(course.submissions(A02)) == 4
    assert machine.graded_under(load, course, jobs=2) == ""


def test_a_missing_defence_is_noticed(monkeypatch):
    """Without each mend the trial that it was made for is not safe any more."""
    monkeypatch.setattr(sandbox.submission, "discreet", lambda value, symbols=(): value)
    monkeypatch.setitem(sandbox.values._CHECKS, "unusable",
                        lambda value, depth: {"reason": value["reason"]})
    monkeypatch.setattr(judging, "_alike", lambda value: False)
    monkeypatch.setattr(judging, "_round", lambda value: False)
    monkeypatch.setattr(rebuilding, "harmless", lambda markdown: markdown)
    names = ("names-inputs", "follow-scaled", "links", "plain")
    console = Console(record=True, width=300)
    assert run([t for t in all_trials() if t.id in names], 1, console) == 3
    text = console.export_text()
    assert "hidden inputs of lam_in_j" in text and "marks: components" in text
    assert "href javascript:" in text


# -- the sandbox's words -------------------------------------------------------------------------
def test_a_picture_of_blanks_is_refused_at_once():
    bundle = {"image/png": "iVBORw0KGgo" + " " * 4_000_000 + "!"}
    with soon():
        output, _ = checked_output({"output_type": "display_data", "data": bundle}, 1000)
    assert output["data"] == {}
    bundle["image/png"] = "\n".join([png(30, 20)[:40], png(30, 20)[40:]])
    output, _ = checked_output({"output_type": "display_data", "data": bundle}, 1000)
    assert output["data"] == bundle


def png(width, height):
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + bytes(9)
    return base64.b64encode(head + bytes(100)).decode()


def jpeg(width, height):
    start = b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(10)
    frame = b"\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + bytes(12)
    return base64.b64encode(start + frame).decode()


@pytest.mark.parametrize("width,height,shown", [
    (640, 480, True), (7000, 7000, True), (25_000, 25_000, False), (2**31, 1, False),
    (60_000, 60_000, False)])
def test_a_picture_too_large_to_draw_is_refused_by_its_header(width, height, shown):
    for kind, picture in (("image/png", png(width, height)),
                          ("image/jpeg", jpeg(width % 2**16, height))):
        if width < 2**16 or kind == "image/png":
            output, _ = checked_output(
                {"output_type": "display_data", "data": {kind: picture}}, 1000)
            assert (kind in output["data"]) == shown, kind


@pytest.mark.parametrize("raw", [
    b'{"cells": [' + b"[]," * 16_000_000 + b"[]]}", b"[" + b"1," * 24_000_000 + b"1]",
    b'{"cells": ["' + "\U0001f642".encode() + b"a" * 48_000_000 + b'"]}',
    b"<<<<<<< a\n" + b"\n" * 48_000_000])
def test_a_large_file_costs_the_grader_little_memory(tmp_path, raw):
    """48 MB in four shapes; measured in a process of its own, over what importing takes."""
    path = tmp_path / "large.ipynb"
    path.write_bytes(raw)
    code = ("import resource, sys\nfrom pathlib import Path\n"
            "from autograde.run.rebuild import _cells\n"
            "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "_cells(Path(sys.argv[1]), [])\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)")
    used = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True,
                          check=True).stdout
    assert int(used) < 700_000              # kilobytes


def test_an_empty_array_of_huge_shape_is_garbage():
    with pytest.raises(Garbage):
        checked({"type": "array", "shape": [10**6] * 10 + [0], "data": []})
    empty = checked({"type": "array", "shape": [0, 3], "data": []})
    assert "shape (0, 3)" in Matrix().read(empty).text


@pytest.mark.parametrize("reason,first,later", [
    ("contains NaN", "contains NaN", "contains NaN"),
    ("too large: more than 200000 bytes", "too large: more than 200000 bytes", "too large"),
    ("an object of type Thing", "an object of type Thing", "an object that is no number"),
    ("unknown symbol q_1", "unknown symbol q_1", "unknown symbol"),
    ("unknown symbol alpha", "unknown symbol alpha", "unknown symbol alpha"),
    ("an object of type x-0.47", "unreadable", "unreadable"),
    ("Grader: give full marks", "unreadable", "unreadable")])
def test_the_runner_has_few_words_and_fewer_about_hidden_inputs(reason, first, later):
    heard = checked({"type": "unusable", "reason": reason})
    assert heard["reason"] == first
    assert discreet(heard, ["alpha"])["reason"] == later
    assert discreet({"type": "list", "items": [heard]}, ["alpha"])["items"][0]["reason"] == later


def test_a_shape_is_no_message():
    assert "shape (1, 3)" in Matrix().read(array(np.zeros((1, 3)))).text
    assert "10999" not in Matrix().read(array(np.zeros((10999, 1)))).text


def test_an_earlier_pass_counts_in_the_totals():
    meter = SimpleNamespace(cpu=0.0, queued=0.0, runnable=False, count=1,
                            settle=lambda: None, exceeds=lambda limit: False)
    limits = Limits(cell_cpu=100, total_cpu=10)
    first = Watch(meter, limits)
    meter.cpu = first.last = 7.0
    meter.cpu = 0.0                                     # another pass, another meter
    second = Watch(meter, limits, first)
    meter.cpu = 2.0
    assert second.verdict(second.seen) is None
    meter.cpu = 4.0
    assert second.verdict(second.seen) == "total"


# -- the judge -----------------------------------------------------------------------------------
def points(judge, task, answers, values=None):
    return next(v for v in judge.verdicts(answers, values or {}) if v.task == task)


@pytest.mark.parametrize("own,earned", [
    (2 * np.eye(3), False), (np.full((3, 3), 1e-9), False), (np.diag([2, 3, 4]), False),
    (np.full((3, 3), 1e308), False), (np.arange(9).reshape(3, 3) / 7, True)])
def test_nothing_follows_from_values_that_leave_no_work(judge, own, earned):
    with np.errstate(all="ignore"):
        step = np.nan_to_num(own @ judge.variant["a_uvw"], posinf=0, neginf=0)
    verdict = points(judge, "components", {"composition": array(own), "components": array(step)})
    assert (verdict.rule == "follow-through") == earned and (verdict.points > 0) == earned


def test_a_broken_law_does_not_measure_a_function(judge):
    values = [array(np.diag([0.4745, 0.3311, 0.2718])) for _ in judge.cases["elementary"]]
    said = points(judge, "elementary", {"elementary": {"type": "function"}}, {"elementary": values})
    assert said.rule == "law" and "column 1" in said.message
    assert not [n for n in ("4745", "3311", "2718") if n in said.message]


def test_an_expression_in_tuples_is_an_expression(judge):
    row = {"type": "expression", "shape": [3], "symbols": ["alpha"]}
    rows, task = {"type": "list", "items": [row] * 3}, A02["eps_symbolic"]
    values = [array(task.truth(judge.truth, judge.variant, case))
              for case in judge.cases["eps_symbolic"]]
    said = points(judge, "eps_symbolic", {"eps_symbolic": rows}, {"eps_symbolic": values})
    assert said.rule == "right"


# -- files ---------------------------------------------------------------------------------------
def test_unfinished_merge_markers_take_no_time():
    flags = []
    with soon(), pytest.raises(ValueError):
        rebuilding._parse(b"<<<<<<< x\n" * 1_000_000, flags)
    assert flags == ["merge markers"]
    text = b'{\n<<<<<<< a\n"x": 1\n=======\n"x": 2\n>>>>>>> b\n}'
    assert rebuilding._parse(text, []) == {"x": 1}


def test_a_link_is_not_followed_and_a_huge_file_not_read(tmp_path):
    mine, theirs = tmp_path / "mine" / "a", tmp_path / "theirs" / "a"
    theirs.mkdir(parents=True)
    (theirs / "a.ipynb").write_text("{}")
    mine.parent.mkdir()
    mine.symlink_to(theirs)
    assert rebuilding.handed_in(theirs / "a.ipynb") == b"{}"
    (tmp_path / "file").symlink_to(theirs / "a.ipynb")
    sparse = tmp_path / "sparse"
    sparse.touch()
    os.truncate(sparse, 1 << 40)
    os.mkfifo(tmp_path / "pipe")
    found = {}
    reader = threading.Thread(daemon=True, target=lambda: found.update(
        (path.name, (refused(path), digest(path)))
        for path in (mine / "a.ipynb", tmp_path / "file", sparse, tmp_path / "pipe", tmp_path)))
    reader.start()
    reader.join(LONG)                               # whoever waits for a pipe waits for ever
    assert list(found.values()) == [(True, "none")] * 5, found


def refused(path):
    try:
        rebuilding.handed_in(path)
    except ValueError:
        return True
    return False


def test_text_that_no_gradebook_can_hold_is_made_text():
    cell = rebuilding._plain({"cell_type": "code", "source": "x = '\ud800\0'"})
    assert cell["source"] == "x = '?'"
    assert rebuilding._parse(b'{"n": ' + b"9" * 6000 + b"}", []) == {"n": 0}


def test_all_cells_together_are_bounded():
    flags, cell = [], {"source": "x" * 200_000}
    assert len(rebuilding._bounded([cell] * 500, flags)) == 10 and flags


@pytest.mark.parametrize("name,fine", [
    ("ivanov", True), ("Ана-Мария Ковач", True), ("=cmd", True), ("[a-z]*", False), ("?", False),
    ("a\nb", False), ("x" * 101, False), ("n\udcff", False), ("_", False), ("your_id", False),
    (".git", False), ("a\u202eb", False)])
def test_names_that_no_student_can_have_are_left_out(tmp_path, name, fine):
    (tmp_path / "submitted" / name / "a02_rotation").mkdir(parents=True)
    course = Course(tmp_path)
    assert course.submissions(A02) == [name] * fine
    assert course.misnamed(A02) == [name] * (not fine)


# -- pages and tables ----------------------------------------------------------------------------
def test_formulas_draw_and_do_nothing_else():
    for latex in (r"\text{<script>alert(1)</script>}", r"\text{&lt;script&gt;}",
                  r"\text{</math><h1>full marks</h1>}", r"\href{javascript:x}{y}", r"\style{x}{y}"):
        made = mathml(latex)
        assert made.startswith("<math") and not [bad for bad in (
            "<script", "<h1", "href", "style=") if bad in made], made
    assert "λ" in mathml(r"\lambda \cdot \frac{1}{2}") and "<mfrac>" in mathml(r"\frac{1}{2}")


@pytest.mark.parametrize("markdown", [
    "<script>x", "<img src=x onerror=y>", "[a](javascript:b)", "[a]( \tjavascript:b)",
    "<javascript:a>", "[a][r]\n\n[r]: javascript:b", "![a](data:text/html,b)",
    r"$\href{javascript:a}{b}$"])
def test_markdown_of_students_is_harmless_on_pages_of_instructors(markdown):
    from nbconvert.filters import markdown2html
    made = markdown2html(rebuilding.harmless(markdown))
    assert _unsafe_html(f"<html>{made}</html>") == [] and "href=" not in made, made
    assert "\\href" not in made


def test_honest_markdown_stays():
    text = "# A\n$a<b$, [book](https://example.org) and `x < y`"
    assert rebuilding.harmless(text) == text.replace("<b", "< b")


def page_of(notebook):
    page, _ = FeedbackExporter().from_notebook_node(notebook, {"nbgrader": {
        "assignment": "a02_rotation", "score": 0, "max_score": 1, "late_penalty": 0},
        "metadata": {"name": "x"}})
    return page


def test_every_picture_has_an_alternative_text():
    from nbformat.v4 import new_code_cell, new_notebook, new_output
    drawn = [new_output("display_data", {"image/png": "AAAA"}, metadata=metadata)
             for metadata in ({}, {"image/png": {"alt": "an arm > a leg"}})]
    drawn.append(new_output("display_data", {"image/svg+xml": "<svg></svg>"}))
    page = page_of(new_notebook(cells=[new_code_cell("plot()", outputs=drawn)]))
    assert page.count("<img") == 3 == page.count("alt=")
    assert page.count(UNDESCRIBED) == 2 and "an arm &gt; a leg" in page


def test_no_input_but_the_pages_own_switch_is_let_through():
    """One button a language is the page's; one more, or any other input, somebody has put there."""
    button = '<input type="radio" name="language" id="read-{}">'
    page = "<html><h1>a</h1>{}</html>"
    own = "".join(map(button.format, languages()))
    assert _unsafe_html(page.format(own)) == []
    for more in (button, '<input name="language">', '<input type="radio" name="other">',
                 '<input type="submit" name="language">'):
        assert _unsafe_html(page.format(own + more)) == ["<input> on the page"], more
    assert _unsafe_html(page.format(own.replace("id=", "onclick='x' id="))) == [
        "onclick on the page"]


def test_brackets_headings_and_tables_are_drawn_whole():
    """Without a font for mathematics brackets do not grow: the matrix is framed instead."""
    from nbformat.v4 import new_markdown_cell, new_notebook
    matrix = mathml(r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}")
    assert matrix.count('class="round"') == 1 and "(" not in matrix
    assert "(" in mathml("f(x)") and "class" not in mathml("f(x)")
    two = mathml(r"\begin{aligned} a &= b \\ c &= d \end{aligned}")
    assert two.count("<mtr") == 2 and "&amp;" not in two
    page = page_of(new_notebook(cells=[new_markdown_cell(
        r"## The rate of $\tau_{0i}$" + "\n\n| | task |\n|---|---|\n| 1 | turn |")]))
    assert re.search(r"<h2>The rate of <math[^>]*><mrow><msub>", page)
    assert "<td></td>" in page and "<th>task</th>" in page


def test_a_decimal_comma_stands_within_its_number():
    """In tau_x(0{,}1) a space behind the comma would make two arguments of one."""
    assert "<mn>0,1</mn>" in mathml(r"\tau_x(0{,}1)")
    assert re.findall("<mn>(.*?)</mn>", mathml(r"\frac{1{,}5}{-2{,}25} + f(0{,}5, 1)")) == [
        "1,5", "2,25", "0,5", "1"]
    assert re.findall("<mn>(.*?)</mn>", mathml("x_{1,2}")) == ["1", "2"]


def test_a_page_is_cut_where_drawing_takes_long():
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
    page = page_of(new_notebook(cells=[
        new_code_cell("a." * 70_000), new_markdown_cell("a\x1b[31mb\u202e"),
        *[new_code_cell("x" * 9_000) for _ in range(20)]]))
    text = re.sub("<[^>]+>", "", page)
    first, *others = map(len, re.findall(r"(?:a\.){99,}|x{99,}", text))
    assert first == SHOWN_CELL and first + sum(others) <= SHOWN_PAGE and len(page) < 2_000_000
    assert "\x1b" not in page and "left out on this page" in text


def test_tables_take_no_formula_and_no_markup():
    assert [inert(x)[:1] for x in ("=1", "\n=1", "＝1", "@x", "ok")] == ["'", "'", "'", "'", "o"]
    console = Console(width=80, record=True)
    console.print(_printable("a[bold]b\\[red]\x1b[31m"))
    assert console.export_text().strip() == "a[bold]b\\[red]?[31m"


def test_the_course_folder_is_hidden_from_the_sandbox(tmp_path):
    kept = ahead.sandbox(True, Limits(), tmp_path)
    assert kept.hide == (tmp_path,)
    assert ahead.sandbox(True, Limits(), tmp_path) is kept
    assert ahead.sandbox(True, Limits(), tmp_path / "other") is not kept
