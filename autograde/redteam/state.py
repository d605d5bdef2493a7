"""Harm to a graded course: what is lost, cut off, damaged or open must be named, never silent.

Each harm is done to a copy of a small course, in which one of two students is late and the other
has marks by hand. "A sentence" is a ValueError or RuntimeError, which every command prints.
"""

from __future__ import annotations

import csv
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ..course import Course
from ..judging.task import Assignment
from ..library import book
from ..pages.classreport import write_report
from ..pages.feedback import write_all
from ..platforms.marks import write_moodle
from ..private import closed
from ..record.exports import write_csv
from ..record.gradebook import Ledger, scores
from ..record.release import release
from ..record.repair import repair
from ..record.state import state
from ..run.grading import grade
from ..run.receipt import receipts
from ..run.regrade import apply, judged_again
from ..words import _
from . import ASSIGNMENT, Trial
from .arena import APART, EARLY, TARDY

NAMED = "named with what to do; nobody is left out"


def _a02() -> Assignment:
    return book()[ASSIGNMENT]


def _marks(course: Course) -> dict[str, str]:
    """What the exports say: student -> score."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "marks.csv"
        write_csv(course, [_a02()], path)
        with open(path, encoding="utf-8-sig", newline="") as f:
            return {row["student"]: row["score"] for row in csv.DictReader(f)}


def _everything(course: Course) -> list[Callable[[], object]]:
    """Every command that reads or writes marks."""
    return [lambda: _marks(course), lambda: write_moodle(course, [_a02()], course.root / "m.csv"),
            lambda: write_report(course, _a02()), lambda: grade(course, [_a02()]),
            lambda: list(judged_again(course, [_a02()])), lambda: state(course, _a02())]


def _refusals(commands: list[Callable[[], object]], word: str) -> str:
    """"" if each command refuses with a sentence that holds the word."""
    for k, command in enumerate(commands):
        try:
            command()
        except (ValueError, RuntimeError) as e:
            if word not in str(e):
                return _("command {number} says {error}", number=k, error=e)
            continue
        return _("command {number} went on", number=k)
    return ""


# -- harms -----------------------------------------------------------------------------------------
def _cut_receipt(course: Course) -> str:
    before, path = _marks(course), course.receipt(ASSIGNMENT, EARLY)
    os.truncate(path, 100)
    after, found = _marks(course), state(course, _a02())
    if after != before:
        return _("the export says {after}, it said {before}", after=after, before=before)
    write_report(course, _a02())
    named = EARLY in (course.root / "report" / f"{ASSIGNMENT}.html").read_text("utf-8")
    return "" if named and any(EARLY in s for s in found.sentences()) else _("not named")


def _lost_entry(course: Course) -> str:
    before = _marks(course)
    with Ledger(course) as ledger:
        ledger.book.remove_submission(ASSIGNMENT, TARDY)
        ledger.book.db.settle()
    if _marks(course) != before | {TARDY: ""}:
        return _("the export says {marks}", marks=_marks(course))
    if not any(TARDY in s for s in state(course, _a02()).sentences()):
        return _("not named")
    list(repair(course))
    return "" if _marks(course) == before else _("not repaired")


def _secret(text: str | None) -> Callable[[Course], str]:
    def harm(course: Course) -> str:
        path = course.root / "secret.key"
        path.unlink()
        if text is not None:
            path.write_text(text)
        said = _refusals([lambda: course.secret, lambda: grade(course, [_a02()]),
                          lambda: list(release(course, [_a02()])),
                          lambda: list(judged_again(course, [_a02()]))], "put back your copy")
        now = path.read_text() if path.exists() else None
        return said or ("" if now == text else _("it was replaced"))
    return harm


def _gradebook(damage: Callable[[Path], object]) -> Callable[[Course], str]:
    def harm(course: Course) -> str:
        before = scores(course, _a02())
        damage(course.gradebook)
        said = _refusals(_everything(course)[:4], "autograde repair")
        list(repair(course))
        return said or ("" if scores(course, _a02()) == before else
                        _("not repaired"))
    return harm


def _lost_file(course: Course) -> str:
    for folder in (course.autograded, course.rebuilt):
        (folder / EARLY / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").unlink()
    made, failed = write_all(course, [_a02()])
    write_report(course, _a02())
    return "" if made == 1 and len(failed) == 1 and EARLY in failed[0] else f"{made}, {failed}"


def _late(course: Course) -> str:
    (name, most), = _a02().manual.items()
    with course.writing(), Ledger(course) as ledger:
        ledger.mark_by_hand(_a02(), TARDY, name, most, "Seen.")
    whole = sum(t.points for t in _a02().tasks) + most
    due, seen = {EARLY: f"{whole:g}", TARDY: f"{0.8 * whole:g}"}, [_marks(course)]
    grade(course, [_a02()])
    seen.append(_marks(course))
    changes = [c for _, c in judged_again(course, [_a02()]) if c]
    apply(course, changes)
    with course.writing(), Ledger(course) as ledger:
        ledger.restate(_a02(), receipts(course, [_a02()], TARDY)[0])
    seen.append(_marks(course))
    odd = [s for s in seen if {k: f"{float(v):g}" for k, v in s.items()} != due]
    return _("{marks} instead of {due}", marks=odd[0], due=due) if odd else ""


def _full_disk(course: Course) -> str:
    """Nothing longer than some bytes can be written: in another process, which that limit binds."""
    def files(folder: Path) -> dict:
        return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    watched = course.release, course.source, course.receipts
    before, marks = [files(f) for f in watched], _marks(course)
    with ProcessPoolExecutor(1, APART) as pool:
        for what, most in (("grade", 0), ("release", 5_000), ("grade", 60_000)):
            said = pool.submit(_without_room, course.root, what, most).result()
            if said:
                return said
            if [files(f) for f in watched[:2]] != before[:2]:
                return _("the release of before is damaged")
    if any(state(course, _a02()).sentences()) and not any(
            "no whole receipt" in s for s in state(course, _a02()).sentences()):
        return _("something else is missing")
    grade(course, [_a02()], resume=True)
    whole = _marks(course) == marks and files(course.receipts) == before[2]
    return "" if whole else _("marks differ")


def _without_room(root: Path, what: str, most: int) -> str:
    import resource
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    course, hard = Course(root), resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))         # EFBIG is as good as ENOSPC
    try:
        grade(course, [_a02()]) if what == "grade" else list(release(course, [_a02()]))
    except (ValueError, RuntimeError, OSError):
        return ""
    except Exception as e:
        known = type(e).__module__.partition(".")[0] in ("sqlalchemy", "sqlite3", "nbgrader")
        return "" if known else repr(e)         # the command line makes a sentence of these, too
    else:
        return _("{what}: {most} bytes were enough", what=what, most=most) if most < 60_000 else ""
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


def _open(course: Course) -> str:
    course.root.chmod(0o755)
    course.gradebook.chmod(0o644)
    said = closed(course)
    left = [p.name for p in (course.root, *course.root.iterdir())
            if stat.S_IMODE(p.lstat().st_mode) & 0o077]
    return _("open: {left}", left=left) if left else "" if said else _("closed without a word")


def _two_graders(course: Course) -> str:
    with course.writing():
        return _refusals([lambda: grade(course, [_a02()])], "another run is writing")


def _gone_folder(course: Course) -> str:
    shutil.rmtree(course.submitted / EARLY)
    attempt = course.submitted / "newcomer" / ASSIGNMENT
    attempt.mkdir(parents=True)
    sentences = " ".join(state(course, _a02()).sentences())
    rows = _marks(course)
    return "" if EARLY in sentences and "newcomer" in sentences and rows.keys() == {
        EARLY, TARDY, "newcomer"} and rows["newcomer"] == "" else f"{rows}: {sentences}"


def _trial(name: str, does: str, safe: str, harm: Callable[[Course], str],
           slow: bool = False) -> Trial:
    return Trial(name, "state", does, safe, lambda at: None, lambda seen: seen.harmed, "", slow,
                 harm)


TRIALS = [
    _trial("receipt-cut-off", "a receipt ends in the middle", NAMED, _cut_receipt),
    _trial("entry-lost", "the gradebook has lost a student", f"{NAMED}; repair brings the mark "
           "back", _lost_entry),
    _trial("folder-gone", "a submission is gone, another was never graded", NAMED, _gone_folder),
    _trial("secret-empty", "secret.key is empty", "refused, with what to do", _secret("")),
    _trial("secret-lost", "secret.key is gone", "refused, and never replaced", _secret(None)),
    _trial("gradebook-lost", "gradebook.db is gone", "refused; repair brings back every mark, "
           "those by hand too", _gradebook(lambda p: p.unlink()), True),
    _trial("gradebook-empty", "gradebook.db is empty", "as for the row above",
           _gradebook(lambda p: p.write_bytes(b"")), True),
    _trial("gradebook-corrupt", "gradebook.db is overwritten in its middle", "as for the row above",
           _gradebook(lambda p: p.write_bytes(p.read_bytes()[:4096]
                                              + bytes([255]) * (p.stat().st_size - 4096)))),
    _trial("file-lost", "the graded notebook of one student is gone",
           "named; the others get pages and report", _lost_file),
    _trial("late-and-marked-by-hand", "late work marked by hand, graded and judged again",
           "the same mark before and after", _late, True),
    _trial("disk-full", "nothing can be written during release and grading",
           "a sentence; release and marks stay whole", _full_disk, True),
    _trial("open-to-others", "the course folder is open to the whole machine",
           "closed, and said so", _open),
    _trial("two-graders", "two runs at once", "the second is refused", _two_graders),
]
