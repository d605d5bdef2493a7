"""Recursive equations, constraints, control, linearisation: against section 9 and exact slopes.

The entries of l, g, Theta and a_ij are trigonometric polynomials of the angles (frequencies up to
two) and polynomials of the slides: values at five places give derivatives of any order exactly.
No formula of the module takes part in that.
"""

import importlib
import io
import sys
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from PIL import Image, ImageSequence
from robokit_cases import chain, derivative, motion
from scipy.integrate import simpson, solve_ivp
from scipy.interpolate import CubicSpline

from robokit import Loads, Mechanism, screws
from robokit import recursive as rec

sys.path.insert(0, str(Path(__file__).parents[2] / "lessons"))
companion = importlib.import_module("companion_11")
tools = importlib.import_module("tools")

SIX = ["RPRRPR", "PRRPRR", "RRRRRR"]
#: One in every run, where it takes long; all with --proof.
SIXES = [SIX[0], *[pytest.param(kinds, marks=pytest.mark.proof) for kinds in SIX[1:]]]
MIXED = ["RP", "PRP", "RPRR", "PRRPR", "RPRRPR"]
G = (0.4, 1, -9.81)


def same(a, b, tolerance=1e-12):
    np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * max(1, np.abs(b).max(initial=0)))


def weights(turning, order):
    """Five places and the weights of the derivative of that order at zero."""
    if turning:
        x = 2 * np.pi * np.arange(5) / 5
        basis = np.array([0 * x + 1, np.cos(x), np.sin(x), np.cos(2 * x), np.sin(2 * x)])
        z = [sp.Symbol("x"), None]
        wanted = [sp.diff(f, z[0], order).subs(z[0], 0) for f in (
            sp.Integer(1), sp.cos(z[0]), sp.sin(z[0]), sp.cos(2 * z[0]), sp.sin(2 * z[0]))]
    else:
        x = np.arange(-2.0, 3)
        basis = np.array([x**k for k in range(5)])
        wanted = [np.prod(range(1, order + 1)) * (k == order) for k in range(5)]
    return x, np.linalg.solve(basis, np.array(wanted, dtype=float))


WEIGHTS = {(turning, order): weights(turning, order) for turning in (0, 1) for order in range(1, 5)}


def exact(function, robot, q, t):
    """Derivative of function(states) -> (k, ...) by the coordinates t, from its values."""
    names = sorted(set(t))
    rules = [WEIGHTS[int(robot.sigma[j - 1]), t.count(j)] for j in names]
    places, factors = [], []
    for ks in product(range(5), repeat=len(names)):
        shifted = np.array(q, dtype=float)
        for j, k, (x, _) in zip(names, ks, rules):
            shifted[j - 1] += x[k]
        places.append(shifted)
        factors.append(np.prod([w[k] for k, (_, w) in zip(ks, rules)]))
    values = function(robot.at(np.array(places)))
    return np.tensordot(factors, values, 1)


def orders(n, highest, lowest=1):
    for p in range(lowest, highest + 1):
        yield from combinations_with_replacement(range(1, n + 1), p)


def six(kinds, **rates):
    robot = chain(kinds)
    q, dq, ddq = motion(robot)
    return robot, q, robot.at(q, dq, ddq)


# -- section 1 of the paper ----------------------------------------------------------------------
@pytest.mark.parametrize("kinds", SIX)
def test_l_and_g_are_velocities_of_one_joint(kinds):
    robot, q, s = six(kinds)
    r, n = rec.Recursion(s), robot.n
    for i, k in product(range(1, n + 1), repeat=2):
        unit = robot.at(q, np.eye(n)[i - 1])
        if i <= k:
            same(r.l(k, i), np.r_[unit.omega(k, k), unit.V(k, frame=k)])
        else:
            assert not r.l(k, i).any()
        if i >= k:                                   # link i against link k, at the origin O_k
            pole = s.t(k, frame=i, origin=i)
            relative = np.r_[unit.omega(i, k) - unit.omega(k, k),
                             unit.V(i, pole, k) - unit.V(k, frame=k)]
            same(r.g(k, i), relative if i > k else r.l(k, k))
        else:
            assert not r.g(k, i).any()
        same(r.L(i, k).T @ r.f(i), r.l(k, i) if i <= k else r.g(k, i))
        same(r.L(i, k), np.linalg.inv(r.L(k, i)))


