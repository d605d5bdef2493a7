"""What lesson 5 shows but need not spell out: figures, checks of exercises, the second way.

Figures are drawn with robokit.drawing. The second way is `by_positions`: it moves frames by
single turns and shifts and differentiates the result; no formula of section 5 enters it.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import sympy
from tools import Z, by_positions, label, loader, numbers, oblique, place, planar, vanishes

from robokit import Mechanism, drawing, laws
from robokit.drawing import COLOUR, LETTERS
from robokit.rotation import lam

__all__ = ["by_positions", "loader", "oblique", "place", "planar", "vanishes"]    # for the lesson

COLOURS = (COLOUR["orange"], COLOUR["sky"], COLOUR["grey"], COLOUR["purple"])
MOVERS = (COLOUR["purple"], COLOUR["orange"], COLOUR["sky"])         # joints 3, 1, 2; 6, 4, 5
VIEW = (20, -95)
RIGHT = np.array([-np.sin(np.radians(VIEW[1])), np.cos(np.radians(VIEW[1])), 0])


# -- the arms of the lesson ------------------------------------------------------------------
def loader_in_letters():
    """The state of the loader in letters: lengths h, a, b, c, coordinates q_k, rates u_k."""
    arm = loader(*sympy.symbols("h a b c"), sympy.pi / 2,
                 sympy.atan(sympy.Rational(3, 4)))
    return arm.at(sympy.symbols("q_1:5"), sympy.symbols("u_1:5"))


def link(robot, i) -> Mechanism:
    """Link i alone, on a base that stands where link i-1 is."""
    return Mechanism(robot.sigma[i - 1:i], robot.angles[i - 1:i], robot.l[i - 1:i])


# -- the second way --------------------------------------------------------------------------
def relative(robot, q, dq):
    """Row i-1: angular velocity of link i against link i-1 in frame i-1, each link by itself."""
    return np.array([by_positions(link(robot, i), q[i - 1:i], dq[i - 1:i], 1)[0]
                     for i in range(1, robot.n + 1)])


def letter_by_letter(s, point):
    """Velocity of a point of the last link: its position differentiated by every q_k. (3,)"""
    position = sympy.Matrix(s.t(s.robot.n, point))
    return np.array(position.jacobian(s.q) @ sympy.Matrix(s.dq)).ravel()


def between(robot, q, start, i, point):
    """From the origin of frame `start` to a point of link i, in frame 0."""
    return place(robot, q, i, point)[1] - place(robot, q, start)[1]


def arms(robot, q, point):
    """(i, j) -> from the origin of frame j-1 to the point of link i, for all j <= i."""
    return {(i, j): between(robot, q, j - 1, i, point)
            for i in range(1, robot.n + 1) for j in range(1, i + 1)}


def unit_rates(robot, q, point):
    """(i, j) -> velocity of the point of link i when joint j alone moves at the rate 1."""
    return {(i, j): by_positions(robot, q, np.eye(robot.n)[j - 1], i, point)[1]
            for i in range(1, robot.n + 1) for j in range(1, i + 1)}


def maps(robot, q):
    """What rates make of the last origin's velocity, and what steps make of its place."""
    def moved(step):
        return place(robot, q + step, robot.n)[1] - place(robot, q, robot.n)[1]
    return lambda rates: by_positions(robot, q, rates, robot.n)[1], moved


# -- vectors and matrices put together -------------------------------------------------------
def stacked(s, vectors):
    """A function of n frames: the vectors of links 1..n (given in frame 0), each in its frame."""
    return lambda frames: np.concatenate([s.tau(frame, 0) @ vectors[k]
                                          for k, frame in enumerate(frames, 1)])


def filled(s, element):
    """The block matrix (3n, n) of element(i, j) for all i and j, those with j > i too."""
    n = s.robot.n
    return np.vstack([np.column_stack([element(i, j) for j in range(1, n + 1)])
                      for i in range(1, n + 1)])


