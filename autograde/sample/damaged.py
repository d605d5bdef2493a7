"""Notebooks that an editor, a merge or a mishap damaged; the work in them still counts."""

from __future__ import annotations

import json

from ..judging.task import Assignment
from . import Paper, Student


def _duplicated(paper: Paper) -> None:
    paper.solve()
    cells = paper.notebook.cells
    paper.notebook.cells = cells + [json.loads(json.dumps(c)) for c in cells[4:9]]


def _checks_deleted(paper: Paper) -> None:
    paper.solve()
    paper.notebook.cells = [c for c in paper.notebook.cells
                            if not c.source.startswith("check(")]


def _metadata_lost(paper: Paper) -> None:
    paper.solve()
    for cell in paper.notebook.cells:
        cell.metadata = {}


def _not_json(paper: Paper) -> None:
    paper.raw = b"The notebook is in the mail.\n"


def _cut_off(paper: Paper) -> None:
    paper.raw = paper.solve().content()[:4000]


def _merge(paper: Paper) -> None:
    """A version conflict was committed into the file."""
    text = json.dumps(paper.solve().notebook, indent=1)
    line = next(l for l in text.splitlines() if "me = " in l)
    paper.raw = text.replace(
        line, f"<<<<<<< HEAD\n{line}\n=======\n{line}\n>>>>>>> laptop").encode()


def _byte_order_mark(paper: Paper) -> None:
    paper.raw = b"\xef\xbb\xbf" + paper.solve().content()


def students(assignment: Assignment) -> list[Student]:
    return [
        Student("usova", "cells pasted twice", _duplicated, flags=("duplicated cell",)),
        Student("fadeev", "check cells deleted", _checks_deleted, flags=("deleted cell",)),
        Student("khanina", "an editor lost the cells' metadata", _metadata_lost,
                flags=("cell metadata lost",)),
        Student("tsoy", "not a notebook", _not_json, 0.0, flags=("not a notebook",)),
        Student("chernov", "cut off in transfer", _cut_off, 0.0, flags=("not a notebook",)),
        Student("shubin", "merge markers in the file", _merge, flags=("merge markers",)),
        Student("yudina", "a byte order mark", _byte_order_mark, flags=("byte order mark",)),
    ]
