"""Section 8: forces and moments (силы и моменты), the inverse problem of dynamics, statics.

Every link is in balance under the external loads, the reactions of its two joints and the
forces of inertia. The recurrences of sections 8.1 and 8.2 run from the last link to the first
in the links' own frames, (8.4) and (8.7).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .acceleration import Accelerations
from .arithmetic import cross, dot, exact, inward, numbers, times, together
from .chain import remembered
from .types import Array, Batch, Frame, Scalar

__all__ = ["Forces", "Loads"]


@dataclass(frozen=True, eq=False)
class Loads:
    """External loads (внешние силы и моменты), section 8.1, given in frame 0.

    F : (..., n, 3)      forces at the mass centres, N
    M : (..., n, 3)      moments, N·m
    gravity : (3,)       acceleration of free fall, m/s^2; it adds m_i gravity to F_i

    Nothing is assumed: Loads() has no gravity. Mind the axes of frame 0: with Z_0 up gravity
    is (0, 0, -9.81), while Z_0 of the Kawasaki points down.
    """

    F: Array | None = None
    M: Array | None = None
    gravity: tuple[Scalar, ...] = (0, 0, 0)

    def __post_init__(self) -> None:
        for name in ("F", "M"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, numbers(name, value, (..., "n", 3)).copy())
        gravity = numbers("gravity", self.gravity, (3,))
        object.__setattr__(self, "gravity", tuple(exact(gravity).tolist()))
        _ = self.batch                                      # F and M must broadcast together

    @property
    def batch(self) -> Batch:
        """The leading axes of F and M together."""
        given = {"F": self.F, "M": self.M}
        return together(**{k: x.shape[:-2] for k, x in given.items() if x is not None})


NONE = Loads()


class Forces(Accelerations):
    """Reactions, drives and static balance (section 8)."""

    # -- section 8.1 -----------------------------------------------------------------------
    def f(self, i: int, frame: Frame = 0, loads: Loads | None = None) -> Array:
        """f_i^(frame): force of link i-1 on link i, (8.3) and (8.4), N. (..., 3)"""
        i, frame = self._joint(i, "i"), self._frame(frame)
        return self._out(self._seen(frame, i, self._f(i, self._loads(loads))), 1)

    @remembered
    def _f(self, i: int, loads: Loads) -> Array:
        """f_i = (m_i dV_i - F_i) + tau_{i i+1} f_{i+1}, in frame i."""
        own = self._minus_forces(i, loads)
        return own if i == self.robot.n else own + self._back(i + 1, self._f(i + 1, loads))

    @remembered
    def _minus_forces(self, i: int, loads: Loads) -> Array:
        """m_i dV_i - F_i at the mass centre, in frame i: minus the forces of inertia, (8.2),
        and the external ones. Gravity g is felt as an acceleration -g of frame 0.
        """
        m, r = self.robot.m[i - 1], self._column(self.robot.r[i - 1])
        start = tuple(-g for g in loads.gravity)
        force = m * (self._dV(i, start) + self._spin(i, r))
        return force if loads.F is None else force - self._external(loads.F, i)

    def _external(self, load: Array, i: int) -> Array:
        """A load (..., n, 3) on link i, in frame i. (3, ...)"""
        return self._seen(i, 0, self._column(inward(load[..., i - 1, :], 1)))

    # -- section 8.2 -----------------------------------------------------------------------
    def mu(self, i: int, frame: Frame = 0, loads: Loads | None = None) -> Array:
        """mu_i^(frame): moment of link i-1 on link i about the origin of frame i-1, (8.6), (8.7).

        N·m. (..., 3)
        """
        i, frame = self._joint(i, "i"), self._frame(frame)
        return self._out(self._seen(frame, i, self._mu(i, self._loads(loads))), 1)

    @remembered
    def _mu(self, i: int, loads: Loads) -> Array:
        """mu_i = -(M_i + M_I) + L_i x f_i + r_i x (m_i dV_i - F_i) + tau_{i i+1} mu_{i+1}."""
        r = self._column(self.robot.r[i - 1])
        moment = (self._euler(i) + cross(self._L(i), self._f(i, loads))
                  + cross(r, self._minus_forces(i, loads)))
        if loads.M is not None:
            moment = moment - self._external(loads.M, i)
        return moment if i == self.robot.n else moment + self._back(i + 1, self._mu(i + 1, loads))

    @remembered
    def _euler(self, i: int) -> Array:
        """J_i domega_i + lam(omega_i) J_i omega_i in frame i: minus the moment of inertia forces.

        (8.5) prints a total derivative and the gyroscopic term; the derivative there is the
        one in the link, J domega.
        """
        J, omega = self.robot.J[i - 1], self._omega(i)
        return times(J, self._domega(i)) + cross(omega, times(J, omega))

    # -- section 8.3 -----------------------------------------------------------------------
    def f_Z(self, i: int, loads: Loads | None = None) -> Array:
        """Projection of f_i on the axis of joint i, Z_{i-1}, (8.8), N. (...)"""
        i = self._joint(i, "i")
        return self._out(dot(self._v(i), self._f(i, self._loads(loads))), 0)

    def mu_Z(self, i: int, loads: Loads | None = None) -> Array:
        """Projection of mu_i on the axis of joint i, Z_{i-1}, (8.9), N·m. (...)"""
        i = self._joint(i, "i")
        return self._out(dot(self._v(i), self._mu(i, self._loads(loads))), 0)

    # -- section 8.4 -----------------------------------------------------------------------
    def drives(self, loads: Loads | None = None) -> Array:
        """mu_D: forces and moments of the drives, (8.10), the inverse problem of dynamics.

        N·m for a revolute joint, N for a prismatic one. (..., n)
        """
        loads = self._loads(loads)
        return self._out(self._drives(loads), 1)

    def _drives(self, loads: Loads) -> Array:
        """mu_Di = (1 - sigma_i) v_i^T f_i + sigma_i v_i^T mu_i, (n, ...)."""
        along = [dot(self._v(i), (self._mu if self._sigma(i) else self._f)(i, loads))
                 for i in range(1, self.robot.n + 1)]
        return np.stack(np.broadcast_arrays(*along)) if self.batch else np.array(along)

    def _loads(self, loads: Loads | None) -> Loads:
        """The loads, checked against the mechanism and the state."""
        self.robot.check_inertias()
        loads = NONE if loads is None else loads
        if not isinstance(loads, Loads):
            raise ValueError(f"loads: got {loads!r}, needs Loads(F=..., M=..., gravity=...)")
        for name, value in (("F", loads.F), ("M", loads.M)):
            if value is not None and value.shape[-2] != self.robot.n:
                raise ValueError(f"{name}: got shape {value.shape}, needs (..., {self.robot.n}, 3)")
        self._fits("loads", loads.batch)
        return loads
