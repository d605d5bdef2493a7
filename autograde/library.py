"""Assignments, found by looking: a folder of folders, each an assignment with a tasks.py.

    a08_forces/
      a08_forces.md     the notebook's text form, with the instructor's solutions
      tasks.py          ASSIGNMENT: what is asked, what is right, hidden cases, rubrics
      checks.py         laws and visible cases, all that a student's machine gets
      steps.py          the computations that the truth is made of
      mistakes.py       slips in these steps, each with its words and its executed law
      slips.py          students of the sample class who make them
      arms.toml         how answers move an arm on the feedback page

Only the first two are needed. The book's own assignments are one such folder; an instructor's may
lie anywhere and is named in the course's settings or on the command line.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from .adapting import adapted
from .judging.demands import unmet
from .judging.mistakes import registered
from .judging.task import Assignment
from .parallel_text import BOOK
from .practice.kinds import as_data
from .practice.types import Dealt, Numbers
from .textform import headings
from .ways import Way
from .words import SOURCE, Speaker, Text, _, said, spoken

__all__ = ["BOOK", "TASKS", "Library", "book", "catalogues", "dealt", "dealt_here", "in_folder",
           "part_of", "speaker", "where"]

TASKS = "tasks.py"


class Library(Mapping[str, Assignment]):
    """Name -> assignment, of several folders; an assignment is loaded when it is asked for."""

    def __init__(self, *roots: Path, ways: Mapping[str, Way] | None = None,
                 gone: Sequence[Path] = ()):
        """ways: of a course, see `adapting`. gone: folders that it knew, and are not there.

        ValueError for a folder that is none, holds no assignment, or has another's name.
        """
        self.ways, self.gone = dict(ways or {}), tuple(gone)
        self.folders: dict[str, Path] = {}
        for root in dict.fromkeys(Path(r).expanduser().resolve() for r in roots):
            found = _assignments(root)
            if not found and (names := _folders(root)):
                raise ValueError(_("assignments: in {folder}: got {names}; the folder of an "
                                   "assignment needs a name of letters, digits and _ alone, no "
                                   "digit first", folder=root, names=", ".join(names)))
            if not found:
                raise ValueError(_("assignments: got the folder {folder}, needs one with folders "
                                   "in it that have a {file}", folder=root, file=TASKS))
            for name in found:
                if name in self.folders:
                    raise ValueError(_("assignments: {name} is in {one} and in {other}; each name "
                                       "may stand once", name=name, other=root,
                                       one=self.folders[name].parent))
                self.folders[name] = root / name

    def __getitem__(self, name: str) -> Assignment:
        """ValueError says which assignments there are."""
        if name not in self.folders:
            raise ValueError(_("assignment: got {got}, needs one of {known}{gone}", got=repr(name),
                               known=", ".join(self.folders), gone=self._gone()))
        return in_folder(self.folders[name], self.ways.get(name))

    def _gone(self) -> Text | str:
        """Where the assignments of a folder lay that is no longer there."""
        return _(". Assignments of the course lay in {folders}, where nothing is any more; put "
                 "back the folder, or name its new place: autograde release --from FOLDER",
                 folders=", ".join(map(str, self.gone))) if self.gone else ""

    def __contains__(self, name: object) -> bool:
        return name in self.folders

    def __iter__(self) -> Iterator[str]:
        return iter(self.folders)

    def __len__(self) -> int:
        return len(self.folders)


@cache
def book() -> Library:
    """The book's own assignments."""
    return Library(BOOK)


def catalogues(assignment: Assignment) -> list[Path]:
    """The folders whose catalogues say its words: its own, those beside it that assignments share,
    and that of the book, on whose mistakes others may build."""
    beside = [p for root in dict.fromkeys((assignment.folder.parent, BOOK))
              for p in sorted(root.glob("*")) if p.is_dir() and not (p / TASKS).exists()]
    sources = dict.fromkeys(assignment.sources.values())
    return [assignment.folder, *(BOOK / name for name in sources), *beside]


def speaker(assignment: Assignment, language: str | None = None) -> Speaker:
    """Says what the grader says of an assignment; None: in the language of this screen."""
    language = language or spoken()
    own = assignment.way.translations(language) if assignment.way else {}
    return Speaker(language, *catalogues(assignment),
                   words=_titles(assignment.folder, language) | own)


