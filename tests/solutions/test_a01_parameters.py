"""Assignment 1: the truth against first principles, and what the judge says."""

import json

import numpy as np
import pytest
import sympy as sp
from answers import told
from dealt import SETS, dealt
from scipy.integrate import tplquad
from scipy.spatial.transform import Rotation

from autograde.judging.judge import Judge
from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from autograde.runner.encode import encode
from robokit import inertia
from robokit.coordinates import angular
from solutions.a01_parameters import tasks as a01_parameters
from solutions.a01_parameters.examples import SHIFT, X, Y, Z, some_points

ASSIGNMENT = book()["a01_parameters"]
TRUTH = ASSIGNMENT.truth
VARIANTS = dealt(ASSIGNMENT.name)
V = VARIANTS[0]


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


@pytest.mark.parametrize("number", [0, SETS - 1])
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


# -- what carries on from a student's own values ------------------------------------------------
@pytest.mark.parametrize("task,own,lazy", [
    ("length_vector", {"mounting": np.array([0.003, 0, 0])}, np.array(V["offset_mm"]) / 1000),
    ("link_tensor", {"mass_centre": np.array([0.0025, 0, 0])},
     ASSIGNMENT.slipped["about_joint"].link_tensor(a01_parameters.link(TRUTH, V))),
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
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], V, [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], variant, [Case(())])


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
def test_a_law_exposes_the_slip_or_gives_nothing_away(task, mistake):
    """None: both obey every law, so that the laws do not tell which of them is right."""
    task, rules = ASSIGNMENT[task], ASSIGNMENT.slipped[mistake]
    if task.kind.ask == "value":
        answer = task.truth(rules, V, Case(()))
    elif task.kind.ask == "function":
        answer = lambda *args: task.reference(rules, V, *args)
    else:
        answer = task.reference(rules, V, **{x: sp.Symbol(x) for x in task.kind.symbols})
    broken = [line for line in told(ASSIGNMENT, task.id, answer, V) if "does not hold" in line]
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
