"""Two mistakes in one answer: named as what they are, never as a third, never right."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from test_judge import judge_of

from autograde.judging import pairs
from autograde.judging.ground import Ground
from autograde.judging.judge import WORDS
from autograde.judging.mistakes import STEP, TERM, single
from autograde.judging.operators import tried
from autograde.library import book
from autograde.runner.encode import encode
from autograde.words import Speaker

TASKS = [(name, t.id) for name, a in book().items() if not a.adopt   # no numbers of its own
         for t in a.tasks if len(t.mistakes) > 1]


@cache
def rows(name, task_id):
    judge = judge_of(name)
    return pairs.table(judge.assignment, judge.assignment[task_id], judge.variant,
                       judge.cases[task_id])


def verdict(name, task_id, answer):
    """The judge's word on these values of one task, with every other task left open."""
    judge, task = judge_of(name), book()[name][task_id]
    answers = {task_id: {"type": task.kind.ask} if task.cases else encode(answer[0])}
    values = {task_id: [encode(x) for x in answer]} if task.cases else {}
    return next(v for v in judge.verdicts(answers, values) if v.task == task_id)


def deaf(name, task_id, answer):
    """Is it the same at all inputs, though what is right is not? That is no work."""
    truth = judge_of(name).certified[task_id][1]["truth"]
    one, right = (len({np.asarray(x).tobytes() for x in values}) == 1 for values in (answer, truth))
    return len(answer) > 1 and one and not right


SOME = 3

#: Neither turned nor brought to metres: the numbers of the task as they were given.
HANDED_BACK = ("length_unturned", "millimetres")


