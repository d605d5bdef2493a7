"""Section 1: parameters, descriptions, printing, and every refusal with its message."""

import json
import re
import tracemalloc
import warnings

import numpy as np
import pytest
import sympy
from each import each
from robokit_cases import CHAINS, chain, motion

from robokit import Loads, Mechanism, Mount, PhysicsWarning, coordinates, robots, rotation
from robokit.inertia import Body, box, cylinder, disc, inertias, point

two = chain("RP")
NAN = float("nan")


# -- printing and saving ------------------------------------------------------------------------
@pytest.mark.parametrize("kinds", CHAINS)
def test_repr_rebuilds(kinds):
    robot = chain(kinds)
    assert eval(repr(robot)) == robot
    assert eval(repr(chain(kinds, inertias=False))) != robot


@pytest.mark.parametrize("kinds", CHAINS)
def test_to_dict_through_json(kinds):
    robot = chain(kinds)
    again = Mechanism.from_dict(json.loads(json.dumps(robot.to_dict())))
    assert again == robot and again.name == robot.name


def test_equality_sees_every_parameter():
    d = two.to_dict()
    d["m"][0] += 1e-9
    assert Mechanism.from_dict(d) != two and two != "RP"


def test_a_zero_has_no_sign_in_the_table():
    tilted = Mechanism([1], [(-0.0, np.pi, 1e-17)], [(-0.0, 1e-17, 0)])
    row = str(tilted).splitlines()[3].split()
    assert row == ["1", "revolute", "0", "180", "0", "0", "0", "0"]


def test_table():
    lines = str(two).splitlines()
    assert lines[0].startswith("RP, n = 2") and len(lines) == 6
    assert "prismatic" in str(two) and "l_z, m" in str(two)


def test_letters_have_no_dict():
    x = sympy.Symbol("x")
    robot = Mechanism([1], [(0, 0, 0)], [(x, 0, 0)])
    with pytest.raises(ValueError, match="to_dict: got a mechanism with letters"):
        robot.to_dict()
    assert (
        "x" in str(robot)
        and eval(repr(robot), {"Mechanism": Mechanism, "Mount": Mount, "x": x}) == robot
    )


# -- physics ------------------------------------------------------------------------------------
def with_J(J):
    return Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], [1.0], [(0, 0, 0)], [J])


def test_a_printed_mechanism_has_its_words_from_a_voice(monkeypatch):
    from robokit import mechanism
    robot = Mechanism([1, 0], np.zeros((2, 3)), np.zeros((2, 3)), name="The boom")
    plain = str(robot)
    monkeypatch.setitem(mechanism._voice, "table", mechanism._voice["table"])
    mechanism.tables_said_by(lambda word: f"<{word}>")
    told = str(robot)
    assert told.startswith("<The boom>, n = 2\n")
    assert {"<base>", "<revolute>", "<prismatic>", "<joint>", "<tool>"} <= set(told.split())
    assert "<alpha>, <deg>" in told and "l_z, <m>" in told
    assert plain.split() == re.sub("[<>]", "", told).split()


