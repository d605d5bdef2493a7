"""Data of a student's own: judged on their own scale, and only where they tell."""

import numpy as np
import pytest

from autograde.judging import Assignment, Case, Function, Number, Task
from autograde.judging.judge import Judge
from autograde.judging.mistakes import Mistake, Steps
from autograde.practice.scale import alike, scale_of, slighted
from autograde.runner.encode import encode


class Square(Steps):
    def side(self, m):
        return m**2


class Doubled(Square):
    def side(self, m):
        return 2 * m


DOUBLED = Mistake("doubled", 1, "doubled, not squared", "it is doubled.", "Try m = 3.", Doubled)
WORK = Task("work", 2, "(1)", Function(Number()), lambda rules, v, x: rules.side(v["m"]) * x,
            mistakes=("doubled",), cases=lambda rng, v: [Case((x,)) for x in (0.3, -1.7, 2.5)])
OWN = Task("mass", 1, "(0)", Number(), lambda rules, v: v["m"])
ASSIGNMENT = Assignment((OWN, WORK), lambda rng: {"m": 3.0}, rules=Square,
                        catalogue={"doubled": DOUBLED}, name="own", adopt=lambda answers, seed: {
                            "m": float(np.ravel(answers["mass"]["data"])[0])})


def verdict(m, function):
    judge = Judge(ASSIGNMENT, [{"m": 3.0}], 0, "ivanova", b"only for tests")
    answers = {"mass": encode(m), "work": {"type": "function"}}
    judge.take(answers)
    values = {"work": [encode(function(*p["args"])) for p in judge.probes()["work"]]}
    return judge.verdicts(answers, values)[1]


@pytest.mark.parametrize("m", [3.0, 1e-2, 1e-5, 1e4])
def test_of_any_size_right_is_right_and_nothing_is_nothing(m):
    assert verdict(m, lambda x: m**2 * x).rule == "right"
    assert verdict(m, lambda x: m**2 * x * (1 + 1e-9)).rule == "right"
    for lazy in (lambda x: 0.0, lambda x: 1.0, lambda x: x):
        assert verdict(m, lazy).points == 0
    slip = verdict(m, lambda x: 2 * m * x)
    assert (slip.rule, slip.mistake, slip.points) == ("slip", "doubled", 1)


@pytest.mark.parametrize("m,function,said", [
    (1.0, lambda x: x, "what is given"), (0.0, lambda x: 0.0, "zeros"),
    (2.0, lambda x: 4 * x, "doubled, not squared")])
def test_what_the_data_do_not_tell_from_no_work_or_a_slip_is_left_to_a_person(m, function, said):
    found = verdict(m, function)
    assert (found.rule, found.points, found.flags) == ("not judged", 0, ["not judged"])
    assert said in found.message and len(found.message.split()) <= 60
    assert verdict(m, lambda x: 7.0 + x).rule == "wrong", "what departs is judged all the same"


def test_a_small_entry_has_to_be_right_on_its_own_size():
    truth = [np.array([100.0, 1e-5]), np.array([50.0, -2e-5])]
    assert slighted(truth, truth) == ["", ""]
    assert slighted(truth, [x * [1, 0] for x in truth])[1] == "number 2"
    assert slighted(truth, [x * [1, 1.001] for x in truth]) == ["", ""]
    rounding = [x + [0, 1e-15] for x in (np.array([100.0, 0]), np.array([50.0, 0]))]
    assert slighted(rounding, [np.array([100.0, 0]), np.array([50.0, 0])]) == ["", ""]
    assert not alike(truth, [x * [1, 0] for x in truth]) and alike(truth, truth)
    assert (scale_of(truth), scale_of([np.array(1e-7)]), scale_of([np.zeros(3)])) == (1, 1e-7, 1)
