r"""The corrected displays of the book executed as one set, from their own LaTeX.

Every symbol has one meaning here, taken from `oracle`: an axis that turns, a point that moves, a
force on it. A display is read as it stands in `book.toml` and holds when all its members are equal
on random chains, for every value of the indices that it leaves free.

>>> residual(108) < 1e-9, residual(108, printed=True) > 1e-3
(True, True)
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import numpy as np

from . import formulas, oracle
from .reading import INDEX, NotRead, Outside, Reading
from .world import World

__all__ = ["EXECUTED", "displays", "residual"]

#: Displays that are executed, with what must be true of the indices that they leave free.
ANY, FORWARD, COLUMN, OUTER, LAST = "", "i < j", "j <= i", "i <= j", "i == n"
EXECUTED: dict[int, str] = {
    **dict.fromkeys([*range(23, 31), 32, 34, 35, *range(42, 60), *range(64, 67), *range(68, 75),
                     80, 81, 83, 84, *range(90, 103), *range(105, 113), 117, 118, 123, 124, 127,
                     *range(131, 152), 153, 155, 156, 158, 160, 161, *range(163, 166), 169, 170,
                     *range(172, 189), *range(190, 198), *range(199, 203), *range(204, 208),
                     211, 212, *range(214, 221), *range(223, 231), *range(233, 236)], ANY),
    **dict.fromkeys([38, *range(60, 64)], FORWARD), **dict.fromkeys([36, 37, 39], "j - i >= 4"),
    **dict.fromkeys([76, 77, 79], LAST),
    **dict.fromkeys([*range(113, 117), *range(119, 123), 154, 159, 162, 166], COLUMN),
    **dict.fromkeys([198, 208, 209, 210], OUTER),
    33: "i >= 4", 171: "i <= n - 2", 218: ANY, 231: "j <= k", 232: "j <= k"}
#: Displays that continue on a page: their lines are one formula.
CONTINUED = {151: (151, 152), 156: (156, 157)}
#: Displays whose indices are frames, 0 among them, and not links.
FRAMES = {*range(36, 40), *range(44, 49), *range(60, 64)}
#: From here on the point of a link is its centre of mass, as section 8 has it.
DYNAMICS = 169


def equations(text: str) -> list[list[str]]:
    """The equations of a display, each as its members, which are to be equal."""
    text = re.sub(r"\\[bB]igg?l\b", r"\\left", re.sub(r"\\[bB]igg?r\b", r"\\right", text))
    text = re.sub(r"\\(begin|end)\{aligned\}|\\left\.|\\right\.", " ", text)
    text = "".join(part if k % 2 else part.replace("&", " ") for k, part in enumerate(
        re.split(r"(\\begin\{[bp]matrix\}.*?\\end\{[bp]matrix\})", text)))
    text = _filled(text.replace(r"(\cdot)", r"(\alpha)"))
    text = re.sub(r",?\s*\\quad\s*\(?[ij] = 1, 2, \\ldots, n\)?|\\quad\s*\(\d\.\d+\)", " ", text)
    text = re.sub(r"=\s*\\text\{const\}|\\quad", " ", text)
    text = re.sub(r"([+=-])\s*\\\\\s*\1", r"\1", text)              # a sign is repeated on a line
    found = []
    for formula in _cut(text, (",", r"\\", r"\land", r"\Leftrightarrow")):
        members = [one.strip() for one in _cut(formula, ("=",)) if one.strip(" .;")]
        if len(members) > 1:
            found.append([member.rstrip(" .;") for member in members])
    return found


def _filled(text: str) -> str:
    """What dots stand for: the factors, or the addends, between two that are written."""
    def factors(found):
        one, other = (INDEX.findall(found[k]) for k in (1, 2))
        between = r"\,".join("".join(index) for index in (one[1], other[0]))
        return rf"\tau_{{{found[1]}}} \cdot \tau_{{{between}}} \cdot \tau_{{{found[2]}}}"

    def addends(found):
        first = found[2]                                        # "2", or "i+1"
        start = f"{int(first) + 1}" if first.isdigit() else f"{first[:-1]}{int(first[-1]) + 1}"
        inside = found[1].replace(f"B{first}", "Bd").replace(f"I{first}", "Id")
        return rf"{found[1]} - \sum_{{d={start}}}^{{n-1}} {inside} - {found[3]}"
    text = re.sub(r"\\tau_\{([^{}]*)\} \\cdot \\ldots \\cdot \\tau_\{([^{}]*)\}", factors, text)
    text = re.sub(r"\\tau_\{([^{}]*)\}\^T \\cdot \\ldots \\cdot \\tau_\{([^{}]*)\}\^T",
                  lambda found: factors({1: found[2], 2: found[1]}).join(("(", ")^T")), text)
    return re.sub(r"(\\left\(F_\{B([^{}]*)\}[^()]*\(0\)[^()]*\(0\)\}\\right\)) - \\ldots - "
                  r"(\\left\(F_\{Bn\}[^()]*\(0\)[^()]*\(0\)\}\\right\))", addends, text)


def _cut(text: str, signs: tuple[str, ...]) -> list[str]:
    """A text cut at signs that stand in no brackets."""
    pieces, depth, start, at = [], 0, 0, 0
    while at < len(text):
        sign = next((s for s in signs if text.startswith(s, at)), "") if depth == 0 else ""
        if sign:
            pieces.append(text[start:at])
            at = start = at + len(sign)
            continue
        depth += text.startswith(r"\begin", at) - text.startswith(r"\end", at)
        depth += (text[at] in "({[") - (text[at] in ")}]")
        at += 2 if text[at] == "\\" and text[at + 1:at + 2] in ("\\", ",") else 1
    return [*pieces, text[start:]]


@cache
def _worlds(dynamics: bool) -> list[World]:
    return [World(case, dynamics) for case in oracle.samples()]


def displays(number: int, printed: bool = False) -> str:
    """The LaTeX of a display in the set; of one that goes on, with what follows it."""
    parts = CONTINUED.get(number, (number,))
    return r" \\ ".join(formulas.printed(k) if printed or not formulas.corrected(k)
                    else formulas.corrected(k) for k in parts)


def residual(number: int, printed: bool = False) -> float:
    """Largest difference between the members of a display; inf where it has no value.

    printed: of the form as printed, with the symbols' meanings in the set.
    """
    try:
        read = [[Reading(member) for member in members] for members
                in equations(displays(number, printed))]
        return max((_difference(members, world, number)
                    for world in _worlds(number >= DYNAMICS) for members in read), default=0.0)
    except (NotRead, KeyError, IndexError):
        return np.inf


def _difference(members: list[Reading], world: World, number: int) -> float:
    """Largest difference over the values of the free indices; inf where there are none."""
    domain, first = EXECUTED.get(number, ANY), 0 if number in FRAMES else 1
    names = sorted(set().union(*(member.names for member in members)) - {"v"})
    worst, said = 0.0, 0
    for values in product(range(first, world.n + 1), repeat=len(names)):
        bound = dict(zip(names, values))
        if names and domain and not eval(domain, {"__builtins__": {}}, bound | {"n": world.n}):
            continue
        try:
            found = [member(world, bound) for member in members]
        except (Outside, IndexError):
            continue
        said += 1
        for one in found[1:]:
            if one.shape != found[0].shape and not found[0].size == one.size == 1:
                if not (one.size == 1 and not one.any() or found[0].size == 1
                        and not found[0].any()):
                    raise NotRead(f"equation: got {found[0].shape} and {one.shape}")
            worst = max(worst, float(np.max(np.abs(one - found[0]))
                                     / max(1.0, np.max(np.abs(found[0])))))
    return worst if said else np.inf
