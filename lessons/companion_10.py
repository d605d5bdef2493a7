"""What lesson 10 shows but need not spell out: arms, printed forms, figures, checks."""

from __future__ import annotations

import numpy as np
import sympy
from scipy.integrate import solve_ivp
from tools import numbers, odd_arm

from robokit import Mechanism, drawing, laws, screws
from robokit.drawing import COLOUR, LETTERS
from robokit.robots import load
from robokit.rotation import lam

__all__ = ["odd_arm"]    # for the lesson

TIMES = np.linspace(0, 2, 81)
VIEW = (20, -60)


# -- the arms of the lesson ----------------------------------------------------------------------
def crane(n=2) -> Mechanism:
    """A column that turns, then one or two turns about horizontal axes; the shoulder is offset."""
    return load(f"crane{n}")


def plain(offset=0.15) -> Mechanism:
    """The crane without products of inertia, mass centre of the boom in the plane of its joint."""
    return Mechanism.from_axes([1, 1], [(0, 0, 0.4), (0, offset, 0)], np.tile(np.eye(3), (2, 1, 1)),
                               [(0, 0, 1), (0, 1, 0)], m=[5, 3], r=[(0, 0, 0.1), (0.3, 0, 0)],
                               J=[np.diag([0.05, 0.06, 0.04]), np.diag([0.02, 0.09, 0.1])],
                               name="The plain crane")


def hat(s):
    """A screw as a 4x4 matrix, in letters."""
    return sympy.Matrix(4, 4, lambda i, j: [*lam(s[:3])[i], s[3 + i]][j] if i < 3 else 0)


def swing(robot):
    """The column is free while the other joints are driven about."""
    def drives(t, q, dq):
        return np.r_[0, 3 * np.sin(4 * t + np.arange(1, robot.n)) - 0.5 * dq[1:]]
    return robot.simulate(np.full(robot.n, 0.3), np.zeros(robot.n), drives, TIMES)


# -- as printed ------------------------------------------------------------------------------------
def printed_drives(s):
    """Section 5 of the paper as printed, without gravity: three displays of the drives."""
    S, v, K, n = (screws.joint_screws(s), screws.velocities(s), screws.inertias(s), s.robot.n)
    m, dm, a = screws.momenta(s), screws.dmomenta(s), screws.accelerations(s)

    def total(term):
        return np.array([sum(term(i, j) for j in range(i, n)) for i in range(n)])

    def last_sum(i, j):
        return sum(screws.times(K[j], S[k]) @ screws.bracket(S[e], S[i]) * s.dq[k] * s.dq[e]
                   for k in range(j + 1) for e in range(i))

    bias = screws.accelerations(s.robot.at(s.q, s.dq, 0 * s.dq))
    return {"by momenta": total(lambda i, j: dm[j] @ S[i]
                                + m[j] @ screws.bracket(v[j] + v[i], S[i])),
            "by velocities": total(lambda i, j: a[j] @ K[j] @ S[i]
                                   + v[j] @ K[j] @ screws.bracket(v[j], S[i])),
            "by joint rates": s.A() @ s.ddq + total(lambda i, j: S[i] @ K[j] @ bias[j]
                                                    + last_sum(i, j))}


