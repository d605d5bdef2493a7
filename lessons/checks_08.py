"""What lesson 8 says about answers: one line each, in the language of the notebook."""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy as sp

from lessons.mass_points import WEIGHT, Points, lift, loader
from lessons.reading import Unfit, at, check, letters, near, numbers, slip, value
from lessons.tools import turn
from lessons.words import _, number
from robokit.inertia import Body, point

m, l, g = sp.symbols("m l g", positive=True)
q, u, w = sp.symbols("q u w", real=True)
ARM = loader()
POSTURE = np.array([0.4, -0.5, 0.2, 0.6])            # of exercise 3
HALF = 24                                            # of 81 points of the lift, in exercise 5
ROUNDED = 0.3          # N·m in exercise 3: what the digits of its printed tables leave open
HEAVIEST, LONGEST, SLOWEST = 40, 0.5, 1.9            # kg, m, s in exercise 6
SMALLER = np.array([80, 150, 200, 80])               # N·m, N·m, N, N·m in exercise 6


# -- exercise 1 ------------------------------------------------------------------------------
@cache
def tumbling():
    """A lump, and of its tumbling the matrix, omega, domega and minus the rate of K."""
    rng = np.random.default_rng(2)
    parts = [point(a, x) for a, x in zip(rng.uniform(0.2, 1, 8), rng.uniform(-0.5, 0.5, (8, 3)))]
    lump: Body = sum(parts[1:], parts[0])
    rates = rng.uniform(-5, 5, (2, 3))

    def tau(t):
        angles = rates[0] * t + rates[1] * t**2 / 2
        return turn("z", angles[0]) @ turn("y", angles[1]) @ turn("x", angles[2])

    def omega(t):
        change = tau(t + 1e-30j).imag / 1e-30 @ tau(t).T
        return np.array([change[2, 1], change[0, 2], change[1, 0]])

    def momentum(t):
        return tau(t) @ lump.J @ tau(t).T @ omega(t)
    step, t = 1e-4, 0.3
    change = [(f(t + step) - f(t - step)) / (2 * step) for f in (omega, momentum)]
    return lump.J, tau(t), omega(t), change[0], -change[1]


@check
def inertia_moment(function):
    """Exercise 1: minus the rate of the angular momentum of a body that tumbles."""
    J, tau, omega, domega, true = tumbling()
    found = numbers(value(function, J.copy(), tau.copy(), omega.copy(), domega.copy()), 3)
    if near(found, true):
        return _("holds: minus the rate of the angular momentum")

    def moment(J, gyro=1):
        return -(J @ domega + gyro * np.cross(omega, J @ omega))
    turned = tau @ J @ tau.T
    return slip(found, (
        (-true, _("the sign: a moment of inertia forces is minus J domega − …")),
        (moment(turned, 0), _("the gyroscopic term is missing")),
        (moment(turned, 2), _("the gyroscopic term is counted twice: the rate of K in frame 0 "
                              "holds it already")),
        (moment(turned, -1), _("the gyroscopic term has the wrong sign: omega × K, not "
                               "K × omega")),
        (moment(J), _("the tensor is not turned: J is given in the axes of the link")),
        (moment(tau @ J), _("tau J alone is no tensor: tau^T is missing on the right")),
        (moment(tau.T @ J @ tau), _("turned the wrong way: tau_0j stands on the left")),
        (tau.T @ true, _("right, but in the axes of the link; frame 0 is asked for")))) or _(
        "does not hold: turn the tensor, then −(J domega + omega × J omega)")


# -- exercise 2 ------------------------------------------------------------------------------
def rod(arm=l / 2, tensor=m * l**2 / 12, weight=g, rate=-1):
    """f along the rod, f across it, mu about the joint of a thin rod that is turned."""
    f = (rate * m * arm * u**2 + m * weight * sp.sin(q), m * arm * w + m * weight * sp.cos(q))
    return [*f, tensor * w + arm * f[1]]


def in_frame_0(f_x, f_y, mu):
    return [f_x * sp.cos(q) - f_y * sp.sin(q), f_x * sp.sin(q) + f_y * sp.cos(q), mu]


