"""What lesson 4 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, expression, near, numbers, slip, value
from lessons.words import _, number
from robokit import kawasaki

q_1, q_2 = sp.symbols("q_1 q_2", real=True)
l_1, l_2 = sp.symbols("l_1 l_2", positive=True)
ROBOT = kawasaki.fs20n()
TORCH = ROBOT.forward_kinematics(np.radians([25, 30, -60, 25, -40, -50]))
NEAR = ROBOT.forward_kinematics(np.radians([80, -15, -105, 20, -45, 70]))
HAND = ROBOT.forward_kinematics(np.radians([0, 20, -80, 0, 0, 0]))[1]
SEAM = np.linspace(-0.4, 0.4, 41)                    # metres, across the front
BEND = 42                                            # degrees that q_5 stays away from zero


def without_turns(x):
    """Angles without their whole turns, between -pi and pi."""
    return np.angle(np.exp(1j * np.asarray(x)))


# -- small arms ------------------------------------------------------------------------------
@check
def area(answer):
    """Exercise 1: what the two columns of the two links span, in letters."""
    found = np.array([expression(answer, (l_1, l_2, q_1, q_2))])
    true = l_1 * l_2 * sp.sin(q_2)
    slips = ((-true, _("the columns have changed places: the sign is the opposite one")),
             (true / 2, _("this is the triangle between the two columns; they span twice as much")),
             (l_1 * l_2 * sp.cos(q_2), _("this is zero at a right angle of the elbow; it should be "
                                         "zero for the stretched arm")),
             (l_1 * l_2 * sp.sin(q_1), _("turning the whole arm by q_1 changes no area")),
             (l_1 * l_2 * sp.sin(q_1 + q_2), _("the angle between the links is q_2, not the "
                                               "direction of the second one")),
             (sp.sin(q_2), _("the lengths of the links are missing")))
    places = [{"l_1": 0.5, "l_2": 0.4, "q_1": 0.3, "q_2": 0.8},
              {"l_1": 0.7, "l_2": 0.6, "q_1": -0.9, "q_2": -1.1}]
    values = np.array([at(found, **place) for place in places])
    for wrong, said in ((true, _("holds: zero for the stretched and the folded arm")), *slips):
        if near(values, [at(np.array([wrong]), **place) for place in places]):
            return said
    return _("does not hold: put q_2 = 90 degrees into it, where the links span a rectangle")


@check
def other_set(answer):
    """Exercise 2: the other set of figure 4.1's arm for (20, -40, 50) degrees. (3,)"""
    found = numbers(answer, 3)
    def same(degrees):
        return near(without_turns(np.radians(found - np.array(degrees))), np.zeros(3))
    if same((200, 40, 230)):
        return _("holds: links 1 and 2 turn over, joint 3 rolls back")
    for wrong, said in (
            ((20, -40, 50), _("this is the given set again")),
            ((200, -40, 50), _("the arm looks to the other side now; joint 2 has to lean the other "
                               "way")),
            ((200, 40, 50), _("the place is right, but the gripper is upside down: joint 3 has to "
                              "make up for the half turn")),
            ((20, 40, 50), _("without the half turn of joint 1 the arm leans to the other side")),
            ((200, -40, 230), _("two half turns are right, the sign of q_2 is not"))):
        if same(wrong):
            return said
    if near(found, np.radians((200, 40, 230))) or near(found, np.radians((-160, 40, -130))):
        return _("right, but in radians: the answer needs degrees")
    return _("does not hold: half a turn at joint 1; which way must joint 2 lean then?")


# -- the Kawasaki ----------------------------------------------------------------------------
def _states():
    """States with k_e and what the printed formula gives; some near the stretched arm."""
    lean = np.arctan2(ROBOT.l[2, 1], ROBOT.l[3, 0])
    bends = np.array([-1.2, 0.7, -2.0, 1.9, -lean + 0.02, -lean - 0.02])
    q = np.array([[0.4, 0.6, bend, 0.3, 0.8, -0.2] for bend in bends])
    return [ROBOT.at(x) for x in q], ROBOT.kci(q)[1], -np.sign(np.sin(bends))


@check
def elbow_index(function):
    """Exercise 3: the index of the elbow from a state."""
    states, true, printed = _states()
    found = np.array([float(numbers(value(function, s))) for s in states])
    wrist = ROBOT.kci(np.array([s.q for s in states]))[2]
    if not near(np.abs(found), np.ones(len(found))):
        return _("does not hold: an index is +1 or −1, the sign of the triple product")
    if near(found, true):
        return _("holds: also within 4.9 degrees of the stretched arm")
    return slip(found, (
        (-true, _("all signs are turned round; the axis of the formula is Z_1, and Z_2 = −Z_1")),
        (printed, _("right far away from the stretched arm; near to it both elbows have one sign: "
                    "Z_3 leans from the line to the wrist centre")),
        (np.ones(len(found)), _("always +1: then it tells nothing apart")),
        (-np.ones(len(found)), _("always −1: then it tells nothing apart")),
        (wrist, _("this is the index of the wrist")))) or _(
        "does not hold: the sense from X_2 to l_42, seen from the end of Z_1, decides")


