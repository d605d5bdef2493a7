"""Slips of the pen in a text form: what is found, and what is none."""

import shutil
from pathlib import Path

import pytest
from each import each

from autograde.library import Library, book
from autograde.proofs import slips

OWN = Path(__file__).resolve().parents[1] / "own"
NAME = "e01_pendulum"


@each("name", sorted(book()))
def test_nothing_of_the_book_is_taken_for_a_slip(name):
    assert [*slips(book()[name])] == []


def told(tmp_path, before: str, after: str) -> list[str]:
    """What is said of the pendulum with other words in one place."""
    shutil.copytree(OWN, tmp_path, ignore=shutil.ignore_patterns("__pycache__"),
                    dirs_exist_ok=True)
    path = tmp_path / NAME / f"{NAME}.md"
    text = path.read_text("utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), "utf-8")
    return [*slips(Library(tmp_path)[NAME])]


@pytest.mark.parametrize("words", [
    "$\\frac{mass}{length}$", "$$\\vec{torque}\n= \\{points\\}$$", "`{minuts}`", "the set {1, 2}",
    "{a, b}", "{x}", "`f\"{task}\"`", "{numref}`fig`", "\\text{torque}", "<i style={points}>x</i>",
    "```python\nprint(f\"{task}\")\n```", "\\begin{align}a\\end{align}", "$x_{max}$"])
@pytest.mark.parametrize("before", ["About {minutes} minutes", "A rod without mass"])
def test_braces_that_are_no_field(tmp_path, words, before):
    assert told(tmp_path, before, f"{words}\n\n{before}") == []


@pytest.mark.parametrize("before,after,said", [
    ("About {minutes}", "About {minuts}", "cell head: {minuts} is filled in by nobody, needs one "
     "of {tasks}, {points}, {minutes}; is 'minutes' meant?"),
    ("A rod without mass", "For {points} points, a rod", "task torque: {points} is filled in by "
     "nobody here; {points} may stand in a cell with the tag cell"),
    ("return 2 * np.pi * np.sqrt(length / 9.81)\n    ### END SOLUTION",
     "return 2 * np.pi * np.sqrt(length / 9.81)", "answer period: line 3: the solution that begins "
     "here has no end; ### END SOLUTION is needed"),
    ("    ### BEGIN SOLUTION\n    return", "    return", "answer period: line 4: a solution ends "
     "that has not begun; ### BEGIN SOLUTION is needed before it"),
    ("    ### BEGIN SOLUTION\n    return", "    ### begin solution\n    return", "answer period: "
     "line 3: got '### begin solution', needs ### BEGIN SOLUTION"),
    ("    ### BEGIN SOLUTION\n    return", "    ### BEGIN SOLUTION\n    ### BEGIN SOLUTION\n"
     "    return", "answer period: line 4: a solution begins, and that of line 3 has not ended"),
    ('"level": "easy", "minutes": 5', '"level": "easy", "minutes": 0',
     "task torque: minutes: got 0, needs a number more than 0")])
def test_what_is_misspelt_is_named_with_its_cell(tmp_path, before, after, said):
    found, = told(tmp_path, before, after)
    assert found.startswith(f"{NAME}.md, {said}"), found
