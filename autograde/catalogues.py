"""The catalogues of messages: what is said anywhere, collected, and held against what is written.

The engine's messages are what its source marks with `_` or `ngettext` (see `words`), what the laws
of robokit say, and what robokit refuses (see `refusals`). An assignment's are mostly data, so that
its author marks nothing: places, advice, mistakes with their laws, rubrics, names of terms and what
its steps are called in a message are read off the assignment itself. In checks.py every sentence in
quotation marks is a message, and in all its modules what is marked.

Each message belongs to the folder of the module in which it stands: a mistake in shared/ is
translated once, in shared/ru.po. The catalogues are gettext's, the message is the English
sentence.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from .refusals import refusals
from .words import FIELD, LOCALE, SOURCE, _, numbered

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

    from .judging.mistakes import Steps
    from .judging.task import Assignment, Task

__all__ = ["ENGINE", "Messages", "dealt_words", "for_students", "of_assignments", "of_engine",
           "of_folder", "problems", "update", "written"]

ENGINE = Path(__file__).resolve().parent
ROBOKIT = ENGINE.parent / "robokit"
LAWS = ROBOKIT / "laws.py"
THEIRS = ("autograde/plainly.py", "autograde/practice/", "autograde/words.py",
          "robokit/")                                           # on students' machines
CALLS = {"_": (0,), "ngettext": (0, 1), "said": (0,), "Finding": (1,)}
SENTENCE = re.compile(r"[^\W\d_]{2,}\S* +\S*[^\W\d_]{2,}")      # two words, at least
WORD = re.compile(r"\b[^\W\d_]{3,}[ ,:;]|[ ,:;][^\W\d_]{3,}\b")     # one, before or behind a field
WIDTH = 100
HEAD = """\
# What {folder} says; `autograde words` brings this file up to date.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


@dataclass
class Messages:
    """What a folder says: message, or message and plural -> where it stands, and what it is."""

    folder: Path
    found: dict[str | tuple[str, str], tuple[dict[str, None], dict[str, None]]] = field(
        default_factory=dict)
    unmarked: list[str] = field(default_factory=list)       # sentences that cannot be translated

    def add(self, message: str | tuple[str, str], place: str, about: str = "") -> None:
        if message and message[0]:
            places, told = self.found.setdefault(message, ({}, {}))
            places[place] = None
            if about:
                told[about] = None


# -- the engine ----------------------------------------------------------------------------------
def of_engine(trials: Iterable[str] = ()) -> Messages:
    """The messages of the package autograde, and of robokit's laws and refusals.

    trials: what the red team's table says of them (`autograde.redteam.sentences`).
    """
    messages = Messages(LOCALE)
    for sentence in trials:
        messages.add(sentence, "autograde/redteam/")
    messages.add(".", "autograde/words.py")
    for path in sorted(ENGINE.rglob("*.py")):
        _of_source(messages, path, ENGINE.parent)
    _of_source(messages, LAWS, ROBOKIT.parent, whole=True)
    for path in sorted(ROBOKIT.rglob("*.py")):
        for sentence in refusals(ast.parse(path.read_text("utf-8"))):
            messages.add(sentence, path.relative_to(ROBOKIT.parent).as_posix())
    for path in sorted(ENGINE.rglob("*.j2")):
        _of_template(messages, path)
    return messages


def _of_template(messages: Messages, path: Path) -> None:
    from jinja2.ext import babel_extract
    place = path.relative_to(ENGINE.parent).as_posix()
    with path.open("rb") as file:
        for _line, function, told, _comments in babel_extract(file, tuple(CALLS), (), {}):
            parts = [told] if isinstance(told, str) else [part for part in told or () if part]
            if parts:
                messages.add((parts[0], parts[1]) if function == "ngettext" else parts[0], place)


def _of_source(messages: Messages, path: Path, root: Path, whole: bool = False) -> None:
    """What a module marks; with `whole` every sentence in it that is no docstring."""
    tree, place = ast.parse(path.read_text("utf-8")), path.relative_to(root).as_posix()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := _called(node)) in CALLS:
            parts = [list(_constants(node.args[k])) for k in CALLS[name] if k < len(node.args)]
            for message in zip(*parts):
                messages.add(message[0] if len(message) == 1 else message[:2], place)
            if any(isinstance(part, ast.JoinedStr) for part in node.args[:1]):
                messages.unmarked.append(f"{place}, line {node.lineno}")
    if whole:
        for text in _sentences(tree):
            if isinstance(text, str):
                if (text not in messages.found):
                    messages.add(text, place)
            else:
                messages.unmarked.append(f"{place}, line {text.lineno}")


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else (
        node.func.attr if isinstance(node.func, ast.Attribute) else "")


