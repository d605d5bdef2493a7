"""The Kawasaki FS20N of the book's appendices.

The book gives letters L_0 .. L_6, L_tool and mounting angles, and no numbers. The numbers
here are nominal. Joint limits and L_1 .. L_5 are those of a public description of the robot
(gulalex181/kawasaki_fs020n_ros_control, kawasaki_fs20n.urdf); its two versions disagree on
L_5, 0.0965 m or 0.0525 m. No source gives the base height L_0, the flange L_6 or a gripper;
they are parameters, nominally 0, 0 and 0.1 m. Appendix 2 lets the origins of {B} and frame 0
coincide, which is L_0 = 0.
"""

from __future__ import annotations

import numpy as np
import sympy

from .mechanism import Mechanism, Mount

__all__ = ["FS20N", "LENGTHS", "fs20n"]

LENGTHS = {"L_0": 0.0, "L_1": 0.150, "L_2": 0.800, "L_3": 0.060, "L_4": 0.700,
           "L_5": 0.0965, "L_6": 0.0, "L_tool": 0.1}
LIMITS_DEGREES = [(-160, 160), (-105, 140), (-155, 120), (-270, 270), (-145, 145), (-360, 360)]


class FS20N(Mechanism):
    """The six revolute joints of the Kawasaki FS20N; built by `fs20n`."""


def fs20n(symbolic: bool = False, **lengths) -> FS20N:
    """The Kawasaki FS20N of appendix 1.

    symbolic=False: floats, with the nominal `LENGTHS` (metres), any of which may be given
    by name, e.g. fs20n(L_5=0.0525). symbolic=True: the letters L_0 .. L_6, L_tool and exact
    angles.
    """
    unknown = set(lengths) - set(LENGTHS)
    if unknown:
        raise ValueError(f"lengths: got {', '.join(sorted(unknown))}, needs names of {', '.join(LENGTHS)}")
    letters = {name: sympy.Symbol(name, positive=True) for name in LENGTHS}
    L = (letters if symbolic else LENGTHS) | lengths
    half = sympy.pi if symbolic else np.pi                 # 180 degrees
    quarter = half / 2
    return FS20N(
        sigma=[1] * 6,
        angles=[(half, -quarter, 0), (half, 0, 0), (0, quarter, 0),
                (0, -quarter, 0), (half, quarter, 0), (0, 0, 0)],
        l=[(0, L["L_1"], 0), (L["L_2"], 0, 0), (0, L["L_3"], 0),
           (L["L_4"], 0, 0), (0, 0, L["L_5"]), (0, 0, L["L_6"])],
        base=Mount(angles=(half, 0, 0), l=(0, L["L_0"], 0)),
        tool=Mount(angles=(-half / 6, 0, 0), l=(0, 0, L["L_tool"])),
        limits=np.radians(LIMITS_DEGREES),
        name="Kawasaki FS20N")
