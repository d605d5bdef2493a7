"""Runs a student's notebook in a sandbox and brings back bounded, checked JSON.

    with Sandbox() as sandbox:
        transcript = sandbox.run(cells, asks, course, probes)

bubblewrap starts a fork server (autograde/runner) without network, with a
read-only system and nothing of the course; each submission is a fork of it in
namespaces of its own.  Everything that comes back was written by a process which
shares its memory with the student's code: it can carry a wrong answer and nothing
else, so all of it is read with limits and deadlines and checked here once more.

There are two phases.  In the first all cells run and their outputs are received.
Then the channel of the outputs is closed for good, and only now the hidden inputs
enter: no cell can print, show or store what it never sees.
"""

import builtins
import dataclasses
import functools
import importlib.util
import json
import math
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

INSTALL = ("Install bubblewrap: apt-get install bubblewrap (Debian, Ubuntu), dnf install "
           "bubblewrap (Fedora), pacman -S bubblewrap (Arch), apk add bubblewrap (Alpine), "
           "zypper install bubblewrap (openSUSE).")
SETTINGS = ("bubblewrap is installed but may not create namespaces here. On Ubuntu 23.10 and "
            "newer: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (or an AppArmor "
            "profile for bwrap that allows userns); on older Debian: sysctl -w "
            "kernel.unprivileged_userns_clone=1; also user.max_user_namespaces must not be 0; "
            "in Docker: run the container with --cap-add SYS_ADMIN --security-opt "
            "seccomp=unconfined --security-opt apparmor=unconfined.")

