"""The numbered equations of the textbook (55) and of the papers: what carries each, does it hold.

>>> rows = table("book")
>>> len(rows), rows[5].label, rows[5].function, rows[5].status
(55, '2.3', 'rotation.eps', 'corrected')

The map stands in `equations.toml`; the status comes from the verdicts in `robokit.errata`. The
number 7.4 is printed twice, in sections 7.1 and 7.2; the second is 7.4′ here. A paper's numbers
may repeat the book's; the `name` of an equation does not: "2.3", "Zaremba-2.3".
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
    and `errata` holds all of them. condition: under which it holds, where there is one. source:
    "book" or the author of a paper.
    """

    label: str
    section: str
    display: int
    function: str
    status: str
    errata: tuple[str, ...] = ()
    condition: str = ""
    source: str = "book"

    @property
    def name(self) -> str:
        """The number, with the author before it for an equation of a paper."""
        return self.label if self.source == "book" else f"{self.source}-{self.label}"

    @property
    def erratum(self) -> str | None:
        """Id of the first erratum of a corrected equation."""
        return self.errata[0] if self.errata else None

    def resolve(self) -> Any:
        """The function itself."""
        module, *names = self.function.split(".")
        found = import_module(f".{module}", __package__)
        for name in names:
            found = getattr(found, name)
        return found


def table(source: str | None = None) -> list[Equation]:
    """All numbered equations of one source, or of all: the book's in order, then the papers'."""
    verdicts = {(x.source, x.number): x for x in errata.displays(source)}
    return [_equation(row, verdicts[place, row[2]], place)
            for place, rows in _facts().items() if source in (None, place) for row in rows]


def _equation(row: tuple[str, str, int, str], display: errata.Display, source: str) -> Equation:
    status = "corrected" if display.errata else "holds"
    return Equation(*row, status, display.errata, display.condition, source)


@cache
def _facts() -> dict[str, list[Any]]:
    """source -> rows"""
    file = resources.files(__package__) / "equations.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
