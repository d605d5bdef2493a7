"""Assignment 11: the truth against first principles, each mistake against its law."""

import json

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from mistake_laws import MistakeLaws, degrees, differ, unequal
from scipy.spatial.transform import Rotation

from autograde.assignments import ASSIGNMENTS, a11_recursive
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.runner.variant import as_variant
from autograde.task import Case
from autograde.variants import collisions

TRUTH = Rules()
ASSIGNMENT = ASSIGNMENTS["a11_recursive"]
VARIANTS = dealt(ASSIGNMENT.name)
H = 1e-3
UNIT = np.eye(3)


# -- chains moved joint by joint; links are clouds of mass points ---------------------------------
def some_chain(seed, sigma=(1, 0, 1)):
    """Parameters in the order of the tasks, the clouds in the frames of the links, and q."""
    rng, n = np.random.default_rng(seed), len(sigma)
    clouds = rng.normal(0, 0.3, (n, 6, 3))
    m = rng.uniform(1, 3, n)
    J = [tensor(cloud, mass / 6) for cloud, mass in zip(clouds, m)]
    return ((rng.uniform(-2, 2, (n, 3)), rng.uniform(-0.8, 0.8, (n, 3)), np.array(sigma), m,
             clouds.mean(1), np.array(J)), clouds, rng.uniform(-1, 1, n))


def tensor(points, mass):
    """About the points' own centre. (3, 3)"""
    x = points - points.mean(0)
    return mass * ((x**2).sum() * np.eye(3) - x.T @ x)


def poses(angles, l, sigma, q):
    """Axes and origin of the frames 0..n in frame 0."""
    found = [(np.eye(3), np.zeros(3))]
    for a, link, s, x in zip(angles, l, sigma, q):
        turn, origin = found[-1]
        origin = origin + turn[:, 2] * (1 - s) * x
        turn = turn @ (Rotation.from_euler("Z", s * x)
                       * Rotation.from_euler("XYZ", a)).as_matrix()
        found.append((turn, origin + turn @ link))
    return found


def seen_screw(geometry, q, k, i):
    """The screw of joint i as frame k sees it now: how a body on it moves, by differences."""
    def body(t):
        (turn, origin), (base, start) = (poses(*geometry, x)[j] for x, j in
                                         ((q + t * np.eye(len(q))[i - 1], max(i, k)), (q, k)))
        return base.T @ turn, base.T @ (origin - start)
    turn, place = body(0.0)
    spin = differ(lambda t: body(t)[0]) @ turn.T
    omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    return np.r_[omega, differ(lambda t: body(t)[1]) - np.cross(omega, place)]


def own_geometry(v):
    q = [np.radians(x) if s else x for x, s in zip(v["q"], v["sigma"])]
    return (np.radians(v["angles_deg"]), np.array(v["l"]), v["sigma"]), np.array(q)


@pytest.mark.parametrize("number", range(3))
def test_the_own_screws_are_motions_seen_from_frame_3(number):
    v = VARIANTS[number]
    geometry, q = own_geometry(v)
    seen = [[seen_screw(geometry, q, k, i) for i in (1, 2)] for k in (2, 3)]
    assert ASSIGNMENT["l_3"].reference(TRUTH, v) == pytest.approx(
        np.array([*seen[1], seen_screw(geometry, q, 3, 3)]), abs=1e-8)
    L = ASSIGNMENT["L_32"].reference(TRUTH, v)
    assert np.array(seen[0]) @ L.T == pytest.approx(np.array(seen[1]), abs=1e-8)


@pytest.mark.parametrize("sigma", [(1, 1, 1, 1), (1, 0, 1, 0), (0, 1, 0, 1)])
def test_slopes_of_screws_are_differences_for_all_indices(sigma):
    (angles, l, sigma, *_), _, q = some_chain(sum(sigma), sigma)
    geometry, every = (angles, l, sigma), (1, 2, 3, 4)
    for k in every:
        X = np.array([seen_screw(geometry, q, k, i) for i in every])
        for t in every:
            ahead, back = (np.array([seen_screw(geometry, q + h * np.eye(4)[t - 1], k, i)
                                     for i in every]) for h in (1e-4, -1e-4))
            for i in every:
                assert TRUTH.screw_slope(X, k, i, t) == pytest.approx(
                    (ahead - back)[i - 1] / 2e-4, abs=1e-6), (k, i, t)


