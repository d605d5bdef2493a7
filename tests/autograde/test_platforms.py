"""Downloads of platforms into the course, and marks and pages out, in the platforms' own files.

The names of files and columns are those that the platforms' source writes:
Moodle   mod/assign/classes/downloader.php, mod/assign/gradingtable.php,
         mod/assign/feedback/offline/importgradeslib.php, mod/assign/feedback/file/importziplib.php,
         and for Russian the language pack's mod/assign strings (recordid, lastmodifiedgrade)
Canvas   lib/content_zipper.rb (get_filename, sanitize_file_name, add_upload_submission) and
         lib/gradebook_importer.rb (update_column_count, process_pp, process_student)
Open edX openassessment/data.py of edx-ora2 (OraDownloadData, OraAggregateData.collect_ora2_data),
         bulk_grades/api.py of edx-bulk-grades (ScoreCSVProcessor, GradeCSVProcessor), and of
         edx-platform lms/djangoapps/instructor/views/api.py (get_students_features),
         lms/djangoapps/instructor_task/tasks_helper/misc.py (generate_anonymous_ids)
"""

import csv
import hashlib
import io
import json
import os
import re
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from autograde.cli import main
from autograde.course import Course
from autograde.library import book
from autograde.platforms import downloads, marks, moodle, pages
from autograde.platforms.collecting import collect
from autograde.platforms.times import times
from autograde.platforms.who import Roster
from autograde.record import exports
from autograde.record.rows import Row
from autograde.record.state import NOTHING
from autograde.roster import Person
from autograde.run.receipt import Receipt, write_receipt

NAME = "a02_rotation"
MOSCOW = ZoneInfo("Europe/Moscow")
PEOPLE = """id,name,group,email,username,canvas,sis_login,section,edx
ivanova,Анна Иванова,РК6-51,anna@example.org,ivanovaa,7001,ia,A,anna_i
petrov,Семён Петров,РК6-51,semyon@example.org,petrovs,7002,ps,A,semyon
orlov,Илья Орлов,РК6-52,ilya@example.org,orlovi,7003,oi,B,ilya
orlov2,Илья Орлов,РК6-52,orlov2@example.org,orlovi2,7004,oi2,B,ilya2
absent,Вера Зимина,РК6-52,vera@example.org,zimina,7005,zv,B,vera
"""


@pytest.fixture
def course(tmp_path):
    made = Course(tmp_path / "course")
    made.root.mkdir()
    (made.root / "students.csv").write_text(PEOPLE, "utf-8")
    (made.root / "autograde.toml").write_text('[course]\nroster = "students.csv"\n')
    return made


def notebook(mark):
    return json.dumps({"cells": [], "metadata": {"mark": mark}, "nbformat": 4,
                       "nbformat_minor": 5}).encode()


def archive(path, files):
    with zipfile.ZipFile(path, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def lying(course, student):
    path = course.submitted / student / NAME / f"{NAME}.ipynb"
    return json.loads(path.read_text())["metadata"]["mark"] if path.exists() else None


def stamp(course, student):
    path = course.submitted / student / NAME / "timestamp.txt"
    return path.read_text() if path.exists() else None


def brought(course, place, **how):
    return collect(course, book()[NAME], place, MOSCOW, **how)


# -- Moodle ----------------------------------------------------------------------------------------
HEAD = {
    "en": ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
           "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
           "Feedback comments"],
    "ru": ["Идентификатор", "Полное имя", "Адрес электронной почты", "Состояние", "Оценка",
           "Максимальная оценка", "Оценка может быть изменена", "Последнее изменение (ответ)",
           "Последнее изменение (оценка)", "Отзыв в виде комментария"]}
WHEN = {"en": "Tuesday, 14 October 2025, 11:05 PM", "ru": "вторник, 14 октября 2025, 23:05"}
WORD = {"en": "Participant ", "ru": "Участник "}


def worksheet(path, language="en", who=((101, "Анна Иванова", "anna@example.org"),
                                        (102, "Семён Петров", "semyon@example.org"),
                                        (105, "Вера Зимина", "vera@example.org"))):
    with open(path, "w", newline="", encoding="utf-8-sig") as f:
        out = csv.writer(f)
        out.writerow(HEAD[language])
        for number, name, email in who:
            out.writerow([f"{WORD[language]}{number}", name, email, "Submitted for grading", "",
                          "23.00", "Yes", WHEN[language] if number != 105 else "-", "-", ""])
    return path


@pytest.mark.parametrize("tail", ["", "_"])         # since Moodle 4.1, and before
def test_moodles_folders_are_told_by_name(course, tmp_path, tail):
    place = archive(tmp_path / "m.zip", {
        f"Анна Иванова_101_assignsubmission_file{tail}/{NAME}.ipynb": notebook("anna"),
        f"Петров Семен_102_assignsubmission_file{tail}/work/{NAME}.ipynb": notebook("semyon"),
        f"Илья Орлов_103_assignsubmission_file{tail}/{NAME}.ipynb": notebook("which?"),
        f"Кто Неизвестный_104_assignsubmission_file{tail}/{NAME}.ipynb": notebook("nobody"),
        f"Анна Иванова_101_assignsubmission_onlinetext{tail}/onlinetext.html": "text"})
    found = brought(course, place)
    assert (found.form, found.taken) == ("moodle", ["ivanova", "petrov"])
    assert (lying(course, "ivanova"), lying(course, "petrov")) == ("anna", "semyon")
    assert found.without_time == ["ivanova", "petrov"] and stamp(course, "petrov") is None
    reasons = {path.split("_")[0]: str(why) for path, why in found.left}
    assert reasons == {"Илья Орлов": "several of the roster have this name: orlov, orlov2",
                       "Кто Неизвестный": "nobody on the roster"}
    assert sorted(p.name for p in course.submitted.iterdir()) == ["ivanova", "petrov"]


