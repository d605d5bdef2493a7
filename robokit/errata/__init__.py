"""What of the textbook and of the papers holds, display by display, decided by executing it.

>>> row = next(r for r in table() if r.id == "2.4-last-factor")
>>> row.place, row.kind
('section 2.4, after (2.4)', 'index')
>>> row.check().printed_holds, row.check().corrected_holds
(False, True)

`table()` gives the errata, `displays()` a verdict on each of the book's 386 displayed blocks and
on each of the papers', `claims()` the statements of the prose that can be executed,
`observations()` what looks odd and cannot be decided by execution. Every row has a source, "book"
or the name of a paper's author, and `table("Selig")` gives the rows of one source. The blocks are
counted in order through each source, from 1.

Verdicts: "holds"; "definition" (nothing to check); "holds under a condition" (the condition is
stated, and dropping it is executed too); "damaged in the copy" and "fails" (an erratum gives the
corrected form). `Erratum.copy` is True where the fault may be of the copy at hand and not of
the print.

How to add a row
----------------
A section of the book, or a paper, has two files here with one name: `section02.toml` holds the
facts, `section02.py` the executable forms.

1. In the data file add to `displays` the row [number, verdict, label] or, for a condition,
   [number, "holds under a condition", label, condition]. Every display of the section has a row.
   The formulas of the book's displays stand in `book.toml`: as printed, and for what is corrected
   the wrong fragments with what replaces them. All corrected forms are one set, with one meaning
   for each symbol, which `together` reads and executes.
2. What holds is executed: in the module write a generator, decorated by
   `@section.holds(number, ...)`, that takes an `oracle.Case` and yields tuples of terms that are
   said to be equal; the last one is compared with the others and should be the oracle's.
   A condition needs a second form, `@section.without(number)`, that fails without it.
3. What fails gets an `[[errata]]` table in the data file (id, place, kind, printed, corrected,
   why, seen; `displays` if it stands in one; `copy = true` where one sign of it may have been
   lost or confused in the copy) and a generator `@section.erratum(id)` that yields (as printed,
   corrected, truth). A letter that is defined nowhere and a wrong limit are errata and no
   conditions.
4. Statements of the prose are `[[claims]]` (id, place, text, verdict, condition), executed by
   `@section.holds(id)`; a statement that fails is an erratum without `displays`.
5. The truth comes from `oracle` alone: axes turned, points moved, series differentiated.
   Never from another module of robokit and never from another formula of the book.
6. Words have their mathematics between dollar signs. The Russian of a row of the book stands in
   `ru/section02.toml` under its id, with the fingerprint of the English that it says: see
   `translations`, whose `problems` names what is missing or stale.

The tests execute everything and fail when a link breaks.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from . import formulas, shown, translations
from .forms import TOLERANCE, Check, facts

__all__ = [
    "KINDS",
    "PAPERS",
    "SECTIONS",
    "SOURCES",
    "TOLERANCE",
    "Check",
    "Claim",
    "Display",
    "Erratum",
    "Observation",
    "claims",
    "displays",
    "observations",
    "table",
]

#: data file -> (name in the book, first display, last display)
SECTIONS = {
    "section01": ("1", 1, 8), "section02": ("2", 9, 63), "section03": ("3", 64, 84),
    "section04": ("4", 85, 89), "section05": ("5", 90, 129), "section06": ("6", 130, 130),
    "section07": ("7", 131, 168), "section08": ("8", 169, 213), "section09": ("9", 214, 235),
    "appendix1": ("appendix 1", 236, 284), "appendix2": ("appendix 2", 285, 329),
    "appendix3": ("appendix 3", 330, 336), "appendix4": ("appendix 4", 337, 346),
    "appendix5": ("appendix 5", 347, 386)}

#: data file -> (author, first display, last display); a paper is one section and one source.
#: The copy of the paper on base parameters names no author: BMSTU
PAPERS = {"selig": ("Selig", 1, 72), "zaremba": ("Zaremba", 1, 57), "bmstu": ("BMSTU", 1, 59),
          "pudovkina": ("Pudovkina", 1, 38)}

SOURCES = ("book", *(author for author, _, _ in PAPERS.values()))

#: the sorts of slip, the values of `Erratum.kind`
KINDS = ("index", "sign", "size", "order of factors", "missing factor", "missing term",
         "superfluous term", "missing formula", "sum limits", "two meanings of one symbol", "frame",
         "frame of a derivative", "branch of arctg", "configuration", "reference", "numbering",
         "wording", "figure/notation", "copy damage")


@dataclass(frozen=True)
class Erratum:
    """A statement of the book that fails when executed, and the form that holds.

    printed, corrected: LaTeX, or a sentence for a statement of the prose. kind: the sort of
    slip. why: what is wrong. seen: what executing showed. displays: numbers of the displayed
    blocks it stands in, empty for prose. copy: True where the copy at hand may be at fault.
    slips: for long formulas the wrong fragments and what stands in their place. source: "book"
    or the author of a paper. numbers: of equations that hold and whose number is wrong.
    """

    id: str
    section: str
    place: str
    kind: str
    printed: str
    corrected: str
    why: str
    seen: str
    displays: tuple[int, ...] = ()
    copy: bool = False
    slips: tuple[tuple[str, str], ...] = ()
    source: str = "book"
    numbers: tuple[str, ...] = ()

    def check(self) -> Check:
        """Execute both forms on random chains; see `Check`."""
        return _forms(self.section).check_erratum(self.id)

    def _repr_markdown_(self) -> str:
        """For notebooks."""
        return shown.erratum(self)


@dataclass(frozen=True)
class Display:
    """One displayed block: its number in the order of its source and the verdict on it.

    printed, corrected: LaTeX of the book's displays as they stand and as they must be, "" where
    nothing is changed, and for the papers. All corrected forms hold together.
    """

    number: int
    section: str
    verdict: str
    label: str
    condition: str = ""
    errata: tuple[str, ...] = ()
    source: str = "book"

    @property
    def printed(self) -> str:
        return formulas.printed(self.number) if self.source == "book" else ""

    @property
    def corrected(self) -> str:
        return formulas.corrected(self.number) if self.source == "book" else ""

    @property
    def function(self) -> str:
        """What of robokit carries it, as a path inside the package; "" for the papers."""
        return formulas.function(self.number) if self.source == "book" else ""

    def check(self) -> float | None:
        """Largest residual of a display that holds (under its condition); None for others."""
        return _largest(self.section, "equalities", self.number)

    def check_without(self) -> float | None:
        """The same with the condition dropped; None for displays without a condition."""
        return _largest(self.section, "counterexamples", self.number)

    def _repr_markdown_(self) -> str:
        """For notebooks."""
        return shown.display(self)


@dataclass(frozen=True)
class Claim:
    """A statement of the prose, in our words, with its verdict."""

    id: str
    section: str
    place: str
    text: str
    verdict: str
    condition: str = ""
    source: str = "book"

    def check(self) -> float | None:
        """Largest residual of the statement (under its condition)."""
        return _largest(self.section, "equalities", self.id)

    def check_without(self) -> float | None:
        """The same with the condition dropped; None for statements without a condition."""
        return _largest(self.section, "counterexamples", self.id)

    def _repr_markdown_(self) -> str:
        """For notebooks."""
        return shown.claim(self)


@dataclass(frozen=True)
class Observation:
    """Something odd that execution cannot decide; not an erratum. number: which of a section."""

    section: str
    place: str
    text: str
    source: str = "book"
    number: int = 0

    def _repr_markdown_(self) -> str:
        """For notebooks."""
        return shown.observation(self)


def table(source: str | None = None, language: str = "en") -> list[Erratum]:
    """The errata of one source, or of all: the book's first, in its order, then the papers'.

    language: "ru" for Russian words.
    """
    return [_erratum(place | row) for place, row in _rows("errata", source, language)]


def displays(source: str | None = None, language: str = "en") -> list[Display]:
    """The displayed blocks that have been examined, in the order of the book, then the papers."""
    errata: dict[tuple[str, int], tuple[str, ...]] = {}
    for row in table(source):
        for number in row.displays:
            errata[row.source, number] = (*errata.get((row.source, number), ()), row.id)
    found = [Display(**(place | row), errata=errata.get((place["source"], row["number"]), ()))
             for place, row in _rows("displays", source, language)]
    return sorted(found, key=lambda x: (SOURCES.index(x.source), x.number))


def claims(source: str | None = None, language: str = "en") -> list[Claim]:
    """Statements of the prose that have been executed."""
    return [Claim(**place, **row) for place, row in _rows("claims", source, language)]


def observations(source: str | None = None, language: str = "en") -> list[Observation]:
    """What looks odd and cannot be decided by execution."""
    return [Observation(**place, **row) for place, row in _rows("observations", source, language)]


def _erratum(row: dict) -> Erratum:
    lists = {"displays": tuple(row.get("displays", ())), "numbers": tuple(row.get("numbers", ())),
             "slips": tuple(map(tuple, row.get("slips", ())))}
    return Erratum(**(row | lists))


def _rows(kind: str, wanted: str | None, language: str):
    """The rows of the data files, each after the section and source it is from."""
    if wanted not in (None, *SOURCES):
        raise ValueError(f"source: got {wanted!r}, needs one of {', '.join(SOURCES)}, or None")
    for name, (section, _, _) in (SECTIONS | PAPERS).items():
        source = section if name in PAPERS else "book"
        if wanted in (None, source):
            for number, row in enumerate(facts(name).get(kind, ()), 1):
                if kind == "displays":
                    row = dict(zip(("number", "verdict", "label", "condition"), row))
                elif kind == "observations":
                    row = row | {"number": number}
                yield {"section": section, "source": source}, \
                    translations.spoken(name, kind, row, language)


def _forms(section: str):
    name = next(n for n, (title, _, _) in (SECTIONS | PAPERS).items() if title == section)
    return import_module(f".{name}", __name__).section


def _largest(section: str, forms: str, key) -> float | None:
    registered = _forms(section)
    forms = getattr(registered, forms)
    return registered.largest(forms, key) if key in forms else None
