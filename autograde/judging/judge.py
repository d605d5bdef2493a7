"""The judge: compares answers with the truth and writes verdicts.

It never runs a student's code and never evaluates a text. What it gets are bounded JSON values
(see `runner`); what it holds are the reference, the hidden inputs and the mistakes.

An answer is looked at from the student's own earlier answers first and from the truth last (see
`ground`). What explains it best is said: right, a named slip, a trifle, a slip in a term, two
slips, what its parts deserve. A slip that was charged in an earlier task is not charged again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..practice.checks import COMPUTED, Case, Check
from ..practice.kinds import Choice, Expression, Function, Problem
from ..practice.scale import slighted
from ..practice.types import Answers, Encoded, Floats, Numbers, Terms, Value, Values
from ..words import Text, _, joined, masked, of_law, said
from .brought import on_own_scale, untold
from .elsewhere import elsewhere
from .entries import numbers_in, of_group
from .ground import Asked, Ground, Own, grounds, places
from .mistakes import STEP, TERM, TOGETHER, Mistake, Steps, single
from .nearness import Near, nearly
from .operators import Change, Tried, explaining, told_of, tried
from .pairs import Composed, Two
from .place import Bases, Open, told
from .silence import why as reason_of
from .stepping import at_one_call
from .task import ROUNDED, TYPED, Assignment, Task, substantial
from .terms import Fit, explained, known_factor, term_named
from .trivial import idle
from .variants import Sets, Worked, answers_of, certified
from .verdict import NOT_JUDGED, Verdict

if TYPE_CHECKING:
    from robokit.laws import Finding

__all__ = ["Given", "Judge"]

#: Said of inputs at which a function did not come to its end.
NOTHING_CAME = _("Your function gave no value: it ended the Python process, or there was too "
                 "little time or memory for it.")
WORDS = 60          # of a message, at most
NOTICED = 10 * TYPED    # the least own value that a later step cannot overlook
CROWD = 30          # tolerances: who has several sets' answers that near meets one by chance
IN_BRANCH = 700     # changes of one step, tried where only a part of the cases is wrong
ABSURD = 100        # times the true size: past degrees for radians; a sum's rest is still seen
ONE_WRONG = ("sign", "entry")       # trifles that say where it is wrong, and not why
UNEXPLAINED = ("part", "law", "wrong")      # rules that say that it is wrong, and not why
NAMED = ("slip", "trifle")      # rules that say why, or how little is wrong
Read = list[Value]              # an answer at every case, or the Problem that it has there
Facts = Mapping[str, Mapping[str, Any]]         # task -> what its cell says, see `silence`


@dataclass(frozen=True)
class Given:
    """One case of a task: what it was asked at, what was given, what is right."""

    inputs: tuple[Any, ...] | dict[str, Any]
    got: Value | Problem
    right: Value
    agrees: bool


class Judge:
    """Judges one student's answers to one assignment."""

    def __init__(self, assignment: Assignment, variants: Sequence[Numbers], number: int,
                 student: str, secret: bytes):
        self.assignment, self.number, self.truth = assignment, number, assignment.truth
        self.sets = variants if isinstance(variants, Sets) else Sets(assignment, variants)
        self.variant = variants[number]
        self._taken: dict[str, Encoded | None] | None = None        # a project's own data
        self._given: Answers = {}               # the answers that are judged
        self._facts: Facts = {}
        self._charged: dict[str, str] = {}      # slip -> the task in which it was charged
        self._either: list[str] = []            # of the slips that explain an answer, all
        self._idle: set[str] = set()            # tasks whose answers earned nothing
        self._missed: set[str] = set()          # tasks whose answers are not simply right
        self._plain: set[str] = set()           # of these, plainer than what is right
        self._parts: dict[str, list[list[Terms]]] = {}      # task -> the terms of its hidden cases
        self._pairs: dict[str, Composed] = {}   # task -> the answers with two mistakes
        self._tried: dict[str, list[Tried]] = {}    # task -> the answers with a step changed
        self._elsewhere: dict[str, list[Tried]] = {}    # task -> with a slip outside the steps
        self._bases: dict[str, Bases] = {}      # task -> its grounds, and what is right there
        self._places: dict[str, Mapping[str, Any]] = {}     # task -> its one wrong place
        self.unexplained: dict[str, Open] = {}      # tasks whose answers nothing explains
        self._slipped: dict[str, Open] = {}     # tasks whose slip is named
        self.seeds = {t.id: assignment.seed(secret, student, t) for t in assignment.tasks}

    def take(self, answers: Answers) -> None:
        """In a project the student's own data stand in for the dealt numbers."""
        given = {t.id: answers.get(t.id) for t in self.assignment.tasks if t.cases is None}
        if self.assignment.adopt and given != self._taken:
            self._taken, seed = given, self.seeds[self.assignment.tasks[0].id]
            self.variant = self.sets[self.number] | self.assignment.adopt(answers, seed)
            for name in ("certified", "cases", "asked"):
                vars(self).pop(name, None)
            self._parts.clear()
            self._pairs.clear()
            self._tried.clear()
            self._elsewhere.clear()

    @cached_property
    def certified(self) -> dict[str, tuple[list[Case], Worked]]:
        """Task -> its hidden cases, and the truth and every mistake for them."""
        if self.assignment.adopt:
            drawn = {t.id: t.drawn(self.variant, self.seeds[t.id]) for t in self.assignment.tasks}
            return {t.id: (drawn[t.id], answers_of(self.assignment, t, self.variant, drawn[t.id]))
                    for t in self.assignment.tasks}
        return {t.id: certified(self.assignment, t, self.variant, self.seeds[t.id])
                for t in self.assignment.tasks}

    @cached_property
    def cases(self) -> dict[str, list[Case]]:
        return {task: cases for task, (cases, _) in self.certified.items()}

    @cached_property
    def asked(self) -> dict[str, list[Case]]:
        """Function -> further inputs at which it is asked, since later tasks follow it."""
        further: dict[str, list[Case]] = {}
        for task in self.assignment.tasks:
            for name, cases in places(self.assignment, task, self.variant,
                                      self.cases[task.id]).items():
                further.setdefault(name, []).extend(cases)
        return further

    def asks(self) -> dict[str, dict[str, str]]:
        """What the runner has to fetch for each task."""
        return {t.id: {"kind": t.kind.ask} for t in self.assignment.tasks}

    def probes(self) -> dict[str, list[dict[str, Any]]]:
        """The hidden inputs; they leave for the runner only after the notebook has run."""
        return {t.id: [case.probe() for case in (*self.cases[t.id], *self.asked.get(t.id, []))]
                for t in self.assignment.tasks if t.cases}

    def verdicts(self, answers: Answers, values: Values,
                 facts: Facts | None = None) -> list[Verdict]:
        """One verdict a task, in the order of the assignment.

        facts: what the student's own cells say where an answer is missing (see `run.cells`).
        """
        self.take(answers)
        self._given, self._facts, self._charged, self._idle = answers, facts or {}, {}, set()
        self._bases, self._places = {}, {}
        self._plain, self._missed, self.unexplained = set(), set(), {}
        self._slipped = {}
        own: Own = {}
        found = [self._verdict(task, answers.get(task.id), values.get(task.id, []), own)
                 for task in map(self._scaled, self.assignment.tasks)]
        lost = [v.task for v in found if v.points < v.of and (
            v.task in self._slipped or v.task in self.unexplained)]
        if len(lost) > 1 and lost[0] in self._slipped:      # one cause of several, perhaps
            self.unexplained = {lost[0]: self._slipped[lost[0]]} | self.unexplained
        return found

    def given(self, answers: Answers, values: Values) -> dict[str, list[Given]]:
        """Task -> its cases with what was given; for a typed answer there is one."""
        self.take(answers)
        found = {}
        for task in map(self._scaled, self.assignment.tasks):
            got = self._read(task, answers.get(task.id), values.get(task.id, []))
            cases, worked = self.certified[task.id]
            found[task.id] = [Given(case.inputs, g, right, self._close(task, right, g))
                              for case, g, right in zip(cases, got, worked["truth"])]
        return found

    def _scaled(self, task: Task) -> Task:
        """The task with the tolerance that a student's own data ask for."""
        return (on_own_scale(task, self.certified[task.id][1]["truth"]) if self.assignment.adopt
                else task)

    def _verdict(self, task: Task, answer: Encoded | None, values: list[Encoded],
                 own: Own) -> Verdict:
        got = self._read(task, answer, values)
        problem = next((x for x in got if isinstance(x, Problem)), None)
        if problem and all(isinstance(x, Problem) for x in got):
            why = self._why(task, answer, problem, values)
            silent = problem.silent and why is problem
            return Verdict(task.id, 0, task.points, "none" if silent else "unusable",
                           _at(task, why.text), flags=[_("no answer")] if silent else [])
        if problem:
            why = self._why(task, answer, problem, values)
            got = [why if isinstance(x, Problem) else x for x in got]
        self._either = []
        verdict = self._weigh(task, got, own)
        if not problem and verdict.rule in (*UNEXPLAINED, *NAMED) and self._begun(task, got):
            verdict = self._one_place(task, verdict, got)
        if verdict.points < verdict.of and not isinstance(task.kind, Choice):
            verdict = self._after_a_place(task, verdict)
        if not verdict.points:
            self._idle.add(task.id)
        if verdict.rule != "right":
            self._missed.add(task.id)
        if verdict.points < verdict.of:
            for name in [*single(verdict.mistake), *self._either,
                         *self._twins(task, verdict, got)]:
                self._charged.setdefault(name, task.id)
        if (verdict.rule == "other" or isinstance(task.kind, Choice)
                or problem and not self._in_part(task, got)):
            return verdict
        if task.cases is None:
            value: Value = got[0]
            if self._tells(task, value, worked=verdict.points > 0):
                own[task.id] = value
                if not verdict.points and _plainer(value, self.certified[task.id][1]["truth"][0]):
                    self._plain.add(task.id)
        elif (self._carries_on(task) and self._works(task, got)
              and not self._deaf(task, got) and not self._without_work(task, got)):
            own[task.id] = self._function(task, got, values)
        return verdict

    def _one_place(self, task: Task, verdict: Verdict, got: Read) -> Verdict:
        """The answer with one place changed, if that was run and is right: a trifle.

        It is charged like one named slip, and a slip that has a name keeps it. Nothing that came
        with the place is believed.
        """
        named = verdict.rule in NAMED
        open_ = Open(task, self._bases[task.id], got, named)
        place = self._facts.get(task.id, {}).get("place")
        if place is None:
            (self._slipped if named else self.unexplained)[task.id] = open_
        elif open_.mended_by(self._read(task, place["answer"], place["values"])):
            self._places[task.id] = place
            if named:
                return verdict
            return replace(verdict, rule="trifle", message=_at(task, told(place)),
                           points=max(round(task.slip * task.points, 2), verdict.points))
        return verdict

    def _after_a_place(self, task: Task, verdict: Verdict) -> Verdict:
        """The same cause, if this answer is right where an earlier one place is: charged there.

        What that program answers is weighed like any other answer.
        """
        for name, place in self._places.items():
            later = place.get("later", {}).get(task.id)
            if later is not None and self.mended(task.id, later["answer"], later["values"]):
                words = _("the same cause as before ({place}), and charged there alone: {seen}",
                          place=self.assignment.place(name), seen=said(told(place)))
                return Verdict(task.id, task.points, task.points, "same cause", _at(task, words),
                               departs=verdict.departs)
        return verdict

    def mended(self, name: str, answer: Encoded | None, values: list[Encoded]) -> bool:
        """Would this be right in the place of an answer that was not?"""
        task = self._scaled(self.assignment[name])
        if name not in self._bases or isinstance(task.kind, Choice):
            return False
        return Open(task, self._bases[name], []).mended_by(self._read(task, answer, values))

    def _begun(self, task: Task, got: Read) -> bool:
        """Was something worked out, and is it more than a guess among a few numbers?"""
        truth = self.certified[task.id][1]["truth"]
        own_data = task.cases is None and self.assignment.adopt is not None
        return not (own_data or isinstance(task.kind, Choice) or _nothing(got)
                    or task.cases is None and _counted(truth[0])
                    or self._without_work(task, got) or self._deaf(task, got))

    def _twins(self, task: Task, verdict: Verdict, got: Read) -> list[str]:
        """Slips that answer this task like the one that is named: charged with it.

        Mistakes that other tasks look for, and changed steps where one answer cannot tell them.
        """
        if verdict.mistake not in self.assignment.mistakes:
            return []
        truth = Ground(self.assignment, task, self.variant, self.cases[task.id])
        alike = [name for name, rules in self.assignment.slipped.items()
                 if name not in task.mistakes and self._leads_to(truth, rules, got)]
        if task.cases is None and isinstance(got[0], np.ndarray):
            alike += [STEP + change.name for change in self._exactly(truth, got)]
        return alike

    def _why(self, task: Task, answer: Encoded | None, problem: Problem,
             values: list[Encoded]) -> Problem:
        there = answer is not None and answer["type"] not in ("none", "error")
        cases = self.cases[task.id]
        return reason_of(task, problem, self._facts.get(task.id, {}), values[:len(cases)], there,
                         [case.group for case in cases] if task.shares else ())

    def _carries_on(self, task: Task) -> bool:
        """Does a later step use the values of this function or expression?"""
        return any(task.id in later.own for later in self.assignment.tasks)

    def _in_part(self, task: Task, got: Read) -> bool:
        """Does a function answer most cases, and not the same to all? At the others it is not
        followed."""
        values = [x for x in got if isinstance(x, np.ndarray) and x.size]
        return (task.cases is not None and 2 * len(values) >= len(got)
                and len({x.tobytes() for x in values}) > 1)

    def _works(self, task: Task, got: Read) -> bool:
        """Is there work in a function's values, of a size that later steps notice?"""
        truth, got = self.certified[task.id][1]["truth"], [g for g in got
                                                           if not isinstance(g, Problem)]
        try:
            sizes = [max(float(np.abs(np.asarray(x, dtype=float)).max(initial=0)) for x in values)
                     for values in (got, truth)]
        except (TypeError, ValueError):         # a kind of an author's own: its laws decide
            return True
        return (any(not isinstance(g, np.ndarray) or substantial(g, scale=task.scale) for g in got)
                and (all(map(_round, truth)) or not all(map(_round, got)))
                and sizes[1] / ABSURD <= sizes[0] <= sizes[1] * ABSURD)

    def _function(self, task: Task, got: Read, values: list[Encoded]) -> Asked:
        """A student's function, known where it was asked: judged inputs, and those of later tasks.

        An expression without letters is the same everywhere.
        """
        cases, further = self.cases[task.id], self.asked.get(task.id, [])
        rest = list(values)[len(cases):len(cases) + len(further)]
        read = task.compared.read_all(rest) if len(rest) == len(further) else []
        if not read:
            read = [got[0] if len({g.tobytes() for g in got if isinstance(g, np.ndarray)}) == 1
                    else Problem("not asked")] * len(further)
        return Asked([*cases, *further],
                     [None if isinstance(x, Problem) else x for x in (*got, *read)], len(cases))

    def _tells(self, task: Task, own: Floats, worked: bool) -> bool:
        """Does a value leave the later steps their work?

        One that earned something was worked out, with a slip or a trifle, and whatever follows
        from it is followed. Of any other nobody knows where it comes from: it is not followed if
        it is the same on all axes, or if its size makes it, or all that joins it, vanish.
        """
        if worked or not substantial(own):
            return substantial(own)
        truth = np.asarray(task.reference(self.truth, self.variant), dtype=float)
        with np.errstate(all="ignore"):
            return _comparable(own, truth) and (_round(truth) or not _round(own))

    def _found(self, task: Task, own: Own, truth: list[Value]
               ) -> list[tuple[Ground, list[Value | None]]]:
        """From each ground that leaves work: what is right there."""
        found = []
        for ground in self._grounds(task, own):
            values = truth if ground.true else ground.answer(self.truth)
            if values is None:
                continue
            ground.fine = 1.0 if ground.true else _fine(values, truth)
            if ground.tells(values) and self._shows(ground, values):
                found.append((ground, values))
        return found

    def _shows(self, ground: Ground, values: list[Value | None]) -> bool:
        """Does each slip of the task show here that shows from the right earlier answers?

        Asked only where own values are plainer than the right ones and nothing explains them: a
        symmetric matrix hides a transpose, and whoever made it up has no work with it.
        """
        plain = self._plain & set(ground.own)
        if not plain:
            return True
        right = replace(ground, own=ground.own | {
            name: self.certified[name][1]["truth"][0] for name in plain})
        there = right.answer(self.truth)
        return there is None or not any(
            self._hides(ground, rules, values) and not self._hides(right, rules, there)
            for rules in map(self.assignment.slipped.__getitem__, ground.task.mistakes))

    def _hides(self, ground: Ground, rules: Steps, values: list[Value | None]) -> bool:
        """Do these rules give the same from the ground as the right ones?"""
        return ground.answers_as(rules, lambda x, k: self._agree(ground, x, values[k]))

    def _read(self, task: Task, answer: Encoded | None, values: list[Encoded]) -> Read:
        """The answer's value at every case, as an array or a Problem."""
        kind, cases = task.kind, self.cases[task.id]
        if not isinstance(kind, (Function, Expression)):
            return [kind.read(answer)]
        given = (answer or {"type": "none"})["type"]
        if given == "array" and isinstance(kind, Expression):
            return [kind.returns.read(answer)] * len(cases)      # an expression without letters
        if given != kind.ask and not (given == "list" and isinstance(kind, Expression)):
            return [kind.read(answer) if given in ("none", "unusable") else
                    Problem(_("The answer is of another kind. Needed: {needed}.",
                              needed=kind.accepts))]
        came = list(values)[:len(cases)]
        return kind.returns.read_all([*came, *[Problem(NOTHING_CAME)] * (len(cases) - len(came))])

    def _weigh(self, task: Task, got: Read, own: Own) -> Verdict:
        answers = dict(self.certified[task.id][1])
        truth = answers.pop("truth")
        close = [self._close(task, t, g) for t, g in zip(truth, got)]
        slight = [place if ok else "" for place, ok in zip(slighted(truth, got), close)
                  ] if self.assignment.adopt else [""] * len(truth)
        right = [ok and not place for ok, place in zip(close, slight)]
        if all(right) and (reason := self._untold(task, got)):
            return Verdict(task.id, 0, task.points, NOT_JUDGED,
                           _at(task, _("not judged yet. With your own data {reason}. It is left "
                                       "to a person, who reads what you wrote and gives the "
                                       "points.", reason=reason)), flags=[_("not judged")])
        if all(right):
            return Verdict(task.id, task.points, task.points, "right",
                           _at(task, _("right.")))
        found = self._bases[task.id] = self._found(task, own, truth)
        from_own = [ground for ground, values in found
                    if not ground.true and self._fits(ground, values, got)]
        if from_own:
            how = (_("right from your own earlier answers, though one of them is wrong.")
                   if any(self._missed & set(ground.own) for ground in from_own) else
                   _("right, as exactly as your own earlier answers allow."))
            return Verdict(task.id, task.points, task.points, "follow-through", _at(task, how))
        departs = next(task.compared.departs(t, g, task.tolerance) if not isinstance(g, Problem)
                       else g.text for t, g, ok in zip(truth, got, right) if not ok)
        small = next(filter(None, slight), "")
        departs = departs or small and _("{place} is small beside the others, and wrong",
                                         place=small)
        slips = [self._slips_from(ground, got) for ground, _ in found]
        there, named = self._likeliest([g for g, _ in found], slips)
        if len(named) == 1 and there.true and self._by_chance(there, answers[named[0]], got):
            named = []
        if len(named) == 1:
            given = answers[named[0]] if there.true else (
                there.answer(self.assignment.slipped[named[0]]) or [])
            return self._slip(there, named[0], (given, got),
                              self._earned(task, truth, got, right), departs)
        other = self._other(task, got)
        if other is not None:
            return Verdict(task.id, 0, task.points, "other",
                           _at(task, _("this answers other numbers than yours. Is the name that "
                                       "you typed your course id, letter for letter?")),
                           departs=departs, flags=[_("variant {number}", number=other)])
        kept = max(self._kept(ground, values, got, right) for ground, values in found)
        earned = max(self._earned(task, truth, got, right), kept)
        near = (self._near(task, [values for _, values in found], got)
                if not named and not small else None)
        fit = None if named else self._fitted(task, truth, got)   # several alike: none is named
        if near is not None and near.what == "accuracy":    # a slip may be as small as that
            near = None if self._otherwise_exact(found[-1][0], got) else near
        if near is not None and near.share >= earned:
            if fit is not None and fit.single and not (fit.hollow or near.cause):   # it says more
                return self._terms(task, fit, near.share, departs)
            seen = self._why_one(near, found[-1][0], got)
            whole = joined(" ", [seen, task.advice if near.what in ONE_WRONG else ""])
            words = whole if len(_at(task, whole).split()) <= WORDS else seen
            if near.cause in self._charged:
                return replace(self._same(task, [near.cause], departs, words), mistake="")
            self._either += [near.cause] * bool(near.cause)
            charged = [name for name in self._either if name in self._charged]
            if charged:
                return self._same(task, charged[:1], departs, words)
            return Verdict(task.id, round(near.share * task.points, 2), task.points, "trifle",
                           _at(task, words), departs=departs)
        bases = [g for g, _ in found]           # all own answers together, and the truth
        return (not named and self._several(task, got, bases[:-1][:1] + bases[-1:], earned,
                                            departs, fit, right)
                or self._part(task, earned, got, right, departs, fit))

    def _why_one(self, near: Near, ground: Ground, got: Read) -> str:
        """What is said of a trifle; of one wrong number also the changed step that gives it.

        To all digits, since one number is met by chance, and only if nothing else gives it. That
        slip is then charged here.
        """
        changes = self._exactly(ground, got) if near.what == "entry" else []
        if len({str(change) for change in changes}) != 1:
            return near.text
        self._either = [STEP + change.name for change in changes]
        both = joined(" ", [near.text, _("This is what one slip does: {change}.",
                                         change=str(changes[0]))])
        return both if len(_at(ground.task, both).split()) <= WORDS else near.text

    def _untold(self, task: Task, got: Read) -> str:
        """Why a student's own data cannot tell this right answer from others."""
        if self.assignment.adopt is None or isinstance(task.kind, Choice):
            return ""
        cases, worked = self.certified[task.id]
        return untold(self.assignment, task, self.variant, cases, worked, got)

    def _grounds(self, task: Task, own: Own) -> list[Ground]:
        return list(grounds(self.assignment, task, self.variant, self.cases[task.id], own))

    def _fits(self, ground: Ground, values: Sequence[Value | None], got: Read) -> bool:
        """Is every answer what follows from this ground, wherever something follows?

        Zeros and ones are no work, even where they follow.
        """
        return self._may_follow(ground, got) and all(
            t is None or self._agree(ground, t, g) for t, g in zip(values, got, strict=True))

    def _leads_to(self, ground: Ground, rules: Steps, got: Read) -> bool:
        """The same of what these rules make of the ground."""
        return self._may_follow(ground, got) and ground.answers_as(
            rules, lambda value, k: self._agree(ground, value, got[k]))

    @staticmethod
    def _may_follow(ground: Ground, got: Read) -> bool:
        return ground.true or any(
            not isinstance(g, np.ndarray) or substantial(g, scale=ground.task.scale) for g in got)

    @staticmethod
    def _agree(ground: Ground, value: Value, got: Value | Problem) -> bool:
        return not isinstance(got, Problem) and bool(
            ground.task.compared.distance(value, got) <= ground.tolerance)

    def _slips_from(self, ground: Ground, got: Read) -> list[str]:
        """The mistakes of the task that give these answers from this ground."""
        task = ground.task
        if ground.true:
            answers = self.certified[task.id][1]
            return [name for name in task.mistakes if self._fits(ground, answers[name], got)]
        if task.law is not None:
            return []
        return [name for name in task.mistakes
                if self._leads_to(ground, self.assignment.slipped[name], got)]

    def _likeliest(self, bases: list[Ground], slips: list[list[str]]) -> tuple[Ground, list[str]]:
        """A slip that was charged before, from any ground; else those of the first that has some.

        The last ground is the truth.
        """
        both = [(ground, names) for ground, names in zip(bases, slips) if names]
        known = ((g, names) for g, names in both if len(names) == 1 and names[0] in self._charged)
        return next(known, both[0] if both else (bases[-1], []))

    def _near(self, task: Task, rights: list[list[Value | None]], got: Read) -> Near | None:
        """The least trifle from any ground, or two answers that were exchanged."""
        if any(isinstance(g, Problem) for g in got) or self._without_work(task, got):
            return None
        found = [near for right in rights if (near := nearly(task, right, got)) is not None]
        if not found and (other := self._exchanged(task, got)):
            found = [Near("exchanged", _("this is right for {place}: the two answers are "
                                         "exchanged.", place=self.assignment.place(other)))]
        return max(found, key=lambda near: near.share, default=None)

    def _exchanged(self, task: Task, got: Read) -> str:
        """The task whose answer this is, if the other's answer is this one's."""
        if task.cases is not None or isinstance(task.kind, Choice):
            return ""
        truth = self.certified[task.id][1]["truth"][0]
        for other in self.assignment.tasks:
            if (other is task or other.cases is not None or isinstance(other.kind, Choice)
                    or other.compared.shape != task.compared.shape):
                continue
            theirs = self._read(other, self._given.get(other.id), [])[0]
            if (not isinstance(theirs, Problem) and self._close(task, truth, theirs)
                    and self._close(other, self.certified[other.id][1]["truth"][0], got[0])):
                return other.id
        return ""

    def _without_work(self, task: Task, got: Read) -> bool:
        """Were numbers of the task handed back, or one constant throughout?"""
        truth = Ground(self.assignment, task, self.variant, self.cases[task.id])
        return _filled(got) and truth.without_work(got)

    def _deaf(self, task: Task, got: Read) -> bool:
        """Does a function answer the same to inputs whose true answers differ?"""
        def one(values: Sequence[Any]) -> bool:
            return len({np.asarray(x).tobytes() for x in values}) == 1
        return (len(got) > 1 and _filled(got) and one(got)
                and not one(self.certified[task.id][1]["truth"]))

    def _handed_back(self, ground: Ground, got: Read) -> bool:
        """Are these numbers of the task, or an earlier answer that earned nothing, once more?"""
        return _filled(got) and ground.handed_back(got, self._idle)

    def _several(self, task: Task, got: Read, bases: list[Ground], earned: float, departs: str,
                 found: Fit | None, right: list[bool]) -> Verdict | None:
        """A slip in a term, a step, an earlier task, two catalogued slips, or two in terms."""
        work = (any(isinstance(g, np.ndarray) and substantial(g, scale=task.scale) for g in got)
                and not self._without_work(task, got) and not self._deaf(task, got))
        if not work or found is not None and found.hollow:
            return None                     # two slips may leave nothing, and so does no work
        telling = [ground for ground in bases if (task.law is None or ground.true)
                   and not self._handed_back(ground, got)]
        again = next(filter(None, (self._once_more(ground, got, earned, departs)
                                   for ground in telling)), None)
        if again is not None:
            return again
        if found is not None and found.single:
            return self._terms(task, found, earned, departs)
        step = next(filter(None, (self._step(ground, got, earned, departs, right, last)
                                  for last in (False, True) for ground in telling)), None)
        if step is not None:
            return step
        earlier = self._made_before(bases[-1], got, earned, departs)
        if earlier is not None:
            return earlier
        pair = next((verdict for ground in bases
                     if (verdict := self._pair(ground, got, earned, departs)) is not None), None)
        if pair is None and found is not None and found.named:
            return self._terms(task, found, earned, departs)
        return pair

    def _made_before(self, ground: Ground, got: Read, earned: float,
                     departs: str) -> Verdict | None:
        """One slip of an earlier task that this one builds on, made on the way to this answer.

        Whoever works all of it out anew may make it here, though it is looked for there.
        """
        names = [name for name in self._of_earlier(ground.task)
                 if name not in ground.task.mistakes
                 and self._gives(ground, self.assignment.slipped[name], got)]
        if len(names) != 1:
            return None
        given = ground.answer(self.assignment.slipped[names[0]]) or []
        return self._slip(ground, names[0], (given, got), earned, departs)

    def _once_more(self, ground: Ground, got: Read, earned: float,
                   departs: str) -> Verdict | None:
        """A slip that was charged before, here at every call of its step or for one joint alone.

        It goes before all that nobody charged: the same line is wrong once, however often it is
        used, and so is the same formula where a function writes it anew.
        """
        task = ground.task
        anew = self._charged if task.cases is not None else ()
        for name in dict.fromkeys([*task.mistakes, *self._of_earlier(task), *anew]):
            if name in self._charged and name in self.assignment.slipped:
                for rules in (self.assignment.slipped[name], *at_one_call(ground, name)):
                    if self._gives(ground, rules, got):
                        return self._slip(ground, name, (ground.answer(rules) or [], got),
                                          earned, departs)
        return None

    @staticmethod
    def _gives(ground: Ground, rules: Steps, got: Read) -> bool:
        """Is this what the rules make of the ground, to all digits where chance is near?"""
        task, within = ground.task, _sharply(ground, got)

        def agrees(value: Value, k: int) -> bool:
            return not isinstance(got[k], Problem) and np.shape(value) == np.shape(got[k]) and bool(
                task.compared.distance(value, got[k]) <= within)
        return ground.answers_as(rules, agrees)

    def _of_earlier(self, task: Task) -> list[str]:
        """The mistakes of the tasks that this one builds on, of those too that they build on."""
        earlier = [self.assignment[name] for name in task.own]
        return list(dict.fromkeys(name for t in earlier
                                  for name in (*t.mistakes, *self._of_earlier(t))))

    @staticmethod
    def _close(task: Task, truth: Value, got: Value | Problem) -> bool:
        return not isinstance(got, Problem) and task.compared.distance(truth, got) <= task.tolerance

    def _slip(self, ground: Ground, name: str, both: tuple[list[Value], Read], earned: float,
              departs: str) -> Verdict:
        """A named slip earns its stated part, and no less than the cases that it left right.

        One that leaves nothing but zeros and ones is named only: so does no work at all. What
        the slip gives decides, to rounding, and so does the answer: near them it comes by chance.
        """
        m, task = self.assignment.mistakes[name], ground.task
        work = (all(any(substantial(x, ROUNDED, task.scale) for x in values)
                    for values in both)
                and not self._handed_back(ground, both[1]))
        if name in self._charged and work:
            return self._same(task, [name], departs)
        share = max(task.slip if work else 0.0, earned)
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       _at(task, m.sees, m.law), mistake=name, departs=departs)

    def _same(self, task: Task, names: list[str], departs: str, seen: str = "") -> Verdict:
        """Every slip of this answer was charged before: it costs nothing a second time."""
        there = self.assignment.place(self._charged[names[0]])
        seen = seen or joined(" ", [self.assignment.mistakes[name].sees for name in names])
        words = _("the same cause as before ({place}), and charged there alone: {seen}",
                  place=there, seen=said(seen))
        return Verdict(task.id, task.points, task.points, "same cause", _at(task, words),
                       mistake=TOGETHER.join(names), departs=departs)

    def _step(self, ground: Ground, got: Read, earned: float, departs: str,
              right: list[bool], last: bool = False) -> Verdict | None:
        """A step with one of the operators that need no catalogue; named if only one explains it.

        One number or two meet one of many by chance: there they must agree closely. Where several
        cases are right and several are not, the slip may be in those alone: in one branch.

        last: a slip outside the steps, looked for where no step explains the answer.
        """
        task = ground.task
        if any(isinstance(g, Problem) for g in got):
            return None
        within = _sharply(ground, got)

        def close(value: Value, k: int, within: float = within) -> bool:
            with np.errstate(all="ignore"):     # a changed step may leave a number out altogether
                return (np.shape(value) == np.shape(got[k]) and np.asarray(value).dtype != object
                        and bool(task.compared.distance(value, got[k]) <= within))

        def sharp(value: Value, k: int) -> bool:
            return close(value, k, COMPUTED)
        if not isinstance(got[0], np.ndarray) or task.kind.ask == "choice":
            return None
        known = self._last(ground) if last else self._known(ground) if ground.true else None
        changes = explaining(ground, close, known, sharp=sharp)
        wrong = [k for k, ok in enumerate(right) if not ok]
        branch = (not changes and not last and known is not None and 1 < len(wrong) < len(right)
                  and len(known) <= IN_BRANCH)
        if branch:
            changes = explaining(ground, close, known, wrong, sharp)
        if not changes:
            return None
        names = [STEP + change.name for change in changes]
        seen, alone = told_of(changes)
        name = names[0] if alone else ""
        if branch:
            seen = joined(" ", [_("right for a part of the inputs; for the others"), seen])
        whole = joined(" ", [seen, task.advice])
        words = whole if len(_at(task, whole).split()) <= WORDS else seen
        charged = [one for one in names if one in self._charged]
        if charged:
            return self._same(task, charged[:1], departs, words)
        self._either = names
        share = max(task.slip, earned)
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       _at(task, words), mistake=name, departs=departs)

    def _by_chance(self, ground: Ground, given: list[Value], got: Read) -> bool:
        """Does a slip merely come near typed numbers, which another one gives exactly?

        Nothing at all, a zero, many a step that is left out gives: that tells of none.
        """
        task = ground.task
        return task.cases is None and not isinstance(got[0], Problem) and bool(
            np.any(got[0]) and task.compared.distance(given[0], got[0]) > COMPUTED
            and self._otherwise_exact(ground, got))

    def _otherwise_exact(self, ground: Ground, got: Read) -> bool:
        """Does some changed step, or a slip outside the steps, give these very numbers?"""
        return bool(self._exactly(ground, got) or self._exactly(ground, got, self._last(ground)))

    def _exactly(self, ground: Ground, got: Read,
                 known: list[Tried] | None = None) -> list[Change]:
        """The changes, of one step if no others are given, that give just these numbers."""
        def same(value: Value, k: int) -> bool:
            with np.errstate(all="ignore"):
                return np.shape(value) == np.shape(got[k]) and bool(
                    ground.task.compared.distance(value, got[k]) <= COMPUTED)
        return explaining(ground, same, self._known(ground) if known is None else known)

    def _known(self, ground: Ground) -> list[Tried]:
        """The changes of one step from the truth, worked out once."""
        if ground.task.id not in self._tried:
            self._tried[ground.task.id] = tried(ground)
        return self._tried[ground.task.id]

    def _last(self, ground: Ground) -> list[Tried]:
        """Slips outside the steps, which are looked for last; from the truth worked out once."""
        if not ground.true:
            return elsewhere(ground)
        if ground.task.id not in self._elsewhere:
            self._elsewhere[ground.task.id] = elsewhere(ground)
        return self._elsewhere[ground.task.id]

    def _fitted(self, task: Task, truth: list[Value], got: Read) -> Fit | None:
        """How the answer follows from the terms of the truth, if the task names any."""
        if not task.terms or any(isinstance(g, Problem) for g in got):
            return None
        with np.errstate(all="ignore"):
            if task.id not in self._parts:
                self._parts[task.id] = task.parts(self.truth, self.variant, self.cases[task.id])
            return explained(self._parts[task.id], truth, got, task.tolerance)

    def _terms(self, task: Task, found: Fit, earned: float, departs: str) -> Verdict:
        """A slip that nobody catalogued, by term and factor; two different ones earn less."""
        share = max(task.slip if found.single else task.slip**2, earned)
        names = TOGETHER.join(f"{TERM}{name}, factor {known_factor(x)}"
                              for name, x in found.factors.items())
        if all(name in self._charged for name in single(names)):
            return self._same(task, single(names), departs, _("{terms}.", terms=found.told))
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       _at(task, _("{terms}.", terms=found.told), _alone(task, found)),
                       mistake=names, departs=joined("; ", [departs, *(
                           _("{term}: factor {x:.6g}", term=term_named(name), x=x)
                           for name, x in found.factors.items())]))

    def _pair(self, ground: Ground, got: Read, earned: float, departs: str) -> Verdict | None:
        """Two catalogued slips in one answer: those that every explanation has."""
        task = ground.task
        if task.law is not None and not ground.true:
            return None
        known = ground.true and self._pairs.get(task.id)
        composed = known or Composed(self.assignment, task, self.variant, self.cases[task.id],
                                     None if ground.true else ground)
        if ground.true:
            self._pairs[task.id] = composed
        pairs = composed.explaining(lambda value, k: not isinstance(got[k], Problem) and bool(
            task.compared.distance(value, got[k]) <= ground.tolerance))
        certain = [name for name in task.mistakes
                   if pairs and all(name in names for names in pairs)]
        if not certain:
            return self._either_pair(task, pairs, earned, departs) if pairs else None
        new = [name for name in certain if name not in self._charged]
        if not new:
            return self._same(task, certain, departs) if len(certain) == 2 else None
        share = max(task.slip if len(new) < len(certain) else task.slip**2, earned)
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       _of_two(task, [self.assignment.mistakes[name] for name in certain]),
                       mistake=TOGETHER.join(certain), departs=departs)

    def _either_pair(self, task: Task, pairs: list[Two], earned: float, departs: str) -> Verdict:
        """Two slips, of which the answer does not tell which: it keeps what two leave."""
        one, other = ([said(self.assignment.mistakes[name].title) for name in names]
                      for names in pairs[:2])
        words = _("two slips explain it, and it does not tell which two: “{a}” and “{b}”, or "
                  "“{c}” and “{d}”.", a=one[0], b=one[1], c=other[0], d=other[1])
        known = next((names for names in pairs if set(names) <= set(self._charged)), None)
        if known is not None:
            return self._same(task, list(known), departs, words)
        self._either = list(dict.fromkeys(name for names in pairs for name in names))
        share = max(task.slip**2, earned)
        return Verdict(task.id, round(share * task.points, 2), task.points, "slip",
                       _at(task, words), departs=departs)

    def _earned(self, task: Task, truth: list[Value], got: Read, right: list[bool]) -> float:
        """The part of the points that the cases deserve, group by group."""
        if _nothing(got):
            return 0.0
        whole = self._whole(task, right)
        parts: dict[str, list[float]] = {}
        for case, t, g in zip(self.cases[task.id], truth, got):
            parts.setdefault(case.group, []).append(
                0.0 if isinstance(g, Problem) else task.compared.part(t, g, task.tolerance))
        for group in self._unearned(task, truth, got):
            parts[group], whole = [0.0], [g for g in whole if g != group]
        return sum(share * (1.0 if group in whole else float(np.mean(parts[group])))
                   for group, share in (task.shares or {"": 1.0}).items())

    def _kept(self, ground: Ground, values: list[Value | None], got: Read,
              right: list[bool]) -> float:
        """The part of the points that right entries deserve; see `entries`."""
        task = ground.task
        if (self.assignment.adopt or _nothing(got) or self._without_work(task, got)
                or self._deaf(task, got)):
            return 0.0
        whole = self._whole(task, right)
        groups: dict[str, list[int]] = {}
        for k, case in enumerate(self.cases[task.id]):
            groups.setdefault(case.group, []).append(k)
        earlier = self._earlier(task) + list(numbers_in([
            x for x in ground.own.values() if isinstance(x, np.ndarray)]))

        def at_hand(k: int) -> Floats:
            case = self.cases[task.id][k].inputs
            return np.array([*numbers_in(self.variant if task.cases is None else case), *earlier])
        carried = [g for g, ks in groups.items() if self._carried(ground, ks, values, got)]
        free = [] if carried else self._unearned(task, self.certified[task.id][1]["truth"], got)
        return sum((task.shares or {"": 1.0})[group] * (
            1.0 if group in carried or group in whole and group not in free
            else of_group(task, ks, values, got, at_hand, ground.tolerance))
            for group, ks in groups.items())

    def _carried(self, ground: Ground, group: list[int], values: list[Value | None],
                 got: Read) -> bool:
        """Is a whole group of cases right from own earlier answers, and does it tell there?"""
        mine = [x if k in group else None for k, x in enumerate(values)]
        said = [x for x in mine if x is not None]
        return (not ground.true and bool(said) and not idle(said) and ground.tells(mine)
                and self._fits(ground, mine, got))

    def _earlier(self, task: Task) -> list[float]:
        """The numbers that are right in the tasks before this one."""
        before = [t.id for t in self.assignment.tasks if t.cases is None]
        before = before[:before.index(task.id)] if task.id in before else []
        return list(numbers_in([self.certified[name][1]["truth"][0] for name in before]))

    def _unearned(self, task: Task, truth: list[Value], got: Read) -> list[str]:
        """Groups without a solution, where nothing is right that has one: no work finds none."""
        groups: dict[str, list[Value]] = {}
        for case, t in zip(self.cases[task.id], truth):
            groups.setdefault(case.group, []).append(t)
        empty = [group for group, values in groups.items() if idle(values)]
        begun = empty and any(
            np.size(t) and not isinstance(g, Problem)
            and task.compared.part(t, g, task.tolerance) > 0 for t, g in zip(truth, got))
        return [] if begun else empty

    def _whole(self, task: Task, right: list[bool]) -> list[str]:
        """Groups of cases that are right throughout."""
        groups = [case.group for case in self.cases[task.id]]
        return [g for g in task.shares
                if all(ok for ok, group in zip(right, groups) if group == g)]

    def _other(self, task: Task, got: Read) -> int | None:
        """The number of another student's variant which this answers, if any.

        With many sets a slip may meet one by chance. So one answer says enough only if it is of
        several numbers and no second set is anywhere near it; else a further one has to.
        """
        if task.cases is not None or isinstance(task.kind, Choice) or isinstance(got[0], Problem):
            return None
        with np.errstate(all="ignore"):
            far = [task.compared.distance(truth, got[0]) for truth in self.sets.truths(task)]
        there = [k for k, x in enumerate(far) if x <= task.tolerance and k != self.number]
        if not there:
            return None
        near = sum(x <= CROWD * task.tolerance for k, x in enumerate(far) if k != self.number)
        if near == 1 and np.size(got[0]) > 1:
            return there[0]
        return next((k for k in there if self._another(task, k)), None)

    def _another(self, task: Task, number: int) -> bool:
        """Does a further wrong answer belong to that variant?"""
        typed = ((t, self._read(t, self._given.get(t.id), [])[0]) for t in self.assignment.tasks
                 if t is not task and t.cases is None and not isinstance(t.kind, Choice))
        return any(self._answers(t, number, got) and not self._answers(t, self.number, got)
                   for t, got in typed)

    def _answers(self, task: Task, number: int, got: Value | Problem) -> bool:
        """Is this right with the numbers of that variant?"""
        return self._close(task, self.sets.truths(task)[number], got)

    def _part(self, task: Task, earned: float, got: Read, right: list[bool], departs: str,
              found: Fit | None = None) -> Verdict:
        """No single slip explains it: what its parts deserve, and which law it breaks."""
        free = self._unearned(task, self.certified[task.id][1]["truth"], got)
        whole = [group for group in self._whole(task, right) if group not in free]
        points = round(earned * task.points, 2)
        usable = [g for g in got if not isinstance(g, Problem)]
        told = self.assignment.checks.get(task.id, Check())
        law = next((finding for g in usable for finding in _laws(told, g)
                    if finding.holds is False), None)
        parts: list[str] = []
        problem = next((x for x in got if isinstance(x, Problem)), None)
        if _nothing(got):
            parts.append(_("an empty list, whatever is asked, is no answer."))
        elif whole and departs and not problem:
            parts.append(_("right for {groups}, not for the others: {departs}.",
                           groups=joined(", ", whole), departs=said(departs)))
        elif whole:
            parts.append(_("right for {groups}, not for the others.", groups=joined(", ", whole)))
        if problem:
            parts.append(problem.text)
        if law is not None:
            # What was measured on a value of a function could carry a hidden input out.
            text = of_law(law)
            parts.append(_("A law is broken: {law}.", law=masked(text) if task.cases else text))
        elif found is not None and found.unsure:
            parts.append(_("{terms}; one of them is wrong.", terms=found.told))
        elif not parts:
            parts.append(_departs(departs))
        rule = "part" if points else "law" if law is not None else "wrong"
        if task.advice and not problem and law is None and not _nothing(got):
            parts.append(task.advice)
        counted = [*parts, _("What is right of it counts.")]
        if points and not whole and not problem and len(_at(task, *counted).split()) <= WORDS:
            parts = counted
        return Verdict(task.id, points, task.points, rule, _at(task, *parts), departs=departs)


