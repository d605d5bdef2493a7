"""What lesson 4 shows: its figures, with words in the language of the notebook.

Figures of the arm's plane look from the end of Z_1: X_1 points up and Y_1 to the left.
"""

from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from lessons.tools import label, show
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS
from robokit.rotation import tau_z

Z = np.array([0, 0, 1])
LINKS = 0.5, 0.4                                 # metres, of the arm with two links
BRANCH = {1: COLOUR["sky"], -1: COLOUR["orange"]}            # colours of k_w = +1 and -1
SIGN = {1: "+1", -1: "−1"}


def unit(a):
    return a / np.linalg.norm(a, axis=-1, keepdims=True)


def angles(q):
    """Joint angles, radians, in whole degrees: "25°; 30°; −60°"."""
    return "; ".join(f"{number(x, 0)}°" for x in np.degrees(q)).replace("-", "−")


# -- the question ----------------------------------------------------------------------------
def question_figure(robot, pose):
    """The base and the gripper at its pose (t, tau), and no arm between them."""
    t, tau = pose
    fig, ax = drawing.figure(axes=False, width=6, height=4.6, view=(20, 8))
    corners = 0.13 * np.array([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0], [1, 1, 0]])
    drawing.line3d(ax, corners, COLOUR["grey"], 2)
    drawing.frame(ax, None, (0, 0, 0), "B", 0.35)
    drawing.frame(ax, tau, t, "", 0.25, ["x", "y", "z"])
    fork = np.array([[0, 1, 0.7], [0, 1, -0.7], [0, -1, -0.7], [0, -1, 0.7]]) * 0.045
    drawing.line3d(ax, fork @ tau.T + t, COLOUR["ink"], 4)
    drawing.line3d(ax, [(0, 0, 0), t], COLOUR["grey"], 1.5, ":")
    label(ax, 0.5 * t + [0, 0, 0.07], "?", COLOUR["purple"], size=30)
    show(fig, _("The square foot of a robot with the frame B, and far in front of it and higher a "
                "gripper with its frame, which is tilted. A dotted line with a question mark "
                "leads from one to the other; no arm is drawn."),
         _("Given: the gripper's place ({place}) m in B, and its three axes. Sought: the arm."
           ).format(place="; ".join(number(x) for x in t)))


# -- two and three links in a plane ----------------------------------------------------------
def plane(q, l=LINKS):
    """Joints and tip of a planar arm: (n + 1, 3), metres; each angle from the link before."""
    l, turned = np.asarray(l, float), np.cumsum(q)
    links = np.stack([l * np.cos(turned), l * np.sin(turned), 0 * turned], -1)
    return np.vstack([np.zeros(3), np.cumsum(links, axis=0)])


def bones(ax, points, color="link", width=3.5):
    """A broken line with joints, in a plane."""
    drawing.line3d(ax, points, COLOUR[color], width)
    ax.plot(*points[:-1, :2].T, "o", color="white", mec=COLOUR[color], ms=7, mew=1.5, zorder=5)


def circle(ax, centre, radius, color="grey", style=":"):
    turn = np.linspace(0, 2 * np.pi, 121)
    drawing.line3d(ax, np.stack([centre[0] + radius * np.cos(turn),
                                 centre[1] + radius * np.sin(turn), 0 * turn], -1),
                   COLOUR[color], 1.5, style)


def cross(ax, place):
    ax.plot(*place[:2], "x", color=COLOUR["purple"], ms=11, mew=3, zorder=6)


def turn(ax, start, angle, name="", color="orange", origin=(0, 0, 0), radius=0.3):
    """An angle in the plane with an arrow at its end."""
    origin, start = np.asarray(origin, float), unit(np.asarray(start, float))
    drawing.arc(ax, Z, start, angle, "", COLOUR[color], origin, radius, width=2)
    end, before = (origin + radius * tau_z(x) @ start for x in (angle, 0.85 * angle))
    ax.annotate("", end[:2], before[:2], arrowprops={
        "arrowstyle": "-|>", "color": COLOUR[color], "shrinkA": 0, "shrinkB": 0,
        "mutation_scale": 14, "lw": 2})
    middle = origin + (radius + 0.09) * tau_z(angle / 2) @ start
    if name:
        label(ax, middle[:2], name, COLOUR[color])


