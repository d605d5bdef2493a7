"""What answers of the project obey, on inputs that anyone may see."""

from __future__ import annotations

import json
import warnings
from functools import lru_cache

import numpy as np

from autograde.practice import TYPED, Check, Kind, Problem
from autograde.practice.kinds import array_of
from autograde.practice.scale import FAINT, alike
from autograde.refusals import of_refusal
from autograde.runner.encode import encode
from autograde.words import _, said
from robokit import Loads, Mechanism, PhysicsWarning, laws

FEWEST, MOST = 3, 7                 # joints
MASSES, REACH = (1e-3, 1e4), 10.0   # kg; m, of a link or of a mass centre from its frame
FALL = (1.0, 30.0)                  # m/s^2
FELT = 1e-3                         # part that gravity and b have in the drives, at least
SMALL = 1e-9                        # of a tensor, for rounding
SLIGHT = 10 * FAINT                 # part of the greatest that each joint's inertia and drive have
ROWS, SECONDS, FINEST = (51, 401), 1.0, 0.02     # of the table of the motion
MOVED = 0.3                         # rad or m: what the motion must cover
PLACES, HALVES = 8, 4               # of the motion that are looked at, and the steps between rows
STATES = 4                          # hidden states of motion
ROWS_OF = {"angles": (3,), "l": (3,), "dh": (4,), "r": (3,), "J": (3, 3)}    # for each joint
FREE = ("base", "tool", "limits", "name")        # keys that are allowed and not used


# -- the description of a robot ------------------------------------------------------------------
class Refused(ValueError):
    """A description that cannot be used; the text says why, in words for the student."""


class Description(Kind):
    """A robot in numbers: read into one flat array (see `packed`), or refused with the reason."""

    ask = "description"
    accepts = _('a dictionary with "sigma", "angles" and "l" (or "dh"), "m", "r", "J" and '
                '"gravity", for {fewest} to {most} joints', fewest=FEWEST, most=MOST)

    def read(self, encoded):
        if encoded is None or encoded["type"] == "none":
            return Problem(_("There is no answer yet."), silent=True)
        if encoded["type"] != "map":
            return super().read(encoded) if encoded["type"] in ("unusable", "error") else Problem(
                _("The answer is no dictionary. Needed: {needed}.", needed=self.accepts))
        try:
            return packed(described(encoded["items"]))
        except Refused as reason:
            return Problem(said(str(reason)))

    def distance(self, truth, answer):
        """Every robot that can be is a right answer; what describes none is none."""
        return 0.0 if answer.ndim == 1 and FEWEST <= answer[0] <= MOST else np.inf


def described(items: dict) -> dict:
    """The parameters of section 1.4 and gravity, as plain lists; Refused says what is wrong."""
    values = {key: _numbers(key, item) for key, item in items.items()
              if key not in FREE}
    unknown = sorted(set(values) - {*PARTS, "dh", "gravity"})
    if unknown:
        raise Refused(_("the key {key} is not known.", key=repr(unknown[0][:20])))
    missing = [k for k in ("m", "r", "J") if k not in values]
    if missing or ("dh" in values) == ("l" in values) or ("l" in values) != ("angles" in values):
        raise Refused(_("no {part} is given.", part=missing[0]) if missing else
                      _('needed are either "angles" and "l", or "dh".'))
    n = values["m"].size
    if not FEWEST <= n <= MOST:
        raise Refused(_('"m" has {n} masses; a project has {fewest} to {most} joints.', n=n,
                        fewest=FEWEST, most=MOST))
    if values["J"].shape == (n, 3):                              # principal moments alone
        values["J"] = np.array([np.diag(x) for x in values["J"]])
    gravity = values.pop("gravity", np.array([0, 0, -9.81])).ravel()
    _formed(values, n)
    robot = _built(values, n)
    found = {part: getattr(robot, part).tolist() for part in PARTS}
    found["gravity"] = gravity.tolist()
    _plausible(robot, gravity)
    _rich(found)
    return found


def _numbers(key: str, item: dict) -> np.ndarray:
    found = array_of(item)
    if found is None or found.size > 9 * MOST:
        raise Refused(_("{key} is not an array of numbers that fits.", key=repr(key[:20])))
    return found