@check
def back_from_gripper(line, mended):
    """Exercise 4: which line is wrong, and its right-hand side for the torch. (3, 3)"""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: the indices touch, 0B and B tool"),
             3: _("line 3 is right: the arrow of the gripper stands in its own axes, and "
                  "tau_0,tool takes it to frame 0"),
             4: _("line 4 is right: l_5 and l_6 lie along Z_6, which is seen from frame 0")}
    if chosen in right:
        return right[chosen]
    if chosen != 2:
        return _("the answer needs the number of a line, 1 to 4")
    tau_0B, tool, tau = ROBOT.eps(0), ROBOT.eps("tool"), TORCH[1]
    true, found = tau_0B @ tau @ tool, numbers(mended, 3, 3)
    if near(found, true):
        return _("holds: in tau_0,tool tau_tool,6 the indices touch")
    return slip(found, (
        (tau_0B @ tau @ tool.T, _("the line is found; this is its product as the student has it")),
        (true.T, _("the line is found; this is tau_60, the way back")),
        (tau @ tool, _("the line is found; this leads to B, frame 0 stands on its head")),
        (tau_0B @ tau, _("the line is found; this is tau_0,tool, the mounting of the gripper is "
                         "missing")),
        (tool @ tau_0B @ tau, _("the line is found; the factors have changed places")))) or _(
        "the line is found; the product to the right of the sign of equality is another one")


# -- branches and paths ----------------------------------------------------------------------
def largest(q, now):
    """The largest joint motion, whole turns apart."""
    return np.abs(without_turns(q - now)).max()


#: What the ways may be measured by; the first is right.
MEASURES = {
    "right": largest,
    "turns": lambda q, now: np.abs(q - now).max(),
    "sum": lambda q, now: np.abs(without_turns(q - now)).sum(),
    "square": lambda q, now: np.linalg.norm(without_turns(q - now)),
    "farthest": lambda q, now: -largest(q, now),
    "first": lambda q, now: 0,
    "from zero": lambda q, now: np.abs(q).max()}


def chosen_by(measure, solutions, now):
    return min(solutions.values(), key=lambda q: MEASURES[measure](q, now))


def _places():
    """Poses with a present configuration; each slip of MEASURES errs in one of them."""
    known = ROBOT.solutions(NEAR)
    turned = known[-1, 1, 1] + np.radians([3, -2, 4, 2 * 180 - 4, 3, 5])
    far = np.radians([[-10, -100, 70, 50, 120, 110], [160, -70, 170, -10, 90, 40]])
    return [(known, turned), (known, far[0]), (dict(reversed(known.items())), far[1])]


@check
def nearest(function):
    """Exercise 5: the solution whose largest joint motion is least."""
    places = _places()
    found = []
    for solutions, now in places:
        answer = value(function, dict(solutions), now.copy())
        if isinstance(answer, tuple) and len(answer) == 3:
            return _("these are the indices; the answer is the q that belongs to them")
        found.append(numbers(answer, 6))
    for (solutions, _now), q in zip(places, found):
        if not any(near(without_turns(q - x), np.zeros(6)) for x in solutions.values()):
            return _("does not hold: this is none of the solutions")
    def agrees(measure):
        return all(near(without_turns(q - chosen_by(measure, *place)), np.zeros(6))
                   for place, q in zip(places, found))
    if agrees("right"):
        return _("holds: no other has a smaller largest motion")
    for measure, said in (
            ("turns", _("whole turns are not taken off: from 170 to −170 degrees it is 20, not "
                        "340")),
            ("sum", _("the sum of all motions is measured here; the largest one is asked for")),
            ("square", _("the root of the sum of squares is measured here; the largest motion is "
                         "asked for")),
            ("farthest", _("this is the farthest one")),
            ("first", _("this is always the first one, wherever the robot stands")),
            ("from zero", _("measured from zero, not from the present configuration"))):
        if agrees(measure):
            return said
    return _("does not hold: another solution has a smaller largest motion")


@check
def across(y, z, signs):
    """Exercise 6: distance, height and branch of a seam."""
    y, z = float(numbers(y)), float(numbers(z))
    k = numbers(signs, 3)
    if not near(np.abs(k), np.ones(3)):
        return _("the answer needs three signs, each +1 or −1")
    if k[1] < 0:
        return _("with the elbow down the arm meets the conveyor: k_e = +1 is asked for")
    if not (0.5 <= y <= 1.5 and 0.2 <= z <= 1.4):
        return _("the seam lies outside: y from 0.5 to 1.5 m, z from 0.2 to 1.4 m")
    places = np.stack([SEAM, y + 0 * SEAM, z + 0 * SEAM], axis=1)
    q = []
    for place in places:
        try:
            q.append(ROBOT.inverse_kinematics((place, HAND), *np.sign(k)))
        except ValueError:
            pass
    if len(q) < len(places):
        return _("does not hold: {count} of {all} points of the seam are out of reach").format(
            count=len(places) - len(q), all=len(places))
    q = np.array(q)
    beyond = [j + 1 for j in range(6) if not _within(q[:, j], j)]
    if beyond:
        return _("does not hold: joint {joint} comes beyond its limit").format(joint=beyond[0])
    least = np.degrees(np.abs(q[:, 4])).min()
    if least < BEND:
        return _("does not hold: q_5 comes as near to zero as {least} degrees").format(
            least=number(least, 1))
    return _("holds: q_5 stays {least} degrees away from zero").format(least=number(least, 1))


def _within(angles, joint):
    """Do angles of a joint, or the same with a whole turn more or less, keep to its limits?"""
    low, high = ROBOT.limits[joint]
    turns = angles[:, None] + 2 * np.pi * np.array([-1, 0, 1])
    return bool(((turns >= low) & (turns <= high)).any(axis=1).all())
