"""What a mistake is, and the table of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Rules

__all__ = ["MISTAKES", "Mistake", "mistake"]


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
    """Register a subclass of Rules as the mistake `name`."""
    def register(rules: type[Rules]) -> type[Rules]:
        MISTAKES[name] = Mistake(name, catalogue, title, sees, law, rules())
        return rules
    return register
