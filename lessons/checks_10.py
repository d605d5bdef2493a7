"""What lesson 10 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, letters, near, numbers, slip, value
from lessons.words import _, number
from robokit.screw_algebra import adjoint, bracket, coadjoint, lam

q_1, a, h = sp.symbols("q_1 a h")
LINES = (((0, 0, 1), (0.7, -0.4, 0.2)), ((0.6, 0, 0.8), (0.2, -0.5, 0.3)),
         ((0.36, 0.48, -0.8), (-0.4, 0.3, 0.9)))                 # unit axis, point
PLACES = ({"q_1": 0.4, "a": 0.7, "h": 0.3}, {"q_1": -1.1, "a": 0.5, "h": 1.2})
BODIES = ((1.0, (0, 0, 0), (0.3, 0.2, 0.4)), (2.5, (0.3, -0.2, 0.5), (0.1, 0.2, 0.25)))
SIGNS = 1, 1, 1, -1, -1, -1                                     # of the halves
BOOM, OFFSET, REACH = 3.0, 0.15, 0.3                             # kg, m, m
MOST = 2.0, 0.4, 0.5                                             # kg, |x_c|, |y_c|
NEAR_ZERO = 0.002                                                # share of the coupling


# -- screws --------------------------------------------------------------------------------------
@check
def screw(function):
    """Exercise 1: the screw of a turn about an axis through a point."""
    for axis, point in LINES:
        axis, point = np.array(axis, float), np.array(point)
        found = numbers(value(function, axis.copy(), point.copy()), 6)
        true = np.r_[axis, np.cross(point, axis)]
        if near(found, true):
            continue
        return slip(found, (
            (np.r_[axis, np.cross(axis, point)], _("the lower half has the wrong sign: at the "
                                                   "origin the body would run backwards")),
            (np.r_[true[3:], axis], _("the halves have changed places: omega stands first")),
            (np.r_[axis, point], _("the point itself stands below; asked for is a velocity")),
            (np.r_[axis, 0, 0, 0], _("the lower half is missing: the axis does not pass through "
                                     "the origin")),
            (np.r_[0, 0, 0, axis], _("this is a slide")))) or _(
                "does not hold: by (10.4) the points of the axis must stand still")
    return _("holds: the points of each axis stand still")


@check
def both_kinds(load, motion):
    """Exercise 2: a load and a motion, carried 2 m down the z axis; six numbers each."""
    load, motion = numbers(load, 6), numbers(motion, 6)
    E, x = np.eye(3), np.array([0, 0, 2.0])
    load_3, motion_3 = np.array([0, 0, 0, 10.0, 0, 0]), np.array([0, 3.0, 0, 0, 0, 0])
    load_0, motion_0 = coadjoint(E, x) @ load_3, adjoint(E, x) @ motion_3
    if near(load, load_0) and near(motion, motion_0):
        return _("holds: and the power is zero in both frames")
    if near(load, motion_0) and near(motion, load_0):
        return _("the two have changed places")
    if not near(load, load_0):
        return slip(load, (
            (load_3, _("load: it is carried by H here; the moment about the new origin has the "
                       "moment of the force in it")),
            (coadjoint(E, -x) @ load_3, _("load: the origin of frame 3 stands above that of frame "
                                          "0, not below it")),
            (np.r_[load_0[3:], load_0[:3]], _("load: the moment stands first")))) or _(
            "load: M' = M + x × F, and the force stays")
    return slip(motion, (
        (motion_3, _("screw: it is carried by the coadjoint here; the velocity at the new origin "
                     "is another one")),
        (adjoint(E, -x) @ motion_3, _("screw: the origin of frame 3 stands above that of frame 0, "
                                      "not below it")),
        (np.r_[motion_0[3:], motion_0[:3]], _("screw: omega stands first")))) or _(
        "screw: v' = v + x × omega, and omega stays")


@check
def boom_axis(axis, change):
    """Exercise 3: the screw of the boom's joint in letters, and its derivative by q_1. (6,)"""
    axis, change = (letters(x, (6,), (q_1, a, h)) for x in (axis, change))
    for known in PLACES:
        got, moved = at(axis, **known), at(change, **known)
        c, s = np.cos(known["q_1"]), np.sin(known["q_1"])
        e = np.array([-s, c, 0])
        p = np.array([known["a"] * c, known["a"] * s, known["h"]])
        true, turn = np.r_[e, np.cross(p, e)], np.array([0, 0, 1, 0, 0, 0])
        rate = bracket(turn, true)
        if not near(got, true):
            return slip(got, (
                (np.r_[e, np.cross(e, p)], _("s_2: the lower half is p × e, not e × p")),
                (np.r_[e, p], _("s_2: the lower half is a velocity, p × e, and not the point")),
                (np.r_[e, 0, 0, 0], _("s_2: the axis does not pass through the origin")))) or _(
                "s_2: (10.5) with e_2 and p_2")
        if near(moved, rate):
            continue
        return slip(moved, (
            (-rate, _("derivative: the factors have changed places, joint 1 carries joint 2")),
            (np.r_[rate[:3], 0, 0, 0], _("derivative: the lower half changes, too")),
            (np.r_[0, 0, 0, rate[3:]], _("derivative: the direction of the axis changes, too")),
            (true, _("derivative: this is s_2 itself")))) or _(
            "derivative: hold it against the derivative of your s_2 by q_1, number by number")
    return _("holds: the bracket is the derivative of six numbers, without a chain rule")


