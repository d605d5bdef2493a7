"""What answers of assignment 1 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Angles, Case, Check, Vector
from autograde.words import _
from robokit import laws, rotation

# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
POINT = np.array([0.3, -0.2, 0.5])
CLOUD = (np.array([2.0, 1.0, 3.0, 0.5]),
         np.array([[0.1, 0.2, -0.3], [0.8, -0.4, 0.1], [-0.2, 0.5, 0.6], [0.4, 0.4, -0.9]]))
BODY = np.array([[2.0, -0.3, 0.2], [-0.3, 1.5, 0.1], [0.2, 0.1, 1.8]])
SHIFT = np.array([0.4, -0.7, 0.2])


def turned(angles) -> np.ndarray:
    """Columns X_i, Y_i, Z_i of a frame with these mounting angles, seen from frame i-1."""
    alpha, beta, gamma = angles
    return rotation.tau_x(alpha) @ rotation.tau_y(beta) @ rotation.tau_z(gamma)


# -- what answers may look like ------------------------------------------------------------------
class MountingAngles(Angles):
    """alpha, beta, gamma: compared by the frame they make."""

    accepts = "three angles (alpha, beta, gamma) in radians"

    def departs(self, truth, answer, tolerance):
        """Which of the given axes, X_i and Z_i, the angles miss."""
        off = [name for name, k in (("X_i", 0), ("Z_i", 2)) if np.abs(
            turned(answer)[:, k] - turned(truth)[:, k]).max() > tolerance]
        return _("turned by these angles, the frame has axes that point elsewhere: {axes}",
                 axes=", ".join(off))


class Reach(Vector):
    """Distances in metres, to a millimetre: trying the whole range is as good as a formula."""

    def distance(self, truth, answer):
        return max(0.0, float(np.abs(answer - truth).max()) - 1e-3)


def physical(J) -> list:
    """Symmetric, positive, and no principal moment above the sum of the other two."""
    symmetric = laws.symmetric_positive(J, "J")
    if not symmetric:
        return [symmetric]
    small, middle, large = np.linalg.eigvalsh(J)
    return [symmetric, laws.Finding(bool(large <= (small + middle) * (1 + TYPED)),
                                    "no principal moment exceeds the sum of the other two")]


def _motion_laws(joint_motion, own):
    def moved(sigma, q, point=POINT):
        return np.array(joint_motion(sigma, q, np.array(point, float)), float).reshape(3)
    for sigma in (1, 0):
        yield laws.same(moved(sigma, 0.0), POINT, "at q = 0 nothing has moved")
        yield laws.same(np.linalg.norm(moved(sigma, 0.7) - moved(sigma, 0.7, (0, 0, 0))),
                        np.linalg.norm(POINT), "two points of a link keep their distance")
        yield laws.same(moved(sigma, 0.4, moved(sigma, 0.3)), moved(sigma, 0.7),
                        "two motions of a joint add up")


def _shell_laws(shell, own):
    def reach(*args):
        return np.array(shell(*args), float).reshape(2)
    yield laws.same(reach(0.5, 0.5, 0.4, 1.1), reach(0.5, 0.5, -1.1, -0.4),
                    "an elbow bent to the other side reaches as far")
    yield laws.same(reach(0.5, 0.3, 0.4, 1.1), reach(0.3, 0.5, 0.4, 1.1),
                    "upper arm and forearm may change places")
    wide, narrow = reach(0.5, 0.3, -1.0, 2.0), reach(0.5, 0.3, 0.5, 1.5)
    yield laws.Finding(bool(wide[0] <= narrow[0] and narrow[1] <= wide[1]),
                       "wider limits never make the shell thinner")


def _length_laws(l, own):
    """Turning the axes does not change a length."""
    length = np.linalg.norm(own["variant"]["offset_mm"]) / 1000
    yield laws.Finding(bool(abs(np.linalg.norm(l) - length) <= 2 * TYPED),
                       "l_i is as long as the vector that was measured, in metres")


def _centre_laws(r, own):
    """Between the parts: in no direction farther out than the outermost of them."""
    parts = own["variant"]["link"]
    places = np.array([[0, 0, -parts["body"]["H_mm"] / 2], parts["drive_2"]["r_mm"], [0, 0, 0]])
    inside = (places.min(0) / 1000 - TYPED <= r) & (r <= places.max(0) / 1000 + TYPED)
    yield laws.Finding(bool(inside.all()), "the mass centre lies among its parts")


def _tensor_laws(tensor, own):
    masses, points = CLOUD

    def J(m=masses, r=points):
        return np.array(tensor(np.array(m, float), np.array(r, float)), float)
    turn = rotation.tau_x(0.4) @ rotation.tau_y(-0.9)
    yield laws.same(J(r=points + 1), J(), "a link that is shifted keeps its J_i")
    yield laws.same(J(r=points @ turn.T), turn @ J() @ turn.T, "turned points: tau J tau^T")
    yield laws.same(J(m=2 * masses), 2 * J(), "twice the masses, twice the tensor")


def _steiner_laws(steiner, own):
    def f(d, J=BODY):
        return np.array(steiner(J.copy(), 2.5, np.array(d, float)), float)
    yield laws.same(f((0, 0, 0)), BODY, "a shift by nothing changes nothing")
    yield laws.same(f(2 * SHIFT) - BODY, 4 * (f(SHIFT) - BODY),
                    "twice the shift adds four times as much")
    yield laws.same(SHIFT @ f(SHIFT) @ SHIFT, SHIFT @ BODY @ SHIFT,
                    "the moment about the line of the shift stays")


def _box_laws(J):
    """A block has positive moments, and a flat one obeys J_zz = J_xx + J_yy."""
    J = J.doit()                                         # integrals may be left to the computer
    flat = J.subs({s: sp.Rational(1, 10**6) for s in J.free_symbols if s.name == "c"})
    return [laws.symmetric_positive(J.subs({s: 1 for s in J.free_symbols}), "J"),
            laws.same(flat[2, 2], flat[0, 0] + flat[1, 1], "a flat block: J_zz = J_xx + J_yy")]


CHECKS = {
    "joint_motion": Check(
        function_laws=_motion_laws,
        visible=(Case((1, 0.7, POINT)), Case((0, 0.7, POINT)))),
    "shell": Check(
        function_laws=_shell_laws,
        visible=(Case((0.5, 0.3, 0.4, 1.1)), Case((0.5, 0.3, -1.0, 2.0)))),
    "length_vector": Check(function_laws=_length_laws),
    "mass_centre": Check(function_laws=_centre_laws),
    "tensor": Check(laws=physical, function_laws=_tensor_laws, visible=(Case(CLOUD),)),
    "box_corner": Check(symbolic_laws=_box_laws),
    "steiner": Check(
        laws=physical,
        function_laws=_steiner_laws,
        visible=(Case((BODY, 2.5, SHIFT)),)),
    "link_tensor": Check(laws=physical),
}
