"""What lesson 10 shows: its arms and its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np

from lessons.tools import label, plane, show
from lessons.words import _, number
from robokit import drawing, screws
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS

VIEW = (20, -60)


def arrow(ax, start, end, color, width=2.5):
    """An arrow in a plane."""
    ax.annotate("", end, start, arrowprops={
        "arrowstyle": "-|>", "color": color, "lw": width, "shrinkA": 0, "shrinkB": 0,
        "mutation_scale": 16}, zorder=200)


def flat_axes(ax, size, out=(0, 0)):
    """x and y as arrows, z as a dot in a ring that comes out of the plane."""
    for tip, name, color in (((size, 0), "$x_0$", AXES[0]), ((0, size), "$y_0$", AXES[1])):
        arrow(ax, (0, 0), tip, color, 3.5)
        label(ax, 1.15 * np.array(tip), name, color)
    ax.plot(*out, "o", ms=15, mfc="white", mec=AXES[2], mew=3, zorder=210)
    ax.plot(*out, "o", ms=5, color=AXES[2], zorder=211)


# -- the crane -----------------------------------------------------------------------------------
def crane_figure(robot, q):
    """The arm with its mass centres."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=5.8, height=4.7, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    drawing.frame(ax, None, (0, 0, 0), "0", 0.22, width=4)
    centres = np.array([s.t(k, r, "B", "B") for k, r in enumerate(robot.r, 1)])
    drawing.line3d(ax, [[0, 0, 0], [0, 0, 0.75]], COLOUR["grey"], 1.5, "-.")
    for k, centre in enumerate(centres, 1):
        drawing.line3d(ax, [s.t(k, frame="B", origin="B"), centre], COLOUR["orange"], 1.5, ":")
    ax.plot(*centres.T, "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=11, zorder=200)
    show(fig, _("A column on the floor with a boom that stands beside it and points up. A "
                "dash-dotted vertical line is the axis of the column. An orange dot marks the "
                "mass centre of each link; that of the boom is not on its middle line."),
         _("The boom is carried beside the axis of the column, and its mass centre (orange) is "
           "not where it would have to be."))


def swing_figure(runs):
    """The coordinates over time before and after; the column is thick."""
    fig, axes = plane(len(runs), [_("as built"), _("mass centres moved")], height=3.6)
    for ax, run in zip(axes, runs):
        turned = np.degrees(run.q - run.q[0])
        for k, curve in reversed(list(enumerate(turned.T))):
            ax.plot(run.t, curve, color=COLOUR["orange" if k == 0 else "grey"],
                    lw=3.5 if k == 0 else 1.5)
        ends, least = turned[-1], 0.09 * np.ptp(turned)          # so that no two names collide
        below = -np.inf
        for k in np.argsort(ends):
            below = max(ends[k], below + least)
            ax.text(run.t[-1], below, f" $q_{k + 1}$", fontsize=LETTERS, va="center",
                    math_fontfamily="stix")
        ax.set_xlabel(_("t, s"), fontsize=LETTERS - 2)
        ax.set_ylabel(_("degrees from the start"), fontsize=LETTERS - 2)
    swings = [np.degrees(np.ptp(run.q[:, 0])) for run in runs]
    show(fig, _("Two plots over two seconds, {joints} curves each. On the left the thick curve of "
                "the column moves over {wide} degrees while the thin ones swing; on the right it "
                "is a level line.").format(joints=runs[0].q.shape[1], wide=number(swings[0], 1)),
         _("The same drives, other mass centres: the column no longer feels the boom."))


# -- screws --------------------------------------------------------------------------------------
def field_figure(point, rate=1.0):
    """Velocities of a plate that turns about a point; the one at the origin is v."""
    fig, ax = drawing.figure(three_d=False, width=5.6, height=4.6)
    point = np.asarray(point, float)
    for at in np.stack(np.meshgrid(np.linspace(-0.4, 1.2, 5), np.linspace(-0.4, 1.2, 5)),
                       -1).reshape(-1, 2):
        if np.hypot(*at) > 0.45:
            arrow(ax, at, at + 0.3 * rate * turned(at - point), "#9aa5b1", 1.5)
    flat_axes(ax, 0.42)
    arrow(ax, (0, 0), 0.6 * rate * turned(-point), COLOUR["orange"], 4)
    label(ax, 0.6 * rate * turned(-point), "$v$", COLOUR["orange"], (0.09, -0.03))
    ax.plot(*np.array([[0, 0], point]).T, "--", color=COLOUR["purple"], lw=1.5)
    ax.plot(*point, "o", ms=16, mfc=COLOUR["revolute"], mec=COLOUR["ink"], zorder=205)
    label(ax, point, "$p$", COLOUR["purple"], (0.1, 0.1))
    ax.set(xlim=(-0.65, 1.5), ylim=(-0.75, 1.5))
    ax.set_xlabel(_("x, m"), fontsize=LETTERS - 2)
    ax.set_ylabel(_("y, m"), fontsize=LETTERS - 2)
    show(fig, _("A plane full of arrows that run round a point p. A dashed line joins the origin "
                "with p, and at the origin a thick orange arrow v stands square to it; x red to "
                "the right, y green upwards, z blue towards the reader."),
         _("A body that turns about p, thought as large as the plane: the lower half of its screw "
           "is the velocity v of the point that just passes the origin, v = p × ω."))


def turned(x):
    """A vector in the plane, a quarter turn on."""
    return np.array([-x[1], x[0]])


def screws_figure(robot, q):
    """The joint screws of a chain: a dash-dotted axis for a turn, a dashed arrow for a slide."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=6.4, height=5, axes=False, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    drawing.frame(ax, None, (0, 0, 0), "0", 0.75, width=4)
    places = []
    for j, x in enumerate(screws.joint_screws(s), 1):
        turns = bool(robot.sigma[j - 1])
        direction = x[:3] if turns else x[3:]
        near = np.cross(x[:3], x[3:]) if turns else s.t(j - 1)
        middle = near + direction * (direction @ (s.t(j - 1) - near))
        color = COLOUR["purple" if turns else "orange"]
        # Those of joints 1 and 2 stand away from the letters of frame 0.
        back, on = (0.8, 0.4) if j < 3 else (0.5, 0.75)
        drawing.line3d(ax, [middle - back * direction, middle + on * direction],
                       color, 1.5, "-." if turns else "--")
        places.append(middle + (-back - 0.15 if j < 3 else on + 0.15) * direction)
        label(ax, places[-1], f"$s_{j}$", color)
    drawing.set_equal(ax, np.array(places))
    show(fig, _("A chain of five joints without right angles, and frame 0. Dash-dotted lines mark "
                "the axes of the turns, s_1, s_3 and s_4; dashed lines the directions of the "
                "slides, s_2 and s_5."),
         _("Six numbers hold a whole line: its direction, and its moment about the origin. A "
           "slide has a direction only."))


def helix_figure(pitch, angle=720):
    """A triangle carried along a screw of the given pitch (mm/rad), up to an angle in degrees."""
    s = screws.screw([0, 0, 1], [0.3, 0.2, 0], pitch / 1000)
    corners = np.array([[0.6, 0.2, 0], [0.75, 0.2, 0], [0.6, 0.35, 0.05], [0.6, 0.2, 0]])
    fig, ax = drawing.figure(width=5, height=4.4, view=(18, -60))
    turns, shifts = screws.exp(s, np.radians(np.linspace(0, angle, 181)))
    way = turns @ corners[0] + shifts
    drawing.line3d(ax, way, COLOUR["purple"], 1.5)
    for k in range(0, 181, 30):
        drawing.line3d(ax, corners @ turns[k].T + shifts[k], COLOUR["ink"], 2)
    drawing.line3d(ax, [[0.3, 0.2, -0.05], [0.3, 0.2, way[-1, 2] + 0.15]], COLOUR["grey"], 1, "-.")
    show(fig, _("A small triangle in seven places along a curve round a vertical dash-dotted axis; "
                "over {angle} degrees it rises by {rise} m.").format(
                    angle=angle, rise=number(way[-1, 2])),
         _("The exponential of one screw with a pitch of {pitch} mm a radian: a turn about the "
           "axis and a slide along it, in one matrix.").format(pitch=pitch))


def carried_figure(robot, q, j, i):
    """The axis of joint i while q_j alone turns, in five places; both joints turn."""
    fig, ax = drawing.figure(width=5.8, height=4.7, view=VIEW)
    ax.tick_params(axis="z", pad=7)                     # else a minus lies on the axis
    places = [q + a * np.eye(robot.n)[j - 1] for a in np.linspace(0, 1.2, 5)]
    for x, shade in zip(places, np.linspace(0.3, 1, 5)):
        s = robot.at(x)
        at, c = s.t(i - 1), s.c(i)
        ax.plot(*np.array([at - 0.6 * c, at + 0.6 * c]).T, "-.", lw=2, alpha=shade,
                color=COLOUR["purple"])
        ax.plot(*np.array([s.t(j - 1), at]).T, lw=2, alpha=shade, color=COLOUR["grey"])
        ax.plot(*at, "o", ms=7, alpha=shade, color=COLOUR["purple"])
    middle, axis = s.t(j - 1), s.c(j)
    drawing.line3d(ax, [middle - 0.7 * axis, middle + 0.7 * axis], COLOUR["orange"], 2.5)
    label(ax, middle + 0.87 * axis, f"$s_{j}$", COLOUR["orange"])
    label(ax, at + 0.77 * c, f"$s_{i}$", COLOUR["purple"])
    first = robot.at(places[0])
    drawing.set_equal(ax, np.array([middle - 0.7 * axis, middle + 0.87 * axis, at, at + 0.77 * c,
                                    first.t(i - 1) - 0.6 * first.c(i)]))
    show(fig, _("The axis of joint {j} rests; the axis of joint {i}, drawn in five places, goes "
                "round it, the last place the darkest.").format(j=j, i=i),
         _("Joint {j} carries the axis of joint {i} as a body: that is all the bracket "
           "says.").format(j=j, i=i))


# -- bodies --------------------------------------------------------------------------------------
def tumble_figure(times, inside, outside):
    """The angular half of the momentum in the body's frame and in frame 0."""
    fig, axes = plane(2, [_("in the body's frame"), _("in frame 0")], 9.2, 3.6)
    for ax, curves in zip(axes, (inside, outside)):
        for curve, color, name in zip(curves.T[:3], AXES, "xyz"):
            ax.plot(times, curve, color=color, lw=2.5, label=f"$M_{name}$")
        ax.set_xlabel(_("t, s"), fontsize=LETTERS - 2)
        ax.set_ylabel(_("M, N·m·s"), fontsize=LETTERS - 2)
        ax.margins(y=0.25)
        ax.legend(fontsize=NUMBERS, ncols=3, frameon=False, loc="upper center")
    show(fig, _("Two plots over time. Left: three curves, x, y and z, swing, and y stays above "
                "zero, then below, then above again. Right: three level lines."),
         _("The momentum of a free body: restless for an observer on the body, constant in "
           "frame 0."))


def two_link_figure():
    """The arm by hand: unit links at 30 and 90 degrees, unit mass points, its velocities."""
    h = np.sqrt(3) / 2
    joint, tip = np.array([h, 0.5]), np.array([h, 1.5])
    fig, ax = drawing.figure(three_d=False, width=6.2, height=5.0)
    flat_axes(ax, 0.36)
    ax.plot(*np.array([[0, 0], joint, tip]).T, color=COLOUR["link"], lw=6, zorder=100)
    ax.plot(*np.array([joint, joint + 0.4 * joint]).T, ":", color=COLOUR["grey"], lw=1.5)
    for at, mass in ((joint, "$m_1$"), (tip, "$m_2$")):
        ax.plot(*at, "o", ms=17, mfc=COLOUR["orange"], mec=COLOUR["ink"], zorder=110)
        label(ax, at, mass, shift=(0.17, 0))
    for at, speed, far, name, shift in (
            (joint, turned(joint), 0.3, "$V_1$", (-0.1, 0.1)),
            (tip, np.array([-3.5, h]), 0.3, "$V_2$", (0, 0.12))):
        arrow(ax, at, at + far * speed, COLOUR["purple"], 3)
        label(ax, at + far * speed, name, COLOUR["purple"], shift)
    for start, middle, opening, name in ((0, (0, 0), 30, "30°"), (30, joint, 60, "60°")):
        bow = np.radians(np.linspace(start, start + opening, 30))
        radius = 0.55 if start == 0 else 0.3
        ax.plot(*(np.array(middle)[:, None] + radius * np.array([np.cos(bow), np.sin(bow)])),
                color=COLOUR["ink"], lw=1.2)
        half = np.radians(start + opening / 2)
        label(ax, middle + 1.32 * radius * np.array([np.cos(half), np.sin(half)]), name,
               size=LETTERS - 2)
    arrow(ax, (1.45, 1.25), (1.45, 0.9), COLOUR["ink"])
    label(ax, (1.52, 1.08), "$g$")
    ax.set(xlim=(-0.5, 1.7), ylim=(-0.25, 2.0))
    ax.set_xlabel(_("x, m"), fontsize=LETTERS - 2)
    ax.set_ylabel(_("y, m"), fontsize=LETTERS - 2)
    show(fig, _("Two links of 1 m in a vertical plane. The first rises at 30 degrees, the second "
                "stands upright on its end, 60 degrees further. Orange mass points at the ends; "
                "their velocities are purple arrows, the outer one long and to the left. x red, y "
                "green, z blue towards the reader; g points down."),
         _("The arm for the pencil: links of 1 m, mass points of 1 kg at their ends, velocities "
           "drawn at 0.3 m for 1 m/s."))


def slow_figure(shares, errors):
    """Errors of printed drives over the share of the rates; errors: name -> values."""
    fig, ax = plane(1, width=6.4, height=3.6)
    for (name, off), color, mark in zip(errors.items(), ("sky", "orange"), "so"):
        ax.loglog(shares, off, color=COLOUR[color], marker=mark, lw=2.5, label=name)
    ax.legend(fontsize=NUMBERS, frameon=False)
    ax.set_xlabel(_("rates, as a share of those above"), fontsize=LETTERS - 2)
    ax.set_ylabel(_("error, N·m or N"), fontsize=LETTERS - 2)
    rise = np.log10(off[-1] / off[0])
    show(fig, _("Two straight lines over the scale of the rates, both axes logarithmic; over two "
                "decades they rise by {rise} decades.").format(rise=number(rise, 1)),
         _("The error of the printed drives falls with the square of the rates: an arm that moves "
           "slowly would not betray it."))


def coupling_figure(angles, crane, plain):
    """a_12 of two cranes over the angle of the boom in radians."""
    fig, ax = plane(1, width=6.4, height=3.6)
    curves = {_("the crane"): crane, _("without products of inertia"): plain}
    for (name, values), color, style in zip(curves.items(), ("orange", "sky"), ("-", "--")):
        ax.plot(np.degrees(angles), values, style, color=COLOUR[color], lw=2.5, label=name)
    ax.legend(fontsize=NUMBERS, frameon=False)
    ax.axhline(0, color=COLOUR["grey"], lw=0.8)
    ax.margins(y=0.25)
    ax.set_xlabel(_("$q_2$, degrees"), fontsize=LETTERS - 2)
    ax.set_ylabel(_("$a_{12}$, kg·m$^2$"), fontsize=LETTERS - 2)
    spans = "; ".join(f"{name} {number(np.ptp(values), 3)}" for name, values in curves.items())
    show(fig, _("Two waves of one period over a full turn of the boom; from least to greatest, in "
                "kg·m²: {spans}.").format(spans=spans),
         _("What an acceleration of the boom asks of the column, over a turn of the boom: a sine "
           "and nothing else."))