def velocity_by_rates(s, i, point, frame, rate):
    """(5.9) for frame 0, (5.10) for frame i; rate(j, k) is the rate in the double sum."""
    dq, links = s.dq, range(1, i + 1)
    first = sum(lam(s.c(j, frame)) @ s.tau(frame, i) @ point * dq[j - 1] for j in links)
    double = sum(lam(s.c(j, frame)) @ s.tau(frame, k) @ s.L(k) * rate(j, k)
                 for k in links for j in range(1, k + 1))
    slides = sum(s.tau(frame, j) @ s.v(j) * (1 - s.robot.sigma[j - 1]) * dq[j - 1] for j in links)
    return first + double + slides


def velocity_by_spins(s, i, omega, frames, point):
    """(5.8) in frame i, with omega_k (given in frame 0) seen from frames[k - 1]."""
    links = range(1, i + 1)
    spins = [s.tau(frame, 0) @ omega[k] for k, frame in zip(links, frames)]
    swung = sum(lam(spin) @ s.tau(i, k) @ s.L(k) for k, spin in zip(links, spins))
    return lam(spins[-1]) @ point + swung + sum(s.D_V(i, j, frame=i) * s.dq[j - 1] for j in links)


def on_axis(s, j, up=0.2):
    """A point of link j, in frame j, on the axis of joint j."""
    return s.tau(j, 0) @ (s.t(j - 1) + up * s.c(j) - s.t(j))


# -- figures -----------------------------------------------------------------------------------
_name = partial(label, va="baseline")


def nozzle_figure(robot, q, dq, seconds=2):
    """The Kawasaki now and a little later, and the way of the tool between."""
    later = np.linspace(0, seconds, 25)[:, None] * dq + q
    fig, ax = drawing.figure(width=6.6, height=5.4, view=(20, 50))
    end = robot.at(later[-1])
    drawing.line3d(ax, [end.t(k, frame="B", origin="B") for k in (*range(7), "tool")],
                   "#a8a8a8", 3)
    drawing.mechanism(ax, robot, q, frames=["B", "tool"])
    drawing.line3d(ax, robot.at(later).t("tool", frame="B", origin="B"), COLOUR["orange"], 3)
    drawing.show(fig, f"{drawing.describe(robot, q)}. Pale lines show the arm {seconds} s later, "
                 "an orange curve the way of the gripper from one to the other, upwards.",
                 "Six rates are measured. How fast the nozzle moves, and how it turns, is wanted.")


def omega_figure(robot, q, dq, parts=None):
    """Relative angular velocities at their joints, and head to tail (1 rad/s drawn as 0.4 m).

    parts: a reader's own, one a joint; those of robokit by default.
    """
    parts = [robot.at(q).c(j) * rate for j, rate in enumerate(dq, 1)] if parts is None else parts
    fig, (left, right) = drawing.figure(2, width=10, height=4.8, view=VIEW, titles=[
        "each on its axis", "head to tail"])
    drawing.mechanism(left, robot, q, frames=[0], labels=False)
    corner, s = np.zeros(3), robot.at(q)
    sides = -0.08 * RIGHT, -0.03 * Z, 0 * Z, 0.04 * Z
    for k, (part, color, side) in enumerate(zip(parts, COLOURS, sides), 1):
        if np.any(part):
            drawing.vector(left, s.t(k - 1), s.t(k - 1) + 0.4 * part, color=color, head=0.06)
            drawing.vector(right, corner, corner + 0.4 * part, color=color, head=0.04)
            _name(left, s.t(k - 1) + 0.4 * part, f"{k}", color, 0.06 * Z)
            _name(right, corner + 0.2 * part, rf"$\omega_{k}$ rel.", color, side)
            corner = corner + 0.4 * part
    right.set_axis_off()
    drawing.vector(right, np.zeros(3), corner, color=COLOUR["ink"], width=3, head=0.05)
    _name(right, 0.5 * corner, r"$\omega_4$ abs.", COLOUR["ink"], 0.09 * RIGHT)
    drawing.show(fig, f"Left: {drawing.describe(robot, q)}; an arrow on the axis of each of the "
                 "three revolute joints. Right: the same three arrows head to tail, and a black "
                 "arrow from the first tail to the last head.",
                 "Relative angular velocities add up to the absolute one; the slide adds nothing.")


