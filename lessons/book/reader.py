"""The book, corrected: pages to lay beside it, one a section, with every one of its displays.

Each page is a tree of what it shows, built once and written twice: as MyST for the site and as
HTML for paper (`paper`). A node is a piece of text with $mathematics$ in it, a `Display`, a
`Heading`, or a `Box` of nodes with a name for the style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from robokit import equations, errata
from robokit.errata import formulas, shown

from .. import words
from . import facts, lines
from .facts import SOURCE

FOLDER = "corrected"


@dataclass(frozen=True)
class Heading:
    level: int
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Shown:
    """A display, as LaTeX."""

    latex: str


@dataclass(frozen=True)
class Box:
    name: str
    nodes: list


class Site:
    """What leads on from a page of the site; `Bare` says the same on paper."""

    def __init__(self, language: str):
        self.language = language

    def function(self, path: str) -> str:
        return facts.function_link(path, self.language)

    def erratum(self, name: str) -> str:
        return facts.erratum_link(name, self.language)

    def lesson(self, number: str, cells: list[str]) -> str:
        """The cells where it stands, or the lesson as a whole."""
        _ = words.translations(self.language).gettext
        name = facts.lesson_names()[number]
        there = self.language == SOURCE or name in [
            path.stem for path in facts.notebooks(self.language)]
        if not there:
            return (f'<a href="../../lessons/{name}.html" hreflang="{SOURCE}">'
                    + _("lesson {number}").format(number=int(number)) + "</a>")
        if cells:
            return ", ".join(facts.cell_links(cells, self.language))
        return f"[{_('lesson {number}').format(number=int(number))}](../lessons/{name})"


class Bare(Site):
    """Names instead of links."""

    def function(self, path: str) -> str:
        return f"`{path}`"

    def erratum(self, name: str) -> str:
        return facts.erratum_name(name, self.language)

    def lesson(self, number: str, cells: list[str]) -> str:
        _ = words.translations(self.language).gettext
        return _("lesson {number}").format(number=int(number))


# -- what there is -------------------------------------------------------------------------------

def sections() -> list[str]:
    """"1" to "9" and "appendix 1" to "appendix 5"."""
    return [name for name, _, _ in errata.SECTIONS.values()]


def page_of(section: str) -> str:
    """Name of a section's page on the site."""
    return f"{FOLDER}/{facts.slug(section if not section[0].isdigit() else 'section ' + section)}"


def title(section: str, language: str) -> str:
    _ = words.translations(language).gettext
    if section[0].isdigit():
        return _("Section {number}, corrected").format(number=section)
    return _("Appendix {number}, corrected").format(number=section.split()[-1])


@cache
def labels() -> dict[int, str]:
    """Display -> the number that the book gives it, without its brackets."""
    return {row.display: row.label for row in equations.table("book")}


def part_of(place: str, section: str) -> str:
    """The section of the book that a place is in: "2.4" of "section 2.4, after (2.4)"."""
    if not section[0].isdigit():
        return section
    named = re.search(r"sections? (\d\.\d)", place)
    if named:
        return named[1]
    numbered = re.match(r"\((\d\.\d+)\)", place)
    if numbered:
        return formulas.part(next(k for k, label in labels().items() if label == numbered[1])).name
    return next(one.name for one in formulas.parts() if one.section == section)


def cells_of(row) -> list[str]:
    """Cells of lessons that show a row of the errata."""
    return facts.cells().get(f"erratum-{row.id}", [])


# -- trees ---------------------------------------------------------------------------------------

def tree(section: str, language: str, links: Site) -> list:
    """What the page of a section shows."""
    met: set[str] = set()
    rows = {row.id: row for row in errata.table("book", language) if row.section == section}
    nodes: list = [Heading(1, title(section, language)), *_counts(section, language)]
    displays = [row for row in errata.displays("book", language) if row.section == section]
    for part in [one for one in formulas.parts() if one.section == section]:
        name = getattr(part, "ru" if language == "ru" else "en")
        number = part.name if part.name[0].isdigit() else ""
        heading = Heading(2, f"{number} {name}".strip(), f"corrected-{facts.slug(part.name)}")
        inside = [_display(row, rows, met, language, links) for row in displays
                  if formulas.part(row.number).name == part.name]
        inside += _prose(part.name, section, rows, language, links)
        nodes += [heading, *inside] if inside else []
    return nodes


