"""One place of a student's own program: changed, tried, run anew, and weighed by the judge."""

import ast
import json
import shutil
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from dealt import given_out
from free_slips import judged, notebook, slips

from autograde import sample
from autograde.course import released
from autograde.judging.place import KINDS, told
from autograde.library import book, part_of
from autograde.run import again
from autograde.run.changes import MOST, Change, changes
from autograde.run.one_place import IN_ALL, Likely, confirmed, shared
from autograde.run.receipt import read_receipt
from autograde.run.regrade import judged_again
from autograde.run.worker import Job, grade_one

NAME = "a02_rotation"

#: What changed, a cell, and the same cell with that undone.
UNDONE = [
    ("sign", "x = a - b", "x = a + b"),
    ("sign", "x = a + b", "x = -a + b"),
    ("sign", "x = np.array([c, s])", "x = np.array([c, -s])"),
    ("sign", "x = -a @ b", "x = a @ b"),
    ("sign", "x -= a", "x += a"),
    ("term", "x = a + b - c", "x = a + b"),
    ("term", "x = a + b", "x = b"),
    ("added", "w = 0\nfor k in r:\n    w = k * z", "w = 0\nfor k in r:\n    w += k * z"),
    ("added", "for k in r:\n    o.append(k * z)", "for k in r:\n    o.append(o[-1] + k * z)"),
    ("replaced", "w = 0\nw += z", "w = 0\nw = z"),
    ("order", "x = a @ b", "x = b @ a"),
    ("order", "x = a @ b @ c", "x = a @ c @ b"),
    ("order", "x = a.dot(b)", "x = b.dot(a)"),
    ("transpose", "x = a.T @ b", "x = a @ b"),
    ("transpose", "x = a @ b", "x = a.T @ b"),
    ("transpose", "def f(a):\n    return a", "def f(a):\n    return a.T"),
    ("inverse", "x = A @ b", "x = np.linalg.inv(A) @ b"),
    ("inverse", "x = np.linalg.inv(A) @ b", "x = A @ b"),
    ("inverse", "x = np.linalg.solve(A, b)", "x = A @ b"),
    ("factor", "x = a / 2", "x = a"),
    ("factor", "x = 2 * a + b", "x = a + b"),
    ("factor", "x = f(a)", "x = f(a) / 2"),
    ("factor", "x = f(a)", "x = 2 * f(a)"),
    ("factor", "x = n * (n @ y)", "x = n * (n @ y) / (n @ n)"),
    ("factor", "x = a * b", "x = a * b / 12"),
    ("factor", "a = 1\nx = [b**2, a]", "a = 1\nx = [b**2 / a, a]"),
    ("factor", "x = [[m * a, b], [-b, m * c]]", "x = [[m * a, m * b], [-b, m * c]]"),
    ("factor", "x = [[J - b @ b, m * b]]", "x = [[J - m * (b @ b), m * b]]"),
    ("factor", "def f(m, c):\n    K = g(c)\n    L = m * g(c)\n    return K - L",
     "def f(m, c):\n    K = m * g(c)\n    L = m * g(c)\n    return K - L"),
    ("index", "for k in n:\n    for j in n:\n        x = a[j] @ r[k - 1]",
     "for k in n:\n    for j in n:\n        x = a[j] @ r[j - 1]"),
    ("transpose", "x = R.T @ J @ R", "x = R @ J @ R.T"),
    ("transpose", "x = [[c, 0, s], [0, 1, 0], [-s, 0, c]]",
     "x = [[c, 0, -s], [0, 1, 0], [s, 0, c]]"),
    ("turned", "K = R[k] @ b\nx = J[k]", "K = R[k] @ b\nx = R[k] @ J[k] @ R[k].T"),
    ("range", "x = q[i + 1:j + 1]", "x = q[i:j]"),
    ("range", "for k in range(i + 1, j + 1):\n    x = k", "for k in range(i, j):\n    x = k"),
    ("product", "x = J * w", "x = J @ w"),
    ("power", "x = a**2 * b", "x = a * b"),
    ("square", "x = a**2 + b**2", "x = (a + b)**2"),
    ("name", "x = c1 * s4 * c4", "x = c1 * c4 * c4"),
    ("name", "x = v.m_1 * v.m_2", "x = v.m_2 * v.m_2"),
    ("index", "x = [m[k] * r[j] for k in n for j in n]",
     "x = [m[j] * r[j] for k in n for j in n]"),
    ("index", "x = y[2:]", "x = y[:2]"),
    ("index", "x = y[3:6]", "x = y[0:3]"),
    ("index", "x = y[0:2]", "x = y[2:4]"),
    ("index", "x = K[:3, 3:]", "x = K[3:, :3]"),
    ("index", "x = K[:3, :3]", "x = K[3:, :3]"),
    ("index", "K[:3, 3:] += x", "K[:3, :3] += x"),
    ("index", "for k in n:\n    x = m[i - 1]", "for k in n:\n    x = m[k]"),
    ("index", "x = R[2]", "x = R[:, 2]"),
    ("index", "x = R[0, 1]", "x = R[1, 0]"),
    ("index", "x = o[k + 1]", "x = o[k + 1 - 1]"),
    ("index", "x = T[3]", "x = T[2]"),
    ("letters", "x = q2 - q1", "x = q1 - q2"),
    ("letters", "x = l1 * c1 + l2 * c1 * s2", "x = l2 * c1 + l1 * c1 * s2"),
    ("letters", "x = k * r**j", "x = j * r**k"),
    ("letters", "def f(q):\n    return q[0] / (q[1] + q[0])",
     "def f(q):\n    return q[1] / (q[0] + q[1])"),
    ("letters", "x = v.m_1 * g + v.m_2 * h - v.m_1", "x = v.m_2 * g + v.m_1 * h - v.m_2"),
    ("letters", "M.append([m[j] * r[k] for k in n for j in n if j < 2])",
     "M.append([m[k] * r[j] for k in n for j in n if j < 2])"),
    ("letters", "x = c * (s * a + c * b)", "x = s * (c * a + s * b)"),
    ("function", "x = np.sin(q)", "x = np.cos(q)"),
    ("function", "x = np.arctan(y / z)", "x = np.arctan2(y, z)"),
    ("needless", "x = np.radians(q)", "x = q"),
    ("arguments", "x = np.arctan2(a, b)", "x = np.arctan2(b, a)"),
    ("brackets", "x = np.cross(np.cross(a, b), c)", "x = np.cross(a, np.cross(b, c))"),
    ("brackets", "x = a + b / c", "x = (a + b) / c"),
    ("brackets", "x = a - b * c", "x = (a - b) * c"),
    ("brackets", "x = (a + b) / c", "x = a + b / c"),
    ("brackets", "x = a / b * c", "x = a / (b * c)"),
    ("brackets", "x = a / (b * c)", "x = a / b * c"),
    ("name", "T = [E]\nfor k in n:\n    R = T[-1] @ k\n    o = T[-1] @ l\n    T.append(R)",
     "T = [E]\nfor k in n:\n    R = T[-1] @ k\n    o = R @ l\n    T.append(R)"),
    ("number", "for _ in range(3):\n    x = y()", "for _ in range(10 * 3):\n    x = y()"),
    ("number", "x = solve(a, 5)", "x = solve(a, 6)"),
    ("number", "h = 1e-12", "h = 1e-6"),
    ("range", "for k in range(n):\n    x = k", "for k in range(1, n):\n    x = k"),
    ("range", "for k in range(j, n):\n    x = k", "for k in range(j + 1):\n    x = k"),
    ("entries", "x = [s, 0, c]", "x = [c, 0, s]"),
    ("condition", "x = a if s == 1 else b", "x = a if s != 1 else b"),
    ("condition", "x = a if s else b", "x = b if s else a"),
    ("line", "x = a\nx = a + b", "x = a\npass"),
    ("lines", "for k in n:\n    e = f(w)\n    w = g(e)", "for k in n:\n    w = g(e)\n    e = f(w)"),
    ("unused", "def f(R, p):\n    axis = R[:, 2]\n    p = p + 5\n    return p",
     "def f(R, p):\n    axis = R[:, 2]\n    p = p + 5\n    return axis * p"),
    ("unused", "def f(a, b):\n    M = a + 5\n    c = b + 5\n    return c",
     "def f(a, b):\n    M = a + 5\n    c = b + 5\n    return c / M"),
    ("turned", "x = tau @ a\ny = x + b", "x = tau @ a\ny = x + (tau @ b)"),
    ("turned", "x = tau @ a\ny = x - (b + c)", "x = tau @ a\ny = x - (tau @ (b + c))"),
    ("function", "c = np.cos(a)\ns = np.sqrt(1 - c**2)", "c = np.cos(a)\ns = np.sin(a)"),
    ("function", "x = sqrt(1 - sin(a) * sin(a))", "x = cos(a)"),
    ("given", "def f(m, g):\n    G = np.array([0, 0, -9.81])\n    return m * G",
     "def f(m, g):\n    G = g\n    return m * G"),
    ("given", "def f(m, g):\n    return -m * 9.81", "def f(m, g):\n    return -m * g"),
    ("given", "G = 9.81\ndef f(m, g):\n    return m * G",
     "G = 9.81\ndef f(m, g):\n    return m * g"),
]

