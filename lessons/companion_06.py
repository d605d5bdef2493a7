"""What lesson 6 shows but need not spell out: figures, runs along the seam, checks of exercises.

The second way to a velocity is `by_positions` of lesson 5, which differentiates positions; the
second way to rates is the inverse position problem of the Kawasaki, differentiated.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import sympy
from tools import by_positions, is_open, loader, oblique, planar, waits

from robokit import Mechanism, drawing, laws
from robokit.drawing import COLOUR
from robokit.kawasaki import LENGTHS
from robokit.rotation import lam

__all__ = ["by_positions", "loader", "oblique", "planar"]    # for the lesson

COLOURS = (COLOUR["orange"], COLOUR["sky"], COLOUR["purple"], COLOUR["grey"], COLOUR["link"])
CORRECTION = 5.0                 # 1/s: how fast a run along the seam takes a miss back
STEPS = 400                      # of a run along the seam
ABSURD = 1e9                     # rad/s: rates that only a division by rounding gives


# -- arms ------------------------------------------------------------------------------------
def planar_in_letters(a, b, q_1, q_2):
    """The state of the planar arm of lesson 5 in letters."""
    right = np.full((2, 3), sympy.S.Zero)
    return Mechanism([1, 1], right, [(a, 0, 0), (b, 0, 0)]).at([q_1, q_2])


def three_link(a=0.4, b=0.35, c=0.25) -> Mechanism:
    """Three revolute joints with parallel axes: one more than a place in the plane needs."""
    return Mechanism([1, 1, 1], np.zeros((3, 3)), [(a, 0, 0), (b, 0, 0), (c, 0, 0)],
                     name="The planar arm with three joints")


def chains(rng):
    """Chains of one to eight joints that turn and slide, each with coordinates."""
    sigma = [1, 0, 1, 1, 0, 1, 1, 1]
    return [(oblique(rng, sigma[:n]), rng.uniform(-1, 1, n)) for n in range(1, len(sigma) + 1)]


def poses(robot):
    """Coordinates (6,) of the Kawasaki: an ordinary position and three singular ones, rad."""
    q_1, q_2, q_3, q_4, q_5, q_6 = np.radians([20, 40, -60, 25, 40, 0])
    L_1, L_2, L_3, L_4 = robot.l[0, 1], robot.l[1, 0], robot.l[2, 1], robot.l[3, 0]
    back = np.radians(-80)                                   # q_3 of the arm that leans back
    S = L_2 - L_3 * np.sin(back) + L_4 * np.cos(back)        # reach: L_1 + S sin q_2 + C cos q_2
    C = -L_3 * np.cos(back) - L_4 * np.sin(back)
    over = np.arcsin(-L_1 / np.hypot(S, C)) - np.arctan2(C, S)
    return {"ordinary": np.array([q_1, q_2, q_3, q_4, q_5, q_6]),
            "shoulder": np.array([q_1, over, back, q_4, q_5, q_6]),
            "elbow": np.array([q_1, q_2, -np.arctan2(L_3, L_4), q_4, q_5, q_6]),
            "wrist": np.array([q_1, q_2, q_3, q_4, 0, q_6])}


# -- matrices and equations ------------------------------------------------------------------
def by_inverse(robot, q) -> str:
    """What the formula of section 6.2 gives for rates that are known, and for any six numbers.

    Whether numpy refuses a singular square matrix depends on the last bits, so no word does.
    """
    s, rates = robot.at(q), np.linspace(0.3, -0.7, robot.n)
    words = f"Xi {s.Xi().shape}, rank {s.rank()}: "
    if robot.n != 6:
        return words + "not square, no inverse"
    try:
        inverse = np.linalg.inv(s.Xi())
        fastest = np.abs(inverse @ np.linspace(-1, 0.8, 6)).max()
    except np.linalg.LinAlgError:
        fastest = np.inf
    if fastest > ABSURD:
        return words + f"refused, or rates beyond {ABSURD:.0e} rad/s"
    return words + (f"off the rates by {laws.gap(inverse @ s.Xi() @ rates, rates)}; "
                    f"for any six numbers up to {fastest:.1f} rad/s")


def extended_rank(s, v) -> int:
    """The rank of Xi with the wanted velocity as one more column."""
    return np.linalg.matrix_rank(np.column_stack([s.Xi(), v]), tol=1e-9)


def nearest(s, v, dq, count=2000) -> str:
    """Rates dq against robokit's, and against steps away from them in all directions."""
    found, Xi = s.inverse_velocity(v), s.Xi()
    sizes = np.geomspace(1e-4, 1, count)[:, None]
    steps = dq + sizes * np.random.default_rng(6).normal(size=(count, len(dq)))
    miss = np.linalg.norm(Xi @ dq - v)
    better = (np.linalg.norm(steps @ Xi.T - v, axis=1) < miss).sum()
    return (f"{found.kind}: to robokit {laws.gap(dq, found.dq)}, miss {miss:.4f}, "
            f"{better} of {count} steps better,")


