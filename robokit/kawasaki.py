"""The Kawasaki FS20N of the book's appendices.

The book gives letters L_0 .. L_6, L_tool and mounting angles, and no numbers. The numbers
here are nominal. Joint limits and L_1 .. L_5 are those of a public description of the robot
(gulalex181/kawasaki_fs020n_ros_control, kawasaki_fs20n.urdf); its two versions disagree on
L_5, 0.0965 m or 0.0525 m. No source gives the base offset L_0 (which the book's l_0 lays
along Y_0, horizontally), the flange L_6 or a gripper; they are parameters, nominally 0, 0 and
0.1 m. Appendix 2 lets the origins of {B} and frame 0 coincide, which is L_0 = 0.

No masses of the FS20N are published. `nominal_links` builds bodies as appendix 5 does, from
cylinders and discs, with the masses that a public description of a relative, the RS020N,
gives for its links (Kawasaki-Robotics/khi_robot, rs020n_macro.xacro) and with radii chosen
here. They have the right order of magnitude and nothing more: nominal, not measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import sympy

from .arithmetic import about_z, apply, inward, is_symbolic, numbers, times, together
from .inertia import Body, cylinder, disc, inertias
from .mechanism import Mechanism, Mount
from .rotation import checked
from .types import Array, ArrayLike, Floats, Pose, Scalar

__all__ = ["FS20N", "LENGTHS", "NOMINAL_MASSES", "NoSolution", "fs20n", "nominal_links",
           "third_link", "velocities_at_home"]

LENGTHS = {"L_0": 0.0, "L_1": 0.150, "L_2": 0.800, "L_3": 0.060, "L_4": 0.700,
           "L_5": 0.0965, "L_6": 0.0, "L_tool": 0.1}
QUARTER_TURNS = [(2, -1, 0), (2, 0, 0), (0, 1, 0), (0, -1, 0), (2, 1, 0), (0, 0, 0)]
DIRECTIONS = "yxyxzz"                                           # of L_1 .. L_6, in their frames
LIMITS_DEGREES = [(-160, 160), (-105, 140), (-155, 120), (-270, 270), (-145, 145), (-360, 360)]
NOMINAL_MASSES = (105.8, 35.06, 24.36, 17.38, 2.70, 0.625)      # kg, of the RS020N's links 1..6
ALMOST_ZERO = 1e-9                                              # metres, or a sine


class NoSolution(ValueError):
    """What the pose asks for is out of reach, singular, or beyond a joint limit."""


class Condition(NamedTuple):
    """A measure of a pose must lie from least to greatest; the sentence says what is wrong."""

    name: str
    least: float
    greatest: float
    sentence: str


def fs20n(symbolic: bool = False, inertias: str | None = None, **lengths: Any) -> FS20N:
    """The Kawasaki FS20N of appendix 1.

    symbolic=False: floats, with the nominal `LENGTHS` (metres), any of which may be given
    by name, e.g. fs20n(L_5=0.0525). symbolic=True: the letters L_0 .. L_6, L_tool and exact
    angles. inertias="nominal" adds `nominal_links`, which are not measured; without it the
    mechanism has no inertias and dynamics is refused.
    """
    unknown = set(lengths) - set(LENGTHS)
    if unknown:
        raise ValueError(f"lengths: got {', '.join(sorted(unknown))}, "
                         f"needs names of {', '.join(LENGTHS)}")
    if inertias not in (None, "nominal") or (symbolic and inertias):
        raise ValueError(f"inertias: got {inertias!r}, needs None or \"nominal\" (and no symbols)")
    letters = {name: sympy.Symbol(name, positive=True) for name in LENGTHS}
    L = (letters if symbolic else LENGTHS) | lengths
    half = sympy.pi if symbolic else np.pi                      # 180 degrees
    return FS20N(
        sigma=[1] * 6,
        angles=np.array(QUARTER_TURNS) * (half / 2),
        l=[[L[f"L_{i}"] if axis == direction else 0 for axis in "xyz"]
           for i, direction in enumerate(DIRECTIONS, 1)],
        base=Mount(angles=(half, 0, 0), l=(0, L["L_0"], 0)),
        tool=Mount(angles=(-half / 6, 0, 0), l=(0, 0, L["L_tool"])),
        limits=np.radians(LIMITS_DEGREES),
        name="Kawasaki FS20N" + (", nominal inertias" if inertias else ""),
        **(_nominal_inertias(L) if inertias else {}))


class FS20N(Mechanism):
    """The six revolute joints of the Kawasaki FS20N; built by `fs20n`.

    The configuration indices of section 4.2, each +1 or -1:

    k_s : +1 when the wrist centre lies before the axis of joint 1, on the side of Y_1
    k_e : +1 elbow up, when, seen from the end of Z_1, the arm turns counter-clockwise at the elbow
    k_w : +1 when sin(q_5) < 0

    Two corrections to the book, both found by execution. k_e must be the sign of
    (X_2 x l_42) Z_1 with the line l_42 from elbow to wrist centre; the printed formula takes
    Z_3, which leans from it by arctg(L_3 / L_4), so that near the stretched arm two solutions
    have one index. And q_2 = Q - k_e A, where appendix 2 prints a plus.
    """

    def __init__(self, *args: Any, **options: Any):
        super().__init__(*args, **options)
        aside = [[axis != direction for axis in "xyz"] for direction in DIRECTIONS]
        angles = np.array(QUARTER_TURNS) * np.pi / 2
        if (self.sigma.tolist() != [1] * 6 or (self.l[np.array(aside)] != 0).any()
                or not np.allclose(self.angles.astype(float), angles, atol=1e-12)):
            raise ValueError("FS20N: got another arrangement of axes, needs that of appendix 1; "
                             "build it with fs20n(...)")
        upper, *forearm = self.l[1, 0], self.l[2, 1], self.l[3, 0]
        if not is_symbolic(self.l) and (upper <= 0 or not any(forearm)):
            raise ValueError(f"L_2, L_3, L_4: got {upper:g}, {forearm[0]:g}, {forearm[1]:g}, "
                             "needs L_2 > 0 and a forearm that is not zero")

    # -- section 4.2: configuration indices ---------------------------------------------------
    def kci(self, q: ArrayLike) -> tuple[Array, Array, Array]:
        """(k_s, k_e, k_w) of the configuration q, section 4.2; each (...) of -1, 0, +1.

        Zero stands for a singular configuration of that part of the arm. q: (..., 6)
        """
        k_s, k_e, k_w = (np.sign(np.where(np.abs(x) < ALMOST_ZERO, 0, x)).astype(int)
                         for x in self._indicators(q))
        return k_s, k_e, k_w

    def singular(self, q: ArrayLike, tolerance: float = ALMOST_ZERO) -> dict[str, Array]:
        """Which singular configurations q is in, section 4.2: names and truth values (...).

        "shoulder": the wrist centre lies on the axis of joint 1; "elbow": elbow and wrist
        centre are in one line with the shoulder; "wrist": axes 4 and 6 are parallel.
        """
        names = ("shoulder", "elbow", "wrist")
        return {name: np.abs(x) < tolerance for name, x in zip(names, self._indicators(q))}

    def _indicators(self, q: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """(OC x Z_0) Z_1, (X_2 x l_42) Z_1 / |l_42|, Z_4 (Z_6 x Z_3): their signs are k."""
        s = self.at(q)
        if is_symbolic(s.q) or is_symbolic(self.l):
            raise ValueError("q: got symbols, needs numbers: the indices are signs of numbers")
        return self._signed(lambda i: s.tau(0, i), lambda i, j: s.t(i, origin=j))

    def _signed(self, tau: Callable[[int], Floats],
                t: Callable[[int, int], Floats]) -> tuple[Floats, Floats, Floats]:
        """The three quantities, from tau(i) of frame i and t(i, j) from its origin to another's."""
        axis = {i: tau(i)[..., 2] for i in (0, 1, 3, 4, 6)}
        OC, l_42, X_2 = t(4, 0), t(4, 2), tau(2)[..., 0]
        forearm = np.hypot(self.l[2, 1], self.l[3, 0])
        return (_triple(OC, axis[0], axis[1]), _triple(X_2, l_42, axis[1]) / forearm,
                _triple(axis[6], axis[3], axis[4]))

    # -- appendix 2: inverse position problem -------------------------------------------------
    def inverse_kinematics(self, pose: Pose, k_s: ArrayLike = 1, k_e: ArrayLike = 1,
                           k_w: ArrayLike = 1, limits: bool = False) -> Array:
        """q (..., 6) in (-pi, pi] that gives the tool the pose (t, tau) in {B}, appendix 2.

        t: (..., 3), tau: (..., 3, 3), as `forward_kinematics` returns them; k_s, k_e, k_w:
        +1 or -1, (...). limits=True also keeps to the joint limits, and adds or takes a turn
        where that helps. Raises NoSolution, a ValueError, that names what is out of reach,
        singular, or beyond its limit.
        """
        (t, tau), (k_s, k_e, k_w) = self._pose(pose), _indices(k_s=k_s, k_e=k_e, k_w=k_w)
        batch = together(pose=t.shape[:-1], k_s=k_s.shape, k_e=k_e.shape, k_w=k_w.shape)
        t, tau = np.broadcast_to(t, (*batch, 3)), np.broadcast_to(tau, (*batch, 3, 3))
        q, measures = self._appendix_2(t, tau, k_s, k_e, k_w)
        for needs, value in zip(self._conditions(), measures):
            _refuse((value < needs.least) | (value > needs.greatest), needs.sentence,
                    value=value, k_s=k_s)
        q = np.pi - (np.pi - np.stack(q, -1)) % (2 * np.pi)
        return self._within_limits(q) if limits else q

    def _appendix_2(self, t: Floats, tau: Floats, k_s: Floats, k_e: Floats,
                    k_w: Floats) -> tuple[Sequence[Floats], Sequence[Floats]]:
        """q_1 .. q_6 and the measures of `_conditions`, each (...), of any scalars. No checks."""
        C, tau_06 = self._wrist(t, tau)
        L_1, L_2, L_3, L_4 = self.l[0, 1], self.l[1, 0], self.l[2, 1], self.l[3, 0]
        # the plane of the arm: Y_1 points to the wrist centre C or away from it
        OA = np.hypot(C[0], C[1])
        q_1 = np.arctan2(k_s * C[0], -k_s * C[1])
        # the triangle of upper arm, forearm and l_41, in the axes X_1 (up) and Y_1
        x, y = -C[2], k_s * OA - L_1
        l_41, forearm = np.hypot(x, y), np.hypot(L_3, L_4)
        P = (L_2 + forearm + l_41) / 2
        half_A = np.arctan2(_root((P - L_2) * (P - l_41)), _root(P * (P - forearm)))
        Q = np.arctan2(y, x)
        q_2 = Q - k_e * 2 * half_A
        # l_42 in the axes X_2, Y_2 gives the angle M; the forearm leans by arctg(L_3 / L_4)
        c, s = np.cos(q_2), np.sin(q_2)
        M = np.arctan2(s * x - c * y, c * x + s * y - L_2)
        q_3 = M - np.arctan2(L_3, L_4)
        # the wrist: Z_4 is perpendicular to Z_6 and Z_3; all axes seen from frame 3
        tau_36 = tau_06
        for k, q_k in enumerate((q_1, q_2, q_3), 1):
            tau_36 = times(self._eps[k], about_z(np.cos(q_k), -np.sin(q_k), tau_36))       # (2.3)
        X_6, Y_6, Z_6 = tau_36[:, 0], tau_36[:, 1], tau_36[:, 2]
        sine = np.hypot(Z_6[0], Z_6[1])
        q_4 = np.arctan2(k_w * Z_6[0], -k_w * Z_6[1])
        q_5 = np.arctan2(-k_w * sine, Z_6[2])
        c, s = np.cos(q_4), np.sin(q_4)                        # Z_4 = (-c, -s, 0)
        q_6 = np.arctan2(c * Y_6[0] + s * Y_6[1], -c * X_6[0] - s * X_6[1])
        return np.broadcast_arrays(q_1, q_2, q_3, q_4, q_5, q_6), (OA, l_41, sine)

    def _conditions(self) -> list[Condition]:
        """What `_appendix_2` needs of its measures OA, l_41 and the sine of q_5."""
        upper, forearm = self.l[1, 0], np.hypot(self.l[2, 1], self.l[3, 0])
        least, greatest = max(abs(upper - forearm), ALMOST_ZERO), upper + forearm
        return [
            Condition("shoulder", ALMOST_ZERO, np.inf,
                      "pose: singular, the wrist centre lies on the axis of joint 1, which leaves "
                      "q_1 open"),
            Condition("reach", least - ALMOST_ZERO, greatest + ALMOST_ZERO,
                      "pose: out of reach, the wrist centre stands {value:.6g} m from the shoulder "
                      f"(k_s = {{k_s:.0f}}), needs {least:.6g} to {greatest:.6g} m"),
            Condition("wrist", ALMOST_ZERO, np.inf,
                      "pose: singular, axes 4 and 6 are parallel, which leaves q_4 and q_6 open")]

    def solutions(self, pose: Pose,
                  limits: bool = False) -> dict[tuple[int, int, int], Array]:
        """All solutions for one pose: {(k_s, k_e, k_w): q}, up to eight."""
        found = {}
        for k_s, k_e, k_w in product((1, -1), repeat=3):
            try:
                found[k_s, k_e, k_w] = self.inverse_kinematics(pose, k_s, k_e, k_w, limits)
            except NoSolution:
                pass
        return found

    def _pose(self, pose: Pose) -> tuple[Floats, Floats]:
        """t (..., 3) and tau (..., 3, 3), checked."""
        try:
            t, tau = pose
        except (TypeError, ValueError):
            raise ValueError(f"pose: got {pose!r}, needs (t, tau)") from None
        t = numbers("t", t, (..., 3))
        tau = checked("tau", tau, (*t.shape[:-1], 3, 3))
        if any(map(is_symbolic, (self.l, t, tau))):
            raise ValueError("pose: got symbols, needs numbers: the branches are chosen by size")
        return t, tau

    def _wrist(self, t: Floats, tau: Floats) -> tuple[Floats, Floats]:
        """The wrist centre (origin of frame 4) in frame 0, (3, ...), and tau_06, (3, 3, ...)."""
        tau_0B, tau_tool6 = self._eps[0], self._eps[-1]
        tau_0tool = inward(tau_0B @ tau, 2)
        tau_06 = inward(tau_0B @ tau @ tau_tool6, 2)
        l_60 = inward(t @ tau_0B.T - self.base.l, 1) - apply(tau_0tool, self.tool.l)
        return l_60 - (self.l[4, 2] + self.l[5, 2]) * tau_06[:, 2], tau_06

    def _within_limits(self, q: Array) -> Array:
        if self.limits is None:
            raise ValueError("limits: got True, needs a mechanism that has limits")
        least, greatest = self.limits.T + ALMOST_ZERO * np.array([[-1], [1]])     # for rounding
        for turn in (2 * np.pi, -2 * np.pi):
            outside = (q < least) | (q > greatest)
            fits = (q + turn >= least) & (q + turn <= greatest)
            q = np.where(outside & fits, q + turn, q)
        for i in range(6):
            _refuse((q[..., i] < least[i]) | (q[..., i] > greatest[i]),
                    f"limits: joint {i + 1} needs {{value:.6g}} degrees, it has "
                    f"{np.degrees(least[i]):.6g} to {np.degrees(greatest[i]):.6g}",
                    value=np.degrees(q[..., i]))
        return np.clip(q, *self.limits.T)


