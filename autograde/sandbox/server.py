"""The fork server in bubblewrap: its command line, its process and its control socket."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..words import _
from .groups import Group, new_group
from .limits import INSTALL, SETTINGS, SandboxUnavailable
from .meter import descendants
from .values import parse
from .wire import Lines, ready, send

__all__ = ["Server", "bubblewrap", "library_roots", "own_folders", "python_folder"]

START_SECONDS = 300         # until the fork server must have loaded its libraries
END_SECONDS = 15            # until a killed submission must be gone

_BOOT = """
import importlib.util, json, sys
place, roots, fd, mode, words = json.loads(sys.argv[1])
sys.path[:] = [entry for entry in sys.path if entry] + roots
spec = importlib.util.spec_from_file_location(
    "sandbox_runner", place + "/__init__.py", submodule_search_locations=[place])
package = sys.modules["sandbox_runner"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
from sandbox_runner import zygote
sys.argv[:] = ["notebook"]
zygote.main(fd, mode, words)
"""
_LIBRARIES = ("numpy", "sympy", "mpmath", "matplotlib", "IPython", "scipy", "ipywidgets")
_OWN = ("robokit", "autograde")
_NAMING = ("__editable__*", "*.dist-info/direct_url.json")     # they name the repository's path
_RUNNER = Path(__file__).resolve().parent.parent / "runner"


def library_roots() -> list[Path]:
    """The folders from which the libraries are imported, in the order of their names."""
    found = set()
    for name in _LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin:
            found.add(Path(spec.origin).resolve().parent.parent)
    standard = Path(sysconfig.get_path("stdlib")).resolve()
    return sorted(found - {standard}, key=str)


def own_folders() -> list[Path]:
    """The folders of our own packages and of the solutions: no reference is readable inside."""
    here = Path(__file__).resolve().parent.parent
    found = [here, here.parent / "solutions"]
    for name in _OWN:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found += [Path(place).resolve() for place in spec.submodule_search_locations]
    return found


def python_folder() -> tuple[str, str]:
    """The folder of Python out here, and where it lies inside.

    It keeps its place, since a library path may be built into it, but a Python
    below /tmp would vanish behind the scratch folder.
    """
    base = os.path.realpath(sys.base_prefix)
    return base, "/opt/python" if Path(base).is_relative_to("/tmp") else base


class Server:
    """The fork server's process and its control socket.

    `mode` is "root" or "user", by who starts the sandbox, or "unsafe" for none at all.
    `group` is its control group, None where none can be had.
    `scratch` is the size of the scratch folder in bytes, and `hide` names further folders
    that no submission may see. `words` say what is loaded beforehand, see `runner.warm`.
    SandboxUnavailable says why the server does not start. Without `wait` it is only begun, and
    `greeted` waits for it.
    """

    process: subprocess.Popen[bytes] | _Elsewhere
    group: Group | None = None
    namespaces: bool        # whether submissions have namespaces of their own
    pid: int                # of the server itself, bubblewrap's last descendant

    def __init__(self, mode: str, scratch: int, hide: Iterable[str | Path] = (),
                 words: Iterable[str] = (), wait: bool = True) -> None:
        self.mode, self.scratch, self.hide, self.words = mode, scratch, hide, list(words)
        unsafe = mode == "unsafe"
        self.folder = tempfile.TemporaryDirectory(prefix="sandbox-") if unsafe else None
        self.control, theirs = socket.socketpair()
        self.control.setblocking(False)
        self.errors = tempfile.TemporaryFile()
        try:
            command, environment = self.command(theirs.fileno())
            self.process = subprocess.Popen(
                command, env=environment, pass_fds=[theirs.fileno()], close_fds=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors,
                umask=0o022,        # inside nothing depends on the caller's
                cwd=self.folder.name if self.folder else "/")
        except BaseException:
            self.control.close()
            self.errors.close()
            raise
        finally:
            theirs.close()
        self.unready = True             # it still loads what submissions need
        if wait:
            self.greeted()

    def greeted(self) -> Server:
        """The server, once it has loaded what it needs."""
        hello = self.answer(START_SECONDS)
        self.unready = False
        if hello is None:
            self.close()
            self.errors.seek(0)
            with self.errors:
                raise SandboxUnavailable(_reason(self.errors.read(4_000).decode("utf-8",
                                                                                "replace")))
        self.errors.close()
        self.namespaces = hello["namespaces"]
        self.pid = self.process.pid if self.mode == "unsafe" else _youngest(self.process.pid)
        # What it forks from now on is counted; nothing has run yet.
        self.group = new_group([self.pid])
        return self

    def taken_over(self) -> None:
        """In a fork of the process that has begun it: from now on it is used here."""
        self.process = _Elsewhere(self.process.pid)

    def left(self) -> None:
        """In the process that has begun it, and in its other forks: it is used elsewhere."""
        self.control.close()
        self.errors.close()
        self.unready = False

    def command(self, fd: int) -> tuple[list[str], dict[str, str]]:
        """The server's command line and environment; `fd` is its end of the control socket."""
        python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/tmp",
                       "TMPDIR": "/tmp", "USER": "student", "PYTHONHASHSEED": "0",
                       "IPYTHONDIR": "/tmp/.ipython"}
        for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "BLIS", "VECLIB_MAXIMUM"):
            environment[name + "_NUM_THREADS"] = "1"
        roots = library_roots()
        if self.folder:
            environment.update(HOME=self.folder.name, TMPDIR=self.folder.name,
                               IPYTHONDIR=self.folder.name)
            outer: list[str] = []
            place, inside = str(_RUNNER), list(map(str, roots))
        else:
            place, inside = "/opt/runner", [f"/opt/site/{k}" for k in range(len(roots))]
            base, moved = python_folder()
            if base != moved:
                python = python.replace(base, moved, 1)
                environment["LD_LIBRARY_PATH"] = moved + "/lib"
            outer = bubblewrap(self.mode, dict(zip(map(str, roots), inside)), place,
                               self.scratch, self.hide)
        options = json.dumps([place, inside, fd, self.mode, self.words])
        return [*outer, python, "-s", "-S", "-B", "-c", _BOOT, options], environment

    def answer(self, seconds: float) -> Any:
        """The server's next answer, or None if it does not come within `seconds`."""
        lines, deadline = Lines(self.control, 65536, 1 << 20), time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not lines.ended:
            ready([self.control], left)
            for line in lines.read() or ():
                return parse(line)
        return None

    def launch(self, request: dict[str, Any], numbers: list[int]) -> str | None:
        """Start a submission that holds the descriptors `numbers`; an error text, or None."""
        line = json.dumps({"op": "run", **request}).encode() + b"\n"
        try:
            # The server waits for requests, so that a short line always goes in one piece.
            if socket.send_fds(self.control, [line], numbers) != len(line):
                return "the server does not listen"
        except OSError as problem:
            return str(problem)
        reply = self.answer(START_SECONDS)
        if reply is None:
            return "no answer"
        error: str | None = reply["error"]
        return error

    def end(self) -> bool:
        """Kill the submission; True when nothing is left of it."""
        return (send(self.control, {"op": "end"}, END_SECONDS)
                and self.answer(END_SECONDS) is not None)

    def close(self) -> None:
        """End the server, and with it whatever runs in its sandbox."""
        self.control.close()
        self.gone()
        if self.folder:
            self.folder.cleanup()
        if self.group:
            self.group.close()

    def gone(self) -> None:
        """Wait for the end of a server that nobody holds any more; one that is slow is killed."""
        try:
            self.process.wait(0 if self.unready else 2)
        except subprocess.TimeoutExpired:
            self.process.kill()         # and with it everything in its namespaces
            self.process.wait()


