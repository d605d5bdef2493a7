"""The assignments, by name. A new one is a module here and a notebook in solutions/."""

from __future__ import annotations

from ..task import Assignment
from . import (a01_parameters, a02_rotation, a03_positions, a04_inverse, a05_velocities,
               a06_velocity_problems, a07_accelerations, a08_forces, a09_motion,
               a10_screws, a11_recursive, a12_base_parameters, a13_statics, project)

__all__ = ["ASSIGNMENTS", "find"]

ASSIGNMENTS: dict[str, Assignment] = {
    module.ASSIGNMENT.name: module.ASSIGNMENT for module in (
        a01_parameters, a02_rotation, a03_positions, a04_inverse, a05_velocities,
        a06_velocity_problems, a07_accelerations, a08_forces, a09_motion, a10_screws,
        a11_recursive, a12_base_parameters, a13_statics, project)}


def find(name: str) -> Assignment:
    """The assignment of that name; ValueError says which there are."""
    if name not in ASSIGNMENTS:
        raise ValueError(f"assignment: got {name!r}, needs one of {', '.join(ASSIGNMENTS)}")
    return ASSIGNMENTS[name]
