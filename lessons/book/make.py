"""The command line: write the sources that are new, let Sphinx or nbconvert build from them."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

import nbformat
from sphinx.cmd.build import build_main

from .. import words
from . import facts, lesson, live, reference, slides, tables
from .facts import SOURCE

HERE = Path(__file__).parent
GUIDES = facts.ROOT / "autograde" / "guides"


def write(path: Path, text: str) -> None:
    """Only when it changes: Sphinx then leaves the page as it is."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def sources(folder: Path, only: str = "") -> None:
    """All sources of the site in `folder`; with `only` ("05") just that lesson's page."""
    _lessons(folder, only, SOURCE)
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
    write(folder / "index.md", _index(HERE, SOURCE, "") + _contents())


def edition(folder: Path, language: str, only: str = "") -> None:
    """The sources of another language: its first page and the lessons that are there in it."""
    _lessons(folder, only, language)
    if not only:
        _copy(facts.LESSONS / "images", folder / "_pictures")
        index = _index(facts.LESSONS / language, language, "../")
        write(folder / "index.md", index + _toctree(_lessons_by_part(language)))


def _index(folder: Path, language: str, home: str) -> str:
    """The first page of a language, with the way to the others."""
    others = [one for one in words.languages() if one != language]
    text = (folder / "index.md").read_text("utf-8")
    return f"{text}\n{lesson.switch('index', language, others, home)}\n"


def _lessons(folder: Path, only: str, language: str) -> None:
    for path in facts.notebooks(language):
        if path.name.startswith(only):
            notebook = lesson.page(path, folder / "_pictures", language)
            write(folder / "lessons" / path.name, nbformat.writes(notebook, indent=1) + "\n")


def _downloads(text: str) -> str:
    """Links to files that are no pages, as downloads."""
    return text.replace("[Dockerfile](Dockerfile)", "{download}`Dockerfile <Dockerfile>`")


def _copy(source: Path, target: Path) -> None:
    for path in sorted(source.glob("*.png")):
        lesson._write(target / path.name, path.read_bytes())


def _contents() -> str:
    """The tables of contents, by part."""
    return _toctree(_lessons_by_part(SOURCE) | {
        "Look up": ["equations", "errata", "tasks", "questions", "glossary"],
        "Guides": ["guides/student", "guides/instructor", "guides/author"],
        "robokit": ["functions"]})


def _lessons_by_part(language: str) -> dict[str, list[str]]:
    """Title of a part -> its pages."""
    _ = words.translations(language).gettext
    parts = {_("Lessons of the book"): range(0, 10), _("Lessons of the papers"): range(10, 100)}
    pages = {title: [f"lessons/{path.stem}" for path in facts.notebooks(language)
                     if int(path.name[:2]) in numbers] for title, numbers in parts.items()}
    return {title: found for title, found in pages.items() if found}


def _toctree(parts: dict[str, list[str]]) -> str:
    return "".join(f"\n```{{toctree}}\n:caption: {title}\n:maxdepth: 1\n\n"
                   + "\n".join(pages) + "\n```\n" for title, pages in parts.items())


def book(output: Path, only: str = "", jobs: str = "2") -> int:
    """Build the site into output/book, other languages below it; returns Sphinx's status."""
    folder = output / "sources"
    sources(folder, only)
    live.write(output / "book", only)
    status = _sphinx(output, folder, output / "book", jobs)
    for language in words.languages()[1:]:
        folder = output / f"sources-{language}"
        edition(folder, language, only)
        status = status or _sphinx(output, folder, output / "book" / language, jobs,
                                   *_settings(language))
    return status


def _settings(language: str) -> list[str]:
    """What Sphinx is told in another language than in conf.py."""
    _ = words.translations(language).gettext
    title, author = _("Manipulation robots, executed"), _("the authors of the companion")
    told = {"language": language, "project": title, "html_title": title, "author": author,
            "project_copyright": _("{author}, MIT licence").format(author=author)}
    return [part for name, value in told.items() for part in ("-D", f"{name}={value}")]


def _sphinx(output: Path, folder: Path, target: Path, jobs: str, *options: str) -> int:
    """Sphinx's status; a warning is an error."""
    return build_main(["-b", "html", "-c", str(HERE), "-d", f"{folder}-doctrees", "-j", jobs,
                       "-q", "-W", "--keep-going", "-w", str(output / "warnings.txt"), *options,
                       str(folder), str(target)])


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
