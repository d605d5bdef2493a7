"""What a student's own answers do, as pictures on the feedback page.

An assignment says with `Task.shows` what an answer looks like; what that is, an arm or anything
else, is its own affair. Only answers that lost points are shown, and only the student's own value
and numbers go into the picture: a right answer is neither known nor drawn here.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from pathlib import Path

from ..course import FULL, Course
from ..judging.task import Assignment, Shown, Task
from ..practice.kinds import Problem
from ..practice.types import Numbers
from ..run.receipt import Receipt
from ..words import SOURCE, _
from .voices import Voices

__all__ = ["FOLDER", "figure", "shown", "write_pages"]

FOLDER = "moving"                       # beside the feedback page: pages on which an answer moves


def shown(course: Course, assignment: Assignment, receipt: Receipt | None) -> dict[str, Shown]:
    """Task -> what the student's answer does, for answers that lost points."""
    if receipt is None or assignment.adopt is not None:
        return {}
    lost = {v.task for v in receipt.verdicts if v.points < v.of}
    variant = course.variants(assignment)["variants"][receipt.variant]
    made = {task.id: _shown(task, variant, receipt) for task in assignment.tasks
            if task.shows is not None and task.id in lost}
    return {task: one for task, one in made.items() if one is not None}


def figure(task: str, one: Shown, voices: Voices = Voices()) -> str:
    """The picture as HTML, to stand under the answer."""
    link = (f' <a href="{FOLDER}/{task}.html">{voices.html(_("Turn it yourself"))}</a>.'
            if one.page else "")
    data, alt = base64.b64encode(one.png).decode(), _in(one.alt, voices.first.language)
    return (f'<figure><img src="data:image/png;base64,{data}" alt="{html.escape(alt)}" '
            f'width="450"><figcaption>{voices.html(one.says)}{link}</figcaption></figure>')


def _in(made: str | Mapping[str, str], language: str) -> str:
    """In the language, or in English where it has not been made in it."""
    return made if isinstance(made, str) else made.get(language, made[SOURCE])


def write_pages(found: Mapping[str, Shown], folder: Path, language: str = SOURCE) -> None:
    """The pages that figures link to, in folder/moving."""
    for task, one in found.items():
        if one.page:
            (folder / FOLDER).mkdir(parents=True, exist_ok=True)
            (folder / FOLDER / f"{task}.html").write_text(
                _in(one.page, language), encoding="utf-8")


def _shown(task: Task, variant: Numbers, receipt: Receipt) -> Shown | None:
    """None for what is no answer, and for an answer that cannot be drawn: the page comes first."""
    value = task.kind.read(receipt.answers.get(task.id))
    if isinstance(value, Problem) or task.shows is None:
        return None
    try:
        return task.shows(variant, value)
    except OSError as error:
        if error.errno in FULL:
            raise
        return None
    except Exception:               # an answer may be anything
        return None
