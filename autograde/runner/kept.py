"""Answers that can wait for their hidden inputs until the notebook has ended.

A snapshot keeps an answer as it stood, at the price of a fork: whatever either side touches
afterwards is copied, page by page. Most answers use nothing that changes behind them, and are at
the end what they were. `Kept` notes what an answer is made of; what cannot be told raises `Unsure`,
and the answer gets its snapshot at once. So does one that a later cell is about to change (see
`changed`). What has changed all the same is seen at the end, and then the notebook runs anew, with
a snapshot of every answer.
"""

import builtins
import dis
import functools
import sys
import threading
import types
import warnings

import mpmath
import numpy as np
import sympy
from sympy.core.function import AppliedUndef, UndefinedFunction

from .variant import Variant

MOST = 2_000            # parts of an answer that are looked at
MOST_BYTES = 1 << 20    # of an array
LIBRARIES = frozenset({"numpy", "sympy", "mpmath", "math", "cmath", "scipy", "itertools",
                       "operator", "fractions", "builtins", "_functools", "_operator"})
# What an answer may use of Python's own: nothing that reads files, looks around, or changes
# what others use.
BUILTINS = frozenset("""
    abs all any bool bytes callable chr complex dict divmod enumerate filter float format frozenset
    hash hex int isinstance issubclass iter len list map max min next object oct ord pow print range
    repr reversed round set slice sorted str sum tuple type zip Ellipsis NotImplemented
    """.split()) | {name for name, item in vars(builtins).items()
                    if isinstance(item, type) and issubclass(item, BaseException)}
# Names that stand for luck, for files, or for what all computing shares.
SHARED = frozenset("""
    random rand randn seed default_rng seterr seterrcall errstate setbufsize set_printoptions
    simplefilter filterwarnings catch_warnings workdps workprec dps prec cache_clear clear_cache
    setattr delattr memmap load save fromfile tofile loadtxt savetxt genfromtxt open ctypeslib
    __dict__ __globals__ __code__ __defaults__ __kwdefaults__ __closure__""".split())
# With these a cell may change anything.
ANYTHING = frozenset("""
    exec eval compile setattr delattr globals locals vars get_ipython __import__ __builtins__
    builtins modules _getframe settrace setprofile gc ctypes importlib __dict__ __globals__
    __code__ __defaults__ __kwdefaults__ __closure__""".split())
_ATOMS = frozenset({int, float, complex, str, bytes, bool, type(None), type(...), range, slice,
                    mpmath.mpf, mpmath.mpc, types.CodeType})
_MATRICES = (sympy.MutableDenseMatrix, sympy.MutableSparseMatrix)
_MISSING, _EVERYWHERE = object(), frozenset(vars(builtins))


def _operations(*names):
    return frozenset(dis.opmap[name] for name in names if name in dis.opmap)


