"""Drawing: one style for every figure of the lessons.

Frames are triads x red, y green, z blue. Everything else takes its colours from `COLOUR`,
which stay apart in grey print and for colour-blind readers. Lengths are metres; a picture
that shows directions only has no axes (`figure(axes=False)`).

A figure is made by `figure`, filled by `frame`, `vector`, `arc`, `line3d` and `mechanism`,
and given to the reader by `show`, which asks for an alternative text: what is seen, for a
reader who does not see it. No other module of robokit draws.
"""

from __future__ import annotations

import html
import io
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary, WeakSet

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.text import Text
from matplotlib.ticker import Formatter
from matplotlib.transforms import Affine2D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection, Text3D
from mpl_toolkits.mplot3d.proj3d import proj_transform
from PIL import Image, ImageOps

from .rotation import lam
from .types import ArrayLike, Floats, Frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d.axes3d import Axes3D

    from .mechanism import Mechanism
    from .state import State

__all__ = ["AXES", "COLOUR", "arc", "axes_named_by", "compare", "describe", "figure", "frame",
           "journey", "line3d", "look", "mechanism", "numbers_marked_by", "png", "set_equal",
           "show", "sliders", "turned", "vector", "workspace"]

AXES = ("#c1121f", "#1a7f37", "#1f4fbf")                     # x, y, z
COLOUR = {"ink": "#222222", "grey": "#8a8a8a", "link": "#4a4a4a", "orange": "#e08a00",
          "sky": "#3fa7d6", "purple": "#8e3b8a", "revolute": "#b9cde0", "prismatic": "#f2c879",
          "ground": "#d8d8d8"}
DPI = 192                                                    # shown at 96: sharp when projected
COLOURS = 255                                                # of a stored figure
VIEW = (22, 35)                                              # elevation and azimuth, degrees
NUMBER = re.compile(r"[-+−\d.e%° ]*|\$.*\$")                  # a label that is no words
POINTS = 33                                                  # of a drawn arc
LETTERS, NUMBERS = 15, 12                # points, as shown: names and titles, ticks and joints
GAP = 2                                                      # points between a tip and its letters
THICK = 3                            # points: on a line as wide as a link no letters are read
WINDOW = 0.97                    # matplotlib: the window in diagonals of the box, at zoom 1
Colour = str | tuple[float, ...]                             # a name, "#rrggbb", or (r, g, b)
Places = dict[Frame, Floats]                                 # frame -> its origin in {B}
_seen: WeakKeyDictionary[Axes, list[Floats]] = WeakKeyDictionary()   # axes -> points that they show
_lines: WeakKeyDictionary[Axes, list[Floats]] = WeakKeyDictionary()  # axes -> their thick lines
_bare: WeakSet[Axes] = WeakSet()                             # axes that are not drawn
_names: dict[str, Callable[[str], str]] = {"axis": "{}, m".format}     # "x" -> "x, m"
_mark: dict[str, Callable[[], str]] = {"decimal": lambda: "."}
if _dots := os.environ.get("ROBOKIT_DPI"):         # coarser where nobody looks at the pictures
    if not (_dots.isdecimal() and 16 <= int(_dots) <= 960):
        raise ValueError(f"ROBOKIT_DPI: got {_dots!r}, needs dots per inch, 16..960")
    DPI = int(_dots)


# -- figures ------------------------------------------------------------------------------
def figure(n: int = 1, three_d: bool = True, width: float | None = None,
           height: float | None = None, axes: bool = True, view: tuple[float, float] = VIEW,
           titles: Sequence[str] = ()) -> tuple[Figure, Any]:
    """A figure with n drawings side by side; returns (fig, ax), or (fig, array of n axes).

    three_d: space, seen from `view` = (elevation, azimuth) in degrees without perspective,
    or a plane. width, height: inches. axes=False hides the coordinate axes, for pictures of
    directions. titles: one for each drawing. Raises ValueError when n is not 1, 2, 3, ...
    """
    if not isinstance(n, (int, np.integer)) or n < 1:
        raise ValueError(f"n: got {n!r}, needs a number of drawings, 1 or more")
    width = width or min(4.8 if n == 1 else 3.2 * n, 9.6)
    size = width, height or min(width / n + 0.3, 4.5)
    options = {"projection": "3d", "proj_type": "ortho"} if three_d else {}
    fig, grid = plt.subplots(1, n, figsize=size, dpi=DPI, squeeze=False, subplot_kw=options,
                             layout="constrained")
    for ax, title in zip(grid[0], list(titles) + [""] * n):
        _prepare(ax, three_d, axes, view)
        ax.set_title(title, fontsize=LETTERS - 1, color=COLOUR["ink"])
    return fig, (grid[0][0] if n == 1 else grid[0])


