"""Parallel pages: a guide or README in several languages, a file each, kept in step by section.

    README.md                 README.ru.md
    autograde/guides/NAME.md  autograde/guides/ru/NAME.md

A page begins each section with a heading. Below the heading of its twin stands a line that no
reader sees and that remembers the two versions which a person found to agree:

    ## Сдать работу
    <!-- en: 3f2a91-77bc01 -->

    python -m autograde.parallel_pages                      what is missing, behind or unlike
    python -m autograde.parallel_pages --agreed student     they say the same again; or student:7

Lessons stand in one file because their code is one (see `parallel_text`). A guide is read as a
file, on the disk and on a page of the repository, by somebody who wants one language.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from .parallel_text import SOURCE, behind, stamp, unlike

__all__ = ["GUIDES", "SOURCE", "Section", "agreed", "guides", "languages", "problems", "sections",
           "twins", "without_stamps"]

GUIDES = Path(__file__).resolve().parent / "guides"
ROOT = GUIDES.parent.parent

_STAMP = re.compile(rf"<!-- {SOURCE}: (\S*) -->\n?")
_FENCE = re.compile(r"^(```+)(\w*)\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_COMMENT_OR_WORDS = re.compile(r'(?:f?"[^"\n]*"\s*)+|#.*')
_COMMAND = re.compile(r"`((?:autograde|make|nbgrader|jupyter|python|pytest) [^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HOME = re.compile(r"^(?:\.\./)+|(?<![^/])[a-z]{2}/|(?<=README)\.[a-z]{2}(?=\.md)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Section(NamedTuple):
    """A heading and what stands below it, until the next heading."""

    heading: str                       # with its signs, "## Hand in"
    text: str                          # all of it with the heading, without its stamp
    stamp: str                         # "" where there is none


# -- which pages there are -----------------------------------------------------------------------
def languages() -> list[str]:
    """The languages of the guides, English first; a folder beside them is a language."""
    return [SOURCE, *sorted(p.name for p in GUIDES.glob("[a-z][a-z]") if p.is_dir())]


def guides(language: str = SOURCE) -> list[Path]:
    """The guides in one language. ValueError where there are none in it."""
    if language not in languages():
        raise ValueError(f"language: got {language!r}, needs one of {', '.join(languages())}")
    return sorted((GUIDES if language == SOURCE else GUIDES / language).glob("*.md"))


def twins() -> list[tuple[Path, Path, str]]:
    """(page in English, the same page in another language, that language), there or not."""
    found = [(page, GUIDES / language / page.name, language)
             for language in languages()[1:] for page in guides()]
    readme = ROOT / "README.md"                        # not there where only the package is
    return found + [(readme, ROOT / f"README.{language}.md", language)
                    for language in languages()[1:] if readme.is_file()]


# -- reading -------------------------------------------------------------------------------------
def sections(path: Path) -> list[Section]:
    """The sections of a page in order; ValueError where words stand before the first heading."""
    text = path.read_text(encoding="utf-8")
    code = [match.span() for match in _FENCE.finditer(text)]
    starts = [match.start() for match in re.finditer(r"^#{1,6} ", text, re.MULTILINE)
              if not any(a <= match.start() < b for a, b in code)]
    if not starts or text[:starts[0]].strip():
        raise ValueError(f"{path.name}: got {text[:30]!r}, needs a heading first")
    return [_section(text[a:b]) for a, b in zip(starts, [*starts[1:], len(text)])]


def _section(text: str) -> Section:
    found = _STAMP.search(text)
    return Section(text.splitlines()[0], _STAMP.sub("", text), found[1] if found else "")


def without_stamps(text: str) -> str:
    """A page as it is shown."""
    return _STAMP.sub("", text)


def _paired(english: list[Section], other: list[Section]
            ) -> Iterator[tuple[Section | None, Section | None]]:
    """Sections side by side: by what the stamps remember, and between these in order."""
    marks = [stamp(s.text, "").partition("-")[0] for s in english]
    remembered = [s.stamp.partition("-")[0] for s in other]
    for _, a, b, c, d in SequenceMatcher(None, marks, remembered, autojunk=False).get_opcodes():
        yield from zip_longest(english[a:b], other[c:d])


# -- in step -------------------------------------------------------------------------------------
def problems(page: Path, twin: Path, language: str) -> list[str]:
    """What is missing, behind or unlike, in words; nothing where the two pages are in step."""
    if not twin.is_file():
        return [f"{page.name}: {language!r} is missing: {twin.name}"]
    said = []
    for one, two in _paired(sections(page), sections(twin)):
        if one and two:
            said += [f"{page.name}, {one.heading!r}: {what}" for what in _state(one, two, language)]
        elif one:
            said.append(f"{page.name}, {one.heading!r}: {language!r} is missing")
        elif two:
            said.append(f"{page.name}, {two.heading!r}: {SOURCE!r} is missing")
    return said


def _state(one: Section, two: Section, language: str) -> Iterator[str]:
    yield from behind(two.stamp, one.text, two.text, language)
    for what, held in {"levels": _level, "commands": _commands, "code": _code, "links": _links,
                       "numbers": _numbers}.items():
        yield from unlike(what, held(one.text), held(two.text), language)


def _level(text: str) -> list[str]:
    return [text.split()[0]]


def _code(text: str) -> list[str]:
    """Blocks of code without comments and words, in the languages that are no prose."""
    return ["".join(_COMMENT_OR_WORDS.sub("", body).split())
            for _, name, body in _FENCE.findall(text) if name not in ("", "text")]


def _commands(text: str) -> list[str]:
    return _COMMAND.findall(_FENCE.sub("", text))


def _links(text: str) -> list[str]:
    """What is linked, wherever the page lies: "../images/a.png" is "images/a.png"."""
    return [_HOME.sub("", target) for target in _LINK.findall(_FENCE.sub("", text))]


def _numbers(text: str) -> list[str]:
    """Numbers of the prose; 3,2 is 3.2. Zero and one are as often words, and are left out."""
    prose = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", _FENCE.sub("", text))
    found = [number.replace(",", ".") for number in _NUMBER.findall(prose)]
    return [number for number in found if number not in ("0", "1")]


def agreed(page: Path, twin: Path, number: int | None = None) -> str:
    """The twin with new stamps, of all sections or of one, counted from 1; nothing is written.

    ValueError where the pages do not have the same sections, or have no such section.
    """
    one, two = sections(page), sections(twin)
    if [s.heading.split()[0] for s in one] != [s.heading.split()[0] for s in two]:
        raise ValueError(f"{twin.name}: needs the same sections as {page.name}, of the same "
                         f"levels; got {len(two)} and {len(one)}")
    if number is not None and not 1 <= number <= len(one):
        raise ValueError(f"{page.name}: got section {number}, needs 1 to {len(one)}")
    return "".join(_stamped(b, stamp(a.text, b.text) if number in (None, k) else b.stamp)
                   for k, (a, b) in enumerate(zip(one, two), 1))


def _stamped(section: Section, remembered: str) -> str:
    heading, _, rest = section.text.partition("\n")
    return f"{heading}\n<!-- {SOURCE}: {remembered} -->\n{rest}"


# -- the command line ----------------------------------------------------------------------------
def main(arguments: list[str] | None = None) -> int:
    """Exit status 1 where something is not in step."""
    parser = argparse.ArgumentParser(prog="python -m autograde.parallel_pages",
                                     description="Are guides and README in step?")
    parser.add_argument("--agreed", metavar="NAME[:SECTION]",
                        help="the languages of this page say the same")
    told = parser.parse_args(arguments).agreed
    if told:
        name, _, number = told.partition(":")
        chosen = [(page, twin) for page, twin, _ in twins() if page.stem == name]
        if not chosen or not (number.isdigit() or told == name):
            raise SystemExit(f"agreed: got {told!r}, needs a page such as student, or a section "
                             "of it such as student:7")
        for page, twin in chosen:
            twin.write_text(agreed(page, twin, int(number) if number else None), "utf-8")
    said = [line for pair in twins() for line in problems(*pair)]
    for line in said:
        print(line, file=sys.stderr)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
