"""What lesson 3 shows but need not spell out: figures, checks of exercises, printed formulas.

Figures are drawn with robokit.drawing. A check of an exercise is a law, or a case that the
lesson itself states. The printed formulas of appendix 1 are those of robokit.errata.
"""

from __future__ import annotations

import re

import numpy as np
import sympy as sp
from IPython.display import Markdown
from scipy.spatial.transform import Rotation
from tools import is_open, waits

from robokit import Mechanism, drawing, errata, kawasaki, laws
from robokit.drawing import COLOUR
from robokit.errata import appendix1, latex
from robokit.rotation import tau_x, tau_y, tau_z

LOADER = Mechanism([1, 0, 0], angles=[(0, 0, 0), (0, np.pi / 2, 0), (0, 0, 0)],
                   l=[(0, 0, 0.5), (0, 0, 0.1), (0, 0, 0.4)], name="A loader")
SLIPS = {row.id[3:]: row for row in errata.table() if row.id[:4] in ("A1-a", "A1-b")}
PRINTED = {name: appendix1.formula(number) for number, name in appendix1.PRINTED.items()} \
    | {name: row.printed for name, row in SLIPS.items()}


# -- a second way: 4 x 4 displacements, with scipy's rotations -----------------------------
def displace(axes="XYZ", angles=(0, 0, 0), shift=(0, 0, 0)):
    """A turn and then a shift. (4, 4)"""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = Rotation.from_euler(axes, angles).as_matrix(), shift
    return T


def link(sigma, angles, l, q):
    """A joint, then the three mounting turns, then the link vector. (4, 4)"""
    joint = displace("Z", sigma * q, shift=(0, 0, (1 - sigma) * q))
    return joint @ displace("XYZ", angles) @ displace(shift=l)


def displacement(robot, q):
    """Base, links and tool of a Mechanism at q, one after another. (4, 4)"""
    base, tool = (link(0, part.angles, part.l, 0) for part in (robot.base, robot.tool))
    links = [link(*values) for values in zip(robot.sigma, robot.angles, robot.l, q)]
    return np.linalg.multi_dot([base, *links, tool])


# -- the printed formulas of appendix 1 ---------------------------------------------------
def number(M, q, at):
    """A sympy matrix in the letters q as numbers, at joint coordinates `at`. (3, 3)"""
    return np.array(M.subs(dict(zip(q, at)))).astype(float)


def in_order_of_print(eps_T, step, tau_B, q, at):
    """Matrices derived with sympy, as numbers, in the order of `printed_matrices`."""
    found = [eps_T[i].T for i in range(7)] + [tau_B[0]]
    for i in range(1, 7):
        found += [sp.rot_ccw_axis3(q[i - 1])] * 2 + [eps_T[i], step[i]]
    found += [tau_B[0], step[1], tau_B[1], tau_B[1], step[2], tau_B[2]]
    return [number(M, q, at) for M in found]


def printed_tau_B3(q):
    """tau_B3 as the copy prints it, in the letters q."""
    (s1, s2, s3), (c1, c2, c3) = ([f(x) for x in q[:3]] for f in (sp.sin, sp.cos))
    return sp.Matrix([[-c1, -s1*c2*c3 - s1*s2*c3 - s1*s2*s3, s1*s2*c3 - s1*c2*s3],
                      [s1, -c1*c2*c3 - c1*s2*c3 - c1*s2*s3, c1*s2*c3 - c1*c2*s3],
                      [0, s2*c3 - c2*s3, c2*c3 + s2*s3]])


def printed_eps_tool(turns):
    """The third of four printed entries of the second row, the matrix without it, the true one.

    turns: sympy's elementary turns about x, y, z.
    """
    angles = sp.symbols("alpha beta gamma")
    (sa, sb, sg), (ca, cb, cg) = ([f(x) for x in angles] for f in (sp.sin, sp.cos))
    second = [ca*sg + sa*sb*cg, ca*cg - sa*sb*sg, -sa*sb*sg, -sa*cb]
    extra = second.pop(2)
    rest = sp.Matrix([[cb*cg, -cb*sg, sb], second, [sa*sg - ca*sb*cg, sa*cg + ca*sb*sg, ca*cb]])
    return extra, rest, sp.prod([turn(x) for turn, x in zip(turns, angles)])


