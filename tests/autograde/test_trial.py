"""The instructor's own answers, tried with `check` as a student's notebook does."""

import shutil
from pathlib import Path

import pytest

from autograde import trial
from autograde.library import Library, dealt

OWN = Path(__file__).resolve().parents[1] / "own"
NAME = "e01_pendulum"
SETS = [{"length": 1.0, "mass": mass, "angle_deg": 30.0} for mass in (1.0, 2.0)]
CELLS = [("numbers", 'from autograde import check, variant\nv = variant("instructor")'),
         ("right", "%precision 3\ntorque = v.mass * 9.81 * v.length / 2"),
         ("torque", 'check("torque", torque)')]


@pytest.fixture
def found(tmp_path):
    """What is found with other lines of checks.py and other cells, within so many seconds."""
    def tried(before="", after="", cells=(), seconds=60.0):
        shutil.copytree(OWN, tmp_path, ignore=shutil.ignore_patterns("__pycache__"),
                        dirs_exist_ok=True)
        path = tmp_path / NAME / "checks.py"
        path.write_text(path.read_text("utf-8").replace(before, after), "utf-8")
        asked = [{"id": name, "source": source,
                  "role": "check" if name == "torque" else "student"}
                 for name, source in (*CELLS, *cells)]
        made = Library(OWN)[NAME]
        with trial.begun(path.parent, dealt(made, SETS, NAME), asked, seconds) as one:
            return one.found()
    yield tried
    trial.close()


def test_right_answers_are_let_be_set_after_set(found):
    assert found() == found() == ["", ""]


def test_the_law_and_the_set_that_it_breaks_with_are_named(found):
    first, second = found('v["mass"] * 9.81', '(2 - v["mass"]) * 9.81')
    assert first == "" and second.startswith("task torque: a student with the instructor's own")
    assert second.endswith("does not hold: it is no more than the torque of the rod held level "
                           "(law less_than_flat of checks.py)")


def test_a_law_that_raises_is_named(found):
    first, _second = found('v["mass"]', 'v["mas"]')
    assert first.endswith("could not be tried, KeyError: 'mas' (law less_than_flat of checks.py)")


def test_checks_stand_alone_beside_the_notebook(found):
    first, _second = found("from robokit", "from .mistakes import Pendulum\nfrom robokit")
    assert "cannot read checks.py, which stands alone beside the notebook: ImportError" in first


def test_a_notebook_that_does_not_come_to_its_end_is_said_so(found):
    with pytest.raises(RuntimeError, match="could not be tried with check: the last words"):
        found(cells=[("end", "import os, sys\nos.write(2, b'the last words')\nos._exit(0)")])
    with pytest.raises(RuntimeError, match="did not end within 0.01 s when it was tried"):
        found(seconds=0.01)
    assert found(cells=[("last", "1 / 0")])[0] == (
        "with check, the cell last stopped with ZeroDivisionError: division by zero")
