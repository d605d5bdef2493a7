"""Mechanisms for the tests of robokit: random mixed chains, and the reference robots."""

import json
import warnings
from pathlib import Path

import numpy as np

from robokit import Mechanism, Mount, PhysicsWarning

TRUTH = Path(__file__).parent / "truth"
NAMES = sorted(path.stem for path in TRUTH.glob("*.json"))
CHAINS = ["R", "P", "RP", "PR", "PP", "RRP", "PRP", "RPRR", "PRRPR", "RPRRPR", "PRPRPRP"]


def random_inertias(rng, n):
    """Masses, mass centres and tensors of clouds of points: always physical."""
    m = rng.uniform(0.5, 5, n)
    r = rng.normal(size=(n, 3)) / 3
    J = []
    for _ in range(n):
        x = rng.normal(size=(8, 3)) / 4
        x -= x.mean(0)
        J.append(sum((p @ p) * np.eye(3) - np.outer(p, p) for p in x) * rng.uniform(0.1, 1))
    return m, r, np.array(J)


def chain(kinds, seed=0, inertias=True):
    """A random mechanism; kinds is a string of R and P."""
    rng = np.random.default_rng([seed, len(kinds), *map(ord, kinds)])
    n = len(kinds)
    m, r, J = random_inertias(rng, n) if inertias else (None,) * 3
    return Mechanism(
        [int(k == "R") for k in kinds],
        rng.uniform(-3, 3, (n, 3)),
        rng.normal(size=(n, 3)) / 2,
        m,
        r,
        J,
        base=Mount(rng.uniform(-3, 3, 3), rng.normal(size=3) / 2),
        tool=Mount(rng.uniform(-3, 3, 3), rng.normal(size=3) / 2),
        name=kinds,
    )


def motion(robot, seed=0, batch=()):
    """Random q, dq, ddq of shape (*batch, n)."""
    rng = np.random.default_rng([seed, robot.n])
    return [rng.uniform(-2, 2, (*batch, robot.n)) for _ in range(3)]


def truth(name):
    """A reference robot: the data of its file and the mechanism."""
    data = json.loads((TRUTH / f"{name}.json").read_text())
    sigma = [int(j["type"] == "R") for j in data["joints"]]
    inertias = [[link[key] for link in data["links"]] for key in ("m", "com", "I")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PhysicsWarning)
        if data["convention"] == "sdh":
            rows = [[j[k] for k in ("theta", "d", "a", "alpha")] for j in data["joints"]]
            robot = Mechanism.from_dh(
                rows, sigma, m=inertias[0], r=inertias[1], J=inertias[2], name=name
            )
        else:
            place = [[j[k] for j in data["joints"]] for k in ("xyz", "R", "axis")]
            robot = Mechanism.from_axes(sigma, *place, *inertias, name=name)
    return data, robot


def derivative(f, order=1, step=2e-3):
    """Central differences of f at 0: six points for the first derivative, seven for the second."""
    if order == 1:
        terms = {1: 45, 2: -9, 3: 1}
        return sum(c * (np.asarray(f(k * step)) - f(-k * step)) for k, c in terms.items()) / (
            60 * step
        )
    terms = {1: 270, 2: -27, 3: 2}
    return (
        sum(c * (np.asarray(f(k * step)) + f(-k * step)) for k, c in terms.items())
        - 490 * np.asarray(f(0.0))
    ) / (180 * step**2)
