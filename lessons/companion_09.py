"""What lesson 9 shows but need not spell out: arms, figures, checks of exercises, the second way.

Figures are drawn with robokit.drawing. The second way knows no formula of sections 5 to 9: every
link is replaced by six mass points, and their positions are differentiated.
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import sympy
from matplotlib.colors import TwoSlopeNorm
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from scipy.integrate import solve_ivp
from tools import TINY, loader, oblique, place, vanishes, waits

from robokit import Loads, Mechanism, Mount, drawing, inertia, laws
from robokit.drawing import COLOUR
from robokit.rotation import lam

G = 9.81                                                       # m/s^2
STEP = 4e-4                                                    # of a difference of fourth order
VIEW_9_1 = (28, -5)
SIDE = (14, -25)                                               # the Kawasaki of the lesson
SHADES = (COLOUR["ink"], COLOUR["orange"], COLOUR["sky"], COLOUR["purple"])


# -- the arms of the lesson ----------------------------------------------------------------------
def boom(m_1=12.0, m_2=5.0, I_1=0.9, I_2=0.1, c=0.4, d=0.15, quarter=np.pi / 2) -> Mechanism:
    """Joint 1 turns a rail in a vertical plane; joint 2 slides a drill along the rail.

    The rail runs d beside the axis. m_1, I_1: mass and moment of the rail, its centre c along it;
    m_2, I_2: of the drill. With letters and quarter = sympy.pi / 2 it is the same arm in symbols.
    """
    return Mechanism([1, 0], angles=[(0, quarter, 0), (0, 0, 0)], l=[(0, d, 0), (0, 0, 0)],
                     m=[m_1, m_2], r=[(0, 0, c), (0, 0, 0)],
                     J=[I * np.eye(3, dtype=int) for I in (I_1, I_2)], name="The drill boom",
                     base=Mount(angles=(quarter, 0, 0)))       # Y_0 points up, Z_0 to the reader


WEIGHTS = Loads(gravity=(0, -G, 0))                            # of the boom: Y_0 is up


def boom_in_letters():
    """The state of the boom in letters: q_1, q_2, rates u_1, u_2, second derivatives w_1, w_2."""
    letters = sympy.symbols("m_1 m_2 I_1 I_2 c d", positive=True)
    return boom(*letters, sympy.pi / 2).at(*(sympy.symbols(f"{x}_1:3") for x in "quw"))


def loader_with_bodies() -> Mechanism:
    """The loader of lesson 5 with a body on each link."""
    base = loader()
    m, r = [30, 8, 5, 4], [(0, -0.2, 0), (0, 0, -0.1), (-0.1, 0, 0), (-0.15, 0.05, 0)]
    J = [np.diag(x) for x in ((1.2, 0.6, 1.2), (0.2, 0.2, 0.1), (0.02, 0.1, 0.1),
                              (0.02, 0.12, 0.11))]
    return Mechanism(base.sigma, base.angles, base.l, m, r, J, name=base.name)


def odd_arm(rng, sigma=(1, 0, 1, 1, 0)) -> Mechanism:
    """A chain without any right angle, with lopsided links: turn, slide, turn, turn, slide."""
    n, bare = len(sigma), oblique(rng, sigma)
    arms = rng.normal(0, 0.15, (n, 8, 3))                      # eight grams of dust make a body
    J = [sum(0.3 * lam(x) @ lam(x).T for x in dust - dust.mean(0)) for dust in arms]
    return Mechanism(sigma, bare.angles, bare.l, rng.uniform(0.5, 3, n),
                     rng.uniform(-0.3, 0.3, (n, 3)), J)


def rod_arm(radius) -> Mechanism:
    """Two turns; the last link is a rod of this radius along the axis of its own joint."""
    bodies = inertia.inertias([inertia.cylinder(3, 0.1, 0.5, "x"),
                               inertia.cylinder(1, radius, 0.4, "z")])
    return Mechanism([1, 1], [(np.pi / 2, 0, 0), (0, 0, 0)], [(0.5, 0, 0), (0, 0, 0)], **bodies)


def refused(f, *args) -> str:
    """What f says when it cannot answer."""
    try:
        f(*args)
    except ValueError as problem:
        return str(problem).split(" (")[0].split(", with")[0]
    return "no complaint"


# -- the second way: mass points -----------------------------------------------------------------
def points(m, r, J):
    """Six equal mass points with this mass, mass centre and tensor. (6, 3)"""
    spread, axes = np.linalg.eigh(np.trace(J) / 2 * np.eye(3) - J)
    far = np.sqrt(3 * np.maximum(spread, 0) / m)               # m/6 * 2 far^2 = spread
    return np.vstack([r + side * far[k] * axes[:, k] for k in range(3) for side in (1, -1)])


def places(robot, q):
    """Coordinates of all mass points in frame 0, one under another. (18 n,)"""
    found = []
    for i in range(1, robot.n + 1):
        tau, t = place(robot, q, i)
        own = points(robot.m[i - 1], robot.r[i - 1], robot.J[i - 1])
        found.append((own @ tau.T + t).ravel())
    return np.concatenate(found)


def masses(robot):
    """The mass that goes with every coordinate of `places`. (18 n,)"""
    return np.repeat(robot.m / 6, 18)


def unit_motions(robot, q):
    """Column j: velocities of all points when joint j alone moves at the rate 1. (18 n, n)"""
    return np.column_stack([places(robot, q + 1j * TINY * one).imag / TINY
                            for one in np.eye(robot.n)])


def energy(robot, q, dq):
    """Kinetic energy: half the sum of m v^2."""
    v = unit_motions(robot, np.asarray(q)) @ dq
    return masses(robot) @ v**2 / 2


def virtual_work(robot, q, dq, ddq, gravity=(0, 0, 0)):
    """Drives that let the points move so: their m (x'' - g), times what each joint moves. (n,)"""
    q, dq, ddq = (np.asarray(x, float) for x in (q, dq, ddq))

    def velocity(t):
        return unit_motions(robot, q + t * dq + t * t / 2 * ddq) @ (dq + t * ddq)
    h = STEP
    x_tt = (8 * (velocity(h) - velocity(-h)) - (velocity(2 * h) - velocity(-2 * h))) / (12 * h)
    felt = x_tt - np.tile(gravity, len(x_tt) // 3)
    return unit_motions(robot, q).T @ (masses(robot) * felt)


# -- sums over links and joints ------------------------------------------------------------------
def orders(pair, n, ddq):
    """sum pair(link, i, joint) ddq over links and joints, in the orders of (9.2). (n,) each"""
    joints = range(1, n + 1)

    def rows(of):
        return [sum(of(i)) for i in joints]
    return {
        "links outside": rows(lambda i: (pair(j, i, k) * ddq[k - 1] for j in range(i, n + 1)
                                         for k in range(1, j + 1))),
        "joints outside (9.2)": rows(lambda i: (pair(j, i, k) * ddq[k - 1] for k in joints
                                                for j in range(max(i, k), n + 1))),
        "without the limit": rows(lambda i: (pair(max(i, k), i, k) * ddq[k - 1] for k in joints))}


def triple(pair, dq, first):
    """Half the sum of pair(j, k, l) dq_k dq_l over all k, l and over j from first(k, l) on."""
    joints = range(1, len(dq) + 1)
    return sum(pair(j, k, l) * dq[k - 1] * dq[l - 1] for k in joints for l in joints
               for j in range(first(k, l), len(dq) + 1)) / 2


def loads_in_link_frames(s, M, F):
    """Right side of the equation of section 9.4: every load turned to its link's frame. (n,)"""
    n, r = s.robot.n, s.robot.r
    return [sum(s.c(i, j) @ s.tau(j, 0) @ M[j - 1]
                + s.D(j, i, r[j - 1], j) @ s.tau(j, 0) @ F[j - 1] for j in range(i, n + 1))
            for i in range(1, n + 1)]