@pytest.mark.parametrize("sigma", [(1, 1, 1), (1, 0, 1), (0, 1, 0)])
def test_composite_inertia_is_that_of_the_mass_points(sigma):
    parameters, clouds, q = some_chain(sum(sigma), sigma)
    frames = poses(*parameters[:3], q)
    for i in (1, 2, 3):
        turn, origin = frames[i]
        total = np.zeros((6, 6))
        for k in range(i, 4):
            for point in clouds[k - 1]:
                x = turn.T @ (frames[k][0] @ point + frames[k][1] - origin)
                motion = np.hstack([-np.cross(x, np.eye(3)).T, np.eye(3)])   # omega x r + V
                motion[:, :3] = np.array([np.cross(e, x) for e in UNIT]).T
                total += parameters[3][k - 1] / 6 * motion.T @ motion
        assert ASSIGNMENT["frozen"].reference(TRUTH, {}, *parameters, q, i) == pytest.approx(total)


def own_energy(v, x, dq):
    """Kinetic energy of link 3 of the own chain, at coordinates x; positions differentiated."""
    geometry, _ = own_geometry(v)
    J, r = np.array(v["J_3"]), np.array(v["r_3"])

    def at(t):
        turn, origin = poses(*geometry, x + t * np.asarray(dq))[3]
        return turn, origin + turn @ r
    V, turn = differ(lambda t: at(t)[1]), at(0.0)[0]
    spin = turn.T @ differ(lambda t: at(t)[0])
    omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    return (v["m_3"] * V @ V + omega @ J @ omega) / 2


@pytest.mark.parametrize("number", range(3))
def test_b_3_is_that_of_lagrange(number):
    """d/dt dW/dq_3' - dW/dq_3 at constant rates."""
    v = VARIANTS[number]
    (_, q), dq = own_geometry(v), np.array(v["dq"])

    def momentum(t):
        ahead, back = (own_energy(v, q + t * dq, dq + h * UNIT[2]) for h in (1, -1))
        return (ahead - back) / 2
    slope = differ(lambda t: own_energy(v, q + t * UNIT[2], dq))
    assert ASSIGNMENT["b_3"].reference(TRUTH, v) == pytest.approx(
        differ(momentum) - slope, rel=1e-6)


# -- the arm at the line --------------------------------------------------------------------------
def tip(p, q, t=0.0):
    """f of task 6 at time t, the line moving from where the tip is on it."""
    theta = np.radians(p["theta"])
    x = p["l"][0] * np.cos(q[0]) + p["l"][1] * np.cos(q[0] + q[1])
    y = p["l"][0] * np.sin(q[0]) + p["l"][1] * np.sin(q[0] + q[1])
    return (-x * np.sin(theta) + y * np.cos(theta) - p["speed"] * t
            - p["acceleration"] * t * t / 2)


def moving(p, ddq):
    """f(t) of the arm on its way."""
    q, u = np.radians(p["q"]), np.array(p["dq"])
    return lambda t: tip(p, q + t * u + t * t / 2 * np.asarray(ddq), t)


def gradient(p):
    q = np.radians(p["q"])
    return np.array([differ(lambda t: tip(p, q + t * one)) for one in np.eye(2)])


def together(p, bias):
    """ddq and N from (2.17) and (2.18) at once."""
    Gamma = gradient(p)[None]
    system = np.block([[np.array(p["A"]), -Gamma.T], [Gamma, np.zeros((1, 1))]])
    return np.linalg.solve(system, [*np.subtract(p["Q"], p["b"]), -bias])


