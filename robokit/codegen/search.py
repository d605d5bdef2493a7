"""Which frames, which parameters, which unit of length: choices that cost or save operations."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from .parameters import usual_order

__all__ = ["Choice", "Progress", "search"]

FILLS = ("0", "-Sxx", "-Syy")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Choice:
    """What is free to choose; all choices give the same drives.

    slides: (n,) 0 or 1, where each link's frame stands on its axis (see `frames`).
    order: the order in which parameters are tried; the last ones are dropped (see `parameters`).
    fill: (n,) what S_zz of a link becomes when it is dropped: "0", or "-Sxx", "-Syy", with numbers.
    unit: the length that counts as one, m; used where no joint is prismatic.
    merge: parallel axes pass moments and rates through one turn by the sum of their angles.
    """

    slides: tuple[int, ...]
    order: tuple[int, ...]
    fill: tuple[str, ...]
    unit: float = 1.0
    merge: bool = True

    @classmethod
    def usual(cls, n: int, unit: float = 1.0) -> Choice:
        return cls((0,) * n, tuple(usual_order(n)), ("0",) * n, unit)

    def check(self, n: int, scales: bool) -> None:
        """ValueError unless this is a choice for n links; scales: the unit may be another."""
        if len(self.slides) != n:
            raise ValueError(f"choice.slides: got {self.slides}, needs {n} numbers")
        if sorted(self.order) != list(range(10 * n)):
            raise ValueError(f"choice.order: got {self.order}, needs 0..{10 * n - 1} once each")
        if len(self.fill) != n or set(self.fill) - set(FILLS):
            raise ValueError(f"choice.fill: got {self.fill}, needs {n} of {', '.join(FILLS)}")
        if not self.unit > 0:
            raise ValueError(f"choice.unit: got {self.unit}, needs a length")
        if self.unit != 1 and not scales:
            raise ValueError(f"choice.unit: got {self.unit}, needs 1: joint coordinates are "
                             "lengths in metres")


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    tried: int
    seconds: float
    budget: float
    best: int                    # operations together
    done: bool = False

    def __str__(self) -> str:
        return (f"searched {self.seconds:.0f} of {self.budget:.0f} s, tried {self.tried}, best "
                f"{self.best} operations")

    def show(self) -> None:
        """One line on the terminal that is written over and over."""
        print(f"\r{self}", end="\n" if self.done else "", file=sys.stderr,
              flush=True)


def search(cost: Callable[[Choice], int], start: Choice, units: Sequence[float], budget: float,
           seed: int = 0, say: Callable[[Progress], None] | None = None) -> Choice:
    """The cheapest choice met within `budget` seconds of a walk that goes downhill or level.

    The same seed tries the same choices in the same order; how many depends on the time.
    """
    random_ = random.Random(seed)
    began, tried = time.monotonic(), 1
    here, height = start, cost(start)
    best, least = here, height

    def told(done: bool = False) -> None:
        if say is not None:
            say(Progress(tried, time.monotonic() - began, budget, least, done))

    told()
    while time.monotonic() - began < budget:
        there = _neighbour(here, units, random_)
        value = cost(there)
        tried += 1
        if value <= height:
            here, height = there, value
        if value < least:
            best, least = there, value
        told()
    told(done=True)
    return best


def _neighbour(choice: Choice, units: Sequence[float], random_: random.Random) -> Choice:
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


def _with(values: tuple[Value, ...], i: int, value: Value) -> tuple[Value, ...]:
    return (*values[:i], value, *values[i + 1:])
