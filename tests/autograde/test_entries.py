"""Right entries of a wrong answer that nothing explains, and what needs no work earns nothing."""

from itertools import islice

import numpy as np
import pytest
from test_fairness import asked, right_work, verdict
from test_judge import NAMES, judge_of

from autograde.judging import Case, Function, Matrix, Task, Vector
from autograde.judging.entries import FEW, HALF, numbers_in, of_group
from autograde.judging.nearness import SHARES, TEN
from autograde.library import book
from autograde.runner.encode import encode

COUNTS = "What is right of it counts."
TASKS = [(n, t.id) for n in NAMES for t in book()[n].tasks
         if isinstance(t.compared, (Vector, Matrix))]


def judged(name, task_id, got, alone=False):
    """The verdict on these values of one task, all else being right.

    alone: from the truth, not also from what is right before it, which leads to the same.
    """
    judge, (answers, values) = judge_of(name), right_work(name)
    given = [encode(x) for x in got]
    if alone:
        task = judge.assignment[task_id]
        judge._given, judge._facts, judge._charged, judge._idle = answers, {}, {}, set()
        return judge._verdict(task, answers[task_id] if task.cases else given[0], given, {})
    if judge.assignment[task_id].cases is None:
        return verdict(judge, task_id, answers | {task_id: given[0]}, values)
    return verdict(judge, task_id, answers, values | {task_id: given})


def idle_answers(judge, task):
    """Zeros, ones, the unit matrix, what was given or was answered before, one truth for all."""
    truth, cases = judge.certified[task.id][1]["truth"], judge.cases[task.id]
    shape = task.compared.shape
    for constant in (np.zeros(shape), np.ones(shape), -np.ones(shape), np.eye(*shape[:2])
                     if len(shape) == 2 else np.arange(len(truth[0]))):
        yield [constant] * len(truth)
    if task.cases:
        yield [truth[0]] * len(truth)
    rng, earlier = np.random.default_rng(2), [
        judge.certified[t.id][1]["truth"][0] for t in judge.assignment.tasks[
            :judge.assignment.tasks.index(task)] if t.cases is None]
    for _ in range(8):      # an answer put together of numbers that were at hand
        got = []
        for case in cases:
            given = [*numbers_in(case.inputs if task.cases else judge.variant), 0.0, 1.0]
            given += [] if task.cases else numbers_in(earlier)
            got.append(rng.choice([-1, 1], shape) * rng.choice(given, shape))
        yield got
    for x in earlier:       # an earlier answer once more, in this one's form
        if not task.cases and np.size(x) == np.prod(shape):
            yield [np.reshape(x, shape)]
            yield [-np.reshape(x, shape)]


@pytest.mark.parametrize("name,task_id", TASKS)
def test_what_needs_no_work_earns_nothing_by_its_entries(name, task_id, pytestconfig):
    """Each third answer, from the truth; the first from the earlier answers too.

    All of them, and from both, with --proof.
    """
    judge, proof = judge_of(name), pytestconfig.getoption("--proof")
    task, begin = judge.assignment[task_id], 0 if proof else TASKS.index((name, task_id)) % 3
    for k, got in enumerate(islice(idle_answers(judge, task), begin, None, 1 if proof else 3)):
        v = judged(name, task_id, got, alone=bool(k) and not proof)
        assert COUNTS not in v.message, (got, v)


def noisy(truth, off, rng):
    """The truth with other numbers in these places."""
    changed = np.array(truth, dtype=float)
    changed[off] += rng.uniform(0.3, 0.9, int(off.sum())) * (1 + np.abs(changed).max())
    return changed


