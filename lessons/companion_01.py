"""Figures of lesson 1 that take more lines than a cell should hold.

What they show is computed by robokit; here it is only drawn.
"""

from __future__ import annotations

import numpy as np
from matplotlib.ticker import MaxNLocator

from robokit import coordinates, drawing, laws
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.laws import by_turns, gap
from robokit.rotation import tau_z

X, Y, Z = np.eye(3)
CUT = (0, 3 * np.pi / 2)                # a workspace is drawn without its front quarter
VIEW = (20, -55)
MOVES = (COLOUR["orange"], COLOUR["purple"], COLOUR["sky"])          # traces of joints 1, 2, 3
NUMBER = dict(boxstyle="circle,pad=0.15", fc="white", ec=COLOUR["ink"], lw=0.7)


# -- section 1.1: the four structures -------------------------------------------------------
STRUCTURES = {              # name: shape of the workspace, sides of the numbers, words, caption
    "rectangular": (coordinates.cartesian(), "<>>", "a block with edges of one metre",
                    "Figure 1.1. Rectangular: three straight paths span a block."),
    "cylindrical": (coordinates.cylindrical(CUT), "<><",
                    "a cylinder with a cylindrical hole, its front quarter cut away",
                    "Figure 1.2. Cylindrical: one path has become a circle; the workspace is a "
                    "cylinder with a dead zone."),
    "spherical": (coordinates.spherical(CUT), "<>^",
                  "a ball with a smaller ball taken out of it, cut off by cones above and below, "
                  "its front quarter cut away",
                  "Figure 1.3. Spherical: two circles; the workspace is a truncated hollow ball "
                  "about the shoulder."),
    "angular": (coordinates.angular(CUT, (-np.pi / 2, np.pi / 2), (0, np.pi)), "<>>",
                "a ball with a small ball in its middle left out, its front quarter cut away",
                "Figure 1.4. Angular: circles only; the workspace is almost a whole ball.")}


def structure(arm, q):
    """Figures 1.1 to 1.4: a scheme with the traces of its joints, and the workspace cut open."""
    shape, sides, words, caption = STRUCTURES[arm.name]
    fig, (left, right) = drawing.figure(2, width=9, height=3.6, view=VIEW,
                                        titles=["(a) scheme", "(b) workspace"])
    drawing.mechanism(left, arm, q, frames=["B"], labels=False)
    s = arm.at(q)
    right_hand = np.array([np.cos(np.radians(VIEW[1] + 90)), np.sin(np.radians(VIEW[1] + 90)), 0])
    shift = {"<": -right_hand, ">": right_hand, "^": Z}
    for j, side in enumerate(sides, 1):
        number(left, s.t(j - 1, frame="B", origin="B") + 0.17 * shift[side], str(j))
        drawing.line3d(left, trace(arm, q, j), MOVES[j - 1], 2.2)
    faces(right, shape)
    for ax in (left, right):
        drawing.set_equal(ax)
        for axis, most in ((ax.xaxis, 4), (ax.yaxis, 4), (ax.zaxis, 5)):   # none where axes meet
            axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10], prune="both"))
        ax.xaxis.labelpad = ax.yaxis.labelpad = 14
    drawing.show(fig, f"Left: {drawing.describe(arm, q)}; coloured lines are the paths of the "
                 f"gripper when one joint moves. Right: {words}.", caption, equal=False)


def trace(arm, q, j, count=61):
    """Places of the end point while joint j runs through its limits, (count, 3)."""
    poses = np.tile(np.asarray(q, float), (count, 1))
    poses[:, j - 1] = np.linspace(*arm.limits[j - 1], count)
    return arm.at(poses).t(3, frame="B", origin="B")


def number(ax, place, text):
    ax.text(*place, text, fontsize=NUMBERS, ha="center", va="center", bbox=NUMBER, zorder=200)


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
        x, _, z = np.moveaxis(arm.at(q * Z).t(3, frame="B", origin=1), -1, 0)
        q[..., 1] -= np.arctan2(z, x)
    return arm.at(q).t(3, frame="B", origin="B")


