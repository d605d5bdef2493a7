"""A busy machine, and a neighbour under attack: no honest mark may change.

The bound is the same everywhere: for each processor LOAD processes that never wait, 20 on two.
Alone in a sandbox that is warm before the load begins, an honest notebook works without a pause
for longer than its cell may wait. Through the whole line, runner, judge and record, what is graded
under the load has to give the same receipts as without it, byte by byte.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache

from ..course import Course
from ..library import book
from ..run.grading import grade
from ..sandbox import Limits, Sandbox
from ..sandbox.meter import descendants
from ..words import _
from . import ASSIGNMENT, Trial
from .arena import EARLY

SECONDS, WAIT = 1.5, 1.0        # how long the honest cell works, and how long a cell may wait
LOAD = 10               # processes that never wait, for each processor
CROWD_SIZE, CROWD_SECONDS = 50, 60.0
CROWD = """import os, time
held, all_are_there = os.pipe()
for k in range(50):
    if os.fork() == 0:
        os.setsid()
        os.close(all_are_there)
        os.read(held, 1)
        while True: pass
os.close(all_are_there)
time.sleep(1e4)"""
COURSE = {"deal": {"count": 1, "salt": ""}, "variants": [{}]}


def run_under(load: Callable[[], AbstractContextManager[object]]) -> str:
    """"" if the honest notebook keeps its answer and gets no flag."""
    cells = [{"id": "work", "role": "student",
              "source": "import time\nbegan = time.monotonic()\n"
              f"while time.monotonic() < began + {SECONDS}: pass\nanswer = 6 * 7"},
             {"id": "check", "role": "check", "source": "check('answer', answer)"}]
    sandbox = _warm()
    sandbox.start()
    with load():
        seen = sandbox.run(cells, {"answer": {"kind": "value"}}, COURSE)
    right = seen.answers.get("answer", {}).get("data") == [42.0]
    return "" if right and not seen.events else _("{events}, answers {answers}",
                                                  events=seen.events, answers=seen.answers)


@cache
def _warm() -> Sandbox:
    """One for all loads, which ends with this process."""
    sandbox = Sandbox(Limits(cell_wall=WAIT))
    atexit.register(sandbox.close)
    return sandbox


def graded_under(load: Callable[[], AbstractContextManager[object]], course: Course,
                 student: str | None = None, jobs: int = 1) -> str:
    """"" if grading under this load gives the same receipts as without it.

    student: this one alone, in this process, with a sandbox that is warm.
    """
    def receipts() -> dict[str, bytes]:
        grade(course, [book()[ASSIGNMENT]], student, jobs=jobs)
        return {path.stem: path.read_bytes() for path in sorted(course.receipts.rglob("*.json"))}
    quiet = receipts()
    with load():
        changed = [name for name, text in receipts().items() if text != quiet[name]]
    return _("other receipts under load: {names}", names=", ".join(changed)) if changed else ""


@contextmanager
def busy() -> Iterator[None]:
    """A machine that has ten times more to do than it can."""
    crowd = []
    try:
        for _ in range(LOAD * (os.cpu_count() or 1)):
            # A session of its own: many systems share processors out among sessions.
            crowd.append(os.posix_spawn("/bin/sh", ["sh", "-c", "while :; do :; done"],
                                        os.environ, setsid=True))
        yield
    finally:
        for pid in crowd:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


@contextmanager
def attacked() -> Iterator[None]:
    """Another worker's submission, which takes all the processors it can get; ended by us."""
    servers: list[int] = []

    def attack() -> None:
        with Sandbox(Limits(cell_cpu=CROWD_SECONDS)) as sandbox:
            servers.append(sandbox.start().pid)
            sandbox.run([{"id": "crowd", "role": "student", "source": CROWD}], {}, COURSE)

    thread = threading.Thread(target=attack, daemon=True)
    thread.start()
    while thread.is_alive() and (not servers or len(descendants(servers[0])) < CROWD_SIZE):
        time.sleep(0.01)
    try:
        yield
    finally:
        while thread.is_alive():
            for pid in descendants(servers[0]):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            thread.join(0.1)


TRIALS = [
    Trial("busy-machine", "exhaustion", f"an honest notebook on a machine with {LOAD} busy "
          "processes for each processor", "all marks, no flag", lambda at: None,
          lambda seen: seen.harmed, slow=True, alone=True, harm=lambda course: run_under(busy)),
    Trial("graded-on-a-busy-machine", "exhaustion", "right work through runner and judge on a "
          f"machine with {LOAD} busy processes for each processor", "the same receipt",
          lambda at: None, lambda seen: seen.harmed, slow=True,
          alone=True, harm=lambda course: graded_under(busy, course, EARLY)),
    Trial("neighbour-under-attack", "exhaustion", "an honest notebook beside a submission with 50 "
          "processes that never wait", "all marks, no flag", lambda at: None,
          lambda seen: seen.harmed, slow=True, alone=True, harm=lambda course: run_under(attacked)),
]
