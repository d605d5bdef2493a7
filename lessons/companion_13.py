"""What lesson 13 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Arc, Patch, Rectangle
from matplotlib.ticker import MultipleLocator

from lessons.checks_13 import GRIPPER, KAWASAKI, L, M, R
from lessons.tools import label, show, turn
from lessons.words import _, number
from robokit import Mechanism, Mount, drawing, rotation
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS
from robokit.statics import Arm, table_1, table_2

_PORTAL = [(0, 0.3, 0), (0, 0.4, 0), (0.5, 0, 0), (0, -0.2, 0), (0, -0.2, 0), (0, -0.15, 0)]
#: Arms of the paper and one more: list, lengths of our own in m, a posture to draw
ARMS = {
    1: ("Py Px Ry P-y Rz Ry", _PORTAL, [0.1, 0, 0.5, 0.1, 0.4, 0]),
    2: ("Ry Px Ry P-y Rz Ry", _PORTAL, [0.5, 0, -0.3, 0.1, 0.4, 0]),
    3: ("Ry Ry Ry P-y Rz Ry", [(0, 0.7, 0), (0.4, 0, 0), (0.35, 0, 0), *_PORTAL[3:]],
        [0.3, 0.5, -0.3, 0.1, 0.4, 0]),
    4: ("Ry Rz Ry Px Rz Ry", [(0, 0.3, 0), (0, 0.3, 0), (0.15, 0, 0), (0.2, 0, 0), (0.25, 0, 0),
        (0, -0.15, 0)], [0.2, 0.5, 0.3, 0.1, -0.4, 0]),
    5: ("Ry Rz Rz Ry Rz Ry", [(0, 0.3, 0), (0, 0.2, 0), (0, 0.4, 0), (0, 0.2, 0), (0, 0.25, 0),
        (0, 0.15, 0)], [0.3, -0.7, -0.6, 0, -0.4, 0]),
    6: ("R-x Py Rz Rz", [(0.1, 0.3, 0), (0.15, 0.15, 0), (0.05, 0.3, 0), (0.4, 0, 0)],
        [0.5, 0.1, 0.4, -0.7])}
PATTERNS = [ARMS[k][0] for k in range(1, 6)]
TO_PAPER = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])   # z of {B}, which is up, becomes y
CELLS = {"0": "#ffffff", "1": "#e4e4e4", "letter": "#cfe3f2", "product": "#f6d9a8",
         "sum": "#dcc3db"}
MIDDLE = {"ha": "center", "va": "center"}


def names():
    """What the arms are called."""
    return {1: _("gantry"), 2: _("cylindrical"), 3: _("angular, level"), 4: _("spherical"),
            5: _("angular, upright")}


def whole(x):
    """A number without decimals, with the minus of a text."""
    return number(x, 0).replace("-", "−")


def listed(values):
    return "; ".join(whole(x) for x in values)


def plain(axis, digits=0):
    """Numbers of an axis in the notation of the language."""
    axis.set_major_formatter(lambda x, k: number(x, digits).replace("-", "−"))


# -- arms ------------------------------------------------------------------------------------------
def scheme_figure(*chosen):
    """Kinematic schemes of arms."""
    called = names()
    fig, axes = drawing.figure(len(chosen), axes=False, width=max(3.2 * len(chosen), 4.4),
                               height=3.6, view=(18, 35),
                               titles=[f"{k}: {called[k]}" if k < 6 else ARMS[k][0]
                                       for k in chosen])
    for ax, k in zip(np.atleast_1d(axes), chosen):
        pattern, l, q = ARMS[k]
        n = len(q)
        robot = Arm(pattern).mechanism(l, np.ones(n), np.zeros((n, 3)))
        base = TO_PAPER.T @ rotation.eps(*robot.base.angles).T
        down = np.sign(l[-1][1]) * np.pi / 2
        robot = Mechanism(robot.sigma, robot.angles, robot.l,
                          base=Mount(np.stack(rotation.angles_of(base)), robot.base.l),
                          tool=Mount((down, 0, 0), (0, 0, 0.15)))
        drawing.mechanism(ax, robot, q, frames=None)
        drawing.frame(ax, TO_PAPER.T, (0.25, -0.15, 0), "", 0.26)
    told = "; ".join(_("{k} is the list {pattern}").format(k=k, pattern=ARMS[k][0])
                     for k in chosen)
    show(fig, _("Schemes of arms, {told}. Cylinders are revolute joints, boxes prismatic ones, "
                "joints are numbered from the floor up; y points up, x to the right, z to the "
                "reader.").format(told=told),
         _("Cylinders turn, boxes slide: {told}.").format(told=told))


def side(q):
    """Poles, mass centres and load of the Kawasaki. (6, 3), (6, 3), (3,)"""
    o, tau, poles, centres = np.zeros(3), np.eye(3), [], []
    for word, shift, centre, angle in zip(KAWASAKI.split(), L, R, q):
        o = o + tau @ shift
        tau = tau @ turn(word[-1], -angle if "-" in word else angle)
        poles.append(o)
        centres.append(o + tau @ centre)
    return np.array(poles), np.array(centres), o + tau @ GRIPPER


def draw_side(ax, load, q):
    """The Kawasaki in the plane of the arm, mass centres as dots."""
    poles, centres, tip = side(q)
    line = np.vstack([[0, -0.35, 0], poles, tip])[:, :2]
    ax.plot([-0.3, 0.3], [-0.35, -0.35], color=COLOUR["grey"], lw=6)
    ax.plot(*line.T, "-", color=COLOUR["link"], lw=6, solid_capstyle="round")
    for place, mass in zip(centres[1:5], M[1:5]):
        ax.plot(*place[:2], "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=2 * mass**0.5)
    ax.plot(*tip[:2], "s", color=COLOUR["purple"], mec=COLOUR["ink"], ms=2.5 * max(load, 1)**0.5)
    for k in (1, 2, 4):
        ax.text(*poles[k, :2], str(k + 1), fontsize=NUMBERS, **MIDDLE, bbox={
            "boxstyle": "circle,pad=0.2", "fc": COLOUR["revolute"], "ec": COLOUR["ink"]})
    ax.set(xlim=(-1.95, 2.1), ylim=(-1, 1.9), xlabel=_("x, m"), ylabel=_("y, m"))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MultipleLocator(0.5))
        plain(axis, 1)


def triad(ax, place, size):
    """Axes x, y of the paper and z towards the reader."""
    x, y = place
    for (dx, dy), color, name in (((size, 0), AXES[0], "$x$"), ((0, size), AXES[1], "$y$")):
        ax.annotate("", (x + dx, y + dy), (x, y), arrowprops={"arrowstyle": "-|>", "color": color,
                                                             "lw": 2.5})
        label(ax, (x + 1.25 * dx, y + 1.25 * dy), name, color)
    ax.plot(x, y, "o", color="white", mec=AXES[2], ms=11, mew=2.5)
    ax.plot(x, y, "o", color=AXES[2], ms=5)
    label(ax, (x - 0.3 * size, y - 0.3 * size), "$z$", AXES[2])


def standing_figure():
    """The arm of the question, from the side."""
    fig, ax = drawing.figure(three_d=False, axes=False, width=6, height=4.2)
    draw_side(ax, 20, np.radians([0, 60, 40, 0, 30, 0]))
    triad(ax, (-0.95, -0.35), 0.45)
    ax.set(xlim=(-1.3, 1.6), ylim=(-0.6, 1.5))
    show(fig, _("The Kawasaki from the side: a column, the upper arm leans forward by 60 degrees "
                "from the vertical, the forearm rises steeply, a square load at its end. Orange "
                "dots are mass centres, joints 2, 3 and 5 are numbered. x points to the right, y "
                "up, z to the reader."),
         _("Upper arm 60° from the vertical, forearm 20°, 20 kg in the gripper, all at rest."))


# -- one step back, two tables ---------------------------------------------------------------------
def step_figure(degrees):
    """Two frames that differ by a turn about z, and the projections of x_i and y_i."""
    fig, ax = drawing.figure(three_d=False, axes=False, width=6.2, height=5)
    q = np.radians(degrees)
    c, s = np.cos(q), np.sin(q)
    old = (((1.32, 0), "$x_{i-1}$", (0.14, 0)), ((0, 1.32), "$y_{i-1}$", (0, 0.1)),
           ((-0.85, 0), "", (0, 0)))
    for end, name, shift in old:
        ax.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>" if name else "-",
                                                "color": COLOUR["grey"], "lw": 2})
        label(ax, end, name, COLOUR["ink"], shift)
    for (x, y), color, name, shift in (((c, s), AXES[0], "$x_i$", (0.09, 0.07)),
                                       ((-s, c), AXES[1], "$y_i$", (-0.08, 0.08))):
        ax.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "-|>", "color": color, "lw": 3})
        ax.plot([x, x], [0, y], ":", color=color, lw=1.8)
        ax.plot([0, x], [y, y], ":", color=color, lw=1.8)
        label(ax, (x, y), name, color, shift)
    for x, text in ((c, "$c_i$"), (-s, "$-s_i$")):
        ax.plot([0, x], [-0.03, -0.03], color=AXES[0] if x > 0 else AXES[1], lw=4, alpha=0.35)
        label(ax, (x / 2, -0.13), text, AXES[0] if x > 0 else AXES[1])
    label(ax, (c + 0.1, s / 2), "$s_i$", AXES[0])
    label(ax, (-s - 0.11, c / 2), "$c_i$", AXES[1])
    for start, reach, text in ((0, degrees, "$q_i$"), (90, degrees, "$q_i$")):
        ax.add_patch(Arc((0, 0), 0.9, 0.9, theta1=start, theta2=start + reach, lw=1.5))
        middle = np.radians(start + reach / 2)
        label(ax, (0.56 * np.cos(middle), 0.56 * np.sin(middle)), text, COLOUR["ink"])
    ax.plot(0, 0, "o", color="white", mec=AXES[2], ms=15, mew=2.5, zorder=150)
    ax.plot(0, 0, "o", color=AXES[2], ms=7, zorder=151)
    label(ax, (0.27, -0.27), "$z_i = z_{i-1}$", AXES[2])
    ax.set(xlim=(-0.95, 1.6), ylim=(-0.4, 1.5))
    show(fig, _("Two frames seen from the tip of the common axis z. The axes of frame i, red and "
                "green, are turned counterclockwise by the angle q_i against the grey ones of "
                "frame i - 1. Dotted lines drop the tip of x_i on the grey axes, c_i along x and "
                "s_i along y, and the tip of y_i, minus s_i along x and c_i along y."),
         _("Four of the nine products of neighbouring axes; the other five are 0, 0, 0, 0 and 1."))


def kind(x):
    """A key of CELLS."""
    found = [str(a) for a in x.free_symbols]
    if len(found) == 1:
        return "sum" if "ij" in found[0] else "letter"
    return "product" if found else str(abs(x))


def draw_block(ax, block, x, y):
    for k, cell in enumerate(block):
        minus, (p, q) = cell.could_extract_minus_sign(), divmod(k, 3)
        found = sorted(map(str, cell.free_symbols), key=lambda a: (a[1:], a))
        body = "".join(f"{a[0]}_{{{a[1:]}}}" for a in found) or str(abs(cell))
        ax.add_patch(Rectangle((x + q, y - p), 1, 1, fc=CELLS[kind(cell)], ec=COLOUR["grey"],
                               lw=0.6))
        ax.text(x + q + 0.5, y - p + 0.46, f"${'-' * minus}{body}$", fontsize=LETTERS - 1, **MIDDLE)


def table_figure(n):
    """Table 1 or 2 of the paper, coloured by what a cell costs."""
    fig, ax = drawing.figure(three_d=False, axes=False, width=9, height=2.7 if n == 1 else 6.4)
    rows = [[table_1()[b] for b in "xyz"]] if n == 1 else \
        [[table_2()[a, b] for b in "xyz"] for a in "xyz"]
    for a, row in enumerate(rows):
        for b, block in enumerate(row):
            draw_block(ax, block, 3.25 * b, -3.25 * a)
        for p, name in enumerate("xyz"):
            ax.text(-0.6, 0.45 - 3.25 * a - p, f"${name}_{{j-{n}}}$", fontsize=LETTERS - 1,
                    **MIDDLE)
        if n == 2:
            ax.text(-1.6, -0.55 - 3.25 * a, _("joint {k} about {axis}").format(
                k="$i$", axis=f"${'xyz'[a]}$"), rotation=90, fontsize=NUMBERS, **MIDDLE)
    for b, axis in enumerate("xyz"):
        ax.text(3.25 * b + 1.5, 2.1, _("joint {k} about {axis}").format(k="$j$", axis=f"${axis}$"),
                fontsize=NUMBERS, **MIDDLE)
        for q, name in enumerate("xyz"):
            ax.text(3.25 * b + q + 0.5, 1.35, f"${name}_j$", fontsize=LETTERS - 1, **MIDDLE)
    kinds = [kind(cell) for row in rows for block in row for cell in block]
    called = {"0": "0", "1": "1", "letter": _("one letter"), "product": _("product"),
              "sum": _("sum of angles")}
    used = [name for name in CELLS if name in kinds]
    ax.legend([Patch(facecolor=CELLS[name], edgecolor=COLOUR["grey"]) for name in used],
              [called[name] for name in used], loc="upper center", bbox_to_anchor=(0.5, 0.0),
              ncols=5, fontsize=NUMBERS, frameon=False)
    ax.set(xlim=(-2, 9.6), ylim=(0.95 - 3.25 * len(rows), 2.5))
    told = "; ".join(f"{called[name]} — {kinds.count(name)}" for name in used)
    show(fig, _("Table {n}: coloured cells in blocks of three by three, one for each choice of "
                "axes. How many cells hold what: {told}.").format(n=n, told=told),
         _("Table 1. One turn costs nothing: no cell holds a product.") if n == 1 else
         _("Table 2, i = j - 1. On the diagonal the axes are parallel, and sums of angles stand "
           "where products would be."))


# -- a cut, moments, counting ----------------------------------------------------------------------
def cut_figure():
    """An arm cut at joint k: weights beyond, force and moment at the pole."""
    fig, ax = drawing.figure(three_d=False, axes=False, width=7.4, height=4.6)
    poles = np.array([(0, 0), (0, 0.75), (0.75, 1.15), (1.6, 0.95), (2.1, 0.45)])
    ax.plot(*poles[:2].T, color=COLOUR["grey"], lw=7, solid_capstyle="round", alpha=0.55)
    ax.plot([-0.3, 0.3], [0, 0], color=COLOUR["grey"], lw=6)
    moved = poles[1:] + [0.35, 0.12]
    ax.plot(*moved.T, color=COLOUR["link"], lw=7, solid_capstyle="round")
    for k, place in enumerate(moved[:-1]):
        ax.plot(*place, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=15, zorder=5)
        label(ax, place, ("$O_k$", "$O_{k+1}$", "")[k], COLOUR["ink"],
              ((0.19, -0.14), (0.05, -0.2), (0, 0))[k])
    for a, b, text, shift in ((moved[0], moved[1], r"$m_{0k}\,\bar g$", (0.26, 0)),
                              (moved[1], moved[2], r"$m_{0,k+1}\,\bar g$", (0.36, 0)),
                              (moved[2], moved[3], r"$m_{0N}\,\bar g$", (0.3, 0))):
        centre = (a + b) / 2
        ax.plot(*centre, "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=11, zorder=6)
        ax.annotate("", centre - [0, 0.55], centre, zorder=7, arrowprops={
            "arrowstyle": "-|>", "color": COLOUR["orange"], "lw": 3})
        label(ax, centre - [0, 0.5], text, "#8a5200", shift)
    ax.annotate("", moved[0] + [0, 0.95], moved[0], zorder=4, arrowprops={
        "arrowstyle": "-|>", "color": COLOUR["purple"], "lw": 3.5})
    label(ax, moved[0] + [0, 0.9], r"$\bar F_k$", COLOUR["purple"], (-0.17, 0))
    ax.add_patch(Arc(moved[0], 0.6, 0.6, theta1=150, theta2=260, lw=3, color="#0a6a94"))
    end = moved[0] + 0.3 * np.array([np.cos(np.radians(262)), np.sin(np.radians(262))])
    ax.annotate("", end + [0.07, -0.005], end - [0.03, -0.012], arrowprops={
        "arrowstyle": "-|>", "color": "#0a6a94", "lw": 3})
    label(ax, moved[0], r"$\bar M_k$", "#0a6a94", (-0.45, -0.22))
    ax.annotate("", (-0.55, 0.75), (-0.55, 0.1), arrowprops={"arrowstyle": "-|>", "lw": 2.5,
                                                            "color": AXES[1]})
    label(ax, (-0.55, 0.75), "$y$", AXES[1], (0, 0.12))
    ax.set(xlim=(-0.8, 2.9), ylim=(-0.25, 2.0))
    show(fig, _("An arm cut at its joint k and drawn a little apart. On the part beyond the cut "
                "act the weights of bodies k, k + 1 to N, arrows down at the mass centres, and "
                "at the pole O_k the force F_k, an arrow up, and the moment M_k, a curved arrow."),
         _("Beyond the cut only weights act, and what body k − 1 gives: a force and a moment."))


def count_figure(full, written):
    """Operations for the nine cosines of each of the paper's arms."""
    fig, ax = drawing.figure(three_d=False, width=7, height=3.6)
    for k, (name, color, heights) in enumerate((
            (_("matrices in full"), "grey", full), (_("written out, (5)-(8)"), "orange", written))):
        bars = ax.bar(np.arange(1, 6) - 0.2 + 0.4 * k, heights, 0.38, label=name,
                      color=COLOUR[color])
        ax.bar_label(bars, fontsize=NUMBERS)
    ax.legend(frameon=False, fontsize=NUMBERS, loc="upper left")
    ax.set(aspect="auto", xlabel=_("arm"), ylabel=_("operations"), xticks=range(1, 6))
    ax.grid(False)
    show(fig, _("Two bars for each of the arms 1 to 5: operations for the nine cosines with "
                "matrices multiplied in full, {full}, and written out, {written}.").format(
                    full=listed(full), written=listed(written)),
         _("Writing out saves 70 per cent of the operations, or more."))


