"""What lesson 7 shows but need not spell out: figures, checks of exercises, the second way.

Figures are drawn with robokit.drawing. The second way is `by_positions`: it moves frames by
single turns and shifts (`companion_05.place`) and takes two derivatives by time from values on
a circle of complex times; no formula of section 5 or 7 enters it.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import sympy
from tools import is_open, label, oblique, place, planar, vanishes

from robokit import Mechanism, drawing, laws
from robokit.drawing import COLOUR
from robokit.rotation import lam

__all__ = ["oblique", "place", "planar", "vanishes"]    # for the lesson

QUARTER = np.pi / 2
VIEW = (22, -60)
KINDS = {"motors": ("grey", "-."), "centripetal": ("orange", "--"), "Coriolis": ("sky", "-"),
         "gyroscopic": ("purple", ":")}
TRY = ([0.3, 0.5, 0.2, -0.4], np.array([0.9, -0.8, 0.4, 0.6]),       # q, dq, ddq of the exercises
       np.array([0.5, 0.7, -0.3, 0.2]))
CIRCLE = 0.5 * np.exp(2j * np.pi * np.arange(24) / 24)      # complex times, seconds


# -- the arms of the lesson ------------------------------------------------------------------
def waiter(h=0.7, a=0.3, b=0.25, c=0.2, quarter=QUARTER) -> Mechanism:
    """A column turns, a boom tilts, a slide runs along it, a wrist keeps the tray level.

    With letters for the lengths and an exact right angle it is the same arm in symbols.
    """
    return Mechanism([1, 1, 0, 1], [(quarter, 0, 0), (0, quarter, 0), (0, -quarter, 0), (0, 0, 0)],
                     [(0, h, 0), (0, 0, a), (b, 0, 0), (c, 0, 0)], name="The waiter")


def waiter_in_letters():
    """Its state in letters: lengths h, a, b, c; q_k, rates u_k and second derivatives w_k."""
    names = (f"{letter}_1:5" for letter in "quw")
    arm = waiter(*sympy.symbols("h a b c"), sympy.pi / 2)
    return arm.at(*(sympy.symbols(name) for name in names))


def polar() -> Mechanism:
    """A turn about the vertical and a slide along X of the turned frame."""
    return Mechanism([1, 0], [(0, QUARTER, 0), (0, -QUARTER, 0)], np.zeros((2, 3)))


def serving(duration=2.0, count=201):
    """The motion of the tray: times (count,) and q, dq, ddq (count, 4), from rest to rest.

    The wrist turns back what the boom tilts, so that the tray stays level.
    """
    start, end = np.radians([0, 50, 0, -50]), np.radians([90, -10, 0, 10])
    start[2], end[2] = 0.05, 0.45
    t = np.linspace(0, duration, count)
    x, way = t[:, None] / duration, end - start
    return (t, start + way * (10 * x**3 - 15 * x**4 + 6 * x**5),
            way * (30 * x**2 - 60 * x**3 + 30 * x**4) / duration,
            way * (60 * x - 180 * x**2 + 120 * x**3) / duration**2)


# -- the second way --------------------------------------------------------------------------
def derivatives(f):
    """f, its first and its second derivative by time at t = 0, for f analytic in t.

    f(t) = f_0 + f_1 t + f_2 t^2 + ..: the mean of f(t) / t^k round a circle is f_k.
    """
    values = np.array([f(t) for t in CIRCLE])
    return [size * np.tensordot(CIRCLE**-k, values, 1).real / len(CIRCLE)
            for k, size in enumerate((1, 1, 2))]


def by_positions(robot, q, dq, ddq, i, point=(0, 0, 0)):
    """Angular acceleration of link i and acceleration of a point of it, in frame 0. (2, 3)

    The joints move by q + dq t + ddq t^2 / 2. With (2.7), lam(omega) = dtau tau^T, the
    derivative of lam(omega) is ddtau tau^T + dtau dtau^T.
    """
    q, dq, ddq = map(np.asarray, (q, dq, ddq))
    tau, d, dd = derivatives(lambda t: np.column_stack(
        place(robot, q + dq * t + ddq * t**2 / 2, i, point)))
    turn = dd[:, :3] @ tau[:, :3].T + d[:, :3] @ d[:, :3].T
    return np.array([[turn[2, 1], turn[0, 2], turn[1, 0]], dd[:, 3]])


def moving(robot, q, dq, ddq):
    """The state at time t of the motion q + dq t + ddq t^2 / 2, a function of t."""
    q, dq, ddq = map(np.asarray, (q, dq, ddq))
    return lambda t: robot.at(q + dq * t + ddq * t**2 / 2, dq + ddq * t, ddq)


def change(f, at):
    """Derivative by time at t = 0 of f(state), by a central difference. at: see `moving`."""
    return laws.rate(lambda t: f(at(t)), 0, 1)


def differentiate(vector, s):
    """Derivative by time of expressions in the letters of s: the chain rule. (3,)"""
    before = sympy.Matrix([*s.q, *s.dq])
    return np.array(sympy.Matrix(vector).jacobian(before) @ sympy.Matrix([*s.dq, *s.ddq])).ravel()


def second_difference(robot, q, dq, ddq, i, point, h):
    """Acceleration of a point from its places at -h, 0 and h seconds. (3,)"""
    before, now, after = (place(robot, q + dq * t + ddq * t**2 / 2, i, point)[1]
                          for t in (-h, 0, h))
    return (before - 2 * now + after) / h**2


# -- terms of the book -----------------------------------------------------------------------
def bracket_form(s, i, point, factor=2):
    """dV_i in frame 0 as in 7.2 before the eight terms; `factor` stands at Coriolis. (3,)"""
    total = 0
    for j in range(1, i + 1):
        omega, slide = lam(s.omega(j)), s.D_V(i, j)
        arm = s.tau(0, j) @ (s.L(j) + point if j == i else s.L(j))
        total = total + (lam(s.domega(j)) + omega @ omega) @ arm
        total = total + factor * omega @ slide * s.dq[j - 1] + slide * s.ddq[j - 1]
    return total


def eight_terms(s, i, point, frame=0, matrix=None):
    """The terms of the second (7.4) (frame 0) or of (7.6) (frame i), in their order.

    matrix(j) stands for tau_{frame,j} in the fourth term, where a copy may have another.
    """
    dq, ddq, links = s.dq, s.ddq, range(1, i + 1)
    x, c = s.tau(frame, i) @ point, {k: s.c(k, frame) for k in links}
    arm = {k: s.tau(frame, k) @ s.L(k) for k in links}
    omega = {k: sum(c[m] * dq[m - 1] for m in range(1, k + 1)) for k in links}
    spin = {k: sum(np.cross(omega[m], c[m]) * dq[m - 1] for m in range(1, k + 1)) for k in links}
    push = {k: sum(c[m] * ddq[m - 1] for m in range(1, k + 1)) for k in links}
    slide = {k: s.D_V(i, k, frame=frame) for k in links}
    fourth = arm if matrix is None else {k: matrix(k) @ s.L(k) for k in links}
    return np.array([np.cross(spin[i], x), np.cross(push[i], x),
                     np.cross(omega[i], np.cross(omega[i], x)),
                     sum(np.cross(spin[k], fourth[k]) for k in links),
                     sum(np.cross(push[k], arm[k]) for k in links),
                     sum(np.cross(omega[k], np.cross(omega[k], arm[k])) for k in links),
                     2 * sum(np.cross(omega[k], slide[k]) * dq[k - 1] for k in links),
                     sum(slide[k] * ddq[k - 1] for k in links)])


def five_terms_of_dD(s, i, j, point):
    """dD_ij in frame 0: first three terms together; the fourth and the last, each as printed
    (the square read inside the sum over k) and as corrected.
    """
    beyond, square = range(j, i + 1), lam(s.c(j)) @ lam(s.c(j))
    x, arm = s.tau(0, i) @ point, {k: s.tau(0, k) @ s.L(k) for k in beyond}
    turn = np.cross(s.omega(j), s.c(j))
    three = np.cross(turn, x) + np.cross(s.c(j), np.cross(s.omega(i), x)) \
        + sum(np.cross(turn, arm[k]) for k in beyond)
    fourth = sum(square @ arm[k] for k in beyond) * s.dq[j - 1], \
        np.cross(s.c(j), sum(np.cross(s.omega(k), arm[k]) for k in beyond))
    swing = np.cross(s.omega(j), s.D_V(i, j))
    growth = np.cross(s.c(j), sum(s.D_V(i, k) * s.dq[k - 1] for k in beyond))
    return three, fourth, (2 * swing, swing + growth)


def columns_as_printed(s, i, point):
    """Columns dD_i1 .. dD_ii in frame 0, by which terms are as printed: name -> (i, 3)."""
    terms = [five_terms_of_dD(s, i, j, point) for j in range(1, i + 1)]
    ways = {"both printed": (0, 0), "last printed": (1, 0), "fourth printed": (0, 1),
            "both corrected": (1, 1)}
    return {name: np.array([three + fourth[a] + last[b] for three, fourth, last in terms])
            for name, (a, b) in ways.items()}


def faults_in_frame_i(s, i, point):
    """The acceleration in frame i with a fault of the copy, and repaired.

    (name, as printed, repaired) for the bars, the brackets, the lost factor and the matrix.
    """
    rates, push = [0, 2, 3, 5, 6], [1, 4, 7]            # of the eight terms, counted from 0
    terms = eight_terms(s, i, point, frame=i)
    found = [(name, printed + terms[rates].sum(0), repaired + terms[rates].sum(0))
             for name, printed, repaired in _lines_with_ddq(s, i, point)]
    wrong, right = (eight_terms(s, i, point, frame=i, matrix=lambda j, k=k: s.tau(k, j))[rates]
                    for k in (0, i))
    return [*found, ("matrix", *(x.sum(0) + terms[push].sum(0) for x in (wrong, right)))]


def _lines_with_ddq(s, i, point):
    """The part of the acceleration due to ddq, in frame i, as the copy has it and repaired."""
    ddq, links = s.ddq, range(1, i + 1)
    push = {k: sum(s.c(m, i) * ddq[m - 1] for m in range(1, k + 1)) for k in links}
    arm = {k: s.tau(i, k) @ s.L(k) for k in links}
    slides = sum(s.D_V(i, j, frame=i) * ddq[j - 1] for j in links)
    first = [np.cross(f(push[i]), point) + sum(np.cross(f(push[k]), arm[k]) for k in links) + slides
             for f in (np.abs, np.asarray)]
    far = {j: sum(arm[k] for k in range(j, i + 1)) for j in links}
    bare = sum(np.cross(s.c(j, i), point) + far[j] for j in links) + slides
    full = sum((np.cross(s.c(j, i), point + far[j]) + s.D_V(i, j, frame=i)) * ddq[j - 1]
               for j in links)
    D = {j: s.D(i, j, point, frame=i) for j in links}
    return [("bars", *first), ("brackets", bare, full),
            ("factor", sum(D.values()), sum(D[j] * ddq[j - 1] for j in links))]


def three_laws(acceleration, robot, q, dq, point):
    """What three laws say of a function acceleration(rates) for a point of link 4.

    Gaps of "twice the rates, four times the acceleration" and of the power law, and R_41 dV with
    joint 1 alone, which must be negative.
    """
    s, zero = robot.at(q, dq), np.zeros(4)
    power = change(lambda x: x.V(4, point) @ x.V(4, point) / 2, moving(robot, q, dq, zero))
    pull = s.R(4, 1, point) @ acceleration(np.array([1, 0, 0, 0]))
    return {"doubled rates": laws.gap(acceleration(2 * dq), 4 * acceleration(dq)),
            "power": laws.gap(acceleration(dq) @ s.V(4, point), power),
            "column alone": float(pull.round(3)) + 0}


def kind(robot, j, k):
    """What the rates of joints j <= k make together: a key of KINDS, or "" for nothing."""
    if robot.sigma[j - 1] == 0:
        return ""
    return "centripetal" if j == k else "gyroscopic" if robot.sigma[k - 1] else "Coriolis"


# -- figures -----------------------------------------------------------------------------------
_name = partial(label, size=16)


def _plain(ax, xlabel="", ylabel=""):
    """A plane whose axes are no lengths."""
    ax.set_aspect("auto")
    ax.set(xlabel=xlabel, ylabel=ylabel)


def _bare(axes):
    for ax in np.atleast_1d(axes):
        ax.grid(False)
        ax.set_axis_off()


def serving_figure(robot, q, glass):
    """The arm at the start and at later instants of the motion, and the way of the glass."""
    fig, ax = drawing.figure(width=6.6, height=5.2, view=(30, 55))
    for pose in q[[70, 100, 130, -1]]:
        drawing.line3d(ax, [robot.at(pose).t(k) for k in range(5)], "#a8a8a8", 3)
    drawing.mechanism(ax, robot, q[0], frames=[0, 4])
    drawing.line3d(ax, robot.at(q).t(4, glass), COLOUR["orange"], 3)
    drawing.show(fig, f"{drawing.describe(robot, q[0])}. Pale lines show the arm at four later "
                 "instants; an orange curve, the way of the glass, runs round the column, "
                 "outwards and downwards.",
                 "A quarter of a turn, 40 cm of slide and 60 degrees of tilt, from rest to rest. "
                 "The wrist keeps the tray level.")


def halves_figure(r=0.5, dr=0.35, angle=0.6, slide=0.45, spin=0.75):
    """Where the 2 comes from: velocity along the arm turns, velocity across it grows."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=3, titles=[
        "the slide's velocity is turned", "the velocity across grows"])
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
    drawing.show(fig, "Left: an arm before and after a small turn, the velocity along it before "
                 "and after, and the two arrows moved to one point: the difference points across "
                 "the arm. Right: the velocity across the arm at a radius and at a larger one, and "
                 "the two arrows side by side: the difference points across the arm too.",
                 "Two different changes of velocity, equal in size and direction: the "
                 "acceleration of Coriolis is their sum, hence the 2.")


