"""An instructor's own folder of assignments: every command serves it, or says why not."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from dealt import known
from rich.console import Console

from autograde import redteam, sample
from autograde.authoring import agreed
from autograde.catalogues import dealt_words, of_folder, update, written
from autograde.cli import main
from autograde.course import released
from autograde.library import Library, book, dealt, part_of
from autograde.practice import check  # noqa: F401
from autograde.record.gradebook import Ledger, scores
from autograde.redteam.table import run
from autograde.run.receipt import receipts

OWN = Path(__file__).resolve().parents[1] / "own"
NAME = "e01_pendulum"


def copied(root: Path) -> None:
    """The folder of one's own, to be changed."""
    shutil.copytree(OWN, root, ignore=shutil.ignore_patterns("__pycache__"))


def command(course, *words) -> int:
    return main([*words, "--course", str(course.root)])


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A folder of one's own, elsewhere on the disk, released and graded by two workers."""
    root = tmp_path_factory.mktemp("elsewhere")
    copied(root / "mine")
    course = known(root / "course")
    assert command(course, "release", NAME, "--from", str(root / "mine")) == 0
    assignment = course.library[NAME]
    form, solutions = released(course, assignment), sample.solutions_of(assignment)
    for student, answers in WORK.items():
        paper = sample.Paper(form, solutions, student)
        if answers is not None:
            paper.solve()
        for task, source in (answers or {}).items():
            paper.write(task if task == "explain" else f"{task}_answer", source)
        folder = course.submitted / student / NAME
        folder.mkdir(parents=True)
        (folder / f"{NAME}.ipynb").write_bytes(paper.content())
    assert command(course, "grade", NAME, "--jobs", "2") == 0
    return course


WORK = {
    "right": {},
    "slips": {"torque": "torque = v.mass * 9.81 * v.length * np.cos(np.radians(v.angle_deg))"},
    "short": {"period": "def period(length):\n    return 2 * np.pi * np.sqrt(length)"},
    "empty": None,
}


def test_marks_and_named_slips(course):
    found = {r.student: {v.task: v for v in r.verdicts}
             for r in receipts(course, [course.library[NAME]])}
    assert {s: [v.points for v in verdicts.values()] for s, verdicts in found.items()} == {
        "right": [2, 2], "slips": [1, 2], "short": [2, 1], "empty": [0, 0]}
    assert found["slips"]["torque"].mistake == "cosine"
    assert "Hang it straight down" in found["slips"]["torque"].message
    said = found["short"]["period"].message           # a slip that nobody wrote down
    assert "gives back `length` as it was given" in said and "Four times the length" in said


def test_the_picture_and_the_text_wait_for_a_person(course, capsys):
    assert command(course, "feedback", NAME) == 0
    page = (course.feedback / "right" / NAME / f"{NAME}.html").read_text()
    assert "A pendulum" in page and "data:image/png" in page
    assert command(course, "comment", NAME) == 0
    assert "Both axes say what they show" in capsys.readouterr().out
    assert command(course, "comment", NAME, "right", "1", "2") == 2
    assert "needs one of plot, explain" in " ".join(capsys.readouterr().out.split())
    assert command(course, "comment", NAME, "right", "1", "2b", "--task", "plot") == 0
    assert command(course, "comment", NAME, "right", "1", "--task", "explain") == 0
    assert command(course, "report", NAME) == 0
    said = capsys.readouterr().out
    assert "cosine for sine" in said and "wait for a reader: 2 of 4" in " ".join(said.split())
    assert "1 x not catalogued: “ratio”, argument 1 handed on: short" in said
    assert "The sum holds the points entered by hand" in said
    assert command(course, "feedback", NAME) == 0
    page = (course.feedback / "right" / NAME / f"{NAME}.html").read_text()
    missing = "A unit is missing."
    assert page.count(missing) == 2             # in the table, and below the picture
    assert "Your answer: 1.5 of 2 points" in page
    assert page.index("data:image/png") < page.rindex(missing)


