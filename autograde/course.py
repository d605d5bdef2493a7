"""A course folder: where things lie, and the secret of its hidden inputs."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import secrets
import string
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .roster import Person, by_id, is_id, meant, read_people
from .runner.deal import normalise
from .settings import FILE, FOLDERS, Settings, gone, read_settings, remembered
from .words import _

if TYPE_CHECKING:
    from .judging.task import Assignment
    from .library import Library

__all__ = ["FULL", "OTHERS", "OURS", "Course", "other_languages", "released", "write_atomically"]

OURS = (FILE, "secret.key", "gradebook.db")         # by which a course folder is known
OTHERS = "languages.json"           # in source/NAME: the released cells in other languages
SECRET_DIGITS = 64
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)       # of an OSError: there is no more room


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

    kept_gradebook = property(lambda self: self.root / "gradebook.kept.db")

    @property
    def begun(self) -> bool:
        """Whether this folder is a course: it has settings, or what a release leaves behind."""
        return any(os.path.exists(self.root / name) for name in (*OURS, "release"))

    @property
    def near(self) -> list[Path]:
        """Courses that lie beside this folder, and the one that it lies in."""
        above = self.root.parent
        try:
            places = [above, *sorted(above.iterdir())]
        except OSError:
            return []
        return [place for place in places if place != self.root and Course(place).begun]

    @property
    def gradebook_url(self) -> str:
        """Where nbgrader finds the gradebook: the file, or the server that the settings name."""
        return self.settings.gradebook or f"sqlite:///{self.gradebook.resolve()}"

    @property
    def settings(self) -> Settings:
        """What autograde.toml says; ValueError for what it must not say."""
        return read_settings(self.root)

    @property
    def library(self) -> Library:
        """The book's assignments, and those of the folders that the course knows."""
        from .library import BOOK, Library
        settings = self.settings
        return Library(BOOK, *settings.folders, *self.folders, ways=settings.ways,
                       gone=gone(self.root))

    def folder_of(self, assignment: str) -> Path | None:
        """The folder of an assignment, found without loading any; None where there is none."""
        from .parallel_text import BOOK
        places = [root / assignment for root in (BOOK, *self.settings.folders, *self.folders)]
        return next((place for place in places if (place / "tasks.py").exists()), None)

    @property
    def roster(self) -> list[str]:
        """The students' ids, if the settings name a roster; ValueError for a wrong one."""
        return [person.id for person in self.people]

    @property
    def people(self) -> list[Person]:
        """Who is on the roster, if the settings name one; ValueError for a wrong one."""
        path = self.settings.roster
        return read_people(self.root / path) if path else []

    @property
    def folders(self) -> list[Path]:
        """Folders of assignments that were named on the command line when they were released.

        Those that are `gone` are left out, and are forgotten when another is named.
        """
        return remembered(self.root)

    def add_folders(self, folders: Iterable[Path]) -> None:
        """Remember these folders, so that every later command finds their assignments."""
        known = [str(p) for p in self.folders]
        new = [str(p.expanduser().resolve()) for p in folders]
        if set(new) - set(known):
            write_atomically(self.root / FOLDERS, json.dumps([*dict.fromkeys(known + new)]))

    @property
    def secret(self) -> bytes:
        """The course secret, made once; whoever has it can draw the hidden inputs.

        ValueError where it is lost while there are receipts, which follow from it, or damaged.
        """
        path = self.root / "secret.key"
        if not path.exists():
            if self.graded:
                raise ValueError(_("{path}: is gone, and the hidden inputs behind the receipts are "
                                   "drawn from it; put back your copy. No new one is made as long "
                                   "as there is anything in {folder}", path=path,
                                   folder=self.receipts))
            self.root.mkdir(parents=True, exist_ok=True)
            _make_once(path, secrets.token_hex(32), 0o660 if self.settings.group else 0o600)
        text = path.read_text(encoding="utf-8", errors="replace").strip()
        if len(text) != SECRET_DIGITS or set(text) - set(string.hexdigits):
            raise ValueError(_("{path}: got {got} characters, needs {needed} hexadecimal digits; "
                               "put back your copy", path=path, got=len(text),
                               needed=SECRET_DIGITS))
        return bytes.fromhex(text)

    @property
    def graded(self) -> bool:
        """Whether there is any receipt, whole or not."""
        return next(self.receipts.glob("*/*.json"), None) is not None

    def assignments(self, names=()) -> list[Assignment]:
        """The named assignments, or all that are released; ValueError names a wrong one."""
        if names:
            return [self.library[name] for name in names]
        library = self.library
        lost = [p.name for p in sorted(self.release.glob("*")) if p.name not in library
                ] if library.gone else []
        return [library[name] for name in (*lost, *library) if (self.release / name).is_dir()]

    def variants(self, assignment: Assignment) -> dict:
        """What the release dealt: {"deal": ..., "variants": [...]}."""
        path = self.release / assignment.name / "variants.json"
        if not path.exists():
            raise ValueError(_("release: {assignment} is not released in {folder}; run: autograde "
                               "release {assignment} --course {folder}", assignment=assignment.name,
                               folder=self.root))
        table = json.loads(path.read_text())
        before, now = table.get("points", assignment.points), assignment.points
        if before != now:
            changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
            raise ValueError(_("release: tasks or points of {assignment} are others than when it "
                               "was released ({tasks}); run: autograde release {assignment} "
                               "--course {folder}, then autograde regrade {assignment} --apply",
                               assignment=assignment.name, tasks=", ".join(changed),
                               folder=self.root))
        return table

    def submissions(self, assignment: Assignment, student: str | None = None) -> list[str]:
        """The students who handed something in, in order; a wrong name raises ValueError."""
        found = [name for name in self._folders(assignment) if is_id(name)]
        if student is None:
            return found
        if student not in found:
            raise ValueError(_("student: got {student}, who handed in nothing for {assignment} in "
                               "{folder}{hint}", student=repr(student), assignment=assignment.name,
                               folder=self.submitted, hint=meant([student], self.known(found))))
        return [student]

    def known(self, students: Iterable[str]) -> list[Person]:
        """These students, with what the roster calls them."""
        listed = by_id(self.people)
        return [replace(listed.get(normalise(name), Person(name)), id=name) for name in students]

    def misnamed(self, assignment: Assignment) -> list[str]:
        """Folders with submissions whose names cannot be students' ids; they are not graded."""
        return [name for name in self._folders(assignment) if not is_id(name)]

    @property
    def strays(self) -> list[str]:
        """Where notebooks lie in submitted/ and nobody looks for them: files, or their folders."""
        released = {path.name for path in self.release.glob("*")}
        found = []
        for student in _open_in(self.submitted):
            for path in [student] if student.is_file() else _open_in(student):
                if (path.suffix == ".ipynb" if path.is_file() else path.name not in released
                        and any(path.rglob("*.ipynb"))):
                    found.append(str(path.relative_to(self.submitted)))
        return found

    def _folders(self, assignment: Assignment) -> list[str]:
        return sorted(p.parent.name for p in self.submitted.glob(f"*/{assignment.name}")
                      if p.is_dir())

    def earlier(self, assignment: str, student: str) -> list[Path]:
        """The folders of a student's earlier attempts, in the order of their names."""
        folder = self.attempts / student / assignment
        if self.linked(folder):
            return []
        return sorted(p for p in folder.glob("*") if p.is_dir() and not p.is_symlink())

    def linked(self, folder: Path) -> bool:
        """Whether a link leads to this folder of submitted/ or attempts/; it is not followed."""
        own = folder.relative_to(self.root).parts
        return any(self.root.joinpath(*own[:k]).is_symlink() for k in range(2, len(own) + 1))

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
                raise RuntimeError(_("course: another run is writing marks in {folder}; wait for "
                                     "its end", folder=self.root)) from None
            yield


