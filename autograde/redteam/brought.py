"""A robot that the student brings: so light that zeros look like its dynamics.

The project of the book is judged by data that no instructor has chosen. A link of one gram has a
kinetic energy far below any bound made for a robot of an ordinary size, so that the bounds follow
the robot's own scale; `judging/brought.py` has the rules.
"""

from __future__ import annotations

from ..course import Course, released
from ..library import book
from ..record.release import release
from ..run.grading import grade
from ..run.receipt import read_receipt
from ..sample import Paper, solutions_of
from ..settings import FILE
from ..words import _, joined
from . import Trial

PROJECT = "project"
#: Written below a right description: links of a gram, their masses next to the joints.
LIGHT = """
robot["m"] = np.full(3, 1e-3)
robot["l"] = 0.02 * robot["l"]
robot["r"] = 3e-5 * np.array([[1, 0.5, 0.3]] * 3)
robot["J"] = np.array([1e-8 * np.diag([1, 0.9, 0.7])] * 3)
"""
#: Of the course: the numbers that follow from it tell this robot's tensors and rates apart. With
#: others a task may be left to a person, as the guide says.
SECRET = "07" * 32
ZEROS = {"inertia_matrix": "def inertia_matrix(q):\n    return np.zeros((3, 3))",
         "potential": "def potential(q):\n    return 0.0",
         "drives": "def drives(q, dq, ddq):\n    return np.zeros(3)",
         "accelerations": "def accelerations(q, dq, mu):\n    return np.zeros(3)"}
LOST = {*ZEROS, "motion"}           # which is computed from the accelerations
WORKER, FORGER = "light-and-right", "light-and-zeros"


def light_robot(course: Course) -> str:
    """Graded through the whole line: right work on such a robot, and zeros for its dynamics."""
    project, course = book()[PROJECT], Course(course.root / PROJECT)
    course.root.mkdir(mode=0o700)
    (course.root / FILE).write_text("[assignments]\nvariants = 1\n")
    (course.root / "secret.key").write_text(SECRET)
    (course.root / "secret.key").chmod(0o600)
    list(release(course, [project], 1))
    form, solutions = released(course, project), solutions_of(project)
    for student, answers in ((WORKER, {}), (FORGER, ZEROS)):
        paper = Paper(form, solutions, student).solve()
        paper.append("robot_answer", LIGHT)
        for task, source in answers.items():
            paper.write(f"{task}_answer", source)
        folder = course.submitted / student / PROJECT
        folder.mkdir(parents=True)
        (folder / f"{PROJECT}.ipynb").write_bytes(paper.content())
    grade(course, [project])
    return _other_marks(course, WORKER, set()) or _other_marks(course, FORGER, LOST)


def _other_marks(course: Course, student: str, lost: set[str]) -> str:
    """"" if exactly these tasks are lost."""
    receipt = read_receipt(course.receipt(PROJECT, student))
    if receipt is None:
        return _("{student} is not graded", student=student)
    full = {t.id: t.points for t in book()[PROJECT].tasks}
    odd = [_("{task} {points:g} of {of:g}", task=v.task, points=v.points, of=full[v.task])
           for v in receipt.verdicts if v.points != (0 if v.task in lost else full[v.task])]
    return _("{student}: {odd}", student=student, odd=joined(", ", odd)) if odd else ""


TRIALS = [
    Trial("robot-of-one-gram", "forging", "the project: a robot with links of one gram, right work "
          "and zeros for its whole dynamics", "right work keeps all, zeros earn nothing",
          lambda at: None, lambda seen: seen.harmed, slow=True, harm=light_robot),
]
