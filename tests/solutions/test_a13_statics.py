"""Assignment 13: the truth against places and heights, and what a student's notebook sees."""

import numpy as np
import pytest
import sympy as sp
from answers import handed_in
from dealt import Sets
from scipy.spatial.transform import Rotation

from autograde.judging.judge import Judge
from autograde.judging.mistakes import TERM
from autograde.judging.task import Case
from autograde.judging.variants import certified_cases, collisions
from autograde.library import book
from autograde.runner.encode import encode
from robokit.statics import Arm, operations
from solutions.a13_statics import tasks as a13_statics
from solutions.a13_statics.examples import Y, some_arm
from solutions.a13_statics.steps import HeldArm

ASSIGNMENT = book()["a13_statics"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = Sets(ASSIGNMENT.name)
NAMES = {name: sp.Symbol(name) for name in (*a13_statics.COLUMN, *a13_statics.PLANE)}


# -- the truth: single motions, heights differentiated -------------------------------------------
def walk(pattern, q, l, k):
    """Frame k in frame 0, and its pole: single turns and steps."""
    frame, pole = np.eye(3), np.zeros(3)
    for word, x, step in list(zip(pattern.split(), q, l))[:k]:
        axis = np.eye(3)["xyz".index(word[-1])] * (-1 if "-" in word else 1)
        pole = pole + frame @ step + (frame @ axis * x if word[0] == "P" else 0)
        if word[0] == "R":
            frame = frame @ Rotation.from_rotvec(axis * x).as_matrix()
    return frame, pole


def masses(pattern, q, l, m, r, load, point, first=1):
    """(mass, place in frame 0) of links `first` to n and of the load."""
    for k in range(first, len(m) + 1):
        frame, pole = walk(pattern, q, l, k)
        yield m[k - 1], pole + frame @ r[k - 1]
    yield load, pole + frame @ point


def energy(pattern, q, *rest):
    return sum(9.81 * mass * place[1] for mass, place in masses(pattern, q, *rest))


def slopes(pattern, q, *rest, h=1e-3):
    """The slope of the energy by each coordinate, of fourth order."""
    def at(step, unit):
        return energy(pattern, q + step * unit, *rest)
    return [(at(-2 * h, u) - 8 * at(-h, u) + 8 * at(h, u) - at(2 * h, u)) / (12 * h)
            for u in np.eye(len(q))]


PATTERNS = ("Rz Rx P-y Rz", "R-x Px R-x Ry", "Py Rz R-z Rx", "Ry Ry Rz P-z")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_cosines_forces_moments_and_drives_are_those_of_places(pattern):
    given = some_arm(pattern)
    _, q, l, m, r, load, point = given
    arm = HeldArm(*given)
    for k in range(1, 5):
        frame, pole = walk(pattern, q, l, k)
        assert TRUTH.cosines(pattern, q, k) == pytest.approx(frame)
        assert TRUTH.origin(arm, k) == pytest.approx(pole)
        for i in range(k):
            assert TRUTH.cosines(pattern, q, k, i) == pytest.approx(walk(pattern, q, l, i)[0].T
                                                                    @ frame)
        up = 9.81 * (sum(m[k - 1:]) + load) * Y
        assert TRUTH.force_on(arm, k, k) == pytest.approx(frame.T @ up)
        moment = sum(np.cross(place - pole, 9.81 * mass * Y)
                     for mass, place in masses(pattern, q, l, m, r, load, point, k))
        assert TRUTH.moment_on(arm, k) == pytest.approx(frame.T @ moment)
    assert TRUTH.drives_held(arm) == pytest.approx(slopes(*given), abs=1e-7)


@pytest.mark.parametrize("number", range(3))
def test_the_own_arm_obeys_places_and_heights(number):
    v = VARIANTS[number]
    words = v["pattern"].split()
    q = np.array([np.radians(x) if w[0] == "R" else x for w, x in zip(words, v["q"])])
    rest = [np.array(v[k]) for k in ("l", "m", "r", "load", "point")]
    frames = {k: walk(v["pattern"], q, rest[0], k) for k in (2, 3, 4)}
    up = 9.81 * (sum(v["m"][2:]) + v["load"]) * Y
    assert ASSIGNMENT["cosines"].reference(TRUTH, v) == pytest.approx(frames[4][0])
    assert ASSIGNMENT["force"].reference(TRUTH, v) == pytest.approx(frames[4][0].T @ up)
    moment = sum(np.cross(place - frames[2][1], 9.81 * mass * Y)
                 for mass, place in masses(v["pattern"], q, *rest, 2))
    assert ASSIGNMENT["moment"].reference(TRUTH, v) == pytest.approx(frames[2][0].T @ moment)
    assert ASSIGNMENT["drives"].reference(TRUTH, v) == pytest.approx(
        slopes(v["pattern"], q, *rest)[1:3], abs=1e-7)


def test_the_plane_arm_obeys_its_energy():
    s = {k: NAMES[k] for k in a13_statics.PLANE}
    elbow, lean = s["a"] * sp.sin(s["q_1"]), sp.sin(s["q_1"] + s["q_2"])
    V = s["g"] * (s["m_1"] * s["b"] * sp.sin(s["q_1"]) + s["m_2"] * (elbow + s["d"] * lean)
                  + s["m_3"] * (elbow + s["q_3"] * lean))
    mine = a13_statics.plane_drives(TRUTH, {}, **s)
    assert all(sp.simplify(sp.nsimplify(one) - V.diff(s[f"q_{k}"])) == 0
               for k, one in enumerate(mine, 1))


def test_the_column_is_that_of_single_turns():
    q = np.array([0.7, -0.4, 0.9, 1.3])
    sums = (q[0], q[1] + q[2], q[3])
    letters = {f"{name}{index}": f(x) for index, x in zip(("1", "23", "4"), sums)
               for name, f in (("s", np.sin), ("c", np.cos))}
    frame, _ = walk("Ry Rz Rz Ry", q, np.zeros((4, 3)), 4)
    assert a13_statics.column(TRUTH, {}, **letters) == pytest.approx(frame[:, 0])


def test_what_is_counted_is_what_is_written_out():
    rng = np.random.default_rng(1)
    for case in [case for _ in range(8) for case in a13_statics._counted(rng, {})]:
        pattern, axis = case.inputs
        _, lines = Arm(pattern).written(axis, 6)
        turns = pattern.count("R")
        assert tuple(TRUTH.count(pattern, axis)) == (*operations(lines), 9 * turns, 6 * turns)


@pytest.mark.parametrize("number", range(3))
def test_what_is_wrong_in_print_is_seen(number):
    v = VARIANTS[number]
    q = np.radians(v["y51_deg"])
    right = walk("Rz Rz Ry Rz", q, np.zeros((4, 3)), 4)[0][:, 1]
    x = walk("Ry Rz", q[2:], np.zeros((2, 3)), 2)[0][0, 1]
    slip = -2 * np.sin(q[0] + q[1]) * x
    printed = right + slip * Y
    length, gap = ASSIGNMENT["printed_show"].reference(TRUTH, v)
    assert gap == pytest.approx(slip) and length == pytest.approx(np.linalg.norm(printed))


def test_the_printed_line_is_of_length_one_and_wrong_in_one_posture_alone():
    """The choice: angles q_2 to q_5, by the statement."""
    postures = {"a": (0.5, 0.4, 0.7, 0.0), "b": (0.5, -0.5, 0.7, 0.9),
                "c": (0.5, np.pi / 2 - 0.5, 0.7, 0.9), "d": (0.5, 0.4, np.pi / 2, 0.9)}
    found = {name: ASSIGNMENT["printed_show"].reference(TRUTH, {"y51_deg": np.degrees(q)})
             for name, q in postures.items()}
    assert all(length == pytest.approx(1) for length, _ in found.values())
    assert [name for name, (_, gap) in found.items() if abs(gap) > 0.1] == [
        ASSIGNMENT["printed_line"].reference(TRUTH, {})]


def test_follow_through_goes_on_from_own_values():
    v = VARIANTS[0]
    for name in ("force", "drives"):
        task = ASSIGNMENT[name]
        for own in task.own:
            right = ASSIGNMENT[own].reference(TRUTH, v)
            shift = 0.1 * np.arange(1, right.size + 1).reshape(right.shape)
            assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(task.reference(TRUTH, v))
            assert np.abs(task.follow(TRUTH, v, **{own: right + shift})
                          - task.reference(TRUTH, v)).max() > 1e-3, (name, own)


def test_a_slip_in_the_cosines_costs_nothing_more_in_the_force():
    v = VARIANTS[0]
    slipped = ASSIGNMENT["cosines"].reference(ASSIGNMENT.slipped["transposed"], v)
    force = ASSIGNMENT["force"].follow(TRUTH, v, cosines=slipped)
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    found = {x.task: x for x in judge.verdicts({"cosines": encode(slipped),
                                                "force": encode(force)}, {})}
    assert found["cosines"].mistake == "transposed"
    assert (found["force"].rule, found["force"].points) == ("follow-through", 2)


@pytest.mark.parametrize("joint", [0, 1, 3])
def test_one_angle_that_is_left_in_degrees_is_told(joint):
    v = VARIANTS[0]
    q = [np.radians(x) if k != joint and k != 2 else x for k, x in enumerate(v["q"])]
    wrong = walk(v["pattern"], q, np.zeros((4, 3)), 4)[0]
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    found = next(x for x in judge.verdicts({"cosines": encode(wrong)}, {}) if x.task == "cosines")
    assert found.rule == "slip" and found.points == 1, found
    assert f"`v.q[{joint}]` in degrees" in found.message


@pytest.mark.parametrize("slip", [None, "transposed", "sense_lost", "slide_turns"])
def test_drives_by_energy_follow_from_the_own_cosines(slip):
    """A student's program: heights by the own function, differentiated by small steps."""
    task, turns = ASSIGNMENT["holding_drives"], ASSIGNMENT["direction_cosines"]
    mine = handed_in(turns, ASSIGNMENT.slipped[slip] if slip else TRUTH, {})

    def height(pattern, q, l, m, r, load, point):
        tau, place, total = np.eye(3), np.zeros(3), 0
        for k, word in enumerate(pattern.split()):
            slide = np.eye(3)["xyz".index(word[-1])] * (-1 if "-" in word else 1) * q[k]
            place = place + tau @ (l[k] + slide * (word[0] == "P"))
            tau = mine(pattern, q, 0, k + 1)
            total += m[k] * (place + tau @ r[k])[1]
        return 9.81 * (total + load * (place + tau @ point)[1])
    for case in certified_cases(ASSIGNMENT, task, VARIANTS[0], "energy"):
        pattern, q, *rest = case.inputs
        by_hand = [(height(pattern, q + x, *rest) - height(pattern, q - x, *rest)) / 2e-5
                   for x in 1e-5 * np.eye(4)]
        found = task.otherwise(TRUTH, {}, pattern, q, *rest, direction_cosines=mine)
        assert found == pytest.approx(np.array(by_hand), abs=1e-5)
        if slip is None:
            assert found == pytest.approx(task.truth(TRUTH, {}, case), abs=1e-5)


def test_the_check_of_the_moment_takes_the_students_own_cosines():
    v = VARIANTS[0]
    mine = handed_in(ASSIGNMENT["direction_cosines"], ASSIGNMENT.slipped["sine_sign"], v)
    moment = np.asarray(ASSIGNMENT["moment"].follow(TRUTH, v, direction_cosines=mine))
    for own, holds in (({"direction_cosines": mine}, True), ({}, False)):
        finding, = CHECKS["moment"].function_laws(moment, {"variant": v} | own)
        assert finding.holds is holds


# -- terms ------------------------------------------------------------------------------------
def test_the_terms_add_up_to_the_truth():
    task = ASSIGNMENT["holding_drives"]
    cases = certified_cases(ASSIGNMENT, task, VARIANTS[0], "terms")
    for way in task.parts(TRUTH, VARIANTS[0], cases):
        for case, parts in zip(cases, way):
            assert sum(parts.values()) == pytest.approx(task.truth(TRUTH, VARIANTS[0], case))


@pytest.mark.parametrize("term,factor,words", [("load", 2, "factor 2"),
                                               ("weight of link 3", 0, "is missing")])
def test_a_slip_that_nobody_catalogued_is_named_by_its_term(term, factor, words):
    task = ASSIGNMENT["holding_drives"]
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")

    def slipped(*args):
        parts = task.terms(TRUTH, VARIANTS[0], *args)
        return sum(parts.values()) + (factor - 1) * parts[term]
    values = [encode(slipped(*case.inputs)) for case in judge.cases[task.id]]
    verdict = next(x for x in judge.verdicts({task.id: {"type": "function"}}, {task.id: values})
                   if x.task == task.id)
    assert verdict.rule == "slip" and verdict.mistake.startswith(TERM + term)
    assert words in verdict.message and verdict.points == task.points / 2


# -- what a student's own notebook sees ---------------------------------------------------------
#: What no law that gives nothing away can see: lengths and directions stay possible.
UNSEEN = {"cosines": {"transposed", "reversed", "degrees", "sine_sign", "slide_turns",
                      "last_turn_only"},
          "force": {"own_weight_only", "payload_lost", "all_weights"},
          "moment": {"own_weight_only", "payload_lost", "weights_pushed", "pole_before",
                     "pole_base", "step_in_own_frame", "slide_forgotten", "centre_at_pole",
                     "centre_unturned", "all_weights"}}


@pytest.mark.parametrize("task,name", [
    (t, m) for t in ASSIGNMENT.tasks
    if t.id in CHECKS and CHECKS[t.id].function_laws and t.id != "drives" for m in t.mistakes],
    ids=lambda x: getattr(x, "id", x))
def test_practice_exposes_the_slip_by_a_law(task, name):
    v, rules = VARIANTS[0], ASSIGNMENT.slipped[name]
    own = {"variant": v, "cosines": ASSIGNMENT["cosines"].reference(TRUTH, v)}
    findings = CHECKS[task.id].function_laws(handed_in(task, rules, v), own)
    assert any(f.holds is False for f in findings) == (name not in UNSEEN.get(task.id, ()))


@pytest.mark.parametrize("task_id,unseen", [
    ("column", {"reversed"}), ("plane_drives", {"centre_at_pole"})])
def test_practice_exposes_slips_in_letters(task_id, unseen):
    task = ASSIGNMENT[task_id]
    symbols = {name: NAMES[name] for name in task.kind.symbols}
    for name in task.mistakes:
        answer = sp.Matrix(task.reference(ASSIGNMENT.slipped[name], {}, **symbols))
        broken = [f for f in CHECKS[task.id].symbolic_laws(answer) if f.holds is False]
        assert bool(broken) == (name not in unseen), name


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("cosines", {"q": [0.0, 0.0, 0.4, 0.0]}),                           # nothing is turned
    ("force", {"load": 0.0}),
    ("moment", {"r": [[0.0] * 3] * 4}),                                 # centres at the poles
    ("drives", {"pattern": "Rx Rx Py Rz"}),                             # no sense to lose
    ("printed_show", {"y51_deg": [0.0] * 4})])
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    v = VARIANTS[0]
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], v, [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], v | changes, [Case(())]) != []