def lagrange(W, q, u):
    """A and b from the kinetic energy: d/dt dW/du - dW/dq = A du/dt + b. (n, n) and (n, 1)"""
    momentum = sympy.Matrix([W.diff(rate) for rate in u])
    b = momentum.jacobian(q) * u - sympy.Matrix([W.diff(place) for place in q])
    return momentum.jacobian(u).applyfunc(sympy.factor), b.applyfunc(sympy.simplify)


def same_letters(A, b) -> bool:
    """Are these A and b of the boom, which robokit finds by the book's vectors?"""
    s = boom_in_letters()
    return vanishes([*(s.A() - np.array(A)).ravel(), *(s.b() - np.array(b).ravel())])


def a_33(robot, pose, axis=None, own_axes=False):
    """Last formula of appendix 5; axis for c_3, or c_k in the terms of the masses of links k."""
    s = robot.at(pose)
    e_3, total = s.c(3) if axis is None else np.array(axis), 0
    for k in range(3, robot.n + 1):
        R, J_0 = s.R(k, 3, robot.r[k - 1]), s.tau(0, k) @ robot.J[k - 1] @ s.tau(k, 0)
        swing = np.cross(s.c(k) if own_axes else e_3, R)
        total += e_3 @ J_0 @ e_3 + robot.m[k - 1] * swing @ swing
    return total


# -- b, written out: the displays of sections 9.3 and 9.4 ----------------------------------------
FAULTS = {"9.4-spin-frames": "lambda(omega_k) c_k not turned to frame j",
          "9.4-inertia-index": "J_k where link j turns",
          "9.4-coordinate": "dq_k for q_k in a length",
          "9.4-coriolis-limits": "sum from i to n, not from 1 to j",
          "9.4-tau-scope": "tau_jk outside its sum, here with k = j"}