def true_entries(robot, q):
    """Entries of tau_B6 ("a12") and of the gripper's matrix ("b12") at q (..., 6)."""
    s = robot.at(q)
    return {f"{name}{m + 1}{n + 1}": s.tau("B", k)[..., m, n]
            for name, k in (("a", 6), ("b", "tool")) for m, n in np.ndindex(3, 3)}


def printed_error(entry, robot, q):
    """How far a printed entry is off at q (6,), to three digits."""
    return float(f"{abs(printed(entry, q) - true_entries(robot, q)[entry]):.3g}")


def printed_matrices(q):
    """All matrices of appendix 1 from eps_0 to tau_B2 at q (6,), in the order of print."""
    return [m for number in range(237, 249) for m in latex.matrices(appendix1.formula(number), q)]


def value(text, q):
    """A printed formula at joint coordinates q (..., 6); nan when it cannot be read.

    0.866 is read as the cosine of 30 degrees.
    """
    try:
        return latex.value(text.replace("0,866", f"{np.sqrt(3) / 2:.15f}".replace(".", ",")),
                           np.moveaxis(np.asarray(q), -1, 0))
    except ValueError:
        return np.nan


def printed(entry, q):
    """A printed entry of tau_B6 ("a12") or of the gripper's matrix ("b12") at q (..., 6)."""
    return value(PRINTED[entry], q)


def mended(entry, q, leave=None):
    """A printed entry at q (..., 6) with all its corrections, or with all but one, `leave`."""
    text = PRINTED[entry]
    for wrong, right in SLIPS[entry].slips if entry in SLIPS else ():
        text = text if wrong == leave else text.replace(wrong, right)
    return value(text, q)


def mends(truth, q):
    """A table: every wrong term, what it must be, the largest error it makes alone at q.

    Sines and cosines are written short, s_1 and c_2, or the table is wider than a page.
    """
    short = lambda term: re.sub(r"\\(s|c)(?:in|os) q_(\d)", r"\1_\2", term)
    rows = ["| entry | printed | must be | error of this term alone |", "| --- | --- | --- | --- |"]
    for entry, row in SLIPS.items():
        for wrong, right in row.slips:
            size = np.abs(mended(entry, q, leave=wrong) - truth[entry]).max()
            error = "no value" if np.isnan(size) else f"{size:.2f}"
            rows.append(f"| ${entry[0]}_{{{entry[1:]}}}$ | ${short(wrong)}$ | "
                        f"${short(right)}$ | {error} |")
    return Markdown("\n".join(rows))


# -- figures ------------------------------------------------------------------------------
def reading_figure(robot, reading):
    """The robot where its sensors say it is."""
    fig, ax = drawing.figure(width=6.4, height=5)
    drawing.mechanism(ax, robot, reading, frames=["B", "tool"])
    drawing.show(fig, "The Kawasaki leans forward from its base, the forearm slopes down from the "
                 "elbow, and the gripper's blue axis points steeply down.",
                 "Six angles are measured. The frame at the gripper is what we want.")