def axes_figure(robot, q, c, length=0.4):
    """The vectors c_j on the axes of their joints; a dashed line where c_j is zero."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=6.4, height=5, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    for j in range(1, robot.n + 1):
        start, end = s.t(j - 1), s.t(j - 1) + length * s.tau(0, j - 1)[:, 2]
        if np.any(c[j - 1]):
            drawing.vector(ax, start, start + length * c[j - 1], color=COLOURS[j - 1], head=0.06)
            _name(ax, start + 0.8 * (end - start), f"$c_{j}$", COLOURS[j - 1],
                  -0.08 * RIGHT if j == 1 else 0.07 * Z)
        else:
            drawing.line3d(ax, [2 * start - end, end], COLOUR["grey"], 1.5, "--")
            _name(ax, (start + end) / 2, f"$c_{j} = 0$", COLOUR["grey"], 0.18 * RIGHT - 0.05 * Z)
    drawing.show(fig, f"{drawing.describe(robot, q)}. An arrow stands on the axis of each revolute "
                 "joint, all of one length; the axis of the slide is dashed and has no arrow.",
                 "Each vector lies on the axis of its joint and starts at the origin of the frame "
                 "before; a slide has none.")


def blocks_figure(n, letter, name):
    """Which blocks of the (3n, n) matrix are filled: row i, column j with j <= i."""
    fig, ax = drawing.figure(three_d=False, width=4.8, height=4.4)
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            filled = j <= i
            ax.fill_between([j - 0.46, j + 0.46], i - 0.46, i + 0.46,
                            color=COLOUR["revolute"] if filled else "#f2f2f2")
            ax.text(j, i, letter(i, j) if filled else "0", ha="center", va="center",
                    color=COLOUR["ink"] if filled else COLOUR["grey"], math_fontfamily="stix",
                    fontsize=LETTERS)
    ax.set(xlim=(0.5, n + 0.5), ylim=(n + 0.5, 0.5), xticks=range(1, n + 1),
           yticks=range(1, n + 1), xlabel="joint j: one column", ylabel="link i: three rows")
    ax.grid(False)
    drawing.show(fig, f"A square of {n} by {n} blocks. Blocks on and below the diagonal hold a "
                 "vector, the blocks above hold zeros.",
                 f"{name}: each block is a column of three numbers. Joints beyond a link do not "
                 "move it.")


def swing_figure(robot, q, dq, end):
    """The terms of (5.8) at the origin of link `end`, head to tail, and their sum V."""
    s, links = robot.at(q, dq), range(1, end + 1)
    terms = [(rf"$\omega_{k} \times L_{k}$", np.cross(s.omega(k), s.tau(0, k) @ s.L(k)),
              COLOURS[k - 1]) for k in links]
    terms += [(f"slide {j}", s.D_V(end, j) * s.dq[j - 1], COLOUR["orange"]) for j in links]
    fig, ax = drawing.figure(width=6.4, height=4.2, axes=False, view=(60, 60))
    corner = np.zeros(3)
    for k, (name, part, color) in enumerate(terms, 1):
        if np.linalg.norm(part) > 1e-9:
            drawing.vector(ax, corner, corner + part, color=color, head=0.025)
            _name(ax, corner + 0.5 * part, name, color, 0.08 * RIGHT + 0.06 * Z * (k > end))
            corner = corner + part
    drawing.vector(ax, 0 * corner, corner, color=COLOUR["ink"], width=3.5, head=0.035)
    _name(ax, 0.5 * corner, "$V_4$", COLOUR["ink"], -0.06 * RIGHT)
    drawing.show(fig, "Four arrows head to tail: one for each of the link vectors 2, 3 and 4, each "
                 "swung by the angular velocity of its own link, and one for the slide. A thick "
                 f"arrow joins the first tail and the last head: {s.V(end).round(2)} m/s.",
                 "(5.8) as a sum: each link vector is swung round by the angular velocity of its "
                 "own link, and the slide pushes.")


def linearity_figure(V_of, moved, a, b):
    """How far sums of rates and sums of steps miss, over the size of both (log, log).

    Returns the defects of the steps of size 1 and 1/100.
    """
    sizes = np.logspace(-3, 0, 25)
    rates, steps = (np.array([np.abs(f(h * (a + b)) - f(h * a) - f(h * b)).max() for h in sizes])
                    for f in (V_of, moved))
    fig, ax = drawing.figure(three_d=False, width=6, height=3.8)
    ax.loglog(sizes, steps, color=COLOUR["orange"], lw=3)
    ax.loglog(sizes, np.maximum(rates, 1e-16), ".", color=COLOUR["purple"], ms=9)
    ax.text(0.02, 3e-6, "displacements", color=COLOUR["orange"], fontsize=LETTERS)
    ax.text(0.02, 1e-14, "velocities", color=COLOUR["purple"], fontsize=LETTERS)
    ax.set(aspect="auto", xlabel="size of both rates, or of both steps",
           ylabel="f(a+b) - f(a) - f(b)", ylim=(1e-17, 10))
    drawing.show(fig, "Two curves in a logarithmic plot. The defect of displacements is a straight "
                 "line of slope two, from a millionth to about one; the defect of velocities "
                 "stays at the rounding error of 1e-16 throughout.",
                 "Velocities add to the last digit; displacements only as steps shrink: a hundred "
                 "times smaller, ten thousand times better.")
    return tuple(float(f"{np.abs(moved(h * (a + b)) - moved(h * a) - moved(h * b)).max():.3g}")
                 for h in (1, 0.01))


def figure_5_1(c, R):
    """The parallelogram on c and R, the perpendicular from the end of R, and D."""
    foot, D = (R @ c) * c, np.cross(c, R)
    fig, ax = drawing.figure(width=6, height=5, axes=False, view=(20, -45))
    drawing.line3d(ax, [-0.35 * c, 1.5 * c], COLOUR["grey"], 1.2, "-.")
    corners = np.array([0 * c, c, c + R, R])
    _fill(ax, corners, COLOUR["revolute"])
    drawing.line3d(ax, corners[[1, 2, 3]], COLOUR["sky"], 1, "--")
    drawing.line3d(ax, [R, foot], COLOUR["orange"], 2, ":")
    for end, text, color, side in ((c, "$c_j$", "sky", -0.1), (R, "$R_{ij}$", "ink", 0.13)):
        drawing.vector(ax, 0 * c, end, color=COLOUR[color])
        _name(ax, 0.6 * end, text, COLOUR[color], (side, side, -0.06))
    drawing.vector(ax, R, R + D, r"$D^{\,\omega}_{ij}$", COLOUR["purple"], width=3, shift=0.12)
    _name(ax, (R + foot) / 2, "$h$", COLOUR["orange"], (0, 0, 0.05))
    arc = [foot + np.cos(a) * (R - foot) + np.sin(a) * np.cross(c, R)
           for a in np.linspace(-0.9, 1.3, 40)]
    drawing.line3d(ax, arc, COLOUR["purple"], 1, "-")
    drawing.show(fig, "A dash-dotted axis with the arrow c on it. From its foot the arrow R leads "
                 "to the point; c and R span a shaded parallelogram. A dotted perpendicular h "
                 "drops from the point to the axis. The arrow D leaves the point at right angles "
                 "to the parallelogram and touches the circle on which the point runs.",
                 "Figure 5.1. D touches the circle of the point. Its length is the perpendicular "
                 "h: base c = 1 times height, the area of the parallelogram.")


def _fill(ax, corners, color):
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    ax.add_collection3d(Poly3DCollection([corners], facecolor=color, alpha=0.5), autolim=False)


def columns_figure(arm, poses, titles):
    """D_21 and D_22 of the tip of the planar arm, one drawing for each pose (degrees)."""
    fig, axes = drawing.figure(len(poses), three_d=False, width=3.2 * len(poses), height=3.4,
                               titles=titles)
    words = []
    for ax, pose in zip(np.atleast_1d(axes), poses):
        s = arm.at(np.radians(pose))
        joints = np.array([s.t(k) for k in range(3)])
        tip, D = joints[2], s.D_matrix(2)
        drawing.line3d(ax, joints, COLOUR["link"], 3.5)
        ax.plot(*joints[:2, :2].T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=9)
        for k, color in ((0, "orange"), (1, "sky")):
            drawing.line3d(ax, [joints[k], tip], COLOUR["grey"], 1, "--")
            drawing.vector(ax, tip, tip + D[:, k], f"$D_{{2{k + 1}}}$", COLOUR[color], shift=0.16)
        ax.set(xlim=(-0.75, 1.1), ylim=(-0.35, 1.4), xlabel="x, m", ylabel="y, m")
        words.append(f"at {pose[0]:g} and {pose[1]:g} degrees the columns are {D[:2, 0].round(2)} "
                     f"and {D[:2, 1].round(2)}")
    drawing.show(fig, "The planar arm with two arrows at its tip, each at right angles to a dashed "
                 f"line from its joint: {'; '.join(words)}.",
                 "Each column is at right angles to its lever arm; stretched or folded, the two "
                 "fall on one line.")


def tool_columns_figure(robot, q, parts, V):
    """Columns D_6j at home; at q the parts D_j dq_j of the tool's velocity V, head to tail."""
    fig, axes = drawing.figure(2, width=11, height=5.6, view=(14, 15), titles=[
        "all joints at zero: columns of frame 6", "at the reading: six parts and their sum"])
    home = robot.at(np.zeros(6))
    drawn = {0: (home, 6, 0.4 * home.D_matrix(6, frame="B")), 1: (robot.at(q), "tool", parts)}
    for k, (s, end, columns) in drawn.items():
        drawing.mechanism(axes[k], robot, s.q, frames=["B"], labels=False)
        corner = s.t(end, frame="B", origin="B")
        for j, column in enumerate(columns.T, 1):
            long = np.linalg.norm(column)
            if long > 0.05 or k and long > 0:
                drawing.vector(axes[k], corner, corner + column, color=MOVERS[j % 3],
                               head=min(0.06, 0.5 * long))
                _name(axes[k], corner + 0.6 * column, str(j) if long > 0.1 else "",
                      MOVERS[j % 3], (0, 0.05, 0.06))
                corner = corner + k * column
    tip = robot.at(q).t("tool", frame="B", origin="B")
    drawing.vector(axes[1], tip, tip + V, color=COLOUR["ink"], width=3, head=0.06)
    drawing.show(fig, "Left: the arm upright; the arrows of joints 2 and 3 start at frame 6 and "
                 "point to opposite sides along Y, shorter ones are left out. "
                 "Right: coloured arrows head to tail from the gripper, the first three long, and "
                 f"a black arrow from the first tail to the last head: {V.round(2)} m/s.",
                 "At home joints 2 and 3 push frame 6 across the arm, to opposite sides. At the "
                 "reading the parts of the joints add up to a velocity in space.")


