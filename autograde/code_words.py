"""The words in a cell of code that a reader sees: comments, docstrings, what `print` says.

Code stands once. Its words in another language stand behind it, in the same order, as Python that
consists of nothing else:

    angle = ...         # a number, in degrees
    print(f"Your arm has {count} links.")

    +++ {"ru": ""}

    ```python
    # число, в градусах
    f"У вашего манипулятора {count} звеньев."
    ```

A text that is too long for a line stands in parentheses, in pieces, as Python has it. What a model
solution says between its marks is said in both languages too: an instructor reads it in the key.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .myst import TextFormError
from .words import _, joined

__all__ = ["Piece", "differ", "pieces", "replaced", "written"]

_FENCED = re.compile(r"\A\s*```python\n(.*)\n```\s*\Z", re.DOTALL)
_MAGIC = re.compile(r"^[%!].*", re.MULTILINE)
#: A kind of piece as a message calls it; a docstring counts as a text.
CALLED = {"comment": _("comment"), "text": _("text")}
_MARKS = "### BEGIN SOLUTION", "### END SOLUTION"        # nbgrader's, the same in all languages


@dataclass(frozen=True)
class Piece:
    """A comment, a docstring or a text that is printed, and where it stands in the source."""

    kind: str               # "comment", "docstring", "text"
    text: str               # as it is written in the code
    start: int              # characters from the beginning
    end: int


def pieces(source: str) -> list[Piece]:
    """What a reader of this code sees in words, in its order."""
    return list(_pieces(source))


@lru_cache(maxsize=4096)
def _pieces(source: str) -> tuple[Piece, ...]:
    """The same, kept: cells are asked for their languages, their words and their notebooks."""
    found = [p for p in _comments(source) if p.text not in _MARKS]
    return tuple(sorted([*found, *_strings(source)], key=lambda p: p.start))


def written(words: str) -> list[Piece]:
    """The words of a cell of code in another language, as they stand behind it.

    Raises TextFormError where they are not Python's comments and texts in a fence.
    """
    fenced = _FENCED.match(words)
    if not fenced:
        raise TextFormError(_("needs the words of the code, comments and texts, between ```python "
                              "and ```; has {got}", got=repr(words[:40])))
    source = fenced.group(1)
    tree = _tree(source)
    if tree is None or not all(isinstance(x, ast.Expr) and _is_text(x.value) for x in tree.body):
        raise TextFormError(_("needs nothing but comments and texts, each as Python writes it; has "
                              "{got}", got=repr(source[:40])))
    texts = [_piece("text", source, x.value) for x in tree.body if isinstance(x, ast.Expr)]
    return sorted([*_comments(source), *texts], key=lambda p: p.start)


def differ(source: str, words: str) -> str:
    """What is not the same in the words of a code in two languages; "" where all is."""
    one = pieces(source)
    try:
        two = written(words)
    except TextFormError as error:
        return str(error)
    kinds = [["text" if p.kind == "docstring" else p.kind for p in part] for part in (one, two)]
    if kinds[0] != kinds[1]:
        needed, got = (joined(", ", map(CALLED.__getitem__, kind)) if kind else _("nothing")
                       for kind in kinds)
        return _("needs {needed}, in this order; has {got}", needed=needed, got=got)
    unlike = [a for a, b in zip(one, two) if _values(a.text) != _values(b.text)]
    return _("the values in {text} are others", text=repr(unlike[0].text[:40])) if unlike else ""


def replaced(source: str, words: str) -> str:
    """The code with its words in the other language.

    Raises TextFormError where they do not belong to this code (see `differ`).
    """
    if fault := differ(source, words):
        raise TextFormError(fault)
    made = source
    for old, new in reversed([*zip(pieces(source), written(words))]):
        made = made[:old.start] + _indented(new.text, source, old) + made[old.end:]
    return made


# -- finding -------------------------------------------------------------------------------------
def _comments(source: str) -> Iterator[Piece]:
    lines = _starts(source)
    plain = _MAGIC.sub(lambda line: " " * len(line.group()), source)
    try:
        for token in tokenize.generate_tokens(io.StringIO(plain).readline):
            if token.type == tokenize.COMMENT:
                start = lines[token.start[0] - 1] + token.start[1]
                yield Piece("comment", token.string, start, start + len(token.string))
    except (tokenize.TokenError, IndentationError):
        return


def _strings(source: str) -> Iterator[Piece]:
    tree = _tree(source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = node.body[0]
            if isinstance(first, ast.Expr) and _is_text(first.value):
                yield _piece("docstring", source, first.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                and node.func.id == "print":
            yield from (_piece("text", source, x) for x in node.args if _is_text(x))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str))


def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(_MAGIC.sub(lambda line: " " * len(line.group()), source))
    except SyntaxError:
        return None


def _starts(source: str) -> list[int]:
    """The place of each line's first character."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _piece(kind: str, source: str, node: ast.expr) -> Piece:
    lines, starts = source.splitlines(), _starts(source)

    def place(line: int, byte: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:byte].decode())
    start = place(node.lineno, node.col_offset)
    end = place(node.end_lineno or 0, node.end_col_offset or 0)
    return Piece(kind, source[start:end], start, end)


# -- comparing and replacing ---------------------------------------------------------------------
def _values(text: str) -> Counter[str]:
    """The names and formats that a text shows, in any order; words inside of them may differ."""
    tree = None if text.startswith("#") else _tree(f"({text})")
    return Counter(ast.dump(_Wordless().visit(node)) for node in (ast.walk(tree) if tree else ())
                   if isinstance(node, ast.FormattedValue))


class _Wordless(ast.NodeTransformer):
    """An expression in which every text is the same; a format stays as it is."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        return ast.FormattedValue(self.visit(node.value), node.conversion, node.format_spec)


def _indented(text: str, source: str, old: Piece) -> str:
    """A docstring, or a text in several pieces, whose later lines stand as deep as the first."""
    if old.kind == "text" and re.match(r"\w*(\"{3}|'{3})", text):
        return text                                 # its lines are printed as they stand
    depth = old.start - source.rfind("\n", 0, old.start) - 1
    first, *rest = text.split("\n")
    if old.kind == "text":
        rest = [line.lstrip() for line in rest]     # pieces, one below the other
    return "\n".join([first, *(" " * depth + line if line.strip() else line for line in rest)])
