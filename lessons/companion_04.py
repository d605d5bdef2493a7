"""What lesson 4 shows but need not spell out: figures and exercise checks.

Every figure is drawn with robokit.drawing; every check of an exercise is a law or a case that
the lesson itself states. Figures of the arm's plane look from the end of Z_1: X_1 points up
and Y_1 to the left.
"""

from __future__ import annotations

import textwrap

import numpy as np

from robokit import Mechanism, drawing, laws
from robokit.drawing import AXES, COLOUR
from robokit.rotation import tau_y, tau_z

Z = np.array([0, 0, 1])
BRANCH = {1: "#3fa7d6", -1: "#e08a00"}  # colours of k_w = +1 and -1


def dot(a, b):
    """Scalar products of the vectors of two batches."""
    return np.einsum("...i,...i", a, b)


def miss(found, true):
    """Largest difference of angles, whole turns apart, to three digits; 0.0 below 1e-6."""
    size = float(np.abs(np.angle(np.exp(1j * (np.asarray(found) - true)))).max())
    return float(f"{size:.3g}") if size > 1e-6 else 0.0


def worst(found, true):
    """Largest difference of an angle in each row, whole turns apart; nan counts as pi."""
    return np.nan_to_num(np.abs(np.angle(np.exp(1j * (found - true)))), nan=np.pi).max(axis=-1)


def share(found, true):
    """How many angles or signs of a batch agree, whole turns apart, of how many."""
    right = np.abs(np.exp(1j * np.asarray(found)) - np.exp(1j * np.asarray(true))) < 1e-6
    return f"{right.sum()} of {right.size}"


# -- second ways --------------------------------------------------------------------------
def pose_map(robot, q):
    """How the gripper's place and turn follow small motions of the joints. (6, n)

    By central differences of the forward problem: rows t in {B}, then the axial vector of
    dtau tau^T.
    """
    tau = robot.forward_kinematics(q)[1]
    columns = []
    for d in np.eye(robot.n):
        dt, dtau = (laws.rate(lambda x, k=k: robot.forward_kinematics(x)[k], q, d) for k in (0, 1))
        spin = dtau @ tau.T
        columns.append([*dt, spin[2, 1], spin[0, 2], spin[1, 0]])
    return np.array(columns).T


def with_wrist(robot, q, tau_06, k_w=1):
    """The joint coordinates q with q_4, q_5, q_6 set so that frame 6 is turned by tau_06."""
    q = np.array(q, float)
    axes = robot.at([*q[:3], 0, 0, 0]).tau(3, 0) @ tau_06
    sine = np.hypot(*axes[:2, 2])
    q[3] = np.arctan2(k_w * axes[0, 2], -k_w * axes[1, 2])
    q[4] = np.arctan2(-k_w * sine, axes[2, 2])
    c, s = np.cos(q[3]), np.sin(q[3])
    q[5] = np.arctan2(c * axes[0, 1] + s * axes[1, 1], -c * axes[0, 0] - s * axes[1, 0])
    return q


def off(robot, q, pose):
    """How far place or turn of the gripper at q are from a pose (t, tau)."""
    return max(laws.gap(a, b) for a, b in zip(robot.forward_kinematics(q), pose))


def change(robot, q, moved):
    """Largest change of place or turn of the gripper between two sets of joint coordinates."""
    return off(robot, q, robot.forward_kinematics(moved))


def named(robot, q, tolerance=1e-9):
    """The singular configurations that q is in."""
    return [name for name, yes in robot.singular(q, tolerance).items() if yes]


def refusal(robot, pose):
    """What robokit says of a pose that it cannot reach."""
    try:
        return robot.inverse_kinematics(pose, 1, 1, 1)
    except ValueError as said:
        return textwrap.fill(str(said), 84, subsequent_indent="  ")


def turned_at_joint_1(robot, q, step):
    """Joint 1 turned by `step`, the wrist making up for it in orientation."""
    return with_wrist(robot, q + step * np.eye(6)[0], robot.at(q).tau(0, 6))


def singular_three(robot):
    """A configuration singular at the shoulder, one at the elbow, one at the wrist."""
    L_1, L_2, L_3, L_4 = robot.l[0, 1], robot.l[1, 0], robot.l[2, 1], robot.l[3, 0]
    lean = np.arctan2(L_3, L_4)                              # of the line from elbow to C
    back = np.arcsin(-(L_1 + L_2 * np.sin(0.3)) / np.hypot(L_3, L_4))   # ends over joint 1
    return (np.array([0.5, 0.3, 0.3 - back - lean, 0.4, 0.9, 0.3]),
            np.array([0.5, 0.5, -lean, 0.4, 0.9, 0.3]), np.array([0.5, 0.5, -0.9, 0.4, 0.0, 0.3]))


def finite_steps(robot, wrist, shoulder, elbow, step):
    """Pairs (q, moved) at the three singular configurations, moved along what the rank has lost."""
    lost = np.linalg.svd(pose_map(robot, elbow))[2][-1]      # the pose does not follow it, at first
    return ((wrist, wrist + [0, 0, 0, step, 0, -step]),
            (shoulder, turned_at_joint_1(robot, shoulder, step)), (elbow, elbow + step * lost))


def joint_step(joint):
    """A small positive turn of one joint."""
    return 1e-5 * np.eye(6)[joint - 1]


