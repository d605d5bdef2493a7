"""Many small cases in one test, which says of each what is wrong with it.

A parametrised test costs some milliseconds in every process before it has looked at anything; of
cases that take microseconds there are thousands.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from traceback import extract_tb
from typing import Any

import pytest


def each(names: str, cases: Iterable[Any], by: str = "",
         called: Callable[[Any], str] = str) -> Callable[[Callable], Callable]:
    """In the place of pytest.mark.parametrize: one test for all cases, or one for each `by`.

    by: the first of the names; so `-k a05` finds the tests of one assignment. called: what a case
    is called in the message. No case hides those behind it, and that there are none is a failure.
    """
    arguments = [name.strip() for name in names.split(",")]
    rows = [case if len(arguments) > 1 else (case,) for case in cases]
    assert not by or by == arguments[0]

    def made(test: Callable) -> Callable:
        @wraps(test)
        def all_of_them(**given: Any) -> None:
            mine = [row for row in rows if not by or row[0] == given[by]]
            fixtures = {name: x for name, x in given.items() if name != by}
            wrong = []
            for row in mine:
                try:
                    test(**dict(zip(arguments, row, strict=True)), **fixtures)
                except Exception as fault:
                    place = extract_tb(fault.__traceback__)[-1]
                    wrong.append(f"{called(row if len(row) > 1 else row[0])}: "
                                 f"{type(fault).__name__} at {Path(place.filename).name}:"
                                 f"{place.lineno}: {fault}")
            assert mine, "no cases"
            if wrong:
                pytest.fail(f"{len(wrong)} of {len(mine)}:\n" + "\n".join(wrong), pytrace=False)
        kept = [parameter for name, parameter in inspect.signature(test).parameters.items()
                if name not in arguments or name == by]
        all_of_them.__signature__ = inspect.Signature(kept)
        return (pytest.mark.parametrize(by, list(dict.fromkeys(row[0] for row in rows)))(
            all_of_them) if by else all_of_them)
    return made
