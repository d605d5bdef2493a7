"""What comes from the sandbox: parsed and checked.

An encoded value is a dict with a "type", as `autograde.runner.encode` makes it. Whatever
the checks here return is a new, bounded copy of it with nothing else in it.
"""

from __future__ import annotations

import base64
import builtins
import json
import math
import re
import struct
from collections.abc import Callable, Collection
from typing import Any

__all__ = ["Garbage", "Value", "checked", "checked_output", "clean_text", "discreet", "parse",
           "stacked"]

Value = dict[str, Any]      # an encoded value, or a part of one
MOST_PIXELS = 50_000_000    # of a picture: what a page needs four bytes each to draw
MAX_DEPTH = 14              # nesting of lists, and dimensions of an array


class Garbage(ValueError):
    """What came is not what the protocol allows."""


def parse(line: bytes) -> Any:
    """Parse one line of strict JSON; raises Garbage for anything else, NaN included."""
    def refuse(name: str) -> None:
        raise Garbage(f"{name} is not JSON")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError) as problem:
        raise Garbage(str(problem)[:100]) from None


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_PICTURES = {"image/png": "iVBORw0KGgo", "image/jpeg": "/9j/"}
_EXCEPTIONS = frozenset(name for name, item in vars(builtins).items()
                        if isinstance(item, type) and issubclass(item, BaseException)) | {
    "LinAlgError", "NonInvertibleMatrixError", "NonSquareMatrixError", "ShapeError", "SympifyError"}
_FIXED = ("Singular matrix", "Last 2 dimensions of the array must be square")   # numpy's words


def clean_text(text: Any, limit: int) -> str:
    """Return `text` without control characters and lone surrogates.

    It is cut after `limit` characters; Garbage is raised if it is no text.
    """
    if not isinstance(text, str):
        raise Garbage("text expected")
    clean = _CONTROLS.sub("", _ESCAPES.sub("", text[:limit]))
    return clean.encode("utf-8", "replace").decode("utf-8")


def checked(value: Any, depth: int = 0) -> Value:
    """Return a clean copy of an encoded value; raises Garbage if it is none.

    `depth` says how many lists and maps lie around it.
    """
    if depth > MAX_DEPTH or not isinstance(value, dict):
        raise Garbage("an encoded value expected")
    kind = value.get("type")
    check = _CHECKS.get(kind) if isinstance(kind, str) else None
    if check is None:
        raise Garbage("unknown type of value")
    return {"type": kind, **check(value, depth)}


def _check_array(value: Value, depth: int) -> Value:
    data, shape = _list(value.get("data"), 1_000_000), _shape(value)
    if math.prod(shape) != len(data):
        raise Garbage("the shape does not fit the data")
    return {"shape": shape, "data": [_number(item) for item in data]}


def _shape(value: Value) -> list[int]:
    shape = _list(value.get("shape"), MAX_DEPTH)
    if not all(type(size) is int and 0 <= size <= 1_000_000 for size in shape) \
            or math.prod(size or 1 for size in shape) > 1_000_000:
        raise Garbage("not a shape")
    return list(shape)


def _number(item: Any) -> float:
    if type(item) not in (int, float):
        raise Garbage("a number expected")
    try:
        number = float(item)
    except OverflowError:
        raise Garbage("a number too large") from None
    if not math.isfinite(number):           # 1e999 is valid JSON
        raise Garbage("a finite number expected")
    return number