#: The same of a slip that stands in several places, with the lines of all of them.
THROUGHOUT = [
    ("index", "for k in n:\n    a = r[k] @ b[k]\n    c = r[k] + d[k]",
     "for k in n:\n    a = r[k - 1] @ b[k]\n    c = r[k - 1] + d[k]", (2, 3)),
    ("function", "def f(q):\n    return [sin(q), 0, 2 * sin(q)]",
     "def f(q):\n    return [cos(q), 0, 2 * cos(q)]", (2, 2)),
    ("sign", "x = [[J, -a * b],\n     [-a * b, c]]", "x = [[J, a * b],\n     [a * b, c]]", (1, 2)),
    ("sign", "W[0, 1] = z\nW[1, 0] = -z\nW[1, 2] = y",
     "W[0, 1] = -z\nW[1, 0] = z\nW[1, 2] = y", (1, 2)),
    ("sign", "x = [[0, z, y], [-z, 0, x]]", "x = [[0, -z, y], [z, 0, x]]", (1, 1)),
    ("index", "def f(r, d):\n    x = r[1] * d\n    return x + r[1]",
     "def f(r, d):\n    x = r[0] * d\n    return x + r[0]", (2, 3)),
    ("index", "z = r[\n  k] + r[\n  k]", "z = r[k - 1] + r[k - 1]", (1, 2)),
    ("factor", "def f(m, r):\n    K[:3, :3] = J - S(r) @ S(r)\n    K[:3, 3:] = S(r)\n"
     "    K[3:, 3:] = m * E\n    return K",
     "def f(m, r):\n    K[:3, :3] = J - m * (S(r) @ S(r))\n    K[:3, 3:] = m * S(r)\n"
     "    K[3:, 3:] = m * E\n    return K", (2, 3)),
    ("factor", "def f(m, r):\n    A = J - S(r) @ S(r)\n    B = S(r)\n    D = m * E\n"
     "    return g(A, B, D)",
     "def f(m, r):\n    A = J - m * (S(r) @ S(r))\n    B = m * S(r)\n    D = m * E\n"
     "    return g(A, B, D)", (2, 3)),
]


