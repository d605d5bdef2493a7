"""Honest notebooks keep everything, however odd."""

import os
import time

import numpy as np
import pytest
from submissions import ALIVE, ASKS, COURSE, TWO, check, text_of

from autograde.runner import deal


def test_an_honest_notebook(run):
    t = run("""
            import numpy as np
            import matplotlib.pyplot as plt
            from autograde import check, variant
            """,
            """
            mine = variant('Ana Kovač')
            R = np.array([[0, -1], [1, 0]]) @ mine.R
            print('hello')
            R
            """,
            "import sys; print('careful', file=sys.stderr)\nplt.plot([1, 2]); plt.show()",
            check("check('R', R)"),
            "%precision 3\n!echo from the shell\nx = !echo words\nx[0]",
            "import ipywidgets\nipywidgets.interact(lambda a: a, a=(0, 3));",
            "1 / 0", "def broken(:",
            "%%writefile helper.py\ntwo = 2", "from helper import two\ntwo", ALIVE,
            asks={"R": {"kind": "value"}, **ASKS})
    assert t.answers == {"R": {"type": "array", "shape": [2, 2], "data": [0, -1, 1, 0]},
                         "alive": TWO}
    kinds = [[output["output_type"] for output in t.outputs[f"c{k}"]] for k in range(4)]
    assert kinds == [[], ["stream", "execute_result"], ["stream", "display_data"], []]
    assert t.outputs["c1"][0]["text"] == "hello\n"
    assert t.outputs["c1"][1]["data"]["text/plain"] == "array([[ 0, -1],\n       [ 1,  0]])"
    assert t.outputs["c2"][0]["name"] == "stderr"
    assert t.outputs["c2"][1]["data"]["image/png"].startswith("iVBOR")
    assert "from the shell" in text_of(t, "c4") and "words" in text_of(t, "c4")
    assert "Error" not in text_of(t, "c5")
    assert t.outputs["c6"][0]["ename"] == "ZeroDivisionError"
    assert t.outputs["c7"][0]["ename"] == "SyntaxError"
    assert t.outputs["c9"][0]["data"]["text/plain"] == "2"
    assert t.events == [{"event": "identity", "cell": "c1", "name": "Ana Kovač"}]
    assert 0 < t.cpu <= t.wall * os.cpu_count()         # its own time, nobody else's


def test_an_error_in_a_library_shows_the_way_to_it_and_what_repeats_once(run):
    """From the student's line to the library's; a function that calls itself through a library is
    folded, else the end of the trace alone would find room."""
    t = run("""
            import numpy as np
            def half(a):
                return np.linalg.inv(a) / 2
            half(np.zeros((2, 2)))
            """, """
            def deep(x):
                return np.vectorize(deep)(x)
            deep([1.0])
            """)
    short, long = t.outputs["c0"][0], t.outputs["c1"][0]
    shown, folded = ("\n".join(error["traceback"]) for error in (short, long))
    assert (short["ename"], long["ename"]) == ("LinAlgError", "RecursionError")
    assert "> 4 half(np.zeros((2, 2)))" in shown and "/numpy/linalg/" in shown
    assert "> 3     return np.linalg.inv(a) / 2" in shown
    assert "most recent call last" in folded and folded.count("skipping similar frames") == 1
    assert t.events == []


VALUES = [
    ("2", [], [2]), ("np.float32(0.5)", [], [0.5]), ("np.int64(3)", [], [3]),
    ("np.array(7)", [], [7]), ("fractions.Fraction(1, 4)", [], [0.25]), ("mpmath.mpf(2)", [], [2]),
    ("sp.pi", [], [np.pi]), ("sp.sqrt(2) / 2", [], [2 ** 0.5 / 2]), ("10**20", [], [1e20]),
    ("np.array([1 + 0j])", [1], [1]),
    ("[1, 2.5]", [2], [1, 2.5]), ("[[1, 2], [3, 4]]", [2, 2], [1, 2, 3, 4]),
    ("np.matrix([[1, 2]])", [1, 2], [1, 2]),
    ("[np.eye(2), np.eye(2)]", [2, 2, 2], [1, 0, 0, 1] * 2),
    ("sp.Matrix([1, sp.cos(0)])", [2, 1], [1, 1]),
    ("sp.ImmutableMatrix([[1, 2]])", [1, 2], [1, 2]),
    ("sp.Array([[1, 2], [3, 4]])", [2, 2], [1, 2, 3, 4]),
    ("[sp.Rational(1, 2), 1]", [2], [0.5, 1]), ("np.array([sp.pi, 2])", [2], [np.pi, 2]),
    ("[sp.Matrix([1, 2]), np.ones((2, 1))]", [2, 2, 1], [1, 2, 1, 1]),
    ("mpmath.matrix([[1, 2]])", [1, 2], [1, 2]), ("range(3)", [3], [0, 1, 2]),
    ("[(1, 0), (0, 1)]", [2, 2], [1, 0, 0, 1]), ("np.array([True, False])", [2], [1, 0]),
]
OTHERS = [
    ("'elbow up'", {"type": "text", "value": "elbow up"}),
    ("True", {"type": "bool", "value": True}),
    ("np.bool_(False)", {"type": "bool", "value": False}),
    ("None", {"type": "none"}),
    ("[True, False]", {"type": "list", "items": [{"type": "bool", "value": True},
                                                 {"type": "bool", "value": False}]}),
    ("(1, 'a')", {"type": "list", "items": [{"type": "array", "shape": [], "data": [1]},
                                            {"type": "text", "value": "a"}]}),
    ("{2, 1}", {"type": "list", "items": [{"type": "array", "shape": [], "data": [k]}
                                          for k in (1, 2)]}),
    ("[[1, 2], [3]]", {"type": "list", "items": [{"type": "array", "shape": [2], "data": [1, 2]},
                                                 {"type": "array", "shape": [1], "data": [3]}]}),
    ("{'a': 1}", {"type": "map", "items": {"a": {"type": "array", "shape": [], "data": [1]}}}),
    ("np.sin", {"type": "function"}),
    ("sp.Symbol('q_1') * sp.Matrix([1, 2])",
     {"type": "expression", "shape": [2, 1], "symbols": ["q_1"]}),
]
UNUSABLE = [
    ("float('nan')", "NaN"), ("[1, np.inf]", "infinity"), ("1j", "complex"), ("sp.zoo", "infinity"),
    ("sp.nan", "NaN"), ("object()", "type object"), ("10**400", "too large"),
    ("np.zeros(10**6)", "too large"), ("list(range(30_000)) * 100", "too large"),
    ("deep", "nested"), ("cycle", "nested"), ("Bad()", "Bad"), ("['x' * 3000] * 900", "too large"),
]
SETUP = """
import numpy as np, sympy as sp, mpmath, fractions
deep = []
for _ in range(100000): deep = [deep]
cycle = []; cycle.append(cycle)
class Bad:
    def __array__(self, *a, **k): raise RuntimeError('no')
"""


