"""What lesson 13 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy as sp

from lessons.reading import Unfit, at, check, letters, near, numbers, slip, value
from lessons.tools import turn
from lessons.words import _, number
from robokit import Loads
from robokit.codegen.tape import Tape
from robokit.statics import Arm

s, c, v_x, v_y, v_z = sp.symbols("s c v_x v_y v_z")
LETTERS = {name: sp.Symbol(name) for name in
           "s1 c1 s2 c2 s3 c3 s4 c4 s34 c34 s23 c23 s5 c5 s6 c6".split()}
G = 9.81
#: The Kawasaki in parallel frames: lengths and mass centres in m, masses in kg, place of a load
L = np.array([(0, 0, 0), (0.15, 0, 0), (0, 0.8, 0), (-0.06, 0, 0), (0, 0.7, 0), (0, 0.0965, 0)])
R = np.array([(0.0975, -0.07, 0), (0, 0.56, 0), (-0.036, -0.04, 0), (0, 0.42, 0),
              (0, 0.04825, 0), (0, 0, 0)])
M = np.array([105.8, 35.06, 24.36, 17.38, 2.7, 0.625])
GRIPPER = np.array([0.05, 0.05 * 3**0.5, 0])
LIMITS = np.radians([(-160, 160), (-105, 140), (-155, 120), (-270, 270), (-145, 145), (-360, 360)])
KAWASAKI = "R-y R-z Rz Ry Rz Ry"
MOST, PULL, ROOM = 300, 4400, (0.1, 0.3)             # N·m, N, m
GANTRY = np.array([40, 25, 12, 6, 3, 4])             # kg


# -- one step back -------------------------------------------------------------------------------
@check
def against(answer):
    """Exercise 1: the step back over a joint that turns against y, in letters. (3,)"""
    found = letters(answer, (3,), (s, c, v_x, v_y, v_z))
    for angle, v in ((0.7, np.array([0.5, -0.8, 0.3])), (-1.1, np.array([-0.4, 0.6, 0.9]))):
        got = at(found, s=np.sin(angle), c=np.cos(angle), v_x=v[0], v_y=v[1], v_z=v[2])
        x, y, z = v
        both = [np.cos(angle) * x - np.sin(angle) * z, y, np.cos(angle) * z - np.sin(angle) * x]
        said = slip(got, (
            (turn("y", angle) @ v, _("this is (7), a turn about +y: an axis against y turns the "
                                     "frame the other way")),
            (turn("x", -angle) @ v, _("this turns about an axis against x: which component "
                                      "stays?")),
            (turn("z", -angle) @ v, _("this turns about an axis against z: which component "
                                      "stays?")),
            (both, _("both signs are minus: a turn keeps the length, and this does not")),
            (turn("y", np.pi / 2 - angle) @ v, _("sine and cosine have changed places: at q = 0 "
                                                 "nothing may change")),
            (turn("y", angle - np.pi / 2) @ v, _("sine and cosine have changed places: at q = 0 "
                                                 "nothing may change"))))
        if said:
            return said
        if not near(got, turn("y", -angle) @ v):
            return _("does not hold: the component along y stays, the two others keep the sum of "
                     "their squares")
    return _("holds: only the sine notices that the axis points the other way")


# -- the table of an arm ---------------------------------------------------------------------------
@check
def unseen(answer):
    """Exercise 2: tau_04 of "R-x Py Rz Rz", in letters. (3, 3)"""
    found = letters(answer, (3, 3), [LETTERS[k] for k in ("s1", "c1", "s34", "c34")])
    for one, two in ((0.6, 1.0), (-0.9, 0.5)):
        got = at(found, s1=np.sin(one), c1=np.cos(one), s34=np.sin(two), c34=np.cos(two))
        first, last = turn("x", -one), turn("z", two)
        true = first @ last
        said = slip(got, (
            (true.T, _("this is the transposed matrix: columns are the axes of frame 4, rows those "
                       "of frame 0")),
            (turn("x", one) @ last, _("joint 1 turns against x: its sine has the other sign")),
            (turn("x", one) @ turn("z", -two), _("both sines have the wrong sign")),
            (first @ turn("z", -two), _("joints 3 and 4 turn about +z: the sines of their sum have "
                                        "the wrong sign")),
            (last @ first, _("the order is the other one: the last joint comes first, joint 1 is "
                             "the last step back")),
            (last, _("joint 1 is missing")), (first, _("joints 3 and 4 are missing")),
            (turn("y", -one) @ last, _("joint 1 turns about an axis against x; this is y"))))
        if said:
            return said
        for k, name in enumerate("xyz"):
            if not near(got[:, k], true[:, k]):
                return _length(got[:, k], name)
    return _("holds: nine cosines, four letters, four products")


def _length(column, name):
    """What is said of a wrong column."""
    size = float(np.linalg.norm(np.abs(column)))
    if not near(size, 1):
        return _("does not hold: the column of {name} has the length {size}, an axis has 1").format(
            name=name, size=number(size, 3))
    return _("does not hold: the column of {name} has the length 1 and another direction; let one "
             "joint alone turn by 90°").format(name=name)


# -- what a joint carries --------------------------------------------------------------------------
@check
def gantry(answer):
    """Exercise 3: what drives 1 to 4 of the gantry hold. (4,)"""
    found = numbers(answer, 4)
    beyond = GANTRY[::-1].cumsum()[::-1] * 1.0
    true = G * np.array([beyond[0], 0, 0, -beyond[3]])
    if np.allclose(found, true, atol=0.5, rtol=0):
        return _("holds: joint 2 carries 50 kg and its drive nothing")
    wrong = (
        (true * [1, 1, 1, -1], _("drive 4: its axis points down, the force up")),
        (true + [0, G * beyond[1], 0, 0], _("drive 2: joint 2 carries this weight, but across its "
                                            "axis; its drive holds nothing")),
        (true * [1, 1, 1, -1] + [0, G * beyond[1], 0, 0],
         _("these are the forces that the joints carry; ask what lies along their axes")),
        (true + [0, 0, G * beyond[2], 0], _("drive 3: a vertical axis, about which no weight has a "
                                            "moment")),
        (G * np.array([GANTRY[0], 0, 0, -GANTRY[3]]), _("only the weight of the body itself; all "
                                                        "that hangs beyond the joint counts")),
        (true / G, _("these are kilograms")),
        (-true, _("this is what the weights do; the drives do the opposite")))
    said = next((text for form, text in wrong if np.allclose(found, form, atol=0.5, rtol=0)), "")
    return said or _("does not hold: weight of all beyond the joint, times the cosine between its "
                     "axis and the vertical")


@check
def student(line, mended):
    """Exercise 4: which line of the student's is wrong, and its three components."""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: table 1, block z"),
             3: _("line 3 follows from line 2 by (8); what it starts from is wrong already"),
             4: _("line 4 is right, even its value: the wrong component does not get into it")}
    if chosen in right:
        return right[chosen]
    if chosen != 2:
        return _("the answer needs the number of a line, 1 to 4")
    found = letters(mended, (3,), [LETTERS[k] for k in ("s1", "c1", "s2", "c2", "s3", "c3")])
    angles = dict(zip("123", (0.5, 0.8, -1.1)))
    known = {f"{f}{k}": getattr(np, name)(x) for k, x in angles.items()
             for f, name in (("s", "sin"), ("c", "cos"))}
    got, x = at(found, **known), turn("z", angles["3"])[:, 0]
    if near(got, turn("y", angles["2"]) @ x):
        return _("holds: the minus of (7) stands in the last place")
    return slip(got, (
        (turn("y", -angles["2"]) @ x, _("the line is found; this is what the student has")),
        (turn("z", angles["2"]) @ x, _("the line is found; this is (8), joint 2 turns about y")),
        (turn("x", angles["2"]) @ x, _("the line is found; this is (6), joint 2 turns about y")),
        (turn("z", angles["1"]) @ turn("y", angles["2"]) @ x,
         _("the line is found; this is line 3 already, x_3 in frame 0")),
        ((turn("y", angles["2"]) @ x) * [-1, 1, 1], _("the line is found; at q = 0 the axis must "
                                                      "point along +x")))) or _(
        "the line is found; let joint 2 alone turn by 90° and look where x_3 points")


