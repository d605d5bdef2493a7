"""What lesson 8 shows but need not spell out: figures, checks of exercises, the second way.

The second way is `Points`: every link becomes six mass points, their accelerations come from
positions alone, and Newton's law for points gives reactions and drives. No formula of
section 8 enters it, nor any of sections 5 and 7.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import sympy
from tools import by_positions, label, place, turn, waits
from tools import loader as bare_loader

from robokit import Loads, Mechanism, drawing, laws
from robokit.drawing import COLOUR
from robokit.inertia import Body, box, cylinder, inertias

UP = np.array([0, 0, 1])
WEIGHT = Loads(gravity=(0, 0, -9.81))
START, END = np.array([0.2, -0.7, 0.05, 0.0]), np.array([1.9, 0.6, 0.35, 1.3])
LIMITS = np.array([100.0, 250.0, 200.0, 80.0])                   # N m, N m, N, N m
DRIVES = ("column", "boom", "slide", "wrist")
VIEW = (18, -70)
RADIUS, STEPS = 0.5, 64
CIRCLE = RADIUS * np.exp(2j * np.pi * np.arange(STEPS) / STEPS)
PARTS = {"weights": "grey", "inertia of the masses": "orange", "inertia of the tensors": "sky",
         "rates (centripetal, Coriolis)": "purple"}


# -- the arms of the lesson --------------------------------------------------------------------
def loader(casting=12.0) -> Mechanism:
    """The loader of lesson 5 with masses; the casting in its gripper is a part of link 4."""
    arm = bare_loader()
    v_3, tilted = arm.v(3), turn("x", 0.5)
    links = [cylinder(60, R=0.1, H=0.5, axis="y", r=(0, -0.25, 0)),
             box(18, (0.12, 0.16, 0.5), r=(0, 0.03, -0.05)),
             cylinder(6, R=0.04, H=0.5, axis=v_3, r=-0.1 * v_3) + box(2, (0.2, 0.1, 0.1)),
             box(4, (0.4, 0.08, 0.08), r=(-0.2, 0, 0))
             + box(casting, (0.3, 0.2, 0.12)).turned(tilted).moved((0.1, 0.04, -0.06))]
    return Mechanism(arm.sigma, arm.angles, arm.l, **inertias(links), name="The loader")


def oblique(rng, sigma=(1, 0, 1, 1, 0)) -> Mechanism:
    """A chain without any right angle, its links lumps of eight random points."""
    n = len(sigma)
    return Mechanism(sigma, rng.uniform(-2, 2, (n, 3)), rng.uniform(-1, 1, (n, 3)),
                     **inertias([lump(rng) for _ in range(n)]))


def lump(rng) -> Body:
    """Eight random points as one body."""
    points = [Body(m, x, np.zeros((3, 3))) for m, x in zip(rng.uniform(0.2, 1, 8),
                                                           rng.uniform(-0.5, 0.5, (8, 3)))]
    return sum(points[1:], points[0])


def oblique_case(rng):
    """Such a chain, its (q, dq, ddq), and forces, moments and gravity in random directions."""
    robot = oblique(rng)
    loads = Loads(F=rng.uniform(-5, 5, (robot.n, 3)), M=rng.uniform(-5, 5, (robot.n, 3)),
                  gravity=tuple(rng.uniform(-9, 9, 3)))
    return robot, rng.uniform(-1, 1, (3, robot.n)), loads


def on_last_link(robot, F, M) -> Loads:
    """A force at the mass centre of the last link and a moment on it, nothing else."""
    last = np.eye(robot.n)[-1][:, None]
    return Loads(F=last * F, M=last * M)


def polar():
    """An arm in a vertical plane: joint 1 turns it about Z_0, joint 2 slides along it.

    The state in letters: q, r coordinates; u_1, u_2 rates; w_1, w_2 second rates.
    """
    quarter, zero = sympy.pi / 2, sympy.S.Zero
    m_1, m_2, a, J_1, J_2 = sympy.symbols("m_1 m_2 a J_1 J_2", positive=True)
    arm = Mechanism([1, 0], [(zero, quarter, zero), (zero, zero, zero)], [(zero,) * 3] * 2,
                    m=[m_1, m_2], r=[(zero, zero, a), (zero,) * 3],
                    J=[sympy.diag(J, J, 0).tolist() for J in (J_1, J_2)], name="The polar arm")
    return arm.at(sympy.symbols("q r"), sympy.symbols("u_1:3"), sympy.symbols("w_1:3"))


def lagrange(T, V, q, letters):
    """d/dt dT/ddq - dT/dq + dV/dq for coordinates that are functions of time, in plain letters.

    letters: (coordinates, rates, second rates).
    """
    t = sympy.Symbol("t")
    names = {}
    for x, plain in zip(q, zip(*letters)):
        names |= dict(zip((x.diff(t, 2), x.diff(t), x), plain[::-1]))
    sides = [T.diff(x.diff(t)).diff(t) - T.diff(x) + V.diff(x) for x in q]
    return np.array([sympy.simplify(side.doit().subs(names)) for side in sides])


def letters(*names, n=3):
    """For each name the vectors 1..n, {1: Matrix (3, 1), ..}, all letters different."""
    return [{i: sympy.Matrix(sympy.symbols(f"{name}{i}_x:z")) for i in range(1, n + 1)}
            for name in names]


# -- the second way: mass points -----------------------------------------------------------------
def six_points(body):
    """Six points of mass m / 6 with the mass centre r and the tensor J of the body. (6, 3)

    They lie in pairs on the principal axes; with J = tr(S) E - S the distances follow from S.
    """
    S, axes = np.linalg.eigh(np.trace(body.J) / 2 * np.eye(3) - body.J)
    along = axes * np.sqrt(np.maximum(3 * S / body.m, 0))
    return body.r + np.vstack([along.T, -along.T])


def link_body(robot, j) -> Body:
    """Link j as a body in its own frame."""
    return Body(robot.m[j - 1], robot.r[j - 1], robot.J[j - 1])


def arms(robot, j):
    """From the mass centre of link j to its six points, in frame j. (6, 3)"""
    return six_points(link_body(robot, j)) - robot.r[j - 1]


class Points:
    """The chain as mass points at (q, dq, ddq): Newton's law for points, positions only.

    Positions are taken along q + dq z + ddq z^2 / 2 for complex times z on a circle; their
    Fourier coefficients are the Taylor coefficients at z = 0, without any subtraction.
    """

    def __init__(self, robot, q, dq, ddq, loads=None):
        self.robot, self.q, self.loads = robot, np.asarray(q, float), loads or Loads()
        self.motion = q, dq, ddq
        moves = [np.asarray(q) + np.multiply(dq, z) + np.multiply(ddq, z**2 / 2) for z in CIRCLE]
        self.x, self.v, self.a, self.tau = {}, {}, {}, {}
        for j in range(1, robot.n + 1):
            inside = np.vstack([robot.r[j - 1], six_points(link_body(robot, j))])
            path = [(place(robot, move, j), inside) for move in moves]
            places = np.fft.fft([t + p @ tau.T for (tau, t), p in path], axis=0).real / STEPS
            self.x[j], self.v[j] = places[0], places[1] / RADIUS
            self.a[j] = 2 * places[2] / RADIUS**2

    @property
    def state(self):
        """robokit's state for the same motion, to be compared."""
        return self.robot.at(*self.motion)

    def links(self, i):
        return range(i, self.robot.n + 1)

    def dV(self, j):
        """Acceleration of the mass centre of link j."""
        return self.a[j][0]

    def F_I(self, j):
        """Force of inertia of link j: minus the sum of mass times acceleration."""
        return -self.robot.m[j - 1] / 6 * self.a[j][1:].sum(0)

    def M_I(self, j):
        """Moment of the forces of inertia about the mass centre."""
        arms = self.x[j][1:] - self.x[j][0]
        return -self.robot.m[j - 1] / 6 * np.cross(arms, self.a[j][1:]).sum(0)

    def momentum(self, j):
        """Angular momentum of link j about its mass centre."""
        arms = self.x[j][1:] - self.x[j][0]
        return self.robot.m[j - 1] / 6 * np.cross(arms, self.v[j][1:]).sum(0)

    def F_B(self, j):
        """External force on link j, its weight included."""
        given = 0 if self.loads.F is None else self.loads.F[j - 1]
        return given + self.robot.m[j - 1] * np.array(self.loads.gravity)

    def M_B(self, j):
        """External moment on link j."""
        return np.zeros(3) if self.loads.M is None else self.loads.M[j - 1]

    def origin(self, i):
        return place(self.robot, self.q, i)[1]

    def f(self, i):
        """Force of link i-1 on link i: what makes all points from link i on accelerate so."""
        return -sum(self.F_I(j) + self.F_B(j) for j in self.links(i))

    def mu(self, i):
        """Moment of link i-1 on link i about the origin of frame i-1, point by point."""
        total, pole = np.zeros(3), self.origin(i - 1)
        for j in self.links(i):
            total += self.robot.m[j - 1] / 6 * np.cross(self.x[j][1:] - pole, self.a[j][1:]).sum(0)
            total -= self.M_B(j) + np.cross(self.x[j][0] - pole, self.F_B(j))
        return total

    def drives(self):
        """mu_D by virtual work: what one unit of dq_i alone does with all forces. (n,)"""
        return np.array([self._work(unit) for unit in np.eye(self.robot.n)])

    def _work(self, unit):
        still, work = Points(self.robot, self.q, unit, 0 * unit), 0.0
        for j in self.links(1):
            work += self.robot.m[j - 1] / 6 * (self.a[j][1:] * still.v[j][1:]).sum()
            work -= self.F_B(j) @ still.v[j][0]
            work -= self.M_B(j) @ by_positions(self.robot, self.q, unit, j)[0]
        return work

    def kinetic(self):
        """Kinetic energy of all points."""
        return sum(self.robot.m[j - 1] / 12 * (self.v[j][1:]**2).sum() for j in self.links(1))


