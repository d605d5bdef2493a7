"""The text form of an assignment: what its author writes, and the notebook that follows from it.

It is MyST Markdown with short tags. Everything else of nbgrader's cells is generated from the
assignment's tasks: ids, locks, points, the number and the line below a task's heading, the table
at the top, and the check cell behind each answer.

    +++ {"cell": "rules"}                       a locked cell of words
    +++ {"task": "tensor", "level": "easy", "minutes": 5}
    ## The tensor of link 3 in frame 0          the words of a task; its number is generated
    +++ {"answer": "explain"}                   words of the student, marked by hand

and a code cell has `:cell: NAME` (locked) or `:answer: TASK` below its first line. A cell with the
tag "cell" may hold {tasks}, {points} and {minutes}: the table of the tasks and the sums.

Behind each cell its words may stand in other languages; `parallel_text` says how.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import parallel_text
from .myst import KERNEL, LANGUAGE, TAKEN, TextFormError, parsed, text_of
from .notebook_words import COLUMNS, LEVELS, points
from .parallel_text import SOURCE
from .runner.warm import words_in
from .words import Speaker, Text, _, said

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from .judging.task import Assignment
    from .ways import Way

__all__ = ["KERNEL", "LANGUAGE", "TextFormError", "behind", "cell_ids", "drawn", "headings",
           "languages", "libraries", "parsed", "path_of", "read"]

KINDS = (_("cell"), _("task"), _("answer"))
_TAGGED = re.compile(r"^\+\+\+ (\{.*\})\n+(#+) (.*)$", re.MULTILINE)
_LETTER = re.compile(r"\$[^$]*\$|\b([A-Za-z])_(\w{1,2})\b")         # a formula, or a letter
_LINE = re.compile(r"\A\*[\d.,]+ (?:points?|балл(?:а|ов)?)\b")


@cache
def libraries(folder: Path) -> tuple[str, ...]:
    """What the assignment in this folder says of the libraries that its students use."""
    return words_in(text_of(folder / f"{folder.name}.md"))


def headings(path: Path, language: str = SOURCE) -> tuple[str, dict[str, str]]:
    """The title of an assignment, without its number, and the heading of every task.

    Reads only what stands behind the tags: listing assignments must not take long. What has no
    words in the language is told in those that stand first.
    """
    if not path.is_file():
        raise TextFormError(_("{path}: the notebook's text form is missing", path=path))
    title, last = "", ""
    tasks: dict[str, str] = {}
    text = text_of(path)
    for source, task in TAKEN.findall(text):
        known = headings(parallel_text.book_form(source, path), language)[1]
        tasks |= {task: known[task]} if task in known else {}
    for tag, depth, heading in _TAGGED.findall(text):
        told = _tag(path, tag)
        spoken = [key for key in told if parallel_text.is_language(key)]
        if depth == "#" and (not title or spoken == [language]):
            title = heading.partition(". ")[2] or heading
        if "task" in told:
            last = told["task"]
            tasks[last] = heading
        elif depth == "##" and last and spoken == [language]:
            tasks[last] = heading
        if not spoken and "task" not in told:
            last = ""
    if not title:
        raise TextFormError(_("{path}: needs a first cell with a heading, such as {example}",
                              path=path, example="'# Assignment 1. Title'"))
    return title, tasks


def drawn(text: str) -> str:
    """A place or a title with its letters as formulas: a_12 names an element of a matrix.

    >>> drawn("appendix 2, l_60")
    'appendix 2, $l_{60}$'
    >>> drawn("The first of $p_2$ and p_3")
    'The first of $p_2$ and $p_{3}$'
    """
    return _LETTER.sub(lambda one: f"${one[1]}_{{{one[2]}}}$" if one[1] else one[0], text)


def _tag(path: Path, text: str) -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError as error:
        raise TextFormError(_("{file}: {text} is not JSON: {error}", file=path.name,
                              text=repr(text[:60]), error=str(error))) from None
    return told


def cell_ids(cells: Iterable[NotebookNode]) -> list[str]:
    """nbgrader's name of a cell, or a digest of its source; equal sources are counted."""
    names: list[str] = []
    seen: dict[str, int] = {}
    for cell in cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        name = name or hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return names


def path_of(assignment: Assignment) -> Path:
    """Where the text form of an assignment stands."""
    return assignment.folder / f"{assignment.name}.md"


def languages(assignment: Assignment) -> list[str]:
    """The languages in which an assignment can be given out, that of the unmarked cells first.

    One that is being translated, with some cells still missing, is not yet among them.
    """
    return parallel_text.complete(path_of(assignment))


def behind(assignment: Assignment) -> list[str]:
    """In which cells a language is missing or behind, in words (see `parallel_text.problems`)."""
    return parallel_text.problems(path_of(assignment), code=True)


