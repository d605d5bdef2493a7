r"""Displays of the book in lines that fit the column of a page.

A formula goes on in the next line before a + - = that stands in no bracket, else before a factor,
else before a sign inside of a bracket; the sign is said again there, as the book does.

>>> print(fitted("a = b_1 + b_2 + b_3 + b_4", most=9))
\begin{aligned} & a = b_1 + b_2 + b_3 + {} \\ & \quad {} + b_4 \end{aligned}
>>> fitted("a = b_1 + b_2", most=9)
'a = b_1 + b_2'
"""

from __future__ import annotations

import re
from functools import cache

__all__ = ["fitted", "width"]

#: Ems of a line: what a coloured box on a page 1280 pixels wide has room for.
MOST = 37.0
ALIGNED = re.compile(r"\\begin\{aligned\}(.*)\\end\{aligned\}", re.S)
TABLE = r"\\begin\{(%s)\}((?:(?!\\begin).)*?)\\end\{\1\}"
MATRIX, INNERMOST = (re.compile(TABLE % name, re.S)
                     for name in ("[bp]?matrix", "[bp]?matrix|aligned"))
GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
FRACTION = re.compile(rf"\\frac\s*({GROUP})\s*({GROUP})")
SMALL = rf"[_^](?:{GROUP}|\\[a-zA-Z]+|\w)"
#: A sign at the end of a line; where nothing stands behind it, no space would stand before it.
HANGING = re.compile(r"(?<=[^{&\s])\s*([+-]|\\cdot)\s*(?=\\\\|\\end\{aligned\})")
FURTHER = r"\quad {}"                 # the line of a formula that goes on; as above, for its sign
TERMS = r"(?=\s[+=-]\s)"
INDICES = re.compile(rf"(\\sum|\\prod)?((?:{SMALL})+)")
#: What is met in a formula -> its width in ems, the space round it counted in.
SIGNS = {r"\\(class|text|mathrm|operatorname|displaystyle|d?dot)\b|slip": 0, r"\\quad": 1,
         r"\\(sin|cos)": 1.6, r"\\(left|right)": 0.2, r"\\cdot": 0.72, r"\\ldots": 1.35,
         r"\\[ ,]": 0.2, r"\\(Leftrightarrow|land|times|pm|leq)": 1.4,
         r"\\([a-zA-Z]+|.)": 0.57, "[+=-]": 1.25, r"[]()[|]": 0.39, ",": 0.45, "[A-ZА-Я]": 0.73,
         r"\w": 0.5}


@cache
def fitted(latex: str, most: float = MOST) -> str:
    """A display whose lines are at most so many ems wide, as far as it can be broken."""
    latex = re.sub(r"=\s*&", "& =", latex)
    return HANGING.sub(r" \1 {} ", latex if width(latex) <= most else _broken(latex, most))


def _broken(latex: str, most: float) -> str:
    latex = MATRIX.sub(lambda one: _stacked(one[0], most - 3), latex)      # behind a quad and =
    whole = ALIGNED.fullmatch(latex.strip())
    rows = [_sides(row) for row in _cut(whole[1], r"\\\\")] if whole else [("", latex.strip())]
    if any(len(row) > 2 for row in rows):
        return latex
    room = most - max(width(left) for left, _ in rows)
    flush = any(not left and re.match("[+=-]", right) for left, right in rows[1:])
    lines = [f"{left if k == 0 else ''}& {line}" for left, right in rows
             for k, line in enumerate(_lines(right, room, flush))]
    return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


@cache
def width(latex: str) -> float:
    """About how many ems wide a formula is."""
    total = 0.0

    def met(size: float) -> str:
        nonlocal total
        total += size
        return " "
    text = latex
    while INNERMOST.search(text):
        text = INNERMOST.sub(lambda one: rf"\hspace{{{_table(*one.groups()):.1f}}}", text)
    text = re.sub(r"\\hspace\{(.*?)\}", lambda one: met(float(one[1])), text)
    text = FRACTION.sub(lambda one: met(max(map(width, one.groups())) + 0.24), text)
    text = INDICES.sub(lambda one: met(_indices(one[2], 1.6 if one[1] else 0.05)), text)
    for sign, size in SIGNS.items():
        text = re.sub(sign, lambda _, size=size: met(size), text)
    return total


