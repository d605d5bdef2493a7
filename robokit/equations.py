"""The 55 numbered equations of the textbook: who carries each, and whether it holds as printed.

>>> rows = table()
>>> len(rows), rows[5].label, rows[5].function, rows[5].status
(55, '2.3', 'rotation.eps', 'corrected')

The map stands in `equations.toml`; the status comes from the verdicts in `robokit.errata`. The
number 7.4 is printed twice, in sections 7.1 and 7.2.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import Any

from . import errata

__all__ = ["Equation", "table"]


@dataclass(frozen=True)
class Equation:
    """A numbered equation.

    label: its number; section: where it stands; display: its place among the displayed blocks;
    function: what carries it, as a path inside robokit. status: "holds" (as printed, perhaps
    under the display's condition), or "corrected", and then `erratum` is the first erratum's id
    and `errata` holds all of them. condition: under which it holds, where there is one.
    """

    label: str
    section: str
    display: int
    function: str
    status: str
    errata: tuple[str, ...] = ()
    condition: str = ""

    @property
    def erratum(self) -> str | None:
        """Id of the first erratum of a corrected equation."""
        return self.errata[0] if self.errata else None

    def resolve(self):
        """The function itself."""
        module, *names = self.function.split(".")
        found = import_module(f".{module}", __package__)
        for name in names:
            found = getattr(found, name)
        return found


def table() -> list[Equation]:
    """All numbered equations, in the order of the book."""
    verdicts = {display.number: display for display in errata.displays()}
    return [_equation(row, verdicts[row[2]]) for row in _facts()]


def _equation(row: tuple[str, str, int, str], display: errata.Display) -> Equation:
    status = "corrected" if display.errata else "holds"
    return Equation(*row, status, display.errata, display.condition)


@cache
def _facts() -> list[Any]:
    file = resources.files(__package__) / "equations.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["equations"]
