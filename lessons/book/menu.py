"""The menu beside every page is made of titles alone.

Sphinx copies the headings of all pages for it and throws away all but the titles, anew for each
page; here they are thrown away once for all pages.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import toctree

__all__ = ["setup", "titles"]


def setup(app):
    """Titles are gathered before the first page is written, and before the theme asks for them."""
    app.connect("write-started", _gather)
    app.connect("html-page-context", _context, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _gather(app, builder):
    builder.titles = {name: titles(toc) for name, toc in app.env.tocs.items()}


def _context(app, name, template, context, doctree):
    whole, env = context["toctree"], app.env

    def menu(**asked):
        kept = env.tocs
        if asked.get("titles_only"):
            env.tocs = app.builder.titles
        try:
            return whole(**asked)
        finally:
            env.tocs = kept
    context["toctree"] = menu


def titles(toc: nodes.Element) -> nodes.Element:
    """A page's title and the pages it lists, without its headings: what `titles_only` keeps."""
    kept = toc.copy()
    for item in toc.children:
        one = item.copy()
        one += item.children[0].deepcopy()
        listed = [node.copy() for node in item.findall(toctree)]
        if listed:
            inside = item.children[1].copy()
            inside += listed
            one += inside
        kept += one
    return kept
