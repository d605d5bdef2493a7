"""The theme's own words, in the language of the pages.

What the theme puts into its catalogues goes into one of ours, which is asked first; what it
writes into its templates in English is replaced when a page is made (templates/layout.html).
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from .. import words

__all__ = ["catalogue", "said", "setup"]


def _translatable(language: str) -> dict[str, str]:
    """What the theme asks its catalogues for, and they do not have in every language."""
    _ = words.translations(language).gettext
    return {"Back to top": _("Back to top"), "Color mode": _("Colour mode"),
            "System Settings": _("System Settings"), "Version warning": _("Version warning")}


def _fixed(language: str) -> dict[str, str]:
    """What the theme's templates say in English to every reader."""
    _ = words.translations(language).gettext
    told = {'title="Toggle primary sidebar"': _("Show or hide the list of pages"),
            'title="Toggle secondary sidebar"': _("Show or hide the contents of this page"),
            'aria-label="Main"': _("List of pages"), 'aria-label="Page"': _("On this page")}
    return {english: f'{english.partition("=")[0]}="{own}"' for english, own in told.items()}


def catalogue(folder: Path, language: str) -> list[str]:
    """Write the catalogue below a folder; what Sphinx is told of it and of the search."""
    _ = words.translations(language).gettext
    made = Catalog(locale=language)
    for english, translated in _translatable(language).items():
        made.add(english, translated)
    file = folder / language / "LC_MESSAGES" / "sphinx.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_mo(opened, made)
    return ["-D", f"locale_dirs={folder}",
            "-D", f"html_theme_options.search_bar_text={_('Search')}"]


def said(language: str):
    """A function that puts the language's words in the place of those the templates hold."""
    fixed = _fixed(language)

    def replaced(page: str) -> str:
        for english, own in fixed.items():
            page = page.replace(english, own)
        return page
    return replaced


def setup(app):
    """Every page's template can call `said`."""
    app.connect("html-page-context", _context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _context(app, name, template, context, doctree):
    context["said"] = said(app.config.language)