def compass(target, centre_radius, target_radius):
    """Where a circle about the base meets one about the target: two points (3,), or none."""
    d = np.hypot(*target[:2])
    along = (centre_radius**2 - target_radius**2 + d**2) / (2 * d)
    if abs(along) > centre_radius:
        return []
    line = np.array([*target[:2], 0]) / d
    aside = np.sqrt(centre_radius**2 - along**2) * np.cross(Z, line)
    return [along * line + aside, along * line - aside]


def how_many_figure(pairs, third, far):
    """Two links: two arms; three links: a fan of them; a target too far or too near: none."""
    fig, axes = drawing.figure(3, three_d=False, axes=False, width=10.5, height=3.9, titles=[
        _("two links: two arms"), _("three links: infinitely many"),
        _("too far or too near: none")])
    target = plane(pairs[0])[-1]
    for q, color in zip(pairs, ("orange", "sky")):
        bones(axes[0], plane(q), color)
    circle(axes[0], (0, 0), LINKS[0])
    circle(axes[0], target, LINKS[1])
    for phi in np.linspace(-1.2, 2.4, 13):
        wrist = target - third * np.array([np.cos(phi), np.sin(phi), 0])
        for elbow, color in zip(compass(wrist, *LINKS), ("sky", "orange")):
            bones(axes[1], np.array([0 * Z, elbow, wrist, target]), color, 1.3)
    for radius in (sum(LINKS), LINKS[0] - LINKS[1]):
        circle(axes[2], (0, 0), radius, "ink", "-")
    bones(axes[2], plane([np.arctan2(far[1], far[0]), 0]))
    for ax, place in zip(axes, (target, target, far)):
        cross(ax, place)
    cross(axes[2], (0.05, -0.04))
    show(fig, _("Left: two bent arms from the base to one cross, their elbows where a circle about "
                "the base meets a circle about the target. Middle: a fan of arms with three links "
                "that end in one cross. Right: a ring; one cross lies outside it, beyond the "
                "stretched arm, one in its hole."),
         _("Solutions are where circles meet: in two points, in a whole family, or nowhere."))


def wrong_turn_figure(right, inner):
    """The arm at its target, and the arm bent by the inner angle, turned towards the target."""
    fig, axes = drawing.figure(2, three_d=False, axes=False, width=9, height=3.9, titles=[
        _("outer angle: at the target"), _("inner angle taken for it")])
    target, short = plane(right)[-1], plane([0, inner])[-1]
    towards = np.arctan2(target[1], target[0]) - np.arctan2(short[1], short[0])
    for ax, q in zip(axes, (right, [towards, inner])):
        points = plane(q)
        bones(ax, points)
        drawing.line3d(ax, [points[1], 1.55 * points[1]], COLOUR["grey"], 1.5, "--")
        drawing.line3d(ax, [points[0], target], COLOUR["purple"], 1.5, ":")
        turn(ax, points[1], q[1], "$q_2$", origin=points[1], radius=0.15)
        cross(ax, target)
    elbow = plane(right)[1]
    turn(axes[0], -elbow, -inner, "", "sky", elbow, 0.11)
    label(axes[0], elbow[:2] + [-0.2, -0.09], _("inner"), COLOUR["sky"], size=NUMBERS)
    show(fig, _("Left: an arm with two links at its target; the angle q_2 begins at the dashed "
                "prolongation of the first link, the inner angle of the triangle lies on the "
                "other side. Right: the arm bent by the inner angle points towards the cross and "
                "ends far from it."),
         _("The joint angle begins at the prolonged link, the triangle's angle at the link."))


