"""Hidden inputs enter after the cells, and leave nowhere."""

import dataclasses
import json

import numpy as np
import pytest
from submissions import check, text_of

from autograde.sandbox import submission


# -- what they are asked ---------------------------------------------------------------------------
def test_a_function_is_called_with_fresh_arguments_of_the_right_kind(run):
    t = run("""
            import numpy as np, sympy as sp
            def f(q, n, s, o, d):
                q += 1
                return [q.dtype.kind, q, n, s, o is None, d['a'] * 2.0, sp.Matrix([sp.pi])]
            """,
            check("check('f', f)"), asks={"f": {"kind": "function"}},
            probes={"f": [{"args": [[1, 2], 3, "x", None, {"a": [1.5]}]}] * 2})
    first, second = t.values["f"]
    assert first == second
    items = first["items"]
    assert items[0]["value"] == "i" and items[1]["data"] == [2, 3] and items[4]["value"] is True
    assert items[5]["data"] == [3.0] and items[6]["data"] == pytest.approx([np.pi])


def test_an_expression_is_evaluated_at_the_points(run):
    t = run("""
            import sympy as sp
            from sympy.physics.mechanics import dynamicsymbols
            q1, q_2, x = sp.symbols('q1 q_2 x'); th = dynamicsymbols('th')
            """,
            check("check('m', sp.Matrix([[q1, sp.cos(q_2)]]))"), check("check('c', 3)"),
            check("check('bad', q1 + x)"), check("check('pole', 1 / q_2)"),
            check("check('root', sp.sqrt(-q1))"), check("check('dyn', th.diff() * th)"),
            asks={name: {"kind": "expression"}
                  for name in ("m", "c", "bad", "pole", "root", "dyn")},
            probes={**{name: [{"symbols": {"q_1": 0.5, "q_2": 0.0}}]
                       for name in ("m", "c", "bad", "pole", "root")},
                    "dyn": [{"symbols": {"th": 2.0, "dth": 3.0}}]})
    assert t.values["m"] == [{"type": "array", "shape": [1, 2], "data": [0.5, 1.0]}]
    assert t.values["c"] == [{"type": "array", "shape": [], "data": [3.0]}]
    assert t.values["bad"] == [{"type": "unusable", "reason": "unknown symbol x"}]
    assert t.values["pole"][0]["reason"] == "contains infinity"
    assert t.values["root"][0]["reason"] == "complex numbers"
    assert t.values["dyn"][0]["data"] == [6.0]


def test_a_helper_redefined_later_does_not_change_an_answer(run):
    t = run("""
            k = 2
            def helper(x): return k * x
            def f(x): return helper(x)
            """,
            check("check('f', f)"), "def helper(x): return 0\nk = 0",
            check("check('g', f)"), check("check('g', lambda x: 9)"),
            asks={"f": {"kind": "function"}, "g": {"kind": "function"}},
            probes={"f": [{"args": [3.0]}], "g": [{"args": [3.0]}]})
    assert t.values["f"][0]["data"] == [6.0]
    assert t.values["g"][0]["data"] == [9.0]


# -- answers that wait without a snapshot ----------------------------------------------------------
@pytest.fixture
def passes(monkeypatch):
    """What is noted of each pass of a submission: careful or not, and who waits where."""
    noted, real = [], submission.Sandbox.passes

    def passes(self, *given):
        record, transcript = real(self, *given)
        noted.append((given[4], sorted(record.here)))
        return record, transcript
    monkeypatch.setattr(submission.Sandbox, "passes", passes)
    return noted


ANSWERS = """
    import numpy as np, sympy as sp
    from math import hypot
    a, shift = [1.0, 2.0], np.array([1.0, 0.0, 0.0])
    x = sp.symbols('x')
    def turned(v, by=np.pi / 2):
        return np.array([[np.cos(by), -np.sin(by)], [np.sin(by), np.cos(by)]]) @ v
    def f(v): return turned(np.array(v) * a[0]) + shift[:2]
    def g(v): return hypot(*f(v))
    m = sp.Matrix([[sp.cos(x), x]])
    h = sp.lambdify(x, m)
"""
ASKED = {"asks": {"f": {"kind": "function"}, "g": {"kind": "function"}, "h": {"kind": "function"},
                  "m": {"kind": "expression"}},
         "probes": {"f": [{"args": [[3.0, 4.0]]}], "g": [{"args": [[3.0, 4.0]]}],
                    "h": [{"args": [0.0]}], "m": [{"symbols": {"x": 0.0}}]}}
