"""The host's own checks of what it parses."""

import pytest

from autograde.sandbox.values import Garbage, checked, parse, stacked


def test_the_host_checks_what_it_parses():
    for bad in (b"NaN", b'{"a": 1e', b"[" * 200_000, b"1" * 5_000, b"\xff"):
        with pytest.raises(Garbage):
            parse(bad)
    array = {"type": "array", "shape": [1], "data": [1.0]}
    assert checked({**array, "more": 1}) == array
    for bad in ({**array, "shape": [2]}, {**array, "data": [1e999]}, {**array, "data": [True]},
                {**array, "data": [10**400]}, {**array, "shape": [-1]}, {"type": ["array"]},
                [], None, {"type": "text", "value": 1}, {"type": "list", "items": [1]},
                {"type": "bool", "value": 1},
                {"type": "expression", "shape": [], "symbols": [1]}):
        with pytest.raises(Garbage):
            checked(bad)
    deep = array
    for _ in range(20):
        deep = {"type": "list", "items": [deep]}
    with pytest.raises(Garbage):
        checked(deep)
    assert checked({"type": "error", "name": "Secret31"}) == {"type": "error", "name": "Exception"}
    singular = {"type": "error", "name": "LinAlgError", "text": "Singular matrix"}
    assert checked(singular) == singular
    assert "text" not in checked(singular | {"text": "Singular matrix 31.25"})
    assert checked({"type": "text", "value": "a\ud800\x00b"})["value"] == "a?b"


def test_lists_that_amount_to_an_array():
    one = {"type": "array", "shape": [], "data": [1.0]}
    row = {"type": "list", "items": [one, one]}
    assert stacked({"type": "list", "items": [row, row]}) == ([2, 2], [1.0] * 4)
    assert stacked({"type": "list", "items": [row, one]}) is None
    assert stacked({"type": "list", "items": [one, {"type": "none"}]}) is None
