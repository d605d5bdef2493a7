"""Section 1: coordinates and parameters of a manipulator (исполнительный механизм).

A `Mechanism` holds what section 1.4 calls the parameters: the number of links n and the
joint type indicators sigma (section 1.3), the mounting angles and the link vectors
(geometric parameters), the masses, mass centres and inertia tensors (inertial parameters).
Everything that depends on the joint coordinates is a `State`, made by `Mechanism.at`.

All checks of input stand here, at the door; the formulas behind it hold none.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import descriptions, rotation
from .arithmetic import exact, finite, is_symbolic
from .chain import Frame
from .force import Loads
from .state import State

__all__ = ["Mechanism", "Mount", "PhysicsWarning"]

BLOCK = 2500                    # states that are worked on at a time


class PhysicsWarning(UserWarning):
    """An inertia that no rigid body has, though the formulas can be executed with it."""


class Mount:
    """How one frame stands in another: mounting angles and the vector between the origins.

    `angles` = (alpha, beta, gamma) and `l` = (x, y, z) mean what they mean for a link
    (section 1.4): the rotation is eps = tau_z(gamma) tau_y(beta) tau_x(alpha) of section 2.4,
    and the vector runs from the outer origin to the inner one, in the inner frame's axes
    (l_0^(0), l_tool^(tool) of appendix 1). Radians and metres.
    """

    def __init__(self, angles=(0, 0, 0), l=(0, 0, 0)):
        self.angles = _numbers("angles", angles, (3,))
        self.l = _numbers("l", l, (3,))

    def __repr__(self) -> str:
        return f"Mount(angles={_plain(self.angles)!r}, l={_plain(self.l)!r})"

    def __eq__(self, other) -> bool:
        return isinstance(other, Mount) and _same(self, other, ("angles", "l"))


class Mechanism:
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
    limits : (n, 2)   least and greatest joint coordinates
    name : str

    m, r and J come together or not at all. Any entry may be a sympy expression.
    Raises ValueError naming the argument, what came and what is needed.

    >>> arm = Mechanism([1, 1], angles=[(0, 0, 0), (0, 0, 0)], l=[(0.5, 0, 0), (0.4, 0, 0)])
    >>> arm.at([0, np.pi / 2]).t(2).round(12)
    array([0.5, 0.4, 0. ])
    """

    def __init__(self, sigma, angles, l, m=None, r=None, J=None, *,
                 base: Mount | None = None, tool: Mount | None = None, limits=None,
                 name: str = ""):
        self.sigma = _indicators(sigma)
        n = self.n = len(self.sigma)
        self.angles = _numbers("angles", angles, (n, 3))
        self.l = _numbers("l", l, (n, 3))
        self.m, self.r, self.J = _inertias(m, r, J, n)
        self.base = _mount("base", base)
        self.tool = _mount("tool", tool)
        self.limits = _limits(limits, n)
        self.name = str(name)
        self._eps = rotation.eps(*self._chain("angles").T)              # (n + 2, 3, 3)
        self._l = self._chain("l")                                      # (n + 2, 3)

    def _chain(self, name: str) -> np.ndarray:
        """A geometric parameter from the base through the links to the tool, (n + 2, 3)."""
        rows = np.vstack([getattr(part, name) for part in (self.base, self, self.tool)])
        return exact(rows) if is_symbolic(rows) else rows

    # -- frames ------------------------------------------------------------------------
    def chain_index(self, frame: Frame, argument: str = "frame", lowest: Frame = "B") -> int:
        """Place of a frame in the chain: "B" is -1, then 0..n, then "tool" is n + 1."""
        names = {"B": -1, "tool": self.n + 1}
        if isinstance(frame, str) and frame in names:
            index = names[frame]
        elif isinstance(frame, (int, np.integer)) and not isinstance(frame, bool):
            index = int(frame) if 0 <= frame <= self.n else None
        else:
            index = None
        least = names.get(lowest, lowest)
        if index is None or index < least:
            choice = f"0..{self.n}" if least <= 0 else f"{least}..{self.n}"
            base = '"B", ' if least == -1 else ""
            raise ValueError(f"{argument}: got {frame!r}, needs {base}a number {choice}, "
                             "or \"tool\"")
        return index

    def eps(self, i: Frame) -> np.ndarray:
        """eps_i, section 2.4: components in frame i-1 to components in frame i at q_i = 0. (3, 3).

        i is 1..n, 0 for the base (eps_0 of appendix 1, from {B}) or "tool".
        """
        return self._eps[self.chain_index(i, "i", 0)].copy()

    def v(self, i: int) -> np.ndarray:
        """v_i = eps_i e, section 2.5: the unit vector of Z_{i-1} in frame i, a constant. (3,)"""
        return self.eps(i)[:, 2].copy()

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

    def _together(self, given: dict, loads: Loads | None = None):
        """The common batch of several (..., n), and the same arrays with that batch in full."""
        given = {k: _coordinates(k, x, self.n) for k, x in given.items()}
        shapes = {k: x.shape[:-1] for k, x in given.items()}
        if isinstance(loads, Loads):
            shapes["loads"] = loads.batch
        try:
            batch = np.broadcast_shapes(*shapes.values())
        except ValueError:
            text = ", ".join(f"{k} {shape}" for k, shape in shapes.items())
            raise ValueError(f"{', '.join(shapes)}: got batches {text}, needs batches that "
                             "broadcast together") from None
        return batch, {k: np.broadcast_to(x, (*batch, self.n)) for k, x in given.items()}

    def _in_blocks(self, function, loads: Loads | None = None, **given):
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

    def _call(self, function, batch, given):
        state = State(self, batch, **{k: given[k] for k in ("q", "dq", "ddq") if k in given})
        return function(state, **{k: x for k, x in given.items() if k not in ("q", "dq", "ddq")})

    def forward_kinematics(self, q: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
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
                         loads: Loads | None = None) -> np.ndarray:
        """mu_D (..., n), (8.10): the drives of a given motion (обратная задача динамики)."""
        return self._in_blocks(lambda s: s.drives(loads), loads, q=q, dq=dq, ddq=ddq)

    def forward_dynamics(self, q: ArrayLike, dq: ArrayLike, mu: ArrayLike,
                         loads: Loads | None = None) -> np.ndarray:
        """ddq (..., n), (9.5): the motion under given drives (прямая задача динамики)."""
        return self._in_blocks(lambda s, mu: s.forward_dynamics(mu, loads), loads,
                               q=q, dq=dq, mu=mu)

    def static_drives(self, q: ArrayLike, loads: Loads | None = None) -> np.ndarray:
        """mu_D (..., n) that hold the mechanism still under the loads, section 8.5."""
        zero = np.zeros(self.n, dtype=int)
        return self.inverse_dynamics(q, zero, zero, loads)

    def A(self, q: ArrayLike) -> np.ndarray:
        """Matrix of inertia coefficients at q, (9.3). (..., n, n)"""
        return self._in_blocks(lambda s: s.A(), q=q)

    def b(self, q: ArrayLike, dq: ArrayLike) -> np.ndarray:
        """Centrifugal and Coriolis vector at q and dq, (9.1). (..., n)"""
        return self._in_blocks(lambda s: s.b(), q=q, dq=dq)

    def simulate(self, q0, dq0, drives, t, loads=None, **options):
        """The motion from q0, dq0 under drives and loads: see `simulation.simulate`."""
        from .simulation import simulate
        return simulate(self, q0, dq0, drives, t, loads, **options)

    # -- other descriptions ---------------------------------------------------------------
    @classmethod
    def from_dh(cls, rows, sigma=None, *, modified: bool = False, m=None, r=None, J=None,
                **options) -> Mechanism:
        """A mechanism from Denavit-Hartenberg rows, (n, 4).

        Standard: (theta, d, a, alpha); joint i acts along z of frame i-1, then Rz(theta)
        Tz(d) Tx(a) Rx(alpha) leads to frame i. Its frames, and with them m, r, J, are the
        book's as they stand. modified=True: (alpha, a, theta, d); Rx(alpha) Tx(a) leads to
        joint i, then Rz(theta) Tz(d) to its frame; m, r, J are given in those frames and
        converted, and frame 0 stands in {B} as joint 1 does. theta of a revolute and d of a
        prismatic joint are the values at q_i = 0.
        """
        return cls(**descriptions.from_dh(rows, sigma, modified=modified, m=m, r=r, J=J, **options))

    @classmethod
    def from_axes(cls, sigma, xyz, R, axis, m=None, r=None, J=None, **options) -> Mechanism:
        """A mechanism from joints placed in links, as URDF describes them.

        The frame of link i stands at xyz[i] (n, 3) with the matrix R[i] (n, 3, 3) in the frame
        of link i-1 when q_i = 0, and moves about or along axis[i] (n, 3), given in link i.
        m, r, J are given in those frames. {B} is the frame of the fixed link, frame n that
        of the last link; the frames between are placed as section 1.2 asks.
        """
        return cls(**descriptions.from_axes(sigma, xyz, R, axis, m, r, J, **options))

    @classmethod
    def from_urdf(cls, path, tip: str | None = None) -> Mechanism:
        """A mechanism from a URDF file, from its root link, which is {B}, to the link `tip`.

        tip may be left out when there is one last link. Fixed joints disappear, and the bodies
        beyond them join the link that carries them; the tool frame is that of `tip`. When a
        moving link has no inertial element the mechanism has no inertias, with a warning.
        Needs the package yourdfpy (ImportError without it).
        """
        return cls(**descriptions.from_urdf(path, tip))

    def to_dict(self) -> dict[str, Any]:
        """The parameters as JSON can hold them; `from_dict` reads them back."""
        if any(is_symbolic(x) for x in (self._l, self._eps)):
            raise ValueError("to_dict: got a mechanism with letters, needs numbers")
        d = {"name": self.name, "sigma": self.sigma.tolist(), "angles": self.angles.tolist(),
             "l": self.l.tolist(),
             "base": {"angles": self.base.angles.tolist(), "l": self.base.l.tolist()},
             "tool": {"angles": self.tool.angles.tolist(), "l": self.tool.l.tolist()}}
        for key in ("m", "r", "J", "limits"):
            value = getattr(self, key)
            d[key] = None if value is None else value.tolist()
        return d

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
        rows = [("0", "base", self.base.angles, self.base.l)]
        rows += [(str(i + 1), "revolute" if s else "prismatic", self.angles[i], self.l[i])
                 for i, s in enumerate(self.sigma)]
        rows += [("tool", "", self.tool.angles, self.tool.l)]
        cells = [("i", "joint", *(f"{x}, deg" for x in ("alpha", "beta", "gamma")),
                  *(f"l_{x}, m" for x in "xyz"))]
        cells += [(i, kind, *(_short(x, np.degrees) for x in angles), *map(_short, l))
                  for i, kind, angles, l in rows]
        widths = [max(map(len, column)) for column in zip(*cells)]
        table = "\n".join("  ".join(c.rjust(w) for c, w in zip(row, widths)) for row in cells)
        return f"{self.name or 'Mechanism'}, n = {self.n}\n{table}"

    def __eq__(self, other) -> bool:
        keys = ("sigma", "angles", "l", "m", "r", "J", "limits")
        return (isinstance(other, Mechanism) and self.base == other.base
                and self.tool == other.tool and _same(self, other, keys))

    __hash__ = None


