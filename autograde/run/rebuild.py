"""Damaged submissions: the notebook rebuilt from the release, by id and by content.

Editors lose metadata, students duplicate, delete, split and reorder cells, and some hand in what
is not a notebook at all. The rebuilt notebook has the release's cells in the release's order,
each answer cell with what the student wrote there, and the student's own extra cells where they
stood. Nothing here runs or trusts what it reads; whatever was off is a flag.

A class may work in several languages: a cell is what was handed out, in whichever of them.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

import nbformat
from nbformat.v4 import new_notebook

from ..words import _, ngettext
from .cells import bound, defined

__all__ = ["Rebuilt", "handed_in", "rebuild"]

MOST_BYTES = 50_000_000     # of a submitted file
MOST_PARTS = 2_000_000      # lists, maps and what they hold
MOST_LINES = 1_000_000      # where a merge is to be resolved
MOST_CELLS = 2_000
MOST_SOURCE = 200_000       # characters of one cell
MOST_TEXT = 2_000_000       # characters of all cells together
MERGE_MARKERS = re.compile(r"^(<{7} .*|={7}|>{7} .*)$\n?", re.MULTILINE)


LOST = _("cell metadata lost")


class Unread(ValueError):
    """Why a submission is no notebook, in words for the instructor."""


class Rebuilt:
    """A clean notebook and what was wrong with the one handed in."""

    def __init__(self, notebook, flags: list[str]):
        self.notebook, self.flags = notebook, flags


def rebuild(path: Path, release, others: Iterable[Mapping[str, str]] = ()) -> Rebuilt:
    """The submission at `path` in the form of the released notebook.

    others: the same notebook in other languages, a cell's nbgrader name -> its source.
    """
    flags: list[str] = []
    cells = _cells(path, flags)
    given = _given(release, others)
    answers, elsewhere = _answers(cells, release, given, flags)
    return Rebuilt(_assemble(cells, answers, elsewhere, release, given), flags)


def _given(release, others: Iterable[Mapping[str, str]]) -> dict[str | None, set[str]]:
    """nbgrader's name of a cell -> what was handed out in it, in any language."""
    given: dict[str | None, set[str]] = {}
    for cell in release.cells:
        given.setdefault(_grader(cell).get("grade_id"), set()).add(cell.source.strip())
    for other in others:
        for name, source in other.items():
            given.setdefault(name, set()).add(source.strip())
    return given


# -- reading ---------------------------------------------------------------------------------------
def _cells(path: Path, flags: list[str]) -> list[dict]:
    """The submission's cells as plain dicts (cell_type, source, grade_id, id); [] if unreadable."""
    try:
        data = _parse(handed_in(path), flags)
        cells = [_plain(cell) for cell in _raw_cells(data)[:MOST_CELLS] if isinstance(cell, dict)]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OSError) as e:
        flags.append(_("not a notebook ({why})", why=e.args[0] if isinstance(e, Unread) else
                       str(e)[:60] or type(e).__name__))
        return []
    return _bounded([cell for cell in cells if cell is not None], flags)


