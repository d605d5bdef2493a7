"""What lesson 8 shows: its figures, with words in the language of the notebook."""

from __future__ import annotations

import numpy as np

from lessons.mass_points import CASTING, LIMITS, START, WEIGHT, lift, loader, six_points
from lessons.tools import label, sentences, show, turn
from lessons.words import _, language, number
from robokit import Mechanism, drawing
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.errata.formulas import lettered
from robokit.inertia import cylinder, inertias

__all__ = ["loader"]                                 # of the scene `hold`

UP = np.array([0, 0, 1])
VIEW = (18, -70)


def drives():
    """What the four drives of the loader are called."""
    return [_("the column"), _("the boom"), _("the slide"), _("the wrist")]


def slips():
    """The six slips of the lesson, and none: what they are called in its code, and in words."""
    return {"none": _("no slip"), "tensor": _("tensor not turned"),
            "gyroscopic": _("gyroscopic term lost"), "arms": _("lever arms from frame i"),
            "gravity": _("gravity upwards"), "slide": _("slide read off the moment"),
            "last link": _("last link forgotten")}


def units():
    return [_("N·m"), _("N·m"), _("N"), _("N·m")]


def whole(x):
    """A number without decimals, with the minus of a text."""
    return number(x, 0).replace("-", "−")


def unit(a):
    return a / np.linalg.norm(a)


