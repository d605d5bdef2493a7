"""Messages are made in English, remember of what, and are said in other languages."""

import argparse
import ast
import copy
import errno
import gettext
import io
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from babel.messages.pofile import read_po

from autograde import words
from autograde.catalogues import (
    ENGINE,
    Messages,
    _of_source,
    dealt_words,
    for_students,
    of_assignments,
    of_engine,
    problems,
    update,
    written,
)
from autograde.cli import main
from autograde.foreign import SANDBOX, of_error, of_sandbox
from autograde.judging.ground import Ground
from autograde.judging.mistakes import STEP, TERM, title_of
from autograde.judging.operator_names import OPERATORS, WHOLE
from autograde.judging.operators import RESULTS, SKIPPED, WHOLES, Change, _changes
from autograde.judging.stepping import about, slip_title, watched
from autograde.library import BOOK, book, speaker
from autograde.pages import outputs
from autograde.practice.kinds import Matrix, SolutionSet
from autograde.record.state import listed
from autograde.redteam import sentences
from autograde.words import (
    Speaker,
    Text,
    _,
    formed,
    joined,
    masked,
    ngettext,
    numbered,
    of_law,
    restored,
    said,
    table,
)
from robokit import laws

RUSSIAN = Speaker("ru")
#: English that an operator's name has beside the names of arguments.
WORDS_OF_OPERATORS = {word for form in OPERATORS for word in re.sub(r"\{\w+\}", "", form).split()
                      if re.fullmatch("[a-z]+", word)}


# -- texts ---------------------------------------------------------------------------------------
def test_a_text_is_its_english_sentence_and_remembers_the_rest():
    place = _("row {row}, column {column}", row=np.int64(1), column=2)
    text = _("right but for one sign: {place}.", place=place)
    assert text == "right but for one sign: row 1, column 2."
    assert RUSSIAN.say(text) == "всё верно, кроме одного знака: строка 1, столбец 2."
    for again in (copy.deepcopy(text), pickle.loads(pickle.dumps(text)), str(text),
                  ValueError(text).args[0], str(ValueError(text))):
        assert type(again) is Text and again == text and again.node == text.node


@pytest.mark.parametrize("n,said_so", [
    (1, "1 угол в радианах"), (2, "2 угла в радианах"), (5, "5 углов в радианах"),
    (11, "11 углов в радианах"), (21, "21 угол в радианах")])
def test_plural_forms(n, said_so):
    text = ngettext("{n} angle in radians", "{n} angles in radians", n)
    assert text == f"{n} angle{'s' * (n != 1)} in radians" and RUSSIAN.say(text) == said_so


def test_numbers_have_a_decimal_comma_and_names_do_not():
    text = _("{points:g} of {of:g} points.", points=1.5, of=2)
    assert (text, RUSSIAN.say(text)) == ("1.5 of 2 points.", "Баллы: 1,5 из 2.")
    told = _("Your function raised {error}.", error="v1.5")
    assert "v1.5" in RUSSIAN.say(told)


def test_a_name_is_told_from_the_messages_that_make_it():
    forms = (_("degrees"), _("component {number} negated"), _("{operator} at {name} {word}"),
             _("{name} negated"), _("argument {number}"))
    for name, node in (
            ("degrees", {"id": "degrees"}), ("m negated", {"id": forms[3], "with": {"name": "m"}}),
            ("component 2 negated", {"id": forms[1], "with": {"number": "2"}}),
            ("what nobody makes", {"id": "what nobody makes"})):
        assert formed(name, forms) == name and formed(name, forms).node == node
    nested = formed("degrees at argument 2 3", forms)
    assert nested == "degrees at argument 2 3" and nested.node["with"] == {
        "operator": {"id": "degrees"}, "word": "3",
        "name": {"id": "argument {number}", "with": {"number": "2"}}}


@pytest.mark.parametrize("name,task_id", [
    ("a01_parameters", "mounting"), ("a02_rotation", "chain_rotation"),
    ("a03_positions", "point_below"), ("a08_forces", "moment")])
