"""A new course, from a file or from questions; and who stands on a roster."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from each import each

from autograde import words
from autograde.cli import main
from autograde.course import Course
from autograde.roster import Person, read_people
from autograde.starting import Answers, ask, begin, read_answers

MOSCOW = ZoneInfo("Europe/Moscow")
NAMES = ["a01_parameters", "a02_rotation"]


@pytest.fixture
def students(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("\ufeffid;ФИО;Группа;Почта\nivanova;Иванова Анна;РК6-51;a@example.org\n"
                    "petrov;Пётр Петров;РК6-52;p@example.org\n", "utf-8")
    return path


def test_a_course_from_a_file_can_be_read_by_every_command(tmp_path, students, capsys):
    (tmp_path / "new.toml").write_text(
        'roster = "list.csv"\nlanguage = "ru"\nassignments = ["a01_parameters", "a02_rotation"]\n'
        "first_deadline = 2030-10-01\ndays_between = 14\nper_day = 0.05\n")
    words = ["new-course", "--course", str(tmp_path / "c"), "--file", str(tmp_path / "new.toml"),
             "--zone", "Europe/Moscow"]
    assert main(words) == 0
    assert "next: autograde release a01_parameters a02_rotation --course" in " ".join(
        capsys.readouterr().out.split())
    course = Course(tmp_path / "c")
    found = course.settings
    assert (found.language, found.late.per_day, found.roster) == ("ru", 0.05, "students.csv")
    assert [when.isoformat() for when in found.due.values()] == [
        "2030-10-01T23:59:00+03:00", "2030-10-15T23:59:00+03:00"]
    assert course.people == [Person("ivanova", "Иванова Анна", "РК6-51", "a@example.org"),
                             Person("petrov", "Пётр Петров", "РК6-52", "p@example.org")]
    assert (course.root / "autograde.toml").stat().st_mode & 0o077 == 0
    assert main(["status", "--course", str(course.root)]) == 0
    assert "next: autograde release" in capsys.readouterr().out
    assert main(words) == 2 and "is there already" in capsys.readouterr().out


def test_questions_ask_for_the_same(tmp_path, students):
    typed = iter([str(students), "", " ".join(NAMES), "2030-10-01", "", "10"])
    found = ask(lambda question: next(typed))
    assert found == Answers(str(students), "en", tuple(NAMES), date(2030, 10, 1), 7, 0.1)
    course = Course(tmp_path / "c")
    assert begin(course, found, MOSCOW) == NAMES
    assert course.settings.due["a02_rotation"].isoformat() == "2030-10-08T23:59:00+03:00"


@pytest.mark.parametrize("place,typed,told", [
    (3, "завтра", "указано 'завтра', а нужна дата вида 2030-10-01"),
    (4, "неделя", "указано 'неделя', а нужно число от 0 до 366"),
    (5, "много", "указано 'много', а нужно число от 0 до 100")])
def test_a_wrong_answer_is_named_in_the_language_of_the_screen(place, typed, told, monkeypatch):
    """And the question comes again."""
    monkeypatch.setitem(words._now, "language", "ru")
    right = ["", "", "a02_rotation", "2030-10-01", "", "2,5"]
    given, asked = right[:place] + [typed] + right[place:], []

    def say(question):
        asked.append(words.here(question))
        return given[len(asked) - 1]
    assert ask(say) == Answers("", "ru", ("a02_rotation",), date(2030, 10, 1), 7, 0.025)
    assert asked[place + 1] == told + "\n" + asked[place]


def test_all_questions_may_be_left_open(tmp_path):
    course = Course(tmp_path / "c")
    typed = iter([""] * 4)
    names = begin(course, ask(lambda question: next(typed)), MOSCOW)
    assert "a13_statics" in names and course.settings.due == {} and course.people == []


@pytest.mark.parametrize("text,said", [
    ("colour = 3", "got the key 'colour', needs some of assignments, days_between"),
    ('language = "xx"', "language: got 'xx', needs one of en, ru"),
    ('first_deadline = "soon"', "first_deadline: got 'soon', needs a day such as 2030-10-01"),
    ('assignments = ["a99"]', "a99"), ('roster = "nowhere.csv"', "cannot be read"),
    ("per_day = 3.0", "shares of the mark"), ("x =", "cannot be read"),
    ('days_between = "week"', "days_between: got 'week', needs a whole number from 0 to 366"),
    ("days_between = -1", "days_between: got -1, needs a whole number"),
    ("days_between = 2.5", "days_between: got 2.5, needs"),
    ("days_between = true", "days_between: got true, needs"),
    ('per_day = "a tenth"', "per_day: got 'a tenth', needs a share of the mark from 0 to 1"),
    ("roster = 3", "roster: got 3, needs the name of a file"),
    ('assignments = "a02_rotation"', "assignments: got 'a02_rotation', needs a list of names"),
    ("folders = 3", "folders: got 3, needs a list of names"),
    ("first_deadline = 2030-10-01T10:00:00", "got 2030-10-01T10:00:00, needs a day such as 2030"),
    ("first_deadline = 28.11.2026", "; a date looks like 2030-10-01")])
def test_a_wrong_answer_writes_nothing(tmp_path, text, said, capsys):
    (tmp_path / "new.toml").write_text(text)
    assert main(["new-course", "--course", str(tmp_path / "c"), "--file",
                 str(tmp_path / "new.toml")]) == 2
    assert said in " ".join(capsys.readouterr().out.split())
    assert not list((tmp_path / "c").glob("*")) if (tmp_path / "c").exists() else True


def test_without_a_terminal_nobody_is_asked(tmp_path, capsys):
    assert main(["new-course", "--course", str(tmp_path / "c")]) == 2
    assert "needs --file" in capsys.readouterr().out


# -- the roster ------------------------------------------------------------------------------------
def test_a_roster_knows_addresses_groups_and_names_elsewhere(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("id,last_name,first_name,group,email,username,canvas,shoe size\n"
                    "a,Ivanova,Anna,A,a@x.org,ia,17,38\nb,,,,,,,\n")
    assert read_people(path) == [
        Person("a", "Ivanova Anna", "A", "a@x.org", username="ia", canvas="17"), Person("b")]


def test_two_students_cannot_have_one_address(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("id,email\na,x@x.org\nb,X@x.org\n")
    with pytest.raises(ValueError, match="line 3: 'X@x.org' in the column 'email' is that of "
                                         "'a' already"):
        read_people(path)


def test_the_answers_of_a_file_are_relative_to_it(tmp_path, students):
    (tmp_path / "new.toml").write_text('roster = "list.csv"\n')
    assert read_answers(tmp_path / "new.toml").roster == str(tmp_path / "list.csv")


def test_an_answer_that_does_not_fit_is_asked_for_again(tmp_path, students):
    typed = iter([str(tmp_path / "nowhere.csv"), str(students), "русский", "ru", "a99",
                  "a02_rotation", "завтра", "01.12.2030", "x", "14", "200", "7,5 %"])
    said = []
    found = ask(lambda question: said.append(str(question)) or next(typed))
    assert found == Answers(str(students), "ru", ("a02_rotation",), date(2030, 12, 1), 14, 0.075)
    for wrong in ("nowhere.csv", "'русский'", "'a99'", "'завтра'", "'x'", "'200'"):
        assert sum(wrong in line for line in said) == 1, wrong


def test_a_course_that_is_there_is_told_before_anything_is_asked(tmp_path, monkeypatch, capsys):
    (tmp_path / "autograde.toml").write_text("")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("autograde.starting.ask", lambda say: pytest.fail("asked"))
    assert main(["new-course", "--course", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().out


# -- which folder is a course ----------------------------------------------------------------------
NEEDED = (["status"], ["why", "1"], ["collect", "a02_rotation", "x"], ["grade"], ["regrade"],
          ["verify"], ["repair"], ["variant", "ana", "a02_rotation"], ["sheet", "a02_rotation"],
          ["comment", "a02_rotation", "ana"], ["comment", "a02_rotation"], ["feedback"],
          ["report"], ["export", "--csv", "m.csv"], ["mistakes"], ["check"])


@pytest.fixture
def kurs(tmp_path):
    (tmp_path / "kurs").mkdir()
    (tmp_path / "kurs" / "autograde.toml").write_text("")
    return tmp_path / "kurs"


@each("command", NEEDED)
def test_a_misspelt_course_is_taken_for_none(command, kurs, capsys):
    """And nothing is made in its place; the course beside it is named."""
    krus = kurs.with_name("krus")
    assert main([*command, "--course", str(krus)]) == 2
    told = " ".join(capsys.readouterr().out.split())
    assert f"there is none in {krus}: it has no autograde.toml" in told and str(kurs) in told
    assert not krus.exists()


@each("command", [*NEEDED, ["release", "a02_rotation"], ["demo"], ["new-course"]])
def test_a_file_is_no_course(command, kurs, capsys):
    (kurs.with_name("file")).write_text("x")
    assert main([*command, "--course", str(kurs.with_name("file"))]) == 2
    assert "which is a file; needs the folder of a course" in " ".join(
        capsys.readouterr().out.split())


def test_whoever_stands_in_the_course_is_told_so(kurs, monkeypatch, capsys):
    monkeypatch.chdir(kurs)
    assert main(["status"]) == 2
    assert "(there is one in .)" in " ".join(capsys.readouterr().out.split())
    assert main(["status", "--course", "."]) == 0


def test_a_release_begins_no_course_in_a_folder_that_is_not_there(kurs, capsys):
    assert main(["release", "a02_rotation", "--course", str(kurs.with_name("no") / "krus")]) == 2
    assert "there is no folder" in capsys.readouterr().out
    assert not kurs.with_name("no").exists()


def test_a_release_beside_a_course_says_that_it_begins_another(kurs, monkeypatch, capsys):
    monkeypatch.setattr("autograde.record.release.release", lambda *given: iter(()))
    assert main(["release", "a02_rotation", "--course", str(kurs.with_name("krus"))]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"this release begins one (there is one in {kurs})" in told
    assert main(["release", "a02_rotation", "--course", str(kurs)]) == 0
    assert "begins" not in capsys.readouterr().out
