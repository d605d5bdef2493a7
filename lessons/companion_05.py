"""What lesson 5 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from lessons import tools
from lessons.tools import label, sentences, show
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import COLOUR, NUMBERS

X, Y, Z = np.eye(3)
PARTS = COLOUR["orange"], COLOUR["grey"], COLOUR["purple"]           # of joints 1, 2, 3
SIX = (COLOUR["orange"], COLOUR["sky"], COLOUR["purple"]) * 2        # of joints 1 .. 6
UPPER, FORE = 0.8, 0.7026                # metres, of the Kawasaki: shoulder, elbow, wrist centre
VIEW = (18, 25)
AT_WORK = (14, 100)                                # where no part of the velocity hides another
BESIDE = {1: (0, 0.08), 2: (-0.08, 0), 3: (-0.08, 0), 4: (0, 0.08), 5: (0.05, 0.06),
          6: (0.09, 0.02)}                         # metres to the right and up, from an arrow


def planar():
    """The Kawasaki with all joints locked but 2 and 3: two links in a plane."""
    return tools.planar(UPPER, FORE)


def sideways(view):
    """Rightwards and upwards as they are seen, (3,) each, for labels beside arrows."""
    e, a = np.radians(view)
    return (np.array([-np.sin(a), np.cos(a), 0]),
            np.array([-np.cos(a) * np.sin(e), -np.sin(a) * np.sin(e), np.cos(e)]))


def triple(vector, digits=2):
    """A vector in the notation of the language."""
    return "(" + "; ".join(number(x, digits) for x in vector).replace("-", "−") + ")"


# -- the question ----------------------------------------------------------------------------
def nozzle_figure(robot, q, dq, seconds=2):
    """The Kawasaki now and a little later, and the way of the nozzle between."""
    later = np.linspace(0, seconds, 25)[:, None] * dq + q
    fig, ax = drawing.figure(width=6.6, height=5.4, view=(18, 48), axes=False)
    end = robot.at(later[-1])
    drawing.line3d(ax, [end.t(k, frame="B", origin="B") for k in (*range(7), "tool")],
                   "#a8a8a8", 3)
    drawing.mechanism(ax, robot, q, frames=["B"])
    drawing.line3d(ax, robot.at(later).t("tool", frame="B", origin="B"), COLOUR["orange"], 3.5)
    show(fig, _("The Kawasaki on the frame B. A pale broken line is the arm two "
                "seconds later, and an orange curve the way of the nozzle from one to the other, "
                "upwards and round."),
         _("Six rates are measured. How fast the nozzle moves along the orange way, and how it "
           "turns, is wanted."))


# -- angular velocities ----------------------------------------------------------------------
def omega_figure(robot, q, dq, metres=0.35):
    """The crane with the relative angular velocities on their axes, and their sum."""
    s = robot.at(q, dq)
    parts = [s.c(j) * rate * metres for j, rate in enumerate(dq, 1)]
    fig, (left, right) = drawing.figure(2, width=9.6, height=4.6, view=VIEW, axes=False, titles=[
        _("each on its axis"), _("head to tail")])
    drawing.mechanism(left, robot, q, frames=None, labels=False, size=0.045)
    aside, up = sideways(VIEW)
    for j in (1, 3):
        start = s.t(j - 1)
        drawing.vector(left, start, start + parts[j - 1], "", PARTS[j - 1], 3.5, head=0.06)
        label(left, start + parts[j - 1] + (0.12 * aside if j == 1 else -0.09 * up),
               rf"$\omega_{{{j},{j - 1}}}$", PARTS[j - 1])
    drawing.frame(right, None, 0.4 * aside, 0, 0.2)
    first, second = 1.7 * parts[0], 1.7 * parts[2]
    drawing.vector(right, 0 * Z, first, "", PARTS[0], 3.5, head=0.06)
    drawing.vector(right, first, first + second, "", PARTS[2], 3.5, head=0.06)
    drawing.vector(right, 0 * Z, first + second, "", COLOUR["ink"], 3.5, head=0.06)
    label(right, 0.5 * first + 0.11 * aside, r"$\omega_{1,0}$", PARTS[0])
    label(right, first + 0.5 * second + 0.09 * up, r"$\omega_{3,2}$", PARTS[2])
    label(right, 0.5 * (first + second) - 0.1 * up, r"$\omega_3$", COLOUR["ink"])
    show(fig, _("Left: the crane with an upright arrow on its column, a level one on the axis of "
                "its wrist, and none on its slide. Right: the two arrows head to tail, and a black "
                "arrow from the first tail to the last head."),
         _("Relative angular velocities add up to the absolute one. The slide has none to add."))


def axes_figure(robot, q, metres=0.3):
    """The vectors c_j on the axes of their joints; a dashed line where c_j is zero."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=6.2, height=4.8, view=VIEW, axes=False)
    drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.045)
    aside, up = sideways(VIEW)
    drawing.frame(ax, None, 0.3 * aside, 0, 0.17)
    for j in (1, 2, 3):
        start, axis = s.t(j - 1), s.tau(0, j - 1)[:, 2]
        if robot.sigma[j - 1]:
            drawing.vector(ax, start, start + metres * s.c(j), "", PARTS[j - 1], 3.5, head=0.06)
            label(ax, start + 0.85 * metres * s.c(j) + (0.06 * aside - 0.08 * up if j == 1
                                                     else 0.07 * up),
                   f"$c_{j}$", PARTS[j - 1])
        else:
            drawing.line3d(ax, [start - 0.35 * axis, start + 0.62 * axis], COLOUR["grey"], 1.8,
                           "--")
            label(ax, start - 0.35 * axis + 0.07 * up, f"$c_{j} = 0$", COLOUR["ink"])
    show(fig, _("The crane. An arrow stands on the axis of the column and one on the axis of the "
                "wrist, both of the same length; the axis of the slide is a dashed line without "
                "an arrow."),
         _("Each vector lies on the axis of its joint, the third axis of the frame before it; a "
           "slide has none."))


