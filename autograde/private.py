"""Who may read a course folder: its owner, or a group of instructors, and nobody else.

Marks, answers and the secret lie there. A run makes every new file with the narrow mode, whatever
the account's umask is, and looks whether the folder is still closed.
"""

from __future__ import annotations

import grp
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .course import OURS, Course
from .words import _

__all__ = ["closed", "narrow"]

HANDED_IN = ("submitted", "attempts")       # below them may lie hard links to students' own files


@contextmanager
def narrow(course: Course) -> Iterator[None]:
    """New files are the owner's alone (600, folders 700), or the group's too (660, 770)."""
    before = os.umask(0o007 if course.settings.group else 0o077)
    try:
        yield
    finally:
        os.umask(before)


def closed(course: Course, made: bool = False) -> str | None:
    """Close the course folder to others; a sentence where it stood open.

    `made`: this command makes it a course folder. RuntimeError where it is not ours to close.
    """
    if not course.root.is_dir() or not (made or any((course.root / x).exists() for x in OURS)):
        return None
    name = course.settings.group
    group = grp.getgrnam(name).gr_gid if name else None
    top = [course.root, *sorted(course.root.rglob("*") if made else course.root.iterdir())]
    wrong = [p for p in top if not p.is_symlink() and _fitting(p, group) is not None]
    if not wrong:
        return None
    was = stat.S_IMODE(wrong[0].lstat().st_mode)        # the folder itself comes first
    try:
        for path in wrong:
            _set(path, group)
            for below in sorted(path.rglob("*")) if path is not course.root else ():
                if path.name not in HANDED_IN and not below.is_symlink():
                    _set(below, group)
    except PermissionError:
        raise RuntimeError(_("course: {folder} is open to others and not yours to close; its owner "
                             "types: chmod -R go-rwx {folder}", folder=course.root)) from None
    told = {"path": wrong[0], "mode": f"{was:o}"}
    return (_("course: {path} was open to others (mode {mode}); now it is closed to all but the "
              "group {group}", group=name, **told) if name else
            _("course: {path} was open to others (mode {mode}); now it is closed to all but you",
              **told))


def _fitting(path: Path, group: int | None) -> int | None:
    """The mode that a path should have; None where it has it."""
    found = path.lstat()
    mode = stat.S_IMODE(found.st_mode)
    if group is None:
        want = mode & 0o700
    elif stat.S_ISDIR(found.st_mode):
        want = mode & 0o7700 | 0o2070
    else:
        want = mode & 0o700 | (mode & 0o700) >> 3
    same = mode & 0o777 == want & 0o777 and (group is None or found.st_gid == group)
    return None if same else want


def _set(path: Path, group: int | None) -> None:
    want = _fitting(path, group)
    if want is None:
        return
    if group is not None:
        os.chown(path, -1, group)
    path.chmod(want)