def b_written_out(s, i, frame="link", slip=""):
    """b_i by the long display, everything in frame 0 (9.3) or in the links' frames (9.4).

    slip: one fault of the print, by the id of its erratum.
    """
    robot, n, total = s.robot, s.robot.n, 0.0
    sigma, q, dq = robot.sigma, s.q, s.dq
    w = {k: s.omega(k, k) for k in range(1, n + 1)}
    turning = {k: np.cross(w[k], s.v(k) * sigma[k - 1] * dq[k - 1]) for k in w}
    slide = {k: s.v(k) * (1 - sigma[k - 1]) for k in w}
    for j in range(i, n + 1):
        f = j if frame == "link" else 0
        to = {k: s.tau(f, k) for k in w}                       # from frame k to that of the sums
        bare = {k: np.eye(3) for k in w}
        spin_to = bare if slip == "9.4-spin-frames" else to
        all_to = bare if slip == "9.4-tau-scope" else to
        first, J = range(1, j + 1), {k: to[k] @ robot.J[k - 1] @ to[k].T for k in w}
        omega, t = to[j] @ w[j], to[j] @ robot.r[j - 1]
        own = J[i if slip == "9.4-inertia-index" else j]
        spin = J[j] @ sum(spin_to[k] @ turning[k] for k in first) + np.cross(omega, own @ omega)
        held = dq if slip == "9.4-coordinate" else q
        swing = np.cross(omega, np.cross(omega, t))
        for k in first:
            swing = swing + all_to[k] @ np.cross(
                w[k], np.cross(w[k], slide[k] * held[k - 1] + robot.l[k - 1]))
        for k in range(i, n + 1) if slip == "9.4-coriolis-limits" else first:
            swing = swing + 2 * all_to[k] @ np.cross(w[k], slide[k] * dq[k - 1])
        rest = s.tau(f, i) @ robot.r[j - 1] if slip == "9.3-index" else t
        swing = swing + np.cross(sum(all_to[k] @ turning[k] for k in first), rest)
        for l in first:
            link = all_to[l] @ (slide[l] * q[l - 1] + robot.l[l - 1])
            swing = swing + np.cross(sum(all_to[k] @ turning[k] for k in range(1, l + 1)), link)
        total += s.c(i, f) @ spin + robot.m[j - 1] * s.D(j, i, robot.r[j - 1], f) @ swing
    return total


# -- motion --------------------------------------------------------------------------------------
DRIFT = np.linspace(0, 1.2, 61)                                # s
CONTROL = np.linspace(0, 1.5, 76)


def drift(robot, q, dq, coriolis=2, centrifugal=-1):
    """Kinetic energy of the boom, moving freely with these coefficients in b, at times DRIFT."""
    m, A, t = robot.m[1], robot.A, DRIFT

    def rate_of(_, y):
        x, u = y[:2], y[2:]
        b = m * x[1] * np.array([coriolis * u[0] * u[1], centrifugal * u[0]**2])
        return np.concatenate([u, np.linalg.solve(A(x), -b)])
    run = solve_ivp(rate_of, (t[0], t[-1]), np.r_[q, dq], "DOP853", t, rtol=1e-9, atol=1e-10)
    return np.einsum("ki,kij,kj->k", run.y[2:].T, A(run.y[:2].T), run.y[2:].T) / 2


def path(t):
    """A quick swing for the boom: coordinates, rates and second derivatives. Each (2,)."""
    a, w = np.array([0.5, 0.15]), np.array([4.0, 6.0])
    middle = np.array([0.3, 0.6])
    return middle + a * np.sin(w * t), a * w * np.cos(w * t), -a * w**2 * np.sin(w * t)


FAINT = 5e-4                                                   # kg m^2: not worth a colour
KP, KD = 100.0, 20.0                                           # 1/s^2, 1/s: poles at -10, -10


def computed_torque(model):
    """A(q) (wanted ddq + KD de + KP e) + b - weights, from a model of the boom."""
    def law(t, q, dq):
        wanted, rates, second = path(t)
        pull = second + KD * (rates - dq) + KP * (wanted - q)
        return model.inverse_dynamics(q, dq, pull, WEIGHTS)
    return law


def plain_springs(model):
    """The same springs and dampers with a constant matrix A and without b and the weights."""
    A = np.diag(np.diag(model.A(path(0)[0])))

    def law(t, q, dq):
        wanted, rates, _ = path(t)
        return A @ (KD * (rates - dq) + KP * (wanted - q))
    return law


def errors(robot, law, t, start=(0.05, 0.02)):
    """Coordinates less the wanted ones, when the motion begins with these. (k, 2)"""
    q, dq, _ = path(t[0])
    run = robot.simulate(q + start, dq, law, t, WEIGHTS, rtol=1e-8)
    return run.q - np.array([path(x)[0] for x in t])


def controlled(robot):
    """Times, and under the name of each control law the errors of the boom. (k,), (k, 2) each"""
    laws_ = {"computed torque": computed_torque(robot),
             "drill thought lighter": computed_torque(boom(m_2=4.0)),
             "springs alone": plain_springs(robot)}
    return CONTROL, {name: errors(robot, law, CONTROL) for name, law in laws_.items()}


# -- figures: the arms ---------------------------------------------------------------------------
def cut_figure(robot, q, gravity):
    """The Kawasaki, with a weight hanging on every mass centre (1 kN drawn as 0.4 m)."""
    fig, ax = drawing.figure(width=6.4, height=5, view=SIDE)
    drawing.mechanism(ax, robot, q, frames=["B"], labels=True)
    s = robot.at(q)
    for i, (m, r) in enumerate(zip(robot.m, robot.r), 1):
        centre = s.t(i, r, frame="B", origin="B")
        pull = s.tau("B", 0) @ gravity * m / 2500
        if np.linalg.norm(pull) > 0.02:
            drawing.vector(ax, centre, centre + pull, color=COLOUR["orange"], head=0.05, width=3)
    drawing.show(fig, f"{drawing.describe(robot, q)}. Orange arrows hang from the mass centres of "
                 "the links, the longest at the column.",
                 "The drives are switched off. Six weights, six rates and one matrix decide what "
                 "happens next.")


