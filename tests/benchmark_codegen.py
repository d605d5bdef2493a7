"""Generated code beside its peers: python tests/benchmark_codegen.py [--scaling FILE.png]

Inverse dynamics, inertia matrix A and forward dynamics of the PUMA 560 (published numbers) and of a
6R arm with full tensors, and the derivatives of both dynamics; 10,000 random states a batch, from
Python, arrays and all. Every row is first held to the same answer. Then all rows of a table are run
in turn, round after round, and medians are printed: processor time, of one thread, which a busy
machine disturbs least; ratios are to pinocchio called in a Python loop in the same rounds. The row
for all processors is of the clock on the wall, like its ratio. The last row is the limit: the C
code on 64 states that never leave the cache, over and over. Peers that are not installed are named
and left out. --scaling draws time and operations a joint for arms of 1 to 30 joints. The script of
a page is timed in node, where it is, beside the C target.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

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
from robokit.codegen import compiled, engine, generate, module
from robokit.codegen.emit import camel
from robokit.codegen.frames import Skeleton
from robokit.codegen.parameters import values
from robokit.codegen.recursions import (
    Factors,
    Inertia,
    Motion,
    inertia_matrix,
    inverse_dynamics,
)
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
SLOPES = {"inverse_dynamics_derivatives": "of inverse dynamics",
          "forward_dynamics_derivatives": "of forward dynamics"}
LOOP, PROCESSORS = "pinocchio, Python loop", os.cpu_count() or 1


def robots():
    return {"PUMA 560": load("puma560"), "6R, full tensors": chain("RRRRRR", 5)}


# -- rows: name -> task -> callable over a whole batch -------------------------------------------
def readable(robot):
    loads = Loads(gravity=G)
    return {"inverse dynamics": lambda q, v, a: robot.inverse_dynamics(q, v, a, loads),
            "inertia matrix": lambda q, v, a: robot.A(q),
            "forward dynamics": lambda q, v, a: robot.forward_dynamics(q, v, a, loads)}


def generated(robot, parameters, target, tasks=TASKS, threads=1):
    """Rows of our own; also how many operations each takes."""
    def asked(code):
        n = {"A": 1}.get(code.what, 3)
        return lambda *state: code(*state[:n], threads=threads)
    codes = {name: generate(robot, what, parameters, target, gravity=G)
             for what, name in tasks.items()}
    return {name: asked(code) for name, code in codes.items()}, codes


AGAIN = """
void again(long times, long count, const double *q, const double *v, const double *a,
           const double *k, double *out)
{
    for (long i = 0; i < times; ++i)
        NAME(count, STATE, k, out);
}
"""


def limit(robot, tasks=TASKS, count=64):
    """The arithmetic alone: the C code over and over on a few states, as many in all as asked."""
    def alone(what):
        code = generate(robot, what, "numbers", "c", gravity=G)
        state = "q" if what == "A" else "q, v, a"
        text = code.source + AGAIN.replace("NAME", what).replace("STATE", state)
        with tempfile.TemporaryDirectory() as folder:
            library = ctypes.CDLL(str(compiled._library(["cc"], text, Path(folder))))
        k, out = np.array(code._prepared(None), float), np.empty((count, int(np.prod(code._shape))))

        def timed(*state):
            few = [np.ascontiguousarray(x[:count]) for x in state]
            library.again(ctypes.c_long(len(state[0]) // count), ctypes.c_long(len(few[0])),
                          *[ctypes.c_void_p(x.ctypes.data) for x in (*few, k, out)])
        n = 1 if what == "A" else 3
        return _both(timed, lambda *state: code(*state[:n]))
    return {name: alone(what) for what, name in tasks.items()}


def pinocchio_slopes(robot):
    """computeRNEADerivatives and computeABADerivatives, as the results of ours."""
    model = pinocchio_model(robot, G)
    data = model.createData()

    def full(M):
        return np.triu(M) + np.triu(M, 1).T

    def inverse(*row):
        by_q, by_dq, A = pinocchio.computeRNEADerivatives(model, data, *row)
        return np.array([by_q, by_dq, full(A)])

    def forward(*row):
        by_q, by_dq, inverse = pinocchio.computeABADerivatives(model, data, *row)
        return np.array([by_q, by_dq, full(inverse)])

    def loop(task):
        return lambda *columns: over_rows(lambda *row: task(model, data, *row), *columns)()

    def kept(task):
        return lambda *columns: np.array([task(*row) for row in zip(*columns)])
    return {"of inverse dynamics": _both(loop(pinocchio.computeRNEADerivatives), kept(inverse)),
            "of forward dynamics": _both(loop(pinocchio.computeABADerivatives), kept(forward))}


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


def casadi_function(robot, what):
    """Our recursion on casadi's scalars; for derivatives casadi's own, of the same function."""
    n, skeleton = robot.n, Skeleton.of(robot)
    q, v, x = (casadi.SX.sym(name, n) for name in "qvx")
    inertias = [Inertia.of([float(x) if x else 0 for x in row])
                for row in values(robot, skeleton)]

    def drives(ddq):
        motion = Motion(skeleton, *[[y[i] for i in range(n)] for y in (q, v)], ddq, casadi.sin,
                        casadi.cos)
        return motion, inverse_dynamics(motion, inertias, G)
    if what.startswith("inverse"):
        results = drives([x[i] for i in range(n)])[1]
    else:
        motion, b = drives([0] * n)
        results = Factors.of(inertia_matrix(motion, inertias)).solve(
            [x[i] - b[i] for i in range(n)])
    results = casadi.vertcat(*results)
    if what.endswith("derivatives"):
        results = casadi.vertcat(*[casadi.jacobian(results, y) for y in (q, v, x)])
    return casadi.Function("f", [q, v, x], [results])


def casadi_operations(function):
    idle = (casadi.OP_CONST, casadi.OP_INPUT, casadi.OP_OUTPUT, casadi.OP_SIN, casadi.OP_COS)
    return sum(function.instruction_id(k) not in idle for k in range(function.n_instructions()))


def casadi_rows(robot, tasks):
    """casadi's generated C, compiled with -O2 and mapped; and how many operations each takes."""
    functions = {name: casadi_function(robot, what) for what, name in tasks.items()}
    return ({name: _mapped(function, robot.n) for name, function in functions.items()},
            {name: casadi_operations(function) for name, function in functions.items()})


