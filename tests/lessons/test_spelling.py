"""Spelling of lessons, assignments, guides, terms and messages in both languages, offline.

English by pyspellchecker's list of words, Russian by pymorphy3's dictionary of word forms, which
also knows where ё belongs. Words of the field that neither knows stand in spelling/en.txt and
spelling/ru.txt, a line each; a word that is needed no more has to go.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from autograde import catalogues, parallel_pages, parallel_text
from autograde.code_words import written
from lessons import glossary, words
from robokit import errata

pytest.importorskip("spellchecker", reason="pyspellchecker is not installed")
pytest.importorskip("pymorphy3", reason="pymorphy3 is not installed")

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).parent / "spelling"
#: What is not prose: marks of slides (their titles are), code, formulas, tags, addresses, names.
NO_PROSE = re.compile(r"<!--\s*/?\w+:?|-->|```.*?```|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|<[^>]*>"
                      r"|\]\([^)]*\)|\{[^}]*\}|\\[a-z]+", re.S)
FENCE = re.compile(r"^(```+).*?^\1[ \t]*$", re.S | re.M)             # code of a page
#: Words of the American spelling; the companion writes the British one, with -ise.
AMERICAN = re.compile(r"\b(?!(?:re|cap|over)?siz|priz|seiz)\w*iz(?:e[ds]?|ers?|ing|ations?|able)\b"
                      r"|\b(?:color|behavior|neighbor|favor|honor|labor|vapor)(?:s|ed|ing|able)?\b"
                      r"|\b(?:center(?:s|ed)?|fibers?|liters?|percent|gray|catalogs?|judgment"
                      r"|analy[z](?:e[ds]?|ing)|(?:label|model|travel|cancel|signal)(?:ed|ing))\b",
                      re.I)
WORD = {"en": re.compile(r"[A-Za-zÀ-ÿ]+(?:'[a-z]+)?"), "ru": re.compile(r"[А-Яа-яЁё]+")}


@cache
def english():
    from spellchecker import SpellChecker
    return SpellChecker(language="en")


@cache
def russian():
    from pymorphy3 import MorphAnalyzer
    return MorphAnalyzer(lang="ru")


@cache
def own(language: str) -> frozenset[str]:
    """The project's dictionary: words of the field, in small letters."""
    return frozenset((OWN / f"{language}.txt").read_text("utf-8").split())


@cache
def known(word: str, language: str) -> bool:
    """Does the library's dictionary hold the word, in any case?"""
    word = word.lower()
    if language == "en":
        return word.removesuffix("'s") in english()
    return russian().word_is_known(word)


@cache
def without_yo(word: str) -> bool:
    """A Russian word that the dictionary writes with ё alone, and this text without."""
    forms = russian().parse(word.lower())
    return "ё" not in word.lower() and russian().word_is_known(word.lower()) and all(
        "ё" in form.word for form in forms)


PATHS = {path.stem: path for path in [*sorted((ROOT / "lessons").glob("[0-9][0-9]_*.md")),
                                      *sorted((ROOT / "solutions").glob("*/*.md"))]}


@cache
def prose(place: tuple[str, str]) -> str:
    """What is said in a place in a language, without what is no prose."""
    stem, language = place
    return NO_PROSE.sub(" ", _cells(PATHS[stem]).get(language, "") if stem in PATHS
                        else OTHERS[place])


def _cells(path: Path) -> dict[str, str]:
    """Language -> the words of a lesson or an assignment."""
    found: dict[str, str] = {}
    for cell in parallel_text.cells(path):
        for language, said in _told(cell).items():
            found[language] = found.get(language, "") + "\n" + said
    return found


def _told(cell: parallel_text.Cell) -> dict[str, str]:
    """Language -> the words of a cell; of code those that are a translation, without its names."""
    if cell.source.cell_type == "code":
        return {language: re.sub("[\"']", " ", "\n".join(p.text for p in written(one.source)))
                for language, one in cell.others.items() if language in WORD}
    spoken = {"en": cell.source} | cell.others
    return {language: parallel_text.wording(one) for language, one in spoken.items()
            if language in WORD}


def _pages() -> dict[tuple[str, str], str]:
    """The first page of each language, and the words in figures."""
    found: dict[tuple[str, str], str] = {}
    for language in sorted(set(words.languages()[1:]) & WORD.keys()):
        folder = words.HERE / language
        found["index.md", language] = (folder / "index.md").read_text("utf-8")
        messages = [m for m in words.catalogue(language) if m.id]
        for name, said in ((language, "string"), ("en", "id")):
            lines = "\n".join(str(getattr(m, said)) for m in messages)
            found["words.po", name] = lines.replace("-\n", "")       # a word on two lines
    return found


