"""What lesson 14 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import sympy as sp

from lessons import ladder
from lessons.reading import Unfit, at, check, expression, near, numbers, slip, value
from lessons.words import _, number
from robokit import Mechanism
from robokit.codegen import generate
from robokit.codegen.tape import Scalar, Tape
from robokit.rotation import lam

NAMES = "m", "hx", "hy", "hz", "Sxx", "Sxy", "Sxz", "Syy", "Syz", "Szz"
IDLE = {"m", "hx", "hy", "hz", "Sxy", "Sxz", "Syz", "Szz"}
MOST, REACH, LONGEST = 140, 0.7, 0.45                # operations, metres, metres
P, Q, X = sp.symbols("P q x")


def operations(function, *names) -> int:
    """Operations of a function of letters; (name, 0) is one letter, (name, 3) a list of three."""
    tape = Tape()
    asked = [[tape.state(f"{x}{i}") for i in range(size)] if size else tape.state(x)
             for x, size in names]
    results = np.array(value(function, *asked), object).ravel()
    if not all(isinstance(x, (Scalar, int, float)) for x in results):
        raise Unfit(_("the function needs to work with sums and products alone"))
    return tape.operations(results.tolist()).together


# -- the recursion -------------------------------------------------------------------------------
@check
def slide(function):
    """Exercise 1: the acceleration of the end of a link that slides."""
    rng = np.random.default_rng(5)
    for before, w, dw, l in rng.uniform(-1, 1, (2, 4, 3)):
        v = np.array([0.6, 0, 0.8])
        q, u, du = 0.7, 0.9, -0.5
        p = l + v * q
        parts = {"dw": np.cross(dw, p), "ww": np.cross(w, np.cross(w, p)),
                 "cor": 2 * np.cross(w, v * u), "du": v * du}
        true = before + sum(parts.values())
        found = numbers(value(function, *(x.copy() for x in (before, w, dw, l, v)), q, u, du), 3)
        said = slip(found, (
            (true - parts["cor"], _("the acceleration of Coriolis is missing: the arrow grows "
                                    "while the link turns")),
            (true - parts["cor"] / 2, _("Coriolis stands once: one half is the turned velocity, "
                                        "the other the grown arrow, together 2")),
            (true - 2 * parts["cor"], _("Coriolis has the wrong sign: w stands first in the "
                                        "product")),
            (true - parts["du"], _("what the slide itself does, v times du, is missing")),
            (true - np.cross(dw, v * q) - np.cross(w, np.cross(w, v * q)),
             _("the arrow is l + v q: the part that has slid out turns, too")),
            (true - before, _("the acceleration of the link before is missing")),
            (true - parts["ww"], _("w x (w x arrow) is missing")),
            (true - parts["dw"], _("the part of the angular acceleration is missing")),
            (before + np.cross(dw, l) + np.cross(w, np.cross(w, l)),
             _("this is the line of a turning joint, (14.3)"))))
        if said:
            return said
        if not near(found, true):
            return _("does not hold: differentiate l + v q twice as an arrow that turns with w "
                     "and grows by v u")
    return _("holds: four terms of the arrow, and Coriolis with its 2")


# -- the tape ------------------------------------------------------------------------------------
@check
def turn(function):
    """Exercise 2: entries 11, 12, 22 of R S R^T with at most ten operations."""
    rng = np.random.default_rng(1)
    for angle in (0.7, -1.9):
        a, b, d = rng.uniform(0.5, 2, 3)
        c, s = np.cos(angle), np.sin(angle)
        R, S = np.array([[c, -s], [s, c]]), np.array([[a, b], [b, d]])
        found = numbers(value(function, c, s, a, b, d), 3)
        T, back = R @ S @ R.T, R.T @ S @ R
        entries = [T[0, 0], T[0, 1], T[1, 1]]
        if near(found, entries):
            continue
        said = slip(found, (
            ([back[0, 0], back[0, 1], back[1, 1]],
             _("this is R^T S R: the matrix is turned the other way")),
            (entries[::-1], _("the entries 11 and 22 have changed places")),
            ([T[0, 0], -T[0, 1], T[1, 1]], _("the entry 12 has the opposite sign")),
            ([T[0, 0], T[0, 1], T[0, 0]],
             _("the entry 22 repeats 11; the trace a + d stays"))))
        if said:
            return said
        if not near(found[0] + found[2], a + d):
            return _("does not hold: the trace must stay a + d")
        if not near(found[0] * found[2] - found[1]**2, a * d - b * b):
            return _("does not hold: the trace stays, but the determinant does not")
        return _("does not hold: trace and determinant stay, but it is another angle")
    count = operations(function, ("c", 0), ("s", 0), ("a", 0), ("b", 0), ("d", 0))
    if count > 10:
        return _("the entries are right; they take {count} operations, at most 10 are asked "
                 "for").format(count=count)
    return _("holds: with {count} operations in place of 24").format(count=count)


# -- the third column ----------------------------------------------------------------------------
@check
def whole_U(function):
    """Exercise 3: U from omega, its third column and domega_3, with at most fourteen operations."""
    for w, dw in np.random.default_rng(2).uniform(-2, 2, (2, 2, 3)):
        square = lam(w) @ lam(w)
        true = lam(dw) + square
        found = numbers(value(function, w.copy(), true[:, 2].copy(), dw[2]), 3, 3)
        if near(found, true):
            continue
        spun, wrong = true.copy(), true.copy()
        spun[0, 1], spun[1, 0] = true[1, 0], true[0, 1]
        wrong[1, 1] = w[0]**2 + w[2]**2
        said = slip(found, (
            (true.T, _("rows and columns have changed places: u is the third column")),
            (spun, _("domega_3 has the opposite sign in U_12 and U_21")),
            (wrong, _("U_22 is minus the sum of the squares: a centripetal acceleration points "
                      "inwards")),
            (lam(dw), _("lambda(omega)^2 is missing")), (square, _("lambda(domega) is missing"))))
        if said:
            return said
        if not near(found[:, 2], true[:, 2]):
            return _("does not hold: the third column is u itself")
        if not near(found + found.T, 2 * square):
            return _("does not hold: U + U^T must be 2 lambda(omega)^2")
        return _("does not hold: U - U^T must be 2 lambda(domega)")
    count = operations(function, ("w", 3), ("u", 3), ("spin", 0))
    if count > 14:
        return _("the matrix is right; it takes {count} operations, at most 14 are asked "
                 "for").format(count=count)
    return _("holds: the whole of U takes {count} operations").format(count=count)


# -- idle parameters -----------------------------------------------------------------------------
@check
def idle(answer):
    """Exercise 4: names of the parameters of link 1 that move no drive of the PUMA."""
    if isinstance(answer, str):
        answer = answer.replace(",", " ").split()
    if isinstance(answer, np.ndarray):
        answer = answer.ravel().tolist()
    if not isinstance(answer, Iterable):
        raise Unfit(_("the answer needs a list of names"))
    try:
        named = list(answer)
        known = bool(named) and all(isinstance(x, str) and x in NAMES for x in named)
    except Exception:                                # whatever a foreign type does
        known = False
    if not known:
        raise Unfit(_("the answer needs names out of {names}").format(names=", ".join(NAMES)))
    felt = [name for name in ("Sxx", "Syy") if name in named]
    if felt:
        return _("{name} is felt: with its fellow it makes up the moment of inertia about Z, and "
                 "drive 1 must turn that").format(name=felt[0])
    left = IDLE - set(named)
    if "Szz" in left:
        return _("{name} is missing: it measures how the mass lies along the axis, which a turn "
                 "about Z does not feel").format(name="Szz")
    if {"hx", "hy"} & left:
        return _("{names} are idle here: a weight that is carried round a vertical axis does no "
                 "work").format(names="hx, hy")
    if {"m", "hz"} & left:
        return _("{names} are idle: link 1 is neither raised nor lowered").format(names="m, hz")
    if left:
        return _("{name} is missing: products of inertia load the bearings, no drive").format(
            name=sorted(left)[0])
    return _("holds: eight of ten; only the moment of inertia about Z is felt")


# -- design --------------------------------------------------------------------------------------
def cheap_arm(twists, lengths) -> Mechanism:
    """A column of 0.4 m and two links, with twists in degrees between the three axes."""
    first, second = np.radians(np.asarray(twists, float))
    return Mechanism([1] * 3, [(first, 0, 0), (second, 0, 0), (0, 0, 0)],
                     [(0, 0.4, 0), (lengths[0], 0, 0), (lengths[1], 0, 0)])


def spread(robot) -> float:
    """How well the tip moves in its worst direction: the least singular value, at its best
    state."""
    states = np.random.default_rng(3).uniform(-np.pi, np.pi, (40, 3))
    J = robot.at(states).Xi(0)[:, 3:]
    return float(np.linalg.svd(J, compute_uv=False)[:, -1].max())


@check
def cheap(twists, lengths):
    """Exercise 5: twists in degrees and lengths of an arm with few operations."""
    twists, lengths = numbers(twists, 2), numbers(lengths, 2)
    if (lengths <= 0).any() or (np.abs(twists) > 360).any():
        return _("the lengths are above zero, the twists between -360 and 360 degrees")
    if lengths.max() > LONGEST:
        return _("does not hold: a link is longer than {longest} m").format(longest=number(LONGEST))
    if lengths.sum() < REACH - 1e-9:
        return _("does not hold: stretched out it is {length} m, at least {reach} m are asked "
                 "for").format(
            length=number(lengths.sum()), reach=number(REACH, 1))
    arm = cheap_arm(twists, lengths)
    if spread(arm) < 1e-6:
        return _("does not hold: cheap, but its tip stays in a plane")
    count = generate(arm, "inverse_dynamics", "base", "scalar",
                     gravity=ladder.G).operations.together
    if count > MOST:
        whole = np.abs(twists - 90 * np.round(twists / 90)) < 1e-9
        if not whole.all():
            return _("does not hold: {count} operations; a twist that is no right angle turns "
                     "every vector once more").format(count=count)
        return _("does not hold: {count} operations; no pair of axes is parallel, so nothing can "
                 "be merged").format(count=count)
    return _("holds: {count} operations, and the tip moves in all directions").format(count=count)


# -- the slip ------------------------------------------------------------------------------------
@check
def student(line, mended):
    """Exercise 6: which line about the hanging rod is wrong, and its right side in P, q, x."""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: the derivative of P cos q is -P sin q"),
             2: _("line 2 is right: a kept drive does not change"),
             4: _("line 4 follows from line 3, which is wrong already")}
    if chosen in right:
        return right[chosen]
    if chosen != 3:
        return _("the answer needs the number of a line, 1 to 4")
    found = np.array([expression(mended, (P, Q, X))])
    for values in ({"P": 3.0, "q": 0.4, "x": 0.2}, {"P": 2.0, "q": -1.1, "x": 0.5}):
        p, q, x = values["P"], values["q"], values["x"]
        got, true = at(found, **values)[0], p * np.sin(q) * x
        said = slip(got, (
            (-true, _("the line is found; this is what the student has: a term that changes sides "
                      "changes its sign")),
            (p * np.sin(q), _("the line is found; the deviation x is missing")),
            (p * np.cos(q) * x, _("the line is found; here stands the drive, its derivative by q "
                                  "is asked for")),
            (-p * x, _("the line is found; this is line 4 mended: line 3 holds for every q"))))
        if said:
            return said
        if not near(got, true):
            return _("the line is found; put delta mu = 0 into (14.18) and solve for I times the "
                     "acceleration")
    return _("holds: a hanging rod is pulled back, an upright one is pushed on")
