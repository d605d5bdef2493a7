"""A picture of the bodies without a browser: for print, for pages without scripts or WebGL."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..mechanism import Mechanism
from ..types import ArrayLike, Floats
from . import drawn
from .solids import Solid, basis

__all__ = ["COLOUR", "camera", "field", "fit", "placed", "png"]

COLOUR = {"paint": (0.95, 0.94, 0.91), "dark": (0.25, 0.27, 0.30), "metal": (0.72, 0.75, 0.78),
          "revolute": (0.42, 0.59, 0.77), "prismatic": (0.90, 0.68, 0.30),
          "link": (0.88, 0.90, 0.92), "gripper": (0.86, 0.42, 0.22), "accent": (0.86, 0.42, 0.22)}
LIGHT = np.array([0.45, 0.30, 0.84])
SHADOW = (0.76, 0.78, 0.81)
FIELD = 26                                      # degrees that hold all points from any side
INCHES = (7.2, 5.0)
ASIDE = ((0, 0), (0, 0.6), (0, -0.6), (0.6, 0), (-0.6, 0), (0, 1.1), (0, -1.1), (1.1, 0),
         (-1.1, 0), (1.1, 1.1), (-1.1, 1.1), (1.1, -1.1), (-1.1, -1.1))         # as in marks.js
FILLED = 0.9                                    # of the picture, by what it holds
TURNED = (1.5, 1.35)            # the same, across and upwards, from the side that needs most



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


def png(robot: Mechanism, solids: Sequence[Solid], spec: Mapping[str, Any]) -> bytes:
    """The bodies and what is drawn with them, as the scene of this description begins."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure
    view, floor = spec["view"], spec["arms"][0]["about"]["floor"]
    q, kinds = spec["start"]["q"], spec["start"].get("kinds")
    eye, axes = camera(view)
    half = field(view, INCHES[0] / INCHES[1])
    wide = half * INCHES[0] / INCHES[1]
    figure = Figure(figsize=INCHES)
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(-wide, wide), ylim=(-half, half))
    ax.set_axis_off()

    def fill(polygons: Sequence[Floats], colours: Sequence[Any]) -> None:
        ax.add_collection(PolyCollection(polygons, facecolors=colours, edgecolors=colours,
                                         linewidths=0.3))

    def visible(q: ArrayLike, solids: Sequence[Solid]) -> list[Face]:
        faces = [face for face in _faces(robot, solids, q, kinds)
                 if face.normal @ (eye - face.middle) > 0]
        return sorted(faces, key=lambda face: -float(np.linalg.norm(face.middle - eye)))
    for other, colour in drawn.ghosts(robot, spec):
        faces = visible(other, [one for one in solids if one.frame not in ("B", 0)])
        fill(_outlines([f.corners for f in faces], eye, axes), [_pale(f, colour) for f in faces])
    faces = visible(q, solids)
    shadows = [f.corners - LIGHT * ((f.corners[:, 2:] - floor) / LIGHT[2]) for f in faces]
    fill(_outlines(shadows, eye, axes), [SHADOW])
    fill(_outlines([f.corners for f in faces], eye, axes), [face.paint() for face in faces])
    names: list[Name] = []
    for curve in drawn.curves(robot, spec):
        names += _draw_curve(ax, curve, eye, axes)
    for triad in drawn.triads(robot, spec):
        names += _draw_triad(ax, triad, eye, axes)
    for mark in drawn.marks(robot, spec):
        names += _draw_mark(ax, mark, eye, axes)
    _write(ax, names, 72 * INCHES[1] / (2 * half))
    found = io.BytesIO()
    figure.savefig(found, format="png", dpi=125, transparent=True)
    return _few_colours(found)


def _pale(face: Face, colour: str) -> tuple[float, ...]:
    shade = face.paint()[1] / COLOUR["paint"][1]
    mixed = [1 - 0.45 * (1 - int(colour[k:k + 2], 16) / 255) for k in (1, 3, 5)]
    return tuple(min(1.0, (0.55 + 0.45 * shade) * c) for c in mixed)


class Name(NamedTuple):
    """What is written before a tip (2,), along an arrow (2,)."""

    text: str
    tip: Floats
    along: Floats
    colour: str


def _draw_curve(ax: Any, curve: drawn.Curve, eye: Floats, axes: Floats) -> Iterator[Name]:
    points, colour = _projected(curve.points[None], eye, axes)[0], drawn.COLOUR[curve.colour]
    if curve.filled:
        ax.fill(*points.T, facecolor=colour, edgecolor=colour, alpha=0.25)
        return
    ax.plot(*points.T, color=colour, lw=2.5)
    _arrow(ax, points[-2], points[-1] + (points[-1] - points[-2]), colour)
    yield Name(curve.name, points[0], points[0] - points[1], colour)


