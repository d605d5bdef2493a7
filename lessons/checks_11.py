"""What lesson 11 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import at, check, expression, near, numbers, slip, value
from lessons.tools import odd_arm
from lessons.words import _, number
from robokit import screws
from robokit.laws import rate
from robokit.recursive import Recursion, transient

phi, m, g = sp.symbols("phi m g", positive=True)
STILL, SETTLED, FAST, ASIDE = 0.8, 0.01, 4.0, 0.03   # s, part of the error, m/s^2, m
CHAIN = odd_arm(np.random.default_rng(11))
SIX = odd_arm(np.random.default_rng(5), (1,) * 6)
PLACES = np.random.default_rng(7).uniform(-1, 1, (2, 6))


# -- theorems ------------------------------------------------------------------------------------
@check
def second(function):
    """Exercise 1: the second derivative of l_5^1 by q_2 and q_4."""
    for q in PLACES[:, :5]:
        r = Recursion(CHAIN.at(q))
        l1, l2, l4 = r.l(5, 1), r.l(5, 2), r.l(5, 4)
        found = numbers(value(function, l1.copy(), l2.copy(), l4.copy()), 6)
        true = rate(lambda x: Recursion(CHAIN.at(x)).l(5, 1, 2), q, np.eye(5)[3])
        bracket = screws.bracket
        said = slip(found, (
            (true, ""),
            (-true, _("the opposite sign: a bracket changes its sign when its columns change "
                      "places")),
            (bracket(bracket(l1, l4), l2), _("the brackets are in the wrong order: the greatest "
                                             "number belongs outermost")),
            (bracket(l1, l2), _("this is the first derivative, by q_2; one bracket is missing")),
            (bracket(l1, l4), _("this is the first derivative, by q_4; one bracket is missing")),
            (bracket(bracket(l2, l4), l1), _("here l_5^2 is differentiated and l_5^1 is not: the "
                                             "innermost column is l_5^1")),
            (bracket(l1, bracket(l2, l4)), _("one of two terms: l_5^1 changes with q_4, too"))))
        if said:
            return said
        if not near(found, true):
            return _("does not hold: differences of the first derivative by q_4 give something "
                     "else")
    return _("holds: the differences of the first derivative agree")


@check
def depends(l_42, g_46, a_42):
    """Exercise 2: which of q_1 .. q_6 three quantities depend on, as zeros and ones."""
    asked = {"l_42": numbers(l_42, 6), "g_46": numbers(g_46, 6), "a_42": numbers(a_42, 6)}
    true = {"l_42": [0, 0, 1, 1, 0, 0], "g_46": [0, 0, 0, 0, 1, 0], "a_42": [0, 0, 1, 1, 1, 1]}
    slips = {
        "l_42": (([0, 1, 1, 1, 0, 0], _("l_42: joint 2 does not change its own axis")),
                 ([0, 0, 1, 0, 0, 0], _("l_42: frame 4 stands on link 4, which joint 4 moves")),
                 ([1, 1, 1, 1, 0, 0], _("l_42: joint 1 carries joint 2 and link 4 alike")),
                 ([0, 0, 1, 1, 1, 1], _("l_42: joints 5 and 6 lie beyond link 4"))),
        "g_46": (([0, 0, 0, 0, 1, 1], _("g_46: joint 6 does not change its own axis")),
                 ([0, 0, 0, 1, 1, 0], _("g_46: joint 4 moves frame 4 and joint 6 alike")),
                 ([0, 0, 0, 1, 1, 1], _("g_46: joint 4 moves frame 4 and joint 6 alike, and joint "
                                        "6 does not change its own axis"))),
        "a_42": (([0, 0, 1, 1, 0, 0], _("a_42: the joints beyond 4 change what joints 2 and 4 have "
                                        "to move")),
                 ([0, 0, 0, 0, 1, 1], _("a_42: the joints between 2 and 4 change how they lie to "
                                        "each other")),
                 ([0, 1, 1, 1, 1, 1], _("a_42: joint 2 carries everything that a_42 knows of")),
                 ([1, 1, 1, 1, 1, 1], _("a_42: joints 1 and 2 carry everything that a_42 knows "
                                        "of")))}
    for name, found in asked.items():
        if not near(found, true[name]):
            if not set(found) <= {0, 1}:
                return _("{name} needs six times 0 or 1").format(name=name)
            return slip(found, slips[name]) or _(
                "{name}: differences by the six coordinates say otherwise").format(name=name)
    return _("holds: differences by the six coordinates agree")


@check
def student(line, mended):
    """Exercise 3: which line of a student's derivation is wrong, and its right side."""
    chosen = float(numbers(line))
    right = {1: _("line 1 is right: links 4 to 6 are moved by both joints"),
             2: _("line 2 is right: the sum in the middle is the frozen chain"),
             4: _("line 4 is right: joint 5 moves neither joint 2 nor link 4"),
             5: _("line 5 is right: theorem 3 with the links from 5 on")}
    if chosen in right:
        return right[chosen]
    if chosen != 3:
        return _("the answer needs the number of a line, 1 to 5")
    for q in PLACES:
        r = Recursion(SIX.at(q))
        found = numbers(value(mended, r), 6)
        true = rate(lambda x: Recursion(SIX.at(x)).l(4, 2), q, np.eye(6)[2])
        said = slip(found, (
            (-true, _("the line is found; this is what the student has: the joint that moves "
                      "belongs into the angle brackets")),
            (r.l(4, 2), _("the line is found; this is l_4^2 itself, not its derivative")),
            (r.l(4, 2, 4), _("the line is found; this is the derivative by q_4")),
            (0 * true, _("the line is found; joint 3 lies between joint 2 and link 4, so the "
                         "derivative is not zero"))))
        if said:
            return said
        if not near(found, true):
            return _("the line is found; its right side differs from the differences of l_4^2")
    return _("holds: joint 3 moves, joint 2 is looked at")


