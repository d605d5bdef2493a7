"""Appendix 5: inertia of the third link of the Kawasaki FS20N and a_33, as printed and executed.

The third link is a solid: every cylinder of it is laid out in mass points that integrate second
powers of the coordinates exactly, and its mass, centre of mass and tensor are sums over them.
The other links are the random points of `oracle`.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from . import displays, oracle
from .forms import Readings, Section
from .section02 import lam
from .section08 import J0, col_c, col_D
from .section09 import inertia, pair

ACROSS = {"x": (1, 2), "z": (0, 1)}                    # the two axes across that of a cylinder


def cylinder(mass, radius, height, axis, centre) -> tuple[np.ndarray, np.ndarray]:
    """Masses and places of points standing for a homogeneous cylinder.

    Gauss points along the radius (weight r dr) and the axis, four directions around: the sums of
    m, m x, m x y are those of the solid.
    """
    nodes, weights = np.polynomial.legendre.leggauss(3)
    places, masses = [], []
    for r, w_r in zip((nodes + 1) / 2, weights):
        for h, w_h in zip(nodes / 2, weights):
            for angle in np.arange(4) * np.pi / 2:
                place = np.full(3, height * h)
                place[list(ACROSS[axis])] = radius * r * np.cos(angle), radius * r * np.sin(angle)
                places.append(centre + place)
                masses.append(w_r * r * w_h)
    masses = np.array(masses)
    return mass * masses / masses.sum(), np.array(places)


def tensor(masses, places, origin) -> np.ndarray:
    """Tensor about a point, by definition."""
    arms = [lam(x - origin) for x in places]
    return sum(m * arm @ arm.T for m, arm in zip(masses, arms))


NAMES = ("drive_2", "body", "drive_3")


def with_third_link(seed: int) -> oracle.Case:
    """The Kawasaki with the third link of figure П.6; `c.parts` holds its three solids.

    Of each part: mass m, radius R, height H, axis, centre of mass r, points (masses, places).
    """
    c, rng = oracle.kawasaki(seed).moving(), np.random.default_rng(seed)
    m, R, H = rng.uniform(0.2, 1.0, (3, 3))
    centres = [0, *rng.normal(size=2)], [0, 0, -H[1] / 2], [0, 0, 0]
    c.parts = {name: SimpleNamespace(m=m[k], R=R[k], H=H[k], axis=axis, r=np.array(centres[k]),
                                     points=cylinder(m[k], R[k], H[k], axis, centres[k]))
               for k, (name, axis) in enumerate(zip(NAMES, "xzz"))}
    masses, places = (np.concatenate([part.points[k] for part in c.parts.values()])
                      for k in (0, 1))
    r = masses @ places / masses.sum()
    own = {"masses": masses, "points": places, "m": masses.sum(), "r": r,
           "J": tensor(masses, places, r)}
    for name, value in own.items():
        setattr(c, name, [value if i == 3 else x for i, x in enumerate(getattr(c, name))])
    return c


section = Section(with_third_link(seed) for seed in range(1, 5))


def total(c, share=1.0) -> float:
    """Mass of the body with a share of each drive."""
    return share * (c.parts["drive_2"].m + c.parts["drive_3"].m) + c.parts["body"].m


def moment_of_mass(c, share=1.0) -> np.ndarray:
    """Sum of r_j m_j with a share of each drive."""
    return sum(part.r * part.m * (1 if name == "body" else share)
               for name, part in c.parts.items())


# -- mass and centre of mass ---------------------------------------------------------------------
@section.erratum("A5-half-drives")
def _(c):
    solid = np.concatenate([[c.masses[3].sum()], c.masses[3] @ c.points[3] / c.masses[3].sum()])
    shares = {"body": 1.0, "drive_2": 0.5, "drive_3": 0.5}
    halves = sum(part.points[0].sum() * shares[name] for name, part in c.parts.items())
    centre = sum(part.points[0] @ part.points[1] * shares[name]
                 for name, part in c.parts.items()) / halves
    printed = np.concatenate([[total(c, 0.5)], moment_of_mass(c) / total(c, 0.5)])
    corrected = np.concatenate([[total(c)], moment_of_mass(c) / total(c)])
    yield Readings([printed - solid, printed - np.concatenate([[halves], centre])]), \
        corrected - solid, np.zeros(4)


@section.holds(352)
def _(c):
    masses = [part.points[0].sum() for part in c.parts.values()]
    centres = [part.points[0] @ part.points[1] / part.points[0].sum() for part in c.parts.values()]
    yield sum(r * m for r, m in zip(centres, masses)) / sum(masses), c.r[3]


@section.holds("A5-centres")
def _(c):
    for part in c.parts.values():
        yield part.r, part.points[0] @ part.points[1] / part.m


@section.holds(353)
def _(c):
    yield moment_of_mass(c) / total(c), c.r[3]


@section.without(353)
def _(c):
    yield moment_of_mass(c) / total(c, 0.5), c.r[3]


@section.holds(354)
def _(c):
    yield 0.0, c.r[3][0]


@section.holds(355)
def _(c):
    drive = c.parts["drive_2"]
    yield drive.r[1] * drive.m / total(c), c.r[3][1]


@section.without(355)
def _(c):
    drive = c.parts["drive_2"]
    yield drive.r[1] * drive.m / total(c, 0.5), c.r[3][1]


@section.erratum("A5-whose-mass")
def _(c):
    two, body, three = (c.parts[name] for name in NAMES)
    printed, corrected = ((two.r[2] * m - body.H / 2 * body.m) / total(c)
                          for m in (three.m, two.m))
    yield printed, corrected, c.r[3][2]


# -- tensors of the parts about their own centres of mass ----------------------------------------
def along(part, height=None) -> float:
    """m R^2 / 2."""
    return part.m * part.R**2 / 2


def across(part, height=None) -> float:
    """m (H^2 + 3 R^2) / 12."""
    height = part.H if height is None else height
    return part.m * (height**2 + 3 * part.R**2) / 12


def own_tensor(part) -> np.ndarray:
    """The book's tensor of a part about its own centre of mass."""
    return np.diag([along(part) if name == part.axis else across(part) for name in "xyz"])