def boom_figure(robot, q):
    """The boom with its letters."""
    fig, ax = drawing.figure(width=6, height=4.2, view=(8, -82))
    drawing.mechanism(ax, robot, q, frames=[0])
    ax.set_ylabel("")                                # the arm moves in the plane of x and z
    ax.yaxis.set_major_formatter("")
    s = robot.at(q)
    above = (-0.02, 0, 0.04), (-0.07, 0, 0.02)
    for i, (name, shift) in enumerate(zip(("$m_1$", "$m_2$"), above), 1):
        centre = s.t(i, robot.r[i - 1], frame="B", origin="B")
        ax.plot(*centre[:, None], "o", ms=11, mfc="#e08a00", mec=COLOUR["ink"], zorder=90)
        ax.text(*(centre + shift), name, fontsize=15, color=COLOUR["ink"], zorder=120,
                ha="center", math_fontfamily="stix")
    end = s.t(2, frame="B", origin="B")
    foot = end - q[1] * s.tau("B", 1)[:, 2]
    on_rail = s.t(1, robot.r[0], frame="B", origin="B") + 0.6 * (foot - s.t(
        1, robot.r[0], frame="B", origin="B"))
    for middle, name, shift in ((foot / 2, "$d$", (-0.05, 0, -0.01)),
                               (on_rail, "$c$", (0.02, 0, -0.06)),
                               ((foot + 2 * end) / 3, "$q_2$", (0.03, 0, -0.08))):
        ax.text(*(middle + shift), name, fontsize=15, color=COLOUR["purple"], zorder=120,
                ha="center", math_fontfamily="stix")
    drawing.show(fig, f"{drawing.describe(robot, q)}. The rail starts a little beside the axis of "
                 "joint 1 and carries two mass centres, its own and that of the drill.",
                 "The drill boom: joint 1 turns the rail in a vertical plane, joint 2 slides the "
                 "drill along it.")


def order_figure(n, i):
    """Which pairs (link, joint) are summed in the row of joint i, and in which two orders."""
    fig, axes = drawing.figure(2, three_d=False, width=7.6, height=3.7, titles=[
        "first the joints of a link", "first the links of a joint"])
    for ax, by_link in zip(axes, (True, False)):
        for j in range(i, n + 1):
            ax.plot(range(1, j + 1), [j] * j, "o", ms=13, mfc=COLOUR["revolute"],
                    mec=COLOUR["ink"], zorder=3)
            if by_link:
                ax.plot([1, j], [j, j], color=COLOUR["orange"], lw=3)
        for k in range(1, n + 1):
            if not by_link:
                ax.plot([k, k], [max(i, k), n], color=COLOUR["sky"], lw=3)
        ax.set(xlim=(0.4, n + 0.6), ylim=(n + 0.6, 0.4), xticks=range(1, n + 1),
               yticks=range(1, n + 1), xlabel="joint k that accelerates", ylabel="link j moved")
    drawing.show(fig, f"Two pictures of the same dots: links {i} to {n} downwards, joints to the "
                 "right, a dot where the joint moves the link. Left: horizontal lines join the "
                 "dots of a link. Right: vertical lines join those of a joint; each begins at the "
                 f"larger of {i} and the joint's number.",
                 f"Row {i} of A. Every column is one element: it has as many dots as there are "
                 "links from max(i, k) to n.")


def figure_9_1(robot, q, i, j, k):
    """c_i, c_j on their axes; D_ki, D_kj at the mass centre of link k; the ellipsoid of J_k.

    Returns the state, both products of link k, and the cosine between D_ki and D_kj.
    """
    s, r = robot.at(q), robot.r[k - 1]
    centre, J = s.t(k, r), s.tau(0, k) @ robot.J[k - 1] @ s.tau(k, 0)
    fig, ax = drawing.figure(width=6.8, height=5.4, view=VIEW_9_1)
    ax.xaxis.labelpad = 14
    drawing.mechanism(ax, robot, q, frames=[0], labels=False)
    _ellipsoid(ax, centre, J)
    for joint, color, name in ((i, COLOUR["purple"], "i"), (j, COLOUR["orange"], "j")):
        start = s.t(joint - 1)
        drawing.vector(ax, start, start + 0.33 * s.c(joint), color=color, head=0.05, width=3)
        beside = [0, 0.05, 0.12] if name == "i" else [0, 0.07, 0]
        ax.text(*(start + 0.3 * s.c(joint) + beside), f"$c_{name}$", color=color,
                fontsize=15, zorder=150, math_fontfamily="stix")
        drawing.line3d(ax, [start, centre], color, 1, "--")
        D = s.D(k, joint, r)
        drawing.vector(ax, centre, centre + 0.6 * D, color=color, head=0.05, width=2.5)
        beside = [0, 0.02, 0.03] if name == "i" else [0, -0.03, 0.07]
        ax.text(*(centre + 0.6 * D + beside), f"$D_{{k{name}}}$", color=color, fontsize=15,
                zorder=150, math_fontfamily="stix")
    pushed = J @ s.c(j)
    drawing.vector(ax, centre, centre + 0.35 * pushed / np.linalg.norm(pushed), "$J_k c_j$",
                   COLOUR["sky"], head=0.05)
    drawing.show(fig, f"{drawing.describe(robot, q)}. An arrow c stands on each of two axes. "
                 "Dashed lines lead from both joints to the mass centre of the last link, where "
                 "two arrows D start, each at right angles to its dashed line; a third arrow, "
                 "J times c, leans away from the direction of c. Round the centre lies the "
                 "ellipsoid of inertia.",
                 "Figure 9.1. a_ij collects, link by link, two products: c_i with J_k c_j, and "
                 "D_ki with m_k D_kj.")
    D_i, D_j = s.D(k, i, r), s.D(k, j, r)
    return (s, s.c(i) @ pushed, robot.m[k - 1] * D_i @ D_j,
            D_i @ D_j / np.linalg.norm(D_i) / np.linalg.norm(D_j))


