"""Screws: laws of the algebra, and sections 5 to 9 once more by other means, exactly."""

import numpy as np
import pytest
import sympy as sp
from robokit_cases import CHAINS, chain, derivative, motion
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from robokit import Loads, Mechanism, errata, inertia, kawasaki, robots, screws
from robokit.errata import evidence
from robokit.rotation import lam

MIXED = [kinds for kinds in CHAINS if len(kinds) > 1]
FORMS = [screws.drives, screws.drives_by_energy, screws.drives_by_velocities,
         screws.drives_by_rates]
rng = np.random.default_rng(10)
A, B, C, R, X = rng.normal(size=(5, 7, 6))                  # screws and co-screws, seven of each
TAU, T = Rotation.random(7, random_state=1).as_matrix(), rng.normal(size=(7, 3))


def moving(kinds, batch=()):
    robot = chain(kinds)
    return robot, robot.at(*motion(robot, batch=batch))


def loads(robot, batch=()):
    rng = np.random.default_rng(robot.n)
    return Loads(rng.normal(size=(*batch, robot.n, 3)), rng.normal(size=(*batch, robot.n, 3)),
                 (0.3, -2, -9.81))


def four(s):
    """The screw as a 4x4 matrix."""
    top = np.concatenate([lam(s[..., :3]), s[..., 3:, None]], -1)
    return np.concatenate([top, 0 * top[..., :1, :]], -2)


def pose(tau, t):
    bottom = np.broadcast_to([[0, 0, 0, 1.0]], (*tau.shape[:-2], 1, 4))
    return np.concatenate([np.concatenate([tau, t[..., None]], -1), bottom], -2)


def same(a, b, tolerance=1e-12):
    np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * max(1, np.abs(b).max(initial=0)))


# -- the algebra ---------------------------------------------------------------------------------
def test_adjoint_is_conjugation_of_the_4x4_matrices():
    g = pose(TAU, T)
    same(four(screws.times(screws.adjoint(TAU, T), A)), g @ four(A) @ np.linalg.inv(g))


def test_coadjoint_is_the_inverse_transpose_and_differs_from_the_adjoint():
    H = screws.adjoint(TAU, T)
    same(screws.coadjoint(TAU, T), np.linalg.inv(H).swapaxes(-1, -2))
    assert np.abs(screws.coadjoint(TAU, T) - H).max() > 1


def test_pairing_does_not_see_the_frame():
    moved = screws.pair(screws.times(screws.coadjoint(TAU, T), R),
                        screws.times(screws.adjoint(TAU, T), A))
    same(moved, screws.pair(R, A))


def test_bracket_is_the_commutator():
    same(four(screws.bracket(A, B)), four(A) @ four(B) - four(B) @ four(A))


def test_jacobi_and_the_commutator_of_ad():
    bracket = screws.bracket
    zero = bracket(A, bracket(B, C)) + bracket(B, bracket(C, A)) + bracket(C, bracket(A, B))
    same(zero, 0 * A)
    a, b = screws.ad(A), screws.ad(B)
    same(screws.ad(bracket(A, B)), a @ b - b @ a)


def test_cobracket_by_its_definition_on_the_six_unit_screws():
    for unit in np.eye(6):
        same(screws.pair(screws.cobracket(R, A), unit),
             screws.pair(R, screws.bracket(A, np.tile(unit, (7, 1)))))
    M, F, omega, V = R[:, :3], R[:, 3:], A[:, :3], A[:, 3:]
    same(screws.cobracket(R, A), np.hstack([np.cross(M, omega) + np.cross(F, V),
                                            np.cross(F, omega)]))


def test_brackets_turn_with_the_frame():
    H = screws.adjoint(TAU, T)
    same(screws.bracket(screws.times(H, A), screws.times(H, B)),
         screws.times(H, screws.bracket(A, B)))


