"""Sphinx's settings for the site; sources are made by `python -m lessons.book`."""

from robokit import types

project = "Manipulation robots, executed"
author = "the authors of the companion"
project_copyright = "the authors of the companion, MIT licence"
language = "en"
extensions = ["myst_nb", "sphinx.ext.autodoc", "lessons.book.maths", "lessons.book.cards",
              "lessons.book.bound", "lessons.book.light", "lessons.book.again", "lessons.book.menu",
              "lessons.book.stems", "lessons.book.theme", "sphinx_design", "sphinx_copybutton"]

# -- notebooks: outputs are those kept in the .ipynb
nb_execution_mode = "off"
nb_merge_streams = True
nb_ipywidgets_js = {}
nb_render_markdown_format = "myst"
myst_enable_extensions = ["amsmath", "attrs_inline", "attrs_block", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
myst_ref_domains = ["std", "py"]                # in no other is anything, and C++ is slow to say so
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]

# -- docstrings
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_type_aliases = {name: name for name in types.__all__}      # as they are written
add_module_names = False

# -- the page
html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["fonts.css", "maths.css", "icons.css", "book.css", "home.css",
                  "practice.css"]
html_math_renderer = "typeset"
html_js_files = [("book.js", {"defer": "defer"})]
html_show_search_summary = False                 # it would fetch pages, which a folder cannot do
html_context = {"default_mode": "auto"}
html_favicon = "static/logo.svg"
html_sidebars = {"index": []}                    # the first page has its own ways in
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "show_toc_level": 1,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_navbar_depth": 1,
    "navigation_with_keys": True,
    "footer_content_items": "copyright.html",    # it names the authors, once is enough
    "navbar_persistent": [],                     # the search stands in the sidebar
    "secondary_sidebar_items": {"**": ["page-toc.html"], "glossary": [], "index": []},
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
copybutton_selector = "div.cell_input div.highlight pre"


def setup(app):
    """Docstrings are plain text."""
    from lessons.book import reference
    app.connect("autodoc-process-docstring", reference.docstring)
    app.connect("autodoc-process-signature", reference.signature)
    app.connect("doctree-read", reference.aliases)
    app.connect("env-updated", reference.homes)
