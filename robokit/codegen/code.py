"""`generate`: the tape of a problem, its parameters, and the callable that comes of it."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

import numpy as np

from ..arithmetic import is_symbolic, numbers, shaped
from ..mechanism import Mechanism
from ..types import ArrayLike, Floats, Shape
from . import compiled, controller, derivatives, recursions
from . import parameters as inertial
from .derivatives import Load
from .emit import Program
from .frames import Skeleton, clear
from .recursions import Factors, Inertia, Motion
from .search import Choice, Progress, search
from .tape import Entry, Operations, Scalar, Tape, cos, sin
from .vectors import Real, Vector, plain, scaled

__all__ = ["Code", "generate"]

INPUTS = {"position": ("q",), "frames": ("q",), "jacobian": ("q",), "A": ("q",), "b": ("q", "dq"),
          "inverse_dynamics": ("q", "dq", "ddq"), "forward_dynamics": ("q", "dq", "mu"),
          "inverse_dynamics_derivatives": ("q", "dq", "ddq"),
          "forward_dynamics_derivatives": ("q", "dq", "mu")}
LOADED = tuple(what for what in INPUTS if what not in ("position", "frames", "jacobian", "A", "b"))
KINEMATICS = ("position", "frames", "jacobian")
PARAMETERS = ("full", "base", "numbers")
TARGETS = ("numpy", "scalar", "c", "numba", "js")
NO_INVERSE = "m, r, J: got a matrix A that has no inverse, needs inertia at every joint"


class Code:
    """Generated code: callable, single or batched, with its source and its count.

    source : str                  the text; what it takes from the parameters comes as k, see
                                  `constants_source`. For "js": inverseDynamics(q, dq, ddq, out)
                                  and the like, on arrays of numbers, for one state; out is made
                                  where none is given, and returned; the robot's own k stands
                                  before it
    operations : Operations       what depends on the state, counted
    parameters : (names,)         inertial parameters the call takes, in this order; of each link
                                  m, h = m r and S, the integral of x x^T dm, about the origin of
                                  the frame that `skeleton` gives it, in units of `choice.unit`
    matrix : (p, 10 n)            from all ten of every link to these parameters
    values : (p,)                 the robot's own, used when a call names none; not to be written
                                  into; None without inertias
    """

    def __init__(self, plan: Plan, choice: Choice, target: str):
        self.what, self.target, self.choice = plan.what, target, choice
        self.robot, self.skeleton = plan.robot, plan.skeleton(choice)
        self.parameters, self.matrix = plan.names(choice)
        program, self._shape = plan.program(choice)
        self._program = program
        self._size = math.prod(self._shape)
        self.operations: Operations = program.tape.operations(program.results)
        self.values = _fixed(plan.values(choice) if len(self.parameters) else np.empty(0))
        self.constants_source = program.constants_source(self.parameters)
        self._constants = compiled.function(self.constants_source, "constants")
        self._own = None if self.values is None else self._constants(self.values.tolist())
        if target not in ("scalar", "numpy"):       # a compiler that is missing is told at once
            _ = self._built
        self._inputs = plan.inputs
        self._last: tuple[ArrayLike, list[float]] | None = None

    @functools.cached_property
    def _built(self) -> tuple[str, Callable[..., Any]]:
        """Source and callable, made when asked for: who counts operations needs neither."""
        return compiled.build(self._program, self.target, self._own)

    @functools.cached_property
    def source(self) -> str:
        return self._built[0]

    @functools.cached_property
    def _run(self) -> Callable[..., Any]:
        return self._built[1]

    def __call__(self, *state: ArrayLike, parameters: ArrayLike | None = None,
                 threads: int = 1) -> Floats:
        """The result for q [, dq [, ddq or mu]], each (..., n).

        "position": (..., 12), t and the rows of tau of the tool; "frames": (..., n + 2, 3, 4),
        [tau t] of the frames 0..n and of the tool, all seen from {B}; "jacobian": (..., 6, n);
        "A": (..., n, n); "inverse_dynamics_derivatives": (..., 3, n, n), d(mu)/dq, d(mu)/d(dq) and
        d(mu)/d(ddq) = A; "forward_dynamics_derivatives": (..., 3, n, n), d(ddq)/dq, d(ddq)/d(dq)
        and d(ddq)/d(mu) = A^-1; [i, j] is of number i by number j. Else (..., n).
        With loads F and M follow, each (..., n, 3): forces at mass centres and moments, in frame 0.
        parameters: (p,), in place of the robot's own. threads: among how many a batch is shared
        out; numpy, C and numba know how.
        """
        if not isinstance(threads, int) or threads < 1:
            raise ValueError(f"threads: got {threads!r}, needs a whole number from 1")
        k = self._prepared(parameters)
        self._count(state)
        if self.target == "scalar":
            lists: list[Any] = [x.tolist() if isinstance(x, np.ndarray) else x for x in state]
            if _plain(lists, self.robot.n):
                answer = np.array(self._solved(*lists, k))
                return answer if len(self._shape) == 1 else answer.reshape(self._shape)
        door = shaped if self.target in compiled.LOOKING else numbers
        arrays = [self._flat(door, name, x) for name, x in zip(self._inputs, state)]
        if any(is_symbolic(x) for x in arrays):
            raise ValueError("q, dq, ddq: got symbols, needs numbers: the code is generated")
        batches = [x.shape[:-1] for x in arrays]
        batch = batches[0]
        if batches.count(batch) < len(batches):
            batch = np.broadcast_shapes(*batches)
            arrays = [np.broadcast_to(x, batch + x.shape[-1:]) for x in arrays]
        flat = [x.reshape(-1, x.shape[-1]) for x in arrays]
        rows = (self._one_by_one(flat, k) if self.target == "scalar" else
                self._run(flat, np.array(k, float), self._size, threads))
        if rows is None:
            self._refused(state)
        # The derivatives end in A^-1, (n, n); where there is none, its diagonal is not finite.
        last = rows[:, -self.robot.n**2::self.robot.n + 1] if len(self._shape) > 1 else rows
        if self.what.startswith("forward_dynamics") and not np.isfinite(last).all():
            raise ValueError(NO_INVERSE)
        return rows.reshape(batch + self._shape)

    def _flat(self, door: Callable[[str, ArrayLike, Shape], Floats], name: str,
              x: ArrayLike) -> Floats:
        """One argument, (..., entries)."""
        if name not in ("F", "M"):
            return door(name, x, (..., self.robot.n))
        x = door(name, x, (..., self.robot.n, 3))
        return x.reshape(*x.shape[:-2], -1)

    def _refused(self, state: Sequence[ArrayLike]) -> NoReturn:
        """ValueError that names the argument with a number that is not finite."""
        for name, x in zip(self._inputs, state):
            self._flat(numbers, name, x)
        raise AssertionError

    def _one_by_one(self, flat: list[Floats], k: list[float]) -> Floats:
        rows = [self._solved(*row, k) for row in zip(*[x.tolist() for x in flat])]
        return np.array(rows).reshape(len(rows), self._size)

    def _solved(self, *arguments: list[float]) -> list[float]:
        try:
            return self._run(*arguments)
        except ZeroDivisionError:
            raise ValueError(NO_INVERSE) from None

    def _count(self, state: Sequence[ArrayLike]) -> None:
        if len(state) != len(self._inputs):
            raise ValueError(f"{self.what}: got {len(state)} arguments, needs "
                             f"{', '.join(self._inputs)}")

    def _prepared(self, parameters: ArrayLike | None) -> list[float]:
        """The constants of the body; worked out anew only for new parameters."""
        if parameters is None:
            if self.values is None:
                raise ValueError("parameters: got None, needs values: the mechanism has no "
                                 "inertias")
            parameters = self.values
        last = self._last                        # once: another thread may put its own there
        if last is None or parameters is not last[0]:
            p = numbers("parameters", parameters, (len(self.parameters),))
            last = parameters, self._constants(p.tolist())
            if parameters is self.values:        # others may change in place before the next call
                self._last = last
        return last[1]

    def parameters_of(self, robot: Mechanism) -> Floats:
        """Parameters of a mechanism of the same geometry with other inertias. (p,)"""
        robot.check_inertias()
        return self.matrix @ inertial.values(robot, self.skeleton).ravel()

    def controller(self, real: str = "double") -> str:
        """The same for a controller: one C file, one function, one state, nothing that it needs.

        real: "double" or "float". The text is ISO C99 without headers, allocation and loops; its
        first lines say what goes in and comes out, and in which units. Sines are its own: right to
        the last place for angles up to 1e5 in double, within 1e-7 up to 8000 in float. With
        parameters the function takes p (p,), and the file holds the robot's own as a constant.
        """
        if real not in controller.REALS:
            raise ValueError(f"real: got {real!r}, needs one of {', '.join(controller.REALS)}")
        return controller.c(self._program, real, f"{self.what} of "
                            f"{self.robot.name or f'{self.robot.n} links'}", self.parameters,
                            None if self.values is None else self.values.tolist(),
                            self.choice.unit)

    def __repr__(self) -> str:
        return (f"<{self.what} of {self.robot.name or f'{self.robot.n} links'}, {self.target}: "
                f"{self.operations}>")


def _flat(*tables: list[list[Real]]) -> list[Real]:
    return [x for table in tables for row in table for x in row]


def _fixed(x: Floats | None) -> Floats | None:
    if x is not None:
        x.flags.writeable = False
    return x


def _plain(lists: Iterable[Any], n: int) -> bool:
    """All are flat, of n finite numbers: nothing needs a closer look."""
    try:
        for x in lists:
            if len(x) != n or not math.isfinite(sum(x)):
                return False
    except TypeError:
        return False
    return True


@dataclasses.dataclass
class Plan:
    """A problem before the choices are made."""

    robot: Mechanism
    what: str
    kind: str
    gravity: tuple[float, float, float]
    loads: bool = False

    def __post_init__(self) -> None:
        self._skeletons: dict[tuple[int, ...], Skeleton] = {}
        self._regressors: dict[tuple[int, ...], Floats] = {}

    @property
    def n(self) -> int:
        return self.robot.n

    @property
    def inputs(self) -> dict[str, int]:
        """What the code is called with: name -> how many numbers of a state."""
        sizes = dict.fromkeys(INPUTS[self.what], self.n)
        return sizes | dict.fromkeys("FM", 3 * self.n) if self.loads else sizes

    @property
    def inertial(self) -> bool:
        return self.what not in KINEMATICS

    @property
    def scales(self) -> bool:
        """Another unit of length costs nothing: no joint coordinate is a length."""
        return self.inertial and bool(np.all(self.robot.sigma == 1))

    def skeleton(self, choice: Choice) -> Skeleton:
        """The frames as the recursions see them."""
        skeleton = self._in_metres(choice)
        return skeleton.in_units_of(choice.unit) if self.inertial else skeleton

    def _in_metres(self, choice: Choice) -> Skeleton:
        if choice.slides not in self._skeletons:
            self._skeletons[choice.slides] = Skeleton.of(self.robot, choice.slides)
        return self._skeletons[choice.slides]

    @functools.cached_property
    def size(self) -> float:
        """The power of ten of the arm's longest link, m: what is small is small beside it."""
        skeleton = self._in_metres(Choice.usual(self.n))
        longest = max(np.linalg.norm(link.p) for link in skeleton.links)
        return 10.0**round(math.log10(longest)) if longest else 1.0

    def _base(self, choice: Choice) -> tuple[list[int], Floats]:
        """Columns that are kept and the matrix to them, for lengths in units of `size`."""
        if choice.slides not in self._regressors:
            g = np.array(self.gravity)           # how strong the weight is plays no part
            self._regressors[choice.slides] = inertial.regressor(
                self._in_metres(choice).in_units_of(self.size),
                9.81 * g / np.linalg.norm(g) if g.any() else g)
        return inertial.base(self._regressors[choice.slides], choice.order)

    def _unit(self, length: float) -> Floats:
        """What another unit of length makes of m, h and S, (10 n,)."""
        return np.tile([length**2] + [length] * 3 + [1.0] * 6, self.n)

    def names(self, choice: Choice) -> tuple[tuple[str, ...], Floats]:
        """Parameters by name, and the matrix that makes them."""
        if not self.inertial or self.kind == "numbers":
            return (), np.empty((0, 10 * self.n))
        every = [f"{inertial.NAMES[k]}{i + 1}" for i in range(self.n) for k in range(10)]
        scale = self._unit(choice.unit)
        if self.kind == "full":
            return tuple(every), np.diag(scale)
        kept, matrix = self._base(choice)
        sized = self._unit(self.size)
        return tuple(every[k] for k in kept), (scale / sized)[kept, None] * matrix * sized

    def values(self, choice: Choice) -> Floats | None:
        """The robot's own parameters."""
        if self.robot.m is None:
            return None
        return self.names(choice)[1] @ self._ten(choice)

    def _ten(self, choice: Choice) -> Floats:
        """All parameters of the robot, (10 n,)."""
        return inertial.values(self.robot, self._in_metres(choice)).ravel()

    def inertias(self, choice: Choice, tape: Tape) -> list[Inertia]:
        """Ten scalars a link: parameters of the tape or numbers."""
        if self.kind == "numbers":
            entries = [float(x) if x else 0 for x in self._numbers(choice)]
        else:
            names, _ = self.names(choice)
            kept = set(names)
            entries = [tape.parameter(name) if name in kept else 0
                       for name in (f"{k}{i + 1}" for i in range(self.n) for k in inertial.NAMES)]
        return [Inertia.of(entries[10 * i:10 * i + 10]) for i in range(self.n)]

    def _numbers(self, choice: Choice) -> Floats:
        """Base values, with what stands in place of dropped S_zz. (10 n,)"""
        kept, matrix = self._base(choice)
        x, sized = np.zeros(10 * self.n), self._unit(self.size)
        x[kept] = matrix @ (sized * self._ten(choice))
        for i in reversed(range(self.n)):
            column, fill = 10 * i + 9, choice.fill[i]
            if fill != "0" and column not in kept:
                value = -x[10 * i + inertial.NAMES.index(fill[1:])]
                x[column] = value
                x[kept] -= matrix[:, column] * value
        x[abs(x) < 1e-12 * abs(x).max(initial=0)] = 0
        return inertial.rounded(x * self._unit(choice.unit) / sized)

    def program(self, choice: Choice) -> tuple[Program, tuple[int, ...]]:
        """The tape of the problem, and the shape of one result."""
        tape, n = Tape(), self.n
        asked = {name: [tape.state(f"{name}{i + 1}") for i in range(size)]
                 for name, size in self.inputs.items()}
        dq, ddq = (asked.get(name, [0] * n) for name in ("dq", "ddq"))
        motion = Motion(self.skeleton(choice), asked["q"], dq, ddq, sin, cos, choice.merge)
        if self.what == "position":
            t, tau = recursions.position(motion)
            results, shape = [*t, *sum(tau, [])], (12,)
        elif self.what == "frames":
            results = [x for t, tau in recursions.frames(motion)
                       for row, place in zip(tau, t) for x in (*row, place)]
            shape = (n + 2, 3, 4)
        elif self.what == "jacobian":
            results, shape = sum(recursions.jacobian(motion), []), (6, n)
        else:
            try:
                results, shape = self._dynamics(tape, motion, choice, asked)
            except ZeroDivisionError:            # seen on the tape: with the mechanism's numbers
                raise ValueError(NO_INVERSE) from None
        return Program(self.what, tape, self.inputs, results), shape

    def _dynamics(self, tape: Tape, motion: Motion, choice: Choice,
                  asked: dict[str, list[Scalar]]) -> tuple[list[Entry], tuple[int, ...]]:
        n, inertias = self.n, self.inertias(choice, tape)
        if self.what == "A":
            return _flat(recursions.inertia_matrix(motion, inertias)), (n, n)
        g = np.zeros(3) if self.what == "b" else np.asarray(self.gravity) / choice.unit
        loads = self._loads(motion, choice, asked) if self.loads else None
        if self.kind == "full" and self.what.endswith("derivatives"):
            inertias = recursions.regrouped(motion.joints, inertias)
        if self.what == "inverse_dynamics_derivatives":
            return _flat(*derivatives.slopes(motion, inertias, g, loads)), (3, n, n)
        if self.what == "forward_dynamics_derivatives":
            *tables, factors = derivatives.forward_slopes(motion, inertias, g, loads, asked["mu"])
            return _flat(*map(factors.less, tables), factors.inverse()), (3, n, n)
        forces = None if loads is None else [load.force for load in loads]
        drives = recursions.inverse_dynamics(motion, inertias, g, forces)
        if not self.what.startswith("forward_dynamics"):
            return drives, (n,)
        factors = Factors.of(recursions.inertia_matrix(motion, inertias))
        return factors.solve([mu - b for mu, b in zip(asked["mu"], drives)]), (n,)

    def _loads(self, motion: Motion, choice: Choice,
               asked: dict[str, list[Scalar]]) -> list[Load]:
        """Forces and moments in the frames of the links, lengths in the choice's unit."""
        def threes(name: str) -> list[Vector]:
            return [asked[name][3 * i:3 * i + 3] for i in range(self.n)]
        F, M = (recursions.into_links(motion, threes(name)) for name in "FM")
        places = [clear(turn.T @ (r - origin), self.size) / choice.unit for r, (turn, origin) in
                  zip(self.robot.r, (link.own for link in motion.skeleton.links))]
        return [Load.of(scaled(choice.unit, f), m, plain(place))
                for f, m, place in zip(F, M, places)]

    def cost(self, choice: Choice) -> int:
        program, _ = self.program(choice)
        return program.tape.operations(program.results).together

    def units(self) -> list[float]:
        """Lengths that occur between neighbouring frames, the most frequent first."""
        if not self.scales:
            return [1.0]
        skeleton = self._in_metres(Choice.usual(self.n))
        lengths = Counter(float(f"{abs(x):.12g}") for link in skeleton.links for x in link.p if x)
        return [length for length, _ in lengths.most_common()] or [1.0]


