"""The physical terms of drives and inertia, by which slips that nobody catalogued are named."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from robokit import Loads, Mechanism


def of_drives(robot, q, dq, ddq, loads=None) -> tuple[dict, dict]:
    """The terms of mu_D = A ddq + b - C^T M - D^T F in two ways, each (n,).

    By motion: what each ddq brings, centrifugal terms, Coriolis terms, gravity, external loads.
    By links: inertia of each mass, of each inertia tensor, gravity, external loads.
    """
    loads, n = loads or Loads(), robot.n
    applied = _of_loads(robot, q, loads)
    pushed = robot.A(q) * ddq
    motion = {f"acceleration of joint {j}": pushed[:, j - 1]
              for j in range(1, n + 1)} | of_rates(robot, q, dq)
    links = {}
    for k in range(1, n + 1):
        for name, only in (("mass", {"m": k}), ("inertia tensor", {"J": k})):
            links[f"{name} of link {k}"] = _with(robot, **only).inverse_dynamics(q, dq, ddq)
    return motion | applied, links | applied


def of_rates(robot, q, dq) -> dict:
    """The terms of b, (9.1): centrifugal ones of one rate, Coriolis ones of two. (n,)"""
    n, alone = robot.n, np.diag(np.asarray(dq, float))
    pairs = list(combinations(range(n), 2))
    b = robot.b(q, np.array([*alone, *(alone[j] + alone[k] for j, k in pairs)]))
    return {f"centrifugal of joint {j + 1}": b[j] for j in range(n)} | {
        f"Coriolis of joints {j + 1} and {k + 1}": together - b[j] - b[k]
        for (j, k), together in zip(pairs, b[n:])}


def of_inertia(robot, q) -> dict:
    """The terms of A, (9.3): of each mass and of each inertia tensor. (n, n)"""
    return {f"{name} of link {k}": _with(robot, **{letter: k}).A(q)
            for k in range(1, robot.n + 1) for name, letter in (("mass", "m"),
                                                                ("inertia tensor", "J"))}


def _of_loads(robot, q, loads) -> dict:
    """Gravity of each link, force and moment on each link, as the drives bear them."""
    terms = {}
    for k in range(1, robot.n + 1):
        if any(loads.gravity):
            terms[f"gravity of link {k}"] = _with(robot, m=k).static_drives(
                q, Loads(gravity=loads.gravity))
        for name, letter in (("force", "F"), ("moment", "M")):
            given = getattr(loads, letter)
            if given is not None:
                only = np.where(np.arange(robot.n)[:, None] == k - 1, given, 0.0)
                terms[f"{name} of the load on link {k}"] = robot.static_drives(
                    q, Loads(**{letter: only}))
    return terms


def _with(robot, m: int = 0, J: int = 0):
    """The mechanism with no other inertia than the mass of link m, the tensor of link J."""
    number = np.arange(1, robot.n + 1)
    return Mechanism(robot.sigma, robot.angles, robot.l, np.where(number == m, robot.m, 0.0),
                     robot.r, np.where((number == J)[:, None, None], robot.J, 0.0),
                     base=robot.base, tool=robot.tool)