# -- slips ---------------------------------------------------------------------------------------
def slips(robot):
    """(8.10) and six slips in it, as functions of (q, dq, ddq, loads)."""
    def drives(q, dq, ddq, loads, turned=True, gyro=1, pole=0, up=1, force=True, last=0):
        s = robot.at(q, dq, ddq)
        g = up * np.array(loads.gravity)
        mu = np.zeros(robot.n)
        for i in range(1, robot.n + 1):
            for j in range(i, robot.n + 1 - last):
                tau, omega = (s.tau(0, j) if turned else np.eye(3)), s.omega(j)
                J = tau @ robot.J[j - 1] @ tau.T
                net = robot.m[j - 1] * (s.dV(j, robot.r[j - 1]) - g)
                arm = s.t(j, robot.r[j - 1]) - s.t(i - 1 + pole)
                moment = J @ s.domega(j) + gyro * np.cross(omega, J @ omega) + np.cross(arm, net)
                vector = net if force and not robot.sigma[i - 1] else moment
                mu[i - 1] += s.tau(0, i - 1)[:, 2] @ vector
        return mu

    def with_slip(**slip):
        return lambda *state: drives(*state, **slip)
    return {"none": with_slip(), "tensor not turned": with_slip(turned=False),
            "no gyroscopic term": with_slip(gyro=0), "arms from frame i": with_slip(pole=1),
            "gravity upwards": with_slip(up=-1), "slide read off moment": with_slip(force=False),
            "last link forgotten": with_slip(last=1)}


