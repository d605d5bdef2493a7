"""What the grader says, made in English and said in the language of whoever reads it.

Where something is found out nobody knows yet who will read it, and what is written into a receipt
must not depend on the course's language. So a message is a `Text`: a str that is the English
sentence and remembers what it was made of.

    found = _("{place} is wrong by {x:.2g}", place=_("row {row}", row=1), x=0.5)
    found                                   # 'row 1 is wrong by 0.5'
    Speaker("ru").say(found)                # 'неверно значение: строка 1, отклонение 0,5'

Messages and their translations stand in catalogues of gettext, ru.po: that of the engine in
locale/, that of an assignment in its folder; `autograde.catalogues` writes them. Field values are
numbers, texts, or names and code, which are the same in all languages.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["SOURCE", "Node", "Speaker", "Text", "_", "asked", "formed", "here", "joined",
           "languages", "masked", "ngettext", "numbered", "of_law", "remembered", "restored",
           "said", "speak", "spoken", "table"]

SOURCE = "en"                       # the language of the code
LOCALE = Path(__file__).resolve().parent / "locale"
FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
MEASURED = re.compile(r"\d[\d.e+-]*\d")
WHOLE = re.compile(r"(?<![\w.])\d+(?![\w.])")
#: {what:small}, in a translation: a sentence that does not begin with a capital here, behind a
#: colon. A Latin word is a name or code and keeps it.
SMALL = "small"
Node = Any      # what a text is made of, as JSON has it: a name, a number, {"id": message, "with":
                # fields}, also with "many" and "n", or {"join": separator, "parts": nodes}


# -- texts ---------------------------------------------------------------------------------------
class Text(str):
    """An English sentence that can be said in another language."""

    node: Node

    def __new__(cls, node: Node) -> Text:
        made = super().__new__(cls, _rendered(node, _ENGLISH))
        made.node = node
        return made

    def __str__(self) -> Text:
        return self             # so that the text of an exception remains one

    def __reduce__(self) -> tuple[type[Text], tuple[Node]]:
        return Text, (self.node,)


def _(message: str, /, **fields: Any) -> Text:
    """A message with its fields filled in, {name} or {name:.2g}; without fields as it stands."""
    return Text({"id": message} | _with(fields))


def ngettext(one: str, many: str, n: int, /, **fields: Any) -> Text:
    """The message that goes with the number n, which is the field {n} too."""
    return Text({"id": one, "many": many, "n": int(n)} | _with({"n": n} | fields))


def said(text: str) -> Text:
    """A sentence that stands somewhere as a plain str, such as a task's advice, as a message."""
    return text if isinstance(text, Text) else Text({"id": text})


def numbered(name: str) -> Text:
    """A name with numbers in it: "gravity of link 2" is the message "gravity of link {1}"."""
    found = WHOLE.findall(name)
    places = iter(range(1, len(found) + 1))
    return _(WHOLE.sub(lambda number: f"{{{next(places)}}}", name),
             **{str(k): int(x) for k, x in enumerate(found, 1)}) if found else said(name)


def formed(name: str, forms: Iterable[str]) -> Text:
    """A name as the first of these messages that makes it: "i +1" is "{name} +1".

    Parts that are formed themselves are said too; a name that no message makes, as it stands.
    """
    forms = tuple(forms)
    for form in forms:
        if found := _form(form).fullmatch(name):
            parts = {field[2:]: part for field, part in found.groupdict().items()}
            return _(str.__str__(form), **{field: formed(part, forms) if " " in part or (
                field == "operator") else part for field, part in parts.items()})
    return said(name)


@cache
def _form(message: str) -> re.Pattern[str]:
    """What a message looks like, whatever its fields are."""
    literal, names = re.split(r"\{\w+\}", message), re.findall(r"\{(\w+)\}", message)
    fields = [f"(?P=f_{name})" if name in names[:k] else f"(?P<f_{name}>.+)"
              for k, name in enumerate(names)] + [""]
    return re.compile("".join(re.escape(part) + field for part, field in zip(literal, fields)),
                      re.DOTALL)


