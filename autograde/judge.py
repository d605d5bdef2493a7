"""The judge: compares answers with the truth and writes verdicts.

It never runs a student's code and never evaluates a text. What it gets are bounded JSON values
(see `runner`); what it holds are the reference, the hidden inputs and the mistakes.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from .kinds import Choice, Expression, Function, Problem
from .mistakes import MISTAKES, TERM, TOGETHER, Mistake
from .pairs import Composed
from .task import ROUNDED, TYPED, Assignment, Task, substantial
from .terms import Fit, explained, known_factor
from .variants import TRUTH, answers_of, certified

__all__ = ["Judge", "Verdict"]

WORDS = 60          # of a message, at most
NOTICED = 10 * TYPED    # the least own value that a later step cannot overlook
ABSURD = 100        # times the true size: past degrees for radians; a sum's rest is still seen
BY_LAW = 2e-5       # what a function may miss of a finite difference of another


@dataclass
class Verdict:
    """What one task earned, by which rule, and what is said about it."""

    task: str
    points: float
    of: float
    rule: str           # right | follow-through | slip | part | law | wrong | other | unusable
                        # | none
    message: str = ""
    mistake: str = ""
    departs: str = ""
    flags: list[str] = field(default_factory=list)

    def as_dict(self) -> dict:
        return asdict(self)


class Judge:
    """Judges one student's answers to one assignment."""

    def __init__(self, assignment: Assignment, variants: list[dict], number: int,
                 student: str, secret: bytes):
        self.assignment, self.variants, self.number = assignment, variants, number
        self.variant = variants[number]
        self._taken: dict | None = None         # a project's own data
        self._given: dict = {}                  # the answers that are judged
        self._parts: dict[str, list] = {}       # task -> the terms of its hidden cases
        self._pairs: dict[str, Composed] = {}   # task -> the answers with two mistakes
        self.seeds = {t.id: assignment.seed(secret, student, t) for t in assignment.tasks}

    def take(self, answers: dict) -> None:
        """In a project the student's own data stand in for the dealt numbers."""
        given = {t.id: answers.get(t.id) for t in self.assignment.tasks if t.cases is None}
        if self.assignment.adopt and given != self._taken:
            self._taken, seed = given, self.seeds[self.assignment.tasks[0].id]
            self.variant = self.variants[self.number] | self.assignment.adopt(answers, seed)
            for name in ("certified", "cases"):
                vars(self).pop(name, None)
            self._parts.clear()
            self._pairs.clear()

    @cached_property
    def certified(self) -> dict[str, tuple]:
        """Task -> its hidden cases, and the truth and every mistake for them."""
        if self.assignment.adopt:
            drawn = {t.id: t.drawn(self.variant, self.seeds[t.id]) for t in self.assignment.tasks}
            return {t.id: (drawn[t.id], answers_of(t, self.variant, drawn[t.id]))
                    for t in self.assignment.tasks}
        return {t.id: certified(t, self.variant, self.seeds[t.id]) for t in self.assignment.tasks}

    @cached_property
    def cases(self) -> dict[str, list]:
        return {task: cases for task, (cases, _) in self.certified.items()}

    def asks(self) -> dict[str, dict]:
        """What the runner has to fetch for each task."""
        return {t.id: {"kind": t.kind.ask} for t in self.assignment.tasks}

    def probes(self) -> dict[str, list[dict]]:
        """The hidden inputs; they leave for the runner only after the notebook has run."""
        return {t.id: [case.probe() for case in self.cases[t.id]]
                for t in self.assignment.tasks if t.cases}

    def verdicts(self, answers: dict, values: dict) -> list[Verdict]:
        """One verdict a task, in the order of the assignment."""
        self.take(answers)
        self._given = answers
        own: dict[str, np.ndarray] = {}
        return [self._verdict(task, answers.get(task.id), values.get(task.id, []), own)
                for task in self.assignment.tasks]

    def _verdict(self, task: Task, answer, values, own: dict) -> Verdict:
        got = self._read(task, answer, values)
        problem = next((x for x in got if isinstance(x, Problem)), None)
        if problem and all(isinstance(x, Problem) for x in got):
            rule = "none" if problem.silent else "unusable"
            return Verdict(task.id, 0, task.points, rule, f"{task.where}: {problem.text}",
                           flags=["no answer"] if problem.silent else [])
        verdict = self._weigh(task, got, own)
        if (task.cases is None and not isinstance(task.kind, Choice)
                and verdict.rule != "other" and self._tells(task, got[0])):
            own[task.id] = got[0]
        # From an empty function all that follows is empty, too: it must have earned something.
        if task.cases and verdict.points and not problem and self._carries_on(task):
            own[task.id] = got
        return verdict

    def _carries_on(self, task: Task) -> bool:
        """Does a later step use the values of this function or expression?"""
        return any(task.id in later.own for later in self.assignment.tasks)

    def _tells(self, task: Task, own: np.ndarray) -> bool:
        """Does a value leave the later steps their work?

        Not if all looks alike in it, or if its size makes it, or all that joins it, vanish.
        """
        truth = np.asarray(task.reference(TRUTH, self.variant), dtype=float)
        with np.errstate(all="ignore"):
            return (substantial(own) and _comparable(own, truth)
                    and (own.shape != truth.shape or _alike(truth) or not _alike(own))
                    and (_round(truth) or not _round(own)))

    def _read(self, task: Task, answer, values) -> list:
        """The answer's value at every case, as an array or a Problem."""
        kind, cases = task.kind, self.cases[task.id]
        if not isinstance(kind, (Function, Expression)):
            return [kind.read(answer)]
        given = (answer or {"type": "none"})["type"]
        if given == "array" and isinstance(kind, Expression):
            return [kind.returns.read(answer)] * len(cases)      # an expression without letters
        if given != kind.ask and not (given == "list" and isinstance(kind, Expression)):
            return [kind.read(answer) if given in ("none", "unusable") else
                    Problem(f"The answer is of another kind. Needed: {kind.accepts}.")]
        values = list(values)[:len(cases)]
        values += [{"type": "error", "name": "no value"}] * (len(cases) - len(values))
        return kind.returns.read_all(values)

    def _weigh(self, task: Task, got: list, own: dict) -> Verdict:
        answers = dict(self.certified[task.id][1])
        truth = answers.pop("truth")
        right = [self._close(task, t, g) for t, g in zip(truth, got)]
        if all(right):
            return Verdict(task.id, task.points, task.points, "right",
                           f"{task.where}: right.")
        if self._follows(task, got, own):
            return Verdict(task.id, task.points, task.points, "follow-through",
                           f"{task.where}: right from your own earlier values, which depart.")
        departs = next(task.compared.departs(t, g, task.tolerance) if not isinstance(g, Problem)
                       else g.text for t, g, ok in zip(truth, got, right) if not ok)
        slips = [name for name, slipped in answers.items()
                 if all(self._close(task, t, g) for t, g in zip(slipped, got))]
        if len(slips) == 1:
            return self._slip(task, slips[0], (answers[slips[0]], got),
                              self._earned(task, truth, got, right), departs)
        other = self._other(task, got)
        if other is not None:
            return Verdict(task.id, 0, task.points, "other",
                           f"{task.where}: this answers other numbers than yours.",
                           departs=departs, flags=[f"variant {other}"])
        found = None if slips else self._fitted(task, truth, got)   # several alike: none is named
        return (not slips and self._several(task, got, self._earned(task, truth, got, right),
                                            departs, found)
                or self._part(task, truth, got, right, departs, found))

    def _several(self, task: Task, got: list, earned: float, departs: str,
                 found: Fit | None) -> Verdict | None:
        """A slip in a term, two catalogued slips, or two in terms; in this order."""
        work = any(isinstance(g, np.ndarray) and substantial(g) for g in got)
        if not work or found is not None and found.hollow:
            return None                     # two slips may leave nothing, and so does no work
        if found is not None and found.single:
            return self._terms(task, found, earned, departs)
        pair = self._pair(task, got, earned, departs)
        if pair is None and found is not None and found.named:
            return self._terms(task, found, earned, departs)
        return pair

    @staticmethod
    def _close(task: Task, truth, got) -> bool:
        return not isinstance(got, Problem) and task.compared.distance(truth, got) <= task.tolerance

    def _follows(self, task: Task, got: list, own: dict) -> bool:
        """Right from the student's own earlier values, all of them or some with the true rest?"""
        if task.law is not None:
            return self._obeys(task, got, own)
        used = [name for name in task.own if name in own]
        if task.follow is None or isinstance(got[0], Problem) or not substantial(got[0]):
            return False
        parts = (part for size in range(len(used), 0, -1) for part in combinations(used, size))
        return any(self._leads_to(task, {name: own[name] for name in part}, got[0])
                   for part in parts)

    def _leads_to(self, task: Task, own: dict, got: np.ndarray) -> bool:
        """Does the answer follow from these own values? Nothing does where they cannot be used."""
        try:
            with np.errstate(all="ignore"):
                return self._close(task, task.follow(TRUTH, self.variant, **own), got)
        except (ArithmeticError, ValueError):           # a singular matrix of the student's
            return False

    def _obeys(self, task: Task, got: list, own: dict) -> bool:
        """Does a function follow by a law from the student's earlier functions?"""
        if any(name not in own for name in task.own) or any(isinstance(g, Problem) for g in got):
            return False
        try:
            with np.errstate(all="ignore"):
                return all(t is None or task.compared.distance(np.asarray(t), g) <= BY_LAW
                           for t, g in zip(task.law(self.variant, own), got, strict=True))
        except (ArithmeticError, ValueError):           # a singular matrix of the student's
            return False

    def _slip(self, task: Task, name: str, both: tuple, earned: float, departs: str) -> Verdict:
        """A named slip earns its stated part, and no less than the cases that it left right.

        One that leaves nothing but zeros and ones is named only: so does no work at all. What
        the slip gives decides, to rounding, and so does the answer: near them it comes by chance.
        """
        m = MISTAKES[name]
        work = all(any(substantial(x, ROUNDED) for x in values) for values in both)
        share = max(task.slip if work else 0.0, earned)
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       f"{task.where}: {m.sees} {m.law}", mistake=name, departs=departs)

    def _fitted(self, task: Task, truth: list, got: list) -> Fit | None:
        """How the answer follows from the terms of the truth, if the task names any."""
        if not task.terms or any(isinstance(g, Problem) for g in got):
            return None
        with np.errstate(all="ignore"):
            if task.id not in self._parts:
                self._parts[task.id] = task.parts(TRUTH, self.variant, self.cases[task.id])
            return explained(self._parts[task.id], truth, got, task.tolerance)

    def _terms(self, task: Task, found: Fit, earned: float, departs: str) -> Verdict:
        """A slip that nobody catalogued, by term and factor; two different ones earn less."""
        share = max(task.slip if found.single else task.slip**2, earned)
        names = TOGETHER.join(f"{TERM}{name}, factor {known_factor(x)}"
                              for name, x in found.factors.items())
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       f"{task.where}: {found}. {_alone(task, found)}",
                       mistake=names, departs="; ".join([departs, *(
                           f"{name}: factor {x:.6g}" for name, x in found.factors.items())]))

    def _pair(self, task: Task, got: list, earned: float, departs: str) -> Verdict | None:
        """Two catalogued slips in one answer: those that every explanation has."""
        if task.id not in self._pairs:
            self._pairs[task.id] = Composed(task, self.variant, self.cases[task.id])
        pairs = self._pairs[task.id].explaining(
            lambda value, k: self._close(task, value, got[k]))
        certain = [name for name in task.mistakes
                   if pairs and all(name in names for names in pairs)]
        if not certain:
            return None
        share = max(task.slip**2, earned)
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       _of_two(task, [MISTAKES[name] for name in certain]),
                       mistake=TOGETHER.join(certain), departs=departs)

    def _earned(self, task: Task, truth: list, got: list, right: list) -> float:
        """The part of the points that the cases deserve, group by group."""
        if _nothing(got):
            return 0.0
        whole, parts = self._whole(task, right), {}
        for case, t, g in zip(self.cases[task.id], truth, got):
            parts.setdefault(case.group, []).append(
                0.0 if isinstance(g, Problem) else task.compared.part(t, g, task.tolerance))
        return sum(share * (1.0 if group in whole else float(np.mean(parts[group])))
                   for group, share in (task.shares or {"": 1.0}).items())

    def _whole(self, task: Task, right: list) -> list[str]:
        """Groups of cases that are right throughout."""
        groups = [case.group for case in self.cases[task.id]]
        return [g for g in task.shares
                if all(ok for ok, group in zip(right, groups) if group == g)]

    def _other(self, task: Task, got: list) -> int | None:
        """The number of another student's variant which this answers, if any."""
        if task.cases is not None or isinstance(task.kind, Choice) or isinstance(got[0], Problem):
            return None
        return next((number for number in range(len(self.variants)) if number != self.number
                     and self._answers(task, number, got[0])
                     and (got[0].size > 1 or self._another(task, number))), None)

    def _answers(self, task: Task, number: int, got) -> bool:
        """Is this right with the numbers of that variant?"""
        return self._close(task, task.reference(TRUTH, self.variants[number]), got)

    def _another(self, task: Task, number: int) -> bool:
        """Does a further wrong answer belong to that variant? One number may meet it by chance."""
        typed = ((t, self._read(t, self._given.get(t.id), [])[0]) for t in self.assignment.tasks
                 if t is not task and t.cases is None and not isinstance(t.kind, Choice))
        return any(self._answers(t, number, got) and not self._answers(t, self.number, got)
                   for t, got in typed)

    def _part(self, task: Task, truth: list, got: list, right: list, departs: str,
              found: Fit | None = None) -> Verdict:
        """No single slip explains it: what its parts deserve, and which law it breaks."""
        whole = self._whole(task, right)
        points = round(self._earned(task, truth, got, right) * task.points, 2)
        usable = [g for g in got if not isinstance(g, Problem)]
        law = next((finding for g in usable for finding in _laws(task, g)
                    if finding.holds is False), None)
        said = []
        problem = next((x for x in got if isinstance(x, Problem)), None)
        if _nothing(got):
            said.append("an empty list, whatever is asked, is no answer.")
        elif whole:
            where = f": {departs}" if departs and not problem else ""
            said.append(f"right for {', '.join(whole)}, not for the others{where}.")
        if problem:
            said.append(problem.text)
        if law is not None:
            # What was measured on a value of a function could carry a hidden input out.
            text = re.sub(r"\d[\d.e+-]*\d", "…", law.text) if task.cases else law.text
            said.append(f"A law is broken: {text}.")
        elif found is not None and found.unsure:
            said.append(f"{found}; one of them is wrong.")
        elif not said:
            where = f": {departs}" if departs else ""
            said.append(_sentence(f"this departs from the truth{where}"))
        rule = "part" if points else "law" if law is not None else "wrong"
        if task.advice and not problem and law is None and not _nothing(got):
            said.append(task.advice)
        return Verdict(task.id, points, task.points, rule, f"{task.where}: {' '.join(said)}",
                       departs=departs)


