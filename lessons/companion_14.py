"""What lesson 14 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np
import sympy as sp
from IPython.display import Math

from lessons.ladder import called, planar_code, program_of
from lessons.tools import show
from lessons.words import _, number
from robokit import drawing
from robokit.codegen.frames import Skeleton
from robokit.drawing import COLOUR, LETTERS, NUMBERS

OPENSYMORO = 541                    # for the PUMA 560 with 36 base parameters: 301 + 240
SHADES = COLOUR["sky"], COLOUR["orange"], COLOUR["purple"], COLOUR["ink"], COLOUR["grey"]
STYLES = "-", "--", "-.", ":", (0, (5, 1))


# -- arms ----------------------------------------------------------------------------------------
def arm_figure(robot, q):
    fig, ax = drawing.figure(width=5.6, height=4.8, view=(18, -65))
    drawing.mechanism(ax, robot, q, frames=None, labels=True)
    drawing.frame(ax, np.eye(3), (0, 0, 0), 0, 0.35)
    show(fig, _("The PUMA 560 with its six numbered joints: a column of 0.67 m, the upper arm and "
                "the "
                "forearm raised, three joints of the wrist in one point. At the foot stands frame "
                "0, its blue z axis upwards."),
         _("Six turns. Axes 2 and 3 are parallel, the last three meet in one point."))


def link_figure():
    """One link between two joints: frames, arrows, and what the joint passes on."""
    fig, ax = drawing.figure(width=7, height=4.4, axes=False, view=(24, -62))
    start, end, centre = np.zeros(3), np.array([1.6, 0.2, 0.3]), np.array([0.8, 0.1, 0.4])
    drawing.line3d(ax, [start, end], "#b8b8b8", 9)
    drawing.frame(ax, np.eye(3), start, "", 0.42, names=("x", "y", ""))
    c, s = np.cos(0.6), np.sin(0.6)
    drawing.frame(ax, np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]), end, "", 0.42)
    arrows = ((start, end, "ink", "$l_i$", (0, 0, -0.16)),
              (end, centre, "orange", "$r_i$", (0, 0, 0.06)),
              (start, np.array([0, 0, 0.95]), "purple", "$v_i$", (-0.1, 0, 0.02)))
    for a, b, color, name, shift in arrows:
        drawing.vector(ax, a, b, color=COLOUR[color], head=0.08, width=3)
        ax.text(*((a + b) / 2 + np.array(shift)), name, fontsize=LETTERS + 2,
                color=COLOUR[color], ha="center", math_fontfamily="stix", zorder=200)
    ax.scatter(*centre, s=70, color=COLOUR["orange"], zorder=100)
    for place, name in ((start, "$O_{i-1}$"), (end, "$O_i$")):
        ax.text(*(place + np.array([0.02, 0, -0.2])), name, fontsize=LETTERS + 2, ha="center",
                math_fontfamily="stix", zorder=200)
    show(fig, _("A grey bar from O_(i-1), left, to O_i, right, each with a frame whose x is red, "
                "y green, "
                "z blue. A purple arrow v_i stands upright at the left end, a dark arrow l_i runs "
                "along the bar, "
                "an orange arrow r_i leads from the right end back to the mass centre."),
         _("Link $i$ begins at its joint in $O_{i-1}$ and ends in $O_i$, where its frame stands "
           "and joint $i + 1$ begins."))


def drive_in_lines(k, mu) -> Math:
    """The driving moment of joint k + 1 in lines of four terms, which fit a column."""
    terms = sp.simplify(sp.expand(mu)).n(6)
    lines = sp.multiline_latex(sp.Symbol(f"mu_{k + 1}"), terms, 4)
    return Math(lines.replace("= &", "&="))         # the lines stand under the first term


def frames_figure(robot, q):
    """The book's frames and those on the joint axes."""
    s, skeleton = robot.at(q), Skeleton.of(robot, (0,) * robot.n)
    fig, axes = drawing.figure(2, width=8, height=5.2, axes=False, view=(20, -35),
                               titles=[_("the book's frames"), _("Z on the link's own axis")])
    for ax in axes:
        drawing.mechanism(ax, robot, q, frames=None, labels=False, color=COLOUR["grey"])
    for i, link in enumerate(skeleton.links[:3], 1):
        turn, origin = link.own
        drawing.frame(axes[0], s.tau(0, i), s.t(i), label=str(i), size=0.26)
        drawing.frame(axes[1], s.tau(0, i) @ turn, s.t(i) + s.tau(0, i) @ origin, label=str(i),
                      size=0.26)
    show(fig, _("Twice the same arm with the frames of its first three links. Left the blue z of "
                "each "
                "link points along the axis of the next joint, right along the axis of the link's "
                "own joint."),
         _("The same links, other frames: on the right a joint turns the frame about its own Z, "
           "and Z does not notice."))


