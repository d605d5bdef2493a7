"""What lesson 12 shows but need not spell out: arms, letters, figures, checks of exercises."""

from __future__ import annotations

from itertools import product

import numpy as np
import sympy
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch
from sympy.simplify.fu import TR8
from tools import numbers

from robokit import Loads, Mechanism, base_parameters, drawing, identification, kawasaki, laws
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.robots import load

G = (-9.81, 0, 0)                                # X_0 points up, as in the paper
DOWN = (0, 0, -9.81)
A_1, A_2 = 0.7, 0.5
PLACE = sympy.symbols("x y z")
SHORT = ("$I_{xx}$", "$I_{xy}$", "$I_{xz}$", "$I_{yy}$", "$I_{yz}$", "$I_{zz}$", "$S_x$", "$S_y$",
         "$S_z$", "$m$")
KINDS = ("moves nothing", "only in a group", "stands for a group", "on its own")
SHADES = ("#ffffff", "#cfe3f2", COLOUR["orange"], COLOUR["purple"])


# -- arms ------------------------------------------------------------------------------------------
def _bar(m, length, width):
    return m / 12 * np.diag([2 * width**2, length**2 + width**2, length**2 + width**2])


def arm() -> Mechanism:
    """Two links in a vertical plane; frame i stands at the far end of link i."""
    return Mechanism.from_dh([(0, 0, A_1, 0), (0, 0, A_2, 0)], m=[6, 3],
                             r=[(-0.4, 0.03, 0), (-0.3, -0.02, 0)],
                             J=[_bar(6, A_1, 0.1), _bar(3, A_2, 0.08)], name="The arm")


def pendulum(balls) -> Mechanism:
    """One link of balls: rows (mass, x, y, z), the places from the joint."""
    m, place = np.array(balls)[:, 0], np.array(balls)[:, 1:]
    r = m @ place / m.sum()
    J = sum(w * (x @ x * np.eye(3) - np.outer(x, x)) for w, x in zip(m, place - r))
    return Mechanism.from_dh([(0, 0, A_1, 0)], m=[m.sum()], r=[r - [A_1, 0, 0]], J=[J])


FIRST = ((2.0, 0.2, 0.1, 0.0), (2.0, 0.6, -0.1, 0.0))      # two balls of 2 kg


def _felt():
    """First moment and moment of inertia of FIRST about the joint."""
    m, place = np.array(FIRST)[:, 0], np.array(FIRST)[:, 1:3]
    return m @ place, m @ (place**2).sum(1)


def lightest() -> float:
    """The mass below which no body has the first moment and the inertia of FIRST, kg."""
    moment, inertia = _felt()
    return moment @ moment / inertia


def twin(mass):
    """Two balls of that mass together that the drive cannot tell from FIRST."""
    moment, inertia = _felt()
    centre = moment / mass
    apart = np.sqrt(inertia / mass - centre @ centre)
    side = np.array([-centre[1], centre[0]]) / np.linalg.norm(centre)
    return [(mass / 2, *(centre + x * side), 0.0) for x in (apart, -apart)]


def turntable() -> Mechanism:
    """One joint with its axis along gravity, the link 0.3 m higher."""
    return Mechanism.from_dh([(0, 0.3, 0.4, 0)])


def robots():
    """name -> (mechanism, gravity in frame 0)."""
    return {"PUMA 560": (load("puma560"), DOWN),
            "Kawasaki FS20N": (kawasaki.fs20n(), (0, 0, 9.81)),
            "Stanford arm": (load("stanford"), DOWN),
            "SCARA": (load("scara"), DOWN)}


def rank(robot, gravity, states=60) -> int:
    """Rank of the regressor at random states, from accelerations and not from energies."""
    W = base_parameters.regressor(robot, *np.random.default_rng(1).uniform(
        -2, 2, (3, states, robot.n)), gravity).reshape(-1, 10 * robot.n)
    size = np.linalg.norm(W, axis=0)
    return int(np.linalg.matrix_rank(W / np.where(size > 1e-9, size, np.inf), tol=1e-9))


