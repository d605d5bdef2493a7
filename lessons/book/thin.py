"""Drawn formulas with a third of their weight: what MathJax writes of each letter is said once.

MathJax draws `<mjx-mi class="mjx-i"><mjx-c class="mjx-c1D45E TEX-I"></mjx-c></mjx-mi>` for a q. A
symbol of one letter becomes that letter, `<m-c class=c1D45E-I></m-c>`; names are shortened in
formulas and in their stylesheet alike; distances that come often are rules of the stylesheet.
Of the MathML, which is heard and not seen, what only changes its look is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

__all__ = ["Thinner"]

SPOKEN = re.compile(r"<mjx-assistive-mml[^>]*>(.*?)</mjx-assistive-mml>", re.S)
#: Attributes of MathML that a reader of the screen does not speak.
LOOKS = re.compile(r' (?:data-mjx-\w+|stretchy|xmlns|scriptlevel|displaystyle|fence|minsize|maxsize'
                   r'|columnspacing|rowspacing|columnalign|width|height|depth|voffset|lspace|rspace'
                   r'|separator|movablelimits|side|minlabelspacing)="[^"]*"')
HEAD = re.compile(r'(<mjx-container)([^>]*)(><mjx-math)([^>]*)>')
LETTER = re.compile(r'<(mjx-m[ion])(?: class="mjx-\w+")?([^>]*)>'
                    r'<mjx-c class="([^"]*)"></mjx-c></\1>')
UNUSED = re.compile(r' class="mjx-[a-z]+"| texclass="\w+"| variant="-explicitFont"')
STYLE = re.compile(r' style="([^"]*)"')
CLASS = re.compile(r' class="([^"]*)"')
TAG = re.compile(r"<(m-[\w-]+)([^>]*)>")
QUOTED = re.compile(r'="([\w.-]+)"')
NAMES = {"mjx-TeXAtom": "m-a", "mjx-script": "m-s", "mjx-msub": "m-b", "mjx-spacer": "m-p",
         "mjx-tstrut": "m-t", "mjx-assistive-mml": "m-l"}
NAME = re.compile(r"\bmjx-(?!container|math)[A-Za-z]")
FACE = re.compile(r"\b(c[0-9A-F]{2,5}) TEX-(\w+)")           # a letter and its face, in a formula
FACED = re.compile(r"\.(c[0-9A-F]{2,5})\.TEX-(\w+)")         # and in the stylesheet
LETTER_RULE = re.compile(r"(m-c\.(c[0-9A-F]{2,5})\.TEX-(\w+)::before \{)")
OFTEN = 20                               # a style that so many places have becomes a rule


class Thinner:
    """Makes drawn formulas thin; remembers which styles have become rules."""

    def __init__(self, rules: Iterable[str] = ()):
        """rules: the styles that are rules already, in their order."""
        self.rules: list[str] = list(rules)

    def formulas(self, drawn: list[str], sheet: str) -> list[str]:
        """The same formulas, thin; sheet: MathJax's."""
        faced = {f"{letter}-{face}" for letter, face in FACED.findall(_renamed(sheet))}
        short = [FACE.sub(lambda found: _one(found, faced), _short(one)) for one in drawn]
        counted = Counter(style for one in short for tag in TAG.findall(one)
                          for style in STYLE.findall(tag[1]))
        self.rules += [style for style, n in counted.items()
                       if n >= OFTEN and style not in self.rules]
        known = {style: f"z{k}" for k, style in enumerate(self.rules)}
        return [TAG.sub(lambda found: _tag(found, known), one) for one in short]

    def sheet(self, sheet: str) -> str:
        """MathJax's stylesheet, for thin formulas."""
        sheet = LETTER_RULE.sub(r"\1\n  font-family: MJXZERO, MJXTEX-\3;", _renamed(sheet))
        sheet = FACED.sub(r".\1-\2", sheet)
        own = [f"mjx-math .z{k} {{\n  {style}\n}}" for k, style in enumerate(self.rules)]
        return "\n\n".join([sheet, "mjx-container {\n  position: relative;\n}", *own])


def _renamed(sheet: str) -> str:
    for name, short in NAMES.items():
        sheet = re.sub(rf"\b{name}\b", short, sheet)
    sheet = NAME.sub(lambda found: "m-" + found[0][-1], sheet).replace(".m-c", ".c")
    return sheet.replace('[jax="CHTML"]', "").replace(".MJX-TEX", "mjx-math")


def _one(found: re.Match, faced: set[str]) -> str:
    """A letter and its face as one class, where the stylesheet has a rule for the two."""
    one = f"{found[1]}-{found[2]}"
    return one if one in faced else found[0]


def _short(drawn: str) -> str:
    """Names shortened, letters alone, MathML without looks."""
    spoken = [LOOKS.sub("", one) for one in SPOKEN.findall(drawn)]
    seen = HEAD.sub(_head, SPOKEN.sub("\ue000", drawn))
    seen = UNUSED.sub("", LETTER.sub(r'<mjx-c class="\3"\2></mjx-c>', seen))
    for name, short in NAMES.items():
        seen = re.sub(rf"(?<=[</]){name}\b", short, seen)
    seen = NAME.sub(lambda found: "m-" + found[0][-1], seen).replace('class="m-c', 'class="c')
    return re.sub("\ue000", lambda _: f"<m-l>{spoken.pop(0)}</m-l>", seen)


def _head(found: re.Match) -> str:
    box = re.sub(r' (?:class|jax)="[^"]*"|(?<=style=")position: relative; ?', "", found[2])
    return (found[1] + box.replace(' style=""', "") + found[3]
            + found[4].replace(' class=" MJX-TEX"', "") + ">")


def _tag(found: re.Match, known: dict[str, str]) -> str:
    """An opening tag whose style, if it is a rule, is one of its classes."""
    name, rest = found[1], found[2]
    style = STYLE.search(rest)
    if style and style[1] in known:
        rest, rule = STYLE.sub("", rest), known[style[1]]
        if CLASS.search(rest):
            rest = CLASS.sub(rf' class="\1 {rule}"', rest)
        else:
            rest = f' class="{rule}"{rest}'
    return "<" + name + QUOTED.sub(r"=\1", rest) + ">"
