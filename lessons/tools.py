"""What the companions of several lessons share: arms, a second way for positions, open answers."""

from __future__ import annotations

import numpy as np
import sympy
from IPython.display import Markdown

from autograde.refusals import of_refusal
from autograde.words import Speaker
from lessons.words import _, language, language_of_words, number
from robokit import Mechanism, Mount, drawing, errata, laws
from robokit.drawing import COLOUR, LETTERS
from robokit.errata import shown
from robokit.errata.forms import TOLERANCE
from robokit.rotation import lam

Z = np.array([0, 0, 1])
TINY = 1e-30                             # of a complex step


# -- words of figures ------------------------------------------------------------------------
def sentences(parts) -> str:
    """Parts of a description, each as a sentence: it begins with a capital letter."""
    return ". ".join(part[:1].upper() + part[1:] for part in parts)


# -- errata, executed --------------------------------------------------------------------------
def errata_table(source, *places) -> Markdown:
    """Where each erratum of a source stands, and how far both forms are from the truth.

    places: what the place of those that are wanted begins with, in English; all without any.
    """
    where = {row.id: shown.sentence(row.place) for row in errata.table(source, language())}
    found: dict[str, list] = {}                                 # several may stand at one place
    for row in errata.table(source):
        if row.place.startswith(places or ""):
            found.setdefault(where[row.id], []).append(row.check())
    rows = [f"| {_('where')} | {_('as printed')} | {_('corrected')} |", "| --- | --- | --- |"]
    rows += [f"| {place} | {_verdicts(x.printed_residual for x in checks)} "
             f"| {_verdicts(x.corrected_residual for x in checks)} |"
             for place, checks in found.items()]
    return Markdown("\n".join(rows))


def _verdicts(residuals) -> str:
    return "; ".join(dict.fromkeys(map(missed, residuals)))


def missed(residual) -> str:
    """A verdict in words, with the size of an error in two digits."""
    if not np.isfinite(residual):
        return _("no value")
    if residual <= TOLERANCE:
        return _("holds")
    digits = f"{residual:.2g}"
    return _("off by {size}").format(
        size=number(float(digits), 0 if "e" in digits else len(digits.partition(".")[2])))


# -- arms ------------------------------------------------------------------------------------
def loader(h=0.5, a=0.3, b=0.2, c=0.4, quarter=np.pi / 2, lean=np.arctan(0.75)) -> Mechanism:
    """A column turns, a boom tilts, a slide runs along it, a wrist with a leaning axis turns.

    With letters for the lengths and exact angles it is the same arm in symbols.
    """
    return Mechanism([1, 1, 0, 1],
                     angles=[(quarter, 0, 0), (0, quarter, 0), (0, lean - quarter, 0), (0, 0, 0)],
                     l=[(0, h, 0), (0, 0, a), (b, 0, 0), (c, 0, 0)], name="The loader")


def planar(a=0.5, b=0.35) -> Mechanism:
    """Two revolute joints with parallel axes, both links in one plane."""
    return Mechanism([1, 1], np.zeros((2, 3)), [(a, 0, 0), (b, 0, 0)], name="The planar arm")


def boom(m=(12.0, 5.0), I=(0.9, 0.1), c=0.4, d=0.15, quarter=np.pi / 2) -> Mechanism:
    """Joint 1 turns a rail in a vertical plane; joint 2 slides a drill along it.

    The rail runs d beside the axis; its mass centre is c along it. m, I: of rail and drill. With
    letters and quarter = sympy.pi / 2 it is the same arm in symbols. Y_0 points up.
    """
    return Mechanism([1, 0], angles=[(0, quarter, 0), (0, 0, 0)], l=[(0, d, 0), (0, 0, 0)],
                     m=list(m), r=[(0, 0, c), (0, 0, 0)],
                     J=[x * np.eye(3, dtype=int) for x in I], name="The drill boom",
                     base=Mount(angles=(quarter, 0, 0)))


def polisher() -> Mechanism:
    """A column, a shoulder and an elbow; the tip of the forearm is to slide on a plane."""
    rod = np.diag([0.004, 0.03, 0.03])
    return Mechanism.from_axes([1, 1, 1], [(0, 0, 0.5), (0, 0, 0), (0.5, 0, 0)],
                               np.tile(np.eye(3), (3, 1, 1)), [(0, 0, 1), (0, 1, 0), (0, 1, 0)],
                               m=[4, 2, 1.5], r=[(0, 0, -0.2), (0.25, 0, 0), (0.22, 0, 0)],
                               J=[np.diag([0.05, 0.05, 0.02]), rod, rod],
                               base=Mount(l=(0, 0, 0.5)), tool=Mount(l=(0.45, 0, 0)),
                               name="The polisher")


def oblique(rng, sigma=(1, 0, 1, 1, 0)) -> Mechanism:
    """A chain without any right angle: what holds by chance elsewhere fails here."""
    n = len(sigma)
    return Mechanism(sigma, rng.uniform(-2, 2, (n, 3)), rng.uniform(-1, 1, (n, 3)))