@pytest.mark.parametrize("name,task_id", TASKS)
def test_right_entries_earn_by_their_number_and_less_than_a_named_slip(name, task_id):
    judge, rng = judge_of(name), np.random.default_rng(3)
    task, shape = judge.assignment[task_id], book()[name][task_id].compared.shape
    truth, size = judge.certified[task_id][1]["truth"], int(np.prod(shape))
    order, earned = rng.permutation(size), []
    least = max(2, size // TEN + 1, size - size // 2)       # of fewer one may be a trifle
    for wrong in sorted({min(least, size), (least + size) // 2, size}):
        off = np.isin(np.arange(size), order[:wrong]).reshape(shape)
        v = judged(name, task_id, [noisy(t, off, rng) for t in truth])
        assert v.rule in ("part", "wrong", "law"), v
        assert v.points < task.slip * v.of and v.points < min(SHARES.values()) * v.of
        assert (COUNTS in v.message) <= (v.points > 0)
        earned.append(v.points)
    assert earned == sorted(earned, reverse=True) and earned[-1:] in ([0], [])


def test_what_is_counted():
    """Five of eight numbers that tell; the zero, the one and the given number do not."""
    right = np.array([1.2, -0.7, 0.4, 2.2, 3.1, 0.6, 1.7, 0.9, 0.0, 1.0, 5.5])
    task = Task("x", 1, "here", Vector(11), lambda rules, v: right)
    off = np.zeros(11, dtype=bool)

    def share(*wrong, task=task):
        off[:] = False
        off[list(wrong)] = True
        got = noisy(right, off, np.random.default_rng(1))
        return of_group(task, [0], [right], [got], lambda k: np.array([5.5]), task.tolerance)
    assert share(0, 1, 2) == task.slip * 5 / 8 and share(0, 1, 2, 8, 9, 10) == task.slip * 5 / 8
    assert share(0, 1, 2, 3) == task.slip * HALF and share(0, 1, 2, 3, 4) == 0


def test_one_entry_is_not_enough_and_every_case_has_to_agree():
    right = [np.array([1.2, 0.0, 0.0]), np.array([0.3, 0.0, 0.0])]
    task = Task("x", 1, "here", Function(Vector(3)), lambda rules, v: right,
                cases=lambda rng, v: [Case(())] * 2)

    def share(got, truth=right):
        return of_group(task, [0, 1], truth, got, lambda k: np.array([]), task.tolerance)
    assert FEW == 2 and share([x + [0, 1, 1] for x in right]) == 0
    more = [np.array([1.2, 3.0, 7.0]), np.array([0.3, 2.0, 5.0])]
    assert share([x + [0, 0, 1] for x in more], more) == pytest.approx(task.slip * 2 / 3)
    assert share([more[0] + [0, 0, 1], more[1] + [0, 1, 1]], more) == 0


def test_entries_that_follow_from_an_own_earlier_answer_count():
    judge, (answers, values) = judge_of("a10_screws"), right_work("a10_screws")
    task = judge.assignment["K_0"]
    own = 1.3 * judge.certified["K_1"][1]["truth"][0] + np.arange(36).reshape(6, 6) / 9
    goes_on = task.follow(judge.truth, judge.variant, K_1=own)
    off = np.arange(36).reshape(6, 6) % 4 == 1
    got = noisy(goes_on, off, np.random.default_rng(4))
    v = verdict(judge, "K_0", answers | {"K_1": encode(own), "K_0": encode(got)}, values)
    assert 0.25 * v.of <= v.points < 0.5 * v.of and COUNTS in v.message


# -- functions of one's own, in later tasks ------------------------------------------------------
@pytest.mark.parametrize("name,first,later", [
    ("a02_rotation", "elementary", "composition"), ("a13_statics", "direction_cosines", "moment"),
    ("a13_statics", "direction_cosines", "printed_show"),
    ("a03_positions", "chain_position", "kawasaki_tool")])
def test_numbers_that_follow_from_an_own_function(name, first, later):
    """A wrong function that no catalogue knows, and numbers worked out with it."""
    judge, (answers, values) = judge_of(name), right_work(name)
    task, truth = judge.assignment[later], judge.assignment[first]

    def wrong(*inputs):
        x = np.array(truth.reference(judge.truth, {}, *inputs))
        return x + 0.3 * np.sin(7 * x)
    mine = values | asked(judge, {first: wrong})
    got = task.follow(judge.truth, judge.variant, **{first: wrong})
    v = verdict(judge, later, answers | {later: encode(got)}, mine)
    assert (v.rule, v.points) == ("follow-through", v.of)
    for nothing in (np.zeros_like(got), np.ones_like(got)):
        assert verdict(judge, later, answers | {later: encode(nothing)}, mine).points == 0


def test_the_part_that_follows_from_an_own_function_earns_its_share():
    """An own arm_branch that leans, asked for all branches, which says nothing out of reach."""
    judge, (answers, values) = judge_of("a04_inverse"), right_work("a04_inverse")
    task = judge.assignment["arm_solutions"]
    leaning = judge.assignment.slipped["lean_missing"]

    def branch(C, L, k_s, k_e):
        found = leaning.arm_branch(np.asarray(C), np.asarray(L), k_s, k_e)
        return found
    own = asked(judge, {"arm_branch": branch})
    cases = judge.cases["arm_solutions"]
    found = [[q for k_s in (1, -1) for k_e in (1, -1)
              if (q := branch(*case.inputs, k_s, k_e)) is not None] for case in cases]
    got = [encode(rows or [[0.1, 0.2, 0.3]]) for rows in found]     # not seen to be out of reach
    v = verdict(judge, "arm_solutions", answers, values | own | {"arm_solutions": got})
    assert v.points == task.shares["in reach"] * v.of
    none = [encode([]) for _ in cases]
    lazy = verdict(judge, "arm_solutions", answers, values | own | {"arm_solutions": none})
    assert lazy.points == 0


@pytest.mark.parametrize("name,first,later", [
    ("a03_positions", "chain_position", "kawasaki_tool"),
    ("a04_inverse", "arm_branch", "arm_solutions")])
def test_nothing_follows_from_a_function_that_hands_back_or_is_constant(name, first, later):
    judge, (answers, values) = judge_of(name), right_work(name)
    task = judge.assignment[later]
    for idle in (lambda *inputs: np.array([1.1, 2.0, 3.0]),
                 lambda *inputs: np.array(inputs[-1 if name[:3] == "a03" else 0])):
        mine = values | asked(judge, {first: idle})
        if task.cases is None:
            found = idle(*[np.array([0.4, 0.5, 0.6])] * 6)
            v = verdict(judge, later, answers | {later: encode(found)}, mine)
        else:
            got = [encode([idle(*case.inputs)]) for case in judge.cases[later]]
            v = verdict(judge, later, answers, mine | {later: got})
        assert v.points == 0


def test_whether_solutions_exist_is_not_worth_more_than_finding_them():
    """[] where there is none, and something that is no solution where there are some."""
    judge, (answers, values) = judge_of("a04_inverse"), right_work("a04_inverse")
    for name in ("elbows", "arm_solutions"):
        truth = judge.certified[name][1]["truth"]
        for number in (0.0, 1.0, 0.7):
            got = [encode([[number] * t.shape[1]] if len(t) else []) for t in truth]
            assert verdict(judge, name, answers, values | {name: got}).points == 0
