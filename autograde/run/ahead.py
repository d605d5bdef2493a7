"""What starts while the grader still loads its libraries: workers, and sandboxes that load theirs.

Nothing heavy may be imported here. A worker of this process is a thread of its own: the record is
written here while it judges. Workers that are processes are forks of this one, so that the judge
is loaded once; one that takes a dead worker's place is started anew (see `served`).
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import queue
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from ..course import Course
from ..sandbox import Limits, Sandbox
from ..textform import libraries

__all__ = ["JUDGE", "Beside", "Worker", "begin", "begun", "process", "sandbox"]

_own = threading.local()        # a sandbox ends with the thread that has started it
_begun: list[Worker] = []       # workers that nobody has taken yet


def sandbox(unsafe: bool, limits: Limits, root: Path, words: tuple[str, ...] = ()) -> Sandbox:
    """The sandbox of this thread, started anew where another one is asked for."""
    kept: Sandbox | None = getattr(_own, "sandbox", None)
    if kept is None or (kept.unsafe, kept.limits, kept.hide, kept.words) != (
            unsafe, limits, (root,), words):
        if kept is not None:
            kept.close()
        _own.sandbox = kept = _new(unsafe, limits, root, words)
        atexit.register(kept.close)
    return kept


def _new(unsafe: bool, limits: Limits, root: Path, words: tuple[str, ...]) -> Sandbox:
    return Sandbox(limits, unsafe=unsafe, hide=(root,), words=words)


def begin(root: Path, assignment: str, unsafe: bool) -> None:
    """Let this thread's sandbox load what an assignment needs, without waiting for it."""
    given = _given(root, assignment, unsafe)
    if given is not None:
        sandbox(*given).begin()


def _given(root: Path, assignment: str, unsafe: bool
           ) -> tuple[bool, Limits, Path, tuple[str, ...]] | None:
    """What `sandbox` takes for this assignment; None where there is none of this name."""
    course = Course(root)
    folder = course.folder_of(assignment)
    return None if folder is None else (unsafe, course.settings.limits, root, libraries(folder))


class Beside:
    """A thread that does one thing after the other; it ends with the process."""

    def __init__(self) -> None:
        self._given: queue.SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]]
        self._given = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        """What comes of it, once it is done; what it raises is raised there."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._go_on, daemon=True)
            self._thread.start()
        future: Future[Any] = Future()
        self._given.put((future, work, given))
        return future

    def _go_on(self) -> None:
        while True:
            future, work, given = self._given.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(*given))
                except BaseException as e:      # also what ends a process: here it ends a job
                    future.set_exception(e)


JUDGE = Beside()


class Worker(Protocol):
    """A process that takes jobs and gives results, as lines."""

    stdin: Any
    stdout: Any

    def wait(self, timeout: float | None = None) -> object: ...

    def kill(self) -> None: ...


def process() -> Worker:
    """A worker as a process: one that was begun, or a new one."""
    return _begun.pop() if _begun else _new_process()


def _new_process() -> subprocess.Popen[bytes]:
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    return subprocess.Popen([sys.executable, "-P", "-m", "autograde.run.served"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            env=os.environ | {"PYTHONPATH": path})


class _Fork:
    """A worker that is a fork of this process: what both need is loaded once."""

    def __init__(self, serves: Callable[[], None]) -> None:
        """serves: takes jobs from standard input and gives results to standard output."""
        jobs, ours = os.pipe()
        theirs, results = os.pipe()
        self.stdin, self.stdout = open(ours, "wb"), open(theirs, "rb")

        def work() -> None:
            self.close()
            for end, place in ((jobs, 0), (results, 1)):
                os.dup2(end, place)
                os.close(end)
            sys.stdin = open(0, closefd=False)
            serves()
        self._process = get_context("fork").Process(target=work, daemon=True)
        with warnings.catch_warnings():         # numpy's threads have nothing to do here
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        os.close(jobs)
        os.close(results)

    def close(self) -> None:
        """Close our ends: who holds one in a fork would keep the worker from ending."""
        self.stdin.close()
        self.stdout.close()

    def wait(self, timeout: float | None = None) -> None:
        self._process.join(timeout)
        if self._process.is_alive():
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)

    def kill(self) -> None:
        self._process.kill()


@contextlib.contextmanager
def begun(root: Path, assignment: str, jobs: int, unsafe: bool) -> Iterator[None]:
    """Begin so many workers for this assignment; end those that nobody has taken.

    Their sandboxes load their libraries while the judge is loaded here; then each worker is a fork
    of this process and takes one of them over. Where no fork can be had, they start when they are
    asked for.
    """
    boxes: list[Sandbox] = []
    if jobs == 1:
        JUDGE.do(begin, root, assignment, unsafe)
    elif jobs > 1 and _can_fork():
        with contextlib.suppress(Exception):    # what is wrong is said when it is asked for
            given = _given(root, assignment, unsafe)
            for _ in range(jobs if given else 0):
                boxes.append(_new(*given))
                boxes[-1].begin()
            _fork(boxes)
    for box in boxes:
        box.left()
    try:
        yield
    finally:
        while _begun:
            worker = _begun.pop()
            worker.kill()
            worker.wait()
            worker.stdin.close()
            worker.stdout.close()
        for box in boxes:
            box.gone()


def _can_fork() -> bool:
    """Is no other thread at work here, and can a process be watched that is no child?

    The kernel knows all threads; Python only those that its own library has started.
    """
    try:
        return len(os.listdir("/proc/self/task")) == 1 and hasattr(os, "pidfd_open")
    except OSError:
        return False


def _fork(boxes: list[Sandbox]) -> None:
    """A worker for each of the sandboxes."""
    from .worker import serve
    gc.freeze()                                 # a fork need not look through it

    def work(box: Sandbox, before: list[_Fork]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)        # the main process ends us
        for worker in before:
            worker.close()
        for other in boxes:
            if other is not box:
                other.left()
        box.taken_over()
        _own.sandbox = box
        try:
            serve()
        finally:
            _own.sandbox.close()

    forks: list[_Fork] = []
    for box in boxes:
        forks.append(_Fork(partial(work, box, forks[:])))
    _begun.extend(forks)