@pytest.mark.parametrize("number", range(5))
def test_reaction_and_motion_solve_the_whole_system(number):
    v = VARIANTS[number]
    p = v["arm"]
    assert differ(moving(p, np.zeros(2))) == pytest.approx(0, abs=1e-4), "the tip follows the line"
    *ddq, N = together(p, differ(moving(p, np.zeros(2)), 2))
    assert ASSIGNMENT["reaction"].reference(TRUTH, v) == pytest.approx(N, rel=1e-6)
    assert ASSIGNMENT["held_ddq"].reference(TRUTH, v) == pytest.approx(ddq, rel=1e-6)
    assert differ(moving(p, ddq), 2) == pytest.approx(0, abs=1e-6)


def test_A_and_b_of_the_two_link_arm_are_those_of_mass_points():
    """Each link a rod of two half masses, weights and inertia by virtual work."""
    l, m = np.array([0.7, 0.5]), np.array([3.0, 2.0])
    q, u, ddq = np.array([0.4, -0.9]), np.array([1.3, -0.8]), np.array([0.6, 1.7])

    def points(x):
        turns, start, found = np.cumsum(x), np.zeros(2), []
        for turn, length in zip(turns, l):
            along = np.array([np.cos(turn), np.sin(turn)])
            found += [start + (0.45 + s / np.sqrt(12)) * length * along for s in (-1, 1)]
            start = start + length * along
        return np.array(found)
    felt = differ(lambda t: points(q + t * u + t * t / 2 * ddq), 2) + [0, 9.81]
    felt = felt * np.repeat(m / 2, 2)[:, None]
    drives = [(felt * differ(lambda t: points(q + t * one))).sum() for one in np.eye(2)]
    A, b = a11_recursive.two_link_dynamics(l, m, q, u)
    assert A @ ddq + b == pytest.approx(drives, rel=1e-7)


@pytest.mark.parametrize("number", range(24))
def test_every_arm_is_an_arm(number):
    """Its A is positive, its roots are two and stable, and Gamma is not lost."""
    p = VARIANTS[number]["arm"]
    assert np.linalg.eigvalsh(p["A"]).min() > 0 and np.allclose(p["A"], np.transpose(p["A"]))
    assert max(p["roots"]) < 0 and np.ptp(p["roots"]) > 1 and np.linalg.norm(gradient(p)) > 0.05


def test_the_bias_in_letters_is_the_derivative():
    t = sp.Symbol("t")
    x = {name: sp.Symbol(name) for name in a11_recursive.LINE_LETTERS}
    q = [x[f"q_{j}"] + x[f"u_{j}"] * t for j in (1, 2)]
    f = (x["l_1"] * sp.sin(q[0] - x["theta"]) + x["l_2"] * sp.sin(sum(q) - x["theta"])
         - x["w"] * t - x["a"] * t**2 / 2)
    task = ASSIGNMENT["bias"]
    for case in task.drawn({}, "seed"):
        assert task.truth(TRUTH, {}, case) == pytest.approx(
            float(f.diff(t, 2).subs(t, 0).subs(case.inputs)))


@pytest.mark.parametrize("number", range(5))
def test_the_control_makes_the_error_equation_and_the_printed_one_does_not(number):
    v = VARIANTS[number]
    p = v["arm"]
    G0, G1, critical = ASSIGNMENT["gains"].reference(TRUTH, v)
    assert sorted(np.roots([1, G1, G0])) == pytest.approx(sorted(p["roots"]))
    assert np.ptp(np.roots([1, critical, G0])) < 1e-6
    correction = G1 * p["df"] + G0 * p["f"]
    ddq = np.linalg.solve(p["A"], ASSIGNMENT["control"].reference(TRUTH, v) - p["b"])
    assert differ(moving(p, ddq), 2) + correction == pytest.approx(0, abs=1e-5)
    across = np.array([[0, 1], [-1, 0]]) @ gradient(p)
    assert ddq @ across == pytest.approx(p["v"] @ across), "along the line it is v's"
    Gamma = gradient(p)
    bias = differ(moving(p, np.zeros(2)), 2)
    printed = -Gamma / (Gamma @ Gamma) * bias - correction            # a number added to two
    assert ASSIGNMENT["printed_gap"].reference(TRUTH, v) == pytest.approx(
        differ(moving(p, printed), 2) + correction, abs=1e-5)


