"""The bodies of the Kawasaki FS20N: nominal shape.

The lengths between the axes are those of the mechanism. No drawing of the castings is public, so
their outlines, and the height of the base, are chosen here to look like an arm of this class.
"""

from __future__ import annotations

from ..kawasaki import FS20N
from .gripper import gripper
from .solids import Bodies

__all__ = ["BASE", "bodies"]

BASE = 0.50             # metres from the floor to the axis of joint 2, nominal
SIDE = 0.085            # half of what lies between upper arm and motors


def bodies(robot: FS20N) -> Bodies:
    """All bodies, in the frames of their links."""
    found = Bodies()
    L = dict(enumerate(robot._l.sum(1)[1:7].tolist(), 1))               # one length a link
    _base(found)
    _turret(found, L[1])
    _upper_arm(found, L[2])
    _elbow(found, L[3])
    _forearm(found, L[4])
    _wrist(found, L[5])
    found.cylinder(6, "metal", 0.040, -0.016, 0.0)
    found.bolts(6, 6, 0.030, 0.0)
    gripper(found, robot, 0.075)
    return found


def _base(found: Bodies) -> None:
    corner = [(x, y, 0.05) for x, y in ((0.17, 0.17), (-0.17, 0.17), (-0.17, -0.17), (0.17, -0.17))]
    found.plate(0, "dark", corner, BASE - 0.03, BASE, bevel=0.006)
    for x in (0.18, -0.18):
        for y in (0.18, -0.18):
            found.cylinder(0, "metal", 0.014, BASE - 0.042, BASE - 0.028, at=(x, y, 0))
    # Z_0 points down
    found.turned(0, "paint", [(0.150, 0.165), (0.158, 0.175), (0.158, 0.245), (0.160, 0.27),
                              (0.175, BASE - 0.09), (0.186, BASE - 0.05), (0.186, BASE - 0.03)])
    found.turned(0, "dark", [(0.145, 0.135), (0.162, 0.140), (0.162, 0.168), (0.150, 0.170)])
    found.box(0, "dark", (0.15, 0.06, 0.10), (0, 0.172, BASE - 0.14))
    for x in (-0.035, 0.035):
        found.cylinder(0, "metal", 0.018, 0.195, 0.215, "y", (x, 0, BASE - 0.14))


def _turret(found: Bodies, offset: float) -> None:
    """Link 1; in frame 1 X is up, Y is forward, Z is the axis of joint 2 against X of {B}."""
    axis = (0, -offset, 0)                                          # a point of the axis of joint 1
    found.turned(1, "paint", [(0.155, -0.135), (0.166, -0.130), (0.166, -0.085), (0.155, -0.070),
                              (0.12, -0.06)], "x", axis)
    found.plate(1, "paint", [(-0.075, -offset - 0.03, 0.05), (-0.085, -offset + 0.07, 0.045),
                             (0.0, 0.0, 0.118), (0.02, -offset + 0.02, 0.05)],
                -SIDE, SIDE, bevel=0.022)
    found.cylinder(1, "dark", 0.062, -0.07, 0.13, "x", (0, -offset - 0.075, 0), bevel=0.012)
    found.cylinder(1, "metal", 0.045, 0.13, 0.142, "x", (0, -offset - 0.075, 0))
    found.cylinder(1, "dark", 0.082, SIDE, SIDE + 0.12, at=(0, 0, 0), bevel=0.014)
    found.cylinder(1, "metal", 0.058, SIDE + 0.12, SIDE + 0.132)
    found.cylinder(1, "dark", 0.112, -SIDE - 0.012, -SIDE + 0.004)


def _upper_arm(found: Bodies, length: float) -> None:
    """Link 2, at the side where X of {B} is positive; X_2 runs along it, Z_2 is X of {B}."""
    low, high = SIDE + 0.012, SIDE + 0.100
    found.plate(2, "paint", [(-length, 0, 0.118), (0, 0, 0.095)], low, high, bevel=0.024)
    found.plate(2, "dark", [(-length + 0.19, 0, 0.050), (-0.17, 0, 0.038)], high - 0.004,
                high + 0.004, bevel=0.003)
    for x, radius in ((-length, 0.082), (0, 0.066)):
        found.cylinder(2, "metal", radius, high - 0.004, high + 0.010, at=(x, 0, 0))
        found.cylinder(2, "dark", 0.55 * radius, high + 0.008, high + 0.016, at=(x, 0, 0))
        found.bolts(2, 8, 0.8 * radius, high + 0.010, at=(x, 0, 0))
    found.plate(2, "accent", [(-0.58 * length, -0.066, 0.005), (-0.40 * length, -0.062, 0.005)],
                high - 0.006, high + 0.002, bevel=0.001)


def _elbow(found: Bodies, offset: float) -> None:
    """Link 3: the axis of joint 3 runs along X_3 at y = -offset, Z_3 runs along the forearm."""
    elbow = (0, -offset, 0)
    found.plate(3, "paint", [(-offset, 0, 0.098), (0.035, -0.06, 0.055), (0.035, 0.07, 0.055),
                             (0, 0.10, 0.070)], -SIDE, SIDE, "x", bevel=0.022)
    found.cylinder(3, "dark", 0.090, -SIDE - 0.012, -SIDE + 0.004, "x", elbow)
    found.cylinder(3, "dark", 0.072, SIDE, SIDE + 0.105, "x", elbow, bevel=0.012)
    found.cylinder(3, "metal", 0.050, SIDE + 0.105, SIDE + 0.116, "x", elbow)
    for x, y in ((-0.042, 0.035), (0.042, 0.035), (0, -0.045)):         # motors of the wrist
        found.cylinder(3, "dark", 0.036, -0.225, -0.08, at=(x, y, 0), bevel=0.008)
        found.cylinder(3, "metal", 0.024, -0.234, -0.224, at=(x, y, 0))
    found.turned(3, "paint", [(0.088, 0.13), (0.088, 0.19), (0.080, 0.225), (0.076, 0.255),
                              (0.076, 0.275)])
    found.turned(3, "dark", [(0.070, 0.272), (0.079, 0.275), (0.079, 0.294), (0.070, 0.297)])


def _forearm(found: Bodies, length: float) -> None:
    """Link 4: X_4 runs along it, Z_4 is the axis of joint 5."""
    found.turned(4, "paint", [(0.070, 0.296 - length), (0.074, 0.302 - length),
                              (0.074, 0.330 - length), (0.062, -0.19), (0.060, -0.125),
                              (0.050, -0.10), (0.03, -0.085)], "x")
    for low, high in ((0.040, 0.066), (-0.066, -0.040)):
        found.plate(4, "paint", [(-0.125, 0, 0.046), (0, 0, 0.047)], low, high, bevel=0.010)
    for side in (1, -1):
        found.cylinder(4, "dark", 0.034, min(side * 0.063, side * 0.073),
                       max(side * 0.063, side * 0.073))


def _wrist(found: Bodies, length: float) -> None:
    """Link 5: the axis of joint 5 runs along X_5 at z = -length."""
    found.cylinder(5, "metal", 0.043, -0.038, 0.038, "x", (0, 0, -length))
    found.turned(5, "paint", [(0.034, -length), (0.039, -0.6 * length), (0.045, -0.5 * length),
                              (0.045, -0.030), (0.040, -0.024)])
    found.turned(5, "dark", [(0.036, -0.026), (0.042, -0.024), (0.042, -0.015), (0.036, -0.014)])


