"""The project: a robot of the student's own, from its data to a simulated motion.

The description of the robot is itself an answer, of bounded kind. The judge builds a mechanism
from it, asks whether such a robot can be, and holds the student's functions to that robot: to
robokit's values, and where an earlier function departs, to what follows from it by a law
(differences of positions, Lagrange's equations, A ddq = mu - b). The numbers that are dealt
describe an example robot; it stands in where no description can be used.
"""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    TYPED,
    Assignment,
    Case,
    Function,
    Matrix,
    Number,
    Row,
    Task,
    Vector,
)

from .checks import (
    CHECKS,
    PLACES,
    STATES,
    TRUTH,
    Description,
    JointMatrix,
    JointVector,
    Motion,
    motion_places,
    packed,
    states,
    unpacked,
)
from .steps import Steps

STEP = 1e-4                         # of finite differences of the student's functions
ALONG = 5                           # rows of the motion through which a polynomial is laid


def adopt(answers: dict, seed: str) -> dict:
    """What the student's own data put in place of the dealt ones: robot, motion, inputs."""
    flat, rows = (kind.read(answers.get(name)) for name, kind in (
        ("robot", Description()), ("motion", Motion())))
    own = {"inputs": int(seed[:12], 16)}
    if isinstance(flat, np.ndarray):
        own["robot"] = unpacked(flat)
    if isinstance(rows, np.ndarray):
        own["motion"] = rows
    return own


