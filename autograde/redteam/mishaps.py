"""Damage that nobody meant: files, editors, merges, old formats, hidden state."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime

import nbformat

from ..run.worker import LATE_BY_SAVE
from ..sample import damaged
from ..words import _
from . import (
    ASSIGNMENT,
    FIRST,
    TEXT,
    VICTIM,
    Field,
    Seen,
    Trial,
    kept,
    lost,
    nothing,
    of_the_book,
    worker,
)

KEPT = "the work in it keeps its marks"


def _from(fill):
    """A filling of the sample class, handed in."""
    def hand_in(at: Field) -> None:
        fill(at.paper)
        at.put()
    return hand_in


def _data(change):
    """Right work, the file's data changed."""
    def hand_in(at: Field) -> None:
        data = json.loads(at.paper.solve().content())
        at.put(json.dumps(change(data) or data).encode())
    return hand_in


def _bytes(change):
    """Right work, the file's bytes changed."""
    def hand_in(at: Field) -> None:
        at.put(change(at.paper.solve().content()))
    return hand_in


def _in_folder(make):
    def hand_in(at: Field) -> None:
        at.paper.solve()
        at.folder.mkdir(parents=True)
        make(at)
    return hand_in


def _saved(name: str, does: str, hand_in, flag: str = "") -> Trial:
    return Trial(name, "mishap", does, KEPT + (", flagged" if flag else ""), hand_in, kept(flag))


def _lost(name: str, does: str, hand_in, flag: str = "not a notebook") -> Trial:
    return Trial(name, "mishap", does, "no marks, a flag, the class goes on", hand_in,
                 nothing(flag=flag))


