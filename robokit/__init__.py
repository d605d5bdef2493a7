"""robokit: the kinematics and dynamics of manipulation robots, section by section.

It follows the textbook of Leskov, Bazhinova and Seliverstova (2017) in notation, indices and
order. SI units and radians everywhere; links and joints are numbered 1..n, the base is 0.
"""

from . import coordinates, inertia, kawasaki, rotation
from .force import Loads
from .mechanism import Mechanism, Mount, PhysicsWarning
from .state import State

__all__ = ["Loads", "Mechanism", "Mount", "PhysicsWarning", "State", "coordinates",
           "inertia", "kawasaki", "rotation"]
