"""What lesson 3 says about answers: one line each, in the language of the notebook.

Whatever is handed in, of whatever type, gets a line and never a traceback.
"""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, expression, letters, near, numbers, slip, value
from lessons.words import _, number
from robokit import kawasaki
from robokit.rotation import angles_of, tau_x, tau_y, tau_z

Q = sp.symbols("q_1:7", real=True)
Y, R = sp.symbols("Y R", real=True)
QUARTER = np.pi / 2
ROBOT = kawasaki.fs20n()
HEIGHT = 0.46                                        # metres, of the wrist centre: exercise 7
POSES = ({"q_1": 0.3, "q_2": 0.4, "q_3": -0.9, "q_4": 0.7, "q_5": 1.1, "q_6": -0.2},
         {"q_1": -1.2, "q_2": 1.1, "q_3": 0.5, "q_4": -2.0, "q_5": 0.6, "q_6": 0.8})
#: P, Y, R of the attitudes that exercises 4 and 5 try: every quadrant.
TRIPLES = [(p, y, r) for p in (0.4, 2.1, -0.9, -2.5) for y in (0.6, -1.1) for r in (0.3, 2.8, -1.9)]
ATTITUDES = [tau_x(p) @ tau_y(y) @ tau_z(r) for p, y, r in TRIPLES]


@check
def bolt(answer):
    """Exercise 1: a point of link 2 of the crane, seen from frame 1. (3,), metres"""
    found = numbers(answer, 3)
    t, l, slide = np.array([0, 0.1, 0.2]), np.array([0.3, 0, 0]), np.array([0, 0, 0.5])
    tau = tau_y(-QUARTER)
    if near(found, tau @ (t + l) + slide):
        return _("holds: bracket, turn, slide")
    if near(found / 1000, tau @ (t + l) + slide):
        return _("right, but in another unit: the answer needs metres")
    return slip(found, (
        (tau @ (t + l), _("the slide is missing")),
        (tau @ t + slide, _("the link vector is missing")),
        (tau @ (t + l + slide), _("the slide is known along the axes of frame 1: it stands outside "
                                  "of the bracket and is not turned")),
        (t + l + slide, _("the bracket has yet to be turned by tau_12")),
        (tau.T @ (t + l) + slide, _("turned to the wrong side: this is tau_21")),
        (tau @ t + l + slide, _("the link vector is known along the axes of frame 2: it has to be "
                                "turned too")),
        (tau @ (t - l) + slide, _("the link vector has the wrong sign")))) or _(
        "does not hold: X_2 points along Z_1, and Z_2 against X_1")


@check
def tip(answer):
    """Exercise 2: the tip of the loader in the letters q_1, q_2, q_3. (3,)"""
    found = letters(answer, (3,), Q[:3])
    for pose in POSES:
        a, lift, reach = pose["q_1"], pose["q_2"], pose["q_3"]
        c, s = np.cos(a), np.sin(a)

        def stands(r, height):
            return np.array([r * c, r * s, height])
        here, right = at(found, **pose), stands(0.5 + reach, 0.5 + lift)
        said = slip(here, (
            (stands(0.5 + lift, 0.5 + reach), _("joint 2 lifts and joint 3 reaches out: q_2 and "
                                                "q_3 have changed places")),
            (stands(reach, lift), _("the slides alone: the link vectors are missing")),
            (stands(0.4 + reach, 0.5 + lift), _("the 0.1 m of link 2 are missing")),
            (stands(0.1 + reach, 0.5 + lift), _("the 0.4 m of link 3 are missing")),
            (stands(0.5 + reach, 0.5 - lift), _("the loader goes down here: look at the first "
                                                "column of tau_02, and at v_2")),
            (stands(0.5 + reach, lift), _("the 0.5 m of the column are missing")),
            (np.array([0.5 + reach, 0, 0.5 + lift]), _("the column does not turn here: tau_01 is "
                                                       "missing")),
            (right[[1, 0, 2]], _("sine and cosine of q_1 have changed places")),
            (right * [1, -1, 1], _("the column turns to the wrong side"))))
        if said:
            return said
        if not near(here, right):
            return _("does not hold: at q = 0 the tip must stand at (0.5, 0, 0.5), and one metre "
                     "of slide must move it by one metre")
    return _("holds: lift and reach, turned by the column")