# -- the Kawasaki ----------------------------------------------------------------------------------
def pair(*titles, height=3.7):
    return drawing.figure(2, three_d=False, width=9.4, height=height, titles=titles)


def held_figure(q, load, drives):
    """The arm from the side and what its drives hold."""
    fig, axes = pair()
    draw_side(axes[0], load, q)
    axes[1].barh(range(6), drives, color=COLOUR["orange"])
    for k, x in enumerate(drives):
        axes[1].text(1450, k, whole(x), ha="right", va="center", fontsize=NUMBERS)
    axes[1].set(aspect="auto", xlim=(-1050, 1460), yticks=range(6), ylabel="",
                xticks=(-1000, -500, 0, 500, 1000), xlabel=_("drive, N·m"))
    plain(axes[1].xaxis)
    axes[1].set_yticklabels([_("drive {k}").format(k=k) for k in range(1, 7)], fontsize=NUMBERS)
    axes[1].invert_yaxis()
    two, three, five = (whole(x) for x in np.degrees(q)[[1, 2, 4]])
    told = {"load": load, "two": two, "three": three, "five": five, "drives": listed(drives)}
    show(fig, _("Left, the Kawasaki from the side at q_2 = {two}°, q_3 = {three}°, q_5 = {five}° "
                "with {load} kg in the gripper. Right, bars of the six drives in N·m: "
                "{drives}.").format(**told),
         _("{load} kg held at $q_2$ = {two}°, $q_3$ = {three}°, $q_5$ = {five}°.").format(**told))


