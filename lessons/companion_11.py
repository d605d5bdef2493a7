"""What lesson 11 shows: its figures and its film, with words in the language of the notebook."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, publish_display_data
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from PIL import Image

from lessons.tools import missed, show
from lessons.words import _, language, number
from robokit import drawing, errata
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS
from robokit.errata import shown

DPI, COLOURS = 96, 96                            # of a stored film
EVERY, TRAIL = 6, 120                            # times of a run: per frame, of the way drawn
VIEW = 24, 40                                    # no link of the odd arm is seen end on


def _plain(ax, xlabel="", ylabel=""):
    """A plane whose axes are no lengths."""
    ax.set_aspect("auto")
    ax.set(xlabel=xlabel, ylabel=ylabel)


# -- the film --------------------------------------------------------------------------------------
def _rgb(colour) -> np.ndarray:
    return np.round(255 * np.array(to_rgb(colour)))


def film(draw, count, alt, caption, seconds, points, still):
    """An animated figure: draw(ax, k) fills frame k of `count`; stored as an animated PNG.

    points (m, 3): what must be seen in every frame, so that the box stays where it is. A reader
    whose program shows no animation sees the first frame only, which is therefore frame `still`.
    """
    pictures = []
    for k in range(count):
        fig, ax = drawing.figure(width=6.4, height=4.6, axes=False, view=(20, -60))
        draw(ax, k)
        drawing.set_equal(ax, points)
        fig.set_dpi(DPI)
        canvas = FigureCanvasAgg(fig)
        with np.errstate(all="ignore"):         # matplotlib's projections set stray flags
            canvas.draw()                       # savefig would draw it twice
        plt.close(fig)
        pictures.append(Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3]))
    ink = np.min([np.asarray(x).min(axis=2) for x in pictures], axis=0) < 250
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    box = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1                 # the same for all
    sample = [np.asarray(x) for x in pictures[::5]]
    patches = [np.full((sample[0].shape[0], 40, 3), _rgb(c), dtype=np.uint8)
               for c in (COLOUR["orange"], *AXES)]                           # thin arrows, too
    palette = Image.fromarray(np.hstack([*sample, *patches])).quantize(COLOURS)
    colours, paper = palette.getpalette(), palette.getpixel((0, 0))
    pale = (np.reshape(colours, (-1, 3)).min(axis=1) > 240).nonzero()[0]     # else taken for paper
    for k in (paper, *pale):
        colours[3 * k:3 * k + 3] = 255, 255, 255
    palette.putpalette(colours)
    few = [x.crop(box).quantize(palette=palette, dither=Image.Dither.NONE)
           for x in [pictures[still]] + pictures]
    store = io.BytesIO()
    few[0].save(store, format="PNG", save_all=True, append_images=few[1:], loop=0,
                duration=[1500] + [1000 * seconds / count] * count)
    publish_display_data({"image/png": store.getvalue(), "text/plain": f"[figure: {alt}]"},
                         {"image/png": {"alt": alt, "width": few[0].width * 96 // DPI}})
    words = drawing._legend(alt, caption, _("The figure in words"))
    publish_display_data({"text/markdown": words, "text/plain": caption})
    return store.getvalue()


def slide_film(robot, run, tip, normal) -> bytes:
    """The arm on the plane: the way of its tip, and the reaction N along the normal."""
    tips = robot.at(run.q).t(3, tip, frame="B", origin="B")
    middle, across = tips.mean(0), np.cross(normal, [1, 0, 0])
    reach = 0.15 + np.abs((tips - middle) @ np.array([[1, 0, 0], across]).T).max(0)
    corners = np.array([middle + a * reach[0] * np.array([1, 0, 0]) + b * reach[1] * across
                        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))])
    scale = 0.4 / np.quantile(np.abs(run.N), 0.9)
    still = int(np.abs(run.N[::EVERY, 0]).argmax())
    aside = np.array([-0.9, 0, 0])                    # of frame 0: the curve runs over its origin

    def draw(ax, frame):
        k = frame * EVERY
        drawing.line3d(ax, corners, COLOUR["sky"], 1.5)
        drawing.mechanism(ax, robot, run.q[k], frames=None, labels=False)
        drawing.frame(ax, np.eye(3), aside, 0, 0.3)
        drawing.line3d(ax, [aside, np.zeros(3)], COLOUR["grey"], 1, ":")
        drawing.line3d(ax, tips[max(k - TRAIL, 0):k + 1], COLOUR["purple"], 2)
        arrow = scale * run.N[k, 0] * normal
        drawing.vector(ax, tips[k], tips[k] + arrow, color=COLOUR["orange"], width=3)
        ax.set_title(_("t = {t} s").format(t=number(run.t[k], 1)), fontsize=LETTERS, y=0.95)

    return film(draw, 1 + (len(run.t) - 1) // EVERY, _(
        "A film of {seconds} seconds: the arm swings on its column, its tip stays in the outlined "
        "inclined plane and leaves a purple curve there; an orange arrow along the normal grows, "
        "shrinks and turns round, from {least} to {most} N.").format(
            seconds=number(run.t[-1], 0), least=number(run.N.min(), 1),
            most=number(run.N.max(), 1)),
        _("Free motion on a plane that holds the tip from both sides: the reaction (orange) is "
          "along the normal and changes its sign. Frame 0 is drawn beside its place, to which the "
          "dotted line leads."), run.t[-1],
        np.vstack([corners, tips, tips + scale * run.N * normal]), still)


# -- the table of screws ---------------------------------------------------------------------------
def table_figure(n):
    """Which screws are l and which are g: row k is the frame, column i the joint."""
    fig, ax = drawing.figure(three_d=False, width=4.6, height=4.2)
    for k in range(1, n + 1):
        for i in range(1, n + 1):
            name = f"$l_{k}^{i}$" if i < k else f"$f^{i}$" if i == k else f"$g_{k}^{i}$"
            colour = COLOUR["revolute" if i < k else "ground" if i == k else "prismatic"]
            ax.fill_between([i - 0.46, i + 0.46], k - 0.46, k + 0.46, color=colour)
            ax.text(i, k, name, ha="center", va="center", fontsize=LETTERS,
                    math_fontfamily="stix")
    ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5), xticks=range(1, n + 1),
           yticks=range(1, n + 1), xlabel=_("joint i"), ylabel=_("frame k"))
    ax.grid(False)
    show(fig, _("A square of {n} by {n} fields, one for each frame and joint. Below the diagonal "
                "stands l, above it g, on the diagonal f.").format(n=n),
         _("One table of screws: l looks back to the joints before a link, g ahead to those after "
           "it."))


def look_figure(robot, q, k):
    """Frame k of a chain, the axes of the joints before it and of those after it."""
    s, n = robot.at(q), robot.n
    fig, ax = drawing.figure(width=7, height=5, axes=False, view=VIEW)
    drawing.line3d(ax, [s.t(i) for i in range(n + 1)], COLOUR["link"], 4)
    for i in range(1, n + 1):
        start, axis = s.t(i - 1), s.tau(0, i - 1)[:, 2]
        colour = COLOUR["sky" if i <= k else "orange"]
        drawing.vector(ax, start - 0.3 * axis, start + 0.5 * axis, color=colour, width=3)
        beyond = -0.42 if i in (k, k + 1) else 0.62         # away from the letters of frame k
        ax.text(*(start + beyond * axis), f"{i}", color=colour, fontsize=LETTERS, ha="center",
                va="center", zorder=200)
    drawing.frame(ax, np.eye(3), s.t(0), 0, 0.35)
    drawing.frame(ax, s.tau(0, k), s.t(k), k, 0.45)
    show(fig, _("A chain of {n} links with the axes of its joints as arrows. The arrows "
                "of the joints up to {k} are blue, those of the joints after it orange."
                ).format(n=n, k=k),
         _("Seen from frame {k}: the joints up to {k} (blue) give l, for they move the frame; "
           "the joints after it (orange) give g, for they move what lies ahead.").format(k=k))


def dependence_figure(r):
    """The greatest entry of the derivatives of l_n^i and g_1^i by every coordinate."""
    n = r.n
    fig, axes = drawing.figure(2, three_d=False, width=9, height=4.2, titles=[
        _("derivatives of l, frame {k}").format(k=n), _("derivatives of g, frame 1")])
    for ax, screw, k, colour in ((axes[0], r.l, n, "revolute"), (axes[1], r.g, 1, "prismatic")):
        for i in range(1, n + 1):
            for t in range(1, n + 1):
                size = np.abs(screw(k, i, t)).max()
                ax.fill_between([t - 0.46, t + 0.46], i - 0.46, i + 0.46,
                                color=COLOUR[colour] if size > 1e-12 else "0.93")
                ax.text(t, i, number(size, 1) if size > 1e-12 else "0", ha="center", va="center",
                        fontsize=LETTERS - 2)
        ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5), xticks=range(1, n + 1),
               yticks=range(1, n + 1), xlabel=_("coordinate t"), ylabel=_("joint i"))
        ax.yaxis.labelpad = 8
        ax.grid(False)
    show(fig, _("Two squares of {n} by {n} fields, joint i against coordinate t, with the greatest "
                "entry of the derivative. Left, l: not zero only for t above i. Right, g: not "
                "zero only for t above 1 and below i. Zero, too, where i and t are both slides."
                ).format(n=n),
         _("A screw depends only on the joints between it and the frame that looks."))


def frozen_figure(robot, q, i, s):
    """What moves with q_s, seen from frame i: the links s..n as one body."""
    here, there = robot.at(q), robot.at(q + 0.5 * np.eye(robot.n)[s - 1])
    fig, ax = drawing.figure(width=7, height=5, axes=False, view=VIEW)
    places = [here.t(k) for k in range(robot.n + 1)]
    drawing.line3d(ax, [there.t(k) for k in range(s - 1, robot.n + 1)], "#e8c48a", 4)
    drawing.line3d(ax, places[:s], COLOUR["link"], 4)
    drawing.line3d(ax, places[s - 1:], COLOUR["orange"], 5)
    drawing.frame(ax, np.eye(3), places[0], 0, 0.35)
    drawing.frame(ax, here.tau(0, i), places[i], i, 0.4)
    start, axis = places[s - 1], here.tau(0, s - 1)[:, 2]
    drawing.vector(ax, start - 0.3 * axis, start + 0.5 * axis, color=COLOUR["purple"], width=3)
    ax.text(*(start + 0.62 * axis), f"{s}", color=COLOUR["purple"], fontsize=LETTERS,
            ha="center", va="center", zorder=200)
    show(fig, _("A chain; the links from joint {s} on are drawn in orange, and once more in a pale "
                "colour after joint {s} has turned a little. Frame {i} and the links up to it have "
                "not moved.").format(s=s, i=i),
         _("When coordinate {s} changes, the links from {s} on move as one frozen body; for frame "
           "{i} nothing else has changed.").format(s=s, i=i))


def counts_figure(counts):
    """How many triples s, j, i keep 0, 1, 2, .. of the twelve terms."""
    fig, ax = drawing.figure(three_d=False, width=5, height=3.2)
    ax.bar(range(5), counts[:5], color=COLOUR["revolute"], edgecolor=COLOUR["ink"])
    for k, found in enumerate(counts[:5]):
        ax.text(k, found + 2, str(found), ha="center", fontsize=LETTERS - 1)
    ax.set(aspect="auto", xlabel=_("terms that are not zero, of twelve"),
           ylabel=_("triples s, j, i"), ylim=(0, 1.15 * max(counts)))
    show(fig, _("Bars over 0 to 4: {counts} triples.").format(
        counts=", ".join(map(str, counts[:5]))), _("Of twelve terms never more than two remain."))


def ways():
    """The names of the ways that are counted."""
    return [_("A and b, fifteen lines"), _("A, frozen chains"), _("drives, Newton and Euler"),
            _("drives, generated code")]


def operations_figure(found):
    """Operations of the four ways over the number of joints: {n: count} of each."""
    found = dict(zip(ways(), found))
    fig, ax = drawing.figure(three_d=False, width=7, height=4)
    colours = ("orange", "purple", "sky", "grey", "ink")
    shift = {k: 1.0 for k in range(len(found))}
    for k, ((name, counts), colour) in enumerate(zip(found.items(), colours)):
        sizes, values = list(counts), list(counts.values())
        ax.semilogy(sizes, values, "o-", color=COLOUR[colour], lw=2)
        ax.text(sizes[-1] + 0.12, values[-1] * shift[k], name, color=COLOUR[colour],
                fontsize=LETTERS - 3, va="center")
    ax.set(aspect="auto", xlabel=_("joints"), ylabel=_("operations"), xlim=(1.8, 10.4),
           xticks=range(2, 7))
    show(fig, _("Curves over 2 to 6 joints, on a logarithmic scale; at six joints: {ends}.").format(
        ends="; ".join(f"{name}: {list(x.values())[-1]}" for name, x in found.items())),
        _("For numbers of the drives alone the recursion of Newton and Euler is cheaper; the "
          "generated code is the cheapest."))


# -- two rods at a wall ----------------------------------------------------------------------------
def rods_figure(q, N):
    """The two rods, the wall and the reaction."""
    fig, ax = drawing.figure(three_d=False, width=5, height=4)
    elbow = np.array([np.cos(q[0]), np.sin(q[0]), 0])
    tip = elbow + [np.cos(q[0] + q[1]), np.sin(q[0] + q[1]), 0]
    ax.axvline(tip[0], color=COLOUR["grey"], lw=5, alpha=0.5, zorder=0)
    drawing.line3d(ax, [np.zeros(3), elbow, tip], COLOUR["link"], 5)
    for place in (elbow, tip):
        ax.plot(*place[:2], "o", ms=15, color=COLOUR["ink"])
    for k, letter in enumerate("xy"):
        unit = 0.35 * np.eye(3)[k]
        drawing.vector(ax, 0 * unit, unit, color=AXES[k])
        ax.text(*(1.25 * unit[:2]), f"${letter}$", color=AXES[k], fontsize=LETTERS, ha="center",
                va="center", math_fontfamily="stix")
    ax.plot(0, 0, "o", ms=13, mfc="white", mec=AXES[2], mew=4, zorder=150)     # z, to the reader
    ax.plot(0, 0, "o", ms=4, color=AXES[2], zorder=151)
    ax.text(-0.14, -0.14, "$z$", color=AXES[2], fontsize=LETTERS, ha="center", va="center",
            math_fontfamily="stix")
    if abs(N) > 0.05:
        head = tip[0] + 0.3 * N
        drawing.vector(ax, tip, [head, tip[1], 0], color=COLOUR["orange"], width=3)
        ax.text(head + 0.1 * np.sign(N), tip[1], "$N$", color=COLOUR["orange"], va="center",
                ha="center", fontsize=LETTERS, math_fontfamily="stix")
    ax.set(xlim=(-0.35, 2.3), ylim=(-0.45, 1.15), xlabel=_("x, m"), ylabel=_("y, m"))
    ax.grid(False)
    show(fig, _("Two rods with a mass at each end: the first rises from the origin at {angle} "
                "degrees, the second comes down to the wall x = {wall}. An arrow at its mass shows "
                "the reaction, {N} N.").format(angle=number(np.degrees(q[0]), 0),
                                              wall=number(tip[0]), N=number(N)),
         _("Two rods of 1 m, two masses of 1 kg, at rest; the second mass stays on the line. The "
           "reaction is {N} N.").format(N=number(N)))


def contact_figure(t, N, gap):
    """Reaction and distance of a contact that only pushes."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=3.4,
                               titles=[_("reaction N"), _("distance from the wall")])
    axes[0].plot(t, np.minimum(N, 6), color=COLOUR["orange"], lw=2)
    axes[1].plot(t, 1000 * gap, color=COLOUR["purple"], lw=2)
    _plain(axes[0], _("t, s"), _("N, newtons"))
    _plain(axes[1], _("t, s"), _("f, mm"))
    show(fig, _("Left: the reaction over time, cut off at 6 N; it is zero for some stretches. "
                "Right: the distance from the wall, which is zero but in these stretches, where it "
                "rises, up to {most} mm.").format(most=number(1000 * gap.max(), 0)),
         _("A wall that only pushes lets the mass go as soon as it would have to pull, and meets "
           "it again later."))


