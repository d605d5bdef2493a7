r"""Just enough LaTeX to execute appendix 1 from its own letters.

It reads sums and products of \sin q_k, \cos q_k, decimal numbers (with the book's comma) and
brackets, factors standing side by side, and matrices of such entries. A function before a
function, \sin \cos q_1, is the sine of the cosine, as written.

>>> float(value(r"2 \cos q_1 - 0,5 (1 + \sin q_2)", [0.0, 0.0]))
1.5
"""

from __future__ import annotations

import re

import numpy as np

__all__ = ["matrices", "value"]

TOKEN = re.compile(r"\\(?P<function>sin|cos)|q_(?P<joint>\d)|(?P<number>\d+(,\d+)?)"
                   r"|(?P<sign>[-+()])")
LAYOUT = re.compile(r"\\(left|right|quad)\b\.?|\\[ ,]|[{}&]")


def value(latex: str, q) -> float:
    """Value of an expression at joint coordinates q (q[0] is q_1)."""
    tokens = _tokens(latex)
    result = _sum(tokens, q)
    if tokens:
        raise ValueError(f"latex: got {tokens[0]} after the expression, needs its end")
    return result


def matrices(latex: str, q) -> list[np.ndarray]:
    """Values of the matrices (pmatrix) in a formula, in order."""
    found = re.findall(r"\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", latex, re.S)
    return [np.array([[value(entry, q) for entry in row.split("&")]
                      for row in body.strip().split(r"\\")]) for body in found]


def _tokens(latex: str) -> list[tuple[str, str]]:
    plain = LAYOUT.sub(" ", latex)
    rest = TOKEN.sub("", plain).strip()
    if rest:
        raise ValueError(f"latex: got {rest.split()[0]!r}, needs sines, cosines, q_k and numbers")
    return [(kind, m[kind]) for m in TOKEN.finditer(plain) if (kind := m.lastgroup)]


def _sum(tokens, q) -> float:
    total = 0.0
    while tokens and tokens[0][1] != ")":
        sign = -1.0 if tokens[0][1] == "-" else 1.0
        if tokens[0][1] in "+-":
            tokens.pop(0)
        total += sign * _product(tokens, q)
    return total


def _product(tokens, q) -> float:
    result = _factor(tokens, q)
    while tokens and tokens[0][1] not in ("+", "-", ")"):
        result *= _factor(tokens, q)
    return result


def _factor(tokens, q) -> float:
    kind, text = tokens.pop(0)
    if kind == "function":
        return getattr(np, text)(_factor(tokens, q))
    if kind == "joint":
        return q[int(text) - 1]
    if kind == "number":
        return float(text.replace(",", "."))
    if text != "(":
        raise ValueError(f"latex: got {text!r}, needs a factor")
    inside = _sum(tokens, q)
    if not tokens or tokens.pop(0)[1] != ")":
        raise ValueError("latex: got an open bracket, needs ')'")
    return inside