def merging_figure(distance, bend):
    """The elbow angles of both arms against the distance of the target; bend: of the one."""
    fig, ax = drawing.figure(three_d=False, width=6.6, height=3.6)
    for q_2, color, name, low in ((bend, "orange", _("elbow down"), 62),
                                  (-bend, "sky", _("elbow up"), -62)):
        ax.plot(distance, np.degrees(q_2), color=COLOUR[color], lw=2.5)
        label(ax, (0.3, low), name, COLOUR[color], size=NUMBERS + 1)
    ax.set(aspect="auto", xlabel=_("distance of the target, m"), ylabel=_("$q_2$, degrees"),
           yticks=[-180, -90, 0, 90, 180])
    show(fig, _("Two curves of the elbow angle against the distance of the target, mirror images "
                "of each other. They start at plus and minus 180 degrees, where the arm is folded, "
                "and meet at zero with vertical tangents, where it is stretched. The positive "
                "one is the elbow below the line to the target."),
         _("Two solutions meet at the stretched arm, and meet it with infinite slope."))


# -- figure 4.1 and singular configurations --------------------------------------------------
def figure_4_1(robot, *sets):
    """Two sets of joint coordinates, in degrees, one pose."""
    titles = [f"{name}:  ({'; '.join(SIGN.get(x, f'{x}°').replace('-', '−') for x in q)})"
              for name, q in zip((_("(a)"), _("(b)")), sets)]
    fig, axes = drawing.figure(2, width=8, height=4.8, axes=False, view=(16, -35), titles=titles)
    for ax, q in zip(axes, sets):
        q = np.radians(q)
        drawing.mechanism(ax, robot, q, frames=["tool"], labels=False, size=0.045)
        s = robot.at(q)
        start = s.t(1, frame="B", origin="B")
        drawing.vector(ax, start, start + 0.24 * s.tau("B", 1)[:, 2], "$Z_1$", AXES[2], 2.5,
                       head=0.06, shift=0.1)
        drawing.line3d(ax, [[-0.1, -0.25, 0], [-0.1, -0.25, 0]])     # what both must show
        drawing.line3d(ax, [[0.35, 0.25, 0.9], [0.35, 0.25, 0.9]])
    show(fig, _("An arm with a vertical column, a link inclined to the right and a gripper at its "
                "end, twice. The gripper and its frame look the same in both drawings; the "
                "axis of joint 2, a blue arrow, points to opposite sides."),
         _("Figure 4.1. Links 1 and 2 have turned over, the gripper has not noticed."))


def facing(robot, q):
    """The view (elevation, azimuth) from before the end of Z_1, degrees."""
    Z_1 = robot.at(q).tau("B", 1)[:, 2]
    return 14, np.degrees(np.arctan2(Z_1[1], Z_1[0])) - 25


def singular_figure(robot, shoulder, elbow, wrist):
    """The three singular configurations of the Kawasaki, side on."""
    fig, axes = drawing.figure(3, width=10.5, height=4.4, axes=False, view=facing(robot, elbow),
                               titles=[_("shoulder: $C$ on axis 1"), _("elbow: stretched"),
                                       _("wrist: axes 4 and 6 in line")])
    for ax, q, which in zip(axes, (shoulder, elbow, wrist), range(3)):
        drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.04)
        s = robot.at(q)
        D, roll, C, flange = (s.t(i, frame="B", origin="B") for i in (1, 3, 4, 6))
        start, end = ((0 * C, C), (D, C), (roll, flange))[which]
        along = unit(end - start)
        drawing.line3d(ax, [start - 0.15 * along, end + 0.3 * along], COLOUR["purple"], 2.5, "--")
        aside = 0.17 * unit(np.cross(s.tau("B", 1)[:, 2], end - start))
        label(ax, C + aside, "$C$", COLOUR["purple"])
    show(fig, _("The Kawasaki three times, side on. Left: its wrist centre C on the dashed axis of "
                "the column. Middle: shoulder, elbow and C on one dashed line. Right: the hand in "
                "the prolongation of the forearm, one dashed line through both axes."),
         _("Three ways to lose a motion: the dashed line is what coincides."))


