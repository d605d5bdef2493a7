"""Free slips: what people who saw a released notebook and nothing else slipped into their answers.

Each slip is a whole answer cell, right but for one thing, and a sentence that a teacher would say
of it. They were written without sight of the catalogue of mistakes. Here each is put into an
otherwise right notebook with dealt numbers, run in this process (the texts are the repository's
own) and judged. `right` in the data says what may rightly be said of it; whoever adds a slip or
an operator reads the message beside the cell and enters it there:

    python tests/free_slips.py [a05_velocities ...]         the table: recall by assignment
    python tests/free_slips.py --show a05_velocities        cell, sentence and message, one by one
    python tests/free_slips.py --growth                     and how recall grows with each operator

    named       by the catalogue, by a step with an operator, or by a term
    described   rightly, without a single name: a trifle, a choice of two, what happened
    generic     "this departs from the truth", a broken law, the part of the cases that is right
    wrong       a name or an explanation that is not the student's slip
    unseen      judged right
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import sys
import tomllib
import traceback
import types
import warnings
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograde import lean  # noqa: F401

# isort: split
import nbformat
import numpy as np
from dealt import Dealt

from autograde.judging.judge import Judge
from autograde.judging.mistakes import STEP, TERM
from autograde.judging.operator_names import OPERATORS
from autograde.library import book
from autograde.run.cells import facts
from autograde.run.one_place import WORK, confirmed, promising
from autograde.runner.encode import decode, encode, error, evaluate_safely
from autograde.runner.session import copied_data
from autograde.runner.variant import as_variant
from autograde.runner.work import Spent, Work
from autograde.sample import solutions_of
from autograde.textform import read
from autograde.words import _form

FOLDER = Path(__file__).parent / "autograde" / "free_slips"
SECRET = b"free slips, a secret of the tests"
NUMBER = 3
EXPLAINS = ("slip", "same cause", "trifle")         # rules that say what was done
PLACE = "one place of the program"
RIGHT = ("right", "follow-through")
OUTCOMES = ("named", "described", "generic", "wrong", "unseen")
VARIANTS = Dealt()


@dataclass(frozen=True)
class FreeSlip:
    """One answer cell, right but for one slip."""

    assignment: str
    name: str                   # a short digest of its text
    task: str
    kind: str
    slip: str                   # what a teacher would say
    cell: str
    right: tuple[str, ...] = ()         # what may rightly be said of it, see `said`
    shows: bool = True          # False: with right numbers it changes nothing

    def __str__(self) -> str:
        return f"{self.assignment}:{self.task}:{self.name}"


def slips(name: str, folder: Path = FOLDER) -> list[FreeSlip]:
    """The slips of an assignment, in the order of their file; none where there is no file."""
    path = folder / f"{name}.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["slip"] if path.exists() else []
    return [FreeSlip(name, **row | {"right": tuple(row.get("right", ()))}) for row in rows]


# -- a notebook, run here ------------------------------------------------------------------------
class Notebook:
    """The right notebook of an assignment with one student's numbers."""

    def __init__(self, name: str):
        self.assignment = book()[name]
        self.judge = Judge(self.assignment, VARIANTS[name], NUMBER, "ivanova", SECRET)
        right = solutions_of(self.assignment)
        self.cells = [(c.id, right.get(c.metadata.get("nbgrader", {}).get("grade_id"), c.source))
                      for c in read(self.assignment).cells if c.cell_type == "code"]
        self.probes = {} if self.assignment.adopt else self.judge.probes()

    def judged(self, changed: dict[str, str] | None = None):
        """The verdicts on this notebook with other sources in some answer cells, by task."""
        changed = changed or {}
        answers, values, told = self.answers(changed)
        if self.assignment.adopt:       # the hidden inputs of a project follow from its data
            self.judge.take(answers)
            self.probes = self.judge.probes()
            answers, values, told = self.answers(changed)
        verdicts = self.judge.verdicts(answers, values, told)
        bench, cells = _Bench(self, changed), {
            task: changed.get(task, "") for task in self.judge.unexplained}
        likely = promising(self.judge, cells, bench.tried)
        for task, place in confirmed(self.judge, likely, bench.whole).items():
            told.setdefault(task, {})["place"] = place
            verdicts = self.judge.verdicts(answers, values, told)
        return {v.task: v for v in verdicts}

    def answers(self, changed: dict[str, str]):
        """Answers, values of functions and facts, as grading would collect them."""
        session, outputs, cells = _Session(self), {}, []
        for name, source in self.cells:
            slipped = changed.get(name.removesuffix("_answer")) if "_answer" in name else None
            outputs[name] = session.run(source, name)   # what later cells take from it, they find
            if slipped is not None:
                outputs[name] = session.run(slipped, name)
            cells.append(_cell(name, source if slipped is None else slipped))
        notebook = types.SimpleNamespace(cells=cells)
        return session.answers, session.values, facts(notebook, outputs, self.assignment)

    def begun(self, changed: dict[str, str], task: str) -> _Session:
        """The notebook, run up to the answer of a task."""
        session = _Session(self)
        for name, source in self.cells:
            if name == f"{task}_answer":
                break
            session.run(source, name)
            if name.removesuffix("_answer") in changed and "_answer" in name:
                session.run(changed[name.removesuffix("_answer")], name)
        return session