def tree(source):
    return ast.dump(ast.parse(source))


@pytest.mark.parametrize("kind,wrong,right", UNDONE)
def test_a_slip_in_one_place_is_undone(kind, wrong, right):
    found = [change for change in changes(wrong) if tree(change.source) == tree(right)]
    assert [change.kind for change in found[:1]] == [kind], [c.source for c in changes(wrong)]
    assert found[0].part in wrong and wrong.split("\n")[found[0].line - 1].strip() == found[0].quote


@pytest.mark.parametrize("kind,wrong,right,lines", THROUGHOUT)
def test_a_slip_that_stands_in_several_places_is_undone(kind, wrong, right, lines):
    found = [change for change in changes(wrong) if tree(change.source) == tree(right)]
    assert [change.kind for change in found[:1]] == [kind], [c.source for c in changes(wrong)]
    assert (found[0].line, *found[0].others) == lines
    assert found[0].part in wrong and wrong.split("\n")[lines[0] - 1].strip() == found[0].quote


def test_slips_of_different_kinds_or_functions_are_not_one():
    apart = [("x = [a + b, sin(q)]", "x = [a - b, cos(q)]"),
             ("x = [-a, b, 0]\ny = [c, 1]", "x = [a, b, 0]\ny = [-c, 1]"),
             ("x = [a * b, c, d / e]", "x = [a * b, -c, -(d / e)]"),
             ("x = [[a, b, c], [d, e, g]]", "x = [[a, b, -c], [-d, e, g]]"),
             ("x = [f([a, b]), g([c, d])]", "x = [f([a, -b]), g([-c, d])]"),
             ("def f(q):\n    a = s * q\n    b = r * q\n    return a @ b",
              "def f(q):\n    a = -(s * q)\n    b = -(r * q)\n    return a @ b"),
             ("def f(q):\n    a = s * q\n    return g(a)",
              "def f(q):\n    a = -(s * q)\n    return -g(a)"),
             ("def f(q):\n    return sin(q)\n\ndef g(q):\n    return sin(q)",
              "def f(q):\n    return cos(q)\n\ndef g(q):\n    return cos(q)")]
    for wrong, right in apart:
        assert tree(right) not in {tree(change.source) for change in changes(wrong)}


def test_a_constant_for_what_a_function_is_given_is_tried_first():
    """It is given gravity and uses its own: nothing is likelier than that."""
    cell = ("def f(q, l, m, g):\n    G = [0, 0, -9.81]\n"
            "    x = l[0] * sin(q[0]) - l[1] * cos(q[1])\n    return m * x * G[2]")
    assert changes(cell)[0].source == cell.replace("[0, 0, -9.81]", "(g)")
    assert not [c for c in changes("def f(q, g):\n    return g * q[0] + 2") if c.kind == "given"]


