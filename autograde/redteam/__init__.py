"""The red team: attacks, mishaps and honest oddities, tried on the installation at hand.

    secrets.py      read what no submission may read
    forging.py      get marks, or somebody's trust, without the work
    exhaustion.py   stop or slow the class
    mishaps.py      damage that nobody meant
    machine.py      a machine, or a neighbour, that leaves an honest notebook no processor
    state.py        a course folder that is damaged, cut off, lost or lying open
    brought.py      a robot of the student's own, too light for any bound but its own
    honest.py       right work in odd form, which must keep every mark
    arena.py        a temporary course in which all of it is graded

Every record is a `Trial`: what is handed in, what the safe outcome is, and how one sees it. A
trial's check returns "" for the safe outcome, or what was seen instead.

What is handed in are notebooks of one assignment, a02 of the book where no other is named. Code,
tasks and cells of a trial say FIRST, VICTIM, FUNCTION and TEXT for the assignment's own, which
`Aim` knows; a trial that needs more of a02 is for the book alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..course import Course
from ..judging.task import Assignment
from ..practice.kinds import Function
from ..sample import Paper, facts, solutions_of
from ..textform import read
from ..words import _, joined

__all__ = ["ASSIGNMENT", "CLASSES", "FIRST", "FUNCTION", "TEXT", "VICTIM", "Aim", "Field", "Seen",
           "Trial", "all_trials", "brief_trials", "forger", "kept", "lost", "sentences", "served",
           "unearned", "worker"]

ASSIGNMENT = "a02_rotation"
#: In a trial: the first answer cell, the task whose cell does harm, the last task that asks for a
#: function, the first text that a person marks.
FIRST, VICTIM, FUNCTION, TEXT = "<first>", "<victim>", "<function>", "<text>"


class Aim:
    """What FIRST, VICTIM, FUNCTION and TEXT are in an assignment."""

    def __init__(self, assignment: Assignment):
        """Where slips.py names no victim it is the last task, from which nothing can follow."""
        tasks = [t.id for t in assignment.tasks]
        functions = [t.id for t in assignment.tasks if isinstance(t.kind, Function)]
        cells = solutions_of(assignment)
        texts = [cell.metadata.nbgrader.grade_id for cell in read(assignment).cells
                 if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade")]
        named = getattr(facts(assignment), "VICTIM", None)
        self.order, self.whole = tasks, named is not None
        self.names = {name: found for name, found in (
            (FIRST, next((c for c in cells if c != "identity"), None)),
            (VICTIM, named or tasks[-1]), (FUNCTION, functions[-1] if functions else None),
            (TEXT, texts[0] if texts else None)) if found}

    def __call__(self, text: str) -> str:
        """The text with the assignment's own names in it."""
        for name, own in self.names.items():
            text = text.replace(name, own)
        return text

    def behind(self, lost: list[str]) -> set[str]:
        """Tasks whose solution may use what is lost: the later ones, if nothing better is known."""
        first = min((self.order.index(t) for t in lost), default=len(self.order))
        return set() if self.whole else set(self.order[first + 1:])


