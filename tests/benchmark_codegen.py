"""Generated code beside its peers: python tests/benchmark_codegen.py [--scaling FILE.png]

Inverse dynamics, inertia matrix A and forward dynamics of the PUMA 560 (published numbers) and of a
6R arm with full tensors, 10,000 random states, one thread. Every row is first held to the same
answer and then timed; the ratio is to pinocchio called in a Python loop, in the same run. Peers
that are not installed are named and left out. --scaling draws time and operations a joint for arms
of 1 to 30 joints. The script of a page is timed in node, where it is, beside the C target.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from benchmark_robokit import (
    best,
    modern_robotics,
    modern_robotics_tasks,
    over_rows,
    pinocchio,
    pinocchio_model,
)
from robokit_cases import chain, truth

from robokit import Loads, Mechanism
from robokit.codegen import engine, generate, module
from robokit.codegen.emit import camel
from robokit.codegen.frames import Skeleton
from robokit.codegen.parameters import values
from robokit.codegen.recursions import Inertia, Motion, inverse_dynamics
from robokit.robots import load

try:
    import casadi
except ImportError:
    casadi = None
try:
    import mujoco
except ImportError:
    mujoco = None
try:
    import roboticstoolbox
except ImportError:
    roboticstoolbox = None

G = (0.0, 0.0, -9.81)
TASKS = {"inverse_dynamics": "inverse dynamics", "A": "inertia matrix",
         "forward_dynamics": "forward dynamics"}
NAMES = list(TASKS.values())


def robots():
    return {"PUMA 560": load("puma560"), "6R, full tensors": chain("RRRRRR", 5)}


# -- rows: name -> task -> callable over a whole batch -------------------------------------------
def readable(robot):
    loads = Loads(gravity=G)
    return {"inverse dynamics": lambda q, v, a: robot.inverse_dynamics(q, v, a, loads),
            "inertia matrix": lambda q, v, a: robot.A(q),
            "forward dynamics": lambda q, v, a: robot.forward_dynamics(q, v, a, loads)}


def generated(robot, parameters, target):
    """Rows of our own; also how many operations each takes."""
    def asked(code):
        n = {"A": 1}.get(code.what, 3)
        return lambda *state: code(*state[:n])
    codes = {TASKS[what]: generate(robot, what, parameters, target, gravity=G) for what in TASKS}
    return {name: asked(code) for name, code in codes.items()}, codes


def pinocchio_rows(robot):
    model = pinocchio_model(robot, G)
    data = model.createData()
    one = {"inverse dynamics": lambda q, v, a: pinocchio.rnea(model, data, q, v, a),
           "inertia matrix": lambda q, v, a: pinocchio.crba(model, data, q),
           "forward dynamics": lambda q, v, a: pinocchio.aba(model, data, q, v, a)}

    def loop(task):
        return lambda *columns: over_rows(one[task], *columns)()

    def kept(task):
        return lambda *columns: np.array([np.array(one[task](*row)) for row in zip(*columns)])
    return {task: loop(task) for task in one}, {task: kept(task) for task in one}


def pinocchio_parallel(robot):
    pool = pinocchio.ModelPool(pinocchio_model(robot, G), 1)

    def run(function):
        return lambda *columns: function(1, pool, *[np.asfortranarray(x.T) for x in columns]).T
    return {"inverse dynamics": run(pinocchio.rneaInParallel),
            "forward dynamics": run(pinocchio.abaInParallel)}


def mujoco_rows(robot):
    s = robot.at(np.zeros(robot.n))
    text, close = "", ""
    for i in range(1, robot.n + 1):
        t = s.t(i, frame=i - 1, origin=i - 1)
        # MuJoCo's body i stands where frame i does at q = 0; its joint is Z_{i-1}.
        R = s.tau(i - 1, i)
        quat = np.empty(4)
        mujoco.mju_mat2Quat(quat, R.ravel())
        J, m, r = robot.J[i - 1], robot.m[i - 1], robot.r[i - 1]
        axis, place = R.T[:, 2], -R.T @ t
        kind = "hinge" if robot.sigma[i - 1] else "slide"
        text += (f'<body pos="{_row(t)}" quat="{_row(quat)}"><joint type="{kind}" '
                 f'axis="{_row(axis)}" pos="{_row(place)}"/>'
                 f'<inertial pos="{_row(r)}" mass="{float(m)!r}" '
                 f'fullinertia="{_row([J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]])}"/>')
        close += "</body>"
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option gravity="{_row(G)}"/>'
        f"<worldbody>{text}{close}</worldbody></mujoco>")
    data = mujoco.MjData(model)

    def inverse(q, v, a):
        data.qpos, data.qvel, data.qacc = q, v, a
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse.copy()

    def loop(columns):
        return np.array([inverse(*row) for row in zip(*columns)])
    return {"inverse dynamics": lambda *columns: loop(columns)}


def _row(x):
    return " ".join(repr(float(v)) for v in x)


def casadi_rows(robot):
    """Our recursion on casadi's scalars, its generated C compiled with -O2 and mapped."""
    n, skeleton = robot.n, Skeleton.of(robot)
    q, v, a = (casadi.SX.sym(name, n) for name in "qva")
    motion = Motion(skeleton, *[[x[i] for i in range(n)] for x in (q, v, a)], casadi.sin,
                    casadi.cos)
    inertias = [Inertia.of([float(x) if x else 0 for x in row])
                for row in values(robot, skeleton)]
    drives = inverse_dynamics(motion, inertias, G)
    function = casadi.Function("f", [q, v, a], [casadi.vertcat(*drives)])
    folder = tempfile.TemporaryDirectory()
    here = Path.cwd()
    os.chdir(folder.name)
    try:
        function.generate("f.c")
        if os.system("cc -O2 -shared -fPIC f.c -o f.so -lm"):
            raise RuntimeError("no C compiler")
        compiled = casadi.external("f", str(Path(folder.name) / "f.so"))
    finally:
        os.chdir(here)
    mapped = {}

    def run(*columns):
        count = len(columns[0])
        if count not in mapped:
            mapped[count] = compiled.map(count)
        return np.array(mapped[count](*[x.T for x in columns])).T
    run.folder = folder
    return {"inverse dynamics": run}


