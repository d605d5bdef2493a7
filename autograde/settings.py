"""The settings of a course: late work, attempts, deadlines, assignments, limits of the sandbox.

They stand in autograde.toml in the course folder, which `autograde release` creates with its
comments. What is not in the file has its default; what is wrong in it is an error that names the
line's table, key and what is needed.
"""

from __future__ import annotations

import grp
import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from datetime import time as clock
from math import ceil, isfinite
from pathlib import Path
from textwrap import wrap
from tomllib import TOMLDecodeError

from .foreign import of_error
from .sandbox import Limits
from .ways import Way, read_way
from .words import SOURCE, Text, _, languages, said

__all__ = ["FILE", "FOLDERS", "Late", "Settings", "as_typed", "dates_in", "gone",
           "read_settings", "remembered", "template"]

FILE = "autograde.toml"
FOLDERS = "assignments.json"      # in the course: see `remembered`
DATE = "2030-10-01T23:59:00+03:00"             # how one looks
PEOPLES = re.compile(r"=\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")       # a date, in any order
POLICIES = ("last", "best")
OWN = ("groups", "students")       # whose deadlines [due] may say beside the common ones

#: A new file; each {name} is a comment, which `template` says.
TEMPLATE = """\
# {file}

[late]
per_day = 0.0           # {per_day}
grace_hours = 0.0       # {grace_hours}
most = 1.0              # {most}

[due]                   # {due}
# a02_rotation = 2030-10-01T23:59:00+03:00

# [due.groups."RK6-51"]   # {group}
# a02_rotation = 2030-10-08T23:59:00+03:00

# [due.students.ivanova]  # {student}
# a02_rotation = 2030-10-20T23:59:00+03:00

[resubmission]
policy = "last"         # {last}
                        # {best}
penalty = 0.0           # {penalty}

[second]                # {second}
# a02_rotation = 2030-10-15T23:59:00+03:00

[course]                # {closed}
# group = "instructors" # {instructors}
# gradebook = "postgresql+psycopg://levin@localhost/robots"   # {gradebook}
# language = "ru"       # {language}
# roster = "students.csv"     # {roster}

[assignments]           # {assignments}
# folders = ["../my_assignments"]     # {folders}
# variants = 24                       # {variants}

# [assignments.a02_rotation]          # {way}
# drop = ["chain_rate"]               # {drop}
# points.composition = 4
# words.components = "..."            # {words}
# advice.adjacent = "..."             # {advice}
# slips.transposed.sees = "..."       # {slips}

[sandbox]               # {sandbox}
# cell_cpu = 20.0       # {cell_cpu}
# cell_wall = 60.0      # {cell_wall}
# total_cpu = 120.0     # {total_cpu}
# total_wall = 300.0
# memory = 2_147_483_648
# processes = 64
# file_size = 33_554_432
# scratch = 67_108_864
"""
COMMENTS = {
    "file": _("Settings of this course. Every line is optional; the values here are the defaults."),
    "per_day": _("share of the mark that each begun day costs: 0.1 is ten per cent"),
    "grace_hours": _("lateness that costs nothing; the days count from its end"),
    "most": _("a late submission never loses a greater share than this"),
    "due": _("deadlines with time zone; without one, the deadline set in formgrader"),
    "group": _("another one for a group of the roster"),
    "student": _("and for one student, before or after handing in"),
    "last": _('"last": what lies in submitted/ counts'),
    "best": _('"best": also the earlier attempts, which lie in '
              "attempts/STUDENT/ASSIGNMENT/NAME/ASSIGNMENT.ipynb, are graded, and the one with the "
              "most points (after lateness) counts"),
    "penalty": _("share of the judge's points that a second attempt costs"),
    "second": _("until when a second attempt may be handed in, after the deadline in [due]; the "
                "better of both attempts counts. Without a line there is none."),
    "closed": _("the folder is closed to everybody but its owner"),
    "instructors": _("and to this group of the machine's accounts"),
    "gradebook": _("on a database server, not in gradebook.db of this folder"),
    "language": _('of notebooks, checks and feedback: "en" or "ru"'),
    "roster": _('ids of the students, from this file\'s place: one a line, or in the column "id" '
                "of a table; each student on it gets an own set of numbers"),
    "assignments": _("beside those of the book"),
    "folders": _("each a folder of assignments; from this file's place"),
    "variants": _("sets of numbers that each assignment deals to those who are on no roster; among "
                  "these somebody may share one"),
    "way": _("the course's way with one assignment"),
    "drop": _("tasks that are left out"),
    "words": _("of a task or of another cell of words, in place of its own"),
    "advice": _("said of a task where no slip is named"),
    "slips": _("title, sees or law of a slip that autograde mistakes names"),
    "sandbox": _("what one submission may use (seconds, bytes)"),
    "cell_cpu": _("processor time of a cell, and of a task's hidden inputs"),
    "cell_wall": _("waiting of a cell that does nothing"),
    "total_cpu": _("of all cells, and once more of all hidden inputs"),
}
WIDTH = 100


