"""What a `Mechanism` writes of itself for a picture: its bodies, the names of its frames.

The solids follow from sigma, the mounting angles and the link vectors alone: a column up to the
first joint, a housing at every joint (a drum for a revolute one, a box with a carriage and a rod
for a prismatic one), a tube along every link vector, a gripper. The Kawasaki FS20N has bodies of
its own, see `fs20n`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import arithmetic
from ..kawasaki import FS20N
from ..mechanism import Mechanism
from ..types import Floats
from . import fs20n
from .gripper import gripper
from .solids import Bodies, basis
from .virtual import Virtual

__all__ = ["bodies", "describe", "reach", "travel"]

SLIDE = 0.35            # metres that a prismatic joint without limits may go each way
SQUARE = ((0.26, 0.26), (-0.26, 0.26), (-0.26, -0.26), (0.26, -0.26))   # the foot of a stand
TAPER = (1.0, 0.52)     # of the radii, from the first joint to the last


def describe(robot: Mechanism, stand: float = 0) -> dict[str, Any]:
    """The description, as JSON has it. stand: metres of a column under the base.

    name; n; sigma; limits (n of [least, greatest] or null); free (n, 2): how far sliders go;
    bodies: solids, see `Solid`; floor: its height in {B}; reach: how large the arm is, metres;
    base (3, 4): frame 0 seen from {B}; names of the frames and axes as the book writes them; masses
    and mass centres where the robot has them; nominal: whether the shapes are made up beyond the
    lengths. ValueError for a mechanism with letters.
    """
    if not isinstance(robot, Mechanism):
        raise ValueError(f"robot: got {type(robot).__name__}, needs a Mechanism")
    if any(arithmetic.is_symbolic(x) for x in (robot._l, robot._eps)):
        raise ValueError("robot: got a mechanism with letters, needs numbers")
    solids, own = bodies(robot, stand), robot.to_dict()
    return {
        "name": robot.name, "n": robot.n, "sigma": own["sigma"], "limits": own["limits"],
        "free": travel(robot).tolist(), "floor": floor(robot) - stand, "reach": reach(robot),
        "frames": frames(robot),
        "virtual": {"links": robot.links} if isinstance(robot, Virtual) else None,
        "triad": robot.triad if isinstance(robot, Virtual) else None,
        "masses": own["m"], "centres": own["r"],
        "bodies": [solid.to_dict(robot.n) for solid in solids]}


def bodies(robot: Mechanism, stand: float = 0) -> Bodies:
    """The solids of any chain, in the frames of its links, and of what it stands on."""
    found = _own(robot)
    if stand:
        low, top = floor(robot) - stand, floor(robot)
        found.plate("B", "dark", [(x, y, 0.06) for x, y in SQUARE], low, low + 0.04, bevel=0.01)
        found.turned("B", "metal", [(0.21, low + 0.04), (0.15, low + 0.12), (0.14, top - 0.06),
                                    (0.22, top - 0.01), (0.22, top)])
    return found


def _own(robot: Mechanism) -> Bodies:
    if isinstance(robot, FS20N):
        return fs20n.bodies(robot)
    if isinstance(robot, Virtual):
        return robot.bodies()
    found, size = Bodies(), 0.058 * reach(robot)
    radii = size * np.linspace(*TAPER, robot.n)
    _column(found, robot, 1.25 * size)
    for i, radius in enumerate(radii.tolist(), 1):
        (_drum if robot.sigma[i - 1] else _slide)(found, robot, i, radius)
        _tube(found, robot, i, 0.62 * radius)
    end = float(radii[-1])
    found.cylinder(robot.n, "metal", 0.62 * end, -0.2 * end, 0.2 * end)
    gripper(found, robot, 1.8 * end)
    return found


def frames(robot: Mechanism) -> list[dict[str, Any]]:
    """The frames that are drawn: place (-1 is {B}, n + 1 the tool) and the book's name."""
    if isinstance(robot, Virtual):
        return robot.frames()
    return [{"place": i, "name": str(i)} for i in range(robot.n + 1)]


def travel(robot: Mechanism) -> Floats:
    """From where to where a slider takes each joint: its limits, a turn, or `SLIDE`. (n, 2)"""
    free = np.where(robot.sigma == 1, np.pi, SLIDE * _lengths(robot) if _lengths(robot) else SLIDE)
    span = np.stack([-free, free], -1)
    return span if robot.limits is None else np.where(np.isinf(robot.limits), span, robot.limits)


