"""Damaged notebooks are rebuilt from the release by id and by content."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograde.run.rebuild import rebuild


def grader(grade_id, **more):
    return {"nbgrader": {"grade_id": grade_id, "solution": False, "grade": False, "locked": True,
                         "schema_version": 3, "task": False} | more}


@pytest.fixture
def release():
    return new_notebook(cells=[
        new_markdown_cell("# Task", metadata=grader("head")),
        new_code_cell("import numpy as np", metadata=grader("setup")),
        new_code_cell("tau = ...  # your code here",
                      metadata=grader("tau_answer", solution=True, locked=False)),
        new_code_cell('check("tau", tau)', metadata=grader("tau", grade=True, points=2)),
        new_code_cell("def f(x):\n    ...  # your code here",
                      metadata=grader("f_answer", solution=True, locked=False)),
        new_code_cell('check("f", f)', metadata=grader("f", grade=True, points=2)),
        new_markdown_cell("Your explanation",
                          metadata=grader("why", solution=True, grade=True, locked=False,
                                          points=3)),
    ])


@pytest.fixture
def filled(release):
    nb = nbformat.from_dict(release)
    nb.cells[2].source, nb.cells[4].source = "tau = 1", "def f(x):\n    return x"
    nb.cells[6].source = "Because."
    return nb


def built(tmp_path, release, content):
    path = tmp_path / "n.ipynb"
    if not isinstance(content, bytes):
        content = json.dumps(content).encode()
    path.write_bytes(content)
    return rebuild(path, release)


def answers(nb):
    return {c.metadata.nbgrader.grade_id: c.source for c in nb.cells
            if c.metadata.get("nbgrader", {}).get("solution")}


FULL = {"tau_answer": "tau = 1", "f_answer": "def f(x):\n    return x", "why": "Because."}


def test_a_sound_notebook_is_taken_as_it_is(tmp_path, release, filled):
    r = built(tmp_path, release, filled)
    assert r.flags == [] and answers(r.notebook) == FULL
    nbformat.validate(r.notebook)


def test_changed_check_cells_and_points_come_from_the_release(tmp_path, release, filled):
    filled.cells[3].source = "check = lambda *a: 2"
    filled.cells[3].metadata.nbgrader.points = 100
    r = built(tmp_path, release, filled)
    check = next(c for c in r.notebook.cells
                 if c.metadata.get("nbgrader", {}).get("grade_id") == "tau")
    assert check.source == 'check("tau", tau)' and check.metadata.nbgrader.points == 2
    assert "check = lambda *a: 2" not in [c.source for c in r.notebook.cells]


def test_deleted_duplicated_reordered(tmp_path, release, filled):
    cells = filled.cells
    del_check = new_notebook(cells=[c for c in cells if c.source != 'check("f", f)'])
    r = built(tmp_path, release, del_check)
    assert r.flags == ["deleted cell f"] and answers(r.notebook) == FULL
    twice = new_notebook(cells=cells[:3] + cells[2:])
    r = built(tmp_path, release, twice)
    assert r.flags == ["duplicated cell tau_answer"] and answers(r.notebook) == FULL
    r = built(tmp_path, release, new_notebook(cells=cells[4:] + cells[:4]))
    assert r.flags == ["cells reordered"] and answers(r.notebook) == FULL


def test_an_untouched_copy_does_not_replace_the_written_one(tmp_path, release, filled):
    stub = nbformat.from_dict(release.cells[2])
    r = built(tmp_path, release, new_notebook(cells=filled.cells + [stub]))
    assert answers(r.notebook) == FULL


def test_a_split_answer_runs_in_both_parts(tmp_path, release, filled):
    first = nbformat.from_dict(filled.cells[4])
    first.source = "def helper(x):\n    return x"
    cells = filled.cells[:4] + [first] + filled.cells[4:]
    r = built(tmp_path, release, new_notebook(cells=cells))
    sources = [c.source for c in r.notebook.cells]
    assert sources.index(first.source) < sources.index(FULL["f_answer"])


def test_lost_metadata_is_made_good_by_content(tmp_path, release, filled):
    for cell in filled.cells:
        cell.metadata = {}
        cell.id = "x" + cell.id
    filled.cells[6].id = release.cells[6].id
    r = built(tmp_path, release, filled)
    assert answers(r.notebook) == FULL and "cell metadata lost" in r.flags


# -- an answer in a cell of another kind ---------------------------------------------------------
def run(nb):
    """What the code cells leave, with checks that do nothing."""
    names = {"check": lambda *a: None}
    for cell in nb.cells:
        if cell.cell_type == "code":
            exec(cell.source, names)
    return names


def test_an_answer_in_the_cell_of_another_one_is_not_undone(tmp_path, release, filled):
    """Jupyter's "Merge cells": the second cell is gone, its text stands in the first."""
    filled.cells[2].source += "\n\n" + filled.cells[4].source
    del filled.cells[4]
    r = built(tmp_path, release, filled)
    assert r.flags == ["answer in another cell: f_answer"]
    made = run(r.notebook)
    assert made["tau"] == 1 and made["f"](5) == 5


