"""One submission after the other: its passes through the fork server and what is kept of it."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..words import _
from .limits import Limits, SandboxUnavailable, Transcript
from .meter import Meter
from .server import Server
from .values import Garbage, Value, checked, checked_output, clean_text, discreet, parse
from .wire import Lines, Wire, ready, send

__all__ = ["Attempt", "Record", "Sandbox", "Watch"]

Cell = dict[str, Any]                           # its "id", "role" (student or check), "source"
Ask = dict[str, Any]                            # "kind": value, choice, function or expression
Probes = Mapping[str, list[Any]]                # task -> its hidden inputs
Try = Callable[[str, list[Any]], list[Value] | None]       # changed cells: see `Sandbox.benches`
Draw = Callable[[dict[str, Value]], Probes]     # draws them, given the answers by task

TICK = 0.1                  # seconds between two looks at time and memory
GRACE_CPU = 8.0             # seconds: the interpreter's own time limit comes first
SKIPPED_CELLS = 3           # cells that may kill the interpreter before we stop
KEPT_TASKS = 100            # functions and expressions; a message carries 253 descriptors
EVENTS = 100                # events kept of one submission
IDLE = 0.1                  # below this share of a processor a submission waits
TIME_STATUS = (113, -signal.SIGXCPU)    # how an interpreter ends that ignored its limit
#: Why no more values come.
GONE = ("no answer", "the function ended the interpreter", "the function took too long or too much")
PASSED_ON = ("identity", "output cut", "cell timed out")


class Record:
    """What has arrived and passed the checks; bounded whatever is sent."""

    outputs: list[list[dict[str, Any]]]     # cell by cell, in nbformat
    answers: dict[str, Value]               # by task
    events: list[dict[str, Any]]            # see `Transcript`
    current: int | None                     # index of the cell that runs
    done: bool                              # all cells have run
    again: bool                             # with a snapshot of every answer, see `runner.kept`
    here: frozenset[str]                    # tasks whose answers wait in the interpreter itself
    marked: set[int]                        # indices of the cells below which a cut is noted
    text: list[int]                         # characters of text output, cell by cell
    room: int                               # characters of output that may still come
    answer_bytes: int                       # bytes of answers and values so far

    def __init__(self, cells: list[Cell], asks: dict[str, Ask], limits: Limits) -> None:
        self.cells, self.asks, self.limits = cells, asks, limits
        self.outputs = [[] for _ in cells]
        self.answers, self.events = {}, []
        self.forget_outputs(())

    def forget_outputs(self, kept: Collection[int]) -> None:
        """Before another pass: only the outputs of the cells with the indices `kept` stay."""
        self.outputs = [items if index in kept else [] for index, items in enumerate(self.outputs)]
        self.text = [sum(map(_text_size, items)) for items in self.outputs]
        self.room = self.limits.outputs - sum(self.text)
        self.current, self.done, self.marked, self.answer_bytes = None, False, set(), 0
        self.again, self.here = False, frozenset()

    def event(self, what: str, **more: Any) -> None:
        """Note an event once; another pass may report it again."""
        event = {"event": what, **more}
        if event not in self.events and len(self.events) < EVENTS:
            self.events.append(event)

    def cell_id(self, index: int | None) -> Any:
        """The id of a cell; None before the first one."""
        return None if index is None else self.cells[index]["id"]

    def take(self, line: bytes) -> None:
        """Take one line from the channel; what is not of the protocol is noted and left."""
        try:
            message = parse(line)
            handler = {"start": self.on_start, "output": self.on_output,
                       "answer": self.on_answer, "event": self.on_event,
                       "done": self.on_done, "again": self.on_again}[message["op"]]
            handler(message)
        except (Garbage, KeyError, TypeError, RecursionError):
            self.garbage()

    def garbage(self) -> None:
        """Note that the cell that runs has sent what is not of the protocol."""
        self.event("channel garbage", cell=self.cell_id(self.current))

    def index(self, message: dict[str, Any]) -> int:
        """The index of the cell that a message speaks of; raises Garbage if there is none."""
        index = message["cell"]
        if type(index) is not int or not 0 <= index < len(self.cells):
            raise Garbage("no such cell")
        return index

    def on_start(self, message: dict[str, Any]) -> None:
        self.current = self.index(message)

    def on_done(self, message: dict[str, Any]) -> None:
        here = message["here"]
        if not isinstance(here, list) or not all(isinstance(task, str) for task in here):
            raise Garbage("tasks expected")
        self.done, self.here = True, frozenset(here)

    def on_again(self, message: dict[str, Any]) -> None:
        self.done = self.again = True

    def on_output(self, message: dict[str, Any]) -> None:
        index = self.index(message)
        output, size = checked_output(message["output"], self.limits.cell_text)
        text = _text_size(output)
        # The runner has cut at the same limits, with a mark; this is for a forged one.
        if size > self.room or self.text[index] + text > self.limits.cell_text + 500 \
                or len(self.outputs[index]) >= 200:
            self.event("output cut", cell=self.cell_id(index))
            if index not in self.marked:
                self.marked.add(index)
                self.append(index, {"output_type": "stream", "name": "stderr",
                                    "text": "\n[output cut: limit of the notebook]\n"})
            return
        self.room -= size
        self.text[index] += text
        self.append(index, output)

    def append(self, index: int, output: dict[str, Any]) -> None:
        """Add an output to a cell; text goes on in the stream before it, if that is the same."""
        before = self.outputs[index][-1] if self.outputs[index] else {}
        if output["output_type"] == before.get("output_type") == "stream" \
                and output["name"] == before["name"]:
            before["text"] += output["text"]
        else:
            self.outputs[index].append(output)

    def on_answer(self, message: dict[str, Any]) -> None:
        task = message["task"]
        if not isinstance(task, str) or task not in self.asks:
            return
        size = len(json.dumps(message["answer"]))
        self.answers[task] = self.bounded(message["answer"], size)

    def bounded(self, value: Any, size: int) -> Value:
        """The checked value, if there is still room for its `size` bytes; else why not."""
        if size > self.limits.answer + 1_000:
            return {"type": "unusable",
                    "reason": f"too large: more than {self.limits.answer} bytes"}
        if self.answer_bytes + size > self.limits.answers:
            self.event("answers too large")
            return {"type": "unusable", "reason": "too large: all answers together"}
        self.answer_bytes += size
        try:
            return checked(value)
        except Garbage:
            self.garbage()
            return {"type": "unusable", "reason": "unreadable"}

    def on_event(self, message: dict[str, Any]) -> None:
        if message["event"] not in PASSED_ON:
            raise Garbage("unknown event")
        more = {"name": clean_text(message["name"], 200)} if message["event"] == "identity" else {}
        if len(self.events) < EVENTS // 2:          # leave room for what we see ourselves
            self.event(message["event"], cell=self.cell_id(self.current), **more)

    def left_out(self, index: int, why: str) -> None:
        """Note below the cell that it killed the interpreter."""
        self.append(index, {"output_type": "error", "ename": "CellLeftOut", "evalue": why,
                            "traceback": [f"{why} The other cells were run without it."]})

    def by_id(self) -> dict[str, list[dict[str, Any]]]:
        """The outputs by cell id; damaged notebooks may have an id twice."""
        found: dict[str, list[dict[str, Any]]] = {}
        for cell, outputs in zip(self.cells, self.outputs):
            found.setdefault(cell["id"], []).extend(outputs)
        return found


def _text_size(output: dict[str, Any]) -> int:
    """Characters of text in an output; pictures do not count."""
    if output["output_type"] == "stream":
        return len(output["text"])
    if output["output_type"] == "error":
        return len(output["evalue"]) + sum(map(len, output["traceback"]))
    return sum(len(value) for kind, value in output["data"].items() if kind.startswith("text/"))


class Watch:
    """Decides when a phase has used too much.

    Processor time counts. Wall time counts only while the submission does next
    to nothing and does not wait for a processor either, as the scheduler's own
    statistics tell, so that the load of the machine decides no mark. The last stop,
    the fourfold of the wall limit, is for the time outside the scheduler's queue too.
    """

    def __init__(self, meter: Meter, limits: Limits, before: Watch | None = None) -> None:
        """`before` watched an earlier pass of the same submission, which counts in the totals."""
        self.meter, self.limits = meter, limits
        meter.settle()
        self.began = self.seen = time.monotonic()
        self.first = self.last = meter.cpu
        self.queued = meter.queued
        self.idle, self.waited, self.crowded = 0.0, 0.0, False
        if before is not None:
            self.began, self.idle, self.waited = before.began, before.idle, before.waited
            self.first -= before.last - before.first
        self.mark()

    def mark(self) -> None:
        """A new cell or task begins."""
        self.cell_cpu, self.cell_idle = self.meter.cpu, self.idle

    def look(self) -> str | None:
        """Return what is exceeded ("cell", "memory", "processes", "total") or None.

        Looks that follow each other within `TICK` seconds see nothing.
        """
        now = time.monotonic()
        if now - self.seen < TICK:
            return None
        self.meter.sample()
        meter, passed = self.meter, now - self.seen
        self.waited += min(passed, meter.queued - self.queued)
        worked = meter.cpu - self.last + meter.queued - self.queued
        if worked < IDLE * passed and not meter.runnable:
            self.idle += passed
        self.seen, self.last, self.queued = now, meter.cpu, meter.queued
        return self.verdict(now)

    def verdict(self, now: float) -> str | None:
        """What is exceeded at the time `now`, by the meter's last sample."""
        limits, cpu = self.limits, self.meter.cpu
        self.crowded |= self.meter.count >= limits.processes - 2
        if self.meter.count > limits.processes + 16:
            return "processes"
        if self.meter.exceeds(limits.resident):
            return "memory"
        if cpu - self.first > limits.total_cpu or self.idle > limits.total_wall \
                or now - self.began - self.waited > 4 * limits.total_wall:
            return "total"
        if cpu - self.cell_cpu > limits.cell_cpu + GRACE_CPU \
                or self.idle - self.cell_idle > limits.cell_wall + GRACE_CPU:
            return "cell"
        return None


