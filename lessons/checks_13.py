"""Judges of lesson 13, from places and turned axes, and the checks of its exercises."""

from __future__ import annotations

from functools import partial

import companion_13 as companion
import numpy as np
from tools import numbers

from robokit import drawing, laws
from robokit.codegen.tape import Tape
from robokit.drawing import COLOUR
from robokit.statics import AXES, Arm, table_1, table_2

#: waves and rests of drive 2 without and with load; the second arm is the Kawasaki
ARMS = [((500, 600), (300, 320)), ((546, 703), (89, 264)), ((400, 700), (200, 250))]


# -- judges of the lesson's formulas ---------------------------------------------------------------
def energy_slope(arm, l, m, r, q, h=1e-3):
    """Gradient of the potential energy, by fourth-order differences of heights. (n,)"""
    def energy(q):
        return companion.G * np.array(m) @ companion.walk(arm, l, r, q)[1][:, 1]
    return np.array([8 * (energy(q + d) - energy(q - d)) - energy(q + 2 * d) + energy(q - 2 * d)
                     for d in h * np.eye(len(q))]) / (12 * h)


def cut(arm, l, m, r, q, k):
    """Force and moment about O_k that hold up links k..n, from their places, in frame k. (2, 3)"""
    poles, centres, _ = companion.walk(arm, l, r, q)
    weights = companion.G * np.array(m[k - 1:])[:, None] * [0, 1, 0]
    moment = np.cross(centres[k - 1:] - poles[k - 1], weights).sum(0)
    return np.array([weights.sum(0), moment]) @ companion.turned(arm, q, k)


def table_gaps(first, second):
    """Every cell of tables 1 and 2 less what turned axes give."""
    values = {"cj": np.cos(second), "sj": np.sin(second), "ci": np.cos(first),
              "si": np.sin(first), "cij": np.cos(first + second), "sij": np.sin(first + second)}
    blocks = {(a,): block for a, block in table_1().items()} | table_2()
    return [laws.gap(companion.number(cell, values), true) for axes, block in blocks.items()
            for cell, true in zip(block, laws.by_turns(axes, [first, second][-len(axes):]).flat)]


# -- exercises -------------------------------------------------------------------------------------
def back(answer):
    """Exercise 1: what every turn obeys, about each axis."""
    if not numbers(answer("x", 0.1, [1, 0, 0]), 3, "3 entries"):
        return

    def matrix(axis, q):
        return np.array([answer(axis, q, list(e)) for e in np.eye(3)], float).T
    drawing.compare([matrix(a, 0.6) for a in AXES], "Three pale frames, and over each the frame "
                    "of your answer for a turn by 0.6 about x, y and z.",
                    "Exercise 1. Each time one axis stays and the others go by the right hand.",
                    titles=[f"about {a}" for a in AXES])
    findings = []
    for a, e in zip(AXES, np.eye(3)):
        first = (matrix(a, 1e-5) - matrix(a, -1e-5)) / 2e-5
        findings += [laws.rotation(matrix(a, 0.6)), laws.turns(partial(matrix, a)),
                     laws.same(first, np.cross(e, np.eye(3)).T, f"about {a} v goes by e x v")]
    laws.report(*findings)


def vertical(letters, arm, q, n, most, answer):
    """Exercises 2 and 3: length, heights of the ends of the axes, and the count."""
    if not numbers(answer(*[0, 1] * (len(letters) // 2)), 3, "3 entries"):
        return
    found = np.array(answer(*[companion.sines(arm, q)[x] for x in letters]), float)
    fig, ax = drawing.figure(axes=False, width=3.6)
    drawing.frame(ax)
    drawing.vector(ax, (0, 0, 0), found, "up", COLOUR["purple"], 3)
    drawing.show(fig, f"The axes of frame {arm.n} and your vertical as an arrow among them.",
                 f"Exercise {n}. Your vertical, as frame {arm.n} sees it.")
    tape = Tape()
    used = tape.operations(list(answer(*map(tape.state, letters)))).together
    laws.report(laws.unit(found), laws.same(found, companion.turned(arm, q, arm.n)[1],
                                            "heights of the ends of the axes"),
                laws.Finding(used <= most, f"at most {most} operations; here {used}"))


merged = partial(vertical, ["s12", "c12", "s35", "c35"], Arm("Rz Rz Ry Px Ry"),
                 [0.4, 0.2, 0.5, 0.2, 0.7], 2, 2)
forward = partial(vertical, ["s23", "c23", "s4", "c4", "s5", "c5", "s6", "c6"],
                  Arm(companion.PROBLEMS[5]), [0.3, 0.5, -0.8, 0.6, 0.9, -0.4], 3, 14)


def worst(W, F, K):
    """The largest drive with and without load."""
    return np.max([abs(w - K) + f for w, f in zip(W, F)], axis=0)


def spring(best):
    """Exercise 4: no other spring is better, for several arms."""
    if not numbers(best(*ARMS[0]), 1, "1 entries"):
        return
    fig, ax = drawing.figure(three_d=False, width=6, height=3.2)
    K, findings = np.linspace(300, 900, 301), []
    for (W, F), color in zip(ARMS, ("orange", "sky", "purple")):
        yours = float(best(W, F))
        ax.plot(K, worst(W, F, K), color=COLOUR[color])
        ax.plot(yours, worst(W, F, yours), "o", color=COLOUR[color], mec=COLOUR["ink"], ms=9)
        gain = worst(W, F, yours) - min(worst(W, F, yours - 0.5), worst(W, F, yours + 0.5))
        findings.append(laws.Finding(gain < 1e-9, f"W = {W}, F = {F}: half a newton metre more or "
                                     f"less is {'not better' if gain < 1e-9 else 'better'}"))
    ax.set(aspect="auto", xlabel="K, N m", ylabel="worst drive, N m")
    drawing.show(fig, "Three curves of the worst drive over K, made of straight lines, and your "
                 "choice on each as a dot.", "Exercise 4. A dot must sit at the lowest point.")
    laws.report(*findings)
