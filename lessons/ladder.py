"""Lesson 14 counts: numbers that count what is done with them, frames for a recursion, a ladder.

A recursion is a function of (links, dq, ddq, g) that returns the drives. It is run on numbers that
count (`on_numbers`) or on a tape that writes down (`on_tape`); a `Ladder` collects the counts and
holds each against the readable inverse dynamics of robokit.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter, namedtuple
from pathlib import Path

import numpy as np
import sympy

from lessons.words import _
from robokit import Loads, Mechanism
from robokit.codegen import Choice, Operations, generate
from robokit.codegen.compiled import function
from robokit.codegen.emit import Program
from robokit.codegen.frames import Skeleton, clean
from robokit.codegen.recursions import Motion
from robokit.codegen.tape import Tape, cos, sin
from robokit.robots import load

G = (0.0, 0.0, -9.81)
CHOICES = json.loads((Path(__file__).parent / "data" / "puma560.json").read_text())
QUARTER = np.pi / 2


# -- the arms of the lesson ----------------------------------------------------------------------
def puma() -> Mechanism:
    """The PUMA 560; the published tensor of link 3 belongs to no body, which nobody needs here."""
    return load("puma560")


def planar(n=2, exact=False) -> Mechanism:
    """n turns about parallel axes, every link a rod; exact: fractions in place of floats."""
    a = [sympy.Rational(k, 10) for k in (5, 4, 3, 2)][:n]
    m = [sympy.Rational(k, 2) for k in (4, 3, 2, 2)][:n]
    J = [sympy.diag(0, mass * x**2 / 12, mass * x**2 / 12) for mass, x in zip(m, a)]
    if not exact:
        a, m, J = (np.array(x, float) for x in (a, m, J))
    return Mechanism([1] * n, np.zeros((n, 3), int), [(x, 0, 0) for x in a], m,
                     [(-x / 2, 0, 0) for x in a], J, name=f"{n} links in a plane")


def twisted(angle) -> Mechanism:
    """Six turns, right angles between the axes but for one: the second from the third."""
    rows = [(0, 0, 0.1, QUARTER), (0, 0, 0.4, angle), (0, 0.1, 0.05, -QUARTER),
            (0, 0.4, 0, QUARTER), (0, 0, 0, -QUARTER), (0, 0, 0, 0)]
    return Mechanism.from_dh(rows)


def long_arm(n) -> Mechanism:
    """n turns without a right angle, all links alike."""
    return Mechanism([1] * n, [(0.5, 0.2, 0.1)] * n, [(0.3, 0.1, 0.2)] * n, [2.0] * n,
                     [(-0.2, 0.0, -0.1)] * n, [np.diag([0.03, 0.04, 0.05])] * n)


def choice(kind) -> Choice:
    """The choice for the PUMA that a search of 40 s ("base") or 60 s ("numbers") had found.

    The generator was an earlier one, and wrote longer code for some choices on the way.
    """
    kept = CHOICES[kind]
    return Choice(*(tuple(kept[name]) for name in ("slides", "order", "fill")), kept["unit"])


# -- scalars that are counted --------------------------------------------------------------------
class Counted(float):
    """A number that counts what is done with it, whatever its value."""

    tally: Counter = Counter()

    def __add__(self, other):
        Counted.tally["+"] += 1
        return Counted(float(self) + float(other))

    def __sub__(self, other):
        return self + -float(other)

    def __mul__(self, other):
        Counted.tally["*"] += 1
        return Counted(float(self) * float(other))

    def __neg__(self):
        return Counted(-float(self))

    def __truediv__(self, other):
        Counted.tally["/"] += 1
        return Counted(float(self) / float(other))

    __radd__, __rmul__ = __add__, __mul__


def counting(x):
    """An array of numbers that count."""
    return np.vectorize(Counted, otypes=[object])(x)


class NoMemory(Tape):
    """A tape that writes a line again although it stands there already."""

    def _line(self, line, free):
        self.lines.append(line)
        self.free.append(free)
        return len(self.lines) - 1


def written(tape, *results) -> None:
    """Print the lines a result needs, one operation a line."""
    kinds = {"state": _("state"), "parameter": _("parameter"), "number": _("number")}
    for k in tape.needed(results):
        kind, *rest = tape.lines[k]
        text = str(rest[0]) if kind in kinds else (
            f"{kind}(v{rest[0]})" if len(rest) == 1 else f"v{rest[0]} {kind} v{rest[1]}")
        print(f"v{k:<3} {text:14}{kinds.get(kind, '')}".rstrip())


# -- frames for the recursion of the lesson ------------------------------------------------------
Link = namedtuple("Link", "tau l v m r J")


def book_frames(robot, q, sin, cos, number=np.asarray):
    """(tau_{i,i-1}, l_i, v_i) of every link, section 2, and gravity in frame 0."""
    made = []
    for i, x in enumerate(q, 1):
        c, s = cos(x), sin(x)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]], object)
        made.append((number(clean(robot.eps(i))) @ number(turn), number(robot.l[i - 1]),
                     number(clean(robot.v(i)))))
    return made, number(np.array(G))


def axis_frames(robot, q, sin, cos, number=np.asarray):
    """The same for frames with Z on the link's own axis and X along the normal to the next one.

    l_i leads from the axis of the link to the origin of the next frame, where the link ends.
    """
    skeleton, zero = Skeleton.of(robot, (0,) * robot.n), [0] * robot.n
    joints = Motion(skeleton, q, zero, zero, sin, cos, merge=False).joints
    ends = [link.p for link in skeleton.links[1:]] + [np.zeros(3)]
    made = []
    for joint, end in zip(joints, ends):
        turn = np.array([[joint.c, joint.s, 0], [-joint.s, joint.c, 0], [0, 0, 1]], object)
        made.append((turn @ np.array(joint.turn_back, object), end, np.array([0, 0, 1])))
    return made, np.array(clean(skeleton.base[0].T @ G))


def bodies(robot, frames) -> list[float]:
    """m, r and J of every link about its end, on the axes of these frames: ten numbers each."""
    rows, skeleton = [], Skeleton.of(robot, (0,) * robot.n)
    ends = [link.p for link in skeleton.links[1:]] + [np.zeros(3)]
    for m, r, J, link, end in zip(robot.m, robot.r, robot.J, skeleton.links, ends):
        if frames is axis_frames:
            turn, origin = link.own
            r, J = turn.T @ (r - origin) - end, turn.T @ J @ turn
        rows += [m, *r, *J[np.triu_indices(3)]]
    return [float(x) for x in rows]


def _links(frames, ten, number=np.asarray):
    """`frames` and ten scalars a link, put together."""
    found = []
    for k, (tau, l, v) in enumerate(frames):
        m, x, y, z, a, b, c, d, e, f = ten[10 * k:10 * k + 10]
        found.append(Link(tau, l, v, m, number(np.array([x, y, z])),
                          number(np.array([[a, b, c], [b, d, e], [c, e, f]]))))
    return found


def on_numbers(recursion, robot):
    """(operations, function of the state): every operation counted, also those with 0 and 1."""
    def run(q, dq, ddq):
        made, g = book_frames(robot, q, lambda x: Counted(math.sin(x)),
                              lambda x: Counted(math.cos(x)), counting)
        ten = [Counted(x) for x in bodies(robot, book_frames)]
        return recursion(_links(made, ten, counting), counting(dq), counting(ddq), g)
    Counted.tally.clear()
    run(*np.ones((3, robot.n)))
    return Operations(Counted.tally["*"], Counted.tally["+"], 0, 2 * robot.n), run


def on_tape(recursion, robot, frames=book_frames, tape=Tape):
    """(operations, function of the state): run once on a tape, ten letters a link."""
    tape, n = tape(), robot.n
    q, dq, ddq = ([tape.state(f"{x}{i}") for i in range(1, n + 1)] for x in ("q", "dq", "ddq"))
    names = _names(n)
    made, g = frames(robot, q, sin, cos)
    results = recursion(_links(made, [tape.parameter(name) for name in names]), dq, ddq, g)
    program = Program("drives", tape, dict.fromkeys(("q", "dq", "ddq"), n), results)
    k = function(program.constants_source(names), "constants")(bodies(robot, frames))
    run = function(program.scalar(), "drives")
    return tape.operations(results), lambda *state: run(*state, k)


def aba_on_tape(by_rates, aba, robot):
    """(operations, function of q, dq, mu): forward dynamics without A, ten letters a link.

    by_rates([(X, s, K) of every link], dq) goes outward, aba(its result, mu, g) gives ddq. Frames
    stand on the joint axes, screws are written about their origins.
    """
    tape, n = Tape(), robot.n
    q, dq, mu = ([tape.state(f"{x}{i}") for i in range(1, n + 1)] for x in ("q", "dq", "mu"))
    made, g = axis_frames(robot, q, sin, cos)
    names = _names(n)
    chain = own_screws(_links(made, [tape.parameter(name) for name in names]))
    results = list(aba(by_rates(chain, dq), mu, g))
    program = Program("accelerations", tape, dict.fromkeys(("q", "dq", "mu"), n), results)
    k = function(program.constants_source(names), "constants")(bodies(robot, axis_frames))
    run = function(program.scalar(), "accelerations")
    return tape.operations(results), lambda *state: run(*state, k)


def own_screws(links):
    """(X, s, K) of links in `axis_frames`, about the origin of each frame; X from the last."""
    found, before = [], [0, 0, 0]
    for tau, l, v, m, r, J in links:
        arm = _lam(l + r)
        X = np.block([[tau, 0 * tau], [-tau @ _lam(before), tau]])
        K = np.block([[J - arm @ arm * m, arm * m], [-arm * m, np.eye(3) * m]])
        found.append((X, np.r_[v, 0 * v], K))
        before = l
    return found


def _lam(x):
    """The matrix of the cross product, of scalars of any kind."""
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]], object)


def _names(n):
    """What the ten letters of each link are called."""
    return [f"{x}{i}" for i in range(1, n + 1)
            for x in ("m", "rx", "ry", "rz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz")]


class Ladder:
    """Counts step by step, every step held against the readable inverse dynamics."""

    def __init__(self, robot, gravity=G):
        self.robot, self.steps, self.gravity = robot, {}, gravity
        self.states = np.random.default_rng(14).uniform(-2, 2, (3, 20, robot.n))
        self.want = robot.inverse_dynamics(*self.states, Loads(gravity=gravity))

    def step(self, name, made):
        """Count, hold to the truth, print. made: a Code, or (operations, a function of the state).

        ValueError when a drive is off by more than 1e-12 of the largest.
        """
        operations, run = made if isinstance(made, tuple) else (made.operations, made)
        got = np.array([run(*rows) for rows in zip(*self.states.tolist())], float)
        off = abs(got - self.want).max() / (1 + abs(self.want).max())
        if off > 1e-12:
            raise ValueError(f"{name}: the drives are off by {off:.1e}, this step is not exact")
        self.steps[name] = operations
        print(f"{called(name)}: {operations.multiplications} + {operations.additions} = "
              f"{operations.together}")

    def code(self, parameters, chosen=None, target="scalar"):
        """Generated inverse dynamics of the arm."""
        return generate(self.robot, "inverse_dynamics", parameters, target, gravity=self.gravity,
                        choice=chosen)


def called(name) -> str:
    """What a step of the ladder is called in the language of the notebook."""
    return {"written": _("as written"), "folded": _("zeros and ones folded"),
            "once": _("every line once"), "frames": _("frames on the joint axes"),
            "third": _("third column of U"), "base": _("base parameters"),
            "parallel": _("parallel axes merged"), "unit": _("0.4318 m as unit of length"),
            "searched": _("frames and parameters searched"), "numbers": _("published numbers"),
            "all": _("numbers and search"), "letters": _("ten letters a link"),
            "own": _("its own numbers")}[name]


# -- the wrong turn ------------------------------------------------------------------------------
def finished(n):
    """Drives of the planar arm as sympy writes them: name -> list of n expressions."""
    q, dq, ddq = (sympy.symbols(f"{x}_1:{n + 1}") for x in ("q", "u", "w"))
    s = planar(n, exact=True).at(q, dq, ddq)
    found = {"as it comes": list(s.drives(Loads(gravity=(0, -sympy.Rational(981, 100), 0))))}
    if n < 4:
        found["expanded"] = [sympy.expand(x) for x in found["as it comes"]]
    if n < 3:
        found["simplified"] = [sympy.trigsimp(x) for x in found["expanded"]]
    return found


def operations_of(expressions, cse=False) -> int:
    """Operations with sines and cosines, as sympy counts, before or after cse."""
    parts, rest = sympy.cse(expressions) if cse else ([], expressions)
    return int(sum(sympy.count_ops(x) for x in [e for _, e in parts] + list(rest)))


def with_sines(operations) -> int:
    return operations.together + operations.sines_and_cosines


def known_numbers(recursion, n) -> int:
    """The recursion on a tape for the planar arm, in the book's frames and with its numbers."""
    robot, tape = planar(n), Tape()
    q, dq, ddq = ([tape.state(f"{x}{i}") for i in range(n)] for x in ("q", "dq", "ddq"))
    made, _ = book_frames(robot, q, sin, cos)
    weight = np.array([0, -9.81, 0])
    return with_sines(tape.operations(recursion(_links(made, bodies(robot, book_frames)), dq, ddq,
                                                weight)))


def planar_code(n, parameters="numbers"):
    return generate(planar(n), "inverse_dynamics", parameters, "scalar", gravity=(0, -9.81, 0))


def program_of(code):
    """(tape, results) of a generated inverse dynamics, read back from its source."""
    tape, scope = Tape(), {"sin": sin, "cos": cos}
    exec(code.source, scope)
    n = code.robot.n
    state = [[tape.state(f"{x}{i}") for i in range(1, n + 1)] for x in ("q", "dq", "ddq")]
    return tape, scope["inverse_dynamics"](*state, code._prepared(None))


# -- time ----------------------------------------------------------------------------------------
def seconds(f, least=0.05) -> float:
    """Best time of one call of f."""
    best, until = np.inf, time.perf_counter() + least
    while time.perf_counter() < until:
        began = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - began)
    return best