def _verdicts(language: str) -> dict[str, str]:
    """Verdict -> what it is called."""
    _ = words.translations(language).gettext
    return {"holds": _("holds"), "definition": _("definition"),
            "holds under a condition": _("holds under a condition"),
            "damaged in the copy": _("damaged in the copy"), "fails": _("fails")}


def _counts(section: str, language: str) -> list:
    _ = words.translations(language).gettext
    shown = [row for row in errata.displays("book") if row.section == section]
    parts = []
    for verdict, said in _verdicts(language).items():
        n = sum(row.verdict == verdict for row in shown)
        if n:
            parts.append(f"{said}: {n}")
    first, last = shown[0].number, shown[-1].number
    told = (_("Display {number} of the book.").format(number=first) if first == last else
            _("Displays {first} to {last} of the book.").format(first=first, last=last))
    return [Box("counts", [f"{told} {_sentence('; '.join(parts))}"])]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _display(row, rows: dict, met: set[str], language: str, links: Site) -> Box:
    """A display: as printed, verdict, condition, corrected form, why, what execution showed."""
    _ = words.translations(language).gettext
    label = labels().get(row.number)
    head = f"**{row.number}**" + (f" · **({label})**" if label else "")
    cells = facts.cells().get(f"eq-{label}", []) if label else []
    trail = f"{links.function(row.function)} · {links.lesson(facts.LESSON[row.section], cells)}"
    for name in _on_its_number(row, label):
        trail += f" · {links.erratum(name)}"
    printed, corrected = formulas.marked(row.number, slip)
    verdict = _verdicts(language)[row.verdict]
    nodes: list = [Box("head", [f"{head} · *{verdict}*", Box("trail", [trail])]),
                   Box("printed", [display(printed, language)])]
    if row.condition:
        nodes.append(f"**{_('Condition')}:** {shown.sentence(row.condition)}{stop(row.condition)}")
    if corrected:
        name = _("Corrected") if row.errata else _("With one meaning for each symbol")
        nodes.append(Box("corrected" if row.errata else "clear",
                         [f"*{name}*", display(corrected, language)]))
    for name in row.errata:
        nodes += _reason(rows[name], met, language, links)
    if not row.errata:
        nodes.append(Box("evidence", [_evidence(row, language)]))
    return Box(f"display verdict-{facts.slug(row.verdict)}", nodes)


def _on_its_number(row, label: str | None) -> list[str]:
    """Errata that speak of the number of a display and not of what it says."""
    return [name for name in facts.errata_of(facts.equation_names()[label])
            if name not in row.errata] if label else []


def slip(fragment: str) -> str:
    """A fragment in the colour of what was changed."""
    return rf"\class{{slip}}{{{fragment}}}"


def stop(text: str) -> str:
    """The full stop behind a sentence that has none."""
    return "" if text.endswith((".", "?", "!")) else "."


def _reason(row, met: set[str], language: str, links: Site) -> list:
    """Why a display is wrong and what execution showed; the second time its name alone."""
    _ = words.translations(language).gettext
    if row.id in met:
        return [Box("evidence", [_("The same slip: {name}.").format(name=links.erratum(row.id))])]
    met.add(row.id)
    copy = f" *{_('It may be a fault of the copy.')}*" if row.copy else ""
    return [f"{row.why}{copy}", Box("evidence", [_executed(row, language, links)])]


def _executed(row, language: str, links: Site) -> str:
    _ = words.translations(language).gettext
    found = row.check()
    sizes = _("Difference from the truth: as printed {printed}, as corrected {corrected}.").format(
        printed=_number(found.printed_residual, language),
        corrected=_number(found.corrected_residual, language))
    place = f"{links.erratum(row.id)}, {links.lesson(facts.LESSON[row.section], cells_of(row))}"
    return f"*{_('Executed')}:* {row.seen} {sizes} ({place})"


