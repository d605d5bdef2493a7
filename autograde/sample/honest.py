"""Right work in every form it comes in, unfinished work, and no work."""

from __future__ import annotations

from ..task import Assignment, Task
from . import Paper, Student

LISTS = "\n{name} = np.array({name}, dtype=float).tolist()"
LISTED = ("\ndef listed(function):\n"
          "    return lambda *args: np.asarray(function(*args), dtype=float).tolist()\n"
          "right = {name}\n{name} = listed({name})")
SYMPY = "\n{name} = sp.Matrix(np.array({name}, dtype=float))"
SYMPIFIED = ("\ndef sympified(function):\n"
             "    return lambda *args: sp.Matrix(np.asarray(function(*args), dtype=float))\n"
             "right = {name}\n{name} = sympified({name})")


def _in_form(values: str, functions: str):
    """Right answers, each put into another form for its check, and taken back behind it."""
    def fill(paper: Paper, assignment: Assignment) -> None:
        paper.solve()
        for task in assignment.tasks:
            if task.kind.ask not in ("value", "function"):
                continue
            name = task.id
            form = values if task.kind.ask == "value" else functions
            source = paper.solutions[f"{name}_answer"]
            paper.answer(name, source + (form if form is functions else f"\nright = {name}" + form
                                         ).format(name=name))
            paper.append(name, f"{name} = right")
    return fill


def _typed(paper: Paper, assignment: Assignment) -> None:
    """Numbers as read off a calculator, with five digits behind the point."""
    paper.solve()
    for task in _values(assignment):
        paper.append(f"{task.id}_answer", f"{task.id} = np.round(np.array({task.id}, float), 5)")


def _untidy(paper: Paper, assignment: Assignment) -> None:
    """Own cells, warnings, loud functions, names used again for something else at the end."""
    paper.solve()
    first = assignment.tasks[0].id
    paper.insert(f"{first}_answer", "import warnings\nwarnings.warn('careful')\nnp.zeros(2) / 0")
    paper.insert(f"{first}_answer", "this cell is not python at all")
    for task in assignment.tasks:
        if task.kind.ask == "function":
            paper.append(f"{task.id}_answer", f"import sys\nprint('trying', {task.id}, file=sys.stderr)")
    last = assignment.tasks[-1].id
    functions = [t.id for t in assignment.tasks if t.kind.ask == "function"]
    paper.append(last, "\n".join(f"{name} = None" for name in functions)
                 + "\nelementary = adjacent = np = None")


def _other_angles(paper: Paper, assignment: Assignment) -> None:
    """The second solution of the orientation problem; elsewhere matrices of the old class."""
    paper.solve()
    if assignment.name == "a03_positions":
        paper.answer("orientation", paper.solutions["orientation_answer"] +
                     "\nfirst = orientation\n"
                     "def orientation(tau):\n"
                     "    P, Y, R = first(tau)\n"
                     "    return [P + np.pi, np.pi - Y, R - np.pi]")
    elif assignment.name == "a01_parameters":
        paper.append("mounting_answer", "alpha, beta, gamma = mounting\n"
                     "mounting = [alpha + np.pi, np.pi - beta, gamma - np.pi]")
        paper.append("link_tensor_answer", "link_tensor = np.matrix(link_tensor)")
    elif assignment.name == "a04_inverse":
        paper.append("elbows_answer", "found = elbows\n"
                     "def elbows(*args):\n"
                     "    return {k: [a + 2 * np.pi, b] for k, (a, b) in enumerate(found(*args))}")
        paper.append("arm_solutions_answer", "every = arm_solutions\n"
                     "def arm_solutions(C, L):\n"
                     "    return {tuple(q - 2 * np.pi) for q in every(C, L)}")
        paper.append("singular_elbow_answer",
                     "singular_elbow = np.matrix(singular_elbow)[::-1] + 2 * np.pi")
        paper.append("other_wrist_answer",
                     "other_wrist = [[a % (2 * np.pi)] for a in other_wrist]")
    elif assignment.name == "a05_velocities":
        paper.append("velocity_own_answer", "velocity_own = np.matrix(velocity_own).T")
        paper.append("printed_gap_answer", "printed_gap = np.matrix(printed_gap)")
        paper.append("polar_jacobian_answer",
                     "arm = sp.Matrix([sp.cos(q_1) * sp.cos(q_2), sp.sin(q_1) * sp.cos(q_2),\n"
                     "                 sp.sin(q_2)])\n"
                     "axes = [sp.Matrix([0, 0, 1]), sp.Matrix([sp.sin(q_1), -sp.cos(q_1), 0])]\n"
                     "turns = [axis.cross((a + q_3) * arm) for axis in axes]\n"
                     "polar_jacobian = sp.Matrix.hstack(*turns, arm).tolist()")
    else:
        paper.append("composition_answer", "composition = np.matrix(composition)")
        paper.answer("components", "components = composition @ np.matrix(v.a_uvw).T")


def _half(paper: Paper, assignment: Assignment) -> None:
    """The second half is left as it was released."""
    paper.solve(*[t.id for t in assignment.tasks[5:]], *assignment.manual)


def _misread(paper: Paper, assignment: Assignment) -> None:
    """One number misread in an early step; the later steps go on from there."""
    paper.solve()
    if assignment.name == "a03_positions":
        paper.append("rotation_03_answer", "rotation_03 = rotation_03 @ elementary('x', 0.4)")
    elif assignment.name == "a01_parameters":
        paper.append("mounting_answer", "mounting = mounting + [0.4, 0, 0]")
    elif assignment.name == "a04_inverse":
        paper.append("origin_6_answer", "origin_6 = origin_6 + 0.1")
    elif assignment.name == "a05_velocities":
        paper.append("lever_answer", "lever = elementary('x', 0.4) @ lever")
    else:
        paper.append("composition_answer", "composition = composition @ elementary('x', 0.4)")


def _empty(paper: Paper, assignment: Assignment) -> None:
    paper.write("identity", 'me = "your_id"')


def _values(assignment: Assignment) -> list[Task]:
    return [t for t in assignment.tasks if t.kind.ask == "value"]


def students(assignment: Assignment) -> list[Student]:
    misread = {"a01_parameters": "mounting", "a03_positions": "rotation_03",
               "a04_inverse": "origin_6", "a05_velocities": "lever"}.get(
        assignment.name, "composition")
    half = {t.id: 0 for t in assignment.tasks[5:]}

    def student(name, story, fill, *more, **fields):
        return Student(name, story, lambda paper: fill(paper, assignment), *more, **fields)
    return [
        student("akimova", "honest: the instructor's solution", lambda p, a: p.solve()),
        student("borisov", "honest: nested lists", _in_form(LISTS, LISTED)),
        student("vasin", "honest: sympy matrices instead of arrays", _in_form(SYMPY, SYMPIFIED)),
        student("galkina", "honest: untidy", _untidy),
        student("egorov", "honest: the other branch, old matrices", _other_angles),
        student("zaitseva", "honest: typed numbers", _typed),
        student("dunaev", "half done", _half, half, flags=("no answer",)),
        student("ilyina", "one number misread, carried on rightly", _misread, {misread: 0}),
        student("zimin", "the released notebook, untouched", _empty, 0.0, flags=("no answer",)),
    ]