def meridians(arms, titles, count=23):
    """A vertical half-plane: shaded what the arm reaches, dots where its end has been."""
    fig, axes = drawing.figure(len(arms), three_d=False, width=3.4 * len(arms), height=3.8,
                               titles=titles)
    x, z = np.linspace(0, 1, 241), np.linspace(-0.5, 1.5, 481)
    places = np.stack(np.broadcast_arrays(x, 0, z[:, None]), -1)
    for ax, arm in zip(axes, arms):
        points = grid(arm, count)
        ax.contourf(x, z, arm.reaches(places), [0.5, 2], colors=[COLOUR["sky"]], alpha=0.45)
        ax.plot(np.hypot(points[:, 0], points[:, 1]), points[:, 2], ".", ms=2.5,
                color=COLOUR["ink"])
        ax.set(xlabel="from the axis, m", ylabel="height, m", xlim=(-0.05, 1.05),
               ylim=(-0.5, 1.5), xticks=(0, 0.5, 1), yticks=(-0.5, 0, 0.5, 1, 1.5))
    drawing.show(fig, "Left a full half disc, in the middle a half disc with a small bite at the "
                 "shoulder, right a crescent along the outer curve. All dots lie on shaded ground.",
                 "Only equal links without stops give a whole ball; with stops a crescent is left.")


def grid(arm, count):
    """End points for many values of every joint but a first one that turns, (m, 3)."""
    ranges = [np.linspace(*bounds, count) for bounds in arm.limits]
    if arm.sigma[0]:
        ranges[0] = np.zeros(1)
    q = np.stack(np.meshgrid(*ranges, indexing="ij"), -1).reshape(-1, 3)
    return arm.at(q).t(3, frame="B", origin="B")


def reach_picture(arm, shoulder, elbow):
    """The angular structure in its own plane, over what it reaches; angles in degrees."""
    q = np.radians([0, shoulder, elbow])
    s = arm.at(q)
    joints = np.array([s.t(k, frame="B", origin="B") for k in ("B", 1, 2, 3)])
    fig, ax = drawing.figure(three_d=False, width=4.8, height=4.4)
    upper, fore = (np.linalg.norm(joints[k] - joints[k - 1]) for k in (2, 3))
    for radius in (abs(upper - fore), upper + fore):
        turn = np.linspace(-np.pi, np.pi, 181)
        ax.plot(radius * np.cos(turn), 0.5 + radius * np.sin(turn), color=COLOUR["sky"])
    ax.plot(joints[:, 0], joints[:, 2], "o-", color=COLOUR["link"], lw=3, ms=8, mfc="white")
    ax.set(xlabel="x, m", ylabel="z, m", xlim=(-1, 1), ylim=(-0.5, 1.5))
    distance = np.linalg.norm(joints[3] - joints[1])
    drawing.show(fig, f"The arm in a vertical plane, shoulder at {shoulder} and elbow at {elbow} "
                 f"degrees, its end {distance:.2f} m from the shoulder, between two circles.",
                 f"Distance from the shoulder {distance:.2f} m; only the elbow changes it.")


# -- sections 1.2 and 1.3: frames and joint coordinates --------------------------------------
def joint_coordinates():
    """Figure 1.6: what a revolute and a prismatic joint do to the link that they carry."""
    fig, (left, right) = drawing.figure(2, axes=False, width=9, height=4.2, view=(24, 30),
                                        titles=[r"revolute: turned by $\theta_i$",
                                                "prismatic: shifted by $s_i$"])
    for ax, names in ((left, "xyz"), (right, ["x", "y", ""])):
        drawing.frame(ax, label="i-1", fade=True, names=names)
    drawing.frame(left, tau_z(np.radians(40)), label="i", size=0.85, names=["x", "y", ""])
    drawing.arc(left, Z, X, np.radians(40), r"$\theta_i$", radius=0.6)
    drawing.frame(right, origin=(0, 0, 0.6), label="i", size=0.85)
    drawing.vector(right, (0.03, -0.12, 0), (0.03, -0.12, 0.6), "", COLOUR["orange"], width=2.5)
    letters(right, (0.03, -0.24, 0.25), "$s_i$", COLOUR["orange"])
    drawing.show(fig, "Left: the bright frame i has turned from x towards y by an angle in the "
                 "plane of x and y of the pale frame i-1, z stays. Right: it has been carried up "
                 "along z without turning.",
                 "Figure 1.6. Both motions belong to the axis Z of frame i-1.")


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


