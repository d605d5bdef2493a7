"""One place of a student's own program, changed: what a slip of the pen would have to be undone by.

Nothing is executed here. `changes` parses the source of an answer's cell and gives it back with
one place changed, the likeliest change first: what is near the end of the cell, where the answer
is made, before what helps it. The words for a kind of change stand in `judging.place`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from .cells import parsed

__all__ = ["MOST", "Change", "changes"]

MOST = 400              # changes of one cell
ALTERNATIVES = 6        # names that may stand in the place of another one
MATRICES = 4            # by which a vector may have to be turned
FEW = 2                 # names that are used nowhere, tried as what is missing
LAST = 3                # names made before, tried as a divisor
PAIRS = 4               # of letters that are exchanged in a statement
TWINS = 9               # places of a function at two of which one factor may be missing
DIVISORS = (3, 6, 12, 1000)     # that are forgotten, besides 2
FINE = (1e-4, 1e-5, 1e-6)       # steps of a difference that lose no digits
SHOWN = 60              # characters of the student's line that are quoted
#: Kinds of change that can be said of a larger part than that which is changed.
WIDENED = ("factor", "index", "name", "number", "sign", "transpose")
#: Kinds of change that are tried at every place which reads alike, too.
THROUGHOUT = ("function", "index", "name", "needless", "sign", "transpose")

#: A function -> those that are written for it by mistake.
INSTEAD = {"sin": ("cos",), "cos": ("sin",), "arctan": ("arctan2",), "arcsin": ("arccos",),
           "arccos": ("arcsin",), "asin": ("acos",), "acos": ("asin",), "tan": ("arctan",),
           "radians": ("degrees",), "deg2rad": ("rad2deg",), "degrees": ("radians",),
           "rad2deg": ("deg2rad",), "min": ("max",), "max": ("min",), "argmin": ("argmax",),
           "argmax": ("argmin",), "floor": ("ceil",), "ceil": ("floor",), "dot": ("cross",),
           "outer": ("dot",), "inner": ("outer",), "len": ("sum",), "sum": ("len",),
           "column_stack": ("vstack",), "vstack": ("column_stack",), "hstack": ("vstack",)}
#: Attributes of quantities themselves, as in a.dot(b).
METHODS = ("T", "dot", "sum", "append", "extend", "shape", "size", "ravel", "reshape", "copy",
           "diff", "subs", "jacobian", "inv", "det", "transpose", "cross", "norm", "mean", "min",
           "max", "flatten", "applyfunc", "row_join", "col_join", "simplify", "evalf", "astype")
#: Functions that may have been written in vain.
NEEDLESS = ("radians", "deg2rad", "degrees", "rad2deg", "abs", "sqrt", "transpose", "negative")


@dataclass(frozen=True)
class Change:
    """A cell with one place changed."""

    kind: str           # a key of `judging.place.KINDS`
    line: int           # of the cell, from 1
    quote: str          # the student's line, cut
    part: str           # of that line, what the change concerns, cut
    source: str         # the whole cell, changed
    others: tuple[int, ...] = ()        # lines of other places at which the same is changed


@dataclass(frozen=True)
class _Edit:
    """Text for a part of the tree, and how unlikely it is: 0 is tried first."""

    rank: int
    kind: str
    node: ast.AST
    text: str
    part: ast.AST | None = None         # what is named to the student, if it is less than the node
    until: ast.AST | None = None        # the last node that is replaced, if there are more
    form: str = ""                      # what it does to whatever stands there, as "m *"


def changes(source: str, most: int = MOST, user: str | None = None) -> list[Change]:
    """The likeliest changes of a cell, none twice; empty for what is no Python.

    One place is changed, or the same is changed at some places that are alike (see `_repeated`).

    user: the text of a later cell; then no function is changed that it does not come to use.
    """
    tree = parsed(source)
    if tree is None:
        return []
    cell = _Cell(source, tree)
    last = max((n.end_lineno or 0 for n in tree.body), default=0)
    used = None if user is None else cell.used_by(user)
    single = [e for e in cell.edits() if used is None or cell.outermost(e.node) <= used]
    edits = sorted([*((e,) for e in single), *_repeated(cell, single)], key=lambda those: (
        max(e.rank + cell.helps(e.node) / 2 for e in those) + (len(those) > 1),
        last - _line(those[0].node), those[0].kind == "letters"))
    found: dict[str, Change] = {}
    for those in edits:
        change = cell.changed(those)
        if change.source not in found and change.source != source:
            found[change.source] = change
        if len(found) == most:
            break
    return list(found.values())


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))


class _Cell:
    """A cell's text and tree, with what stands around each node."""

    def __init__(self, source: str, tree: ast.Module):
        self.tree = tree
        self.lines = source.encode().splitlines(keepends=True)
        self.data = source.encode()
        self.scopes: dict[ast.AST, _Scope] = {}
        self._said: dict[ast.AST, bool] = {}
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.parents = {child: node for node in ast.walk(tree)
                        for child in ast.iter_child_nodes(node)}

    def at(self, node: ast.AST) -> tuple[int, int]:
        """Where the node's text begins and ends, in bytes."""
        assert isinstance(node, (ast.expr, ast.stmt, ast.arg)) and node.end_lineno
        return (self.starts[node.lineno - 1] + node.col_offset,
                self.starts[node.end_lineno - 1] + (node.end_col_offset or 0))

    def text(self, node: ast.AST) -> str:
        start, end = self.at(node)
        return self.data[start:end].decode()

    def within(self, node: ast.AST) -> str:
        """The text of an expression, safe inside another one."""
        text = self.text(node)
        plain = isinstance(node, (ast.Name, ast.Constant, ast.Attribute, ast.Call, ast.Subscript))
        return text if plain and "\n" not in text else f"({text})"

    def around(self, parts: list[ast.AST]) -> ast.AST:
        """The least expression that holds all of these."""
        ends = [end for part in parts for end in self.at(part)]
        return next(x for x in self.above(parts[0])
                    if isinstance(x, ast.expr) and not self.place(x)
                    and self.at(x)[0] <= min(ends) and self.at(x)[1] >= max(ends))

    def exchanged(self, whole: ast.AST, ones: list[ast.AST], twos: list[ast.AST]) -> str:
        """The text of a part of the tree, with some things in it in the place of others."""
        start, end = self.at(whole)
        text, other = self.data[start:end], (self.text(ones[0]), self.text(twos[0]))
        for x in sorted([*ones, *twos], key=self.at, reverse=True):
            a, b = (place - start for place in self.at(x))
            text = text[:a] + other[x in ones].encode() + text[b:]
        return text.decode()

    def changed(self, edits: Sequence[_Edit]) -> Change:
        """With these made, which stand in the order of their places."""
        first, data = edits[0], self.data
        for edit in edits[::-1]:
            start, end = self.span(edit)
            bare = isinstance(edit.node, (ast.stmt, ast.Slice))
            text = edit.text if bare else f"({edit.text})"
            data = data[:start] + text.encode() + data[end:]
        part, *others = (self.indexed(at) if first.kind == "index" else at
                         for at in (edit.part or edit.node for edit in edits))
        if first.kind in WIDENED:
            part = self.alone(part)
        line = _line(part)
        return Change(first.kind, line,
                      self.quoted(line, self.at(part)[0] - self.starts[line - 1]),
                      self.text(part).split("\n")[0][:SHOWN], data.decode(),
                      tuple(map(_line, others)))

    def span(self, edit: _Edit) -> tuple[int, int]:
        """Where the text begins and ends that this replaces, in bytes."""
        return self.at(edit.node)[0], self.at(edit.until or edit.node)[1]

    def indexed(self, part: ast.AST) -> ast.AST:
        """What has this index: `1` alone says little."""
        return next((x for x in self.above(part) if isinstance(x, ast.Subscript)), part)

    def alone(self, part: ast.AST) -> ast.AST:
        """The least part around this one that stands in its line only once."""
        line = self.lines[_line(part) - 1].decode()
        while len(re.findall(rf"(?<!\w){re.escape(self.text(part))}(?!\w)", line)) > 1:
            above = self.parents.get(part)
            if not isinstance(above, ast.expr) or _line(above) != _line(part) or \
                    above.end_lineno != _line(part):
                break
            part = above
        return part

    def quoted(self, line: int, column: int) -> str:
        """A line of the student's, or of a long one what stands around a column (in bytes)."""
        data = self.lines[line - 1]
        before, after = data[:column].decode().lstrip(), data[column:].decode().rstrip()
        if len(before) + len(after) > SHOWN and len(before) > SHOWN // 2:
            before = "..." + before[3 - SHOWN // 2:]
        whole = before + after
        return whole if len(whole) <= SHOWN else whole[:SHOWN - 3] + "..."

    # -- what may be changed ---------------------------------------------------------------------
    def edits(self) -> Iterator[_Edit]:
        """All changes of one place, in no order."""
        for node in ast.walk(self.tree):
            if self.said(node) or self.place(node):
                continue
            for kind, make in _EDITS:
                if isinstance(node, kind):
                    yield from make(self, node)

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The node and what it stands in."""
        at: ast.AST | None = node
        while at is not None:
            yield at
            at = self.parents.get(at)

    def side(self, node: ast.AST) -> bool:
        """Is it a whole right-hand side, or what is returned?"""
        above = self.parents.get(node)
        return isinstance(above, (ast.Assign, ast.AugAssign, ast.Return)) and node is above.value

    def entry(self, node: ast.AST) -> bool:
        above = self.parents.get(node)
        return isinstance(above, (ast.List, ast.Tuple)) and isinstance(above.ctx, ast.Load)

    def place(self, node: ast.AST) -> bool:
        """Is it an index of two parts, or one that is no expression?"""
        above = self.parents.get(node)
        return isinstance(node, ast.Slice) or isinstance(node, ast.Tuple) and isinstance(
            above, ast.Subscript)

    def said(self, node: ast.AST) -> bool:
        """Is it a part of a text, of what is printed, or of an annotation?"""
        if node not in self._said:
            above = self.parents.get(node)
            self._said[node] = self._says(node, above) or above is not None and self.said(above)
        return self._said[node]

    @staticmethod
    def _says(node: ast.AST, above: ast.AST | None) -> bool:
        return (isinstance(node, (ast.JoinedStr, ast.Import, ast.ImportFrom, ast.arguments))
                or isinstance(above, ast.FunctionDef)
                and node in (above.returns, *above.decorator_list)
                or isinstance(above, ast.AnnAssign) and node is above.annotation
                or isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                and node.func.id == "print")

    def outermost(self, node: ast.AST) -> set[str]:
        """The name of the function of this cell in which the node stands, if it stands in one."""
        return {x.name for x in self.above(node) if isinstance(x, ast.FunctionDef)
                and self.parents.get(x) is self.tree}

    def used_by(self, text: str) -> set[str]:
        """The functions of this cell that the text comes to use, by its words and by theirs."""
        functions = {x.name: x for x in self.tree.body if isinstance(x, ast.FunctionDef)}
        loose = [x for x in self.tree.body if not isinstance(x, ast.FunctionDef)]
        said = set(re.findall(r"\w+", text)) | {
            x.id for part in loose for x in ast.walk(part) if isinstance(x, ast.Name)}
        found: set[str] = set()
        while new := said & set(functions) - found:
            found |= new
            said = {x.id for name in new for x in ast.walk(functions[name])
                    if isinstance(x, ast.Name)}
        return found

    @cached_property
    def own(self) -> ast.stmt:
        """The last function or line of the cell, where the answer is made."""
        return self.tree.body[-1]

    def helps(self, node: ast.AST) -> bool:
        """Does the node stand in a function before the last line, which helps it?"""
        return any(isinstance(x, ast.FunctionDef) and x is not self.own for x in self.above(node))

    def in_matrix(self, node: ast.AST) -> tuple[object, tuple[object, ...]] | None:
        """The list of lists, or the name that is filled by its parts, of which the node is an entry
        or a part of one; and the place of that: row and column."""
        for x in self.above(node):
            row = self.parents.get(x)
            rows = self.parents.get(row) if isinstance(row, ast.List) else None
            if isinstance(row, ast.List) and isinstance(rows, ast.List) and all(
                    isinstance(one, ast.List) for one in rows.elts):
                return rows, (rows.elts.index(row), [id(one) for one in row.elts].index(id(x)))
            if isinstance(x, ast.Assign) and isinstance(x.targets[0], ast.Subscript):
                name, place = x.targets[0].value, x.targets[0].slice
                parts = place.elts if isinstance(place, ast.Tuple) else [place]
                return (self.text(name), self.scope(x).node), tuple(map(self.text, parts))
        return None

    def beside(self, node: ast.AST) -> list[str]:
        """Factors of other entries of the same matrix or function, which this one does not have.
        """
        wholes = [x for x in self.above(node) if isinstance(x, (ast.List, ast.Tuple,
                                                                ast.FunctionDef))]
        if not wholes:
            return []
        sides = [side.operand if isinstance(side, ast.UnaryOp) else side
                 for x in ast.walk(wholes[-1]) if isinstance(x, ast.BinOp)
                 and isinstance(x.op, ast.Mult) for side in (x.left, x.right)]
        here = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}
        return list(dict.fromkeys(x.id for x in sides
                                  if isinstance(x, ast.Name) and x.id not in here))

    @cached_property
    def matrices(self) -> list[str]:
        """What stands on the left of @ in the cell, the last first."""
        found = [x.left for x in ast.walk(self.tree)
                 if isinstance(x, ast.BinOp) and isinstance(x.op, ast.MatMult)
                 and isinstance(x.left, (ast.Name, ast.Subscript, ast.Attribute))]
        named = (self.within(x).removesuffix(".T") for x in sorted(found, key=self.at)[::-1])
        return list(dict.fromkeys(named))[:MATRICES]

    @cached_property
    def families(self) -> list[list[str]]:
        """Names that get their values together, as in a, b = 1, 2."""
        return [[x.id for x in ast.walk(target) if isinstance(x, ast.Name)]
                for node in ast.walk(self.tree) if isinstance(node, ast.Assign)
                for target in node.targets if isinstance(target, ast.Tuple)]

    @cached_property
    def things(self) -> set[str]:
        """Names of what has parts, as v in v.speed, and is no quantity itself."""
        return {x.value.id for x in ast.walk(self.tree) if isinstance(x, ast.Attribute)
                and isinstance(x.value, ast.Name) and x.attr not in METHODS} - self.called

    def kin(self, one: str, two: str) -> bool:
        return any(one in family and two in family for family in self.families)

    @cached_property
    def constants(self) -> set[str]:
        """Names that stand for a number or an array of numbers."""
        return {x.targets[0].id for x in ast.walk(self.tree) if isinstance(x, ast.Assign)
                and isinstance(x.targets[0], ast.Name) and _constant(self, x.value)}

    @cached_property
    def called(self) -> set[str]:
        """Names that are called, or are modules."""
        return {x.func.id for x in ast.walk(self.tree)
                if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)} | {
            x.name for x in ast.walk(self.tree) if isinstance(x, ast.FunctionDef)} | {
            "np", "sp", "numpy", "sympy", "math"}

    def scope(self, node: ast.AST) -> _Scope:
        """The function that the node stands in, or the whole cell."""
        inside = next((x for x in self.above(node) if isinstance(
            x, (ast.FunctionDef, ast.Lambda)) and x is not node), self.tree)
        if inside not in self.scopes:
            self.scopes[inside] = _Scope(self, inside)
        return self.scopes[inside]


@dataclass(frozen=True)
class _Scope:
    """A function of a cell, or the cell itself, and the names that it knows."""

    cell: _Cell
    node: ast.AST

    @cached_property
    def inside(self) -> list[ast.AST]:
        """It and its parts, without those of functions in it."""
        found = [self.node]
        for at in found:
            found += [x for x in ast.iter_child_nodes(at)
                      if not isinstance(x, (ast.FunctionDef, ast.Lambda))]
        return found

    @cached_property
    def made(self) -> list[str]:
        """Names that get their values here, as often as they do."""
        return [x.id for x in ast.walk(self.node)
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]

    @cached_property
    def names(self) -> list[str]:
        """Names of values that are used or made here, or made outside for all functions."""
        known = [x.arg for x in self.inside if isinstance(x, ast.arg)]
        known += [x.id for x in self.inside if isinstance(x, ast.Name)]
        if self.node is not self.cell.tree:
            known += [x.id for part in self.cell.tree.body if isinstance(part, ast.Assign)
                      for t in part.targets for x in ast.walk(t) if isinstance(x, ast.Name)]
        return [x for x in dict.fromkeys(known) if x not in self.cell.called]

    @cached_property
    def first(self) -> dict[str, int]:
        """A name that gets its value here -> the first line where it does."""
        made = [x for x in self.inside if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]
        return {x.id: _line(x) for x in sorted(made, key=_line, reverse=True)}

    def there(self, node: ast.AST) -> list[str]:
        """Names that may stand in the place of this one: not those that get their values later."""
        if any(isinstance(x, (ast.For, ast.While, ast.comprehension))
               for x in self.cell.above(node)):
            return self.names
        return [x for x in self.names if self.first.get(x, 0) < _line(node)]

    @cached_property
    def loops(self) -> list[str]:
        """Names that count."""
        return sorted({x.id for loop in ast.walk(self.node)
                       if isinstance(loop, (ast.For, ast.comprehension))
                       for x in ast.walk(loop.target) if isinstance(x, ast.Name)})

    @cached_property
    def angles(self) -> list[str]:
        """What sines and cosines are taken of here."""
        return list(dict.fromkeys(
            self.cell.text(x.args[0]) for x in self.inside if isinstance(x, ast.Call)
            and self.cell.text(x.func).rpartition(".")[2] in ("sin", "cos") and len(x.args) == 1))

    def before(self, node: ast.AST) -> list[str]:
        """Names that get their values here, last before this node, and do not stand in it."""
        said = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)} | set(self.loops)
        made = [(_line(x), x.id) for x in ast.walk(self.node)
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)
                and _line(x) < _line(node) and x.id not in said]
        return list(dict.fromkeys(name for _, name in sorted(made)[::-1]))[:LAST]

    @cached_property
    def unread(self) -> list[str]:
        """What this function is given and does not use."""
        used = {x.id for x in ast.walk(self.node) if isinstance(x, ast.Name)} | {"self"}
        given = self.node.args.args if isinstance(self.node, ast.FunctionDef) else []
        return [x.arg for x in given if x.arg not in used]

    @cached_property
    def idle(self) -> list[str]:
        """Names that are made here and used nowhere in the cell; its answer is none of them."""
        used = {x.id for x in ast.walk(self.cell.tree)
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}
        if self.node is self.cell.tree:
            used |= {x.id for x in ast.walk(self.cell.own) if isinstance(x, ast.Name)}
        return [name for name in self.made if name not in used][-FEW:]


# -- the same slip at several places --------------------------------------------------------------
def _repeated(cell: _Cell, edits: list[_Edit]) -> Iterator[tuple[_Edit, ...]]:
    """The same change at every place of a function, a factor that is missing twice in it, and two
    signs of a matrix at places that mirror each other."""
    everywhere: dict[tuple[object, ...], dict[tuple[int, int], _Edit]] = {}
    missing: dict[tuple[object, ...], list[_Edit]] = {}
    signs: dict[object, list[tuple[tuple[object, ...], _Edit]]] = {}
    for edit in edits:
        what = cell.indexed(edit.node) if edit.kind == "index" else edit.node
        if edit.kind in THROUGHOUT and isinstance(what, ast.expr):
            key = edit.kind, cell.text(what), edit.text, cell.scope(what).node
            everywhere.setdefault(key, {})[cell.span(edit)] = edit
        if edit.kind == "factor" and edit.form:
            missing.setdefault((edit.form, cell.scope(edit.node).node), []).append(edit)
        elif edit.form and (at := cell.in_matrix(edit.node)):
            signs.setdefault(at[0], []).append((at[1], edit))
    for group in everywhere.values():
        yield from _apart(cell, [list(group.values())])
    for those in missing.values():
        yield from _apart(cell, map(list, combinations(those[:TWINS], 2)))
    for entries in signs.values():
        yield from _apart(cell, ([one, two] for (here, one), (there, two) in combinations(
            entries, 2) if len(here) == 2 and here == there[::-1]))


def _apart(cell: _Cell, groups: Iterable[list[_Edit]]) -> Iterator[tuple[_Edit, ...]]:
    """Those of several changes that do not overlap, in the order of their places."""
    for group in groups:
        those = sorted(group, key=cell.span)
        spans = [cell.span(edit) for edit in those]
        if len(those) > 1 and all(one[1] <= two[0] for one, two in pairwise(spans)):
            yield tuple(those)


Make = Callable[[_Cell, ast.AST], Iterator[_Edit]]
_EDITS: list[tuple[type[ast.AST], Make]] = []


def _of(kind: type[ast.AST]) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        _EDITS.append((kind, make))
        return make
    return add


_SUMS = (ast.Add, ast.Sub)


def _turned(matrix: str) -> str:
    """R.T for R, and R for R.T."""
    return matrix.removesuffix(".T") if matrix.endswith(".T") else f"{matrix}.T"


def _is_sum(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, _SUMS)


# -- signs and terms -----------------------------------------------------------------------------
@_of(ast.BinOp)
def _signs(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """a + b: another sign, one of the two alone."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, _SUMS)):
        return
    left, right = cell.within(node.left), cell.within(node.right)
    minus = isinstance(node.op, ast.Sub)
    plain = all(isinstance(x, (ast.Name, ast.Subscript)) for x in (node.left, node.right))
    yield _Edit(0, "sign", node, f"{left} {'+' if minus else '-'} {right}", node.right)
    if not _is_sum(node.left):
        yield _Edit(0, "sign", node, f"-{left} {'-' if minus else '+'} {right}", node.left)
        yield _Edit(1 if plain else 3, "term", node, f"-{right}" if minus else right, node.left)
    yield _Edit(0 if plain else 1, "term", node, left, node.right)


@_of(ast.BinOp)
def _brackets(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """a + b / c for (a + b) / c, and the other way about."""
    assert isinstance(node, ast.BinOp)
    signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
    sign, part = signs.get(type(node.op)), node.right if _is_sum(node) else node.left
    if sign is None or not isinstance(part, ast.BinOp) or type(part.op) not in signs or (
            _is_sum(node) == _is_sum(part)):
        return
    inner = signs[type(part.op)]
    if _is_sum(node):
        a, b, c = cell.within(node.left), cell.within(part.left), cell.within(part.right)
        yield _Edit(2, "brackets", node, f"({a} {sign} {b}) {inner} {c}")
    else:
        a, b, c = cell.within(part.left), cell.within(part.right), cell.within(node.right)
        yield _Edit(2, "brackets", node, f"{a} {inner} {b} {sign} {c}")


@_of(ast.BinOp)
def _divided(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """a / b * c for a / (b * c), and the other way about."""
    if not isinstance(node, ast.BinOp):
        return
    one, two = node.left, node.right
    if isinstance(node.op, ast.Mult) and isinstance(one, ast.BinOp) and isinstance(one.op, ast.Div):
        a, b, c = cell.within(one.left), cell.within(one.right), cell.within(two)
        rank = 0 if isinstance(one.right, ast.Constant) else 1
        yield _Edit(rank, "brackets", node, f"{a} / ({b} * {c})")
    elif isinstance(node.op, ast.Div) and isinstance(two, ast.BinOp) and isinstance(
            two.op, ast.Mult):
        a, b, c = cell.within(one), cell.within(two.left), cell.within(two.right)
        yield _Edit(2, "brackets", node, f"{a} / {b} * {c}")


@_of(ast.UnaryOp)
def _minus(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        minus = isinstance(node.op, ast.USub)
        yield _Edit(0, "sign" if minus else "condition", node, cell.within(node.operand),
                    form="-" if minus and (cell.side(node) or cell.entry(node)) else "")


@_of(ast.expr)
def _negated(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """A whole right-hand side, an entry or an argument with the other sign."""
    above = cell.parents.get(node)
    whole, entry = cell.side(node), cell.entry(node)
    argument = isinstance(above, ast.Call) and node in above.args
    factor = isinstance(above, ast.BinOp) and isinstance(above.op, (ast.MatMult, ast.Mult))
    if isinstance(node, (ast.UnaryOp, ast.Tuple, ast.List, ast.Starred)) or _is_sum(node):
        return
    if isinstance(node, ast.Constant) and (isinstance(node.value, (str, bool)) or not node.value):
        return
    if whole or entry:
        yield _Edit(1, "sign", node, f"-{cell.within(node)}", form="-")
    elif (argument or factor) and isinstance(node, (ast.Name, ast.Subscript, ast.Attribute)):
        yield _Edit(3, "sign", node, f"-{cell.within(node)}")


@_of(ast.AugAssign)
def _summed(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """w += x: put in its place, with the other sign, or left out."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, _SUMS):
        name, value = cell.text(node.target), cell.within(node.value)
        minus = isinstance(node.op, ast.Sub)
        yield _Edit(0, "sign", node, f"{name} {'+' if minus else '-'}= {value}")
        yield _Edit(1, "replaced", node, f"{name} = {value}")
        yield _Edit(3, "line", node, "pass")


@_of(ast.Assign)
def _added(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """w = x: added to what was there; or left out, where there was something."""
    if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
        return
    target, looped = node.targets[0], any(isinstance(x, ast.For) for x in cell.above(node))
    name = cell.text(target)
    again = isinstance(target, ast.Subscript) or cell.scope(node).made.count(name) > 1
    if again and (looped or isinstance(target, ast.Name)):
        yield _Edit(0, "added", node, f"{name} += {cell.within(node.value)}")
        yield _Edit(3, "line", node, "pass")


# -- products, factors, powers -------------------------------------------------------------------
@_of(ast.BinOp)
def _products(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Products in another order, with a transpose, a factor too many, a wrong power."""
    assert isinstance(node, ast.BinOp)
    left, right, op = cell.within(node.left), cell.within(node.right), node.op
    if isinstance(op, ast.MatMult):
        yield _Edit(0, "order", node, f"{right} @ {left}")
        if isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.MatMult):
            one, two = cell.within(node.left.left), cell.within(node.left.right)
            yield _Edit(0, "order", node, f"{one} @ {right} @ {two}")
        if (isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.MatMult)
                and _turned(outer := cell.within(node.left.left)) == right):    # R.T J R, R J R.T
            middle = cell.within(node.left.right)
            yield _Edit(1, "transpose", node, f"{right} @ {middle} @ {outer}")
        if not left.endswith(".T"):
            yield _Edit(1, "transpose", node, f"{left}.T @ {right}", node.left)
        if not right.endswith(".T"):
            yield _Edit(1, "transpose", node, f"{left} @ {right}.T", node.right)
        whole = isinstance(cell.parents.get(node), (ast.Assign, ast.Return))
        yield _Edit(3 - whole, "inverse", node, f"np.linalg.inv({left}) @ {right}", node.left)
        yield _Edit(3, "factor", node, left, node.right)
        yield _Edit(3, "factor", node, right, node.left)
        yield _Edit(3, "product", node, f"{left} * {right}")
    elif isinstance(op, ast.Mult):
        yield _Edit(2, "factor", node, left, node.right)
        yield _Edit(2, "factor", node, right, node.left)
        yield _Edit(2, "product", node, f"{left} @ {right}")
        yield _Edit(3, "factor", node, f"{left} / {right}")
        for one, other in ((left, node.right), (right, node.left)):
            if isinstance(other, ast.BinOp) and isinstance(other.op, ast.MatMult) and one in (
                    cell.text(other.left), cell.text(other.right)):
                yield _Edit(1, "factor", node, f"{left} * {right} / ({one} @ {one})")
    elif isinstance(op, ast.Div):
        yield _Edit(1, "factor", node, left, node.right)
        yield _Edit(2, "factor", node, f"{left} * {right}", node.right)
        yield _Edit(2, "order", node, f"{right} / {left}")
    elif isinstance(op, ast.Pow):
        yield _Edit(1, "power", node, left)
    if isinstance(op, ast.Add) and all(
            isinstance(x, ast.BinOp) and isinstance(x.op, ast.Pow)
            and isinstance(x.right, ast.Constant) and x.right.value == 2
            for x in (node.left, node.right)):
        one, two = (cell.within(x.left) for x in (node.left, node.right)
                    if isinstance(x, ast.BinOp))
        yield _Edit(2, "square", node, f"({one} + {two})**2")
        yield _Edit(2, "square", node, f"({one} - {two})**2")


@_of(ast.Attribute)
def _attributes(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """A transpose too many; another part of the same thing."""
    assert isinstance(node, ast.Attribute)
    if not isinstance(node.ctx, ast.Load):
        return
    above = cell.parents.get(node)
    if node.attr == "T":
        yield _Edit(0, "transpose", node, cell.within(node.value))
    elif not (isinstance(above, ast.Call) and above.func is node or isinstance(
            node.value, ast.Name) and node.value.id in ("np", "sp", "math")):
        whose = cell.text(node.value)
        others = dict.fromkeys(
            x.attr for x in ast.walk(cell.tree) if isinstance(x, ast.Attribute)
            and x.attr not in ("T", node.attr) and cell.text(x.value) == whose)
        for other in sorted(others, key=lambda x: _unlike(x, node.attr))[:ALTERNATIVES]:
            yield _Edit(1 + (_unlike(other, node.attr) > 1), "name", node, f"{whose}.{other}")
        for other in cell.scope(node).there(node)[-ALTERNATIVES:]:
            if other not in cell.things:
                yield _Edit(4, "name", node, other)


@_of(ast.expr)
def _missing(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """A term, a vector in a cross product or a whole side: a factor or a turn that is missing."""
    above = cell.parents.get(node)
    whole, entry = cell.side(node), cell.entry(node)
    bracketed = isinstance(above, ast.BinOp) and node is above.right
    term = _is_sum(above) and (bracketed or not _is_sum(node))
    crossed = isinstance(above, ast.Call) and node in above.args and cell.text(
        above.func).endswith("cross")
    if isinstance(node, (ast.Tuple, ast.List, ast.Constant, ast.Starred)):
        return
    text = cell.within(node)
    if whole or entry:
        for name in cell.scope(node).before(node):
            yield _Edit(3, "factor", node, f"{text} / {name}")
    for name in cell.beside(node)[:FEW] if entry or term or whole else ():
        yield _Edit(3, "factor", node, f"{name} * {text}", form=f"{name} *")
    if not (whole or term or crossed):
        return
    if (whole or term) and isinstance(node, ast.BinOp) and isinstance(
            node.op, (ast.Mult, ast.Div, ast.Pow)):
        for n in DIVISORS:
            yield _Edit(3, "factor", node, f"{text} / {n}")
    if not crossed:
        yield _Edit(1 if whole else 2, "factor", node, f"{text} / 2")
        yield _Edit(1 if whole else 2, "factor", node, f"2 * {text}")
    last = any(x is cell.own for x in cell.above(node))     # where the answer is made
    for name in cell.scope(node).idle:
        for form in ("{} * {}", "{1} / {0}", "{} @ {}", "{1} + {0}", "{1} - {0}"):
            yield _Edit(1 if last else 3, "unused", node, form.format(name, text))
    if isinstance(node, (ast.Name, ast.Subscript, ast.Attribute, ast.Call)) or whole or term:
        alone = whole and isinstance(node, ast.Subscript)
        placed = term and isinstance(node, ast.Subscript)           # O[k] + r[k]
        rank = 1 if _is_sum(node) and not whole or placed else 2 if term or alone else 3
        for matrix in cell.matrices:
            if not text.startswith(matrix):
                yield _Edit(rank, "turned", node, f"{matrix} @ {text}")
                yield _Edit(rank, "turned", node, f"{matrix}.T @ {text}")
                if whole:                                       # a tensor
                    yield _Edit(rank, "turned", node, f"{matrix} @ {text} @ {matrix}.T")
                    yield _Edit(rank, "turned", node, f"{matrix}.T @ {text} @ {matrix}")
    if term and not isinstance(node, ast.Name):
        said = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)} - cell.called - cell.things
        for name in sorted(said):
            yield _Edit(2, "factor", node, f"{text} * {name}")


# -- functions -----------------------------------------------------------------------------------
@_of(ast.Call)
def _functions(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Another function, other places of its arguments, a function too many."""
    assert isinstance(node, ast.Call)
    function, args = cell.text(node.func), node.args
    head, dot, name = function.rpartition(".")
    inside = ", ".join(map(cell.text, args))
    if node.keywords or any(isinstance(x, ast.Starred) for x in args):
        return
    for other in INSTEAD.get(name, ()):
        if other == "arctan2":
            if isinstance(args[0], ast.BinOp) and isinstance(args[0].op, ast.Div):
                yield _Edit(0, "function", node, f"{head}{dot}arctan2({cell.text(args[0].left)}, "
                            f"{cell.text(args[0].right)})")
        else:
            yield _Edit(0, "function", node, f"{head}{dot}{other}({inside})")
    if name in ("sin", "cos") and len(args) == 1:
        for other in cell.scope(node).angles[:ALTERNATIVES]:    # sin(q_2) for sin(q_1 + q_2)
            if other != inside:     # an addend forgotten is likelier than one too many
                rank = -1 if inside in other else 0 if other in inside else 2
                yield _Edit(rank, "name", node, f"{function}({other})")
    if name == "sqrt" and len(args) == 1 and (angle := _of_circle(cell, node, args[0])):
        yield _Edit(-1, "function", node, angle)
    if name in ("inv", "pinv") and len(args) == 1:
        yield _Edit(1, "inverse", node, cell.within(args[0]))
    if name == "solve" and len(args) == 2 and head.endswith("linalg"):
        yield _Edit(2, "inverse", node, f"{cell.within(args[0])} @ {cell.within(args[1])}", args[0])
    if name in NEEDLESS and len(args) == 1:
        yield _Edit(1, "transpose" if name == "transpose" else "needless", node,
                    cell.within(args[0]))
    if len(args) == 2:
        one, two = map(cell.text, args)
        if name != "cross":
            yield _Edit(1, "arguments", node, f"{function}({two}, {one})")
        for k, inner in enumerate(args):
            if (name == "cross" and isinstance(inner, ast.Call) and len(inner.args) == 2
                    and cell.text(inner.func) == function):
                a, b = map(cell.text, inner.args)
                yield _Edit(0, "brackets", node, f"{function}({function}({one}, {a}), {b})"
                            if k else f"{function}({a}, {function}({b}, {two}))")
    if name == "transpose" and head in ("np", "numpy"):
        yield _Edit(0, "transpose", node, inside)
    if name == "dot" and len(args) == 1:
        yield _Edit(0, "order", node, f"{cell.within(args[0])}.dot({head})")
    if name == "append" and len(args) == 1 and any(
            isinstance(x, ast.For) for x in cell.above(node)) and not isinstance(
                args[0], (ast.Tuple, ast.List, ast.Constant)):
        yield _Edit(1, "added", node, f"{function}({head}[-1] + {cell.within(args[0])})")
    if name in ("append", "array", "asarray", "zeros", "print"):
        return
    above = cell.parents.get(node)
    if isinstance(above, (ast.Assign, ast.Return)) and isinstance(node.func, ast.Name):
        yield _Edit(2, "transpose", node, f"{cell.text(node)}.T")


def _of_circle(cell: _Cell, node: ast.AST, under: ast.expr) -> str:
    """sin(a) for the root of 1 - c**2, where c is cos(a): a root has no sign."""
    if not (isinstance(under, ast.BinOp) and isinstance(under.op, ast.Sub)
            and cell.text(under.left) in ("1", "1.0") and isinstance(under.right, ast.BinOp)):
        return ""
    power, one = under.right, under.right.left
    if not (isinstance(power.op, ast.Pow) and cell.text(power.right) == "2"
            or isinstance(power.op, ast.Mult) and cell.text(power.right) == cell.text(one)):
        return ""
    for x in [one, *(part.value for part in cell.scope(node).inside
                     if isinstance(part, ast.Assign) and len(part.targets) == 1
                     and cell.text(part.targets[0]) == cell.text(one))]:
        if isinstance(x, ast.Call) and len(x.args) == 1:
            head, dot, name = cell.text(x.func).rpartition(".")
            if name in ("sin", "cos"):
                return f"{head}{dot}{INSTEAD[name][0]}({cell.text(x.args[0])})"
    return ""


@_of(ast.expr)
def _unturned(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """The transpose of what is returned or handed on."""
    above = cell.parents.get(node)
    if (isinstance(above, ast.Return) and isinstance(node, (ast.Name, ast.BinOp))
            and not _is_sum(node)):
        yield _Edit(2, "transpose", node, f"{cell.within(node)}.T")


# -- indices -------------------------------------------------------------------------------------
@_of(ast.Subscript)
def _indices(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Another index, a row for a column, the other side of a slice."""
    assert isinstance(node, ast.Subscript)
    thing, index = cell.within(node.value), node.slice
    if isinstance(node.ctx, ast.Load):
        if isinstance(index, ast.Slice) and index.step is None:
            low, high = (x and cell.text(x) for x in (index.lower, index.upper))
            if bool(low) != bool(high):
                yield _Edit(0, "index", node, f"{thing}[{high or ''}:{low or ''}]")
            yield _Edit(3, "index", node, thing)
        elif isinstance(index, ast.Tuple) and len(index.elts) == 2:
            one, two = index.elts
            column = isinstance(one, ast.Slice) and one.lower is one.upper is None
            row = isinstance(two, ast.Slice) and two.lower is two.upper is None
            if column and not row:
                yield _Edit(0, "index", node, f"{thing}[{cell.text(two)}]")
            elif row and not column:
                yield _Edit(0, "index", node, f"{thing}[:, {cell.text(one)}]")
            elif not (row or column):
                yield _Edit(0, "index", node, f"{thing}[{cell.text(two)}, {cell.text(one)}]")
        elif not isinstance(index, (ast.Slice, ast.Tuple)):
            yield _Edit(2, "index", node, f"{thing}[:, {cell.text(index)}]")
        for other in _kin(cell, node):
            yield _Edit(1, "name", node, other)
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    for part in parts:
        if isinstance(part, ast.Slice):
            yield from _other_part(cell, node, part)
        ends = [part] if not isinstance(part, ast.Slice) else [
            x for x in (part.lower, part.upper) if x is not None]
        for end in ends:
            yield from _other_index(cell, node, end)


def _kin(cell: _Cell, node: ast.Subscript) -> list[str]:
    """What a list is filled with, in the place of what is in it: R for T[-1], with T.append(R)."""
    return list(dict.fromkeys(
        x.args[0].id for x in cell.scope(node).inside
        if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute) and x.func.attr == "append"
        and len(x.args) == 1 and isinstance(x.args[0], ast.Name)
        and cell.text(x.func.value) == cell.text(node.value)))


def _other_part(cell: _Cell, node: ast.Subscript, part: ast.Slice) -> Iterator[_Edit]:
    """x[:3] for x[3:], x[0:3] for x[3:6]: here and in an index of two parts."""
    low, high = part.lower, part.upper
    if part.step is not None or low is high is None:
        return
    if all(ends := [_one_less(cell, x) for x in (low, high)]):
        yield _Edit(0, "range", part, ":".join(ends))           # one too late throughout
    if low is None or high is None:
        text = f"{cell.text(high) if high else ''}:{cell.text(low) if low else ''}"
        if isinstance(node.slice, ast.Tuple) or isinstance(node.ctx, ast.Store):
            yield _Edit(1, "index", part, text)
    elif all(isinstance(x, ast.Constant) and type(x.value) is int for x in (low, high)):
        a, b = ast.literal_eval(low), ast.literal_eval(high)
        for start in (b, 2 * a - b):
            if b > a and start >= 0:
                yield _Edit(1, "index", part, f"{start}:{start + b - a}")


def _other_index(cell: _Cell, node: ast.Subscript, index: ast.expr) -> Iterator[_Edit]:
    if isinstance(index, ast.Constant) and type(index.value) is int:
        for n in (index.value - 1, index.value + 1, 0, 2, 1, 3):
            if n >= 0 and n != index.value:     # u[0] += x for u[2] += x: another component
                far = abs(n - index.value) > 1 and not (n < 3 and isinstance(node.ctx, ast.Store))
                yield _Edit(1 + far, "index", index, str(n))
    elif isinstance(index, (ast.Name, ast.BinOp)):
        text = cell.text(index)
        yield _Edit(1, "index", index, f"{text} - 1")
        yield _Edit(1, "index", index, f"{text} + 1")
        for other in cell.scope(node).loops:
            yield _Edit(int(isinstance(index, ast.BinOp)), "index", index, other)
            if isinstance(index, ast.BinOp):                    # r[j - 1] for r[k - 1]
                for one, two in ((index.left, cell.within(index.right)),
                                 (index.right, cell.within(index.left))):
                    if isinstance(one, ast.Name) and one.id != other and isinstance(
                            index.op, (ast.Add, ast.Sub)):
                        sign = "+" if isinstance(index.op, ast.Add) else "-"
                        yield _Edit(1, "index", index, f"{other} {sign} {two}"
                                    if one is index.left else f"{two} {sign} {other}")


# -- names ---------------------------------------------------------------------------------------
@_of(ast.Name)
def _names(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Another name that is known there."""
    assert isinstance(node, ast.Name)
    if not isinstance(node.ctx, ast.Load) or node.id in cell.called:
        return
    others = {x: 0 if cell.kin(x, node.id) else _unlike(x, node.id)
              for x in cell.scope(node).there(node)
              if x != node.id and (x in cell.things) == (node.id in cell.things)}
    for other in sorted(others, key=others.__getitem__)[:ALTERNATIVES]:
        yield _Edit(1 + others[other], "name", node, other)
    if node.id in cell.constants:
        for other in cell.scope(node).unread[:FEW]:
            yield _Edit(0, "given", node, other)


@_of(ast.stmt)
def _letters(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Two letters of a right-hand side exchanged, wherever they stand in it."""
    side = getattr(node, "value", None)
    if not isinstance(node, (ast.Assign, ast.AugAssign, ast.Return, ast.Expr)) or side is None:
        return
    places: dict[str, list[ast.AST]] = {}
    for x in _letters_of(cell, side):
        places.setdefault(cell.text(x), []).append(x)
    pairs = {(one, two): len(places[one]) + len(places[two])
             for one, two in combinations(places, 2) if _alike(cell, places, one, two)}
    for one, two in sorted(pairs, key=lambda pair: (not cell.kin(*pair), _unlike(*pair)))[:PAIRS]:
        around = cell.around(places[one] + places[two])
        text = cell.exchanged(around, places[one], places[two])
        if not isinstance(around, ast.Compare) and _another(text, cell.text(around)):
            yield _Edit(1 + (pairs[one, two] == 2), "letters", around, text)


def _alike(cell: _Cell, places: dict[str, list[ast.AST]], one: str, two: str) -> bool:
    """Are two letters of one kind, so that one may be taken for the other?"""
    if cell.kin(one, two):
        return True
    counts = [any(isinstance(y, ast.Subscript) and x is y.slice
                  for x in places[z] for y in [cell.parents[x]]) for z in (one, two)]
    return (counts[0] == counts[1] and one.isupper() == two.isupper()
            and len(one) == len(two) and _unlike(one, two) < 2)


def _letters_of(cell: _Cell, side: ast.AST) -> Iterator[ast.AST]:
    """The letters there; what a comprehension counts with keeps its place in the `for`."""
    for x in ast.walk(side):
        if _is_letter(cell, x) and not _is_letter(cell, cell.parents[x]) and not any(
                isinstance(y, (ast.comprehension, ast.Starred)) for y in cell.above(x)):
            yield x


def _is_letter(cell: _Cell, node: ast.AST) -> bool:
    """A name, a part of a thing, as in v.m, or an entry with a number, as in q[0]."""
    above = cell.parents[node]
    if isinstance(node, ast.Subscript):
        named = isinstance(node.slice, ast.Constant)
    elif isinstance(node, ast.Attribute):
        named = node.attr != "T" and not (isinstance(above, ast.Call) and node is above.func)
    else:
        filled = isinstance(above, ast.Attribute) and above.attr in ("append", "extend")
        return (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
                and node.id not in cell.called and not filled and not cell.said(node))
    return named and _is_letter(cell, node.value) and not cell.said(node)


def _another(one: str, two: str) -> bool:
    """Do two expressions differ in more than the order of sums and of products of numbers?"""
    try:
        plain = [ast.dump(_Sorted().visit(ast.parse(f"({text})"))) for text in (one, two)]
    except RecursionError:
        return False
    return plain[0] != plain[1]


class _Sorted(ast.NodeTransformer):
    """Sums and products with their parts in one order."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        alike = next((x for x in (_SUMS, (ast.Mult, ast.Div)) if isinstance(node.op, x)), None)
        if alike is None:
            return self.generic_visit(node)
        parts, todo = [], [(node, True)]
        while todo:                     # a long sum goes deep to the left
            part, plus = todo.pop()
            if isinstance(part, ast.BinOp) and isinstance(part.op, alike):
                todo += [(part.left, plus), (part.right, plus == isinstance(part.op, alike[0]))]
            else:
                parts.append((plus, ast.dump(self.visit(part))))
        return ast.Constant(repr(sorted(parts)))


def _unlike(one: str, two: str) -> int:
    """How far two names are from being taken for each other: 0 is near."""
    if len(one) == len(two):
        return 0 if len(one) > 1 and sum(a != b for a, b in zip(one, two)) == 1 else \
            1 if len(one) == 1 else 2
    return 1 if one.startswith(two) or two.startswith(one) else 2


@_of(ast.expr)
def _fixed(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """A constant, for something that the function is given: a gravity of its own."""
    above = cell.parents.get(node)
    if isinstance(above, (ast.Subscript, ast.Slice)):       # an index
        return
    if _constant(cell, node) and not (isinstance(above, ast.expr) and _constant(cell, above)):
        likely = -1 if isinstance(node, (ast.Call, ast.List)) else 0
        for name in cell.scope(node).unread[:FEW]:
            yield _Edit(likely, "given", node, name)


def _constant(cell: _Cell, node: ast.AST) -> bool:
    """A number, or an array or a list of numbers."""
    if isinstance(node, ast.Call):
        array = cell.text(node.func).rpartition(".")[2] in ("array", "asarray", "Matrix")
        return array and len(node.args) == 1 and _constant(cell, node.args[0])
    if isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(_constant(cell, x) for x in node.elts)
    if isinstance(node, ast.UnaryOp):
        return _constant(cell, node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


# -- numbers and conditions ----------------------------------------------------------------------
@_of(ast.Constant)
def _numbers(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Another number, where it is no index."""
    assert isinstance(node, ast.Constant)
    n, above = node.value, cell.parents.get(node)
    if type(n) not in (int, float) or isinstance(above, (ast.Subscript, ast.Slice)):
        return
    assert isinstance(n, (int, float))
    if isinstance(n, int) and abs(n) <= 12:
        ranged = isinstance(above, ast.Call) and cell.text(above.func) == "range"
        for other in dict.fromkeys((n - 1, n + 1, 2 * n, -n)):
            if other != n and (other or not isinstance(above, ast.UnaryOp)):    # a sign, put out
                yield _Edit(1 if ranged or abs(n) > 1 else 2, "number", node, str(other))
    elif n:
        for other in FINE if 0 < n < FINE[0] * 1000 else ():        # too fine: hardly an accident
            yield _Edit(0 if n < FINE[-1] / 1000 else 2, "number", node, repr(other))
        for other in (2 * n, n / 2, -n, 50 * n):
            yield _Edit(3, "number", node, repr(other))


_OTHERWISE = {ast.Eq: ("!=",), ast.NotEq: ("==",), ast.Lt: (">", "<="), ast.Gt: ("<", ">="),
              ast.LtE: (">=", "<"), ast.GtE: ("<=", ">")}


@_of(ast.Compare)
def _conditions(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    assert isinstance(node, ast.Compare)
    if len(node.ops) == 1:
        left, right = cell.within(node.left), cell.within(node.comparators[0])
        for sign in _OTHERWISE.get(type(node.ops[0]), ()):
            yield _Edit(1, "condition", node, f"{left} {sign} {right}")


@_of(ast.IfExp)
def _either(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    assert isinstance(node, ast.IfExp)
    one, test, two = (cell.within(x) for x in (node.body, node.test, node.orelse))
    yield _Edit(1, "condition", node, f"{two} if {test} else {one}")
    yield _Edit(3, "condition", node, one)
    yield _Edit(3, "condition", node, two)


def _one_less(cell: _Cell, end: ast.expr | None) -> str:
    """a for a + 1; nothing for anything else."""
    if (isinstance(end, ast.BinOp) and isinstance(end.op, ast.Add)
            and isinstance(end.right, ast.Constant) and end.right.value == 1):
        return cell.within(end.left)
    return ""


@_of(ast.For)
def _ranges(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """From another beginning, or to another end."""
    assert isinstance(node, ast.For)
    over = node.iter
    if isinstance(over, ast.Call) and cell.text(over.func) == "range" and len(over.args) <= 2:
        one = cell.within(over.args[0])
        others = [f"{one} - 1", f"{one} + 1", f"1, {one}"]
        if len(over.args) == 2:
            two = cell.within(over.args[1])
            others = [two, f"{one} + 1", one, f"{one}, {two} - 1", f"{one}, {two} + 1",
                      f"{one} + 1, {two}"]
            if all(ends := [_one_less(cell, x) for x in over.args]):
                others.append(", ".join(ends))
        for other in others:
            yield _Edit(0, "range", over, f"range({other})")
        counts = {x.id for part in node.body for x in ast.walk(part) if isinstance(x, ast.Name)}
        if isinstance(last := over.args[-1], ast.Constant) and isinstance(
                node.target, ast.Name) and node.target.id not in counts:     # so many times
            yield _Edit(0, "number", last, f"10 * {cell.text(last)}")
    elif isinstance(over, (ast.Tuple, ast.List)) and len(over.elts) > 1:
        *first, last = map(cell.text, over.elts)
        yield _Edit(1, "range", over, ", ".join([*first, last, f"2 * {last} - {first[-1]}"]))
        yield _Edit(1, "range", over, ", ".join(first) + ",")


@_of(ast.expr)
def _entries(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Two entries of a list, exchanged."""
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load) and len(
            node.elts) <= 4 and not any(isinstance(x, ast.Starred) for x in node.elts):
        texts = list(map(cell.text, node.elts))
        for j in range(len(texts)):
            for k in range(j):
                other = list(texts)
                other[j], other[k] = other[k], other[j]
                whole = ", ".join(other)
                yield _Edit(2, "entries", node, f"[{whole}]" if isinstance(node, ast.List)
                            else whole)


# -- lines ---------------------------------------------------------------------------------------
@_of(ast.List)
def _rows_for_columns(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """A matrix that is written out, transposed."""
    assert isinstance(node, ast.List)
    rows = [x.elts for x in node.elts if isinstance(x, ast.List)]
    if 2 <= len(rows) == len(node.elts) == len(rows[0]) and len({len(row) for row in rows}) == 1:
        columns = (", ".join(map(cell.text, column)) for column in zip(*rows))
        yield _Edit(1, "transpose", node, "[" + ", ".join(f"[{x}]" for x in columns) + "]")


@_of(ast.AST)
def _lines(cell: _Cell, node: ast.AST) -> Iterator[_Edit]:
    """Two lines that follow each other, exchanged."""
    for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
        if not isinstance(block, list):
            continue
        for one, two in zip(block, block[1:]):
            if not (isinstance(one, _PLAIN) and isinstance(two, _PLAIN)):
                continue
            before = cell.data[cell.starts[one.lineno - 1]:cell.at(one)[0]]
            if before.strip() and isinstance(two, (ast.If, ast.For)):
                continue                                    # a = 1; b = 2, and a loop below
            gap = cell.data[cell.at(one)[1]:cell.at(two)[0]].decode()
            yield _Edit(2, "lines", one, cell.text(two) + gap + cell.text(one),
                        until=two)


_PLAIN = (ast.Assign, ast.AugAssign, ast.If, ast.For)