def block(ax, middle, axes, sides, color):
    """A rectangular block in space."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    corners = middle + corners * np.asarray(sides) / 2 @ axes.T
    for face in ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4),
                 (1, 3, 7, 5)):
        drawing._surface(ax, [corners[list(face)]], color, COLOUR["ink"])


def casting(ax, s):
    """The casting in the gripper of the loader."""
    block(ax, s.t(4, CASTING), s.tau(0, 4) @ turn("x", 0.5), (0.3, 0.2, 0.12),
          COLOUR["prismatic"])


def mark(ax, point, text, shift):
    ax.plot(*point[:, None], "o", color=COLOUR["ink"], ms=6, zorder=150)
    label(ax, point, text, COLOUR["ink"], shift)


def polygon(ax, closing, scale, middle):
    """Vectors head to tail round the point `middle`, their names outside."""
    corners = np.cumsum([np.zeros(3), *(scale * x for x, _name, _color in closing)], axis=0)
    corners = corners - corners[:-1].mean(0) + middle
    for a, b, (arrow, text, color) in zip(corners, corners[1:], closing):
        drawing.vector(ax, a, b, "", COLOUR[color], 3,
                       head=min(0.06, 0.4 * scale * np.linalg.norm(arrow)))
        across = np.cross(arrow, drawing._directions(ax)[2])
        across = unit(across * np.sign(across @ ((a + b) / 2 - middle)))
        label(ax, (a + b) / 2 + 0.15 * across, text, COLOUR[color])


def sizes(closing, of):
    """Names and lengths of arrows in words, where no LaTeX is read."""
    return "; ".join(f"{spelt(text)} {number(np.linalg.norm(x), 1)} {of}"
                     for x, text, _color in closing)


def spelt(latex):
    for sign, letter in (("$", ""), (r"\times", "×"), (r"\mu", "μ"), (r"\text", ""), ("-", "−"),
                         ("{", ""), ("}", "")):
        latex = latex.replace(sign, letter)
    return latex


def face(ax, vectors):
    """Look at the plane in which the vectors (m, 3) mostly lie."""
    normal = np.linalg.svd(vectors)[2][2]
    normal = normal if normal @ [0.5, -0.87, 0.1] > 0 else -normal
    ax.view_init(np.degrees(np.arcsin(normal[2])), np.degrees(np.arctan2(normal[1], normal[0])))


# -- the question, and a body of points ----------------------------------------------------------
def lift_figure(robot):
    """The loader at the start and at the end of the lift, the way of the casting between."""
    fig, ax = drawing.figure(axes=False, width=7.5, height=5.6, view=VIEW)
    q, *_rest = lift(1)
    first = robot.at(q[0])
    drawing.line3d(ax, [first.t(k) for k in range(5)], "#a8a8a8", 3)
    casting(ax, first)
    drawing.mechanism(ax, robot, q[-1], frames=None)
    drawing.frame(ax, None, (-0.45, 0, 0), 0, 0.22)
    drawing.line3d(ax, [(-0.45, 0, 0), (0, 0, 0)], COLOUR["grey"], style=":")
    casting(ax, robot.at(q[-1]))
    drawing.line3d(ax, robot.at(q).t(4, CASTING), COLOUR["orange"], 2.5)
    show(fig, _("The loader, four joints: a column that turns, a boom that tilts, a slide along "
                "it, a wrist. A pale arm shows the start, low down; a block, the casting, hangs at "
                "the end of both; an orange curve leads upwards and round from one to the other."),
         _("The casting must go from the press to the belt along the orange way. How hard do four "
           "drives push, and what holds the column down?"))


def points_figure(link):
    """A block and the six mass points that stand for it."""
    fig, ax = drawing.figure(width=5.4, height=4, axes=False, view=(20, -55))
    edges = np.sqrt(6 * (np.trace(link.J) - 2 * np.diag(link.J)) / link.m)
    block(ax, link.r, np.eye(3), edges, COLOUR["revolute"])
    points = six_points(link)
    for a, b in zip(points[:3], points[3:]):
        drawing.line3d(ax, [a, b], COLOUR["ink"], 1.5, "--")
    ax.plot(*points.T, "o", color=COLOUR["orange"], ms=11, mec=COLOUR["ink"], zorder=150)
    drawing.frame(ax, None, link.r, "", 0.6, "xyz")
    show(fig, _("A flat block with its axes x, y, z and six equal balls in pairs on them, at equal "
                "distances on both sides of the centre."),
         _("Six points with the mass, the centre and the tensor of the block: in motion nobody "
           "can tell them from it."))


# -- 8.1 -----------------------------------------------------------------------------------------
def swinging():
    """Three equal links that swing in a vertical plane: the mechanism and (q, dq, ddq)."""
    rod = cylinder(2, R=0.03, H=0.5, axis="x", r=(-0.2, 0, 0))
    arm = Mechanism([1, 1, 1], [(0, 0, 0)] * 3, [(0.5, 0, 0)] * 3, **inertias([rod] * 3))
    return arm, ([0.5, 0.6, -1.3], [-3, 2, 6], [25, -40, 10])


def _letters(latex):
    """A symbol with the index that the book gives it, a Cyrillic one in Russian."""
    return lettered(latex, language())


def figure_8_1(points, i):
    """Figure 8.1: the forces on every link of a plane arm, those on link i head to tail."""
    fig, (left, right) = drawing.figure(2, width=9.6, height=4.4, axes=False, view=(90, -90),
                                        titles=[_("every link cut free"),
                                                _("link {i}, head to tail").format(i=i)])
    scale, n = 0.008, points.robot.n
    drawing.line3d(left, [points.origin(j) for j in range(n + 1)], COLOUR["link"], 5)
    for j in range(1, n + 1):
        start, middle = points.origin(j - 1), points.x[j][0]
        along = unit(points.origin(j) - start)
        mark(left, start, f"$O_{j - 1}$", (0.05, -0.1, 0))
        mark(left, middle, f"$C_{j}$", 0.11 * np.cross(UP, along))     # off the link, above it
        for place, x, text, color, shift in (
                (start, points.f(j), f"$f_{j}$", "orange", (-0.08, 0.08, 0)),
                (middle, points.F_I(j), _letters(f"$F_{{I{j}}}$"), "purple", (0.12, -0.05, 0)),
                (middle, points.F_B(j), _letters(f"$F_{{B{j}}}$"), "grey", (0.06, -0.11, 0))):
            drawing.vector(left, place, place + scale * x, "", COLOUR[color], 3, head=0.06)
            label(left, place + scale * x, text, COLOUR[color], shift)
    closing = [(points.F_B(i), _letters(f"$F_{{B{i}}}$"), "grey"),
               (points.F_I(i), _letters(f"$F_{{I{i}}}$"), "purple"),
               (-points.f(i + 1), f"$-f_{i + 1}$", "sky"), (points.f(i), f"$f_{i}$", "orange")]
    polygon(right, closing, 1.7 * scale, points.x[i][0])
    show(fig, _("Left: three links in a plane. At the start of each an arrow f for the reaction, "
                "at its mass centre an arrow down for the weight and one for the force of inertia. "
                "Right: the four arrows that act on link {i}, head to tail, end where they began: "
                "{sizes}.").format(i=i, sizes=sizes(closing, _("N"))),
         _("Figure 8.1. Weight, force of inertia and the reactions of both joints keep a link in "
           "balance: head to tail they close."))


def rest_figure(robot, f):
    """The loader at the start of its lift and the reactions f_1 .. f_4 in its joints."""
    fig, ax = drawing.figure(width=6.4, height=4.6, axes=False, view=VIEW)
    s = robot.at(START)
    drawing.mechanism(ax, robot, START, frames=None, labels=False)
    casting(ax, s)
    said = []
    for i, x in enumerate(f, 1):
        sized = f"$f_{i}$ = {whole(x[2])} {_('N')}"
        said.append(sized.replace("$", ""))
        start = s.t(i - 1) - [0.4 * (i == 1), 0, 0]              # beside the column, not in it
        if np.linalg.norm(x) > 1:
            drawing.vector(ax, start, start + 0.0008 * x, "", COLOUR["orange"], 3, head=0.05)
        label(ax, start + 0.0008 * x, sized, COLOUR["orange"],
              (-0.1, 0, 0.06) if i == 1 else (0.2, 0, 0.02))
    show(fig, _("The loader at the start of its lift. An upright arrow at each joint, that of "
                "joint 1 beside the column: {sizes}.").format(sizes="; ".join(said)),
         _("At rest each joint carries the weight of all links beyond it and of nothing else."))


# -- 8.2 -----------------------------------------------------------------------------------------
def figure_8_2(points, i):
    """Figure 8.2: the moments on link i about its mass centre."""
    fig, (left, right) = drawing.figure(2, width=9.6, height=4.6, axes=False, view=VIEW,
                                        titles=[_("link {i} cut free").format(i=i),
                                                _("moments, head to tail")])
    start, end, middle = points.origin(i - 1), points.origin(i), points.x[i][0]
    f, f_next, mu, mu_next = points.f(i), points.f(i + 1), points.mu(i), points.mu(i + 1)
    both = points.M_B(i) + points.M_I(i)
    acting = [(middle, both, _letters(rf"$M_{{B{i}}} + M_{{I{i}}}$"), "purple"),
              (start, mu, rf"$\mu_{i}$", "orange"),
              (end, -mu_next, rf"$-\mu_{i + 1}$", "sky")]
    scale = 0.7 / max(np.linalg.norm(x) for _at, x, _text, _color in acting)
    drawing.line3d(left, [start, end], COLOUR["link"], 6)
    for place in (start, end):
        drawing.line3d(left, [middle, place], COLOUR["grey"], 1.5, "--")
    face(left, np.array([start - middle, end - middle,
                         *(scale * x for _at, x, _text, _color in acting)]))
    for place, arrow, text, color in acting:
        drawing.vector(left, place, place + scale * arrow, text, COLOUR[color], 3, head=0.04,
                       shift=0.22 if "+" in text else 0.1)                # longer names
    for place, text in ((start, f"$O_{i - 1}$"), (end, f"$O_{i}$"), (middle, f"$C_{i}$")):
        mark(left, place, text, 0.12 * unit(place - (start + end + middle) / 3))
    closing = [(x, text, color) for _at, x, text, color in acting]
    closing += [(np.cross(start - middle, f), rf"$-(L_{i} + r_{i}) \times f_{i}$", "link"),
                (np.cross(end - middle, -f_next), rf"$r_{i} \times f_{i + 1}$", "grey")]
    face(right, np.array([x for x, _text, _color in closing]))
    polygon(right, closing, 0.9 / max(np.linalg.norm(x) for x, _text, _color in closing), middle)
    show(fig, _("Left: link {i} between the origins of two frames, dashed arms from its mass "
                "centre to both, three moments as arrows. Right: these and the moments of the two "
                "reactions head to tail, closed: {sizes}.").format(
                    i=i, sizes=sizes(closing, _("N·m"))),
         _("Figure 8.2. The coloured moments alone do not close: the reactions act at the ends of "
           "the dashed arms and turn the link as well (dark and grey)."))


def triangle_figure(n=5):
    """Pairs (j, k) of two sums: the diagonal that is left, and one triangle in two orders."""
    fig, axes = drawing.figure(2, three_d=False, width=9.6, height=4.3, titles=[
        _("two sums: the diagonal is left"), _("one triangle, two orders")])
    for j in range(1, n + 1):
        for k in range(j, n + 1):
            left_over = k == j
            axes[0].plot(j, k, "o", ms=17, color=COLOUR["orange" if left_over else "sky"])
            if not left_over:
                axes[0].plot(j, k, "x", ms=15, mew=3, color=COLOUR["ink"])
            axes[1].plot(k, j, "o", ms=12, color=COLOUR["sky"])
    for k in range(1, n):
        axes[1].annotate("", (n + 0.35, k), (k - 0.35, k), arrowprops={
            "arrowstyle": "-|>", "color": COLOUR["orange"], "lw": 2})
        axes[1].annotate("", (k + 1, k + 1.35), (k + 1, 0.6), arrowprops={
            "arrowstyle": "-|>", "color": COLOUR["purple"], "lw": 2, "ls": "--"})
    for ax in axes:
        ax.set(xticks=range(1, n + 1), yticks=range(1, n + 1), xlim=(0.4, n + 0.7),
               ylim=(0.4, n + 0.7))
        ax.set_xlabel("$j$", fontsize=LETTERS)
        ax.set_ylabel("$k$", fontsize=LETTERS)
    show(fig, _("Two grids of pairs j, k from 1 to 5. Left: the pairs with k at least j; those "
                "with k greater than j are crossed out by the second sum, the diagonal is left. "
                "Right: the pairs with k at most j, run through along rows by solid arrows and "
                "along columns by dashed ones."),
         _("Left: what the second sum takes away. Right: first k and then j from k to n (solid "
           "rows), or first j and then k up to j (dashed columns): the same pairs."))


def dumbbell_figure(points):
    """omega, the angular momentum K and the moment of the forces of inertia M_I."""
    fig, ax = drawing.figure(width=6, height=5, axes=False, view=(12, -20))
    s = points.robot.at(points.q)
    ends = np.array([s.t(1, (0, 0, z)) for z in (0.4, -0.4)])
    drawing.line3d(ax, ends, COLOUR["link"], 5)
    ax.plot(*ends.T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=22)
    drawing.line3d(ax, [-0.55 * UP, 0.55 * UP], COLOUR["grey"], 1, "-.")
    drawing.frame(ax, None, (0, -0.55, -0.45), 0, 0.2)
    K, M = points.K(1), points.M_I(1)
    for arrow, text, color, long in ((UP, r"$\omega$", "ink", 0.5), (K, "$K$", "orange", 0.5),
                                     (M, _letters("$M_I$"), "purple", 0.35)):
        drawing.vector(ax, 0 * UP, long * unit(arrow), text, COLOUR[color], 3, head=0.06,
                       shift=0.12)
    ring = np.array([[np.cos(a), np.sin(a), 0] for a in np.linspace(0, 2 * np.pi, 73)])
    drawing.line3d(ax, np.hypot(*K[:2]) / np.linalg.norm(K) * 0.5 * ring
                   + UP * 0.5 * K[2] / np.linalg.norm(K), COLOUR["orange"], 1, ":")
    show(fig, _("A rod with two balls leans from a vertical axis and turns about it. The angular "
                "momentum K leans the other way, nearly at right angles to the rod; its tip runs "
                "round a dotted circle. The moment M_I lies level, at right angles to both."),
         _("omega does not change, K does: it is carried round. Holding the axis takes a moment, "
           "and the gyroscopic term is all of it."))


# -- 8.3 and 8.4 ---------------------------------------------------------------------------------
def polar_figure(q=0.6, a=0.52, r=0.9):
    """The arm with one turn and one slide: unit vectors, mass centres, what acts on them."""
    fig, ax = drawing.figure(width=6.6, height=4.6, axes=False, view=(90, -90))
    along, across = np.array([np.cos(q), np.sin(q), 0]), np.array([-np.sin(q), np.cos(q), 0])
    drawing.line3d(ax, [0 * along, r * along], COLOUR["link"], 5)
    drawing.line3d(ax, [(0.36, 0, 0), (0.8, 0, 0)], COLOUR["grey"], 1, "--")
    drawing.frame(ax, None, (0, 0, 0), 0, 0.22, ["x", "y", ""])          # z points at the reader
    drawing.arc(ax, UP, (1, 0, 0), q, "$q_1$", COLOUR["ink"], radius=0.27)
    ax.plot(0, 0, 0, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=14, zorder=150)
    ax.plot(*(r * along)[:, None], "s", color=COLOUR["prismatic"], mec=COLOUR["ink"], ms=15,
            zorder=150)
    for place, name in ((a * along, "$m_1 g$"), (r * along, "$m_2 g$")):
        drawing.vector(ax, place, place - [0, 0.2, 0], name, COLOUR["purple"], 3, head=0.05,
                       shift=0.12)
    mark(ax, a * along, "$C_1$", 0.1 * across)
    label(ax, r * along, "$C_2$", COLOUR["ink"], -0.12 * along + 0.1 * across)
    for arrow, name in ((along, "$i_r$"), (across, "$i_q$")):
        drawing.vector(ax, r * along, r * along + 0.26 * arrow, name, COLOUR["orange"], 3,
                       head=0.05, shift=0.1)
    show(fig, _("An arm in a vertical plane. It turns by q_1 about an axis towards the reader at "
                "the origin of frame 0; on it the mass centre C_1 at the distance a and a block, "
                "C_2, at the distance q_2. Both weights point down. At C_2 the unit vectors i_r "
                "along the arm and i_q across it."),
         _("Along i_r and i_q the accelerations are short; Z_0 points at the reader."))


def bearings_figure(s, loads):
    """Of each mu_i and f_i the part along the joint's axis and the part across it."""
    n = s.robot.n
    fig, axes = drawing.figure(2, three_d=False, width=9.2, height=3.6, titles=[
        _("moment of the reaction, N·m"), _("force of the reaction, N")])
    said = []
    for ax, vector, kind, of in ((axes[0], s.mu, 1, _("N·m")), (axes[1], s.f, 0, _("N"))):
        for i in range(1, n + 1):
            x, Z = vector(i, loads=loads), s.tau(0, i - 1)[:, 2]
            along, across = abs(x @ Z), np.linalg.norm(x - (x @ Z) * Z)
            driven = s.robot.sigma[i - 1] == kind
            ax.bar(i - 0.2, along, 0.36, color=COLOUR["orange" if driven else "sky"])
            ax.bar(i + 0.2, across, 0.36, color=COLOUR["sky"])
            said.append(_("joint {i}: {along} {unit} along, {across} {unit} across").format(
                i=i, along=whole(along), across=whole(across), unit=of))
        ax.set(ylabel="", xticks=range(1, n + 1), aspect="auto")
        ax.set_xlabel(_("joint"), fontsize=LETTERS)
    show(fig, _("Bars for four joints, two each, along the axis and across it; moments first, then "
                "forces. {sizes}. Orange bars are those of the drives.").format(
                    sizes=sentences(["; ".join(said)])),
         _("Left bar along the axis, right bar across it. The drives carry the orange parts; "
           "bearings and guides carry the blue ones."))


