"""The seven reference robots, computed elsewhere with 40 digits (tests/truth), to 1e-10."""

import numpy as np
import pytest
from robokit_cases import NAMES, truth

from robokit import Loads

close = dict(rtol=1e-10, atol=1e-10)


@pytest.fixture(scope="module", params=NAMES)
def case(request):
    data, robot = truth(request.param)
    columns = {key: np.array([state[key] for state in data["states"]]) for key in data["states"][0]}
    tool = data.get("tool", {"xyz": [0, 0, 0], "R": np.eye(3).tolist()})
    gravity = robot.at(np.zeros(robot.n)).tau(0, "B") @ data["gravity"]
    return robot, columns, np.array(tool["xyz"]), np.array(tool["R"]), gravity


def test_all_seven_are_here():
    assert len(NAMES) == 7


def test_position(case):
    robot, x, point, turn, _ = case
    s = robot.at(x["q"])
    np.testing.assert_allclose(
        s.t(robot.n, point, frame="B", origin="B"), x["T"][:, :3, 3], **close
    )
    np.testing.assert_allclose(s.tau("B", robot.n) @ turn, x["T"][:, :3, :3], **close)


def test_jacobian(case):
    robot, x, point, _, _ = case
    Xi = robot.at(x["q"]).Xi("B", point)
    np.testing.assert_allclose(Xi, np.roll(x["J"], 3, axis=1), **close)


def test_acceleration_at_rest_of_the_drives(case):
    robot, x, point, _, _ = case
    s = robot.at(x["q"], x["qd"], 0 * x["q"])
    got = np.hstack([s.dV(robot.n, point, "B"), s.domega(robot.n, "B")])
    np.testing.assert_allclose(got, x["Jdot_qd"], **close)


def test_dynamics(case):
    robot, x, _, _, gravity = case
    s = robot.at(x["q"], x["qd"], x["qdd"])
    weight = Loads(gravity=gravity)
    np.testing.assert_allclose(s.A(), x["M"], **close)
    np.testing.assert_allclose(s.b(), x["c"], **close)
    np.testing.assert_allclose(robot.static_drives(x["q"], weight), x["g"], **close)
    np.testing.assert_allclose(s.drives(weight), x["tau"], **close)


def test_forward_dynamics(case):
    robot, x, _, _, gravity = case
    got = robot.forward_dynamics(x["q"], x["qd"], x["tau"], Loads(gravity=gravity))
    np.testing.assert_allclose(got, x["qdd"], **close)


def test_energy(case):
    robot, x, _, _, gravity = case
    s = robot.at(x["q"], x["qd"])
    np.testing.assert_allclose(s.kinetic_energy(), x["kinetic"], **close)
    height = s.potential_energy(gravity) - s.potential_energy(gravity)[0]
    np.testing.assert_allclose(height, x["potential"] - x["potential"][0], **close)


def test_wrench_at_the_tool(case):
    robot, x, point, _, gravity = case
    n, s = robot.n, robot.at(x["q"], x["qd"], x["qdd"])
    wrench = np.einsum("ij,bkj->bki", s.tau(0, "B")[0], x["tip_wrench"].reshape(-1, 2, 3))
    F, M = np.zeros((2, len(x["q"]), n, 3))
    F[:, -1] = wrench[:, 0]
    lever = s.t(n, point) - s.t(n, robot.r[-1])
    M[:, -1] = wrench[:, 1] + np.cross(lever, wrench[:, 0])
    got = s.drives(Loads(F, M, gravity))
    np.testing.assert_allclose(got, x["tau_with_tip_wrench"], **close)
