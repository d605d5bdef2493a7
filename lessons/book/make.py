"""The command line: write the sources that are new, let Sphinx or nbconvert build from them."""

from __future__ import annotations

import argparse
import gc
import json
import re
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import nbformat
from sphinx.cmd.build import build_main

from autograde import parallel_pages
from autograde.parallel_pages import GUIDES

from .. import glossary, words
from . import (
    again,
    download,
    facts,
    fonts,
    front,
    handouts,
    lesson,
    live,
    numbered,
    paper,
    practice,
    reader,
    reference,
    sheets,
    slides,
    symbols,
    tables,
    theme,
)
from .facts import SOURCE

HERE = Path(__file__).parent
SYNONYMS = "_static/synonyms.js"                 # words for search.js, beside Sphinx's own


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
    _guides(folder / "guides", SOURCE)
    pages = {**_listed(SOURCE), "equations": _switched("equations", numbered.page(), SOURCE),
             "glossary": _switched("glossary", tables.glossary_page(), SOURCE),
             "practice": _switched("practice", practice.page(SOURCE), SOURCE),
             "functions": reference.index_page(), **reference.pages(),
             **_corrected(SOURCE, folder.parent)}
    for name, text in pages.items():
        write(folder / f"{name}.md", text)
    write(folder / "index.md", _index(HERE, SOURCE, folder.parent) + _contents(SOURCE))


def edition(folder: Path, language: str, only: str = "") -> None:
    """The sources of another language: its first page, glossary, and what is there in it."""
    _lessons(folder, only, language)
    if only:
        return
    _copy(facts.LESSONS / "images", folder / "_pictures")
    if language in parallel_pages.languages():
        _guides(folder / "guides", language)
    write(folder / "glossary.md",
          _switched("glossary", tables.glossary_page(language), language))
    write(folder / "practice.md", _switched("practice", practice.page(language), language))
    write(folder / "equations.md", _switched("equations", numbered.page(language), language))
    for name, text in (_listed(language) | _corrected(language, folder.parent)).items():
        write(folder / f"{name}.md", text)
    index = _index(facts.LESSONS / language, language, folder.parent)
    write(folder / "index.md", index + _contents(language))


def _listed(language: str) -> dict[str, str]:
    """The pages that are lists: errata, assignments, control questions."""
    pages = {**tables.errata_pages(language), "tasks": tables.tasks_page(language),
             "questions": tables.questions_page(language)}
    return {name: _switched(name, text, language) for name, text in pages.items()}


def _corrected(language: str, output: Path) -> dict[str, str]:
    """The pages that lie beside the book, each with its printed sheet where there is one."""
    _ = words.translations(language).gettext
    pages = {}
    for name, text in reader.pages(language).items():
        home = "../" * (name.count("/") + (language != SOURCE))
        link = paper.link(f"{name.rpartition('/')[2]}.{language}", _("This page as PDF, for paper"),
                          output, home)
        title, end, rest = text.partition("\n\n")
        shown = f":::{{div}} lesson-head\n{link}\n:::\n\n" if link else ""
        pages[name] = _switched(name, title + end + shown + rest, language)
    return pages


def _index(folder: Path, language: str, output: Path) -> str:
    """The first page of a language, with the way to the others."""
    return _switched("index", front.page(folder, language, output), language)


def _switched(page: str, text: str, language: str, spoken: Iterable[str] = ()) -> str:
    """A page with the way to the other languages in which it is there; all, if none is named."""
    others = [one for one in spoken or words.languages() if one != language]
    home = "../" * (page.count("/") + (language != SOURCE))
    return f"{text}\n{lesson.switch(page, language, others, home)}\n"


#: A line of a guide that says where a command writes its table: see `autograde.run.benchmark`.
MARKED = re.compile(r"(?m)^<!-- [\w.]+ -->\n")