# -- figures 4.2 to 4.7: the indices ---------------------------------------------------------
def figures_4_2_and_4_3(robot, front, behind):
    """Shoulder in front and behind, with the vectors of the formula."""
    fig, axes = drawing.figure(2, width=9, height=4.4, axes=False, view=facing(robot, front),
                               titles=[_("(a) in front, $k_s = +1$"), _("(b) behind, $k_s = -1$")])
    aside = 0.13 * np.cross(Z, robot.at(front).tau("B", 1)[:, 2])    # out of the way of Z_1
    for ax, q, way in zip(axes, (front, behind), (1, -1)):
        drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.05)
        s = robot.at(q)
        D, C = s.t(1, frame="B", origin="B"), s.t(4, frame="B", origin="B")
        drawing.vector(ax, 0 * C, C, "", COLOUR["purple"], 2.5, head=0.07)
        drawing.vector(ax, 0 * C, 0.4 * s.tau("B", 0)[:, 2], "$Z_0$", AXES[2], head=0.07)
        for point, name in ((C + [0, 0, 0.13], "$C$"), (aside + [0, 0, 0.15], "$O$")):
            label(ax, point, name, COLOUR["purple"])
        Y_1, Z_1 = s.tau("B", 1)[:, 1:].T
        drawing.vector(ax, D, D + 0.5 * Y_1, "$Y_1$", AXES[1], head=0.07, shift=0.2)
        drawing.vector(ax, D, D + 0.5 * Z_1, "", AXES[2], head=0.07)
        label(ax, D + 0.5 * Z_1, "$Z_1$", AXES[2], 1.1 * way * aside)
        label(ax, D, "$D$", COLOUR["purple"], [0, 0, -0.2])
        drawing.arc(ax, s.tau("B", 1)[:, 2], s.tau("B", 1)[:, 0], 1.0, "", COLOUR["orange"], D,
                    0.45, width=2.5)
    show(fig, _("The Kawasaki twice with its wrist centre C in one place, a purple arrow to it "
                "from the base O, where Z_0 points down. Left the green axis Y_1 points towards "
                "C, right away from it and the arm reaches C over its back. An orange arc shows "
                "the positive turn about Z_1."),
         _("Figures 4.2 and 4.3. The sign of $OC$ along $Y_1$ is the index of the shoulder."))


def in_plane(robot, q):
    """Shoulder, elbow, wrist centre in the plane of the arm, seen from the end of Z_1. (3, 3)

    Also X_2 and Z_3 in that view.
    """
    s = robot.at(q)
    view = np.stack([-s.tau(0, 1)[:, 1], s.tau(0, 1)[:, 0], s.tau(0, 1)[:, 2]])
    points = np.stack([0 * Z, view @ s.t(2, origin=1), view @ s.t(4, origin=1)])
    return points, view @ s.tau(0, 2)[:, 0], view @ s.tau(0, 3)[:, 2]


def between(a, b):
    """The angle from a to b in the plane of the drawing, radians."""
    return np.arctan2(np.cross(a, b)[2], a @ b)


def figures_4_4_and_4_5(robot, up, down):
    """Elbow up and down, from the end of Z_1."""
    fig, axes = drawing.figure(2, three_d=False, axes=False, width=8.6, height=4.3, titles=[
        _("(a) up, $k_e = +1$"), _("(b) down, $k_e = -1$")])
    for ax, q in zip(axes, (up, down)):
        points, X_2, Z_3 = in_plane(robot, q)
        bones(ax, points)
        elbow, C = points[1:]
        drawing.line3d(ax, [0 * C, C], COLOUR["grey"], 1.5, "--")
        drawing.vector(ax, elbow, elbow + 0.36 * X_2, "$X_2$", AXES[0], 2.5, shift=0.14)
        drawing.vector(ax, elbow, elbow + 0.4 * Z_3, "", AXES[2], 2.5)
        away = Z_3 - (Z_3 @ unit(C - elbow)) * unit(C - elbow)
        label(ax, (elbow + 0.42 * Z_3 + 0.11 * unit(away))[:2], "$Z_3$", AXES[2])
        turn(ax, X_2, between(X_2, C - elbow), origin=elbow, radius=0.22)
        label(ax, (0.25 * elbow + 0.75 * C - 0.1 * unit(away))[:2], "$l_{42}$", COLOUR["link"])
        label(ax, C[:2] + [0, 0.11], "$C$", COLOUR["purple"])
        label(ax, (0.09, -0.07), "$D$", COLOUR["purple"])
        cross(ax, C)
        ax.set(xlim=(-1.15, 0.55), ylim=(-0.3, 1.2))
    show(fig, _("Two drawings of the arm in its plane with the wrist centre in one place. Left "
                "the elbow lies above the dashed line from the shoulder to the wrist centre, and "
                "the arc from the upper arm to the forearm runs anticlockwise; right below it, "
                "and clockwise. Z_3 leans a little from the line to the wrist centre."),
         _("Figures 4.4 and 4.5, from the end of $Z_1$. The index is the sense of the arc."))