def figures_3_1_and_3_2():
    """The point of link i-1 seen from frame i, and the point of link i seen from frame i-1."""
    turn, slide = tau_z(0.5) @ tau_x(-0.4), np.array([0, 0, 1.3])
    origin = slide + [0, 1.9, 0.3]
    own, outer = np.array([0.3, 2.2, -0.8]), origin + turn @ [-0.3, 1.5, 0.3]
    fig, axes = drawing.figure(2, axes=False, width=9.6, height=3.9, titles=[
        "Figure 3.1: the point rides on link i-1", "Figure 3.2: the point rides on link i"])
    for ax, point, whose in zip(axes, (own, outer), ("i-1", "i")):
        drawing.frame(ax, label="i-1", size=0.7, names=["x", "y", ""])
        drawing.frame(ax, turn, origin, "i", size=0.7)
        _arrow(ax, 0 * slide, slide, r"$e(1-\sigma_i)q_i$", "orange", [0, 0.72, 0.1])
        _arrow(ax, slide, origin, "$l_i$", "ink", [0, 0, 0.15])
        _arrow(ax, 0 * slide, point, f"$t_{{{whose}(i-1)}}$", "sky", [0, -0.15, -0.4])
        _arrow(ax, origin, point, f"$t_{{{whose}(i)}}$", "purple", [0, 0.45, 0.15])
    drawing.show(fig, "Two frames, i-1 and i, joined by an orange slide arrow along z of the first "
                 "and a black link arrow. A light blue arrow from frame i-1 and a purple one "
                 "from frame i end in the same point, left below frame i, right beyond it.",
                 "Slide, link vector and purple arrow add up to the light blue one, whichever "
                 "link owns the point.")


def _arrow(ax, start, end, name, color, shift):
    drawing.vector(ax, start, end, color=COLOUR[color], width=2.6)
    ax.text(*((start + end) / 2 + shift), name, color=COLOUR[color], size=15, ha="center",
            math_fontfamily="stix")


def slide_figure(arm, after):
    """A prismatic joint at work: the crane with its slide in and out, and the way of the tip."""
    before = after * [1, 0, 1]
    fig, ax = drawing.figure(width=6.4, height=4.8)
    drawing.mechanism(ax, arm, before, frames=None, labels=False, color="#b8b8b8")
    drawing.mechanism(ax, arm, after, frames=[0, 1, 3])
    drawing.vector(ax, *arm.at([before, after]).t(3), color=COLOUR["orange"], head=0.06)
    drawing.show(fig, "A crane with a turning column, a slide and a wrist, drawn with the slide in "
                 "(pale) and out (dark); an arrow joins the two tips, parallel to the slide.",
                 "A prismatic joint moves everything beyond it by one vector, along Z of frame 1.")


def wrong_turn_figure(origins, ways, pose):
    """Origins of all frames with the column at 0, 60 and 120 degrees, one drawing for each way."""
    fig, axes = drawing.figure(3, axes=False, width=9.6, height=3.6, titles=list(ways),
                               view=(45, -150))
    corners = [origins(pose + [x, 0, 0], way) for x in (0, 1, 2) for way in ways.values()]
    for ax, way in zip(axes, ways.values()):
        drawing.frame(ax, size=0.3, label="0")
        for degrees, color, width in ((0, "ink", 9), (60, "orange", 6), (120, "sky", 3)):
            path = origins(pose + [np.radians(degrees), 0, 0], way)
            drawing.line3d(ax, path, COLOUR[color], width)
        drawing.set_equal(ax, np.concatenate(corners))
    drawing.show(fig, "Three drawings of the crane with its column at 0, 60 and 120 degrees: a fan "
                 "of three bent arms; one arm lying on the floor, three times the same; three "
                 "first links in a fan with parallel outer links.",
                 "Column at 0° (black), 60° (orange), 120° (blue). Slip A: the sensor turns and "
                 "nothing moves. Slip B: the outer links do not hear of the column.")


def figure_3_3(P, Y, R):
    """The three turns of (3.4), one drawing each."""
    steps = [np.eye(3), tau_x(P), tau_x(P) @ tau_y(Y), tau_x(P) @ tau_y(Y) @ tau_z(R)]
    names = ["u", "v'", "w'"], ["u'", "v'", "w''"], ["u''", "v''", "w''"]
    fig, axes = drawing.figure(3, axes=False, width=9.6, height=3.6, titles=[
        "pitch P about u", "yaw Y about v'", "roll R about w''"])
    for k, (ax, letter, angle) in enumerate(zip(axes, "PYR", (P, Y, R))):
        drawing.frame(ax, steps[k], fade=True, names="")
        drawing.frame(ax, steps[k + 1], names=names[k])
        start = steps[k][:, (k + 1) % 3]
        drawing.arc(ax, steps[k][:, k], start, angle, f"${letter}$", radius=0.75)
        drawing.set_equal(ax)
    drawing.show(fig, "Three triads. In each the pale one turns into the bright one: about the red "
                 "axis by P, about the green axis by Y, about the blue axis by R; an arc with an "
                 "arrow marks the angle.",
                 "Figure 3.3. Each turn leaves one axis where it was: u, then v', then w''.")


