"""The page of the numbered equations: each drawn, and where it is derived, used and practised."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

import nbformat

from robokit import equations, errata
from robokit.errata import formulas, shown

from .. import words
from . import facts, lesson, reader
from .facts import SOURCE

__all__ = ["form", "latex", "page"]

#: The beginning of a display that goes on with the one before it, as that of (7.4′) does.
GOES_ON = re.compile(r"(?:\\begin\{aligned\})?[\s&]*\+")


def page(language: str = SOURCE) -> str:
    """The equations of the book by its sections, then those of the papers, as MyST."""
    _ = words.translations(language).gettext
    intro = _(
        "Every numbered equation of the textbook and of the papers, in the form that holds. The "
        "coloured border says what executing the printed form gave: green, it holds; yellow, it "
        "holds under the condition that stands below; red, it fails, and the corrected form stands "
        "here, with what was changed in colour where a few signs were. Below each equation are the "
        "function of robokit that carries it, the lesson and section that derive or execute it, "
        "the tasks that practise it, and its errata.")
    parts = [f"# {_('Equations')}", intro]
    for source, rows in groupby(equations.table(), lambda row: row.source):
        parts.append(f"## {_titles(language)[source]}")
        for section, inside in groupby(rows, lambda row: row.section):
            if source == "book":
                parts.append(f"### {_section(section, language)}")
            parts += [_card(row, language) for row in inside]
    return "\n\n".join(parts) + "\n"


def latex(row: equations.Equation, language: str = SOURCE) -> str:
    """The form that holds: of the book from its errata, of a paper from the lesson on it.

    KeyError where the lesson does not display the equation.
    """
    if row.source != "book":
        return _displayed(facts.LESSON[row.source], language)[row.label]
    _, corrected = formulas.marked(row.display, reader.slip)
    form = corrected if row.errata else formulas.printed(row.display)
    if GOES_ON.match(form):
        form = _joined(formulas.printed(row.display - 1), form)
    return reader.display(form, language).latex


def _joined(*forms: str) -> str:
    """Displays that are one formula, their lines below each other."""
    lines = (re.sub(r"\\(?:begin|end)\{aligned\}", "", one).strip() for one in forms)
    return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


def _titles(language: str) -> dict[str, str]:
    """Source -> heading."""
    _ = words.translations(language).gettext
    return {"book": _("The textbook"), "Zaremba": _("The paper of A. T. Zaremba"),
            "BMSTU": _("The paper of the BMSTU"),
            "Pudovkina": _("The paper of S. G. Pudovkina and A. I. Telegin")}


def _section(number: str, language: str) -> str:
    """Number and title of a section of the book."""
    part = next(part for part in formulas.parts() if part.name == number)
    return f"{number} {part.ru if language == 'ru' else part.en}"


@cache
def _displayed(number: str, language: str) -> dict[str, str]:
    """Label -> the display that bears it in a lesson, without the number."""
    there = [*facts.notebooks(language), *facts.notebooks()]
    path = next(path for path in there if path.name.startswith(number))
    found: dict[str, str] = {}
    for cell in nbformat.read(path, as_version=4).cells:
        for display in lesson.MATHS.findall(cell.source) if cell.cell_type == "markdown" else ():
            for label in lesson.LABEL.findall(display):
                found.setdefault(label, lesson.LABEL.sub("", display.strip("$")).strip())
    return found


def form(row: equations.Equation, language: str = SOURCE) -> str:
    """An equation on a page of functions: its number as a link, how it stands, the form."""
    head = f"**{facts.equation_link(row.name, language)}** · {_said(row, language)}"
    return reader.myst([reader.Box(_kind(row), [reader.Box("head", [head]),
                                                *_form(row, language)])])


def _card(row: equations.Equation, language: str) -> str:
    """An equation as a box with an anchor."""
    head = reader.Box("head", [f"**{_number(row)}** · {_status(row, language)}"])
    return f"(row-{facts.equation_anchor(row.name)})=\n" + reader.myst([reader.Box(_kind(row), [
        head, *_form(row, language), reader.Box("trail", [_trail(row, language)])])])


def _kind(row: equations.Equation) -> str:
    """The class of its box, which colours it."""
    verdict = "fails" if row.errata else "holds under a condition" if row.condition else "holds"
    return f"display verdict-{facts.slug(verdict)}"


def _form(row: equations.Equation, language: str) -> list:
    """The formula, and the condition under which it holds."""
    _ = words.translations(language).gettext
    drawn = reader.Shown(latex(row, language))
    nodes: list = [reader.Box("corrected", [drawn]) if row.errata else drawn]
    if row.condition:
        text = _conditions(row.source, language)[row.display]
        nodes.append(f"**{_('Condition')}:** {shown.sentence(text)}{reader.stop(text)}")
    return nodes


def _number(row: equations.Equation) -> str:
    """The number, as a link to its place in a lesson where it has one."""
    if facts.cells().get(f"eq-{row.name}"):
        return f"[({row.label})](#{facts.equation_anchor(row.name)})"
    return f"({row.label})"


def _said(row: equations.Equation, language: str) -> str:
    """How it stands in print."""
    _ = words.translations(language).gettext
    if row.condition and not row.errata:
        return _("holds under a condition")
    return {"holds": _("holds"), "corrected": _("corrected")}[row.status]


def _status(row: equations.Equation, language: str) -> str:
    """The same, as the place where the index and the search lead to."""
    paper = "" if row.source == "book" else f"{facts.source(row.source, language)} "
    return f"{{index}}`{_said(row, language)} <single: {paper}({row.label})>`"


@cache
def _conditions(source: str, language: str) -> dict[int, str]:
    """Display -> the condition under which it holds."""
    return {row.number: row.condition for row in errata.displays(source, language)}


def _trail(row: equations.Equation, language: str) -> str:
    """Function, cells, tasks and errata as links, those that there are."""
    _ = words.translations(language).gettext
    places = facts.cells().get(f"eq-{row.name}", [])
    tasks = facts.tasks_of_equations().get(row.name, [])
    links = {_("tasks"): [facts.task_link(task) for task in tasks],
             _("errata"): [facts.erratum_link(name, language)
                            for name in facts.errata_of(row)]}
    return " · ".join([facts.function_link(row.function, language, depth=0),
                       *facts.cell_links(places, language),
                       *(f"{title} {'; '.join(found)}" for title, found in links.items()
                         if found)])