def drift_figure(t, curves):
    """|f| of several ways to keep a constraint: {name: values}."""
    fig, ax = drawing.figure(three_d=False, width=7, height=3.8)
    for (name, values), colour in zip(curves.items(), ("orange", "purple", "sky", "ink")):
        ax.semilogy(t, np.maximum(np.abs(values), 1e-16), color=COLOUR[colour], lw=2, label=name)
    ax.legend(fontsize=NUMBERS, ncols=2, frameon=False, loc="upper left")
    ax.set(aspect="auto", xlabel=_("t, s"), ylabel=_("|f|, m"), ylim=(1e-17, 100))
    show(fig, _("Curves in a logarithmic plot; at the end: {ends}.").format(
        ends="; ".join(f"{name} {abs(x[-1]):.0e}" for name, x in curves.items())),
        _("Without correction the error grows linearly between the fast swings; it may pass "
          "through zero (the dips), and nothing pulls it back. Baumgarte's terms hold it at the "
          "error of a step where 1/α is well above the step, projection at rounding."))


# -- control -------------------------------------------------------------------------------------
def error_figure(t, f, stiffness, damping):
    """One error that dies out."""
    fig, ax = drawing.figure(three_d=False, width=5.4, height=3.2)
    ax.plot(t, f, color=COLOUR["purple"], lw=2.5)
    ax.axhline(0, color=COLOUR["grey"], lw=1)
    _plain(ax, _("t, s"), "f / f(0)")
    ax.set_title(rf"$\Gamma_0 = {number(stiffness, 0)},\ \Gamma_1 = {number(damping, 0)}$",
                 fontsize=LETTERS)
    ax.set(ylim=(-1, 1.1))
    swings = damping**2 < 4 * stiffness * (1 - 1e-9)
    show(fig, _("A curve from 1 that swings about zero; its least value is {least}.").format(
        least=number(f.min())) if swings else _(
        "A curve from 1 that comes back to zero without a swing; its least value is {least}."
        ).format(least=number(f.min())),
        (_("{G0} 1/s² and {G1} 1/s: the error swings.") if swings else
         _("{G0} 1/s² and {G1} 1/s: the error comes back without a swing.")).format(
            G0=number(stiffness, 0), G1=number(damping, 0)))


