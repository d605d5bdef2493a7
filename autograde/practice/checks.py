"""What a student's own machine knows of a task: laws and visible cases, never the truth.

An assignment's checks.py says them by the task's id:

    CHECKS = {"tensor": Check(laws=symmetric, visible=(Case((J, tau)),))}

A task that has none is still read and its form is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .types import Inputs, Value

if TYPE_CHECKING:
    from robokit.laws import Finding

__all__ = ["COMPUTED", "ROUNDED", "TYPED", "Case", "Check", "plain"]

TYPED = 2e-3            # what a value typed in with four digits may miss
COMPUTED = 1e-6         # what a function or an expression may miss
ROUNDED = 1e-9          # what sums of zeros and ones may miss by rounding


@dataclass(frozen=True)
class Case:
    """One input: a function's arguments, or a point for the symbols of an expression."""

    inputs: Inputs
    group: str = ""     # cases of one group earn their part together

    def probe(self) -> dict[str, Any]:
        """As it is sent to the runner."""
        if isinstance(self.inputs, dict):
            return {"symbols": self.inputs}
        return {"args": [plain(x) for x in self.inputs]}


@dataclass(frozen=True)
class Check:
    """What is said at once about an answer; each law yields findings (see `robokit.laws`)."""

    laws: Callable[[Value], Iterable[Finding]] | None = None    # of the answer's value
    function_laws: Callable[[Any, dict[str, Any]], Iterable[Finding]] | None = None
    # (answer, own answers) -> findings
    symbolic_laws: Callable[[Any], Iterable[Finding]] | None = None      # of a sympy answer
    visible: tuple[Case, ...] = ()                              # cases a student may see


def plain(x: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(x, (list, tuple)):
        return [plain(part) for part in x]
    return x.tolist() if isinstance(x, (np.ndarray, np.generic)) else x
