"""What is made once for a whole run, by whichever of its processes comes first."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

_kept: list[Path] = []          # the folder of this run, the same for all its processes


def keep_in(factory) -> None:
    """Begin a run. factory: pytest's tmp_path_factory."""
    base = factory.getbasetemp()
    _kept[:] = [(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "once"]
    _kept[0].mkdir(exist_ok=True)


def once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder `name` of this run; make(folder) fills it when it is first asked for.

    Whoever asks while it is being made waits. It is shared: a test that changes it takes a copy.
    """
    folder, whole = _kept[0] / name, _kept[0] / f"{name}.whole"
    with open(folder.with_name(f"{name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            whole.touch()
    return folder
