"""The words of the errata in other languages, and whether they still say what the English says.

The Russian stands in `ru/section02.toml` beside `section02.toml`: a table for each row, named by
its id, "display 32" for the condition of a display, "observation 1" for what is not decided. Each
names in `en` the fingerprint of the English words that it says; `problems` finds what is missing,
what is left over, and what says an English that has changed since.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache

from .forms import facts
from .formulas import lettered

__all__ = ["LANGUAGES", "fingerprint", "key", "problems", "spoken"]

LANGUAGES = ("ru",)
#: What of a row is words. A printed or corrected form is, where it holds a sentence.
WORDS = ("place", "printed", "corrected", "why", "seen", "text", "condition")
SENTENCE = re.compile(r"\\text\{[^}]*[a-z]{3,} [^}]*\}|(?<![\\{])\b[a-z]{3,} [a-z]")
KINDS = ("displays", "errata", "claims", "observations")


def key(kind: str, row: dict) -> str:
    """The name of a row's translation."""
    if kind == "displays":
        return f"display {row['number']}"
    return row["id"] if "id" in row else f"observation {row['number']}"


def fingerprint(row: dict) -> str:
    """Six letters that change when the words of a row do."""
    said = " ".join(f"{name}: {row[name]}" for name in WORDS if name in row)
    return hashlib.sha256(" ".join(said.split()).encode()).hexdigest()[:6]


def spoken(name: str, kind: str, row: dict, language: str) -> dict:
    """A row in a language; in English what is not there in it. ValueError for no language."""
    if language == "en":
        return row
    if language not in LANGUAGES:
        raise ValueError(f"language: got {language!r}, needs one of en, {', '.join(LANGUAGES)}")
    said = _translated(name, language).get(key(kind, row), {})
    return row | {field: _lettered(text, language) if field in _letters(kind) else text
                  for field, text in said.items() if field != "en"}


def _letters(kind: str) -> tuple[str, ...]:
    """Fields whose formulas have the book's own letters; some observations speak of letters."""
    return ("place",) if kind == "observations" else tuple(
        name for name in WORDS if name not in ("printed", "corrected"))


def _lettered(text: str, language: str) -> str:
    return re.sub(r"\$[^$]*\$", lambda found: lettered(found[0], language), text)


def problems(names, language: str) -> list[str]:
    """What is wrong with the translations of these data files, one a line."""
    found = []
    for name in names:
        rows = dict(_rows(name))
        said = _translated(name, language)
        found += [f"{name}: {row}: no {language}" for row in rows if row not in said]
        found += [f"{name}: {row}: no such row" for row in said if row not in rows]
        found += [f"{name}: {row}: the English has changed; it is now {fingerprint(rows[row])}"
                  for row in said if row in rows and said[row].get("en") != fingerprint(rows[row])]
        found += [f"{name}: {row}: no {field} in {language}" for row in said if row in rows
                  for field in rows[row] if _has_words(field, rows[row]) and field not in said[row]]
    return found


def _has_words(field: str, row: dict) -> bool:
    """Must a field be translated? Not a formula, and not a place that is a number alone."""
    if field in ("printed", "corrected"):
        return bool(SENTENCE.search(row[field]))
    return field in WORDS


def _rows(name: str):
    """(name of its translation, row) of every row of a data file that has words."""
    for kind in KINDS:
        for number, row in enumerate(facts(name).get(kind, ()), 1):
            if kind == "displays":
                if len(row) < 4:
                    continue
                row = {"number": row[0], "condition": row[3]}
            elif kind == "observations":
                row = row | {"number": number}
            yield key(kind, row), row


@cache
def _translated(name: str, language: str) -> dict:
    return facts(f"{language}/{name}")
