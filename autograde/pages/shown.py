"""What a student's own answers do, as pictures on the feedback page.

An assignment says with `Task.shows` what an answer looks like, or in its file arms.toml how it
moves an arm (see `judging.arms`). Only answers that lost points are shown, and only the student's
own value and numbers go into the picture. From some pictures the right answer can be read: they
wait until nobody's deadline is ahead.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from ..course import FULL, Course
from ..judging.arms import Drawing, drawings
from ..judging.task import Assignment, Shown, Task
from ..practice.kinds import Problem
from ..practice.types import Numbers, Value
from ..record.gradebook import last_deadline
from ..run.receipt import Receipt
from ..words import SOURCE, _
from .voices import Voices

__all__ = ["FOLDER", "figure", "shown", "write_pages"]

Made = TypeVar("Made", str, bytes)
Shows = Callable[[Numbers, Value], Shown | None]
FOLDER = "moving"                       # beside the feedback page: pages on which an answer moves


def shown(course: Course, assignment: Assignment, receipt: Receipt | None) -> dict[str, Shown]:
    """Task -> what the student's answer does, for answers that lost points."""
    if receipt is None:
        return {}
    shows = _shows(course, assignment)
    lost = {v.task for v in receipt.verdicts if v.points < v.of}
    variant = course.variants(assignment)["variants"][receipt.variant]
    made = {task.id: _shown(task, shows[task.id], variant, receipt) for task in assignment.tasks
            if task.id in shows and (task.id in lost or _always(shows[task.id]))}
    return {task: one for task, one in made.items() if one is not None}


def _shows(course: Course, assignment: Assignment) -> dict[str, Shows]:
    """Task -> what draws its answers, as far as that may be seen now.

    Of numbers of their own that students bring only what needs none of those dealt is drawn.
    """
    coded = {task.id: task.shows for task in assignment.tasks if task.shows is not None}
    arms = drawings(assignment.folder) if assignment.folder.name else {}
    waits = any(one.waits for one in arms.values()) and not _closed(course, assignment)
    found: dict[str, Shows] = {name: one for name, one in arms.items()
                               if not (one.waits and waits)}
    found |= coded
    return found if assignment.adopt is None else {
        name: one for name, one in found.items() if isinstance(one, Drawing) and not one.arm}


def _closed(course: Course, assignment: Assignment) -> bool:
    """Has the last deadline passed, of anybody and of second attempts? Without one: no."""
    last = last_deadline(course, assignment)
    return last is not None and last < datetime.now(UTC).replace(tzinfo=None)


def _always(one: Shows) -> bool:
    return isinstance(one, Drawing) and one.always


def figure(task: str, one: Shown, voices: Voices = Voices()) -> str:
    """The picture as HTML, to stand under the answer."""
    link = (f' <a href="{FOLDER}/{task}.html">{voices.html(_("Turn it yourself"))}</a>.'
            if one.page else "")
    language = voices.first.language
    data, alt = base64.b64encode(_in(one.png, language)).decode(), _in(one.alt, language)
    return (f'<figure><img src="data:image/png;base64,{data}" alt="{html.escape(alt)}" '
            f'width="450"><figcaption>{voices.html(one.says)}{link}</figcaption></figure>')


def _in(made: Made | Mapping[str, Made], language: str) -> Made:
    """In the language, or in English where it has not been made in it."""
    return made.get(language, made[SOURCE]) if isinstance(made, Mapping) else made


def write_pages(found: Mapping[str, Shown], folder: Path, language: str = SOURCE) -> None:
    """The pages that figures link to, in folder/moving."""
    for task, one in found.items():
        if one.page:
            (folder / FOLDER).mkdir(parents=True, exist_ok=True)
            (folder / FOLDER / f"{task}.html").write_text(
                _in(one.page, language), encoding="utf-8")


def _shown(task: Task, shows: Shows, variant: Numbers, receipt: Receipt) -> Shown | None:
    """None for what is no answer, and for an answer that cannot be drawn: the page comes first."""
    value = task.kind.read(receipt.answers.get(task.id))
    if isinstance(value, Problem):
        return None
    try:
        return shows(variant, value)
    except OSError as error:
        if error.errno in FULL:
            raise
        return None
    except Exception:               # an answer may be anything
        return None
