"""The steps of the pendulum, and slips in them."""

import numpy as np

from autograde.judging import Steps, mistake, refutes


class Pendulum(Steps):
    def radians(self, degrees):
        return np.radians(degrees)

    def share(self, angle):
        return np.sin(angle)

    def torque(self, mass, length, degrees):
        return mass * 9.81 * length * self.share(self.radians(degrees))

    def ratio(self, length):
        return length / 9.81

    def period(self, length):
        return 2 * np.pi * np.sqrt(self.ratio(length))


@mistake("cosine", 6, "cosine for sine", "the cosine of the angle was taken.",
         "Hang it straight down, `angle_deg = 0`: nothing needs to hold it.")
class Cosine(Pendulum):
    def share(self, angle):
        return np.cos(angle)


@refutes("cosine")
def hanging(steps):
    yield steps.torque(1, 1, 0)


@mistake("degrees", 7, "degrees put into the sine", "degrees went into the sine.",
         "`np.sin(np.radians(30))` is one half.")
class Degrees(Pendulum):
    def radians(self, degrees):
        return degrees


@refutes("degrees")
def half(steps):
    yield steps.torque(1, 1, 30) - 9.81 / 2


@mistake("upside_down", 1, "length and gravity exchanged", "the ratio stands upside down.",
         "A longer pendulum is slower: `period(2) > period(1)`.")
class UpsideDown(Pendulum):
    def ratio(self, length):
        return 9.81 / length


@refutes("upside_down")
def longer_is_slower(steps):
    yield float(steps.period(2) < steps.period(1))