def generate(robot: Mechanism, what: str, parameters: str = "full", target: str = "numpy", *,
             gravity: ArrayLike = (0, 0, 0), choice: Choice | None = None, budget: float = 0.0,
             progress: Callable[[Progress], None] | None = Progress.show,
             seed: int = 0, loads: bool = False) -> Code:
    """Straight code for one problem of one mechanism.

    what : "position", "frames", "jacobian", "inverse_dynamics", "A", "b", "forward_dynamics",
        "inverse_dynamics_derivatives" or "forward_dynamics_derivatives"
    parameters : "full", ten a link; "base", as few as the drives can tell apart; "numbers", the
        mechanism's own, written into the code
    target : "numpy" (over a batch), "scalar" (Python), "c" (compiled with the system's compiler),
        "numba", "js" (ECMAScript for a page; a call from Python runs it in node)
    gravity : (3,) acceleration of free fall in frame 0, as in `Loads`; none by default
    loads : inverse and forward dynamics and their derivatives take F and M, each (..., n, 3), after
        the state: external forces at the robot's own mass centres, N, and moments, N·m, in frame 0
    choice : a `Choice` found before; budget : seconds to search for a cheaper one, with
        `progress` called after every trial: it shows a line on the terminal, None keeps quiet

    The mechanism must hold numbers, no letters. ValueError names what came and is needed;
    RuntimeError when a target's compiler is missing or fails; for "js" a call needs node.
    """
    for name, value, known in (("what", what, INPUTS), ("parameters", parameters, PARAMETERS),
                               ("target", target, TARGETS)):
        if value not in known:
            raise ValueError(f"{name}: got {value!r}, needs one of {', '.join(known)}")
    if not isinstance(robot, Mechanism):
        raise ValueError(f"robot: got {type(robot).__name__}, needs a Mechanism")
    if is_symbolic(robot._l) or is_symbolic(robot._eps):
        raise ValueError("robot: got letters in its geometry, needs numbers")
    if robot.m is not None and any(map(is_symbolic, (robot.m, robot.r, robot.J))):
        raise ValueError("robot: got letters in its inertias, needs numbers or none at all")
    g = tuple(numbers("gravity", gravity, (3,)).tolist())
    if loads and what not in LOADED:
        raise ValueError(f"loads: got True with {what}, needs one of {', '.join(LOADED)}")
    if loads and robot.r is None:
        raise ValueError("loads: got a mechanism without mass centres, needs m, r, J: forces act "
                         "there")
    plan = Plan(robot, what, parameters, g, loads)
    if plan.inertial and parameters == "numbers":
        robot.check_inertias()
    if choice is None:
        choice = Choice.usual(robot.n, plan.units()[0])
        if budget > 0:
            choice = search(plan.cost, choice, plan.units(), budget, seed, progress)
    elif not isinstance(choice, Choice):
        raise ValueError(f"choice: got {choice!r}, needs a Choice")
    choice.check(robot.n, plan.scales or not plan.inertial)
    return Code(plan, choice, target)
