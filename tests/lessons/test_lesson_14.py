"""Exercises of lesson 14: right answers pass, slips are told apart, nothing ends in a traceback."""

import re
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from derived import Answers, Form
from numpy import cross

from lessons import checks_14 as checks
from lessons import ladder
from lessons.tools import odd_arm
from robokit import Loads, screws
from robokit.codegen import Operations, generate
from robokit.codegen import search as walk
from robokit.rotation import lam

P, Q, X = checks.P, checks.Q, checks.X


def slide(before, w, dw, l, v, q, u, du, start=1, spun=1, squared=1, coriolis=2, pushed=1, out=1):
    """The acceleration of the end of a link that slides, or with a slip."""
    p = l + out * v * q
    return (start * before + spun * cross(dw, p) + squared * cross(w, cross(w, p))
            + coriolis * cross(w, v * u) + pushed * v * du)


def slipped(**slip):
    return lambda *given: slide(*given, **slip)


def turn(c, s, a, b, d):
    t = s * (a - d) + c * b * 2
    return [a - s * t, c * t - b, d + s * t]


def by_products(c, s, a, b, d):
    """Right, and as dear as two products of matrices."""
    return [c * c * a - 2 * (c * s * b) + s * s * d, c * s * (a - d) + (c * c - s * s) * b,
            s * s * a + 2 * (c * s * b) + c * c * d]


def of_turned(change):
    return lambda *given: change(*turn(*given))


def whole_U(w, u, spin):
    xy, xz, yz = w[0] * w[1], w[0] * w[2], w[1] * w[2]
    xx, zz = w[0] * w[0], w[2] * w[2]
    e_1, e_2 = yz - u[1], u[0] - xz
    return [[u[2] + (xx - zz), xy - spin, u[0]], [xy + spin, -(xx + zz), u[1]],
            [xz - e_2, yz + e_1, u[2]]]


def dear_U(w, u, spin):
    """Right, with squares that were there already."""
    U = whole_U(w, u, spin)
    U[0][0] = -(w[1] * w[1] + w[2] * w[2])
    U[1][1] = -(w[0] * w[0] + w[2] * w[2]) + spin * w[0] - w[0] * spin
    U[2][2] = -(w[0] * w[0] + w[1] * w[1])
    return U


def parted(w, u, spin, square=1, skew=1):
    """U with its two halves weighed."""
    U = np.array(whole_U(w, u, spin), float)
    return square * (U + U.T) / 2 + skew * (U - U.T) / 2


def with_U(change):
    def made(w, u, spin):
        U = np.array(whole_U(w, u, spin), float)
        change(U)
        return U
    return made


def swapped(U):
    U[0, 1], U[1, 0] = U[1, 0], U[0, 1]


def outwards(U):
    U[1, 1] = -U[1, 1]


def spoilt(U):
    U[2, 2] += 1


IDLE = sorted(checks.IDLE)
RIGHT = [
    (checks.slide, slide), (checks.slide, lambda *given: slide(*given).tolist()),
    (checks.turn, turn), (checks.turn, lambda *given: np.array(turn(*given))),
    (checks.whole_U, whole_U),
    (checks.idle, IDLE), (checks.idle, set(IDLE)), (checks.idle, np.array(IDLE)),
    (checks.idle, "m hx hy hz Sxy Sxz Syz Szz"), (checks.idle, tuple(IDLE)),
    (checks.cheap, (90, 0), (0.4, 0.35)), (checks.cheap, [-90, 180], [0.35, 0.35]),
    (checks.student, 3, P * sp.sin(Q) * X), (checks.student, 3.0, sp.sin(Q) * P * sp.Symbol("x"))]
