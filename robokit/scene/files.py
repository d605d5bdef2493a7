"""Scenes as data: files scenes/NAME.toml.

    title, intro, note       {ru, en}
    [arm]                    robot = "fs20n" (with inertias = "nominal" and lengths), or a name of
                             `robots`, or links = 3 for an arm whose parameters turn
    [start]                  q in degrees and metres, dq, load; for links: sigma, angles (degrees),
                             l, q of each link
    [look]                   draw, offer, turn, show, view, zoom: see `scene`
    [question]               ask {ru, en}; [[question.options]] say {ru, en} and when, "more",
                             "less", "same" or [from, to]: what the change of `measure` must be;
                             run {panel, ...}: what then happens; why {ru, en}
    [line], [loads], [fall], [compare]    settings of the panels
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import numpy as np

from .. import robots
from ..kawasaki import FS20N, fs20n
from ..mechanism import Mechanism
from ..rotation import tau_x, tau_y, tau_z
from ..types import Floats
from .make import SETTINGS, scene
from .page import Scene
from .virtual import Parametric, coordinates

__all__ = ["data", "load", "names"]


def names() -> list[str]:
    """The names of all scenes, sorted."""
    files = resources.files(__package__).joinpath("scenes").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def data(name: str) -> dict[str, Any]:
    """The file of a scene as it stands; ValueError for a name that there is not."""
    if name not in names():
        raise ValueError(f"name: got {name!r}, needs one of {', '.join(names())}")
    text = resources.files(__package__).joinpath("scenes", f"{name}.toml")
    return tomllib.loads(text.read_text(encoding="utf-8"))


def load(name: str, lang: str = "en") -> Scene:
    """The scene of that name; ValueError for a name that there is not."""
    given = data(name)
    robot, q = _arm(given)
    start = given["start"]
    settings = {key: given[key] for key in SETTINGS if key in given}
    if "line" in settings:
        settings["line"] = _line(settings["line"])
        q = _begin(robot, settings["line"])
    return scene(robot, q, title=given["title"], intro=given["intro"], note=given.get("note", ""),
                 lang=lang, dq=start.get("dq"), load=start.get("load", 0), name=name,
                 kinds=start.get("sigma"), question=given.get("question"), **given["look"],
                 **settings)


def _arm(given: dict[str, Any]) -> tuple[Mechanism, Floats]:
    arm, start = dict(given["arm"]), given["start"]
    if "links" in arm:
        q = coordinates(start["sigma"], np.radians(start["angles"]), start["l"],
                        np.where(start["sigma"], np.radians(start["q"]), start["q"]))
        return Parametric(**arm), q
    name = arm.pop("robot")
    robot = fs20n(**arm) if name == "fs20n" else robots.load(name)
    return robot, np.where(robot.sigma == 1, np.radians(start["q"]), start["q"])


def _begin(robot: Mechanism, line: dict[str, Any]) -> Floats:
    """Where the gripper stands at the beginning of the line."""
    if not isinstance(robot, FS20N):
        raise ValueError(f"line: got one for {robot.name}, needs the Kawasaki FS20N")
    k_s, k_e, k_w = line["branch"]
    return robot.inverse_kinematics((line["from"], line["tau"]), k_s, k_e, k_w, limits=True)


def _line(line: dict[str, Any]) -> dict[str, Any]:
    """The gripper's axes on the line, from pitch, yaw and roll in degrees."""
    P, Y, R = np.radians(line["angles"])
    return line | {"tau": (tau_x(P) @ tau_y(Y) @ tau_z(R)).tolist()}
