"""The Kawasaki FS20N of appendices 1 to 5."""

import numpy as np
import pytest
import sympy
from robokit_cases import derivative

from robokit import Loads, kawasaki
from robokit.inertia import cylinder

arm = kawasaki.fs20n()


def random_q(count, seed=0):
    least, greatest = arm.limits.T
    return np.random.default_rng(seed).uniform(least, greatest, (count, 6))


def apart(a, b):
    return np.abs((a - b + np.pi) % (2 * np.pi) - np.pi)


# -- appendix 1 -----------------------------------------------------------------------------
def test_closed_forms_of_appendix_1():
    robot = kawasaki.fs20n(symbolic=True)
    q = sympy.symbols("q_1:7", real=True)
    s = robot.at(list(q))
    S, C = [sympy.sin(x) for x in q], [sympy.cos(x) for x in q]
    tau_B2 = [
        [S[0] * S[1], -S[0] * C[1], C[0]],
        [C[0] * S[1], -C[0] * C[1], -S[0]],
        [C[1], S[1], 0],
    ]
    assert sympy.Matrix(s.tau("B", 2)) == sympy.Matrix(tau_B2)
    low = q[1] - q[2]
    third = sympy.Matrix(
        [sympy.sin(q[0]) * sympy.sin(low), sympy.cos(q[0]) * sympy.sin(low), sympy.cos(low)]
    )
    assert sympy.simplify(sympy.Matrix(s.tau("B", 3)[:, 2]) - third) == sympy.zeros(3, 1)
    assert s.tau("B", "tool").shape == (3, 3)
    assert set().union(*[x.free_symbols for x in s.t("tool", frame="B", origin="B")]) >= set(q[:5])
    values = dict(zip(q, random_q(1)[0]))
    numbers = kawasaki.fs20n()
    names = {sympy.Symbol(k, positive=True): v for k, v in kawasaki.LENGTHS.items()}
    for i in [1, 2, 3, 4, 5, 6, "tool"]:
        letters = sympy.Matrix(s.tau("B", i)).subs(values).evalf()
        n = numbers.at(list(values.values()))
        np.testing.assert_allclose(np.array(letters, dtype=float), n.tau("B", i), atol=1e-14)
        letters = sympy.Matrix(s.t(i, frame="B", origin="B")).subs(values).subs(names).evalf()
        np.testing.assert_allclose(
            np.array(letters, dtype=float).ravel(), n.t(i, frame="B", origin="B"), atol=1e-14
        )


def test_home_position():
    L = kawasaki.LENGTHS
    t = arm.at(np.zeros(6)).t(6, frame="B", origin="B")
    up = L["L_2"] + L["L_4"] + L["L_5"] + L["L_6"]
    np.testing.assert_allclose(t, [0, L["L_1"] - L["L_3"], up], atol=1e-12)


# -- appendix 2 -----------------------------------------------------------------------------
def round_trip(q):
    """The pose of the found q to 1e-10, always; q itself to 1e-10, or to rounding over the
    product of the distances from singular configurations: the pose determines it no better."""
    pose = arm.forward_kinematics(q)
    found = arm.inverse_kinematics(pose, *arm.kci(q), limits=False)
    t, tau = arm.forward_kinematics(found)
    assert np.abs(t - pose[0]).max() < 1e-10 and np.abs(tau - pose[1]).max() < 1e-10
    distance = np.minimum(np.abs(arm._indicators(q)), 1).prod(0)
    error = apart(found, q).max(-1)
    assert (error < np.maximum(1e-10, 2e-14 / distance)).all()
    far = distance > 2e-4
    assert far.mean() > 0.98 and error[far].max() < 1e-10
    kept = arm.inverse_kinematics(pose, *arm.kci(q), limits=True)
    assert apart(kept, found).max() < 1e-12
    assert ((kept >= arm.limits[:, 0]) & (kept <= arm.limits[:, 1])).all()


def test_round_trip_at_a_limit():
    """Rounding does not put a joint that stands at its limit beyond it."""
    least, greatest = arm.limits.T
    q = random_q(400)
    for j in (0, 1, 2, 4):
        for end in (least, greatest):
            q[:, j] = end[j]
            pose = arm.forward_kinematics(q)
            found = arm.inverse_kinematics(pose, *arm.kci(q), limits=True)
            assert ((found >= least) & (found <= greatest)).all()
            assert np.abs(arm.forward_kinematics(found)[0] - pose[0]).max() < 1e-10
            q[:, j] = random_q(400)[:, j]


def test_round_trip():
    round_trip(random_q(20_000))


