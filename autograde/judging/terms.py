"""Wrong values fitted on the physical terms of the truth, to name slips that nobody catalogued.

A task says of which terms its truth is the sum, in one way or in several. The values of a wrong
answer are fitted on the terms over all hidden cases together. If they follow exactly and only one
or two terms stand with another factor than 1, the slip is named by term and factor. What the
cases do not separate is never guessed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from robokit.types import ArrayLike

from ..practice.types import Floats, Terms, Value
from ..words import Text, _, joined, numbered, said

__all__ = ["Fit", "explained", "fit", "inseparable", "kind_of", "known_factor", "term_named"]

FEW = 2             # terms that may depart for the slip to be named
SPARE = 3           # equations beyond the unknowns, so that nothing is fitted by chance
PRECISION = 0.01    # a factor that the cases leave less certain than this is not separated
ALIKE = 1e-3        # two factors so near, of their distance from 1, are the same
CLOSED = 1e-8       # what rounding leaves of a direction that is determined
HUGE = 1e9          # deviations beyond all units are not fitted
#: Factors that a message may name; any other could carry a hidden input out.
KNOWN = {"0": 0.0, "-1": -1.0, "2": 2.0, "1/2": 0.5, "-2": -2.0, "-1/2": -0.5, "3": 3.0,
         "1/3": 1 / 3, "4": 4.0, "1/4": 0.25, "1000": 1e3, "1/1000": 1e-3,
         "180/pi": 180 / np.pi, "pi/180": np.pi / 180}
OTHER = _("another")
WHOLE = _("whole sum")
ALL = " (all)"      # behind a kind of terms


@dataclass(frozen=True)
class Fit:
    """How a wrong answer follows from the terms of the truth."""

    factors: dict[str, float]               # what stands wrong: a term, all of a kind, the whole
    unsure: tuple[tuple[str, ...], ...]     # terms that the cases cannot tell apart, not all right
    apart: int                              # how many terms stand wrong,
    missing: int                            # how many of these are not there at all,
    of: int                                 # and how many terms there are

    @property
    def named(self) -> bool:
        """One term, two, all of one kind, or the whole; not where the greater part is missing."""
        if self.unsure or not self.factors or self.hollow:
            return False
        return self.whole or self.apart < self.of and (
            self.apart <= FEW or len(self.factors) == 1)

    @property
    def hollow(self) -> bool:
        """Is there less than half of the work in it?"""
        return 2 * self.missing > self.of

    @property
    def single(self) -> bool:
        """One slip: the same factor wherever it departs."""
        return self.named and np.ptp(list(self.factors.values())) <= ALIKE

    @property
    def whole(self) -> bool:
        return WHOLE in self.factors

    def __str__(self) -> Text:
        return self.told

    @property
    def told(self) -> Text:
        """What stands wrong, in words; the cases' own numbers do not show."""
        if self.unsure:
            return joined("; ", [_("these inputs do not tell apart the terms {terms}",
                                   terms=_listed([_('"{name}"', name=numbered(name))
                                                  for name in group])) for group in self.unsure])
        told = _listed([_stands(name, known_factor(x)) for name, x in self.factors.items()])
        return told if self.whole else _("{terms}; all else is right", terms=told)


def known_factor(factor: float) -> str:
    """The factor's name; "another" for one that stands in no list."""
    return next((name for name, value in KNOWN.items()
                 if abs(factor - value) <= 1e-3 * max(abs(value), PRECISION)), OTHER)


def term_named(name: str) -> Text:
    """The name of a term, or of all terms of a kind, as a message."""
    kind = name.removesuffix(ALL)
    return numbered(name) if kind == name else _("{name} (all)", name=said(kind))


def _stands(name: str, factor: str) -> Text:
    """A term, or the whole, and how it stands wrong."""
    if name == WHOLE:
        term = _("the whole sum")
    elif name.endswith(ALL):
        term = _('every term "{name}"', name=said(name.removesuffix(ALL)))
    else:
        term = _('the term "{name}"', name=numbered(name))
    return {"0": _("{term} is missing", term=term),
            "-1": _("{term} stands with factor -1: its sign is turned", term=term),
            OTHER: _("{term} stands with a factor that is not 1", term=term)}.get(
        factor, _("{term} stands with factor {factor}", term=term, factor=factor))


def _listed(parts: list[Text]) -> Text:
    """With "and" between them."""
    whole = parts[0]
    for part in parts[1:]:
        whole = _("{one} and {other}", one=whole, other=part)
    return whole


# -- fitting -----------------------------------------------------------------------------------
def explained(ways: Iterable[list[Terms]], truth: Sequence[Value], got: Sequence[Value],
              tolerance: float) -> Fit | None:
    """The fit in that way of making terms which needs the fewest factors; None: no way fits.

    ways: for each way, the terms of every case, name -> value. truth, got: arrays, one a case.
    """
    fits = [found for parts in ways if (found := fit(parts, truth, got, tolerance)) is not None]
    return min(fits, key=lambda f: (not f.named, len(f.factors) + len(f.unsure)), default=None)