@check
def rod_reaction(answer):
    """Exercise 2: [f_x, f_y, mu] of a thin rod, in letters."""
    found = letters(answer, (3,), (m, l, g, q, u, w))
    slips = (
        (rod(weight=-g), _("the weight has the wrong sign: the reaction holds it up")),
        (rod(weight=0), _("the weight is missing")),
        (rod(rate=1), _("along the rod the acceleration points to the joint: −u² l / 2")),
        (rod(rate=0), _("the centripetal acceleration is missing in f_x")),
        (rod(arm=l, tensor=0), _("this is the acceleration of the tip; the mass centre is half as "
                                 "far out")),
        (rod(tensor=0), _("both forces are right; mu has the moment of m dV, but J domega is "
                          "missing")),
        (rod(tensor=m * l**2 / 3), _("both forces are right; m l² / 3 is J about the joint, and "
                                     "the lever arm counts that part once more")),
        ([*rod()[:2], m * l**2 * w / 12], _("both forces are right; mu lacks the moment of the "
                                            "force at the mass centre")),
        (in_frame_0(*rod()), _("right, but in the axes of frame 0; frame 1 is asked for")),
        ([rod()[1], rod()[0], rod()[2]], _("f_x and f_y have changed places")),
        ([-x for x in rod()], _("this is what the rod does to the base; the reaction on the rod is "
                                "the opposite")))
    places = [{"m": 2.0, "l": 0.7, "g": 9.81, "q": 0.6, "u": 1.3, "w": 0.9},
              {"m": 0.8, "l": 1.1, "g": 9.81, "q": -0.4, "u": -0.7, "w": -2.1}]
    values = np.array([at(found, **place) for place in places])
    for wrong, said in ((rod(), _("holds: (8.4) and (8.6) for one link")), *slips):
        if near(values, [at(np.array(wrong), **place) for place in places]):
            return said
    return _("does not hold: m dV − F_B first, then its moment with the arm l / 2, then J domega")


# -- exercise 3 ------------------------------------------------------------------------------
@cache
def at_rest():
    s = ARM.at(POSTURE, np.zeros(4), np.zeros(4))
    return s, *(np.array([x(i, loads=WEIGHT) for i in (1, 2, 3, 4)]) for x in (s.f, s.mu))


def handed_in():
    """A student's reactions of the loader at rest: f (4, 3), N, and mu (4, 3), N·m, in frame 0."""
    s, f, mu = at_rest()
    mu = mu.copy()
    mu[2] -= np.cross(s.t(3) - s.t(2), f[2])
    return f.copy(), mu


@check
def bearings(joint, mended):
    """Exercise 3: the joint whose moment is wrong, and the right moment. (3,)"""
    chosen = float(numbers(joint))
    right = {1: _("link 1 is in balance with these rows: row 1 is right"),
             2: _("row 2 is right: test it against row 4, over both links at once"),
             4: _("row 4 is right: only link 4 hangs on joint 4")}
    if chosen in right:
        return right[chosen]
    if chosen != 3:
        return _("the answer needs the number of a joint, 1 to 4")
    s, f, mu = at_rest()
    found, true = numbers(mended, 3), mu[2]
    L, r = s.t(3) - s.t(2), s.t(3, ARM.r[2]) - s.t(3)

    def same(a):
        return np.allclose(found, a, rtol=0, atol=ROUNDED)
    if same(true):
        return _("holds: with this moment links 2 and 3 are in balance")
    for wrong, said in (
            (handed_in()[1][2], _("the joint is found; this is its moment as the student has it")),
            (-true, _("the joint is found; this is what link 3 does to link 2")),
            (true - np.cross(L + r, f[2]), _("the joint is found; this is the moment about the "
                                             "mass centre of link 3")),
            (true - mu[3], _("the joint is found; the moment of the next joint, mu_4, is missing")),
            (np.cross(L + r, ARM.m[2] * 9.81 * np.array([0, 0, 1])),
             _("the joint is found; this is link 3 alone, without what hangs on it")),
            (mu[3] + np.cross(L + r, f[2]), _("the joint is found; the moment of f_4 at the other "
                                              "end of the link is missing")),
            (s.tau(3, 0) @ true, _("the joint is found; this is right in the axes of frame 3, the "
                                   "table is in those of frame 0"))):
        if same(wrong):
            return said
    return _("the joint is found; its moment is another one: mu_3 = mu_4 + (L + r) × f_3 − r × f_4")


# -- exercise 4 ------------------------------------------------------------------------------
SLIPS = ("gravity", "weight", "gyro", "turned", "rest", "origin", "arm", "own", "range", "minus")


def drive(s, i, made=""):
    """(8.10) for drive i of the loader under its weights, or with a slip."""
    total = 0.0
    links = range(1, i + 1) if made == "range" else [i] if made == "own" else range(i, 5)
    for j in links:
        r = np.zeros(3) if made == "origin" else ARM.r[j - 1]
        tau = np.eye(3) if made == "turned" else s.tau(0, j)
        J, omega = tau @ ARM.J[j - 1] @ tau.T, s.omega(j)
        fall = np.array(WEIGHT.gravity) * {"gravity": -1, "weight": 0}.get(made, 1)
        turning = J @ s.domega(j) + (made != "gyro") * np.cross(omega, J @ omega)
        net = ARM.m[j - 1] * ((made != "rest") * s.dV(j, r) - fall)
        D = s.D(j, i, np.zeros(3) if made in ("origin", "arm") else ARM.r[j - 1])
        total += (made != "rest") * s.c(i) @ turning + D @ net
    return -total if made == "minus" else total


