"""What a mistake is, and the table of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Rules

__all__ = ["MISTAKES", "TERM", "TOGETHER", "UNCATALOGUED", "Mistake", "family_of", "mistake",
           "single", "title_of"]

UNCATALOGUED = 28           # the family of slips that the judge names by term and factor
TERM = "term: "             # how the name of such a slip begins
TOGETHER = " + "            # between the names of slips in one answer


@dataclass(frozen=True)
class Mistake:
    """One slip: its rules, and what is said about it."""

    name: str
    catalogue: int      # the family of mistakes it belongs to; 0: a printed fault taken over
    title: str          # for the instructor's tables
    sees: str           # what we see in the answer
    law: str            # how to see it oneself, with one line of code
    rules: Rules


MISTAKES: dict[str, Mistake] = {}


def mistake(name: str, catalogue: int, title: str, sees: str, law: str):
    """Register a subclass of Rules as the mistake `name`.

    Raises ValueError when the name is taken.
    """
    def register(rules: type[Rules]) -> type[Rules]:
        if name in MISTAKES:
            raise ValueError(f"mistake: {name!r} is registered already")
        MISTAKES[name] = Mistake(name, catalogue, title, sees, law, rules())
        return rules
    return register


def single(name: str) -> list[str]:
    """The slips that a verdict names: none, one, or several in one answer."""
    return name.split(TOGETHER) if name else []


def title_of(name: str) -> str:
    """A slip for the instructor's tables, catalogued or named by its term."""
    if name.startswith(TERM):
        return f"not catalogued: {name.removeprefix(TERM)}"
    return MISTAKES[name].title


def family_of(name: str) -> int:
    return UNCATALOGUED if name.startswith(TERM) else MISTAKES[name].catalogue
