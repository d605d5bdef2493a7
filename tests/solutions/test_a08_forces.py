"""Assignment 8: the truth against Newton's law for points, and what a student's notebook sees."""

import numpy as np
import pytest
import sympy as sp
from answers import handed_in
from dealt import Sets

from autograde.judging.judge import Judge
from autograde.judging.mistakes import TERM
from autograde.judging.task import Case
from autograde.judging.variants import certified_cases, collisions
from autograde.library import book
from autograde.runner.encode import encode
from solutions.a08_forces import tasks as a08_forces
from solutions.a08_forces.examples import DOWN, X, first, second, some_case, walk
from solutions.a08_forces.tasks import inverse_dynamics, own_chain, static_drives

ASSIGNMENT = book()["a08_forces"]
TRUTH = ASSIGNMENT.truth
CHECKS = ASSIGNMENT.checks
VARIANTS = Sets(ASSIGNMENT.name)


# -- the truth: mass points, their places differentiated twice ---------------------------------
def six_points(m, r, J):
    """Six equal points with mass m, mass centre r and tensor J."""
    spread, axes = np.linalg.eigh(np.trace(J) / 2 * np.eye(3) - J)
    arms = (axes * np.sqrt(np.maximum(3 * spread / m, 0))).T
    return r + np.vstack([arms, -arms])


def by_points(chain, m, r, J, dq, ddq, g, F, M):
    """f_i, mu_i (about the origin of frame i-1) and the drives: Newton, then virtual work."""
    angles, l, sigma, q = chain
    n = len(sigma)
    f, mu, work = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n)
    for j in range(1, n + 1):
        points = np.vstack([r[j - 1], six_points(m[j - 1], r[j - 1], J[j - 1])])

        def places(x):
            return walk(angles, l, sigma, x, j, points)[1]
        x = places(q)
        a = second(lambda t: places(q + t * dq + t**2 / 2 * ddq))
        outer = np.vstack([m[j - 1] * g + F[j - 1], np.zeros((6, 3))])
        push = np.vstack([np.zeros(3), m[j - 1] / 6 * a[1:]]) - outer
        for i in range(1, n + 1):
            pole = walk(angles, l, sigma, q, i - 1, np.zeros(3))[1][0]
            if i <= j:
                f[i - 1] += push.sum(0)
                mu[i - 1] += np.cross(x - pole, push).sum(0) - M[j - 1]
            unit = np.eye(n)[i - 1]
            shift = first(lambda t: places(q + t * unit))
            turn = first(lambda t: walk(angles, l, sigma, q + t * unit, j, X)[0])
            spin = turn @ walk(angles, l, sigma, q, j, X)[0].T
            work[i - 1] += (push * shift).sum() - M[j - 1] @ [spin[2, 1], spin[0, 2], spin[1, 0]]
    return f, mu, work


@pytest.mark.parametrize("seed", range(4))
def test_reactions_and_drives_are_those_of_mass_points(seed):
    chain, (m, r, J), dq, ddq, g, F, M = some_case(seed)
    angles, l, sigma, q = chain
    s, links = TRUTH.in_motion(angles, l, sigma, m, r, J, q, dq, ddq)
    for link, force, moment in zip(links, F, M):
        link.F, link.M = force, moment
    f, mu, work = by_points(chain, m, r, J, dq, ddq, g, F, M)
    for i in range(1, 5):
        assert TRUTH.joint_force(links, i, g) == pytest.approx(f[i - 1], abs=1e-6)
        assert TRUTH.joint_moment(s, links, i, g) == pytest.approx(mu[i - 1], abs=1e-6)
    assert TRUTH.joint_drives(s, sigma, links, g) == pytest.approx(work, abs=1e-6)
    assert inverse_dynamics(TRUTH, {}, angles, l, sigma, m, r, J, q, dq, ddq, g) == pytest.approx(
        by_points(chain, m, r, J, dq, ddq, g, 0 * F, 0 * M)[2], abs=1e-6)
    assert static_drives(TRUTH, {}, angles, l, sigma, m, r, q, g, F, M) == pytest.approx(
        by_points(chain, m, r, J, 0 * dq, 0 * ddq, g, F, M)[2], abs=1e-6)


@pytest.mark.parametrize("number", range(3))
def test_the_own_arm_obeys_mass_points_as_far_as_its_numbers_are_rounded(number):
    """The kinematics that are dealt are rounded: to them, not to the exact motion."""
    v = VARIANTS[number]
    s = own_chain(TRUTH, v)
    m, r, J, dV, omega, domega = (np.array(v[k]) for k in ("m", "r", "J", "dV", "omega", "domega"))
    F = np.array([[0, 0, 0], [0, 0, 0], v["F"]])
    f, mu = np.zeros(3), np.zeros(3)
    for j in (2, 3):
        tau = s.tau(0, j)
        arms = (six_points(m[j - 1], r[j - 1], J[j - 1]) - r[j - 1]) @ tau.T
        w = omega[j - 1]
        a = dV[j - 1] + np.cross(domega[j - 1], arms) + np.cross(w, np.cross(w, arms))
        force = m[j - 1] / 6 * a - (m[j - 1] * DOWN + F[j - 1]) / 6
        place = s.t(j, r[j - 1]) - s.t(1)
        f, mu = f + force.sum(0), mu + np.cross(place + arms, force).sum(0)
    assert ASSIGNMENT["force"].reference(TRUTH, v) == pytest.approx(f)
    assert ASSIGNMENT["moment"].reference(TRUTH, v) == pytest.approx(mu)
    assert ASSIGNMENT["along_axis"].reference(TRUTH, v) == pytest.approx(
        np.stack([f, mu]) @ s.tau(0, 1)[:, 2])