def _formed(values: dict, n: int) -> None:
    """Shapes, kinds of joints and tensors; what else can be wrong is said by Mechanism."""
    for part, row in ROWS_OF.items():
        if part in values and values[part].shape != (n, *row):
            raise Refused(_("{part} has the shape {got}, it needs {needed}.", part=part,
                            got=str(values[part].shape), needed=str((n, *row))))
    if not np.isin(values.get("sigma", 1), (0, 1)).all():
        raise Refused(_("sigma: each joint needs 1, revolute, or 0, prismatic."))
    for k, tensor in enumerate(values["J"], 1):
        moments = np.linalg.eigvalsh((tensor + tensor.T) / 2)
        if moments[0] < -SMALL * abs(moments).max():
            raise Refused(_("J of link {k} has a negative principal moment.", k=k))
        if moments[2] > (1 + SMALL) * (moments[0] + moments[1]):
            raise Refused(_("no rigid body has the tensor J of link {k}: its greatest principal "
                            "moment exceeds the sum of the two others.", k=k))


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
        raise Refused(_("no rigid body has such a tensor J.")) from reason
    except ValueError as reason:
        raise Refused(_("{reason}.", reason=of_refusal(reason) or str(reason)[:150])) from None


def _plausible(robot: Mechanism, gravity: np.ndarray) -> None:
    """Sizes that a robot can have."""
    if gravity.shape != (3,) or not FALL[0] <= np.linalg.norm(gravity) <= FALL[1]:
        raise Refused(_("gravity: needed are three numbers in frame 0, {least:g} to {most:g} m/s^2 "
                        "together.", least=FALL[0], most=FALL[1]))
    if not ((robot.m >= MASSES[0]) & (robot.m <= MASSES[1])).all():
        raise Refused(_("masses are needed between {least:g} and {most:g} kg.", least=MASSES[0],
                        most=MASSES[1]))
    for name in ("l", "r"):
        if np.linalg.norm(getattr(robot, name), axis=1).max() > REACH:
            raise Refused(_("{name} has a vector longer than {most:g} m; lengths are in metres.",
                            name=name, most=REACH))
    bound = robot.m * REACH**2
    if (np.trace(robot.J, axis1=1, axis2=2) > bound).any():
        raise Refused(_("J: a tensor is too large for its mass; it is in kg·m², about the mass "
                        "centre."))


def _rich(robot: dict) -> None:
    """Enough to compute: turning joints, gravity, rates and lengths that all tell."""
    v = {"robot": robot}
    q, dq, ddq = states(v)[0]
    if sum(robot["sigma"]) < 2:
        raise Refused(_("this robot is too simple: at least two joints must turn."))
    A = TRUTH.own_inertia(v, q)
    size = np.sqrt(np.abs(np.diag(A)))
    if size.min() <= 0 or np.linalg.eigvalsh(A / np.outer(size, size)).min() < 1e-6:
        raise Refused(_("some motion of the joints has no inertia; give J, or masses off the "
                        "axes."))
    whole = np.abs(TRUTH.own_drives(v, q, dq, ddq)).max()
    for part, unfelt in (
            (TRUTH.own_b(v, q, dq), _("this robot is too simple: its drives do not feel rates.")),
            (TRUTH.own_weight(v, q),
             _("this robot is too simple: its drives do not feel gravity."))):
        if np.abs(part).max() < FELT * whole:
            raise Refused(unfelt)
    _balanced(v)
    if np.abs(TRUTH.own_place(v, q) - TRUTH.own_place(v, q + 0.2)).max() < FELT:
        raise Refused(_("this robot is too simple: the origin of its last frame stays."))


def _balanced(v: dict) -> None:
    """No joint with so little to move that nobody sees whether it was left out."""
    q, dq, ddq = zip(*states(v))
    for what, sizes in (
            (_("inertia"), np.max([np.diag(TRUTH.own_inertia(v, x)) for x in q], axis=0)),
            (_("drive"), np.max(np.abs([TRUTH.own_drives(v, *x) for x in zip(q, dq, ddq)]),
                                axis=0))):
        if sizes.min() < SLIGHT * sizes.max():
            raise Refused(_("joint {slight} has next to no {what} beside joint {great}: it could "
                            "not be judged; give its link more mass, a tensor J or a load, or "
                            "leave the joint out.", slight=sizes.argmin() + 1, what=what,
                            great=sizes.argmax() + 1))


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


# -- what the functions of such a robot must give ------------------------------------------------
PARTS = ("sigma", "angles", "l", "m", "r", "J")


@lru_cache(maxsize=64)
def _mechanism(text: str) -> Mechanism:
    return Mechanism(**json.loads(text))


