"""The class on one page: how it went, what it got wrong, what to say in the next lecture.

One HTML file an assignment, readable offline, and one for the whole course. What the figures mean
stands in `statistics`. Similarity compares programs by their tokens, names left out; it is a reason
to look, not a verdict.
"""

from __future__ import annotations

import html
import io
import keyword
import tokenize
from collections import Counter
from pathlib import Path

import nbformat
import numpy as np
from jinja2 import Environment, FileSystemLoader
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from ..course import Course, released
from ..judging.mistakes import family_of, single
from ..judging.stepping import slip_title
from ..judging.task import Assignment
from ..library import speaker
from ..record.rows import Row, rows
from ..record.state import NOTHING
from ..textform import drawn
from ..words import Speaker, _, ngettext, said
from . import statistics
from .console import in_letters, lateness
from .feedback import mathml

__all__ = ["alike", "similar", "write_overview", "write_report"]

ALIKE = 0.9             # similarity from which a pair is listed
LEAST_TOKENS = 60       # shorter programs are alike by nature
MOST_PAIRS = 30


def write_report(course: Course, assignment: Assignment) -> Path:
    """Write the page; returns where it is."""
    everybody, voice = rows(course, assignment), speaker(assignment)
    found = [r for r in everybody if r.graded]
    counted = statistics.answered(found)
    absent = [r for r in everybody if NOTHING in r.flags]
    page = _environment(voice).get_template("report.html.j2").render(
        assignment=assignment, rows=found, most=assignment.most,
        chart=_distribution([r.auto for r in found], assignment.most, voice),
        quartiles=np.percentile([r.auto for r in found], [25, 50, 75]) if found else None,
        tasks=statistics.of_tasks(assignment, counted), silent=len(found) - len(counted),
        whole=statistics.of_whole(assignment, counted),
        variants=statistics.of_variants(counted), by_hand=statistics.by_hand(assignment, found),
        named=any(r.person.name for r in everybody), mistakes=_mistakes(assignment, found),
        headings={t.id: _drawn(voice.say(assignment.heading(t.id))) for t in assignment.tasks},
        pairs=similar(course, assignment, [r.student for r in found]),
        most_pairs=MOST_PAIRS, title=lambda m: voice.say(slip_title(assignment, m)),
        flagged=[r for r in everybody if r.flags and r not in absent],
        absent=[_called(r) for r in absent], groups=statistics.groups(everybody))
    path = course.root / "report" / f"{assignment.name}.html"
    path.parent.mkdir(exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return path


def _called(row: Row) -> str:
    """A student with the name, where the roster says one."""
    return f"{row.person.name} ({row.student})" if row.person.name else row.student


def write_overview(course: Course, assignments: list[Assignment]) -> Path:
    """The class through the whole course, one page; returns where it is."""
    voice = speaker(assignments[0])
    tables = {a.name: {r.student: r for r in rows(course, a)} for a in assignments}
    people = {name: row.person for table in tables.values() for name, row in table.items()}
    shares = {a.name: [r.score / r.of for r in tables[a.name].values() if r.score is not None]
              for a in assignments}
    environment = _environment(voice)
    page = environment.get_template("overview.html.j2").render(
        assignments=assignments, tables=tables, people=dict(sorted(people.items())),
        titles={a.name: speaker(a).say(a.title) for a in assignments},
        named=any(person.name for person in people.values()),
        grouped=any(person.group for person in people.values()),
        absent={a.name: [r for r in tables[a.name].values() if NOTHING in r.flags]
                for a in assignments},
        sums={s: sum(t[s].score or 0 for t in tables.values() if s in t) for s in people},
        most=sum(a.most + sum(a.manual.values()) for a in assignments), called=_called,
        quartiles={name: np.percentile(x, [25, 50, 75]) if x else None
                   for name, x in shares.items()},
        chart=_way([a.label for a in assignments], list(shares.values()), voice))
    path = course.root / "report" / "index.html"
    path.parent.mkdir(exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return path


def _environment(voice: Speaker) -> Environment:
    environment = Environment(loader=FileSystemLoader(Path(__file__).parent / "templates"),
                              autoescape=True)
    environment.globals |= {"_": _, "ngettext": ngettext, "said": said, "t": voice.say,
                            "language": voice.language}
    environment.filters |= {"words": voice.say, "letters": in_letters, "lateness": lateness,
                            "place": lambda where: _drawn(drawn(voice.say(where)))}
    return environment


def _way(labels: list[str], shares: list[list[float]], voice: Speaker) -> str:
    """The class's way through the course as SVG: medians, and where half of the class lies."""
    figure = Figure(figsize=(7, 2.6))
    ax = figure.add_subplot()
    places = [k for k, x in enumerate(shares) if x]
    low, middle, high = np.array([np.percentile(shares[k], [25, 50, 75]) for k in places]).T
    ax.vlines(places, 100 * low, 100 * high, color="#9ec5ea", linewidth=8)
    ax.plot(places, 100 * middle, "o-", color="#0b57a4", markersize=5)
    ax.set_xticks(range(len(labels)), labels)
    ax.set_ylim(0, 104)
    ax.set_xlim(-0.5, len(labels) - 0.5)
    ax.set_ylabel(voice.say(_("per cent of the points")))
    return _svg(figure, ax)


def _drawn(title: str) -> str:
    """A task's title as HTML, its formulas drawn."""
    return "".join(mathml(part) if k % 2 else html.escape(part)
                   for k, part in enumerate(title.split("$")))


def _mistakes(assignment: Assignment, found: list[Row]) -> list[dict]:
    """Mistakes by the number of students who made them, and where the book treats the matter."""
    known = assignment.catalogue
    students = Counter(m for r in found for m in r.mistakes)
    made = {(m, v.task) for r in found for v in r.verdicts for m in single(v.mistake)}
    where = {m: list(dict.fromkeys(t.where for t in assignment.tasks if (m, t.id) in made))
             for m in students}
    return [{"title": slip_title(assignment, m), "family": family_of(m, known), "students": n,
             "where": where[m], "share": n / len(found)} for m, n in students.most_common()]


def _distribution(marks: list[float], most: float, voice: Speaker) -> str:
    """A histogram of the marks as SVG."""
    figure = Figure(figsize=(7, 2.4))
    ax = figure.add_subplot()
    ax.hist(marks, bins=np.arange(0, most + 2) - 0.5, color="#0b57a4", edgecolor="white")
    ax.set_xlabel(voice.say(_("points of the graded tasks")))
    ax.set_ylabel(voice.say(_("students")))
    ax.set_xlim(-0.75, most + 0.75)
    for axis in (ax.xaxis, ax.yaxis):
        axis.get_major_locator().set_params(integer=True)
    return _svg(figure, ax)


def _svg(figure: Figure, ax: Axes) -> str:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    figure.tight_layout()
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue().split("?>", 1)[1].split(">", 1)[1]      # without the XML head


# -- similarity --------------------------------------------------------------------------------
def similar(course: Course, assignment: Assignment, students: list[str]) -> list[dict]:
    """Students whose programs are the same, and pairs of programs that are nearly so."""
    stubs = {c.source for c in released(course, assignment).cells}
    return alike({s: _shape(_program(course, assignment, s, stubs)) for s in students})


def alike(programs: dict[str, str]) -> list[dict]:
    """Groups with the same program, then pairs of programs; "students", "similarity" (0 to 1).

    programs: student -> the tokens, a letter each. Whoever shares a program is named together.
    """
    who: dict[str, list[str]] = {}
    for student, program in programs.items():
        if len(program) >= LEAST_TOKENS:
            who.setdefault(program, []).append(student)
    groups = [{"students": group, "similarity": 1.0} for group in who.values() if len(group) > 1]
    if len(who) < 2:
        return groups
    near = cdist(list(who), list(who), scorer=Indel.normalized_similarity, score_cutoff=ALIKE,
                 workers=-1)
    names = [group[0] if len(group) == 1 else
             ngettext("{student} and {n} with the same", "{student} and {n} with the same",
                      len(group) - 1, student=group[0]) for group in who.values()]
    pairs = [{"students": [names[i], names[j]], "similarity": float(near[i, j])}
             for i, j in np.argwhere(np.triu(near, 1) >= ALIKE)]
    return groups + sorted(pairs, key=lambda p: -p["similarity"])[:MOST_PAIRS]


def _program(course: Course, assignment: Assignment, student: str, stubs: set[str]) -> str:
    """What a student wrote, without what was released."""
    path = course.rebuilt / student / assignment.name / f"{assignment.name}.ipynb"
    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError):
        return ""                   # named with the flags, see `write_report`
    return "\n".join(c.source for c in notebook.cells
                     if c.cell_type == "code" and c.source not in stubs)


def _shape(source: str) -> str:
    """One letter a token: names, numbers and texts are all alike, comments count for nothing."""
    letters = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                letters.append(_letter(token.string) if keyword.iskeyword(token.string) else "n")
            elif token.type == tokenize.OP:
                letters.append(_letter(token.string))
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                letters.append("9" if token.type == tokenize.NUMBER else "s")
    except (tokenize.TokenError, SyntaxError):
        pass                        # what cannot be read further is compared as far as it goes
    return "".join(letters)


def _letter(word: str) -> str:
    """A letter of its own for a keyword or an operator, far from the ordinary ones."""
    known = sorted({*keyword.kwlist, *tokenize.EXACT_TOKEN_TYPES})
    return chr(0x4E00 + known.index(word)) if word in known else "?"