def odd(rng) -> Mechanism:
    """Turn, slide, turn, without any right angle."""
    return Mechanism([1, 0, 1], rng.uniform(-3, 3, (3, 3)), rng.normal(size=(3, 3)), [2, 3, 1],
                     rng.normal(size=(3, 3)) / 3, [np.diag([2, 3, 4])] * 3)


def drives(robot, moved):
    """Drives of section 8 for q, dq, ddq under the weights of the lesson."""
    return robot.inverse_dynamics(*moved, Loads(gravity=G))


def condition(robot, found, plan, period):
    """Condition number of the planned motion, run within another time."""
    motion = identification.Excitation(plan.centre, plan.sine, plan.cosine, period)
    W = base_parameters.regressor(robot, *motion(np.linspace(0, period, 200)), G)
    return np.linalg.cond(W[..., found.columns].reshape(-1, len(found.columns)))


def coverage(W, truth, noise, weighted, rng, count=200):
    """How often the 95 % interval of each parameter holds the truth. (b,)"""
    exact, inside = W @ truth, []
    for _ in range(count):
        y = exact + noise * rng.normal(size=exact.shape)
        low, high = identification.identify(W, y, weighted).interval().T
        inside.append((low < truth) & (truth < high))
    return np.mean(inside, axis=0)


def slow_estimate(robot, found, plan, noise, period=50.0):
    """The same experiment in a period of another length."""
    rng, t = np.random.default_rng(1), np.linspace(0, period, 250)
    moved = identification.Excitation(plan.centre, plan.sine, plan.cosine, period)(t)
    W = base_parameters.regressor(robot, *moved, G)[..., found.columns]
    return identification.identify(W, drives(robot, moved) + noise * rng.normal(size=(250, 2)))


def about_joint_1(values):
    """Moment of inertia about joint 1 of link 1, and of the mass of link 2 at its end."""
    return values[0] + 2 * A_1 * values[1]


def half_width(estimate):
    """Half of the 95 % interval of `about_joint_1`."""
    weights = about_joint_1(np.eye(len(estimate.values)))
    factor = estimate.interval()[0, 1] - estimate.values[0]
    return factor * np.sqrt(weights @ estimate.covariance @ weights / estimate.covariance[0, 0])


# -- letters ---------------------------------------------------------------------------------------
def letters(n):
    """a, q, q' as rows of n letters."""
    return [sympy.symbols(f"{name}1:{n + 1}", real=True) for name in ("a", "q", "dq")]


def point(n):
    """A point of the last of n links in frame 0, in letters; X_0 points up."""
    a, q, _ = letters(n)
    x, y, z = PLACE
    for k in reversed(range(n)):
        x, y = (sympy.cos(q[k]) * (a[k] + x) - sympy.sin(q[k]) * y,
                sympy.sin(q[k]) * (a[k] + x) + sympy.cos(q[k]) * y)
    return sympy.Matrix([x, y, z])


def by_parameters(energy):
    """Coefficients of a polynomial in x, y, z in the order of the ten parameters."""
    x, y, z = PLACE
    polynomial = sympy.Poly(energy, *PLACE)
    monomials = [x * x, x * y, x * z, y * y, y * z, z * z, x, y, z, sympy.Integer(1)]
    return [sympy.trigsimp(polynomial.coeff_monomial(m)) for m in monomials]


def lagrangian(n):
    """w_L of n links, 10 n entries in letters: the energy of a point of each link."""
    g, found = sympy.Symbol("g"), []
    for k in range(1, n + 1):
        (_, q, dq), place = letters(k), point(k)
        v = place.jacobian(q) * sympy.Matrix(dq)
        found += by_parameters(sympy.expand(v.dot(v) / 2 - g * place[0]))
    return sympy.Matrix([found])