def letters(ax, place, text, colour, size=LETTERS):
    """A formula written at a place of space (3,)."""
    ax.text(*place, text, color=colour, fontsize=size, ha="center", va="center",
            math_fontfamily="stix", zorder=100)


def link_frames(robot, q):
    """Figure 1.5: the frames of the links by the book's rule."""
    fig, ax = drawing.figure(width=6.4, height=5.6, view=(22, -100))
    drawing.mechanism(ax, robot, q, frames=[], size=0.03)
    frames(ax, robot.at(q), 0.2, {(0, "z"): X, (2, "z"): X})
    drawing.show(fig, drawing.describe(robot, q) + ". The blue axis of each frame lies on the "
                 "joint that follows; the last one points out of the gripper.",
                 "Figure 1.5. Each joint moves about or along the blue axis of the frame before.")


def departure(robot, q, i, k, step=0.4):
    """How far a point of link i on the axis Z_k leaves its way when joint i moves by a step.

    On the axis of the joint it stays (revolute) or slides along the axis (prismatic). Metres.
    """
    before, after = robot.at(q), robot.at(q + step * np.eye(robot.n)[i - 1])
    axis = before.tau(0, k)[:, 2]
    point = before.t(k) + 0.3 * axis                                        # on Z_k, in frame 0
    there = after.t(i, before.tau(i, 0) @ (point - before.t(i)))            # carried by link i
    return gap(there, point + (1 - robot.sigma[i - 1]) * step * axis)


# -- section 1.4: geometric parameters -------------------------------------------------------
def mounting_steps(angles):
    """A frame turned by (alpha, beta) in two steps, and the second step done wrongly.

    Returns the third frame, (3, 3): beta about the Y that has stayed behind.
    """
    slip = by_turns("xy", angles[:2], moving=False)
    drawing.compare([by_turns("x", angles[:1]), by_turns("xy", angles[:2]), slip],
                    "Over a pale frame 1: after alpha, w points against y. After beta about "
                    "the moved v, w points along x and u along y. In the third drawing, beta about "
                    "the old y, w still points against y.",
                    "Second drawing: w has come to x, as it should. Third: it stays down.",
                    titles=["after α about x", "then β about the moved v",
                            "then β about the old y"])
    return slip


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
    drawing.show(fig, "A column with the frames 0 below and 1 above, and a level arm with the "
                 "frames 2 and 3. Arrows lead from each origin to the next: one up, two along the "
                 "arm.", "Figure 1.7. At zero joint coordinates the vectors $l_i$ lead from origin "
                 "to origin.")


# -- section 1.4: inertial parameters --------------------------------------------------------
def points_of(rng, link, per_kg=2000):
    """Masses and places of points that fill the cylinders of a link: (m, R, H, axis, centre)."""
    clouds = [filled(rng, *part, count=per_kg * part[0]) for part in link]
    return map(np.concatenate, zip(*clouds))


def filled(rng, m, R, H, axis, r, count):
    """Points of equal mass that fill a cylinder: masses (count,) and places (count, 3)."""
    turn, radius = rng.uniform(0, 2 * np.pi, count), R * np.sqrt(rng.random(count))
    along = rng.uniform(-H / 2, H / 2, count)
    local = np.stack([along, radius * np.cos(turn), radius * np.sin(turn)], -1)
    order = {"x": [0, 1, 2], "y": [2, 0, 1], "z": [1, 2, 0]}[axis]
    return np.full(count, m / count), local[:, order] + np.asarray(r, float)