# -- the lift -----------------------------------------------------------------------------------
def lift(seconds, count=81):
    """The joint coordinates of the lift and their derivatives, (count, 4) each, and the times.

    A polynomial of degree five: starts and ends at rest, without a jerk.
    """
    x = np.linspace(0, 1, count)[:, None]
    way = END - START
    q = START + way * x**3 * (10 - 15 * x + 6 * x**2)
    dq = way * 30 * x**2 * (1 - x)**2 / seconds
    ddq = way * 60 * x * (1 - x) * (1 - 2 * x) / seconds**2
    return q, dq, ddq, seconds * x[:, 0]


def parts(robot, q, dq, ddq, loads=WEIGHT):
    """The drives as a sum of four parts, each (..., n), in the order of PARTS."""
    light = Mechanism(robot.sigma, robot.angles, robot.l, robot.m, robot.r, 0 * robot.J)
    masses = light.inverse_dynamics(q, 0 * dq, ddq)
    tensors = robot.inverse_dynamics(q, 0 * dq, ddq) - masses
    return [robot.static_drives(q, loads), masses, tensors, robot.b(q, dq)]


# -- figures ------------------------------------------------------------------------------------
_name = partial(label, size=12)


def _block(ax, middle, axes, sides, color):
    """A rectangular block in space."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    corners = middle + corners * np.asarray(sides) / 2 @ axes.T
    for face in ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4),
                 (1, 3, 7, 5)):
        drawing._surface(ax, [corners[list(face)]], color, COLOUR["ink"])


def _casting(ax, s):
    turned = s.tau(0, 4) @ turn("x", 0.5)
    _block(ax, s.t(4, (0.1, 0.04, -0.06)), turned, (0.3, 0.2, 0.12), COLOUR["prismatic"])


def lift_figure(robot):
    """The loader at the start and at the end of the lift, the way of the casting between."""
    fig, ax = drawing.figure(width=7, height=5.2, view=VIEW)
    q, *_ = lift(1)
    first = robot.at(q[0])
    drawing.line3d(ax, [first.t(k) for k in range(5)], "#a8a8a8", 3)
    _casting(ax, first)
    drawing.mechanism(ax, robot, q[-1], frames=[0])
    _casting(ax, robot.at(q[-1]))
    drawing.line3d(ax, robot.at(q).t(4, (0.1, 0.04, -0.06)), COLOUR["orange"], 2.5)
    drawing.show(fig, f"{drawing.describe(robot, q[-1])}. A pale arm shows the start, low down; "
                 "a block, the casting, hangs at the end of both; an orange curve leads upwards "
                 "and round from one to the other.",
                 "The casting must go from the press to the belt along the orange way. How hard "
                 "do four drives push, and what holds the column down?")


def _face(ax, vectors):
    """Look at the plane in which the vectors (m, 3) mostly lie."""
    normal = np.linalg.svd(vectors)[2][2]
    normal = normal if normal @ [0.5, -0.87, 0.1] > 0 else -normal
    ax.view_init(np.degrees(np.arcsin(normal[2])), np.degrees(np.arctan2(normal[1], normal[0])))


def _polygon(ax, closing, scale, middle):
    """Vectors head to tail round the point `middle`, their names outside."""
    corners = np.cumsum([np.zeros(3), *(scale * x for x, _, _ in closing)], axis=0)
    corners = corners - corners[:-1].mean(0) + middle
    for a, b, (arrow, text, color) in zip(corners, corners[1:], closing):
        drawing.vector(ax, a, b, "", COLOUR[color], 3, head=min(0.06, 0.4 * scale
                                                                * np.linalg.norm(arrow)))
        across = np.cross(arrow, drawing._directions(ax)[2])
        across = across * np.sign(across @ ((a + b) / 2 - middle))
        _name(ax, (a + b) / 2 + 0.14 * across / np.linalg.norm(across), text, COLOUR[color])


def _mark(ax, point, text, shift):
    ax.plot(*point[:, None], "o", color=COLOUR["ink"], ms=6, zorder=150)
    _name(ax, point, text, COLOUR["ink"], shift)


def _sizes(closing, unit):
    return ", ".join(f"{text.replace('$', '')} {np.linalg.norm(x):.1f} {unit}"
                     for x, text, _ in closing)


def swinging() -> Points:
    """Three equal links that swing in a vertical plane under their weights."""
    rod = cylinder(2, R=0.03, H=0.5, axis="x", r=(-0.2, 0, 0))
    arm = Mechanism([1, 1, 1], [(0, 0, 0)] * 3, [(0.5, 0, 0)] * 3, **inertias([rod] * 3),
                    name="A swinging arm")
    return Points(arm, [0.5, 0.6, -1.3], [-3, 2, 6], [25, -40, 10], Loads(gravity=(0, -9.81, 0)))


def leaning() -> Points:
    """Three links with leaning axes in motion; the moments on link 2 are of like sizes."""
    rng = np.random.default_rng(358)
    robot = oblique(rng, (1, 1, 1))
    q, (dq, ddq) = rng.uniform(-1, 1, 3), rng.uniform(-3, 3, (2, 3))
    return Points(robot, q, dq, ddq, Loads(F=rng.uniform(-5, 5, (3, 3)),
                                           M=rng.uniform(-5, 5, (3, 3))))


def figure_8_1(judge, i):
    """Figure 8.1: the forces on every link of a plane arm, those on link i head to tail."""
    fig, (left, right) = drawing.figure(2, width=8.8, height=4.1, axes=False, view=(90, -90),
                                        titles=["every link cut free", f"link {i}, head to tail"])
    scale, n = 0.008, judge.robot.n
    drawing.line3d(left, [judge.origin(j) for j in range(n + 1)], COLOUR["link"], 5)
    for j in range(1, n + 1):
        start, middle = judge.origin(j - 1), judge.x[j][0]
        _mark(left, start, f"$O_{j - 1}$", (0.06, -0.08, 0))
        _mark(left, middle, f"$C_{j}$", (-0.08, 0.06, 0))
        for point, x, text, color in ((start, judge.f(j), f"$f_{j}$", "orange"),
                                      (middle, judge.F_I(j), f"$F_{{I{j}}}$", "purple"),
                                      (middle, judge.F_B(j), f"$F_{{B{j}}}$", "grey")):
            drawing.vector(left, point, point + scale * x, text, COLOUR[color], 3, head=0.06,
                           shift=0.14)
    closing = [(judge.F_B(i), f"$F_{{B{i}}}$", "grey"), (judge.F_I(i), f"$F_{{I{i}}}$", "purple"),
               (-judge.f(i + 1), f"$-f_{i + 1}$", "sky"), (judge.f(i), f"$f_{i}$", "orange")]
    _polygon(right, closing, 2.2 * scale, judge.x[i][0])
    drawing.show(fig, "Left: three links in a plane. At the start of each an arrow f for the "
                 "reaction, at its mass centre an arrow down for the weight and one for the force "
                 f"of inertia. Right: the four arrows that act on link {i}, head to tail, end "
                 f"where they began: {_sizes(closing, 'N')}.",
                 "Figure 8.1. Weight, force of inertia and the reactions of both joints keep "
                 "a link in balance: head to tail they close.")


def figure_8_2(judge, i):
    """Figure 8.2: the moments on link i about its mass centre."""
    fig, (left, right) = drawing.figure(2, width=8.8, height=4.1, axes=False, view=VIEW,
                                        titles=[f"link {i} cut free", "head to tail"])
    s = judge.robot.at(judge.q)
    start, end, middle = s.t(i - 1), s.t(i), judge.x[i][0]
    f, f_next, mu, mu_next = judge.f(i), judge.f(i + 1), judge.mu(i), judge.mu(i + 1)
    both = judge.M_B(i) + judge.M_I(i)
    acting = [(middle, both, rf"$M_{{B{i}}} + M_{{I{i}}}$", "purple"),
              (start, mu, rf"$\mu_{i}$", "orange"),
              (end, -mu_next, rf"$-\mu_{i + 1}$", "sky")]
    scale = 0.7 / max(np.linalg.norm(x) for _, x, _, _ in acting)
    drawing.line3d(left, [start, end], COLOUR["link"], 6)
    for point in (start, end):
        drawing.line3d(left, [middle, point], COLOUR["grey"], 1.5, "--")
    _face(left, np.array([start - middle, end - middle, *(scale * x for _, x, _, _ in acting)]))
    for point, arrow, text, color in acting:
        drawing.vector(left, point, point + scale * arrow, text, COLOUR[color], 3, head=0.04,
                       shift=0.2 if "+" in text else 0.1)                 # longer names
    for point, text in ((start, f"$O_{i - 1}$"), (end, f"$O_{i}$"), (middle, f"$C_{i}$")):
        away = point - (start + end + middle) / 3
        _mark(left, point, text, 0.12 * away / np.linalg.norm(away))
    closing = [(x, text, color) for _, x, text, color in acting]
    closing += [(np.cross(start - middle, f), f"$f_{i}$ at $O_{i - 1}$", "link"),
                (np.cross(end - middle, -f_next), f"$-f_{i + 1}$ at $O_{i}$", "grey")]
    _face(right, np.array([x for x, _, _ in closing]))
    _polygon(right, closing, 0.9 / max(np.linalg.norm(x) for x, _, _ in closing), middle)
    drawing.show(fig, f"Left: link {i} from the origin of frame {i - 1} to that of frame "
                 f"{i}, dashed arms from its mass centre to both, three moments as arrows. Right: "
                 f"these and the moments of the two reactions head to tail, closed: "
                 f"{_sizes(closing, 'N m')}.",
                 "Figure 8.2. The coloured moments alone do not close: the reactions act at the "
                 "ends of the dashed arms and turn the link as well (dark and grey).")


def points_figure(body):
    """A block and the six mass points that stand for it."""
    fig, ax = drawing.figure(width=5, height=3.6, axes=False, view=(20, -55))
    sides = np.sqrt(6 * (np.trace(body.J) - 2 * np.diag(body.J)) / body.m)
    _block(ax, body.r, np.eye(3), sides, COLOUR["revolute"])
    points = six_points(body)
    for a, b in zip(points[:3], points[3:]):
        drawing.line3d(ax, [a, b], COLOUR["ink"], 1.5, "--")
    ax.plot(*points.T, "o", color=COLOUR["orange"], ms=11, mec=COLOUR["ink"], zorder=150)
    drawing.show(fig, "A flat block and six equal balls in pairs on its three axes, at equal "
                 "distances on both sides of the centre; they sit in the middles of the six "
                 "faces.", "Six points with the mass, the centre and the tensor of the "
                 "block: in motion nobody can tell them from it.")


def dumbbell(tilt=0.6, m=2.0, half=0.4):
    """Two balls on a rod that leans from Z_0, turned about Z_0: one revolute joint."""
    rod = cylinder(m / 10, R=0.02, H=2 * half, axis="z")
    balls = [Body(m, np.array([0, 0, z]), np.zeros((3, 3))) for z in (half, -half)]
    return Mechanism([1], [(tilt, 0, 0)], [(0, 0, 0)], **inertias([balls[0] + balls[1] + rod]),
                     name="The dumbbell")


def dumbbell_figure(judge):
    """omega, the angular momentum K and the moment of the forces of inertia M_I."""
    fig, ax = drawing.figure(width=5.6, height=4.6, axes=False, view=(12, -20))
    s = judge.robot.at(judge.q)
    ends = np.array([s.t(1, (0, 0, z)) for z in (0.4, -0.4)])
    drawing.line3d(ax, ends, COLOUR["link"], 5)
    ax.plot(*ends.T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=22)
    drawing.line3d(ax, [-0.55 * UP, 0.55 * UP], COLOUR["grey"], 1, "-.")
    K, M = judge.momentum(1), judge.M_I(1)
    for arrow, text, color, long in ((UP, r"$\omega$", "ink", 0.5), (K, "$K$", "orange", 0.5),
                                     (M, "$M_I$", "purple", 0.35)):
        arrow = long * arrow / np.linalg.norm(arrow)
        drawing.vector(ax, 0 * UP, arrow, text, COLOUR[color], 3, head=0.06, shift=0.12)
    ring = np.array([[np.cos(a), np.sin(a), 0] for a in np.linspace(0, 2 * np.pi, 73)])
    drawing.line3d(ax, np.hypot(*K[:2]) / np.linalg.norm(K) * 0.5 * ring
                   + UP * 0.5 * K[2] / np.linalg.norm(K), COLOUR["orange"], 1, ":")
    drawing.show(fig, "A rod with two balls leans from a vertical axis and turns about it. The "
                 "angular momentum K leans the other way, nearly at right angles to the rod; its "
                 "tip runs round a dotted circle. The moment M_I lies level, at right angles to "
                 "both.",
                 "omega does not change, K does: it is carried round. Holding the axis takes a "
                 "moment, and the gyroscopic term is all of it.")


def rest_figure(robot, f):
    """The loader at the start of its lift and the reactions f_1 .. f_4 in its joints."""
    fig, ax = drawing.figure(width=6, height=4.2, axes=False, view=VIEW)
    s = robot.at(START)
    drawing.mechanism(ax, robot, START, frames=None, labels=False)
    _casting(ax, s)
    words = []
    for i, x in enumerate(f, 1):
        sized = f"$f_{i}$ = {np.linalg.norm(x):.0f} N"
        words.append(sized.replace("$", ""))
        start = s.t(i - 1) - [0.4 * (i == 1), 0, 0]              # beside the column, not in it
        if np.linalg.norm(x) > 1:
            drawing.vector(ax, start, start + 0.0008 * x, "", COLOUR["orange"], 3, head=0.05)
        _name(ax, start + 0.0008 * x, sized, COLOUR["orange"], (0, 0, 0.06))
    drawing.show(fig, f"{drawing.describe(robot, START)}. An orange arrow upright at each "
                 f"joint, that of joint 1 beside the column: {', '.join(words)}.",
                 "Each joint carries the weight of all beyond it and of nothing else.")


def bearings_figure(s, loads):
    """Of each mu_i and f_i the part along the joint's axis and the part across it."""
    n = s.robot.n
    fig, axes = drawing.figure(2, three_d=False, width=8.6, height=3.3,
                               titles=["moment of the reaction, N m", "force of the reaction, N"])
    words = []
    for ax, vector, kind in ((axes[0], s.mu, 1), (axes[1], s.f, 0)):
        for i in range(1, n + 1):
            x, Z = vector(i, loads=loads), s.tau(0, i - 1)[:, 2]
            along, across = abs(x @ Z), np.linalg.norm(x - (x @ Z) * Z)
            driven = s.robot.sigma[i - 1] == kind
            ax.bar(i - 0.2, along, 0.36, color=COLOUR["orange" if driven else "sky"])
            ax.bar(i + 0.2, across, 0.36, color=COLOUR["sky"])
            words.append(f"joint {i}, {'moment' if kind else 'force'}: {along:.0f} along, "
                         f"{across:.0f} across")
        ax.set(xlabel="joint", ylabel="", xticks=range(1, n + 1), aspect="auto")
    drawing.show(fig, "Bars for four joints, two each, along the axis and across it. "
                 + "; ".join(words) + ". Orange bars are those of the drives.",
                 "Left bar along the axis, right bar across. The drives carry the orange parts; "
                 "bearings and guides carry the blue ones.")


