"""Runs one submission: cells, answers, snapshots, probes.

`init` is process 1 of the submission; it reaps, reports how the interpreter
ended, and runs nothing of the student's.  `notebook` is the interpreter.  An
answer that is a function or an expression is asked at its hidden inputs as it
stood at that moment: where nothing changes what it uses (see `kept`), in the
interpreter once the cells are over, else in a snapshot, a fork that holds
everything and waits.  Neither has a channel then but those for the values.
"""

import builtins
import contextlib
import copy
import json
import os
import random
import resource
import select
import signal
import sys
import time
import types
import warnings

from . import confine, encode, kept, warm
from . import shell as shells
from . import variant as variants
from .shell import TimeLimit
from .work import Work

STUBBORN = 113          # exit status: the cell went on after the time limit
TRIAL_CPU = 2.0         # seconds of processor time of one changed cell
UNTRIED = ("In", "Out")         # the shell's own lists
STRIKES = 3             # interrupts that a cell may ignore
FEW = 3                 # times that a cell which only waits may lose its processor to others
KEPT_KINDS = {"function": ("function",), "expression": ("expression", "list", "map")}


# ---- process 1 --------------------------------------------------------------------

def init(request, pipes, own, folder, filtered):
    """Start the interpreter, reap what dies, tell the host how the interpreter ended."""
    confine.die_with_parent()
    if own:
        confine.hide_proc()
    confine.drop_capabilities()
    status, rest = Channel(*pipes[:2]), pipes[2:]
    main = os.fork()
    if main == 0:
        status.close()
        notebook(request, rest, folder, filtered)
    for fd in rest:
        os.close(fd)
    # The student's code may not look into this process or use its pipes.
    confine.set_dumpable(False)
    if not own:
        confine.adopt_orphans()
    try:
        _watch(main, status)
    finally:
        _hunt()
        os._exit(0)


def _watch(main, status):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ended = []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
    while not ended:
        for pid, how in _dead_children():
            if pid == main:
                main = None
                status.send({"status": os.waitstatus_to_exitcode(how)})
        ready = select.select([reading, status.reading], [], [], 5.0)[0]
        if reading in ready:
            os.read(reading, 4096)
        if status.reading in ready:
            if not os.read(status.reading, 64):
                return                      # the host has let go
            if main is not None:            # any word means: stop the interpreter
                os.kill(main, signal.SIGKILL)


def _dead_children():
    while True:
        try:
            pid, how = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid, how


def _hunt():
    """Kill all descendants where no process namespace does it (orphans come to us)."""
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        children = _children(os.getpid())
        if not children:
            return
        for pid in children:
            _kill_tree(pid)
        list(_dead_children())
        time.sleep(0.005)


def _kill_tree(pid):
    children = _children(pid)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    for child in children:
        _kill_tree(child)


def _children(pid):
    try:
        return [int(child) for task in os.listdir(f"/proc/{pid}/task")
                for child in open(f"/proc/{pid}/task/{task}/children").read().split()]
    except (OSError, ValueError):
        return []


# ---- the interpreter ------------------------------------------------------------------

def notebook(request, pipes, folder, filtered):
    """Become the student's interpreter; never returns."""
    try:
        _close_all_but(pipes)
        channel = Channel(*pipes[:2])
        confine.set_limits(request["limits"], len(request["tasks"]))
        if filtered:
            confine.filter_calls()
        _go_home(folder)
        random.seed(0)              # as for everyone: with each fork Python draws another seed
        tasks = {task: Channel(*pipes[2 + 2 * k:4 + 2 * k])
                 for k, task in enumerate(request["tasks"])}
        Session(channel, tasks, channel.receive()).run()
    finally:
        os._exit(0)


def _close_all_but(kept):
    start = 3
    for fd in sorted(kept):
        os.closerange(start, fd)
        start = fd + 1
    os.closerange(start, max(start, os.sysconf("SC_OPEN_MAX")))


def _go_home(folder):
    home = folder or "/tmp"
    work = os.path.join(home, "work")
    os.mkdir(work)
    os.chdir(work)
    sys.path.insert(0, work)        # a module that the notebook writes can be imported
    os.environ.update(HOME=home, TMPDIR=home)
    sys.stdin = open(os.devnull)


