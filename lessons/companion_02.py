"""What lesson 2 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from lessons.tools import show
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.rotation import tau_x, tau_y, tau_z

X, Y, Z = np.eye(3)
BESIDE = {"B": -1.1, 0: -0.45, 1: 0.5, 2: -0.5, 3: 0.5, 4: -0.5, 5: 0.45, 6: 1.1}   # metres


def raised(ax, height):
    """The title of a drawing higher, above the letters of its axes; 1 is where it stands alone."""
    ax.set_title(ax.get_title(), y=height, fontsize=LETTERS - 1, color=COLOUR["ink"])


def compared(taus, titles, alt, caption, arcs=(), view=drawing.VIEW):
    """Turned frames side by side, each over the pale frame x, y, z."""
    fig, axes = drawing.figure(len(taus), axes=False, titles=titles, view=view)
    for k, (ax, tau) in enumerate(zip(axes, taus)):
        drawing.turned(ax, tau)
        raised(ax, 1.1)
        for axis, start, angle, letter in arcs[k:k + 1]:
            drawing.arc(ax, axis, start, angle, letter, radius=0.7)
    show(fig, alt, caption)


# -- 2.1 and 2.2 ---------------------------------------------------------------------------------
def bolt_figure(robot, q, seen):
    """The robot at q (6,), its camera's axes, and the arrow `seen` (3,), given in those axes."""
    s = robot.at(q)
    fig, ax = drawing.figure(axes=False, width=7.5, height=6.5, view=(30, -80))
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    camera, turn = s.t("tool", frame="B", origin="B"), s.tau("B", "tool")
    names = [rf"\mathrm{{{word}}}" for word in (_("right"), _("down"), _("ahead"))]
    drawing.frame(ax, turn, camera, "", 0.35, [*names[:2], ""])
    beside = camera + turn @ (-0.13, 0.02, 0.42)               # not on the arrow to the bolt
    ax.text(*beside, f"${names[2]}$", color=drawing.AXES[2], fontsize=LETTERS, ha="center",
            va="center", math_fontfamily="stix", zorder=200)
    drawing.frame(ax, None, (-0.9, 0, 0), "B", 0.35)
    drawing.line3d(ax, [(-0.45, 0, 0), (0, 0, 0)], COLOUR["grey"], style=":")
    drawing.vector(ax, camera, camera + 0.75 * turn @ seen, _("bolt"), COLOUR["purple"], 4,
                   head=0.07)
    show(fig, _("The Kawasaki leaning over. On the floor the frame B, z upwards. At the gripper a "
                "tilted frame, its axes named right, down and ahead, and from there a long arrow "
                "to the bolt, close to the axis ahead."),
         _("Known along right, down and ahead; wanted along x, y and z of the floor."))


def figure_2_1(*columns):
    """The arrow a over two frames, with its feet on u and on z; u, v, w and a are columns."""
    u, v, w, a = (np.array(column, float).ravel() for column in columns)
    fig, ax = drawing.figure(axes=False, width=5.6, view=(42, 15))
    drawing.turned(ax, np.stack([u, v, w], axis=1))
    drawing.vector(ax, (0, 0, 0), a, "$a$", COLOUR["purple"], width=4)
    for axis, aside in ((u, -0.11 * v), (Z, -0.14 * Y)):
        foot = (a @ axis) * axis
        drawing.line3d(ax, [a, foot], style="--")
        ax.text(*(foot + aside), number(a @ axis, 1), fontsize=15, ha="center", va="center")
    show(fig, _("Two frames with one origin, pale x, y, z and bright u, v, w, and one arrow a. "
                "Dashed lines drop from its tip at right angles to u, where they end at {on_u}, "
                "and to z, where they end at {on_z}.").format(on_u=number(a @ u, 1),
                                                             on_z=number(a @ Z, 1)),
         _("Figure 2.1. One arrow, two sets of components: each is a foot on an axis."))


def elementary(angle):
    """Figures 2.2 to 2.4: turns by one angle about x, y and z."""
    compared([tau_x(angle), tau_y(angle), tau_z(angle)],
             [_("2.2: about x by α"), _("2.3: about y by β"), _("2.4: about z by γ")],
             _("Three drawings of a turned frame over a pale one. About x, the axis v leaves y "
               "towards z. About y, w leaves z towards x. About z, u leaves x towards y."),
             _("Figures 2.2 to 2.4. Seen from the tip of its axis, a positive turn runs "
               "anticlockwise."), view=(24, 50),
             arcs=[(X, Y, angle, r"$\alpha$"), (Y, Z, angle, r"$\beta$"),
                   (Z, X, angle, r"$\gamma$")])


def two_meanings(q):
    """The matrix of section 2.2 beside that of section 2.4."""
    compared([tau_z(q), tau_z(q).T], [_("section 2.2"), _("section 2.4")],
             _("Two turned frames. On the left u is turned from x towards y by the angle q, on "
               "the right by as much away from y."),
             _("The slip is a turn to the wrong side."), view=(40, 35),
             arcs=[(Z, X, q, "$q$"), (Z, X, -q, "$q$")])


# -- 2.3 -----------------------------------------------------------------------------------------
HALF = np.array([0.28, 0.4, 0.55])                   # of the block, without units
TURN = np.linspace(-2.6, -0.54, 15)
FACE = [np.array([0 * TURN, 0.2 * np.cos(TURN), 0.22 * np.sin(TURN) - 0.08]).T]      # the mouth
RING = np.linspace(0, 2 * np.pi, 13)
FACE += [np.array([0 * RING, y + 0.06 * np.cos(RING), 0.22 + 0.06 * np.sin(RING)]).T
         for y in (-0.17, 0.17)]