def _at(task: Task, *parts: str) -> Text:
    """What is said of a task, behind its place in the book."""
    return _("{where}: {what}", where=said(task.where), what=joined(" ", parts))


def _departs(departs: str) -> Text:
    """With its full stop, unless it ends as a question."""
    if not departs:
        return _("this departs from the truth.")
    return (_("this departs from the truth: {departs}", departs=said(departs))
            if departs.endswith(("?", ".")) else
            _("this departs from the truth: {departs}.", departs=said(departs)))


def _alone(task: Task, found: Fit) -> Text:
    """How to see what stands wrong by itself."""
    if isinstance(task.kind, (Function, Expression)):
        letters = f"sp.Matrix({task.id})" if task.compared.shape else task.id
        code = f"{task.id}(...)" if isinstance(task.kind, Function) else f"{letters}.subs(...)"
        return (_("Choose inputs at which you know the answer, by hand, and compare: `{code}`.",
                  code=code) if found.whole else
                _("Choose inputs at which only these terms are left, by hand, and compare: "
                  "`{code}`.", code=code) if len(found.factors) > 1 else
                _("Choose inputs at which only this term is left, by hand, and compare: `{code}`.",
                  code=code))
    return _("Work it out again by itself, and compare it with `{name}`.", name=task.id)


