"""One student for each catalogued mistake, each written out as a student would write it.

These are not the mutants by which the judge knows the mistakes; they are programs of their own,
in the module of their assignment. In the sources `right` is the student's right answer to the
task; `slipped` is handed in instead, and behind the check the right answer is taken back, so that
one slip stays one slip.
"""

from __future__ import annotations

from ..judging.task import Assignment, Task
from . import Paper, Student, facts


def _makes(slips: dict[str, str]):
    """Right work with this slip in the named tasks."""
    def fill(paper: Paper) -> None:
        paper.solve()
        for task, source in slips.items():
            paper.append(f"{task}_answer", f"right = {task}\n{source}\n{task} = slipped")
            paper.append(task, f"{task} = right")
    return fill


def _part(task: Task, name: str) -> float:
    """A slip about slides leaves chains that only turn right; that part is earned at least."""
    turning = [share for group, share in task.shares.items() if group.startswith("revolute")]
    return max([task.slip, *turning] if name.startswith("slide") else [task.slip])


def students(assignment: Assignment) -> list[Student]:
    earned, slips = (getattr(facts(assignment), name, {}) for name in ("EARNED", "SLIPS"))

    def student(name, slips):
        marks, charged = {}, False
        for task in (t for t in assignment.tasks if t.id in slips):
            share = 1.0 if charged else earned.get((name, task.id), _part(task, name))
            marks[task.id] = share * task.points
            charged = charged or share < 1          # one cause is charged once
        return Student(f"slip_{name}", f"makes the mistake {name}", _makes(slips), marks, (name,))
    return [student(name, tasks) for name, tasks in slips.items()]
