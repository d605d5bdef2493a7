"""Answer kinds of the inverse problem: angles up to whole turns, sets of solutions."""

import json

import numpy as np
import pytest
import sympy as sp
from free_slips import notebook

from autograde.judging.judge import Judge
from autograde.judging.variants import answers_of, make_variants
from autograde.library import book
from autograde.practice.kinds import (
    Angles,
    Choice,
    Coordinates,
    Function,
    JointAngles,
    Matrix,
    Problem,
    SolutionSet,
)
from autograde.runner.encode import encode
from autograde.sample import solutions_of

PAIRS, TURN = SolutionSet(2), 2 * np.pi
TRUTH = np.array([[0.3, 1.2], [1.4, -1.2]])
TOLERANCE = 1e-6


def read(kind, answer):
    return kind.read(json.loads(json.dumps(encode(answer))))


# -- angles ------------------------------------------------------------------------------------
@pytest.mark.parametrize("turns", [(0, 0, 0), (1, 0, -1), (-3, 2, 7)])
def test_whole_turns_do_not_count(turns):
    truth = np.array([3.1, -0.4, 1.0])
    answer = read(JointAngles(3), truth + TURN * np.array(turns))
    assert JointAngles(3).distance(truth, answer) < 1e-9


def test_the_short_way_is_counted():
    kind = JointAngles(2)
    assert kind.distance(np.array([np.pi - 0.01, 0]), np.array([-np.pi + 0.01, 0])) \
        == pytest.approx(0.02)
    assert kind.distance(np.zeros(2), np.array([np.pi, 0])) == pytest.approx(np.pi)
    assert kind.departs(np.zeros(2), np.array([TURN, 0.1]), TOLERANCE) \
        == "1 of 2 angles depart, the first at number 2"


#: Each task that asks for angles, and what a student may do after the right answer `x`.
TURNED = [
    ("a01_parameters", "coordinates", "np.where(v.sigma, x % (2 * np.pi), x)"),
    ("a01_parameters", "coordinates", "np.where(v.sigma, x - 2 * np.pi, x)"),
    ("a01_parameters", "mounting", "x % (2 * np.pi)"),
    ("a03_positions", "orientation", "np.array(x) + 2 * np.pi * np.array([1, -1, 3])"),
    ("a04_inverse", "elbows", "[tuple(np.array(row) % (2 * np.pi)) for row in x]"),
    ("a04_inverse", "elbows", "[*x, *(np.array(row) + [2 * np.pi, 0] for row in x)]"),
    ("a04_inverse", "singular_elbow", "[np.array(row) - [0, 2 * np.pi] for row in x]"),
    ("a04_inverse", "arm_branch", "None if x is None else x + 2 * np.pi * np.array([1, -1, 2])"),
    ("a04_inverse", "arm_solutions", "[row % (2 * np.pi) for row in x]"),
    ("a04_inverse", "other_wrist", "np.array(x) + 2 * np.pi * np.array([1, 0, -1, 0, 1, 2])"),
    ("a09_motion", "fall", "x % (2 * np.pi)"),
    ("a09_motion", "fall", "x + 2 * np.pi * np.array([1, -2])")]


def turned(task, right, change):
    """The right cell and its answer, changed by an expression of x."""
    if "def " + task in right:
        return (f"{right}\nright = {task}\ndef {task}(*given):\n    x = right(*given)\n"
                f"    return {change}\n")
    return f"{right}\nx = {task}\n{task} = {change}\n"


@pytest.mark.parametrize("name,task,change", TURNED)
def test_a_whole_turn_is_never_blamed(name, task, change):
    there = notebook(name)
    right = solutions_of(there.assignment)[f"{task}_answer"]
    found = there.judged({task: turned(task, right, change)})
    assert {v.rule for v in found.values()} == {"right"}, [
        v for v in found.values() if v.rule != "right"]


def test_every_task_that_asks_for_angles_is_among_them():
    asked = {(name, task.id) for name, assignment in book().items() for task in assignment.tasks
             for kind in [task.kind.returns if isinstance(task.kind, Function) else task.kind]
             if isinstance(kind, (Angles, Coordinates, JointAngles, SolutionSet))
             or getattr(kind, "unit", "").split()[:1] == ["rad"]}
    assert asked == {(name, task) for name, task, _ in TURNED}