@pytest.mark.proof
def test_round_trip_of_a_million():
    for seed in range(10):
        round_trip(random_q(100_000, seed + 1))


def test_eight_branches():
    for q in random_q(40, seed=5):
        pose = arm.forward_kinematics(q)
        found = arm.solutions(pose)
        own = tuple(int(k) for k in arm.kci(q))
        assert apart(found[own], q).max() < 1e-9
        for k, solution in found.items():
            t, tau = arm.forward_kinematics(solution)
            np.testing.assert_allclose(t, pose[0], atol=1e-10)
            np.testing.assert_allclose(tau, pose[1], atol=1e-10)
            assert tuple(int(x) for x in arm.kci(solution)) == k
        assert len(found) in (4, 8)
        different = np.array(list(found.values()))
        gaps = [apart(a, b).max() for i, a in enumerate(different) for b in different[:i]]
        assert min(gaps) > 1e-3
        inside = arm.solutions(pose, limits=True)
        assert own in inside and set(inside) <= set(found)


def test_other_lengths_and_a_batch_of_indices():
    robot = kawasaki.fs20n(L_0=0.4, L_1=0.2, L_3=-0.1, L_5=0.0525, L_6=0.07, L_tool=0.2)
    q = random_q(50).reshape(5, 10, 6)
    found = robot.inverse_kinematics(robot.forward_kinematics(q), *robot.kci(q))
    assert found.shape == q.shape and apart(found, q).max() < 1e-9


def test_k_e_distinguishes_where_the_printed_formula_does_not():
    """Between q_3 = -arctg(L_3/L_4) and 0 the sign of (X_2 x Z_3) Z_1 is the other one."""
    lean = np.arctan2(arm.l[2, 1], arm.l[3, 0])
    a = np.array([0.1, 0.5, -lean / 2, 0.3, 0.5, 0.7])
    pose = arm.forward_kinematics(a)
    k = arm.kci(a)
    b = arm.inverse_kinematics(pose, k[0], -k[1], k[2])
    signs = []
    for q in (a, b):
        s = arm.at(q)
        X_2, Z_3, Z_1 = s.tau(0, 2)[:, 0], s.tau(0, 3)[:, 2], s.tau(0, 1)[:, 2]
        signs.append(np.sign(np.cross(X_2, Z_3) @ Z_1))
    assert signs[0] == signs[1] and arm.kci(a)[1] == -arm.kci(b)[1]


