"""The pages made from data: errata, tasks, control questions, glossary."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from importlib import import_module
from itertools import groupby

from autograde.library import speaker
from autograde.textform import drawn
from robokit import errata
from robokit.errata import formulas
from robokit.errata.shown import maths, sentence

from .. import glossary, trace, words
from . import facts, oral, reader
from .facts import SOURCE


def cell(text: str) -> str:
    """Text inside a row of a Markdown table."""
    return text.replace("|", r"\|").replace("\n", " ")


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *[[cell(c) for c in row] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


# -- errata ------------------------------------------------------------------------------------

def errata_pages(language: str = SOURCE) -> dict[str, str]:
    """Name of a page -> the errata with both forms and what executing them gave; a filter above."""
    found: dict[str, list[errata.Erratum]] = {}
    for row in errata.table(language=language):
        found.setdefault(facts.errata_page(row), []).append(row)
    return {name: _errata_page(name, rows, language) for name, rows in found.items()}


def _errata_page(name: str, rows: list[errata.Erratum], language: str) -> str:
    _ = words.translations(language).gettext
    total = Counter(row.source for row in rows)
    counts = ", ".join(f"{facts.source(s, language)} {n}" for s, n in total.items())
    title, what, other = {
        "errata": (_("Errata"), _(
            "What of the textbook does not hold as it stands in the copy at hand, and the form "
            "that does: {count} rows."),
            _("[The errata of the papers](errata-papers.md) have a page of their own.")),
        "errata-papers": (_("Errata of the papers"), _(
            "What of the papers does not hold as it stands in the copy at hand, and the form that "
            "does: {count} rows ({parts})."),
            _("[The errata of the book](errata.md) have a page of their own."))}[name]
    how = _("None is a matter of opinion. Both forms are programs in `robokit.errata`; each is run "
            "on random chains and held against axes that are turned, points that are moved and "
            "series that are differentiated. The number behind a form is its largest difference "
            "from that truth, relative where the truth is larger than 1. Where the fault may be "
            "the copy's and not the print's, the row says so.")
    intro = f"""---
tocdepth: 2
---

# {title}

{what.format(count=len(rows), parts=counts)} {other} {how}
"""
    groups: dict[str, list] = {}
    for row in rows:
        groups.setdefault(sentence(_section(row, language)), []).append(row)
    return intro + "\n" + _filter(rows, language) + "\n".join(
        f"## {title}\n" + "\n".join(_erratum(row, language) for row in found)
        for title, found in groups.items())


def _section(row, language: str) -> str:
    """A section or an appendix of the book, or a paper, in words."""
    _ = words.translations(language).gettext
    if row.source != "book":
        return facts.source(row.source, language)
    number = row.section.split()[-1]
    return (_("section {number}") if row.section[0].isdigit() else
            _("appendix {number}")).format(number=number)


def _filter(rows, language: str) -> str:
    """Menus over the rows; without scripts all rows stand open."""
    _ = words.translations(language).gettext

    def menu(name, title, values):
        options = "".join(f'<option value="{escape(v)}">{escape(t)}</option>' for v, t in values)
        return (f'<span><label for="by-{name}">{title}</label> <select id="by-{name}" '
                f'data-filter="{name}"><option value="">{_("all")}</option>{options}</select>'
                '</span>\n')
    sections = {row.section: _section(row, language) for row in rows}
    called, met = facts.kinds(language), {row.kind for row in rows}
    told = _("rows shown: {shown} of {count}").replace("{count}", str(len(rows)))
    return (f'<form class="errata-filter" role="search" aria-label="{_("Filter the errata")}">\n'
            + menu("section", _("Section or paper"), sections.items())
            + menu("kind", _("Kind of slip"), sorted(
                ((k, called[k]) for k in met), key=lambda pair: pair[1]))
            + f'<span><label for="by-text">{_("Text")}</label> '
            + '<input id="by-text" type="search" data-filter="text"></span>'
            + f'<output aria-live="polite" data-told="{told}">'
            + told.replace("{shown}", str(len(rows))) + '</output></form>\n\n')


def _erratum(row, language: str) -> str:
    _ = words.translations(language).gettext
    check, cells = row.check(), facts.cells().get(f"erratum-{row.id}", [])
    lesson = facts.LESSON[row.section]
    shown = facts.cell_links(cells, language) or [
        f"[{_('lesson {number}').format(number=int(lesson))}]"
        f"(lessons/{facts.lesson_names()[lesson]})"]
    shown += [_("equation {number}").format(number=facts.equation_link(n, language))
              for n in facts.equations_of()[row.id]]
    letters = language if row.source == "book" else SOURCE        # a paper has its own
    told = row.copy and row.kind != "copy damage"               # which says so itself
    copy = f" · {_('may be a fault of the copy')}" if told else ""
    paper = "" if row.source == "book" else f"{facts.source(row.source, language)}, "
    return f"""
(erratum-{facts.slug(row.id)})=
### {sentence(paper + row.place)}

