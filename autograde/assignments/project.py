"""The project: a robot of the student's own, from its data to a simulated motion.

The description of the robot is itself an answer, of bounded kind. The judge builds a mechanism
from it, asks whether such a robot can be, and holds the student's functions to that robot: to
robokit's values, and where an earlier function departs, to what follows from it by a law
(differences of positions, Lagrange's equations, A ddq = mu - b). The numbers that are dealt
describe an example robot; it stands in where no description can be used.
"""

from __future__ import annotations

import warnings

import numpy as np

from robokit import Mechanism, PhysicsWarning

from .. import laws
from ..kinds import Function, Kind, Matrix, Number, Problem, Vector, _array
from ..mistakes import project  # noqa: F401 (registers the mistakes of the project)
from ..rules.project import PARTS
from ..runner.encode import encode
from ..task import TYPED, Assignment, Case, Task
from ..variants import TRUTH

FEWEST, MOST = 3, 7                 # joints
MASSES, REACH = (1e-3, 1e4), 10.0   # kg; m, of a link or of a mass centre from its frame
FALL = (1.0, 30.0)                  # m/s^2
FELT = 1e-3                         # part that gravity and b have in the drives, at least
STATES = 4                          # hidden states of motion
STEP = 1e-4                         # of finite differences of the student's functions
ROWS, SECONDS, FINEST = (51, 401), 1.0, 0.02     # of the table of the motion
MOVED = 0.3                         # rad or m: what the motion must cover
PLACES, HALVES = 8, 2               # of the motion that are looked at, and the steps between rows
FREE = ("base", "tool", "limits", "name")        # keys that are allowed and not used


# -- the description of a robot ------------------------------------------------------------------
class Refused(ValueError):
    """A description that cannot be used; the text says why, in words for the student."""


class Description(Kind):
    """A robot in numbers: read into one flat array (see `packed`), or refused with the reason."""

    ask = "description"
    accepts = ('a dictionary with "sigma", "angles" and "l" (or "dh"), "m", "r", "J" and '
               f'"gravity", for {FEWEST} to {MOST} joints')

    def read(self, encoded):
        if encoded is None or encoded["type"] == "none":
            return Problem("There is no answer yet.", silent=True)
        if encoded["type"] != "map":
            return super().read(encoded) if encoded["type"] in ("unusable", "error") else Problem(
                f"The answer is no dictionary. Needed: {self.accepts}.")
        try:
            return packed(described(encoded["items"]))
        except Refused as reason:
            return Problem(f"{reason}.")

    def distance(self, truth, answer):
        """Every robot that can be is a right answer."""
        return 0.0


def described(items: dict) -> dict:
    """The parameters of section 1.4 and gravity, as plain lists; Refused says what is wrong."""
    values = {key: _numbers(key, item) for key, item in items.items()
              if key not in FREE}
    unknown = sorted(set(values) - {*PARTS, "dh", "gravity"})
    if unknown:
        raise Refused(f"the key {unknown[0][:20]!r} is not known")
    missing = [k for k in ("m", "r", "J") if k not in values]
    if missing or ("dh" in values) == ("l" in values) or ("l" in values) != ("angles" in values):
        raise Refused(f'no {missing[0]} is given' if missing else
                      'needed are either "angles" and "l", or "dh"')
    n = values["m"].size
    if not FEWEST <= n <= MOST:
        raise Refused(f'"m" has {n} masses; a project has {FEWEST} to {MOST} joints')
    if values["J"].shape == (n, 3):                              # principal moments alone
        values["J"] = np.array([np.diag(x) for x in values["J"]])
    gravity = values.pop("gravity", np.array([0, 0, -9.81])).ravel()
    robot = _built(values, n)
    found = {part: getattr(robot, part).tolist() for part in PARTS}
    found["gravity"] = gravity.tolist()
    _plausible(robot, gravity)
    _rich(found)
    return found


def _numbers(key: str, item: dict) -> np.ndarray:
    found = _array(item)
    if found is None or found.size > 9 * MOST:
        raise Refused(f"{key[:20]!r} is not an array of numbers that fits")
    return found


