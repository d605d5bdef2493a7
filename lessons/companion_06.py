"""What lesson 6 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np

from lessons import tools
from lessons.tools import label, planar
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import COLOUR, LETTERS, NUMBERS

__all__ = ["planar"]                                 # the arm of the scene on this lesson's page

FIRST, SECOND = COLOUR["orange"], COLOUR["purple"]   # of the two half axes
CURVES = (COLOUR["orange"], COLOUR["sky"], COLOUR["purple"], COLOUR["link"], COLOUR["grey"])
TURN = np.linspace(0, 2 * np.pi, 181)
CIRCLE = np.stack([np.cos(TURN), np.sin(TURN)])
PLANE = ((-2, 2), (-2, 2))                           # of two generalised velocities, rad/s


def show(fig, alt, caption):
    for ax in fig.axes:
        if ax.name != "3d":
            ax.xaxis.set_major_formatter(tick)
            ax.yaxis.set_major_formatter(tick)
    tools.show(fig, alt, caption)


def chain(robot, q):
    """Joints and gripper in {B}, (n + 2, 3), metres."""
    s = robot.at(q)
    return np.array([s.t(k, frame="B", origin="B") for k in (*range(robot.n + 1), "tool")])


def tick(x, _place):
    """A number at an axis: 0.5 in English, 0,5 in Russian."""
    return f"{x:g}".replace("-", "−").replace(".", number(0, 1)[1])


# -- the question ----------------------------------------------------------------------------
def seam_figure(robot, q, way):
    """The arm at the first, middle and last of q (3, 6), and the seam: its places (m, 3)."""
    fig, ax = drawing.figure(axes=False, width=6.6, height=5.6, view=(24, 12))
    for x in (q[0], q[2]):
        drawing.line3d(ax, chain(robot, x), "#b8b8b8", 3)
    drawing.mechanism(ax, robot, q[1], frames=None, labels=False)
    s = robot.at(q[1])
    drawing.frame(ax, None, (0, 0, 0), "B", 0.4)
    drawing.frame(ax, s.tau("B", "tool"), s.t("tool", frame="B", origin="B"), "", 0.22,
                  ["", "", ""])
    drawing.line3d(ax, way, COLOUR["orange"], 4)
    along = (way[-1] - way[0]) / np.linalg.norm(way[-1] - way[0])
    drawing.vector(ax, way[-1], way[-1] + 0.14 * along, _("seam"), COLOUR["orange"], 4,
                   head=0.08, shift=0.16)
    show(fig, _("The Kawasaki leaning forward, the frame B at its foot, z upwards. Its nozzle, "
                "with a small frame, stands in the middle of a straight orange seam that runs "
                "across in front of it; pale lines show the arm at both ends of the seam."),
         _("Nothing looks dangerous: an easy reach, a straight line, a steady nozzle."))


# -- two equations, and the picture of the singular values -----------------------------------
def _rates(ax):
    ax.set(xlim=PLANE[0], ylim=PLANE[1], xticks=range(-2, 3), yticks=range(-2, 3))
    ax.set_xlabel(_("$\\dot q_1$, rad/s"), fontsize=LETTERS - 1)
    ax.set_ylabel(_("$\\dot q_2$, rad/s"), fontsize=LETTERS - 1)


def _speeds(ax, half=1.25):
    ax.set(xlim=(-half, half), ylim=(-half, half))
    ax.set_xlabel(_("$V_x$, m/s"), fontsize=LETTERS - 1)
    ax.set_ylabel(_("$V_y$, m/s"), fontsize=LETTERS - 1)


def _arrow(ax, end, color, text="", start=(0, 0), beyond=0.24):
    """An arrow in a plane, with a formula beyond its tip."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    if np.linalg.norm(end - start) > 1e-9:
        drawing.vector(ax, [*start, 0], [*end, 0], color=color, width=3)
        away = (end - start) / np.linalg.norm(end - start)
        if text:
            label(ax, end + beyond * away, text, color)