def test_a_regrade_asks_nobody_to_read_again(course):
    assert command(course, "comment", NAME, "short", "1", "2", "--task", "plot") == 0
    assignment = course.library[NAME]
    receipt = next(r for r in receipts(course, [assignment]) if r.student == "short")
    waiting = scores(course, assignment)["short"]["waiting"]
    assert "plot" not in waiting
    with course.writing(), Ledger(course) as ledger:
        ledger.restate(assignment, receipt)
    assert scores(course, assignment)["short"]["waiting"] == waiting


def test_without_a_roster_release_says_where_it_is_named(course, capsys):
    assert command(course, "release", NAME) == 0
    assert "roster, under [course]" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("words", [
    ("regrade",), ("verify",), ("mistakes", NAME), ("variant", "right", NAME),
    ("grade", NAME, "--student", "right"), ("grade", "--resume"), ("verify",)], ids=" ".join)
def test_every_command_serves_it(course, words):
    assert command(course, *words) == 0


def test_marks_go_out(course, tmp_path):
    assert command(course, "export", "--csv", str(tmp_path / "marks.csv")) == 0
    assert "right,,,e01_pendulum" in (tmp_path / "marks.csv").read_text(encoding="utf-8-sig")


def test_students_get_its_checks_with_the_notebook(course):
    given = {p.name for p in (course.release / NAME).iterdir()}
    assert given == {f"{NAME}.ipynb", "variants.json", "checks.py"}


def test_the_settings_may_name_the_folder(tmp_path, course):
    other = known(tmp_path / "other")
    mine = course.library.folders[NAME].parent
    (other.root / "autograde.toml").write_text(f'[assignments]\nfolders = ["{mine}"]\n')
    assert NAME in other.library and "a02_rotation" in other.library
    (other.root / "autograde.toml").write_text('[assignments]\nfolders = ["nowhere"]\n')
    assert command(other, "release") == 2


def test_two_folders_with_one_name_are_refused(tmp_path):
    for name in ("one", "two"):
        shutil.copytree(OWN, tmp_path / name)
    with pytest.raises(ValueError, match=r"e01_pendulum is in .*one and in .*two"):
        Library(tmp_path / "one", tmp_path / "two")


def test_a_folder_that_has_moved_is_named_and_may_be_named_anew(tmp_path, capsys):
    copied(tmp_path / "mine")
    one = known(tmp_path / "course")
    due = f"[due]\n{NAME} = 2030-10-01T23:59:00+03:00\n"
    assert command(one, "release", NAME, "--from", str(tmp_path / "mine")) == 0
    (one.root / "autograde.toml").write_text(due)
    (tmp_path / "mine").rename(tmp_path / "moved")
    for words in ("status",), ("report", NAME), ("grade",):
        assert command(one, *words) == 2
        told = " ".join(capsys.readouterr().out.split())
        assert f"lay in {tmp_path / 'mine'}, where nothing is any more" in told
        assert "autograde release --from" in told
    assert command(one, "release", NAME, "--from", str(tmp_path / "moved")) == 0
    assert command(one, "status") == 0 and one.folders == [tmp_path / "moved"]


def test_a_folder_with_a_name_that_cannot_be_is_named(tmp_path):
    shutil.copytree(OWN / NAME, tmp_path / "01-pendulum")
    with pytest.raises(ValueError, match="got 01-pendulum; the folder of an assignment needs a n"):
        Library(tmp_path)


@pytest.mark.parametrize("saved", ["utf-8-sig", "crlf"])
def test_a_text_form_from_another_editor_is_read(tmp_path, saved):
    copied(tmp_path / "mine")
    path = tmp_path / "mine" / NAME / f"{NAME}.md"
    path.write_text(path.read_text("utf-8"), "utf-8" if saved == "crlf" else saved,
                    newline="\r\n" if saved == "crlf" else None)
    assert main(["check", str(tmp_path / "mine"), "--variants", "1"]) == 0


