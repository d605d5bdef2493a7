"""What the book derives at one (q, dq, ddq): the sections, one after the other.

`Mechanism.at` makes a `State`. Each section of the book is one class in a module of its own,
and builds on the sections before it:

    chain.py         the ground: coordinates, and frames as places in a chain
    position.py      2.4 to 3   Positions
    velocity.py      5 and 6    Velocities
    acceleration.py  7          Accelerations
    force.py         8          Forces
    motion.py        9          Motions
"""

from __future__ import annotations

from .motion import Motions

__all__ = ["State"]


class State(Motions):
    """Sections 2 to 9 at one (q, dq, ddq) or at a batch of them; see `Mechanism.at`."""