# -- exercises ---------------------------------------------------------------------------------
def three(answer):
    return numbers(answer, 3, "three numbers")


def check_omega(omega, robot, q, dq):
    """Exercise 1: lam(omega) tau_04 is the rate of tau_04, whichever joint moves."""
    if not three(omega(q, dq)):
        return
    omega_figure(robot, q, dq, [np.ravel(omega(q, dq * unit)) for unit in np.eye(4)])

    def rate_of_tau(x, dx):
        return np.cross(np.ravel(omega(x, dx)), robot.at(x).tau(0, 4).T).T
    laws.report(laws.derivative(lambda x: robot.at(x).tau(0, 4), rate_of_tau, q, dq))


def check_V(V, robot, q, dq, point):
    """Exercise 2: your arrow touches the way of the point; the laws, with and without turning."""
    if not three(V(q, dq, point)):
        return
    way = robot.at(q + np.linspace(-0.4, 0.4, 25)[:, None] * dq).t(4, point)
    _arrows(robot, q, way[12], [V(q, dq, point)], "Exercise 2. Your velocity (orange) must touch "
            "the way of the point (grey).", way)
    laws.report(*(laws.derivative(lambda x: robot.at(x).t(4, point),
                                  lambda x, dx: np.ravel(V(x, dx, point)), q, rates)
                  for rates in (dq, dq * [0, 0, 1, 0])))


