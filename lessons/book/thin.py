"""Drawn formulas with two fifths of their weight: what MathJax writes of each letter is said once.

MathJax draws `<mjx-mi class="mjx-i"><mjx-c class="mjx-c1D45E TEX-I"></mjx-c></mjx-mi>` for a q. A
symbol of one letter becomes that letter, `<m- class=A></m->`, and so does a word or a number that
is drawn in one face; names are short in formulas and in their stylesheet alike; distances that
come often are rules of the stylesheet; what stands in an index is small without saying so. Of the
MathML, which is heard and not seen, what only changes its look is left out. Signs that nobody sees,
such as that of "sin applied to q", are not drawn: their empty boxes make lines uneven.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

__all__ = ["Thinner"]

SPOKEN = re.compile(r"<mjx-assistive-mml[^>]*>(.*?)</mjx-assistive-mml>", re.S)
#: Attributes of MathML that a reader of the screen does not speak.
LOOKS = re.compile(r' (?:data-mjx-\w+|stretchy|xmlns|scriptlevel|displaystyle|fence|minsize|maxsize'
                   r'|columnspacing|rowspacing|columnalign|width|height|depth|voffset|lspace|rspace'
                   r'|separator|movablelimits|side|minlabelspacing)="[^"]*"'
                   r'| mathvariant="normal"')
#: A space is not spoken.
SPACE = re.compile(r"(<mstyle>)?<mspace></mspace>(?(1)</mstyle>)")
#: A group of one in MathML says what its member says.
ALONE = re.compile(r"<mrow>(<(m\w+)[^>]*>[^<]*</\2>)</mrow>")
HEAD = re.compile(r'(<mjx-container)([^>]*)(><mjx-math)([^>]*)>')
CENTRED = ' style="margin-left: 0; margin-right: 0;"'           # of displays; a rule says so
LETTER = re.compile(r'<(m-m[ion])(?: class="m-\w+")?([^>]*)><m- class="([^"]*)"></m-></\1>')
WORD = re.compile(r'<(m-m(?:[ion]|text))(?: class="m-\w+")?((?: r?s(?:ize|pace)="\w+")*)>'
                  r'((?:<m- class="c[0-9A-F]+"></m->){2,})</\1>')
CLASS_OF = re.compile(r'<m- class="([^"]*)">')
#: Signs that mathematics has and nobody sees: "applied to", "times", the comma of two indices.
UNSEEN = re.compile(r'<m-mo(?: class="m-n")?><m- class="c206[1-4]"></m-></m-mo>')
#: Between the two indices of a letter: nearly always the same distance, which is a rule.
BETWEEN = re.compile(r'<m-p( style="[^"]*")?>')
NEAR = ' style="margin-top: 0.18em;"'
INDEX = re.compile(r"(<m-s\b[^>]*>|<m-p\b[^>]*></m-p>)<(m-(?!p\b)[\w-]*)([^>]*)>")
#: Boxes that do nothing: around a space, around one letter.
AROUND = re.compile(r'<(m-y|m-a)>(<m-w[^>]*></m-w>|<m- class="[^"]*"></m->)</\1>')
UNUSED = re.compile(r' class="m-[a-z]+"| texclass="\w+"| variant="-explicitFont"')
STYLE = re.compile(r' style="([^"]*)"')
CLASS = re.compile(r' class="([^"]*)"')
TAG = re.compile(r"<(m-[\w-]*|mjx-math|mjx-container)([^>]*)>")
ANY = re.compile(r"<[^>]*>")           # there are many tags, and few that differ
QUOTED = re.compile(r'="([\w.-]+)"')
NAMES = {"mjx-TeXAtom": "m-a", "mjx-script": "m-s", "mjx-msub": "m-b", "mjx-spacer": "m-p",
         "mjx-tstrut": "m-t", "mjx-assistive-mml": "m-l", "mjx-msubsup": "m-d", "mjx-msup": "m-u",
         "mjx-mspace": "m-w", "mjx-mstyle": "m-y", "mjx-mtd": "m-e", "mjx-mtr": "m-r",
         "mjx-mover": "m-v", "mjx-over": "m-o", "mjx-base": "m-k",
         "mjx-c": "m-"}
NAME = re.compile(r"\bmjx-(?!container\b|math\b)([A-Za-z][\w-]*)")
FACE = re.compile(r"\b(c[0-9A-F]{2,5}) TEX-(\w+)")           # a letter and its face, in a formula
FACED = re.compile(r"\.(c[0-9A-F]{2,5})\.TEX-(\w+)")         # and in the stylesheet
LETTER_RULE = re.compile(r"(m-\.(c[0-9A-F]{2,5})\.TEX-(\w+)::before \{)")
LETTERS = re.compile(r"\bc[0-9A-F]{2,5}(?:-[A-Z0-9]+)?\b")
LETTER_NAMED = re.compile(rf"\bm-\.({LETTERS.pattern})")
#: Its room in the stylesheet, in em: above the line, to the right, below the line.
ROOM = re.compile(r"padding: (-?[\d.]+)(?:em)? (-?[\d.]+)(?:em)? (-?[\d.]+)(?:em)? 0;")
CONTENT = re.compile(r'content: "((?:\\.|[^"\\])*)"')
FAMILY = re.compile(r"font-family: ([^;]*);")
OFTEN = 20               # a style that so many places have becomes a rule, a word a letter
#: Names of letters begin with these; those of a page's own sheets, such as h1, with small ones.
FIRST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OWN = """mjx-container {
  position: relative;
}