def figures_4_6_and_4_7(bend):
    """Wrist forward and back, from the end of Z_4: Z_3 up, Z_6 turned by q_5."""
    fig, axes = drawing.figure(2, three_d=False, axes=False, width=7, height=3.6, titles=[
        _("(a) forward, $k_w = +1$"), _("(b) back, $k_w = -1$")])
    for ax, q_5 in zip(axes, (-bend, bend)):
        hand = np.array([-np.sin(q_5), np.cos(q_5), 0])
        bones(ax, np.stack([np.array([0, -0.8, 0]), 0 * Z, 0.8 * hand]))
        drawing.vector(ax, 0 * Z, (0, 0.75, 0), "$Z_3$", AXES[2], shift=0.14)
        drawing.vector(ax, 0.2 * hand, 1.1 * hand, "$Z_6$", AXES[2], shift=0.13)
        turn(ax, hand, 0.6, radius=0.5)
        ax.plot(0, 0, "o", color="white", mec=AXES[2], mew=2, ms=13, zorder=6)
        ax.plot(0, 0, "o", color=AXES[2], ms=4, zorder=7)          # an arrow towards the reader
        label(ax, (0.2, -0.16), "$Z_4$", AXES[2])
        ax.set(xlim=(-1, 1), ylim=(-0.9, 1.2))
    show(fig, _("Two wrists seen from the end of the axis Z_4, a circle with a dot. Left the hand "
                "is bent to the right, and the positive turn, an anticlockwise arc, brings it "
                "towards Z_3; right it is bent to the left, and the same turn bends it further."),
         _("Figures 4.6 and 4.7. Forward: a positive turn about $Z_4$ straightens the hand."))


# -- appendix 2 ------------------------------------------------------------------------------
def figure_a2(robot, q):
    """Figure П.2: the vectors by which the pose is taken apart."""
    s = robot.at(q)
    place = {i: s.t(i, frame="B", origin="B") for i in ("B", 1, 2, 4, 6, "tool")}
    O, D, C, six = place["B"], place[1], place[4], place[6]
    A = C * [1, 1, 0]
    fig, ax = drawing.figure(width=7.5, height=5.8, axes=False, view=(18, 25))
    drawing.mechanism(ax, robot, q, frames=["tool"], labels=False, size=0.022, color="#b8b8b8")
    for start, end, color in ((O, A, "sky"), (O, D, "orange"), (D, C, "purple"), (C, six, "ink"),
                              (six, place["tool"], "ink"), (O, place["tool"], "grey"),
                              (place[2], C, "purple")):
        drawing.vector(ax, start, end, color=COLOUR[color], width=2.5, head=0.05)
    drawing.line3d(ax, [A, C], COLOUR["grey"], 1.5, "--")
    for point, name in ((O + [0, -0.08, 0.02], "$O$"), (A + [0, 0, -0.07], "$A$"),
                        (C + [0, 0, 0.09], "$C$"), (D + [0, 0.15, 0.03], "$D$"),
                        (six + [0, 0.03, 0.08], "$O_6$"),
                        ((D + C) / 2 + [0, -0.05, 0.06], "$l_{41}$"),
                        ((place[2] + C) / 2 + [0, 0, 0.08], "$l_{42}$"),
                        (D / 2 + [0, 0, -0.08], "$l_1$"),
                        (0.6 * place["tool"] + [0, 0, -0.07], r"$l_{\mathrm{tool}\,0}$")):
        label(ax, point, name, COLOUR["ink"])
    show(fig, _("The Kawasaki in grey. A grey arrow from O to the gripper is the given place. "
                "Back from the gripper lie frame 6 and the wrist centre C; below C its horizontal "
                "shadow A, and between O and A the shoulder D. Purple arrows l_41 and l_42 run "
                "from the shoulder and from the elbow to C."),
         _("Figure П.2. Gripper, frame 6, wrist centre C, its shadow A, then the shoulder D."))


