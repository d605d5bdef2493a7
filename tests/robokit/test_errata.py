"""Every verdict on the textbook is executed, and every link between text and code is checked."""

import re
from collections import Counter

import pytest
from each import each

from robokit import errata
from robokit.errata import forms, formulas, translations

TABLE, DISPLAYS, CLAIMS = errata.table(), errata.displays(), errata.claims()
VERDICTS = {"holds", "definition", "holds under a condition", "damaged in the copy", "fails"}
WRONG = {"damaged in the copy", "fails"}
CLEARLY = 1e-6                # a form that fails must fail by much more than rounding
FILES = errata.SECTIONS | errata.PAPERS
EXAMINED = {name: spec for name, spec in FILES.items() if forms.facts(name)}


def key(item):
    return getattr(item, "number", None) or item.id


def title_name(title):
    return next(name for name, spec in FILES.items() if spec[0] == title)


@pytest.mark.parametrize("language", ["en", *translations.LANGUAGES])
def test_no_two_errata_have_the_same_heading(language):
    """A reader who comes from a lesson finds the right one by its place."""
    places = Counter((row.source, row.place) for row in errata.table(language=language))
    assert [place for place, times in places.items() if times > 1] == []


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.id)
def test_printed_fails_and_corrected_holds(row):
    check = row.check()
    assert not check.printed_holds and check.printed_residual > CLEARLY
    assert check.corrected_holds and check.corrected_residual <= errata.TOLERANCE


@pytest.mark.parametrize("row", [row for row in TABLE if row.slips], ids=lambda row: row.id)
def test_every_slip_of_a_long_formula_is_a_slip(row):
    from robokit.errata import appendix1

    def repaired(skip=None):
        text = row.printed
        for k, (wrong, right) in enumerate(row.slips):
            assert text.count(wrong) == 1
            text = text if k == skip else text.replace(wrong, right)
        return text

    assert repaired() == row.corrected
    for k in range(len(row.slips)):
        case = appendix1.section.cases[0]
        truth = appendix1.entries(case)[row.id.removeprefix("A1-")]
        assert not abs(appendix1.number_of(repaired(skip=k), case) - truth) < CLEARLY


@each("item", [*DISPLAYS, *CLAIMS], called=lambda item: f"{item.section}-{key(item)}")
def test_verdict_is_what_execution_shows(item):
    assert item.verdict in VERDICTS
    residual, without = item.check(), item.check_without()
    conditional = item.verdict == "holds under a condition"
    if item.verdict == "holds" or conditional:
        assert residual is not None and residual <= errata.TOLERANCE
    assert bool(item.condition) == conditional == (without is not None)
    if conditional:
        assert without > CLEARLY


def test_wrong_displays_and_only_they_have_errata():
    for display in DISPLAYS:
        assert (display.verdict in WRONG) == bool(display.errata), display


def test_claims_that_fail_are_errata_and_not_claims():
    assert not [claim for claim in CLAIMS if claim.verdict in WRONG]


def test_every_display_of_an_examined_section_has_one_verdict():
    numbers = Counter((display.section, display.number) for display in DISPLAYS)
    expected = [(title, n) for title, first, last in EXAMINED.values()
                for n in range(first, last + 1)]
    assert sorted(numbers) == sorted(expected) and set(numbers.values()) == {1}


def test_the_sections_cover_386_displays():
    ends = [(first, last) for _, first, last in errata.SECTIONS.values()]
    assert ends[0][0] == 1 and ends[-1][1] == 386
    assert all(last + 1 == first for (_, last), (first, _) in zip(ends, ends[1:]))


def test_every_row_names_its_source():
    for rows in errata.table, errata.displays, errata.claims, errata.observations:
        assert {row.source for row in rows()} <= set(errata.SOURCES)
        assert all((row.section == row.source) == (row.source != "book") for row in rows())
        assert sum((rows(source) for source in errata.SOURCES), []) == rows()
    with pytest.raises(ValueError, match="source: got 'Ball'"):
        errata.table("Ball")


def test_ids_are_unique_and_fields_filled():
    ids = [row.id for row in TABLE] + [claim.id for claim in CLAIMS]
    assert len(ids) == len(set(ids))
    for row in TABLE:
        assert all((row.place, row.printed, row.corrected, row.why, row.seen)), row.id
        assert row.kind in errata.KINDS, row.id
        assert row.printed != row.corrected, row.id


@pytest.mark.parametrize("name", EXAMINED)
def test_no_form_without_a_row_and_no_row_without_a_form(name):
    title = EXAMINED[name][0]
    section = errata._forms(title)
    rows = {row.id for row in TABLE if row.section == title}
    items = [item for item in [*DISPLAYS, *CLAIMS] if item.section == title]
    holding = {key(item) for item in items if item.verdict.startswith("holds")}
    conditional = {key(item) for item in items if item.condition}
    assert set(section.errata) == rows
    assert set(section.equalities) >= holding
    assert set(section.equalities) <= {key(item) for item in items}
    assert set(section.counterexamples) == conditional
    for row in TABLE:
        first, last = EXAMINED[title_name(row.section)][1:]
        assert all(first <= number <= last for number in row.displays), row.id


