"""Slips that nobody catalogued, named by term and factor; and what must not be named."""

from functools import cache

import numpy as np
import pytest
from dealt import dealt, given_out

from autograde import sample
from autograde.cli import main
from autograde.course import released
from autograde.judging import terms
from autograde.judging.judge import Judge
from autograde.judging.mistakes import TERM, family_of, single, title_of
from autograde.judging.task import Assignment, Case, Task
from autograde.library import book
from autograde.practice.kinds import Function, Matrix, Vector
from autograde.record.rows import rows
from autograde.runner.encode import encode
from robokit import Loads, Mechanism
from solutions.shared.terms import of_drives, of_inertia

SECRET = b"a course secret for tests only"
DOWN = Loads(gravity=(0, 0, -9.81))


# -- real functions of dynamics on mixed chains --------------------------------------------------
def some_mechanism(rng, sigma):
    """A chain with bodies: inertia tensors of masses spread over a box."""
    n = len(sigma)
    half = rng.uniform(0.1, 0.4, (n, 3))
    m = rng.uniform(0.5, 3, n)
    turns = np.linalg.qr(rng.normal(size=(n, 3, 3)))[0]
    square = np.einsum("kij,kj,klj->kil", turns, m[:, None] * half**2, turns)
    J = [np.trace(s) * np.eye(3) - s for s in square]
    return Mechanism(sigma, rng.uniform(-3, 3, (n, 3)), rng.uniform(-0.8, 0.8, (n, 3)), m,
                     rng.uniform(-0.3, 0.3, (n, 3)), J)


def chains(rng):
    for sigma in ([1, 0, 1], [1, 1, 0], [1, 1, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1], [1, 1, 0]):
        yield some_mechanism(rng, sigma), *rng.uniform(-1.5, 1.5, (3, 3))


def drives(rules, v, robot, q, dq, ddq):
    return robot.inverse_dynamics(q, dq, ddq, DOWN)


def drives_cases(rng, v):
    return [Case((robot, q, dq, ddq)) for robot, q, dq, ddq in chains(rng)]


def inertia_cases(rng, v):
    return [Case((robot, q)) for robot, q, _, _ in chains(rng)]


DYNAMICS = Assignment(
    name="dynamics", draw=lambda rng: {"a": 1}, variants=1,
    tasks=(
        Task("drives", 4, "(8.10), section 8.4", Function(Vector(3)), reference=drives,
             cases=drives_cases, terms=lambda rules, v, *args: of_drives(*args, DOWN)),
        Task("inertia", 2, "(9.3), section 9.1", Function(Matrix(3, 3)),
             reference=lambda rules, v, robot, q: robot.A(q), cases=inertia_cases, slip=0.6,
             terms=lambda rules, v, *args: of_inertia(*args)),
    ))


@cache
def judge_of(name, number=0, student="ivanova"):
    """One judge of an assignment for all tests: what is right is worked out once."""
    assignment, variants = (DYNAMICS, [{"a": 1}]) if name == DYNAMICS.name else (
        book()[name], dealt(name))
    return Judge(assignment, variants, number, student, SECRET)


def judged(assignment, task_id, answer):
    """The verdict on a function, whatever it does with the judge's hidden inputs."""
    judge = judge_of(assignment.name)
    task = assignment[task_id]
    values = [encode(answer(*case.inputs)) for case in judge.cases[task_id]]
    verdicts = judge.verdicts({task_id: {"type": task.kind.ask}}, {task_id: values})
    return next(v for v in verdicts if v.task == task_id)


def inverse(robot, q, dq, ddq, gravity=(0, 0, -9.81), m=None, J=None):
    """The drives of a mechanism that may have other inertias."""
    other = Mechanism(robot.sigma, robot.angles, robot.l, robot.m if m is None else m, robot.r,
                      robot.J if J is None else J)
    return other.inverse_dynamics(q, dq, ddq, Loads(gravity=gravity))


def only(number, values):
    """The masses or tensors with all but one of them zero."""
    return [x if k == number else 0 * x for k, x in enumerate(values, 1)]


def without(number, values):
    return [0 * x if k == number else x for k, x in enumerate(values, 1)]


def gravity_of_link_2_turned(robot, q, dq, ddq):
    weight = inverse(robot, q, 0 * q, 0 * q, m=only(2, robot.m), J=0 * robot.J)
    return inverse(robot, q, dq, ddq) - 2 * weight


def gravity_turned(robot, q, dq, ddq):
    return inverse(robot, q, dq, ddq, gravity=(0, 0, 9.81))