def test_a_gravity_of_ones_own_keeps_half():
    there, drives = notebook("a10_screws"), "chain_drives"
    right = sample.solutions_of(there.assignment)[f"{drives}_answer"]
    wrong = right.replace("np.concatenate([np.zeros(3), gravity])",
                          "np.concatenate([np.zeros(3), np.array([0, 0, -9.81])])")
    assert wrong != right
    found = there.judged({drives: wrong})[drives]
    assert (found.rule, found.points) == ("trifle", found.of / 2), found
    assert "is given and does not use belongs in the place of" in found.message


def test_an_addend_that_an_angle_lacks_is_tried_first():
    """sin(q_2) where the cell has q_1 + q_2 elsewhere; what is costly to run comes to few tries."""
    cell = "x = a * sin(q_1 + q_2) - b * cos(q_2)\ny = x + a - b"
    assert changes(cell)[0].source == cell.replace("cos(q_2)", "(cos(q_1 + q_2))")


#: A cell, the exchange of two of its letters, and the kind that says more of the same.
SAID_BETTER = [
    ("x = np.arctan2(a, b)", "x = np.arctan2(b, a)", "arguments"),
    ("x = a @ b", "x = b @ a", "order"),
    ("x = a / b", "x = b / a", "order"),
    ("x = R[i, j]", "x = R[j, i]", "index"),
    ("x = [s, 0, c]", "x = [c, 0, s]", "entries"),
    ("x = a if s > c else b", "x = a if c > s else b", None),      # said as s < c
    ("x = s - f(y) + c", "x = c - f(y) + s", None),       # s and c: nothing comes of it
    ("x = s * f(y) * c", "x = c * f(y) * s", None),
    ("x = a + qq1", "x = qq1 + a", None),                 # one is not taken for the other
    ("x = f'{i - j}'", "x = f'{j - i}'", None),
    ("print(i - j)", "print(j - i)", None),
    ("R.append(T)", "T.append(R)", None)]


@pytest.mark.parametrize("wrong,right,kind", SAID_BETTER)
def test_an_exchange_of_letters_is_not_claimed_where_another_kind_says_it(wrong, right, kind):
    found = [change.kind for change in changes(wrong) if tree(change.source) == tree(right)]
    assert found[:1] == [kind] * bool(kind), found


def test_every_kind_has_its_words_and_every_word_its_kind():
    assert {kind for kind, *_ in UNDONE} == set(KINDS)
    for kind in KINDS:
        text = told({"kind": kind, "line": 3, "quote": "w = `x`\n" * 30, "part": "y" * 90})
        assert "\n" not in text and text.count("`") in (2, 4) and len(text.split()) < 60
        assert "line 3 of your cell" in text
        several = told({"kind": kind, "line": 3, "quote": "w", "part": "y", "others": [5, 5, 7]})
        assert "4 places, first in line 3" in several and several.endswith("way: 5, 7.")


@pytest.mark.parametrize("name", ["a03_positions", "a09_motion", "project"])
def test_changes_are_python_each_another_and_the_same_every_time(name):
    for slip in slips(name)[::5]:
        found = changes(slip.cell)
        assert 0 < len(found) <= MOST and found == changes(slip.cell)
        assert len({change.source for change in found} | {slip.cell}) == len(found) + 1
        for change in found[::9]:
            ast.parse(change.source)
            assert change.kind in KINDS


@pytest.mark.parametrize("source", [
    "", "x = (", "...", "# nothing", "print(a + b)", "import a, b", 'x = f"{a + b}"',
    "def f(a: int = 2 - 1) -> g(1 - 2):\n    ...", "x = 'a' * " + "1 + " * 6000 + "1"])
def test_what_is_no_program_of_theirs_is_left_alone(source):
    assert changes(source) == []


@pytest.mark.parametrize("there,tried", [
    ([50, 90], [50, 90]), ([900], [400]), ([900, 40], [360, 40]), ([900, 400], [200, 200]),
    ([20, 900, 900, 180], [20, 127, 127, 126]), ([900] * 7, [57, 57, 57, 57, 57, 57, 58]),
    ([], [])])
def test_tasks_share_the_changes_of_a_notebook(there, tried):
    """None waits until another has had all; what is not needed goes to the others."""
    likely = {f"{k}": list(range(n)) for k, n in enumerate(there)}
    found = shared(likely)
    assert [len(found[name]) for name in likely] == tried and sum(tried) <= IN_ALL
    assert all(found[name] == list(range(n)) for name, n in zip(likely, tried))