def lines_figure(*cases):
    """Each row of A dq = v as a line in the plane of the two rates; cases: (A, v)."""
    fig, axes = drawing.figure(3, three_d=False, width=10.2, height=3.7, titles=[
        _("bent arm"), _("stretched, across"), _("stretched, along")])
    for ax, (A, v) in zip(axes, cases):
        for row, x, color, style, width in zip(A, v, CURVES, ("-", "--"), (6, 2.5)):
            foot, along = x * row / (row @ row), np.array([-row[1], row[0]])
            points = foot + 8 * np.outer([-1, 1], along) / np.linalg.norm(row)
            ax.plot(*points.T, style, color=color, lw=width)
        if abs(np.linalg.det(A)) > 1e-9:
            ax.plot(*np.linalg.solve(A, v), "o", color=COLOUR["ink"], ms=9, zorder=5)
        _rates(ax)
    show(fig, _("Three planes of two generalised velocities with two lines each, a thick orange "
                "and a dashed blue one. Left they cross in one point, with a dot. In the middle "
                "they are one line. Right they are parallel and apart."),
         _("A line holds all solutions of one equation. Both equations: one point, a whole line, "
           "no point."))


def _pair(A):
    """Singular values with their directions e, u as columns, u pointing upwards."""
    U, S, Vt = np.linalg.svd(A)
    signs = np.where(U[1] < 0, -1, 1)
    return U * signs, S, Vt.T * signs


def picture(bent, straight, v):
    """Unit rates and the velocities they give: bent and stretched arm; v is wanted of the latter.

    The four drawings: rates, velocities; rates, velocities.
    """
    fig, axes = drawing.figure(4, three_d=False, width=11.6, height=3.4, titles=[
        _("bent: rates"), _("bent: velocities"), _("stretched: rates"),
        _("stretched: velocities")])
    for (left, right), A in zip((axes[:2], axes[2:]), (bent, straight)):
        U, S, e = _pair(A)
        left.plot(*CIRCLE, color=COLOUR["sky"], lw=2)
        right.fill(*(A @ CIRCLE), color=COLOUR["revolute"], ec=COLOUR["sky"], lw=2, zorder=0)
        for k, color in enumerate((FIRST, SECOND)):
            _arrow(left, e[:, k], color, f"$e_{k + 1}$")
            if S[k] > 1e-9:
                _arrow(right, S[k] * U[:, k], color, f"$s_{k + 1}u_{k + 1}$", beyond=0.2)
        _rates(left)
        _speeds(right, 1.5)
    U, S, e = _pair(straight)
    shortest = np.linalg.pinv(straight) @ v
    nearest = straight @ shortest
    line = shortest + np.outer([-4, 4], e[:, 1])
    axes[2].plot(*line.T, "--", color=COLOUR["ink"], lw=1.5)
    axes[2].plot(*shortest, "o", color=COLOUR["ink"], ms=8, zorder=6)
    axes[3].plot(*np.stack([v, nearest], axis=1), "--", color=COLOUR["ink"], lw=1.5)
    axes[3].plot(*v, "x", color=COLOUR["ink"], ms=10, mew=3, zorder=6)
    axes[3].plot(*nearest, "o", color=COLOUR["ink"], ms=8, zorder=6)
    show(fig, _("Four drawings. Bent arm: a unit circle of rates with the arrows e_1 and e_2 at a "
                "right angle, and the ellipse of velocities with the arrows s_1 u_1 and s_2 u_2 "
                "along its half axes. Stretched arm: the circle again, and in place of the "
                "ellipse a segment along u_1. A cross stands off the segment, a dashed line falls "
                "from it at a right angle on a dot; among the rates a dashed line parallel to e_2 "
                "has a dot on e_1."),
         _("A circle becomes an ellipse. Stretched, it becomes a segment: what lies off it has no "
           "solution; the dot, the nearest that can be had, has a whole line of them."))


