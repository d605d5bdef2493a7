"""A word is brought to its stem once for all pages of a language; Sphinx does it once for each."""

from __future__ import annotations

from functools import cache

from sphinx.search.en import SearchEnglish
from sphinx.search.ru import SearchRussian

__all__ = ["setup"]


class English(SearchEnglish):
    """Remembers the stems of English words."""

    def __init__(self, options):
        super().__init__(options)
        self.stem = cache(self.stem)


class Russian(SearchRussian):
    """Remembers the stems of Russian words."""

    def __init__(self, options):
        super().__init__(options)
        self.stem = cache(self.stem)


def setup(app):
    """The two languages of the site, in the place of Sphinx's own."""
    app.add_search_language(English)
    app.add_search_language(Russian)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
