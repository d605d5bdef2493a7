"""Spelling of the lessons in both languages, offline.

English by pyspellchecker's list of words, Russian by pymorphy3's dictionary of word forms, which
also knows where ё belongs. Words of the field that neither knows stand in spelling/en.txt and
spelling/ru.txt, a line each; a word that is needed no more has to go.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from autograde import parallel_text
from lessons import words

pytest.importorskip("spellchecker", reason="pyspellchecker is not installed")
pytest.importorskip("pymorphy3", reason="pymorphy3 is not installed")

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).parent / "spelling"
#: What is not prose: marks of slides (their titles are), code, formulas, tags, addresses, names.
NO_PROSE = re.compile(r"<!--\s*/?\w+:?|-->|```.*?```|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|<[^>]*>"
                      r"|\]\([^)]*\)|\{[^}]*\}|\\[a-z]+", re.S)
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


def known(word: str, language: str) -> bool:
    """Does the library's dictionary hold the word, in any case?"""
    word = word.lower()
    if language == "en":
        return word.removesuffix("'s") in english()
    return russian().word_is_known(word)


def without_yo(word: str) -> bool:
    """A Russian word that the dictionary writes with ё alone, and this text without."""
    forms = russian().parse(word.lower())
    return "ё" not in word.lower() and russian().word_is_known(word.lower()) and all(
        "ё" in form.word for form in forms)


def texts() -> dict[tuple[str, str], str]:
    """(place, language) -> prose: lessons in every language, first pages, catalogues."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted((ROOT / "lessons").glob("[0-9][0-9]_*.md")):
        for cell in parallel_text.cells(path):
            if cell.source.cell_type == "markdown":
                spoken = {"en": cell.source} | cell.others
                for language in spoken.keys() & WORD.keys():
                    key = path.stem, language
                    found[key] = found.get(key, "") + "\n" + spoken[language].source
    for language in set(words.languages()[1:]) & WORD.keys():
        folder = words.HERE / language
        found["index.md", language] = (folder / "index.md").read_text("utf-8")
        messages = [m for m in words.catalogue(language) if m.id]
        for name, said in ((language, "string"), ("en", "id")):
            lines = "\n".join(str(getattr(m, said)) for m in messages)
            found["words.po", name] = lines.replace("-\n", "")       # a word on two lines
    return {key: NO_PROSE.sub(" ", text) for key, text in found.items()}


TEXTS = texts()
everywhere = pytest.mark.parametrize("place", TEXTS, ids="-".join)
in_russian = pytest.mark.parametrize("place", [p for p in TEXTS if p[1] == "ru"], ids="-".join)


def unknown(text: str, language: str) -> list[str]:
    return sorted({w for w in WORD[language].findall(text) if not known(w, language)
                   and w.lower().removesuffix("'s") not in own(language)})


@everywhere
def test_every_word_is_in_a_dictionary(place):
    assert unknown(TEXTS[place], place[1]) == []


@in_russian
def test_yo_is_written(place):
    assert [w for w in WORD["ru"].findall(TEXTS[place]) if without_yo(w)] == []


@in_russian
def test_quotation_marks_are_russian(place):
    assert not re.search(r"[\"“”]|(?<!\w)'", TEXTS[place])


@pytest.mark.parametrize("language", WORD)
def test_the_project_dictionary_holds_nothing_in_vain(language):
    used = {w.lower().removesuffix("'s") for (_, spoken), text in TEXTS.items()
            if spoken == language for w in WORD[language].findall(text)}
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