# -- linear velocities -----------------------------------------------------------------------
def swing_figure(robot, q, dq, end=3, seconds=1.0):
    """The terms of (5.8) at the origin of link `end`, head to tail, and their sum V."""
    s, links = robot.at(q, dq), range(1, end + 1)
    terms = [(rf"$\omega_{k} \times L_{k}$", np.cross(s.omega(k), s.tau(0, k) @ s.L(k)),
              color) for k, color in zip(links, (COLOUR["orange"], COLOUR["sky"],
                                                 COLOUR["purple"]))]
    terms += [(rf"$\tau_{{0{j}}} v_{j} \dot q_{j}$", s.D_V(end, j) * s.dq[j - 1], COLOUR["grey"])
              for j in links if not robot.sigma[j - 1]]
    view = 42, 15
    fig, ax = drawing.figure(width=7.6, height=5, axes=False, view=view)
    drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.035)
    aside, up = sideways(view)
    drawing.frame(ax, None, 0.35 * aside, 0, 0.17)
    start = corner = s.t(end)
    for name, part, color in terms:
        drawing.vector(ax, corner, corner + seconds * part, "", color, 3.5, head=0.04)
        seen = np.array([part @ aside, part @ up]) / np.linalg.norm(part)
        out = 0.13 * (seen[1] * aside - seen[0] * up)
        label(ax, corner + 0.5 * seconds * part - out, name, color)
        corner = corner + seconds * part
    drawing.vector(ax, start, start + seconds * s.V(end), "", COLOUR["ink"], 3.5, head=0.05)
    label(ax, start + 0.5 * seconds * s.V(end) + 0.07 * up, f"$V_{end}$", COLOUR["ink"])
    show(fig, _("The crane with arrows at its tip, head to tail: one for each link vector, swung "
                "by the angular velocity of its own link, and one for the slide. A black arrow "
                "joins the first tail and the last head: {V} m/s.").format(V=triple(s.V(end))),
         _("(5.8) as a sum along the arm: each link vector is swung round by the angular velocity "
           "of its own link, and each slide pushes."))


def triangle_figure(i=4):
    """The dots (j, k) with j <= k <= i, taken row by row and column by column."""
    fig, axes = drawing.figure(2, three_d=False, width=9.2, height=4.5, titles=[
        _("row by row: link vector k first"), _("column by column: joint j first")])
    every = range(1, i + 1)
    colors = (COLOUR["orange"], COLOUR["sky"], COLOUR["purple"], COLOUR["ink"])
    for ax, by_rows in zip(axes, (True, False)):
        for fixed, color in zip(every, colors):
            dots = np.array([(j, fixed) if by_rows else (fixed, j) for j in every
                             if (j <= fixed if by_rows else j >= fixed)])
            ax.plot(*dots.T, color=color, lw=10, alpha=0.3, solid_capstyle="round")
            ax.plot(*dots.T, "o", color=color, ms=11)
        ax.set(xlim=(0.3, i + 0.8), ylim=(0.3, i + 0.8), xticks=every, yticks=every, xlabel="$j$",
               ylabel="$k$")
    for k in every:
        label(axes[0], (k + 0.35 if k < i else k + 0.5, k - 0.02), rf"$\omega_{k}$",
               colors[k - 1])
        label(axes[1], (k, k - 0.4), rf"$R_{{i{k}}}$", colors[k - 1])
    show(fig, _("Twice the same triangle of ten dots, j to the right and k upwards, with dots "
                "where j is at most k and k at most 4. Left, rows are joined: row k holds the "
                "joints 1 to k, marked ω_k. Right, columns are joined: column j holds the link "
                "vectors j to 4, marked R_ij."),
         _("One triangle, two orders. A row collects the joints that swing one link vector, a "
           "column the link vectors that one joint swings."))


