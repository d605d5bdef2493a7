"""Judged from one's own work: one cause charged once, trifles cheaper than misunderstandings."""

from functools import cache
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
import sympy as sp
from crane import b_from, crane_work
from free_slips import notebook
from test_judge import NAMES, SECRET, VARIANTS, handed_in, judge_of

from autograde import sample
from autograde.judging.ground import Ground
from autograde.judging.judge import Judge
from autograde.judging.nearness import SHARES, nearly
from autograde.judging.operators import tried
from autograde.judging.task import Case
from autograde.library import book
from autograde.practice import session as practice
from autograde.run.cells import facts
from autograde.runner.encode import encode
from robokit import rotation
from solutions.a07_accelerations import tasks as a07
from solutions.a09_motion import tasks as a09

LEAST_MISUNDERSTOOD = 0.5


def verdict(judge, task, answers, values=None, told=None):
    """The verdict on one task, and on those before it on which it stands."""
    values, wanted, own = values or {}, {task}, {}
    for earlier in reversed(judge.assignment.tasks):
        wanted |= set(earlier.own) if earlier.id in wanted else set()
    judge.take(answers)
    judge._given, judge._facts, judge._charged, judge._idle = answers, told or {}, {}, set()
    judge._plain, judge._missed = set(), set()
    found = {t.id: judge._verdict(t, answers.get(t.id), values.get(t.id, []), own)
             for t in judge.assignment.tasks if t.id in wanted}
    return found[task]


@cache
def right_work(name):
    return handed_in(judge_of(name))[:2]


# -- the order of what is kept -------------------------------------------------------------------
def test_a_trifle_never_costs_more_than_a_misunderstanding():
    order = ["accuracy", "sign", "entry", "order"]
    assert SHARES["digits"] == SHARES["accuracy"]
    assert sorted(order, key=lambda x: -SHARES[x]) == order
    slips = {t.slip for a in book().values() for t in a.tasks if t.id != "elbows"}
    assert slips == {LEAST_MISUNDERSTOOD} and min(SHARES.values()) > max(slips)
    assert min(SHARES.values()) > book()["a04_inverse"]["elbows"].slip


# -- trifles, in many tasks ----------------------------------------------------------------------
VECTORS = [(n, t.id) for n in NAMES for t in book()[n].tasks if t.cases is None
           and type(t.compared).__name__ in ("Vector", "Matrix") and np.prod(t.compared.shape) >= 3]


@pytest.mark.parametrize("name,task", VECTORS)
def test_one_number_or_one_sign_wrong_keeps_most(name, task):
    """Unless that answer is a named slip, or makes nothing of it."""
    judge, (answers, values) = judge_of(name), right_work(name)
    truth = judge.certified[task][1]["truth"][0]
    place = np.unravel_index(np.abs(truth).argmax(), truth.shape)
    mirrored = truth.shape == truth.T.shape and np.allclose(truth, truth.T)
    if truth.ndim == 2 and mirrored and place[0] != place[1]:
        pytest.skip("a number that stands in two places")
    other = 1.37 * truth[place] + 0.11 * np.sign(truth[place])
    for new, rule in ((-truth[place], "sign"), (other, "entry")):
        changed = truth.copy()
        changed[place] = new
        v = verdict(judge, task, answers | {task: encode(changed)}, values)
        rest = np.delete(truth.ravel(), np.ravel_multi_index(place, truth.shape))
        if np.isin(np.abs(rest.round(3)), (0, 1)).all():
            assert v.points == 0 or v.rule == "slip"       # the rest is no work
        elif v.rule != "slip":
            assert (v.rule, v.points) == ("trifle", round(SHARES[rule] * v.of, 2)), v
            assert any(str(int(k) + 1) in v.message for k in place)


@pytest.mark.parametrize("name,task", [(n, t) for n, t in VECTORS])
def test_a_right_value_with_two_digits_is_called_that(name, task):
    judge, (answers, values) = judge_of(name), right_work(name)
    truth = judge.certified[task][1]["truth"][0]
    rounded = truth.round(2)
    if np.abs(rounded - truth).max() <= 2e-3 * max(1, np.abs(truth).max()):
        pytest.skip("two digits are exact enough here")
    if np.abs(truth).max() < 0.1:
        pytest.skip("two decimals leave less than two digits")
    v = verdict(judge, task, answers | {task: encode(rounded)}, values)
    assert v.rule == "trifle" and v.points == round(0.9 * v.of, 2) and "digits" in v.message


