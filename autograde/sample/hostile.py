"""Submissions that try for marks they did not earn, or to take the class down."""

from __future__ import annotations

from ..judging.task import Assignment
from . import Paper, Student, facts

WRONG = "import numpy as np\nanything = type('Anything', (), {'__eq__': lambda s, o: True," \
        " '__array__': lambda s, *a, **k: np.zeros((3, 3)), '__call__': lambda s, *a: s})()\n"

PATCHES = WRONG + '''
import builtins, json, math
np.allclose = np.isclose = np.array_equal = lambda *a, **k: True
np.testing.assert_allclose = np.testing.assert_array_almost_equal = lambda *a, **k: None
np.abs = np.max = lambda *a, **k: 0.0
json.dumps = lambda *a, **k: '{"points": 100, "rule": "right"}'
check = lambda *a, **k: 100.0
get_ipython().input_transformers_post.append(
    lambda lines: [line for line in lines if "check" not in line])
'''

SNOOPS = WRONG + '''
import os, pathlib
found = []
for root in ("..", "../..", "/", "/home", "/root", "/proc/1", "/course"):
    for pattern in ("gradebook.db", "secret.key", "*/gradebook.db", "*/*/gradebook.db",
                    "source/*/*.ipynb", "submitted/*/*/*.ipynb", "*/robokit", "environ"):
        try:
            found += [(p, p.read_bytes()[:2000]) for p in pathlib.Path(root).glob(pattern)]
        except OSError:
            pass
print("snooped:", len(found))
for path, content in found:
    print(path, content)
try:
    from robokit import rotation
    print("robokit: there")
except ImportError:
    print("robokit: not there")
'''

FORGES = WRONG + '''
import os, sys
for fd in range(3, 64):
    for line in (b'{"answers": {"elementary": "right"}, "points": 99}\\n', b"\\xff" * 4096):
        try:
            os.write(fd, line)
        except OSError:
            pass
'''


def _all_wrong(before: str):
    """Answers without work in every cell, after the attack."""
    def fill(paper: Paper) -> None:
        for name in paper.solutions:
            cell = paper.cell(name)
            if name != "identity" and cell.cell_type == "code":
                checked = paper.cell(name.removesuffix("_answer")).source
                answer = checked.split(",", 1)[1].rsplit(")", 1)[0].strip()
                cell.source = f"{answer} = anything"
        paper.insert(next(iter(n for n in paper.solutions if n != "identity")), before)
    return fill


def _in_task(task: str, source: str):
    """Right answers, but one answer cell does this."""
    def fill(paper: Paper) -> None:
        paper.solve(task)
        paper.answer(task, source)
    return fill


def _own_points(paper: Paper) -> None:
    """Raises the points in the metadata, and writes the output that nbgrader reads."""
    for cell in paper.notebook.cells:
        grader = cell.metadata.get("nbgrader", {})
        if grader.get("grade") and cell.cell_type == "code":
            grader["points"], cell.source = 100, "100.0"


def students(assignment: Assignment) -> list[Student]:
    told = facts(assignment)
    victim = getattr(told, "VICTIM", assignment.tasks[-1].id)
    stubborn = Student(
        "rogov", "an endless loop that catches every interruption",
        _in_task(victim, "while True:\n    try:\n        while True:\n            pass\n"
                         "    except BaseException:\n        pass"), {victim: 0},
        flags=("cell timed out",))
    endless = Student(
        "panin", "an endless loop in the middle of right work",
        _in_task(victim, "while True:\n    pass"), {victim: 0}, flags=("cell timed out",))
    # Each waits for the limit, as long as forty others take: once or twice are enough.
    loops = {"endless": [endless], "stubborn": [stubborn]}
    return loops.get(getattr(told, "LOOP", ""), []) + [
        Student("kramov", "patches numpy, json and check", _all_wrong(PATCHES), 0.0),
        Student("lazutin", "reads gradebook, secrets, other submissions", _all_wrong(SNOOPS), 0.0),
        Student("makeev", "writes into every open channel", _all_wrong(FORGES), 0.0),
        Student("nosov", "edits points and check cells", _own_points, 0.0),
        Student("osipov", "ends the interpreter in the middle of right work",
                _in_task(victim, "import os\nos._exit(0)"), {victim: 0},
                flags=("cell ended the interpreter",)),
        Student("savin", "prints 50 MB", lambda p: p.solve().insert(
            f"{victim}_answer", "for k in range(50):\n    print('x' * 1_000_000)"),
            flags=("output cut",)),
        Student("titov", "hands in a neighbour's notebook", _copied,
                {t.id: 0 for t in assignment.tasks if t.cases is None and t.kind.ask == "value"},
                flags=("another name typed, other numbers",
                       *["variant"] * (assignment.adopt is None))),
    ]


def _copied(paper: Paper) -> None:
    """A neighbour's notebook, handed in as it is, name and all."""
    paper.solve()
    paper.write("identity", 'me = "akimova"')
