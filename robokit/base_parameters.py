"""Base inertial parameters (базовые инерционные параметры), after a paper of the BMSTU.

The Lagrange function is linear in ten parameters of every link, L = w_L p. Which combinations of
them move anything is decided by coordinates: every entry of w_L is a combination of products of
1, cos q, sin q, cos 2q, sin 2q (1, q, q^2 for a prismatic joint) with dq_i dq_j, and of products
of 1, cos q, sin q (1, q) alone. These products are `basis`; `coordinate_matrix` Z holds the
coordinates, w_L = basis Z, and the first columns of Z that depend on none before them make
`base_parameters`.

The paper's symbols, those here and the textbook's:

    p_i = (I_xx .. I_zz, S_x, S_y, S_z, m)   PARAMETERS of link i about the origin of frame i:
                              I_uv the integral of u v dm, S = m_i r_i; J_i by `elementary`
    w_L, K, Pi                influence coefficients of W - Pi; W the book's kinetic energy
    W_EM                      `regressor`: mu_D = W_EM p, section 8.4
    Z, Z~, Y_L, p~            `coordinate_matrix`, its columns `Base.columns`, `Base.Y`, Y_L p
    nu, N                     sum of sigma_i, n

What is constant in L moves nothing: its row of Z is left out (constant=False), else the regressor
of what is kept has not full rank. SI units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import prod

import numpy as np
import scipy

from .arithmetic import numbers
from .mechanism import Mechanism
from .rotation import lam
from .types import Array, ArrayLike, Floats

__all__ = [
    "PARAMETERS",
    "Base",
    "base_parameters",
    "basis",
    "coordinate_matrix",
    "dimension",
    "echelon",
    "elementary",
    "influence",
    "pseudo_inertia",
    "regressor",
    "ten_parameters",
]

PARAMETERS = ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz", "Sx", "Sy", "Sz", "m")
ROWS, COLUMNS = (0, 0, 0, 1, 1, 2, 0, 1, 2, 3), (0, 1, 2, 1, 2, 2, 3, 3, 3, 3)     # in matrices
UNITS = np.zeros((10, 4, 4))                      # the pseudo-inertia of each parameter alone
UNITS[range(10), ROWS, COLUMNS] = UNITS[range(10), COLUMNS, ROWS] = 1
SMALL = 1e-9


# -- the ten parameters ----------------------------------------------------------------------------
def elementary(robot: Mechanism) -> Floats:
    """p: the ten parameters of every link, (10 n,)."""
    robot.check_inertias()
    centred = [np.trace(J) / 2 * np.eye(3) - J for J in robot.J]        # integrals of r r^T dm
    bodies = [m * np.outer(x, x) for m, x in zip(robot.m, np.insert(robot.r, 3, 1, axis=1))]
    return ten_parameters(np.pad(centred, [(0, 0), (0, 1), (0, 1)]) + bodies).ravel()


def pseudo_inertia(p: ArrayLike) -> Floats:
    """The integral of x x^T dm with x = (r, 1), (..., 4, 4), from ten parameters (..., 10)."""
    return np.tensordot(numbers("p", p, (..., 10)), UNITS, 1)


def ten_parameters(H: ArrayLike) -> Floats:
    """The ten parameters (..., 10) of pseudo-inertias (..., 4, 4)."""
    return numbers("H", H, (..., 4, 4))[..., ROWS, COLUMNS]


def influence(robot: Mechanism, q: ArrayLike, gravity: ArrayLike = (0, 0, 0),
              link: int | None = None) -> tuple[Floats, Floats]:
    """Influence coefficients of the elementary parameters on the energies.

    Returns (..., n, n, P), the coefficients of dq_i dq_j / 2 in W, and (..., P) those of -Pi; P is
    10 n, or 10 for one link. gravity: (3,) in frame 0.
    """
    g, s = numbers("gravity", gravity, (3,)), robot.at(q)
    links = range(1, robot.n + 1) if link is None else [robot.chain_index(link, "link", 1)]
    kinetic, potential = [], []
    for k in links:
        c, d = (np.moveaxis(x, -1, -2) for x in (s.C(k, k), s.D_matrix(k, frame=k)))
        U = np.concatenate([lam(c), d[..., None]], axis=-1)      # dT_k / dq_i in frame k
        kinetic.append(np.einsum("...iax,pxy,...jay->...ijp", U, UNITS, U, optimize=True))
        T = np.concatenate([s.tau(0, k), s.t(k)[..., None]], axis=-1)
        potential.append(np.einsum("a,...ax,px->...p", g, T, UNITS[:, :, 3]))
    return np.concatenate(kinetic, axis=-1), np.concatenate(potential, axis=-1)


# -- the basis of the space that holds w_L -------------------------------------------------------
def dimension(sigma: Sequence[int] | Array) -> int:
    """How many functions the basis has: (n^2 + n) / 2 5^nu 3^(n - nu) + 3^nu 2^(n - nu)."""
    n, nu = len(np.asarray(sigma)), int(np.sum(sigma))
    return (n * n + n) * 5**nu * 3**(n - nu) // 2 + 3**nu * 2**(n - nu)


def _factors(sigma: Iterable[int], rates: bool) -> list[list[str]]:
    turning = ["", "c{}", "s{}", "c2{}", "s2{}"] if rates else ["", "c{}", "s{}"]
    sliding = ["", "q{}", "q{}^2"] if rates else ["", "q{}"]
    return [[f.format(k) for f in (turning if s else sliding)] for k, s in enumerate(sigma, 1)]


def basis(sigma: Sequence[int] | Array) -> Iterator[str]:
    """Names of the basis functions in the order of Z's rows; c21 is cos 2 q_1, "1" the constant."""
    n = len(np.asarray(sigma))
    for i, j in combinations_with_replacement(range(1, n + 1), 2):
        rate = f"dq{i}^2/2" if i == j else f"dq{i} dq{j}"
        for names in product(*_factors(sigma, True)):
            yield " ".join([rate, *filter(None, names)])
    for names in product(*_factors(sigma, False)):
        yield " ".join(filter(None, names)) or "1"


