"""Section 9: motion in time. Energy, known motions, and the equations along the way."""

import numpy as np
import pytest
from robokit_cases import chain, derivative, motion

from robokit import Loads, Mechanism

times = np.linspace(0, 1.5, 16)


@pytest.mark.parametrize("kinds", ["RP", "RRR", "PRR", "RPRRPR"])
def test_energy_account(kinds):
    robot = chain(kinds)
    q, dq, _ = motion(robot)
    rng = np.random.default_rng(0)
    push = rng.normal(size=(2, robot.n, 3))

    def drives(t, q, dq):
        return 2 * np.sin(3 * t + np.arange(robot.n)) - 0.3 * dq

    def loads(t, q, dq):
        return Loads(push[0] * np.cos(t), push[1] * t, (0, 2, -9.81))

    run = robot.simulate(q, 0.3 * dq, drives, times, loads)
    moved = np.ptp(run.kinetic) + np.ptp(run.potential)
    assert moved > 0.5 and np.ptp(run.work_drives) > 1e-3 and np.ptp(run.work_loads) > 1e-3
    assert np.abs(run.energy_error).max() < 1e-7 * (1 + moved)
    assert run.q.shape == run.dq.shape == run.mu.shape == (16, robot.n) and run.evaluations > 10


def test_free_motion_keeps_its_energy():
    robot = chain("RRR")
    q, dq, _ = motion(robot)
    run = robot.simulate(q, dq, None, times)
    np.testing.assert_allclose(run.kinetic, run.kinetic[0], rtol=1e-8)
    assert not run.work_drives.any() and not run.potential.any()


def test_free_fall_of_a_slide():
    """A prismatic joint along gravity: s = g t^2 / 2."""
    robot = Mechanism([0], [(0, 0, 0)], [(0, 0, 0)], [2.0], [(0.1, 0, 0)], [np.eye(3)])
    run = robot.simulate([0], [0], None, times, Loads(gravity=(0, 0, 9.81)))
    np.testing.assert_allclose(run.q[:, 0], 9.81 * times**2 / 2, atol=1e-9)


def test_small_swings_of_a_pendulum():
    m, r, J, g = 2.0, 0.3, 0.05, 9.81
    robot = Mechanism([1], [(0, 0, 0)], [(0, 0, 0)], [m], [(r, 0, 0)], [np.diag([J, J, J])])
    run = robot.simulate([1e-4], [0], None, times, Loads(gravity=(g, 0, 0)), rtol=1e-11, atol=1e-15)
    w = np.sqrt(m * g * r / (J + m * r * r))
    np.testing.assert_allclose(run.q[:, 0], 1e-4 * np.cos(w * times), atol=1e-11)


def test_motion_obeys_the_inverse_problem():
    """The drives that (8.10) asks for along the motion are those that drove it."""
    robot = chain("RPR")
    q, dq, _ = motion(robot)
    mu, load = np.array([1.0, -2.0, 0.5]), Loads(gravity=(0, 0, -9.81))
    fine = np.linspace(0.49, 0.51, 7)
    run = robot.simulate(q, dq, mu, np.r_[0, fine], load)
    x = run.dq[1:]
    h = fine[1] - fine[0]
    ddq = (45 * (x[4] - x[2]) - 9 * (x[5] - x[1]) + (x[6] - x[0])) / (60 * h)
    np.testing.assert_allclose(
        robot.inverse_dynamics(run.q[4], run.dq[4], ddq, load), mu, atol=1e-5
    )


def test_gravity_must_stay():
    robot = chain("R")
    with pytest.raises(ValueError, match="needs it constant"):
        robot.simulate([0], [0], None, times, lambda t, q, dq: Loads(gravity=(0, 0, -t)))


def test_the_integrator_is_scipys():
    robot = chain("RR")
    q, dq, _ = motion(robot)
    a = robot.simulate(q, dq, None, times)
    b = robot.simulate(q, dq, None, times, method="Radau", rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(a.q, b.q, atol=1e-5)
    assert derivative(lambda h: h) == pytest.approx(1)
