"""The arms that are data: each loads, and is what its source says."""

import doctest
import warnings

import numpy as np
import pytest
from robokit_cases import motion, truth

from robokit import Loads, Mechanism, PhysicsWarning, robots

#: Arms that a reference file describes, and the name of that file in tests/truth.
REFERENCES = {"puma560": "puma560", "stanford": "stanford", "scara": "scara_rrpr",
              "planar2r": "planar2r"}
CHAINS = ["chain3", "chain4"]
every = pytest.mark.parametrize("name", robots.names())


def test_the_arms_that_there_are():
    assert robots.names() == sorted([*REFERENCES, *CHAINS, "crane2", "crane3"])
    assert doctest.testmod(robots).attempted == 1


@every
def test_every_arm_loads_and_says_where_it_is_from(name):
    given, robot = robots.data(name), robots.load(name)
    assert given["source"].strip() and robot.name == given["name"]
    assert robot.m.shape == (robot.n,) and np.isfinite(robot.A(np.ones(robot.n))).all()
    known = {"name", "source", "doubts", "example", *robot.to_dict()}
    assert set(given) <= known                      # a misspelt key would be left out in silence


@every
def test_what_no_rigid_body_has_stands_among_the_doubts(name):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", PhysicsWarning)
        Mechanism.from_dict(robots.data(name))
    doubts = robots.data(name).get("doubts", "")
    assert bool(said) == ("no rigid body" in doubts) == (name == "puma560")


def test_loading_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        robots.load("puma560")


@pytest.mark.parametrize("name,reference", REFERENCES.items())
def test_parameters_and_drives_of_the_reference(name, reference):
    data, wanted = truth(reference)
    robot = robots.load(name)
    for key in ("sigma", "angles", "l", "m", "r", "J"):
        np.testing.assert_allclose(getattr(robot, key), getattr(wanted, key), rtol=0, atol=1e-15)
    q, dq, ddq, tau = (np.array([s[k] for s in data["states"]])
                       for k in ("q", "qd", "qdd", "tau"))
    drives = robot.inverse_dynamics(q, dq, ddq, Loads(gravity=data["gravity"]))
    np.testing.assert_allclose(drives, tau, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("name", ["crane2", "crane3"])
def test_a_crane_turns_about_the_vertical_and_tilts_about_horizontal_axes(name):
    robot = robots.load(name)
    s = robot.at(motion(robot)[0])
    axes = np.array([s.c(i) for i in range(1, robot.n + 1)])
    np.testing.assert_allclose(axes[0], [0, 0, 1], atol=1e-15)
    np.testing.assert_allclose(axes[1:, 2], 0, atol=1e-15)
    np.testing.assert_allclose(axes[1:], np.tile(axes[1], (robot.n - 1, 1)), atol=1e-14)
    assert abs(s.t(1) @ axes[1]) > 0.1                               # the shoulder is offset


def test_the_crane_with_an_elbow_carries_one_link_more():
    """Without its last body it is the other crane."""
    two, three = robots.load("crane2"), robots.load("crane3")
    bare = Mechanism(three.sigma, three.angles, three.l, three.m * [1, 1, 0], three.r,
                     three.J * np.array([1, 1, 0])[:, None, None])
    q = motion(three, batch=(20,))[0]
    np.testing.assert_allclose(bare.A(q)[:, :2, :2], two.A(q[:, :2]), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", CHAINS)
def test_the_chains_have_no_right_angle_and_an_example(name):
    robot, example = robots.load(name), robots.example(name)
    turns = np.abs([robot.eps(i) for i in range(1, robot.n + 1)])
    assert turns.min() > 0.01 and turns.max() < 0.99
    assert set(robot.sigma) == {0, 1}
    shapes = {"q": (robot.n,), "dq": (robot.n,), "ddq": (robot.n,), "point": (3,),
              "gravity": (3,)}
    assert {"q", "dq", "gravity"} <= set(example) <= set(shapes)
    assert all(value.shape == shapes[key] for key, value in example.items())
    assert all((value != 0).all() for value in example.values())


def test_an_arm_that_there_is_not_is_named():
    with pytest.raises(ValueError, match="name: got 'puma', needs one of chain3, .*, stanford"):
        robots.load("puma")
    with pytest.raises(ValueError, match="name: got '../data', needs one of"):
        robots.data("../data")
    with pytest.raises(ValueError, match="got 'scara', an arm without an example, .*chain3, cha"):
        robots.example("scara")