class Attempt:
    """One pass of a submission through the fork server.

    `error` says why it could not be started, or is None.
    """

    watch: Watch            # of the phase that runs

    def __init__(self, server: Server, record: Record, job: dict[str, Any],
                 limits: Limits) -> None:
        self.server, self.record, self.limits = server, record, limits
        self.tasks = [task for task, ask in job["asks"].items()
                      if ask.get("kind") in ("function", "expression") or "cell" in ask
                      ][:KEPT_TASKS]
        self.wires = [Wire() for _ in range(2 + len(self.tasks))]
        self.status, self.channel = self.wires[:2]
        self.probing = dict(zip(self.tasks, self.wires[2:]))
        request = {"limits": dataclasses.asdict(limits), "tasks": self.tasks}
        self.error = server.launch(request,
                                   [number for wire in self.wires for number in wire.theirs])
        for wire in self.wires:
            wire.release()
        self.meter = Meter(server.pid, server.group)
        if self.error is None and not send(self.channel, job):
            self.error = "the submission did not take its cells"

    def close(self) -> None:
        """Close all pipes of the pass."""
        for wire in self.wires:
            wire.close()

    def run_cells(self, before: Watch | None = None) -> str | None:
        """First phase: receive until all is done. Return None or why it died.

        `before` is the watch of the pass that another cell has ended.
        """
        limits = self.limits
        lines = Lines(self.channel, limits.answer + limits.outputs + 100_000,
                      3 * (limits.outputs + limits.answers) + (1 << 20))
        status = Lines(self.status, 1_000, 10_000)
        cell: int | None = None
        self.watch = watch = Watch(self.meter, limits, before)
        try:
            while True:
                readable = ready([self.channel, self.status], TICK)
                if self.channel in readable:
                    self.take(lines)
                if self.record.done:
                    return None
                if lines.left < 0:
                    return self.flooded()
                if self.status in readable or lines.ended:
                    return self.ended(status, lines)
                if cell != self.record.current:
                    cell = self.record.current
                    watch.mark()
                if exceeded := watch.look():
                    return exceeded
        finally:
            self.meter.settle()
            watch.last = self.meter.cpu
            if watch.crowded:
                self.record.event("too many processes", cell=self.record.cell_id(cell))
            # From here on nothing that a cell writes is heard.
            self.channel.close()

    def take(self, lines: Lines) -> list[bytes] | None:
        """Record what has come on the channel; returns it, or None if nothing was there."""
        found = lines.read()
        for line in found or ():
            self.record.take(line)
        return found

    def flooded(self) -> str:
        """Note that more came than all limits together allow."""
        self.record.event("channel flood", cell=self.record.cell_id(self.record.current))
        return "total"

    def ended(self, status: Lines, lines: Lines) -> str | None:
        """The interpreter is gone, or has closed its channel: read what it had still sent."""
        ready([self.status], 10.0)
        while not lines.ended and self.take(lines) is not None:
            pass
        if self.record.done:
            return None
        for line in status.read() or ():
            code = parse(line)["status"]
            return "cell" if code in TIME_STATUS else f"status {code}"
        return "channel closed"

    def stop_cells(self) -> None:
        """Kill the interpreter but not the snapshots that wait for their inputs."""
        send(self.status, "stop", 5)

    def ask(self, task: str, probes: list[Any]) -> list[Value]:
        """Second phase: the values of the kept answer of `task` at `probes`, one for each."""
        connection, limits = self.probing[task], self.limits
        symbols = self.record.answers.get(task, {}).get("symbols", ())
        values: list[Value | None] = [None] * len(probes)
        if not probes or not send(connection, {"probes": probes}):
            return self.complete(values, GONE[0])
        most = limits.answer + 2_000
        lines = Lines(connection, most, most * len(probes) + 1_000)
        self.watch.mark()
        while None in values:
            for line in (lines.read() if ready([connection], TICK) else None) or ():
                self.take_value(line, values, symbols)
            if lines.ended:
                return self.complete(values, GONE[1])
            if self.watch.look():
                return self.complete(values, GONE[2])
        return [value for value in values if value is not None]

    def take_value(self, line: bytes, values: list[Value | None],
                   symbols: Collection[str]) -> None:
        """Put the value in `line` into its place in `values`, where that is still free."""
        try:
            message = parse(line)
            index = message["i"]
            if type(index) is int and 0 <= index < len(values) and values[index] is None:
                value = self.record.bounded(message["value"], len(line))
                values[index] = discreet(value, symbols)
        except (Garbage, KeyError, TypeError, RecursionError):
            self.record.garbage()

    @staticmethod
    def complete(values: list[Value | None], reason: str) -> list[Value]:
        """The values, with `reason` for each that has not come."""
        return [{"type": "unusable", "reason": reason} if value is None else value
                for value in values]


