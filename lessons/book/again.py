"""A build again misses nothing: what Sphinx does not see of a change is told to it here.

Every page shows the titles of others, in its menu and at its end; formulas are drawn by a store
that may have begun anew. Then all pages are written again. A site that another version of the
builder has made is built from nothing.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["changed", "setup"]

HERE = Path(__file__).parent


def changed(doctrees: Path) -> bool:
    """Has the builder changed since these doctrees? It remembers this one."""
    told = hashlib.sha256()
    for path in sorted(p for p in HERE.rglob("*") if p.is_file() and p.suffix != ".pyc"):
        told.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes())
    kept, now = doctrees / "builder.sha256", told.hexdigest()
    before = kept.read_text("ascii") if kept.is_file() else ""
    doctrees.mkdir(parents=True, exist_ok=True)
    kept.write_text(now, encoding="ascii")
    return before != now


def setup(app):
    """Asked when all pages have been read, before any is written."""
    app.connect("env-updated", _all_that_show_it)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _all_that_show_it(app, env) -> list[str]:
    """The pages to write again: all where a title or the order of the pages is another."""
    shown = ({name: title.astext() for name, title in env.titles.items()},
             {name: list(pages) for name, pages in env.toctree_includes.items()})
    before, env.shown_around = getattr(env, "shown_around", None), shown
    return sorted(env.found_docs) if before != shown else []
