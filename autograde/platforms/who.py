"""Who is who: an entry of the roster for what another program says of a student.

Nothing is guessed: what fits nobody, or several, is nobody, and the reason is a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

from ..roster import Person
from ..runner.deal import normalise
from ..words import _

__all__ = ["Roster"]

APOSTROPHE = re.compile("['`’ʼ]")
MOST_WORDS = 4          # of a name that stands without blanks: 24 orders of them are tried


class Roster:
    """The people of a course, found by what is known of one of them."""

    def __init__(self, people: Iterable[Person]):
        self.people = list(people)

    def who(self, *, name: str = "", joined: str = "", **known: str) -> tuple[Person | None, str]:
        """The person, or None and the reason.

        known: entries of the roster's columns (see `Person`), of which each decides where it fits
        somebody; the name, in any order of its words, where none does. joined: a name without
        blanks. Two entries that fit two people fit nobody.
        """
        by_entry = {person.id: person for column, entry in known.items() if entry
                    for person in self._having(column, entry)}
        if len(by_entry) == 1:
            return next(iter(by_entry.values())), ""
        if by_entry:
            return None, _("fits several of the roster: {names}", names=", ".join(by_entry))
        whole = "".join(_words(joined))
        named = [p for p in self.people if p.name and (
            (name and _words(p.name) == _words(name)) or (whole and whole in _orders(p.name)))]
        if len(named) == 1:
            return named[0], ""
        if named:
            return None, _("several of the roster have this name: {names}",
                           names=", ".join(p.id for p in named))
        return None, _("nobody on the roster")

    def _having(self, column: str, entry: str) -> Iterator[Person]:
        form: Callable[[str], str] = normalise if column == "id" else str.casefold
        return (p for p in self.people if form(getattr(p, column)) == form(entry.strip()))


def _words(name: str) -> list[str]:
    """The words of a name, in one order; ё is е, as it is typed.

    Moodle takes apostrophes out of the names of its folders: O'Brien is OBrien there.
    """
    return sorted(re.findall(r"\w+", APOSTROPHE.sub("", name.casefold().replace("ё", "е"))))


def _orders(name: str) -> set[str]:
    """A name without blanks, in each order of its words."""
    words = _words(name)[:MOST_WORDS]
    return {"".join(order) for order in permutations(words)}
