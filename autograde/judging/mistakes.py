"""What a mistake is: the steps of a computation with one of them replaced.

An assignment computes with its steps, a class with a method for each step of the book. A mistake
is a class that replaces one of these methods. Its registration carries what the student is told:
what we see, and a law with one line of code by which the student can see it without us. That law
stands behind it and is executed, see `refuting`: it yields residuals that all vanish with the right
steps, and none of which vanishes with the slip.

    @mistake("tensor_back", 22, "inertia tensor turned the wrong way", sees="...", law="...")
    class TensorBack(Steps):
        def tensor_in_base(self, tau, J):
            return tau.T @ J @ tau

    @refutes("tensor_back")
    def own_axis(rules):
        yield rules.tensor_in_base(QUARTER, np.diag([1, 2, 3])) - np.diag([2, 1, 3])

One definition serves detection, the message, its test, the statistics of a class and the
certificate of a variant. Numbers of the catalogue group mistakes for the statistics. A module of
mistakes may include others: INCLUDES = (shared,).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, TypeVar

from robokit.types import ArrayLike

from ..words import _, said
from .operator_names import change_named
from .terms import term_named

__all__ = ["STEP", "TERM", "TOGETHER", "UNCATALOGUED", "Mistake", "Steps", "family_of", "mistake",
           "nearest", "on_own", "refutes", "registered", "single", "title_of"]

UNCATALOGUED = 28           # the family of slips that the judge names by term and factor
TERM = "term: "             # how the name of such a slip begins
STEP = "step: "             # and that of a step with an operator, see `operators`
TOGETHER = " + "            # between the names of slips in one answer
Law = Callable[[Any], Iterable[ArrayLike]]      # (rules) -> residuals

_registered: dict[str, dict[str, Mistake]] = {}         # module -> name -> mistake
_laws: dict[str, dict[str, Law]] = {}                   # module -> name -> its law, executed


class Steps:
    """The steps of an assignment's computations; a mistake replaces one of them.

    closer: attribute -> a class or a step with the same results in finer steps, see `stepping`.
    """

    closer: Mapping[str, Any] = {}


Slip = TypeVar("Slip", bound=Steps)


def on_own(rules: Any, **steps: Callable[..., Any]) -> Any:
    """The same rules with steps that give a student's own earlier answers.

    steps: name of the step -> a function of the step's arguments, without the object.
    """
    def made(own: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, *args, **named: own(*args, **named)
    return type("Own", (type(rules),), {name: made(own) for name, own in steps.items()})()


@dataclass(frozen=True)
class Mistake:
    """One slip: the steps it replaces, and what is said about it."""

    name: str
    catalogue: int      # the family of mistakes it belongs to; 0: a printed fault taken over
    title: str          # for the instructor's tables
    sees: str           # what we see in the answer
    law: str            # how to see it oneself, with one line of code
    steps: type[Steps]
    refuted: Law | None = None      # the law executed; see the module

    def on(self, steps: type[Steps]) -> type[Steps]:
        """These steps with the slip."""
        return self.steps if issubclass(self.steps, steps) else type(
            self.steps.__name__, (self.steps, steps), {})

    def replaces(self, steps: type[Steps]) -> frozenset[str]:
        """The methods it puts in place of those of `steps`, or of a part of them: State.t."""
        parts = [(f"{name}.", part) for name, part in vars(self.steps).items()
                 if isinstance(part, type)]
        return frozenset(prefix + name for prefix, cls in [("", self.steps), *parts]
                         for name in _written(cls, steps))


def _written(cls: type, steps: type[Steps]) -> Iterator[str]:
    """What a class and those it is made of replace, as far as modules of mistakes say it."""
    for part in cls.__mro__:
        if part.__module__ in _registered and part not in steps.__mro__:
            yield from (name for name, value in vars(part).items()
                        if not name.startswith("__") and not isinstance(value, type))


def mistake(name: str, catalogue: int, title: str, sees: str,
            law: str) -> Callable[[type[Slip]], type[Slip]]:
    """Register a class of replaced steps as the mistake `name` of its module.

    Raises ValueError when the module has registered the name already.
    """
    def register(steps: type[Slip]) -> type[Slip]:
        known = _registered.setdefault(steps.__module__, {})
        if name in known:
            raise ValueError(_("mistake: {name} is registered already in {module}",
                               name=repr(name), module=steps.__module__))
        known[name] = Mistake(name, catalogue, title, sees, law, steps)
        return steps
    return register


def refutes(*names: str) -> Callable[[Law], Law]:
    """Register a function of rules as the executed law of these mistakes.

    A module may do so for the mistakes that it includes: its law goes before the common one.
    """
    def register(law: Law) -> Law:
        known = _laws.setdefault(law.__module__, {})
        for name in names:
            if name in known:
                raise ValueError(_("refutes: {name} has a law already in {module}",
                                   name=repr(name), module=law.__module__))
            known[name] = law
        return law
    return register


def registered(module: ModuleType | None) -> dict[str, Mistake]:
    """The mistakes of a module and of those it includes, each with the law nearest to it.

    ValueError where two modules have one name, or a law is that of no mistake.
    """
    if module is None:
        return {}
    found: dict[str, Mistake] = {}
    for part in (*getattr(module, "INCLUDES", ()), module):
        for name, m in _registered.get(part.__name__, {}).items():
            if name in found:
                raise ValueError(_("mistake: {name} is registered in {one} and in {other}",
                                   name=repr(name), one=part.__name__,
                                   other=found[name].steps.__module__))
            found[name] = m
        for name, law in _laws.get(part.__name__, {}).items():
            if name not in found:
                raise ValueError(_("refutes: {module} has a law for {name}, which is no mistake "
                                   "there{hint}", module=part.__name__, name=repr(name),
                                   hint=nearest(name, found)))
            found[name] = replace(found[name], refuted=law)
    return found


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant, or nothing."""
    near = difflib.get_close_matches(name, list(known), 1)
    return _("; is {name} meant?", name=repr(near[0])) if near else ""


def single(name: str) -> list[str]:
    """The slips that a verdict names: none, one, or several in one answer."""
    return name.split(TOGETHER) if name else []


def title_of(name: str, known: Mapping[str, Mistake], called: Callable[[str], str] = str) -> str:
    """A slip for the instructor's tables, catalogued or named by its term or step.

    called: what a step is called in words; see `stepping.slip_title`.
    """
    if name.startswith(TERM):
        term, _comma, factor = name.removeprefix(TERM).rpartition(", factor ")
        return _("not catalogued: {term}, factor {factor}", term=term_named(term),
                 factor=said(factor))
    if name.startswith(STEP):
        return _("not catalogued: {change}", change=change_named(
            name.removeprefix(STEP), called))
    return said(known[name].title) if name in known else name


def family_of(name: str, known: Mapping[str, Mistake]) -> int:
    return known[name].catalogue if name in known else UNCATALOGUED