@pytest.mark.parametrize("kept", [True, False])
def test_all_code_in_one_cell_is_found(tmp_path, release, filled, kept):
    code = "\n".join(c.source for c in filled.cells if c.cell_type == "code")
    for place in (0, 1) if kept else (0,):
        one = new_notebook(cells=[new_code_cell(code)] + filled.cells[6:] * kept)
        if not kept:
            one.cells[0].id = "x"
        r = built(tmp_path, release, new_notebook(cells=one.cells[place:] + one.cells[:place]))
        made = run(r.notebook)
        assert made["tau"] == 1 and made["f"](5) == 5
        assert not any("f_answer" in flag for flag in r.flags if "deleted" in flag)


@pytest.mark.parametrize("typed", ["a, tau = 0, 1", "for tau in (0, 1):\n    pass", "(tau := 1)",
                                   "tau: int = 1"])
def test_an_answer_typed_in_its_check_cell_counts(tmp_path, release, filled, typed):
    filled.cells[3].source = f'{typed}\ncheck("tau", tau)'
    untouched = nbformat.from_dict(release.cells[2])
    for cells in (filled.cells[:2] + filled.cells[3:],
                  filled.cells[:2] + [untouched] + filled.cells[3:]):
        r = built(tmp_path, release, new_notebook(cells=cells))
        assert run(r.notebook)["tau"] == 1
        sources = [c.source for c in r.notebook.cells]
        assert sources.index('check("tau", tau)') == sources.index(filled.cells[3].source) + 1
        assert r.flags == ["answer in another cell: tau_answer"] * (untouched not in cells)


def test_other_lines_in_a_check_cell_are_not_read_and_that_is_said(tmp_path, release, filled):
    said = "not read: lines in the check cell of tau; they belong in the answer cell"
    filled.cells[3].source = 'tau_2 = 2\ncheck("tau", tau)'
    r = built(tmp_path, release, filled)
    assert r.flags == [said] and "tau_2" not in run(r.notebook)
    filled.cells[3].source = '# so?\n\ncheck("tau", tau)  '
    assert built(tmp_path, release, filled).flags == []


def test_a_line_added_to_the_setup_is_run_before_it(tmp_path, release, filled):
    filled.cells[1].source += "\nimport math"
    r = built(tmp_path, release, filled)
    assert r.flags == [] and "math" in run(r.notebook) and answers(r.notebook) == FULL
    assert release.cells[1].source in [c.source for c in r.notebook.cells]


def test_words_typed_into_a_locked_text_stand_behind_it(tmp_path, release, filled):
    """They may be the explanation that was asked for. Another wording of the text is none."""
    filled.cells[0].source = "# Task\n\nBecause <b>so</b>.\n"
    r = built(tmp_path, release, filled)
    assert r.flags == ["words typed into the text of head: they stand behind it"]
    assert [c.source for c in r.notebook.cells[:2]] == ["# Task", "Because < b>so< /b>."]
    assert answers(r.notebook) == FULL
    filled.cells[0].source = "# Task of before\n\nIn other words."
    r = built(tmp_path, release, filled)
    assert r.flags == [] and "other words" not in str(r.notebook)


def test_a_name_inside_a_function_is_no_answer(tmp_path, release, filled):
    filled.cells[4].source = "def f(x):\n    tau = [tau for tau in [x]]\n    return tau"
    del filled.cells[2]
    r = built(tmp_path, release, filled)
    assert r.flags == ["deleted cell tau_answer"]
    assert answers(r.notebook)["tau_answer"] == release.cells[2].source


def test_a_text_without_metadata_is_known_by_its_place(tmp_path, release, filled):
    task = new_markdown_cell("## Explain", metadata=grader("why_task"))
    release.cells.insert(6, task)
    cells = filled.cells[:6] + [task] + filled.cells[6:]
    bare = [(new_code_cell if c.cell_type == "code" else new_markdown_cell)(c.source)
            for c in [new_markdown_cell("My notes")] + cells]
    assert answers(built(tmp_path, release, new_notebook(cells=bare)).notebook) == FULL
    nameless = filled.cells[:6] + [task] + bare[-1:]
    r = built(tmp_path, release, new_notebook(cells=nameless))
    assert answers(r.notebook) == FULL and r.flags == ["cell why known by its place"]
    elsewhere = new_notebook(cells=bare[-1:] + bare[:-1])
    assert answers(built(tmp_path, release, elsewhere).notebook)["why"] == "Your explanation"


