"""Laws: they hold for right answers, name what is wrong with others, and never raise."""

import numpy as np
import pytest
import sympy as sp

from robokit import kawasaki, laws
from robokit.rotation import eps, lam, tau_x, tau_y, tau_z

TURN = tau_x(0.4) @ tau_y(-1.1) @ tau_z(2.0)
STATE = kawasaki.fs20n().at(np.linspace(0.2, 1.2, 6), np.linspace(-1, 1, 6))
b, t = sp.symbols("b t", real=True)
q = sp.Function("q")(t)


def rate_of_turn(q, dq):
    return tau_y(q) @ lam([0, dq, 0])


@pytest.mark.parametrize("finding", [
    laws.rotation(TURN),
    laws.rotation(TURN.tolist()),
    laws.rotation(np.stack([TURN, TURN.T])),
    laws.rotation(sp.Matrix([[sp.cos(b), -sp.sin(b), 0], [sp.sin(b), sp.cos(b), 0], [0, 0, 1]])),
    laws.rotation(tau_y(b)),
    laws.rotation(eps(q, b, sp.diff(q, t))),
    laws.inverse_pair(TURN, TURN.T),
    laws.same(TURN, sp.Matrix(TURN)),
    laws.same(sp.sin(2 * b), 2 * sp.sin(b) * sp.cos(b)),
    laws.same(sp.cos(b).rewrite(sp.exp), sp.cos(b)),
    laws.rotation(TURN + 1e-17j),
    laws.same_length(TURN @ [1, 2, 3], [1, 2, 3]),
    laws.unit(TURN[:, 0]),
    laws.skew(lam([1, 2, 3])),
    laws.symmetric_positive(np.diag([3, 2, 1])),
    laws.turns(tau_y),
    laws.chain(STATE.tau, 6),
    laws.derivative(tau_y, rate_of_turn, 0.4, -0.7),
    laws.derivative(tau_y, rate_of_turn(0.4, -0.7), 0.4, -0.7),
    laws.derivative(lambda q: q ** 3, lambda q, dq: 3 * q ** 2 * dq, [1, 2], [0.5, -0.5]),
], ids=str)
def test_right_answers(finding):
    assert finding.holds is True and finding
    assert repr(finding).startswith("holds: ")


@pytest.mark.parametrize("finding, said", [
    (laws.rotation(1.1 * TURN), "column 1 has length 1.1"),
    (laws.rotation(TURN @ [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]), "column 2 has length"),
    (laws.rotation(np.array([[1, 0.6, 0], [0, 0.8, 0], [0, 0, 1]])),
     "columns 1 and 2 are not at right angles"),
    (laws.rotation(TURN[:, [1, 0, 2]]), "left-handed"),
    (laws.rotation(np.stack([TURN, -TURN])), "left-handed"),
    (laws.inverse_pair(TURN, TURN), "off by"),
    (laws.same([1, 2, 3], [1, 2, 3.5], "t_2"), "t_2, off by 0.5 in entry (3)"),
    (laws.same([1, 2, 3], []), "the second holds no numbers"),
    (laws.same_length([1, 2], [1, 2]), "shape (2,)"),
    (laws.same_length([1, 2, 3], [1, 2, 4]), "the lengths differ"),
    (laws.unit([1, 1, 0]), "not 1"),
    (laws.skew(TURN), "m^T is not -m"),
    (laws.symmetric_positive([[1, 2], [0, 1]]), "not symmetric"),
    (laws.symmetric_positive([[1, 2], [2, 1]]), "not positive"),
    (laws.turns(lambda a: tau_x(a) @ tau_y(a)), "do not add up"),
    (laws.turns(TURN), "must be a function"),
    (laws.chain(lambda i, j: STATE.tau(j, i), 6), "is not f("),
    (laws.chain(lambda i, j: TURN, 2), "f(0, 0) is not 1"),
    (laws.derivative(tau_y, lambda q, dq: rate_of_turn(q, dq).T, 0.4, 0.7), "departs"),
    (laws.derivative(tau_y, [0, 0, 0], 0.4, 0.7), "shape"),
    (laws.derivative(lambda q: 1 / 0, 0, 0.4, 0.7), "ZeroDivisionError"),
    (laws.derivative(TURN, TURN, 0.4, 0.7), "must be a function"),
])
def test_wrong_answers_are_named(finding, said):
    assert finding.holds is False and not finding
    assert said in finding.text
    assert repr(finding).startswith("does not hold: ")


