"""Speed of robokit beside pinocchio and modern_robotics: python tests/benchmark_robokit.py

PUMA 560 and Kawasaki FS20N, 10,000 random states. pinocchio is called in a Python loop over
the states, its results are thrown away; robokit takes the batch at once; modern_robotics and
robokit once more in single calls. Read the ratios: seconds depend on the machine. Before
anything is timed the three must agree. Without the peers only robokit's times are printed.
Last comes the matrix of the base parameters of six joints, for which a minute is promised.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc

import numpy as np
from robokit_cases import chain

from robokit import Loads, base_parameters, kawasaki
from robokit.robots import load

try:
    import pinocchio
except ImportError:
    pinocchio = None
try:
    import modern_robotics
except ImportError:
    modern_robotics = None

TASKS = ["position", "Jacobian", "inverse dynamics", "inertia matrix", "forward dynamics"]
ALLOWED = dict(zip(TASKS, (3, 2, 1, 4, 3)))  # times pinocchio's loop


def robokit_tasks(robot, gravity):
    loads = Loads(gravity=gravity)
    return dict(
        zip(
            TASKS,
            (
                lambda q, dq, ddq: robot.forward_kinematics(q),
                lambda q, dq, ddq: robot.at(q).Xi(),
                lambda q, dq, ddq: robot.inverse_dynamics(q, dq, ddq, loads),
                lambda q, dq, ddq: robot.A(q),
                lambda q, dq, ddq: robot.forward_dynamics(q, dq, ddq, loads),
            ),
        )
    )


def pinocchio_model(robot, gravity):
    """The mechanism as pinocchio takes it: joint i moves the frame that frame i-1 becomes."""
    s = robot.at(np.zeros(robot.n))
    model = pinocchio.Model()
    model.gravity.linear = np.array(gravity, dtype=float)
    before = pinocchio.SE3.Identity()
    for i in range(1, robot.n + 1):
        kind = pinocchio.JointModelRZ() if robot.sigma[i - 1] else pinocchio.JointModelPZ()
        joint = model.addJoint(i - 1, kind, before, f"joint{i}")
        before = pinocchio.SE3(s.tau(i - 1, i), s.t(i, frame=i - 1, origin=i - 1))
        body = pinocchio.Inertia(robot.m[i - 1], robot.r[i - 1], robot.J[i - 1])
        model.appendBodyToJoint(joint, body, before)
    return model


def pinocchio_tasks(robot, gravity):
    model = pinocchio_model(robot, gravity)
    data, n = model.createData(), robot.n
    return dict(
        zip(
            TASKS,
            (
                lambda q, dq, ddq: pinocchio.forwardKinematics(model, data, q),
                lambda q, dq, ddq: pinocchio.computeJointJacobian(model, data, q, n),
                lambda q, dq, ddq: pinocchio.rnea(model, data, q, dq, ddq),
                lambda q, dq, ddq: pinocchio.crba(model, data, q),
                lambda q, dq, ddq: pinocchio.aba(model, data, q, dq, ddq),
            ),
        )
    )


def modern_robotics_tasks(robot, gravity):
    """The mechanism as modern_robotics takes it: screws at home, frames at the mass centres."""
    s, n = robot.at(np.zeros(robot.n)), robot.n

    def pose(i, point):
        return modern_robotics.RpToTrans(s.tau(0, i), s.t(i, point))

    centers = [np.eye(4), *[pose(i, robot.r[i - 1]) for i in range(1, n + 1)], pose(n, (0, 0, 0))]
    M = [np.linalg.solve(a, b) for a, b in zip(centers, centers[1:])]
    G = [
        np.block([[J, np.zeros((3, 3))], [np.zeros((3, 3)), m * np.eye(3)]])
        for m, J in zip(robot.m, robot.J)
    ]
    S = []
    for i in range(n):
        z, o = s.tau(0, i)[:, 2], s.t(i)
        S.append(np.r_[z, np.cross(o, z)] if robot.sigma[i] else np.r_[0, 0, 0, z])
    S, g, no_wrench, mr = (
        np.array(S).T,
        np.array(gravity, dtype=float),
        np.zeros(6),
        modern_robotics,
    )
    return dict(
        zip(
            TASKS,
            (
                lambda q, dq, ddq: mr.FKinSpace(centers[-1], S, q),
                lambda q, dq, ddq: mr.JacobianSpace(S, q),
                lambda q, dq, ddq: mr.InverseDynamics(q, dq, ddq, g, no_wrench, M, G, S),
                lambda q, dq, ddq: mr.MassMatrix(q, M, G, S),
                lambda q, dq, ddq: mr.ForwardDynamics(q, dq, ddq, g, no_wrench, M, G, S),
            ),
        )
    )


def agree(ours, peer, q, dq, ddq, name):
    """Torques, inertia matrix and accelerations must be the same before anyone is timed."""
    for task in TASKS[2:]:
        got, want = ours[task](q, dq, ddq), np.array(peer[task](q, dq, ddq))
        if task == "inertia matrix":
            want = np.triu(want) + np.triu(want, 1).T  # pinocchio fills the upper half
        np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-7, err_msg=f"{task}, {name}")


def best(call, seconds=0.6, least=3):
    """Least time of one call, seconds."""
    times, end = [], time.perf_counter() + seconds
    while len(times) < least or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def over_rows(task, *columns):
    def call():
        for row in zip(*columns):
            task(*row)

    return call


def robots():
    puma = load("puma560")
    arm = kawasaki.fs20n(inertias="nominal")
    return {"PUMA 560": (puma, (0, 0, -9.81)), "Kawasaki FS20N": (arm, (0, 0, 9.81))}


def run(count=10_000, seconds=0.6, out=sys.stdout) -> dict:
    """Print the table; returns the ratios {(robot, task): ...} of batches and single calls."""
    batch, single = {}, {}
    for name, (robot, gravity) in robots().items():
        q, dq, ddq = np.random.default_rng(0).uniform(-2, 2, (3, count, robot.n))
        ours = robokit_tasks(robot, gravity)
        pin = pinocchio_tasks(robot, gravity) if pinocchio else None
        mr = modern_robotics_tasks(robot, gravity) if modern_robotics else None
        for peer, label in ((pin, "pinocchio"), (mr, "modern_robotics")):
            if peer:
                agree(ours, peer, q[0], dq[0], ddq[0], label)
        print(f"\n{name}, {count} states; microseconds per state", file=out)
        print(
            f"{'':18}{'robokit':>9}{'pinocchio':>11}{'ratio':>8}{'allowed':>9} |"
            f"{'one call':>10}{'mod. rob.':>11}{'ratio':>8}",
            file=out,
        )
        for task in TASKS:
            t = best(lambda: ours[task](q, dq, ddq), seconds) / count
            one = best(lambda: ours[task](q[0], dq[0], ddq[0]), seconds / 2)
            line = f"{task:18}{1e6 * t:9.3f}"
            if pin:
                peer = best(over_rows(pin[task], q, dq, ddq), seconds) / count
                batch[name, task] = t / peer
                line += f"{1e6 * peer:11.3f}{t / peer:8.2f}{ALLOWED[task]:9} |"
            else:
                line += f"{'-':>11}{'-':>8}{ALLOWED[task]:9} |"
            line += f"{1e6 * one:10.1f}"
            if mr:
                peer = best(lambda: mr[task](q[0], dq[0], ddq[0]), seconds / 2)
                single[name, task] = one / peer
                line += f"{1e6 * peer:11.1f}{one / peer:8.2f}"
            print(line, file=out)
        print(f"memory of inverse dynamics, bytes per state: {memory(ours, q, dq, ddq)}", file=out)
    arm = chain("RRRRRR")
    t = best(lambda: base_parameters.coordinate_matrix(arm, (0, 0, -9.81)), seconds, least=1)
    print(f"\nmatrix of the base parameters of six joints: {t:.1f} s (allowed: 60)", file=out)
    return {"batch": batch, "single": single}


def memory(ours, q, dq, ddq) -> str:
    """Peak of one call, per state, for growing batches."""
    report = []
    for count in (len(q) // 4, len(q) // 2, len(q)):
        tracemalloc.start()
        ours["inverse dynamics"](q[:count], dq[:count], ddq[:count])
        report.append(f"{tracemalloc.get_traced_memory()[1] / count:.0f} ({count})")
        tracemalloc.stop()
    return ", ".join(report)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="states in the batch")
    parser.add_argument("--seconds", type=float, default=0.6, help="time spent on each number")
    arguments = parser.parse_args()
    run(arguments.count, arguments.seconds)