def joined(separator: str, parts: Iterable[str]) -> Text:
    """Texts in one, with a separator that is the same in all languages; empty ones fall out."""
    kept = [said(part) for part in parts if part]
    return kept[0] if len(kept) == 1 else Text(
        {"join": separator, "parts": [part.node for part in kept]})


def masked(text: Text) -> Text:
    """Without numbers of more than one digit among its fields: what was measured."""
    return Text(_masked(text.node))


def _masked(node: Node) -> Node:
    if isinstance(node, dict):
        parts = ({"with": {name: _masked(x) for name, x in node["with"].items()}}
                 if "with" in node else
                 {"parts": [_masked(x) for x in node["parts"]]} if "parts" in node else {})
        return node | parts
    if isinstance(node, str):
        return MEASURED.sub("…", node)
    return node if isinstance(node, int) and abs(node) < 10 else "…"


def of_law(finding: Any) -> Text:
    """What a law of robokit found (`robokit.laws.Finding`)."""
    return Text(_of_law(finding))


def _of_law(value: Any) -> Node:
    if isinstance(value, tuple):
        return {"join": ", ", "parts": [_of_law(x) for x in value]}
    if not hasattr(value, "message"):
        return _plain(value)
    if isinstance(value.message, Text):
        return value.message.node
    fields = {name: _of_law(x) for name, x in value.fields.items()}
    return {"id": value.message} | ({"with": fields} if fields else {})


def _with(fields: Mapping[str, Any]) -> dict[str, Node]:
    return {"with": {name: _plain(x) for name, x in fields.items()}} if fields else {}


def _plain(value: Any) -> Node:
    """A field as JSON has it: a number stays one, for its decimal mark."""
    if isinstance(value, Text):
        return value.node
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        value = value.item()                    # numpy's
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else (
        str.__str__(value) if isinstance(value, str) else str(value))


def _rendered(node: Node, words: gettext.NullTranslations) -> str:
    if not isinstance(node, dict):
        return str(node)
    if "join" in node:
        return str(node["join"]).join(_rendered(part, words) for part in node["parts"])
    message = (words.ngettext(node["id"], node["many"], node["n"]) if "many" in node else
               words.gettext(node["id"]) if node["id"] else "")
    fields = node.get("with")
    if not fields:
        return str(message)

    def filled(found: re.Match[str]) -> str:
        name, form = found[1], found[2] or ""
        if name not in fields:
            return found[0]
        value = fields[name]
        if isinstance(value, (int, float)):
            return format(value, form).replace(".", words.pgettext("decimal mark", "."))
        text = _rendered(value, words)          # also a number that was masked
        return _small(text) if form == SMALL else text
    return FIELD.sub(filled, message)


def _small(text: str) -> str:
    ordinary = text[:1] > "\x7f" and text[1:].lstrip()[:1].islower()
    return text[:1].lower() + text[1:] if ordinary else text


_ENGLISH = gettext.NullTranslations()


# -- texts that are kept -------------------------------------------------------------------------
def table(data: Any) -> dict[str, Node]:
    """Sentence -> what it was made of, for every text in lists and dictionaries.

    Kept beside the data, which then say the same as JSON. A message without fields needs no entry.
    """
    if isinstance(data, Text):
        return {} if data.node == {"id": str.__str__(data)} else {str.__str__(data): data.node}
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, (list, tuple)) \
        else ()
    return {sentence: node for part in parts for sentence, node in table(part).items()}


def restored(data: Any, kept: Mapping[str, Node]) -> Any:
    """The data with the texts that `table` has kept; whatever is not in it stays plain."""
    if isinstance(data, str):
        return remembered(data, kept)
    if isinstance(data, dict):
        return {key: restored(x, kept) for key, x in data.items()}
    return [restored(x, kept) for x in data] if isinstance(data, list) else data


def remembered(sentence: str, kept: Mapping[str, Node]) -> str:
    """A sentence as the text that it was, unless the table's entry says something else."""
    made = Text(kept[sentence]) if sentence in kept else sentence
    return made if made == sentence else sentence


# -- languages -----------------------------------------------------------------------------------
@cache
def languages() -> tuple[str, ...]:
    """English, and every language that the engine has a catalogue for."""
    return SOURCE, *sorted({p.stem for p in LOCALE.glob("[a-z][a-z].*") if p.suffix in _KINDS})