def hold_figure(robot, postures, titles):
    """The loader at rest in some postures (degrees, degrees, mm) and what its drives hold."""
    fig, axes = drawing.figure(len(postures), width=3.7 * len(postures), height=4.1, axes=False,
                               view=(12, -80), titles=titles)
    words = []
    for ax, (boom, wrist, out) in zip(np.atleast_1d(axes), postures):
        q = np.array([0.0, np.radians(boom), out / 1000, np.radians(wrist)])
        s, mu = robot.at(q), robot.static_drives(q, WEIGHT)
        drawing.mechanism(ax, robot, q, frames=None, labels=False)
        _casting(ax, s)
        for j in (2, 3, 4):
            middle = s.t(j, robot.r[j - 1])
            drawing.vector(ax, middle, middle - 0.002 * robot.m[j - 1] * 9.81 * UP,
                           color=COLOUR["purple"], head=0.05)
        units = ("N m", "N m", "N", "N m")
        text = "\n".join(f"{name}: {x:.0f} {unit}" for name, x, unit in
                         zip(DRIVES[1:], mu[1:], units[1:]))
        ax.text2D(-0.04, 0.86, text, transform=ax.transAxes, fontsize=14, va="center")
        words.append(f"boom at {boom:g} degrees, slide {out:g} mm out, wrist at {wrist:g} degrees: "
                     + text.replace("\n", ", "))
    drawing.show(fig, "The loader at rest, its weights as arrows downwards. " + "; ".join(words)
                 + ".", "Standing still, the drives hold the weights: lever arm times weight for "
                 "a turn, the part of the weight along the axis for a slide.")