def power_figure(t, power, gained):
    """Power of each drive (m, 4) over the lift, and the energy gained in a second (m,)."""
    fig, ax = drawing.figure(three_d=False, width=7.4, height=4)
    for name, color, each in zip(drives(), ("sky", "purple", "link", "grey"), power.T):
        ax.plot(t, each, color=COLOUR[color], lw=2, label=name)
    ax.plot(t, power.sum(1), color=COLOUR["orange"], lw=3, label=_("all four"))
    ax.plot(t[::4], gained[::4], "o", ms=5, color=COLOUR["ink"], zorder=9,
            label=_("energy gained in a second"))
    ax.set(aspect="auto")
    ax.set_xlabel(_("t, s"), fontsize=LETTERS)
    ax.set_ylabel(_("W"), fontsize=LETTERS)
    ax.legend(fontsize=NUMBERS, frameon=False, loc="upper center", ncols=3,
              bbox_to_anchor=(0.5, -0.18))
    said = "; ".join(_("{name} from {least} to {most} W").format(
        name=name, least=whole(each.min()), most=whole(each.max()))
        for name, each in zip(drives(), power.T))
    show(fig, _("The power of the four drives over the lift: {sizes}. Dots for the energy gained "
                "in a second, kinetic and potential, lie on the curve of their sum.").format(
                    sizes=said),
         _("What the drives give is what the energy gains, at every instant."))