def test_moodles_files_without_folders_are_told_too(course, tmp_path):
    place = archive(tmp_path / "m.zip", {
        f"Анна Иванова_101_assignsubmission_file_{NAME} (1).ipynb": notebook("anna"),
        "Анна Иванова_101_assignsubmission_file_notes_old.ipynb": notebook("old")})
    assert brought(course, place).taken == ["ivanova"] and lying(course, "ivanova") == "anna"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_worksheet_says_addresses_and_times(course, tmp_path, language):
    place = archive(tmp_path / "m.zip", {
        f"Somebody Else_101_assignsubmission_file/{NAME}.ipynb": notebook("anna"),
        f"Илья Орлов_103_assignsubmission_file/{NAME}.ipynb": notebook("second")})
    sheet = worksheet(tmp_path / "w.csv", language, [
        (101, "Somebody Else", "ANNA@example.org"), (103, "Илья Орлов", "orlov2@example.org")])
    found = brought(course, place, worksheet=sheet)
    assert found.taken == ["ivanova", "orlov2"] and not found.left and not found.without_time
    assert stamp(course, "orlov2") == "2025-10-14 20:05:00 UTC"
    saved = (course.submitted / "orlov2" / NAME / f"{NAME}.ipynb").stat().st_mtime
    assert saved == datetime(2025, 10, 14, 20, 5, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("text,when", [
    ("Tuesday, 14 October 2025, 11:05 PM", (2025, 10, 14, 23, 5)),
    ("среда, 7 мая 2025, 09:30", (2025, 5, 7, 9, 30)), ("3 марта 2025, 00:01", (2025, 3, 3, 0, 1)),
    ("-", None), ("", None), ("2025-10-14 23:05:00", (2025, 10, 14, 23, 5))])
def test_a_time_of_moodle_is_read_in_both_languages(text, when):
    assert moodle.written(text, MOSCOW) == (when and datetime(*when, tzinfo=MOSCOW))


def test_a_later_file_takes_the_place_of_an_earlier_one_which_is_kept(course, tmp_path):
    path = f"Анна Иванова_101_assignsubmission_file/{NAME}.ipynb"
    first = brought(course, archive(tmp_path / "1.zip", {path: notebook("first")}))
    again = brought(course, archive(tmp_path / "2.zip", {path: notebook("first")}))
    later = brought(course, archive(tmp_path / "3.zip", {path: notebook("second")}))
    assert (first.taken, again.same, later.replaced) == (["ivanova"],) * 3
    assert lying(course, "ivanova") == "second"
    kept, = course.earlier(NAME, "ivanova")
    assert json.loads((kept / f"{NAME}.ipynb").read_text())["metadata"]["mark"] == "first"


def first_of_two(course, folder, due):
    """A second attempt is allowed, and the first is collected; returns its path in the archive."""
    with open(course.root / "autograde.toml", "a") as f:
        f.write(f"[due]\na02_rotation = {due}T00:00:00+03:00\n"
                "[second]\na02_rotation = 2025-11-01T00:00:00+03:00\n")
    path = f"Анна Иванова_101_assignsubmission_file/{NAME}.ipynb"
    brought(course, archive(folder / "1.zip", {path: notebook("first")}),
            worksheet=worksheet(folder / "w.csv"))
    return path


def test_what_came_before_the_deadline_is_the_first_of_two_attempts(course, tmp_path):
    path = first_of_two(course, tmp_path, "2025-10-15")
    brought(course, archive(tmp_path / "2.zip", {path: notebook("second")}))
    assert [p.name for p in course.earlier(NAME, "ivanova")] == ["first"]
    kept = course.attempts / "ivanova" / NAME / "first" / "timestamp.txt"
    assert kept.read_text() == "2025-10-14 20:05:00 UTC"


def test_a_late_first_attempt_that_is_graded_is_kept_as_the_first(course, tmp_path):
    """What comes after it is a second attempt, not a later hand-in; a third changes nothing."""
    path = first_of_two(course, tmp_path, "2025-10-10")
    digest = hashlib.sha256(notebook("first")).hexdigest()
    write_receipt(course, Receipt("ivanova", NAME, 1, digest, [], [], {}))
    for mark in ("second", "third"):
        brought(course, archive(tmp_path / f"{mark}.zip", {path: notebook(mark)}))
    kept = {p.name: json.loads((p / f"{NAME}.ipynb").read_text())["metadata"]["mark"]
            for p in course.earlier(NAME, "ivanova")}
    assert kept.pop("first") == "first" and [*kept.values()] == ["second"]


def test_a_late_first_attempt_that_nobody_has_graded_is_only_replaced(course, tmp_path):
    with open(course.root / "autograde.toml", "a") as f:
        f.write("[due]\na02_rotation = 2025-10-10T00:00:00+03:00\n"
                "[second]\na02_rotation = 2025-11-01T00:00:00+03:00\n")
    path = f"Анна Иванова_101_assignsubmission_file/{NAME}.ipynb"
    brought(course, archive(tmp_path / "1.zip", {path: notebook("first")}),
            worksheet=worksheet(tmp_path / "w.csv"))
    brought(course, archive(tmp_path / "2.zip", {path: notebook("second")}))
    assert "first" not in [p.name for p in course.earlier(NAME, "ivanova")]


def test_what_was_collected_with_its_time_keeps_it(course, tmp_path):
    path = f"Анна Иванова_101_assignsubmission_file/{NAME}.ipynb"
    once = archive(tmp_path / "1.zip", {path: notebook("first")})
    brought(course, once, worksheet=worksheet(tmp_path / "w.csv"))
    assert brought(course, once).without_time == []
    assert stamp(course, "ivanova") == "2025-10-14 20:05:00 UTC"


def test_moodle_takes_the_apostrophe_out_of_a_name():
    """PARAM_FILE in moodlelib.php: clean_filename() leaves no quotes in a folder's name."""
    person = Person("obrien", "O'Brien Sean")
    assert Roster([person]).who(name="OBrien Sean") == (person, "")


# -- Canvas ----------------------------------------------------------------------------------------
def canvas_name(sortable, user, file, name, late=False):
    """As content_zipper.rb makes it: lower case, all but letters, digits and _ taken out."""
    start = "_".join([sortable.lower(), *["LATE"] * late, str(user)])
    return f"{re.sub(r'[^_0-9A-Za-zА-яЁё]', '', start)}_{file}_{name}"


def test_canvass_files_are_told_by_number_and_by_name(course, tmp_path):
    found = brought(course, archive(tmp_path / "submissions.zip", {
        canvas_name("Somebody, Else", 7001, 901, f"{NAME}-1.ipynb"): notebook("anna"),
        canvas_name("Петров, Семён", 9999, 902, f"{NAME}.ipynb", late=True): notebook("semyon"),
        canvas_name("Orlov, Ilya", 7003, 903, "photo.png"): b"png",
        "anon_1b2c3_904_a02_rotation.ipynb": notebook("anonymous")}))
    assert (found.form, found.taken, found.late) == ("canvas", ["ivanova", "petrov"], ["petrov"])
    assert (lying(course, "ivanova"), lying(course, "petrov")) == ("anna", "semyon")
    assert [(what.split("_")[0], str(why)) for what, why in found.left] == [
        ("orlov", "no notebook among: photo.png"), ("anon", "its name tells no sender")]


# -- Open edX --------------------------------------------------------------------------------------
def test_the_files_of_open_edx_are_told_by_login(course, tmp_path):
    unit = "[1]Kinematics, [2]Rotation, [1]Homework"
    found = brought(course, archive(tmp_path / "ora.zip", {
        f"{unit}/[1] - anna_i - prompt_0.txt": "done",
        f"{unit}/[1] - anna_i - {NAME}.ipynb": notebook("anna"),
        f"{unit}/[1] - semyon - other.ipynb": notebook("one"),
        f"{unit}/[1] - semyon - another.ipynb": notebook("two"),
        f"{unit}/[1] - 703dee642c9872a35d84fa9b2d96950f - {NAME}.ipynb": notebook("hidden"),
        "submissions.csv": "course_id,block_id,student_id,key,name,type,description,size,"
                           "file_path,file_found\n"}))
    assert (found.form, found.taken, lying(course, "ivanova")) == ("edx", ["ivanova"], "anna")
    assert [str(why) for _what, why in found.left] == [
        "several notebooks, and which one counts is not told: other.ipynb, another.ipynb",
        "nobody on the roster"]


LEARNERS = (
    "id,username,name,email,language,location,year_of_birth,gender,level_of_education,"
    "mailing_address,goals,enrollment_mode,verification_status,last_login,date_joined,"
    "external_user_key,cohort,team,city,country\n"
    '18557,anna_i,Анна Иванова,anna@example.org,ru,,2005,f,,,"To learn,\nat last",audit,N/A,'
    "2025-10-01 10:00:00+00:00,2025-09-01 10:00:00+00:00,,РК6-51,,,RU\n"
    "18558,semyon,Семён Петров,semyon@example.org,ru,,,m,,,,audit,N/A,,,,[unassigned],,,RU\n")
HOMEWORK = "block-v1:BMSTU+ROB+2025+type@openassessment+block@aaaa"
OTHER = "block-v1:BMSTU+ROB+2025+type@openassessment+block@bbbb"
HIDDEN = "703dee642c9872a35d84fa9b2d96950f"


def ora_data(path, lines, usernames=False):
    """Anonymized id, login, problem, time -> the report on answers to open responses."""
    head = ["Submission ID", "Location", "Problem Name", "Item ID", *["Username"] * usernames,
            "Anonymized Student ID", "Date/Time Response Submitted", "Response",
            "Assessment Details", "Assessment Scores", "Date/Time Final Score Given",
            "Final Score Points Earned", "Final Score Points Possible",
            "Feedback Statements Selected", "Feedback on Peer Assessments"]
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(head)
        for student, login, problem, time in lines:
            out.writerow(["0d0e", problem, "HW", "7", *[login] * usernames, student, time,
                          '{"parts": [{"text": "done, \\"at last\\"\n"}]}', "", "", "", "", "", "",
                          ""])
    return path


def test_the_list_of_students_of_open_edx_is_a_roster(course):
    (course.root / "students.csv").write_text(LEARNERS, "utf-8")
    assert course.people == [
        Person("anna_i", "Анна Иванова", "РК6-51", "anna@example.org", edx="anna_i",
               edx_id="18557"),
        Person("semyon", "Семён Петров", "", "semyon@example.org", edx="semyon", edx_id="18558")]


def test_open_edxs_reports_say_who_and_when(course, tmp_path):
    """As a server has it where logins are not told: files and answers under anonymised ids."""
    (course.root / "students.csv").write_text(LEARNERS, "utf-8")
    unit = "[1]Kinematics, [2]Rotation, [1]Homework"
    places = {"anna": f"{unit}/[1] - {HIDDEN} - {NAME}.ipynb",
              "semyon": f"{unit}/[1] - 5e5e - {NAME}.ipynb"}
    listing = io.StringIO()
    out = csv.writer(listing)
    out.writerow(["course_id", "block_id", "student_id", "key", "name", "type", "description",
                  "size", "file_path", "file_found"])
    for student, place in ((HIDDEN, places["anna"]), ("5e5e", places["semyon"])):
        out.writerow(["course-v1:BMSTU+ROB+2025", HOMEWORK, student, "k", f"{NAME}.ipynb",
                      "attachment", "work", 9, place, True])
    ids = tmp_path / "anon-ids.csv"
    ids.write_text(f'"User ID","Anonymized User ID","Course Specific Anonymized User ID"\n'
                   f'"18557","x","{HIDDEN}"\n"18558","y","5e5e"\n', "utf-8")
    data = ora_data(tmp_path / "ORA_data.csv", [
        (HIDDEN, "", HOMEWORK, "2025-10-14 18:00:00.123456+00:00"),
        (HIDDEN, "", OTHER, "2025-11-20 18:00:00+00:00"),
        ("5e5e", "", OTHER, "2025-11-21 18:00:00+00:00")])
    files = {**{place: notebook(who) for who, place in places.items()},
             "submissions.csv": listing.getvalue()}
    found = brought(course, archive(tmp_path / "ora.zip", files), reports=[data, ids])
    assert (found.form, found.taken) == ("edx", ["anna_i", "semyon"])
    assert lying(course, "anna_i") == "anna"
    assert stamp(course, "anna_i") == "2025-10-14 18:00:00 UTC", "of this problem, not of the other"
    assert found.without_time == ["semyon"]
    with pytest.raises(ValueError, match="needs those of User ID, Course Specific"):
        brought(course, tmp_path / "ora.zip", reports=[course.root / "students.csv"])


def test_the_archive_of_open_edx_is_of_a_whole_course_and_may_lack_files(course, tmp_path):
    """`create_zip_with_attachments` notes in "file_found" what it could not find, and goes on."""
    listing = io.StringIO()
    out = csv.writer(listing)
    out.writerow(["course_id", "block_id", "student_id", "key", "name", "type", "description",
                  "size", "file_path", "file_found"])
    files, lost = {}, f"[1]A, [1]B, [1]C/[1] - zv - {NAME}.ipynb"
    for login, unit, name in (("anna_i", "[1]D", "a03_positions"), ("semyon", "[1]C", NAME),
                              ("semyon", "[1]D", "a03_positions")):
        path = f"[1]A, [1]B, {unit}/[1] - {login} - {name}.ipynb"
        files[path] = notebook(f"{login} {name}")
        out.writerow(["course-v1:x", "block-v1:x", login, "k", f"{name}.ipynb", "attachment",
                      "work", 9, path, True])
    out.writerow(["course-v1:x", "block-v1:x", "zv", "k", f"{NAME}.ipynb", "attachment", "work", 9,
                  lost, False])
    (course.root / "students.csv").write_text("id,edx\nivanova,anna_i\npetrov,semyon\nzimina,zv\n")
    found = brought(course, archive(tmp_path / "ora.zip", files
                                    | {"submissions.csv": listing.getvalue()}))
    assert found.taken == ["petrov"] and lying(course, "petrov") == f"semyon {NAME}"
    assert [(what, str(why)) for what, why in found.left] == [
        (lost, "handed in, but Open edX did not find the file for its archive")]


def test_a_notebook_that_is_called_like_another_assignment_is_not_taken(course, tmp_path):
    (tmp_path / "work" / "ivanova").mkdir(parents=True)
    (tmp_path / "work" / "ivanova" / "a03_positions (1).ipynb").write_bytes(notebook("other"))
    found = brought(course, tmp_path / "work")
    assert found.taken == [] and [(what, str(why)) for what, why in found.left] == [
        ("ivanova", "called like another assignment: a03_positions (1).ipynb")]


def test_open_edxs_report_with_logins_says_when(course, tmp_path):
    data = ora_data(tmp_path / "ORA_data.csv", [
        (HIDDEN, "anna_i", HOMEWORK, "2025-10-14 18:00:00+00:00")], usernames=True)
    brought(course, archive(tmp_path / "ora.zip", {
        f"[1]A, [1]B, [1]C/[1] - anna_i - {NAME}.ipynb": notebook("anna")}), reports=[data])
    assert stamp(course, "ivanova") == "2025-10-14 18:00:00 UTC"


# -- folders and forms -----------------------------------------------------------------------------
def test_a_folder_of_files_and_folders(course, tmp_path):
    place = tmp_path / "files"
    for name in ("ivanova.ipynb", "semyon@example.org/anything.ipynb", "Вера Зимина/notes.txt",
                 "stranger.ipynb"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(notebook(name))
    (place / "orlov.ipynb").symlink_to("/etc/passwd")
    found = brought(course, place)
    assert (found.form, sorted(found.taken)) == ("folder", ["ivanova", "petrov"])
    assert sorted(str(why) for _what, why in found.left) == [
        "no notebook among: notes.txt", "nobody on the roster"]


def test_the_table_of_a_form_with_links_to_files(course, tmp_path):
    place = tmp_path / "files"
    place.mkdir()
    (place / f"{NAME} - Anna.ipynb").write_bytes(notebook("anna"))
    (place / "1AbCdEf_petrov.ipynb").write_bytes(notebook("semyon"))
    table = tmp_path / "form.csv"
    table.write_text(
        "Отметка времени;Адрес электронной почты;Ваш файл\n"
        f"14.10.2025 20:01:02;anna@example.org;https://example.org/f/{NAME}%20-%20Anna.ipynb\n"
        "14.10.2025 21:00:00;semyon@example.org;https://example.org/open?id=1AbCdEf\n"
        "14.10.2025 21:30:00;ilya@example.org;https://example.org/open?id=zzz\n", "utf-8")
    found = brought(course, place, table=table)
    assert found.taken == ["ivanova", "petrov"]
    assert stamp(course, "petrov") == "2025-10-14 18:00:00 UTC"
    assert [str(why) for _what, why in found.left] == ["its file is not in the folder"]


@pytest.mark.parametrize("text,when", [
    ("14.10.2025 20:01:02", "2025-10-14 17:01:02"),
    ("05.10.2025 20:01", "2025-10-05 17:01:00"),
    ("2025/10/05 8:01:02 PM GMT+3", "2025-10-05 17:01:02"),
    ("2025/10/05 12:01:02 AM GMT+5:30", "2025-10-04 18:31:02"),
    ("2025-10-05 20:01:02", "2025-10-05 17:01:02"),
    ("2025-10-05T20:01:02.5Z", "2025-10-05 20:01:02"),
    ("2025-10-05T20:01:02+0500", "2025-10-05 15:01:02"),
    ("5 октября 2025, 20:01", "2025-10-05 17:01:00"),
    ("31.02.2025 20:01:02", None), ("yesterday", None), ("", None)])
def test_a_time_of_a_form_is_read_as_it_is_meant(text, when):
    found, = times([text], MOSCOW)
    assert when is None if found is None else found.astimezone(UTC).strftime(
        "%Y-%m-%d %H:%M:%S") == when


def test_day_and_month_are_told_by_the_column():
    def days(*texts, order=None):
        return [x.strftime("%d.%m.%y") for x in times(texts, MOSCOW, order)]
    assert days("8/9/25 12:51:45", "8/20/25 12:51:45") == ["09.08.25", "20.08.25"]
    assert days("08/09/2025 12:51:45", "20/08/2025 12:51:45") == ["08.09.25", "20.08.25"]
    assert days("8/9/25 12:51", order="mdy") == ["09.08.25"]
    for unclear in (["8/9/25 12:51:45"], ["8/20/25 12:51:45", "20/8/25 12:51:45"]):
        with pytest.raises(ValueError, match="8/.*which number is the day"):
            times(unclear, MOSCOW)


def test_the_table_of_microsoft_forms(course, tmp_path):
    """Its ID is the number of the answer and nobody's id; who is not signed in is "anonymous"."""
    (course.root / "students.csv").write_text(PEOPLE.replace("orlov2,", "2,"), "utf-8")
    place = tmp_path / "files"
    place.mkdir()
    (place / "work_Anna.ipynb").write_bytes(notebook("anna"))
    (place / "work_Semyon.ipynb").write_bytes(notebook("semyon"))
    table = tmp_path / "form.csv"
    table.write_text(
        "ID,Start time,Completion time,Email,Name,Your e-mail,Your notebook\n"
        "1,10/14/25 19:01:02,10/14/25 20:01:02,anonymous,,anna@example.org,"
        "https://example.org/x/work_Anna.ipynb\n"
        "2,10/9/25 19:01:02,10/9/25 20:01:02,anonymous,,semyon@example.org,"
        "https://example.org/x/work_Semyon.ipynb\n", "utf-8")
    found = brought(course, place, table=table)
    assert found.taken == ["ivanova", "petrov"] and not found.left
    assert stamp(course, "petrov") == "2025-10-09 17:01:02 UTC"


# -- who and what ----------------------------------------------------------------------------------
def test_nobody_is_guessed():
    roster = Roster([Person("a", "Ёлкина Анна", email="a@x.org", canvas="1"),
                     Person("b", "Анна Орлова", email="b@x.org", canvas="2")])
    assert roster.who(name="анна елкина")[0].id == "a"
    assert roster.who(joined="орловаанна")[0].id == "b"
    assert roster.who(email="A@X.org", name="Анна Орлова")[0].id == "a", "an address goes first"
    assert roster.who(email="a@x.org", canvas="2") == (None, "fits several of the roster: a, b")
    assert roster.who(name="Анна")[0] is None
    assert roster.who(email="", name="")[0] is None


@pytest.mark.parametrize("files,said", [
    ({}, "there is no file in it"), (b"not a zip", "not a zip archive")])
def test_a_wrong_download_is_refused(course, tmp_path, files, said):
    place = tmp_path / "x.zip"
    place.write_bytes(files) if isinstance(files, bytes) else archive(place, files)
    with pytest.raises(ValueError, match=said):
        brought(course, place)
    with pytest.raises(ValueError, match="is not there"):
        brought(course, tmp_path / "nowhere")


def test_without_a_roster_nobody_can_be_told(course, tmp_path):
    (course.root / "autograde.toml").write_text("")
    with pytest.raises(ValueError, match="has no roster"):
        brought(course, archive(tmp_path / "x.zip", {"ivanova.ipynb": notebook("x")}))


def test_names_in_a_download_write_nowhere(course, tmp_path, monkeypatch):
    """A name tells who and what; it is no path. Large members are not unpacked."""
    monkeypatch.setattr(downloads, "MOST_BYTES", 10_000)
    found = brought(course, archive(tmp_path / "x.zip", {
        f"../../../Анна Иванова_101_assignsubmission_file/../../../{NAME}.ipynb": notebook("anna"),
        f"Семён Петров_102_assignsubmission_file/{NAME}.ipynb": b"0" * 10_001}))
    assert found.taken == ["ivanova"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["course", "x.zip"]
    assert [str(why) for _what, why in found.left] == ["larger than 0 MB"]


def test_a_link_in_submitted_is_not_followed(course, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    course.submitted.mkdir()
    (course.submitted / "ivanova").symlink_to(elsewhere)
    found = brought(course, archive(tmp_path / "x.zip", {"ivanova.ipynb": notebook("x")}),
                    form="folder")
    assert not list(elsewhere.iterdir())
    assert [str(why) for _what, why in found.left] == ["its folder in submitted/ is a link"]


# -- marks -----------------------------------------------------------------------------------------
@pytest.fixture
def graded(course, monkeypatch):
    """The class with marks, as the gradebook and the roster say together."""
    people = {person.id: person for person in course.people}
    points = {"ivanova": 20.5, "petrov": 0.0, "orlov": 12.25, "orlov2": None, "absent": None}

    def rows(_course, assignment):
        return [Row(s, assignment.name, x, 23.0, 0.0, {}, [], [NOTHING] * (s == "absent"), [], [],
                    x or 0.0, people[s]) for s, x in sorted(points.items())]
    monkeypatch.setattr(marks, "rows", rows)
    monkeypatch.setattr(pages, "rows", rows)
    monkeypatch.setattr(exports, "rows", rows)
    return course


def table(path, encoding="utf-8", separator=","):
    with open(path, encoding=encoding, newline="") as f:
        return list(csv.reader(f, delimiter=separator))


def test_moodles_grades_have_the_rosters_addresses(graded, tmp_path):
    assert marks.write_moodle(graded, [book()[NAME]], tmp_path / "m.csv", "email") == 4
    head, *lines = table(tmp_path / "m.csv")
    assert head == ["Email address", book()[NAME].title]
    assert ["anna@example.org", "20.5"] in lines and ["vera@example.org", "-"] in lines
    assert "orlov2@example.org" not in {line[0] for line in lines}, "not graded is not no grade"


def test_who_has_no_address_stops_the_export(graded, tmp_path):
    (graded.root / "students.csv").write_text(PEOPLE.replace("ilya@example.org", ""), "utf-8")
    people = {person.id: person for person in graded.people}
    found = marks.rows

    def without(course, assignment):
        return [Row(*[getattr(r, f) for f in ("student", "assignment", "score", "of",
                "late_penalty", "tasks", "mistakes", "flags", "waiting", "verdicts", "auto")],
                people[r.student]) for r in found(course, assignment)]
    marks.rows = without
    try:
        with pytest.raises(ValueError, match="says no email of orlov;"):
            marks.write_moodle(graded, [book()[NAME]], tmp_path / "m.csv", "email")
    finally:
        marks.rows = found
    assert not (tmp_path / "m.csv").exists()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_moodles_worksheet_comes_back_filled_in(graded, tmp_path, language):
    sheet = worksheet(tmp_path / "w.csv", language)
    filled, left = marks.fill_worksheet(graded, book()[NAME], sheet, tmp_path / "out.csv")
    before, after = table(sheet, "utf-8-sig"), table(tmp_path / "out.csv")
    assert (filled, left) == (2, ["orlov"]), "who is not in the worksheet is named"
    assert after[0] == HEAD[language] and [r[0] for r in after] == [r[0] for r in before]
    assert [row[4] for row in after[1:]] == ["20.5", "0", ""]
    assert after[1][9].startswith("20.5 of 23 points.") and after[3] == before[3]
    assert [row[:4] + row[5:9] for row in after] == [row[:4] + row[5:9] for row in before]


def test_a_comment_in_a_worksheet_has_its_formulas_in_letters(graded, tmp_path, monkeypatch):
    lost = SimpleNamespace(task="eps_symbolic", points=0, of=2, message="section 2.4: no.")
    found = [replace(r, verdicts=[lost]) for r in marks.rows(graded, book()[NAME])]
    monkeypatch.setattr(marks, "rows", lambda course, assignment: found)
    sheet = worksheet(tmp_path / "w.csv")
    marks.fill_worksheet(graded, book()[NAME], sheet, tmp_path / "out.csv")
    comment = table(tmp_path / "out.csv")[1][9]
    assert "ε_i" in comment and "$" not in comment and comment.endswith("section 2.4: no.")


def test_a_file_that_cannot_be_read_is_said_once_in_a_worksheet(graded, tmp_path, monkeypatch):
    cut = "not a notebook (cut off)"
    found = [replace(r, flags=[cut]) for r in marks.rows(graded, book()[NAME])]
    monkeypatch.setattr(marks, "rows", lambda course, assignment: found)
    sheet = worksheet(tmp_path / "w.csv")
    marks.fill_worksheet(graded, book()[NAME], sheet, tmp_path / "out.csv")
    comment = table(tmp_path / "out.csv")[1][9]
    assert comment.endswith(f"points. Your file was not as the course gave it out: {cut}. Save "
                            "your notebook once more and hand it in again, or ask your instructor "
                            "how.")


def test_a_comment_in_a_worksheet_says_what_lateness_cost(graded, tmp_path, monkeypatch):
    found = [replace(r, late_penalty=4.3, verdicts=[]) for r in marks.rows(graded, book()[NAME])]
    monkeypatch.setattr(marks, "rows", lambda course, assignment: found)
    marks.fill_worksheet(graded, book()[NAME], worksheet(tmp_path / "w.csv"), tmp_path / "out.csv")
    assert "23 points. Lateness, or a second attempt, cost 4.3 points." in \
        table(tmp_path / "out.csv")[1][9]


def test_a_comment_in_a_worksheet_says_what_a_reader_wrote(graded, tmp_path, monkeypatch):
    written = {"elementary": "See me.", "explain_two_meanings": "Half of it,\n\nand $\\tau$."}
    found = [replace(r, comments=written, explained={"explain_two_meanings": 1.5})
             for r in marks.rows(graded, book()[NAME])]
    monkeypatch.setattr(marks, "rows", lambda course, assignment: found)
    marks.fill_worksheet(graded, book()[NAME], worksheet(tmp_path / "w.csv"), tmp_path / "out.csv")
    say = book()[NAME].heading
    assert table(tmp_path / "out.csv")[1][9] == (
        f"20.5 of 23 points. {say('elementary')}: See me. {say('explain_two_meanings')}: "
        "1.5 of 3: Half of it, and τ.")


def test_a_worksheet_with_another_maximum_is_refused(graded, tmp_path):
    path = worksheet(tmp_path / "w.csv")
    path.write_text(path.read_text("utf-8-sig").replace("23.00", "100.00"), "utf-8-sig")
    with pytest.raises(ValueError, match="its maximum grade is 100, a02_rotation has 23 points"):
        marks.fill_worksheet(graded, book()[NAME], path, tmp_path / "out.csv")


def test_a_worksheet_in_another_language_says_what_is_needed(tmp_path):
    path = tmp_path / "w.csv"
    path.write_text("Identifiant,Nom complet,Note\nParticipant 1,A,\n")
    with pytest.raises(ValueError, match="needs one that is called 'identifier' or 'идентиф"):
        moodle.read_worksheet(path)


def test_canvass_grades(graded, tmp_path):
    assert marks.write_canvas(graded, [book()[NAME]], tmp_path / "c.csv") == 4
    head, possible, *lines = table(tmp_path / "c.csv")
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", book()[NAME].title]
    assignment = book()[NAME]
    assert possible == ["    Points Possible", "", "", "", "",
                        str(assignment.most + sum(assignment.manual.values()))]
    assert ["Анна Иванова", "7001", "", "ia", "A", "20.5"] in lines
    assert ["Вера Зимина", "7005", "", "zv", "B", ""] in lines


BEFORE = ["user_id", "username", "full_name", "student_uid", "enrolled", "track", "block_id",
          "title", "date_last_graded", "who_last_graded", "csum", "last_points", "points"]
TODAY = [*BEFORE[:6], "cohort", *BEFORE[6:10], "Previous Points", "New Points"]


@pytest.mark.parametrize("head", [BEFORE, TODAY])
def test_open_edxs_points_are_filled_in(graded, tmp_path, head):
    with open(tmp_path / "in.csv", "w", newline="", encoding="utf-8") as f:
        out = csv.DictWriter(f, head, extrasaction="ignore")
        out.writeheader()
        for number, login, before in (("1", "anna_i", ""), ("9", "stranger", "3")):
            out.writerow({"user_id": number, "username": login, "csum": "c0ff", "enrolled": True,
                          "block_id": "block-v1:x", "last_points": before,
                          "Previous Points": before})
    filled, left = marks.fill_edx(graded, book()[NAME], tmp_path / "in.csv", tmp_path / "out.csv")
    rows = table(tmp_path / "out.csv")
    assert (filled, left) == (1, ["orlov", "petrov"]) and rows[0] == head
    before = table(tmp_path / "in.csv")
    assert [row[:-1] for row in rows] == [row[:-1] for row in before]
    assert [row[-1] for row in rows[1:]] == ["20.5", ""]


def grades(path, names, column="new_override"):
    """Open edX's grades of these subsections, as its gradebook offers them."""
    parts = [f"{what}-{k}" for k in names for what in (
        "name", "grade", "original_grade", "previous_override", column)]
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(["user_id", "username", "student_key", "course_id", "track", "cohort", *parts])
        out.writerow(["1", "anna_i", "", "course-v1:x", "audit", "", *[
            x for name in names.values() for x in (name, "3.0", "3.0", "", "")]])
    return path


def test_open_edxs_grades_of_a_subsection_are_filled_in(graded, tmp_path):
    sheet = grades(tmp_path / "in.csv", {"aaaa": "Positions", "bbbb": book()[NAME].title})
    assert marks.fill_edx(graded, book()[NAME], sheet, tmp_path / "o.csv") == (1, ["orlov",
                                                                                   "petrov"])
    before, after = table(sheet), table(tmp_path / "o.csv")
    assert after[1][-1] == "20.5" and [row[:-1] for row in after] == [row[:-1] for row in before]
    only = grades(tmp_path / "only.csv", {"cccc": "Anything"})
    assert marks.fill_edx(graded, book()[NAME], only, tmp_path / "o.csv")[0] == 1
    unclear = grades(tmp_path / "two.csv", {"aaaa": "Positions", "bbbb": "Rotation"})
    with pytest.raises(ValueError, match="or the grades of one subsection that is called like"):
        marks.fill_edx(graded, book()[NAME], unclear, tmp_path / "none.csv")
    assert not (tmp_path / "none.csv").exists()


@pytest.mark.parametrize("language,separator,mark", [("en", ",", "12.25"), ("ru", ";", "12,25")])
def test_a_spreadsheet_of_the_courses_language(graded, tmp_path, language, separator, mark):
    with open(graded.root / "autograde.toml", "a") as f:
        f.write(f'language = "{language}"\n')
    marks.write_table(graded, [book()[NAME], book()["a01_parameters"]], tmp_path / "t.csv")
    head, *lines = table(tmp_path / "t.csv", "utf-8-sig", separator)
    assert (tmp_path / "t.csv").read_bytes().startswith(b"\xef\xbb\xbf"), "or it is not UTF-8"
    line = next(x for x in lines if x[0] == "orlov")
    assert line[:4] == ["orlov", "Илья Орлов", "РК6-52", mark] and len(head) == len(line) == 7
    assert next(x for x in lines if x[0] == "absent")[3:6] == ["", "", "0"]


@pytest.mark.parametrize("english,head", [
    (False, ["студент", "ФИО", "группа", "задание", "баллы", "из", "штраф за опоздание",
             "ошибки", "пометки", "ждут"]),
    (True, ["student", "name", "group", "assignment", "score", "of", "late_penalty", "mistakes",
            "flags", "waiting"])])
def test_everything_in_the_courses_language_or_for_programs(graded, tmp_path, english, head):
    with open(graded.root / "autograde.toml", "a") as f:
        f.write('language = "ru"\n')
    exports.write_csv(graded, [book()[NAME]], tmp_path / "m.csv", english)
    pages.write_site(graded, [book()[NAME]], tmp_path / "site", english)
    columns, *lines = table(tmp_path / "m.csv", "utf-8-sig")
    tasks = [*(task.id for task in book()[NAME].tasks), "explain_two_meanings"]
    assert columns == [*head[:7], *tasks, *head[7:]] and len(lines[0]) == len(columns)
    assert ("nothing" in lines[0][-2]) == english and lines[0][0] == "absent"
    assert table(tmp_path / "site" / "links.csv", "utf-8-sig")[0] == [
        *head[:2], "email" if english else "почта", NAME]


# -- pages -----------------------------------------------------------------------------------------
@pytest.fixture
def with_pages(graded):
    for student in ("ivanova", "petrov", "orlov"):
        page = pages.page_of(graded, NAME, student)
        page.parent.mkdir(parents=True)
        page.write_text(f"<p>{student}</p>")
        (page.parent / "submission_secret.txt").write_text("a proof")
    return graded


def test_feedback_pages_in_moodles_folders(with_pages, tmp_path):
    brought(with_pages, archive(tmp_path / "m.zip", {
        f"Анна Иванова_101_assignsubmission_file/{NAME}.ipynb": notebook("anna")}))
    made, left = pages.write_feedback_zip(with_pages, book()[NAME], tmp_path / "f.zip",
                                          worksheet(tmp_path / "w.csv"))
    assert (made, left) == (2, ["orlov"])
    with zipfile.ZipFile(tmp_path / "f.zip") as found:
        assert sorted(found.namelist()) == [
            f"Анна Иванова_101_assignsubmission_file/{NAME}.html",
            f"Семён Петров_102_assignsubmission_file/{NAME}.html"]
        for name in found.namelist():
            user, plugin = name.split("/")[0].split("_")[1:3]       # as importziplib.php splits it
            assert user.isdigit() and plugin == "assignsubmission"


def test_pages_for_a_server_lie_under_codes(with_pages, tmp_path):
    assert pages.write_site(with_pages, [book()[NAME]], tmp_path / "site") == 3
    files = [p for p in (tmp_path / "site" / "pages").rglob("*") if p.is_file()]
    assert len(files) == 3 and not any("ivanova" in str(p) for p in files)
    assert all(len(p.relative_to(tmp_path / "site" / "pages").parts[0]) == 20 for p in files)
    links = {row["student"]: row[NAME] for row in csv.DictReader(io.StringIO(
        (tmp_path / "site" / "links.csv").read_text("utf-8-sig")))}
    assert (tmp_path / "site" / links["orlov"]).read_text() == "<p>orlov</p>"
    assert links["absent"] == ""
    shown = (tmp_path / "site" / "class.html").read_text()
    assert f'href="{links["petrov"]}">0<' in shown and "Вера Зимина" in shown
    assert pages.write_site(with_pages, [book()[NAME]], tmp_path / "site") == 3, "written again"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("mine")
    with pytest.raises(ValueError, match="is not empty"):
        pages.write_site(with_pages, [book()[NAME]], tmp_path / "other")


# -- on the command line ---------------------------------------------------------------------------
def test_collect_on_the_command_line(course, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Course, "assignments", lambda self, names=(): [book()[NAME]])
    place = archive(tmp_path / "m.zip", {
        f"Анна Иванова_101_assignsubmission_file/{NAME}.ipynb": notebook("anna"),
        f"Кто Это_104_assignsubmission_file/{NAME}.ipynb": notebook("who")})
    words = ["collect", "--course", str(course.root), NAME, str(place), "--zone", "Europe/Moscow"]
    assert main(words) == 1, "something was left"
    said = capsys.readouterr().out
    assert "collected from Moodle: 1 new, 0 in place of earlier ones" in said
    assert "Кто Это_104_assignsubmission_file" in said and "nobody on the roster" in said
    assert f"next: autograde grade --resume {NAME} (with --course" in said
    assert main([*words[:-1], "Mars/Olympus"]) == 2
    mode = os.stat(course.submitted / "ivanova" / NAME / f"{NAME}.ipynb").st_mode & 0o777
    assert mode == 0o600
