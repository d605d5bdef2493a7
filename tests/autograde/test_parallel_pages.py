"""Guides and README in several languages: a test names each section that is missing or behind."""

import pytest
from paragraphs import uneven

from autograde import parallel_pages
from autograde.parallel_pages import GUIDES, agreed, problems, sections, twins

ENGLISH = """# A guide

Some words.

## To do

Type `autograde grade --resume`, within 2.5 s, see [the other](other.md).

```sh
autograde grade          # all of it
```

## The end

Nothing.
"""
RUSSIAN = """# Руководство

Несколько слов.

## Что делать

Наберите `autograde grade --resume` в течение 2,5 с, см. [другое](other.md).

```sh
autograde grade          # всё
```

## Конец

Ничего.
"""


@pytest.fixture
def pair(tmp_path):
    (tmp_path / "ru").mkdir()
    page, twin = tmp_path / "guide.md", tmp_path / "ru" / "guide.md"
    page.write_text(ENGLISH, "utf-8")
    twin.write_text(RUSSIAN, "utf-8")
    twin.write_text(agreed(page, twin), "utf-8")
    return page, twin


def found(pair):
    return problems(*pair, "ru")


def changed(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_what_agrees_is_in_step_and_hidden_from_readers(pair):
    assert found(pair) == []
    text = pair[1].read_text("utf-8")
    assert text.count("<!-- en: ") == 3
    assert parallel_pages.without_stamps(text) == RUSSIAN
    assert [s.heading for s in sections(pair[0])] == ["# A guide", "## To do", "## The end"]


def test_a_section_without_a_stamp_is_new(pair):
    pair[1].write_text(RUSSIAN, "utf-8")
    assert [line.partition(": ")[2] for line in found(pair)] == 3 * [
        "'ru' is new: nobody has said yet that it agrees with 'en'"]


def test_the_language_that_is_behind_is_named_with_its_section(pair):
    changed(pair[0], "Nothing.", "Nothing at all.")
    assert found(pair) == ["guide.md, '## The end': 'ru' is behind: 'en' has changed since they "
                           "agreed"]
    changed(pair[1], "Несколько слов", "Пара слов")
    assert found(pair)[0] == ("guide.md, '# A guide': 'en' is behind: 'ru' has changed since they "
                              "agreed")
    changed(pair[1], "Ничего", "Совсем ничего")
    assert "have both changed" in found(pair)[1]
    pair[1].write_text(agreed(*pair, 3), "utf-8")
    assert len(found(pair)) == 1
    pair[1].write_text(agreed(*pair), "utf-8")
    assert found(pair) == []


def test_lines_broken_anew_change_nothing(pair):
    changed(pair[0], "--resume`, within", "--resume`,\nwithin")
    assert found(pair) == []


def test_a_section_more_is_named_and_the_others_stay_in_step(pair):
    changed(pair[0], "## To do", "## Before\n\nWait.\n\n## To do")
    assert found(pair) == ["guide.md, '## Before': 'ru' is missing"]
    changed(pair[1], "## Конец", "## Потом\n\nЖдите.\n\n## Конец")
    assert found(pair)[1:] == ["guide.md, '## Потом': 'en' is missing"]


@pytest.mark.parametrize("old,new,what", [
    ("--resume", "--restart", "commands"), ("autograde grade  ", "autograde report ", "code"),
    ("(other.md)", "(another.md)", "links"), ("2,5", "3,5", "numbers"),
    ("## Что", "### Что", "levels")])
def test_what_no_language_may_say_otherwise(pair, old, new, what):
    changed(pair[1], old, new)
    assert any(f"the {what} of 'ru' differ" in line for line in found(pair))


def test_a_page_that_is_not_there_is_named(pair):
    pair[1].unlink()
    assert found(pair) == ["guide.md: 'ru' is missing: guide.md"]


@pytest.mark.parametrize("number", [0, 4])
def test_agreeing_needs_a_section(pair, number):
    with pytest.raises(ValueError, match="needs 1 to 3"):
        agreed(*pair, number)


def test_agreeing_needs_the_same_sections(pair):
    changed(pair[0], "## The end", "### The end")
    with pytest.raises(ValueError, match="same sections"):
        agreed(*pair)


def test_a_page_begins_with_a_heading(tmp_path):
    (tmp_path / "page.md").write_text("Words.\n\n# A heading\n", "utf-8")
    with pytest.raises(ValueError, match="needs a heading first"):
        sections(tmp_path / "page.md")


# -- the pages themselves ------------------------------------------------------------------------
TWINS = twins()


def test_every_guide_and_the_readme_have_a_twin():
    assert {page.name for page, _, _ in TWINS} == {p.name for p in GUIDES.glob("*.md")} | {
        "README.md"}


@pytest.mark.parametrize("page,twin,language", TWINS,
                         ids=[f"{page.stem}-{language}" for page, _, language in TWINS])
def test_both_languages_are_in_step(page, twin, language):
    """To mend it: edit, read the two beside each other, python -m autograde.parallel_pages."""
    assert problems(page, twin, language) == []
    english, other = page.read_text("utf-8"), twin.read_text("utf-8")
    if page.stem == "README":
        assert f"]({twin.name})" in english and f"]({page.name})" in other


@pytest.mark.parametrize("page,twin,language", TWINS,
                         ids=[f"{page.stem}-{language}" for page, _, language in TWINS])
def test_no_paragraph_is_missing_in_a_language(page, twin, language):
    assert uneven((one.heading, one.text, other.text)
                  for one, other in zip(sections(page), sections(twin))) == []


def test_there_is_no_guide_in_russian_alone():
    for language in parallel_pages.languages()[1:]:
        assert {p.name for p in (GUIDES / language).iterdir()} == {
            p.name for p in GUIDES.glob("*.md")}
    with pytest.raises(ValueError, match="needs one of en"):
        parallel_pages.guides("xx")