def cloud_picture(masses, points, r):
    """Figure 1.8: the points of a link, its frame i, r_i and the axes through the mass centre."""
    fig, ax = drawing.figure(width=6, height=5.6, view=(18, -50))
    shown = points[:: max(1, len(points) // 900)]
    ax.scatter(*shown.T, s=3, color=COLOUR["sky"], alpha=0.5)
    drawing.frame(ax, label="i", size=0.22)
    drawing.frame(ax, origin=r, size=0.14, names="", width=1.6)
    drawing.vector(ax, (0, 0, 0), r, "", COLOUR["purple"], width=3, head=0.04)
    letters(ax, 0.5 * r - (0.1, 0.08, 0), "$r_i$", COLOUR["purple"], LETTERS + 3)
    drawing.set_equal(ax, shown)
    drawing.show(fig, f"A cloud of {len(shown)} points in the shape of an upright cylinder with a "
                 "disc at each end, the lower one set aside. An arrow leads from the frame at the "
                 "top down to the centre of mass, where a second, parallel frame stands.",
                 "Figure 1.8. $r_i$ leads to the centre of mass; $J_i$ is counted along the small "
                 "frame there, parallel to frame i.")


def extremes(J, masses, points):
    """Moments of inertia about many axes through the mass centre, against the entries of J."""
    d = points - masses @ points / masses.sum()
    turn = np.linspace(0, 2 * np.pi, 181)
    axes = np.stack([0 * turn, np.cos(turn), np.sin(turn)], -1)
    exact = [masses @ np.sum(np.cross(a, d)**2, axis=1) for a in axes]
    fig, ax = drawing.figure(three_d=False, width=7, height=3.4)
    wrong = J * (2 * np.eye(3) - 1)
    ax.plot(np.degrees(turn), exact, color=COLOUR["grey"], lw=5, label="point by point")
    for matrix, style, colour, name in ((J, "-", "purple", "minus off the diagonal"),
                                        (wrong, "--", "orange", "plus off the diagonal")):
        ax.plot(np.degrees(turn), np.einsum("ki,ij,kj->k", axes, matrix, axes), style,
                color=COLOUR[colour], label=name)
    ax.set(aspect="auto", xlabel="direction of the axis, degrees from y towards z",
           ylabel="moment, kg m²", xticks=range(0, 361, 45))
    ax.legend(fontsize=NUMBERS, ncol=3, loc="lower center", bbox_to_anchor=(0.5, 1),
              columnspacing=1, handlelength=1.5)
    drawing.show(fig, "Three curves over the direction of an axis. The one with the minus lies on "
                 "the thick grey one that was counted point by point; the one with the plus is its "
                 "mirror image and meets it on the coordinate axes only.",
                 "On the coordinate axes, at 0, 90, 180 degrees, nobody notices the wrong sign.")


def as_printed(body, drive_3, drive_2):
    """Appendix 5 as printed: the tensor of the link (3, 3) and its centre of mass (3,).

    The shifts lack their squares and products; the mass that the centre is divided by has
    halves of the drives. Shifts are counted from the true centre, so that each fault stands alone.
    """
    whole, J = body + drive_3 + drive_2, np.zeros((3, 3))
    for part in (body, drive_3, drive_2):
        d = part.r - whole.r
        J += part.J + part.m * np.diag([np.linalg.norm(d), d[2], d[1]])
    return J, whole.m * whole.r / (drive_2.m / 2 + body.m + drive_3.m / 2)


# -- exercises -------------------------------------------------------------------------------
def unfit(answers, shape):
    """True, and said, when a check has to stop: answers are open or have another shape."""
    ready = laws.same(answers, answers)
    if ready and np.shape(answers) != shape:
        ready = laws.Finding(False, f"an answer needs shape {shape[1:]}, "
                                    f"yours has {np.shape(answers)[1:]}")
    if not ready:
        laws.report(ready)
    return not ready


def check_coordinates(arm, answer):
    """Exercise 1: the arm is drawn at the answer; its end must stand at the wanted places."""
    places = np.array([[0.5, 0.3, 0.4], [-0.6, 0.2, 0.7], [-0.3, -0.5, 0.2]])
    found = [answer(place.copy()) for place in places]
    if unfit(found, (3, 3)):
        return
    fig, ax = drawing.figure(width=5.2, height=4.2, view=VIEW)
    drawing.mechanism(ax, arm, np.array(found[0], float), frames=["B"], labels=False)
    ax.scatter(*places[0], s=60, color=COLOUR["orange"])
    drawing.show(fig, "The arm at your coordinates and an orange dot at the first place, "
                 f"{places[0]}.", "Exercise 1. The gripper must hold the dot.")
    q = np.array(found, float)
    inside = (arm.limits[:, 0] <= q) & (q <= arm.limits[:, 1])
    laws.report(laws.same(arm.at(q).t(3, frame="B", origin="B"), places,
                          "the end stands at the places that were asked for"),
                laws.Finding(bool(inside.all()), "no joint is beyond its limits"))


def check_reading(reading):
    """Exercise 2: the joint type and coordinate from two poses of a link."""
    answers = [reading(tau, t) for tau, t in ((tau_z(0.6), 0 * Z), (np.eye(3), 0.25 * Z),
                                              (tau_z(-2.2), 0 * Z))]
    if unfit(answers, (3, 2)):
        return
    poses = [(tau_z(s * q), (1 - s) * q * Z) for s, q in answers]
    fig, axes = drawing.figure(3, axes=False, width=9, height=3.4)
    for ax, (tau, t) in zip(axes, poses):
        drawing.frame(ax, fade=True)
        drawing.frame(ax, tau, t, names="uvw", size=0.8)
    drawing.show(fig, "Three frames, each over the pale frame i-1, as your sigma and q put them.",
                 "Exercise 2. Turned, lifted, turned far back: so they should stand.")
    laws.report(laws.same([p[0] for p in poses], [tau_z(0.6), np.eye(3), tau_z(-2.2)], "the turns"),
                laws.same([p[1] for p in poses], [0 * Z, 0.25 * Z, 0 * Z], "the shifts"))


def check_dumbbell(dumbbell):
    """Exercise 4: laws of a tensor, and two discs of points that are counted by (1.2)."""
    lengths = np.linspace(0, 1, 21)
    if unfit([dumbbell(x) for x in lengths], (21, 3, 3)):
        return
    J = np.array([dumbbell(x) for x in lengths], float)
    fig, ax = drawing.figure(three_d=False, width=5, height=3)
    for k, colour in enumerate(drawing.AXES):
        ax.plot(lengths, J[:, k, k], color=colour, label=f"$J_{{{'xyz'[k] * 2}}}$")
    ax.set(aspect="auto", xlabel="distance of the discs, m", ylabel="moment, kg m²")
    ax.legend(fontsize=NUMBERS)
    drawing.show(fig, "Three moments of inertia over the distance of the two discs.",
                 "Exercise 4. Two moments must grow with the square, one must not care.")
    half, full = (J[k] - J[0] for k in (10, 20))
    laws.report(laws.symmetric_positive(J[10]),
                laws.same(J[:, 0, 0], np.full(21, J[0, 0, 0]), "about the shaft nothing changes"),
                laws.same(full, 4 * half, "twice the distance adds four times as much"),
                laws.same(J[0, 0, 0], 2 * J[0, 1, 1], "together they are one disc: J_xx = 2 J_yy"),
                counted(J[8], [(3, 0.1, 0, "x", (side * lengths[8] / 2, 0, 0))
                               for side in (1, -1)]))


def counted(J, link):
    """The moments of J against those of points that fill the cylinders of a link, within 2 %."""
    masses, (x, y, z) = (a.T for a in points_of(np.random.default_rng(2), link))
    moments = masses @ np.stack([y**2 + z**2, x**2 + z**2, x**2 + y**2], -1)
    return laws.Finding(bool((np.abs(np.diag(J) / moments - 1) < 0.02).all()),
                        "a cloud of points, counted, has these moments")
