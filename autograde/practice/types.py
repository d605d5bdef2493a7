"""Names for what goes through the grader as plain data, as its signatures use them.

Such data come from JSON or from an author's module, and are looked into where they are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robokit.types import ArrayLike, Floats

__all__ = ["Answers", "Dealt", "Encoded", "Floats", "Inputs", "Numbers", "Terms", "Value",
           "Values"]

#: A value as bounded JSON, {"type": "array", "shape": ..., "data": ...}; see `runner.encode`.
Encoded = dict[str, Any]

#: Task -> its answer.
Answers = dict[str, Encoded]

#: Task -> the values of its function or expression at the hidden inputs.
Values = dict[str, list[Encoded]]

#: One student's numbers by their names, as an assignment draws them.
Numbers = dict[str, Any]

#: What is dealt beside a notebook, variants.json; see `library.dealt`.
Dealt = dict[str, Any]

#: What a function is called with, or letter -> number for an expression.
Inputs = tuple[Any, ...] | dict[str, float]

#: Name -> value of the terms whose sum is the truth.
Terms = Mapping[str, ArrayLike]

#: What a kind reads an answer as: an array, the text of a choice, or what an author's own kind
#: makes of it. Truth and mistakes have the same form.
Value = Any