# -- the polar arm --------------------------------------------------------------------------------
def polar_by_lagrange():
    """Drives of the polar arm from its energy, in letters."""
    t = sp.Symbol("t")
    x = {name: sp.Symbol(name) for name in a11_recursive.POLAR_LETTERS}
    q = [sp.Function(f"q_{j}")(t) for j in (1, 2)]
    W = (x["J"] + x["m"] * q[1]**2) * q[0].diff(t)**2 / 2 + x["m"] * q[1].diff(t)**2 / 2
    height = x["m"] * x["g"] * q[1] * sp.sin(q[0])
    drives = [W.diff(y.diff(t)).diff(t) - W.diff(y) + height.diff(y) for y in q]
    put = [(q[j - 1].diff(t, order), x[f"{letter}_{j}"]) for order, letter in ((2, "w"), (1, "u"))
           for j in (1, 2)] + [(q[j - 1], x[f"q_{j}"]) for j in (1, 2)]
    return sp.Matrix([d.subs(put) for d in drives])


def test_the_linear_equations_are_those_of_the_energy():
    drives = polar_by_lagrange()
    blocks = [drives.jacobian(sp.symbols(f"{x}_1 {x}_2")) for x in "uq"]
    task = ASSIGNMENT["linear"]
    for case in task.drawn({}, "seed"):
        found = np.hstack([np.array(block.subs(case.inputs), float) for block in blocks])
        assert task.truth(TRUTH, {}, case) == pytest.approx(found)


def closed_loop(v, K):
    """Matrix of (x; x') with the feedback K, the drives differentiated."""
    p = v["polar"]
    letters = dict(zip(("m", "J", "g", "q_1", "q_2", "u_1", "u_2", "w_1", "w_2"),
                       (p["m"], p["J"], 9.81, np.radians(p["q_1"]), p["q_2"], *p["dq"],
                        *p["ddq"])))
    A, B, C = (np.array(DRIVES.jacobian(sp.symbols(f"{x}_1 {x}_2")).subs(letters), float)
               for x in "wuq")
    return np.block([[np.zeros((2, 2)), np.eye(2)],
                     [-np.linalg.solve(A, C + K[:, :2]), -np.linalg.solve(A, B + K[:, 2:])]])


DRIVES = polar_by_lagrange()


@pytest.mark.parametrize("number", range(5))
def test_under_the_feedback_each_coordinate_dies_out_by_itself(number):
    v = VARIANTS[number]
    p = v["polar"]
    loop = closed_loop(v, ASSIGNMENT["feedback"].reference(TRUTH, v))
    assert loop[2:] == pytest.approx(-np.hstack([np.diag(p["G0"]), np.diag(p["G1"])]))


def test_the_condition_that_can_be_met_is_b():
    rng = np.random.default_rng(0)
    dependent = rng.normal(size=(2, 3))
    cases = {"a": rng.normal(size=(6, 4)), "b": rng.normal(size=(2, 4)),
             "c": np.vstack([dependent, dependent.sum(0)]), "d": np.zeros((1, 2))}
    met = [name for name, G in cases.items() for wanted in [rng.normal(size=len(G))]
           if np.abs(G @ np.linalg.pinv(G) @ wanted - wanted).max() < 1e-9]
    assert met == [ASSIGNMENT["conditions"].reference(TRUTH, {})]


@pytest.mark.parametrize("name", [t.id for t in ASSIGNMENT.tasks if t.own])
def test_follow_through_goes_on_from_own_values(name):
    v, task = VARIANTS[0], ASSIGNMENT[name]
    for own in task.own:
        right = ASSIGNMENT[own].reference(TRUTH, v)
        assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(task.reference(TRUTH, v))
        shifted = task.follow(TRUTH, v, **{own: 1.1 * right + 0.2})
        assert np.abs(shifted - task.reference(TRUTH, v)).max() > 1e-2, (name, own)


