"""What robokit refuses and what Python's exceptions mean, said below a notebook's traceback.

An exception of robokit is English, since programs read it too: `t: got shape (1,), needs two or
more times that increase`. Its sentence stands in the source of robokit, where the exception is
raised, and in the catalogue, `t: got shape {shape}, needs ...`. So an exception that has come up is
held against those sentences, and the one that makes it is said in the reader's language. On
what others raise a plain sentence is said in any language (see `plainly`):

    below_tracebacks(lambda: "ru")      # from now on, in this notebook
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from .plainly import plainly
from .words import SOURCE, Speaker, Text, formed

__all__ = ["below_tracebacks", "of_refusal", "refusals", "spoken_for", "unread"]

PACKAGE = "robokit"
#: A sentence that a function is given to raise: "pose: out of reach, ...".
GIVEN = re.compile(r"[\w, ]+: \S.* \w")
WORDS = re.compile(r"[A-Za-z]{2,} +[A-Za-z]{2,}")
_reader: dict[str, Callable[[], str]] = {}


# -- the sentences, as they stand in a source ----------------------------------------------------
def refusals(tree: ast.Module) -> Iterator[str]:
    """The sentences that a module raises, warns with, or hands to a function that raises them."""
    known = _constants(tree)
    raised = {id(node): text for node in _raised(tree) if (text := _sentence(node, known))}
    for node in ast.walk(tree):
        for given in node.args if isinstance(node, ast.Call) else ():
            text = raised.get(id(given)) or _sentence(given, {})
            if " " in text and (id(given) in raised or GIVEN.match(text)):
                yield text
                yield from _words_in_fields(given)


def unread(tree: ast.Module) -> Iterator[ast.expr]:
    """What a module raises or warns with that is no sentence in its source."""
    known = _constants(tree)
    return (node for node in _raised(tree) if not _sentence(node, known))


def _raised(tree: ast.Module) -> Iterator[ast.expr]:
    """The first argument of what is raised or warned with."""
    for node in ast.walk(tree):
        call = node.exc if isinstance(node, ast.Raise) else (
            node if isinstance(node, ast.Call) and ast.unparse(node.func) == "warnings.warn"
            else None)
        if isinstance(call, ast.Call) and call.args:
            yield call.args[0]


def _constants(tree: ast.Module) -> dict[str, str]:
    """The module's own texts, by name."""
    return {target.id: node.value.value for node in tree.body if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            for target in node.targets if isinstance(target, ast.Name)}


def _sentence(node: ast.expr, known: dict[str, str]) -> str:
    """A text with its fields as a message has them, {name}; "" for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"\{(\w+)[^{}]*\}", r"{\1}", node.value)
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts, names = [], {}
    for part in node.values:
        parts.append(_sentence(part, {}) if isinstance(part, ast.Constant) else
                     f"{{{_field(part, names)}}}")
    return "".join(parts)


def _field(part: ast.expr, names: dict[str, str]) -> str:
    """The name of a field: that of its variable, or its number; the same for the same value."""
    assert isinstance(part, ast.FormattedValue)
    shown = ast.unparse(ast.JoinedStr([part]))
    value = part.value
    name = value.id if isinstance(value, ast.Name) else (
        value.attr if isinstance(value, ast.Attribute) and value.attr.isidentifier()
        and not value.attr.startswith("_") else "")
    if shown not in names:
        names[shown] = name if name and name not in names.values() else str(len(names) + 1)
    return names[shown]


def _words_in_fields(node: ast.expr) -> Iterator[str]:
    """Words that a field may hold: {robot.name or 'this mechanism'}."""
    for part in node.values if isinstance(node, ast.JoinedStr) else ():
        if isinstance(part, ast.FormattedValue):
            yield from (x.value for x in ast.walk(part.value) if isinstance(x, ast.Constant)
                        and isinstance(x.value, str) and WORDS.search(x.value))


# -- what has come up ----------------------------------------------------------------------------
@cache
def _known() -> tuple[str, ...]:
    """All sentences of robokit, those with most words of their own first."""
    found = importlib.util.find_spec(PACKAGE)
    folders = found.submodule_search_locations if found else None
    told = {text for folder in folders or () for path in sorted(Path(folder).rglob("*.py"))
            for text in refusals(ast.parse(path.read_text("utf-8")))}
    return tuple(sorted(told, key=lambda text: (-len(re.sub(r"\{\w+\}", "", text)), text)))


def of_refusal(error: BaseException) -> Text | None:
    """What robokit has refused, as a message; None where the exception is not robokit's."""
    frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
    name = frames[-1].f_globals.get("__name__", "") if frames else ""
    return _told(str(error)) if name.partition(".")[0] == PACKAGE else None


def _told(text: str) -> Text | None:
    found = formed(text, _known())
    return found if found in _known() or found.node != {"id": text} else None


# -- in a notebook -------------------------------------------------------------------------------
def spoken_for(told: Text | None) -> str:
    """A refusal in the reader's language; "" in English, where the exception has said it."""
    language = _reader["language"]() if _reader else SOURCE
    said = Speaker(language)(told) if told and language != SOURCE else ""
    return said if said != told else ""


def below_tracebacks(language: Callable[[], str]) -> None:
    """From now on say below tracebacks, in this language, what robokit has refused, and plainly
    what other exceptions mean.

    language: asked anew each time. Does nothing outside a notebook, but remember the language.
    """
    shell = _shell()
    if shell and not _reader:
        shell.set_custom_exc((Exception, KeyboardInterrupt), _show)
        formatted = warnings.formatwarning

        def format_and_say(message: Any, *given: Any, **named: Any) -> str:
            # in one text: what is written in two may reach the notebook as two outputs
            said = spoken_for(_told(str(message))) or _plainly(message)
            return formatted(message, *given, **named) + (f"{said}\n" if said else "")
        warnings.formatwarning = format_and_say
    _reader["language"] = language


def _shell() -> Any:
    """The notebook's IPython; None outside of one."""
    found = sys.modules.get("IPython")
    return found.get_ipython() if found else None


def _show(shell: Any, kind: type[BaseException], error: BaseException, trace: Any,
          tb_offset: int | None = None) -> None:
    """The traceback as ever, with a sentence in the reader's language as its last line."""
    refused = of_refusal(error)
    said = spoken_for(refused) if refused else _plainly(error)
    if said and said not in getattr(error, "__notes__", ()):
        error.add_note(said)
    # of a cell that cannot be read, the traceback would show how IPython tried
    tried = isinstance(error, SyntaxError) and _place(error).endswith("ast_parse")
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset,
                        running_compiled_code=not tried)


def _plainly(error: BaseException) -> str:      # or a warning
    told = plainly(type(error).__name__, str(error))
    return Speaker(_reader["language"]())(told) if told and _reader else ""


def _place(error: BaseException) -> str:
    """The function in which it was raised."""
    frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
    return frames[-1].f_code.co_name if frames else ""
