"""What robokit refuses and what exceptions mean is said below the traceback of a notebook."""

import ast
import json
import warnings
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import robokit
from autograde import refusals
from autograde.refusals import of_refusal, unread
from autograde.words import Speaker
from robokit import Loads, Mechanism, kawasaki, robots
from robokit.rotation import tau_x

ROOT = Path(robokit.__file__).parent
RUSSIAN = Speaker("ru")
ARM = Mechanism([1], [(0, 0, 0)], [(0, 0, 1)])
#: What raises a sentence that its caller has made: the caller's is the one that is read.
GIVEN = {"kawasaki.py: refusal"}


def test_every_refusal_of_robokit_stands_in_its_source_as_a_sentence():
    """So that the catalogue holds it; `test_words` asks for the translation."""
    found = {f"{path.relative_to(ROOT)}: {ast.unparse(node)}" for path in ROOT.rglob("*.py")
             for node in unread(ast.parse(path.read_text("utf-8")))}
    assert found == GIVEN


@pytest.mark.parametrize("source,needs", [
    ('raise ValueError("a: got none")', ["a: got none"]),
    ('raise ValueError(f"{a}: got {x!r}, needs {len(x)} or {a}")',
     ["{a}: got {x}, needs {3} or {a}"]),
    ('NO = "no: one"\nif x:\n    raise KeyError(NO) from None', ["no: one"]),
    ('warnings.warn(f"{self.name}: too large", stacklevel=2)', ["{name}: too large"]),
    ('refuse(x < 0, f"pose: {k} is {{x:.3g}}, is {a:.2g} off")', ["pose: {k} is {x}, is {a} off"]),
    ('raise ValueError(f"got {a or \'this arm\'}")', ["got {1}", "this arm"]),
    ("raise KeyError(text)\nraise Stop\nprint('of a lesson')", [])])
def test_sentences_are_read_from_a_source(source, needs):
    assert list(refusals.refusals(ast.parse(source))) == needs


@pytest.mark.parametrize("refused,said", [
    (lambda: Mechanism([2], [(0, 0, 0)], [(0, 0, 0)]),
     "sigma: получено 2, нужно 1 (вращательная пара) или 0 (поступательная)"),
    (lambda: ARM.at([0]).omega(1), "dq: получено None, нужны скорости"),
    (lambda: ARM.at([[0], [1]]).tau(0, 3), 'j: получено 3, нужно "B", число 0..1 или "tool"'),
    (lambda: ARM.A([0]), "m, r, J: для динамики нужны инерционные параметры, а они не заданы "
     "(этот механизм)"),
    (lambda: robots.load("nobody"), "name: получено 'nobody', нужно одно из следующих: "),
    (lambda: tau_x("x y"), "alpha: получено 'x y', нужен массив чисел"),
    (lambda: ARM.at([1, 2]), "q: получен массив размера (2,), нужен размер (..., 1)"),
    (lambda: Loads(F=np.zeros((2, 2, 2))),
     "F: получен массив размера (2, 2, 2), нужен размер (..., n, 3)"),
    (lambda: kawasaki.fs20n().inverse_kinematics(([[9, 9, 9]] * 2, [np.eye(3)] * 2), 1, 1, 1),
     "pose: недостижимо: центр запястья удалён от плечевого шарнира на ")])
def test_a_refusal_is_said_in_russian(refused, said):
    with pytest.raises(ValueError) as wrong:
        refused()
    told = of_refusal(wrong.value)
    assert told == str(wrong.value) and RUSSIAN(told).startswith(said)


def test_the_place_in_a_batch_is_said_behind_what_is_refused():
    with pytest.raises(ValueError) as wrong:
        kawasaki.fs20n().inverse_kinematics(([[9, 9, 9]] * 2, [np.eye(3)] * 2), 1, 1, 1)
    assert RUSSIAN(of_refusal(wrong.value)).endswith(" м (в элементе серии [0])")


def test_what_others_raise_is_not_said():
    for broken in (lambda: 1 / 0, lambda: np.linalg.inv(np.zeros((2, 2))), lambda: int("x"),
                   lambda: ARM.nothing):
        with pytest.raises(Exception) as wrong:
            broken()
        assert of_refusal(wrong.value) is None


def test_a_notebook_says_it_below_the_traceback(tmp_path):
    """In the language of the release; the exception itself stays English."""
    (tmp_path / "variants.json").write_text(json.dumps({"language": "ru", "kinds": {},
                                                        "variants": [], "assignment": "x"}))
    cells = ["from autograde import check\nimport sys\nimport numpy as np\n"
             "from robokit import Mechanism\n"
             "sys.stderr.flush_interval = 0      # what is written apart arrives apart",
             "Mechanism([2], [(0, 0, 0)], [(0, 0, 0)])", "1 / 0", "x = (1",
             "exec('x = 1)')",
             "try:\n    Mechanism([2], [(0, 0, 0)], [(0, 0, 0)])\n"
             "except ValueError as error:\n    print(error)",
             "Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], m=[1], r=[(0, 0, 0)], "
             "J=[np.diag([1, 1, 5])]);", "np.ones(1) / 0;", "raise KeyboardInterrupt"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(x) for x in cells])
    NotebookClient(notebook, kernel_name="python3", allow_errors=True,
                   resources={"metadata": {"path": str(tmp_path)}}).execute()
    _begin, refused, other, unread, inside, caught, warned, divided, stopped = (
        cell.outputs for cell in notebook.cells)
    assert refused[0].evalue == "sigma: got 2, needs 1 (revolute) or 0 (prismatic)"
    assert "\n".join(refused[0].traceback).splitlines()[-1] == (
        "sigma: получено 2, нужно 1 (вращательная пара) или 0 (поступательная)")
    lines = "\n".join(other[0].traceback).splitlines()
    assert "division by zero" in lines[-2] and lines[-1].startswith("Происходит деление на ноль")
    shown, inner = ("\n".join(found[0].traceback).rstrip() for found in (unread, inside))
    assert shown.endswith("не закрыта скобка или нет ничего после двоеточия.")
    assert "ast_parse" not in shown             # how IPython tried to read the cell
    assert inner.endswith("Скобка `)` закрывается, а открыта не была.") and "exec(" in inner
    assert caught[0].text == refused[0].evalue + "\n"
    assert "break the triangle inequality" in warned[0].text
    assert "нарушают неравенство треугольника" in warned[0].text
    assert "divide by zero" in divided[0].text
    assert divided[0].text.rstrip().endswith("(`inf`), и дальше Python считает с ней.")
    assert "\n".join(stopped[0].traceback).rstrip().endswith("после этого места, не выполнено.")


def test_nothing_is_said_twice_in_english(monkeypatch):
    monkeypatch.setitem(refusals._reader, "language", lambda: "en")
    assert refusals.spoken_for(refusals._told("limits: got True, needs a mechanism that has "
                                              "limits")) == ""


def test_what_an_exception_means_is_said_in_english_too(monkeypatch):
    monkeypatch.setitem(refusals._reader, "language", lambda: "en")
    assert refusals._plainly(ZeroDivisionError("division by zero")).startswith(
        "A number is divided by zero")
    assert refusals._plainly(Exception("of its own kind")) == ""


def test_outside_a_notebook_warnings_are_as_ever():
    formatted = warnings.formatwarning
    refusals.below_tracebacks(lambda: "ru")
    assert warnings.formatwarning is formatted
    refusals._reader.clear()