def power_figure(robot):
    """Power of each drive over the fast lift, and their sum against the energy gained."""
    q, dq, ddq, t = lift(1.2)
    s = robot.at(q, dq)
    energy = s.kinetic_energy() + s.potential_energy(WEIGHT.gravity)
    power = robot.inverse_dynamics(q, dq, ddq, WEIGHT) * dq
    fig, ax = drawing.figure(three_d=False, width=7, height=3.6)
    for name, color, each in zip(DRIVES, ("sky", "purple", "link", "grey"), power.T):
        ax.plot(t, each, color=COLOUR[color], lw=2, label=name)
    ax.plot(t, power.sum(1), color=COLOUR["orange"], lw=3, label="all four")
    ax.plot((t[1:] + t[:-1])[::4] / 2, (np.diff(energy) / np.diff(t))[::4], "o", ms=5,
            color=COLOUR["ink"], zorder=9, label="energy gained in a second")
    ax.set(xlabel="t, s", ylabel="W", aspect="auto")
    ax.legend(fontsize=9, frameon=False)
    words = ", ".join(f"{name} from {each.min():.0f} to {each.max():.0f} W"
                      for name, each in zip(DRIVES, power.T))
    drawing.show(fig, f"The power of the four drives over the lift: {words}. Dots for the energy "
                 "gained in a second, kinetic and potential, lie on the curve of their sum.",
                 "What the drives give is what the energy gains, at every instant.")