@pytest.mark.parametrize("source", [
    "x = a\nx = (a  # more\n     + b)", "x = 0\nx += (a\n      - b)", "x = R[i:, j] + R[k]",
    "e = 0; w = 0\nfor k in n:\n    w = k", "x = [*i, *j]", "x = f(i * j for i in n)"])
def test_what_is_changed_is_python(source):
    for change in changes(source):
        ast.parse(change.source)


@pytest.mark.parametrize("deep", ["-" * 800 + "(i - j) * i", "i" + " ** j" * 800,
                                  " @ ".join("ij" * 400), " - ".join("ij" * 400)])
def test_a_deep_cell_stops_nothing(deep):
    assert changes(f"x = {deep}")


@pytest.mark.parametrize("source,absent", [
    ("def f(t):\n    return t\na = f(b)\nx = a + b", "t + b"),     # of a function's own
    ("a = 1\nx = a + b\ny = x", "y + b"),                         # made later
    ("b = v.m\nx = a + b", "v + b"),                              # no quantity: it has parts
    ("b = v.m\nx = v.m + b", "a.m + b")])
def test_names_that_cannot_stand_there_are_not_tried(source, absent):
    tried = {"".join(c.source.split("x = ")[1:]).split("\n")[0] for c in changes(source)}
    assert not tried & {absent, *(f"({name}){absent[1:]}" for name in absent[0])}
    assert len(tried) > 5


def test_words_that_are_no_ascii_and_lines_for_ipython_shift_nothing():
    found = changes("%matplotlib inline\nугол = 'ё'; x = угол - длина  # знак\n")
    assert any(change.source == "%matplotlib inline\nугол = 'ё'; x = (угол + длина)  # знак\n"
               for change in found)


# -- in this process: slips of the building class ------------------------------------------------
def slip_of(name, digest):
    return next(slip for slip in slips(name) if slip.name == digest)


@pytest.mark.parametrize("name,digest,kind", [
    ("a02_rotation", "b0f6125b", "with another sign at `[cb, 0, sb]`"),
    ("a02_rotation", "76511e43", "with another index in `tau[2, :]`"),
    ("a03_positions", "ba93950b", "with another quantity in `s4*U + c1*s4`"),
    ("a03_positions", "05876637", "with another number at `0`"),
    ("a03_positions", "38e300dc", "a quantity of your cell that is used nowhere")])
def test_one_place_is_named_and_costs_what_one_slip_costs(name, digest, kind):
    verdict, task = judged(slip_of(name, digest)).verdict, book()[name]
    assert verdict.rule == "trifle" and kind in verdict.message, verdict
    assert verdict.points >= task[verdict.task].slip * verdict.of and verdict.points < verdict.of


PROGRAMS = tomllib.loads(
    (Path(__file__).parent / "lapses.toml").read_text(encoding="utf-8"))["program"]


def answered(program, right="", wrong=""):
    """The verdict on a program, with one text in it in the place of another."""
    assignment, task = program["task"].split(":")
    return notebook(assignment).judged({task: program["cell"].replace(right, wrong)})[task]


@pytest.mark.parametrize("program", PROGRAMS, ids=[p["task"] for p in PROGRAMS])
def test_a_program_by_free_hand_is_right(program):
    assert answered(program).rule == "right"


@pytest.mark.parametrize("program,lapse", [
    pytest.param(p, lapse, id=f"{p['task']}-{lapse['wrong']}",
                 marks=[] if number == k % len(p["lapse"]) else pytest.mark.proof)
    for k, p in enumerate(PROGRAMS) for number, lapse in enumerate(p["lapse"])])
def test_a_lapse_in_it_is_told_and_keeps_its_share(program, lapse):
    """One lapse of each program, not always the first; all of them with --proof."""
    assert program["cell"].count(lapse["right"]) == 1
    verdict = answered(program, lapse["right"], lapse["wrong"])
    assert lapse["says"] in (verdict.mistake, verdict.message.partition(": ")[2].rstrip("."))
    assert verdict.points == round(lapse.get("kept", 0.5) * verdict.of, 2)


@pytest.mark.parametrize("name", ["a02_rotation", "a03_positions"])
def test_in_a_right_notebook_nothing_is_searched(name):
    there = notebook(name)
    there.judged()
    assert there.judge.unexplained == {}


def test_two_slips_are_not_one():
    cell = slip_of("a02_rotation", "b0f6125b").cell
    twice = cell.replace("[0, -sa, ca]", "[0, sa, ca]")
    assert twice != cell
    found = notebook("a02_rotation").judged({"adjacent": twice})["adjacent"]
    assert found.rule != "trifle" and "one place" not in found.message


