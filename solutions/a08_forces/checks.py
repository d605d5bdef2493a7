"""What answers of assignment 8 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import scipy
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws, robots
from robokit.rotation import lam

DOWN = np.array([0.0, 0.0, -9.81])
JOINT, LAST = 2, 3                          # the joint and the link that own numbers ask about
TROLLEY = ("phi", "dphi", "w_1", "w_2", "m_1", "m_2", "d", "I", "g_0")


def body(rng) -> np.ndarray:
    """The inertia tensor of six masses spread over a box, about their mass centre."""
    points = rng.uniform(-1, 1, (6, 3)) * rng.uniform(0.2, 0.5, 3)
    points = points - points.mean(axis=0)
    return sum(rng.uniform(0.9, 1) * (p @ p * np.eye(3) - np.outer(p, p)) for p in points)


# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
ARM, _AT = robots.load("chain4"), robots.example("chain4")
VISIBLE = (ARM.angles, ARM.l, ARM.sigma, ARM.m, ARM.r)
TENSORS, TILTED = ARM.J, _AT["gravity"]
Q, DQ, DDQ = _AT["q"], _AT["dq"], _AT["ddq"]
NONE = np.zeros((4, 3))


def _called(f, *args):
    """The student's function with copies of its arguments, flat."""
    copies = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
    return np.array(f(*copies), float).reshape(-1)


def _tensor_laws(tensor, own):
    given = np.linalg.eigvalsh(own["variant"]["J"][LAST - 1])
    yield laws.Finding(bool(np.abs(tensor - tensor.T).max() <= 2 * TYPED),
                       "an inertia tensor is symmetric")
    same = np.abs(np.linalg.eigvalsh((tensor + tensor.T) / 2) - given).max() <= 2 * TYPED
    yield laws.Finding(bool(same), "turning changes no principal moment of inertia")


def _inertia_moment_laws(M, own):
    tensor = own.get("tensor")
    if not laws.same(tensor, tensor):
        yield laws.Finding(None, "Check tensor first: the two have something in common.")
        return
    omega, domega = (np.array(own["variant"][name][LAST - 1]) for name in ("omega", "domega"))
    power = omega @ (np.array(tensor, float).reshape(3, 3) @ domega)
    yield laws.Finding(bool(abs(omega @ M + power) <= 20 * TYPED * max(1, abs(power))),
                       "its power is that of minus J domega alone, J being your tensor")


def _moment_function_laws(inertia_moment_of, own):
    """It turns along with everything; it is linear in J; K turns with a steady body."""
    J, tau, omega, domega = TENSORS[0], np.eye(3)[[1, 2, 0]], DQ[:3], DDQ[:3]
    turn = Mechanism([1], [[0.4, -0.9, 0.3]], [[0, 0, 0]]).at([0.6]).tau(0, 1)
    yield laws.same(_called(inertia_moment_of, J, turn @ tau, turn @ omega, turn @ domega),
                    turn @ _called(inertia_moment_of, J, tau, omega, domega),
                    "turn the body with all its vectors, and the moment turns along")
    steady = _called(inertia_moment_of, J, tau, omega, 0 * domega)

    def momentum(t):
        now = scipy.linalg.expm(t * lam(omega)) @ tau
        return now @ J @ now.T @ omega
    yield laws.same(np.round(steady, 6), np.round(-laws.rate(momentum, 0, 1), 6),
                    "at constant omega it is minus the rate of the angular momentum")
    yield laws.same(_called(inertia_moment_of, 2 * J, tau, omega, domega),
                    2 * _called(inertia_moment_of, J, tau, omega, domega),
                    "twice the tensor, twice the moment")


def _slope(gravity):
    """The slope of the potential energy by each coordinate, at Q."""
    robot = ARM
    return [float(laws.rate(lambda x: robot.at(x).potential_energy(gravity), Q, unit))
            for unit in np.eye(4)]