# -- 8.5 -----------------------------------------------------------------------------------------
def fs20n_figure(robot, postures, own, part):
    """The Kawasaki in some postures; what drives 2, 3 and 5 hold of the links and of the part."""
    titles = [_("standing upright"), _("stretched level"), _("forearm level")]
    fig, axes = drawing.figure(len(postures), width=10.4, height=4.6, axes=False, view=(8, -10),
                               titles=titles)
    said = []
    for ax, q, links, load in zip(axes, postures, own, part):
        drawing.mechanism(ax, robot, q, frames=None, labels=False)
        tip = robot.at(q).t("tool", frame="B", origin="B")
        drawing.vector(ax, tip, tip - 0.4 * UP, "", COLOUR["purple"], 3, head=0.08)
        lines = [_("for the links and the part, N·m"), *(
            _("drive {i}: {links} and {load}").format(
                i=i, links=whole(links[i - 1]), load=whole(load[i - 1])) for i in (2, 3, 5))]
        ax.text2D(0.5, -0.02, "\n".join(lines), transform=ax.transAxes, fontsize=NUMBERS + 1,
                  va="top", ha="center")
        said.append("; ".join(lines))
    show(fig, _("The Kawasaki upright; stretched level; with a level forearm on an upright upper "
                "arm. A load hangs at the gripper. {sizes}.").format(sizes=sentences(said)),
         _("What a drive holds for the links, and for the part. Drives 1, 4 and 6 hold nothing in "
           "these postures: their axes are upright or run through all mass centres beyond."))