# -- figures -------------------------------------------------------------------------------------
def crane_figure(robot, q):
    """The arm with its mass centres."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=5.6, height=4.6, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    centres = np.array([s.t(k, r, "B", "B") for k, r in enumerate(robot.r, 1)])
    drawing.line3d(ax, [[0, 0, 0], [0, 0, 0.75]], COLOUR["grey"], 1.5, "-.")
    for k, centre in enumerate(centres, 1):
        drawing.line3d(ax, [s.t(k, frame="B", origin="B"), centre], COLOUR["orange"], 1.5, ":")
    ax.plot(*centres.T, "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=11, zorder=200)
    drawing.show(fig, f"{drawing.describe(robot, q)}. An orange dot marks the mass centre of each "
                 "link; a dash-dotted vertical line is the axis of the column, and the boom "
                 "stands beside it.",
                 "The boom is carried beside the axis of the column, and its mass centre (orange) "
                 "is not where it would have to be.")


def screws_figure(robot, q):
    """The joint screws of a chain: their axes, with a double arrow for a slide."""
    s = robot.at(q)
    fig, ax = drawing.figure(width=6, height=5, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=[0], labels=False)
    words = []
    for j, x in enumerate(screws.joint_screws(s), 1):
        turns = bool(robot.sigma[j - 1])
        direction = x[:3] if turns else x[3:]
        near = np.cross(x[:3], x[3:]) if turns else s.t(j - 1)
        middle = near + direction * (direction @ (s.t(j - 1) - near))
        drawing.line3d(ax, [middle - 0.5 * direction, middle + (0.7 if turns else 1.0) * direction],
                       COLOUR["purple" if turns else "orange"], 1.5, "-." if turns else "--")
        ax.text(*(middle + (0.8 if turns else 1.1) * direction), f"$s_{j}$", fontsize=LETTERS,
                zorder=300, ha="center", va="center" if turns else "bottom",
                math_fontfamily="stix", color=COLOUR["purple" if turns else "orange"])
        words.append(f"s_{j} {'a turn' if turns else 'a slide'}")
    drawing.show(fig, f"{drawing.describe(robot, q)}. A dash-dotted line for each turn and a "
                 f"dashed one for each slide: {', '.join(words)}.",
                 "Six numbers hold a whole line: direction, and moment about the origin. A slide "
                 "has a direction only.")


def carried_figure(robot, q, j, i):
    """The axis of joint i while q_j alone turns, in five places; both joints turn."""
    fig, ax = drawing.figure(width=5.6, height=4.6, view=VIEW)
    places = [q + a * np.eye(robot.n)[j - 1] for a in np.linspace(0, 1.2, 5)]
    for x, shade in zip(places, np.linspace(0.3, 1, 5)):
        s = robot.at(x)
        at, c = s.t(i - 1), s.c(i)
        ax.plot(*np.array([at - 0.6 * c, at + 0.6 * c]).T, "-.", lw=2, alpha=shade,
                color=COLOUR["purple"])
        ax.plot(*np.array([s.t(j - 1), at]).T, lw=2, alpha=shade, color=COLOUR["grey"])
        ax.plot(*at, "o", ms=7, alpha=shade, color=COLOUR["purple"])
    middle, axis = s.t(j - 1), s.c(j)
    drawing.line3d(ax, [middle - 0.7 * axis, middle + 0.7 * axis], COLOUR["orange"], 2.5)
    for point, name, colour in ((middle + 0.85 * axis, f"$s_{j}$", "orange"),
                                (at + 0.75 * c, f"$s_{i}$", "purple")):
        ax.text(*point, name, color=COLOUR[colour], fontsize=LETTERS, math_fontfamily="stix",
                ha="center")
    first = robot.at(places[0])
    drawing.set_equal(ax, np.array([middle - 0.7 * axis, middle + 0.85 * axis, at, at + 0.6 * c,
                                    first.t(i - 1) - 0.6 * first.c(i)]))
    drawing.show(fig, f"The axis of joint {j} rests; the axis of joint {i}, drawn in five places, "
                 "goes round it, the last place the darkest.",
                 f"Joint {j} carries the axis of joint {i} as a body: that is all the bracket "
                 "says.")


def slow_figure(robot, q, dq, ddq):
    """The error of the printed drives when all rates are scaled down; double logarithmic."""
    factors = np.logspace(-2, 0, 9)
    states = [robot.at(q, x * dq, ddq) for x in factors]
    fig, ax = drawing.figure(three_d=False, width=6, height=3.6)
    for name, colour, mark in (("by velocities", "sky", "s"), ("by momenta", "orange", "o")):
        off = [np.abs(printed_drives(s)[name] - s.drives()).max() for s in states]
        ax.loglog(factors, off, color=COLOUR[colour], marker=mark, lw=2.5, label=name)
    ax.legend(fontsize=LETTERS - 2, frameon=False)
    ax.set(aspect="auto", xlabel="rates, as a share of those above", ylabel="error, N m or N")
    slope = np.log10(off[-1] / off[0]) / 2
    drawing.show(fig, "Two straight lines over the scale of the rates, both axes logarithmic; "
                 f"over two decades they rise by {2 * slope:.1f} decades.",
                 "The error of the printed drives falls with the square of the rates.")


def helix_figure(pitch, angle=720):
    """A triangle carried along a screw of the given pitch (mm/rad), up to an angle in degrees."""
    s = screws.screw([0, 0, 1], [0.3, 0.2, 0], pitch / 1000)
    corners = np.array([[0.6, 0.2, 0], [0.75, 0.2, 0], [0.6, 0.35, 0.05], [0.6, 0.2, 0]])
    fig, ax = drawing.figure(width=5, height=4.4, view=(18, -60))
    turns, shifts = screws.exp(s, np.radians(np.linspace(0, angle, 181)))
    way = turns @ corners[0] + shifts
    drawing.line3d(ax, way, COLOUR["purple"], 1.5)
    for k in range(0, 181, 30):
        drawing.line3d(ax, corners @ turns[k].T + shifts[k], COLOUR["ink"], 2)
    drawing.line3d(ax, [[0.3, 0.2, -0.05], [0.3, 0.2, way[-1, 2] + 0.15]], COLOUR["grey"], 1, "-.")
    drawing.show(fig, f"A small triangle in seven places along a curve round a vertical "
                 f"dash-dotted axis; over {angle} degrees it rises by {way[-1, 2]:.2f} m.",
                 f"exp(theta s) at a pitch of {pitch} mm a radian: a turn about the axis and a "
                 "slide along it, in one matrix.")


def tumble(K, s0, times):
    """A free body from its velocity screw s0: the screws in its own frame, its axes, its place."""
    def rate(t, y):
        tau = y[6:15].reshape(3, 3)
        return np.r_[screws.newton_euler(K, y[:6], np.zeros(6)), (tau @ lam(y[:3])).ravel(),
                     tau @ y[3:6]]
    start = np.r_[s0, np.eye(3).ravel(), np.zeros(3)]
    run = solve_ivp(rate, (times[0], times[-1]), start, "DOP853", times, rtol=1e-11, atol=1e-12)
    return run.y[:6].T, run.y[6:15].T.reshape(-1, 3, 3), run.y[15:].T


def tumble_figure(times, inside, outside):
    """The angular half of the momentum in the body's frame and in frame 0."""
    fig, axes = drawing.figure(2, three_d=False, width=9, height=3.6,
                               titles=["in the body's frame", "in frame 0"])
    for ax, curves in zip(axes, (inside, outside)):
        for curve, color, name in zip(curves.T[:3], drawing.AXES, "xyz"):
            ax.plot(times, curve, color=color, lw=2, label=f"$M_{name}$")
        ax.set(aspect="auto", xlabel="t, s", ylabel="M, N m s")
        ax.margins(y=0.2)
        ax.legend(fontsize=LETTERS - 2, ncols=3, frameon=False, loc="upper center")
    drawing.show(fig, "Two plots over time. Left: three curves, x, y and z, swing, and y "
                 "stays above zero, then below, then above again. Right: three straight horizontal "
                 "lines.",
                 "The momentum of a free body: restless for an observer on the body, constant in "
                 "frame 0.")


