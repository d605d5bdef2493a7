r"""Where symbols stand in the lessons, for the search: tau, \tau, τ, a_ij and τ_{ij} find them.

>>> written(r"\tau_{ij}\,c_j + \sin q_1")
['τ_ij', 'τ', 'c_j', 'q_1']
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache

import nbformat

from . import facts

__all__ = ["GREEK", "places", "written"]

GREEK = {name: sign for name, sign in zip(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega "
    "varepsilon vartheta varphi varrho varsigma".split(),
    "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩεθφρς")}
MATHS = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.S)
SYMBOL = re.compile(r"\\([A-Za-z]+)|([A-Za-z])(?![A-Za-z])")
INDEX = re.compile(r"\s*_(?:\{([^{}]*)\}|(\w))")
LESSONS = 4                              # of each symbol


def written(latex: str) -> list[str]:
    """The symbols of a formula: a Greek letter, and every letter with its index."""
    found = []
    for symbol in SYMBOL.finditer(latex):
        letter = GREEK.get(symbol[1], "") if symbol[1] else symbol[2]
        index = INDEX.match(latex, symbol.end())
        inside = re.sub(r"\\[,;! ]|[\s,]", "", (index[1] or index[2])) if index else ""
        if letter and re.fullmatch(r"\w{1,4}", inside):
            found.append(f"{letter}_{inside}")
        if symbol[1] and letter:
            found.append(letter)
    return found


@cache
def places() -> dict[str, list[tuple[str, int]]]:
    """Symbol -> (page, number of the cell where the lesson has it first)."""
    often: dict[str, Counter] = defaultdict(Counter)
    first: dict[tuple[str, str], int] = {}
    for path in facts.notebooks():
        for k, cell in enumerate(nbformat.read(path, as_version=4).cells, 1):
            if cell.cell_type == "markdown":
                for formula in MATHS.findall(cell.source):
                    for symbol in written("".join(formula)):
                        often[symbol][path.stem] += 1
                        first.setdefault((symbol, path.stem), k)
    return {symbol: [(f"lessons/{name}", first[symbol, name]) for name in _chosen(lessons)]
            for symbol, lessons in often.items()}


def _chosen(lessons: Counter) -> list[str]:
    """The first lesson that has a symbol often, then those that have it most often."""
    early = sorted(name for name, n in lessons.items() if n > 4)[:1]
    return [*dict.fromkeys([*early, *(name for name, _ in lessons.most_common())])][:LESSONS]