SLIPS = [
    (checks.slide, slipped(coriolis=0), "Coriolis is missing"),
    (checks.slide, slipped(coriolis=1), "stands once"),
    (checks.slide, slipped(coriolis=-2), "wrong sign"),
    (checks.slide, slipped(pushed=0), "what the slide itself does"),
    (checks.slide, slipped(out=0), "the part that has slid out"),
    (checks.slide, slipped(start=0), "link before"),
    (checks.slide, slipped(squared=0), "w x (w x arrow)"),
    (checks.slide, slipped(spun=0), "part of the angular acceleration"),
    (checks.slide, slipped(out=0, coriolis=0, pushed=0), "turning joint"),
    (checks.slide, slipped(coriolis=3), "differentiate l + v q"),
    (checks.turn, lambda c, s, a, b, d: turn(c, -s, a, b, d), "the other way"),
    (checks.turn, of_turned(lambda x, y, z: [z, y, x]), "changed places"),
    (checks.turn, of_turned(lambda x, y, z: [x, -y, z]), "opposite sign"),
    (checks.turn, of_turned(lambda x, y, z: [x, y, x]), "repeats 11"),
    (checks.turn, of_turned(lambda x, y, z: [x, y, z + 1]), "trace must stay"),
    (checks.turn, of_turned(lambda x, y, z: [x + 1, y, z - 1]), "determinant does not"),
    (checks.turn, lambda c, s, a, b, d: [a, b, d], "another angle"),
    (checks.turn, by_products, "at most 10"),
    (checks.whole_U, lambda *given: np.array(whole_U(*given)).T, "the third column"),
    (checks.whole_U, with_U(swapped), "U_12 and U_21"),
    (checks.whole_U, with_U(outwards), "points inwards"),
    (checks.whole_U, with_U(spoilt), "u itself"),
    (checks.whole_U, lambda *given: parted(*given, square=0), "lambda(omega)^2 is missing"),
    (checks.whole_U, lambda *given: parted(*given, skew=0), "lambda(domega) is missing"),
    (checks.whole_U, dear_U, "at most 14"),
    (checks.idle, ["m", "Sxx"], "Sxx is felt"), (checks.idle, ["Syy"], "Syy is felt"),
    (checks.idle, [x for x in IDLE if x != "Szz"], "Szz is missing"),
    (checks.idle, [x for x in IDLE if x != "hx"], "carried round a vertical"),
    (checks.idle, [x for x in IDLE if x != "m"], "neither raised"),
    (checks.idle, [x for x in IDLE if x != "Sxz"], "Sxz is missing"),
    (checks.idle, ["mass"], "out of m, hx"),
    (checks.cheap, (0, 0), (0.4, 0.35), "stays in a plane"),
    (checks.cheap, (89.97, 0), (0.4, 0.35), "no right angle"),
    (checks.cheap, (90, 90), (0.4, 0.35), "no pair of axes is parallel"),
    (checks.cheap, (90, 0), (0.5, 0.35), "longer than 0.45"),
    (checks.cheap, (90, 0), (0.3, 0.35), "stretched out it is 0.65"),
    (checks.cheap, (90, 0), (0.4, -0.35), "above zero"),
    (checks.student, 1, X, "line 1 is right"), (checks.student, 2, X, "line 2 is right"),
    (checks.student, 4, X, "wrong already"), (checks.student, 7, X, "1 to 4"),
    (checks.student, 3, -P * sp.sin(Q) * X, "what the student has"),
    (checks.student, 3, P * sp.sin(Q), "the deviation x"),
    (checks.student, 3, P * sp.cos(Q) * X, "its derivative by q"),
    (checks.student, 3, -P * X, "line 4 mended"),
    (checks.student, 3, P * X * Q, "(14.18)")]


class TestAnswers(Answers):
    right, slips = RIGHT, SLIPS


class TestForm(Form):
    lesson, numbered = "14_generated_code", tuple(f"14.{k}" for k in range(1, 23))
    exercises, displays, predictions, questions = 6, 36, 7, 5


def test_the_idle_parameters_are_those_that_move_no_drive():
    code = ladder.Ladder(ladder.puma()).code("full")
    state = np.random.default_rng(3).normal(size=(3, 6))
    still = set()
    for k, name in enumerate(checks.NAMES):
        changed = code.values.copy()
        changed[k] += 1
        if np.allclose(code(*state, parameters=changed), code(*state), atol=1e-9):
            still.add(name)
    assert still == checks.IDLE


