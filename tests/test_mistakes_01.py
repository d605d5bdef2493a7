"""Assignment 1: the truth against first principles, each mistake against its law."""

import json

import numpy as np
import pytest
from dealt import dealt
from mistake_laws import MistakeLaws
from scipy.integrate import tplquad
from scipy.spatial.transform import Rotation

from autograde import practice
from autograde.assignments import ASSIGNMENTS, a01_parameters
from autograde.judge import Judge
from autograde.mistakes import MISTAKES
from autograde.rules import Rules
from autograde.runner.encode import encode
from autograde.task import Case
from autograde.variants import collisions
from robokit import inertia
from robokit.coordinates import angular

TRUTH = Rules()
X, Y, Z = np.eye(3)
ASSIGNMENT = ASSIGNMENTS["a01_parameters"]
VARIANTS = dealt(ASSIGNMENT.name)
SHIFT = np.array([0.4, -0.7, 0.2])


def some_points(seed, n=6):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.5, 2, n), rng.uniform(-1, 1, (n, 3))


def energy(masses, points, omega):
    """Twice the kinetic energy of points that turn about their mass centre."""
    speeds = np.cross(omega, points - masses @ points / masses.sum())
    return masses @ (speeds**2).sum(axis=1)


def sampled(m, R, H, axis, place, count=400_000, seed=1):
    """Points of equal mass that fill a cylinder, its axis 0, 1, 2 along x, y, z."""
    rng = np.random.default_rng(seed)
    turn, radius = rng.uniform(0, 2 * np.pi, count), R * np.sqrt(rng.random(count))
    across = np.stack([radius * np.cos(turn), radius * np.sin(turn), rng.uniform(-H, H, count) / 2])
    return np.full(count, m / count), across[[(k - axis + 2) % 3 for k in range(3)]].T + place


# -- the truth ---------------------------------------------------------------------------------
def test_joint_coordinates_one_by_one():
    sigma, theta, s = [1, 0, 1], [0.3, 9, -0.4], [9, 0.5, 9]
    assert TRUTH.coordinates(sigma, theta, s) == pytest.approx([0.3, 0.5, -0.4])


@pytest.mark.parametrize("q", [0.7, -2.1])
def test_a_joint_turns_or_shifts(q):
    point = np.array([0.3, -0.2, 0.5])
    assert TRUTH.joint_motion(1, q, point) == pytest.approx(
        Rotation.from_euler("Z", q).as_matrix() @ point)
    assert TRUTH.joint_motion(0, q, point) == pytest.approx(point + q * Z)


@pytest.mark.parametrize("low,high", [(0.4, 1.5), (-2.5, -0.3), (-1, 2), (0.5, 5), (-4, 1),
                                      (-6, 6)])