def leaves_column(robot, q):
    """+1 where a positive turn of joint 2 moves the wrist centre away from the axis Z_0."""
    out = [np.hypot(*robot.at(q + sign * joint_step(2)).t(4)[..., :2].T) for sign in (1, -1)]
    return np.sign(out[0] - out[1])


def straightens(robot, q):
    """+1 where a positive turn of joint 5 brings the hand, Z_6, nearer to the forearm, Z_3."""
    bend = [np.arccos(dot(s.tau(0, 3)[..., 2], s.tau(0, 6)[..., 2]))
            for s in (robot.at(q - joint_step(5)), robot.at(q + joint_step(5)))]
    return np.sign(bend[0] - bend[1])


def elbow_index(robot, q, line):
    """The printed index of the elbow with Z_3 (line="Z_3"), or with l_42."""
    s = robot.at(q)
    arrow = s.tau(0, 3)[..., 2] if line == "Z_3" else s.t(4, origin=2)
    return np.sign(dot(np.cross(s.tau(0, 2)[..., 0], arrow), s.tau(0, 1)[..., 2]))


def elbows_of_one_index(robot, q, line):
    """In how many poses of q both elbows have one index, and how straight those are, in words.

    The angle, in degrees, is that between upper arm and the line elbow to C, from 0 or 180.
    """
    k_s, _, k_w = robot.kci(q)
    pose = robot.forward_kinematics(q)
    up, down = (elbow_index(robot, robot.inverse_kinematics(pose, k_s, k_e, k_w), line)
                for k_e in (1, -1))
    s = robot.at(q)
    sine = np.linalg.norm(np.cross(s.tau(0, 2)[..., 0], _unit(s.t(4, origin=2))), axis=-1)
    off = np.degrees(np.arcsin(max(sine[up == down], default=0.0)))
    return f"in {np.sum(up == down)} of {len(q)} poses, up to {off:.1f}° from straight"


def elbow_above(robot, q):
    """+1 where the elbow is above the line from shoulder to C, or below it with C behind."""
    s = robot.at(q)
    X_1, Y_1 = s.tau(0, 1)[..., 0], s.tau(0, 1)[..., 1]
    elbow, C = s.t(2, origin=1), s.t(4, origin=1)
    above = np.sign(dot(elbow, X_1) - dot(C, X_1) * dot(elbow, Y_1) / dot(C, Y_1))
    return np.where(dot(C, Y_1) > 0, above, -above)


def swing(robot, q, degrees, miss=0.0, k_w=1):
    """Joint angles while the hand swings through the singular wrist, `miss` degrees beside it.

    The hand moves as joint 5 would move it from q with q_4 = q_5 = 0; k_w: +1, -1 or one for
    each. Returns (len(degrees), 6), from the inverse problem.
    """
    q = np.array(q, float)
    s = robot.at(q)
    aside = s.tau(0, 4) @ tau_y(np.radians(miss)) @ s.tau(4, 0)
    turns = [aside @ robot.at(q + [0, 0, 0, 0, np.radians(x), 0]).tau(0, 6) for x in degrees]
    return np.array([with_wrist(robot, q, tau, k)
                     for tau, k in zip(turns, k_w * np.ones(len(degrees)))])


def bound(x):
    """The least power of ten above x."""
    return next(f"{b:.0e}" for b in 10.0 ** np.arange(-15, 2) if x < b)


def arctg(sine, cosine):
    """The printed arctg of a ratio."""
    return np.arctan(sine / cosine)


def appendix_2(robot, pose, indices, l_60=False, angle=np.arctan2, elbow=-1, tau_12=2,
               lean=True):
    """The steps of appendix 2 for a batch of poses; the keywords put printed steps back in.

    l_60: the gripper's vector left on its own axes. angle: arctg or atan2. elbow: the sign
    before k_e A. tau_12: the number of the angle it is taken at. lean: take the lean of the
    forearm off M. Returns (..., 6), radians.
    """
    (t, tau), (k_s, k_e, k_w) = pose, (np.asarray(k)[..., None] for k in indices)
    L_1, L_2, L_3, L_4 = robot.l[0, 1], robot.l[1, 0], robot.l[2, 1], robot.l[3, 0]
    tau_0B, mounted = robot.eps(0), robot.eps("tool").T          # tau_0B, tau_6,tool
    tau_06 = tau_0B @ tau @ mounted.T
    tool = robot.tool.l * np.ones_like(t) if l_60 else (tau_0B @ tau @ robot.tool.l)
    Z_6, X_6 = tau_06[..., 2], tau_06[..., 0]
    l_40 = t @ tau_0B.T - tool - (robot.l[4, 2] + robot.l[5, 2]) * Z_6
    Y_1 = k_s * l_40 * [1, 1, 0] / np.hypot(l_40[..., :1], l_40[..., 1:2])
    Z_1, l_41 = np.cross(-Z, Y_1), l_40 - L_1 * Y_1
    X_1 = np.cross(Y_1, Z_1)
    q_1 = angle(np.cross([1, 0, 0], -Z_1)[..., 2], -Z_1[..., 0])
    d, b = np.linalg.norm(l_41, axis=-1), np.hypot(L_3, L_4)
    P = (L_2 + b + d) / 2
    with np.errstate(invalid="ignore"):                      # a wrong C may be out of reach
        A = 2 * angle(np.sqrt((P - L_2) * (P - d)), np.sqrt(P * (P - b)))
    Q = angle(dot(np.cross(X_1, l_41), Z_1), dot(X_1, l_41))
    q_2 = Q + elbow * k_e[..., 0] * A
    at = q_1 if tau_12 == 1 else q_2
    X_2 = np.cos(at)[..., None] * X_1 + np.sin(at)[..., None] * Y_1
    l_42 = l_41 - L_2 * X_2
    q_3 = angle(dot(np.cross(X_2, l_42), -Z_1), dot(X_2, l_42)) - lean * np.arctan2(L_3, L_4)
    Y_2 = np.cross(-Z_1, X_2)
    Z_3 = np.cos(q_3)[..., None] * X_2 + np.sin(q_3)[..., None] * Y_2
    Z_4 = k_w * np.cross(Z_6, Z_3) / np.sqrt(1 - dot(Z_6, Z_3)**2)[..., None]
    q_4 = angle(dot(np.cross(-Z_1, Z_4), Z_3), dot(-Z_1, Z_4))
    q_5 = angle(dot(np.cross(Z_3, Z_6), Z_4), dot(Z_3, Z_6))
    q_6 = angle(dot(np.cross(Z_4, X_6), Z_6), dot(Z_4, X_6))
    return np.stack([q_1, q_2, q_3, q_4, q_5, q_6], -1)


