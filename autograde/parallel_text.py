"""Parallel text: one text form, its code once, its words in several languages.

A cell of words in English is followed by the same cell in other languages. Each begins with a line
that names its language and remembers the two versions of the words that a person found to agree:

    ## Frames
    A frame is a point and three unit vectors.

    +++ {"ru": "3f2a91-77bc01"}
    ## Системы координат
    Система координат есть точка и три единичных вектора.

    +++
    The next cell, in English.

Why one file and not a file a language: who changes a sentence has the other one under the eyes, a
diff shows both, and no list of names has to tie two files together. Cells are short, so that the
two stand close; code stands between them, once.

"3f2a91" is the fingerprint of the English cell, "77bc01" that of the Russian one. When one of them
is edited, `problems` says which language is behind; when both say the same again, `agreed` writes
the new fingerprints. A line that is broken anew or a blank more changes no fingerprint.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .textform import TextFormError, parsed

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["SOURCE", "Cell", "agreed", "cells", "languages", "notebook", "problems"]

#: The language that stands first, and without a mark.
SOURCE = "en"

_TAG = re.compile(r"[a-z]{2}\Z")                       # a key of a cell that is a language
_MARK = re.compile(r'^\+\+\+ \{"([a-z]{2})": "([^"]*)"\}[ \t]*$', re.MULTILINE)
_FENCE = re.compile(r"^(```+|~~~+).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)

#: What the same cell holds in every language, and what it is called in a message.
_ALIKE = {"displayed formulas": re.compile(r"\$\$(.*?)\$\$", re.DOTALL),
          "links": re.compile(r"\]\(([^)\s]+)\)"),
          "marks of slides": re.compile(r"<!--\s*(/?\w+)"),
          "folds": re.compile(r"<(/?details)>")}
_WORDS = re.compile(r"\\(?:text|mathrm)\{[^{}]*\}")    # words inside of a formula


@dataclass
class Cell:
    """A cell of the notebook: code, or words in the source language with their translations."""

    number: int                                        # in the notebook, from 1
    source: NotebookNode
    others: dict[str, NotebookNode] = field(default_factory=dict)

    def name(self, path: Path) -> str:
        """File, number and first words, for messages."""
        return f"{path.name}, cell {self.number} ({_first_words(self.source.source)})"


def _first_words(text: str) -> str:
    lines = (line.strip() for line in re.sub(r"<[^>]*>", "", text).splitlines())
    return repr(next((line for line in lines if line), "")[:40])


def fingerprint(text: str) -> str:
    """Six letters that change with the words, and not with the places where lines are broken."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:6]


# -- reading -------------------------------------------------------------------------------------
def _language(cell: NotebookNode) -> str:
    """The language that a cell of words is marked with; the source language when it is not."""
    marks = [key for key in cell.metadata if _TAG.match(key)]
    return marks[0] if marks and cell.cell_type == "markdown" else SOURCE


def cells(path: Path) -> list[Cell]:
    """The cells of a text form, translations beside what they translate.

    Raises TextFormError where a translation has nothing before it to translate, or stands twice.
    """
    found: list[Cell] = []
    for cell in parsed(path).cells:
        language = _language(cell)
        if language == SOURCE:
            found.append(Cell(len(found) + 1, cell))
            continue
        where = f"{path.name}: the words in {language!r} {_first_words(cell.source)}"
        if not found or found[-1].source.cell_type != "markdown":
            raise TextFormError(f"{where} follow no words in {SOURCE!r}")
        if language in found[-1].others:
            raise TextFormError(f"{where} stand twice behind {found[-1].name(path)}")
        found[-1].others[language] = cell
    return found


def languages(path: Path) -> list[str]:
    """The languages of a text form, the source language first."""
    return [SOURCE, *sorted({language for cell in cells(path) for language in cell.others})]


def notebook(path: Path, language: str = SOURCE) -> NotebookNode:
    """The notebook of one language, without outputs.

    Raises TextFormError that names the first cell which does not exist in the language.
    """
    made, chosen = parsed(path), []
    for cell in cells(path):
        one = cell.source
        if language != SOURCE and one.cell_type == "markdown":
            if language not in cell.others:
                raise TextFormError(f"{cell.name(path)}: {language!r} is missing")
            one = cell.others[language]
            del one.metadata[language]
        chosen.append(one)
    made.cells = chosen
    return made


# -- in step -------------------------------------------------------------------------------------
def problems(path: Path) -> list[str]:
    """What is missing, behind or unlike, in words; nothing when all languages are in step."""
    found, spoken = cells(path), languages(path)[1:]
    said = []
    for cell in (c for c in found if c.source.cell_type == "markdown"):
        for language in spoken:
            said += [f"{cell.name(path)}: {what}" for what in _state(cell, language)]
    return said


def _state(cell: Cell, language: str) -> Iterator[str]:
    if language not in cell.others:
        yield f"{language!r} is missing"
        return
    other = cell.others[language]
    stamp, now = str(other.metadata[language]), _stamp(cell, language)
    was, _, own = stamp.partition("-")
    changed = [was != now[:6], own != now[7:]]
    if not stamp:
        yield f"{language!r} is new: nobody has said yet that it agrees with {SOURCE!r}"
    elif all(changed):
        yield f"{SOURCE!r} and {language!r} have both changed since they agreed"
    elif any(changed):
        new, old = (SOURCE, language) if changed[0] else (language, SOURCE)
        yield f"{old!r} is behind: {new!r} has changed since they agreed"
    for what, pattern in _ALIKE.items():
        one, two = (Counter(map(_bare, pattern.findall(c.source))) for c in (cell.source, other))
        if one != two:
            rest = sorted((one - two) + (two - one))
            yield f"the {what} of {language!r} differ from those of {SOURCE!r}: {rest[0][:50]!r}"


def _bare(formula: str) -> str:
    """A formula without its words, with points for decimal commas, however it is spaced."""
    return "".join(_WORDS.sub("", formula).replace("{,}", ".").split())


def _stamp(cell: Cell, language: str) -> str:
    return f"{fingerprint(cell.source.source)}-{fingerprint(cell.others[language].source)}"


def agreed(path: Path, number: int | None = None) -> tuple[str, list[str]]:
    """The text form with new fingerprints, and the names of the cells that got them.

    number: of one cell; None: all of them. Nothing but the fingerprints is changed, and nothing
    is written. Raises TextFormError when there is no such cell.
    """
    found = cells(path)
    known = [cell.number for cell in found if cell.others]
    if number is not None and number not in known:
        raise TextFormError(f"{path.name}: got cell {number}, needs one with a translation: "
                            + ", ".join(map(str, known)))
    stamps = [(cell, language, str(other.metadata[language]))
              for cell in found for language, other in cell.others.items()]
    text = path.read_text(encoding="utf-8")
    code = [match.span() for match in _FENCE.finditer(text)]
    marks = [m for m in _MARK.finditer(text) if not any(a < m.start() < b for a, b in code)]
    if [m.groups() for m in marks] != [(language, old) for _, language, old in stamps]:
        raise TextFormError(f'{path.name}: a mark of a language is not a line of its own such as '
                            '+++ {"ru": ""}')
    names, pieces, end = [], [], 0
    for mark, (cell, language, old) in zip(marks, stamps):
        new = _stamp(cell, language) if number in (None, cell.number) else old
        pieces += [text[end:mark.start()], f'+++ {{"{language}": "{new}"}}']
        end = mark.end()
        if new != old:
            names.append(f"{cell.name(path)}: {language}")
    return "".join(pieces) + text[end:], names
