"""How fast grading is beside stock nbgrader: the same assignment, the same submissions, one run.

    python -m autograde.run.benchmark [--students 200] [--rounds 2] [--guide]

Both run the students' code: `nbgrader autograde` in an ordinary kernel beside the gradebook,
`autograde grade` in the sandbox, with hidden inputs. Whole commands are timed, start-up included,
by the clock and by processor time. That is the kernel's account of everything that the command
has started, by a control group of its own: what a process says of its children leaves out those
that were killed, as a sandbox's are. The commands take turns, and the smallest of the rounds
counts, so that other load on the machine disturbs least; how much there was is said.

`--guide` puts the table into the instructor's guide, in all its languages.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .. import sample
from ..course import Course, released
from ..parallel_pages import GUIDES, SOURCE, languages
from ..sandbox.groups import new_group
from ..sandbox.server import own_folders
from ..words import Speaker, Text, _, here, joined, ngettext, spoken

__all__ = ["AIMS", "Bench", "Measured", "Timing", "hand_in", "main", "measure", "prepare", "table"]

NBGRADER, ONE, TWO = "nbgrader", "1 worker", "2 workers"
PROCESSORS = os.cpu_count() or 1
AIMS = {ONE: 12, TWO: 25}       # times as fast as nbgrader, whole commands
_PLACE = re.compile(r"(<!-- autograde.run.benchmark -->\n).*?(<!-- end -->)", re.DOTALL)


def prepare(root: Path, assignment: str) -> Course:
    """A course in which this assignment is released."""
    from ..cli import main as autograde
    if autograde(["release", assignment, "--course", str(root)]):
        raise RuntimeError(f"benchmark: {assignment} cannot be released in {root}")
    return Course(root)


def hand_in(course: Course, assignment: str, count: int, every: bool = False) -> int:
    """`count` submissions made from the sample class, each with a name of its own.

    Without `every` only honest work, right or with slips; else damaged and empty work too, in
    turn. What attacks or hangs on purpose is left out: it takes the time that it likes.
    """
    task = course.library[assignment]
    release = released(course, task)
    solutions = sample.solutions_of(task)
    from ..sample import damaged, honest, slips
    people = [s for part in (honest, slips, *([damaged] if every else []))
              for s in part.students(task)]
    for k in range(count):
        person = people[k % len(people)]
        name = f"student{k:04d}"
        paper = sample.Paper(release, solutions, name)
        person.fill(paper)
        folder = course.submitted / name / assignment
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{assignment}.ipynb").write_bytes(paper.content())
    return count


@dataclass(frozen=True)
class Timing:
    """One command over all submissions, in seconds."""

    whole: float                # from start to end
    each: float                 # between two submissions, once it runs
    processor: float | None     # of all that it has started; None where the kernel keeps no account
    others: float | None        # part of the processors' time that went to other work meanwhile

    @classmethod
    def least(cls, timings: list[Timing]) -> Timing:
        return cls(*(min((x for t in timings if (x := getattr(t, name)) is not None), default=None)
                     for name in ("whole", "each", "processor", "others")))


@dataclass(frozen=True)
class Measured:
    """What one run of the benchmark has found."""

    assignment: str
    students: int
    rounds: int
    found: dict[str, Timing]        # way -> the best of the rounds
    others: tuple[float, float] | None      # least and greatest part of the processors that went
                                            # to other work while a command ran

    def times(self, way: str) -> float:
        """Stock nbgrader's time over that of this way, whole commands."""
        return self.found[NBGRADER].whole / self.found[way].whole


