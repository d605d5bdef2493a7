"""Sets of numbers for the tests, made when a test first asks and once for all files."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from autograde.assignments import ASSIGNMENTS
from autograde.course import Course
from autograde.variants import make_variants

SEED = 7
#: With one secret every run meets the same numbers: by chance a copied number may be a slip's.
SECRET = "5e" * 32


@cache
def dealt(name: str) -> list[dict]:
    """The certified sets of an assignment, the same in every run."""
    return make_variants(ASSIGNMENTS[name], SEED)


def known(root: Path) -> Course:
    """A new course folder with a secret that is no secret."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "secret.key").write_text(SECRET)
    return Course(root)


class Dealt(Mapping):
    """Name of an assignment -> its first sets of numbers."""

    def __init__(self, count: int | None = None):
        self.count = count

    def __getitem__(self, name: str) -> list[dict]:
        return dealt(name)[:self.count]

    def __iter__(self):
        return iter(ASSIGNMENTS)

    def __len__(self) -> int:
        return len(ASSIGNMENTS)