def motion_states(rows: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """q and dq at the three rows of every triple."""
    n = rows.shape[1] // 2
    return [(rows[i, 1:n + 1], rows[i, n + 1:]) for k in motion_places(rows)
            for i in (k, k + 1, k + 2)]


def motion_misses(rows: np.ndarray, ddq: list) -> float:
    """The greatest miss of Simpson's rule over a triple, in dq by ddq and in all q by dq."""
    n, step = rows.shape[1] // 2, rows[1, 0] - rows[0, 0]
    q, dq, weights = rows[:, 1:n + 1], rows[:, n + 1:], np.array([1, 4, 1]) / 6
    ddq = np.array(ddq).reshape(PLACES, 3, n)
    k = motion_places(rows)
    gained = (dq[k + 2] - dq[k]) / (2 * step)
    miss = np.abs(gained - np.einsum("i,kij->kj", weights, ddq)).max() / max(
        np.abs(ddq).max(), 1e-3)
    run = (q[2:] - q[:-2]) / (2 * step)
    mean = weights[0] * dq[:-2] + weights[1] * dq[1:-1] + weights[2] * dq[2:]
    return float(max(miss, np.abs(run - mean).max() / max(np.abs(dq).max(), 1e-3)))


def slopes_missed(rows: np.ndarray, ddq: list) -> float:
    """The greatest miss of the table's second derivatives by ddq.

    They are those of the polynomial through q and dq of five rows: a wrong A may let a robot move
    faster than Simpson's rule can follow from row to row.
    """
    n, step = rows.shape[1] // 2, rows[1, 0] - rows[0, 0]
    at, powers = np.arange(ALONG)[:, None] - ALONG // 2, np.arange(2 * ALONG)
    first, second = (at ** np.maximum(powers - k, 0) for k in (1, 2))
    bent = powers * (powers - 1) * second @ np.linalg.inv(np.vstack([at**powers, powers * first]))
    missed = []
    for k, mine in zip(motion_places(rows), np.array(ddq).reshape(PLACES, 3, n)):
        start = min(max(k - 1, 0), len(rows) - ALONG)
        part = rows[start:start + ALONG]
        found = bent @ np.vstack([part[:, 1:n + 1], step * part[:, n + 1:]]) / step**2
        missed.append(np.abs(found[k - start:k - start + 3] - mine).max())
    return float(max(missed) / max(np.abs(ddq).max(), 1e-3))


def _moves(v) -> list[tuple]:
    """States for velocities: each joint alone, and all together."""
    q = states(v)[0][0]
    alone = [(q, rate, "one joint moves") for rate in np.eye(len(q))]
    return alone + [(q, dq, "all joints move") for q, dq, _ in states(v)]


def _places(rng, v):
    """Each joint alone, all joints, and what differences of the velocities' states need."""
    q = states(v)[0][0]
    cases = [Case((x,), "one joint away from zero") for x in np.diag(q)]
    cases += [Case((q,), "all joints") for q, _, _ in states(v)]
    return cases + [Case((q + side * STEP * dq,), "all joints")
                    for q, dq, _ in _moves(v) for side in (1, -1)]


def _velocities(rng, v):
    return [Case((q, dq), group) for q, dq, group in _moves(v)]


def _efforts(v) -> list[tuple]:
    """States for the drives: at rest, from rest, and in motion."""
    q, dq, ddq = zip(*states(v))
    rest = np.zeros(len(q[0]))
    return [(q[0], rest, rest, "at rest"), (q[1], rest, rest, "at rest"),
            (q[1], rest, ddq[1], "from rest"), (q[2], rest, ddq[2], "from rest"),
            (q[2], dq[2], ddq[2], "in motion"), (q[3], dq[3], ddq[3], "in motion"),
            (q[0], dq[0], ddq[0], "in motion")]


def _around(q) -> list[np.ndarray]:
    """q moved to both sides in every direction."""
    return [q + side * STEP * unit for unit in np.eye(len(q)) for side in (1, -1)]


def _matrices(rng, v):
    """The states, and what Lagrange's equations need of A at the drives' states."""
    return [Case((q,)) for q, _ in _fallen(v)] + [
        Case((x,)) for q, _, _, _ in _efforts(v) for x in (q, *_around(q))]


def _heights(rng, v):
    return [Case((q,)) for q, _, _ in states(v)] + [
        Case((x,)) for q, _, _, _ in _efforts(v) for x in _around(q)]


def _drives(rng, v):
    """The efforts, and what the accelerations need: the drives that leave none."""
    return [Case((q, dq, ddq), group) for q, dq, ddq, group in _efforts(v)] + [
        Case((q, dq, 0 * dq), "in motion") for q, dq in _fallen(v)]


def _fallen(v) -> list[tuple]:
    """The states, and those of the table of the motion where there is one that fits."""
    rows = v.get("motion")
    fits = rows is not None and rows.shape[1] == 2 * len(v["robot"]["sigma"]) + 1
    return [(q, dq) for q, dq, _ in states(v)] + (motion_states(rows) if fits else [])


def _runs(rng, v):
    """Drives that move the robot; and none along the student's own motion."""
    mu = [_rounded(TRUTH.own_drives(v, *x)) for x in states(v)]
    return [Case((q, dq, mu[k] if k < STATES else 0 * dq))
            for k, (q, dq) in enumerate(_fallen(v))]


def _rounded(mu) -> np.ndarray:
    """Six digits after the point, and as many of what is small."""
    size = np.abs(mu).max()
    return np.round(mu, 6 - min(0, int(np.floor(np.log10(size)))) if size else 6)


# -- what follows from the student's own functions -----------------------------------------------
def velocity_law(v, own) -> list:
    """omega and V by differences of the student's own positions and matrices."""
    count = 2 * len(_moves(v))
    places, turns = np.array(own["position"][-count:]), np.array(own["attitude"][-count:])
    V = (places[::2] - places[1::2]) / (2 * STEP)
    spin = (turns[::2] - turns[1::2]) / (2 * STEP) @ (
        (turns[::2] + turns[1::2]) / 2).swapaxes(1, 2)
    halves = (spin - spin.swapaxes(1, 2)) / 2
    return [np.array([S[2, 1], S[0, 2], S[1, 0], *x]) for S, x in zip(halves, V)]


def drives_law(v, own) -> list:
    """Lagrange's equations with the student's own A and potential energy.

    mu = A ddq + dA dq - (the gradient of dq^T A dq) / 2 + the gradient of the potential energy.
    """
    efforts, n, fallen = _efforts(v), len(v["robot"]["sigma"]), len(_fallen(v))
    A = np.array(own["inertia_matrix"][fallen:]).reshape(len(efforts), 2 * n + 1, n, n)
    U = np.array(own["potential"][STATES:]).reshape(len(efforts), 2 * n)
    slope_A = (A[:, 1::2] - A[:, 2::2]) / (2 * STEP)
    slope_U = (U[:, ::2] - U[:, 1::2]) / (2 * STEP)
    return [A[k, 0] @ ddq + np.einsum("i,ijk,k->j", dq, slope_A[k], dq)
            - np.einsum("ijk,j,k->i", slope_A[k], dq, dq) / 2 + slope_U[k]
            for k, (_, dq, ddq, _) in enumerate(efforts)] + [None] * fallen


def accelerations_law(v, own) -> list:
    """A ddq = mu - mu(q, dq, 0) with the student's own A and drives."""
    efforts, runs = len(_efforts(v)), _runs(None, v)
    return [np.linalg.solve(A, case.inputs[2] - rest) for A, rest, case in zip(
        own["inertia_matrix"], own["drives"][efforts:], runs)]


def motion_law(v, own) -> list:
    """The table itself, where the student's own accelerations lead along it."""
    ddq = own["accelerations"][STATES:]
    follows = len(ddq) and min(miss(v["motion"], ddq) for miss in (
        motion_misses, slopes_missed)) <= TYPED
    return [v["motion"] if follows else np.zeros((1, 1))]


# -- the example robots, and the tasks -------------------------------------------------------------
def draw(rng: np.random.Generator) -> dict:
    """An example robot of three joints, for whoever has none at hand."""
    def numbers(low, high, *shape, digits=2):
        return np.round(rng.uniform(low, high, shape), digits)
    l = numbers(0.15, 0.5, 3, 3) * rng.choice([-1, 1], (3, 3))
    parts = numbers(0.02, 0.3, 3, 3)            # of a tensor: sums of two obey every inequality
    robot = {"sigma": list([[1, 1, 1], [1, 1, 0], [1, 0, 1]][rng.integers(3)]),
             "angles": (rng.choice([-1, 1], (3, 3)) * numbers(0.3, 1.4, 3, 3)).tolist(),
             "l": l.tolist(), "m": numbers(2, 9, 3, digits=1).tolist(),
             "r": np.round(-0.4 * l + numbers(-0.08, 0.08, 3, 3), 2).tolist(),
             "J": [np.diag(np.round(x.sum() - x, 2)).tolist() for x in parts],
             "gravity": [0.0, 0.0, -9.81]}
    return {"robot": robot}


def _flat(rules, v):
    """The robot as the rules see it, gravity included."""
    return packed(v["robot"] | {"gravity": rules.own_gravity(v)})


DYNAMICS = ("weight_sign", "weight_lost", "own_b_lost", "own_tensors_lost")
RUBRICS = {
    "report": (
        Row(1, "Says which robot it is, where its data come from, what was measured, printed or "
               "guessed, and draws it or its scheme, with the frames.",
            "Which robot is it, where do its numbers come from, and where do its frames stand?",
            "The robot is named; say of its data which are printed, measured or guessed."),
        Row(2, "Two figures at least with units, axes and a sentence each that says what is "
               "seen: the motion over time, and the energy account (kinetic, potential, their "
               "sum).",
            "Figures are asked for: the motion over time and the energy account, with units.",
            "A figure is there; add what it shows in a sentence, units, and the sum of the "
            "energies."),
        Row(2, "Tests the functions by laws in numbers that a reader can repeat: differences of "
               "positions, a symmetric positive A, power against energy; and names one test that "
               "a wrong sign of gravity would pass, and one that it would fail.",
            "Tests by laws are asked for, in numbers: what was compared, and by how much it "
            "differs.",
            "A law is tested; name, too, a test that a wrong sign of gravity would pass."),
        Row(1, "Says what the model leaves out (friction, drives' own inertia, limits) and what "
               "would change first.",
            "What does the model leave out, and what would change first?",
            "Something left out is named; say what it would change in the motion."),
    ),
}
ASSIGNMENT = Assignment(
    section="9",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    adopt=adopt,
    rubrics=RUBRICS,
    tasks=(
        Task("robot", 2, "section 1.4", Description(), reference=_flat, questions=("1.3",)),
        Task("position", 2, "(3.2), section 3.1", Function(Vector(3, "m")), questions=("3.1",),
             reference=lambda rules, v, q: rules.own_place(v, q), cases=_places,
             shares={"one joint away from zero": 0.4, "all joints": 0.6},
             advice="Start with all joints at zero, add up the link vectors, then let one joint "
                    "move."),
        Task("attitude", 2, "(2.4), section 2.4", Function(Matrix()), questions=("2.3",),
             reference=lambda rules, v, q: rules.own_attitude(v, q), cases=_places,
             shares={"one joint away from zero": 0.4, "all joints": 0.6},
             mistakes=("own_attitude_back",),
             advice="Its columns are the axes of the last frame on those of frame 0."),
        Task("velocity", 3, "section 5.8", Function(Vector(6)), questions=("5.3",),
             reference=lambda rules, v, q, dq: rules.own_twist(v, q, dq), cases=_velocities,
             shares={"one joint moves": 0.4, "all joints move": 0.6},
             mistakes=("own_rows_swapped", "own_axes_last"), own=("position", "attitude"),
             law=velocity_law,
             advice="Compare with the finite difference of your own position and attitude."),
        Task("inertia_matrix", 3, "(9.3), section 9.1", Function(JointMatrix()),
             reference=lambda rules, v, q: rules.own_matrix(v, q), cases=_matrices,
             questions=("9.2",), mistakes=("own_tensors_lost",),
             advice="Give one joint the rate 1, then two at once: `dq @ A @ dq / 2` is the kinetic "
                    "energy, link by link."),
        Task("potential", 1, "section 8.1", Function(Number("J")), questions=("8.1",),
             reference=lambda rules, v, q: rules.own_potential(v, q), cases=_heights,
             mistakes=("weight_sign",),
             advice="It is minus the sum of `m * gravity @ t` over the mass centres, t counted "
                    "from the origin of frame 0."),
        Task("drives", 4, "section 8.2", Function(JointVector()), questions=("8.3",),
             reference=lambda rules, v, q, dq, ddq: rules.own_drives(v, q, dq, ddq),
             cases=_drives, shares={"at rest": 0.25, "from rest": 0.25, "in motion": 0.5},
             mistakes=DYNAMICS, own=("inertia_matrix", "potential"), law=drives_law,
             advice="Compare powers: `drives(q, dq, ddq) @ dq` is the rate of your own energy."),
        Task("accelerations", 2, "section 9.1", Function(JointVector()), questions=("9.3",),
             reference=lambda rules, v, q, dq, mu: rules.own_accelerations(v, q, dq, mu),
             cases=_runs, mistakes=DYNAMICS, own=("inertia_matrix", "drives"),
             law=accelerations_law,
             advice="Put them back: `drives(q, dq, accelerations(q, dq, mu))` must be mu."),
        Task("motion", 3, "section 9.1", Motion(), reference=_flat, questions=("9.3",),
             mistakes=("weight_sign", "weight_lost"), own=("accelerations",), law=motion_law,
             advice="Without drives kinetic and potential energy together must stay what they "
                    "are; integrate finely, `rtol=1e-9`."),
    ),
)
