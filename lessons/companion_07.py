"""What lesson 7 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

from functools import partial

import numpy as np

from lessons.tools import label, show
from lessons.words import _, number
from robokit import drawing
from robokit.drawing import COLOUR, NUMBERS

#: Colour and line of a part of the acceleration: warm what the motors do, cold what the rates do.
KINDS = {"motors": ("#b35900", "-."), "centripetal": ("#0a6a94", "--"),
         "Coriolis": ("#00806a", "-"), "gyroscopic": ("#8e3b8a", ":")}
LIMIT = "#c1121f"
_name = partial(label, size=16)


def named(kind):
    """The name of a part in the language of the notebook."""
    return {"motors": _("motors"), "centripetal": _("centripetal"), "Coriolis": _("Coriolis"),
            "gyroscopic": _("gyroscopic")}.get(kind, _("none"))


def place(vector, digits=2):
    """A vector in the notation of the language."""
    return "(" + "; ".join(number(x, digits) for x in vector) + ")"


def _plain(ax, xlabel="", ylabel=""):
    """A plane whose axes are no lengths."""
    ax.set_aspect("auto")
    ax.set(xlabel=xlabel, ylabel=ylabel)


def _bare(axes):
    for ax in np.atleast_1d(axes):
        ax.grid(False)
        ax.set_axis_off()


# -- the arm and its way -------------------------------------------------------------------------
def serving_figure(robot, q, glass):
    """The arm at the start and at later instants of the motion, and the way of the glass."""
    fig, ax = drawing.figure(width=7, height=5.6, axes=False, view=(36, 48))
    for pose in q[[70, 100, 130, -1]]:
        drawing.line3d(ax, [robot.at(pose).t(k) for k in range(5)], "#a8a8a8", 3)
    drawing.mechanism(ax, robot, q[0], frames=None)
    drawing.frame(ax, np.eye(3), (0.9, 0, -0.1), 0, 0.3)
    end = robot.at(q[-1])
    drawing.frame(ax, end.tau(0, 4), end.t(4), 4, 0.22)
    drawing.line3d(ax, robot.at(q).t(4, glass), COLOUR["orange"], 3)
    show(fig, _("A column with a turning joint 1, at its top a boom with a tilting joint 2, along "
                "the boom the slide 3, at its end the wrist 4 with the tray. Pale lines show the "
                "arm at four later instants; an orange curve, the way of the glass, runs round "
                "the column, outwards and downwards."),
         _("A quarter of a turn, 40 cm of slide and 60 degrees of tilt, from rest to rest. The "
           "wrist keeps the tray level."))


# -- one turn and one slide ----------------------------------------------------------------------
def halves_figure(r=0.5, dr=0.35, angle=0.6, slide=0.45, spin=0.75):
    """Where the 2 comes from: velocity along the arm turns, velocity across it grows."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=3, titles=[
        _("the velocity along the arm is turned"), _("the velocity across the arm grows")])
    out, side = np.array([1, 0, 0]), np.array([0, 1, 0])
    turned = np.array([np.cos(angle), np.sin(angle), 0])
    left, right = axes
    drawing.line3d(left, [0 * out, r * out], COLOUR["link"], 4)
    drawing.line3d(left, [0 * out, r * turned], "#c4c4c4", 4)
    for tip, direction in ((r * out, out), (r * turned, turned)):
        drawing.vector(left, tip, tip + slide * direction, color=COLOUR["sky"])
    start = 1.15 * out
    drawing.vector(left, start, start + slide * out, color=COLOUR["sky"])
    drawing.vector(left, start, start + slide * turned, color=COLOUR["sky"])
    drawing.vector(left, start + slide * out, start + slide * turned, color=COLOUR["orange"],
                   width=3)
    _name(left, (0.72, -0.08), r"$\dot r$", COLOUR["sky"])
    _name(left, (1.8, 0.18), r"$\dot r\,\dot q\,\mathrm{d}t$", COLOUR["orange"])
    drawing.line3d(right, [0 * out, (r + dr) * out], COLOUR["link"], 4)
    for length in (r, r + dr):
        drawing.vector(right, length * out, length * out + spin * length * side,
                       color=COLOUR["purple"])
    start = 1.2 * out
    drawing.vector(right, start, start + spin * r * side, color=COLOUR["purple"])
    drawing.vector(right, start + spin * r * side, start + spin * (r + dr) * side,
                   color=COLOUR["orange"], width=3)
    _name(right, (0.36, 0.2), r"$r\,\dot q$", COLOUR["purple"])
    _name(right, (1.4, 0.55), r"$\dot r\,\mathrm{d}t\;\dot q$", COLOUR["orange"])
    for ax in axes:
        ax.set(xlim=(-0.05, 1.95), ylim=(-0.15, 0.75))
    _bare(axes)
    show(fig, _("Left: an arm before and after a small turn, the velocity along it before and "
                "after, and the two arrows moved to one point: they differ by a short arrow "
                "across the arm. Right: the velocity across the arm at a radius and at a larger "
                "one, and the two arrows side by side: they differ by a short arrow across the "
                "arm too."),
         _("Two different changes of velocity, equal in size and direction: the acceleration of "
           "Coriolis is their sum, hence the 2."))