@pytest.mark.parametrize("kinds", SIX)
def test_f_is_constant_and_a_unit_on_the_axis(kinds):
    robot, q, s = six(kinds)
    other = rec.Recursion(robot.at(q + 0.7))
    for i in range(1, 7):
        same(rec.Recursion(s).f(i), other.f(i))
        half = slice(0, 3) if robot.sigma[i - 1] else slice(3, 6)
        assert np.linalg.norm(other.f(i)[half]) == pytest.approx(1)
    plain = Mechanism([1, 0], [(0, 0, 0)] * 2, [(0, 0, 0)] * 2)
    frames = rec.Recursion(plain.at([1, 2]))
    same(frames.f(1), np.eye(6)[2])
    same(frames.f(2), np.eye(6)[5])


@pytest.mark.parametrize("kinds", SIXES)
def test_theorems_1_and_2_to_order_4(kinds):
    """Every l_k^i and g_k^i of six links by all 209 choices of one to four coordinates."""
    robot, q, s = six(kinds)
    r, frames, moves = rec.Recursion(s), range(1, 7), {"l": 0, "g": 0}
    for t in orders(6, 4):
        truth = exact(lambda s: np.stack([screws.joint_screws(s, k) for k in frames], axis=-3),
                      robot, q, t)
        for k, i in product(frames, repeat=2):
            for name, screw, inside in (("l", r.l, i <= k), ("g", r.g, i >= k)):
                wanted = truth[k - 1, i - 1] * inside
                same(screw(k, i, *t), wanted, 1e-13)
                moves[name] += bool(np.abs(wanted).max() > 1e-9)
                between = all(i < x <= k for x in t) if name == "l" else all(k < x <= i for x in t)
                assert between or np.abs(wanted).max() < 1e-9
        assert (r.l(6, 1, *t[::-1]) == r.l(6, 1, *t)).all()
        assert (r.g(1, 6, *t[::-1]) == r.g(1, 6, *t)).all()
    found = {"RPRRPR": (256, 112), "PRRPRR": (280, 145), "RRRRRR": (441, 195)}
    assert (moves["l"], moves["g"]) == found[kinds]          # so many are not zero


@pytest.mark.parametrize("kinds", SIXES)
def test_theorem_3_and_higher_derivatives_to_order_4(kinds):
    """Every Theta_i^s*, i <= s, of six links; (2.11) by the paper's own words for order one."""
    robot, q, state = six(kinds)
    r, links = rec.Recursion(state), range(1, 7)
    pairs = [(i, s) for i, s in product(links, repeat=2) if i <= s]
    for i, s in pairs:
        same(r.Theta(i, s=s), r.L(i, s) @ r.Theta(s) @ r.L(i, s).T)                  # (2.12)
        if s > i:
            half = r.Theta(i, s=s) @ screws.ad(r.g(i, s))                            # (2.11)
            same(r.Theta(i, s), -half - half.T)
    for t in orders(6, 4):
        truth = exact(lambda x: np.stack([screws.composite(x, i) for i in links], axis=-4),
                      robot, q, t)
        for i, s in pairs:
            same(r.Theta(i, *t, s=s), truth[i - 1, s - 1], 1e-12)


# -- section 2 -----------------------------------------------------------------------------------
def loads(robot, batch=()):
    rng = np.random.default_rng(robot.n)
    return Loads(rng.normal(size=(*batch, robot.n, 3)), rng.normal(size=(*batch, robot.n, 3)), G)


@pytest.mark.parametrize("kinds", MIXED)
@pytest.mark.parametrize("batch", [(), (2,)])
def test_equations_of_motion_are_section_9(kinds, batch):
    robot = chain(kinds)
    s = robot.at(*motion(robot, batch=batch))
    for load in (None, Loads(gravity=G), loads(robot), loads(robot, batch)):
        r = rec.Recursion(s, load)
        same(r.A(), s.A())
        same(r.b(), s.b() - (s.load_drives(load) if load else 0))
        same((r.A() @ s.ddq[..., None])[..., 0] + r.b(), s.drives(load))


@pytest.mark.parametrize("kinds", SIX)
def test_a_and_its_derivatives(kinds):
    """(2.9), and derivatives to order 2: those that d and the linear equations are made of."""
    robot, q, s = six(kinds)
    r = rec.Recursion(s, Loads(gravity=G))
    for t in orders(6, 2):
        truth = exact(lambda x: x.A(), robot, q, t)
        same([[r.a(i, j, *t) for j in range(1, 7)] for i in range(1, 7)], truth, 1e-11)
        weight = exact(lambda x: x.load_drives(Loads(gravity=G)), robot, q, t)
        same([r.a(i, 0, *t) for i in range(1, 7)], weight, 1e-11)