@pytest.mark.parametrize("scale", [0, 1e-9, 1e-3, 1, 4])
def test_exponential_is_that_of_the_4x4_matrix(scale):
    s = A.copy()
    s[:, :3] *= scale
    turn, shift = screws.exp(s, np.linspace(-2, 2, 7))
    for k, theta in enumerate(np.linspace(-2, 2, 7)):
        same(pose(turn[k], shift[k]), expm(theta * four(s[k])))


def test_exponential_of_ad_is_the_adjoint_of_the_exponential():
    for s in A:
        same(screws.adjoint(*screws.exp(s)), expm(screws.ad(s)))


def test_screw_of_an_axis():
    s = screws.screw([0, 0, 2], [1, 0, 0], 0.5)
    same(s, [0, 0, 2, 0, -2, 1])
    turn, shift = screws.exp(screws.screw([0, 0, 1], [1, 2, 3]), 1.1)
    same(turn @ [1, 2, 5] + shift, [1, 2, 5])               # points of the axis stay


# -- inertia -------------------------------------------------------------------------------------
def test_pure_shift_is_steiners_theorem():
    body = inertia.box(3, (0.2, 0.5, 0.9), r=(0.3, -0.2, 0.7))
    d = np.array([0.4, 1, -2])
    K = screws.moved(screws.inertia(body.m, body.r, body.J), np.eye(3), d)
    same(K[:3, :3], body.about(-d))
    same(K, screws.inertia(body.m, body.r + d, body.J))


def test_steiner_in_letters_without_floats():
    x, y, z, m, J = *sp.symbols("x y z m"), np.diag(sp.symbols("J_1:4"))
    K = screws.moved(screws.inertia(m, [0, 0, 0], J), np.eye(3, dtype=int), [x, y, z])
    assert [str(sp.expand(e)) for e in K[0]] == ["J_1 + m*y**2 + m*z**2", "-m*x*y", "-m*x*z", "0",
                                                 "-m*z", "m*y"]


def test_oblique_axes_turn_and_shift_at_once():
    m, r, J = 2.0, rng.normal(size=3), np.diag([1, 2, 2.5])
    for tau, t in zip(TAU, T):
        same(screws.moved(screws.inertia(m, r, J), tau, t),
             screws.inertia(m, tau @ r + t, tau @ J @ tau.T))
        H = np.linalg.inv(screws.adjoint(tau, t))
        same(screws.moved(screws.inertia(m, r, J), tau, t), H.T @ screws.inertia(m, r, J) @ H)


def test_inertia_gives_the_momentum_of_points():
    points, masses = rng.normal(size=(6, 3)), rng.uniform(1, 2, 6)
    m, r = masses.sum(), masses @ points / masses.sum()
    J = sum(w * lam(x - r).T @ lam(x - r) for w, x in zip(masses, points))
    v = np.cross(A[0, :3], points) + A[0, 3:]
    same(screws.inertia(m, r, J) @ A[0], np.r_[masses @ np.cross(points, v), masses @ v])


@pytest.mark.parametrize("kinds", MIXED)
def test_kinetic_energy_and_the_matrix_of_inertia(kinds):
    robot, s = moving(kinds, (3,))
    same(screws.pair(screws.momenta(s), screws.velocities(s)).sum(-1) / 2, s.kinetic_energy())
    same(screws.A(s), s.A())


# -- kinematics ----------------------------------------------------------------------------------
@pytest.mark.parametrize("kinds", MIXED)
def test_screws_are_the_axes_of_the_joints(kinds):
    robot, s = moving(kinds)
    for j, found in enumerate(screws.joint_screws(s), 1):
        axis, point = s.tau(0, j - 1)[:, 2], s.t(j - 1)
        same(found, screws.screw(axis, point) if robot.sigma[j - 1] else np.r_[0, 0, 0, axis])


