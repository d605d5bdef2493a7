"""The instructor's own answers, tried with `check` as a student tries them in a notebook.

A folder that holds what is dealt and nothing else, and a process of its own: there the cells of the
notebook run in their order with each set of numbers, and `check` asks the laws and visible cases of
checks.py. A law that is wrong tells whoever has the right answer that it does not hold.

    with begun(folder, table, cells, seconds) as trial:     # it runs meanwhile
        ...
        found = trial.found()
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from .practice import session
from .practice.types import Dealt
from .words import Node, Text, _, said

__all__ = ["Trial", "begun"]

JOB, FOUND, LAST = Path("job.json"), Path("found.json"), Path("last words")
AT = Path("cell")                       # the name of the one that runs
ROOT = Path(__file__).resolve().parents[1]


class Trial:
    """A process that tries the notebook of one assignment, set after set of its numbers."""

    def __init__(self, folder: Path):
        self.folder, self.place = folder, Path(tempfile.mkdtemp(prefix="trial-"))
        self.seconds = 0.0
        shutil.copy(folder / session.CHECKS, self.place / session.CHECKS)
        with (self.place / LAST).open("w") as last:
            self.process = subprocess.Popen(
                [sys.executable, "-c", f"from {__name__} import run; run()"], cwd=self.place,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=last,
                env=os.environ | {"MPLBACKEND": "Agg", "IPYTHONDIR": str(self.place),
                                  "PYTHONPATH": os.pathsep.join(filter(None, [
                                      str(ROOT), os.environ.get("PYTHONPATH")]))})

    def begin(self, table: Dealt, cells: list[dict[str, str]], seconds: float) -> None:
        """cells: of code; those with the role "check" ask for a task, their id."""
        self.seconds = seconds
        (self.place / AT).write_text("", "utf-8")
        (self.place / JOB).write_text(json.dumps({"table": table, "cells": cells}), "utf-8")
        assert self.process.stdin
        try:
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass                        # it has ended: `found` says so

    def found(self) -> list[str]:
        """For each set of numbers what `check` says against the right answers, or "".

        RuntimeError where the notebook does not come to an end.
        """
        assert self.process.stdout
        if not select.select([self.process.stdout], [], [], self.seconds)[0]:
            raise RuntimeError(_("the instructor's notebook did not end within {n:g} s when it was "
                                 "tried with check; the cell {cell} was still running",
                                 n=self.seconds, cell=(self.place / AT).read_text("utf-8")))
        if not self.process.stdout.readline():
            last = (self.place / LAST).read_text("utf-8", "replace")
            raise RuntimeError(_("the instructor's notebook could not be tried with check: {error}",
                                 error=last.strip()[-500:]))
        found = json.loads((self.place / FOUND).read_text("utf-8"))
        return [Text(node) if node else "" for node in found]

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if error is not None:
            self.close()                # what it was still to say is not wanted any more

    def close(self) -> None:
        """End the process; its folder goes with it."""
        if self in _running:
            _running.remove(self)
        self.process.kill()
        self.process.communicate()
        shutil.rmtree(self.place, ignore_errors=True)


_running: list[Trial] = []              # that of the assignment which was tried last


def begun(folder: Path, table: Dealt, cells: list[dict[str, str]], seconds: float) -> Trial:
    """The trial of an assignment, with more sets to try; those of another are ended."""
    if not (_running and _running[0].folder == folder):
        close()
        _running.append(Trial(folder))
    trial = _running[0]
    trial.begin(table, cells, seconds)
    return trial


@atexit.register
def close() -> None:
    """End what runs: an interpreter takes time to start, and is kept for the next sets."""
    for trial in [*_running]:
        trial.close()


# -- in the process ------------------------------------------------------------------------------
def run() -> None:
    """Try one job of this folder after the other and write down what was found."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config
    config, answers = Config(), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)        # what the notebook prints is not wanted
    config.HistoryManager.enabled = False
    shell = InteractiveShell.instance(config=config)
    orders = os.fdopen(os.dup(0), "rb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    while orders.readline():
        job = json.loads(JOB.read_text("utf-8"))
        found: list[Node] = []
        for number in range(len(job["table"]["variants"])):
            session.DEALT.write_text(json.dumps(job["table"] | {"numbers": {"instructor": number}}))
            shell.reset(new_session=False)
            if plots := sys.modules.get("matplotlib.pyplot"):
                plots.close("all")
            told = _of_one_set(shell, job["cells"])
            found.append(told.node if told else "")
        FOUND.write_text(json.dumps(found), "utf-8")
        answers.write(b"\n")
    shutil.rmtree(Path.cwd(), ignore_errors=True)       # whoever asked has ended


def _of_one_set(shell: Any, cells: list[dict[str, str]]) -> Text | None:
    """What is said first against the answers to one set of numbers."""
    try:
        session.begin()
    except Exception as e:              # an author's module may raise anything
        return _("a student's check cannot read checks.py, which stands alone beside the notebook: "
                 "{error}", error=f"{type(e).__name__}: {e}")
    for cell in cells:
        against: list[tuple[str, str]] = []
        names = shell.user_ns
        AT.write_text(cell["id"], "utf-8")
        if cell["role"] == "check":
            names["check"] = lambda task, answer=None: against.extend(
                session.objections(task, answer))
        result = shell.run_cell(cell["source"], silent=True)
        if error := result.error_before_exec or result.error_in_exec:
            return _("with check, the cell {cell} stopped with {error}", cell=cell["id"],
                     error=f"{type(error).__name__}: {error}"[:300])
        if against:
            law, line = against[0]
            told = _("task {task}: a student with the instructor's own answer would read: {line}",
                     task=cell["id"], line=said(line))
            return _("{told} (law {law} of checks.py)", told=told, law=law) if law else told
    return None
