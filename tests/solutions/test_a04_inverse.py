"""Assignment 4: the truth against the forward problem, and what a function earns."""

import numpy as np
import pytest
import sympy as sp
from answers import told
from dealt import dealt
from scipy.optimize import least_squares

from autograde.judging.judge import Judge
from autograde.judging.task import Case
from autograde.judging.variants import collisions
from autograde.library import book
from autograde.practice.kinds import JointAngles, SolutionSet
from autograde.practice.session import LATER, NOTHING
from autograde.runner.encode import encode
from solutions.a04_inverse import tasks as a04_inverse
from solutions.a04_inverse.examples import (
    ARROW,
    CONFIGURATIONS,
    REACH,
    ROBOT,
    L,
    centre,
    two_link_tip,
)

ASSIGNMENT = book()["a04_inverse"]
TRUTH = ASSIGNMENT.truth


# -- the truth against the forward problem -----------------------------------------------------
@pytest.mark.parametrize("q", CONFIGURATIONS)
def test_back_from_the_gripper_to_the_wrist(q):
    s, (t, tau) = ROBOT.at(q), ROBOT.forward_kinematics(q)
    origin = TRUTH.origin_6(t, tau, ARROW)
    assert origin == pytest.approx(s.t(6), abs=1e-12)
    assert TRUTH.wrist_centre(origin, tau, a04_inverse.MOUNTING, REACH) == pytest.approx(
        s.t(4), abs=1e-12)


@pytest.mark.parametrize("q", CONFIGURATIONS)
def test_the_arm_of_given_indices_is_that_of_the_configuration(q):
    k_s, k_e, _ = ROBOT.kci(q)
    assert JointAngles(3).distance(q[:3], TRUTH.arm_branch(centre(q), L, k_s, k_e)) < 1e-7


@pytest.mark.parametrize("q", CONFIGURATIONS)
def test_all_branches_reach_and_the_configuration_is_among_them(q):
    C, found = centre(q), TRUTH.arm_branches(centre(q), L)
    assert 2 <= len(found) <= 4 and len(found) % 2 == 0
    for branch in found:
        assert centre(branch) == pytest.approx(C, abs=1e-12)
    assert SolutionSet(3).part(found, q[None, :3], 1e-6) == 1 / len(found)


@pytest.mark.parametrize("q", CONFIGURATIONS[:3])
def test_a_search_from_many_starts_finds_no_other_branch(q):
    rng, C, found = np.random.default_rng(5), centre(q), TRUTH.arm_branches(centre(q), L)
    ends = [least_squares(lambda x: centre(x) - C, rng.uniform(-3, 3, 3), xtol=1e-14)
            for _ in range(30)]
    roots = np.array([end.x for end in ends if np.abs(end.fun).max() < 1e-9])
    assert len(roots) >= 10 and SolutionSet(3).distance(found, roots) < 1e-6


@pytest.mark.parametrize("q", CONFIGURATIONS)
def test_the_other_wrist_keeps_the_pose(q):
    other = TRUTH.other_wrist(q)
    for a, b in zip(ROBOT.forward_kinematics(other), ROBOT.forward_kinematics(q)):
        assert a == pytest.approx(b, abs=1e-12)
    assert ROBOT.kci(other)[2] == -ROBOT.kci(q)[2]


@pytest.mark.parametrize("Q", [-1.2, 0.4, 2.9])
def test_singular_elbows_are_singular_and_look_where_they_should(Q):
    pairs = TRUTH.singular_elbows(Q, L[2], L[3])
    angles = np.linspace(-np.pi, np.pi, 721)
    for q_2, q_3 in pairs:
        q = [0.4, q_2, q_3, 0.1, 0.5, 0.2]
        assert ROBOT.singular(q)["elbow"] and not ROBOT.singular(q)["wrist"]
        s = ROBOT.at(q)
        line = s.t(4, origin=1)
        assert np.arctan2(s.tau(0, 1)[:, 1] @ line, s.tau(0, 1)[:, 0] @ line) == pytest.approx(Q)
    reach = [np.linalg.norm(ROBOT.at([0, 0, x, 0, 0, 0]).t(4, origin=1)) for x in angles]
    extremes = angles[[np.argmax(reach), np.argmin(reach)]]
    assert np.abs(extremes - np.angle(np.exp(1j * pairs[:, 1]))).max() < 0.01


def test_two_links():
    rng = np.random.default_rng(1)
    for l_1, l_2, q_1, q_2 in rng.uniform([0.2, 0.2, -3, -3], [0.9, 0.9, 3, 3], (40, 4)):
        x, y = two_link_tip(l_1, l_2, (q_1, q_2))
        assert TRUTH.cos_elbow(x, y, l_1, l_2) == pytest.approx(np.cos(q_2))
        found = TRUTH.two_links(l_1, l_2, x, y)
        assert len(found) == 2 and SolutionSet(2).part(found, np.array([[q_1, q_2]]), 1e-6) == 0.5
        for q in found:
            assert two_link_tip(l_1, l_2, q) == pytest.approx([x, y])
    for r in (1.2, 0.15):
        assert len(TRUTH.two_links(0.6, 0.4, r, 0)) == 0