def with_printed_steps(robot, q):
    """How many configurations come back from their poses: name -> share, for each printed step."""
    pose, (k_s, k_e, k_w) = robot.forward_kinematics(q), robot.kci(q)
    slips = {"all corrected": {}, "l_60 with tau_tool6": {"l_60": True},
             "q_2 = Q + k_e A": {"elbow": 1}, "tau_12 at q_1": {"tau_12": 1},
             "Z_3 along l_42": {"lean": False}, "arctg for atan2": {"angle": arctg}}
    found = {name: appendix_2(robot, pose, (k_s, k_e, k_w), **slip)
             for name, slip in slips.items()}
    found["k_e from Z_3"] = appendix_2(robot, pose, (k_s, elbow_index(robot, q, "Z_3"), k_w))
    return {name: float(np.mean(worst(x, q) < 1e-6)) for name, x in found.items()}


def round_trip(robot, count):
    """robokit's own solution on random configurations: what half of them miss, what all miss.

    In words, with the singular configuration that the worst one is near.
    """
    q = np.random.default_rng(44).uniform(-np.pi, np.pi, (count, 6))
    error = worst(robot.inverse_kinematics(robot.forward_kinematics(q), *robot.kci(q)), q)
    near = " and ".join(named(robot, q[error.argmax()], 0.02))
    return (f"half below {bound(np.median(error))} rad, all below {bound(error.max())} rad, "
            f"the worst near: {near}")


# -- planar arms --------------------------------------------------------------------------
def planar(l, q):
    """Joints and tip of a planar arm: (n + 1, 3), metres; each angle from the link before."""
    turned = np.cumsum(q)
    links = np.stack([l * np.cos(turned), l * np.sin(turned), 0 * turned], -1)
    return np.vstack([np.zeros(3), np.cumsum(links, axis=0)])


def fan(two_links, l, third, target):
    """Solutions of a three-link arm, the direction of its last link swept."""
    return [(*q, phi - sum(q)) for phi in np.linspace(-1.2, 2.4, 13)
            for q in two_links(*l, target - third * np.array([np.cos(phi), np.sin(phi)]))]


def inner_for_outer(l, target):
    """(q_1, q_2) of two links when the triangle's inner angle is taken for the joint's."""
    q_2 = np.arccos((l[0]**2 + l[1]**2 - target @ target) / (2 * l[0] * l[1]))
    toward = np.arctan2(target[1], target[0])
    return toward - np.arctan2(l[1] * np.sin(q_2), l[0] + l[1] * np.cos(q_2)), q_2


def arm(ax, l, q, color="link", width=3.0):
    """A planar arm as a broken line with its joints; returns its points."""
    points = planar(np.asarray(l, float), np.asarray(q, float))
    _bones(ax, points, color, width)
    return points


def _bones(ax, points, color="link", width=3.0):
    drawing.line3d(ax, points, COLOUR[color], width)
    ax.plot(*points[:-1, :2].T, "o", color="white", mec=COLOUR[color], ms=6, zorder=5)


def _circle(ax, centre, radius, color="grey", style=":"):
    turn = np.linspace(0, 2 * np.pi, 121)
    drawing.line3d(ax, np.stack([centre[0] + radius * np.cos(turn),
                                 centre[1] + radius * np.sin(turn), 0 * turn], -1),
                   COLOUR[color], 1, style)


def _turn(ax, start, angle, label="", color="orange", origin=(0, 0, 0), radius=0.3):
    """An angle in the plane with an arrow at its end."""
    origin, start = np.asarray(origin, float), np.asarray(start, float)
    drawing.arc(ax, Z, start, angle, label, COLOUR[color], origin, radius)
    back = 0.15 * np.sign(angle)
    end, before = (origin + radius * tau_z(x) @ start for x in (angle, angle - back))
    ax.annotate("", end[:2], before[:2], arrowprops={
        "arrowstyle": "-|>", "color": COLOUR[color], "shrinkA": 0, "shrinkB": 0,
        "mutation_scale": 12})