class Bench:
    """One course handed in, and the commands that are timed on copies of it."""

    def __init__(self, folder: Path, assignment: str, students: int):
        self.folder, self.assignment, self.students = folder, assignment, students
        for place in own_folders():         # as nbgrader is since it was installed
            compileall.compile_dir(place, quiet=2)
        self.course = prepare(folder / "course", assignment)
        hand_in(self.course, assignment, students)
        for submission in self.course.submitted.iterdir():   # what a student's folder holds too
            shutil.copy(self.course.release / assignment / "variants.json",
                        submission / assignment)

    def time(self, *command: str) -> Timing:
        """Time `command` over a fresh copy of the course."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.course.root, copy)
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        group = new_group([])
        enter = group and (lambda: (group.folder / "cgroup.procs").write_text("0"))
        busy, began = _busy(), time.monotonic()
        done = subprocess.run(command, cwd=copy, env=os.environ | {"PATH": path}, text=True,
                              capture_output=True, preexec_fn=enter)
        whole, busy = time.monotonic() - began, _busy() - busy
        used = group.cpu() if group else None
        if group:
            group.close()
        ends = sorted(p.stat().st_mtime
                      for p in (copy / "autograded").glob(f"*/{self.assignment}/*.ipynb"))
        if len(ends) != self.students:
            raise RuntimeError(f"benchmark: {command[0]} graded {len(ends)} of {self.students}: "
                               f"{done.stderr[-2000:]}")
        return Timing(whole, (ends[-1] - ends[0]) / (self.students - 1), used,
                      None if used is None else max(0.0, busy - used) / whole / PROCESSORS)

    def nbgrader(self) -> Timing:
        return self.time("nbgrader", "autograde", self.assignment)

    def ours(self, jobs: int) -> Timing:
        return self.time(sys.executable, "-m", "autograde.cli", "grade", self.assignment,
                         "--course", ".", "--jobs", str(jobs))


def measure(folder: Path, assignment: str, students: int, rounds: int) -> Measured:
    """The best of the rounds for stock nbgrader, one worker and two."""
    bench = Bench(folder, assignment, students)
    ways = {NBGRADER: bench.nbgrader, ONE: lambda: bench.ours(1), TWO: lambda: bench.ours(2)}
    timings: dict[str, list[Timing]] = {name: [] for name in ways}
    for k in range(rounds):
        for name in [*ways][::-1 if k % 2 else 1]:      # in turn, there and back
            timings[name].append(ways[name]())
    others = [t.others for found in timings.values() for t in found if t.others is not None]
    return Measured(assignment, students, rounds,
                    {name: Timing.least(found) for name, found in timings.items()},
                    (min(others), max(others)) if others else None)


def _busy() -> float:
    """Seconds that this machine's processors have worked since it was started."""
    with open("/proc/stat") as file:
        user, nice, system, _idle, _waits, *interrupts = map(int, file.readline().split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


# -- the table -----------------------------------------------------------------------------------
def table(measured: Measured, speaker: Speaker) -> str:
    """What was measured, as Markdown in one language."""
    say = speaker.say
    stock = measured.found[NBGRADER]
    heads = [_("command"), _("start to end"), _("processor time a submission"),
             _("from one submission to the next")]
    lines = ["| " + " | ".join(map(say, heads)) + " |", "| --- " * len(heads) + "|"]
    for way, t in measured.found.items():
        cells = [_told(t.whole, stock.whole), _("not counted"), _told(t.each, stock.each)]
        if t.processor is not None and stock.processor is not None:
            cells[1] = _told(t.processor / measured.students, stock.processor / measured.students)
        lines.append(f"| `{_COMMANDS[way]}` | " + " | ".join(map(say, cells)) + " |")
    return "\n".join([*lines, "", say(_under(measured)), *(
        say(_reached(measured, way)) for way in AIMS), ""])


_COMMANDS = {NBGRADER: "nbgrader autograde", ONE: "autograde grade --jobs 1",
             TWO: "autograde grade --jobs 2"}


def _told(seconds: float, stock: float) -> Text:
    """A time, and how many times shorter it is than nbgrader's."""
    return (_("{seconds:.3g} s", seconds=seconds) if seconds == stock else
            _("{seconds:.3g} s ({times:.1f} times)", seconds=seconds, times=stock / seconds))


def _under(measured: Measured) -> Text:
    """What was measured, and what else the machine did."""
    what = ngettext("{students} submissions of {assignment}, {n} round, {processors} processors.",
                    "{students} submissions of {assignment}, the best of {n} rounds, {processors} "
                    "processors.", measured.rounds, students=measured.students,
                    assignment=measured.assignment, processors=PROCESSORS)
    if measured.others is None:
        return what
    least, most = (100 * share for share in measured.others)
    return joined(" ", [what, _("While a command ran, other work took {least:.0f} to {most:.0f} "
                                "per cent of the processors' time.", least=least, most=most)])


def _reached(measured: Measured, way: str) -> Text:
    """Is the aim reached with this number of workers?"""
    told = {"way": _COMMANDS[way], "aim": AIMS[way], "times": measured.times(way)}
    return (_("`{way}` was to be {aim} times as fast from start to end, and is ({times:.1f}).",
              **told) if measured.times(way) >= AIMS[way] else
            _("`{way}` was to be {aim} times as fast from start to end, and is not: {times:.1f} "
              "times.", **told))


def write_into_guides(measured: Measured) -> None:
    """In place of the table that stands there, in each language."""
    for language in languages():
        folder = GUIDES if language == SOURCE else GUIDES / language
        path = folder / "instructor.md"
        text = path.read_text(encoding="utf-8")
        new, count = _PLACE.subn(
            lambda place: place[1] + table(measured, Speaker(language)) + place[2], text)
        if count != 1:
            raise RuntimeError(f"benchmark: {path} has no place for the table")
        path.write_text(new, encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    from ..cli import speak_in_help
    speak_in_help()
    parser = argparse.ArgumentParser(prog="python -m autograde.run.benchmark", description=here(
        _("Time grading beside stock nbgrader.")))
    parser.add_argument("--assignment", default="a02_rotation", metavar=here(_("ASSIGNMENT")),
                        help=here(_("which assignment")))
    parser.add_argument("--students", type=int, default=200, metavar="N",
                        help=here(_("how many submissions")))
    parser.add_argument("--rounds", type=int, default=2, metavar="N",
                        help=here(_("how often; the best time counts")))
    parser.add_argument("--guide", action="store_true",
                        help=here(_("put the table into the instructor's guide")))
    args = parser.parse_args(argv)
    if args.students < 2:
        parser.error(here(_("students: got {got}, needs 2 or more", got=args.students)))
    if args.rounds < 1:
        parser.error(here(_("rounds: got {got}, needs 1 or more", got=args.rounds)))
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        measured = measure(Path(folder), args.assignment, args.students, args.rounds)
    print(table(measured, Speaker(spoken())))
    if args.guide:
        write_into_guides(measured)
        print(here(_("next: read it in all languages, then python -m autograde.parallel_pages "
                     "names the section to agree on")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
