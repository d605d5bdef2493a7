"""Words that name a task by its number: "task 4", "tasks 2 and 4", "задачи 8–11"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

__all__ = ["named", "renumbered"]

MENTION = re.compile(r"\b(?:tasks?|задач\w*) "
                     r"(\d+(?:(?:, | and | to | or | и | или | до |–|-)\d+)*)", re.IGNORECASE)
TO = ("to", "до", "–", "-")
OF = {"ru": "из"}               # "task 4 of a02_rotation"


def named(text: str) -> Iterator[int]:
    """The numbers of the tasks that a text names; "8 to 11" names four."""
    for listed in MENTION.findall(text):
        yield from _listed(listed)


def _listed(listed: str) -> Iterator[int]:
    numbers = [int(x) for x in re.findall(r"\d+", listed)]
    for first, between, last in zip(numbers, re.findall(r"[^\d]+", listed), numbers[1:]):
        if between.strip() in TO:
            yield from range(first, last)
    yield from numbers


def renumbered(text: str, now: Mapping[int, int], source: str, language: str) -> str:
    """The text in another notebook: its tasks by their numbers there, others with their source.

    now: number in the source -> number in the other notebook.
    """
    def new(found: re.Match[str]) -> str:
        words = found[0]
        moved = all(number in now for number in _listed(found[1])) and not any(
            between.strip() in TO for between in re.findall(r"(?<=\d)[^\d]+(?=\d)", found[1]))
        return (re.sub(r"\d+", lambda number: str(now[int(number[0])]), words) if moved else
                f"{words} {OF.get(language, 'of')} {source}")
    return MENTION.sub(new, text)
