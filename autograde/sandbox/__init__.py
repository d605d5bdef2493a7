"""Runs a student's notebook in a sandbox and brings back bounded, checked JSON.

    with Sandbox() as sandbox:
        transcript = sandbox.run(cells, asks, course, probes)

bubblewrap starts a fork server (autograde/runner) without network, with a
read-only system and nothing of the course; each submission is a fork of it in
namespaces of its own. Everything that comes back was written by a process which
shares its memory with the student's code: it can carry a wrong answer and nothing
else, so all of it is read with limits and deadlines and checked here once more.

There are two phases. In the first all cells run and their outputs are received.
Then the channel of the outputs is closed for good, and only now the hidden inputs
enter: no cell can print, show or store what it never sees.

Answers wait for them as they stood, most of them without a process of their own (see
autograde/runner/kept.py). Where one has changed meanwhile, or spoils another, all runs anew with a
snapshot of each; if hidden inputs had entered before, nothing but values is taken from that pass.

The package has six rooms, and data flows one way: each imports only from rooms above it.

    limits.py       what a submission may use, what became of it, and what to install
    values.py       what comes from the sandbox: parsed, checked, cleaned, cut
    wire.py         pipes and bounded lines
    groups.py       the kernel's own account, where it can be had
    meter.py        what a submission uses, seen from outside
    server.py       the fork server and its bubblewrap command line
    submission.py   the passes of one submission, watched, and what is kept of them
"""

from .limits import Limits, SandboxUnavailable
from .submission import Sandbox

__all__ = ["Limits", "Sandbox", "SandboxUnavailable"]
