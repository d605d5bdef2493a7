"""Slips of people who saw a released notebook and nothing else: what the judge says of them."""

import numpy as np
import pytest
from free_slips import FOLDER, OUTCOMES, judged, notebook, recall, slips, table

from autograde.judging.ground import Ground
from autograde.judging.operator_names import WHOLE
from autograde.judging.operators import Change, _changes, told_of, tried
from autograde.judging.stepping import closer, value, watched, with_step
from autograde.library import book

NAMES = list(book())
#: Those whose slips are judged in every run; with --proof all of them are.
QUICK = ("a01_parameters", "a02_rotation", "a03_positions", "a04_inverse", "a05_velocities")
LEAST_RECALL = {True: 0.95, False: 0.985}       # of the quick ones, and of all
MOST_WRONG = 0.01


def every(names):
    return [n if n in QUICK else pytest.param(n, marks=pytest.mark.proof) for n in names]


@pytest.mark.parametrize("name", every(NAMES))
def test_the_notebook_that_the_slips_stand_in_is_right(name):
    found = notebook(name).judged()
    assert all(v.rule == "right" for v in found.values()), found


@pytest.mark.parametrize("names", [QUICK, pytest.param(NAMES, marks=pytest.mark.proof)],
                         ids=["quick", "all"])
def test_most_free_slips_are_named_or_rightly_described(names):
    """The bounds are those of today's table; whoever adds an operator can only raise them."""
    found = [judged(slip) for name in names for slip in slips(name)]
    shown = [j for j in found if j.slip.shows]
    wrong = [f"{j.slip}: {j.said}" for j in shown if j.outcome == "wrong"]
    text = "\n".join([*table(found), *wrong])
    assert recall(found) >= LEAST_RECALL[names is QUICK], text
    assert len(wrong) <= MOST_WRONG * len(shown), text
    assert all(j.verdict.points >= 0.5 * j.verdict.of for j in shown
               if j.outcome in OUTCOMES[:2] and j.verdict.rule != "unusable"), text


def test_the_data_name_tasks_and_are_told_apart():
    found = [slip for name in NAMES for slip in slips(name)]
    assert len(found) > 300 and len({slip.name for slip in found}) == len(found)
    for slip in found:
        assert slip.task in {t.id for t in book()[slip.assignment].tasks}, slip
        assert slip.slip.strip() and slip.kind and slip.cell.strip()
    assert {path.stem for path in FOLDER.glob("*.toml")} <= set(NAMES)


# -- the steps that they are looked for in -------------------------------------------------------
TASKS = [("a02_rotation", "chain_rotation"), ("a03_positions", "point_below"),
         ("a05_velocities", "velocity"), ("a08_forces", "moment"), ("a09_motion", "a_33")]


#: Tasks whose steps have been made finer for free slips.
FINER = TASKS + [(name, task) for name, tasks in (
    ("a01_parameters", "coordinates joint_motion tensor link_tensor"),
    ("a06_velocity_problems", "rates how_many nearest shortest chain_rates"),
    ("a07_accelerations", "axis_rate acceleration chain_domega"), ("a09_motion", "tensor_0 fall"),
    ("a10_screws", "load_0 K_0 hold"),
    ("a11_recursive", "l_3 slope_of frozen reaction control linear feedback"),
    ("a13_statics", "cosines force moment holding_drives printed_show"),
    ("project", "position attitude inertia_matrix potential")) for task in tasks.split()]


def ground_of(name, task_id):
    judge = notebook(name).judge
    task = judge.assignment[task_id]
    return Ground(judge.assignment, task, judge.variant, judge.cases[task_id])


@pytest.mark.parametrize("name,task_id", FINER)
def test_finer_steps_give_the_same(name, task_id):
    ground = ground_of(name, task_id)
    truth = ground.assignment.truth
    assert type(closer(truth)) is not type(truth)
    for k in range(len(ground.cases)):
        assert value(ground, closer(truth), k) == pytest.approx(ground.value(truth, k), abs=1e-12)


@pytest.mark.parametrize("name,task_id", TASKS)
def test_what_is_looked_up_is_what_would_be_worked_out(name, task_id):
    """A changed step gives the same whether the other steps are remembered or done again."""
    ground = ground_of(name, task_id)
    seen, rng, unlike = watched(ground), np.random.default_rng(1), 0
    changes = [(step, change) for step, call in seen.calls.items() if step != "at"
               for *_, change in _changes(step, call)]
    for k in rng.choice(len(changes), 60, replace=False):
        step, change = changes[k]
        quick, slow = (value(ground, with_step(seen.rules, step, change, known), 0)
                       for known in (seen, None))
        assert (quick is None) == (slow is None)
        if quick is not None:
            assert np.allclose(np.asarray(quick, float), np.asarray(slow, float), rtol=1e-9,
                               atol=1e-9, equal_nan=True), step
            unlike += not np.allclose(quick, ground.value(seen.rules, 0))
    assert unlike > 10


def test_the_truth_is_left_as_it_was():
    ground = ground_of("a05_velocities", "velocity")
    before = ground.value(ground.assignment.truth, 0)
    assert tried(ground)
    assert (ground.value(ground.assignment.truth, 0) == before).all()


def test_a_slip_that_two_steps_explain_is_charged_once():
    """Steiner's term without the mass: "this step, or that"; the tensor of a link uses it."""
    steiner = """def steiner(J, m, d):
    return J + d @ d * np.eye(3) - np.outer(d, d)"""
    found = notebook("a01_parameters").judged({"steiner": steiner})
    assert (found["steiner"].rule, found["steiner"].mistake) == ("slip", "")
    assert " or " in found["steiner"].message
    assert found["link_tensor"].rule == "same cause"
    assert all(v.points == v.of for task, v in found.items() if task != "steiner")


