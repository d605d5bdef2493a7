"""A live comparison with pinocchio on random robots, read from URDF by both.

Optional: runs where pinocchio (package pin) and yourdfpy are installed.
"""

import numpy as np
import pytest
from robokit_cases import CHAINS, random_inertias

from robokit import Loads, Mechanism

pinocchio = pytest.importorskip("pinocchio")
pytest.importorskip("yourdfpy")


def rpy(rng):
    return " ".join(f"{x:.4f}" for x in rng.uniform(-1.5, 1.5, 3))


def urdf(kinds, seed=0):
    """A random chain with a fixed joint after every second moving one."""
    rng = np.random.default_rng([seed, *map(ord, kinds)])
    links, joints, last = ['<link name="root"/>'], [], "root"
    for i, kind in enumerate(kinds, 1):
        names = [(f"link{i}", {"R": "continuous", "P": "prismatic"}[kind])]
        names += [(f"side{i}", "fixed")] if i % 2 == 0 else []
        for name, joint in names:
            (m,), (r,), (J,) = random_inertias(rng, 1)
            links.append(
                f'<link name="{name}"><inertial><mass value="{m}"/>'
                f'<origin xyz="{r[0]} {r[1]} {r[2]}" rpy="{rpy(rng)}"/>'
                f'<inertia ixx="{J[0, 0]}" ixy="{J[0, 1]}" ixz="{J[0, 2]}" iyy="{J[1, 1]}" '
                f'iyz="{J[1, 2]}" izz="{J[2, 2]}"/></inertial></link>'
            )
            axis = rng.normal(size=3)
            axis /= np.linalg.norm(axis)
            limit = (
                '<limit lower="-3" upper="3" effort="1" velocity="1"/>'
                if joint == "prismatic"
                else ""
            )
            joints.append(
                f'<joint name="to_{name}" type="{joint}"><parent link="{last}"/>'
                f'<child link="{name}"/><origin xyz="{" ".join(map(str, rng.normal(size=3)))}" '
                f'rpy="{rpy(rng)}"/><axis xyz="{axis[0]} {axis[1]} {axis[2]}"/>{limit}</joint>'
            )
            last = name
    return f'<robot name="random">{"".join(links + joints)}</robot>', last


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kinds", CHAINS)
def test_against_pinocchio(kinds, seed, tmp_path):
    text, tip = urdf(kinds, seed)
    path = tmp_path / "robot.urdf"
    path.write_text(text)
    robot = Mechanism.from_urdf(path)
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()
    rng = np.random.default_rng(seed)
    q, dq, ddq = rng.uniform(-2, 2, (3, robot.n))
    full = np.concatenate([[np.cos(x), np.sin(x)] if k == "R" else [x] for k, x in zip(kinds, q)])
    g = np.array([0, 0, -9.81])
    loads = Loads(gravity=robot.at(q).tau(0, "B") @ g)

    pinocchio.computeAllTerms(model, data, full, dq)
    pinocchio.updateFramePlacements(model, data)
    frame = model.getFrameId(tip)
    pose = data.oMf[frame]
    t, tau = robot.forward_kinematics(q)
    np.testing.assert_allclose(t, pose.translation, atol=1e-10)
    np.testing.assert_allclose(tau, pose.rotation, atol=1e-10)
    J = pinocchio.getFrameJacobian(model, data, frame, pinocchio.LOCAL_WORLD_ALIGNED)
    np.testing.assert_allclose(
        robot.at(q).Xi("B", link="tool"), np.roll(J.reshape(6, -1), 3, 0), atol=1e-10
    )
    M = np.triu(data.M) + np.triu(data.M, 1).T
    close = dict(rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(robot.A(q), M, **close)
    np.testing.assert_allclose(
        robot.inverse_dynamics(q, dq, ddq, loads),
        pinocchio.rnea(model, data, full, dq, ddq),
        **close,
    )
    np.testing.assert_allclose(
        robot.static_drives(q, loads),
        pinocchio.computeGeneralizedGravity(model, data, full),
        **close,
    )
    np.testing.assert_allclose(
        robot.forward_dynamics(q, dq, ddq, loads),
        pinocchio.aba(model, data, full, dq, ddq),
        rtol=1e-7,
        atol=1e-7,
    )
    assert np.isclose(
        robot.at(q, dq).kinetic_energy(), pinocchio.computeKineticEnergy(model, data, full, dq)
    )