def cone_figure(turn=0.6, tilt=0.9, lean=90):
    """Constant rates of two joints: omega runs on a cone, its derivative touches the circle.

    turn, tilt: rad/s of the column and of the second axis; lean: degrees between the axes.
    """
    up, lean = np.array([0, 0, 1]), np.radians(lean)

    def omega(phase):
        across = np.array([np.cos(phase), np.sin(phase), 0])
        return turn * up + tilt * (np.cos(lean) * up + np.sin(lean) * across)

    fig, ax = drawing.figure(width=5.4, height=4.6, axes=False, view=(20, -65))
    axis = np.cos(lean) * up + np.sin(lean) * np.array([1, 0, 0])
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
    drawing.show(fig, f"At {turn:g} and {tilt:g} rad/s, axes {np.degrees(lean):.0f} degrees apart: "
                 "arrows omega at three instants from one point, their heads on a dashed "
                 "horizontal circle; dash-dotted axes; at the last head an arrow along the "
                 f"tangent, {np.linalg.norm(change):.2f} rad/s^2 long.",
                 "Nothing is accelerated by a motor, and yet the angular velocity changes: its "
                 "head runs round, and its derivative is the tangent.")


def turntable_figure(r=0.4, spin=1.0, angle=0.9):
    """A point of a turntable: its velocity on the axes of the floor and on those of the table."""
    fig, axes = drawing.figure(2, three_d=False, width=9.2, height=3.9, titles=[
        "axes of the floor", "axes of the table"])
    ring = np.linspace(0, 2 * np.pi, 97)
    circle = r * np.array([np.cos(ring), np.sin(ring), 0 * ring]).T
    for ax, angles in ((axes[0], (0, angle)), (axes[1], (0, 0))):
        drawing.line3d(ax, circle, COLOUR["grey"], 1)
        for k, a in enumerate(angles):
            place = r * np.array([np.cos(a), np.sin(a), 0])
            V = spin * np.array([-place[1], place[0], 0])
            if k == 0 or a:
                ax.plot(*place[:2], "o", color=COLOUR["ink"], ms=7)
                drawing.vector(ax, place, place + V, color=COLOUR["sky"])
            _name(ax, place[:2] + 1.22 * V[:2] + [0.03, 0], f"$V$ {('now', 'later')[k]}"
                  if ax is axes[0] else "$V$ now and later" if k else "", COLOUR["sky"])
    first, last = (spin * r * np.array([-np.sin(a), np.cos(a), 0]) for a in (0, angle))
    corner = np.array([0.85, -0.1, 0])
    for V in (first, last):
        drawing.vector(axes[0], corner, corner + V, color=COLOUR["sky"])
    drawing.vector(axes[0], corner + first, corner + last, color=COLOUR["orange"], width=3)
    _name(axes[0], (0.72, 0.36), r"$\mathrm{d}V$", COLOUR["orange"])
    for ax, names in zip(axes, ("xy", "uv")):
        for direction, name, color in zip(np.eye(3), names, drawing.AXES):
            drawing.vector(ax, 0 * direction, 0.2 * direction, color=color)
            _name(ax, 0.26 * direction[:2], f"${name}$", color)
        ax.set(xlim=(-0.5, 1), ylim=(-0.45, 0.68))
    _bare(axes)
    drawing.show(fig, "Left, seen from the floor: a point on a circle now and later, its velocity "
                 "at both instants; moved to one point the two arrows differ by an arrow that "
                 "points to the centre. Right, on the axes u, v that turn with the table: one "
                 "point, one arrow along v, now and later.",
                 "On the axes of the table the velocity is (0, r omega, 0) for ever, and the "
                 "derivative of these numbers is zero. The acceleration is not.")