def test_own_cells_stay_where_they_stood(tmp_path, release, filled):
    cells = filled.cells[:2] + [new_code_cell("helper = 5")] + filled.cells[2:]
    sources = [c.source for c in built(tmp_path, release, new_notebook(cells=cells)).notebook.cells]
    places = [sources.index(x) for x in ("import numpy as np", "helper = 5", "tau = 1")]
    assert places == sorted(places)


@pytest.mark.parametrize("encode,flag", [
    (lambda t: b"\xef\xbb\xbf" + t.encode(), "byte order mark"),
    (lambda t: t.encode("utf-16"), "encoding utf-16"),
    (lambda t: t.replace("Because.", "Потому").encode("cp1251"), "encoding not utf-8")])
def test_encodings(tmp_path, release, filled, encode, flag):
    r = built(tmp_path, release, encode(json.dumps(filled, ensure_ascii=False)))
    assert r.flags == [flag] and answers(r.notebook)["tau_answer"] == "tau = 1"


def test_merge_markers_keep_one_side(tmp_path, release, filled):
    text = json.dumps(filled, indent=1)
    line = next(l for l in text.splitlines() if '"tau = 1"' in l)
    text = text.replace(line, f"<<<<<<< HEAD\n{line}\n=======\n{line.replace('1', '2')}\n>>>>>>> b")
    r = built(tmp_path, release, text.encode())
    assert r.flags == ["merge markers"] and answers(r.notebook) == FULL


def test_old_format(tmp_path, release, filled):
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [
        {"cell_type": c.cell_type, "metadata": c.metadata,
         ("input" if c.cell_type == "code" else "source"): [c.source]} for c in filled.cells]}]}
    assert answers(built(tmp_path, release, old).notebook) == FULL


@pytest.mark.parametrize("content", [b"", b"not json", b"[1, 2]", b"{}", b'{"cells": 5}',
                                     b"\x00" * 99, b'{"cells": [5, null, {"cell_type": "code"}]}',
                                     b"[" * 100_000])
def test_what_is_no_notebook_becomes_the_empty_one(tmp_path, release, content):
    r = built(tmp_path, release, content)
    assert r.flags and answers(r.notebook)["tau_answer"] == "tau = ...  # your code here"
    nbformat.validate(r.notebook)


def test_a_link_is_not_followed(tmp_path, release):
    (tmp_path / "other.ipynb").write_text("{}")
    (tmp_path / "n.ipynb").symlink_to(tmp_path / "other.ipynb")
    assert rebuild(tmp_path / "n.ipynb", release).flags == ["not a notebook (not a file)"]


# -- a class in several languages ----------------------------------------------------------------
OTHER = {"head": "# Задача", "setup": "import numpy as np", "tau_answer": "tau = ...  # ваш код",
         "tau": 'check("tau", tau)', "f_answer": "def f(x):\n    ...  # ваш код",
         "f": 'check("f", f)', "why": "ВАШ ОТВЕТ"}


def in_other_words(release):
    """The release in another language."""
    nb = nbformat.from_dict(release)
    for cell in nb.cells:
        cell.source = OTHER[cell.metadata.nbgrader.grade_id]
    return nb


def test_another_language_is_no_damage(tmp_path, release):
    nb = in_other_words(release)
    nb.cells[2].source, nb.cells[6].source = "tau = 1", "Потому."
    (tmp_path / "n.ipynb").write_text(json.dumps(nb))
    r = rebuild(tmp_path / "n.ipynb", release, [OTHER])
    assert r.flags == [] and len(r.notebook.cells) == len(release.cells)
    assert answers(r.notebook) == {"tau_answer": "tau = 1", "f_answer": release.cells[4].source,
                                   "why": "Потому."}
    assert r.notebook.cells[0].source == "# Task"


@pytest.mark.parametrize("others,cells", [([OTHER], 7), ([], 8)])
def test_without_metadata_its_words_are_known_too(tmp_path, release, others, cells):
    """Unknown words would be taken for the student's own: here a heading."""
    nb = in_other_words(release)
    nb.cells[2].source, nb.cells[4].source = "tau = 1", "def f(x):\n    return x"
    for cell in nb.cells:
        cell.metadata = {}
    (tmp_path / "n.ipynb").write_text(json.dumps(nb))
    r = rebuild(tmp_path / "n.ipynb", release, others)
    assert "cell metadata lost" in r.flags
    assert answers(r.notebook) | {"why": ""} == FULL | {"why": ""}
    assert len(r.notebook.cells) == cells
