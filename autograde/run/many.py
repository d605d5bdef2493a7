"""A large class on a Dask engine: a worker is lost, another joins, and memory is written down.

    python -m autograde.run.many [--submissions 10000] [--workers 2]

The submissions are made from the sample class, each with a name of its own. At a third of them one
worker is killed, at a half another one joins. Scheduler and workers are processes of this machine,
reached over its loopback as other machines would be. The table says, at each tenth, how much memory
the command holds and how much the largest of its workers. At the end every submission has to have
its mark and its receipt, and none may have been left to a person because a worker died: status 1
otherwise.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from ..course import Course
from .benchmark import hand_in, prepare
from .grading import grade
from .receipt import receipts

__all__ = ["Engine", "Row", "Run", "main", "measure"]

SECONDS_TO_START = 60
#: A worker of Dask keeps a picture of what it is at for each of its last thousand seconds.
QUIET = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}


@dataclass(frozen=True)
class Row:
    """At one moment of the run; memory in megabytes."""

    done: int
    seconds: float
    workers: int
    here: float                 # the command, with the gradebook
    largest: float              # the largest of the workers


@dataclass
class Run:
    """What came of it."""

    rows: list[Row] = field(default_factory=list)
    lost: int | None = None     # submissions done when a worker was killed
    joined: int | None = None   # and when another one joined
    receipts: int = 0
    unjudged: list[str] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """Memory of the command at the end, over that at a fifth of the way."""
        return self.rows[-1].here / self.rows[len(self.rows) // 5].here


class Engine(AbstractContextManager["Engine"]):
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, workers: int):
        from distributed import LocalCluster
        self.cluster = LocalCluster(n_workers=0, dashboard_address=None, host="127.0.0.1",
                                    processes=True)
        self.address = self.cluster.scheduler_address
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(workers):
            self.join()
        self._wait_for(workers)

    def join(self) -> None:
        """One worker more; it may come a little later."""
        self.workers.append(subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", self.address, "--no-nanny",
             "--no-dashboard", "--nthreads", "1", "--host", "127.0.0.1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | QUIET | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}))

    def lose(self) -> None:
        """Kill the worker that came first, with whatever it is at."""
        worker = self.workers.pop(0)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def _wait_for(self, count: int) -> None:
        end = time.monotonic() + SECONDS_TO_START
        while len(self.cluster.scheduler_info["workers"]) < count:
            if time.monotonic() > end:
                raise RuntimeError(f"many: {count} workers did not start in {SECONDS_TO_START} s")
            time.sleep(0.1)

    def __exit__(self, *_error: object) -> None:
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.wait()
        self.cluster.close()


def measure(course: Course, assignment: str, submissions: int, workers: int,
            tell: Callable[[str], None] = print) -> Run:
    """Grade all of them on an engine of its own; `tell` gets the lines of the table."""
    run, began, step = Run(), time.monotonic(), max(1, submissions // 10)
    tell(f"{'done':>7} {'seconds':>8} {'workers':>8} {'command':>9} {'a worker':>9}")
    with Engine(workers) as engine:
        def progress(done: int, total: int, _student: str) -> None:
            if run.lost is None and done >= total // 3:
                engine.lose()
                run.lost = done
                tell(f"{done:7} a worker is killed")
            if run.joined is None and done >= total // 2:
                engine.join()
                run.joined = done
                tell(f"{done:7} a worker joins")
            if done % step == 0:
                row = Row(done, time.monotonic() - began, len(engine.workers), _megabytes("self"),
                          max(_megabytes(w.pid) for w in engine.workers))
                run.rows.append(row)
                tell(f"{row.done:7} {row.seconds:8.0f} {row.workers:8} {row.here:6.0f} MB "
                     f"{row.largest:6.0f} MB")
        grade(course, [course.library[assignment]], dask=engine.address, progress=progress)
    found = receipts(course, [course.library[assignment]])
    for receipt in found:
        run.receipts += 1
        if any(flag.startswith("not graded") for flag in receipt.flags):
            run.unjudged.append(receipt.student)
    return run


def _megabytes(process: int | str) -> float:
    """Of memory that a process holds; 0 for one that is gone."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    lines = [line for line in text.splitlines() if line.startswith("VmRSS:")]
    return int(lines[0].split()[1]) / 1024 if lines else 0.0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m autograde.run.many",
                                     description="Grade a large class on a Dask engine.")
    parser.add_argument("--assignment", default="a02_rotation")
    parser.add_argument("--submissions", type=int, default=10_000, metavar="N")
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    args = parser.parse_args(argv)
    if args.submissions < 10:
        parser.error(f"submissions: got {args.submissions}, needs 10 or more")
    if args.workers < 2:
        parser.error(f"workers: got {args.workers}, needs 2 or more, since one is lost")
    with tempfile.TemporaryDirectory(prefix="many-") as folder:
        course = prepare(Path(folder) / "course", args.assignment)
        hand_in(course, args.assignment, args.submissions)
        run = measure(course, args.assignment, args.submissions, args.workers)
    print(f"{run.receipts} receipts of {args.submissions} submissions of {args.assignment}, "
          f"{len(run.unjudged)} not judged; {args.submissions / run.rows[-1].seconds:.1f} a "
          f"second; memory of the command {run.growth:.2f} times that at a fifth of the way")
    return int(run.receipts != args.submissions or bool(run.unjudged))


if __name__ == "__main__":
    sys.exit(main())