def test_choices_are_no_matter_of_guesses():
    """One of a few answers would be met by a change of what was typed."""
    for name in ("a03_positions", "a12_base_parameters"):
        there = notebook(name)
        truth = {t.id: there.judge.certified[t.id][1]["truth"][0]
                 for t in there.assignment.tasks if t.cases is None}
        counted = [t for t, x in truth.items() if isinstance(x, str) or (x == np.round(x)).all()]
        assert counted, name
        for task in counted:
            there.judged({task: f'{task} = "b" if 7 - 2 == 4 else "a"'})
            assert task not in there.judge.unexplained


def test_what_the_facts_claim_is_not_believed():
    """A place whose answer is wrong changes nothing, whatever else it says."""
    there, slip = notebook("a02_rotation"), slip_of("a02_rotation", "b0f6125b")
    answers, values, facts = there.answers({slip.task: slip.cell})
    before = there.judge.verdicts(answers, values, facts)
    place = {"kind": "sign", "line": 1, "quote": "x", "part": "x", "answer": answers[slip.task],
             "values": values[slip.task]}
    facts.setdefault(slip.task, {})["place"] = place
    assert there.judge.verdicts(answers, values, facts) == before
    facts[slip.task]["place"] = place | {"values": []}
    assert there.judge.verdicts(answers, values, facts) == before


# -- in the sandbox ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Released, with a student whose `adjacent` has one wrong sign."""
    return given_out(tmp_path_factory.mktemp("place") / "course", NAME)


def hand_in(course, answers, name="ivanova", of=NAME, helpers=None):
    assignment = course.library[of]
    paper = sample.Paper(released(course, assignment), sample.solutions_of(assignment), name)
    paper.solve()
    for task, source in answers.items():
        paper.answer(task, source)
    if helpers is not None:
        paper.write("helpers", helpers)
    folder = course.submitted / name / of
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / f"{of}.ipynb").write_bytes(paper.content())
    return Job(course.root, of, name)


def verdict_of(graded, task):
    return next(v for v in graded.receipt.verdicts if v.task == task)


@pytest.mark.parametrize("digest", ["b0f6125b", "eps_symbolic", "0869f41e"])
def test_grading_finds_the_place_and_the_receipt_says_the_same(course, digest):
    slip = next(s for s in slips(NAME) if digest in (s.name, s.task) and s.name in (
        "b0f6125b", "aaa6635b", "0869f41e"))
    graded = grade_one(hand_in(course, {slip.task: slip.cell}))
    verdict = verdict_of(graded, slip.task)
    assert verdict.rule == "trifle" and "right but for one place" in verdict.message, verdict
    here = judged(slip).verdict
    assert (verdict.message, verdict.points) == (here.message, here.points)
    again = grade_one(Job(course.root, NAME, "ivanova"))
    assert again.receipt.as_data() == graded.receipt.as_data()
    course.receipt(NAME, "ivanova").parent.mkdir(parents=True, exist_ok=True)
    course.receipt(NAME, "ivanova").write_text(json.dumps(graded.receipt.as_data()))
    assert read_receipt(course.receipt(NAME, "ivanova")).verdicts == graded.receipt.verdicts
    assert [change for _, change in judged_again(course, [course.library[NAME]])] == [None]


def test_one_place_in_a_cell_of_helpers_is_told_and_charged_once(tmp_path):
    """It is looked for where an answer goes wrong; later answers are right with it mended."""
    screws = "a10_screws"
    course = given_out(tmp_path / "course", screws)
    right = sample.solutions_of(course.library[screws])["helpers"]
    first = '(elementary("z", sigma * q) @ elementary("x", alpha)'
    wrong = right.replace(first, '(elementary("x", alpha)').replace(
        'elementary("z", gamma))', 'elementary("z", gamma) @ elementary("z", sigma * q))')
    assert wrong.count("sigma * q") == right.count("sigma * q") and wrong != right
    graded = grade_one(hand_in(course, {}, of=screws, helpers=wrong))
    place, later = (verdict_of(graded, task) for task in ("chain_screws", "chain_drives"))
    assert (place.rule, place.points) == ("trifle", place.of / 2), place
    assert "one place in a cell above that is not graded" in place.message
    assert (later.rule, later.points) == ("same cause", later.of), later
    assert course.library[screws].place("chain_screws") in later.message
    assert all(v.points == v.of for v in graded.receipt.verdicts if v != place)
    course.receipt(screws, "ivanova").parent.mkdir(parents=True, exist_ok=True)
    course.receipt(screws, "ivanova").write_text(json.dumps(graded.receipt.as_data()))
    assert [change for _, change in judged_again(course, [course.library[screws]])] == [None]