def ellipse_figure(arm, positions):
    """The planar arm and the velocities of its tip for |dq| = 0.5 rad/s; positions in degrees."""
    fig, axes = drawing.figure(len(positions), three_d=False, width=2.9 * len(positions),
                               height=3.4, titles=[_("elbow {angle}°").format(angle=elbow)
                                                   for _base, elbow in positions])
    for ax, pose in zip(np.atleast_1d(axes), positions):
        s = arm.at(np.radians(pose))
        joints, D = np.array([s.t(k) for k in range(3)]), s.D_matrix(2)[:2]
        drawing.line3d(ax, joints, COLOUR["link"], 3.5)
        ax.plot(*joints[:2, :2].T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=9)
        ax.fill(*(joints[2, :2, None] + 0.5 * D @ CIRCLE), color=COLOUR["revolute"],
                ec=COLOUR["sky"], lw=2, zorder=0)
        U, S, _e = _pair(D)
        for axis, long, color in zip(U.T, S, (FIRST, SECOND)):
            if long > 1e-6:
                tip = joints[2, :2]
                _arrow(ax, tip + 0.5 * long * axis, color, start=tip)
        ax.set(xlim=(-0.75, 1.1), ylim=(-0.45, 1.4))
        for name in "xy":
            getattr(ax, f"set_{name}label")(_("{axis}, m").format(axis=name), fontsize=LETTERS - 1)
    sizes = "; ".join(_("{elbow}°: {one} and {other}").format(
                          elbow=elbow, one=number(0.5 * long[0]), other=number(0.5 * long[1]))
                      for (base, elbow) in positions
                      for long in [_pair(arm.at(np.radians([base, elbow])).D_matrix(2)[:2])[1]])
    show(fig, _("The planar arm with an ellipse of velocities round its tip, 1 m/s drawn as 1 m. "
                "Half axes in m/s: {sizes}.").format(sizes=sizes),
         _("Rates of 0.5 rad/s in all directions. Where the ellipse is flat, velocities along its "
           "short axis are costly."))


# -- many solutions --------------------------------------------------------------------------
def _bones(ax, arm, q, color, width=3.0):
    joints = np.array([arm.at(q).t(j) for j in range(arm.n + 1)])[:, :2]
    ax.plot(*joints.T, "-", color=color, lw=width, solid_capstyle="round")
    ax.plot(*joints[:-1].T, "o", color="white", mec=color, ms=7, mew=1.8, zorder=5)
    return joints[-1]


def _shades(count):
    return [drawing._pale(COLOUR["sky"], 1 - 0.7 * k / max(count - 1, 1)) for k in range(count)]


def self_motion_figure(arm, way):
    """Positions of an arm whose tip rests, the first one darkest."""
    fig, ax = drawing.figure(three_d=False, width=5.4, height=4.4)
    for q, color in zip(way[1:], _shades(len(way))[1:]):
        _bones(ax, arm, q, color)
    tip = _bones(ax, arm, way[0], COLOUR["link"], 4)
    ax.plot(*tip, "o", ms=12, color=COLOUR["orange"], zorder=6)
    show(fig, _("The planar arm with three joints in several positions over one another: base and "
                "tip stay, the two elbows between them move."),
         _("Rates of the null space move the elbows and leave the tip (orange) where it is."))


def laps_figure(arm, circle, *runs):
    """The arm after 0, 8 and 16 rounds of its tip; circle: (m, 2); runs: q (3, 3) each."""
    fig, axes = drawing.figure(2, three_d=False, width=8, height=4.6, titles=[
        _("shortest rates"), _("with a pull to the start")])
    for ax, q in zip(axes, runs):
        ax.plot(*circle.T, color=COLOUR["orange"], lw=2)
        for x, color in zip(q[1:], (COLOUR["sky"], COLOUR["purple"])):
            _bones(ax, arm, x, color)
        tip = _bones(ax, arm, q[0], COLOUR["link"], 4.5)
        ax.plot(*tip, "o", ms=11, color=COLOUR["orange"], zorder=6)
    show(fig, _("Two drawings of the planar arm with three joints; its tip runs on a circle. Left "
                "the arm after none, eight and sixteen rounds: the tip is back each time, the "
                "elbows stand farther and farther from where they began. Right the three "
                "positions lie on one another."),
         _("The arm at the start (grey), after eight rounds (blue) and after sixteen (purple). "
           "Left the shortest rates; right the same with a pull to the first position."))