# -- columns ---------------------------------------------------------------------------------
def figure_5_1(c, R):
    """The parallelogram on c and R, the perpendicular from the end of R, and D."""
    foot, D = (R @ c) * c, np.cross(c, R)
    fig, ax = drawing.figure(width=6, height=5, axes=False, view=(20, -45))
    drawing.line3d(ax, [-0.35 * c, 1.5 * c], COLOUR["grey"], 1.2, "-.")
    corners = np.array([0 * c, c, c + R, R])
    ax.add_collection3d(Poly3DCollection([corners], facecolor=COLOUR["revolute"], alpha=0.5),
                        autolim=False)
    drawing.line3d(ax, corners[[1, 2, 3]], COLOUR["sky"], 1, "--")
    drawing.line3d(ax, [R, foot], COLOUR["orange"], 2, ":")
    for end, text, color, side in ((c, "$c_j$", "sky", -0.1), (R, "$R_{ij}$", "ink", 0.13)):
        drawing.vector(ax, 0 * c, end, color=COLOUR[color])
        label(ax, 0.6 * end + np.array([side, side, -0.06]), text, COLOUR[color])
    drawing.vector(ax, R, R + D, r"$D^{\,\omega}_{ij}$", COLOUR["purple"], width=3, shift=0.12)
    label(ax, (R + foot) / 2 + np.array([0, 0, 0.05]), "$h$", COLOUR["orange"])
    arc = [foot + np.cos(a) * (R - foot) + np.sin(a) * np.cross(c, R)
           for a in np.linspace(-0.9, 1.3, 40)]
    drawing.line3d(ax, arc, COLOUR["purple"], 1, "-")
    show(fig, _("A dash-dotted axis with the arrow c on it. From its foot the arrow R leads to the "
                "point; c and R span a shaded parallelogram. A dotted perpendicular h drops from "
                "the point to the axis. The arrow D leaves the point at right angles to the "
                "parallelogram and touches the circle on which the point runs."),
         _("Figure 5.1. D touches the circle of the point. Its length is the perpendicular h: base "
           "c = 1 times height, the area of the parallelogram."))


def one_joint(ax, robot, q, j, amount, metres):
    """The arm, the way of its tip when joint j alone moves by +-amount, and the column there."""
    s = robot.at(q)
    way = robot.at(q + np.linspace(-amount, amount, 41)[:, None] * np.eye(3)[j - 1]).t(3)
    drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.04)
    start, axis = s.t(j - 1), s.tau(0, j - 1)[:, 2]
    drawing.line3d(ax, [start - 0.2 * axis, start + 0.4 * axis], COLOUR["grey"], 1.5, "-.")
    if robot.sigma[j - 1]:
        drawing.line3d(ax, [start, s.t(3)], COLOUR["ink"], 1.5, ":")
    drawing.line3d(ax, way, COLOUR["orange"], 2.5)
    column = s.D(3, j)
    drawing.vector(ax, s.t(3), s.t(3) + metres * column, "", COLOUR["purple"], 3.5, head=0.06)
    beside = s.t(3) + metres * column + 0.1 * column / np.linalg.norm(column)
    label(ax, beside, f"$D_{{3{j}}}$", COLOUR["purple"])
    return column


def move_one(robot, q, joints=(1, 2, 3)):
    """One joint of the crane at a time: the way of the tip, and its column."""
    fig, axes = drawing.figure(len(joints), width=3.4 * len(joints) + 1, height=4.3, axes=False,
                               view=VIEW, titles=[_("joint {j} alone").format(j=j)
                                                  for j in joints])
    said = []
    for ax, j in zip(np.atleast_1d(axes), joints):
        column = one_joint(ax, robot, q, j, 0.25 if j == 2 else 0.7, 0.45)
        drawing.line3d(ax, [robot.at(q).t(3) + 0.3 * Z] * 2)      # room below the title
        said.append(_("column {j} is {column}").format(j=j, column=triple(column)))
    show(fig, _("The crane, drawn once for each joint that moves alone. An orange line is the way "
                "of the tip: an arc about the column, a straight piece along the slide, an arc "
                "about the wrist. A purple arrow at the tip touches it; a dotted line leads from "
                "the axis to the tip.") + " " + sentences(["; ".join(said)]) + ".",
         _("Move one joint, see its column: a slide pushes the tip along its axis, a turn carries "
           "it round, at right angles to the axis and to the lever arm."))