def pairs_figure(sizes, kinds):
    """Who meets whom: the pair of joints j <= k and the size of its part of the acceleration.

    sizes, kinds: dicts by (j, k); a kind is a key of KINDS or "".
    """
    fig, ax = drawing.figure(three_d=False, width=5.4, height=4.2)
    n = max(k for _, k in sizes)
    for (j, k), size in sizes.items():
        kind = kinds[j, k]
        color = COLOUR[KINDS[kind][0]] if kind else "#bbbbbb"
        ax.fill_between([k - 0.46, k + 0.46], j - 0.46, j + 0.46, color=color, alpha=0.3, lw=0)
        ax.text(k, j - 0.12, f"{size:.2f}", ha="center", va="center", fontsize=13)
        ax.text(k, j + 0.24, kind or "none", ha="center", va="center", fontsize=11)
    _plain(ax, "joint k", "joint j")
    ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5), xticks=range(1, n + 1),
           yticks=range(1, n + 1))
    ax.grid(False)
    words = "; ".join(f"{j} and {k}: {kinds[j, k] or 'none'}, {size:.2f}"
                      for (j, k), size in sizes.items())
    drawing.show(fig, f"A triangle of squares, joint j down and joint k across: {words} m/s^2.",
                 "Squares of one rate on the diagonal, products of two beside it. A slide meets "
                 "the turns before it, never itself and never what comes after.")


