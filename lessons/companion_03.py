"""What lesson 3 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import re

import numpy as np
from IPython.display import Markdown, display
from matplotlib.lines import Line2D

from lessons.tools import label, show
from lessons.words import _, number
from robokit import drawing, kawasaki
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS
from robokit.rotation import angles_of, tau_x, tau_y, tau_z

VIEW = (18, -50)                                     # of the robot that holds the torch
TURNED = (0, "ink", 9), (60, "orange", 6), (120, "sky", 3)      # degrees, colour, line in points
BESIDE = {0: -0.8, 1: 0.6, 2: 0.6, 3: -0.8, 4: 0.6, 5: -1.0, 6: -0.5, "tool": 0.5}     # metres


def reading_figure(robot, q):
    """The robot where its sensors say it is."""
    fig, ax = drawing.figure(width=6.4, height=5.6, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=["B", "tool"], size=0.05)
    show(fig, _("The Kawasaki leans forwards from its base, its forearm is horizontal, and the "
                "blue axis of the frame at the gripper points steeply down."),
         _("Six angles are measured. The frame at the gripper is what we want."))


# -- 3.1 -----------------------------------------------------------------------------------------
def figures_3_1_and_3_2():
    """The point of link i-1 seen from frame i, and the point of link i seen from frame i-1."""
    turn, slide = tau_z(0.5) @ tau_x(-0.4), np.array([0, 0, 1.3])
    origin = slide + [0, 1.9, 0.3]
    own, outer = np.array([0.3, 2.6, -0.8]), origin + turn @ [-0.3, 2.0, 0.3]
    fig, axes = drawing.figure(2, axes=False, width=9.6, height=3.9, titles=[
        _("3.1: a point of link {link}").format(link="$i-1$"),
        _("3.2: a point of link {link}").format(link="$i$")])
    for ax, point, whose in zip(axes, (own, outer), ("i-1", "i")):
        drawing.frame(ax, label="i-1", size=0.7, names=["x", "y", ""])
        drawing.frame(ax, turn, origin, "i", size=0.7, names=["", "y", "z"])
        label(ax, origin + 0.7 * turn[:, 0], "$x_i$", AXES[0], [0, -0.2, 0])    # left of the purple
        _arrow(ax, 0 * slide, slide, r"$e(1-\sigma_i)q_i$", "orange", [0, 0.78, 0.1])
        _arrow(ax, slide, origin, "$l_i$", "ink", [0, 0, 0.16])
        _arrow(ax, 0 * slide, point, f"$t_{{{whose}(i-1)}}$", "sky", [0, -0.15, -0.4])
        _arrow(ax, origin, point, f"$t_{{{whose}(i)}}$", "purple",
               [0, 0.5, 0.15] if whose == "i-1" else [0, 0.3, 0.42])
    show(fig, _("Two frames, i−1 and i, joined by an orange slide arrow along z of the first and "
                "a black link arrow. A light blue arrow from frame i−1 and a purple one from "
                "frame i end in the same point, on the left below frame i, on the right beyond "
                "it."),
         _("Figures 3.1 and 3.2. Slide, link vector and purple arrow add up to the light blue one, "
           "whichever link owns the point."))


def _arrow(ax, start, end, name, color, shift):
    drawing.vector(ax, start, end, color=COLOUR[color], width=2.6)
    label(ax, (start + end) / 2, name, COLOUR[color], shift)


def slide_figure(arm, after):
    """A prismatic joint at work: the crane with its slide in and out, and the way of the tip."""
    before = after * [1, 0, 1]
    fig, ax = drawing.figure(width=6.4, height=4.8, view=(20, -8))
    drawing.mechanism(ax, arm, before, frames=None, labels=False, color="#b8b8b8")
    drawing.mechanism(ax, arm, after, frames=[1, 3])
    drawing.vector(ax, *arm.at([before, after]).t(3), color=COLOUR["orange"], width=3, head=0.06)
    show(fig, _("A crane with a turning column, a slide and a wrist, drawn with the slide in "
                "(pale) and out (dark). An arrow joins the two tips; it is parallel to the slide."),
         _("A prismatic joint moves everything beyond it by one vector, along Z of frame 1."))


def loader_figure(loader):
    """The loader of exercise 2, and pale at q = 0."""
    q = np.array([0.7, 0.2, 0.1])
    fig, ax = drawing.figure(width=6.4, height=4.8, view=(24, -100))
    drawing.mechanism(ax, loader, 0 * q, frames=None, labels=False, color="#b8b8b8")
    drawing.mechanism(ax, loader, q, frames=[0, 2, 3])
    show(fig, _("A loader, pale at zero and dark as it has turned, lifted and reached out: a "
                "column, on it a box that lifts, and on that a box that reaches out horizontally."),
         _("The column turns, joint 2 lifts, joint 3 reaches out."))


def wrong_turn_figure(origins, ways, pose):
    """Origins of all frames with the column at 0, 60 and 120 degrees, one drawing for each way."""
    fig, axes = drawing.figure(3, axes=False, width=9.6, height=3, view=(45, -150), titles=[
        _("correct"), _("slip A: not turned"), _("slip B: neighbour only")])
    corners = [origins(pose + [x, 0, 0], way) for x in (0, 1, 2) for way in ways.values()]
    for ax, way in zip(axes, ways.values()):
        drawing.frame(ax, origin=(-0.34, 0.5, 0), size=0.3, label="0")
        for degrees, color, width in TURNED:
            path = origins(pose + [np.radians(degrees), 0, 0], way)
            drawing.line3d(ax, path, COLOUR[color], width)
        drawing.set_equal(ax, np.concatenate(corners))
    keys = [Line2D([], [], color=COLOUR[color], lw=width, label=f"$q_1 = {degrees}°$")
            for degrees, color, width in TURNED]
    fig.legend(handles=keys, loc="outside lower center", ncols=3, frameon=False, fontsize=NUMBERS)
    show(fig, _("Three drawings of the crane with its column at 0, 60 and 120 degrees: a fan of "
                "three bent arms; one arm, three times the same; three first links in a fan with "
                "parallel outer links."),
         _("Column at 0° (black), 60° (orange), 120° (blue). Slip A: joint 1 turns and nothing "
           "moves. Slip B: the outer links do not turn with the column."))


# -- 3.2 -----------------------------------------------------------------------------------------
def figure_3_3(P, Y, R):
    """The three turns of (3.4), one drawing each."""
    steps = [np.eye(3), tau_x(P), tau_x(P) @ tau_y(Y), tau_x(P) @ tau_y(Y) @ tau_z(R)]
    names = ["u", "v′", "w′"], ["u′", "v′", "w″"], ["u″", "v″", "w″"]
    fig, axes = drawing.figure(3, axes=False, width=9.6, height=3.6, titles=[
        _("pitch P about u"), _("yaw Y about v′"), _("roll R about w″")])
    for k, (ax, letter, angle) in enumerate(zip(axes, "PYR", (P, Y, R))):
        drawing.frame(ax, steps[k], fade=True, names="")
        drawing.frame(ax, steps[k + 1], names=names[k])
        start = steps[k][:, (k + 1) % 3]
        drawing.arc(ax, steps[k][:, k], start, angle, f"${letter}$", radius=0.75)
        drawing.set_equal(ax)
        ax.set_title(ax.get_title(), fontsize=LETTERS - 1, color=COLOUR["ink"],
                     y=1.15)                                                # clear of w′
    show(fig, _("Three triads. In each the pale one turns into the bright one: about the red axis "
                "by P, about the green axis by Y, about the blue axis by R; an arc with an arrow "
                "marks the angle."),
         _("Figure 3.3. Each turn leaves one axis where it was: u, then v′, then w″."))


def quadrants_figure(attitudes, good):
    """What arctg answers on the circle, and which attitudes (m, 3, 3) it recovers (m,)."""
    fig, (circle, plane) = drawing.figure(2, three_d=False, width=9.6, height=4.6, titles=[
        _("arctg on the circle"), _("read with arctg: o returns, x does not")])
    for start, color in ((-90, "sky"), (90, "orange")):
        a = np.radians(np.linspace(start, start + 180))
        circle.plot(np.cos(a), np.sin(a), color=COLOUR[color], lw=4)
    x, y = np.cos(np.radians(150)), np.sin(np.radians(150))
    for sign, name, color in ((1, _("true: 150°"), "orange"), (-1, _("answer: −30°"), "sky")):
        drawing.vector(circle, (0, 0, 0), (sign * x, sign * y, 0), color=COLOUR[color])
        circle.text(0.45 * sign * x, 0.45 * sign * y + 0.2, name, color=COLOUR["ink"], ha="center",
                    size=NUMBERS)
    circle.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1))
    circle.set_xlabel(_("cosine"), fontsize=LETTERS - 1)
    circle.set_ylabel(_("sine"), fontsize=LETTERS - 1)
    for some, color, marker in ((attitudes[good], "sky", "o"), (attitudes[~good], "orange", "x")):
        plane.scatter(some[:, 0, 0], some[:, 2, 2], 16, COLOUR[color], marker=marker)
    plane.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))
    plane.set_xlabel(r"$t_{11} = \cos Y\, \cos R$", fontsize=LETTERS - 1)
    plane.set_ylabel(r"$t_{33} = \cos P\, \cos Y$", fontsize=LETTERS - 1)
    show(fig, _("Left: a circle, its right half blue and its left half orange, with an arrow at "
                "150 degrees and the opposite one at minus 30. Right: points over t_11 and t_33; "
                "only those in the quadrant where both are positive are marked as returning."),
         _("arctg always answers from the right half of the circle. Only attitudes with $t_{11}$ "
           "and $t_{33}$ above zero return."))


def sweep_figure(q_1, angles, miss):
    """P, Y, R in degrees along a motion that passes the singular attitude at a distance."""
    peak = np.abs(np.gradient(angles[0], q_1)).max()
    fig, ax = drawing.figure(three_d=False, width=7.5, height=4)
    styles = ("sky", "-"), ("ink", "--"), ("orange", "-.")
    for curve, name, (color, style) in zip(angles, (_("pitch P"), _("yaw Y"), _("roll R")), styles):
        ax.plot(q_1, curve, style, label=name, color=COLOUR[color], lw=2.5)
    ax.set(aspect="auto")
    ax.set_xlabel(_("$q_1$, degrees"), fontsize=LETTERS - 1)
    ax.set_ylabel(_("angle, degrees"), fontsize=LETTERS - 1)
    ax.legend(fontsize=NUMBERS)
    show(fig, _("Pitch, yaw and roll of link 6 against joint 1: the size of yaw rises to {most} "
                "degrees and falls again; pitch and roll run steeply through 180 degrees where "
                "joint 1 stands at 90 degrees.").format(most=90 - miss),
         _("{miss}° beside the singular attitude pitch runs {peak} times as fast as the joint that "
           "causes it.").format(miss=miss, peak=number(peak, 0)))


def pendant(robot, q):
    """The arm at q (6,), and what a teach pendant says of its gripper."""
    t, tau = robot.forward_kinematics(q)
    P, Y, R = np.degrees(angles_of(tau))
    fig, ax = drawing.figure(width=7.5, height=6, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=["B", "tool"])
    lines = [f"{name:>7} = {number(x, digits):>8} {unit}" for name, x, digits, unit in (
        ("x", t[0], 3, _("m")), ("y", t[1], 3, _("m")), ("z", t[2], 3, _("m")),
        ("P", P, 1, "°"), ("Y", Y, 1, "°"), ("R", R, 1, "°"),
        ("|cos Y|", np.cos(np.radians(Y)), 3, ""))]
    ax.text2D(-0.25, 0.98, "\n".join(lines), transform=ax.transAxes, fontsize=NUMBERS,
              family="monospace", va="top")
    said = ", ".join(" ".join(line.split()) for line in lines)
    show(fig, _("The Kawasaki, and beside it what the pendant says: {said}.").format(said=said),
         _("Place, pitch, yaw and roll of the gripper in {B}; where |cos Y| is near 0, P and R "
           "mean little."))


# -- appendix 1 ----------------------------------------------------------------------------------
def scheme_figure():
    """Figure П.1: the Kawasaki at zero, its short links drawn longer, its frames to the sides."""
    robot = kawasaki.fs20n(L_1=0.5, L_3=0.4, L_5=0.4, L_6=0.3, L_tool=0.3)
    azimuth, s = 30, robot.at(np.zeros(6))
    aside = tau_z(np.radians(azimuth)) @ [0, 1, 0]                  # to the right in the picture
    fig, ax = drawing.figure(axes=False, width=6.6, height=7.5, view=(14, azimuth))
    drawing.mechanism(ax, robot, s.q, frames=None)
    for k, shift in BESIDE.items():
        origin, name = s.t(k, frame="B", origin="B"), rf"\mathrm{{{k}}}" if k == "tool" else k
        drawing.line3d(ax, [origin, origin + shift * aside], COLOUR["grey"], style=":")
        drawing.frame(ax, s.tau("B", k), origin + shift * aside, name, 0.25)
    show(fig, _("The Kawasaki upright with all joints at zero, six cylinders for its joints, its "
                "short links drawn longer. Dotted lines lead to its frames. Joints 2 and 3 have "
                "parallel axes across the arm, joints 4 and 6 axes along it; z of frame 0 points "
                "down."),
         _("Figure П.1. At zero the arm stands upright, both long links vertical."))


def verdict_map(errors):
    """The printed entries of tau_B6 and of the gripper's matrix: errors by (name, row, column)."""
    fig, axes = drawing.figure(2, three_d=False, width=7.2, height=3.7, titles=[
        r"$a_{mn}$,  $\tau_{B6}$", r"$b_{mn}$,  $\tau_{B\,\mathrm{tool}}$"])
    for (name, m, n), error in errors.items():
        ax, good = axes["ab".index(name)], error < 1e-9
        color = "white" if good else "#cccccc" if np.isnan(error) else COLOUR["prismatic"]
        ax.fill_between([n + 0.52, n + 1.48], m + 0.52, m + 1.48, color=color)
        said = _("holds") if good else "?" if np.isnan(error) else number(error)
        ax.text(n + 1, m + 1, said, ha="center", va="center", fontsize=NUMBERS)
    for ax in axes:
        ax.set(xlim=(0.5, 3.5), ylim=(3.5, 0.5), xticks=[1, 2, 3], yticks=[1, 2, 3])
        ax.set_xlabel(_("column"), fontsize=LETTERS - 1)
        ax.set_ylabel(_("row"), fontsize=LETTERS - 1)
        ax.grid(False)
    wrong = [f"{k}{m + 1}{n + 1}" for (k, m, n), error in errors.items() if not error < 1e-9]
    show(fig, _("Two squares of nine cells, one for each matrix. White cells hold; the others "
                "carry the error or a question mark: {names}.").format(names=", ".join(wrong)),
         _("White: the printed entry holds. Orange: wrong by the number. Grey: the copy holds no "
           "formula that can be read."))


def slips_table(rows):
    """Wrong terms as a table: (entry, as printed, as it must be, error of this term alone)."""
    head = _("entry"), _("printed"), _("must be"), _("error of this term alone")
    lines = ["| " + " | ".join(head) + " |", "| --- | --- | --- | --- |"]
    for (name, m, n), wrong, right, error in rows:
        terms = (re.sub(r"\\(s|c)(?:in|os) q_(\d)", r"\1_\2", term) for term in (wrong, right))
        size = _("no value") if np.isnan(error) else number(error)
        lines.append(f"| ${name}_{{{m}{n}}}$ | " + " | ".join(f"${x}$" for x in terms)
                     + f" | {size} |")
    display(Markdown("\n".join(lines)))