def _of_two(task: Task, named: list[Mistake]) -> Text:
    """The message on two slips, with the shortest law that there is room for."""
    one = said(named[0].sees)
    seen = (_("two slips: {one} Also, {other}", one=one, other=said(named[1].sees))
            if len(named) > 1 else _("two slips: {one} Another slip stands beside it.", one=one))
    law = min((m.law for m in named), key=lambda text: len(text.split()))
    whole = _at(task, seen, law)
    return whole if len(whole.split()) <= WORDS else _at(task, seen)


def _nothing(got: Read) -> bool:
    """No solution given to any case of several: right where there is none, but not an answer."""
    return len(got) > 1 and all(isinstance(g, np.ndarray) and not g.size for g in got)


def _sharply(ground: Ground, got: Read) -> float:
    """How near an answer must come: one number or two meet one of many by chance."""
    alone = ground.task.cases is None and np.size(got[0]) <= 2
    return COMPUTED if alone else ground.tolerance


def _filled(got: Read) -> bool:
    """Are these arrays with something in them, at every case?"""
    return all(isinstance(g, np.ndarray) and g.size for g in got)


def _comparable(own: Floats, truth: Floats) -> bool:
    """A size by which the value is still noticed, and so is what later steps add to it."""
    size, true = np.abs(own).max(), max(np.abs(truth).max(initial=0), NOTICED)
    return bool(max(true / ABSURD, NOTICED) <= size <= true * ABSURD)


