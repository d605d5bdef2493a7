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

from . import rotation
from .arithmetic import array, exact, inward, is_symbolic
from .state import State

__all__ = ["Mechanism", "Mount", "PhysicsWarning"]

Frame = int | str


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
        self._eps = inward(rotation.eps(*self._chain("angles").T), 2)   # (3, 3, n + 2)
        self._l = self._chain("l").T                                    # (3, n + 2)

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
            raise ValueError(f"{argument}: got {frame!r}, needs {base}a number {choice}, or \"tool\"")
        return index

    def eps(self, i: Frame) -> np.ndarray:
        """eps_i, section 2.4: components in frame i-1 to components in frame i at q_i = 0. (3, 3).

        i is 1..n, 0 for the base (eps_0 of appendix 1, from {B}) or "tool".
        """
        return self._eps[..., self.chain_index(i, "i", 0)].copy()

    def v(self, i: int) -> np.ndarray:
        """v_i = eps_i e, section 2.5: the unit vector of Z_{i-1} in frame i, a constant. (3,)"""
        return self.eps(i)[:, 2].copy()

    # -- states ------------------------------------------------------------------------
    def at(self, q, dq=None, ddq=None) -> State:
        """Everything the book derives at one (q, dq, ddq), or at a batch of them.

        q, dq, ddq: (..., n), radians or metres and their rates; the leading axes are the
        batch and broadcast together. Without dq there are no velocities, without ddq no
        accelerations: asking for them raises ValueError.
        """
        if ddq is not None and dq is None:
            raise ValueError("ddq: got accelerations without velocities, needs dq as well")
        given = {"q": q, "dq": dq, "ddq": ddq}
        given = {k: _coordinates(k, x, self.n) for k, x in given.items() if x is not None}
        try:
            batch = np.broadcast_shapes(*[x.shape[:-1] for x in given.values()])
        except ValueError:
            shapes = ", ".join(f"{k} {x.shape}" for k, x in given.items())
            raise ValueError(f"q, dq, ddq: got shapes {shapes}, needs batches that broadcast together"
                             ) from None
        return State(self, batch, **{k: np.broadcast_to(x, (*batch, self.n))
                                     for k, x in given.items()})

    def forward_kinematics(self, q) -> tuple[np.ndarray, np.ndarray]:
        """Forward position problem (прямая позиционная задача), section 4.1, appendix 1.

        Returns (t, tau): the origin of the tool frame in {B}, (..., 3), and the matrix
        from tool components to {B} components, (..., 3, 3).
        """
        s = self.at(q)
        return s.t("tool", frame="B", origin="B"), s.tau("B", "tool")

    # -- other descriptions ---------------------------------------------------------------
    @classmethod
    def from_dh(cls, rows, sigma=None, *, modified: bool = False, m=None, r=None, J=None,
                **options) -> Mechanism:
        """A mechanism from standard Denavit-Hartenberg rows (theta, d, a, alpha).

        Joint i acts along z of frame i-1, then Rz(theta) Tz(d) Tx(a) Rx(alpha) leads to
        frame i; theta of a revolute and d of a prismatic joint are the values at q_i = 0.
        Frames, and with them m, r, J, are the book's as they stand. rows: (n, 4).
        """
        if modified:
            raise ValueError("modified: got True, needs False: only the standard convention is read")
        rows = array(rows)
        if rows.ndim != 2 or rows.shape[1] != 4:
            raise ValueError(f"rows: got shape {rows.shape}, needs (n, 4): theta, d, a, alpha")
        theta, d, a, alpha = rows.T
        turn = rotation.tau_z(theta) @ rotation.tau_x(alpha)               # tau_{i-1 i} at q_i = 0
        offset = rotation.tau_x(alpha).swapaxes(-1, -2) @ np.stack([a, 0 * a, d], -1)[..., None]
        sigma = np.ones(len(rows), dtype=int) if sigma is None else sigma
        return cls(sigma, np.stack(rotation.angles_of(turn), -1), offset[..., 0], m, r, J, **options)

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
            raise ValueError(f"from_dict: got no {', '.join(sorted(missing))}, needs what to_dict writes")
        mounts = {k: Mount(**d[k]) for k in ("base", "tool") if d.get(k)}
        return cls(d["sigma"], d["angles"], d["l"], d.get("m"), d.get("r"), d.get("J"),
                   limits=d.get("limits"), name=d.get("name", ""), **mounts)

    def __repr__(self) -> str:
        parts = [f"{self.sigma.tolist()!r}", f"angles={_plain(self.angles)!r}", f"l={_plain(self.l)!r}"]
        parts += [f"{k}={_plain(getattr(self, k))!r}" for k in ("m", "r", "J")
                  if getattr(self, k) is not None]
        parts += [f"base={self.base!r}", f"tool={self.tool!r}"]
        if self.limits is not None:
            parts.append(f"limits={_plain(self.limits)!r}")
        return f"{type(self).__name__}({', '.join(parts)}, name={self.name!r})"

    def __str__(self) -> str:
        """A table in the book's letters: angles in degrees, lengths in metres."""
        rows = [("0", "base", self.base.angles, self.base.l)]
        rows += [(str(i + 1), "revolute" if s else "prismatic", self.angles[i], self.l[i])
                 for i, s in enumerate(self.sigma)]
        rows += [("tool", "", self.tool.angles, self.tool.l)]
        cells = [("i", "joint", "alpha, deg", "beta, deg", "gamma, deg", "l_x, m", "l_y, m", "l_z, m")]
        cells += [(i, kind, *map(_degrees, angles), *map(_metres, l)) for i, kind, angles, l in rows]
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
    try:
        a = array(x)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: got {x!r}, needs numbers of shape {shape}") from None
    if a.shape != shape:
        raise ValueError(f"{name}: got shape {a.shape}, needs {shape}")
    _check_finite(name, a)
    return a


def _check_finite(name: str, a: np.ndarray) -> None:
    if a.dtype != object and not np.isfinite(a).all():
        raise ValueError(f"{name}: got {a[~np.isfinite(a)][0]}, needs finite numbers")


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
        raise ValueError(f"{missing[0]}: got None beside other inertial parameters, needs m, r and J together")
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
    try:
        a = array(x)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: got {x!r}, needs numbers of shape (..., {n})") from None
    if a.ndim == 0 or a.shape[-1] != n:
        raise ValueError(f"{name}: got shape {a.shape}, needs (..., {n})")
    _check_finite(name, a)
    return a


# -- printing --------------------------------------------------------------------------------
def _plain(a: np.ndarray):
    return a.tolist()


def _same(a, b, keys) -> bool:
    return all(np.array_equal(getattr(a, k), getattr(b, k)) for k in keys)


def _degrees(angle) -> str:
    try:
        return f"{np.degrees(float(angle)):g}"
    except TypeError:
        return str(angle)


def _metres(x) -> str:
    try:
        return f"{float(x):g}"
    except TypeError:
        return str(x)
