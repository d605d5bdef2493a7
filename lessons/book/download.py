"""One download that runs: a zip of the notebooks, their tools and robokit, for JupyterLab.

It holds what a reader of the notebooks needs and nothing of the grader but the words of its checks.
The same files make the same zip.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from .facts import LESSONS, ROOT

__all__ = ["NAME", "files", "write"]

NAME = "companion.zip"
FOLDER = "companion"
SKIPPED = {"build.py", "conftest.py", "trace.py"}         # for those who write lessons
#: Packages that the notebooks need, as the lock pins them.
NEEDED = ("numpy", "scipy", "sympy", "matplotlib", "jupyterlab", "ipywidgets", "babel")
WHEN = (2026, 1, 1, 0, 0, 0)

START = '''"""Opens the lessons in JupyterLab: python start.py, or python start.py ru."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(arguments):
    """The exit status of JupyterLab."""
    folder = HERE / "lessons" / "ru" if arguments[:1] == ["ru"] else HERE / "lessons"
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.call([sys.executable, "-m", "jupyterlab", str(folder)], env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
'''
READ = """# Manipulation robots, executed

The lessons as notebooks, with all that they import.

1. Python 3.11 or newer. In this folder: `python -m pip install -r requirements.txt`, best in a
   virtual environment (`python -m venv .venv`).
2. `python start.py` opens the lessons in JupyterLab, `python start.py ru` those in Russian.

What you change stays in this folder. Licence: MIT, see LICENSE.

# Манипуляционные роботы в вычислениях

Уроки в виде блокнотов и всё, что им нужно.

1. Нужен Python 3.11 или новее. В этой папке: `python -m pip install -r requirements.txt`, лучше
   всего в виртуальном окружении (`python -m venv .venv`).
2. `python start.py` открывает уроки в JupyterLab, `python start.py ru` — русские.

Всё, что вы измените, останется в этой папке. Лицензия MIT, текст в LICENSE.
"""


def files() -> Iterator[tuple[str, bytes]]:
    """(name in the folder, content), sorted."""
    found = {"README.md": READ.encode(), "start.py": START.encode(),
             "requirements.txt": _pinned().encode(), "LICENSE": (ROOT / "LICENSE").read_bytes()}
    paths = [*LESSONS.glob("*.py"), *LESSONS.glob("[0-9][0-9]_*.ipynb"),
             *LESSONS.glob("[a-z][a-z]/*.ipynb"), *LESSONS.glob("[a-z][a-z]/words.po"),
             LESSONS / "glossary.toml", *(LESSONS / "data").iterdir(),
             *(LESSONS / "images").iterdir(), *(LESSONS / "scenes").iterdir(),
             *(ROOT / "robokit").rglob("*"), *(ROOT / "autograde" / f"{name}.py" for name in (
                 "__init__", "plainly", "refusals", "words")),
             *(ROOT / "autograde" / "locale").rglob("*.po")]
    for path in paths:
        if path.is_file() and path.suffix != ".pyc" and not (
                path.parent == LESSONS and path.name in SKIPPED):
            found[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    yield from sorted(found.items())


def _pinned() -> str:
    """The packages with the versions of the lock."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    found = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.M))
    return "".join(f"{name}=={found[name]}\n" for name in NEEDED)


def write(folder: Path) -> Path:
    """folder/companion.zip; left as it is where nothing has changed."""
    path = folder / NAME
    folder.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as made:
        for name, content in files():
            made.writestr(zipfile.ZipInfo(f"{FOLDER}/{name}", WHEN), content,
                          zipfile.ZIP_DEFLATED)
    if path.is_file() and path.read_bytes() == fresh.read_bytes():
        fresh.unlink()
    else:
        fresh.replace(path)
    return path
