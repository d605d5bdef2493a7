"""Mistakes in tasks on section 8."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes

from ..shared import mistakes as shared
from ..shared.turned import turned
from .examples import (
    CHAIN,
    DDQ,
    DOWN,
    DQ,
    LOAD,
    MASS,
    SIGMA,
    TAU,
    J,
    R,
    X,
    Y,
    Z,
    at_rest,
    changed,
    links_of,
    moment_at_rest,
    moving,
    reach,
    second,
    shifted,
    state,
    steady,
    walk,
)
from .steps import LinkLoad, Steps

INCLUDES = (shared,)



@mistake("gyro_twice", 21, "gyroscopic term counted twice",
         "the gyroscopic term stands twice: the derivative of J_j^(0) omega_j in frame 0 holds it "
         "already; (8.5) differentiates in the link's axes.",
         "With `domega = 0` compare M_I with minus the finite difference of `tau @ J @ tau.T @ "
         "omega`.")
class GyroTwice(Steps):
    def gyroscopic(self, J, omega):
        return 2 * super().gyroscopic(J, omega)


@refutes("gyro_twice", "gyro_reversed")
def gyro_twice(rules):
    yield steady(rules)[1]


@mistake("gyro_reversed", 18, "gyroscopic term with the product reversed",
         "the gyroscopic term stands with the factors exchanged, J omega x omega.",
         "With `domega = 0` the moment is minus the rate of `tau @ J @ tau.T @ omega`: try a small "
         "step.")
class GyroReversed(Steps):
    def gyroscopic(self, J, omega):
        return -super().gyroscopic(J, omega)


@mistake("inertia_sign", 26, "inertia taken with the wrong sign",
         "inertia has the wrong sign: its force is minus mass times acceleration, its moment minus "
         "J domega and minus the gyroscopic term.",
         "Start one link from rest, without loads or weights: the joint drives it the way it "
         "starts, force `f @ dV > 0`, and M_I holds against it, `M_I @ domega < 0`.")
class InertiaSign(Steps):
    def inertia_force(self, m, dV):
        return m * dV

    def moment_of_inertia_forces(self, J, omega, domega):
        return -super().moment_of_inertia_forces(J, omega, domega)


@refutes("inertia_sign")
def inertia_sign(rules):
    links = links_of(rules, state(rules), moving=True)
    yield min(0.0, rules.joint_force(links, 3, 0 * DOWN) @ links[2].dV)
    yield max(0.0, rules.inertia_moment(TAU, J[2], 0 * DQ, DQ) @ DQ)


#: A law of weights that holds for forces, moments and drives alike.
HELD = ("At rest and without loads the joint holds up the links behind it: the force is the sum of "
        "all `-m * g`, the moment that of `np.cross(r, -m * g)`, r to each mass centre")


@mistake("gravity_up", 25, "gravity upwards",
         "gravity has the wrong sign.", HELD + ".")
class GravityUp(Steps):
    def weight_of(self, m, g):
        return -super().weight_of(m, g)


@refutes("gravity_up", "gravity_lost", "gravity_twice", "gravity_axis", "gravity_in_link",
         "reaction_sign")
def gravity(rules):
    yield at_rest(rules, 2)
    yield moment_at_rest(rules, 2)


@mistake("gravity_lost", 25, "weight left out",
         "the weights are missing.", HELD + ", and not zero.")
class GravityLost(Steps):
    def weight_of(self, m, g):
        return 0 * super().weight_of(m, g)


@mistake("gravity_twice", 25, "gravity counted twice",
         "the weights count twice, perhaps as forces and as an acceleration of the base.",
         HELD + ".")
class GravityTwice(Steps):
    def weight_of(self, m, g):
        return 2 * super().weight_of(m, g)


@mistake("gravity_axis", 25, "gravity along the wrong axis",
         "the weights pull along Y_0; the vertical axis of frame 0 is Z_0.",
         HELD + ".")
class GravityAxis(Steps):
    def weight_of(self, m, g):
        return super().weight_of(m, np.asarray(g)[[0, 2, 1]])


@mistake("gravity_in_link", 25, "gravity taken on the axes of the link",
         "the vector g was turned with each link; it is given in frame 0.", HELD + ".")
class GravityInLink(Steps):
    def net_force(self, link, g):
        return super().net_force(link, link.tau @ np.asarray(g))


@mistake("load_sign", 26, "external load with the wrong sign",
         "the external force (and moment) enters with the wrong sign: reactions hold against it.",
         "Let the load alone act, at rest and with `g = 0`: the force is `-F`, the moment "
         "`-np.cross(R, F)`, R to the point where F acts.")
class LoadSign(Steps):
    def applied(self, load):
        return -1 * np.asarray(load)


@refutes("load_sign", "load_lost")
def load_sign(rules):
    links = links_of(rules, state(rules), F=LOAD)
    yield rules.joint_force(links, 3, 0 * DOWN) + LOAD[2]
    yield rules.joint_moment(state(rules), links, 3, 0 * DOWN) + np.cross(reach(3, 3), LOAD[2])


@mistake("load_lost", 26, "external load left out",
         "the external force (and moment) is missing.",
         "Let the load alone act, at rest and with `g = 0`: the force is `-F`, the moment "
         "`-np.cross(R, F)`, R to the point where F acts; not zero.")
class LoadLost(Steps):
    def applied(self, load):
        return 0 * np.asarray(load)


@mistake("links_before", 0, "sum from 1 to i",
         "links 1 to i were counted, as the words after (8.10) print it; links i to n hang on "
         "joint i.",
         "Give link 1 more mass, `m[0] += 1`: what the last joint holds must not change.")
class LinksBefore(Steps):
    def hanging(self, i, n):
        return range(1, i + 1)


@refutes("links_before")
def links_before(rules):
    one, other = (rules.joint_force(links_of(rules, state(rules), m), 3, DOWN)
                  for m in (MASS, MASS + X))
    yield one - other


@mistake("reaction_sign", 26, "reaction on the link before",
         "everything has the wrong sign: f_i and mu_i act on link i; on link i-1 act the opposite "
         "ones.", HELD + ".")
class ReactionSign(Steps):
    def reacting(self, x):
        return -1 * x


@mistake("arm_to_origin", 26, "lever arm to the origin instead of the mass centre",
         "the lever arm ends at the origin of frame j; weight and inertia act at the mass centre, "
         "r_j away.",
         "Shift the mass centre, `r[j - 1] += 0.1`: the moments must change.")
class ArmToOrigin(Steps):
    def centre(self, link):
        return np.zeros(3)


@refutes("arm_to_origin")
def arm_to_origin(rules):
    yield shifted(rules, lambda s, links: rules.joint_moment(s, links, 2, DOWN))


@mistake("origin_acceleration", 24, "acceleration of the origin for that of the mass centre",
         "m dV was made with the acceleration of the origin of frame j; (8.2) needs that of the "
         "mass centre.",
         "Differentiate the momentum: the rate of `m * V(r)` is the force, r being the mass "
         "centre.")
class OriginAcceleration(Steps):
    def centre_acceleration(self, s, j, r):
        return s.dV(j)


@refutes("origin_acceleration")
def origin_acceleration(rules):
    angles, l, sigma, q = CHAIN
    a = second(lambda t: walk(angles, l, sigma, q + t * DQ + t**2 / 2 * DDQ, 3, R[2])[1][0])
    yield rules.joint_force(moving(rules, DQ, DDQ), 3, 0 * DOWN) - MASS[2] * a


@mistake("centre_spin_lost", 20, "centripetal part of the mass centre left out",
         "the acceleration of the mass centre lacks omega x (omega x r), towards the axis.",
         "Turn steadily, `ddq = 0`: a mass on a circle is pulled inwards, the reaction is not the "
         "weight alone.")
class CentreSpinLost(Steps):
    def centre_acceleration(self, s, j, r):
        omega = s.omega(j)
        return super().centre_acceleration(s, j, r) - np.cross(omega, np.cross(omega,
                                                                               s.tau(0, j) @ r))


@refutes("centre_spin_lost")
def centre_spin_lost(rules):
    _, links = rules.in_motion(np.zeros((1, 3)), np.zeros((1, 3)), [1], [2.0],
                               np.array([[0.3, 0, 0]]), J[:1], [0.4], [1.5], [0.0])
    yield changed(rules.joint_force(links, 1, DOWN), -2.0 * DOWN)


@mistake("not_reduced", 26, "moment of the reduced force forgotten",
         "the force was moved to the mass centre without the moment that it has about it.",
         "Shift the point along the force, `point + 0.1 * direction`: nothing may change; across "
         "it, the drives must.")
class NotReduced(Steps):
    def reduced(self, tau, r, point, F):
        return np.zeros(3)


@refutes("not_reduced")
def not_reduced(rules):
    F, across = np.array([3.0, -2.0, 5.0]), np.array([2.0, 3.0, 0.0])
    place = np.array([0.2, 0.1, -0.3])
    one, other = (rules.reduced(TAU, R[2], x, F) for x in (place, place + TAU.T @ across))
    yield changed(one, other)


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("axis_next")
def axis_next(rules):
    for j in (1, 3):
        now, then = (rules.along_axis(state(rules, q), j, X + 2 * Y + 3 * Z)
                     for q in (CHAIN[3], CHAIN[3] + 0.7 * np.eye(3)[j - 1]))
        yield now - then


@refutes("arm_next")
def arm_next(rules):
    yield rules.arm(state(rules), 3, 3, R[2]) - TAU @ R[2] - TAU @ CHAIN[1][2]


@refutes("arm_base")
def arm_base(rules):
    """The origin of frame 2, as a point of link 3, lies on the axis of joint 3."""
    T, t = walk(*CHAIN, 3, 0 * Z)
    point = T.T @ (walk(*CHAIN, 2, 0 * Z)[1][0] - t[0])
    axis = walk(*CHAIN, 2, X)[0][:, 2]
    yield np.cross(axis, rules.arm(state(rules), 3, 3, point))


@refutes("tensor_unturned")
def tensor_unturned(rules):
    further = turned("XYZ", [0.4, -0.8, 1.1])
    yield rules.tensor_in_base(further @ TAU, J[2]) - (
        further @ rules.tensor_in_base(TAU, J[2]) @ further.T)


@refutes("tensor_back")
def tensor_back(rules):
    x = TAU[:, 0]
    yield x @ rules.tensor_in_base(TAU, J[2]) @ x - J[2][0, 0]


@refutes("tensor_half_turned")
def tensor_half_turned(rules):
    J_0 = rules.tensor_in_base(TAU, J[2])
    yield J_0 - J_0.T


@refutes("gyro_lost")
def gyro_lost(rules):
    yield float(np.abs(steady(rules)[0]).max() < 1e-9)


@refutes("gravity_fixed")
def gravity_fixed(rules):
    links, tilted = links_of(rules, state(rules)), np.array([9.81, 0, 0])
    yield rules.joint_force(links, 2, tilted) + sum(MASS[1:]) * tilted


@refutes("beyond_lost")
def beyond_lost(rules):
    yield at_rest(rules, 1)


@refutes("moment_reversed")
def moment_reversed(rules):
    yield rules.turning(X, Y) - Z


@refutes("slide_moment")
def slide_moment(rules):
    s = rules.at(np.zeros((1, 3)), np.zeros((1, 3)), [0], [0.4])
    links = [LinkLoad(3.0, 0.2 * X, np.eye(3))]
    yield rules.joint_drive(s, [0], links, 1, DOWN) - 3.0 * 9.81


@refutes("turn_force")
def turn_force(rules):
    yield shifted(rules, lambda s, links: rules.joint_drive(s, SIGMA, links, 3, DOWN))