def test_the_two_ways_to_the_corner_agree():
    """Half angles, as appendix 2 has them, against the law of cosines."""
    for a, b, d in ((0.8, 0.7026, 1.1), (0.8, 0.7026, 0.3), (0.5, 0.5, 0.9)):
        P = (a + b + d) / 2
        half = np.arctan2(np.sqrt((P - a) * (P - d)), np.sqrt(P * (P - b)))
        assert TRUTH.corner(a, b, d) == pytest.approx(2 * half)


def test_a_planar_arm_of_three_links_has_infinitely_many_or_at_most_two():
    """The choice of `how_many`: any direction of the last link within a range, two elbows each."""
    l, target = (0.5, 0.4, 0.3), np.array([0.6, 0.3])
    for direction in np.linspace(0.2, 0.6, 30):
        wrist = target - l[2] * np.array([np.cos(direction), np.sin(direction)])
        found = TRUTH.two_links(*l[:2], *wrist)
        assert len(found) == 2
        for q_1, q_2 in found:
            assert TRUTH.tip(l, [q_1, q_2, direction - q_1 - q_2]) == pytest.approx(target)
    assert ASSIGNMENT["how_many"].reference(TRUTH, {}) == "b"


def test_the_printed_q_2_is_the_other_elbow():
    """Appendix 2 executed with its plus: the angles reach C with the other index."""
    Q, A, k_e = sp.symbols("Q A k_e")
    task = ASSIGNMENT["upper_arm"]
    assert task.reference(ASSIGNMENT.slipped["elbow_other"], {}, Q=Q, A=A, k_e=k_e) == Q + k_e * A
    C = np.array([0.5, -0.4, -0.7])
    q = ASSIGNMENT.slipped["elbow_other"].arm_branch(C, L, 1, 1)
    assert centre(q) == pytest.approx(C) and ROBOT.kci([*q, 0, 0.5, 0])[1] == -1


# -- what a function earns ---------------------------------------------------------------------
JUDGE = Judge(ASSIGNMENT, dealt(ASSIGNMENT.name), 3, "ivanova", b"a secret for tests only")


def verdict(task, function):
    """What the judge says of one function; nothing else is handed in."""
    values = [encode(function(*case.inputs)) for case in JUDGE.cases[task]]
    return next(v for v in JUDGE.verdicts({task: {"type": "function"}}, {task: values})
                if v.task == task)


@pytest.mark.parametrize("task,truth,said", [
    ("elbows", TRUTH.two_links, "“The signs of the two elbows” forgets the last."),
    ("arm_solutions", TRUTH.arm_branches, "solutions are missing.")])
def test_nothing_found_anywhere_earns_nothing_and_none_stands_for_no_solution(task, truth, said):
    empty = verdict(task, lambda *given: [])
    assert (empty.points, empty.rule) == (0, "wrong") and "empty list" in empty.message
    assert verdict(task, lambda *given: None).rule == "none"
    or_none = verdict(task, lambda *given: truth(*given).tolist() or None)
    assert or_none.points == or_none.of
    half = verdict(task, lambda *given: truth(*given)[:1])
    assert 0 < half.points < half.of and said in half.message


@pytest.mark.parametrize("task,truth", [("elbows", TRUTH.two_links),
                                        ("arm_solutions", TRUTH.arm_branches)])
def test_practice_reads_none_as_no_solution_unless_it_is_all(task, truth):
    said = told(ASSIGNMENT, task, lambda *given: truth(*given).tolist() or None)
    assert said[-1] == LATER and not any("not hold" in line for line in said)
    assert told(ASSIGNMENT, task, lambda *given: None) == [NOTHING]


def test_the_angles_before_the_first_wrong_one_earn_a_part():
    def off(*joints):
        return lambda *given: TRUTH.arm_branch(*given) + 0.3 * np.isin([1, 2, 3], joints)
    points = [verdict("arm_branch", off(*j)).points for j in ((3,), (2, 3), (1,), (2,))]
    assert points == [pytest.approx(x) for x in (1.2, 0.6, 0, 0.6)]
    worst = max(points)
    assert worst < ASSIGNMENT["arm_branch"].slip * 4, "less than a slip that has a name"


def test_round_numbers_are_refused_a_certificate():
    """At zero angles, or without an offset at the elbow, wrong methods give right answers."""
    variant = dealt(ASSIGNMENT.name)[0]
    round_ = variant | {"turn_deg": 0.0, "q_deg": [0.0] * 3, "angles_deg": [0.0] * 3,
                        "kawasaki_q_deg": [0.0] * 6, "lengths": variant["lengths"] | {"L_3": 0.0}}
    failed = {t.id for t in ASSIGNMENT.tasks
              if t.cases is None and collisions(ASSIGNMENT, t, round_, [Case(())])}
    assert failed >= {"point_in_base", "tip", "origin_6", "singular_elbow", "other_wrist"}
