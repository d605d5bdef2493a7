"""What lesson 1 shows: its figures, with words in the language of the notebook.

What they show is computed by robokit and in the lesson; here it is only drawn.
"""

from __future__ import annotations

import numpy as np
from matplotlib.ticker import MaxNLocator

from lessons.tools import show
from lessons.words import _, number
from robokit import Mechanism, coordinates, drawing
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.laws import by_turns
from robokit.rotation import tau_z

X, Y, Z = np.eye(3)
CUT = (0, 3 * np.pi / 2)                # a workspace is drawn without its front quarter
VIEW = (20, -55)
MOVES = (COLOUR["orange"], COLOUR["purple"], COLOUR["sky"])          # traces of joints 1, 2, 3
NUMBER = {"boxstyle": "circle,pad=0.15", "fc": "white", "ec": COLOUR["ink"], "lw": 0.7}
#: Where the joints of a scheme are drawn at q = 0: apart from one another, and each where it does
#: the same: a turning joint anywhere on its axis, a sliding one anywhere at all.
APART = {"rectangular": [(0, 0, -0.3), (0, 0, -0.1), (0, 0.2, 0)],
         "cylindrical": [(0, 0, -0.3), (0, 0, -0.1), (0.2, 0, 0)],
         "spherical": [(0, 0, 0.05), (0, 0, 0.5), (0.22, 0, 0.5)],
         "angular": [(0, 0, 0.05), (0, 0, 0.5), (0.5, 0, 0.5)]}
AXES = {"rectangular": (X, Z, Y), "cylindrical": (Z, Z, X), "spherical": (Z, -Y, X),
        "angular": (Z, -Y, -Y)}


def letters(ax, place, text, colour, size=LETTERS):
    """A formula written at a place of space (3,)."""
    ax.text(*place, text, color=colour, fontsize=size, ha="center", va="center",
            math_fontfamily="stix", zorder=200)


# -- section 1.1: the four structures -------------------------------------------------------
def structure(arm, q):
    """Figures 1.1 to 1.4: a scheme with the traces of its joints, and the workspace cut open."""
    shape, alt, caption = {
        "rectangular": (coordinates.cartesian(), _(
            "Left: three sliding joints, apart from one another; the paths of the gripper, when "
            "one joint moves, are three straight lines. Right: a block with edges of one metre."),
            _("Figure 1.1. Rectangular: three straight paths span a block.")),
        "cylindrical": (coordinates.cylindrical(CUT), _(
            "Left: a turning joint at the foot of a column, a slide up the column, a slide along "
            "the arm; one path is a circle, two are straight. Right: a cylinder with a hole, its "
            "front quarter cut away."),
            _("Figure 1.2. Cylindrical: one path has become a circle; the workspace is a cylinder "
              "with a dead zone.")),
        "spherical": (coordinates.spherical(CUT), _(
            "Left: a joint turning the column, one turning the arm up and down, a slide along the "
            "arm; two paths are circles. Right: a ball with a smaller ball taken out, cut off by "
            "cones above and below, its front quarter cut away."),
            _("Figure 1.3. Spherical: two circles; the workspace is a truncated hollow ball.")),
        "angular": (coordinates.angular(CUT, (-np.pi / 2, np.pi / 2), (0, np.pi)), _(
            "Left: turning joints at the waist, the shoulder and the elbow; all three paths are "
            "circles. Right: a ball with a small ball in its middle left out, its front quarter "
            "cut away."),
            _("Figure 1.4. Angular: circles only; the workspace is almost a whole ball."))
    }[arm.name]
    fig, (left, right) = drawing.figure(2, width=9, height=3.9, view=VIEW,
                                        titles=[_("(a) scheme"), _("(b) workspace")])
    scheme(left, arm, q)
    faces(right, shape)
    for ax in (left, right):
        drawing.set_equal(ax)
        for axis, most in ((ax.xaxis, 4), (ax.yaxis, 4), (ax.zaxis, 5)):   # none where axes meet
            axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], prune="both"))
        ax.xaxis.labelpad = ax.yaxis.labelpad = 14 if ax is left else 20
    show(fig, alt, caption, equal=False)


