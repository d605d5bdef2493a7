"""What lesson 0 says about answers: one line each, in the language of the notebook.

Whatever is handed in, of whatever type, gets a line and never a traceback.
"""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import check, expression, near, numbers, value
from lessons.words import _, number

LENGTHS = np.array([0.5, 0.4])                       # metres, of the drawing arm
WANTED_REACH = np.array([0.2, 1.0])                  # metres, least and greatest
l_1, l_2, d = sp.symbols("l_1 l_2 d", positive=True)


# -- the five exercises --------------------------------------------------------------------------
@check
def direction(function):
    """Exercise 1: the unit vector of a (3,)."""
    for a in (np.array([3.0, 4.0, 0.0]), np.array([1.0, -2.0, 2.0])):
        found, length = value(function, a.copy()), np.linalg.norm(a)
        if isinstance(found, (int, float, np.number)) and near(numbers(found), length):
            return _("this is the length of a; the direction is a divided by it")
        found = numbers(found, 3)
        if near(found, -a / length):
            return _("the length is 1, but the arrow points the other way")
        if near(found, a / length**2):
            return _("divided by the square of the length: the root is missing")
        if near(found, a / a.sum()):
            return _("the components add up to 1; their squares should")
        if not near(found, a / length):
            return _("does not hold: for a = {a} the length of the result is {length}").format(
                a=a.tolist(), length=number(np.linalg.norm(found)))
    return _("holds: the result has the length 1 and the direction of a")


@check
def pen(answer):
    """Exercise 2: where the pen is at q = (90, -90) degrees. (2,)"""
    found = numbers(answer, 2)
    slips = {(0.5, 0.4): _("x and y have changed places"),
             (0.0, 0.1): _("here q_2 was counted from X_0; it is counted from link 1"),
             (-0.4, 0.5): _("a negative angle turns clockwise"),
             (0.0, 0.9): _("joint 2 has turned too: the arm is not stretched")}
    for wrong, said in slips.items():
        if near(found, wrong):
            return said
    if near(found / 100, (0.4, 0.5)) or near(found / 1000, (0.4, 0.5)):
        return _("right, but in another unit: the answer needs metres")
    if near(found, (0.4, 0.5)):
        return _("holds: link 1 stands upright, link 2 points along X_0")
    return _("does not hold: draw link 1 at 90 degrees, then turn link 2 back by 90")


@check
def elbow(answer):
    """Exercise 3: cos q_2 by the lengths of the links and the distance d of the pen."""
    found = expression(answer, (l_1, l_2, d))
    true = (d**2 - l_1**2 - l_2**2) / (2 * l_1 * l_2)
    slips = ((-true, _("this is the cosine of the angle inside of the triangle; q_2 is what is "
                       "left to 180 degrees")),
             (2 * true, _("the 2 of the double product is missing")),
             (sp.acos(true), _("this is q_2 itself; its cosine is asked for")),
             (true.subs(d, sp.sqrt(d)), _("the distance is not squared")))
    if alike(found, true):
        return _("holds: the cosine follows from the distance")
    for wrong, said in slips:
        if alike(found, wrong):
            return said
    return _("does not hold: put l_1 = 3, l_2 = 4, d = 5 into it; a right angle has the cosine 0")


def alike(a, b) -> bool:
    """Two expressions with the same values at three triangles."""
    for sides in ((3, 4, 5), (2, 3, 4), (5, 7, 6)):
        at = dict(zip((l_1, l_2, d), sides))
        try:
            apart = abs(complex(a.subs(at)) - complex(b.subs(at)))
        except Exception:                            # nothing that has a value
            return False
        if not apart < 1e-9:                         # nan neither
            return False
    return True


@check
def axes(answer):
    """Exercise 4: the matrix of frame 2 seen from frame 0 at q = (30, 60) degrees. (3, 3)"""
    found = numbers(answer, 3, 3)
    true = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    if near(found, true):
        return _("holds: X_2 points along Y_0, and the frame is right-handed")
    if near(found, true.T):
        return _("the axes of frame 2 are the columns; here they stand in the rows")
    if not near(found.T @ found, np.eye(3)):
        return _("does not hold: the columns are not three unit vectors at right angles")
    if np.linalg.det(found) < 0:
        return _("does not hold: det = -1, this frame is left-handed")
    return _("a right-handed frame, but not that of link 2: X_2 runs along link 2")


@check
def reach(first, second):
    """Exercise 5: lengths with which the pen reaches from 0.2 m to 1 m."""
    lengths = np.array([float(numbers(x)) for x in (first, second)])
    if (lengths <= 0).any():
        return _("does not hold: a link needs a length above zero")
    if near(sorted(lengths / 1000), (0.4, 0.6)) or near(sorted(lengths / 100), (0.4, 0.6)):
        return _("right, but in another unit: the answer needs metres")
    found = np.array([abs(lengths[0] - lengths[1]), lengths.sum()])
    said = _("the pen reaches from {least} m to {greatest} m").format(
        least=number(found[0]), greatest=number(found[1]))
    if near(found, WANTED_REACH):
        return _("holds: {reach}").format(reach=said)
    return _("does not hold: {reach}").format(reach=said)
