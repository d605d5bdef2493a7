"""Assignment 8: forces and moments, drives, statics (section 8)."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.judging import (
    TYPED,
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    Matrix,
    Row,
    Task,
    Vector,
    on_own,
)
from robokit import Loads, Mechanism

from ..shared import terms
from ..shared.drawing import SIGMA, own_chain
from ..shared.figures import scheme
from .checks import CHECKS, DOWN, JOINT, LAST, TROLLEY, body
from .steps import LinkLoad, Steps


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a chain revolute - prismatic - revolute in motion, with loads."""
    def degrees(*shape):
        return np.round(rng.choice([-90, 0, 90], shape) + rng.uniform(15, 75, shape), 1)

    def away(low, high, *shape, digits=2):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), digits)
    given = {"sigma": SIGMA, "angles_deg": degrees(3, 3).tolist(),
             "l": away(0.15, 0.6, 3, 3).tolist(),
             "q": [float(degrees()), round(float(rng.uniform(0.25, 0.7)), 2), float(degrees())],
             "m": np.round(rng.uniform(1.5, 5, 3), 2).tolist(),
             "r": away(0.08, 0.3, 3, 3).tolist(),
             "J": [body(rng).round(4).tolist() for _ in range(3)],
             "F": away(8, 30, 3, digits=1).tolist(), "point": away(0.15, 0.4, 3).tolist()}
    return given | _kinematics(given, away(1.5, 3.5, 3), away(2, 8, 3))


def _kinematics(v, dq, ddq) -> dict:
    """What sections 5 and 7 find for the three links, to three digits behind the point."""
    robot = Mechanism(v["sigma"], np.radians(v["angles_deg"]), v["l"])
    q = [np.radians(x) if turns else x for x, turns in zip(v["q"], v["sigma"])]
    s = robot.at(q, dq, ddq)
    rows = {"omega": [s.omega(j) for j in (1, 2, 3)], "domega": [s.domega(j) for j in (1, 2, 3)],
            "dV": [s.dV(j, v["r"][j - 1]) for j in (1, 2, 3)]}
    return {name: (np.round(x, 3) + 0.0).tolist() for name, x in rows.items()}


# -- the student's own arm -----------------------------------------------------------------------
def own_links(rules, v, s, moving=True):
    """The three links with their loads; at rest with moving=False and without the force F."""
    links = []
    for k in range(3):
        motion = {name: np.array(v[name][k]) for name in ("omega", "domega", "dV")}
        links.append(LinkLoad(v["m"][k], np.array(v["r"][k]), s.tau(0, k + 1), np.array(v["J"][k]),
                              **motion if moving else {}))
    if moving:
        links[-1].F = np.array(v["F"])
    return links


def _tensor(rules, v):
    return rules.tensor_in_base(own_chain(rules, v).tau(0, LAST), np.array(v["J"][LAST - 1]))


def _inertia_moment(rules, v, tensor=None):
    """M_I3^(0), from the student's own J_3^(0) if it leaves the gyroscopic term its work."""
    omega, domega = (np.array(v[name][LAST - 1]) for name in ("omega", "domega"))
    if tensor is not None:
        sizes = [np.abs(x).max() for x in (rules.gyroscopic(tensor, omega), tensor @ domega)]
        if sizes[0] < 10 * TYPED * max(1, sizes[1]):             # nobody would miss the term
            tensor = None
    tensor = _tensor(rules, v) if tensor is None else tensor
    return rules.moment_of_inertia_forces(tensor, omega, domega)


def _force(rules, v):
    return rules.joint_force(own_links(rules, v, own_chain(rules, v)), JOINT, DOWN)


def _moment(rules, v, inertia_moment=None):
    """mu_2^(0), with the student's own M_I3 if there is one."""
    s = own_chain(rules, v)
    moment = rules.joint_moment(s, own_links(rules, v, s), JOINT, DOWN)
    if inertia_moment is None:
        return moment
    return moment + _inertia_moment(rules, v) - inertia_moment


