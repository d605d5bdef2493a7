"""Hidden inputs enter after the cells, and leave nowhere."""

import dataclasses
import json

import numpy as np
import pytest
from submissions import check, text_of


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