def test_a_one_sided_difference_is_right_but_not_accurate():
    judge = judge_of("a02_rotation")
    answers, values = right_work("a02_rotation")
    truth = judge.assignment["chain_rotation"]

    def rate(angles, sigma, q, dq, i, h=1e-6):
        tau = [truth.reference(judge.truth, {}, angles, sigma, q + t * dq, i) for t in (h, 0)]
        return (tau[0] - tau[1]) / h
    got = [encode(rate(*(x if isinstance(x, int) else np.asarray(x) for x in case.inputs)))
           for case in judge.cases["chain_rate"]]
    v = verdict(judge, "chain_rate", answers, values | {"chain_rate": got})
    assert (v.rule, v.points) == ("trifle", 2.7) and "difference" in v.message
    rounded = [encode(np.round(x, 4)) for x in judge.certified["chain_rate"][1]["truth"]]
    v = verdict(judge, "chain_rate", answers, values | {"chain_rate": rounded})
    assert (v.rule, v.points) == ("trifle", 2.7) and "Do not round" in v.message


@pytest.mark.parametrize("right,got,what", [
    ([1.2, -0.7, 0.4], [1.2, 0.4, -0.7], "order"), ([1.2, 0.7], [0.7, 1.2], "order"),
    ([1.2, -0.7, 0.4], [-1.2, -0.7, 0.4], "sign"), ([1.2, -0.7, 0.4], [1.2, -0.7, 0.9], "entry"),
    ([0.0, 0.0, 0.4], [0.0, 0.0, 0.9], None), ([1.2, -0.7, 0.4], [2.4, -1.4, 0.8], None),
    ([1.2, -0.7, 0.4], [0.0, 0.0, 0.0], None), ([1.2, 0.7], [1.2, 0.9], None),
    ([0.6, 0.8, 0.0], [3.0, 4.0, 0.0], "length"), ([1.234, 5.678], [1.23, 5.68], "digits"),
    ([1.234, 5.678], [1.237, 5.671], "accuracy"), ([1.234, 5.678], [1.0, 6.0], None),
    ([9.81, 98.1, -0.11], [10.0, 100.0, -0.112130], "entry")])        # 10 for 9.81 throughout
def test_what_is_nearly_right(right, got, what):
    from autograde.judging import Task, Vector
    task = Task("x", 1, "here", Vector(len(right)), lambda rules, v: right,
                direction=right[2:] == [0.0])
    found = nearly(task, [np.array(right)], [np.array(got)])
    assert (found.what if found else None) == what


def test_a_constant_of_another_value_is_no_single_number():
    """The small ones miss by less than counts; all the same they are off by the one factor."""
    from autograde.judging import Task, Vector
    truth = np.array([9.81, 981.0, -4.9])
    task = Task("x", 1, "here", Vector(3), lambda rules, v: truth)
    assert "one and the same factor, 1.019" in nearly(task, [truth], [truth / 0.981]).text
    assert "2 of 3 numbers" in nearly(task, [truth], [truth * [1, 1.02, 1]]).text
    assert nearly(task, [truth], [2 * truth]) is None
    level = np.array([9.81, 0.0, -4.9])         # a zero is worked out as nearly one
    assert "one and the same factor, 1.019" in nearly(
        task, [level], [level / 0.981 + [0, 6e-17, 0]]).text


def test_a_constant_of_another_value_is_charged_once():
    """g = 10 throughout: said of the force, and of what follows it the same cause."""
    judge, (answers, values) = judge_of("a13_statics"), right_work("a13_statics")
    ten = 10 / 9.81
    held = [encode(ten * x) for x in judge.certified["holding_drives"][1]["truth"]]
    wrong = {name: encode(ten * judge.certified[name][1]["truth"][0])
             for name in ("force", "moment")}
    found = {v.task: v for v in judge.verdicts(
        answers | wrong, values | {"holding_drives": held})}
    assert (found["force"].rule, found["force"].points) == ("trifle", 1.5)
    for name in ("moment", "holding_drives"):
        v = found[name]
        assert (v.rule, v.points, v.mistake) == ("same cause", v.of, "") and "1.019" in v.message


@pytest.mark.parametrize("name,task,wrong,not_this", [
    ("a10_screws", "screw", lambda v: with_pitch(v, v["rise"] / 360), "pitch_lost"),
    ("a11_recursive", "reaction", lambda v: of_line(v, theta=-v["arm"]["theta"]),
     "line_rate_printed")])
def test_a_slip_that_comes_near_is_not_named_where_another_gives_all_digits(name, task, wrong,
                                                                            not_this):
    for number in range(8):
        judge = Judge(book()[name], VARIANTS[name], number, "someone", SECRET)
        v = verdict(judge, task, {task: encode(wrong(judge.variant))})
        assert v.mistake != not_this and v.rule != "right", (number, v)


def with_pitch(v, pitch):
    axis = np.array(v["axis"]) / np.linalg.norm(v["axis"])
    return np.r_[axis, np.cross(v["point"], axis) + pitch * axis]


def of_line(v, **changed):
    numbers = v | {"arm": v["arm"] | changed}
    return book()["a11_recursive"]["reaction"].reference(book()["a11_recursive"].truth, numbers)


