"""Source text made callable: exec, numpy in blocks, numba, a C compiler, node."""

from __future__ import annotations

import ctypes
import math
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..types import Floats
from . import engine
from .emit import Program, camel

__all__ = ["BLOCK", "build", "function"]

BLOCK = 2048                        # states at a time: the work rows stay in the cache
Run = Callable[[list[Floats], Floats, int], Floats]         # see `build`


def function(source: str, name: str, **names: Any) -> Callable[..., Any]:
    """The function `name` of a generated source."""
    scope = {"sin": math.sin, "cos": math.cos} | names
    exec(compile(source, f"<generated {name}>", "exec"), scope)
    return scope[name]


def build(program: Program, target: str,
          k: Sequence[float] | None) -> tuple[str, Callable[..., Any]]:
    """Source and callable: run(lists..., k) -> list for "scalar"; else run([(B, n)...], k, size)
    -> (B, size), for "numpy" a view of an array with the batch last.

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
        "add", "subtract", "multiply", "divide", "negative", "sin", "cos")})
    local = threading.local()

    def run(states: list[Floats], k: Floats, size: int) -> Floats:
        count = len(states[0])
        if getattr(local, "work", None) is None:
            local.work = np.empty((rows, BLOCK))
        out = np.empty((size, count))
        k = k.tolist()
        for start in range(0, count, BLOCK):
            block = [np.ascontiguousarray(x[start:start + BLOCK].T) for x in states]
            body(*block, k, out[:, start:start + BLOCK], local.work[:, :block[0].shape[1]])
        return out.T
    return source, run


def _numba(program: Program) -> tuple[str, Run]:
    source = program.python()
    try:
        import numba
    except ImportError:
        raise RuntimeError('target: got "numba", needs the package numba; install '
                           "robokit-course[codegen] or choose another target") from None
    body = numba.njit(function(source, program.name))
    return source, _filled(lambda states, k, out: body(*states, k, out))


def _c(program: Program) -> tuple[str, Run]:
    source = program.c()
    compiler = shlex.split(os.environ.get("CC", "")) or [
        name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
    if not compiler:
        raise RuntimeError('target: got "c", needs a C compiler (cc, gcc or clang) on the path; '
                           "choose another target")
    with tempfile.TemporaryDirectory() as folder:
        text, library = Path(folder) / "code.c", Path(folder) / "code.so"
        text.write_text(source)
        try:
            subprocess.run([*compiler, "-O2", "-shared", "-fPIC", str(text), "-o", str(library),
                            "-lm"], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as e:
            said = getattr(e, "stderr", None) or e
            raise RuntimeError(f'target: got "c", but {compiler[0]} fails: {said}') from None
        body = getattr(ctypes.CDLL(str(library)), program.name)
    body.restype = None

    def call(states: list[Floats], k: Floats, out: Floats) -> None:
        pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*states, k, out)]
        body(ctypes.c_long(len(states[0])), *pointers)
    return source, _filled(call)


def _js(program: Program, k: Sequence[float] | None) -> tuple[str, Run]:
    source = program.javascript(k)
    script = (f"{source}const answer = ({{rows, k}}) =>\n"
              f"    rows.map(row => Array.from({camel(program.name)}(...row, undefined, k)));\n")

    def run(states: list[Floats], k: Floats, size: int) -> Floats:
        rows = engine.run(script, {"rows": list(zip(*[x.tolist() for x in states])),
                                   "k": k.tolist()})
        return np.array(rows, float).reshape(len(rows), size)
    return source, run


def _filled(call: Callable[[list[Floats], Floats, Floats], None]) -> Run:
    def run(states: list[Floats], k: Floats, size: int) -> Floats:
        out = np.empty((len(states[0]), size))
        call([np.ascontiguousarray(x) for x in states], k, out)
        return out
    return run