# -- the Kawasaki ----------------------------------------------------------------------------
def singular_figure(robot, places, lost):
    """Shoulder, elbow and wrist, each with an arrow for what no rates can give.

    places: (3, 6) coordinates; lost: velocities of the wrist centre, omega over V in {B}, (3, 6).
    """
    fig, axes = drawing.figure(3, width=11.5, height=5, axes=False, titles=[
        _("shoulder"), _("elbow"), _("wrist")])
    views = ((16, 50), (16, 5), (16, 5))
    for ax, view, q, twist in zip(axes, views, places, lost):
        ax.view_init(*view)
        drawing.mechanism(ax, robot, q, frames=None, labels=False)
        s = robot.at(q)
        drawing.frame(ax, None, (0, 0, 0), "", 0.3, ["x", "y", "z"])
        centre, turns = s.t(4, frame="B", origin="B"), np.abs(twist[:3]).max() > 1e-6
        arrow = twist[:3] if turns else twist[3:]
        arrow = 0.45 * arrow / np.linalg.norm(arrow)
        color = COLOUR["purple"] if turns else COLOUR["orange"]
        for side in (1, -1):
            drawing.vector(ax, centre, centre + side * arrow, color=color, width=3, head=0.09)
        if turns:
            side = np.cross(arrow, s.tau("B", 5)[:, 2])
            drawing.arc(ax, arrow, side, 5, color=color, origin=centre + 0.6 * arrow, radius=0.14,
                        width=2.5)
    show(fig, _("The Kawasaki in three positions. Shoulder: it leans back, the wrist stands above "
                "the base, orange arrows point sideways out of the plane of the arm. Elbow: upper "
                "arm and forearm in one line, orange arrows point along it. Wrist: the hand "
                "continues the forearm, purple arrows across both are an axis of turning."),
         _("Lost at the wrist centre: a velocity sideways; a velocity along the stretched arm; a "
           "turn about the axis across the straight wrist."))


def wrist_figure(robot, bent, straight):
    """Axes 4, 5 and 6 at the wrist centre, for two q (6,)."""
    fig, axes = drawing.figure(2, width=9.4, height=4.8, axes=False, view=(20, 20), titles=[
        _("bent wrist: three directions"), _("straight wrist: two")])
    for ax, q in zip(axes, (bent, straight)):
        s = robot.at(q)
        frame = s.tau("B", 3)
        elbow, centre = -0.9 * frame[:, 2], np.zeros(3)
        hand = 0.7 * s.tau("B", 6)[:, 2]
        drawing.line3d(ax, [elbow, centre], COLOUR["grey"], 9)
        drawing.line3d(ax, [centre, hand], COLOUR["link"], 6)
        drawing.frame(ax, s.tau("B", 6), hand, 6, 0.26)
        up = np.cross(frame[:, 2], s.c(5, "B"))                 # across the forearm and axis 5
        up *= np.sign(up[2])
        for j, color, long, aside in ((4, "orange", 0.62, -0.07), (5, "purple", 0.6, 0),
                                      (6, "sky", 0.62, 0.07)):
            axis, color = s.c(j, "B"), COLOUR[color]
            drawing.vector(ax, aside * up, aside * up + long * axis, "", color, 4, head=0.1)
            name = {4: 0.6 * long * axis - 0.17 * up, 5: 1.15 * long * axis,
                    6: 0.5 * long * axis + 0.17 * up}[j]
            label(ax, name, f"$c_{j}$", color)
        drawing.line3d(ax, [0.7 * (frame[:, 0] - frame[:, 1])] * 2, "white")
    show(fig, _("The wrist twice, with frame 6 at the hand. Left the hand is bent against the "
                "forearm, the arrows c_4 along the forearm, c_5 across and c_6 along the hand "
                "point in three directions. Right the hand continues the forearm: c_4 and c_6 are "
                "parallel."),
         _("The columns $c_4$, $c_5$, $c_6$. Straight, two of them are the same: the turn about "
           "the axis across both is lost."))


