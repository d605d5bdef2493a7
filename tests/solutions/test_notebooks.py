"""The assignments: notebook and code agree, the instructor is right, the stubs hold nothing."""

import copy
import importlib.util
import json
import re
import sys
import types
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
import pytest
from dealt import ALL, SETS, Dealt, dealt
from each import each
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import ClearSolutions
from traitlets.config import Config

from autograde import textform
from autograde.code_words import pieces
from autograde.judging.variants import certified_cases, collisions
from autograde.library import book
from autograde.notebook_words import stub
from autograde.practice.checks import Case, Check
from autograde.practice.kinds import Expression, Function, Problem
from autograde.runner.deal import PLACEHOLDERS
from autograde.runner.encode import decode, encode, evaluate_safely
from autograde.runner.variant import as_variant

ROOT = Path(__file__).resolve().parents[2]
FREE = {"identity", "helpers"}              # cells to write in that carry no marks
NAMES = list(book())
VARIANTS = Dealt()
TASKS = [(name, t.id) for name, a in book().items() for t in a.tasks]


def _builder():
    spec = importlib.util.spec_from_file_location("build", ROOT / "lessons" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = _builder()


def text_form(name):
    return ROOT / "solutions" / name / f"{name}.md"


@cache
def notebook(name):
    """The notebook as it was built; a test below holds it to its text form and the tasks."""
    return nbformat.read(text_form(name).with_suffix(".ipynb"), as_version=4)


def grader(cell):
    return cell.metadata["nbgrader"]


def cells_of(name):
    return {grader(cell)["grade_id"]: cell for cell in notebook(name).cells}


# -- text form, notebook and code agree --------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_text_form_and_notebook_agree(name):
    assert build.differences(text_form(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_built_notebook_has_run_without_errors(name):
    outputs = [o for cell in notebook(name).cells if cell.cell_type == "code" for o in cell.outputs]
    assert outputs and all(o.output_type == "stream" and o.name == "stdout" for o in outputs)
    assert not any("does not hold" in o.text or "Nothing" in o.text for o in outputs)


@pytest.mark.parametrize("name", NAMES)
def test_nbgrader_accepts_the_metadata(name):
    nb = notebook(name)
    MetadataValidator().validate_nb(nb)
    ids = [grader(cell)["grade_id"] for cell in nb.cells]
    assert len(ids) == len(set(ids))
    for cell in nb.cells:
        known = grader(cell)
        assert known["schema_version"] == 3 and known["cell_type"] == cell.cell_type
        assert known["locked"] != known["solution"], "a cell is written in or locked"


@pytest.mark.parametrize("name", NAMES)
def test_every_task_has_its_cells_and_every_graded_cell_its_task(name):
    assignment, cells = book()[name], cells_of(name)
    graded = {i: grader(c)["points"] for i, c in cells.items() if grader(c)["grade"]}
    assert graded == {t.id: t.points for t in assignment.tasks} | dict(assignment.manual)
    written = {i for i, c in cells.items() if grader(c)["solution"]}
    assert written - FREE == {f"{t.id}_answer" for t in assignment.tasks} | set(assignment.manual)
    order = [i for i in cells if i in {t.id for t in assignment.tasks}]
    assert order == [t.id for t in assignment.tasks]


@each("name,task", TASKS, by="name")
def test_a_task_is_told_then_written_then_checked(name, task):
    cells = cells_of(name)
    ids = list(cells)
    told, written, checked = ids[ids.index(task) - 2:ids.index(task) + 1]
    assert (told, written, checked) == (f"{task}_task", f"{task}_answer", task)
    assert cells[told].cell_type == "markdown" and cells[written].cell_type == "code"
    assert cells[checked].source == f'check("{task}", {task})'
    about, points = cells[told].source, book()[name][task].points
    assert re.search(rf"\*{points} points?, (easy|medium|hard), ", about)
    assert bool(book()[name][task].own) == ("*Judged from your own" in about)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_at_the_head_is_that_of_the_code(name):
    assignment, head = book()[name], cells_of(name)["head"].source
    rows = re.findall(r"^\| \d+ \| .* \| (\d+) \| (\w+) \| (\d+) \|$", head, re.MULTILINE)
    points = [t.points for t in assignment.tasks] + list(assignment.manual.values())
    assert [int(p) for p, _, _ in rows] == points
    assert f"**Points:** {sum(points)}" in head and assignment.title in head
    minutes = sum(int(m) for _, _, m in rows)
    assert minutes == int(re.search(r"about (\d+) minutes", head).group(1))


@pytest.mark.parametrize("name", NAMES)
def test_every_task_practises_a_control_question(name):
    without = [t.id for t in book()[name].tasks if not t.questions]
    assert not without, f"{name}: tasks without questions=(...), see tasks.py: {without}"


@pytest.mark.parametrize("name", NAMES)
def test_explanations_have_a_rubric_and_an_answer(name):
    cells = cells_of(name)
    for explanation, rows in book()[name].rubrics.items():
        assert grader(cells[explanation])["points"] == sum(row.points for row in rows)
        assert f"{explanation}_task" in cells and len(cells[explanation].source) > 400


@pytest.mark.parametrize("name", NAMES)
def test_a_russian_notebook_has_no_english_comment(name):
    """Neither in what students get nor in the model solutions that the key prints."""
    for cell in textform.read(book()[name], "ru").cells:
        for piece in pieces(cell.source) if cell.cell_type == "code" else ():
            told = re.sub(r"\{[^{}]*\}|`[^`]*`|\b[a-z]+(?:_\w+|\()", " ", piece.text)
            assert re.search("[а-яё]{2}", told) or not re.search("[A-Za-z]{3,} +[A-Za-z]{3,}", told)


# -- the instructor's solution -----------------------------------------------------------------
def run(nb, variant):
    """What the check cells of a notebook are given; robokit is not there."""
    got = {}
    module = types.ModuleType("autograde")
    module.check = lambda task, answer: got.update({task: answer})
    module.variant = lambda name: as_variant(json.loads(json.dumps(variant)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "autograde", module)
        patch.setitem(sys.modules, "robokit", None)
        scope = {}
        for cell in nb.cells:
            if cell.cell_type == "code":
                exec(compile(cell.source, grader(cell)["grade_id"], "exec"), scope)
    return got


def values(task, answer, cases):
    """The answer as the judge gets it: through JSON and through the task's kind."""
    if isinstance(task.kind, Function):
        probes = [json.loads(json.dumps(case.probe()))["args"] for case in cases]
        got = [encode(answer(*[decode(x) for x in args])) for args in probes]
    elif isinstance(task.kind, Expression):
        got = [evaluate_safely(answer, case.inputs) for case in cases]
    else:
        got = [encode(answer)]
    return [task.compared.read(json.loads(json.dumps(value))) for value in got]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", [0, 7, *[
    pytest.param(k, marks=pytest.mark.proof) for k in range(ALL) if k not in (0, 7)]])
def test_the_instructor_is_right_in_every_task(name, number, capsys, request):
    assignment, variant = book()[name], sets(name, request)[number]
    answers = run(notebook(name), variant)
    assert set(answers) == {t.id for t in assignment.tasks}
    for task in assignment.tasks:
        cases = certified_cases(assignment, task, variant, f"tests/{number}")
        got = values(task, answers[task.id], cases)
        assert not any(isinstance(x, Problem) for x in got), (task.id, got)
        for case, value in zip(cases, got, strict=True):
            truth = task.truth(assignment.truth, variant, case)
            assert task.compared.distance(truth, value) <= task.tolerance, (task.id, case.group)


# -- what a student gets -----------------------------------------------------------------------
def released(name):
    config = Config()
    config.ClearSolutions.code_stub = {"python": stub("en")[0]}
    nb, _ = ClearSolutions(config=config).preprocess(copy.deepcopy(notebook(name)), {})
    return nb


@pytest.mark.parametrize("name", NAMES)
def test_the_released_stub_runs_and_answers_nothing(name, capsys):
    nb = released(name)
    assert "SOLUTION" not in "".join(cell.source for cell in nb.cells)
    answers = run(nb, VARIANTS[name][0])
    for task in book()[name].tasks:
        answer = answers[task.id]
        if isinstance(task.kind, Function):
            visible = book()[name].checks.get(task.id, Check()).visible
            assert all(answer(*case.inputs) is None for case in visible)
            assert answer.__doc__, "a function's stub says what goes in and what comes out"
        else:
            assert answer is Ellipsis


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_instructors_answers_is_released(name):
    nb, given = notebook(name), released(name)
    for cell, blank in zip(nb.cells, given.cells, strict=True):
        if not grader(cell)["solution"]:
            assert cell.source == blank.source
        elif cell.cell_type == "code":
            hidden = re.search(r"### BEGIN SOLUTION\n(.*?)\s*### END SOLUTION", cell.source, re.S)
            for line in hidden.group(1).splitlines():
                assert line.strip() not in blank.source
        else:
            assert blank.source.strip() == "YOUR ANSWER HERE"


def test_the_placeholder_is_still_one():
    for name in NAMES:
        first = released(name).cells[[grader(c)["grade_id"] for c in notebook(name).cells]
                                     .index("identity")].source
        assert re.search(r'^me = "(\w+)"', first).group(1) in PLACEHOLDERS


# -- certificates ------------------------------------------------------------------------------
def sets(name, request) -> list[dict]:
    """The first sets of numbers; with --proof as many as the assignment deals."""
    return dealt(name, ALL if request.config.getoption("--proof") else SETS)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_answers_of_a_dealt_variant_agree(name, request):
    assignment = book()[name]
    for variant in sets(name, request):
        for task in assignment.tasks:
            if task.cases is None:
                assert collisions(assignment, task, variant, [Case(())]) == []


@pytest.mark.parametrize("name,task", [(n, t.id) for n, a in book().items()
                                       for t in a.tasks if t.cases])
def test_hidden_cases_tell_all_mistakes_apart(name, task, request):
    """Certified again from three seeds; from all 24 with --proof."""
    assignment, task = book()[name], book()[name][task]
    for seed in range(ALL if request.config.getoption("--proof") else 3):
        variant = sets(name, request)[seed]
        cases = certified_cases(assignment, task, variant, f"seed {seed}")
        assert collisions(assignment, task, variant, cases) == []
        if task.shares:
            assert {case.group for case in cases} == set(task.shares)
            assert sum(task.shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", ["a02_rotation", "a03_positions"])
def test_round_angles_are_refused_a_certificate(name):
    """At multiples of 90 degrees wrong methods give right answers: such numbers must not pass."""
    assignment, variant = book()[name], json.loads(json.dumps(VARIANTS[name][0]))
    for key in ("angles_deg", "beta_deg", "q", "kawasaki_q_deg"):
        if key in variant:
            variant[key] = np.zeros_like(np.array(variant[key], float)).tolist()
    failed = [t.id for t in assignment.tasks
              if t.cases is None and collisions(assignment, t, variant, [Case(())])]
    assert len(failed) >= 3


def test_the_numbers_dealt_are_plain_to_read():
    for variants in VARIANTS.values():
        for number in re.findall(r"-?\d+\.\d+", json.dumps(variants)):
            assert len(number.split(".")[1]) <= 4
