"""The settings file: its defaults, what it refuses, what lateness costs."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograde.cli import _to_be_dealt, main
from autograde.course import Course
from autograde.library import book
from autograde.sandbox import Limits
from autograde.settings import COMMENTS, FILE, Late, Settings, read_settings, template
from autograde.words import Speaker

OWN = Path(__file__).resolve().parents[1] / "own"       # an assignment that deals three sets


def settings(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    return read_settings(tmp_path)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_file_and_the_created_file_are_the_defaults(language, tmp_path):
    assert read_settings(tmp_path) == settings(
        tmp_path, template(Speaker(language).say)) == Settings()


def test_the_comments_of_a_created_file_are_in_the_language_of_the_screen():
    made = template(Speaker("ru").say)
    assert max(map(len, made.splitlines())) <= 100 and "{" not in made
    assert re.findall("(?<![А-яё])[а-яё]{6,}", made) and not re.findall(r"\b(?:the|of|and)\b", made)
    told = " ".join(made.replace("# ", " ").split())
    assert [c for c in COMMENTS.values() if Speaker("ru").say(c) not in told] == []


def test_the_lines_that_are_commented_out_are_the_defaults_too(tmp_path):
    open_lines = re.sub(r"^# (?=[a-z_]+ = [\d._]+ *(#|$))", "", template(), flags=re.MULTILINE)
    assert open_lines.count("\nprocesses = ") == 1
    assert settings(tmp_path, open_lines).limits == Limits()


def test_an_assignment_that_was_released_from_a_folder_may_have_a_deadline(tmp_path):
    text = "[due]\ne01_pendulum = 2030-10-01T23:59:00+03:00\n[assignments.e01_pendulum]\n"
    with pytest.raises(ValueError, match="unknown assignment in .due.: 'e01_pendulum'"):
        settings(tmp_path, text)
    Course(tmp_path).add_folders([OWN])
    assert list(settings(tmp_path, text).due) == ["e01_pendulum"]
    assert list(read_settings(tmp_path).ways) == ["e01_pendulum"]


def test_what_is_set_is_read(tmp_path):
    found = settings(tmp_path, "[late]\nper_day = 0.2\n[resubmission]\npolicy = 'best'\n"
                               "[sandbox]\ncell_cpu = 5\nmemory = 1_000_000_000\n"
                               "[due]\na02_rotation = 2030-10-01T23:59:00+03:00\n")
    assert found.late == Late(per_day=0.2) and found.policy == "best"
    assert found.limits == Limits(cell_cpu=5.0, memory=10**9)
    assert found.due["a02_rotation"].isoformat() == "2030-10-01T23:59:00+03:00"


@pytest.mark.parametrize("text,said", [
    ("[late", "not TOML"),
    ("[lat]\nper_day = 0.1", "unknown table: 'lat', needs one of late, due"),
    ("late = 3", "needs a table [late]"),
    ("[late]\nperday = 0.1", "unknown key in [late]: 'perday', needs one of per_day"),
    ("[late]\nper_day = '10 %'", "[late] per_day: got '10 %', needs a number"),
    ("[late]\nper_day = 10", "[late] per_day: got 10, needs a number from 0 to 1: per_day and most "
     "are shares of the mark"),
    ("[late]\nmost = 1.5", "[late] most: got 1.5, needs a number from 0 to 1"),
    ("[late]\nper_day = -0.1", "0 or more"),
    ("[late]\nmost = nan", "needs a number"),
    ("[late]\nper_day = true", "got true, needs a number"),
    ("[resubmission]\npolicy = 'first'", "got 'first', needs one of last, best"),
    ("[resubmission]\nkeep = 2", "unknown key in [resubmission]"),
    ("[course]\nlanguage = 'xx'", "[course] language: got 'xx', needs one of en, ru"),
    ("[sandbox]\nmemory = 0", "1 or more"),
    ("[sandbox]\nprocesses = 2.5", "a whole number"),
    ("[sandbox]\nram = 5", "unknown key in [sandbox]"),
    ("[due]\na99 = 2030-10-01T23:59:00Z", "unknown assignment in [due]: 'a99'"),
    ("[due]\na02_rotation = 2030-10-01T23:59:00", "time zone"),
    ("[due]\na02_rotation = 'tomorrow'", "time zone"),
    ("[due]\na02_rotation = 2026-11-28", "got 2026-11-28, needs a date with time and time zone, "
     "such as 2030-10-01T23:59:00+03:00"),
    ("[due]\na02_rotation = 2026-11-28T23:59:00", "got 2026-11-28T23:59:00, needs"),
    ("[due]\na02_rotation = 23:59:00", "got 23:59:00, needs"),
    ("[due]\na02_rotation = 28.11.2026", "; a date looks like 2030-10-01T23:59:00+03:00"),
    ("[due]\na02_rotation = 28-11-2026", "; a date looks like 2030-10-01T23:59:00+03:00"),
    ("[late]\nper_day = 0,1", "after a statement"),
    ("[due]\ngroups = 3", "[due] groups: got 3, needs tables such as [due.groups.A]"),
    ("[due.students.ana]\na99 = 2030-10-01T23:59:00Z",
     "unknown assignment in [due.students.ana]: 'a99'"),
    ("[due.groups.A]\na02_rotation = 2030-10-01T23:59:00Z",
     "[due.groups.A]: a02_rotation has no common deadline; needs one in [due], too")])
def test_a_wrong_line_is_named_with_what_is_needed(tmp_path, text, said, capsys):
    with pytest.raises(ValueError) as e:
        settings(tmp_path, text)
    assert said in str(e.value) and FILE in str(e.value)
    (tmp_path / "release" / "a02_rotation").mkdir(parents=True)
    assert main(["grade", "--course", str(tmp_path)]) == 2
    assert FILE in capsys.readouterr().out.replace("\n", "")


@pytest.mark.parametrize("hours,share", [(-5, 0), (0, 0), (2, 0), (2.01, 0.1), (26, 0.1),
                                         (26.01, 0.2), (24 * 30, 0.4)])
def test_what_lateness_costs(hours, share):
    late = Late(per_day=0.1, grace_hours=2, most=0.4)
    assert late.share(3600 * hours) == pytest.approx(share)


def test_release_creates_the_file_once(tmp_path):
    words = "release", "e01_pendulum", "--course", str(tmp_path), "--from", str(OWN)
    assert main([*words]) == 0
    assert Course(tmp_path).settings == Settings()
    (tmp_path / FILE).write_text("[late]\nper_day = 0.5\n")
    assert main([*words]) == 0
    assert Course(tmp_path).settings.late.per_day == 0.5


def test_a_release_without_a_name_deals_what_the_course_names(tmp_path):
    def dealt(*folders):
        return _to_be_dealt(SimpleNamespace(folders=folders), Course(tmp_path))
    assert dealt() == list(book())
    (tmp_path / FILE).write_text("[due]\na02_rotation = 2030-10-01T23:59:00+03:00\n")
    assert dealt() == ["a02_rotation"]
    (tmp_path / "release" / "a01_parameters").mkdir(parents=True)
    assert dealt() == ["a01_parameters", "a02_rotation"]
    mine = ["a01_parameters", "a02_rotation", "e01_pendulum"]
    own = f'[assignments]\nfolders = ["{OWN}"]\n'              # of the settings, without a date
    (tmp_path / FILE).write_text((tmp_path / FILE).read_text() + own)
    assert dealt() == mine
    (tmp_path / FILE).write_text((tmp_path / FILE).read_text().replace(own, ""))
    course = Course(tmp_path)
    course.add_folders([OWN])
    assert _to_be_dealt(SimpleNamespace(folders=[OWN]), course) == mine