def odd_arm(rng, sigma=(1, 0, 1, 1, 0)) -> Mechanism:
    """A chain without any right angle, its links made of points."""
    n, r, J = len(sigma), rng.normal(size=(len(sigma), 3)) / 3, []
    while len(J) < n:
        x = rng.normal(size=(6, 3)) / 3
        J.append(sum(lam(p).T @ lam(p) for p in x - x.mean(0)))
    return Mechanism(sigma, rng.uniform(-2, 2, (n, 3)), rng.uniform(-1, 1, (n, 3)),
                     rng.uniform(1, 3, n), r, J)


# -- the second way --------------------------------------------------------------------------
def turn(axis, angle):
    """A turn about x, y or z; the angle may be complex. (3, 3)"""
    k, c, s = "xyz".index(axis), np.cos(angle), np.sin(angle)
    m = np.diag([c, c, c])
    m[k, k], m[(k + 2) % 3, (k + 1) % 3], m[(k + 1) % 3, (k + 2) % 3] = 1, s, -s
    return m


def place(robot, q, i, point=(0, 0, 0)):
    """Rotation of link i and position of a point of it in frame 0, link by link from the end."""
    tau, t = np.eye(3), np.asarray(point)
    for k in reversed(range(i)):
        step = turn("z", robot.sigma[k] * q[k])
        for axis, angle in zip("xyz", robot.angles[k]):
            step = step @ turn(axis, angle)
        tau, t = step @ tau, step @ (t + robot.l[k]) + Z * (1 - robot.sigma[k]) * q[k]
    return tau, t


def by_positions(robot, q, dq, i, point=(0, 0, 0)):
    """omega_i and V of a point of link i in frame 0, by a complex step of `place`.

    f(q + ih dq) = f(q) + ih df + ..: the imaginary part holds the rate, nothing is subtracted.
    """
    tau, t = place(robot, np.asarray(q) + 1j * TINY * np.asarray(dq), i, point)
    spin = tau.imag / TINY @ tau.real.T                          # (2.7): lam(omega)
    return np.array([[spin[2, 1], spin[0, 2], spin[1, 0]], t.imag / TINY])


def vanishes(vector):
    """Is every entry identically zero? Polynomials in sines and cosines, with s^2 = 1 - c^2."""
    angles = sorted({f.args[0] for x in vector for f in x.atoms(sympy.sin, sympy.cos)}, key=str)
    s, c = sympy.symbols(f"s:{len(angles)}"), sympy.symbols(f"c:{len(angles)}")
    names = {f(x): y for f, ys in ((sympy.sin, s), (sympy.cos, c)) for x, y in zip(angles, ys)}
    rest = [sympy.expand(x.xreplace(names)) for x in vector]
    for a, b in zip(s, c):
        rest = [sympy.rem(x, a**2 + b**2 - 1, a) for x in rest]
    return not any(sympy.expand(x) for x in rest)


# -- figures ---------------------------------------------------------------------------------
def show(fig, alt, caption, equal=True):
    """A figure with its caption and its description, in the language of the notebook."""
    drawing.show(fig, alt, caption, equal=equal, words=_("The figure in words"))


def plane(n=1, titles=(), width=None, height=3.5):
    """Drawings side by side whose axes have scales of their own."""
    fig, axes = drawing.figure(n, three_d=False, width=width or 4.6 * n, height=height,
                               titles=titles)
    for ax in np.atleast_1d(axes):
        ax.set_aspect("auto")
    return fig, axes


def label(ax, place, text, color=COLOUR["ink"], shift=0, size=LETTERS, va="center"):
    """A formula at a place of a figure, (2,) or (3,), moved by a vector; size in points."""
    ax.text(*(np.asarray(place) + shift), text, color=color, fontsize=size, ha="center", va=va,
            zorder=200, math_fontfamily="stix")


# -- what robokit refuses --------------------------------------------------------------------
def refused(error) -> str:
    """What an error of robokit says, in the language of the notebook."""
    return Speaker(language_of_words()).say(of_refusal(error) or str(error))


# -- answers of exercises --------------------------------------------------------------------
def is_open(*answers) -> bool:
    """True while one of the answers is still the dots of its stub, or nothing."""
    return any(x is None or x is Ellipsis for x in answers)


def waits(*answers) -> bool:
    """True, with a word about it, while one of the answers is still open."""
    if is_open(*answers):
        laws.report(laws.same(None, None))
    return is_open(*answers)


def numbers(answer, count=None, needed="") -> bool:
    """True when the answer holds so many numbers; else it is said what is open or does not fit.

    count: None when any number of them will do; needed: what to ask for in place of the count.
    """
    ready = laws.same(answer, answer)
    if ready and count is not None and np.size(answer) != count:
        ready = laws.Finding(False, f"the answer needs {needed or f'{count} numbers'}")
    if not ready:
        laws.report(ready)
    return bool(ready)