def fit(parts: list[Terms], truth: Sequence[Value], got: Sequence[Value],
        tolerance: float) -> Fit | None:
    """What departs, if `got` is the sum of the terms with other factors; None if it is not."""
    system = _System(parts, truth, tolerance)
    deviation = system.scaled([g - t for g, t in zip(got, truth)])
    return system.fit(deviation) if np.abs(deviation).max(initial=0) < HUGE else None


def inseparable(parts: list[Terms], truth: Sequence[Value],
                tolerance: float) -> list[tuple[str, ...]]:
    """Groups of terms that the cases do not tell apart; one alone is too faint to be seen."""
    return _System(parts, truth, tolerance).groups


class _System:
    """terms @ (factors - 1) = deviation, an equation for each entry of each case."""

    def __init__(self, parts: list[Terms], truth: Sequence[Value], tolerance: float):
        self.tolerance = tolerance
        self.shapes = [np.shape(t) for t in truth]
        self.sizes = [max(1.0, float(np.abs(t).max())) for t in truth]
        self.rows = sum(int(np.prod(s)) for s in self.shapes)
        names = dict.fromkeys(name for part in parts for name in part)
        columns = {name: self.scaled([part.get(name, 0.0) for part in parts]) for name in names}
        least = self.doubt / PRECISION                  # of a term, for its factor to be seen
        self.faint = [name for name, x in columns.items() if 0 < np.linalg.norm(x) < least]
        self.names = [name for name, x in columns.items() if np.linalg.norm(x) >= least]
        self.terms = np.array([columns[name] for name in self.names]).reshape(-1, self.rows).T
        self._separate()

    @property
    def doubt(self) -> float:
        """Length of a deviation that stays within the tolerance."""
        return self.tolerance * math.sqrt(self.rows)

    def scaled(self, values: Iterable[ArrayLike]) -> Floats:
        """All entries of all cases in one column, in units of the size of their case's truth."""
        return np.concatenate([np.broadcast_to(np.asarray(v, float), shape).ravel() / size
                               for v, shape, size in zip(values, self.shapes, self.sizes)])

    def _separate(self) -> None:
        """Directions of the factors that the cases determine, `solve`; the rest is `open`."""
        norms = np.linalg.norm(self.terms, axis=0)
        left, strength, right = np.linalg.svd(self.terms / norms, full_matrices=False)
        worst = (np.abs(right) / norms).max(axis=1, initial=0)
        sure = worst * self.doubt < PRECISION * strength
        self.solve = (right[sure] / norms).T / strength[sure] @ left[:, sure].T
        self.open = (np.eye(len(norms)) - right[sure].T @ right[sure]) / norms[:, None]

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Terms that can stand in for one another, together; then each one too faint to see."""
        groups: list[set[int]] = []
        for j, shift in enumerate(np.abs(self.open.T)):
            if shift[j] <= max(PRECISION * shift.max(), CLOSED):
                continue
            linked = set(np.flatnonzero(shift > PRECISION * shift.max()).tolist())
            for group in [g for g in groups if g & linked]:
                groups.remove(group)
                linked |= group
            groups.append(linked)
        return [tuple(self.names[j] for j in sorted(g)) for g in groups] + [
            (name,) for name in self.faint]

    def fit(self, deviation: Floats) -> Fit | None:
        if self.rows < len(self.names) + SPARE:
            return None
        change = self.solve @ deviation
        missed = np.abs(self.terms @ change - deviation).max(initial=0)
        if not missed <= self.tolerance:
            return None
        certain = PRECISION * min(1.0, 5 * missed / self.tolerance + 1e-6)      # of a factor
        off = [name for name, x in zip(self.names, change) if abs(x) > certain]
        unsure = tuple(g for g in self.groups if set(g) & set(off))
        factors = {name: 1 + x for name, x in zip(self.names, change.tolist())
                   if name in off and not any(name in g for g in unsure)}
        missing = sum(known_factor(x) == "0" for x in factors.values())
        return Fit(self._by_kind(factors), unsure, len(off), missing, len(self.names))

    def _by_kind(self, factors: dict[str, float]) -> dict[str, float]:
        """Where all terms of a kind depart alike they are one: "gravity of link 2" is gravity."""
        values = list(factors.values())
        if len(values) == len(self.names) and np.ptp(values) <= ALIKE and abs(values[0]) > ALIKE:
            return {WHOLE: values[0]}
        kinds: dict[str, list[str]] = {}
        for name in self.names:
            kinds.setdefault(kind_of(name), []).append(name)
        called = {}
        for name, x in factors.items():
            kind = kinds[kind_of(name)]
            alike = len(kind) > 1 and all(
                abs(factors.get(other, 1.0) - x) <= ALIKE * abs(x - 1) for other in kind)
            called[f"{kind_of(name)}{ALL}" if alike else name] = x
        return called


def kind_of(name: str) -> str:
    return name.split(" of ")[0]