class _Elsewhere:
    """A process that another one has started, and waits for; used as if it were our own."""

    def __init__(self, pid: int) -> None:
        self.pid, self._known = pid, os.pidfd_open(pid)

    def _ended(self, seconds: float | None) -> bool:
        poll = select.poll()
        poll.register(self._known, select.POLLIN)
        return bool(poll.poll(None if seconds is None else seconds * 1000))

    def poll(self) -> int | None:
        """None while it runs."""
        return 0 if self._ended(0) else None

    def wait(self, timeout: float | None = None) -> None:
        """Until it has ended; subprocess.TimeoutExpired after so many seconds."""
        if not self._ended(timeout):
            raise subprocess.TimeoutExpired("bwrap", timeout or 0)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._known, signal.SIGKILL)


def _youngest(pid: int) -> int:
    """The end of the line: bubblewrap's only descendant without a child is the server."""
    return (descendants(pid) or [pid])[-1]


def _reason(errors: str) -> str:
    """What to tell of a server that did not start, from what it wrote to standard error."""
    errors = errors.strip()[-1_500:]
    if "bwrap:" in errors and "execvp" not in errors:
        return _("The sandbox does not start ({errors}). {settings}", errors=errors,
                 settings=SETTINGS)
    return _("The sandbox's Python does not start: {errors}", errors=errors or _("no message"))


def bubblewrap(mode: str, roots: dict[str, str], runner: str, scratch: int,
               hide: Iterable[str | Path] = ()) -> list[str]:
    """The command line up to the program: what the sandbox sees, and nothing else.

    `roots` maps the libraries' folders out here to their places inside, and `runner` is the
    place of the runner inside. `mode`, `scratch` and `hide` are those of the `Server`.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxUnavailable(_("Grading needs bubblewrap, which is not installed. {install}",
                                   install=INSTALL))
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
def _knows_size() -> bool:
    """Older versions of bubblewrap cannot limit a folder in memory."""
    return b"--size" in subprocess.run(["bwrap", "--help"], capture_output=True).stdout


def _tmpfs(folder: str, size: int) -> list[str]:
    """Options for an empty folder in memory that holds at most `size` bytes."""
    return [*(("--size", str(size)) if _knows_size() else ()), "--tmpfs", folder]


def _covers(seen: dict[str, str], hide: Iterable[str | Path]) -> list[str]:
    """Cover our own packages, and what the caller hides, wherever they show through."""
    command = []
    for folder in {*own_folders(), *(Path(place).resolve() for place in hide)}:
        for outside, inside in seen.items():
            if folder.is_dir() and folder.is_relative_to(os.path.realpath(outside)):
                covered = folder.relative_to(os.path.realpath(outside))
                command += ["--tmpfs", str(Path(inside) / covered)]
    for outside, inside in seen.items():
        for kind in _NAMING:
            for note in Path(outside).glob(kind):
                command += ["--ro-bind", "/dev/null", f"{inside}/{note.relative_to(outside)}"]
    return command
