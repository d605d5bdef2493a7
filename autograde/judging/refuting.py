"""Does the law of a mistake hold for the truth, and does it notice the mistake?

A law is a generator law(rules) of residuals (see `mistakes`): all of them vanish with the right
steps, none with those of the slip; it yields one for every sort of answer in which a task looks
for the mistake.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np

from robokit.types import Array, ArrayLike

from ..words import Text, _
from .mistakes import Law, Steps
from .task import Assignment

__all__ = ["SEEN", "VANISHES", "unrefuted", "wrong_with"]

VANISHES = 2e-6     # a residual of the right answer is below this: some laws are differences
SEEN = 1e-2         # what a slip leaves of every residual at least


def unrefuted(assignment: Assignment) -> Iterator[Text]:
    """Every mistake whose law is missing, fails for the truth or does not notice it, in words."""
    for name, mistake in assignment.mistakes.items():
        if mistake.refuted is None:
            yield _("mistake {mistake}: no law is executed for it; write one below "
                    "{decorator}", mistake=name, decorator=f'@refutes("{name}")')
            continue
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            faults = list(wrong_with(mistake.refuted, assignment.truth, assignment.slipped[name]))
        for fault in faults:
            yield _("mistake {mistake}, its law {law}: {fault}", mistake=name,
                    law=getattr(mistake.refuted, "__name__", "law"), fault=fault)


def wrong_with(law: Law, truth: Steps, slipped: Steps) -> Iterator[Text]:
    """What a law of residuals leaves to be wished for, each in words."""
    found = []
    for rules in (truth, slipped):
        try:
            found.append([_numbers(x) for x in law(rules)])
        except Exception as e:              # an author's own function may raise anything
            error = f"{type(e).__name__}: {e}"
            yield (_("raises {error} with the right steps", error=error) if rules is truth else
                   _("raises {error} with the slip", error=error))
    if len(found) < 2:
        return
    right, wrong = found
    if not right:
        yield _("yields no residual")
    if len(right) != len(wrong):
        yield _("yields {n} residuals for the truth and {other} for the slip", n=len(right),
                other=len(wrong))
    for number, (true, slip) in enumerate(zip(right, wrong), 1):
        values = {"n": number, "of": len(right), "truth": _shown(true), "slip": _shown(slip)}
        if not np.abs(true).max(initial=0.0) < VANISHES:
            yield _("residual {n} of {of} must vanish for the truth, to less than {bound:g}: it is "
                    "{truth} for the truth and {slip} for the slip", bound=VANISHES, **values)
        if not np.abs(slip).max(initial=0.0) > SEEN:
            yield _("residual {n} of {of} must not vanish for the slip, but exceed {bound:g}: it "
                    "is {truth} for the truth and {slip} for the slip", bound=SEEN, **values)


def _numbers(residual: ArrayLike) -> Array:
    """TypeError or ValueError where it holds something else."""
    array = np.asarray(residual)
    return array if array.dtype.kind in "biufc" else array.astype(float)


def _shown(residual: ArrayLike) -> str:
    return np.array2string(np.asarray(residual), precision=4, threshold=12, separator=", ")