def _sentence(text: str) -> str:
    """With its full stop, unless it ends as a question."""
    return text if text.endswith(("?", ".")) else f"{text}."


def _alone(task: Task, found: Fit) -> str:
    """How to see what stands wrong by itself."""
    left = "you know the answer" if found.whole else "only this term is left"
    if isinstance(task.kind, (Function, Expression)):
        tried = "(...)" if isinstance(task.kind, Function) else ".subs(...)"
        return f"Choose inputs at which {left}, by hand, and compare: `{task.id}{tried}`."
    return f"Work it out again by itself, and compare it with `{task.id}`."


def _of_two(task: Task, named: list[Mistake]) -> str:
    """The message on two slips, with the shortest law that there is room for."""
    also = f"Also, {named[1].sees}" if len(named) > 1 else "Another slip stands beside it."
    seen = f"{task.where}: two slips: {named[0].sees} {also}"
    law = min((m.law for m in named), key=lambda text: len(text.split()))
    return f"{seen} {law}" if len(f"{seen} {law}".split()) <= WORDS else seen


def _nothing(got: list) -> bool:
    """No solution given to any case of several: right where there is none, but not an answer."""
    return len(got) > 1 and all(isinstance(g, np.ndarray) and not g.size for g in got)


def _comparable(own: np.ndarray, truth: np.ndarray) -> bool:
    """A size by which the value is still noticed, and so is what later steps add to it."""
    size, true = np.abs(own).max(), max(np.abs(truth).max(initial=0), NOTICED)
    return bool(max(true / ABSURD, NOTICED) <= size <= true * ABSURD)


def _round(value: np.ndarray) -> bool:
    """A multiple of the unit matrix: the same on all axes, and J omega lies along omega."""
    return (value.ndim == 2 and value.shape[0] == value.shape[1]
            and bool((np.abs(value - value[0, 0] * np.eye(len(value))) <= TYPED).all()))


def _alike(value: np.ndarray) -> bool:
    """A matrix that is its own transpose, or a vector of equal components."""
    if value.ndim == 2 and value.shape[0] == value.shape[1]:
        return bool((np.abs(value - value.T) <= TYPED).all())
    return value.ndim > 0 and bool(np.ptp(np.abs(value)) <= TYPED)


def _laws(task: Task, value: np.ndarray) -> list:
    """The findings of a task's laws; numbers beyond all bounds break none and stop nothing."""
    try:
        with np.errstate(all="ignore"):
            return list(task.laws(value)) if task.laws else []
    except (ArithmeticError, ValueError):
        return []