OPEN = [None, ..., [[...] * 3] * 3, [None, 1, 2]]
ODD = ["abc", "1+1", [["1", "0", "0"]] * 3, {1: 2}, {1, 2}, object(), np.eye(4), np.ones((2, 3)),
       [[1, 2], [3]], np.nan * TURN, np.inf * np.ones((3, 3)), TURN + 0.1j, np.ones((0, 3, 3)), 7,
       lambda q: q, sp.Symbol, b"bytes", [[sp.I] * 3] * 3, [[sp.zoo] * 3] * 3, np.array("text"),
       [[sp.exp(sp.I * b)] * 3] * 3]
ONE = [laws.rotation, laws.skew, laws.symmetric_positive, laws.unit,
       lambda x: laws.inverse_pair(x, TURN), lambda x: laws.same(x, TURN),
       lambda x: laws.same_length(x, [1, 2, 3])]


@pytest.mark.parametrize("law", ONE)
def test_open_answers_wait(law):
    for answer in OPEN:
        assert law(answer) == laws.Finding(None, "nothing to check yet")


@pytest.mark.parametrize("answer", ODD, ids=lambda x: repr(x)[:20])
def test_odd_answers_are_findings(answer):
    for law in ONE:
        finding = law(answer)
        positive = getattr(answer, "shape", None) == (4, 4)        # the unit matrix
        if not (law is ONE[2] and positive):
            assert finding.holds is False, finding


def test_open_functions_wait():
    assert laws.turns(lambda angle: None).holds is None
    assert laws.chain(lambda i, j: ..., 3).holds is None
    assert laws.derivative(lambda q: ..., lambda q, dq: ..., 1, 1).holds is None
    assert laws.derivative(tau_y, lambda q, dq: None, 1, 1).holds is None


def test_what_computes_with_an_open_function_waits_too():
    def jacobian(q):
        return None
    assert laws.derivative(tau_y, lambda q, dq: jacobian(q) * dq, 1, 1).holds is None
    assert laws.derivative(lambda q: jacobian(q)[0], lambda q, dq: 1, 1, 1).holds is None
    assert laws.turns(lambda angle: 2 * jacobian(angle)).holds is None
    assert laws.derivative(tau_y, lambda q, dq: "a" + 1, 1, 1).holds is False


def test_a_matrix_is_called_by_its_own_letter():
    assert laws.symmetric_positive(np.diag([3, 2, 1]), "J").text.startswith("J = J^T to ")
    assert "J is not symmetric" in laws.symmetric_positive([[1, 2], [0, 1]], "J").text
    assert laws.symmetric_positive(np.diag([3, 2, 1])).text.startswith("A = A^T to ")


def test_report_prints_one_line_while_open(capsys):
    laws.report(laws.rotation(...), laws.skew(...))
    laws.report(laws.rotation(TURN), laws.skew(...), laws.unit([1, 0, 0]))
    assert capsys.readouterr().out == (
        "nothing to check yet\n"
        "holds: tau tau^T = 1 to 1e-12, det = +1\nholds: the length is 1 to 1e-12\n")


def test_turns_step_by_step():
    angles = 0.4, -1.1, 2.0
    assert np.allclose(laws.by_turns("xyz", angles), TURN)
    fixed = tau_z(angles[2]) @ tau_y(angles[1]) @ tau_x(angles[0])
    assert np.allclose(laws.by_turns("xyz", angles, moving=False), fixed)


def test_tools():
    assert laws.gap([1, 2], [1, 2 + 1e-12]) == 0.0
    assert laws.gap([1, 2], [1, 3.23456]) == 1.23
    assert laws.vanishes(sp.Matrix([sp.sin(b) ** 2 + sp.cos(b) ** 2 - 1]))
    assert not laws.vanishes(tau_y(b))
    assert np.allclose(laws.rate(tau_y, 0.4, 0.7), rate_of_turn(0.4, 0.7))