@pytest.mark.parametrize("name,task,wrong,turn", [
    ("a04_inverse", "other_wrist", "np.round({}, 2)",
     "np.array(x) + [2 * np.pi, 0, 0, 0, -2 * np.pi, 0]"),
    ("a04_inverse", "other_wrist", "{} + [0, 0.3, 0, 0, 0, 0]",
     "np.array(x) + [2 * np.pi, 0, 0, 0, 0, 0]"),
    ("a01_parameters", "coordinates", "np.round({}, 1)", "np.where(v.sigma, x + 2 * np.pi, x)"),
    ("a01_parameters", "coordinates", "{} + [0, 0, 0.3, 0, 0]",
     "np.where(v.sigma, x + 2 * np.pi, x)"),
    ("a09_motion", "fall", "np.round({}, 2)", "x + 2 * np.pi")])
def test_a_trifle_is_the_same_with_a_whole_turn(name, task, wrong, turn):
    there = notebook(name)
    right = solutions_of(there.assignment)[f"{task}_answer"]
    plain, with_turn = (there.judged({task: turned(task, right, wrong.format(x))})[task]
                        for x in ("np.array(x)", f"({turn})"))
    assert plain.rule == with_turn.rule == "trifle" and plain.points == with_turn.points


@pytest.mark.parametrize("answer", [[1, 2], 5.0, [[1, 2, 3], [4, 5, 6]], "abc", [1, 2, np.nan]])
def test_angles_of_another_shape_are_refused(answer):
    problem = read(JointAngles(3), answer)
    assert isinstance(problem, Problem) and "3 angles in radians" in problem.text


# -- sets: forms -------------------------------------------------------------------------------
FORMS = [TRUTH, TRUTH.tolist(), TRUTH[::-1], [tuple(x) for x in TRUTH], {tuple(x) for x in TRUTH},
         [np.array(x) for x in TRUTH], sp.Matrix(TRUTH), [sp.Matrix(x) for x in TRUTH],
         {"up": TRUTH[0], "down": TRUTH[1]}, {(1,): list(TRUTH[0]), (-1,): list(TRUTH[1])},
         [*TRUTH, None], [None, *TRUTH.tolist()], TRUTH + [[TURN, 0], [0, -TURN]],
         [*TRUTH, TRUTH[0], TRUTH[1] + TURN], (x for x in TRUTH), TRUTH.astype(object)]


@pytest.mark.parametrize("form", FORMS, ids=range(len(FORMS)))
def test_order_turns_repetition_and_form_are_free(form):
    answer = read(PAIRS, form)
    assert PAIRS.distance(TRUTH, answer) < 1e-9
    assert PAIRS.part(TRUTH, answer, TOLERANCE) == 1


@pytest.mark.parametrize("nothing", [[], (), set(), {}, np.empty((0, 2)), sp.Matrix([]), [None],
                                     [[]]], ids=str)
def test_no_solution_is_an_empty_list(nothing):
    answer = read(PAIRS, nothing)
    assert answer.shape == (0, 2)
    assert PAIRS.distance(np.empty((0, 2)), answer) == 0
    assert PAIRS.distance(TRUTH, answer) == np.inf
    assert PAIRS.part(TRUTH, answer, TOLERANCE) == 0


@pytest.mark.parametrize("one", [TRUTH[0], list(TRUTH[0]), [TRUTH[0]], sp.Matrix(TRUTH[0])])
def test_one_solution_may_stand_alone(one):
    assert read(PAIRS, one).shape == (1, 2)
    assert PAIRS.part(TRUTH, read(PAIRS, one), TOLERANCE) == 0.5


@pytest.mark.parametrize("bad", [1.0, [1, 2, 3], np.ones((2, 3)), np.ones((3, 4)), "none", True,
                                 [[1, 2], [3]], [[0.1, np.nan]], sp.Symbol("x"), abs])
