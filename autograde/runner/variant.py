"""A student's own numbers, as the notebook sees them."""

from __future__ import annotations

import types
from collections.abc import Iterator, KeysView, Mapping
from typing import Any

from .deal import number_of
from .encode import decode


class Variant(types.SimpleNamespace):
    """Own numbers by attribute or by name: ``mine.l_1`` or ``mine["l_1"]``."""

    def __getitem__(self, name: str) -> Any:
        return vars(self)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(vars(self))

    def keys(self) -> KeysView[str]:
        return vars(self).keys()

    def __repr__(self) -> str:
        return "\n".join(f"{name} = {value}" for name, value in vars(self).items())


def variant_of(name: str, course: Mapping[str, Any]) -> Any:
    """Return the variant that `course` deals to `name`; raises ValueError for no name."""
    return as_variant(course["variants"][number_of(name, course)])


def as_variant(value: Any) -> Any:
    """Turn JSON into a Variant: lists of numbers into arrays, maps into Variants."""
    if isinstance(value, dict):
        return Variant(**{key: as_variant(item) for key, item in value.items()})
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        array = decode(value)
        return array if not isinstance(array, list) else [as_variant(item) for item in value]
    return decode(value)
