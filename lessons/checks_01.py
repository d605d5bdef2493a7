"""What lesson 1 says about answers: one line each, in the language of the notebook.

Whatever is handed in, of whatever type, gets a line and never a traceback.
"""

from __future__ import annotations

import warnings

import numpy as np
import sympy as sp

from lessons.reading import Unfit, check, near, numbers, value
from lessons.tools import is_open
from lessons.words import _, number
from robokit.laws import by_turns

PLACES = np.array([[0.5, 0.3, 0.4], [-0.6, 0.2, 0.7], [-0.3, -0.5, 0.2]])       # metres, in {B}
READINGS = np.array([np.pi / 2, 0.2, -np.pi / 4])            # rad, m, rad: what exercise 2 wants
OTHER_DOOR = np.array([0.3, np.radians(20), 0.1])            # what the joints cannot do
LENGTHS = np.array([[0, 0.5, 0], [0.1, 0, 0.5], [0, 0, 0.3]])                   # metres
CAMERA = np.array([[0, -1, 0], [0, 0, -1], [1, 0, 0]])       # columns: the axes seen from frame 3
BEAM, LENGTH, ARM = 6.0, 0.6, 0.2                            # kg, m, m: the balanced beam
m, a, b = sp.symbols("m a b", positive=True)
PAIR = 2 * m * sp.Matrix([[b**2, -a * b, 0], [-a * b, a**2, 0], [0, 0, a**2 + b**2]])


@check
def coordinates(function):
    """Exercise 1: joint coordinates of the cylindrical arm for a place (3,)."""
    found = np.array([numbers(value(function, place.copy()), 3) for place in PLACES])
    x, y, z = PLACES.T
    turn, reach = np.arctan2(y, x), np.hypot(x, y)
    turned = np.angle(np.exp(1j * (found[:, 0] - turn)))                 # without whole turns
    if near(turned, 0 * turn) and near(found[:, 1:], np.stack([z, reach], -1)):
        return _("holds: the gripper stands at all three places")
    if near(found[:, 1:], np.stack([reach, z], -1)):
        return _("joint 2 lifts and joint 3 reaches out: q_2 and q_3 have changed places")
    if near(found[:, 2], reach**2):
        return _("q_3 is a length: the root is missing")
    if near(found[:, 2], np.linalg.norm(PLACES, axis=1)):
        return _("q_3 is counted from the column, at the height of the gripper, not from the floor")
    if near(found[:, 0], np.degrees(turn)):
        return _("q_1 is in degrees, the answer needs radians")
    if near(np.tan(found[:, 0]), np.tan(turn)) or near(np.cos(found[:, 0]), np.cos(turn)):
        return _("right on one side of the column only: look at a place with x < 0 or y < 0")
    return _("does not hold: at {place} the gripper should be {reach} m from the column").format(
        place=PLACES[0].tolist(), reach=number(reach[0]))


@check
def readings(answer):
    """Exercise 2: q of the joints (revolute, prismatic, revolute). (3,)"""
    found = numbers(answer, 3)
    degrees = np.array([90, 0.2, -45])
    if near(found, READINGS):
        return _("holds: each joint has kept what it can do")
    if near(found, degrees):
        return _("right, but the angles are in degrees; q needs radians")
    if near(found, OTHER_DOOR) or near(found, [0.3, 20, 0.1]):
        return _("the switch is the wrong way round: sigma = 1 keeps theta, sigma = 0 keeps s")
    if near(found, READINGS + OTHER_DOOR):
        return _("theta and s are not added: one of the two factors is zero")
    return _("does not hold: keep theta where the joint is revolute, s where it is prismatic")


@check
def lengths(answer):
    """Exercise 3: the mended table of length vectors. (3, 3), metres"""
    found = numbers(answer, 3, 3)
    if near(found, LENGTHS):
        return _("holds: each row is seen from its own frame")
    if near(found / 1000, LENGTHS):
        return _("right, but in another unit: the answer needs metres")
    if not near(found[[0, 2]], LENGTHS[[0, 2]]):
        return _("rows 1 and 3 were right; the slip is in row 2")
    slips = {(0.5, 0, 0.1): _("row 2 is still seen from frame 0"),
             (0.5, 0.1, 0): _("row 2 is seen from frame 1 now; it needs frame 2"),
             (-0.1, 0, 0.5): _("the slide would be lower than the shoulder: X_2 points up"),
             (0, 0.1, 0.5): _("Y_2 is horizontal; the axis that points up is X_2")}
    for wrong, said in slips.items():
        if near(found[1], wrong):
            return said
    if near(np.linalg.norm(found[1]), 0.26**0.5):
        return _("does not hold: row 2 has the right length and another direction")
    return _("does not hold: l_2 is {length} m long").format(length=number(0.26**0.5))