def _built(values: dict, n: int) -> Mechanism:
    given = {key: values[key] for key in ("m", "r", "J")}
    given["m"] = given["m"].ravel()
    sigma = values.get("sigma", np.ones(n)).ravel()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PhysicsWarning)
            if "dh" in values:
                return Mechanism.from_dh(values["dh"], sigma, **given)
            return Mechanism(sigma, values["angles"], values["l"], **given)
    except PhysicsWarning as reason:
        raise Refused(f"no rigid body has such a tensor: {reason}"[:150]) from None
    except ValueError as reason:
        raise Refused(str(reason)[:150]) from None


def _plausible(robot: Mechanism, gravity: np.ndarray) -> None:
    """Sizes that a robot can have."""
    if gravity.shape != (3,) or not FALL[0] <= np.linalg.norm(gravity) <= FALL[1]:
        raise Refused(f"gravity: needed are three numbers in frame 0, {FALL[0]:g} to {FALL[1]:g} "
                      "m/s^2 together")
    if not ((robot.m >= MASSES[0]) & (robot.m <= MASSES[1])).all():
        raise Refused(f"masses are needed between {MASSES[0]:g} and {MASSES[1]:g} kg")
    for name in ("l", "r"):
        if np.linalg.norm(getattr(robot, name), axis=1).max() > REACH:
            raise Refused(f"{name} has a vector longer than {REACH:g} m; lengths are in metres")
    bound = robot.m * REACH**2
    if (np.trace(robot.J, axis1=1, axis2=2) > bound).any():
        raise Refused("J: a tensor is too large for its mass; it is in kg m^2, about the mass "
                      "centre")


def _rich(robot: dict) -> None:
    """Enough to compute: turning joints, gravity, rates and lengths that all tell."""
    v = {"robot": robot}
    q, dq, ddq = states(v)[0]
    if sum(robot["sigma"]) < 2:
        raise Refused("this robot is too simple: at least two joints must turn")
    A = TRUTH.own_inertia(v, q)
    size = np.sqrt(np.abs(np.diag(A)))
    if size.min() <= 0 or np.linalg.eigvalsh(A / np.outer(size, size)).min() < 1e-6:
        raise Refused("some motion of the joints has no inertia; give J, or masses off the axes")
    whole = np.abs(TRUTH.own_drives(v, q, dq, ddq)).max()
    for part, word in ((TRUTH.own_b(v, q, dq), "rates"), (TRUTH.own_weight(v, q), "gravity")):
        if np.abs(part).max() < FELT * whole:
            raise Refused(f"this robot is too simple: its drives do not feel {word}")
    if np.abs(TRUTH.own_place(v, q) - TRUTH.own_place(v, q + 0.2)).max() < FELT:
        raise Refused("this robot is too simple: the origin of its last frame stays")


def packed(robot: dict) -> np.ndarray:
    """All numbers of a description in a row, the number of joints first."""
    return np.concatenate([[len(robot["sigma"])], *(np.ravel(robot[part]) for part in (
        *PARTS, "gravity"))]).astype(float)


def unpacked(flat: np.ndarray) -> dict:
    n = int(flat[0])
    sizes = {"sigma": (n,), "angles": (n, 3), "l": (n, 3), "m": (n,), "r": (n, 3),
             "J": (n, 3, 3), "gravity": (3,)}
    ends = np.cumsum([1, *(int(np.prod(s)) for s in sizes.values())])
    found = {name: flat[a:b].reshape(s).tolist()
             for (name, s), a, b in zip(sizes.items(), ends, ends[1:])}
    return found | {"sigma": [int(x) for x in found["sigma"]]}


def adopt(answers: dict, seed: str) -> dict:
    """What the student's own data put in place of the dealt ones: robot, motion, inputs."""
    flat, rows = (kind.read(answers.get(name)) for name, kind in (
        ("robot", Description()), ("motion", Motion())))
    own = {"inputs": int(seed[:12], 16)}
    if isinstance(flat, np.ndarray):
        own["robot"] = unpacked(flat)
    if isinstance(rows, np.ndarray):
        own["motion"] = rows
    return own


