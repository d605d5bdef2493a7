"""Lines from a connection are bounded."""

import socket

from autograde.sandbox.wire import Lines


def test_lines_are_bounded():
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    lines = Lines(ours, longest=100, most=1000)
    theirs.sendall(b"a\nbc")
    assert lines.read() == [b"a"]
    theirs.sendall(b"d" * 200)
    assert lines.read() == []
    theirs.sendall(b"tail\nnext\n")
    assert lines.read() == [b"", b"next"]
    assert lines.read() is None and not lines.ended
    theirs.sendall(b"x" * 2000)
    lines.read()
    assert lines.ended
