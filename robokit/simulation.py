"""Section 9: motion of a mechanism in time, with an account of its energy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.integrate import solve_ivp

from .arithmetic import is_symbolic, numbers
from .force import NONE, Loads
from .state import State
from .types import ArrayLike, Control, Floats, Shape

if TYPE_CHECKING:
    from .mechanism import Mechanism

__all__ = ["LoadsAt", "Trajectory", "simulate"]

LoadsAt = Callable[[float, Floats, Floats], Loads]      # loads that follow the motion: (t, q, dq)


@dataclass(frozen=True, eq=False)
class Trajectory:
    """What `simulate` gives, at the times t (k,); joules, SI units, radians."""

    t: Floats
    q: Floats             #: (k, n)
    dq: Floats            #: (k, n)
    mu: Floats            #: (k, n) drives
    kinetic: Floats       #: (k,)
    potential: Floats     #: (k,) of the weights, measured from the origin of frame 0
    work_drives: Floats   #: (k,) from t[0]
    work_loads: Floats    #: (k,) of F and M, the weights apart
    evaluations: int      #: how often ddq was asked for

    @property
    def energy_error(self) -> Floats:
        """Energy gained since t[0] minus the work done: zero, but for the integrator. (k,)"""
        energy = self.kinetic + self.potential
        return energy - energy[0] - self.work_drives - self.work_loads


def simulate(robot: Mechanism, q0: ArrayLike, dq0: ArrayLike, drives: ArrayLike | Control | None,
             t: ArrayLike, loads: Loads | LoadsAt | None = None, method: str = "DOP853",
             rtol: float = 1e-9, atol: float = 1e-10, **options: Any) -> Trajectory:
    """The motion from q0, dq0 (n,) under drives and loads, at the times t (k,), section 9.1.

    drives: mu_D (n,), a function (t, q, dq) -> mu_D, or None for free joints. loads: `Loads`,
    a function (t, q, dq) -> Loads with constant gravity, or None. method, rtol, atol and
    options go to scipy.integrate.solve_ivp; the works of drives and loads are integrated
    beside the motion. Raises ValueError on bad input, RuntimeError when the integrator stops.
    """
    robot.check_inertias()
    n = robot.n
    q0, dq0 = _real("q0", q0, (n,)), _real("dq0", dq0, (n,))
    t = _real("t", t, ("k",))
    if len(t) < 2 or (np.diff(t) <= 0).any():
        raise ValueError(f"t: got shape {t.shape}, needs two or more times that increase")
    mu_at, loads_at = _function(drives, np.zeros(n)), _function(loads, NONE)

    def at(time: float, y: Floats) -> tuple[State, Floats, Loads]:
        q, dq = y[:n], y[n:2 * n]
        state, load = robot.at(q, dq), loads_at(time, q, dq)
        if not isinstance(load, Loads):
            raise ValueError(f"loads: got {load!r}, needs Loads, a function that gives it, or None")
        return state, _real("drives", mu_at(time, q, dq), (n,)), load

    gravity = at(t[0], np.r_[q0, dq0])[2].gravity

    def rate(time: float, y: Floats) -> Floats:
        state, mu, load = at(time, y)
        if load.gravity != gravity:
            raise ValueError(f"loads: got gravity {load.gravity} at t = {time:g}, "
                             f"needs it constant, {gravity}; put what varies in F")
        ddq = state.forward_dynamics(mu, load)
        return np.concatenate([y[n:2 * n], ddq, [mu @ y[n:2 * n], _power(state, load)]])

    run = solve_ivp(rate, (t[0], t[-1]), np.concatenate([q0, dq0, [0, 0]]), method, t,
                    rtol=rtol, atol=atol, **options)
    if not run.success:
        raise RuntimeError(f"simulate: the integrator stopped: {run.message}")
    q, dq = run.y[:n].T, run.y[n:2 * n].T
    states = robot.at(q, dq)
    mu = np.array([_real("drives", mu_at(*x), (n,)) for x in zip(t, q, dq)])
    return Trajectory(t, q, dq, mu, states.kinetic_energy(), states.potential_energy(gravity),
                      run.y[-2], run.y[-1], run.nfev)


def _power(state: State, loads: Loads) -> float:
    """Power of F and M: the sum of F_j^T V_j and M_j^T omega_j."""
    power = 0.0
    for j, r in enumerate(state.robot.r, 1):
        if loads.F is not None:
            power += loads.F[j - 1] @ state.V(j, r)
        if loads.M is not None:
            power += loads.M[j - 1] @ state.omega(j)
    return power


def _function(given: Any, default: Any) -> Callable[[float, Floats, Floats], Any]:
    value = default if given is None else given
    return value if callable(value) else lambda t, q, dq: value


def _real(name: str, x: ArrayLike, shape: Shape) -> Floats:
    x = numbers(name, x, shape)
    if is_symbolic(x):
        raise ValueError(f"{name}: got symbols, needs numbers")
    return x