def _target(ax, x, y):
    ax.plot(x, y, "x", color=COLOUR["purple"], ms=9, mew=2.5, zorder=6)


def how_many_figure(l, pairs, target, third, directions, far):
    """Two links: two solutions; three links: a fan of them; a target too far: none."""
    fig, axes = drawing.figure(3, three_d=False, width=10.5, titles=[
        "two links: two", "three links: infinitely many", "too far, or too near: none"])
    for q, color in zip(pairs, ("sky", "orange")):
        arm(axes[0], l, q, color)
    _circle(axes[0], (0, 0), l[0])
    _circle(axes[0], target, l[1])
    for q in directions:
        arm(axes[1], [*l, third], q, "sky" if q[1] > 0 else "orange", 1.2)
    for radius in (l[0] + l[1], abs(l[0] - l[1])):
        _circle(axes[2], (0, 0), radius, "ink", "-")
    arm(axes[2], l, [np.arctan2(far[1], far[0]), 0])
    for ax, place in zip(axes, (target, target, far)):
        _target(ax, *place)
    _target(axes[2], 0.05, -0.04)
    drawing.show(fig, "Left: two bent arms from the base to one cross, their elbows where a circle "
                 "about the base meets a circle about the target. Middle: a fan of three-link arms "
                 "that end in one cross. Right: a ring; one cross lies outside it, beyond the "
                 "stretched arm, one in its hole.",
                 "Solutions are where circles meet: in two points, in a whole family, or nowhere.")


def wrong_turn_figure(l, target, right, wrong):
    """The law of cosines with the outer angle, and with the inner one taken for it."""
    fig, axes = drawing.figure(2, three_d=False, width=8, titles=[
        "outer angle: at the target", "inner angle taken for it"])
    for ax, q in zip(axes, (right, wrong)):
        points = arm(ax, l, q)
        first = points[1] / np.linalg.norm(points[1])
        drawing.line3d(ax, [points[1], 1.6 * points[1]], COLOUR["grey"], 1, "--")
        _turn(ax, first, q[1], "$q_2$", origin=points[1], radius=0.14)
        _target(ax, *target)
    points = planar(np.asarray(l), np.asarray(right))
    back = -points[1] / np.linalg.norm(points[1])
    drawing.arc(axes[0], Z, back, right[1] - np.pi, "", COLOUR["sky"], points[1], 0.1)
    axes[0].text(*(points[1] + [-0.12, 0.1, 0])[:2], "inner", color=COLOUR["sky"], ha="center")
    drawing.show(fig, "Left: a two-link arm at its target; the angle q2 is measured from the "
                 "dashed "
                 "prolongation of the first link, the inner angle of the triangle on the other "
                 "side. Right: the arm bent by the inner angle ends far from the target cross.",
                 "The joint angle starts from the prolonged link, the triangle's from the link.")


# -- section 4.2: several solutions, singular configurations --------------------------------
def yaw_pitch(roll=True):
    """The arm of figure 4.1: yaw about Z_0, pitch about Z_1, roll about the last link Z_2.

    roll=False: the third axis lies along the second, and the arm is yaw, pitch, pitch.
    """
    quarter = np.pi / 2
    if not roll:
        return Mechanism([1, 1, 1], [(quarter, 0, 0), (0, 0, 0), (0, 0, 0)],
                         [(0, 0.35, 0), (0, 0.35, 0), (0, 0.25, 0)])
    return Mechanism([1, 1, 1], [(quarter, 0, 0), (-quarter, 0, 0), (0, 0, 0)],
                     [(0, 0.35, 0), (0, 0, 0.35), (0, 0, 0.25)], name="A yaw-pitch-roll arm")


def figure_4_1(robot, first, second):
    """Two sets of joint coordinates, one pose."""
    fig, axes = drawing.figure(2, width=8.4, height=4.6, view=(18, -35), titles=[
        "a:  $q = (0, -30°, 0)$", "b:  $q = (180°, 30°, 180°)$"])
    for ax, q in zip(axes, (first, second)):
        drawing.mechanism(ax, robot, q, frames=[1, "tool"], labels=False, size=0.045)
        drawing.set_equal(ax, [[-0.15, -0.2, 0], [0.5, 0.2, 0.95]])
    drawing.show(fig, f"{drawing.describe(robot, first)}. {drawing.describe(robot, second)}. The "
                 "gripper's frame looks the same in both drawings; the frame of link 1 is turned "
                 "by half a turn.",
                 "Figure 4.1. Links 1 and 2 have turned over, the gripper has not noticed.")


def singular_figure(robot, shoulder, elbow, wrist):
    """The three singular configurations of the Kawasaki, side on."""
    fig, axes = drawing.figure(3, width=10.5, height=4.4, axes=False, view=facing(robot, elbow),
                               titles=["shoulder: $C$ on axis 1", "elbow: stretched",
                                       "wrist: axes 4 and 6 in line"])
    for ax, q, which in zip(axes, (shoulder, elbow, wrist), range(3)):
        drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.04)
        s = robot.at(q)
        D, roll, C, flange = (s.t(i, frame="B", origin="B") for i in (1, 3, 4, 6))
        start, end = ((0 * C, C), (D, C), (roll, flange))[which]
        drawing.line3d(ax, [start - 0.15 * _unit(end - start), end + 0.25 * _unit(end - start)],
                       COLOUR["purple"], 2, "--")
        aside = 0.16 * _unit(np.cross(s.tau("B", 1)[:, 2], end - start))
        ax.text(*(C + aside), "$C$", color=COLOUR["purple"], math_fontfamily="stix", fontsize=14,
                ha="center", va="center", zorder=100)
    drawing.show(fig, "The Kawasaki three times, side on. Left: its wrist centre C on the dashed "
                 "axis of the column. Middle: shoulder, elbow and C on one dashed line. Right: the "
                 "hand in the prolongation of the forearm, one dashed line through both axes.",
                 "Three ways to lose a direction: the dashed line is what coincides.")