def lagrange(w, n):
    """d/dt (dw/dq') - dw/dq, n x 10 n in letters."""
    (_, q, dq), ddq = letters(n), sympy.symbols(f"ddq1:{n + 1}", real=True)
    rows = []
    for x, v in zip(q, dq):
        slope = w.diff(v)
        rows.append((slope.jacobian(q) * sympy.Matrix(dq) + slope.jacobian(dq) * sympy.Matrix(ddq)
                     - w.diff(x).T).T)
    return sympy.Matrix.vstack(*rows)


def evaluated(matrix, state):
    """A matrix in letters of the arm at one state (3, n)."""
    n = len(state[0])
    (a, q, dq), ddq = letters(n), sympy.symbols(f"ddq1:{n + 1}", real=True)
    known = dict(zip([*a, sympy.Symbol("g")], [A_1, A_2, 9.81]))
    return sympy.lambdify([*q, *dq, *ddq], matrix.subs(known))(*np.ravel(state))


def denavit_hartenberg():
    """A_k in letters, with c and s for cos q_k and sin q_k, and D A_k."""
    c, s, a, d = sympy.symbols("c s a d")
    co, si = sympy.symbols("c_alpha s_alpha")
    A = sympy.Matrix([[c, -s * co, s * si, a * c], [s, c * co, -c * si, a * s], [0, si, co, d],
                      [0, 0, 0, 1]])
    D = sympy.zeros(4, 4)
    D[0, 1], D[1, 0] = -1, 1
    return (c, s), A, D * A


def is_derivative(DA, A, cs) -> bool:
    """Whether DA is the derivative of A by the angle of which c and s are cosine and sine."""
    c, s = cs
    return sympy.expand(c * A.diff(s) - s * A.diff(c) - DA).is_zero_matrix


def double_angles(product_of_two):
    """Squares and products of sine and cosine by the double angle."""
    return sympy.expand(TR8(product_of_two))


def degree(matrix, unknowns):
    """The highest degree of the entries in c and s."""
    return max(sympy.Poly(e, *unknowns).total_degree() for e in matrix)


# -- figures --------------------------------------------------------------------------------------
def _up(points):
    """Coordinates on the page: X_0 is up, Y_0 to the left."""
    points = np.asarray(points, float)
    return -points[..., 1], points[..., 0]


def _plane(ax, size):
    ax.set(aspect="equal", xlim=(-size, size), ylim=(-size / 2, size), xlabel="$-Y_0$, m",
           ylabel="$X_0$, m")
    ax.axvline(0, color=COLOUR["grey"], lw=1, ls="-.")


def arm_figure(robot, q):
    """The arm in its plane, with its mass centres and angles (figure 1 of the paper)."""
    s = robot.at(q)
    ends = np.array([s.t(k) for k in range(robot.n + 1)])
    centres = np.array([s.t(k) + s.tau(0, k) @ robot.r[k - 1] for k in range(1, robot.n + 1)])
    fig, ax = drawing.figure(three_d=False, width=5, height=4)
    _plane(ax, 1.3)
    ax.plot(*_up(ends), "-", color=COLOUR["link"], lw=7, solid_capstyle="round")
    ax.plot(*_up(ends[:-1]), "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=13)
    ax.plot(*_up(centres), "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=9)
    for k, centre in enumerate(centres, 1):
        ax.annotate(f"$m_{k}$", _up(centre), (-30, -22), textcoords="offset points",
                    fontsize=LETTERS)
    start = 0.0
    for k in range(robot.n):
        angle = np.linspace(start, start + q[k], 30)
        ax.plot(*_up(ends[k] + 0.3 * np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])),
                color=COLOUR["purple"], lw=1.5)
        half = ends[k] + 0.42 * np.array([np.cos(angle[15]), np.sin(angle[15]), 0])
        ax.text(*_up(half), f"$q_{k + 1}$", fontsize=LETTERS, color=COLOUR["purple"], ha="center")
        line = ends[k] + np.outer([0, 0.45], [np.cos(start), np.sin(start), 0])
        ax.plot(*_up(line), color=COLOUR["grey"], lw=1, ls="-.")
        start += q[k]
    ax.annotate("", (0.75, 0.6), (0.75, 1.0),
                arrowprops={"arrowstyle": "-|>", "color": COLOUR["ink"], "lw": 1.5})
    ax.text(0.8, 0.8, "gravity", fontsize=NUMBERS)
    drawing.show(fig, "Two thick links in a plane, joined at circles; angle q1 is measured from "
                 "the vertical line up, q2 from the prolonged first link. An orange dot near the "
                 "middle of each link marks its mass centre; gravity points down.",
                 "The arm: lengths are known, the masses and where they sit are not.")


