"""The download is unpacked as a reader does it, and its notebooks run with what is in it alone."""

import ast
import os
import subprocess
import sys
import zipfile

import nbformat
import pytest

from lessons.book import download, facts

CELLS = 6                        # of code, the first of a notebook
RUN = """
import sys
sys.path[:] = [path for path in sys.path if "{root}" not in path or "site-packages" in path]
sys.meta_path[:] = [finder for finder in sys.meta_path if "__editable__" not in repr(finder)]
sys.path.insert(0, "{folder}")
import matplotlib
matplotlib.use("agg")
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for source in {cells!r}:
    shell.run_cell(source).raise_error()
import robokit, lessons.tools
print("USED", robokit.__file__, lessons.tools.__file__)
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("download")
    with zipfile.ZipFile(download.write(folder)) as packed:
        packed.extractall(folder / "there")
    return folder / "there" / download.FOLDER


def cells(path):
    notebook = nbformat.read(path, as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"][:CELLS]


@pytest.mark.parametrize("name", ["lessons/05_velocities.ipynb", "lessons/ru/08_forces.ipynb",
                                  "lessons/10_screws.ipynb"])
def test_the_first_cells_of_a_notebook_run(unpacked, name):
    path = unpacked / name
    script = RUN.format(root=facts.ROOT, folder=unpacked, cells=cells(path))
    done = subprocess.run([sys.executable, "-c", script], cwd=path.parent, capture_output=True,
                          text=True, env={**os.environ, "PYTHONPATH": str(unpacked)})
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    used = done.stdout.rsplit("USED", 1)[1].split()
    assert all(place.startswith(str(unpacked)) for place in used), used


def test_it_holds_every_notebook_and_nothing_of_the_grader(unpacked):
    names = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")
             if path.is_file()}
    for language in ("en", "ru"):
        home = "lessons/" if language == "en" else f"lessons/{language}/"
        assert {home + path.name for path in facts.notebooks(language)} <= names
    assert {name for name in names if name.startswith("autograde")} == {
        "autograde/__init__.py", "autograde/plainly.py", "autograde/refusals.py",
        "autograde/words.py", "autograde/locale/ru.po"}
    assert not [name for name in names if name.startswith(("solutions", "tests"))
                or "__pycache__" in name or "/book/" in name]


def test_whatever_its_modules_import_of_ours_is_in_it(unpacked):
    """Of the notebooks' own modules and of every cell: each name leads to a file of the folder."""
    sources = {path: path.read_text("utf-8") for path in (unpacked / "lessons").glob("*.py")}
    for path in (unpacked / "lessons").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        sources[path] = "\n".join(
            line for cell in notebook.cells if cell.cell_type == "code"
            for line in cell.source.splitlines() if not line.startswith(("%", "!")))
    missing = []
    for path, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            modules = [node.module] if isinstance(node, ast.ImportFrom) and not node.level else \
                [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "lessons":
                modules += [f"lessons.{one.name}" for one in node.names]
            for module in modules:
                place = unpacked / module.replace(".", "/")
                if module.split(".")[0] in ("lessons", "robokit", "autograde", "solutions") \
                        and not (place.is_dir() or place.with_suffix(".py").is_file()):
                    missing.append(f"{path.name}: {module}")
    assert missing == []


def test_it_names_pinned_packages_and_starts_jupyterlab(unpacked):
    pinned = (unpacked / "requirements.txt").read_text("utf-8").splitlines()
    lock = (facts.ROOT / "requirements.lock").read_text("utf-8")
    assert [line.split("==")[0] for line in pinned] == list(download.NEEDED)
    assert all(f"\n{line} " in f"\n{lock}" for line in pinned)
    fake = unpacked.parent / "fake"
    (fake / "jupyterlab").mkdir(parents=True)
    (fake / "jupyterlab" / "__init__.py").touch()
    (fake / "jupyterlab" / "__main__.py").write_text(
        "import os, sys\nprint(sys.argv[1], os.environ['PYTHONPATH'].split(os.pathsep)[0])\n")
    for arguments, folder in ([], "lessons"), (["ru"], "lessons/ru"):
        done = subprocess.run([sys.executable, unpacked / "start.py", *arguments], text=True,
                              capture_output=True, env={**os.environ, "PYTHONPATH": str(fake)})
        assert done.stdout.split() == [str(unpacked / folder), str(unpacked)], done.stderr


def test_the_same_files_make_the_same_zip(tmp_path):
    first, second = (download.write(tmp_path / name).read_bytes() for name in "ab")
    assert first == second
