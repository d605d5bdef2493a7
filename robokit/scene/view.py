"""Where the eye stands: so that the arm, and what is drawn with it, is seen whole.

A scene moves by itself when its question is answered; the view holds that end of the motion too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..mechanism import Mechanism
from ..types import Floats, Frame
from . import picture
from .solids import Solid

__all__ = ["framing"]

ARROW = 0.3                                     # metres that stand for 1 m/rad, as in layers.js
NAMED = 1.3                                     # of an axis, with the letter at its end
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
    about, kinds = spec["arms"][0]["about"], spec["start"].get("kinds")
    for q in (np.array(spec["start"]["q"]), *_ends(robot, spec)):
        s = robot.at(q)
        tip = s.t("tool", frame="B", origin="B")
        yield tip[None]
        for _, rings in picture.placed(robot, solids, q, kinds, EDGES):
            yield rings.reshape(-1, 3)
        yield from _velocities(robot, q, tip, spec["draw"])
        if {"frames", "ends"} & {*spec["draw"]}:
            size = NAMED * picture.triad_size(about)
            places: list[Frame] = [one["place"] for one in about["frames"]]
            for k in (*places, "tool"):
                yield s.t(k, frame="B", origin="B") + size * s.tau("B", k).T
    for line in ([spec["line"]] if "line" in spec else []):
        yield np.array([line["from"], line["to"]])
    for mark in (one for some in spec.get("given", {}).values() for one in some):
        ends = np.array([mark[key] for key in ("from", "to", "at") if key in mark])
        yield ends
        if "axes" in mark:
            yield ends + NAMED * picture.triad_size(about) * np.array(mark["axes"]).T


def _velocities(robot: Mechanism, q: Floats, tip: Floats, drawn: Sequence[str]) -> Iterator[Floats]:
    """Tips of the columns of the Jacobian, and the ends of the ellipsoid's half axes."""
    if not {"columns", "ellipsoid"} & {*drawn}:
        return
    s, point = robot.at(q), robot._eps[-1].T @ robot.tool.l
    D = s.tau("B", 0) @ s.D_matrix(robot.n, point)
    if "columns" in drawn:
        yield tip + ARROW * D.T
    if "ellipsoid" in drawn:
        U, half, _ = np.linalg.svd(D)
        axes = U[:, :len(half)] * half
        yield tip + ARROW * np.hstack([axes, -axes]).T


def _ends(robot: Mechanism, spec: Mapping[str, Any]) -> Iterator[Floats]:
    """Where the question's answer moves the arm, as far as its file says it in coordinates."""
    run, q = (spec["question"] or {}).get("run", {}), np.array(spec["start"]["q"])
    unit = np.where(robot.sigma == 1, np.pi / 180, 1.0)
    if "q" in run:
        yield unit * run["q"]
    if "goal" in run:                           # and where the printed formula leads
        around = np.arange(robot.n) == spec["compare"]["around"] - 1
        yield np.where(around, np.arctan(np.tan(unit * run["goal"])), q)
    for joint, value in ((run.get("joint"), run.get("to", run.get("by"))),
                         (spec.get("compare", {}).get("around"), run.get("goal"))):
        if joint is not None and value is not None:
            begun = q[joint - 1] if "by" in run else 0.0
            yield np.where(np.arange(robot.n) == joint - 1, begun + unit * value, q)
