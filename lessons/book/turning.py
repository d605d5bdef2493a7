"""Figures that turn without a kernel: plotly's pages, every position computed here by robokit.

A `Turning` stands behind a cell of a lesson that has sliders. Its sliders choose among positions
that were computed when the site was built, so that no formula is written a second time. The one
exception is `Arm`: six joints have too many positions, so the page itself multiplies the joints'
matrices; a test holds what it computes to robokit.
"""

from __future__ import annotations

import html
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path

import numpy as np

from robokit import Mechanism, kawasaki, screws
from robokit.drawing import AXES, COLOUR
from robokit.force import Loads
from robokit.rotation import tau_x, tau_y, tau_z

HERE = Path(__file__).parent
FOLDER = "_live"
DIGITS = 4                                           # of what is drawn, metres


@dataclass(frozen=True)
class Slider:
    """A quantity that a reader turns: the values it takes and the one it starts with."""

    label: str
    values: tuple[float, ...]
    start: float


@dataclass(frozen=True)
class Turning:
    """A figure with sliders.

    place: lesson and tag of the cell it stands behind. alt: what is seen. styles: plotly's, one
    a trace. draw: values of the sliders -> (coordinates of every trace, what they show in words).
    """

    place: tuple[str, str]
    name: str
    title: str
    alt: str
    sliders: tuple[Slider, ...]
    styles: tuple[dict, ...]
    draw: Callable[..., tuple[list, str]]
    layout: dict
    arm: Mechanism | None = None


def steps(first: float, last: float, step: float) -> tuple[float, ...]:
    """From first to last, both included."""
    return tuple(np.arange(first, last + step / 2, step).round(6).tolist())


def companion(number: str):
    """A lesson's companion module."""
    if str(HERE.parent) not in sys.path:
        sys.path.insert(0, str(HERE.parent))
    return __import__(f"companion_{number}")


# -- styles --------------------------------------------------------------------------------------

LINK = {"mode": "lines+markers", "name": "links", "line": {"color": COLOUR["link"], "width": 6},
        "marker": {"size": 8, "color": COLOUR["revolute"], "line": {"width": 1}}}


def arrow(color: str, name: str) -> dict:
    """A vector in the plane."""
    return {"mode": "lines+markers", "name": name, "line": {"color": COLOUR[color], "width": 4},
            "marker": {"symbol": "arrow", "angleref": "previous", "size": [0, 16],
                       "color": COLOUR[color]}}


def curve(color: str, name: str, **more) -> dict:
    return {"mode": "lines", "name": name, "line": {"color": COLOUR[color], "width": 4}} | more


def plane(x: str, y: str, xlim, ylim, square=True) -> dict:
    axes = {"xaxis": {"title": x, "range": xlim}, "yaxis": {"title": y, "range": ylim}}
    if square:
        axes["yaxis"] |= {"scaleanchor": "x"}
    return axes


def space(xlim, ylim, zlim, eye=(1.15, 0.95, 0.5)) -> dict:
    size = np.ptp([xlim, ylim, zlim], axis=1)
    ratio = dict(zip("xyz", (size / size.max()).tolist()))
    return {"scene": {"xaxis": {"range": xlim, "title": "x, m"},
                      "yaxis": {"range": ylim, "title": "y, m"},
                      "zaxis": {"range": zlim, "title": "z, m"}, "aspectmode": "manual",
                      "aspectratio": ratio, "camera": {"eye": dict(zip("xyz", eye))}}}


def joints(state) -> np.ndarray:
    """Origins of all frames, in {0}. (n + 1, 3)"""
    return np.array([state.t(k) for k in range(state.robot.n + 1)])


def ray(start, along) -> np.ndarray:
    """A vector as two points. (2, 3)"""
    return np.array([start, np.add(start, along)])


# -- the figures ---------------------------------------------------------------------------------

