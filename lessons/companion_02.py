"""What lesson 2 shows but need not spell out: its larger figures, drawn with robokit.drawing."""

from __future__ import annotations

import numpy as np

from robokit import drawing
from robokit.drawing import COLOUR
from robokit.rotation import tau_z

CAMERA = [rf"\mathrm{{{word}}}" for word in ("right", "down", "ahead")]
BESIDE = {"B": -0.9, 0: -0.45, 1: 0.5, 2: -0.5, 3: 0.5, 4: -0.5, 5: 0.45, 6: 0.9}   # metres


def bolt_figure(robot, q, seen):
    """The robot at q (6,), its camera's axes, and the arrow `seen` (3,), given in those axes."""
    s = robot.at(q)
    fig, ax = drawing.figure(axes=False, width=7.5, height=6.5, view=(30, -80))
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    camera, turn = s.t("tool", frame="B", origin="B"), s.tau("B", "tool")
    drawing.frame(ax, turn, camera, "", 0.35, CAMERA)
    drawing.frame(ax, None, (-0.9, 0, 0), "B", 0.35)
    drawing.line3d(ax, [(-0.45, 0, 0), (0, 0, 0)], COLOUR["grey"], style=":")
    drawing.vector(ax, camera, camera + 0.75 * turn @ seen, "bolt", COLOUR["purple"], 4, head=0.07)
    drawing.show(fig, "The Kawasaki leaning over. On the floor the frame B, z upwards. At the "
                 "gripper a tilted frame, its axes named right, down and ahead, and from there a "
                 "long arrow to the bolt, close to the axis ahead.",
                 "Known along right, down and ahead; wanted along x, y and z of the floor.")


def figure_2_1(u, v, w, a):
    """The arrow a (3,) over two frames, with its feet on u and on z."""
    fig, ax = drawing.figure(axes=False, width=5.6, view=(42, 15))
    drawing.turned(ax, np.stack([u, v, w], axis=1))
    drawing.vector(ax, (0, 0, 0), a, "$a$", COLOUR["purple"], width=4)
    _, y, z = np.eye(3)
    for axis, aside in ((u, -0.11 * v), (z, -0.14 * y)):
        foot = (a @ axis) * axis
        drawing.line3d(ax, [a, foot], style="--")
        ax.text(*(foot + aside), f"{a @ axis:.1f}", fontsize=15, ha="center", va="center")
    drawing.show(fig, "Two frames with one origin, pale x, y, z and bright u, v, w, and one arrow "
                 "a. Dashed lines drop from its tip at right angles to u, where they end at "
                 f"{a @ u:.1f}, and to z, where they end at {a @ z:.1f}.",
                 "Figure 2.1. One arrow, two sets of components: each is a foot on an axis.")


def frames_figure(robot):
    """The Kawasaki at home, its frames drawn out to the sides."""
    azimuth, s = 50, robot.at(np.zeros(robot.n))
    aside = tau_z(np.radians(azimuth)) @ [0, 1, 0]                  # to the right in the picture
    fig, ax = drawing.figure(axes=False, width=6.4, height=6.1, view=(18, azimuth))
    drawing.mechanism(ax, robot, s.q, frames=None)
    for i, shift in BESIDE.items():
        origin = s.t(i, frame="B", origin="B")
        drawing.line3d(ax, [origin, origin + shift * aside], COLOUR["grey"], style=":")
        drawing.frame(ax, s.tau("B", i), origin + shift * aside, i, 0.22)
    drawing.show(fig, "The Kawasaki upright, six cylinders for its joints. Dotted lines lead to "
                 "the frames B and 0 to 6. Upwards point z of B, 3, 5 and 6 and x of 1, 2 and 4; "
                 "downwards points z of 0.",
                 "Joint i turns about the blue axis of frame i-1.")


def omega_figure(robot, q, dq):
    """On link 2: the angular velocity of link 1, the relative one of link 2, and their sum."""
    s = robot.at(q)
    start, metres = s.t(2), 0.5                                     # for 1 rad/s
    first, second = (metres * dq[k] * s.tau(0, k)[:, 2] for k in (0, 1))
    fig, ax = drawing.figure(axes=False, width=6.5, height=6, view=(15, -120))
    drawing.mechanism(ax, robot, q, frames=None)
    for arrow, name, color in ((first, r"$\omega_1$", "orange"),
                               (second, r"$\omega_2$ rel.", "sky"),
                               (first + second, r"$\omega_2$ abs.", "purple")):
        drawing.vector(ax, start, start + arrow, name, COLOUR[color], 4, head=0.07, shift=0.2)
    drawing.line3d(ax, start + [first, first + second, second], COLOUR["grey"], style="--")
    drawing.show(fig, drawing.describe(robot, q) + ". On link 2 three arrows form a parallelogram: "
                 "the upright one of link 1, the level relative one of link 2, between them their "
                 "sum.",
                 "The absolute angular velocity is the diagonal: (2.5) needs a side, (2.6) all "
                 "of it.")