def _ellipsoid(ax, centre, J, size=0.22):
    """Equal energy of turning: wide where the moment is small."""
    moments, axes = np.linalg.eigh(J)
    half = size * np.sqrt(moments.min() / moments)
    for a, b in ((0, 1), (1, 2), (0, 2)):
        turn = np.linspace(0, 2 * np.pi, 61)[:, None]
        ring = np.cos(turn) * half[a] * axes[:, a] + np.sin(turn) * half[b] * axes[:, b]
        drawing.line3d(ax, centre + ring, COLOUR["grey"], 1.2)


# -- figures: curves -----------------------------------------------------------------------------
def _plane(n, titles=(), width=None, height=3.5):
    fig, axes = drawing.figure(n, three_d=False, width=width or 4.6 * n, height=height,
                               titles=titles)
    for ax in np.atleast_1d(axes):
        ax.set_aspect("auto")
    return fig, axes


def _curves(ax, t, columns, names, xlabel, ylabel):
    """Curves with their names at their right ends."""
    styles = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
    for k, (y, name) in enumerate(zip(columns, names)):
        ax.plot(t, y, color=SHADES[k % len(SHADES)], ls=styles[k % len(styles)], lw=2, label=name)
    ax.set_xlabel(xlabel, fontsize=13)
    ax.set_ylabel(ylabel, fontsize=13)
    ax.legend(fontsize=11, frameon=False)


def ellipse_figure(slides, beside, titles):
    """All rates of the boom at which it has one joule, for several places of the drill."""
    fig, axes = _plane(len(slides), titles, width=3.3 * len(slides), height=3.5)
    words, turn = [], np.linspace(0, 2 * np.pi, 181)
    for ax, x, d in zip(np.atleast_1d(axes), slides, beside):
        A = boom(d=d).A([0.0, x])
        size, axis = np.linalg.eigh(A)
        ring = axis @ (np.sqrt(2 / size)[:, None] * np.array([np.cos(turn), np.sin(turn)]))
        ax.plot(*ring, color=COLOUR["orange"], lw=2.5)
        ax.plot([0, 0], [-0.8, 0.8], color=COLOUR["grey"], lw=0.8)
        ax.plot([-1.3, 1.3], [0, 0], color=COLOUR["grey"], lw=0.8)
        ax.set(xlim=(-1.3, 1.3), ylim=(-0.8, 0.8))
        ax.set_xlabel("$\\dot q_1$, rad/s", fontsize=13)
        ax.set_ylabel("$\\dot q_2$, m/s", fontsize=13)
        words.append(f"drill {x:.2f} m out, rail {d:.2f} m beside the axis: half width "
                     f"{np.ptp(ring[0]) / 2:.2f} rad/s, half height {np.ptp(ring[1]) / 2:.2f} m/s")
    drawing.show(fig, f"Ellipses in the plane of the two rates: {'; '.join(words)}.",
                 "Rates with one joule of kinetic energy. Where the ellipse is narrow the arm is "
                 "heavy; where it leans the joints are coupled.")


def ellipse_of(drill_cm, beside_cm):
    """One ellipse, for the sliders."""
    ellipse_figure([drill_cm / 100], [beside_cm / 100], ["your boom"])


def drift_figure(energies, names):
    """Kinetic energy of free motion for several forms of b."""
    fig, ax = _plane(1, width=6, height=3.6)
    _curves(ax, DRIFT, energies, names, "t, s", "kinetic energy, J")
    drawing.show(fig, "Kinetic energy over time. The first curve is level; the others leave it: "
                 + "; ".join(f"{name} ends at {y[-1]:.2f} J" for name, y in zip(names, energies)),
                 "No drive, no weight: only a right b leaves the energy where it was.")


def cut_motion_figure(run):
    """Joint angles and energies after the drives are off."""
    fig, (left, right) = _plane(2, ["joints", "energy"], width=9.6, height=3.9)
    turned = np.degrees(run.q - run.q[0])
    _curves(left, run.t, turned.T, [f"joint {k}" for k in range(1, 7)], "t, s",
            "turned since, degrees")
    gained = [run.kinetic - run.kinetic[0], run.potential - run.potential[0]]
    _curves(right, run.t, [*gained, sum(gained)], ["kinetic", "potential", "sum"], "t, s",
            "gained, J")
    drawing.show(fig, "Left: six angles over 0.3 s; joint 5 turns by "
                 f"{turned[-1, 4]:.0f} degrees, the others by less than 15. Right: kinetic energy "
                 f"rises by {gained[0][-1]:.0f} J, potential energy falls by as much, their sum "
                 "is level.",
                 "Switched off, the light wrist whips round while the heavy arm begins to fall. "
                 "What the one energy gains the other loses.")


