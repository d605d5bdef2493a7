"""Identification: from measured motions and drives to base inertial parameters.

`excitation` plans a motion that shows every base parameter, `identify` estimates them by least
squares with confidence intervals, `physical` finds bodies that can exist and fit best. The linear
map between parameters and drives is `base_parameters.regressor`. SI units.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats
from scipy.linalg import block_diag

from .arithmetic import numbers
from .base_parameters import Base, pseudo_inertia, regressor, ten_parameters
from .mechanism import Mechanism
from .types import ArrayLike, Floats

__all__ = ["Estimate", "Excitation", "excitation", "identify", "physical"]


@dataclass(frozen=True)
class Excitation:
    """A periodic motion, q_k = centre_k + sum over l of sine_kl sin(l w t) + cosine_kl cos(l w t).

    centre (n,), sine and cosine (n, harmonics), period in s; condition: that of the regressor.
    """

    centre: Floats
    sine: Floats
    cosine: Floats
    period: float
    condition: float = np.nan

    def __call__(self, t: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """q, dq, ddq at the times t, each (..., n)."""
        w = 2 * np.pi / self.period * np.arange(1, self.sine.shape[1] + 1)
        angle = np.asarray(t, float)[..., None] * w
        S, C = np.sin(angle), np.cos(angle)
        return (self.centre + S @ self.sine.T + C @ self.cosine.T,
                (C * w) @ self.sine.T - (S * w) @ self.cosine.T,
                -(S * w**2) @ self.sine.T - (C * w**2) @ self.cosine.T)


def excitation(robot: Mechanism, base: Base, limits: ArrayLike, rates: ArrayLike,
               period: float = 10.0, harmonics: int = 3, gravity: ArrayLike = (0, 0, 0),
               trials: int = 30, seed: int = 0) -> Excitation:
    """A motion that excites all base parameters: the condition number is made small.

    limits (n, 2) of q and rates (n,) of |dq| are kept: every joint's series is drawn together until
    it fits. The best of `trials` random series is improved by Nelder and Mead's method. ValueError
    names what came and is needed.
    """
    limits, rates = numbers("limits", limits, (robot.n, 2)), numbers("rates", rates, (robot.n,))
    for name, value in (("limits, upper less lower", np.diff(limits).min()),
                        ("rates", rates.min()), ("period", period), ("harmonics", harmonics),
                        ("trials", trials)):
        if not value > 0:
            raise ValueError(f"{name}: got {value:g}, needs more than 0")
    t, n = np.linspace(0, period, 20 * harmonics, endpoint=False), robot.n
    fine = np.linspace(0, period, 64 * harmonics, endpoint=False)
    between = 1 / np.cos(np.pi / 64)             # how far a series may exceed its samples

    def series(x: Floats) -> Excitation:
        sine, cosine = np.reshape(x, (2, n, harmonics))
        q, dq, _ = Excitation(np.zeros(n), sine, cosine, period)(fine)
        room = between * np.maximum((q.max(0) - q.min(0)) / np.diff(limits).ravel(),
                                    abs(dq).max(0) / rates)
        centre = limits.mean(1) - (q.max(0) + q.min(0)) / 2 / room
        return Excitation(centre, sine / room[:, None], cosine / room[:, None], period)

    def condition(x: Floats) -> float:
        W = regressor(robot, *series(x)(t), gravity)[..., base.columns]
        return np.linalg.cond(W.reshape(-1, len(base.columns)))

    rng = np.random.default_rng(seed)
    start = min((rng.normal(size=2 * n * harmonics) for _ in range(trials)), key=condition)
    found = optimize.minimize(condition, start, method="Nelder-Mead",
                              options={"maxfev": 4 * trials, "adaptive": True}).x
    motion = series(found)
    return Excitation(motion.centre, motion.sine, motion.cosine, period, condition(found))


@dataclass(frozen=True)
class Estimate:
    """Least squares: values (b,), their covariance (b, b), standard deviation of the noise (n,)."""

    values: Floats
    covariance: Floats
    noise: Floats
    freedom: int

    def interval(self, level: float = 0.95) -> Floats:
        """Confidence intervals of the values, (b, 2); level: between 0 and 1, else ValueError."""
        if not 0 < level < 1:
            raise ValueError(f"level: got {level:g}, needs a number between 0 and 1")
        half = stats.t.ppf((1 + level) / 2, self.freedom) * np.sqrt(np.diag(self.covariance))
        return np.column_stack([self.values - half, self.values + half])


def identify(W: ArrayLike, mu: ArrayLike, weighted: bool = True) -> Estimate:
    """The base parameters from N measurements: W (N, n, b), mu (N, n).

    weighted: the rows of every joint are weighted by the noise left in them, until that stays.
    ValueError when W has not full rank: the motion does not excite all parameters.
    """
    W = numbers("W", W, ("N", "n", "b"))
    mu = numbers("mu", mu, W.shape[:2])
    N, n, b = W.shape
    if N * n <= b:
        raise ValueError(f"W: got {N * n} equations for {b} parameters, needs more")
    scale = np.linalg.norm(W.reshape(-1, b), axis=0)
    rank = np.linalg.matrix_rank(W.reshape(-1, b) / np.where(scale > 0, scale, 1))
    if rank < b:
        raise ValueError(f"W: got rank {rank}, needs {b}: the motion does not excite every base "
                         "parameter")
    weight = np.ones(n)
    for _ in range(50 if weighted else 1):
        rows = (W / weight[:, None]).reshape(-1, b)
        values = np.linalg.lstsq(rows, (mu / weight).ravel(), rcond=None)[0]
        rest = mu - W @ values
        noise = np.sqrt((rest**2).sum(0) / (N - b / n))
        spread = ((rest / weight)**2).sum() / (N * n - b)
        before, weight = weight, np.maximum(noise, 1e-12 * (abs(mu).max() or 1))
        if np.allclose(before, weight, rtol=1e-6):
            break
    covariance = spread * np.linalg.inv(rows.T @ rows)
    return Estimate(values, covariance, noise, N * n - b)


def physical(base: Base, estimate: Estimate, start: ArrayLike) -> Floats:
    """Elementary parameters of possible bodies, p (10 n,), whose base parameters are nearest.

    Nearest counts in the estimate's own covariance. Every link's pseudo-inertia is L L^T, so it is
    positive definite; start: (10 n,) parameters of bodies, from a drawing say. ValueError when
    start has a link that is none.
    """
    start = numbers("start", start, (base.Y.shape[1],))
    lower, whiten = np.tril_indices(4), np.linalg.inv(np.linalg.cholesky(estimate.covariance))
    links = [pseudo_inertia(p) for p in start.reshape(-1, 10)]
    for k, H in enumerate(links, 1):
        least = np.linalg.eigvalsh(H)[0]
        if not least > -1e-9 * np.trace(H):
            raise ValueError(f"start: got link {k} with eigenvalue {least:.3g} of its "
                             "pseudo-inertia, needs bodies: none is negative, not all are zero")
    size = np.repeat([np.sqrt(np.trace(H)) for H in links], 10)
    first = np.ravel([np.linalg.cholesky(H + 1e-6 * np.trace(H) * np.eye(4))[lower]
                      for H in links])

    def triangles(x: Floats) -> Floats:
        L = np.zeros((len(links), 4, 4))
        L[:, *lower] = np.reshape(x, (-1, 10))
        return L

    def parameters(x: Floats) -> Floats:
        L = triangles(x)
        return ten_parameters(L @ L.swapaxes(1, 2)).ravel()

    def misfit(x: Floats) -> Floats:             # the last part: what data leave open stays put
        return np.concatenate([whiten @ (base.Y @ parameters(x) - estimate.values),
                               1e-3 * (x - first) / size])

    def slope(x: Floats) -> Floats:
        dL = np.zeros((10, 4, 4))
        dL[np.arange(10), *lower] = 1
        half = dL @ triangles(x)[:, None].swapaxes(2, 3)
        blocks = ten_parameters(half + half.swapaxes(2, 3)).swapaxes(1, 2)       # (links, 10, 10)
        return np.vstack([whiten @ base.Y @ block_diag(*blocks), np.diag(1e-3 / size)])
    return parameters(optimize.least_squares(misfit, first, slope).x)