# -- the law that a message names -----------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake.
V = VARIANTS[0]
ARM = V["arm"]
CHAIN, CLOUDS, Q = some_chain(3)
TABLE = np.random.default_rng(1).uniform(-1, 1, (4, 6))
A, U = np.array(ARM["A"]), np.array(ARM["dq"])
Z_TURN = np.array([[1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]],
                  dtype=float)


def carrier(rules):
    return ASSIGNMENT["L_32"].reference(rules, V)


def frames_2_and_3():
    geometry, q = own_geometry(V)
    (two, here), (three, there) = poses(*geometry, q)[2:]
    return two, three, three.T @ (here - there)


def carrier_printed(rules):
    yield (carrier(rules) @ [0, 0, 0, 0, 0, 1])[:3]


def carrier_back(rules):
    two, three, _ = frames_2_and_3()
    yield carrier(rules)[:3, :3] @ UNIT[0] - three.T @ two[:, 0]


def old_origin(rules):
    x = carrier(rules) @ [0.3, -0.7, 0.5, 0, 0, 0]
    yield x[3:] + np.cross(x[:3], frames_2_and_3()[2])


def table(rules):
    return ASSIGNMENT["l_3"].reference(rules, V)


def screw_unit(rules):
    row = table(rules)[2]
    yield row[3:] - np.cross(row[:3], V["l"][2])


def axis_next(rules):
    geometry, q = own_geometry(V)
    for i in (1, 2, 3):                 # as the joint moves, its axis stays where it is in frame 0
        axis = table(rules)[i - 1][:3] if V["sigma"][i - 1] else table(rules)[i - 1][3:]
        yield poses(*geometry, q)[3][0] @ axis - poses(*geometry, q)[i - 1][0][:, 2]


def slide_alone(rules):
    yield table(rules)[1][:3]


def slope_reversed(rules):
    yield rules.screw_slope(Z_TURN, 4, 1, 2)[:3] + UNIT[1]
    yield rules.screw_slope(Z_TURN, 1, 3, 2)[:3] - UNIT[1]


def every_bracket(rules):
    yield rules.screw_slope(TABLE, 4, 2, 1)
    yield rules.screw_slope(TABLE, 2, 4, 1)


def limit_printed(rules):
    yield rules.screw_slope(TABLE, 1, 4, 1)


def ahead_sign(rules):
    yield rules.screw_slope(Z_TURN, 1, 3, 2)[:3] - UNIT[1]


def with_itself(rules):
    yield unequal(rules.screw_slope(TABLE, 1, 4, 2), 0)


def tensor_at_centre(rules):
    yield unequal(rules.link_inertia(2.0, [0.1, 0.2, -0.3], np.zeros((3, 3)))[:3, :3], 0)


def static_sign(rules):
    omega, r = np.array([0.4, -0.3, 0.8]), np.array([0.1, 0.2, -0.3])
    Theta = rules.link_inertia(2.0, r, tensor(CLOUDS[0], 1.0))
    yield (Theta @ [*omega, 0, 0, 0])[3:] - 2.0 * np.cross(omega, r)


def frozen(rules, i, q=Q, heavier=0.0):
    angles, l, sigma, m, r, J = CHAIN
    return ASSIGNMENT["frozen"].reference(rules, {}, angles, l, sigma, m + heavier, r, J, q, i)


def frozen_one_side(rules):
    yield frozen(rules, 1) - frozen(rules, 1).T


def frozen_unmoved(rules):
    yield unequal(frozen(rules, 1), frozen(rules, 1, Q + [0, 0, 0.5]))


def frozen_before(rules):
    yield frozen(rules, 3, heavier=np.array([1, 0, 0])) - frozen(rules, 3)


def frozen_alone(rules):
    yield frozen(rules, 1)[5, 5] - CHAIN[3].sum()


def slide_lost(rules):
    """What frame 1 sees of the origin of frame 2 shifts by 0.1 with the slide."""
    def seen(q):
        return rules.place(rules.at(*CHAIN[:3], q), 1, 2)
    yield np.linalg.norm(seen(Q + [0, 0.1, 0]) - seen(Q)) - 0.1


