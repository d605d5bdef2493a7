"""What lesson 11 shows but need not spell out: the arm on a plane, figures, checks, and a film."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import publish_display_data
from matplotlib.colors import to_rgb
from PIL import Image
from scipy.linalg import block_diag
from tools import numbers, odd_arm

from robokit import Loads, Mechanism, Mount, drawing, laws, recursive, screws
from robokit.drawing import COLOUR, LETTERS
from robokit.rotation import tau_y, tau_z

__all__ = ["odd_arm"]    # for the lesson

GRAVITY = Loads(gravity=(0, 0, -9.81))
NORMAL = np.array([0.0, -0.6, 0.8])              # of the plane that the tip slides on
DPI, COLOURS = 96, 96                            # of a stored film
EVERY, TRAIL = 6, 120                            # times of a run: per frame, of the way drawn
TIP = (0.45, 0, 0)


def polisher() -> Mechanism:
    """A column, a shoulder and an elbow; the tip of the forearm slides on an inclined plane."""
    rod = np.diag([0.004, 0.03, 0.03])
    return Mechanism.from_axes([1, 1, 1], [(0, 0, 0.5), (0, 0, 0), (0.5, 0, 0)],
                               np.tile(np.eye(3), (3, 1, 1)), [(0, 0, 1), (0, 1, 0), (0, 1, 0)],
                               m=[4, 2, 1.5], r=[(0, 0, -0.2), (0.25, 0, 0), (0.22, 0, 0)],
                               J=[np.diag([0.05, 0.05, 0.02]), rod, rod],
                               base=Mount(l=(0, 0, 0.5)), tool=Mount(l=TIP), name="The polisher")


def on_the_plane(robot, q) -> recursive.Constraint:
    """The tip stays in the plane with that normal through the place where it is at q."""
    place = robot.at(q).t(3, TIP)
    return recursive.on_point(robot, NORMAL, lambda t: (place, 0 * place, 0 * place), TIP)


def slide(robot, q, dq, seconds=5.0, frames=51) -> recursive.Constrained:
    """Free motion of the arm on the plane, without drives, from rates that keep to the plane."""
    plane = on_the_plane(robot, q)
    Gamma = plane.Gamma(q, 0)
    start = dq - np.linalg.pinv(Gamma) @ (Gamma @ dq)
    times = np.linspace(0, seconds, EVERY * (frames - 1) + 1)
    return recursive.constrained_motion(robot, plane, q, start, times, loads=GRAVITY)


def circle(robot, q):
    """A path on the plane, 0.12 m in radius, that begins 3 cm beside the tip at q."""
    side, along = np.array([-1.0, 0, 0]), np.cross(NORMAL, [-1, 0, 0])
    first = robot.at(q).t(3, TIP) + np.array([0.02, -0.02, 0.01])
    w, radius = 1.5, 0.12

    def path(t):
        c, s = np.cos(w * t), np.sin(w * t)
        return (first + radius * ((1 - c) * side + s * along),
                radius * w * (s * side + c * along), radius * w * w * (c * side - s * along))
    return path


def swing(t):
    """A programmed motion: q, dq, ddq at time t."""
    a, w, mean = np.array([0.8, 0.3, 0.4]), np.array([1.0, 1.5, 2.0]), np.array([0, -0.3, 0.8])
    return mean + a * np.sin(w * t), a * w * np.cos(w * t), -a * w * w * np.sin(w * t)


def pose(s) -> np.ndarray:
    """Shift of the last link in frame 0 and its angles P, Y, R: six numbers."""
    n = s.robot.n
    return np.r_[s.t(n), s.angles(n)]


def pose_matrix(s) -> np.ndarray:
    """Rates of `pose` from the velocity of O_n and the angular velocity, both in frame n. (6, 6)

    omega = B (P', Y', R')^T: each angle turns about an axis that the later ones carry.
    """
    n, (_, Y, R), (x, y, z) = s.robot.n, s.angles(s.robot.n), np.eye(3)
    back = tau_z(R).T
    B = np.column_stack([back @ tau_y(Y).T @ x, back @ y, z])
    return block_diag(s.tau(0, n), np.linalg.inv(B))


def _rgb(colour) -> np.ndarray:
    return np.round(255 * np.array(to_rgb(colour)))


def film(draw, count, alt, caption, seconds, view=(20, -60), points=None,
         still=-1):
    """An animated figure: draw(ax, k) fills frame k of `count`; stored as an animated PNG.

    points (m, 3): what must be seen in every frame, so that the box stays where it is. A reader
    whose program shows no animation sees the first frame only, which is therefore frame `still`.
    """
    pictures = []
    for k in range(count):
        fig, ax = drawing.figure(width=6.4, height=4.6, view=view)
        draw(ax, k)
        drawing.set_equal(ax, points)
        store = io.BytesIO()
        with np.errstate(all="ignore"):         # matplotlib's projections set stray flags
            fig.savefig(store, format="png", dpi=DPI)
        plt.close(fig)
        pictures.append(Image.open(store).convert("RGB"))
    ink = np.min([np.asarray(x).min(axis=2) for x in pictures], axis=0) < 250
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    box = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1                 # the same for all
    sample = [np.asarray(x) for x in pictures[::5]]
    patch = np.full((sample[0].shape[0], 40, 3), _rgb(COLOUR["orange"]), dtype=np.uint8)
    palette = Image.fromarray(np.hstack([*sample, patch])).quantize(COLOURS)   # a thin arrow, too
    colours, paper = palette.getpalette(), palette.getpixel((0, 0))
    pale = (np.reshape(colours, (-1, 3)).min(axis=1) > 249).nonzero()[0]
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
    publish_display_data({"text/markdown": drawing._legend(alt, caption), "text/plain": caption})
    return store.getvalue()


def slide_film(robot, run) -> bytes:
    """The arm on the plane: the way of its tip, and the reaction N along the normal."""
    tips = robot.at(run.q).t(3, TIP, frame="B", origin="B")
    middle, across = tips.mean(0), np.cross(NORMAL, [1, 0, 0])
    reach = 0.15 + np.abs((tips - middle) @ np.array([[1, 0, 0], across]).T).max(0)
    corners = np.array([middle + a * reach[0] * np.array([1, 0, 0]) + b * reach[1] * across
                        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))])
    scale = 0.4 / np.quantile(np.abs(run.N), 0.9)
    still = int(np.abs(run.N[::EVERY, 0]).argmax())

    def draw(ax, frame):
        k = frame * EVERY
        drawing.line3d(ax, corners, COLOUR["sky"], 1.5)
        drawing.mechanism(ax, robot, run.q[k], frames=None, labels=False)
        drawing.line3d(ax, tips[max(k - TRAIL, 0):k + 1], COLOUR["purple"], 2)
        arrow = scale * run.N[k, 0] * NORMAL
        drawing.vector(ax, tips[k], tips[k] + arrow, color=COLOUR["orange"], width=3)
        ax.set_title(f"t = {run.t[k]:.1f} s", fontsize=drawing.LETTERS, y=0.95)

    return film(draw, 1 + (len(run.t) - 1) // EVERY, f"A film of {run.t[-1]:.0f} seconds: the arm "
                "swings on its column, its tip stays in the outlined inclined plane and leaves a "
                f"purple curve there; an orange arrow along the normal grows and shrinks, from "
                f"{run.N.min():.1f} to {run.N.max():.1f} N.",
                "Free motion on a plane: the reaction (orange) does no work, and the tip never "
                "leaves the plane.", run.t[-1], still=still,
                points=np.vstack([corners, tips, tips + scale * run.N * NORMAL]))


# -- figures -------------------------------------------------------------------------------------
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
           yticks=range(1, n + 1), xlabel="joint i", ylabel="frame k")
    ax.grid(False)
    drawing.show(fig, f"A square of {n} by {n} fields, one for each frame and joint. Below the "
                 "diagonal stands l, above it g, on the diagonal f.",
                 "One table of screws: l looks back to the joints before a link, g ahead to those "
                 "after it.")


def dependence_figure(r):
    """The greatest entry of the derivatives of l_n^i and g_1^i by every coordinate."""
    n = r.n
    fig, axes = drawing.figure(2, three_d=False, width=9, height=4.2,
                               titles=[f"derivatives of l, frame {n}", "derivatives of g, frame 1"])
    for ax, screw, k, colour in ((axes[0], r.l, n, "revolute"), (axes[1], r.g, 1, "prismatic")):
        for i in range(1, n + 1):
            for t in range(1, n + 1):
                size = np.abs(screw(k, i, t)).max()
                ax.fill_between([t - 0.46, t + 0.46], i - 0.46, i + 0.46,
                                color=COLOUR[colour] if size > 1e-12 else "0.93")
                ax.text(t, i, f"{size:.1f}" if size > 1e-12 else "0", ha="center", va="center",
                        fontsize=LETTERS - 2)
        ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5), xticks=range(1, n + 1),
               yticks=range(1, n + 1), xlabel="coordinate t", ylabel="joint i")
        ax.yaxis.labelpad = 8
        ax.grid(False)
    drawing.show(fig, f"Two squares of {n} by {n} fields, joint i against coordinate t, with the "
                 "greatest entry of the derivative. Left, l: not zero only for t above i. "
                 "Right, g: not zero only for t above 1 and below i. "
                 "Zero, too, where i and t are both slides.",
                 "A screw depends only on the joints between it and the frame that looks.")


def counts_figure(recursion, n):
    """How many of the twelve terms of (2.14) differ from zero, over all s, j, i; the numbers."""
    counts = np.zeros(13, dtype=int)
    for s, j, i in np.ndindex(n, n, n):
        terms = recursion.terms(s + 1, j + 1, i + 1)
        counts[np.count_nonzero(np.abs(terms) > 1e-12)] += 1
    fig, ax = drawing.figure(three_d=False, width=5, height=3.2)
    ax.bar(range(5), counts[:5], color=COLOUR["revolute"], edgecolor=COLOUR["ink"])
    for k, number in enumerate(counts[:5]):
        ax.text(k, number + 2, str(number), ha="center", fontsize=LETTERS - 1)
    ax.set(aspect="auto", xlabel="terms that are not zero, of twelve", ylabel="triples s, j, i",
           ylim=(0, 1.15 * counts.max()))
    drawing.show(fig, f"Bars over 0 to 4: {', '.join(map(str, counts[:5]))} triples.",
                 "Of twelve terms never more than two remain.")
    return counts


def drift_figure(run):
    """Drift and energy error of a constrained motion over time."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.6)
    curves = {"$|f|$, m": (run.drift[:, 0], "purple"), "|df/dt|, m/s": (run.drift[:, 1], "sky"),
              "energy, J": (np.abs(run.energy_error), "orange")}
    for name, (values, colour) in curves.items():
        ax.semilogy(run.t, np.maximum(values, 1e-16), color=COLOUR[colour], lw=2, label=name)
    ax.legend(fontsize=LETTERS - 3, ncols=3, frameon=False)
    ax.set(aspect="auto", xlabel="t, s", ylabel="error", ylim=(1e-16, 1e-3))
    drawing.show(fig, "Three curves in a logarithmic plot over five seconds; all stay below "
                 f"{max(run.drift.max(), np.abs(run.energy_error).max()):.0e}.",
                 "Nothing pulls the tip back to the plane, and yet it strays by billionths of a "
                 "metre.")


def transient_figure(t, found, true, names="xyz"):
    """Errors of a controlled motion (dots) and the solution of their equation (lines)."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.6)
    for x, y, colour, name in zip(found.T, true.T, ("orange", "sky", "purple"), names):
        ax.plot(t, 1000 * y, color=COLOUR[colour], lw=2)
        ax.plot(t[::4], 1000 * x[::4], "o", color=COLOUR[colour], mec=COLOUR["ink"], ms=6,
                label=name)
    ax.legend(fontsize=LETTERS, frameon=False)
    ax.set(aspect="auto", xlabel="t, s", ylabel="f, mm")
    drawing.show(fig, f"{len(true.T)} curves that die out over {t[-1]:.1f} s, from "
                 f"{(1000 * true[0]).round(0).tolist()} mm; dots lie on them.",
                 "Lines: the equation of the error. Dots: the arm.")


def one_error(stiffness, damping):
    """The error f'' + damping f' + stiffness f = 0 from 1 at rest."""
    t = np.linspace(0, 3, 121)
    f = recursive.transient([[stiffness]], [[damping]], [1.0], [0.0], t)[:, 0]
    fig, ax = drawing.figure(three_d=False, width=5.4, height=3.2)
    ax.plot(t, f, color=COLOUR["purple"], lw=2.5)
    ax.axhline(0, color=COLOUR["grey"], lw=1)
    ax.set(aspect="auto", xlabel="t, s", ylabel="f / f(0)", ylim=(-1, 1.1))
    kind = "swings" if damping**2 < 4 * stiffness * (1 - 1e-9) else "creeps back without a swing"
    drawing.show(fig, f"A curve from 1 that {kind}; its least value is {f.min():.2f}.",
                 f"G0 = {stiffness:.4g} 1/s^2, G1 = {damping:.4g} 1/s: the error {kind}.")


def tracking_figure(t, curves):
    """The largest deviation from the programmed motion, with and without feedback."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.6)
    for (name, values), colour in zip(curves.items(), ("grey", "orange", "sky")):
        ax.semilogy(t, values, color=COLOUR[colour], lw=2.5)
        ax.text(t[-1], values[-1], f" {name}", color=COLOUR[colour], fontsize=LETTERS - 2)
    ax.set(aspect="auto", xlabel="t, s", ylabel="deviation, rad")
    ends = ", ".join(f"{name} {values[-1]:.0e}" for name, values in curves.items())
    drawing.show(fig, "Curves of the deviation over time in a logarithmic plot; at the end: "
                 f"{ends}.",
                 "The same drives with and without the linear feedback.")


# -- a wrong turn --------------------------------------------------------------------------------
def slopes(r, n, wrong):
    """(a_ij)^t for all i, j, t; wrong: with brackets of the joints t up to j as well. (n, n, n)"""
    def entry(i, j, t):
        i, j = max(i, j), min(i, j)
        if wrong and t <= j:
            return r.f(i) @ r.Theta(i) @ screws.bracket(r.l(i, j), r.l(i, t))
        return r.a(i, j, t)
    return np.array([[[entry(i, j, t) for t in range(1, n + 1)] for j in range(1, n + 1)]
                     for i in range(1, n + 1)])


# -- exercises -----------------------------------------------------------------------------------
def check_second(second, robot, q):
    """Exercise 1: the derivative of l_5^1 by q_2 and q_4, from screws in frame 5."""
    r = recursive.Recursion(robot.at(q))
    given = r.l(5, 1), r.l(5, 2), r.l(5, 4)
    if not numbers(second(*given), 6):
        return

    def first(x):                                  # by q_2, by differences of the screws alone
        return laws.rate(lambda y: screws.joint_screws(robot.at(y), 5)[0], x, np.eye(5)[1])
    h = 1e-3
    true = (first(q + h * np.eye(5)[3]) - first(q - h * np.eye(5)[3])) / (2 * h)
    fig, ax = drawing.figure(three_d=False, width=5, height=3)
    ax.plot(range(1, 7), np.ravel(second(*given)), "o", color=COLOUR["orange"], ms=10)
    ax.plot(range(1, 7), true, "_", color=COLOUR["ink"], ms=22, mew=2)
    ax.set(aspect="auto", xlabel="entry", ylabel="second derivative")
    drawing.show(fig, "Six dots and six short lines, one pair for each entry.",
                 "Exercise 1. Your entries (dots) must lie on the differences (lines).")
    off = np.abs(np.ravel(second(*given)) - true).max()
    laws.report(laws.Finding(bool(off < 1e-4), f"your entries are off by {off:.0e}, the "
                             "differences themselves by less than 1e-4"))


def check_reaction(reaction, robot, constraint, q, dq):
    """Exercise 2: with your N the constraint holds for the accelerations."""
    A, Gamma = robot.A(q), constraint.Gamma(q, 0)
    free = robot.forward_dynamics(q, dq, np.zeros(robot.n), GRAVITY)
    bias = constraint.bias(q, dq, 0)
    if not numbers(reaction(A, Gamma, free, bias), len(Gamma)):
        return
    N = np.ravel(reaction(A, Gamma, free, bias))
    print(f"your N: {N.round(2)} N")
    ddq = free + np.linalg.solve(A, Gamma.T @ N)
    laws.report(laws.same(Gamma @ ddq + bias, 0 * N, "Gamma ddq + Gamma' dq = 0"))


def check_gains(gains, settle):
    """Exercise 3: no swing, and less than a hundredth of the error left."""
    if not numbers(gains(settle), 2):
        return
    G0, G1 = np.ravel(gains(settle)).astype(float)
    one_error(float(G0), float(G1))
    f = recursive.transient([[G0]], [[G1]], [1.0], [0.0], np.linspace(0, 2 * settle, 401))[:, 0]
    laws.report(laws.same(min(f.min(), 0.0), 0.0, "no swing below zero"),
                laws.same(max(np.abs(f[200:]).max() - 0.01, 0.0), 0.0, "settled in time"))