mjx-math[display] {
  margin-left: 0;
  margin-right: 0;
}

m-s > m-p {
  margin-top: 0.18em;
}

m-s > :not(m-p, [size]) {
  font-size: 70.7%;
}"""


class Thinner:
    """Makes drawn formulas thin; remembers letters and words met and styles that are rules."""

    def __init__(self, rules: Iterable[str] = (), letters: Iterable[str] = ()):
        """rules: the styles that are rules already; letters: those that are met; in their order."""
        self.rules: list[str] = list(rules)
        self.letters: dict[str, str] = {}              # c1D45E-I, or a word -> its short name
        self._meet(letters)

    def formulas(self, drawn: list[str], sheet: str) -> list[str]:
        """The same formulas, thin; sheet: MathJax's."""
        faced = {f"{letter}-{face}" for letter, face in FACED.findall(_renamed(sheet))}
        short = [_short(one, faced) for one in drawn]
        self._meet(letter for one in short for letter in LETTERS.findall(one))
        self._meet(_often(_said(word[2]) for one in short for word in WORD.findall(one)))
        self.rules += [style for style in _often(
            style for one in short for tag in TAG.findall(one) for style in STYLE.findall(tag[1]))
            if style not in self.rules]
        known = {style: f"z{k}" for k, style in enumerate(self.rules)}
        made: dict[str, str] = {}                      # a tag -> the same one, thin

        def thin(found: re.Match) -> str:
            if found[0] not in made:
                made[found[0]] = self._tag(found, known)
            return made[found[0]]
        return [TAG.sub(thin, WORD.sub(self._word, one)) for one in short]

    def sheet(self, sheet: str) -> str:
        """MathJax's stylesheet for thin formulas, with the rules of the letters that are met."""
        sheet = LETTER_RULE.sub(r"\1\n  font-family: MJXZERO, MJXTEX-\3;", _renamed(sheet))
        rules = [(_selector(rule), rule) for rule in FACED.sub(r".\1-\2", sheet).split("\n\n")]
        kept = [LETTER_NAMED.sub(lambda found: f"m-.{self.letters[found[1]]}", rule)
                for selector, rule in rules
                if self.letters.keys() >= set(LETTERS.findall(selector))]
        alone = dict(rules)
        words = [_word_rule(name, [alone[f"m-.{letter}::before"] for letter in word.split("+")])
                 for word, name in self.letters.items() if "+" in word]
        own = [f"mjx-math .z{k} {{\n  {style}\n}}" for k, style in enumerate(self.rules)]
        return "\n\n".join([*kept, *words, OWN, *own])

    def _meet(self, letters: Iterable[str]) -> None:
        """Give names to the letters that have none."""
        for letter in dict.fromkeys(letters):
            k = len(self.letters)
            self.letters.setdefault(letter, f"{FIRST[k % len(FIRST)]}{k // len(FIRST) or ''}")

    def _word(self, found: re.Match) -> str:
        """A word as one letter, where it comes often."""
        word = _said(found[3])
        return f'<m- class="{word}"{found[2]}></m->' if word in self.letters else found[0]

    def _named(self, found: re.Match) -> str:
        names = (self.letters.get(one, one) for one in found[1].split(" "))
        return f' class="{" ".join(names)}"'

    def _tag(self, found: re.Match, known: dict[str, str]) -> str:
        """An opening tag with short names, whose style, if it is a rule, is one of its classes."""
        name, rest = found[1], found[2]
        if name == "m-":
            rest = CLASS.sub(self._named, rest)
        style = STYLE.search(rest)
        if style and style[1] in known:
            rest, rule = STYLE.sub("", rest), known[style[1]]
            if CLASS.search(rest):
                rest = CLASS.sub(rf' class="\1 {rule}"', rest)
            else:
                rest = f' class="{rule}"{rest}'
        return "<" + name + QUOTED.sub(r"=\1", rest) + ">"