def no_tensor_of_link_3(robot, q, dq, ddq):
    return inverse(robot, q, dq, ddq, J=without(3, robot.J))


def coriolis_by_differences(robot, q, dq, pairs):
    """Coriolis drives of pairs of joints, from derivatives of A as Lagrange has them."""
    h = 1e-5
    slopes = [(robot.A(q + h * e) - robot.A(q - h * e)) / (2 * h) for e in np.eye(3)]
    return np.array([sum((slopes[k - 1][i, j - 1] + slopes[j - 1][i, k - 1]
                          - slopes[i][j - 1, k - 1]) * dq[j - 1] * dq[k - 1] for j, k in pairs)
                     for i in range(3)])


def coriolis_doubled(robot, q, dq, ddq):
    return inverse(robot, q, dq, ddq) + coriolis_by_differences(robot, q, dq, [(1, 3)])


def coriolis_halved(robot, q, dq, ddq):
    pairs = [(1, 2), (1, 3), (2, 3)]
    return inverse(robot, q, dq, ddq) - coriolis_by_differences(robot, q, dq, pairs) / 2


def other_free_fall(robot, q, dq, ddq):
    return inverse(robot, q, dq, ddq, gravity=(0, 0, -9.8))


@pytest.mark.parametrize("answer,name", [
    (gravity_of_link_2_turned, "gravity of link 2, factor -1"),
    (gravity_turned, "gravity (all), factor -1"),
    (no_tensor_of_link_3, "inertia tensor of link 3, factor 0"),
    (coriolis_doubled, "Coriolis of joints 1 and 3, factor 2"),
    (coriolis_halved, "Coriolis (all), factor 1/2"),
    (other_free_fall, "gravity (all), factor another")])
def test_a_slip_in_the_drives_is_named_by_term_and_factor(answer, name):
    v = judged(DYNAMICS, "drives", answer)
    assert (v.rule, v.mistake, v.points) == ("slip", TERM + name, 2.0)
    assert len(v.message.split()) <= 60 and "`drives(...)`" in v.message
    assert title_of(v.mistake, {}) == f"not catalogued: {name}" and family_of(v.mistake, {}) == 28


def test_a_missing_tensor_is_named_in_the_matrix_of_inertia():
    def answer(robot, q):
        s = robot.at(q)
        A = np.zeros((3, 3))
        for k in (1, 2, 3):
            C, D = (np.column_stack([f(j) if j <= k else np.zeros(3) for j in (1, 2, 3)])
                    for f in (lambda j: robot.sigma[j - 1] * s.tau(k, 0) @ s.c(j),
                              lambda j: s.D(k, j, point=robot.r[k - 1])))
            A += robot.m[k - 1] * D.T @ D + (C.T @ robot.J[k - 1] @ C if k != 2 else 0)
        return A
    v = judged(DYNAMICS, "inertia", answer)
    assert (v.mistake, v.points) == ("term: inertia tensor of link 2, factor 0", 1.2)


def test_two_different_slips_are_both_named_and_earn_less():
    def answer(*args):
        return gravity_of_link_2_turned(*args) + coriolis_by_differences(*args[:3], [(1, 3)])
    v = judged(DYNAMICS, "drives", answer)
    assert sorted(single(v.mistake)) == ["term: Coriolis of joints 1 and 3, factor 2",
                                         "term: gravity of link 2, factor -1"]
    assert (v.rule, v.points) == ("slip", 1.0) and len(v.message.split()) <= 60
    assert "gravity of link 2: factor -1" in v.departs and "factor 2" in v.departs


# -- what must not be named ----------------------------------------------------------------------
def noisy(robot, q, dq, ddq):
    return inverse(robot, q, dq, ddq) * (1 + 1e-2 * np.sin(1e3 * q))


def three_terms_wrong(robot, q, dq, ddq):
    motion, _ = of_drives(robot, q, dq, ddq, DOWN)
    return (sum(motion.values()) - motion["gravity of link 2"]
            + motion["Coriolis of joints 1 and 2"] - 2 * motion["acceleration of joint 3"])


def nothing_physical(robot, q, dq, ddq):
    return q * dq


def nothing_at_all(robot, q, dq, ddq):
    return 0 * q


def only_what_holds_it(robot, q, dq, ddq):
    return robot.static_drives(q, DOWN)


@pytest.mark.parametrize("answer", [noisy, three_terms_wrong, nothing_physical, nothing_at_all,
                                    only_what_holds_it, lambda *args: 1e200 * args[1]])