def test_every_changed_step_is_said_and_named_in_russian(name, task_id):
    """In the answer's message, and in the tables that know the English name alone."""
    assignment = book()[name]
    say, task = speaker(assignment, "ru").say, assignment[task_id]
    variant = assignment.draw(np.random.default_rng(0))
    seen = watched(Ground(assignment, task, variant, task.drawn(variant, "words")))
    found = [Change(step, operator, told, about(seen.rules, step))
             for step, call in seen.calls.items() if step not in SKIPPED
             for operator, told, _made in _changes(step, call)]
    foreign = WORDS_OF_OPERATORS.difference(*(call.names for call in seen.calls.values()))
    assert len(found) > 20
    found += [Change(WHOLE, operator, RESULTS[operator][0], "") for operator in WHOLES]
    for change in found:
        told = say(str(change)).partition("»")[2] or say(str(change))
        title = say(title_of(STEP + change.name, {})).removeprefix("нет в перечне: ")
        assert title_of(STEP + change.name, {}) == f"not catalogued: {change.name}"
        assert title != change.name or re.fullmatch(r"[\w.]+, \w+ \+1", title)
        assert not english(told, "tau"), told
        assert not foreign & set(title.partition(", ")[2].split()), title
        if change.step != WHOLE:            # in a report no step has its name in code
            whole = slip_title(assignment, STEP + change.name)
            assert whole == f"not catalogued: “{change.about}”, {change.operator}"
            assert f"«{say(change.about)}», " in say(whole)


def test_a_number_is_taken_by_the_computation_and_not_by_the_answer():
    taken = Change(WHOLE, "alpha doubled", _("takes {name} twice", name="`alpha`"), "")
    assert str(taken) == "the computation takes `alpha` twice"
    assert RUSSIAN.say(str(taken)) == "расчёт берёт `alpha` вдвое большим"
    negated = Change(WHOLE, "negated", RESULTS["negated"][0], "")
    assert RUSSIAN.say(str(negated)) == "ответ взят с противоположным знаком"


def test_a_term_named_with_an_odd_factor_is_said_in_russian():
    for name, told in (("whole sum, factor -1", "вся сумма, множитель -1"),
                       ("gravity (all), factor another", "gravity (все), множитель другой")):
        assert title_of(TERM + name, {}) == f"not catalogued: {name}"
        assert RUSSIAN.say(title_of(TERM + name, {})) == f"нет в перечне: {told}"


def test_a_sentence_behind_a_colon_begins_small_where_the_translation_says_so():
    for what, told in (("There is no answer yet.", "ответа пока нет."),
                       ("Python stops.", "Python stops."), ("МДГ нет.", "МДГ нет.")):
        placed = _("{where}: {what}", where=said("chapter 2"), what=said(what))
        assert placed == f"chapter 2: {what}"
        assert RUSSIAN.say(placed).startswith(f"chapter 2: {told}")
    stopped = _("The cell was stopped: {text}. Is there a loop that does not end?",
                text=said("This cell used too much memory"))
    assert RUSSIAN.say(stopped).startswith("Выполнение остановлено: этой ячейке")


def test_numbers_in_a_name_are_fields():
    name = numbered("Coriolis of joints 1 and 12")
    assert name.node["id"] == "Coriolis of joints {1} and {2}"
    assert name == "Coriolis of joints 1 and 12" and numbered("q_1") == "q_1"


def test_parts_are_kept_and_empty_ones_fall_out():
    text = joined(" ", [_("right."), "", said("what nobody has translated")])
    assert RUSSIAN.say(text) == "верно. what nobody has translated"
    assert joined("; ", ["", "alone"]) == "alone"


def test_braces_in_code_are_no_fields():
    code = "compare `f.subs({beta: 0, gamma: 0})` with {x}"
    assert said(code) == code and _("{where}: {what}", where="2.1", what=said(code)).endswith(code)