def map_figure(grid, drives):
    """Drives 2 and 3 over q_2 and q_3 in degrees, the other angles zero."""
    fig, axes = pair(_("drive 2, N·m"), _("drive 3, N·m"), height=3.9)
    ends = []
    for ax, k, top in zip(axes, (1, 2), (1000, 300)):
        place = grid[..., 1], grid[..., 2], drives[..., k]
        shade = ax.contourf(*place, cmap="PuOr", levels=np.linspace(-top, top, 21))
        ax.contour(*place, [0], colors="black", linewidths=1.5)
        bar = fig.colorbar(shade, ax=ax, ticks=[-top, 0, top])
        bar.ax.tick_params(labelsize=NUMBERS)
        plain(bar.ax.yaxis)
        ax.set(aspect="auto", xlabel=_("$q_2$, degrees"), ylabel=_("$q_3$, degrees"))
        plain(ax.xaxis)
        plain(ax.yaxis)
        ends += [whole(place[2].min()), whole(place[2].max())]
    show(fig, _("Two maps over q_2 and q_3 in bands of colour, the zero line in black. Drive 2, "
                "from {0} to {1} N·m, changes mostly with q_2; drive 3, from {2} to {3} N·m, only "
                "across the diagonal, with the difference of the two angles.").format(*ends),
         _("On the black lines a drive holds nothing. Drive 3 knows only $q_3 - q_2$."))


