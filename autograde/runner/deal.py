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
    if not isinstance(name, str):
        raise TypeError(f"the name must be text, not {type(name).__name__}")
    known = normalise(name)
    if known in PLACEHOLDERS:
        raise ValueError(
            "type your own name or student number first, "
            'for example variant("ana.kovac"): your numbers follow from it')
    digest = hashlib.sha256(f"{salt}:{known}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:8], "big") % int(count)


def number_of(name: str, course: Mapping[str, Any]) -> int:
    """Return the variant number of `name` under `course`.

    ``course["numbers"]``, when present, assigns numbers by (normalised) name and
    goes before the deal, so that an instructor can hand out a given variant.
    """
    deal_by = course["deal"]
    number = deal(name, deal_by["count"], deal_by["salt"])
    given = {normalise(key): value for key, value in course.get("numbers", {}).items()}
    return given.get(normalise(name), number)
