"""Who does the judging: this process, workers beside it, or an existing Dask engine.

Each gives the jobs' results as they come, together those that have come meanwhile. Few jobs are on
their way at a time, so that memory does not grow with the class. A worker that dies costs one
submission a second try, and a second death costs it its automatic mark, with a flag; never the
class.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import selectors
import subprocess
import warnings
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import islice

from ..sandbox import SandboxUnavailable
from ..words import Text, _
from .ahead import JUDGE, process
from .receipt import Graded
from .worker import REFUSED, Job, answer, guarded, ungraded

__all__ = ["results"]

Found = list[tuple[Job, Graded]]

AHEAD = 3           # jobs that a worker has at hand, so that it never waits for the next
PIPE = 1 << 20      # bytes of results that wait for us; most systems allow no more
TRIES = 2
STARTS = 3          # of each worker, when none has ever given a result
END_SECONDS = 3     # for a worker to close its sandbox
DIED = "not graded: it ended the grader's process twice"


def results(todo: Iterable[Job], jobs: int = 1,
            dask: str | None = None) -> Iterator[Found]:
    """Each job with its result, in the order in which they are done, those of a moment together."""
    if dask:
        return _from_dask(todo, dask)
    if jobs == 1:
        return _from_beside(todo)
    return _from_workers(todo, jobs)


def _read(text: str) -> Graded:
    result = json.loads(text)
    if REFUSED in result:
        raise SandboxUnavailable(Text(result[REFUSED]))
    return Graded.from_data(result)


def _from_beside(todo: Iterable[Job]) -> Iterator[Found]:
    """A thread judges the next one while what is given here is written down."""
    waiting, on_their_way = iter(todo), deque()
    # What is warned of belongs to the process, not to a thread: whoever is quiet for a while would
    # make the other one speak. So both are quiet as long as they work side by side.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            while True:
                for job in islice(waiting, AHEAD - len(on_their_way)):
                    on_their_way.append((job, JUDGE.do(guarded, job)))
                if not on_their_way:
                    return
                on_their_way[0][1].exception()              # waits for it
                yield [(job, future.result()) for job, future in _done(on_their_way)]
        finally:
            for _job, future in on_their_way:
                future.cancel()


def _done(on_their_way: deque) -> Iterator[tuple[Job, Future]]:
    while on_their_way and on_their_way[0][1].done():
        yield on_their_way.popleft()


# -- workers on this machine -------------------------------------------------------------------
class _Worker:
    """A process that judges, and the jobs it has at hand."""

    def __init__(self):
        self.jobs, self.rest, self.process = deque(), b"", process()
        with contextlib.suppress(OSError):      # else it waits a little, now and then
            fcntl.fcntl(self.process.stdout, fcntl.F_SETPIPE_SZ, PIPE)

    def give(self, job: Job) -> None:
        self.jobs.append(job)
        try:
            self.process.stdin.write(job.as_line().encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass                    # it is dead, which the end of its output tells

    def take(self) -> list[str] | None:
        """The results that have come whole; None when it is dead."""
        piece = os.read(self.process.stdout.fileno(), PIPE)
        if not piece:
            return None
        *lines, self.rest = (self.rest + piece).split(b"\n")
        return [line.decode("ascii") for line in lines]

    def end(self) -> None:
        """Without jobs it ends of itself, and its sandbox with it."""
        try:
            self.process.stdin.close()
            self.process.wait(0 if self.jobs else END_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def _from_workers(todo: Iterable[Job], count: int) -> Iterator[Found]:
    waiting, again, tried = iter(todo), deque(), Counter()
    works, lost, deaths = False, [], 0      # has any worker ever given a result?

    def fill(worker: _Worker) -> None:
        while len(worker.jobs) < AHEAD:
            job = again.popleft() if again else next(waiting, None)
            if job is None:
                return
            worker.give(job)

    workers, selector = set(), selectors.DefaultSelector()

    def start() -> None:
        worker = _Worker()
        workers.add(worker)
        selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
        fill(worker)

    try:
        for _number in range(count):
            start()
        while any(worker.jobs for worker in workers):
            found = []
            for key, _events in selector.select():
                worker = key.data
                lines = worker.take()
                for line in lines or ():
                    found.append((worker.jobs.popleft(), line))
                    fill(worker)
                    works = True
                if lines is not None:
                    continue
                deaths += 1
                if not works and deaths >= STARTS * count:
                    raise RuntimeError(_("workers: every one ends before its first result"))
                selector.unregister(worker.process.stdout)
                workers.remove(worker)
                worker.end()
                if not worker.jobs:
                    continue
                job = worker.jobs.popleft()
                again.extend(worker.jobs)
                tried[job] += 1
                if tried[job] < TRIES:
                    again.appendleft(job)
                else:
                    lost.append(job)
                start()
            if found:
                yield [(job, _read(line)) for job, line in found]
            if works and lost:
                yield [(job, ungraded(job, DIED)) for job in lost]
                lost.clear()
        if lost:
            yield [(job, ungraded(job, DIED)) for job in lost]
    finally:
        for worker in workers:
            worker.end()
        selector.close()


# -- an existing engine ------------------------------------------------------------------------
def _from_dask(todo: Iterable[Job], address: str) -> Iterator[Found]:
    """Workers of a Dask engine; they need this package, bubblewrap and the course folder."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise RuntimeError(_("dask: distributed is not installed; install the extra: pip install "
                             "'robokit-course[cluster]'")) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as e:
        raise RuntimeError(_("dask: no engine answers at {address}: {error}", address=address,
                             error=str(e))) from None
    with client:
        waiting, sent, running = iter(todo), {}, as_completed()

        def send() -> None:
            """As many as the workers of this moment have at hand: one that joins gets its part."""
            ahead = AHEAD * max(1, sum(client.nthreads().values()))
            while len(sent) < ahead and (job := next(waiting, None)) is not None:
                future = client.submit(answer, job.as_line(), pure=False)
                sent[future] = job
                running.add(future)

        send()
        for future in running:
            job = sent.pop(future)
            send()
            if future.status == "error":
                yield [(job, ungraded(job, _("not graded: {error} in the engine",
                                             error=type(future.exception()).__name__)))]
            else:
                yield [(job, _read(future.result()))]