# -- constraints ---------------------------------------------------------------------------------
@check
def reaction(answer, degrees):
    """Exercise 4: N of two rods at rest at (phi, -2 phi), and where it vanishes, in degrees."""
    found = np.array(expression(answer, (phi, m, g)))
    zero = float(numbers(degrees))
    for angle in (0.5, 1.0, 1.3):
        got = at(found, phi=angle, m=1.7, g=9.3)
        mg, c, s = 1.7 * 9.3, np.cos(angle), np.sin(angle)
        true = -mg * c / s * np.cos(2 * angle) / (1 + 4 * c * c)
        said = slip(got, (
            (true, ""),
            (-true, _("N: the opposite sign; at 60 degrees the line pushes")),
            (true * s, _("N: this is the moment at joint 2; divide by its arm, sin(phi)")),
            (mg * c / s, _("N: as if joint 1 were clamped; a_12 ddq_1 is missing")),
            (true / 1.7, _("N: the mass is missing")),
            (mg * c / s * (1 + 6 * c * c / (1 + 4 * c * c)), _("N: the sign of ddq_1: joint 1 "
                                                               "falls")),
            (true * s / c, _("N: the line is vertical; its arm about joint 2 is sin(phi), not "
                             "cos(phi)"))))
        if said:
            return said
        if not near(got, true):
            return _("N does not hold: the second row of (2.17) with ddq_2 = 0")
    if near(zero, 45):
        return _("holds: below 45 degrees the line would have to pull")
    return slip(zero, (
        (np.pi / 4, _("N is found; the angle is asked for in degrees")),
        (90.0, _("N is found; it vanishes at 90 degrees too, but there the rods lie on each "
                 "other; look for another zero")),
        (60.0, _("N is found; at 60 degrees it is 1.416 N for 1 kg")))) or _(
        "N is found; it vanishes where cos(2 phi) does")


# -- control -------------------------------------------------------------------------------------
@check
def gains(stiffness, damping):
    """Exercise 5: Gamma_0 and Gamma_1 of one condition."""
    G0, G1 = float(numbers(stiffness)), float(numbers(damping))
    if not (0 < G0 < 1e6 and 0 < G1 < 1e6):
        return _("both gains lie above zero and below a million, else nothing dies out")
    if G0 * ASIDE > FAST:
        return _("does not hold: at the start the drives must give {needed} m/s², {most} are "
                 "allowed").format(needed=number(G0 * ASIDE, 1), most=number(FAST, 1))
    if G1**2 < 4 * G0 * (1 - 1e-9):
        return _("does not hold: the error changes its sign, for Gamma_1 is below 2 sqrt(Gamma_0) "
                 "= {least}").format(least=number(2 * np.sqrt(G0), 1))
    left = abs(transient([[G0]], [[G1]], [1.0], [0.0], [0.0, STILL])[1, 0])
    if left > SETTLED:
        return (_("does not hold: too much damping, the error creeps; {left} of it are left")
                if G1 > 2.1 * np.sqrt(G0) else
                _("does not hold: too slow, {left} of the error are left")).format(
            left=number(left, 3))
    return _("holds: {left} of the error are left, and the start takes {needed} m/s²").format(
        left=number(left, 4), needed=number(G0 * ASIDE, 1))


@check
def control(function):
    """Exercise 6: the drives (3.1)."""
    rng = np.random.default_rng(9)
    for rows in (1, 2, 3):
        half = rng.normal(size=(3, 3))
        A, b, v = half @ half.T + np.eye(3), rng.normal(size=3), rng.normal(size=3)
        Gamma, bias, wanted = (rng.normal(size=(rows, 3)), *rng.normal(size=(2, rows)))
        found = numbers(value(function, A.copy(), b.copy(), Gamma.copy(), bias.copy(),
                              wanted.copy(), v.copy()), 3)
        plus = Gamma.T @ np.linalg.inv(Gamma @ Gamma.T)
        base, free = -plus @ (bias + wanted), v - plus @ Gamma @ v
        true = A @ (base + free) + b
        said = slip(found, (
            (true, ""),
            (A @ (base + free), _("b is missing: the drives also hold weights and rates")),
            (base + free, _("these are the accelerations; the drives are A times them plus b")),
            (A @ base + b, _("v is missing: where the condition leaves the joints free, they shall "
                             "follow v")),
            (A @ (base + v) + b, _("v as a whole disturbs the condition: only (E - Gamma^+ Gamma) "
                                   "v may be added")),
            (A @ (plus @ (bias + wanted) + free) + b, _("the wanted acceleration has the opposite "
                                                        "sign: f would grow")),
            (A @ (-plus @ wanted + free) + b, _("bias is missing: the condition has an "
                                                "acceleration of its own")),
            (A @ (-plus @ bias + free) + b, _("wanted is missing: then the error stays as it is"))
        )) if rows < 3 else ""
        if said:
            return said
        if not near(found, true):
            return _("does not hold: with {rows} conditions Gamma ddq + bias + wanted is not "
                     "zero, or v is not followed").format(rows=rows)
    return _("holds: for one, two and three conditions the error obeys its equation")
