"""Other descriptions of a mechanism, turned into the parameters of section 1.4.

Denavit-Hartenberg rows, joint axes placed in the links, and URDF files. The functions are the
class methods of `Mechanism` that bear their names.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import rotation
from .arithmetic import cos, is_symbolic, numbers, sin
from .inertia import Body, inertias
from .types import Array, ArrayLike

if TYPE_CHECKING:
    from yourdfpy.urdf import Joint, Robot

    from .mechanism import Mechanism, Mount

__all__ = ["from_axes", "from_dh", "from_urdf"]

Homes = dict[str, tuple[int, Array]]       # link -> (its moving link, its pose in that link)


def from_dh(cls: type[Mechanism], /, rows: ArrayLike, sigma: ArrayLike | None = None, *,
            modified: bool = False, m: ArrayLike | None = None, r: ArrayLike | None = None,
            J: ArrayLike | None = None, **options: Any) -> Mechanism:
    """A mechanism from Denavit-Hartenberg rows, (n, 4).

    Standard: (theta, d, a, alpha); joint i acts along z of frame i-1, then Rz(theta)
    Tz(d) Tx(a) Rx(alpha) leads to frame i. Its frames, and with them m, r, J, are the
    book's as they stand. modified=True: (alpha, a, theta, d); Rx(alpha) Tx(a) leads to
    joint i, then Rz(theta) Tz(d) to its frame; m, r, J are given in those frames and
    converted, and frame 0 stands in {B} as joint 1 does. theta of a revolute and d of a
    prismatic joint are the values at q_i = 0.
    """
    columns = "alpha, a, theta, d" if modified else "theta, d, a, alpha"
    rows = numbers(f"rows ({columns})", rows, ("n", 4))
    sigma = np.ones(len(rows), dtype=int) if sigma is None else sigma
    if modified:
        return _from_modified_dh(cls, rows, sigma, m, r, J, options)
    theta, d, a, alpha = rows.T
    turn = rotation.tau_z(theta) @ rotation.tau_x(alpha)               # tau_{i-1 i} at q_i = 0
    l = np.stack([a, d * sin(alpha), d * cos(alpha)], -1)              # in frame i
    return cls(sigma, np.stack(rotation.angles_of(turn), -1), l, m, r, J, **options)


def _from_modified_dh(cls: type[Mechanism], rows: Array, sigma: ArrayLike,
                      m: ArrayLike | None, r: ArrayLike | None, J: ArrayLike | None,
                      options: dict[str, Any]) -> Mechanism:
    """Rx(alpha) Tx(a) Rz(theta) Tz(d): the joint acts along z of its own link's frame."""
    alpha, a, theta, d = rows.T
    x, z = rotation.tau_x(alpha), rotation.tau_z(theta)
    turns = x @ z
    offsets = (x @ np.stack([a, 0 * a, d], -1)[..., None])[..., 0]
    axes = np.tile([0, 0, 1], (len(rows), 1))
    return from_axes(cls, sigma, offsets, turns, axes, m, r, J, **options)


def from_axes(cls: type[Mechanism], /, sigma: ArrayLike, xyz: ArrayLike, R: ArrayLike,
              axis: ArrayLike, m: ArrayLike | None = None, r: ArrayLike | None = None,
              J: ArrayLike | None = None, **options: Any) -> Mechanism:
    """A mechanism from joints placed in links, as URDF describes them.

    The frame of link i stands at xyz[i] (n, 3) with the matrix R[i] (n, 3, 3) in the frame
    of link i-1 when q_i = 0, and moves about or along axis[i] (n, 3), given in link i.
    m, r, J are given in those frames. {B} is the frame of the fixed link, frame n that
    of the last link; the frames between are placed as section 1.2 asks.
    """
    xyz = numbers("xyz", xyz, ("n", 3))
    n = len(xyz)
    R, axis = rotation.checked("R", R, (n, 3, 3)), numbers("axis", axis, (n, 3))
    S = np.array([_with_axis(a) for a in axis])              # columns: axes of frame i-1 in link i
    # frame i in the frame of link i: on the next joint, or for the last link its own frame
    turns = np.concatenate([R[1:] @ S[1:], np.eye(3)[None]])
    origins = np.concatenate([xyz[1:], np.zeros((1, 3))])
    tau = S.swapaxes(1, 2) @ turns
    l = _rotated_back(turns, origins)
    if r is not None:
        r = _rotated_back(turns, numbers("r", r, (n, 3)) - origins)
    if J is not None:
        J = turns.swapaxes(1, 2) @ numbers("J", J, (n, 3, 3)) @ turns
    if "base" not in options:
        options["base"] = _mount(R[0] @ S[0], xyz[0])
    return cls(sigma, np.stack(rotation.angles_of(tau), -1), l, m, r, J, **options)


def _mount(turn: Array, origin: Array) -> Mount:
    from .mechanism import Mount
    return Mount(angles=np.stack(rotation.angles_of(turn)), l=turn.T @ origin)


def _rotated_back(turns: Array, vectors: Array) -> Array:
    return (turns.swapaxes(1, 2) @ vectors[..., None])[..., 0]


