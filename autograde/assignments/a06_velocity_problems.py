"""Assignment 6: the forward and the inverse velocity problem (section 6, appendix 4)."""

from __future__ import annotations

import numpy as np
import sympy as sp

from robokit import Mechanism
from robokit.kawasaki import fs20n

from .. import laws
from ..kinds import Choice, Expression, Function, Number, Vector
from ..task import TYPED, Assignment, Case, Task

SHORT = 2                           # links of the short arm
JOINTS = 4                          # of the chains that chain_rates is asked about
SIX = 6                             # rows and columns of the matrices that are damped
ALL, V_ROWS = [0, 1, 2, 3, 4, 5], [3, 4, 5]
CLEAR = 0.15                        # least singular value of a matrix that is not singular


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: a planar arm, a wrist, and the lengths of a Kawasaki."""
    def away(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 2)

    def oblique(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 1)

    def length(low, high, digits=2):
        return round(float(rng.uniform(low, high)), digits)
    return {
        "l": [length(0.3, 0.7) for _ in range(3)],
        "q_deg": [float(oblique(20, 160)), *oblique(35, 145, 2).tolist()],
        "dq": away(0.4, 1.6, 3).tolist(),
        "V": away(0.2, 0.8, 2).tolist(),
        "stretched_deg": float(oblique(15, 75)),
        "wrist_deg": [float(oblique(20, 160)), float(oblique(10, 30))],
        "w": away(0.2, 0.6, 3).tolist(),
        "lengths": {"L_2": length(0.6, 0.9), "L_4": length(0.5, 0.75), "L_5": length(0.1, 0.2, 3),
                    "L_6": length(0.05, 0.12, 3)},
        "speed": float(away(0.7, 1.6)),
    }


# -- the student's own numbers -----------------------------------------------------------------
def own_jacobian(rules, v, links=3):
    return rules.planar_jacobian(v["l"][:links], rules.radians(np.array(v["q_deg"][:links])))


def stretched(rules, v):
    return rules.planar_jacobian(v["l"][:SHORT], rules.radians(np.array([v["stretched_deg"], 0])))


def _nearest(rules, v, lost_direction=None):
    return rules.nearest(stretched(rules, v), np.array(v["V"]), lost_direction)


def _shortest(rules, v, self_motion=None):
    """The shortest rates of the whole arm; by the student's own self-motion if there is one."""
    A, V = own_jacobian(rules, v), np.array(v["V"])
    if self_motion is None:
        return rules.solve(A, V)
    some = np.append(np.linalg.solve(A[:, :2], V), 0)
    return some - self_motion * (self_motion @ some) / (self_motion @ self_motion)


def _wrist_rates(rules, v):
    q_4, q_5 = rules.radians(np.array(v["wrist_deg"]))
    return rules.solve(rules.wrist_axes(q_4, q_5), np.array(v["w"]))


def polar_det(rules, v, q_1, q_2, q_3, h, a):
    """det D_3 of the spherical arm of assignment 5, in numbers or letters."""
    given = (q_1, q_2, q_3, h, a)
    quarter = sp.pi / 2 if any(isinstance(x, sp.Expr) for x in given) else np.pi / 2
    robot = Mechanism([1, 1, 0], quarter * np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]]),
                      [[0, h, 0], [0, 0, 0], [0, 0, a]])
    s = rules.State(robot, (), q=np.array([q_1, q_2, q_3]))
    first, second, third = (rules.D(s, robot.sigma, 3, j, np.zeros(3)) for j in (1, 2, 3))
    return first @ np.cross(second, third)


# -- hidden inputs -----------------------------------------------------------------------------
def _whole(rng, rows, columns, rank):
    """A matrix of small whole numbers with this rank, well away from a lower one."""
    while True:
        A = rng.integers(-3, 4, (rows, rank)) @ rng.integers(-3, 4, (rank, columns))
        S = np.linalg.svd(A, compute_uv=False)
        if S[rank - 1] > 0.5:
            return A