def _draw_mark(ax: Any, mark: drawn.Mark, eye: Floats, axes: Floats) -> Iterator[Name]:
    [points] = _projected(np.array([[mark.start, mark.end]]), eye, axes)
    colour = drawn.COLOUR[mark.colour]
    if mark.head:
        if np.linalg.norm(points[1] - points[0]) < 0.01:        # toward the eye, or nothing
            return
        _arrow(ax, points[0], points[1], colour)
    else:
        ax.plot(*points.T, color=colour, lw=1.5, marker="o" if (points[0] == points[1]).all()
                else "", ms=9)
    yield Name(mark.name, points[1], points[1] - points[0], colour)


def _draw_triad(ax: Any, triad: drawn.Triad, eye: Floats, axes: Floats) -> Iterator[Name]:
    for letter, axis in zip("xyz", triad.axes.T):
        ends = np.array([triad.place, triad.place + triad.size * axis])
        [points] = _projected(ends[None], eye, axes)
        _arrow(ax, points[0], points[1], drawn.COLOUR[letter], lw=2,
               alpha=0.35 if triad.pale else 1)
        if not triad.pale:
            yield Name(f"{letter}_{triad.name}", points[1], points[1] - points[0],
                       drawn.COLOUR[letter])


def _arrow(ax: Any, start: Floats, end: Floats, colour: str, **style: Any) -> None:
    ax.annotate("", end, start, annotation_clip=False, arrowprops={
        "arrowstyle": "-|>", "color": colour, "lw": 2.5, "shrinkA": 0, "shrinkB": 0} | style)


def _write(ax: Any, names: Sequence[Name], scale: float) -> None:
    """Names beside each other, as in marks.js; what stands behind _ is set low. scale: points of
    the sheet for 1 of the plane."""
    from matplotlib.patheffects import withStroke
    taken: list[tuple[Floats, Floats]] = []
    for text, tip, along, colour in (name for name in names if name.text):
        main, _, low = text.replace("−", "-").partition("_")
        capitals = len(low) > 1 and low.isupper()
        box = np.array([4 + 4.2 * len(main) + (4.2 if capitals else 2.6) * len(low), 9.0])
        length = float(np.linalg.norm(along))
        way = along / length if length > 1e-6 else np.array([0.0, 1.0])
        ahead = way * (np.min(box / np.maximum(np.abs(way), 1e-6)) + 2)
        places = [scale * tip + ahead + 2 * box * np.array(aside) for aside in ASIDE]
        at = next((x for x in places if all((np.abs(x - other) >= box + size).any()
                                            for other, size in taken)), places[0])
        taken.append((at, box))
        upright = len(main) > 1 or len(low) > 1 and low.isalpha()
        said = main if upright and not low else \
            f"${main}_{{\\mathrm{{{low}}}}}$" if upright else f"${main}_{{{low}}}$"
        ax.annotate(said, tip, at - scale * tip, textcoords="offset points", color=colour,
                    fontsize=15, ha="center", va="center", math_fontfamily="stix",
                    annotation_clip=False,
                    path_effects=[withStroke(linewidth=3, foreground="white")])


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


def _faces(robot: Mechanism, solids: Sequence[Solid], q: ArrayLike,
           kinds: list[int] | None) -> Iterator[Face]:
    """All faces of all solids that are drawn."""
    for solid, rings in placed(robot, solids, q, kinds):
        after = np.roll(rings, -1, axis=1)
        quads = np.stack([rings[:-1], after[:-1], after[1:], rings[1:]], 2).reshape(-1, 4, 3)
        for polygons in (quads, np.stack([rings[0][::-1], rings[-1]])):
            second = np.cross(polygons, np.roll(polygons, -1, axis=1)).sum(1)
            sizes = np.linalg.norm(second, axis=1)
            for corners, area, size, middle in zip(polygons, second, sizes, polygons.mean(1)):
                if size > 1e-12:
                    yield Face(corners, area / size, middle, COLOUR[solid.material])


def _stretched(rings: Floats, start: Floats, end: Floats) -> Floats:
    along = end - start
    length = float(np.linalg.norm(along))
    return (rings * [1, 1, length]) @ basis(along).T + start


def _projected(faces: Floats, eye: Floats, axes: Floats) -> Floats:
    """In the plane at distance 1 before the eye. (f, 4, 2)"""
    seen = (faces - eye) @ axes.T
    return seen[..., :2] / np.maximum(-seen[..., 2:], 1e-3)


def _outlines(faces: Sequence[Floats], eye: Floats, axes: Floats) -> list[Floats]:
    """The same of faces of any number of corners, (k, 2) each."""
    ends = np.cumsum([len(corners) for corners in faces])
    return np.split(_projected(np.concatenate([*faces]), eye, axes), ends[:-1]) if faces else []


def _few_colours(drawn: io.BytesIO) -> bytes:
    from PIL import Image
    found = io.BytesIO()
    Image.open(drawn).convert("RGBA").quantize(128, method=Image.Quantize.FASTOCTREE).save(
        found, format="png", optimize=True)
    return found.getvalue()