def _cell(name: str, source: str):
    made = nbformat.v4.new_code_cell(source)
    made["id"], made.metadata["nbgrader"] = name, {"grade_id": name}
    return made


class _Bench:
    """Changed cells, run here: see `autograde.run.one_place`."""

    def __init__(self, notebook: Notebook, changed: dict[str, str]):
        self.notebook, self.changed = notebook, changed
        self.sessions = {}      # task -> the notebook, run up to its answer, and the work left

    def tried(self, task: str, sources: list[str], case: int) -> list[dict]:
        if task not in self.sessions:
            self.sessions[task] = self.notebook.begun(self.changed, task), Work(WORK, guarded=True)
        session, work = self.sessions[task]
        names, probes = dict(session.names), session.probes.get(task)
        session.probes = {task: probes and [probes[case]]}
        found = []
        for source in sources:
            session.answers, session.values = {}, {}
            session.names.update(copied_data(names))
            with contextlib.suppress(Spent), work:
                if not session.run(source, f"{task}_answer"):       # no error
                    session.run(f"from autograde import check; check({task!r}, {task})", task)
            value = session.values.get(task, [session.answers.get(task)])[0]
            found.append({"type": "none"} if value is None else value)
            session.names.clear()
            session.names.update(names)
        session.probes = {task: probes}
        return found

    def whole(self, task: str, source: str) -> tuple:
        answers, values, _ = self.notebook.answers(self.changed | {task: source})
        return answers, values


class _Session:
    """One pass through the cells; functions are asked when they are checked, as they stand."""

    def __init__(self, notebook: Notebook):
        self.notebook, self.asks = notebook, notebook.judge.asks()
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.answers, self.values, self.probes = {}, {}, notebook.probes
        numbers = as_variant(json.loads(json.dumps(notebook.judge.sets[NUMBER])))
        self.module = types.SimpleNamespace(check=self.check, variant=lambda name: numbers)

    def run(self, source: str, name: str) -> list[dict]:
        """What the cell showed where it failed."""
        kept = sys.modules["autograde"]
        sys.modules["autograde"] = self.module
        try:
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(source, name, "exec"), self.names)
        except Exception as e:
            lines = [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == name]
            return [{"output_type": "error", "ename": type(e).__name__, "evalue": str(e),
                     "traceback": [f"Cell In[1], line {line}" for line in lines[:1]]}]
        finally:
            sys.modules["autograde"] = kept
        return []

    def check(self, task: str, answer: object = None) -> None:
        kind = self.asks[task]["kind"]
        self.answers[task] = encode(answer, kind)
        if self.answers[task]["type"] in ("function", "expression", "list", "map"):
            self.values[task] = [_value(answer, p) for p in self.probes.get(task, [])]


def _value(answer, probe):
    if "symbols" in probe:
        return evaluate_safely(answer, probe["symbols"])
    try:
        with np.errstate(all="ignore"):
            return encode(answer(*map(decode, probe["args"])))
    except Exception as e:
        return error(e)


@cache
def notebook(name: str) -> Notebook:
    return Notebook(name)


# -- what is said of a slip ----------------------------------------------------------------------
@dataclass(frozen=True)
class Judged:
    """A slip and its verdicts."""

    slip: FreeSlip
    verdicts: dict

    @property
    def verdict(self):
        return self.verdicts[self.slip.task]

    @property
    def said(self) -> str:
        """What the verdict says was done: the name of the slip, or the sentence."""
        v = self.verdict
        text = v.message.partition(": ")[2]
        return v.mistake or re.split(r"(?<!\.)\. ", text)[0].rstrip(".")

    @property
    def outcome(self) -> str:
        v = self.verdict
        if v.rule in RIGHT:
            return "unseen"
        if self.said in self.slip.right:
            return "named" if v.mistake else "described"
        return "wrong" if v.rule in EXPLAINS else "generic"

    @property
    def means(self) -> str:
        """By what it was told: the catalogue, a step, a term, a trifle, one place."""
        v = self.verdict
        if v.rule not in EXPLAINS:
            return v.rule
        if "right but for one place" in v.message:
            return PLACE
        return ("step" if v.mistake.startswith(STEP) or "one slip explains it" in v.message
                else "term" if TERM in v.mistake else "catalogue" if v.mistake else v.rule)

    @property
    def lost_elsewhere(self) -> float:
        """Points that the slip costs in tasks other than its own."""
        return sum(v.of - v.points for v in self.verdicts.values() if v.task != self.slip.task)