def _systems(rng, v):
    """A dq = v with all, some or no solutions; the v of the last kind stands off the columns."""
    cases = []
    for group, (rows, columns, rank), kinds in (
            ("independent rows or columns", (4, 4, 4), (True,)),
            ("independent rows or columns", (2, 4, 2), (True,)),
            ("independent rows or columns", (6, 4, 4), (True, False)),
            ("neither", (4, 4, 3), (True, False)), ("neither", (3, 5, 2), (True, False))):
        for solvable in kinds:
            A = _whole(rng, rows, columns, rank)
            wanted = A @ rng.integers(-3, 4, columns)
            while not solvable and np.linalg.matrix_rank(np.column_stack([A, wanted])) == rank:
                wanted = rng.integers(-5, 6, rows)
            cases.append(Case((A, wanted), group))
    return cases


def _chain(rng, sigma, rows, solvable=True):
    """A chain, the rows that are asked for, and a velocity of a point of its last link."""
    while True:
        angles, l = rng.uniform(-2, 2, (JOINTS, 3)), rng.uniform(-0.8, 0.8, (JOINTS, 3))
        q, point = rng.uniform(-1.5, 1.5, JOINTS), rng.uniform(-0.5, 0.5, 3)
        Xi = Mechanism(sigma, angles, l).at(q).Xi(0, point)[rows]
        if np.linalg.svd(Xi, compute_uv=False)[-1] > CLEAR:
            dq, free = rng.uniform(-1, 1, JOINTS), rng.uniform(-1, 1, len(rows))
            velocity = Xi @ dq if solvable else free
            return angles, l, np.array(sigma), q, np.array(rows), velocity, point


def _chains(rng, v):
    return [Case(_chain(rng, sigma, rows, solvable), group) for group, sigma, rows, solvable in (
        ("one solution", [1, 0, 1, 1], [2, 3, 4, 5], True),
        ("one solution", [1, 1, 0, 1], ALL, True),
        ("many solutions", [1, 0, 1, 1], V_ROWS, True),
        ("many solutions", [0, 1, 1, 1], [5, 3], True),
        ("no solution", [1, 1, 0, 1], ALL, False),
        ("no solution", [1, 0, 1, 1], [0, 2, 3, 4, 5], False))]


def _damped(rng, v):
    cases = []
    for group, rank in (("regular", SIX), ("regular", SIX), ("singular", SIX - 1),
                        ("singular", SIX - 1)):
        A = _whole(rng, SIX, SIX, rank) / 10
        cases.append(Case((A, rng.uniform(-1, 1, SIX), float(rng.uniform(0.05, 0.4))), group))
    return cases


POLAR = ("q_1", "q_2", "q_3", "h", "a")


def _letters(rng, v):
    return [Case(dict(zip(POLAR, map(float, rng.uniform(0.2, 1.4, len(POLAR)))))) for _ in range(4)]


# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
SEEN_A = np.array([[2, -1, 0, 1], [1, 1, 3, -2], [3, 0, 3, -1]])        # row 3 is the sum
SEEN_SQUARE = np.diag([1.5, 1.0, 0.8, 0.5, 0.2, 0.0]) + np.diag([0.3] * 5, 1)
SEEN_V = np.array([0.4, -0.3, 0.2, 0.5, -0.1, 0.3])
SEEN_CHAIN = (np.array([[0.4, -0.9, 1.2], [1.1, 0.3, -0.6], [-0.7, 1.3, 0.5], [0.2, -0.4, 0.9]]),
              np.array([[0.3, -0.2, 0.4], [0.1, 0.5, -0.3], [-0.4, 0.2, 0.3], [0.2, 0.3, -0.1]]),
              np.array([1, 0, 1, 1]), np.array([0.5, 0.3, -0.8, 1.1]))
