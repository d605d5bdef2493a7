"""What one task earned, by which rule, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["NOT_JUDGED", "Verdict"]

NOT_JUDGED = "not judged"     # a rule: left to a person, see `brought`


@dataclass
class Verdict:
    """The judge's word on one task."""

    task: str
    points: float
    of: float
    rule: str           # right | follow-through | same cause | trifle | slip | part | law | wrong
                        # | other | unusable | none | not judged
    message: str = ""
    mistake: str = ""
    departs: str = ""
    flags: list[str] = field(default_factory=list)
