"""What answers of assignment 13 obey, on inputs that anyone may see."""

from __future__ import annotations

import numpy as np
import sympy as sp

from autograde.practice import TYPED, Case, Check
from robokit import laws, rotation

TURN, SLIDE = 2, 3                         # the joints that own numbers ask about
COLUMN = ("s1", "c1", "s23", "c23", "s4", "c4")
PLANE = ("q_1", "q_2", "q_3", "a", "b", "d", "m_1", "m_2", "m_3", "g")


# -- laws: what a right answer obeys, on inputs that anyone may see ----------------------------
VISIBLE = ("Rz R-x P-y Rz", np.array([0.7, 0.4, 0.3, -0.5]),
           np.array([[0.3, 0.1, 0.2], [0.2, -0.1, 0.4], [0.5, 0.2, -0.1], [0.1, 0.3, 0.2]]),
           np.array([2.0, 1.5, 1.2, 0.8]),
           np.array([[0.1, -0.05, 0.1], [-0.1, 0.1, 0.05], [-0.2, 0.1, 0.1], [0.1, 0.05, -0.1]]),
           1.4, np.array([0.2, -0.1, 0.3]))
LOOKED_AT = ("Rz R-x Py R-y Rx", np.array([0.7, 0.4, 0.3, -0.5, 1.1]))


def _frames(pattern, q, l):
    """tau_00 .. tau_0n and the origins of frames 0 to n in frame 0; two lists."""
    taus, origins = [np.eye(3)], [np.zeros(3)]
    for word, x, step in zip(pattern.split(), q, l):
        axis, x = "xyz".index(word[-1]), -x if "-" in word else x
        slide = word[0] == "P"
        origins.append(origins[-1] + taus[-1] @ (np.asarray(step) + slide * x * np.eye(3)[axis]))
        turn = np.eye(3) if slide else getattr(rotation, f"tau_{word[-1]}")(x)
        taus.append(taus[-1] @ turn)
    return taus, origins


def _called(f, *args):
    """The student's function with copies of its arguments."""
    return np.array(f(*[x.copy() if isinstance(x, np.ndarray) else x for x in args]), float)


def _cosines_laws(cosines, own):
    yield laws.rotation(cosines)


def _force_laws(force, own):
    tau = own.get("cosines")
    if not laws.same(tau, tau):
        yield laws.Finding(None, "Check cosines first: the two have something in common.")
        return
    x, y, z = np.array(tau, float).reshape(3, 3) @ force
    yield laws.Finding(bool(y > 0 and max(abs(x), abs(z)) <= 10 * TYPED * max(1, y)),
                       "on the axes of frame 0, by your cosines, it points straight up")


def _drives_laws(drives, own):
    """A projection is no longer than its vector."""
    for no_more, x, whole in zip(("the torque is no more than the whole vector",
                                  "the force is no more than the whole vector"),
                                 drives, (own.get("moment"), own.get("force"))):
        if laws.same(whole, whole):
            size = np.linalg.norm(np.array(whole, float))
            yield laws.Finding(bool(abs(x) <= size * (1 + TYPED)), no_more)


def _moment_laws(moment, own):
    v = own["variant"]
    q = [np.radians(x) if word[0] == "R" else x for word, x in zip(v["pattern"].split(), v["q"])]
    def level(up):
        return bool(abs(moment @ up) <= 10 * TYPED * max(1, np.abs(moment).max()))
    holds = level(_frames(v["pattern"], q, v["l"])[0][TURN][1])     # Y_0 on the frame's axes
    if not holds and callable(mine := own.get("direction_cosines")):
        holds = level(_called(mine, v["pattern"], np.array(q), 0, TURN)[1])
    yield laws.Finding(holds, "weights have no moment about a vertical line")


def _count_laws(function, own):
    def count(pattern, axis):
        return _called(function, pattern, axis).reshape(-1)
    yield laws.same(count("Px", "y"), np.zeros(4), "a slide costs nothing")
    yield laws.same(count("Rz", "x")[:2], np.zeros(2), "what stands in table 1 costs nothing")
    yield laws.same(count("Rz", "x")[2:], np.array([9, 6]),
                    "one matrix times a column is nine products and six sums")
    yield laws.same(count("Rz Px Rz Ry", "x")[:2], count("Rz Ry", "x")[:2],
                    "turns about parallel neighbours cost as much as one")


