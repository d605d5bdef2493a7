"""Stylesheets of the theme and the extensions without the rules that no page has a use for.

A rule stays when one of its selectors speaks only of classes and names that a page has or that a
script may give. All pages share what is left.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import tinycss2

__all__ = ["clear", "lean", "shorter"]

NAMED = re.compile(r"""\b(?:class|id|data-[\w-]+)=(?:"([^"]*)"|([\w-]+))""")
WORD = re.compile(r"[A-Za-z_][\w-]*")
ASKED = re.compile(r"[.#]([A-Za-z_][\w-]*)")
#: Of these the selector holds without, or the other way round: what stands in them asks nothing.
WITHIN = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
HEAVY = 8000                             # bytes from which a sheet is worth the work
OWN = {"fonts.css", "maths.css", "book.css", "home.css", "practice.css", "icons.css"}


def clear(static: Path) -> None:
    """Take away what `lean` has shortened: Sphinx and its extensions bring it anew, and whole."""
    for path in static.rglob("*.css"):
        if path.name not in OWN:
            path.unlink()


def lean(book: Path, languages: Iterable[str] = ()) -> None:
    """Make the sheets of a built site short: those of its first language and of others below it.

    What is made of a sheet is kept beside the site, in sheets/, from build to build.
    """
    folders = [book / "_static", *(book / one / "_static" for one in languages)]
    whole = {path: path.read_text("utf-8") for folder in folders
             for path in sorted(folder.rglob("*.css"))
             if path.name not in OWN and path.stat().st_size > HEAVY}
    store = book.parent / "sheets"
    used = _known(book, folders[0], store / "used.txt", set(ASKED.findall("".join(whole.values()))))
    for path, text in whole.items():
        path.write_text(_kept(text, used, store), encoding="utf-8")


def _known(book: Path, static: Path, kept: Path, asked: set[str]) -> set[str]:
    """Of the names that sheets ask for, those that pages and scripts have.

    kept: the names that were found before; only pages that are newer are read.
    """
    kept.parent.mkdir(exist_ok=True)
    before = kept.read_text("utf-8").split() if kept.is_file() else []
    since = kept.stat().st_mtime_ns if before else 0
    pages = [page for page in book.rglob("*.html") if page.stat().st_mtime_ns >= since]
    found = asked & {*before, *_used(pages, static)}
    kept.write_text("\n".join(sorted(found)), encoding="utf-8")
    return found


def _used(pages: Iterable[Path], static: Path) -> Iterator[str]:
    """All classes and names of pages, and all words of scripts."""
    for page in pages:
        for quoted, bare in set(NAMED.findall(page.read_text("utf-8"))):
            yield from quoted.split() or [bare]
    for script in static.rglob("*.js"):
        if "locales" not in script.parts and script.name != "fontawesome.js":
            yield from WORD.findall(script.read_text("utf-8"))


def _kept(text: str, used: set[str], store: Path) -> str:
    """The sheet made short, once for the same sheet and names."""
    mine = sorted(used & set(ASKED.findall(text)))
    made = store / f"{hashlib.sha256(' '.join([*mine, text]).encode()).hexdigest()[:20]}.css"
    if not made.is_file():
        made.write_text(shorter(text, used), encoding="utf-8")
    return made.read_text("utf-8")


def shorter(sheet: str, used: set[str]) -> str:
    """The stylesheet without comments and without rules that ask for what is not used."""
    return "".join(_rules(tinycss2.parse_stylesheet(sheet, True, True), used))


def _rules(rules: Iterable, used: set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            kept = [one for one in _selectors(rule.prelude) if _is_met(one, used)]
            if kept:
                yield ",".join(kept) + "{" + tinycss2.serialize(rule.content).strip() + "}\n"
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = "".join(_rules(tinycss2.parse_rule_list(rule.content, True, True), used))
            if inner:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{\n{inner}}}\n"
        elif "Font Awesome" not in (text := rule.serialize()):     # icons.css draws the few icons
            yield text + "\n"


def _selectors(prelude: Iterable) -> Iterator[str]:
    """The selectors of a list, cut at its own commas."""
    parts: list[list] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return (tinycss2.serialize(part).strip() for part in parts)


def _is_met(selector: str, used: set[str]) -> bool:
    bare = re.sub(r"\[[^\]]*\]", "", WITHIN.sub("", selector))
    return all(name in used for name in ASKED.findall(bare))
