"""Mistakes in the project, on a robot of the student's own."""

from __future__ import annotations

import numpy as np

from autograde.judging import mistake, refutes

from .checks import OwnRobot
from .examples import DDQ, DQ, Q, V, energy_rate, lifted, place_rate


@mistake("weight_sign", 25, "gravity with the wrong sign",
         "gravity points the other way than your own description says.",
         "Compare two positions: where the mass centres stand higher, against your `gravity`, "
         "`potential(q)` must be greater; and let go from rest, they sink.")
class WeightSign(OwnRobot):
    def own_gravity(self, v):
        return -super().own_gravity(v)


@mistake("weight_lost", 25, "gravity left out",
         "the weights are missing.",
         "At rest the drives hold the arm: the change of `potential(q)` with q_j must be "
         "`drives(q, 0 * q, 0 * q)[j]`.")
class WeightLost(OwnRobot):
    def own_gravity(self, v):
        return 0 * super().own_gravity(v)


@refutes("weight_sign", "weight_lost")
def weights_are_lifted(rules):
    yield rules.own_weight(V, Q) - lifted(Q)


@mistake("own_b_lost", 20, "centrifugal and Coriolis terms left out",
         "b is missing: nothing here depends on the rates.",
         "Compare powers in motion: `drives(q, dq, ddq) @ dq` must be the rate of kinetic and "
         "potential energy.")
class OwnBLost(OwnRobot):
    def own_b(self, v, q, dq):
        return np.zeros(len(q))


@refutes("own_b_lost")
def power_is_the_rate_of_energy(rules):
    yield rules.own_drives(V, Q, DQ, DDQ) @ DQ - energy_rate(Q, DQ, DDQ)


@mistake("own_tensors_lost", 24, "inertia tensors left out",
         "the links count as points at their mass centres; the part of the tensors J is missing.",
         "Set all masses to zero and keep J: turning links must still have kinetic energy, "
         "`dq @ A @ dq / 2`.")
class OwnTensorsLost(OwnRobot):
    def own_parameters(self, v):
        parameters = super().own_parameters(v)
        return parameters | {"J": (0 * np.array(parameters["J"])).tolist()}


@refutes("own_tensors_lost")
def tensors_turn(rules):
    robot = OwnRobot().own_robot(V)
    yield DQ @ rules.own_inertia(V, Q) @ DQ / 2 - robot.at(Q, DQ).kinetic_energy()


@mistake("own_rows_swapped", 18, "omega and V swapped",
         "the linear velocity stands above the angular one.",
         "Stretch all lengths: omega, `rates[:3]`, must stay.")
class OwnRowsSwapped(OwnRobot):
    def own_rows(self, omega, V):
        return np.concatenate([V, omega])


@mistake("own_axes_last", 18, "velocity on the axes of the last link",
         "the velocity is given on the axes of the last link, not on those of frame 0.",
         "Compare with `(position(q + h * dq) - position(q - h * dq)) / (2 * h)` for a small h.")
class OwnAxesLast(OwnRobot):
    def own_rate_axes(self, n):
        return n


@refutes("own_rows_swapped", "own_axes_last")
def velocity_is_the_rate_of_the_place(rules):
    yield rules.own_twist(V, Q, DQ)[3:] - place_rate(Q, DQ)


@mistake("own_attitude_back", 1, "matrix of the last link transposed",
         "the matrix takes components from frame 0 to the last frame.",
         "The columns of tau_0n are the axes of the last link seen from frame 0: turn joint 1 "
         "alone and watch `tau[:, 2]`.")
class OwnAttitudeBack(OwnRobot):
    def own_attitude(self, v, q):
        return super().own_attitude(v, q).T


@refutes("own_attitude_back")
def columns_are_the_axes(rules):
    s = OwnRobot().own_robot(V).at(Q)
    n = len(Q)
    yield rules.own_attitude(V, Q)[:, 0] - (s.t(n, (1, 0, 0)) - s.t(n))
