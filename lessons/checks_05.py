"""What lesson 5 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, letters, near, numbers, slip, value
from lessons.words import _, number
from robokit import Mechanism
from robokit.laws import rate

QUARTER = np.pi / 2
NAMES = sp.symbols("a h b c d q_1 q_2 q_3", real=True)
POSES = ((np.array([-0.5, 0.3, 0.6]), np.array([0.8, 0.2, -1.1])),
         (np.array([0.9, 0.1, -1.2]), np.array([-0.5, 0.4, 0.7])))
POINT = np.array([0.07, -0.04, 0.11])
LAMP = {"a": 0.15, "h": 0.4, "b": 0.3, "c": 0.25, "d": 0.2}
REACH = 0.5, 0.4, 0.1                    # rad/s; m/s by joint 1, m/s by joint 3
BEND = np.radians(60)


def crane(a=0.15, h=0.4, b=0.3, c=0.25) -> Mechanism:
    """The crane of lessons 3 and 5."""
    return Mechanism([1, 0, 1], [(QUARTER, 0, 0), (0, -QUARTER, 0), (0, 0, 0)],
                     [(a, h, 0), (b, 0, 0), (c, 0, 0)])


ARM = crane()


# -- angular velocities ----------------------------------------------------------------------
@check
def omega_3(function):
    """Exercise 1: omega_3^(0) of the crane from the matrices and rates of a state."""
    for q, dq in POSES:
        s = ARM.at(q, dq)
        found = numbers(value(function, s), 3)
        turns = ARM.sigma * dq
        def total(axis, rates=turns):
            return sum(axis(j) * rates[j - 1] for j in (1, 2, 3))
        true = total(lambda j: s.tau(0, j) @ s.v(j))
        said = slip(found, (
            (total(lambda j: s.tau(0, j)[:, 2]), _("joint j turns about Z_{j-1}; here its axis is "
                                                   "Z_j")),
            (total(s.v), _("each v_j stands in its own frame: carry it to frame 0 before you add")),
            (total(lambda j: s.tau(0, j) @ s.v(j), dq), _("the slide turns nothing: sigma_j is "
                                                          "missing")),
            (s.tau(0, 3) @ s.v(3) * turns[2], _("this is link 3 relative to link 2; the turns of "
                                                "the links before it are missing")),
            (s.tau(3, 0) @ true, _("the right vector, on the axes of frame 3")),
            (-true, _("the opposite sense"))))
        if said:
            return said
        change = rate(lambda x: ARM.at(x).tau(0, 3), q, dq)
        if not near(np.cross(found, s.tau(0, 3).T).T, change):
            return _("does not hold: lambda(omega) tau_03 is not the derivative of tau_03")
    return _("holds: lambda(omega) tau_03 is the derivative of tau_03")


@check
def still_links(third, fifth):
    """Exercise 2: rates that keep the forearm, and then the hand, from turning; degrees/s."""
    found = np.array([float(numbers(x)) for x in (third, fifth)])
    if near(found, (20, 15)):
        return _("holds: axes 3 and 5 are parallel to axis 2 and point the other way")
    if near(found, np.radians((20, 15))):
        return _("right, but in radians: the answer needs degrees a second")
    for k, true, slips in (
            (0, 20, ((-20, _("dq_3: with −20 both joints turn the forearm the same way, since Z_2 "
                             "= −Z_1")),
                     (0, _("dq_3: a joint at rest hands the turn of the upper arm on")))),
            (1, 15, ((-15, _("dq_5 has the wrong sign: put it into −dq_2 + dq_3 + dq_5")),
                     (25, _("dq_5: the rates of joints 2 and 3 have opposite signs in the sum")),
                     (-25, _("dq_5: the rates of joints 2 and 3 have opposite signs in the sum")),
                     (20, _("dq_5: joint 3 already takes back 5 degrees a second"))))):
        said = slip(found[k], slips)
        if said:
            return said
        if not near(found[k], true):
            return _("does not hold: the links still turn at {first} and {second} degrees a "
                     "second").format(first=number(abs(found[0] - 20), 1),
                                      second=number(abs(found[1] - 15), 1))
    return ""


# -- linear velocities -----------------------------------------------------------------------
def swung(s, point, omega=None, push=None, end=True, turned=True):
    """(5.8) for link 3 of the crane, or with a slip."""
    omega = omega or s.omega
    seen = s.tau if turned else (lambda i, j: np.eye(3))
    arrows = sum(np.cross(omega(k), seen(0, k) @ s.L(k)) for k in (1, 2, 3))
    slide = s.tau(0, 2) @ s.v(2) * s.dq[1] if push is None else push
    tip = np.cross(omega(3), seen(0, 3) @ point)
    return arrows + slide + (tip if end else 0)


@check
def V_3(function):
    """Exercise 3: the velocity of a point of link 3 of the crane by (5.8)."""
    for q, dq in POSES:
        s = ARM.at(q, dq)
        found = numbers(value(function, s, POINT.copy()), 3)
        true = swung(s, POINT)
        def relative(k):
            return s.c(k) * dq[k - 1]
        said = slip(found, (
            (swung(s, POINT, push=np.zeros(3)), _("the push of the slide is missing, the last sum "
                                                  "of (5.8)")),
            (swung(s, POINT, push=s.v(2) * dq[1]), _("the push of the slide has yet to be carried "
                                                     "to frame 0")),
            (swung(s, POINT, end=False), _("this is the origin of frame 3; the term of the point "
                                           "is missing")),
            (swung(s, POINT, omega=lambda k: s.omega(3)), _("each link vector is swung by the "
                                                            "angular velocity of its own link, not "
                                                            "by that of the last")),
            (swung(s, POINT, omega=relative), _("the relative angular velocities stand here; (5.8) "
                                                "needs the absolute ones")),
            (swung(s, POINT, turned=False), _("the link vectors have yet to be carried to frame "
                                              "0")),
            (2 * s.D_V(3, 2) * dq[1] - true, _("cross products in the wrong order: omega stands "
                                               "first")),
            (s.tau(3, 0) @ true, _("the right vector, on the axes of frame 3"))))
        if said:
            return said
        if not near(found, rate(lambda x: ARM.at(x).t(3, POINT), q, dq)):
            return _("does not hold: it is not the derivative of the position")
    return _("holds: it is the derivative of the position, also when the slide alone moves")


@check
def lamp(answer):
    """Exercise 4: D_2^(0) of a lamp below the end of the slide, in letters. (3, 3)"""
    found = letters(answer, (3, 3), NAMES)
    a, _h, b, _c, d, q_1, q_2, _q_3 = NAMES
    out = b + q_2
    true = sp.Matrix([[out * sp.cos(q_1) - a * sp.sin(q_1), sp.sin(q_1), 0],
                      [out * sp.sin(q_1) + a * sp.cos(q_1), -sp.cos(q_1), 0], [0, 0, 0]])
    def with_column(k, *column):
        changed = true.copy()
        changed[:, k] = sp.Matrix(column)
        return changed
    in_frame_2 = sp.Matrix([[-a, 1, 0], [0, 0, 0], [-out, 0, 0]])
    slips = (
        (with_column(2, d * sp.sin(q_1), -d * sp.cos(q_1), 0),
         _("joint 3 lies beyond link 2 and does not carry it: the last column is zero")),
        (with_column(0, *true[:, 0].subs(a, 0)), _("the lever arm of joint 1 starts at the origin "
                                                   "of frame 0: the offset a belongs to it")),
        (with_column(0, *true[:, 0].subs(b, 0)), _("the lever arm of joint 1 also holds the length "
                                                   "b of the link")),
        (with_column(0, *-true[:, 0]), _("the first column is R x c; it is c x R")),
        (with_column(1, 0, 0, 0), _("c_2 is zero, but a slide pushes along its axis: D_22 is its "
                                    "unit vector")),
        (with_column(1, -sp.sin(q_1), sp.cos(q_1), 0), _("the slide runs out along Z_1; here it "
                                                         "runs in")),
        (with_column(1, -sp.cos(q_1), -sp.sin(q_1), 0), _("this is Z_2; joint 2 slides along Z_1")),
        (in_frame_2, _("the right columns, on the axes of frame 2")),
        (true.T, _("columns and rows have changed places")))
    places = [LAMP | {"q_1": 0.7, "q_2": 0.2, "q_3": 0.4}, LAMP | {"q_1": -1.1, "q_2": 0.35,
                                                                  "q_3": -0.8}]
    values = np.array([at(found, **place) for place in places])
    for wrong, said in ((true, _("holds: how deep the lamp hangs plays no part")), *slips):
        if near(values, [at(np.array(wrong), **place) for place in places]):
            return said
    wrong = [j + 1 for j in range(3) if not near(
        values[:, :, j], [at(np.array(true), **place)[:, j] for place in places])]
    return _("does not hold: move joint {j} alone and look where the lamp goes").format(j=wrong[0])


@check
def found_slip(line, mended):
    """Exercise 5: which line of the student's work is wrong, and its right vector. (3,)"""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: joint 2 slides, so c_2 is zero"),
             2: _("line 2 is right: each lever arm starts at the origin of the frame before"),
             3: _("line 3 is right: the point runs round the column, (−R_y, R_x, 0)"),
             5: _("line 5 is right: it is at right angles to c_3 and to R_33")}
    if chosen in right:
        return right[chosen]
    if chosen != 4:
        return _("the answer needs the number of a line, 1 to 5")
    found = numbers(mended, 3)
    if near(found, (0, -1, 0)):
        return _("holds: the slide pushes the tip along Z_1, one metre for each metre")
    return slip(found, (
        ((0, 0, 0), _("the line is found; this is its result as the student has it")),
        ((0, 1, 0), _("the line is found; with this the slide would run in, against Z_1")),
        ((-1, 0, 0), _("the line is found; this is Z_2, joint 2 slides along Z_1")),
        ((0, 0, 1), _("the line is found; this is Z_0, joint 2 slides along Z_1")),
        ((0, -0.5, 0.25), _("the line is found; this is the lever arm itself, a slide pushes by a "
                            "unit vector"))
    )) or _("the line is found; D_32 has a part D^V too: which axis does joint 2 slide along?")


