"""What is linked with what: lessons and their cells, equations, functions, tasks, errata.

Every `..._link` gives MyST text; where a thing has no page of its own, plain text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from autograde.library import book
from autograde.textform import headings
from robokit import equations, errata

from .. import trace, words

LESSONS = Path(__file__).resolve().parent.parent
ROOT = LESSONS.parent


SOURCE = words.SOURCE
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
    return [row.id for row in errata.table(equation.source)
            if row.id in equation.errata or equation.label in row.numbers]


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


def function_path(equation: equations.Equation) -> str:
    return f"robokit.{equation.function}"


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


def equation_link(name: str, text: str = "") -> str:
    """To the equation on the page of equations of the same language; it links on to the lessons."""
    return f"[{text or f'({name})'}](#row-{equation_anchor(name)})"


def erratum_link(name: str) -> str:
    """To the row on the page of errata of the same language."""
    return f"[{name}](#erratum-{slug(name)})"


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


def cell_link(place: str) -> str:
    """place: "05:12", a lesson and the number of a cell."""
    lesson, cell = place.split(":")
    return f"[{int(lesson)}:\u00a0{cell}](#cell-{lesson}-{cell})"


def lesson_of(assignment) -> str | None:
    """The lesson that an assignment belongs to, as "05"."""
    number = assignment.label.removeprefix("a")
    return number if number in lesson_names() else None


def assignments():
    return list(book().values())
