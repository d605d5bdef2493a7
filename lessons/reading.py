"""Answers to the exercises of the lessons: how they are read, compared, and what is said of them.

A check of an exercise is a function of the answers that returns a line, with the decorator `check`.
Whatever is handed in, of whatever type, gets a line and never a traceback: what cannot be read
raises `Unfit`, which says what the answer needs.
"""

from __future__ import annotations

from functools import wraps

import numpy as np
import sympy as sp

from autograde.refusals import below_tracebacks, of_refusal, spoken_for
from autograde.words import Speaker, of_law
from lessons.tools import is_open
from lessons.words import _, language, language_of_words
from robokit import laws

__all__ = ["Unfit", "at", "check", "expression", "letters", "near", "numbers", "slip", "value"]

NEAR = 1e-3                                          # of a typed number


class Unfit(Exception):
    """An answer that cannot be judged, with what it needs."""


def check(judge):
    """Print what `judge` says about the answers."""
    @wraps(judge)
    def printed(*answers):
        try:
            said = _("nothing to check yet") if is_open(*answers) else judge(*answers)
        except Unfit as needed:
            said = str(needed)
        print(said)
    return printed


def said(finding: laws.Finding) -> str:
    """What a law found, in the language of the notebook; the grader's catalogue has the words."""
    return Speaker(language_of_words()).say(of_law(finding.whole))


laws.spoken_by(said)
below_tracebacks(language)


# -- reading an answer ---------------------------------------------------------------------------
def numbers(answer, *shape):
    """The answer as an array of finite numbers of this shape; Unfit when it is not one."""
    if is_open(answer):
        raise Unfit(_("nothing to check yet"))
    try:
        found = np.array(answer, dtype=float)
    except Exception:                                # whatever a foreign type does
        raise Unfit(_("the answer needs numbers and nothing else")) from None
    if found.shape != shape:
        raise Unfit(_("the answer has the shape {got}, it needs {needed}").format(
            got=found.shape, needed=shape))
    if not np.isfinite(found).all():
        raise Unfit(_("the answer needs numbers in every place"))
    return found


def value(function, *arguments):
    """What the reader's function returns; Unfit when it is none, or raises."""
    if not callable(function):
        raise Unfit(_("the answer needs a function"))
    try:
        return function(*arguments)
    except Exception as error:
        raise Unfit(_("the function stops with {error}").format(
            error=f"{type(error).__name__}: {spoken_for(of_refusal(error)) or error}")) from None


def expression(answer, letters):
    """The answer as a sympy expression in some of these letters, which are known by their names."""
    named = {letter.name: letter for letter in letters}
    if isinstance(answer, str):
        raise Unfit(_("the answer needs an expression without quotation marks"))
    try:
        found = sp.sympify(answer)
        fits = isinstance(found, sp.Expr) and found.is_scalar is not False
        found = found.xreplace({x: named.get(x.name, x) for x in found.free_symbols})
        others = sorted(map(str, found.free_symbols - set(letters))) if fits else []
    except Exception:
        fits, others = False, []
    if not fits:
        raise Unfit(_("the answer needs one expression"))
    if others:
        raise Unfit(_("the letter {letter} is not known here").format(letter=others[0]))
    return found


def letters(answer, shape, known):
    """A matrix or vector of expressions in some of these letters, as an array of this shape."""
    if is_open(answer):
        raise Unfit(_("nothing to check yet"))
    if isinstance(answer, str):
        raise Unfit(_("the answer needs an expression without quotation marks"))
    try:
        found = np.array(answer, dtype=object)
    except Exception:                                # whatever a foreign type does
        raise Unfit(_("the answer needs rows of expressions")) from None
    if found.shape == (*shape, 1):                   # a column of sympy
        found = found[..., 0]
    if found.shape != shape:
        raise Unfit(_("the answer has the shape {got}, it needs {needed}").format(
            got=found.shape, needed=shape))
    return np.array([expression(entry, known) for entry in found.flat]).reshape(shape)


def at(found, **values):
    """The numbers of an array of expressions where its letters have these values."""
    def one(entry):
        known = {letter: values[letter.name] for letter in entry.free_symbols}
        return complex(entry.subs(known))
    try:
        result = np.array([one(entry) for entry in found.flat]).reshape(found.shape)
    except Exception:                                # an entry without a value
        raise Unfit(_("the answer needs numbers in every place")) from None
    if not np.isfinite(result).all():
        raise Unfit(_("the answer needs numbers in every place"))
    return result


# -- comparing -----------------------------------------------------------------------------------
def near(a, b) -> bool:
    """Equal up to the rounding of a typed number."""
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, atol=NEAR, rtol=0))


def slip(found, slips):
    """What is said about the first of the (wrong, said) that `found` agrees with; or nothing."""
    return next((said for wrong, said in slips if near(found, wrong)), "")
