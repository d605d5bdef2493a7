"""Section 1: coordinates and parameters of a manipulator (исполнительный механизм).

A `Mechanism` holds what section 1.4 calls the parameters: the number of links n and the
joint type indicators sigma (section 1.3), the mounting angles and the link vectors
(geometric parameters), the masses, mass centres and inertia tensors (inertial parameters).
Everything that depends on the joint coordinates is a `State`, made by `Mechanism.at`.

All checks of input stand here, at the door; the formulas behind it hold none.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from . import descriptions, rotation
from .arithmetic import exact, is_symbolic, numbers, together
from .force import Loads
from .state import State
from .types import Array, ArrayLike, Batch, Control, Frame, Limits, MaybeNone, Scalar, Shape

if TYPE_CHECKING:
    from .simulation import LoadsAt, Trajectory

__all__ = ["Mechanism", "Mount", "PhysicsWarning"]

BLOCK = 2500                    # states that are worked on at a time


class PhysicsWarning(UserWarning):
    """An inertia that no rigid body has, though the formulas can be executed with it."""


class Fixed:
    """Parameters are given once: what was derived from them would not follow a change."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in vars(self):
            raise AttributeError(f"{name}: a {type(self).__name__} does not change, "
                                 "build another one")
        super().__setattr__(name, value)


class Mount(Fixed):
    """How one frame stands in another: mounting angles and the vector between the origins.

    `angles` = (alpha, beta, gamma) and `l` = (x, y, z) mean what they mean for a link
    (section 1.4): the rotation is eps = tau_z(gamma) tau_y(beta) tau_x(alpha) of section 2.4,
    and the vector runs from the outer origin to the inner one, in the inner frame's axes
    (l_0^(0), l_tool^(tool) of appendix 1). Radians and metres.
    """

    def __init__(self, angles: ArrayLike = (0, 0, 0), l: ArrayLike = (0, 0, 0)):
        self.angles = _kept("angles", angles, (3,))
        self.l = _kept("l", l, (3,))

    def __repr__(self) -> str:
        return f"Mount(angles={_plain(self.angles)!r}, l={_plain(self.l)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mount) and _same(self, other, ("angles", "l"))


