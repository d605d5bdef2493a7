"""Assignment 10: the truth against first principles, and what a student's notebook sees."""

import json

import numpy as np
import pytest
import sympy as sp
from answers import goes_on, written
from dealt import dealt
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from robokit import errata
from solutions.a10_screws.examples import (
    TURNING,
    UNIT,
    G,
    chain,
    drives_of,
    pose,
    screws_of,
    some_chain,
)
from solutions.shared.examples import differ

ASSIGNMENT = book()["a10_screws"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = dealt(ASSIGNMENT.name)
V = VARIANTS[0]


def of(task, rules, v=V):
    return np.asarray(ASSIGNMENT[task].reference(rules, v))


# -- the body: moved along its joint as a nut on a thread, and made of mass points ----------------
def nut(v, q, points):
    """Points after a turn by q about the joint's line, with the rise that belongs to it."""
    a, p = np.array(v["axis"]) / np.linalg.norm(v["axis"]), np.array(v["point"])
    turned = Rotation.from_rotvec(q * a).apply(np.asarray(points) - p) + p
    return turned + a * v["rise"] * q / (2 * np.pi)


def cloud_of(m, r, J):
    """Six mass points with this mass, mass centre and tensor about it."""
    moments, axes = np.linalg.eigh(np.array(J))
    spread = np.sqrt(np.maximum((moments.sum() / 2 - moments) * 3 / m, 0))
    around = np.concatenate([np.diag(spread), -np.diag(spread)]) @ axes.T
    return np.asarray(r) + around, np.full(6, m / 6)


def body(v):
    """The mass points of the body in frame 0, and their masses."""
    (turn, origin), (points, masses) = pose(v), cloud_of(v["m"], v["r"], v["J"])
    return points @ turn.T + origin, masses


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_the_clouds_have_the_masses_they_stand_for(v):
    points, masses = cloud_of(v["m"], v["r"], v["J"])
    arms = points - points.mean(0)
    J = sum(w * (x @ x * UNIT - np.outer(x, x)) for w, x in zip(masses, arms))
    assert J == pytest.approx(np.array(v["J"]), abs=1e-9)
    assert masses @ points == pytest.approx(v["m"] * np.array(v["r"]))


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_the_screw_is_the_motion_of_the_nut(v):
    points = np.random.default_rng(0).normal(size=(5, 3))
    s = of("screw", TRUTH, v)
    moving = differ(lambda q: nut(v, q, points))
    assert moving == pytest.approx(s[3:] + np.cross(s[:3], points), abs=1e-9)


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_the_load_does_the_same_work_in_both_frames(v):
    """Power of the force at its point and of the moment, for any motion of the body."""
    turn, origin = pose(v)
    point = turn @ v["at"] + origin
    for omega, V_0 in np.random.default_rng(1).normal(size=(5, 2, 3)):
        power = turn @ v["F"] @ (V_0 + np.cross(omega, point)) + turn @ v["M"] @ omega
        assert of("load_0", TRUTH, v) @ [*omega, *V_0] == pytest.approx(power)


def energy_of(points, masses, s):
    return (masses[:, None] * (s[3:] + np.cross(s[:3], points))**2).sum() / 2


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_both_inertias_hold_the_energy_of_the_mass_points(v):
    for s in np.random.default_rng(2).normal(size=(21, 6)):
        for task, cloud in (("K_1", cloud_of(v["m"], v["r"], v["J"])), ("K_0", body(v))):
            assert s @ of(task, TRUTH, v) @ s / 2 == pytest.approx(energy_of(*cloud, s))


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_the_drive_holds_against_load_and_weight(v):
    (points, masses), (turn, origin) = body(v), pose(v)
    climbing = differ(lambda q: nut(v, q, points))
    at_load = differ(lambda q: nut(v, q, turn @ v["at"] + origin))
    axis = np.array(v["axis"]) / np.linalg.norm(v["axis"])
    work = (masses[:, None] * G * climbing).sum() + turn @ v["F"] @ at_load + turn @ v["M"] @ axis
    assert of("hold", TRUTH, v) == pytest.approx(-work)


def arm(v, q_1, q_2, points):
    """The body on joint 2, carried by joint 1."""
    return Rotation.from_rotvec([0, 0, q_1]).apply(nut(v, q_2, points))


@pytest.mark.parametrize("v", VARIANTS[:4])
def test_the_printed_sign_misses_the_drive_by_the_gap(v):
    """Drive 2 by virtual work of the mass points, against display 69 as printed and corrected."""
    points, masses = body(v)
    dq, ddq = np.array(v["dq"]), np.array([0.7, -1.1])
    acceleration = differ(lambda t: arm(v, *(dq * t + ddq * t * t / 2), points), 2)
    climbing = differ(lambda q: nut(v, q, points))
    drive = (masses[:, None] * acceleration * climbing).sum()
    s, K, s_1 = of("screw", TRUTH, v), of("K_0", TRUTH, v), np.array([0, 0, 1.0, 0, 0, 0])
    v_2, ds = s_1 * dq[0] + s * dq[1], commutator(s_1, s) * dq[0]
    inertial = (s_1 * ddq[0] + s * ddq[1] + ds * dq[1]) @ K @ s
    term = v_2 @ K @ commutator(v_2, s)
    assert inertial - term == pytest.approx(drive, abs=1e-6)
    assert inertial + term - drive == pytest.approx(of("printed_gap", TRUTH, v), abs=1e-6)


def commutator(a, b):
    """a ^ b by 4x4 matrices."""
    hat_a, hat_b = hat(a), hat(b)
    c = hat_a @ hat_b - hat_b @ hat_a
    return np.array([c[2, 1], c[0, 2], c[1, 0], *c[:3, 3]])


def hat(s):
    matrix = np.zeros((4, 4))
    matrix[:3, :3], matrix[:3, 3] = -np.cross(s[:3], UNIT), s[3:]
    return matrix


def test_the_displays_named_are_those_meant():
    said = {d.number: d.label for d in errata.displays("Selig")}
    for number, word in ((5, "screw as six"), (17, "inverse transpose"), (26, "K by blocks"),
                         (27, "another frame"), (44, "columns"), (48, "rate of s_i"),
                         (69, "by velocities"), (71, "gravity screw"), (72, "decoupling")):
        assert word in said[number]


# -- the boom ------------------------------------------------------------------------------------
def boom_by_energy():
    """a_12 from the boom's momentum about the column, mass centre and tensor in letters."""
    q_2, m, x, y, z, d, e = sp.symbols("q_2 m x y z d e")
    J = sp.Matrix(3, 3, lambda i, j: sp.Symbol("J_" + "".join(sorted("xyz"[i] + "xyz"[j]))))
    out, up = sp.Matrix([sp.cos(q_2), 0, sp.sin(q_2)]), sp.Matrix([-sp.sin(q_2), 0, sp.cos(q_2)])
    turn = sp.Matrix.hstack(out, sp.Matrix([0, 1, 0]), up)
    centre = sp.Matrix([e, d, 0]) + turn * sp.Matrix([x, y, z])
    spin = turn.diff(q_2) * turn.T
    omega = sp.simplify(sp.Matrix([spin[2, 1], spin[0, 2], spin[1, 0]]))
    momentum = m * centre.cross(centre.diff(q_2)) + turn * J * turn.T * omega
    return sp.simplify(momentum[2])


def test_the_coupling_is_the_boom_s_moment_of_momentum_about_the_column():
    a_12 = boom_by_energy()
    task = ASSIGNMENT["coupling"]
    assert {str(x) for x in a_12.free_symbols} == set(task.kind.symbols) - {"e"}
    for case in task.drawn({}, "boom"):
        assert task.truth(TRUTH, {}, case) == pytest.approx(float(a_12.subs(case.inputs)))


@pytest.mark.parametrize("v", VARIANTS[:6])
def test_with_the_counterweight_the_column_does_not_feel_the_boom(v):
    p, (x_c, z_c) = v["boom"], of("counterweight", TRUTH, v)
    points, masses = cloud_of(p["m"], p["r"], p["J"])
    points, masses = np.vstack([points, [x_c, p["y_c"], z_c]]), np.append(masses, p["m_c"])

    def about_column(q_2):
        """Moment of momentum about Z_0 while the boom alone moves."""
        def placed(t):
            turn = Rotation.from_rotvec([0, -(q_2 + t), 0])
            return turn.apply(points) + [0.4, p["d"], 0]
        return (masses[:, None] * np.cross(placed(0.0), differ(placed)))[:, 2].sum()
    assert max(abs(about_column(q)) for q in (-2.0, -0.6, 0.3, 1.1, 2.7)) < 1e-8


# -- any chain -----------------------------------------------------------------------------------
@pytest.mark.parametrize("sigma", [(1, 1, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0), (0, 1, 0)])
def test_screws_rates_and_drives_are_those_of_mass_points(sigma):
    parameters, clouds, (q, dq, ddq) = some_chain(sum(sigma), sigma)
    assert chain("chain_screws", TRUTH, parameters, q) == pytest.approx(
        screws_of(parameters, q), abs=1e-8)
    change = differ(lambda t: chain("chain_screws", TRUTH, parameters, q + t * dq))
    assert chain("screw_rates", TRUTH, parameters, q, dq) == pytest.approx(change, abs=1e-8)
    g = np.array([1.0, -3.0, -9.0])
    assert chain("chain_drives", TRUTH, parameters, q, dq, ddq, g) == pytest.approx(
        drives_of(parameters, clouds, q, dq, ddq, g), abs=1e-5)


@pytest.mark.parametrize("task", [t.id for t in ASSIGNMENT.tasks if t.own and not t.cases])
def test_follow_through_goes_on_from_own_values(task):
    goes_on(ASSIGNMENT, task, V)


def test_a_slip_in_the_coupling_moves_the_counterweight_as_it_does_in_a_students_hands():
    """Offset d forgotten in the coupling alone: a_12 = J_xy s - ..., solved for x_c and z_c."""
    p, task = V["boom"], ASSIGNMENT["counterweight"]

    def coupling(q_2, m, x, y, z, d, e, J_xy, J_yz):
        return -(J_xy - m * y * x) * np.sin(q_2) - (J_yz - m * y * z) * np.cos(q_2)
    (x, y, z), J = p["r"], p["J"]
    placed = np.array([J[0][1] - p["m"] * y * x, J[1][2] - p["m"] * y * z]) / (p["m_c"] * p["y_c"])
    assert task.follow(TRUTH, V, coupling=coupling) == pytest.approx(placed)
    assert np.abs(placed - task.reference(TRUTH, V)).max() > 1e-2


def test_the_check_of_the_drive_takes_the_students_own_inertia():
    K_0 = 2 * np.asarray(ASSIGNMENT["K_0"].reference(TRUTH, V))
    own = {"variant": V} | {name: ASSIGNMENT[name].reference(TRUTH, V)
                            for name in ("screw", "load_0")}
    follows = ASSIGNMENT["hold"].follow(TRUTH, V, K_0=K_0)
    for drive, given, holds in ((follows, own | {"K_0": K_0}, True), (follows, own, False),
                                (ASSIGNMENT["hold"].reference(TRUTH, V), own | {"K_0": K_0}, True)):
        finding, = CHECKS["hold"].function_laws(np.asarray(drive), given)
        assert finding.holds is holds


def test_rates_follow_from_the_own_screws():
    task, (angles, l, sigma, *_), (q, dq, _) = ASSIGNMENT["screw_rates"], *TURNING[::2]
    inputs, screws = (angles, l, sigma, q, dq), written(ASSIGNMENT["chain_screws"], TRUTH)
    truth = task.reference(TRUTH, {}, *inputs)
    assert task.follow(TRUTH, {}, *inputs, chain_screws=screws) == pytest.approx(truth, abs=1e-8)
    tilted = task.follow(TRUTH, {}, *inputs, chain_screws=lambda *x: 1.1 * screws(*x))
    assert tilted == pytest.approx(1.1 * truth, abs=1e-8)


def test_the_power_of_the_drives_does_not_show_the_bracket():
    parameters, _, (q, dq, ddq) = TURNING
    one, two = (chain("chain_drives", rules, parameters, q, dq, ddq, G) @ dq
                for rules in (TRUTH, ASSIGNMENT.slipped["momentum_still"]))
    assert one == pytest.approx(two)


# -- what a student's own notebook sees ----------------------------------------------------------
TYPED = {("screw", "axis_long"): "length one", ("screw", "line_reversed"): "along the axis",
         ("screw", "screw_halves"): "along the axis",
         ("load_0", "forces_as_motions"): "its force is as large",
         ("load_0", "screw_halves"): "its force is as large",
         ("load_0", "couple_alone"): "as large as M",
         ("load_0", "moment_reversed"): "as large as M",
         ("load_0", "frame_inverse"): "as large as M",
         ("K_1", "corner_central"): "principal moments", ("K_1", "corner_minus"): "principal",
         ("K_0", "forces_as_motions"): "last block", ("K_0", "inertia_one_sided"): "symmetric",
         ("K_1", "screw_halves"): "last block", ("hold", "drive_as_load"): "no work",
         ("hold", "gravity_screw_up"): "no work", ("hold", "gravity_screw_lost"): "no work",
         ("hold", "pair_crossed"): "no work", ("hold", "pair_upper"): "no work",
         ("counterweight", "balanced_weight"): "own coupling",
         ("counterweight", "own_products_lost"): "own coupling",
         ("counterweight", "balanced_double"): "own coupling"}
WRITTEN = {("chain_screws", "screw_at_tip"): "velocity of a point",
           ("chain_screws", "line_reversed"): "velocity of a point",
           ("chain_screws", "slide_as_turn"): "velocity of a point",
           ("screw_rates", "bracket_reversed"): "your own chain_screws",
           ("screw_rates", "bracket_arm_still"): "your own chain_screws",
           ("screw_rates", "carried_by_last"): "your own chain_screws",
           ("chain_drives", "gravity_screw_up"): "slope", ("chain_drives", "links_all"): "slope",
           ("chain_drives", "momentum_plus"): "angular momentum",
           ("chain_drives", "momentum_still"): "angular momentum",
           ("chain_drives", "screws_held"): "power",
           ("chain_drives", "corner_central"): "power"}


def symbolic(task, rules):
    letters = {name: sp.Symbol(name) for name in ASSIGNMENT[task].kind.symbols}
    return ASSIGNMENT[task].reference(rules, V, **letters)


@pytest.mark.parametrize("task,mistake", TYPED)
def test_a_law_of_the_notebook_exposes_a_typed_slip(task, mistake):
    own = {"variant": V, "coupling": symbolic("coupling", TRUTH),
           "screw": of("screw", TRUTH).tolist(), "load_0": of("load_0", TRUTH)[:, None]}
    law = CHECKS[task].function_laws
    assert all(f.holds for f in law(of(task, TRUTH), own))
    assert all(f.holds for f in law(np.array([[float(f"{x:.4g}") for x in row] for row in
                                              np.atleast_2d(of(task, TRUTH))]).reshape(
                                                  of(task, TRUTH).shape), own))
    broken = [f.text for f in law(of(task, ASSIGNMENT.slipped[mistake]), own) if f.holds is False]
    assert any(TYPED[task, mistake] in text for text in broken)


@pytest.mark.parametrize("task,mistake", WRITTEN)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = {"chain_screws": written(ASSIGNMENT["chain_screws"], TRUTH)}
    law = CHECKS[task].function_laws
    assert all(f.holds for f in law(written(ASSIGNMENT[task], TRUTH), own))
    slipped = written(ASSIGNMENT[task], ASSIGNMENT.slipped[mistake])
    broken = [f.text for f in law(slipped, own) if f.holds is False]
    assert any(WRITTEN[task, mistake] in text for text in broken)


def test_laws_of_the_coupling_expose_what_does_not_turn_with_the_boom():
    law, right = CHECKS["coupling"].symbolic_laws, symbolic("coupling", TRUTH)
    assert all(f.holds for f in law(right))
    assert any(f.holds is False for f in law(right + sp.Symbol("J_xy")))
    assert any(f.holds is False for f in law(right / sp.Symbol("m")))


def test_laws_wait_for_what_they_need():
    for task, answer in (("screw_rates", written(ASSIGNMENT["screw_rates"], TRUTH)),
                         ("counterweight", of("counterweight", TRUTH)),
                         ("hold", of("hold", TRUTH))):
        finding, = CHECKS[task].function_laws(answer, {"variant": V})
        assert finding.holds is None and finding.text.startswith(("Check c", "Check s"))


# -- certificates --------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("screw", {"axis": [0.0, 0.6, 0.8]}),                           # of length one already
    ("screw", {"rise": 0.0}),                                       # no thread
    ("load_0", {"origin": [0.0, 0.0, 0.0]}),                        # nothing is shifted
    ("load_0", {"at": [0.0, 0.0, 0.0]}),                            # no moment of the force
    ("K_1", {"r": [0.0, 0.0, 0.0]}),                                # no Steiner
    ("K_0", {"angles_deg": [0.0, 0.0, 0.0]}),                       # axes that agree
    ("hold", {"F": [0.0, 0.0, 0.0], "M": [0.0, 0.0, 0.0]}),         # no load
    ("printed_gap", {"dq": [0.0, 1.2]}),                            # nothing carries the joint
    ("counterweight", {"boom": {"J": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}})])
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    numbers = json.loads(json.dumps(V))
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers, [Case(())]) == []
    if "boom" in changes:
        changes = {"boom": numbers["boom"] | changes["boom"]}
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], numbers | changes, [Case(())]) != []


def test_a_finite_motion_along_the_screw_is_the_nut_s():
    """The exponential of the screw takes a point where the thread takes it."""
    s, q, x = of("screw", TRUTH), 0.9, np.array([0.3, -0.7, 0.2])
    assert (expm(q * hat(s)) @ [*x, 1])[:3] == pytest.approx(nut(V, q, x[None])[0])
