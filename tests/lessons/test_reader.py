"""The book, corrected, the list for its authors and the sheet of model answers."""

import re
import shutil
import subprocess
from collections import namedtuple
from types import SimpleNamespace

import pytest
from test_lessons import DERIVED

from lessons import trace, words
from lessons.book import authors, facts, lines, oral, paper, reader, reference
from lessons.book.maths import Later
from robokit import errata
from robokit.errata import formulas, translations

LANGUAGES = words.languages()
both = pytest.mark.parametrize("language", LANGUAGES)
#: A mark and what is in it, brackets of brackets of brackets too.
SLIP = re.compile(r"\\class\{slip\}\{((?:\\.|[^{}\\]|\{(?:\\.|[^{}\\]|"
                  r"\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}")
RAW = re.compile(r"[A-Za-z]_[{A-Za-z0-9]|\b(tau|omega|lambda|sigma|eps)\b|\^[({T0-9]|\\[a-z]")


def boxes(nodes, name):
    """All boxes of a tree that bear a name."""
    for node in nodes:
        if isinstance(node, reader.Box):
            if name in node.name.split():
                yield node
            yield from boxes(node.nodes, name)


def unbroken(latex):
    """The signs of a display without its layout, and once each where a line is broken."""
    layout = r"\\class\{slip\}|\\(?:begin|end)\{aligned\}|\\(?:small|scriptsize|quad)\b|[\s&]"
    plain = re.sub(rf"{layout}|\\tag\{{.*?\}}|(?<!\\)[{{}}]", "", latex)
    return re.sub(r"([+=-]|\\cdot|)(?:\\\\)+\1", r"\1", plain)


def sentences(nodes):
    for node in nodes:
        if isinstance(node, reader.Box):
            yield from sentences(node.nodes)
        elif isinstance(node, reader.Heading):
            yield node.text
        elif isinstance(node, str):
            yield node


@pytest.fixture(scope="module")
def trees():
    return {(section, language): reader.tree(section, language, reader.Bare(language))
            for section in reader.sections() for language in LANGUAGES}


# -- the pages -----------------------------------------------------------------------------------
@both
def test_every_display_of_the_book_stands_on_its_page_in_order(trees, language):
    heads = [box.nodes[0].nodes[0] for section in reader.sections()
             for box in boxes(trees[section, language], "display")]
    numbers = [int(found[1]) for head in heads if (found := re.match(r"\*\*(\d+)\*\*", head))]
    assert numbers == list(range(1, 387))


@both
def test_conditions_observations_and_claims_are_shown(trees, language):
    for rows in errata.claims, errata.observations, errata.displays, errata.table:
        for row in rows("book", language):
            said = " ".join(sentences(trees[row.section, language]))
            for field in ("condition", "why", "seen", "text"):
                text = getattr(row, field, "")
                assert text[1:] in said, (row.section, field, text)


@both
def test_mathematics_is_typeset_wherever_it_stands(trees, language):
    for nodes in [*(trees[section, language] for section in reader.sections()),
                  oral.tree(language)]:
        for sentence in sentences(nodes):
            bare = re.sub(r"\$[^$]*\$|`[^`]*`", " ", sentence)
            assert not RAW.search(bare), sentence


def test_both_languages_show_the_same_formulas(trees):
    """Apart from the letters of their indices and the decimal mark."""
    def shown(nodes):
        later = Later()
        reader.written(nodes, later)
        return [latex.replace("{,}", ".") for latex, display in later.met
                if display and r"\text" not in latex]
    for section in reader.sections():
        english = [formulas.lettered(x, "ru") for x in shown(trees[section, "en"])]
        russian = shown(trees[section, "ru"])
        assert [x for x in english if r"\text" not in x] == russian, section


def test_what_is_changed_is_marked_in_both_forms():
    for row in errata.displays("book"):
        printed, corrected = formulas.marked(row.number, reader.slip)
        for marked, whole in (printed, row.printed), (corrected, row.corrected):
            assert SLIP.sub(r"\1", marked) == whole or r"\class" not in marked, row.number


@both
def test_a_display_that_is_broken_into_lines_says_what_it_said(language):
    broken = 0
    for row in errata.displays("book"):
        for form in filter(None, (row.printed, row.corrected)):
            whole = formulas.lettered(form, language)
            lines = reader.display(form, language).latex
            broken += lines != whole
            assert unbroken(lines) == unbroken(whole), row.number
    assert broken > 50