class Speaker:
    """Says texts in one language, with the catalogues of some folders and that of the engine.

    folders: the first that knows a message says it. words: further pairs, before all catalogues.
    """

    def __init__(self, language: str = SOURCE, *folders: Path,
                 words: Mapping[str, str] | None = None):
        """ValueError for a language that the engine has no catalogue for."""
        if language not in languages():
            raise ValueError(_("language: got {got}, needs one of {known}", got=repr(language),
                               known=", ".join(languages())))
        self.language, self.words = language, dict(words or {})
        self._translations = _chain(language, (*folders, LOCALE), self.words)

    def say(self, text: str) -> str:
        """A text in this language; what no catalogue knows, in English."""
        node = text.node if isinstance(text, Text) else {"id": text}
        return _rendered(node, self._translations)

    def number(self, x: float, form: str = "g") -> str:
        """A number with the language's decimal mark."""
        return self.say(_("{x:" + form + "}", x=x))

    __call__ = say


def _chain(language: str, folders: Iterable[Path],
           words: Mapping[str, str]) -> gettext.NullTranslations:
    """What is asked first, with the others behind it."""
    first = _Pairs(words)
    if language != SOURCE:
        for folder in folders:
            found = _opened(folder / language)
            if found is not None:
                first.add_fallback(found())
    return first


class _Pairs(gettext.NullTranslations):
    """Translations out of a dictionary."""

    def __init__(self, words: Mapping[str, str]):
        super().__init__()
        self._words = words

    def gettext(self, message: str) -> str:
        return self._words.get(message) or super().gettext(message)


# -- catalogues, compiled ------------------------------------------------------------------------
def _opened(place: Path) -> Callable[[], gettext.NullTranslations] | None:
    """A catalogue, made anew for every chain; None where there is none. `place` has no suffix."""
    for suffix, read in _KINDS.items():
        path = place.with_suffix(suffix)
        if path.is_file():
            compiled = read(path)
            return lambda: gettext.GNUTranslations(io.BytesIO(compiled))
    return None


def _compiled(path: Path) -> bytes:
    """A .po in the form that gettext reads; kept beside Python's own compiled files."""
    source = path.read_bytes()
    digest = hashlib.sha256(source).hexdigest()[:12]
    kept = path.parent / "__pycache__" / f"{path.stem}.{digest}.mo"
    try:
        return kept.read_bytes()
    except OSError:
        pass
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po
    made = io.BytesIO()
    write_mo(made, read_po(io.BytesIO(source), locale=path.stem, abort_invalid=True))
    _keep(kept, made.getvalue())
    return made.getvalue()


def _keep(path: Path, compiled: bytes) -> None:
    """Where the folder may be written, and only what is whole."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(exist_ok=True)
        for old in path.parent.glob(f"{path.name.partition('.')[0]}.*.mo"):
            old.unlink(missing_ok=True)
        scratch.write_bytes(compiled)
        os.replace(scratch, path)
    except OSError:
        pass


_KINDS: dict[str, Callable[[Path], bytes]] = {".mo": Path.read_bytes, ".po": _compiled}


# -- the reader of this screen -------------------------------------------------------------------
_now: dict[str, str | None] = {"language": None}        # None: that of the system


def speak(language: str | None) -> None:
    """Say to this screen's reader in a language from now on; None: in that of the system."""
    if language is not None:
        Speaker(language)
    _now["language"] = language


def here(text: str) -> str:
    """A text in the language of this screen."""
    return _speaker(spoken()).say(text)


@cache
def _speaker(language: str) -> Speaker:
    return Speaker(language)


def asked() -> str | None:
    """The language that was asked for with --language; None: none was."""
    return _now["language"]


def spoken() -> str:
    """The language of this screen."""
    return _now["language"] or _system()


def _system() -> str:
    """The system's language, where the engine has a catalogue for it."""
    asked = next(filter(None, (os.environ.get(name) for name in (
        "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((part[:2] for part in asked.split(":") if part[:2] in languages()), SOURCE)
