"""Source text made callable: exec, numpy in blocks, numba, a C compiler."""

from __future__ import annotations

import ctypes
import math
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .emit import Program

__all__ = ["BLOCK", "build", "function"]

BLOCK = 2048                        # states at a time: the work rows stay in the cache


def function(source: str, name: str, **names) -> Callable:
    """The function `name` of a generated source."""
    scope = {"sin": math.sin, "cos": math.cos} | names
    exec(compile(source, f"<generated {name}>", "exec"), scope)
    return scope[name]


def build(program: Program, target: str) -> tuple[str, Callable]:
    """Source and callable: run(lists..., k) -> list for "scalar"; else run([(B, n)...], k, size)
    -> (B, size), for "numpy" a view of an array with the batch last.
    """
    return {"scalar": _scalar, "numpy": _numpy, "numba": _numba, "c": _c}[target](program)


def _scalar(program):
    source = program.scalar()
    return source, function(source, program.name)


def _numpy(program):
    source, rows = program.batch()
    body = function(source, program.name, **{name: getattr(np, name) for name in (
        "add", "subtract", "multiply", "divide", "negative", "sin", "cos")})
    local = threading.local()

    def run(states, k, size):
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


def _numba(program):
    source = program.loop()
    try:
        import numba
    except ImportError:
        raise RuntimeError('target: got "numba", needs the package numba; install '
                           "robokit-course[codegen] or choose another target") from None
    body = numba.njit(function(source, program.name))
    return source, _filled(lambda states, k, out: body(*states, k, out))


def _c(program):
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

    def call(states, k, out):
        pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*states, k, out)]
        body(ctypes.c_long(len(states[0])), *pointers)
    return source, _filled(call)


def _filled(call):
    def run(states, k, size):
        out = np.empty((len(states[0]), size))
        call([np.ascontiguousarray(x) for x in states], k, out)
        return out
    return run