def test_two_answers_exchanged():
    judge, (answers, values) = judge_of("a07_accelerations"), right_work("a07_accelerations")
    mixed = answers | {"pull": answers["coriolis"], "coriolis": answers["pull"]}
    for task, other in (("pull", "coriolis"), ("coriolis", "pull")):
        v = verdict(judge, task, mixed, values)
        assert (v.rule, v.points) == ("trifle", 0.7 * v.of)
        assert judge.assignment.place(other) in v.message


def test_a_slip_that_two_tasks_name_differently_is_charged_once():
    """tau_y with its sign the other way: in one matrix it cannot be told from a transpose."""
    judge, (answers, values) = judge_of("a02_rotation"), right_work("a02_rotation")
    slipped = judge.assignment.slipped["y_sense"]
    wrong = [encode(judge.assignment["elementary"].truth(slipped, judge.variant, case))
             for case in judge.cases["elementary"]]
    first = judge.assignment["elementary_number"].reference(slipped, judge.variant)
    made = {v.task: v for v in judge.verdicts(answers | {"elementary_number": encode(first)},
                                              values | {"elementary": wrong})}
    one, other = (made[task] for task in ("elementary_number", "elementary"))
    assert (one.rule, one.mistake, one.points) == ("slip", "transposed", one.of / 2)
    assert (other.rule, other.mistake, other.points) == ("same cause", "y_sense", other.of)
    alone = next(v for v in judge.verdicts(answers, values | {"elementary": wrong})
                 if v.task == "elementary")
    assert (alone.rule, alone.mistake) == ("slip", "y_sense")


# -- from one's own work -------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_a_slip_costs_the_same_after_an_earlier_wrong_answer(name, pytestconfig):
    """Each slip of a task, worked out from a slipped answer of the step before it.

    With --proof from each slipped answer, else from every third in turn.
    """
    judge, told, other = judge_of(name), 0, []
    few = not pytestconfig.getoption("--proof")
    for task in judge.assignment.tasks:
        for own in task.own:
            if task.cases is None and judge.assignment[own].cases is None:
                for crossed, same in crossings(judge, task, own, few):
                    told += 1
                    other += [] if same else [crossed]
    assert len(other) <= 0.15 * told, other


def crossings(judge, task, own, few):
    """For each slip after each earlier slip, where it shows: is it marked as it is alone?

    few: of the pairs of slips every third, in both lists.
    """
    answers, values = right_work(judge.assignment.name)
    alone = {slip: verdict(judge, task.id, answers | {
        task.id: encode(judge.certified[task.id][1][slip][0])}, values) for slip in task.mistakes}
    for row, before in enumerate(judge.assignment[own].mistakes):
        wrong = judge.certified[own][1][before][0]
        for column, slip in enumerate(task.mistakes):
            if slip == before or few and (row + column) % 3:
                continue
            with np.errstate(all="ignore"):
                answer, right = (task.follow(rules, judge.variant, **{own: wrong})
                                 for rules in (judge.assignment.slipped[slip], judge.truth))
            if np.abs(answer - right).max() <= 2e-2 * max(1, np.abs(right).max()):
                continue                        # from this value the slip does not show
            after = verdict(judge, task.id, answers | {
                own: encode(wrong), task.id: encode(answer)}, values)
            undone = after.rule == "right"              # two slips may undo each other
            yield (task.id, before, slip), undone or (after.points, after.mistake) == (
                alone[slip].points, alone[slip].mistake)


def changed(judge, task, slip):
    """The answer to a typed task with a slip: a catalogued one, or a changed step."""
    if slip in judge.certified[task][1]:
        return judge.certified[task][1][slip][0]
    truth = Ground(judge.assignment, judge.assignment[task], judge.variant, judge.cases[task])
    return next(one.first for one in tried(truth) if one.change.name == slip)


#: Earlier slips whose answers are plainer than the right ones, or far larger or smaller.
EXPLAINED = [
    ("a07_accelerations", "pull", "rate_squared, rate degrees", "acceleration"),
    ("a07_accelerations", "pull", "rate_squared, radians", "acceleration"),
    ("a11_recursive", "L_32", "carrier, diagonal", "l_3"),
    ("a12_base_parameters", "base_three", "far_end, degrees", "slide_base"),
    ("a13_statics", "cosines", "sine, left out", "force"),
    ("a13_statics", "moment", "sine, degrees", "drives"),
    ("a14_generated_code", "slopes", "weights_alone", "linear"),
    ("a14_generated_code", "slopes", "laid_out, diagonal", "linear")]