def parts_figure(robot, q, glass, parts, scale=0.16):
    """Parts of the acceleration of the glass from above, head to tail (1 m/s^2 as scale m)."""
    s, shift = robot.at(q), {"centripetal": (0.05, -0.06), "gyroscopic": (-0.13, 0.0),
                             "Coriolis": (-0.09, 0.04)}
    fig, ax = drawing.figure(three_d=False, width=6, height=5)
    joints = np.array([s.t(k) for k in range(5)])
    drawing.line3d(ax, joints, COLOUR["link"], 4)
    ax.plot(*joints[:4, :2].T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=9)
    tip = corner = s.t(4, glass)
    ax.plot(*tip[:2], "o", color=COLOUR["ink"], ms=7)
    for name, part in parts.items():
        if np.linalg.norm(part) > 0.05:
            color = COLOUR[KINDS[name][0]]
            drawing.vector(ax, corner, corner + scale * part, color=color, width=2.5)
            _name(ax, (corner + 0.5 * scale * part)[:2] + shift[name], name, color, size=12)
            corner = corner + scale * part
    drawing.vector(ax, tip, corner, color=COLOUR["ink"], width=2.5)
    ax.text(*((tip + corner) / 2)[:2] + [0, 0.03], "sum", fontsize=12, ha="center")
    drawing.show(fig, f"{drawing.describe(robot, q)}. Seen from above, coloured arrows head to "
                 "tail from the glass: " + "; ".join(f"{k} {np.round(v, 2) + 0}"
                                                     for k, v in parts.items())
                 + f" m/s^2; a black arrow from the first tail to the last head: "
                 f"{np.round(sum(parts.values()), 2)} m/s^2.",
                 "Half-way, from above: the motors do nothing. The centripetal part points back to "
                 "the column, the other two push the sum to one side.")