# -- figures 4.2 to 4.7: the indices --------------------------------------------------------
def facing(robot, q):
    """The view (elevation, azimuth) from before the end of Z_1, degrees."""
    Z_1 = robot.at(q).tau("B", 1)[:, 2]
    return 14, np.degrees(np.arctan2(Z_1[1], Z_1[0])) - 25


def figures_4_2_and_4_3(robot, front, behind):
    """Shoulder in front and behind, with the vectors of the formula."""
    fig, axes = drawing.figure(2, width=8, height=4.2, axes=False, view=facing(robot, front),
                               titles=["a: in front, $k_s = +1$", "b: behind, $k_s = -1$"])
    for ax, q in zip(axes, (front, behind)):
        drawing.mechanism(ax, robot, q, frames=None, labels=False, size=0.05)
        s = robot.at(q)
        D, C = s.t(1, frame="B", origin="B"), s.t(4, frame="B", origin="B")
        drawing.vector(ax, 0 * C, C, "", COLOUR["purple"], 2, head=0.07)
        drawing.vector(ax, 0 * C, 0.4 * s.tau("B", 0)[:, 2], "$Z_0$", AXES[2], head=0.07)
        for point, name in ((C + [0, 0, 0.12], "$C$"), (0 * C + [0, 0, 0.13], "$O$")):
            ax.text(*point, name, color=COLOUR["purple"], fontsize=14, zorder=100,
                    math_fontfamily="stix")
        for name, k in (("Y_1", 1), ("Z_1", 2)):
            drawing.vector(ax, D, D + 0.5 * s.tau("B", 1)[:, k], f"${name}$", AXES[k], head=0.07,
                           shift=0.2)
        axis, toward = s.tau("B", 1)[:, 2], s.tau("B", 1)[:, 0]
        drawing.arc(ax, axis, toward, 1.0, "", COLOUR["orange"], D, 0.45, width=2.5)
    drawing.show(fig, "The Kawasaki twice with its wrist centre C in one place, a purple arrow to "
                 "it from the base O, where Z0 points down. Left the green axis Y1 points towards "
                 "C, right away from it and the arm reaches C over its back. An orange arc shows "
                 "the positive turn about Z1.",
                 "Figures 4.2 and 4.3. The sign of the projection of OC on Y1 is the index of the "
                 "shoulder; a positive turn about Z1 carries the upright arm towards Y1.")


def in_plane(robot, q):
    """Shoulder, elbow, wrist centre in the plane of the arm, seen from the end of Z_1. (3, 3)

    Also X_2, l_42 and Z_3 in that view, as directions.
    """
    s = robot.at(q)
    view = np.stack([-s.tau(0, 1)[:, 1], s.tau(0, 1)[:, 0], s.tau(0, 1)[:, 2]])
    points = np.stack([0 * Z, view @ s.t(2, origin=1), view @ s.t(4, origin=1)])
    return points, view @ s.tau(0, 2)[:, 0], view @ s.tau(0, 3)[:, 2]


def figures_4_4_and_4_5(robot, up, down):
    """Elbow up and down, from the end of Z_1."""
    fig, axes = drawing.figure(2, three_d=False, width=8, titles=[
        "a: up, $k_e = +1$", "b: down, $k_e = -1$"])
    for ax, q in zip(axes, (up, down)):
        points, X_2, Z_3 = in_plane(robot, q)
        _bones(ax, points)
        elbow = points[1]
        drawing.line3d(ax, points[[0, 2]], COLOUR["grey"], 1, "--")
        drawing.vector(ax, elbow, elbow + 0.35 * X_2, "$X_2$", AXES[0], shift=0.1)
        drawing.vector(ax, elbow, elbow + 0.35 * Z_3, "$Z_3$", AXES[2], shift=0.1)
        bend = np.arctan2(np.cross(X_2, points[2] - elbow)[2], X_2 @ (points[2] - elbow))
        _turn(ax, X_2, bend, origin=elbow, radius=0.22)
        _target(ax, *points[2, :2])
        ax.set(xlabel="along $-Y_1$, m", ylabel="along $X_1$, m", xlim=(-1.3, 0.5),
               ylim=(-0.2, 1.3))
    drawing.show(fig, "Two drawings of the arm in its plane, one wrist position. Left the elbow is "
                 "above the dashed line from shoulder to wrist and the arc from the upper arm to "
                 "the forearm runs anticlockwise; right below it and clockwise. Z3 leans a little "
                 "from the forearm line.",
                 "Figures 4.4 and 4.5, from the end of Z1. The index is the sense of the arc.")