@pytest.mark.parametrize("name,first,slip,later", EXPLAINED)
def test_what_was_named_once_is_followed_whatever_it_looks_like(name, first, slip, later):
    judge, (answers, values) = judge_of(name), right_work(name)
    own = changed(judge, first, slip)
    wrong = answers | {first: encode(own)}
    assert verdict(judge, first, wrong, values).points > 0
    goes_on = judge.assignment[later].follow(judge.truth, judge.variant, **{first: own})
    v = verdict(judge, later, wrong | {later: encode(goes_on)}, values)
    assert (v.rule, v.points) == ("follow-through", v.of)


@pytest.mark.parametrize("name,first,slip,later", [
    EXPLAINED[0], ("a13_statics", "moment", "sine, degrees", "drives")])
def test_nothing_hides_beside_a_named_value_that_is_absurdly_large(name, first, slip, later):
    """The rest of the sum left out, or a tenth too large, is as wrong as it was."""
    judge, (answers, values) = judge_of(name), right_work(name)
    own = changed(judge, first, slip)
    task, true = judge.assignment[later], judge.certified[first][1]["truth"][0]
    goes_on, none, right = (task.follow(judge.truth, judge.variant, **{first: x})
                            for x in (own, 0 * own, true))
    lazy = goes_on - none if np.abs(none).max() else goes_on + 0.5 * np.abs(right).max()
    v = verdict(judge, later, answers | {first: encode(own), later: encode(lazy)}, values)
    assert v.points < v.of


def third_axis(v):
    """How Z_3, instead of Z_2, moves with joint 1."""
    s = a07.own_chain(book()["a07_accelerations"].truth, v)
    return np.cross([0, 0, v["dq"][0]], s.tau(0, 3)[:, 2])


def a_rate_left_out(own_rate, second=None):
    """The verdict on domega, where dq_3 is left out behind one's own dc_3."""
    name = "a07_accelerations"
    v = VARIANTS[name][3]
    if second is not None:
        v = v | {"dq": [v["dq"][0], second, v["dq"][2]]}
    judge = Judge(book()[name], [v], 0, "ivanova", SECRET)
    answers, values = handed_in(judge)[:2]
    rate, whole = (judge.certified[x][1]["truth"][0] for x in ("axis_rate", "domega"))
    own = own_rate(v, rate)
    left_out = whole - rate * v["dq"][2] + own
    return verdict(judge, "domega", answers | {
        "axis_rate": encode(own), "domega": encode(left_out)}, values)


@pytest.mark.parametrize("own_rate", [
    lambda v, rate: rate, lambda v, rate: -rate, lambda v, rate: third_axis(v)])
def test_a_number_forgotten_is_named_whatever_it_stands_beside(own_rate):
    v = a_rate_left_out(own_rate)
    assert (v.rule, v.points) == ("slip", v.of / 2) and "leaves `v.dq[2]` out" in v.message


def test_what_follows_from_ones_own_is_said_and_not_what_happens_to_be_the_same():
    """With -1 for dq_2 it might be taken for dq_3, if dc_3 were right, but dc_3 is reversed."""
    v = a_rate_left_out(lambda v, rate: -rate, second=-1.0)
    assert "leaves `v.dq[2]` out" in v.message and "v.dq[1]" not in v.message


@pytest.mark.parametrize("name,first,later", [
    ("a05_velocities", "relative_omega", "printed_gap"), ("a09_motion", "tensor_0", "a_33")])
def test_a_slip_of_the_first_task_is_known_in_one_that_does_not_look_for_it(name, first, later):
    judge, (answers, values) = judge_of(name), right_work(name)
    assert "degrees" not in judge.assignment[later].mistakes
    wrong = {t.id: encode(t.truth(judge.assignment.slipped["degrees"], judge.variant, Case(())))
             for t in judge.assignment.tasks if t.kind.ask == "value"}
    found = {v.task: v for v in judge.verdicts(answers | wrong, values)}
    assert (found[first].rule, found[first].mistake) == ("slip", "degrees")
    assert (found[later].rule, found[later].points) == ("same cause", found[later].of)


def test_a_formula_written_twice_with_one_slip_is_charged_once():
    """The inertia of a body with its blocks exchanged, and again in the drives of the chain, which
    do not build on that task and to which the slip has several names."""
    there, name = notebook("a10_screws"), "chain_drives"
    block = ("np.block([[{J} - {m} * lam({r}) @ lam({r}), -{m} * lam({r})], "
             "[{m} * lam({r}), {m} * np.eye(3)]])")
    right = sample.solutions_of(there.assignment)[f"{name}_answer"]
    again = right.replace("inertia(m[k], r[k], J[k])", block.format(m="m[k]", r="r[k]", J="J[k]"))
    assert again != right
    found = there.judged({"K_1": "K_1 = " + block.format(m="v.m", r="v.r", J="np.array(v.J)"),
                          name: again})
    assert found["K_1"].mistake == "first_moment_sign" and found["K_1"].points == 0.5
    assert (found[name].rule, found[name].points) == ("same cause", found[name].of), found[name]
    alone = there.judged({name: again})[name]
    assert (alone.rule, alone.points) == ("slip", alone.of / 2), alone