def swing_figure(runs, titles):
    """The coordinates over time before and after; the column is thick."""
    fig, axes = drawing.figure(len(runs), three_d=False, width=4.5 * len(runs), height=3.6,
                               titles=titles)
    for ax, run in zip(axes, runs):
        for k, curve in reversed(list(enumerate(np.degrees(run.q - run.q[0]).T))):
            ax.plot(run.t, curve, color=COLOUR["orange" if k == 0 else "grey"],
                    lw=3.5 if k == 0 else 1.5)
        ends = np.degrees(run.q[-1] - run.q[0])
        least = 0.09 * np.ptp(np.degrees(run.q - run.q[0]))          # so that no two names collide
        place = np.full(len(ends), -np.inf)
        for last, k in zip([None, *np.argsort(ends)], np.argsort(ends)):
            place[k] = ends[k] if last is None else max(ends[k], place[last] + least)
            ax.text(run.t[-1], place[k], f" $q_{k + 1}$", fontsize=LETTERS, va="center",
                    math_fontfamily="stix")
        ax.set(aspect="auto", xlabel="t, s", ylabel="degrees from the start")
    ranges = [np.degrees(np.ptp(run.q[:, 0])) for run in runs]
    drawing.show(fig, f"{len(runs)} plots over two seconds. On the left the thick curve of the "
                 f"column moves over {ranges[0]:.1f} degrees while the thin ones swing; on the "
                 f"right it stays a straight line, within {max(ranges[-1], 1e-12):.0e} degrees.",
                 "The same drives, other mass centres: the column no longer feels the boom.")