def test_singular_configurations_are_those_without_full_rank():
    q = random_q(1, seed=3)[0]
    lean = np.arctan2(arm.l[2, 1], arm.l[3, 0])
    stretched, straight = q.copy(), q.copy()
    stretched[2], straight[4] = -lean, 0
    over = q.copy()  # wrist centre on axis 1: turn the shoulder until it is
    from scipy.optimize import brentq

    over[2] = 1.9
    over[1] = brentq(lambda x: arm._indicators([0, x, 1.9, 0, 1, 0])[0], -1.8, 1.0, xtol=1e-15)
    for name, config in (("elbow", stretched), ("wrist", straight), ("shoulder", over)):
        assert [k for k, yes in arm.singular(config).items() if yes] == [name]
        assert arm.at(config).rank() == 5
        assert 0 in arm.kci(config)
    assert not any(arm.singular(q).values()) and arm.at(q).rank() == 6


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda: arm.inverse_kinematics(([3, 0, 0], np.eye(3))),
            "pose: out of reach, the wrist centre",
        ),
        (
            lambda: arm.inverse_kinematics(([[0.5, 0, 0.5], [3, 0, 0]], np.stack([np.eye(3)] * 2))),
            r"at \[1\]",
        ),
        (
            lambda: arm.inverse_kinematics(arm.forward_kinematics([0, 0.2, 0.4, 0, 0, 0]), 1, -1),
            "axes 4 and 6",
        ),
        (
            lambda: arm.inverse_kinematics(
                arm.forward_kinematics([3.0, 0.2, 0.4, 0, 1, 0]), 1, -1, -1, limits=True
            ),
            "limits: joint 1 needs 171.887 degrees, it has -160 to 160",
        ),
        (
            lambda: arm.inverse_kinematics(([0.5, 0, 0.5], np.eye(3)), 2),
            r"k_s: got 2, needs \+1 or -1",
        ),
        (lambda: arm.inverse_kinematics(([0.5, 0, 0.5], np.eye(3)), 1, 1, 0), "k_w: got 0"),
        (
            lambda: arm.inverse_kinematics(([0.5, 0, 0.5], 2 * np.eye(3))),
            "tau: got a matrix that is not a rot",
        ),
        (
            lambda: arm.inverse_kinematics(([0.5, 0, 0.5], np.diag([1, 1, -1]))),
            "tau: got a matrix that is not",
        ),
        (
            lambda: arm.inverse_kinematics(([0.5, 0], np.eye(3))),
            r"t: got shape \(2,\), needs \(\.\.\., 3\)",
        ),
        (lambda: arm.inverse_kinematics([0.5]), "pose: got"),
        (lambda: arm.solutions(([0.5, 0], np.eye(3))), r"t: got shape \(2,\), needs \(\.\.\., 3\)"),
        (lambda: arm.inverse_kinematics(([0.5, np.nan, 0], np.eye(3))), "t: got nan"),
        (
            lambda: kawasaki.fs20n(symbolic=True).inverse_kinematics(([0.5, 0, 0], np.eye(3))),
            "pose: got symbols",
        ),
        (
            lambda: arm.inverse_kinematics(arm.forward_kinematics(np.full((3, 6), 0.3)), [1, 1]),
            r"pose, k_s, k_e, k_w: got batches pose \(3,\), k_s \(2,\)",
        ),
        (lambda: arm.kci(sympy.symbols("q_1:7")), "q: got symbols, needs numbers"),
        (lambda: kawasaki.fs20n(L_2=-0.8), "L_2, L_3, L_4: got -0.8, 0.06, 0.7, needs L_2 > 0"),
        (lambda: kawasaki.fs20n(L_3=0, L_4=0), "needs L_2 > 0 and a forearm"),
        (
            lambda: kawasaki.FS20N.from_dict(arm.to_dict() | {"limits": None}).solutions(
                arm.forward_kinematics(np.full(6, 0.3)), limits=True
            ),
            "limits: got True, needs a mechanism that has limits",
        ),
        (lambda: kawasaki.velocities_at_home([1, 2], 1, 1, 1), r"dq: got shape \(2,\)"),
        (lambda: kawasaki.fs20n(L_9=1), "lengths: got L_9"),
        (lambda: kawasaki.fs20n(inertias="measured"), "inertias: got 'measured'"),
        (lambda: arm.A(np.zeros(6)), "m, r, J: got none for Kawasaki FS20N"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_only_the_arrangement_of_appendix_1():
    d = arm.to_dict()
    assert kawasaki.FS20N.from_dict(d) == arm
    d["l"][0] = [0.1, 0.15, 0]
    with pytest.raises(ValueError, match="FS20N: got another arrangement of axes"):
        kawasaki.FS20N.from_dict(d)


def test_shoulder_singularity_is_named():
    t, tau = arm.forward_kinematics([0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    s = arm.at([0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    wrist = s.t(4, frame="B", origin="B")
    with pytest.raises(ValueError, match="wrist centre lies on the axis of joint 1"):
        arm.inverse_kinematics((t - [wrist[0], wrist[1], 0], tau))


# -- appendices 3 and 4 -----------------------------------------------------------------------
def test_printed_velocities_hold_where_they_say():
    dq = np.random.default_rng(0).normal(size=6)
    L = kawasaki.LENGTHS | {"L_1": 0.0, "L_3": 0.0}
    r = [
        L["L_2"] + L["L_4"] + L["L_5"] + L["L_6"],
        L["L_4"] + L["L_5"] + L["L_6"],
        L["L_5"] + L["L_6"],
    ]
    omega, V = kawasaki.velocities_at_home(dq, *r)
    slim = kawasaki.fs20n(L_1=0.0, L_3=0.0).at(np.zeros(6), dq)
    np.testing.assert_allclose(slim.omega(6, "B"), omega, atol=1e-14)
    np.testing.assert_allclose(slim.V(6, frame="B"), V, atol=1e-14)
    s = arm.at([0, 0.7, 0.7, 0, 0, 1.1], dq)  # omega asks for less
    np.testing.assert_allclose(s.omega(6, "B"), omega, atol=1e-14)
    assert np.abs(arm.at(np.zeros(6), dq).V(6, frame="B") - V).max() > 1e-2  # L_1, L_3 matter
    assert np.abs(arm.at([0, 0.7, 0.6, 0, 0, 0], dq).omega(6, "B") - omega).max() > 1e-2


# -- appendix 5 -------------------------------------------------------------------------------
def points_of_cylinder(m, R, H, axis, center, n=24):
    """Points of equal mass that have the moments of a solid cylinder (Gauss-Legendre)."""
    x, w = np.polynomial.legendre.leggauss(n)
    area, wa = (x + 1) / 2, w / 2
    phi = np.arange(n) * 2 * np.pi / n
    a, p, z = np.meshgrid(area, phi, x, indexing="ij")
    mass = np.broadcast_to(wa[:, None, None] * (w / 2) / n, a.shape) * m
    radius = R * np.sqrt(a)
    local = np.stack([radius * np.cos(p), radius * np.sin(p), z * H / 2], -1)
    order = {"x": [2, 0, 1], "z": [0, 1, 2]}[axis]
    return local[..., order].reshape(-1, 3) + center, mass.ravel()


def test_third_link_against_its_points():
    """Mass, centre and tensor from thousands of points, (1.2) and (1.3)."""
    given = dict(
        m_2=9.0,
        m_3=5.0,
        m_link=7.0,
        R_2=0.11,
        R_3=0.07,
        R_link=0.08,
        H_2=0.2,
        H_3=0.12,
        L_link=0.3,
        r_2=(0, -0.06, 0.02),
    )
    link = kawasaki.third_link(**given)
    parts = [
        points_of_cylinder(7.0, 0.08, 0.3, "z", np.array([0, 0, -0.15])),
        points_of_cylinder(4.5, 0.11, 0.2, "x", np.array([0, -0.06, 0.02])),
        points_of_cylinder(2.5, 0.07, 0.12, "z", np.zeros(3)),
    ]
    x, m = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
    r = m @ x / m.sum()
    d = x - r
    J = np.einsum(
        "k,kij->ij",
        m,
        np.einsum("ki,ki->k", d, d)[:, None, None] * np.eye(3) - np.einsum("ki,kj->kij", d, d),
    )
    assert np.isclose(link.m, m.sum())
    np.testing.assert_allclose(link.r, r, atol=1e-12)
    np.testing.assert_allclose(link.J, J, rtol=1e-9, atol=1e-9)
    assert abs(link.J[1, 2]) > 1e-3  # the product that appendix 5 leaves out


def test_third_link_in_letters():
    m, R, H, L, y, z = sympy.symbols("m R H L y z", positive=True)
    link = kawasaki.third_link(2 * m, 2 * m, m, R, R, R, H, H, L, (0, y, z))
    assert sympy.simplify(link.m - 3 * m) == 0
    assert sympy.simplify(link.r[2] - (z - L / 2) / 3) == 0


def test_nominal_inertias_are_marked_and_physical():
    robot = kawasaki.fs20n(inertias="nominal")
    assert "nominal" in robot.name and kawasaki.fs20n().m is None
    assert np.isclose(robot.m.sum(), sum(kawasaki.NOMINAL_MASSES), rtol=1e-12)
    assert eval(repr(robot), {"FS20N": kawasaki.FS20N, "Mount": type(robot.base)}) == robot


def test_a_33():
    """Appendix 5's sum for a_33, term by term, against the energy of joint 3 alone."""
    robot = kawasaki.fs20n(inertias="nominal")
    q = random_q(1)[0]
    s = robot.at(q)
    c = s.c(3, "B")
    a_33 = 0
    for k in range(3, 7):
        J = s.tau("B", k) @ robot.J[k - 1] @ s.tau(k, "B")
        D = np.cross(c, s.R(k, 3, robot.r[k - 1], "B"))
        a_33 += c @ J @ c + robot.m[k - 1] * D @ D
    assert np.isclose(s.a(3, 3), a_33, rtol=1e-12)
    assert np.isclose(2 * robot.at(q, np.eye(6)[2]).kinetic_energy(), a_33, rtol=1e-12)


def test_weight_points_down():
    """Z_0 points down: holding the arm out takes the moment of its weight."""
    robot = kawasaki.fs20n(inertias="nominal")
    g = np.array([0, 0, 9.81])
    q = random_q(1, seed=2)[0]
    height = lambda x: (
        sum(
            m * robot.at(x).t(i, r, "B", "B")[2]
            for i, (m, r) in enumerate(zip(robot.m, robot.r), 1)
        )
        * 9.81
    )
    slope = [derivative(lambda h: height(q + h * e)) for e in np.eye(6)]
    np.testing.assert_allclose(robot.static_drives(q, Loads(gravity=g)), slope, atol=1e-6)


def test_one_cylinder_is_the_formula_of_appendix_5():
    body = cylinder(2.0, 0.3, 0.5, "x")
    np.testing.assert_allclose(np.diag(body.J), [2 * 0.09 / 2] + [2 * (0.25 + 3 * 0.09) / 12] * 2)
