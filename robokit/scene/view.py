"""Where the eye stands: so that the arm, and what is drawn with it, is seen whole.

A scene moves by itself when its question is answered; the view holds that end of the motion too,
and all of the way along which a page leads the arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..mechanism import Mechanism
from ..types import Floats
from . import drawn, picture
from .solids import Solid

__all__ = ["framing"]

NAMED = 1.3                                     # of an axis, with the letter at its end
STEPS = 4                                       # from one pose of a way to the next
EDGES = 12                                      # of a round body, enough to find its rim


def framing(robot: Mechanism, solids: Sequence[Solid], spec: Mapping[str, Any],
            angles: Sequence[float] = (38, 16), zoom: float = 1.0) -> dict[str, Any]:
    """See `picture.fit`; angles are azimuth and elevation, zoom > 1 comes nearer."""
    points = np.vstack([*_points(robot, solids, spec)])
    found = picture.fit(points, angles)
    return found | {key: found[key] / zoom for key in ("wide", "high")}


def _points(robot: Mechanism, solids: Sequence[Solid],
            spec: Mapping[str, Any]) -> Iterator[Floats]:
    """Rims of bodies, tips of arrows and axes, ends of lines. Each (k, 3) in {B}."""
    kinds = spec["start"].get("kinds")
    load = (spec["question"] or {}).get("run", {}).get("load", spec["start"]["load"])
    for q in (np.array(spec["start"]["q"]), *_ends(robot, spec)):
        at_q = {**spec, "start": spec["start"] | {"q": q, "load": load}}
        yield robot.at(q).t("tool", frame="B", origin="B")[None]
        for _, rings in picture.placed(robot, solids, q, kinds, EDGES):
            yield rings.reshape(-1, 3)
        for mark in drawn.marks(robot, at_q):
            named = NAMED if mark.head and mark.name else 1
            yield np.array([mark.start, mark.start + named * (mark.end - mark.start)])
        for curve in drawn.curves(robot, at_q):
            yield curve.points
        for triad in drawn.triads(robot, at_q):
            yield triad.place + NAMED * triad.size * triad.axes.T


def _ends(robot: Mechanism, spec: Mapping[str, Any]) -> Iterator[Floats]:
    """Where the question's answer moves the arm, as far as its file says it in coordinates."""
    run, q = (spec["question"] or {}).get("run", {}), np.array(spec["start"]["q"])
    unit = np.where(robot.sigma == 1, np.pi / 180, 1.0)
    if "q" in run:
        yield unit * run["q"]
    way = unit * np.array(spec.get("way", np.empty((0, robot.n))), float)
    for s in np.arange(STEPS) / STEPS:
        yield from (1 - s) * way + s * np.roll(way, -1, axis=0)
    if "prediction" in spec:                    # falls to one side or the other
        for way in (-1, 1):
            fallen = np.array(spec["prediction"]["at"], float)
            fallen[0] += 90 * way
            yield unit * fallen
    if "goal" in run:                           # and where the printed formula leads
        around = np.arange(robot.n) == spec["compare"]["around"] - 1
        yield np.where(around, np.arctan(np.tan(unit * run["goal"])), q)
    for joint, value in ((run.get("joint"), run.get("to", run.get("by"))),
                         (spec.get("compare", {}).get("around"), run.get("goal"))):
        if joint is not None and value is not None:
            begun = q[joint - 1] if "by" in run else 0.0
            yield np.where(np.arange(robot.n) == joint - 1, begun + unit * value, q)