@pytest.mark.parametrize("kinds", SIX)
def test_d_is_christoffels_and_the_terms_are_few(kinds):
    """(2.9): one of two terms at most. (2.14): two of twelve at most, where three are allowed."""
    robot, q, s = six(kinds)
    r, counts, n = rec.Recursion(s), np.zeros(13, dtype=int), robot.n
    for i, j in product(range(1, n + 1), repeat=2):
        two = [r.f(i) @ r.Theta(i) @ r.l(i, j), r.l(j, i) @ r.Theta(j) @ r.f(j) * (i != j)]
        assert np.count_nonzero(two) <= 1
        same(sum(two), s.a(i, j))
    slopes = [None] + [exact(lambda x: x.A(), robot, q, (j,)) for j in range(1, n + 1)]
    for k, j, i in product(range(1, n + 1), repeat=3):
        truth = (slopes[k][i - 1, j - 1] + slopes[j][i - 1, k - 1] - slopes[i][k - 1, j - 1]) / 2
        terms = r.terms(k, j, i)
        same([terms.sum() / 2, r.d(k, j, i), r.d(j, k, i)], np.full(3, truth), 1e-11)
        counts[np.count_nonzero(np.abs(terms) > 1e-13)] += 1
    pairs = n * (n - 1) // 2                            # i < j, and so on, of the 216 triples
    if kinds == "RRRRRR":                               # revolute joints spare no term
        assert counts[:3].tolist() == [n, 3 * pairs, n**3 - n - 3 * pairs]
    found = {"RPRRPR": [42, 30, 144], "PRRPRR": [48, 24, 144], "RRRRRR": [6, 45, 165]}
    assert counts.tolist() == found[kinds] + [0] * 10   # a slide's bracket with a slide is zero


@pytest.mark.parametrize("kinds", ["RP", "PR"])
def test_in_letters(kinds):
    q, dq, ddq = sp.symbols("q:2"), sp.symbols("v:2"), sp.symbols("w:2")
    m, g, l, c = sp.symbols("m g l c")
    robot = Mechanism([int(x == "R") for x in kinds], [(0, sp.pi / 2, 0), (0, 0, 0)],
                      [(l, 0, 0), (0, 0, 0)], [m, 2], [(0, 0, 0), (0, c, 0)],
                      [sp.eye(3), 2 * sp.eye(3)])
    s, load = robot.at(q, dq, ddq), Loads(gravity=(0, -g, 0))
    r = rec.Recursion(s, load)
    for mine, book in zip(r.A().ravel(), s.A().ravel()):
        assert sp.simplify(mine - book) == 0
    for mine, book in zip(r.b(), s.b() - s.load_drives(load)):
        assert sp.simplify(mine - book) == 0
    by_q, by_dq = r.slopes()
    drives = s.drives(load)
    for i, j in product(range(2), repeat=2):
        assert sp.simplify(by_q[i, j] - sp.diff(drives[i], q[j])) == 0
        assert sp.simplify(by_dq[i, j] - sp.diff(drives[i], dq[j])) == 0


# -- constraints -----------------------------------------------------------------------------------
def path(t):
    """A slow ellipse near (0.2, 0.1, 0.3)."""
    c, s, w = np.cos(1.3 * t), np.sin(1.3 * t), 1.3
    return (np.array([0.2 + 0.1 * c, 0.1 + 0.2 * s, 0.3]), np.array([-0.1 * w * s, 0.2 * w * c, 0]),
            np.array([-0.1 * w * w * c, -0.2 * w * w * s, 0]))


DIRECTIONS = np.array([[0.6, 0, 0.8], [0, 1, 0], [0.8, 0, -0.6]])


@pytest.mark.parametrize("kinds,m", [("RPR", 1), ("RRP", 2), ("PRRPR", 3), ("RPRRPR", 3)])
def test_constraint_is_consistent(kinds, m):
    """Gamma, rate, bias and curvature are the derivatives of f that they are said to be."""
    robot = chain(kinds)
    q, dq, ddq = motion(robot)
    c = rec.on_point(robot, DIRECTIONS[:m], path, (0.1, -0.2, 0.3))
    N = np.arange(1.0, m + 1)

    def later(h):
        return q + h * dq + h * h / 2 * ddq, dq + h * ddq

    same(c.Gamma(q, 1) @ dq, derivative(lambda h: c.f(later(h)[0], 1)), 1e-9)
    same(c.rate(q, dq, 1), derivative(lambda h: c.f(later(h)[0], 1 + h)), 1e-9)
    same(c.bias(q, dq, 1) + c.Gamma(q, 1) @ ddq,
         derivative(lambda h: c.rate(*later(h), 1 + h)), 1e-8)
    for j in range(robot.n):
        same(c.curvature(q, 1, N)[:, j],
             derivative(lambda h: c.Gamma(q + h * np.eye(robot.n)[j], 1).T @ N), 1e-9)