def _triple(a: Floats, b: Floats, c: Floats) -> Floats:
    return np.einsum("...i,...i", np.cross(a, b), c)


def _root(x: Floats) -> Floats:
    """The root, and 0 of what rounding made negative: no comparison, so that a tape takes it."""
    return np.sqrt((x + np.abs(x)) / 2)


def _indices(**given: ArrayLike) -> list[Floats]:
    for name, k in given.items():
        wrong = [x for x in np.ravel(k).tolist() if x not in (1, -1)]
        if wrong:
            raise ValueError(f"{name}: got {wrong[0]!r}, needs +1 or -1")
    return [np.asarray(k, dtype=float) for k in given.values()]


def _refuse(wrong: Array, message: str, **values: ArrayLike) -> None:
    """NoSolution for the first entry that is wrong, with its place in the batch."""
    if not np.any(wrong):
        return
    place = tuple(np.argwhere(wrong)[0].tolist())
    first = {name: np.broadcast_to(x, np.shape(wrong))[place] for name, x in values.items()}
    refusal = message.format(**first)
    if place:
        raise NoSolution(f"{refusal} (at {list(place)} of the batch)")
    raise NoSolution(refusal)


# -- appendices 3 and 4 ------------------------------------------------------------------------
def velocities_at_home(dq: ArrayLike, r_62: float, r_63: float,
                       r_65: float) -> tuple[Array, Array]:
    """omega_6 and V_6 in {B} as appendices 3 and 4 print them, for one configuration. (..., 3)

    omega_6 = (-dq_2 + dq_3 + dq_5, 0, -dq_1 + dq_4 + dq_6) holds at q_1 = q_4 = q_5 = 0 and
    q_2 = q_3. V_6 = (0, r_62 dq_2 - r_63 dq_3 - r_65 dq_5, 0) asks for q = 0 and moreover for
    L_1 = L_3 = 0, with r_62 = L_2 + L_4 + L_5 + L_6, r_63 = L_4 + L_5 + L_6, r_65 = L_5 + L_6.
    (The 3 x 6 matrix of appendix 4 lost the minus of r_63.) In general: `omega(6, "B")` and
    `V(6, frame="B")` of the state. dq: (..., 6), SI units.
    """
    d1, d2, d3, d4, d5, d6 = np.moveaxis(numbers("dq", dq, (..., 6)), -1, 0)
    zero = 0 * d1
    omega = np.stack([-d2 + d3 + d5, zero, -d1 + d4 + d6], -1)
    return omega, np.stack([zero, r_62 * d2 - r_63 * d3 - r_65 * d5, zero], -1)