def figures_4_6_and_4_7(bend):
    """Wrist forward and back, from the end of Z_4: Z_3 up, Z_6 turned by q_5."""
    fig, axes = drawing.figure(2, three_d=False, axes=False, width=6.4, height=3.4, titles=[
        "a: forward, $k_w = +1$", "b: back, $k_w = -1$"])
    for ax, q_5 in zip(axes, (-bend, bend)):
        hand = np.array([-np.sin(q_5), np.cos(q_5), 0])
        _bones(ax, np.stack([np.array([0, -0.8, 0]), 0 * Z, 0.8 * hand]))
        drawing.vector(ax, 0 * Z, (0, 0.75, 0), "$Z_3$", AXES[2])
        drawing.vector(ax, 0.2 * hand, 1.1 * hand, "$Z_6$", AXES[2])
        _turn(ax, hand, 0.6, radius=0.5)
        ax.plot(0, 0, "o", color="white", mec=AXES[2], mew=2, ms=13, zorder=6)
        ax.plot(0, 0, "o", color=AXES[2], ms=4, zorder=7)         # an arrow towards the reader
        ax.text(0.14, -0.16, "$Z_4$", color=AXES[2], fontsize=14, math_fontfamily="stix")
        ax.set(xlim=(-1, 1), ylim=(-0.9, 1.2))
    drawing.show(fig, "Two wrists seen from the tip of the axis Z4, a circle with a dot. Left the "
                 "hand is bent to the right and the positive turn, an anticlockwise arc, brings it "
                 "towards Z3; right it is bent to the left and the same turn bends it further.",
                 "Figures 4.6 and 4.7. Forward: a positive turn about Z4 straightens the hand.")


# -- appendix 2 -----------------------------------------------------------------------------
def figure_a2(robot, q):
    """Figure П.2: the vectors by which the pose is taken apart."""
    s = robot.at(q)
    place = {i: s.t(i, frame="B", origin="B") for i in ("B", 1, 2, 4, 6, "tool")}
    O, D, C, six = place["B"], place[1], place[4], place[6]
    A = C * [1, 1, 0]
    fig, ax = drawing.figure(width=7.5, height=6.2, view=(18, 25))
    drawing.mechanism(ax, robot, q, frames=["tool"], labels=False, size=0.022, color="#b8b8b8")
    for start, end, color in ((O, A, "sky"), (O, D, "orange"), (D, C, "purple"), (C, six, "ink"),
                              (six, place["tool"], "ink"), (O, place["tool"], "grey"),
                              (place[2], C, "purple")):
        drawing.vector(ax, start, end, color=COLOUR[color], width=2, head=0.05)
    drawing.line3d(ax, [A, C], COLOUR["grey"], 1, "--")
    for point, name in ((O + [0, -0.08, 0.02], "O"), (A + [0, 0, -0.07], "A"),
                        (C + [0, 0, 0.08], "C"), (D + [0, 0.02, 0.1], "D"),
                        (six + [0, 0.03, 0.07], "6"), ((D + C) / 2 + [0, -0.05, 0.05], "$l_{41}$"),
                        ((place[2] + C) / 2 + [0, 0, 0.07], "$l_{42}$"),
                        (D / 2 + [0, 0, -0.08], "$l_1$"),
                        (0.6 * place["tool"] + [0, 0, -0.06], r"$l_{tool\,0}$")):
        ax.text(*point, name, fontsize=11, math_fontfamily="stix", ha="center", zorder=100)
    drawing.show(fig, f"{drawing.describe(robot, q)}. A grey arrow from O to the gripper is the "
                 "given pose. Back from the gripper lie frame 6 and the wrist centre C, below C "
                 "its "
                 "level shadow A; on the way from O to A stands the shoulder D. Arrows l41 and l42 "
                 "run from shoulder and elbow to C.",
                 "Figure П.2. Gripper, frame 6, wrist centre C, its shadow A: then the shoulder D.")


def figures_a3_to_a5(robot, q):
    """Figures П.3, П.4 and П.5: the angles A, Q and M in the plane of the arm."""
    points, X_2, Z_3 = in_plane(robot, q)
    shoulder, elbow, C = points
    fig, axes = drawing.figure(3, three_d=False, width=10.5, titles=[
        "П.3: the angle $A$", "П.4: the angle $Q$", "П.5: the angles $M$ and $q_3$"])
    for ax in axes:
        _bones(ax, points)
        drawing.line3d(ax, [shoulder, C], COLOUR["purple"], 1.5, "--", "")
        ax.set(xlabel="along $-Y_1$, m", ylabel="along $X_1$, m")
    upper, line = _unit(elbow), _unit(C)
    turn = lambda a, b: np.arctan2(np.cross(a, b)[2], a @ b)
    _turn(axes[0], upper, turn(upper, line), "$A$", radius=0.35)
    up = np.array([0, 1, 0])
    drawing.vector(axes[1], shoulder, 0.6 * up, "$X_1$", AXES[0])
    _turn(axes[1], up, turn(up, line), "$Q$", radius=0.3)
    drawing.vector(axes[2], elbow, elbow + 0.4 * X_2, "$X_2$", AXES[0])
    drawing.vector(axes[2], elbow, elbow + 0.5 * Z_3, "$Z_3$", AXES[2])
    _turn(axes[2], X_2, turn(X_2, _unit(C - elbow)), "$M$", origin=elbow, radius=0.3)
    _turn(axes[2], X_2, turn(X_2, Z_3), "$q_3$", "sky", elbow, 0.15)
    drawing.show(fig, "Three drawings of the triangle shoulder, elbow, wrist centre. A lies at the "
                 "shoulder between upper arm and the dashed line; Q leads from the vertical X1 to "
                 "that line; at the elbow M leads from X2 to the wrist and q3 to Z3, which leans "
                 "away from the line to the wrist.",
                 "Figures П.3 to П.5. Here q2 is Q less A; and M is not q3, for Z3 leans. (Z2 "
                 "points away from us: both are positive clockwise, here negative.)")