def toolbox_rows(robot):
    """roboticstoolbox's own C code over rows; the PUMA only, which it describes by DH rows."""
    data = truth("puma560")[0]
    links = [roboticstoolbox.RevoluteDH(d=j["d"], a=j["a"], alpha=j["alpha"], m=k["m"],
                                        r=k["com"], I=np.array(k["I"]))
             for j, k in zip(data["joints"], data["links"])]
    arm = roboticstoolbox.DHRobot(links, gravity=[0, 0, -9.81])
    return {"inverse dynamics": lambda q, v, a: arm.rne(q, v, a)}


def single_rows(robot):
    tasks = modern_robotics_tasks(robot, G)
    return {name: lambda *columns, task=tasks[name]: np.array(
        [task(*row) for row in zip(*columns)]) for name in NAMES}


# -- the table -----------------------------------------------------------------------------------
def run(count=10_000, seconds=0.6, out=sys.stdout) -> dict:
    """Print the table; returns {(robot, row, task): ratio to pinocchio's loop}."""
    ratios = {}
    for name, robot in robots().items():
        state = np.random.default_rng(0).uniform(-2, 2, (3, count, robot.n))
        want = {task: f(*state[:, :20]) for task, f in readable(robot).items()}
        base, times = None, {}
        print(f"\n{name}, {count} states; microseconds a state (ratio to pinocchio's loop)",
              file=out)
        print(f"{'':34}{'operations':>11}" + "".join(f"{task:>20}" for task in NAMES), file=out)
        for row, make, part in rows(name, robot):
            try:
                functions, operations = make()
            except (RuntimeError, ValueError) as reason:
                print(f"{row:34} left out: {str(reason).splitlines()[0][:80]}", file=out)
                continue
            line = f"{row:34}{operations:>11}"
            for task in NAMES:
                if task not in functions:
                    line += f"{'-':>20}"
                    continue
                check(functions[task], want[task], state, task, row)
                rows_used = state[:, :max(1, count // part)]
                t = best(lambda: functions[task](*rows_used), seconds) / rows_used.shape[1]
                if row == "pinocchio, Python loop":
                    base = {**(base or {}), task: t}
                ratio = t / base[task] if base else float("nan")
                ratios[name, row, task] = ratio
                times[row, task] = t
                line += f"{1e6 * t:11.3f} ({ratio:6.2f})" if base else f"{1e6 * t:20.3f}"
            print(line, file=out)
        script(name, robot, state, want, times, seconds, out, ratios)
        call(name, robot, state, out, ratios)
    for peer, package in (("pinocchio (pin)", pinocchio), ("modern_robotics", modern_robotics),
                         ("mujoco", mujoco), ("casadi", casadi),
                         ("roboticstoolbox-python", roboticstoolbox)):
        if package is None:
            print(f"not installed, so not measured: {peer}", file=out)
    return ratios


def rows(name, robot):
    """(row, maker of (functions, operations), how much smaller its batch is)."""
    if pinocchio:
        loop, kept = pinocchio_rows(robot)
        yield "pinocchio, Python loop", lambda: ({k: _both(loop[k], kept[k]) for k in loop}, "-"), 1
        if hasattr(pinocchio, "rneaInParallel"):
            yield "pinocchio, parallel, 1 thread", lambda: (pinocchio_parallel(robot), "-"), 1
    yield "readable code", lambda: (readable(robot), "-"), 1
    for parameters in ("full", "base", "numbers"):
        for target in ("numpy", "numba", "c"):
            def make(parameters=parameters, target=target):
                functions, codes = generated(robot, parameters, target)
                return functions, codes["inverse dynamics"].operations.together
            yield f"generated, {parameters}, {target}", make, 1
    if casadi:
        yield "casadi, generated C, map", lambda: (casadi_rows(robot), "-"), 1
    if mujoco:
        yield "mujoco, Python loop", lambda: (mujoco_rows(robot), "-"), 1
    if roboticstoolbox and name == "PUMA 560":
        yield "roboticstoolbox, rne in C", lambda: (toolbox_rows(robot), "-"), 1
    if modern_robotics:
        yield "modern_robotics", lambda: (single_rows(robot), "-"), 500


class _both:
    """Timed without keeping the results, checked with them."""

    def __init__(self, timed, kept):
        self.timed, self.kept = timed, kept

    def __call__(self, *state):
        return self.timed(*state)


def check(function, want, state, task, row):
    got = getattr(function, "kept", function)(*state[:, :20])
    if task == "inertia matrix":
        got = np.triu(got) + np.swapaxes(np.triu(got, 1), -1, -2)
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6, err_msg=f"{row}, {task}")


TIMED = """
const answer = ({ q, v, a, names, seconds }) => {
    const rows = (x) => x.map((row) => Float64Array.from(row)), state = [rows(q), rows(v), rows(a)];
    return names.map((name) => {
        const f = arm[name], given = name === "A" ? 1 : 3;
        const out = f(...state.slice(0, given).map((x) => x[0]));
        const begun = performance.now();
        let least = Infinity;
        do {
            const start = performance.now();
            for (let k = 0; k < q.length; ++k) {
                if (given === 1) f(state[0][k], out);
                else f(state[0][k], state[1][k], state[2][k], out);
            }
            least = Math.min(least, performance.now() - start);
        } while (performance.now() - begun < 1000 * seconds);
        const first = state[0].slice(0, 20).map((_, k) =>
            Array.from(f(...state.slice(0, given).map((x) => x[k]))));
        return { least: least / 1000 / q.length, first };
    });
};
"""


def script(name, robot, state, want, times, seconds, out, ratios):
    """The script of a page in node, one state a call; its ratio to the C target over the batch."""
    try:
        found = engine.run(module(robot, list(TASKS), "arm", G) + TIMED, {
            **{key: x.tolist() for key, x in zip("qva", state)}, "seconds": seconds,
            "names": [camel(what) for what in TASKS]})
    except RuntimeError as reason:
        print(f"{'script, in node':34} left out: {str(reason).splitlines()[0][:80]}", file=out)
        return
    line = f"{'script, in node (ratio to C)':34}{'':>11}"
    for task, one in zip(NAMES, found):
        np.testing.assert_allclose(np.reshape(one["first"], want[task].shape), want[task],
                                   rtol=1e-6, atol=1e-6, err_msg=f"script, {task}")
        ratio = one["least"] / times.get(("generated, numbers, c", task), float("nan"))
        ratios[name, "script, in node, to C", task] = ratio
        line += f"{1e6 * one['least']:11.3f} ({ratio:6.2f})"
    print(line, file=out)


def call(name, robot, state, out, ratios):
    """One state at a time: the scalar target beside pinocchio."""
    one = state[:, 0]
    plain = one.tolist()
    code = generate(robot, "inverse_dynamics", "numbers", "scalar", gravity=G)
    ours = best(lambda: [code(*plain) for _ in range(200)], 1.0) / 200
    line = f"one call of the scalar target: {1e6 * ours:.2f} microseconds"
    if pinocchio:
        model = pinocchio_model(robot, G)
        data = model.createData()
        peer = best(lambda: [pinocchio.rnea(model, data, *one) for _ in range(200)], 1.0) / 200
        ratios[name, "one call", "inverse dynamics"] = ours / peer
        line += f", pinocchio {1e6 * peer:.2f}, ratio {ours / peer:.1f}"
    print(line, file=out)


# -- scaling -------------------------------------------------------------------------------------
def arm(n):
    """n revolute joints that are neither parallel nor square to each other."""
    J = np.diag([0.02, 0.03, 0.04]) + 0.001
    return Mechanism([1] * n, [(0.6, 0.3, 0.2)] * n, [(0.3, 0.05, 0.1)] * n, [1.0] * n,
                     [(0.1, 0.02, 0.03)] * n, [J] * n)


def scaling(path, most=30, count=10_000, seconds=0.3):
    """Draw operations, generation time and run time a joint over the number of joints."""
    import time

    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    found = []
    for n in range(1, most + 1):
        began = time.perf_counter()
        code = generate(arm(n), "inverse_dynamics", "full", "numpy", gravity=G)
        made = time.perf_counter() - began
        state = np.random.default_rng(0).uniform(-2, 2, (3, count, n))
        t = best(lambda: code(*state), seconds) / count
        found.append((n, code.operations.together / n, 1e6 * t / n, 1e3 * made / n))
        print("{:2d} joints: {:6.1f} operations, {:.3f} us, generated in {:.2f} ms, each a joint"
              .format(*found[-1]))
    n, operations, t, made = np.array(found).T
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
    for ax, y, label in zip(axes, (operations, t, made),
                            ("operations a joint", "run time a joint, microseconds a state",
                             "generation a joint, ms")):
        ax.plot(n, y, "o-", ms=3)
        ax.set(xlabel="joints", ylabel=label, ylim=(0, None))
        ax.grid(alpha=0.3)
    figure.suptitle("Inverse dynamics of arms without special angles, ten parameters a link")
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="states in the batch")
    parser.add_argument("--seconds", type=float, default=0.6, help="time spent on each number")
    parser.add_argument("--scaling", metavar="FILE", help="draw time and operations a joint")
    arguments = parser.parse_args()
    if arguments.scaling:
        scaling(arguments.scaling)
    else:
        run(arguments.count, arguments.seconds)
