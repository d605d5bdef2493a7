"""What lesson 2 says about answers: one line each, in the language of the notebook.

Whatever is handed in, of whatever type, gets a line and never a traceback.
"""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, letters, near, numbers, slip, value
from lessons.words import _, number
from robokit import Mechanism
from robokit.laws import rate
from robokit.rotation import lam, tau_x, tau_y, tau_z

q = sp.Symbol("q", real=True)
beta, dbeta, dgamma = sp.symbols("beta dbeta dgamma", real=True)
QUARTER = np.pi / 2
WANTED = np.array([0.48, 0.36, 0.8])                 # where the slide is to point
ARM = Mechanism([1, 1, 0], [(QUARTER, 0, 0), (0, QUARTER, 0), (0, 0, 0)],
                [(0, 0.5, 0), (0, 0, 0.5), (0, 0, 0.2)])
POSES = ((np.array([0.7, 0.4, 0.3]), np.array([0.8, -0.5, 0.6])),
         (np.array([-0.4, 1.1, 0.1]), np.array([0.3, 0.9, -0.2])))


# -- comparing -----------------------------------------------------------------------------------
def no_rotation(found):
    """What keeps a matrix from being a rotation matrix; or nothing."""
    if not near(found.T @ found, np.eye(3)):
        return _("does not hold: the columns are not three unit vectors at right angles")
    if np.linalg.det(found) < 0:
        return _("does not hold: det = -1, this frame is left-handed")
    return ""


# -- the seven exercises -------------------------------------------------------------------------
@check
def camera(answer):
    """Exercise 1: the frame of a camera whose u points along y and whose w against x. (3, 3)"""
    found = numbers(answer, 3, 3)
    true = np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]])
    if near(found, true):
        return _("holds: v points down, and the frame is right-handed")
    if near(found, true * [1, -1, 1]):
        return _("does not hold: with v up the frame is left-handed, det = -1")
    said = slip(found, (
        (true.T, _("the axes of the camera are the columns; here they stand in the rows")),
        (true * [1, -1, -1], _("does not hold: w points along x here, it should point against "
                               "it"))))
    return said or no_rotation(found) or _(
        "a right-handed frame, but not that of the camera: u runs along y, w against x")


@check
def about_y(function):
    """Exercise 2: tau_y as a function of its angle."""
    for angle in (0.4, -1.1):
        found = numbers(value(function, angle), 3, 3)
        said = slip(found, (
            (tau_y(angle).T, _("this turns to the wrong side: a positive turn about y carries z "
                               "towards x")),
            (tau_x(angle), _("this is the turn about x")),
            (tau_z(angle), _("this is the turn about z")),
            (tau_y(np.radians(angle)), _("the angle comes in radians already"))))
        said = said or no_rotation(found)
        if said:
            return said
        if not near(found, tau_y(angle)):
            return _("a rotation matrix, but not of a turn by beta about y")
    return _("holds: z goes towards x, x away from z")


@check
def two_turns(answer):
    """Exercise 3: by 90 degrees about z, then by 90 degrees about the own x'. (3, 3)"""
    found = numbers(answer, 3, 3)
    x, z = tau_x(QUARTER), tau_z(QUARTER)
    if near(found, z @ x):
        return _("holds: the first turn stands leftmost, and the last axis points along x")
    said = slip(found, (
        (x @ z, _("this is still the product for fixed axes: the first turn must stand leftmost")),
        ((z @ x).T, _("this is the way back, the transpose")),
        (z.T @ x.T, _("both turns go to the wrong side")),
        (z @ x.T, _("the turn about the own x' goes to the wrong side")),
        (z, _("only the turn about z; the one about the own x' is missing"))))
    return said or no_rotation(found) or _(
        "a rotation matrix, but not of these turns: follow the axes one by one")


@check
def neighbours(answer):
    """Exercise 4: tau_01 of the spherical arm in the letter q. (3, 3)"""
    found = letters(answer, (3, 3), (q,))
    for angle in (0.3, 1.2, -2.0):
        value_ = at(found, q=angle)
        z, x = tau_z(angle), tau_x(QUARTER)
        said = slip(value_, (
            ((z @ x).T, _("this is tau_10, the way back")),
            (x @ z, _("the factors have changed places: the turn by q comes first")),
            (z @ x.T, _("the mounting angle has the wrong sign, or the factor of section 2.4 was "
                        "taken")),
            (z.T @ x, _("q turns to the wrong side")),
            (z, _("the mounting angle is missing"))))
        if said:
            return said
        if not near(value_, z @ x):
            return no_rotation(value_.real) or _(
                "a rotation matrix, but not tau_01: its second column must point up")
    return _("holds: Y_1 points up the axis of joint 1, whatever q is")