def _graded_cells(data, wanted):
    return [c for c in data["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == wanted]


def _split(data):
    """The function in one cell, its last line in another with the same id."""
    cell, = _graded_cells(data, "composition_answer")
    first, last = "".join(cell["source"]).rsplit("\n", 1)
    data["cells"].insert(data["cells"].index(cell) + 1, json.loads(json.dumps(cell)))
    cell["source"], data["cells"][data["cells"].index(cell) + 1]["source"] = first, last


def _answer_cells(data):
    return [c for c in data["cells"] if c["cell_type"] == "code"
            and c["metadata"].get("nbgrader", {}).get("grade_id", "").endswith("_answer")]


def _merged(data):
    """Every second answer in the cell of the one before it, by "Merge cells"."""
    answers = _answer_cells(data)
    for first, second in zip(answers[::2], answers[1::2]):
        first["source"] = "".join(first["source"]) + "\n\n" + "".join(second["source"])
        data["cells"].remove(second)


def _typed_in_checks(data):
    for answer in _answer_cells(data):
        check, = _graded_cells(data, answer["metadata"]["nbgrader"]["grade_id"][:-len("_answer")])
        check["source"] = "".join(answer["source"]) + "\n" + "".join(check["source"])
        data["cells"].remove(answer)


def _reordered(data):
    """The last task moved to the front of all, where its helpers are not yet known."""
    cell, = _graded_cells(data, "chain_rate_answer")
    data["cells"].remove(cell)
    data["cells"].insert(1, cell)


def _answer_deleted(at: Field) -> None:
    at.paper.solve()
    at.paper.notebook.cells.remove(at.paper.cell(at.aim(f"{VICTIM}_answer")))
    at.put()


def _odd_metadata(data):
    odd = [None, [], "text", 7, {"nbgrader": None}, {"nbgrader": [1]},
           {"nbgrader": {"grade_id": {}}}]
    for k, cell in enumerate(data["cells"]):
        if not cell["metadata"].get("nbgrader", {}).get("grade_id", "").endswith("_answer"):
            cell["metadata"] = odd[k % len(odd)]
            cell["id"] = odd[-k % len(odd)]
            cell["attachments"] = odd[k % 3]


def _version_3(data):
    book = nbformat.from_dict(data)
    for cell in book.cells:
        cell.pop("id", None)
    book.nbformat_minor = 4
    old = nbformat.convert(book, 3)
    return json.loads(nbformat.v3.writes_json(old))


def _as_directory(at: Field) -> None:
    (at.folder / at.name).mkdir()


def _as_pipe(at: Field) -> None:
    os.mkfifo(at.folder / at.name)


def _renamed(at: Field) -> None:
    at.put(name="my work (final) (2).ipynb")


def _two_names(at: Field) -> None:
    at.paper.solve()
    (at.folder / "copy.bak").hardlink_to(at.put())


def _half_a_character(at: Field) -> None:
    at.insert(FIRST, "x = 'ZZ'")
    at.write(TEXT, "ZZ is a character")
    at.put(at.paper.content().replace(b"ZZ", b"\\ud800\\u0000\\u001b[31m\\u202e"))


def _stamped(text: bytes):
    def make(at: Field) -> None:
        at.put()
        (at.folder / "timestamp.txt").write_bytes(text)
    return _in_folder(make)


def _saved_weeks_later(at: Field) -> None:
    """The arena's deadline is the beginning of 2100."""
    at.paper.solve()
    when = datetime(2100, 1, 15, tzinfo=UTC).timestamp()
    os.utime(at.put(), (when, when))


def _late_and_flagged(seen: Seen) -> str:
    return (kept(LATE_BY_SAVE)(seen)
            or ("" if abs(seen.late - 1) < 1e-6 else
                _("lateness costs {late:.0%}", late=seen.late)))


TRIALS = [
    Trial("no-time-stamp", "mishap", "a deadline, no time stamp, a notebook saved 14 days after it",
          "late by the time of saving, and flagged", _saved_weeks_later, _late_and_flagged),
    Trial("formula-behind-semicolon", "mishap",
          "a student's id that a spreadsheet with semicolons splits into a formula",
          "quoted in every table", _in_folder(lambda at: at.put()), kept(), "ana;=1+1"),
    _saved("cells-twice", "cells pasted twice", _from(damaged._duplicated), "duplicated cell"),
    _saved("checks-deleted", "check cells deleted", _from(damaged._checks_deleted), "deleted cell"),
    _saved("cells-merged", "every second answer merged into the cell before it", _data(_merged),
           "answers in other cells"),
    _saved("typed-in-checks", "every answer typed in its check cell", _data(_typed_in_checks),
           "answers in other cells"),
    Trial("answer-deleted", "mishap", "an answer cell deleted", "that task is lost, flagged",
          _answer_deleted, lost(VICTIM, flag="deleted cell")),
    *of_the_book(
        _saved("cell-split", "an answer cell split in two", _data(_split), "duplicated cell"),
        _saved("cells-reordered", "an answer moved to the top", _data(_reordered),
               "cells reordered")),
    _saved("metadata-lost", "an editor lost all metadata", _from(damaged._metadata_lost),
           "cell metadata lost"),
    _saved("metadata-odd", "metadata, ids and attachments of the wrong types",
           _data(_odd_metadata)),
    _saved("old-format", "saved in notebook format 3", _data(_version_3)),
    _saved("future-format", "says that it is of format 99",
           _data(lambda d: d.update(nbformat=99, nbformat_minor="x"))),
    _saved("byte-order-mark", "saved with a byte order mark", _from(damaged._byte_order_mark),
           "byte order mark"),
    _saved("utf-16", "saved as UTF-16", _bytes(lambda b: b.decode().encode("utf-16")),
           "encoding utf-16"),
    _saved("windows-1251", "a comment in windows-1251",
           _bytes(lambda b: b.replace(
               b'"cells"', '"прим": 1, "cells"'.encode("cp1251"), 1)), "encoding not utf-8"),
    _saved("merge-markers", "a version conflict committed", _from(damaged._merge), "merge markers"),
    _saved("endless-number", "a number of six thousand digits in the metadata",
           _bytes(lambda b: b[:-1] + b', "n": ' + b"9" * 6000 + b"}")),
    Trial("half-a-character", "mishap", "halves of characters, zero bytes and escapes in text and "
          "code", KEPT, _in_folder(_half_a_character), kept(), needs=(TEXT,)),
    _saved("renamed-file", "the notebook under another name", _in_folder(_renamed),
           "notebook under another name"),
    _saved("two-names", "the file has a second name elsewhere (hard link)", _two_names,
           "hard link"),
    _saved("unreadable-date", "a time stamp that is no date",
           _stamped(b"the day after\xff tomorrow"),
           "timestamp unreadable"),
    _saved("endless-date", "a time stamp in the year 99999", _stamped(b"99999-01-01 00:00:00 UTC"),
           "timestamp unreadable"),
    _lost("not-json", "a text file", _bytes(lambda b: b"The notebook is in the mail.\n")),
    _lost("empty-file", "an empty file", _bytes(lambda b: b"")),
    _lost("cut-off", "cut off in transfer", _bytes(lambda b: b[:4000])),
    _lost("json-of-no-notebook", "JSON, but no notebook",
          _bytes(lambda b: b'[{"cells": 1}, null]')),
    _lost("cells-of-wrong-type", "cells that are texts and numbers",
          _bytes(lambda b: b'{"cells": {"a": [1, "x", null]}}')),
    _lost("sheets-of-wrong-type", "worksheets that are none",
          _bytes(lambda b: b'{"worksheets": [1, "x"]}')),
    _lost("directory", "a folder in the place of the notebook", _in_folder(_as_directory)),
    _lost("pipe", "a named pipe in the place of the notebook", _in_folder(_as_pipe)),
    _lost("untouched", "the released notebook as it was", lambda at: at.put(), flag="no answer"),
    Trial("missing-import", "mishap", "uses a library that was never imported",
          "that task and what is not judged from it are lost",
          worker(**{VICTIM: f"{VICTIM} = pandas.eye(3)"}), lost(VICTIM)),
    _saved("own-cells-broken", "own cells with errors and warnings among right work",
           worker("import warnings\nwarnings.warn('careful')\n1 / 0\n")),
    _saved("not-python", "a cell that is no Python", worker("this is (not python")),
    _saved("exit", "calls exit() after the work", worker("exit()")),
    *of_the_book(_saved("names-overwritten", "overwrites its helpers and numpy at the end",
                        _in_folder(lambda at: (at.append(
                            "chain_rate", "elementary = adjacent = chain_rotation = np = None"),
                            at.put())))),
    _saved("standard-output-closed", "closes standard output", worker(
        "import sys\nsys.stdout.close(); sys.stderr = None")),
    _saved("builtins-deleted", "deletes len and print", worker(
        "import builtins\ndel builtins.len, builtins.print")),
    _saved("other-folder", "changes the working folder", worker("import os\nos.chdir('/')")),
    _saved("noisy-numpy", "makes numpy raise on every rounding", worker(
        "import numpy as np\nnp.seterr(all='raise')")),
    Trial("reset-in-the-middle", "mishap", "forgets everything in the middle of the work",
          "what was checked before stays; the own numbers are gone",
          worker("%reset -f\nimport numpy as np, sympy as sp\nfrom autograde import check",
                 before="composition_answer"), lambda seen: _before_the_reset(seen),
          needs=(ASSIGNMENT,)),
]


def _before_the_reset(seen: Seen) -> str:
    early = [t for t in ("elementary_number", "elementary", seen.aim(VICTIM))
             if not seen.marks[t]]
    return _("lost {early}", early=early) if early else ""
