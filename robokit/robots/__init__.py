"""Arms that are used in many places, as data.

>>> print(load("scara"))
SCARA, n = 4
   i      joint  alpha, deg  beta, deg  gamma, deg  l_x, m  l_y, m  l_z, m
   0       base           0          0           0       0       0       0
   1   revolute           0          0           0   0.325       0   0.387
   2   revolute         180          0           0   0.275       0       0
   3  prismatic           0          0           0       0       0       0
   4   revolute           0          0           0       0       0       0
tool                      0          0           0       0       0       0

Each arm stands in a file NAME.toml beside this one: the parameters of section 1.4 as
`Mechanism.from_dict` reads them (metres, kilograms, radians), `source`, where the numbers come
from, `doubts`, what is wrong or unsure in them, and for some arms `example`, a motion to try
things on. An arm that is given in another way is turned into such numbers by
`Mechanism.from_dh(...).to_dict()` and its like. Arms whose lengths are chosen are made by a
function of their own, named in `MADE`: the Kawasaki FS20N of `robokit.kawasaki`.
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Callable
from importlib import resources
from typing import Any

import numpy as np

from ..kawasaki import fs20n
from ..mechanism import Mechanism, PhysicsWarning
from ..types import Array

__all__ = ["MADE", "data", "example", "load", "names"]

#: Arms with lengths to choose, metres: what makes them.
MADE: dict[str, Callable[..., Mechanism]] = {"fs20n": fs20n}


def names() -> list[str]:
    """The names of all arms, sorted."""
    files = resources.files(__package__).iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def data(name: str) -> dict[str, Any]:
    """The file of an arm as it stands; ValueError for a name that there is not."""
    if name not in names():
        raise ValueError(f"name: got {name!r}, needs one of {', '.join(names())}")
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def load(name: str, **lengths: float) -> Mechanism:
    """The mechanism of that name; ValueError for a name that there is not.

    `lengths`, metres, are those that an arm of `MADE` lets one choose. A tensor that no rigid
    body has gives no warning here: it is named in `data(name)["doubts"]`.
    """
    if name in MADE:
        return MADE[name](**lengths)
    if lengths:
        raise ValueError(f"name: got {name!r}, whose lengths are given, "
                         f"needs one of {', '.join(sorted(MADE))}")
    given = data(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PhysicsWarning)
        return Mechanism.from_dict(given)


def example(name: str) -> dict[str, Array]:
    """A motion of the arm to try things on, each an array: q and dq (n,), and what the file adds.

    That is ddq (n,), a `point` of the last link in its own frame (3,), `gravity` in frame 0 (3,).
    ValueError for an arm without an example.
    """
    given = data(name).get("example")
    if given is None:
        some = [arm for arm in names() if "example" in data(arm)]
        raise ValueError(f"name: got {name!r}, an arm without an example, "
                         f"needs one of {', '.join(some)}")
    return {key: np.array(value, dtype=float) for key, value in given.items()}