def against_numbers(solution, letters) -> str:
    """Rates of the planar arm in letters against those of robokit, for some numbers."""
    numbers = (0.5, 0.35, 0.6, 1.2, 0.1, -0.2)               # a, b, q_1, q_2, V_x, V_y
    dq = np.array(solution.subs(dict(zip(letters, numbers))), float).ravel()
    found = planar().at(numbers[2:4]).inverse_velocity(numbers[4:], rows=[3, 4]).dq
    return f"letters against robokit: {laws.gap(dq, found)}"


def turned_hand(robot, solution, w, q) -> float:
    """Rates of the wrist in letters put into a turning wrist: what the hand's omega misses."""
    wanted, at = np.array([0.3, -0.2, 0.5]), np.radians([20, 40, -60, 25, 40, 10])
    known = dict(zip(w, wanted)) | dict(zip(q, at))
    rates = np.array([0, 0, 0, *np.array(solution.subs(known), float).ravel()])
    turning = laws.rate(lambda x: robot.at(x).tau(3, 6), at, rates)
    return laws.gap(turning, lam(wanted) @ robot.at(at).tau(3, 6))


def longest(robot, velocity, damping, rng, count=2000) -> str:
    """The longest rates over random positions, some of them nearly singular."""
    q = rng.uniform(-2, 2, (count, 6))
    q[::4, 4] *= 1e-3
    plain, damped = (np.linalg.norm(robot.at(q).inverse_velocity(
        velocity, "B", link="tool", damping=x).dq, axis=1).max() for x in (0, damping))
    return (f"longest rates: {plain:.0e} rad/s without damping, {damped:.2f} with {damping}; "
            f"|v| / (2 lambda) = {np.linalg.norm(velocity) / 2 / damping:.2f}")


def names(s) -> list[str]:
    """The names of the singular positions that the Kawasaki stands in."""
    return [name for name, true in s.robot.singular(s.q).items() if true]


def along_axes(s) -> str:
    """How many solutions a velocity of frame 6 along X, Y, Z of {B} has."""
    kinds = [s.inverse_velocity(v, "B", rows=[3, 4, 5]).kind for v in 0.1 * np.eye(3)]
    return ", ".join(map(str, kinds))


def fastest(rates) -> np.ndarray:
    """The greatest rate of each joint in a run, (..., n), in whole degrees a second."""
    return np.degrees(np.abs(rates).max(0)).round().astype(int)


def turn(q) -> str:
    """By how much joint 4 turns over a run, (steps + 1, 6)."""
    return f"{np.degrees(q[-1, 3] - q[0, 3]):.1f} degrees"


def account(run) -> str:
    """What a run cost: the greatest rates, the greatest miss, and where joint 5 ended."""
    return (f"fastest {fastest(run.rates)} miss {1000 * run.miss.max():4.1f} mm, "
            f"q_5 at the end {np.degrees(run.q[-1, 4]):.1f}")