def spun(rules):
    v = json.loads(json.dumps(V)) | {"dq": [1, 0, 0]}
    _, q = own_geometry(v)
    slope = differ(lambda t: own_energy(v, q + t * UNIT[2], UNIT[0]))
    yield ASSIGNMENT["b_3"].reference(rules, v) + slope


def line_bias(rules, u=tuple(U), speed=ARM["speed"], acceleration=ARM["acceleration"]):
    return rules.line_bias(ARM["l"], np.radians(ARM["q"]), u, np.radians(ARM["theta"]), speed,
                           acceleration)


def gamma_rate_lost(rules):
    resting = ARM | {"speed": 0.0, "acceleration": 0.0}
    yield line_bias(rules, speed=0, acceleration=0) - differ(moving(resting, np.zeros(2)), 2)


def product_once(rules):
    yield rules.squared((1, 1)) - 4


def line_rate_printed(rules):
    yield line_bias(rules, (0, 0), speed=0.7, acceleration=0)


def line_starts(rules):
    yield line_bias(rules, (0, 0), speed=0, acceleration=0.7) + 0.7


def multiplier_sign(rules):
    Gamma = gradient(ARM)
    N = rules.reaction(A, np.ones(2), np.ones(2), Gamma, -0.7)
    yield Gamma @ np.linalg.solve(A, Gamma * N) - 0.7


def heavier(rules):
    push = np.array([3.0, -2.0])
    yield 2 * rules.answered(2 * A, push) - rules.answered(A, push)
    yield rules.driven(2 * A, push) - 2 * rules.driven(A, push)


def on_the_line(rules):
    yield differ(moving(ARM, ASSIGNMENT["held_ddq"].reference(rules, V)), 2)


def held_by_drives(rules):
    b = np.array([2.0, -1.0])
    yield rules.held_motion(A, b, b, np.ones(2), 0.0)


def multiplied_back(rules):
    push = np.array([3.0, -2.0])
    yield A @ rules.answered(A, push) - push


def gains(rules):
    return ASSIGNMENT["gains"].reference(rules, V)


def gains_swapped(rules):
    G0, G1 = gains(rules)[:2]
    yield sum(ARM["roots"]) + G1
    yield np.prod(ARM["roots"]) - G0


def gains_negative(rules):
    yield max(0.0, -gains(rules)[:2].min())


def gains_are_poles(rules):
    G0, G1 = gains(rules)[:2]
    yield np.sort_complex(np.roots([1, G1, G0])) - np.sort(ARM["roots"])


def critical(rules):
    G0, _, G1 = gains(rules)
    yield np.sqrt(abs(np.ptp(np.roots([1, G1, G0]))))**4


def put_into_motion(rules):
    ddq = np.linalg.solve(A, ASSIGNMENT["control"].reference(rules, V) - ARM["b"])
    G0, G1 = gains(TRUTH)[:2]
    yield differ(moving(ARM, ddq), 2) + G1 * ARM["df"] + G0 * ARM["f"]


def free_lost(rules):
    twice = V | {"arm": ARM | {"v": [2 * x for x in ARM["v"]]}}
    yield unequal(*(ASSIGNMENT["control"].reference(rules, v) for v in (V, twice)))


def transpose_for_inverse(rules):
    Gamma = gradient(ARM)
    yield Gamma @ rules.pseudoinverse(Gamma) - 1


POLAR = dict(zip(a11_recursive.POLAR_LETTERS, (0.4, 0.7, 1.1, -0.6, 0.8, 0.5, 2.0, 1.3, 9.81)))


def linear(rules, **other):
    return ASSIGNMENT["linear"].reference(rules, {}, **(POLAR | other))


def blocks(**other):
    return [np.array(DRIVES.jacobian(sp.symbols(f"{x}_1 {x}_2")).subs(POLAR | other), float)
            for x in "uq"]


def linear_half(rules):
    yield linear(rules)[:, :2] - blocks()[0]


def linear_start(rules):
    rest = {"u_1": 0.0, "u_2": 0.0}
    yield linear(rules, **rest)[0, 3] - blocks(**rest)[1][0, 1]