@pytest.mark.parametrize("kinds", SIX)
def test_columns_of_Gamma_for_the_quasivelocity_of_the_tool(kinds):
    """gamma_i = l_n^i, and its rate is the sum of (l_n^i)^s dq_s."""
    robot, q, s = six(kinds)
    r = rec.Recursion(s)
    for i in range(1, 7):
        rate = sum(r.l(6, i, k) * s.dq[k - 1] for k in range(1, 7))
        same(rate, derivative(lambda h: rec.Recursion(robot.at(q + h * s.dq)).l(6, i)), 1e-9)


@pytest.mark.parametrize("kinds,m", [("RPR", 1), ("RRP", 2), ("PRRPR", 3), ("RPRRPR", 3)])
def test_reactions_are_those_of_the_kkt_system(kinds, m):
    robot = chain(kinds)
    q, dq, Q = motion(robot)
    c, load = rec.on_point(robot, DIRECTIONS[:m], path), loads(robot)
    N, ddq = rec.reactions(robot, c, 0.4, q, dq, Q, load)
    Gamma, r = c.Gamma(q, 0.4), rec.Recursion(robot.at(q, dq), load)
    kkt = np.block([[r.A(), -Gamma.T], [Gamma, np.zeros((m, m))]])
    solution = np.linalg.solve(kkt, np.r_[Q - r.b(), -c.bias(q, dq, 0.4)])
    same(np.r_[ddq, N], solution, 1e-10)
    same(robot.inverse_dynamics(q, dq, ddq, load), Q + Gamma.T @ N, 1e-10)     # section 8


SPHERE = np.array([0.1, -0.2, 0.1])


def on_sphere(robot, radius):
    """The end of the arm at a distance from a point: (x^T x - radius^2) / 2."""
    n = robot.n

    def x(q):
        return robot.at(q).t(n) - SPHERE

    def bias(q, dq, t):
        s = robot.at(q, dq, 0 * dq)
        return np.array([x(q) @ s.dV(n) + s.V(n) @ s.V(n)])

    return rec.Constraint(lambda q, t: np.array([(x(q) @ x(q) - radius**2) / 2]),
                          lambda q, t: x(q)[None] @ robot.at(q).D_matrix(n),
                          lambda q, dq, t: x(q)[None] @ robot.at(q, dq).V(n), bias, None)


def home(robot, constraint, q, dq, t=0.0):
    """The state on the constraint nearest by, by Newton's steps."""
    for _ in range(50):
        q = q - np.linalg.pinv(constraint.Gamma(q, t)) @ constraint.f(q, t)
    return q, dq - np.linalg.pinv(constraint.Gamma(q, t)) @ constraint.rate(q, dq, t)


STILL = (np.zeros(3), np.zeros(3), np.zeros(3))


@pytest.mark.parametrize("kinds,m", [("RRR", 1), ("RPR", 2), ("sphere", 1)])
def test_free_constrained_motion_for_five_seconds(kinds, m):
    robot = chain("RRR" if kinds == "sphere" else kinds)
    q, dq, _ = motion(robot)
    end = robot.at(q).t(robot.n)
    c = on_sphere(robot, np.linalg.norm(end - SPHERE)) if kinds == "sphere" else \
        rec.on_point(robot, DIRECTIONS[:m], lambda t: (end, *STILL[1:]))
    q, dq = home(robot, c, q, 2 * dq)
    gravity = Loads(gravity=(0, 0, -1.5)) if robot.sigma.all() else None
    run = rec.constrained_motion(robot, c, q, dq, np.linspace(0, 5, 26), loads=gravity)
    scale = robot.at(run.q, run.dq).kinetic_energy().max()
    assert np.ptp(run.q, axis=0).max() > 0.5 and np.abs(run.N).max() > 0.01
    assert run.drift.max() < 1e-8
    assert np.abs(run.energy_error).max() < 1e-8 * max(1, scale)


