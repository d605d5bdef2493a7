"""The judge: right answers, one slip, follow-through, another's numbers, nothing at all."""

import numpy as np
import pytest

from autograde.assignments import ASSIGNMENTS
from autograde.judge import Judge
from autograde.mistakes import MISTAKES
from autograde.sample import facts
from autograde.runner.encode import encode
from autograde.variants import TRUTH, answers_of, collisions, make_variants

SECRET = b"a course secret for tests only"
NAMES = list(ASSIGNMENTS)
VARIANTS = {name: make_variants(a, seed=7) for name, a in ASSIGNMENTS.items()}


def judge_of(name, student="ivanova", number=3):
    return Judge(ASSIGNMENTS[name], VARIANTS[name], number, student, SECRET)


def handed_in(judge, slip="truth"):
    """Answers of a student who makes one slip wherever it can be made."""
    answers, values, slipped = {}, {}, []
    for task in judge.assignment.tasks:
        all_answers = answers_of(task, judge.variant, judge.cases[task.id])
        mine = all_answers.get(slip, all_answers["truth"])
        if slip in all_answers:
            slipped.append(task.id)
        if task.cases:
            answers[task.id] = {"type": task.kind.ask, "shape": [], "symbols": []}
            values[task.id] = [encode(x) for x in mine]
        else:
            answers[task.id] = encode(mine[0])
    return answers, values, slipped


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_earn_everything(name):
    verdicts = judge_of(name).verdicts(*handed_in(judge_of(name))[:2])
    assert all(v.points == v.of and v.rule == "right" for v in verdicts)


@pytest.mark.parametrize("name", NAMES)
def test_silence_earns_nothing(name):
    for v in judge_of(name).verdicts({}, {}):
        assert v.points == 0 and v.rule == "none" and v.flags == ["no answer"]


@pytest.mark.parametrize("name,slip", [(n, m) for n, a in ASSIGNMENTS.items()
                                       for m in sorted({m for t in a.tasks for m in t.mistakes})])
def test_every_mistake_gets_its_own_name_and_its_part(name, slip):
    judge = judge_of(name)
    answers, values, slipped = handed_in(judge, slip)
    for v in judge.verdicts(answers, values):
        if v.task not in slipped:
            assert v.rule in ("right", "follow-through") and v.points == v.of
        elif v.rule == "follow-through":        # the slip was paid for in an earlier step
            assert judge.assignment[v.task].own
        else:
            assert v.mistake == slip
            task = judge.assignment[v.task]
            turning = max([0.0] + [x for g, x in task.shares.items() if g.startswith("revolute")])
            right = getattr(facts(judge.assignment), "EARNED", {}).get((slip, v.task), turning)
            assert v.points in (task.slip * v.of, round(turning * v.of, 2), round(right * v.of, 2))
            assert v.points >= task.slip * v.of


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=lambda m: m.name)
def test_messages_are_short_and_speak_of_the_matter(mistake):
    places = [t.where for a in ASSIGNMENTS.values() for t in a.tasks if mistake.name in t.mistakes]
    assert places, "a mistake that no task looks for"
    for place in places:
        message = f"{place}: {mistake.sees} {mistake.law}"
        assert len(message.split()) <= 60
    assert "`" in mistake.law, "the law comes with one line of code"
    assert "you " not in mistake.sees.lower()


@pytest.mark.parametrize("name", NAMES)
def test_answers_to_another_variant_are_recognised(name):
    mine, other = judge_of(name, number=3), judge_of(name, number=5)
    answers, _, _ = handed_in(other)
    typed = [t for t in mine.assignment.tasks if t.cases is None and t.kind.ask == "value"]
    verdicts = {v.task: v for v in mine.verdicts(answers, {})}
    assert all(verdicts[t.id].rule == "other" and verdicts[t.id].points == 0
               and verdicts[t.id].flags == ["variant 5"] for t in typed if not t.own)


def test_follow_through_from_an_own_wrong_value_but_not_from_nothing():
    judge = judge_of("a02_rotation")
    answers, values, _ = handed_in(judge)
    a = np.array(judge.variant["a_uvw"])
    for composition, points in ((np.arange(9.0).reshape(3, 3) / 7, 1), (np.eye(3), 0)):
        answers["composition"] = encode(composition)
        answers["components"] = encode(composition @ a)
        verdicts = {v.task: v for v in judge.verdicts(answers, values)}
        assert verdicts["composition"].points == 0
        assert verdicts["components"].points == points


def test_follow_through_from_some_of_the_own_values():
    """tau_03 handed in transposed and used rightly, after a link vector that was misread."""
    judge = judge_of("a03_positions")
    answers, values, _ = handed_in(judge)
    L_2 = np.array([0.31, -0.52, 0.17])
    task = judge.assignment["position"]
    answers["link_vector"] = encode(L_2)
    answers["rotation_03"] = encode(np.array(answers["rotation_03"]["data"]).reshape(3, 3).T)
    answers["position"] = encode(task.follow(TRUTH, judge.variant, link_vector=L_2))
    v = next(v for v in judge.verdicts(answers, values) if v.task == "position")
    assert (v.rule, v.points) == ("follow-through", 2)


@pytest.mark.parametrize("bad,said", [
    (encode("text"), "a text"), (encode(np.eye(2)), "shape (2, 2)"),
    (encode([[np.nan] * 3] * 3), "NaN"), (encode(lambda: 0), "a function"),
    ({"type": "error", "name": "ZeroDivisionError"}, "ZeroDivisionError")])
def test_a_wrong_shape_or_type_gets_a_message(bad, said):
    verdicts = judge_of("a02_rotation").verdicts({"composition": bad}, {})
    v = next(v for v in verdicts if v.task == "composition")
    assert v.points == 0 and v.rule == "unusable" and said in v.message


def test_parts_of_a_function_earn_their_share():
    judge = judge_of("a02_rotation")
    answers, values, _ = handed_in(judge)
    groups = [c.group for c in judge.cases["adjacent"]]
    values["adjacent"] = [x if g == "revolute joint" else {"type": "error", "name": "ValueError"}
                          for x, g in zip(values["adjacent"], groups)]
    v = next(v for v in judge.verdicts(answers, values) if v.task == "adjacent")
    assert (v.points, v.rule) == (1.5, "part")


def test_certificates_refuse_round_numbers():
    task = ASSIGNMENTS["a02_rotation"]["composition"]
    good = VARIANTS["a02_rotation"][0]
    round_angles = good | {"angles_deg": [180.0, 0.0, 180.0]}
    assert not collisions(task, good, task.drawn(good, ""))
    assert collisions(task, round_angles, task.drawn(round_angles, ""))


def test_hidden_inputs_follow_from_the_secret_and_the_student():
    task = ASSIGNMENTS["a02_rotation"]["chain_rotation"]
    a = ASSIGNMENTS["a02_rotation"]
    seeds = {a.seed(secret, student, task) for secret in (SECRET, b"another")
             for student in ("ivanova", "petrov")}
    assert len(seeds) == 4