def linear_held(rules):
    still = dict.fromkeys(("u_1", "u_2", "w_1", "w_2"), 0.0)
    yield linear(rules, **still)[:, 2] - blocks(**still)[1][:, 0]


def linear_sides(rules):
    yield linear(rules, u_1=0.0, u_2=0.0)[:, :2]


def loop(rules):
    roots = np.concatenate([np.roots([1, G1, G0]) for G0, G1 in zip(V["polar"]["G0"],
                                                                   V["polar"]["G1"])])
    found = np.linalg.eigvals(closed_loop(V, ASSIGNMENT["feedback"].reference(rules, V)))
    yield np.poly(found) - np.poly(roots)


def doubled(rules):
    B, C, G0, G1 = np.random.default_rng(2).normal(size=(4, 2, 2))
    yield (rules.state_feedback(2 * A, 2 * B, 2 * C, G0, G1)
           - 2 * rules.state_feedback(A, B, C, G0, G1))


def screw_halves(rules):
    """Another origin changes the half that is v, and not the one that is F."""
    yield (carrier(rules) @ [0, 0, 0, 0, 0, 1])[:3]
    parameters, _, q = some_chain(3)
    a, s = np.array([0.4, -0.3, 0.8]), np.array([0.7, -0.2, 0.4, 0.3, 0.5, -0.6])
    angles, l, sigma, m, r, J = parameters
    here, there = (ASSIGNMENT["frozen"].reference(rules, V, angles, l + x, sigma, m, r + x, J, q, 3)
                   for x in (0, -a))
    yield (there @ (s + np.concatenate([np.zeros(3), np.cross(s[:3], a)])) - here @ s)[3:]


LAWS = {"screw_halves": screw_halves,
        "carrier_printed": carrier_printed, "carrier_back": carrier_back,
        "carrier_arm_reversed": old_origin, "carrier_arm_unturned": old_origin,
        "degrees": degrees, "screw_unit": screw_unit, "axis_next": axis_next,
        "slide_as_turn": slide_alone, "rows_swapped": slide_alone,
        "slope_reversed": slope_reversed, "every_bracket": every_bracket,
        "limit_printed": limit_printed, "ahead_sign": ahead_sign, "with_itself": with_itself,
        "tensor_at_centre": tensor_at_centre, "static_sign": static_sign,
        "frozen_one_side": frozen_one_side, "frozen_unmoved": frozen_unmoved,
        "frozen_before": frozen_before, "frozen_alone": frozen_alone, "slide_lost": slide_lost,
        "energy_slope_lost": spun, "d_whole": spun, "d_quarter": spun,
        "gamma_rate_lost": gamma_rate_lost, "product_once": product_once,
        "line_rate_printed": line_rate_printed, "line_lost": line_starts,
        "line_sign": line_starts, "multiplier_sign": multiplier_sign,
        "inertia_for_inverse": heavier, "pressed_lost": on_the_line,
        "pressed_minus": on_the_line, "b_lost": held_by_drives, "b_added": held_by_drives,
        "inertia_diagonal": multiplied_back, "gains_swapped": gains_swapped,
        "gains_negative": gains_negative, "gains_are_poles": gains_are_poles,
        "critical_unhalved": critical, "critical_unrooted": critical,
        "error_lost": put_into_motion, "error_sign": put_into_motion, "free_lost": free_lost,
        "free_whole": put_into_motion,
        "transpose_for_inverse": transpose_for_inverse, "linear_half": linear_half,
        "linear_accelerations_lost": linear_start, "linear_weights_lost": linear_held,
        "linear_sides": linear_sides, "cancelled_lost": loop, "cancelled_sign": loop,
        "feedback_sign": loop,
        "inertia_left_out": doubled}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS


def test_every_piece_of_advice_shows_a_line_of_code():
    for task in ASSIGNMENT.tasks:
        pieces = [task.advice, *getattr(task.kind, "checks", {}).values()]
        assert all("`" in advice for advice in filter(None, pieces))


