"""Laws of mistakes, executed: what is said of one that does not do its work."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autograde.judging.refuting import unrefuted, wrong_with
from autograde.library import Library

OWN = Path(__file__).resolve().parents[1] / "own"
WRONG = {
    "fails for the truth": (lambda x: [x + 0.5], "residual 1 of 1 must vanish for the truth, to "
                            "less than 2e-06: it is 0.5 for the truth and 1.5 for the slip"),
    "does not notice": (lambda x: [x, 0 * x], "residual 2 of 2 must not vanish for the slip, but "
                        "exceed 0.01: it is 0. for the truth and 0. for the slip"),
    "is no number": (lambda x: [x * np.nan], "residual 1 of 1 must vanish for the truth"),
    "is complex": (lambda x: [x + 1j], "residual 1 of 1 must vanish for the truth"),
    "is a text": (lambda x: ["none"], "raises ValueError: could not convert string to float"),
    "raises": (lambda x: [{}["mas"]], "raises KeyError: 'mas' with the right steps"),
    "raises with the slip": (lambda x: [1 // (1 - int(x))], "raises ZeroDivisionError"),
    "says nothing": (lambda x: [], "yields no residual"),
    "says less": (lambda x: [0.0] * (1 + int(x)), "yields 1 residuals for the truth and 2 for"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_law_that_does_not_do_its_work(what):
    law, said = WRONG[what]
    assert said in "; ".join(wrong_with(law, np.array(0.0), np.array(1.0)))


def test_a_law_that_does_says_nothing():
    assert not [*wrong_with(lambda x: [x, 2 * x], np.array(0.0), np.array(1.0))]


def test_each_mistake_without_a_law_is_named():
    made = Library(OWN)["e01_pendulum"]
    assert not [*unrefuted(made)]
    bare = {name: replace(m, refuted=None) for name, m in made.catalogue.items()}
    assert [*unrefuted(replace(made, catalogue=bare))] == [
        f'mistake {name}: no law is executed for it; write one below @refutes("{name}")'
        for name in ("cosine", "degrees", "upside_down")]