# -- design ----------------------------------------------------------------------------------
@check
def wrist_and_slide(c, q_2):
    """Exercise 6: length of the wrist and position of the slide, metres."""
    c, q_2 = float(numbers(c)), float(numbers(q_2))
    if not 0 < c <= 0.5 or not 0 <= q_2 <= 0.6:
        return _("the crane cannot be built: c is at most 0.5 m, and q_2 from 0 to 0.6 m")
    arm = crane(c=c)
    speed, by_column, by_wrist = REACH
    s = arm.at([0.3, q_2, BEND])
    got = speed * np.linalg.norm([s.D(3, 1), s.D(3, 3)], axis=1)
    if near(got, (by_column, by_wrist)):
        return _("holds: {first} m/s by the column, {second} m/s by the wrist").format(
            first=number(got[0], 2), second=number(got[1], 2))
    if near(c, by_wrist):
        return _("c: a speed is the rate times the distance; at 0.5 rad/s the distance is twice "
                 "the speed")
    if not near(got[1], by_wrist):
        return _("does not hold: the wrist moves the tip at {speed} m/s").format(
            speed=number(got[1], 3))
    out = by_column / speed
    return slip(q_2, (
        (out - 0.3 - c * np.cos(BEND), _("q_2: the offset a of the column belongs to the distance "
                                         "from its axis")),
        (np.sqrt(out**2 - 0.15**2) - 0.3 - c, _("q_2: the wrist is bent by 60 degrees, and only c "
                                                "cos q_3 reaches out")),
        (np.sqrt(out**2 - 0.15**2 - (0.4 + c * np.sin(BEND))**2) - 0.3 - c * np.cos(BEND),
         _("q_2: this takes the length of the lever arm; the height along the axis does not count")
         ))) or _("does not hold: the column moves the tip at {speed} m/s").format(
            speed=number(got[0], 3))
