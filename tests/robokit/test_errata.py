"""Every verdict on the textbook is executed, and every link between text and code is checked."""

from collections import Counter

import pytest

from robokit import errata
from robokit.errata import forms

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


@pytest.mark.parametrize("item", [*DISPLAYS, *CLAIMS],
                         ids=lambda item: f"{item.section}-{key(item)}")
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