# -- the vertical, forward -------------------------------------------------------------------------
ANGULAR = "Ry Rz Rz Ry Rz Ry"
NAMES = ("s23", "c23", "s4", "c4", "s5", "c5", "s6", "c6")


@check
def forward(function):
    """Exercise 5: the vertical of arm 5 in frame 6, with at most 14 operations."""
    for angles in ((0.7, -0.4, 0.9, 0.5), (-1.2, 0.8, 0.3, -0.7)):
        given = [f(x) for x in angles for f in (np.sin, np.cos)]
        found = numbers(value(function, *given), 3)
        lean, four, five, six = (turn(a, x) for a, x in zip("zyzy", angles))
        up = np.array([0, 1, 0])
        true = six.T @ five.T @ four.T @ lean.T @ up
        said = slip(found, (
            (lean @ four @ five @ six @ up, _("this is y_6 seen from the floor; asked is the "
                                              "vertical seen from body 6")),
            (six @ five @ four @ lean @ up, _("every step goes back: forward all sines have the "
                                              "other sign")),
            (six.T @ five.T @ four.T @ lean @ up, _("the first step goes back: (0, 1, 0) becomes "
                                                    "(s23, c23, 0)")),
            (lean.T @ four.T @ five.T @ six.T @ up, _("the order is the other one: the vertical "
                                                      "meets joint 2 first")),
            (five.T @ four.T @ lean.T @ up, _("this is frame 5: joint 6 is missing")),
            (six.T @ five.T @ lean.T @ up, _("joint 4 is missing"))))
        if said:
            return said
        if not near(found, true):
            return _length(found, _("the vertical"))
    tape = Tape()
    result = value(function, *map(tape.state, NAMES))
    try:
        used = tape.operations(list(result)).together
    except Exception:                                # whatever a foreign type does
        raise Unfit(_("the answer needs sums and products of its letters")) from None
    if used > 14:
        return _("does not hold: right, but with {used} operations; what took an operation gets a "
                 "name and is used by its name").format(used=used)
    return _("holds: {used} operations").format(used=used)