def read(assignment: Assignment, language: str = SOURCE) -> NotebookNode:
    """The instructor's notebook of an assignment, with nbgrader's metadata and the check cells.

    language: of all words, generated ones too. An assignment that has its words in one language
    alone keeps them.
    Raises TextFormError that names task and cell where the text form and the tasks disagree, or
    where words are missing.
    """
    path = path_of(assignment)
    spoken = language if language in parallel_text.languages(path) else SOURCE
    notebook = parallel_text.notebook(path, spoken)
    folders = assignment.folder, *(parallel_text.BOOK / name
                                   for name in dict.fromkeys(assignment.sources.values()))
    form = _Form(assignment, path.name, notebook.cells, Speaker(language, *folders))
    notebook.cells = [made for cell in form.kept for made in form.cells(cell)]
    form.complete()
    for cell, name in zip(notebook.cells, cell_ids(notebook.cells), strict=True):
        cell.id = name
    return notebook


class _Form:
    """One text form while it is being turned into a notebook."""

    def __init__(self, assignment: Assignment, name: str, cells: list[NotebookNode],
                 say: Speaker):
        self.assignment, self.name, self.say = assignment, name, say
        self.tasks = {t.id: t for t in assignment.tasks}
        self.order = [c.metadata["task"] for c in cells if "task" in c.metadata]
        gone = set(assignment.way.drop) if assignment.way else set()
        self.kept = [c for c in cells if not gone & {c.metadata.get("task"),
                                                     c.metadata.get("answer")}]
        self.told = [c.metadata for c in self.kept if "task" in c.metadata]
        self.seen: dict[str, list[str]] = {"cell": [], "task": [], "answer": []}
        for cell in self.kept:
            if "task" in cell.metadata:
                self.heading(cell)

    # -- what every cell becomes -----------------------------------------------------------------
    def cells(self, cell: NotebookNode) -> list[NotebookNode]:
        """The cell with nbgrader's metadata, and behind an answer its check cell."""
        tag = dict(cell.metadata)
        kind = [k for k in ("cell", "task", "answer") if k in tag]
        if len(kind) != 1:
            raise TextFormError(_("{file}: the cell {text} needs one of the tags cell, task, "
                                  "answer; it has {got}", file=self.name,
                                  text=repr(cell.source[:40]),
                                  got=str(sorted(tag)) if tag else _("none")))
        known = {"task": {"task", "level", "minutes", "where", "listed"}}.get(kind[0], {kind[0]})
        if set(tag) - known:
            raise TextFormError(_("{file}, {kind} {name}: unknown tag {got}; points stand in "
                                  "tasks.py alone", file=self.name, kind=said(kind[0]),
                                  name=tag[kind[0]], got=repr(sorted(set(tag) - known)[0])))
        name = tag[kind[0]]
        if name in self.seen[kind[0]]:
            raise TextFormError(_("{file}, {kind} {name}: stands twice", file=self.name,
                                  kind=said(kind[0]), name=name))
        self.seen[kind[0]].append(name)
        self._own_words(cell, kind[0], name)
        cell.metadata = type(cell.metadata)()
        made = {"cell": self._cell, "task": self._task, "answer": self._answer}[kind[0]]
        return made(cell, name, tag)

    def _own_words(self, cell: NotebookNode, kind: str, name: str) -> None:
        """The words that the course's settings have for this cell, in place of its own."""
        way = self.assignment.way
        words = way.cell(name, self.say.language) if way else None
        if way is None or words is None or kind == "answer":
            return
        if cell.cell_type == "code":
            raise way.wrong(_("{name} is a cell of code; needs one of words", name=name), "words")
        heading = cell.source.partition("\n")[0] + "\n\n" if kind == "task" else ""
        cell.source = heading + words.strip()

    def _cell(self, cell: NotebookNode, name: str, tag: dict[str, Any]) -> list[NotebookNode]:
        for key, value in (("{tasks}", self.table()),
                           ("{points}", self.say.number(self.points())),
                           ("{minutes}", str(self.minutes()))):
            if cell.cell_type == "markdown":
                cell.source = cell.source.replace(key, value)
        return [_graded(cell, name, locked=True)]

    def _task(self, cell: NotebookNode, name: str, tag: dict[str, Any]) -> list[NotebookNode]:
        heading, _blank, words = cell.source.partition("\n\n")
        if _LINE.match(words):
            raise self.wrong(name, _("points in two places; the line {got} is generated, take it "
                                     "out", got=repr(words[:40])))
        number = self.order.index(name) + 1
        task = self.tasks.get(name)
        earned = task.points if task else self.assignment.manual[name]
        places = [tag["where"]] if "where" in tag else (
            [drawn(self.say(task.where))] if task else [])
        level = [self.level(tag)] if "level" in tag else []
        line = ", ".join([self.say(points(earned)), *level, *places])
        title = heading.removeprefix("## ")
        cell.source = f"## {number}. {title}\n\n*{line}.* {words}"
        return [_graded(cell, f"{name}_task", locked=True)]

    def _answer(self, cell: NotebookNode, name: str, tag: dict[str, Any]) -> list[NotebookNode]:
        if name in self.assignment.manual:
            points = self.assignment.manual[name]
            return [_graded(cell, name, solution=True, points=points)]
        if name not in self.tasks:
            return [_graded(cell, name, solution=True)]
        if cell.cell_type != "code":
            raise self.wrong(name, _("its answer is a cell of words; the judge needs code, or "
                                     "tasks.py a rubric to mark it by hand"))
        from nbformat.v4 import new_code_cell
        check = new_code_cell(f'check("{name}", {name})')
        return [_graded(cell, f"{name}_answer", solution=True),
                _graded(check, name, locked=True, points=self.tasks[name].points)]

    # -- what is generated -----------------------------------------------------------------------
    def heading(self, cell: NotebookNode) -> None:
        name = cell.metadata["task"]
        if name not in self.tasks and name not in self.assignment.manual:
            raise self.wrong(name, _("tasks.py has neither a task nor a rubric of this name; it "
                                     "has {known}", known=", ".join(self.wanted())))
        if not re.match(r"## \S", cell.source):
            raise self.wrong(name, _("needs a heading '## Title' first, has {got}",
                                     got=repr(cell.source[:30])))
        cell.metadata.setdefault("listed", _listed(cell.source.partition("\n")[0][3:]))

    def wanted(self) -> list[str]:
        return [*self.tasks, *self.assignment.manual]

    def table(self) -> str:
        """The tasks in the order of the notebook, with points, level and minutes."""
        rows = [f"| | {' | '.join(map(self.say, COLUMNS))} |", "| --- | --- | --- | --- | --- |"]
        for tag in self.told:
            name = tag["task"]
            number = self.order.index(name) + 1
            earned = self.tasks[name].points if name in self.tasks else self.assignment.manual[name]
            rows.append(f"| {number} | {tag['listed']} | {self.say.number(earned)} | "
                        f"{self.level(tag)} | {tag.get('minutes', '')} |")
        return "\n".join(rows)

    def level(self, tag: dict[str, Any]) -> str:
        """How hard a task is, in words."""
        told = tag.get("level", "")
        return self.say(LEVELS.get(told, told))

    def points(self) -> float:
        return self.assignment.most + sum(self.assignment.manual.values())

    def minutes(self) -> int:
        return sum(tag.get("minutes", 0) for tag in self.told)

    def complete(self) -> None:
        """Every task of tasks.py has its words and its answer cell, and the other way round."""
        for name in self.wanted():
            for kind in ("task", "answer"):
                if name not in self.seen[kind]:
                    raise self.wrong(name, _("there is no cell with the tag {kind} for it",
                                             kind=repr(kind)))
        if self.assignment.way:
            self._fits(self.assignment.way)

    def _fits(self, way: Way) -> None:
        """What the course's settings say is about these cells, and no code needs what is dropped.
        """
        worded = [*self.seen["cell"], *self.seen["task"]]
        for name, _words in way.words:
            if name not in worded:
                raise way.wrong(_("got {got}, needs a task or one of the cells {known}",
                                           got=repr(name), known=", ".join(worded)), "words")
        made = {name for cell in self.kept for name in _names(cell, ast.Store)}
        for cell in self.kept:
            for name in sorted((_names(cell, ast.Load) - made) & set(way.drop)):
                raise way.wrong(_(
                    "the code of the cell {cell} uses {name}, the answer to a task that is "
                    "dropped: drop that of the cell too, or leave {name} in",
                    cell=cell.metadata["nbgrader"]["grade_id"], name=name), "drop")

    def wrong(self, task: str, what: Text) -> TextFormError:
        return TextFormError(_("{assignment}, task {task}: {fault}", assignment=self.name,
                               task=task, fault=what))