@lru_cache(maxsize=4096)
def _A(text: str, q: tuple) -> np.ndarray:
    return _mechanism(text).A(np.array(q))


@lru_cache(maxsize=4096)
def _b(text: str, q: tuple, dq: tuple) -> np.ndarray:
    return _mechanism(text).b(np.array(q), np.array(dq))


class OwnRobot:
    """What the functions of a student's own robot must give, one step a method."""

    def own_parameters(self, v) -> dict:
        return {part: v["robot"][part] for part in PARTS}

    def own_text(self, v) -> str:
        """The parameters in words: under these, what was worked out once is found again."""
        return json.dumps(self.own_parameters(v))

    def own_robot(self, v) -> Mechanism:
        return _mechanism(self.own_text(v))

    def own_gravity(self, v):
        return np.array(v["robot"]["gravity"], float)

    def own_place(self, v, q):
        robot = self.own_robot(v)
        return robot.at(q).t(robot.n)

    def own_attitude(self, v, q):
        robot = self.own_robot(v)
        return robot.at(q).tau(0, robot.n)

    def own_twist(self, v, q, dq):
        """omega over V of the last frame's origin."""
        s, n = self.own_robot(v).at(q, dq), self.own_robot(v).n
        return self.own_rows(s.omega(n, self.own_rate_axes(n)), s.V(n, frame=self.own_rate_axes(n)))

    def own_rows(self, omega, V):
        return np.concatenate([omega, V])

    def own_rate_axes(self, n):
        """The frame on whose axes velocities are given."""
        return 0

    def own_inertia(self, v, q):
        return _A(self.own_text(v), tuple(map(float, q)))

    def own_potential(self, v, q):
        return self.own_robot(v).at(q).potential_energy(self.own_gravity(v))

    def own_weight(self, v, q):
        """What the drives hold at rest."""
        rest = np.zeros(len(q))
        return self.own_robot(v).inverse_dynamics(q, rest, rest, Loads(gravity=self.own_gravity(v)))

    def own_b(self, v, q, dq):
        return _b(self.own_text(v), tuple(map(float, q)), tuple(map(float, dq)))

    def own_drives(self, v, q, dq, ddq):
        return (self.own_inertia(v, q) @ ddq + self.own_b(v, q, np.asarray(dq, float))
                + self.own_weight(v, q))

    def own_accelerations(self, v, q, dq, mu):
        return np.linalg.solve(self.own_inertia(v, q),
                               mu - self.own_b(v, q, dq) - self.own_weight(v, q))


TRUTH = OwnRobot()


# -- kinds whose size is that of the robot -------------------------------------------------------
class JointVector(Kind):
    """A number for each joint."""

    shape = (-1,)
    accepts = _("one number for each joint")

    def fits(self, a):
        return 0 < a.size <= MOST and max(a.shape, default=1) == a.size

    def distance(self, truth, answer):
        return super().distance(truth, answer) if truth.shape == answer.shape else np.inf

    def departs(self, truth, answer, tolerance):
        return super().departs(truth, answer, tolerance) if truth.shape == answer.shape else (
            _("it has {entries} entries, the robot {joints} joints", entries=answer.size,
              joints=truth.size))


class JointMatrix(JointVector):
    """A row and a column for each joint."""

    accepts = _("a row and a column for each joint")

    def read(self, encoded):
        """Square, whatever the number of joints."""
        if not encoded or encoded["type"] not in ("array", "list"):
            return super().read(encoded)
        found = array_of(encoded)
        if found is None or found.ndim != 2 or not found.shape[0] == found.shape[1] <= MOST:
            return Problem(_("The answer has another shape. Needed: {needed}.",
                             needed=self.accepts))
        return found


def motion_places(rows: np.ndarray) -> np.ndarray:
    """First rows of the triples that are looked at."""
    return np.linspace(0, len(rows) - 3, PLACES).astype(int)


