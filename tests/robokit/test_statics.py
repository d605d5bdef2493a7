"""Statics written out: direction cosines by pattern, the paper's tables and problems, drives."""

import itertools

import numpy as np
import pytest
import sympy as sp

from robokit import Loads
from robokit.statics import Arm, Line, code, latex, operations, table_1, table_2, text

GANTRY = "Py Px Ry P-y Rz Ry"                    # problem 1: Cartesian coordinates
PROBLEMS = {1: GANTRY, 2: "Ry Px Ry P-y Rz Ry", 3: "Ry Ry Ry P-y Rz Ry",
            4: "Ry Rz Ry Px Rz Ry", 5: "Ry Rz Rz Ry Rz Ry"}
MIXED = ["Rx", "Px Rx", "Rx Ry", "Rz P-z Rz R-x", "R-y Px R-y Rz", "Rx R-x Ry Py Ry"]


def turn(axis, angle):
    """The matrix of a turn, from Rodrigues's formula."""
    K = np.cross(np.eye(3)[axis], np.eye(3)).T   # K x = u cross x
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def rotation(arm, q, i, j):
    """tau_ij as the full product of matrices."""
    tau = np.eye(3)
    for joint, x in zip(arm.joints[i:j], q[i:j]):
        if joint.kind == "R":
            tau = tau @ turn(joint.axis, joint.sign * x)
    return tau


def places(arm, q, l):
    """Origins O_k and axes of every link, in frame 0."""
    o, tau, found = np.zeros(3), np.eye(3), []
    for k, joint in enumerate(arm.joints):
        o = o + tau @ (l[k] + (joint.kind == "P") * joint.sign * q[k] * np.eye(3)[joint.axis])
        tau = tau if joint.kind == "P" else tau @ turn(joint.axis, joint.sign * q[k])
        found.append((o, tau))
    return found


def number(expression, values):
    return np.array(sp.Matrix([expression]).subs(values).tolist(), float).squeeze()


@pytest.fixture(params=[*PROBLEMS.values(), *MIXED])
def case(request):
    arm = Arm(request.param)
    rng = np.random.default_rng(len(request.param))
    q, m = rng.uniform(-2, 2, arm.n), rng.uniform(1, 3, arm.n)
    l, r = rng.normal(size=(2, arm.n, 3))
    return arm, q, l, m, r, arm.values(q, l, m, r)


def test_turn_of_the_test_is_right_handed():
    np.testing.assert_allclose(turn(2, 0.3) @ [1, 0, 0], [np.cos(0.3), np.sin(0.3), 0])


# -- direction cosines ---------------------------------------------------------------------------
def test_cosines_are_the_product_of_the_turns(case):
    arm, q, *_, values = case
    for i, j in itertools.combinations(range(arm.n + 1), 2):
        np.testing.assert_allclose(number(arm.cosines(j, i), values).reshape(3, 3),
                                   rotation(arm, q, i, j), atol=1e-14)


def test_what_is_written_out_computes_the_cosines(case):
    arm, q, *_, values = case
    names = {str(s): v for s, v in values.items()}
    for axis in range(3):
        components, lines = arm.written("xyz"[axis], arm.n)
        scope = {}
        exec(code(lines, "cosines", components), scope)
        function = scope["cosines"]
        got = function(*[names[x] for x in function.__code__.co_varnames[:
                         function.__code__.co_argcount]])
        np.testing.assert_allclose(got, rotation(arm, q, 0, arm.n)[:, axis], atol=1e-14)


def test_table_1_has_27_cells():
    c, s = sp.symbols("cj sj")
    table = table_1()
    assert sum(len(block) for block in table.values()) == 27
    for axis, block in table.items():
        got = np.array(block.subs({c: np.cos(0.7), s: np.sin(0.7)}).tolist(), float)
        np.testing.assert_allclose(got, turn("xyz".index(axis), 0.7), atol=1e-15)
        assert set(block) <= {0, 1, c, s, -s}


def test_table_2_has_81_cells():
    """Every cell against the product of two turns; parallel axes hold the sum of the angles."""
    values = {"ci": np.cos(0.4), "si": np.sin(0.4), "cj": np.cos(1.1), "sj": np.sin(1.1),
              "cij": np.cos(1.5), "sij": np.sin(1.5)}
    table = table_2()
    assert sum(len(block) for block in table.values()) == 81
    for (a, b), block in table.items():
        got = np.array(block.subs(values).tolist(), float)
        want = turn("xyz".index(a), 0.4) @ turn("xyz".index(b), 1.1)
        np.testing.assert_allclose(got, want, atol=1e-15)
        assert {"ci", "cj"}.isdisjoint(map(str, block.free_symbols)) == (a == b)
        assert all(len(sp.Add.make_args(cell)) == 1 for cell in block), "simple formulas only"


# -- the paper's problems ------------------------------------------------------------------------
def letters(names):
    return sp.symbols(names)


def test_problem_1():
    s5, c5, s6, c6, mg6 = letters("s5 c5 s6 c6 mg6")
    assert Arm(GANTRY).forces(6) == mg6 * sp.Matrix([s5 * c6, c5, s5 * s6])


def test_problems_2_and_3_merge_parallel_angles():
    s5, c5, s13, c13, s123, c123 = letters("s5 c5 s13 c13 s123 c123")
    assert Arm(PROBLEMS[2]).cosines(6)[:, 1] == sp.Matrix([-c13 * s5, c5, s13 * s5])
    assert Arm(PROBLEMS[3]).cosines(6)[:, 1] == sp.Matrix([-c123 * s5, c5, s123 * s5])