def _table(name: str, inside: str) -> float:
    """The widest entry of each column, and the space between and around them."""
    columns = [max(map(width, column)) for column in zip(*_entries(inside))]
    return sum(columns) + (name != "aligned") * (1.2 + len(columns))


def _indices(text: str, least: float) -> float:
    """Indices above each other are as wide as the wider one; limits at least as their sign."""
    small = (re.sub("[+=-]", "A", one[1:]) for one in re.findall(SMALL, text))  # no space round it
    return max(least, 0.1 + 0.7 * max(map(width, small)))


def _stacked(matrix: str, most: float) -> str:
    """A matrix in whose longest entries each term has a line; in small type if that is too wide."""
    found = MATRIX.fullmatch(matrix)
    assert found
    begin, end, rows = rf"\begin{{{found[1]}}} ", rf" \end{{{found[1]}}}", _entries(found[2])
    for room in range(30, 7, -1):
        if width(matrix) <= most:
            return matrix
        matrix = begin + r" \\ ".join(" & ".join(
            _entry(entry, room) for entry in row) for row in rows) + end
    size = "small" if 0.85 * width(matrix) <= most else "scriptsize"
    return rf"{{\{size} {matrix}}}"


def _entry(entry: str, room: float) -> str:
    terms = _cut(entry, r"(?=\s[+-]\s)") if width(entry) > room else [entry]
    return entry if len(terms) == 1 else \
        r"\begin{aligned} & " + r" \\ & ".join(map(str.strip, terms)) + r" \end{aligned}"


def _entries(inside: str) -> list[list[str]]:
    return [[entry.strip() for entry in row.split("&")] for row in inside.split(r"\\")]


def _sides(row: str) -> list[str]:
    """What stands on the left and on the right of the place where rows are aligned."""
    sides = [side.strip() for side in _cut(row, "&")]
    return sides if len(sides) > 1 else ["", *sides]


def _lines(formula: str, room: float, flush: bool) -> list[str]:
    """A formula in lines no wider than the room; flush: its terms begin below each other."""
    lines, terms = [""], _cut(formula, TERMS) if flush else []
    for piece in _pieces(formula, room):
        if lines[-1] not in ("", FURTHER) and width(lines[-1] + piece) > room:
            over = lines[-1].strip().endswith(r"\quad")            # here another formula begins
            sign = re.match(r"\s*([+=-]|\\cdot)", piece)
            lines[-1] = lines[-1].strip().removesuffix(r"\quad").strip() + (
                f" {sign[1]}" if sign and not over else "")
            first = over or any(term.startswith(piece) for term in terms)
            lines.append("" if first else FURTHER)
        lines[-1] += piece
    return [line.strip() for line in lines]


def _pieces(formula: str, room: float) -> list[str]:
    """A formula cut where it may be broken, no finer than the room asks for."""
    pieces = [formula]
    for signs, inside in ((r"(?<=\\quad)\s", False), (r"\s[+=-]\s", False),
                          (r"\s\\cdot\s", False), (r"\s[+=-]\s", True)):
        pieces = [part for piece in pieces for part in (
            _cut(piece, f"(?={signs})", inside) if width(piece) > room - 1 else [piece])]
    return pieces


def _cut(text: str, sign: str, inside: bool = False) -> list[str]:
    """A text cut at a sign that stands in no bracket; inside: in brackets of one size it may."""
    found, opened, closed = [], "{" if inside else "{([", "}" if inside else "})]"
    depth, start, at = 0, 0, 0
    word, pattern = re.compile(r"\\(left|right|begin|end)\b"), re.compile(sign)
    while at < len(text):
        sized = word.match(text, at)
        if sized:
            depth += 1 if sized[1] in ("left", "begin") else -1
            at = sized.end() + (sized[1] in ("left", "right")) * _delimiter(text, sized.end())
            continue
        here = pattern.match(text, at) if depth == 0 else None
        if here and at > start:
            found.append(text[start:at])
            start = here.end()
        depth += (text[at] in opened) - (text[at] in closed)
        at = max(at + 1, here.end() if here else 0)
    return [*found, text[start:]]


def _delimiter(text: str, at: int) -> int:
    r"""How many letters the bracket behind \left or \right has."""
    found = re.compile(r"\s*(\\.|.)").match(text, at)
    return len(found[0]) if found else 0