def test_the_arm_at_rest_does_no_work_in_a_small_step():
    v = VARIANTS[0]
    angles, l, q = np.radians(v["angles_deg"]), np.array(v["l"]), own_chain(TRUTH, v).q

    def work(x):
        centres = [walk(angles, l, v["sigma"], x, j, v["r"][j - 1])[1][0] for j in (1, 2, 3)]
        tip = walk(angles, l, v["sigma"], x, 3, v["point"])[1][0]
        return sum(m * DOWN @ c for m, c in zip(v["m"], centres)) + tip @ v["F"]
    slope = [first(lambda t: work(q + t * unit)) for unit in np.eye(3)]
    assert ASSIGNMENT["held"].reference(TRUTH, v) == pytest.approx(-np.array(slope), abs=1e-8)


def test_the_trolley_obeys_lagrange():
    t = sp.Symbol("t")
    x, q = sp.Function("x")(t), sp.Function("q")(t)
    m_1, m_2, a, J, g = sp.symbols("m_1 m_2 a J g")
    place = sp.Matrix([x + a * sp.sin(q), -a * sp.cos(q)])
    T = (m_1 * x.diff(t)**2 + m_2 * place.diff(t).dot(place.diff(t)) + J * q.diff(t)**2) / 2
    V = m_2 * g * place[1]
    letters = sp.symbols("q u w_1 w_2")
    names = {x.diff(t, 2): letters[2], q.diff(t, 2): letters[3], q.diff(t): letters[1],
             x.diff(t): 0, q: letters[0]}
    drives = [(T.diff(y.diff(t)).diff(t) - T.diff(y) + V.diff(y)).doit().subs(names)
              for y in (x, q)]
    symbols = dict(zip(a08_forces.TROLLEY, (*letters, m_1, m_2, a, J, g)))
    mine = a08_forces.trolley(TRUTH, {}, **symbols)
    assert all(sp.simplify(one - other) == 0 for one, other in zip(mine, drives))


def test_follow_through_goes_on_from_own_values():
    v = VARIANTS[0]
    for name in ("inertia_moment", "moment", "along_axis", "printed_gap"):
        task = ASSIGNMENT[name]
        for own in task.own:
            right = ASSIGNMENT[own].reference(TRUTH, v)
            shift = 0.1 * np.arange(1, right.size + 1).reshape(right.shape)
            assert task.follow(TRUTH, v, **{own: right}) == pytest.approx(task.reference(TRUTH, v))
            assert np.abs(task.follow(TRUTH, v, **{own: right + shift})
                          - task.reference(TRUTH, v)).max() > 1e-3, (name, own)


def verdicts_on(**answers):
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    given = judge.verdicts({name: encode(np.array(x)) for name, x in answers.items()}, {})
    return {verdict.task: verdict for verdict in given}


@pytest.mark.parametrize("size", [0.3, 3.0])
def test_a_tensor_that_hides_the_gyroscopic_term_is_not_carried_on(size):
    """With J = size * E the term vanishes, and whoever forgot it would be right by luck."""
    tensor = size * np.eye(3) + 1e-4 * np.diag([1, 2, 3])
    answers = {"tensor": tensor, "inertia_moment": -tensor @ VARIANTS[0]["domega"][2]}
    assert verdicts_on(**answers)["inertia_moment"].points == 0
    tensor = size * np.diag([1, 1.5, 2.0])
    omega, domega = (np.array(VARIANTS[0][name][2]) for name in ("omega", "domega"))
    answers = {"tensor": tensor,
               "inertia_moment": -tensor @ domega - np.cross(omega, tensor @ omega)}
    assert verdicts_on(**answers)["inertia_moment"].rule == "follow-through"


@pytest.mark.parametrize("number", range(3))
def test_what_is_wrong_in_print_is_seen(number):
    v = VARIANTS[number]
    s = own_chain(TRUTH, v)
    links = a08_forces.own_links(TRUTH, v, s)
    net = {j: TRUTH.net_force(links[j - 1], DOWN) for j in (2, 3)}
    gap = sum((s.tau(2, j) - s.tau(2, 0)) @ net[j] for j in net)
    assert ASSIGNMENT["printed_gap"].reference(TRUTH, v) == pytest.approx(gap)
    assert np.abs(gap).max() > 1