def along_figure(t, parts, names=("outwards", "upwards", "across")):
    """The parts of the acceleration on the axes of the tray along the motion."""
    fig, axes = drawing.figure(3, three_d=False, width=12, height=4.2, titles=names)
    for ax, k in zip(axes, range(3)):
        for name, part in parts.items():
            color, style = KINDS[name]
            ax.plot(t, part[:, k], color=COLOUR[color], ls=style, lw=2.2, label=name)
        ax.plot(t, sum(parts.values())[:, k], color=COLOUR["ink"], lw=1.2, label="sum")
        _plain(ax, "t, s", "m/s²" if k == 0 else "")
    low, high = (f(min, max) for f in (
        lambda a, b: a(a(sum(parts.values()).min(), p.min()) for p in parts.values()),
        lambda a, b: b(b(sum(parts.values()).max(), p.max()) for p in parts.values())))
    for ax in axes:
        ax.set_ylim(low - 0.3, high + 0.3)
    axes[1].legend(fontsize=11, frameon=False, loc="lower right")
    peaks = "; ".join(f"{name} at most {np.linalg.norm(p, axis=1).max():.2f}"
                      for name, p in parts.items())
    drawing.show(fig, "Three drawings against time, the acceleration on the axes of the tray "
                 f"(outwards, upwards, across), each with four parts and their sum: {peaks} m/s^2.",
                 "The motors push first forwards, then backwards, and are quiet in the middle, "
                 "where the rates are greatest and the other three are at their peaks.")