def cut_end_figure(robot, run):
    """The Kawasaki before and after, and the way of the tool."""
    fig, ax = drawing.figure(width=6.4, height=5, view=SIDE)
    end = robot.at(run.q[-1])
    drawing.line3d(ax, [end.t(k, frame="B", origin="B") for k in (*range(7), "tool")],
                   COLOUR["orange"], 3)
    drawing.mechanism(ax, robot, run.q[0], frames=["B"], labels=False)
    way = robot.at(run.q).t("tool", frame="B", origin="B")
    drawing.line3d(ax, way, COLOUR["purple"], 3)
    drawing.show(fig, f"{drawing.describe(robot, run.q[0])}. An orange line shows the arm 0.3 s "
                 f"later, a purple curve the way of the gripper to {way[-1].round(2)} m.",
                 "After 0.3 s without drives: the forearm has sunk, the wrist is folded back.")


def control_figure(t, runs):
    """Errors of both joints under several control laws."""
    fig, (left, right) = _plane(2, ["joint 1", "joint 2"], width=9.6, height=3.7)
    _curves(left, t, [1000 * e[:, 0] for e in runs.values()], runs, "t, s", "error, mrad")
    _curves(right, t, [1000 * e[:, 1] for e in runs.values()], runs, "t, s", "error, mm")
    drawing.show(fig, "Errors of the two joints over time. " + "; ".join(
        f"{name}: at the end {np.abs(1000 * e[-1]).round(2)} mrad and mm"
        for name, e in runs.items()) + ".",
        "Springs alone lag behind; the computed torque with the right masses lets the error die "
        "out as chosen; with wrong masses a part stays.")


# -- figures: appendix 5 -------------------------------------------------------------------------
THIRD_LINK = {"drive 2": (19.5, "x", 0.10, 0.16, (0, -0.06, 0)),       # mass, axis, R, H, centre
              "body": (9.7, "z", 0.08, 0.20, (0, 0, -0.10)),
              "drive 3": (9.7, "z", 0.07, 0.12, (0, 0, 0))}


def solids(parts):
    """Each part as a body of robokit."""
    return {name: inertia.cylinder(mass, R, H, axis, r)
            for name, (mass, axis, R, H, r) in parts.items()}


def joined(parts):
    """All parts as one body of robokit."""
    first, *rest = solids(parts).values()
    return sum(rest, first)


def third_link_figure(parts, link):
    """Figure A.6: the bodies of the third link in frame 3."""
    fig, ax = drawing.figure(width=6.4, height=5.2, view=(18, -60))
    colors = dict(zip(("drive 2", "body", "drive 3"), ("#f2c879", "#b9cde0", "#cfe3c8")))
    for name, (_, axis, R, H, centre) in parts.items():
        _solid(ax, "xyz".index(axis), R, H, np.asarray(centre, float), colors[name])
    sides = {"drive 2": (-0.16, 0, -0.02), "body": (0.17, 0, -0.05), "drive 3": (0.15, 0, 0.05)}
    for name, (*_, centre) in parts.items():
        ax.text(*(np.asarray(centre) + sides[name]), name, fontsize=13, ha="center", zorder=150)
    drawing.frame(ax, label="3", size=0.2)
    drawing.vector(ax, np.zeros(3), link.r, "$r_3$", COLOUR["purple"], head=0.015, shift=0.09)
    drawing.show(fig, "In frame 3 stand a cylinder from the origin downwards along Z, a disc with "
                 "its axis along Z at the origin, and a disc with its axis along X beside the "
                 "origin. A short arrow leads from the origin to the mass centre "
                 f"{link.r.round(3)} m.",
                 "Figure A.6. Link 3 is a body and two drives; its mass centre lies in the plane "
                 "of Y and Z, off both axes.")


def _solid(ax, k, R, H, centre, color):
    """A cylinder along axis k, as polygons that let the inside shine through."""
    turn = np.linspace(0, 2 * np.pi, 41)
    ring = np.zeros((41, 3))
    ring[:, (k + 1) % 3], ring[:, (k + 2) % 3] = R * np.cos(turn), R * np.sin(turn)
    end = np.eye(3)[k] * H / 2
    low, high = centre + ring - end, centre + ring + end
    sides = [[low[n], low[n + 1], high[n + 1], high[n]] for n in range(40)]
    ax.add_collection3d(Poly3DCollection([*sides, low, high], facecolor=color, alpha=0.22),
                        autolim=False)
    for edge in (low, high):
        drawing.line3d(ax, edge, COLOUR["grey"], 1)


def dust(axis, R, H, centre, rng, count=20000):
    """Points spread evenly in a cylinder. (count, 3)"""
    k = "xyz".index(axis)
    radius, turn = R * np.sqrt(rng.uniform(0, 1, count)), rng.uniform(0, 2 * np.pi, count)
    grains = np.zeros((count, 3))
    grains[:, k] = rng.uniform(-H / 2, H / 2, count)
    grains[:, (k + 1) % 3], grains[:, (k + 2) % 3] = radius * np.cos(turn), radius * np.sin(turn)
    return grains + centre