def coupling_figure(curves):
    """a_12 over the angle of the boom; curves: name -> values at -180..180 degrees."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.6)
    for (name, values), color, up in zip(curves.items(), ("orange", "sky"), (9, -22)):
        angles = np.linspace(-180, 180, len(values))
        ax.plot(angles, values, color=COLOUR[color], lw=2.5)
        ax.annotate(name, (angles[3 * len(angles) // 4], values[3 * len(angles) // 4]), (0, up),
                    textcoords="offset points", color=COLOUR[color], fontsize=LETTERS - 2,
                    ha="center")
    ax.margins(y=0.15)
    ax.set(aspect="auto", xlabel="$q_2$, degrees", ylabel="$a_{12}$, kg m$^2$")
    spans = ", ".join(f"{name} {np.ptp(values):.3f}" for name, values in curves.items())
    drawing.show(fig, f"Curves of a_12 over a full turn of the boom, from least to greatest: "
                 f"{spans} kg m^2.",
                 "What an acceleration of the boom asks of the column, over a turn of the boom.")


# -- exercises -----------------------------------------------------------------------------------
def check_screw(screw):
    """Exercise 1: points of the axis stand still, others run round it."""
    axis, point = np.array([0.6, 0, 0.8]), np.array([0.2, -0.5, 0.3])
    if not numbers(screw(axis, point), 6):
        return
    answer = np.ravel(screw(axis, point)).astype(float)
    fig, ax = drawing.figure(width=5, height=4.4, view=VIEW)
    drawing.line3d(ax, [point - 0.6 * axis, point + 0.6 * axis], COLOUR["grey"], 1.5, "-.")
    for a in np.linspace(0, 2 * np.pi, 7)[:-1]:
        x = point + 0.4 * (np.cos(a) * np.array([0, 1, 0]) + np.sin(a) * np.array([0.8, 0, -0.6]))
        drawing.vector(ax, x, x + 0.5 * (np.cross(answer[:3], x) + answer[3:]),
                       color=COLOUR["orange"])
    drawing.show(fig, "A dash-dotted axis and six arrows that start on a circle round it.",
                 "Exercise 1. The velocities of your screw must run round the axis.")
    still = [np.cross(answer[:3], x) + answer[3:] for x in (point, point + axis, point - 3 * axis)]
    laws.report(laws.unit(answer[:3]), laws.same(still, 0 * np.array(still), "the axis stands"))


def check_K(K):
    """Exercise 2: symmetric, positive, and twice the energy of the points."""
    rng = np.random.default_rng(2)
    points, masses = rng.normal(size=(6, 3)), rng.uniform(1, 2, 6)
    m = masses.sum()
    r = masses @ points / m
    J = sum(w * lam(x - r).T @ lam(x - r) for w, x in zip(masses, points))
    if not numbers(K(m, r, J), 36):
        return
    found = np.reshape(np.array(K(m, r, J), dtype=float), (6, 6))
    s = rng.normal(size=(5, 6))
    true = [masses @ np.sum((np.cross(x[:3], points) + x[3:])**2, axis=1) for x in s]
    laws.report(laws.symmetric_positive(found, "K"),
                laws.same([x @ found @ x for x in s], true, "s^T K s is twice the energy"))


def check_centre(y, offset):
    """Exercise 3: a_12 of the plain crane with the mass centre of the boom at that place."""
    if not numbers(y(offset), 1):
        return
    angles, curves = np.linspace(-np.pi, np.pi, 73), {}
    for name, place in (("as it is", 0.0), ("yours", float(np.ravel(y(offset))[0]))):
        robot = plain(offset)
        r = robot.r.copy()
        r[1, 1] += place
        moved = Mechanism.from_dict(robot.to_dict() | {"r": r})
        curves[name] = moved.A(np.stack([0 * angles, angles], -1))[:, 0, 1]
    coupling_figure(curves)
    laws.report(laws.same(curves["yours"], 0 * angles, "a_12 is zero all round"))