class Channel:
    """Lines of JSON from and to the host, through two pipes."""

    def __init__(self, reading, writing):
        self.reading, self.writing = reading, writing
        self.busy, self.held = False, []

    def hold(self, message):
        """Send this with the next message: each that goes by itself wakes the host."""
        self.held.append(json.dumps(message))

    def send(self, message):
        data = "\n".join([*self.held, json.dumps(message), ""]).encode()
        self.held.clear()
        self.busy = True            # a time limit may not cut a line in two
        try:
            while data:
                data = data[os.write(self.writing, data):]
        except OSError:
            os._exit(0)             # the host has heard enough
        finally:
            self.busy = False

    def receive(self):
        parts = []
        while piece := os.read(self.reading, 1 << 16):
            parts.append(piece)
            if piece.endswith(b"\n"):
                return json.loads(b"".join(parts))
        os._exit(0)                 # the host has closed: nothing more to do

    def close(self):
        os.close(self.reading)
        os.close(self.writing)


class Session:
    """One pass through the cells of a notebook."""

    def __init__(self, channel, tasks, job):
        self.channel, self.tasks = channel, tasks
        self.cells, self.asks, self.course = job["cells"], job["asks"], job["course"]
        self.limits, self.skip, self.careful = job["limits"], set(job["skip"]), job["careful"]
        self.snapshots, self.waiting = {}, {}
        self.names, self.checking, self.over, self.index = set(), False, False, 0
        self.pid = os.getpid()
        self.clock = Clock(channel)
        self.shell = warm.shell
        self.shell.outputs.connect(self.output, lambda: self.event("output cut"), self.limits)
        self.streams = sys.stdout, sys.stderr
        self.module = self.stub()

    def stub(self):
        """What `from autograde import check, variant` finds."""
        module = types.ModuleType("autograde", "The notebook's side of the grader.")
        module.check, module.variant, module.student = self.check, self.variant, self.student
        return module

    def run(self):
        for index, cell in enumerate(self.cells):
            self.index = index
            if self.index in self.skip:
                continue
            self.set_up_benches()
            self.channel.send({"op": "start", "cell": self.index})
            self.checking = cell["role"] == "check"
            with self.own_names() if self.checking else contextlib.nullcontext():
                self.run_cell(cell["source"])
            if os.getpid() != self.pid:
                os._exit(0)             # a child that the cell forked and forgot
        if all(answer.same() for answer in self.waiting.values()):
            self.channel.send({"op": "done", "here": [*self.waiting]})
            self.answer_here()
        else:
            self.channel.send({"op": "again"})

    @contextlib.contextmanager
    def own_names(self):
        """In check cells `check` is ours, whatever the student calls by that name."""
        names, ours = self.shell.user_ns, {"check": self.check, "variant": self.variant}
        theirs = {name: names[name] for name in ours if name in names}
        names.update(ours)
        try:
            yield
        finally:
            names.update(theirs)

    def run_cell(self, source):
        sys.stdout, sys.stderr = self.streams
        sys.modules["autograde"] = self.module
        outputs = self.shell.outputs
        outputs.start_cell()
        self.over = False
        try:
            self.clock.start(self.limits["cell_cpu"], self.limits["cell_wall"])
            self.shell.run(source, self.secure)
            shells.show_figures()
        except BaseException as problem:    # a second interrupt, while the first was shown
            self.clock.stop()
            restore_builtins()
            self.shell.show_error(type(problem).__name__, str(problem)[:500], [str(problem)[:500]])
        finally:
            self.clock.stop()
            confine.leave_room()
            restore_builtins()
            self.over = True            # what it has shown goes with the start of the next one
            outputs.flush()
            if self.clock.strikes:
                self.event("cell timed out")

    def output(self, output):
        send = self.channel.hold if self.over else self.channel.send
        send({"op": "output", "cell": self.index, "output": output})

    def event(self, event, **more):
        self.channel.send({"op": "event", "event": event, **more})

    # -- what the notebook calls ---------------------------------------------------

    def check(self, task, *answer):
        """Record the answer to `task`; only check cells of the release count."""
        if not self.checking or "cell" in self.asks.get(task, {}):
            return
        answer = answer[0] if len(answer) == 1 else answer
        kind = self.asks.get(task, {}).get("kind", "value")
        encoded = encode.encode(answer, kind, self.limits["answer"])
        self.drop_snapshot(task)
        if task in self.tasks and encoded["type"] in KEPT_KINDS.get(kind, ()):
            encoded = self.keep(task, answer) or encoded
        self.channel.hold({"op": "answer", "task": task, "answer": encoded})

    def variant(self, name):
        """Return the numbers dealt to `name`."""
        found = variants.variant_of(name, self.course)
        self.student(name)
        return found

    def student(self, name):
        """Say who works here; returns the name."""
        if name not in self.names and len(self.names) < 20:
            self.names.add(name)
            self.event("identity", name=str(name)[:200])
        return name

    # -- snapshots -----------------------------------------------------------------

    def drop_snapshot(self, task):
        self.waiting.pop(task, None)
        pid = self.snapshots.pop(task, None)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def keep(self, task, answer):
        """Keep an answer as it stands; what is wrong if that cannot be had."""
        if not self.careful:
            try:
                self.waiting[task] = kept.Kept(answer)
                return None
            except kept.Unsure:
                pass
        return self.snapshot(task, answer)

    def snapshot(self, task, answer):
        """Fork a snapshot that will answer the probes of `task`."""
        return self.forked(task, lambda: self.answer_probes(task, answer))

    def secure(self, codes):
        """Before a cell runs: a snapshot of each answer that it may change."""
        names = kept.changed(codes) if self.waiting else ()
        for task, answer in [*self.waiting.items()]:
            if names is None or not answer.names.isdisjoint(names):
                del self.waiting[task]
                problem = self.snapshot(task, answer.answer)
                if problem:
                    self.channel.send({"op": "answer", "task": task, "answer": problem})

    def forked(self, task, work):
        """Fork a process that does the work of `task`; what is wrong if that cannot be had."""
        try:
            with warnings.catch_warnings():     # forking next to the student's threads
                warnings.simplefilter("ignore")
                luck = random.getstate()
                pid = os.fork()
        except OSError:
            return encode.unusable("too many processes: the answer could not be kept")
        if pid == 0:
            try:
                random.setstate(luck)
                work()
            finally:
                os._exit(0)
        self.snapshots[task] = pid

    def alone(self, *tasks):
        """Leave all channels but those of these tasks; the first one is returned."""
        sys.stdout = sys.stderr = Nowhere()
        self.channel.close()
        for other, channel in self.tasks.items():
            if other not in tasks:
                channel.close()
        return self.tasks[tasks[0]]

    def answer_here(self):
        """After the cells: answer the probes of what waits, as long as it is what it was."""
        if self.waiting:
            self.alone(*self.waiting)
        while self.waiting:
            readable = select.select([self.tasks[task].reading for task in self.waiting], [], [])[0]
            for task in [task for task in self.waiting if self.tasks[task].reading in readable]:
                if not all(answer.same() for answer in self.waiting.values()):
                    return              # one before it has changed it: the host sees the end
                self.probe(task, self.waiting.pop(task).answer, here=True)
                self.tasks[task].close()

    def answer_probes(self, task, answer):
        """In the snapshot: wait for the hidden inputs, send the values, end."""
        self.alone(task)
        self.probe(task, answer)

    def probe(self, task, answer, here=False):
        """Take the hidden inputs of a task and send what the answer gives there.

        Where others wait `here` too, one that takes too much ends it: each then runs by itself.
        """
        channel = self.tasks[task]
        job = channel.receive()
        self.clock = Clock(channel)
        self.clock.start(self.limits["cell_cpu"], self.limits["cell_wall"])
        spent, last = False, len(job["probes"]) - 1
        for index, probe in enumerate(job["probes"]):
            try:
                value = ({"type": "error", "name": "TimeoutError"} if spent
                         else self.value(answer, probe))
            except (TimeLimit, MemoryError) as problem:
                if here:
                    os._exit(0)
                spent = isinstance(problem, TimeLimit)
                value = encode.error(TimeoutError() if spent else problem)
            except BaseException as problem:
                value = encode.error(problem)
            send = channel.hold if here and index < last else channel.send
            send({"i": index, "value": value})
        self.clock.stop()

    def value(self, answer, probe):
        limit = self.limits["answer"]
        if "symbols" in probe:
            return encode.evaluate_safely(answer, probe["symbols"], limit)
        arguments = [encode.decode(argument) for argument in probe.get("args", [])]
        named = {name: encode.decode(item) for name, item in probe.get("kwargs", {}).items()}
        return encode.encode(answer(*arguments, **named), limit=limit)


    # -- benches: an answer's cell changed, see `autograde.run.one_place` -----------

    def set_up_benches(self):
        """Before an answer's cell runs: fork where other texts of the cell are tried."""
        for task, ask in self.asks.items():
            if task in self.tasks and ask.get("cell") == self.index:
                self.forked(task, lambda task=task: self.try_cells(task))

    def try_cells(self, task):
        """On the bench: take texts of the cell, each with an input, and send what they give."""
        channel, names = self.alone(task), self.shell.user_ns
        before, work = dict(names), Work(self.asks[task]["work"])
        self.clock = Clock(channel)
        while job := channel.receive():
            for index, probe in enumerate(job["probes"]):
                names.update(copied_data(before))   # a changed text may write into what was given
                channel.send({"i": index, "value": self.tried(task, probe, work)})
                names.clear()
                names.update(before)

    def tried(self, task, probe, work):
        """What the task's answer is, or gives at an input, if this is the text of its cell."""
        kind, given = self.asks[task]["kind"], {}
        self.check = lambda name, *answer: given.update({name: answer})
        self.module.check = self.check
        try:
            self.clock.start(TRIAL_CPU, self.limits["cell_wall"])
            with work:
                for source in (probe["source"], *self.between(task)):
                    exec(compile(source, "cell", "exec"), self.shell.user_ns)
                answer = given[task][0] if len(given[task]) == 1 else given[task]
                value = encode.encode(answer, kind, self.limits["answer"])
                if value["type"] in KEPT_KINDS.get(kind, ()):
                    value = self.value(answer, probe)
            return value
        except BaseException as problem:
            if isinstance(problem, TimeLimit):
                work.left = 0
            return encode.error(problem)
        finally:
            self.clock.stop()

    def between(self, task):
        """The texts of the cells behind the answer's, up to its check."""
        ask = self.asks[task]
        for cell in self.cells[ask["cell"] + 1:ask["check"] + 1]:
            if cell["role"] == "check":
                self.shell.user_ns["check"] = self.check
            yield cell["source"]