def _open_in(folder: Path) -> list[Path]:
    """What lies in a folder, in order, without hidden files and links."""
    return sorted(p for p in folder.glob("*") if p.name[0] != "." and not p.is_symlink())


def released(course: Course, assignment: Assignment):
    """The released notebook."""
    import nbformat
    path = course.release / assignment.name / f"{assignment.name}.ipynb"
    return nbformat.read(path, as_version=4)


def other_languages(course: Course, assignment: Assignment) -> list[dict[str, str]]:
    """For each other language of the assignment: name of a cell -> the cell as it is handed out."""
    path = course.source / assignment.name / OTHERS
    return list(json.loads(path.read_text("utf-8")).values()) if path.exists() else []


def write_atomically(path: Path, text: str, mode: int | None = None, lasting: bool = True) -> None:
    """The file is either the old one or the whole new one, whatever happens meanwhile.

    `lasting` waits for the disk, so that the file outlives a power failure too.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.new")
    scratch.unlink(missing_ok=True)             # of a run that was killed
    try:
        with open(scratch, "w", encoding="utf-8") as f:
            f.write(text)
            if lasting:
                f.flush()
                os.fsync(f.fileno())
        if mode is not None:
            scratch.chmod(mode)
        os.replace(scratch, path)
    except BaseException:
        scratch.unlink(missing_ok=True)         # on a full disk half a file takes room
        raise


def _make_once(path: Path, text: str, mode: int) -> None:
    """A whole file or none; of two processes that make it at once one wins."""
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    scratch.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as f:
            os.fchmod(f.fileno(), mode)
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
        os.link(scratch, path)
    except FileExistsError:
        pass
    finally:
        scratch.unlink(missing_ok=True)