def test_one_wrong_line_that_two_tasks_use_is_charged_once():
    """The lever arm of joint 3 alone is wrong, and the column with it; those before are right."""
    judge, (answers, values) = judge_of("a09_motion"), right_work("a09_motion")
    v, rules = judge.variant, judge.truth
    s = a09.own_chain(rules, v)
    C, D = rules.unit_motions(s, v["sigma"], 3, v["r_3"])
    D[:, 2] = np.cross(C[:, 2], s.tau(0, 3) @ v["r_3"])
    J_0 = judge.certified["tensor_0"][1]["truth"][0]
    row = C.T @ J_0 @ C[:, 2] + v["m_3"] * D.T @ D[:, 2]
    found = {v.task: v for v in judge.verdicts(
        answers | {"a_33": encode(row[2]), "row_3": encode(row)}, values)}
    assert (found["a_33"].rule, found["a_33"].mistake) == ("slip", "arm_next")
    assert (found["row_3"].rule, found["row_3"].points) == ("same cause", found["row_3"].of)
    other = answers | {"a_33": encode(row[2]), "row_3": encode(1.1 * row)}
    assert next(v for v in judge.verdicts(other, values) if v.task == "row_3").points == 0


@pytest.mark.parametrize("name,first,own,later,followed", [
    ("a14_generated_code", "slopes", [[7.0, 3.0], [3.0, -2.0]], "linear", True),
    ("a02_rotation", "composition", np.diag([2.0, 3, 4]), "components", False),
    ("a02_rotation", "composition", [[2, 1.5, 0.3], [1.5, -0.7, 0.9], [0.3, 0.9, 1.2]],
     "components", False)])
def test_a_plain_value_is_followed_where_it_hides_no_slip(name, first, own, later, followed):
    """A symmetric matrix hides that it was transposed; where no slip is that, it tells all."""
    judge, (answers, values) = judge_of(name), right_work(name)
    wrong = answers | {first: encode(np.array(own))}
    assert verdict(judge, first, wrong, values).points == 0
    goes_on = judge.assignment[later].follow(judge.truth, judge.variant, **{first: np.array(own)})
    v = verdict(judge, later, wrong | {later: encode(goes_on)}, values)
    assert (v.rule == "follow-through") == followed and v.points == followed * v.of


def test_one_slip_of_algebra_in_the_crane_costs_one_task():
    letters = dict(zip(a09.LETTERS, map(sp.Symbol, a09.LETTERS)))
    A = sp.Matrix(book()["a09_motion"].truth.crane_A(letters, letters["q_2"]))
    m, r, e, q_2 = (letters[x] for x in ("m", "r", "e", "q_2"))
    A[0, 0] -= 2 * m * e * r * sp.cos(q_2)             # (e + r C)^2 as e^2 + r^2 C^2
    found = crane_work(A, b_from(A))
    assert found["crane_A"].points < found["crane_A"].of
    for task in ("crane_b", "crane_ddq", "fall"):
        assert (found[task].rule, found[task].points) == ("follow-through", found[task].of)


def asked(judge, functions):
    """What the runner would report of these functions, at all inputs at which they are asked."""
    def given(case):                    # as the runner hands them on
        return [np.array(x) if isinstance(x, list) else x for x in case.inputs]
    return {name: [encode(function(*given(case))) for case in
                   (*judge.cases[name], *judge.asked.get(name, []))]
            for name, function in functions.items()}


FUNCTIONS = [
    ("a02_rotation", "adjacent", "chain_rotation"),
    ("a02_rotation", "chain_rotation", "chain_rate"),
    ("a02_rotation", "elementary", "adjacent"), ("a02_rotation", "lam_in_j", "chain_rate"),
    ("a08_forces", "inertia_moment_of", "inverse_dynamics"),
    ("a10_screws", "chain_screws", "chain_drives"), ("a10_screws", "screw_rates", "chain_drives"),
    ("a13_statics", "direction_cosines", "holding_drives"),
    ("a05_velocities", "jacobian_column", "chain_velocity"), ("a09_motion", "chain_A", "chain_b"),
    ("a09_motion", "chain_A", "chain_ddq"), ("a09_motion", "chain_b", "chain_ddq"),
    ("a10_screws", "chain_screws", "screw_rates"),
    ("a12_base_parameters", "chain_regressor", "base_count")]


