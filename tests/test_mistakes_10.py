"""Assignment 10: the truth against first principles, each mistake against its law."""

import json

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees, differ, unequal, written
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.task import Case
from autograde.variants import collisions
from robokit import errata

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a10_screws"]
VARIANTS = dealt(ASSIGNMENT.name)
V = VARIANTS[0]
H = 1e-3
UNIT = np.eye(3)
G = np.array([0.0, 0.0, -9.81])


def of(task, rules, v=V):
    return np.asarray(ASSIGNMENT[task].reference(rules, v))


# -- the body: moved along its joint as a nut on a thread, and made of mass points ----------------
def nut(v, q, points):
    """Points after a turn by q about the joint's line, with the rise that belongs to it."""
    a, p = np.array(v["axis"]) / np.linalg.norm(v["axis"]), np.array(v["point"])
    turned = Rotation.from_rotvec(q * a).apply(np.asarray(points) - p) + p
    return turned + a * v["rise"] * q / (2 * np.pi)


def pose(v):
    """Axes and origin of frame 1 in frame 0."""
    turn = Rotation.from_euler("XYZ", v["angles_deg"], degrees=True).as_matrix()
    return turn, np.array(v["origin"])


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
def some_chain(seed, sigma=(1, 0, 1)):
    """Parameters in the order of the tasks, the links' mass points, and q, dq, ddq."""
    rng = np.random.default_rng(seed)
    clouds = rng.normal(0, 0.3, (3, 6, 3))
    m = np.array([1.2, 1.8, 2.4])
    J = [w / 6 * (((x - x.mean(0))**2).sum() * UNIT - (x - x.mean(0)).T @ (x - x.mean(0)))
         for x, w in zip(clouds, m)]
    parameters = (rng.uniform(-2, 2, (3, 3)), rng.uniform(-0.8, 0.8, (3, 3)), np.array(sigma), m,
                  clouds.mean(1), np.array(J))
    return parameters, clouds, rng.uniform(-1, 1, (3, 3))


def frames(parameters, q):
    """Axes and origins of frames 0 to 3."""
    angles, l, sigma = parameters[:3]
    turn, origin = [UNIT], [np.zeros(3)]
    for k in range(3):
        slid = origin[-1] + turn[-1][:, 2] * (1 - sigma[k]) * q[k]
        step = Rotation.from_euler("Z", sigma[k] * q[k]) * Rotation.from_euler("XYZ", angles[k])
        turn.append(turn[-1] @ step.as_matrix())
        origin.append(slid + turn[-1] @ l[k])
    return turn, origin


def places(parameters, clouds, q):
    """All mass points in frame 0. (18, 3)"""
    turn, origin = frames(parameters, q)
    return np.concatenate([x @ T.T + t for x, T, t in zip(clouds, turn[1:], origin[1:])])