def test_what_is_no_set_of_pairs_is_refused_with_what_is_needed(bad):
    problem = read(PAIRS, bad)
    assert isinstance(problem, Problem) and not problem.silent
    assert "each of 2 angles in radians" in problem.text


def test_no_answer_is_not_the_empty_set():
    assert read(PAIRS, None).silent and PAIRS.read(None).silent


# -- sets: marks -------------------------------------------------------------------------------
FOUR = np.array([[0.1, 0.2, 0.3], [0.5, -0.2, 1.3], [3.0, 0.2, -1.3], [-2.0, 1.2, 0.4]])
SPURIOUS = np.array([[0.9, 0.9, 0.9], [-0.9, 0.7, 0.1], [2.2, -2.2, 0.0]])


@pytest.mark.parametrize("right,wrong,part", [
    (4, 0, 1), (3, 0, 0.75), (2, 0, 0.5), (1, 0, 0.25), (0, 0, 0), (4, 1, 0.75), (4, 3, 0.25),
    (2, 1, 0.25), (1, 1, 0), (1, 3, 0), (0, 3, 0)])
def test_a_part_of_the_solutions_earns_its_part_and_a_spurious_one_costs(right, wrong, part):
    kind, answer = SolutionSet(3), np.concatenate([FOUR[:right], SPURIOUS[:wrong]])
    assert kind.part(FOUR, answer, TOLERANCE) == part
    assert (kind.distance(FOUR, answer) <= TOLERANCE) == (right == 4 and wrong == 0)
    said = kind.departs(FOUR, answer, TOLERANCE)
    assert ("missing" in said) == (right < 4) and ("do not solve" in said) == (wrong > 0)


def test_a_spurious_solution_given_twice_costs_once():
    answer = np.concatenate([FOUR, SPURIOUS[:1], SPURIOUS[:1] + TURN])
    assert SolutionSet(3).part(FOUR, answer, TOLERANCE) == 0.75


def test_where_there_is_none_anything_is_wrong():
    none = np.empty((0, 3))
    assert SolutionSet(3).part(none, none, TOLERANCE) == 1
    assert SolutionSet(3).part(none, SPURIOUS, TOLERANCE) == 0
    assert SolutionSet(3).distance(none, SPURIOUS) == np.inf


def test_throwing_everything_in_earns_nothing():
    every = np.array(np.meshgrid(*[np.linspace(-3, 3, 60)] * 2)).reshape(2, -1).T
    assert PAIRS.part(TRUTH, np.concatenate([TRUTH, every]), TOLERANCE) == 0


def test_other_kinds_earn_nothing_by_parts():
    assert Matrix().part(np.eye(3), np.zeros((3, 3)), TOLERANCE) == 0


# -- sets: verdicts ----------------------------------------------------------------------------
@pytest.fixture(scope="module")
def judge():
    assignment = book()["a04_inverse"]
    return Judge(assignment, make_variants(assignment, seed=7), 3, "ivanova", b"for tests only")


def verdict(judge, task, spoil):
    """The verdict on true solutions that went through `spoil`."""
    cases = judge.cases[task]
    truth = answers_of(judge.assignment, judge.assignment[task], judge.variant, cases)["truth"]
    if judge.assignment[task].cases:
        asked = {"answers": {task: {"type": "function"}},
                 "values": {task: [encode(spoil(x)) for x in truth]}}
    else:
        asked = {"answers": {task: encode(spoil(truth[0]))}, "values": {}}
    return next(v for v in judge.verdicts(**asked) if v.task == task)