# -- terms ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["inertia_moment_of", "static_drives", "inverse_dynamics"])
def test_the_terms_add_up_to_the_truth(name):
    task = ASSIGNMENT[name]
    cases = certified_cases(ASSIGNMENT, task, VARIANTS[0], "terms")
    for way in task.parts(TRUTH, VARIANTS[0], cases):
        for case, parts in zip(cases, way):
            assert sum(parts.values()) == pytest.approx(task.truth(TRUTH, VARIANTS[0], case))


def verdict_on(name, answer):
    judge = Judge(ASSIGNMENT, VARIANTS, 0, "someone", b"only for tests")
    values = [encode(answer(*case.inputs)) for case in judge.cases[name]]
    return next(x for x in judge.verdicts({name: {"type": "function"}}, {name: values})
                if x.task == name)


@pytest.mark.parametrize("name,term,factor,words", [
    ("inverse_dynamics", "gyroscopic term", 0.5, "factor 1/2"),
    ("inverse_dynamics", "J domega", 0, "is missing"),
    ("static_drives", "moment of link 3", -1, "sign is turned"),
    ("inertia_moment_of", "gyroscopic term", 0.5, "factor 1/2")])
def test_a_slip_that_nobody_catalogued_is_named_by_its_term(name, term, factor, words):
    task = ASSIGNMENT[name]
    way = task.terms[0] if isinstance(task.terms, tuple) else task.terms

    def slipped(*args):
        parts = way(TRUTH, VARIANTS[0], *args)
        return sum(parts.values()) + (factor - 1) * parts[term]
    verdict = verdict_on(name, slipped)
    assert verdict.rule == "slip" and verdict.mistake.startswith(TERM + term)
    assert term in verdict.message and words in verdict.message
    assert verdict.points == task.points / 2


# -- what a student's own notebook sees ---------------------------------------------------------
@pytest.mark.parametrize("task,name", [
    (t, m) for t in ASSIGNMENT.tasks if t.id in CHECKS and CHECKS[t.id].function_laws
    for m in t.mistakes], ids=lambda x: getattr(x, "id", x))
def test_practice_exposes_the_slip_by_a_law(task, name):
    """What a student sees at home; a slip in the tensor passes on when the tensor is right."""
    v, rules = VARIANTS[0], ASSIGNMENT.slipped[name]
    own = {"variant": v, "tensor": ASSIGNMENT["tensor"].reference(TRUTH, v)}
    findings = CHECKS[task.id].function_laws(handed_in(task, rules, v), own)
    unseen = {("tensor", "tensor_unturned"), ("tensor", "tensor_back"), ("tensor", "degrees"),
              ("inertia_moment", "gyro_lost"), ("inertia_moment", "gyro_twice"),
              ("inertia_moment", "gyro_reversed")}
    assert any(f.holds is False for f in findings) == ((task.id, name) not in unseen)


def test_practice_exposes_slips_in_the_trolley():
    symbols = {name: sp.Symbol(name) for name in a08_forces.TROLLEY}
    for name in ("moment_reversed", "slide_moment", "beyond_lost", "arm_to_origin"):
        drives = a08_forces.trolley(ASSIGNMENT.slipped[name], {}, **symbols)
        findings = CHECKS["trolley_drives"].symbolic_laws(sp.Matrix(drives))
        assert any(f.holds is False for f in findings), name


def test_the_balance_of_power_does_not_see_the_gyroscopic_term():
    """What the lesson and the explanation say, and why the laws look at drive 1 as well."""
    chain, (m, r, J), dq, ddq, g, _, _ = some_case(1, (1, 1, 1, 1))
    angles, l, sigma, q = chain
    args = {}, angles, l, sigma, m, r, J, q, dq, ddq, g
    right, slipped = (inverse_dynamics(rules, *args) for rules in (TRUTH,
                                                                  ASSIGNMENT.slipped["gyro_lost"]))
    assert np.abs(right - slipped).max() > 0.01
    assert (right - slipped) @ dq == pytest.approx(0, abs=1e-12)
    findings = list(CHECKS["inverse_dynamics"].function_laws(
        lambda *given: inverse_dynamics(ASSIGNMENT.slipped["gyro_lost"], {}, *given), {}))
    assert [f.holds for f in findings] == [True, True, True, False]


# -- certificates ------------------------------------------------------------------------------
@pytest.mark.parametrize("task,changes", [
    ("tensor", {"angles_deg": [[0, 0, 0]] * 3, "q": [0.0, 0.4, 0.0]}),      # nothing is turned
    ("inertia_moment", {"omega": [[0, 0, 0]] * 3}),                         # nothing spins
    ("force", {"dV": [[0, 0, 0]] * 3}),                                     # nothing accelerates
    ("moment", {"r": [[0, 0, 0]] * 3}),                                     # centre at the origin
    ("along_axis", {"angles_deg": [[0, 0, 0]] * 3}),                             # all axes parallel
    ("held", {"point": "r"})])                                              # no arm to reduce by
def test_numbers_that_hide_a_mistake_are_refused(task, changes):
    v = VARIANTS[0]
    changes = {k: v["r"][2] if x == "r" else x for k, x in changes.items()}
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], v, [Case(())]) == []
    assert collisions(ASSIGNMENT, ASSIGNMENT[task], v | changes, [Case(())]) != []
