"""What answers of assignment 2 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np

from autograde.practice import TYPED, Case, Check
from robokit import laws, rotation

from ..shared.checks import RATES, VISIBLE, typed_rotation

AXES = "xyz"


def _elementary_laws(elementary, own):
    def tau(axis, angle):
        return np.array(elementary(axis, angle), float)
    unit = dict(zip(AXES, np.eye(3)))
    yield from _of_every_axis("an axis stays where it is in a turn about it",
                              lambda x: (tau(x, 0.7) @ unit[x], unit[x]))
    yield from _of_every_axis("two turns about one axis add up",
                              lambda x: (tau(x, 0.3) @ tau(x, 0.4), tau(x, 0.7)))
    yield from _of_every_axis("a full turn (2 pi) changes nothing",
                              lambda x: (tau(x, 2 * np.pi), np.eye(3)))
    # Renaming x, y, z as y, z, x leaves a frame right-handed: one formula serves all three.
    again, following = np.roll(np.eye(3), 1, axis=0), dict(zip("xyz", "yzx"))
    yield from _of_every_axis("with the axes renamed, x to y to z to x, the turn about the next "
                              "axis comes out",
                              lambda x: (again @ tau(x, 0.7) @ again.T, tau(following[x], 0.7)))


def _of_every_axis(text: str, sides) -> list:
    """A law's two sides for every axis: those that differ, or one line for all three."""
    found = [laws.same(*sides(axis), laws.Finding(None, "axis {axis}: {law}", axis=axis,
                                                  law=laws.Finding(None, text))) for axis in AXES]
    return [f for f in found if not f] or [laws.Finding(True, text)]


def _components_laws(a, own):
    yield laws.Finding(bool(abs(np.linalg.norm(a) - np.linalg.norm(own["variant"]["a_uvw"]))
                            <= 2 * TYPED), "the vector keeps its length")


def _eps_laws(eps):
    return [laws.rotation(eps),
            laws.same(eps.subs(dict.fromkeys(eps.free_symbols, 0)), np.eye(3),
                      "at zero angles it is the unit matrix")]


def _adjacent_laws(adjacent, own):
    """Laws of the joint: its turns add up, a slide turns nothing."""
    def tau(angles, sigma, q):
        return np.array(adjacent(*angles, sigma, q), float)
    mount, flat = (0.3, -0.5, 1.2), (0, 0, 0)
    yield laws.same(tau(flat, 1, 0), np.eye(3), "at zero angles it is the unit matrix")
    yield laws.same(tau(flat, 1, 0.4) @ tau(mount, 1, 0.3), tau(mount, 1, 0.7),
                    "turns of a revolute joint add up")
    yield laws.same(tau(mount, 0, 0.2), tau(mount, 0, 0.9), "a prismatic joint turns nothing")


def _chain_rotation_laws(chain_rotation, own):
    """A chain of one link, and a chain as the product of its two parts."""
    def tau(first, last):
        angles, sigma, q = (x[first:].copy() for x in VISIBLE)
        return np.array(chain_rotation(angles, sigma, q, last - first), float)
    yield laws.same(tau(0, 3), tau(0, 1) @ tau(1, 3), "tau_03 = tau_01 tau_13, all three yours")
    if callable(own.get("adjacent")):
        links = [own["adjacent"](*angles, int(sigma), q) for angles, sigma, q in zip(*VISIBLE)]
        yield laws.same([tau(k, k + 1) for k in range(3)], np.array(links, float),
                        "for one link it is your own adjacent")


def _lam_laws(lam_in_j, own):
    turn = rotation.tau_x(0.4) @ rotation.tau_y(-0.9)
    a, b = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.8, -1.1])
    yield laws.same(np.array(lam_in_j(np.eye(3), a), float) @ b, np.cross(a, b),
                    "between parallel frames it gives the vector product a x b")
    yield laws.same(np.linalg.norm(np.array(lam_in_j(turn, a), float)), np.linalg.norm(a) * 2**0.5,
                    "a turned frame does not change the size of the matrix")


def _rate_laws(chain_rate, own):
    """Against the difference quotient of the student's own tau_0i."""
    angles, sigma, q = VISIBLE
    tau = own.get("chain_rotation")
    if not callable(tau):
        yield laws.Finding(None, "Check chain_rotation first: your derivative is compared with it.")
        return
    for i in (1, 3):
        yield laws.derivative(lambda x: tau(angles.copy(), sigma.copy(), x, i),
                              lambda x, dx: chain_rate(angles.copy(), sigma.copy(), x, dx, i),
                              q.copy(), RATES.copy())


CHECKS = {
    "elementary_number": Check(laws=typed_rotation),
    "elementary": Check(
        laws=lambda x: [laws.rotation(x)],
        function_laws=_elementary_laws,
        visible=(Case(("x", 0.4)), Case(("y", -1.1)), Case(("z", 2.0)))),
    "composition": Check(laws=typed_rotation),
    "components": Check(function_laws=_components_laws),
    "eps_symbolic": Check(symbolic_laws=_eps_laws),
    "adjacent": Check(
        laws=lambda x: [laws.rotation(x)],
        function_laws=_adjacent_laws,
        visible=(Case((0.3, -0.5, 1.2, 1, 0.7)), Case((0.3, -0.5, 1.2, 0, 0.7)))),
    "chain_rotation": Check(
        laws=lambda x: [laws.rotation(x)],
        function_laws=_chain_rotation_laws,
        visible=tuple(Case((*VISIBLE, i)) for i in (1, 3))),
    "lam_in_j": Check(
        laws=lambda x: [laws.skew(x)],
        function_laws=_lam_laws,
        visible=(Case((np.eye(3)[[1, 2, 0]], np.array([1.0, 2.0, 3.0]))),)),
    "chain_rate": Check(
        function_laws=_rate_laws,
        visible=tuple(Case((*VISIBLE, RATES, i)) for i in (1, 3))),
}