def own_figure(robot, q, count=None):
    """The student's arm with the frames of its links; count: operations, for a title."""
    titles = [] if count is None else [_("{n} operations").format(n=count)]
    fig, ax = drawing.figure(width=5.6, height=4.6, view=(20, -40), titles=titles)
    drawing.mechanism(ax, robot, q, frames=[0, 1, 2, 3], labels=True, size=0.045)
    show(fig, _("An arm of {n} turning joints with the frames of all its links, x red, y green, z "
                "blue; its links are rods.").format(n=robot.n),
         _("Your arm. Its mounting angles and lengths decide how many operations its drives take."))


# -- tapes ---------------------------------------------------------------------------------------
def _levels(tape, lines):
    """How many operations stand before each line."""
    level = {}
    for k in lines:
        level[k] = 1 + max((level[x] for x in tape.operands(k)), default=-1)
    return level


def tape_figure(links=2):
    """The tape of the planar arm with its numbers: every operation a dot, data flowing right."""
    code = planar_code(links)
    tape, results = program_of(code)
    lines = [k for k in tape.needed(results) if not tape.free[k]]
    level = _levels(tape, tape.needed(results))
    columns = {d: [k for k in lines if level[k] == d] for d in sorted({level[k] for k in lines})}
    place = {k: (d, (len(ks) - 1) / 2 - j) for d, ks in columns.items() for j, k in enumerate(ks)}
    fig, ax = drawing.figure(three_d=False, width=9, height=4, axes=True)
    for k in lines:
        for x in tape.operands(k):
            if x in place:
                ax.plot(*zip(place[x], place[k]), color=COLOUR["grey"], lw=0.8, alpha=0.6)
    tone = {"*": "orange", "+": "sky", "-": "sky", "state": "ink"}
    for k, (x, y) in place.items():
        kind, *rest = tape.lines[k]
        ax.text(x, y, rest[0] if kind == "state" else kind, ha="center", va="center",
                fontsize=NUMBERS, color="white", zorder=5, bbox={
                    "boxstyle": "round,pad=0.25", "fc": COLOUR[tone.get(kind, "purple")],
                    "ec": "none"})
    ax.set(aspect="auto", xlabel=_("operations that must come before"), ylabel="", yticks=[])
    for side in ("left", "top", "right"):
        ax.spines[side].set_visible(False)
    o = code.operations
    show(fig, _("A graph from left to right: the states q, dq, ddq stand left (links: {n}), {m} "
                "orange "
                "dots are multiplications, {a} blue ones additions, {s} purple ones sines and "
                "cosines; lines join each operation with what it needs.").format(
                    n=links, m=o.multiplications, a=o.additions, s=o.sines_and_cosines),
         _("The tape of the planar arm, links: {n}, operations: {count}.").format(
             n=links, count=o.together))


# -- counts --------------------------------------------------------------------------------------
def cse_figure(counts):
    """counts: n -> (best finished form, our recursion on a tape, generated code)."""
    fig, ax = drawing.figure(three_d=False, width=7.4, height=3.8)
    kinds = (("orange", _("finished, then cse")), ("grey", _("fifteen lines, on a tape")),
             ("sky", _("generated")))
    for k, (color, name) in enumerate(kinds):
        heights = [row[k] for row in counts.values()]
        bars = ax.bar(np.array(list(counts)) + 0.27 * (k - 1), heights, 0.25, color=COLOUR[color],
                      label=name)
        ax.bar_label(bars, fontsize=LETTERS - 3)
    ax.legend(frameon=False, fontsize=LETTERS - 2, loc="upper left")
    ax.margins(y=0.1)
    ax.set(aspect="auto", xticks=list(counts), xlabel=_("links of the planar arm"),
           ylabel=_("operations"))
    words = "; ".join(f"{n}: {a}, {b}, {c}" for n, (a, b, c) in counts.items())
    show(fig, _("Three bars for each number of links: finished expressions after cse, the "
                "recursion on a tape, generated code. {words}.").format(words=words),
         _("What a formula has forgotten, cse does not find again."))