def _list(value: Any, limit: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > limit:
        raise Garbage("a list of bounded length expected")
    return value


def _check_bool(value: Value, depth: int) -> Value:
    if not isinstance(value.get("value"), bool):
        raise Garbage("true or false expected")
    return {"value": value["value"]}


def _check_list(value: Value, depth: int) -> Value:
    return {"items": [checked(item, depth + 1) for item in _list(value.get("items"), 1_000)]}


def _check_map(value: Value, depth: int) -> Value:
    items = value.get("items")
    if not isinstance(items, dict) or len(items) > 1_000:
        raise Garbage("a map of bounded size expected")
    return {"items": {clean_text(key, 2_000): checked(item, depth + 1)
                      for key, item in items.items()}}


def _check_expression(value: Value, depth: int) -> Value:
    return {"shape": _shape(value),
            "symbols": [clean_text(name, 200) for name in _list(value.get("symbols"), 1_000)]}


def _check_error(value: Value, depth: int) -> Value:
    # A name of the student's making could carry text; only Python's and its libraries' own pass.
    name, text = value.get("name"), value.get("text")
    return {"name": name if isinstance(name, str) and name in _EXCEPTIONS else "Exception"} | (
        {"text": text} if isinstance(text, str) and text in _FIXED else {})


# What the runner says of an answer that cannot be used; whatever else comes is not its word.
_REASONS = re.compile(
    r"nested too deeply|contains (NaN|infinity)|complex numbers|it has no numeric value|unreadable"
    r"|too large(: more than \d{1,9} \w{1,10}|: out of memory|: a number above 1e308"
    r"|: all answers together)?"
    r"|too many processes: the answer could not be kept"
    r"|an (object of type|array of) (?P<type>[\w?\[\]]{1,60})"
    r"|unknown symbol (?P<symbol>[\w{}^\\]{1,60})")


def _check_unusable(value: Value, depth: int) -> Value:
    reason = clean_text(value.get("reason"), 200)
    return {"reason": reason if _REASONS.fullmatch(reason) else "unreadable"}


def discreet(value: Value, symbols: Collection[str] = ()) -> Value:
    """A checked value worked out from hidden inputs, without words that could carry them.

    `symbols` are those of the answer itself, known before any hidden input came: they may
    be named.
    """
    if value["type"] == "list":
        return value | {"items": [discreet(item, symbols) for item in value["items"]]}
    if value["type"] == "map":
        return value | {"items": {k: discreet(v, symbols) for k, v in value["items"].items()}}
    if value["type"] != "unusable":
        return value
    said = _REASONS.fullmatch(value["reason"])
    if said is None:
        raise Garbage("a reason of the runner expected")
    if said["type"]:
        return value | {"reason": "an object that is no number"}
    if said["symbol"] and said["symbol"] not in symbols:
        return value | {"reason": "unknown symbol"}
    return value | {"reason": re.sub(r": more than.*", "", value["reason"])}


_CHECKS: dict[str, Callable[[Value, int], Value]] = {
    "array": _check_array, "bool": _check_bool, "list": _check_list, "map": _check_map,
    "expression": _check_expression, "error": _check_error,
    "text": lambda value, depth: {"value": clean_text(value.get("value"), 2_000)},
    "unusable": _check_unusable,
    "none": lambda value, depth: {}, "function": lambda value, depth: {},
}


def stacked(encoded: Value) -> tuple[list[int], list[float]] | None:
    """Return ``(shape, data)`` of an array, or of lists that amount to one, else None.

    A student's ``((1, 0), (0, 1))`` arrives as lists of scalars and means a matrix.
    """
    if encoded["type"] == "array":
        return encoded["shape"], encoded["data"]
    if encoded["type"] != "list" or not encoded["items"]:
        return None
    parts = [part for item in encoded["items"] if (part := stacked(item)) is not None]
    if len(parts) < len(encoded["items"]) or any(shape != parts[0][0] for shape, _ in parts):
        return None
    return [len(parts), *parts[0][0]], [number for _, data in parts for number in data]


def checked_output(output: Any, limit: int) -> tuple[dict[str, Any], int]:
    """Return ``(clean nbformat output, its size in characters)``; raises Garbage if it is none.

    Each text in it is cut after `limit` characters.
    """
    if not isinstance(output, dict):
        raise Garbage("an output expected")
    kind = output.get("output_type")
    clean: dict[str, Any]
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        clean = {"output_type": kind, "name": name, "text": clean_text(output.get("text"), limit)}
        return clean, len(clean["text"])
    if kind == "error":
        trace = [clean_text(line, limit) for line in _list(output.get("traceback"), 100)]
        clean = {"output_type": kind, "ename": clean_text(output.get("ename"), 200),
                 "evalue": clean_text(output.get("evalue"), 2_000), "traceback": trace}
        return clean, len(clean["evalue"]) + sum(map(len, trace))
    if kind in ("display_data", "execute_result"):
        clean = {"output_type": kind, "metadata": {},
                 "data": _checked_bundle(output.get("data"), limit)}
        if kind == "execute_result":
            count = output.get("execution_count")
            clean["execution_count"] = count if type(count) is int and 0 <= count < 10**6 else None
        return clean, sum(map(len, clean["data"].values()))
    raise Garbage("unknown kind of output")


def _checked_bundle(data: Any, limit: int) -> dict[str, str]:
    """Text, formulas and pictures; nothing that a page would execute.

    Markdown may hold HTML, so it is kept as the plain text that it also is.
    """
    if not isinstance(data, dict):
        raise Garbage("a bundle expected")
    clean = {}
    for kind in ("text/plain", "text/latex"):
        if kind in data:
            clean[kind] = clean_text(data[kind], limit)
    if "text/latex" in clean:           # a formula is no link, wherever it is drawn
        clean["text/latex"] = clean["text/latex"].replace("\\href", "\\ href")
    if "text/markdown" in data:
        clean["text/plain"] = clean_text(data["text/markdown"], limit)
    for kind, start in _PICTURES.items():
        picture = data.get(kind)
        if isinstance(picture, str) and picture.startswith(start):
            compact = "".join(picture.split())
            if _BASE64.fullmatch(compact) and _pixels(kind, compact) <= MOST_PIXELS:
                clean[kind] = picture
    return clean


def _pixels(kind: str, picture: str) -> float:
    """Width times height as the picture's header says; infinity where it does not.

    A few bytes can stand for a picture that takes gigabytes to draw.
    """
    try:
        data = base64.b64decode(picture if kind == "image/jpeg" else picture[:48] + "=" * (
            -len(picture[:48]) % 4))
        if kind == "image/png":
            width, height = struct.unpack(">II", data[16:24])
        else:
            height, width = _size_of_jpeg(data)
    except (ValueError, struct.error):
        return math.inf
    return float(width) * height


def _size_of_jpeg(data: bytes) -> tuple[int, int]:
    """Height and width, from the segment that begins the frame."""
    place = 2
    while True:
        mark, code, length = struct.unpack(">BBH", data[place:place + 4])
        if mark != 0xFF or length < 2:
            raise ValueError("not a segment")
        if 0xC0 <= code <= 0xCF and code not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5:place + 9])
            return height, width
        place += 2 + length