def test_triangle_inequality_only_warns():
    with pytest.warns(PhysicsWarning, match="triangle inequality"):
        with_J(np.diag([0.066, 0.086, 0.0125]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with_J(np.diag([1.0, 2.0, 3.0]))  # a flat body: just possible


def test_published_puma_warns_and_works():
    with pytest.warns(PhysicsWarning):
        robot = Mechanism.from_dict(robots.data("puma560"))
    assert np.isfinite(robot.A(np.zeros(6))).all()


# -- refusals: the argument, what came, what is needed --------------------------------------------
s = two.at([0.1, 0.2])
moving = two.at([0.1, 0.2], [1, 2])
bare = chain("RP", inertias=False)
zeros = np.zeros((2, 3))
REFUSALS = {
    "sigma empty": (lambda: Mechanism([], [], []), r"sigma: got shape \(0,\), needs \(n,\)"),
    "sigma 2": (
        lambda: Mechanism([1, 2], zeros, zeros),
        r"sigma: got 2, needs 1 \(revolute\) or 0",
    ),
    "sigma matrix": (lambda: Mechanism([[1]], zeros, zeros), r"sigma: got shape \(1, 1\)"),
    "sigma half": (lambda: Mechanism([0.5], zeros, zeros), "sigma: got 0.5"),
    "angles shape": (
        lambda: Mechanism([1], zeros, zeros),
        r"angles: got shape \(2, 3\), needs \(1, 3\)",
    ),
    "angles text": (lambda: Mechanism([1], "abc", zeros), "angles: got 'abc', needs numbers"),
    "angles nan": (
        lambda: Mechanism([1], [(NAN, 0, 0)], [(0, 0, 0)]),
        "angles: got nan, needs finite",
    ),
    "l shape": (lambda: Mechanism([1, 1], zeros, [1, 2]), r"l: got shape \(2,\), needs \(2, 3\)"),
    "m alone": (
        lambda: Mechanism([1, 1], zeros, zeros, m=[1, 1]),
        "r: got None beside other inertial",
    ),
    "m negative": (
        lambda: Mechanism([1, 1], zeros, zeros, [1, -1], zeros, np.zeros((2, 3, 3))),
        "m: got -1.0, needs masses that are not negative",
    ),
    "J shape": (
        lambda: Mechanism([1, 1], zeros, zeros, [1, 1], zeros, np.eye(3)),
        r"J: got shape \(3, 3\)",
    ),
    "J asymmetric": (
        lambda: with_J([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
        "J: got a tensor of link 1 that",
    ),
    "J indefinite": (
        lambda: with_J(np.diag([1, 1, -0.5])),
        "J: got a principal moment -0.5 of link 1",
    ),
    "J asymmetric in letters": (
        lambda: with_J([[1, sympy.Symbol("a"), 0], [0, 1, 0], [0, 0, 1]]),
        "J: got a tensor of link 1 that",
    ),
    "J exact and indefinite": (
        lambda: with_J(np.array(sympy.diag(-1, 1, 1))),
        "J: got a principal moment -1 of link 1",
    ),
    "m exact and negative": (
        lambda: Mechanism([1], zeros[:1], zeros[:1], [sympy.Integer(-1)], zeros[:1], [np.eye(3)]),
        "m: got -1, needs masses",
    ),
    "sigma ragged": (lambda: Mechanism([[1], [1, 2]], zeros, zeros), r"sigma: got \[1\]"),
    "base": (
        lambda: Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], base=(0, 0, 0)),
        "base: got .*needs a Mount",
    ),
    "mount": (lambda: Mount(angles=(1, 2)), r"angles: got shape \(2,\), needs \(3,\)"),
    "limits order": (
        lambda: Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], limits=[(1, -1)]),
        r"limits: got \[1.0, -1.0\], needs \(least, greatest\)",
    ),
    "limits shape": (
        lambda: Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], limits=[1, 2]),
        "limits: got shape",
    ),
    "limits half infinite": (
        lambda: Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], limits=[(0, np.inf)]),
        r"limits: got \[0.0, inf\], needs \(least, greatest\)",
    ),
    "limits nan": (
        lambda: Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], limits=[(0, NAN)]),
        "limits: got nan",
    ),
    "q shape": (lambda: two.at([1, 2, 3]), r"q: got shape \(3,\), needs \(\.\.\., 2\)"),
    "q scalar": (lambda: two.at(1.0), r"q: got shape \(\), needs"),
    "q nan": (lambda: two.at([1, NAN]), "q: got nan, needs finite numbers"),
    "q inf": (lambda: two.at([1, np.inf]), "q: got inf"),
    "q text": (lambda: two.at("ab"), "q: got 'ab', needs numbers"),
    "q numbers as text": (lambda: two.at(["1", "2"]), "q: got .*needs numbers"),
    "q complex": (lambda: two.at([1j, 2]), "q: got .*needs numbers"),
    "q None": (lambda: two.at([None, 1]), "q: got .*needs numbers"),
    "q ragged": (lambda: two.at([[1, 2], [3]]), "q: got .*needs numbers"),
    "q symbolic infinity": (lambda: two.at([sympy.oo, 1]), "q: got oo, needs finite"),
    "dq shape": (lambda: two.at([1, 2], [1]), r"dq: got shape \(1,\)"),
    "ddq alone": (lambda: two.at([1, 2], ddq=[1, 2]), "ddq: got accelerations without velocities"),
    "batches": (lambda: two.at(np.zeros((3, 2)), np.zeros((4, 2))), "needs batches that broadcast"),
    "frame 3": (lambda: s.tau(0, 3), 'j: got 3, needs "B", a number 0..2, or "tool"'),
    "frame -1": (lambda: s.t(1, frame=-1), "frame: got -1"),
    "frame text": (lambda: s.t("gripper"), "i: got 'gripper'"),
    "frame bool": (lambda: s.t(True), "i: got True"),
    "frame float": (lambda: s.t(1.0), "i: got 1.0"),
    "joint 0": (lambda: s.c(0), "j: got 0, needs a number 1..2"),
    "joint tool": (lambda: s.c("tool"), "j: got 'tool', needs a joint 1..2"),
    "joint 3": (lambda: s.D(2, 3), "j: got 3"),
    "L of B": (lambda: s.L("B"), "j: got 'B'"),
    "point": (lambda: s.t(1, (1, 2)), r"point: got shape \(2,\), needs \(\.\.\., 3\)"),
    "point text": (lambda: s.t(1, "abc"), "point: got"),
    "point nan": (lambda: s.t(1, (1, NAN, 0)), "point: got nan"),
    "point batch": (lambda: s.t(1, np.zeros((5, 3))), r"point: got a batch \(5,\)"),
    "point batch of another size": (
        lambda: two.at(np.zeros((5, 3, 2))).t(1, np.zeros((4, 3))),
        r"point: got a batch \(4,\), needs one that broadcasts to that of the state, \(5, 3\)",
    ),
    "point batch over one": (
        lambda: two.at(np.zeros((1, 2))).Xi(point=np.zeros((2, 3))),
        r"point: got a batch \(2,\)",
    ),
    "points": (lambda: s.D_block(points=[1]), r"points: got shape \(1,\), needs \(2, 3\)"),
    "omega without dq": (lambda: s.omega(1), r"dq: got None.*call at\(q, dq\)"),
    "V without dq": (lambda: s.V(1), "dq: got None"),
    "dtau without dq": (lambda: s.dtau(0, 1), "dq: got None"),
    "dc without dq": (lambda: s.dc(1), "dq: got None"),
    "b without dq": (lambda: s.b(), "dq: got None"),
    "energy without dq": (lambda: s.kinetic_energy(), "dq: got None"),
    "dV without ddq": (lambda: moving.dV(1), r"ddq: got None.*call at\(q, dq, ddq\)"),
    "drives without ddq": (lambda: moving.drives(), "ddq: got None"),
    "A without inertias": (lambda: bare.A([0, 0]), "m, r, J: got none for RP, needs inertial"),
    "b without inertias": (lambda: bare.b([0, 0], [0, 0]), "m, r, J: got none"),
    "drives without inertias": (lambda: bare.inverse_dynamics(*motion(bare)), "m, r, J: got none"),
    "statics without inertias": (lambda: bare.static_drives([0, 0]), "m, r, J: got none"),
    "forward without inertias": (lambda: bare.forward_dynamics(*motion(bare)), "m, r, J: got none"),
    "energy without inertias": (
        lambda: bare.at([0, 0], [0, 0]).kinetic_energy(),
        "m, r, J: got none",
    ),
    "height without inertias": (
        lambda: bare.at([0, 0]).potential_energy((0, 0, 1)),
        "m, r, J: got none",
    ),
    "simulation without inertias": (
        lambda: bare.simulate([0, 0], [0, 0], None, [0, 1]),
        "m, r, J: got none",
    ),
    "loads type": (lambda: two.static_drives([0, 0], (0, 0, -9.81)), "loads: got .*needs Loads"),
    "loads n": (
        lambda: two.static_drives([0, 0], Loads(F=np.zeros((3, 3)))),
        r"F: got shape \(3, 3\)",
    ),
    "loads F": (lambda: Loads(F=[1, 2, 3]), r"F: got shape \(3,\), needs \(\.\.\., n, 3\)"),
    "loads M": (lambda: Loads(M=[[1, NAN, 0]]), "M: got nan"),
    "gravity": (lambda: Loads(gravity=9.81), r"gravity: got shape \(\), needs \(3,\)"),
    "loads batch": (
        lambda: moving.load_drives(Loads(F=np.zeros((4, 2, 3)))),
        r"loads: got a batch \(4,\)",
    ),
    "loads apart": (
        lambda: Loads(F=np.zeros((4, 2, 3)), M=np.zeros((5, 2, 3))),
        r"F, M: got batches F \(4,\), M \(5,\), needs batches that broadcast",
    ),
    "state mu shape": (
        lambda: moving.forward_dynamics([1]),
        r"mu: got shape \(1,\), needs \(\.\.\., 2\)",
    ),
    "state mu nan": (lambda: moving.forward_dynamics([1, NAN]), "mu: got nan"),
    "state mu text": (lambda: moving.forward_dynamics("ab"), "mu: got 'ab', needs numbers"),
    "state mu batch": (
        lambda: moving.forward_dynamics(np.zeros((4, 2))),
        r"mu: got a batch \(4,\)",
    ),
    "no inertia at a joint": (
        lambda: Mechanism([1], zeros[:1], zeros[:1], [0], zeros[:1], np.zeros((1, 3, 3)))
        .forward_dynamics([0], [0], [1]),
        "m, r, J: got a matrix A that has no inverse",
    ),
    "mu shape": (lambda: two.forward_dynamics([0, 0], [0, 0], [1]), r"mu: got shape \(1,\)"),
    "velocity": (
        lambda: s.inverse_velocity([1, 2]),
        r"velocity: got shape \(2,\), needs \(\.\.\., 6\)",
    ),
    "velocity in letters": (
        lambda: s.inverse_velocity(sympy.symbols("a:6")),
        "velocity: got symbols, needs numbers",
    ),
    "velocity batch": (
        lambda: two.at(np.zeros((2, 2))).inverse_velocity(np.zeros((3, 6))),
        r"velocity, q: got batches velocity \(3,\), q \(2,\)",
    ),
    "damping": (
        lambda: s.inverse_velocity(np.zeros(6), damping=-1),
        "damping: got -1, needs a number that is not negative",
    ),
    "rows number": (lambda: s.rank(rows=3), "rows: got 3, needs some of 0..5"),
    "rows floats": (lambda: s.rank(rows=[1.0]), r"rows: got \[1.0\]"),
    "rows empty": (lambda: s.rank(rows=[]), r"rows: got \[\]"),
    "angle nan": (lambda: rotation.tau_x(NAN), "alpha: got nan, needs finite"),
    "angle text": (lambda: rotation.tau_y("a"), "beta: got 'a', needs numbers"),
    "angle complex": (lambda: rotation.tau_z(1j), "gamma: got 1j, needs numbers"),
    "eps nan": (lambda: rotation.eps(0, 0, NAN), "gamma: got nan"),
    "lam": (lambda: rotation.lam([1, 2]), r"a: got shape \(2,\), needs \(\.\.\., 3\)"),
    "angles_of": (lambda: rotation.angles_of(np.eye(2)), r"tau: got shape \(2, 2\)"),
    "theta sigma": (lambda: coordinates.theta([1, 2], [0, 0]), r"sigma: got \[1, 2\], needs 1"),
    "slide nan": (lambda: coordinates.s([1, 0], [0, NAN]), "q: got nan"),
    "rows": (lambda: s.rank(rows=[6]), r"rows: got \[6\], needs some of 0..5"),
    "symbols in svd": (
        lambda: two.at(sympy.symbols("a b")).rank(),
        "q: got symbols, needs numbers",
    ),
    "dh rows": (
        lambda: Mechanism.from_dh([[1, 2, 3]]),
        r"rows \(theta, d, a, alpha\): got shape \(1, 3\), needs \(n, 4\)",
    ),
    "axes": (lambda: Mechanism.from_axes([1], [(0, 0, 0)], np.eye(3), [(0, 0, 1)]), "R: got shape"),
    "axis zero": (
        lambda: Mechanism.from_axes([1], [(0, 0, 0)], [np.eye(3)], [(0, 0, 0)]),
        "axis: got",
    ),
    "dh text": (lambda: Mechanism.from_dh("abcd"), "rows .*: got 'abcd', needs numbers"),
    "dh r": (
        lambda: Mechanism.from_dh(np.zeros((2, 4)), modified=True, m=[1, 1], r=[1], J=zeros),
        r"r: got shape \(1,\), needs \(2, 3\)",
    ),
    "axes R": (
        lambda: Mechanism.from_axes([1], [(0, 0, 0)], [2 * np.eye(3)], [(0, 0, 1)]),
        "R: got a matrix that is not a rotation",
    ),
    "axes mirrored": (
        lambda: Mechanism.from_axes([1], zeros[:1], [np.diag([1, 1, -1])], [(0, 0, 1)]),
        "R: got a matrix that is not a rotation",
    ),
    "axes of other length": (
        lambda: Mechanism.from_axes([1], zeros, [np.eye(3)] * 2, zeros + 1),
        r"angles: got shape \(2, 3\), needs \(1, 3\)",
    ),
    "from_dict": (lambda: Mechanism.from_dict({"sigma": [1]}), "from_dict: got no angles, l"),
    "v of B": (lambda: two.v("B"), "i: got 'B'"),
    "cylinder axis": (lambda: cylinder(1, 1, 1, "w"), "axis: got 'w'"),
    "cylinder radius": (lambda: cylinder(1, -1, 1), "R: got -1, needs a length"),
    "point mass": (lambda: point(-1), "m: got -1.0, needs a mass"),
    "box sides": (lambda: box(1, (1, 2)), r"sides: got shape \(2,\), needs \(3,\)"),
    "body turned": (lambda: point(1).turned(np.eye(2)), r"tau: got shape \(2, 2\)"),
    "body moved": (lambda: point(1).moved((1, 2)), r"by: got shape \(2,\)"),
    "body about": (lambda: point(1).about((1, 2)), r"place: got shape \(2,\)"),
    "reach": (
        lambda: coordinates.cylindrical().reaches([1, 2]),
        r"point: got shape \(2,\), needs \(\.\.\., 3\)",
    ),
    "reach without limits": (
        lambda: coordinates.Structure([0] * 3, [zeros[0]] * 3, [zeros[0]] * 3).reaches([0, 0, 0]),
        "limits: got None, needs a structure that has limits",
    ),
    "body place": (lambda: point(1, (1, 2)), r"r: got shape \(2,\)"),
    "q0": (lambda: two.simulate([0], [0, 0], None, [0, 1]), r"q0: got shape \(1,\)"),
    "times": (lambda: two.simulate([0, 0], [0, 0], None, [1, 0]), "t: got"),
    "drives": (
        lambda: two.simulate([0, 0], [0, 0], [1], [0, 1]),
        r"drives: got shape \(1,\), needs \(2,\)",
    ),
    "q0 in letters": (
        lambda: two.simulate([sympy.Symbol("x"), 0], [0, 0], None, [0, 1]),
        "q0: got symbols, needs numbers",
    ),
    "drives in letters": (
        lambda: two.simulate([0, 0], [0, 0], sympy.symbols("a b"), [0, 1]),
        "drives: got symbols",
    ),
    "loads of a function": (
        lambda: two.simulate([0, 0], [0, 0], None, [0, 1], lambda t, q, dq: None),
        "loads: got None, needs Loads",
    ),
    "loads in time": (lambda: two.simulate([0, 0], [0, 0], None, [0, 1], 9.81), "loads: got 9.81"),
}


