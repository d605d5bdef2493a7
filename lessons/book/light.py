"""What a page says for nothing is left out of it, and its pictures are fetched when they are near.

Names, signs, brackets and commas of code have the colour of the text around them: no element of
their own tells them apart. Values of one word need no quotation marks. Every
picture but the first waits until a reader comes near; its size is told at once, so that the text
below it stays where it is.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

from . import bound

__all__ = ["page", "setup"]

PLAIN = re.compile(r'<span class="(?:n|nn|o|p|w)">([^<]*)</span>')
CODE = re.compile(r"<pre>.*?</pre>", re.S)
TAG = re.compile(r'<[a-z][\w-]* [^<>"]*+"[^<>]*>')         # a formula's have no quotation marks
QUOTED = re.compile(r'="([\w.-]+)"(?=[\s>])')
FOLD = '<summary aria-label="Toggle hidden content">'        # hides what the fold says of itself
PICTURE = re.compile(r'<img (?=[^>]*class="drawn")([^>]*?)src="([^"]*\.png)"([^>]*?)/?>')


def setup(app):
    """Bodies of pages are made light before they are written."""
    app.connect("html-page-context", _context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _context(app, name, template, context, doctree):
    if "body" in context:
        home = {shown: Path(app.srcdir) / source for source, shown in app.builder.images.items()}
        context["body"] = page(context["body"], home)


def page(body: str, pictures: Mapping[str, Path]) -> str:
    """The same page, lighter; pictures: name -> file."""
    met = []

    def picture(found: re.Match) -> str:
        width, height = _size(pictures[unquote(found[2].rpartition("/")[2])])
        wait = 'loading="lazy" decoding="async" ' if met else ""
        met.append(found[2])
        return (f'<img {found[1]}src="{found[2]}" width="{width}" height="{height}" {wait}'
                f"{found[3].strip()}>")
    body = PICTURE.sub(picture, CODE.sub(lambda code: PLAIN.sub(r"\1", code[0]),
                                         bound.names(body)))
    body = body.replace(FOLD, "<summary>")
    return TAG.sub(lambda tag: QUOTED.sub(r"=\1", tag[0]), body)


def _size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG picture."""
    with path.open("rb") as file:
        return struct.unpack(">II", file.read(24)[16:])
