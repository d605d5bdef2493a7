"""What lesson 14 shows but need not spell out: arms, frames, counters, figures, exercise checks."""

from __future__ import annotations

import json
import math
import time
from collections import Counter, namedtuple
from pathlib import Path

import numpy as np
import sympy
from tools import numbers

from robokit import Loads, Mechanism, drawing, laws
from robokit.codegen import Choice, Operations, generate
from robokit.codegen.compiled import function
from robokit.codegen.emit import Program
from robokit.codegen.frames import Skeleton, clean
from robokit.codegen.recursions import Motion
from robokit.codegen.tape import Tape, cos, sin
from robokit.drawing import COLOUR, LETTERS
from robokit.robots import load
from robokit.rotation import lam

G = (0.0, 0.0, -9.81)
CHOICES = json.loads((Path(__file__).parent / "data" / "puma560.json").read_text())
OPENSYMORO = 541                    # for the PUMA 560 with 36 base parameters: 301 + 240
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
    return Mechanism([1] * n, [(0.5, 0.2, 0.1)] * n, [(0.3, 0.1, 0.2)] * n)


def choice(kind) -> Choice:
    """The choice for the PUMA that a search of 40 s ("base") or 60 s ("numbers") had found."""
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

    __radd__, __rmul__ = __add__, __mul__


class NoMemory(Tape):
    """A tape that writes a line again although it stands there already."""

    def _line(self, line, free):
        self.lines.append(line)
        self.free.append(free)
        return len(self.lines) - 1


def written(tape, *results) -> None:
    """Print the lines a result needs, one operation a line."""
    for k in tape.needed(results):
        kind, *rest = tape.lines[k]
        named = kind in ("state", "parameter", "number")
        text = str(rest[0]) if named else (f"{kind}(v{rest[0]})" if len(rest) == 1 else
                                      f"v{rest[0]} {kind} v{rest[1]}")
        print(f"v{k:<3} {text:14}{kind if named else ''}{' (free)' * tape.free[k]}")


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
    """The recursion as it stands, every operation counted, also those with 0 and 1."""
    number = np.vectorize(Counted, otypes=[object])

    def run(q, dq, ddq):
        made, g = book_frames(robot, q, lambda x: Counted(math.sin(x)),
                              lambda x: Counted(math.cos(x)), number)
        ten = [Counted(x) for x in bodies(robot, book_frames)]
        return recursion(_links(made, ten, number), number(dq), number(ddq), g)
    Counted.tally.clear()
    run(*np.ones((3, robot.n)))
    return Operations(Counted.tally["*"], Counted.tally["+"], 0, 2 * robot.n), run


def on_tape(recursion, robot, frames=book_frames, tape=Tape):
    """The recursion run once on a tape, all ten parameters of a link letters."""
    tape, n = tape(), robot.n
    q, dq, ddq = ([tape.state(f"{x}{i}") for i in range(1, n + 1)] for x in ("q", "dq", "ddq"))
    names = [f"{x}{i}" for i in range(1, n + 1) for x in
             ("m", "rx", "ry", "rz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz")]
    made, g = frames(robot, q, sin, cos)
    results = recursion(_links(made, [tape.parameter(name) for name in names]), dq, ddq, g)
    program = Program("drives", tape, dict.fromkeys(("q", "dq", "ddq"), n), results)
    k = function(program.constants_source(names), "constants")(bodies(robot, frames))
    run = function(program.scalar(), "drives")
    return tape.operations(results), lambda *state: run(*state, k)


class Ladder:
    """Counts step by step, every step held against the readable inverse dynamics."""

    def __init__(self, robot):
        self.robot, self.steps = robot, []
        self.states = np.random.default_rng(14).uniform(-2, 2, (3, 20, robot.n))
        self.want = robot.inverse_dynamics(*self.states, Loads(gravity=G))

    def step(self, name, made):
        """made: a Code, or (operations, function of q, dq, ddq)."""
        operations, run = made if isinstance(made, tuple) else (made.operations, made)
        got = [np.array(run(*rows), float) for rows in zip(*self.states.tolist())]
        exact = bool((abs(got - self.want) <= 1e-12 * (1 + abs(self.want).max())).all())
        self.steps.append((name, operations))
        print(f"{name}: {operations.multiplications} + {operations.additions} = "
              f"{operations.together},  exact to 1e-12: {exact}")

    def code(self, parameters, chosen):
        return generate(self.robot, "inverse_dynamics", parameters, "scalar", gravity=G,
                        choice=chosen)


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