TICK = 0.1                  # seconds between two looks at time and memory
START_SECONDS = 120         # until the fork server must have loaded its libraries
END_SECONDS = 15            # until a killed submission must be gone
GRACE_CPU = 8.0             # the interpreter's own time limit comes first
SKIPPED_CELLS = 3           # cells that may kill the interpreter before we stop
KEPT_TASKS = 100            # functions and expressions; a message carries 253 descriptors
EVENTS = 100                # events kept of one submission
IDLE = 0.1                  # below this share of a processor a submission waits
TIME_STATUS = (113, -signal.SIGXCPU)    # how an interpreter ends that ignored its limit
PASSED_ON = ("identity", "output cut", "cell timed out")


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one submission may use (seconds, bytes)."""

    cell_cpu: float = 20.0          # processor time of a cell, or of a task's probes
    cell_wall: float = 60.0         # waiting time of a cell that does nothing
    total_cpu: float = 120.0        # of all cells, and once more of all probes
    total_wall: float = 300.0       # waiting time in all
    memory: int = 2 << 30           # address space of a process; resident in all
    processes: int = 64
    file_size: int = 32 << 20
    scratch: int = 64 << 20
    cell_text: int = 20_000         # characters of output of a cell
    outputs: int = 2_000_000        # bytes of output of a submission
    answer: int = 200_000           # bytes of one answer or value
    answers: int = 2_000_000        # bytes of all answers and values


@dataclasses.dataclass
class Transcript:
    """What a submission did; see `autograde.runner.encode` for encoded values.

    Events are {"event": name, "cell": id, ...}; the names are "identity" (with the
    "name" that the notebook states), "cell timed out", "cell ended the interpreter",
    "memory", "too many processes", "total time", "output cut", "answers too large",
    "channel garbage", "channel flood" and "unsafe".
    """

    outputs: dict = dataclasses.field(default_factory=dict)
    answers: dict = dataclasses.field(default_factory=dict)
    values: dict = dataclasses.field(default_factory=dict)
    events: list = dataclasses.field(default_factory=list)
    cpu: float = 0.0
    wall: float = 0.0


class SandboxUnavailable(RuntimeError):
    """No sandbox can be had here; the text says what to install or to allow."""


# ---- data from the sandbox: parsed and checked ------------------------------------

class Garbage(ValueError):
    """What came is not what the protocol allows."""


def parse(line):
    """Parse one line of strict JSON; raises Garbage for anything else."""
    def refuse(name):
        raise Garbage(f"{name} is not JSON")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError) as problem:
        raise Garbage(str(problem)[:100]) from None


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_PICTURES = {"image/png": "iVBORw0KGgo", "image/jpeg": "/9j/"}
_EXCEPTIONS = frozenset(name for name, item in vars(builtins).items()
                        if isinstance(item, type) and issubclass(item, BaseException))
MAX_DEPTH = 14


def clean_text(text, limit):
    """Return `text` without control characters and lone surrogates, cut at `limit`."""
    if not isinstance(text, str):
        raise Garbage("text expected")
    text = _CONTROLS.sub("", _ESCAPES.sub("", text[:limit]))
    return text.encode("utf-8", "replace").decode("utf-8")


def checked(value, depth=0):
    """Return a clean copy of an encoded value; raises Garbage if it is none."""
    if depth > MAX_DEPTH or not isinstance(value, dict):
        raise Garbage("an encoded value expected")
    kind = value.get("type")
    check = _CHECKS.get(kind) if isinstance(kind, str) else None
    if check is None:
        raise Garbage("unknown type of value")
    return {"type": kind, **check(value, depth)}


def _check_array(value, depth):
    data, shape = _list(value.get("data"), 1_000_000), _shape(value)
    if math.prod(shape) != len(data):
        raise Garbage("the shape does not fit the data")
    return {"shape": shape, "data": [_number(item) for item in data]}


def _shape(value):
    shape = _list(value.get("shape"), MAX_DEPTH)
    if not all(type(size) is int and 0 <= size <= 1_000_000 for size in shape) \
            or math.prod(size or 1 for size in shape) > 1_000_000:
        raise Garbage("not a shape")
    return list(shape)


def _number(item):
    if type(item) not in (int, float):
        raise Garbage("a number expected")
    try:
        item = float(item)
    except OverflowError:
        raise Garbage("a number too large") from None
    if not math.isfinite(item):             # 1e999 is valid JSON
        raise Garbage("a finite number expected")
    return item


def _list(value, limit):
    if not isinstance(value, list) or len(value) > limit:
        raise Garbage("a list of bounded length expected")
    return value


def _check_bool(value, depth):
    if not isinstance(value.get("value"), bool):
        raise Garbage("true or false expected")
    return {"value": value["value"]}


def _check_list(value, depth):
    return {"items": [checked(item, depth + 1) for item in _list(value.get("items"), 1_000)]}


def _check_map(value, depth):
    items = value.get("items")
    if not isinstance(items, dict) or len(items) > 1_000:
        raise Garbage("a map of bounded size expected")
    return {"items": {clean_text(key, 2_000): checked(item, depth + 1)
                      for key, item in items.items()}}


def _check_expression(value, depth):
    return {"shape": _shape(value),
            "symbols": [clean_text(name, 200) for name in _list(value.get("symbols"), 1_000)]}


def _check_error(value, depth):
    # A name of the student's making could carry text; only Python's own pass.
    name = value.get("name")
    return {"name": name if isinstance(name, str) and name in _EXCEPTIONS else "Exception"}


# What the runner says of an answer that cannot be used; whatever else comes is not its word.
_REASONS = re.compile(
    r"nested too deeply|contains (NaN|infinity)|complex numbers|it has no numeric value|unreadable"
    r"|too large(: more than \d{1,9} \w{1,10}|: out of memory|: a number above 1e308"
    r"|: all answers together)?"
    r"|too many processes: the answer could not be kept"
    r"|an (object of type|array of) (?P<type>[\w?\[\]]{1,60})"
    r"|unknown symbol (?P<symbol>[\w{}^\\]{1,60})")


def _check_unusable(value, depth):
    reason = clean_text(value.get("reason"), 200)
    return {"reason": reason if _REASONS.fullmatch(reason) else "unreadable"}


def discreet(value, symbols=()):
    """A value worked out from hidden inputs, without words that could carry them to a reader."""
    if value["type"] == "list":
        return value | {"items": [discreet(item, symbols) for item in value["items"]]}
    if value["type"] == "map":
        return value | {"items": {k: discreet(v, symbols) for k, v in value["items"].items()}}
    if value["type"] != "unusable":
        return value
    said = _REASONS.fullmatch(value["reason"])
    if said["type"]:
        return value | {"reason": "an object that is no number"}
    if said["symbol"] and said["symbol"] not in symbols:
        return value | {"reason": "unknown symbol"}
    return value | {"reason": re.sub(r": more than.*", "", value["reason"])}


_CHECKS = {
    "array": _check_array, "bool": _check_bool, "list": _check_list, "map": _check_map,
    "expression": _check_expression, "error": _check_error,
    "text": lambda value, depth: {"value": clean_text(value.get("value"), 2_000)},
    "unusable": _check_unusable,
    "none": lambda value, depth: {}, "function": lambda value, depth: {},
}


def stacked(encoded):
    """Return ``(shape, data)`` of an array, or of lists that amount to one, else None.

    A student's ``((1, 0), (0, 1))`` arrives as lists of scalars and means a matrix.
    """
    if encoded["type"] == "array":
        return encoded["shape"], encoded["data"]
    if encoded["type"] != "list" or not encoded["items"]:
        return None
    parts = [stacked(item) for item in encoded["items"]]
    if None in parts or any(shape != parts[0][0] for shape, _ in parts):
        return None
    return [len(parts), *parts[0][0]], [number for _, data in parts for number in data]


def checked_output(output, limit):
    """Return ``(clean nbformat output, its size)``; raises Garbage."""
    if not isinstance(output, dict):
        raise Garbage("an output expected")
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        clean = {"output_type": kind, "name": name, "text": clean_text(output.get("text"), limit)}
        return clean, len(clean["text"])
    if kind == "error":
        trace = [clean_text(line, limit) for line in _list(output.get("traceback"), 100)]
        clean = {"output_type": kind, "ename": clean_text(output.get("ename"), 200),
                 "evalue": clean_text(output.get("evalue"), 2_000), "traceback": trace}
        return clean, len(clean["evalue"]) + sum(map(len, trace))
    if kind in ("display_data", "execute_result"):
        clean = {"output_type": kind, "metadata": {},
                 "data": _checked_bundle(output.get("data"), limit)}
        if kind == "execute_result":
            count = output.get("execution_count")
            clean["execution_count"] = count if type(count) is int and 0 <= count < 10**6 else None
        return clean, sum(map(len, clean["data"].values()))
    raise Garbage("unknown kind of output")


def _checked_bundle(data, limit):
    """Text, formulas and pictures; nothing that a page would execute.

    Markdown may hold HTML, so it is kept as the plain text that it also is.
    """
    if not isinstance(data, dict):
        raise Garbage("a bundle expected")
    clean = {}
    for kind in ("text/plain", "text/latex"):
        if kind in data:
            clean[kind] = clean_text(data[kind], limit)
    if "text/latex" in clean:           # a formula is no link, wherever it is drawn
        clean["text/latex"] = clean["text/latex"].replace("\\href", "\\ href")
    if "text/markdown" in data:
        clean["text/plain"] = clean_text(data["text/markdown"], limit)
    for kind, start in _PICTURES.items():
        picture = data.get(kind)
        if isinstance(picture, str) and picture.startswith(start) \
                and _BASE64.fullmatch("".join(picture.split())):
            clean[kind] = picture
    return clean


class Lines:
    """Cuts what is read from a connection that does not block into bounded lines."""

    def __init__(self, connection, longest, most):
        self.connection, self.longest, self.left = connection, longest, most
        self.buffer, self.ended, self.overlong = bytearray(), False, False

    def read(self):
        """The complete lines that are there now, b"" for an overlong one; None if nothing is."""
        try:
            piece = self.connection.recv(1 << 18)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            piece = b""
        self.left -= len(piece)
        if not piece or self.left < 0:
            self.ended = True
            return []
        self.buffer += piece
        *lines, rest = self.buffer.split(b"\n")
        found = [b"" if self.overlong and k == 0 else bytes(line)
                 for k, line in enumerate(lines)]
        if lines:
            self.overlong = False
        if len(rest) > self.longest:
            self.overlong, rest = True, b""
        self.buffer = bytearray(rest)
        return found


class Wire:
    """A pipe to and a pipe from a process in the sandbox.

    Not a socket: a socket can carry open descriptors, and merely closing one of
    the student's making can block for as long as the student likes.
    """

    def __init__(self):
        down, self.writing = os.pipe()
        self.reading, up = os.pipe()
        self.theirs = [down, up]
        os.set_blocking(self.reading, False)
        os.set_blocking(self.writing, False)

    def fileno(self):
        return self.reading

    def recv(self, most):
        return os.read(self.reading, most)

    def send(self, data):
        return os.write(self.writing, data)

    def release(self):
        """Close the other side's ends here, once the other side has them."""
        while self.theirs:
            os.close(self.theirs.pop())

    def close(self):
        if self.reading is not None:
            os.close(self.reading)
            os.close(self.writing)
            self.reading = self.writing = None