SEEN_POINT = np.array([0.2, -0.1, 0.3])
WANTED = {"many": (np.array(V_ROWS), np.array([0.3, -0.2, 0.4])),
          "none": (np.array(ALL), np.array([0.2, 0.5, -0.3, 0.3, -0.2, 0.4]))}


def _tip(l, q):
    """Where a planar arm ends: link after link."""
    turns = np.cumsum(q)
    return np.array([np.sum(l * np.cos(turns)), np.sum(l * np.sin(turns))])


def _moved(v, dq, links=3):
    """The velocity of the tip of the student's arm at these rates, by differences."""
    l, q = np.array(v["l"][:links]), np.radians(v["q_deg"][:links])
    return laws.rate(lambda x: _tip(l, x), q, dq)


def _agree(a, b, text, scale=1.0):
    off = np.abs(np.subtract(a, b)).max()
    return laws.Finding(bool(off <= 4 * TYPED * max(scale, 1.0)), text)


def _tip_laws(V, own):
    v = own["variant"]
    reach = [sum(v["l"][k:]) for k in range(3)]
    yield laws.Finding(bool(np.linalg.norm(V) <= np.abs(v["dq"]) @ reach + TYPED),
                       "it is no faster than three stretched arms, one a joint")


def _rates_laws(dq, own):
    v = own["variant"]
    yield _agree(_moved(v, dq, SHORT), v["V"], "these rates move the tip as it was wanted",
                 np.abs(dq).max())


def _lost_laws(u, own):
    yield laws.Finding(bool(abs(np.linalg.norm(u) - 1) <= 2 * TYPED), "its length is 1")
    yield laws.Finding(bool(u[0] > 0), "its x component is positive")


def _nearest_laws(V, own):
    u = own.get("lost_direction")
    if not laws.same(u, u):
        yield laws.Finding(None, "Check lost_direction first: the two have something in common.")
    else:
        yield _agree(np.array(u, float).reshape(2) @ V, 0,
                     "it has no part in your lost direction")


def _axes_laws(axes, own):
    v = own["variant"]
    area = v["l"][0] * v["l"][1] * abs(np.sin(np.radians(v["q_deg"][1])))
    yield laws.Finding(bool(axes[0] >= axes[1] > 0), "the greater stands first")
    yield _agree(axes[0] * axes[1], area, "the ellipse has the area pi l_1 l_2 |sin q_2|")


def _still_laws(dq, own):
    yield _agree(dq[2], 1, "joint 3 turns at 1 rad/s")
    yield _agree(_moved(own["variant"], dq), [0, 0], "the tip rests", np.abs(dq).max())


def _shortest_laws(dq, own):
    v, z = own["variant"], own.get("self_motion")
    yield _agree(_moved(v, dq), v["V"], "these rates move the tip as it was wanted",
                 np.abs(dq).max())
    if laws.same(z, z):
        z = np.array(z, float).reshape(3)
        yield _agree(z @ dq / np.linalg.norm(z), 0, "it has no part in your self-motion")


def _how_many_laws(how_many, own):
    """What can be had is not refused; what stands off the columns is."""
    A, free = SEEN_A, lambda A, v: np.array(how_many(A.copy(), v.copy()), float).reshape(2)[1]
    reached, off = A @ np.array([1, 2, -1, 1]), A @ np.array([1, 2, -1, 1]) + [1, 1, -1]
    yield laws.Finding(free(A, reached) >= 0, "v = A x is solved by x: the answer is not -1")
    yield laws.Finding(free(A, off) == -1, "rows that contradict one another: the answer is -1")
    wider = np.column_stack([A, [0, 0, 0]])
    yield laws.Finding(free(wider, reached) == free(A, reached) + 1,
                       "a joint that moves nothing is one more free rate")
    doubled = free(np.vstack([A, A[:1]]), np.append(reached, reached[0]))
    yield laws.Finding(doubled == free(A, reached), "an equation written twice changes nothing")


