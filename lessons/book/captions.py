"""The words of a figure as they are set in print.

A caption and a description are plain text, since a screen reader and a terminal read them too:
q_1, -8.1, 2e-16. On a page an index is small, a minus is as long as a plus, and a power of ten
is one.

>>> printed("k_w = -1, O_(i-1); a_ij of $a_{ij}$, F_{B2}")
'k<sub>w</sub> = −1, O<sub>i−1</sub>; a<sub>ij</sub> of $a_{ij}$, F<sub>B2</sub>'
>>> printed("2e-16 m, 2e+00 m, from -20 to 1-6")
'2·10<sup>−16</sup> m, 2 m, from −20 to 1-6'
"""

from __future__ import annotations

import re

__all__ = ["printed"]

#: Formulas, code and tags stay as they are.
APART = re.compile(r"(\$[^$]*\$|`[^`]*`|<[^>]*>)")
INDEX = re.compile(r"(?<![\w/.])([A-Za-zα-ω])_(?:\{(\w+)\}|\(([\w+-]+)\)|(\w{1,2}))(?!\w)")
POWER = re.compile(r"(?<=\d)e([+-])0*(\d*)(?!\w)")
MINUS = re.compile(r"(?<![\w)\]])-(?=[\d.(]|[A-Za-zα-ω]_)")


def printed(text: str) -> str:
    """Caption and description as Markdown with indices, minus signs and powers of ten."""
    return "".join(part if k % 2 else _plain(part) for k, part in enumerate(APART.split(text)))


def _plain(text: str) -> str:
    return INDEX.sub(_index, POWER.sub(_power, MINUS.sub("−", text)))


def _index(found: re.Match) -> str:
    index = next(one for one in found.groups()[1:] if one)
    return f"{found[1]}<sub>{index.replace('-', '−')}</sub>"


def _power(found: re.Match) -> str:
    sign, power = found.groups()
    return f"·10<sup>{'−' if sign == '-' else ''}{power}</sup>" if power else ""
