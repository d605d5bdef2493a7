"""A course folder: where things lie, and the secret of its hidden inputs."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from .assignments import ASSIGNMENTS, find
from .task import Assignment

__all__ = ["Course", "write_atomically"]


@dataclass(frozen=True)
class Course:
    """The layout that nbgrader knows, and beside it what grading adds."""

    root: Path

    source = property(lambda self: self.root / "source")
    release = property(lambda self: self.root / "release")
    submitted = property(lambda self: self.root / "submitted")
    rebuilt = property(lambda self: self.root / "rebuilt")
    autograded = property(lambda self: self.root / "autograded")
    feedback = property(lambda self: self.root / "feedback")
    receipts = property(lambda self: self.root / "receipts")
    gradebook = property(lambda self: self.root / "gradebook.db")

    @property
    def secret(self) -> bytes:
        """The course secret, made once; whoever has it can draw the hidden inputs."""
        path = self.root / "secret.key"
        if not path.exists():
            self.root.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as f:
                f.write(secrets.token_hex(32))
        return bytes.fromhex(path.read_text().strip())

    def assignments(self, names=()) -> list[Assignment]:
        """The named assignments, or all that are released; ValueError names a wrong one."""
        if names:
            return [find(name) for name in names]
        return [a for name, a in ASSIGNMENTS.items() if (self.release / name).is_dir()]

    def variants(self, assignment: Assignment) -> dict:
        """What the release dealt: {"deal": ..., "variants": [...]}."""
        path = self.release / assignment.name / "variants.json"
        if not path.exists():
            raise ValueError(f"release: {assignment.name} is not released in {self.root}; "
                             f"run: autograde release {assignment.name} --course {self.root}")
        return json.loads(path.read_text())

    def submissions(self, assignment: Assignment, student: str | None = None) -> list[str]:
        """The students who handed something in, in order; a wrong name raises ValueError."""
        found = sorted(p.parent.name for p in self.submitted.glob(f"*/{assignment.name}")
                       if p.is_dir())
        if student is None:
            return found
        if student not in found:
            raise ValueError(f"student: got {student!r}, who handed in nothing for "
                             f"{assignment.name} in {self.submitted}")
        return [student]

    def receipt(self, assignment: str, student: str) -> Path:
        return self.receipts / assignment / f"{student}.json"


def write_atomically(path: Path, text: str) -> None:
    """The file is either the old one or the whole new one, whatever happens meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    with open(scratch, "w", encoding="utf-8") as f:
        f.write(text)
        f.flush()
        os.fsync(f.fileno())
    os.replace(scratch, path)
