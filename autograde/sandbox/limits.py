"""What one submission may use, what became of it, and what to install for a sandbox."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..words import _

__all__ = ["INSTALL", "SETTINGS", "Limits", "SandboxUnavailable", "Transcript"]

INSTALL = _("Install bubblewrap: apt-get install bubblewrap (Debian, Ubuntu), dnf install "
            "bubblewrap (Fedora), pacman -S bubblewrap (Arch), apk add bubblewrap (Alpine), "
            "zypper install bubblewrap (openSUSE).")
SETTINGS = _("bubblewrap is installed but may not create namespaces here. On Ubuntu 23.10 and "
             "newer: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (or an AppArmor "
             "profile for bwrap that allows userns); on older Debian: sysctl -w "
             "kernel.unprivileged_userns_clone=1; also user.max_user_namespaces must not be 0; "
             "in Docker: run the container with --cap-add SYS_ADMIN --security-opt "
             "seccomp=unconfined --security-opt apparmor=unconfined.")


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one submission may use: times in seconds, sizes in bytes, texts in characters."""

    cell_cpu: float = 20.0          # processor time of a cell, or of a task's probes
    cell_wall: float = 60.0         # waiting time of a cell that does nothing
    total_cpu: float = 120.0        # of all cells, and once more of all probes
    total_wall: float = 300.0       # waiting time in all
    memory: int = 2 << 30           # address space of a process; see `resident`
    processes: int = 64             # how many at a time
    file_size: int = 32 << 20       # bytes of one file
    scratch: int = 64 << 20         # bytes of all files in the scratch folder
    cell_text: int = 20_000         # characters of output of a cell
    outputs: int = 2_000_000        # bytes of output of a submission
    answer: int = 200_000           # bytes of one answer or value
    answers: int = 2_000_000        # bytes of all answers and values

    @property
    def resident(self) -> int:
        """Bytes that all processes together may hold.

        A quarter more than one may have: the snapshots of a notebook that one cell has filled
        copy a little of it, and no later cell is to blame for that.
        """
        return self.memory * 5 // 4


@dataclasses.dataclass
class Transcript:
    """What a submission did; see `autograde.runner.encode` for encoded values.

    Events are {"event": name, "cell": id, ...}; the names are "identity" (with the
    "name" that the notebook states), "cell timed out", "cell ended the interpreter",
    "memory", "too many processes", "total time", "output cut", "answers too large",
    "channel garbage", "channel flood" and "unsafe".
    """

    # By cell id: outputs in nbformat.
    outputs: dict[str, list[dict[str, Any]]] = dataclasses.field(default_factory=dict)
    # By task id: the encoded answer.
    answers: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    # By task id: one encoded value for each hidden input.
    values: dict[str, list[dict[str, Any]]] = dataclasses.field(default_factory=dict)
    events: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    cpu: float = 0.0                # processor time in seconds, of all passes
    wall: float = 0.0               # seconds from beginning to end
    counted: str = ""               # who counted processor time: "cgroup" or "proc"


class SandboxUnavailable(RuntimeError):
    """No sandbox can be had here; the text says what to install or to allow."""
