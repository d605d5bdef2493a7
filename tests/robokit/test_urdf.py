"""URDF files. Runs where yourdfpy is installed; the message without it is always tested."""

import sys

import numpy as np
import pytest

from robokit import Mechanism

LINK = (
    '<link name="{0}"><inertial><origin xyz="0.1 0 0"/><mass value="{1}"/>'
    '<inertia ixx="0.1" ixy="0" '
    'ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>'
)
JOINT = (
    '<joint name="{0}" type="{1}"><parent link="{2}"/><child link="{3}"/><origin xyz="{4}" '
    'rpy="{5}"/><axis xyz="{6}"/><limit lower="-1" upper="2" effort="1" velocity="1"/></joint>'
)


def write(tmp_path, *elements):
    path = tmp_path / "robot.urdf"
    path.write_text('<?xml version="1.0"?><robot name="two">' + "".join(elements) + "</robot>")
    return path


def parts(last=LINK.format("tip", 1.0)):
    return [
        LINK.format("root", 5.0),
        LINK.format("one", 2.0),
        LINK.format("two", 3.0),
        last,
        JOINT.format("a", "revolute", "root", "one", "0 0 0.5", "0 0 0", "0 1 0"),
        JOINT.format("b", "prismatic", "one", "two", "0.4 0 0", "0 0 0", "1 0 0"),
        JOINT.format("c", "fixed", "two", "tip", "0 0 0.2", "0 0 1.5707963267948966", "1 0 0"),
    ]


def test_without_the_library(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "yourdfpy", None)
    with pytest.raises(ImportError, match="yourdfpy, which is not installed: pip install"):
        Mechanism.from_urdf(write(tmp_path, *parts()))


class TestFiles:
    @pytest.fixture(autouse=True)
    def library(self):
        pytest.importorskip("yourdfpy")

    def test_by_hand(self, tmp_path):
        robot = Mechanism.from_urdf(write(tmp_path, *parts()))
        assert robot.sigma.tolist() == [1, 0] and robot.limits.tolist() == [[-1, 2], [-1, 2]]
        q, s = np.array([0.3, 0.7]), np.sin(0.3)
        t, tau = robot.forward_kinematics(q)
        c, reach = np.cos(0.3), 0.4 + 0.7
        np.testing.assert_allclose(
            t, [c * reach + s * 0.2, 0, 0.5 - s * reach + c * 0.2], atol=1e-12
        )
        np.testing.assert_allclose(tau @ [1, 0, 0], [0, 1, 0], atol=1e-12)
        np.testing.assert_allclose(robot.m, [2, 4])  # the tip rides on link two
        centre = robot.at(q).t(2, robot.r[1], "B", "B")
        tip = t + tau @ [0.1, 0, 0]
        two = np.array([c, 0, -s]) * (reach + 0.1) + [0, 0, 0.5]
        np.testing.assert_allclose(centre, (3 * two + tip) / 4, atol=1e-12)

    def test_a_continuous_joint_turns_freely_and_the_others_keep_their_limits(self, tmp_path):
        elements = [x.replace('type="revolute"', 'type="continuous"') for x in parts()]
        robot = Mechanism.from_urdf(write(tmp_path, *elements))
        assert robot.sigma.tolist() == [1, 0]
        assert robot.limits.tolist() == [[-np.inf, np.inf], [-1, 2]]

    def test_an_axis_of_any_length(self, tmp_path):
        long = [x.replace('<axis xyz="0 1 0"/>', '<axis xyz="0 7 0"/>') for x in parts()]
        same = Mechanism.from_urdf(write(tmp_path, *parts()))
        assert Mechanism.from_urdf(write(tmp_path, *long)) == same

    def test_missing_inertia_means_none(self, tmp_path):
        elements = parts('<link name="tip"/>')
        elements[2] = '<link name="two"/>'
        with pytest.warns(UserWarning, match="link 2 has no inertial element"):
            robot = Mechanism.from_urdf(write(tmp_path, *elements))
        with pytest.raises(ValueError, match="m, r, J: got none"):
            robot.A([0, 0])

    def test_a_branch_is_held(self, tmp_path):
        side = [
            LINK.format("side", 7.0),
            JOINT.format("d", "revolute", "one", "side", "0 0 0", "0 0 0", "1 0 0"),
        ]
        path = write(tmp_path, *parts(), *side)
        with pytest.raises(
            ValueError, match="tip: got None, needs one of the last links: side, tip"
        ):
            Mechanism.from_urdf(path)
        with pytest.warns(UserWarning, match="joint d is not on the way to the tip"):
            robot = Mechanism.from_urdf(path, "tip")
        np.testing.assert_allclose(robot.m, [9, 4])
        assert Mechanism.from_urdf(path, "side").n == 2

    @pytest.mark.parametrize(
        "tip, message",
        [
            ("hand", "tip: got 'hand', needs a link of two: root"),
            ("root", "tip: got 'root', needs a link that a joint moves"),
        ],
    )
    def test_bad_tips(self, tmp_path, tip, message):
        with pytest.raises(ValueError, match=message):
            Mechanism.from_urdf(write(tmp_path, *parts()), tip)

    def test_bad_files(self, tmp_path):
        with pytest.raises(ValueError, match="path: got .*needs a URDF file"):
            Mechanism.from_urdf(tmp_path / "none.urdf")
        broken = tmp_path / "broken.urdf"
        broken.write_text("<robot")
        with pytest.raises(ValueError, match="path: got .*needs a URDF file"):
            Mechanism.from_urdf(broken)
        floating = [x.replace('type="revolute"', 'type="floating"') for x in parts()]
        with pytest.raises(ValueError, match="joint a: got type floating, needs revolute"):
            Mechanism.from_urdf(write(tmp_path, *floating))