# -- figures -------------------------------------------------------------------------------------
def arm_figure(robot, q):
    fig, ax = drawing.figure(width=5, height=4.4, view=(18, -65))
    drawing.mechanism(ax, robot, q, frames=None, labels=False)
    drawing.show(fig, drawing.describe(robot, q).rstrip(".") + ".",
                 "Six turns; axes 2 and 3 parallel, the last three through one point.")


def _levels(tape, lines):
    """How many operations stand before each line."""
    level = {}
    for k in lines:
        level[k] = 1 + max((level[x] for x in tape.operands(k)), default=-1)
    return level


def tape_figure(links=2):
    """The tape of the planar arm with its numbers: every operation a dot, data flowing right."""
    code = planar_code(links)
    tape, results = program_of(code)
    lines = [k for k in tape.needed(results) if not tape.free[k]]
    level = _levels(tape, tape.needed(results))
    columns = {d: [k for k in lines if level[k] == d] for d in sorted({level[k] for k in lines})}
    place = {k: (d, (len(ks) - 1) / 2 - j) for d, ks in columns.items() for j, k in enumerate(ks)}
    fig, ax = drawing.figure(three_d=False, width=9, height=4, axes=True)
    for k in lines:
        for x in tape.operands(k):
            if x in place:
                ax.plot(*zip(place[x], place[k]), color=COLOUR["grey"], lw=0.8, alpha=0.6)
    tone = {"*": "orange", "+": "sky", "-": "sky", "state": "ink"}
    for k, (x, y) in place.items():
        kind, *rest = tape.lines[k]
        ax.text(x, y, rest[0] if kind == "state" else kind, ha="center", va="center",
                fontsize=LETTERS - 4, color="white", zorder=5, bbox={
                    "boxstyle": "round,pad=0.25", "fc": COLOUR[tone.get(kind, "purple")],
                    "ec": "none"})
    ax.set(aspect="auto", xlabel="operations that must come before", ylabel="", yticks=[])
    for side in ("left", "top", "right"):
        ax.spines[side].set_visible(False)
    o = code.operations
    drawing.show(fig, f"A graph from left to right: the states q, dq, ddq of {links} links stand "
                 f"left, {o.multiplications} orange dots are multiplications, {o.additions} blue "
                 f"ones additions, {o.sines_and_cosines} purple ones sines and cosines; lines "
                 "join each operation with what it needs.",
                 f"The tape of the planar arm with {links} links: {o.together} operations.")


def program_of(code):
    """(tape, results) of a generated inverse dynamics, read back from its source."""
    tape, scope = Tape(), {"sin": sin, "cos": cos}
    exec(code.source, scope)
    n = code.robot.n
    state = [[tape.state(f"{x}{i}") for i in range(1, n + 1)] for x in ("q", "dq", "ddq")]
    return tape, scope["inverse_dynamics"](*state, code._prepared(None))


def cse_figure(counts):
    """counts: n -> (best finished form, our recursion on a tape, generated code)."""
    fig, ax = drawing.figure(three_d=False, width=7, height=3.6)
    kinds = (("orange", "finished, then cse"), ("grey", "drives, on a tape"), ("sky", "generated"))
    for k, (color, name) in enumerate(kinds):
        heights = [row[k] for row in counts.values()]
        bars = ax.bar(np.array(list(counts)) + 0.27 * (k - 1), heights, 0.25, color=COLOUR[color],
                      label=name)
        ax.bar_label(bars, fontsize=LETTERS - 3)
    ax.legend(frameon=False, fontsize=LETTERS - 2)
    ax.margins(y=0.1)
    ax.set(aspect="auto", xticks=list(counts), xlabel="links of the planar arm",
           ylabel="operations")
    words = "; ".join(f"{n} links {a}, {b} and {c}" for n, (a, b, c) in counts.items())
    drawing.show(fig, "Three bars for each number of links, finished expressions after cse, the "
                 f"recursion on a tape, generated code: {words}.",
                 "What a formula has forgotten, cse does not find again.")


def frames_figure(robot, q):
    """The book's frames and those on the joint axes."""
    s, skeleton = robot.at(q), Skeleton.of(robot, (0,) * robot.n)
    fig, axes = drawing.figure(2, width=8, height=5.6, axes=False, view=(20, -35),
                               titles=["the book's frames", "Z on the link's own axis"])
    for ax in axes:
        drawing.mechanism(ax, robot, q, frames=None, labels=False, color=COLOUR["grey"])
    for i, link in enumerate(skeleton.links[:3], 1):
        turn, origin = link.own
        drawing.frame(axes[0], s.tau(0, i), s.t(i), label=str(i), size=0.26)
        drawing.frame(axes[1], s.tau(0, i) @ turn, s.t(i) + s.tau(0, i) @ origin, label=str(i),
                      size=0.26)
    drawing.show(fig, "Twice the same arm with the frames of its first three links. Left the blue "
                 "z of each link points along the axis of the next joint, right along the axis of "
                 "the link's own joint.",
                 "The same links, other frames: on the right a joint turns the frame about its "
                 "own Z, and Z does not notice.")


