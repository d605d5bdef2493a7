"""What answers of assignment 12 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, base_parameters, laws

from ..shared.checks import BODIES, CENTRES, DOWN, MASSES, RATES, VISIBLE, L

G = 9.81
CHOSEN = [0, 6, 7]                          # the columns that an echelon form keeps of a pendulum
TEN = len(base_parameters.PARAMETERS)

LETTERS = ("q_1", "q_2", "a", "u_1", "u_2", "e_1", "e_2", "g")
SECOND = np.array([0.8, -1.7, 1.1])         # second derivatives of the visible case


# -- laws: what a right answer obeys, on inputs that anyone may see --------------------------------
def _numbers(x, count):
    """An earlier answer as so many numbers, or None."""
    if not laws.same(x, x):
        return None
    flat = np.array(x, float).ravel()
    return flat if flat.size == count else None


def _near(a, b, text):
    """Typed numbers agree."""
    return laws.Finding(bool(abs(a - b) <= 2 * TYPED * max(1, abs(a), abs(b))), text)


def _ten_laws(ten, own):
    H = base_parameters.pseudo_inertia(ten)
    yield laws.Finding(bool(np.linalg.eigvalsh(H).min() > -TYPED),
                       "the matrix H of the ten numbers has no negative eigenvalue")


def _row_laws(row, own):
    a = float(own["variant"]["a"])
    point = np.array([a * a, 0, 0, 0, 0, 0, -a, 0, 0, 1])
    size = max(1.0, np.abs(row * point).max())
    yield laws.Finding(bool(abs(row @ point) <= 2 * TYPED * size),
                       "a mass point on the axis needs no drive")


def _base_three_laws(base, own):
    row, ten = _numbers(own.get("row"), TEN), _numbers(own.get("ten"), TEN)
    if row is None or ten is None:
        yield laws.Finding(None, "Check ten and row first: both must make one drive.")
    else:
        size = max(1.0, np.abs(row * ten).max())
        yield laws.Finding(bool(abs(row @ ten - row[CHOSEN] @ base) <= 4 * TYPED * size),
                           "three numbers ask for the drive that your ten ask for, by your row")


def _least_mass_laws(found, own):
    heaviest = float(own["variant"]["m"]) * (1 + TYPED)
    yield laws.Finding(bool((found > 0).all() and found[1] <= heaviest),
                       "both are positive, and your own link is not lighter")


def _slide_laws(columns):
    x = {name: sp.Symbol(name) for name in LETTERS}
    W = sp.Matrix(columns).xreplace({s: sp.Symbol(s.name) for s in columns.free_symbols})
    yield laws.same(W[0, :].diff(x["e_2"]), W[1, :].diff(x["e_1"]),
                    "what e_2 asks of drive 1, e_1 asks of drive 2")
    rates = W - W.subs({x["u_1"]: 0, x["u_2"]: 0})
    yield laws.same(rates.subs({x["u_1"]: 2 * x["u_1"], x["u_2"]: 2 * x["u_2"]},
                               simultaneous=True), 4 * rates,
                    "twice the rates, four times their part")


def _slide_base_laws(six, own):
    """Held still: the moment at joint 1 of both links, by their first moments from the joint."""
    v = own["variant"]
    ten, q_1, q_2, a = _numbers(own.get("ten"), TEN), 0.7, 0.4, float(v["a"])
    if ten is None:
        yield laws.Finding(None, "Check ten first: link 1 weighs as well.")
        return
    p, c, s = np.array(v["p_2"], float), np.cos(q_1), np.sin(q_1)
    out, across = ten[6] + a * ten[9] + p[6] + (a + q_2) * p[9], ten[7] + p[7]
    by_six = s * (six[1] + six[3] + (a + q_2) * six[5]) + c * (six[2] + six[4])
    yield _near(s * out + c * across, by_six, "held still, six numbers weigh what twenty do")


def _estimate_laws(base, own):
    v = own["variant"]
    data = {name: np.array(v["data"][name], float) for name in ("q_deg", "dq", "ddq", "mu", "sd")}
    q, a = np.radians(data["q_deg"]), float(v["a"])
    drives = (data["ddq"] * (base[0] + 2 * a * base[1])
              - G * (np.sin(q) * base[1] + np.cos(q) * base[2]))
    rest = np.sqrt(np.mean(((data["mu"] - drives) / data["sd"])**2))
    yield laws.Finding(bool(rest < 2), "the rest is as large as the noise: rest / sd about 1")


def _deviations_laws(found, own):
    yield laws.Finding(bool((found > 0).all()), "deviations are positive")


def _condition_laws(numbers, own):
    yield laws.Finding(bool((numbers >= 1).all()), "no condition number is below 1")


def visible_arguments():
    """The visible chain and its motion."""
    angles, sigma, q = VISIBLE
    return angles, L, sigma, q, RATES, SECOND, DOWN


def _called(f, *args):
    """The student's function with copies of its arguments."""
    return np.array(f(*[np.copy(x) for x in args]), float)


def _regressor_laws(chain_regressor):
    angles, l, sigma, q, dq, ddq, gravity = visible_arguments()
    robot = Mechanism(sigma, angles, l, MASSES, CENTRES, BODIES)
    p = base_parameters.elementary(robot)

    def energy(t):
        kinetic, potential = base_parameters.influence(robot, q + t * dq + t * t / 2 * ddq, gravity)
        rates = dq + t * ddq
        return rates @ (kinetic @ p) @ rates / 2 - potential @ p
    W = _called(chain_regressor, angles, l, sigma, q, dq, ddq, gravity)
    yield laws.same(dq @ W @ p, laws.rate(energy, 0.0, 1.0),
                    "the power of the drives is the rate of the energy")
    blocks = W.reshape(3, 3, TEN)
    yield laws.same(np.array([blocks[1, 0], blocks[2, 0], blocks[2, 1]]), np.zeros((3, TEN)),
                    "no joint feels the links before it")


def _count_laws(base_count):
    angles, l, sigma, *_ = visible_arguments()
    weighed, free = (float(_called(base_count, angles, l, sigma, g).reshape(()))
                     for g in (DOWN, 0 * DOWN))
    yield laws.Finding(weighed == round(weighed) and 1 <= weighed <= 10 * len(sigma),
                       "it is a whole number, not more than there are parameters")
    yield laws.Finding(free <= weighed, "without gravity no more is felt than with it")


CHECKS = {
    "ten": Check(function_laws=_ten_laws),
    "row": Check(function_laws=_row_laws),
    "base_three": Check(function_laws=_base_three_laws),
    "least_mass": Check(function_laws=_least_mass_laws),
    "slide_columns": Check(symbolic_laws=_slide_laws),
    "slide_base": Check(function_laws=_slide_base_laws),
    "estimate": Check(function_laws=_estimate_laws),
    "deviations": Check(function_laws=_deviations_laws),
    "condition": Check(function_laws=_condition_laws),
    "chain_regressor": Check(
        function_laws=lambda f, own: _regressor_laws(f),
        visible=(Case(visible_arguments()),)),
    "base_count": Check(
        function_laws=lambda f, own: _count_laws(f),
        visible=(Case((*visible_arguments()[:3], DOWN)),)),
}
