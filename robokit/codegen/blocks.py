"""What code for numba does with a block of states: functions that numba compiles.

A block is one array of rows of `LANES` numbers, row after row: a row holds one quantity of as many
states. The states come in as rows of their own, (B, n), and are turned over block by block, so that
the processor works on several of them in one instruction. All offsets are known when the code is
compiled; only so does the compiler see that rows do not overlap.
"""

from __future__ import annotations

import math

import numpy as np

from ..types import Floats

__all__ = ["FAR", "LANES", "all_zero", "enter", "is_far", "leave", "turn"]

LANES = 64
FAR = 1e5            # of an angle: a sum of a few of these still loses nothing by its quarter turns


def enter(x: Floats, first: int, count: int, w: Floats, row: int, width: int) -> None:
    """States first .. first + count of an array (B, n) into the rows that begin at `row`."""
    for i in range(count):
        for j in range(width):
            w[row + LANES * j + i] = x[first + i, j]


def leave(w: Floats, row: int, out: Floats, first: int, count: int, width: int) -> None:
    """Rows into states first .. first + count of an array (B, m)."""
    for i in range(count):
        for j in range(width):
            out[first + i, j] = w[row + LANES * j + i]


def is_far(w: Floats, count: int) -> bool:
    """Whether one of the first numbers is too large for quick sines, or is no number."""
    far = False
    for i in range(count):
        far |= not abs(w[i]) < FAR
    return far


def all_zero(w: Floats, row: int) -> bool:
    """Whether a row holds nothing but zeros: 0 x is 0 for a number, and no number for infinity."""
    zero = True
    for i in range(LANES):
        zero &= w[row + i] == 0.0
    return zero


def turn(w: Floats, angle: int, sine: int, cosine: int, far: bool) -> None:
    """Sines and cosines of a row.

    Without `far`, for |x| up to a million and right to the last place: less n quarter turns, the
    quarter in three parts, the first two short enough for their products with n to be exact; then
    the polynomials of fdlibm (Sun, 1993) on an eighth of a turn to either side.
    """
    if far:
        for i in range(LANES):
            w[sine + i] = math.sin(w[angle + i])
            w[cosine + i] = math.cos(w[angle + i])
        return
    for i in range(LANES):
        x = w[angle + i]
        n = (x * 0.63661977236758134308 + 6755399441055744.0) - 6755399441055744.0  # 1.5 * 2**52
        a, p = x - n * 1.57079632673412561417e+00, n * 6.07710050630396597660e-11
        b = a - p
        rest = ((a - b) - p) - n * 2.02226624879595063154e-21
        r = b + rest
        less, z = (b - r) + rest, r * r              # the angle is r + less
        s = r + (less + r * z * (-1.66666666666666324348e-01 + z * (
            8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (
                2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08
                                                  + z * 1.58969099521155010221e-10))))))
        c = 1.0 + (z * (-0.5 + z * (4.16666666666666019037e-02 + z * (
            -1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 + z * (
                -2.75573143513906633035e-07 + z * (2.08757232129817482790e-09
                                                   - z * 1.13596475577881948265e-11))))))
                   - r * less)
        quarter = np.int32(n)
        swap = (quarter & 1) != 0
        up, along = c if swap else s, s if swap else c
        w[sine + i] = -up if (quarter & 2) != 0 else up
        w[cosine + i] = -along if ((quarter + 1) & 2) != 0 else along