def _chain_laws(chain_rates, own):
    """Held against differences of positions and turns of the visible chain."""
    angles, l, sigma, q = SEEN_CHAIN
    robot = Mechanism(sigma, angles, l)

    def velocity(dq):
        spin = laws.rate(lambda x: robot.at(x).tau(0, JOINTS), q, dq) @ robot.at(q).tau(0, JOINTS).T
        V = laws.rate(lambda x: robot.at(x).t(JOINTS, SEEN_POINT), q, dq)
        return np.array([spin[2, 1], spin[0, 2], spin[1, 0], *V])
    columns = np.column_stack([velocity(unit) for unit in np.eye(JOINTS)])
    for name, (rows, wanted) in WANTED.items():
        given = (x.copy() for x in (*SEEN_CHAIN, rows, wanted, SEEN_POINT))
        dq, A = np.array(chain_rates(*given), float).reshape(JOINTS), columns[rows]
        if name == "many":
            yield laws.same(A @ dq, wanted, "the last link moves as it was wanted")
            z = np.linalg.svd(A)[2][-1]
            yield laws.same(1 + z @ dq, 1.0, "no part of dq leaves the link at rest")
        else:
            yield laws.same(1 + A.T @ (A @ dq - wanted), np.ones(JOINTS),
                            "what is missed stands across all columns")


def _damped_laws(damped_rates, own):
    """The cost has no slope at the rates; and the bound of damping."""
    A, v = SEEN_SQUARE, SEEN_V
    for lam in (0.1, 0.5):
        dq = np.array(damped_rates(A.copy(), v.copy(), lam), float).reshape(SIX)

        def cost(y, lam=lam):
            return np.array([np.sum((A @ y - v)**2) + lam**2 * np.sum(y**2)])
        slope = [laws.rate(cost, dq, e)[0] for e in np.eye(SIX)]
        yield laws.same(np.array(slope) + 1, np.ones(SIX), "no small step makes the sum smaller")
        yield laws.Finding(bool(np.linalg.norm(dq) <= np.linalg.norm(v) / (2 * lam) + TYPED),
                           "dq is no longer than |v| / (2 lambda)")


def _polar_laws(det):
    """A volume: two columns are lengths, and turning the whole arm changes none."""
    det = det.xreplace({x: sp.Symbol(x.name) for x in det.free_symbols})
    q_1, _, q_3, h, a = map(sp.Symbol, POLAR)
    doubled = det.subs({q_3: 2 * q_3, h: 2 * h, a: 2 * a}, simultaneous=True)
    yield laws.same(det.subs(q_1, q_1 + sp.Rational(1, 2)), det,
                    "turning the column changes nothing")
    yield laws.same(doubled, 4 * det, "with all lengths doubled it is four times as large")


def _wrist_laws(dq, own):
    """The hand of a Kawasaki against its forearm, by robokit's finite differences."""
    v, robot = own["variant"], fs20n()
    q = np.array([0, 0, 0, *np.radians(v["wrist_deg"]), 0])
    turn = laws.rate(lambda x: robot.at(x).tau(3, 6), q, np.array([0, 0, 0, *dq]))
    spin = turn @ robot.at(q).tau(3, 6).T
    yield _agree([spin[2, 1], spin[0, 2], spin[1, 0]], v["w"],
                 "the hand turns against the forearm as it was wanted", np.abs(dq).max())


def _home_laws(dq, own):
    v = own["variant"]
    robot = fs20n(L_1=0.0, L_3=0.0, **v["lengths"])
    V = laws.rate(lambda x: robot.at(x).t(6, frame="B", origin="B"), np.zeros(6), dq)
    yield _agree(V, [0, v["speed"], 0], "the origin of frame 6 moves as it was wanted")


