"""How an executable form of a printed formula is registered, run and measured."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from . import oracle

__all__ = ["TOLERANCE", "Check", "Readings", "Section", "facts", "residual"]

TOLERANCE = 1e-9


class Check(NamedTuple):
    """Outcome of executing an erratum: does either form hold, and the largest differences.

    A residual is the largest difference from the truth over all cases, divided by the largest
    entry of the truth when that exceeds 1; inf when the sizes differ or a value is undefined.
    """

    printed_holds: bool
    corrected_holds: bool
    printed_residual: float
    corrected_residual: float


class Readings(tuple):
    """Values of one printed form in the several ways it can be read; the best of them counts."""


def residual(form, truth) -> float:
    """Largest difference between two arrays, relative to the second when that exceeds 1."""
    if isinstance(form, Readings):
        return min(residual(reading, truth) for reading in form)
    form, truth = np.asarray(form, dtype=float), np.asarray(truth, dtype=float)
    if form.shape != truth.shape:
        return np.inf
    difference = np.max(np.abs(form - truth), initial=0.0)
    return float(difference / max(1.0, np.max(np.abs(truth), initial=0.0))) \
        if np.isfinite(difference) else np.inf


@cache
def facts(name: str) -> dict:
    """The data file of a section, line breaks in its texts read as blanks; {} if there is none."""
    file = resources.files(__package__) / f"{name}.toml"
    return _on_one_line(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _on_one_line(data):
    if isinstance(data, dict):
        return {key: _on_one_line(x) for key, x in data.items()}
    if isinstance(data, list):
        return [_on_one_line(x) for x in data]
    return " ".join(data.split()) if isinstance(data, str) else data


class Section:
    """The executable forms of one section of the book, tied to its data file by ids.

    A form is a generator: it takes one `oracle.Case` and yields

    - for an erratum: (as printed, corrected, truth), once for every index it speaks of; a
      form that can be read in several ways is given as `Readings`;
    - for a display or a claim: (left, right) or more terms that are said to be equal.
    """

    def __init__(self, cases: Iterable[Any] | None = None):     # or a paper's own kind of case
        self.cases: list[Any] = list(oracle.samples() if cases is None else cases)
        self.errata: dict[str, Callable] = {}
        self.equalities: dict[int | str, Callable] = {}
        self.counterexamples: dict[int | str, Callable] = {}
        self._measured: dict[Callable, float] = {}
        self._checked: dict[Callable, Check] = {}

    def erratum(self, identifier: str):
        """The form of an erratum."""
        return _registrar(self.errata, [identifier])

    def holds(self, *keys: int | str):
        """The form of displays (numbers) or claims (ids) that hold, or hold under a condition."""
        return _registrar(self.equalities, keys)

    def without(self, *keys: int | str):
        """The same displays or claims with their condition dropped: these must not hold."""
        return _registrar(self.counterexamples, keys)

    def check_erratum(self, identifier: str) -> Check:
        """Both forms of an erratum over all cases; executed once per form."""
        form = self.errata[identifier]
        if form not in self._checked:
            outcomes = [(residual(printed, truth), residual(corrected, truth))
                        for case in self.cases for printed, corrected, truth in form(case)]
            printed, corrected = (max(column) for column in zip(*outcomes))
            self._checked[form] = Check(printed <= TOLERANCE, corrected <= TOLERANCE,
                                        printed, corrected)
        return self._checked[form]

    def largest(self, forms: dict, key) -> float:
        """The largest residual of an equality over all cases; measured once per form."""
        form = forms[key]
        if form not in self._measured:
            self._measured[form] = max(residual(term, terms[-1]) for case in self.cases
                                       for terms in form(case) for term in terms[:-1])
        return self._measured[form]


def _registrar(place: dict, keys):
    def register(form):
        for key in keys:
            if key in place:
                raise ValueError(f"form of {key!r}: got a second one, needs one")
            place[key] = form
        return form
    return register
