"""What the sandbox says below a cell, in the reader's language; the rest there is the student's."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from ..foreign import SANDBOX
from ..words import FIELD, Text, _

__all__ = ["say_again"]


def say_again(output: dict[str, Any], say: Callable[[str], str]) -> None:
    """Put the sandbox's sentences in a cell's output into the words that `say` gives them."""
    for key in ("text", "evalue"):
        if isinstance(output.get(key), str):
            output[key] = _again(output[key], say)
    if "traceback" in output:
        output["traceback"] = [_again(line, say) for line in output["traceback"]]


def _again(text: str, say: Callable[[str], str]) -> str:
    for message, form in _forms():
        text = form.sub(lambda found, message=message: say(_(message, **found.groupdict())), text)
    return text


@cache
def _forms() -> list[tuple[Text, re.Pattern[str]]]:
    return [(message, re.compile(FIELD.sub(lambda field: rf"(?P<{field[1]}>[\w.]{{1,40}})",
                                           re.escape(message).replace(r"\{", "{")
                                           .replace(r"\}", "}")))) for message in SANDBOX]
