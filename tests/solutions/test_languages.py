"""The assignments in several languages: all words in step, the same cells, nothing given away."""

import copy
import re

import nbformat
import pytest
from nbgrader.preprocessors import ClearSolutions
from traitlets.config import Config

from autograde import parallel_text, textform
from autograde.library import book
from autograde.notebook_words import stub

SEVERAL = [(name, language) for name in book() for language in textform.languages(book()[name])[1:]]
several = pytest.mark.parametrize("name,language", SEVERAL, ids=map("-".join, SEVERAL))
OWN = {"en": "*Judged from your own", "ru": "*Оценивается "}


def built(name):
    path = textform.path_of(book()[name]).with_suffix(".ipynb")
    return nbformat.read(path, as_version=4)


def test_every_assignment_is_written_in_russian():
    assert [n for n in book() if "ru" not in textform.languages(book()[n])] == []


@several
def test_all_languages_of_an_assignment_are_in_step(name, language):
    assert textform.behind(book()[name]) == []


@several
def test_another_language_has_the_same_cells(name, language):
    english, other = built(name), textform.read(book()[name], language)
    for one, two in zip(english.cells, other.cells, strict=True):
        assert (one.cell_type, one.metadata, one.id) == (two.cell_type, two.metadata, two.id)
        if one.cell_type == "code":
            assert without_words(one.source) == without_words(two.source)


def without_words(source):
    """Code with a mark in place of what is said in words."""
    for piece in reversed(parallel_text.pieces(source)):
        source = source[:piece.start] + piece.kind + source[piece.end:]
    return source


@several
def test_a_task_says_points_and_whose_answers_it_is_judged_from(name, language):
    assignment = book()[name]
    cells = {c.id: c.source for c in textform.read(assignment, language).cells}
    for task in assignment.tasks:
        about = cells[f"{task.id}_task"]
        assert re.search(r"^\*[\d,]+ балл(а|ов)?, (лёгкая|средняя|трудная), ", about, re.MULTILINE)
        assert bool(task.own) == (OWN[language] in about), task.id
    rows = re.findall(r"^\| \d+ \| .* \| [\d,]+ \| (?:лёгкая|средняя|трудная) \| \d+ \|$",
                      cells["head"], re.MULTILINE)
    assert len(rows) == len(assignment.tasks) + len(assignment.manual)


@several
def test_titles_are_those_of_the_language(name, language):
    title, titles = textform.headings(textform.path_of(book()[name]), language)
    english = textform.headings(textform.path_of(book()[name]))
    assert title != english[0] and titles.keys() == english[1].keys()
    assert [t for t in titles if titles[t] == english[1][t]] == []


@several
def test_nothing_of_the_answers_is_released_in_another_language(name, language):
    config = Config()
    code, config.ClearSolutions.text_stub = stub(language)
    config.ClearSolutions.code_stub = {"python": code}
    whole = textform.read(book()[name], language)
    given, _ = ClearSolutions(config=config).preprocess(copy.deepcopy(whole), {})
    for cell, blank in zip(whole.cells, given.cells, strict=True):
        assert "SOLUTION" not in blank.source
        if not cell.metadata["nbgrader"]["solution"]:
            assert cell.source == blank.source
        elif cell.cell_type == "code":
            assert code in blank.source
            compile(blank.source, cell.id, "exec")
        else:
            assert blank.source == stub(language)[1] and re.search("[а-яё]{3}", cell.source)


@several
def test_no_sentence_is_left_in_english(name, language):
    """What stands outside of code, formulas and names has no three English words in a row."""
    for cell in textform.read(book()[name], language).cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"`[^`]*`|\$\$.*?\$\$|\$[^$]*\$", " ", cell.source, flags=re.DOTALL)
            assert not re.search(r"(?:\b[A-Za-z]{2,}\b[ ,]+){2}[a-z]{2,}", text), cell.id
        else:
            said = "\n".join(p.text for p in parallel_text.pieces(cell.source))
            assert not re.search(r"\b(the|of|and|three|numbers|matrix)\b", said), cell.id
