"""robokit: the kinematics and dynamics of manipulation robots, section by section.

It follows the textbook of Leskov, Bazhinova and Seliverstova (2017) in notation, indices and
order. SI units and radians everywhere; links and joints are numbered 1..n, the base is 0.
"""

from importlib import import_module
from types import ModuleType

from . import coordinates, inertia, kawasaki, rotation
from .force import Loads
from .mechanism import Mechanism, Mount, PhysicsWarning
from .scene import scene
from .state import State

__all__ = ["Loads", "Mechanism", "Mount", "PhysicsWarning", "State", "coordinates", "drawing",
           "equations", "errata", "inertia", "kawasaki", "laws", "recursive", "robots",
           "rotation", "scene", "screws"]


LATER = ("drawing", "equations", "errata", "laws", "recursive", "robots", "screws")


def __getattr__(name: str) -> ModuleType:
    if name in LATER:                                       # imported when they are asked for
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
