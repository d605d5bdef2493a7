"""Judging: what a task is, what it accepts, which mistakes it knows, and how an answer is weighed.

    task        Task and Assignment, as an author writes them
    mistakes    slips in the steps of a computation
    rubrics     rows by which an explanation is marked by hand
    variants    certified numbers for every student
    terms       a wrong answer fitted on the terms of the truth
    pairs       two slips in one answer
    stepping    the steps of a computation watched, and one of them replaced
    operators   slips that nobody wrote down: every step with a sign, a factor, an index
    elsewhere   slips outside the steps: numbers misread, one term, other axes
    operator_names  what these are called in tables
    trivial     hidden cases against answers without work
    judge       answers in, verdicts out

Nothing here runs a student's code. What an author of assignments needs can be imported from here.
"""

from ..practice.checks import COMPUTED, ROUNDED, TYPED, Case, Check
from ..practice.kinds import (
    EMPTY,
    Angles,
    Choice,
    Coordinates,
    Expression,
    Function,
    JointAngles,
    Kind,
    Matrix,
    Number,
    Problem,
    SolutionSet,
    Vector,
)
from .ground import NotAsked
from .mistakes import Mistake, Steps, mistake, on_own, refutes
from .rubrics import Row
from .task import Assignment, Shown, Task, carried, substantial

__all__ = ["COMPUTED", "EMPTY", "ROUNDED", "TYPED", "Angles", "Assignment", "Case", "Check",
           "Choice", "Coordinates", "Expression", "Function", "JointAngles", "Kind", "Matrix",
           "Mistake", "NotAsked", "Number", "Problem", "Row", "Shown", "SolutionSet", "Steps",
           "Task", "Vector", "carried", "mistake", "on_own", "refutes", "substantial"]