CHECKS = [check(f"check('{name}', {name})") for name in ASKED["asks"]]
RIGHT = {"f": [-3.0, 3.0], "g": [18 ** 0.5], "h": [1.0, 0.0], "m": [1.0, 0.0]}


def _right(transcript):
    return {task: pytest.approx(value["data"]) for task, (value,) in transcript.values.items()}


def test_what_nothing_changes_waits_in_the_interpreter(run, passes):
    assert _right(run(ANSWERS, *CHECKS, "b = a[0] + 1", **ASKED)) == RIGHT
    assert passes == [(False, ["f", "g", "h", "m"])]


@pytest.mark.parametrize("later", [
    "a = [5.0]", "def turned(v): return v", "del shift", "for a in range(3): pass",
    "import numpy.linalg as np", "np.cos = np.sin", "def new():\n    global shift\n    shift = 0",
    "from numpy.linalg import *", "exec('a = [7.0]')", "%time shift = 0", "x = a = 0",
    "shift += 1"])
def test_before_a_cell_that_says_what_it_changes_they_get_snapshots(run, passes, later):
    assert _right(run(ANSWERS, *CHECKS, later, **ASKED)) == RIGHT
    assert len(passes) == 1 and "f" not in passes[0][1]


@pytest.mark.parametrize("earlier,later", [
    ("pass", "a[0] = 5.0"), ("pass", "a.clear()"), ("pass", "m[0, 0] = 7"),
    ("def grow(): a.insert(0, 9.0)", "grow()"), ("def fill(): shift.fill(2)", "fill()"),
    ("def other(): turned.__defaults__ = (0,)", "other()"),
    ("pass", "np.seterr(all='raise')"), ("import warnings", "warnings.simplefilter('error')")])
def test_what_a_call_has_changed_is_seen_at_the_end(run, passes, earlier, later):
    assert _right(run(ANSWERS, earlier, *CHECKS, later, **ASKED)) == RIGHT
    assert passes == [(False, []), (True, [])]


@pytest.mark.parametrize("source", [
    "import random\ndef f(x): return x + random.random()",
    "def f(x): return x + np.random.rand()", "def f(x):\n    import os\n    return x",
    "n = 0\ndef f(x):\n    global n\n    n += 1\n    return n",
    "import os\ndef f(x): return x + os.getpid()",
    "class F:\n    def __call__(self, x): return x\nf = F()",
    "def f(x): return len(open('t').read())",
    "table = np.zeros(10**6)\ndef f(x): return x + table[0]",
    "table = [0] * 10**5\ndef f(x): return x + table[0]",
    "def f(x): return x\nf.calls = []", "calls = []\nf = calls.append",
    "def made():\n    while True:\n        yield 1\nits = made()\ndef f(x): return next(its)",
    "def f(x): return eval('x')", "def f(x):\n    f.n = x\n    return x"])
def test_of_what_nobody_can_tell_there_is_a_snapshot(run, passes, source):
    t = run("import numpy as np", source, check("check('f', f)"),
            asks={"f": {"kind": "function"}}, probes={"f": [{"args": [1.0]}]})
    assert passes == [(False, [])] and len(t.values["f"]) == 1


def test_answers_do_not_feel_each_other(run, passes):
    """The first of two changes a list that both use, when it is asked."""
    t = run("""
            used = [0]
            def f(x): used[0] += 1; return used[0] + x
            def g(x): return used[0] + x
            """, check("check('f', f)"), check("check('g', g)"), "print('shown once')",
            asks={"f": {"kind": "function"}, "g": {"kind": "function"}},
            probes={"f": [{"args": [1.0]}] * 2, "g": [{"args": [1.0]}]})
    assert [value["data"] for value in t.values["f"]] == [[2.0], [3.0]]
    assert t.values["g"][0]["data"] == [1.0]
    assert passes == [(False, ["f", "g"]), (True, [])]
    assert text_of(t).count("shown once") == 1


def test_one_that_takes_too_much_costs_the_others_nothing(run, passes):
    t = run("""
            def deep(x): return deep(x + 1)
            def long(x):
                while True: pass
            def large(x): return len([0] * 10**10)
            def fine(x): return x
            """,
            *(check(f"check('{name}', {name})") for name in ("deep", "long", "large", "fine")),
            asks={name: {"kind": "function"} for name in ("deep", "long", "large", "fine")},
            probes={name: [{"args": [1.0]}, {"args": [2.0]}]
                    for name in ("deep", "long", "large", "fine")}, cell_cpu=0.4)
    assert [value["data"] for value in t.values["fine"]] == [[1.0], [2.0]]
    assert t.values["long"] == [{"type": "error", "name": "TimeoutError"}] * 2
    assert t.values["large"] == [{"type": "error", "name": "MemoryError"}] * 2
    assert t.values["deep"] == [{"type": "error", "name": "RecursionError"}] * 2
    assert [careful for careful, _ in passes] == [False, True]


