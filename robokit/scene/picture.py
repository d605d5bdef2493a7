"""A picture of the bodies without a browser: for print, for pages without scripts or WebGL."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..mechanism import Mechanism
from ..types import ArrayLike, Floats
from .solids import Solid, basis

__all__ = ["COLOUR", "Mark", "Triad", "camera", "field", "fit", "placed", "png", "triad_size"]

COLOUR = {"paint": (0.95, 0.94, 0.91), "dark": (0.25, 0.27, 0.30), "metal": (0.72, 0.75, 0.78),
          "revolute": (0.42, 0.59, 0.77), "prismatic": (0.90, 0.68, 0.30),
          "link": (0.88, 0.90, 0.92), "gripper": (0.86, 0.42, 0.22), "accent": (0.86, 0.42, 0.22)}
LIGHT = np.array([0.45, 0.30, 0.84])
SHADOW = (0.76, 0.78, 0.81)
FIELD = 26                                      # degrees that hold all points from any side
INCHES = (7.2, 5.0)
FILLED = 0.86                                   # of the picture, by what it holds
TURNED = (1.3, 1.2)             # the same, across and upwards, from the side that needs most
TRIAD = 0.085                                                    # of the reach, as in layers.js
AXES = {"x": "#d3202f", "y": "#1f8f3f", "z": "#2a5fd6"}


MARKS = {"orange": "#e08a00", "sky": "#2b9fd8", "purple": "#9b45a5", "grey": "#8a8f98",
         "bad": "#c62828", "good": "#1b7f3b"}                   # as COLOUR in marks.js


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


def triad_size(about: Mapping[str, Any]) -> float:
    """How long the axes of a frame are drawn, metres."""
    return float(about["triad"] or TRIAD * about["reach"])


def camera(view: dict[str, Any]) -> tuple[Floats, Floats]:
    """The eye's place (3,) and rows to the right, upwards and towards it (3, 3)."""
    azimuth, elevation = np.radians(view["angles"])
    back = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation),
                     np.sin(elevation)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0])
    return (np.array(view["target"]) + view["distance"] * back,
            np.array([right, np.cross(back, right), back]))


def fit(points: Floats, angles: Sequence[float]) -> dict[str, Any]:
    """The view from these angles that holds all points (k, 3), about the middle of their box.

    angles, degrees; target (3,) and distance, metres; high, wide: the tangents of half the angles
    of view upwards and across that the points need, with room to spare from here; from other sides
    at this elevation what lies farthest out may be cut off.
    """
    target = (points.min(0) + points.max(0)) / 2
    away = np.linalg.norm(points - target, axis=1).max() / np.sin(np.radians(FIELD / 2))

    def needed(azimuth: float) -> Floats:
        _, axes = camera({"angles": (azimuth, angles[1]), "target": (0, 0, 0), "distance": 1})
        x, y, z = ((points - target) @ axes.T).T
        return np.array([np.abs(x / (away - z)).max(), np.abs(y / (away - z)).max()])
    around = np.max([needed(a) for a in range(0, 360, 15)], axis=0)
    wide, high = np.maximum(needed(angles[0]) / FILLED, around / np.array(TURNED))
    return {"angles": list(angles), "target": target.round(4).tolist(),
            "distance": round(float(away), 4), "wide": round(float(wide), 5),
            "high": round(float(high), 5)}


def field(view: Mapping[str, Any], aspect: float = 1.0) -> float:
    """The tangent of half the angle of view upwards, in a picture of this width to height."""
    return max(view["high"], view["wide"] / aspect)


