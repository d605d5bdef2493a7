"""The class on the instructor's screen: a table, who made which mistake, who is flagged."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Plain

from ..course import Course
from ..judging.stepping import slip_title
from ..judging.task import Assignment
from ..library import speaker
from ..record.rows import Row, rows
from ..words import Text, _, said

__all__ = ["in_letters", "lateness", "show"]

SUM = _("The sum holds the points entered by hand, less penalties.")
GREEK = {"varepsilon": "ε", "tau": "τ", "omega": "ω", "lambda": "λ", "mu": "μ", "sigma": "σ",
         "alpha": "α", "beta": "β", "gamma": "γ", "dot": "", "mathrm": ""}
_LETTERS, _BARE = re.compile(r"\\([a-z]+) ?"), str.maketrans("", "", "{}")
EQUAL = 1e-6            # points; below it two sums are the same


def show(course: Course, assignment: Assignment, console: Console | None = None) -> None:
    """Print the class as a table, who made which mistake and who is flagged; 80 columns will do."""
    console, found, say = console or Console(), rows(course, assignment), speaker(assignment).say
    table = Table(title=f"{say(assignment.title)} ({assignment.name})", box=SIMPLE_HEAD,
                  padding=(0, 1, 0, 0))
    table.add_column(say(_("student")), overflow="fold")
    marks = [[row.tasks[t.id] for row in found] for t in assignment.tasks]
    for name, column in zip([*(str(assignment.number(t.id)) for t in assignment.tasks),
                             say(_("sum"))],
                            [*marks, [row.score for row in found]]):
        widest = max((len(_mark(points, say)) for points in column), default=1)
        table.add_column(name, justify="right", min_width=widest)
    for row in found:
        table.add_row(_printable(row.student), *(_mark(points, say) for points in
                                                 [*row.tasks.values(), row.score]))
    console.print(table)
    names = "; ".join(f"{assignment.number(t.id)} {in_letters(say(assignment.heading(t.id)))} "
                      f"({_mark(t.points, say)})" for t in assignment.tasks)
    console.print(say(_("Tasks: {names}. Explanations wait for a reader: {waiting} of {of}.",
                        names=names, waiting=sum(bool(r.waiting) for r in found),
                        of=sum(r.graded for r in found))), highlight=False)
    if any(r.score is not None and abs(r.score - r.auto) > EQUAL for r in found):
        console.print(say(SUM), highlight=False)
    _who(console, say(_("Late")), [(say(lateness(row)), row.student) for row in found if row.late])
    _who(console, say(_("Mistakes found")), [(say(slip_title(assignment, m)), row.student)
                                             for row in found for m in row.mistakes])
    _who(console, say(_("Flags")), [(say(flag), row.student)
                                    for row in found for flag in row.flags])


def lateness(row: Row) -> Text:
    """How late the work was, and what that cost; nothing for work in time."""
    if not row.late:
        return said("")
    return (_("{hours:.1f} h, points: −{lost:g}", hours=row.late, lost=row.late_penalty)
            if row.late_penalty else _("{hours:.1f} h", hours=row.late))


def in_letters(heading: str) -> str:
    """A heading with its formulas as a screen of letters can show them: $\\tau_{0i}$ is τ_0i."""
    return re.sub(r"\$([^$]*)\$", lambda formula: _LETTERS.sub(
        lambda found: GREEK.get(found[1], found[1]), formula[1]).translate(_BARE), heading)


def _mark(points: float | None, say: Callable[[str], str]) -> str:
    """As short as can be: 1.5 is 1½."""
    if points is None:
        return "-"
    whole, rest = divmod(points, 1)
    if rest == 0.5:
        return f"{whole:.0f}½".lstrip("0")
    return say(_("{x:g}", x=points))


def _who(console: Console, title: str, pairs: list[tuple[str, str]]) -> None:
    """What was found, the commonest first, and with whom."""
    found: dict[str, list[str]] = {}
    for what, student in pairs:
        found.setdefault(what, []).append(student)
    if found:
        console.print(f"{title}:", highlight=False)
    for what, students in sorted(found.items(), key=lambda item: -len(item[1])):
        line = _printable(f"{len(students):3d} x {what}: {', '.join(students)}")
        console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _printable(text: str) -> Plain:
    """Flags may quote a submission: no control characters, and markup is not read."""
    return Plain("".join(c if c.isprintable() else "?" for c in text))