def scheme(ax, arm, q):
    """A structure with its joints apart, their numbers beside them, and the three paths."""
    joints = APART[arm.name]
    steps = np.diff([(0, 0, 0), *joints], axis=0)
    robot = Mechanism.from_axes(arm.sigma, steps, [np.eye(3)] * 3, AXES[arm.name])
    s, true = robot.at(q), arm.at(q)
    places = [s.t(j, frame="B", origin="B") for j in range(3)]
    tip = true.t(3, frame="B", origin="B")
    if not arm.sigma[0]:                                   # the rail on which the column stands
        drawing.line3d(ax, [places[0] - 0.1 * X, places[0] + 1.1 * X], COLOUR["grey"], 2)
        places[0] = places[0] + q[0] * X
    if not arm.sigma[1]:                                   # the column along which joint 2 slides
        foot = places[0]
        drawing.line3d(ax, [foot, [*foot[:2], 1.15]], COLOUR["grey"], 2)
        places[1] = np.array([*foot[:2], s.t(2, frame="B", origin="B")[2]])
    chain = [*places, tip]
    drawing.line3d(ax, chain, COLOUR["link"], 4)
    aside = np.array([np.cos(np.radians(VIEW[1] + 90)), np.sin(np.radians(VIEW[1] + 90)), 0])
    for j, place in enumerate(places, 1):
        drawing._joint(ax, s.tau("B", j - 1), place, arm.sigma[j - 1], 0.055)
        beside = place + (0.2 * Z if j == 3 else -0.2 * aside)
        ax.text(*beside, str(j), fontsize=NUMBERS, ha="center", va="center", bbox=NUMBER,
                zorder=200)
        drawing.line3d(ax, trace(arm, q, j), MOVES[j - 1], 2.2)
    drawing._gripper(ax, s.tau("B", 3), places[2], tip, 0.06)


def trace(arm, q, j, count=61):
    """Places of the end point while joint j runs through its limits, (count, 3)."""
    poses = np.tile(np.asarray(q, float), (count, 1))
    poses[:, j - 1] = np.linspace(*arm.limits[j - 1], count)
    return arm.at(poses).t(3, frame="B", origin="B")


def sliders(arm):
    """The scheme of a structure with a slider for each joint: degrees, or centimetres."""
    scale = [np.pi / 180 if turns else 0.01 for turns in arm.sigma]
    ranges = {}
    for j, (low, high) in enumerate(arm.limits):
        low, high = round(low / scale[j]), round(high / scale[j])
        ranges[f"q_{j + 1}"] = (low, high, round(low + 0.6 * (high - low)))

    def picture(**values):
        q = [values[f"q_{j + 1}"] * scale[j] for j in range(3)]
        fig, ax = drawing.figure(width=5.6, height=4.6, view=VIEW)
        scheme(ax, arm, q)
        tip = arm.at(q).t(3, frame="B", origin="B")
        place = "; ".join(number(x) for x in tip)
        show(fig, _("The scheme of an arm with three joints and the paths of its gripper, which "
                    "stands at ({place}) m.").format(place=place),
             _("The gripper stands at ({place}) m.").format(place=place))

    picture(**{name: start for name, (_low, _high, start) in ranges.items()})
    drawing.sliders(picture, **ranges)


def faces(ax, arm):
    """The surfaces on which one joint stands at a limit; those at a cut turn in orange."""
    seen = []
    for j in range(3):
        for limit in arm.limits[j]:
            if arm.sigma[j] and np.ptp(arm.limits[j]) > 6:
                continue                                             # a full turn has no end
            cut = j == 0 and arm.sigma[0] == 1
            surface = face(arm, j, limit)
            ax.plot_surface(*np.moveaxis(surface, -1, 0), alpha=0.85 if cut else 0.25, lw=0.4,
                            color=COLOUR["prismatic" if cut else "sky"], shade=False,
                            edgecolor=COLOUR["orange" if cut else "grey"], rstride=5, cstride=5)
            seen.append(surface.reshape(-1, 3))
    drawing.set_equal(ax, np.concatenate(seen))


def face(arm, j, limit, count=61):
    """End points on a grid of the two other joints, joint j (from 0) at a limit; (m, m, 3).

    An arm with an elbow leans back by as much as the elbow leads its end aside, so that the
    limits of joint 2 are those of the end's direction.
    """
    ranges = [np.linspace(*bounds, count) for bounds in arm.limits]
    ranges[j] = np.array([limit])
    q = np.stack(np.meshgrid(*ranges, indexing="ij"), -1).squeeze(j)
    if arm.sigma.all():
        x, _y, z = np.moveaxis(arm.at(q * Z).t(3, frame="B", origin=1), -1, 0)
        q[..., 1] -= np.arctan2(z, x)
    return arm.at(q).t(3, frame="B", origin="B")


