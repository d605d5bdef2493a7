"""Which variant belongs to which name.

One module without dependencies, imported both by the notebook's side (inside
the sandbox) and by the judge's, so that the two cannot disagree.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

#: Names that a template contains, i.e. that nobody has replaced yet.
PLACEHOLDERS = frozenset({"", "_", "your_id", "your_name"})

# Whitespace, full stops and every kind of hyphen or dash count as one separator.
_SEPARATORS = re.compile(r"[\s.\-\u2010-\u2015\u2212]+")


def normalise(name: str) -> str:
    """Return the one spelling under which `name` is known.

    >>> normalise("  Ana-Maria  O.  Kovač "), normalise("ANA_MARIA_O_KOVAČ")
    ('ana_maria_o_kovač', 'ana_maria_o_kovač')
    """
    folded = unicodedata.normalize("NFKC", str(name)).casefold()
    folded = unicodedata.normalize("NFKC", folded).strip()
    return re.sub("_+", "_", _SEPARATORS.sub("_", folded))


def deal(name: str, count: int, salt: str) -> int:
    """Return the number, 0 <= number < `count`, of the variant dealt to `name`.

    The digest spreads names evenly and is the same on every machine and for
    every version of Python, which the built-in ``hash`` is not.
    """
    return int.from_bytes(_digest(name, salt)[:8], "big") % int(count)


def key_of(name: str, salt: str) -> str:
    """Return the word under which `name` stands in a table of own variants.

    It does not show the name. Whoever knows a name can look it up, as the
    notebook does that finds its numbers without network.
    """
    return _digest(name, f"{salt}:own").hex()[:16]


def _digest(name: str, salt: str) -> bytes:
    if not isinstance(name, str):
        raise TypeError(f"the name must be text, not {type(name).__name__}")
    known = normalise(name)
    if known in PLACEHOLDERS:
        raise ValueError(
            "type your own name or student number first, "
            'for example variant("ana.kovac"): your numbers follow from it')
    return hashlib.sha256(f"{salt}:{known}".encode("utf-8", "replace")).digest()


def listed(name: str, course: Mapping[str, Any]) -> bool:
    """Has `name` a set of its own, or has nobody?

    False where there is a roster and the name is not on it: then its numbers are shared.
    """
    dealt = course["deal"]
    given = {normalise(key) for key in course.get("numbers", {})}
    return ("own" not in dealt or key_of(name, dealt["salt"]) in dealt["own"]
            or normalise(name) in given)


def number_of(name: str, course: Mapping[str, Any]) -> int:
    """Return the variant number of `name` under `course`.

    ``course["deal"]["own"]``, when present, has a number for each name on the
    roster, under `key_of` it; all others share the first ``spare`` variants.
    ``course["numbers"]`` assigns numbers by (normalised) name and goes before
    the deal, so that an instructor can hand out a given variant.
    """
    dealt = course["deal"]
    # Without own numbers the shared ones are called "count": what knows of no
    # own ones stops at a table that has them, and deals nobody a wrong one.
    number = deal(name, dealt["spare" if "own" in dealt else "count"], dealt["salt"])
    number = dealt.get("own", {}).get(key_of(name, dealt["salt"]), number)
    given = {normalise(key): value for key, value in course.get("numbers", {}).items()}
    return int(given.get(normalise(name), number))