@pytest.mark.parametrize("kind,answer", [
    (Matrix(), {"type": "text", "value": "x"}), (Matrix(), {"type": "error", "name": "KeyError"}),
    (Matrix(), {"type": "array", "shape": [2], "data": [1, 2]}), (Matrix(), None),
    (SolutionSet(2), {"type": "unusable", "reason": "too large: more than 100000 numbers"}),
    (Matrix(), {"type": "unusable", "reason": "an array of complex128"}),
    (Matrix(), {"type": "unusable", "reason": "contains NaN"})])
def test_every_problem_with_an_answer_is_said_in_russian(kind, answer):
    told = RUSSIAN.say(kind.read(answer).text)
    assert not english(told, "sympy", "Matrix", "KeyError", "complex", "NaN"), told


def test_what_a_law_measured_is_said_in_russian_and_can_be_masked():
    tau = np.eye(3)
    tau[0, 0] = 1.2345
    text = of_law(laws.rotation(tau).whole)
    assert text == str(laws.rotation(tau)) and "column 1 has length 1.23" in text
    assert RUSSIAN.say(text).startswith("не выполняется: tau tau^T не равно 1: длина столбца 1 ")
    assert "1.2" not in masked(text) and "1,2" not in RUSSIAN.say(masked(text))
    assert "column 1 has length …" in masked(text)


@pytest.mark.parametrize("finding", [
    laws.rotation(np.eye(3)), laws.rotation(np.ones((2, 2))), laws.same([1.0], [1.0, 2.0]),
    laws.same(1.0, 2.0), laws.unit([1.0, 1, 1]), laws.skew(np.eye(3)), laws.rotation("x"),
    laws.symmetric_positive(-np.eye(2), "B"), laws.inverse_pair(np.eye(2), np.eye(3)),
    laws.turns(lambda a: 1 / 0), laws.chain(lambda i, j: np.diag([1, -1, -1]), 2),
    laws.derivative(lambda q: q, lambda q, dq: 2 * dq, np.ones(2), np.ones(2)),
    laws.inverse_pair(np.ones((2, 3)), np.eye(2)), laws.rotation(np.full((3, 3), np.nan))])
def test_every_law_is_said_in_russian(finding):
    told = RUSSIAN.say(of_law(finding.whole))
    assert not english(told, "tau", "det", "ZeroDivisionError", "division by zero", "nan"), told


def test_what_is_kept_beside_data_brings_the_texts_back():
    said_so = {"message": _("task {number}", number=3), "points": 1.5, "flags": [_("no answer")]}
    plain = json.loads(json.dumps(said_so))
    kept = json.loads(json.dumps(table(said_so)))
    again = restored(plain, kept)
    assert again == said_so and RUSSIAN.say(again["message"]) == "задача 3"
    assert RUSSIAN.say(again["flags"][0]) == "нет ответа"       # needs no entry
    lying = {plain["message"]: {"id": "another sentence"}}
    assert type(restored(plain, lying)["message"]) is str


# -- languages -----------------------------------------------------------------------------------
def test_a_language_without_a_catalogue_is_refused():
    with pytest.raises(ValueError, match="needs one of en, ru"):
        Speaker("xx")


def test_the_first_catalogue_that_knows_a_message_says_it(tmp_path):
    for place, told in (("own", "своё"), ("shared", "общее")):
        (tmp_path / place).mkdir()
        (tmp_path / place / "ru.po").write_text(f'msgid "right."\nmsgstr "{told}"\n', "utf-8")
    assert Speaker("ru", tmp_path / "own", tmp_path / "shared").say(_("right.")) == "своё"
    assert Speaker("ru", tmp_path / "shared").say(_("right.")) == "общее"
    assert Speaker("ru", tmp_path / "own", words={"right.": "да"}).say(_("right.")) == "да"
    assert Speaker("en", tmp_path / "own").say(_("right.")) == "right."


def test_a_changed_catalogue_is_read_anew(tmp_path):
    for told in ("раз", "два"):
        (tmp_path / "ru.po").write_text(f'msgid "right."\nmsgstr "{told}"\n', "utf-8")
        assert Speaker("ru", tmp_path).say(_("right.")) == told


