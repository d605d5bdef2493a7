"""Which frames, which parameters, which unit of length: choices that cost operations or save them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace


from .parameters import usual_order

__all__ = ["Choice", "Progress", "search"]


@dataclass(frozen=True)
class Choice:
    """What is free to choose; all choices give the same drives.

    slides: (n,) 0 or 1, where each link's frame stands on its axis (see `frames`).
    order: the order in which parameters are tried; the last ones are dropped (see `parameters`).
    fill: (n,) what S_zz of a link becomes when it is dropped: "0", or "-Sxx", "-Syy", with numbers.
    unit: the length that counts as one, m; used where no joint is prismatic.
    """

    slides: tuple[int, ...]
    order: tuple[int, ...]
    fill: tuple[str, ...]
    unit: float = 1.0

    @classmethod
    def usual(cls, n: int, unit: float = 1.0) -> Choice:
        return cls((0,) * n, tuple(usual_order(n)), ("0",) * n, unit)


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    tried: int
    seconds: float
    budget: float
    best: int                    # operations together


FILLS = ("0", "-Sxx", "-Syy")


def search(cost: Callable[[Choice], int], start: Choice, units, budget: float, seed: int = 0,
           say: Callable[[Progress], None] | None = None) -> Choice:
    """The cheapest choice met within `budget` seconds of a walk that goes downhill or level.

    The same seed tries the same choices in the same order; how many depends on the time.
    """
    random_ = random.Random(seed)
    began, tried = time.monotonic(), 1
    here, height = start, cost(start)
    best, least = here, height
    while time.monotonic() - began < budget:
        there = _neighbour(here, units, random_)
        value = cost(there)
        tried += 1
        if value <= height:
            here, height = there, value
        if value < least:
            best, least = there, value
        if say is not None:
            say(Progress(tried, time.monotonic() - began, budget, least))
    return best


def _neighbour(choice: Choice, units, random_) -> Choice:
    n = len(choice.slides)
    what, i = random_.random(), random_.randrange(n)
    if what < 0.3:
        return replace(choice, slides=_with(choice.slides, i, 1 - choice.slides[i]))
    if what < 0.5:
        return replace(choice, fill=_with(choice.fill, i, random_.choice(FILLS)))
    if what < 0.6:
        return replace(choice, unit=random_.choice(units))
    order = list(choice.order)
    moved = random_.randrange(len(order))
    place = min(len(order) - 1, max(0, moved + random_.randint(-15, 15)))
    order.insert(place, order.pop(moved))
    return replace(choice, order=tuple(order))


def _with(values: tuple, i: int, value) -> tuple:
    return (*values[:i], value, *values[i + 1:])