def twin_figure(mass):
    """A pendulum of two balls, its twin of another mass, and the drive of both."""
    if mass < lightest():
        return print(f"{mass} kg: no such body, the lightest has {lightest():.2f} kg")
    t = np.linspace(0, 3, 121)
    q = np.column_stack([1.5 * np.sin(3 * t) + 0.5 * t])
    dq, ddq = np.column_stack([4.5 * np.cos(3 * t) + 0.5]), np.column_stack([-13.5 * np.sin(3 * t)])
    fig, axes = drawing.figure(3, three_d=False, width=9.4, height=3.5,
                               titles=["4 kg", f"{mass} kg", "what the drive feels"])
    bodies = [FIRST, twin(mass)]
    for ax, balls, color in zip(axes, bodies, ("orange", "sky")):
        size = 0.9
        _plane(ax, size)
        for m, *place, _ in balls:
            ax.plot(*_up([(0, 0), place]), color=COLOUR["link"], lw=2)
            ax.plot(*_up(place), "o", color=COLOUR[color], mec=COLOUR["ink"], ms=9 * np.sqrt(m))
        ax.plot(0, 0, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=8)
    for balls, color, width, style in zip(bodies, ("orange", "sky"), (5, 2), ("-", "--")):
        mu = pendulum(balls).inverse_dynamics(q, dq, ddq, Loads(gravity=G))[:, 0]
        axes[2].plot(t, mu, color=COLOUR[color], lw=width, ls=style)
    axes[2].set(aspect="auto", xlabel="t, s", ylabel="$\\mu_{D1}$, N m")
    drawing.show(fig, f"Left, a pendulum of two balls, 4 kg together. Middle, another one of "
                 f"{mass} kg with its balls elsewhere. Right, the drive over three seconds: a "
                 "dashed curve runs exactly on a thick one.",
                 f"4 kg or {mass} kg: no motion of this joint tells them apart.")


def Z_figure(Z):
    """Where Z of two links is not zero."""
    fig, ax = drawing.figure(three_d=False, width=7, height=6.4)
    rows = np.flatnonzero(np.abs(Z).max(1) > 1e-12)
    ax.imshow(np.abs(Z) > 1e-12, aspect="auto", interpolation="nearest",
              cmap=ListedColormap(["#f2f2f2", COLOUR["ink"]]))
    ax.grid(False)
    ax.set(xticks=range(Z.shape[1]), xlabel="column: parameter of link 1, of link 2",
           ylabel="row: function of the basis")
    ax.set_xticklabels(SHORT * 2, fontsize=NUMBERS - 2)
    for y in (24.5, 49.5, 74.5):
        ax.axhline(y, color=COLOUR["orange"], lw=1.5)
    ax.axvline(9.5, color=COLOUR["orange"], lw=1.5)
    drawing.show(fig, f"A pale rectangle of 84 rows and 20 columns with a few dark cells, in "
                 f"{len(rows)} rows only; orange lines part the rows into four blocks, the columns "
                 "into two links. The columns of Ixy, Ixz, Iyz, Izz and Sz are empty.",
                 f"Of 84 functions {len(rows)} occur. Blocks from above: dq1^2, dq1 dq2, dq2^2 "
                 "and gravity. Empty columns move nothing.")