RIGHT = """(elementary("z", sigma * q) @ elementary("x", alpha)
            @ elementary("y", beta) @ elementary("z", gamma))"""
REVERSED = """(elementary("z", gamma) @ elementary("y", beta)
            @ elementary("x", alpha) @ elementary("z", sigma * q))"""


@pytest.mark.parametrize("right,slip,dearest", [
    ("return " + RIGHT, "return " + REVERSED, 1),
    ("return " + RIGHT, f"return {RIGHT}.T", 1), ("sigma * q", "q", 2)],
    ids=["reversed", "transposed", "slides turn"])
def test_a_slip_in_functions_that_are_not_graded_is_charged_once(right, slip, dearest):
    """All tasks use them; the first in which it shows loses half of its points."""
    cells = dict(notebook("a05_velocities").cells)
    assert right in cells["helpers"]
    first = "\n".join([cells["helpers"].replace(right, slip), cells["relative_omega_answer"],
                       "q_3 = np.radians(v.q[2])",
                       "relative_omega = adjacent(*angles[2], 1, q_3)[2] * v.dq[2]"])
    found = notebook("a05_velocities").judged({"relative_omega": first})
    assert sum(v.of - v.points for v in found.values()) == dearest / 2
    assert [v.rule for v in found.values()].count("same cause") >= 6


STEINER = """(J[k - 1] + m[k - 1] * (r[k - 1] @ r[k - 1] * np.eye(3)
                                        - np.outer(r[k - 1], r[k - 1])))"""


@pytest.mark.parametrize("name,task,changes,step", [
    ("a05_velocities", "jacobian_column", {
        "reversed(range(j - 1))": "range(j - 1)",
        "adjacent(*angles[k], sigma[k], q[k]) @ axis":
        "axis @ adjacent(*angles[k], sigma[k], q[k])"}, "axis_is_column, never"),
    ("a09_motion", "chain_A", {"@ J[k - 1] @": f"@ {STEINER} @"}, "steiner_added, always")],
    ids=["row for column", "Steiner"])
def test_what_a_chain_is_worked_out_with_is_named(name, task, changes, step):
    cell = dict(notebook(name).cells)[f"{task}_answer"]
    for right, slip in changes.items():
        assert right in cell
        cell = cell.replace(right, slip)
    found = notebook(name).judged({task: cell})[task]
    assert (found.mistake, found.points) == (f"step: {step}", found.of / 2)


def test_a_slip_of_an_earlier_task_is_named_where_all_is_worked_out_anew():
    """omega x c dq left out on the way to an acceleration on other axes, and charged once."""
    [slip] = [s for s in slips("a07_accelerations") if s.name == "99b72d61"]
    cell = slip.cell
    found = notebook(slip.assignment).judged({slip.task: cell})
    assert (found[slip.task].rule, found[slip.task].mistake) == ("slip", "spin_lost")
    before = cell.replace("acceleration_own = T[3].T @ ao", "acceleration = ao")
    found = notebook(slip.assignment).judged({"acceleration": before, slip.task: cell})
    assert found["acceleration"].mistake == "spin_lost"
    assert found[slip.task].points == found[slip.task].of


@pytest.mark.parametrize("assignment,name,seen", [
    ("a13_statics", "c944eaf5", "has the opposite sign"), ("a08_forces", "e52d8953", "`i` one too"),
    ("a08_forces", "ffbbb39e", "")])        # many a step gives these numbers: none is said
def test_of_one_wrong_number_the_step_is_said_that_alone_gives_it(assignment, name, seen):
    [slip] = [s for s in slips(assignment) if s.name == name]
    found = notebook(assignment).judged({slip.task: slip.cell})[slip.task]
    assert (found.rule, found.mistake, found.points) == ("trifle", "", 0.75 * found.of)
    assert ("This is what one slip does" in found.message) == bool(seen)
    assert seen in found.message


def test_a_named_slip_that_comes_near_gives_way_to_a_step_that_fits_exactly():
    judge, ground = notebook("a11_recursive").judge, ground_of("a11_recursive", "reaction")
    exact = next(one.first for one in tried(ground) if one.change.operator == "left out"
                 and abs(one.first - ground.value(ground.assignment.truth, 0)) > 0.1)
    near = exact * (1 + ground.tolerance / 2)
    for given, got, by_chance in ((near, exact, True), (exact, exact, False),
                                  (exact, near, False)):
        assert judge._by_chance(ground, [np.array(given)], [np.array(got)]) == by_chance


def change(step, operator, said):
    return Change(step, operator, said, f"what {step} does")


@pytest.mark.parametrize("changes,said,alone", [
    ([change("a", "negated", "is negative")], "the step “what a does” is negative", True),
    ([change("a", "unit", "is left out"), change("a", "x for y", "takes x for y")],
     "the step “what a does” is left out, or takes x for y", False),
    ([change("a", "unit", "is left out"), change("b", "unit", "is left out")],
     "the step “what a does” is left out, or the step “what b does” is left out", False),
    ([change(WHOLE, "negated", "is negative"), change(WHOLE, "root", "is a root")],
     "the answer is negative, or the answer is a root", False)])
def test_what_one_change_explains_is_said_shortly(changes, said, alone):
    assert told_of(changes) == (f"one slip explains it: {said}.", alone)
