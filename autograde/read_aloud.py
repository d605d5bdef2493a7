"""Every message of a catalogue once, as its reader will see it, and the calls that say it.

A translation is judged in its place: with its fields filled in, in each plural form, beside the
English sentence and the file that says it. `autograde words --read` prints them so. `misfits`
finds a call that fills in other fields than its message has, which nobody sees until it is said.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .catalogues import CALLS, Messages, _called, _constants
from .words import FIELD, SOURCE, Speaker, Text, _, ngettext

__all__ = ["FORMS", "examples", "misfits", "read_aloud"]

#: Modules whose messages are forms, filled in from a text that is English (`words.formed`).
FORMS = ("foreign.py", "judging/operator_names.py", "judging/place.py", "plainly.py",
         "practice/kinds.py")
FORMAT = re.compile(r"[<>^]?\d*(\.\d+)?[a-z%]?")
COUNTS = (1, 2, 5)          # a number for each plural form of Russian


# -- as a reader sees it -------------------------------------------------------------------------
def examples(message: str | tuple[str, str]) -> list[Text]:
    """The message with something in each field; one with plural forms, in each of them."""
    if isinstance(message, str):
        return [_(message, **_sample(message))]
    return [ngettext(*message, n, **_sample("".join(message)) | {"n": n}) for n in COUNTS]


def _sample(message: str) -> dict[str, Any]:
    """A value for each field: a number where it is written as one, else its name in brackets.

    Braces in code, f.subs({a: 0}), are no fields.
    """
    return {found[1]: 3 if (found[2] or "").endswith("d") else 2.5 if found[2] else f"‹{found[1]}›"
            for found in FIELD.finditer(message) if FORMAT.fullmatch(found[2] or "")}


def read_aloud(messages: Messages, language: str) -> Iterator[str]:
    """Each message in the language and in English, file by file; lines for a screen."""
    say, english = Speaker(language, messages.folder).say, Speaker(SOURCE).say
    places: dict[str, list[str | tuple[str, str]]] = {}
    for message, (where, _about) in messages.found.items():
        places.setdefault(next(iter(where), ""), []).append(message)
    for place, found in sorted(places.items()):
        yield f"== {place}"
        for message in found:
            shown = examples(message)
            yield f"  {english(shown[-1])}"
            yield from (f"    {line}" for line in dict.fromkeys(map(say, shown)))


# -- the calls -----------------------------------------------------------------------------------
def misfits(path: Path) -> Iterator[str]:
    """Calls of a module, or of a template, that give a message other fields than it has."""
    found = _in_template(path) if path.suffix == ".j2" else _in_module(path)
    for line, message, given in found:
        needed = {field[1] for text in message for field in FIELD.finditer(text)}
        if len(message) == 2:
            needed, given = needed - {"n"}, given - {"n"}
        if needed != given:
            yield f"{path.name}, line {line}: needs {sorted(needed)}, got {sorted(given)}: " \
                  f"{message[0][:60]!r}"


def _in_module(path: Path) -> Iterator[tuple[int, tuple[str, ...], set[str]]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and (name := _called(node)) in CALLS:
            given = {key.arg for key in node.keywords}
            parts = [list(_constants(node.args[k])) for k in CALLS[name] if k < len(node.args)]
            if None not in given:                   # not with **fields
                yield from ((node.lineno, message, {str(key) for key in given})
                            for message in zip(*parts))


def _in_template(path: Path) -> Iterator[tuple[int, tuple[str, ...], set[str]]]:
    from jinja2 import Environment, nodes
    for call in Environment(autoescape=True).parse(path.read_text("utf-8")).find_all(nodes.Call):
        name = getattr(call.node, "name", "")
        texts = [arg.value for arg in call.args if isinstance(arg, nodes.Const)
                 and isinstance(arg.value, str)]
        if name in CALLS and len(texts) >= len(CALLS[name]) and not call.dyn_kwargs:
            yield (call.lineno, tuple(texts[:len(CALLS[name])]),
                   {str(pair.key) for pair in call.kwargs})
