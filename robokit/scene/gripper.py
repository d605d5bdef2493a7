"""A gripper with two fingers: its tip is the origin of the tool's frame, Z points away from it."""

from __future__ import annotations

import numpy as np

from ..mechanism import Mechanism
from .solids import Bodies, basis

__all__ = ["gripper"]


def gripper(found: Bodies, robot: Mechanism, size: float) -> None:
    """From frame n to the tip; size: how long the hand is where there is room, metres."""
    flange = -robot.tool.l.astype(float)                    # of frame n, in the tool's frame
    length = float(np.linalg.norm(flange))
    size = min(size, 0.75 * length) if length > 0.3 * size else size
    back = np.array([0, 0, -size])
    gap = back - flange
    reach = float(np.linalg.norm(gap))
    if reach > 1e-9:                                         # what holds the hand
        found.cylinder("tool", "dark", 0.30 * size, 0, reach + 0.12 * size, basis(gap)[:, 2],
                       flange)
    found.turned("tool", "dark", [(0.42 * size * np.cos(a), 0.42 * size * np.sin(a))
                                  for a in np.linspace(-0.5, np.pi / 2, 7)], at=flange)
    hand = np.array([0.46, 1.15, 0.34]) * size
    found.box("tool", "gripper", hand, back + [0, 0, 0.30 * size])
    found.box("tool", "metal", np.array([0.30, 1.10, 0.06]) * size, back + [0, 0, 0.49 * size])
    for side in (1, -1):
        found.box("tool", "dark", np.array([0.28, 0.16, 0.20]) * size,
                  back + np.array([0, 0.42 * side, 0.58]) * size)
        found.box("tool", "metal", np.array([0.22, 0.10, 0.60]) * size,
                  back + np.array([0, 0.42 * side, 0.88]) * size)
        found.box("tool", "dark", np.array([0.20, 0.05, 0.24]) * size,
                  back + np.array([0, 0.35 * side, 1.02]) * size)