def _steps_missed(v: dict, rows: np.ndarray) -> float:
    """The greatest miss of a row, from the row before, in dq and in q, for the greatest change."""
    n, step, h = rows.shape[1] // 2, rows[1, 0] - rows[0, 0], (rows[1, 0] - rows[0, 0]) / HALVES
    robot, places = TRUTH.own_robot(v), motion_places(rows)
    loads, still = Loads(gravity=TRUTH.own_gravity(v)), np.zeros((len(places), n))

    def rate(y):
        """At all places at once; one below the other."""
        q, dq = y[:, :n], y[:, n:]
        rest = robot.b(q, dq) + robot.inverse_dynamics(q, still, still, loads)
        return np.concatenate([dq, np.linalg.solve(robot.A(q), -rest[..., None])[..., 0]], axis=1)
    y = rows[places, 1:]
    speeds = np.abs(rate(y).reshape(-1, 2, n)).max(axis=2)
    for _step in range(HALVES):                                   # Runge and Kutta
        a = rate(y)
        b = rate(y + h / 2 * a)
        c = rate(y + h / 2 * b)
        y = y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
    missed = np.abs((y - rows[places + 1, 1:]).reshape(-1, 2, n)).max(axis=2)
    return float((missed.max(axis=0) / (step * np.maximum(speeds.max(axis=0), 1e-3))).max())


class Motion(Kind):
    """A table with the rows t, q, dq: judged by the equations of motion, with drives at rest."""

    ask = "table"
    accepts = _("a table of {least} to {most} rows, each with t, all q and all dq, for equal steps "
                "of time of at most {step:g} s", least=ROWS[0], most=ROWS[1], step=FINEST)

    def read(self, encoded):
        if not encoded or encoded["type"] not in ("array", "list"):
            return super().read(encoded)
        rows = array_of(encoded)
        if rows is None or rows.ndim != 2 or not ROWS[0] <= len(rows) <= ROWS[1] \
                or rows.shape[1] not in range(2 * FEWEST + 1, 2 * MOST + 2, 2):
            return Problem(_("The table does not fit. Needed: {needed}.", needed=self.accepts))
        step = np.diff(rows[:, 0])
        if step.min() <= 0 or np.ptp(step) > 1e-6 or step[0] > FINEST + 1e-9:
            return Problem(_("The times do not fit. Needed: {needed}.", needed=self.accepts))
        q = rows[:, 1:1 + rows.shape[1] // 2]
        if rows[-1, 0] - rows[0, 0] < SECONDS - 1e-6 or np.ptp(q, axis=0).max() < MOVED:
            return Problem(_("The motion is too small: at least {seconds:g} s are needed, and a "
                             "joint that moves by {moved:g} rad or m.", seconds=SECONDS,
                             moved=MOVED))
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
        return _("the table does not follow the robot's equations of motion with drives at rest")


# -- hidden inputs ---------------------------------------------------------------------------------
def states(v: dict) -> list[tuple]:
    """q, dq, ddq at the hidden states: the same for all functions, so that they can be compared."""
    rng, sigma = np.random.default_rng(v.get("inputs", 0)), np.array(v["robot"]["sigma"])
    spread = np.where(sigma, 1.4, 0.4)
    n = len(sigma)
    return [(spread * rng.uniform(-1, 1, n), rng.uniform(-1.2, 1.2, n), rng.uniform(-2, 2, n))
            for _ in range(STATES)]


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
    return [laws.Finding(None, "Check {name} first: the two have a law in common.", name=name)
            for name in names if not callable(own.get(name))][:1]


def _numbers_of(function, *given):
    return np.array(function(*(np.array(x, float) for x in given)), float)


def _robot_laws(flat):
    """What this robot lets the judge tell apart; see `alike`."""
    v = {"robot": unpacked(flat), "inputs": 1}
    points = {"robot": v["robot"] | {"J": np.zeros((len(v["robot"]["sigma"]), 3, 3)).tolist()}}
    whole, lacking = ([TRUTH.own_inertia(w, q) for q, _, _ in states(v)] for w in (v, points))
    told = not alike(whole, lacking)
    yield laws.Finding(told, "the tensors J are felt in A" if told else
                       "A is the same without the tensors J, so nobody could tell whether they "
                       "were left out: A, the drives and the accelerations of this robot would "
                       "not be judged. Give J of every link, also of slender ones")


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


CHECKS = {
    "robot": Check(laws=_robot_laws),
    "position": Check(function_laws=_position_laws),
    "attitude": Check(function_laws=_attitude_laws),
    "velocity": Check(function_laws=_velocity_laws),
    "inertia_matrix": Check(function_laws=_inertia_laws),
    "potential": Check(function_laws=_potential_laws),
    "drives": Check(function_laws=_drives_laws),
    "accelerations": Check(function_laws=_accelerations_laws),
    "motion": Check(function_laws=_motion_laws),
}
