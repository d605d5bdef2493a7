r"""The formulas of the book's displayed blocks: as printed, and as they must be.

>>> printed(33)
'\\tau_{0i} = \\tau_{01} \\cdot \\tau_{12} \\cdot \\tau_{23} \\cdot \\ldots \\cdot \\tau_{n-1\\,n}'
>>> corrected(33).endswith(r"\tau_{i-1\,i}")
True

They stand in `book.toml`. The corrected forms are one set: every symbol has one meaning in all of
them, which `together` executes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .forms import facts

__all__ = ["Part", "corrected", "function", "lettered", "marked", "part", "parts", "printed",
           "slips"]

TOOL = re.compile(r"\\text\{tool\}|(?<![A-Za-z])tool(?![A-Za-z])")      # a word, not t times o
NUMBER = re.compile(r"(?<![\w{,])0,(\d+)\b")                             # not the index of t_{0,1}
#: Indices that the book writes in Cyrillic letters -> those letters.
CYRILLIC = {TOOL.pattern: r"\\text{ЗУМ}",
            r"\{CK": r"{\\text{СК}", r"\b([FM])_\{B": r"\1_{\\text{В}",
            r"\b([FM])_B\b": r"\1_{\\text{В}}", r"\b([FM])_\{I": r"\1_{\\text{И}",
            r"\b([FM])_I\b": r"\1_{\\text{И}}",
            r"\\mu_\{D": r"\\mu_{\\text{Д}", r"\\mu_D\b": r"\\mu_{\\text{Д}}",
            r"(?<![A-Za-z\\])B(?=[^A-Za-z]|[a-z]\})": r"\\text{Б}",
            r"\\text\{ if \}": r"\\text{ при }"}


class Part(NamedTuple):
    """A section of the book: "2.4" or "appendix 1", its first display, page, and title."""

    name: str
    first: int
    page: int
    en: str
    ru: str

    @property
    def section(self) -> str:
        """The section that it is a part of: "2", "appendix 1"."""
        return self.name.split(".")[0]


def parts() -> list[Part]:
    """The sections of the book in its order."""
    return [Part(*row) for row in facts("book")["parts"]["rows"]]


def part(number: int) -> Part:
    """The section in which a display stands."""
    return [one for one in parts() if one.first <= number][-1]


def function(number: int) -> str:
    """What of robokit carries a display, as a path inside the package."""
    return next(path for first, last, path in facts("book")["functions"]["rows"]
                if first <= number <= last)


def printed(number: int) -> str:
    """The formula of a display as printed; KeyError for a number that the book does not have."""
    return facts("book")["printed"][str(number)]


def slips(number: int) -> list[tuple[str, str]]:
    """(wrong fragment, what stands in its place) of a display, none if it stays as it is."""
    return [(wrong, right) for wrong, right in facts("book")["slips"].get(str(number), ())]


def corrected(number: int) -> str:
    """The formula as it must be, "" where it stays as printed."""
    return _replaced(number, lambda pair: pair[1]) if slips(number) else _whole(number)


def marked(number: int, mark) -> tuple[str, str]:
    """Printed and corrected form (or ""), with `mark(fragment)` round what was changed.

    What cannot be marked without breaking the formula stays unmarked.
    """
    whole = _whole(number)
    if whole or not slips(number):
        return printed(number), whole
    return (_replaced(number, lambda pair: _shown(pair[0], pair[1], mark)[0]),
            _replaced(number, lambda pair: _shown(pair[0], pair[1], mark)[1]))


def lettered(latex: str, language: str) -> str:
    """A formula with its indices in words, in the book's own letters where it is in Russian.

    A number such as 0,866 has a point in English, and no space behind the comma in Russian.
    """
    latex = NUMBER.sub(r"0{,}\1" if language == "ru" else r"0.\1", latex)
    if language != "ru":
        return TOOL.sub(r"\\text{tool}", latex)
    for latin, cyrillic in _cyrillic():
        latex = latin.sub(cyrillic, latex)
    return latex


@cache
def _cyrillic():
    return [(re.compile(latin), letters) for latin, letters in CYRILLIC.items()]


def _whole(number: int) -> str:
    return facts("book")["corrected"].get(str(number), "")


def _replaced(number: int, change) -> str:
    """The printed form with `change((wrong, right))` for every wrong fragment."""
    pairs = dict(slips(number))
    pattern = "|".join(re.escape(wrong) for wrong in sorted(pairs, key=len, reverse=True))
    return re.sub(pattern, lambda found: change((found[0], pairs[found[0]])), printed(number))


def _shown(wrong: str, right: str, mark) -> tuple[str, str]:
    """Two fragments with a mark round the words in which they differ."""
    a, b = wrong.split(" "), right.split(" ")
    short, head, tail = min(len(a), len(b)), 0, 0
    while head < short and a[head] == b[head]:
        head += 1
    while tail < short - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return _words(a, head, tail, mark), _words(b, head, tail, mark)


def _words(words: list[str], head: int, tail: int, mark) -> str:
    """The words with a mark round those between head and tail, or round a few more."""
    for more in range(max(head, tail) + 1):
        start, end = max(head - more, 0), len(words) - max(tail - more, 0)
        if start and words[start - 1] in (r"\dot", r"\ddot"):
            start -= 1
        text = " ".join(words[start:end])
        bare = re.sub(r"(\s*(\\cdot|[=+]|(?<!\\Bigl)\())+$", "", text)
        if bare and _balanced(bare):
            shown = mark(bare) + text[len(bare):]
            return " ".join([*words[:start], shown, *words[end:]])
    return " ".join(words)


def _balanced(text: str) -> bool:
    """Can the text stand alone as mathematics? A bracket of one size can."""
    text = re.sub(r"\\[bB]igg?[lr] ?(\\?.)", "", text)
    pairs = (("{", "}"), ("(", ")"), (r"\left", r"\right"), (r"\begin", r"\end"))
    return not re.search(r"&|\\\\|[_^\\]$|\\(d?dot|cdot|lambda|sum|tau|frac)$", text) and all(
        text.count(a) == text.count(b) for a, b in pairs)