def template(say: Callable[[str], str] = str) -> str:
    """A new file of settings with its comments, in the words that `say` gives them."""
    lines: list[str] = []
    for line in TEMPLATE.splitlines():
        before, mark, name = line.partition("{")
        lines += wrap(say(COMMENTS[name.rstrip("}")]), WIDTH, initial_indent=before,
                      subsequent_indent=f"{'':24}# ", break_on_hyphens=False,
                      break_long_words=False) if mark else [line]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Late:
    """What late work costs, as a share of its mark."""

    per_day: float = 0.0
    grace_hours: float = 0.0
    most: float = 1.0

    def share(self, seconds: float) -> float:
        """The share of the mark lost by a submission `seconds` late, between 0 and `most`."""
        days = ceil((seconds - 3600 * self.grace_hours) / 86400)
        return min(self.most, self.per_day * max(0, days))


@dataclass(frozen=True)
class Settings:
    late: Late = Late()
    due: dict[str, datetime] = field(default_factory=dict)      # assignment -> deadline
    policy: str = "last"
    penalty: float = 0.0                                        # of a second attempt, a share
    second: dict[str, datetime] = field(default_factory=dict)   # assignment -> its last moment
    limits: Limits = Limits()
    folders: tuple[Path, ...] = ()                              # of assignments of one's own
    variants: int | None = None                                 # sets for whoever is on no
                                                                # roster; None: as many as an
                                                                # assignment says
    group: str | None = None                                    # who may read the course folder
    gradebook: str | None = None                                # address of a database server
    roster: str | None = None                                   # file of the students' ids
    language: str = SOURCE                                      # of what students read
    due_groups: dict[str, dict[str, datetime]] = field(default_factory=dict)    # see `dates`
    due_students: dict[str, dict[str, datetime]] = field(default_factory=dict)
    ways: dict[str, Way] = field(default_factory=dict)          # assignment -> the course's way
                                                                # with it, see `adapting`


def read_settings(root: Path) -> Settings:
    """The settings of the course at `root`; ValueError says what is wrong and what is needed."""
    path = root / FILE
    if not path.exists():
        return Settings()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (TOMLDecodeError, UnicodeDecodeError) as e:
        raise ValueError(_("{path}: not TOML: {error}{dates}", path=path, error=of_error(e),
                           dates=dates_in(path, e, DATE))) from None
    try:
        return _settings(tables, root)
    except ValueError as e:
        raise ValueError(_("{path}: {sentence}", path=path, sentence=said(str(e)))) from None


def dates_in(path: Path, error: Exception, example: str) -> Text:
    """How a date looks, where the line that is no TOML has one as people write it."""
    found = re.search(r"line (\d+)", str(error)) if isinstance(error, TOMLDecodeError) else None
    lines = path.read_text(encoding="utf-8").splitlines() if found else []
    line = lines[int(found[1]) - 1] if found and int(found[1]) <= len(lines) else ""
    return _("; a date looks like {example}", example=example) if PEOPLES.search(line) else said("")


def remembered(root: Path) -> list[Path]:
    """Folders of assignments that were named on the command line when they were released."""
    return [folder for folder in _named(root) if folder.is_dir()]


def gone(root: Path) -> list[Path]:
    """Those of them that are no longer there."""
    return [folder for folder in _named(root) if not folder.is_dir()]