# -- 7.1 -----------------------------------------------------------------------------------------
def cone_figure(turn=0.6, tilt=0.9, lean=90):
    """Constant rates of two joints: omega runs on a cone, its derivative touches the circle.

    turn, tilt: rad/s of the column and of the second axis; lean: degrees between the axes.
    """
    up, slope = np.array([0, 0, 1]), np.radians(lean)

    def omega(phase):
        across = np.array([np.cos(phase), np.sin(phase), 0])
        return turn * up + tilt * (np.cos(slope) * up + np.sin(slope) * across)

    fig, ax = drawing.figure(width=5.8, height=4.6, axes=False, view=(20, -65))
    drawing.frame(ax, np.eye(3), (-1.05, 0.3, -0.1), 0, 0.4)
    axis = np.cos(slope) * up + np.sin(slope) * np.array([1, 0, 0])
    for start, direction in ((0 * up, up), (turn * up, axis)):
        drawing.line3d(ax, [start, start + 1.15 * direction], COLOUR["grey"], 1, "-.")
    drawing.line3d(ax, [omega(a) for a in np.linspace(0, 2 * np.pi, 73) * bool(turn)],
                   COLOUR["grey"], 1, "--")
    for phase, strength in ((-1.4, "#bdbdbd"), (-0.7, "#8a8a8a"), (0, COLOUR["ink"])):
        if np.any(omega(phase)) and (turn or not phase):
            drawing.vector(ax, 0 * up, omega(phase), color=strength, head=0.09)
    for part, start, color, text, shift in (
            (turn * up, 0 * up, "sky", "$c_1 \\dot q_1$", np.array([-0.16, 0, 0.02])),
            (omega(0) - turn * up, turn * up, "purple", "$c_2 \\dot q_2$", 0.12 * up)):
        if np.any(part):
            drawing.vector(ax, start, start + part, color=COLOUR[color], head=0.09)
            _name(ax, start + 0.5 * part + shift, text, COLOUR[color])
    change = np.cross(turn * up, omega(0) - turn * up)
    if np.linalg.norm(change) > 1e-9:
        drawing.vector(ax, omega(0), omega(0) + change, r"$\dot\omega_2$", COLOUR["orange"], 3,
                       head=0.09, shift=0.2)
    _name(ax, 0.55 * omega(0) + [0.09, 0, -0.08], r"$\omega_2$", COLOUR["ink"])
    show(fig, _("At {turn} and {tilt} rad/s, the axes {lean} degrees apart: arrows ω at three "
                "instants from one point, their heads on a dashed horizontal circle; dash-dotted "
                "axes; at the last head an arrow along the tangent, {size} rad/s² long.").format(
                    turn=number(turn, 1), tilt=number(tilt, 1), lean=lean,
                    size=number(np.linalg.norm(change))),
         _("No motor accelerates anything, and yet the angular velocity changes: its head runs "
           "round, and its derivative is the tangent."))


# -- two derivatives -----------------------------------------------------------------------------
def turntable_figure(r=0.4, spin=1.0, angle=0.9):
    """A point of a turntable: its velocity on the axes of the floor and on those of the table."""
    fig, axes = drawing.figure(2, three_d=False, width=9.2, height=3.9, titles=[
        _("axes of the floor"), _("axes of the table")])
    ring = np.linspace(0, 2 * np.pi, 97)
    circle = r * np.array([np.cos(ring), np.sin(ring), 0 * ring]).T
    for ax, angles in ((axes[0], (0, angle)), (axes[1], (0, 0))):
        drawing.line3d(ax, circle, COLOUR["grey"], 1)
        for k, a in enumerate(angles):
            spot = r * np.array([np.cos(a), np.sin(a), 0])
            V = spin * np.array([-spot[1], spot[0], 0])
            if k == 0 or a:
                ax.plot(*spot[:2], "o", color=COLOUR["ink"], ms=7)
                drawing.vector(ax, spot, spot + V, color=COLOUR["sky"])
                if ax is axes[0]:
                    _name(ax, spot[:2] + 1.22 * V[:2] + [0.03, 0],
                          "$V$ " + (_("later") if k else _("now")), COLOUR["sky"])
    _name(axes[1], (r + 0.03, 1.22 * spin * r), "$V$ " + _("now and later"), COLOUR["sky"])
    first, last = (spin * r * np.array([-np.sin(a), np.cos(a), 0]) for a in (0, angle))
    corner = np.array([0.85, -0.1, 0])
    for V in (first, last):
        drawing.vector(axes[0], corner, corner + V, color=COLOUR["sky"])
    drawing.vector(axes[0], corner + first, corner + last, color=COLOUR["orange"], width=3)
    _name(axes[0], (0.72, 0.36), r"$\mathrm{d}V$", COLOUR["orange"])
    for ax, names in zip(axes, ("xy", "uv")):
        for direction, letter, color in zip(np.eye(3), names, drawing.AXES):
            drawing.vector(ax, 0 * direction, 0.2 * direction, color=color)
            _name(ax, 0.26 * direction[:2], f"${letter}$", color)
        ax.set(xlim=(-0.5, 1), ylim=(-0.45, 0.68))
    _bare(axes)
    show(fig, _("Left, seen from the floor: a point on a circle now and later, its velocity at "
                "both instants; moved to one point the two arrows differ by an arrow that points "
                "to the centre. Right, on the axes u, v that turn with the table: one point, one "
                "arrow along v, now and later."),
         _("On the axes of the table the velocity keeps its three numbers, and their derivative "
           "is zero. The acceleration is not."))