def two_orders(alpha, beta, gamma):
    X, Y, Z = (f(np.radians(a)) for f, a in
               ((tau_x, alpha), (tau_y, beta), (tau_z, gamma)))
    moving, fixed = (X @ Y @ Z).T, (Z @ Y @ X).T          # columns: the turned axes, as drawn
    gap = np.abs(moving - fixed).max()
    lines = [ray(np.zeros(3), m[:, k]) for m in (moving, fixed) for k in range(3)]
    return lines, f"largest difference between the two frames: {gap:.2f}"


def branch(robot, solutions):
    def draw(number):
        indices, q = list(solutions.items())[int(number) - 1]
        s = robot.at(q)
        way = np.array([s.t(k, frame="B", origin="B") for k in ("B", *range(7), "tool")])
        angles = ", ".join(f"{x:.0f}°" for x in np.degrees(q))
        return [way, *_triad(s.tau("B", "tool"), way[-1], 0.15)], \
            f"k_s, k_e, k_w = {', '.join(map(str, indices))}: q = {angles}"
    return draw


def _triad(tau, origin, size):
    return [ray(origin, size * tau[:, k]) for k in range(3)]


def columns(arm):
    def draw(q_1, q_2):
        s = arm.at(np.radians([q_1, q_2]))
        way, D = joints(s), s.D_matrix(2)
        return [way[:, :2], *(ray(way[2], D[:, k])[:, :2] for k in (0, 1))], \
            f"D_21 = {D[:2, 0].round(2)}, D_22 = {D[:2, 1].round(2)} m, " \
            f"determinant {np.linalg.det(D[:2]):.3f} m²"
    return draw


def tip_ellipse(arm, size=0.5):
    turn = np.linspace(0, 2 * np.pi, 73)

    def draw(elbow):
        s = arm.at(np.radians([35, elbow]))
        way, D = joints(s), s.D_matrix(2)[:2]
        long = np.linalg.svd(D, compute_uv=False) * size
        ring = way[2, :2] + (size * D @ [np.cos(turn), np.sin(turn)]).T
        return [way[:, :2], ring], f"half axes {long[0]:.2f} and {long[1]:.2f} m/s"
    return draw


def hold(arm):
    def draw(tilt, out):
        q = np.array([0, np.radians(tilt), out / 1000, 0])
        mu = arm.static_drives(q, Loads(gravity=(0, 0, -9.81)))
        s = arm.at(q)
        return [joints(s), np.array([s.t(k, arm.r[k - 1]) for k in (2, 3, 4)])], \
            f"the boom's drive holds {mu[1]:.0f} N m, the slide {mu[2]:.0f} N, " \
            f"the wrist {mu[3]:.0f} N m"
    return draw


def one_joule(lesson):
    turn = np.linspace(0, 2 * np.pi, 91)

    def draw(drill, beside):
        A = lesson.boom(d=beside / 100).A([0.0, drill / 100])
        size, axis = np.linalg.eigh(A)
        ring = axis @ (np.sqrt(2 / size)[:, None] * [np.cos(turn), np.sin(turn)])
        return [ring.T], f"a_11 = {A[0, 0]:.2f} kg m², a_12 = {A[0, 1]:.2f} kg m, " \
                         f"a_22 = {A[1, 1]:.2f} kg"
    return draw


def helix(pitch, angle):
    s = screws.screw([0, 0, 1], [0.3, 0.2, 0], pitch / 1000)
    corners = np.array([[0.6, 0.2, 0], [0.75, 0.2, 0], [0.6, 0.35, 0.05], [0.6, 0.2, 0]])
    turns, shifts = screws.exp(s, np.radians(np.linspace(0, angle, 49)))
    way = turns @ corners[0] + shifts
    return [way, corners, corners @ turns[-1].T + shifts[-1]], \
        f"after {angle:.0f}° the triangle has risen by {way[-1, 2]:.2f} m"