def ready(connections, seconds):
    """Those of `connections` that can be read (poll knows no largest descriptor)."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection, select.POLLIN)
    numbers = {number for number, _ in poll.poll(max(0, seconds) * 1000)}
    return [connection for connection in connections if connection.fileno() in numbers]


def send(connection, message, seconds=30.0):
    """Send one line; False if the other side does not take it in time."""
    data = memoryview(json.dumps(message, allow_nan=False).encode() + b"\n")
    deadline = time.monotonic() + seconds
    while data:
        try:
            data = data[connection.send(data):]
        except (BlockingIOError, InterruptedError):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)           # rare: more than a pipe holds
        except OSError:
            return False
    return True


# ---- what a submission uses, seen from outside --------------------------------------

_CLOCK_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


class Meter:
    """Processor time, memory and processes of all descendants of the fork server.

    There are no control groups for ordinary users, so /proc is read from outside.
    """

    def __init__(self, server):
        self.server, self.cpu, self.count, self.pids = server, 0.0, 0, []
        self.own = _resident(server)

    def sample(self):
        self.pids = _descendants(self.server)
        self.count = len(self.pids)
        # A sum can fall when a process vanishes uncounted; time never runs back.
        self.cpu = max(self.cpu, sum(map(_cpu, self.pids)))

    def exceeds(self, limit):
        """Say whether the submission has more than `limit` bytes of memory of its own.

        Pages that snapshots share count once; looking so closely takes time and
        is done only when the quick sum is above the limit.
        """
        if sum(max(0, _resident(pid) - self.own) for pid in self.pids) <= limit:
            return False
        exact = [_proportional(pid) for pid in self.pids]
        return None in exact or sum(exact) > limit


def _descendants(pid):
    children = _children if _CHILDREN_ARE_TOLD else _family().get
    found, new = [], [pid]
    while new and len(found) < 5_000:
        new = [child for parent in new for child in children(parent) or ()]
        found += new
    return found


_CHILDREN_ARE_TOLD = os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def _family():
    """The children of every process, for kernels that do not tell a process's own."""
    family = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            family.setdefault(parent, []).append(int(name))
    return family