# -- what a student's own notebook sees -----------------------------------------------------------
EXPOSED = {("L_32", "carrier_printed"): "does not turn", ("l_3", "rows_swapped"): "a slide",
           ("l_3", "slide_as_turn"): "a slide", ("slope_of", "slope_reversed"): "finite",
           ("slope_of", "every_bracket"): "finite", ("slope_of", "limit_printed"): "ahead",
           ("slope_of", "ahead_sign"): "ahead", ("slope_of", "with_itself"): "ahead",
           ("frozen", "tensor_at_centre"): "energy", ("frozen", "static_sign"): "energy",
           ("frozen", "frozen_one_side"): "symmetric", ("frozen", "frozen_unmoved"): "energy",
           ("frozen", "frozen_before"): "mass", ("frozen", "frozen_alone"): "mass",
           ("L_32", "screw_halves"): "does not turn", ("frozen", "screw_halves"): "mass",
           ("bias", "line_rate_printed"): "twice as fast",
           ("held_ddq", "degrees"): "on the line", ("control", "degrees"): "your own gains",
           ("held_ddq", "pressed_lost"): "on the line",
           ("held_ddq", "pressed_minus"): "on the line",
           ("gains", "gains_negative"): "dies out", ("control", "error_lost"): "your own gains",
           ("control", "error_sign"): "your own gains", ("control", "b_lost"): "your own gains",
           ("control", "free_whole"): "your own gains",
           ("control", "gamma_rate_lost"): "your own gains", ("linear", "linear_sides"): "at rest",
           ("feedback", "cancelled_lost"): "roots", ("feedback", "cancelled_sign"): "roots",
           ("feedback", "feedback_sign"): "roots",
           ("feedback", "linear_half"): "roots", ("feedback", "gains_swapped"): "roots"}


def findings(task, rules, own):
    """What the laws of a task say of an answer that was made with these rules."""
    task = ASSIGNMENT[task]
    if task.kind.ask == "expression":
        letters = {name: sp.Symbol(name) for name in task.kind.symbols}
        answer = task.reference(rules, V, **letters)
        return list(task.symbolic_laws(sp.Matrix(answer) if np.ndim(answer) else answer))
    if task.kind.ask == "function":
        return list(task.function_laws(lambda *args: task.reference(rules, V, *args), own))
    return list(task.function_laws(np.asarray(task.reference(rules, V)), own))


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_of_the_notebook_exposes_the_slip(task, mistake):
    own = {"variant": as_variant(json.loads(json.dumps(V))), "gains": gains(TRUTH).tolist()}
    assert all(f.holds for f in findings(task, TRUTH, own))
    broken = [f.text for f in findings(task, MISTAKES[mistake].rules, own) if f.holds is False]
    assert any(EXPOSED[task, mistake] in text for text in broken)


def test_the_law_of_the_control_waits_for_the_gains():
    finding, = findings("control", TRUTH, {"variant": V})
    assert finding.holds is None and finding.text.startswith("Check gains first")


# -- certificates ---------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("L_32", {"l": [[0.3, 0.2, 0.4], [0.2, 0.5, 0.3], [0, 0, 0]]}),     # nothing to shift by
    ("l_3", {"l": [[0, 0, 0]] * 3}),                                    # every f a unit column
    ("b_3", {"dq": [0.0, 0.0, 1.3]}),                                   # the last joint alone
    ("b_3", {"r_3": [0.0, 0.0, 0.0]}),                                  # mass centre at the origin
    ("reaction", {"arm": {"dq": [0.0, 0.0]}}),                          # no rates
    ("control", {"arm": {"f": 0.0, "df": 0.0}}),                        # no error
    ("control", {"arm": {"v": [0.0, 0.0]}}),                            # nothing left free
    ("gains", {"arm": {"roots": [-1.0, -1.0]}}),
    ("feedback", {"polar": {"dq": [0.0, 0.0], "ddq": [0.0, 0.0]}})])    # an arm that rests
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    numbers = json.loads(json.dumps(V))
    assert collisions(ASSIGNMENT[task], numbers, [Case(())]) == []
    for name in ("arm", "polar"):
        if name in changes:
            changes = {name: numbers[name] | changes[name]}
    assert collisions(ASSIGNMENT[task], numbers | changes, [Case(())]) != []