def twist_figure(angles, counts):
    """Operations over the twist between the axes 2 and 3, in whole degrees."""
    fig, ax = drawing.figure(three_d=False, width=6, height=3.4)
    special = [a % 90 == 0 for a in angles]
    ax.plot(*zip(*[(a, c) for a, c, x in zip(angles, counts, special) if not x]), ".",
            color=COLOUR["grey"])
    for a, c in [(a, c) for a, c, x in zip(angles, counts, special) if x]:
        ax.plot(a, c, "o", color=COLOUR["orange"], ms=8)
        ax.annotate(f"{c}", (a, c), (8 if a < 90 else -8, 0), textcoords="offset points",
                    ha="left" if a < 90 else "right", va="center", fontsize=LETTERS - 1)
    ax.margins(y=0.2)
    ax.set(aspect="auto", xlabel="twist between axes 2 and 3, degrees", ylabel="operations")
    words = ", ".join(f"{c} at {a} degrees" for a, c in zip(angles, counts) if a % 45 == 0)
    drawing.show(fig, f"Dots over the angle. They lie on one level and drop at both ends: {words}.",
                 "One degree off costs as much as any angle: exact zeros are what saves.")


def search_figure(seen, start):
    fig, ax = drawing.figure(three_d=False, width=6, height=3.2)
    ax.step([1] + [p.tried for p in seen], [start] + [p.best for p in seen], where="post",
            color=COLOUR["orange"], lw=2.5)
    ax.set(aspect="auto", xlabel="choices tried", ylabel="operations, best so far")
    drawing.show(fig, "A staircase over the number of choices tried: it falls in a few steps at "
                 "first and is flat for long stretches after.",
                 "A random walk that never goes uphill. Most of the gain comes early.")


def waterfall_figure(steps, other=OPENSYMORO):
    """Operations together after each reduction; steps: (name, operations)."""
    fig, ax = drawing.figure(three_d=False, width=9, height=4.6)
    totals = [o.together for _, o in steps]
    rows = -np.arange(len(steps))
    ax.barh(rows, [o.multiplications for _, o in steps], color=COLOUR["orange"], height=0.66)
    ax.barh(rows, [o.additions for _, o in steps], left=[o.multiplications for _, o in steps],
            color=COLOUR["sky"], height=0.66)
    for row, total in zip(rows, totals):
        ax.text(total + 12, row, str(total), va="center", fontsize=LETTERS - 2, zorder=4,
                bbox={"fc": "white", "ec": "none", "pad": 1})
    ax.axvline(other, color=COLOUR["ink"], lw=1.2, ls="--")
    ax.text(other + 12, 0.62, f"OpenSYMORO: {other}", fontsize=LETTERS - 2)
    ax.set(aspect="auto", xlabel="multiplications (orange) and additions (blue)", ylabel="",
           xlim=(0, 1.08 * max(totals)), ylim=(rows[-1] - 0.6, 1.1))
    ax.set_yticks(rows, [name for name, _ in steps], fontsize=LETTERS - 2)
    words = ", ".join(f"{name} {total}" for (name, _), total in zip(steps, totals))
    drawing.show(fig, f"Bars one under the other that grow shorter: {words}. A dashed line marks "
                 f"the {other} of OpenSYMORO.",
                 f"The same drives, exact at every step: from {totals[0]} operations to "
                 f"{totals[-1]}.")


def joints_figure(counts):
    """counts: what -> {n: operations}."""
    fig, axes = drawing.figure(2, three_d=False, width=9.4, height=3.6,
                               titles=["together", "for each joint"])
    words = []
    for (what, found), color in zip(counts.items(), ("sky", "orange", "purple")):
        n, total = np.array(list(found)), np.array(list(found.values()))
        for ax, y in zip(axes, (total, total / n)):
            ax.plot(n, y, "o-", ms=4, color=COLOUR[color])
            ax.annotate(f" {what}", (n[-1], y[-1]), fontsize=LETTERS - 3, color=COLOUR[color],
                        va="center")
        words.append(f"{what} {total[0]} for {n[0]}, {total[-1]} for {n[-1]}")
    for ax in axes:
        ax.set(aspect="auto", xlabel="joints", xlim=(0, 43), xticks=range(0, 31, 5))
        ax.set_ylim(0)
    axes[0].set_ylabel("operations")
    axes[1].set_ylabel("operations / joints")
    drawing.show(fig, f"Operations over the number of joints: {'; '.join(words)}. A joint of the "
                 "inverse dynamics costs the same in a long arm; the other two curves rise.",
                 "Inverse dynamics is linear in the number of joints; the matrix A and "
                 "the solution of its equations are not.")


