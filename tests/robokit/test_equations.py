"""The map of numbered equations: complete, in order, every function there, every status earned."""

from each import each

from robokit import equations, errata

ROWS, BOOK = equations.table(), equations.table("book")
PAPERS = {"Zaremba": {1: range(1, 24), 2: [1, *range(3, 20)], 3: range(1, 6), 4: range(1, 3)}}
FIRST_LAST = {"1": (1, 3), "2": (1, 8), "3": (1, 5), "5": (1, 17), "7": (1, 6), "8": (1, 10),
              "9": (1, 5)}


def test_every_number_of_the_book_is_there_and_what_bears_7_4_as_well():
    numbers = [f"{s}.{k}" for s, (a, b) in FIRST_LAST.items() for k in range(a, b + 1)]
    numbers.insert(numbers.index("7.5"), "7.4′")
    assert [row.label for row in BOOK] == numbers and len(BOOK) == 55


def test_every_number_of_a_paper_is_there():
    for author, sections in PAPERS.items():
        numbers = [f"{s}.{k}" for s, ks in sections.items() for k in ks]
        assert [row.label for row in equations.table(author)] == numbers
    assert [row.label for row in equations.table("BMSTU")] == [str(k) for k in range(1, 19)]
    assert [row.label for row in equations.table("Pudovkina")] == [str(k) for k in range(1, 10)]


def test_names_differ_where_numbers_do_not():
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names)) and ROWS[:55] == BOOK


def test_displays_rise_and_belong_to_the_equations_section():
    assert [row.display for row in BOOK] == sorted({row.display for row in BOOK})
    ranges = {title: (first, last) for title, first, last in errata.SECTIONS.values()}
    for row in BOOK:
        first, last = ranges[row.label.split(".")[0]]
        assert first <= row.display <= last, row


@each("row", ROWS, called=lambda row: f"{row.name}-{row.section}")
def test_the_function_exists(row):
    assert callable(row.resolve())


def test_the_label_of_an_examined_display_is_the_equations_number():
    labels = {(display.source, display.number): display.label for display in errata.displays()}
    for row in ROWS:
        assert f"({row.label})" in labels[row.source, row.display], row


def test_status_follows_the_verdict():
    ids = {row.id for row in errata.table()}
    verdicts = {(x.source, x.number): x.verdict for x in errata.displays()}
    for row in ROWS:
        if row.status == "corrected":
            assert row.erratum in ids
            assert verdicts[row.source, row.display] in ("fails", "damaged in the copy")
        else:
            assert row.status == "holds" and row.erratum is None
            assert verdicts[row.source, row.display] in ("holds", "definition",
                                                         "holds under a condition")