def hold_figure(robot, postures, titles):
    """The loader at rest in some postures (degrees, degrees, mm) and what its drives hold."""
    fig, axes = drawing.figure(len(postures), width=3.9 * len(postures), height=4.6, axes=False,
                               view=(12, -80), titles=titles)
    said = []
    for ax, (boom, wrist, out) in zip(np.atleast_1d(axes), postures):
        q = np.array([0.0, np.radians(boom), out / 1000, np.radians(wrist)])
        s, mu = robot.at(q), robot.static_drives(q, WEIGHT)
        drawing.mechanism(ax, robot, q, frames=[0], labels=False)
        casting(ax, s)
        for j in (2, 3, 4):
            middle = s.t(j, robot.r[j - 1])
            drawing.vector(ax, middle, middle - 0.002 * robot.m[j - 1] * 9.81 * UP,
                           color=COLOUR["purple"], head=0.05)
        lines = [f"{name}: {whole(x)} {of}"
                 for name, x, of in list(zip(drives(), mu, units()))[1:]]
        ax.text2D(0.5, -0.02, "\n".join(lines), transform=ax.transAxes, fontsize=NUMBERS + 1,
                  va="top", ha="center")
        said.append(_("boom at {boom} degrees, slide {out} mm out, wrist at {wrist} degrees: "
                      "{sizes}").format(boom=boom, out=out, wrist=wrist, sizes="; ".join(lines)))
    show(fig, _("The loader at rest, its weights as arrows downwards. {sizes}.").format(
        sizes=sentences(said)),
        _("Standing still, the drives hold the weights: lever arm times weight for a turn, the "
          "part of the weight along the axis for a slide."))