class Mechanism(Fixed):
    """A chain of n links joined by revolute (ВТ) and prismatic (ПТ) joints.

    Parameters (section 1.4; SI units, radians, all vectors in the link's own frame)
    ----------
    sigma : (n,)      1 for a revolute joint, 0 for a prismatic one, (1.1)
    angles : (n, 3)   mounting angles alpha_i, beta_i, gamma_i of frame i in frame i-1
    l : (n, 3)        l_i^(i), from the origin of frame i-1 to that of frame i at q_i = 0
    m : (n,)          masses of the links
    r : (n, 3)        mass centres, from the origin of frame i
    J : (n, 3, 3)     inertia tensors about the mass centres, axes parallel to frame i, (1.2)-(1.3)
    base : Mount      frame 0 seen from the base frame {B}
    tool : Mount      the gripper's frame seen from frame n
    limits : (n, 2)   least and greatest joint coordinates; None in place of a pair: no limit
    name : str

    m, r and J come together or not at all. Any entry may be a sympy expression.
    Raises ValueError naming the argument, what came and what is needed.

    >>> arm = Mechanism([1, 1], angles=[(0, 0, 0), (0, 0, 0)], l=[(0.5, 0, 0), (0.4, 0, 0)])
    >>> arm.at([0, np.pi / 2]).t(2).round(12)
    array([0.5, 0.4, 0. ])
    """

    def __init__(self, sigma: ArrayLike, angles: ArrayLike, l: ArrayLike,
                 m: ArrayLike | None = None, r: ArrayLike | None = None,
                 J: ArrayLike | None = None, *, base: Mount | None = None,
                 tool: Mount | None = None, limits: Limits | None = None, name: str = ""):
        self.sigma = _indicators(sigma)
        n = self.n = len(self.sigma)
        self.angles = _kept("angles", angles, (n, 3))
        self.l = _kept("l", l, (n, 3))
        self.m, self.r, self.J = _inertias(m, r, J, n)
        self.base = _mount("base", base)
        self.tool = _mount("tool", tool)
        self.limits = _limits(limits, n)
        self.name = str(name)
        self._eps = rotation.eps(*self._chain("angles").T)              # (n + 2, 3, 3)
        self._l = self._chain("l")                                      # (n + 2, 3)

    def _chain(self, name: str) -> Array:
        """A geometric parameter from the base through the links to the tool, (n + 2, 3)."""
        rows = np.vstack([getattr(part, name) for part in (self.base, self, self.tool)])
        return exact(rows) if is_symbolic(rows) else rows

    # -- frames ------------------------------------------------------------------------
    def chain_index(self, frame: Frame, argument: str = "frame", lowest: Frame = "B") -> int:
        """Place of a frame in the chain: "B" is -1, then 0..n, then "tool" is n + 1."""
        index, least = None, -1 if lowest == "B" else int(lowest)
        if type(frame) is int and 0 <= frame <= self.n and least <= frame:      # as mostly
            return frame
        if isinstance(frame, str):
            index = {"B": -1, "tool": self.n + 1}.get(frame)
        elif isinstance(frame, (int, np.integer)) and not isinstance(frame, bool):
            index = int(frame) if 0 <= frame <= self.n else None
        if index is None or index < least:
            if least == -1:
                raise ValueError(f'{argument}: got {frame!r}, needs "B", a number 0..{self.n}, '
                                 'or "tool"')
            raise ValueError(f'{argument}: got {frame!r}, needs a number {least}..{self.n}, '
                             'or "tool"')
        return index

    def eps(self, i: Frame) -> Array:
        """eps_i, section 2.4: components in frame i-1 to components in frame i at q_i = 0. (3, 3).

        i is 1..n, 0 for the base (eps_0 of appendix 1, from {B}) or "tool".
        """
        return self._eps[self.chain_index(i, "i", 0)].copy()

    def v(self, i: Frame) -> Array:
        """v_i = eps_i e, section 2.5: the unit vector of Z_{i-1} in frame i, a constant. (3,)"""
        return self._eps[self.chain_index(i, "i", 0)][:, 2].copy()

    # -- states ------------------------------------------------------------------------
    def at(self, q: ArrayLike, dq: ArrayLike | None = None,
           ddq: ArrayLike | None = None) -> State:
        """Everything the book derives at one (q, dq, ddq), or at a batch of them.

        q, dq, ddq: (..., n), radians or metres and their rates; the leading axes are the
        batch and broadcast together. Without dq there are no velocities, without ddq no
        accelerations: asking for them raises ValueError.
        """
        if ddq is not None and dq is None:
            raise ValueError("ddq: got accelerations without velocities, needs dq as well")
        given = {"q": q, "dq": dq, "ddq": ddq}
        batch, given = self._together({k: x for k, x in given.items() if x is not None})
        return State(self, batch, **given)

    def _together(self, given: Mapping[str, ArrayLike],
                  loads: Loads | None = None) -> tuple[Batch, dict[str, Array]]:
        """The common batch of several (..., n), and the same arrays with that batch in full."""
        arrays = {k: numbers(k, x, (..., self.n)) for k, x in given.items()}
        batches = {k: x.shape[:-1] for k, x in arrays.items()}
        batch = together(**batches, **({"loads": loads.batch} if isinstance(loads, Loads) else {}))
        return batch, {k: np.broadcast_to(x, (*batch, self.n)) for k, x in arrays.items()}

    def _in_blocks(self, function: Callable[..., Array], loads: Loads | None = None,
                   **given: ArrayLike) -> Array:
        """function(state, **rest) for a batch, block after block: blocks stay in fast memory.

        given: q, perhaps dq and ddq, and other arrays (..., n), which are the rest.
        """
        batch, given = self._together(given, loads)
        if np.prod(batch) <= BLOCK or (isinstance(loads, Loads) and loads.batch):
            return self._call(function, batch, given)
        rows = {k: x.reshape(-1, self.n) for k, x in given.items()}
        parts = [{k: x[start:start + BLOCK] for k, x in rows.items()}
                 for start in range(0, len(rows["q"]), BLOCK)]
        done = [self._call(function, part["q"].shape[:1], part) for part in parts]
        return np.concatenate(done).reshape(*batch, *done[0].shape[1:])

    def _call(self, function: Callable[..., Array], batch: Batch,
              given: Mapping[str, Array]) -> Array:
        moved = {k: x for k, x in given.items() if k in ("q", "dq", "ddq")}
        rest = {k: x for k, x in given.items() if k not in moved}
        return function(State(self, batch, **moved), **rest)

    def workspace(self, count: int = 4096) -> Array:
        """Places of the tool in {B} (рабочее пространство, section 1.1), (count, 3).

        The joint coordinates are spread evenly over their limits; a revolute joint without
        limits turns once round, a prismatic one needs them (ValueError).
        """
        from scipy.stats.qmc import Halton
        turn = np.where(self.sigma == 1, np.pi, np.inf)
        limits = np.stack([-turn, turn], -1) if self.limits is None else self.limits
        limits = np.where(np.isinf(limits), np.stack([-turn, turn], -1), limits)
        if np.isinf(limits).any():
            raise ValueError("limits: got none for a prismatic joint, needs (least, greatest)")
        share = Halton(self.n, scramble=False).random(count)
        return self.forward_kinematics(limits[:, 0] + share * np.ptp(limits, axis=1))[0]

    def forward_kinematics(self, q: ArrayLike) -> tuple[Array, Array]:
        """Forward position problem (прямая позиционная задача), section 4.1, appendix 1.

        Returns (t, tau): the origin of the tool frame in {B}, (..., 3), and the matrix
        from tool components to {B} components, (..., 3, 3).
        """
        s = self.at(q)
        return s.t("tool", frame="B", origin="B"), s.tau("B", "tool")

    # -- dynamics, sections 8 and 9 ---------------------------------------------------------
    def check_inertias(self) -> None:
        """ValueError when m, r and J were not given: dynamics is never made of zeros."""
        if self.m is None:
            raise ValueError(f"m, r, J: got none for {self.name or 'this mechanism'}, "
                             "needs inertial parameters for dynamics")

    def inverse_dynamics(self, q: ArrayLike, dq: ArrayLike, ddq: ArrayLike,
                         loads: Loads | None = None) -> Array:
        """mu_D (..., n), (8.10): the drives of a given motion (обратная задача динамики)."""
        return self._in_blocks(lambda s: s.drives(loads), loads, q=q, dq=dq, ddq=ddq)

    def forward_dynamics(self, q: ArrayLike, dq: ArrayLike, mu: ArrayLike,
                         loads: Loads | None = None) -> Array:
        """ddq (..., n), (9.5): the motion under given drives (прямая задача динамики)."""
        return self._in_blocks(lambda s, mu: s.forward_dynamics(mu, loads), loads,
                               q=q, dq=dq, mu=mu)

    def static_drives(self, q: ArrayLike, loads: Loads | None = None) -> Array:
        """mu_D (..., n) that hold the mechanism still under the loads, section 8.5."""
        zero = np.zeros(self.n, dtype=int)
        return self.inverse_dynamics(q, zero, zero, loads)

    def A(self, q: ArrayLike) -> Array:
        """Matrix of inertia coefficients at q, (9.3). (..., n, n)"""
        return self._in_blocks(lambda s: s.A(), q=q)

    def b(self, q: ArrayLike, dq: ArrayLike) -> Array:
        """Centrifugal and Coriolis vector at q and dq, (9.1). (..., n)"""
        return self._in_blocks(lambda s: s.b(), q=q, dq=dq)

    def simulate(self, q0: ArrayLike, dq0: ArrayLike, drives: ArrayLike | Control | None,
                 t: ArrayLike, loads: Loads | LoadsAt | None = None, **options: Any) -> Trajectory:
        """The motion from q0, dq0 under drives and loads: see `simulation.simulate`."""
        from .simulation import simulate
        return simulate(self, q0, dq0, drives, t, loads, **options)

    # -- other descriptions ---------------------------------------------------------------
    from_dh = classmethod(descriptions.from_dh)
    from_axes = classmethod(descriptions.from_axes)
    from_urdf = classmethod(descriptions.from_urdf)

    def to_dict(self) -> dict[str, Any]:
        """The parameters as JSON can hold them; `from_dict` reads them back."""
        if any(is_symbolic(x) for x in (self._l, self._eps)):
            raise ValueError("to_dict: got a mechanism with letters, needs numbers")
        own = ("name", "sigma", "angles", "l", "m", "r", "J", "limits")
        return {key: _plain(getattr(self, key)) for key in own} | {
            key: {part: _plain(getattr(getattr(self, key), part)) for part in ("angles", "l")}
            for key in ("base", "tool")}

    @classmethod
    def from_dict(cls, d: Mapping[str, Any]) -> Mechanism:
        """The mechanism that `to_dict` wrote."""
        missing = {"sigma", "angles", "l"} - set(d)
        if missing:
            raise ValueError(f"from_dict: got no {', '.join(sorted(missing))}, "
                             "needs what to_dict writes")
        mounts = {k: Mount(**d[k]) for k in ("base", "tool") if d.get(k)}
        return cls(d["sigma"], d["angles"], d["l"], d.get("m"), d.get("r"), d.get("J"),
                   limits=d.get("limits"), name=d.get("name", ""), **mounts)

    def __repr__(self) -> str:
        names = ("angles", "l", "m", "r", "J", "base", "tool", "limits", "name")
        parts = [f"{k}={_plain(x)!r}" for k in names if (x := getattr(self, k)) is not None]
        return f"{type(self).__name__}({', '.join([repr(self.sigma.tolist()), *parts])})"

    def __str__(self) -> str:
        """A table in the book's letters: angles in degrees, lengths in metres."""
        say = _voice["table"]
        rows = [("0", say("base"), self.base.angles, self.base.l)]
        rows += [(str(i + 1), say("revolute" if s else "prismatic"), self.angles[i], self.l[i])
                 for i, s in enumerate(self.sigma)]
        rows += [(say("tool"), "", self.tool.angles, self.tool.l)]
        angles = (f"{say(x)}, {say('deg')}" for x in ("alpha", "beta", "gamma"))
        cells = [("i", say("joint"), *angles,
                  *(f"l_{x}, {say('m')}" for x in "xyz"))]
        cells += [(i, kind, *(_short(x, np.degrees) for x in turns), *map(_short, l))
                  for i, kind, turns, l in rows]
        widths = [max(map(len, column)) for column in zip(*cells)]
        table = "\n".join("  ".join(c.rjust(w) for c, w in zip(row, widths)) for row in cells)
        return f"{say(self.name or 'Mechanism')}, n = {self.n}\n{table}"

    def __eq__(self, other: object) -> bool:
        keys = ("sigma", "angles", "l", "m", "r", "J", "limits")
        return (isinstance(other, Mechanism) and self.base == other.base
                and self.tool == other.tool and _same(self, other, keys))

    __hash__ = None        # type: ignore[assignment]


