"""Who gets which set of numbers: decided at release, and never changed by a later one.

The first sets are shared by whoever is on no roster; a name decides which. Behind them every
student of the roster has a set of the own. A table says which, under a word made from the id (see
`runner.deal`), so that it works without network and shows no names.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..authoring import Order
from ..course import Course
from ..judging.task import Assignment
from ..runner.deal import key_of, number_of
from ..words import _, ngettext

__all__ = ["Dealing", "dealing"]

EACH = "whole secret, each set"     # how the sets were drawn, noted beside them
WHOLE = "whole secret"              # the same in one stream, in releases before; before that, by
                                    # the first four bytes, nothing was noted


@dataclass(frozen=True)
class Dealing:
    """What is to be drawn for an assignment, and to whom it goes."""

    order: Order
    deal: dict[str, Any]
    seed: str | None                # one of the words above
    said: list[str] = field(default_factory=list)       # what the instructor should know

    @property
    def note(self) -> dict[str, str]:
        """How the sets were drawn, as it stands beside them."""
        return {"seed": self.seed} if self.seed else {}


def dealing(course: Course, assignment: Assignment) -> Dealing:
    """The sets that were dealt already, and one more for each student who is new on the roster."""
    path = course.release / assignment.name / "variants.json"
    before = json.loads(path.read_text("utf-8")) if path.exists() else {}
    deal, seed = before.get("deal", {}), before.get("seed") if before else EACH
    asked = course.settings.variants or assignment.variants
    spare = deal.get("spare", deal.get("count", asked))
    said = [] if spare == asked else [
        _("keeps the {spare} shared sets that were dealt before, and not {asked}: to deal others, "
          "remove {folder} first; then all numbers are new", spare=spare, asked=asked,
          folder=path.parent)]
    own, new = _own(course, assignment, before, spare)
    if own:
        deal = {"spare": spare, "salt": deal.get("salt", _salt(course, assignment)), "own": own}
    elif not deal:
        deal = {"count": spare, "salt": assignment.name}
    count = max([spare, *(number + 1 for number in own.values())])
    return Dealing(_order(course, assignment, seed, count, spare), deal, seed,
                   [*said, *_joined(new, before)])


def _order(course: Course, assignment: Assignment, seed: str | None, count: int,
           spare: int) -> Order:
    whole = int.from_bytes(course.secret)
    if seed == EACH:
        return Order(assignment.folder, count, whole, way=assignment.way)
    first = whole if seed == WHOLE else int.from_bytes(course.secret[:4])
    return Order(assignment.folder, count, whole, first, spare, assignment.way)


def _salt(course: Course, assignment: Assignment) -> str:
    """Public, but of this course alone: nobody can have made a table of ids beforehand."""
    return hmac.new(course.secret, f"deal/{assignment.name}".encode(), "sha256").hexdigest()[:16]


def _own(course: Course, assignment: Assignment, before: Mapping[str, Any],
         spare: int) -> tuple[dict[str, int], list[str]]:
    """Key of a student -> number of the own set; and the students for whom it is new.

    Whoever has one keeps it, on the roster or not any more. Whoever has handed in keeps the set
    that the work is about.
    """
    deal = before.get("deal", {})
    salt, own = deal.get("salt", _salt(course, assignment)), dict(deal.get("own", {}))
    keys = {key_of(name, salt): name for name in course.roster}
    handed_in = {key_of(name, salt) for name in course.submissions(assignment)} if before else ()
    fresh = []
    for key in sorted(set(keys) - set(own)):        # by the keys: not in the order of the names
        if key in handed_in:
            own[key] = number_of(keys[key], before)
        else:
            own[key] = max([spare - 1, *own.values()]) + 1
            fresh.append(keys[key])
    return own, fresh


def _joined(new: list[str], before: Mapping[str, Any]) -> Iterator[str]:
    if new and before:
        yield ngettext("{n} student is new on the roster and has an own set now: hand out "
                       "variants.json again; to them at least: {names}",
                       "{n} students are new on the roster and have own sets now: hand out "
                       "variants.json again; to them at least: {names}", len(new),
                       names=", ".join(sorted(new)))