def weighed(parts, rng):
    """Mass, mass centre and tensor of the parts, each spread as dust."""
    grains = [dust(*part[1:], rng) for part in parts.values()]
    each = np.concatenate([np.full(len(g), part[0] / len(g))
                           for part, g in zip(parts.values(), grains)])
    x = np.concatenate(grains)
    r = each @ x / each.sum()
    y = x - r
    J = np.einsum("k,kij->ij", each, np.einsum("ki,ki->k", y, y)[:, None, None] * np.eye(3)
                  - np.einsum("ki,kj->kij", y, y))
    return each.sum(), r, J


def steiner(m, J, d, squared=True, products=True):
    """Appendix 5's shift of a tensor by d = (0, y, z), with and without what the print lacks."""
    power = 2 if squared else 1
    add = np.diag([np.linalg.norm(d)**power, d[2]**power, d[1]**power])
    if products:
        add = add - d[1] * d[2] * np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    return J + m * add


def centres_as_printed(parts):
    """r_3 of appendix 5: m_3 with half or whole drives, z of drive 2 with one mass or another."""
    (m_2, *_, (_, y, z)), (m_b, *_, (_, _, z_b)), (m_3, *_) = parts.values()
    return {f"{name} drives, z of drive 2 with m of {owner}":
            np.array([0, y * m_2, z * m + z_b * m_b]) / total
            for name, total in (("half", m_2 / 2 + m_b + m_3 / 2), ("whole", m_2 + m_b + m_3))
            for owner, m in (("drive 3", m_3), ("drive 2", m_2))}


def tensors_as_printed(parts, r_3):
    """Tensors of the parts about r_3: as printed, with the squares, with squares and products."""
    ways = {"as printed": {"squared": False, "products": False}, "squares": {"products": False},
            "squares and products": {}}
    return {name: {part: steiner(x.m, x.J, x.r - r_3, **how)
                   for part, x in solids(parts).items()} for name, how in ways.items()}


# -- figures: A over the workspace ---------------------------------------------------------------
def arm_plane(robot, wrist, size=61):
    """A grid of elbow-up configurations: (q, reach, height) of the wrist centre in the arm's plane.

    wrist: q_4, q_5, q_6, radians. reach is measured from the axis of joint 1.
    """
    q_2, q_3 = np.meshgrid(*np.linspace(*robot.limits[1:3].T, size).T, indexing="ij")
    q = np.stack([0 * q_2, q_2, q_3, *(np.full(q_2.shape, x) for x in wrist)], -1)
    t = robot.at(q).t(4, frame="B", origin="B")
    up = robot.kci(q)[1] == 1
    across = t[..., :2] @ robot.at(np.zeros(6)).tau("B", 1)[:2, 1]        # along Y_1
    return q, np.where(up, across, np.nan), np.where(up, t[..., 2], np.nan)


def A_figure(robot, wrist):
    """The elements of A over the places of the wrist centre; each drawing on a scale of its own."""
    q, reach, height = arm_plane(robot, wrist)
    A = robot.A(q)
    fig, axes = plt.subplots(6, 6, figsize=(9.6, 9.2), dpi=drawing.DPI, layout="constrained")
    for i in range(6):
        for j in range(6):
            ax = axes[i, j]
            ax.set_axis_off()
            if j >= i:
                _map(ax, reach, height, A[..., i, j], f"$a_{{{i + 1}{j + 1}}}$")
    _key(axes, robot, q)
    low, high = (f(A[..., 0, 0][np.isfinite(reach)]) for f in (np.min, np.max))
    drawing.show(fig, "Twenty-one small maps in the places of the upper triangle of a matrix, each "
                 "over the reach and height of the wrist centre. The maps of a_11, a_12 .. a_16 "
                 "and of a_22, a_23 change over the plane; a_33 and those to the right and below "
                 "hardly do. In the corner below the diagonal the arm and the region are drawn "
                 f"larger. a_11 runs from {low:.3g} to {high:.3g} kg m^2.",
                 "A(q) of the Kawasaki (nominal masses, q_4, q_5, q_6 held). Purple below "
                 "zero, orange above; least and greatest value under each name. Row 1 knows the "
                 "reach, row 2 the bend of the elbow; from row 3 on only the wrist would matter.")


def _map(ax, x, y, values, name):
    seen = values[np.isfinite(x)]
    low, high = seen.min(), seen.max()
    bound = max(abs(low), abs(high), 1e-12)
    norm = TwoSlopeNorm(0, -bound, bound)
    inside = np.isfinite(x)
    values = np.where(bound > FAINT, values, 0)
    quads = np.where(inside, values, np.nan)
    x, y = np.nan_to_num(x), np.nan_to_num(y)
    corners = inside[:-1, :-1] & inside[1:, :-1] & inside[:-1, 1:] & inside[1:, 1:]
    face = np.ma.array(quads[:-1, :-1], mask=~corners)
    ax.pcolormesh(x, y, face, cmap="PuOr_r", norm=norm, shading="flat", rasterized=True)
    ax.set_aspect("equal")
    said = f"{_two(low)} … {_two(high)}" if high - low > 1e-6 * bound else _two(low)
    said = said if bound > FAINT else f"below {FAINT:g}"
    ax.set_title(f"{name}\n{said}", fontsize=10, color=COLOUR["ink"],
                 math_fontfamily="stix", pad=2)


