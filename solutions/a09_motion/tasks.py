"""Assignment 9: equations of motion and the forward problem (section 9, appendix 5)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    JointAngles,
    Matrix,
    Number,
    Row,
    Task,
    Vector,
    on_own,
)
from robokit import Loads, Mechanism

from ..shared import terms
from ..shared.checks import body
from ..shared.drawing import SIGMA, chain, own_chain
from ..shared.figures import scheme
from ..shared.steps import rate_of
from .checks import CHECKS
from .steps import Steps

LETTERS = ("q_2", "m", "r", "e", "d", "I_1", "I_a", "I_t")
RATE_LETTERS = ("q_2", "u_1", "u_2", "m", "r", "e", "d", "I_a", "I_t")
SECONDS = 0.6                               # for which the crane's drives are off


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a chain revolute - prismatic - revolute, and a jib crane."""
    def degrees(*shape):
        return np.round(rng.choice([-90, 0, 90], shape) + rng.uniform(15, 75, shape), 1)

    def away(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 2)

    def positive(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)
    return {
        "sigma": SIGMA,
        "angles_deg": degrees(3, 3).tolist(),
        "l": away(0.15, 0.6, 3, 3).tolist(),
        "q": [float(degrees()), positive(0.25, 0.7), float(degrees())],
        "ddq": away(0.6, 2.5, 3).tolist(),
        "m_3": positive(3, 7),
        "r_3": away(0.08, 0.3, 3).tolist(),
        "J_3": np.round(body(rng), 3).tolist(),
        "crane": {"m": positive(25, 60, 1), "r": positive(0.9, 1.5), "e": positive(0.2, 0.5),
                  "d": positive(0.25, 0.5), "I_1": positive(2, 6), "I_a": positive(0.3, 1.2),
                  "I_t": positive(5, 12), "q_2": positive(25, 65, 1),
                  "dq": away(1.2, 2.2, 2).tolist(), "mu": away(40, 160, 2).tolist()},
    }


# -- the student's own chain: link 3 alone takes part in row 3 of A -------------------------------
def _tensor(rules, v):
    return rules.tensor_in_base(own_chain(rules, v).tau(0, 3), np.array(v["J_3"]))


def _row(rules, v, tensor_0=None, a_33=None):
    """a_31, a_32, a_33, from the student's own tensor and a_33 where there are such."""
    J_0 = _tensor(rules, v) if tensor_0 is None else tensor_0
    row = rules.last_row(own_chain(rules, v), v["sigma"], v["m_3"], v["r_3"], J_0)
    return row if a_33 is None else np.append(row[:2], a_33)


def _a_33(rules, v, tensor_0=None):
    return _row(rules, v, tensor_0)[2]


def _missed(rules, v, row_3=None):
    return rules.missed(_row(rules, v) if row_3 is None else row_3, v["ddq"])


# -- the student's crane --------------------------------------------------------------------------
def _lifted(rules, v):
    return rules.radians(v["crane"]["q_2"])


def _crane_b(rules, v, q_2, u_1, u_2, crane_A=None, **p):
    """b, from the slope of the student's own A where there is one."""
    if crane_A is not None:
        p["I_1"] = v["crane"]["I_1"]            # the column's moment of inertia has no slope
        slope = rate_of(lambda t: crane_A(q_2=q_2 + t, **p))
        rules = on_own(rules, crane_slope=lambda p, q_2: slope)
    return rules.crane_b(p, q_2, (u_1, u_2))


def _crane_ddq(rules, v, crane_A=None, crane_b=None):
    p, rules = v["crane"], _with_own(rules, crane_A, crane_b)
    return rules.crane_ddq(p, _lifted(rules, v), np.array(p["dq"]), np.array(p["mu"]))


def _fall(rules, v, crane_A=None, crane_b=None):
    p, rules = v["crane"], _with_own(rules, crane_A, crane_b)
    return rules.crane_fall(p, np.array([0.0, _lifted(rules, v)]), np.array(p["dq"]), SECONDS)


# -- follow-through: own A and b, known at places of the jib all round, hold between them as well --
NODES = 12                                  # exact for products of up to five sines and cosines
AROUND = 2 * np.pi * np.arange(NODES) / NODES
SINGLE = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))       # rates that make out a quadratic form
SOME_RATES = (0.7, -1.1)


