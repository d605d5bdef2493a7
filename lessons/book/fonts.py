"""Fonts that come with the pages: letters of English and Russian, Greek, the signs of the texts.

They are cut from openly licensed families that are Python packages (extra `book`) when the site is
built for the first time, and kept beside it for the next. The licence stands beside them; it asks
that what was cut bears another name than the family that it was cut from.
"""

from __future__ import annotations

import base64
import shutil
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

__all__ = ["FACES", "bring"]


class Face(NamedTuple):
    """A file of letters: how a page calls them, where they come from."""

    family: str
    style: str
    package: str
    file: str

    @property
    def name(self) -> str:
        """Of the file that is cut: companion-sans-italic."""
        upright = self.style == "normal"
        return self.family.lower().replace(" ", "-") + ("" if upright else f"-{self.style}")


FACES = (Face("Companion Sans", "normal", "fontpkg-source-sans-3", "SourceSans3[wght].ttf"),
         Face("Companion Sans", "italic", "fontpkg-source-sans-3", "SourceSans3-Italic[wght].ttf"),
         Face("Companion Mono", "normal", "fontpkg-source-code-pro", "SourceCodePro[wght].ttf"))
#: First and last: Latin, Greek, Cyrillic; punctuation, raised and lowered digits; № and ™; arrows
#: and signs of mathematics; lines of tables.
LETTERS = ((0x20, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x2010, 0x209C), (0x20AC, 0x20AC),
           (0x2116, 0x2122), (0x2190, 0x21D4), (0x2200, 0x226F), (0x2500, 0x257F), (0x25A0, 0x25CF))
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "sups", "subs", "tnum"]
NAMES = (1, 3, 4, 6, 16)                # of a font's table of names: those that hold the family
#: Until the letters are there a page has the same room for them: Arial is set as wide and as high.
FALLBACK = """@font-face { font-family: "Companion Room";
  src: local("Arial"), local("Liberation Sans"), local("Helvetica Neue"), local("Helvetica");
  size-adjust: %(wide).1f%%; ascent-override: %(up).1f%%; descent-override: %(down).1f%%;
  line-gap-override: 0%%; }
"""


def bring(store: Path, folder: Path, at_once: bool = True) -> None:
    """The fonts, below folder/fonts, with their licences, and folder/fonts.css that names them.

    store: where what is cut is kept from build to build. at_once: the upright letters stand in the
    stylesheet itself, so that a page is never laid out without them; a deck of slides waits for the
    files instead. Where a package is missing the pages have the fonts of their reader's machine,
    and one line says so.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rules = []
    for face in FACES:
        if find_spec(_module(face)) is None:
            print(f"{folder}: pages have no letters of their own. fonts: the package "
                  f"{face.package} is not installed, needs the extra `book`", file=sys.stderr)
            continue
        cut = store / f"{face.name}-{version(face.package)}.woff"
        if not cut.is_file():
            _cut(face, cut)
        target = folder / "fonts" / f"{face.name}.woff"
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(cut, target)
        shutil.copyfile(_home(face) / "LICENSE",
                        target.with_name(f"LICENSE-{face.package.removeprefix('fontpkg-')}.txt"))
        inside, address = at_once and face == FACES[0], f"fonts/{target.name}"
        if inside:
            address = "data:font/woff;base64," + base64.b64encode(cut.read_bytes()).decode()
        display = "block" if inside or not at_once else "swap"
        rules.append(f'@font-face {{ font-family: "{face.family}"; font-style: {face.style}; '
                     f'font-weight: 400 700; font-display: {display};\n'
                     f'  src: url("{address}") format("woff"); }}\n')
    (folder / "fonts.css").write_text("".join(rules) + FALLBACK % ROOM, encoding="utf-8")


#: In per cent: how wide Arial must be set for English and Russian text to be as long as in ours,
#: and the heights of our letters in that size.
ROOM = {"wide": 93.4, "up": 109.6, "down": 42.8}


def _cut(face: Face, target: Path) -> None:
    """The letters that pages need, from regular to bold, in a file of a name of their own."""
    font = TTFont(_home(face) / "files" / face.file)
    options = subset.Options(layout_features=FEATURES, hinting=False, notdef_outline=True,
                             name_IDs=[0, 2, 5, 7, 13, 14, *NAMES], name_languages=[0x409])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[k for first, last in LETTERS for k in range(first, last + 1)])
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": (400, 400, 700)}, inplace=True)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = face.name if record.nameID == 6 else face.family
    font.flavor = "woff"
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)


def _module(face: Face) -> str:
    return face.package.replace("-", "_")


def _home(face: Face) -> Path:
    spec = find_spec(_module(face))
    assert spec is not None and spec.submodule_search_locations
    return Path(next(iter(spec.submodule_search_locations)))