def at_rest(lesson):
    drives, (arm, l, _, r) = lesson.held(20), lesson.loaded_kawasaki(20)

    def draw(q_2, q_3):
        q = np.radians([0, q_2, q_3, 0, 0, 0])
        held = drives(q)
        poles, _, tau = lesson.walk(arm, l, r, q)
        line = np.vstack([[0, -0.35, 0], poles, poles[5] + tau @ lesson.GRIPPER])[:, :2]
        return [line], f"20 kg held: drive 2 {held[1]:.0f} N m, drive 3 {held[2]:.0f} N m, " \
                       f"drive 5 {held[4]:.0f} N m"
    return draw


@cache
def turnings() -> tuple[Turning, ...]:
    """All figures with sliders, by lesson."""
    fs20n = kawasaki.fs20n()
    limits = np.degrees(np.array(fs20n.limits, float)).round()
    eight = fs20n.solutions(fs20n.forward_kinematics(np.radians([80, -15, -105, 20, -45, 70])))
    flat_5, flat_6 = companion("05").planar(), companion("06").planar()
    axis = [{"mode": "lines+text", "name": f"{kind} {n}", "text": ["", n],
             "line": {"color": color, "width": 9 if kind == "moving" else 4,
                      "dash": "solid" if kind == "moving" else "dash"}}
            for kind in ("moving", "fixed") for n, color in zip("uvw", AXES)]
    return (
        Turning(("03_positions_and_angles", "figure-A1"), "kawasaki",
                "The Kawasaki FS20N, joint by joint",
                "The Kawasaki FS20N as lines between the origins of its frames, red, green and "
                "blue axes at the gripper; six sliders turn its joints.",
                tuple(Slider(f"q_{k + 1}, degrees", steps(low, high, 1), 0)
                      for k, (low, high) in enumerate(limits)),
                (LINK, *(curve("ink", f"{n} tool", line={"color": c, "width": 5})
                         for n, c in zip("xyz", AXES))),
                None, space([-1.5, 1.5], [-1.5, 1.5], [-0.6, 1.9]), fs20n),
        Turning(("02_rotation_matrices", "interactive"), "orders", "Two orders of three turns",
                "Two triads with one origin. The thick one is turned about its own axes, the "
                "dashed one about the fixed axes, by the same three angles.",
                tuple(Slider(f"{n}, degrees", steps(-180, 180, 30), start) for n, start in
                      (("alpha", 60), ("beta", 30), ("gamma", 0))), tuple(axis), two_orders,
                space([-1.1, 1.1], [-1.1, 1.1], [-1.1, 1.1])),
        Turning(("04_inverse_problem", "interactive"), "branches", "Eight ways to one pose",
                "The Kawasaki FS20N as lines between the origins of its frames, in one of the "
                "eight configurations that bring its gripper to the same pose.",
                (Slider("number", steps(1, 8, 1), 1),),
                (LINK, *(curve("ink", f"{n} tool", line={"color": c, "width": 6})
                         for n, c in zip("xyz", AXES))), branch(fs20n, eight),
                space([-1.1, 1.1], [-1.1, 1.1], [-0.6, 1.2])),
        Turning(("05_velocities", "interactive"), "columns", "The two columns of a planar arm",
                "A planar arm with two links and two arrows at its tip, each at right angles to "
                "the line from its joint.",
                (Slider("q_1, degrees", steps(-180, 180, 15), 30),
                 Slider("q_2, degrees", steps(-180, 180, 15), 60)),
                (LINK, arrow("orange", "D_21"), arrow("sky", "D_22")), columns(flat_5),
                plane("x, m", "y, m", [-1.8, 1.8], [-1.5, 1.5])),
        Turning(("06_velocity_problems", "interactive"), "ellipse", "The ellipse of velocities",
                "A planar arm with an ellipse of velocities round its tip; it is a line when the "
                "arm is stretched or folded.",
                (Slider("elbow, degrees", steps(-180, 180, 5), 60),),
                (LINK, curve("sky", "velocities", fill="toself")), tip_ellipse(flat_6),
                plane("x, m", "y, m", [-0.9, 1.3], [-0.6, 1.4])),
        Turning(("08_forces", "interactive"), "hold", "What the drives hold at rest",
                "The loader as lines between its joints, dots at the mass centres of the boom, "
                "the slide and the wrist with the casting.",
                (Slider("boom, degrees", steps(-80, 80, 10), 0),
                 Slider("slide, mm", steps(50, 350, 50), 200)),
                (LINK, {"mode": "markers", "name": "mass centres",
                        "marker": {"size": 7, "color": COLOUR["orange"]}}),
                hold(companion("08").loader()), space([-0.6, 1.4], [-1, 1], [-0.5, 1.8],
                                                      (0.3, -2.0, 0.5))),
        Turning(("09_equations_of_motion", "interactive"), "joule", "Rates of one joule",
                "An ellipse in the plane of the two rates: all rates at which the boom has one "
                "joule of kinetic energy.",
                (Slider("drill, cm", steps(0, 150, 10), 60),
                 Slider("rail beside the axis, cm", steps(0, 80, 10), 20)),
                (curve("orange", "one joule"),), one_joule(companion("09")),
                plane("dq_1, rad/s", "dq_2, m/s", [-1.3, 1.3], [-0.8, 0.8])),
        Turning(("10_screws", "interactive"), "helix", "A turn and a slide in one matrix",
                "A triangle carried along a helix round a vertical axis, and where it began.",
                (Slider("pitch, mm/rad", steps(-60, 60, 10), 50),
                 Slider("angle, degrees", steps(0, 720, 60), 720)),
                (curve("purple", "way of a corner"), curve("grey", "before"),
                 curve("ink", "after")), helix,
                space([-0.2, 0.85], [-0.3, 0.75], [-0.8, 0.85], (1.3, -1.5, 0.6))),
        Turning(("13_statics", "interactive"), "held", "What gravity asks of the drives",
                "The Kawasaki from the side with 20 kg in its gripper.",
                (Slider("q_2, degrees", steps(-105, 135, 15), 90),
                 Slider("q_3, degrees", steps(-150, 120, 30), 0)),
                (LINK,), at_rest(companion("13")),
                plane("x, m", "y, m", [-1.95, 2.1], [-1.2, 1.9])),
    )