def areas(arm, elbow) -> list[str]:
    """The area of the ellipse over pi three ways: a polygon, robokit, the letters."""
    s, (a, b) = arm.at([0.6, elbow]), arm.l[:, 0]
    ways = (area(s.Xi()[3:5]) / np.pi, s.manipulability(rows=[3, 4]), a * b * np.sin(elbow))
    return [f"{word} {value:.4f}" for word, value in zip(("polygon", "robokit", "letters"), ways)]


def area(A, corners=2000) -> float:
    """Area of what the matrix (2, 2) makes of the unit circle, as that of a polygon."""
    turns = np.linspace(0, 2 * np.pi, corners + 1)
    x, y = A @ [np.cos(turns), np.sin(turns)]
    return abs(x[:-1] @ y[1:] - x[1:] @ y[:-1]) / 2


def lagrange(A, v):
    """The shortest dq of A dq = v by Lagrange's multipliers, exactly. (n,) of fractions.

    Stationary points of |dq|^2 / 2 + mu^T (v - A dq): dq = A^T mu together with A dq = v.
    """
    A, v = sympy.Matrix(A), sympy.Matrix(v)
    dq, mu = sympy.symbols(f"x:{A.cols}"), sympy.symbols(f"mu:{A.rows}")
    x, m = sympy.Matrix(dq), sympy.Matrix(mu)
    cost = x.dot(x) / 2 + (m.T @ (v - A @ x))[0]
    found = sympy.solve([cost.diff(letter) for letter in (*dq, *mu)], (*dq, *mu))
    return np.array([found[letter] for letter in dq])


def still(A):
    """A unit vector of rates that moves nothing, A z = 0, for a matrix with one row too few."""
    return _signed(np.linalg.svd(A)[2][-1])


def lost(s, point):
    """The unit vector (6,) in {B} at right angles to all columns of Xi, for a point of the hand."""
    return _signed(np.linalg.svd(s.Xi("B", point))[0][:, -1])


def _signed(u):
    """u or -u, so that the greatest entry is positive: the decomposition leaves that open."""
    return u * np.sign(u[np.abs(u).argmax()])


def resting_tip(arm, q, seconds=1.6, steps=200):
    """Positions of a planar arm whose joints turn while its tip stays, (steps + 1, n)."""
    way, before = [np.asarray(q, float)], None
    for _ in range(steps):
        def rates(x):
            z = still(arm.at(x).Xi()[3:5])
            return z if before is None or z @ before > 0 else -z
        before = rates(way[-1])
        middle = rates(way[-1] + seconds / steps / 2 * before)
        way.append(way[-1] + seconds / steps * middle)
    return np.array(way)


def home_lengths(L_1, L_3):
    """The other nominal lengths of the Kawasaki kept, as numbers r_62, r_63, r_65 of appendix 4."""
    L = LENGTHS | {"L_1": L_1, "L_3": L_3}
    r_65 = L["L_5"] + L["L_6"]
    return L["L_2"] + L["L_4"] + r_65, L["L_4"] + r_65, r_65


# -- the seam --------------------------------------------------------------------------------
class Seam(NamedTuple):
    """A straight line in {B} for a gripper that does not turn."""

    start: np.ndarray            # m
    direction: np.ndarray        # (3,), length one
    tau: np.ndarray              # (3, 3) of the tool in {B}
    speed: float = 0.2           # m/s
    seconds: float = 4.0

    def place(self, time):
        """Where the tool ought to be, (..., 3)."""
        return self.start + np.multiply.outer(time, self.speed * self.direction)

    @property
    def velocity(self):
        """omega over V in {B}, (6,)."""
        return np.concatenate([np.zeros(3), self.speed * self.direction])


class Run(NamedTuple):
    """What a run along the seam has shown."""

    times: np.ndarray            # s
    q: np.ndarray                # (steps + 1, 6)
    rates: np.ndarray            # (steps + 1, 6) rad/s
    miss: np.ndarray             # (steps + 1,) m