def test_a_text_form_in_another_encoding_is_named(tmp_path, capsys):
    copied(tmp_path / "mine")
    path = tmp_path / "mine" / NAME / f"{NAME}.md"
    path.write_text(path.read_text("utf-8") + "\né\n", "latin-1", "ignore")
    assert main(["check", str(tmp_path / "mine")]) == 1
    assert f"{NAME}.md: byte " in (told := " ".join(capsys.readouterr().out.split()))
    assert "save it as UTF-8" in told


def test_an_assignment_called_like_one_of_the_books_is_refused_by_check(tmp_path, capsys):
    shutil.copytree(OWN / NAME, tmp_path / "a02_rotation")
    assert main(["check", str(tmp_path)]) == 2
    assert "a02_rotation is in " in " ".join(capsys.readouterr().out.split())


# -- in another language ---------------------------------------------------------------------------
HEADINGS = {"What holds it": "Что держит стержень", "Its period": "Период", "Draw it": "Рисунок",
            "Explain": "Объяснение", "Exercise 1. A pendulum": "Упражнение 1. Маятник"}
RUSSIAN = {
    "statics": "статика", "small swings": "малые колебания", "N·m": "Н·м", "s": "с",
    "the cosine of the angle was taken.": "вместо синуса угла взят косинус.",
    "Hang it straight down, `angle_deg = 0`: nothing needs to hold it.":
        "Пусть он висит отвесно, `angle_deg = 0`: держать его не нужно.",
    "cosine for sine": "косинус вместо синуса", "A unit is missing.": "Нет единицы измерения.",
    "Label the axes.": "Подпишите оси.", "Draw the values of period.": "Постройте значения period.",
    "Four times the length, twice the period: compare `period(4)` and `period(1)`.":
        "Длина вчетверо больше, период вдвое больше: сравните `period(4)` и `period(1)`.",
    "it is no more than the torque of the rod held level":
        "он не больше момента, который держит стержень горизонтально"}


@pytest.fixture(scope="module")
def in_russian(course):
    """The same course after it has been marked in English: its settings say ru from now on."""
    folder = course.library.folders[NAME]
    before = {r.student: course.receipt(NAME, r.student).read_bytes()
              for r in receipts(course, [course.library[NAME]])}
    messages, = of_folder(folder)
    catalogue = written(update(messages, "ru"), "ru")
    lines = ['msgid ""', 'msgstr ""', f'"Plural-Forms: {catalogue.plural_forms}\\n"', ""]
    for english, russian in RUSSIAN.items():
        assert english in messages.found
        lines += [*(f"#: {place}" for place in messages.found[english][0]),
                  f"msgid {json.dumps(english, ensure_ascii=False)}",
                  f"msgstr {json.dumps(russian, ensure_ascii=False)}", ""]
    (folder / "ru.po").write_text("\n".join(lines) + "\n", "utf-8")
    words = (folder / f"{NAME}.md").read_text("utf-8")
    for english, russian in HEADINGS.items():
        mark = "#" if "1." in english else "##"
        words = re.sub(rf"^{mark} {re.escape(english)}\n\n.*\n", lambda found: (
            f'{found[0]}\n+++ {{"ru": ""}}\n\n{mark} {russian}\n'), words, flags=re.MULTILINE)
    (folder / f"{NAME}.md").write_text(words, "utf-8")
    with (course.root / "autograde.toml").open("a") as settings:
        settings.write('\n[course]\nlanguage = "ru"\n')
    return before


def test_marks_mistakes_and_receipts_do_not_depend_on_the_language(course, in_russian):
    for student in ("slips", "short"):
        assert command(course, "grade", NAME, "--student", student, "--jobs", "1") == 0
        assert course.receipt(NAME, student).read_bytes() == in_russian[student]
    assert command(course, "verify", NAME) == 0


