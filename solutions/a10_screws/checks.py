"""What answers of assignment 10 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import Mechanism, laws

from ..shared.checks import BODIES, CENTRES, DOWN, MASSES, RATES, VISIBLE, L, visible_arguments

LETTERS = ("q_2", "m", "x", "y", "z", "d", "e", "J_xy", "J_yz")
WEIGHT = np.array([0.0, 0.0, -9.81])
ACCELERATIONS = np.array([-0.8, 0.7, 0.5])          # of the visible cases, beside RATES


# -- the boom ------------------------------------------------------------------------------------
def boom(v) -> dict:
    """The student's boom by the letters of the tasks."""
    p, J = v["boom"], v["boom"]["J"]
    return dict(zip("xyz", p["r"])) | {"m": p["m"], "d": p["d"], "J_xy": J[0][1], "J_yz": J[1][2]}


# -- laws: what a right answer obeys, on inputs that anyone may see --------------------------------
def _near(a, b, text, size=1.0) -> laws.Finding:
    """A law of typed numbers."""
    return laws.Finding(bool(np.abs(np.subtract(a, b)).max() <= 10 * TYPED * max(1, size)), text)


def _screw_laws(s, own):
    axis, point = (np.array(own["variant"][name], float) for name in ("axis", "point"))
    yield _near(np.linalg.norm(s[:3]), 1, "omega of a unit rate has length one")
    moved = s[3:] + np.cross(s[:3], point)
    yield _near(np.cross(moved, axis), 0, "the point of the axis moves along the axis")


def _load_laws(load_0, own):
    F, M, at = (np.array(own["variant"][name], float) for name in ("F", "M", "at"))
    force, size = load_0[3:], float(np.linalg.norm(F))
    yield _near(np.linalg.norm(force), size, "its force is as large as in frame 1", size)
    robot = Mechanism([1], np.radians([own["variant"]["angles_deg"]]), [[0, 0, 0]])
    place = robot.at([0.0]).tau(0, 1) @ at + own["variant"]["origin"]
    yield _near(np.linalg.norm(load_0[:3] - np.cross(place, force)), np.linalg.norm(M),
                "about the point of the force its moment is as large as M", size)


def _inertia_laws(K, own):
    m, J = float(own["variant"]["m"]), np.array(own["variant"]["J"], float)
    size = float(np.abs(K).max())
    yield _near(K, K.T, "K is symmetric", size)
    yield _near(K[3:, 3:], m * np.eye(3), "the last block is m times the unit matrix", size)
    centred = K[:3, :3] - K[:3, 3:] @ K[3:, :3] / m
    moments = [np.linalg.eigvalsh((x + x.T) / 2) for x in (centred, J)]
    yield _near(*moments, "taken back to the mass centre, K has the principal moments of J", size)


def _hold_laws(hold, own):
    """Virtual work at the rate 1, with the student's own screw, load and inertia."""
    s, load = own.get("screw"), own.get("load_0")
    if any(x is None or x is Ellipsis for x in (s, load)):
        yield laws.Finding(None, "Check screw and load_0 first: the work is done on them.")
        return
    v, s, load = own["variant"], *(np.array(x, float).ravel() for x in (s, load))
    robot = Mechanism([1], np.radians([v["angles_deg"]]), [[0, 0, 0]])
    centre = robot.at([0.0]).tau(0, 1) @ v["r"] + v["origin"]
    weights = [v["m"] * WEIGHT @ (s[3:] + np.cross(s[:3], centre))]
    if laws.same(K_0 := own.get("K_0"), K_0):
        weights.append(s @ np.array(K_0, float) @ np.r_[0, 0, 0, WEIGHT])
    weight = min(weights, key=lambda x: abs(hold + load @ s + x))
    yield _near(hold + load @ s + weight, 0,
                "drive, load and weight together do no work on your own screw",
                max(abs(load @ s), abs(weight)))


def _coupling_laws(a_12):
    """Upside down the boom couples the other way; twice the mass and tensor, twice the coupling."""
    a_12 = a_12.xreplace({x: sp.Symbol(x.name) for x in a_12.free_symbols})
    q_2, *heavy = sp.symbols("q_2 m J_xy J_yz")
    yield laws.same(a_12.subs(q_2, q_2 + sp.pi), -a_12, "half a turn of the boom turns the sign")
    yield laws.same(a_12.subs({x: 2 * x for x in heavy}, simultaneous=True), 2 * a_12,
                    "twice the mass and the tensor, twice the coupling")


