"""What students install: enough for a released notebook, and nothing that tells the answers."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from dealt import known

from autograde import package
from autograde.library import book
from autograde.record.dealing import EACH
from autograde.record.release import release

NAME = "a08_forces"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return package.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def machine(wheel, tmp_path_factory):
    """A fresh environment with the libraries that the package asks for, and the package alone."""
    root = tmp_path_factory.mktemp("machine")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(root)], check=True)
    site = next(root.glob("lib/python3*/site-packages"))
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
                    "--target", str(site), str(wheel)], check=True)
    # The path of the libraries alone: an installed course would be named by a .pth file there.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return root / "bin" / "python"


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """The folder that students are given for one assignment."""
    course = known(tmp_path_factory.mktemp("course"))
    (course.root / "autograde.toml").write_text("[assignments]\nvariants = 1\n")
    list(release(course, [book()[NAME]]))
    return course.release / NAME


def python(machine: Path, code: str, folder: Path) -> subprocess.CompletedProcess:
    plain = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run([str(machine), "-c", code], cwd=folder, env=plain, capture_output=True,
                          text=True)


RUNNER = """
import json, sys
cells = json.load(open(sys.argv[1] if len(sys.argv) > 1 else "NOTEBOOK"))["cells"]
space = {}
for cell in cells:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]).replace("your_id", "anna.kovac"), space)
"""


def test_a_released_notebook_runs_with_it(machine, released):
    done = python(machine, RUNNER.replace("NOTEBOOK", f"{NAME}.ipynb"), released)
    assert done.returncode == 0, done.stderr
    assert "v.sigma" in done.stdout
    assert done.stdout.count("Nothing to check yet.") == len(book()[NAME].tasks)


def test_laws_and_forms_answer_there(machine, released):
    done = python(machine, """
import numpy as np
from autograde import check, variant
v = variant("anna.kovac")
check("tensor", np.eye(2))
check("tensor", v.J[2] + np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]))
check("tensor", v.J[2])
""", released)
    assert done.returncode == 0, done.stderr
    shape, broken, holds = [done.stdout.index(said) for said in (
        "The answer has shape (2, 2). Needed: a 3 x 3 matrix",
        "an inertia tensor is symmetric", "This does not prove it right yet")]
    assert shape < broken < holds


def test_nothing_in_it_tells_an_answer(wheel, machine, released):
    """Neither a reference nor a step, mistake, hidden case or instructor's line is there."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        text = "\n".join(packed.read(n).decode() for n in names if n.endswith(".py"))
    assert {n for n in names if n.startswith("solutions/")} == {
        f"solutions/{p.parent.name}/checks.py" for p in package.BOOK.glob("*/checks.py")}
    kept = r"judging|record|redteam|library|textform|\.md$|ipynb"
    assert not [n for n in names if re.search(kept, n)]
    for word in ("reference=", "refutes(", "@mistake", "certified", "BEGIN SOLUTION"):
        assert word not in text, word
    for module in ("autograde.judging", "autograde.library", "autograde.record",
                   f"solutions.{NAME}.tasks", f"solutions.{NAME}.steps",
                   f"solutions.{NAME}.mistakes", "solutions.shared.steps"):
        done = python(machine, f"import {module}", released)
        assert "ModuleNotFoundError" in done.stderr, module


def test_the_truth_of_a_typed_task_cannot_be_asked_of_it(machine, released):
    """No function or value of the checks, whatever it is called with, is what the task wants."""
    table = json.loads((released / "variants.json").read_text())
    assert set(table) == {"assignment", "variants", "deal", "kinds", "seed", "language", "words",
                          "points"}          # as the notebook itself says them
    assert table["points"] == book()[NAME].points
    assert table["language"] == "en" and table["words"] == {}       # titles of mistakes stay here
    assert table["seed"] == EACH          # words: how numbers are drawn, not from what
    assignment, variant = book()[NAME], table["variants"][0]
    typed = {t.id: t.reference(assignment.truth, variant) for t in assignment.tasks
             if t.cases is None and t.kind.ask == "value"}
    done = python(machine, f"""
import json, inspect
import numpy as np
from solutions.{NAME} import checks
from solutions.shared import checks as shared
v = json.load(open("variants.json"))["variants"][0]
found = []
def keep(x):
    try:
        found.append(np.asarray(x, float).ravel().tolist())
    except (TypeError, ValueError):
        pass
for module in (checks, shared):
    for name, x in vars(module).items():
        keep(x)
        if inspect.isfunction(x):
            for given in ((), (v,), (v, {{}}), ({{}}, v), (v["q"],), (v["J"],)):
                try:
                    keep(x(*given))
                except Exception:
                    pass
print(json.dumps(found))
""", released)
    assert done.returncode == 0, done.stderr
    given = [x for x in json.loads(done.stdout.splitlines()[-1]) if x]
    assert len(given) > 10
    for name, truth in typed.items():
        flat = [float(x) for x in truth.ravel()]
        near = [x for x in given if len(x) == len(flat)
                and max(abs(a - b) for a, b in zip(x, flat)) < 1e-3 * max(map(abs, flat))]
        assert not near, name


def test_without_a_release_it_says_what_is_missing(machine, tmp_path):
    done = python(machine, "from autograde import variant\nvariant('anna')", tmp_path)
    assert "open the notebook in the folder that was released to you" in done.stderr