@pytest.mark.parametrize("name,first,later", FUNCTIONS)
def test_a_function_right_for_the_own_function_before_it(name, first, later):
    """A wrong earlier function that no catalogue knows, and the later one built on it."""
    judge, (answers, values) = judge_of(name), right_work(name)
    task, truth = judge.assignment[later], judge.assignment[first]

    def wrong(*inputs):
        x = np.array(truth.reference(judge.truth, {}, *inputs))
        return x + 0.3 * np.sin(7 * x)
    def built(*inputs):
        return task.follow(judge.truth, {}, *inputs, **{first: wrong})
    mine = asked(judge, {first: wrong, later: built})
    v = verdict(judge, later, answers, values | mine)
    assert (v.rule, v.points) == ("follow-through", v.of)
    # A later function of zeros earns nothing from it.
    zero = {later: [encode(0 * np.asarray(built(*c.inputs))) for c in judge.cases[later]]}
    assert verdict(judge, later, answers, values | mine | zero).points == 0


@pytest.mark.parametrize("name,first,later", FUNCTIONS)
def test_a_named_slip_of_a_function_costs_the_later_one_nothing(name, first, later):
    """A catalogued slip in the earlier function; the later one is right and uses it."""
    judge, (answers, values) = judge_of(name), right_work(name)
    task, earlier, told = judge.assignment[later], judge.assignment[first], 0
    for slip in earlier.mistakes:
        rules = judge.assignment.slipped[slip]

        def wrong(*inputs, rules=rules):
            return np.array(earlier.reference(rules, judge.variant, *inputs))

        def built(*inputs, wrong=wrong):
            return task.follow(judge.truth, judge.variant, *inputs, **{first: wrong})
        try:
            mine = values | asked(judge, {first: wrong, later: built})
        except np.linalg.LinAlgError:       # a singular matrix A: nobody can go on from it
            continue
        v = verdict(judge, first, answers, mine)
        assert v.points < v.of and v.mistake == slip
        v = verdict(judge, later, answers, mine)
        assert v.rule in ("right", "follow-through", "same cause") and v.points == v.of, (slip, v)
        told += 1
    assert told >= len(earlier.mistakes) - 2 * (first == "chain_A") > 0     # two leave it singular


# -- what happened -------------------------------------------------------------------------------
def cell(name, source):
    made = nbformat.v4.new_code_cell(source)
    made["id"] = f"{name}_answer"
    made.metadata["nbgrader"] = {"grade_id": f"{name}_answer"}
    return made


def said(source, values=None, shown=(), name="adjacent"):
    """The verdict on a cell with this source, and what its function gave at the hidden inputs."""
    judge = judge_of("a02_rotation")
    notebook = SimpleNamespace(cells=[cell(name, source)])
    told = facts(notebook, {f"{name}_answer": list(shown)}, judge.assignment)
    answers = {name: {"type": "function"}} if values else {}
    return verdict(judge, name, answers, {name: values} if values else {}, told)


def error(name, text, line):
    return {"output_type": "error", "ename": name, "evalue": text,
            "traceback": [f"Cell In[4], line {line}"]}


NONE = [{"type": "none"}] * 6


@pytest.mark.parametrize("source,values,shown,words", [
    ("def adjacent(a, b:\n    return 1", None, [error("SyntaxError", "invalid syntax", 1)],
     ("line 1", "SyntaxError", "could not read")),
    ("x = 1\nadjacent = y", None, [error("NameError", "name 'y' is not defined", 2)],
     ("line 2", "NameError", "name 'y' is not defined")),
    ("def adjacent(a):\n    b = a", NONE, (), ("returns nothing", "`return`")),
    ("def adjacent(a):\n    print(a)", NONE, (), ("prints", "`return`")),
    ("def adjacent(a):\n    if a:\n        return a", [*NONE[:3], *[encode(np.eye(3))] * 3], (),
     ("branches", "`return`")),
    ("def adjecent(a):\n    return a", None, (), ("`adjecent`", "`adjacent`")),
    ("def adjacent(a):\n    return a", [{"type": "error", "name": "TimeoutError"}] * 6, (),
     ("processor time", "loop")),
    ("def adjacent(a):\n    return a", [encode(np.zeros((3, 3)))], (),     # and then no more came
     ("gave no value", "Python process")),
    ("exit()", None, [error("CellLeftOut", "This cell ended the Python process (status 0)", 1)],
     (": This cell ended the Python process (status 0).",)),
    ("while True: pass", None, [error("TimeLimit", "this cell used more than 5 s", 1)],
     ("stopped", "loop"))])
def test_what_happened_is_said(source, values, shown, words):
    v = said(source, values, shown)
    assert all(word in v.message for word in words), v.message
    assert "There is no answer yet" not in v.message and v.flags == []


@pytest.mark.parametrize("source", ["import math\nrow = 1 / 0\nadjacent = 1",
                                    "x = 1\nrow = 1 / 0\ndef adjacent(a):\n    return a"])
