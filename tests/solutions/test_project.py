"""The project: a robot of the student's own, held to itself and to laws."""

import pickle
import re
from copy import deepcopy
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp
from dealt import dealt
from scipy.integrate import solve_ivp

from autograde import sample
from autograde.judging import judge as judging
from autograde.judging.ground import BY_LAW
from autograde.judging.judge import Judge
from autograde.library import book
from autograde.practice import TYPED
from autograde.practice.kinds import Problem
from autograde.runner.encode import decode, encode
from autograde.runner.variant import as_variant
from autograde.words import Speaker
from robokit import laws
from robokit.kawasaki import fs20n
from solutions.project import slips as work
from solutions.project import tasks as project
from solutions.project.checks import Description, Motion, packed, unpacked

ASSIGNMENT = book()["project"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = dealt(ASSIGNMENT.name)
SOLUTIONS = sample.solutions_of(ASSIGNMENT)
TASKS = [t.id for t in ASSIGNMENT.tasks]
FULL = {t.id: t.points for t in ASSIGNMENT.tasks}
FEW = pytest.mark.parametrize("v", VARIANTS[:3], ids=range(3))


# -- the truth against first principles ----------------------------------------------------------
def own_values(v, *names):
    """What a student without a fault would give at all hidden cases."""
    return {name: [task.truth(TRUTH, v, case) for case in task.cases(None, v)]
            for name, task in ((name, ASSIGNMENT[name]) for name in names)}


@FEW
def test_velocities_are_differences_of_positions(v):
    own = own_values(v, "position", "attitude", "velocity")
    for by_law, value in zip(project.velocity_law(v, own), own["velocity"], strict=True):
        assert value == pytest.approx(by_law, abs=BY_LAW / 10)


@FEW
def test_drives_are_those_of_lagrange(v):
    own = own_values(v, "inertia_matrix", "potential", "drives")
    pairs = list(zip(project.drives_law(v, own), own["drives"], strict=True))
    assert sum(by_law is not None for by_law, _ in pairs) == len(project._efforts(v))
    for by_law, value in pairs:
        assert by_law is None or value == pytest.approx(by_law, abs=BY_LAW * np.abs(value).max())


@FEW
def test_accelerations_put_back_give_the_drives(v):
    for q, dq, mu in (case.inputs for case in project._runs(None, v)):
        ddq = TRUTH.own_accelerations(v, q, dq, mu)
        assert TRUTH.own_drives(v, q, dq, ddq) == pytest.approx(mu)


# -- descriptions ----------------------------------------------------------------------------------
def read(robot):
    return Description().read(encode(robot))


@FEW
def test_a_description_is_read_back(v):
    robot = unpacked(read(v["robot"]))
    assert {k: np.array(x).tolist() for k, x in robot.items()} == {
        k: np.array(x, float).tolist() for k, x in v["robot"].items()}
    free = {k: x for k, x in v["robot"].items() if k != "gravity"} | {"name": "x", "limits": None}
    assert unpacked(read(free)) == robot


def test_denavit_and_hartenberg_and_principal_moments():
    scope = {"np": np}
    exec(SOLUTIONS["helpers"], scope)
    exec(work.ROBOTS["six joints by DH"], scope)
    by_rows, by_angles = (unpacked(read(scope[name])) for name in ("robot", "taken"))
    for part in ("l", "m", "J"):
        assert np.array(by_rows[part]) == pytest.approx(np.array(by_angles[part]))
    q = np.linspace(-1, 1, 6)
    one, two = (TRUTH.own_attitude({"robot": r}, q) for r in (by_rows, by_angles))
    assert one == pytest.approx(two, abs=1e-9)


def changed(**parts):
    return VARIANTS[0]["robot"] | parts


REFUSED = [
    (changed(m=[1, 1]), "joints"), (changed(m=[-1, 2, 3]), "masses"), (changed(m=[1e6] * 3), "kg"),
    (changed(J=np.zeros((3, 3, 3)), r=np.zeros((3, 3)), l=np.zeros((3, 3)), sigma=[1, 1, 1]),
     "inertia"),
    (changed(J=[np.diag([1, 1, 5])] * 3), "rigid body"), (changed(J=np.ones((3, 2))), "J"),
    (changed(gravity=[0, 0, 0]), "gravity"), (changed(gravity=[9.81]), "gravity"),
    (changed(l=1000 * np.array(VARIANTS[0]["robot"]["l"])), "metres"),
    (changed(sigma=[0, 0, 0]), "too simple"), (changed(sigma=[1, 2, 1]), "sigma"),
    (changed(angles=[[0, 0, 0]] * 3, sigma=[1, 1, 1]), "gravity"),         # all axes upright
    ({k: x for k, x in VARIANTS[0]["robot"].items() if k != "J"}, "no J"),
    (changed(dh=np.ones((3, 4))), "either"), (changed(colour=[1]), "not known"),
    (changed(m=["a", 2, 3]), "numbers"), (changed(m=list(range(1, 10))), "joints"),
    (fs20n().to_dict(), "m"), ([1, 2, 3], "dictionary"), ("robot", "dictionary"),
    (lambda q: q, "dictionary"), (np.nan, "NaN")]


@pytest.mark.parametrize("robot,word", REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_is_refused_with_the_reason(robot, word):
    found = read(robot)
    assert isinstance(found, Problem) and word in found.text and not found.silent
    assert len(found.text.split()) <= 55


def test_no_description_is_silent_and_leaves_the_example():
    assert read(None).silent and read(...).silent
    assert "robot" not in project.adopt({"robot": {"type": "none"}}, "ab" * 32)


# -- the motion ------------------------------------------------------------------------------------
def fall(v, rules=TRUTH, steps=100, seconds=1.0, factor=0.0):
    n, times = len(v["robot"]["sigma"]), np.linspace(0, seconds, steps + 1)

    def rate(t, y):
        return [*y[n:], *rules.own_accelerations(v, y[:n], y[n:], -factor * y[n:])]
    run = solve_ivp(rate, (0, seconds), np.full(2 * n, 0.4), "DOP853", times, rtol=1e-9)
    return np.column_stack([times, run.y.T])


def misses(v, rows):
    found = Motion().read(encode(rows))
    return found.text if isinstance(found, Problem) else Motion().distance(
        packed(v["robot"]), found)


@FEW
def test_only_the_equations_of_motion_lead_along_the_table(v):
    right, tolerance = fall(v), ASSIGNMENT["motion"].tolerance
    n = len(v["robot"]["sigma"])
    assert misses(v, right) < tolerance / 5
    assert misses(v, np.round(right, 6)) < tolerance
    assert misses(v, fall(v, factor=1.0)) > 5 * tolerance                     # with friction
    for name in ASSIGNMENT["motion"].mistakes + ("own_b_lost", "own_tensors_lost"):
        assert misses(v, fall(v, ASSIGNMENT.slipped[name])) > 5 * tolerance
    slow = right.copy()
    slow[:, n + 1:] *= 0.9
    assert misses(v, slow) > tolerance, "rates that are not those of the coordinates"
    assert misses(v, right[:, :-2]) == np.inf if n > 3 else True


def test_own_accelerations_are_followed_along_a_fast_motion_too():
    """A wrong A makes a robot fast: 80 and 47 rad/s between rows of a hundredth of a second."""
    def swung(t, k):
        return np.column_stack([w**k * np.sin(w * t + k * np.pi / 2) for w in (80.0, 47.0, 3.0)])
    t = np.linspace(0, 1, 101)
    rows = np.column_stack([t, swung(t, 0), swung(t, 1)])
    places = [i for k in project.motion_places(rows) for i in (k, k + 1, k + 2)]
    right = swung(t[places], 2)
    assert project.motion_misses(rows, right) > TYPED
    for ddq, follows in ((right, True), (1.01 * right, False), (right + [[0, 0, 20]], False)):
        own = {"accelerations": [None] * project.STATES + list(ddq)}
        [found] = project.motion_law({"motion": rows}, own)
        assert (found is rows) == follows


@pytest.mark.parametrize("table,word", [
    (np.zeros((101, 7)), "times"), (np.ones((20, 7)), "fit"), (np.ones((101, 8)), "fit"),
    (np.column_stack([np.linspace(0, 1, 101), np.zeros((101, 6))]), "too small"),
    (np.column_stack([np.linspace(0, 9, 101), np.ones((101, 6))]), "times"),
    (np.ones(7), "fit"), ({"t": [1]}, "dictionary"), ("fell", "text")])
def test_tables_that_cannot_be_used(table, word):
    found = misses(VARIANTS[0], table)
    assert isinstance(found, str) and word in found


# -- whole submissions -----------------------------------------------------------------------------
KEPT = {}


def quick_cross(a, b):
    """np.cross of two vectors, whose general form takes many times as long."""
    (a0, a1, a2), (b0, b1, b2) = np.asarray(a).tolist(), np.asarray(b).tolist()
    return np.array([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])


NUMPY = SimpleNamespace(**vars(np) | {"cross": quick_cross})


def test_the_quick_product_is_that_of_numpy():
    for a, b in np.random.default_rng(0).normal(size=(100, 2, 3)):
        assert (quick_cross(a, b) == np.cross(a, b)).all()
    with pytest.raises(ValueError):
        quick_cross(np.ones(2), np.ones(3))


def handed_in(v, robot=None, without=(), **slips):
    """What the check cells get: the instructor's work, with these changes; each worked out once."""
    asked = pickle.dumps((v, robot, without, slips))
    if asked not in KEPT:
        KEPT[asked] = _worked_out(v, robot, without, slips)
    return {task: x if callable(x) else deepcopy(x) for task, x in KEPT[asked].items()}


def _worked_out(v, robot, without, slips):
    scope = {"np": NUMPY, "sp": sp, "solve_ivp": solve_ivp, "v": as_variant(v)}
    answers = {}
    for name, source in SOLUTIONS.items():
        task = name.removesuffix("_answer")
        if name in ("identity", *ASSIGNMENT.manual) or task in without:
            continue
        exec(robot if robot and task == "robot" else source, scope)
        if task in slips:
            right = f"right_{task}"                  # one for each, since they call one another
            exec(f"{right} = {task}\n" + re.sub(r"\bright\b", right, slips[task]), scope)
        if task in TASKS:
            answers[task] = scope["slipped" if task in slips else task]
        if task == "robot":
            scope["robot"] = scope.get("taken", scope["robot"])
    return answers


@cache
def honest_work():
    """What the check cells get of the instructor's work; who changes it takes a copy."""
    return handed_in(VARIANTS[1])


def verdicts(v, answers):
    judge = Judge(ASSIGNMENT, [v], 0, "ivanova", b"only for tests")
    encoded = {task: encode(answer) for task, answer in answers.items()}
    judge.take(encoded)
    values = {task: [called(answers.get(task), probe) for probe in probes]
              for task, probes in judge.probes().items()}
    return {x.task: x for x in judge.verdicts(encoded, values)}


def called(function, probe):
    try:
        return encode(function(*[decode(x) for x in probe["args"]]))
    except Exception as problem:
        return {"type": "error", "name": type(problem).__name__}


def points(found):
    return {task: x.points for task, x in found.items()}


@pytest.mark.parametrize("robot", [None, *work.ROBOTS.values()], ids=["example", *work.ROBOTS])
def test_honest_work_on_any_robot_is_right(robot):
    assert points(verdicts(VARIANTS[1], handed_in(VARIANTS[1], robot))) == FULL


@pytest.mark.parametrize("name,task", [(name, task) for name, tasks in work.SLIPS.items()
                                       for task in tasks])
def test_a_slip_is_named_and_costs_half(name, task):
    """Alone, with right functions around it, from which it does not follow."""
    v, slip = VARIANTS[1], work.SLIPS[name][task]
    without = () if task == "motion" else ("motion",)           # which no other task needs
    slipped = handed_in(v, without=without, **{task: slip})[task]
    found = verdicts(v, honest_work() | {task: slipped})
    assert (found[task].rule, found[task].mistake) == ("slip", name)
    assert points(found) == FULL | {task: FULL[task] / 2}
    assert len(found[task].message.split()) <= 60


def test_what_follows_from_own_functions_keeps_its_points():
    """A wrong sign of gravity from the potential energy on: one slip, once."""
    slip = work.SLIPS["weight_sign"]
    v = VARIANTS[1]
    right, wrong = honest_work(), handed_in(v, **slip)
    found = verdicts(v, wrong)
    assert points(found) == FULL | {"potential": 0.5}
    assert [found[t].rule for t in ("drives", "accelerations", "motion")] == ["follow-through"] * 3
    # and an accelerating slip alone carries the motion along
    found = verdicts(v, right | {t: wrong[t] for t in ("accelerations", "motion")})
    assert found["motion"].rule == "follow-through" and found["accelerations"].rule == "slip"


def test_nothing_follows_from_functions_that_earned_nothing():
    v = VARIANTS[1]
    found = verdicts(v, honest_work() | {
        "position": lambda q: q[:3], "velocity": lambda q, dq: np.append(0 * dq[:3], dq[:3]),
        "inertia_matrix": lambda q: np.eye(len(q)), "potential": lambda q: 0.0,
        "drives": lambda q, dq, ddq: ddq, "accelerations": lambda q, dq, mu: mu})
    zero = ("position", "velocity", "inertia_matrix", "potential", "drives", "accelerations")
    assert {found[t].points for t in zero} == {0}


def test_a_velocity_may_follow_from_a_position_that_is_partly_wrong():
    """Right for one joint at a time only: the earlier function has earned a part."""
    v = VARIANTS[1]
    bent = "slipped = lambda q: right(q) * (1 + 0.1 * np.prod(q))"
    own = handed_in(v, position=bent)

    def velocity(q, dq):
        V = laws.rate(own["position"], q, dq)
        return np.append(TRUTH.own_twist(v, q, dq)[:3], V)
    found = verdicts(v, own | {"velocity": velocity})
    assert found["position"].points == pytest.approx(0.8)
    assert found["velocity"].rule == "follow-through"


def test_half_and_nothing():
    v = VARIANTS[1]
    half = verdicts(v, handed_in(v, without=("drives", "accelerations", "motion")))
    assert points(half) == FULL | {"drives": 0, "accelerations": 0, "motion": 0}
    empty = verdicts(v, {})
    assert set(points(empty).values()) == {0} and {x.rule for x in empty.values()} == {"none"}


def test_without_a_usable_robot_the_example_counts():
    v = VARIANTS[1]
    found = verdicts(v, honest_work() | {"robot": {"sigma": [1]}})
    assert points(found) == FULL | {"robot": 0} and "no m" in found["robot"].message


def test_hidden_inputs_follow_from_the_secret():
    v = VARIANTS[1]
    one, two = (Judge(ASSIGNMENT, [v], 0, "ivanova", secret) for secret in (b"a", b"b"))
    for judge in (one, two):
        judge.take({})
    assert one.probes()["potential"] != two.probes()["potential"]


# -- mistakes -------------------------------------------------------------------------------------
@pytest.mark.parametrize("task", [t for t in ASSIGNMENT.tasks if t.mistakes], ids=lambda t: t.id)
def test_a_law_of_practice_tells_the_slip_from_the_truth(task):
    """Every slip breaks a law of the sheet; what is right breaks none."""
    v = VARIANTS[1]
    own = {t.id: (lambda *args, t=t: t.reference(TRUTH, v, *args)) for t in ASSIGNMENT.tasks
           if t.cases} | {"variant": v, "robot": v["robot"]}
    both = {"": TRUTH} | {m: ASSIGNMENT.slipped[m] for m in task.mistakes}
    for name, rules in both.items():
        answer = (lambda *args: task.reference(rules, v, *args)) if task.cases else fall(v, rules)
        holds = [f.holds for f in CHECKS[task.id].function_laws(answer, own)]
        assert (False in holds) == bool(name), (name, holds)


def test_every_slip_has_its_student():
    assert set(work.SLIPS) == {m for t in ASSIGNMENT.tasks for m in t.mistakes}


# -- robots that are small, or that do not tell ----------------------------------------------------
def of_size(mass, length):
    """The example robot, smaller: every link of this mass, every length times `length`."""
    robot = {key: np.array(x, float) for key, x in VARIANTS[1]["robot"].items()}
    J = robot["J"] * (mass / robot["m"])[:, None, None] * length**2
    return robot | {"m": np.full(3, mass), "l": robot["l"] * length, "r": robot["r"] * length,
                    "J": J}


def planar(**parts):
    """Three parallel axes in a vertical plane."""
    return {"sigma": np.ones(3), "angles": np.zeros((3, 3)), "m": np.array([3.0, 2, 1]),
            "l": np.array([[0.4, 0, 0], [0.3, 0, 0], [0.2, 0, 0]]),
            "r": np.array([[-0.2, 0, 0], [-0.15, 0, 0], [-0.1, 0, 0]]),
            "J": np.array([np.diag([0.01, 0.05, 0.05])] * 3),
            "gravity": np.array([0, -9.81, 0])} | parts


def typed(robot):
    """As a student writes it."""
    told = {key: np.asarray(x).tolist() for key, x in robot.items()}
    return f"robot = {{key: np.array(x, float) for key, x in {told}.items()}}"


POINTLIKE = np.zeros((3, 3, 3))
TOYS = {"one gram, links as long as ever": of_size(1e-3, 1),
        "one gram, links of a centimetre": of_size(1e-3, 0.03),
        "all mass centres at the origins": of_size(5, 1) | {"r": np.zeros((3, 3))},
        "all axes parallel": planar(),
        "a last link of one gram": planar(
            m=np.array([3, 2, 1e-3]), J=planar()["J"] * [[[1]], [[1]], [[1e-5]]],
            l=np.array([[0.4, 0, 0], [0.3, 0, 0], [0.05, 0, 0]]))}
UNTOLD = {"points at their mass centres": of_size(5, 1) | {"J": POINTLIKE},
          "parallel axes and no tensors": planar(J=POINTLIKE)}
NOTHING = {"position": lambda q: np.zeros(3), "attitude": lambda q: np.eye(3),
           "velocity": lambda q, dq: np.zeros(6), "inertia_matrix": lambda q: np.zeros((3, 3)),
           "potential": lambda q: 0.0, "drives": lambda q, dq, ddq: 0 * q,
           "accelerations": lambda q, dq, mu: 0 * q}
ECHOES = {"position": lambda q: np.ones(3), "attitude": lambda q: np.ones((3, 3)),
          "velocity": lambda q, dq: np.ones(6), "inertia_matrix": lambda q: np.eye(3),
          "potential": lambda q: 1.0, "drives": lambda q, dq, ddq: ddq,
          "accelerations": lambda q, dq, mu: mu}


def told_at_once(robot):
    """What the check of the notebook says about a robot: does it hold?"""
    return all(finding.holds for finding in CHECKS["robot"].laws(read(robot)))


@pytest.mark.parametrize("name", TOYS)
def test_a_robot_of_any_size_is_judged_on_its_own_scale(name):
    v, robot = VARIANTS[1], TOYS[name]
    honest = handed_in(v, typed(robot))
    assert points(verdicts(v, honest)) == FULL and told_at_once(robot)
    for lazy in (NOTHING, ECHOES)[:1 + name.endswith("centimetre")]:
        found = verdicts(v, {"robot": robot} | lazy)
        assert {x.points for task, x in found.items() if task != "robot"} == {0}, found


def of_one_gram():
    """Links of a gram and a centimetre or two, their masses next to the joints."""
    robot = {key: np.array(x, float) for key, x in VARIANTS[1]["robot"].items()}
    return robot | {"m": np.full(3, 1e-3), "l": 0.02 * robot["l"],
                    "r": 3e-5 * np.array([[1, 0.5, 0.3]] * 3),
                    "J": np.array([1e-8 * np.diag([1, 0.9, 0.7])] * 3)}


@pytest.mark.parametrize("rule,earned", [("before", 15), ("now", 12)])
def test_zeros_for_the_whole_dynamics_earn_nothing(rule, earned, monkeypatch):
    """With a bound of 1e-6 whatever the robot measures, zeros were a right inertia matrix: 15 of
    22 points for a description, kinematics and a motion, which are worth 12."""
    if rule == "before":
        monkeypatch.setattr(judging, "on_own_scale", lambda task, truth: task)
        monkeypatch.setattr(judging, "slighted", lambda right, got: [""] * len(right))
        monkeypatch.setattr(judging, "untold", lambda *_: "")
    v = VARIANTS[1]
    honest = handed_in(v, typed(of_one_gram()))
    dynamics = ("inertia_matrix", "potential", "drives", "accelerations")
    found = verdicts(v, honest | {task: NOTHING[task] for task in dynamics})
    assert sum(points(found).values()) == earned, points(found)
    assert sum(FULL.values()) == 22 and sum(points(verdicts(v, honest)).values()) == 22


@pytest.mark.parametrize("name", ["one gram, links of a centimetre", "a last link of one gram"])
def test_a_small_joint_cannot_be_left_out_beside_great_ones(name):
    v, honest = VARIANTS[1], handed_in(VARIANTS[1], typed(TOYS[name]))
    A, drives = honest["inertia_matrix"], honest["drives"]
    found = verdicts(v, honest | {"inertia_matrix": lambda q: np.pad(A(q)[:2, :2], (0, 1)),
                                  "drives": lambda *x: drives(*x) * [1, 1, 0]})
    assert points(found) == FULL | {"inertia_matrix": 0, "drives": 0}


def test_slips_are_named_and_own_answers_followed_on_a_small_robot():
    v, robot = VARIANTS[1], typed(of_size(1e-3, 0.03))
    found = verdicts(v, handed_in(v, robot, **work.SLIPS["weight_sign"]))
    assert points(found) == FULL | {"potential": 0.5}
    assert found["potential"].mistake == "weight_sign"
    assert [found[t].rule for t in ("drives", "accelerations")] == ["follow-through"] * 2


@pytest.mark.parametrize("name", UNTOLD)
def test_what_the_robot_does_not_tell_apart_is_left_to_a_person_and_said_in_time(name):
    v, robot = VARIANTS[1], UNTOLD[name]
    assert not told_at_once(robot)
    honest = handed_in(v, typed(robot))
    found, hidden = verdicts(v, honest), ("inertia_matrix", "drives", "accelerations")
    assert points(found) == FULL | dict.fromkeys(hidden, 0)
    for task in hidden:
        assert (found[task].rule, found[task].flags) == ("not judged", ["not judged"])
        assert "left to a person" in found[task].message and "tensors" in found[task].message
        assert len(found[task].message.split()) <= 60
    wrong = verdicts(v, honest | {t: NOTHING[t] for t in hidden})
    assert {wrong[t].rule for t in hidden} == {"wrong"}, "what is wrong is wrong all the same"


@pytest.mark.parametrize("robot,word", [
    (planar(m=np.array([1e4, 1e4, 1e-3]), J=planar()["J"] * [[[1]], [[1]], [[1e-5]]],
            l=np.array([[8, 0, 0], [8, 0, 0], [0.01, 0, 0]]), r=-0.1 * np.eye(3)[[0] * 3] * [
                [1], [1], [0.01]]), "joint 3"),
    (of_size(1e-3, 0.001), "too simple")])
def test_a_robot_with_too_little_in_it_is_refused_with_what_to_change(robot, word):
    found = read(robot)
    assert isinstance(found, Problem) and word in found.text and len(found.text.split()) <= 55


def test_what_robokit_refuses_of_a_robot_is_said_in_the_students_language():
    found = read(changed(m=[-1, 2, 3]))
    assert found.text == "m: got -1.0, needs masses that are not negative."
    assert Speaker("ru", ASSIGNMENT.folder).say(found.text) == (
        "m: получено -1.0, нужны неотрицательные массы.")