def copied_data(names):
    """Copies of the values that can be changed in place; nothing where they cannot be copied."""
    numpy = sys.modules.get("numpy")
    kinds = (list, dict, set, types.SimpleNamespace, *([numpy.ndarray] if numpy else []))
    try:
        return copy.deepcopy({name: value for name, value in names.items()
                              if isinstance(value, kinds) and name not in UNTRIED
                              and not name.startswith("_")})
    except Exception:
        return {}


_BUILTINS = dict(vars(builtins))


def restore_builtins():
    """Bring back what a cell deleted by mistake; what it replaced stays replaced."""
    if not _BUILTINS.keys() <= vars(builtins).keys():
        for name, item in _BUILTINS.items():
            vars(builtins).setdefault(name, item)


class Nowhere(shells.Stream):
    """Where a snapshot prints."""

    def __init__(self):
        super().__init__("nowhere", None)

    def write(self, text):
        return len(text)


def _queued():
    """Seconds that this process's threads have waited for a processor, as the scheduler says.

    None where it does not say, as in a sandbox without /proc.
    """
    total = 0
    try:
        for thread in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{thread}/schedstat", "rb") as file:
                total += int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return total / 1e9


def _preempted():
    """How often this process had to give its processor to another one."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


class Clock:
    """Interrupts a cell that takes too long, and ends the process if that is ignored.

    Processor time decides.  The wall clock only ends cells that wait for something
    that never comes, so that a busy machine costs nobody a mark.
    """

    def __init__(self, channel):
        self.channel = channel
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def start(self, cpu, wall):
        self.cpu, self.wall, self.strikes = cpu, wall, 0
        self.look()
        signal.signal(signal.SIGPROF, self.on_cpu)
        signal.signal(signal.SIGALRM, self.on_wall)
        # If the code blocks signals or never returns to Python, the kernel ends it.
        self.limit_kernel(int(self.used + cpu) + STRIKES + 3)
        signal.setitimer(signal.ITIMER_PROF, cpu, 1.0)
        signal.setitimer(signal.ITIMER_REAL, wall, 1.0)

    def look(self):
        """From here on it is asked whether the cell waits."""
        self.began, self.used = time.monotonic(), time.process_time()
        self.queued, self.preempted = _queued(), _preempted()

    def stop(self):
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)

    @staticmethod
    def limit_kernel(seconds):
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        try:
            resource.setrlimit(resource.RLIMIT_CPU,
                               (seconds if hard < 0 else min(seconds, hard), hard))
        except (ValueError, OSError):
            pass

    def on_cpu(self, *_):
        self.interrupt(f"this cell used more than {self.cpu:g} s of processor time")

    def on_wall(self, *_):
        if self.waits(time.monotonic() - self.began):
            self.interrupt(f"this cell waited for more than {self.wall:g} s")
        else:
            self.look()                                             # it works: go on
            signal.setitimer(signal.ITIMER_REAL, self.wall, 1.0)

    def waits(self, passed):
        """Has it done next to nothing for `passed` seconds, and not for want of a processor?

        Who waits for a processor still gets one now and then, and has to give it back: where the
        scheduler's statistics are out of sight, that tells a busy machine from a cell that sleeps.
        """
        used, queued = time.process_time() - self.used, _queued()
        if queued is not None:
            return used + queued - self.queued <= 0.1 * passed
        return used < 0.005 * passed and _preempted() - self.preempted < FEW

    def interrupt(self, message):
        if self.channel.busy:
            return                  # the timer comes again in a second
        self.strikes += 1
        if self.strikes > STRIKES:
            os._exit(STUBBORN)
        raise TimeLimit(message)
