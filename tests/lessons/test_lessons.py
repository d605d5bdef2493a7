"""The lessons: text form and notebook agree, and each keeps the form that all share.

The notebooks themselves are executed by nbval; nothing is executed here.
"""

import base64
import importlib.util
import io
import re
from itertools import islice
from pathlib import Path
from statistics import median

import nbformat
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from robokit.drawing import AXES

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("build", ROOT / "lessons" / "build.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)

#: Lessons derived on the page: their length follows the matter, their code reads aloud.
DERIVED = {f"{n:02}" for n in range(1, 15)}
LESSONS = sorted((ROOT / "lessons").glob("[0-9]*.md"))
TEXTS = build.sources()
lessons = pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)


def notebook(path):
    return nbformat.read(path.with_suffix(".ipynb"), as_version=4)


def code_cells(path):
    return [cell for cell in notebook(path).cells if cell.cell_type == "code"]


def lines(cell):
    return [line for line in cell.source.splitlines() if line.strip()]


def prose(path):
    return "\n".join(c.source for c in notebook(path).cells if c.cell_type == "markdown")


def pictures(path):
    return [output for cell in code_cells(path) for output in cell.outputs
            if "image/png" in output.get("data", {})]


def test_there_are_lessons():
    assert ROOT / "lessons" / "02_rotation_matrices.md" in LESSONS
    assert set(LESSONS) <= set(TEXTS)


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_text_form_and_notebook_agree(path):
    assert build.differences(path) == []


@lessons
def test_code_reads_aloud_where_formulas_are_derived(path):
    cells = code_cells(path)
    assert [line for cell in cells for line in lines(cell) if len(line) > 79] == []
    assert median(len(cell.source) for cell in cells) <= 160
    verdicts = [cell.source for cell in cells if only_a_verdict(cell)]
    assert 3 * len(verdicts) <= len(cells), verdicts
    assert path.name[:2] not in DERIVED or prose(path).count("$$") // 2 >= len(cells) / 2


def only_a_verdict(cell) -> bool:
    """Does a cell print that things agree, and nothing else? Exercises do not count."""
    said = [line for o in cell.outputs for line in o.get("text", "").splitlines()]
    return bool(said) and not {"exercise", "solution"} & set(cell.metadata.get("tags", [])) and all(
        o.output_type == "stream" for o in cell.outputs) and all(
        re.search(r"^(holds|does not hold|True|False)\b|:\s+[\d.e-]+$", line) for line in said)


@lessons
def test_prose_round_every_code_cell(path):
    kinds = [cell.cell_type for cell in notebook(path).cells]
    assert kinds[0] == kinds[-1] == "markdown"
    assert ("code", "code") not in zip(kinds, kinds[1:])


@lessons
def test_code_lines_are_short(path):
    assert [line for cell in code_cells(path) for line in lines(cell) if len(line) > 100] == []


@lessons
def test_every_figure_is_described_and_captioned(path):
    figures = pictures(path)
    assert len(figures) >= 4
    for output in figures:
        alt = output.metadata["image/png"]["alt"]
        assert len(alt.split()) >= 8
        assert alt in output.data["text/plain"]
    assert len({f.metadata["image/png"]["alt"] for f in figures}) == len(figures)
    captions = [o for cell in code_cells(path) for o in cell.outputs
                if "The figure in words" in o.get("data", {}).get("text/markdown", "")]
    assert len(captions) == len(figures)


@lessons
def test_parts_that_every_lesson_has(path):
    text = prose(path)
    assert re.search("After this( lesson)? you can", text)
    assert re.search(r"\*\*Glossary\.?\*\*|## Glossary", text)
    assert re.search("[Cc]ontrol questions", text)
    assert re.search("[а-яА-Я]{5}", text)
    assert text.count("**Exercise ") >= 3


@lessons
def test_exercises_are_open_and_checked(path):
    cells = notebook(path).cells
    stubs = [after for cell, after in zip(cells, cells[1:])
             if cell.cell_type == "markdown" and "**Exercise " in cell.source]
    assert len(stubs) == prose(path).count("**Exercise ")
    for cell in stubs:
        assert "..." in cell.source
        assert "nothing to check yet" in "".join(o.get("text", "") for o in cell.outputs)


