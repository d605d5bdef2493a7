"""A worker as a process. Its sandbox loads its libraries while the worker loads the judge's."""

from __future__ import annotations

import contextlib
import gc
import json
import signal
import sys
from pathlib import Path

from .ahead import begin


def main() -> None:
    """Take jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # the main process ends us
    first = sys.stdin.readline()
    if first:
        job = json.loads(first)
        with contextlib.suppress(Exception):    # what is wrong is said when it is asked for
            begin(Path(job["root"]), job["assignment"], job["unsafe"])
        gc.disable()                # until all is loaded: it stays, and `serve` goes on from there
        from .worker import serve
        serve(first)


if __name__ == "__main__":
    main()
