"""The crane of assignment 9, worked out in letters as a student would."""

import numpy as np
import sympy as sp
from dealt import dealt
from scipy.integrate import solve_ivp

from autograde.judging.judge import Judge
from autograde.library import book
from autograde.runner.encode import encode
from solutions.a09_motion import tasks as a09_motion

ASSIGNMENT = book()["a09_motion"]


def crane_work(A, b):
    """Answers and values of a student who goes on from these A and b, in letters."""
    variants = dealt(ASSIGNMENT.name)
    p = variants[0]["crane"]
    judge = Judge(ASSIGNMENT, variants, 0, "someone", b"only for tests")
    values = {name: [encode(np.array(expression.subs(case.inputs), float))
                     for case in (*judge.cases[name], *judge.asked.get(name, []))]
              for name, expression in (("crane_A", A), ("crane_b", b))}
    numbers = {name: p[name] for name in ("m", "r", "e", "d", "I_1", "I_a", "I_t")}
    A_of = sp.lambdify(sp.symbols("q_2"), A.subs(numbers))
    b_of = sp.lambdify(sp.symbols("q_2 u_1 u_2"), b.subs(numbers))

    def ddq(q_2, u, mu):
        weight = [0, -9.81 * p["m"] * p["r"] * np.cos(q_2)]
        return np.linalg.solve(A_of(q_2), mu + np.array(weight) - b_of(q_2, *u).ravel())
    q_2 = np.radians(p["q_2"])
    run = solve_ivp(lambda t, y: [*y[2:], *ddq(y[1], y[2:], np.zeros(2))],
                    (0, a09_motion.SECONDS), [0, q_2, *p["dq"]], rtol=1e-9, atol=1e-10)
    answers = {name: {"type": "expression", "shape": [2, 2], "symbols": []} for name in values}
    answers |= {"crane_ddq": encode(ddq(q_2, p["dq"], np.array(p["mu"]))),
                "fall": encode(run.y[:2, -1])}
    return {v.task: v for v in judge.verdicts(answers, values)}


def b_from(A):
    """The crane's b that follows from this A, in letters, by Lagrange."""
    u, q_2 = sp.Matrix(sp.symbols("u_1 u_2")), sp.Symbol("q_2")
    return A.diff(q_2) * u * u[1] - sp.Matrix([0, (u.T * A.diff(q_2) * u)[0] / 2])