def twist_figure(angles, counts):
    """Operations over the twist between the axes 2 and 3, in whole degrees."""
    fig, ax = drawing.figure(three_d=False, width=6.4, height=3.5)
    special = [a % 90 == 0 for a in angles]
    ax.plot(*zip(*[(a, c) for a, c, x in zip(angles, counts, special) if not x]), ".",
            color=COLOUR["grey"])
    for a, c in [(a, c) for a, c, x in zip(angles, counts, special) if x]:
        ax.plot(a, c, "o", color=COLOUR["orange"], ms=8)
        ax.annotate(f"{c}", (a, c), (8 if a < 90 else -8, 0), textcoords="offset points",
                    ha="left" if a < 90 else "right", va="center", fontsize=LETTERS - 1)
    ax.margins(y=0.2)
    ax.set(aspect="auto", xlabel=_("twist between axes 2 and 3, degrees"), ylabel=_("operations"))
    words = ", ".join(f"{a}°: {c}" for a, c in zip(angles, counts) if a % 45 == 0)
    alt = _("Dots over the angle. They lie on one level and drop at both ends: {words}.")
    show(fig, alt.format(words=words),
         _("One degree off costs as much as any angle: exact zeros are what saves."))


def search_figure(seen, start):
    fig, ax = drawing.figure(three_d=False, width=6, height=3.2)
    ax.step([1] + [p.tried for p in seen], [start] + [p.best for p in seen], where="post",
            color=COLOUR["orange"], lw=2.5)
    ax.set(aspect="auto", xlabel=_("choices tried"), ylabel=_("operations, best so far"))
    show(fig, _("A staircase over the number of choices tried: it falls in a few steps at first "
                "and is flat for long stretches after."),
         _("A random walk that never goes uphill. Most of the gain comes early."))


def waterfall_figure(steps, other=OPENSYMORO):
    """Operations together after each reduction; steps: name -> operations."""
    fig, ax = drawing.figure(three_d=False, width=9, height=4.6)
    totals = [o.together for o in steps.values()]
    rows = -np.arange(len(steps))
    ax.barh(rows, [o.multiplications for o in steps.values()], color=COLOUR["orange"], height=0.66)
    ax.barh(rows, [o.additions for o in steps.values()],
            left=[o.multiplications for o in steps.values()], color=COLOUR["sky"], height=0.66)
    for row, total in zip(rows, totals):
        ax.text(total + 12, row, str(total), va="center", fontsize=LETTERS - 2, zorder=4,
                bbox={"fc": "white", "ec": "none", "pad": 1})
    ax.axvline(other, color=COLOUR["ink"], lw=1.2, ls="--")
    ax.text(other + 12, 0.62, f"OpenSYMORO: {other}", fontsize=LETTERS - 2)
    ax.set(aspect="auto", xlabel=_("multiplications (orange) and additions (blue)"), ylabel="",
           xlim=(0, 1.08 * max(totals)), ylim=(rows[-1] - 0.6, 1.1))
    ax.set_yticks(rows, [called(name) for name in steps], fontsize=LETTERS - 2)
    words = ", ".join(f"{called(name)} {o.together}" for name, o in steps.items())
    show(fig, _("Bars one under the other that grow shorter: {words}. A dashed line marks the "
                "{other} of OpenSYMORO.").format(words=words, other=other),
         _("The same drives, exact at every step: from {first} operations to {last}.").format(
             first=totals[0], last=totals[-1]))