def _guides() -> dict[tuple[str, str], str]:
    """Guides and README, and the names of the terms."""
    found: dict[tuple[str, str], str] = {}
    for page, twin, language in parallel_pages.twins():
        for path, one in ((page, parallel_pages.SOURCE), (twin, language)):
            found[page.name, one] = FENCE.sub("", path.read_text("utf-8"))
    for language in sorted(WORD):
        found["glossary.toml", language] = "\n".join(
            name for term in glossary.terms() for name in term.names(language))
    return found


def _errata() -> dict[tuple[str, str], str]:
    """What is said of the book's displays and statements."""
    return {("errata", language): _said_of("book", language) for language in sorted(WORD)}


def _said_of(source: str, language: str) -> str:
    """All sentences of the errata of one source."""
    def said(row):
        sentences = [getattr(row, name, "") for name in ("place", "why", "seen", "text",
                                                         "condition")]
        for form in (getattr(row, name, "") for name in ("printed", "corrected")):
            sentences += re.findall(r"\\text\{([^}]{6,})\}", form) if "\\" in form else [form]
        return "\n".join(sentences)
    return "\n".join(
        said(row) for rows in (errata.table, errata.displays, errata.claims, errata.observations)
        for row in rows(source, language))


def _messages() -> str:
    """What the grader says, in English, without what argparse says in words of its own."""
    return "\n".join(
        " ".join(m.id) if isinstance(m.id, tuple) else str(m.id)
        for path in [ROOT / "autograde" / "locale" / "ru.po",
                     *sorted((ROOT / "solutions").glob("*/ru.po"))]
        for m in catalogues.written(path, "ru") if m.id and m.id != "unrecognized arguments: %s")


def _catalogues() -> dict[tuple[str, str], str]:
    """What the grader says, of the assignments and otherwise, in Russian."""
    typed = re.compile(r"""["'][\w./=:@+\[\]-]*["']""")            # what is typed has quotes
    return {(f"{path.parent.name}/ru.po", "ru"): typed.sub(" ", "\n".join(
        " ".join(m.string) if isinstance(m.string, tuple) else str(m.string)
        for m in catalogues.written(path, "ru") if m.id))
        for path in [ROOT / "autograde" / "locale" / "ru.po",
                     *sorted((ROOT / "solutions").glob("*/ru.po"))]}


#: (place, language) -> the words of pages, guides, terms, catalogues and errata.
OTHERS = _pages() | _guides() | _catalogues() | _errata()
PLACES = [*((stem, language) for stem in PATHS for language in sorted(WORD)), *OTHERS]
everywhere = pytest.mark.parametrize("place", PLACES, ids="-".join)
in_russian = pytest.mark.parametrize("place", [p for p in PLACES if p[1] == "ru"], ids="-".join)


def unknown(text: str, language: str) -> list[str]:
    return sorted({w for w in WORD[language].findall(text) if not known(w, language)
                   and w.lower().removesuffix("'s") not in own(language)})


@everywhere
def test_every_word_is_in_a_dictionary(place):
    assert unknown(prose(place), place[1]) == []


def test_english_is_british():
    spoken = [prose(place) for place in PLACES if place[1] == "en"]
    spoken += [NO_PROSE.sub(" ", text) for text in (
        _messages(), *(_said_of(source, "en") for source in errata.SOURCES))]
    assert {word[0] for text in spoken for word in AMERICAN.finditer(text)} == set()


@pytest.mark.parametrize("text,wrong", [
    ("Sizes of generalised coordinates, seized in colour; 5 per cent", []),
    ("the generalized, normalizing colors of a neighbor, 5 percent, labeled",
     ["generalized", "normalizing", "colors", "neighbor", "percent", "labeled"])])
def test_american_words_are_found(text, wrong):
    assert [word[0] for word in AMERICAN.finditer(text)] == wrong


@in_russian
def test_yo_is_written(place):
    assert [w for w in WORD["ru"].findall(prose(place)) if without_yo(w)] == []


@in_russian
def test_quotation_marks_are_russian(place):
    assert not re.search(r"[\"“”]|(?<![\w'])'", prose(place))      # f'' has two strokes


@pytest.mark.parametrize("language", WORD)
def test_the_project_dictionary_holds_nothing_in_vain(language):
    used = {w.lower().removesuffix("'s") for place in PLACES if place[1] == language
            for w in WORD[language].findall(prose(place))}
    assert sorted(own(language) - used) == []
    assert [w for w in own(language) if known(w, language)] == []


@pytest.mark.parametrize("language,text,wrong", [
    ("en", "A mechansim of three links", ["mechansim"]),
    ("ru", "Исполнительный механзим из трёх звеньев", ["механзим"])])
def test_a_slip_of_the_pen_is_found(language, text, wrong):
    assert unknown(text, language) == wrong


def test_a_missing_yo_is_found():
    assert [w for w in "обобщенная координата всё все звенья".split() if without_yo(w)] == [
        "обобщенная"]