def screws_of(parameters, q):
    """Rows s_j: from the 4x4 matrix of the last link, differentiated by each coordinate."""
    def motion(x):
        turn, origin = frames(parameters, x)
        return np.block([[turn[3], origin[3][:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    hats = [differ(lambda t: motion(q + t * one)) @ np.linalg.inv(motion(q)) for one in UNIT]
    return np.array([[c[2, 1], c[0, 2], c[1, 0], *c[:3, 3]] for c in hats])


def drives_of(parameters, clouds, q, dq, ddq, gravity):
    """By virtual work of m (x'' - g) over all points. (3,)"""
    masses = np.repeat(parameters[3] / 6, 6)[:, None]
    acceleration = differ(lambda t: places(parameters, clouds, q + t * dq + t * t / 2 * ddq), 2)
    felt = masses * (acceleration - np.asarray(gravity))
    return np.array([(felt * differ(lambda t: places(parameters, clouds, q + t * one))).sum()
                     for one in UNIT])


def chain(task, rules, parameters, q, *more):
    given = parameters if task == "chain_drives" else parameters[:3]
    return ASSIGNMENT[task].reference(rules, {}, *given, q, *more)


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


def test_follow_through_goes_on_from_own_values():
    for task in ASSIGNMENT.tasks:
        for own in task.own:
            right = of(own, TRUTH)
            assert task.follow(TRUTH, V, **{own: right}) == pytest.approx(of(task.id, TRUTH))
            shifted = task.follow(TRUTH, V, **{own: 1.1 * right + 0.2})
            assert np.abs(shifted - of(task.id, TRUTH)).max() > 1e-2, (task.id, own)


# -- the law that a message names ----------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
PARAMETERS, CLOUDS, (Q, DQ, DDQ) = some_chain(3)
TURNING = some_chain(5, (1, 1, 1))
STEEP, SHIFT = pose(V)
CENTRE, TENSOR = np.array([0.3, -0.2, 0.4]), np.array(V["J"])


def screw_halves(rules):
    """Another origin changes the half that is v, or M."""
    a = np.array([0.4, -0.3, 0.8])
    here, there = (rules.screw_of_line(V["axis"], np.add(V["point"], x), V["rise"])
                   for x in (0, -a))
    yield there[:3] - here[:3]
    yield there[3:] - here[3:] - np.cross(here[:3], a)
    here, there = (of("load_0", rules, V | {"origin": np.add(V["origin"], x)}) for x in (0, -a))
    yield there[3:] - here[3:]
    yield np.linalg.norm(chain("chain_screws", rules, PARAMETERS, Q)[1, :3])
    s = np.array([0.7, -0.2, 0.4, 0.3, 0.5, -0.6])
    moved = s + np.concatenate([np.zeros(3), np.cross(s[:3], a)])           # of another origin
    for task, place in (("K_1", "r"), ("K_0", "origin")):
        there = of(task, rules, V | {place: np.subtract(V[place], a)})
        yield (there @ moved - of(task, rules) @ s)[3:]


def axis_long(rules):
    yield np.linalg.norm(of("screw", rules)[:3]) - 1


def pitch_per_turn(rules):
    s = of("screw", rules)
    yield 2 * np.pi * (s[:3] @ s[3:]) - V["rise"]


def pitch_lost(rules):
    s = of("screw", rules)
    yield unequal(s[3:] + np.cross(s[:3], V["point"]), 0)


def line_reversed(rules):
    s = rules.screw_of_line(V["axis"], V["point"], 0.0)
    yield s[3:] + np.cross(s[:3], V["point"])
    s, t = chain("chain_screws", rules, PARAMETERS, Q)[2], frames(PARAMETERS, Q)[1][2]
    yield s[3:] + np.cross(s[:3], t)


def line_through_next(rules):
    s, t = chain("chain_screws", rules, PARAMETERS, Q)[2], frames(PARAMETERS, Q)[1][2]
    yield s[3:] + np.cross(s[:3], t)


def screw_at_tip(rules):
    angles, l, *rest = PARAMETERS
    longer = (angles, l + np.array([[0], [0], [0.1]]), *rest)
    yield chain("chain_screws", rules, longer, Q) - chain("chain_screws", rules, PARAMETERS, Q)


def own_axis(rules):
    """The axis of a joint stands still while the joint alone moves."""
    for at in (Q, Q + 0.4 * UNIT[2]):
        axis = frames(PARAMETERS, at)[0][2][:, 2]
        yield chain("chain_screws", rules, PARAMETERS, at)[2, :3] - axis


def slide_alone(rules):
    s = chain("chain_screws", rules, PARAMETERS, Q)[1]
    yield np.abs(s[:3]).max() + abs(np.linalg.norm(s[3:]) - 1)


def power_in_both(rules):
    """r* on a screw, in the body's frame and in frame 0."""
    s, r = np.random.default_rng(4).normal(size=(2, 6))
    H = np.block([[STEEP, np.zeros((3, 3))], [-np.cross(SHIFT, UNIT) @ STEEP, STEEP]])
    yield rules.force_change(STEEP, SHIFT) @ r @ (H @ s) - r @ s


def force_at_origin(rules):
    F = np.array([1.0, -2.0, 0.5])
    yield rules.force_change(UNIT, SHIFT) @ [0, 0, 0, *F] - [*np.cross(SHIFT, F), *F]


def turned_columns(rules):
    yield rules.body_axes([0.4, 0, 0])[:, 1] - [0, np.cos(0.4), np.sin(0.4)]


def couple_alone(rules):
    shifted = rules.load_screw(np.add(V["at"], [0, 0.1, 0]), V["F"], V["M"])
    yield unequal(shifted[:3], rules.load_screw(V["at"], V["F"], V["M"])[:3])


def moment_reversed(rules):
    yield rules.load_screw([1, 0, 0], [0, 1, 0], [0, 0, 0])[:3] - [0, 0, 1]


def corner_central(rules):
    s = np.array([0.7, -0.4, 1.1, 0, 0, 0])
    yield unequal(s @ rules.body_inertia(2.0, CENTRE, np.zeros((3, 3))) @ s, 0)
    yield unequal(rules.boom_coupling(BOOM | {"J_xy": 0, "J_yz": 0}, 0.4), 0)


def corner_minus(rules):
    K = rules.body_inertia(2.0, CENTRE, TENSOR)
    yield float(np.trace(K[:3, :3]) <= np.trace(TENSOR))
    yield rules.parallel_axes(2.0, CENTRE)[0, 1] + 2 * CENTRE[0] * CENTRE[1]


def first_moment_sign(rules):
    K = rules.body_inertia(2.0, CENTRE, TENSOR)
    yield (K @ [1, 0, 0, 0, 0, 0])[3:] - 2 * np.cross([1, 0, 0], CENTRE)


def inertia_one_sided(rules):
    K = of("K_0", rules)
    yield K - K.T


def pair_crossed(rules):
    r, s = np.random.default_rng(6).normal(size=(2, 6))
    yield rules.screw_pairing(r, s) - (r[:3] @ s[:3] + r[3:] @ s[3:])


def pair_upper(rules):
    slide = np.array([0, 0, 0, 0.6, 0, 0.8])
    yield unequal(rules.screw_pairing(np.array([0.3, 1, 2, 40, -20, 10]), slide), 0)


def drive_as_load(rules):
    s, load, K = (of(name, TRUTH) for name in ("screw", "load_0", "K_0"))
    yield rules.held_drive(s, load, K, G) + (load + K @ [0, 0, 0, *G]) @ s


def lift_of_a_mass(rules):
    K = rules.body_inertia(2.0, CENTRE, TENSOR)
    up = np.array([0, 0, 0, 0, 0, 1.0])
    yield rules.held_drive(up, np.zeros(6), K, G) - 2 * 9.81
    still = chain("chain_drives", rules, PARAMETERS, Q, 0 * Q, 0 * Q, G)
    yield still - drives_of(PARAMETERS, CLOUDS, Q, 0 * Q, 0 * Q, G)


def line_carried(rules):
    yield rules.screw_bracket(UP, np.array([1.0, 0, 0, 0, 0, 0]))[:3] - [0, 1, 0]


UP = np.array([0, 0, 1.0, 0, 0, 0])


def slide_carries(rules):
    slide, turn = np.array([0, 0, 0, 0, 1.0, 0]), UP
    yield unequal(rules.screw_bracket(slide, turn)[3:], 0)


def two_slides(rules):
    yield rules.screw_bracket(np.eye(6)[3], np.eye(6)[4])


def last_joint_alone(rules):
    yield chain("screw_rates", rules, TURNING[0], TURNING[2][0], UNIT[2])


def first_joint_alone(rules):
    rates = chain("screw_rates", rules, TURNING[0], TURNING[2][0], UNIT[0])
    yield float(min(np.abs(rates[1:]).max(axis=1)) < 1e-9)


def constant_rates(rules):
    """What ddq = 0 leaves of an acceleration is the rate of the velocity screw."""
    parameters, _, (q, dq, _) = TURNING
    S = screws_of(parameters, q)
    got = (rules.moving_screws(S, dq) * dq[:, None]).sum(0)
    yield got - differ(lambda t: dq @ screws_of(parameters, q + t * dq))


def momenta(rules):
    """A drive is the rate of the momenta on its screw; the power does not see the bracket."""
    parameters, _, (q, dq, ddq) = TURNING
    m, r, J = parameters[3:]
    S = screws_of(parameters, q)

    def momentum(t):
        q_t, dq_t = q + t * dq + t**2 / 2 * ddq, dq + t * ddq
        s = TRUTH.at(*parameters[:3], q_t)
        velocities = np.cumsum(screws_of(parameters, q_t) * dq_t[:, None], axis=0)
        return np.einsum("kij,kj->ki", TRUTH.screw_inertias(s, m, r, J), velocities)
    rates = differ(momentum)
    drives = chain("chain_drives", rules, parameters, q, dq, ddq, np.zeros(3))
    yield drives - [rates[i:].sum(0) @ S[i] for i in range(3)]


def test_the_power_of_the_drives_does_not_show_the_bracket():
    parameters, _, (q, dq, ddq) = TURNING
    one, two = (chain("chain_drives", rules, parameters, q, dq, ddq, G) @ dq
                for rules in (TRUTH, MISTAKES["momentum_still"].rules))
    assert one == pytest.approx(two)


def held_weight(rules):
    """Joint 1 of an upright slide holds all links."""
    parameters = (np.zeros((3, 3)), 0.2 * np.ones((3, 3)), np.array([0, 1, 1]), *PARAMETERS[3:])
    yield chain("chain_drives", rules, parameters, Q, 0 * Q, 0 * Q, G)[0] - 5.4 * 9.81


def heavier_first(rules):
    angles, l, sigma, m, r, J = PARAMETERS
    one, two = (chain("chain_drives", rules, (angles, l, sigma, m + x, r, J), Q, DQ, DDQ, G)[2]
                for x in (0, UNIT[0]))
    yield two - one


def excess(rules):
    yield rules.printed_double(2.0) - ((3 + 2) - (3 - 2))


BOOM = {"m": 15.0, "x": 0.5, "y": 0.2, "z": -0.3, "d": 0.5, "J_xy": 0.3, "J_yz": -0.2}


def beside_dropped(rules):
    flat = BOOM | {"y": 0.0, "J_xy": 0.0, "J_yz": 0.0}
    yield unequal(rules.boom_coupling(flat, 0.4), 0)


def own_products_lost(rules):
    yield unequal(rules.boom_coupling(BOOM | {"y": -0.5}, 0.4), 0)


def two_points(rules):
    """A boom of two mass points and nothing else, its tensor made of them."""
    a = np.array([0.3, 0.2, -0.1])
    p = BOOM | {"m": 2.0, "J_xy": -2 * a[0] * a[1], "J_yz": -2 * a[1] * a[2]}
    alone = [BOOM | {"m": 1.0, "J_xy": 0, "J_yz": 0}
             | dict(zip("xyz", np.array([p[k] for k in "xyz"]) + sign * a)) for sign in (1, -1)]
    yield rules.boom_coupling(p, 0.4) - sum(TRUTH.boom_coupling(x, 0.4) for x in alone)


def upright(rules):
    point = BOOM | {"y": 0, "z": 0, "J_xy": 0, "J_yz": 0}
    yield float(rules.boom_coupling(point, np.pi / 2) <= 0)


def put_in(rules):
    """Boom and counterweight together, at any q_2."""
    x, z = rules.boom_balanced(BOOM, 9.0, -0.9)
    counter = BOOM | {"m": 9.0, "x": x, "y": -0.9, "z": z, "J_xy": 0, "J_yz": 0}
    yield max(abs(TRUTH.boom_coupling(BOOM, q) + TRUTH.boom_coupling(counter, q))
              for q in (0.3, 1.6))


LAWS = {"screw_halves": screw_halves, "axis_long": axis_long, "pitch_per_turn": pitch_per_turn,
        "pitch_lost": pitch_lost, "line_reversed": line_reversed,
        "line_through_next": line_through_next, "screw_at_tip": screw_at_tip,
        "axis_next": own_axis, "slide_as_turn": slide_alone, "slide_speed_lost": slide_alone,
        "forces_as_motions": power_in_both, "frame_shift_lost": force_at_origin,
        "frame_inverse": force_at_origin, "frame_back": turned_columns, "degrees": degrees,
        "couple_alone": couple_alone, "moment_reversed": moment_reversed,
        "corner_central": corner_central, "corner_minus": corner_minus,
        "first_moment_sign": first_moment_sign, "inertia_one_sided": inertia_one_sided,
        "pair_crossed": pair_crossed, "pair_upper": pair_upper, "drive_as_load": drive_as_load,
        "gravity_screw_up": lift_of_a_mass, "gravity_screw_lost": lift_of_a_mass,
        "bracket_reversed": line_carried, "bracket_arm_still": slide_carries,
        "bracket_by_halves": two_slides, "carried_by_last": last_joint_alone,
        "carried_by_one": first_joint_alone, "screws_held": constant_rates,
        "momentum_plus": momenta, "momentum_still": momenta, "beyond_lost": held_weight,
        "links_all": heavier_first, "excess_once": excess, "excess_reversed": excess,
        "beside_dropped": beside_dropped, "own_products_lost": own_products_lost,
        "own_products_sign": two_points, "lift_downwards": upright,
        "balanced_weight": put_in, "balanced_double": put_in}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS


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
    law = ASSIGNMENT[task].function_laws
    assert all(f.holds for f in law(of(task, TRUTH), own))
    assert all(f.holds for f in law(np.array([[float(f"{x:.4g}") for x in row] for row in
                                              np.atleast_2d(of(task, TRUTH))]).reshape(
                                                  of(task, TRUTH).shape), own))
    broken = [f.text for f in law(of(task, MISTAKES[mistake].rules), own) if f.holds is False]
    assert any(TYPED[task, mistake] in text for text in broken)


@pytest.mark.parametrize("task,mistake", WRITTEN)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = {"chain_screws": written(ASSIGNMENT["chain_screws"], TRUTH)}
    law = ASSIGNMENT[task].function_laws
    assert all(f.holds for f in law(written(ASSIGNMENT[task], TRUTH), own))
    slipped = written(ASSIGNMENT[task], MISTAKES[mistake].rules)
    broken = [f.text for f in law(slipped, own) if f.holds is False]
    assert any(WRITTEN[task, mistake] in text for text in broken)


def test_laws_of_the_coupling_expose_what_does_not_turn_with_the_boom():
    law, right = ASSIGNMENT["coupling"].symbolic_laws, symbolic("coupling", TRUTH)
    assert all(f.holds for f in law(right))
    assert any(f.holds is False for f in law(right + sp.Symbol("J_xy")))
    assert any(f.holds is False for f in law(right / sp.Symbol("m")))


def test_laws_wait_for_what_they_need():
    for task, answer in (("screw_rates", written(ASSIGNMENT["screw_rates"], TRUTH)),
                         ("counterweight", of("counterweight", TRUTH)),
                         ("hold", of("hold", TRUTH))):
        finding, = ASSIGNMENT[task].function_laws(answer, {"variant": V})
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
    assert collisions(ASSIGNMENT[task], numbers, [Case(())]) == []
    if "boom" in changes:
        changes = {"boom": numbers["boom"] | changes["boom"]}
    assert collisions(ASSIGNMENT[task], numbers | changes, [Case(())]) != []


def test_a_finite_motion_along_the_screw_is_the_nut_s():
    """The exponential of the screw takes a point where the thread takes it."""
    s, q, x = of("screw", TRUTH), 0.9, np.array([0.3, -0.7, 0.2])
    assert (expm(q * hat(s)) @ [*x, 1])[:3] == pytest.approx(nut(V, q, x[None])[0])