def _children(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
    except (OSError, ValueError):
        pass
    return found


def _cpu(pid):
    """Processor time of a process and of its buried children."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return sum(map(int, fields[11:15])) / _CLOCK_TICKS
    except (OSError, ValueError):
        return 0.0


def _resident(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def _proportional(pid):
    """Memory with shared pages divided among those who share them; None if not told."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except ProcessLookupError:
        return 0
    except (OSError, ValueError):
        return None
    return 0


# ---- the fork server ---------------------------------------------------------------

_BOOT = """
import importlib.util, json, sys
place, roots, fd, mode = json.loads(sys.argv[1])
sys.path[:] = [entry for entry in sys.path if entry] + roots
spec = importlib.util.spec_from_file_location(
    "sandbox_runner", place + "/__init__.py", submodule_search_locations=[place])
package = sys.modules["sandbox_runner"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
from sandbox_runner import zygote
sys.argv[:] = ["notebook"]
zygote.main(fd, mode)
"""
_LIBRARIES = ("numpy", "sympy", "mpmath", "matplotlib", "IPython", "scipy", "ipywidgets")
_OWN = ("robokit", "autograde")
_RUNNER = Path(__file__).resolve().parent / "runner"


def library_roots():
    """The folders from which the libraries are imported, in the order of sys.path."""
    found = set()
    for name in _LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin:
            found.add(Path(spec.origin).resolve().parent.parent)
    standard = Path(sysconfig.get_path("stdlib")).resolve()
    return sorted(found - {standard}, key=str)


def own_folders():
    """The folders of our own packages: the reference must not be readable inside."""
    here = Path(__file__).resolve().parent
    found = [here, here.parent / "solutions"]
    for name in _OWN:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found += [Path(place).resolve() for place in spec.submodule_search_locations]
    return found


def python_folder():
    """Where Python is out here and where inside.

    It keeps its place, since a library path may be built into it, but a Python
    below /tmp would vanish behind the scratch folder.
    """
    base = os.path.realpath(sys.base_prefix)
    return base, "/opt/python" if Path(base).is_relative_to("/tmp") else base


class Server:
    """The fork server's process and its control socket."""

    def __init__(self, mode, scratch, hide=()):
        self.mode, self.scratch, self.hide = mode, scratch, hide
        unsafe = mode == "unsafe"
        self.folder = tempfile.TemporaryDirectory(prefix="sandbox-") if unsafe else None
        self.control, theirs = socket.socketpair()
        self.control.setblocking(False)
        try:
            command, environment = self.command(theirs.fileno())
            with tempfile.TemporaryFile() as errors:
                self.process = subprocess.Popen(
                    command, env=environment, pass_fds=[theirs.fileno()], close_fds=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                    cwd=self.folder.name if self.folder else "/")
                theirs.close()
                hello = self.answer(START_SECONDS)
                if hello is None:
                    self.close()
                    errors.seek(0)
                    raise SandboxUnavailable(_reason(errors.read(4_000).decode("utf-8", "replace")))
        except BaseException:
            theirs.close()
            self.control.close()
            raise
        self.namespaces = hello["namespaces"]
        self.pid = self.process.pid if unsafe else _youngest(self.process.pid)

    def command(self, fd):
        python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/tmp",
                       "TMPDIR": "/tmp", "USER": "student", "PYTHONHASHSEED": "0",
                       "IPYTHONDIR": "/tmp/.ipython", "MPLBACKEND": "agg"}
        for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "BLIS", "VECLIB_MAXIMUM"):
            environment[name + "_NUM_THREADS"] = "1"
        roots = library_roots()
        if self.folder:
            environment.update(HOME=self.folder.name, TMPDIR=self.folder.name,
                               IPYTHONDIR=self.folder.name)
            outer, place, inside = [], str(_RUNNER), list(map(str, roots))
        else:
            place, inside = "/opt/runner", [f"/opt/site/{k}" for k in range(len(roots))]
            base, moved = python_folder()
            if base != moved:
                python = python.replace(base, moved, 1)
                environment["LD_LIBRARY_PATH"] = moved + "/lib"
            outer = bubblewrap(self.mode, dict(zip(map(str, roots), inside)), place,
                               self.scratch, self.hide)
        options = json.dumps([place, inside, fd, self.mode])
        return [*outer, python, "-s", "-S", "-B", "-c", _BOOT, options], environment

    def answer(self, seconds):
        """The server's next answer, or None if it does not come."""
        lines, deadline = Lines(self.control, 65536, 1 << 20), time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not lines.ended:
            ready([self.control], left)
            for line in lines.read() or ():
                return parse(line)
        return None

    def launch(self, request, numbers):
        """Start a submission that holds the descriptors `numbers`; an error text, or None."""
        line = json.dumps({"op": "run", **request}).encode() + b"\n"
        try:
            # The server waits for requests, so that a short line always goes in one piece.
            if socket.send_fds(self.control, [line], numbers) != len(line):
                return "the server does not listen"
        except OSError as problem:
            return str(problem)
        reply = self.answer(START_SECONDS)
        return "no answer" if reply is None else reply["error"]

    def end(self):
        """Kill the submission; True when nothing is left of it."""
        return (send(self.control, {"op": "end"}, END_SECONDS)
                and self.answer(END_SECONDS) is not None)

    def close(self):
        self.control.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()         # and with it everything in its namespaces
            self.process.wait()
        if self.folder:
            self.folder.cleanup()