def test_a_constraint_that_moves_does_work():
    """The arm gains what the plane gives it, N by the velocity of the plane; alone it would not."""
    robot = chain("RRR")
    q, dq, _ = motion(robot)
    end, e = robot.at(q).t(robot.n), DIRECTIONS[0]

    def rate(t):
        return 0.3 * np.cos(3 * t)
    c = rec.on_point(robot, e, lambda t: (end + 0.1 * np.sin(3 * t) * e, rate(t) * e,
                                          -0.9 * np.sin(3 * t) * e))
    q, dq = home(robot, c, q, dq)
    times = np.linspace(0, 2, 401)
    run = rec.constrained_motion(robot, c, q, dq, times)
    energy = robot.at(run.q, run.dq).kinetic_energy()
    given = simpson(run.N[:, 0] * rate(times), x=times)
    assert run.drift.max() < 1e-8 and np.abs(run.energy_error).max() < 1e-8 * energy.max()
    assert abs(given) > 0.1 * energy.max()
    np.testing.assert_allclose(energy[-1] - energy[0], given, atol=1e-5 * energy.max())


def test_film_of_a_constrained_arm(capsys):
    """The animated figure: its frames are those of the motion, and the tip stays in the plane."""
    robot, q = tools.polisher(), np.array([0.6, -0.2, 0.9])
    tip, normal = np.array([0.45, 0, 0]), np.array([0, -0.6, 0.8])
    place = robot.at(q).t(3, tip)
    plane = rec.on_point(robot, normal, lambda t: (place, 0 * place, 0 * place), tip)
    Gamma, dq = plane.Gamma(q, 0), np.array([1.2, 0.3, 0])
    times = np.linspace(0, 0.5, 3 * companion.EVERY + 1)
    run = rec.constrained_motion(robot, plane, q, dq - np.linalg.pinv(Gamma) @ Gamma @ dq, times,
                                 loads=Loads(gravity=(0, 0, -9.81)))
    tips = robot.at(run.q).t(3, tip)
    assert np.abs((tips - tips[0]) @ normal).max() < 1e-9
    assert np.ptp(tips, axis=0).max() > 0.05 and np.abs(run.N).max() > 1
    film = Image.open(io.BytesIO(companion.slide_film(robot, run, tip, normal)))
    frames = [np.asarray(frame.convert("RGB"), dtype=int) for frame in ImageSequence.Iterator(film)]
    assert film.format == "PNG" and len(frames) == 1 + 4     # the still picture first
    greatest = np.abs(run.N[::companion.EVERY, 0]).argmax()
    assert (frames[0] == frames[1 + greatest]).all()
    assert all(np.abs(a - b).max() > 100 for a, b in zip(frames[1:], frames[2:]))
    assert "the reaction (orange) is along the normal" in capsys.readouterr().out


# -- control ---------------------------------------------------------------------------------------
GAINS = np.array([[[9.0, 1, 0], [0, 16, 2], [1, 0, 12]], [[5, 0, 1], [1, 6, 0], [0, 0, 7]]])


def gains(m):
    return GAINS[0][:m, :m], GAINS[1][:m, :m]


def errors(robot, c, run):
    return np.array([c.f(q, t) for t, q in zip(run.t, run.q)])


@pytest.mark.parametrize("kinds,m", [("RRR", 1), ("RPRR", 2), ("RRP", 3), ("PRRPR", 3)])
def test_transients_follow_the_error_equation(kinds, m):
    """m < n (with an acceleration v of one's own) and m = n."""
    robot = chain(kinds)
    q, dq, _ = motion(robot, seed=3)
    dq = 0.2 * dq
    start = robot.at(q).t(robot.n)

    def near(t):                                       # the ellipse, begun close to the end point
        p, v, a = path(t)
        return p - path(0)[0] + start - 0.03, v, a

    c, (G0, G1), load = rec.on_point(robot, DIRECTIONS[:m], near), gains(m), Loads(gravity=G)
    drives = rec.stabilising(robot, c, G0, G1, load, lambda t, q, dq: -2 * dq)
    times = np.linspace(0, 2, 11)
    run = robot.simulate(q, dq, drives, times, load)
    truth = rec.transient(G0, G1, c.f(q, 0), c.rate(q, dq, 0), times)
    found = errors(robot, c, run)
    assert np.abs(truth[0]).max() > 0.01 and np.abs(truth[-1]).max() < np.abs(truth[0]).max() / 5
    np.testing.assert_allclose(found, truth, rtol=0, atol=1e-7)


