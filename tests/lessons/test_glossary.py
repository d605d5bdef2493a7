"""The book's terms: every name is real, every term is used where it is said to stand."""

import json
import re
from functools import cache
from importlib import import_module

import pytest

from autograde import parallel_text
from lessons import build, glossary
from robokit import Mechanism, equations, errata, robots

TERMS = glossary.terms()
LESSONS = {p.name[:2]: p for p in build.sources([build.ROOT / "lessons"])}
#: Lessons that still bring their own table of terms. A list that only grows shorter.
OWN_TABLES: set[str] = set()


def there(path: str) -> bool:
    """Is it a thing of robokit: a module's function, a class's method, what a mechanism holds?"""
    module, *names = path.split(".")
    thing = import_module(f"robokit.{module}")
    for name in names:
        if not hasattr(thing, name):
            return thing is Mechanism and hasattr(robots.load("planar2r"), name)
        thing = getattr(thing, name)
    return True


def test_every_name_of_robokit_is_real():
    assert [t.robokit for t in TERMS if t.robokit and not there(t.robokit)] == []
    assert sum(bool(t.robokit) for t in TERMS) > 60
    assert not there("rotation.tau_w") and not there("mechanism.Mechanism.sigmas")


def test_every_section_is_one_of_the_book_or_a_paper():
    printed = {e.section for e in equations.table()} | {e.section.partition(".")[0]
                                                        for e in equations.table()}
    known = printed | {"4", "6", "A1", "A2"} | set(errata.SOURCES)
    assert [t.en for t in TERMS if t.section not in known | {""}] == []


def test_symbols_are_formulas_and_signs_balance():
    for term in TERMS:
        for text in (term.symbol, term.craig, term.lynch, term.featherstone):
            assert text.count("{") == text.count("}") and text.count("$") % 2 == 0, term.en
        assert "$" not in term.symbol


def test_names_are_written_as_they_are_read():
    """Russian in Cyrillic, no name twice in one term, formulas apart no Latin in Russian."""
    for term in TERMS:
        assert not re.search("[A-Za-z]", "".join(term.names("ru"))), term.en
        assert not re.search("[А-Яа-яё]", "".join(term.names("en"))), term.en
        for language in ("en", "ru"):
            names = term.names(language)
            assert len(set(names)) == len(names), term.en


# -- each term is used by the lessons in whose tables it stands -----------------------------------
@cache
def stems(lesson: str, language: str) -> frozenset[str]:
    """The stems of all words of a lesson in a language, its table of terms apart."""
    texts = []
    for cell in parallel_text.cells(LESSONS[lesson]):
        spoken = {"en": cell.source} | cell.others
        if language in spoken:
            texts.append(spoken[language].source)
    return frozenset(stemmed("\n".join(texts), language))


def stemmed(text: str, language: str) -> list[str]:
    stemmer = pytest.importorskip("snowballstemmer").stemmer(
        {"en": "english", "ru": "russian"}[language])
    words = re.findall("[а-яё]+" if language == "ru" else "[a-z]+", text.lower())
    return stemmer.stemWords([word.replace("ё", "е") for word in words])


def used(term: glossary.Term, lesson: str, language: str) -> bool:
    known = stems(lesson, language)
    return any(set(stemmed(name, language)) <= known for name in term.names(language))


@pytest.mark.parametrize("lesson", sorted(LESSONS.keys() - OWN_TABLES))
def test_a_lesson_uses_the_terms_of_its_table(lesson):
    """In English, and in Russian where the lesson has it."""
    spoken = parallel_text.languages(LESSONS[lesson])
    chosen = [term for term in TERMS if lesson in term.lessons]
    assert len(chosen) >= 8
    assert [(term.name(language), language) for language in spoken for term in chosen
            if not used(term, lesson, language)] == []


def test_a_term_that_is_not_used_would_be_found():
    assert not used(glossary.Term("quaternion", "кватернион"), "01", "en")
    assert not used(glossary.Term("quaternion", "кватернион"), "01", "ru")


# -- tables of the lessons ------------------------------------------------------------------------
@pytest.mark.parametrize("lesson", sorted(LESSONS))
def test_every_lesson_has_its_table_from_the_data(lesson):
    path = LESSONS[lesson]
    for language in parallel_text.languages(path):
        text = parallel_text.notebook(path, language)
        marked = sum(glossary.MARK in c.source for c in text.cells)
        assert marked == (lesson not in OWN_TABLES)
        shown = "\n".join(c.source for c in build.read(path, language).cells)
        assert glossary.MARK not in shown
        if marked:
            for term in TERMS:
                assert (f"| {term.shown(language)} |" in shown) >= (lesson in term.lessons)


def test_a_table_begins_with_the_readers_language():
    english, russian = (glossary.table("02", language).splitlines() for language in ("en", "ru"))
    assert english[0] == "| English | русский | English | русский |"
    assert russian[0] == "| русский | English | русский | English |"
    assert english[2].split("|")[1:3] == russian[2].split("|")[2:0:-1]


def test_the_search_knows_other_textbooks_names():
    told = json.loads(glossary.synonyms().removeprefix("window.TERMS = ").removesuffix(";\n"))
    assert len(told) == len(TERMS)
    [group] = [names for names in told if "матрица инерционных коэффициентов" in names]
    assert {"mass matrix", "joint-space inertia matrix", "inertia matrix"} <= set(group)
    assert not any("$" in name or "part of" in name for names in told for name in names)


def test_what_is_wrong_in_the_data_is_said(tmp_path):
    path = tmp_path / "glossary.toml"
    for text, said in (('[[term]]\nen = "a"\n', "term 'a': needs 'ru'"),
                       ('[[term]]\nen = "a"\nru = "б"\nrobot = "x"\n', "got 'robot'"),
                       ('[[term]]\nen = "a"\nru = "б"\n' * 2, "'a' stands twice")):
        path.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=said):
            glossary.read(path)
    with pytest.raises(ValueError, match="lesson 99"):
        glossary.table("99", "en")