@pytest.mark.parametrize("asked,language", [
    ({"LANG": "ru_RU.UTF-8"}, "ru"), ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "en"), ({"LANG": "C", "LC_MESSAGES": "ru_RU"}, "ru"),
    ({"LANGUAGE": "de:ru", "LANG": "en_US"}, "ru"), ({}, "en")])
def test_the_screen_follows_the_system(asked, language, monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(words._now, "language", None)
    assert words.spoken() == language


@pytest.mark.parametrize("language,begins,lazy", [
    ("en", "usage: autograde", "babel"), ("ru", "вызов: autograde", "robokit")])
def test_help_in_a_language_loads_nothing_heavy(language, begins, lazy):
    RUSSIAN.say("")                                 # compiled, as it is after the first use
    code = ("import sys; from autograde.cli import main\n"
            "try: main(['--help'])\n"
            f"finally: assert '{lazy}' not in sys.modules and 'numpy' not in sys.modules")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env=os.environ | {"LANGUAGE": language})
    assert done.returncode == 0 and done.stdout.startswith(begins), done.stderr


# -- the instructor's screen ---------------------------------------------------------------------
@pytest.mark.parametrize("typed", [
    "", "grde", "grade --jobs x", "grade --jobs", "grade --resume=yes", "export --moodl x",
    "export --worksheet one", "export --moodle-id phone", "variant ivanova", "variant a b c",
    "why", "check --agreed="])
def test_a_wrong_call_is_answered_in_russian(typed, capsys, monkeypatch):
    monkeypatch.setattr(argparse, "_", argparse._)
    monkeypatch.setattr(argparse, "ngettext", argparse.ngettext)
    with pytest.raises(SystemExit):
        main(["--language", "ru", *typed.split()])
    words.speak(None)
    told = capsys.readouterr().err.partition(": ошибка: ")[2]
    assert re.search("[а-яё]{4}", told)
    assert not english(re.sub(r"'[^']*'|--[a-z-]+|[A-Z]{2,}|\bc\b", "", told)), told


@pytest.mark.parametrize("text", [
    "a=", "a = 1\na = 2\n", "a = [1\nb", 'a = "x\n', "[a]\n[a]\n", "a b\n", "a = 1 b\n", "[a\n",
    "= 1\n", "a = 2030-13-01\n", '"\\q" = 1\n', "ы = 1\n", "[[a", "a = {b = 1}\na.c = 2",
    "[a]\nb.c = 1\n[a.b]", "a = {b = 1, b = 2}", 'a = "\\uZZZZ"', 'a = "\\uD800"',
    "# \x01", "[a.'b c']\n[a.'b c']"])
def test_what_is_wrong_with_a_toml_file_is_said_in_russian(text):
    with pytest.raises(tomllib.TOMLDecodeError) as wrong:
        tomllib.loads(text)
    told = RUSSIAN.say(of_error(wrong.value))
    assert told.startswith(("строка ", "в конце файла: ")), told
    assert not english(re.sub(r"'[^']*'| \w[.\w ]* (?=стоит|, которая)", "", told), "TOML"), told
    assert "(" not in told, "a name is written as in a file: a.b"


@pytest.mark.parametrize("number", [
    "ENOENT", "EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EISDIR", "ENOTDIR", "EEXIST", "EIO",
    "EMFILE", "ECONNREFUSED"])
def test_what_the_system_says_is_said_in_russian(number):
    error = OSError(getattr(errno, number), os.strerror(getattr(errno, number)), "/x/ы.csv")
    told = RUSSIAN.say(of_error(error))
    assert told.endswith(": /x/ы.csv") and not english(told.partition(":")[0]), told


def test_a_text_in_another_encoding_is_said_in_russian():
    with pytest.raises(UnicodeDecodeError) as wrong:
        "Иванова".encode("cp1251").decode("utf-8")
    assert RUSSIAN.say(of_error(wrong.value)) == "байт 1 не из текста в кодировке UTF-8"


