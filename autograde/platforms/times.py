"""Times as the tables of forms write them, read without a guess at day and month.

    14.10.2025 20:01:02             Google, Yandex, Microsoft in Russian
    2025/10/14 8:01:02 PM GMT+3     the CSV that Google Forms itself offers
    10/14/2025 20:01:02             Google's table in American English; in British 14/10/2025
    10/14/25 20:01:02               Microsoft Forms in English
    2025-10-14 20:01:02             and with T, parts of a second and a zone, as programs write it
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from ..words import _
from . import moodle

__all__ = ["ORDERS", "times"]

ORDERS = ("dmy", "mdy")         # day or month first
WRITTEN = re.compile(
    r"(?P<a>\d{1,4})(?P<mark>[./-])(?P<b>\d{1,2})(?P=mark)(?P<c>\d{2,4})[ T,]*"
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:[.,]\d+)?"
    r"(?: ?(?P<half>AM|PM|ДП|ПП))?"
    r"(?: ?(?:(?:GMT|UTC)?(?P<sign>[+-])(?P<h>\d{1,2})(?::?(?P<m>\d{2}))?|(?P<zero>Z|GMT|UTC)))?",
    re.IGNORECASE)


def times(texts: Sequence[str], zone: tzinfo, order: str | None = None) -> list[datetime | None]:
    """The times of a column, None for what is none.

    zone: of times that name none. order: of day and month, where the column does not tell.
    ValueError where 05/10/2025 may be either, and no other time of the column tells.
    """
    found = [WRITTEN.fullmatch(text.strip()) for text in texts]
    order = order or _order([one for one in found if one and one["mark"] != "." and
                             len(one["a"]) < 4])
    return [_time(one, order, zone) if one else moodle.written(text, zone)
            for one, text in zip(found, texts)]


def _order(unclear: Sequence[re.Match[str]]) -> str:
    """Whether the day or the month stands first between strokes."""
    first, second = (any(int(one[part]) > 12 for one in unclear) for part in "ab")
    if unclear and first == second:
        raise ValueError(_("times such as {example}: which number is the day? needs --dates dmy "
                           "(the day first) or mdy (the month first)", example=unclear[0][0]))
    return "mdy" if second else "dmy"


def _time(one: re.Match[str], order: str, zone: tzinfo) -> datetime | None:
    parts = [int(one[part]) for part in "abc"]
    if len(one["a"]) == 4:
        year, month, day = parts
    else:
        day, month, year = parts if one["mark"] == "." or order == "dmy" else (
            parts[1], parts[0], parts[2])
    hour = int(one["hour"])
    if one["half"]:
        hour = hour % 12 + 12 * (one["half"].upper() in ("PM", "ПП"))
    try:
        return datetime(year + 2000 * (year < 100), month, day, hour, int(one["minute"]),
                        int(one["second"] or 0), tzinfo=_zone(one, zone))
    except ValueError:
        return None                     # the 31st of February


def _zone(one: re.Match[str], zone: tzinfo) -> tzinfo:
    """That of the text: GMT+3 is three hours before Greenwich's, as its reader means it."""
    if one["zero"]:
        return UTC
    if not one["sign"]:
        return zone
    away = timedelta(hours=int(one["h"]), minutes=int(one["m"] or 0))
    return timezone(away if one["sign"] == "+" else -away)
