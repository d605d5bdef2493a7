"""What answers obey, on numbers that anyone may see."""

from autograde.practice import Case, Check
from robokit.laws import Finding


def less_than_flat(torque, own):
    v = own["variant"]
    yield Finding(bool(torque <= v["mass"] * 9.81 * v["length"]),
                  "it is no more than the torque of the rod held level")


CHECKS = {"torque": Check(function_laws=less_than_flat), "period": Check(visible=(Case((1.0,)),))}
