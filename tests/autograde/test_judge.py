"""The judge: right answers, one slip, follow-through, another's numbers, nothing at all."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from dealt import Dealt
from each import each

from autograde.judging.judge import Judge
from autograde.judging.mistakes import Steps
from autograde.judging.task import Task
from autograde.judging.variants import collisions
from autograde.library import book
from autograde.practice.kinds import Number
from autograde.runner.encode import encode
from autograde.sample import facts

SECRET = b"a course secret for tests only"
#: A project deals no numbers: its truth is the robot that is handed in (tests/solutions).
NAMES = [name for name, a in book().items() if a.adopt is None]
VARIANTS = Dealt()


@cache
def judge_of(name, student="ivanova", number=3):
    """One judge serves many tests: what is right and what is slipped is worked out once."""
    return Judge(book()[name], VARIANTS[name], number, student, SECRET)


def handed_in(judge, slip="truth"):
    """Answers of a student who makes one slip wherever it can be made."""
    answers, values, slipped = {}, {}, []
    for task in judge.assignment.tasks:
        _, all_answers = judge.certified[task.id]
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
    judge = judge_of(name)
    verdicts = judge.verdicts(*handed_in(judge)[:2])
    assert all(v.points == v.of and v.rule == "right" for v in verdicts)


@pytest.mark.parametrize("name", NAMES)
def test_silence_earns_nothing(name):
    for v in judge_of(name).verdicts({}, {}):
        assert v.points == 0 and v.rule == "none" and v.flags == ["no answer"]


@pytest.mark.parametrize("name", NAMES)
def test_numbers_read_off_a_calculator_are_right(name):
    """Five digits behind the point, in every task with a typed number."""
    judge = judge_of(name)
    answers, values, _ = handed_in(judge)
    for task in (t for t in judge.assignment.tasks if t.kind.ask == "value"):
        typed = judge.certified[task.id][1]["truth"][0]
        answers[task.id] = encode(np.round(np.array(typed, float), 5))
    assert {v.rule for v in judge.verdicts(answers, values)} == {"right"}


#: Slips that leave zeros, or what was given, as no work does as well: named, without points.
NOTHING_LEFT = {("axis_by_itself", "axis_rate"), ("signal_absolute", "axis_signal"),
                ("tensor_unturned", "tensor_0")}


@pytest.mark.parametrize("name,slip", [(n, m) for n, a in book().items() if n in NAMES
                                       for m in sorted({m for t in a.tasks for m in t.mistakes})])
def test_every_mistake_gets_its_own_name_and_its_part(name, slip):
    """In each task that looks for it, all else being right."""
    judge = judge_of(name)
    right, right_values, _ = handed_in(judge)
    answers, values, slipped = handed_in(judge, slip)
    for task in map(judge.assignment.__getitem__, slipped):
        v = next(v for v in judge.verdicts(
            right | {task.id: answers[task.id]},
            right_values | ({task.id: values[task.id]} if task.cases else {}))
            if v.task == task.id)
        assert v.mistake == slip
        turning = max([0.0] + [x for g, x in task.shares.items() if g.startswith("revolute")])
        earned = getattr(facts(judge.assignment), "EARNED", {}).get((slip, v.task), turning)
        if (slip, v.task) in NOTHING_LEFT:
            assert v.points == 0
            continue
        assert v.points in (task.slip * v.of, round(turning * v.of, 2), round(earned * v.of, 2))
        assert v.points >= task.slip * v.of


@each("name,slip", [(n, m) for n, a in book().items() if n in NAMES
                    for m in sorted({m for t in a.tasks for m in t.mistakes})], by="name")
def test_one_cause_is_charged_once(name, slip):
    """Made wherever it can be made, a slip costs points in the first task alone."""
    judge = judge_of(name)
    answers, values, slipped = handed_in(judge, slip)
    found = judge.verdicts(answers, values)
    verdicts = [v for v in found if v.points < v.of]
    assert len([v for v in verdicts if (slip, v.task) not in NOTHING_LEFT]) <= 1
    for v in found:
        if v.task not in slipped:
            assert v.rule in ("right", "follow-through") and v.points == v.of
        elif v.rule == "follow-through":        # the slip was paid for in an earlier step
            assert judge.assignment[v.task].own
        elif v.rule == "same cause":
            assert v.mistake == slip and judge.assignment.place(verdicts[0].task) in v.message
        else:
            assert v.mistake == slip


MISTAKES = {m.steps: m for a in book().values() for m in a.catalogue.values()}


@each("mistake", MISTAKES.values(), called=lambda m: m.name)
def test_messages_are_short_and_speak_of_the_matter(mistake):
    places = [t.where for a in book().values() for t in a.tasks for name in t.mistakes
              if a.mistakes[name].steps is mistake.steps]
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


def test_one_number_that_meets_another_variant_by_chance_accuses_nobody():
    """Of many wrong numbers one in a hundred meets one of the others; two answers do not."""
    mine, other = judge_of("a11_recursive", number=3), judge_of("a11_recursive", number=5)
    answers, values, _ = handed_in(mine)
    theirs = handed_in(other)[0]
    for copied, rule in ((("reaction",), "wrong"), (("reaction", "b_3"), "other"),
                         (("reaction", "L_32"), "other"), (("L_32",), "other")):
        mixed = answers | {task: theirs[task] for task in copied}
        verdicts = {v.task: v for v in mine.verdicts(mixed, values)}
        for task in copied:
            assert (verdicts[task].rule, verdicts[task].points) == (rule, 0)
            assert verdicts[task].flags == (["variant 5"] if rule == "other" else [])


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
    answers["position"] = encode(task.follow(judge.truth, judge.variant, link_vector=L_2))
    v = next(v for v in judge.verdicts(answers, values) if v.task == "position")
    assert (v.rule, v.points) == ("follow-through", 2)


def after_own(name, task_id, own, size, answer=None, both=False):
    """The verdict on a task when its earlier value is the true one times size, and goes on."""
    judge, carried = judge_of(name), {}
    task, earlier = judge.assignment[task_id], judge.assignment[own]
    typed = size * np.asarray(earlier.reference(judge.truth, judge.variant), float)
    with np.errstate(all="ignore"):
        goes_on = task.follow(judge.truth, judge.variant, **{own: typed})
    first = judge._verdict(earlier, encode(typed), [], carried)
    later = judge._verdict(task, encode(goes_on if answer is None else answer(judge)), [], carried)
    return (first, later) if both else later


FOLLOWED = [(n, t.id, own) for n, a in book().items() for t in a.tasks
            if t.follow and not t.cases for own in t.own if a[own].cases is None]


@pytest.mark.parametrize("name,task,own", FOLLOWED)
def test_only_own_values_of_a_sensible_size_go_on(name, task, own, pytestconfig):
    """Somewhat too large goes on, absurdly small or large does not; more sizes with --proof."""
    proof = pytestconfig.getoption("--proof")
    for size in (1.7, np.degrees(1)) if proof else (1.7,):
        v = after_own(name, task, own, size)
        assert v.rule in ("right", "follow-through") and v.points == v.of, size
    for size in (1e-9, 1e-5, 1e3, 1e6, 1e12) if proof else (1e-9, 1e6):
        earlier, later = after_own(name, task, own, size, both=True)
        assert (later.rule == "follow-through") <= (earlier.points > 0), size


@pytest.mark.parametrize("name,task,own,size", [
    ("a05_velocities", "omega", "relative_omega", 1e6),
    ("a05_velocities", "velocity", "column", 1e-9),
    ("a07_accelerations", "acceleration", "coriolis", 1e6),
    ("a08_forces", "moment", "inertia_moment", 1e6), ("a09_motion", "a_33", "tensor_0", 1e6)])
def test_no_sum_is_hidden_by_an_absurd_own_value(name, task, own, size):
    """What only the own value makes, all other terms left out, is not right beside it."""
    def lazy(judge):
        follow, truth = judge.assignment[task].follow, judge.assignment[own].reference
        true = np.asarray(truth(judge.truth, judge.variant), float)
        one, two = (follow(judge.truth, judge.variant, **{own: k * true}) for k in (1.0, 2.0))
        return size * (two - one)
    assert after_own(name, task, own, size, lazy).points == 0


@pytest.mark.parametrize("name,task,own,lazy", [
    ("a08_forces", "inertia_moment", "tensor", lambda task, j, J: -J @ j.variant["domega"][2]),
    ("a09_motion", "a_33", "tensor_0",
     lambda task, j, J: task.follow(j.truth, j.variant, tensor_0=J))])
def test_a_tensor_that_is_the_same_on_all_axes_carries_nothing(name, task, own, lazy):
    """With J = 0.4 the gyroscopic moment is gone, and no axis can be mistaken."""
    judge, carried, ball = judge_of(name), {}, 0.4 * np.eye(3)
    task = judge.assignment[task]
    judge._verdict(judge.assignment[own], encode(ball), [], carried)
    answer = encode(np.asarray(lazy(task, judge, ball)))
    assert judge._verdict(task, answer, [], carried).points == 0


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


def of_screws(task):
    """An assignment of one task that knows the steps and the slips of assignment 10."""
    return replace(book()["a10_screws"], tasks=(task,))


@pytest.mark.parametrize("half,answer,points", [
    (-1.00085, -1.00085, 1), (-1.00085, -1.001, 1), (0.9995, 0.9995, 1),
    (1.0, 1.0, 0), (-1.0, -1.001, 0), (1.0004, 1.0, 0), (3.0, 3.0, 1)])
def test_a_slip_that_comes_near_one_by_chance_keeps_its_half(half, answer, points):
    """Half of -2.0017 is work; a slip that leaves a one, or a one that is typed, is none."""
    task = Task("gap", 2, "here", Number(), lambda rules, v: rules.printed_double(v["half"]),
                ("excess_once",))
    judge = Judge(of_screws(task), [{"half": half}], 0, "ivanova", SECRET)
    v, = judge.verdicts({"gap": encode(answer)}, {})
    assert (v.rule, v.mistake, v.points) == ("slip", "excess_once", points)


def test_a_slip_near_nothing_by_chance_keeps_its_half_and_silence_does_not():
    """A term of 0.0015 is small, but it was worked out; a zero typed in its place was not."""
    task = Task("hold", 2, "here", Number(), lambda rules, v: rules.held_drive(
        v["s"], v["load"], np.eye(6), np.array([0, 0, -9.81])), ("gravity_screw_lost",))
    v = {"s": np.array([0, 0, 0, 0, 0, 1.0]), "load": np.array([0, 0, 0, 0, 0, 0.0015])}
    judge = Judge(of_screws(task), [v], 0, "ivanova", SECRET)
    for answer, points in ((-0.0015, 1), (0.0, 0)):
        found, = judge.verdicts({"hold": encode(answer)}, {})
        assert (found.mistake, found.points) == ("gravity_screw_lost", points)


def test_certificates_refuse_round_numbers():
    assignment, good = book()["a02_rotation"], VARIANTS["a02_rotation"][0]
    task = assignment["composition"]
    round_angles = good | {"angles_deg": [180.0, 0.0, 180.0]}
    assert not collisions(assignment, task, good, task.drawn(good, ""))
    assert collisions(assignment, task, round_angles, task.drawn(round_angles, ""))


def test_hidden_inputs_follow_from_the_secret_and_the_student():
    task = book()["a02_rotation"]["chain_rotation"]
    a = book()["a02_rotation"]
    seeds = {a.seed(secret, student, task) for secret in (SECRET, b"another")
             for student in ("ivanova", "petrov")}
    assert len(seeds) == 4


@each("name,task", [(n, t.id) for n in NAMES for t in book()[n].tasks], by="name")
def test_every_task_says_how_to_see_that_an_answer_is_wrong(name, task):
    """Where no slip is named: a way to look, with its line of code; one for each wrong option."""
    truth, task = book()[name].truth, book()[name][task]
    if task.kind.ask == "choice":
        assert set(task.kind.options) - {task.reference(truth, {})} == set(task.kind.checks)
    ways = [*getattr(task.kind, "checks", {}).values()] or [task.advice]
    for way in ways:
        said = f"{task.where}: this departs from the truth: 4 of 9 entries depart, the first at " \
               f"row 1, column 1. {way}"
        assert way and way.count("`") % 2 == 0 and len(said.split()) <= 60


def test_a_check_that_asks_ends_as_a_question():
    judge = judge_of("a04_inverse")
    for option, check in judge.assignment["how_many"].kind.checks.items():
        said = next(v.message for v in judge.verdicts({"how_many": encode(option)}, {})
                    if v.task == "how_many")
        assert check in said and said.endswith((".", "?")) and "?." not in said


@pytest.mark.parametrize("name", book())
def test_no_steps_of_an_assignment_replace_those_they_are_made_of(name):
    """Steps come from several rooms; a name that two of them use would hide one.

    The table of finer steps goes on from that of the room before.
    """
    rooms = [part for part in book()[name].rules.__mro__[:-1] if part is not Steps]
    steps = [step for part in rooms for step in vars(part)
             if not step.startswith("__") and step != "closer"]
    assert sorted(steps) == sorted(set(steps))
