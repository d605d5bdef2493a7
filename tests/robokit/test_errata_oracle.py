"""The oracle against independent means: finite differences, scipy's rotations, energy."""

import ast
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from robokit.errata import latex, oracle

CASES = oracle.samples()
H = 1e-4


def later(c, t):
    """The chain a time t later."""
    return c.moving(q=[q + v * t + a * t * t / 2 for q, v, a in zip(c.q[1:], c.dq[1:], c.ddq[1:])],
                    dq=[v + a * t for v, a in zip(c.dq[1:], c.ddq[1:])])


@pytest.mark.parametrize("c", CASES)
def test_orientations_are_scipys(c):
    turn = Rotation.identity()
    for i in c.links:
        turn = turn * Rotation.from_rotvec([0, 0, c.s(i) * c.q[i]]) \
            * Rotation.from_euler("XYZ", c.angles[i])
        np.testing.assert_allclose(c.tau(0, i), turn.as_matrix(), atol=1e-12)


@pytest.mark.parametrize("c", CASES)
def test_derivatives_are_finite_differences(c):
    ends = [later(c, t).point(c.n, c.t[c.n]).c[0] for t in (-H, 0, H)]
    np.testing.assert_allclose(c.V(c.n, c.t[c.n]), (ends[2] - ends[0]) / (2 * H), atol=1e-5)
    np.testing.assert_allclose(c.dV(c.n, c.t[c.n]), (ends[2] - 2 * ends[1] + ends[0]) / H**2,
                               atol=1e-4)
    rates = [later(c, t).omega(c.n) for t in (-H, H)]
    np.testing.assert_allclose(c.domega(c.n), (rates[1] - rates[0]) / (2 * H), atol=1e-5)
    turns = [later(c, t).tau(1, c.n) for t in (-H, H)]
    np.testing.assert_allclose(c.dtau(1, c.n), (turns[1] - turns[0]) / (2 * H), atol=1e-5)


@pytest.mark.parametrize("c", CASES)
def test_drives_are_lagranges(c):
    """d/dt dT/d(dq_i) - dT/dq_i by differences of the energy of the point masses."""
    def energy(q, dq):
        return c.moving(q=q, dq=dq).kinetic_energy()

    def momentum(t):
        state = later(c, t)
        q, v, h = np.array(state.q[1:]), np.array(state.dq[1:]), 1.0       # T is quadratic in dq
        return np.array([(energy(q, v + h * u) - energy(q, v - h * u)) / 2 for u in np.eye(c.n)])

    q, v = np.array(c.q[1:]), np.array(c.dq[1:])
    slope = [(energy(q + H * u, v) - energy(q - H * u, v)) / (2 * H) for u in np.eye(c.n)]
    lagrange = (momentum(H) - momentum(-H)) / (2 * H) - slope
    np.testing.assert_allclose(c.drives(loads=False), lagrange, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("c", CASES)
def test_power_of_the_drives_and_loads_is_the_rate_of_energy(c):
    rate = (later(c, H).kinetic_energy() - later(c, -H).kinetic_energy()) / (2 * H)
    loads = sum(c.F[i] @ c.V(i, c.r[i]) + c.M[i] @ c.omega(i) for i in c.links)
    assert c.drives() @ c.dq[1:] + loads == pytest.approx(rate, rel=1e-5, abs=1e-4)


@pytest.mark.parametrize("c", CASES)
def test_reactions_project_on_the_drives(c):
    for i in c.links:
        force, moment = c.reaction(i)
        along = (moment if c.s(i) else force) @ c.axes(i - 1).c[0][:, 2]
        assert along == pytest.approx(c.drives()[i - 1], abs=1e-9)


def test_latex_is_read_as_it_stands():
    q = np.arange(1.0, 7.0)
    assert latex.value(r"-\sin q_1 \cos q_2 + 0,5(1 - \sin q_3)", q) == \
        pytest.approx(-np.sin(1) * np.cos(2) + 0.5 * (1 - np.sin(3)))
    assert latex.value(r"\sin \cos q_1 \sin q_2", q) == pytest.approx(np.sin(np.cos(1)) * np.sin(2))
    with pytest.raises(ValueError, match="open bracket"):
        latex.value(r"2 (1 + \cos q_1", q)
    with pytest.raises(ValueError, match="needs sines"):
        latex.value(r"\tan q_1", q)
    matrix, = latex.matrices(r"A = \begin{pmatrix} 1 & -2 \\ 0 & 0,5 \end{pmatrix}", q)
    np.testing.assert_array_equal(matrix, [[1, -2], [0, 0.5]])


@pytest.mark.parametrize("path", sorted(Path(oracle.__file__).parent.glob("*.py")),
                         ids=lambda path: path.stem)
def test_nothing_here_leans_on_the_rest_of_robokit(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level < 2 and not (node.module or "").startswith("robokit")
        if isinstance(node, ast.Import):
            assert not any(name.name.startswith("robokit") for name in node.names)
