"""The sample class at the project: robots of their own.

VICTIM, MISREAD, SLIPS: as for the other assignments. ROBOTS: descriptions of other robots, as
students write them, each handed in by one of `students`.
"""

from __future__ import annotations

from autograde.sample import Student

VICTIM = "potential"
LOOP = "endless"               # one student is caught in a loop
MISREAD = ("position", "shifted = position\n"
                       "position = lambda q: shifted(q) + np.array([0.05, 0, 0])", 0.75)

#: A function that works with another gravity, and leaves the robot as it was.
WEIGHT = ("def slipped(*args):\n    global robot\n    kept = robot\n"
          "    robot = robot | {{'gravity': {factor} * robot['gravity']}}\n"
          "    try:\n        return right(*args)\n    finally:\n        robot = kept")
POINTS = ("def slipped(*args):\n    global robot\n    kept = robot\n"
          "    robot = robot | {'J': 0 * robot['J']}\n"
          "    try:\n        return right(*args)\n    finally:\n        robot = kept")
FALLS = ("kept = robot\nrobot = robot | {{'gravity': {factor} * robot['gravity']}}\n"
         "run = solve_ivp(rate, (0, 1), start, 'DOP853', times, rtol=1e-9, atol=1e-10)\n"
         "slipped = np.column_stack([times, run.y.T])\nrobot = kept")

SLIPS = {
    "weight_sign": {"potential": WEIGHT.format(factor=-1), "drives": WEIGHT.format(factor=-1),
                    "accelerations": WEIGHT.format(factor=-1), "motion": FALLS.format(factor=-1)},
    "weight_lost": {"drives": WEIGHT.format(factor=0), "accelerations": WEIGHT.format(factor=0),
                    "motion": FALLS.format(factor=0)},
    "own_b_lost": {"drives": "slipped = lambda q, dq, ddq: right(q, 0 * dq, ddq)",
                   "accelerations": "slipped = lambda q, dq, mu: right(q, 0 * dq, mu)"},
    "own_tensors_lost": {"inertia_matrix": POINTS, "drives": POINTS, "accelerations": POINTS},
    "own_rows_swapped": {"velocity": "slipped = lambda q, dq: np.roll(right(q, dq), 3)"},
    "own_axes_last": {"velocity": "slipped = lambda q, dq: np.concatenate(\n"
                                  "    [attitude(q).T @ x for x in np.split(right(q, dq), 2)])"},
    "own_attitude_back": {"attitude": "slipped = lambda q: right(q).T"},
}
#: What follows from the student's own earlier functions by a law loses nothing more.
EARNED = {(slip, task): 1.0 for slip, tasks in {
    "weight_sign": ("drives", "accelerations", "motion"),
    "weight_lost": ("accelerations", "motion"), "own_b_lost": ("accelerations",),
    "own_tensors_lost": ("drives", "accelerations")}.items() for task in tasks}

#: A robot arm by Denavit-Hartenberg rows, six revolute joints; and a gantry with a turning hand.
ROBOTS = {
    "six joints by DH": """robot = {
    "sigma": [1, 1, 1, 1, 1, 1],
    "dh": [[0.0, 0.4, 0.03, np.pi / 2], [0.0, 0.0, 0.45, 0.0], [0.0, 0.0, 0.04, np.pi / 2],
           [0.0, 0.42, 0.0, -np.pi / 2], [0.0, 0.0, 0.0, np.pi / 2], [0.0, 0.08, 0.02, 0.0]],
    "m": [12, 9.5, 6.1, 3.2, 1.4, 0.5],
    "r": [[-0.02, -0.1, 0.01], [-0.2, 0.02, 0.03], [-0.01, 0.03, 0.05], [0.01, 0.12, 0.02],
          [0.0, 0.01, 0.02], [0.01, 0.0, -0.02]],
    "J": [[0.2, 0.12, 0.19], [0.05, 0.3, 0.31], [0.04, 0.05, 0.03], [0.03, 0.01, 0.028],
          [0.003, 0.002, 0.0025], [0.0004, 0.0004, 0.0006]],
    "gravity": [0, 0, -9.81]}
handed = robot                # the functions take the parameters of section 1.4
theta, d, a, alpha = np.array(robot["dh"]).T
R = [turn("z", t) @ turn("x", x) for t, x in zip(theta, alpha)]
robot = {key: np.array(robot[key], float) for key in ("sigma", "m", "r", "gravity")} | {
    "angles": np.array([(np.arctan2(-m[1, 2], m[2, 2]), np.arcsin(np.clip(m[0, 2], -1, 1)),
                         np.arctan2(-m[0, 1], m[0, 0])) for m in R]),
    "l": np.stack([a, d * np.sin(alpha), d * np.cos(alpha)], -1),
    "J": np.array([np.diag(x) for x in handed["J"]])}
taken, robot = robot, handed""",
    "a column, a slide and two turns": """robot = {key: np.array(x, float) for key, x in {
    "sigma": [1, 0, 1, 1],
    "angles": [[0, np.pi / 2, 0], [0, -np.pi / 2, 0], [np.pi / 2, 0, 0.1], [0.2, 0, 0]],
    "l": [[0, 0, 0.5], [0.1, 0.02, 0], [0.3, 0, 0], [0.22, 0, 0.05]],
    "m": [8, 5, 3, 1.2],
    "r": [[0, 0.01, -0.2], [-0.05, 0, 0.02], [-0.15, 0.01, 0], [-0.1, 0, 0.02]],
    "J": [np.diag([0.2, 0.2, 0.1]), np.diag([0.05, 0.06, 0.04]), np.diag([0.01, 0.05, 0.05]),
          np.diag([0.003, 0.01, 0.01])],
    "gravity": [0, 0, -9.81]}.items()}"""}


def students(assignment) -> list[Student]:
    """Honest work on robots of their own."""
    def with_robot(source):
        def fill(paper) -> None:
            paper.solve().answer("robot", source)
            paper.append("robot", "robot = globals().get('taken', robot)")
        return fill
    return [Student(name, f"honest: {robot}", with_robot(source))
            for name, (robot, source) in zip(("orlov", "pavlova"), ROBOTS.items())]


def other_forms(paper) -> None:
    """Lists in the description, in A and in the table; a column of numbers for the velocity."""
    paper.append("robot", "robot = kept")
    paper.append("robot_answer", "kept = robot\n"
                                 "robot = {key: robot[key].tolist() for key in robot}")
    paper.append("inertia_matrix_answer",
                 "as_array = inertia_matrix\n"
                 "def inertia_matrix(q):\n    return as_array(q).tolist()")
    paper.append("velocity_answer",
                 "direct = velocity\n"
                 "def velocity(q, dq):\n    return [[float(x)] for x in direct(q, dq)]")
    paper.append("motion_answer", "motion = motion.tolist()")