def _mapped(function, n):
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
    mapped, width = {}, function.size_out(0)[1]

    def run(*columns):
        count = len(columns[0])
        if count not in mapped:
            mapped[count] = compiled.map(count)
        out = np.array(mapped[count](*[x.T for x in columns]))
        if width == 1:
            return out.T
        return out.reshape(3, n, count, n).transpose(2, 0, 1, 3)
    run.folder = folder
    return run


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
def run(count=10_000, rounds=15, out=sys.stdout) -> dict:
    """Print the tables; returns {(robot, row, task): ratio to pinocchio's loop}."""
    ratios = {}
    for name, robot in robots().items():
        state = np.random.default_rng(0).uniform(-2, 2, (3, count, robot.n))
        want = {task: f(*state[:, :20]) for task, f in readable(robot).items()}
        print(f"\n{name}, {count} states; microseconds a state (ratio to pinocchio's loop)",
              file=out)
        times = table(name, rows(name, robot), NAMES, state, want, rounds, out, ratios)
        script(name, robot, state, want, times, 0.04 * rounds, out, ratios)
        call(name, robot, state, out, ratios)
        code = {task: generate(robot, what, "full", gravity=G) for what, task in SLOPES.items()}
        want = {task: f(*state[:, :20]) for task, f in code.items()}
        print(f"\n{name}, derivatives by q, dq and ddq, or mu", file=out)
        table(name, slope_rows(robot), list(SLOPES.values()), state, want, rounds, out, ratios)
    for peer, package in (("pinocchio (pin)", pinocchio), ("modern_robotics", modern_robotics),
                         ("mujoco", mujoco), ("casadi", casadi),
                         ("roboticstoolbox-python", roboticstoolbox)):
        if package is None:
            print(f"not installed, so not measured: {peer}", file=out)
    return ratios


