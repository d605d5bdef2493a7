"""One solid shape for all bodies: an outline carried along an axis.

The outline is the convex hull of circles. At every height z of the profile it grows by an offset:
one circle of radius 0 gives a turned body, two or more a plate, a link, a rounded box. The page
makes its triangles from the same few numbers (solids.js), the static picture from `rings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..types import ArrayLike, Floats, Frame

__all__ = ["MATERIALS", "Bodies", "Solid", "basis"]

Circle = tuple[float, float, float]                     # x, y, radius, metres
Station = tuple[float, float]                           # offset of the outline, height, metres
MATERIALS = ("paint", "dark", "metal", "revolute", "prismatic", "link", "gripper", "accent")
ROUND = np.linspace(0, np.pi / 2, 4)                    # of a bevel
BOLT = 0.0035


@dataclass(frozen=True)
class Solid:
    """A rigid body, or a part of one, fixed in a frame.

    frame : the frame that carries it; tau (3, 3), t (3,): its own axes and origin in that frame
    outline : circles in its x, y; profile : (offset, z) from the bottom to the top
    between : two frames: the solid of length 1 is stretched from one origin to the other
    when : (k, sigma): drawn only while the joint k has this type
    """

    frame: Frame
    material: str
    outline: tuple[Circle, ...]
    profile: tuple[Station, ...]
    tau: Floats = field(default_factory=lambda: np.eye(3))
    t: Floats = field(default_factory=lambda: np.zeros(3))
    between: tuple[Frame, Frame] | None = None
    when: tuple[int, int] | None = None

    def rings(self, around: int = 24) -> Floats:
        """The outline at every station of the profile, in the frame that carries it. (k, m, 3)"""
        angles = np.arange(around) * 2 * np.pi / around
        normals = np.stack([np.cos(angles), np.sin(angles)], -1)
        circles = np.array(self.outline)
        which = np.argmax(normals @ circles[:, :2].T + circles[:, 2], -1)
        ring = np.array([np.column_stack([circles[which, :2]
                                          + (circles[which, 2:] + offset) * normals,
                                          np.full(around, z)]) for offset, z in self.profile])
        return ring @ self.tau.T + self.t

    def to_dict(self, n: int) -> dict[str, Any]:
        """As JSON has it; frames as their place in what the arm's script gives, {B} as -1."""
        def place(frame: Frame) -> int:
            return frame if isinstance(frame, int) else {"B": -1, "tool": n + 1}[frame]
        found: dict[str, Any] = {
            "frame": place(self.frame), "material": self.material, "outline": _short(self.outline),
            "profile": _short(self.profile), "tau": _short(self.tau.ravel()), "t": _short(self.t)}
        if self.between is not None:
            found["between"] = [place(frame) for frame in self.between]
        if self.when is not None:
            found["when"] = list(self.when)
        return found


def _short(x: ArrayLike) -> Any:
    """To a hundredth of a millimetre: these are pictures."""
    return (np.asarray(x, float).round(5) + 0.0).tolist()


def basis(along: str | ArrayLike) -> Floats:
    """A frame whose third axis is `along`: a letter x, y, z or a vector (3,). (3, 3)"""
    if isinstance(along, str):
        return np.roll(np.eye(3), {"z": 0, "x": 1, "y": 2}[along], axis=0)
    z = np.asarray(along, float) / np.linalg.norm(along)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


class Bodies(list[Solid]):
    """Solids that are put together one after another."""

    def turned(self, frame: Frame, material: str, profile: Sequence[Station],
               along: str | ArrayLike = "z", at: ArrayLike = (0, 0, 0), **more: Any) -> None:
        """A turned body: profile of (radius, height) along an axis through `at`."""
        self.append(Solid(frame, material, ((0, 0, 0),), tuple(profile), basis(along),
                          np.asarray(at, float), **more))

    def cylinder(self, frame: Frame, material: str, radius: float, low: float, high: float,
                 along: str | ArrayLike = "z", at: ArrayLike = (0, 0, 0),
                 bevel: float | None = None, **more: Any) -> None:
        """A cylinder with rounded rims from height low to high on the axis through `at`."""
        bevel = min(0.12 * radius, 0.3 * (high - low)) if bevel is None else bevel
        profile = [(radius + offset, z) for offset, z in rounded(low, high, bevel)]
        self.turned(frame, material, profile, along, at, **more)

    def plate(self, frame: Frame, material: str, outline: Sequence[Circle], low: float, high: float,
              along: str | ArrayLike = "z", at: ArrayLike = (0, 0, 0), bevel: float = 0.008,
              **more: Any) -> None:
        """A plate with rounded rims: the hull of circles, from height low to high."""
        bevel = min(bevel, 0.45 * (high - low), *(r for *_, r in outline))
        self.append(Solid(frame, material, tuple(outline), tuple(rounded(low, high, bevel)),
                          basis(along), np.asarray(at, float), **more))

    def box(self, frame: Frame, material: str, size: ArrayLike, at: ArrayLike = (0, 0, 0),
            tau: Floats | None = None, bevel: float | None = None) -> None:
        """A box with rounded edges about `at`; tau: its axes in the frame."""
        a, b, c = np.asarray(size, float) / 2
        bevel = 0.2 * min(a, b, c) if bevel is None else bevel
        corners = tuple((x * (a - bevel), y * (b - bevel), bevel)
                        for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)))
        self.append(Solid(frame, material, corners, tuple(rounded(-c, c, bevel)),
                          np.eye(3) if tau is None else tau, np.asarray(at, float)))

    def bolts(self, frame: Frame, count: int, circle: float, height: float,
              along: str | ArrayLike = "z", at: ArrayLike = (0, 0, 0)) -> None:
        """Heads of bolts on a circle, standing on a face at that height."""
        tau = basis(along)
        for angle in (np.arange(count) + 0.5) * 2 * np.pi / count:
            place = tau @ [circle * np.cos(angle), circle * np.sin(angle), height]
            self.turned(frame, "metal", ((2 * BOLT, 0), (2 * BOLT, BOLT), (1.4 * BOLT, 1.5 * BOLT)),
                        along, np.asarray(at, float) + place)


def rounded(low: float, high: float, bevel: float) -> list[Station]:
    """Offsets and heights of a body with rounded rims."""
    bottom = [(-bevel * (1 - np.sin(a)), low + bevel * (1 - np.cos(a))) for a in ROUND]
    top = [(-bevel * (1 - np.cos(a)), high - bevel * (1 - np.sin(a))) for a in ROUND]
    return [(float(offset), float(z)) for offset, z in bottom + top]