def _names(cell: NotebookNode, use: type) -> set[str]:
    """Names that a cell of code gives a value, or asks for one."""
    if cell.cell_type != "code":
        return set()
    tree = list(ast.walk(ast.parse(cell.source)))
    found = {node.id for node in tree if isinstance(node, ast.Name) and isinstance(node.ctx, use)}
    if use is ast.Store:
        found |= {node.name for node in tree if isinstance(node, ast.FunctionDef)}
        found |= {node.arg for node in tree if isinstance(node, ast.arg)}
    return found


def _listed(heading: str) -> str:
    """A heading as it stands in the table: a word's capital becomes small, a symbol's stays."""
    return heading[0].lower() + heading[1:] if heading[1:2].islower() or heading[1:2] == " " \
        else heading


def _graded(cell: NotebookNode, name: str, locked: bool = False, solution: bool = False,
            points: float | None = None) -> NotebookNode:
    """The cell with nbgrader's metadata."""
    import nbformat
    told = {"cell_type": cell.cell_type, "grade": points is not None, "grade_id": name,
            "locked": locked, "schema_version": 3, "solution": solution, "task": False}
    if points is not None:
        told["points"] = int(points) if points == int(points) else points
    cell.metadata["nbgrader"] = nbformat.from_dict(dict(sorted(told.items())))
    return cell