def _number(residual: float, language: str) -> str:
    _ = words.translations(language).gettext
    if residual == float("inf"):
        return _("no value")
    return power(residual, language) if residual else "$0$"


def _evidence(row, language: str) -> str:
    """What execution showed of a display, or of a statement, that is no erratum."""
    _ = words.translations(language).gettext
    if row.verdict == "definition":
        return _("A definition: nothing to execute.")
    text = f"*{_('Executed')}:* " + size(row.check(), language)
    if row.condition:
        text += "; " + _("without the condition {size}").format(
            size=size(row.check_without(), language))
    return text + "."


def size(residual: float, language: str) -> str:
    """A difference from the truth in words."""
    _ = words.translations(language).gettext
    if residual == float("inf"):
        return _("no value")
    if residual == 0:
        return _("no difference")
    if residual <= errata.TOLERANCE:
        return _("no difference but rounding, {size}").format(size=power(residual, language))
    return _("off by {size}").format(size=power(residual, language))


def power(x: float, language: str) -> str:
    """A number with two figures: 1.7, or 3·10^-16, as mathematics."""
    mantissa, exponent = f"{x:.0e}".split("e")
    plain = 1e-3 <= x < 1e4
    text = f"{float(f'{x:.2g}'):g}" if plain else \
        mantissa + rf" \cdot 10^{{{int(exponent)}}}"
    return "$" + (text.replace(".", "{,}") if language == "ru" else text) + "$"


def display(latex: str, language: str) -> Shown:
    """A display of the book in a language's letters, broken into lines where it is wide."""
    return Shown(lines.fitted(formulas.lettered(latex, language)))


def _prose(part: str, section: str, rows: dict, language: str, links: Site) -> list:
    """Statements of the text: what fails, what holds under a condition, what is odd."""
    _ = words.translations(language).gettext
    def here(row):
        return row.section == section and part_of(_english(row).place, section) == part
    wrong = [row for row in rows.values() if not row.displays and here(row)]
    said = [row for row in errata.claims("book", language) if here(row)]
    odd = [row for row in errata.observations("book", language) if here(row)]
    if not (wrong or said or odd):
        return []
    nodes: list = [Heading(3, _("In the text"))]
    for row in wrong:
        nodes.append(Box("display verdict-fails", [
            Box("head", [f"{shown.sentence(row.place)} · *{_('fails')}*"]),
            Box("printed", [_form(row.printed, language)]),
            Box("corrected", [f"*{_('Corrected')}*", _form(row.corrected, language)]),
            *_reason(row, set(), language, links)]))
    for row in said:
        nodes.append(Box(f"display verdict-{facts.slug(row.verdict)}", [
            Box("head", [f"{shown.sentence(row.place)} · *{_verdicts(language)[row.verdict]}*"]),
            row.text,
            *([f"**{_('Condition')}:** {shown.sentence(row.condition)}{stop(row.condition)}"]
              if row.condition else []),
            Box("evidence", [_evidence(row, language)])]))
    for row in odd:
        nodes.append(Box("display verdict-odd", [
            Box("head", [f"{shown.sentence(row.place)} · *{_('not decided by execution')}*"]),
            row.text]))
    return nodes


def _english(row):
    """The same row in English, whose place says where it stands."""
    return _in_english().get(_key(row), row)


@cache
def _in_english() -> dict:
    return {_key(row): row for rows in (errata.table, errata.claims, errata.observations)
            for row in rows("book")}


def _key(row):
    return (type(row).__name__, row.section, getattr(row, "id", "") or row.number)


def _form(text: str, language: str):
    """A printed or corrected statement: a sentence, or a display."""
    text = shown.maths(formulas.lettered(text, language))
    inside = re.fullmatch(r"\$\$\n(.*)\n\$\$", text, re.S)
    return Shown(inside[1]) if inside else shown.sentence(text) + stop(text)