@pytest.mark.parametrize("kinds", MIXED)
def test_velocities_of_the_links_in_any_frame(kinds):
    robot, s = moving(kinds, (2,))
    for frame in (0, robot.n, "B", "tool"):
        for i in range(1, robot.n + 1):
            pole = s.t(frame, frame=i, origin=i)
            same(screws.velocities(s, frame)[:, i - 1],
                 np.concatenate([s.omega(i, frame), s.V(i, pole, frame)], -1))
            same(screws.times(screws.H(s, frame, 0), screws.velocities(s)[:, i - 1]),
                 screws.velocities(s, frame)[:, i - 1])


@pytest.mark.parametrize("kinds", MIXED)
def test_product_of_exponentials(kinds):
    robot = chain(kinds)
    q, home, _ = motion(robot, batch=(5,))
    s = robot.at(q)
    for i in range(robot.n + 1):
        for start in (None, home[0]):
            tau, t = screws.product_of_exponentials(robot, q, i, start)
            same(tau, s.tau(0, i))
            same(t, s.t(i))


def test_product_of_exponentials_in_letters():
    robot = kawasaki.fs20n(symbolic=True)
    q = sp.symbols("q_1:7")
    tau, t = screws.product_of_exponentials(robot, q, 3)
    for mine, book in zip([*tau.ravel(), *t], [*robot.at(q).tau(0, 3).ravel(), *robot.at(q).t(3)]):
        assert sp.simplify(mine - book) == 0
    second = screws.joint_screws(robot.at([sp.S.Zero] * 6))[1]
    assert str(second.tolist()) == "[-1, 0, 0, 0, 0, -L_1]"


@pytest.mark.parametrize("kinds", MIXED)
def test_partial_derivatives_of_the_screws(kinds):
    robot, s = moving(kinds)
    partials = screws.partials(s)
    for j in range(robot.n):
        unit = np.eye(robot.n)[j]
        change = derivative(lambda h: screws.joint_screws(robot.at(s.q + h * unit)))
        same(partials[:, j], change, 1e-10)
        twin = screws.dscrews(robot.at(s.q, unit))          # exactly: the rate when dq_j = 1
        same(partials[:, j], twin)


@pytest.mark.parametrize("kinds", MIXED)
def test_dscrews_are_dc_and_dD(kinds):
    """dD follows a point of link n; at the origin that point moves with V."""
    robot, s = moving(kinds, (2,))
    n, pole = robot.n, s.t(0, frame=robot.n, origin=robot.n)
    for j in range(1, n + 1):
        ds = screws.dscrews(s)[:, j - 1]
        same(ds[:, :3], s.dc(j))
        same(ds[:, 3:] + np.cross(s.c(j), s.V(n, pole)), s.dD(n, j, pole))


@pytest.mark.parametrize("kinds", MIXED)
def test_accelerations_of_points(kinds):
    robot, s = moving(kinds)
    for i in range(1, robot.n + 1):
        point, a = [0.3, -1, 0.5], screws.accelerations(s)[i - 1]
        same(a[:3], s.domega(i))
        same(a[3:] + np.cross(a[:3], s.t(i, point)) + np.cross(s.omega(i), s.V(i, point)),
             s.dV(i, point))


@pytest.mark.parametrize("kinds", MIXED)
def test_derivatives_of_inertia_and_momentum(kinds):
    robot, s = moving(kinds)

    def later(h):
        return robot.at(s.q + h * s.dq + h * h / 2 * s.ddq, s.dq + h * s.ddq)

    same(screws.dinertias(s), derivative(lambda h: screws.inertias(later(h))), 1e-9)
    same(screws.dmomenta(s), derivative(lambda h: screws.momenta(later(h))), 1e-9)


# -- dynamics ------------------------------------------------------------------------------------
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("kinds", MIXED)
def test_drives_in_every_form(form, kinds):
    robot, s = moving(kinds, (3,))
    for load in (None, loads(robot), loads(robot, (3,))):
        same(form(s, load), s.drives(load))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("kinds", MIXED)
