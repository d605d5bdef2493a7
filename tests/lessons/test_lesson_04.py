"""Exercises of lesson 4: right answers pass, slips are told apart, nothing ends in a traceback."""

import re

import nbformat
import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form

from lessons import checks_04 as checks
from lessons.book import facts
from robokit import laws

q_1, q_2, l_1, l_2 = checks.q_1, checks.q_2, checks.l_1, checks.l_2
AREA = l_1 * l_2 * sp.sin(q_2)
TAU_0B, TAU, TOOL = checks.ROBOT.eps(0), checks.TORCH[1], checks.ROBOT.eps("tool")
TAU_06 = TAU_0B @ TAU @ TOOL


def elbow(s, axis=3, end=None, sign=1):
    """The triple product of exercise 3 with l_42, or with an axis as it is printed."""
    arrow = s.t(4, origin=2) if end is None else s.tau(0, axis)[:, 2]
    return sign * np.sign(np.cross(s.tau(0, 2)[:, 0], arrow) @ s.tau(0, 1)[:, 2])


def by(measure):
    """The answer to exercise 5 that measures the ways like this."""
    return lambda solutions, now: checks.chosen_by(measure, solutions, now)


RIGHT = [
    (checks.area, AREA), (checks.area, l_1 * sp.cos(q_2 - sp.pi / 2) * l_2),
    (checks.area, sp.Matrix([[-l_1 * sp.sin(q_1) - l_2 * sp.sin(q_1 + q_2),
                              -l_2 * sp.sin(q_1 + q_2)],
                             [l_1 * sp.cos(q_1) + l_2 * sp.cos(q_1 + q_2),
                              l_2 * sp.cos(q_1 + q_2)]]).det()),
    (checks.other_set, [200, 40, 230]), (checks.other_set, np.array([-160, 40, -130])),
    (checks.other_set, (200, 400, -490)),
    (checks.elbow_index, elbow), (checks.elbow_index, lambda s: int(elbow(s))),
    (checks.elbow_index, lambda s: np.sign(np.cross(
        s.tau(0, 2)[:, 0], s.t(4, origin=1)) @ s.tau(0, 1)[:, 2])),        # l_41 does as well
    (checks.back_from_gripper, 2, TAU_06), (checks.back_from_gripper, 2.0, TAU_06.tolist()),
    (checks.nearest, by("right")), (checks.nearest, lambda all_, now: list(by("right")(all_, now))),
    (checks.across, 0.8, 0.2, (1, 1, 1)), (checks.across, 0.7, 1.2, [1, 1, -1])]
