"""Section 9: equations of motion (уравнения движения), `A ddq + b = mu_D + C^T M + D^T F`.

A and b are formed in the links' own frames, section 9.4, where the inertia tensors are
constant; they are the same numbers as with everything in frame 0, (9.1) and (9.3).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .arithmetic import cross, dot, is_symbolic, numbers, solve, times
from .chain import remembered
from .force import NONE, Forces, Loads
from .types import Array, ArrayLike

__all__ = ["Motions"]


class Motions(Forces):
    """The equations of motion and the forward problem of dynamics (section 9)."""

    # -- sections 9.1 and 9.2 --------------------------------------------------------------
    def a(self, i: int, j: int) -> Array:
        """a_ij, (9.3): the sum over k >= max(i, j) of c_i^T J_k c_j + D_ki^T m_k D_kj. (...)

        D is taken at the mass centres. kg·m^2, kg·m or kg, by the types of the two joints.
        """
        i, j = self._joint(i, "i"), self._joint(j)
        self.robot.check_inertias()
        return self._out(self._A()[i - 1, j - 1], 0)

    def A(self) -> Array:
        """Matrix of inertia coefficients (матрица инерционных коэффициентов), (9.5). (..., n, n)

        Symmetric and, for a physical mechanism, positive definite (section 9.2).
        """
        self.robot.check_inertias()
        return self._out(self._A(), 2)

    @remembered
    def _A(self) -> Array:
        robot, n = self.robot, self.robot.n
        kind = np.result_type(self._q, robot.J, robot.m, robot.r, robot._l, robot._eps)
        A = np.zeros((n, n, *self._q.shape[1:]), kind)
        for k in range(1, n + 1):
            C, D = self._C_D(k)
            JC, mD = times(robot.J[k - 1], C), robot.m[k - 1] * D
            if not self.batch and kind.kind == "f":        # few numbers: both halves, at once
                A[:k, :k] += dot(C[:, :, None], JC[:, None])
                A[:k, :k] += dot(D[:, :, None], mD[:, None])
                continue
            for j in range(k):
                A[:j + 1, j] += dot(C[:, :j + 1], JC[:, j, None])
                A[:j + 1, j] += dot(D[:, :j + 1], mD[:, j, None])
        for j in range(n):
            A[j, :j] = A[:j, j]
        return A

    @remembered
    def _arms(self, k: int) -> tuple[Array, Array]:
        """Z_{j-1} and the vectors from the origins of frames j-1 to that of frame k, j = 1..k.

        Both in frame k, (3, k, ...).
        """
        ones = (1,) * len(self.batch)
        Z, arms = np.array([[0], [0], [1]]).reshape(3, 1, *ones), np.zeros((3, 1, *ones), dtype=int)
        if k > 1:
            Z, arms = (_append(x, last) for x, last in zip(self._arms(k - 1), (Z, arms)))
        return self._into(k, Z), self._into(k, arms) + self._L(k)[:, None]

    def _C_D(self, k: int) -> tuple[Array, Array]:
        """c_j^(k) and D_kj^(k) at the mass centre, for j = 1..k, (3, k, ...)."""
        Z, arms = self._arms(k)
        C, D = Z, cross(Z, arms + self._column(self.robot.r[k - 1])[:, None])
        slides = self.robot.sigma[:k] == 0
        if slides.any():
            C = Z.copy()
            C[:, slides], D[:, slides] = 0, Z[:, slides]
        return C, D

    # -- section 9.3 -----------------------------------------------------------------------
    def b_i(self, i: int) -> Array:
        """b_i, (9.1): centrifugal and Coriolis part of the drive of joint i. (...)"""
        return self._out(self._b()[self._joint(i, "i") - 1], 0)

    def b(self) -> Array:
        """b, (9.5): what the drives give when ddq = 0 and nothing else loads the links. (..., n)"""
        return self._out(self._b(), 1)

    @remembered
    def _b(self) -> Array:
        self.robot.check_inertias()
        return self._coasting()._drives(NONE)

    @remembered
    def _coasting(self) -> Motions:
        """The same q and dq with ddq = 0."""
        return self._moving(self._rates(), 0 * self._rates())

    def load_drives(self, loads: Loads) -> Array:
        """C^T M + D^T F of (9.5): the loads and weights, brought to the joints. (..., n)"""
        loads, zero = self._loads(loads), 0 * self._q
        return self._out(-self._moving(zero, zero)._drives(loads), 1)

    def forward_dynamics(self, mu: ArrayLike, loads: Loads | None = None) -> Array:
        """ddq of (9.5), the forward problem of dynamics, for drives mu (..., n). (..., n)

        Raises ValueError where A has no inverse: a joint that moves nothing with inertia.
        """
        loads, mu = self._loads(loads), self._given("mu", mu, self.robot.n)
        rest = self._coasting()._drives(loads)        # b minus what the loads bring
        with np.errstate(divide="ignore", invalid="ignore"):
            ddq = solve(self._A(), mu - rest)
        if not is_symbolic(ddq) and not np.isfinite(ddq).all():
            raise ValueError("m, r, J: got a matrix A that has no inverse, needs inertia at "
                             "every joint")
        return self._out(ddq, 1)

    # -- energy ----------------------------------------------------------------------------
    def kinetic_energy(self) -> Array:
        """W, section 9.2: half the sum of V_j^T m_j V_j + omega_j^T J_j omega_j, J. (...)"""
        self.robot.check_inertias()
        W: Any = 0
        for j in range(1, self.robot.n + 1):
            omega = self._omega(j)
            V = self._V(j) + cross(omega, self._column(self.robot.r[j - 1]))
            W = W + self.robot.m[j - 1] * dot(V, V) + dot(omega, times(self.robot.J[j - 1], omega))
        return self._out(W / 2, 0)

    def potential_energy(self, gravity: ArrayLike) -> Array:
        """Minus the sum of m_j gravity^T t_j over the mass centres, J. (...)

        gravity: (3,) in frame 0, as in `Loads`; zero height is the origin of frame 0.
        """
        self.robot.check_inertias()
        g = self._column(numbers("gravity", gravity, (3,)))
        centers = [self._t(j, 0, 0, self._column(r)) for j, r in enumerate(self.robot.r, 1)]
        return self._out(-sum(m * dot(g, t) for m, t in zip(self.robot.m, centers)), 0)


def _append(x: Array, last: Array) -> Array:
    if x.ndim > 2:
        last = np.broadcast_to(last, (3, 1, *x.shape[2:]))
    return np.concatenate([x, last], axis=1)