def _unit(a):
    return a / np.linalg.norm(a, axis=-1, keepdims=True)


def closing_figure(closes):
    """How many round trips close, with each printed step alone put back in."""
    fig, ax = drawing.figure(three_d=False, width=7, height=3)
    names = list(closes)[::-1]
    for row, name in enumerate(names):
        good = closes[name] == 1
        ax.barh(row, 100 * closes[name], 0.6, color=COLOUR["sky" if good else "orange"])
        ax.text(100 * closes[name] + 1, row, f"{100 * closes[name]:.1f} %", va="center",
                fontsize=11)
    ax.set(aspect="auto", xlabel="poses that lead back, %", ylabel="", xlim=(0, 112))
    ax.set_yticks(range(len(names)), [_as_formula(name) for name in names])
    ax.grid(False)
    shares = ", ".join(f"{name} {100 * share:.1f} %" for name, share in closes.items())
    drawing.show(fig, f"{len(names)} bars, the shares of poses that lead back: {shares}.",
                 "One printed step at a time put back in: four ruin every pose, two only some.")


def _as_formula(name):
    """The names of `with_printed_steps` with their indices set low."""
    low = {"l_60": "$l_{60}$", "tau_tool6": r"$\tau_{tool\,6}$", "tau_12": r"$\tau_{12}$",
           "l_42": "$l_{42}$", "k_e": "$k_e$", "q_1": "$q_1$", "q_2": "$q_2$", "Z_3": "$Z_3$"}
    return " ".join(low.get(word, word) for word in name.split())


def branches_figure(robot, solutions):
    """All branches: one drawing for each shoulder and elbow, in it both wrists."""
    arms = [(k_s, k_e) for k_s in (1, -1) for k_e in (1, -1)]
    fig, axes = drawing.figure(4, width=12, height=4.2, axes=False,
                               view=facing(robot, solutions[1, 1, 1]), titles=[
        f"$k_s = {k_s:+d},\\ k_e = {k_e:+d}$" for k_s, k_e in arms])
    for ax, which in zip(axes, arms):
        drawing.mechanism(ax, robot, solutions[(*which, 1)], frames=["tool"], labels=False,
                          size=0.05)
        for k_w, color in BRANCH.items():
            s = robot.at(solutions[(*which, k_w)])
            C, Z_4 = s.t(4, frame="B", origin="B"), s.tau("B", 4)[:, 2]
            drawing.vector(ax, C, C + 0.4 * Z_4, f"${k_w:+d}$", color, 2.5, head=0.1, shift=0.12)
    drawing.show(fig, "Four drawings of the Kawasaki, one for each shoulder and elbow, its gripper "
                 "always in one place and turned one way. In each a light blue and an orange arrow "
                 "at the wrist centre, opposite to each other, are the axis Z4 of the two wrists.",
                 "All eight branches: four arms, and at each two wrists whose axes Z4 (blue for "
                 "k_w = +1, orange for -1) are opposite. The gripper is the same eight times.")


def branch_figure(robot, q, indices):
    """One branch, with its angles in words."""
    inside = np.all((q >= robot.limits[:, 0]) & (q <= robot.limits[:, 1]))
    fig, ax = drawing.figure(width=5.2, height=5, view=(14, 145))
    drawing.mechanism(ax, robot, q, frames=["B", "tool"])
    drawing.set_equal(ax, [[-0.4, -0.4, -0.2], [0.4, 0.9, 1.0]])
    angles = ", ".join(f"{x:.0f}°" for x in np.degrees(q))
    drawing.show(fig, f"{drawing.describe(robot, q)}; indices {indices}.",
                 f"k_s, k_e, k_w = {indices}: q = {angles}; "
                 f"{'within' if inside else 'beyond'} the joint limits.")


def passing_figure(way, beside, fixed, free, miss_by):
    """Joints 4, 5, 6 along a motion of the hand past and through the singular wrist."""
    fig, axes = drawing.figure(3, three_d=False, width=11.5, height=3.4, titles=[
        f"{miss_by}° beside it", "through it, $k_w$ kept", "through it, $k_w$ changed"])
    fixed = np.where(np.abs(np.abs(fixed) - np.pi) < 1e-6, [0, 0, 0, np.pi, 0, -np.pi], fixed)
    styles = (4, "sky", "-"), (5, "ink", "--"), (6, "orange", "-.")
    for ax, q in zip(axes, (beside, fixed, free)):
        for joint, color, style in styles:
            ax.plot(way, np.degrees(q[:, joint - 1]), style, color=COLOUR[color], lw=2,
                    label=f"$q_{joint}$")
        ax.set(aspect="auto", xlabel="way of the hand, degrees", ylabel="joint, degrees",
               ylim=(-200, 200))
    axes[0].legend(fontsize=9)
    peak = np.abs(np.gradient(np.degrees(np.unwrap(beside[:, 3])), way)).max()
    drawing.show(fig, "Joints 4, 5 and 6 against the motion of the hand. Left joints 4 and 6 run "
                 "half a turn in opposite directions in the middle. Centre they jump by half a "
                 "turn "
                 "at the singular point while joint 5 turns back. Right all three run smoothly.",
                 f"Beside the singular wrist joint 4 runs up to {peak:.0f} times as fast as the "
                 "hand turns; through it, keeping the index costs a jump by 180°.")


