"""The languages of the lessons and their catalogues of words, for figures, pages and slides.

A language is a folder here that holds a catalogue, such as ru/words.po. English is the language of
the code: its words stand there, and need no catalogue. A notebook speaks the language of the folder
in which it stands, so that lessons/ru/00_first_steps.ipynb draws its figures in Russian, for
whoever runs it, and with the same code as lessons/00_first_steps.ipynb.

    from lessons.words import _, number
    ax.set_title(_("the elbow is up"))
"""

from __future__ import annotations

import gettext
import io
import os
from functools import cache
from pathlib import Path

from babel import Locale, numbers
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from robokit import drawing, mechanism

__all__ = ["SOURCE", "_", "asked", "called", "catalogue", "language", "language_of_words",
           "languages", "ngettext", "number", "speak", "spent", "translations"]

HERE = Path(__file__).resolve().parent
SOURCE = "en"
_now: dict[str, str | None] = {"language": None}       # None: that of the folder
_count = {"asked": 0}


# -- languages -----------------------------------------------------------------------------------
@cache
def languages() -> tuple[str, ...]:
    """English, and every language that has a folder with a catalogue."""
    return SOURCE, *sorted(p.parent.name for p in HERE.glob("[a-z][a-z]/words.po"))


def called(language: str) -> str:
    """What a language calls itself: "English", "Русский"."""
    name = Locale(language).get_display_name(language) or language
    return name[0].upper() + name[1:]


def language() -> str:
    """The language that is spoken now."""
    folder = Path.cwd()
    here = folder.name if folder.parent == HERE and folder.name in languages() else SOURCE
    return _now["language"] or here


def language_of_words() -> str:
    """The language that is spoken now; counts as a word that was asked for."""
    _count["asked"] += 1
    return language()


def speak(language: str | None) -> None:
    """Speak a language from now on; None: that of the notebook's folder. ValueError if unknown."""
    if language is not None and language not in languages():
        raise ValueError(f"language: got {language!r}, needs one of {', '.join(languages())}")
    _now["language"] = language


# -- words ---------------------------------------------------------------------------------------
def catalogue(language: str):
    """The catalogue of a language as Babel reads it: messages, their translations, places."""
    with (HERE / language / "words.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The words of a language; those of the code itself for English."""
    if language == SOURCE:
        return gettext.NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _(text: str) -> str:
    """A text in the language that is spoken now."""
    _count["asked"] += 1
    return translations(language()).gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """The form of a text that goes with the number n, in the language that is spoken now."""
    _count["asked"] += 1
    return translations(language()).ngettext(one, many, n)


def number(x: float, digits: int = 2) -> str:
    """A number for a label, rounded: 0.35 in English, 0,35 in Russian."""
    _count["asked"] += 1
    return numbers.format_decimal(round(float(x), digits) + 0.0, format="0." + "0" * digits
                                  if digits else "0", locale=language())


def asked() -> int:
    """How often words or numbers were asked for since the kernel began."""
    return _count["asked"]


def spent() -> float:
    """Seconds of processor time of this process and of its children that have ended."""
    return sum(os.times()[:4])


#: Figures name and number their axes in the reader's language.
drawing.axes_named_by(lambda name: _("{axis}, m").format(axis=name))
drawing.numbers_marked_by(lambda: number(0.5, 1)[1])


#: A printed mechanism: its words, and the names of arms that are words.
mechanism.tables_said_by(lambda word: {
    "base": _("base"), "tool": _("tool"), "revolute": _("revolute"), "prismatic": _("prismatic"),
    "joint": _("joint"), "deg": _("deg"), "m": _("m"),
    "alpha": _("alpha"), "beta": _("beta"), "gamma": _("gamma"),
    "Planar arm 2R": _("Planar arm 2R")}.get(word, word))