def block(ax, tau):
    """An object that looks along its first axis, turned by tau (3, 3)."""
    sides = []
    for k in range(3):
        a, b = np.delete(np.arange(3), k)
        for sign in (-1, 1):
            corners = np.zeros((4, 3))
            corners[:, k] = sign * HALF[k]
            corners[:, a] = HALF[a] * np.array([-1, 1, 1, -1])
            corners[:, b] = HALF[b] * np.array([-1, -1, 1, 1])
            sides.append(corners @ tau.T)
    ax.add_collection3d(Poly3DCollection(sides, facecolors=COLOUR["sky"], alpha=0.25,
                                         edgecolors=COLOUR["ink"], linewidths=1))
    for line in FACE:
        drawing.line3d(ax, (line + [HALF[0], 0, 0]) @ tau.T, COLOUR["ink"], 2.5)
    for axis, color in zip(tau.T, ("#cc2222", "#1a8a2a", "#2244cc")):
        drawing.vector(ax, (0, 0, 0), axis, "", color, 2.5, head=0.12)


def written(tau):
    """A matrix as three lines of figures."""
    places = 0 if np.allclose(tau, tau.round()) else 2
    width = 3 if places == 0 else 5
    return "\n".join(" ".join(f"{number(x, places):>{width}}" for x in row) for row in tau)


def objects(taus, titles, alt, caption):
    """The object turned by each matrix, over the fixed axes, with the matrix below it."""
    fig, axes = drawing.figure(len(taus), axes=False, width=9.6, height=4.2, titles=titles,
                               view=(24, 40))
    for ax, tau in zip(axes, taus):
        drawing.frame(ax, size=1.25, fade=True)
        block(ax, np.asarray(tau))
        raised(ax, 1.1)
        ax.text2D(0.5, -0.12, written(tau), transform=ax.transAxes, fontsize=NUMBERS,
                  family="monospace", ha="center", va="top")
    show(fig, alt, caption)


def faces(taus):
    """The object at first, after a turn about x, and then about its own y' or the fixed y."""
    objects(taus, [_("at first"), _("about x"), _("then about its own y′"),
                   _("or about the fixed y")],
            _("Four drawings of a block with a face, its own axes and the fixed axes, and its "
              "matrix below. At first it looks along x. Turned about x it lies on its side and "
              "still looks along x. Then it looks along y in the third drawing, and down in the "
              "fourth."),
            _("Two quarter turns with the same angles: about the moving axis the face goes to the "
              "side, about the fixed one to the floor."))


def orders(alpha, beta, gamma):
    """Two objects turned by the same angles, degrees, about moving and about fixed axes."""
    x, y, z = (turn(np.radians(angle)) for turn, angle in
               ((tau_x, alpha), (tau_y, beta), (tau_z, gamma)))
    objects([x @ y @ z, z @ y @ x], [_("moving axes"), _("fixed axes")],
            _("A block with a face, turned by {alpha}, {beta} and {gamma} degrees about x, y and "
              "z: on the left about its own axes, on the right about the fixed ones, each with "
              "its matrix below.").format(alpha=alpha, beta=beta, gamma=gamma),
            _("The same angles, two orders of the factors."))


def figure_2_5():
    """Two journeys along four frames."""
    fig = drawing.journey(["{xyz}", "{u v′ w′}", "{u′ v′ w″}", "{u″ v″ w″}"],
                          [r"$\tau_u(\alpha)$", r"$\tau_{v′}(\beta)$", r"$\tau_{w″}(\gamma)$"],
                          [_("the frame is turned"), _("components of a vector")])
    show(fig, _("Four frames in a row; dotted arrows run to the right, dashed ones to the left."),
         _("Figure 2.5. The frame is turned along the dotted arrows, components go back."))


# -- 2.4 and 2.5 ---------------------------------------------------------------------------------
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
    show(fig, _("The Kawasaki upright, six cylinders for its joints. Dotted lines lead to the "
                "frames B and 0 to 6. Upwards point z of B, 3, 5 and 6 and x of 1, 2 and 4; "
                "downwards points z of 0."),
         _("Joint $i$ turns about the blue axis of frame $i - 1$."))


def omega_figure(robot, q, dq):
    """On link 2: the angular velocity of link 1, the relative one of link 2, and their sum."""
    s = robot.at(q)
    start, metres = s.t(2), 0.5                                     # for 1 rad/s
    first, second = (metres * dq[k] * s.tau(0, k)[:, 2] for k in (0, 1))
    fig, ax = drawing.figure(axes=False, width=6.5, height=6, view=(15, -120))
    drawing.mechanism(ax, robot, q, frames=None)
    for arrow, name, color in ((first, r"$\omega_1$", "orange"),
                               (second, r"$\omega_{2,1}$", "sky"),
                               (first + second, r"$\omega_2$", "purple")):
        drawing.vector(ax, start, start + arrow, name, COLOUR[color], 4, head=0.07, shift=0.2)
    drawing.line3d(ax, start + [first, first + second, second], COLOUR["grey"], style="--")
    show(fig, _("The spherical arm. On link 2 three arrows form a parallelogram: an upright one, "
                "the angular velocity of link 1; a level one, that of link 2 relative to link 1; "
                "between them their sum, the absolute one of link 2."),
         _("The absolute angular velocity is the diagonal: (2.5) needs a side, (2.6) all of it."))
