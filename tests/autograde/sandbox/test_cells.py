"""A cell of mere Python is run without IPython's reading of it, and nobody can tell from what is
seen: the same cells are run in both ways, each in a process of its own, and compared."""

import json
import subprocess
import sys

import pytest

from autograde.runner.warm import words_in
from autograde.sandbox import server

#: Cells -> how many of them are mere Python; IPython has to read the others.
NOTEBOOKS = {
    "values": (["1 + 1", "_ * 2", "Out[1] + Out[2]", "x = 3", "x;", "x\n\n", "None"], 7),
    "what is defined": (["def f(a):\n    '''Twice.'''\n    return 2 * a", "f(4)",
                         "import inspect; print(inspect.getsource(f))", "f.__doc__"], 4),
    "outputs": (["print('one')\n'two'", "import sys\nprint('err', file=sys.stderr)",
                 "display(5)\n6", "import sympy as sp\nsp.Matrix([[1, sp.pi]])",
                 "import matplotlib.pyplot as plt\nplt.plot([1, 2]);"], 5),
    "errors": (["print('before')\n1 / 0\nprint('behind')", "def g():\n    return nothing_there\n"
                "g()", "raise ValueError('no')", "assert 1 == 2, 'not so'", "eval('1 +')",
                "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError('k') from e"],
               6),
    "an end": (["import sys\nsys.exit(3)", "raise SystemExit", "raise KeyboardInterrupt", "1"], 2),
    "no Python": (["x = (1,", "y = 1\n  z = 2", "print('seen')\nreturn 5", "1"], 1),
    "magics": (["%precision 2\n0.123", "!echo told", "x = !echo kept\nx[0]", "len?",
                "%%capture c\n3", "print(c.outputs[0].data['text/plain'])"], 1),
    "waits": (["import asyncio\nawait asyncio.sleep(0)\n5", "async def f():\n    return 7",
               "await f()"], 0),
    "prompts": ([">>> 1 + 1", "In [1]: 2", "'''\n>>> 3\n'''", "    4", "\n5"], 0),
    "warnings": (["import warnings\nwarnings.warn('old')", "warnings.warn('old')"], 2),
    "a future": (["from __future__ import annotations", "def f(x: nothing): pass\nf.__annotations__"
                  ], 2),
    "what was typed": (["a = 1", "In[1]", "_i", "_i1"], 4),
    "a handler": (["get_ipython().events.register('post_run_cell', lambda r: print('ran'))",
                   "2"], 0),
    "a transformer": (["get_ipython().input_transformers_cleanup.append(\n    lambda lines: [x."
                       "replace('9', '8') for x in lines])", "9"], 0),
}

_RUN = """
import importlib.util, json, os, sys
place, notebooks = sys.argv[1], json.loads(sys.stdin.read())
spec = importlib.util.spec_from_file_location(
    "sandbox_runner", place + "/__init__.py", submodule_search_locations=[place])
package = sys.modules["sandbox_runner"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
from sandbox_runner import shell as shells, warm
told = os.dup(1)
warm.load(sys.argv[2:])
loaded = "matplotlib" in sys.modules
LIMITS = {"cell_text": 20_000, "outputs": 2_000_000}

def run(cells, short):
    shell, seen, plain = warm.shell, [], 0
    shell.outputs.connect(seen.append, lambda: None, LIMITS)
    for cell in cells:
        shell.outputs.start_cell()
        plain += shell.compiled(cell) is not None
        shell.run(cell) if short else shell.run_cell(cell, store_history=True)
        shells.show_figures()
        shell.outputs.flush()
        seen.append(shell.execution_count)
    names = sorted(n for n in shell.user_ns if not n.startswith("_i"))
    return {"seen": seen, "names": names, "plain": plain, "loaded": loaded}

def apart(work):
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, json.dumps(work()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return json.load(pipe)

found = {name: [apart(lambda: run(cells, short)) for short in (True, False)]
         for name, cells in notebooks.items()}
os.write(told, json.dumps(found).encode())
"""


def run_apart(notebooks, *words):
    given = json.dumps({name: cells for name, (cells, _plain) in notebooks.items()})
    done = subprocess.run([sys.executable, "-c", _RUN, str(server._RUNNER), *words], text=True,
                          check=True, input=given, capture_output=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def ran():
    """Notebook -> what came of it in the short way, and in IPython's."""
    return run_apart(NOTEBOOKS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_short_way_shows_what_ipython_shows(ran, name):
    short, theirs = ran[name]
    for output in theirs["seen"]:       # a syntax error in what is evaluated shows IPython's lines
        if isinstance(output, dict) and "traceback" in output:
            output["traceback"] = [x for x in output["traceback"] if "in run_code" not in x]
    assert short["seen"] == theirs["seen"]
    assert short["names"] == theirs["names"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_only_mere_python_takes_it(ran, name):
    cells, plain = NOTEBOOKS[name]
    assert ran[name][0]["plain"] == plain, cells


def test_plots_look_the_same_whether_an_assignment_speaks_of_them_or_not():
    """Where it does, matplotlib is loaded for all before the first of them begins."""
    drawing = {"plots": (["import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n"
                          "ax.plot([1, 2], [3, 1], label='way')\nax.legend();",
                          "import matplotlib\nmatplotlib.use('agg')\nplt.plot([0, 1])\nplt.show()",
                          "from mpl_toolkits.mplot3d import Axes3D\nfig = plt.figure()\n"
                          "fig.add_subplot(projection='3d')\nfig.show()\n'and more'"], 3)}
    asked, late = (run_apart(drawing, *words_in(text))["plots"]
                   for text in ("Draw it: plt.plot(t, q)", "Print it."))
    assert [one["loaded"] for one in (*asked, *late)] == [True, True, False, False]
    assert asked[0] == late[0] | {"loaded": True} and asked[1] == late[1] | {"loaded": True}
    kinds = [x["output_type"] for x in late[0]["seen"] if isinstance(x, dict)]
    assert kinds == ["display_data"] * 3 + ["execute_result"]


def test_a_picture_is_as_large_as_in_a_notebook_and_smaller_only_for_its_bytes():
    drawn = """
import base64
import numpy as np
import matplotlib.pyplot as plt
from autograde.runner import plots

class Outputs:
    def add(self, output, size):
        data = base64.b64decode(output["data"]["image/png"])
        print(int.from_bytes(data[16:20], "big"))
    def text(self, stream, text):
        print(text.split(":")[0])

plots.Shell.outputs = Outputs()
plt.plot([1, 2])
plots.show()
noise = np.random.default_rng(1).integers(0, 255, (1000, 1000, 3), dtype=np.uint8)
for side in (8, 20):
    plt.figure(figsize=(side, side * 0.75)).add_axes([0, 0, 1, 0.5]).imshow(noise, aspect="auto")
    plots.show()
"""
    seen = subprocess.run([sys.executable, "-c", drawn], capture_output=True, text=True, check=True)
    assert seen.stdout.splitlines() == ["640", "480", "[figure left out"]