def test_a_russian_page_holds_no_english_sentence_until_it_is_switched(course, in_russian):
    assert command(course, "feedback", NAME) == 0
    for student, told in (("slips", "вместо синуса угла взят косинус"),
                          ("short", "возвращает <code>length</code> без изменений"),
                          ("empty", ": ответа пока нет.")):
        page = (course.feedback / student / NAME / f"{NAME}.html").read_text("utf-8")
        assert '<html lang="ru">' in page and "<title>Разбор: Маятник</title>" in page
        said = page[page.index("<body"):page.index("</nav>")] + "".join(re.findall(
            r'<(?:p class="label"|div class="(?:comment|verdict)[^"]*")>.*?</(?:p|div)>', page))
        assert told in said
        shown = re.sub(r'<span class="said" lang="en">.*?</span>|<fieldset.*?</fieldset>|'
                       r"<code>.*?</code>|«ratio»", "", said, flags=re.DOTALL)
        assert not re.findall("[A-Za-z]{2,}", re.sub("<[^>]*>", " ", shown)), shown
        assert '<span class="said" lang="en">Feedback: A pendulum</span>' in page
    assert not re.search(r"(?:alt|title|aria-label)=\"(?!Русский)[^\"]*[A-Za-z]{4}", page)


def test_comments_and_the_screen_have_their_own_languages(course, in_russian, capsys, monkeypatch):
    assert command(course, "comment", NAME, "slips", "1a", "2b", "--task", "plot") == 0
    said = capsys.readouterr().out
    assert "Нет единицы измерения." in said and "slips  plot: 0.5 of 2" in said
    assert command(course, "report", NAME, "--language", "ru") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "косинус вместо синуса" in said and "Объяснения ждут проверки" in said
    page = (course.root / "report" / f"{NAME}.html").read_text("utf-8")
    assert '<html lang="ru">' in page and "К чему вернуться на следующей лекции" in page
    assert command(course, "report", NAME, "--language", "en") == 0
    assert "cosine for sine" in capsys.readouterr().out


def test_what_is_dealt_speaks_the_language_and_gives_no_mistake_away(course, in_russian):
    told = dealt_words(course.library[NAME], "ru")
    law = "tau tau^T = 1 to the digits given, det = +1"     # of the checks that assignments share
    assert told.pop(law) == "tau tau^T = 1 в пределах данных цифр, det = +1"
    assert told == {text: RUSSIAN[text] for text in (
        "N·m", "s", "it is no more than the torque of the rod held level")}
    table = dealt(course.library[NAME], [{"length": 1.0, "mass": 1.0, "angle_deg": 30.0}], "")
    session = sys.modules["autograde.practice.session"]
    checks = part_of(course.library[NAME], "checks")
    opened = session._Session(
        table, checks.CHECKS, {task: session.from_data(data) for task, data in
                               table["kinds"].items()},
        table["variants"][0], speaker=session._speaker(table | {"language": "ru", "words": told}))
    lines = [opened.speaker.say(line) for line in session._findings(opened, "torque", 1e6)]
    assert lines == ["не выполняется: он не больше момента, который держит стержень горизонтально"]
    line, = session._findings(opened, "torque", "text")
    assert opened.speaker.say(line) == "В ответе текст. Нужно: одно число, Н·м."


