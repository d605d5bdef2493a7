"""Scenes as data: files scenes/NAME.toml.

    title, intro, note       {ru, en}
    [arm]                    robot = "fs20n" (with inertias = "nominal" and lengths), or a name of
                             `robots`; links = 3 for an arm whose parameters turn; turns = "orders"
                             for a frame that turns; [arm.mechanism] as `Mechanism.from_dict` reads
    [start]                  q in degrees and metres, dq, load; for links: sigma, angles (degrees),
                             l, q of each link
    [look]                   draw, offer, turn, show, view, zoom: see `scene`
    [question]               ask {ru, en}; [[question.options]] say {ru, en} and when, "more",
                             "less", "same" or [from, to]: what the change of `measure` must be;
                             run {panel, ...}: what then happens; why {ru, en}
    [line], [loads], [fall], [compare], [joule], [screw], [prediction]    settings of the panels
    coordinates              names of the coordinates on the page, one a joint: ["q_1", "d", "q_2"]
    stand                    metres of a column under the base, for an arm that swings below it
    way                      poses, degrees and metres, through which a page leads the arm and back
                             to the first: the view holds all of it
    [given]                  what stands still in {B}: arrows {from, to, name, colour}, frames {at,
                             axes (columns), name}, points {at, name, colour}, lines {from, to};
                             colour is one of COLOUR in js/marks.js

A scene of one's own is such a file anywhere, for an arm that is named in it or given to `load`.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from .. import robots
from ..kawasaki import FS20N, fs20n
from ..mechanism import Mechanism
from ..rotation import tau_x, tau_y, tau_z
from ..types import Floats
from .make import SETTINGS, scene
from .page import Scene
from .virtual import Orders, Parametric, coordinates, orders

__all__ = ["data", "load", "names"]


def names() -> list[str]:
    """The names of all scenes, sorted."""
    files = resources.files(__package__).joinpath("scenes").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def data(name: str | Path) -> dict[str, Any]:
    """The file of a scene as it stands, by its name or its path; ValueError for another name."""
    if isinstance(name, Path):
        return tomllib.loads(name.read_text(encoding="utf-8"))
    if name not in names():
        raise ValueError(f"name: got {name!r}, needs one of {', '.join(names())}")
    text = resources.files(__package__).joinpath("scenes", f"{name}.toml")
    return tomllib.loads(text.read_text(encoding="utf-8"))


def load(name: str | Path, lang: str = "en", robot: Mechanism | None = None) -> Scene:
    """The scene of that name or file; robot: the arm, for a file that names none.

    ValueError for a name that there is not.
    """
    given = data(name)
    robot, q = _arm(given, robot)
    start = given["start"]
    settings = {key: given[key] for key in SETTINGS if key in given}
    if "line" in settings:
        settings["line"] = _line(settings["line"])
        q = _begin(robot, settings["line"])
    return scene(robot, q, title=given["title"], intro=given["intro"], note=given.get("note", ""),
                 lang=lang, dq=start.get("dq"), load=start.get("load", 0), name=Path(name).stem,
                 kinds=start.get("sigma"), question=given.get("question"), **given["look"],
                 **settings)


def _arm(given: dict[str, Any], robot: Mechanism | None) -> tuple[Mechanism, Floats]:
    arm, start = dict(given.get("arm", {})), given["start"]
    if arm.pop("turns", None):
        return Orders(), orders(np.radians(start["angles"]))[0]
    if "links" in arm:
        q = coordinates(start["sigma"], np.radians(start["angles"]), start["l"],
                        np.where(start["sigma"], np.radians(start["q"]), start["q"]))
        return Parametric(**arm), q
    robot = robot or _named(arm)
    return robot, np.where(robot.sigma == 1, np.radians(start["q"]), start["q"])


def _named(arm: dict[str, Any]) -> Mechanism:
    if "mechanism" in arm:
        return Mechanism.from_dict(arm["mechanism"])
    if "robot" not in arm:
        raise ValueError("arm: got no robot, needs one in the file or as an argument")
    name = arm.pop("robot")
    return fs20n(**arm) if name == "fs20n" else robots.load(name)


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
