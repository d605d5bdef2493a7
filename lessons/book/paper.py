"""What is printed: the corrected sections, the list for the authors, the sheet for the oral exam.

A page of HTML with its mathematics typeset beforehand, and a browser without a window that makes
the PDF of it.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from autograde.pages.printing import print_pdf

from .. import words
from . import authors, oral, reader
from .maths import Later, Typesetter

__all__ = ["SHEETS", "authors_list", "corrected", "link", "oral_sheet", "printed"]

STYLE = Path(__file__).parent / "static" / "paper.css"
#: A formula that is wider than its column is set smaller, as far as it needs.
FIT = """for (const box of document.querySelectorAll("div.math")) {
  const formula = box.querySelector("mjx-container");
  if (formula && box.scrollWidth > box.clientWidth)
    formula.style.zoom = Math.max(0.35, box.clientWidth / box.scrollWidth * 0.99);
}"""

Page = tuple[str, str, str, Callable[[Later], str]]   # file, language, title, body with marks


def corrected(languages: Iterable[str] = ()) -> list[Page]:
    """A page for each section of the book, in each language."""
    return [(f"{reader.page_of(section).split('/')[1]}.{language}", language,
             reader.title(section, language), _body(section, language))
            for language in languages or words.languages() for section in reader.sections()]


def _body(section: str, language: str) -> Callable[[Later], str]:
    def body(typeset: Later) -> str:
        nodes = reader.tree(section, language, reader.Bare(language))
        if section == "1":
            nodes[1:1] = [reader.Box("intro", reader.introduction(language).split("\n\n"))]
        return reader.written(nodes, typeset)
    return body


def authors_list(languages: Iterable[str] = ()) -> list[Page]:
    """The list for the authors, in Russian, which is theirs."""
    title = words.translations("ru").gettext("Proposals for the text of the book")
    return [("authors.ru", "ru", title,
             lambda typeset: reader.written(authors.tree("ru"), typeset))]


def oral_sheet(languages: Iterable[str] = ()) -> list[Page]:
    """The model answers, in each language."""
    def body(language):
        return lambda typeset: reader.written(oral.tree(language), typeset)
    return [(f"oral.{language}", language, words.translations(language).gettext(
        "Control questions with model answers"), body(language))
        for language in languages or words.languages()]


#: What `python -m lessons.book NAME` prints.
SHEETS: dict[str, Callable[[Iterable[str]], list[Page]]] = {
    "corrected": corrected, "authors": authors_list, "oral": oral_sheet}


def printed(pages: Iterable[Page], folder: Path, store: Path, pdf: bool = True) -> list[Path]:
    """The pages as PDF in `folder`; without `pdf` as HTML. RuntimeError where no browser is."""
    later, made = Later(), []
    for name, language, title, body in pages:
        made.append((name, language, title, body(later)))
    typeset = Typesetter(store)
    typeset.keep(later.met)
    folder.mkdir(parents=True, exist_ok=True)
    style = _style(typeset, folder)
    paths = []
    for name, language, title, text in made:
        paths.append(folder / f"{name}.html")
        page = _page(language, title, later.fill(text, typeset), style)
        paths[-1].write_text(page, encoding="utf-8")
    if not pdf:
        return paths
    return print_pdf(paths)


def link(name: str, text: str, folder: Path, home: str) -> str:
    """A link to a printed sheet; nothing where it has not been printed.

    folder: where the site is made, home: from the page to the first page in English.
    """
    if not (folder / "paper" / f"{name}.pdf").is_file():
        return ""
    return f'<a class="paper" href="{home}../paper/{name}.pdf">{html.escape(text)}</a>'


def _style(typeset: Typesetter, folder: Path) -> str:
    """The style of a sheet with the fonts of its formulas inside, so that none comes too late."""
    with TemporaryDirectory(dir=folder) as brought:
        typeset.bring(Path(brought))
        rules = (Path(brought) / "maths.css").read_text(encoding="utf-8")

        def inside(found):
            font = (Path(brought) / found[1]).read_bytes()
            return f"url(data:font/woff;base64,{base64.b64encode(font).decode()})"
        return re.sub(r'url\("?(maths/[^")]+)"?\)', inside, rules) + STYLE.read_text("utf-8")


def _page(language: str, title: str, body: str, style: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8"><title>{html.escape(title)}</title>
<style>{style}</style></head>
<body>{body}
<script>{FIT}</script></body></html>
"""