def _prepare(ax: Axes, three_d: bool, axes: bool, view: tuple[float, float]) -> None:
    if not axes:
        ax.set_axis_off()
        _bare.add(ax)
    if not three_d:
        ax.set_aspect("equal")
        ax.grid(alpha=0.25)
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        _name_axes(ax, "xy")
        return
    ax.view_init(*view)
    ax.patch.set_visible(False)                              # or it hides a neighbour's letters
    ax.set_autoscale_on(False)                               # set_equal finds the limits
    _name_axes(ax, "xyz")
    for axis, pad in ((ax.xaxis, 13), (ax.yaxis, 13), (ax.zaxis, 22)):
        axis.labelpad = pad
    ax.zaxis.set_tick_params(pad=8)                          # or numbers stand on the axis
    for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
        axis.set_pane_color((0.97, 0.97, 0.97))
        axis._axinfo["grid"].update(color="#dddddd", linewidth=0.6)


def _name_axes(ax: Axes, names: str) -> None:
    ax.tick_params(labelsize=NUMBERS)
    for name in names:
        getattr(ax, f"set_{name}label")(f"{name}, m", fontsize=LETTERS - 1)


def axes_named_by(voice: Callable[[str], str]) -> None:
    """From now on `show` names axes of lengths as voice does: "x" -> "x, m" is the English one."""
    _names["axis"] = voice


def numbers_marked_by(voice: Callable[[], str]) -> None:
    """From now on `show` writes the numbers along axes with this decimal mark, such as ","."""
    _mark["decimal"] = voice


class _Marked(Formatter):      # type: ignore[misc]      # matplotlib has no types
    """The numbers of another formatter with their decimal mark."""

    def __init__(self, plain: Formatter, mark: str) -> None:
        self.plain, self.mark = plain, mark

    def __call__(self, x: float, pos: int | None = None) -> str:
        return self._said(self.plain(x, pos))

    def format_ticks(self, values: Any) -> list[str]:
        return [self._said(text) for text in self.plain.format_ticks(values)]

    def get_offset(self) -> str:
        return self._said(self.plain.get_offset())

    def set_locs(self, locs: Any) -> None:
        self.plain.set_locs(locs)

    def _said(self, text: str) -> str:
        """A label in words stays; in a formula a comma in braces, or a gap would follow it."""
        mark = f"{{{self.mark}}}" if "$" in text else self.mark
        return re.sub(r"(?<=\d)\.(?=\d)", mark, text) if NUMBER.fullmatch(text) else text


def _mark_numbers(ax: Axes) -> None:
    """Numbers along the axes get the decimal mark of the voice."""
    mark = _mark["decimal"]()
    for axis in (getattr(ax, f"{name}axis") for name in ("xyz" if _in_space(ax) else "xy")):
        plain = axis.get_major_formatter()
        if mark != "." and not isinstance(plain, _Marked):
            axis.set_major_formatter(_Marked(plain, mark))


def _translate_axes(ax: Axes) -> None:
    """Axes that are drawn and still have the names of `_name_axes` get those of the voice."""
    for name in "xyz" if _in_space(ax) else "xy":
        # In space matplotlib keeps in an attribute of its own whether axes are drawn.
        drawn = getattr(ax, "_axis3don", ax.axison) and ax not in _bare
        if drawn and getattr(ax, f"get_{name}label")() == f"{name}, m":
            getattr(ax, f"set_{name}label")(_names["axis"](name))


def set_equal(ax: Axes, points: ArrayLike | None = None) -> None:
    """The same scale along every axis, the box no larger than what is drawn.

    points: (m, 3) further points, in metres, that must be seen. `show` calls this.
    """
    if not _in_space(ax):
        ax.set_aspect("equal")
        return
    if points is not None:
        _include(ax, _array("points", points, 3))
    seen = np.concatenate(_seen.get(ax, [np.array([-np.ones(3), np.ones(3)])]))
    (_fit_view if ax in _bare else _fit_box)(ax, seen)