def _cranes(v) -> tuple[dict, dict]:
    """The letters' values for the student's crane, and for one of other sizes."""
    p = {name: v["crane"][name] for name in LETTERS[1:]}
    return p, {name: round(x * (1.3 - 0.1 * k), 3) for k, (name, x) in enumerate(p.items())}


def periodic(values):
    """(q, order) -> the function with these values all round, or its derivative."""
    k, c = 1j * np.fft.fftfreq(NODES, 1 / NODES), np.fft.fft(values, axis=0) / NODES
    c[NODES // 2] = 0
    rows = c.reshape(NODES, -1)

    def at(q, order=0):
        waves = np.exp(k * q)
        return ((k**order * waves if order else waves)[None] @ rows).reshape(c.shape[1:]).real
    return at


def _own_A(crane_A):
    """The student's A of the own crane as a function of q_2."""
    return periodic(np.array(crane_A[-2 * NODES:-NODES]))


def _own_b(crane_b):
    """The student's b of the own crane as a function of q_2 and the rates."""
    places = np.array(crane_b[-4 * NODES:-NODES]).reshape(3, NODES, 2)
    all_three = periodic(places.swapaxes(0, 1))

    def b(q_2, u):
        one, two, both = all_three(q_2)
        return one * u[0]**2 + two * u[1]**2 + (both - one - two) * u[0] * u[1]
    return b


def _with_own(rules, crane_A, crane_b):
    """The rules with the student's own A and b of the crane, where there are such."""
    steps = {}
    if crane_A is not None:
        A = _own_A(crane_A)
        steps["crane_A"] = lambda self, p, q_2: A(q_2)
    if crane_b is not None:
        b = _own_b(crane_b)
        steps["crane_b"] = lambda self, p, q_2, u: b(q_2, u)
    return type("WithOwn", (type(rules),), steps)()


# -- any chain ------------------------------------------------------------------------------------
def _chain_A(rules, v, angles, l, sigma, m, r, J, q):
    return rules.inertia_matrix(rules.at(angles, l, sigma, q), sigma, m, r, J)


def _chain_b(rules, v, angles, l, sigma, m, r, J, q, dq):
    return rules.chain_b(rules.at(angles, l, sigma, q), sigma, dq, m, r, J)


def _chain_ddq(rules, v, angles, l, sigma, m, r, J, q, dq, mu, gravity):
    return rules.chain_ddq(rules.at(angles, l, sigma, q), sigma, dq, m, r, J, mu, gravity)


def _own_rates(rules, v, angles, l, sigma, m, r, J, q, dq, chain_A):
    """b from the student's own A: its rate times dq, less half of the slopes of dq A dq."""
    q, dq = np.asarray(q), np.asarray(dq)
    slopes = np.array([rate_of(lambda t: chain_A(angles, l, sigma, m, r, J, q + t * e))
                       for e in np.eye(len(q))])
    return np.tensordot(dq, slopes, 1) @ dq - dq @ slopes @ dq / 2


def _own_ddq(rules, v, angles, l, sigma, m, r, J, q, dq, mu, gravity, chain_A=None,
             chain_b=None):
    """The forward problem with the student's own A and b, where there are such."""
    s, inputs = rules.at(angles, l, sigma, q), (angles, l, sigma, m, r, J, q)
    A = rules.inertia_matrix(s, sigma, m, r, J) if chain_A is None else chain_A(*inputs)
    b = rules.chain_b(s, sigma, dq, m, r, J) if chain_b is None else chain_b(*inputs, dq)
    return rules.solved_motion(A, b, rules.pull_of_weights(s, sigma, m, r, gravity), mu)


def _mechanism(angles, l, sigma, m, r, J) -> Mechanism:
    return Mechanism(sigma, angles, l, m, r, J)


def _A_terms(rules, v, *args):
    return terms.of_inertia(_mechanism(*args[:6]), args[6])


def _b_terms(rules, v, *args):
    return terms.of_rates(_mechanism(*args[:6]), *args[6:])


def _b_links(rules, v, *args):
    """The same by links; link 1 alone has no b, whatever it weighs."""
    _, links = terms.of_drives(_mechanism(*args[:6]), *args[6:], np.zeros(3))
    return {name: x for name, x in links.items() if not name.endswith("link 1")}


def _b_slopes(rules, v, *args):
    """By Lagrange: the rate of A times dq, and half the slopes of dq A dq."""
    robot, q, dq = _mechanism(*args[:6]), np.asarray(args[6]), np.asarray(args[7])
    slopes = np.array([rate_of(lambda t: robot.A(q + t * e)) for e in np.eye(len(q))])
    return {"rate of A": np.tensordot(dq, slopes, 1) @ dq,
            "slopes of the kinetic energy": -dq @ slopes @ dq / 2}


def _ddq_terms(rules, v, *args):
    """A^-1 times every addend of the right side."""
    robot, (q, dq, mu, gravity) = _mechanism(*args[:6]), args[6:]
    push = {f"drive of joint {j}": np.where(np.arange(1, 4) == j, mu, 0.0) for j in (1, 2, 3)}
    for k in (1, 2, 3):
        only = Mechanism(robot.sigma, robot.angles, robot.l, np.where(np.arange(1, 4) == k,
                         robot.m, 0.0), robot.r, robot.J)
        push[f"weight of link {k}"] = -only.static_drives(q, Loads(gravity=gravity))
    for name, x in terms.of_rates(robot, q, dq).items():
        kind = "Coriolis terms" if name.startswith("Coriolis") else "centrifugal terms"
        push[kind] = push.get(kind, 0) - x
    return {name: np.linalg.solve(robot.A(q), x) for name, x in push.items()}


def _crane_A_terms(rules, v, q_2, m, r, e, d, I_1, I_a, I_t):
    """What the crane's A is made of: the tensor's parts and the mass's, element by element."""
    c, s = np.cos(q_2), np.sin(q_2)
    turn, lift, both = np.diag([1, 0]), np.diag([0, 1]), np.array([[0, 1], [1, 0]])
    return {"I_1 of the column": I_1 * turn, "I_a of the turning jib": I_a * s**2 * turn,
            "I_t of the turning jib": I_t * c**2 * turn, "I_t of the lifted jib": I_t * lift,
            "mass of the turning jib, outwards": m * (e + r * c)**2 * turn,
            "mass of the turning jib, aside": m * d**2 * turn,
            "mass of the lifted jib": m * r**2 * lift, "coupling": m * d * r * s * both}


def _crane_b_terms(rules, v, q_2, u_1, u_2, m, r, e, d, I_a, I_t):
    """Coriolis and centrifugal terms of the crane: of the jib's tensor and of its mass."""
    c, s = np.cos(q_2), np.sin(q_2)
    slopes = {"tensor": 2 * (I_a - I_t) * s * c, "mass": -2 * m * r * s * (e + r * c)}
    coriolis, thrown = np.array([u_1 * u_2, 0]), np.array([0, -u_1**2 / 2])
    return ({f"Coriolis of the {part}": x * coriolis for part, x in slopes.items()}
            | {f"centrifugal of the {part}": x * thrown for part, x in slopes.items()}
            | {"centrifugal of the lifted mass aside": np.array([m * d * r * c * u_2**2, 0])})


# -- hidden inputs --------------------------------------------------------------------------------
def _chains(rng):
    for group, sigma in (("revolute joints", [1, 1, 1]), ("revolute joints", [1, 1, 1]),
                         ("prismatic joints too", [1, 0, 1]), ("prismatic joints too", [1, 1, 0])):
        angles, sigma, q = chain(rng, sigma)
        yield group, (angles, rng.uniform(-0.8, 0.8, (3, 3)), sigma, rng.uniform(1, 4, 3),
                      rng.uniform(-0.4, 0.4, (3, 3)), np.array([body(rng) for _ in range(3)]), q)


def _inertia_cases(rng, v):
    return [Case(args, group) for group, args in _chains(rng)]


def _rate_cases(rng, v):
    return [Case((*args, rng.uniform(-2, 2, 3)), group) for group, args in _chains(rng)]


def _motion_cases(rng, v):
    return [Case((*args, rng.uniform(-2, 2, 3), rng.uniform(-9, 9, 3), rng.uniform(-9, 9, 3)),
                 group) for group, args in _chains(rng)]


TRIED = 8                                   # sets of random values for the letters


def _crane_cases(names, rates):
    """Random letters; then, for later steps, the student's crane and another one all round.

    rates: those of the own crane, and those of the other.
    """
    def cases(rng, v):
        hidden = [dict(zip(names, map(float, rng.uniform(0.3, 1.4, len(names)))))
                  for _ in range(TRIED)]
        around = [p | {"q_2": float(q)} | dict(zip(("u_1", "u_2"), u))
                  for p, all_rates in zip(_cranes(v), rates) for u in all_rates for q in AROUND]
        return [Case({name: values[name] for name in names}) for values in hidden + around]
    return cases


TENSOR = ("tensor_unturned", "tensor_back", "tensor_half_turned")
PARTS = ("moving_part_lost", "turning_part_lost", "mass_at_origin")
FORWARD = ("weights_reversed", "weights_lost", "rest_lost", "rest_added", "joints_apart")
ROD = {"a": "no rates move the tip along the arm, but all rates move masses: write A of two mass "
            "points for `q_2 = 0` and take `np.linalg.det(A)`",
       "c": "weights stand on the right of (9.5), A is the same without gravity; with the slide "
            "alone in motion the energy `m * dq**2 / 2` is not zero",
       "d": "take rates that leave the gripper where it is; the links between move, and "
            "`dq @ A @ dq / 2` is their energy"}
RUBRICS = {
    "explain_work": (
        Row(1, "Takes the claim apart: the power of b is dq^T b = half dq^T dA/dt dq, in general "
               "not zero; together with the change of A it leaves the energy as it is. That all "
               "of b does no work is not said by the conservation of energy.",
            "Take the claim apart: what is the power of b, and what else changes the energy?",
            "The power is right; say what it makes together with the change of A."),
        Row(1, "Names the terms on an example: Coriolis with two different rates, centrifugal "
               "with the square of one, which joint each acts on and why; a case in which b "
               "vanishes.",
            "Name the terms of b on an example: which rates, which joint, and why.",
            "One kind of term is named; name the other, and a case in which b vanishes."),
        Row(1, "Decides by numbers that a reader can repeat: a motion with b left out, and its "
               "energy or its momentum at two instants, or the balance of power at one; against "
               "the same with b.",
            "Numbers are asked for: a motion with b left out and with it, and what the energy "
            "does.",
            "The motion is there; compare the energy, or the power, with b and without it."),
    ),
}
ASSIGNMENT = Assignment(
    section="9",
    draw=draw,
    figure=scheme,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("tensor_0", 1, "section 9.4", Matrix(), questions=("9.1",), reference=_tensor,
             mistakes=(*TENSOR, "degrees"),
             advice="Turn a vector u along with the link: `u @ J @ u` in frame 3 must be "
                    "`(tau @ u) @ tensor_0 @ (tau @ u)`."),
        Task("a_33", 1, "(9.3), section 9.1", Number("kg·m²"), questions=("9.1", "9.3"),
             reference=_a_33,
             mistakes=("tensor_unturned", *PARTS, "axis_next", "arm_next"),
             advice="Let joint 3 alone turn at 1 rad/s: `a_33 / 2` is the energy of link 3, "
                    "`(m * V @ V + c_3 @ tensor_0 @ c_3) / 2`.",
             own=("tensor_0",), follow=_a_33),
        Task("row_3", 2, "(9.3), section 9.1", Vector(3), questions=("9.1", "9.3"),
             reference=_row,
             mistakes=("tensor_unturned", *PARTS, "axis_next", "arm_next", "arm_base",
                       "slide_as_turn", "slide_speed_lost", "degrees"),
             advice="Let joint i alone move at the rate 1: a_3i is the moment of momentum of link "
                    "3 about axis 3. For the slide it is `m * c_3 @ np.cross(R, D_2)`.",
             own=("tensor_0", "a_33"), follow=_row),
        Task("printed_sum", 2, "section 9.4", Number("N·m"), questions=("9.1", "9.2"),
             reference=_missed, mistakes=("row_from_diagonal", "missed_reversed"),
             advice="Write both sums out for i = 3. The printed one has a single term; the right "
                    "one is `row_3 @ v.ddq`.",
             own=("row_3",), follow=_missed),
        Task("crane_A", 2, "(9.3), section 9.2", Expression(LETTERS, Matrix(2, 2)),
             questions=("9.1", "9.3"),
             reference=lambda rules, v, q_2, **p: rules.crane_A(p, q_2),
             cases=_crane_cases(LETTERS, ([()], [()])),
             mistakes=("tensor_unturned", "moving_part_lost", "turning_part_lost",
                       "coupling_reversed", "coupling_lost"),
             advice="Energy: with `u = sp.Matrix([u_1, u_2])`, `u.T * crane_A * u / 2` must be "
                    "`m * V.dot(V) / 2` and what the column and the jib's turning add.",
             terms=_crane_A_terms),
        Task("crane_b", 2, "(9.1), section 9.3", Expression(RATE_LETTERS, Vector(2)),
             questions=("9.2",),
             reference=_crane_b,
             cases=_crane_cases(RATE_LETTERS, (SINGLE, [SOME_RATES])),
             mistakes=("coriolis_once", "coriolis_lost", "centrifugal_lost", "rest_reversed"),
             advice="Power: `u_1 * b_1 + u_2 * b_2` must be half of `u.T * crane_A.diff(q_2) * u` "
                    "times u_2, if crane_A is right.",
             terms=_crane_b_terms,
             own=("crane_A",), follow=_crane_b),
        Task("crane_ddq", 2, "(9.5), section 9.1", Vector(2, "rad/s^2"), questions=("9.1", "9.2"),
             reference=_crane_ddq, mistakes=(*FORWARD, "coriolis_once", "degrees"),
             advice="Put it back, `A @ ddq + b - weight`: the drives must come out. If they do, "
                    "A, b or the weight is wrong: see tasks 5 and 6.",
             own=("crane_A", "crane_b"), follow=_crane_ddq),
        Task("fall", 2, "(9.5), section 9.1", JointAngles(2), questions=("9.1", "9.2"),
             reference=_fall, mistakes=(*FORWARD, "coriolis_once", "degrees"),
             advice="Compare the energy `u @ A @ u / 2 + m * 9.81 * r * sin(q_2)` at the beginning "
                    "and at the end, and halve the step: neither may change anything. Radians!",
             own=("crane_A", "crane_b"), follow=_fall),
        Task("rod", 1, "section 9.2", Choice(("a", "b", "c", "d"), ROD), questions=("9.3",),
             reference=lambda rules, v: "b"),
        Task("chain_A", 4, "(9.3), section 9.1", Function(Matrix()), questions=("9.1", "9.3"),
             reference=_chain_A, cases=_inertia_cases,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=(*TENSOR, *PARTS, "one_link_each", "axis_next", "arm_base",
                       "joints_beyond", "slide_as_turn", "slide_speed_lost"),
             advice="Let two joints move at once at the rate 1, all others rest: "
                    "`A[i, i] / 2 + A[i, j] + A[j, j] / 2` is the energy of all links, and A is "
                    "its own transpose.",
             terms=_A_terms),
        Task("chain_b", 4, "(9.1), section 9.3", Function(Vector(3)), questions=("9.1", "9.2"),
             reference=_chain_b, cases=_rate_cases,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=("coriolis_once", "coriolis_lost", "centrifugal_lost", "rest_reversed",
                       "gyro_lost", "axes_held", "tensor_unturned", "mass_at_origin",
                       "slide_coriolis_once"),
             advice="Build b from your own A by differences, `dA @ dq` less half the slopes of "
                    "`dq @ A(q) @ dq`, and compare.",
             own=("chain_A",), follow=_own_rates,
             terms=(_b_terms, _b_links, _b_slopes)),
        Task("chain_ddq", 3, "(9.5), section 9.1", Function(Vector(3)), questions=("9.1", "9.2"),
             reference=_chain_ddq, cases=_motion_cases,
             shares={"revolute joints": 0.6, "prismatic joints too": 0.4},
             mistakes=(*FORWARD, "gravity_fixed", "tensor_unturned", "mass_at_origin"),
             advice="Put it back, `A @ ddq + b - weights`: the drives must come out. If they do, "
                    "turn one joint by 1e-6 and hold your weights against how far each mass sinks; "
                    "then look at chain_A and chain_b.",
             own=("chain_A", "chain_b"), follow=_own_ddq, terms=_ddq_terms),
    ),
)
