"""Where the frames stand: one frame a link, its Z the axis of the link's own joint.

The book's frame i ends link i, and Z_i is the axis of the next joint. For the fewest operations the
frame of link i stands on the axis of joint i instead, with X along the common normal to the next
axis (Khalil and Kleinfinger's choice): then a joint turns the frame about its own Z, and from link
to link only a turn about X by a constant angle is left, a right angle in most arms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..mechanism import Mechanism
from ..types import Array, ArrayLike, Floats

__all__ = ["Link", "Skeleton", "clean", "clear"]

SMALL = 1e-12
NEARLY = 0.1         # sine below which the foot of a common normal is too far away to be of use


@dataclass(frozen=True)
class Link:
    """One link of the skeleton, seen from the link before it (frame "before")."""

    sigma: int
    sign: int                   # of q: the axis may point against the book's
    turn: Floats                # (3, 3) components in this joint's resting frame -> frame before
    rest: float                 # the angle about Z at q = 0
    p: Floats                   # (3,) from the origin before to this one at q = 0, in frame before
    own: tuple[Floats, Floats]  # this frame in the book's frame i: rotation, origin

    @property
    def parallel(self) -> bool:
        """The axis is parallel to that of the joint before."""
        return bool(np.all(self.turn == np.eye(3)))


@dataclass(frozen=True)
class Skeleton:
    """A mechanism in these frames. Frame 0 stands still on the axis of joint 1."""

    links: list[Link]
    base: tuple[Floats, Floats]         # frame 0 here in the book's frame 0
    tool: tuple[Floats, Floats]         # the tool in the last frame
    world: tuple[Floats, Floats]        # the book's frame 0 in {B}

    @classmethod
    def of(cls, robot: Mechanism, slides: Sequence[float] = ()) -> Skeleton:
        """The skeleton of a mechanism with numbers for its geometry.

        slides: where the frame of each link stands on its axis, (n,): 0 at the foot of the common
        normal to the axis before, 1 (all, when none are given) at that to the axis behind. Axes
        that are nearly parallel have no foot at hand; there the nearest place does.
        """
        n, s = robot.n, robot.at(np.zeros(robot.n))
        poses = [(s.tau(0, i), s.t(i)) for i in range(n + 1)]
        size = _size(robot)
        axes, signs = [tau[:, 2] for tau, _ in poses[:n]], [1] * n
        for i in range(1, n):                    # against the one before: turn it round
            if axes[i] @ axes[i - 1] < SMALL - 1:
                axes[i], signs[i] = -axes[i], -1
        frames = _frames(axes, [t for _, t in poses[:n]], robot.sigma,
                         tuple(slides) or (1.0,) * n, size)
        links, (before, origin) = [], frames[0]
        for i, (here, place) in enumerate(frames):
            turn, rest = _split(clean(before.T @ here))
            tau, t = poses[i + 1]
            links.append(Link(int(robot.sigma[i]), signs[i], turn, rest,
                              clear(before.T @ (place - origin), size),
                              (clean(tau.T @ here), clear(tau.T @ (place - t), size))))
            before, origin = here, place
        world = clean(s.tau("B", 0)), clear(s.t(0, frame="B", origin="B"), size)
        tau, t = s.tau(0, "tool"), s.t("tool")
        return cls(links, frames[0], (clean(before.T @ tau), clear(before.T @ (t - origin), size)),
                   world)

    def in_units_of(self, length: float) -> Skeleton:
        """The same with lengths between the links counted in `length`, m."""
        if length == 1:
            return self
        return replace(self, links=[replace(link, p=_whole(link.p / length))
                                    for link in self.links])


def _frames(axes: list[Floats], points: list[Floats], sigma: Sequence[int] | Array,
            slides: Sequence[float], size: float) -> list[tuple[Floats, Floats]]:
    """(axes, origin) of every link's frame at q = 0, in the book's frame 0."""
    n, origin = len(axes), points[0]
    frames: list[tuple[Floats, Floats]] = []
    x: Floats | None = None
    for i, z in enumerate(axes):
        point = points[i] if sigma[i] else origin      # a prismatic axis has no place of its own
        enter = _nearest(point, z, origin, axes[i - 1] if i else z)
        leave, across = enter, None
        if i + 1 < n:
            if sigma[i + 1]:
                leave = _nearest(enter, z, points[i + 1], axes[i + 1])
            across = np.cross(z, axes[i + 1])
            if np.linalg.norm(across) < SMALL and sigma[i + 1]:
                across = _square(points[i + 1] - enter, z) / size
        origin = enter + slides[i] * (leave - enter)
        x = next(_unit(_square(v, z)) for v in (across, x, *np.eye(3))
                 if v is not None and np.linalg.norm(_square(v, z)) > 1e-9)
        frames.append((clean(np.column_stack([x, np.cross(z, x), z])), origin))
    return frames


def _nearest(point: Floats, z: Floats, other: Floats, direction: Floats) -> Floats:
    """The place on the line (point, z) that is nearest to another line.

    To the point `other` of that line when the lines are nearly parallel.
    """
    across = np.cross(z, direction)
    if np.linalg.norm(across) < NEARLY:
        return point + (other - point) @ z * z
    solved = np.linalg.lstsq(np.column_stack([z, -direction, across]), other - point, rcond=None)
    return point + solved[0][0] * z


def _split(relative: Floats) -> tuple[Floats, float]:
    """relative = turn @ Rz(rest), the turn one about X where that is possible."""
    s, c = -relative[1, 2], relative[2, 2]
    turn = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    if relative[0, 2] != 0:
        return relative, 0.0
    rest = clean(turn.T @ relative)
    return turn, float(np.arctan2(rest[1, 0], rest[0, 0]))


def _square(v: Floats, z: Floats) -> Floats:
    return v - (v @ z) * z


def _unit(v: Floats) -> Floats:
    return v / np.linalg.norm(v)


def _size(robot: Mechanism) -> float:
    """The longest link, m, beside which other lengths are small or not; 1 when all are zero."""
    return float(np.linalg.norm(np.asarray(robot.l, float), axis=1).max()) or 1.0


def clear(x: Floats, size: float = 0.0) -> Floats:
    """A vector without what rounding left: entries that are small beside the others and `size`."""
    return np.where(abs(x) < SMALL * max(size, abs(x).max()), 0.0, x)


def _whole(x: Floats) -> Floats:
    """Lengths next to 1 and -1 are these."""
    near = abs(abs(x) - 1) < SMALL
    return np.where(near, np.sign(x), x)


def clean(x: ArrayLike) -> Floats:
    """Entries next to 0, 1 and -1 are these; of axes, not of lengths."""
    x = np.array(x, float)
    for value in (0.0, 1.0, -1.0):
        x[abs(x - value) < SMALL] = value
    return x