# -- what does not agree is refused ----------------------------------------------------------------
TEXT, TASKS, SLIPS, CHECKS = f"{NAME}.md", "tasks.py", "mistakes.py", "checks.py"
REFUSED = {
    "unknown task in the text": (TEXT, '{"task": "period"', '{"task": "perod"',
                                 "task perod: tasks.py has neither"),
    "task without words": (TEXT, '+++ {"task": "period", "level": "medium", "minutes": 10}',
                           '+++ {"cell": "period_words"}', "task period: there is no cell"),
    "task without an answer": (TEXT, ":answer: period", ":cell: period_cell",
                               "task period: there is no cell with the tag 'answer'"),
    "the same task twice": (TEXT, ":answer: period", ":answer: torque",
                            "answer torque: stands twice"),
    "no tag at all": (TEXT, ":cell: numbers\n\n", "", "needs one of the tags"),
    "points in two places": (TEXT, "A rod without mass", "*2 points, easy.* A rod without mass",
                             "task torque: points in two places"),
    "points in a tag": (TEXT, '"minutes": 5}\n\n## What', '"minutes": 5, "points": 3}\n\n## What',
                        "task torque: unknown tag 'points'"),
    "manual cell without a rubric": (TASKS, '"explain": (', '"explained": (',
                                     "task explain: tasks.py has neither a task nor a rubric"),
    "misspelt mistake": (TASKS, '"cosine", "degrees"', '"cosin", "degrees"',
                         "task torque: no mistake is called 'cosin'; is 'cosine' meant?"),
    "misspelt step": (SLIPS, "    def share(self, angle):\n        return np.cos(angle)",
                      "    def shares(self, angle):\n        return np.cos(angle)",
                      "mistake cosine: it replaces shares, which is no step of Pendulum; "
                      "is 'share' meant?"),
    "law of no mistake": (SLIPS, '@refutes("cosine")', '@refutes("cosinus")',
                          "has a law for 'cosinus', which is no mistake"),
    "another shape": (TASKS, 'Function(Number("s"))', 'Function(Vector(2, "s"))',
                      "task period: the reference does not have the kind that is asked for"),
    "check of no task": (CHECKS, '"period": Check', '"periods": Check',
                         "checks.py: 'periods' is no task"),
    "a wrong solution": (TEXT, "np.sqrt(length / 9.81)", "np.sqrt(length / 9.8)",
                         "the instructor's solution does not get full marks; task period"),
    "a cell that stops": (TEXT, 'me = "instructor"', "you = 1\ndel me",
                          "The cell numbers stopped with NameError"),
    "a solution that ends": (TEXT, "return 2 * np.pi", "import os; os._exit(0)",
                             "the instructor's solution does not get full marks"),
    "a slip that cannot be told": (SLIPS, "        return 9.81 / length",
                                   "        return length / 9.81",
                                   "no hidden cases tell these apart: truth and upside_down"),
    "a broken module": (TASKS, "def draw(rng):", "def draw(rng)", "tasks.py: line 10"),
    "a reference that raises": (TASKS, "steps.period(length)", "steps.periods(length)",
                                "tasks.py: AttributeError: "),
    "no assignment": (TASKS, "ASSIGNMENT =", "MINE =", "needs an ASSIGNMENT"),
    "a slip that keeps more than all": (TASKS, 'mistakes=("upside_down",)',
                                        'mistakes=("upside_down",), slip=75',
                                        "task period: slip: got 75, needs a number from 0 to 1"),
    "a law of a mistake with another sign": (
        SLIPS, "steps.torque(1, 1, 30) - 9.81 / 2", "steps.torque(1, 1, 30) + 9.81 / 2",
        "mistake degrees, its law half: residual 1 of 1 must vanish for the truth, to less than "
        "2e-06: it is 9.81 for the truth"),
    "a law that does not notice its mistake": (
        SLIPS, "yield steps.torque(1, 1, 0)", "yield steps.period(1) - steps.period(1)",
        "mistake cosine, its law hanging: residual 1 of 1 must not vanish for the slip"),
    "a law of checks.py with another sign": (
        CHECKS, "torque <= v", "torque >= v",
        "task torque: a student with the instructor's own answer would read: does not hold: it is "
        "no more than the torque of the rod held level (law less_than_flat of checks.py)"),
    "an end of a solution that is misspelt": (
        TEXT, "    return 2 * np.pi * np.sqrt(length / 9.81)\n    ### END SOLUTION",
        "    return 2 * np.pi * np.sqrt(length / 9.81)\n    ### END SOLUTON",
        "answer period: line 5: got '### END SOLUTON', needs ### END SOLUTION"),
    "a solution in a locked cell": (TEXT, ":cell: numbers\n\n", ":cell: numbers\n\n"
                                    "### BEGIN SOLUTION\n### END SOLUTION\n",
                                    "cell numbers: line 1: a solution begins, and only a cell with "
                                    "the tag answer may have one"),
    "a difficulty that nobody knows": (TEXT, '"torque", "level": "easy"',
                                       '"torque", "level": "esy"',
                                       "task torque: level: got 'esy', needs one of easy, medium, "
                                       "hard; is 'easy' meant?"),
    "a field that nobody fills in": (TEXT, "{tasks}", "{task}",
                                     "cell head: {task} is filled in by nobody, needs one of "
                                     "{tasks}, {points}, {minutes}; is 'tasks' meant?"),
    "a task without minutes": (TEXT, '"easy", "minutes": 5', '"easy"',
                               "task torque: minutes: got none, needs a number"),
    "minutes in words": (TEXT, '"easy", "minutes": 5', '"easy", "minutes": "five"',
                         "task torque: minutes: got 'five', needs a number more than 0"),
    "a row that earns nothing": (TASKS, "Row(1, \"The mass", "Row(0, \"The mass",
                                 "task explain: row 1 of its rubric: got 0 points, needs more than "
                                 "0"),
    "points in a text": (TASKS, '"torque", 2,', '"torque", "2",',
                         "task torque: points: got '2', needs a number"),
    "points of a row in a text": (TASKS, "Row(1, \"The mass", "Row('1', \"The mass",
                                  "task explain: row 1 of its rubric: points: got '1', needs a "
                                  "number"),
    "one mistake without its comma": (TASKS, '("upside_down",)', '("upside_down")',
                                      "task period: mistakes: got 'upside_down', needs a tuple of "
                                      "names, ('upside_down',)"),
    "no set of numbers": (TASKS, "variants=3", "variants=0",
                          "variants: got 0, needs a whole number, 1 or more"),
    "a unit in place of a kind": (TASKS, 'Number("N·m")', '"N·m"',
                                  "task torque: kind: got 'N·m', needs a kind of answer"),
    "one row without its comma": (
        TASKS, '"What does the mass do?", "Say why."),)', '"What does the mass do?", "Say why."))',
        "task explain: its rubric: got Row("),
    "no hidden case": (TASKS, "[Case((float(x),)) for x in rng.uniform(0.1, 3, 4)]", "[]",
                       "task period: cases: got [], needs a list of Case, one at least"),
    "no cases at all": (TASKS, "cases=lambda rng, v: [Case((float(x),)) for x in "
                        "rng.uniform(0.1, 3, 4)],", "",
                        "task period: cases: got none, and a function is asked at cases"),
    "inputs without their Case": (TASKS, "Case((float(x),))", "(float(x),)",
                                  "task period: cases: got [("),
    "numbers that have no names": (TASKS, 'return {"length"', 'return [1] or {"length"',
                                   "draw: got list, needs a dictionary"),
    "a truth that is a list": (
        TASKS, "steps.torque(v[\"mass\"], v[\"length\"], v[\"angle_deg\"])",
        "[steps.torque(v[\"mass\"], v[\"length\"], v[\"angle_deg\"])]",
        "task torque: reference: got a list, needs an array"),
    "a truth like zero": (
        TASKS, "mistakes=(\"cosine\", \"degrees\"),\n             reference=lambda steps, v: ",
        "reference=lambda steps, v: 1e-5 * ",
        "cannot be told from zero: an answer may miss it by 0.002"),
    "own values that nothing follows": (
        TASKS, 'mistakes=("upside_down",)', 'mistakes=("upside_down",), own=("torque",)',
        "task period: names own values (torque) and has no follow"),
    "what follows is misspelt": (
        TASKS, 'mistakes=("upside_down",)', 'mistakes=("upside_down",), own=("torque",), '
        "follow=lambda steps, v, length, torqe: 1",
        "task period: TypeError: "),
    "what follows is wrong": (
        TASKS, 'mistakes=("upside_down",)', 'mistakes=("upside_down",), own=("torque",), '
        "follow=lambda steps, v, length, torque: torque",
        "task period: what follows by follow from right answers to torque is not the truth"),
    "a check that is none": (CHECKS, '"period": Check', '"period": str, "old": Check',
                             "task period: its entry in CHECKS: got <class 'str'>"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_does_not_agree_is_refused(tmp_path, what, capsys):
    file, before, after, said = REFUSED[what]
    copied(tmp_path / "mine")
    path = tmp_path / "mine" / NAME / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after).replace("import Assignment, Case",
                                                        "import Assignment, Case, Vector"
                                                        if "Vector" in after else
                                                        "import Assignment, Case"))
    assert main(["check", str(tmp_path / "mine" / NAME)]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert said in out and "Traceback" not in out
    course = known(tmp_path / "course")
    assert command(course, "release", NAME, "--from", str(tmp_path / "mine")) == 2
    assert not (course.release / NAME).exists()


def test_the_same_check_is_a_function():
    table = agreed(Library(OWN)[NAME], count=1)
    assert list(table["kinds"]) == ["torque", "period"] and len(table["variants"]) == 1
    assert not re.search("reference|cosine", str(table))


# -- the red team ----------------------------------------------------------------------------------
def test_the_red_team_hands_it_in(course):
    """One trial of every way to hand in, through runner, judge and record; all of them safe."""
    named = ("course-files", "silence", "input", "dies-when-probed", "answer-deleted", "untidy",
             "link-to-neighbour", "script")
    console = Console(record=True, width=160)
    trials = [t for t in redteam.all_trials() if t.name in named]
    assert len(trials) == len(named)
    assert run(trials, 1, console, course.library[NAME]) == 0, console.export_text()
    assert f"oddities, {NAME}" in console.export_text()


def test_what_needs_another_assignment_is_left_out(course):
    every = redteam.all_trials()
    own = redteam.served(every, course.library[NAME])
    left_out = {t.name for t in every} - {t.name for t in own}
    assert {"says-inputs", "loops", "busy-machine", "follow-zeros"} <= left_out
    assert len(own) > len(every) / 2
    assert redteam.served(every, book()[redteam.ASSIGNMENT]) == every


def test_the_victim_costs_what_may_build_on_it(course):
    assignment = course.library[NAME]
    aim = redteam.Aim(assignment)
    seen = redteam.Seen({t.id: t.points for t in assignment.tasks}, aim)
    places = redteam.FIRST, redteam.VICTIM, redteam.FUNCTION, redteam.TEXT
    assert aim(" ".join(places)) == "torque_answer period period explain"
    seen.marks = {"torque": 0, "period": 0}
    last = redteam.lost(redteam.VICTIM)
    assert redteam.lost("torque")(seen) == "" and "torque 0 of 2" in last(seen)
    seen.marks = {"torque": 2, "period": 2}
    assert "period 2 of 2" in last(seen) and redteam.kept()(seen) == ""


def test_a_folder_without_an_assignment_has_no_words(capsys, tmp_path):
    """It is the folder that was typed which is named, and not the one around it."""
    assert main(["words", str(tmp_path)]) == 2
    said = "".join(capsys.readouterr().out.split())
    assert f"{tmp_path}:needsthefolderofanassignment" in said


def test_the_red_team_says_which_folder_it_needs(course, capsys, tmp_path):
    assert main(["redteam", str(tmp_path)]) == 2
    assert "needs the folder of an assignment" in " ".join(capsys.readouterr().out.split())


def test_a_cell_that_stops_is_named_though_no_task_has_lost_by_it(tmp_path, capsys):
    folder = tmp_path / "mine" / NAME
    shutil.copytree(OWN / NAME, folder, ignore=shutil.ignore_patterns("__pycache__"))
    form = folder / f"{NAME}.md"
    form.write_text(form.read_text("utf-8").rstrip("\n") + "\n\n```{code-cell} ipython3\n"
                    ":cell: last\n\n1 / 0\n```\n", "utf-8")
    assert main(["check", str(folder), "--variants", "1", "--jobs", "1"]) == 1
    assert "The cell last stopped with ZeroDivisionError" in " ".join(
        capsys.readouterr().out.split())
