"""What lesson 6 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np

from lessons.reading import Unfit, check, near, numbers, slip, value
from lessons.tools import planar
from lessons.words import _, number
from robokit import Mechanism

STRETCHED = planar().at([0, 0]).Xi()[3:5]            # of 0.5 m and 0.35 m, along X_0
ACROSS = np.array([0, 0.17])                         # m/s
THREE = Mechanism([1, 1, 1], np.zeros((3, 3)), [(0.4, 0, 0), (0.35, 0, 0), (0.25, 0, 0)])
BOW = THREE.at(np.radians([20, 60, 50])).Xi()[3:5]
REACH, LEAST = 0.85, 0.33                            # metres; m/s for 1 rad/s
TINY = 1e-9


def rank(A):
    return np.linalg.matrix_rank(A, tol=TINY)


# -- one, many, none -------------------------------------------------------------------------
@check
def across(answer):
    """Exercise 1: the shortest rates for 0.17 m/s across the stretched arm. (2,)"""
    found = numbers(answer, 2)
    true = np.linalg.pinv(STRETCHED) @ ACROSS
    if near(found, true):
        return _("holds: the longer lever arm takes the greater rate")
    said = slip(found, (
        (np.degrees(true), _("right, but in degrees a second: the answer needs radians a second")),
        (true[::-1], _("the two rates have changed places: joint 1 has the longer lever arm")),
        (-true, _("the tip goes the other way")),
        ([0.2, 0], _("this gives the velocity, by joint 1 alone; both joints together need less")),
        ([0.17 / 1.2, 0.17 / 1.2], _("this gives the velocity, with equal rates; the shortest "
                                     "ones stand in the ratio of the lever arms"))))
    if said:
        return said
    if near(STRETCHED @ found, ACROSS):
        return _("this gives the velocity, but there are shorter rates")
    return _("does not hold: 0.85 dq_1 + 0.35 dq_2 has to be 0.17 m/s")


def _systems():
    """Systems A dq = v of many shapes with the number of their solutions."""
    rng = np.random.default_rng(6)
    flat = planar()
    bent, straight = (flat.at(np.radians(q)).Xi()[3:5] for q in ([40, 75], [40, 0]))
    tall, wide = rng.normal(size=(6, 4)), rng.normal(size=(3, 5))
    poor = np.column_stack([tall[:, :3], tall[:, :3] @ [1, -2, 1]])
    low = np.vstack([wide[:2], wide[:2].sum(0)])
    def off(A):
        return A @ np.ones(A.shape[1]) + np.linalg.svd(A)[0][:, -1]
    def on(A):
        return A @ rng.normal(size=A.shape[1])
    return [(bent, np.array([-0.4, 0.3]), "one"), (straight, on(straight), "many"),
            (straight, 0.3 * np.array([np.cos(0.698), np.sin(0.698)]), "none"),
            (tall, on(tall), "one"), (tall, off(tall), "none"), (wide, on(wide), "many"),
            (poor, on(poor), "many"), (poor, off(poor), "none"), (low, on(low), "many"),
            (low, off(low), "none")]


def _two_ranks(A, v, count):
    if rank(np.column_stack([A, v])) > rank(A):
        return "none"
    return "one" if rank(A) == count else "many"


#: What may be looked at instead of the two ranks; the first is right.
RULES = {
    "right": lambda A, v: _two_ranks(A, v, A.shape[1]),
    "rank": lambda A, v: "one" if rank(A) == A.shape[1] else "many",
    "shape": lambda A, v: ("many" if A.shape[0] < A.shape[1] else
                           "none" if A.shape[0] > A.shape[1] else "one"),
    "full": lambda A, v: "one" if rank(A) == min(A.shape) else "none",
    "rows": lambda A, v: _two_ranks(A, v, A.shape[0]),
    "smaller": lambda A, v: _two_ranks(A, v, min(A.shape))}


@check
def how_many(function):
    """Exercise 2: "one", "many" or "none" from a matrix and a wanted velocity."""
    systems, found = _systems(), []
    for A, v, _true in systems:
        word = value(function, A.copy(), v.copy())
        if word is None or word is Ellipsis:
            raise Unfit(_("nothing to check yet"))
        if not isinstance(word, str) or word not in ("one", "many", "none"):
            return _('the answer needs one of the words "one", "many", "none"')
        found.append(str(word))
    def agrees(rule):
        return found == [RULES[rule](A, v) for A, v, _true in systems]
    if agrees("right"):
        return _("holds: two ranks decide, whatever the shape")
    for rule, said in (
            ("rank", _("the wanted velocity is not looked at: off the columns there is none")),
            ("shape", _("the shape alone is looked at; a square matrix may be singular, and six "
                        "equations for four rates may agree")),
            ("full", _("a low rank does not mean none: along the columns there are many")),
            ("rows", _("the rank is compared with the number of rows; the unknowns are the "
                       "columns")),
            ("smaller", _("more columns than rows: the rank may be the number of rows, and some "
                          "rates stay free"))):
        if agrees(rule):
            return said
    for (A, _v, true), word in zip(systems, found):
        if word != true and true != "none" and word == "none":
            return _("does not hold: a velocity that some rates give has a solution")
        if word == "one" and rank(A) < A.shape[1]:
            return _("does not hold: with a rank below the number of columns it is never one")
        if word != true == "none":
            return _("does not hold: a part at right angles to all columns leaves no solution")
    return _("does not hold: independent columns leave no freedom")


@check
def lost(function):
    """Exercise 3: the unit vector at right angles to all columns, rank m - 1. (m,)"""
    tall = np.random.default_rng(7).normal(size=(6, 5))
    for A in (planar().at(np.radians([35, 0])).Xi()[3:5], tall):
        m, n = A.shape
        answer = value(function, A.copy())
        if m != n and np.shape(_array(answer)) == (n,):
            return _("this has a number for each rate, as the rows of V^T have; the lost direction "
                     "lies among the velocities")
        u = numbers(answer, m)
        U, _S, Vt = np.linalg.svd(A)
        if near(u, 0 * u):
            return _("the zero vector is at right angles to everything; the answer needs length 1")
        if near(A.T @ u, np.zeros(n)):
            if not near(np.linalg.norm(u), 1.0):
                return _("the direction is right, the length is {length} and should be 1").format(
                    length=number(np.linalg.norm(u)))
            continue
        for wrong, said in ((Vt[-1], _("this is a row of V^T: rates that move nothing; the lost "
                                       "direction is a column of U")),
                            (U[:, 0], _("this is the direction that moves best, with the greatest "
                                        "half axis")),
                            (U[-1], _("this is a row of U; the directions are its columns"))):
            if near(u, wrong) or near(u, -wrong):
                return said
        return _("does not hold: it should be at right angles to every column")
    return _("holds: at right angles to every column, of length 1")


def _array(answer):
    """An answer as an array, or an empty one when it is none."""
    try:
        return np.array(answer, dtype=float)
    except Exception:                                # whatever a foreign type does
        return np.array([])


# -- near a singular position ----------------------------------------------------------------
def half_axes(a, b, elbow):
    """Of the ellipse of velocities of two links, the elbow in radians. (2,)"""
    return np.linalg.svd(planar(a, b).at([0, elbow]).Xi()[3:5], compute_uv=False)


@check
def lengths(a, b, elbow):
    """Exercise 4: two links of 0.85 m together and an elbow, degrees, with a fat ellipse."""
    a, b, elbow = (float(numbers(x)) for x in (a, b, elbow))
    if a <= 0 or b <= 0:
        return _("the answer needs two lengths greater than zero, in metres")
    if a + b > REACH + 1e-6:
        return _("the links are {sum} m long together, 0.85 m are allowed").format(
            sum=number(a + b, 3))
    if abs(elbow) > 360:
        return _("the answer needs an elbow angle between −180 and 180 degrees")
    least = half_axes(a, b, np.radians(elbow))[1]
    if least >= LEAST:
        return _("holds: in every direction at least {least} m/s").format(least=number(least, 3))
    if half_axes(a, b, elbow)[1] >= LEAST:
        return _("right, but in radians: the answer needs degrees")
    if half_axes(b, a, np.radians(elbow))[1] >= LEAST:
        return _("the links have changed places: the shorter one belongs to the tip")
    if half_axes(a, b, np.radians(180 - elbow))[1] >= LEAST:
        return _("this is the angle between the links; the elbow counts from the stretched arm")
    if near(abs(elbow), 90.0):
        return _("at 90 degrees the product of the half axes is greatest, not the shorter one: it "
                 "is {least}").format(least=number(least, 3))
    return _("does not hold: the shorter half axis is {least} m/s").format(
        least=number(least, 3))


# -- many solutions --------------------------------------------------------------------------
@check
def unnoticed(line, mended):
    """Exercise 5: which line is wrong, and its matrix for the arm with three joints. (3, 3)"""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: the first part gives the velocity, if the second gives none"),
             3: _("line 3 is right, for the N that is meant: rates N z move no tip"),
             4: _("line 4 is right: the sum of squares cannot be negative")}
    if chosen in right:
        return right[chosen]
    if chosen != 2:
        return _("the answer needs the number of a line, 1 to 4")
    plus = np.linalg.pinv(BOW)
    if np.shape(_array(mended)) == (2, 2):
        return _("the line is found; this is 2 by 2, but N acts on three rates")
    found, true = numbers(mended, 3, 3), np.eye(3) - plus @ BOW
    if near(found, true):
        return _("holds: N is 1 minus what the first part uses of the rates")
    return slip(found, (
        (plus @ BOW, _("the line is found; this keeps the part that moves the tip, 1 minus it is "
                       "wanted")),
        (-true, _("the line is found; the signs are turned round")),
        (np.eye(3), _("the line is found; the unit matrix lets everything through")),
        (np.zeros((3, 3)), _("the line is found; zero lets nothing through")),
        (np.eye(3) - BOW.T @ BOW, _("the line is found; the transpose stands in place of the "
                                    "pseudoinverse")))) or _(
        "the line is found; the product to be taken from 1 is another one")


@check
def cheapest(function):
    """Exercise 6: dq with A dq = v and the least sum of w_k dq_k^2. (n,)"""
    rng = np.random.default_rng(8)
    cases = [(BOW, np.array([0.1, 0.25]), np.array([1, 4, 2.5])),
             (rng.normal(size=(3, 5)), rng.normal(size=3), rng.uniform(0.3, 4, 5))]
    found = [numbers(value(function, A.copy(), v.copy(), w.copy()), A.shape[1])
             for A, v, w in cases]
    def agrees(rule):
        return all(near(dq, rule(A, v, w)) for dq, (A, v, w) in zip(found, cases))
    def by(power):
        return lambda A, v, w: (A / w**power).T @ np.linalg.solve((A / w**power) @ A.T, v)
    if agrees(by(1)):
        return _("holds: no other rates with this velocity cost less")
    for rule, said in (
            (by(0), _("the weights play no part: these are the shortest rates")),
            (by(-1), _("the weights work the wrong way: what is dear is used most")),
            (by(2), _("each weight counts squared")),
            (by(0.5), _("each weight counts by its root"))):
        if agrees(rule):
            return said
    if not all(near(A @ dq, v) for dq, (A, v, _w) in zip(found, cases)):
        return _("does not hold: these rates do not give the velocity, A dq = v")
    return _("this gives the velocity, but other rates cost less")


# -- limits ----------------------------------------------------------------------------------
_CASES = [(np.array([0.4, -0.2, 0.1]), np.array([1.0, 1, 1])),
          (np.array([0.5, 3, -0.2]), np.array([1.0, 1.5, 1])),
          (np.array([0.5, -3, 0]), np.array([1.0, 1.5, 1])),
          (np.array([2.0, 1.2, 0.1]), np.array([1.6, 0.6, 1]))]

#: What is done with rates beyond a limit; the first is right.
WAYS = {
    "right": lambda dq, limit: dq / max(1, (np.abs(dq) / limit).max()),
    "cut": lambda dq, limit: np.clip(dq, -limit, limit),
    "up": lambda dq, limit: dq / (np.abs(dq) / limit).max(),
    "signs": lambda dq, limit: dq / max(1, (dq / limit).max()),
    "largest": lambda dq, limit: dq / max(1, np.abs(dq).max() / limit[np.abs(dq).argmax()]),
    "strictest": lambda dq, limit: dq / max(1, np.abs(dq).max() / limit.min()),
    "unchanged": lambda dq, limit: dq}


@check
def slowed(function):
    """Exercise 7: the same direction of the rates, within the limits of all joints."""
    found = [numbers(value(function, dq.copy(), limit.copy()), 3) for dq, limit in _CASES]
    def agrees(way):
        return all(near(x, WAYS[way](dq, limit)) for x, (dq, limit) in zip(found, _CASES))
    if agrees("right"):
        return _("holds: every joint keeps its limit, and the direction stays")
    for way, said in (
            ("cut", _("each rate is cut by itself: the velocity changes its direction, and the "
                      "nozzle leaves the seam")),
            ("up", _("where there is room the rates grow: the nozzle would run ahead of its time")),
            ("signs", _("a rate of −3 is not found: the limit holds for both directions")),
            ("largest", _("the largest rate is compared; the first to meet its limit may be "
                          "another joint")),
            ("strictest", _("the largest rate is compared with the smallest limit: slower than "
                            "needed")),
            ("unchanged", _("the rates go beyond the limits as before"))):
        if agrees(way):
            return said
    if any((np.abs(x) > limit + 1e-3).any() for x, (_dq, limit) in zip(found, _CASES)):
        return _("does not hold: a joint is beyond its limit")
    if not all(near(np.outer(x, dq), np.outer(dq, x)) for x, (dq, _l) in zip(found, _CASES)):
        return _("does not hold: the ratio of the rates has changed")
    return _("does not hold: slower than needed, or not of the same sign")
