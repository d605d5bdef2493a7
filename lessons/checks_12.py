"""What lesson 12 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp

from lessons.reading import Unfit, at, check, expression, letters, near, numbers, slip, value
from lessons.words import _, number
from robokit import base_parameters as base

a_1, a_2 = sp.symbols("a_1 a_2", positive=True)
TWENTY = [sp.Symbol(f"{name[0]}_{name[1:]}^{k}" if name[1:] else f"m_{k}")
          for k in (1, 2) for name in base.PARAMETERS]
I_1, S_1, T_1, m_1 = (TWENTY[k] for k in (0, 6, 7, 9))         # T: S_y
J_1, I_2, J_2, S_2, T_2, m_2 = (TWENTY[k] for k in (3, 10, 13, 16, 17, 19))
BASE = np.array([3.0, 4.0, 0.5])                     # of exercise 6
WIDEST, FASTEST, STRONGEST = 2.5, 4.0, 60.0
SURE = 0.08, 0.03                                    # kg·m², kg·m


# -- exercise 1 ------------------------------------------------------------------------------
def shifted(p, s, I=(1, 1), S=1):
    """Steiner's theorem for ten numbers, or with a slip."""
    H = base.pseudo_inertia(p)
    mixed = np.outer(H[:3, 3], s)
    H[:3, :3] += -I[0] * (mixed + mixed.T) + I[1] * H[3, 3] * np.outer(s, s)
    H[:3, 3] -= S * H[3, 3] * s
    H[3, :3] = H[:3, 3]
    return base.ten_parameters(H)


@check
def moved(function):
    """Exercise 1: ten numbers about another origin."""
    rng = np.random.default_rng(4)
    x = np.column_stack([rng.normal(size=(5, 3)), np.ones(5)])
    p, s = base.ten_parameters(x.T @ (rng.uniform(1, 2, 5)[:, None] * x)), rng.normal(size=3)
    found = numbers(value(function, p.copy(), s.copy()), 10)
    if near(found, shifted(p, s)):
        return _("holds: the sums over the same mass points, counted from the new origin")
    return slip(found, (
        (shifted(p, -s), _("the wrong way: a place r is r − s in the new frame")),
        (shifted(p, s, I=(0, 0)), _("the first moments are right; the second moments move too")),
        (shifted(p, s, I=(0, 1)), _("Steiner from the mass centre: from any other origin the terms "
                                    "with S stand too")),
        (shifted(p, s, I=(1, -1)), _("the term m s s^T has the wrong sign")),
        (shifted(p, s, S=0), _("the second moments are right; S loses m s")),
        (p, _("nothing has moved")))) or _(
        "does not hold: write r − s for every r in the integral of r r^T")


# -- exercise 2 ------------------------------------------------------------------------------
def matrix(first=(1, 2 * a_2), own=2 * a_1, second=2 * a_2):
    """C of two links, or with a slip."""
    C = sp.eye(6)
    C[0, 1], C[0, 3], C[0, 4], C[3, 4] = own, *first, second
    return C


@check
def between(answer):
    """Exercise 2: p^A = C p^B of two links, in letters."""
    found = letters(answer, (6, 6), (a_1, a_2))
    places = [{"a_1": 0.7, "a_2": 0.4}, {"a_1": 1.3, "a_2": 0.9}]
    values = np.array([at(found, **place) for place in places])

    def of(C):
        return np.array([at(np.array(C), **place) for place in places])
    for wrong, said in (
            (matrix(), _("holds: the one set is C times the other, and both make the same drives")),
            (matrix().inv(), _("this is the inverse: it leads from the analytic set to the other "
                               "one")),
            (matrix().T, _("rows and columns have changed places")),
            (matrix(first=(0, 0)), _("row 1: joint 1 carries link 2 as well, its moment of inertia "
                                     "belongs to it")),
            (matrix(first=(1, 0)), _("row 1: the moment of inertia of link 2 needs 2 a_2 (S_x + "
                                     "a_2 m_2), in this row too")),
            (matrix(second=0), _("row 4: a moment of inertia about joint 2 needs 2 a_2 (S_x + a_2 "
                                 "m_2)")),
            (matrix((1, a_2), a_1, a_2), _("a factor 2 is missing: (x + a)² = x² + 2 a x + a²")),
            (sp.eye(6), _("then both sets would be one"))):
        if near(values, of(wrong)):
            return said
    right = of(matrix())
    row = next(k for k in range(6) if not near(values[:, k], right[:, k]))
    return _("does not hold: row {k} is the first that gives another number").format(k=row + 1)