def test_a_mark_is_of_no_width_and_a_line_is_broken_before_its_signs():
    whole = r"a = \sum_{j=1}^n b_j \cdot c_j + \left( d + e \right) - f"
    marked = whole.replace("- f", r"\class{slip}{- f}")
    assert lines.width(marked) == lines.width(whole) < 20
    assert lines.fitted(whole, 10) == (
        r"\begin{aligned} & a = \sum_{j=1}^n b_j \cdot c_j + {} "
        r"\\ & \quad {} + \left( d + e \right) - f \end{aligned}")


def test_terms_of_a_display_of_several_lines_begin_below_each_other():
    """And a sign at either end of a line, or before the place of all of them, has its space."""
    whole = r"\begin{aligned} a = & b + c + \\ & + d \cdot (e + f) + g \end{aligned}"
    assert lines.fitted(whole, 5) == (
        r"\begin{aligned} a& = b + {} \\ & + c + {} \\ & + d \cdot (e + {} \\ & \quad {} + f) + {} "
        r"\\ & + g \end{aligned}")
    assert lines.fitted(whole, 99) == (
        r"\begin{aligned} a & = b + c + {} \\ & + d \cdot (e + f) + g \end{aligned}")


def test_every_row_has_its_lesson_and_every_display_its_function():
    lessons = {path.name[:2] for path in reader.facts.LESSONS.glob("[0-9][0-9]_*.md")}
    for rows in errata.table, errata.displays, errata.claims, errata.observations:
        assert {reader.facts.LESSON[row.section] for row in rows()} <= lessons
    for row in errata.displays("book"):
        module, *names = row.function.split(".")
        thing = __import__(f"robokit.{module}", fromlist=["robokit"])
        for name in names:
            thing = getattr(thing, name)


def test_numbers_are_written_as_each_language_has_them():
    assert reader.power(1.93, "en") == "$1.9$" and reader.power(1.93, "ru") == "$1{,}9$"
    assert reader.power(9.6e-16, "en") == r"$1 \cdot 10^{-15}$"
    assert reader.power(113.0, "ru") == "$110$"                     # and not 1,1e+02
    assert reader.power(3.2e-16, "en") == r"$3 \cdot 10^{-16}$"
    assert reader.size(float("inf"), "en") == "no value"


@pytest.mark.parametrize("section,language,told", [
    ("6", "en", "Display 130 of the book. "), ("7", "en", "Displays 131 to 168 of the book. "),
    ("6", "ru", "Формула книги на отдельной строке: 130. "),
    ("7", "ru", "Формулы книги на отдельных строках: с 131 по 168. ")])
def test_a_section_of_one_display_has_no_first_and_last(section, language, told):
    [counted] = reader._counts(section, language)
    assert counted.nodes[0].startswith(told)


# -- languages -----------------------------------------------------------------------------------
def test_the_russian_words_say_what_the_english_say():
    assert translations.problems(errata.SECTIONS, "ru") == []


def test_cards_of_the_papers_errata_are_in_russian():
    ids = {row.id for row in errata.table() if row.source != "book"}
    found = [line for line in translations.problems(errata.PAPERS, "ru")
             if line.split(": ")[1] in ids and not line.endswith("no seen in ru")]
    assert ids and found == []


def test_a_stale_missing_or_left_over_translation_is_found(monkeypatch):
    said = dict(translations._translated("section02", "ru"))
    said["2.4-order"] = said["2.4-order"] | {"en": "000000"}
    said["none"] = said.pop("2.6-omega")
    said["2.3-inverse"] = {k: v for k, v in said["2.3-inverse"].items() if k != "why"}
    monkeypatch.setattr(translations, "_translated", lambda name, language: said)
    found = translations.problems(["section02"], "ru")
    assert [line.split(": ")[1] for line in found] == ["2.6-omega", "none", "2.4-order",
                                                       "2.3-inverse"]


def test_a_language_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="language: got 'de'"):
        errata.table("book", "de")


# -- the list for the authors ----------------------------------------------------------------------
def test_the_list_for_the_authors_is_in_the_order_of_the_book():
    rows = sorted(errata.table("book", "ru"), key=authors.order)
    assert len(rows) == len(errata.table("book"))
    displays = [row.displays[0] for row in rows if row.displays]
    assert displays == sorted(displays)
    shown = list(boxes(authors.tree(), "proposal"))
    assert len(shown) == len(rows)
    for box, row in zip(shown, rows):
        said = " ".join(sentences([box]))
        assert row.why in said and ("Возможно, это ошибка копии" in said) == row.copy


