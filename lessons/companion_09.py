"""What lesson 9 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import SymLogNorm
from matplotlib.patches import Circle, Rectangle

from lessons.tools import label, plane, show
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS

SIDE = (16, -50)                                               # view of the Kawasaki
SHADES = COLOUR["ink"], COLOUR["orange"], COLOUR["sky"], COLOUR["purple"]
STYLES = "-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1))


def curves(ax, x, columns, names, xlabel, ylabel, **legend):
    """Curves, each with a colour and a style of its own."""
    for k, (y, name) in enumerate(zip(columns, names)):
        ax.plot(x, y, color=SHADES[k % len(SHADES)], ls=STYLES[k % len(STYLES)], lw=2.2, label=name)
    ax.set_xlabel(xlabel, fontsize=LETTERS - 2)
    ax.set_ylabel(ylabel, fontsize=LETTERS - 2)
    ax.legend(fontsize=NUMBERS, edgecolor="none", framealpha=1, **legend)


# -- the Kawasaki --------------------------------------------------------------------------------
def weights_figure(robot, q, weights):
    """The Kawasaki with a weight hanging on every mass centre, 1 kN drawn as 0.4 m."""
    fig, ax = drawing.figure(width=6.4, height=5, view=SIDE)
    drawing.mechanism(ax, robot, q, frames=None, size=0.05)
    drawing.frame(ax, None, (0, 0, 0), "B", 0.5, width=2.5)
    s, gravity = robot.at(q), np.array(weights.gravity)
    for i, (m, r) in enumerate(zip(robot.m, robot.r), 1):
        centre = s.t(i, r, frame="B", origin="B")
        pull = s.tau("B", 0) @ gravity * m / 2500
        if np.linalg.norm(pull) > 0.02:
            drawing.vector(ax, centre, centre + pull, color=COLOUR["orange"], head=0.05, width=3)
    show(fig, _("The Kawasaki with its six numbered joints: column, upper arm, a level forearm, "
                "the hand bent downwards. Orange arrows hang from the mass centres of the links, "
                "the longest from the column."),
         _("The drives are switched off. Six weights, six rates and one matrix decide what "
           "happens next."))


def motion_figure(run):
    """Joint angles and energies after the drives are off."""
    fig, (left, right) = plane(2, [_("joints"), _("energy")], 9.6, 3.9)
    turned = np.degrees(run.q - run.q[0])
    curves(left, run.t, turned.T, [str(k) for k in range(1, 7)], _("t, s"),
           _("turned since, degrees"), ncol=2)
    gained = [run.kinetic - run.kinetic[0], run.potential - run.potential[0]]
    curves(right, run.t, [*gained, sum(gained)], [_("kinetic"), _("potential"), _("sum")],
           _("t, s"), _("gained, J"))
    show(fig, _("Left: six angles over 0.3 s; joint 5 turns by {turn} degrees, the others by less "
                "than 15. Right: kinetic energy rises by {gain} J, potential energy falls by as "
                "much, their sum is level.").format(
                    turn=number(turned[-1, 4], 0), gain=number(gained[0][-1], 0)),
         _("Without drives the light wrist whips round while the heavy arm begins to fall. What "
           "the one energy gains the other loses."))


def experiment_figure(t, sunk, delays):
    """How far the nozzle has sunk, mm, for several loads; a stone for comparison."""
    fig, ax = plane(1, width=7, height=4)
    stone = 1000 * 9.81 * t**2 / 2
    curves(ax, t, [*sunk.values(), stone],
           [*(_("load {kg} kg").format(kg=kg) for kg in sunk), _("a stone from rest")],
           _("t, s"), _("sunk, mm"))
    for delay in delays:
        ax.axvline(delay, color=COLOUR["grey"], lw=1)
    ends = "; ".join(_("{kg} kg: {mm} mm").format(kg=kg, mm=number(x[-1], 0))
                     for kg, x in sunk.items())
    show(fig, _("How far the nozzle has sunk over time, one curve a load, and a dotted parabola "
                "of a stone. All load curves first dip below zero, for the nozzle still rises; at "
                "the end they have sunk by {ends}. Upright lines mark three brake "
                "delays.").format(ends=ends),
         _("In the first tenth of a second nothing is lost. After that the nozzle sinks, and "
           "whether the load is 5 or 20 kg hardly counts."))


def end_figure(robot, q, way, delay_ms):
    """The Kawasaki before, the lines of its links after, and the way of the nozzle."""
    fig, ax = drawing.figure(width=6.4, height=5, view=SIDE)
    drawing.mechanism(ax, robot, q[0], frames=None, labels=False)
    drawing.frame(ax, None, (0, 0, 0), "B", 0.5, width=2.5)
    end = robot.at(q[-1])
    links = np.array([end.t(k, frame="B", origin="B") for k in (*range(7), "tool")])
    drawing.line3d(ax, links, COLOUR["orange"], 3)
    drawing.line3d(ax, way, COLOUR["purple"], 3)
    show(fig, _("The arm when the power fails, in grey, and {ms} ms later as an orange line: "
                "shoulder and elbow go down, the hand folds back towards the column. A purple "
                "curve is the way of the nozzle.").format(ms=delay_ms),
         _("From grey to orange: shoulder and elbow lower the wrist, and the wrist whips back."))


# -- the boom ------------------------------------------------------------------------------------
def boom_figure(c, d, q_1, q_2):
    """The drill boom in the vertical plane, z up, with its dimensions in letters."""
    fig, ax = drawing.figure(three_d=False, axes=False, width=7.2, height=4.8)
    along, aside = (np.array([np.cos(x), np.sin(x)]) for x in (q_1, q_1 + np.pi / 2))
    foot = d * aside
    end, tail = foot + 1.15 * q_2 * along, foot - 0.12 * along
    ax.plot([0, foot[0]], [0, foot[1]], color=COLOUR["link"], lw=5)
    ax.plot(*np.array([tail, end]).T, color=COLOUR["link"], lw=5, solid_capstyle="round")
    ax.plot(0, 0, "o", ms=17, mfc=COLOUR["revolute"], mec=COLOUR["ink"])
    ax.plot(0, 0, "o", ms=3, color=COLOUR["ink"])
    for reach, name in ((c, "$m_1,\\ I_1$"), (q_2, "$m_2,\\ I_2$")):
        place = foot + reach * along
        ax.plot(*place, "o", ms=13, mfc=COLOUR["orange"], mec=COLOUR["ink"], zorder=90)
        label(ax, place + 0.065 * aside, name)
    dimension(ax, foot, foot + c * along, -0.10 * aside, "$c$")
    dimension(ax, foot, foot + q_2 * along, -0.22 * aside, "$q_2$")
    dimension(ax, (0, 0), foot, -0.17 * along, "$d$")
    turn = np.linspace(0, q_1, 30)
    ax.plot(0.5 * np.cos(turn), 0.5 * np.sin(turn), color=COLOUR["purple"], lw=1.8)
    ax.annotate("", (0.5 * np.cos(q_1), 0.5 * np.sin(q_1)), (0.5 * np.cos(0.93 * q_1),
                0.5 * np.sin(0.93 * q_1)), arrowprops=arrow(COLOUR["purple"]))
    ax.plot(*np.array([[0, 0], 0.6 * along]).T, color=COLOUR["purple"], lw=1, ls=":")
    label(ax, 0.56 * np.array([np.cos(q_1 / 2), np.sin(q_1 / 2)]), "$q_1$", COLOUR["purple"])
    for tip, name, color in (((0.32, 0), "$x_B$", AXES[0]), ((0, 0.36), "$z_B$", AXES[2])):
        ax.annotate("", tip, (0, 0), arrowprops=arrow(color))
        label(ax, 1.17 * np.array(tip), name, color)
    ax.plot(0.075, -0.075, "o", ms=13, mfc="white", mec=AXES[1], mew=2.5)
    ax.plot(0.075, -0.075, "x", ms=7, color=AXES[1], mew=2.5)
    label(ax, (0.145, -0.085), "$y_B$", AXES[1])
    ax.annotate("", (0.93, 0.07), (0.93, 0.25), arrowprops=arrow(COLOUR["ink"]))
    label(ax, (0.97, 0.16), "$g$")
    ax.set(xlim=(-0.36, 1.05), ylim=(-0.16, 0.72))
    show(fig, _("A vertical plane with x to the right and z up; y points away from the reader. "
                "From the axis of joint 1 a short arm of length d leads to a rail, which rises to "
                "the right at the angle q_1. The rail's mass centre is c along it, the drill q_2. "
                "Dimension lines show d, c and q_2; an arrow g points down."),
         _("The drill boom. Joint 1 turns the rail in the vertical plane, joint 2 slides the "
           "drill along it; the rail runs at the distance d beside the axis."))


def arrow(color):
    return {"arrowstyle": "-|>", "color": color, "lw": 2.5, "shrinkA": 0, "shrinkB": 0,
            "mutation_scale": 16}


def dimension(ax, start, end, off, name, beside=(0, 0)):
    """A dimension line between two points, moved by `off`, with its extension lines.

    The name stands on its middle, or `beside` it where the line is too short.
    """
    start, end, off = (np.asarray(x, float) for x in (start, end, off))
    for place in (start, end):
        ax.plot(*np.array([place, place + 1.12 * off]).T, color=COLOUR["grey"], lw=0.8)
    ax.annotate("", end + off, start + off, arrowprops={
        "arrowstyle": "<|-|>", "color": COLOUR["purple"], "lw": 1.2, "shrinkA": 0, "shrinkB": 0,
        "mutation_scale": 12})
    middle = (start + end) / 2 + off + beside
    ax.text(*middle, name, color=COLOUR["purple"], fontsize=LETTERS, ha="center", va="center",
            math_fontfamily="stix", bbox={"fc": "white", "ec": "none", "pad": 1.5})


def ellipse_figure(matrices, places):
    """All rates of the boom at which it has one joule, for matrices A at places (q_2, d)."""
    titles = [_("$q_2$ = {out} m\n$d$ = {beside} m").format(out=number(q_2), beside=number(d))
              for q_2, d in places]
    fig, axes = plane(len(matrices), titles, 3.3 * len(matrices), 3.8)
    sizes, turn = [], np.linspace(0, 2 * np.pi, 181)
    for ax, A in zip(np.atleast_1d(axes), matrices):
        size, axis = np.linalg.eigh(A)
        ring = axis @ (np.sqrt(2 / size)[:, None] * np.array([np.cos(turn), np.sin(turn)]))
        ax.plot(*ring, color=COLOUR["orange"], lw=2.5)
        ax.plot([0, 0], [-0.8, 0.8], color=COLOUR["grey"], lw=0.8)
        ax.plot([-1.3, 1.3], [0, 0], color=COLOUR["grey"], lw=0.8)
        ax.set(xlim=(-1.3, 1.3), ylim=(-0.8, 0.8))
        ax.set_xlabel(_("$\\dot q_1$, rad/s"), fontsize=LETTERS - 2)
        ax.set_ylabel(_("$\\dot q_2$, m/s"), fontsize=LETTERS - 2)
        sizes.append(f"{number(np.ptp(ring[0]) / 2)} × {number(np.ptp(ring[1]) / 2)}")
    show(fig, _("Ellipses in the plane of the two rates, with their half widths in rad/s and half "
                "heights in m/s: {sizes}.").format(sizes="; ".join(sizes)),
         _("Rates with one joule of kinetic energy. Where the ellipse is narrow the arm is heavy; "
           "where it leans the joints are coupled."))


def drift_figure(t, energies):
    """Kinetic energy of free motion for three forms of b, the right one first."""
    names = _("right form"), _("Coriolis term once"), _("centrifugal reversed")
    fig, ax = plane(1, width=6.4, height=3.7)
    curves(ax, t, energies, names, _("t, s"), _("kinetic energy, J"))
    ends = "; ".join(f"{name}: {number(y[-1])}" for name, y in zip(names, energies))
    show(fig, _("Kinetic energy over time. The first curve is level; the others leave it. At the "
                "end they stand at, in joules: {ends}.").format(ends=ends),
         _("No drive, no weight: the right b leaves the energy where it was, these two faults "
           "do not."))


def control_figure(t, errors):
    """Errors of both joints under three control laws."""
    names = _("computed torque"), _("drill thought lighter"), _("springs alone")
    fig, (left, right) = plane(2, [_("joint 1"), _("joint 2")], 9.6, 3.7)
    curves(left, t, [1000 * e[:, 0] for e in errors], names, _("t, s"), _("error, mrad"))
    curves(right, t, [1000 * e[:, 1] for e in errors], names, _("t, s"), _("error, mm"))
    show(fig, _("Errors of the two joints over 1.5 s. With the right masses both die out within "
                "half a second; with a drill thought too light a part swings on; with springs "
                "alone they swing widest."),
         _("Computed torque with the right masses lets the error die out as chosen; with a wrong "
           "mass a part stays."))


# -- sections 9.1 and 9.2 ------------------------------------------------------------------------
def order_figure(n, i):
    """Which pairs (link, joint) are summed in the row of joint i, and in which two orders."""
    fig, axes = drawing.figure(2, three_d=False, width=7.8, height=3.9, titles=[
        _("first the joints of a link"), _("first the links of a joint")])
    for ax, by_link in zip(axes, (True, False)):
        for j in range(i, n + 1):
            ax.plot(range(1, j + 1), [j] * j, "o", ms=13, mfc=COLOUR["revolute"],
                    mec=COLOUR["ink"], zorder=3)
            if by_link:
                ax.plot([1, j], [j, j], color=COLOUR["orange"], lw=3)
        for k in range(1, n + 1):
            if not by_link:
                ax.plot([k, k], [max(i, k), n], color=COLOUR["sky"], lw=3)
        ax.set(xlim=(0.4, n + 0.6), ylim=(n + 0.6, 0.4), xticks=range(1, n + 1),
               yticks=range(1, n + 1))
        ax.set_xlabel(_("joint k that accelerates"), fontsize=LETTERS - 2)
        ax.set_ylabel(_("link j that it moves"), fontsize=LETTERS - 2)
    show(fig, _("Twice the same dots: links {i} to {n} downwards, joints to the right, a dot where "
                "the joint moves the link. Left, level lines join the dots of a link; they end at "
                "k = j. Right, upright lines join those of a joint; each begins at the larger of "
                "{i} and k and ends at {n}.").format(i=i, n=n),
         _("Row {i} of A. A column of dots is one element: it has as many dots as there are links "
           "from max(i, k) to n.").format(i=i))


def figure_9_1(robot, q, i, j, k):
    """c_i, c_j on their axes; D_ki, D_kj at the mass centre of link k; the ellipsoid of J_k."""
    s, r = robot.at(q), robot.r[k - 1]
    centre, J = s.t(k, r), s.tau(0, k) @ robot.J[k - 1] @ s.tau(k, 0)
    fig, ax = drawing.figure(width=6.8, height=5.6, axes=False, view=(24, -12))
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    drawing.frame(ax, None, (0, 0, 0), "0", 0.2, ["x", "y", ""], width=2.5)
    label(ax, (0, 0.06, 0.15), "$z_0$", AXES[2])
    ellipsoid(ax, centre, J)
    for joint, color, name, beside, far in (
            (i, "purple", "i", (0, 0.02, 0.09), (0, 0.02, 0.05)),
            (j, "orange", "j", (0, -0.06, -0.02), (0, 0.02, 0.05))):
        start, D = s.t(joint - 1), s.D(k, joint, r)
        foot, tip = (start + x * s.c(joint) for x in ((0.21, 0.43) if joint == 1 else (0, 0.36)))
        drawing.vector(ax, foot, tip, color=COLOUR[color], head=0.05, width=3.5)
        label(ax, tip, f"$c_{name}$", COLOUR[color], shift=beside)
        drawing.line3d(ax, [start, centre], COLOUR[color], 1, "--")
        drawing.vector(ax, centre, centre + 0.6 * D, color=COLOUR[color], head=0.05, width=3)
        label(ax, centre + 0.6 * D, f"$D_{{k{name}}}$", COLOUR[color], shift=far)
    pushed = J @ s.c(j)
    tip = centre + 0.4 * pushed / np.linalg.norm(pushed)
    drawing.vector(ax, centre, tip, "", COLOUR["sky"], 3, head=0.05)
    label(ax, tip, "$J_k c_j$", COLOUR["sky"], shift=(0, -0.1, 0.02))
    show(fig, _("The loader: column, boom, slide, wrist, and frame 0. An arrow c stands on the "
                "axis of the column, another on that of the boom. Dashed lines lead from both "
                "joints to the mass centre of the last link, where two arrows D start, each at "
                "right angles to its dashed line; a third one, J times c, leans away from c. Round "
                "the mass centre lies the ellipsoid of inertia."),
         _("Figure 9.1. a_ij collects, link by link, two products: of c_i with J_k c_j, and of "
           "D_ki with m_k D_kj."))


def ellipsoid(ax, centre, J, size=0.22):
    """Equal energy of turning: wide where the moment is small."""
    moments, axes = np.linalg.eigh(J)
    half = size * np.sqrt(moments.min() / moments)
    turn = np.linspace(0, 2 * np.pi, 61)[:, None]
    for a, b in ((0, 1), (1, 2), (0, 2)):
        ring = np.cos(turn) * half[a] * axes[:, a] + np.sin(turn) * half[b] * axes[:, b]
        drawing.line3d(ax, centre + ring, COLOUR["grey"], 1.2)


# -- appendix 5 ----------------------------------------------------------------------------------
def third_link_figure(drive_2, body, drive_3, link):
    """Figure П.6: each part of link 3 by itself, seen along X_3, then all mass centres."""
    (R_2, centre), (R, L), (R_3, H_3) = drive_2, body, drive_3
    fig, axes = drawing.figure(4, three_d=False, axes=False, width=11.5, height=4.2, titles=[
        _("drive 2"), _("body"), _("drive 3"), _("mass centres")])
    grey = {"fc": COLOUR["revolute"], "ec": COLOUR["ink"], "lw": 1.3}
    axes[0].add_patch(Circle(centre, R_2, **grey))
    axes[1].add_patch(Rectangle((-R, -L), 2 * R, L, **grey))
    axes[2].add_patch(Rectangle((-R_3, -H_3 / 2), 2 * R_3, H_3, **grey))
    dimension(axes[0], centre, np.array(centre) + [0, R_2], (0, 0), "$R$")
    dimension(axes[0], (0, 0), (centre[0], 0), (0, -0.11), "$r_y$")
    dimension(axes[0], (0, 0), (0, centre[1]), (-0.17, 0), "$r_z$", (-0.04, 0))
    dimension(axes[1], (-R, -L), (R, -L), (0, -0.05), "$2R$")
    dimension(axes[1], (-R, -L), (-R, 0), (-0.05, 0), "$L$")
    dimension(axes[2], (-R_3, -H_3 / 2), (R_3, -H_3 / 2), (0, -0.05), "$2R$")
    dimension(axes[2], (-R_3, -H_3 / 2), (-R_3, H_3 / 2), (-0.05, 0), "$H$")
    for ax, place in zip(axes, (centre, (0, -L / 2), (0, 0))):
        for one in (ax, axes[3]):
            one.plot(*place, "o", ms=9, mfc=COLOUR["orange"], mec=COLOUR["ink"], zorder=20)
    axes[3].plot(*link, "o", ms=14, mfc=COLOUR["purple"], mec=COLOUR["ink"], zorder=21)
    label(axes[3], link, "$r_3$", COLOUR["purple"], shift=(-0.05, 0))
    for ax in axes:
        triad(ax)
        ax.set(xlim=(-0.24, 0.23), ylim=(-0.29, 0.26))
    show(fig, _("Four drawings in the plane of Y and Z of frame 3; X points to the reader. A "
                "circle, drive 2, its centre to the left of the origin and above it. A rectangle, "
                "the body, from the origin down. A flatter rectangle, drive 3, round the origin. "
                "Last the three mass centres, and that of the link between them, to the left and "
                "below the origin."),
         _("Figure П.6. Link 3 is a body and two drives, drawn apart. Its mass centre lies in the "
           "plane of Y and Z, off both axes."))


def triad(ax):
    """The axes of frame 3 at the origin: y to the right, z up, x to the reader."""
    for tip, name, color in (((0.15, 0), "$y_3$", AXES[1]), ((0, 0.2), "$z_3$", AXES[2])):
        ax.annotate("", tip, (0, 0), arrowprops=arrow(color), zorder=15)
        label(ax, 1.2 * np.array(tip), name, color)
    ax.plot(0, 0, "o", ms=11, mfc="white", mec=AXES[0], mew=2.5, zorder=16)
    ax.plot(0, 0, "o", ms=4, color=AXES[0], zorder=22)
    label(ax, (0.035, -0.04), "$x_3$", AXES[0], size=NUMBERS)


def map_figure(reach, height, A):
    """The elements of A over the places of the wrist centre, all with one scale of colours."""
    norm = SymLogNorm(0.1, vmin=-100, vmax=100)
    fig, axes = plt.subplots(6, 6, figsize=(8.4, 5.8), dpi=drawing.DPI, layout="constrained")
    for i in range(6):
        for j in range(6):
            ax = axes[i, j]
            ax.set_axis_off()
            if j >= i:
                chart(ax, reach, height, A[..., i, j], norm)
                ax.set_title(f"$a_{{{i + 1}{j + 1}}}$", fontsize=LETTERS + 3, color=COLOUR["ink"],
                             math_fontfamily="stix", pad=2)
    key(fig, axes, reach, height)
    shades = plt.cm.ScalarMappable(norm, "PuOr_r")
    bar = fig.colorbar(shades, ax=axes, shrink=0.7, aspect=35, pad=0.02,
                       ticks=[-100, -10, -1, 0, 1, 10, 100])
    bar.ax.set_yticklabels(["−100", "−10", "−1", "0", "1", "10", "100"])
    bar.ax.tick_params(labelsize=LETTERS)
    bar.set_label(_("kg·m²"), fontsize=LETTERS)
    seen = np.isfinite(reach)
    low, high = (f(A[..., 0, 0][seen]) for f in (np.min, np.max))
    show(fig, _("Twenty-one small maps in the places of the upper triangle of a matrix, each over "
                "reach and height of the wrist centre, with one bar of shades. a_11 runs from "
                "{low} to {high} kg·m², dark far out; a_22 is dark everywhere; a_23 is purple, "
                "below zero, far out; from a_33 on each map has one shade, and near the corner "
                "they are almost white. In the other corner the region is drawn larger, with the "
                "arm.").format(low=number(low, 1), high=number(high, 1)),
         _("A(q) of the Kawasaki with nominal masses, wrist held, one scale for all. Row 1 knows "
           "the reach, row 2 the bend of the elbow; the wrist weighs next to nothing."))


def chart(ax, x, y, values, norm):
    inside = np.isfinite(x)
    corners = inside[:-1, :-1] & inside[1:, :-1] & inside[:-1, 1:] & inside[1:, 1:]
    face = np.ma.array(values[:-1, :-1], mask=~corners)
    ax.pcolormesh(np.nan_to_num(x), np.nan_to_num(y), face, cmap="PuOr_r", norm=norm,
                  shading="flat", rasterized=True)
    ax.set_aspect("equal")


def key(fig, axes, x, y):
    """The arm's plane, larger, in the empty corner: where the maps lie."""
    ax = fig.add_subplot(axes[0, 0].get_gridspec()[3:, :3])
    ax.plot(x[::2, ::2].ravel(), y[::2, ::2].ravel(), ".", ms=3, color=COLOUR["sky"], alpha=0.6)
    bend = np.radians([90, 40, -2])
    arm = np.cumsum([[0, 0], [0.15, 0], [0.8 * np.sin(bend[1]), 0.8 * np.cos(bend[1])],
                     [0.7 * np.cos(bend[2]), 0.06 + 0.7 * np.sin(bend[2])]], axis=0)
    ax.plot(*arm.T, "-o", color=COLOUR["link"], lw=3, ms=5)
    ax.set_aspect("equal")
    ax.set_xlabel(_("reach, m"), fontsize=LETTERS - 2)
    ax.set_ylabel(_("height, m"), fontsize=LETTERS - 2)
    ax.tick_params(labelsize=LETTERS - 2)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