# -- kinds whose size is that of the robot -------------------------------------------------------
class JointVector(Kind):
    """A number for each joint."""

    shape = (-1,)
    accepts = "one number for each joint"

    def fits(self, a):
        return 0 < a.size <= MOST and max(a.shape, default=1) == a.size

    def distance(self, truth, answer):
        return super().distance(truth, answer) if truth.shape == answer.shape else np.inf

    def departs(self, truth, answer, tolerance):
        return super().departs(truth, answer, tolerance) if truth.shape == answer.shape else (
            f"it has {answer.size} entries, the robot {truth.size} joints")


class JointMatrix(JointVector):
    """A row and a column for each joint."""

    accepts = "a row and a column for each joint"

    def read(self, encoded):
        """Square, whatever the number of joints."""
        if not encoded or encoded["type"] not in ("array", "list"):
            return super().read(encoded)
        found = _array(encoded)
        if found is None or found.ndim != 2 or not found.shape[0] == found.shape[1] <= MOST:
            return Problem(f"The answer has another shape. Needed: {self.accepts}.")
        return found


class Motion(Kind):
    """A table with the rows t, q, dq: judged by the equations of motion, with drives at rest."""

    ask = "table"
    accepts = (f"a table of {ROWS[0]} to {ROWS[1]} rows, each with t, all q and all dq, for equal "
               f"steps of time of at most {FINEST} s")

    def read(self, encoded):
        if not encoded or encoded["type"] not in ("array", "list"):
            return super().read(encoded)
        rows = _array(encoded)
        if rows is None or rows.ndim != 2 or not ROWS[0] <= len(rows) <= ROWS[1] \
                or rows.shape[1] not in range(2 * FEWEST + 1, 2 * MOST + 2, 2):
            return Problem(f"The table does not fit. Needed: {self.accepts}.")
        step = np.diff(rows[:, 0])
        if step.min() <= 0 or np.ptp(step) > 1e-6 or step[0] > FINEST + 1e-9:
            return Problem(f"The times do not fit. Needed: {self.accepts}.")
        q = rows[:, 1:1 + rows.shape[1] // 2]
        if rows[-1, 0] - rows[0, 0] < SECONDS - 1e-6 or np.ptp(q, axis=0).max() < MOVED:
            return Problem(f"The motion is too small: at least {SECONDS:g} s are needed, and a "
                           f"joint that moves by {MOVED} rad or m.")
        return rows

    def distance(self, truth, answer):
        """By how much the table misses the equations of the robot `truth` (see `packed`).

        A table in its place is one that follows from the student's own functions; two robots
        are as far apart as their numbers.
        """
        if truth.ndim == 2 or answer.ndim == 1:
            alike = truth.shape == answer.shape
            return float(np.abs(truth - answer).max(initial=0.0)) if alike else np.inf
        v = {"robot": unpacked(truth)}
        n = len(v["robot"]["sigma"])
        if answer.shape[1] != 2 * n + 1:
            return np.inf
        return _steps_missed(v, answer)

    def departs(self, truth, answer, tolerance):
        return "the table does not follow the robot's equations of motion with drives at rest"


def _steps_missed(v: dict, rows: np.ndarray) -> float:
    """The greatest miss of a row, from the row before, in dq and in q, for the greatest change."""
    n, step, h = rows.shape[1] // 2, rows[1, 0] - rows[0, 0], (rows[1, 0] - rows[0, 0]) / HALVES

    def rate(y):
        return np.concatenate([y[n:], TRUTH.own_accelerations(v, y[:n], y[n:], np.zeros(n))])
    missed, speeds = [], []
    for k in motion_places(rows):
        y = rows[k, 1:]
        speeds.append(np.abs(rate(y).reshape(2, n)).max(axis=1))
        for _ in range(HALVES):                                   # Runge and Kutta
            a = rate(y)
            b = rate(y + h / 2 * a)
            c = rate(y + h / 2 * b)
            y = y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
        missed.append(np.abs((y - rows[k + 1, 1:]).reshape(2, n)).max(axis=1))
    return float((np.max(missed, axis=0) / (step * np.maximum(np.max(speeds, axis=0), 1e-3))).max())


def motion_places(rows: np.ndarray) -> np.ndarray:
    """First rows of the triples that are looked at."""
    return np.linspace(0, len(rows) - 3, PLACES).astype(int)


def motion_states(rows: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """q and dq at the three rows of every triple."""
    n = rows.shape[1] // 2
    return [(rows[i, 1:n + 1], rows[i, n + 1:]) for k in motion_places(rows)
            for i in (k, k + 1, k + 2)]


def motion_misses(rows: np.ndarray, ddq: list) -> float:
    """The greatest miss of Simpson's rule over a triple, in dq by ddq and in all q by dq."""
    n, step = rows.shape[1] // 2, rows[1, 0] - rows[0, 0]
    q, dq, weights = rows[:, 1:n + 1], rows[:, n + 1:], np.array([1, 4, 1]) / 6
    ddq = np.array(ddq).reshape(PLACES, 3, n)
    k = motion_places(rows)
    gained = (dq[k + 2] - dq[k]) / (2 * step)
    miss = np.abs(gained - np.einsum("i,kij->kj", weights, ddq)).max() / max(
        np.abs(ddq).max(), 1e-3)
    run = (q[2:] - q[:-2]) / (2 * step)
    mean = weights[0] * dq[:-2] + weights[1] * dq[1:-1] + weights[2] * dq[2:]
    return float(max(miss, np.abs(run - mean).max() / max(np.abs(dq).max(), 1e-3)))


# -- hidden inputs ---------------------------------------------------------------------------------
def states(v: dict) -> list[tuple]:
    """q, dq, ddq at the hidden states: the same for all functions, so that they can be compared."""
    rng, sigma = np.random.default_rng(v.get("inputs", 0)), np.array(v["robot"]["sigma"])
    spread = np.where(sigma, 1.4, 0.4)
    n = len(sigma)
    return [(spread * rng.uniform(-1, 1, n), rng.uniform(-1.2, 1.2, n), rng.uniform(-2, 2, n))
            for _ in range(STATES)]


def _moves(v) -> list[tuple]:
    """States for velocities: each joint alone, and all together."""
    q = states(v)[0][0]
    alone = [(q, rate, "one joint moves") for rate in np.eye(len(q))]
    return alone + [(q, dq, "all joints move") for q, dq, _ in states(v)]


def _places(rng, v):
    """Each joint alone, all joints, and what differences of the velocities' states need."""
    q = states(v)[0][0]
    cases = [Case((x,), "one joint away from zero") for x in np.diag(q)]
    cases += [Case((q,), "all joints") for q, _, _ in states(v)]
    return cases + [Case((q + side * STEP * dq,), "all joints")
                    for q, dq, _ in _moves(v) for side in (1, -1)]


def _velocities(rng, v):
    return [Case((q, dq), group) for q, dq, group in _moves(v)]


def _efforts(v) -> list[tuple]:
    """States for the drives: at rest, from rest, and in motion."""
    q, dq, ddq = zip(*states(v))
    rest = np.zeros(len(q[0]))
    return [(q[0], rest, rest, "at rest"), (q[1], rest, rest, "at rest"),
            (q[1], rest, ddq[1], "from rest"), (q[2], rest, ddq[2], "from rest"),
            (q[2], dq[2], ddq[2], "in motion"), (q[3], dq[3], ddq[3], "in motion"),
            (q[0], dq[0], ddq[0], "in motion")]


def _around(q) -> list[np.ndarray]:
    """q moved to both sides in every direction."""
    return [q + side * STEP * unit for unit in np.eye(len(q)) for side in (1, -1)]


def _matrices(rng, v):
    """The states, and what Lagrange's equations need of A at the drives' states."""
    return [Case((q,)) for q, _ in _fallen(v)] + [
        Case((x,)) for q, _, _, _ in _efforts(v) for x in (q, *_around(q))]


def _heights(rng, v):
    return [Case((q,)) for q, _, _ in states(v)] + [
        Case((x,)) for q, _, _, _ in _efforts(v) for x in _around(q)]


def _drives(rng, v):
    """The efforts, and what the accelerations need: the drives that leave none."""
    return [Case((q, dq, ddq), group) for q, dq, ddq, group in _efforts(v)] + [
        Case((q, dq, 0 * dq), "in motion") for q, dq in _fallen(v)]


def _fallen(v) -> list[tuple]:
    """The states, and those of the table of the motion where there is one that fits."""
    rows = v.get("motion")
    fits = rows is not None and rows.shape[1] == 2 * len(v["robot"]["sigma"]) + 1
    return [(q, dq) for q, dq, _ in states(v)] + (motion_states(rows) if fits else [])


def _runs(rng, v):
    """Drives that move the robot; and none along the student's own motion."""
    mu = [np.round(TRUTH.own_drives(v, *x), 6) for x in states(v)]
    return [Case((q, dq, mu[k] if k < STATES else 0 * dq))
            for k, (q, dq) in enumerate(_fallen(v))]


# -- what follows from the student's own functions -----------------------------------------------
def velocity_law(v, own) -> list:
    """omega and V by differences of the student's own positions and matrices."""
    count = 2 * len(_moves(v))
    places, turns = np.array(own["position"][-count:]), np.array(own["attitude"][-count:])
    V = (places[::2] - places[1::2]) / (2 * STEP)
    spin = (turns[::2] - turns[1::2]) / (2 * STEP) @ (
        (turns[::2] + turns[1::2]) / 2).swapaxes(1, 2)
    halves = (spin - spin.swapaxes(1, 2)) / 2
    return [np.array([S[2, 1], S[0, 2], S[1, 0], *x]) for S, x in zip(halves, V)]


def drives_law(v, own) -> list:
    """Lagrange's equations with the student's own A and potential energy.

    mu = A ddq + dA dq - (the gradient of dq^T A dq) / 2 + the gradient of the potential energy.
    """
    efforts, n, fallen = _efforts(v), len(v["robot"]["sigma"]), len(_fallen(v))
    A = np.array(own["inertia_matrix"][fallen:]).reshape(len(efforts), 2 * n + 1, n, n)
    U = np.array(own["potential"][STATES:]).reshape(len(efforts), 2 * n)
    slope_A = (A[:, 1::2] - A[:, 2::2]) / (2 * STEP)
    slope_U = (U[:, ::2] - U[:, 1::2]) / (2 * STEP)
    return [A[k, 0] @ ddq + np.einsum("i,ijk,k->j", dq, slope_A[k], dq)
            - np.einsum("ijk,j,k->i", slope_A[k], dq, dq) / 2 + slope_U[k]
            for k, (_, dq, ddq, _) in enumerate(efforts)] + [None] * fallen


def accelerations_law(v, own) -> list:
    """A ddq = mu - mu(q, dq, 0) with the student's own A and drives."""
    efforts, runs = len(_efforts(v)), _runs(None, v)
    return [np.linalg.solve(A, case.inputs[2] - rest) for A, rest, case in zip(
        own["inertia_matrix"], own["drives"][efforts:], runs)]


def motion_law(v, own) -> list:
    """The table itself, where the student's own accelerations lead along it."""
    ddq = own["accelerations"][STATES:]
    follows = len(ddq) and motion_misses(v["motion"], ddq) <= TYPED
    return [v["motion"] if follows else np.zeros((1, 1))]


# -- laws of practice: the student's own functions against one another ---------------------------
def _seen(own) -> dict:
    """The student's own robot with inputs that anyone may see; the example where there is none."""
    flat = Description().read(encode(own.get("robot")))
    robot = unpacked(flat) if isinstance(flat, np.ndarray) else own["variant"]["robot"]
    return {"robot": robot, "inputs": 1}


def _lacks(own, function, given, *names):
    """Findings that stop a law: nothing in the cell yet, or an earlier function not checked."""
    if function(*given) in (None, ...) if np.ndim(function(*given)) == 0 else False:
        return [laws.Finding(None, "Nothing to check yet.")]
    return [laws.Finding(None, f"Check {name} first: the two have a law in common.")
            for name in names if not callable(own.get(name))][:1]


def _numbers_of(function, *given):
    return np.array(function(*(np.array(x, float) for x in given)), float)


def _position_laws(position, own):
    v = _seen(own)
    q, _, _ = states(v)[0]
    if found := _lacks(own, position, (q,)):
        yield from found
        return
    j = v["robot"]["sigma"].index(1)
    if j == 0:
        turned, z = q + 0.7 * np.eye(len(q))[0], _numbers_of(position, q).ravel()
        yield laws.same(_numbers_of(position, turned).ravel()[2], z[2],
                        "turning joint 1 leaves the height over Z_0 as it is")
    yield laws.Finding(_numbers_of(position, q).size == 3, "it gives three numbers")


def _attitude_laws(attitude, own):
    v = _seen(own)
    q, _, _ = states(v)[0]
    if found := _lacks(own, attitude, (q,)):
        yield from found
        return
    tau = _numbers_of(attitude, q)
    yield laws.rotation(tau)
    if tau.shape == (3, 3) and v["robot"]["sigma"][0]:
        yield laws.same(_numbers_of(attitude, q + 0.7 * np.eye(len(q))[0]),
                        laws.by_turns("z", [0.7]) @ tau,
                        "turning joint 1 turns the last link with it, about Z_0")


def _velocity_laws(velocity, own):
    v = _seen(own)
    q, dq, _ = states(v)[0]
    if found := _lacks(own, velocity, (q, dq), "position", "attitude"):
        yield from found
        return
    got = _numbers_of(velocity, q, dq).ravel()
    spin = laws.rate(lambda x: _numbers_of(own["attitude"], x), q, dq)
    spin = spin @ _numbers_of(own["attitude"], q).T
    yield laws.same(got[3:], laws.rate(lambda x: _numbers_of(own["position"], x).ravel(), q, dq),
                    "V is the finite difference of your own position")
    yield laws.same(got[:3], [spin[2, 1], spin[0, 2], spin[1, 0]],
                    "omega is that of the finite difference of your own attitude")


def _links(v):
    """The robot, and its links: number, mass, mass centre, tensor."""
    r = v["robot"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PhysicsWarning)
        robot = Mechanism(r["sigma"], r["angles"], r["l"], r["m"], r["r"], r["J"])
    return robot, list(zip(range(1, robot.n + 1), robot.m, robot.r, robot.J))


def _kinetic(v, q, dq):
    """Kinetic energy by differences of positions and matrices."""
    robot, links = _links(v)
    total = 0.0
    for k, m, r, J in links:
        V = laws.rate(lambda x: robot.at(x).t(k, r), q, dq)
        spin = robot.at(q).tau(k, 0) @ laws.rate(lambda x: robot.at(x).tau(0, k), q, dq)
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        total += (m * V @ V + omega @ J @ omega) / 2
    return total


def _lifted(v, here, there):
    """The work that it takes to bring all masses from one position to another, at rest."""
    robot, links = _links(v)
    return -sum(m * np.array(v["robot"]["gravity"]) @ (robot.at(there).t(k, r)
                                                       - robot.at(here).t(k, r))
                for k, m, r, _ in links)


def _inertia_laws(A, own):
    v = _seen(own)
    q, dq, _ = states(v)[0]
    if found := _lacks(own, A, (q,)):
        yield from found
        return
    A = _numbers_of(A, q)
    yield laws.symmetric_positive(A)
    if A.shape == (len(q), len(q)):
        yield laws.same(dq @ A @ dq / 2, _kinetic(v, q, dq),
                        "half dq A dq is the energy that your robot's m, r and J have in motion")


def _potential_laws(potential, own):
    v = _seen(own)
    q, _, _ = states(v)[0]
    if found := _lacks(own, potential, (q,)):
        yield from found
        return
    here, there = _numbers_of(potential, q), _numbers_of(potential, q + 0.4)
    yield laws.Finding(here.size == 1, "it gives one number")
    if here.size == there.size == 1:
        yield laws.same(there.ravel() - here.ravel(), [_lifted(v, q, q + 0.4)],
                        "its change is the work that lifting the masses takes")


def _energy(own, q, dq):
    return (dq @ _numbers_of(own["inertia_matrix"], q) @ dq / 2
            + float(_numbers_of(own["potential"], q)))


def _drives_laws(drives, own):
    q, dq, ddq = states(_seen(own))[0]
    if found := _lacks(own, drives, (q, dq, ddq), "inertia_matrix", "potential"):
        yield from found
        return

    def at(t):
        return np.array([_energy(own, q + t * dq + t**2 / 2 * ddq, dq + t * ddq)])
    yield laws.same(_numbers_of(drives, q, dq, ddq).ravel() @ dq, laws.rate(at, 0.0, 1.0)[0],
                    "the power of the drives is the rate of your own energy")


def _accelerations_laws(accelerations, own):
    q, dq, mu = states(_seen(own))[0]
    if found := _lacks(own, accelerations, (q, dq, mu), "drives"):
        yield from found
        return
    ddq = _numbers_of(accelerations, q, dq, mu).ravel()
    yield laws.same(_numbers_of(own["drives"], q, dq, ddq).ravel(), mu,
                    "your own drives for these accelerations are those that were given")


def _motion_laws(rows, own):
    if not all(callable(own.get(name)) for name in ("inertia_matrix", "potential")):
        yield laws.Finding(None, "Check inertia_matrix and potential first: they make an energy.")
        return
    n = rows.shape[1] // 2
    energy = np.array([_energy(own, row[1:n + 1], row[n + 1:]) for row in rows[::5]])
    kinetic = [row[n + 1:] @ _numbers_of(own["inertia_matrix"], row[1:n + 1]) @ row[n + 1:] / 2
               for row in rows[::5]]
    yield laws.Finding(bool(np.ptp(energy) <= TYPED * max(kinetic)),
                       "without drives your own energy stays what it is")


# -- the example robots, and the tasks -------------------------------------------------------------
def draw(rng: np.random.Generator) -> dict:
    """An example robot of three joints, for whoever has none at hand."""
    def numbers(low, high, *shape, digits=2):
        return np.round(rng.uniform(low, high, shape), digits)
    l = numbers(0.15, 0.5, 3, 3) * rng.choice([-1, 1], (3, 3))
    parts = numbers(0.02, 0.3, 3, 3)            # of a tensor: sums of two obey every inequality
    robot = {"sigma": list([[1, 1, 1], [1, 1, 0], [1, 0, 1]][rng.integers(3)]),
             "angles": (rng.choice([-1, 1], (3, 3)) * numbers(0.3, 1.4, 3, 3)).tolist(),
             "l": l.tolist(), "m": numbers(2, 9, 3, digits=1).tolist(),
             "r": np.round(-0.4 * l + numbers(-0.08, 0.08, 3, 3), 2).tolist(),
             "J": [np.diag(np.round(x.sum() - x, 2)).tolist() for x in parts],
             "gravity": [0.0, 0.0, -9.81]}
    return {"robot": robot}


def _flat(rules, v):
    """The robot as the rules see it, gravity included."""
    return packed(v["robot"] | {"gravity": rules.own_gravity(v)})


#: What a good report says, for whoever marks it by hand: points and what earns them.
RUBRICS = {"report": (
    (1, "Says which robot it is, where its data come from, what was measured, printed or guessed, "
        "and draws it or its scheme, with the frames."),
    (2, "Two figures at least with units, axes and a sentence each that says what is seen: the "
        "motion over time, and the energy account (kinetic, potential, their sum)."),
    (2, "Tests the functions by laws in numbers that a reader can repeat: differences of "
        "positions, a symmetric positive A, power against energy; and names one test that a wrong "
        "sign of gravity would pass, and one that it would fail."),
    (1, "Says what the model leaves out (friction, drives' own inertia, limits) and what would "
        "change first."))}

#: Ready comments for the rubric: not there, and begun.
READY = {"report": (
    ("Which robot is it, where do its numbers come from, and where do its frames stand?",
     "The robot is named; say of its data which are printed, measured or guessed."),
    ("Figures are asked for: the motion over time and the energy account, with units.",
     "A figure is there; add what it shows in a sentence, units, and the sum of the energies."),
    ("Tests by laws are asked for, in numbers: what was compared, and by how much it differs.",
     "A law is tested; name, too, a test that a wrong sign of gravity would pass."),
    ("What does the model leave out, and what would change first?",
     "Something left out is named; say what it would change in the motion."))}

DYNAMICS = ("weight_sign", "weight_lost", "own_b_lost", "own_tensors_lost")
ASSIGNMENT = Assignment(
    name="project",
    title="A robot of your own",
    section="9",
    draw=draw,
    adopt=adopt,
    manual={name: sum(points for points, _ in rows) for name, rows in RUBRICS.items()},
    tasks=(
        Task("robot", 2, "section 1.4", Description(), reference=_flat, questions=("1.3",)),
        Task("position", 2, "(3.2), section 3.1", Function(Vector(3, "m")), questions=("3.1",),
             reference=lambda rules, v, q: rules.own_place(v, q), cases=_places,
             shares={"one joint away from zero": 0.4, "all joints": 0.6},
             function_laws=_position_laws,
             advice="Start with all joints at zero, add up the link vectors, then let one joint "
                    "move."),
        Task("attitude", 2, "(2.4), section 2.4", Function(Matrix()), questions=("2.3",),
             reference=lambda rules, v, q: rules.own_attitude(v, q), cases=_places,
             shares={"one joint away from zero": 0.4, "all joints": 0.6},
             mistakes=("own_attitude_back",), function_laws=_attitude_laws,
             advice="Its columns are the axes of the last frame on those of frame 0."),
        Task("velocity", 3, "section 5.8", Function(Vector(6)), questions=("5.3",),
             reference=lambda rules, v, q, dq: rules.own_twist(v, q, dq), cases=_velocities,
             shares={"one joint moves": 0.4, "all joints move": 0.6},
             mistakes=("own_rows_swapped", "own_axes_last"), own=("position", "attitude"),
             law=velocity_law, function_laws=_velocity_laws,
             advice="Compare with the finite difference of your own position and attitude."),
        Task("inertia_matrix", 3, "(9.3), section 9.1", Function(JointMatrix()),
             reference=lambda rules, v, q: rules.own_inertia(v, q), cases=_matrices,
             questions=("9.2",), mistakes=("own_tensors_lost",), function_laws=_inertia_laws,
             advice="Give one joint the rate 1: half of `A[j, j]` is the kinetic energy, link by "
                    "link."),
        Task("potential", 1, "section 8.1", Function(Number("J")), questions=("8.1",),
             reference=lambda rules, v, q: rules.own_potential(v, q), cases=_heights,
             mistakes=("weight_sign",), function_laws=_potential_laws,
             advice="It is minus the sum of `m * gravity @ t` over the mass centres, t counted "
                    "from the origin of frame 0."),
        Task("drives", 4, "section 8.2", Function(JointVector()), questions=("8.3",),
             reference=lambda rules, v, q, dq, ddq: rules.own_drives(v, q, dq, ddq),
             cases=_drives, shares={"at rest": 0.25, "from rest": 0.25, "in motion": 0.5},
             mistakes=DYNAMICS, own=("inertia_matrix", "potential"), law=drives_law,
             function_laws=_drives_laws,
             advice="Compare powers: `drives(q, dq, ddq) @ dq` is the rate of your own energy."),
        Task("accelerations", 2, "section 9.1", Function(JointVector()), questions=("9.3",),
             reference=lambda rules, v, q, dq, mu: rules.own_accelerations(v, q, dq, mu),
             cases=_runs, mistakes=DYNAMICS, own=("inertia_matrix", "drives"),
             law=accelerations_law, function_laws=_accelerations_laws,
             advice="Put them back: `drives(q, dq, accelerations(q, dq, mu))` must be mu."),
        Task("motion", 3, "section 9.1", Motion(), reference=_flat, questions=("9.3",),
             mistakes=("weight_sign", "weight_lost"), own=("accelerations",), law=motion_law,
             function_laws=_motion_laws,
             advice="Without drives kinetic and potential energy together must stay what they "
                    "are; integrate finely, `rtol=1e-9`."),
    ),
)
