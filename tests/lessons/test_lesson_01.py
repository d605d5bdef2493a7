"""Exercises of lesson 1: right answers pass, slips are told apart, nothing ends in a traceback."""

import numpy as np
import sympy as sp
from derived import Answers, Form

from lessons import checks_01 as checks
from robokit import Mechanism, kawasaki
from robokit.laws import by_turns

m, a, b = checks.m, checks.a, checks.b
WAY = 2 * m


def reached(x, y, z):
    return np.arctan2(y, x), z, np.hypot(x, y)


PAIR = WAY * sp.Matrix([[b**2, -a * b, 0], [-a * b, a**2, 0], [0, 0, a**2 + b**2]])
Q = np.array([np.pi / 2, 0.2, -np.pi / 4])
TABLE = np.array([[0, 0.5, 0], [0.1, 0, 0.5], [0, 0, 0.3]])


def row_2(*row):
    return [TABLE[0], row, TABLE[2]]


RIGHT = [
    (checks.coordinates, lambda p: reached(*p)),
    (checks.coordinates, lambda p: np.array(reached(*p)) + [2 * np.pi, 0, 0]),
    (checks.readings, Q), (checks.readings, [1.5708, 0.2, -0.7854]),
    (checks.lengths, TABLE), (checks.lengths, TABLE.tolist()),
    (checks.camera, np.radians([90, 0, 90])), (checks.camera, np.radians([-90, 180, -90])),
    (checks.pair, PAIR), (checks.pair, PAIR.tolist()), (checks.pair, np.array(PAIR)),
    (checks.pair, sp.Matrix(PAIR).subs({x: sp.Symbol(x.name) for x in (m, a, b)})),
    (checks.counterweight, 9, 1.08), (checks.counterweight, 9.0, sp.Rational(27, 25))]
SLIPS = [
    (checks.coordinates, lambda p: (reached(*p)[0], reached(*p)[2], p[2]), "changed places"),
    (checks.coordinates, lambda p: (np.arctan(p[1] / p[0]), *reached(*p)[1:]), "one side"),
    (checks.coordinates, lambda p: (np.arccos(p[0] / reached(*p)[2]), *reached(*p)[1:]),
     "one side"),
    (checks.coordinates, lambda p: (*reached(*p)[:2], p[0]**2 + p[1]**2), "root is missing"),
    (checks.coordinates, lambda p: (np.degrees(reached(*p)[0]), *reached(*p)[1:]), "in degrees"),
    (checks.coordinates, lambda p: (*reached(*p)[:2], np.linalg.norm(p)), "not from the floor"),
    (checks.coordinates, lambda p: p, "0.58 m from the column"),
    (checks.coordinates, lambda p: p[5], "stops with IndexError"),
    (checks.readings, [90, 0.2, -45], "in degrees"),
    (checks.readings, [0.3, np.radians(20), 0.1], "wrong way round"),
    (checks.readings, Q + [0.3, np.radians(20), 0.1], "not added"),
    (checks.readings, [0, 0, 0], "does not hold"),
    (checks.lengths, row_2(0.5, 0, 0.1), "seen from frame 0"),
    (checks.lengths, row_2(0.5, 0.1, 0), "seen from frame 1"),
    (checks.lengths, row_2(-0.1, 0, 0.5), "lower than"),
    (checks.lengths, row_2(0, 0.1, 0.5), "Y_2 is horizontal"),
    (checks.lengths, row_2(0.5, -0.1, 0), "another direction"),
    (checks.lengths, row_2(0.5, 0.1, 0.1), "l_2 is 0.51 m long"),
    (checks.lengths, 1000 * TABLE, "needs metres"),
    (checks.lengths, TABLE[::-1], "rows 1 and 3 were right"),
    (checks.camera, [90, 0, 90], "in degrees"),
    (checks.camera, np.radians([-90, 0, 90]), "sign of alpha"),
    (checks.camera, np.radians([90, -90, 0]), "axes that stay"),
    (checks.camera, np.radians([-90, 90, 0]), "the way back"),
    (checks.camera, [0, 0, 0], "third column"),
    (checks.pair, 2 * sp.diag(*PAIR.diagonal()) - PAIR, "stands a minus"),
    (checks.pair, PAIR / 2, "one of the two"),
    (checks.pair, sp.diag(*PAIR.diagonal()), "products are missing"),
    (checks.pair, WAY * sp.diag(a**2, b**2, a**2 + b**2), "distances from the axis"),
    (checks.pair, sp.zeros(3), "not in it"), (checks.pair, PAIR + sp.Matrix(3, 3, range(9)),
                                              "symmetric"),
    (checks.pair, sp.Symbol("c") * PAIR, "c is not known"), (checks.pair, PAIR * a, "b = 0"),
    (checks.counterweight, 4, 1.08, "upside down"),
    (checks.counterweight, 18, 1.08, "acts at its middle"),
    (checks.counterweight, 9000, 1.08, "needs kilograms"),
    (checks.counterweight, 6, 1.08, "x = 0.050 m"), (checks.counterweight, -1, 1.08, "above zero"),
    (checks.counterweight, 9, 0.72, "lacks the counterweight"),
    (checks.counterweight, 9, 0.54, "Steiner's term is missing"),
    (checks.counterweight, 9, 3.78, "not squared"),
    (checks.counterweight, 9, 5, "does not hold")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "01_coordinates_and_parameters", ("1.1", "1.2", "1.3")
    exercises, displays, predictions, questions = 6, 30, 4, 5


def test_the_slips_are_those_that_they_are_named_after():
    """Independent of the checks: turns about axes that stay, and the camera's own axes."""
    wanted = by_turns("xyz", np.radians([90, 0, 90]))
    assert np.allclose(wanted[:, 0], [0, 0, 1]) and np.allclose(wanted[:, 2], [0, -1, 0])
    assert np.allclose(by_turns("xyz", np.radians([90, -90, 0]), moving=False), wanted)


def test_a_wrong_gamma_shows_at_the_gripper():
    """The axis of joint i + 2 may hide it: axes 2 and 3 of the Kawasaki are parallel."""
    robot, q, hidden = kawasaki.fs20n(), np.radians([25, 30, -60, 25, -40, -50]), []
    for i in range(1, robot.n + 1):
        angles = np.array(robot.angles, dtype=float)
        angles[i - 1, 2] += 0.3
        wrong = Mechanism(robot.sigma, angles, robot.l, base=robot.base, tool=robot.tool)
        right_axes, wrong_axes = ([one.at(q).tau(0, k)[:, 2] for k in range(robot.n)]
                                  for one in (robot, wrong))
        turn = robot.forward_kinematics(q)[1].T @ wrong.forward_kinematics(q)[1]
        assert np.isclose((np.trace(turn) - 1) / 2, np.cos(0.3))
        assert i == robot.n or np.allclose(right_axes[i], wrong_axes[i])        # of joint i + 1
        if i + 2 <= robot.n and np.allclose(right_axes[i + 1], wrong_axes[i + 1]):
            hidden.append(i)
    assert hidden == [1]
