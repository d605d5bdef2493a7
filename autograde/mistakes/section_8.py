"""Mistakes in tasks on section 8."""

from __future__ import annotations

import numpy as np

from ..rules import Rules
from .registry import mistake


@mistake("tensor_unturned", 22, "inertia tensor not turned",
         "the inertia tensor stands as frame j has it, beside vectors of frame 0.",
         "Turn the link further by a matrix R: J_j^(0) must become `R @ J_0 @ R.T`.")
class TensorUnturned(Rules):
    def tensor_in_base(self, tau, J):
        return np.asarray(J)


@mistake("tensor_back", 22, "inertia tensor turned the wrong way",
         "the inertia tensor was turned from frame 0 to frame j: tau_0j and tau_j0 are exchanged.",
         "Take the link's own X axis, `x = tau_0j[:, 0]`: about it `x @ J_0 @ x` must be J[0, 0].")
class TensorBack(Rules):
    def tensor_in_base(self, tau, J):
        return tau.T @ J @ tau


@mistake("tensor_half_turned", 22, "inertia tensor turned on one side only",
         "the tensor was multiplied by tau_0j from the left only; tau_j0 on its right is missing.",
         "An inertia tensor is symmetric: `J_0 - J_0.T` must vanish.")
class TensorHalfTurned(Rules):
    def tensor_in_base(self, tau, J):
        return tau @ J


@mistake("gyro_lost", 20, "gyroscopic term left out",
         "the gyroscopic term lam(omega) J omega is missing.",
         "Turn a lopsided body steadily, `domega = 0`: its angular momentum turns with it, so the "
         "moment is not zero. The power balance does not show this.")
class GyroLost(Rules):
    def gyroscopic(self, J, omega):
        return 0 * omega


@mistake("gyro_twice", 21, "gyroscopic term counted twice",
         "the gyroscopic term stands twice: the derivative of J_j^(0) omega_j in frame 0 holds it "
         "already; (8.5) differentiates in the link's axes.",
         "With `domega = 0` compare M_I with minus the finite difference of `tau @ J @ tau.T @ "
         "omega`.")
class GyroTwice(Rules):
    def gyroscopic(self, J, omega):
        return 2 * super().gyroscopic(J, omega)


@mistake("gyro_reversed", 18, "gyroscopic term with the product reversed",
         "the gyroscopic term stands with the factors exchanged, J omega x omega.",
         "With `domega = 0` the moment is minus the rate of `tau @ J @ tau.T @ omega`: try a small "
         "step.")
class GyroReversed(Rules):
    def gyroscopic(self, J, omega):
        return -super().gyroscopic(J, omega)


@mistake("inertia_sign", 26, "inertia taken with the wrong sign",
         "what inertia brings has the wrong sign: the force of inertia is minus mass times "
         "acceleration, its moment minus J domega and minus the gyroscopic term.",
         "Without loads the reaction pushes the link the way it accelerates: "
         "`f @ dV` must be positive for one link.")
class InertiaSign(Rules):
    def inertia_force(self, m, dV):
        return m * dV

    def moment_of_inertia_forces(self, J, omega, domega):
        return -super().moment_of_inertia_forces(J, omega, domega)


@mistake("gravity_up", 25, "gravity upwards",
         "gravity has the wrong sign.",
         "At rest and without loads the links must be held up, against gravity: with a vector g "
         "by `-sum(m[i - 1:]) * g`.")
class GravityUp(Rules):
    def weight_of(self, m, g):
        return -super().weight_of(m, g)


@mistake("gravity_lost", 25, "weight left out",
         "the weights are missing.",
         "At rest and without loads the reaction must be `-sum(m[i - 1:]) * g`, not zero.")
class GravityLost(Rules):
    def weight_of(self, m, g):
        return 0 * super().weight_of(m, g)


@mistake("gravity_twice", 25, "gravity counted twice",
         "the weights count twice, perhaps as forces and as an acceleration of the base.",
         "At rest and without loads the reaction must be `-sum(m[i - 1:]) * g`.")
class GravityTwice(Rules):
    def weight_of(self, m, g):
        return 2 * super().weight_of(m, g)


@mistake("gravity_axis", 25, "gravity along the wrong axis",
         "the weights pull along Y_0; the vertical axis of frame 0 is Z_0.",
         "At rest and without loads the reaction must be `-sum(m[i - 1:]) * g`: vertical.")
class GravityAxis(Rules):
    def weight_of(self, m, g):
        return super().weight_of(m, np.asarray(g)[[0, 2, 1]])


@mistake("gravity_fixed", 25, "gravity as it was given not used",
         "the weights pull along -Z_0, whatever direction g has.",
         "Tilt it, `g = np.array([9.81, 0, 0])`: at rest the reaction must tilt with it.")