# -- where they do not go --------------------------------------------------------------------------
FORGED = json.dumps({"op": "output", "cell": 0, "output": {
    "output_type": "stream", "name": "stdout", "text": "777123"}})
LEAKY = f"""
import os, sys, tempfile, threading, time, warnings
out = os.dup(1)
saved = sys.stdout
hook = display
def f(x):
    print('leak', x); print('leak', x, file=sys.stderr); print('leak', x, file=saved)
    warnings.warn(str(x)); display(x)
    for fd in range(3, 200):
        try: os.write(fd, b'{FORGED}\\n')
        except OSError: pass
    open(tempfile.gettempdir() + '/leak', 'w').write(str(x))
    return x
"""


def test_hidden_inputs_enter_after_the_cells_and_leave_nowhere(run):
    seen = []

    def probes(answers):
        seen.append(answers)
        return {"f": [{"args": [777123.5]}]}

    t = run(LEAKY, check("check('f', f)"), "print(os.listdir(tempfile.gettempdir()))",
            asks={"f": {"kind": "function"}}, probes=probes)
    assert seen == [{"f": {"type": "function"}}]
    assert "777123" not in text_of(t) and "leak" not in text_of(t)
    assert "777123" not in json.dumps(t.events)
    after = run("import glob\nprint(glob.glob('/tmp/**', recursive=True), glob.glob('/dev/shm/*'))")
    assert "leak" not in text_of(after)


def test_messages_of_exceptions_stay_inside(run):
    t = run("""
            class Mine(Exception): pass
            def f(x):
                if x > 1: raise ValueError(f'secret {x}')
                raise type('leak%s' % x, (Mine,), {})()
            """,
            check("check('f', f)"), asks={"f": {"kind": "function"}},
            probes={"f": [{"args": [31.25]}, {"args": [0.5]}]})
    assert t.values["f"] == [{"type": "error", "name": "ValueError"},
                             {"type": "error", "name": "Exception"}]
    assert "31.25" not in json.dumps(dataclasses.asdict(t))


def test_what_a_library_raises_leaves_under_the_nearest_known_name(run):
    t = run("""
            import numpy as np, sympy as sp
            class Mine(np.linalg.LinAlgError): pass
            def f(x):
                if x == 0: np.linalg.inv(np.zeros((2, 2)))
                if x == 1: np.linalg.solve(np.ones((2, 3)), [1, 2])
                if x == 2: sp.zeros(2, 2).inv()
                if x == 3: sp.Matrix([[1, 2]]).det()
                if x == 4: np.array([1, 2]).sum(axis=3)
                if x == 5: raise Mine('31.25')
                if x == 6: raise np.linalg.LinAlgError('31.25')
            """,
            check("check('f', f)"), asks={"f": {"kind": "function"}},
            probes={"f": [{"args": [x]} for x in range(7)]})
    assert [v["name"] for v in t.values["f"]] == [
        "LinAlgError", "LinAlgError", "NonInvertibleMatrixError", "NonSquareMatrixError",
        "ValueError", "LinAlgError", "LinAlgError"]
    assert [v.get("text", "") for v in t.values["f"]] == [
        "Singular matrix", "Last 2 dimensions of the array must be square", *[""] * 5]
    assert "31.25" not in json.dumps(t.values)


def test_probing_survives_a_function_that_ends_or_hangs(run):
    t = run("""
            import os, time
            def dies(x):
                os._exit(0)
            def hangs(x):
                while True:
                    try:
                        while True: pass
                    except Exception: pass
            def fine(x): return x
            """,
            *(check(f"check('{name}', {name})") for name in ("dies", "hangs", "fine")),
            asks={name: {"kind": "function"} for name in ("dies", "hangs", "fine")},
            probes={name: [{"args": [1.0]}, {"args": [2.0]}] for name in ("dies", "hangs", "fine")},
            cell_cpu=0.4)
    assert [value["type"] for value in t.values["dies"]] == ["unusable"] * 2
    assert t.values["hangs"] == [{"type": "error", "name": "TimeoutError"}] * 2
    assert [value["data"] for value in t.values["fine"]] == [[1.0], [2.0]]