@pytest.mark.parametrize("name,task_id", TASKS)
def test_every_pair_is_judged_for_what_it_is(name, task_id, pytestconfig):
    """Three or a few more of each task's pairs; all of them with --proof."""
    task, found = book()[name][task_id], rows(name, task_id)
    step = 1 if pytestconfig.getoption("--proof") else max(1, len(found) // SOME)
    for row in found[::step]:
        if row.outcome == pairs.IMPOSSIBLE:
            continue
        v = verdict(name, task_id, row.answer)
        said = single(v.mistake)
        assert len(v.message.split()) <= WORDS and v.rule != "right", row.names
        if row.outcome == pairs.HOLLOW:             # zeros, or little more, are not two slips
            assert v.mistake == "" and v.points < task.slip * v.of, row.names
            continue
        if row.names == HANDED_BACK:
            assert v.points == 0
            continue
        if row.outcome in (pairs.OWN, pairs.AMBIGUOUS) and deaf(name, task_id, row.answer):
            assert v.mistake == "" and v.points < task.slip * v.of, row.names
            continue
        assert v.points < v.of, row.names
        if row.outcome != pairs.THIRD and (
                v.rule == "trifle" or v.mistake.startswith(STEP)
                or "one slip explains it" in v.message):
            # One trifle or one slip explains both: the likelier, and it earns no less than two.
            assert v.points >= round(task.slip**2 * v.of, 2), row.names
            continue
        assert v.rule == "slip", row.names
        if row.outcome == pairs.OWN and not v.mistake.startswith(TERM):
            assert sorted(said) == sorted(row.names)
            assert v.points >= round(task.slip**2 * v.of, 2)
        elif row.outcome == pairs.AMBIGUOUS:        # only what every explanation has
            everywhere = set(row.names).intersection(*map(single, row.like))
            assert set(said) == everywhere and v.points >= round(task.slip**2 * v.of, 2)
            assert everywhere or "does not tell which two" in v.message
        elif row.outcome == pairs.HIDES:
            assert set(said) <= set(row.names)
        elif row.outcome == pairs.THIRD:            # the same numbers: one slip is the likelier
            assert tuple(said) == row.like


def test_two_slips_that_may_be_two_others_keep_what_two_leave():
    """Their names are said as examples; where both were charged before, nothing is lost."""
    name, task_id = "a02_rotation", "adjacent"
    row = next(r for r in rows(name, task_id) if r.names == ("transposed", "joint_last"))
    assert row.outcome == pairs.AMBIGUOUS and not set(row.names) & set(single(row.like[0]))
    v = verdict(name, task_id, row.answer)
    assert (v.rule, v.mistake, v.points) == ("slip", "", book()[name][task_id].slip**2 * v.of)
    assert "does not tell which two: “rotation matrix transposed” and" in v.message
    judge, task = judge_of(name), book()[name][task_id]
    judge.verdicts({}, {})
    judge._charged = dict.fromkeys(row.names, "elementary")
    again = judge._either_pair(task, [row.names, tuple(single(row.like[0]))], 0.0, "")
    assert (again.rule, again.points) == ("same cause", task.points)


@pytest.mark.parametrize("name,task_id", TASKS)
def test_no_two_mistakes_undo_each_other(name, task_id):
    assert [r.names for r in rows(name, task_id) if r.outcome == pairs.UNDONE] == []


@pytest.mark.parametrize("name,task_id", TASKS)
def test_what_looks_like_a_third_mistake_cannot_be_told_from_it(name, task_id):
    judge, task = judge_of(name), book()[name][task_id]
    for row in rows(name, task_id):
        if row.outcome == pairs.THIRD:
            third, = row.like
            for case, value in zip(judge.cases[task_id], row.answer):
                alone = task.truth(judge.assignment.slipped[third], judge.variant, case)
                assert value == pytest.approx(alone, abs=task.tolerance)


def test_the_table_says_what_cannot_be_told_apart():
    said = "\n".join(pairs.described(book()["a02_rotation"]))
    assert "section_22 + reversed: looks like a third mistake (transposed)" in said
    assert "lam_printed + wrong_frame: one hides the other (lam_printed or wrong_frame)" in said
    assert "wrong_frame: the same numbers as transposed" in said
    assert "pairs: 15 of 15 told apart" in said
    steps, ways, alone = map(int, re.findall(
        r"steps: (\d+), changed one at a time in (\d+) ways, (\d+) of them told apart", said)[-1])
    assert 3 < steps < ways and 0 < alone <= ways


def test_names_of_mistakes_are_code_in_every_language():
    """Two of them, transposed and reversed, are words of the grader as well."""
    names = pairs._of_pairs([pairs.Pair(("section_22", "reversed"), pairs.THIRD, ("transposed",)),
                             pairs.Pair(("a", "b"), pairs.HIDES, ("reversed", "transposed"))])
    said = "\n".join(map(Speaker("ru").say, names))
    assert "section_22 + reversed" in said and "(transposed)" in said
    assert "(reversed или transposed)" in said


def test_both_slips_are_in_the_rules_made_of_two():
    assignment = book()["a03_positions"]
    rules, = pairs.both(assignment, "degrees", "joint_sign")
    assert (rules.radians(60.0), rules.joint(0.5)) == (60.0, -0.5)
    chain, = pairs.both(assignment, "section_22", "slide_lost")
    assert chain.State.factor is assignment.slipped["section_22"].State.factor
    assert chain.State.shift is assignment.slipped["slide_lost"].State.shift


def test_slips_in_the_same_step_are_tried_in_both_orders():
    assignment = book()["a05_velocities"]
    assert len(pairs.both(assignment, "arm_next", "arm_base")) == 2
    assert len(pairs.both(assignment, "arm_next", "axis_next")) == 1


def test_a_mistake_made_of_another_is_composed_with_it():
    assignment = book()["a02_rotation"]
    base, task = assignment.mistakes["section_22"], assignment["adjacent"]
    State = type("State", (base.steps.State,), {"shift": lambda self, k: 0.0})
    derived = replace(base, name="derived",
                      steps=type("Derived", (base.steps,), {"State": State}))
    assignment = replace(
        assignment, catalogue=assignment.catalogue | {"derived": derived},
        tasks=(replace(task, mistakes=("section_22", "derived")),))
    for names in (("section_22", "derived"), ("derived", "section_22")):
        rules, = pairs.both(assignment, *names)
        assert rules.State.shift is State.shift


def test_two_slips_are_named_together_and_leave_the_share_of_each():
    row = next(r for r in rows("a02_rotation", "chain_rotation")
               if set(r.names) == {"reversed", "joint_sign"})
    v = verdict("a02_rotation", "chain_rotation", row.answer)
    assert sorted(single(v.mistake)) == ["joint_sign", "reversed"]
    assert v.points == v.of / 4 and "two slips" in v.message and "`" in v.message


def test_what_looks_alike_is_found_by_trying():
    judge = judge_of("a02_rotation")
    task = judge.assignment["components"]
    found = pairs.lookalikes(judge.assignment, task, judge.variant, judge.cases[task.id])
    assert found["degrees"] == ["degrees_kept"] and "transposed" in found["wrong_frame"]


def test_a_change_that_leaves_a_part_of_the_answer_out_gives_none():
    """The root of a moment that is negative: `autograde mistakes` goes on to the next change."""
    assignment = book()["a13_statics"]
    variant, cases = pairs.example(assignment, assignment["drives"])
    changes = {one.change.name: one.first
               for one in tried(Ground(assignment, assignment["drives"], variant, cases[:1]))}
    assert changes["drive_held, root"] is None and changes["drive_held, negated"] is not None