def test_what_does_not_follow_from_one_or_two_terms_is_not_named(answer):
    v = judged(DYNAMICS, "drives", answer)
    assert (v.mistake, v.points) == ("", 0.0) and "term" not in v.message


def test_the_whole_sum_may_stand_with_a_factor_but_not_with_none():
    v = judged(DYNAMICS, "drives", lambda *args: -inverse(*args))
    assert (v.mistake, v.points) == ("term: whole sum, factor -1", 2.0)
    assert "all else" not in v.message


@pytest.mark.parametrize("task_id", ["chain_omega", "chain_velocity"])
def test_nothing_but_the_lesser_part_of_a_sum_earns_nothing_for_it(task_id):
    """The slides alone, or zeros, are not the right sum with one kind of term missing."""
    def slides(*args):
        assignment = book()["a05_velocities"]
        parts = assignment[task_id].terms(assignment.truth, {}, *args)
        return sum([x for name, x in parts.items() if name.startswith("slide")], np.zeros(3))
    v = judged(book()["a05_velocities"], task_id, slides)
    assert (v.mistake, v.points) == ("", 0.0)


def test_terms_that_the_cases_do_not_separate_are_said_to_be_so():
    """Both masses hang on one another in every case: whose weight is missing cannot be told."""
    def parts(k):
        a, b, c = np.random.default_rng(k).normal(size=(3, 3))
        return {"weight of link 1": a, "weight of link 2": 2 * a, "spring": b, "load": c}
    cases = [parts(k) for k in range(5)]
    truth = [sum(p.values()) for p in cases]
    wrong = [t - p["weight of link 2"] for t, p in zip(truth, cases)]
    assert terms.inseparable(cases, truth, 1e-6) == [("weight of link 1", "weight of link 2")]
    found = terms.fit(cases, truth, wrong, 1e-6)
    assert not found.named and found.unsure == (("weight of link 1", "weight of link 2"),)
    other = terms.fit(cases, truth, [t - p["spring"] for t, p in zip(truth, cases)], 1e-6)
    assert other.named and other.factors == pytest.approx({"spring": 0})


def test_dependent_terms_are_said_and_earn_nothing():
    def parts(rules, v, x, y):
        return {"first of two": x, "second of two": x, "rest": y}
    task = Task("sums", 2, "section 0", Function(Vector(3)), terms=parts,
                reference=lambda rules, v, x, y: 2 * x + y,
                cases=lambda rng, v: [Case(tuple(rng.normal(size=(2, 3)))) for _ in range(4)])
    judge = Judge(Assignment((task,), lambda rng: {}), [{}], 0, "ivanova", SECRET)
    values = {"sums": [encode(x + y) for x, y in (c.inputs for c in judge.cases["sums"])]}
    v, = judge.verdicts({"sums": {"type": "function"}}, values)
    assert (v.mistake, v.points) == ("", 0.0)
    assert 'do not tell apart the terms "first of two" and "second of two"' in v.message


def test_a_term_too_faint_to_be_seen_is_not_named():
    rng = np.random.default_rng(5)
    cases = [{"strong": x, "faint": 1e-5 * y} for x, y in rng.normal(size=(4, 2, 3))]
    truth = [sum(p.values()) for p in cases]
    assert terms.inseparable(cases, truth, 1e-6) == [("faint",)]
    found = terms.fit(cases, truth, [p["strong"] for p in cases], 1e-6)
    assert found is None or not found.named


def test_too_few_values_prove_nothing():
    x = np.array([1.0, 2.0, 3.0])
    assert terms.fit([{"only": x}], [x], [2 * x], 1e-6) is None


def test_an_answer_rounded_by_hand_is_still_explained():
    rng = np.random.default_rng(6)
    cases = [{"one": x, "other": y} for x, y in rng.normal(size=(5, 2, 3))]
    truth = [sum(p.values()) for p in cases]
    wrong = [(p["one"] - p["other"]).round(6) for p in cases]
    found = terms.fit(cases, truth, wrong, 1e-6)
    assert found.named and list(found.factors) == ["other"]
    assert terms.known_factor(found.factors["other"]) == "-1"


# -- the assignments that use it -----------------------------------------------------------------
WITH_TERMS = [(name, t.id) for name, a in book().items() for t in a.tasks if t.terms]