def quadrants_figure(attitudes, good):
    """What arctg answers on the circle, and which attitudes it recovers."""
    fig, (circle, plane) = drawing.figure(2, three_d=False, width=9.6, height=4.6, titles=[
        "arctg on the circle", "read with arctg: o recovered, x lost"])
    for start, color in ((-90, "sky"), (90, "orange")):
        a = np.radians(np.linspace(start, start + 180))
        circle.plot(np.cos(a), np.sin(a), color=COLOUR[color], lw=4)
    x, y = np.cos(np.radians(150)), np.sin(np.radians(150))
    for sign, name, color in ((1, "true 150°", "orange"), (-1, "answer −30°", "sky")):
        drawing.vector(circle, (0, 0, 0), (sign * x, sign * y, 0), color=COLOUR[color])
        circle.text(0.5 * sign * x, 0.5 * sign * y + 0.16, name, color=COLOUR["ink"], ha="center",
                    size=11)
    circle.set(xlabel="cosine", ylabel="sine", xlim=(-1.1, 1.1), ylim=(-1.1, 1.1))
    _attitudes(plane, attitudes[good], "sky", "o")
    _attitudes(plane, attitudes[~good], "orange", "x")
    drawing.show(fig, "Left: a circle, right half blue, left half orange; an arrow at 150 degrees "
                 "and the opposite one at minus 30. Right: points over t11 and t33; only those in "
                 "the quadrant where both are positive are marked as recovered.",
                 "arctg always answers from the right half of the circle. Only attitudes with "
                 "t11 > 0 and t33 > 0 survive.")


def _attitudes(ax, attitudes, color, marker):
    ax.scatter(attitudes[:, 0, 0], attitudes[:, 2, 2], 16, COLOUR[color], marker=marker)
    ax.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))
    ax.set_xlabel(r"$t_{11} = \cos Y\, \cos R$", fontsize=12)
    ax.set_ylabel(r"$t_{33} = \cos P\, \cos Y$", fontsize=12)


def sweep_figure(q_1, angles, miss):
    """P, Y, R in degrees along a motion that passes the singular attitude at a distance."""
    peak = np.abs(np.gradient(angles[0], q_1)).max()
    fig, ax = drawing.figure(three_d=False, width=7.5, height=3.8)
    styles = ("sky", "-"), ("ink", "--"), ("orange", "-.")
    for curve, name, (color, style) in zip(angles, ("pitch P", "yaw Y", "roll R"), styles):
        ax.plot(q_1, curve, style, label=name, color=COLOUR[color], lw=2.5)
    ax.set(aspect="auto")
    ax.set_xlabel("$q_1$, degrees", fontsize=12)
    ax.set_ylabel("angle, degrees", fontsize=12)
    ax.legend(fontsize=11)
    drawing.show(fig, f"Pitch, yaw and roll of link 6 against joint 1: the size of yaw rises to "
                 f"{90 - miss} degrees and falls again; pitch and roll run steeply through 180 "
                 "degrees where joint 1 stands at 90 degrees.",
                 f"{miss}° beside the singular attitude pitch runs {peak:.0f} times as fast as "
                 "the joint that causes it.")


def scheme_figure():
    """Figure П.1: the Kawasaki with all joints at zero, its short links drawn longer."""
    robot = kawasaki.fs20n(L_1=0.5, L_3=0.4, L_5=0.4, L_6=0.4, L_tool=0.4)
    fig, ax = drawing.figure(width=7, height=9, view=(14, 30), axes=False)
    drawing.mechanism(ax, robot, np.zeros(6), frames=[*range(7), "tool"])
    drawing.show(fig, f"{drawing.describe(robot, np.zeros(6))} (short links drawn longer); "
                 "the arm stands upright.",
                 "Figure П.1. At zero the arm stands upright, both long links vertical; Z of frame "
                 "0 points down.")


