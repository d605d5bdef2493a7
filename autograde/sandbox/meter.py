"""What a submission uses, seen from outside.

psutil is not used: its children() reads every process of the machine, 3 to 50 times slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from .groups import Group

__all__ = ["Meter", "descendants"]

MOST = 5_000            # descendants that are looked for

_CLOCK_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


class Meter:
    """Processor time, waiting, memory and processes of all descendants of the fork server.

    A control group counts processor time exactly, where one can be had (see `groups`). Else, and
    for all the rest, /proc is read from outside.
    """

    server: int         # process number of the fork server
    cpu: float          # seconds of processor time that all descendants have used so far
    queued: float       # seconds that their threads have waited for a processor so far
    runnable: bool      # whether one of them runs, or waits for a processor, at the last look
    count: int          # descendants at the last look
    pids: list[int]     # their process numbers
    own: int            # bytes that the fork server itself holds, which its forks share

    def __init__(self, server: int, group: Group | None = None) -> None:
        self.server, self.group = server, group
        self.cpu, self.queued, self.runnable, self.count, self.pids = 0.0, 0.0, False, 0, []
        self.own = _resident(server)
        self.seen: dict[int, float] = {}        # process -> its own processor time, last seen
        self.waits: dict[int, float] = {}       # thread -> its waiting, last seen
        self.before = group.cpu() if group else 0.0

    def sample(self) -> None:
        """Look once: who is there, and what was used so far."""
        self.pids = descendants(self.server)
        self.count = len(self.pids)
        own, buried, self.runnable = 0.0, 0.0, False
        for pid in self.pids:
            mine, children = _cpu(pid)
            self.seen[pid] = max(mine, self.seen.get(pid, 0.0))
            own, buried = own + mine, buried + children
            for thread, waited, runs in _threads(pid):
                self.waits[thread] = waited
                self.runnable |= runs
        self.queued = max(self.queued, sum(self.waits.values()))
        # Whose parent ignores its end is buried nowhere, so what was seen of it counts. A sum can
        # fall when a process vanishes uncounted; time never runs back.
        self.cpu = max(self.cpu, own + buried, sum(self.seen.values()))
        if self.group:
            self.cpu = max(self.cpu, self.group.cpu() - self.before)

    def settle(self) -> None:
        """See what was used in all: the kernel knows it without a look at each process."""
        if self.group:
            self.cpu = max(self.cpu, self.group.cpu() - self.before)
        else:
            self.sample()

    def exceeds(self, limit: int) -> bool:
        """Say whether the submission has more than `limit` bytes of memory of its own.

        It looks at the processes of the last `sample`. Pages that snapshots share count
        once; looking so closely takes time and is done only when the quick sum is above
        the limit. Where the system does not tell, the quick sum decides. What a socket may
        hold counts as held, since nothing tells how full it is.
        """
        sockets = _SOCKET * len({s for pid in self.pids for s in _sockets(pid)})
        if sum(max(0, _resident(pid) - self.own) for pid in self.pids) + sockets <= limit:
            return False
        exact = [_proportional(pid) for pid in self.pids]
        return None in exact or sum(memory or 0 for memory in exact) + sockets > limit


def descendants(pid: int) -> list[int]:
    """The numbers of all processes below process `pid`, generation by generation.

    The search ends with the generation that makes them `MOST` or more. A process that ends
    meanwhile may be missing, with what was below it; the next look finds those.
    """
    children: Callable[[int], list[int] | None] = \
        _children if _CHILDREN_ARE_TOLD else _family().get
    found: list[int] = []
    new = [pid]
    while new and len(found) < MOST:
        new = [child for parent in new for child in children(parent) or ()]
        found += new
    return found


_CHILDREN_ARE_TOLD = os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def _family() -> dict[int, list[int]]:
    """The children of every process, for kernels that do not tell a process's own."""
    family: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            family.setdefault(parent, []).append(int(name))
    return family


def _children(pid: int) -> list[int]:
    """The children of all threads of a process; none of one that has ended."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
    except (OSError, ValueError):
        pass
    return found


def _cpu(pid: int) -> tuple[float, float]:
    """Seconds of processor time of a process, and of its buried children; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        user, system, children, of_system = map(int, fields[11:15])
    except (OSError, ValueError):
        return 0.0, 0.0
    return (user + system) / _CLOCK_TICKS, (children + of_system) / _CLOCK_TICKS


def _threads(pid: int) -> list[tuple[int, float, bool]]:
    """Of every thread: its number, seconds in the scheduler's queue, and whether it runs or would.

    Where the kernel keeps no such statistics, only the last is told.
    """
    found = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/stat", "rb") as file:
                runs = file.read().rpartition(b")")[2].split()[0] == b"R"
            found.append((int(thread), _queued(f"/proc/{pid}/task/{thread}/schedstat"), runs))
    except (OSError, ValueError, IndexError):
        pass                        # it has ended meanwhile
    return found


def _queued(path: str) -> float:
    try:
        with open(path, "rb") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def _most_in_socket() -> int:
    """Bytes that a socket may hold at most: the kernel doubles what is asked for."""
    try:
        with open("/proc/sys/net/core/wmem_max") as file:
            return 2 * int(file.read())
    except (OSError, ValueError):
        return 1 << 20


_SOCKET = _most_in_socket()


def _sockets(pid: int) -> list[str]:
    """The sockets that a process holds, by names that are the same in all processes."""
    found = []
    try:
        for number in os.listdir(f"/proc/{pid}/fd"):
            try:
                target = os.readlink(f"/proc/{pid}/fd/{number}")
            except OSError:
                continue
            if target.startswith("socket:"):
                found.append(target)
    except OSError:
        pass
    return found


def _resident(pid: int) -> int:
    """Bytes of a process in memory, shared pages included; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def _proportional(pid: int) -> int | None:
    """Bytes in memory, shared pages divided among those who share them; None if not told.

    0 if the process has ended.
    """
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except (ProcessLookupError, FileNotFoundError):     # ended while, or before, it was read
        return 0
    except (OSError, ValueError):
        return None
    return 0
