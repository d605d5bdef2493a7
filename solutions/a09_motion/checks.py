"""What answers of assignment 9 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws

from ..shared.checks import BODIES, CENTRES, DOWN, MASSES, RATES, VISIBLE, L, visible_arguments

DRIVES = np.array([3.0, -2.0, 1.0])


def _called(f, *args):
    """The student's function with copies of its arguments."""
    return np.array(f(*[np.copy(x) for x in args]), float)


def _energy(q, dq):
    """Kinetic energy of the visible chain, positions and rotations differentiated."""
    angles, sigma, _ = VISIBLE
    robot, W = Mechanism(sigma, angles, L), 0.0
    for i, (m, r, J) in enumerate(zip(MASSES, CENTRES, BODIES), 1):
        V = laws.rate(lambda x: robot.at(x).t(i, r), q, dq)
        spin = robot.at(q).tau(i, 0) @ laws.rate(lambda x: robot.at(x).tau(0, i), q, dq)
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        W += (m * V @ V + omega @ J @ omega) / 2
    return W


def _power_of_weights(q, dq):
    angles, sigma, _ = VISIBLE
    robot = Mechanism(sigma, angles, L)
    return sum(m * DOWN @ laws.rate(lambda x: robot.at(x).t(i, r), q, dq)
               for i, (m, r) in enumerate(zip(MASSES, CENTRES), 1))


def _tensor_laws(J_0, own):
    """Turned, a tensor keeps its principal moments."""
    J = np.array(own["variant"]["J_3"], float)
    yield laws.Finding(bool(np.abs(J_0 - J_0.T).max() <= 2 * TYPED), "the tensor is symmetric")
    moments = [np.linalg.eigvalsh((x + x.T) / 2) for x in (J, J_0)]
    yield laws.Finding(bool(np.abs(np.subtract(*moments)).max() <= 2 * TYPED),
                       "turning changes no principal moment")


def _a_33_laws(a_33, own):
    least = np.linalg.eigvalsh(np.array(own["variant"]["J_3"], float)).min()
    yield laws.Finding(bool(a_33 > least), "it is larger than the least principal moment of link 3")


def _row_laws(row, own):
    """The last element is a_33."""
    if not laws.same(own.get("a_33"), own.get("a_33")):
        yield laws.Finding(None, "Check a_33 first: it is one of the three.")
    else:
        last = float(np.array(own["a_33"], float).reshape(()))
        yield laws.Finding(bool(abs(row[2] - last) <= 2 * TYPED * max(1, abs(last))),
                           "the third element is your a_33")


def _plain(expression):
    """The answer with letters that carry no assumptions."""
    return expression.xreplace({x: sp.Symbol(x.name) for x in expression.free_symbols})


def _crane_A_laws(A):
    return [laws.symmetric_positive(_plain(A))]


def _crane_b_laws(b):
    b, (u_1, u_2) = _plain(sp.Matrix(b)), sp.symbols("u_1 u_2")
    twice = b.subs({u_1: 2 * u_1, u_2: 2 * u_2}, simultaneous=True)
    held = b.subs(u_2, 0)
    return [laws.same(twice, 4 * b, "twice the rates, four times b"),
            laws.same(held[0] * u_1, 0 * u_1, "with the jib held, b has no power")]


def _chain_A_laws(chain_A, own):
    """Symmetric, positive, and half dq A dq is the energy."""
    parameters, q = visible_arguments()
    A = _called(chain_A, *parameters, q)
    yield laws.symmetric_positive(A)
    yield laws.same(RATES @ A @ RATES / 2, _energy(q, RATES), "half dq A dq is the energy")


def _chain_b_laws(chain_b, own):
    """Quadratic in the rates; its power is half dq dA/dt dq, with the student's own A."""
    parameters, q = visible_arguments()
    b = _called(chain_b, *parameters, q, RATES).ravel()
    yield laws.same(_called(chain_b, *parameters, q, 2 * RATES).ravel(), 4 * b,
                    "twice the rates, four times b")
    if not callable(own.get("chain_A")):
        yield laws.Finding(None, "Check chain_A first: the power of b is seen in its rate.")
    else:
        dA = laws.rate(lambda x: _called(own["chain_A"], *parameters, x), q, RATES)
        yield laws.same(RATES @ b, RATES @ dA @ RATES / 2,
                        "dq b is half dq dA/dt dq, with your own chain_A")


def _chain_ddq_laws(chain_ddq, own):
    """Power of drives and weights becomes energy, with the student's own A and b."""
    if not all(callable(own.get(name)) for name in ("chain_A", "chain_b")):
        yield laws.Finding(None, "Check chain_A and chain_b first: the power needs both.")
        return
    parameters, q = visible_arguments()
    ddq = _called(chain_ddq, *parameters, q, RATES, DRIVES, DOWN).ravel()
    A, b = _called(own["chain_A"], *parameters, q), _called(own["chain_b"], *parameters, q, RATES)
    yield laws.same(RATES @ (A @ ddq + b.ravel()), RATES @ DRIVES + _power_of_weights(q, RATES),
                    "the power of drives and weights is dq (A ddq + b), with your own A and b")


CHECKS = {
    "tensor_0": Check(function_laws=_tensor_laws),
    "a_33": Check(function_laws=_a_33_laws),
    "row_3": Check(function_laws=_row_laws),
    "crane_A": Check(symbolic_laws=_crane_A_laws),
    "crane_b": Check(symbolic_laws=_crane_b_laws),
    "chain_A": Check(
        function_laws=_chain_A_laws,
        visible=(Case((*visible_arguments()[0], visible_arguments()[1])),)),
    "chain_b": Check(
        function_laws=_chain_b_laws,
        visible=(Case((*visible_arguments()[0], visible_arguments()[1], RATES)),)),
    "chain_ddq": Check(
        function_laws=_chain_ddq_laws,
        visible=(Case((*visible_arguments()[0], visible_arguments()[1], RATES, DRIVES,
            DOWN)),)),
}