# -- time ----------------------------------------------------------------------------------------
def seconds(f, least=0.05) -> float:
    """Best time of one call of f."""
    best, until = np.inf, time.perf_counter() + least
    while time.perf_counter() < until:
        began = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - began)
    return best


# -- exercises -----------------------------------------------------------------------------------
def _count(f, *names) -> Operations:
    """Operations of f on letters, each a state of a tape."""
    tape = Tape()
    results = f(*[[tape.state(f"{x}{i}") for i in range(size)] if size else tape.state(x)
                  for x, size in names])
    flat = np.array(results, object).ravel().tolist()
    return tape.operations(flat)


def check_turn(turn):
    """Exercise 1: laws of R S R^T, and the count on a tape."""
    rng = np.random.default_rng(1)
    angle, (a, b, d) = 0.7, rng.normal(size=3)
    c, s = np.cos(angle), np.sin(angle)
    answer = turn(c, s, a, b, d)
    if not numbers(answer):
        return
    if np.shape(answer) != (3,):
        return laws.report(laws.Finding(False, "the answer needs three entries: 11, 12, 22"))
    S, T = np.array([[a, b], [b, d]]), np.array([answer[:2], answer[1:]], float)
    findings = [laws.same(np.trace(T), a + d, "the trace stays"),
                laws.same(np.linalg.det(T), a * d - b * b, "the determinant stays"),
                laws.same(T @ [c, s], np.array([[c, -s], [s, c]]) @ S[:, 0],
                          "T R e_1 is R S e_1")]
    if all(findings):
        found = _count(turn, ("c", 0), ("s", 0), ("a", 0), ("b", 0), ("d", 0))
        findings.append(laws.Finding(found.together <= 10, f"at most ten operations; here {found}"))
    laws.report(*findings)


def check_U(U):
    """Exercise 2: skew part and symmetric part of U must be what they are."""
    w, dw = np.random.default_rng(2).normal(size=(2, 3))
    true = lam(dw) + lam(w) @ lam(w)
    answer = U(w, true[:, 2], dw[2])
    if not numbers(answer):
        return
    if np.shape(answer) != (3, 3):
        return laws.report(laws.Finding(False, "the answer needs three rows of three"))
    found = np.array(answer, float)
    findings = [laws.same(found - found.T, 2 * lam(dw), "the skew part is lambda(domega)"),
                laws.same(found + found.T, 2 * lam(w) @ lam(w), "the other is lambda(omega)^2")]
    if all(findings):
        count = _count(U, ("w", 3), ("u", 3), ("spin", 0))
        findings.append(laws.Finding(count.together <= 14,
                                     f"at most fourteen operations; here {count}"))
    laws.report(*findings)


def check_idle(names):
    """Exercise 3: change a parameter of link 1 and look whether a drive moves."""
    if not numbers(None if names is Ellipsis else [0.0]):
        return
    known = ("m", "hx", "hy", "hz", "Sxx", "Sxy", "Sxz", "Syy", "Syz", "Szz")
    if set(names) - set(known):
        return laws.report(laws.Finding(False, f"the names are {', '.join(known)}"))
    code = generate(puma(), "inverse_dynamics", "full", "scalar", gravity=G)
    state = np.random.default_rng(3).normal(size=(3, 6))
    still = set()
    for k, name in enumerate(known):
        changed = code.values.copy()
        changed[k] += 1
        if np.allclose(code(*state, parameters=changed), code(*state), atol=1e-9):
            still.add(name)
    laws.report(laws.Finding(set(names) <= still, "each that you name moves no drive"),
                laws.Finding(len(set(names)) >= len(still), "you have named them all"))


def check_forecast(forecast):
    """Exercise 4: the count of a longer arm, foretold."""
    answer = forecast(25)
    if not numbers(answer):
        return
    count = generate(long_arm(25), "inverse_dynamics", gravity=G).operations.together
    laws.report(laws.same(float(answer), float(count), "the count of 25 joints"))