:::::{{div}} erratum section-{facts.slug(row.section)} kind-{facts.slug(row.kind)}
*{facts.kinds(language)[row.kind]}*{copy}

::::{{div}} forms
:::{{div}} printed
**{_("As printed")}** {_number(check.printed_residual, language)}

{maths(formulas.lettered(row.printed, letters))}
:::
:::{{div}} corrected
**{_("Corrected")}** {_number(check.corrected_residual, language)}

{maths(formulas.lettered(row.corrected, letters))}
:::
::::

{row.why}

*{_("Executed")}:* {row.seen}

{_("See {links}.").format(links=", ".join(shown))}
{_("Its id in `robokit.errata`: {id}.").format(id=f"`{row.id}`")}
:::::
"""


def _number(residual: float, language: str) -> str:
    _ = words.translations(language).gettext
    if residual == float("inf"):
        return f"({_('no value, or another size')})"
    size = reader.power(residual, language) if residual else 0
    return f"({_('difference {size}').format(size=size)})"


# -- tasks and questions -----------------------------------------------------------------------

def _row_anchor(target: str) -> str:
    """A target inside a table: an empty span with the name."""
    return f"[]{{#{target[1:].split(')')[0]}}}" if target else ""


def _by_number(name: str) -> list[str | int]:
    """2.10 stands behind 2.9, and a paper's equations behind one another."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def tasks_page(language: str = SOURCE) -> str:
    """What the assignments ask; no numbers and no answers."""
    _ = words.translations(language).gettext
    parts = [f"# {_('Assignments')}\n\n" + _(
        "What each assignment asks, task by task. The notebooks with your own numbers come from "
        "your instructor; here is where each task stands in the book and what it practises.")
        + "\n"]
    stand = facts.equations_of_tasks()
    for a in facts.assignments():
        say, called = speaker(a, language).say, facts.task_titles(a, language)
        lesson = facts.lesson_of(a)
        link = f"{_lesson_link(lesson, language)}\n\n" if lesson else ""   # a title may ask
        marks = [_("points by the judge: {points}").format(points=f"{a.most:g}")]
        if a.manual:
            marks += [_("by hand: {points}").format(points=f"{sum(a.manual.values()):g}")]
        rows = [[_row_anchor(f"(task-{facts.slug(f'{a.label}.{t.id}')})=")
                 + f"{called[t.id]} (`{t.id}`)",
                 f"{t.points:g}", drawn(say(t.where)),
                 "; ".join(facts.equation_link(name, language) for name in sorted(
                     stand.get(f"{a.label}.{t.id}", []), key=_by_number)),
                 ", ".join(f"`{o}`" for o in t.own), ", ".join(t.questions)] for t in a.tasks]
        head = [_("task"), _("points"), _("where"), _("equations"), _("judged from your own"),
                _("control questions")]
        parts.append(f"## {_label(a.label, language)}. {say(a.title)}\n\n"
                     f"{link}{sentence('; '.join(marks))}.\n\n" + table(head, rows))
    return "\n".join(parts)


def _lesson_link(number: str, language: str) -> str:
    """A lesson by its title; where it is not there in the language, the English one."""
    name = facts.lesson_names()[number]
    if name in (path.stem for path in facts.notebooks(language)):
        return f"[](lessons/{name})"
    return _lesson(number, language)


def questions_page(language: str = SOURCE) -> str:
    """The book's control questions, in our words, and where each is practised."""
    _ = words.translations(language).gettext
    asked = {question.name: question.text for question in oral.questions(language)}
    titles = {f"{a.label}.{task}": title for a in facts.assignments()
              for task, title in facts.task_titles(a, language).items()}
    parts = [f"# {_('Control questions')}\n\n" + _(
        "The book ends each section with control questions. Here is what they ask, in our words, "
        "and which tasks practise them. The lesson of the section asks them at its end, each with "
        "a model answer that unfolds.") + "\n"]
    for section, rows in groupby(trace.questions().items(), lambda pair: pair[0].split(".")[0]):
        lesson = _lesson_link(facts.LESSON[section], language)
        parts.append(f"## {sentence(_('section {number}').format(number=section))}\n\n"
                     f"{lesson}\n\n"
                     + table([_("question"), _("what it asks"), _("tasks")], [
                         [number, asked.get(number, ""), _practised(names, titles, language)]
                         for number, names in rows]))
    return "\n".join(parts)


def _practised(names: list[str], titles: dict[str, str], language: str) -> str:
    """Tasks "a05.jacobian" as links with their titles, by assignment."""
    return "; ".join(
        f"**{_label(label, language)}** " + ", ".join(facts.task_link(name, titles[name])
                                                      for name in found)
        for label, found in groupby(names, lambda name: name.split(".")[0]))


def _label(label: str, language: str) -> str:
    """What an assignment is called in short."""
    _ = words.translations(language).gettext
    return _("Project") if label == "project" else sentence(label)


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