_BINDS = _operations("STORE_NAME", "DELETE_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
_BINDS_OUTSIDE = _operations("STORE_GLOBAL", "DELETE_GLOBAL")
_CHANGES = _operations("STORE_ATTR", "DELETE_ATTR")
_IMPORTS = _operations("IMPORT_NAME")


class Unsure(Exception):
    """Nobody can tell what this answer uses."""


class Kept:
    """One answer, and all that it is made of, as it stands now.

    names: those that its functions look up.
    """

    def __init__(self, answer):
        self.answer, self.names = answer, set()
        self.bound, self.held = [], []      # what must be the same object; the same contents
        self.world, self._seen = _world(), set()
        try:
            self._take(answer)
        except (RecursionError, ValueError):
            raise Unsure from None
        del self._seen

    def same(self):
        """Is it still what it was?"""
        try:
            return (self.world == _world()
                    and all(names.get(name, _MISSING) is value
                            for names, name, value in self.bound)
                    and all(_equal(_contents(thing), before) for thing, before in self.held))
        except Exception:           # it is no longer of a kind that we know
            return False

    def _take(self, value):
        """Note what a value is made of."""
        if type(value) in _ATOMS or id(value) in self._seen:
            return
        self._seen.add(id(value))
        if len(self._seen) > MOST:
            raise Unsure
        if not _is_fixed(value):
            contents = _contents(value)
            self.held.append((value, contents))
            if type(value) is types.FunctionType:
                self._take_names(value)
            for part in contents:
                self._take(part)

    def _take_names(self, function):
        """What a function looks up: in its notebook, or among Python's own names."""
        names = function.__globals__
        for name in _names(function.__code__):
            found = names.get(name, _MISSING)
            self.names.add(name)
            self.bound.append((names, name, found))
            if found is not _MISSING:
                self._take(found)
            elif name in _EVERYWHERE and name not in BUILTINS:
                raise Unsure


def _world():
    """What all computing depends on."""
    return (np.geterr(), mpmath.mp.prec, sys.getrecursionlimit(), threading.active_count(),
            [how for how in warnings.filters if how[0] == "error"])


def _is_fixed(value):
    """Is it a library's own, or such that nothing changes it?"""
    kind = type(value)
    if isinstance(value, sympy.Basic):
        return _known(_of_library(kind.__module__) or isinstance(value, AppliedUndef))
    if isinstance(value, types.ModuleType):
        return _known(_of_library(value.__name__))
    if kind is types.BuiltinFunctionType:
        return _known(isinstance(value.__self__, (types.ModuleType, type(None)))
                      and _of_library(value.__module__))
    if isinstance(value, type):
        return _known(_of_library(value.__module__) or isinstance(value, UndefinedFunction))
    if kind is types.FunctionType:
        return _of_library(value.__module__) and _of_library(value.__globals__.get("__name__"))
    return isinstance(value, (np.ufunc, np.generic)) or (
        kind.__name__ in ("_ArrayFunctionDispatcher", "_lru_cache_wrapper")
        and _of_library(value.__module__))


def _known(yes):
    if not yes:
        raise Unsure
    return True


def _of_library(module):
    return isinstance(module, str) and module.partition(".")[0] in LIBRARIES


def _contents(value):
    """The parts of something that may change."""
    kind = type(value)
    if kind in (list, tuple, dict, set, frozenset) and len(value) > MOST:
        raise Unsure
    if kind is types.FunctionType and not vars(value):
        return (value.__code__, value.__defaults__, value.__kwdefaults__,
                *(cell.cell_contents for cell in value.__closure__ or ()))
    if kind in (list, tuple):
        return tuple(value)
    if kind is np.ndarray and value.dtype.kind in "biufcSU" and value.nbytes <= MOST_BYTES:
        return value.shape, str(value.dtype), value.tobytes()
    if kind is dict:
        return (*value, *value.values())
    if kind is Variant:
        return (*vars(value), *vars(value).values())
    if kind in (set, frozenset):
        return tuple(sorted(value, key=id))
    if kind in _MATRICES:
        return (*value.shape, *value.flat())
    if kind is functools.partial and not vars(value):
        return value.func, value.args, value.keywords
    raise Unsure


def _equal(contents, before):
    """The same things, or equal ones that nothing changes."""
    return len(contents) == len(before) and all(
        x is y or (type(x) is type(y) and (type(x) in _ATOMS or isinstance(x, sympy.Basic)
                                           or type(x) is tuple) and x == y)
        for x, y in zip(contents, before))


@functools.lru_cache(maxsize=500)
def _names(code):
    """The names in a function's code; Unsure where it reads or changes what others share."""
    operations = set(code.co_code[::2])
    if operations & (_BINDS_OUTSIDE | _CHANGES | _IMPORTS) or SHARED & set(code.co_names):
        raise Unsure
    found = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            found |= _names(part)
    return found


def changed(codes):
    """The names that a cell gives another meaning, by what is written in it; None for anything.

    codes: those of the cell; None where nobody has read it.
    """
    found = set()
    for code in codes if codes is not None else [None]:
        if code is None or _may_do_anything(code):
            return None
        number = 0
        for operation, argument in zip(code.co_code[::2], code.co_code[1::2]):
            number |= argument
            if operation in _BINDS:
                found.add(code.co_names[number])
            number = number << 8 if operation == dis.EXTENDED_ARG else 0
    return found


def _may_do_anything(code, outer=True):
    operations = set(code.co_code[::2])
    return (not ANYTHING.isdisjoint(code.co_names) or ("*",) in code.co_consts
            or not operations.isdisjoint(_CHANGES if outer else _CHANGES | _BINDS_OUTSIDE)
            or any(_may_do_anything(part, False) for part in code.co_consts
                   if isinstance(part, types.CodeType)))