def _constants(node: ast.AST) -> Iterator[str]:
    """A text, or both of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _sentences(tree: ast.Module) -> Iterator[str | ast.JoinedStr]:
    """Every sentence outside docstrings and plural forms; formatted ones as they stand."""
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)
              and isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):         # what an author reads, unless it is marked
            passed |= {id(x) for x in ast.walk(node)}
        if isinstance(node, ast.Call) and _called(node) == "ngettext":
            passed |= {id(x) for x in node.args}
        if isinstance(node, ast.JoinedStr):
            passed |= {id(x) for x in node.values}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if SENTENCE.search(node.value):
                yield node.value
        elif isinstance(node, ast.JoinedStr):
            plain = "".join(str(part.value) for part in node.values
                            if isinstance(part, ast.Constant))
            if SENTENCE.search(plain) or WORD.search(plain):
                yield node


# -- assignments ---------------------------------------------------------------------------------
def of_folder(folder: Path) -> list[Messages]:
    """An assignment's messages, those of a folder that assignments share, or of all of them.

    ValueError for a folder that is none of these.
    """
    from .library import TASKS
    folder = folder.resolve()
    if (folder / TASKS).exists():
        return [of_assignments(folder.parent, folder.name)[folder]]
    if any(folder.glob(f"*/{TASKS}")):
        return list(of_assignments(folder).values())
    beside = any(folder.parent.glob(f"*/{TASKS}"))
    found = of_assignments(folder.parent) if beside else {}
    if folder not in found:
        raise ValueError(_("{folder}: needs the folder of an assignment, one with folders of "
                           "assignments in it, or one that these share", folder=folder))
    return [found[folder]]


def of_assignments(root: Path, *names: str) -> dict[Path, Messages]:
    """Folder -> its messages, for the assignments in `root` and the folders that they share.

    names: of some of them; what they share is then not whole.
    """
    from .library import Library
    found: dict[Path, Messages] = {}

    def messages(folder: Path) -> Messages:
        return found.setdefault(folder, Messages(folder))
    library = Library(root)
    for assignment in map(library.__getitem__, names or library):
        messages(assignment.folder)
        for message, module, about in _of_assignment(assignment):
            if path := _within(module, root):
                messages(path.parent).add(message, path.name, f"{assignment.label}, {about}")
    for folder in list(found):
        for path in sorted(folder.glob("*.py")):
            if path.name != "slips.py":
                _of_source(found[folder], path, folder, whole=path.name == "checks.py")
    return found


def _within(module: str, root: Path) -> Path | None:
    """The file of a module, where that lies in this folder."""
    found: ModuleType | None = sys.modules.get(module)
    path = Path(found.__file__).resolve() if found is not None and found.__file__ else None
    return path if path is not None and path.is_relative_to(root.resolve()) else None


def _of_assignment(assignment: Assignment) -> Iterator[tuple[str | tuple[str, str], str, str]]:
    """Message, the module in which it stands, and what it is."""
    from .library import part_of
    tasks = part_of(assignment, "tasks")
    assert tasks is not None, "every assignment has one"
    for task in assignment.tasks:
        for text, about in _of_task(task):
            yield text, tasks.__name__, f"{task.id}: {about}"
        yield from _computed(assignment, task, tasks.__name__)
    for name, rows in assignment.rubrics.items():
        for number, row in enumerate(rows, 1):
            for text, about in ((row.text, ""), (row.missing, "a"), (row.begun, "b")):
                yield text, tasks.__name__, f"{name}: row {number}{about}"
    for name, mistake in assignment.mistakes.items():
        for text, about in ((mistake.title, "title"), (mistake.sees, "what we see"),
                            (mistake.law, "law")):
            yield text, mistake.steps.__module__, f"mistake {name}: {about}"


def _of_task(task: Task) -> Iterator[tuple[str, str]]:
    from .practice.kinds import Choice
    yield task.where, "where"
    yield task.advice, "advice"
    for group in task.shares:
        yield group, "group of cases"
    if unit := getattr(task.compared, "unit", ""):
        yield unit, "unit"
    if isinstance(task.kind, Choice):
        for option, check in task.kind.checks.items():
            yield check, f"against option {option}"


def _computed(assignment: Assignment, task: Task,
              module: str) -> Iterator[tuple[str, str, str]]:
    """Names of terms, and what the steps are called, as they come up with some numbers."""
    from .judging.ground import Ground
    from .judging.operators import SKIPPED
    from .judging.stepping import about, watched
    from .judging.terms import kind_of
    variant = assignment.draw(np.random.default_rng(0))
    cases = task.drawn(variant, "words")
    if task.terms:
        for name in {n: None for way in task.parts(assignment.truth, variant, cases)
                     for part in way for n in part}:
            yield numbered(name).node["id"], module, f"{task.id}: term"
            yield numbered(kind_of(name)).node["id"], module, f"{task.id}: terms"
    seen = watched(Ground(assignment, task, variant, cases[:1]))
    for step in (name for name in seen.calls if name not in SKIPPED):
        yield about(seen.rules, step), _step_module(assignment, seen.rules, step), f"step {step}"


def _step_module(assignment: Assignment, rules: Steps, step: str) -> str:
    """Where a step is written; of one that robokit has, where the part is that asks it."""
    function, part = attrgetter(step)(type(rules)), step.rpartition(".")[0]
    if part and not _within(function.__module__, assignment.folder.parent):
        return str(getattr(rules, part).__module__)
    return str(function.__module__)


# -- what students get ---------------------------------------------------------------------------
def dealt_words(assignment: Assignment, language: str) -> dict[str, str]:
    """Message -> translation, for what its checks say on a student's machine, and for nothing else:
    the title of a mistake would tell what is looked for."""
    from .library import catalogues, speaker
    if language == SOURCE:
        return {}
    say = speaker(assignment, language)
    units = {unit for task in assignment.tasks if (unit := getattr(task.compared, "unit", ""))}
    told = {unit: say(unit) for unit in sorted(units)}
    for folder in catalogues(assignment):
        for message in written(folder / f"{language}.po", language) or ():
            if isinstance(message.id, str) and message.string and not message.fuzzy and (
                    "checks.py" in (place for place, _line in message.locations)):
                told.setdefault(message.id, str(message.string))
    return told


def for_students(language: str) -> bytes:
    """The engine's catalogue as far as it speaks on a student's machine, as gettext reads it."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    part, made = Catalog(locale=language, fuzzy=False), BytesIO()
    for message in written(LOCALE / f"{language}.po", language) or ():
        if message.id and any(place.startswith(THEIRS) for place, _line in message.locations):
            part[message.id] = message
    write_mo(made, part)
    return made.getvalue()


