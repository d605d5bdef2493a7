"""Waiting for what must happen, however busy the machine is."""

import signal
import time
from contextlib import contextmanager

import pytest

LONG = 300      # seconds: no machine that works takes so long for anything that is waited for


def wait_for(condition, seconds=LONG):
    """Wait until condition() holds and return its value; the test fails when it never does."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            pytest.fail(f"waited {seconds} s for something that does not happen")
        time.sleep(0.005)


@contextmanager
def soon(seconds=60):
    """What takes a moment, or hours where it is done badly, must end within this processor time."""
    def late(*_):
        pytest.fail(f"takes more than {seconds} s of processor time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