def _fit_box(ax: Axes3D, points: Floats) -> None:
    """The coordinate box round the points, as large as the window allows."""
    size = np.maximum(np.ptp(points, axis=0), 0.45 * np.ptp(points, axis=0).max())
    middle = (points.min(0) + points.max(0)) / 2
    for name, a, b in zip("xyz", middle - size / 2, middle + size / 2):
        getattr(ax, f"set_{name}lim")(a, b)
        ticks = max(2, round(4 * (b - a) / size.max()))
        getattr(ax, f"{name}axis").set_major_locator(plt.MaxNLocator(ticks))
    across, upright, _ = np.abs(_directions(ax)) @ size
    ax.set_box_aspect(size, zoom=0.78 * WINDOW * np.linalg.norm(size) / max(across, upright))


def _fit_view(ax: Axes3D, points: Floats) -> None:
    """A cube, not drawn, placed so that what is seen of the points fills the window."""
    view = _directions(ax)
    seen = points @ view.T
    half = np.ptp(seen[:, :2], axis=0).max() / 2
    for name, a in zip("xyz", view.T @ (seen.min(0) + seen.max(0)) / 2):
        getattr(ax, f"set_{name}lim")(a - half, a + half)
    ax.set_box_aspect((1, 1, 1), zoom=0.95 * WINDOW * np.sqrt(3))


def _directions(ax: Axes3D) -> Floats:
    """Rows: to the right, upwards and towards the reader, in the axes of the drawing."""
    e, a = np.radians([ax.elev, ax.azim])
    return np.array([[-np.sin(a), np.cos(a), 0],
                     [-np.cos(a) * np.sin(e), -np.sin(a) * np.sin(e), np.cos(e)],
                     [np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)]])


