"""What the book derives at one (q, dq, ddq): the sections, one after the other.

`Mechanism.at` makes a `State`. Each section of the book is one class in a module of its
own; later sections use only what earlier ones define. `Chain` is their common ground: the
joint coordinates, and the frames as places in a chain.
"""

from __future__ import annotations

from .position import Positions

__all__ = ["State"]


class State(Positions):
    """Sections 2 to 9 at one (q, dq, ddq) or at a batch of them; see `Mechanism.at`."""