def test_problem_4():
    s1, c1, s2, c2, s3, c3, s5, c5 = letters("s1 c1 s2 c2 s3 c3 s5 c5")
    x = -c2 * c3 * s5 - s2 * c5
    want = sp.Matrix([c1 * x + s1 * s3 * s5, -s2 * c3 * s5 + c2 * c5, c1 * s3 * s5 - s1 * x])
    assert sp.expand(Arm(PROBLEMS[4]).cosines(6)[:, 1] - want) == sp.zeros(3, 1)


def test_problem_5_and_the_sign_that_its_last_line_loses():
    """y51 by (8) twice; the summary prints c23 c5 - s23 y53x where the derivation has a plus."""
    arm = Arm(PROBLEMS[5])
    components, lines = arm.written("y", 5, 1)
    s23, c23, c5, y53x, y53z = letters("s23 c23 c5 y53x y53z")
    found = dict(lines)
    assert components[2] == y53z
    assert found[components[0]] == c23 * y53x - s23 * c5
    assert found[components[1]] == c23 * c5 + s23 * y53x
    q = np.array([0, 0.4, 0.5, 0.7, 0.9, 0])
    y = rotation(arm, q, 1, 5)[1, 1]
    x53 = rotation(arm, q, 3, 5)[0, 1]
    right = np.cos(0.9) * np.cos(0.9) + np.sin(0.9) * x53
    assert y == pytest.approx(right) and abs(y - (right - 2 * np.sin(0.9) * x53)) > 0.1


# -- forces, moments, drives ---------------------------------------------------------------------
def test_forces_and_moments_balance_the_weights(case):
    """About O_k: the sum of place x weight over links k..n, from positions alone."""
    arm, q, l, m, r, values = case
    found = places(arm, q, l)
    for k in range(1, arm.n + 1):
        o, tau = found[k - 1]
        force = 9.81 * sum(m[k - 1:]) * tau.T[:, 1]
        centres = [p + turned @ r[j] - o for j, (p, turned) in enumerate(found) if j >= k - 1]
        moment = sum(np.cross(c, [0, 9.81 * m[k - 1 + i], 0]) for i, c in enumerate(centres))
        np.testing.assert_allclose(number(arm.forces(k), values), force, atol=1e-11)
        np.testing.assert_allclose(number(arm.moments(k), values), tau.T @ moment, atol=1e-11)


def test_drives_are_the_slope_of_the_potential_energy(case):
    arm, q, l, m, r, values = case

    def energy(q):
        return 9.81 * sum(mass * (p + tau @ c)[1] for mass, c, (p, tau)
                          in zip(m, r, places(arm, q, l)))
    for k in range(arm.n):
        h = 1e-5 * np.eye(arm.n)[k]
        slope = (8 * (energy(q + h) - energy(q - h))
                 - energy(q + 2 * h) + energy(q - 2 * h)) / 12e-5
        assert float(arm.drive(k + 1).subs(values)) == pytest.approx(slope, abs=1e-7)


def test_drives_are_those_of_section_8(case):
    arm, q, l, m, r, values = case
    robot = arm.mechanism(l, m, r)
    gravity = robot.at(0 * q).tau(0, "B") @ [0, -9.81, 0]
    got = [float(arm.drive(k).subs(values)) for k in range(1, arm.n + 1)]
    np.testing.assert_allclose(got, robot.static_drives(q, Loads(gravity=gravity)), atol=1e-11)


# -- writing out ---------------------------------------------------------------------------------
def test_text_and_latex():
    _, lines = Arm(PROBLEMS[5]).written("y", 5, 1)
    assert text(lines).splitlines()[0] == "y53x = -c4 s5"
    assert latex(lines).splitlines()[2] == "y_{51}^{x} = c_{23} y_{53}^{x} - c_{5} s_{23}"


def test_latex_knows_weights_and_minus_angles_apart():
    force, s1m2 = letters("F6x s1m2")
    assert latex([Line(force, sp.Symbol("mg6") * s1m2)]) == "F_{6}^{x} = mg_{6} s_{1-2}"
    assert latex([Line(sp.Symbol("z"), sp.Symbol("q1"))]) == "z = q_{1}"


@pytest.mark.parametrize("pattern", PROBLEMS.values())
def test_fewer_operations_than_the_product_of_matrices(pattern):
    """One column of tau_06: matrix times vector for every turn is 9 products and 6 sums."""
    arm = Arm(pattern)
    _, lines = arm.written("y", 6)
    turns = sum(joint.kind == "R" for joint in arm.joints)
    products, sums = operations(lines)
    assert products <= 4 * turns < 9 * turns and sums <= 2 * turns < 6 * turns


def test_operations_count_what_stands_there():
    x, y, z = letters("x y z")
    assert operations([Line(z, -x * y), Line(x, x * y - y * z + z)]) == (3, 2)


@pytest.mark.parametrize("pattern,message", [("Ry Qz", "got 'Qz', needs R or P"),
                                             ("", "got no joint"), ("R", "got 'R', needs"),
                                             ("Rxy", "got 'Rxy'"),
                                             ("Rx Ry " * 5, "got 10 joints, needs 9")])
def test_bad_patterns_are_named(pattern, message):
    with pytest.raises(ValueError, match=message):
        Arm(pattern)
    with pytest.raises(ValueError, match="needs 0 <= i <= j <= 6"):
        Arm(GANTRY).cosines(7)
    with pytest.raises(ValueError, match="l, r: got None beside m, needs l, m and r"):
        Arm(GANTRY).values([0] * 6, m=[1] * 6)