def test_one_slip_in_two_blocks_of_a_matrix_is_told_with_both_lines(tmp_path):
    """The mass is missing in both; of later answers nothing is charged again."""
    screws = "a10_screws"
    course = given_out(tmp_path / "course", screws)
    head, _, tail = sample.solutions_of(course.library[screws])["helpers"].partition(
        "def inertia(m, r, J):")
    wrong = "\n    ".join((
        f"{head}def inertia(m, r, J):", "K = np.zeros((6, 6))", "K[:3, :3] = J - lam(r) @ lam(r)",
        "K[:3, 3:] = lam(r)", "K[3:, :3] = -m * lam(r)", "K[3:, 3:] = m * np.eye(3)", "return K"))
    graded = grade_one(hand_in(course, {}, of=screws, helpers=wrong + tail[tail.index("\n\n\n"):]))
    first, later = (verdict_of(graded, task) for task in ("K_1", "chain_drives"))
    line = wrong.split("\n").index("    K[:3, :3] = J - lam(r) @ lam(r)") + 1
    assert (first.rule, first.points) == ("trifle", first.of / 2), first
    assert "made in 2 places of a cell above that is not graded" in first.message
    assert f"first in line {line}, `K[:3, :3] = J" in first.message
    assert first.message.endswith(f"in the same way: {line + 1}."), first
    assert (later.rule, later.points) == ("same cause", later.of), later
    assert all(v.points == v.of for v in graded.receipt.verdicts if v != first)


def test_a_slip_that_has_a_name_may_stand_in_a_cell_of_helpers_too(tmp_path):
    """The first answer keeps its name and its half; what the same line spoils later is not charged.

    The matrix of the vector product is transposed: of the shift it is named, of inertia not.
    """
    recursive = "a11_recursive"
    course = given_out(tmp_path / "course", recursive)
    right = sample.solutions_of(course.library[recursive])["helpers"]
    wrong = right.replace("[[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]",
                          "[[0, a[2], -a[1]], [-a[2], 0, a[0]], [a[1], -a[0], 0]]")
    assert wrong != right
    graded = grade_one(hand_in(course, {}, of=recursive, helpers=wrong))
    first = verdict_of(graded, "L_32")
    assert (first.rule, first.mistake, first.points) == ("slip", "carrier_arm_reversed", 0.5)
    for task in ("l_3", "frozen", "b_3"):
        assert verdict_of(graded, task).rule == "same cause", verdict_of(graded, task)
    assert all(v.points == v.of for v in graded.receipt.verdicts if v != first)


def test_a_single_slip_that_has_a_name_is_not_looked_for_again(course, monkeypatch):
    """Nothing else is wrong, so that nothing could come of it."""
    monkeypatch.setattr("autograde.run.worker.searched", None)
    slipped = part_of(course.library[NAME], "slips").SLIPS["transposed"]["elementary_number"]
    right = sample.solutions_of(course.library[NAME])["elementary_number_answer"]
    cell = f"{right}\nright = elementary_number\n{slipped}\nelementary_number = slipped"
    graded = grade_one(hand_in(course, {"elementary_number": cell}))
    assert verdict_of(graded, "elementary_number").mistake == "transposed"


def test_of_several_changes_of_a_helper_that_counts_of_which_later_answers_are_right():
    """One answer may be mended by more than one change, and the next ones are not by the first."""
    right = {"one": {"first"}, "two": {"first", "second", "third"}, "none": {"second"}}
    judge = SimpleNamespace(
        assignment=SimpleNamespace(tasks=[SimpleNamespace(id=x) for x in (
            "first", "second", "third")]),
        mended=lambda name, answer, values: answer == "right")

    def whole(cell, source):
        return dict.fromkeys(right[source], "right"), {}
    likely = [Likely(Change("sign", k, source, source, source), 7, True)
              for k, source in enumerate(right)]
    for order in (likely, likely[::-1]):
        place = confirmed(judge, {"first": order}, whole)["first"]
        assert place["quote"] == "two" and set(place["later"]) == {"second", "third"}
    assert confirmed(judge, {"first": likely[2:]}, whole) == {}


def test_what_the_facts_claim_of_later_tasks_is_not_believed():
    """Wrong answers that are said to come from a mended program stay wrong."""
    there, slip = notebook("a02_rotation"), slip_of("a02_rotation", "b0f6125b")
    answers, values, facts = there.answers({slip.task: slip.cell})
    right, its, _ = there.answers({})
    wrong = {"type": "none"}
    facts.setdefault(slip.task, {})["place"] = {
        "kind": "sign", "line": 1, "quote": "x", "part": "x", "answer": right[slip.task],
        "values": its[slip.task], "later": {"chain_rotation": {"answer": wrong, "values": []}}}
    zeros = values | {"chain_rotation": [wrong for _ in values["chain_rotation"]]}
    found = {v.task: v for v in there.judge.verdicts(answers, zeros, facts)}
    assert found[slip.task].rule == "trifle" and found["chain_rotation"].points == 0