def _named(root: Path) -> list[Path]:
    path = root / FOLDERS
    return [Path(x) for x in json.loads(path.read_text("utf-8"))] if path.exists() else []


def _settings(tables: dict, root: Path) -> Settings:
    _known(tables, ("late", "due", "resubmission", "second", "assignments", "sandbox",
                    "course"), _("table"))
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise _wrong(name, table, _("a table [{name}]", name=name))
    late = Late(**_numbers(tables, "late", Late))
    for key in ("per_day", "most"):
        if getattr(late, key) > 1:
            raise _wrong(f"[late] {key}", tables["late"][key],
                         _("a number from 0 to 1: per_day and most are shares of the mark, 0.1 is "
                           "ten per cent"))
    resubmission = tables.get("resubmission", {})
    _known(resubmission, ("policy", "penalty"), _("key in {table}", table="[resubmission]"))
    policy = resubmission.get("policy", "last")
    if policy not in POLICIES:
        raise _wrong("[resubmission] policy", policy, _one_of(POLICIES))
    penalty = resubmission.get("penalty", 0.0)
    if type(penalty) not in (int, float) or not 0 <= penalty <= 1:
        raise _wrong("[resubmission] penalty", penalty, _("a share from 0 to 1"))
    own_folders = tables.get("assignments", {})
    folders = _folders(own_folders, root)
    known = None if gone(root) else (*folders, *remembered(root))   # None: cannot be told
    language = _language(tables.get("course", {}))
    common, groups, students = _split(tables.get("due", {}))
    due, second = (_deadlines(table, name, known) for table, name in (
        (common, "due"), (tables.get("second", {}), "second")))
    own = [{name: _deadlines(table, f"due.{kind}.{name}", known)
            for name, table in part.items()}
           for kind, part in (("groups", groups), ("students", students))]
    _beside_the_common(own, due)
    _after_the_deadline(second, due, policy)
    return Settings(late, due, policy, float(penalty), second,
                    Limits(**_numbers(tables, "sandbox", Limits)), folders,
                    _variants(tables.get("assignments", {})), _group(tables.get("course", {})),
                    _gradebook(tables.get("course", {})), _roster(tables.get("course", {})),
                    language, *own, _ways(own_folders, known, language))


def _group(table: dict) -> str | None:
    _known(table, ("group", "gradebook", "roster", "language"),
           _("key in {table}", table="[course]"))
    given = table.get("group")
    if given is None:
        return None
    known = [g.gr_name for g in grp.getgrall()]
    if given not in known:
        raise _wrong("[course] group", given, _("a group of this machine, such as {name}",
                                                name=repr(known[-1])))
    return given


def _gradebook(table: dict) -> str | None:
    given = table.get("gradebook")
    if given is not None and (not isinstance(given, str) or given.startswith("sqlite")
                              or "://" not in given):
        raise _wrong("[course] gradebook", given,
                     _('the address of a database server, such as '
                       '"postgresql+psycopg://levin@localhost/robots"'))
    return given


def _roster(table: dict) -> str | None:
    given = table.get("roster")
    if given is not None and (not isinstance(given, str) or not given):
        raise _wrong("[course] roster", given, _('the name of a file, such as "students.csv"'))
    return given


def _language(table: dict) -> str:
    given = table.get("language", SOURCE)
    if given not in languages():
        raise _wrong("[course] language", given, _one_of(languages()))
    return given


def _folders(table: dict, root: Path) -> tuple[Path, ...]:
    given = table.get("folders", [])
    if not isinstance(given, list) or not all(isinstance(x, str) for x in given):
        raise _wrong("[assignments] folders", given,
                     _('a list of folders, such as ["../my_assignments"]'))
    return tuple((root / Path(x).expanduser()).resolve() for x in given)