def _two(x):
    return f"{x:.2g}" if abs(x) > FAINT else "0"


def _key(axes, robot, q):
    """The arm's plane, larger, in the empty corner: where the maps lie."""
    grid = axes[0, 0].get_gridspec()
    ax = axes[0, 0].figure.add_subplot(grid[3:, :3])
    _, x, y = arm_plane(robot, (0, 0, 0), 31)
    ax.plot(x.ravel(), y.ravel(), ".", ms=3, color=COLOUR["sky"], alpha=0.6)
    s = robot.at(np.radians([0, 40, -50, 0, 0, 0]))
    Y = robot.at(np.zeros(6)).tau("B", 1)[:2, 1]
    arm = np.array([s.t(k, frame="B", origin="B") for k in (0, 1, 2, 3, 4)])
    ax.plot(arm[:, :2] @ Y, arm[:, 2], "-o", color=COLOUR["link"], lw=3, ms=5)
    ax.set_aspect("equal")
    ax.set_xlabel("reach, m", fontsize=12)
    ax.set_ylabel("height, m", fontsize=12)
    ax.tick_params(labelsize=10)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


# -- exercises -----------------------------------------------------------------------------------
def check_inertia(a, robot, q, dq=np.array([0.8, -0.5, 0.3, 1.1])):
    """Exercise 1: your A as a picture; symmetry, and the energy of the mass points."""
    if waits(a(q, 1, 1)):
        return
    A = np.array([[a(q, i, j) for j in range(1, robot.n + 1)] for i in range(1, robot.n + 1)],
                 float)
    fig, ax = drawing.figure(three_d=False, width=3.8, height=3.4)
    bound = np.abs(A).max()
    ax.pcolormesh(np.arange(0.5, robot.n + 1), np.arange(0.5, robot.n + 1), A, cmap="PuOr_r",
                  norm=TwoSlopeNorm(0, -bound, bound), edgecolors="white")
    ax.set(xlabel="j", ylabel="i", xticks=range(1, robot.n + 1), yticks=range(1, robot.n + 1))
    ax.invert_yaxis()
    ax.grid(False)
    drawing.show(fig, "A square of coloured fields, one for each of your elements.",
                 "Exercise 1. Your matrix: its mirror image in the diagonal is the matrix itself.")
    laws.report(laws.symmetric_positive(A),
                laws.same(dq @ A @ dq / 2, energy(robot, q, dq), "half dq A dq is the energy of "
                          "the mass points"))


def check_b(b, robot, q, dq):
    """Exercise 2: b over the place of the drill; power and growth."""
    if waits(b(q, dq)):
        return
    x = np.linspace(0.2, 1, 9)
    rows = np.array([np.ravel(b(np.array([q[0], s]), dq)) for s in x], float)
    fig, ax = _plane(1, width=5, height=3.2)
    _curves(ax, x, rows.T, ["$b_1$, N m", "$b_2$, N"], "$q_2$, m", "")
    drawing.show(fig, "Two curves over the place of the drill, one for each component of your b.",
                 "Exercise 2. Your b for the same rates: two straight lines through zero, one "
                 "rises and one falls.")
    dA = laws.rate(robot.A, q, dq)
    laws.report(laws.same(np.ravel(b(q, 2 * dq)), 4 * np.ravel(b(q, dq)), "twice the rates, four "
                          "times b"),
                laws.same(dq @ np.ravel(b(q, dq)), dq @ dA @ dq / 2, "the power of b is half "
                          "dq dA/dt dq"),
                laws.same(np.ravel(b(q, dq)), virtual_work(robot, q, dq, 0 * q), "b lets the mass "
                          "points move without second derivatives"))


def check_ddq(ddq, robot, q, dq):
    """Exercise 3: one second of your motion, and the drives that the mass points would need."""
    mu = np.array([20.0, -6.0])
    if waits(ddq(q, dq, mu)):
        return
    gravity = np.array(WEIGHTS.gravity)
    t = np.linspace(0, 1, 41)
    run = solve_ivp(lambda _, y: np.concatenate([y[2:], np.ravel(ddq(y[:2], y[2:], 0 * mu))]),
                    (0, 1), np.r_[q, dq], "DOP853", t, rtol=1e-8, atol=1e-9)
    heights = robot.at(run.y[:2].T).potential_energy(gravity)
    total = [energy(robot, y[:2], y[2:]) + U for y, U in zip(run.y.T, heights)]
    fig, ax = _plane(1, width=5.2, height=3.2)
    _curves(ax, t, [np.array(total) - total[0]], ["your motion"], "t, s", "energy gained, J")
    drawing.show(fig, "Total energy of your free motion over one second, less that at the start.",
                 "Exercise 3. Without drives the total energy must stay at zero.")
    answer = np.ravel(ddq(q, dq, mu)).astype(float)
    laws.report(laws.same(virtual_work(robot, q, dq, answer, gravity), mu, "the mass points, moved "
                          "as you say, need these drives"),
                laws.same(np.array(total), np.full(41, total[0]), "free motion keeps its energy"))