def test_drives_in_every_form_are_section_9(form, kinds):
    """A ddq + b less the loads; from the screws' own A, and b alone without accelerations."""
    robot, s = moving(kinds, (3,))
    load = loads(robot, (3,))
    same(form(s, load), screws.times(screws.A(s), s.ddq) + s.b() - s.load_drives(load))
    same(form(robot.at(s.q, s.dq, 0 * s.ddq)), s.b())


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_drives_in_letters(form):
    q, dq, ddq, m, g = sp.symbols("q:2"), sp.symbols("v:2"), sp.symbols("w:2"), *sp.symbols("m g"),
    robot = Mechanism([1, 0], [(0, sp.pi / 2, 0), (0, 0, 0)], [(sp.Symbol("l"), 0, 0), (0, 0, 0)],
                      [m, 2], [(0, 0, 0), (0, sp.Symbol("r"), 0)], [sp.eye(3), 2 * sp.eye(3)])
    s, load = robot.at(q, dq, ddq), Loads(gravity=(0, -g, 0))
    for mine, book in zip(form(s, load), s.drives(load)):
        # simplify may take seconds or for ever, as the order of terms happens to be.
        assert sp.expand((mine - book).rewrite(sp.exp)) == 0


@pytest.mark.parametrize("kinds", MIXED)
def test_every_link_is_in_balance(kinds):
    """dm_j* - W_j* is the reaction of joint j less that of joint j+1, section 8."""
    robot, s = moving(kinds)
    load = loads(robot)
    own = screws.dmomenta(s) - screws.wrenches(s, load)
    joints = [np.r_[s.mu(j, loads=load) + np.cross(s.t(j - 1), s.f(j, loads=load)),
                    s.f(j, loads=load)] for j in range(1, robot.n + 1)] + [np.zeros(6)]
    for j in range(robot.n):
        same(own[j], joints[j] - joints[j + 1], 1e-11)


def test_free_body_keeps_energy_and_momentum():
    """Newton-Euler in the body's own frame, away from its mass centre, for three seconds."""
    K = screws.inertia(2.0, [0.2, -0.1, 0.3], np.diag([0.3, 0.5, 0.7]))

    def rate(t, y):
        s, tau = y[:6], y[6:15].reshape(3, 3)
        ds = screws.newton_euler(K, s, np.zeros(6))
        return np.r_[ds, (tau @ lam(s[:3])).ravel(), tau @ s[3:]]

    start = np.r_[1, 2, -0.5, 0.3, 0, 0.4, np.eye(3).ravel(), np.zeros(3)]
    run = solve_ivp(rate, (0, 3), start, "DOP853", np.linspace(0, 3, 7), rtol=1e-12, atol=1e-13)
    s, tau, place = run.y[:6].T, run.y[6:15].T.reshape(-1, 3, 3), run.y[15:].T
    same(screws.pair(screws.times(K, s), s), np.full(7, s[0] @ K @ s[0]), 1e-10)
    fixed = screws.times(screws.coadjoint(tau, place), screws.times(K, s))
    same(fixed, np.tile(fixed[0], (7, 1)), 1e-10)
    assert np.abs(s - s[0]).max() > 1                       # while the screw itself moves a lot


def test_dynamics_needs_inertias():
    robot = chain("RP", inertias=False)
    for quantity in [*FORMS, screws.inertias, screws.A, screws.momenta, screws.wrenches]:
        with pytest.raises(ValueError, match="needs inertial parameters"):
            quantity(robot.at([0, 0], [0, 0], [0, 0]))


