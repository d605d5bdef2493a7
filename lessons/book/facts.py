"""What is linked with what: lessons and their cells, equations, functions, tasks, errata.

Every `..._link` gives MyST text; where a thing has no page of its own, plain text.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

from autograde import parallel_text
from autograde.library import book
from autograde.textform import headings
from robokit import equations, errata

from .. import trace, words

LESSONS = Path(__file__).resolve().parent.parent
ROOT = LESSONS.parent

#: The title of a lesson, or of one of its sections.
HEADING = re.compile(r"^#+ (?:(?:Lesson|Урок) \d+\. )?(.+)$", re.M)
SOURCE = words.SOURCE
#: Errata by their ids, one or several, as a lesson's text has them.
ID = r"`([A-Z\d][\w.]*-[\w.-]+)`"
IDS = re.compile(rf"(?:\b(erratum|опечатка|замечание|исправление)\s)?(?<!`){ID}(?:,\s{ID})*(?!`)")
#: What the place of an erratum begins with, or ends with where it begins with a number.
SECTION = re.compile(r"^(?:(?:sections?|разделы?) \S+(?: (?:and section|и) \S+)?|"
                     r"(?:appendix|приложение) \d), |, (?:section|раздел) \d\.\d(?=,|$)")
#: A place that is a formula and no words, but for its line.
FORMULA = re.compile(r"(?:\([\d.]+\)|\$[^$]+\$)(?:$|, (?!and |и )| (?:and|и) \()")
#: Lesson that goes through a section or a paper; a row without a cell of its own leads there.
LESSON = {str(k): f"{k:02}" for k in range(1, 10)} | {
    "appendix 1": "03", "appendix 2": "04", "appendix 3": "05", "appendix 4": "05",
    "appendix 5": "09", "Selig": "10", "Zaremba": "11", "BMSTU": "12", "Pudovkina": "13"}


def notebooks(language: str = SOURCE) -> list[Path]:
    """The lessons' built notebooks in a language, in order."""
    folder = LESSONS if language == SOURCE else LESSONS / language
    return sorted(folder.glob("[0-9][0-9]_*.ipynb"))


def others(name: str, language: str) -> list[str]:
    """The other languages in which there is a lesson of this name."""
    return [one for one in words.languages() if one != language
            and name in (path.stem for path in notebooks(one))]


@cache
def lesson_names() -> dict[str, str]:
    """Number of a lesson -> the name of its page."""
    return {path.name[:2]: path.stem for path in notebooks()}


@cache
def equation_names() -> dict[str, equations.Equation]:
    """Name of an equation ("2.3", "Zaremba-2.3") -> its row."""
    return {row.name: row for row in equations.table()}


@cache
def errata_ids() -> dict[str, errata.Erratum]:
    """Id -> erratum."""
    return {row.id: row for row in errata.table()}


def errata_of(equation: equations.Equation) -> list[str]:
    """Ids of the errata that it stands in, and of those on its number."""
    return [row.id for row in errata_ids().values() if row.source == equation.source
            and (row.id in equation.errata or equation.label in row.numbers)]


@cache
def equations_of() -> dict[str, list[str]]:
    """Id of an erratum -> names of the equations that it is about."""
    found: dict[str, list[str]] = {name: [] for name in errata_ids()}
    for name, row in equation_names().items():
        for erratum in errata_of(row):
            found[erratum].append(name)
    return found


@cache
def cells() -> dict[str, list[str]]:
    """Tag -> cells "05:12", once for the whole build."""
    return trace.tags()


@cache
def tasks_of_equations() -> dict[str, list[str]]:
    """Name of an equation -> tasks "a05.jacobian"."""
    return trace.tasks()


@cache
def equations_of_tasks() -> dict[str, list[str]]:
    """Task "a05.jacobian" -> names of the equations it stands at."""
    found: dict[str, list[str]] = {}
    for name, tasks in tasks_of_equations().items():
        for task in tasks:
            found.setdefault(task, []).append(name)
    return found


def slug(name: str) -> str:
    """A name as part of an anchor."""
    return "".join(c if c.isalnum() else "-" for c in name).strip("-").lower()


def equation_anchor(name: str) -> str:
    return f"eq-{slug(name.replace('′', ' second'))}"


def function_link(path: str, language: str = SOURCE, depth: int = 1) -> str:
    """A function of robokit by its path inside the package.

    Its page is there in English alone. depth: how many folders the page from which the link leads
    lies below the first page of its language.
    """
    if language == SOURCE:
        return f"{{py:obj}}`{path} <robokit.{path}>`"
    home = "../" * (depth + 1)
    return (f'<a href="{home}reference/{path.split(".")[0]}.html#robokit.{path}" '
            f'hreflang="{SOURCE}">{path}</a>')


def source(name: str, language: str = SOURCE) -> str:
    """A source in words."""
    _ = words.translations(language).gettext
    return {"book": _("the book"), "BMSTU": _("BMSTU paper"), "Selig": _("Selig"),
            "Zaremba": _("Zaremba"), "Pudovkina": _("Pudovkina")}.get(name, name)