def seam(robot, aside=0.02) -> Seam:
    """A line across the arm that passes the straight wrist (q_5 = 0) at `aside` metres."""
    q = np.radians([20, 40, -60, 0, 0, 0])
    (middle, tau), s = robot.forward_kinematics(q), robot.at(q)
    across, forearm = s.tau("B", 1)[:, 2], s.tau("B", 3)[:, 2]
    line = Seam(middle + aside * np.cross(forearm, across), across, tau)
    return line._replace(start=2 * line.start - line.place(line.seconds / 2))


def along(robot, line, k_w=(-1,), steps=STEPS) -> tuple[np.ndarray, np.ndarray]:
    """Times and coordinates (steps + 1, 6) on the seam by the inverse position problem.

    k_w: one index of the wrist for the whole way, or one for each half of it.
    """
    times = np.linspace(0, line.seconds, steps + 1)
    k_w = np.repeat(k_w, -(-len(times) // len(k_w)))[:len(times)]
    tau = np.broadcast_to(line.tau, (len(times), 3, 3))
    q = robot.inverse_kinematics((line.place(times), tau), 1, 1, k_w)
    return times, np.unwrap(q, axis=0)


def follow(robot, line, damping=0.0, rows=range(6), steps=STEPS) -> Run:
    """A run along the seam: rates from the inverse velocity problem, summed up in small steps.

    The wanted velocity is that of the seam plus `CORRECTION` times what the tool misses.
    rows: which of omega_x .. V_z, on the axes of the tool, are asked for; without row 2 the
    tool may turn about its own Z.
    """
    free = 2 not in rows

    def missed(q, time):
        t, tau = robot.forward_kinematics(q)
        turn = np.cross(tau[:, 2], line.tau[:, 2]) if free else np.cross(
            tau.T, line.tau.T).sum(0) / 2
        return tau, turn, line.place(time) - t

    def rates(q, time):
        tau, turn, gap = missed(q, time)
        wanted = line.velocity + CORRECTION * np.concatenate([turn, gap])
        seen = np.concatenate([tau.T @ wanted[:3], tau.T @ wanted[3:]])[list(rows)]
        return robot.at(q).inverse_velocity(seen, "tool", link="tool", rows=rows,
                                            damping=damping).dq
    times = np.linspace(0, line.seconds, steps + 1)
    q, step = [along(robot, line, steps=1)[1][0]], line.seconds / steps
    speeds = []
    for time in times:
        speeds.append(rates(q[-1], time))
        q.append(q[-1] + step * rates(q[-1] + step / 2 * speeds[-1], time + step / 2))
    miss = [np.linalg.norm(missed(x, time)[2]) for x, time in zip(q, times)]
    return Run(times, np.array(q[:-1]), np.array(speeds), np.array(miss))


# -- figures -----------------------------------------------------------------------------------
def seam_figure(robot, line):
    """The arm at the middle of the seam, pale at its ends, and the seam."""
    fig, ax = drawing.figure(width=6.6, height=5.4, view=(28, 15))
    times, q = along(robot, line)
    for x in (q[0], q[-1]):
        s = robot.at(x)
        drawing.line3d(ax, [s.t(k, frame="B", origin="B") for k in (*range(7), "tool")],
                       "#b0b0b0", 3)
    drawing.mechanism(ax, robot, q[len(q) // 2], frames=["B"])
    drawing.line3d(ax, line.place(times[[0, -1]]), COLOUR["orange"], 3.5)
    end = line.place(line.seconds)
    drawing.vector(ax, end, end + 0.12 * line.direction, "seam", COLOUR["orange"], shift=0.2)
    drawing.show(fig, f"{drawing.describe(robot, q[len(q) // 2])}. Pale lines show the arm at both "
                 "ends of a straight orange seam that runs across in front of it.",
                 "Nothing looks dangerous: an easy reach, a straight line, a steady hand.")


def lines_figure(cases, title="{}"):
    """Each row of A dq = v as a line in the plane of the two rates; cases: (name, A, v)."""
    fig, axes = drawing.figure(len(cases), three_d=False, width=3.3 * len(cases), height=3.5,
                               titles=[title.format(name) for name, _, _ in cases])
    ends = np.array([-2.0, 2.0])
    for ax, (_, A, v) in zip(np.atleast_1d(axes), cases):
        for row, x, color, style, width in zip(A, v, COLOURS, ("-", "--"), (5, 2.5)):
            foot, along_it = x * row / (row @ row), np.array([-row[1], row[0]])
            points = foot + 4 * np.outer(ends, along_it) / np.linalg.norm(row)
            ax.plot(*points.T, style, color=color, lw=width)
        if abs(np.linalg.det(A)) > 1e-9:
            ax.plot(*np.linalg.solve(A, v), "o", color=COLOUR["ink"], ms=8, zorder=5)
        ax.set(xlim=ends, ylim=ends, xticks=range(-2, 3), yticks=range(-2, 3),
               xlabel=r"$\dot q_1$, rad/s", ylabel=r"$\dot q_2$, rad/s")
    words = "; ".join(f"{name}: {_lie(A, v)}" for name, A, v in cases)
    drawing.show(fig, "Planes of two rates. Each equation is a line, the first solid orange, the "
                 f"second dashed blue. {words}.",
                 "Every point of a line satisfies its equation. Solutions are the points that "
                 "lie on both.")


def _lie(A, v):
    if abs(np.linalg.det(A)) > 1e-9:
        return "the lines cross in one point"
    apart = np.linalg.matrix_rank(np.column_stack([A, v]), 1e-9) > 1
    return "the lines are parallel and apart" if apart else "both lines are one line"


def ellipse_figure(arm, positions, titles, size=0.5):
    """The planar arm and the velocities of its tip for all rates of one length (rad/s)."""
    fig, axes = drawing.figure(len(positions), three_d=False, width=3.2 * len(positions),
                               height=3.5, titles=titles)
    turns = np.linspace(0, 2 * np.pi, 181)
    circle, words = size * np.stack([np.cos(turns), np.sin(turns)]), []
    for ax, pose in zip(np.atleast_1d(axes), positions):
        s = arm.at(np.radians(pose))
        joints, D = np.array([s.t(k) for k in range(3)]), s.D_matrix(2)[:2]
        drawing.line3d(ax, joints, COLOUR["link"], 3.5)
        ax.plot(*joints[:2, :2].T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=9)
        ax.fill(*(joints[2, :2, None] + D @ circle), color=COLOUR["revolute"], ec=COLOUR["sky"],
                lw=2, zorder=0)
        U, S, _ = np.linalg.svd(D)
        for axis, long, color in zip(U.T, S, (COLOUR["orange"], COLOUR["purple"])):
            arrow = np.append(size * long * axis * np.sign(axis[1]), 0)
            if long > 1e-6:
                drawing.vector(ax, joints[2], joints[2] + arrow, color=color)
        ax.set(xlim=(-0.75, 1.1), ylim=(-0.45, 1.4), xlabel="x, m", ylabel="y, m")
        words.append(f"at {pose[0]:g} and {pose[1]:g} degrees half axes "
                     f"{size * S[0]:.2f} and {size * S[1] + 0.0:.2f} m/s")
    drawing.show(fig, "The planar arm with an ellipse of tip velocities round its tip, 1 m/s drawn "
                 f"as 1 m: {'; '.join(words)}.",
                 f"Rates of {size} rad/s in all directions give an ellipse of velocities. Where it "
                 "is flat, velocities along its short axis are costly.")


def self_motion_figure(arm, way):
    """Positions of an arm whose tip rests, the first one darkest."""
    fig, ax = drawing.figure(three_d=False, width=5.2, height=4.2)
    for k, q in enumerate(way):
        joints = np.array([arm.at(q).t(j) for j in range(arm.n + 1)])
        ax.plot(*joints[:, :2].T, "o-", lw=3, ms=7, mec=COLOUR["ink"],
                color=COLOUR["link"] if k == 0 else drawing._pale(COLOUR["sky"], 1 - 0.16 * k))
    ax.plot(*joints[-1, :2], "o", ms=12, color=COLOUR["orange"], zorder=5)
    drawing.show(fig, f"{arm.name}, {len(way)} positions over one another: base and tip stay, the "
                 "two elbows between them move.",
                 "Rates of the null space move the elbows and leave the tip (orange) where it is.")


def nearest_figure(arm, q, v, scale=0.6):
    """The stretched arm, the velocities its tip can have, a wanted one and the nearest."""
    s = arm.at(q)
    A, joints = s.D_matrix(2)[:2], np.array([s.t(k) for k in range(3)])
    near, tip = np.append(A @ np.linalg.lstsq(A, v)[0], 0), joints[2]
    wanted, line = tip + np.append(v, 0), near / np.linalg.norm(near)
    fig, ax = drawing.figure(three_d=False, width=4.6, height=3.8)
    ax.plot(*np.stack([tip - scale * line, tip + scale * line])[:, :2].T, color=COLOUR["sky"], lw=6,
            alpha=0.4, zorder=0)
    drawing.line3d(ax, joints, COLOUR["link"], 3.5)
    drawing.vector(ax, tip, wanted, "wanted", COLOUR["orange"])
    drawing.vector(ax, tip, tip + near, color=COLOUR["purple"])
    ax.text(*(tip + near)[:2] - [0.06, 0.04], "nearest", color=COLOUR["purple"], ha="right",
            fontsize=13)
    ax.plot(*np.stack([wanted, tip + near])[:, :2].T, "--", color=COLOUR["ink"], lw=1.5)
    ax.set(xlim=(-0.1, 1.2), ylim=(-0.1, 1.05), xlabel="x, m", ylabel="y, m")
    drawing.show(fig, "A stretched planar arm. A pale blue line across it at the tip holds all "
                 "velocities that it can have. The wanted velocity, orange, points off the line; "
                 "a dashed line falls from its head on the blue line at a right angle, and there "
                 "the purple arrow of the nearest velocity ends.",
                 "Blue: what the stretched arm can do. The nearest velocity leaves a miss (dashed) "
                 "at right angles to it.")


def singular_figure(robot, places, lost):
    """Three singular positions with an arrow for what no rates can give.

    lost: name -> (6,), a velocity of the point on the wrist centre in {B}, omega over V.
    """
    fig, axes = drawing.figure(len(lost), width=11, height=4.8, titles=list(lost))
    for ax, view, (name, twist) in zip(axes, ((18, 50), (18, 5), (18, 5)), lost.items()):
        ax.view_init(*view)
        drawing.mechanism(ax, robot, places[name], frames=None, labels=False)
        s = robot.at(places[name])
        centre, turns = s.t(4, frame="B", origin="B"), np.abs(twist[:3]).max() > 1e-6
        arrow = twist[:3] if turns else twist[3:]
        arrow = 0.5 * arrow / np.linalg.norm(arrow)
        color = COLOUR["purple"] if turns else COLOUR["orange"]
        for side in (1, -1):
            drawing.vector(ax, centre, centre + side * arrow, color=color, width=3, head=0.09)
        if turns:
            side = np.cross(arrow, s.tau("B", 5)[:, 2])
            drawing.arc(ax, arrow, side, 5, color=color, origin=centre + 0.6 * arrow, radius=0.14)
    drawing.show(fig, "The arm in three positions. Shoulder: it leans back, the wrist stands above "
                 "the base, orange arrows point sideways out of the plane of the arm. Elbow: upper "
                 "arm and forearm in one line, orange arrows point along it. Wrist: the hand "
                 "continues the forearm, purple arrows across both are an axis of turning.",
                 "What is lost at the wrist centre: a velocity sideways, a velocity along the "
                 "stretched arm, a turn about the axis across the straight wrist.")


def _plot(axes, curves, limit=None):
    for k, (name, (times, values)) in enumerate(curves.items()):
        axes.plot(times, values, color=COLOURS[k % 5], lw=2.2, label=name)
    if limit is not None:
        axes.axhline(limit, color=COLOUR["ink"], ls=":", lw=1.5)
    axes.legend(frameon=False, fontsize=10)


def rates_figure(curves, limit, ylabel, caption):
    """Curves over time: name -> (times, values), with a dotted line at the limit."""
    fig, ax = drawing.figure(three_d=False, width=6.6, height=3.8)
    ax.set(aspect="auto", xlabel="time, s", ylabel=ylabel)
    _plot(ax, curves, limit)
    words = ", ".join(f"{name}: greatest {np.abs(y).max():.0f}" for name, (_, y) in curves.items())
    drawing.show(fig, f"Curves over four seconds, each with one peak at the middle; {words}; a "
                 f"dotted line at {limit:g}.", caption)


def gain_figure(dampings):
    """Gain s / (s^2 + lambda^2) over the singular value s."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.8)
    s = np.linspace(1e-5, 0.5, 501)
    curves = {f"λ = {x:g}": (s, s / (s**2 + x**2)) for x in dampings}
    curves["1/s, undamped"] = (s, 1 / s)
    ax.set(aspect="auto", ylim=(0, 30), xlabel="singular value $s$", ylabel="gain")
    _plot(ax, curves)
    for x in dampings:
        ax.plot(x, 1 / (2 * x), "o", color=COLOUR["ink"], ms=6)
    drawing.show(fig, "The curve 1/s climbs without end towards s = 0. The damped curves leave it, "
                 "have a dot on a summit and fall to zero.",
                 "Damping gives back what the inverse cannot afford. The dots: summit 1/(2λ) at "
                 "s = λ.")


def damping_figure(runs, limit):
    """Rate of joint 4 and the miss, over time, for runs: name -> Run."""
    fig, axes = drawing.figure(2, three_d=False, width=11, height=4,
                               titles=["joint 4", "how far the nozzle leaves the seam"])
    for ax, label in zip(axes, (r"$\dot q_4$, degrees/s", "mm")):
        ax.set(aspect="auto", xlabel="time, s", ylabel=label)
    _plot(axes[0], {name: (r.times, np.degrees(r.rates[:, 3])) for name, r in runs.items()}, -limit)
    _plot(axes[1], {name: (r.times, 1000 * r.miss) for name, r in runs.items()})
    axes[0].get_legend().remove()                # it would cross the limit; the other serves both
    words = ", ".join(f"{name}: fastest {np.degrees(np.abs(r.rates[:, 3]).max()):.0f} degrees/s, "
                      f"farthest {1000 * r.miss.max():.1f} mm" for name, r in runs.items())
    drawing.show(fig, f"Two drawings over four seconds. {words}.",
                 "The more damping, the slower the joint and the farther the nozzle leaves the "
                 "seam.")


# -- exercises ---------------------------------------------------------------------------------
def check_kind(kind, cases):
    """Exercise 1: your word over each drawing, then laws on matrices of other sizes."""
    if any(is_open(kind(A.copy(), v.copy())) for _, A, v in cases):
        return laws.report(laws.same(None, None))
    lines_figure([(kind(A.copy(), v.copy()), A, v) for _, A, v in cases], "you say: {}")
    rng = np.random.default_rng(6)
    tall, wide = rng.normal(size=(6, 4)), rng.normal(size=(3, 5))
    poor = np.column_stack([tall[:, :3], tall[:, :3] @ [1, -2, 1]])
    off = rng.normal(size=6)
    off = off - poor @ np.linalg.lstsq(poor, off)[0]
    reached = [kind(A, A @ rng.normal(size=A.shape[1])) for A in (tall, wide, poor)]
    laws.report(
        laws.Finding("none" not in reached, "v = A dq of some dq always has a solution"),
        laws.Finding("one" not in reached[1:], "more columns than rank: never exactly one"),
        laws.Finding(reached[0] != "many", "independent columns: never more than one"),
        laws.Finding(kind(poor, poor @ np.ones(4) + off) == "none",
                     "a part at right angles to all columns: none"))


def check_lost(lost, arm, q):
    """Exercise 2: your direction at the tip of the stretched arm, then the law."""
    D = arm.at(q).D_matrix(2)[:2]
    answer = lost(D.copy())
    if waits(answer):
        return
    s = arm.at(q)
    fig, ax = drawing.figure(three_d=False, width=4.4, height=3.6)
    drawing.line3d(ax, [s.t(k) for k in range(3)], COLOUR["link"], 3.5)
    tip = s.t(2)
    drawing.vector(ax, tip, tip + np.append(0.3 * np.ravel(answer), 0), color=COLOUR["purple"])
    for column, color in zip(D.T, COLOURS):
        drawing.vector(ax, tip, tip + np.append(0.5 * column, 0), color=color)
    drawing.show(fig, "The stretched arm, its two columns and the direction of the answer.",
                 "Exercise 2. Your direction (purple) and the two columns.")
    rng = np.random.default_rng(7)
    for A in (D, rng.normal(size=(6, 5))):
        u = np.ravel(lost(A.copy())).astype(float)
        laws.report(laws.same(A.T @ u, np.zeros(A.shape[1]), "at right angles to every column"),
                    laws.same(np.linalg.norm(u), 1.0, "its length is 1"))


def check_shortest(shortest, arm, q, v):
    """Exercise 3: it solves, and any step of the null space makes it longer."""
    A = arm.at(q).Xi()[3:5]
    answer = shortest(A.copy(), v.copy())
    if waits(answer):
        return
    z, steps = still(A), np.linspace(-2, 2, 81)
    lengths = np.linalg.norm(np.ravel(answer) + np.outer(steps, z), axis=1)
    fig, ax = drawing.figure(three_d=False, width=5, height=3.4)
    ax.plot(steps, lengths, color=COLOUR["sky"], lw=2.2)
    ax.plot(0, lengths[40], "o", color=COLOUR["orange"], ms=9)
    ax.set(aspect="auto", xlabel="step along the null space, rad/s", ylabel="length, rad/s")
    drawing.show(fig, "A curve of lengths over steps of the null space, a dot where the answer is.",
                 "Exercise 3. Your answer (orange) must stand at the bottom.")
    laws.report(laws.same(A @ np.ravel(answer), v, "A dq is the wanted velocity"),
                laws.same(z @ np.ravel(answer), 0.0, "no part of it is wasted on the null space"))


def check_damped(damped, A, v):
    """Exercise 4: the cost has no slope at your rates, and the bound 1 / (2 lambda) holds."""
    if waits(damped(A.copy(), v.copy(), 0.1)):
        return
    dampings = np.geomspace(1e-3, 1, 40)
    lengths = [np.linalg.norm(damped(A.copy(), v.copy(), x)) for x in dampings]
    fig, ax = drawing.figure(three_d=False, width=5.4, height=3.6)
    ax.set(aspect="auto", xscale="log", yscale="log", xlabel=r"damping $\lambda$",
           ylabel="length of the rates, rad/s")
    _plot(ax, {"yours": (dampings, lengths),
               "bound |v| / (2λ)": (dampings, np.linalg.norm(v) / 2 / dampings)})
    drawing.show(fig, "Length of the answer over the damping, and a straight line above it.",
                 "Exercise 4. Your curve must stay below the bound.")
    for x in (0.05, 0.3):
        dq = np.ravel(damped(A.copy(), v.copy(), x)).astype(float)

        def cost(y, x=x):
            return np.array([np.sum((A @ y - v)**2) + x**2 * np.sum(y**2)])
        slope = [laws.rate(cost, dq, e)[0] for e in np.eye(len(dq))]
        laws.report(laws.same(np.array(slope) + 1, np.ones(len(dq)),
                              f"lambda = {x}: no step makes the cost smaller"))