@each("case", REFUSALS)
def test_refusals(case):
    call, message = REFUSALS[case]
    with pytest.raises(ValueError, match=message):
        call()


def test_answers_are_the_callers_own():
    """What a caller changes in an answer does not come back from the state."""
    for get in (lambda: s.tau(0, 1), lambda: s.t(1), lambda: s.A(), lambda: two.eps(1)):
        first = get()
        first[...] = 99
        assert not (get() == 99).any()


def test_a_state_does_not_follow_its_arguments():
    for shape in [(2,), (3, 2), (1, 2)]:
        q, dq = np.ones((2, *shape))
        F = np.ones((2, 3))
        state, loads = two.at(q, dq), Loads(F=F)
        q[...], dq[...], F[...] = 5, 5, 5
        assert (state.q == 1).all() and (state.dq == 1).all() and (loads.F == 1).all()
    l = np.ones((2, 3))
    robot = Mechanism([1, 0], zeros, l)
    l[...] = 7
    assert (robot.l == 1).all()
    with pytest.raises(ValueError, match="read-only"):
        robot.l[0] = 7


def test_long_batches_go_in_blocks():
    """More states than one block, in two batch axes: the same as state by state."""
    from robokit.mechanism import BLOCK

    batch = (41, 61)
    assert 41 * 61 == BLOCK + 1  # a block of one is left over
    q, dq, ddq = motion(two, batch=batch)
    load = Loads(gravity=(1, 2, 3))
    pushed = Loads(F=np.random.default_rng(0).normal(size=(*batch, 2, 3)))
    whole = two.at(q, dq, ddq)
    for got, want in (
        (two.A(q), whole.A()),
        (two.b(q, dq), whole.b()),
        (two.inverse_dynamics(q, dq, ddq, load), whole.drives(load)),
        (two.inverse_dynamics(q, dq, ddq, pushed), whole.drives(pushed)),
        (two.forward_dynamics(q, dq, ddq, load), whole.forward_dynamics(ddq, load)),
        (two.static_drives(q, load), -whole.load_drives(load)),
    ):
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)