def png(robot: Mechanism, solids: list[Solid], q: ArrayLike, view: dict[str, Any],
        floor: float, kinds: list[int] | None = None, triads: Sequence[Triad] = (),
        marks: Sequence[Mark] = ()) -> bytes:
    """The bodies at q (n,), frames and marks, seen as the viewer begins."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure
    eye, axes = camera(view)
    faces = [face for face in _faces(robot, solids, q, kinds)
             if face.normal @ (eye - face.middle) > 0]
    faces.sort(key=lambda face: -float(np.linalg.norm(face.middle - eye)))
    shadows = [_projected(f.corners - LIGHT * ((f.corners[:, 2:] - floor) / LIGHT[2]), eye, axes)
               for f in faces]
    half = field(view, INCHES[0] / INCHES[1])
    wide = half * INCHES[0] / INCHES[1]
    figure = Figure(figsize=INCHES)
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(-wide, wide), ylim=(-half, half))
    ax.set_axis_off()
    paint = [face.paint() for face in faces]
    for polygons, colours in ((shadows, [SHADOW]),
                              ([_projected(f.corners, eye, axes) for f in faces], paint)):
        ax.add_collection(PolyCollection(polygons, facecolors=colours, edgecolors=colours,
                                         linewidths=0.3))
    for triad in triads:
        _draw_triad(ax, triad, eye, axes)
    for mark in marks:
        _draw_mark(ax, mark, eye, axes)
    found = io.BytesIO()
    figure.savefig(found, format="png", dpi=125, transparent=True)
    return _few_colours(found)


def _draw_mark(ax: Any, mark: Mark, eye: Floats, axes: Floats) -> None:
    [(x, y)] = _projected(np.array([[mark.start, mark.end]]), eye, axes).transpose(0, 2, 1)
    colour = MARKS[mark.colour]
    if mark.head:
        ax.annotate("", (x[1], y[1]), (x[0], y[0]), annotation_clip=False, arrowprops={
            "arrowstyle": "-|>", "color": colour, "lw": 2.5, "shrinkA": 0, "shrinkB": 0})
    else:
        ax.plot(x, y, color=colour, lw=1.5, marker="o" if x[0] == x[1] else "", ms=9)
    if mark.name:
        ax.annotate(mark.name, (x[1], y[1]), (7, 7), textcoords="offset points", color=colour,
                    fontsize=13, weight="bold", annotation_clip=False)


def _draw_triad(ax: Any, triad: Triad, eye: Floats, axes: Floats) -> None:
    for (letter, colour), axis in zip(AXES.items(), triad.axes.T):
        ends = np.array([triad.place, triad.place + triad.size * axis])
        [(x, y)] = _projected(ends[None], eye, axes).transpose(0, 2, 1)
        ax.annotate("", (x[1], y[1]), (x[0], y[0]), annotation_clip=False, arrowprops={
            "arrowstyle": "-|>", "color": colour, "lw": 2, "alpha": 0.35 if triad.pale else 1,
            "shrinkA": 0, "shrinkB": 0})
        if not triad.pale:
            at = [-0.12, 1.12] @ np.array([x, y]).T
            ax.text(*at, f"${letter}_{{{triad.name.replace('−', '-')}}}$", color=colour,
                    fontsize=15, ha="center", va="center", math_fontfamily="stix")


class Face(NamedTuple):
    """A flat polygon (k, 3) in {B}, its outward normal, its middle and its colour."""

    corners: Floats
    normal: Floats
    middle: Floats
    colour: tuple[float, float, float]

    def paint(self) -> tuple[float, ...]:
        shade = 0.48 + 0.42 * max(self.normal @ LIGHT, 0) + 0.10 * max(self.normal[2], 0)
        return tuple(min(1.0, float(shade * c)) for c in self.colour)


def placed(robot: Mechanism, solids: Sequence[Solid], q: ArrayLike,
           kinds: Sequence[int] | None, around: int = 28) -> Iterator[tuple[Solid, Floats]]:
    """Every solid that is drawn at q (n,), with its rings (k, around, 3) in {B}."""
    s = robot.at(q)
    for solid in solids:
        if solid.when is not None and (kinds or [])[solid.when[0]] != solid.when[1]:
            continue
        rings = solid.rings(around)
        if solid.between is not None:
            start, end = (s.t(k, frame="B", origin="B") for k in solid.between)
            if np.linalg.norm(end - start) < 1e-6:
                continue
            rings = _stretched(rings, start, end)
        elif solid.frame != "B":
            rings = rings @ s.tau("B", solid.frame).T + s.t(solid.frame, frame="B", origin="B")
        yield solid, rings


def _faces(robot: Mechanism, solids: list[Solid], q: ArrayLike,
           kinds: list[int] | None) -> Iterator[Face]:
    """All faces of all solids that are drawn."""
    for solid, rings in placed(robot, solids, q, kinds):
        after = np.roll(rings, -1, axis=1)
        quads = np.stack([rings[:-1], after[:-1], after[1:], rings[1:]], 2).reshape(-1, 4, 3)
        for corners in [*quads, rings[0][::-1], rings[-1]]:
            second = np.cross(corners, np.roll(corners, -1, axis=0)).sum(0)
            size = np.linalg.norm(second)
            if size > 1e-12:
                yield Face(corners, second / size, corners.mean(0), COLOUR[solid.material])


def _stretched(rings: Floats, start: Floats, end: Floats) -> Floats:
    along = end - start
    length = float(np.linalg.norm(along))
    return (rings * [1, 1, length]) @ basis(along).T + start


def _projected(faces: Floats, eye: Floats, axes: Floats) -> Floats:
    """In the plane at distance 1 before the eye. (f, 4, 2)"""
    seen = (faces - eye) @ axes.T
    return seen[..., :2] / np.maximum(-seen[..., 2:], 1e-3)


def _few_colours(drawn: io.BytesIO) -> bytes:
    from PIL import Image
    found = io.BytesIO()
    Image.open(drawn).convert("RGBA").quantize(128, method=Image.Quantize.FASTOCTREE).save(
        found, format="png", optimize=True)
    return found.getvalue()
