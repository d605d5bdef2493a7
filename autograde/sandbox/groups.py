"""A control group for the fork server, where one can be had: the kernel's own account.

Root can make one, and so can an account to which systemd has delegated a group. It counts the
processor time of every process that was ever in it, however it ended.
"""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

__all__ = ["Group", "new_group"]

STALE_SECONDS = 600


class Group:
    """A cgroup (version 2) of our own; `cpu` is the processor time of all that ran in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def cpu(self) -> float:
        """Seconds; 0 when the group is gone."""
        try:
            with open(self.folder / "cpu.stat") as file:
                return int(file.readline().split()[1]) / 1e6
        except (OSError, ValueError, IndexError):
            return 0.0

    def close(self) -> None:
        """Remove it, once what was in it is gone."""
        for _ in range(100):
            if _removed(self.folder):
                return
            time.sleep(0.01)


def new_group(pids: list[int]) -> Group | None:
    """A new group with these processes in it; None where none can be had."""
    base = _own()
    if base is None:
        return None
    for old in base.glob("autograde-*"):        # of a run that was killed; only empty ones go
        if time.time() - old.stat().st_mtime > STALE_SECONDS:
            _removed(old)
    group = Group(base / f"autograde-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        group.folder.mkdir()
    except OSError:
        return None
    try:
        for pid in pids:
            (group.folder / "cgroup.procs").write_text(str(pid))
        with open(group.folder / "cpu.stat") as file:
            assert file.readline().startswith("usage_usec")
    except (OSError, AssertionError):
        group.close()
        return None
    return group


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _own() -> Path | None:
    """The folder of the group in which this process runs; None where there is no version 2."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
        groups = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return None
    place = next((m[1] for m in mounts if m[2] == "cgroup2"), None)
    named = next((line[3:] for line in groups if line.startswith("0::")), None)
    return Path(place + named) if place and named else None