def _guides(folder: Path, language: str) -> None:
    """The guides in a language; a section has the same anchor in all of them."""
    _copy(GUIDES / "images", folder / "images")
    write(folder / "Dockerfile", (GUIDES / "Dockerfile").read_text("utf-8"))
    for page in parallel_pages.guides(language):
        text = "".join(f"(cell-{page.stem}-{k})=\n\n{MARKED.sub('', section.text)}"
                       for k, section in enumerate(parallel_pages.sections(page), 1))
        text = _downloads(lesson.linked(text, folder.parent))
        write(folder / page.name, _switched(f"guides/{page.stem}", text, language,
                                            parallel_pages.languages()))


def _lessons(folder: Path, only: str, language: str) -> None:
    for path in facts.notebooks(language):
        if path.name.startswith(only):
            notebook = lesson.page(path, folder / "_pictures", language)
            write(folder / "lessons" / path.name, nbformat.writes(notebook, indent=1) + "\n")


def _downloads(text: str) -> str:
    """Links to files that are no pages as downloads; all stand beside the pages."""
    here = text.replace("](../", "](")
    return here.replace("[Dockerfile](Dockerfile)", "{download}`Dockerfile <Dockerfile>`")


def _copy(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*.png")):
        lesson._write(target / path.relative_to(source), path.read_bytes())


def _contents(language: str) -> str:
    """The tables of contents, by part."""
    _ = words.translations(language).gettext
    look = ["practice", "corrected", "equations",
            "errata", "errata-papers", "tasks", "questions", "glossary"]
    guides = [f"guides/{name}" for name in ("student", "lecturer", "instructor", "author")
              if language in parallel_pages.languages()]
    return _toctree(_lessons_by_part(language) | {_("Look up"): look}
                    | ({_("Guides"): guides} if guides else {})
                    | ({"robokit": ["functions"]} if language == SOURCE else {}))


def _lessons_by_part(language: str) -> dict[str, list[str]]:
    """Title of a part -> its pages."""
    _ = words.translations(language).gettext
    parts = {_("Lessons of the book"): range(0, 10), _("Lessons of the papers"): range(10, 100)}
    pages = {title: [f"lessons/{path.stem}" for path in facts.notebooks(language)
                     if int(path.name[:2]) in numbers] for title, numbers in parts.items()}
    return {title: found for title, found in pages.items() if found}


def _toctree(parts: dict[str, list[str]]) -> str:
    return "".join(f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n:maxdepth: 1\n\n"
                   + "\n".join(pages) + "\n```\n" for title, pages in parts.items())


def book(output: Path, only: str = "", jobs: str = "") -> int:
    """Build the site into output/book, other languages below it; returns Sphinx's status.

    jobs: processes of Sphinx; a page alone is written sooner without a second one.
    """
    folder, jobs = output / "sources", jobs or ("1" if only else "2")
    sources(folder, only)
    live.write(output / "book", only)
    if not only:
        front.scene().write(output / "book")
        practice.write(output / "book")
        download.write(output / "book")
    write(output / "book" / SYNONYMS, _for_search(SOURCE))
    fonts.bring(output / "fonts", output / "book/_static")
    status = _sphinx(output, folder, output / "book", jobs)
    for language in words.languages()[1:]:
        folder = output / f"sources-{language}"
        edition(folder, language, only)
        write(output / "book" / language / SYNONYMS, _for_search(language))
        fonts.bring(output / "fonts", output / "book" / language / "_static")
        status = status or _sphinx(output, folder, output / "book" / language, jobs,
                                   *_settings(language),
                                   *theme.catalogue(output / "locale", language))
    sheets.lean(output / "book", words.languages()[1:])
    return status


def _for_search(language: str) -> str:
    """A script: the names of the terms, how many pages were found, where symbols stand."""
    _ = words.translations(language).gettext
    found = _("Pages found: {count}").format(count="${resultCount}")
    told = {"FOUND": found, "GREEK": symbols.GREEK, "SYMBOLS": symbols.places()}
    return glossary.synonyms() + "".join(
        f"window.{name} = {json.dumps(what, ensure_ascii=False, separators=(',', ':'))};\n"
        for name, what in told.items())


def _settings(language: str) -> list[str]:
    """What Sphinx is told in another language than in conf.py."""
    _ = words.translations(language).gettext
    title, author = _("Manipulation robots, executed"), _("the authors of the companion")
    told = {"language": language, "project": title, "html_title": title, "author": author,
            "project_copyright": _("{author}, MIT licence").format(author=author)}
    return [part for name, value in told.items() for part in ("-D", f"{name}={value}")]


def _sphinx(output: Path, folder: Path, target: Path, jobs: str, *options: str) -> int:
    """Sphinx's status; a warning is an error."""
    sheets.clear(target / "_static")
    doctrees = Path(f"{folder}-doctrees")
    anew = ["-E", "-a"] if again.changed(doctrees) else []
    return build_main(["-b", "html", "-c", str(HERE), "-d", str(doctrees), "-j", jobs, *anew,
                       "-q", "-W", "--keep-going", "-w", str(output / "warnings.txt"), *options,
                       str(folder), str(target)])


def main(arguments=None) -> int:
    """The command line; returns the exit status."""
    # Pages are trees of hundreds of thousands of nodes that stay: looking for garbage among them
    # every 700 nodes takes a sixth of the time.
    gc.set_threshold(200_000, 20, 100)
    parser = argparse.ArgumentParser(prog="python -m lessons.book")
    parser.add_argument("what", nargs="?", default="book",
                        choices=("book", "slides", "handouts", *paper.SHEETS),
                        help="the site with its slides, the slides alone, or PDF: the slides for "
                        "paper (handouts), the book's sections with every display corrected "
                        "(corrected), the list for its authors (authors), the model answers of "
                        "the control questions (oral)")
    parser.add_argument("--output", type=Path, default=facts.ROOT / "site")
    parser.add_argument("--lesson", default="", metavar="05",
                        help="this lesson alone; of a site, once there is one")
    parser.add_argument("--fresh", action="store_true", help="build from nothing")
    options = parser.parse_args(arguments)
    if options.lesson and options.lesson not in facts.lesson_names():
        print(f"lesson: got {options.lesson!r}, needs one of "
              + ", ".join(facts.lesson_names()), file=sys.stderr)
        return 2
    if options.fresh:
        shutil.rmtree(options.output, ignore_errors=True)
    if options.what == "book" and not (options.output / "sources" / "index.md").is_file():
        options.lesson = ""                     # one lesson's page needs the others around it
    try:
        if options.what in paper.SHEETS:
            return _printed(options)
        return _handed_out(options) if options.what == "handouts" else _made(options)
    except (slides.SlideError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1


def _printed(options) -> int:
    """Print sheets as PDF and say where they are."""
    made = paper.printed(paper.SHEETS[options.what](()), options.output / "paper",
                         options.output / "maths.json")
    print("\n".join(map(str, made)))
    return 0


def _handed_out(options) -> int:
    """Build the slides, print them as PDF and say where they are."""
    folder = options.output / "slides"
    status = slides.build(folder, options.lesson)
    decks = sorted(folder.glob(f"{options.lesson or '[0-9]'}*.html"))
    print("\n".join(map(str, handouts.printed(decks, options.output / "paper"))))
    return status


def _made(options) -> int:
    """Build what is asked for and say where it is and how long it took."""
    status = 0
    for what in ("book", "slides") if options.what == "book" else ("slides",):
        start, target = time.monotonic(), options.output / what
        status = status or {"book": lambda: book(options.output, options.lesson),
                            "slides": lambda: slides.build(target, options.lesson)}[what]()
        print(f"{target / 'index.html'}: {time.monotonic() - start:.0f} s")
    return status