def _ways(table: dict, folders: tuple[Path, ...] | None, language: str) -> dict[str, Way]:
    """The tables [assignments.NAME]: points, dropped tasks and words of the course's own."""
    own = {name: x for name, x in table.items() if name not in ("folders", "variants")}
    if not own:                         # the library loads the judge: no command waits for nothing
        return {}
    from .library import BOOK, Library
    if folders is not None:
        _known(own, Library(BOOK, *folders), _("key or assignment in {table}",
                                               table="[assignments]"))
    for name, given in own.items():
        if not isinstance(given, dict):
            raise _wrong(f"[assignments] {name}", given, _("a table [{name}]",
                                                           name=f"assignments.{name}"))
    ways = {name: read_way(given, f"[assignments.{name}]", language) for name, given in own.items()}
    return {name: replace(way, place=f"{FILE}, {way.place}") for name, way in ways.items()}


def _numbers(tables: dict, name: str, form: type) -> dict[str, float]:
    """The table's numbers, each of the type of the default in `form`."""
    table, types = tables.get(name, {}), {f.name: type(f.default) for f in fields(form)}
    _known(table, types, _("key in {table}", table=f"[{name}]"))
    for key, value in table.items():
        whole = types[key] is int
        if type(value) not in ((int,) if whole else (int, float)) or not isfinite(value) \
                or value < (1 if name == "sandbox" else 0):
            least = int(name == "sandbox")
            raise _wrong(f"[{name}] {key}", value,
                         _("a whole number, {least} or more", least=least) if whole else
                         _("a number, {least} or more", least=least))
    return {key: types[key](value) for key, value in table.items()}


def _variants(table: dict) -> int | None:
    given = table.get("variants")
    if given is not None and (type(given) is not int or given < 1):
        raise _wrong("[assignments] variants", given,
                     _("a whole number, {least} or more", least=1))
    return given


def _split(table: dict) -> tuple[dict, dict, dict]:
    """Common deadlines, those of groups, those of students."""
    own = {kind: table.get(kind, {}) for kind in OWN}
    for kind, part in own.items():
        if not isinstance(part, dict) or not all(isinstance(x, dict) for x in part.values()):
            raise _wrong(f"[due] {kind}", part, _("tables such as [due.{kind}.{name}]", kind=kind,
                                                  name="ivanova" if kind == "students" else "A"))
    return ({name: x for name, x in table.items() if name not in OWN}, own["groups"],
            own["students"])


def _beside_the_common(own: list[dict[str, dict[str, datetime]]],
                       due: dict[str, datetime]) -> None:
    for kind, part in zip(OWN, own):
        for name, dates in part.items():
            for assignment in dates:
                if assignment not in due:
                    raise ValueError(_("[due.{kind}.{name}]: {assignment} has no common deadline; "
                                       "needs one in [due], too", kind=kind, name=name,
                                       assignment=assignment))


def _deadlines(table: dict, name: str,
               folders: tuple[Path, ...] | None) -> dict[str, datetime]:
    if table and folders is not None:
        from .library import BOOK, Library
        _known(table, Library(BOOK, *folders), _("assignment in {table}", table=f"[{name}]"))
    for assignment, when in table.items():
        if not isinstance(when, datetime) or when.tzinfo is None:
            raise _wrong(f"[{name}] {assignment}", when,
                         _("a date with time and time zone, such as {example}", example=DATE))
    return table


def _after_the_deadline(second: dict[str, datetime], due: dict[str, datetime],
                        policy: str) -> None:
    for name, until in second.items():
        if name not in due or until <= due[name]:
            raise ValueError(_("[second] {name}: got {got}, needs a time after the deadline of "
                               "{name} in [due]", name=name, got=until))
    if second and policy == "best":
        raise ValueError(_('[second]: a second attempt has its own rule; needs policy = "last" in '
                           "[resubmission]"))


def _known(table: dict, names, what: str) -> None:
    wrong = [key for key in table if key not in names]
    if wrong:
        raise ValueError(_("unknown {what}: {got}, needs {known}", what=said(what),
                           got=repr(wrong[0]), known=_one_of(names)))


def _wrong(place: str, got, needed: Text) -> ValueError:
    return ValueError(_("{place}: got {got}, needs {needed}", place=place, got=as_typed(got),
                        needed=needed))


def as_typed(got: object) -> str:
    """A value as it stands in the file, or near to it."""
    if isinstance(got, (date, clock)):
        return got.isoformat()
    return str(got).lower() if isinstance(got, bool) else repr(got)


def _one_of(names) -> Text:
    return _("one of {options}", options=", ".join(names))