@dataclass
class Field:
    """Where a trial hands in, and what it may aim at."""

    folder: Path            # of the submission; not there yet
    paper: Paper
    places: dict            # of the arena: see `arena.Arena.targets`
    aim: Aim

    def write(self, cell: str, source: str) -> None:
        self.paper.write(self.aim(cell), self.aimed(source))

    def insert(self, before: str, source: str) -> None:
        self.paper.insert(self.aim(before), self.aimed(source))

    def append(self, to: str, source: str) -> None:
        self.paper.append(self.aim(to), self.aimed(source))

    def aimed(self, code: str) -> str:
        """The code with the places of this installation and the names of the assignment in it."""
        for name, value in self.places.items():
            code = code.replace(f"<{name}>", repr(value))
        return self.aim(code)

    @property
    def name(self) -> str:
        """Of the notebook's file."""
        return f"{self.folder.name}.ipynb"

    def put(self, content: bytes | None = None, name: str = "") -> Path:
        """Write the notebook."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / (name or self.name)
        path.write_bytes(self.paper.content() if content is None else content)
        return path


@dataclass
class Seen:
    """What came of a trial."""

    full: dict[str, float]                              # task -> all of its points
    aim: Aim
    late: float = 0.0                                   # share of the mark that lateness costs
    harmed: str = ""                                    # what came of a trial's `harm`
    marks: dict[str, float] | None = None               # task -> points; None: not graded
    flags: list[str] = field(default_factory=list)
    shown: str = ""                                     # outputs of the student's cells
    page: str = ""                                      # feedback
    faults: list[str] = field(default_factory=list)     # found by the arena's own checks


@dataclass(frozen=True)
class Trial:
    """One attack, mishap or oddity."""

    name: str                               # what it is, in a few words
    kind: str                               # secrets, forging, exhaustion, mishap, state, honest
    does: str
    safe: str                               # the expected safe outcome
    hand_in: Callable[[Field], object]
    check: Callable[[Seen], str]
    student: str = ""                       # the folder's name; made from `name` where empty
    slow: bool = False                      # takes seconds
    harm: Callable[[Course], str] | None = None     # done to a graded course; returns as `check`
    alone: bool = False                     # loads the machine: nothing else is tried meanwhile
    needs: tuple[str, ...] = ()             # of the assignment: FUNCTION, TEXT, or its name
    #: Asked where another outcome was seen: what the guide does not promise on this machine.
    excused: Callable[[Seen], str] | None = None

    @property
    def id(self) -> str:
        return self.student or self.name.replace(" ", "-")


#: Class -> what it is, and what others say of it: nbgrader 0.9 (user_guide/faq, preprocessors and
#: converters of its source), Gradescope (specs, best_practices and troubleshooting at
#: gradescope-autograders.readthedocs.io) and Otter-Grader (workflow, of its documentation).
CLASSES = {
    "secrets": ("what no submission may read",
                "nbgrader runs students' code as whoever grades, and advises a kernel in a "
                "container; Gradescope, and Otter where it uses containers, run it in one that "
                "holds the tests as well"),
    "forging": ("marks, or somebody's trust, without the work",
                "nbgrader runs code and tests in one kernel; Gradescope takes the marks from a "
                "results.json in the container, and advises authors to run students' code as "
                "another user, who cannot write it"),
    "exhaustion": ("time, memory, processes, disk, output; load and neighbours",
                   "nbgrader limits the time of a cell; Gradescope memory and time of the whole "
                   "container, and who is over time gets 0"),
    "mishap": ("damage that nobody meant",
               "nbgrader grades one of several cells of the same name; what it cannot read it "
               "logs as an error and leaves ungraded"),
    "state": ("a course folder that is damaged, cut off, lost or lying open",
              "no promise known to us; nbgrader copies its database before it upgrades it"),
    "honest": ("right work in odd form, which keeps every mark",
               "left to the author of the tests"),
}


def all_trials() -> list[Trial]:
    from . import brought, exhaustion, forging, honest, machine, mishaps, secrets, state
    return [t for part in (secrets, forging, brought, exhaustion, machine, mishaps, state, honest)
            for t in part.TRIALS]


def sentences() -> list[str]:
    """What the table says of the trials: messages, each once."""
    told = [part for about in CLASSES.values() for part in about]
    return [*dict.fromkeys(told + [said for t in all_trials() for said in (t.does, t.safe)])]


def brief_trials() -> list[Trial]:
    """A quick choice out of all kinds, the same every time."""
    quick = [t for t in all_trials() if not t.slow]
    return [t for kind in dict.fromkeys(t.kind for t in quick)
            for t in [t for t in quick if t.kind == kind][::3]]


def served(trials: list[Trial], assignment: Assignment) -> list[Trial]:
    """Those that can be tried on an assignment. What is done to a graded course, and to the
    machine, is the same with any, and is tried on a02 alone."""
    has = {assignment.name, *Aim(assignment).names}
    return [t for t in trials if has.issuperset(t.needs)
            and (not t.harm or assignment.name == ASSIGNMENT)]


def of_the_book(*trials: Trial) -> list[Trial]:
    """Trials whose code or cells are those of a02."""
    return [replace(t, needs=(*t.needs, ASSIGNMENT)) for t in trials]


# -- ways to hand in -------------------------------------------------------------------------------
def worker(code: str = "", before: str = FIRST, **answers: str) -> Callable[[Field], None]:
    """Right work, this code in a cell of its own, and these answers instead of the right ones."""
    def hand_in(at: Field) -> None:
        at.paper.solve()
        for task, source in answers.items():
            at.write(f"{task}_answer", source)
        if code:
            at.insert(before, code)
        at.put()
    return hand_in


def forger(code: str, answer: str = "anything") -> Callable[[Field], None]:
    """No work at all: after this code every answer is the same expression."""
    def hand_in(at: Field) -> None:
        unearned(at.paper, answer)
        at.insert(FIRST, "import numpy as np\nanything = 0\n" + code)
        at.put()
    return hand_in


def unearned(paper: Paper, answer: str) -> None:
    for name in paper.solutions:
        cell = paper.cell(name)
        if name.endswith("_answer") and cell.cell_type == "code":
            checked = paper.cell(name.removesuffix("_answer")).source
            cell.source = f"{checked.split(',', 1)[1].rsplit(')', 1)[0].strip()} = {answer}"


# -- ways to see ---------------------------------------------------------------------------------
def lost(*tasks: str, flag: str = "", shown: str = "", hidden: str = "") -> Callable[[Seen], str]:
    """Exactly these tasks are lost, everything else is kept."""
    def check(seen: Seen) -> str:
        if seen.marks is None:
            return _("not graded")
        gone = [seen.aim(task) for task in tasks]
        due = {task: 0 if task in gone else points for task, points in seen.full.items()
               if task not in seen.aim.behind(gone)}
        odd = [task for task, points in due.items() if abs(seen.marks[task] - points) > 1e-9]
        if odd:
            return _("marks: {odd}", odd=joined(", ", (
                _("{task} {points:g} of {of:g}", task=t, points=seen.marks[t], of=seen.full[t])
                for t in odd)))
        if flag and not any(f.startswith(flag) for f in seen.flags):
            return _("no flag {flag} but {flags}", flag=repr(flag), flags=seen.flags)
        if shown and shown not in seen.shown:
            return _("{shown} is not shown: {instead}", shown=repr(shown),
                     instead=repr(seen.shown[-200:]))
        if hidden and hidden in seen.shown:
            return _("shown: {text}", text=repr(seen.shown[seen.shown.index(hidden):][:200]))
        return ""
    return check


def kept(flag: str = "", shown: str = "", hidden: str = "") -> Callable[[Seen], str]:
    """All marks are kept."""
    return lost(flag=flag, shown=shown, hidden=hidden)


def nothing(*but: str, flag: str = "") -> Callable[[Seen], str]:
    """No mark for anything, except for these tasks, where it does not matter."""
    def check(seen: Seen) -> str:
        if seen.marks is None:
            return _("not graded")
        gained = [task for task, points in seen.marks.items() if points and task not in but]
        if gained:
            return _("marks for {tasks}", tasks=", ".join(gained))
        if flag and not any(f.startswith(flag) for f in seen.flags):
            return _("no flag {flag} but {flags}", flag=repr(flag), flags=seen.flags)
        return ""
    return check


def left_out(seen: Seen) -> str:
    return "" if seen.marks is None else _("it was graded")