# -- checks at the door ---------------------------------------------------------------------
def _numbers(name: str, x, shape: tuple[int, ...]) -> np.ndarray:
    a = finite(name, x, shape)
    if a.shape != shape:
        raise ValueError(f"{name}: got shape {a.shape}, needs {shape}")
    a = a.copy()
    a.flags.writeable = False          # what was derived from it would not follow a change
    return a


def _indicators(sigma) -> np.ndarray:
    a = np.asarray(sigma)
    if a.ndim != 1 or len(a) == 0:
        raise ValueError(f"sigma: got shape {a.shape}, needs (n,) with n >= 1")
    wrong = [x for x in a.tolist() if x not in (0, 1)]
    if wrong:
        raise ValueError(f"sigma: got {wrong[0]!r}, needs 1 (revolute) or 0 (prismatic)")
    return a.astype(int)


def _mount(name: str, mount: Mount | None) -> Mount:
    if mount is None:
        return Mount()
    if not isinstance(mount, Mount):
        raise ValueError(f"{name}: got {mount!r}, needs a Mount")
    return mount


def _limits(limits, n: int):
    if limits is None:
        return None
    a = _numbers("limits", limits, (n, 2))
    if a.dtype != object and (a[:, 0] > a[:, 1]).any():
        raise ValueError(f"limits: got {a[a[:, 0] > a[:, 1]][0].tolist()}, needs (least, greatest)")
    return a