@cache
def moving():
    """A place of the fast lift: (q, dq, ddq), its state, and the drives by virtual work."""
    now = tuple(x[30] for x in lift(1.2)[:3])
    return now, ARM.at(*now), Points(ARM, *now, WEIGHT).drives()


@check
def one_drive(function):
    """Exercise 4: (8.10), told from virtual work on mass points."""
    now, s, true = moving()
    found = []
    for i in (1, 2, 3, 4):
        found.append(float(numbers(value(function, *(x.copy() for x in now), i))))
    if near(found, true):
        return _("holds: the virtual work of mass points gives the same four drives")
    said = (_("gravity points upwards here: F_B = m g with g = (0, 0, −9.81)"),
            _("the weights are missing: they belong to F_B"),
            _("the gyroscopic term is missing; a test by power would not have seen it"),
            _("the tensors are not turned into frame 0"),
            _("this holds the arm at rest; what the motion asks for is missing"),
            _("dV and D are those of the origins; (8.10) needs the mass centres"),
            _("dV is that of the mass centres, but D is still that of the origins"),
            _("only link i is counted; all links from i to n hang on joint i"),
            _("the sum runs from 1 to i; the links beyond joint i are those from i to n"),
            _("all signs are turned round: this is what the arm does to its drives"))
    return slip(np.array(found), [([drive(s, i, made) for i in (1, 2, 3, 4)], words)
                                  for made, words in zip(SLIPS, said)]) or _(
        "does not hold: virtual work on mass points gives other drives")


# -- exercise 5 ------------------------------------------------------------------------------
def at_the_same_place(seconds):
    """The boom's drive at 0.3 of the time of a lift, and what it holds there at rest. N·m"""
    now = [x[HALF] for x in lift(seconds)[:3]]
    return ARM.inverse_dynamics(*now, WEIGHT)[1], ARM.static_drives(now[0], WEIGHT)[1]


@check
def other_times(fast, slow):
    """Exercise 5: the boom's drive at the same place of lifts in 1.2 s and 4.8 s."""
    found = np.array([float(numbers(fast)), float(numbers(slow))])
    mu, rest = at_the_same_place(2.4)

    def same(twice, half):
        return np.allclose(found, [twice, half], atol=0.6)
    if same(rest + 4 * (mu - rest), rest + (mu - rest) / 4):
        return _("holds: the weights stay, the rest goes with the square of the speed")
    for twice, half, said in (
            (2 * mu, mu / 2, _("the weights do not know how fast the arm moves; take them off "
                               "first")),
            (4 * mu, mu / 4, _("the square is right, but only for what is above the weights")),
            (rest + 2 * (mu - rest), rest + (mu - rest) / 2,
             _("what is above the weights goes with the square of the speed: four times, a "
               "quarter")),
            (rest + (mu - rest) / 4, rest + 4 * (mu - rest), _("the two lifts have changed "
                                                               "places")),
            (4 * (mu - rest), (mu - rest) / 4, _("the weights have to be added again")),
            (mu, mu, _("then the drive would push the same however fast the arm moves"))):
        if same(twice, half):
            return said
    return _("does not hold: the drive is the part of the weights and a part that goes with the "
             "square of the speed")


# -- exercise 6 ------------------------------------------------------------------------------
@check
def balanced(mass, distance, seconds):
    """Exercise 6: a counterweight and a time with which four smaller drives manage the lift."""
    mass, distance, seconds = (float(numbers(x)) for x in (mass, distance, seconds))
    if not (0 <= mass <= HEAVIEST and 0 <= distance <= LONGEST):
        raise Unfit(_("the counterweight lies outside: mass from 0 to 40 kg, distance from 0 to "
                      "0.5 m"))
    if not 0 < seconds <= SLOWEST:
        return _("does not hold: the lift may take no longer than 1.9 s")
    plain, share = (np.abs(arm.inverse_dynamics(*lift(seconds)[:3], WEIGHT)).max(0) / SMALLER
                    for arm in (ARM, loader(counterweight=point(mass, (0, 0, -0.3 - distance)))))
    if share.max() <= 1:
        return _("holds: the drives reach {share} of their data sheets at most").format(
            share=number(share.max()))
    if max(plain[2], plain[3]) > 1:
        return _("does not hold: this is too fast for the slide or the wrist, and no counterweight "
                 "on the boom helps them")
    if share[1] > 1:
        what = (_("does not hold: the boom's drive reaches {share} of its data sheet; the "
                  "counterweight takes nothing off it") if share[1] > plain[1] - 1e-9 else
                _("does not hold: the boom's drive still reaches {share} of its data sheet"))
        return what.format(share=number(share[1]))
    return _("does not hold: the column has to swing the counterweight too, and reaches {share} of "
             "its data sheet; its inertia goes with the square of the distance").format(
                 share=number(share[0]))