# -- the answer ----------------------------------------------------------------------------------
def answer_figure(moments, parts):
    """The boom's moment over the lift, {seconds: (m,)}, and the parts of the fastest one."""
    fig, axes = drawing.figure(2, three_d=False, width=10.4, height=4.4, titles=[
        _("moment of the boom's drive"),
        _("its parts, lift in {seconds} s").format(seconds=number(min(moments), 1))])
    x = np.linspace(0, 1, len(parts[0]))
    said = []
    for (seconds, mu), color in zip(moments.items(), ("grey", "orange")):
        name = _("lift in {seconds} s").format(seconds=number(seconds, 1))
        axes[0].plot(x, mu, color=COLOUR[color], lw=2.5, label=name)
        said.append(_("{name} from {least} to {most} N·m").format(
            name=name, least=whole(mu.min()), most=whole(mu.max())))
    axes[0].axhline(LIMITS[1], color=COLOUR["ink"], ls="--", lw=1.2, label=_("data sheet"))
    names = [_("weights"), _("accelerations of the joints"),
             _("rates of the joints")]
    for part, name, color in zip(parts, names, ("grey", "orange", "purple")):
        axes[1].plot(x, part, color=COLOUR[color], lw=2.5, label=name)
    low, high = axes[1].get_ylim()
    axes[1].set_ylim(low - 0.35 * (high - low), high)        # room for the three names
    for ax in axes:
        ax.set(aspect="auto")
        ax.set_xlabel(_("share of the time"), fontsize=LETTERS)
        ax.set_ylabel(_("N·m"), fontsize=LETTERS)
        ax.legend(fontsize=NUMBERS, frameon=False, loc="lower left")
    show(fig, _("Left: the moment of the boom's drive over the lift: {sizes}, and a dashed line at "
                "{limit} N·m. Right: three curves that add up to the fast one: the weights lead, "
                "the part of the accelerations is a large wave.").format(
                    sizes="; ".join(said), limit=whole(LIMITS[1])),
         _("The slow lift stays below the data sheet, the fast one does not: what the masses ask "
           "for grows with the square of the speed."))