def _often(found: Iterable[str]) -> list[str]:
    """What comes often, in the order in which it is met."""
    return [one for one, n in Counter(found).items() if n >= OFTEN]


def _said(letters: str) -> str:
    """c73+c69+c6E of three letters in a row."""
    return "+".join(CLASS_OF.findall(letters))


def _selector(rule: str) -> str:
    return rule.partition("{")[0].strip()


def _word_rule(name: str, letters: list[str]) -> str:
    """The rule of letters in a row from the rules of each."""
    above, right, below = zip(*(map(float, ROOM.search(rule).groups()) for rule in letters))
    said = "".join(CONTENT.search(rule)[1] for rule in letters)
    face = "".join(f"\n  font-family: {one};" for one in FAMILY.findall(letters[0]))
    return (f'm-.{name}::before {{{face}\n  content: "{said}";\n  white-space: pre;'
            "\n  font-kerning: none;\n  font-variant-ligatures: none;\n  padding: "
            f"{max(above):g}em {sum(right):.3f}em {max(below):g}em 0;\n}}")


def _renamed(text: str) -> str:
    """Short names of elements and letters, in formulas and in the stylesheet."""
    text = NAME.sub(_name, text)
    return text.replace('[jax="CHTML"]', "").replace(".MJX-TEX", "mjx-math")


_renamed_tag = cache(_renamed)


def _name(found: re.Match) -> str:
    return found[1] if LETTERS.fullmatch(found[1]) else NAMES.get(found[0], f"m-{found[1]}")


def _one(found: re.Match, faced: set[str]) -> str:
    """A letter and its face as one class, where the stylesheet has a rule for the two."""
    one = f"{found[1]}-{found[2]}"
    return one if one in faced else found[0]


def _short(drawn: str, faced: set[str]) -> str:
    """Names shortened, letters alone, indices small by themselves, MathML without looks."""
    spoken = [ALONE.sub(r"\1", SPACE.sub("", LOOKS.sub("", one))) for one in SPOKEN.findall(drawn)]
    seen = HEAD.sub(_head, SPOKEN.sub("\ue000", drawn))
    seen = ANY.sub(lambda found: _renamed_tag(found[0]), seen)
    seen = FACE.sub(lambda found: _one(found, faced), UNSEEN.sub("", seen))
    seen = BETWEEN.sub(_between, seen)
    seen = INDEX.sub(_index, UNUSED.sub("", LETTER.sub(r'<m- class="\3"\2></m->', seen)))
    seen = AROUND.sub(r"\2", seen)
    return re.sub("\ue000", lambda _: f"<m-l>{spoken.pop(0)}</m-l>", seen)


def _between(found: re.Match) -> str:
    style = found[1] or ' style="margin-top: 0;"'
    return "<m-p>" if style == NEAR else f"<m-p{style}>"


def _index(found: re.Match) -> str:
    """What stands in an index is small by a rule; what is not says so."""
    before, name, rest = found.groups()
    if ' size="s"' in rest:
        rest = rest.replace(' size="s"', "")
    elif " size=" not in rest:
        rest += ' size="n"'
    return f"{before}<{name}{rest}>"


def _head(found: re.Match) -> str:
    box = re.sub(r' (?:class|jax)="[^"]*"|(?<=style=")position: relative; ?', "", found[2])
    return (found[1] + box.replace(' style=""', "") + found[3]
            + found[4].replace(' class=" MJX-TEX"', "").replace(CENTRED, "") + ">")