def columns_figure(arm, poses, titles):
    """D_21 and D_22 of the tip of the planar arm, one drawing for each pose (degrees)."""
    fig, axes = drawing.figure(len(poses), three_d=False, width=3.4 * len(poses), height=3.7,
                               titles=titles)
    said, reach = [], UPPER + FORE
    for ax, pose in zip(np.atleast_1d(axes), poses):
        s = arm.at(np.radians(pose))
        joints = np.array([s.t(k) for k in range(3)])
        tip, D = joints[2], s.D_matrix(2)
        drawing.line3d(ax, joints, COLOUR["link"], 3.5)
        ax.plot(*joints[:2, :2].T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=9)
        for k, color in ((0, "orange"), (1, "sky")):
            drawing.line3d(ax, [joints[k], tip], COLOUR["grey"], 1, "--")
            end = tip + 0.6 * D[:, k]
            drawing.vector(ax, tip, end, "", COLOUR[color], 2.5)
            size = np.linalg.norm(D[:, k])
            out = D[:, k] / size if size > 1e-9 else Y
            aside = -0.22 * np.array([out[1], -out[0], 0]) * (1 if k else -1)
            beside = end + 0.06 * out + aside if size > 0.2 else tip + [-0.3, 0.3, 0]
            label(ax, beside[:2], f"$D_{{2{k + 1}}}$", COLOUR[color])
        ax.set(xlim=(-1.15, reach + 0.3), ylim=(-0.5, reach + 0.55), xlabel=_("x, m"),
               ylabel=_("y, m"))
        said.append(_("at {a}° and {b}° they are {first} and {second}").format(
            a=number(pose[0], 0), b=number(pose[1], 0), first=triple(D[:2, 0]),
            second=triple(D[:2, 1])))
    show(fig, _("An arm of two links with two arrows at its tip, each at right angles to a dashed "
                "line from its joint:") + " " + "; ".join(said) + ".",
         _("Each column is at right angles to its lever arm; stretched or folded, the two fall on "
           "one line."))


# -- the answer ------------------------------------------------------------------------------
def tool_columns_figure(robot, q, parts, V):
    """Columns D_6j at home; at q the parts D_j dq_j of the tool's velocity V, head to tail."""
    fig, axes = drawing.figure(2, width=11, height=5.6, view=(14, 15), axes=False, titles=[
        _("all joints at zero: columns $D_{6j}$"),
        _("at the reading: six parts and their sum")])
    axes[1].view_init(*AT_WORK)
    right, up = sideways(AT_WORK)
    home = robot.at(np.zeros(6))
    drawn = (home, 6, 0.4 * home.D_matrix(6, frame="B")), (robot.at(q), "tool", parts)
    for k, (s, end, columns) in enumerate(drawn):
        ax = axes[k]
        drawing.mechanism(ax, robot, s.q, frames=["B"], labels=False)
        corner = s.t(end, frame="B", origin="B")
        for j, column in enumerate(columns.T, 1):
            long = np.linalg.norm(column)
            if long > 0.05 or k and long > 0:
                drawing.vector(ax, corner, corner + column, "", SIX[j - 1], 3,
                               head=min(0.06, 0.5 * long))
                if k or long > 0.1:
                    beside = BESIDE[j] @ np.array([right, up]) if k else [0, 0.06, 0.07]
                    label(ax, corner + 0.6 * column + beside, str(j), SIX[j - 1], size=NUMBERS + 2)
                corner = corner + k * column
    tip = robot.at(q).t("tool", frame="B", origin="B")
    drawing.vector(axes[1], tip, tip + V, "", COLOUR["ink"], 3, head=0.06)
    label(axes[1], tip + 0.6 * V + 0.08 * right, "$V$", COLOUR["ink"], size=NUMBERS + 2)
    show(fig, _("Left: the arm upright; the arrows of joints 2 and 3 start at frame 6 and point to "
                "opposite sides along Y, shorter ones are left out. Right: coloured arrows head "
                "to tail from the nozzle, the first three long, and a black arrow from the first "
                "tail to the last head: {V} m/s.").format(V=triple(V)),
         _("At home joints 2 and 3 push frame 6 across the arm, to opposite sides. At the reading "
           "the parts of the joints add up to a velocity in space."))