WHY = {
    "cell": "This cell used too much time and could not be interrupted.",
    "memory": "This cell used too much memory.",
    "processes": "This cell started too many processes.",
    "total": "The notebook used too much time in all.",
}
EVENT = {"cell": "cell timed out", "memory": "memory", "processes": "too many processes",
         "total": "total time"}


def _nothing() -> None:
    pass


class Sandbox:
    """A warm fork server in a sandbox; one submission at a time.

    `unsafe` runs without a sandbox, for machines where none can be had; every
    transcript says so. `hide` names further folders that no submission may see
    (needed only for folders below /usr or below Python's own). `words` say what is loaded
    beforehand (see `words_in`), so that no notebook has to wait for it. `mode` tells how
    submissions are kept apart: "namespaces" of their own, a "fresh" sandbox for
    each where the system allows no nested namespaces (slower), or "unsafe".

    Create it in the thread and process that uses it: the sandbox ends with the
    thread that has started it, and is then started anew by the next run.
    """

    server: Server | None
    mode: str | None
    _begun: Server | None       # that nobody has waited for yet

    def __init__(self, limits: Limits = Limits(), unsafe: bool = False,
                 hide: Iterable[str | Path] = (), words: Iterable[str] = ()) -> None:
        self.limits, self.unsafe = limits, unsafe
        self.hide, self.words = tuple(hide), tuple(words)
        self.server, self.mode, self._begun = None, None, None

    def __enter__(self) -> Sandbox:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> Server:
        """The server, started if it does not run; raises SandboxUnavailable."""
        if self.server is not None and self.server.process.poll() is None:
            return self.server
        self._end_server()
        self.server = self.new_server()
        self.mode = ("unsafe" if self.unsafe else
                     "namespaces" if self.server.namespaces else "fresh")
        return self.server

    def begin(self) -> None:
        """Let a server load its libraries while there is other work; `start` waits for it."""
        if self.server is None and self._begun is None:
            self._begun = self._server(self._modes[0], wait=False)

    def taken_over(self) -> None:
        """In a fork of the process that has called `begin`: from now on it is used here."""
        if self._begun is not None:
            self._begun.taken_over()

    def left(self) -> None:
        """In that process, and in its other forks: it is used elsewhere."""
        if self._begun is not None:
            self._begun.left()

    def gone(self) -> None:
        """In that process: wait for the end of what was begun, and end it where nobody has."""
        if self._begun is not None:
            self._begun.gone()
            self._begun = None

    def new_server(self) -> Server:
        """The best server that can be had; the first refusal tells most."""
        refusals = []
        begun, self._begun = self._begun, None
        for mode in self._modes:
            try:
                if begun is not None and begun.mode == mode:
                    return begun.greeted()
                return self._server(mode)
            except SandboxUnavailable as refusal:
                refusals.append(refusal)
        raise refusals[0]

    @property
    def _modes(self) -> list[str]:
        """The ways in which a server may be started, the best one first."""
        return ["unsafe"] if self.unsafe else ["root", "user"][os.geteuid() != 0:]

    def _server(self, mode: str, wait: bool = True) -> Server:
        return Server(mode, self.limits.scratch, self.hide, self.words, wait)

    @property
    def counted(self) -> str:
        """Who counts processor time: the kernel, or we, by looking at /proc."""
        return "cgroup" if self.server is not None and self.server.group else "proc"

    def close(self) -> None:
        """End the server; the next run starts it anew."""
        self._end_server()
        if self._begun is not None:
            self._begun.close()
            self._begun = None

    def _end_server(self) -> None:
        if self.server is not None:
            self.server.close()
            self.server = None

    def run(self, cells: list[Cell], asks: dict[str, Ask], course: dict[str, Any],
            probes: Probes | Draw | None = None,
            meanwhile: Callable[[], object] = _nothing) -> Transcript:
        """Run one submission; see the package's text and `Transcript`.

        `cells` are those of the notebook in its order; `asks` says for each task what kind
        of answer it wants; `course` holds the variants that are dealt. `probes` maps tasks
        to hidden inputs, or is called with the answers of the first phase and returns that
        map. `meanwhile` is called once the cells are on their way, before anything is waited for.
        SandboxUnavailable is raised where no sandbox starts, or none that works.
        """
        began = time.monotonic()
        record, transcript = self.passes(cells, asks, course, probes, False, meanwhile)
        if transcript is None:
            first, (record, transcript) = record, self.passes(cells, asks, course, probes, True)
            assert transcript is not None
            if first.done and not first.again:
                # Hidden inputs may have entered before: from then on values alone may leave.
                record.outputs, record.answers = first.outputs, first.answers
                record.events = first.events + [
                    event for event in record.events
                    if event["event"] not in PASSED_ON and event not in first.events]
        transcript.outputs, transcript.answers = record.by_id(), record.answers
        transcript.events, transcript.wall = record.events, time.monotonic() - began
        return transcript

    def passes(self, cells: list[Cell], asks: dict[str, Ask], course: dict[str, Any],
               probes: Probes | Draw | None, careful: bool,
               meanwhile: Callable[[], object] = _nothing
               ) -> tuple[Record, Transcript | None]:
        """The passes that a submission needs, to its values.

        `careful` has a snapshot made of every answer, and so has each pass but the first. Without
        it there may be no transcript: an answer has changed meanwhile, or not all are asked.
        """
        record, transcript, before = Record(cells, asks, self.limits), Transcript(), None
        if self.unsafe:
            record.event("unsafe")
        job = {"cells": cells, "asks": asks, "course": course, "careful": careful,
               "limits": dataclasses.asdict(self.limits), "skip": []}
        while True:
            attempt = self.attempt(record, job)
            try:
                meanwhile()
                meanwhile = _nothing
                if self.first_phase(attempt, record, job, before):
                    transcript.cpu += attempt.meter.cpu
                    before, job["careful"] = attempt.watch, True
                    continue
                if not job["careful"] and (record.again or not record.done):
                    return record, None
                values = self.second_phase(attempt, record, probes)
                if not job["careful"] and any(value.get("reason") in GONE for task in record.here
                                              for value in values.get(task, ())):
                    return record, None
                transcript.values, transcript.counted = values, self.counted
                attempt.meter.settle()
                transcript.cpu += attempt.meter.cpu
                return record, transcript
            finally:
                attempt.close()
                self.end()

    @contextlib.contextmanager
    def benches(self, cells: list[Cell], asks: dict[str, Ask], course: dict[str, Any],
                seconds: float) -> Iterator[Try]:
        """Run the cells once more, and keep what stood before the answers that `asks` names.

        asks: task -> {"kind", "cell": index of the answer's cell, "check": of its check cell,
        "work": calls that may be made in trying}. What is given out takes a task and probes, each
        with a "source", and returns their values; None once the task's bench is gone. Neither the
        cells nor the trying may use more than so many seconds, of a processor or of waiting.
        """
        limits = dataclasses.replace(self.limits,
                                     total_cpu=min(seconds, self.limits.total_cpu),
                                     total_wall=min(seconds, self.limits.total_wall))
        record = Record(cells, {}, limits)
        attempt = self.attempt(record, {"cells": cells, "asks": asks, "course": course,
                                        "careful": True, "skip": [],
                                        "limits": dataclasses.asdict(limits)})
        try:
            gone = set(asks) if attempt.run_cells() else set()
            attempt.watch = Watch(attempt.meter, limits)

            def tried(task: str, probes: list[Any]) -> list[Value] | None:
                values = [] if task in gone else attempt.ask(task, probes)
                if any(value.get("reason") in GONE for value in values):
                    gone.add(task)
                return None if task in gone else values
            yield tried
        finally:
            attempt.close()
            self.end()

    def attempt(self, record: Record, job: dict[str, Any]) -> Attempt:
        """Fork a submission; a server that fails is replaced once."""
        for _again in range(2):
            attempt = Attempt(self.start(), record, job, record.limits)
            if attempt.error is None:
                return attempt
            attempt.close()
            self.close()
        raise SandboxUnavailable(_("The sandbox starts but runs nothing: {error}",
                                   error=str(attempt.error)))

    def end(self) -> None:
        """Leave nothing of the submission behind."""
        if self.server is None:
            return
        if self.mode == "fresh" or not self.server.end():
            self.server.process.kill()
            self.close()

    def first_phase(self, attempt: Attempt, record: Record, job: dict[str, Any],
                    before: Watch | None = None) -> bool:
        """Run the cells; True if another pass without a deadly cell is needed."""
        death = attempt.run_cells(before)
        if death is None:
            return False
        index = record.current
        why = WHY.get(death, f"This cell ended the Python process ({death}).")
        record.event(EVENT.get(death, "cell ended the interpreter"), cell=record.cell_id(index),
                     detail=death)
        if death == "total" or index is None or index in job["skip"] \
                or len(job["skip"]) >= SKIPPED_CELLS:
            attempt.stop_cells()
            return False
        record.left_out(index, why)
        job["skip"].append(index)
        record.forget_outputs(set(job["skip"]))
        # Values of the earlier pass stand until they are answered again; what only
        # a snapshot could answer is gone with it.
        record.answers = {task: answer for task, answer in record.answers.items()
                          if task not in attempt.tasks}
        return True

    def second_phase(self, attempt: Attempt, record: Record,
                     probes: Probes | Draw | None) -> dict[str, list[Value]]:
        """Send the hidden inputs, task by task, and collect the values."""
        if callable(probes):
            probes = probes(json.loads(json.dumps(record.answers)))
        probes = probes or {}
        attempt.watch = Watch(attempt.meter, self.limits)
        kept = [task for task in attempt.tasks
                if task in probes and record.answers.get(task, {}).get("type")
                in ("function", "expression", "list", "map")]
        return {task: attempt.ask(task, probes[task]) for task in kept}
