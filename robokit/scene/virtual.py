"""Chains that are drawn as something else than an arm of their joints.

`Parametric`: every angle and length of section 1.4 as a joint of its own.

The frame of link i stands in that of link i-1 by the joint, the mounting angles about X, Y, Z and
the link vector along X, Y, Z. Each of these is a turn or a slide about or along an axis of the
frame that the ones before have made. So a chain of eight joints a link (turn q, slide q, alpha,
beta, gamma, l_x, l_y, l_z) has the frames of all arms with these parameters among its own, and its
generated script moves them.

`Orders`: turns by three angles, about the axes as they have been turned and about fixed ones. Both
are among the states of one chain of five turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..mechanism import Mechanism, Mount
from ..rotation import angles_of
from ..types import ArrayLike, Floats
from .solids import Bodies, basis

__all__ = ["PER_LINK", "Orders", "Parametric", "Virtual", "coordinates", "orders"]

PER_LINK = 8
AXES = "zzxyzxyz"                                      # of the eight, in the frame so far
SIGMA = (1, 0, 1, 1, 1, 0, 0, 0)
SIZE = 0.06


class Virtual(Mechanism):
    """A chain of turns and slides about and along `letters`, each in the frame made so far."""

    links: int
    triad: float | None = None                         # metres that the axes of a frame are drawn

    def __init__(self, letters: str, sigma: Sequence[int], height: float, links: int):
        turns = [basis(a).T @ basis(b) for a, b in zip(letters, letters[1:] + "z")]
        limits = np.where(np.array(sigma) == 1, np.pi, 0.8)
        super().__init__(sigma, np.stack(angles_of(np.array(turns)), -1),
                         np.zeros((len(sigma), 3)),
                         base=Mount(basis_angles(letters[0]), (0, 0, height)),
                         limits=np.stack([-limits, limits], -1), name="")
        vars(self).update(links=links)

    def frames(self) -> list[dict[str, Any]]:
        """What has a name."""
        raise NotImplementedError

    def bodies(self) -> Bodies:
        """What is solid."""
        return Bodies()


def basis_angles(letter: str) -> tuple[float, float, float]:
    """Mounting angles of a frame whose third axis is that of the letter."""
    return tuple(float(x) for x in angles_of(basis(letter)))  # type: ignore[return-value]


class Orders(Virtual):
    """Five turns about z, y, x, y, z: `orders` says which states are the two orders."""

    triad = 0.36

    def __init__(self) -> None:
        super().__init__("zyxyz", (1,) * 5, 0.0, 0)

    def frames(self) -> list[dict[str, Any]]:
        """The fixed axes, pale, and the turned ones."""
        return [{"place": 0, "name": "", "pale": True}, {"place": 5, "name": "1"}]


def orders(angles: ArrayLike) -> tuple[Floats, Floats]:
    """Coordinates (5,) of `Orders` for turns by alpha, beta, gamma (3,), radians.

    The first: about the axes as they have been turned, tau_x(alpha) tau_y(beta) tau_z(gamma); the
    second: about the fixed axes, tau_z(gamma) tau_y(beta) tau_x(alpha).
    """
    alpha, beta, gamma = np.asarray(angles, float)
    return np.array([0, 0, alpha, beta, gamma]), np.array([gamma, beta, alpha, 0, 0])


class Parametric(Virtual):
    """A chain of `links` links whose parameters are its joint coordinates, 8 a link."""

    def __init__(self, links: int, height: float = 0.4):
        if links not in range(1, 7):
            raise ValueError(f"links: got {links!r}, needs 1 to 6")
        super().__init__(AXES * links, SIGMA * links, height, links)
        if links == 1:
            vars(self).update(triad=0.3)

    def frames(self) -> list[dict[str, Any]]:
        """What has a name: the frames of the links, and pale ones between for a single link."""
        named: list[dict[str, Any]] = [
            {"place": PER_LINK * i, "name": str(i)} for i in range(self.links + 1)]
        if self.links > 1:
            return named
        # frame k has Z on the axis of joint k + 1; tau leads back to the frame that is turned
        return [{"place": k, "name": "", "pale": True, "tau": basis(AXES[k]).tolist()}
                for k in (2, 3, 4)] + [named[0] | {"name": "i−1"},
                                      named[1] | {"name": "i", "size": 1.25}]

    def bodies(self) -> Bodies:
        """Drums or boxes at the joints, tubes that follow the link vectors, a gripper."""
        found = Bodies()
        if self.links == 1:
            return found
        height = float(self.base.l[2])
        found.plate("B", "dark", [(0.09 * x, 0.09 * y, 0.04) for x in (1, -1) for y in (1, -1)],
                    0, 0.02)
        found.turned("B", "paint", [(0.085, 0.02), (0.08, 0.04), (0.058, 0.14),
                                    (0.055, height - 1.1 * SIZE)])
        for i in range(self.links):
            size = SIZE * (1 - 0.12 * i)
            start, end = PER_LINK * i, PER_LINK * (i + 1)
            found.cylinder(start, "revolute", size, -1.1 * size, 1.1 * size, when=(i, 1))
            found.cylinder(start, "dark", 0.8 * size, -1.25 * size, 1.25 * size, when=(i, 1))
            square = [(x * 0.75 * size, y * 0.75 * size, 0.2 * size)
                      for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
            found.plate(start, "prismatic", square, -1.1 * size, 1.1 * size, when=(i, 0))
            found.turned("B", "metal", [(0.4 * size, 0), (0.4 * size, 1)],
                         between=(start, start + 2))
            found.turned("B", "link", [(0.55 * size, 0), (0.55 * size, 1)],
                         between=(start + 2, end))
            found.turned(start + 2, "link", [(0.6 * size * np.cos(a), 0.6 * size * np.sin(a))
                                             for a in np.linspace(-np.pi / 2, np.pi / 2, 9)])
        hand = SIZE * 0.7
        found.turned(self.n, "dark", [(hand * np.cos(a), hand * np.sin(a))
                                      for a in np.linspace(-np.pi / 2, np.pi / 2, 9)])
        return found


def coordinates(sigma: ArrayLike, angles: ArrayLike, l: ArrayLike, q: ArrayLike) -> Floats:
    """The coordinates of a `Parametric` that make it an arm with these parameters, (8 n,)."""
    sigma, angles, l, q = (np.asarray(x, float) for x in (sigma, angles, l, q))
    rows = np.column_stack([sigma * q, (1 - sigma) * q, angles, l])
    return rows.ravel()