# -- the door ------------------------------------------------------------------------------------
E = np.eye(3)
BAD = [  # a call, and what its error says
    (lambda: screws.screw([0, 1], E[0]), r"axis: got shape \(2,\), needs \(..., 3\)"),
    (lambda: screws.screw(E[0], [0, 1]), r"point: got shape \(2,\), needs \(..., 3\)"),
    (lambda: screws.screw(E[0], E[1], np.inf), "pitch: got inf, needs finite"),
    (lambda: screws.adjoint(np.eye(2), E[0]), r"tau: got shape \(2, 2\), needs \(..., 3, 3\)"),
    (lambda: screws.coadjoint(E, [0, 1]), r"t: got shape \(2,\), needs \(..., 3\)"),
    (lambda: screws.ad(E[0]), r"s: got shape \(3,\), needs \(..., 6\)"),
    (lambda: screws.bracket(E[0], np.ones(6)), r"s: got shape \(3,\), needs \(..., 6\)"),
    (lambda: screws.exp(np.ones(5)), r"s: got shape \(5,\), needs \(..., 6\)"),
    (lambda: screws.exp(np.ones(6), np.nan), "theta: got nan, needs finite"),
    (lambda: screws.inertia([1, None], E[0], E), r"m: got \[1, None\], needs numbers"),
    (lambda: screws.inertia(1, 0, E), r"r: got shape \(\), needs \(..., 3\)"),
    (lambda: screws.inertia(1, E[0], E[0]), r"J: got shape \(3,\), needs \(..., 3, 3\)"),
    (lambda: screws.moved(E, E, E[0]), r"K: got shape \(3, 3\), needs \(..., 6, 6\)"),
    (lambda: screws.newton_euler(np.eye(6), np.ones(6), E[0]), r"f: got shape \(3,\)"),
    (lambda: screws.newton_euler(E, np.ones(6), np.ones(6)), r"K: got shape \(3, 3\)"),
    (lambda: screws.product_of_exponentials(arm(2), [0, 0], 3), r"i: got 3, needs a link 0..2"),
    (lambda: screws.product_of_exponentials(arm(2), [0, 0, 0]), r"q: got shape \(3,\)"),
    (lambda: screws.product_of_exponentials(arm(2), [0, 0], home=[1]), r"home: got shape \(1,\)"),
    (lambda: screws.decoupled(arm(2), [(1, 3)], [[0, 0]]), r"pairs: got \[\[1.0, 3.0\]\], needs "
                                                           r"some of 1..2"),
    (lambda: screws.decoupled(arm(2), [], [[0, 0]]), r"pairs: got shape \(0,\), needs \(k, 2\)"),
    (lambda: screws.decoupled(arm(2), [(1, 1.5)], [[0, 0]]), r"pairs: got \[\[1.0, 1.5\]\]"),
    (lambda: screws.decoupled(arm(2), [(1, 2)], [[0, 0]], [0]), r"links: got \[0\], needs"),
    (lambda: screws.decoupled(arm(2), [(1, 2)], [[0, 0]], []), r"links: got \[\], needs"),
    (lambda: screws.decoupled(arm(2), [(1, 2)], [0, 0]), r"q: got shape \(2,\), needs \(k, 2\)"),
    (lambda: screws.drives(moving("RP")[1], (0, 0, -9.81)), "loads: got .*, needs Loads"),
    (lambda: screws.wrenches(moving("RP")[1], Loads(F=np.ones((3, 3)))), r"F: got shape \(3, 3\)"),
    (lambda: screws.velocities(arm(2).at([0, 0])), "dq: got None, needs velocities"),
    (lambda: screws.accelerations(arm(2).at([0, 0], [0, 0])), "ddq: got None, needs accel")]


def test_errata_as_a_table_to_read():
    """The table of lessons 10 and 11: both forms and both residuals, executed."""
    head, rule, first, second = evidence.markdown("S-5-rho", "S-6-limits").splitlines()
    row = next(x for x in errata.table("Selig") if x.id == "S-6-limits")
    assert head.count("|") == rule.count("|") == first.count("|") == second.count("|") == 4
    assert "no value<br>0 |" in first and f"{row.check().printed_residual:.2g}<br>0 |" in second
    assert f"${row.printed}$<br>${row.corrected}$" in second
    with pytest.raises(ValueError, match="ids: got 'S-0', needs ids of errata.table"):
        evidence.markdown("S-0")


@pytest.mark.parametrize("call,text", BAD, ids=range(len(BAD)))
def test_bad_input_is_named(call, text):
    with pytest.raises(ValueError, match=text):
        call()