_voice: dict[str, Callable[[str], str]] = {"table": lambda word: word}


def tables_said_by(voice: Callable[[str], str]) -> None:
    """From now on a printed mechanism has its words from a voice: "revolute", "deg", its name."""
    _voice["table"] = voice


# -- checks at the door ---------------------------------------------------------------------
def _kept(name: str, x: ArrayLike, shape: Shape, infinite: bool = False) -> Array:
    a = numbers(name, x, shape, infinite).copy()
    a.flags.writeable = False
    return a


def _indicators(sigma: ArrayLike) -> Array:
    a = np.array(sigma, dtype=object)                    # a list of lists may be ragged
    if a.ndim != 1 or len(a) == 0:
        raise ValueError(f"sigma: got shape {a.shape}, needs (n,) with n >= 1")
    wrong = [x for x in a.tolist() if x not in (0, 1)]
    if wrong:
        sigma = wrong[0]
        raise ValueError(f"sigma: got {sigma!r}, needs 1 (revolute) or 0 (prismatic)")
    return a.astype(int)


def _mount(name: str, mount: Mount | None) -> Mount:
    if mount is None:
        return Mount()
    if not isinstance(mount, Mount):
        raise ValueError(f"{name}: got {mount!r}, needs a Mount")
    return mount


def _limits(limits: Any, n: int) -> Array | None:
    if limits is None:
        return None
    if np.iterable(limits):
        limits = [(-np.inf, np.inf) if pair is None else pair for pair in limits]
    a = _kept("limits", limits, (n, 2), infinite=True)
    wrong = [] if is_symbolic(a) else a[(a[:, 0] > a[:, 1]) | (np.isinf(a).sum(1) == 1)]
    if len(wrong):
        raise ValueError(f"limits: got {wrong[0].tolist()}, needs (least, greatest)")
    return a