def test_memory_is_proportional_to_the_batch():
    def peak(count):
        given = motion(two, batch=(count,))
        tracemalloc.start()
        two.at(*given).drives()
        two.inverse_dynamics(*given)
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    assert peak(16_000) < 4.4 * peak(4_000)


def test_loads_and_states_broadcast():
    F = np.random.default_rng(0).normal(size=(4, 2, 3))
    got = two.static_drives([0.3, 0.4], Loads(F=F))
    one = np.array([two.static_drives([0.3, 0.4], Loads(F=x)) for x in F])
    np.testing.assert_allclose(got, one, atol=1e-12)
    assert two.forward_dynamics([0.3, 0.4], [0, 0], np.zeros((5, 2))).shape == (5, 2)


# -- section 1.3 ----------------------------------------------------------------------------------
def test_coordinates():
    sigma, q = [1, 0, 1], np.array([0.1, 0.2, 0.3])
    theta, slide = coordinates.theta(sigma, q), coordinates.s(sigma, q)
    assert theta.tolist() == [0.1, 0, 0.3] and slide.tolist() == [0, 0.2, 0]
    assert (coordinates.coordinates(sigma, theta, slide) == q).all()


# -- section 1.1 ----------------------------------------------------------------------------------
STRUCTURES = {
    "cartesian": coordinates.cartesian((-1, 1), (0, 2), (0.5, 1)),
    "cylindrical": coordinates.cylindrical((-2, 2)),
    "spherical": coordinates.spherical((-2.5, 2.5)),
    "angular": coordinates.angular((-2, 2), (-0.5, 2), (-2.2, 0)),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_structures_reach_their_workspace_and_nothing_else(name):
    robot = STRUCTURES[name]
    rng = np.random.default_rng(0)
    cloud = robot.workspace(343)
    assert cloud.shape == (343, 3) and robot.reaches(cloud).all()
    points = rng.uniform(-1.8, 2.2, (4000, 3))
    q = robot.solve(points)
    for branch in q:  # every branch is a solution
        known = np.isfinite(branch).all(-1)
        np.testing.assert_allclose(
            robot.at(branch[known]).t(3, frame="B", origin="B"), points[known], atol=1e-12
        )
    inside = robot.reaches(points)
    assert 0 < inside.mean() < 1
    dense = robot.workspace(20_000)
    step = np.array(
        [
            [np.linalg.norm(dense - p, axis=1).min() for p in points[yes][:60]]
            for yes in (inside, ~inside)
        ],
        dtype=object,
    )
    assert max(step[0]) < 0.12 and np.mean(np.array(step[1], dtype=float) > 0.12) > 0.5


def test_workspaces_have_the_shapes_of_the_book():
    block = coordinates.cartesian((0, 2), (0, 1), (0, 3))
    np.testing.assert_allclose(np.ptp(block.workspace(), axis=0), [2, 3, 1], atol=0.01)
    ring = coordinates.cylindrical(reach=(0.4, 1)).workspace()
    spans(np.hypot(ring[:, 0], ring[:, 1]), 0.4, 1)  # the dead zone inside
    centre = [0, 0, 0.5]
    ball = coordinates.spherical(height=0.5).workspace()
    spans(np.linalg.norm(ball - centre, axis=1), 0.4, 1)
    ball = coordinates.angular(upper=0.5, fore=0.4).workspace()
    spans(np.linalg.norm(ball - centre, axis=1), 0.1, 0.9)


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_rebuilt_structure_knows_its_workspace(name):
    robot = STRUCTURES[name]
    points = np.random.default_rng(1).uniform(-1.5, 1.5, (200, 3))
    names = {"Structure": coordinates.Structure, "Mount": Mount}
    for again in (eval(repr(robot), names), coordinates.Structure.from_dict(robot.to_dict())):
        assert again == robot and (again.reaches(points) == robot.reaches(points)).all()


def spans(x, least, greatest):
    assert least - 1e-12 <= x.min() < least + 0.01 and greatest - 0.01 < x.max() <= greatest + 1e-12


def test_workspace_of_any_mechanism():
    robot = chain("RPR", inertias=False)
    limits = [None, (-0.2, 0.3), (0.1, 0.1)]
    d = robot.to_dict() | {"limits": limits}
    robot = Mechanism.from_dict(d)
    s = robot.at([0.0, 0.0, 0.1])
    cloud = (robot.workspace(2000) - s.t(0, frame="B", origin="B")) @ s.tau("B", 0)
    start = s.t("tool")
    # a turn about Z_0 and a slide: the distance along Z_0 and the radius depend on q_2 alone
    q = np.linspace(-0.2, 0.3, 501)
    line = robot.at(np.stack([0 * q, q, 0 * q + 0.1], -1)).t("tool")
    curve = np.stack([np.hypot(line[:, 0], line[:, 1]), line[:, 2]], -1)
    seen = np.stack([np.hypot(cloud[:, 0], cloud[:, 1]), cloud[:, 2]], -1)
    gaps = np.linalg.norm(seen[:, None] - curve, axis=2)
    assert gaps.min(1).max() < 1e-3 and gaps.min(0).max() < 1e-3
    angles = np.arctan2(cloud[:, 1], cloud[:, 0]) - np.arctan2(start[1], start[0])
    assert np.ptp(angles % (2 * np.pi)) > 6.2  # once round
    with pytest.raises(ValueError, match="limits: got none for a prismatic joint, needs"):
        Mechanism.from_dict(d | {"limits": None}).workspace()


def test_limits_may_be_missing_for_some_joints():
    robot = Mechanism([1, 0], zeros, zeros, limits=[None, (0, 1)])
    assert robot.limits.tolist() == [[-np.inf, np.inf], [0, 1]]
    assert "limits=[None, [0.0, 1.0]]" in repr(robot) and eval(repr(robot)) == robot
    assert Mechanism.from_dict(json.loads(json.dumps(robot.to_dict()))) == robot
    again = Mechanism([1, 0], zeros, zeros, limits=robot.limits)
    assert again == robot


def test_parameters_are_given_once():
    """A length that is changed later would not reach the formulas: refused, not ignored."""
    robot = chain("RP")
    for thing in (robot, robot.base):
        with pytest.raises(AttributeError, match="l: a .* does not change, build another one"):
            thing.l = 2 * thing.l
    assert robot == chain("RP")


def test_symbols_in_tensors():
    a, b = sympy.symbols("a b", positive=True)
    with_J(np.diag([a, a, a]) + 0 * np.eye(3, dtype=int))
    with_J([[a, (a + b) ** 2, 0], [a**2 + 2 * a * b + b**2, a, 0], [0, 0, a]])  # equal, in fact


def test_exact_numbers_are_checked_like_floats():
    whole = np.array(sympy.diag(1, 2, 3))
    assert with_J(whole).J.dtype == object


# -- section 1.4, composite bodies ----------------------------------------------------------------
def grid_of(sides, n=40):
    axes = [(np.arange(n) + 0.5) / n * side - side / 2 for side in sides]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 3)


