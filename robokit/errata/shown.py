r"""Rows of the errata as text to read: in a notebook, on a page, on paper.

>>> maths(r"\tau_{0i} = \tau_{01}").split()
['$$', '\\tau_{0i}', '=', '\\tau_{01}', '$$']
>>> maths(r"\text{the inverse of } \tau_{i0}")
'the inverse of $\\tau_{i0}$'
"""

from __future__ import annotations

import re

__all__ = ["broken", "claim", "display", "erratum", "maths", "observation", "sentence", "width"]

#: A display with more words than these is a sentence; one wider than this many signs is broken.
SENTENCE, LINE = 11, 52


def maths(text: str) -> str:
    """A printed or corrected form: a sentence with its mathematics, or a display."""
    if "$" in text or not re.search(r"[\\^_=]", text):
        return text
    parts = _sentences(text)
    if any(len(words) > SENTENCE for words in parts[1::2]):
        return " ".join("".join(_inline(part) if k % 2 == 0 else part
                                for k, part in enumerate(parts)).split())
    return f"$$\n{broken(text)}\n$$"


def _sentences(text: str) -> list[str]:
    """Mathematics, words, mathematics, ...: cut at each \\text{} that stands in no group."""
    parts, depth, start = [], 0, 0
    for k, sign in enumerate(text):
        if sign == "{" and depth == 0 and text.endswith("\\text", 0, k):
            parts.append(text[start:k - len("\\text")])
            start = k + 1
        depth += (sign == "{") - (sign == "}")
        if sign == "}" and depth == 0 and len(parts) % 2:
            parts.append(text[start:k])
            start = k + 1
    return [*parts, text[start:]]


def _inline(part: str) -> str:
    """Mathematics between words; a comma and the space round it belong to the sentence."""
    space = r"((?:[\s,;]|\\quad|\\[ ,;])*)"
    found = re.fullmatch(f"{space}(.*?){space}", part, re.S)
    assert found
    before, inside, behind = found.groups()
    before, behind = (re.sub(r"\\quad|\\[ ,;]", " ", x) for x in (before, behind))
    large = r"\displaystyle " if re.search(r"\\(sum|prod|frac)(?![a-z])", inside) else ""
    return f"{before}${large}{inside}${behind}" if inside else before + behind


def broken(text: str) -> str:
    """A display that is wider than the column, in lines: one a formula, or broken at the signs."""
    if re.search(r"\\begin|\\left|\\\\", text) or width(text) <= LINE:
        return text
    lines: list[str] = []
    for formula in re.split(r"\s*\\quad\s*", text):
        if lines and width(lines[-1]) + width(formula) + 3 <= LINE:
            lines[-1] += rf"\quad {formula}"
            continue
        lines.append("")
        for piece in _terms_of(formula):
            if lines[-1] and width(lines[-1]) + width(piece) > LINE:
                lines.append(r"\quad ")
            lines[-1] += piece
    shown = r" \\ &".join(line.strip() for line in lines)
    return rf"\begin{{aligned}} &{shown} \end{{aligned}}" if len(lines) > 1 else text


def _terms_of(formula: str) -> list[str]:
    """A formula cut before each + - = that stands free and in no group."""
    pieces, depth, start = [], 0, 0
    for k, sign in enumerate(formula):
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and sign in "+-=" and formula[k - 1:k] == " " == formula[k + 1:k + 2]:
            pieces.append(formula[start:k])
            start = k
    return [*pieces, formula[start:]]


def width(text: str) -> float:
    """About how many signs wide a formula is."""
    names = re.sub(r"\\(sin|cos|arctan|arctg)\b", "abc", text)
    small = re.sub(r"[_^](\{[^{}]*\}|\\?\w+)", "a", names)
    plain = re.sub(r"\\[a-zA-Z]+|\\.", "a", small)
    return len(re.sub(r"[\s{}]", "", plain))


def sentence(text: str) -> str:
    """Upper case first; a line never begins with what Markdown takes for a list."""
    return text[:1].upper() + text[1:]


# -- rows in a notebook ----------------------------------------------------------------------------
def erratum(row) -> str:
    """An erratum as Markdown: both forms with their differences, why, and what was seen."""
    found = row.check()
    copy = " · may be a fault of the copy" if row.copy else ""
    return "\n\n".join([
        f"**{row.id}** · {row.place} · *{row.kind}*{copy}",
        f"As printed ({size(found.printed_residual)}):", maths(row.printed),
        f"Corrected ({size(found.corrected_residual)}):", maths(row.corrected),
        row.why, f"*Executed:* {row.seen}"])


def display(row) -> str:
    """A display as Markdown: its form, the verdict, the condition, the corrected form, errata."""
    label = f"display {row.number}" if row.source == "book" else f"{row.source}, {row.number}"
    parts = [f"**{label}** · *{row.verdict}*"]
    if row.printed:
        parts.append(f"$$\n{row.printed}\n$$")
    if row.condition:
        parts.append(f"Condition: {row.condition}.")
    if row.corrected:
        parts += ["Corrected:" if row.errata else "With one meaning for each symbol:",
                  f"$$\n{row.corrected}\n$$"]
    return "\n\n".join([*parts, *([", ".join(row.errata)] if row.errata else [])])


def claim(row) -> str:
    """A statement as Markdown."""
    condition = f" Condition: {row.condition}." if row.condition else ""
    return f"**{row.id}** · {row.place} · *{row.verdict}*\n\n{row.text}{condition}"


def observation(row) -> str:
    """What is not decided, as Markdown."""
    return f"{row.place} · *not decided by execution*\n\n{row.text}"


def size(residual: float) -> str:
    """A difference from the truth: 0 below the tolerance, else two figures."""
    if residual == float("inf"):
        return "no value, or another size"
    return "difference 0" if residual <= 1e-9 else f"difference {residual:.2g}"