def _lengths(robot: Mechanism) -> float:
    return float(np.linalg.norm(robot._l.astype(float), axis=1).sum())


def reach(robot: Mechanism) -> float:
    """The lengths of all links and slides together: a size for the picture. Metres."""
    if isinstance(robot, Virtual):
        return 1.2
    slides = np.abs(travel(robot)).max(1)[robot.sigma == 0].sum()
    return float(_lengths(robot) + slides) or 1.0


def floor(robot: Mechanism) -> float:
    """The height of the floor in {B}: under the base frame and under frame 0."""
    if isinstance(robot, FS20N):
        return -fs20n.BASE
    if isinstance(robot, Virtual):
        return 0.0
    s = robot.at(np.zeros(robot.n))
    low = min(0.0, float(s.t(0, frame="B", origin="B")[2]))
    drum = 0.0 if s.t(0, frame="B", origin="B")[2] > 0.15 * reach(robot) else 0.12 * reach(robot)
    return low - drum


def _column(found: Bodies, robot: Mechanism, radius: float) -> None:
    """From the floor up to the origin of frame 0."""
    foot = robot.at(np.zeros(robot.n)).t(0, frame="B", origin="B")
    low, top = floor(robot), float(foot[2])
    found.plate("B", "dark", [(x * radius, y * radius, 0.5 * radius) for x, y in
                              ((1.2, 1.2), (-1.2, 1.2), (-1.2, -1.2), (1.2, -1.2))],
                low, low + 0.25 * radius, at=(foot[0], foot[1], 0))
    if top - low > 0.3 * radius:
        high = top - low
        found.turned("B", "paint", [(1.35 * radius, 0.2 * radius), (1.3 * radius, 0.35 * radius),
                                    (1.0 * radius, min(0.9 * radius, 0.8 * high)),
                                    (0.95 * radius, high)], at=(foot[0], foot[1], low))


def _drum(found: Bodies, robot: Mechanism, i: int, radius: float) -> None:
    """A revolute joint: the housing turns with link i-1, the caps with link i."""
    half, axis = 1.15 * radius, robot.v(i).astype(float)
    at = -robot.l[i - 1].astype(float)                              # origin of frame i-1, in i
    found.cylinder(i - 1, "revolute", radius, -half, half, bevel=0.1 * radius)
    for side in (1, -1):
        found.cylinder(i, "dark", 0.82 * radius, half - 0.06 * radius, half + 0.12 * radius,
                       side * axis, at)
        found.bolts(i, 6, 0.6 * radius, half + 0.12 * radius, side * axis, at)


def _slide(found: Bodies, robot: Mechanism, i: int, radius: float) -> None:
    """A prismatic joint: a box on link i-1, a rod that slides in it and a carriage at its end."""
    least, greatest = travel(robot)[i - 1]
    axis, at = robot.v(i).astype(float), -robot.l[i - 1].astype(float)
    found.box(i - 1, "prismatic", np.array([1.9, 1.9, 2.2]) * radius, bevel=0.2 * radius)
    found.box(i - 1, "dark", np.array([1.4, 1.4, 2.3]) * radius)
    low, high = -max(greatest, 0) - 1.3 * radius, -min(least, 0) + 1.3 * radius
    tau = basis(axis)
    found.box(i, "metal", (0.9 * radius, 0.9 * radius, high - low),
              at + axis * (low + high) / 2, tau, bevel=0.1 * radius)
    found.box(i, "dark", np.array([1.25, 1.25, 0.5]) * radius, at, tau)


def _tube(found: Bodies, robot: Mechanism, i: int, radius: float) -> None:
    """Along l_i, from where the joint has put the link to the origin of frame i."""
    l = robot.l[i - 1].astype(float)
    length = float(np.linalg.norm(l))
    if length < 0.2 * radius:
        return
    rim = min(0.35 * radius, 0.2 * length)
    found.turned(i, "paint", [(0.75 * radius, -0.1 * radius), (radius + 0.12 * rim, 0.4 * rim),
                              (radius + 0.12 * rim, rim), (radius, 1.6 * rim),
                              (0.9 * radius, length - 1.4 * rim), (radius, length - rim),
                              (radius, length - 0.3 * rim), (0.75 * radius, length)], l, -l)