def fs20n_held(robot, q, load):
    """The drives by virtual work: the weights, and `load` kilograms at the tool's origin."""
    F, last = np.array([0, 0, load * 9.81]), robot.n
    arm = place(robot, q, last)[0] @ (np.asarray(robot.tool.l) - robot.r[-1])
    hung = on_last_link(robot, F, np.cross(arm, F))
    zero = np.zeros(last)
    return Points(robot, q, zero, zero, Loads(hung.F, hung.M, (0, 0, 9.81))).drives()


def fs20n_figure(robot, postures, own, part):
    """The Kawasaki in some postures; what drives 2, 3 and 5 hold of the links and of the part."""
    fig, axes = drawing.figure(len(postures), width=3.6 * len(postures), height=4.4, axes=False,
                               view=(8, -10),
                               titles=["upright", "level", "forearm level"])
    words = []
    for ax, q, links, load in zip(axes, postures, own, part):
        drawing.mechanism(ax, robot, q, frames=None, labels=False)
        tip = robot.at(q).t("tool", frame="B", origin="B")
        drawing.vector(ax, tip, tip - 0.4 * UP, "", COLOUR["purple"], 3, head=0.08)
        text = "\n".join(f"drive {i}: {links[i - 1]:.0f}, {load[i - 1]:.0f} N m" for i in (2, 3, 5))
        ax.text2D(0.5, -0.02, text, transform=ax.transAxes, fontsize=14, va="top", ha="center")
        words.append(text.replace("\n", ", "))
    drawing.show(fig, "The Kawasaki upright; stretched level; with a level forearm on an upright "
                 f"upper arm. A load hangs at the gripper. Links, then part: {'; '.join(words)}.",
                 "What a drive holds for the links, and for the part. Drives 1, 4 and 6 hold "
                 "nothing in these postures: their axes are upright or run through all mass "
                 "centres beyond.")