# -- decoupling ----------------------------------------------------------------------------------
def arm(n):
    """A turn about the vertical, then one or two turns about horizontal axes."""
    return robots.load(f"crane{n}")


def swing(robot):
    """The other joints are driven about, joint 1 is free: how far it is carried away."""
    def drives(t, q, dq):
        return np.r_[0, 3 * np.sin(4 * t + np.arange(1, robot.n)) - 0.5 * dq[1:]]
    run = robot.simulate(np.full(robot.n, 0.3), np.zeros(robot.n), drives, np.linspace(0, 2, 21))
    return np.ptp(run.q, axis=0)


@pytest.mark.parametrize("n,pairs", [(2, [(1, 2)]), (3, [(1, 2), (1, 3)])])
def test_mass_centres_that_free_joint_1(n, pairs):
    robot, rng = arm(n), np.random.default_rng(0)
    better, left = screws.decoupled(robot, pairs, rng.uniform(-3, 3, (20, n)), range(2, n + 1))
    elsewhere = rng.uniform(-3, 3, (200, n))
    before, after = (np.abs(screws.A(r.at(elsewhere))[:, 0, 1:]).max() for r in (robot, better))
    assert left < 1e-12 and after < 1e-12 < 0.1 < before
    assert (better.r[0] == robot.r[0]).all() and np.abs(better.r - robot.r).max() < 0.6
    old, new = swing(robot), swing(better)
    assert old[0] > 0.05 and new[0] < 1e-9 and (new[1:] > 0.1).all()


def test_the_elbow_cannot_be_freed_everywhere_but_at_one_position():
    robot, rng = arm(3), np.random.default_rng(1)
    pairs = [(1, 2), (1, 3), (2, 3)]
    _, left = screws.decoupled(robot, pairs, rng.uniform(-3, 3, (20, 3)), [2, 3])
    assert left > 0.01
    q = np.array([[0.3, 0.5, 1.2]])
    better, left = screws.decoupled(robot, pairs, q, [2, 3])
    assert left < 1e-12
    ddq = better.forward_dynamics(q[0], np.zeros(3), [0, 0, 1.0])
    assert np.abs(ddq[:2]).max() < 1e-12 < 1 < ddq[2]
    assert np.abs(robot.forward_dynamics(q[0], np.zeros(3), [0, 0, 1.0])[:2]).min() > 0.1


@pytest.mark.parametrize("kinds", ["RR", "RRR", "PRR", "RPRR"])
def test_mean_of_a_in_over_the_last_turn(kinds):
    """c_i^T c_n times the inertia about axis n: why parallel axes are never free of each other."""
    robot = chain(kinds)
    n, q = robot.n, motion(chain(kinds))[0]
    turns = np.tile(q, (8, 1))
    turns[:, -1] = np.arange(8) * np.pi / 4
    s = robot.at(turns)
    about = s.a(n, n)[0]
    for i in range(1, n):
        along = (s.c(i) * s.c(n)).sum(-1)[0]
        assert s.a(i, n).mean() == pytest.approx(along * about, abs=1e-12)


def test_mass_centres_that_leave_no_b_either():
    """A diagonal and constant: J_xx + m r_z^2 = J_zz + m r_x^2 makes link 2 a flywheel."""
    J = np.diag([0.05, 0.02, 0.03])
    r = (np.sqrt((J[0, 0] - J[2, 2]) / 2.0), -0.1, 0)       # -0.1: in the plane of axis 1
    robot = Mechanism.from_axes([1, 1], [(0, 0, 0), (0, 0.1, 0)], np.tile(np.eye(3), (2, 1, 1)),
                                [(0, 0, 1), (0, 1, 0)], [1, 2], [(0, 0, 0), r], [np.eye(3), J])
    q, dq, _ = motion(robot, batch=(50,))
    a = robot.A(q)
    assert np.ptp(a, axis=0).max() < 1e-14 and np.abs(a[:, 0, 1]).max() < 1e-14
    assert np.abs(robot.b(q, dq)).max() < 1e-14