def test_every_type_of_value(run):
    all_values = VALUES + OTHERS + UNUSABLE
    t = run(SETUP,
            *(check(f"check({str(k)!r}, {entry[0]})") for k, entry in enumerate(all_values)),
            asks={str(k): {"kind": "value"} for k in range(len(all_values))})
    got = [t.answers.get(str(k)) for k in range(len(all_values))]
    for (text, shape, data), answer in zip(VALUES, got):
        assert (answer["type"], answer["shape"]) == ("array", shape), text
        assert answer["data"] == pytest.approx(data), text
    for (text, expected), answer in zip(OTHERS, got[len(VALUES):]):
        assert answer == expected, text
    for (text, reason), answer in zip(UNUSABLE, got[len(VALUES) + len(OTHERS):]):
        assert answer["type"] == "unusable" and reason in answer["reason"], (text, answer)


def test_only_check_cells_of_the_release_count(run):
    t = run("from autograde import check\ncheck('alive', 2)", "alive = 3", asks=ASKS)
    assert t.answers == {} and text_of(t) == '{"c0": [], "c1": []}'


def test_the_check_of_the_notebook_cannot_be_replaced_by_accident(run):
    t = run("check = print\nimport sys\nsys.modules['autograde'] = None", ALIVE, asks=ASKS)
    assert t.answers == {"alive": TWO}


def test_variants_follow_the_name(run):
    number = deal.number_of("ana kovač", COURSE)
    t = run("from autograde import variant\nmine = variant(' Ana-KOVAČ ')\n"
            "print(mine.l_1, mine['l_1'], mine.R.shape, mine.links[0].m)", "variant('your_id')")
    assert t.outputs["c0"][0]["text"].split()[:1] == [str(0.1 * number)]
    assert "(2, 2) 1" in t.outputs["c0"][0]["text"]
    assert t.outputs["c1"][0]["ename"] == "ValueError"
    assert deal.normalise("A.  B-c\u2011d") == "a_b_c_d"


def test_warm_runs_are_quick_and_alike(sandbox, run, record_property):
    sources = ["import numpy as np\nx = np.random.rand()\nx"] + [
        source for k in range(7)
        for source in (f"a{k} = np.eye(3) * x", check(f"check('{k}', a{k})"))]
    asks = {str(k): {"kind": "value"} for k in range(7)}
    first = run(*sources, asks=asks)
    began = time.perf_counter()
    second = run(*sources, asks=asks)
    record_property("seconds for 15 cells, warm", time.perf_counter() - began)
    assert first.answers == second.answers and first.outputs == second.outputs
    assert len(first.answers) == 7


def test_luck_is_the_same_for_everyone(run):
    """Of both sources of random numbers, in the cells and in a function that is asked later."""
    source = """
        import random, numpy as np
        print(random.random(), np.random.rand())
        def f(x): return random.random(), np.random.rand()
        """
    first, second = (run(source, check("check('f', f)"), "random.random()",
                         asks={"f": {"kind": "function"}}, probes={"f": [{"args": [1.0]}] * 2})
                     for _ in range(2))
    assert first.outputs == second.outputs and first.values == second.values
    assert first.values["f"][0] != first.values["f"][1]


def test_a_students_own_name_check_survives(run):
    t = run("def check(x): return x + 1\nvariant = 5", check("check('alive', 2)"), "check(variant)",
            asks=ASKS)
    assert t.answers == {"alive": TWO} and t.outputs["c2"][0]["data"]["text/plain"] == "6"


@pytest.mark.parametrize("source", [
    "exit()", "quit()", "import sys; sys.exit(1)", "raise KeyboardInterrupt", "%reset -f",
    "import os; os.fork()", "import sys; sys.stdout = None", "import sys; sys.stdout.close()",
    "del __builtins__", "import os; os.chdir('/')", "import numpy as np; np.seterr(all='raise')",
    "%%bash\ncat", "%matplotlib notebook", "import builtins; del builtins.len",
    "await __import__('asyncio').sleep(0)"])
def test_mishaps_cost_nothing(run, source):
    t = run(source, "print('on')", ALIVE, asks=ASKS)
    assert t.answers == {"alive": TWO}
    assert t.outputs["c1"] == [{"output_type": "stream", "name": "stdout", "text": "on\n"}]
