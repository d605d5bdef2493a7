"""The warm fork server: imports everything once, then forks for each submission.

It never runs a student's code and never sees a student's data: each submission
gets its own pipes, which only its own processes hold.  Requests on the control
socket, one at a time:

    {"op": "run", ...} with pipes      fork a submission; answer "running"
    {"op": "end"}                        kill all of it; answer "ended"

End of file means that the grader is gone, and then the server goes too.
"""

import array
import gc
import json
import os
import shutil
import signal
import socket
import tempfile

MESSAGE_BYTES = 65536


def main(control_fd, mode, words):
    """Serve on `control_fd`.  `mode` is "root", "user" or "unsafe", `words` are those of `warm`."""
    from . import confine, warm
    control = socket.socket(fileno=control_fd)
    if mode == "root":
        confine.become_nobody()
    gc.disable()                    # what is loaded stays; `warm` collects what does not
    warm.load(words)
    gc.enable()
    # Submissions run as the same user: they must not read this process.
    confine.set_dumpable(False)
    own = mode != "unsafe" and _can_enter_namespaces()
    _reply(control, {"op": "hello", "namespaces": own})
    _quiet()
    try:
        _serve(control, mode, own)
    finally:
        os._exit(0)


def _serve(control, mode, own):
    launcher = None
    while True:
        request, pipes = _receive(control)
        if request is None:
            break
        if request["op"] == "run":
            launcher = Launcher(request, pipes, control, mode, own)
            _reply(control, {"op": "running", "error": launcher.error})
        elif request["op"] == "end":
            if launcher is not None:
                launcher.end()
                launcher = None
            _reply(control, {"op": "ended"})
    if launcher is not None:
        launcher.end()


class Launcher:
    """One submission: process 1 of its namespaces, or of a sandbox that it has for itself."""

    def __init__(self, request, pipes, control, mode, own):
        from . import confine
        self.folder = None if own else tempfile.mkdtemp(prefix="submission-")
        reading, writing = os.pipe()
        user, group = os.getuid(), os.getgid()
        self.pid = confine.fork_apart() if own else os.fork()
        if self.pid == 0:
            os.close(reading)
            control.close()
            _launch(request, pipes, writing, mode, own and (user, group), self.folder)
        os.close(writing)
        for fd in pipes:
            os.close(fd)
        with os.fdopen(reading) as pipe:
            report = json.loads(pipe.readline() or '{"error": "the launcher ended"}')
        self.error = report.get("error")

    def end(self):
        """Kill process 1, and with it all; return when nothing is left."""
        # Process 1 of a namespace takes all others with it; elsewhere it
        # is asked to hunt them down first.
        _kill(self.pid, signal.SIGKILL if self.folder is None or self.error else signal.SIGTERM)
        _wait(self.pid)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _launch(request, pipes, pipe, mode, who, folder):
    """In process 1: get ready, report, and begin; `who` it is outside its namespaces."""
    from . import confine, session
    try:
        confine.die_with_parent()
        if who:
            confine.settle_in(request["limits"]["scratch"], *who)
        os.write(pipe, b"{}\n")
        os.close(pipe)
    except Exception as problem:
        os.write(pipe, json.dumps({"error": str(problem)}).encode() + b"\n")
        os._exit(1)
    session.init(request, pipes, bool(who), folder, filtered=mode != "unsafe")


def _can_enter_namespaces():
    """Try it."""
    from . import confine
    user, group = os.getuid(), os.getgid()
    try:
        pid = confine.fork_apart()
    except (OSError, KeyError):             # forbidden, or a machine that we do not know
        return False
    if pid == 0:
        try:
            confine.settle_in(1 << 20, user, group)
            os._exit(0)
        except BaseException:
            os._exit(1)
    return _wait(pid) == 0


def _wait(pid):
    while True:
        try:
            return os.waitpid(pid, 0)[1]
        except InterruptedError:
            continue
        except ChildProcessError:
            return 0


def _kill(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def _quiet():
    """Point the three standard files to nothing."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)


def _receive(control):
    """The next request with the pipes that came along; (None, []) at the end."""
    data, pipes = b"", array.array("i")
    while not data.endswith(b"\n"):
        piece, extra, _, _ = control.recvmsg(MESSAGE_BYTES, socket.CMSG_SPACE(4 * 250))
        for level, kind, content in extra:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                pipes.frombytes(content[:len(content) - len(content) % 4])
        if not piece:
            return None, []
        data += piece
    return json.loads(data), list(pipes)


def _reply(control, message):
    control.sendall(json.dumps(message).encode() + b"\n")