# -- the seam --------------------------------------------------------------------------------
def _plot(ax, curves, limit=None, legend=True):
    for (name, (x, y)), color in zip(curves.items(), CURVES):
        ax.plot(x, y, color=color, lw=2.4, label=name)
    if limit is not None:
        ax.axhline(limit, color=COLOUR["ink"], ls=":", lw=1.8)
    if legend:
        ax.legend(frameon=False, fontsize=NUMBERS)
    ax.set(aspect="auto")
    ax.tick_params(labelsize=NUMBERS)


def rates_figure(times, rates, limit):
    """|dq_4| over time on seams at several distances: rates: metres -> (m,) degrees/s."""
    fig, ax = drawing.figure(three_d=False, width=6.8, height=4)
    _plot(ax, {_("{distance} mm").format(distance=number(1000 * d, 0)): (times, y)
               for d, y in rates.items()}, limit)
    ax.set_xlabel(_("time, s"), fontsize=LETTERS - 1)
    ax.set_ylabel(_("$|\\dot q_4|$, degrees/s"), fontsize=LETTERS - 1)
    words = "; ".join(_("{distance} mm: {greatest}").format(
        distance=number(1000 * d, 0), greatest=number(y.max(), 0)) for d, y in rates.items())
    show(fig, _("Curves over four seconds, each with one peak in the middle. Greatest values in "
                "degrees a second: {words}. A dotted line at {limit}.").format(
                    words=words, limit=limit),
         _("Half the distance, twice the rate; the dotted line is the limit."))


def gain_figure(dampings):
    """Gain s / (s^2 + lambda^2) over the singular value s."""
    fig, ax = drawing.figure(three_d=False, width=6.4, height=4)
    s = np.linspace(1e-5, 0.5, 501)
    curves = {f"$\\lambda = {number(x).replace(',', '{,}')}$": (s, s / (s**2 + x**2))
              for x in dampings}
    _plot(ax, curves | {_("$1/s$, no damping"): (s, 1 / s)})
    for x in dampings:
        ax.plot(x, 1 / (2 * x), "o", color=COLOUR["ink"], ms=7)
    ax.set(ylim=(0, 30))
    ax.set_xlabel(_("singular value $s$"), fontsize=LETTERS - 1)
    ax.set_ylabel(_("gain"), fontsize=LETTERS - 1)
    show(fig, _("The curve 1/s climbs without end towards s = 0. The damped curves leave it, have "
                "a dot on a summit and fall to zero."),
         _("In place of 1/s, which has no bound, damping has a greatest gain. "
           "Dots: the summit 1/(2λ) at s = λ."))


def remedies_figure(times, limit, *pairs):
    """Rate of joint 4 and the miss over time: (rates of joint 4, misses in mm) of three runs."""
    runs = dict(zip((_("no limit"), _("program"), _("damped")), pairs))
    fig, axes = drawing.figure(2, three_d=False, width=11.4, height=4.3,
                               titles=[_("joint 4"), _("how far the nozzle leaves the seam")])
    _plot(axes[0], {name: (times, y) for name, (y, _m) in runs.items()}, limit, legend=False)
    _plot(axes[1], {name: (times, y) for name, (_r, y) in runs.items()})
    for ax, text in zip(axes, (_("$|\\dot q_4|$, degrees/s"), _("miss, mm"))):
        ax.set_xlabel(_("time, s"), fontsize=LETTERS - 1)
        ax.set_ylabel(text, fontsize=LETTERS - 1)
    words = "; ".join(_("{name}: {fast} degrees/s, {miss} mm").format(
        name=name, fast=number(y.max(), 0), miss=number(m.max(), 1))
        for name, (y, m) in runs.items())
    show(fig, _("Two drawings over four seconds, the rate of joint 4 and the distance from the "
                "seam. Greatest values: {words}.").format(words=words),
         _("Without a limit the rate is too great. The program keeps the limit and the seam; "
           "damping keeps the limit and leaves the seam."))