def test_a_line_too_many_is_one_place(course):
    """The student of the sample class who spoils a value with one line more keeps half of it."""
    task, line = part_of(course.library[NAME], "slips").MISREAD
    right = sample.solutions_of(course.library[NAME])[f"{task}_answer"]
    graded = grade_one(hand_in(course, {task: f"{right}\n{line}"}))
    verdict = verdict_of(graded, task)
    assert verdict.rule == "trifle"
    assert verdict.points == course.library[NAME][task].slip * verdict.of
    assert line in verdict.message and "without this line it is right" in verdict.message
    assert all(v.points == v.of for v in graded.receipt.verdicts if v.task != task)


def test_a_change_that_writes_into_what_was_given_spoils_no_later_trial(tmp_path):
    """In `inertia` of the helpers `J[...] = ...` is tried for `K[...] = ...`, and later the right
    change: it finds the tensor as it was dealt."""
    screws = "a10_screws"
    course = given_out(tmp_path / "course", screws)
    right = sample.solutions_of(course.library[screws])["helpers"]
    blocks = ("K = np.zeros((6, 6))", "K[:3, :3] = J - m * lam(r) @ lam(r)",
              "K[:3, 3:] = m * lam(r)", "K[3:, :3] = -m * lam(r)", "K[3:, 3:] = m * np.eye(3)",
              "return K")
    head, _, tail = right.partition("def inertia(m, r, J):")
    rest = tail[tail.index("\n\n\n"):]
    written = head + "def inertia(m, r, J):\n    " + "\n    ".join(blocks) + rest
    wrong = written.replace("J - m * lam(r) @ lam(r)", "J - lam(r) @ lam(r)")
    assert wrong != written
    graded = grade_one(hand_in(course, {}, of=screws, helpers=wrong))
    first, later = (verdict_of(graded, task) for task in ("K_1", "chain_drives"))
    assert first.points < first.of and first.rule == "slip", first
    assert (later.rule, later.points) == ("same cause", later.of), later


def test_only_functions_that_the_answer_comes_to_use_are_changed():
    cell = ("def f(a):\n    return g(a) - a\n\ndef g(a):\n    return 2 + a\n\n"
            "def h(a):\n    return a + 3")
    lines = {change.line for change in changes(cell, user="x = f(1)")}
    assert lines == {2, 5} and {change.line for change in changes(cell)} == {2, 5, 8}


def test_a_change_that_fails_on_the_way_is_no_answer():
    """What stood before the line that raised is not what the changed program gives."""
    there = notebook(NAME)
    right = sample.solutions_of(there.assignment)["composition_answer"]
    found = there.judged({"composition": f"{right}\ncomposition = composition[[1, 0, 2]]\n"
                                         "composition = composition + [0, 0.1, 0.2]"})
    assert found["composition"].rule != "trifle", found["composition"]


def test_right_work_is_run_once(course, monkeypatch):
    monkeypatch.setattr(again, "searched", None)
    graded = grade_one(hand_in(course, {}))
    assert all(v.rule == "right" for v in graded.receipt.verdicts)
    assert not any("place" in told for told in graded.receipt.facts.values())


COUNTER = """
import pathlib
seen = pathlib.Path("seen")
count = int(seen.read_text()) if seen.exists() else 0
seen.write_text(str(count + 1))
c, s = np.cos(np.radians(mine.beta_deg)), np.sin(np.radians(mine.beta_deg))
elementary_number = np.array([[c, 0, s + (count == 0)], [0, 1, 0], [-s, 0, c]])
unlike = 2 + 3
"""


def test_an_answer_that_counts_how_often_it_was_tried_gains_nothing(course):
    """It is right from the second trial on, and wrong again in the run that decides."""
    graded = grade_one(hand_in(course, {"elementary_number": COUNTER}))
    verdict = verdict_of(graded, "elementary_number")
    assert verdict.rule != "trifle" and "place" not in graded.receipt.facts.get(
        "elementary_number", {}), verdict


@pytest.mark.parametrize("harm", ["while True: pass", "import os; os._exit(0)",
                                  "import os; os.kill(os.getpid(), 9)"])
def test_a_search_that_dies_leaves_the_mark(course, harm):
    """The cell is deadly where its sign is changed; what was judged before stands."""
    cell = slip_of(NAME, "b0f6125b").cell.replace(
        "    eps = tz", f"    if ty[2, 0] != ty[0, 2]:\n        {harm}\n    eps = tz")
    verdict = verdict_of(grade_one(hand_in(course, {"adjacent": cell})), "adjacent")
    assert verdict.rule in ("law", "part") and 0 < verdict.points < verdict.of, verdict