def figures_a3_to_a5(robot, q):
    """Figures П.3, П.4 and П.5: the angles A, Q and M in the plane of the arm."""
    points, X_2, Z_3 = in_plane(robot, q)
    shoulder, elbow, C = points
    fig, axes = drawing.figure(3, three_d=False, axes=False, width=10.5, height=4.2, titles=[
        _("П.3: the angle $A$"), _("П.4: the angle $Q$"), _("П.5: the angles $M$, $q_3$")])
    for ax in axes:
        bones(ax, points)
        drawing.line3d(ax, [shoulder, C], COLOUR["purple"], 2, "--", "")
        label(ax, C[:2] + [-0.07, 0.02], "$C$", COLOUR["purple"])
        label(ax, (0.08, -0.06), "$D$", COLOUR["purple"])
    upper, line, up = unit(elbow), unit(C), np.array([0, 1, 0])
    turn(axes[0], upper, between(upper, line), "$A$", radius=0.35)
    for place, name in ((0.5 * elbow[:2] + [0.09, 0], "$a$"), (0.8 * C[:2] + [-0.08, -0.03], "$d$"),
                        ((elbow + C)[:2] / 2 + [0, -0.1], "$b$")):
        label(axes[0], place, name, COLOUR["ink"])
    drawing.vector(axes[1], shoulder, 0.6 * up, "$X_1$", AXES[0], shift=0.15)
    turn(axes[1], up, between(up, line), "$Q$", radius=0.3)
    drawing.vector(axes[2], elbow, elbow + 0.36 * X_2, "$X_2$", AXES[0], shift=0.1)
    drawing.vector(axes[2], elbow, elbow + 0.4 * Z_3, "", AXES[2])
    label(axes[2], (elbow + 0.3 * Z_3)[:2] + [0, -0.08], "$Z_3$", AXES[2])
    turn(axes[2], X_2, between(X_2, unit(C - elbow)), "$M$", origin=elbow, radius=0.32)
    turn(axes[2], X_2, between(X_2, Z_3), "$q_3$", "sky", elbow, 0.15)
    show(fig, _("Three drawings of the triangle shoulder D, elbow, wrist centre C. A lies at the "
                "shoulder between the upper arm and the dashed line to C; Q leads from the "
                "vertical axis X_1 to that line; at the elbow M leads from X_2 to C and q_3 to "
                "Z_3, which leans away from the line to C."),
         _("Figures П.3 to П.5, from the end of $Z_1$, drawn for the elbow up: the line to $C$ "
           "lies ahead of the upper arm. $M$ is not $q_3$, for $Z_3$ leans."))