def kinds(found, Z) -> np.ndarray:
    """0 moves nothing, 1 only in a group, 2 stands for a group, 3 on its own; (n, 10)."""
    moves, result = np.abs(Z).max(0) > 1e-9, np.zeros(found.Y.shape[1], int)
    result[moves] = 1
    for column, row in zip(found.columns, found.Y):
        result[column] = 3 if (abs(row) > 1e-6).sum() == 1 else 2
    return result.reshape(-1, 10)


def grid_figure(named):
    """What is identifiable, link by link; named: name -> (robot, gravity)."""
    fig, axes = drawing.figure(len(named), three_d=False, width=min(9.6, 2 + 4 * len(named)),
                               height=2.4 if len(named) == 1 else 3.4, titles=list(named))
    words, count = [], []
    for ax, (name, (robot, gravity)) in zip(np.atleast_1d(axes), named.items()):
        Z = base_parameters.coordinate_matrix(robot, gravity, constant=False).toarray()
        found = base_parameters.base_parameters(robot, gravity)
        cells = kinds(found, Z)
        ax.imshow(cells, cmap=ListedColormap(SHADES), vmin=0, vmax=3, aspect="auto")
        ax.grid(False)
        ax.set(xticks=range(10), yticks=range(robot.n), xlabel="parameter", ylabel="")
        ax.set_yticklabels([f"link {k}" for k in range(1, robot.n + 1)], fontsize=NUMBERS - 1)
        ax.set_xticklabels(SHORT, fontsize=NUMBERS)
        for k in np.arange(0.5, 9.5):
            ax.axvline(k, color=COLOUR["ground"], lw=0.8)
        for k in np.arange(0.5, robot.n - 0.5):
            ax.axhline(k, color=COLOUR["ground"], lw=0.8)
        counts = [int((cells == kind).sum()) for kind in range(4)]
        count.append(f"{name}: {counts[2] + counts[3]} of {cells.size}")
        words.append(f"{name}: " + ", ".join(f"{c} {k}" for c, k in zip(counts, KINDS)))
    handles = [Patch(facecolor=shade, edgecolor=COLOUR["grey"]) for shade in SHADES]
    fig.legend(handles, KINDS, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=4,
               fontsize=NUMBERS - 1, frameon=False)
    drawing.show(fig, "Grids with a row for each link and a column for each of its ten "
                 f"parameters, in four shades. {'; '.join(words)}.",
                 "Orange and purple cells are the base parameters, all that drives can show. "
                 f"{', '.join(count)}.")


def excitation_figure(plan, conditions):
    """The planned motion and the condition numbers of slower and faster ones."""
    fig, axes = drawing.figure(2, three_d=False, width=9, height=3.5,
                               titles=["the planned motion", "and its speed"])
    t = np.linspace(0, plan.period, 200)
    for k, (curve, color) in enumerate(zip(plan(t)[0].T, ("orange", "sky")), 1):
        axes[0].plot(t, curve, color=COLOUR[color], lw=2.5)
        axes[0].text(t[-1], curve[-1], f" $q_{k}$", fontsize=LETTERS, color=COLOUR[color])
    axes[0].set(aspect="auto", xlabel="t, s", ylabel="q, rad")
    axes[1].loglog(list(conditions), list(conditions.values()), "o-", color=COLOUR["purple"], lw=2)
    axes[1].minorticks_off()
    axes[1].set(aspect="auto", xlabel="duration of one period, s", ylabel="condition number",
                xticks=list(conditions))
    axes[1].set_xticklabels([f"{T:g}" for T in conditions])
    drawing.show(fig, "Left, two smooth curves of the joint angles over one period. Right, on "
                 "logarithmic scales, the condition number against the duration: "
                 + ", ".join(f"{c:.3g} at {T:g} s" for T, c in conditions.items()) + ".",
                 "A slow motion weighs but hardly accelerates: inertias disappear in the noise. "
                 "(The fastest breaks the limits of speed.)")