def friction_figure(t, needed, limit):
    """Friction that keeps the glass on the tray along the motion. needed: name -> (count,)."""
    fig, ax = drawing.figure(three_d=False, width=7.2, height=4)
    styles = dict(zip(needed, (("ink", "-"), ("grey", "-."), ("sky", "--"), ("orange", ":"))))
    for name, mu in needed.items():
        color, style = styles[name]
        ax.plot(t, mu, color=COLOUR[color], ls=style, lw=2.4, label=name)
    ax.axhline(limit, color="#c1121f", lw=1.2)
    ax.text(t[-1], limit + 0.006, f"the tray holds up to {limit:g}", ha="right", va="bottom",
            color="#c1121f", fontsize=11)
    _plain(ax, "t, s", "friction coefficient")
    ax.set_ylim(0, 1.35 * max(limit, *(mu.max() for mu in needed.values())))
    ax.legend(fontsize=10, frameon=False, loc="upper left", ncols=2)
    drawing.show(fig, "Curves of the friction that is needed against time and a level line at "
                 f"{limit:g}: " + "; ".join(f"{name}, greatest {mu.max():.3f}"
                                            for name, mu in needed.items()) + ".",
                 "Only the whole acceleration crosses the line. Each of the slips promises that "
                 "the glass stays.")