def _youngest(pid):
    """The end of the line: bubblewrap's only descendant without a child is the server."""
    return (_descendants(pid) or [pid])[-1]


def _reason(errors):
    errors = errors.strip()[-1_500:]
    if "bwrap:" in errors and "execvp" not in errors:
        return f"The sandbox does not start ({errors}). {SETTINGS}"
    return f"The sandbox's Python does not start: {errors or 'no message'}"


def bubblewrap(mode, roots, runner, scratch, hide=()):
    """The command line up to the program: what the sandbox sees, and nothing else."""
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxUnavailable(f"Grading needs bubblewrap, which is not installed. {INSTALL}")
    command = [program, "--die-with-parent", "--new-session"]
    if mode == "root":
        # Limits on processes do not bind user 0, so the server changes its user
        # first thing, for which these two capabilities are all that is left.
        command += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                    "--unshare-cgroup-try", "--cap-drop", "ALL",
                    "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-all", "--cap-drop", "ALL"]
    seen = {"/usr": "/usr"}
    for name in ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"):
        if os.path.islink(name):
            command += ["--symlink", os.readlink(name), name]
        elif os.path.isdir(name):
            seen[name] = name
    base, inside = python_folder()
    if not Path(base).is_relative_to("/usr"):
        seen[base] = inside
    seen.update(roots)
    seen[str(_RUNNER)] = runner
    # Folders that bubblewrap makes on the way are closed to others than their owner.
    command += [part for folder in sorted({folder for inside in seen.values()
                                           for folder in list(Path(inside).parents)[:-1]})
                if not folder.is_relative_to("/usr") for part in ("--dir", str(folder))]
    for outside, inside in seen.items():
        command += ["--ro-bind", outside, inside]
    for name in ("/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/etc/alternatives"):
        command += ["--ro-bind-try", name, name]
    command += _covers({place: inside for place, inside in seen.items() if inside != runner}, hide)
    # Submissions have scratch folders of their own above these, unless the system
    # forbids nested namespaces; then these are theirs, and there is one each.
    command += ["--proc", "/proc", "--dev", "/dev", *_tmpfs("/dev/shm", 16 << 20),
                *_tmpfs("/tmp", scratch), "--remount-ro", "/dev", "--remount-ro", "/"]
    return command + ["--chdir", "/tmp", "--hostname", "sandbox"]