def interval_figure(names, estimates, truth):
    """Errors of the estimates with their 95 % intervals; estimates: name -> Estimate."""
    fig, ax = drawing.figure(three_d=False, width=8, height=3.8)
    rows, words = np.arange(len(names))[::-1], []
    for k, ((label, e), color) in enumerate(zip(estimates.items(), ("sky", "orange"))):
        low, high = e.interval().T
        middle = e.values - truth
        ax.errorbar(middle, rows + 0.15 - 0.3 * k, xerr=(high - low) / 2, fmt="o", capsize=4,
                    color=COLOUR[color], lw=2, label=label)
        inside = int(((low < truth) & (truth < high)).sum())
        words.append(f"{label}: half widths {', '.join(f'{x:.2g}' for x in (high - low) / 2)}, "
                     f"{inside} of {len(truth)} hold the truth")
    ax.axvline(0, color=COLOUR["ink"], lw=1)
    ax.set(aspect="auto", yticks=rows, ylabel="",
           xlabel="estimate less truth, kg m$^2$ (I) or kg m (S)")
    ax.set_yticklabels(names, fontsize=NUMBERS - 1)
    ax.legend(frameon=False, fontsize=NUMBERS)
    drawing.show(fig, f"A row for each base parameter with dots and bars around zero. "
                 f"{'; '.join(words)}.",
                 "95 % intervals. Weights shorten the bars of link 2; its drive is measured well.")


def validation_figure(t, measured, predicted):
    """Measured drives of a motion that took no part, and the prediction."""
    fig, axes = drawing.figure(2, three_d=False, width=9, height=3.5,
                               titles=["drive 1", "drive 2"])
    for k, ax in enumerate(axes):
        ax.plot(t, measured[:, k], ".", color=COLOUR["grey"], ms=4)
        ax.plot(t, predicted[:, k], color=COLOUR["orange"], lw=2)
        ax.set(aspect="auto", xlabel="t, s", ylabel=f"$\\mu_{{D{k + 1}}}$, N m")
    rest = (measured - predicted).std(0)
    drawing.show(fig, "Two plots over time: grey dots of measured drives, and an orange curve "
                 f"through their middle. The rest has a deviation of {rest[0]:.2f} and "
                 f"{rest[1]:.3f} N m.",
                 "Another motion, never used for the estimate: what is left is noise.")


# -- exercises ------------------------------------------------------------------------------------
def check_ten(ten):
    """Exercise 1: the sums over points, and half w^T J w by the answer's second moments."""
    rng = np.random.default_rng(2)
    points, masses = rng.normal(size=(6, 3)), rng.uniform(1, 2, 6)
    m = masses.sum()
    r = masses @ points / m
    d = points - r
    J = sum(w * (x @ x * np.eye(3) - np.outer(x, x)) for w, x in zip(masses, d))
    if not numbers(ten(m, r, J), 10):
        return
    p = np.ravel(ten(m, r, J)).astype(float)
    H = base_parameters.pseudo_inertia(p)
    fig, ax = drawing.figure(three_d=False, width=4.5, height=3.6)
    for k, color in enumerate(drawing.AXES):
        line = np.array([-1, 1]) * np.sqrt(max(H[k, k], 0) / p[9] if p[9] > 0 else 0)
        ax.plot(line, [k, k], color=color, lw=6)
        ax.plot(points[:, k], [k + 0.2] * 6, "o", color=color, ms=5)
    ax.set(aspect="auto", yticks=range(3), xlabel="m", ylabel="")
    ax.set_yticklabels("xyz")
    drawing.show(fig, "Three bars, one for each axis, from minus to plus the root mean square of "
                 "your second moments, and above each the six points' coordinates.",
                 "Exercise 1. The bars must be about as long as the points are spread.")
    w, v = rng.normal(size=(2, 5, 3))
    speed = [masses @ np.sum((np.cross(a, points) + b)**2, axis=1) for a, b in zip(w, v)]
    twice = [np.trace(U @ H @ U.T) for U in
             (np.column_stack([np.cross(a, np.eye(3)).T, b]) for a, b in zip(w, v))]
    laws.report(laws.symmetric_positive(H, "H"), laws.same(twice, speed, "tr U H U^T = 2 W"))


