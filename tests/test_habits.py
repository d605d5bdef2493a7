"""Style, types and the floors between the packages are kept."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent

#: The linter in a copy of the tree. The installed packages are hidden: folders without
#: __init__.py would be found in both, and which one is read would be chance.
ALONE = """
import sys
sys.path.remove(sys.argv.pop())
from importlinter.cli import lint_imports_command
lint_imports_command(["--no-cache"])
"""


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_style():
    done = run(sys.executable, "-m", "ruff", "check", "--no-cache", ".")
    assert done.returncode == 0, done.stdout + done.stderr


def test_types():
    done = run(sys.executable, "-m", "mypy")
    assert done.returncode == 0, done.stdout + done.stderr


def test_floors():
    done = run(str(BIN / "lint-imports"), "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr


#: A line that breaks a floor, where it stands, and the import that the linter must then name.
BROKEN = [
    ("robokit/laws.py", "import autograde.cli", "robokit.laws -> autograde.cli"),
    ("solutions/a08_forces/checks.py", "from . import tasks",
     "solutions.a08_forces.checks -> solutions.a08_forces.tasks"),
    ("autograde/runner/deal.py", "import robokit", "autograde.runner.deal -> robokit"),
    ("autograde/judging/judge.py", "from ..run import worker",
     "autograde.judging.judge -> autograde.run.worker"),
    ("autograde/library.py", "import solutions.a08_forces.tasks",
     "autograde.library -> solutions.a08_forces.tasks")]


def test_a_broken_floor_is_found(tmp_path):
    """The contracts can fail: in the same tree with an import more at five places all are named."""
    for name in ("robokit", "autograde", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name,
                        ignore=shutil.ignore_patterns("__pycache__", "*.ipynb", "*.md", "images"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    lines = {}
    for module, line, _ in BROKEN:
        path = tmp_path / module
        path.write_text(f"{path.read_text()}\n{line}\n")
        lines[module] = len(path.read_text().splitlines())
    done = subprocess.run([sys.executable, "-c", ALONE, str(ROOT)], cwd=tmp_path,
                          capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path)})
    assert done.returncode == 1
    missed = [told for module, _, told in BROKEN
              if f"{told} (l.{lines[module]})" not in done.stdout]
    assert missed == [], done.stdout


def test_nothing_else_is_needed_to_find_the_packages():
    """The three packages are the repository's own, wherever the tests are started."""
    for name in ("robokit", "autograde"):
        assert Path(importlib.util.find_spec(name).origin).is_relative_to(ROOT)


SCRIPTS = sorted(path.name for path in Path(__file__).parent.glob("*.py")
                 if "ArgumentParser" "(" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_beside_the_tests_starts_as_its_first_line_says(script):
    """`python tests/benchmark_scene.py`: tests/robokit must not stand in robokit's place."""
    done = run(sys.executable, f"tests/{script}", "--help")
    assert done.returncode == 0 and "usage:" in done.stdout, done.stderr


def test_the_files_that_are_begun_first_are_there(pytestconfig):
    """tests/conftest.py begins with the longest; a name that is written wrong would do nothing."""
    conftest = pytestconfig.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    assert [name for name in conftest.LONGEST if not (ROOT / "tests" / name).is_file()] == []
    assert len(set(conftest.LONGEST)) == len(conftest.LONGEST)