@functools.cache
def _knows_size():
    """Older versions of bubblewrap cannot limit a folder in memory."""
    return b"--size" in subprocess.run(["bwrap", "--help"], capture_output=True).stdout


def _tmpfs(folder, size):
    return [*(("--size", str(size)) if _knows_size() else ()), "--tmpfs", folder]


def _covers(seen, hide):
    """Cover our own packages, and what the caller hides, wherever they show through."""
    command = []
    for folder in {*own_folders(), *(Path(place).resolve() for place in hide)}:
        for outside, inside in seen.items():
            if folder.is_dir() and folder.is_relative_to(os.path.realpath(outside)):
                covered = folder.relative_to(os.path.realpath(outside))
                command += ["--tmpfs", str(Path(inside) / covered)]
    for outside, inside in seen.items():
        for note in Path(outside).glob("__editable__*"):       # names the repository's path
            command += ["--ro-bind", "/dev/null", f"{inside}/{note.name}"]
    return command


# ---- one submission -------------------------------------------------------------------

class Record:
    """What has arrived and passed the checks; bounded whatever is sent."""

    def __init__(self, cells, asks, limits):
        self.cells, self.asks, self.limits = cells, asks, limits
        self.outputs = [[] for _ in cells]
        self.answers, self.events = {}, []
        self.forget_outputs(())

    def forget_outputs(self, kept):
        """Before another pass: only the outputs of the cells left out stay."""
        self.outputs = [items if index in kept else [] for index, items in enumerate(self.outputs)]
        self.text = [sum(map(_text_size, items)) for items in self.outputs]
        self.room = self.limits.outputs - sum(self.text)
        self.current, self.done, self.marked, self.answer_bytes = None, False, set(), 0

    def event(self, event, **more):
        """Note an event once; another pass may report it again."""
        event = {"event": event, **more}
        if event not in self.events and len(self.events) < EVENTS:
            self.events.append(event)

    def cell_id(self, index):
        return None if index is None else self.cells[index]["id"]

    def take(self, line):
        """Take one line from the channel."""
        try:
            message = parse(line)
            handler = {"start": self.on_start, "end": self.on_end, "output": self.on_output,
                       "answer": self.on_answer, "event": self.on_event,
                       "done": self.on_done}[message["op"]]
            handler(message)
        except (Garbage, KeyError, TypeError, RecursionError):
            self.garbage()

    def garbage(self):
        self.event("channel garbage", cell=self.cell_id(self.current))

    def index(self, message):
        index = message["cell"]
        if type(index) is not int or not 0 <= index < len(self.cells):
            raise Garbage("no such cell")
        return index

    def on_start(self, message):
        self.current = self.index(message)

    def on_end(self, message):
        pass                        # a thread may kill the interpreter between two cells

    def on_done(self, message):
        self.done = True

    def on_output(self, message):
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

    def append(self, index, output):
        before = self.outputs[index][-1] if self.outputs[index] else {}
        if output["output_type"] == before.get("output_type") == "stream" \
                and output["name"] == before["name"]:
            before["text"] += output["text"]
        else:
            self.outputs[index].append(output)

    def on_answer(self, message):
        task = message["task"]
        if not isinstance(task, str) or task not in self.asks:
            return
        size = len(json.dumps(message["answer"]))
        self.answers[task] = self.bounded(message["answer"], size)

    def bounded(self, value, size):
        """The checked value, if there is still room for it."""
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

    def on_event(self, message):
        if message["event"] not in PASSED_ON:
            raise Garbage("unknown event")
        more = {"name": clean_text(message["name"], 200)} if message["event"] == "identity" else {}
        if len(self.events) < EVENTS // 2:          # leave room for what we see ourselves
            self.event(message["event"], cell=self.cell_id(self.current), **more)

    def left_out(self, index, why):
        """Note below the cell that it killed the interpreter."""
        self.append(index, {"output_type": "error", "ename": "CellLeftOut", "evalue": why,
                            "traceback": [f"{why} The other cells were run without it."]})

    def by_id(self):
        """The outputs by cell id; damaged notebooks may have an id twice."""
        found = {}
        for cell, outputs in zip(self.cells, self.outputs):
            found.setdefault(cell["id"], []).extend(outputs)
        return found


