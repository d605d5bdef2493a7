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

A cell of code too has its words in the other language behind it, for students read its comments,
its docstrings and what it prints; `code_words` says how. And where a tag of an assignment says
something in words, the mark says it in the other language:
`+++ {"ru": "3f2a91-77bc01", "where": "раздел 1.3"}`.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .code_words import differ, pieces, replaced
from .mentions import renumbered
from .myst import TextFormError, parsed, text_of
from .words import _, joined, said

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["BOOK", "SOURCE", "SPOKEN", "Cell", "agreed", "behind", "book_form", "cells",
           "complete", "fingerprint", "is_language", "languages", "notebook", "problems", "stamp",
           "unlike", "wording"]

#: The language that stands first, and without a mark.
SOURCE = "en"

#: Tags of a task that hold words.
SPOKEN = ("where", "listed")

#: The assignments of the book, of which another form may take cells; see `_taken`.
BOOK = Path(__file__).resolve().parent.parent / "solutions"

_TAG = re.compile(r"[a-z]{2}\Z")                       # a key of a cell that is a language
_MARK = re.compile(r'^\+\+\+ \{"([a-z]{2})": "([^"]*)"(.*)\}[ \t]*$', re.MULTILINE)
_FENCE = re.compile(r"^(```+|~~~+).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)

#: What the same cell holds in every language, and what it is called in a message.
_ALIKE = {_("displayed formulas"): re.compile(r"\$\$(.*?)\$\$", re.DOTALL),
          _("links"): re.compile(r"\]\(([^)\s]+)\)"),
          _("marks of slides"): re.compile(r"<!--\s*(/?\w+)"),
          _("folds"): re.compile(r"<(/?details)>")}
_WORDS = re.compile(r"\\(?:text|mathrm)\{[^{}]*\}")    # words inside of a formula
_INDEX = re.compile(r"\\text\{([ВИД])\}")             # indices that the book has in Cyrillic
_LATIN = {"В": "B", "И": "I", "Д": "D"}


@dataclass
class Cell:
    """A cell of the notebook: code, or words in the source language with their translations."""

    number: int                                        # in the notebook, from 1
    source: NotebookNode
    others: dict[str, NotebookNode] = field(default_factory=dict)
    taken: str = ""                                    # the assignment whose it is, if not its own

    def name(self, path: Path) -> str:
        """File, number and first words, for messages."""
        return _("{file}, cell {n} ({words})", file=path.name, n=self.number,
                 words=_first_words(self.source.source))


def _first_words(text: str) -> str:
    lines = (line.strip() for line in re.sub(r"<[^>]*>", "", text).splitlines())
    return repr(next((line for line in lines if line), "")[:40])


def fingerprint(text: str) -> str:
    """Six letters that change with the words, and not with the places where lines are broken."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:6]


# -- reading -------------------------------------------------------------------------------------
def is_language(key: str) -> bool:
    """Does a tag of a cell name a language?"""
    return bool(_TAG.match(key))


def _language(cell: NotebookNode) -> str:
    """The language that a cell of words is marked with; the source language when it is not."""
    marks = [key for key in cell.metadata if is_language(key)]
    return marks[0] if marks and cell.cell_type == "markdown" else SOURCE


def cells(path: Path) -> list[Cell]:
    """The cells of a text form, translations beside what they translate.

    Raises TextFormError where a translation has nothing before it to translate, or stands twice.
    """
    found: list[Cell] = []
    for cell in parsed(path).cells:
        if "from" in cell.metadata:
            found += _taken(path, str(cell.metadata["from"]), len(found))
            continue
        language = _language(cell)
        if language == SOURCE:
            found.append(Cell(len(found) + 1, cell))
            continue
        where = _("{file}: the words in {language} {words}", file=path.name,
                  language=repr(language), words=_first_words(cell.source))
        if not found or not wording(found[-1].source):
            raise TextFormError(_("{where} follow no words in {language}", where=where,
                                  language=repr(SOURCE)))
        if language in found[-1].others:
            raise TextFormError(_("{where} stand twice behind {cell}", where=where,
                                  cell=found[-1].name(path)))
        found[-1].others[language] = cell
    return _in_their_places(found) if any(cell.taken for cell in found) else found


# -- cells of another assignment -----------------------------------------------------------------
def book_form(name: str, path: Path) -> Path:
    """The text form of an assignment of the book that `path` takes from."""
    form = BOOK / name / f"{name}.md"
    if not form.is_file():
        raise TextFormError(_("{file}: there is no assignment {name} in the book", file=path.name,
                              name=repr(name)))
    return form


def _taken(path: Path, reference: str, before: int) -> list[Cell]:
    """The cells that `+++ {"from": "a02_rotation/composition"}` stands for, in all languages.

    A task is its words and its answer; any other cell is itself. The numbers of the source have
    its name before them.
    """
    name, _slash, wanted = reference.partition("/")
    known = cells(book_form(name, path))
    found = [cell for cell in known if wanted in _names(cell)]
    if not found:
        raise TextFormError(_("{file}: {reference} is no cell of {name}; it has {known}",
                              file=path.name, reference=reference, name=name, known=", ".join(
                                  dict.fromkeys(x for cell in known for x in _names(cell)))))
    for k, cell in enumerate(found, before + 1):
        cell.number, cell.taken = k, name
        for one in (cell.source, *cell.others.values()):
            one.source = re.sub(r"\bv\.(?=[A-Za-z_])", f"v.{name}.", one.source)
    return found


def _names(cell: Cell) -> list[str]:
    return [str(cell.source.metadata[key]) for key in ("task", "answer", "cell")
            if key in cell.source.metadata]


def _in_their_places(found: list[Cell]) -> list[Cell]:
    """Taken cells name tasks by their numbers here, others with the assignment that they are of.

    Of cells of one name the later ones have that of their assignment behind it.
    """
    seen: set[str] = set()
    for cell in found:
        tag = cell.source.metadata
        if "cell" in tag and tag["cell"] in seen and cell.taken:
            tag["cell"] += f"_{cell.taken}"
        seen.add(tag.get("cell", ""))
    here = [cell.source.metadata["task"] for cell in found if "task" in cell.source.metadata]
    for name in {cell.taken for cell in found} - {""}:
        there = [cell.source.metadata["task"] for cell in cells(BOOK / name / f"{name}.md")
                 if "task" in cell.source.metadata]
        now = {there.index(task) + 1: here.index(task) + 1 for task in here if task in there}
        for cell in found:
            if cell.taken == name:
                for language, one in ((SOURCE, cell.source), *cell.others.items()):
                    one.source = renumbered(one.source, now, name, language)
    return found


def languages(path: Path) -> list[str]:
    """The languages of a text form, the source language first; of its own cells, not of taken ones.
    """
    return [SOURCE, *sorted({language for cell in cells(path) if not cell.taken
                             for language in cell.others})]


def complete(path: Path) -> list[str]:
    """The languages in which every cell has its words, the source language first."""
    worded = [cell for cell in cells(path) if cell.source.cell_type != "code" or cell.others]
    return [one for one in languages(path)
            if one == SOURCE or all(one in cell.others for cell in worded)]


def notebook(path: Path, language: str = SOURCE) -> NotebookNode:
    """The notebook of one language, without outputs.

    Raises TextFormError that names the first cell which does not exist in the language.
    """
    made, chosen = parsed(path), []
    for cell in cells(path):
        if language == SOURCE or (cell.source.cell_type == "code" and not cell.others):
            chosen.append(cell.source)
        elif language not in cell.others:
            raise TextFormError(_("{cell}: {what}", cell=cell.name(path),
                                  what=_("{language} is missing", language=repr(language))))
        else:
            chosen.append(_spoken(path, cell, language))
    made.cells = chosen
    return made


def _spoken(path: Path, cell: Cell, language: str) -> NotebookNode:
    """The cell in another language: its tags, but for those that hold words, and its code."""
    one, other = cell.source, cell.others[language]
    try:
        one.source = other.source if one.cell_type == "markdown" else replaced(one.source,
                                                                               other.source)
    except TextFormError as error:
        raise TextFormError(_("{cell}: {what}", cell=cell.name(path),
                              what=joined(" ", [repr(language), str(error)]))) from None
    for key, value in other.metadata.items():
        if key != language:
            one.metadata[key] = value
    return one


# -- in step -------------------------------------------------------------------------------------
def problems(path: Path, code: bool = False) -> list[str]:
    """What is missing, behind or unlike, in words; nothing when all languages are in step.

    code: are the words in code, such as comments, wanted in every language too?
    """
    found, spoken = cells(path), languages(path)[1:]
    told: list[str] = []
    for cell in found:
        if cell.taken:
            continue                    # it is looked at where it stands
        wanted = cell.source.cell_type == "markdown" or (code and wording(cell.source))
        for language in spoken if wanted or cell.others else ():
            told += [_("{cell}: {what}", cell=cell.name(path), what=what)
                     for what in _state(cell, language)]
    return told


def wording(cell: NotebookNode) -> str:
    """What a cell says in words, to a reader; "" where it is code without any."""
    if cell.cell_type == "code":
        return "\n".join(piece.text for piece in pieces(cell.source))
    return "\n".join([cell.source, *(str(cell.metadata[key]) for key in SPOKEN
                                     if key in cell.metadata)])


def _state(cell: Cell, language: str) -> Iterator[str]:
    if language not in cell.others:
        yield _("{language} is missing", language=repr(language))
        return
    other = cell.others[language]
    yield from behind(str(other.metadata[language]), wording(cell.source), wording(other), language)
    yield from _code(cell, language) if cell.source.cell_type == "code" else _prose(cell, language)


def behind(remembered: str, source: str, other: str, language: str) -> Iterator[str]:
    """What two texts' remembered stamp says of them as they stand now; nothing where they agree."""
    was, _dash, own = remembered.partition("-")
    changed = [was != fingerprint(source), own != fingerprint(other)]
    if not remembered:
        yield _("{language} is new: nobody has said yet that it agrees with {source}",
                language=repr(language), source=repr(SOURCE))
    elif all(changed):
        yield _("{source} and {language} have both changed since they agreed",
                source=repr(SOURCE), language=repr(language))
    elif any(changed):
        new, old = (SOURCE, language) if changed[0] else (language, SOURCE)
        yield _("{old} is behind: {new} has changed since they agreed", old=repr(old),
                new=repr(new))


def unlike(what: str, source: Iterable[str], other: Iterable[str], language: str) -> Iterator[str]:
    """The first thing of a sort that two texts do not both hold, equally often."""
    one, two = Counter(source), Counter(other)
    if one != two:
        rest = sorted((one - two) + (two - one))
        yield _("the {what} of {language} differ from those of {source}: {got}", what=said(what),
                language=repr(language), source=repr(SOURCE), got=repr(rest[0][:50]))


def _code(cell: Cell, language: str) -> Iterator[str]:
    if fault := differ(cell.source.source, cell.others[language].source):
        yield joined(" ", [repr(language), fault])


def _prose(cell: Cell, language: str) -> Iterator[str]:
    other = cell.others[language]
    for key in SPOKEN:
        if re.search("[A-Za-z]{2}", str(cell.source.metadata.get(key, ""))) and \
                key not in other.metadata:
            yield _("the mark of {language} has no {key} for {text}", language=repr(language),
                    key=repr(key), text=repr(cell.source.metadata[key]))
    for what, pattern in _ALIKE.items():
        one, two = (map(_bare, pattern.findall(c.source)) for c in (cell.source, other))
        yield from unlike(what, one, two, language)


def _bare(formula: str) -> str:
    """A formula without its words, with points for decimal commas, however it is spaced."""
    latin = _INDEX.sub(lambda found: _LATIN[found[1]], formula)
    return "".join(_WORDS.sub("", latin).replace("{,}", ".").split())


def stamp(source: str, other: str) -> str:
    """What remembers that two texts agree as they stand now."""
    return f"{fingerprint(source)}-{fingerprint(other)}"


def agreed(path: Path, number: int | None = None) -> tuple[str, list[str]]:
    """The text form with new fingerprints, and the names of the cells that got them.

    number: of one cell; None: all of them. Nothing but the fingerprints is changed, and nothing
    is written. Raises TextFormError when there is no such cell.
    """
    found = [cell for cell in cells(path) if not cell.taken]
    known = [cell.number for cell in found if cell.others]
    if number is not None and number not in known:
        raise TextFormError(_("{file}: got cell {n}, needs one with a translation: {known}",
                              file=path.name, n=number, known=", ".join(map(str, known))))
    stamps = [(cell, language, str(other.metadata[language]))
              for cell in found for language, other in cell.others.items()]
    text = text_of(path)
    code = [match.span() for match in _FENCE.finditer(text)]
    marks = [m for m in _MARK.finditer(text) if not any(a < m.start() < b for a, b in code)]
    if [m.groups()[:2] for m in marks] != [(language, old) for _, language, old in stamps]:
        raise TextFormError(_('{file}: a mark of a language is not a line of its own such as '
                              '+++ {"ru": ""}', file=path.name))
    names, made, end = [], [], 0
    for mark, (cell, language, old) in zip(marks, stamps):
        now = stamp(wording(cell.source), wording(cell.others[language]))
        new = now if number in (None, cell.number) else old
        made += [text[end:mark.start()], f'+++ {{"{language}": "{new}"{mark.group(3)}}}']
        end = mark.end()
        if new != old:
            names.append(f"{cell.name(path)}: {language}")
    return "".join(made) + text[end:], names
