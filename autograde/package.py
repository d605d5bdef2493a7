"""The package that students install: robokit, the laws, and `check`, as one wheel.

It holds what a notebook needs on a student's own machine, and nothing of the grader: no
reference, no steps, no mistakes, no hidden cases, no nbgrader. From an assignment's folder it
takes checks.py alone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import robokit

from .catalogues import for_students
from .library import BOOK
from .words import _, languages

__all__ = ["build", "contents"]

HERE = Path(__file__).resolve().parent
CHECKS = "checks.py"
DEALT = ("__init__.py", "plainly.py", "refusals.py", "words.py", "practice/*.py",
         "runner/__init__.py", "runner/deal.py", "runner/encode.py", "runner/variant.py")
PYPROJECT = """\
[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[project]
name = "robokit-student"
version = "{version}"
description = "robokit and `check`: what the course's notebooks need on a student's machine"
requires-python = ">=3.11"
dependencies = ["numpy>=1.26", "scipy>=1.11", "sympy>=1.13", "matplotlib>=3.8"]

[tool.setuptools.packages.find]
include = ["robokit*", "autograde*", "solutions*"]

[tool.setuptools.package-data]
"*" = ["*.json", "*.toml", "*.mo"]
"robokit.scene" = ["js/*", "scenes/*"]
"""


def contents() -> dict[str, Path]:
    """Every file of the package: its place in it -> where it comes from."""
    library = Path(robokit.__file__).resolve().parent
    found = {f"robokit/{p.relative_to(library)}": p for p in sorted(library.rglob("*"))
             if p.suffix in (".py", ".json", ".toml", ".js", ".css")}
    for pattern in DEALT:
        found |= {f"autograde/{p.relative_to(HERE)}": p for p in sorted(HERE.glob(pattern))}
    return found | {f"solutions/{p.relative_to(BOOK)}": p for p in sorted(BOOK.glob(f"*/{CHECKS}"))}


def build(folder: Path) -> Path:
    """Write the wheel into `folder`; returns where it is. RuntimeError says why it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="student-") as scratch:
        root, out = Path(scratch) / "tree", Path(scratch) / "out"
        for place, source in contents().items():
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, root / place)
        for language in languages()[1:]:
            place = root / f"autograde/locale/{language}.mo"
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(for_students(language))
        (root / "pyproject.toml").write_text(PYPROJECT.format(version=_version()))
        made = subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
             "--no-index", "--wheel-dir", str(out), str(root)], capture_output=True, text=True)
        wheels = list(out.glob("*.whl"))
        if made.returncode or len(wheels) != 1:
            raise RuntimeError(_("package: pip could not make the wheel: {error}",
                                 error=made.stderr[-1500:]))
        return Path(shutil.copy(wheels[0], folder))


def _version() -> str:
    try:
        return version("robokit-course")
    except PackageNotFoundError:
        return "0"
