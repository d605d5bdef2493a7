"""Source text made callable: exec, numpy in blocks, numba, a C compiler, node."""

from __future__ import annotations

import ctypes
import functools
import math
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from ..types import Floats
from . import blocks, engine, lanes
from .emit import Program, camel

__all__ = ["BLOCK", "LOOKING", "build", "function"]

BLOCK = 5000                        # states at a time: the work rows stay in the cache;
OWN = ["-march=native"]             # for this machine alone, where the compiler knows it
FEW = 256                           # states for which another thread is not worth while
LINE = 8                            # numbers in a line of the cache: where rows begin there, no
                                    # instruction takes its numbers from two of them
Fill = Callable[[list[Floats], Floats, Floats], bool]       # (states, k, out), rows of out filled;
                                                            # whether all numbers are finite
Run = Callable[[list[Floats], Floats, int, int], Floats | None]     # see `build`
LOOKING = ("numba", "c")            # code that looks at each number of a state when it takes it


def function(source: str, name: str, **names: Any) -> Callable[..., Any]:
    """The function `name` of a generated source."""
    scope = {"sin": math.sin, "cos": math.cos} | names
    exec(compile(source, f"<generated {name}>", "exec"), scope)
    return scope[name]


def build(program: Program, target: str,
          k: Sequence[float] | None) -> tuple[str, Callable[..., Any]]:
    """Source and callable: run(lists..., k) -> list for "scalar"; else run([(B, n)...], k, size,
    threads) -> (B, size), for "numpy" a view of an array with the batch last. Targets that are
    LOOKING give None where a number of a state is not finite; the others take it for granted.

    k: the constants of the robot's own parameters, which a script holds; None without inertias.
    """
    if target == "js":
        return _js(program, k)
    builders: dict[str, Callable[[Program], tuple[str, Callable[..., Any]]]] = {
        "scalar": _scalar, "numpy": _numpy, "numba": _numba, "c": _c}
    return builders[target](program)


def _scalar(program: Program) -> tuple[str, Callable[..., list[float]]]:
    source = program.scalar()
    return source, function(source, program.name)


def _numpy(program: Program) -> tuple[str, Run]:
    source, rows = program.batch()
    body = function(source, program.name, **{name: getattr(np, name) for name in (
        "add", "subtract", "multiply", "divide", "negative", "sin", "cos", "tan",
        "array")})
    local = threading.local()

    inputs = sum(program.inputs.values())

    def call(states: list[Floats], k: Floats, out: Floats) -> bool:
        count = len(states[0])
        length = _whole_lines(-(-count // max(1, -(-count // BLOCK))))
        if getattr(local, "work", np.empty((0, 0))).shape[1] < length:
            local.work = _in_lines(inputs + rows, length)
        constants = list(map(np.asarray, k))
        for start in range(0, count, length or 1):
            work = local.work[:, :min(length, count - start)]
            first, block = rows, []
            for x in states:
                block.append(work[first:first + x.shape[1]])
                np.copyto(block[-1], x[start:start + length].T)
                first += x.shape[1]
            with np.errstate(divide="ignore", invalid="ignore"):
                body(*block, constants, out.T[:, start:start + length], work[:rows])
        return True
    return source, _filled(call, across=True)


def _whole_lines(count: int) -> int:
    return -(-count // LINE) * LINE


def _in_lines(rows: int, columns: int) -> Floats:
    """An array (rows, columns), nothing written into it, whose rows begin with a line of the cache.
    """
    width = _whole_lines(columns)
    memory = np.empty(rows * width + LINE)
    first = -memory.ctypes.data % (8 * LINE) // 8
    return memory[first:first + rows * width].reshape(rows, width)[:, :columns]


def _numba(program: Program) -> tuple[str, Run]:
    source = lanes.numba(program)
    try:
        import numba
    except ImportError:
        raise RuntimeError('target: got "numba", needs the package numba; install '
                           "robokit-course[codegen] or choose another target") from None
    # A product and a sum may be rounded once in place of twice; all else stays as written.
    fast = numba.njit(fastmath={"contract"}, error_model="numpy", nogil=True)
    parts = {name: fast(getattr(blocks, name))
             for name in ("enter", "leave", "turn", "is_far", "all_zero")}
    body = fast(function(source, program.name, zeros=np.zeros, **parts))
    return source, _filled(lambda states, k, out: body(*states, k, out))


def _c(program: Program) -> tuple[str, Run]:
    source = lanes.c(program)
    compiler = shlex.split(os.environ.get("CC", "")) or [
        name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
    if not compiler:
        raise RuntimeError('target: got "c", needs a C compiler (cc, gcc or clang) on the path; '
                           "choose another target")
    with tempfile.TemporaryDirectory() as folder:
        library = _library(compiler, source, Path(folder))
        body = getattr(ctypes.CDLL(str(library)), program.name)

    def call(states: list[Floats], k: Floats, out: Floats) -> bool:
        pointers = [ctypes.c_void_p(x.ctypes.data) for x in (*states, k, out)]
        return bool(body(ctypes.c_long(len(states[0])), *pointers))
    return source, _filled(call)


def _library(compiler: list[str], source: str, folder: Path) -> Path:
    """The source compiled, for this very processor where the compiler can."""
    text, library = folder / "code.c", folder / "code.so"
    text.write_text(source)
    for own in (OWN, []):
        done = ["-O2", *own, "-shared", "-fPIC", str(text), "-o", str(library), "-lm"]
        try:
            subprocess.run([*compiler, *done], check=True, capture_output=True, text=True)
            return library
        except (OSError, subprocess.CalledProcessError) as e:
            said = getattr(e, "stderr", None) or e
    raise RuntimeError(f'target: got "c", but {compiler[0]} fails: {said}')


def _js(program: Program, k: Sequence[float] | None) -> tuple[str, Run]:
    source = program.javascript(k)
    script = (f"{source}const answer = ({{rows, k}}) =>\n"
              f"    rows.map(row => Array.from({camel(program.name)}(...row, undefined, k)));\n")

    def run(states: list[Floats], k: Floats, size: int, threads: int) -> Floats:
        rows = engine.run(script, {"rows": list(zip(*[x.tolist() for x in states])),
                                   "k": k.tolist()})
        return np.array(rows, float).reshape(len(rows), size)
    return source, run


def _filled(call: Fill, across: bool = False) -> Run:
    """Run `call` on new rows, shared out among threads; across: the batch last in memory."""
    def run(states: list[Floats], k: Floats, size: int, threads: int) -> Floats | None:
        count = len(states[0])
        out = _in_lines(size, count).T if across else np.empty((count, size))
        states = [np.ascontiguousarray(x) for x in states]
        if threads == 1 or count < FEW * threads:
            return out if call(states, k, out) else None
        ends = [count * i // threads // LINE * LINE for i in range(threads)] + [count]
        parts = [slice(*pair) for pair in zip(ends, ends[1:])]
        waiting = [_pool(threads).submit(call, [x[part] for x in states], k, out[part])
                   for part in parts[1:]]
        finite = [call([x[parts[0]] for x in states], k, out[parts[0]]),
                  *[one.result() for one in waiting]]
        return out if all(finite) else None
    return run


@functools.cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads - 1)
