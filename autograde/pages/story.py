"""How one mark came about: what was given, what is right with these numbers, which rule.

For the instructor who answers a complaint; it names answers that are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from textwrap import indent
from typing import Any

import numpy as np

from ..course import Course
from ..dates import deadlines, naive
from ..judging.judge import Given, Judge
from ..judging.mistakes import single
from ..judging.stepping import slip_title
from ..judging.task import Assignment, Task
from ..judging.variants import Sets
from ..judging.verdict import NOT_JUDGED, Verdict
from ..practice.kinds import Problem
from ..record.codes import code_of
from ..record.gradebook import scores
from ..run.receipt import Receipt
from ..run.second import of_receipt, utc
from ..words import Text, _, joined, said

__all__ = ["dated", "rule_told", "story"]

#: A rule of the judge -> what it says. See `Verdict.rule`.
RULES = {
    "right": _("right"),
    "follow-through": _("right from the student's own earlier answers"),
    "same cause": _("wrong for a cause that an earlier task was charged for"),
    "trifle": _("nearly right, as its message says"),
    "slip": _("one slip that is named"),
    "part": _("right in parts"),
    "law": _("wrong: it breaks a law"),
    "wrong": _("wrong, and no reason was found"),
    "other": _("somebody else's numbers"),
    "unusable": _("no answer that can be read"),
    "none": _("no answer"),
    NOT_JUDGED: _("left to a person"),
}
MOST_DIGITS = 6
WIDEST = 88                             # characters of a row of numbers


def story(course: Course, assignment: Assignment, receipt: Receipt) -> Iterator[Text]:
    """Line by line."""
    sets = Sets(assignment, course.variants(assignment)["variants"])
    judge = Judge(assignment, sets, receipt.variant, receipt.student, course.secret)
    row = scores(course, assignment).get(receipt.student)
    yield _("{title} ({name}): {student}, variant {number}", title=said(assignment.title),
            name=assignment.name, student=receipt.student, number=receipt.variant)
    yield _("code {code}", code=code_of(course, assignment.name, receipt.student))
    yield from _of_the_whole(course, assignment, receipt, row)
    given = judge.given(receipt.answers, receipt.values)
    verdicts = {v.task: v for v in receipt.verdicts}
    for task in assignment.tasks:
        yield from _of_a_task(assignment, task, verdicts.get(task.id), given[task.id], judge)
    for name, most in assignment.manual.items():
        points = row["tasks"].get(name) if row else None
        place = _("\"{name}\"", name=assignment.heading(name))
        yield (_("{task}: {points:g} of {of:g} points by hand", task=place, points=points or 0.0,
                 of=most) if row and name not in row["waiting"] else
               _("{task}: waits for a reader; {of:g} points at most", task=place, of=most))


def _of_the_whole(course: Course, assignment: Assignment, receipt: Receipt,
                  row: dict[str, Any] | None) -> Iterator[Text]:
    if row is None:
        yield _("not in the gradebook: autograde repair")
        return
    yield _("{points:g} of {of:g} points; the judge gave {auto:g} of {most:g}", points=row["score"],
            of=row["max_score"], auto=receipt.points, most=receipt.of)
    if told := dated(course, assignment, receipt, row):
        yield told
    if row["late_penalty"]:
        yield _("lateness, or a second attempt, cost {lost:g} points", lost=row["late_penalty"])
    if attempts := of_receipt(receipt, course.settings, row["due"]):
        yield attempts.told
    if receipt.flags:
        yield _("flags: {flags}", flags=joined("; ", receipt.flags))


def dated(course: Course, assignment: Assignment, receipt: Receipt,
          row: dict[str, Any]) -> Text | None:
    """The deadline, whose it is, and when the work was handed in; None without a deadline."""
    if row["due"] is None:
        return None
    dates = deadlines(course, assignment.name)
    mine, like = dates.own_of(receipt.student), dates.own_of(receipt.student) or dates.common
    due, when = _in_zone(row["due"], like), utc(receipt.timestamp)
    own = (_("set for this student or group") if mine else
           _("the same for all") if dates.common is None or naive(dates.common) == row["due"] else
           _("with an extension"))
    if when is None:
        return _("Deadline {due} ({own}); when it was handed in is not known, and it counts as on "
                 "time.", due=_moment(due), own=own)
    seconds = (when - row["due"]).total_seconds()
    moment = _moment(_in_zone(when, like))
    if seconds <= 0:
        return _("Deadline {due} ({own}); handed in {when}, on time.", due=_moment(due), own=own,
                 when=moment)
    return _("Deadline {due} ({own}); handed in {when}, {hours:.1f} hours late, which costs "
             "{share:.0f} per cent of the mark.", due=_moment(due), own=own, when=moment,
             hours=seconds / 3600,
             share=0.0 if receipt.second else 100 * course.settings.late.share(seconds))


def _in_zone(when: datetime, like: datetime | None) -> datetime:
    """A moment in UTC that does not say so, in the zone of another one."""
    return when.replace(tzinfo=UTC).astimezone(like.tzinfo) if like is not None else when


def _moment(when: datetime) -> Text:
    offset = when.strftime("%z")
    return _("{year}-{month:02d}-{day:02d} {time} {zone}", year=when.year, month=when.month,
             day=when.day, time=when.strftime("%H:%M"),
             zone=f"{offset[:3]}:{offset[3:]}" if offset else "UTC")


def _of_a_task(assignment: Assignment, task: Task, verdict: Verdict | None, given: list[Given],
               judge: Judge) -> Iterator[Text]:
    yield _("{place}: {points:g} of {of:g} points", place=assignment.place(task.id),
            points=verdict.points if verdict else 0.0, of=task.points)
    if verdict is None:
        yield _("  not graded")
        return
    yield _("  rule: {rule}", rule=rule_told(verdict.rule))
    for name in single(verdict.mistake):
        yield _("  mistake: {title}", title=slip_title(assignment, name))
    if verdict.message:
        yield _("  said: {message}", message=said(verdict.message))
    if task.own:
        yield _("  goes on from own answers to: {tasks}",
                tasks=joined("; ", [assignment.place(name) for name in task.own]))
    one = next((x for x in given if not x.agrees), given[0] if given else None)
    if one is not None:
        if one.inputs:
            yield _("  asked at: {inputs}", inputs=_inputs(one))
        yield _("  given: {value}", value=_value(one.got))
        if verdict.points < verdict.of:
            yield _("  all points for: {value}", value=_value(one.right))


def rule_told(rule: str) -> Text:
    """The rule of a verdict in words."""
    return RULES.get(rule) or said(rule)


def _inputs(one: Given) -> str:
    parts = (one.inputs.items() if isinstance(one.inputs, dict) else
             [("", x) for x in one.inputs])
    return "; ".join(f"{name} = {_value(x)}" if name else str(_value(x)) for name, x in parts)


def _value(x: Any) -> str:
    if isinstance(x, Problem):
        return x.text
    if isinstance(x, str):
        return x
    try:
        numbers = np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        return str(x)[:400]
    shown = np.array2string(numbers, precision=MOST_DIGITS, suppress_small=True, threshold=60,
                            max_line_width=WIDEST)
    if numbers.ndim < 2:
        return " ".join(shown.split())
    return "\n" + indent(shown, "    ")        # a matrix row by row, as it is read
