"""A list for the authors: what is printed, what is proposed, and why, in the order of the book."""

from __future__ import annotations

import re

from robokit import errata
from robokit.errata import formulas, shown

from .. import words
from . import reader
from .reader import Box, Heading

__all__ = ["order", "tree"]


def order(row) -> tuple[int, float]:
    """Where a row stands in the book: its section, and the display that it is in or beside."""
    english = reader._english(row)
    parts = [one.name for one in formulas.parts()]
    part = reader.part_of(english.place, row.section)
    if getattr(row, "displays", ()):
        return parts.index(formulas.part(row.displays[0]).name), row.displays[0]
    if isinstance(row, errata.Display):
        return parts.index(formulas.part(row.number).name), row.number
    named = re.search(r"(before|after)?\s*(?:the )?\((\d\.\d+)\)", english.place)
    numbers = [k for k, label in reader.labels().items() if named and label == named[2]]
    here = [k for k in numbers if formulas.part(k).name == part]
    if here:
        return parts.index(part), here[0] + {"before": -0.5, "after": 0.5}.get(named[1], 0.25)
    rows = [one for one in errata.table("book") if one.section == row.section]
    earlier = [one.displays[0] for one in rows[:[one.id for one in rows].index(row.id)]
               if one.displays and formulas.part(one.displays[0]).name == part]
    first = next(one.first for one in formulas.parts() if one.name == part)
    return parts.index(part), (max(earlier) if earlier else first - 1) + 0.5


def tree(language: str = "ru") -> list:
    """The list: every proposed change, then the formulas that need a condition beside them."""
    _ = words.translations(language).gettext
    rows = sorted(errata.table("book", language), key=order)
    needing = [row for row in errata.displays("book", language) if row.condition]
    nodes: list = [
        Heading(1, _("Proposals for the text of the book")),
        Box("intro", [
            _("A. G. Leskov, K. V. Bazhinova, E. V. Seliverstova. Kinematics and dynamics of the "
              "mechanisms of manipulation robots. Moscow: BMSTU, 2017."),
            _("{count} proposed changes in the order of the book: what is printed, what is "
              "proposed, and the reason. The pages are those on which the sections begin. Every "
              "change has been executed: with it the formula gives what follows from moving points "
              "and turning axes, without it it does not. The copy that was compared was not the "
              "print itself; where the fault may be the copy's, the row says so, and the print "
              "should be looked at first.").format(count=len(rows)),
            _("A formula without a number is named by its place among all displayed formulas of "
              "the book, from its first page on.")])]
    met = None
    for number, row in enumerate(rows, 1):
        part = formulas.parts()[order(row)[0]]
        if part.name != met:
            nodes.append(_title(part, language))
            met = part.name
        nodes.append(_proposal(number, row, language))
    nodes.append(Heading(1, _("Formulas that need a condition beside them")))
    met = None
    for row in needing:
        part = formulas.part(row.number)
        if part.name != met:
            nodes.append(_title(part, language))
            met = part.name
        corrected = formulas.corrected(row.number)
        nodes.append(Box("display verdict-holds-under-a-condition", [
            Box("head", [_place(row.number, language)]),
            reader.display(formulas.printed(row.number), language),
            f"**{_('Condition')}:** {shown.sentence(row.condition)}{reader.stop(row.condition)}",
            *([Box("clear", [f"*{_('Without a condition')}*", reader.display(corrected, language)])]
              if corrected else [])]))
    return nodes


def _title(part, language: str) -> Heading:
    _ = words.translations(language).gettext
    title = part.ru if language == "ru" else part.en
    number = part.name if part.name[0].isdigit() else \
        _("Appendix {number}").format(number=part.name.split()[-1]) + "."
    return Heading(2, f"{number} {title} ({_('p.')}\u00a0{part.page})")


def _place(number: int, language: str) -> str:
    """A display by the number that the book gives it, or by its place among all."""
    _ = words.translations(language).gettext
    label = reader.labels().get(number)
    return f"**({label})**" if label else shown.sentence(
        _("display {number}").format(number=number))


def _proposal(number: int, row, language: str) -> Box:
    _ = words.translations(language).gettext
    copy = [f"*{_('It may be a fault of the copy.')}*"] if row.copy else []
    if row.slips:                                 # several lines of which a few signs are wrong
        pairs = [formulas.marked(k, reader.slip) for k in row.displays]
        printed, corrected = ([reader.display(pair[side], language) for pair in pairs]
                              for side in (0, 1))
    else:
        printed, corrected = ([reader._form(text, language)]
                              for text in (row.printed, row.corrected))
    return Box("display proposal", [
        Box("head", [f"**{number}.** {shown.sentence(row.place)}"]),
        Box("printed", [f"*{_('Printed')}*", *printed]),
        Box("corrected", [f"*{_('Proposed')}*", *corrected]),
        f"*{_('Reason')}.* {row.why}", *copy])
