"""The course's way with an assignment: other points, fewer tasks, other words, from the settings.

    [assignments.a02_rotation]
    drop = ["chain_rate"]
    points = {composition = 4}

    [assignments.a02_rotation.words]        # a task's words below its heading, or a locked cell's
    components = "Give the components of **your** vector."

    [assignments.a02_rotation.advice]       # where no slip is named
    adjacent = {en = "Draw it.", ru = "Нарисуйте."}

    [assignments.a02_rotation.slips.transposed]
    sees = "this is the transpose."

Here stands what such a table may say; `adapting` makes an assignment follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .words import SOURCE, Text, _, languages

__all__ = ["Way", "read_way", "told"]

KEYS = ("drop", "points", "words", "advice", "slips")
SLIP = ("title", "sees", "law")         # what is said of a slip: see `judging.mistakes.Mistake`
Wording = tuple[tuple[str, str], ...]   # language -> words; of language "" in all of them


@dataclass(frozen=True)
class Way:
    """What the settings say of one assignment; it can be hashed and sent to another process."""

    place: str                                              # in the settings, as messages begin
    drop: tuple[str, ...] = ()
    points: tuple[tuple[str, float], ...] = ()              # task -> its points
    words: tuple[tuple[str, Wording], ...] = ()             # cell -> its words
    advice: tuple[tuple[str, Wording], ...] = ()            # task -> its advice
    slips: tuple[tuple[str, str, Wording], ...] = ()        # mistake, one of SLIP, its words

    def cell(self, name: str, language: str) -> str | None:
        """A cell's own words, in this language where it has them; None where there are none."""
        found = dict(self.words).get(name)
        return None if found is None else told(found, language)

    def translations(self, language: str) -> dict[str, str]:
        """Message -> translation, for advice and slips that are said in several languages."""
        wordings = [w for _name, w in self.advice] + [w for _name, _key, w in self.slips]
        return {told(w): told(w, language) for w in wordings if language in dict(w)}

    def wrong(self, what: Text, key: str) -> ValueError:
        """What does not fit, at a key of this table."""
        return ValueError(_("{place} {key}: {what}", place=self.place, key=key, what=what))


def told(wording: Wording, language: str = SOURCE) -> str:
    """The words in a language; else those of all languages, the source language, or the first."""
    said = dict(wording)
    return next((said[one] for one in (language, "", SOURCE) if one in said), wording[0][1])


# -- from the settings ---------------------------------------------------------------------------
def read_way(table: Mapping[str, Any], place: str, language: str) -> Way:
    """The table of one assignment; ValueError names the key that has another form.

    language: of the course, in which no words may be missing. Whether there are such tasks, cells
    and mistakes is asked when the assignment is read, see `adapted`.
    """
    way = Way(place)
    _known(way, "", table, KEYS)
    drop = table.get("drop", [])
    if not isinstance(drop, list) or not all(isinstance(x, str) for x in drop):
        raise way.wrong(_("got {got}, needs a list of tasks", got=repr(drop)), "drop")
    points = _table(way, "points", table)
    for task, number in points.items():
        if type(number) not in (int, float) or not 0 < number < float("inf"):
            raise way.wrong(_("task {task}: got {got}, needs a number more than 0; a "
                             "task that is not to count is named in drop", task=task,
                             got=repr(number)), "points")
    slips = _table(way, "slips", table)
    for name, says in slips.items():
        _known(way, f"slips.{name}", says, SLIP)
    return replace(
        way, drop=tuple(drop), points=tuple((t, float(x)) for t, x in points.items()),
        words=tuple(_wordings(way, "words", _table(way, "words", table), language)),
        advice=tuple(_wordings(way, "advice", _table(way, "advice", table), language)),
        slips=tuple((name, key, wording) for name, says in slips.items()
                    for key, wording in _wordings(way, f"slips.{name}", says, language)))


def _table(way: Way, key: str, table: Mapping[str, Any]) -> dict[str, Any]:
    given = table.get(key, {})
    if not isinstance(given, dict):
        raise way.wrong(_("got {got}, needs a table", got=repr(given)), key)
    return given


def _known(way: Way, key: str, given: Any, names: Iterable[str]) -> None:
    """Is it a table with no other keys?"""
    wrong = next((k for k in given if k not in names), None) if isinstance(given, dict) else given
    if wrong is not None:
        raise way.wrong(_("got {got}, needs some of {known}", got=repr(wrong),
                          known=", ".join(names)), key)


def _wordings(way: Way, key: str, table: Mapping[str, Any],
              language: str) -> Iterator[tuple[str, Wording]]:
    for name, given in table.items():
        said = {"": given} if isinstance(given, str) else given
        if not isinstance(said, dict) or not said or not all(
                one in ("", *languages()) and isinstance(text, str) and text.strip()
                for one, text in said.items()):
            raise way.wrong(_("{name}: got {got}, needs words, or a table of them by "
                              "language: {known}", name=name, got=repr(given),
                              known=", ".join(languages())), key)
        if not {"", language} & set(said):
            raise way.wrong(_("{name}: got no words in {language}, the language of the course",
                              name=name, language=repr(language)), key)
        yield name, tuple(said.items())