def handed_in(path: Path) -> bytes:
    """The submitted file; ValueError when it is none, or leads elsewhere, or is too large.

    Neither the file nor its folder may be a link, and a pipe that takes its place is not waited
    for.
    """
    if path.is_symlink() or path.parent.is_symlink() or not path.is_file():
        raise Unread(_("not a file"))
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Unread(_("not a file"))
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise Unread(_("larger than {size} MB", size=MOST_BYTES // 10**6))
    return raw


def _bounded(cells: list[dict], flags: list[str]) -> list[dict]:
    """The cells as far as all their text together stays within bounds."""
    total, kept = 0, []
    for cell in cells:
        total += len(cell["source"])
        if total > MOST_TEXT:
            flags.append(_("cells left out: too much text"))
            break
        kept.append(cell)
    return kept


def _parse(raw: bytes, flags: list[str]):
    """What the file holds; a file whose parts would take hundreds of bytes each is refused.

    In UTF-16 every other byte is zero, which changes nothing in these counts.
    """
    if sum(map(raw.count, (b"[", b"{", b","))) > MOST_PARTS:
        raise Unread(_("more than {count} parts", count=f"{MOST_PARTS:,}"))
    text = _decode(raw, flags)
    try:
        return _json(text)
    except json.JSONDecodeError as e:
        if text.count("\n") > MOST_LINES or not MERGE_MARKERS.search(text):
            raise Unread(_("not JSON")) from e
        flags.append(_("merge markers"))
        try:
            return _json("".join(_ours(text.splitlines(keepends=True))))
        except json.JSONDecodeError:
            raise Unread(_("not JSON")) from e


def _json(text: str):
    """A whole number of thousands of digits somewhere in the file costs nobody the notebook."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 20 else 0)


def _ours(lines: list[str]) -> Iterator[str]:
    """The lines without merge markers and without what a merge's other side says."""
    side = ""
    for line in lines:
        if MERGE_MARKERS.match(line):
            side = {"<": "<", ">": ""}.get(line[0], "=" if side == "<" else side)
        elif side != "=":
            yield line


def _decode(raw: bytes, flags: list[str]) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        flags.append(_("encoding utf-16"))
        return raw.decode("utf-16", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        flags.append(_("byte order mark"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        flags.append(_("encoding not utf-8"))
        return raw.decode("cp1251", "replace")


def _raw_cells(data) -> list:
    if not isinstance(data, dict):
        raise Unread(_("no cells"))
    if "worksheets" in data:                                  # nbformat 3
        return [cell for sheet in data["worksheets"] for cell in sheet.get("cells", [])]
    if not isinstance(data.get("cells"), list):
        raise Unread(_("no cells"))
    return data["cells"]


def _plain(cell: dict) -> dict | None:
    source = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str) or cell.get("cell_type") not in ("code", "markdown"):
        return None
    metadata = cell.get("metadata")
    grader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = grader.get("grade_id") if isinstance(grader, dict) else None
    source = source[:MOST_SOURCE].replace("\r\n", "\n").replace("\0", "")
    source = source.encode("utf-8", "replace").decode("utf-8")      # half of a character pair
    return {"cell_type": cell["cell_type"], "source": source,
            "grade_id": grade_id if isinstance(grade_id, str) else None, "id": cell.get("id")}


# -- matching --------------------------------------------------------------------------------------
def _grader(cell) -> dict:
    return cell.metadata.get("nbgrader", {})


def _answers(cells: list[dict], release, given: Mapping[str | None, set[str]],
             flags: list[str]) -> tuple[dict[str, int], set[str]]:
    """Which submitted cell answers which of the release's answer cells, and the names of those
    whose cell is missing and whose answer stands in another one."""
    wanted = {_grader(c)["grade_id"]: c for c in release.cells if _grader(c).get("solution")}
    found: dict[str, int] = {}
    twice: list[str] = []
    for name, cell in wanted.items():
        places = [k for k, c in enumerate(cells)
                  if c["grade_id"] == name and c["cell_type"] == cell.cell_type]
        written = [k for k in places if cells[k]["source"].strip() not in given[name]]
        if places:
            found[name] = (written or places)[-1]
            for k in set(places) - {found[name]}:             # the others of a duplicated or
                cells[k]["spare"] = name if k in written else True      # split cell run before it
        if len(places) > 1:
            twice.append(name)
    flags += [_("duplicated cell {names}", names=", ".join(twice))] if twice else []
    locked = {_grader(c).get("grade_id") for c in release.cells} - set(wanted) - {None}
    present = {c["grade_id"] for c in cells}
    if cells and not present - {None}:
        flags.append(LOST)
    deleted = sorted(locked - present) if cells and present - {None} else []
    missing = {name: cell for name, cell in wanted.items() if name not in found} if cells else {}
    for name, cell in list(missing.items()):
        k, known = _by_content(cells, cell, set(found.values())), _("cell {name} known by its "
                                                                    "content", name=name)
        if k is None and cell.cell_type == "markdown":
            k, known = (_by_place(cells, name, release, given, found),
                        _("cell {name} known by its place", name=name))
        if k is not None:
            found[name] = k
            del missing[name]
            flags += [known] * (LOST not in flags)
    _typed_elsewhere(cells, release, given, flags)
    elsewhere = _elsewhere(cells, missing, given, flags)
    deleted += [name for name in missing if name not in elsewhere]
    if deleted:
        more = len(deleted) - 1
        flags.append(_("deleted cell {name}", name=deleted[0]) if not more else ngettext(
            "deleted cell {name} and {n} more", "deleted cell {name} and {n} more", more,
            name=deleted[0]))
    order = [found[name] for name in wanted if name in found]
    if order != sorted(order):
        flags.append(_("cells reordered"))
    return found, elsewhere


def _by_content(cells: list[dict], wanted, taken: set[int]) -> int | None:
    """The unmatched cell with the same cell id, or that defines what the released stub defines."""
    free = [k for k, c in enumerate(cells) if k not in taken and c["grade_id"] is None
            and c["cell_type"] == wanted.cell_type]
    same_id = [k for k in free if wanted.get("id") and cells[k]["id"] == wanted.get("id")]
    if same_id:
        return same_id[-1]
    names = defined(wanted.source)
    fitting = [k for k in free if names and names <= bound(cells[k]["source"])]
    return fitting[-1] if fitting else None


def _by_place(cells: list[dict], name: str, release, given: Mapping[str | None, set[str]],
              found: Mapping[str, int]) -> int | None:
    """The first text of the student's own between the known neighbours of this one."""
    places = _places(cells, release, given, found)
    here = next(k for k, c in enumerate(release.cells) if _grader(c).get("grade_id") == name)
    before, behind = places[:here], places[here + 1:]
    if not any(before[-1:] + behind[:1]):
        return None
    first, end = max(chain(*before), default=-1), min(chain(*behind), default=len(cells))
    handed_out = set().union(*given.values())
    return next((k for k, c in enumerate(cells) if first < k < end and k not in found.values()
                 and c["grade_id"] is None and c["cell_type"] == "markdown"
                 and c["source"].strip() and c["source"].strip() not in handed_out), None)


def _places(cells: list[dict], release, given: Mapping[str | None, set[str]],
            found: Mapping[str, int]) -> list[list[int]]:
    """Where each cell of the release stands: answers as found, others by name or by their text."""
    places = []
    for cell in release.cells:
        name = _grader(cell).get("grade_id")
        places.append(
            [found[name]] if name in found else [] if _grader(cell).get("solution") else
            [k for k, c in enumerate(cells) if (c["grade_id"] == name if c["grade_id"] else
                                                c["source"].strip() in given[name])])
    return places


def _typed_elsewhere(cells: list[dict], release, given: Mapping[str | None, set[str]],
                     flags: list[str]) -> None:
    """Marks the locked cells whose own lines are run: those of check cells if they hold an answer.

    The locked cell itself always comes from the release, behind them. Of words typed in a locked
    text the own lines are kept, behind it.
    """
    locked = {_grader(c).get("grade_id"): bool(_grader(c).get("grade")) for c in release.cells
              if not _grader(c).get("solution")}
    answers = set().union(*(defined(c.source) for c in release.cells
                            if c.cell_type == "code" and _grader(c).get("solution")))
    unread, told = [], []
    for cell in cells:
        name = cell["grade_id"]
        if name is None or name not in locked:
            continue
        if cell["cell_type"] == "markdown":
            if words := _own_words(cell["source"], given[name]):
                cell["source"], cell["typed"] = words, True
                told.append(name)
            continue
        own = _own_lines(cell["source"], given[name])
        cell["typed"] = bool(own) and (not locked[name] or bool(bound(cell["source"]) & answers))
        unread += [name] * (bool(own) and not cell["typed"])
    if told:
        flags.append(_("words typed into the text of {names}: they stand behind it",
                       names=", ".join(dict.fromkeys(told))))
    if unread:
        flags.append(_("not read: lines in the check cell of {names}; they belong in the answer "
                       "cell", names=", ".join(dict.fromkeys(unread))))


def _own_lines(source: str, handed_out: set[str]) -> set[str]:
    """The lines of a cell that were not handed out in it; remarks are none."""
    lines = {line.strip() for line in source.splitlines() if not line.lstrip().startswith("#")}
    return lines - {line.strip() for text in handed_out for line in text.splitlines()} - {""}


def _own_words(text: str, handed_out: set[str]) -> str:
    """The lines added to a text that still stands whole; changed words of it are none of them."""
    lines = [line.strip() for line in text.splitlines()]
    whole = [known for known in ([line.strip() for line in one.splitlines()] for one in handed_out)
             if known and set(known) <= set(lines)]
    return "\n".join(line for line in lines if line and line not in whole[0]) if whole else ""


def _elsewhere(cells: list[dict], missing: Mapping, given: Mapping[str | None, set[str]],
               flags: list[str]) -> set[str]:
    """The missing answers whose names are bound by other cells of the student's that are run."""
    handed_out = set().union(*given.values())
    names = set().union(*(bound(c["source"]) for c in cells
                          if c["cell_type"] == "code" and c.get("typed", True)
                          and c["source"].strip() not in handed_out)) if missing else set()
    found = [name for name, cell in missing.items() if cell.cell_type == "code"
             and defined(cell.source) & names]
    if found:
        more = len(found) - 1
        flags.append(_("answer in another cell: {name}", name=found[0]) if not more else ngettext(
            "answer in another cell: {name} and {n} more",
            "answers in other cells: {name} and {n} more", more, name=found[0]))
    return set(found)


# -- assembling ------------------------------------------------------------------------------------
def _assemble(cells: list[dict], answers: dict[str, int], elsewhere: set[str], release,
              given: Mapping[str | None, set[str]]):
    """Release cells in order, answers filled in, extra cells behind the answer they followed.

    Code typed in a locked cell stands before it, words behind it. Where an answer stands elsewhere,
    its own cell is empty: what was handed out in it would undo that answer.
    """
    names = {k: name for name, k in answers.items()}
    known = {_grader(c).get("grade_id") for c in release.cells} - {None}
    free = {_grader(c)["grade_id"] for c in release.cells if _grader(c).get("solution")}
    locked_text = {text for name, texts in given.items() if name not in free for text in texts}
    extras: dict[str | None, list[dict]] = {}
    last = None                             # the release cell after which an extra cell stood
    for k, cell in enumerate(cells):
        if k in names:
            last = names[k]
        elif cell["grade_id"] in known and not cell.get("spare"):
            last = cell["grade_id"]
        elif cell["source"].strip() and cell["source"].strip() not in locked_text \
                and not cell.get("spare"):
            extras.setdefault(last, []).append(cell)
    notebook = new_notebook(metadata=nbformat.from_dict(release.metadata))
    for extra in extras.get(None, []):
        notebook.cells.append(_extra(extra))
    for cell in release.cells:
        copy = nbformat.from_dict(cell)
        name = _grader(cell).get("grade_id")
        if name in answers and cells[answers[name]]["source"].strip() not in given[name]:
            copy.source = cells[answers[name]]["source"]
            if copy.cell_type == "markdown":
                copy.source = harmless(copy.source)
            notebook.cells += [_extra(c) for c in cells if c.get("spare") == name
                               and c["source"] != copy.source]
        if name in elsewhere:
            copy.source = ""
        typed = [_extra(c) for c in cells if c.get("typed") and c["grade_id"] == name]
        notebook.cells += [c for c in typed if c.cell_type == "code"]
        notebook.cells.append(copy)
        notebook.cells += [c for c in typed if c.cell_type == "markdown"]
        for extra in extras.get(name, []) if name else []:
            notebook.cells.append(_extra(extra))
    for k, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{k}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def _extra(cell: dict):
    """A cell of the student's own; nbformat's makers would ask each whether it is valid."""
    if cell["cell_type"] == "code":
        return nbformat.from_dict({"cell_type": "code", "metadata": {}, "execution_count": None,
                                   "source": cell["source"], "outputs": []})
    return nbformat.from_dict({"cell_type": "markdown", "metadata": {},
                               "source": harmless(cell["source"])})


def harmless(markdown: str) -> str:
    """Markdown without HTML, and with links to web pages only.

    formgrader shows an autograded notebook as it is, on a page that may do all that the
    instructor may. A space more leaves mathematics as it was and a tag or a link as plain text.
    """
    markdown = re.sub(r"<(?=[A-Za-z/!?])", "< ", markdown).replace("\\href", "\\ href")
    return re.sub(r"\](?=\((?!\s*https?://)|:(?!\s*https?://))", "] ", markdown)
