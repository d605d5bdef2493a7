"""Checks of an assignment that is joined from tasks of the book's, each with its own numbers."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .checks import Check

__all__ = ["checks_of"]

Laws = Callable[[Any, dict[str, Any]], Iterable[Any]]


def checks_of(*taken: str) -> dict[str, Check]:
    """The checks of tasks such as "a02_rotation/composition", as far as they have any."""
    found: dict[str, Check] = {}
    for reference in taken:
        source, _slash, task = reference.partition("/")
        checks = importlib.import_module(f"solutions.{source}.checks").CHECKS
        if task in checks:
            laws = checks[task].function_laws
            found[task] = replace(checks[task], function_laws=laws and _with_numbers(source, laws))
    return found


def _with_numbers(source: str, laws: Laws) -> Laws:
    """Laws that see the numbers of their own assignment."""
    def seen(answer: Any, own: dict[str, Any]) -> Iterable[Any]:
        return laws(answer, own | {"variant": own["variant"][source]})
    return seen