def solid_tensor(part, origin=None) -> np.ndarray:
    """The same of its points, about its own centre of mass or another point."""
    masses, places = part.points
    return tensor(masses, places, part.r if origin is None else origin)


@section.holds(357)
def _(c):
    yield along(c.parts["drive_2"]), solid_tensor(c.parts["drive_2"])[0, 0]


@section.holds(358)
def _(c):
    drive = c.parts["drive_2"]
    for k in (1, 2):
        yield across(drive), solid_tensor(drive)[k, k]


@section.erratum("A5-body-height")
def _(c):
    body, drives = c.parts["body"], [c.parts[name] for name in ("drive_2", "drive_3")]
    for k in (0, 1):
        printed = Readings([across(body, height=drive.H) for drive in drives])
        yield printed, across(body, height=body.H), solid_tensor(body)[k, k]


@section.holds(360)
def _(c):
    yield along(c.parts["body"]), solid_tensor(c.parts["body"])[2, 2]


@section.holds(361)
def _(c):
    drive = c.parts["drive_3"]
    for k in (0, 1):
        yield across(drive), solid_tensor(drive)[k, k]


@section.holds(362)
def _(c):
    yield along(c.parts["drive_3"]), solid_tensor(c.parts["drive_3"])[2, 2]


@section.holds("A5-own-tensors-diagonal")
def _(c):
    for part in c.parts.values():
        yield own_tensor(part), solid_tensor(part)


# -- the same about the centre of mass of the link -----------------------------------------------
@section.erratum("A5-steiner-square")
def _(c):
    for part in c.parts.values():
        own, arm = np.diag(own_tensor(part)), part.r - c.r[3]
        printed = own + part.m * np.array([np.linalg.norm(arm), arm[2], arm[1]])
        corrected = own + part.m * np.array([np.linalg.norm(arm)**2, arm[2]**2, arm[1]**2])
        yield printed, corrected, np.diag(solid_tensor(part, c.r[3]))


@section.erratum("A5-products-of-inertia")
def _(c):
    for part in c.parts.values():
        _, y, z = part.r - c.r[3]
        diagonal = own_tensor(part) + part.m * np.diag([y**2 + z**2, z**2, y**2])
        products = -part.m * y * z * np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0]])
        yield diagonal, diagonal + products, solid_tensor(part, c.r[3])


@section.erratum("A5-body-index")
def _(c):
    drives = sum(solid_tensor(c.parts[name], c.r[3]) for name in ("drive_2", "drive_3"))
    body = c.parts["body"]
    yield Readings([drives, drives + solid_tensor(body)]), \
        drives + solid_tensor(body, c.r[3]), c.J[3]