# -- bodies --------------------------------------------------------------------------------------
@check
def inertia(function):
    """Exercise 4: K of a body from m, r and J about the mass centre."""
    for m, r, J in reversed(BODIES):
        r, J = np.array(r, float), np.diag(J)
        found = numbers(value(function, m, r.copy(), J.copy()), 6, 6)
        screws, momenta = np.eye(6), []
        for x in screws:                                         # of six mass points
            points, masses = six_points(m, r, J)
            speed = x[3:] + np.cross(x[:3], points)
            push = masses[:, None] * speed
            momenta.append(np.r_[np.cross(points, push).sum(0), push.sum(0)])
        true = np.array(momenta).T
        if near(found, true):
            continue
        corner = np.zeros((6, 6))
        corner[:3, :3] = m * lam(r) @ lam(r)
        other = np.diag(SIGNS) @ true @ np.diag(SIGNS)
        swapped = np.roll(true, 3, axis=(0, 1))
        return slip(found, (
            (true + corner, _("Steiner's term is missing: J belongs to the mass centre, the corner "
                              "to the origin")),
            (true + 2 * corner, _("Steiner's term has the wrong sign: lambda(r)² is negative")),
            (other, _("the blocks beside the corner have the wrong signs: p = m (v + omega × r)")),
            (swapped, _("the halves have changed places: omega and M stand first")),
            ((true + other) / 2,
             _("the blocks beside the corner are missing: the mass centre is not in the "
               "origin")))) or _("does not hold: six mass points have another momentum")
    return _("holds: six mass points have the same momenta")


def six_points(m, r, J):
    """Points (6, 3) and masses (6,) with the mass m, mass centre r and diagonal tensor J."""
    squares = (np.trace(J) / 2 - np.diag(J)) / m                 # mean squares of x, y, z
    arms = np.sqrt(3 * squares)[:, None] * np.eye(3)
    return r + np.vstack([arms, -arms]), np.full(6, m / 6)


@check
def student(line, mended):
    """Exercise 5: which line of the two-link arm is wrong, and its three numbers."""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: joint 2 stands at (1, 0), p × e = (0, -1)"),
             2: _("line 2 is right: v_2 = 2 s_1 - s_2"),
             3: _("line 3 is right: v_1 ∧ s_2, then times the rate -1"),
             5: _("line 5 follows from line 4 by the rule; what goes into it is wrong already")}
    if chosen in right:
        return right[chosen]
    if chosen != 4:
        return _("the answer needs the number of a line, 1 to 5")
    found = numbers(mended, 3)
    if near(found, [3, -1, 2]):
        return _("holds: all screws stand about one origin, and so does the mass centre")
    return slip(found, (
        ([1, -1, 1], _("the line is found; this is what the student has: r counts from joint 2 "
                       "there")),
        ([2, -1, 2], _("the line is found; the moment needs all three parts, r² omega and those of "
                       "v")),
        ([3, 0, 1], _("the line is found; p = m (v + omega × r), here v alone")),
        ([-1, 2, 1], _("the line is found; these numbers belong to line 5")))) or _(
        "the line is found; r = (1, 1) from the origin")


@check
def counterweight(m_c, x_c, y_c):
    """Exercise 6: a point on the boom of the plain crane, so that a_12 vanishes for every q_2."""
    m_c, x_c, y_c = (float(numbers(x)) for x in (m_c, x_c, y_c))
    if not (0 < m_c <= MOST[0] and abs(x_c) <= MOST[1] and abs(y_c) <= MOST[2]):
        return _("the counterweight has 0 to {mass} kg, |x_c| to {x} m, |y_c| to {y} m").format(
            mass=number(MOST[0], 1), x=number(MOST[1], 1), y=number(MOST[2], 1))
    boom, own = BOOM * OFFSET * REACH, m_c * x_c * (OFFSET + y_c)
    if abs(boom + own) <= NEAR_ZERO * boom:
        return _("holds: a_12 vanishes for every q_2")
    for wrong, said in (
            (own - boom, _("does not hold: the counterweight doubles the coupling, one of its two "
                           "distances needs the other sign")),
            (boom + m_c * x_c * y_c, _("does not hold: r^T e counts from the column, and the "
                                       "boom's axis stands {offset} m beside it")),
            (BOOM * OFFSET + m_c * (OFFSET + y_c),
             _("does not hold: the mass centre of both lies in the plane of the column, but "
               "together they have a product of inertia")),
            (BOOM * REACH + m_c * x_c, _("does not hold: the boom is balanced about its own axis, "
                                         "but together they have a product of inertia"))):
        if abs(wrong) <= NEAR_ZERO * boom:
            return said.format(offset=number(OFFSET))
    return _("does not hold: {share} per cent of the coupling are left").format(
        share=number(100 * (boom + own) / boom, 0))