def check_base(base):
    """Exercise 2: twins have one base, and the answer makes the drive."""
    parts = [base_parameters.elementary(pendulum(balls)) for balls in (FIRST, twin(3.5), twin(6))]
    if not numbers(base(parts[0], A_1), 3):
        return
    found = np.array([np.ravel(base(p, A_1)) for p in parts], dtype=float)
    fig, ax = drawing.figure(three_d=False, width=5.5, height=3.4)
    for row, color, name in zip(found, ("orange", "sky", "purple"), ("4 kg", "3.5 kg", "6 kg")):
        ax.plot(range(1, 4), row, "o-", color=COLOUR[color], label=name,
                ms={"4 kg": 14, "3.5 kg": 9, "6 kg": 5}[name])
    ax.set(aspect="auto", xticks=[1, 2, 3], xlabel="", ylabel="your base parameter")
    ax.legend(frameon=False, fontsize=NUMBERS)
    drawing.show(fig, "Three values of your base parameters for each of three pendulums that feel "
                 "alike; dots of three sizes and colours.",
                 "Exercise 2. The dots of all three must coincide.")
    rng = np.random.default_rng(3)
    thick = pendulum(np.column_stack([rng.uniform(1, 2, 6), rng.normal(size=(6, 3))]))
    q, w, e = rng.uniform(-2, 2, (3, 20, 1))
    own = base_parameters.regressor(thick, q, w, e, G)[:, 0, [0, 6, 7]]
    made = own @ np.ravel(base(base_parameters.elementary(thick), A_1)).astype(float)
    laws.report(laws.same(found, np.tile(found[0], (3, 1)), "alike for alike drives"),
                laws.same(made, drives(thick, (q, w, e))[:, 0],
                          "columns 1, 7 and 8 of W_EM make the drive of a body of six balls"))


def check_weighted(fit, W, mu, noise):
    """Exercise 3: the weighed rest has no part along any column."""
    count = W.shape[-1]
    if not numbers(fit(W, mu, noise), count):
        return
    values = np.ravel(fit(W, mu, noise)).astype(float)
    rest = (mu - W @ values) / noise
    fig, ax = drawing.figure(three_d=False, width=6.5, height=3.2)
    for k, color in enumerate(("orange", "sky")):
        ax.plot(rest[:, k], ".", color=COLOUR[color], ms=5, label=f"joint {k + 1}")
    ax.legend(frameon=False, fontsize=NUMBERS)
    ax.set(aspect="auto", xlabel="measurement", ylabel="rest / noise")
    drawing.show(fig, "The rest of every measurement in units of its noise, dots of two colours "
                 "for the two joints.", "Exercise 3. Both clouds must be alike and within about 3.")
    rows = (W / noise[:, None]).reshape(-1, count)
    along = rows.T @ rest.ravel() / np.linalg.norm(rows, axis=0) / np.linalg.norm(mu / noise)
    laws.report(laws.same(1 + along, np.ones(count), "the weighed rest is normal to every column"))


def functions(robot, q, dq):
    """The functions of the basis at one state, in the order of its names. (r_2,)"""
    rates = [dq[i] * dq[j] / (2 if i == j else 1) for i, j in product(range(robot.n), repeat=2)
             if i <= j]

    def each(k, twice):
        if robot.sigma[k]:
            found = [1, np.cos(q[k]), np.sin(q[k]), np.cos(2 * q[k]), np.sin(2 * q[k])]
            return found if twice else found[:3]
        return [1, q[k], q[k]**2] if twice else [1, q[k]]
    with_rates, without = ([np.prod(x) for x in product(*(each(k, t) for k in range(robot.n)))]
                           for t in (True, False))
    return np.array([r * x for r in rates for x in with_rates] + without)
