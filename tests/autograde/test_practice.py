"""Practice mode: what a student's own notebook says about right, odd, wrong and missing answers."""

import json
import re
import sys

import numpy as np
import pytest
import sympy as sp
from answers import entry_a_12, typed_in
from dealt import Dealt

from autograde import check, variant
from autograde.library import book, dealt
from autograde.practice import session
from autograde.practice.kinds import Choice, Function

NAMES = list(book())
VARIANTS = Dealt(3)
TASKS = [(name, t.id) for name, a in book().items() for t in a.tasks]
NOTHING = "Nothing to check yet.\n"


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """A released folder, the notebook's first cells having run."""
    def begin(name):
        table = dealt(book()[name], VARIANTS[name], name)
        (tmp_path / "variants.json").write_text(json.dumps(table))
        monkeypatch.chdir(tmp_path)
        return variant("ana.kovac")
    monkeypatch.setattr(session, "_session", None)
    return begin


def right(name, task):
    """The right answer to a task, as a student with the numbers that were dealt hands it in."""
    assignment = book()[name]
    return typed_in(assignment[task], assignment.truth, session._session.variant)


def said(capsys, task, answer):
    check(task, answer)
    return capsys.readouterr().out


# -- right answers, and odd forms of them ------------------------------------------------------
@pytest.mark.parametrize("name,task", TASKS)
def test_a_right_answer_breaks_no_law_and_is_not_called_right(name, task, begin, capsys):
    begin(name)
    out = said(capsys, task, right(name, task))
    assert "does not hold" not in out and out.endswith("the judge looks at the values.\n")


ODD = [lambda m: m.tolist(), sp.Matrix, lambda m: np.round(m, 4),
       lambda m: tuple(map(tuple, m)) if m.ndim > 1 else tuple(m),
       lambda m: [sp.Float(x) for x in m] if m.ndim == 1 else sp.ImmutableMatrix(m),
       lambda m: m[:, None] if m.ndim == 1 else m.astype(object)]


@pytest.mark.parametrize("form", ODD)
@pytest.mark.parametrize("name,task", [("a02_rotation", "composition"),
                                       ("a02_rotation", "components"),
                                       ("a03_positions", "position_own")])
def test_odd_but_honest_forms_are_read(name, task, form, begin, capsys):
    begin(name)
    for other in book()[name][task].own:
        said(capsys, other, right(name, other))
    assert said(capsys, task, form(right(name, task))).startswith("holds: ")


def test_functions_may_return_lists_or_sympy(begin, capsys):
    begin("a02_rotation")
    elementary = book()["a02_rotation"].truth.elementary
    for form in (np.ndarray.tolist, sp.Matrix):
        out = said(capsys, "elementary", lambda axis, angle, form=form: form(
            elementary(axis, angle)))
        assert out.count("holds: ") == 5


@pytest.mark.parametrize("entry", [sp.Matrix, np.array, sp.Matrix.tolist, sp.simplify,
                                   lambda eps: eps.applyfunc(lambda x: x.rewrite(sp.exp))])
def test_expressions_may_be_arrays_or_lists_with_letters_of_any_kind(entry, begin, capsys):
    begin("a02_rotation")
    alpha, beta, gamma = sp.symbols("alpha beta gamma", real=True)
    eps = sp.rot_axis3(gamma) * sp.rot_axis2(beta) * sp.rot_axis1(alpha)
    assert said(capsys, "eps_symbolic", entry(eps)).startswith("holds: ")


# -- nothing yet -------------------------------------------------------------------------------
@pytest.mark.parametrize("name,task", TASKS)
def test_an_open_answer_is_nothing_to_check(name, task, begin, capsys):
    begin(name)
    assert said(capsys, task, None) == said(capsys, task, ...) == NOTHING
    if isinstance(book()[name][task].kind, Function):
        assert said(capsys, task, lambda *args: None) == NOTHING
        assert said(capsys, task, lambda *args: ...) == NOTHING


# -- answers that cannot be used ---------------------------------------------------------------
@pytest.mark.parametrize("answer,words", [
    (np.eye(2), "has shape (2, 2)"), (np.arange(9.0), "has shape (9,)"), (1.5, "has one number"),
    (np.full((3, 3), np.nan), "contains NaN"), (np.full((3, 3), np.inf), "contains infinity"),
    ("abc", "is a text"), (abs, "is a function"), (sp.Symbol("x") * sp.eye(3), "with letters"),
    (1j * np.eye(3), "complex"), ([[1, 2], [3]], "no array of numbers"),
    (["1.2", "3"], "a list of texts"), (object(), "object")])
def test_an_unusable_matrix_is_named_with_what_is_needed(answer, words, begin, capsys):
    begin("a02_rotation")
    out = said(capsys, "composition", answer)
    assert words in out and "Needed: a 3 x 3 matrix" in out and "holds" not in out
    assert out.count("\n") == 1


@pytest.mark.parametrize("answer,words", [
    (np.eye(3), "not a function"), (lambda axis: np.eye(3), "TypeError"),
    (lambda axis, angle: 1 / 0, "ZeroDivisionError: division by zero. It was called with ('x', "),
    (lambda axis, angle: np.eye(2), "has shape (2, 2)"),
    (lambda axis, angle: np.nan * np.eye(3), "contains NaN"),
    (lambda axis, angle: undefined, "NameError"),       # noqa: F821
    (lambda axis, angle: np.eye(3) if angle in (0.4, -1.1, 2.0) else 1 / 0, "could not be tried")])
def test_a_function_that_fails_is_told_how(answer, words, begin, capsys):
    begin("a02_rotation")
    out = said(capsys, "elementary", answer)
    assert words in out and "\nholds" not in out