def test_programmed_coordinates():
    """Gamma = E: (3.1) is the computed drive with feedback by q and dq."""
    robot, load = chain("RPR"), Loads(gravity=G)
    q, dq, _ = motion(robot)

    def program(t):
        return q + 0.3 * np.sin(t + np.arange(3)), 0.3 * np.cos(t + np.arange(3)), \
            -0.3 * np.sin(t + np.arange(3))

    c, (G0, G1) = rec.on_coordinates(program), gains(3)
    drives = rec.stabilising(robot, c, G0, G1, load)
    qp, dqp, ddqp = program(0.7)
    same(drives(0.7, q, dq), robot.inverse_dynamics(
        q, dq, ddqp - G1 @ (dq - dqp) - G0 @ (q - qp), load))
    times = np.linspace(0, 2, 9)
    run = robot.simulate(q, 0 * dq, drives, times, load)
    truth = rec.transient(G0, G1, c.f(q, 0), c.rate(q, 0 * dq, 0), times)
    np.testing.assert_allclose(errors(robot, c, run), truth, rtol=0, atol=1e-7)


def test_what_the_constraint_leaves_free():
    """m < n: the term of v solves the homogeneous equations (2.18)."""
    robot = chain("RPRR")
    q, dq, v = motion(robot)
    c, (G0, G1) = rec.on_point(robot, DIRECTIONS[:2], path), gains(2)
    ddq = [robot.forward_dynamics(q, dq, rec.stabilising(robot, c, G0, G1, v=w)(0, q, dq))
           for w in (None, lambda t, q, dq: v)]
    assert np.abs(ddq[1] - ddq[0]).max() > 0.1
    same(c.Gamma(q, 0) @ (ddq[1] - ddq[0]), np.zeros(2), 1e-11)


def test_more_conditions_than_coordinates():
    """m > n: the residual of f'' + G1 f' + G0 f is least; conditions that agree are all kept."""
    robot = chain("RR")
    q, dq, _ = motion(robot)
    c, (G0, G1) = rec.on_point(robot, DIRECTIONS, path), gains(3)
    Q = rec.stabilising(robot, c, G0, G1)(0, q, dq)
    ddq = robot.forward_dynamics(q, dq, Q)

    def residual(ddq):
        return c.Gamma(q, 0) @ ddq + c.bias(q, dq, 0) + G1 @ c.rate(q, dq, 0) + G0 @ c.f(q, 0)

    least = np.linalg.norm(residual(ddq))
    assert least > 0.1 and np.abs(c.Gamma(q, 0).T @ residual(ddq)).max() < 1e-10
    for step in np.vstack([np.eye(2), -np.eye(2)]) * 1e-3:
        assert np.linalg.norm(residual(ddq + step)) > least

    def program(t):
        p = q + 0.2 * np.sin(t) * np.ones(2)
        s = robot.at(p, 0.2 * np.cos(t) * np.ones(2), -0.2 * np.sin(t) * np.ones(2))
        return s.t(2), s.V(2), s.dV(2)                 # a path the arm can follow

    c = rec.on_point(robot, DIRECTIONS, program)
    same_gain = 9 * np.eye(3), 6 * np.eye(3)           # so that the error stays on the surface
    times = np.linspace(0, 2, 9)
    run = robot.simulate(q, 0.2 * np.ones(2), rec.stabilising(robot, c, *same_gain), times)
    assert np.abs(errors(robot, c, run)).max() < 1e-8
    run = robot.simulate(q + [0.02, -0.03], [0.2, 0.2],
                         rec.stabilising(robot, c, *same_gain), np.linspace(0, 4, 9))
    found = np.abs(errors(robot, c, run)).max(1)
    assert found[0] > 1e-3 and found[-1] < 1e-3 * found[0]


# -- linearisation ---------------------------------------------------------------------------------
@pytest.mark.parametrize("kinds", MIXED)
def test_linear_equations_against_finite_differences(kinds):
    robot = chain(kinds)
    q, dq, ddq = motion(robot)
    A, B, C = rec.linearised(robot, q, dq, ddq, G)
    load = Loads(gravity=G)
    same(A, robot.A(q))
    for j, unit in enumerate(np.eye(robot.n)):
        same(B[:, j], derivative(lambda h: robot.inverse_dynamics(q, dq + h * unit, ddq, load)),
             1e-9)
        same(C[:, j], derivative(lambda h: robot.inverse_dynamics(q + h * unit, dq, ddq, load)),
             1e-9)