# -- a spring --------------------------------------------------------------------------------------
@cache
def postures():
    """Many postures within the limits: at random, and all with joints 1, 4, 6 at rest. (m, 6)"""
    rng, grid = np.random.default_rng(13), [np.linspace(*LIMITS[k], 25) for k in (1, 2, 4)]
    flat = np.stack(np.meshgrid(*grid), -1).reshape(-1, 3)
    some = [rng.uniform(*LIMITS.T, (20000, 6))]
    for four in (0, np.pi):
        q = np.zeros((len(flat), 6))
        q[:, [1, 2, 4]], q[:, 3] = flat, four
        some.append(q)
    return np.concatenate(some)


@cache
def bare(load):
    """Drive 2 in all postures without a spring, from section 8, N·m. (m,)"""
    m, r = M + [0, 0, 0, 0, 0, load], R.copy()
    r[5] = load * GRIPPER / m[5]
    robot = Arm(KAWASAKI).mechanism(L, m, r)
    down = robot.at(np.zeros(6)).tau(0, "B") @ [0, -G, 0]
    return robot.static_drives(postures(), Loads(gravity=down))[:, 1]


def worst(K, load):
    """The largest drive 2 with a spring that adds K sin q_2, N·m."""
    return float(np.abs(bare(load) + K * np.sin(postures()[:, 1])).max())


def pull(stiffness, a, b):
    """The greatest tension, at the limit of joint 2, N."""
    return stiffness * float(np.sqrt(a**2 + b**2 - 2 * a * b * np.cos(LIMITS[1, 1])))


@check
def spring(stiffness, a, b):
    """Exercise 6: stiffness in N/m and anchors in m of a spring at joint 2."""
    stiffness, a, b = (float(numbers(x)) for x in (stiffness, a, b))
    if min(stiffness, a, b) <= 0:
        return _("stiffness and distances are positive")
    if max(a, b) > 1:
        return _("a and b are asked for in metres")
    if stiffness < 200:
        return _("the stiffness is asked for in N/m")
    if min(a, b) < ROOM[0] - 1e-9 or max(a, b) > ROOM[1] + 1e-9:
        return _("does not hold: there is room between 0.1 and 0.3 m only")
    K = stiffness * a * b
    loaded, empty = worst(K, 20), worst(K, 0)
    told = {"K": number(K, 0), "loaded": number(loaded, 0), "empty": number(empty, 0),
            "most": number(max(loaded, empty), 0)}
    if loaded > MOST and K < 703:
        return _("does not hold: k a b = {K} N·m is too little, with 20 kg drive 2 holds {loaded} "
                 "N·m").format(**told)
    if empty > MOST or loaded > MOST:
        return _("does not hold: k a b = {K} N·m is too much, drive 2 has to hold the spring down "
                 "with {most} N·m").format(**told)
    force = pull(stiffness, a, b)
    if force > PULL:
        return _("does not hold: drive 2 is content, but the spring pulls with {force} kN; the "
                 "same k a b with anchors farther out, and alike, pulls less").format(
                     force=number(force / 1000))
    return _("holds: drive 2 holds {loaded} N·m with 20 kg, {empty} N·m without, the spring pulls "
             "with {force} kN").format(**told, force=number(force / 1000))