@pytest.mark.parametrize("answer,words", [
    (sp.Symbol("k") * sp.eye(3), "unknown symbol k"), (sp.eye(2), "has shape (2, 2)"),
    (sp.eye(3) / sp.Symbol("k"), "unknown symbol k"),
    ("alpha", "object of type str"), (lambda alpha: alpha, "This is a function"),
    (sp.Matrix(3, 3, [sp.zoo] * 9), "infinity")])
def test_an_unusable_expression_is_named(answer, words, begin, capsys):
    begin("a02_rotation")
    out = said(capsys, "eps_symbolic", answer)
    assert words in out and "Needed: " in out and "holds" not in out


@pytest.mark.parametrize("answer,known", [("b", True), (" B. ", True), ("(b)", True), ("x", False),
                                          (2, False), (["b"], False)])
def test_a_choice_is_read_but_not_judged(answer, known, begin, capsys):
    begin("a02_rotation")
    assert ("one of the choices" in said(capsys, "order_of_factors", answer)) == known


@pytest.mark.parametrize("answer,words", [
    ([1, np.nan], "cannot be used: contains NaN"), ([1, 2], "is numbers"),
    ("x", '"x" is not among the answers')])
def test_what_is_no_choice_is_named(answer, words, begin, capsys):
    begin("a02_rotation")
    assert f"{words}. Needed: one of " in said(capsys, "order_of_factors", answer)


# -- laws expose slips, and give nothing away --------------------------------------------------
EXPOSED = {
    ("elementary", "radians_again"): "a full turn",
    ("adjacent", "transposed"): "add up", ("adjacent", "slide_turns"): "prismatic joint",
    ("chain_rotation", "reversed"): "tau_03 = tau_01 tau_13",
    ("chain_rotation", "transposed"): "tau_03 = tau_01 tau_13",
    ("chain_rotation", "slide_turns"): "your own adjacent",
    ("chain_rate", "rate_side"): "finite difference", ("chain_rate", "omega_last"): "finite",
    ("chain_rate", "omega_unturned"): "finite", ("chain_rate", "slide_rate"): "finite",
    ("chain_position", "link_unturned"): "distance from the origin",
    ("chain_position", "slide_lost"): "slide by 0.1",
    ("orientation", "arctg"): "gives the matrix back",
    ("orientation", "atan2_swapped"): "gives the matrix back"}


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_exposes_the_slip(task, mistake, begin, capsys):
    name = next(n for n, t in TASKS if t == task)
    begin(name)
    for earlier in ("adjacent", "chain_rotation"):
        if name == "a02_rotation" and earlier != task:
            said(capsys, earlier, right(name, earlier))
    out = said(capsys, task, typed_in(book()[name][task], book()[name].slipped[mistake], {}))
    assert "does not hold: " in out and EXPOSED[task, mistake] in out
    assert "judge" not in out, "what is broken is said alone"


def test_the_printed_entry_breaks_its_row(begin, capsys):
    begin("a03_positions")
    assert "does not hold: the first row has length one" in said(capsys, "a_12", entry_a_12(-1))
    assert said(capsys, "a_12", entry_a_12(+1)).startswith("holds: the first row has length one")


@pytest.mark.parametrize("name,task", TASKS)
def test_practice_never_works_out_the_truth(name, task, begin, capsys, monkeypatch):
    """The judge, the tasks and all that they are made of are not there, as with a student."""
    begin(name)
    answer = right(name, task)
    for module in list(sys.modules):
        if re.match(r"autograde\.(judging|library)|solutions\.\w+\.(?!checks$)", module):
            monkeypatch.setitem(sys.modules, module, None)      # to import it raises
        elif module.endswith(".checks"):
            monkeypatch.delitem(sys.modules, module)
    session._session = None
    variant("ana.kovac")
    assert f"solutions.{name}.checks" in sys.modules            # read anew, without the others
    assert said(capsys, task, answer)


def test_the_derivative_waits_for_the_function(begin, capsys):
    begin("a02_rotation")
    out = said(capsys, "chain_rate", right("a02_rotation", "chain_rate"))
    assert out.startswith("Check chain_rotation first")


def test_functions_that_change_what_they_are_given_are_not_misjudged(begin, capsys):
    begin("a03_positions")
    rules = book()["a03_positions"].truth

    def spoils(angles, l, sigma, q, i, point):
        t = rules.position(rules.at(angles, l, sigma, q), i, point)
        for array in (angles, l, q, point):
            array *= 0
        return t
    for _ in range(2):
        assert "does not hold" not in said(capsys, "chain_position", spoils)


# -- where it works ----------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["your_id", "", "  ", "_"])
def test_the_placeholder_gets_no_numbers(name, begin):
    begin("a02_rotation")
    with pytest.raises(ValueError, match="type your own name"):
        variant(name)


def test_numbers_follow_from_the_name_alone(begin):
    mine = begin("a02_rotation")
    assert repr(variant("Ana  Kovac")) == repr(variant(" ana-kovac")) == repr(mine)
    assert mine.beta_deg == mine["beta_deg"] and mine.a_uvw.shape == (3,)


def test_an_unknown_task_is_named_with_the_known_ones(begin):
    begin("a02_rotation")
    with pytest.raises(ValueError, match="got task 'adjacnt', needs one of elementary_number, "):
        check("adjacnt", 1)


def test_elsewhere_it_says_where_to_go(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(session, "_session", None)
    for call in (lambda: variant("ana"), lambda: check("adjacent", 1)):
        with pytest.raises(ValueError, match="open the notebook in the folder"):
            call()


def test_choices_are_the_only_kind_without_a_shape():
    """So that every other answer can be told its shape."""
    for assignment in book().values():
        for task in assignment.tasks:
            assert isinstance(task.kind, Choice) == (task.compared.accepts.startswith("one of"))