class GravityFixed(Rules):
    def weight_of(self, m, g):
        return super().weight_of(m, [0, 0, -np.linalg.norm(g)])


@mistake("gravity_in_link", 25, "gravity taken on the axes of the link",
         "the vector g was taken for one on the axes of each link and turned with it; it is given "
         "in frame 0.",
         "At rest and without loads the reaction must be `-sum(m[i - 1:]) * g` at every q.")
class GravityInLink(Rules):
    def net_force(self, link, g):
        return super().net_force(link, link.tau @ np.asarray(g))


@mistake("load_sign", 26, "external load with the wrong sign",
         "the external force (and moment) enters with the wrong sign: reactions hold against it.",
         "Let the load alone act, at rest and with `g = 0`: the reaction is `-F`.")
class LoadSign(Rules):
    def applied(self, load):
        return -1 * np.asarray(load)


@mistake("load_lost", 26, "external load left out",
         "the external force (and moment) is missing.",
         "Let the load alone act, at rest and with `g = 0`: the reaction is `-F`, not zero.")
class LoadLost(Rules):
    def applied(self, load):
        return 0 * np.asarray(load)


@mistake("beyond_lost", 26, "links beyond left out of the reaction",
         "only link i itself was counted; joint i carries all links from i to n.",
         "At rest `f_1` must hold the weight of the whole arm, `-sum(m) * g`.")
class BeyondLost(Rules):
    def hanging(self, i, n):
        return range(i, i + 1)


@mistake("links_before", 0, "sum from 1 to i",
         "links 1 to i were counted, as the words after (8.10) print it; links i to n hang on "
         "joint i.",
         "Give link 1 more mass, `m[0] += 1`: what the last joint holds must not change.")
class LinksBefore(Rules):
    def hanging(self, i, n):
        return range(1, i + 1)


@mistake("reaction_sign", 26, "reaction on the link before",
         "everything has the wrong sign: f_i and mu_i act on link i; on link i-1 act the opposite "
         "ones.",
         "At rest under gravity `f_i` must point upwards.")
class ReactionSign(Rules):
    def reacting(self, x):
        return -1 * x


@mistake("arm_to_origin", 26, "lever arm to the origin instead of the mass centre",
         "the lever arm ends at the origin of frame j; weight and inertia act at the mass centre, "
         "r_j away.",
         "Shift the mass centre, `r[j - 1] += 0.1`: the moments must change.")
class ArmToOrigin(Rules):
    def centre(self, link):
        return np.zeros(3)


@mistake("moment_reversed", 18, "force times arm",
         "the vector product is taken in reverse order, force x arm for arm x force.",
         "A force along Y at the end of an arm along X turns from X to Y: "
         "`np.cross([1, 0, 0], [0, 1, 0])` is +Z.")
class MomentReversed(Rules):
    def turning(self, arm, force):
        return np.cross(force, arm)


@mistake("slide_moment", 11, "prismatic drive read off the moment",
         "the drive of a prismatic joint was taken from the moment; it gives a force along the "
         "axis.",
         "Let the arm hang still and empty with a slide upright: its drive holds the weight "
         "beyond, `sum(m[i - 1:]) * 9.81` newton.")
class SlideMoment(Rules):
    def asks_moment(self, sigma):
        return True


@mistake("turn_force", 11, "drive of a turn read off the force",
         "the drives of all joints were taken from the force; a turning drive gives a moment.",
         "Units: N m for a turn. Shift the load sideways, `r[-1] += 0.1`: the moment must change.")
class TurnForce(Rules):
    def asks_moment(self, sigma):
        return False


@mistake("origin_acceleration", 24, "acceleration of the origin for that of the mass centre",
         "m dV was made with the acceleration of the origin of frame j; (8.2) needs that of the "
         "mass centre.",
         "Differentiate the momentum: the rate of `m * V(r)` is the force, r being the mass "
         "centre.")
class OriginAcceleration(Rules):
    def centre_acceleration(self, s, j, r):
        return s.dV(j)


@mistake("centre_spin_lost", 20, "centripetal part of the mass centre left out",
         "the acceleration of the mass centre lacks omega x (omega x r), towards the axis.",
         "Turn steadily, `ddq = 0`: a mass on a circle is pulled inwards, the reaction is not the "
         "weight alone.")
class CentreSpinLost(Rules):
    def centre_acceleration(self, s, j, r):
        omega = s.omega(j)
        return super().centre_acceleration(s, j, r) - np.cross(omega, np.cross(omega,
                                                                               s.tau(0, j) @ r))


@mistake("not_reduced", 26, "moment of the reduced force forgotten",
         "the force was moved to the mass centre without the moment that it has about it.",
         "Shift the point along the force, `point + 0.1 * direction`: nothing may change; across "
         "it, the drives must.")
class NotReduced(Rules):
    def reduced(self, tau, r, point, F):
        return np.zeros(3)
