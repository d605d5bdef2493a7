"""What the search for one wrong place adds to grading: python tests/search_cost.py [--each 8]

Every submission is graded with the search and without it, in turn, in this one process, and the
smaller time of --rounds counts. It is processor time by the kernel's account of a control group,
so that the sandbox is counted, however its processes end, and other work on the machine is not.
The submissions are of the sample class and free slips, of each --each, evenly drawn. Ends with 1
where the whole takes more than --most times as long as without the search.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from autograde import lean  # noqa: F401

# isort: split
from dealt import known
from free_slips import slips

from autograde import sample
from autograde.course import Course, released
from autograde.library import book
from autograde.record.release import release
from autograde.run import worker
from autograde.run.benchmark import hand_in
from autograde.sandbox.groups import Group, new_group

MOST = 4 / 3
Times = tuple[float, float]             # seconds without the search and with it


def prepared(root: Path, name: str, each: int) -> list[str]:
    """A course with submissions to one assignment; the students who have made them."""
    course, assignment = known(root), book()[name]
    list(release(course, [assignment]))
    hand_in(course, name, len(sample.students(assignment)))
    students = _evenly(sorted(path.name for path in course.submitted.iterdir()), each)
    right, clean = sample.solutions_of(assignment), released(course, assignment)
    for slip in _evenly(slips(name), each):
        paper = sample.Paper(clean, right, f"slip{slip.name}")
        paper.solve()
        paper.answer(slip.task, slip.cell)
        folder = course.submitted / paper.name / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_bytes(paper.content())
        students.append(paper.name)
    return students


def _evenly(found: list, count: int) -> list:
    return found[::max(1, len(found) // count)][:count]


def timed(group: Group, job: worker.Job, searching: bool) -> float:
    """Seconds of processor time for one submission."""
    searched = worker.searched
    if not searching:
        worker.searched = lambda *_: {}
    try:
        before = group.cpu()
        worker.grade_one(job)
        return group.cpu() - before
    finally:
        worker.searched = searched


def measured(group: Group, root: Path, name: str, each: int, rounds: int) -> dict[str, Times]:
    """Student -> the least times of the rounds."""
    found = {}
    for student in prepared(root, name, each):
        job = worker.Job(Course(root).root, name, student)
        worker.grade_one(job)           # what is read once and kept counts for neither
        times = [(timed(group, job, False), timed(group, job, True)) for _ in range(rounds)]
        found[student] = (min(t for t, _ in times), min(t for _, t in times))
    return found


def table(name: str, found: dict[str, Times]) -> list[str]:
    lines = []
    for what, mine in (("sample class", [t for s, t in found.items() if not s.startswith("slip")]),
                       ("free slips", [t for s, t in found.items() if s.startswith("slip")])):
        plain, both = (sum(x) / len(mine) for x in zip(*mine))
        worst = max(t / before for before, t in mine)
        lines.append(f"{name:22}{what:14}{len(mine):4}{plain:9.2f} s{both:9.2f} s"
                     f"{both / plain:8.2f}{worst:8.2f}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=["a08_forces", "project"])
    parser.add_argument("--each", type=int, default=8, help="of the sample class and free slips")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--most", type=float, default=MOST)
    given = parser.parse_args()
    group = new_group([os.getpid()])
    if group is None:
        sys.exit("no control group can be had here, and nothing else counts all processor time")
    print(f"{'assignment':22}{'submissions':18}{'without':>11}{'with':>11}{'times':>8}{'worst':>8}")
    every: list[Times] = []
    for name in given.names:
        root = Path(tempfile.mkdtemp(prefix="search-"))
        found = measured(group, root, name, given.each, given.rounds)
        print(*table(name, found), sep="\n", flush=True)
        every += found.values()
        shutil.rmtree(root)
    plain, both = map(sum, zip(*every))
    print(f"all: {both / plain:.2f} times")
    return int(both / plain > given.most)


if __name__ == "__main__":
    sys.exit(main())