SLIPS = [
    (checks.area, -AREA, "opposite one"), (checks.area, AREA / 2, "triangle"),
    (checks.area, l_1 * l_2 * sp.cos(q_2), "stretched arm"),
    (checks.area, l_1 * l_2 * sp.sin(q_1), "changes no area"),
    (checks.area, l_1 * l_2 * sp.sin(q_1 + q_2), "not the direction"),
    (checks.area, sp.sin(q_2), "lengths"), (checks.area, l_1 * AREA, "rectangle"),
    (checks.area, sp.Symbol("q_3") * AREA, "q_3 is not known"),
    (checks.other_set, [20, -40, 50], "given set"), (checks.other_set, [200, -40, 50], "other way"),
    (checks.other_set, [200, 40, 50], "upside down"), (checks.other_set, [20, 40, 50], "without"),
    (checks.other_set, [200, -40, 230], "sign of q_2"),
    (checks.other_set, np.radians([200, 40, 230]), "needs degrees"),
    (checks.other_set, [0, 0, 0], "half a turn at joint 1"),
    (checks.elbow_index, lambda s: elbow(s, end="axis"), "Z_3 leans"),
    (checks.elbow_index, lambda s: elbow(s, sign=-1), "turned round"),
    (checks.elbow_index, lambda s: 1, "always +1"), (checks.elbow_index, lambda s: -1, "always −1"),
    (checks.elbow_index, lambda s: -np.sign(np.sin(s.q[4])), "always −1"),
    (checks.elbow_index, lambda s: 0.3, "is +1 or −1"),
    (checks.elbow_index, lambda s: np.sign(np.cos(s.q[2])), "does not hold"),
    (checks.back_from_gripper, 1, TAU_06, "line 1 is right"),
    (checks.back_from_gripper, 3, TAU_06, "line 3 is right"),
    (checks.back_from_gripper, 4, TAU_06, "line 4 is right"),
    (checks.back_from_gripper, 5, TAU_06, "number of a line"),
    (checks.back_from_gripper, 2, TAU_0B @ TAU @ TOOL.T, "as the student"),
    (checks.back_from_gripper, 2, TAU_06.T, "tau_60"), (checks.back_from_gripper, 2, TAU @ TOOL,
                                                        "leads to B"),
    (checks.back_from_gripper, 2, TAU_0B @ TAU, "mounting"),
    (checks.back_from_gripper, 2, TOOL @ TAU_0B @ TAU, "changed places"),
    (checks.back_from_gripper, 2, np.eye(3), "another one"),
    (checks.nearest, by("turns"), "not taken off"), (checks.nearest, by("sum"), "the sum of"),
    (checks.nearest, by("square"), "root of the sum"), (checks.nearest, by("farthest"), "farthest"),
    (checks.nearest, by("first"), "always the first"),
    (checks.nearest, by("from zero"), "from zero"),
    (checks.nearest, lambda all_, now: next(iter(all_)), "these are the indices"),
    (checks.nearest, lambda all_, now: now, "none of the solutions"),
    (checks.nearest, lambda all_, now: list(all_.values())[-1], "smaller largest"),
    (checks.across, 0.9, 0.3, (1, 1, 1), "as near to zero as 31.5"),
    (checks.across, 0.5, 0.2, (1, 1, 1), "joint 3 comes beyond"),
    (checks.across, 0.8, 0.2, (-1, 1, 1), "joint 1 comes beyond"),
    (checks.across, 0.8, 1.3, (1, 1, 1), "of 41 points"),
    (checks.across, 0.8, 0.2, (1, -1, 1), "conveyor"),
    (checks.across, 9, 3, (1, 1, 1), "lies outside"),
    (checks.across, 0.8, 0.2, (1, 1, 0), "three signs")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson = "04_inverse_problem"
    exercises, displays, predictions, questions = 6, 34, 8, 4


@pytest.mark.parametrize("measure", [name for name in checks.MEASURES if name != "right"])
def test_each_way_of_measuring_errs_somewhere(measure):
    """Else an answer that measures like this would pass: whole turns ignored, for example."""
    assert any(not np.allclose(checks.chosen_by(measure, *place),
                               checks.chosen_by("right", *place)) for place in checks._places())


def test_the_folded_elbow_is_singular_and_out_of_reach():
    """What the lesson says in words: rank five at M = 180 degrees, beyond the limit of joint 3."""
    robot = checks.ROBOT
    folded = np.array([0.5, 0.5, np.pi - np.arctan2(robot.l[2, 1], robot.l[3, 0]), 0.4, 0.9, 0.3])

    def rank(q):
        t, tau = robot.forward_kinematics(q)

        def pose(q):
            place, turn = robot.forward_kinematics(q)
            return np.concatenate([place - t, (turn @ tau.T)[[2, 0, 1], [1, 2, 0]]])

        return np.linalg.matrix_rank(np.transpose([laws.rate(pose, q, d) for d in np.eye(6)]),
                                     tol=1e-6)

    assert np.degrees(folded[2]).round(1) == 175.1 > np.degrees(robot.limits[2, 1])
    assert rank(folded) == 5 and rank(folded - [0, 0, 0.1, 0, 0, 0]) == 6


def test_the_lemma_needs_one_right_angle():
    rng = np.random.default_rng(4)
    lost = 0
    for a, b, c in rng.normal(size=(50, 3, 3)):
        c = c / np.linalg.norm(c)
        flat_a, flat_b = a - (a @ c) * c, b - (b @ c) * c

        def angle(a, b, c=c):
            return np.arctan2(np.cross(a, b) @ c, a @ b)

        assert np.allclose([angle(flat_a, b), angle(a, flat_b)], angle(flat_a, flat_b))
        lost += not np.isclose(angle(a, b), angle(flat_a, flat_b))
    assert lost > 40


@pytest.mark.parametrize("folder,beyond", [("", "beyond a limit"), ("ru", "вне ограничений")])
def test_the_figure_of_the_branches_names_those_that_the_table_puts_out_of_reach(folder, beyond):
    cells = nbformat.read(facts.LESSONS / folder / "04_inverse_problem.ipynb", 4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    [table] = [c.outputs[0].text for c in code if "if signs not in allowed" in c.source]
    [caption] = [out.data["text/markdown"] for c in code if "branches_figure(" in c.source
                 for out in c.outputs if "text/markdown" in out.data]
    rows = re.findall(rf"\((-?1), (-?1), (-?1)\) \[.*\] {beyond}", table)
    told = re.findall(r"\(([+−]1); ([+−]1); ([+−]1)\)", caption)
    assert [signs[:2] for signs in rows] == [("1", "-1")] * 2        # as the slide says
    assert [[int(k.replace("−", "-")) for k in signs] for signs in told] == [
        [*map(int, signs)] for signs in rows]
