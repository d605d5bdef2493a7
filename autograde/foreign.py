"""What Python, the system and the sandbox say, as messages: they speak English everywhere.

    except (OSError, UnicodeDecodeError) as e:
        raise ValueError(_("{path} cannot be read: {error}", path=path, error=of_error(e)))
"""

from __future__ import annotations

import re
from tomllib import TOMLDecodeError
from zipfile import BadZipFile

from .words import Text, _, formed, said

__all__ = ["SANDBOX", "of_error", "of_sandbox"]

#: What the system says, as far as a course meets it.
SYSTEM = (_("No such file or directory"), _("Permission denied"), _("Operation not permitted"),
          _("Read-only file system"), _("No space left on device"), _("Disk quota exceeded"),
          _("Is a directory"), _("Not a directory"), _("File exists"), _("Directory not empty"),
          _("Input/output error"), _("File name too long"), _("Too many open files"),
          _("Device or resource busy"), _("Too many levels of symbolic links"),
          _("Stale file handle"), _("Connection refused"))
#: What Python's reader of TOML says, and of zip archives.
TOML = (_("Cannot overwrite a value"), _("Invalid value"), _("Invalid statement"),
        _("Cannot declare {name} twice"), _("Unclosed array"), _("Unclosed inline table"),
        _("Unterminated string"), _("Illegal character {character}"),
        _("Expected '=' after a key in a key/value pair"), _("Invalid date or datetime"),
        _("Expected newline or end of document after a statement"),
        _("Expected ']' at the end of a table declaration"),
        _("Invalid initial character for a key part"), _("Unescaped '\\' in a string"),
        _("Expected ']]' at the end of an array declaration"),
        _("Cannot mutate immutable namespace {name}"), _("Cannot redefine namespace {name}"),
        _("Duplicate inline table key {name}"), _("Found invalid character {character}"),
        _("Invalid hex value"), _("Escaped character is not a Unicode scalar value"))
ZIP = (_("File is not a zip file"), _("Bad CRC-32 for file {name}"))
#: What the sandbox says; it knows no reader, and what runs in it imports nothing of ours. Full
#: stops are left out, as they are where its words stand in a sentence of the judge's.
SANDBOX = (
    _("This cell used too much time and could not be interrupted"),
    _("This cell used too much memory"), _("This cell started too many processes"),
    _("The notebook used too much time in all"),
    _("This cell ended the Python process (status {n})"),
    _("This cell ended the Python process (channel closed)"),
    _("The other cells were run without it"),
    _("this cell used more than {seconds} s of processor time"),
    _("this cell waited for more than {seconds} s"),
    _("[output cut: limit of {count} characters in a cell]"),
    _("[output cut: limit of {count} outputs in a cell]"),
    _("[output cut: limit of the whole notebook]"), _("[output cut: limit of the notebook]"),
    _("[figure left out: limit of {count} bytes]"),
    _("input() cannot be answered while a notebook is graded; write the value into the cell "
      "instead"),
    _("type your own name or student number first, for example variant(\"ana.kovac\"): your "
      "numbers follow from it"),
    _("the name must be text, not {kind}"))
#: A name as that reader writes it, ('a', 'b'), of which a person writes a.b.
_NAME = re.compile(r"\(('[^']*'(?:, ?'[^']*')*),?\)")
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def of_error(error: BaseException) -> Text:
    """What an error says, as a message; where we know none of it, as it says it itself."""
    if isinstance(error, OSError) and error.strerror:
        return _("{what}: {file}", what=said(error.strerror), file=error.filename) \
            if error.filename else said(error.strerror)
    if isinstance(error, UnicodeDecodeError):
        return _("byte {n} is none of a text in UTF-8", n=error.start + 1)
    if isinstance(error, TOMLDecodeError) and (found := _PLACE.fullmatch(str(error))):
        what = formed(_NAME.sub(lambda name: ".".join(re.findall("'([^']*)'", name[1])), found[1]),
                      TOML)
        return _("line {line}, column {column}: {what}", line=int(found[2]), column=int(found[3]),
                 what=what) if found[2] else _("at the end of the file: {what}", what=what)
    return formed(str(error), ZIP) if isinstance(error, BadZipFile) else said(str(error))


def of_sandbox(text: str) -> Text:
    """What a cell ended with, where the sandbox itself said it; else as the cell says it."""
    return formed(text, SANDBOX)