def transient_figure(t, found, true):
    """Errors of a controlled motion (dots) and the solution of their equation (lines)."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.6)
    for x, y, colour, name in zip(found.T, true.T, ("orange", "sky", "purple"), "xyz"):
        ax.plot(t, 1000 * y, color=COLOUR[colour], lw=2)
        ax.plot(t[::4], 1000 * x[::4], "o", color=COLOUR[colour], mec=COLOUR["ink"], ms=6,
                label=name)
    ax.legend(fontsize=LETTERS, frameon=False)
    _plain(ax, _("t, s"), _("f, mm"))
    ax.set(xticks=[0, 0.5, 1, 1.5, 2])
    show(fig, _("Three curves that die out over {seconds} s, from {x}, {y} and {z} mm; dots lie on "
                "them.").format(seconds=number(t[-1], 1), **{
                    n: number(1000 * v, 0) for n, v in zip("xyz", true[0])}),
         _("Lines: the closed form of (3.5). Dots: the arm with all its inertia."))


def circle_figure(tips, goal, along, across):
    """The way of the tip to its circle, seen at right angles to the plane; places (k, 3), m."""
    fig, ax = drawing.figure(three_d=False, width=5.4, height=5)
    axes = np.array([along, across]).T
    for places, colour, width, name in ((goal, "sky", 6, _("the circle")),
                                        (tips, "purple", 2.5, _("the tip"))):
        x, y = 1000 * ((places - goal[0]) @ axes).T
        ax.plot(x, y, color=COLOUR[colour], lw=width, label=name)
    x, y = 1000 * ((tips[0] - goal[0]) @ axes)
    ax.plot(x, y, "o", color=COLOUR["purple"], ms=9)
    ax.legend(fontsize=LETTERS - 2, frameon=False, loc="center")
    ax.set(xlabel=_("along the plane, mm"), ylabel=_("up the plane, mm"))
    show(fig, _("Seen at right angles to the plane: a pale circle, and the way of the tip, which "
                "begins beside the circle at a dot and runs into it within half a turn."),
         _("The tip begins 3 cm beside its circle and comes to it."))


def tracking_figure(t, curves):
    """The largest deviation from the programmed motion, with and without feedback."""
    fig, ax = drawing.figure(three_d=False, width=7, height=3.6)
    for (name, values), colour in zip(curves.items(), ("grey", "orange")):
        ax.semilogy(t, values, color=COLOUR[colour], lw=2.5)
        ax.text(t[-1], values[-1], f" {name}", color=COLOUR[colour], fontsize=LETTERS - 3)
    ax.set(aspect="auto", xlabel=_("t, s"), ylabel=_("deviation, rad"),
           xlim=(0, 1.45 * t[-1]), xticks=[0, 0.5, 1, 1.5, 2])
    ax.xaxis.set_major_formatter(lambda x, k: number(x, 1))
    show(fig, _("Two curves of the deviation over time in a logarithmic plot; at the end: {ends}."
                ).format(ends=", ".join(f"{name} {x[-1]:.0e}" for name, x in curves.items())),
         _("The programmed drives alone lose the motion; with the feedback the deviation dies "
           "out."))


# -- the errata ------------------------------------------------------------------------------------
def errata_list():
    """Every erratum of the paper: its class and how far either form is from the truth; both forms
    when it unfolds."""
    cards = []
    for row in errata.table("Zaremba", language()):
        found = row.check()
        kind = _("damage of the copy") if row.copy else _("convention") if row.id == "Z-2-gamma" \
            else _("slip of the paper")
        head = _("{place} · {kind} · printed: {printed} · corrected: {corrected}").format(
            place=shown.sentence(row.place), kind=kind, printed=missed(found.printed_residual),
            corrected=missed(found.corrected_residual))
        forms = "".join(f'<div class="{name}">\n\n*{title}*\n\n{shown.maths(form)}\n\n</div>\n'
                        for name, title, form in (("printed", _("Printed"), row.printed),
                                                  ("corrected", _("Corrected"), row.corrected)))
        cards.append(f'<details class="card-of erratum-card"><summary>{head}</summary>\n\n'
                     f'<div class="display verdict-fails">\n\n{forms}\n{row.why}\n\n</div>\n'
                     "</details>")
    return Markdown("\n\n".join(cards))


# -- names of curves -------------------------------------------------------------------------------
def cures():
    """Ways to keep a constraint."""
    return [_("no cure"), _("Baumgarte, 20 1/s"), _("Baumgarte, 200 1/s"), _("projection")]


def holds():
    """The drives of a tracked motion."""
    return [_("drives alone"), _("with feedback")]