def all_drives(robot, seconds):
    """All four drives over a lift, each as a share of its data sheet."""
    q, dq, ddq, t = lift(seconds)
    share = robot.inverse_dynamics(q, dq, ddq, WEIGHT) / LIMITS
    fig, ax = drawing.figure(three_d=False, width=7, height=3.9)
    for name, color, each in zip(drives(), ("sky", "purple", "link", "orange"), share.T):
        ax.plot(t, each, color=COLOUR[color], lw=2.5, label=name)
    for limit in (-1, 1):
        ax.axhline(limit, color=COLOUR["ink"], ls="--", lw=1.2)
    ax.set(aspect="auto", ylim=(-2.5, 1.9))
    ax.set_xlabel(_("t, s"), fontsize=LETTERS)
    ax.set_ylabel(_("share of the data sheet"), fontsize=LETTERS)
    ax.legend(fontsize=NUMBERS, frameon=False, loc="lower left", ncols=2)
    most = "; ".join(f"{name} {number(x)}" for name, x in zip(drives(), np.abs(share).max(0)))
    show(fig, _("Four curves over {seconds} s between dashed lines at minus one and one. The "
                "greatest shares: {sizes}.").format(seconds=number(seconds, 1), sizes=most),
         _("A drive that leaves the band between the dashed lines is too weak for this lift."))