def _along_axis(rules, v, force=None, moment=None):
    """mu_D2 of the slide and mu_Z2, which its guide holds; from own f_2 and mu_2 if there are."""
    s = own_chain(rules, v)
    links = own_links(rules, v, s)
    drive = (rules.joint_drive(s, v["sigma"], links, JOINT, DOWN) if force is None
             else rules.along_axis(s, JOINT, force))
    moment = rules.joint_moment(s, links, JOINT, DOWN) if moment is None else moment
    return np.array([drive, rules.along_axis(s, JOINT, moment)])


def _held(rules, v):
    """mu_D at rest under the weights and F at the point of link 3."""
    s = own_chain(rules, v)
    links, F = own_links(rules, v, s, moving=False), np.array(v["F"])
    links[-1].F = F
    links[-1].M = rules.reduced(links[-1].tau, links[-1].r, v["point"], F)
    return rules.joint_drives(s, v["sigma"], links, DOWN)


def _printed_gap(rules, v, force=None):
    """(8.4) as printed for i = 2, less f_2 on the axes of frame 2."""
    s = own_chain(rules, v)
    links = own_links(rules, v, s)
    printed = sum(s.tau(JOINT, j) @ rules.net_force(links[j - 1], DOWN) for j in (2, 3))
    return printed - s.tau(JOINT, 0) @ (_force(rules, v) if force is None else force)


# -- functions -------------------------------------------------------------------------------------
def static_drives(rules, v, angles, l, sigma, m, r, q, g, F, M):
    s = rules.at(angles, l, sigma, q)
    links = [LinkLoad(m[k], r[k], s.tau(0, k + 1), F=F[k], M=M[k]) for k in range(len(sigma))]
    return rules.joint_drives(s, sigma, links, g)


def inverse_dynamics(rules, v, angles, l, sigma, m, r, J, q, dq, ddq, g):
    s, links = rules.in_motion(angles, l, sigma, m, r, J, q, dq, ddq)
    return rules.joint_drives(s, sigma, links, g)


def _own_dynamics(rules, v, *chain, inertia_moment_of):
    def own(tau, J, omega, domega):
        return inertia_moment_of(J, tau, omega, domega)
    return inverse_dynamics(on_own(rules, inertia_moment=own), v, *chain)


def _moment_terms(rules, v, J, tau, omega, domega):
    tensor = rules.tensor_in_base(tau, J)
    return {"J domega": -tensor @ domega, "gyroscopic term": -rules.gyroscopic(tensor, omega)}


def _static_terms(rules, v, angles, l, sigma, m, r, q, g, F, M):
    """Weight, force and moment of each link, as the drives hold them."""
    def alone(weight=0, force=0, moment=0):
        only = [np.arange(1, len(m) + 1) == k for k in (weight, force, moment)]
        return static_drives(rules, v, angles, l, sigma, m * only[0], r, q, g,
                             F * only[1][:, None], M * only[2][:, None])
    return {f"{name} of link {k}": alone(**{name: k}) for k in range(1, len(m) + 1)
            for name in ("weight", "force", "moment")}


def _drive_terms(way):
    """By motion (0) or by links (1), see `terms.of_drives`."""
    def parts(rules, v, angles, l, sigma, m, r, J, q, dq, ddq, g):
        robot = Mechanism(sigma, angles, l, m, r, J)
        return terms.of_drives(robot, q, dq, ddq, Loads(gravity=tuple(map(float, g))))[way]
    return parts


