"""What is where: equation - function - lesson cell - task - erratum, from the sources themselves.

    python lessons/trace.py            the table of the numbered equations
    python lessons/trace.py figures    the book's figures and the cells that draw them anew
    python lessons/trace.py questions  the book's control questions and the tasks that practise them

Nothing is typed twice: the lessons' cells carry tags (eq-2.3, figure-2.5, erratum-2.4-order), the
tasks say where they stand in the book, robokit.equations ties functions and errata. `problems()`
lists the links that are broken; a test demands that there are none.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from autograde import parallel_text
from autograde.library import book
from robokit import equations, errata

HERE = Path(__file__).parent

#: Control questions of the book by section; 33 in all.
QUESTIONS = {1: 5, 2: 5, 3: 2, 4: 4, 5: 4, 6: 3, 7: 2, 8: 5, 9: 3}
#: Section of an assignment -> the paper whose equations its tasks name.
PAPERS = {"11": "Zaremba", "12": "BMSTU", "13": "Pudovkina"}
#: Figures of the book: chapters, and A for the appendices; 33 in all.
FIGURES = {"1": 8, "2": 5, "3": 3, "4": 7, "5": 1, "8": 2, "9": 1, "A": 6}


def tags() -> dict[str, list[str]]:
    """tag -> places "lesson:cell" of the code and text cells that carry it."""
    found = defaultdict(list)
    for path in sorted(HERE.glob("[0-9][0-9]_*.md")):
        for cell in parallel_text.cells(path):
            for tag in cell.source.metadata.get("tags", []):
                found[tag].append(f"{path.name[:2]}:{cell.number}")
    return dict(found)


def lessons() -> set[int]:
    """The sections of the book that have a lesson."""
    return {int(path.name[:2]) for path in HERE.glob("[0-9][0-9]_*.md")}


def tasks() -> dict[str, list[str]]:
    """Name of an equation ("2.3", "Zaremba-2.19") -> the tasks that stand at it."""
    found = defaultdict(list)
    for assignment in book().values():
        for task in assignment.tasks:
            for name in _equations_in(task.where, PAPERS.get(assignment.section, "")):
                found[name].append(f"{assignment.label}.{task.id}")
    return dict(found)


def _equations_in(where: str, paper: str) -> list[str]:
    """The book's "(2.3)", and a paper's "(7)", "2.19", "(5)-(8)" where its assignment says so."""
    book = re.findall(r"\((\d\.\d+′?)\)", where)
    if not paper:
        return book
    rest = re.sub(r"(lesson|sections?|problems?|displays?) [\d.]+( and [\d.]+)?", "", where)
    spans = [range(int(a), int(b) + 1) for a, b in re.findall(r"\((\d+)\)-\((\d+)\)", rest)]
    labels = [*re.findall(r"\d+(?:\.\d+)?", rest), *(str(k) for span in spans for k in span)]
    known = {e.label for e in equations.table(paper)}
    return [label for label in book if label not in known] + [
        f"{paper}-{label}" for label in dict.fromkeys(labels) if label in known]


def rows() -> list[dict]:
    """One row a numbered equation."""
    cells, marked = tags(), tasks()
    return [{"equation": e.label, "section": e.section, "status": e.status, "function": e.function,
             "cells": cells.get(f"eq-{e.label}", []), "tasks": marked.get(e.label, []),
             "errata": list(e.errata)} for e in equations.table("book")]


def questions() -> dict[str, list[str]]:
    """Every control question and the tasks and explanations that practise it."""
    found = {f"{section}.{k}": [] for section, n in QUESTIONS.items() for k in range(1, n + 1)}
    for assignment in book().values():
        for task in assignment.tasks:
            for question in task.questions:
                found.setdefault(question, []).append(f"{assignment.label}.{task.id}")
    return found


def figures() -> dict[str, list[str]]:
    """Every figure of the book and the cells that draw it."""
    cells = tags()
    return {f"{chapter}.{k}": cells.get(f"figure-{chapter}.{k}",
                                        cells.get(f"figure-{chapter}{k}", []))
            for chapter, n in FIGURES.items() for k in range(1, n + 1)}


def problems() -> list[str]:
    """Broken links: tags, functions, labels and questions that lead nowhere, and gaps."""
    cells, have = tags(), lessons()
    labels = {e.name for e in equations.table()}
    ids = {e.id for e in errata.table()}
    found = [f"tag {tag} in {places[0]}: no such equation" for tag, places in cells.items()
             if tag.startswith("eq-") and tag[3:] not in labels]
    found += [f"tag {tag} in {places[0]}: no such erratum" for tag, places in cells.items()
              if tag.startswith("erratum-") and tag[8:] not in ids]
    found += [f"task {names[0]}: no equation ({label})" for label, names in tasks().items()
              if label not in labels]
    for equation in equations.table():
        try:
            equation.resolve()
        except (ImportError, AttributeError) as e:
            found.append(f"equation {equation.name}: function {equation.function}: {e}")
    found += [f"equation {row['equation']}: no cell of lesson {row['section'][0]} derives it"
              for row in rows() if int(row["section"][0]) in have and not row["cells"]]
    found += [f"figure {name}: no cell of a lesson draws it" for name, places in figures().items()
              if name[0].isdigit() and int(name[0]) in have and not places]
    known = {f"{section}.{k}" for section, n in QUESTIONS.items() for k in range(1, n + 1)}
    covered = questions()
    found += [f"question {q}: the book has no such control question" for q in covered
              if q not in known]
    found += [f"assignment {name}: tasks.py says no section=\"...\" of the book"
              for name, a in book().items() if not a.section]
    assigned = {int(a.section.split(".")[0]) for a in book().values() if a.section}
    found += [f"question {q}: no task practises it" for q in sorted(known)
              if int(q[0]) in assigned and not covered[q]]
    return found


def _print(title: str, head: list[str], body: list[list[str]]) -> None:
    table = Table(title=title)
    for name in head:
        table.add_column(name)
    for row in body:
        table.add_row(*row)
    Console().print(table)


def main(what: str = "equations") -> int:
    if what == "figures":
        _print("Figures of the book", ["figure", "drawn in lesson:cell"],
               [[name, " ".join(places)] for name, places in figures().items()])
    elif what == "questions":
        _print("Control questions", ["question", "tasks"],
               [[q, " ".join(names)] for q, names in questions().items()])
    elif what == "equations":
        _print("Numbered equations", ["equation", "status", "function", "lesson:cell", "tasks",
                                      "errata"],
               [[r["equation"], r["status"], r["function"], " ".join(r["cells"]),
                 " ".join(r["tasks"]), " ".join(r["errata"])] for r in rows()])
    else:
        print(f"trace: got {what!r}, needs equations, figures or questions")
        return 2
    broken = problems()
    for line in broken:
        print("broken:", line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