def _titles(folder: Path, language: str) -> dict[str, str]:
    """The headings of the text form and what they are in the language."""
    if language == SOURCE:
        return {}
    (title, tasks), (other, others) = (headings(folder / f"{folder.name}.md", one)
                                       for one in (SOURCE, language))
    return {title: other} | {heading: others[task] for task, heading in tasks.items()}


def dealt(assignment: Assignment, sets: list[Numbers], salt: str) -> Dealt:
    """What a student's machine gets beside the notebook: numbers, and what each task accepts."""
    return {"assignment": assignment.name, "variants": sets,
            "deal": {"count": len(sets), "salt": salt},
            "kinds": {t.id: as_data(t.kind) for t in assignment.tasks}}


def dealt_here(folder: Path) -> tuple[Dealt, ModuleType | None]:
    """What would be dealt for the assignment in this folder, not released yet, and its checks.

    ValueError when there is none.
    """
    from .judging.variants import make_variants
    folder = folder.resolve()
    if not (folder / TASKS).exists():
        raise ValueError(_("this folder: got {folder} without a variants.json; open the notebook "
                           "in the folder that was released to you", folder=repr(folder.name)))
    assignment = in_folder(folder)
    table = dealt(assignment, make_variants(assignment, seed=0), "unreleased")
    return table, part_of(assignment, "checks")


def part_of(assignment: Assignment, part: str) -> ModuleType | None:
    """Another module of an assignment's folder, such as "slips"; None where there is none."""
    if not (assignment.folder / f"{part}.py").exists():
        return None
    return _imported(assignment.folder, part)


def _assignments(root: Path) -> list[str]:
    return [name for name in _folders(root) if name.isidentifier()]


def _folders(root: Path) -> list[str]:
    """Folders with tasks in them, whatever they are called."""
    return sorted(p.parent.name for p in root.glob(f"*/{TASKS}")) if root.is_dir() else []


@cache
def in_folder(folder: Path, way: Way | None = None) -> Assignment:
    """The assignment in a folder, in a course's way; ValueError says what is wrong, and where."""
    if way is not None:
        return adapted(in_folder(folder), way)
    module = _imported(folder, "tasks")
    made = getattr(module, "ASSIGNMENT", None)
    if not isinstance(made, Assignment):
        raise ValueError(_("{path}: needs an ASSIGNMENT, an autograde Assignment",
                           path=folder / TASKS))
    if fault := next(unmet(made), ""):
        raise ValueError(_("{assignment}, {fault}", assignment=folder.name, fault=said(fault)))
    title, titles = headings(folder / f"{folder.name}.md")
    slips = _imported(folder, "mistakes") if (folder / "mistakes.py").exists() else None
    return replace(made, name=folder.name, title=title, titles=titles, folder=folder,
                   catalogue={**made.catalogue, **registered(slips)})


def _imported(folder: Path, part: str) -> ModuleType:
    """A module of an assignment; what it raises is said with file and line."""
    package = _package(folder.parent)
    try:
        return importlib.import_module(f"{package}.{folder.name}.{part}")
    except ImportError as e:
        raise ValueError(_("{file}: {where}{error}", file=f"{folder / part}.py",
                           where=where(e, folder), error=str(e))) from e
    except Exception as e:              # an author's module may raise anything
        raise ValueError(_("{file}: {where}{error}", file=f"{folder / part}.py",
                           where=where(e, folder), error=f"{type(e).__name__}: {e}")) from e


def where(error: BaseException, folder: Path) -> str:
    """The innermost line of an assignment at which something was raised, as messages begin."""
    if isinstance(error, SyntaxError):
        return _("line {n}: ", n=error.lineno)
    frames = [f for f in traceback.extract_tb(error.__traceback__)
              if Path(f.filename).is_relative_to(folder.parent)]
    return _("line {n} of {file}: ", n=frames[-1].lineno,
             file=Path(frames[-1].filename).name) if frames else ""


def _package(root: Path) -> str:
    """The package whose parts are the assignments in `root`, so that they can share modules.

    The book's is `solutions`; another folder's has a name made from its place.
    """
    name = "solutions" if root == BOOK else (
        "assignments_" + hashlib.sha256(str(root).encode()).hexdigest()[:8])
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(root)]
        sys.modules[name] = package
    return name