# -- the sheet for the oral examination ------------------------------------------------------------
@both
@pytest.mark.parametrize("lesson", sorted(DERIVED - {"00"}))
def test_a_lesson_that_is_derived_answers_its_control_questions(lesson, language):
    asked = {name for name in trace.questions() if name.startswith(f"{int(lesson)}.")}
    assert [name for name in oral.waiting(language) if name in asked] == []


def test_a_ticket_has_a_question_an_answer_and_derivations_that_exist():
    for language in LANGUAGES:
        for question in oral.questions(language):
            answer = " ".join(question.answer)
            assert question.text.strip() and len(answer.split()) > 10, question.name
    assert set(oral.derivations()) <= set(trace.questions())
    assert all(1 <= number <= 386 for shown in oral.derivations().values() for number in shown)


def test_every_question_but_those_of_words_alone_has_its_derivation():
    assert set(trace.questions()) - set(oral.derivations()) == {"1.1", "1.2", "4.2"}


@both
def test_an_answer_has_the_letters_of_the_displays_below_it(language):
    shown = " ".join(sentences(boxes(oral.tree(language), "answer")))
    there = {name: name in shown for name in (
        r"\mu_{D", "F_{B", r"\tau_{B", r"\mu_{\text{Д", r"F_{\text{В", r"\tau_{\text{Б")}
    assert list(there.values()) == [language == "en"] * 3 + [language == "ru"] * 3, there


#: Mathematics as plain text: Greek, a sign of an operation, a dot above, an index, a lone letter.
PLAIN = re.compile(r"[α-ωΑ-Ω×√∂∫≤≥≠≈±⟨⟩∧ᵀ′″°⁻]|[\u0300-\u036f]|[ȧċḋėẇẋẏẍ]|\w[_^]|\b[ijknq]\b")


@both
@pytest.mark.parametrize("lesson", sorted(facts.lesson_names()))
def test_the_mathematics_of_an_answer_is_typeset(lesson, language):
    found = oral.asked(lesson, language)
    assert found
    for number, question, answer in found:
        bare = re.sub(r"\$[^$]*\$|`[^`]*`", " ", f"{question} {answer}")
        assert not PLAIN.search(bare), (number, PLAIN.search(bare))


# -- paper -----------------------------------------------------------------------------------------
def test_a_sheet_is_printed(tmp_path):
    made, = paper.printed(paper.corrected(["ru"])[5:6], tmp_path, tmp_path / "maths.json")
    assert made.name == "section-6.ru.pdf" and made.read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".json"] == [made.name]
    if shutil.which("pdftotext"):
        said = subprocess.run(["pdftotext", made, "-"], capture_output=True, text=True).stdout
        assert "Раздел 6 с исправлениями" in said and "130" in said


def test_the_commands_are_named_by_what_they_print():
    assert set(paper.SHEETS) == {"corrected", "authors", "oral"}


def test_a_name_leads_to_the_page_of_its_own_module():
    """However the pages were read: `recursive` describes the class of `constraints` too."""
    Entry = namedtuple("Entry", "docname node_id aliased")
    name = "robokit.constraints.Constraint"
    found = {name: Entry("reference/recursive", "robokit.recursive.Constraint", True),
             "robokit.laws.one": Entry("reference/laws", "robokit.laws.one", False),
             "robokit.errata.latex.value": Entry("reference/errata", "robokit.errata", False)}
    env = SimpleNamespace(domains={"py": SimpleNamespace(objects=found)},
                          found_docs={"reference/recursive", "reference/constraints",
                                      "reference/laws", "reference/errata"})
    left = {key: entry for key, entry in found.items() if key != name}
    reference.homes(None, env)
    assert found.pop(name) == Entry("reference/constraints", name, False)
    assert found == left


def test_what_closes_behind_a_formula_stays_on_its_line():
    """On paper a line began with a full stop."""
    shown = reader.line("from $i$ to $j$. Then ($k$), $l$ again", lambda latex, display: latex)
    assert shown == ('from i to <span class="kept">j.</span> Then (<span class="kept">k),</span> '
                     "l again")
