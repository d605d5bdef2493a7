"""What lesson 0 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import FancyBboxPatch

from lessons.tools import show
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.rotation import tau_z

CENTRED = {"ha": "center", "va": "center", "math_fontfamily": "stix"}
WAY = np.linspace(0, 1, 40)


def places(lengths, *angles):
    """The joints of a chain in the plane and its end; angles from X_0, radians. (n + 1, 2)"""
    steps = [length * np.array([np.cos(a), np.sin(a)]) for length, a in zip(lengths, angles)]
    return np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])


def chain(ax, way, color=COLOUR["link"], width=5):
    """Links as lines, joints as rings, the pen as a full point."""
    ax.plot(*way.T, color=color, lw=width, solid_capstyle="round", zorder=2)
    ax.plot(*way[:-1].T, "o", ms=11, mfc="white", mec=color, mew=2, zorder=3)
    ax.plot(*way[-1], "o", ms=9, color=color, zorder=3)


def turn(ax, centre, start, angle, text, radius=0.13):
    """An arc from `start` by `angle`, radians, with its letter."""
    way = start + angle * WAY
    ax.plot(*(np.array(centre)[:, None] + radius * np.array([np.cos(way), np.sin(way)])),
            color=COLOUR["orange"], lw=2.5)
    middle = start + angle / 2
    ax.text(*(centre + 1.55 * radius * np.array([np.cos(middle), np.sin(middle)])), text,
            fontsize=LETTERS, color=COLOUR["orange"], **CENTRED)


def axes_of_the_base(ax, size=0.25):
    """X_0 in red and Y_0 in green."""
    for tip, color, name in (((size, 0), "#cc2222", "$X_0$"), ((0, size), "#1a8a2a", "$Y_0$")):
        ax.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "-|>", "color": color, "lw": 2.5})
        ax.text(*(1.22 * np.array(tip)), name, fontsize=LETTERS, color=color, **CENTRED)


def paper(ax, x, y):
    """A plane without ticks, one scale for both axes."""
    ax.set(xlim=x, ylim=y, aspect="equal", xticks=[], yticks=[],
           xlabel="", ylabel="")
    for side in ax.spines.values():
        side.set_visible(False)


# -- the figures ---------------------------------------------------------------------------------
def question(lengths, q):
    """The arm at q (2,), its two angles, and a question mark at the pen."""
    fig, ax = drawing.figure(three_d=False, width=5.6, height=5)
    way = places(lengths, q[0], q[0] + q[1])
    ahead = way[1] + 0.3 * np.array([np.cos(q[0]), np.sin(q[0])])
    axes_of_the_base(ax)
    ax.plot(*np.array([way[1], ahead]).T, ":", color=COLOUR["grey"], lw=2)
    chain(ax, way)
    turn(ax, way[0], 0, q[0], "$q_1$", 0.17)
    turn(ax, way[1], q[0], q[1], "$q_2$", 0.15)
    for place, shift, text in ((way[0], (-0.02, -0.08), _("joint 1")),
                               (way[1], (0.12, -0.05), _("joint 2")),
                               (way[2], (0.0, 0.08), _("pen: x = ?, y = ?"))):
        ax.text(*(place + shift), text, fontsize=LETTERS, **CENTRED)
    for a, b, length in zip(way, way[1:], lengths):
        aside = tau_z(np.pi / 2)[:2, :2] @ (b - a) / length * 0.1
        text = _("{length} m").format(length=number(length, 1))
        ax.text(*((a + b) / 2 + aside), text, fontsize=NUMBERS + 1, **CENTRED)
    paper(ax, (-0.25, 0.85), (-0.15, 0.8))
    show(fig, _("An arm of two links in a plane. The first leaves joint 1 at the origin and leans "
                "by the angle q_1 from the axis X_0. The second leaves joint 2 by the angle q_2 "
                "from the dotted line that goes on along the first, and ends in the pen."),
         _("Two angles are known; two numbers are wanted."))


def two_readings(lengths, q, turned):
    """The arm at q and after joint 1 has turned on: q_2 from link 1, and q_2 from X_0."""
    fig, both = drawing.figure(2, three_d=False, width=9.4, height=4.6, titles=[
        _("$q_2$ counted from link 1"), _("$q_2$ counted from $X_0$")])
    for ax, from_link in zip(both, (True, False)):
        for q_1, color in ((q[0], COLOUR["link"]), (turned, COLOUR["sky"])):
            way = places(lengths, q_1, q[1] + from_link * q_1)
            chain(ax, way, color)
            ax.plot(*way[[0, 2]].T, "--", color=color, lw=1.5)
            far = number(np.linalg.norm(way[2]))
            ax.text(*(way[2] + (0.05, 0)), _("{far} m from joint 1").format(far=far),
                    fontsize=NUMBERS + 1, color=color, va="center")
        paper(ax, (-0.05, 1.5), (-0.32, 0.72))
    show(fig, _("Two drawings of the arm before and after joint 1 has turned. On the left the "
                "dashed line from joint 1 to the pen keeps its length; on the right it becomes "
                "shorter, though joint 2 has not moved."),
         _("Turning the shoulder does not shorten the arm: only the left reading can be right."))


def frames(arm, q):
    """The arm with its frames {0}, {1}, {2}, in space."""
    s = arm.at(q)
    origins = np.array([s.t(k) for k in range(3)])
    fig, ax = drawing.figure(axes=False, width=7.4, height=5.6, view=(42, -68))
    drawing.line3d(ax, origins, COLOUR["link"], 4)
    for k, origin in enumerate(origins):
        drawing.frame(ax, s.tau(0, k), origin, k, 0.2)
    for k in (0, 1):
        drawing.line3d(ax, origins[k] + [[0, 0, -0.12], [0, 0, 0.18]], COLOUR["grey"], style=":")
        ax.text(*(origins[k] - [0, 0, 0.17]), _("joint {number}").format(number=k + 1),
                fontsize=LETTERS, ha="center", va="center")
    show(fig, _("The arm lying on the table, seen aslant. Frame 0 stands in joint 1, frame 1 in "
                "joint 2, frame 2 at the pen. Their z axes, blue, are upright; the x axes, red, of "
                "frames 1 and 2 continue the links 1 and 2."),
         _("Frame $i$ moves with link $i$; joint $i$ turns about the $z$ axis of frame $i - 1$."))


SECTIONS = ((1, (0, 3)), (2, (1.4, 3)), (3, (2.8, 3)), (4, (4.2, 3)),
            (5, (2.8, 1.8)), (6, (4.2, 1.8)), (7, (2.8, 0.6)), (8, (2.8, -0.6)), (9, (4.2, -0.6)))
ARROWS = ((1, 2), (2, 3), (3, 4), (3, 5), (5, 6), (5, 7), (7, 8), (8, 9))


def book():
    """The nine sections as boxes; an arrow leads to what builds on them."""
    titles = {1: _("coordinates,\nparameters"), 2: _("rotation\nmatrices"),
              3: _("positions,\nangles"), 4: _("position\nproblems"),
              5: _("velocities\nof links"), 6: _("velocity\nproblems"),
              7: _("accelera-\ntions"), 8: _("forces,\ndrives"), 9: _("equations\nof motion")}
    fig, ax = drawing.figure(three_d=False, width=9.4, height=6.4)
    middle = {k: np.array(place) for k, place in SECTIONS}
    for a, b in ARROWS:
        way = middle[b] - middle[a]
        inside = min(size / abs(x) for size, x in zip((0.56, 0.4), way) if x) * way
        ax.annotate("", middle[b] - inside, middle[a] + inside, arrowprops={
            "arrowstyle": "-|>", "color": COLOUR["grey"], "lw": 2.5, "shrinkA": 0, "shrinkB": 0})
    for k, (x, y) in middle.items():
        color = COLOUR["sky"] if k < 8 else COLOUR["orange"]
        ax.add_patch(FancyBboxPatch((x - 0.54, y - 0.36), 1.08, 0.72, lw=2, ec=color,
                                    boxstyle="round,pad=0,rounding_size=0.08", fc="white"))
        ax.text(x, y + 0.2, str(k), fontsize=LETTERS, color=color, weight="bold", **CENTRED)
        ax.text(x, y - 0.1, titles[k], fontsize=NUMBERS, **CENTRED)
    for y, text, color in ((1.2, _("kinematics"), "sky"), (-0.6, _("dynamics"), "orange")):
        ax.text(-0.05, y, text, fontsize=LETTERS, color=COLOUR[color], **CENTRED)
    paper(ax, (-0.65, 4.85), (-1.1, 3.5))
    show(fig, _("Nine boxes with the sections of the book. Arrows lead from 1 to 2, 3 and 4, from "
                "3 to 5, from 5 to 6 and 7, from 7 to 8 and from 8 to 9. Sections 1 to 7 are "
                "kinematics, 8 and 9 dynamics."),
         _("Each section builds on those from which an arrow comes; 9 needs all but 4 and 6."))