# -- branches and paths ----------------------------------------------------------------------
def branches_figure(robot, solutions, allowed):
    """All branches: one drawing for each shoulder and elbow, in it both wrists.

    allowed: those of the solutions that keep to the limits of the joints; the caption names the
    others.
    """
    arms = [(k_s, k_e) for k_s in (1, -1) for k_e in (1, -1)]
    elevation, azimuth = facing(robot, solutions[1, 1, 1])
    fig, axes = drawing.figure(4, width=12, height=3.4, axes=False,     # no Z_4 towards the reader
                               view=(elevation, azimuth - 25), titles=[
        f"$k_s = {k_s:+d},\\ k_e = {k_e:+d}$" for k_s, k_e in arms])
    for ax, which in zip(axes, arms):
        drawing.mechanism(ax, robot, solutions[(*which, 1)], frames=["tool"], labels=False,
                          size=0.05)
        for k_w, color in BRANCH.items():
            s = robot.at(solutions[(*which, k_w)])
            C, Z_4 = s.t(4, frame="B", origin="B"), s.tau("B", 4)[:, 2]
            drawing.vector(ax, C, C + 0.4 * Z_4, "", color, 3, head=0.1)
    keys = [Line2D([], [], color=color, lw=3, label=f"$Z_4$, $k_w = {k_w:+d}$")
            for k_w, color in BRANCH.items()]
    fig.legend(handles=keys, loc="outside lower center", ncols=2, frameon=False, fontsize=LETTERS)
    show(fig, _("Four drawings of the Kawasaki, one for each shoulder and elbow, its gripper "
                "always in one place and turned one way. In each a light blue and an orange arrow "
                "at the wrist centre, opposite to each other, are the axis Z_4 of the two wrists."),
         _("All eight branches: four arms, and at each two wrists whose axes $Z_4$ (blue for $k_w "
           "= +1$, orange for $k_w = -1$) are opposite. The gripper is the same eight times. "
           "Beyond a limit of the joints $(k_s; k_e; k_w)$: {signs}.").format(signs=", ".join(
               f"({'; '.join(SIGN[k] for k in branch)})" for branch in solutions
               if branch not in allowed)))


def branch_figure(robot, q, indices):
    """One branch, with its angles in words."""
    inside = np.all((q >= robot.limits[:, 0]) & (q <= robot.limits[:, 1]))
    fig, ax = drawing.figure(width=5.2, height=5, axes=False, view=(14, 145))
    drawing.mechanism(ax, robot, q, frames=["B", "tool"])
    drawing.set_equal(ax, [[-0.4, -0.4, -0.2], [0.4, 0.9, 1.0]])
    signs, where = "; ".join(SIGN[k] for k in indices), angles(q)
    show(fig, _("The Kawasaki in the branch with the indices {signs}, at {where}.").format(
        signs=signs, where=where),
        (_("({signs}): q = {where}; within the limits of the joints.") if inside else
         _("({signs}): q = {where}; beyond a limit of the joints.")).format(
            signs=signs, where=where))


def seam_figure(way, beside, kept, changed):
    """Joints 4, 5, 6 along a seam past and through the singular wrist; way in metres."""
    fig, axes = drawing.figure(3, three_d=False, width=11.5, height=3.8, titles=[
        _("2 cm beside it"), _("through it, $k_w$ kept"), _("through it, $k_w$ changed")])
    for ax, q in zip(axes, (beside, kept, changed)):
        # a half turn forwards and one backwards are one angle: show one of them
        q = np.where(np.abs(np.abs(q) - np.pi) < 1e-6, [0, 0, 0, np.pi, 0, -np.pi], q)
        for joint, color, style in ((4, "sky", "-"), (5, "ink", "--"), (6, "orange", "-.")):
            ax.plot(100 * way, np.degrees(q[:, joint - 1]), style, color=COLOUR[color], lw=2.5,
                    label=f"$q_{joint}$")
        ax.set(aspect="auto", xlabel=_("way of the torch, cm"), ylabel="",
               ylim=(-200, 200), yticks=[-180, -90, 0, 90, 180])
    axes[0].set_ylabel(_("joint, degrees"))
    axes[0].legend(fontsize=NUMBERS)
    show(fig, _("Joints 4, 5 and 6 against the way of the torch. Left joints 4 and 6 run almost "
                "half a turn in opposite directions in the middle. Centre they jump by half a "
                "turn at the singular point. Right they stand still, and joint 5 runs through "
                "zero."),
         _("Keeping the index through the singular wrist costs a jump by 180°; changing it there "
           "costs nothing; passing close by costs speed."))
