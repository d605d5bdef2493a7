"""The instructor's package, installed from a wheel without the repository, is whole."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("robokit", "autograde", "solutions", "pyproject.toml", "README.md", "LICENSE")
#: Everything that is written down is built; what the repository generates is left out.
LEFT = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """bin/ of a fresh environment: the libraries, and the package from its wheel alone."""
    root = tmp_path_factory.mktemp("wheel")
    source, environment = root / "source", root / "environment"
    for part in PARTS:
        path = ROOT / part
        if path.is_dir():
            shutil.copytree(path, source / part, ignore=LEFT)
        else:
            shutil.copy(path, source / part)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation",
                    "--wheel-dir", str(root), str(source)], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    # The path of the libraries alone: the repository would be named by a .pth file there.
    site = next(environment.glob("lib/python3*/site-packages"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    subprocess.run([*pip, "--python", str(environment / "bin" / "python"), "install", "--no-deps",
                    "--no-index", "--force-reinstall", *map(str, root.glob("*.whl"))], check=True)
    shutil.rmtree(source)
    # Where libraries are installed as usual, their tools and templates stand beside python.
    (environment / "bin" / "alembic").symlink_to(Path(sys.executable).parent / "alembic")
    (environment / "share").mkdir()
    (environment / "share" / "jupyter").symlink_to(Path(sys.prefix) / "share" / "jupyter")
    return environment / "bin"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """Where an instructor works: a folder of their own, with one course in it."""
    return tmp_path_factory.mktemp("desk")


def told(machine, desk, *args, status=0):
    """What a command of the installed package says."""
    plain = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run([str(machine / args[0]), *map(str, args[1:])], cwd=desk, env=plain,
                          capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_it_is_the_installed_package_that_is_tried(machine, desk):
    said = told(machine, desk, "python", "-c",
                "import autograde, robokit, solutions; "
                "print(autograde.__file__, robokit.__file__, solutions.__path__)")
    assert said.count(str(machine.parent)) == 3 and str(ROOT) not in said


def test_release_grade_feedback_and_report(machine, desk):
    (desk / "autograde.toml").write_text("[assignments]\nvariants = 2\n")
    assert "a01_parameters" in told(machine, desk, "autograde", "release", "a01_parameters",
                                    "--course", ".")
    released = desk / "release" / "a01_parameters" / "a01_parameters.ipynb"
    handed_in = desk / "submitted" / "ivanova" / "a01_parameters"
    handed_in.mkdir(parents=True)
    text = released.read_text()
    assert '"your_id\\' in text
    (handed_in / released.name).write_text(text.replace("your_id", "ivanova"))
    told(machine, desk, "autograde", "grade", "--course", ".", "--jobs", "1")
    told(machine, desk, "autograde", "feedback", "--course", ".")
    assert (desk / "feedback" / "ivanova" / "a01_parameters" / "a01_parameters.html").exists()
    assert "ivanova" in told(machine, desk, "autograde", "report", "--course", ".")


def test_guides_and_the_sandbox_script_are_in_it(machine, desk):
    said = told(machine, desk, "autograde", "guides")
    guides = [Path(word) for word in said.split() if word.endswith(".md")]
    assert {g.name for g in guides} >= {"student.md", "instructor.md"}
    assert all(g.is_relative_to(machine.parent) and g.stat().st_size > 2000 for g in guides)
    script, = machine.parent.glob("lib/python3*/site-packages/autograde/install_sandbox.sh")
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""


def test_the_red_team_comes_along(machine, desk):
    said = told(machine, desk, "python", "-c", """
from autograde.redteam import brief_trials
from autograde.redteam.table import run
from rich.console import Console
if __name__ == "__main__":
    trials = [next(t for t in brief_trials() if t.kind == kind) for kind in ("honest", "secrets")]
    print("safe" if run(trials, 1, Console()) == 0 else "not safe")
""")
    assert said.splitlines()[-1] == "safe"


def test_students_get_their_package_from_it(machine, desk):
    told(machine, desk, "autograde", "package", "--to", "for_students")
    assert list((desk / "for_students").glob("robokit_student-*.whl"))
