"""One script that holds all a page needs of one arm."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import copy

import numpy as np

from ..kawasaki import ALMOST_ZERO, FS20N
from ..mechanism import Mechanism
from ..types import ArrayLike
from . import recursions
from .code import INPUTS, KINEMATICS, generate
from .emit import Program, camel
from .frames import Skeleton, clean
from .recursions import Motion
from .tape import Tape, cos, sin

__all__ = ["module"]

CLASSIC = """\
globalThis.{name} = (() => {{
"use strict";
{body}
return {{ {names} }};
}})();
"""
KAWASAKI = """\
// The closed inverse of appendix 2. pose: [tau t] of the tool in {B}, 12 numbers row by row, as in
// frames, tau a rotation; ks, ke, kw: +1 or -1. out: the 6 of q, in (-pi, pi]. When there is none
// an Error says why: its `what` is "shoulder", "reach" or "wrist", its `value` what was measured
// (of the wrist the sine of q_5), `least` and `greatest` what is needed.
const conditions = CONDITIONS;
const branch = new Float64Array(3), found = new Float64Array(9);
function ik(pose, ks, ke, kw, out = new Float64Array(6)) {
    branch.set([ks, ke, kw]);
    if (!branch.every(k => k === 1 || k === -1))
        throw new RangeError(`ks, ke, kw: got ${[ks, ke, kw]}, needs +1 or -1`);
    if (!pose.every(Number.isFinite))
        throw new RangeError(`pose: got ${pose}, needs finite numbers`);
    appendix2(pose, branch, found);
    conditions.forEach(({ what, least, greatest, sentence }, i) => {
        const value = found[6 + i];
        if (value < least || value > greatest)
            throw Object.assign(new Error(said(sentence, { value, k_s: ks })),
                { what, value, least, greatest });
    });
    for (let i = 0; i < 6; ++i)
        out[i] = found[i] - 2 * Math.PI * Math.ceil((found[i] - Math.PI) / (2 * Math.PI));
    return out;
}
function said(sentence, numbers) {
    return sentence.replace(/{(\\w+):[^}]*}/g, (_, name) => Number(numbers[name].toPrecision(6)));
}

// The indices ks, ke, kw of q: +1 or -1, and 0 where that part of the arm is singular.
function kci(q, out) {
    out = indicators(q, out);
    for (let i = 0; i < out.length; ++i)
        out[i] = Math.abs(out[i]) < ALMOST_ZERO ? 0 : Math.sign(out[i]);
    return out;
}
"""


def module(robot: Mechanism, functions: Sequence[str] | None = None, name: str | None = None,
           gravity: ArrayLike = (0, 0, 0)) -> str:
    """A script with the functions of one arm, its numbers written into it.

    functions : names of problems as `generate` has them; without them "frames" and "jacobian",
        and all of dynamics but its derivatives when the robot has inertias
    name : a script for <script src>, which works from a folder too; it puts an object of this
        name on the window. None: an ES module that exports what the object holds
    gravity : (3,) acceleration of free fall in frame 0

    The object has n, sigma (n), limits (null, or n of [least, greatest] and null) and

        frames(q, out)          (n + 2) x 3 x 4: [tau t] of the frames 0..n and of the tool in {B}
        jacobian(q, out)        6 x n: omega and V of the origin of frame n, in frame 0
        A(q, out)               n x n
        b(q, dq, out), inverseDynamics(q, dq, ddq, out), forwardDynamics(q, dq, mu, out)    n
        inverseDynamicsDerivatives(q, dq, ddq, out), forwardDynamicsDerivatives(q, dq, mu, out)
                                3 x n x n, when asked for

    Arrays of numbers go in; out is a Float64Array, filled row by row, made where none is given,
    and returned. An `FS20N` also has

        ik(pose, ks, ke, kw, out)    q of one branch for 12 numbers as in frames; or an Error
        kci(q, out)                  ks, ke, kw, 0 in a singular configuration
        indicators(q, out)           what kci takes the signs of: how far singularities are away

    ValueError names what came and is needed.
    """
    if name is not None and not re.fullmatch(r"[A-Za-z_$][\w$]*", name, re.ASCII):
        raise ValueError(f"name: got {name!r}, needs a name as scripts have them")
    if functions is None:
        inertias = isinstance(robot, Mechanism) and robot.m is not None
        functions = [what for what in INPUTS
                     if what != "position" and not what.endswith("derivatives")
                     and (inertias or what in KINEMATICS)]
    functions = list(dict.fromkeys(functions))
    texts = [generate(robot, what, "numbers", "js", gravity=gravity).source for what in functions]
    own, names = robot.to_dict(), ["n", "sigma", "limits", *map(camel, functions)]
    if isinstance(robot, FS20N):
        texts += _kawasaki(robot)
        names += ["ik", "kci", "indicators"]
    facts = {"n": robot.n, "sigma": own["sigma"], "limits": own["limits"]}
    body = "\n".join([*(f"const {key} = {json.dumps(x)};" for key, x in facts.items()), "", *texts])
    if name is None:
        return f"{body}\nexport {{ {', '.join(names)} }};\n"
    return CLASSIC.format(name=name, body=body, names=", ".join(names))


def _kawasaki(robot: FS20N) -> list[str]:
    """The closed inverse and the indices: the formulas of `kawasaki`, run on tapes."""
    conditions = [{"what": c.name, "least": c.least, "greatest": c.greatest,
                   "sentence": c.sentence} for c in robot._conditions()]
    return [_appendix_2(robot).javascript([]), _indicators(robot).javascript([]),
            KAWASAKI.replace("CONDITIONS", json.dumps(conditions)).replace(
                "ALMOST_ZERO", repr(ALMOST_ZERO))]


def _appendix_2(robot: FS20N) -> Program:
    """q and the measures of the conditions, from pose and branch."""
    tape, robot = Tape(), copy(robot)
    vars(robot)["_eps"] = clean(robot._eps)      # quarter turns without rounding: shorter
    pose = np.array([tape.state(f"pose{i + 1}") for i in range(12)]).reshape(1, 3, 4)
    branch = [np.array([tape.state(f"branch{i + 1}")]) for i in range(3)]
    q, measures = robot._appendix_2(pose[..., 3], pose[..., :3], *branch)    # a batch of one
    return Program("appendix_2", tape, {"pose": 12, "branch": 3}, [x[0] for x in (*q, *measures)])


def _indicators(robot: FS20N) -> Program:
    """The three quantities whose signs are the indices, from q."""
    tape = Tape()
    q = [tape.state(f"q{i + 1}") for i in range(6)]
    frames = recursions.frames(Motion(Skeleton.of(robot), q, [0] * 6, [0] * 6, sin, cos))
    t, tau = ([np.array(part, object) for part in parts] for parts in zip(*frames))
    signed = robot._signed(tau.__getitem__, lambda i, j: t[i] - t[j])
    return Program("indicators", tape, {"q": 6}, np.array(signed, object).tolist())