#: Who reads no catalogue: what runs in the sandbox, what speaks to the rest of the program, and
#: tools of those who work on this repository.
UNREAD = ("runner", "sandbox", "redteam", "sample", "parallel_pages.py", "run/benchmark.py",
          "run/many.py",
          "__init__.py", "judging/ground.py: NotAsked", "record/gradebook.py: MissingEntry",
          "pages/feedback.py: ValueError", "words.py: ValueError")


def test_every_error_of_the_grader_is_a_message():
    """What is raised in words is marked: no instructor and no author reads it in English."""
    found = []
    for path in sorted(ENGINE.rglob("*.py")):
        place = path.relative_to(ENGINE).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            made = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(made, ast.Call) and made.args and isinstance(
                    made.args[0], (ast.JoinedStr, ast.Constant)) and not ast.unparse(
                    made.func).startswith("_"):
                name = f"{place}: {ast.unparse(made.func)}"
                found += [] if name.startswith(UNREAD) else [f"{name}, line {node.lineno}"]
    assert found == []


def test_what_the_sandbox_says_is_said_again_on_a_page():
    """Word for word what it says, so that nothing of it stays English."""
    source = " ".join(path.read_text("utf-8") for part in ("runner", "sandbox")
                      for path in (ENGINE / part).glob("*.py"))
    bare = re.sub(r'"\s*f?"', "", source).replace('\\"', '"').replace("'variant", "variant")
    bare = re.sub(r"'\s+'|\"\s*'|'\s*\"", "", bare)
    for message in SANDBOX:
        for part in re.split(r"\{\w+\}|[()]", message):
            for piece in part.strip("[]() ").split("limit of"):
                assert piece.strip() in bare, message
    shown = {"output_type": "error", "ename": "TimeLimit",
             "evalue": "this cell used more than 20 s of processor time",
             "traceback": ["This cell ended the Python process (status 3). The other cells were "
                           "run without it.", "plain"]}
    outputs.say_again(shown, RUSSIAN.say)
    assert shown["evalue"] == "эта ячейка заняла больше 20 с процессорного времени"
    assert shown["traceback"] == ["Эта ячейка завершила процесс Python (код 3). Остальные ячейки "
                                  "выполнены без неё.", "plain"]
    assert RUSSIAN.say(of_sandbox("this cell waited for more than 60 s")) == (
        "эта ячейка ждала больше 60 с")


# -- catalogues ----------------------------------------------------------------------------------
@pytest.mark.parametrize("line", ['f"axis {a}: {text}"', 'f"{a} turns {b}"', 'f"the sum of {a}"'])
def test_a_formatted_sentence_in_the_checks_is_found(line, tmp_path):
    (tmp_path / "checks.py").write_text(f"def found(a, b, text):\n    return {line}\n")
    messages = Messages(tmp_path)
    _of_source(messages, tmp_path / "checks.py", tmp_path, whole=True)
    assert messages.unmarked == ["checks.py, line 2"]


@cache
def all_messages():
    """Of the grader first, then of each assignment and of what they share."""
    return [of_engine(sentences()), *of_assignments(BOOK).values()]


def test_the_grader_says_nothing_that_has_no_translation():
    assert problems(all_messages()[0], "ru") == []


def test_an_assignment_of_the_book_says_nothing_that_has_no_translation():
    wrong = {messages.folder.name: problems(messages, "ru") for messages in all_messages()[1:]}
    assert not any(wrong.values()), {name: said[:3] for name, said in wrong.items() if said}


def test_no_assignment_says_a_message_of_the_grader_otherwise():
    """Its catalogue is asked first: a column of the report would take the word of a task."""
    def said_by(path):
        return {m.id: m.string for m in read_po(io.BytesIO(path.read_bytes())) if m.id}
    grader = said_by(words.LOCALE / "ru.po")
    for path in sorted(BOOK.glob("*/ru.po")):
        assert {one: text for one, text in said_by(path).items()
                if grader.get(one, text) != text} == {}, path