def test_of_an_answer_in_another_cell_it_is_said_what_happened_there(source):
    """Its own cell is empty then; see `run.rebuild`."""
    judge, row = judge_of("a02_rotation"), cell("row", source)
    notebook = SimpleNamespace(cells=[cell("eps_value", "..."), row, cell("adjacent", "")])
    shown = {row["id"]: [error("ZeroDivisionError", "division by zero", 2)]}
    v = verdict(judge, "adjacent", {}, {}, facts(notebook, shown, judge.assignment))
    assert "line 2 of your cell with ZeroDivisionError" in v.message


@pytest.mark.parametrize("source", ["adjacent = ...", "def adjacent(a):\n    ...",
                                    'def adjacent(a):\n    """What it does."""\n    ...'])
def test_an_empty_answer_is_called_that(source):
    v = said(source, NONE if "def" in source else None)
    assert "There is no answer yet" in v.message and v.flags == ["no answer"]


def test_a_cell_that_cannot_be_parsed_stops_nothing():
    for source in ("(" * 5000, "x" * 100_000, "\0", "%%bash\nls", "!ls\nadjacent = 1",
                   "lambda: (yield)"):
        said(source)


def test_the_same_facts_give_the_same_verdicts():
    name = "a02_rotation"
    answers, values = right_work(name)
    told = {"adjacent": {"returns": False, "prints": True}}
    both = [Judge(book()[name], VARIANTS[name], 3, "ivanova", SECRET).verdicts(
        answers, values | {"adjacent": NONE}, told) for _ in range(2)]
    assert both[0] == both[1]
    assert "prints" in next(v for v in both[0] if v.task == "adjacent").message


def test_own_values_are_asked_for_where_later_tasks_need_them():
    judge = judge_of("a09_motion")
    assert len(judge.asked["chain_A"]) == 4 * (12 + 1) and "fall" not in judge.asked
    assert all(isinstance(c, Case) for c in judge.asked["chain_A"])


def test_a_column_is_a_vector_for_the_instant_check_too():
    """What the judge accepts the laws of the next task accept."""
    for assignment in book().values():
        for task in assignment.tasks:
            told = assignment.checks.get(task.id)
            if assignment.adopt or not told or not told.function_laws or not task.own:
                continue
            v = VARIANTS[assignment.name][3]
            lines = []
            for column in (False, True):
                session = practice._Session({}, assignment.checks, {
                    t.id: t.kind for t in assignment.tasks}, v)
                for own in task.own:
                    session.answers[own] = as_column(assignment, own, v, column)
                lines.append(practice._findings(session, task.id, as_column(
                    assignment, task.id, v, column)))
            assert lines[0] == lines[1], (assignment.name, task.id)


def as_column(assignment, name, v, column):
    """The right answer; vectors as columns, as sympy and many students have them."""
    task = assignment[name]
    if type(task.kind).__name__ == "Expression":
        letters = {x: sp.Symbol(x) for x in task.kind.symbols}
        return task.reference(assignment.truth, v, **letters)

    def shaped(x):
        return np.reshape(x, (-1, 1)) if column and np.ndim(x) == 1 else x
    if task.cases:
        return lambda *inputs: shaped(task.reference(assignment.truth, v, *inputs))
    return shaped(task.reference(assignment.truth, v))


# -- slips that nobody wrote down ----------------------------------------------------------------
def slipped(method, change, base):
    """Rules with one method changed, as a student's program would be."""
    return type("Slipped", (base,), {method: change})()


FREE = [
    ("a02_rotation", "chain_rotation", "order", lambda self, factors: factors[1:], "forgotten"),
    ("a05_velocities", "jacobian_column", "c",
     lambda self, s, sigma, j, frame=0: 2 * self.carried(s, frame, j) * sigma[j - 1], "twice"),
    ("a08_forces", "inertia_moment", "tensor_in_base",
     lambda self, tau, J: 2 * tau @ J @ tau.T, "twice"),
    ("a09_motion", "chain_A", "turning_part", lambda self, C, J: C.T @ J @ C / 2, "half")]


@pytest.mark.parametrize("name,task_id,method,change,said_of_it", FREE)
def test_a_slip_that_no_catalogue_knows_is_described(name, task_id, method, change, said_of_it):
    judge, (answers, values) = judge_of(name), right_work(name)
    task = judge.assignment[task_id]
    rules = slipped(method, change, type(judge.truth))
    got = [encode(task.truth(rules, judge.variant, case)) for case in judge.cases[task_id]]
    mine = ({}, {task_id: got}) if task.cases else ({task_id: got[0]}, {})
    v = verdict(judge, task_id, answers | mine[0], values | mine[1])
    assert v.rule == "slip" and v.points >= 0.5 * v.of, v