def answer_figure(robot, times):
    """Each drive over the lift for several durations; the parts of the boom's in the fastest."""
    fig, axes = drawing.figure(2, three_d=False, width=10, height=4, titles=[
        "moment of the boom's drive", f"its parts, lift in {min(times)} s"])
    styles = {max(times): ("-", "grey"), min(times): ("-", "orange")}
    words = []
    for seconds in times:
        q, dq, ddq, t = lift(seconds)
        mu = robot.inverse_dynamics(q, dq, ddq, WEIGHT)[:, 1]
        style, color = styles[seconds]
        axes[0].plot(t / seconds, mu, style, color=COLOUR[color], lw=2.5,
                     label=f"lift in {seconds} s")
        words.append(f"in {seconds} s from {mu.min():.0f} to {mu.max():.0f} N m")
    axes[0].axhline(LIMITS[1], color=COLOUR["ink"], ls="--", lw=1.2, label="data sheet")
    q, dq, ddq, t = lift(min(times))
    for (name, color), part in zip(PARTS.items(), parts(robot, q, dq, ddq)):
        axes[1].plot(t / min(times), part[:, 1], color=COLOUR[color], lw=2.5, label=name)
    for ax in axes:
        ax.set(xlabel="share of the time", ylabel="N m", aspect="auto")
        ax.legend(fontsize=9, frameon=False, loc="lower left")
    drawing.show(fig, f"Left: the moment of the boom's drive over the lift: {'; '.join(words)}, "
                 f"and a dashed line at {LIMITS[1]:.0f} N m. Right: four curves that add up to the "
                 "fast one: the weights lead, the inertia of the masses is a large wave.",
                 "The slow lift stays below the data sheet, the fast one does not: what the "
                 "masses ask for grows with the square of the speed.")


# -- exercises ----------------------------------------------------------------------------------
def check_f(f, robot):
    """Exercise 1: f_2 is the rate of the momentum of links 2..n, less their weight."""
    q, dq, ddq, _ = (x[30] for x in lift(1.2))
    answer = f(q, dq, ddq)
    if waits(answer):
        return
    s = robot.at(q, dq, ddq)
    _force_picture(robot, s, np.ravel(answer).astype(float))
    laws.report(
        laws.same(np.ravel(f(q, 0 * dq, 0 * ddq)), -sum(robot.m[1:]) * np.array(WEIGHT.gravity),
                  "at rest the reaction holds the weight"),
        laws.same(np.round(np.ravel(answer), 4), np.round(_momentum_rate(robot, q, dq, ddq), 4),
                  "mass by mass, the reaction changes the momentum"))


def _momentum_rate(robot, q, dq, ddq):
    """Rate of the momentum of links 2..n by central differences, less their weight."""
    def momentum(t):
        s = robot.at(q + t * dq + t**2 / 2 * ddq, dq + t * ddq)
        return sum(robot.m[j - 1] * s.V(j, robot.r[j - 1]) for j in (2, 3, 4))
    step = 1e-4
    change = (momentum(step) - momentum(-step)) / (2 * step)
    return change - sum(robot.m[1:]) * np.array(WEIGHT.gravity)


def _force_picture(robot, s, f):
    fig, ax = drawing.figure(width=5.4, height=4.4, view=VIEW)
    drawing.mechanism(ax, robot, s.q, frames=None)
    _casting(ax, s)
    drawing.vector(ax, s.t(1), s.t(1) + 0.0015 * f, "$f_2$", COLOUR["orange"], 3, head=0.06)
    drawing.show(fig, f"{drawing.describe(robot, s.q)}. An arrow at the second joint: {f.round(0)} "
                 "newton.", "Exercise 1. Your reaction at the second joint: it must carry the boom "
                 "and all beyond it, so it points upwards, more or less.")


def check_M_I(M_I):
    """Exercise 2: minus the rate of the angular momentum of a body that tumbles."""
    rng = np.random.default_rng(2)
    body, rates = lump(rng), rng.uniform(-5, 5, (2, 3))

    def at(t):
        angles = rates[0] * t + rates[1] * t**2 / 2
        tau = turn("z", angles[0]) @ turn("y", angles[1]) @ turn("x", angles[2])
        return tau, angles

    def momentum(t):
        tau, omega = at(t)[0], spin(t)
        return tau @ body.J @ tau.T @ omega

    def spin(t):
        change = at(t + 1e-30j)[0].imag / 1e-30 @ at(t)[0].T
        return np.array([change[2, 1], change[0, 2], change[1, 0]])
    step, t = 1e-4, 0.3
    domega = (spin(t + step) - spin(t - step)) / (2 * step)
    answer = M_I(body.J, at(t)[0], spin(t), domega)
    if waits(answer):
        return
    aside = turn("x", 0.7) @ turn("z", -1.1)
    moved = M_I(body.J, aside @ at(t)[0], aside @ spin(t), aside @ domega)
    _tumble_picture(body, at(t)[0], spin(t), np.ravel(answer).astype(float))
    change = (momentum(t + step) - momentum(t - step)) / (2 * step)
    laws.report(laws.same(np.round(np.ravel(answer), 5), np.round(-change, 5),
                          "minus the rate of the angular momentum"),
                laws.same(np.ravel(moved), aside @ np.ravel(answer),
                          "turn the body with all its vectors, and the moment turns along"))


