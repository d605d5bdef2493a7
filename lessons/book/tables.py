"""The pages made from data: errata, equations, tasks, control questions, glossary."""

from __future__ import annotations

import re
from html import escape

import jupytext

from robokit import equations, errata

from .. import trace
from . import facts

SOURCES = {"book": "the book", "Selig": "Selig", "Zaremba": "Zaremba", "BMSTU": "BMSTU paper"}


def source(name: str) -> str:
    """A source in words."""
    return SOURCES.get(name, name)


def maths(text: str) -> str:
    """A printed or corrected form: a sentence with its mathematics, or a display."""
    if "$" in text or not re.search(r"[\\^_=]", text):
        return text
    return f"$$\n{text}\n$$"


def cell(text: str) -> str:
    """Text inside a row of a Markdown table."""
    return text.replace("|", r"\|").replace("\n", " ")


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *[[cell(c) for c in row] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


# -- errata ------------------------------------------------------------------------------------

def errata_page() -> str:
    """Every erratum with both forms and what executing them gave; a filter stands above."""
    rows = errata.table()
    total = {s: sum(r.source == s for r in rows) for s in errata.SOURCES}
    counts = ", ".join(f"{source(s)} {n}" for s, n in total.items() if n)
    intro = f"""# Errata

What of the textbook and of the papers does not hold as it stands in the copy at hand, and the form
that does: {len(rows)} rows ({counts}). None is a matter of opinion. Both forms are programs in
`robokit.errata`; each is run on random chains and held against axes that are turned, points that
are moved and series that are differentiated. The number behind a form is its largest difference
from that truth, relative where the truth is larger than 1. Where the fault may be the copy's and
not the print's, the row says so.
"""
    groups: dict[str, list] = {}
    for row in rows:
        title = f"Section {row.section}" if row.section[0].isdigit() else \
            source(row.section) if row.source != "book" else row.section
        groups.setdefault(_sentence(title), []).append(row)
    return intro + "\n" + _filter(rows) + "\n".join(
        f"## {title}\n" + "\n".join(map(_erratum, found)) for title, found in groups.items())


def _filter(rows) -> str:
    """Menus over the rows; without scripts all rows stand open."""
    def menu(name, title, values):
        options = "".join(f'<option value="{escape(v)}">{escape(t)}</option>' for v, t in values)
        return (f'<label for="by-{name}">{title}</label> <select id="by-{name}" '
                f'data-filter="{name}"><option value="">all</option>{options}</select>')
    sections = dict.fromkeys((r.section, r.source) for r in rows)
    kinds = sorted({r.kind for r in rows})
    return ('<form class="errata-filter" role="search" aria-label="Filter the errata">\n'
            + menu("section", "Section or paper", [
                (s, f"section {s}" if s[0].isdigit() else s) for s, _ in sections])
            + menu("kind", "Kind of slip", [(k, k) for k in kinds])
            + '<label for="by-text">Text</label> '
            + '<input id="by-text" type="search" data-filter="text">'
            + f'<output aria-live="polite">{len(rows)} of {len(rows)} rows</output></form>\n\n')


def _erratum(row) -> str:
    check, cells = row.check(), facts.cells().get(f"erratum-{row.id}", [])
    equations_of = [n for n, e in facts.equation_names().items() if row.id in e.errata]
    shown = [f"lesson and cell {facts.cell_link(p)}" for p in cells]
    shown += [f"equation {facts.equation_link(n)}" for n in equations_of]
    copy = " · may be a fault of the copy" if row.copy else ""
    place = row.place if row.source == "book" else f"{source(row.source)}, {row.place}"
    return f"""
(erratum-{facts.slug(row.id)})=
### {row.id}

:::::{{div}} erratum section-{facts.slug(row.section)} kind-{facts.slug(row.kind)}
{_sentence(place)} · *{row.kind}*{copy}

::::{{div}} forms
:::{{div}} printed
**As printed** {_number(check.printed_residual)}

{maths(row.printed)}
:::
:::{{div}} corrected
**Corrected** {_number(check.corrected_residual)}

{maths(row.corrected)}
:::
::::

{row.why}

*Executed:* {row.seen}
{_see(shown)}
:::::
"""


def _sentence(text: str) -> str:
    """Upper case first; a line never begins with what Markdown takes for a list."""
    return text[:1].upper() + text[1:]


def _number(residual: float) -> str:
    if residual == float("inf"):
        return "(no value, or another size)"
    return "(difference 0)" if residual == 0 else f"(difference {residual:.1e})"


def _see(links: list[str]) -> str:
    return "\nSee " + ", ".join(links) + "." if links else ""


# -- equations ---------------------------------------------------------------------------------

def equations_page() -> str:
    """Equation, function, lesson, tasks, errata; one table a source."""
    parts = ["""# Equations

Every numbered equation of the textbook and of the papers: whether it holds as printed (or under a
condition, which stands at the end of the row, or as corrected by an erratum), the function
of robokit that carries it, the lesson that derives or executes it, the tasks that practise it, and
its errata. In a lesson the same links stand below the cell.
"""]
    for name in errata.SOURCES:
        rows = equations.table(name)
        if rows:
            parts.append(f"## {_sentence(source(name))}\n\n" + _table_of(rows))
    return "\n".join(parts)


def _table_of(rows) -> str:
    seen, body = set(), []
    for e in rows:
        anchor = "" if e.name in seen else f"(row-{facts.equation_anchor(e.name)})= "
        places = facts.cells().get(f"eq-{e.name}", [])
        home = f"[({e.label})](#{facts.equation_anchor(e.name)})" if places and not e.name in seen \
            else f"({e.label})"
        seen.add(e.name)
        body.append([
            _row_anchor(anchor) + home, "conditional" if e.condition else e.status,
            facts.function_link(e.function), ", ".join(map(facts.cell_link, places)),
            ", ".join(map(facts.task_link, facts.tasks_of_equations().get(e.name, []))),
            ", ".join(map(facts.erratum_link, e.errata)), e.condition])
    return table(["equation", "as printed", "function", "lesson: cell", "tasks", "errata",
                  "holds if"], body)


def _row_anchor(target: str) -> str:
    """A target inside a table: an empty span with the name."""
    return f"[]{{#{target[1:].split(')')[0]}}}" if target else ""


# -- tasks and questions -----------------------------------------------------------------------

def tasks_page() -> str:
    """What the assignments ask; no numbers and no answers."""
    parts = ["""# Assignments

What each assignment asks, task by task. The notebooks with your own numbers come from your
instructor; here is where each task stands in the book and what it practises.
"""]
    stand = facts.equations_of_tasks()
    for a in facts.assignments():
        lesson = facts.lesson_of(a)
        see = f"Lesson: [](lessons/{facts.lesson_names()[lesson]}). " if lesson else ""
        marks = f"{a.most:g} points by the judge"
        hand = f", {sum(a.manual.values()):g} by hand" if a.manual else ""
        rows = [[_row_anchor(f"(task-{facts.slug(f'{a.label}.{t.id}')})=") + f"`{t.id}`",
                 f"{t.points:g}", t.where,
                 ", ".join(map(facts.equation_link, stand.get(f"{a.label}.{t.id}", []))),
                 "own values of " + ", ".join(f"`{o}`" for o in t.own)
                 if t.own else "", ", ".join(t.questions)] for t in a.tasks]
        parts.append(f"## {_sentence(a.label)}. {a.title}\n\n{see}{marks}{hand}.\n\n" +
                     table(["task", "points", "where", "equations", "judged from", "control questions"],
                           rows))
    return "\n".join(parts)


def questions_page() -> str:
    """The book's control questions and where each is practised."""
    asked = trace.questions()
    rows = [[number, ", ".join(map(facts.task_link, names))] for number, names in asked.items()]
    parts = ["""# Control questions

The book ends each section with control questions (контрольные вопросы). Every lesson says at its
end, in our words, what they ask and which of its parts answers; these tasks practise them.
"""]
    return "\n".join(parts) + "\n" + table(["question", "tasks"], rows)


# -- glossary ----------------------------------------------------------------------------------

def glossary_page() -> str:
    """All terms of the lessons, English and Russian, each with the lessons that use it."""
    rows = [[english, russian, ", ".join(f"[{int(n)}](lessons/{facts.lesson_names()[n]})"
                                         for n in lessons)]
            for (english, russian), lessons in sorted(glossary().items(),
                                                      key=lambda x: x[0][0].lower())]
    return ("# Glossary\n\nThe book's terms beside ours.\n\n"
            + table(["English", "русский", "lesson"], rows))


def glossary() -> dict[tuple[str, str], list[str]]:
    """(English, Russian) -> lessons, from the tables headed **Glossary.** in the lessons."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in facts.notebooks():
        for pair in _terms(path.with_suffix(".md")):
            found.setdefault(pair, []).append(path.name[:2])
    return found


def _terms(path):
    for one in jupytext.read(path, fmt="md:myst").cells:
        head, found, body = one.source.partition("**Glossary.**")
        if not found:
            continue
        for line in body.strip().splitlines():
            if not line.startswith("|"):
                if line.strip():
                    break
                continue
            columns = [c.strip() for c in line.strip().strip("|").split("|")]
            if columns[0] in ("English", "---"):
                continue
            yield from ((en, ru) for en, ru in zip(columns[::2], columns[1::2]) if en)
