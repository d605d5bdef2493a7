"""A course in Russian: what students get, and work in either language graded alike."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest
from dealt import SECRET

from autograde import parallel_text, sample
from autograde.cli import main
from autograde.course import Course, other_languages, released
from autograde.library import Library
from autograde.record.release import release
from autograde.run.receipt import receipts
from autograde.settings import FILE
from autograde.textform import TextFormError, headings, read

OWN = Path(__file__).resolve().parents[1] / "own"
NAME = "e01_pendulum"
#: What stands in the text form, and its Russian words.
RUSSIAN = {
    "{tasks}": "# Упражнение 1. Маятник\n\nОколо {minutes} минут, баллы: {points}.\n\n{tasks}",
    'me = "your_id"': "```python\n# ваш идентификатор\n```",
    "v = variant(me)": '```python\nf"v.length = {v.length} м, v.mass = {v.mass} кг, '
                       'v.angle_deg = {v.angle_deg}"\n```',
    "## What holds it": "## Что его держит\n\nНайдите момент, в Н м, четыре цифры.",
    "## Its period": "## Его период\n\nНапишите `period(length)`: период колебаний в секундах.",
    "## Draw it": "## Нарисуйте\n\nНарисуйте период для длин от 0,1 до 2 м.",
    "## Explain": "## Объясните\n\nЗависит ли период от массы?",
    "No: weight": "Нет: масса сокращается.",
}


def translated(folder: Path) -> Path:
    """The pendulum of the author's guide in a folder, with Russian words behind its own."""
    shutil.copytree(OWN, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / NAME / f"{NAME}.md"
    head, *cells = path.read_text("utf-8").split("\n+++ {")
    parts = [head, *(part for cell in cells for part in _parts("\n+++ {" + cell))]
    made = [part + "".join(f'\n\n+++ {{"ru": ""}}\n\n{words}\n' for key, words in RUSSIAN.items()
                           if key in part) for part in parts]
    path.write_text("".join(made), encoding="utf-8")
    path.write_text(parallel_text.agreed(path)[0], encoding="utf-8")
    return path


def _parts(text: str) -> list[str]:
    """Cells of words and of code apart."""
    words, *code = text.split("```{code-cell}")
    return [words, *("```{code-cell}" + part for part in code)]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The pendulum released in Russian, with work in both languages, graded."""
    root = tmp_path_factory.mktemp("russian")
    translated(root / "mine")
    (root / "course").mkdir()
    (root / "course" / FILE).write_text(
        '[assignments]\nvariants = 1\nfolders = ["../mine"]\n[course]\nlanguage = "ru"\n')
    (root / "course" / "secret.key").write_text(SECRET)
    course = Course(root / "course")
    assignment = course.library[NAME]
    list(release(course, [assignment]))
    form, solutions = released(course, assignment), sample.solutions_of(assignment)
    for language, notebook in (("ru", form), ("en", in_english(course, form))):
        for student in ("right", "empty", "plain", "twice"):
            paper = sample.Paper(notebook, solutions, f"{student}_{language}")
            if student != "empty":
                paper.solve()
            if student == "plain":                      # an editor that keeps sources alone
                for cell in paper.notebook.cells:
                    cell.metadata = {}
            if student == "twice":                      # an untouched copy behind the answer
                blank = next(c for c in notebook.cells
                             if c.metadata["nbgrader"]["grade_id"] == "torque_answer")
                paper.notebook.cells.append(nbformat.from_dict(dict(blank)))
            folder = course.submitted / f"{student}_{language}" / NAME
            folder.mkdir(parents=True)
            (folder / f"{NAME}.ipynb").write_bytes(paper.content())
    assert main(["grade", NAME, "--jobs", "1", "--course", str(course.root)]) == 0
    return course


def mine(course):
    return course.root.parent / "mine"


def in_english(course, form):
    """The released notebook as a course in English would give it out."""
    given, = other_languages(course, course.library[NAME])
    notebook = nbformat.reads(nbformat.writes(form), as_version=4)
    for cell in notebook.cells:
        cell.source = given[cell.metadata["nbgrader"]["grade_id"]]
    return notebook


def test_students_get_words_and_generated_parts_in_russian(course):
    cells = {c.metadata["nbgrader"]["grade_id"]: c.source
             for c in released(course, course.library[NAME]).cells}
    assert "Около 30 минут, баллы: 7." in cells["head"]
    assert "| 1 | что его держит | 2 | лёгкая | 5 |" in cells["head"]
    assert cells["torque_task"].startswith("## 1. Что его держит\n\n*2 балла, лёгкая, ")
    assert cells["explain_task"].startswith("## 4. Объясните\n\n*1 балл, средняя.*")
    assert cells["torque_answer"] == "torque = ...\n...  # ваш код"
    assert "# ваш идентификатор" in cells["identity"] and " кг, " in cells["numbers"]
    assert cells["explain"] == "ВАШ ОТВЕТ" and cells["torque"] == 'check("torque", torque)'
    table = json.loads((course.release / NAME / "variants.json").read_text())
    assert table["language"] == "ru"


def test_what_is_released_in_english_is_what_was_given_out(course, tmp_path):
    """What grading compares with is what nbgrader makes of the assignment in that language."""
    english = Course(tmp_path)
    (tmp_path / FILE).write_text(f'[assignments]\nvariants = 1\nfolders = ["{mine(course)}"]\n')
    list(release(english, [english.library[NAME]]))
    form = released(english, english.library[NAME])
    given, = other_languages(course, course.library[NAME])
    assert given == {c.metadata["nbgrader"]["grade_id"]: c.source for c in form.cells}
    assert given["explain"] == "YOUR ANSWER HERE"


def test_work_in_either_language_is_graded_alike(course):
    found = {r.student: r for r in receipts(course, [course.library[NAME]])}
    marks = {s: [v.points for v in r.verdicts] for s, r in found.items()}
    for student in ("right", "empty", "plain", "twice"):
        one, two = found[f"{student}_ru"], found[f"{student}_en"]
        earned = [0, 0] if student == "empty" else [2, 2]
        assert marks[one.student] == marks[two.student] == earned
        assert one.flags == two.flags
    assert found["right_en"].flags == []


def test_the_rebuilt_notebook_has_the_same_cells_in_either_language(course):
    rebuilt = {p.parts[-3]: nbformat.read(p, as_version=4)
               for p in course.rebuilt.glob(f"*/{NAME}/{NAME}.ipynb")}
    locked = [c.source for c in released(course, course.library[NAME]).cells
              if c.metadata["nbgrader"]["locked"]]
    for student in ("right", "empty", "plain", "twice"):
        one, two = (rebuilt[f"{student}_{language}"].cells for language in ("ru", "en"))
        assert [c.cell_type for c in one] == [c.cell_type for c in two]
        assert set(locked) <= {c.source for c in one} & {c.source for c in two}
    unlike = [(a.source, b.source) for a, b in zip(rebuilt["empty_ru"].cells,
                                                   rebuilt["empty_en"].cells)
              if a.source != b.source]
    assert unlike == [('me = "empty_ru"', 'me = "empty_en"')]


# -- what an author is told --------------------------------------------------------------------
def test_a_missing_cell_is_named_before_anything_is_dealt(tmp_path, capsys):
    path = translated(tmp_path / "mine")
    text = path.read_text("utf-8")
    path.write_text(text.replace("в секундах", "в с"), encoding="utf-8")
    assert main(["check", str(path.parent)]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "cell 7 ('## Its period'): 'en' is behind" in said and "--agreed" in said
    start = text.index('\n+++ {"ru": "', text.index("## Draw it"))
    path.write_text(text[:start] + text[text.index("```{code-cell}", start):], encoding="utf-8")
    assert main(["check", str(path.parent)]) == 1
    assert "('## Draw it'): 'ru' is missing" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(TextFormError, match="'## Draw it'"):
        read(Library(path.parent.parent)[NAME], "ru")


def test_words_in_one_language_alone_are_given_out_as_they_are(tmp_path):
    """An author may write in Russian only; what is generated follows the course."""
    cells = {c.id: c.source for c in read(Library(OWN)[NAME], "ru").cells}
    assert cells["torque_task"].startswith("## 1. What holds it\n\n*2 балла, лёгкая, ")


def test_titles_follow_the_language(tmp_path):
    path = translated(tmp_path / "mine")
    assert headings(path, "ru") == ("Маятник", {
        "torque": "Что его держит", "period": "Его период", "plot": "Нарисуйте",
        "explain": "Объясните"})
    assert headings(path)[0] == "A pendulum" and headings(path, "de") == headings(path)


def test_a_language_that_is_not_there(tmp_path, capsys):
    (tmp_path / FILE).write_text('[course]\nlanguage = "de"\n')
    assert main(["report", "--course", str(tmp_path)]) == 2
    said = " ".join(capsys.readouterr().out.split())
    assert "[course] language: got 'de', needs one of en, ru" in said


def test_an_author_notes_that_the_languages_agree(tmp_path, capsys):
    path = translated(tmp_path / "mine")
    text = path.read_text("utf-8")
    path.write_text(text.replace("Зависит ли", "А зависит ли"), encoding="utf-8")
    assert main(["check", str(path.parent), "--agreed", "7"]) == 0      # another cell
    assert "agreed" not in capsys.readouterr().out and len(parallel_text.problems(path)) == 1
    assert main(["check", str(path.parent), "--agreed"]) == 0
    assert "('## Explain'): ru" in " ".join(capsys.readouterr().out.split())
    assert parallel_text.problems(path, code=True) == []
    assert main(["check", str(path.parent), "--agreed", "99"]) == 2
    assert main(["check", "--agreed"]) == 2
    said = " ".join(capsys.readouterr().out.split())
    assert "needs one with a translation" in said and "needs the folder of one" in said
