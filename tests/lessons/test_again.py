"""A build again misses nothing and does nothing twice: a small site, built as the real one is."""

from types import SimpleNamespace

import nbformat
import pytest
from docutils import nodes
from sphinx.addnodes import compact_paragraph, toctree

from lessons.book import again, facts, lesson, make, menu, sheets


class Site:
    """Three pages; `build` gives the names of those that were written."""

    def __init__(self, folder):
        self.folder, self.pages = folder, folder / "book"
        self.write("index", "# Home\n\n```{toctree}\n:caption: All\n\none\ntwo\n```\n")
        self.write("one", "# One\n\nA formula, $q_1 + q_2$.\n")
        self.write("two", "# Two\n\nWords.\n")

    def write(self, name, text):
        source = self.folder / "sources" / f"{name}.md"
        source.parent.mkdir(exist_ok=True)
        source.write_text(text, encoding="utf-8")

    def build(self):
        names = ("index", "one", "two")
        before = {name: self._when(name) for name in names}
        status = make._sphinx(self.folder, self.folder / "sources", self.pages, "2")
        assert status == 0, (self.folder / "warnings.txt").read_text("utf-8")
        return {name for name in names if self._when(name) != before[name]}

    def _when(self, name):
        page = self.pages / f"{name}.html"
        return page.stat().st_mtime_ns if page.is_file() else 0

    def text(self, name):
        return (self.pages / f"{name}.html").read_text("utf-8")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("small"))
    assert site.build() == {"index", "one", "two"}
    return site


def test_nothing_has_changed(small):
    assert small.build() == set()


def test_words_of_one_page_are_written_on_it_alone(small):
    """And on the page that lists it."""
    small.write("two", "# Two\n\nOther words, and $\\Theta^{(7)}$.\n")
    assert small.build() == {"index", "two"}
    sheet = (small.pages / "_static" / "maths.css").read_text("utf-8")
    assert "Other words" in small.text("two") and 'content: "7"' in sheet


def test_a_title_is_written_wherever_it_is_shown(small):
    small.write("two", "# Second\n\nWords.\n")
    assert small.build() == {"index", "one", "two"}
    assert all("Second" in small.text(name) for name in ("index", "one"))


def test_another_store_of_formulas_draws_every_page_anew(small):
    (small.folder / "maths.json").unlink()
    small.write("two", "# Second\n\nMore words.\n")
    assert small.build() == {"index", "one", "two"}


def test_another_builder_builds_all_anew(small):
    kept = small.folder / "sources-doctrees" / "builder.sha256"
    assert not again.changed(kept.parent)
    kept.write_text("of another version", encoding="ascii")
    assert small.build() == {"index", "one", "two"}


def test_a_lesson_has_the_same_source_at_every_build(tmp_path):
    """The names of its cells, too: else every lesson would be read again."""
    path = facts.notebooks()[0]
    first, second = (nbformat.writes(lesson.page(path, tmp_path)) for _ in range(2))
    assert first == second and nbformat.validate(nbformat.reads(first, as_version=4)) is None


def test_the_menu_has_titles_and_listed_pages_alone():
    def entry(text, *below):
        shown = compact_paragraph("", "", nodes.reference("", text, refuri=text))
        return nodes.list_item("", shown, *([nodes.bullet_list("", *below)] if below else []))
    listed = toctree(entries=[(None, "two")])
    whole = nodes.bullet_list("", entry("One", entry("a heading"), entry("another", listed)))
    assert menu.titles(whole).pformat() == nodes.bullet_list("", nodes.list_item(
        "", entry("One").children[0], nodes.bullet_list("", listed))).pformat()
    bare = menu.titles(nodes.bullet_list("", entry("One", entry("a heading"))))
    assert bare.pformat() == nodes.bullet_list("", entry("One")).pformat()


def test_titles_alone_are_there_for_the_menu_and_for_nothing_else():
    site = SimpleNamespace(env=SimpleNamespace(tocs="all"), builder=SimpleNamespace(titles="few"))
    context = {"toctree": lambda **asked: site.env.tocs}
    menu._context(site, "one", "page.html", context, None)
    assert [context["toctree"](titles_only=True), context["toctree"](), site.env.tocs] == [
        "few", "all", "all"]


def test_a_heading_is_in_no_menu_and_on_its_own_page(small):
    small.write("two", "# Second\n\nWords.\n\n## A part\n\nWords.\n\n## Another\n\nMore.\n")
    small.build()
    assert "A part" not in small.text("one") and "Second" in small.text("one")
    assert 'href="#a-part"' in small.text("two")        # what this page holds


def test_a_sheet_is_shortened_once(tmp_path, monkeypatch):
    """Until a page has a name that it asks for."""
    static = tmp_path / "book" / "_static"
    static.mkdir(parents=True)
    rules = "".join(f".rule{k} {{ color: red }}\n" for k in range(500))
    page = tmp_path / "book" / "index.html"
    page.write_text('<p class="rule1">', encoding="utf-8")
    for _ in range(2):
        (static / "big.css").write_text(rules, encoding="utf-8")
        sheets.lean(tmp_path / "book")
        assert (static / "big.css").read_text("utf-8") == ".rule1{color: red}\n"
        monkeypatch.setattr(sheets, "shorter", lambda *_: pytest.fail("shortened again"))
    monkeypatch.undo()
    page.write_text('<p class="rule2">', encoding="utf-8")
    (static / "big.css").write_text(rules, encoding="utf-8")
    sheets.lean(tmp_path / "book")
    assert ".rule2{" in (static / "big.css").read_text("utf-8")


def test_one_lesson_where_there_is_no_site_yet_is_the_whole_site(tmp_path, monkeypatch):
    """A page has links to others, so that the first one cannot be built by itself."""
    asked = []
    monkeypatch.setattr(make, "book", lambda output, only: asked.append(only) or 0)
    monkeypatch.setattr(make.slides, "build", lambda output, only: asked.append(only) or 0)
    call = ["--output", str(tmp_path), "--lesson", "05"]
    assert make.main(call) == 0 and asked == ["", ""]
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "index.md").touch()
    assert make.main(call) == 0 and asked[2:] == ["05", "05"]
    assert make.main(["slides", *call]) == 0 and asked[4:] == ["05"]