# -- the ladder ----------------------------------------------------------------------------------
def slow(links, dq, ddq, g):
    """One turning link, as the lesson writes it."""
    (tau, l, v, m, r, J), = links
    w, dw = v * dq[0], v * ddq[0]
    a = tau @ -g + cross(dw, l) + cross(w, cross(w, l))
    F = (a + cross(dw, r) + cross(w, cross(w, r))) * m
    return [v @ (J @ dw + cross(w, J @ w) + cross(r, F) + cross(l, F))]


def test_what_is_counted_is_the_truth(capsys):
    rod, down = ladder.planar(1), (0, -9.81, 0)
    steps = ladder.Ladder(rod, down)
    operations, run = ladder.on_numbers(slow, rod)
    assert operations.multiplications > 0 and operations.additions > 0
    q, dq, ddq = 0.4, 0.7, -1.1
    want = rod.inverse_dynamics([q], [dq], [ddq], Loads(gravity=ladder.G))
    np.testing.assert_allclose(np.array(run([q], [dq], [ddq]), float), want, atol=1e-12)
    steps.step("numbers", steps.code("numbers"))
    assert capsys.readouterr().out.startswith("published numbers: ")


def test_a_step_that_is_not_exact_is_refused():
    steps = ladder.Ladder(ladder.planar(1))
    with pytest.raises(ValueError, match="not exact"):
        steps.step("numbers", (Operations(0, 0, 0, 0), lambda q, dq, ddq: [0.0]))


def test_counting_numbers_count_and_compute():
    ladder.Counted.tally.clear()
    x, y = ladder.counting([3.0, 4.0])
    assert float((x * y + x - y) / y) == 2.75
    assert dict(ladder.Counted.tally) == {"*": 1, "+": 2, "/": 1}


# -- laws that the text states -------------------------------------------------------------------
def second_derivative(s, k):
    """U_k, on the axes of frame k."""
    w, dw = (s.omega(k, k), s.domega(k, k)) if k else np.zeros((2, 3))
    return lam(dw) + lam(w) @ lam(w)


def test_the_axis_obeys_14_13_at_turns_and_at_slides():
    rng = np.random.default_rng(5)
    for _ in range(20):
        sigma = rng.permutation([0, 0, 0, 1, 1, 1])
        arm = odd_arm(rng, sigma)
        s = arm.at(*rng.normal(size=(3, 6)))
        for k in range(1, 7):
            before, here = second_derivative(s, k - 1), second_derivative(s, k)
            want = s.tau(k, k - 1) @ before[:, 2]
            assert np.allclose(here @ arm.v(k), want, rtol=0, atol=1e-12 * (1 + abs(here).max()))
            across = s.tau(k, k - 1) @ before[:, 0] - here @ s.tau(k, k - 1)[:, 0]
            assert (abs(across).max() < 1e-9) == (sigma[k - 1] == 0)


def test_composite_bodies_need_the_index_of_the_later_joint():
    rods, q = ladder.planar(2), np.radians([30, 60])
    s, Theta = screws.joint_screws(rods.at(q)), screws.composite(rods.at(q))
    assert np.isclose(s[0] @ Theta[1] @ s[1], rods.A(q)[0, 1], rtol=1e-12)
    assert np.isclose(rods.A(q)[0, 1], 0.155)
    assert np.isclose(s[0] @ Theta[0] @ s[1], 0.0717, atol=5e-5)


def moved_points(arm, s, j):
    """(link, mass, arrow from O_(j-1), its rate) of points that make the links behind joint j."""
    near = s.t(j - 1) if j > 1 else np.zeros(3), s.V(j - 1) if j > 1 else np.zeros(3)
    for k in range(j, arm.n + 1):
        J, turn = arm.J[k - 1], s.tau(0, k)
        size, axes = np.linalg.eigh(np.trace(J) / 2 * np.eye(3) - J)
        for x, axis in zip(size, axes.T):
            for side in (-1, 1):
                place = arm.r[k - 1] + side * axis * np.sqrt(3 * x / arm.m[k - 1])
                rate = s.V(k) + cross(s.omega(k), turn @ place)
                yield k, arm.m[k - 1] / 6, s.t(k) + turn @ place - near[0], rate - near[1]