def meridians(arms, count=23):
    """A vertical half-plane: shaded what the arm reaches, dots where its end has been."""
    titles = [_("equal links"), _("{upper} m and {fore} m").format(
        upper=number(0.5, 1), fore=number(0.4, 1)), _("with stops")]
    fig, axes = drawing.figure(len(arms), three_d=False, width=3.4 * len(arms), height=3.8,
                               titles=titles)
    x, z = np.linspace(0, 1, 241), np.linspace(-0.5, 1.5, 481)
    places = np.stack(np.broadcast_arrays(x, 0, z[:, None]), -1)
    for ax, arm in zip(axes, arms):
        points = grid(arm, count)
        ax.contourf(x, z, arm.reaches(places), [0.5, 2], colors=[COLOUR["sky"]], alpha=0.45)
        ax.plot(np.hypot(points[:, 0], points[:, 1]), points[:, 2], ".", ms=2.5,
                color=COLOUR["ink"])
        ax.set(xlabel=_("from the axis, m"), ylabel=_("height, m"), xlim=(-0.05, 1.05),
               ylim=(-0.5, 1.5), xticks=(0, 0.5, 1), yticks=(-0.5, 0, 0.5, 1, 1.5))
    show(fig, _("Left a full half disc, in the middle a half disc with a small bite at the "
                "shoulder, right a crescent along the outer curve. All dots lie on shaded ground."),
         _("Only equal links without stops give a whole ball; with stops a crescent is left."))


def grid(arm, count):
    """End points for many values of the joints 2 and 3 of a structure that turns, (m, 3)."""
    second, third = (np.linspace(*bounds, count) for bounds in arm.limits[1:])
    q = np.stack(np.meshgrid([0], second, third, indexing="ij"), -1).reshape(-1, 3)
    return arm.at(q).t(3, frame="B", origin="B")


# -- sections 1.2 and 1.3: frames and joint coordinates --------------------------------------
def joint_coordinates():
    """Figure 1.6: what a revolute and a prismatic joint do to the link that they carry."""
    fig, (left, right) = drawing.figure(2, axes=False, width=9, height=4.2, view=(24, 30),
                                        titles=[_(r"revolute: turned by $\theta_i$"),
                                                _("prismatic: shifted by $s_i$")])
    for ax, names in ((left, "xyz"), (right, ["x", "y", ""])):
        drawing.frame(ax, label="i-1", fade=True, names=names)
    drawing.frame(left, tau_z(np.radians(40)), label="i", size=0.85, names=["x", "y", ""])
    drawing.arc(left, Z, X, np.radians(40), r"$\theta_i$", radius=0.6)
    drawing.frame(right, origin=(0, 0, 0.6), label="i", size=0.85)
    drawing.vector(right, (0.03, -0.12, 0), (0.03, -0.12, 0.6), "", COLOUR["orange"], width=2.5)
    letters(right, (0.03, -0.24, 0.25), "$s_i$", COLOUR["orange"])
    show(fig, _("Left: the bright frame i has turned from x towards y by an angle in the plane of "
                "x and y of the pale frame i−1, z stays. Right: it has been carried up along z "
                "without turning."),
         _("Figure 1.6. Both motions belong to the axis $Z$ of frame $i - 1$."))


def frames(ax, s, size, aside):
    """All frames of a state in frame 0; letters that would lie on a link are moved aside.

    aside: (frame, letter) -> direction in frame 0.
    """
    for i in range(s.robot.n + 1):
        origin, tau = s.t(i), s.tau(0, i)
        drawing.frame(ax, tau, origin, i, size, width=1.8,
                      names=["" if (i, letter) in aside else letter for letter in "xyz"])
        for letter, axis, colour in zip("xyz", tau.T, drawing.AXES):
            if (i, letter) in aside:
                letters(ax, origin + size * axis + 0.06 * aside[i, letter], f"${letter}_{i}$",
                        colour)