def table(name, rows, tasks, state, want, rounds, out, ratios) -> dict:
    """Check, measure and print rows; returns {(row, task): seconds a state}."""
    made, counts, wall = {}, {}, set()
    for row, make, part in rows:
        try:
            functions, operations = make()
        except (RuntimeError, ValueError) as reason:
            print(f"{row:36} left out: {str(reason).splitlines()[0][:80]}", file=out)
            continue
        for task, function in functions.items():
            check(function, want[task], state, task, row)
            made[row, task] = function, state[:, :max(1, state.shape[1] // part)]
            counts[row, task] = operations.get(task, "-")
        if "processors" in row:
            wall.add(row)
    spent = in_turn(made, rounds)
    times = {key: spent[key][key[0] in wall] for key in made}
    print(f"{'':36}" + "".join(f"{task + ' (operations)':>34}" for task in tasks), file=out)
    for row in dict.fromkeys(row for row, _ in made):
        line = f"{row:36}"
        for task in tasks:
            if (row, task) not in made:
                line += f"{'-':>34}"
                continue
            base = spent.get((LOOP, task), (float("nan"),) * 2)[row in wall]
            ratios[name, row, task] = ratio = times[row, task] / base
            line += f"{1e6 * times[row, task]:13.3f} ({ratio:6.3f}) {counts[row, task]!s:>11}"
        print(line, file=out, flush=True)
    return times


def in_turn(made, rounds) -> dict:
    """Median seconds a state of every function, (processor, wall), all run in every round."""
    taken = {key: [] for key in made}

    def once(function, columns):
        wall, processor = time.perf_counter(), time.process_time()
        function(*columns)
        return time.process_time() - processor, time.perf_counter() - wall
    for _ in range(rounds):
        for key, (function, columns) in made.items():
            first = once(function, columns)      # into the caches, where the others were before
            slow = first[0] > 0.05
            taken[key] += [first] if slow else [once(function, columns) for _ in range(3)]
    return {key: tuple(median(x) / made[key][1].shape[1] for x in zip(*pairs))
            for key, pairs in taken.items()}


def own_rows(robot, tasks):
    """Rows of generated code."""
    def make(parameters, target, threads=1):
        functions, codes = generated(robot, parameters, target, tasks, threads)
        return functions, {task: code.operations.together for task, code in codes.items()}
    for parameters in ("full", "base", "numbers"):
        for target in ("numpy", "numba", "c"):
            yield (f"generated, {parameters}, {target}",
                   lambda p=parameters, t=target: make(p, t), 1)
    yield (f"generated, numbers, c, {PROCESSORS} processors",
           lambda: make("numbers", "c", PROCESSORS), 1)
    yield "limit: numbers, c, in the cache", lambda: (limit(robot, tasks), {}), 1


def slope_rows(robot):
    if pinocchio:
        yield LOOP, lambda: (pinocchio_slopes(robot), {}), 1
    yield from own_rows(robot, SLOPES)
    if casadi:
        yield "casadi's derivatives, C, map", lambda: casadi_rows(robot, SLOPES), 1


def rows(name, robot):
    """(row, maker of (functions, operations), how much smaller its batch is)."""
    if pinocchio:
        loop, kept = pinocchio_rows(robot)
        yield LOOP, lambda: ({k: _both(loop[k], kept[k]) for k in loop}, {}), 1
        if hasattr(pinocchio, "rneaInParallel"):
            yield "pinocchio, parallel, 1 thread", lambda: (pinocchio_parallel(robot), {}), 1
    yield "readable code", lambda: (readable(robot), {}), 1
    yield from own_rows(robot, TASKS)
    if casadi:
        yield "casadi, generated C, map", lambda: casadi_rows(
            robot, {what: task for what, task in TASKS.items() if what != "A"}), 1
    if mujoco:
        yield "mujoco, Python loop", lambda: (mujoco_rows(robot), {}), 1
    if roboticstoolbox and name == "PUMA 560":
        yield "roboticstoolbox, rne in C", lambda: (toolbox_rows(robot), {}), 1
    if modern_robotics:
        yield "modern_robotics", lambda: (single_rows(robot), {}), 500


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
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6 * max(1, abs(want).max()),
                               err_msg=f"{row}, {task}")


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
        print(f"{'script, in node':36} left out: {str(reason).splitlines()[0][:80]}", file=out)
        return
    line = f"{'script, in node (ratio to C)':36}"
    for task, one in zip(NAMES, found):
        np.testing.assert_allclose(np.reshape(one["first"], want[task].shape), want[task],
                                   rtol=1e-6, atol=1e-6, err_msg=f"script, {task}")
        ratio = one["least"] / times.get(("generated, numbers, c", task), float("nan"))
        ratios[name, "script, in node, to C", task] = ratio
        line += f"{1e6 * one['least']:13.3f} ({ratio:6.2f}) {'':>11}"
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
    parser.add_argument("--rounds", type=int, default=15, help="how often everything is run")
    parser.add_argument("--scaling", metavar="FILE", help="draw time and operations a joint")
    arguments = parser.parse_args()
    if arguments.scaling:
        scaling(arguments.scaling)
    else:
        run(arguments.count, arguments.rounds)
