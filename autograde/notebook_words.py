"""The words that release writes into a notebook by itself; their translations are in locale/."""

from __future__ import annotations

from .words import Speaker, Text, _, ngettext

__all__ = ["COLUMNS", "LEVELS", "points", "stub"]

#: Above the table of the tasks.
COLUMNS = (_("task"), _("points"), _("difficulty"), _("minutes"))

#: How hard a task is: what a text form may say; see `proofs`.
LEVELS = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}


def points(number: float) -> Text:
    """ "1 point", "2 points", "1.5 points" """
    whole = number == int(number)
    return ngettext("{n:g} point", "{n:g} points", int(number) if whole else 2, n=number)


def stub(language: str) -> tuple[str, str]:
    """What stands in place of a solution in code, and in place of an answer in words."""
    say = Speaker(language)
    return say(_("...  # your code here")), say(_("YOUR ANSWER HERE"))
