"""Scenes on the pages and slides of the lessons: which stands where, with which arm.

A scene is a file, one of robokit's own (`robokit.scene.names`) or one in lessons/scenes for an arm
of a lesson's companion. Pages and slides hold its picture and words; where the viewer can be built
it comes alive when a reader has it in sight.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from robokit import Mechanism
from robokit.scene import LANGUAGES, CannotBuild, Scene, bundle, load

from . import facts

FOLDER = facts.LESSONS / "scenes"


class Place(NamedTuple):
    """A scene and the cell it stands behind: the first of the lesson with this tag."""

    lesson: str
    tag: str
    scene: str
    maker: str = ""                    # the function of the lesson's companion that gives the arm


PLACES = (
    Place("00_first_steps", "wrong-turn", "rigid"),
    Place("00_first_steps", "figure-frames", "pen"),
    Place("01_coordinates_and_parameters", "figure-1.7", "build"),
    Place("01_coordinates_and_parameters", "figure-fs20n", "stretched"),
    Place("02_rotation_matrices", "interactive", "orders"),
    Place("02_rotation_matrices", "eq-2.3", "turning"),
    Place("03_positions_and_angles", "figure-loader", "loader"),
    Place("03_positions_and_angles", "figure-A1", "pendant"),
    Place("04_inverse_problem", "erratum-A2-arctg-q1", "compare"),
    Place("04_inverse_problem", "interactive", "branches"),
    Place("04_inverse_problem", "straight-seam", "line"),
    Place("05_velocities", "interactive", "columns", "planar"),
    Place("05_velocities", "figure-columns", "jacobian"),
    Place("06_velocity_problems", "figure-ellipses", "ellipse", "planar"),
    Place("06_velocity_problems", "figure-singular", "ellipsoid"),
    Place("08_forces", "interactive", "hold", "loader"),
    Place("09_equations_of_motion", "interactive", "joule"),
    Place("09_equations_of_motion", "figure-cut", "fall"),
    Place("10_screws", "figure-helix", "screw"),
    Place("13_statics", "figure-slider", "statics"),
    Place("14_generated_code", "figure-fall", "upright"),
)


def behind(lesson: str, cells) -> Iterator[tuple[int, Place]]:
    """For each scene of a lesson the number of the cell behind which it stands.

    ValueError for a tag that no cell has.
    """
    for place in PLACES:
        if place.lesson == lesson:
            found = [k for k, cell in enumerate(cells)
                     if place.tag in cell.metadata.get("tags", [])]
            if not found:
                raise ValueError(f"{lesson}: got no cell with the tag {place.tag!r}, the scene "
                                 f"{place.scene!r} needs one")
            yield found[0], place


@cache
def scene(place: Place) -> Scene:
    """The scene of a place; where the viewer cannot be built it is a picture."""
    file = FOLDER / f"{place.scene}.toml"
    made = load(file if file.is_file() else place.scene, robot=_arm(place))
    return made.still(missing()) if missing() else made


def spoken(language: str) -> str:
    """The language of a scene on a page in this one."""
    return language if language in LANGUAGES else facts.SOURCE


def _arm(place: Place) -> Mechanism | None:
    if not place.maker:
        return None
    return getattr(companion(place.lesson[:2]), place.maker)()


def companion(number: str) -> ModuleType:
    """A lesson's companion module."""
    if str(facts.LESSONS) not in sys.path:
        sys.path.insert(0, str(facts.LESSONS))
    return __import__(f"companion_{number}")


@cache
def missing() -> str:
    """Why scenes are pictures on this machine, in a sentence; empty where they live."""
    try:
        bundle()
    except CannotBuild as reason:
        return str(reason)
    return ""


def write(output: Path, only: str = "") -> None:
    """The files of the scenes beside the pages; one line says where they are only pictures."""
    for place in PLACES:
        if place.lesson.startswith(only):
            scene(place).write(output)
    if missing():
        print(f"{output}: figures do not move, they are pictures. {missing()}", file=sys.stderr)
