"""What no line of a page parts: a number and its unit, "section" and its number, a word and a dash.

Between the two stands a space that breaks no line. A short name in a program's letters is whole:
a browser would end a line behind the hyphens of `--jobs`.
"""

from __future__ import annotations

import re

from docutils import nodes

__all__ = ["names", "setup", "words"]

UNIT = (r"(?:кг|kg|мм|mm|см|cm|мс|ms|мин|min|рад|rad|кН|kN|Гц|Hz|МБ|MB|Вт|Дж|мДж|mJ"
        r"|[mмsсgгNНWJ])"
        r"(?![^\W\d_])")
BOUND = [
    re.compile(rf"(?<=\d) (?={UNIT})"),
    re.compile(r"[ \n](?=—\s)"),
    re.compile(r"\b((?:(?:lesson|section|chapter|assignment|exercise|appendix|appendices|task"
               r"|question)s?|урок|раздел|глав|задани|упражнени|приложени|задач|вопрос)[а-яё]*)"
               r" (?=\d)", re.I)]
#: A name in a program's letters, as Sphinx writes it, that is too long for one line of a cell.
LONG = re.compile(r'<span class="pre">(?=[^<]{17,}<)')
SAID = re.compile(r"(?<=>)[^<]+")                            # between the tags of HTML
KEPT = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw, nodes.comment)


def setup(app):
    """Words of pages are bound before they are written."""
    app.connect("doctree-resolved", _bind)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _bind(app, doctree, name):
    for text in list(doctree.findall(nodes.Text)):
        around = text.parent
        while around is not None and not isinstance(around, KEPT):
            around = around.parent
        bound = text if around is not None else words(text)
        if bound != text:
            text.parent.replace(text, nodes.Text(bound))
    for folded in doctree.findall(nodes.raw):                # what a figure shows, in words
        if folded.astext().startswith("<details>"):
            folded[:] = [nodes.Text(SAID.sub(lambda said: words(said[0]), folded.astext()))]


def words(text: str) -> str:
    """The same words; 2 kg, 5 N·m and section 3.1 are not torn apart."""
    for one in BOUND:
        text = one.sub(lambda found: f"{found[1]}\u00a0" if found.re.groups else "\u00a0", text)
    return text


def names(body: str) -> str:
    """The body of a page whose long names in a program's letters may be broken; others may not."""
    return LONG.sub('<span class="pre long">', body)