def worst_figure(q, empty, loaded):
    """Bars of the largest drives, empty and loaded, and the posture of the worst of all."""
    fig, axes = pair(_("largest drive found, N·m"), _("where drive 2 is largest"))
    for k, (name, found) in enumerate(((_("empty"), empty), (_("20 kg"), loaded))):
        bars = axes[0].bar(np.arange(1, 7) - 0.2 + 0.4 * k, found, 0.38, label=name,
                           color=COLOUR[("grey", "orange")[k]])
        axes[0].bar_label(bars, fmt="%.0f", fontsize=NUMBERS)
    axes[0].legend(frameon=False, fontsize=NUMBERS)
    axes[0].set(aspect="auto", xlabel=_("joint"), ylabel="", xticks=range(1, 7))
    axes[0].grid(False)
    draw_side(axes[1], 20, q)
    show(fig, _("Left, bars of the largest drives of joints 1 to 6 in N·m, empty {empty}, with "
                "20 kg {loaded}. Right, the arm stretched out level.").format(empty=listed(empty),
                                                                       loaded=listed(loaded)),
         _("Joint 2 is loaded worst, with upper arm, forearm and hand all level."))


def spring_figure(a, b, phi, load, q_2, bare, helped):
    """A spring between post and upper arm, and drive 2 with and without it for many postures."""
    fig, axes = pair(_("a spring from A to B"), _("drive 2 in many postures, N·m"), height=3.9)
    lean = np.radians(50)
    q = np.radians([0, 50, 60, 0, 20, 0])
    draw_side(axes[0], load, q)
    shoulder = side(q)[0][1, :2]
    A = shoulder + a * np.array([np.sin(phi), np.cos(phi)])
    B = shoulder + b * np.array([np.sin(lean), np.cos(lean)])
    along, across = np.linspace(0, 1, 41)[:, None], 0.2 * (B - A)[::-1] * [-1, 1]
    axes[0].plot(*np.array([shoulder, A]).T, color=COLOUR["grey"], lw=4)
    axes[0].plot(*(A + along * (B - A) + np.sin(16 * np.pi * along) * across).T,
                 color=COLOUR["purple"], lw=1.5)
    for name, end, shift in zip("AB", (A, B), ((-0.12, 0.03), (0.04, -0.14))):
        axes[0].text(*(end + shift), name, fontsize=LETTERS, color=COLOUR["purple"])
    axes[0].set(xlim=(-0.4, 1.3), ylim=(-0.4, 1.5))
    ends = []
    for drive, color, name in ((bare, "grey", _("without")), (helped, "orange",
                                                              _("with the spring"))):
        axes[1].plot(np.degrees(q_2), drive, ".", ms=4, color=COLOUR[color], alpha=0.6, label=name)
        ends += [whole(drive.min()), whole(drive.max())]
    axes[1].axhline(0, color=COLOUR["ink"], lw=0.8)
    axes[1].set(aspect="auto", xlabel=_("$q_2$, degrees"), ylabel="", ylim=(-1150, 1350))
    axes[1].legend(frameon=False, fontsize=NUMBERS, markerscale=4, loc="upper right", ncols=2)
    plain(axes[1].xaxis)
    plain(axes[1].yaxis)
    told = {"a": number(a), "b": number(b), "lean": whole(np.degrees(phi)), "load": load,
            "most": whole(np.abs(helped).max())}
    show(fig, _("Left, the arm with a grey post over joint 2, leaning by {lean}°, and a coil from "
                "its top A, {a} m from the joint, to B on the upper arm, {b} m from it. Right, "
                "dots of drive 2 over q_2: without the spring from {0} to {1} N·m in a wave, "
                "with it from {2} to {3} N·m.").format(*ends, **told),
         _("a = {a} m, b = {b} m, post {lean}° from the vertical, {load} kg: with the spring "
           "drive 2 holds up to {most} N·m.").format(**told))
