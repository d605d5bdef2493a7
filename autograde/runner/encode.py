"""Values to bounded JSON, hidden inputs from JSON, expressions to numbers.

An answer leaves the sandbox as one of these, and never as a pickle:

    {"type": "array", "shape": [3, 3], "data": [...]}    numbers, row by row
    {"type": "text", "value": "..."}                     {"type": "bool", "value": true}
    {"type": "list", "items": [...]}                     tuples, sets, ragged or mixed lists
    {"type": "map", "items": {"name": ...}}              {"type": "none"}
    {"type": "function"}
    {"type": "expression", "shape": [], "symbols": [...]}
    {"type": "unusable", "reason": "contains NaN"}       {"type": "error", "name": "ValueError"}

Honest students answer in many forms (np.matrix, sympy matrices, nested lists,
fractions, 0-d arrays), so every form that plainly means numbers is accepted.
"""

from __future__ import annotations

import builtins
import collections
import decimal
import itertools
import json
import math
import numbers
import types
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any

import mpmath
import numpy as np
import sympy
from mpmath.libmp import mpf_cos, mpf_sin
from sympy.core.function import AppliedUndef, FunctionClass
from sympy.matrices.exceptions import NonInvertibleMatrixError, NonSquareMatrixError, ShapeError

ANSWER_BYTES = 200_000       # default size of one encoded answer
MAX_NUMBERS = 50_000         # numbers in one array
MAX_ITEMS = 1_000            # items of a list or map
MAX_TEXT = 2_000             # characters of a text
MAX_DEPTH = 12               # nesting of lists, and dimensions of an array
MAX_EXPANDED = 1_000         # operations of an expression that is multiplied out
FIXED = ("Singular matrix", "Last 2 dimensions of the array must be square")

# Exceptions that are no Python's own.
_LIBRARIES = (np.linalg.LinAlgError, NonInvertibleMatrixError, NonSquareMatrixError, ShapeError,
              sympy.SympifyError)
# Things that are iterated rather than shown: a student's range or map is a list.
_ITERABLES = (range, map, zip, filter, types.GeneratorType, collections.deque,
              type({}.keys()), type({}.values()), type({}.items()))


class Unusable(Exception):
    """The value is not an answer; the text says why, in words for a student."""


class Ragged(Exception):
    """The list is not a rectangular array."""


def encode(value: Any, kind: str = "value", limit: int = ANSWER_BYTES) -> dict[str, Any]:
    """Return `value` as bounded JSON-able data; never raises on a bad value.

    `kind` is what the task asks for: for ``"expression"`` plain numbers are
    constant expressions, so that they are evaluated like any other.
    """
    try:
        encoded = _encode(value, kind, 0)
        if len(json.dumps(encoded, allow_nan=False)) > limit:
            raise Unusable(f"too large: more than {limit} bytes")
        return encoded
    except Unusable as reason:
        return unusable(str(reason))
    except RecursionError:
        return unusable("nested too deeply")
    except MemoryError:
        return unusable("too large: out of memory")
    except Exception:           # a broken __len__, __array__, ... of the student's class
        return unusable(f"an object of type {_type_name(value)}")


def unusable(reason: str) -> dict[str, Any]:
    return {"type": "unusable", "reason": reason[:200]}


def _encode(value, kind, depth):
    if depth > MAX_DEPTH:
        raise Unusable("nested too deeply")
    if value is None or value is Ellipsis:              # "..." is how a cell is released
        return {"type": "none"}
    if _is_bool(value):
        return {"type": "bool", "value": bool(value)}
    if isinstance(value, (str, np.str_)):
        return {"type": "text", "value": str(value)[:MAX_TEXT]}
    if isinstance(value, dict):
        return _encode_map(value, kind, depth)
    if isinstance(value, (tuple, set, frozenset, sympy.Tuple, sympy.FiniteSet)):
        return _encode_list(_in_order(value), kind, depth)
    if is_function(value):
        return {"type": "function"}
    if isinstance(value, list) and value and all(type(item) is bool for item in value):
        return _encode_list(value, kind, depth)
    return _encode_numbers(value, kind, depth)


def _is_bool(value):
    return isinstance(value, (bool, np.bool_)) or value is sympy.true or value is sympy.false


def _encode_map(value, kind, depth):
    if len(value) > MAX_ITEMS:
        raise Unusable(f"too large: more than {MAX_ITEMS} entries")
    return {"type": "map", "items": {str(key)[:MAX_TEXT]: _encode(item, kind, depth + 1)
                                     for key, item in value.items()}}


def _encode_list(items, kind, depth):
    if len(items) > MAX_ITEMS:
        raise Unusable(f"too large: more than {MAX_ITEMS} items")
    return {"type": "list", "items": [_encode(item, kind, depth + 1) for item in items]}