def link_frames(robot, q):
    """Figure 1.5: the frames of the links by the book's rule."""
    fig, ax = drawing.figure(width=6.4, height=5.6, view=(22, -72))
    drawing.mechanism(ax, robot, q, frames=[], size=0.03)
    frames(ax, robot.at(q), 0.2, {(0, "z"): X, (2, "z"): X})
    show(fig, _("A small robot: joint 1 turns a column, joint 2 at its top lifts an arm, joint 3 "
                "slides along the arm. Four frames, in the base, at the top of the column, in the "
                "slide and in the gripper. The blue axis of each lies on the joint that follows."),
         _("Figure 1.5. Each joint moves about or along the blue axis of the frame before."))


# -- section 1.4: geometric parameters -------------------------------------------------------
def mounting_steps(angles):
    """A frame turned by (alpha, beta) in two steps, and the second step done wrongly."""
    taus = (by_turns("x", angles[:1]), by_turns("xy", angles[:2]),
            by_turns("xy", angles[:2], moving=False))
    fig, axes = drawing.figure(3, axes=False, width=9.4, height=3.8, titles=[
        _("after α about x"), _("then β about the moved v"), _("then β about the old y")])
    for ax, tau in zip(axes, taus):
        drawing.turned(ax, tau)
        ax.set_title(ax.get_title(), y=1.1, fontsize=LETTERS - 1, color=COLOUR["ink"])
    show(fig, _("Over a pale frame 1: after α, w points against y. After β about the moved v, w "
                "points along x and u along y. In the third drawing, β about the old y, w still "
                "points against y."),
         _("Second drawing: w has come to x, as it should. Third: it still points against y."))


def length_vectors(robot):
    """Figure 1.7: the mechanism at q = 0 with its vectors l_i."""
    fig, ax = drawing.figure(width=7, height=5.2, view=(20, -65))
    q = np.zeros(robot.n)
    drawing.mechanism(ax, robot, q, labels=False, frames=[])
    s = robot.at(q)
    frames(ax, s, 0.15, {(0, "z"): X, (1, "x"): Z, (2, "z"): Z})
    for i in range(1, robot.n + 1):
        start, end = s.t(i - 1), s.t(i)
        aside = np.array([0, -0.05, 0])
        drawing.vector(ax, start + aside, end + aside, "", COLOUR["purple"], head=0.03)
        letters(ax, (start + end) / 2 + 3 * aside, f"$l_{i}$", COLOUR["purple"], LETTERS + 3)
    show(fig, _("A column with the frames 0 below and 1 above, and a horizontal arm with the "
                "frames 2 and 3. Arrows lead from each origin to the next: one up, two along the "
                "arm."),
         _("Figure 1.7. At zero joint coordinates the vectors $l_i$ lead from origin to origin."))