def joints_figure(sizes, counts):
    """counts: what -> operations for each of the sizes."""
    names = {"inverse_dynamics": _("inverse dynamics"), "A": _("matrix A"),
             "forward_dynamics": _("forward, elimination"),
             "inverse_dynamics_derivatives": _("derivatives"), "aba": _("forward, ABA")}
    fig, axes = drawing.figure(2, three_d=False, width=10, height=4,
                               titles=[_("together"), _("for each joint")])
    n = np.array(sizes)
    for k, (what, found) in enumerate(counts.items()):
        for ax, y in zip(axes, (np.array(found), np.array(found) / n)):
            ax.plot(n, y, ls=STYLES[k], marker="o", ms=4, color=SHADES[k], label=names[what])
    for ax in axes:
        ax.set(aspect="auto", xlabel=_("joints"), xticks=range(0, 26, 5), ylim=(0, None))
    axes[0].set_ylabel(_("operations"))
    axes[1].set_ylabel(_("operations / joints"))
    axes[0].legend(frameon=False, fontsize=NUMBERS)
    words = "; ".join(f"{names[what]} {found[-1]}" for what, found in counts.items())
    show(fig, _("Operations over the number of joints, together and for each joint. For 25 joints: "
                "{words}. For each joint the inverse dynamics and ABA level off, the others "
                "rise.").format(
                    words=words),
         _("Inverse dynamics and ABA are linear in the number of joints; the matrix A, the "
           "derivatives and elimination are not."))


# -- derivatives ---------------------------------------------------------------------------------
def step_figure(h, quotient, imaginary):
    """Errors of a difference quotient and of a complex step over the step."""
    fig, ax = drawing.figure(three_d=False, width=7, height=4)
    least = 1e-17
    ax.loglog(h, np.maximum(abs(quotient.astype(float)), least), "o-", color=COLOUR["orange"],
              label=_("difference quotient"))
    ax.loglog(h, np.maximum(abs(imaginary.astype(float)), least), "s--", color=COLOUR["sky"],
              label=_("complex step"))
    ax.set(aspect="auto", xlabel=_("step h, rad"), ylabel=_("error, N·m/rad"), ylim=(1e-18, 100))
    ax.invert_xaxis()
    ax.legend(frameon=False, fontsize=NUMBERS, loc="center right")
    show(fig, _("Two curves over a step that shrinks to the right. The difference quotient falls "
                "to about 1e-6 near h = 1e-8 and rises again; the complex step falls twice as "
                "steeply until no digit differs, and stays there."),
         _("A difference loses in rounding what it gains in the step. A complex step subtracts "
           "nothing."))


def tangent_figure(turn, held, angle, slope):
    """Drive over a joint angle and its tangent."""
    fig, ax = drawing.figure(three_d=False, width=6.6, height=3.8)
    held = np.asarray(held, float)
    here = np.interp(angle, turn, held)
    ax.plot(np.degrees(turn), held, color=COLOUR["sky"], lw=2.5)
    near = np.array([-0.7, 0.7])
    ax.plot(np.degrees(angle + near), here + slope * near, color=COLOUR["orange"], lw=2.5)
    ax.plot(np.degrees(angle), here, "o", color=COLOUR["ink"], ms=8)
    ax.set(aspect="auto", xlabel=_("$q_1$, degrees"), ylabel=_("drive 1, N·m"),
           xticks=range(-180, 181, 90), ylim=(-1.3 * abs(held).max(), 1.3 * abs(held).max()))
    show(fig, _("The holding moment of joint 1 over its angle, a cosine, with a tangent at "
                "{angle} degrees whose slope is {slope} N·m/rad.").format(
                    angle=number(np.degrees(angle), 0), slope=number(slope, 2)),
         _("The generated derivative is the slope. It is zero where the arm is level and the "
           "weight pulls most."))


def fall_figure(t, true, forecast):
    """Deviation of joint 1, without and with feedback, true and by the linear equations."""
    fig, axes = drawing.figure(2, three_d=False, width=9.6, height=3.8,
                               titles=[_("no drive"), _("with feedback")])
    for ax, real, guess in zip(axes, true, forecast):
        ax.plot(t, np.degrees(real), color=COLOUR["sky"], lw=3, label=_("true motion"))
        ax.plot(t, np.degrees(guess), color=COLOUR["orange"], lw=2, ls="--",
                label=_("linear forecast"))
        ax.set(aspect="auto", xlabel=_("t, s"), ylabel="")
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter(lambda x, k: number(x, 1))
        ax.legend(frameon=False, fontsize=NUMBERS)
    axes[0].set_ylabel(_("deviation of joint 1, degrees"))
    show(fig, _("Deviation of joint 1 over half a second. Left, without a drive, the true motion "
                "leaves the upright and parts from the dashed forecast; right, with feedback, "
                "both fall back from 2 degrees and cannot be told apart."),
         _("Linear equations forecast a fall only while it is small, and a held arm all the time."))