def _text_size(output):
    if output["output_type"] == "stream":
        return len(output["text"])
    if output["output_type"] == "error":
        return len(output["evalue"]) + sum(map(len, output["traceback"]))
    return sum(len(value) for kind, value in output["data"].items() if kind.startswith("text/"))


class Watch:
    """Decides when a phase has used too much.

    Processor time counts.  Wall time counts only while the submission does next
    to nothing, so that the load of the machine decides no mark; the fourfold of
    the wall limit is a last stop.
    """

    def __init__(self, meter, limits, before=None):
        """`before` watched an earlier pass of the same submission, which counts in the totals."""
        self.meter, self.limits = meter, limits
        meter.sample()
        self.began = self.seen = time.monotonic()
        self.first = self.last = meter.cpu
        self.idle, self.crowded = 0.0, False
        if before is not None:
            self.began, self.idle = before.began, before.idle
            self.first -= before.last - before.first
        self.mark()

    def mark(self):
        """A new cell or task begins."""
        self.cell_cpu, self.cell_idle = self.meter.cpu, self.idle

    def look(self):
        """Return what is exceeded ("cell", "memory", "processes", "total") or None."""
        now = time.monotonic()
        if now - self.seen < TICK:
            return None
        self.meter.sample()
        if self.meter.cpu - self.last < IDLE * (now - self.seen):
            self.idle += now - self.seen
        self.seen, self.last = now, self.meter.cpu
        return self.verdict(now)

    def verdict(self, now):
        limits, cpu = self.limits, self.meter.cpu
        self.crowded |= self.meter.count >= limits.processes - 2
        if self.meter.count > limits.processes + 16:
            return "processes"
        if self.meter.exceeds(limits.memory):
            return "memory"
        if cpu - self.first > limits.total_cpu or self.idle > limits.total_wall \
                or now - self.began > 4 * limits.total_wall:
            return "total"
        if cpu - self.cell_cpu > limits.cell_cpu + GRACE_CPU \
                or self.idle - self.cell_idle > limits.cell_wall + GRACE_CPU:
            return "cell"
        return None


class Attempt:
    """One pass of a submission through the fork server."""

    def __init__(self, server, record, job, limits):
        self.server, self.record, self.limits = server, record, limits
        self.tasks = [task for task, ask in job["asks"].items()
                      if ask.get("kind") in ("function", "expression")][:KEPT_TASKS]
        self.wires = [Wire() for _ in range(2 + len(self.tasks))]
        self.status, self.channel = self.wires[:2]
        self.probing = dict(zip(self.tasks, self.wires[2:]))
        request = {"limits": dataclasses.asdict(limits), "tasks": self.tasks}
        self.error = server.launch(request,
                                   [number for wire in self.wires for number in wire.theirs])
        for wire in self.wires:
            wire.release()
        self.meter = Meter(server.pid)
        if self.error is None and not send(self.channel, job):
            self.error = "the submission did not take its cells"

    def close(self):
        for wire in self.wires:
            wire.close()

    def run_cells(self, before=None):
        """First phase: receive until all is done.  Return None or why it died.

        `before` is the watch of the pass that another cell has ended.
        """
        limits = self.limits
        lines = Lines(self.channel, limits.answer + limits.outputs + 100_000,
                      3 * (limits.outputs + limits.answers) + (1 << 20))
        status, cell = Lines(self.status, 1_000, 10_000), None
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
            self.meter.sample()
            watch.last = self.meter.cpu
            if watch.crowded:
                self.record.event("too many processes", cell=self.record.cell_id(cell))
            # From here on nothing that a cell writes is heard.
            self.channel.close()

    def take(self, lines):
        found = lines.read()
        for line in found or ():
            self.record.take(line)
        return found

    def flooded(self):
        self.record.event("channel flood", cell=self.record.cell_id(self.record.current))
        return "total"

    def ended(self, status, lines):
        """The interpreter is gone, or has closed its channel: read what it had still sent."""
        ready([self.status], 3.0)
        while not lines.ended and self.take(lines) is not None:
            pass
        if self.record.done:
            return None
        for line in status.read() or ():
            code = parse(line)["status"]
            return "cell" if code in TIME_STATUS else f"status {code}"
        return "channel closed"

    def stop_cells(self):
        """Kill the interpreter but not the snapshots that wait for their inputs."""
        send(self.status, "stop", 5)

    def ask(self, task, probes):
        """Second phase: the values of the kept answer of `task` at `probes`."""
        connection, limits = self.probing[task], self.limits
        self.symbols = self.record.answers[task].get("symbols", ())
        values = [None] * len(probes)
        if not probes or not send(connection, {"probes": probes}):
            return self.complete(values, "no answer")
        most = limits.answer + 2_000
        lines = Lines(connection, most, most * len(probes) + 1_000)
        self.watch.mark()
        while None in values:
            for line in (lines.read() if ready([connection], TICK) else None) or ():
                self.take_value(line, values)
            if lines.ended:
                return self.complete(values, "the function ended the interpreter")
            if self.watch.look():
                return self.complete(values, "the function took too long or too much")
        return values

    def take_value(self, line, values):
        try:
            message = parse(line)
            index = message["i"]
            if type(index) is int and 0 <= index < len(values) and values[index] is None:
                value = self.record.bounded(message["value"], len(line))
                values[index] = discreet(value, self.symbols)
        except (Garbage, KeyError, TypeError, RecursionError):
            self.record.garbage()

    @staticmethod
    def complete(values, reason):
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


