"""What lesson 12 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import re

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch

from lessons.tools import sentences, show
from lessons.words import _, language, number
from robokit import drawing
from robokit.drawing import AXES, COLOUR, LETTERS, NUMBERS
from robokit.errata.formulas import lettered

SHORT = ("$I_{xx}$", "$I_{xy}$", "$I_{xz}$", "$I_{yy}$", "$I_{yz}$", "$I_{zz}$", "$S_x$", "$S_y$",
         "$S_z$", "$m$")
SHADES = ("#ffffff", "#cfe3f2", COLOUR["orange"], COLOUR["purple"])
INKS = (COLOUR["orange"], COLOUR["sky"], COLOUR["purple"])
JOINTS = ("#b35900", "#0a6a94", "#00806a", "#8e3b8a", "#8a8a8a", "#222222")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))


def many(values, digits=2):
    """Numbers in the notation of the language, one after the other."""
    return "; ".join(number(x, digits) for x in values)


def _plain(ax, xlabel="", ylabel=""):
    """A plane whose axes are no lengths."""
    ax.set_aspect("auto")
    ax.set_xlabel(xlabel, fontsize=NUMBERS + 1)
    ax.set_ylabel(ylabel, fontsize=NUMBERS + 1)


# -- the arm and its twins -----------------------------------------------------------------------
def _up(points):
    """Coordinates on the page: X_0 is up, Y_0 to the left."""
    points = np.asarray(points, float)
    return -points[..., 1], points[..., 0]


def _plane(ax, across, low, high):
    ax.set(aspect="equal", xlim=(-across, across), ylim=(low, high),
           xlabel="$-Y_0$, " + _("m"), ylabel="$X_0$, " + _("m"))
    ax.axvline(0, color=COLOUR["grey"], lw=1, ls="-.")


def _triad(ax, origin, angle, size, name):
    """A frame whose z points to the reader."""
    for k, turned in enumerate((angle, angle + np.pi / 2)):
        way = size * np.array([np.cos(turned), np.sin(turned)])
        ax.annotate("", _up(origin + way), _up(origin), zorder=5, arrowprops={
            "arrowstyle": "-|>", "color": AXES[k], "lw": 2.5, "shrinkA": 0, "shrinkB": 0})
        ax.text(*_up(origin + 1.22 * way), f"${'XY'[k]}_{name}$", color=AXES[k], fontsize=NUMBERS,
                ha="center", va="center", zorder=6)
    ax.plot(*_up(origin), "o", color=AXES[2], ms=8, zorder=6)


def arm_figure(robot, q):
    """The arm in its plane, with its mass centres and angles (figure 1 of the paper)."""
    s = robot.at(q)
    ends = np.array([s.t(k)[:2] for k in range(3)])
    centres = np.array([(s.t(k) + s.tau(0, k) @ robot.r[k - 1])[:2] for k in (1, 2)])
    fig, ax = drawing.figure(three_d=False, width=7, height=4.8)
    _plane(ax, 1.25, -0.2, 1.25)
    ax.plot(*_up(ends), "-", color=COLOUR["link"], lw=7, solid_capstyle="round")
    ax.plot(*_up(ends[:-1]), "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=17)
    ax.plot(*_up(centres), "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=10)
    for k, (centre, shift) in enumerate(zip(centres, ((-42, -12), (-32, -20))), 1):
        ax.annotate(f"$m_{k}$", _up(centre), shift, textcoords="offset points", fontsize=LETTERS)
    for k, start in enumerate((0, q[0])):
        angle = np.linspace(start, start + q[k], 30)
        ax.plot(*_up(ends[k] + 0.42 * np.column_stack([np.cos(angle), np.sin(angle)])),
                color=COLOUR["purple"], lw=1.8)
        half = ends[k] + 0.5 * np.array([np.cos(angle[15]), np.sin(angle[15])])
        ax.text(*_up(half), f"$q_{k + 1}$", fontsize=LETTERS, color=COLOUR["purple"], ha="center",
                va="center")
        line = ends[k] + np.outer([0, 0.55], [np.cos(start), np.sin(start)])
        ax.plot(*_up(line), color=COLOUR["grey"], lw=1, ls="-.")
    for k, (origin, start) in enumerate(zip(ends, (0, q[0], q[0] + q[1]))):
        _triad(ax, origin, start, 0.26, k)
    ax.annotate("", (0.85, 0.5), (0.85, 0.95),
                arrowprops={"arrowstyle": "-|>", "color": COLOUR["ink"], "lw": 1.5})
    ax.text(0.92, 0.72, _("gravity"), fontsize=NUMBERS)
    show(fig, _("Two thick links in a plane, joined at circles; angle q1 is measured from the "
                "vertical line up, q2 from the prolonged first link. Frames 1 and 2 stand at the "
                "far ends of their links, z to the reader. An orange dot in each link marks its "
                "mass centre; gravity points down."),
         _("The arm: lengths are known, the masses and where they sit are not."))


def twin_figure(t, pair, mu):
    """A pendulum of two balls, its twin of another mass, and the drive of both."""
    masses = [number(balls[:, 0].sum(), 0) for balls in pair]
    fig, axes = drawing.figure(3, three_d=False, width=11, height=4.2, titles=[
        *(_("{mass} kg").format(mass=x) for x in masses), _("what the drive feels")])
    for ax, balls, color in zip(axes, pair, INKS):
        _plane(ax, 0.5, -0.2, 0.8)
        _triad(ax, np.zeros(2), 0, 0.36, 0)
        for m, *place in balls:
            ax.plot(*_up([(0, 0), place]), color=COLOUR["link"], lw=2)
            ax.plot(*_up(place), "o", color=color, mec=COLOUR["ink"], ms=9 * np.sqrt(m))
    for drive, color, width, style in zip(mu, INKS, (6, 2.5), ("-", "--")):
        axes[2].plot(t, drive, color=color, lw=width, ls=style)
    _plain(axes[2], _("t, s"), lettered(r"$\mu_{D1}$", language()) + ", " + _("N·m"))
    show(fig, _("Left, a pendulum of two balls, {one} kg together. Middle, another one of {two} "
                "kg with its balls elsewhere. Right, the drive over three seconds: a dashed curve "
                "runs exactly on a thick one.").format(one=masses[0], two=masses[1]),
         _("{one} kg or {two} kg: no motion of this joint tells them apart.").format(
             one=masses[0], two=masses[1]))


# -- what is felt --------------------------------------------------------------------------------
def Z_figure(Z):
    """Where Z of two links is not zero."""
    fig, ax = drawing.figure(three_d=False, width=7.4, height=6.4)
    rows = np.flatnonzero(np.abs(Z).max(1) > 1e-12)
    ax.imshow(np.abs(Z) > 1e-12, aspect="auto", interpolation="nearest",
              cmap=ListedColormap(["#f2f2f2", COLOUR["ink"]]))
    ax.grid(False)
    ax.set(xticks=range(Z.shape[1]), xlabel=_("column: parameter of link 1, of link 2"),
           ylabel=_("row: function of the basis"))
    ax.set_xticklabels(SHORT * 2, fontsize=NUMBERS, rotation=60)
    for y in (24.5, 49.5, 74.5):
        ax.axhline(y, color=COLOUR["orange"], lw=1.5)
    ax.axvline(9.5, color=COLOUR["orange"], lw=1.5)
    show(fig, _("A pale rectangle of 84 rows and 20 columns with a few dark cells, in {rows} rows "
                "only; orange lines part the rows into four blocks, the columns into two links. "
                "Of the ten columns of a link five are empty.").format(rows=len(rows)),
         _("Of 84 functions {rows} occur. Blocks from above: $\\dot q_1^2$, "
           "$\\dot q_1 \\dot q_2$, $\\dot q_2^2$ and gravity. Empty columns move "
           "nothing.").format(rows=len(rows)))


def kinds(found, Z) -> np.ndarray:
    """0 moves nothing, 1 only in a group, 2 stands for a group, 3 on its own; (n, 10)."""
    moves, result = np.abs(Z).max(0) > 1e-9, np.zeros(found.Y.shape[1], int)
    result[moves] = 1
    for column, row in zip(found.columns, found.Y):
        result[column] = 3 if (abs(row) > 1e-6).sum() == 1 else 2
    return result.reshape(-1, 10)


def grid_figure(bases, moves):
    """What is identifiable, link by link, by name: base parameters and Z."""
    titles = [_("moves nothing"), _("only in a group"), _("stands for a group"), _("on its own")]
    fig, axes = drawing.figure(4, three_d=False, width=10, height=6.6, titles=list(bases))
    count = []
    for k, (ax, (name, found)) in enumerate(zip(axes, bases.items())):
        ax.set_position([0.07 + 0.5 * (k % 2), 0.58 - 0.46 * (k // 2), 0.42, 0.33])
        cells = kinds(found, moves[name].toarray())
        ax.imshow(cells, cmap=ListedColormap(SHADES), vmin=0, vmax=3, aspect="auto")
        ax.grid(False)
        ax.set(xticks=range(10), yticks=range(len(cells)), xlabel="", ylabel="")
        ax.set_yticklabels([_("link {k}").format(k=k) for k in range(1, len(cells) + 1)],
                           fontsize=NUMBERS)
        ax.set_xticklabels(SHORT, fontsize=NUMBERS)
        for x in np.arange(0.5, 9.5):
            ax.axvline(x, color=COLOUR["ground"], lw=0.8)
        for y in np.arange(0.5, len(cells) - 0.5):
            ax.axhline(y, color=COLOUR["ground"], lw=0.8)
        count.append(_("{name}: {found} of {all}").format(
            name=name, found=int((cells > 1).sum()), all=cells.size))
    handles = [Patch(facecolor=shade, edgecolor=COLOUR["grey"]) for shade in SHADES]
    fig.legend(handles, titles, loc="upper center", bbox_to_anchor=(0.5, 0.06), ncols=4,
               fontsize=NUMBERS, frameon=False)
    show(fig, _("Four grids with a row for each link and a column for each of its ten parameters, "
                "in four shades. Cells of base parameters: {count}.").format(
                    count="; ".join(count)),
         _("Orange and purple cells are the base parameters, all that drives can show. "
           "{count}.").format(count="; ".join(count)))


# -- motions -------------------------------------------------------------------------------------
def excitation_figure(plan, conditions):
    """The planned motion and the condition numbers of slower and faster ones."""
    fig, axes = drawing.figure(2, three_d=False, width=9.6, height=3.7,
                               titles=[_("the planned motion"), _("and its speed")])
    t = np.linspace(0, plan.period, 200)
    for k, (curve, color) in enumerate(zip(plan(t)[0].T, INKS), 1):
        axes[0].plot(t, curve, color=color, lw=2.5)
        axes[0].text(t[-1], curve[-1], f" $q_{k}$", fontsize=LETTERS, color=color, va="center")
    _plain(axes[0], _("t, s"), _("q, rad"))
    axes[1].loglog(list(conditions), list(conditions.values()), "o-", color=COLOUR["purple"], lw=2)
    axes[1].minorticks_off()
    _plain(axes[1], _("duration of one period, s"), _("condition number"))
    axes[1].set_xticks(list(conditions), [f"{T:g}" for T in conditions])
    show(fig, _("Left, two smooth curves of the joint angles over one period. Right, on "
                "logarithmic scales, the condition number against the duration of a period, 2 to "
                "50 s: {conditions}.").format(conditions=many(conditions.values(), 0)),
         _("A slow motion weighs but hardly accelerates: inertias disappear in the noise. (The "
           "fastest breaks the limits of speed.)"))


def fs20n_figure(robot, q):
    """The FS20N along its motion, and the way of its gripper."""
    fig, ax = drawing.figure(width=6.4, height=5.4, axes=False, view=(20, -50))
    places = [robot.at(pose) for pose in q[::50]]
    for s in places[1:]:
        drawing.line3d(ax, [s.t(k, frame="B", origin="B") for k in range(7)], "#b5b5b5", 3)
    drawing.mechanism(ax, robot, q[0], frames=None, labels=False)
    drawing.frame(ax, np.eye(3), (0, 0, 0), "B", 0.5)
    way = np.array([robot.forward_kinematics(pose)[0] for pose in q])
    drawing.line3d(ax, way, COLOUR["orange"], 2)
    show(fig, _("The Kawasaki with the frame of its base, pale in four more poses of the motion, "
                "and an orange closed curve, the way of its gripper, that winds round the "
                "robot."),
         _("An exciting motion of the FS20N: every joint moves, and no two in the same way."))


def drives_figure(t, mu, held):
    """The six drives along the motion, and what the weights alone ask."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=3.9,
                               titles=[_("drives 1 to 3"), _("drives 4 to 6")])
    for k in range(6):
        ax = axes[k // 3]
        ax.plot(t, mu[:, k], color=JOINTS[k], lw=2, ls=STYLES[k % 3], label=str(k + 1))
        ax.plot(t, held[:, k], color=JOINTS[k], lw=0.8)
    for ax in axes:
        _plain(ax, _("t, s"), "$\\mu$, " + _("N·m"))
        ax.set_ylim(top=1.35 * ax.get_ylim()[1])
        ax.legend(fontsize=NUMBERS, loc="upper right", framealpha=1, edgecolor="none", ncols=3)
    show(fig, _("Six curves of drives over ten seconds, each beside a thin curve of what the "
                "weights alone ask. Peaks in N·m: {peaks}.").format(
                    peaks=many(abs(mu).max(0))),
         _("Thick: the drives of the motion; thin: weights alone. Joint 1 feels no weight, joint "
           "2 hardly anything else, joint 6 next to nothing."))


# -- estimates -----------------------------------------------------------------------------------
def friction_figure(rates, without, whole):
    """What is left of the drives over the rate, without and with columns of friction."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=3.9,
                               titles=[_("drive 1"), _("drive 2")])
    for k, ax in enumerate(axes):
        ax.plot(rates[:, k], without[:, k], ".", ms=3, color=COLOUR["orange"],
                label=_("without friction"))
        ax.plot(rates[:, k], whole[:, k], ".", ms=3, color=COLOUR["sky"],
                label=_("with friction and rotors"))
        _plain(ax, _("rate, rad/s"), _("what is left, N·m"))
    axes[0].legend(fontsize=NUMBERS, framealpha=1, edgecolor="none", markerscale=4)
    show(fig, _("For each drive what is left of it against the rate of its joint. Without columns "
                "of friction two bands that rise with the rate and leap at zero, deviations {a} "
                "N·m; with them one flat band, deviations {b} N·m.").format(
                    a=many(without.std(0)), b=many(whole.std(0))),
         _("The rest tells what the model lacks: a leap at zero is Coulomb friction, a slope is "
           "viscous friction."))


def interval_figure(names, plain, weighted, truth):
    """Errors of the estimates with their 95 % intervals."""
    fig, ax = drawing.figure(three_d=False, width=8.6, height=4.8)
    rows, words = np.arange(len(names))[::-1], []
    for k, (label, e, color) in enumerate(((_("plain"), plain, COLOUR["sky"]),
                                           (_("weighted"), weighted, COLOUR["orange"]))):
        low, high = e.interval().T
        ax.errorbar(e.values - truth, rows + 0.17 - 0.34 * k, xerr=(high - low) / 2, fmt="o",
                    capsize=4, color=color, lw=2, label=label)
        inside = int(((low < truth) & (truth < high)).sum())
        words.append(_("{label}: half widths {half}; {inside} of {all} hold the truth").format(
            label=label, half=many((high - low) / 2, 3), inside=inside, all=len(truth)))
    ax.axvline(0, color=COLOUR["ink"], lw=1)
    _plain(ax, _("estimate less truth, in SI units"))
    ax.set(yticks=rows)
    ax.set_yticklabels([re.sub(r"\d+\.(\d+)", lambda x: number(float(x[0]), len(x[1])), name)
                        for name in names], fontsize=NUMBERS)
    ax.legend(frameon=False, fontsize=NUMBERS, loc="upper right")
    show(fig, _("A row for each parameter with dots and bars around zero. {words}.").format(
            words=sentences(words)),
         _("Intervals of 95 per cent. Weights shorten the bars of link 2; its drive is measured "
           "well."))


def called(way):
    """What a way to derivatives is called in figures and outputs."""
    return {"differences": _("differences"), "low-pass 5 Hz": _("low-pass, 5 Hz"),
            "low-pass": _("low-pass"), "series": _("series")}[way]


def noise_figure(t, ways, state, found, truth):
    """The second derivative of joint 2 by several ways, and how far the estimates are out."""
    fig, axes = drawing.figure(2, three_d=False, width=10.4, height=4.2, titles=[
        _("second derivative of $q_2$"), _("estimate over truth")])
    part, words = slice(500, 600), []
    for k, (way, moved) in enumerate(ways.items()):
        color = INKS[k % 3]
        axes[0].plot(t[part], moved[2][part, 1], color=color, lw=(1.2, 4, 2)[k % 3],
                     label=called(way))
        ratio = found[way].values / truth
        axes[1].plot(ratio, np.arange(len(truth))[::-1] + 0.2 - 0.2 * k, "o", color=color, ms=7)
        words.append(f"{called(way)}: {many(ratio)}")
    axes[0].plot(t[part], state[2][part, 1], color=COLOUR["ink"], lw=1.2, ls="--",
                 label=_("truth"))
    axes[0].legend(fontsize=NUMBERS, framealpha=1, edgecolor="none")
    _plain(axes[0], _("t, s"), _("rad/s²"))
    _plain(axes[1])
    axes[1].axvline(1, color=COLOUR["ink"], lw=1)
    names = ["$\\tilde p_1$", "$\\tilde p_2$", "$\\tilde p_3$", "$\\tilde p_4$", "$\\tilde p_5$",
             "$\\tilde p_6$", "$f^v_1$", "$f^v_2$", "$f^c_1$", "$f^c_2$", "$J_2$"]
    axes[1].set_yticks(np.arange(len(truth))[::-1], names, fontsize=NUMBERS)
    show(fig, _("Left, one second of the second derivative of joint 2 by the named ways, beside "
                "the true dashed curve. Right, for each of eleven parameters the estimate divided "
                "by the truth. {words}.").format(words=sentences(words)),
         _("Right: on the line at 1 the estimate is the truth."))


def validation_figure(t, measured, told):
    """Measured drives of a motion that took no part, and predictions."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=3.8,
                               titles=[_("drive 1"), _("drive 2")])
    rests = []
    for k, ax in enumerate(axes):
        ax.plot(t, measured[:, k], ".", color=COLOUR["grey"], ms=4, label=_("measured"))
        for (way, predicted), color, style in zip(told.items(), ("orange", "purple"), ("--", "-")):
            ax.plot(t, predicted[:, k], color=COLOUR[color], lw=2, ls=style, label=called(way))
            rests.append(measured[:, k] - predicted[:, k])
        _plain(ax, _("t, s"), f"$\\mu_{{D{k + 1}}}$, " + _("N·m"))
    axes[0].legend(fontsize=NUMBERS, framealpha=0.9, edgecolor="none")
    show(fig, _("Two plots over time: grey dots of measured drives, and two curves, one of which "
                "runs through their middle. Deviations of what is left in N·m, drive 1 and drive "
                "2: {rests}.").format(rests=many(np.std(rests, axis=1))),
         _("Another motion, never used for the estimate: by filtered angles what is left is "
           "noise."))
