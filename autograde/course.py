"""A course folder: where things lie, and the secret of its hidden inputs."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat

from .assignments import ASSIGNMENTS, find
from .runner.deal import PLACEHOLDERS, normalise
from .settings import FILE, Settings, read_settings
from .task import Assignment

__all__ = ["Course", "released", "write_atomically"]

LONGEST_ID = 100        # bytes of a student's id


@dataclass(frozen=True)
class Course:
    """The layout that nbgrader knows, and beside it what grading adds."""

    root: Path

    source = property(lambda self: self.root / "source")
    release = property(lambda self: self.root / "release")
    submitted = property(lambda self: self.root / "submitted")
    attempts = property(lambda self: self.root / "attempts")
    rebuilt = property(lambda self: self.root / "rebuilt")
    autograded = property(lambda self: self.root / "autograded")
    feedback = property(lambda self: self.root / "feedback")
    receipts = property(lambda self: self.root / "receipts")
    gradebook = property(lambda self: self.root / "gradebook.db")

    @property
    def settings(self) -> Settings:
        """What autograde.toml says; ValueError for what it must not say."""
        return read_settings(self.root)

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
        found = [name for name in self._folders(assignment) if _is_id(name)]
        if student is None:
            return found
        if student not in found:
            raise ValueError(f"student: got {student!r}, who handed in nothing for "
                             f"{assignment.name} in {self.submitted}")
        return [student]

    def misnamed(self, assignment: Assignment) -> list[str]:
        """Folders with submissions whose names cannot be students' ids; they are not graded."""
        return [name for name in self._folders(assignment) if not _is_id(name)]

    def _folders(self, assignment: Assignment) -> list[str]:
        return sorted(p.parent.name for p in self.submitted.glob(f"*/{assignment.name}")
                      if p.is_dir())

    def earlier(self, assignment: str, student: str) -> list[Path]:
        """The folders of a student's earlier attempts, in the order of their names."""
        folder = self.attempts / student / assignment
        return sorted(p for p in folder.glob("*") if p.is_dir() and not p.is_symlink())

    def receipt(self, assignment: str, student: str) -> Path:
        return self.receipts / assignment / f"{student}.json"

    def stamp(self, assignment: Assignment) -> str:
        """Changes when anything changes that grading reads of this assignment."""
        folder = self.release / assignment.name
        digest = hashlib.sha256(self.secret)
        for path in (folder / f"{assignment.name}.ipynb", folder / "variants.json",
                     self.root / FILE):
            digest.update(path.read_bytes() if path.exists() else b"-")
        return digest.hexdigest()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the course for one run that writes marks; the lock ends with its process."""
        self.root.mkdir(parents=True, exist_ok=True)
        with open(self.root / ".writing", "w") as f:
            try:
                fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RuntimeError(f"course: another run is writing marks in {self.root}; "
                                   "wait for its end") from None
            yield


def _is_id(name: str) -> bool:
    """Can it stand in a path, a pattern, the gradebook and a table, and be dealt numbers?"""
    return (name.isprintable() and len(name.encode()) <= LONGEST_ID and not name.startswith(".")
            and not set(name) & set("*?[]") and normalise(name) not in PLACEHOLDERS)


def released(course: Course, assignment: Assignment):
    """The released notebook."""
    path = course.release / assignment.name / f"{assignment.name}.ipynb"
    return nbformat.read(path, as_version=4)


def write_atomically(path: Path, text: str, mode: int | None = None, lasting: bool = True) -> None:
    """The file is either the old one or the whole new one, whatever happens meanwhile.

    `lasting` waits for the disk, so that the file outlives a power failure too.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.new")
    scratch.unlink(missing_ok=True)             # of a run that was killed
    with open(scratch, "w", encoding="utf-8") as f:
        f.write(text)
        if lasting:
            f.flush()
            os.fsync(f.fileno())
    if mode is not None:
        scratch.chmod(mode)
    os.replace(scratch, path)
