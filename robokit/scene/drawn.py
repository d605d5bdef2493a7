"""What is drawn beside the bodies before anything moves, as layers.js draws it: for the picture
without WebGL, and for the view, which holds it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..force import Loads
from ..kawasaki import FS20N, NoSolution
from ..mechanism import Mechanism
from ..types import Floats, Frame
from .build import words
from .virtual import Orders

__all__ = ["COLOUR", "Curve", "Mark", "Triad", "curves", "ghosts", "marks", "triad_size", "triads"]

#: As in marks.js.
COLOUR = {"x": "#d3202f", "y": "#1f8f3f", "z": "#2a5fd6", "orange": "#e08a00", "sky": "#2b9fd8",
          "purple": "#9b45a5", "grey": "#8a8f98", "bad": "#c62828", "good": "#1b7f3b",
          "ink": "#222831"}
COLUMNS = ("orange", "sky", "purple", "good", "bad", "ink")
VELOCITY = 0.3                                  # metres that stand for 1 m/rad, and for 1 m/s:
V = 0.5
TRIAD = 0.085                                   # of the reach
MOST = 500                                      # N·m, or N, that the longest arc stands for
AROUND = np.linspace(0, 2 * np.pi, 61)


class Mark(NamedTuple):
    """An arrow, a line or, where both ends are one, a point in {B}; (3,) each."""

    start: Floats
    end: Floats
    name: str
    colour: str
    head: bool


class Triad(NamedTuple):
    """Axes (3, 3), as columns, at a place (3,) in {B}; size in metres; pale ones have no name."""

    place: Floats
    axes: Floats
    size: float
    name: str
    pale: bool


class Curve(NamedTuple):
    """Points (k, 3) in {B}: a line with a head at its end, or an area."""

    points: Floats
    name: str
    colour: str
    filled: bool


def triad_size(about: Mapping[str, Any]) -> float:
    """How long the axes of a frame are drawn, metres."""
    return float(about["triad"] or TRIAD * about["reach"])


def triads(robot: Mechanism, spec: Mapping[str, Any]) -> Iterator[Triad]:
    """Frames: those that stand still, those of the links, {B} and the tool, the other order."""
    about, q, lang = spec["arms"][0]["about"], spec["start"]["q"], spec["lang"]
    s, size, reach = robot.at(q), triad_size(about), about["reach"]
    for one in _given(spec, "frames"):
        yield Triad(np.array(one["at"]), np.array(one["axes"]), 0.1 * reach,
                    one.get("name", {}).get(lang, ""), False)
    for one in about["frames"] if "frames" in spec["draw"] else []:
        axes = s.tau("B", one["place"]) @ np.array(one.get("tau", np.eye(3))).T
        scale = 0.9 if one.get("pale") else one.get("size", 1)
        yield Triad(s.t(one["place"], frame="B", origin="B"), axes, size * scale, one["name"],
                    one.get("pale", False))
    if "ends" in spec["draw"]:
        yield Triad(np.zeros(3), np.eye(3), 0.1 * reach, "B", False)
        yield Triad(s.t("tool", frame="B", origin="B"), s.tau("B", "tool"), 0.1 * reach,
                    words()["tool-frame"][lang], False)
    if "fixed" in spec["draw"] and isinstance(robot, Orders):
        _, _, alpha, beta, gamma = q
        other = robot.at([gamma, beta, alpha, 0, 0])
        yield Triad(np.zeros(3), other.tau("B", "tool"), 0.8 * size, "2", False)


def written(robot: Mechanism, spec: Mapping[str, Any]) -> list[str]:
    """The names that stand in the picture, in the language of the description."""
    return [one.name for kind in (curves, triads, marks) for one in kind(robot, spec)]


def marks(robot: Mechanism, spec: Mapping[str, Any]) -> Iterator[Mark]:
    """Arrows, lines and points."""
    draw, lang, q = spec["draw"], spec["lang"], np.array(spec["start"]["q"], float)
    for kind in ("lines", "arrows", "points"):
        for one in _given(spec, kind):
            start, end = (np.array(one.get(key, one.get("at"))) for key in ("from", "to"))
            yield Mark(start, end, one.get("name", {}).get(lang, ""), one.get("colour", "purple"),
                       kind == "arrows")
    if "line" in spec and "line" in draw:
        start, end = np.array(spec["line"]["from"]), np.array(spec["line"]["to"])
        yield Mark(start, end, "", "purple", False)
        yield from (Mark(x, x, "", "purple", False) for x in (start, end))
    s, n, reach = robot.at(q), robot.n, spec["arms"][0]["about"]["reach"]
    tip, up = s.t("tool", frame="B", origin="B"), s.tau("B", 0)
    places = [s.t(j, frame="B", origin="B") for j in range(n)]
    if "axes" in draw:
        for j, place in enumerate(places, 1):
            yield Mark(place, place + 0.16 * reach * s.tau("B", j - 1)[:, 2], f"c_{j}", "z", True)
    if "arms" in draw:
        yield from (Mark(place, tip, f"R_{n}{j}", "grey", True)
                    for j, place in enumerate(places, 1))
    if "columns" in draw:
        for j, D in enumerate(columns(robot, q).T):
            yield Mark(tip, tip + VELOCITY * D, f"D_{n}{j + 1}", COLUMNS[j % 6], True)
    if "velocity" in draw:
        dq = np.array(spec["start"].get("dq", np.zeros(n)))
        omega, v = up @ s.C(n) @ dq, columns(robot, q) @ dq
        yield Mark(tip, tip + 0.2 * reach * omega, "ω", "purple", True)
        yield Mark(tip, tip + V * v, "V", "orange", True)
    fall = np.array(spec["arms"][0]["about"]["gravity"])
    load = spec["start"]["load"]
    if "force" in draw and load:
        down = fall / np.linalg.norm(fall)
        start = tip + 0.021 * reach * np.cbrt(load) * down
        yield Mark(start, start + 0.012 * load * reach * down, "f", "purple", True)
    if "drives" in draw:
        held = drives(robot, q, fall, load) / spec.get("most", MOST)
        for j in np.flatnonzero(robot.sigma == 0):
            axis = s.tau("B", int(j))[:, 2]
            yield Mark(places[j], places[j] + 0.3 * reach * held[j] * axis, f"μ_{j + 1}", "bad",
                       True)
    if "handle" in draw:
        yield Mark(tip, tip, "", "orange", False)


def curves(robot: Mechanism, spec: Mapping[str, Any]) -> Iterator[Curve]:
    """Arcs of the drives; the ellipsoid as its three ellipses."""
    draw, q = spec["draw"], np.array(spec["start"]["q"])
    about, s = spec["arms"][0]["about"], robot.at(q)
    if "ellipsoid" in draw:
        tip, D = s.t("tool", frame="B", origin="B"), columns(robot, q)
        U, half, _ = np.linalg.svd(D)
        axes = VELOCITY * U[:, :len(half)] * half
        for a, b in ((0, 1), (0, 2), (1, 2)):
            if b < len(half):
                yield Curve(tip + np.outer(np.cos(AROUND), axes[:, a])
                            + np.outer(np.sin(AROUND), axes[:, b]), "", "sky", True)
    if "drives" in draw:
        fall, most = np.array(about["gravity"]), spec.get("most", MOST)
        held = drives(robot, q, fall, spec["start"]["load"]) / most
        for j in np.flatnonzero(robot.sigma == 1):
            angle = min(1.0, abs(held[j])) * 1.7 * np.pi
            if angle < 0.03:
                continue
            radius = 0.075 * about["reach"] * (1 - 0.08 * j)
            turn = np.sign(held[j]) * np.linspace(0, angle, 40)
            ring = radius * np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
            frame: Frame = int(j)
            yield Curve(s.t(frame, frame="B", origin="B") + ring @ _upon(s.tau("B", frame)[:, 2]).T,
                        f"μ_{j + 1}", "bad", False)


def ghosts(robot: Mechanism, spec: Mapping[str, Any]) -> Iterator[tuple[Floats, str]]:
    """Coordinates of the other arms that are drawn pale, with their colour."""
    if "ghosts" not in spec["draw"] or not isinstance(robot, FS20N):
        return
    q = np.array(spec["start"]["q"])
    t, tau = robot.forward_kinematics(q)
    own = tuple(int(k) for k in np.array(robot.kci(q)))
    for signs in ((a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1)):
        if signs == own:
            continue
        try:
            yield (robot.inverse_kinematics((t, tau), *signs, limits=True),
                   "#3f86d8" if signs[0] > 0 else "#e0852f")
        except NoSolution:
            pass


def columns(robot: Mechanism, q: Floats) -> Floats:
    """Velocities (3, n) of the gripper in {B}, one a unit rate."""
    s = robot.at(q)
    return s.tau("B", 0) @ s.D_matrix(robot.n, robot._eps[-1].T @ robot.tool.l)


def drives(robot: Mechanism, q: Floats, fall: Floats, load: float) -> Floats:
    """The drives (n,) that hold the arm and a load, kg, at its gripper; fall (3,) in {B}."""
    up = robot.at(q).tau("B", 0)
    own = robot.static_drives(q, Loads(gravity=tuple(up.T @ fall)))
    return own - columns(robot, q).T @ (load * fall)


def _given(spec: Mapping[str, Any], kind: str) -> Sequence[Mapping[str, Any]]:
    return spec.get("given", {}).get(kind, []) if "given" in spec["draw"] else []


def _upon(axis: Floats) -> Floats:
    """The shortest turn (3, 3) that brings Z to an axis."""
    x, y, z = axis
    if z < -1 + 1e-12:
        return np.diag([-1.0, 1, -1])
    K = np.array([[0, 0, x], [0, 0, y], [-x, -y, 0]])
    return np.eye(3) + K + K @ K / (1 + z)