def _static_laws(function, own):
    angles, l, sigma, m, r = VISIBLE

    def drives(g, F, M):
        return _called(function, angles, l, sigma, m, r, Q, g, F, M)
    yield laws.same(np.round(drives(TILTED, NONE, NONE), 5), np.round(_slope(TILTED), 5),
                    "under the weights alone it is the slope of the potential energy")
    F, M = 5 * VISIBLE[1], 3 * VISIBLE[4]
    both = drives(0 * DOWN, F, M)
    yield laws.same(drives(0 * DOWN, 2 * F, 2 * M), 2 * both, "twice the loads, twice the drives")
    robot = ARM
    work = [sum(F[j - 1] @ laws.rate(lambda x: robot.at(x).t(j, r[j - 1]), Q, unit)
                for j in (1, 2, 3, 4)) for unit in np.eye(4)]
    yield laws.same(np.round(drives(0 * DOWN, F, NONE) + work, 5), np.zeros(4),
                    "drives and forces do no work in a small step of any joint")


def _energy(t):
    """Energy and angular momentum about Z_0 of the visible chain on its way."""
    robot = ARM
    s = robot.at(Q + t * DQ + t**2 / 2 * DDQ, DQ + t * DDQ)
    K = sum(robot.m[j - 1] * np.cross(s.t(j, robot.r[j - 1]), s.V(j, robot.r[j - 1]))
            + s.tau(0, j) @ robot.J[j - 1] @ s.omega(j, j) for j in (1, 2, 3, 4))
    return np.array([s.kinetic_energy() + s.potential_energy(DOWN), K[2]])


def _dynamics_laws(function, own):
    angles, l, sigma, m, r = VISIBLE

    def drives(dq, ddq, g=DOWN):
        return _called(function, angles, l, sigma, m, r, TENSORS, Q, dq, ddq, g)
    rest, moving = drives(0 * DQ, 0 * DDQ), drives(DQ, DDQ)
    yield laws.same(np.round(drives(0 * DQ, 0 * DDQ, TILTED), 5), np.round(_slope(TILTED), 5),
                    "at rest it is the slope of the potential energy")
    yield laws.same(4 * (drives(DQ / 2, DDQ / 4) - rest), moving - rest,
                    "half as fast, a quarter above the weights")
    gain, spin = (_energy(1e-4) - _energy(-1e-4)) / 2e-4
    yield laws.same(np.round(moving @ DQ, 5), np.round(gain, 5),
                    "the power of the drives is what the energy gains")
    yield laws.same(np.round(moving[0], 5), np.round(spin, 5),
                    "drive 1 changes the angular momentum about Z_0")


def _trolley_laws(drives):
    x = {name: sp.Symbol(name) for name in TROLLEY}
    drives = sp.Matrix(drives).xreplace({s: sp.Symbol(s.name) for s in drives.free_symbols})
    yield laws.same(drives[0].diff(x["w_2"]), drives[1].diff(x["w_1"]),
                    "what w_2 asks of drive 1, w_1 asks of drive 2")
    rest = {x["dphi"]: 0, x["w_1"]: 0, x["w_2"]: 0, x["phi"]: 0}
    yield laws.same(drives.subs(rest), sp.zeros(2, 1), "hanging still, it needs no drive")


CHECKS = {
    "tensor": Check(function_laws=_tensor_laws),
    "inertia_moment": Check(function_laws=_inertia_moment_laws),
    "inertia_moment_of": Check(
        function_laws=_moment_function_laws,
        visible=(Case((TENSORS[0], np.eye(3)[[1, 2, 0]], DQ[:3], DDQ[:3])),)),
    "static_drives": Check(
        function_laws=_static_laws,
        visible=(Case((*VISIBLE, Q, DOWN, NONE, NONE)),)),
    "inverse_dynamics": Check(
        function_laws=_dynamics_laws,
        visible=(Case((*VISIBLE, TENSORS, Q, DQ, DDQ, DOWN)),)),
    "trolley_drives": Check(symbolic_laws=_trolley_laws),
}