def test_students_get_no_word_of_the_judge():
    theirs = gettext.GNUTranslations(io.BytesIO(for_students("ru")))
    assert theirs.gettext("Nothing to check yet.") == "Пока нечего проверять."
    assert theirs.pgettext("decimal mark", ".") == ","
    for message in ("has the opposite sign", "two slips: {one} Also, {other}", "late penalty"):
        assert Speaker("ru").say(message) != theirs.gettext(message) == message
    told = dealt_words(book()["a02_rotation"], "ru")
    assert told["turns of a revolute joint add up"] != "turns of a revolute joint add up"
    catalogued = book()["a02_rotation"].catalogue.values()
    assert not {text for m in catalogued for text in (m.title, m.sees, m.law)} & set(told)


def test_an_update_keeps_translations_and_names_what_is_missing(tmp_path):
    messages = Messages(tmp_path)
    messages.add("one {x}", "tasks.py", "advice")
    path = update(messages, "ru")
    assert problems(messages, "ru") == ["no translation: one {x}"]
    empty = 'msgid "one {x}"\nmsgstr "'
    path.write_text(path.read_text("utf-8").replace(empty, f"{empty}раз {{x}}"), "utf-8")
    assert problems(messages, "ru") == []
    messages.add(("{n} of two", "{n} of many"), "checks.py")
    update(messages, "ru")
    assert str(written(path, "ru").get("one {x}").string) == "раз {x}"
    assert problems(messages, "ru") == ["no translation: {n} of two"]
    del messages.found["one {x}"]
    update(messages, "ru")
    assert "#~ msgid" in path.read_text("utf-8")
    assert problems(messages, "ru") == ["no translation: {n} of two"]
    messages.found.clear()
    assert problems(messages, "ru") == ["nobody says any more: {n} of two"]


def test_an_update_keeps_the_order_of_a_catalogue(tmp_path):
    """What is new stands behind its neighbour in the source; a second update changes nothing."""
    messages = Messages(tmp_path)
    for sentence in ("one", "two", "three"):
        messages.add(sentence, "tasks.py")
    order = ("three", "one", "two")
    (tmp_path / "ru.po").write_text("".join(
        f'msgid "{sentence}"\nmsgstr "так"\n\n' for sentence in order), "utf-8")
    messages.found = {"one": ({}, {}), "new": ({}, {}), ("four", "fours"): ({}, {}),
                      "two": ({}, {}), "three": ({}, {}), "last": ({}, {})}
    first = update(messages, "ru").read_bytes()
    found = [m.id for m in written(tmp_path / "ru.po", "ru") if m.id]
    assert found == ["three", "last", "one", "new", ("four", "fours"), "two"]
    assert update(messages, "ru").read_bytes() == first


def test_the_catalogues_are_as_their_update_writes_them(tmp_path):
    """`autograde words` changes nothing where nothing has changed."""
    for messages in all_messages():
        kept, copied = messages.folder / "ru.po", tmp_path / messages.folder.name
        copied.mkdir()
        shutil.copy(kept, copied)
        written_anew = update(replace(messages, folder=copied), "ru")
        assert written_anew.read_bytes() == kept.read_bytes(), kept


def test_other_fields_in_a_translation_are_found(tmp_path):
    messages = Messages(tmp_path)
    messages.add("one {x}", "tasks.py")
    (tmp_path / "ru.po").write_text('msgid "one {x}"\nmsgstr "раз {y}"\n', "utf-8")
    assert problems(messages, "ru") == ["other fields than the message: one {x}"]


def test_headings_are_said_as_the_text_form_has_them():
    assignment = book()["a02_rotation"]
    say = speaker(assignment, "ru").say
    assert not english(say(assignment.title)) and not english(say(assignment.place("adjacent")))


def test_a_student_is_not_translated():
    say = Speaker("ru")
    assert say("right") == "верно"
    assert say(listed(["right", "slip"])) == "right, slip"
    assert say(listed(["right"] * 11)) == ", ".join(["right"] * 10) + " и ещё 1"


# -- helpers -------------------------------------------------------------------------------------
def english(text, *known):
    """English words in a text, but for names that are known."""
    for name in known:
        text = text.replace(name, "")
    return re.findall(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`", "", text))
