"""Each message of the catalogues, seen once in its place: who says it, and how it reads in Russian.

    python tests/seen_words.py record --to seen             # everything; an hour or two
    python tests/seen_words.py record --to seen class       # one part of it, added to the record
    python tests/seen_words.py list --from seen             # what was said where, what never was

A record is made by the real thing: the tests, whose refusals and odd cases are most of what can be
said; a whole course in Russian with all of the sample class; the lessons, the site and the slides.
What none of them says is brought about by the modules of `seen/`: every slip and every kind of
wrong answer (`answers`, on a course of all assignments, and with them the terms and steps that no
answer makes the judge name), cells that stopped, flags, lateness and
the story of each mark (`desk`), refusals of robokit, of the command line and of the grader
(`refusals`), the red team's table where nothing is safe, and exercises, figures and pages
(`pages`).
`seen/sitecustomize.py` hears it in every process. `list` writes one file for each catalogue, every
message with the first place that said it and the sentence as it stood there; one of all messages
inside others, which go wrong most easily; and prints how many there are, and which nobody said.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from autograde.catalogues import written
from autograde.refusals import _told
from autograde.words import Speaker, Text

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = "ru"
ENGINE, LESSONS = "autograde/locale/ru.po", "lessons/ru/words.po"
#: What became of a message, the best first.
SORTS = ("said", "raised", "made", "never")
Message = Any           # a sentence, or one with its plural
Line = dict[str, Any]   # of the record


# -- the record ----------------------------------------------------------------------------------
def tests(*places: str) -> list[str]:
    return ["-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *places]


#: Name of each part of the record -> the commands that make it.
PARTS = {
    "robokit": [tests("tests/robokit")],
    "grader": [tests("tests/autograde")],
    "assignments": [tests("tests/solutions")],
    "lessons": [["tests/seen_words.py", "figures"], tests("tests/lessons")],
    "commands": [["tests/seen_words.py", "commands"]],
    "class": [["tests/seen_words.py", "class"]],
    "answers": [["tests/seen_words.py", "answers"]],
    "refusals": [["tests/seen_words.py", "refusals"]],
    "desk": [["tests/seen_words.py", "desk"]],
    "pages": [["tests/seen_words.py", "pages"]],
}


def record(folder: Path, names: Iterable[str]) -> None:
    """Run these parts, or all, and listen to them."""
    folder.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join(filter(None, [str(ROOT / "tests" / "seen"), str(ROOT),
                                         os.environ.get("PYTHONPATH")]))
    for name in names or PARTS:
        for command in PARTS[name]:
            print(f"== {name}: {' '.join(command)}", flush=True)
            subprocess.run([sys.executable, *command], cwd=ROOT, check=False, env=os.environ | {
                "PYTHONPATH": path, "SEEN_WORDS": str(folder.resolve())})


def commands() -> None:
    """What each command says of itself, and one that does not exist."""
    from autograde.cli import main
    listed = subprocess.run([sys.executable, "-m", "autograde", "--help"], text=True, check=True,
                            capture_output=True).stdout
    names = re.findall(r"^    ([a-z-]+) ", listed, re.MULTILINE)
    for typed in ([], ["--help"], ["grde"], *([name, "--help"] for name in names)):
        with contextlib.suppress(SystemExit):
            main(["--language", LANGUAGE, *typed])


def sample_class() -> None:
    """A course in Russian from release to report, with the class of the demonstration."""
    from autograde.cli import main
    from autograde.course import Course
    from autograde.sample import showcase, write_class
    from autograde.settings import FILE
    with tempfile.TemporaryDirectory() as place:
        course = Course(Path(place) / "course")
        course.root.mkdir()
        settings = showcase.settings().replace(f'# language = "{LANGUAGE}" ',
                                               f'language = "{LANGUAGE}" ')
        (course.root / FILE).write_text(settings, "utf-8")

        def run(*typed: str) -> None:
            print("autograde", *typed, flush=True)
            main(["--language", LANGUAGE, *typed, "--course", str(course.root)])
        run("release", *showcase.SHOWN)
        write_class(course, showcase.chosen, settings)
        showcase.hand_in_late(course)
        run("grade")
        showcase.mark_by_hand(course)
        for typed in ("status", "feedback", "report", "verify", "regrade", "mistakes"):
            run(typed)
        for name in showcase.SHOWN:
            run("sheet", name, "--student", "akimova", "--html")
            run("variant", "akimova", name)


def figures() -> None:
    """All cells of all lessons, in Russian and in one process; their pictures are not drawn."""
    import matplotlib
    import nbformat
    from IPython.core.interactiveshell import InteractiveShell
    matplotlib.use("agg")
    os.chdir(ROOT / "lessons" / LANGUAGE)
    shell = InteractiveShell.instance()
    for path in sorted(Path.cwd().glob("*.ipynb")):
        print(path.stem, flush=True)
        shell.reset(new_session=False)
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type == "code":
                shell.run_cell(cell.source, store_history=False)


def on_a_course(*parts: str, of: tuple[str, ...] = ()) -> Callable[[], None]:
    """These parts of `seen/provoked.py`, on a course of these assignments, or of all."""
    def begin() -> None:
        from seen import provoked
        with tempfile.TemporaryDirectory() as place:
            course = provoked.whole_course(Path(place), *of)
            for part in parts:
                getattr(provoked, part)(course)
    return begin


def refusals() -> None:
    """Refusals of robokit, of the command line, the system and the grader that no test provokes."""
    from seen.refused import all_refusals
    from seen.told import all_told
    all_refusals()
    all_told()


def pages() -> None:
    """Sentences of lessons and site that no cell and no test brings about."""
    from seen.pages import all_pages
    all_pages()


#: What a part does in a process of its own.
DONE = {"commands": commands, "class": sample_class, "figures": figures,
        "answers": on_a_course("papers", "checks", "alone", "answers", "names", "pictures",
                               "redteam"),
        "refusals": refusals, "pages": pages,
        "desk": on_a_course("desk", of=("a02_rotation",))}


# -- what was said -------------------------------------------------------------------------------
class Seen:
    """The catalogues, and what a record knows of each message."""

    def __init__(self, folder: Path):
        self.held = {path: self._messages(ROOT / path) for path in (
            ENGINE, LESSONS, *sorted(p.relative_to(ROOT).as_posix()
                                     for p in ROOT.glob("solutions/*/ru.po")))}
        self.say = Speaker(LANGUAGE, *((ROOT / path).parent for path in self.held
                                       if path not in (ENGINE, LESSONS)))
        self.lessons = {m if isinstance(m, str) else m[0]: m for m in self.held[LESSONS]}
        self.found: dict[str, dict[Message, Line]] = {path: {} for path in self.held}
        self.pairs: dict[tuple[Any, ...], Line] = {}
        heard = [json.loads(line) for path in folder.glob("*.jsonl")
                 for line in path.read_text("utf-8").splitlines()]
        for line in sorted(heard, key=lambda line: float(line["t"])):
            getattr(self, f"_{line['kind']}")(line)

    @staticmethod
    def _messages(path: Path) -> dict[Message, Any]:
        catalogue = written(path, LANGUAGE)
        assert catalogue is not None, path
        return {m.id: m for m in catalogue if m.id and not m.context}   # that is the decimal mark

    def _at(self, message: Message, line: Line, folders: Iterable[str] = ()) -> None:
        """Note it in the catalogue that is asked first, and in all where that is not known."""
        places = [f"solutions/{name}/ru.po" for name in folders] + [ENGINE]
        holding = [p for p in places if message in self.held.get(p, {})][:1] or [
            p for p in self.held if p != LESSONS and message in self.held[p]]
        for path in holding:
            before = self.found[path].get(message)
            if before is None or SORTS.index(line["kind"]) < SORTS.index(before["kind"]):
                self.found[path][message] = line

    def _said(self, line: Line) -> None:
        for outside, field, inside in edges(line["node"]):
            self._at(inside, line, line["folders"])
            if outside is not None:
                self.pairs.setdefault((outside, field, inside), line)

    def _made(self, line: Line) -> None:
        line["ru"] = self.say(Text(line["node"]))
        for outside, field, inside in edges(line["node"]):
            self._at(inside, line)
            if outside is not None:
                self.pairs.setdefault((outside, field, inside), line)

    def _lesson(self, line: Line) -> None:
        known, found = self.lessons.get(line["id"]), self.found[LESSONS]
        if known and (known not in found or line["filled"] > found[known]["filled"]):
            found[known] = line | {"kind": "said"}

    def _raised(self, line: Line) -> None:
        if told := _told(line["en"]):
            line["ru"] = self.say(told)
            for _outside, _field, inside in edges(told.node):
                self._at(inside, line)

    def sort(self, path: str, message: Message) -> str:
        line = self.found[path].get(message)
        return line["kind"] if line else "never"


def edges(node: Any, outside: Message = None, field: str = "") -> Iterator[tuple[Message, str,
                                                                                 Message]]:
    """(message outside, its field, message inside), for every message in a text."""
    if isinstance(node, dict) and "join" in node:
        for part in node["parts"]:
            yield from edges(part, outside, f"{field}[{node['join']}]")
    elif isinstance(node, dict):
        message = (node["id"], node["many"]) if "many" in node else node["id"]
        yield outside, field, message
        for name, value in (node.get("with") or {}).items():
            yield from edges(value, message, name)


# -- what is written -----------------------------------------------------------------------------
def write(seen: Seen, folder: Path) -> None:
    """A file for each catalogue, one of messages inside others; the counts on the screen."""
    for path, messages in seen.held.items():
        counts = Counter(seen.sort(path, m) for m in messages)
        print(f"{path}: {len(messages)} messages, " + ", ".join(
            f"{counts[sort]} {sort}" for sort in SORTS))
        name = path.removesuffix(".po").replace("/", "_")
        (folder / f"{name}.txt").write_text("".join(
            text for sort in reversed(SORTS) for message in messages
            if seen.sort(path, message) == sort
            for text in told(message, sort, seen.found[path].get(message))), "utf-8")
    (folder / "inside.txt").write_text("".join(
        f"{outside if isinstance(outside, str) else outside[0]}\n  {{{field}}} = "
        f"{inside if isinstance(inside, str) else inside[0]}\n    {line['ru']}\n"
        for (outside, field, inside), line in sorted(
            seen.pairs.items(), key=lambda pair: tuple(map(str, pair[0])))), "utf-8")


def told(message: Message, sort: str, line: Line | None) -> Iterator[str]:
    """A message: its English, how it read, who said it."""
    yield f"{sort}: {message if isinstance(message, str) else ' | '.join(message)}\n"
    if line:
        yield f"    {line.get('ru', '')}\n" if line.get("ru") else ""
        yield f"    {' < '.join(line['at'])}{'; ' if line['test'] else ''}{line['test']}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("record", "list", *DONE))
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; default: all")
    parser.add_argument("--to", "--from", dest="folder", type=Path, default=Path("seen"))
    options = parser.parse_intermixed_args()
    if options.what == "record":
        record(options.folder, options.parts)
    elif options.what in DONE:
        DONE[options.what]()
    else:
        write(Seen(options.folder), options.folder)


if __name__ == "__main__":
    main()