def _with_axis(a: Array) -> Array:
    """A rotation whose third column is the unit vector a; the identity for z."""
    if (a == [0, 0, 1]).all():
        return np.eye(3, dtype=int)
    if is_symbolic(a) or not a.any():
        raise ValueError(f"axis: got {a.tolist()}, needs a direction, in numbers")
    z = a / np.linalg.norm(a)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


# -- URDF --------------------------------------------------------------------------------------
def from_urdf(cls: type[Mechanism], /, path: str | PathLike[str],
              tip: str | None = None) -> Mechanism:
    """A mechanism from a URDF file, from its root link, which is {B}, to the link `tip`.

    tip may be left out when there is one last link. Fixed joints disappear, and the bodies
    beyond them join the link that carries them; the tool frame is that of `tip`. When a
    moving link has no inertial element the mechanism has no inertias, with a warning.
    Needs the package yourdfpy (ImportError without it).
    """
    robot = _read_urdf(path)
    parents = {joint.child: joint for joint in robot.joints}
    ends = sorted({link.name for link in robot.links} - {joint.parent for joint in robot.joints})
    if tip is None and len(ends) != 1:
        raise ValueError(f"tip: got None, needs one of the last links: {', '.join(ends)}")
    tip = ends[0] if tip is None else tip
    if tip not in {link.name for link in robot.links}:
        raise ValueError(f"tip: got {tip!r}, needs a link of {robot.name}: "
                         f"{', '.join(link.name for link in robot.links)}")
    joints: list[Joint] = []               # the moving joints
    places: list[Array] = []
    homes: Homes = {}
    T = np.eye(4)
    for joint in _path(parents, tip):
        homes[joint.parent] = (len(joints), T)
        T = T @ _pose(joint.origin)
        if joint.type != "fixed":
            _check_joint(joint)
            joints, places, T = joints + [joint], places + [T], np.eye(4)
    if not joints:
        raise ValueError(f"tip: got {tip!r}, needs a link that a joint moves")
    homes[tip] = (len(joints), T)
    axes = [(1, 0, 0) if joint.axis is None else joint.axis for joint in joints]
    limits = [None if j.limit is None or j.type == "continuous" or None in (
        pair := (j.limit.lower, j.limit.upper)) else pair for j in joints]
    return from_axes(cls, [int(j.type != "prismatic") for j in joints],
                     [P[:3, 3] for P in places], [P[:3, :3] for P in places], axes,
                     **_urdf_inertias(robot, parents, homes, len(joints)),
                     tool=_mount(T[:3, :3], T[:3, 3]), limits=limits, name=robot.name or "")


def _read_urdf(path: str | PathLike[str]) -> Robot:
    try:
        from yourdfpy import URDF
    except ImportError as error:
        raise ImportError("from_urdf reads files through the package yourdfpy, which is not "
                          "installed: pip install yourdfpy") from error
    if not Path(path).is_file():
        raise ValueError(f"path: got {str(path)!r}, needs a URDF file")
    try:
        return URDF.load(str(path), load_meshes=False, build_scene_graph=False).robot
    except Exception as error:
        raise ValueError(f"path: got {str(path)!r}, needs a URDF file; {error}") from error


def _path(parents: Mapping[str, Joint], tip: str) -> list[Joint]:
    path: list[Joint] = []
    while tip in parents:
        path.insert(0, parents[tip])
        tip = parents[tip].parent
    return path


def _check_joint(joint: Joint) -> None:
    if joint.type not in ("revolute", "continuous", "prismatic") or joint.mimic is not None:
        kind = "mimic" if joint.mimic is not None else joint.type
        raise ValueError(f"joint {joint.name}: got type {kind}, needs revolute, continuous, "
                         "prismatic or fixed")


def _pose(origin: ArrayLike | None) -> Array:
    return np.eye(4) if origin is None else np.asarray(origin, dtype=float)


def _urdf_inertias(robot: Robot, parents: Mapping[str, Joint], homes: Homes,
                   n: int) -> dict[str, Any]:
    """Bodies of the moving links, with what is fixed to them; nothing when one has no inertia."""
    bodies: dict[int, Body] = {}
    for link in robot.links:
        T, name = np.eye(4), link.name
        while name not in homes and name in parents:
            joint = parents[name]
            if joint.type != "fixed":
                warnings.warn(f"joint {joint.name} is not on the way to the tip; "
                              "it is held at zero", stacklevel=4)
            name, T = joint.parent, _pose(joint.origin) @ T
        home, pose = homes.get(name, (0, np.eye(4)))
        if home and link.inertial is not None:
            T = pose @ T @ _pose(link.inertial.origin)
            body = Body(link.inertial.mass, np.zeros(3), np.asarray(link.inertial.inertia))
            body = body.turned(T[:3, :3]).moved(T[:3, 3])
            bodies[home] = bodies[home] + body if home in bodies else body
    missing = [i for i in range(1, n + 1) if i not in bodies]
    if missing:
        warnings.warn(f"link {missing[0]} has no inertial element; the mechanism has no inertias, "
                      "and dynamics will be refused", stacklevel=4)
        return {}
    return inertias(bodies[i] for i in range(1, n + 1))