# -- parts of the acceleration -------------------------------------------------------------------
def pairs_figure(sizes, kinds):
    """Who meets whom: the pair of joints j <= k and the size of its part of the acceleration.

    sizes, kinds: dicts by (j, k); a kind is a key of KINDS or "".
    """
    fig, ax = drawing.figure(three_d=False, width=9.8, height=4.4)
    n = max(k for _k, k in sizes)
    for (j, k), size in sizes.items():
        kind = kinds[j, k]
        color = KINDS[kind][0] if kind else "#bbbbbb"
        ax.fill_between([k - 0.46, k + 0.46], j - 0.46, j + 0.46, color=color, alpha=0.25, lw=0)
        ax.text(k, j - 0.12, number(size), ha="center", va="center", fontsize=13)
        ax.text(k, j + 0.24, named(kind), ha="center", va="center",
                fontsize=NUMBERS)
    _plain(ax, _("joint k"), _("joint j"))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:.0f}")
    ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5), xticks=range(1, n + 1),
           yticks=range(1, n + 1))
    ax.grid(False)
    words = "; ".join(f"{j}, {k}: {named(kinds[j, k])}, {number(size)}"
                      for (j, k), size in sizes.items())
    show(fig, _("A triangle of boxes, joint j downwards and joint k to the right, with the name "
                "and the size of each part in m/s²: {words}.").format(words=words),
         _("Squares of one rate on the diagonal, products of two beside it. A slide meets the "
           "turns before it, never itself and never what comes after it."))