class Sandbox:
    """A warm fork server in a sandbox; one submission at a time.

    `unsafe` runs without a sandbox, for machines where none can be had; every
    transcript says so.  `hide` names further folders that no submission may see
    (needed only for folders below /usr or below Python's own).  `mode` tells how
    submissions are kept apart: "namespaces" of their own, a "fresh" sandbox for
    each where the system allows no nested namespaces (slower), or "unsafe".

    Create it in the thread and process that uses it: the sandbox ends with the
    thread that has started it, and is then started anew by the next run.
    """

    def __init__(self, limits=Limits(), unsafe=False, hide=()):
        self.limits, self.unsafe, self.hide = limits, unsafe, tuple(hide)
        self.server, self.mode = None, None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        """Start the server if it does not run; raises SandboxUnavailable."""
        if self.server is not None and self.server.process.poll() is None:
            return
        self.close()
        self.server = self.new_server()
        self.mode = ("unsafe" if self.unsafe else
                     "namespaces" if self.server.namespaces else "fresh")

    def new_server(self):
        """The best server that can be had; the first refusal tells most."""
        refusals = []
        for mode in ["unsafe"] if self.unsafe else ["root", "user"][os.geteuid() != 0:]:
            try:
                return Server(mode, self.limits.scratch, self.hide)
            except SandboxUnavailable as refusal:
                refusals.append(refusal)
        raise refusals[0]

    def close(self):
        if self.server is not None:
            self.server.close()
            self.server = None

    def run(self, cells, asks, course, probes=None):
        """Run one submission; see the module's text and `Transcript`.

        `probes` maps tasks to hidden inputs, or is called with the answers of the
        first phase and returns that map.
        """
        began, record, transcript = time.monotonic(), Record(cells, asks, self.limits), Transcript()
        if self.unsafe:
            record.event("unsafe")
        job = {"cells": cells, "asks": asks, "course": course,
               "limits": dataclasses.asdict(self.limits), "skip": []}
        before = None
        while True:
            attempt = self.attempt(record, job)
            try:
                if self.first_phase(attempt, record, job, before):
                    transcript.cpu += attempt.meter.cpu
                    before = attempt.watch
                    continue
                transcript.values = self.second_phase(attempt, record, probes)
                attempt.meter.sample()
                transcript.cpu += attempt.meter.cpu
                break
            finally:
                attempt.close()
                self.end()
        transcript.outputs, transcript.answers = record.by_id(), record.answers
        transcript.events, transcript.wall = record.events, time.monotonic() - began
        return transcript

    def attempt(self, record, job):
        """Fork a submission; a server that fails is replaced once."""
        for last in (False, True):
            self.start()
            attempt = Attempt(self.server, record, job, self.limits)
            if attempt.error is None:
                return attempt
            attempt.close()
            self.close()
        raise SandboxUnavailable(f"The sandbox starts but runs nothing: {attempt.error}")

    def end(self):
        """Leave nothing of the submission behind."""
        if self.server is None:
            return
        if self.mode == "fresh" or not self.server.end():
            self.server.process.kill()
            self.close()

    def first_phase(self, attempt, record, job, before=None):
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

    def second_phase(self, attempt, record, probes):
        """Send the hidden inputs, task by task, and collect the values."""
        if callable(probes):
            probes = probes(json.loads(json.dumps(record.answers)))
        attempt.watch = Watch(attempt.meter, self.limits)
        kept = [task for task in attempt.tasks
                if task in (probes or {}) and record.answers.get(task, {}).get("type")
                in ("function", "expression", "list", "map")]
        return {task: attempt.ask(task, probes[task]) for task in kept}