def verdict_map(errors):
    """The printed entries of tau_B6 and of the gripper's matrix: which hold, errors of others."""
    fig, axes = drawing.figure(2, three_d=False, width=7.2, height=3.6, titles=[
        r"$a_{mn}$ of $\tau_{B6}$", r"$b_{mn}$ of $\tau_{B\,tool}$"])
    for ax, name in zip(axes, "ab"):
        for m, n in np.ndindex(3, 3):
            _verdict(ax, m + 1, n + 1, errors[f"{name}{m + 1}{n + 1}"])
        ax.set(xlim=(0.5, 3.5), ylim=(3.5, 0.5), xticks=[1, 2, 3], yticks=[1, 2, 3],
               xlabel="column", ylabel="row")
        ax.grid(False)
    wrong = [k for k, x in errors.items() if not x < 1e-9]
    drawing.show(fig, "Two squares of nine cells, one for each matrix. White cells hold; the "
                 f"others carry the error or a question mark: {', '.join(wrong)}.",
                 "White: the printed entry holds. Orange: wrong by the number. Grey: the copy "
                 "holds no formula that can be read.")


def _verdict(ax, m, n, error):
    good = error < 1e-9
    color = "white" if good else "#cccccc" if np.isnan(error) else COLOUR["prismatic"]
    ax.fill_between([n - 0.48, n + 0.48], m - 0.48, m + 0.48, color=color)
    ax.text(n, m, "holds" if good else "?" if np.isnan(error) else f"{error:.2f}", ha="center",
            va="center", fontsize=12)


# -- exercises ----------------------------------------------------------------------------
def check_loader(tip):
    """Exercise 1: home, a distance that turning keeps, the start of a turn, lift and reach."""
    fig, ax = drawing.figure(width=5.2, height=4.2, view=(24, -50))
    drawing.mechanism(ax, LOADER, [0.7, 0.2, 0.1], frames=[0, 3])
    if not is_open(tip([0, 0, 0])):
        drawing.line3d(ax, [tip([x, 0.2, 0.1]) for x in np.linspace(0, 1.4, 30)], COLOUR["orange"])
    drawing.show(fig, drawing.describe(LOADER, [0.7, 0.2, 0.1]) + ".",
                 "Exercise 1. Your curve (orange) is the tip while the column turns: it must pass "
                 "through the gripper.")
    if waits(tip([0, 0, 0])):
        return
    laws.report(laws.same(tip([0, 0, 0]), [0.5, 0, 0.5], "home is where the text says"),
                laws.same_length(tip([0, 0.1, 0.2]), tip([1.3, 0.1, 0.2])),
                laws.derivative(tip, np.cross([0, 0, 1], [0.5, 0, 0.5]), [0, 0, 0], [1, 0, 0]),
                laws.derivative(tip, [0, 0, 1], [0.4, 0.1, 0.2], [0, 1, 0]),
                laws.derivative(tip, [1, 0, 0], [0, 0.1, 0.2], [0, 0, 1]))


def check_orientation(orientation, attitudes):
    """Exercise 2: the angles, turned back by (3.4), are the attitudes they came from."""
    answer = orientation(attitudes)
    if waits(answer):
        return
    again = tau_x(answer[0]) @ tau_y(answer[1]) @ tau_z(answer[2])
    lost = np.abs(again - attitudes).max((-2, -1)) > 1e-6
    fig, plane = drawing.figure(three_d=False)
    _attitudes(plane, attitudes[lost][:1500], "orange", "x")
    drawing.show(fig, f"{lost.sum()} of {len(lost)} attitudes are lost.",
                 "Exercise 2. An empty square is right.")
    laws.report(laws.same(again, attitudes, "turned back by (3.4)"))