def _inertias(m: ArrayLike | None, r: ArrayLike | None, J: ArrayLike | None,
              n: int) -> tuple[Array | MaybeNone, Array | MaybeNone, Array | MaybeNone]:
    missing = [k for k, x in {"m": m, "r": r, "J": J}.items() if x is None]
    if len(missing) == 3:
        return None, None, None
    if m is None or r is None or J is None:
        raise ValueError(f"{missing[0]}: got None beside other inertial parameters, "
                         "needs m, r and J together")
    m, r, J = _kept("m", m, (n,)), _kept("r", r, (n, 3)), _kept("J", J, (n, 3, 3))
    negative = [x for x in m if sympy.sympify(x).is_negative]
    if negative:
        raise ValueError(f"m: got {negative[0]}, needs masses that are not negative")
    for i, tensor in enumerate(J, 1):
        _check_tensor(i, tensor)
    return m, r, J


def _check_tensor(i: int, tensor: Array) -> None:
    letters = any(getattr(x, "free_symbols", ()) for x in tensor.flat)
    tensor = tensor if letters else tensor.astype(float)
    size = 1 if letters else max(np.abs(tensor).max(), 1e-30)
    for x in (tensor - tensor.T).flat:
        if sympy.sympify(x).equals(0) is False if letters else abs(x) > 1e-9 * size:
            raise ValueError(f"J: got a tensor of link {i} that is not symmetric, needs J = J^T")
    if letters:
        return
    moments = np.linalg.eigvalsh((tensor + tensor.T) / 2)
    if moments[0] < -1e-9 * size:
        raise ValueError(f"J: got a principal moment {moments[0]:.6g} of link {i}, "
                         "needs moments that are not negative")
    if moments[2] > moments[0] + moments[1] + 1e-9 * size:
        warnings.warn(f"J: the principal moments {moments.round(9).tolist()} of link {i} break the "
                      "triangle inequality; no rigid body has them", PhysicsWarning, stacklevel=4)


# -- printing --------------------------------------------------------------------------------
def _plain(x: Any) -> Any:
    """Arrays as lists, with None for a pair of infinite limits."""
    if not isinstance(x, np.ndarray):
        return x
    return [None if row == [-np.inf, np.inf] else row for row in x.tolist()]


def _same(a: Fixed, b: Fixed, keys: Iterable[str]) -> bool:
    return all(np.array_equal(getattr(a, k), getattr(b, k)) for k in keys)


def _short(x: Scalar, unit: Callable[[float], float] = float) -> str:
    """A number in few digits; an expression as it is."""
    try:
        return f"{round(unit(float(x)), 9) + 0.0:g}"      # never -0, nor 1e-15 for it
    except TypeError:
        return str(x)