@pytest.mark.parametrize("kinds,m", [("RPR", 1), ("PRRPR", 3)])
def test_linear_equations_under_a_constraint(kinds, m):
    """With the reactions of the programmed motion, Gamma^T N turns with q as well."""
    robot = chain(kinds)
    q, dq, Q = motion(robot)
    c = rec.on_point(robot, DIRECTIONS[:m], path)
    N, ddq = rec.reactions(robot, c, 0, q, dq, Q)
    A, B, C = rec.linearised(robot, q, dq, ddq, curvature=c.curvature(q, 0, N))

    def needed(x, dx, ddx):
        return robot.inverse_dynamics(q + x, dq + dx, ddq + ddx) - c.Gamma(q + x, 0).T @ N

    for j, unit in enumerate(np.eye(robot.n)):
        same(C[:, j], derivative(lambda h: needed(h * unit, 0, 0)), 1e-9)
    bare = rec.linearised(robot, q, dq, ddq)[2]
    assert np.abs(bare - C).max() > 1e-2


@pytest.mark.parametrize("kinds,m", [("RPR", 1), ("PRRPR", 3)])
def test_reactions_near_a_programmed_motion(kinds, m):
    """The end of section 4: (4.1) with the linearised (2.18) gives ddx and the change of N."""
    robot = chain(kinds)
    q, dq, Q = motion(robot)
    x, dx, dQ = motion(robot, seed=5)
    c = rec.on_point(robot, DIRECTIONS[:m], path)
    N, ddq = rec.reactions(robot, c, 0, q, dq, Q)
    A, B, C = rec.linearised(robot, q, dq, ddq, curvature=c.curvature(q, 0, N))
    Gamma = c.Gamma(q, 0)

    def condition(h):                                   # (2.18) at the programmed accelerations
        there = q + h * x
        return c.Gamma(there, 0) @ ddq + c.bias(there, dq + h * dx, 0)

    system = np.block([[A, -Gamma.T], [Gamma, np.zeros((m, m))]])
    found = np.linalg.solve(system, np.r_[dQ - B @ dx - C @ x, -derivative(condition)])
    truth = derivative(lambda h: np.concatenate(
        rec.reactions(robot, c, 0, q + h * x, dq + h * dx, Q + h * dQ)[::-1]))
    same(found, truth, 1e-8)
    assert np.abs(truth[robot.n:]).max() > 0.1


def swing(t):
    w = np.array([1.0, 1.5, 2.0])
    a = np.array([0.8, 0.4, 0.6])
    return a * np.sin(w * t), a * w * np.cos(w * t), -a * w * w * np.sin(w * t)


COST, PRICE = [300] * 3 + [30] * 3, [0.01] * 3


def test_feedback_about_a_programmed_motion():
    """Designed on the linear equations, used on the arm itself; without it the arm runs away."""
    robot, gravity = chain("RPR"), (0, 0, -9.81)
    load, times = Loads(gravity=gravity), np.linspace(0, 2, 9)
    drives = rec.tracking(robot, swing, np.linspace(0, 2, 17), COST, PRICE, gravity)
    x0 = np.array([0.1, -0.05, 0.08])

    def error(drives, scale):
        run = robot.simulate(swing(0)[0] + scale * x0, swing(0)[1], drives, times, load,
                             rtol=1e-8, atol=1e-10)
        return run.q - np.array([swing(t)[0] for t in times])

    free = error(lambda t, q, dq: robot.inverse_dynamics(*swing(t), load), 0.1)
    held = error(drives, 1)
    assert np.abs(held[-1]).max() < 1e-3 and np.abs(free[-1]).max() > 1.5 * np.abs(free[0]).max()

    linear = linear_motion(robot, drives, x0, times, gravity)
    misses = [np.abs(error(drives, scale) / scale - linear).max() for scale in (1, 0.1)]
    assert 0.07 * misses[0] < misses[1] < 0.15 * misses[0] < 1e-3 * np.abs(x0).max()


def linear_motion(robot, drives, x0, times, gravity):
    """The solution of the linear equations with the same feedback, by its own integration."""
    n, grid = robot.n, np.linspace(0, times[-1], 61)
    along = CubicSpline(grid, [rec.linearised(robot, *swing(t), gravity) for t in grid])

    def rate(t, y):
        A, B, C = along(t)
        qp, dqp, _ = swing(t)
        dQ = drives(t, qp + y[:n], dqp + y[n:]) - drives(t, qp, dqp)
        return np.r_[y[n:], np.linalg.solve(A, dQ - B @ y[n:] - C @ y[:n])]

    run = solve_ivp(rate, (0, times[-1]), np.r_[x0, 0 * x0], "LSODA", times, rtol=1e-8, atol=1e-10)
    return run.y[:n].T