def _samples(revolute: int, rates: bool) -> tuple[Floats, Floats]:
    """Places on one axis, and the matrix from values there to coordinates in its basis."""
    size = (5 if rates else 3) if revolute else (3 if rates else 2)
    if revolute:
        x = 2 * np.pi * np.arange(size) / size
        columns = [np.ones(size)] + [f(k * x) for k in range(1, size // 2 + 1)
                                     for f in (np.cos, np.sin)]
    else:
        x = np.arange(size) - (size - 1) / 2
        columns = [x**k for k in range(size)]
    return x, np.linalg.inv(np.column_stack(columns))


def _coordinates(values: Floats, transforms: Iterable[Floats]) -> Floats:
    """Coordinates of functions given on a grid; values (s_1, .., s_k, ...)."""
    for axis, matrix in enumerate(transforms):
        values = np.moveaxis(np.tensordot(matrix, values, (1, axis)), 0, axis)
    return values


def coordinate_matrix(robot: Mechanism, gravity: ArrayLike = (0, 0, 0),
                      constant: bool = True) -> scipy.sparse.csc_array:
    """Z of (13): the coordinates of w_L in `basis`, (dimension, 10 n).

    Found from values on a grid, link by link (link k depends on q_1..q_k), without expressions.
    constant=False leaves out the row of "1", which moves nothing.
    """
    n, sigma = robot.n, robot.sigma
    blocks = [_link_columns(robot, gravity, k) for k in range(1, n + 1)]
    Z = scipy.sparse.hstack(blocks, format="csc")
    if constant:
        return Z
    one = Z.shape[0] - prod(map(len, _factors(sigma, False)))
    return scipy.sparse.vstack([Z[:one], Z[one + 1:]], format="csc")


def _link_columns(robot: Mechanism, gravity: ArrayLike, k: int) -> scipy.sparse.csc_array:
    """The ten columns of link k."""
    n, sigma, parts = robot.n, robot.sigma, []
    for rates in (True, False):
        axes = [_samples(s, rates) for s in sigma[:k]]
        grid = np.stack(np.meshgrid(*[x for x, _ in axes], indexing="ij"), axis=-1)
        q = np.concatenate([grid, np.zeros((*grid.shape[:-1], n - k))], axis=-1)
        kinetic, potential = influence(robot, q, gravity, k)
        tail = prod(map(len, _factors(sigma[k:], rates)))
        transforms = [matrix for _, matrix in axes]
        functions = [kinetic[..., i, j, :] for i, j in combinations_with_replacement(range(n), 2)
                     ] if rates else [potential]
        usual = _usual(robot, gravity, rates)
        for values in functions:
            found = _coordinates(values, transforms).reshape(-1, 10)
            found[abs(found) < 1e-13 * np.maximum(abs(found).max(0), usual)] = 0
            rows = scipy.sparse.coo_array(found)    # of the axes behind only the factor 1 occurs
            place = rows.coords[0] * tail, rows.coords[1]
            parts.append(scipy.sparse.coo_array((rows.data, place),
                                                shape=(len(found) * tail, 10)))
    return scipy.sparse.vstack(parts, format="csc")


def _usual(robot: Mechanism, gravity: ArrayLike, rates: bool) -> Floats:
    """How large the ten influence coefficients of a link are by their units, (10,)."""
    size = float(np.linalg.norm(robot.l, axis=1).max()) or 1.0
    if rates:
        return np.array([1.0] * 6 + [size] * 3 + [size**2])
    weight = float(np.linalg.norm(numbers("gravity", gravity, (3,)))) or 1.0
    return weight * np.array([1.0] * 9 + [size])


def echelon(Z: ArrayLike | scipy.sparse.sparray) -> list[int]:
    """Columns with a step in Z's echelon form: those that depend on none before them.

    A column that is all but a combination of those before it (lengths of 1 mm beside 1 m) is
    passed over as long as the rank is reached without it: its rest is mostly rounding.
    """
    dense = _rows(Z)
    scale = np.linalg.norm(dense, axis=0)
    scale = np.where(scale > SMALL * scale.max(initial=0), scale, np.inf)
    if not np.isfinite(scale).any():
        return []
    columns: Floats = np.linalg.qr(
        dense / scale, mode="r")  # type: ignore[assignment]  # numpy's stub knows no mode "r"
    rank = (np.linalg.svd(columns, compute_uv=False) > SMALL).sum()
    for least in (1e-3, 1e-6, SMALL):
        kept = _steps(columns, least)
        if len(kept) == rank:
            break
    return kept


def _steps(columns: Floats, least: float) -> list[int]:
    """Gram and Schmidt without a choice of columns; a rest shorter than `least` is none."""
    rest, kept = columns.copy(), []
    for k in range(rest.shape[1]):
        size = np.linalg.norm(rest[:, k])
        if size > least:
            direction = rest[:, k] / size
            rest[:, k:] -= np.outer(direction, direction @ rest[:, k:])
            kept.append(k)
    return kept


def _rows(Z: ArrayLike | scipy.sparse.sparray) -> Floats:
    """The rows that are not all zero, dense."""
    if not isinstance(Z, (scipy.sparse.sparray, scipy.sparse.spmatrix)):
        return np.array(Z, float)
    return Z.tocsr()[np.unique(Z.tocoo().coords[0])].toarray()


@dataclass(frozen=True)
class Base:
    """Base inertial parameters of a mechanism: p~ = Y p.

    columns: the elementary parameters that stand in each with factor 1, in order; Y (b, 10 n).
    """

    columns: tuple[int, ...]
    Y: Floats

    @property
    def names(self) -> tuple[str, ...]:
        """What each base parameter is made of, e.g. "Sx1 + 0.5 m1"."""
        return tuple(_sum(row) for row in self.Y)

    def of(self, robot: Mechanism) -> Floats:
        """Values for a mechanism. (b,)"""
        return self.Y @ elementary(robot)


def _sum(row: Floats) -> str:
    terms = [(x, f"{PARAMETERS[k % 10]}{k // 10 + 1}") for k, x in enumerate(row) if x]
    text = " ".join(f"{'-' if x < 0 else '+'} {'' if abs(x) == 1 else f'{abs(x):.4g} '}{name}"
                    for x, name in terms)
    return text.removeprefix("+ ")


def base_parameters(robot: Mechanism, gravity: ArrayLike = (0, 0, 0)) -> Base:
    """(11) and (15): Y_L = (Z~^T Z~)^-1 Z~^T Z. gravity: (3,) in frame 0, zero for none.

    Lengths count in the arm's own size, a power of ten: no unit decides what passes for zero.
    """
    weight, longest = numbers("gravity", gravity, (3,)), np.linalg.norm(robot.l, axis=1).max()
    size = 10.0 ** np.round(np.log10(longest)) if longest else 1.0
    alike = Mechanism(robot.sigma, robot.angles, robot.l / size)
    Z = _rows(coordinate_matrix(alike, weight / (np.linalg.norm(weight) or 1), constant=False))
    columns = echelon(Z)
    Y = np.linalg.lstsq(Z[:, columns], Z, rcond=None)[0]
    near, units = np.round(Y), np.tile([1.0] * 6 + [size] * 3 + [size ** 2], robot.n)
    Y = np.where(abs(Y - near) < SMALL, near, Y)
    return Base(tuple(columns), Y * units / units[columns][:, None])


# -- the drives ------------------------------------------------------------------------------------
def regressor(robot: Mechanism, q: ArrayLike, dq: ArrayLike, ddq: ArrayLike,
              gravity: ArrayLike = (0, 0, 0)) -> Floats:
    """W_EM of (7): mu_D = W_EM p, (..., n, 10 n).

    From accelerations: the force and moment of each parameter of a link at its origin, brought to
    the joints by the columns c_j and D_kj.
    """
    g, s, blocks = numbers("gravity", gravity, (3,)), robot.at(q, dq, ddq), []
    for k in range(1, robot.n + 1):
        w, e = s.omega(k, k), s.domega(k, k)
        a = s.dV(k, frame=k) - s.tau(k, 0) @ g
        U = lam(e) + lam(w) @ lam(w)
        motion = np.concatenate([U, a[..., None]], axis=-1)             # (..., 3, 4)
        N = np.einsum("...ax,pxy->...pay", motion, UNITS)               # (..., 10, 3, 4)
        skew = N[..., :3] - np.swapaxes(N[..., :3], -1, -2)
        moment = np.stack([skew[..., 2, 1], skew[..., 0, 2], skew[..., 1, 0]], axis=-1)
        blocks.append(np.einsum("...aj,...pa->...jp", s.C(k, k), moment)
                      + np.einsum("...aj,...pa->...jp", s.D_matrix(k, frame=k), N[..., 3]))
    return np.concatenate(blocks, axis=-1)