def test_the_shell_is_what_the_angular_structure_reaches(low, high):
    q = np.zeros((40_001, 3))
    q[:, 2] = np.linspace(low, high, len(q))
    arm = angular(upper=0.5, fore=0.8, height=0.5)
    reach = np.linalg.norm(arm.at(q).t(3, frame="B", origin="B") - 0.5 * Z, axis=1)
    assert TRUTH.shell(0.5, 0.8, low, high) == pytest.approx([reach.min(), reach.max()], abs=1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_mounting_angles_turn_one_frame_into_the_other(seed):
    angles = np.random.default_rng(seed).uniform(-1.4, 1.4, 3)
    tau = Rotation.from_euler("XYZ", angles).as_matrix()
    assert TRUTH.mounting(tau @ X, tau @ Z) == pytest.approx(angles)
    offset = np.array([0.3, -0.5, 0.2])
    assert TRUTH.length_vector(angles, offset) == pytest.approx(
        [offset @ tau[:, k] for k in range(3)])


@pytest.mark.parametrize("seed", range(5))
def test_the_tensor_gives_the_kinetic_energy(seed):
    masses, points = some_points(seed)
    J = TRUTH.tensor(masses, points)
    for omega in [X, Y, Z, *np.random.default_rng(seed).normal(size=(4, 3))]:
        assert omega @ J @ omega == pytest.approx(energy(masses, points, omega))
    bodies = [inertia.point(m, r) for m, r in zip(masses, points)]
    assert TRUTH.mass_centre(bodies) == pytest.approx(masses @ points / masses.sum())


def test_steiner_moves_the_tensor_of_points():
    masses, points = some_points(2)
    centre = masses @ points / masses.sum()
    about = sum(m * ((r @ r) * np.eye(3) - np.outer(r, r))
                for m, r in zip(masses, points - centre - SHIFT))
    assert TRUTH.steiner(TRUTH.tensor(masses, points), masses.sum(), SHIFT) == pytest.approx(about)


def test_the_block_is_integrated():
    m, a, b, c = 2.5, 0.7, 1.2, 0.9
    J = TRUTH.box_corner(m, a, b, c)
    for (i, j), f in {(0, 0): lambda z, y, x: y * y + z * z, (1, 1): lambda z, y, x: x * x + z * z,
                      (0, 1): lambda z, y, x: -x * y, (2, 1): lambda z, y, x: -z * y}.items():
        assert J[i, j] == pytest.approx(tplquad(f, 0, a, 0, b, 0, c)[0] * m / (a * b * c))


@pytest.mark.parametrize("number", [0, 11])
def test_the_link_is_filled_with_points(number):
    """Within the scatter of the points, far below what the mistakes change."""
    v = VARIANTS[number]
    part = v["link"]
    sizes = {name: (p["m"], p["R_mm"] / 1000, p["H_mm"] / 1000) for name, p in part.items()}
    clouds = [sampled(*sizes["body"], 2, np.array([0, 0, -sizes["body"][2] / 2])),
              sampled(*sizes["drive_2"], 0, np.array(part["drive_2"]["r_mm"]) / 1000),
              sampled(*sizes["drive_3"], 2, np.zeros(3))]
    masses, points = (np.concatenate(x) for x in zip(*clouds))
    link = a01_parameters.link(TRUTH, v)
    assert TRUTH.mass_centre(link) == pytest.approx(masses @ points / masses.sum(), abs=2e-3)
    assert TRUTH.link_tensor(link) == pytest.approx(by_energy(masses, points), abs=2e-2)


def by_energy(masses, points):
    """The symmetric matrix whose quadratic form is twice the kinetic energy."""
    J = np.diag([energy(masses, points, axis) for axis in np.eye(3)])
    for i, j in ((0, 1), (0, 2), (1, 2)):
        both = energy(masses, points, np.eye(3)[i] + np.eye(3)[j])
        J[i, j] = J[j, i] = (both - J[i, i] - J[j, j]) / 2
    return J


# -- the law that a message names --------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake. One residual for
# every sort of answer in which a task looks for the mistake.
V = VARIANTS[3]
AXES = np.array(V["x_axis"]), np.array(V["z_axis"])
LINK_LENGTH = 3.0                                       # no link of the tasks is longer, metres
BODY = np.array([[2.0, -0.3, 0.2], [-0.3, 1.5, 0.1], [0.2, 0.1, 1.8]])


def link(rules, **changes):
    variant = json.loads(json.dumps(V))
    for name, part in changes.items():
        variant["link"][name] |= part
    return a01_parameters.link(rules, variant)


def degrees_kept(rules):
    yield rules.coordinates(1, rules.in_radians(np.radians(90)), 0) - np.pi / 2
    yield float(np.abs(rules.mounting(*AXES)).max() > np.pi)


def millimetres(rules):
    yield float(rules.metres(V["s_mm"]).max() > LINK_LENGTH)
    yield float(np.abs(rules.length_vector((0, 0, 0), rules.metres(V["offset_mm"]))).max()
                > LINK_LENGTH)
    yield float(np.abs(rules.mass_centre(link(rules))).max() > LINK_LENGTH)
    total = sum(part.m for part in link(rules))
    yield float(np.abs(rules.link_tensor(link(rules))).max() > total * LINK_LENGTH**2)


def sigma_swapped(rules):
    yield rules.coordinates(1, 0.0, 0.7)
    yield rules.joint_motion(1, 0.7, np.zeros(3))
    yield rules.joint_motion(0, 0.7, X) - (1, 0, 0.7)


def always_turns(rules):
    yield rules.joint_motion(0, 0.1, np.zeros(3)) - (0, 0, 0.1)


def both_motions(rules):
    yield rules.coordinates(1, 0.0, 0.7)
    yield rules.joint_motion(1, 0.7, np.zeros(3))
    yield rules.joint_motion(0, 0.7, X) - (1, 0, 0.7)


def turns_back(rules):
    yield float(rules.joint_motion(1, 0.1, X)[1] < 0)


def full_ball(rules):
    yield rules.shell(0.5, 0.3, 0, np.pi)[0] - abs(0.5 - 0.3)


def limits_ignored(rules):
    yield float(np.ptp(rules.shell(0.5, 0.3, 1.0, 1.01)) > 0.01)


def ends_only(rules):
    elbow = np.linspace(-1, 5, 6001)
    reach = np.sqrt(0.34 + 0.3 * np.cos(elbow))
    yield rules.shell(0.5, 0.3, -1, 5) - [reach.min(), reach.max()]


def inner_angle(rules):
    yield rules.reach(0.5, 0.3, 0.0) - 0.8


def fixed_axes(rules):
    tau = Rotation.from_euler("XYZ", [0.4, 0.7, -0.9]).as_matrix()
    back = rules.mounting(tau @ X, tau @ Z)
    yield Rotation.from_euler("XYZ", back).as_matrix() - tau


def mounting_back(rules):
    leaning = Rotation.from_euler("X", 0.3).as_matrix()         # Z_i leans from Z towards -Y
    assert leaning[1, 2] < 0
    yield float(rules.mounting(leaning @ X, leaning @ Z)[0] < 0)


def mounting_sign(rules):
    yield float((Rotation.from_euler("X", rules.mounting(X, np.array([0, -np.sin(0.1), np.cos(0.1)]
                                                                     ))[0]).as_matrix() @ Y)[2] < 0)


def left_handed(rules):
    x, z = Rotation.from_euler("XYZ", [0.4, 0.7, -0.9]).as_matrix()[:, [0, 2]].T
    yield np.cross(x, rules.y_axis(x, z)) - z
    yield Rotation.from_euler("XYZ", rules.mounting(x, z)).as_matrix()[:, [0, 2]].T - [x, z]
    yield (rules.length_vector([0.4, 0.7, -0.9], SHIFT)[1] - SHIFT @ np.cross(z, x))


def length_unturned(rules):
    turned = Rotation.from_euler("XYZ", [0.4, 0.7, -0.9])
    l = rules.length_vector([0.4, 0.7, -0.9], SHIFT)
    yield l[0] - SHIFT @ turned.as_matrix()[:, 0]


def half_drives(rules):
    yield rules.mass_centre([inertia.point(m, (1, 1, 1)) for m in (3, 2, 1)]) - 1


def mean_of_places(rules):
    here, there = (rules.mass_centre([inertia.point(2, X), inertia.point(0, r)]) for r in (Y, Z))
    yield here - there
    masses, points = np.array([2.0, 1.0, 0.0]), np.array([X, Y, Z])
    yield rules.tensor(masses, points) - rules.tensor(masses, points * [[1], [1], [3]])


def product_sign(rules):
    diagonal = np.array([[1, 1, 0], [-1, -1, 0]])
    w = np.array([1.0, 1, 0])
    yield w @ rules.tensor(np.ones(2), diagonal) @ w
    thin = np.array([1.0, 1, 1]) / np.sqrt(3)                   # a cube about its main diagonal
    yield thin @ rules.box_corner(1, 1, 1, 1) @ thin - 1 / 6
    yield w @ rules.steiner(np.zeros((3, 3)), 1.0, w) @ w
    yield w @ rules.link_tensor([inertia.point(1, w), inertia.point(1, -w)]) @ w


def no_products(rules):
    diagonal, w = np.array([[1.0, 1, 0], [-1, -1, 0]]), np.array([1.0, 1, 0])
    yield w @ rules.tensor(np.ones(2), diagonal) @ w
    thin = np.ones(3) / np.sqrt(3)                              # a cube about its main diagonal
    yield thin @ rules.box_corner(1, 1, 1, 1) @ thin - 1 / 6


def own_square(rules):
    yield rules.tensor(np.ones(2), np.array([[2.0, 0, 0], [-2, 0, 0]]))[0, 0]


def about_joint(rules):
    masses, points = some_points(4)
    yield rules.tensor(masses, points + 1) - rules.tensor(masses, points)
    bodies = link(rules)
    yield rules.link_tensor([b.moved((1, 1, 1)) for b in bodies]) - rules.link_tensor(bodies)


def fourfold(rules):
    def added(d):
        return rules.steiner(BODY, 2.5, d) - BODY
    yield added(2 * SHIFT) - 4 * added(SHIFT)
    far, near = (rules.link_tensor([inertia.point(1, k * SHIFT), inertia.point(1, -k * SHIFT)])
                 for k in (2, 1))
    yield far - 4 * near


def steiner_products(rules):
    yield SHIFT @ (rules.steiner(BODY, 2.5, SHIFT) - BODY) @ SHIFT
    yield SHIFT @ rules.link_tensor([inertia.point(1, SHIFT), inertia.point(1, -SHIFT)]) @ SHIFT


def steiner_minus(rules):
    yield float(np.trace(rules.steiner(BODY, 2.5, SHIFT)) <= np.trace(BODY))


def no_steiner(rules):
    yield float(not rules.link_tensor([inertia.point(1, X), inertia.point(1, -X)]).any())
    yield float(np.trace(rules.box_corner(1, 1, 1, 1)) <= np.trace(inertia.box(1, (1, 1, 1)).J))


def origin_unmoved(rules):
    yield rules.link_tensor([inertia.point(1, 0 * X), inertia.point(1, X)]) - np.diag([0, .5, .5])


def disc_axis(rules):
    disc = rules.drive(2.0, 0.3, 0.1, (0, 0, 0))
    yield disc.J[0, 0] - 2.0 * 0.3**2 / 2


LAWS = {f.__name__: f for f in (
    degrees_kept, millimetres, sigma_swapped, always_turns, both_motions, turns_back, full_ball,
    limits_ignored, ends_only, no_products, inner_angle, fixed_axes, mounting_back, mounting_sign,
    left_handed, length_unturned, half_drives, mean_of_places, product_sign, own_square,
    about_joint,
    steiner_products, steiner_minus, no_steiner, origin_unmoved, disc_axis)}
LAWS |= {"steiner_printed": fourfold, "steiner_square": fourfold}


class TestLaws(MistakeLaws):
    tasks, laws = ASSIGNMENT.tasks, LAWS
    in_words = frozenset({"cylindrical_slides", "mounting", "open_chain", "printed_products"})
    elsewhere = frozenset({"wrong_frame"})          # executed where it comes from, in assignment 2


# -- what carries on from a student's own values ------------------------------------------------
@pytest.mark.parametrize("task,own,lazy", [
    ("length_vector", {"mounting": np.array([0.003, 0, 0])}, np.array(V["offset_mm"]) / 1000),
    ("link_tensor", {"mass_centre": np.array([0.0025, 0, 0])},
     MISTAKES["about_joint"].rules.link_tensor(a01_parameters.link(TRUTH, V))),
    ("link_tensor", {"mass_centre": np.array([1e4, 0, 0])}, np.diag([0, 7e9, 7e9]))])
def test_an_own_value_that_leaves_nothing_to_do_carries_nothing(task, own, lazy):
    task = ASSIGNMENT[task]
    followed = task.follow(TRUTH, V, **own)
    assert task.compared.distance(followed, lazy) > 10 * task.tolerance
    assert followed == pytest.approx(task.reference(TRUTH, V))
    (name, value), = own.items()
    assert not task.follow(TRUTH, V, **{name: 0 * value + 0.3}) == pytest.approx(followed)


def test_a_shell_found_by_trying_the_whole_range_is_right():
    task = ASSIGNMENT["shell"]
    for case in task.drawn(V, "some seed"):
        upper, fore, least, greatest = case.inputs
        tried = np.abs(upper + fore * np.exp(1j * np.linspace(least, greatest, 999)))
        assert task.compared.distance(task.truth(TRUTH, V, case), np.array(
            [tried.min(), tried.max()])) <= task.tolerance


def test_a_cell_left_as_released_is_no_answer():
    assert encode(...) == encode(None) == {"type": "none"}


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("coordinates", {"theta_deg": [0.0] * 5}),              # degrees or radians: the same
    ("coordinates", {"s_mm": [0] * 5}),
    ("mounting", {"x_axis": [1, 0, 0], "z_axis": [0, 0, -1]}),      # half turns hide every order
    ("length_vector", {"x_axis": [1, 0, 0], "z_axis": [0, 0, 1]}),
    ("link_tensor", {"drive_2": {"r_mm": [0, 0, -300]}})])  # in line: no products
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    variant = json.loads(json.dumps(V))
    for key, value in changes.items():
        if key in variant["link"]:
            variant["link"][key] |= value
        else:
            variant[key] = value
    assert collisions(ASSIGNMENT[task], V, [Case(())]) == []
    assert collisions(ASSIGNMENT[task], variant, [Case(())])


