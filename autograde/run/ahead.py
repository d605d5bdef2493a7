"""What starts while the grader still loads its libraries: workers, and sandboxes that load theirs.

Nothing heavy may be imported here. A worker of this process is a thread of its own: the record is
written here while it judges.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from ..course import Course
from ..sandbox import Limits, Sandbox
from ..textform import libraries

__all__ = ["JUDGE", "Beside", "begin", "begun", "process", "sandbox"]

_own = threading.local()        # a sandbox ends with the thread that has started it
_processes: list[subprocess.Popen[bytes]] = []      # workers that nobody has taken yet


def sandbox(unsafe: bool, limits: Limits, root: Path, words: tuple[str, ...] = ()) -> Sandbox:
    """The sandbox of this thread, started anew where another one is asked for."""
    kept: Sandbox | None = getattr(_own, "sandbox", None)
    if kept is None or (kept.unsafe, kept.limits, kept.hide, kept.words) != (
            unsafe, limits, (root,), words):
        if kept is not None:
            kept.close()
        _own.sandbox = kept = Sandbox(limits, unsafe=unsafe, hide=(root,), words=words)
        atexit.register(kept.close)
    return kept


def begin(root: Path, assignment: str, unsafe: bool) -> None:
    """Let this thread's sandbox load what an assignment needs, without waiting for it."""
    course = Course(root)
    folder = course.folder_of(assignment)
    if folder is not None:
        sandbox(unsafe, course.settings.limits, root, libraries(folder)).begin()


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


def process() -> subprocess.Popen[bytes]:
    """A worker as a process: one that was begun, or a new one."""
    return _processes.pop() if _processes else _new_process()


def _new_process() -> subprocess.Popen[bytes]:
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    return subprocess.Popen([sys.executable, "-P", "-m", "autograde.run.served"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            env=os.environ | {"PYTHONPATH": path})


@contextlib.contextmanager
def begun(root: Path, assignment: str, jobs: int, unsafe: bool) -> Iterator[None]:
    """Begin so many workers for this assignment; end those that nobody has taken."""
    if jobs == 1:
        JUDGE.do(begin, root, assignment, unsafe)
    elif jobs > 1:
        order = {"root": str(root), "assignment": assignment, "student": "", "unsafe": unsafe}
        for _ in range(jobs):
            worker = _new_process()
            _processes.append(worker)
            assert worker.stdin is not None
            with contextlib.suppress(OSError):      # it is dead, which the end of its output tells
                worker.stdin.write(json.dumps(order).encode() + b"\n")
                worker.stdin.flush()
    try:
        yield
    finally:
        while _processes:
            worker = _processes.pop()
            worker.kill()
            worker.communicate()