@check
def third_row(answer):
    """Exercise 3: the third row of tau_y(Y) tau_z(R). (3,)"""
    found = letters(answer, (3,), (Y, R))
    for y, r in ((0.7, 0.4), (-1.2, 2.2)):
        here, tau = at(found, Y=y, R=r), tau_y(y) @ tau_z(r)
        printed = np.array([-np.sin(y) * np.sin(r), np.sin(y) * np.cos(r), np.cos(y)])
        said = slip(here, (
            (printed, _("this is the printed row: it is not at right angles to the second one")),
            (tau[2] * [-1, -1, 1], _("the signs of the first two are turned round: it is not at "
                                     "right angles to row 1")),
            (-tau[2], _("at right angles to both, but the three rows are left-handed")),
            (tau[2] * [1, -1, 1], _("the second entry has the wrong sign: it is not at right "
                                    "angles to row 2")),
            (tau[2] * [-1, 1, 1], _("the first entry has the wrong sign: it is not at right "
                                    "angles to row 2")),
            (tau[0], _("this is row 1, which is right in print")),
            (tau[1], _("this is row 2, which is right in print")),
            (tau[:, 2], _("this is the third column")),
            (tau[2, [1, 0, 2]], _("sine and cosine of R have changed places"))))
        if said:
            return said
        if not near(here, tau[2]):
            return _("does not hold: the third row is the vector product of rows 1 and 2")
    return _("holds: length 1, and at right angles to rows 1 and 2")


@check
def orientation(function):
    """Exercise 4: P, Y, R of one rotation matrix, in every quadrant."""
    for tau in ATTITUDES:
        found = numbers(value(function, tau.copy()), 3)
        if near(_turned(found), tau):
            continue
        return _misread(found, tau) or _(
            "does not hold: for P, Y, R = {angles} degrees (3.4) does not give the matrix back"
        ).format(angles=_degrees(angles_of(tau)))
    return _("holds: (3.4) gives every matrix back")


