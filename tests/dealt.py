"""Sets of numbers for the tests, made when a test first asks and once for all files."""

import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from once import once

from autograde import sample
from autograde.course import Course, released
from autograde.judging.variants import make_variants
from autograde.library import book
from autograde.private import closed, narrow
from autograde.record.release import release
from autograde.settings import FILE

SEED = 7
#: With one secret every run meets the same numbers: by chance a copied number may be a slip's.
SECRET = "00" * 28 + "5e" * 4


#: Sets that tests deal. With eight, the neighbour in the sample class has other numbers everywhere.
SETS = 8


#: Sets that a course deals where its settings say nothing, and that the proof looks at.
ALL = 24

#: A test of each set: the first few in every run, all with --proof.
NUMBERS = [*range(SETS), *[pytest.param(k, marks=pytest.mark.proof) for k in range(SETS, ALL)]]


@cache
def dealt(name: str, count: int = SETS) -> list[dict]:
    """The first certified sets of an assignment, the same in every run."""
    return make_variants(book()[name], SEED, count)


class Sets(Sequence):
    """The first sets of an assignment, made when a test asks for one, not when tests are found."""

    def __init__(self, name: str):
        self.name = name

    def __getitem__(self, k):
        return dealt(self.name)[k]

    def __len__(self) -> int:
        return SETS


def numbered(name: str, number: int) -> dict:
    """One of NUMBERS; the many are made only if one of them is asked for."""
    return dealt(name, SETS if number < SETS else ALL)[number]


def known(root: Path, sets: int = SETS) -> Course:
    """A new course folder with a secret that is no secret, which deals few sets of numbers."""
    root.mkdir(parents=True, exist_ok=True)
    (root / FILE).write_text(f"[assignments]\nvariants = {sets}\n")
    (root / "secret.key").write_text(SECRET)
    return Course(root)


def given_out(root: Path, name: str, sets: int = SETS) -> Course:
    """The same with an assignment released into it, which is done once a run."""
    def make(folder: Path) -> None:
        course = known(folder, sets)
        with narrow(course):
            list(release(course, [book()[name]]))
        closed(course, made=True)

    root.parent.mkdir(parents=True, exist_ok=True)
    return Course(shutil.copytree(once(f"{name}-{sets}", make), root, dirs_exist_ok=True))


def on(desk: Path, course: Course) -> Course:
    """A copy of a course in the folder `desk`, in the place of the one that was there."""
    desk.mkdir(exist_ok=True)
    for path in desk.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    return Course(shutil.copytree(course.root, desk, dirs_exist_ok=True))


def hand_in_sample(course: Course, name: str, students: tuple[str, ...]) -> None:
    """Submissions of these students of the sample class."""
    assignment = book()[name]
    release, solutions = released(course, assignment), sample.solutions_of(assignment)
    for student in sample.students(assignment):
        if student.name in students:
            paper = sample.Paper(release, solutions, student.name)
            student.fill(paper)
            folder = course.submitted / student.name / name
            folder.mkdir(parents=True)
            (folder / f"{name}.ipynb").write_bytes(paper.content())


class Dealt(Mapping):
    """Name of an assignment -> its first sets of numbers."""

    def __init__(self, count: int | None = None):
        self.count = count

    def __getitem__(self, name: str) -> list[dict]:
        return dealt(name, self.count or SETS)

    def __iter__(self):
        return iter(book())

    def __len__(self) -> int:
        return len(book())