def merging_figure(distance, q_2):
    """The elbow angles of both branches against the distance of the target."""
    fig, ax = drawing.figure(three_d=False, width=6.2, height=3.3)
    for branch, color, name in zip(q_2, ("sky", "orange"), ("elbow down", "elbow up")):
        ax.plot(distance, np.degrees(branch), color=COLOUR[color], lw=2, label=name)
    ax.set(aspect="auto", xlabel="distance of the target, m", ylabel="$q_2$, degrees")
    ax.legend(fontsize=9)
    drawing.show(fig, "Two curves of the elbow angle against the distance of the target, mirror "
                 "images; they meet at zero with vertical tangents where the arm is stretched, and "
                 "start at plus and minus 180 degrees where it is folded.",
                 "Two branches meet at a singular configuration, and meet it with infinite slope.")


# -- exercises ------------------------------------------------------------------------------
def check_singular_measure(measure, l):
    """Exercise 1: zero where the map loses rank, and as large as the Jacobian's determinant."""
    q = np.random.default_rng(2).uniform(-3, 3, (5, 2))
    place = lambda q: planar(np.array(l), q)[-1, :2]
    determinant = [abs(np.linalg.det(np.stack([laws.rate(place, x, d) for d in np.eye(2)])))
                   for x in q]
    if measure(q[0]) is not None:
        turn = np.linspace(-np.pi, np.pi, 121)
        fig, ax = drawing.figure(three_d=False, width=6, height=2.6)
        ax.plot(np.degrees(turn), [measure(np.array([0.4, x])) for x in turn], color=COLOUR["sky"])
        ax.set(aspect="auto", xlabel="$q_2$, degrees", ylabel="area, m²")
        drawing.show(fig, "The area of the answer against the elbow angle.",
                     "Exercise 1. It touches zero where the arm is stretched or folded.")
    laws.report(laws.same(measure(np.array([0.4, 0.0])), 0.0, "zero for the stretched arm"),
                laws.same(measure(np.array([0.4, np.pi])), 0.0, "zero for the folded arm"),
                laws.same(None if measure(q[0]) is None else [round(measure(x), 6) for x in q],
                          np.round(determinant, 6), "equal to the area by finite differences"))


def check_elbow_index(index, robot, q):
    """Exercise 2: the index is one of the two, changes with the elbow and not with the rest."""
    solutions = robot.solutions(robot.forward_kinematics(q))
    k = {name: index(robot.at(x)) for name, x in solutions.items()}
    up, down = ([k[name] for name in k if name[1] == e] for e in (1, -1))
    stretched = robot.solutions(_nearly_stretched(robot))
    close = [index(robot.at(x)) for x in stretched.values()]
    laws.report(laws.same(up, [1] * len(up), "+1 for every elbow-up solution"),
                laws.same(down, [-1] * len(down), "-1 for every elbow-down solution"),
                laws.same(close, [name[1] for name in stretched], "also near the stretched arm"))


def _nearly_stretched(robot):
    lean = np.arctan2(robot.l[2, 1], robot.l[3, 0])
    return robot.forward_kinematics([0.4, 0.6, -lean + 0.02, 0.3, 0.8, -0.2])


def check_q_6(q_6, robot, true):
    """Exercise 3: the angle goes the whole way round with the joint."""
    s = robot.at(true)
    axes = s.tau(0, 4)[..., 2], s.tau(0, 6)[..., 0], s.tau(0, 6)[..., 2]
    found = q_6(*axes)
    laws.report(laws.same(None if found is None else np.exp(1j * np.asarray(found)).real,
                          np.cos(true[:, 5]), "its cosine"),
                laws.same(None if found is None else np.exp(1j * np.asarray(found)).imag,
                          np.sin(true[:, 5]), "its sine"))


def check_nearest(nearest, robot, now):
    """Exercise 4: one of the solutions, and none of the others is nearer."""
    t, tau = robot.forward_kinematics(now + 0.02)
    solutions = robot.solutions((t, tau))
    way = lambda q: np.abs(np.angle(np.exp(1j * (np.asarray(q) - now)))).max()
    chosen = nearest(solutions, now)
    if chosen is None:
        return laws.report(laws.same(None, None))
    if np.array(chosen, object).shape != (6,):
        return laws.report(laws.Finding(False, "the answer is one q, six angles"))
    branch_figure(robot, np.asarray(chosen, float), "chosen")
    back_t, back_tau = robot.forward_kinematics(np.asarray(chosen, float))
    laws.report(laws.same(back_t, t, "it brings the gripper to the place"),
                laws.same(back_tau, tau, "and turns it as it should"),
                laws.same(way(chosen), min(map(way, solutions.values())), "no other is nearer"))