def test_feedback_is_optimal_and_stable():
    robot = chain("RPR")
    A, B, C = rec.linearised(robot, *swing(0.3), (0, 0, -9.81))
    K = rec.feedback(A, B, C, COST, PRICE)
    inverse = np.linalg.inv(A)
    closed = np.block([[np.zeros((3, 3)), np.eye(3)],
                       [-inverse @ (C + K[:, :3]), -inverse @ (B + K[:, 3:])]])
    assert np.linalg.eigvals(closed).real.max() < -0.5


# -- the door --------------------------------------------------------------------------------------
def test_bad_input_is_named():
    robot = chain("RPR")
    s, n = robot.at(*motion(robot)), robot.n
    for loads in (Loads(F=np.ones((n, 3))), Loads(M=np.ones((n, 3)))):
        with pytest.raises(ValueError, match="needs gravity alone"):
            rec.Recursion(s, loads).slopes()
    with pytest.raises(ValueError, match="gravity"):
        rec.linearised(robot, s.q, s.dq, s.ddq, Loads(F=np.ones((n, 3))))
    r = rec.Recursion(s)
    for call in (lambda: r.l(4, 1), lambda: r.l(1, -1), lambda: r.l(3, 1, 4), lambda: r.g(0, 2),
                 lambda: r.Theta(2, 5), lambda: r.a(1, 2, 0), lambda: r.Theta(3, 1, s=2),
                 lambda: r.Theta(3, s=2)):               # not of the links before frame i
        with pytest.raises(ValueError, match="index: got .*, needs .*3$"):
            call()
    bare = rec.Recursion(chain("RP", inertias=False).at([0, 0], [0, 0], [0, 0]))
    for quantity in (bare.A, bare.b, bare.slopes, lambda: bare.Theta(1)):
        with pytest.raises(ValueError, match="needs inertial parameters"):
            quantity()
    for wrong in (G, [Loads()]):
        with pytest.raises(ValueError, match="loads: got .*, needs Loads"):
            rec.Recursion(s, wrong)
    twice = rec.on_point(robot, [[1, 0, 0], [2, 0, 0]], lambda t: np.zeros((3, 3)))
    with pytest.raises(ValueError, match="needs 2 independent rows"):
        rec.reactions(robot, twice, 0, s.q, s.dq, np.zeros(n))
    with pytest.raises(ValueError, match="G1"):
        rec.stabilising(robot, twice, np.eye(2), [1.0, 1.0])
    with pytest.raises(ValueError, match=r"G0: got shape \(2, 3\), needs \(2, 2\)"):
        rec.stabilising(robot, twice, np.ones((2, 3)), np.eye(2))
    with pytest.raises(ValueError, match="constraint: got 2 conditions, needs 3"):
        rec.stabilising(robot, twice, np.eye(3), np.eye(3))(0, s.q, s.dq)
    with pytest.raises(ValueError, match=r"directions: got shape \(1, 2\), needs \(m, 3\)"):
        rec.on_point(robot, [1, 0], path)
    for times, text in (([1, 0], "rising"), ([0], "two or more"), (1.0, r"needs \(k,\)")):
        with pytest.raises(ValueError, match=f"^t: got .*{text}"):
            rec.constrained_motion(robot, twice, s.q, s.dq, times)
    with pytest.raises(ValueError, match="dq0: got shape"):
        rec.constrained_motion(robot, twice, s.q, s.dq[:2], [0, 1])
    with pytest.raises(ValueError, match=r"df: got shape \(1,\), needs \(2,\)"):
        rec.transient(np.eye(2), np.eye(2), [0, 1], [1], [0, 1])
    with pytest.raises(ValueError, match=r"curvature: got shape \(3,\), needs \(3, 3\)"):
        rec.linearised(robot, s.q, s.dq, s.ddq, curvature=np.ones(n))
    A, B, C = rec.linearised(robot, s.q, s.dq, s.ddq)
    with pytest.raises(ValueError, match=r"cost: got shape \(3,\), needs \(6,\)"):
        rec.feedback(A, B, C, [1] * 3, [1] * 3)
    with pytest.raises(ValueError, match="price: got .*, needs numbers above zero"):
        rec.feedback(A, B, C, [1] * 6, [1, 0, 1])
    with pytest.raises(ValueError, match="rising"):
        rec.tracking(robot, lambda t: (s.q, s.dq, s.ddq), [0.0], [1] * 6, [1] * 3)
