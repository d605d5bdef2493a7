"""The book's terms, from glossary.toml: for the lessons, the site and its search.

    <!-- glossary -->

on a line of its own in a lesson is replaced by the lesson's table of terms when its notebook is
built; which terms stand there is said in the data.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["FILE", "MARK", "Term", "filled", "read", "synonyms", "table", "terms"]

FILE = Path(__file__).resolve().parent / "glossary.toml"
MARK = "<!-- glossary -->"


@dataclass(frozen=True)
class Term:
    """A term of the book with its names; what does not apply is empty."""

    en: str
    ru: str
    also_en: tuple[str, ...] = ()
    also_ru: tuple[str, ...] = ()
    symbol: str = ""                       # LaTeX
    robokit: str = ""                      # "position.Positions.tau"
    section: str = ""                      # "2.1", "A2", or a paper
    lessons: tuple[str, ...] = ()          # "02"
    craig: str = ""
    lynch: str = ""
    featherstone: str = ""

    def name(self, language: str) -> str:
        """The term in a language; in English where it has none in it."""
        return self.ru if language == "ru" else self.en

    def names(self, language: str) -> tuple[str, ...]:
        """All its names in a language, the term first."""
        return (self.ru, *self.also_ru) if language == "ru" else (self.en, *self.also_en)

    def shown(self, language: str) -> str:
        """The term with its abbreviations: "система координат (СК)"."""
        short = [name for name in self.names(language)[1:] if name.isupper()]
        return self.name(language) + (f" ({', '.join(short)})" if short else "")


@cache
def terms() -> tuple[Term, ...]:
    """All terms, in the order of the data."""
    return read(FILE)


def read(path: Path) -> tuple[Term, ...]:
    """The terms of a file. ValueError that names the term and what is wrong with it."""
    found: list[Term] = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("term", []):
        name = entry.get("en") or entry.get("ru") or "?"
        unknown = sorted(entry.keys() - Term.__dataclass_fields__.keys())
        if unknown:
            raise ValueError(f"{path.name}, term {name!r}: got {unknown[0]!r}, needs one of "
                             + ", ".join(Term.__dataclass_fields__))
        for key in ("en", "ru"):
            if not entry.get(key):
                raise ValueError(f"{path.name}, term {name!r}: needs {key!r}")
            if entry[key] in (getattr(term, key) for term in found):
                raise ValueError(f"{path.name}: {entry[key]!r} stands twice")
        found.append(Term(**{key: tuple(x) if isinstance(x, list) else x
                             for key, x in entry.items()}))
    return tuple(found)


def table(lesson: str, language: str) -> str:
    """The table of terms of a lesson, two terms a row; lesson: "02".

    ValueError where no term says that it stands there.
    """
    chosen = [term for term in terms() if lesson in term.lessons]
    if not chosen:
        raise ValueError(f"lesson {lesson}: got {MARK}, needs terms with {lesson!r} among their "
                         f"lessons in {FILE.name}")
    columns = {"en": "English", "ru": "русский"}
    order = sorted(columns, key=lambda one: one != language)
    half = -(-len(chosen) // 2)
    pairs = [*([term.shown(one) for one in order] for term in chosen), ["", ""]]
    rows = [2 * [columns[one] for one in order], 4 * ["---"],
            *(pairs[k] + pairs[k + half] for k in range(half))]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def filled(text: str, lesson: str, language: str) -> str:
    """A cell of a lesson with its table of terms in place of the mark."""
    return text.replace(MARK, table(lesson, language)) if MARK in text else text


def _elsewhere(term: Term) -> list[str]:
    """Names in other textbooks that somebody may ask for: words without formulas, two or more."""
    said = ", ".join((term.craig, term.lynch, term.featherstone))
    names = (name.strip() for name in re.sub(r"\$[^$]*\$", "", said).split(","))
    return [*dict.fromkeys(name for name in names if " " in name and "part of" not in name)]


def _american(names: tuple[str, ...]) -> list[str]:
    """The names that are spelt otherwise in America."""
    spelt = [re.sub(r"is(?=(?:ed|ing|ation)\b)", "iz", name) for name in names]
    return [name for name in spelt if name not in names]


def synonyms() -> str:
    """A script for the pages' search: the names of each term in all languages, with -ized too."""
    names = [[*term.names("en"), *_american(term.names("en")), *term.names("ru"),
              *_elsewhere(term)] for term in terms()]
    return f"window.TERMS = {json.dumps(names, ensure_ascii=False, separators=(',', ':'))};\n"