# -- the files -----------------------------------------------------------------------------------
def update(messages: Messages, language: str) -> Path:
    """Write the folder's catalogue anew: its translations stay, what is new waits for one.

    What nobody says any more goes to the end, behind #~, and may be taken out.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po
    path = messages.folder / f"{language}.po"
    now = Catalog(locale=language, charset="utf-8", fuzzy=False)
    for message, (places, told) in messages.found.items():
        now.add(message, locations=[(place, 0) for place in places], auto_comments=list(told),
                context="decimal mark" if message == "." else None)
    kept = written(path, language)
    merged = kept if kept is not None else Catalog(locale=language, charset="utf-8", fuzzy=False)
    before = [_key(m) for m in merged if m.id]
    merged.update(now, no_fuzzy_matching=True, keep_user_comments=True)
    made = BytesIO()
    write_po(made, _in_order(merged, before), width=WIDTH, include_lineno=False, omit_header=True)
    head = HEAD.format(folder=messages.folder.name, language=language, plural=merged.plural_forms)
    path.write_bytes(head.encode() + made.getvalue().rstrip() + b"\n")
    return path


def _in_order(merged: Catalog, before: Iterable[str]) -> Catalog:
    """The catalogue with its messages in the order that they had before.

    What is new stands behind the message that its source says before it: so a change of one message
    is a change of a few lines.
    """
    from babel.messages.catalog import Catalog
    messages = {_key(m): m for m in merged if m.id}
    order = [key for key in before if key in messages]
    known, place = set(order), len(order)
    for key in messages:
        if key in known:
            place = order.index(key) + 1
        else:
            order.insert(place, key)
            place += 1
    kept = Catalog(locale=merged.locale, charset="utf-8", fuzzy=False)
    for key in order:
        kept[messages[key].id] = messages[key]
    kept.obsolete = merged.obsolete
    return kept


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def written(path: Path, language: str) -> Catalog | None:
    """A catalogue as Babel reads it; None where there is none."""
    from babel.messages.pofile import read_po
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def problems(messages: Messages, language: str) -> list[str]:
    """What the folder's catalogue lacks, holds in vain or says with other fields."""
    path = messages.folder / f"{language}.po"
    kept = written(path, language)
    if kept is None:
        return [_("there is no such catalogue")]
    held: dict[Any, Message] = {m.id: m for m in kept if m.id}
    said_so = [_("no translation: {message}", message=_short(m)) for m in messages.found
               if m not in held or not all(_forms(held[m])) or held[m].fuzzy]
    said_so += [_("nobody says any more: {message}", message=_short(m)) for m in held
                if m not in messages.found]
    said_so += [_("other fields than the message: {message}", message=_short(m))
                for m in messages.found if m in held and not _fields_agree(held[m])]
    return [*said_so, *(_("{place}: an f-string cannot be translated; write {instead}", place=place,
                          instead='_("... {x} ...", x=x)') for place in messages.unmarked)]


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(map(str, message.string)) if isinstance(message.string, tuple) else (
        str(message.string or ""),)


def _fields_agree(message: Message) -> bool:
    ids = [str(text) for text in (message.id if isinstance(message.id, tuple) else [message.id])]
    known = {found[1] for text in ids for found in FIELD.finditer(text)}
    plural = isinstance(message.id, tuple)
    return all({found[1] for found in FIELD.finditer(form)} <= known and (
        plural or known <= {found[1] for found in FIELD.finditer(form)})
        for form in _forms(message) if form)


def _short(message: str | tuple[str, str]) -> str:
    text = message if isinstance(message, str) else message[0]
    return text if len(text) < 70 else f"{text[:67]}..."