# -- laws in the notebook expose slips ---------------------------------------------------------
EXPOSED = {
    ("joint_motion", "sigma_swapped"): None, ("shell", "inner_angle"): None,
    ("tensor", "about_joint"): "shifted keeps", ("tensor", "own_square"): "turned points",
    ("tensor", "product_sign"): "turned points", ("steiner", "steiner_printed"): "four times",
    ("steiner", "steiner_square"): "four times",
    ("steiner", "steiner_products"): "line of the shift",
    ("steiner", "product_sign"): "line of the shift",
    ("steiner", "steiner_minus"): "not positive", ("length_vector", "millimetres"): "in metres",
    ("mass_centre", "half_drives"): None, ("mass_centre", "millimetres"): "among its parts",
    ("tensor", "no_products"): "turned points", ("tensor", "mean_of_places"): None,
    ("box_corner", "no_products"): None, ("joint_motion", "both_motions"): None,
    ("shell", "limits_ignored"): None}


@pytest.mark.parametrize("task,mistake", EXPOSED)
def test_a_law_exposes_the_slip_or_gives_nothing_away(task, mistake, monkeypatch):
    """None: both obey every law, so that the laws do not tell which of them is right."""
    task, rules = ASSIGNMENT[task], MISTAKES[mistake].rules
    monkeypatch.setattr(practice._session, "variant", V)
    monkeypatch.setattr(practice._session, "answers", {})
    if task.kind.ask == "value":
        answer = task.truth(rules, V, Case(()))
    elif task.kind.ask == "function":
        answer = lambda *args: task.reference(rules, V, *args)          # noqa: E731
    else:
        import sympy as sp
        answer = task.reference(rules, V, **{x: sp.Symbol(x) for x in task.kind.symbols})
    broken = [line for line in practice._findings(task, answer) if "does not hold" in line]
    assert bool(broken) == (EXPOSED[task.id, mistake] is not None)
    assert not broken or any(EXPOSED[task.id, mistake] in line for line in broken)


# -- what the judge says -----------------------------------------------------------------------
def said(task, encoded):
    judge = Judge(ASSIGNMENT, VARIANTS, 3, "someone", b"secret")
    return next(v for v in judge.verdicts({task: encoded}, {}) if v.task == task)


def test_an_unexplained_value_is_answered_by_a_way_to_look():
    verdict = said("coordinates", encode(np.arange(5.0)))
    assert verdict.rule == "wrong" and verdict.points == 0
    assert verdict.message.endswith(ASSIGNMENT["coordinates"].advice)
    assert len(verdict.message.split()) <= 60


def test_a_wrong_choice_is_answered_by_its_own_check():
    for option, check in ASSIGNMENT["open_chain"].kind.checks.items():
        assert check in said("open_chain", encode(option)).message
    assert said("open_chain", encode("b")).points == 1


def test_an_untouched_cell_is_flagged_as_no_answer():
    assert said("mass_centre", encode(...)).flags == ["no answer"]