# -- pages ---------------------------------------------------------------------------------------

def live(lesson: str, tags: list[str], home: str = "../") -> str:
    """What stands behind a cell with these tags: the page of a figure in a frame, or nothing.

    home: from the lesson's page to the first page of the site.
    """
    found = [t for t in turnings() if t.place[0] == lesson and t.place[1] in tags]
    return "\n\n".join(
        f'<iframe class="live" src="{home}{FOLDER}/{t.name}.html" loading="lazy" '
        f'height="{470 + 34 * len(t.sliders)}" title="{html.escape(t.title)}: figure with '
        f'{len(t.sliders)} slider{"s" * (len(t.sliders) > 1)}"></iframe>' for t in found)


def write_pages(output: Path) -> None:
    """All figures, and beside them plotly itself and the script that moves the sliders."""
    folder = output / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "plotly.min.js"
    if not library.is_file():
        shutil.copy(str(files("plotly") / "package_data" / "plotly.min.js"), library)
    shutil.copy(HERE / "static" / "turning.js", folder)
    for turning in turnings():
        target = folder / f"{turning.name}.html"
        if not target.is_file() or target.stat().st_mtime < _newest(turning.place[0][:2]):
            target.write_text(page(turning), encoding="utf-8")


def _newest(lesson: str) -> float:
    """When anything was last changed that a figure of the lesson is computed by."""
    package = Path(sys.modules[Mechanism.__module__].__file__).parent
    used = [*package.rglob("*.py"), HERE.parent / f"companion_{lesson}.py",
            HERE.parent / "tools.py", Path(__file__)]
    return max(path.stat().st_mtime for path in used)