def field_drives(arm, s, j, by_rate, g, F, M):
    """Column j of the derivatives as the text says: the fields (14.21), their force, the drives."""
    def axis(k):
        return s.tau(0, k - 1)[:, 2]

    def origin(k):
        return s.t(k - 1) if k > 1 else np.zeros(3)
    e, omega, spin = axis(j), s.omega(j), s.domega(j)
    de = cross(omega, e)
    dde = cross(spin, e) + cross(omega, de)
    a = (s.dV(j - 1) if j > 1 else np.zeros(3)) - g
    found = []
    for i in range(1, arm.n + 1):
        parts = []
        for k, m, y, dy in moved_points(arm, s, j):
            field = (2 * cross(de, y) + 2 * cross(e, dy) if by_rate else
                     cross(dde, y) + 2 * cross(de, dy) - cross(e, a))
            if k >= i:
                parts.append((m * field, y + origin(j), 0))
        for k in range(max(i, j), arm.n + 1):
            if not by_rate:
                parts.append((cross(e, F[k - 1]), s.t(k, arm.r[k - 1]), cross(e, M[k - 1])))
        if i < j and not by_rate:
            parts.append((cross(e, s.f(j, loads=Loads(F, M, g))), origin(j),
                          cross(e, s.mu(j, loads=Loads(F, M, g)))))
        found.append(sum(cross(x - origin(i), f) + n for f, x, n in parts) @ axis(i))
    return found


@pytest.mark.parametrize("loaded", [0, 1])
def test_the_fields_of_14_21_give_the_derivatives(loaded):
    rng = np.random.default_rng(8)
    arm = odd_arm(rng, [1] * 4)
    g, (F, M) = np.array(ladder.G), loaded * rng.normal(size=(2, 4, 3))
    state = rng.normal(size=(3, 4))
    s = arm.at(*state)
    made = generate(arm, "inverse_dynamics_derivatives", "numbers", "scalar", gravity=g, loads=True)
    for by_rate, want in zip((False, True), made(*state, F, M)):
        for j in range(1, 5):
            got = field_drives(arm, s, j, by_rate, g, F, M)
            assert np.allclose(got, np.array(want)[:, j - 1], rtol=1e-9, atol=1e-9)


def test_the_walk_meets_281_at_its_38th_choice(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(walk.time, "monotonic", lambda: next(ticks))
    seen = []
    generate(ladder.puma(), "inverse_dynamics", "numbers", "scalar", gravity=ladder.G, budget=80,
             progress=seen.append)
    first = {told.best: told.tried for told in reversed(seen)}
    assert (first[291], first[281]) == (3, 38)


@pytest.fixture(scope="module")
def lesson():
    """The functions of ABA as the page shows them."""
    text = (Path(ladder.__file__).parent / "14_generated_code.md").read_text()
    cells = re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```", text, re.S | re.M)
    shown = {"np": np, "cross": cross}
    for cell in cells:
        if cell.startswith(("def wedge(", "def braces(", "def by_rates(", "def aba(")):
            exec(cell, shown)
    return shown


def test_elimination_is_dearer_than_aba_where_the_text_says(lesson):
    def forward(n):
        code = generate(ladder.long_arm(n), "forward_dynamics", gravity=ladder.G)
        return code.operations.together
    def by_aba(n):
        return ladder.aba_on_tape(by_rates, aba, ladder.long_arm(n))[0].together
    by_rates, aba = (lesson[name] for name in ("by_rates", "aba"))
    assert [(forward(n), by_aba(n)) for n in (6, 21, 22)] == [
        (1517, 3238), (14457, 14638), (15861, 15398)]
    assert forward(12) - forward(11) < by_aba(12) - by_aba(11) == 760
    assert (forward(13) - forward(12), by_aba(13) - by_aba(12)) == (783, 760)


def test_aba_on_the_tape_is_forward_dynamics(lesson):
    chance = np.random.default_rng(3)
    arm = odd_arm(chance, [1] * 4)
    q, dq, mu = chance.normal(size=(3, 4))
    _, run = ladder.aba_on_tape(lesson["by_rates"], lesson["aba"], arm)
    want = arm.forward_dynamics(q, dq, mu, Loads(gravity=ladder.G))
    assert abs(np.array(run(*(x.tolist() for x in (q, dq, mu)))) - want).max() < 1e-12