#: What a good explanation says, for whoever marks it by hand: points and what earns them.
RUBRICS = {"explain_passage": (
    (1, "Says why: the rates are those of the wanted velocity along the half axes, each divided by "
        "its singular value; one of these goes to zero, so only the part of the velocity along "
        "that half axis asks for large rates. At the singular position itself: none, or many."),
    (1, "Shows it with numbers that a reader can repeat: one arm, two or three positions nearer "
        "and nearer, the rates for a velocity along the lost direction and for one across it."),
    (1, "Names a remedy with its price, in numbers or formulas: damping bounds the rates by "
        "|v| / (2 lambda) and leaves a miss; another path, a slower one, or one row less; and says "
        "that the forward problem has one solution all the while."))}


ASSIGNMENT = Assignment(
    name="a06_velocity_problems",
    title="The forward and the inverse velocity problem",
    section="6",
    draw=draw,
    manual={name: sum(points for points, _ in rows) for name, rows in RUBRICS.items()},
    tasks=(
        Task("tip_velocity", 1, "section 6.1", Vector(2, "m/s"), questions=("6.1", "6.3"),
             reference=lambda rules, v: own_jacobian(rules, v) @ np.array(v["dq"]),
             mistakes=("own_link_only", "absolute_angles", "degrees"), function_laws=_tip_laws,
             advice="Turn all joints by `1e-6 * dq`, see how far the tip goes, divide by 1e-6."),
        Task("rates", 2, "section 6.2", Vector(2, "rad/s"), questions=("6.2",),
             reference=lambda rules, v: rules.solve(own_jacobian(rules, v, SHORT),
                                                    np.array(v["V"])),
             mistakes=("jacobian_transposed", "own_link_only", "absolute_angles", "degrees"),
             function_laws=_rates_laws,
             advice="Put the rates into the forward problem of the short arm, `D @ dq`: is it "
                    "v.V? Mind rad/s."),
        Task("how_many", 2, "section 6.2", Function(Vector(2)), questions=("6.3",),
             reference=lambda rules, v, A, wanted: rules.how_many(A, wanted),
             cases=_systems, shares={"independent rows or columns": 0.5, "neither": 0.5},
             mistakes=("v_forgotten", "sizes_counted", "singular_refused"),
             function_laws=_how_many_laws,
             advice="Take two equations in two unknowns that you can draw as lines, with one, many "
                    "and no common points, and compare: the rank first, then the free rates.",
             visible=(Case((SEEN_A, SEEN_A @ np.array([1, 2, -1, 1]))),
                      Case((SEEN_A, np.array([1, 1, 0]))))),
        Task("lost_direction", 1, "section 6.2", Vector(2), questions=("6.2", "6.3"),
             reference=lambda rules, v: rules.lost(stretched(rules, v)),
             mistakes=("reached_direction", "degrees"), function_laws=_lost_laws,
             advice="Check all three: `u @ D` is zero for the stretched arm, the length is 1, the "
                    "x component is positive."),
        Task("nearest", 1, "section 6.2", Vector(2, "m/s"), questions=("6.2",),
             reference=_nearest, mistakes=("reached_direction", "degrees"),
             own=("lost_direction",), follow=_nearest, function_laws=_nearest_laws,
             advice="Some rates must give it, and what is missed, `nearest - v.V`, must stand "
                    "across all columns of D."),
        Task("half_axes", 2, "section 6.2", Vector(2), questions=("6.2",),
             reference=lambda rules, v: rules.half_axes(own_jacobian(rules, v, SHORT)),
             mistakes=("axes_squared", "own_link_only", "degrees"), function_laws=_axes_laws,
             advice="Let rates of length 1 run round a circle: the greatest and the least speed "
                    "`np.linalg.norm(D @ dq)` are the half axes."),
        Task("self_motion", 2, "section 6.2", Vector(3, "rad/s"), questions=("6.3",),
             reference=lambda rules, v: rules.still(own_jacobian(rules, v)),
             mistakes=("still_sign", "own_link_only", "absolute_angles", "degrees"),
             function_laws=_still_laws,
             advice="Put the rates back, `D @ dq` for the whole arm, and look at the last of them: "
                    "it must be +1."),
        Task("shortest", 2, "section 6.2", Vector(3, "rad/s"), questions=("6.2", "6.3"),
             reference=_shortest,
             mistakes=("basic_solution", "jacobian_transposed", "own_link_only",
                       "absolute_angles", "degrees"),
             own=("self_motion",), follow=_shortest, function_laws=_shortest_laws,
             advice="Two tests: `D @ dq` is v.V, and `z @ dq` is zero for your self-motion z."),
        Task("chain_rates", 4, "section 6.2", Function(Vector(JOINTS)), questions=("6.2", "6.3"),
             reference=lambda rules, v, angles, l, sigma, q, rows, velocity, point:
                 rules.chain_rates(rules.at(angles, l, sigma, q), sigma, rows, velocity, point),
             cases=_chains,
             shares={"one solution": 0.4, "many solutions": 0.3, "no solution": 0.3},
             mistakes=("jacobian_transposed", "basic_solution", "equations_dropped",
                       "slide_as_turn", "axis_next", "arm_base", "rows_swapped"),
             function_laws=_chain_laws,
             advice="Try one joint and one row by hand first, then a point away from the origin "
                    "and rows in another order.",
             visible=tuple(Case((*SEEN_CHAIN, *given, SEEN_POINT)) for given in WANTED.values())),
        Task("damped_rates", 2, "section 6.2", Function(Vector(SIX)), questions=("6.2",),
             reference=lambda rules, v, A, wanted, lam: rules.damped(A, wanted, lam),
             cases=_damped, shares={"regular": 0.5, "singular": 0.5},
             mistakes=("damping_unsquared", "damping_dropped", "right_side_bare"),
             function_laws=_damped_laws,
             advice="For numbers, A = [[s]], the rate is s v / (s**2 + lam**2); try that first.",
             visible=tuple(Case((SEEN_SQUARE, SEEN_V, lam)) for lam in (0.1, 0.5))),
        Task("polar_det", 2, "section 6.2", Expression(POLAR, Number()), questions=("6.3",),
             reference=polar_det, cases=_letters, mistakes=("arm_base",),
             symbolic_laws=_polar_laws,
             advice="At q = 0 the three columns stand along the axes: multiply their lengths, and "
                    "mind the sign that their order gives."),
        Task("wrist_rates", 2, "section 6.2", Vector(3, "rad/s"), questions=("6.2",),
             reference=_wrist_rates, mistakes=("axis_unturned", "jacobian_transposed", "degrees"),
             function_laws=_wrist_laws,
             advice="Build the axes one by one: c_4 is Z, c_5 turns with q_4, c_6 with q_4 and q_5; "
                    "then add up `c_4 * dq_4 + ...`."),
        Task("printed_unknown", 1, "section 6.2", Choice(
            ("a", "b", "c", "d"),
            {"a": "an arm may stand in two places with the same velocity of its tip; the velocity "
                  "does not tell in which",
             "c": "move the base elsewhere, and no entry of the system changes; and what the formula "
                  "gives has a dot",
             "d": "count for six joints the equations that the last link gives, and the unknown "
                  "rates"}),
             questions=("6.2",), reference=lambda rules, v: "b"),
        Task("home_rates", 2, "appendix 4", Vector(6, "rad/s"), questions=("6.2", "6.3"),
             reference=lambda rules, v: rules.home_rates([0, v["speed"], 0], **v["lengths"]),
             mistakes=("r_63_printed", "basic_solution", "jacobian_transposed"),
             function_laws=_home_laws,
             advice="Put the rates back into the corrected row, `row @ dq`: is it v.speed, sign "
                    "included? The shortest solution is a multiple of the row."),
    ),
)