@cache
def judged(slip: FreeSlip) -> Judged:
    return Judged(slip, notebook(slip.assignment).judged({slip.task: slip.cell}))


# -- the table -----------------------------------------------------------------------------------
def table(found: list[Judged]) -> list[str]:
    """Recall by assignment and by means; slips that change nothing are counted apart."""
    lines = [f"{'assignment':24}{'slips':>6}" + "".join(f"{x:>11}" for x in OUTCOMES)
             + f"{'recall':>9}{'kept':>7}{'elsewhere':>11}"]
    names = list(dict.fromkeys(j.slip.assignment for j in found))
    for name in [*names, ""]:
        rows = [j for j in found if name in ("", j.slip.assignment)]
        lines.append(_line(name or "all", [j for j in rows if j.slip.shows]))
    told = Counter(j.means for j in found if j.slip.shows and j.outcome in OUTCOMES[:2])
    lines.append("told by: " + ", ".join(f"{what} {n}" for what, n in told.most_common()))
    idle = [j for j in found if not j.slip.shows]
    return [*lines, f"{len(idle)} more change nothing; {_count(idle, 'unseen')} are judged right"]


def growth(found: list[Judged]) -> list[str]:
    """How recall grows: first by catalogue, trifles and terms, then with each operator."""
    shown = [j for j in found if j.slip.shows]
    told = [j for j in shown if j.outcome in OUTCOMES[:2]]
    by = Counter(_operator(j) for j in told)
    named = Counter(_operator(j) for j in shown if j.outcome == "wrong")
    first = ["slip", "catalogue", "term", "trifle", "same cause", "unusable"]
    order = [x for x in first if x in by] + [x for x, _ in by.most_common() if x not in first]
    order.sort(key=lambda x: x == PLACE)        # it is looked for last
    lines, whole = [f"{'told by':44}{'slips':>6}{'wrong':>6}{'recall':>9}"], 0
    for name in [*order, *(x for x in named if x not in by)]:
        whole += by[name]
        lines.append(f"{name:44}{by[name]:6}{named[name]:6}{100 * whole / len(shown):8.1f}%")
    return lines


def _operator(j: Judged) -> str:
    """The catalogue, a term, a trifle, or the operator without the names of the step's own."""
    name = j.verdict.mistake.removeprefix(STEP)
    if not j.verdict.mistake.startswith(STEP):
        return "two operators alike" if j.means == "step" else j.means
    operator = name.partition(", ")[2]
    return next((str.__str__(form) for form in OPERATORS if _form(form).fullmatch(operator)),
                operator)


def _count(rows: list[Judged], outcome: str) -> int:
    return sum(j.outcome == outcome for j in rows)


def recall(rows: list[Judged]) -> float:
    """The share of slips that are named or rightly described."""
    shown = [j for j in rows if j.slip.shows]
    return sum(j.outcome in OUTCOMES[:2] for j in shown) / max(1, len(shown))


def _line(name: str, rows: list[Judged]) -> str:
    kept = np.mean([j.verdict.points / j.verdict.of for j in rows]) if rows else 0
    elsewhere = sum(j.lost_elsewhere for j in rows)
    return (f"{name:24}{len(rows):6}" + "".join(f"{_count(rows, x):11}" for x in OUTCOMES)
            + f"{100 * recall(rows):8.1f}%{100 * kept:6.0f}%{elsewhere:11.2f}")


def shown(j: Judged) -> str:
    """Student's cell beside message, for a reader."""
    s, v = j.slip, j.verdict
    place = book()[s.assignment].place(s.task)
    others = [f"{x.task} {x.points:g} of {x.of:g} ({x.rule})" for x in j.verdicts.values()
              if x.task != s.task and x.points < x.of]
    return "\n".join([f"== {s} [{s.kind}] {place}", s.cell.strip(), f"-- slip: {s.slip}",
                      f"-- says ({v.rule}, {v.points:g} of {v.of:g}): {v.message}",
                      f"-- {j.outcome}; said: {j.said}", *others, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description="Free slips: what the judge says of them.")
    parser.add_argument("names", nargs="*", help="assignments; all without")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--show", action="store_true", help="cell, sentence and message")
    parser.add_argument("--growth", action="store_true", help="recall operator by operator")
    parser.add_argument("--only", choices=OUTCOMES, action="append", help="with --show")
    given = parser.parse_args()
    found = [judged(s) for name in given.names or book() for s in slips(name, given.folder)]
    if given.show:
        print(*[shown(j) for j in found if not given.only or j.outcome in given.only], sep="\n")
    print(*table(found), *(growth(found) if given.growth else ()), sep="\n")


if __name__ == "__main__":
    main()