def _in_order(value):
    """The items of a tuple as they stand, those of a set in an order that repeats."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=lambda item: (str(type(item)), repr(item)))
    return list(value)


def _encode_numbers(value, kind, depth):
    if isinstance(value, _ITERABLES):
        value = list(itertools.islice(value, MAX_NUMBERS + 1))
    try:
        shape, leaves = leaves_of(value)
    except Ragged:
        return _encode_list(list(value), kind, depth)
    if isinstance(leaves, np.ndarray):
        symbolic, leaves = False, leaves.tolist()
    else:
        symbolic = any(isinstance(leaf, sympy.Expr) for leaf in leaves)
    if symbolic or kind == "expression":
        return {"type": "expression", "shape": list(shape), "symbols": symbol_names(leaves)}
    return {"type": "array", "shape": list(shape), "data": leaves}


def is_function(value):
    """Say whether `value` is meant as a function (a sympy Symbol is callable too)."""
    if isinstance(value, (sympy.Lambda, FunctionClass)):
        return True
    return (callable(value) and not isinstance(value, (sympy.Basic, sympy.MatrixBase))
            and not hasattr(value, "__array__"))


# ---- anything numeric as a shape and a flat sequence -------------------------

def leaves_of(value, depth=0):
    """Return ``(shape, leaves)`` of anything that plainly means numbers.

    The leaves are a flat float array, or a list of finite floats and of sympy
    expressions with free symbols, row by row.  Raises Ragged for lists that are
    no array and Unusable for what cannot be an answer.
    """
    if depth > MAX_DEPTH:
        raise Unusable("nested too deeply")
    if isinstance(value, sympy.MatrixBase):
        return _flat(value.shape, list(value))
    if isinstance(value, sympy.NDimArray):
        return _flat(value.shape, sympy.flatten(value.tolist()) if value.shape else [value[()]])
    if isinstance(value, sympy.MatrixExpr):
        return leaves_of(value.as_explicit(), depth + 1)
    if isinstance(value, mpmath.matrix):
        return leaves_of(value.tolist(), depth + 1)
    if isinstance(value, (list, tuple)):
        return _leaves_of_list(value, depth)
    if _is_scalar(value):
        return (), [number(value)]
    if isinstance(value, np.ndarray) or hasattr(value, "__array__"):
        return _leaves_of_array(np.asarray(value))
    raise Unusable(f"an object of type {_type_name(value)}")


def _is_scalar(value):
    return (isinstance(value, (numbers.Number, decimal.Decimal, sympy.Expr, mpmath.mpf, mpmath.mpc))
            or _is_bool(value))


def _flat(shape, leaves):
    _bounded(len(leaves))
    return tuple(int(n) for n in shape), [number(leaf) for leaf in leaves]


def _bounded(count):
    if count > MAX_NUMBERS:
        raise Unusable(f"too large: more than {MAX_NUMBERS} numbers")


def _leaves_of_array(array):
    _bounded(array.size)
    if array.ndim > MAX_DEPTH:
        raise Unusable("nested too deeply")
    if array.dtype.kind in "biuf":
        return array.shape, _finite(array.astype(float).ravel())
    if array.dtype.kind in "cO":
        return _flat(array.shape, array.ravel().tolist())
    if array.dtype.kind in "US" and array.ndim == 1:
        raise Ragged                # an array of texts is a list of texts
    raise Unusable(f"an array of {array.dtype.name[:20]}")


def _finite(array):
    if not np.isfinite(array).all():
        raise Unusable("contains NaN" if np.isnan(array).any() else "contains infinity")
    return array


def _leaves_of_list(items, depth):
    _bounded(len(items))
    plain = _plain_array(items)
    if plain is not None:
        return _leaves_of_array(plain)
    if not all(isinstance(item, (list, tuple)) or _is_scalar(item) or hasattr(item, "shape")
               for item in items):
        raise Ragged
    parts = [leaves_of(item, depth + 1) for item in items]
    if len({shape for shape, _ in parts}) > 1:
        raise Ragged
    leaves = list(itertools.chain.from_iterable(leaves for _, leaves in parts))
    _bounded(len(leaves))
    inner = parts[0][0] if parts else ()
    return (len(items), *inner), leaves


def _plain_array(items):
    """A list of plain numbers as an array, quickly; None where care is needed."""
    try:
        array = np.array(items)
    except Exception:               # ragged, too deep, or an object that objects
        return None
    return array if array.dtype.kind in "iuf" and array.dtype.itemsize <= 8 else None


def number(leaf):
    """Return `leaf` as a finite float, or as a sympy expression if it has free symbols."""
    if isinstance(leaf, sympy.Basic) and not _is_bool(leaf):
        return _symbolic_number(leaf)
    if isinstance(leaf, (mpmath.mpc, complex, np.complexfloating)):
        return _real(complex(leaf))
    if not _is_scalar(leaf):
        raise Ragged if isinstance(leaf, (str, list, tuple, dict)) or leaf is None else \
            Unusable(f"an object of type {_type_name(leaf)}")
    try:
        return _finite_float(float(leaf))
    except OverflowError:
        raise Unusable("too large: a number above 1e308") from None


def _symbolic_number(leaf):
    if leaf.has(sympy.nan):
        raise Unusable("contains NaN")
    if leaf.has(sympy.oo, sympy.zoo, -sympy.oo):
        raise Unusable("contains infinity")
    if not isinstance(leaf, sympy.Expr):
        raise Unusable(f"an object of type {_type_name(leaf)}")
    if leaf.free_symbols or leaf.atoms(AppliedUndef):
        return leaf
    return _evaluated(leaf)


def _evaluated(expression):
    """A constant sympy expression as a float."""
    try:
        value = complex(expression.evalf(20))
    except (TypeError, ValueError):
        raise Unusable("it has no numeric value") from None
    return _real(value)


def _real(value):
    """The real part, where the imaginary one is only rounding."""
    if abs(value.imag) > 1e-12 * max(1.0, abs(value.real)):
        raise Unusable("complex numbers")
    return _finite_float(value.real)


def _finite_float(value):
    if math.isnan(value):
        raise Unusable("contains NaN")
    if math.isinf(value):
        raise Unusable("contains infinity")
    return value


def _type_name(value):
    name = type(value).__name__
    return name[:60] if isinstance(name, str) else "?"


# ---- expressions at given points ----------------------------------------------

def symbol_names(leaves):
    """The names of the free symbols, for applied functions such as q(t) their own."""
    names = set()
    for leaf in leaves:
        if isinstance(leaf, sympy.Basic):
            names.update(_unknowns(leaf).values())
    return sorted(names)[:MAX_ITEMS]


def _unknowns(expression):
    """Map what stands for a number in `expression` to its name.

    Besides symbols these are functions of time (dynamicsymbols): q_1(t) is
    called q_1 and its derivatives dq_1 and ddq_1.
    """
    found = {}
    for derivative in expression.atoms(sympy.Derivative):
        if isinstance(derivative.expr, AppliedUndef):
            order = sum(count for _, count in derivative.variable_count)
            found[derivative] = "d" * int(order) + derivative.expr.func.__name__
    for function in expression.atoms(AppliedUndef):
        found[function] = function.func.__name__
    # The time of q(t) is no unknown of its own unless it also stands alone.
    rest = expression.xreplace({item: sympy.Dummy(real=True) for item in found})
    for symbol in rest.free_symbols:
        if not isinstance(symbol, sympy.Dummy) or symbol in expression.free_symbols:
            found[symbol] = str(symbol)
    return found


def _loose(name):
    """The name without the marks in which spellings differ: q_1, q1, q_{1}."""
    return "".join(letter for letter in name if letter not in "_{}\\^ ")


def evaluate(value: Any, symbols: Mapping[str, float],
             limit: int = ANSWER_BYTES) -> dict[str, Any]:
    """Return the encoded numbers of the expression(s) `value` at `symbols` (name: number)."""
    return encode(_at(value, symbols, 0), limit=limit)


def _at(value, symbols, depth):
    if depth > MAX_DEPTH:
        raise Unusable("nested too deeply")
    if isinstance(value, dict):
        return {key: _at(item, symbols, depth + 1) for key, item in value.items()}
    if isinstance(value, (tuple, set, frozenset)):
        return tuple(_at(item, symbols, depth + 1) for item in _in_order(value))
    try:
        shape, leaves = leaves_of(value)
    except Ragged:
        return tuple(_at(item, symbols, depth + 1) for item in value)
    loose = {}
    for name in symbols:
        loose.setdefault(_loose(name), []).append(name)
    found = [_leaf_at(leaf, symbols, loose) for leaf in leaves]
    return np.array(found, dtype=float).reshape(shape)


def _leaf_at(leaf, symbols, loose):
    if not isinstance(leaf, sympy.Basic):
        return leaf
    leaf, unknowns, turns = _prepared(leaf)
    rule = {}
    for unknown, name in unknowns.items():
        if name not in symbols:
            # q1 for q_1 is accepted where it can mean only one symbol.
            meant = loose.get(_loose(name), [])
            if len(meant) != 1:
                if (simpler := _expanded(leaf)) is not None:
                    return _leaf_at(simpler, symbols, loose)
                raise Unusable(f"unknown symbol {name[:60]}")
            name = meant[0]
        # 30 digits, so that terms which cancel do not cost the answer its accuracy.
        rule[unknown] = _float(symbols[name])
    for turn in turns:
        if rule[turn.args[0]]:
            rule[turn] = _turned(type(turn), rule[turn.args[0]])
    result = _replaced(leaf, rule)
    if isinstance(result, sympy.Float):
        return _rounded(result)
    if result.has(sympy.nan):
        raise Unusable("contains NaN")
    if result.has(sympy.oo, sympy.zoo):
        raise Unusable("contains infinity")
    return _evaluated(result)


@lru_cache(maxsize=MAX_ITEMS)
def _expanded(leaf):
    """The expression multiplied out, if a symbol cancels by that; else None."""
    if leaf.count_ops() > MAX_EXPANDED:
        return None
    plain = sympy.expand(leaf)
    return plain if len(_unknowns(plain)) < len(_unknowns(leaf)) else None


@lru_cache(maxsize=MAX_ITEMS)
def _prepared(leaf):
    """The expression, worked out, its unknowns, and their sines: the same at all points."""
    if leaf.has(sympy.Integral, sympy.Sum, sympy.Product, sympy.Subs, sympy.Derivative):
        leaf = leaf.doit()
    unknowns = _unknowns(leaf)
    return leaf, unknowns, [turn for turn in leaf.atoms(sympy.sin, sympy.cos)
                            if turn.args[0] in unknowns]


def _replaced(expression, rule):
    """`xreplace`, bit by bit, but for sums and products of mere numbers without its detours."""
    if not isinstance(expression, sympy.Basic):
        return expression               # a part that is a text, or Python's own number
    if expression in rule:
        return rule[expression]
    if not expression.args:
        return expression
    parts = [_replaced(part, rule) for part in expression.args]
    if all(new is old for new, old in zip(parts, expression.args)):
        return expression
    if all(isinstance(part, (sympy.Float, sympy.Rational)) for part in parts):
        if type(expression) is sympy.Mul:
            return prod(parts, start=sympy.S.One)
        if type(expression) is sympy.Add:
            return sum(parts, start=sympy.S.Zero)
    return expression.func(*parts)


def _rounded(number):
    """What `_evaluated` makes of a number: first of 20 digits, then a float."""
    if not number:
        return 0.0
    digits = sympy.Float._new(number._mpf_, 70)
    return _finite_float(float(sympy.Float._new(digits._mpf_, 53)))


@lru_cache(maxsize=MAX_ITEMS)
def _float(number):
    return sympy.Float(number, 30)


@lru_cache(maxsize=MAX_ITEMS)
def _turned(function, angle):
    """The sine or cosine of a number, bit by bit what sympy makes of it in a tenth of the time."""
    value = (mpf_sin if function is sympy.sin else mpf_cos)(angle._mpf_, angle._prec + 4, "n")
    return sympy.Float._new(value, angle._prec)


def evaluate_safely(value: Any, symbols: Mapping[str, float],
                    limit: int = ANSWER_BYTES) -> dict[str, Any]:
    """`evaluate` that answers {"type": "unusable"} instead of raising."""
    try:
        return evaluate(value, symbols, limit)
    except Unusable as reason:
        return unusable(str(reason))
    except Exception:           # a broken __array__, __iter__, ... of the student's class
        return unusable(f"an object of type {_type_name(value)}")


# ---- hidden inputs ---------------------------------------------------------------

def decode(argument: Any) -> Any:
    """Return a JSON input as the object a student's function expects.

    Lists become arrays (whole numbers stay whole) unless they hold texts or are
    ragged; every call makes new objects, so that a function which changes its
    arguments does not change those of the next call.
    """
    if isinstance(argument, dict):
        return {key: decode(item) for key, item in argument.items()}
    if not isinstance(argument, list):
        return argument
    array = _plain_array(argument)
    return [decode(item) for item in argument] if array is None else array


def error(exception: BaseException) -> dict[str, Any]:
    """Encode an exception by its type, or the nearest one above it that everybody knows.

    The message stays here: it could carry a hidden input into the feedback. Two of numpy's are
    the same words whatever the input, and say which of two things is wrong with a matrix.
    """
    known = next(x for x in type(exception).__mro__
                 if x in _LIBRARIES or getattr(builtins, x.__name__, None) is x)
    encoded = {"type": "error", "name": known.__name__}
    text = exception.args[0] if exception.args else None
    return encoded | ({"text": text} if known is np.linalg.LinAlgError and type(text) is str
                      and text in FIXED else {})