@check
def slide(first, second):
    """Exercise 5: angles with which the slide of the spherical arm points along WANTED."""
    angles = np.array([float(numbers(x)) for x in (first, second)])
    found = pointing(*angles)
    if near(found, WANTED):
        return _("holds: the slide points along {direction}").format(direction=place(WANTED))
    if near(pointing(*np.radians(angles)), WANTED):
        return _("right, but in degrees: the answer needs radians")
    said = slip(found, (
        (pointing(*reversed(true_angles())), _("q_1 and q_2 have changed places")),
        (WANTED * [1, 1, -1], _("the slide points down: q_2 has the wrong sign")),
        (WANTED * [1, -1, 1], _("q_1 has the wrong sign")),
        (WANTED * [-1, -1, 1], _("the slide leans to the opposite side: q_1 is off by 180 "
                                 "degrees")),
        (pointing(true_angles()[0], QUARTER - true_angles()[1]),
         _("q_2 is the height over the horizon, not the angle from the vertical"))))
    return said or _("does not hold: the slide points along {direction}").format(
        direction=place(found))


def pointing(first, second):
    """The direction of the slide. (3,)"""
    return ARM.at([first, second, 0]).tau(0, 2)[:, 2]


def true_angles():
    return np.arctan2(WANTED[1], WANTED[0]), np.arcsin(WANTED[2])


def place(vector):
    """A vector in the notation of the language."""
    return "(" + "; ".join(number(x) for x in vector) + ")"


@check
def two_rates(answer):
    """Exercise 6: omega of tau_z(gamma) tau_y(beta), in the axes of the turned frame. (3,)"""
    found = letters(answer, (3,), (beta, dbeta, dgamma))
    for b, db, dg in ((0.4, 0.9, -0.7), (-1.2, 0.5, 0.8)):
        value_ = at(found, beta=b, dbeta=db, dgamma=dg)
        along_y, along_z = np.array([0, db, 0]), np.array([0, 0, dg])
        said = slip(value_, (
            (along_y, _("this is the share of the second turn alone, the relative velocity")),
            (along_y + along_z, _("the share of the first turn has yet to be carried into the "
                                  "turned frame")),
            (along_y + tau_y(b) @ along_z, _("carried over to the wrong side: the sine has the "
                                             "wrong sign")),
            (-(along_y + tau_y(b).T @ along_z), _("all signs are turned round"))))
        if said:
            return said
        if not near(value_, along_y + tau_y(b).T @ along_z):
            return _("does not hold: at beta = 0 it must be (0, dbeta, dgamma), at beta = 90 "
                     "degrees (-dgamma, dbeta, 0)")
    return _("holds: tau times lambda of this vector is the derivative")


@check
def rate_03(function):
    """Exercise 7: the time derivative of tau_03 of the spherical arm."""
    for now, dq in POSES:
        found = numbers(value(function, now.copy(), dq.copy()), 3, 3)
        s, tau = ARM.at(now), ARM.at(now).tau(0, 3)
        shares = [s.tau(3, k) @ s.v(k) * dq[k - 1] for k in (1, 2)]
        unturned = sum(s.v(k) * dq[k - 1] for k in (1, 2))
        said = slip(found, (
            (np.zeros((3, 3)), _("this is the relative velocity of link 3, which is zero; the "
                                 "shares of joints 1 and 2 are missing")),
            (tau @ lam(shares[0]), _("the share of joint 2 is missing")),
            (tau @ lam(shares[1]), _("the share of joint 1 is missing")),
            (tau @ lam(unturned), _("the shares have yet to be carried into frame 3")),
            (lam(sum(shares)) @ tau, _("omega in the axes of frame 3 belongs on the right of "
                                       "tau_03")),
            (tau @ lam(sum(shares) + s.v(3) * dq[2]), _("joint 3 slides: sigma_3 is zero")),
            (lam(sum(shares)), _("tau_03 is missing"))))
        if said:
            return said
        if not near(found, rate(lambda q: ARM.at(q).tau(0, 3), now, dq)):
            return _("does not hold: try dq = (1, 0, 0), then (0, 1, 0), and see which share is "
                     "wrong")
    return _("holds: the derivative follows the differences of tau_03")