def equation_link(name: str, language: str = SOURCE) -> str:
    """To the equation on the page of equations of the same language; it links on to the lessons.

    An equation of a paper, "Zaremba-1.5", is told with the paper.
    """
    row = equation_names()[name]
    paper = "" if row.source == "book" else f"{source(row.source, language)}, "
    return f"[{paper}({row.label})](#row-{equation_anchor(name)})"


def erratum_link(name: str, language: str = SOURCE) -> str:
    """To the row on the page of errata of the same language."""
    return f"[{erratum_name(name, language)}](#erratum-{slug(name)})"


def erratum_name(name: str, language: str = SOURCE) -> str:
    """An erratum in words, as a text on its section names it: "in (5.1)", "after (2.4)"."""
    return _erratum_names(language)[name]


@cache
def _erratum_names(language: str) -> dict[str, str]:
    """Id -> its place without the section; where two would be called the same, more is said."""
    _ = words.translations(language).gettext
    rows = errata.table(language=language)
    short = {row.id: SECTION.sub("", row.place) for row in rows}
    alike = Counter((row.section, short[row.id]) for row in rows)
    placed = Counter((row.section, row.place) for row in rows)
    found = {}
    for row in rows:
        name = short[row.id]
        if placed[row.section, row.place] > 1:
            name = f"{name}: {kinds(language)[row.kind]}"
        elif alike[row.section, name] > 1:
            name = row.place
        found[row.id] = _("in {formula}").format(formula=name) if FORMULA.match(name) else name
    return found


def named(text: str, language: str = SOURCE, link: bool = True) -> str:
    """A text of a lesson with errata in words where it gives their ids.

    >>> named("(erratum `5.1-omega`); erratum `5.3-relative`. Errata: `5.1-omega`, `5.3-omega`.",
    ...       link=False)
    '(erratum in (5.1)); erratum: sentence before (5.3). Errata: in (5.1); in (5.3).'
    """
    _ = words.translations(language).gettext
    within = _("in {formula}").format(formula="")

    def in_words(found: re.Match) -> str:
        names = re.findall(ID, found[0])
        if not all(name in errata_ids() for name in names):
            return found[0]
        told = "; ".join((erratum_link if link else erratum_name)(name, language)
                         for name in names)
        if found[1] and not erratum_name(names[0], language).startswith(within):
            return f"{found[1]}: {told}"
        return f"{found[1]} {told}" if found[1] else told
    return IDS.sub(in_words, text)


def kinds(language: str) -> dict[str, str]:
    """Kind of a slip -> what it is called."""
    _ = words.translations(language).gettext
    return {"branch of arctg": _("branch of arctg"), "copy damage": _("copy damage"),
            "figure/notation": _("figure or notation"), "frame": _("frame"),
            "frame of a derivative": _("frame of a derivative"), "index": _("index"),
            "missing factor": _("missing factor"), "missing formula": _("missing formula"),
            "missing term": _("missing term"), "numbering": _("numbering"),
            "order of factors": _("order of factors"), "reference": _("reference"),
            "sign": _("sign"), "size": _("size"), "sum limits": _("limits of a sum"),
            "superfluous term": _("superfluous term"),
            "two meanings of one symbol": _("two meanings of one symbol"),
            "wording": _("wording")}


def errata_page(row: errata.Erratum) -> str:
    """The page of a row of the errata: the book and the papers have one each."""
    return "errata" if row.source == "book" else "errata-papers"


def task_link(name: str, text: str = "") -> str:
    """name: "a05.jacobian", on the page of assignments of the same language."""
    return f"[{text or name}](#task-{slug(name)})"


def task_titles(assignment, language: str = SOURCE) -> dict[str, str]:
    """Name of a task -> its heading in the notebook, without its number."""
    path = assignment.folder / f"{assignment.folder.name}.md"
    return headings(path, language)[1]


def cell_links(places: list[str], language: str = SOURCE) -> list[str]:
    """places: "05:12", a lesson and the number of a cell; a link to each section with such cells.

    A section is named by its lesson and its heading, and the link leads to its first cell.
    """
    _ = words.translations(language).gettext
    first: dict[tuple[str, str], str] = {}
    for place in places:
        first.setdefault((place[:2], _sections(language)[place]), place)
    return ["[" + _('lesson {number}, "{heading}"').format(number=int(lesson), heading=heading)
            + f"](#cell-{place.replace(':', '-')})" for (lesson, heading), place in first.items()]


@cache
def _sections(language: str) -> dict[str, str]:
    """Cell "05:12" -> the heading of the section in which it stands; at the top, the title."""
    found = {}
    for path in sorted(LESSONS.glob("[0-9][0-9]_*.md")):
        heading = ""
        for cell in parallel_text.cells(path):
            said = {SOURCE: cell.source} | cell.others
            if cell.source.cell_type == "markdown":
                text = said.get(language, cell.source).source
                heading = ([heading, *HEADING.findall(text)])[-1]
            found[f"{path.name[:2]}:{cell.number}"] = heading
    return found


def lesson_of(assignment) -> str | None:
    """The lesson that an assignment belongs to, as "05"."""
    number = assignment.label.removeprefix("a")
    return number if number in lesson_names() else None


def assignments():
    return list(book().values())