def tensor(x, m):
    """(1.2) and (1.3) for points x with equal masses of sum m."""
    d = x - x.mean(0)
    return m * (np.mean((d**2).sum(1)) * np.eye(3) - d.T @ d / len(x))


def test_box_and_cylinder_against_points():
    sides = (0.3, 0.5, 0.2)
    np.testing.assert_allclose(
        box(3.0, sides).J, tensor(grid_of(sides), 3.0), rtol=2e-3, atol=1e-12
    )
    x = grid_of((0.4, 0.4, 0.6), 60)
    x = x[np.hypot(x[:, 0], x[:, 1]) <= 0.2]
    np.testing.assert_allclose(cylinder(3.0, 0.2, 0.6).J, tensor(x, 3.0), rtol=5e-3, atol=1e-12)
    np.testing.assert_allclose(disc(3.0, 0.2).J, np.diag([0.03, 0.03, 0.06]), atol=1e-15)


def test_steiner_on_points():
    """A sum of points is the definition itself."""
    rng = np.random.default_rng(0)
    x, m = rng.normal(size=(6, 3)), rng.uniform(0.1, 2, 6)
    body = sum((point(*pair) for pair in zip(m[1:], x[1:])), point(m[0], x[0]))
    r = m @ x / m.sum()
    J = sum(k * ((p - r) @ (p - r) * np.eye(3) - np.outer(p - r, p - r)) for k, p in zip(m, x))
    assert np.isclose(body.m, m.sum())
    np.testing.assert_allclose(body.r, r, atol=1e-14)
    np.testing.assert_allclose(body.J, J, atol=1e-13)
    about = sum(k * (p @ p * np.eye(3) - np.outer(p, p)) for k, p in zip(m, x))
    np.testing.assert_allclose(body.about((0, 0, 0)), about, atol=1e-13)


