"""The command line: write the sources that are new, let Sphinx or nbconvert build from them."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

import nbformat
from sphinx.cmd.build import build_main

from . import facts, lesson, live, reference, slides, tables

HERE = Path(__file__).parent
GUIDES = facts.ROOT / "autograde" / "guides"
PARTS = {"Lessons of the book": range(1, 10), "Lessons of the papers": range(10, 100)}


def write(path: Path, text: str) -> None:
    """Only when it changes: Sphinx then leaves the page as it is."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def sources(folder: Path, only: str = "") -> None:
    """All sources of the site in `folder`; with `only` ("05") just that lesson's page."""
    for path in facts.notebooks():
        if path.name.startswith(only):
            notebook = lesson.page(path, folder / "_pictures")
            write(folder / "lessons" / path.name, nbformat.writes(notebook, indent=1) + "\n")
    if only:
        return
    _copy(facts.LESSONS / "images", folder / "_pictures")
    _copy(GUIDES / "images", folder / "guides" / "images")
    for page in sorted(GUIDES.glob("*.md")):
        write(folder / "guides" / page.name, _downloads(page.read_text("utf-8")))
    write(folder / "guides" / "Dockerfile", (GUIDES / "Dockerfile").read_text("utf-8"))
    pages = {"errata": tables.errata_page(), "equations": tables.equations_page(),
             "tasks": tables.tasks_page(), "questions": tables.questions_page(),
             "glossary": tables.glossary_page(), "functions": reference.index_page(),
             **reference.pages()}
    for name, text in pages.items():
        write(folder / f"{name}.md", text)
    write(folder / "index.md", (HERE / "index.md").read_text("utf-8") + _contents())


def _downloads(text: str) -> str:
    """Links to files that are no pages, as downloads."""
    return text.replace("[Dockerfile](Dockerfile)", "{download}`Dockerfile <Dockerfile>`")


def _copy(source: Path, target: Path) -> None:
    for path in sorted(source.glob("*.png")):
        lesson._write(target / path.name, path.read_bytes())


def _contents() -> str:
    """The tables of contents, by part."""
    names = facts.lesson_names()
    parts = {title: [f"lessons/{name}" for n, name in names.items() if int(n) in numbers]
             for title, numbers in PARTS.items()}
    parts |= {"Look up": ["equations", "errata", "tasks", "questions", "glossary"],
              "Guides": ["guides/student", "guides/instructor", "guides/author"],
              "robokit": ["functions"]}
    return "".join(f"\n```{{toctree}}\n:caption: {title}\n:maxdepth: 1\n\n"
                   + "\n".join(pages) + "\n```\n" for title, pages in parts.items())


def book(output: Path, only: str = "", jobs: str = "2") -> int:
    """Build the site into output/book; returns Sphinx's status."""
    folder = output / "sources"
    sources(folder, only)
    live.write(output / "book", only)
    return build_main(["-b", "html", "-c", str(HERE), "-d", str(output / "doctrees"), "-j", jobs,
                       "-q", "-W", "--keep-going", "-w", str(output / "warnings.txt"),
                       str(folder), str(output / "book")])


def main(arguments=None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lessons.book")
    parser.add_argument("what", nargs="?", choices=("book", "slides"), default="book")
    parser.add_argument("--output", type=Path, default=facts.ROOT / "site")
    parser.add_argument("--lesson", default="", metavar="05", help="this lesson alone")
    parser.add_argument("--fresh", action="store_true", help="build from nothing")
    options = parser.parse_args(arguments)
    if options.lesson and options.lesson not in facts.lesson_names():
        print(f"lesson: got {options.lesson!r}, needs one of "
              + ", ".join(facts.lesson_names()), file=sys.stderr)
        return 2
    if options.fresh:
        shutil.rmtree(options.output, ignore_errors=True)
    try:
        return _made(options)
    except slides.SlideError as error:
        print(error, file=sys.stderr)
        return 1


def _made(options) -> int:
    """Build what is asked for and say where it is and how long it took."""
    status = 0
    for what in ("book", "slides") if options.what == "book" else ("slides",):
        start, target = time.monotonic(), options.output / what
        status = status or {"book": lambda: book(options.output, options.lesson),
                            "slides": lambda: slides.build(target, options.lesson)}[what]()
        print(f"{target / 'index.html'}: {time.monotonic() - start:.0f} s")
    return status