def _section_terms(rules, v, angles, l, sigma, m, r, J, q, dq, ddq, g):
    """By the addends of (8.10): m dV, J domega, gyroscopic terms, weights."""
    s, links = rules.in_motion(angles, l, sigma, m, r, J, q, dq, ddq)
    arms = {(i, j): rules.arm(s, j, i, r[j - 1]) for i in range(1, 5) for j in range(i, 5)}
    parts = {name: np.zeros(4) for name in ("m dV", "J domega", "gyroscopic term", "weight")}
    for (i, j), arm in arms.items():
        link, axis = links[j - 1], rules.carried(s, 0, i)
        tensor = rules.tensor_in_base(link.tau, link.J)
        for name, force in (("m dV", link.m * link.dV), ("weight", -rules.weight_of(link.m, g))):
            parts[name][i - 1] += axis @ (rules.turning(arm, force) if sigma[i - 1] else force)
        if sigma[i - 1]:
            parts["J domega"][i - 1] += axis @ (tensor @ link.domega)
            parts["gyroscopic term"][i - 1] += axis @ rules.gyroscopic(tensor, link.omega)
    return parts


# -- hidden inputs -----------------------------------------------------------------------------
def _tensors(rng, v):
    cases = []
    for _ in range(5):
        tau = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        cases.append(Case((body(rng), tau * np.linalg.det(tau), *rng.uniform(-3, 3, (2, 3)))))
    return cases


def _chains(rng):
    for group, sigma in (("revolute joints", [1, 1, 1, 1]), ("revolute joints", [1, 1, 1, 1]),
                         ("revolute joints", [1, 1, 1, 1]), ("prismatic joints too", [1, 0, 1, 1]),
                         ("prismatic joints too", [0, 1, 1, 0]),
                         ("prismatic joints too", [1, 1, 0, 1]),
                         ("prismatic joints too", [0, 1, 0, 1])):
        yield (group, rng.uniform(-2, 2, (4, 3)), rng.uniform(-0.8, 0.8, (4, 3)), np.array(sigma),
               rng.uniform(0.5, 3, 4), rng.uniform(-0.4, 0.4, (4, 3)), rng.uniform(-1.5, 1.5, 4))


def _gravity(rng):
    g = rng.normal(size=3)
    return 9.81 * g / np.linalg.norm(g)


def _statics(rng, v):
    return [Case((angles, l, sigma, m, r, q, _gravity(rng), *rng.uniform(-20, 20, (2, 4, 3))),
                 group)
            for group, angles, l, sigma, m, r, q in _chains(rng)]


def _dynamics(rng, v):
    return [Case((angles, l, sigma, m, r, np.array([body(rng) for _ in range(4)]), q,
                  *rng.uniform(-2, 2, (2, 4)), _gravity(rng)), group)
            for group, angles, l, sigma, m, r, q in _chains(rng)]


def _letters(rng, v):
    return [Case(dict(zip(TROLLEY, map(float, rng.uniform(0.4, 1.6, len(TROLLEY))))))
            for _ in range(7)]


def trolley(rules, v, phi, dphi, w_1, w_2, m_1, m_2, d, I, g_0):
    """The drives of a trolley on a level rail with a swinging arm, see the task."""
    letters = any(isinstance(x, sp.Basic) for x in (phi, dphi, w_1, w_2, m_1, m_2, d, I, g_0))
    zero, quarter = (sp.S.Zero, sp.pi / 2) if letters else (0.0, np.pi / 2)
    tensors = [np.diag([zero] * 3), np.diag([I / 2, I / 2, I])]       # a flat arm
    s, links = rules.in_motion(
        np.array([[-quarter, zero, zero], [zero] * 3]), np.array([[zero] * 3] * 2), [0, 1],
        [m_1, m_2], np.array([[zero] * 3, [-d, zero, zero]]), tensors,
        [zero, phi], [zero, dphi], [w_1, w_2])
    return rules.joint_drives(s, [0, 1], links, np.array([-g_0, zero, zero]))


def _trolley_terms(rules, v, phi, dphi, w_1, w_2, m_1, m_2, d, I, g_0):
    """Lagrange's equations of trolley and arm, addend by addend."""
    c, s = np.cos(phi), np.sin(phi)
    return {"mass of the trolley": np.array([m_1 * w_1, 0]),
            "mass of the arm": np.array([m_2 * w_1, 0]),
            "turning arm on the trolley": np.array([m_2 * d * w_2 * c, 0]),
            "centrifugal force of the arm": np.array([-m_2 * d * dphi**2 * s, 0]),
            "tensor of the arm": np.array([0, I * w_2]),
            "mass of the arm on its circle": np.array([0, m_2 * d**2 * w_2]),
            "pushed arm": np.array([0, m_2 * d * w_1 * c]),
            "weight of the arm": np.array([0, m_2 * g_0 * d * s])}