# -- section 1.4: inertial parameters --------------------------------------------------------
def cloud(points, r):
    """Figure 1.8: the points of a link, its frame i, r_i and the axes through the mass centre."""
    fig, ax = drawing.figure(width=6, height=5.6, view=(18, -50))
    shown = points[:: max(1, len(points) // 900)]
    ax.scatter(*shown.T, s=3, color=COLOUR["sky"], alpha=0.5)
    drawing.frame(ax, label="i", size=0.22)
    drawing.frame(ax, origin=r, size=0.14, names="", width=1.6)
    drawing.vector(ax, (0, 0, 0), r, "", COLOUR["purple"], width=3, head=0.04)
    letters(ax, 0.5 * r - (0.1, 0.08, 0), "$r_i$", COLOUR["purple"], LETTERS + 3)
    drawing.set_equal(ax, shown)
    ax.zaxis.set_tick_params(pad=19)                         # or a minus sign lies on the axis
    ax.zaxis.labelpad = 34
    show(fig, _("A cloud of points in the shape of an upright cylinder with a disc at each end, "
                "the lower one set aside. An arrow leads from the frame at the top down to the "
                "centre of mass, where a second, parallel frame stands."),
         _("Figure 1.8. $r_i$ leads to the centre of mass; $J_i$ is counted along the small frame "
           "there, parallel to frame $i$."))


def extremes(J, moment):
    """Moments about many axes: by w J w with each sign off the diagonal, and by moment(axis)."""
    turn = np.linspace(0, 2 * np.pi, 121)
    axes = np.stack([0 * turn, np.cos(turn), np.sin(turn)], -1)
    fig, ax = drawing.figure(three_d=False, width=7, height=3.4)
    wrong = J * (2 * np.eye(3) - 1)
    ax.plot(np.degrees(turn), [moment(axis) for axis in axes], color=COLOUR["grey"], lw=5,
            label=_("point by point"))
    for matrix, style, colour, name in ((J, "-", "purple", _("minus off the diagonal")),
                                        (wrong, "--", "orange", _("plus off the diagonal"))):
        ax.plot(np.degrees(turn), np.einsum("ki,ij,kj->k", axes, matrix, axes), style,
                color=COLOUR[colour], label=name)
    ax.set(aspect="auto", xlabel=_("direction of the axis, degrees from y towards z"),
           ylabel=_("moment, kg·m²"), xticks=range(0, 361, 45))
    ax.legend(fontsize=NUMBERS, ncol=3, loc="lower center", bbox_to_anchor=(0.5, 1),
              columnspacing=1, handlelength=1.5)
    show(fig, _("Three curves over the direction of an axis. The one with the minus lies on the "
                "thick grey one that was counted point by point; the one with the plus is its "
                "mirror image and meets it on the coordinate axes only."),
         _("On the coordinate axes, at 0, 90, 180 degrees, nobody notices the wrong sign."))


# -- a real robot ----------------------------------------------------------------------------
def kawasaki(robot):
    """The FS20N at q = 0, drawn to scale in its plane, with its lengths and its axes."""
    s = robot.at(np.zeros(6))
    y, z = np.array([s.t(k, frame="B", origin="B")[1:] for k in (0, 1, 2, 3, 4, 5)]).T
    fig, ax = drawing.figure(three_d=False, width=6.2, height=6.4)
    ax.plot(y, z, "-", color=COLOUR["link"], lw=4, solid_capstyle="round", zorder=2)
    for k in (1, 2, 4):                                     # axes at right angles to the paper
        ax.plot(y[k], z[k], "o", ms=13, mfc=COLOUR["revolute"], mec=COLOUR["ink"], zorder=3)
    for k in (0, 3, 5):                                     # axes in the paper
        ax.plot([y[k], y[k]], [z[k] - 0.07, z[k] + 0.07], lw=9, color=COLOUR["orange"],
                solid_capstyle="butt", zorder=3)
    for j, (place, shift) in enumerate(zip(zip(y, z), (-0.13, 0.1, 0.1, -0.1, 0.1, -0.1)), 1):
        ax.text(place[0] + shift, place[1], str(j), fontsize=LETTERS, ha="center", va="center",
                bbox={"boxstyle": "circle,pad=0.15", "fc": "white", "ec": COLOUR["ink"]})
    for where, name in (((0.075, -0.09), "$L_1$"), ((0.22, 0.42), "$L_2$"), ((0.17, 0.91), "$L_3$"),
                        ((0.0, 1.15), "$L_4$"), ((0.22, 1.61), "$L_5$")):
        ax.text(*where, name, fontsize=LETTERS + 3, color=COLOUR["purple"], ha="center",
                va="center", math_fontfamily="stix")
    for k, letter, colour in ((0, "Y_B", drawing.AXES[1]), (1, "Z_B", drawing.AXES[2])):
        way = 0.18 * np.eye(2)[k]
        ax.annotate("", way + (-0.45, -0.1), (-0.45, -0.1),
                    arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 2.5})
        ax.text(*(1.35 * way + (-0.45, -0.1)), f"${letter}$", color=colour, fontsize=LETTERS,
                ha="center", va="center", math_fontfamily="stix")
    ax.set(xlim=(-0.6, 0.5), ylim=(-0.2, 1.75), aspect="equal", xlabel=_("y, m"),
           ylabel=_("z, m"))
    show(fig, _("The robot stretched upwards, seen from the side. Joint 1 on the vertical axis; "
                "joint 2 beside it by L_1; joint 3 above it by L_2; joint 4 back towards the axis "
                "by L_3; joint 5 above by L_4; joint 6 above by L_5. Circles are axes that point "
                "out of the paper, bars are axes in it."),
         _("The Kawasaki FS20N at zero joint coordinates: bars 1, 4, 6 turn about vertical axes, "
           "circles 2, 3, 5 about axes at right angles to the paper."))