@pytest.mark.parametrize("name,task_id", WITH_TERMS)
def test_the_truth_is_the_sum_of_its_terms_and_the_cases_separate_them(name, task_id):
    assignment, task = book()[name], book()[name][task_id]
    for seed in range(3):
        variant = assignment.draw(np.random.default_rng(seed))
        cases = task.drawn(variant, str(seed))
        truth = [task.truth(assignment.truth, variant, case) for case in cases]
        for parts in task.parts(assignment.truth, variant, cases):
            for part, t in zip(parts, truth, strict=True):
                assert sum(part.values()) == pytest.approx(t, abs=1e-9)
            assert terms.inseparable(parts, truth, task.tolerance) == []
            count = len({name for part in parts for name in part})
            assert sum(np.size(t) for t in truth) >= count + terms.SPARE


@pytest.mark.parametrize("name,task_id", WITH_TERMS)
def test_every_term_of_an_assignment_is_named_when_it_is_missing_or_doubled(name, task_id):
    assignment, task = book()[name], book()[name][task_id]
    judge = judge_of(name, 2, "petrov")
    cases, truth = judge.cases[task_id], judge.certified[task_id][1]["truth"]
    for parts in task.parts(assignment.truth, judge.variant, cases):
        for term in dict.fromkeys(name for part in parts for name in part):
            for factor in (0, 2, -1):
                values = [encode(np.asarray(t) + (factor - 1) * np.asarray(part.get(term, 0 * t)))
                          for t, part in zip(truth, parts)]
                v = next(v for v in judge.verdicts({task_id: {"type": task.kind.ask}},
                                                   {task_id: values}) if v.task == task_id)
                assert v.rule == "slip" and v.points >= task.slip * task.points
                assert len(v.message.split()) <= 60
                if v.mistake.startswith(TERM):      # else a mistake of the catalogue says it
                    kind = f"{term.split(' of ')[0]} (all)"
                    assert v.mistake in (f"{TERM}{term}, factor {factor}",
                                         f"{TERM}{kind}, factor {factor}",
                                         f"{TERM}{terms.WHOLE}, factor {factor}")


# -- from the notebook to the report -------------------------------------------------------------
DOUBLED = """right = chain_position
def chain_position(angles, l, sigma, q, i, point):
    l = np.array(l)
    l[1] *= 2
    return right(angles, l, sigma, q, i, point)"""
TWO_SLIPS = """right = chain_position
def chain_position(angles, l, sigma, q, i, point):
    return right(angles, l, sigma, np.where(np.array(sigma) == 1, -np.array(q), 0), i, point)"""


def test_named_terms_and_pairs_reach_feedback_report_and_receipt(tmp_path):
    name = "a03_positions"
    course = given_out(tmp_path, name)
    for student, code in (("ivanova", DOUBLED), ("petrov", TWO_SLIPS)):
        paper = sample.Paper(released(course, book()[name]),
                             sample.solutions_of(book()[name]), student).solve()
        paper.append("chain_position_answer", code)
        paper.append("chain_position", "chain_position = right")
        folder = course.submitted / student / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_bytes(paper.content())
    for command in (["grade", "--jobs", "1"], ["feedback"], ["report"], ["verify"]):
        assert main([*command, "--course", str(tmp_path)]) == 0
    one, two = rows(course, book()[name])
    assert one.mistakes == ["term: l of link 2, factor 2"]
    assert (one.tasks["chain_position"], two.tasks["chain_position"]) == (2, 1)
    assert sorted(two.mistakes) == ["joint_sign", "slide_lost"]
    page = (course.feedback / "ivanova" / name / f"{name}.html").read_text("utf-8")
    assert "stands with factor 2; all else is right" in page
    assert "<code>chain_position(...)</code>" in page
    report = (tmp_path / "report" / f"{name}.html").read_text("utf-8")
    assert "not catalogued: l of link 2, factor 2" in report
    assert "shift of a prismatic joint left out" in report


def test_where_two_mistakes_explain_the_answer_none_is_named(monkeypatch):
    """Without a certificate, as in a project, two mistakes may give the same numbers."""
    name = "a02_rotation"
    judge = judge_of(name, 2, "petrov")
    cases, answers = judge.certified["chain_rotation"]
    alike = answers | {"reversed": answers["transposed"]}
    monkeypatch.setitem(judge.certified, "chain_rotation", (cases, alike))
    values = {"chain_rotation": [encode(x) for x in answers["transposed"]]}
    v = next(v for v in judge.verdicts({"chain_rotation": {"type": "function"}}, values)
             if v.task == "chain_rotation")
    assert (v.mistake, v.points) == ("", 0.0)