def _inertias(m, r, J, n: int):
    given = {"m": m, "r": r, "J": J}
    missing = [k for k, x in given.items() if x is None]
    if len(missing) == 3:
        return None, None, None
    if missing:
        raise ValueError(f"{missing[0]}: got None beside other inertial parameters, "
                         "needs m, r and J together")
    m, r, J = _numbers("m", m, (n,)), _numbers("r", r, (n, 3)), _numbers("J", J, (n, 3, 3))
    if m.dtype != object and (m < 0).any():
        raise ValueError(f"m: got {m[m < 0][0]}, needs masses that are not negative")
    for i, tensor in enumerate(J, 1):
        if tensor.dtype != object:
            _check_tensor(i, tensor)
    return m, r, J


def _check_tensor(i: int, tensor: np.ndarray) -> None:
    size = max(np.abs(tensor).max(), 1e-30)
    if np.abs(tensor - tensor.T).max() > 1e-9 * size:
        raise ValueError(f"J: got a tensor of link {i} that is not symmetric, needs J = J^T")
    moments = np.linalg.eigvalsh((tensor + tensor.T) / 2)
    if moments[0] < -1e-9 * size:
        raise ValueError(f"J: got a principal moment {moments[0]:.6g} of link {i}, "
                         "needs moments that are not negative")
    if moments[2] > moments[0] + moments[1] + 1e-9 * size:
        warnings.warn(f"J: the principal moments {moments.round(9).tolist()} of link {i} break the "
                      "triangle inequality; no rigid body has them", PhysicsWarning, stacklevel=5)


def _coordinates(name: str, x, n: int) -> np.ndarray:
    a = finite(name, x, f"(..., {n})")
    if a.ndim == 0 or a.shape[-1] != n:
        raise ValueError(f"{name}: got shape {a.shape}, needs (..., {n})")
    return a


# -- printing --------------------------------------------------------------------------------
def _plain(x):
    return x.tolist() if isinstance(x, np.ndarray) else x


def _same(a, b, keys) -> bool:
    return all(np.array_equal(getattr(a, k), getattr(b, k)) for k in keys)


def _short(x, unit=float) -> str:
    """A number in few digits; an expression as it is."""
    try:
        return f"{unit(float(x)):g}"
    except TypeError:
        return str(x)