def _arrows(robot, q, start, arrows, caption, way=None):
    """The arm with arrows at a point of it, and the way of that point."""
    fig, ax = drawing.figure(width=5.6, height=4.6, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None)
    if way is not None:
        drawing.line3d(ax, way, COLOUR["grey"], 2)
    for arrow, color in zip(arrows, COLOURS):
        if np.any(arrow):
            drawing.vector(ax, start, start + 0.5 * np.ravel(arrow).astype(float), color=color)
    drawing.show(fig, f"{drawing.describe(robot, q)}. Arrows at the point of the answer.", caption)


def check_distance(distance, robot, q):
    """Exercise 3: a full turn of joint j carries the point round a circle; h is its radius."""
    s = robot.at(q)
    answers = [distance(s.c(j), s.R(4, j)) for j in (1, 2, 4)]
    if not numbers(answers, 3, "three distances, one number each"):
        return
    radii = []
    for j in (1, 2, 4):
        circle = robot.at(q + np.linspace(0, 2 * np.pi, 721)[:, None] * np.eye(4)[j - 1]).t(4)
        radii.append(np.linalg.norm(circle - circle[0], axis=1).max() / 2)
    fig, ax = drawing.figure(width=5.6, height=4.6, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None)
    circle = robot.at(q + np.linspace(0, 2 * np.pi, 73)[:, None] * np.eye(4)[0]).t(4)
    drawing.line3d(ax, circle, COLOUR["orange"])
    drawing.show(fig, f"{drawing.describe(robot, q)}. A circle about the column through the tip.",
                 f"Exercise 3. Your radius for joint 1 is {np.ravel(answers)[0]:.3f} m; read it "
                 "off here.")
    laws.report(laws.same(np.ravel(answers), radii, "half the width of the circle"))


def check_column(column, robot, q, dq):
    """Exercise 4: columns times rates follow the finite differences, for a link before the end."""
    tip = [column(q, 4, j, np.zeros(3)) for j in (1, 2, 3, 4)]
    if not numbers(tip, 24, "six numbers for each joint"):
        return
    _arrows(robot, q, robot.at(q).t(4), [np.ravel(x)[3:] for x in tip],
            "Exercise 4. Your D_4j at the tip: one along the slide, three across their arms.")
    for_links = []
    for i, point in ((4, np.array([0.1, 0.2, -0.1])), (2, np.array([0.1, 0, 0.3]))):
        def rates(x, dx, i=i, point=point):
            return sum(np.ravel(column(x, i, j, point)) * dx[j - 1] for j in (1, 2, 3, 4))
        for_links += [
            laws.derivative(lambda x: robot.at(x).t(i, point), lambda x, dx: rates(x, dx)[3:],
                            q, dq),
            laws.derivative(lambda x: robot.at(x).tau(0, i), lambda x, dx: np.cross(
                rates(x, dx)[:3], robot.at(x).tau(0, i).T).T, q, dq)]
    laws.report(*for_links)