def test_a_form_that_is_registered_twice_is_refused():
    section = forms.Section([])
    section.holds(1)(lambda c: ())
    with pytest.raises(ValueError, match="second"):
        section.holds(1)(lambda c: ())


# -- formulas and words ----------------------------------------------------------------------------
#: Mathematics outside of $...$: an index, a power, a Greek letter by its name.
RAW = re.compile(r"[A-Za-z]_[{A-Za-z0-9]|\^|\\[a-z]|\b(tau|omega|lambda|sigma|eps|Gamma|Phi)\b")


def test_every_display_of_the_book_has_its_formula_and_its_part():
    for row in errata.displays("book"):
        assert row.printed and row.corrected != row.printed, row.number
        assert bool(row.corrected) >= bool(row.errata), row.number
        assert formulas.part(row.number).section == row.section
        assert all(wrong in row.printed and right not in ("", wrong)
                   for wrong, right in formulas.slips(row.number)), row.number


def test_formulas_have_their_braces_closed():
    for row in errata.displays("book"):
        for text in row.printed, row.corrected:
            assert text.count("{") == text.count("}"), row.number
            assert text.count(r"\left") == text.count(r"\right"), row.number


def test_the_long_formulas_of_appendix_1_are_the_displays():
    printed = forms.facts("appendix1")["formulas"]
    for number in (251, 253, 254, 255, 257, 258, 259, 265, 269, 272):
        assert formulas.printed(number).split(" = ", 1)[1] == printed[str(number)]
    for row in TABLE:
        if row.slips:
            shown = "".join(formulas.corrected(k) for k in row.displays).replace(" ", "")
            assert shown.split("=", 1)[1].replace("++", "+") == row.corrected.replace(" ", "")


@pytest.mark.parametrize("rows", [errata.table, errata.displays, errata.claims,
                                  errata.observations], ids=lambda rows: rows.__name__)
def test_words_have_their_mathematics_typeset(rows):
    for row in [*rows(), *rows("book", "ru")]:
        for name in "place", "why", "seen", "text", "condition":
            text = getattr(row, name, "")
            assert text.count("$") % 2 == 0, text
            assert not RAW.search(re.sub(r"\$[^$]*\$", " ", text)), text


def test_rows_print_readably_in_a_notebook():
    row = next(row for row in TABLE if row.id == "2.4-last-factor")
    shown = row._repr_markdown_()
    assert shown.startswith("**2.4-last-factor** · section 2.4, after (2.4) · *index*")
    assert f"$$\n{row.printed}\n$$" in shown and f"$$\n{row.corrected}\n$$" in shown
    assert "As printed (difference 1.9):" in shown and "Corrected (difference 0):" in shown
    assert row.why in shown and row.seen in shown
    for rows in errata.displays, errata.claims, errata.observations:
        assert all(row._repr_markdown_().startswith(("**", "section", "appendix"))
                   for row in rows("book"))


def test_a_sum_over_nothing_is_no_other_size():
    """Z-1.9-sums counts a term too often; its sums over no link are zero columns."""
    found = next(row for row in TABLE if row.id == "Z-1.9-sums").check()
    assert 1.5 < found.printed_residual < 1.6


@pytest.mark.parametrize("source", errata.SOURCES)
def test_rows_stand_in_the_order_of_their_source(source):
    shown = [(row.displays[0], row.id) for row in errata.table(source) if row.displays]
    assert [row for row, _ in shown] == sorted(row for row, _ in shown), shown


def test_the_russian_letters_of_indices():
    assert formulas.lettered(r"\mu_{Di} + F_{Bj}^{(0)} + \tau_{0B}", "ru") == \
        r"\mu_{\text{Д}i} + F_{\text{В}j}^{(0)} + \tau_{0\text{Б}}"
    assert formulas.lettered(r"\tau_{Bj} l_{B}", "ru") == r"\tau_{\text{Б}j} l_{\text{Б}}"
    assert formulas.lettered(r"\tau_{6\,tool} \{CK\}", "ru") == \
        r"\tau_{6\,\text{ЗУМ}} \{\text{СК}\}"
    assert formulas.lettered(r"\mu_{Di}", "en") == r"\mu_{Di}"
    assert formulas.lettered(r"-0,866(a_{12}) + t_{0,1}", "en") == r"-0.866(a_{12}) + t_{0,1}"
    assert formulas.lettered(r"0 & -0,5 & t_{0,1}", "ru") == r"0 & -0{,}5 & t_{0,1}"


@pytest.mark.parametrize(("language", "word"), [("en", "tool"), ("ru", "ЗУМ")])
def test_an_index_that_is_a_word_is_not_set_as_a_product(language, word):
    index = rf"\text{{{word}}}"
    assert formulas.lettered(r"\tau_{tool\,6} \tau_{6\,tool} l_{\text{tool}\,0}", language) == \
        rf"\tau_{{{index}\,6}} \tau_{{6\,{index}}} l_{{{index}\,0}}"