@pytest.mark.parametrize("task,spoil,points,rule", [
    ("elbows", lambda q: q, 4, "right"),
    ("elbows", lambda q: q[::-1] + TURN, 4, "right"),
    ("elbows", lambda q: q[:1], 2.8, "slip"),       # 4 (0.6 / 2 + 0.4): forgets the last
    ("elbows", lambda q: [*q, (0.1, 0.1)], 1.2, "part"),        # 4 (0.6 (2 - 1) / 2)
    ("elbows", lambda q: q if len(q) else np.array([[1.0, 2.0]]), 2.4, "part"),
    ("elbows", lambda q: [], 0, "wrong"),
    ("elbows", lambda q: q.tolist() or None, 4, "right"),
    ("elbows", lambda q: None, 0, "none"),
    ("elbows", lambda q: q.round(2), 3.6, "trifle"),        # right, and rounded
    ("elbows", lambda q: q.round(5), 3.6, "trifle"),
    ("elbows", lambda q: q + 5e-4, 3.6, "trifle"),
    ("elbows", lambda q: None if len(q) else [], 0, "wrong"),       # printed, not returned
    ("singular_elbow", lambda q: q.round(2)[::-1], 1.8, "trifle"),
    ("singular_elbow", lambda q: q[:1], 1, "part"),
    ("singular_elbow", lambda q: [*q, (0.1, 0.1)], 1, "part"),
    ("arm_solutions", lambda q: q[:2], 2.44, "slip"),   # 3 (0.5 (3/2 + 1) / 4 + 0.5)
    ("other_wrist", lambda q: q - TURN, 2, "right"),
    ("other_wrist", lambda q: q + 0.1, 0, "wrong")])
def test_the_judge_pays_by_solutions(judge, task, spoil, points, rule):
    v = verdict(judge, task, spoil)
    assert (v.points, v.rule) == (points, rule)
    if v.rule == "wrong" and task == "elbows":
        assert "right for" not in v.message
    if rule == "part" and task == "singular_elbow":
        assert "solutions are missing" in v.message or "do not solve it" in v.message


def test_what_is_right_where_nothing_can_be_found_is_no_praise(judge):
    """Solutions that are none, and none where there is none: no part of it is called right."""
    v = verdict(judge, "elbows", lambda q: [(0.3, 0.4)] if len(q) else [])
    assert (v.points, v.rule) == (0, "wrong") and "right for" not in v.message


def test_what_is_printed_and_not_returned_is_no_empty_list(judge):
    assert "empty list" not in verdict(judge, "elbows", lambda q: None if len(q) else []).message


def _by_own_branches(judge, arm_branch):
    """The verdicts of a student whose arm_solutions keeps what arm_branch answers in numbers."""
    def every(C, L):
        found = [arm_branch(C, L, k_s, k_e) for k_s in (1, -1) for k_e in (1, -1)]
        return [q for q in found if q is not None]
    values = {name: [encode(f(*case.inputs)) for case in (*judge.cases[name],
                                                          *judge.asked.get(name, []))]
              for name, f in (("arm_branch", arm_branch), ("arm_solutions", every))}
    answers = dict.fromkeys(values, {"type": "function"})
    return {v.task: v for v in judge.verdicts(answers, values) if v.task in values}


def test_who_answers_everywhere_does_not_know_what_is_out_of_reach(judge):
    """The cosine cut off at one is seen in arm_solutions, which is asked out of reach."""
    class Cut(type(judge.truth)):
        def within(self, cosine):
            return float(np.clip(cosine, -1, 1))
    found = _by_own_branches(judge, Cut().arm_branch)
    assert found["arm_branch"].rule == "right"
    assert (found["arm_solutions"].mistake, found["arm_solutions"].points) == ("unreachable", 1.5)


def test_a_function_that_is_silent_at_some_inputs_is_followed_at_the_others(judge):
    def by_one_shoulder(C, L, k_s, k_e):
        return None if k_s < 0 else judge.truth.arm_branch(C, L, k_s, k_e)
    found = _by_own_branches(judge, by_one_shoulder)
    assert found["arm_branch"].points == 2
    assert (found["arm_solutions"].rule, found["arm_solutions"].points) == ("follow-through", 3)


@pytest.mark.parametrize("answer,told", [
    ("D", '"d" is not among the answers. Needed: one of "a", "b".'),
    ("two of them are right", 'The answer is a text. Needed: one of "a", "b".'),
    ("", 'The answer is a text. Needed: one of "a", "b".'),
    (1.0, 'The answer is numbers. Needed: one of "a", "b".')])
def test_a_letter_that_is_not_to_choose_is_said_again(answer, told):
    assert Choice(("a", "b")).read(encode(answer)).text == told