def check_cos_yaw(cos_yaw, attitudes, q_1, along):
    """Exercise 3: 1 for a level frame, 0 at the singular attitude, deaf to P and R."""
    if waits(cos_yaw(along)):
        return
    singular = tau_x(0.4) @ tau_y(np.pi / 2) @ tau_z(-1.1)
    turned = tau_x(0.7) @ attitudes @ tau_z(-0.4)
    fig, ax = drawing.figure(three_d=False, width=6, height=2.6)
    ax.plot(q_1, cos_yaw(along), color=COLOUR["purple"])
    ax.set(aspect="auto", xlabel="$q_1$, degrees", ylabel="|cos Y|", ylim=(0, 1))
    drawing.show(fig, "The warning number against joint 1.",
                 "Exercise 3. Small where the angles fail.")
    laws.report(laws.same(cos_yaw(np.eye(3)), 1.0, "1 for a level frame"),
                laws.same(cos_yaw(singular), 0.0, "0 at the singular attitude"),
                laws.same(cos_yaw(attitudes), cos_yaw(turned), "turns by P and R do not matter"))


def check_b_31(b_31, robot, q):
    """Exercise 4: with the missing entry the gripper's matrix is a rotation, wherever it is."""
    places = [q, q + 0.7, 2 * q]
    answers, b = [b_31(x) for x in places], robot.at(places).tau("B", "tool")
    b[:, 2, 0] = [0 if is_open(x) else x for x in answers]
    fig, ax = drawing.figure(axes=False, width=4.4, height=3.6)
    drawing.frame(ax, fade=True, label=r"\mathrm{B}", size=0.6)
    for k, name in enumerate("xyz"):
        drawing.vector(ax, (0, 0, 0), b[0, :, k], f"${name}$", drawing.AXES[k])
    drawing.show(fig, "The columns of the gripper's matrix as arrows over the pale base frame.",
                 "Exercise 4. The red arrow lies flat until it has its third component.")
    laws.report(laws.rotation(None if is_open(answers[0]) else b))


def check_wrist(height, robot, q):
    """Exercise 5: sliders for joints 2 and 3, your height as a line, and four laws.

    The third: upright, the wrist stands 0.06 m behind the axis of joint 2, so leaning forwards
    starts by lifting it at that lever.
    """
    wrist_picture(height, robot, q)
    drawing.sliders(lambda q_2, q_3: wrist_picture(height, robot, np.radians(
        [25, q_2, q_3, 25, -40, -50])), q_2=(-105, 140, 30), q_3=(-155, 120, -60))
    if waits(height(0.0, 0.0)):
        return
    together = height(0.9, 0.2) - height(0.4, -0.3), 0.8 * (np.cos(0.9) - np.cos(0.4))
    swing = [height(0.3, x) for x in np.linspace(-np.pi, np.pi, 2001)]
    laws.report(laws.same(height(0.0, 0.0), 1.5, "upright: both long links"),
                laws.same(*together, "both joints together keep the forearm's direction"),
                laws.derivative(lambda x: height(x, 0.0), 0.06, 0.0, 1.0),
                laws.same(round(np.ptp(swing), 4), round(2 * np.hypot(0.06, 0.7), 4),
                          "joint 3 swings the wrist by twice its distance from the elbow"))


def wrist_picture(height, robot, q):
    """The arm at q, and a line at the height that `height` gives for the wrist centre."""
    fig, ax = drawing.figure(width=5.6, height=4.6)
    drawing.mechanism(ax, robot, q, frames=["B", 4])
    level = height(q[1], q[2])
    if not is_open(level):
        x, y, _ = robot.at(q).t(4, frame="B", origin="B")
        across = 0.5 * np.array([-y, x]) / np.hypot(x, y)
        ends = [[*([x, y] + side * across), level] for side in (-1, 1)]
        drawing.line3d(ax, ends, COLOUR["orange"], 3, "--")
    drawing.show(fig, drawing.describe(robot, q) + ".",
                 "Exercise 5. The dashed line at your height must touch the origin of frame 4.")