# -- a_33 ----------------------------------------------------------------------------------------
def truth(c) -> float:
    return inertia(c)[2, 2]


@section.erratum("A5-reference")
def _(c):
    numbers = [row.label.split()[0] for row in displays("book")]
    yield numbers.count("(2.13)"), numbers.count("(9.3)"), 1


@section.holds("A5-from-9.3")
def _(c):
    yield sum(pair(c, k, 3, 3) for k in range(3, 7)), truth(c)


@section.holds(347)
def _(c):
    t = c.tau("B", 0)
    axis, value = t @ col_c(c, 3), 0.0
    for k in range(3, 7):
        D = t @ col_D(c, k, 3)
        J = c.tau("B", k) @ c.J[k] @ c.tau(k, "B")
        value += axis @ J @ axis + D * c.m[k] @ D
    yield value, truth(c)


@section.erratum("A5-own-frame")
def _(c):
    r, J = c.tau(1, 4) @ c.r[4], c.tau(1, 4) @ c.J[4] @ c.tau(4, 1)        # r_4^(1), J_4^(1)
    arm = (c.point(4, c.r[4]) - c.origin(4)).c[0]
    yield c.tau(0, 4) @ r, c.tau(0, 4) @ c.r[4], arm
    yield c.tau(0, 4) @ J @ c.tau(4, 0), c.tau(0, 4) @ c.J[4] @ c.tau(4, 0), J0(c, 4)


@section.holds(376)
def _(c):
    for i in c.links:
        yield c.tau(0, i) @ c.J[i] @ c.tau(i, 0), J0(c, i)


def ahead(c):
    """The same robot with q_1 = 0."""
    return c.moving(q=[0.0, *c.q[2:]])


E_X = np.array([1.0, 0.0, 0.0])


@section.holds("A5-axis")
def _(c):
    yield E_X, col_c(ahead(c), 3)


@section.without("A5-axis")
def _(c):
    yield E_X, col_c(c, 3)


@section.holds("A5-axis-anywhere")
def _(c):
    yield [np.cos(c.q[1]), np.sin(c.q[1]), 0], col_c(c, 3)


def by_unit_axis(c) -> float:
    """a_33 with (1 0 0) for c_3^(0)."""
    return E_X @ sum(J0(c, k) for k in range(3, 7)) @ E_X \
        + sum(col_D(c, k, 3) * c.m[k] @ col_D(c, k, 3) for k in range(3, 7))


@section.holds(377)
def _(c):
    yield by_unit_axis(ahead(c)), truth(ahead(c))


@section.without(377)
def _(c):
    yield by_unit_axis(c), truth(c)


def arm(c, k) -> np.ndarray:
    """R_k3^(0) by the lengths of the links from 3 to k."""
    return sum(c.tau(0, i) @ c.l[i] for i in range(3, k + 1)) + c.tau(0, k) @ c.r[k]


def from_axis(c, k) -> np.ndarray:
    """From the origin of frame 2 to the centre of mass of link k."""
    return (c.point(k, c.r[k]) - c.origin(2)).c[0]


@section.holds(378, 379, 380, 381)
def _(c):
    for k in range(3, 7):
        yield lam(col_c(c, 3)) @ from_axis(c, k), col_D(c, k, 3)


@section.holds(382)
def _(c):
    yield arm(c, 3), from_axis(c, 3)


@section.holds(383)
def _(c):
    yield arm(c, 4), from_axis(c, 4)


@section.holds(384)
def _(c):
    yield arm(c, 5), from_axis(c, 5)


@section.holds(385)
def _(c):
    yield arm(c, 6), from_axis(c, 6)


def last_formula(c, joints) -> float:
    """The last display, with c of the given joints for the links 3..6."""
    value = E_X @ sum(J0(c, k) for k in range(3, 7)) @ E_X
    for k, joint in zip(range(3, 7), joints):
        axis = lam(col_c(c, joint))
        value -= arm(c, k) @ axis * c.m[k] @ axis @ arm(c, k)
    return value


@section.erratum("A5-whose-axis")
def _(c):
    c = ahead(c)
    yield last_formula(c, (3, 4, 5, 6)), last_formula(c, (3, 3, 3, 3)), truth(c)