def _column_laws(answer):
    letters = {name: sp.Symbol(name) for name in COLUMN}
    x = sp.Matrix(answer).xreplace({s: sp.Symbol(s.name) for s in sp.Matrix(answer).free_symbols})
    values = {letters[f"{f}{k}"]: float(g(a)) for k, a in (("1", 0.4), ("23", -0.7), ("4", 1.1))
              for f, g in (("s", np.sin), ("c", np.cos))}
    yield laws.same(x.subs(values).norm(), 1, "it is a unit vector, whatever the angles")
    rest = {y: int(name[0] == "c") for name, y in letters.items()}
    yield laws.same(x.subs(rest), sp.Matrix([1, 0, 0]), "at zero angles the frames are parallel")
    quarter = rest | {letters["s23"]: 1, letters["c23"]: 0}
    yield laws.same(x.subs(quarter), sp.Matrix([0, 1, 0]),
                    "a quarter turn about z carries x onto y")


def _plane_laws(answer):
    letters = {name: sp.Symbol(name) for name in PLANE}
    drives = sp.Matrix(answer).xreplace(
        {s: sp.Symbol(s.name) for s in sp.Matrix(answer).free_symbols})
    q = [letters[f"q_{k}"] for k in (1, 2, 3)]
    slopes = drives.jacobian(q)
    yield laws.same(slopes, slopes.T, "drive i changes with q_j as drive j with q_i: both are "
                                      "slopes of one energy")
    hanging, upright = ({q[0]: x, q[1]: 0} for x in (-sp.pi / 2, sp.pi / 2))
    yield laws.same(drives[:2, :].subs(hanging), sp.zeros(2, 1), "hanging down, it asks no torque")
    yield laws.same(drives[2].subs(upright), letters["m_3"] * letters["g"],
                    "standing upright, the slide holds the weight in it")


def _direction_laws(function, own):
    pattern, q = LOOKED_AT
    frames = range(len(q) + 1)
    tau = {(i, j): _called(function, pattern, q, i, j) for j in frames for i in range(j + 1)}
    yield laws.rotation(tau[0, 5])
    steps = [tau[0, k] @ tau[k, 5] - tau[0, 5] for k in frames[1:-1]]
    yield laws.same(np.array(steps), np.zeros((4, 3, 3)), "tau_0k tau_k5 is tau_05 for every k")
    quarter = [_called(function, f"R{a}", np.array([np.pi / 2]), 0, 1) for a in "xyz"]
    yield laws.same(np.array([t[:, (k + 1) % 3] for k, t in enumerate(quarter)]),
                    np.eye(3)[[2, 0, 1]], "a quarter turn carries the next axis onto the one after")
    yield laws.same(_called(function, "Rx R-x", np.array([0.4, 0.4]), 0, 2), np.eye(3),
                    "R-x undoes Rx")
    yield laws.same(_called(function, "Pz", np.array([0.4]), 0, 1), np.eye(3),
                    "a slide turns nothing")


def _energy(q):
    """Potential energy of the visible arm."""
    pattern, _, l, m, r, load, point = VISIBLE
    taus, origins = _frames(pattern, q, l)
    bodies = [*zip(m, (1, 2, 3, 4), r), (load, 4, point)]
    return sum(mass * 9.81 * (origins[j] + taus[j] @ x)[1] for mass, j, x in bodies)


def _drive_laws(function, own):
    pattern, q, l, m, r, load, point = VISIBLE
    drives = _called(function, *VISIBLE).reshape(-1)
    slope = [float(laws.rate(_energy, q, unit)) for unit in np.eye(4)]
    yield laws.same(np.round(drives, 5), np.round(slope, 5),
                    "the drives are the slope of the potential energy")
    yield laws.same(_called(function, pattern, q, l, 2 * m, r, 2 * load, point).reshape(-1),
                    2 * drives, "twice the masses, twice the drives")
    one = (np.zeros((1, 3)), np.array([2.0]), np.array([[0.1, 0.2, 0.3]]), 0.0, np.zeros(3))
    yield laws.same(_called(function, "Ry", np.array([0.4]), *one).reshape(-1), np.zeros(1),
                    "a turn about the vertical asks no torque")


CHECKS = {
    "cosines": Check(function_laws=_cosines_laws),
    "column": Check(symbolic_laws=_column_laws),
    "direction_cosines": Check(
        function_laws=_direction_laws,
        visible=(Case((*LOOKED_AT, 0, 5)),)),
    "operations": Check(function_laws=_count_laws, visible=(Case(("Rz Px R-z Ry", "x")),)),
    "force": Check(function_laws=_force_laws),
    "moment": Check(function_laws=_moment_laws),
    "drives": Check(function_laws=_drives_laws),
    "plane_drives": Check(symbolic_laws=_plane_laws),
    "holding_drives": Check(function_laws=_drive_laws, visible=(Case(VISIBLE),)),
}