# -- lines and arrows ---------------------------------------------------------------------
def line3d(ax: Axes, points: ArrayLike, color: Colour | None = None, width: float = 1.5,
           style: str = "-", label: str = "") -> None:
    """A broken line through points (m, 3), in metres; the label stands at its middle."""
    points = _array("points", points, 3)
    ax.plot(*points.T[:_rank(ax)], color=color or COLOUR["ink"], lw=width, ls=style,
            solid_capstyle="round")
    _include(ax, points)
    if width >= THICK:
        _lines.setdefault(ax, []).append(points)
    _write(ax, points[len(points) // 2], label, color)


def vector(ax: Axes, start: ArrayLike, end: ArrayLike, label: str = "",
           color: Colour | None = None, width: float = 2.0, style: str = "-",
           head: float | None = None, shift: float = 0.06) -> None:
    """An arrow from start to end, (3,) each; the label stands beyond its tip.

    head: length of the arrow's head, in the units of the axes. Works in a plane too, where
    the third component is not drawn.
    """
    start, end = _point("start", start), _point("end", end)
    color = color or COLOUR["ink"]
    length = float(np.linalg.norm(end - start))
    if length == 0:
        raise ValueError("end: got the same point as start, needs a vector that is not zero")
    if not _in_space(ax):
        ax.annotate("", end[:2], start[:2], arrowprops={
            "arrowstyle": "-|>", "color": color, "lw": width, "ls": style, "shrinkA": 0,
            "shrinkB": 0, "mutation_scale": 14})
        ax.update_datalim([start[:2], end[:2]])
        ax.autoscale_view()
    else:
        head = head or min(0.1, 0.25 * length)
        line3d(ax, [start, end - 0.9 * head * (end - start) / length], color, width, style)
        _cone(ax, end, (end - start) / length, head, color)
    _write(ax, end + shift * max(length, 0.5) * (end - start) / length, label, color, end)


def frame(ax: Axes3D, tau: ArrayLike | None = None, origin: ArrayLike = (0, 0, 0),
          label: str | int = "", size: float = 1.0, names: Sequence[str] = "xyz",
          style: str = "-", fade: bool = False, width: float = 2.5) -> None:
    """A frame (система координат) as a triad: x red, y green, z blue.

    tau: (3, 3), columns are the axes, as tau_0i has them. origin: (3,) metres.
    label: the frame's number or name, set under each axis letter; names: the three letters
    (or strings), "" for none. fade: pale, for a frame that others are compared with.
    """
    _need_space(ax)
    tau = _array("tau", np.eye(3) if tau is None else tau, 3)
    if tau.shape != (3, 3):
        raise ValueError(f"tau: got shape {tau.shape}, needs (3, 3)")
    origin = _point("origin", origin)
    letters = list(names) or [""] * 3
    below = f"_{{{label}}}" if label != "" else ""
    for axis, letter, color in zip(tau.T, letters, AXES):
        text = f"${letter}{below}$" if letter else ""
        vector(ax, origin, origin + size * axis, "", _pale(color) if fade else color,
               width, style, head=0.14 * size)
        beyond = 1.13 if len(letter) == 1 else 1.22
        _write(ax, origin + beyond * size * axis, text, _pale(color, 0.75) if fade else color,
               origin + size * axis)


def arc(ax: Axes, axis: ArrayLike, start: ArrayLike, angle: float, label: str = "",
        color: Colour | None = None, origin: ArrayLike = (0, 0, 0), radius: float = 0.5,
        width: float = 1.6) -> None:
    """An angle: `start` turned by `angle` radians about `axis`, with an arrow at the end.

    axis, start: directions (3,), start at right angles to axis. radius: metres.
    """
    axis, start = _direction("axis", axis), _direction("start", start)
    if abs(axis @ start) > 1e-9:
        raise ValueError("start: got a direction that is not at right angles to axis")
    color, turns = color or COLOUR["orange"], np.linspace(0, float(angle), POINTS)[:, None]
    path = _point("origin", origin) + radius * (np.cos(turns) * start
                                                + np.sin(turns) * (lam(axis) @ start))
    ax.plot(*path.T[:_rank(ax)], color=color, lw=width)
    _include(ax, path)
    if _in_space(ax):
        step = path[-1] - path[-4]
        if np.linalg.norm(step) > 0:
            _cone(ax, path[-1], _direction("angle", step), 0.16 * radius, color)
    middle = path[POINTS // 2] - origin
    _write(ax, origin + 1.18 * middle, label, color)


def turned(ax: Axes3D, tau: ArrayLike, names: str = "uvw") -> None:
    """A frame that has been turned by tau (3, 3), over the pale frame x, y, z.

    Where a turned axis lies on an old one their letters stand together.
    """
    shared = _array("tau", tau, 3) > 1 - 1e-9                # rows: old axes, columns: turned
    frame(ax, fade=True, names=["" if any(row) else old for old, row in zip("xyz", shared)])
    frame(ax, tau, names=[" = ".join([old for old, same in zip("xyz", column) if same] + [new])
                          for new, column in zip(names, shared.T)])


def compare(taus: Sequence[ArrayLike], alt: str, caption: str = "", titles: Sequence[str] = (),
            arcs: Sequence[tuple[ArrayLike, ArrayLike, float, str]] = (),
            view: tuple[float, float] = VIEW) -> None:
    """Turned frames side by side, each over the pale frame x, y, z; shown at once.

    taus: matrices (3, 3). arcs: for each drawing (axis, start, angle, label), see `arc`.
    """
    fig, axes = figure(len(taus), axes=False, titles=titles, view=view)
    for k, (ax, tau) in enumerate(zip(np.atleast_1d(axes), taus)):
        turned(ax, tau)
        for axis, start, angle, label in arcs[k:k + 1]:
            arc(ax, axis, start, angle, label, radius=0.7)
    show(fig, alt, caption)


def journey(frames: Sequence[str], factors: Sequence[str],
            words: Sequence[str] = ("the frame is turned", "components of a vector")) -> Figure:
    """Frames in a row with a matrix between neighbours (figure 2.5); returns the figure.

    The frame is turned from left to right, components are carried back from right to left.
    frames: names; factors: one label less; words: what goes to the right, what goes back.
    """
    if len(factors) != len(frames) - 1:
        raise ValueError(f"factors: got {len(factors)}, needs {len(frames) - 1}, "
                         "one between neighbours")
    fig, ax = figure(three_d=False, axes=False, width=2.4 * len(frames), height=2.4)
    centred = {"ha": "center", "va": "center", "fontsize": LETTERS}
    for n, name in enumerate(frames):
        ax.text(3 * n, 0, name, bbox={"boxstyle": "round", "fc": "white"}, **centred)
    for n, factor in enumerate(factors):
        for start, end, height, style, color in ((0.5, 2.5, 0.6, ":", COLOUR["purple"]),
                                                 (2.5, 0.5, -0.6, "--", COLOUR["ink"])):
            back = 0.1 * np.sign(start - end)
            ax.plot([3 * n + start, 3 * n + end + 2 * back], [height] * 2, style, color=color,
                    lw=2.5)
            ax.annotate("", (3 * n + end, height), (3 * n + end + back, height), arrowprops={
                "arrowstyle": "-|>", "color": color, "lw": 2.5, "mutation_scale": 20})
        ax.text(3 * n + 1.5, 0, factor, math_fontfamily="stix", **centred | {"fontsize": 20})
    middle = 1.5 * (len(frames) - 1)
    ax.text(middle, 1.05, words[0], color=COLOUR["purple"], **centred)
    ax.text(middle, -1.05, words[1], color=COLOUR["ink"], **centred)
    ax.set(xlim=(-1, 2 * middle + 1), ylim=(-1.3, 1.3))
    return fig


# -- mechanisms ---------------------------------------------------------------------------
def mechanism(ax: Axes3D, robot: Mechanism, q: ArrayLike,
              frames: Literal["all"] | Sequence[Frame] | None = "all", labels: bool = True,
              size: float | None = None, color: Colour | None = None) -> None:
    """The kinematic scheme (кинематическая схема) of a Mechanism at q, in {B}.

    q: (n,) radians and metres. Links are lines along L_j; joint j stands at the origin of
    frame j-1, a cylinder along Z_{j-1} when it is revolute, a box when it is prismatic; the
    gripper is a fork at the tool frame. frames: "all", None, or a list of frames (0..n, "B",
    "tool"). labels: joint numbers, on the joints' axes, and axis letters; where letters of two
    frames would meet, the later frame is drawn larger. size: of a joint, metres. color: of
    the links, to set several positions apart.
    """
    _need_space(ax)
    s = robot.at(q)
    if s.batch:
        raise ValueError(f"q: got shape {np.shape(q)}, needs ({robot.n},): one position a drawing")
    places: list[Frame] = ["B", *range(robot.n + 1), "tool"]
    origins = {k: s.t(k, frame="B", origin="B") for k in places}
    extent = _extent(origins)
    size = size or 0.035 * extent
    _ground(ax, 2.2 * size)
    for j in range(robot.n + 1):
        line3d(ax, _link(s, robot, j, origins), color or COLOUR["link"], 3.5)
    taken: list[Floats] = []                                 # where labels stand
    for j in range(1, robot.n + 1):
        tau = s.tau("B", j - 1)
        _joint(ax, tau, origins[j - 1], robot.sigma[j - 1], size)
        if labels:
            reaches = np.array([-2.3, 2.3, -3.8, 3.8, -5.3]) * size
            reach = _clear(ax, reaches, lambda a: origins[j - 1] + a * tau[:, 2:].T, taken, size)
            _write(ax, origins[j - 1] + reach * tau[:, 2], str(j), None, fontsize=NUMBERS,
                   bbox=dict(boxstyle="circle,pad=0.15", fc="white", ec=COLOUR["ink"], lw=0.7))
    _gripper(ax, s.tau("B", "tool"), origins[robot.n], origins["tool"], size)
    for k in places if frames == "all" else frames or []:
        tau, name = s.tau("B", k), r"\mathrm{%s}" % k if isinstance(k, str) else k
        length = 3.2 * size
        if labels:
            lengths = length * np.array([1, 1.4, 1.8, 2.2, 2.6, 3])
            length = _clear(ax, lengths, lambda a: origins[k] + 1.13 * a * tau.T, taken, size)
        frame(ax, tau, origins[k], name, length, "xyz" if labels else "", width=1.4)
    set_equal(ax)


def workspace(ax: Axes, robot: Mechanism, count: int = 4096,
              color: Colour | None = None) -> None:
    """Where the tool of a Mechanism can be (рабочее пространство), in {B}: a cloud of places.

    robot: with limits for its prismatic joints, see `Mechanism.workspace`. count: of places.
    In a plane the cloud is seen from above, along z.
    """
    points = robot.workspace(count)
    ax.plot(*points.T[:_rank(ax)], ".", ms=1.5, alpha=0.5, color=color or COLOUR["sky"])
    _include(ax, points)
    set_equal(ax)


def describe(robot: Mechanism, q: ArrayLike) -> str:
    """The kinematic scheme in words, for an alternative text: joints, coordinates, gripper."""
    s = robot.at(q)
    kinds = ", ".join(f"{j} {'revolute at ' + _degrees(x) if kind else f'prismatic at {x:.2f} m'}"
                      for j, (kind, x) in enumerate(zip(robot.sigma, s.q), 1))
    x, y, z = s.t("tool", frame="B", origin="B").round(2) + 0.0
    return (f"{robot.name or 'A mechanism'} with {robot.n} joints: {kinds}; "
            f"the gripper stands at x = {x:.2f}, y = {y:.2f}, z = {z:.2f} m")


def _degrees(angle: float) -> str:
    return f"{np.degrees(angle) + 0.0:.0f} degrees"


def _extent(origins: Places) -> float:
    corners = np.array(list(origins.values()))
    return float(np.linalg.norm(corners.max(0) - corners.min(0))) or 1.0


def _link(s: State, robot: Mechanism, j: int, origins: Places) -> list[Floats]:
    """From the origin of frame j-1 along the axis by the slide, then along l_j."""
    if j == 0:
        return [origins["B"], origins[0]]
    slide = (1 - robot.sigma[j - 1]) * s.q[j - 1]
    return [origins[j - 1], origins[j - 1] + slide * s.tau("B", j - 1)[:, 2], origins[j]]


def _joint(ax: Axes3D, tau: Floats, origin: Floats, revolute: int, size: float) -> None:
    """A cylinder along the third axis of tau, or a box."""
    edges = 24 if revolute else 4
    turn = np.linspace(0, 2 * np.pi, edges + 1) + (0 if revolute else np.pi / 4)
    ring = np.stack([np.cos(turn), np.sin(turn), 0 * turn], -1) * size
    half = np.array([0, 0, 1.35 * size])
    low, high = ((ring + side) @ tau.T + origin for side in (-half, half))
    sides = [[low[k], low[k + 1], high[k + 1], high[k]] for k in range(edges)]
    face = COLOUR["revolute" if revolute else "prismatic"]
    edge = "none" if revolute else COLOUR["ink"]
    _surface(ax, sides, face, edge)
    for cap in (low, high):
        _surface(ax, [cap[:-1]], face, COLOUR["ink"])


def _clear(ax: Axes3D, choices: Floats, places: Callable[[float], Floats],
           taken: list[Floats], size: float) -> float:
    """The first choice whose labels, at places(choice) (m, 3), meet none of those taken.

    What is seen counts, in the view of the axes; without such a choice the widest gap does.
    The labels of the choice join those taken.
    """
    view = _directions(ax)[:2]

    def gap(choice: float) -> float:
        seen = [view @ place for place in places(choice)]
        return min((float(np.linalg.norm(a - b)) for a in seen for b in taken), default=np.inf)
    best = next((c for c in choices if gap(c) > 2.2 * size), max(choices, key=gap))
    taken.extend(view @ place for place in places(best))
    return best


def _gripper(ax: Axes3D, tau: Floats, flange: Floats, tip: Floats, size: float) -> None:
    """A fork that opens along the third axis of tau, its middle at the tip."""
    fork = np.array([[0, 1, 0.7], [0, 1, -0.7], [0, -1, -0.7], [0, -1, 0.7]]) * 0.8 * size
    palm = tip + tau @ np.array([0, 0, -0.56 * size])
    line3d(ax, [flange, palm], COLOUR["link"], 3.5)
    line3d(ax, fork @ tau.T + tip, COLOUR["ink"], 2.5)


def _ground(ax: Axes3D, half: float) -> None:
    corners = np.array([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0]]) * half
    _surface(ax, [corners], COLOUR["ground"], COLOUR["grey"])


# -- giving the figure to the reader ------------------------------------------------------
def show(fig: Figure, alt: str, caption: str = "", equal: bool = True,
         words: str = "The figure in words") -> None:
    """Put the figure into the notebook as PNG, with its caption and its description; close it.

    alt: the alternative text: what is seen, in words (kept in the metadata of the output,
    where an HTML export finds it, and offered to every reader under the picture).
    caption: what the figure proves. equal=False leaves the limits of the axes as they are.
    words: what stands over the description, for a lesson in another language.
    Raises ValueError when alt is empty.
    """
    if not isinstance(alt, str) or not alt.strip():
        raise ValueError(f"alt: got {alt!r}, needs a sentence that says what is seen")
    from IPython.display import publish_display_data
    space = [ax for ax in fig.axes if _in_space(ax) and ax in _seen and equal]
    bare = [points for ax in space if ax in _bare for points in _seen[ax]]
    for ax in space:                                         # pictures of directions: one scale
        set_equal(ax, np.concatenate(bare) if ax in _bare else None)
    for ax in fig.axes:
        _translate_axes(ax)
        _mark_numbers(ax)
    alt, data = " ".join(alt.split()), png(fig)
    plt.close(fig)
    width = int.from_bytes(data[16:20], "big") * 96 // DPI
    publish_display_data({"image/png": data, "text/plain": f"[figure: {alt}]"},
                         {"image/png": {"alt": alt, "width": width}})
    publish_display_data({"text/markdown": _legend(alt, caption, words), "text/plain": caption})


def png(fig: Figure) -> bytes:
    """The figure as PNG without its white margins, and without traces of the program."""
    picture, trimmed = io.BytesIO(), io.BytesIO()
    with np.errstate(all="ignore"):        # matplotlib's projections set stray floating-point flags
        fig.savefig(picture, format="png", dpi=DPI, bbox_inches="tight",
                    pad_inches=1,          # matplotlib overlooks letters in space; trimmed below
                    pil_kwargs={"compress_level": 0})       # packed once, at the end
    image = Image.open(picture).convert("RGB")
    drawn = ImageOps.invert(image).getbbox()
    if drawn:
        left, top, right, bottom = drawn
        margin = DPI // 16
        image = image.crop((max(left - margin, 0), max(top - margin, 0),
                            min(right + margin - 1, image.width),
                            min(bottom + margin - 1, image.height)))
    few = image.quantize(COLOURS, dither=Image.Dither.NONE)     # a quarter of the size, no loss
    few.save(trimmed, format="png", optimize=True)              # to the eye
    return trimmed.getvalue()


def _legend(alt: str, caption: str, words: str = "The figure in words") -> str:
    return (f"*{caption.strip()}*\n\n" if caption.strip() else "") + (
        f"<details><summary>{html.escape(words)}</summary>{html.escape(alt)}</details>")


def look(tau: Any, caption: str = "Your frame over the old one.") -> None:
    """A reader's matrix as a frame u, v, w over the pale frame x, y, z, to check by eye.

    Says so in words when there is no answer yet, or nothing that could be drawn.
    """
    if tau is None or tau is Ellipsis:
        print("nothing to draw yet")
        return
    columns = ", ".join(f"{name} = {tuple((axis.round(2) + 0.0).tolist())}"
                        for name, axis in zip("uvw", np.asarray(tau, dtype=float).T))
    compare([tau], f"A pale frame x, y, z and over it the frame of the answer: {columns}.", caption)


def sliders(draw: Callable[..., None], **ranges: tuple[int, int, int]) -> None:
    """Sliders that call draw(**values) anew: sliders(picture, beta=(-180, 180, 30)).

    Each range is (least, greatest, first value), in whole units. Without ipywidgets nothing
    happens: the static picture beside it says the same.
    """
    try:
        from ipywidgets import IntSlider, interact
    except ImportError:
        return
    interact(draw, **{name: IntSlider(min=low, max=high, value=value, continuous_update=False)
                      for name, (low, high, value) in ranges.items()})


# -- helpers ------------------------------------------------------------------------------
def _in_space(ax: Axes) -> bool:
    return getattr(ax, "name", "") == "3d"


def _rank(ax: Axes) -> int:
    return 3 if _in_space(ax) else 2


def _need_space(ax: Axes) -> None:
    if not _in_space(ax):
        raise ValueError("ax: got axes of a plane, needs figure(three_d=True)")


def _array(name: str, x: ArrayLike, columns: int) -> Floats:
    try:
        a = np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: got {x!r}, needs numbers") from None
    if a.ndim != 2 or a.shape[1] != columns or not np.isfinite(a).all():
        raise ValueError(f"{name}: got shape {a.shape}, needs (m, {columns}) finite numbers")
    return a


def _point(name: str, x: ArrayLike) -> Floats:
    try:
        a = np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: got {x!r}, needs three numbers") from None
    if a.shape != (3,) or not np.isfinite(a).all():
        raise ValueError(f"{name}: got {x!r}, needs three finite numbers")
    return a


def _direction(name: str, x: ArrayLike) -> Floats:
    a = _point(name, x)
    if not a.any():
        raise ValueError(f"{name}: got the zero vector, needs a direction")
    return a / np.linalg.norm(a)


def _include(ax: Axes, points: ArrayLike) -> None:
    _seen.setdefault(ax, []).append(np.reshape(points, (-1, 3)))


def _surface(ax: Axes3D, polygons: Sequence[ArrayLike], face: Colour, edge: Colour) -> None:
    ax.add_collection3d(Poly3DCollection(polygons, facecolor=face, edgecolor=edge,
                                         linewidth=0.7, alpha=0.95), autolim=False)
    _include(ax, np.concatenate(polygons))      # matplotlib would look at its own padding


def _cone(ax: Axes3D, tip: Floats, direction: Floats, length: float, color: Colour) -> None:
    """The head of an arrow: a cone of eight sides."""
    side = np.eye(3)[np.argmin(np.abs(direction))]
    side = _direction("direction", lam(direction) @ side)
    turn = np.linspace(0, 2 * np.pi, 9)[:, None]
    foot = tip - length * direction
    ring = foot + 0.3 * length * (np.cos(turn) * side + np.sin(turn) * (lam(direction) @ side))
    cone = [[tip, ring[k], ring[k + 1]] for k in range(8)] + [ring[:-1]]
    ax.add_collection3d(Poly3DCollection(cone, facecolor=color, edgecolor=color, linewidth=0.3),
                        autolim=False)
    _include(ax, np.vstack([tip, ring]))


def _write(ax: Axes, place: ArrayLike, text: str, color: Colour | None, tip: Floats | None = None,
           **options: Any) -> None:
    """Letters around a place; where they name the tip of an arrow, beyond it and clear of it."""
    if text:
        _include(ax, place)
        letters = ax.text(*np.asarray(place)[:_rank(ax)], text, color=color or COLOUR["ink"],
                          ha="center", va="center", math_fontfamily="stix", zorder=100,
                          **{"fontsize": LETTERS, **options})
        if tip is not None:
            letters.__class__ = _InSpace if _in_space(ax) else _InPlane     # as matplotlib does it
            letters.tip = tip


def _seen_at(ax: Axes, place: Floats) -> Floats:
    """Where a place is seen, (2,) pixels."""
    return np.asarray(ax.transData.transform(
        (proj_transform(*place, ax.M) if _in_space(ax) else place)[:2]))


def _clear_of_tip(letters: Any, renderer: Any) -> None:
    """Push letters on in the direction of their arrow, until it ends where they begin.

    Where a link goes on in that direction, or other letters are, they stand beside the tip.
    """
    ax = letters.axes
    tip, end = _seen_at(ax, letters.tip[:_rank(ax)]), _seen_at(ax, _place(letters))
    length = float(np.hypot(*(end - tip)))
    towards = (end - tip) / length if length > 1 else np.array([0.6, 0.8])    # it points at us
    gap, size = GAP * ax.figure.dpi / 72, _size(letters, renderer)
    half = min(size / 2 / np.maximum(np.abs(towards), 1e-9))
    moved = max(half + gap - length, 0) * towards
    across = np.array([-towards[1], towards[0]])
    aside = np.abs(across) @ size / 2 + 3 * gap
    others = [_stands(text, renderer) for text in ax.texts if text is not letters]
    beside = [tip - end + side * aside * across + step * size[1] * towards
              for step in (0, 1, -1) for side in (1, -1)]
    lines = [_seen_along(ax, points) for points in _lines.get(ax, [])]
    moved = min([moved, *beside], key=lambda one: _on_a_line(lines, end + one, size) + sum(
        (np.abs(end + one - there) < (size + theirs) / 2).all() for there, theirs in others))
    letters.stands = end + moved
    letters.set_transform(ax.transData + Affine2D().translate(*moved))


def _place(text: Any) -> Any:
    return text.get_position_3d() if isinstance(text, Text3D) else text.get_position()


def _stands(text: Any, renderer: Any) -> tuple[Floats, Floats]:
    """Middle and size of letters, pixels; they may be written on the picture, not in space."""
    box = Text.get_window_extent(text, renderer)
    middle = getattr(text, "stands", _seen_at(text.axes, _place(text)) if isinstance(text, Text3D)
                     else (box.min + box.max) / 2)
    return middle, np.array([box.width, box.height])


def _size(text: Any, renderer: Any) -> Floats:
    """Width and height of letters, pixels."""
    return _stands(text, renderer)[1]


def _seen_along(ax: Axes, points: Floats) -> Floats:
    """Places close together on a line as it is seen, (..., 2) pixels."""
    seen = np.array([_seen_at(ax, p[:_rank(ax)]) for p in points])
    return seen[:-1, None] + np.linspace(0, 1, POINTS)[:, None] * (seen[1:] - seen[:-1])[:, None]


def _on_a_line(lines: Sequence[Floats], middle: Floats, size: Floats) -> bool:
    """Whether letters around a place would stand on a thick line of the drawing."""
    return any((np.abs(along - middle) < size / 2).all(-1).any() for along in lines)


class _InSpace(Text3D):                         # type: ignore[misc]
    """Letters beyond the tip of an arrow in space."""

    tip: Floats

    def draw(self, renderer: Any) -> None:
        _clear_of_tip(self, renderer)
        super().draw(renderer)


class _InPlane(Text):                           # type: ignore[misc]
    """Letters beyond the tip of an arrow in a plane."""

    tip: Floats

    def draw(self, renderer: Any) -> None:
        _clear_of_tip(self, renderer)
        super().draw(renderer)


def _pale(color: str, strength: float = 0.5) -> tuple[float, ...]:
    r, g, b = (int(color[k:k + 2], 16) for k in (1, 3, 5))
    return tuple(1 - strength * (1 - c / 255) for c in (r, g, b))