def _fine(values: Sequence[Value | None], truth: Sequence[Value]) -> float:
    """How much more exact an answer must be that a wrong value makes absurdly large.

    What is added to that value is of the true size, and must not vanish beside it.
    """
    try:
        sizes = [max(float(np.abs(np.asarray(x, dtype=float)).max(initial=0))
                     for x in given if x is not None) for given in (values, truth)]
    except (TypeError, ValueError):
        return 1.0
    return min(1.0, ABSURD * max(sizes[1], 1.0) / max(sizes[0], 1.0))


def _plainer(own: Value, truth: Value) -> bool:
    """Does all look alike in a value, and not in the right one?"""
    return np.shape(own) == np.shape(truth) and _alike(own) and not _alike(truth)


def _round(value: Any) -> bool:
    """A multiple of the unit matrix: the same on all axes, and J omega lies along omega."""
    return (isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[0] == value.shape[1]
            and bool((np.abs(value - value[0, 0] * np.eye(len(value))) <= TYPED).all()))


def _alike(value: Floats) -> bool:
    """A matrix that is its own transpose, or a vector of equal components."""
    if value.ndim == 2 and value.shape[0] == value.shape[1]:
        return bool((np.abs(value - value.T) <= TYPED).all())
    return value.ndim > 0 and bool(np.ptp(np.abs(value)) <= TYPED)


def _counted(value: Value) -> bool:
    """Are these whole numbers, or words, which a guess may meet?"""
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return True
    return bool((numbers == numbers.round()).all())


def _laws(told: Check, value: Value) -> list[Finding]:
    """The findings of a task's laws; numbers beyond all bounds break none and stop nothing."""
    try:
        with np.errstate(all="ignore"):
            return list(told.laws(value)) if told.laws else []
    except (ArithmeticError, ValueError):
        return []