def test_noise_is_no_slip():
    """Of many wrong answers none is explained by chance."""
    rng = np.random.default_rng(5)
    for name in ("a05_velocities", "a08_forces"):
        judge, (answers, values) = judge_of(name), right_work(name)
        for task in judge.assignment.tasks:
            truth = judge.certified[task.id][1]["truth"]
            if not isinstance(truth[0], np.ndarray) or task.kind.ask == "expression":
                continue
            got = [encode(t + rng.normal(0, 0.4, t.shape) * (1 + abs(t).max())) for t in truth]
            mine = ({}, {task.id: got}) if task.cases else ({task.id: got[0]}, {})
            v = verdict(judge, task.id, answers | mine[0], values | mine[1])
            assert v.mistake == "" and v.points == 0, v


def test_ten_numbers_in_another_order_are_still_the_right_ones():
    task, truth = book()["a12_base_parameters"]["ten"], np.sqrt(np.arange(2.0, 12.0))
    assert nearly(task, [truth], [truth[[0, 3, 5, 1, 2, 4, 6, 7, 8, 9]]]).what == "order"
    assert nearly(task, [truth], [np.roll(truth, 1) + 0.1]) is None


def by_hand(turn_about_y):
    """static_drives and inverse_dynamics of assignment 8, from one function for all frames."""
    def frames(angles, l, sigma, q):
        R, O = [np.eye(3)], [np.zeros(3)]
        for (alpha, beta, gamma), l_k, turns, x in zip(angles, l, sigma, q):
            R.append(R[-1] @ rotation.tau_z(turns * x) @ rotation.tau_x(alpha)
                     @ turn_about_y(beta) @ rotation.tau_z(gamma))
            O.append(O[-1] + (1 - turns) * x * R[-2][:, 2] + R[-1] @ l_k)
        return np.array(R), np.array(O)

    def drives(R, O, sigma, r, forces, moments):
        C = O[1:] + np.einsum("kij,kj->ki", R[1:], r)
        return [-R[j][:, 2] @ (sum(moments[j:]) + np.cross(C[j:] - O[j], forces[j:]).sum(0)
                               if sigma[j] else sum(forces[j:])) for j in range(len(sigma))]

    def static_drives(angles, l, sigma, m, r, q, g, F, M):
        R, O = frames(angles, l, sigma, q)
        return np.array(drives(R, O, sigma, r, F + np.outer(m, g), M))

    def inverse_dynamics(angles, l, sigma, m, r, J, q, dq, ddq, g):
        R, O = frames(angles, l, sigma, q)
        w, e, a = np.zeros(3), np.zeros(3), np.zeros(3)
        forces, moments = [], []
        for k, turns in enumerate(sigma):
            z, d, c = R[k][:, 2], O[k + 1] - O[k], R[k + 1] @ r[k]
            e = e + turns * (z * ddq[k] + np.cross(w, z) * dq[k])
            w = w + turns * z * dq[k]
            a = a + np.cross(e, d) + np.cross(w, np.cross(w, d)) + (1 - turns) * (
                z * ddq[k] + 2 * np.cross(w, z) * dq[k])
            J_0 = R[k + 1] @ J[k] @ R[k + 1].T
            forces.append(m[k] * (g - a - np.cross(e, c) - np.cross(w, np.cross(w, c))))
            moments.append(-J_0 @ e - np.cross(w, J_0 @ w))
        return np.array(drives(R, O, sigma, r, np.array(forces), moments))
    return {"static_drives": static_drives, "inverse_dynamics": inverse_dynamics}


@pytest.mark.parametrize("turn,rules", [
    (rotation.tau_y, ["right", "right"]),
    (lambda beta: rotation.tau_y(beta).T, ["slip", "same cause"])])
def test_a_slip_in_the_frames_is_charged_once_at_rest_and_in_motion(turn, rules):
    """Whoever turns a frame wrongly finds the wrong velocities and accelerations, too."""
    judge, (answers, values) = judge_of("a08_forces"), right_work("a08_forces")
    found = judge.verdicts(answers, values | asked(judge, by_hand(turn)))
    both = [v for v in found if v.task in ("static_drives", "inverse_dynamics")]
    assert [v.rule for v in both] == rules and both[1].points == both[1].of


@pytest.mark.parametrize("factor,said", [
    (1.0018, "right, as exactly as your own earlier answers allow."),
    (1.3, "right from your own earlier answers, though one of them is wrong.")])
def test_an_earlier_answer_is_called_wrong_only_if_it_is(factor, said):
    judge, (answers, values) = judge_of("a08_forces"), right_work("a08_forces")
    force = factor * judge.certified["force"][1]["truth"][0]
    gap = judge.assignment["printed_gap"].follow(judge.truth, judge.variant, force=force)
    found = {v.task: v for v in judge.verdicts(
        answers | {"force": encode(force), "printed_gap": encode(gap)}, values)}
    assert (found["force"].rule == "right") == (factor < 1.01)
    assert found["printed_gap"].rule == "follow-through" and said in found["printed_gap"].message