# -- exercise 3 ------------------------------------------------------------------------------
@check
def six_lines(line, right):
    """Exercise 3: the wrong line of six, and its right expression."""
    chosen = float(numbers(line))
    if chosen not in range(1, 7):
        raise Unfit(_("the answer needs the number of a line, 1 to 6"))
    if chosen != 2:
        return _("line {k} is right: it does not change when the kilogram on joint 2 changes its "
                 "owner").format(k=int(chosen))
    found = expression(right, (*TWENTY, a_1, a_2))
    true = S_1 + a_1 * (m_1 + m_2)
    for wrong, said in (
            (true, _("holds: whose the kilogram on joint 2 is, no line can tell")),
            (S_1 + a_1 * m_1, _("the line is found; this is what the student has")),
            (S_1 + a_1 * m_1 - a_1 * m_2, _("the line is found; with a minus the kilogram counts "
                                            "double when it changes its owner")),
            (S_1 + a_1 * m_1 + a_2 * m_2, _("the line is found; joint 2 stands at the end of link "
                                            "1, so the length is a_1")),
            (S_1 + a_1 * m_2, _("the line is found; the mass of link 1 has got lost")),
            (true + S_2, _("the line is found; S_x of link 2 turns with q_2 and cannot stand in a "
                           "constant of link 1"))):
        if sp.expand(found - wrong) == 0:
            return said
    return _("the line is found; its expression must be a_1 for the kilogram on joint 2, whoever "
             "owns it")


# -- exercise 4 ------------------------------------------------------------------------------
@check
def places(vertical, upright, station):
    """Exercise 4: how many base parameters the arm has in three places."""
    found = np.array([float(numbers(x)) for x in (vertical, upright, station)])
    if near(found, [6, 4, 4]):
        return _("holds: 6, 4 and 4; the rank of the regressor says the same")
    return slip(found, (
        ([6, 6, 4], _("upright axes: П is constant, gravity has no arm about them")),
        ([6, 4, 6], _("on the station two of the six functions are zero: those with g alone")),
        ([6, 6, 6], _("gravity shows two of the six by itself; where it has no arm they are gone")),
        ([6, 2, 2], _("S_x and S_y of link 2 are felt without gravity too, through cos q_2 and "
                      "sin q_2")),
        ([6, 3, 3], _("without gravity both first moments of link 2 stay, and none of link 1")),
        ([6, 5, 4], _("upright axes: a constant of П moves nothing and does not count")),
        ([20, 20, 20], _("these are the elementary parameters")))) or (
        _("as it is, the arm has six: they stand above") if found[0] != 6 else
        _("does not hold: strike out of the six functions what vanishes or is constant"))


# -- exercise 5 ------------------------------------------------------------------------------
@check
def rubbing(function):
    """Exercise 5: columns of a friction with two sides and of a spring."""
    rng = np.random.default_rng(5)
    q, dq = rng.uniform(-2, 2, (2, 40))
    found = numbers(value(function, q.copy(), dq.copy()), 40, 3)
    more, less = 1.0 * (dq > 0), 1.0 * (dq < 0)

    def columns(*parts):
        return np.column_stack(parts)
    if near(found, columns(more, -less, q)):
        return _("holds: three numbers, three columns")
    return slip(found, (
        (columns(more, less, q), _("column 2 would drive the joint on: friction acts against the "
                                   "motion, the drive gives −f⁻")),
        (columns(np.sign(dq), np.sign(dq), q), _("columns 1 and 2 are alike: then only the sum of "
                                                 "both frictions could be found")),
        (columns(np.maximum(dq, 0), np.minimum(dq, 0), q), _("these columns grow with the rate; "
                                                             "Coulomb friction does not")),
        (columns(-less, more, q), _("columns 1 and 2 have changed places")),
        (columns(more, -less, -q), _("column 3: the drive bends the spring, it gives +k q")),
        (columns(more, -less, dq), _("column 3 is that of viscous friction; a spring knows "
                                     "q")))) or _(
        "does not hold: set one number to 1 and the others to 0; what does the drive give?")


# -- exercise 6 ------------------------------------------------------------------------------
def experiment(B, T):
    """Deviations of the three, greatest rate and greatest drive."""
    t, w = np.arange(0, 20, 0.02), 2 * np.pi / T
    q = B * np.sin(w * t)
    ddq = -w**2 * q
    W = np.column_stack([ddq, -9.81 * np.sin(q), -9.81 * np.cos(q)])
    if np.linalg.cond(W) > 1e9:
        return np.full(3, np.inf), w * abs(B), abs(W @ BASE).max()
    return np.sqrt(np.diag(np.linalg.inv(W.T @ W))), w * abs(B), abs(W @ BASE).max()


@check
def swinging(amplitude, period):
    """Exercise 6: an experiment good enough within limits."""
    B, T = float(numbers(amplitude)), float(numbers(period))
    if not (0 < B <= WIDEST and 0.2 <= T <= 20):
        raise Unfit(_("the swing lies outside: B up to 2.5 rad, T from 0.2 to 20 s"))
    deviation, rate, drive = experiment(B, T)
    if rate > FASTEST:
        return _("does not hold: the rate reaches {rate} rad/s").format(rate=number(rate, 1))
    if drive > STRONGEST:
        return _("does not hold: the drive must give {drive} N·m").format(drive=number(drive, 0))
    if deviation[1:].max() > SURE[1]:
        return _("does not hold: too narrow, sin q is nearly q and −w² q cannot be told from it: a "
                 "first moment has a deviation of {x} kg·m").format(
                     x=number(deviation[1:].max(), 3))
    if deviation[0] > SURE[0]:
        return _("does not hold: too slow, the moment of inertia has a deviation of {x} "
                 "kg·m²").format(x=number(deviation[0], 3))
    return _("holds: deviations {I} kg·m² and {S} kg·m").format(
        I=number(deviation[0], 4), S=number(deviation[1:].max(), 4))