# -- the site ------------------------------------------------------------------------------------

@cache
def pages(language: str = SOURCE) -> dict[str, str]:
    """Name of a page -> its MyST: an overview, and a page for each section."""
    links = Site(language)
    return {"corrected": _overview(language)} | {
        page_of(section): myst(tree(section, language, links)) for section in sections()}


def _overview(language: str) -> str:
    _ = words.translations(language).gettext
    listed = "\n".join(page_of(section) for section in sections())
    return f"# {_('The book, corrected')}\n\n{introduction(language)}\n\n" \
           f"```{{toctree}}\n:maxdepth: 2\n\n{listed}\n```\n"


def introduction(language: str) -> str:
    """How the pages are to be read."""
    _ = words.translations(language).gettext
    return "\n\n".join([
        _("A page for each section, to lie beside the book: every one of its {count} displays in "
          "its order, as the copy at hand prints it, with the verdict that execution gave. Where a "
          "display fails, the corrected form stands below, with what was changed in colour, the "
          "reason in a sentence, and what was seen when both forms were executed on random "
          "mechanisms. The numbers are the largest differences from the truth, relative where the "
          "truth is larger than 1; the truth is what points do that are moved by turns and "
          "shifts.").format(count=errata.displays("book")[-1].number),
        _("All corrected forms are one set, in which a symbol has one meaning: $\\tau_x$, "
          "$\\tau_y$, $\\tau_z$ are the turns of section 2.2; $\\omega_i$ is the absolute angular "
          "velocity of link $i$, $\\omega_{i,k}$ that relative to link $k$; a dot over a vector "
          "with the index $(i)$ is its absolute derivative, projected on frame $i$. Where a "
          "display holds, but only with another meaning of a symbol, its form in the set stands "
          "below it. A test executes the whole set, read from these pages' own data, from the "
          "positions to the equations of motion."),
        _("Upright, bold and slanted letters that the copy changes at random are not told apart.")])


def myst(nodes: list, depth: int = 8) -> str:
    """The tree as MyST; colons of a box: as many as `depth`, fewer inside."""
    return "\n\n".join(_myst(node, depth) for node in nodes) + "\n"


def _myst(node, depth: int) -> str:
    if isinstance(node, Heading):
        anchor = f"({node.anchor})=\n" if node.anchor else ""
        return f"{anchor}{'#' * node.level} {node.text}"
    if isinstance(node, Shown):
        return f"$$\n{node.latex}\n$$"
    if isinstance(node, Box):
        inside = "\n\n".join(_myst(one, depth - 1) for one in node.nodes)
        return f"{':' * depth}{{div}} {node.name}\n{inside}\n{':' * depth}"
    return node


def written(nodes: list, typeset: Callable[[str, bool], str]) -> str:
    """The tree as HTML; typeset(latex, is a display) gives a formula."""
    return "\n".join(_html(node, typeset) for node in nodes)


def _html(node, typeset) -> str:
    if isinstance(node, Heading):
        return f"<h{node.level}>{line(node.text, typeset)}</h{node.level}>"
    if isinstance(node, Shown):
        return f'<div class="math">{typeset(node.latex, True)}</div>'
    if isinstance(node, Box):
        return f'<div class="{node.name}">{written(node.nodes, typeset)}</div>'
    return f"<p>{line(node, typeset)}</p>"


def line(text: str, typeset) -> str:
    """A sentence with mathematics, `code`, *emphasis* and **more of it** as HTML.

    What closes behind a formula stays on its line: a line never begins with a full stop.
    """
    parts = re.split(r"(\$[^$]+\$[.,;:!?)]*)", text)
    return "".join(_kept(*part[1:].split("$"), typeset) if k % 2 else _words(part)
                   for k, part in enumerate(parts))


def _kept(latex: str, closing: str, typeset) -> str:
    drawn = typeset(latex, False)
    return f'<span class="kept">{drawn}{closing}</span>' if closing else drawn


def _words(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