def page(turning: Turning) -> str:
    """One figure as a page."""
    import plotly.graph_objects as go
    made, flat = spec(turning), "scene" not in turning.layout
    trace = go.Scatter if flat else go.Scatter3d
    figure = go.Figure([trace(style | data) for style, data in
                        zip(turning.styles, made["first"])], turning.layout | {
        "margin": {"l": 55 if flat else 0, "r": 10, "t": 10, "b": 45 if flat else 0},
        "height": 400, "uirevision": "kept", "template": "plotly_white",
        "legend": {"orientation": "h", "x": 0, "y": 1.06}})
    plot = figure.to_html(full_html=False, include_plotlyjs=False, div_id="plot",
                          config={"displaylogo": False, "responsive": True})
    inputs = "".join(
        f'<label for="slider-{k}">{html.escape(s.label)}</label>'
        f'<input id="slider-{k}" type="range" min="0" max="{len(s.values) - 1}" step="1" '
        f'value="{s.values.index(s.start)}"><output id="value-{k}" for="slider-{k}"></output>'
        for k, s in enumerate(turning.sliders))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(turning.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 15px/1.4 "Helvetica Neue", Arial, sans-serif; margin: 8px; color: #1c1f24;
  background: #fff; }}
h1 {{ font-size: 17px; margin: 0 0 4px; }}
form {{ display: grid; grid-template-columns: max-content 1fr 4em; gap: 4px 10px;
  align-items: center; }}
p {{ margin: 4px 0; }}
</style>
<script src="plotly.min.js"></script></head>
<body><main><h1>{html.escape(turning.title)}</h1>
<form>{inputs}</form>
<p id="words" role="status"></p>
<div role="group" aria-label="{html.escape(turning.alt)}">{plot}</div>
<noscript><p>{html.escape(turning.alt)} Without scripts it does not move: the picture in the
lesson shows it at some positions.</p></noscript></main>
<script>const SPEC = {json.dumps(made)};</script>
<script src="turning.js"></script></body></html>
"""


def spec(turning: Turning) -> dict:
    """What the page's script needs: the values of the sliders, and all positions or the arm."""
    sliders = [{"values": s.values} for s in turning.sliders]
    if turning.arm is not None:
        return {"sliders": sliders, "arm": _matrices(turning.arm),
                "first": [{"x": [0], "y": [0], "z": [0]} for _ in turning.styles]}
    frames = {}
    for index in product(*(range(len(s.values)) for s in turning.sliders)):
        data, words = turning.draw(*(s.values[k] for s, k in zip(turning.sliders, index)))
        frames[",".join(map(str, index))] = [[_plain(d) for d in data], words]
    start = ",".join(str(s.values.index(s.start)) for s in turning.sliders)
    names = "xyz"[:len(frames[start][0][0])]
    return {"sliders": sliders, "frames": frames,
            "first": [dict(zip(names, d)) for d in frames[start][0]]}


def _plain(points) -> list[list[float]]:
    """Points as one list a coordinate."""
    return (np.asarray(points, float).T.round(DIGITS) + 0.0).tolist()


def _matrices(arm: Mechanism) -> dict:
    """The arm as 4x4 matrices: {0} in {B}, each frame in the one before at zero, the tool."""
    home = arm.at(np.zeros(arm.n))
    return {"base": _pose(home, 0, "B"), "tool": _pose(home, "tool", arm.n),
            "links": [_pose(home, k, k - 1) for k in range(1, arm.n + 1)],
            "sigma": [int(s) for s in arm.sigma]}


def _pose(state, k, of) -> list[list[float]]:
    made = np.eye(4)
    made[:3, :3], made[:3, 3] = state.tau(of, k), state.t(k, frame=of, origin=of)
    return made.tolist()
