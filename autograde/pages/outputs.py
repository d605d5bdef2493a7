"""What the sandbox says below a cell, in the reader's language; the rest there is the student's.

The sandbox speaks English: what runs in it imports nothing of ours and knows no reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from ..words import FIELD, Text, _

__all__ = ["SAID", "say_again"]

#: Sentences of `runner` and `sandbox` as a page may show them.
SAID = (
    _("This cell used too much time and could not be interrupted."),
    _("This cell used too much memory."), _("This cell started too many processes."),
    _("The notebook used too much time in all."),
    _("This cell ended the Python process ({how})."),
    _("The other cells were run without it."),
    _("this cell used more than {seconds} s of processor time"),
    _("this cell waited for more than {seconds} s"),
    _("[output cut: limit of {count} characters in a cell]"),
    _("[output cut: limit of {count} outputs in a cell]"),
    _("[output cut: limit of the whole notebook]"), _("[output cut: limit of the notebook]"),
    _("[figure left out: limit of {count} bytes]"),
    _("input() cannot be answered while a notebook is graded; write the value into the cell "
      "instead"),
    _("type your own name or student number first, for example variant(\"ana.kovac\"): your "
      "numbers follow from it"),
    _("the name must be text, not {kind}"))


def say_again(output: dict[str, Any], say: Callable[[str], str]) -> None:
    """Put these sentences of a cell's output into the words that `say` gives them."""
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
    return [(message, re.compile(FIELD.sub(lambda field: f"(?P<{field[1]}>[^()\\n]{{1,40}}?)",
                                           re.escape(message).replace(r"\{", "{")
                                           .replace(r"\}", "}")))) for message in SAID]