def _misread(found, tau):
    """What is said about wrong angles of one attitude; or nothing."""
    if near(_turned(np.radians(found)), tau):
        return _("right, but in degrees: the answer needs radians")
    if near(_turned(found[::-1]), tau):
        return _("the order is P, Y, R")
    if near(tau_z(found[2]) @ tau_y(found[1]) @ tau_x(found[0]), tau):
        return _("these are turns about fixed axes; (3.4) has the moving ones")
    if near(_turned(found), tau.T):
        return _("these are the angles of the transpose: rows and columns have changed places")
    if near(_turned(-found), tau):
        return _("all signs are turned round")
    halves = np.array([(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]) * np.pi
    if any(near(_turned(found + half), tau) for half in halves):
        return _("a quadrant is lost: an angle is off by 180 degrees; keep sine and cosine apart")
    return ""


def _turned(angles):
    return tau_x(angles[0]) @ tau_y(angles[1]) @ tau_z(angles[2])


def _degrees(angles):
    return "(" + "; ".join(number(np.degrees(x), 0) for x in angles) + ")"


@check
def cos_yaw(function):
    """Exercise 5: |cos Y| of one rotation matrix."""
    for (p, y, r), tau in zip(TRIPLES, ATTITUDES):
        found = float(numbers(value(function, tau.copy())))
        said = next((said for wrong, said in (
            (abs(np.sin(y)), _("this is |sin Y|: it is 1 where the angles fail")),
            (np.cos(y)**2, _("this is the square: the root is missing")),
            (-np.cos(y), _("a size cannot be below zero")),
            (np.hypot(tau[0, 0], tau[1, 0]), _("these two entries stand in one column; cos Y with "
                                               "one and the same angle stands in row 1, or in "
                                               "column 3")),
            (1 - abs(np.sin(y)), _("1 - |t_13| is zero in the right place, but it is not |cos Y|")),
            (y, _("this is Y itself")),
            (1.0, _("this is the length of a whole row or column, which is always 1")))
            if near(found, wrong)), "")
        if said:
            return said
        if not near(found, np.cos(y)):
            return _("does not hold: at P, Y, R = {angles} degrees it must be {wanted}").format(
                angles=_degrees((p, y, r)), wanted=number(np.cos(y)))
    return _("holds: 1 for a level frame, 0 where the angles fail")


@check
def upright(answer):
    """Exercise 6: entry (3, 3) of tau_B5 of the FS20N in its joint coordinates."""
    found = np.array([expression(answer, Q)])
    for pose in POSES:
        q = np.array([pose[f"q_{k}"] for k in range(1, 7)])
        s, phi = ROBOT.at(q), q[1] - q[2]
        c_4, c_5, s_5, here = np.cos(q[3]), np.cos(q[4]), np.sin(q[4]), at(found, **pose)[0]
        said = slip(here, (
            (s.tau("B", 5)[2, 1], _("this is the entry (3, 2)")),
            (s.tau("B", 5)[1, 2], _("this is the entry (2, 3)")),
            (c_5 * np.cos(phi) - c_4 * s_5 * np.sin(phi), _("the sign of the second term is wrong, "
                                                            "or phi is q_3 - q_2")),
            (c_5 * np.cos(phi) + s_5 * np.sin(phi), _("cos q_4 is missing: this is right only "
                                                      "while joint 4 is at zero")),
            (c_5 * np.sin(phi) + c_4 * s_5 * np.cos(phi), _("sine and cosine of phi have changed "
                                                            "places")),
            (s_5 * np.cos(phi) + c_4 * c_5 * np.sin(phi), _("sine and cosine of q_5 have changed "
                                                            "places")),
            (c_5 * np.cos(q[1] + q[2]) + c_4 * s_5 * np.sin(q[1] + q[2]),
             _("phi is the difference of q_2 and q_3: the two axes point in opposite directions")),
            (c_5 * np.cos(phi), _("this is one of two terms"))))
        if said:
            return said
        if not near(here, s.tau("B", 5)[2, 2]):
            return _("does not hold: at q = 0 it must be 1, at q_5 = 90 degrees and phi = 0 it "
                     "must be 0")
    return _("holds: the vertical part of the axis of joint 6")


@check
def forearm(first, second):
    """Exercise 7: q_2 and q_3 for a level forearm at the height HEIGHT. Radians"""
    q_2, q_3 = float(numbers(first)), float(numbers(second))
    if not near(*_level(q_2, q_3)) and near(*_level(np.radians(q_2), np.radians(q_3))):
        return _("right, but in degrees: the answer needs radians")
    ahead, up, height = _forearm(q_2, q_3)
    if near(up, 0) and near(ahead, -1):
        return _("the forearm points backwards: sin(q_2 - q_3) must be 1, not -1")
    if not near(up, 0):
        return _("the forearm is not horizontal: it stands at {angle} degrees from the vertical"
                 ).format(angle=number(np.degrees(np.arccos(np.clip(up, -1, 1))), 0))
    if near(height, HEIGHT + 0.06):
        return _("the wrist centre is 0.06 m too high: the elbow offset L_3 stands upright here")
    if not near(height, HEIGHT):
        return _("the forearm is right; the wrist centre stands at {height} m").format(
            height=number(height))
    q = np.array([0, q_2, q_3, 0, 0, 0])
    if ((q < ROBOT.limits[:, 0]) | (q > ROBOT.limits[:, 1])).any():
        return _("right, but beyond a limit of the robot: take away a whole turn")
    return _("holds: a level forearm, the wrist centre at {height} m").format(height=number(HEIGHT))


def _forearm(q_2, q_3):
    """Parts of the forearm ahead and upwards, and the height of the wrist centre."""
    s = ROBOT.at([0, q_2, q_3, 0, 0, 0])
    along = s.tau("B", 4)[:, 0]
    return along[1], along[2], s.t(4, frame="B", origin="B")[2]


def _level(q_2, q_3):
    return np.array(_forearm(q_2, q_3)), np.array([1, 0, HEIGHT])
