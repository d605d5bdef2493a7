"""Each message of each catalogue once in its place: its calls fit, and both languages fill in."""

from functools import cache
from pathlib import Path

import pytest

from autograde.catalogues import ENGINE, Messages, of_assignments, of_engine
from autograde.cli import main
from autograde.library import BOOK
from autograde.read_aloud import FORMS, examples, misfits, read_aloud
from autograde.redteam import sentences
from autograde.words import Speaker, _, languages

#: Braces that are no field: frame {B} of the book.
NO_FIELDS = {"a03_positions/checks.py": ["{B}"]}


#: Whose messages there are; reading them takes long, and whoever only collects tests does not.
NAMES = ["grader", *sorted(path.parent.name for path in BOOK.glob("*/ru.po"))]


@cache
def catalogues():
    found = of_assignments(BOOK)
    return {"grader": of_engine(sentences())} | {p.name: found[p] for p in sorted(found)}


@pytest.mark.parametrize("root", [ENGINE, BOOK])
def test_a_call_gives_its_message_just_the_fields_that_it_has(root):
    """But for forms, which `words.formed` fills in from a name."""
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.j2")]):
        place = path.relative_to(root).as_posix()
        wrong = [told for told in misfits(path)
                 if not any(text in told for text in NO_FIELDS.get(place, ()))]
        assert wrong == [] or place in FORMS and all("got []" in told for told in wrong), wrong


@pytest.mark.parametrize("source,wrong", [
    ('_("{a} is {b:.2g}", a=1, b=2)', 0), ('_("{a} is", b=1)', 1), ('_("{a} is")', 1),
    ('ngettext("{n} {a}", "{n} {a}s", 2, a=1)', 0), ('ngettext("{n} {a}", "{n} {a}s", 2)', 1),
    ('Finding(ok, "column {k} is long", k=1)', 0), ('Finding(ok, "column {k} is long")', 1),
    ('_("one" if x else "{a} more", a=1)', 1), ('_("{a}", **fields)', 0)])
def test_a_call_with_other_fields_is_found(source, wrong, tmp_path):
    (tmp_path / "module.py").write_text(source)
    assert len(list(misfits(tmp_path / "module.py"))) == wrong


@pytest.mark.parametrize("source,wrong", [
    ('{{ t(_("{n} of", n=1)) }}', 0), ('{% if x %}{{ t(_("{n} of", m=1)) }}{% endif %}', 1),
    ('{{ ngettext("{n} page in {a}", "{n} pages in {a}", n) }}', 1), ('{{ _("{n}", **x) }}', 0)])
def test_a_template_with_other_fields_is_found(source, wrong, tmp_path):
    (tmp_path / "page.html.j2").write_text(source)
    assert len(list(misfits(tmp_path / "page.html.j2"))) == wrong


def test_every_catalogue_is_read():
    assert list(catalogues()) == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", languages())
def test_every_message_is_said_with_all_that_is_put_into_it(name, language):
    messages = catalogues()[name]
    speaker = Speaker(language, messages.folder)
    for message in messages.found:
        for text in examples(message):
            told = speaker(text)
            fields = text.node.get("with", {})
            assert told and not [name for name in fields if f"{{{name}" in told], (message, told)
            lost = [value for value in fields.values()
                    if not isinstance(message, tuple) and _shown(speaker, value) not in told]
            assert lost == [], (message, told)


def _shown(speaker, value):
    """A part of what a value looks like, however many digits its format has."""
    return speaker(_("{x}", x=value)).rstrip("05.,") if value == 2.5 else str(value)


def test_the_examples_lose_no_field_silently():
    found = examples("{a} and {b:.2g}, day {c:02d}, `f.subs({d: 0, e: 1})`")
    assert found == ["‹a› and 2.5, day 03, `f.subs({d: 0, e: 1})`"]
    assert examples(("{n} page in {a}", "{n} pages in {a}")) == [
        "1 page in ‹a›", "2 pages in ‹a›", "5 pages in ‹a›"]


def test_messages_are_read_aloud_file_by_file(tmp_path):
    messages = Messages(tmp_path)
    messages.add("b {x:g}", "tasks.py")
    messages.add(("{n} end", "{n} ends"), "checks.py")
    (tmp_path / "ru.po").write_text(
        'msgid "b {x:g}"\nmsgstr "б {x:g}"\n\nmsgid "{n} end"\nmsgid_plural "{n} ends"\n'
        'msgstr[0] "{n} конец"\nmsgstr[1] "{n} конца"\nmsgstr[2] "{n} концов"\n', "utf-8")
    assert list(read_aloud(messages, "ru")) == [
        "== checks.py", "  5 ends", "    1 конец", "    2 конца", "    5 концов",
        "== tasks.py", "  b 2.5", "    б 2,5"]


def test_a_catalogue_is_read_on_the_screen(capsys):
    before = Path(BOOK / "a02_rotation" / "ru.po").read_bytes()
    assert main(["words", "--read", str(BOOK / "a02_rotation")]) == 0
    told = capsys.readouterr().out
    assert "== checks.py" in told and "повороты" in told
    assert Path(BOOK / "a02_rotation" / "ru.po").read_bytes() == before