def _counterweight_laws(place, own):
    """With the counterweight as a second boom, the student's own coupling vanishes."""
    a_12 = own.get("coupling")
    if a_12 is None or a_12 is Ellipsis:
        yield laws.Finding(None, "Check coupling first: it decides.")
        return
    a_12 = sp.sympify(a_12)
    a_12 = a_12.xreplace({x: sp.Symbol(x.name) for x in a_12.free_symbols})
    v, names = own["variant"], sp.symbols(LETTERS[1:])
    p = boom({"boom": v["boom"]}) | {"e": 0.0}
    added = p | {"m": v["boom"]["m_c"], "x": place[0], "y": v["boom"]["y_c"], "z": place[1],
                 "J_xy": 0.0, "J_yz": 0.0}
    for angle in (0.3, 1.6):
        values = [float(a_12.subs({s: float(x[s.name]) for s in names}).subs("q_2", angle))
                  for x in (p, added)]
        yield _near(sum(values), 0, "with the counterweight your own coupling vanishes",
                    abs(values[0]))


def _called(f, *args):
    """The student's function with copies of its arguments."""
    return np.array(f(*[np.copy(x) for x in args]), float)


def _visible():
    angles, sigma, q = VISIBLE
    return angles, L, sigma, q


def _robot() -> Mechanism:
    angles, sigma, _ = VISIBLE
    return Mechanism(sigma, angles, L, MASSES, CENTRES, BODIES)


def _chain_screw_laws(chain_screws, own):
    """Each joint alone moves a point of the last link by its screw."""
    angles, sigma, q = VISIBLE
    S, point, robot = _called(chain_screws, *_visible()), np.array([0.3, -0.2, 0.5]), _robot()
    S, at = S.reshape(3, 6), robot.at(q).t(3, point)
    for one, s in zip(np.eye(3), S):
        moved = laws.rate(lambda x: robot.at(x).t(3, point), q, one)
        yield laws.same(np.round(s[3:] + np.cross(s[:3], at), 6), np.round(moved, 6),
                        "v + omega x t is the velocity of a point of the last link")


def _screw_rate_laws(screw_rates, own):
    """The derivative of the student's own screws."""
    if not callable(own.get("chain_screws")):
        yield laws.Finding(None, "Check chain_screws first: this is its derivative.")
        return
    angles, l, sigma, q = _visible()
    got = _called(screw_rates, angles, l, sigma, q, RATES).reshape(3, 6)
    change = laws.rate(lambda x: _called(own["chain_screws"], angles, l, sigma, x), q, RATES)
    yield laws.same(np.round(got, 6), np.round(change.reshape(3, 6), 6),
                    "it is the finite difference of your own chain_screws")


def _slope():
    """The slope of the potential energy by each coordinate."""
    q, robot = VISIBLE[2], _robot()
    return [float(laws.rate(lambda x: robot.at(x).potential_energy(DOWN), q, one))
            for one in np.eye(3)]


def _energy(t):
    """Energy and angular momentum about Z_0 of the visible chain on its way."""
    robot, q = _robot(), VISIBLE[2]
    s = robot.at(q + t * RATES + t**2 / 2 * ACCELERATIONS, RATES + t * ACCELERATIONS)
    spin = sum(m * np.cross(s.t(j, r), s.V(j, r)) + s.tau(0, j) @ J @ s.omega(j, j)
               for j, (m, r, J) in enumerate(zip(MASSES, CENTRES, BODIES), 1))
    return np.array([s.kinetic_energy() + s.potential_energy(DOWN), spin[2]])


def _chain_drive_laws(chain_drives, own):
    """At rest the slope of the potential energy; then energy and angular momentum."""
    parameters, q = visible_arguments()

    def drives(dq, ddq, gravity=DOWN):
        return _called(chain_drives, *parameters, q, dq, ddq, gravity).ravel()
    rest, moving = drives(0 * q, 0 * q), drives(RATES, ACCELERATIONS)
    yield laws.same(np.round(rest, 5), np.round(_slope(), 5),
                    "at rest it is the slope of the potential energy")
    yield laws.same(4 * (drives(RATES / 2, ACCELERATIONS / 4) - rest), moving - rest,
                    "half as fast, a quarter above the weights")
    gain, spin = (_energy(1e-4) - _energy(-1e-4)) / 2e-4
    yield laws.same(np.round(moving @ RATES, 5), np.round(gain, 5),
                    "the power of the drives is what the energy gains")
    yield laws.same(np.round(drives(RATES, ACCELERATIONS, 0 * DOWN)[0], 5), np.round(spin, 5),
                    "without weights drive 1 changes the angular momentum about Z_0")


CHECKS = {
    "screw": Check(function_laws=_screw_laws),
    "load_0": Check(function_laws=_load_laws),
    "K_1": Check(function_laws=_inertia_laws),
    "K_0": Check(function_laws=_inertia_laws),
    "hold": Check(function_laws=_hold_laws),
    "coupling": Check(symbolic_laws=_coupling_laws),
    "counterweight": Check(function_laws=_counterweight_laws),
    "chain_screws": Check(function_laws=_chain_screw_laws, visible=(Case(_visible()),)),
    "screw_rates": Check(function_laws=_screw_rate_laws, visible=(Case((*_visible(), RATES)),)),
    "chain_drives": Check(
        function_laws=_chain_drive_laws,
        visible=(Case((*visible_arguments()[0], visible_arguments()[1], RATES, ACCELERATIONS,
            DOWN)),)),
}
