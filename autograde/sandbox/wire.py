"""Pipes and bounded lines between the grader and the sandbox."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

__all__ = ["Connection", "Lines", "Wire", "ready", "send"]


class Connection(Protocol):
    """What sockets and wires have in common; none of it may block."""

    def fileno(self) -> int: ...

    def recv(self, most: int, /) -> bytes: ...

    def send(self, data: memoryview, /) -> int: ...


_Kind = TypeVar("_Kind", bound=Connection)


class Lines:
    """Cuts what is read from a connection that does not block into bounded lines.

    A line that has grown beyond `longest` bytes before its end has come is given as b"".
    After `most` bytes in all the connection counts as ended, whatever else it holds.
    """

    def __init__(self, connection: Connection, longest: int, most: int) -> None:
        self.connection, self.longest, self.left = connection, longest, most
        self.buffer, self.ended, self.overlong = bytearray(), False, False

    def read(self) -> list[bytes] | None:
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
            self.overlong, rest = True, bytearray()
        self.buffer = bytearray(rest)
        return found


class Wire:
    """A pipe to and a pipe from a process in the sandbox.

    Not a socket: a socket can carry open descriptors, and merely closing one of
    the student's making can block for as long as the student likes.
    """

    def __init__(self) -> None:
        down, self.writing = os.pipe()
        self.reading, up = os.pipe()
        self.theirs = [down, up]
        os.set_blocking(self.reading, False)
        os.set_blocking(self.writing, False)

    def fileno(self) -> int:
        return self.reading

    def recv(self, most: int, /) -> bytes:
        return os.read(self.reading, most)

    def send(self, data: memoryview, /) -> int:
        return os.write(self.writing, data)

    def release(self) -> None:
        """Close the other side's ends here, once the other side has them."""
        while self.theirs:
            os.close(self.theirs.pop())

    def close(self) -> None:
        """Close our ends; a second call does nothing."""
        if self.reading >= 0:
            os.close(self.reading)
            os.close(self.writing)
            self.reading = self.writing = -1


def ready(connections: Sequence[_Kind], seconds: float) -> list[_Kind]:
    """Those of `connections` that can be read, waiting at most `seconds` for the first.

    poll knows no largest descriptor, which select does.
    """
    poll = select.poll()
    for connection in connections:
        poll.register(connection, select.POLLIN)
    numbers = {number for number, _ in poll.poll(max(0, seconds) * 1000)}
    return [connection for connection in connections if connection.fileno() in numbers]


def send(connection: Connection, message: Any, seconds: float = 30.0) -> bool:
    """Send `message` as one line of JSON; False if it is not taken within `seconds`."""
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