# -- appendix 5 --------------------------------------------------------------------------------
def third_link(m_2: Scalar, m_3: Scalar, m_link: Scalar, R_2: Scalar, R_3: Scalar,
               R_link: Scalar, H_2: Scalar, H_3: Scalar, L_link: Scalar,
               r_2: ArrayLike) -> Body:
    """The third link as appendix 5 builds it, in frame 3 (fig. П.6).

    A cylinder (mass m_link, radius R_link, length L_link, from the origin along -Z_3) and
    halves of two drives: the second, a disc across X_3 with its centre at r_2 = (0, y, z),
    and the third, a disc across Z_3 at the origin. m_2 and m_3 are the masses of whole
    drives; half of each belongs to this link. The book halves them in the mass of the link
    and forgets it in the mass centre and the tensor.
    """
    return (cylinder(m_link, R_link, L_link, "z", (0, 0, -L_link / 2))
            + disc(m_2 / 2, R_2, H_2, "x", r_2) + disc(m_3 / 2, R_3, H_3, "z"))


def nominal_links(**lengths: float) -> list[Body]:
    """Six bodies in the frames of their links: nominal, not measured.

    Each is built of a cylinder along the link and of discs for the drives at its ends, with
    `NOMINAL_MASSES` (RS020N), the lengths of `LENGTHS` and radii chosen by eye.
    """
    L = LENGTHS | lengths
    m = NOMINAL_MASSES
    return [
        (cylinder(0.7 * m[0], 0.16, 0.35, "x", (-0.10, -L["L_1"] / 2, 0))
         + disc(0.3 * m[0], 0.14, 0.20, "z")),
        (cylinder(0.6 * m[1], 0.09, L["L_2"], "x", (-L["L_2"] / 2, 0, 0))
         + disc(0.4 * m[1], 0.10, 0.16, "z")),
        third_link(m_2=0.8 * m[2], m_3=0.4 * m[2], m_link=0.4 * m[2], R_2=0.10, R_3=0.07,
                   R_link=0.08, H_2=0.16, H_3=0.12, L_link=0.20, r_2=(0, -L["L_3"], 0)),
        (cylinder(0.8 * m[3], 0.06, L["L_4"], "x", (-L["L_4"] / 2, 0, 0))
         + disc(0.2 * m[3], 0.06, 0.10, "z")),
        cylinder(m[4], 0.05, L["L_5"], "z", (0, 0, -L["L_5"] / 2)),
        disc(m[5], 0.05, 0.02, "z"),
    ]


def _nominal_inertias(L: Mapping[str, float]) -> dict[str, Array]:
    return inertias(nominal_links(**L))