SIGNS = ("gravity_up", "gravity_lost", "gravity_twice", "reaction_sign")
LOADS = ("load_sign", "load_lost")
ARMS = ("arm_next", "arm_base", "arm_to_origin", "moment_reversed")
RUBRICS = {
    "explain_power": (
        Row(1, "Names the term: the gyroscopic term lam(omega) J omega does no work, omega times "
               "it is zero, so it drops out of the sum of mu_Di dq_i; a balance of power cannot "
               "miss it.",
            "Which term of the moments is at right angles to omega, and what is its power?",
            "The term is named; say why a balance of power cannot miss it."),
        Row(1, "Says where it does act: the single drives and the bearings; an example such as a "
               "leaning body that turns steadily, with the moment that the axis holds.",
            "It does no work, but something has to hold it: where does it act?",
            "The place is right; give an example with the moment that is held."),
        Row(1, "Gives a test that finds it, worked on numbers that a reader can repeat: the rate "
               "of the angular momentum by finite differences, mass points, or Lagrange's "
               "equations for one drive.",
            "A test is asked for that finds the missing term, worked on numbers.",
            "The test would find it; work it on numbers that a reader can repeat."),
    ),
}
ASSIGNMENT = Assignment(
    section="8",
    draw=draw,
    figure=scheme,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("tensor", 1, "section 8.2", Matrix(), questions=("8.1",), reference=_tensor,
             advice="About a direction n of frame 3, which is `tau_03 @ n` in frame 0, the moment "
                    "of inertia `n @ J @ n` is the same by both tensors. No mass enters.",
             mistakes=("tensor_unturned", "tensor_back", "tensor_half_turned", "degrees")),
        Task("inertia_moment", 2, "(8.5), section 8.2", Vector(3, "N·m"), questions=("8.1",),
             advice="Carry omega and domega to frame 3, work out (8.5) there with `v.J[2]`, and "
                    "carry the result back, `tau_03 @ M`: both ways must agree.",
             reference=_inertia_moment,
             mistakes=("gyro_lost", "gyro_twice", "gyro_reversed", "inertia_sign",
                       "tensor_unturned", "tensor_half_turned"),
             own=("tensor",), follow=_inertia_moment),
        Task("force", 2, "(8.3), section 8.1", Vector(3, "N"), questions=("8.1", "8.2"),
             advice="Set dV and F to zero, `0 * v.dV`: what is left holds links 2 and 3 up. Then "
                    "add one addend at a time.",
             reference=_force,
             mistakes=(*SIGNS, "gravity_axis", "gravity_in_link", "load_lost", "inertia_sign",
                       "beyond_lost", "links_before")),
        Task("moment", 3, "(8.6), section 8.2", Vector(3, "N·m"), questions=("8.1", "8.2"),
             advice="Go link by link: mu_3 first, then the balance of link 2 about its mass "
                    "centre, with the arms `np.cross(arm, f)`. Both ways must agree.",
             reference=_moment,
             mistakes=(*ARMS, *SIGNS, "gravity_axis", "gravity_in_link", *LOADS, "beyond_lost"),
             own=("inertia_moment",), follow=_moment),
        Task("along_axis", 2, "(8.8) and (8.9), section 8.3", Vector(2), questions=("8.3", "8.4"),
             advice="First the force, then the moment. Take the part along Z_1 away, "
                    "`f - f_Z * tau_01[:, 2]`: the rest stands at right angles to Z_1.",
             reference=_along_axis,
             mistakes=("axis_next", "slide_moment", "arm_next", *SIGNS),
             own=("force", "moment"), follow=_along_axis),
        Task("held", 2, "section 8.5", Vector(3), questions=("8.4", "8.5"), reference=_held,
             advice="Move one joint by a small h, `q + h * np.eye(3)[i]`: drive times h is minus "
                    "the work of the weights at the mass centres and of `v.F` at `v.point`.",
             mistakes=(*SIGNS, "gravity_axis", "gravity_in_link", *LOADS, "not_reduced", "arm_next",
                       "slide_moment", "turn_force", "axis_next")),
        Task("inertia_moment_of", 2, "(8.5), section 8.2", Function(Vector(3, "N·m")),
             questions=("8.1",),
             advice="Try `tau = np.eye(3)` and a diagonal J by hand. Then turn tau, omega and "
                    "domega by one more matrix: the moment must turn along.",
             reference=lambda rules, v, J, tau, omega, domega: rules.inertia_moment(
                 tau, J, omega, domega),
             cases=_tensors,
             mistakes=("gyro_lost", "gyro_twice", "gyro_reversed", "inertia_sign",
                       "tensor_unturned", "tensor_back", "tensor_half_turned"),
             terms=_moment_terms),
        Task("static_drives", 3, "section 8.5", Function(Vector(4)), questions=("8.4", "8.5"),
             advice="Load one link only, `m[k] = 1`, and move one joint by a small h: drive times "
                    "h is minus the work of all weights, forces and moments.",
             reference=static_drives, cases=_statics,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=(*ARMS, *SIGNS, "gravity_fixed", "gravity_in_link", *LOADS, "beyond_lost",
                       "links_before", "slide_moment", "turn_force", "axis_next"),
             terms=_static_terms),
        Task("inverse_dynamics", 4, "(8.10), section 8.4", Function(Vector(4)),
             questions=("8.4", "8.5"),
             advice="One thing at a time: rest under gravity, then `g = 0 * g` with one rate, "
                    "then with one second rate, mass on one link only. Check `motion` first.",
             reference=inverse_dynamics, cases=_dynamics,
             own=("inertia_moment_of",), follow=_own_dynamics,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("arm_next", "arm_to_origin", "moment_reversed", *SIGNS, "gravity_fixed",
                       "gravity_in_link", "inertia_sign",
                       "gyro_lost", "gyro_twice", "tensor_unturned", "tensor_half_turned",
                       "origin_acceleration", "centre_spin_lost", "links_before", "slide_moment",
                       "axis_next"),
             terms=(_section_terms, _drive_terms(0), _drive_terms(1))),
        Task("trolley_drives", 2, "(8.10), section 8.4", Expression(TROLLEY, Vector(2)),
             questions=("8.4", "8.5"),
             advice="Write Lagrange's equations with sympy: `place = [x + d*sp.sin(phi), "
                    "-d*sp.cos(phi)]`, then both energies. The drives must come out the same.",
             reference=trolley, cases=_letters, terms=_trolley_terms,
             mistakes=(*SIGNS, "slide_moment", "beyond_lost", "centre_spin_lost",
                       "arm_to_origin", "moment_reversed")),
        Task("printed_frame", 1, "(8.4), section 8.1", Choice(
            ("a", "b", "c", "d"),
            {"a": "for the last link tau_nn is the unit matrix; compare a vector's three "
                  "components in frame n with those in frame 0",
             "c": "turn a link by 90 degrees about Z and take a force along X of frame 0; compare "
                  "its components in the link, off a sketch, with `tau_01 @ [1, 0, 0]`",
             "d": "take the last joint, i = n, and count the links that hang on it"}),
             questions=("8.2",), reference=lambda rules, v: "b"),
        Task("printed_gap", 2, "(8.4), section 8.1", Vector(3, "N"), questions=("8.2",),
             advice="If frames 0, 2 and 3 were parallel, print and truth would agree: with "
                    "`np.eye(3)` for their matrices your gap must vanish. Print comes first.",
             reference=_printed_gap, own=("force",), follow=_printed_gap),
    ),
)