def _tumble_picture(body, tau, omega, M):
    fig, ax = drawing.figure(width=4.6, height=3.8, axes=False, view=(20, -55))
    points = (six_points(body) - body.r) @ tau.T
    for a, b in zip(points[:3], points[3:]):
        drawing.line3d(ax, [a, b], COLOUR["link"], 2)
    ax.plot(*points.T, "o", color=COLOUR["revolute"], mec=COLOUR["ink"], ms=10)
    for arrow, text, color in ((omega, r"$\omega$", "ink"), (M, "$M_I$", "purple")):
        if np.any(arrow):
            drawing.vector(ax, 0 * UP, 0.8 * arrow / np.linalg.norm(arrow), text, COLOUR[color], 3,
                           head=0.08)
    drawing.show(fig, "Six balls on three crossed rods, the axis of the turning and your moment as "
                 "arrows from the centre.", "Exercise 2. Your moment, its direction only.")


def check_drive(drive, robot):
    """Exercise 3: at rest the slope of the potential energy, in motion power and virtual work."""
    q, dq, ddq, t = lift(1.2, 41)

    def drives(*state):
        return np.array([float(np.squeeze(drive(*state, i))) for i in (1, 2, 3, 4)])
    if waits(drive(q[0], dq[0], ddq[0], 1)):
        return
    power = np.array([drives(*state) @ state[1] for state in zip(q, dq, ddq)])
    states = robot.at(q, dq)
    energy = states.kinetic_energy() + states.potential_energy(WEIGHT.gravity)
    _power_picture(t, power, energy)
    k = 14
    rest = drives(q[k], 0 * dq[k], 0 * ddq[k])
    slope = [laws.rate(lambda x: robot.at(x).potential_energy(WEIGHT.gravity), q[k], unit)
             for unit in np.eye(4)]

    def total(t):
        s = robot.at(q[k] + t * dq[k] + t**2 / 2 * ddq[k], dq[k] + t * ddq[k])
        return s.kinetic_energy() + s.potential_energy(WEIGHT.gravity)
    gain = (total(1e-4) - total(-1e-4)) / 2e-4
    laws.report(laws.same(np.round(rest, 4), np.round(slope, 4), "at rest: slope of the energy"),
                laws.same(np.round(power[k], 4), np.round(gain, 4), "in motion: power balance"),
                laws.same(drives(q[k], dq[k], ddq[k]),
                          Points(robot, q[k], dq[k], ddq[k], WEIGHT).drives(),
                          "virtual work on mass points"),
                laws.same(drives(q[k], dq[k], ddq[k]) - rest,
                          4 * (drives(q[k], dq[k] / 2, ddq[k] / 4) - rest),
                          "half as fast: a quarter above the weights"))


def _power_picture(t, power, energy):
    fig, ax = drawing.figure(three_d=False, width=5.6, height=3.4)
    ax.plot((t[1:] + t[:-1]) / 2, np.diff(energy) / np.diff(t), "o", ms=4, color=COLOUR["grey"],
            label="energy gained in a second")
    ax.plot(t, power, color=COLOUR["orange"], lw=2, label="power of your drives")
    ax.set(xlabel="t, s", ylabel="W", aspect="auto")
    ax.legend(fontsize=9, frameon=False)
    drawing.show(fig, "Grey dots, the energy that the loader gains in a second, and an orange "
                 f"curve, the power of the answer, from {power.min():.0f} to {power.max():.0f} W.",
                 "Exercise 3. Your curve must run through the dots.")


def check_hold(hold, robot):
    """Exercise 4: no work in any small step, and the law of the lever for the slide."""
    q, point = lift(1)[0][40], np.array([0.1, 0.04, -0.06])
    F, M = np.array([40.0, -25.0, -60.0]), np.array([3.0, 5.0, -4.0])
    answer = hold(q, F, M, point)
    if waits(answer):
        return
    work = [F @ laws.rate(lambda x: robot.at(x).t(4, point), q, unit)
            + M @ by_positions(robot, q, unit, 4)[0] for unit in np.eye(4)]
    fig, ax = drawing.figure(width=5.2, height=4.2, view=VIEW)
    drawing.mechanism(ax, robot, q, frames=None)
    tip = robot.at(q).t(4, point)
    drawing.vector(ax, tip, tip + 0.006 * F, "$F$", COLOUR["purple"], 3, head=0.06)
    held = ", ".join(f"{x:.1f}" for x in np.ravel(answer).astype(float))
    drawing.show(fig, f"{drawing.describe(robot, q)}. An arrow F at the gripper.",
                 f"Exercise 4. Your drives hold F and M: {held}.")
    laws.report(laws.same(np.round(np.ravel(answer), 5), np.round(np.negative(work), 5),
                          "drives and load together do no work in any small step"),
                laws.same(np.ravel(hold(q, 2 * F, 2 * M, point)), 2 * np.ravel(answer),
                          "twice the load, twice the drives"))