def parts_figure(robot, q, glass, parts, scale=0.16):
    """Parts of the acceleration of the glass, head to tail (1 m/s^2 as scale m), and the arm."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=7.4, height=5.4, axes=False, view=(52, -28))
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    drawing.frame(ax, s.tau(0, 4), s.t(4), 4, 0.22)
    tip = corner = s.t(4, glass)
    told: list[str] = []
    for name, part in parts.items():
        if np.linalg.norm(part) > 0.05:
            color = KINDS[name][0]
            drawing.vector(ax, corner, corner + scale * part, color=color, width=3, head=0.04)
            told.append(name)
            ax.text(*(corner + 0.45 * scale * part), str(len(told)), color=color, ha="center",
                    va="center", fontsize=NUMBERS, zorder=200,
                    bbox={"boxstyle": "circle,pad=0.12", "fc": "white", "ec": color, "lw": 0.8})
            corner = corner + scale * part
    if told:
        drawing.vector(ax, tip, corner, color=COLOUR["ink"], width=3, head=0.05)
    lines = [(KINDS[name][0], f"{k} {named(name)}") for k, name in enumerate(told, 1)]
    lines += [(KINDS[name][0], f"{named(name)} ≈ 0") for name in parts if name not in told]
    for k, (color, line) in enumerate([*lines, (COLOUR["ink"], "→ " + _("sum"))]):
        ax.text2D(0.02, 0.755 + 0.065 * (len(lines) - k), line, transform=ax.transAxes, color=color,
                  fontsize=NUMBERS + 1)
    sizes = "; ".join(f"{named(k)} {place(v)}" for k, v in parts.items())
    show(fig, _("The arm seen from above, with the frame of the tray. From the glass "
                "start coloured arrows head to tail: {sizes}, m/s² in frame 0; a black arrow from "
                "the first tail to the last head: {total}.").format(
                    sizes=sizes, total=place(sum(parts.values()))),
         _("The parts of the acceleration, head to tail, and their sum."))


def along_figure(t, parts):
    """The parts of the acceleration on the axes of the tray along the motion."""
    titles = [_("X of the tray, outwards"), _("Y of the tray, upwards"),
              _("Z of the tray, across")]
    fig, axes = drawing.figure(3, three_d=False, width=11.6, height=4.2, titles=titles)
    total = sum(parts.values())
    for k, (ax, axis) in enumerate(zip(axes, drawing.AXES)):
        for name, part in parts.items():
            color, style = KINDS[name]
            ax.plot(t, part[:, k], color=color, ls=style, lw=2.2, label=named(name))
        ax.plot(t, total[:, k], color=COLOUR["ink"], lw=1.2, label=_("sum"))
        _plain(ax, _("t, s"), _("m/s²") if k == 0 else "")
        ax.title.set(color=axis, fontweight="bold")
    every = np.array([*parts.values(), total])
    for ax in axes:
        ax.set_ylim(every.min() - 0.3, every.max() + 0.3)
    axes[1].legend(fontsize=NUMBERS, frameon=False, loc="lower right", labelspacing=0.2)
    peaks = "; ".join(f"{named(name)} {number(np.linalg.norm(p, axis=1).max())}"
                      for name, p in parts.items())
    show(fig, _("Three drawings against time, the acceleration on the axes of the tray, outwards, "
                "upwards and across, each with four parts and their sum. Greatest sizes in m/s²: "
                "{peaks}.").format(peaks=peaks),
         _("The motors push first forwards, then backwards, and are quiet in the middle, where "
           "the rates are greatest and the other three parts are at their peaks."))


def friction_figure(t, needed, limit):
    """Friction that keeps the glass on the tray along the motion.

    needed: "whole", "motors", "once" or "signals" -> (count,).
    """
    names = {"whole": _("whole acceleration"), "motors": _("motors alone"),
             "once": _("Coriolis once"), "signals": _("derivative of the signals")}
    needed = {names[key]: mu for key, mu in needed.items()}
    fig, ax = drawing.figure(three_d=False, width=7.6, height=4.2)
    styles = dict(zip(needed, ((COLOUR["ink"], "-"), (KINDS["motors"][0], "-."),
                               (COLOUR["sky"], "--"), (COLOUR["purple"], ":"))))
    for name, mu in needed.items():
        color, style = styles[name]
        ax.plot(t, mu, color=color, ls=style, lw=2.4, label=name)
    _limit(ax, t[-1], limit)
    _plain(ax, _("t, s"), _("friction coefficient"))
    ax.set_xticks(np.arange(0, t[-1] + 0.01, 0.2 if t[-1] < 2.6 else 0.5))
    ax.set_ylim(0, 1.4 * max(limit, *(mu.max() for mu in needed.values())))
    ax.legend(fontsize=NUMBERS, frameon=False, loc="upper left", ncols=2)
    peaks = "; ".join(f"{name}: {number(mu.max(), 3)}" for name, mu in needed.items())
    over = [name for name, mu in needed.items() if mu.max() > limit]
    show(fig, _("Curves of the friction coefficient that is needed, against time, and a level "
                "line at {limit}. Greatest values: {peaks}.").format(limit=number(limit),
                                                                    peaks=peaks),
         _("Above the line: {names}.").format(names=", ".join(over)) if over
         else _("No curve reaches the line: the glass stays."))


def _limit(ax, right, limit):
    ax.axhline(limit, color=LIMIT, lw=1.2)
    ax.text(right, limit, _("the tray holds up to {limit}").format(limit=number(limit)),
            ha="right", va="bottom", color=LIMIT, fontsize=NUMBERS)


def lengths_figure(seconds, needed, limit):
    """Greatest friction against serving time; needed: length of the boom in m -> (count,)."""
    fig, ax = drawing.figure(three_d=False, width=7.6, height=4.2)
    styles = ((COLOUR["sky"], "--"), (COLOUR["ink"], "-"), (COLOUR["purple"], ":"))
    for (boom, mu), (color, style) in zip(needed.items(), styles):
        ax.plot(seconds, mu, color=color, ls=style, lw=2.4,
                label=_("b = {boom} m").format(boom=number(boom)))
    _limit(ax, seconds[-1], limit)
    _plain(ax, _("serving time, s"), _("greatest friction"))
    ax.legend(fontsize=12, frameon=False, loc="upper right", bbox_to_anchor=(1, 0.9))
    crossed = "; ".join(_("b = {boom} m from {time} s on").format(
        boom=number(boom), time=number(np.interp(-limit, -mu, seconds)))
        for boom, mu in needed.items())
    show(fig, _("Three falling curves, the greatest friction coefficient against the serving "
                "time, one for each length of the boom, and a level line at {limit}. The glass "
                "stays with {crossed}.").format(limit=number(limit), crossed=crossed),
         _("A longer boom raises the curve, more time lowers it, nearly by the square. The glass "
           "stays with {crossed}.").format(crossed=crossed))
