"""The pages made from data: errata, tasks, control questions, glossary."""

from __future__ import annotations

from collections import Counter
from html import escape
from importlib import import_module

from robokit import errata
from robokit.errata.shown import maths, sentence

from .. import glossary, trace, words
from . import facts, reader
from .facts import SOURCE

SOURCES = {"book": "the book", "Selig": "Selig", "Zaremba": "Zaremba", "BMSTU": "BMSTU paper"}


def source(name: str) -> str:
    """A source in words."""
    return SOURCES.get(name, name)


def cell(text: str) -> str:
    """Text inside a row of a Markdown table."""
    return text.replace("|", r"\|").replace("\n", " ")


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *[[cell(c) for c in row] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


# -- errata ------------------------------------------------------------------------------------

def errata_pages() -> dict[str, str]:
    """Name of a page -> the errata with both forms and what executing them gave; a filter above."""
    found: dict[str, list[errata.Erratum]] = {}
    for row in errata.table():
        found.setdefault(facts.errata_page(row), []).append(row)
    return {name: _errata_page(name, rows) for name, rows in found.items()}


def _errata_page(name: str, rows: list[errata.Erratum]) -> str:
    total = Counter(row.source for row in rows)
    counts = ", ".join(f"{source(s)} {n}" for s, n in total.items())
    title, what, other = {
        "errata": ("Errata", "of the textbook", "[The errata of the papers](errata-papers.md)"),
        "errata-papers": ("Errata of the papers", "of the papers",
                          "[The errata of the book](errata.md)")}[name]
    intro = f"""---
tocdepth: 2
---

# {title}

What {what} does not hold as it stands in the copy at hand, and the form that does: {len(rows)}
rows ({counts}). {other} have a page of their own. None is a matter of opinion. Both forms are
programs in `robokit.errata`; each is run on random chains and held against axes that are turned,
points that are moved and series that are differentiated. The number behind a form is its largest
difference from that truth, relative where the truth is larger than 1. Where the fault may be the
copy's and not the print's, the row says so.
"""
    groups: dict[str, list] = {}
    for row in rows:
        title = f"Section {row.section}" if row.section[0].isdigit() else \
            source(row.section) if row.source != "book" else row.section
        groups.setdefault(sentence(title), []).append(row)
    return intro + "\n" + _filter(rows) + "\n".join(
        f"## {title}\n" + "\n".join(map(_erratum, found)) for title, found in groups.items())


def _filter(rows) -> str:
    """Menus over the rows; without scripts all rows stand open."""
    def menu(name, title, values):
        options = "".join(f'<option value="{escape(v)}">{escape(t)}</option>' for v, t in values)
        return (f'<span><label for="by-{name}">{title}</label> <select id="by-{name}" '
                f'data-filter="{name}"><option value="">all</option>{options}</select></span>\n')
    sections = dict.fromkeys((r.section, r.source) for r in rows)
    kinds = sorted({r.kind for r in rows})
    return ('<form class="errata-filter" role="search" aria-label="Filter the errata">\n'
            + menu("section", "Section or paper", [
                (s, f"section {s}" if s[0].isdigit() else s) for s, _ in sections])
            + menu("kind", "Kind of slip", [(k, k) for k in kinds])
            + '<span><label for="by-text">Text</label> '
            + '<input id="by-text" type="search" data-filter="text"></span>'
            + f'<output aria-live="polite">{len(rows)} of {len(rows)} rows</output></form>\n\n')


def _erratum(row) -> str:
    check, cells = row.check(), facts.cells().get(f"erratum-{row.id}", [])
    equations_of = [n for n, e in facts.equation_names().items() if row.id in e.errata]
    lesson = facts.LESSON[row.section]
    shown = [f"lesson and cell {facts.cell_link(p)}" for p in cells] or [
        f"[lesson {int(lesson)}](lessons/{facts.lesson_names()[lesson]})"]
    shown += [f"equation {facts.equation_link(n)}" for n in equations_of]
    copy = " · may be a fault of the copy" if row.copy else ""
    place = row.place if row.source == "book" else f"{source(row.source)}, {row.place}"
    return f"""
(erratum-{facts.slug(row.id)})=
### {row.id}

:::::{{div}} erratum section-{facts.slug(row.section)} kind-{facts.slug(row.kind)}
{sentence(place)} · *{row.kind}*{copy}

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


def _number(residual: float) -> str:
    if residual == float("inf"):
        return "(no value, or another size)"
    return f"(difference {reader.power(residual, SOURCE) if residual else 0})"


def _see(links: list[str]) -> str:
    return "\nSee " + ", ".join(links) + "." if links else ""


# -- tasks and questions -----------------------------------------------------------------------

def _row_anchor(target: str) -> str:
    """A target inside a table: an empty span with the name."""
    return f"[]{{#{target[1:].split(')')[0]}}}" if target else ""


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
        parts.append(f"## {sentence(a.label)}. {a.title}\n\n{see}{marks}{hand}.\n\n" +
                     table(["task", "points", "where", "equations", "judged from",
                            "control questions"], rows))
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

def glossary_page(language: str = facts.SOURCE) -> str:
    """The book's terms from the glossary's data, in the order of the language's alphabet."""
    _ = words.translations(language).gettext
    spoken = ("ru", "en") if language == "ru" else ("en", "ru")
    found = sorted(glossary.terms(), key=lambda t: t.name(language).lower().replace("ё", "е"))
    title, intro = _("Glossary"), _(
        "The book's terms in both languages: how each is written, which function of robokit "
        "computes or holds it, where the book introduces it, in which lesson it is met, and what "
        "it is called by Craig, by Lynch and Park, and by Featherstone where that differs. The "
        "search finds a term by each of its names.")
    sections = {"A1": _("appendix 1"), "A2": _("appendix 2"), "Selig": _("Selig"),
                "Zaremba": _("Zaremba"), "BMSTU": _("BMSTU"), "Pudovkina": _("Pudovkina")}
    head = [words.called(one) for one in spoken] + [
        _("symbol"), "robokit", _("section"), _("lesson"), _("elsewhere")]
    return f"# {title}\n\n{intro}\n\n" + table(head, [
        [*(_names(term, one) for one in spoken), f"${term.symbol}$" if term.symbol else "",
         _function(term.robokit, language), sections.get(term.section, term.section),
         ", ".join(_lesson(number, language) for number in term.lessons),
         _elsewhere(term, language)] for term in found])


def _names(term: glossary.Term, language: str) -> str:
    """All names, the term itself in bold; its row is found by the English one."""
    first, *others = term.names(language)
    anchor = _row_anchor(f"(term-{facts.slug(term.en)})=") if language == facts.SOURCE else ""
    return anchor + "; ".join([f"**{first}**", *others])


def _function(path: str, language: str) -> str:
    """A function of robokit as a link to its page, which is there in English alone.

    What has no entry of its own there, such as an attribute, leads to its class. The name may be
    broken behind a point.
    """
    if not path:
        return ""
    home = "" if language == facts.SOURCE else "../"
    module, *names = path.split(".")
    thing, known = import_module(f"robokit.{module}"), [module]
    for name in names:
        if not hasattr(thing, name):
            break
        thing, known = getattr(thing, name), [*known, name]
    return (f'<a href="{home}reference/{module}.html#robokit.{".".join(known)}" '
            f'hreflang="{facts.SOURCE}">{path.replace(".", ".<wbr>")}</a>')


def _lesson(number: str, language: str) -> str:
    """A lesson as a link; where it is not there in the language, to the English one."""
    name = facts.lesson_names()[number]
    if language == facts.SOURCE or name in (path.stem for path in facts.notebooks(language)):
        return f"[{int(number)}](lessons/{name})"
    return f'<a href="../lessons/{name}.html" hreflang="{facts.SOURCE}">{int(number)}</a>'


def _elsewhere(term: glossary.Term, language: str) -> str:
    """What it is called in other textbooks."""
    _ = words.translations(language).gettext
    named = {_("Craig"): term.craig, _("Lynch and Park"): term.lynch,
             _("Featherstone"): term.featherstone}
    return "; ".join(f"{author}: {name}" for author, name in named.items() if name)