# -- exercises ---------------------------------------------------------------------------------
def _arrows(robot, q, start, arrows, caption, way, scale=0.15):
    """The arm with arrows at a point of it, and the way of that point."""
    fig, ax = drawing.figure(width=5.6, height=4.6, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    drawing.line3d(ax, way, COLOUR["grey"], 2)
    for arrow, color in zip(arrows, ("orange", "sky", "purple", "grey")):
        arrow = scale * np.ravel(arrow).astype(float)
        if np.any(arrow):
            drawing.vector(ax, start, start + arrow, color=COLOUR[color], head=0.05)
    said = [np.round(np.ravel(a).astype(float), 2).tolist() for a in arrows]
    drawing.show(fig, f"{drawing.describe(robot, q)}. The way of a point of the tray and arrows "
                 f"at the point: {said}.",
                 caption)


def _way(robot, q, dq, ddq, glass):
    t = np.linspace(-0.35, 0.35, 29)[:, None]
    return robot.at(q + dq * t + ddq * t**2 / 2).t(4, glass)


def check_domega(domega, robot):
    """Exercise 1: your arrow touches the way of the head of omega; the finite difference."""
    q, dq, ddq = TRY
    answer = domega(q, dq, ddq)
    if not is_open(answer):
        heads = np.array([moving(robot, q, dq, ddq)(t).omega(3) for t in np.linspace(-.5, .5, 21)])
        fig, ax = drawing.figure(width=5.4, height=4.4, axes=False, view=VIEW)
        drawing.line3d(ax, heads, COLOUR["grey"], 2)
        drawing.vector(ax, 0 * heads[10], heads[10], "$\\omega_3$", head=0.08)
        drawing.vector(ax, heads[10], heads[10] + 0.5 * np.ravel(answer).astype(float),
                       color=COLOUR["orange"], head=0.08)
        drawing.show(fig, "An arrow omega, the way of its head in grey, and at the head the "
                     "answer as an orange arrow.",
                     "Exercise 1. Your arrow (orange) must touch the way of the head of omega.")

    def law(second):
        return laws.derivative(lambda x: robot.at(x[:4], x[4:]).omega(3),
                               lambda x, dx: domega(x[:4], x[4:], dx[4:]),
                               np.r_[q, dq], np.r_[dq, second])
    laws.report(law(ddq), law(0 * ddq))


def check_on_board(absolute, robot, glass):
    """Exercise 2: what a computer on the tray must add to the derivative of its three numbers."""
    q, dq, ddq = TRY
    at = moving(robot, q, dq, ddq)
    s, signals = at(0), change(lambda s: s.V(4, glass, frame=4), at)
    answer = absolute(signals, s.omega(4, 4), s.V(4, glass, frame=4))
    if not is_open(answer):
        _arrows(robot, q, s.t(4, glass), [s.tau(0, 4) @ np.ravel(answer).astype(float)],
                "Exercise 2. Your acceleration (orange) must point to the hollow side of the way "
                "(grey).", _way(robot, q, dq, ddq, glass))
    true = s.tau(4, 0) @ change(lambda s: s.V(4, glass), at)
    table = np.array([0, 0.8, 0]), np.array([0, 0, 2.0]), np.array([-1.6, 0, 0])
    still = absolute(np.zeros(3), table[1], table[0])
    laws.report(laws.same(answer, true, "the derivative taken on the axes of the floor"),
                laws.same(still, table[2], "a turntable at 2 rad/s, 0.4 m from the centre"))


def check_coriolis(coriolis, robot, glass):
    """Exercise 3: what is left when turns alone and slides alone are taken away."""
    q, dq, _ = TRY
    turns, zero = dq * robot.sigma, np.zeros(4)

    def part(rates):
        return by_positions(robot, q, rates, zero, 4, glass)[1]
    answer = coriolis(robot.at(q, dq))
    if not is_open(answer):
        _arrows(robot, q, robot.at(q).t(4, glass), [answer], "Exercise 3. Your acceleration of "
                "Coriolis (orange) must stand at right angles to the boom.",
                _way(robot, q, dq, zero, glass), 0.4)
    laws.report(laws.same(answer, part(dq) - part(turns) - part(dq - turns),
                          "all joints, less turns alone, less the slide alone"),
                laws.same(coriolis(robot.at(q, turns)), zero[:3], "the slide at rest"))


def check_dD(dD, robot, glass):
    """Exercise 4: each column follows the finite difference of its own D_4j."""
    q, dq, _ = TRY
    answers = [dD(robot.at(q, dq), j) for j in (1, 2, 3, 4)]
    if not is_open(*answers):
        zero = np.zeros(4)
        _arrows(robot, q, robot.at(q).t(4, glass), [a * r for a, r in zip(answers, dq)],
                "Exercise 4. Your four parts dD_4j dq_j; the sum must point to the hollow side of "
                "the way (grey).", _way(robot, q, dq, zero, glass), 0.4)
    laws.report(*(laws.derivative(lambda x, j=j: robot.at(x).D(4, j, glass),
                                  lambda x, dx, j=j: dD(robot.at(x, dx), j), q, dq)
                  for j in (1, 2, 3, 4)))
