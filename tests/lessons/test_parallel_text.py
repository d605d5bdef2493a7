"""Words in several languages over one set of code cells: kept in step, built once, told apart."""

import ast
import importlib.util
import re
from pathlib import Path

import nbformat
import pytest
from paragraphs import uneven

from autograde import parallel_text
from autograde.code_words import pieces
from autograde.textform import TextFormError
from lessons import words

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("build", ROOT / "lessons" / "build.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)

HEAD = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

"""
TEXT = HEAD + """# Title

Some words
on two lines.

+++ {"ru": ""}
# Заголовок

Несколько слов.

+++
More. $$a = b_\\text{left}$$

+++ {"ru": ""}
Ещё. $$a = b_\\text{слева}$$

```{code-cell} ipython3
text = '''
+++ {"ru": "a string of the code"}
'''
```

The end.

+++ {"ru": ""}
Конец.
"""


@pytest.fixture
def text(tmp_path):
    """A text form whose languages agree."""
    path = tmp_path / "07_text.md"
    path.write_text(TEXT, encoding="utf-8")
    path.write_text(parallel_text.agreed(path)[0], encoding="utf-8")
    return path


def changed(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return parallel_text.problems(path)


# -- reading -------------------------------------------------------------------------------------
def test_each_language_is_a_notebook_with_the_same_code(text):
    assert parallel_text.languages(text) == ["en", "ru"]
    english, russian = (parallel_text.notebook(text, one).cells for one in ("en", "ru"))
    assert [c.cell_type for c in english] == [c.cell_type for c in russian]
    assert english[0].source == "# Title\n\nSome words\non two lines."
    assert russian[0].source == "# Заголовок\n\nНесколько слов." and russian[0].metadata == {}
    assert english[2].source == russian[2].source and "a string of the code" in english[2].source


def test_a_lesson_without_marks_is_english_alone(tmp_path):
    path = tmp_path / "text.md"
    path.write_text(HEAD + "Words.\n\n+++\n\nMore words.\n", encoding="utf-8")
    assert parallel_text.languages(path) == ["en"] and parallel_text.problems(path) == []
    assert [c.source for c in parallel_text.notebook(path).cells] == ["Words.", "More words."]


def test_a_language_that_is_being_translated_is_not_yet_given_out(text):
    assert parallel_text.complete(text) == ["en", "ru"]
    words = text.read_text(encoding="utf-8")
    text.write_text(words[:words.rindex("+++")], encoding="utf-8")
    assert "'ru' is missing" in parallel_text.problems(text)[0]
    assert parallel_text.complete(text) == ["en"]


@pytest.mark.parametrize("body,needs", [
    ('+++ {"ru": ""}\nСлова.\n', "follow no words in 'en'"),
    ('Words.\n\n+++ {"ru": ""}\nРаз.\n\n+++ {"ru": ""}\nДва.\n', "stand twice")])
def test_a_translation_needs_what_it_translates(tmp_path, body, needs):
    path = tmp_path / "text.md"
    path.write_text(HEAD + body, encoding="utf-8")
    with pytest.raises(TextFormError, match=needs):
        parallel_text.cells(path)


# -- in step -------------------------------------------------------------------------------------
def test_what_agrees_is_in_step(text):
    assert parallel_text.problems(text) == []
    assert changed(text, "Some words\non two", "Some\nwords on two") == []      # broken anew


@pytest.mark.parametrize("old,new,says", [
    ("Some words", "Other words", "cell 1 ('# Title'): 'ru' is behind: 'en' has changed"),
    ("Конец.", "Конец!", "cell 4 ('The end.'): 'en' is behind: 'ru' has changed"),
    ("$$a = b_\\text{слева}$$", "$$a = c$$", "cell 2 ('More. $$a = b_\\\\text{left}$$'): ")])
def test_what_is_behind_is_named(text, old, new, says):
    found = changed(text, old, new)
    assert found and found[0].startswith(f"07_text.md, {says}")


def test_both_changed_missing_and_new_are_told_apart(text):
    changed(text, "Some words", "Other words")
    assert "both changed" in changed(text, "Несколько слов", "Другие слова")[0]
    russian = text.read_text("utf-8")
    text.write_text(russian[:russian.rindex("+++")], encoding="utf-8")
    assert parallel_text.problems(text)[1:] == ["07_text.md, cell 4 ('The end.'): 'ru' is missing"]
    with pytest.raises(TextFormError, match="cell 4 .*'ru' is missing"):
        parallel_text.notebook(text, "ru")
    text.write_text(TEXT, encoding="utf-8")
    assert [line.count("'ru' is new") for line in parallel_text.problems(text)] == [1, 1, 1]


def test_formulas_and_links_are_the_same_in_every_language(text):
    found = changed(text, "Ещё. $$a = b_", "Ещё. $$a = -b_")
    assert "displayed formulas of 'ru' differ" in found[-1]
    assert "links of 'ru' differ" in changed(text, "Конец.", "[Конец](a.md).")[-1]
    changed(text, "$$a = -b_\\text{слева}$$", "$$a = b_\\text{справа}$$")
    assert not any("formulas" in line for line in parallel_text.problems(text))    # only words


def test_agreeing_changes_fingerprints_alone(text):
    before = text.read_text("utf-8")
    changed(text, "Some words", "Other words")
    changed(text, "Конец.", "Конец!")
    one, names = parallel_text.agreed(text, 4)
    assert names == ["07_text.md, cell 4 ('The end.'): ru"]
    text.write_text(one, encoding="utf-8")
    assert len(parallel_text.problems(text)) == 1
    both, names = parallel_text.agreed(text)
    assert len(names) == 1
    lines = [(a, b) for a, b in zip(before.splitlines(), both.splitlines()) if a != b]
    assert [a.startswith("+++ {") or "words" in a or "Конец" in a for a, _ in lines] == [True] * 4
    with pytest.raises(TextFormError, match="got cell 3, needs one with a translation: 1, 2, 4"):
        parallel_text.agreed(text, 3)


# -- code and tags that hold words -----------------------------------------------------------------
TASK = HEAD + """+++ {"task": "angle", "level": "easy", "where": "section 1"}
## An angle

+++ {"ru": "", "where": "раздел 1"}
## Угол

```{code-cell} ipython3
:answer: angle

angle = ...     # a number
```

+++ {"ru": ""}

```python
# число
```
"""


@pytest.fixture
def task(tmp_path):
    """A task whose languages agree, in code and in its tag as well."""
    path = tmp_path / "a77_task.md"
    path.write_text(TASK, encoding="utf-8")
    path.write_text(parallel_text.agreed(path)[0], encoding="utf-8")
    return path


def test_tags_stay_and_code_says_the_same_in_other_words(task):
    about, code = parallel_text.notebook(task, "ru").cells
    assert about.metadata == {"task": "angle", "level": "easy", "where": "раздел 1"}
    assert (code.source, code.metadata["answer"]) == ("angle = ...     # число", "angle")
    assert parallel_text.problems(task, code=True) == []


@pytest.mark.parametrize("old,new,says", [
    ("section 1", "section 2", "'ru' is behind"),
    ("раздел 1", "раздел 2", "'en' is behind"),
    (', "where": "раздел 1"', "", "the mark of 'ru' has no 'where' for 'section 1'"),
    ("# a number", "# two numbers", "'ru' is behind"),
    ("angle = ... ", "angle = None", ""),                       # no words
    ("# число\n", "# число\n# и ещё\n", "needs comment, in this order; has comment, comment"),
    ("```python\n", "", "needs the words of the code")])
def test_what_is_behind_in_code_and_tags_is_named(task, old, new, says):
    changed(task, old, new)
    found = parallel_text.problems(task, code=True)
    assert (says in " ".join(found)) and bool(found) == bool(says)


def test_words_in_code_are_asked_for_where_students_read_them(task):
    text = task.read_text("utf-8")
    task.write_text(text[:text.rindex("+++")], encoding="utf-8")
    assert parallel_text.problems(task) == []
    assert parallel_text.problems(task, code=True) == [
        "a77_task.md, cell 2 ('angle = ...     # a number'): 'ru' is missing"]


# -- building ------------------------------------------------------------------------------------
SPEAKING = HEAD + """# Title

+++ {"ru": ""}
# Заголовок

```{code-cell} ipython3
from lessons.words import _
met = globals().get("met", 0) + 1
```

Then

+++ {"ru": ""}
Потом

```{code-cell} ipython3
:tags: [words]

print(_("The figure in words"), met)
```
"""


@pytest.fixture
def speaking(tmp_path):
    (tmp_path / "ru").mkdir()
    path = tmp_path / "08_text.md"
    path.write_text(SPEAKING, encoding="utf-8")
    path.write_text(parallel_text.agreed(path)[0], encoding="utf-8")
    return path


def test_the_code_runs_once_and_words_in_each_language(speaking):
    english, russian = build.build(speaking)
    assert russian == speaking.parent / "ru" / "08_text.ipynb"
    english, russian = (nbformat.read(p, as_version=4).cells for p in (english, russian))
    assert english[3].outputs[0].text == "The figure in words 1\n"
    assert russian[3].outputs[0].text == "Рисунок словами 1\n"           # met once, not twice
    assert english[0].source.endswith("**English** · [Русский](ru/08_text.ipynb)")
    assert russian[0].source.endswith("**Русский** · [English](../08_text.ipynb)")
    assert [c.get("execution_count") for c in russian] == [None, 1, None, 2]
    assert build.differences(speaking) == []


def test_words_need_their_tag(speaking, capsys):
    changed(speaking, ":tags: [words]\n\n", "")
    assert build.main([str(speaking)]) == 1
    assert "cell 4: a cell that takes words from the catalogue needs the tag 'words'" in \
        capsys.readouterr().err


def test_a_lesson_that_takes_long_is_not_built(speaking, capsys, monkeypatch):
    monkeypatch.setattr(build, "PROCESSOR_LIMIT", 0)
    assert build.main([str(speaking)]) == 1
    assert re.search(r"08_text.md: takes \d+ s of processor time; a lesson may take 0 s",
                     capsys.readouterr().err)
    assert not (speaking.parent / "08_text.ipynb").exists()


def test_what_is_behind_is_not_built(speaking, capsys):
    changed(speaking, "# Title", "# Another title")
    assert build.main([str(speaking)]) == 1 and build.main(["--check", str(speaking)]) == 1
    said = capsys.readouterr().err
    assert said.count("'ru' is behind") == 2 and f"--agreed {speaking}" in said


def test_drift_of_any_language_is_found(speaking):
    missing = "08_text.ipynb is missing: run python lessons/build.py"
    english, russian = build.build(speaking)
    russian.write_text(russian.read_text("utf-8").replace("Потом", "Затем"), encoding="utf-8")
    assert build.differences(speaking) == ["ru: cell 3 differs in source: 'Потом'"]
    russian.unlink()
    assert build.differences(speaking) == [f"ru: {missing}"]
    english.unlink()
    assert build.differences(speaking) == [missing, f"ru: {missing}"]


def test_a_language_needs_a_catalogue(speaking, capsys):
    speaking.write_text(SPEAKING.replace('"ru"', '"xx"'), encoding="utf-8")
    assert build.main([str(speaking)]) == 1
    assert "needs its catalogue lessons/xx/words.po" in capsys.readouterr().err


def test_a_third_language_is_a_folder_and_a_catalogue(tmp_path, monkeypatch):
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "words.po").write_text((ROOT / "lessons" / "ru" / "words.po").read_text(
        "utf-8").replace("Language: ru", "Language: de"), encoding="utf-8")
    monkeypatch.setattr(words, "HERE", tmp_path)
    words.languages.cache_clear()
    try:
        path = tmp_path / "09_text.md"
        path.write_text(HEAD + '# Title\n\n+++ {"de": ""}\n# Titel\n\n```{code-cell} ipython3\n'
                        "print(1)\n```\n", encoding="utf-8")
        path.write_text(parallel_text.agreed(path)[0], encoding="utf-8")
        _, german = build.build(path)
        assert german == tmp_path / "de" / "09_text.ipynb"
        cells = nbformat.read(german, as_version=4).cells
        assert cells[0].source == "# Titel\n\n**Deutsch** · [English](../09_text.ipynb)"
        assert cells[1].outputs[0].text == "1\n"
    finally:
        words.languages.cache_clear()


def test_an_assignment_is_agreed_by_its_name_and_its_notebook_is_in_english(monkeypatch):
    path = ROOT / "solutions" / "a02_rotation" / "a02_rotation.md"
    assert build.languages(path) == ["en"] and build.sources([path]) == [path]
    asked = []
    monkeypatch.setattr(build.parallel_text, "agreed",
                        lambda path, cell: asked.append((path, cell)) or (path.read_text(), []))
    monkeypatch.setattr(Path, "write_text", lambda *given, **named: None)
    assert build.agree("a02:3") == [] and asked == [(path, 3)]


@pytest.mark.parametrize("told", ["77", "00:x", "", ":1"])
def test_agreeing_needs_a_lesson(told):
    with pytest.raises(build.BuildError, match="needs a lesson such as 00"):
        build.agree(told)


# -- the lessons themselves ----------------------------------------------------------------------
TEXTS = sorted((ROOT / "lessons").glob("[0-9][0-9]_*.md"))
SEVERAL = [(path, language) for path in TEXTS for language in words.languages()[1:]]
several = pytest.mark.parametrize("path,language", SEVERAL,
                                  ids=[f"{p.stem}-{x}" for p, x in SEVERAL])


def test_no_lesson_is_in_one_language_alone():
    assert [p.name for p in TEXTS if parallel_text.languages(p) == ["en"]] == []


@several
def test_all_languages_of_a_lesson_are_in_step(path, language):
    assert parallel_text.problems(path, code=True) == []


@several
def test_no_paragraph_is_missing_in_a_language(path, language):
    """Formulas alone would not tell: a sentence of lesson 6 once stood in English only."""
    assert uneven((cell.number, cell.source.source, cell.others[language].source)
                  for cell in parallel_text.cells(path)
                  if cell.source.cell_type == "markdown" and language in cell.others) == []


@pytest.mark.parametrize("path", sorted((ROOT / "solutions").glob("*/*.md")), ids=lambda p: p.stem)
def test_no_paragraph_is_missing_in_a_language_of_an_assignment(path):
    assert uneven((cell.number, cell.source.source, other.source)
                  for cell in parallel_text.cells(path) if cell.source.cell_type == "markdown"
                  for other in cell.others.values()) == []


def test_a_paragraph_that_is_missing_is_found():
    text = "One.\n\n<!-- step -->\nTwo.\n<!-- /step -->\n\n```python\na = 1\n\nb = 2\n```\n"
    assert uneven([(1, text, text)]) == []
    assert uneven([(1, text, text.replace("Two.", "")), (2, text, text + "\nThree.")]) == [
        "1: 3 and 2 paragraphs", "2: 3 and 4 paragraphs"]


def wordless(source: str) -> str:
    """Code without its comments, docstrings and printed texts."""
    for piece in reversed(pieces(source)):
        source = source[:piece.start] + source[piece.end:]
    return source


@several
def test_another_language_has_the_outputs_of_english(path, language):
    """Nothing of it is executed in the tests: nbval runs the English notebook."""
    english, other = (nbformat.read(build.target(path, one), as_version=4).cells
                      for one in ("en", language))
    for one, two in zip(english, other, strict=True):
        if one.cell_type == "code":
            alike = {k: one[k] == two[k] for k in ("metadata", "outputs", "id", "execution_count")}
            speaks = one.outputs and (                                           # sliders: none
                "words" in one.metadata.get("tags", []) or build._texts(one) != build._texts(two))
            assert wordless(one.source) == wordless(two.source)
            assert alike == dict.fromkeys(alike, True) | {"outputs": not speaks}, one.source


def decimals(cell) -> list[str]:
    """The numbers with decimals that a cell prints; a comma before them is a point."""
    printed = "".join(one.text for one in cell.outputs if one.output_type == "stream")
    return re.findall(r"\d+\.\d+", re.sub(r"(?<=\d),(?=\d)", ".", printed))


@several
def test_another_language_prints_the_numbers_of_english(path, language):
    """A cell with words runs a second time for them: what the first run used up shows here."""
    english, other = (nbformat.read(build.target(path, one), as_version=4).cells
                      for one in ("en", language))
    pairs = [(one, two) for one, two in zip(english, other) if one.cell_type == "code"]
    assert not {one.source: (decimals(one), decimals(two)) for one, two in pairs
                if sorted(decimals(one)) != sorted(decimals(two))}


# -- catalogues ----------------------------------------------------------------------------------
def in_code() -> set:
    """Every text of the lessons that is asked for from a catalogue, in f-strings too."""
    files = [*(ROOT / "lessons").glob("*.py"), *(ROOT / "lessons" / "book").glob("*.py")]
    calls = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    asked = [(call.func.id, [x.value for x in call.args if isinstance(x, ast.Constant)])
             for call in calls if call.func.id in ("_", "ngettext")]
    return {tuple(texts) if name == "ngettext" else texts[0] for name, texts in asked if texts}


@pytest.mark.parametrize("language", words.languages()[1:])
def test_a_catalogue_holds_all_words_and_no_others(language):
    found = {m.id: m for m in words.catalogue(language) if m.id}
    assert set(found) == in_code()
    open_ = [m.id for m in found.values() if m.fuzzy or not all(
        [m.string] if isinstance(m.string, str) else m.string)]
    assert open_ == []
    wrong = [str(e) for m in found.values() for e in m.check()]
    names = [m.id for m in found.values() if not isinstance(m.id, tuple)
             and placeholders(m.id) != placeholders(m.string)]
    assert wrong == [] and names == []


def placeholders(text):
    import string
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_a_notebook_speaks_the_language_of_its_folder(monkeypatch, tmp_path):
    for folder, language in ((words.HERE / "ru", "ru"), (words.HERE, "en"), (tmp_path, "en")):
        monkeypatch.chdir(folder)
        assert words.language() == language
        assert (words._("joint 1") == "joint 1") == (language == "en")


def test_numbers_and_plural_forms_follow_the_language():
    try:
        words.speak("ru")
        assert [words.number(0.35), words.number(-1e-9), words.number(12, 0)] == \
            ["0,35", "0,00", "12"]
        words.speak("en")
        assert words.number(0.35) == "0.35"
        with pytest.raises(ValueError, match="needs one of en"):
            words.speak("xx")
    finally:
        words.speak(None)