@lessons
def test_runs_clean_and_without_traces_of_a_machine(path):
    nb = notebook(path)
    for cell in (c for c in nb.cells if c.cell_type == "code"):
        assert cell.execution_count
        assert [o for o in cell.outputs if o.get("name") == "stderr"] == []
        errors = [o for o in cell.outputs if o.output_type == "error"]
        assert not errors or "raises-exception" in cell.metadata.get("tags", [])
    text = nbformat.writes(nb)
    assert set(nb.metadata) == {"kernelspec", "language_info"}
    assert not re.search(r"/home/|/root/|/tmp/|/work/|model_id|iopub", text)


# -- building -----------------------------------------------------------------------------
TEXT = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Some kernel
  language: python
  name: some
---

# Title

```{code-cell} ipython3
---
nbgrader:
  grade: true
  grade_id: step-1
  locked: true
  points: 2
  schema_version: 3
  solution: false
  task: false
---
print("one"); print("two")
```

Text

```{code-cell} ipython3
:tags: [raises-exception]

import os; raise ValueError(os.path.exists("text.md"))
```
"""


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_building_is_deterministic_and_keeps_nbgrader(text):
    first = build.build(text)[0].read_bytes()
    assert build.build(text)[0].read_bytes() == first
    nb = notebook(text)
    assert nb.cells[1].id == "step-1"
    assert nb.cells[1].metadata.nbgrader.points == 2
    assert nb.cells[1].outputs[0].text == "one\ntwo\n"
    assert nb.cells[3].outputs[0].evalue == "True"          # the notebook's own folder
    assert nb.metadata.kernelspec.name == "python3"
    assert build.differences(text) == []


def test_check_reports_drift(text, capsys):
    assert build.main(["--check", str(text)]) == 1
    assert "missing" in capsys.readouterr().err
    text.with_suffix(".ipynb").write_text(nbformat.writes(build.read(text)), encoding="utf-8")
    assert build.main(["--check", str(text)]) == 0
    text.write_text(TEXT.replace("# Title", "# Another title").replace("points: 2", "points: 3"))
    assert build.main(["--check", str(text.with_suffix(".ipynb"))]) == 1
    said = capsys.readouterr().err
    assert "cell 1 differs in source" in said and "cell 2 differs in metadata" in said


def test_a_cell_that_raises_fails_the_build(text, capsys):
    text.write_text(TEXT.replace(":tags: [raises-exception]\n", ""), encoding="utf-8")
    assert build.main([str(text)]) == 1
    assert "ValueError" in capsys.readouterr().err
    assert not text.with_suffix(".ipynb").exists()


def test_paths_that_are_not_there(tmp_path, capsys):
    assert build.main(["--check", str(tmp_path / "no.md")]) == 1
    assert "no such text form" in capsys.readouterr().err


def test_the_page_keeps_alternative_texts(tmp_path):
    page = build.page(LESSONS[0], tmp_path).read_text(encoding="utf-8")
    for output in pictures(LESSONS[0]):
        assert f'alt="{output.metadata["image/png"]["alt"]}"' in page
    assert "No description has been provided" not in page


@lessons
def test_sliders_are_left_out_of_the_comparison(path):
    """A page without widgets stores other outputs than one with them."""
    for cell in build.read(path).cells:
        if "drawing.sliders(" in cell.source:
            assert "nbval-ignore-output" in cell.metadata.get("tags", [])


# -- pictures --------------------------------------------------------------------------------------
def drawn(path):
    """The stored pictures of a notebook, (height, width, 3), colours from 0 to 255."""
    for output in pictures(path):
        with Image.open(io.BytesIO(base64.b64decode(output.data["image/png"]))) as image:
            yield np.asarray(image.convert("RGB"), np.int16)


def holds(picture, color):
    """Is this colour there, unchanged, in more than a few points?"""
    wanted = np.round(255 * np.array(to_rgb(color))).astype(np.int16)
    return (np.abs(picture - wanted) <= 8).all(-1).sum() > 300


@pytest.mark.parametrize("lesson", sorted(DERIVED))
def test_axes_keep_their_colours_in_stored_pictures(lesson):
    """x red, y green, z blue: storing with few colours must not make them alike."""
    path, = (path for path in LESSONS if path.stem[:2] == lesson)
    whole = (p for p in drawn(path) if all(holds(p, color) for color in AXES))
    assert len(list(islice(whole, 3))) == 3


def test_a_picture_that_lost_a_colour_would_be_found():
    red, _, blue = (np.full((20, 20, 3), np.round(255 * np.array(to_rgb(c))), np.int16)
                    for c in AXES)
    assert holds(red, AXES[0]) and not holds(red, AXES[1]) and not holds(blue, AXES[0])