@check
def camera(answer):
    """Exercise 4: mounting angles of the camera, radians. (3,)"""
    found = numbers(answer, 3)
    if near(by_turns("xyz", found), CAMERA):
        return _("holds: X of the camera points along Z_3, its Z against Y_3")
    if near(by_turns("xyz", np.radians(found)), CAMERA):
        return _("right, but the angles are in degrees; the answer needs radians")
    if near(by_turns("xyz", found, moving=False), CAMERA):
        return _("these turns go about axes that stay; each has to go about the axis that was "
                 "turned before")
    if near(by_turns("xyz", found), CAMERA.T):
        return _("the way back: these angles turn the camera's frame into frame 3")
    if near(by_turns("xyz", found)[:, 2], -CAMERA[:, 2]):
        return _("Z of the camera points along +Y_3: look at the sign of alpha")
    return _("does not hold: find the third column first, it has no gamma")


@check
def pair(answer):
    """Exercise 5: the tensor of two points of mass m at (a, b, 0) and (-a, -b, 0). (3, 3)"""
    found = _matrix(answer)
    diagonal = sp.diag(*PAIR.diagonal())
    slips = ((2 * diagonal - PAIR, _("off the diagonal stands a minus: J_xy is positive, the "
                                     "entry is -J_xy")),
             (PAIR / 2, _("this is one of the two points")),
             (diagonal, _("the products are missing: x y has the same sign at both points")),
             (2 * m * sp.diag(a**2, b**2, a**2 + b**2), _("J_xx has the distances from the axis "
                                                          "x, that is y and z")),
             (sp.zeros(3), _("the origin is the centre of mass, but the points are not in it")))
    if _alike(found, PAIR):
        return _("holds: six entries, two of them -2 m a b")
    for wrong, said in slips:
        if _alike(found, wrong):
            return said
    if not _alike(found, found.T):
        return _("does not hold: a tensor of inertia is symmetric")
    return _("does not hold: put b = 0 into it; then nothing is left about x")


def _matrix(answer) -> sp.Matrix:
    """The answer as a matrix (3, 3) in the letters m, a, b; Unfit when it is none."""
    if is_open(answer):
        raise Unfit(_("nothing to check yet"))
    try:
        with warnings.catch_warnings():              # sympy warns of words in a matrix
            warnings.simplefilter("ignore")
            found = sp.Matrix(answer)
        shape = found.shape
        found = found.subs({x: sp.Symbol(x.name, positive=True) for x in found.free_symbols})
        others = sorted(map(str, found.free_symbols - {m, a, b}))
    except Exception:                                # whatever a foreign type does
        raise Unfit(_("the answer needs a matrix of expressions")) from None
    if shape != (3, 3):
        raise Unfit(_("the answer has the shape {got}, it needs {needed}").format(
            got=shape, needed=(3, 3)))
    if others:
        raise Unfit(_("the letter {letter} is not known here").format(letter=others[0]))
    return found


def _alike(one, other) -> bool:
    """Two matrices with the same values at three choices of the letters."""
    for values in ((2, 3, 5), (1, 4, 2), (3, 0.5, 7)):
        at = dict(zip((m, a, b), values))
        try:
            apart = np.array((one - other).subs(at).tolist(), dtype=complex)
        except Exception:                            # nothing that has a value
            return False
        if not np.abs(apart).max() < 1e-9:           # nan neither
            return False
    return True


@check
def counterweight(mass, moment):
    """Exercise 6: kg and kg·m² of the balanced beam."""
    mass, moment = (float(numbers(x)) for x in (mass, moment))
    true = BEAM * LENGTH / 2 / ARM
    slips = {BEAM * ARM / (LENGTH / 2): _("the lever is upside down: the shorter arm needs more "
                                          "mass"),
             BEAM * LENGTH / ARM: _("the weight of the beam acts at its middle, not at its end"),
             true * 1000: _("right, but in another unit: the answer needs kilograms")}
    for wrong, said in slips.items():
        if near(mass, wrong):
            return said
    if not near(mass, true):
        centre = (BEAM * LENGTH / 2 - mass * ARM) / (BEAM + mass) if mass > 0 else np.nan
        if not np.isfinite(centre):
            return _("does not hold: a mass needs to be above zero")
        return _("does not hold: the centre of mass stands at x = {x} m").format(
            x=number(centre, 3))
    own, beam, weight = BEAM * LENGTH**2 / 12, BEAM * LENGTH**2 / 3, true * ARM**2
    moments = {beam: _("the mass is right; the moment lacks the counterweight"),
               own + weight: _("the mass is right; the beam has the moment about its own middle, "
                               "Steiner's term is missing"),
               own + BEAM * LENGTH / 2 + true * ARM: _("the mass is right; the distances of "
                                                       "Steiner's theorem are not squared")}
    for wrong, said in moments.items():
        if near(moment, wrong):
            return said
    if near(moment, beam + weight):
        return _("holds: balanced, with {moment} kg·m² about the axis").format(
            moment=number(moment))
    return _("the mass is right; the moment does not hold: add beam and counterweight about the "
             "axis")