def test_bodies_turn_and_move():
    from robokit.rotation import tau_x, tau_y

    tau = tau_x(0.3) @ tau_y(1.1)
    rod = cylinder(2.0, 0.05, 0.8, "z", (0, 0, 0.4))
    turned = rod.turned(tau).moved((1, 2, 3))
    same = cylinder(2.0, 0.05, 0.8, tau[:, 2], tau @ [0, 0, 0.4] + [1, 2, 3])
    np.testing.assert_allclose(turned.J, same.J, atol=1e-14)
    np.testing.assert_allclose(turned.r, same.r, atol=1e-14)
    assert (point(0) + Body(0, np.zeros(3), np.eye(3))).J[0, 0] == 1


def test_inertias_feed_a_mechanism():
    links = [cylinder(1, 0.1, 0.5), box(2, (0.1, 0.2, 0.3), (0, 0, 0.1))]
    robot = Mechanism([1, 0], zeros, zeros, **inertias(links))
    assert robot.m.tolist() == [1, 2] and robot.r[1].tolist() == [0, 0, 0.1]


def test_letters_in_bodies():
    m, R, H = sympy.symbols("m R H", positive=True)
    J = cylinder(m, R, H, "x").J
    assert sympy.simplify(J[0, 0] - m * R**2 / 2) == 0 and J[0, 1] == 0
