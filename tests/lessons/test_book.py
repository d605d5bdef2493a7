"""The site as its readers meet it: in Chromium, from a folder, without a network."""

import doctest
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import nbformat
import numpy as np
import pytest
from browser import RULES, inaccessible, watched
from bs4 import BeautifulSoup
from test_reader import unbroken

from autograde import parallel_pages, textform
from autograde.runner import deal
from lessons import glossary, tools, words
from lessons.book import (
    captions,
    facts,
    lines,
    live,
    numbered,
    reader,
    reference,
    slides,
    symbols,
    tables,
)
from robokit import Loads, equations, errata
from robokit.errata import formulas
from robokit.scene import LANGUAGES, build
from robokit.scene.files import data

FORMULA = re.compile(r"(<mjx-container[^>]*>).*?(</mjx-container>)", re.DOTALL)
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def output(built):
    return built / "site"


@pytest.fixture(scope="module")
def pages(site):
    """Every page, parsed; of formulas the box alone, since they are thousands of letters."""
    return {p.relative_to(site): BeautifulSoup(FORMULA.sub(r"\1\2", p.read_text("utf-8")), "lxml")
            for p in sorted(site.rglob("*.html")) if "_static" not in p.parts}


def opened(page, path):
    """Open a page and wait until it is drawn and its letters are there."""
    page.goto(path.as_uri())
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")


# -- links ---------------------------------------------------------------------------------------

def test_there_is_a_page_for_everything(pages):
    names = {str(p.with_suffix("")) for p in pages}
    assert {f"lessons/{n}" for n in facts.lesson_names().values()} <= names
    assert {f"reference/{m}" for m in reference.modules()} <= names
    assert {"index", "practice", "ru/practice", "errata", "errata-papers", "equations",
            "ru/equations", "tasks", "questions", "glossary", "functions",
            "guides/student", "guides/lecturer", "guides/instructor", "guides/author",
            "search"} <= names


def test_no_link_and_no_anchor_is_broken(built, site, pages):
    anchors = {p: {t.get("id") or t.get("name") for t in page.find_all(True)
                   if t.get("id") or t.get("name")} for p, page in pages.items()}
    broken = []
    for path, page in pages.items():
        for tag, name in (("a", "href"), ("img", "src"), ("script", "src"), ("link", "href"),
                          ("iframe", "src")):
            for one in page.find_all(tag):
                url = urlsplit(one.get(name) or "")
                if url.scheme in ("data", "mailto") or not (url.path or url.fragment):
                    continue
                if url.scheme and tag == "a":
                    continue                     # leads out only when a reader clicks on it
                target = (site / path.parent / unquote(url.path)).resolve() if url.path \
                    else site / path
                if not target.exists() or built not in target.parents:
                    broken.append(f"{path}: {one.get(name)}")
                elif url.fragment and target.suffix == ".html" and target.is_relative_to(site):
                    if unquote(url.fragment) not in anchors[target.relative_to(site)]:
                        broken.append(f"{path}: {one.get(name)}")
    assert broken == []


def test_a_docstring_becomes_a_list_and_a_module_says_its_first_line_once():
    lines = ["What it does.", "", "q, dq : one; two", "  more", "to : a `Choice`; for : seconds",
             "", "End."]
    shown = ["- q, dq: one; two", "  more", "- to: a ``Choice``; for: seconds", "", "End."]
    for what, head in ("module", []), ("function", lines[:2]):
        text = list(lines)
        reference.docstring(None, what, "robokit.x", None, None, text)
        assert text == [*head, *shown]


def test_a_type_in_a_docstring_stands_in_brackets_and_a_heading_alone():
    """Otherwise both run into the words: "base: Mount frame 0", "How to add a row A section"."""
    text = ["What.", "", "How", "---", "One row.", "", "base : Mount      a frame",
            "m : (n,)   masses", "name : str"]
    reference.docstring(None, "class", "robokit.x", None, None, text)
    assert text == ["What.", "", "**How**", "", "One row.", "", "- base (Mount): a frame",
                    "- m (n,): masses", "- name: str"]


def test_in_a_docstring_python_alone_is_coloured_and_a_number_in_brackets_begins_no_list():
    """A table of letters would have its "and" as a keyword, and "(11) and" became "11. and"."""
    text = ["What.", "", "(11) and (15): one.", "", "    s' = H s", "", "So:", ">>> 1 + 1", "2"]
    reference.docstring(None, "function", "robokit.x", None, None, text)
    assert [line for line in text if line.strip()] == [
        "What.", r"\(11) and (15): one.", ".. code-block:: text", "        s' = H s", "So:", "::",
        "    >>> 1 + 1", "    2"]


@pytest.mark.parametrize("module", [captions, deal, facts, lines, slides, symbols, textform],
                         ids=lambda one: one.__name__)
def test_what_a_module_shows_of_itself_is_what_it_does(module):
    """The examples in its docstrings: words as in print, displays in lines, letters as formulas."""
    tried = doctest.testmod(module)
    assert tried.attempted and not tried.failed


def test_in_a_docstring_a_text_in_quotes_is_code_and_primes_are_no_quotes():
    """Typography would make curly quotes of them, which Python does not read."""
    text = ["What.", "", 'frame="link" or "B"; x* = 1, the link\'s own: f\'\' + G f\' = 0.']
    reference.docstring(None, "function", "robokit.x", None, None, text)
    assert text[-1] == '``frame="link"`` or ``"B"``; x\\* = 1, the link\'s own: f′′ + G f′ = 0.'


def test_every_equation_is_whole():
    """None begins in its middle: (7.4′) is printed as two displays."""
    for row in equations.table():
        shown = re.sub(r"\\begin\{\w+\}(?:\{.*?\})?|[\s&{}]", "", numbered.latex(row))
        assert not re.match(r"[-+=]", shown), row


def test_equations_are_linked_both_ways(pages):
    """Equation -> lesson, function, tasks, errata; and from each of them back."""
    table = pages[Path("equations.html")]
    modules = {Path(f"reference/{m}.html"): pages[Path(f"reference/{m}.html")]
               for m in reference.modules()}
    linked = {p: {a.get("href") for a in page.find_all("a")} for p, page in pages.items()}
    for name, equation in facts.equation_names().items():
        anchor = f"row-{facts.equation_anchor(name)}"
        links = {a.get("href") for a in table.find(id=anchor).find_all("a")}
        assert any(f"#robokit.{equation.function}" in x for x in links), name
        module = Path(f"reference/{equation.function.split('.')[0]}.html")
        assert module in modules and f"../equations.html#{anchor}" in linked[module], name
        for erratum in facts.errata_of(equation):
            there = f"{facts.errata_page(facts.errata_ids()[erratum])}.html"
            assert f"{there}#erratum-{facts.slug(erratum)}" in links, name
            assert f"equations.html#{anchor}" in linked[Path(there)], name
        for task in facts.tasks_of_equations().get(name, []):
            assert f"tasks.html#task-{facts.slug(task)}" in links, name
            back = pages[Path("tasks.html")].find(id=f"task-{facts.slug(task)}").find_parent("tr")
            assert f"equations.html#{anchor}" in {a.get("href") for a in back.find_all("a")}, name
        if facts.cells().get(f"eq-{name}"):
            assert any(x.startswith("lessons/") for x in links), name
            back = [p for p in linked if f"../equations.html#{anchor}" in linked[p]
                    and p.parts[0] == "lessons"]
            assert back, name


@pytest.mark.parametrize("home", ["", "ru/"])
def test_every_equation_is_drawn_with_what_it_leads_to(site, home):
    page = BeautifulSoup((site / f"{home}equations.html").read_text("utf-8"), "lxml")
    cards = page.select("article .display")
    assert len(cards) == len(equations.table())
    for card, row in zip(cards, equations.table()):
        assert f"({row.label})" in card.select_one(".head").get_text(), row
        assert card.select_one("mjx-container[display] math"), row
        assert any(f"#robokit.{row.function}" in a["href"] for a in card.select(".trail a")), row
        places = facts.cells().get(f"eq-{row.name}", [])
        linked = [a["href"].partition("#cell-")[2].replace("-", ":")
                  for a in card.select(".trail a") if a["href"].startswith("lessons/")]
        headed = headings(home.strip("/") or words.SOURCE)
        firsts = {headed[place]: place for place in reversed(places)}       # one link a heading
        assert sorted(linked) == sorted(firsts.values()), row
        assert bool(card.select_one("p > strong")) >= bool(row.condition), row
        assert bool(card.select_one(".corrected")) == bool(row.errata), row


@cache
def headings(language):
    """Cell "05:12" -> its lesson's number and the heading above it."""
    found = {}
    for path in facts.notebooks(language):
        heading, number = "", path.name[:2]
        for k, cell in enumerate(nbformat.read(path, as_version=4).cells, 1):
            if cell.cell_type == "markdown":
                heading = [heading, *re.findall(r"(?m)^#+ (.+)", cell.source)][-1]
            found[f"{number}:{k}"] = number, heading
    return found


@pytest.mark.parametrize("language", words.languages())
def test_a_cell_is_named_by_the_heading_above_it(language):
    places = {}
    for place, above in headings(language).items():
        places.setdefault(above, []).append(place)
    for (number, heading), inside in places.items():
        link, = facts.cell_links(inside, language)
        title = re.sub(r"^(Lesson|Урок) \d+\. ", "", heading)
        assert title in link and link.endswith(f"(#cell-{inside[0].replace(':', '-')})")
        assert str(int(number)) in link.partition(title)[0], link


#: A word within a formula.
TEXT = r"\\text\{[^}]*\}"


def test_an_equation_is_shown_as_it_holds():
    """Of the book in the form that is executed; of a paper in that which its lesson displays."""
    for row in equations.table():
        drawn = unbroken(numbered.latex(row))
        if row.source == "book":
            form = (formulas.corrected if row.errata else formulas.printed)(row.display)
            if numbered.GOES_ON.match(form):
                form = rf"{formulas.printed(row.display - 1)} \\ {form}"
            assert drawn == unbroken(form), row
        else:
            lesson = facts.lesson_names()[facts.LESSON[row.source]]
            text = (facts.LESSONS / f"{lesson}.md").read_text("utf-8")
            [display] = [one for one in re.findall(r"\$\$.*?\$\$", text, re.S)
                         if rf"\tag{{{row.label}}}" in one][:1]
            assert drawn == unbroken(display.strip("$")), row


def test_an_equation_of_a_paper_has_the_words_of_the_language():
    """The same formula as in English, but for what stands in it as text."""
    said = set()
    for row in equations.table():
        if row.source != "book":
            own, english = (numbered.latex(row, one) for one in ("ru", "en"))
            assert re.sub(TEXT, "", own) == re.sub(TEXT, "", english), row
            said |= set(re.findall(TEXT, own))
    assert r"\text{или}" in said and not re.search("[A-Za-z]{2}", "".join(
        one.removeprefix(r"\text") for one in said)), said


def test_pictures_and_captions_stand_in_the_order_in_which_they_are_drawn(pages):
    """A picture, then its caption with the figure in words: as in the notebook, none is lost."""
    for name in facts.lesson_names().values():
        notebook = nbformat.read(facts.LESSONS / f"{name}.ipynb", as_version=4)
        drawn = []
        for output in (o for c in notebook.cells if c.cell_type == "code" for o in c.outputs):
            data = output.get("data", {})
            drawn += ["img"] * ("image/png" in data)
            drawn += ["words"] * ("figure in words" in data.get("text/markdown", ""))
        shown = ["img" if tag.name == "img" else "words"
                 for tag in pages[Path(f"lessons/{name}.html")].select("img.drawn, summary")
                 if tag.name == "img" or "figure in words" in tag.get_text()]
        assert shown == drawn, name


def test_every_numbered_display_has_an_anchor(pages):
    there = {tag["id"] for p, page in pages.items() if p.parts[0] == "lessons"
             for tag in page.find_all(id=True)}
    wanted = [e.name for e in equations.table("book") if facts.cells().get(f"eq-{e.name}")]
    assert wanted and [n for n in wanted if facts.equation_anchor(n) not in there] == []


def test_errata_show_both_forms_and_the_evidence(site, pages, pytestconfig):
    """Of every row; the numbers of each eighth are executed again, of all with --proof."""
    step = 1 if pytestconfig.getoption("--proof") else 8
    for k, row in enumerate(errata.table()):
        page = pages[Path(f"{facts.errata_page(row)}.html")]
        section = page.find(id=f"erratum-{facts.slug(row.id)}")
        section = section if section.name == "section" else section.find_parent("section")
        body = section.select_one(".erratum")
        assert body.select_one(".printed") and body.select_one(".corrected"), row.id
        assert "Executed:" in body.get_text(), row.id
        if k % step:
            continue
        whole = site / f"{facts.errata_page(row)}.html"
        drawn = errata_with_formulas(whole).find(id=section["id"])
        drawn = drawn if drawn.name == "section" else drawn.find_parent("section")
        printed, corrected = (bare(drawn.select_one(f".{x}").get_text())
                              for x in ("printed", "corrected"))
        check = row.check()
        assert bare(tables._number(check.printed_residual, "en")) in printed, row.id
        assert bare(tables._number(check.corrected_residual, "en")) in corrected, row.id


@cache
def errata_with_formulas(path):
    return BeautifulSoup(path.read_text("utf-8"), "lxml")


def bare(text):
    """What is read of a number, of its LaTeX and of its drawn form alike."""
    return re.sub(r"[\s${}^]", "", text.replace(r"\cdot", "⋅").replace("−", "-"))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_glossary_holds_all_terms_with_their_links(pages, language):
    page = pages[Path("glossary.html" if language == "en" else f"{language}/glossary.html")]
    rows = page.select("table tbody tr")
    assert len(rows) == len(glossary.terms())
    first = [row.td.strong.get_text().replace("’", "'") for row in rows]
    assert set(first) == {term.name(language) for term in glossary.terms()}
    assert first == sorted(first, key=lambda name: name.lower().replace("ё", "е"))
    row = next(row for row in rows if "матрица поворота" in row.get_text())
    links = [a["href"] for a in row.find_all("a")]
    assert any(link.endswith("reference/position.html#robokit.position.Positions.tau")
               for link in links)
    assert any("lessons/02_rotation_matrices.html" in link for link in links)


@pytest.mark.parametrize("language", words.languages())
def test_letters_of_a_tasks_place_are_drawn(language):
    text = tables.tasks_page(language)
    bare = re.sub(r"`[^`]*`|\$[^$]*\$|\[\]\{[^}]*\}|\]\([^)]*\)", "", text)
    assert "$l_{60}$" in text and re.findall(r"\b[A-Za-z]_\w{1,2}\b", bare) == []


# -- in the browser ------------------------------------------------------------------------------

RAW = re.compile(r"\$[^$ ]|\\\(|\\\[|\\begin\{")
QUIET = ["pre", "code", "script", "style", "mjx-container", "noscript"]


def test_a_dash_keeps_its_distance_from_the_formula_before_it(pages):
    """Both stand in one box, at whose parts' ends a usual space is not drawn."""
    behind = [box.next_sibling for page in pages.values()
              for box in page.select("span.math > mjx-container")]
    dashes = [text for text in behind if isinstance(text, str) and "—" in text]
    assert len(dashes) > 100 and {text[-2:] for text in dashes} == {"\u00a0—"}


def test_no_page_shows_raw_mathematics_or_a_picture_without_words(pages):
    """Formulas are typeset when the site is built: what is raw in a file is raw on the screen."""
    found = []
    for path, page in pages.items():
        main = page.find("main") or page.body
        found += [f"{path}: {text.strip()[:60]}" for text in main.find_all(string=RAW)
                  if not text.find_parent(QUIET)]
        found += [f"{path}: {one.get('src')}" for one in page.select("main img, article img")
                  if not one.get("alt", "").strip()]
    assert found == []


def test_functions_are_told_without_curly_quotes(pages):
    """What stands between quotes there is typed."""
    found = [f"{path}: {text.strip()[:60]}" for path, page in pages.items()
             if path.parts[0] == "reference"
             for text in page.find("main").find_all(string=re.compile("[“”‘]"))]
    assert found == []


def test_raw_mathematics_would_be_found():
    page = BeautifulSoup("<main><p>a $x_1$</p><p>b \\(c\\)</p><pre>$d$</pre></main>", "lxml")
    wrong = {Path("x.html"): page}
    with pytest.raises(AssertionError, match="x.html: a "):
        test_no_page_shows_raw_mathematics_or_a_picture_without_words(wrong)


def faults_of(page, heard) -> list[str]:
    """What a reader would find wrong with an open page."""
    found = list(heard)
    heard.clear()
    found += page.evaluate("""() => {
      const found = [];
      const walker = document.createTreeWalker(document.querySelector("main, body"), 4);
      for (let n = walker.nextNode(); n; n = walker.nextNode())
        if (!n.parentElement.closest("pre, code, script, style, mjx-container, noscript")
            && /\\$[^$ ]|\\\\\\(|\\\\\\[|\\\\begin\\{/.test(n.data))
          found.push("raw mathematics: " + n.data.slice(0, 60));
      for (const i of document.querySelectorAll("main img, article img"))
        if (!i.alt.trim()) found.push("picture without words: " + i.src.slice(-60));
        else if (!i.naturalWidth && i.loading !== "lazy") found.push("picture missing: " + i.src);
      return found; }""")
    return found


def test_a_fault_of_access_would_be_found(site, chromium):
    """Beside a formula, whose letters are taken out before axe looks."""
    page, _ = watched(chromium.new_context(viewport=DESK))
    opened(page, site / "ru/lessons/00_first_steps.html")
    page.evaluate("""document.querySelector("article p:has(mjx-container)").insertAdjacentHTML(
        "beforeend", "<span style='color: #999; background: #bbb'>pale</span><a href='#'></a>")""")
    told = inaccessible(page, RULES | {"runOnly": ["color-contrast", "link-name"]})
    assert [one.partition(" ")[0] for one in told] == ["color-contrast", "link-name"], told


#: Pages of each sort; with --proof every page is examined.
SORTS = ("index", "tasks", "equations", "lessons/10_screws", "reference/velocity",
         "ru/lessons/00_first_steps", "guides/student", "search")
#: Those that are examined closely in other colours and on a phone.
CLOSELY = {"light": SORTS,
           "dark": ("reference/velocity", "ru/lessons/00_first_steps"),
           "phone": ("index", "ru/lessons/00_first_steps", "guides/student")}


def names(pages, some, request):
    return map(str, pages) if request.config.getoption("--proof") else [f"{x}.html" for x in some]


#: Those on which all displays are measured: to unfold and lay out all of a page takes seconds.
COLUMNS = ("equations", "reference/velocity", "corrected/appendix-1", "ru/equations",
           "lessons/09_equations_of_motion", "ru/lessons/10_screws",
           *(f"{home}corrected/section-{k}" for home in ("", "ru/") for k in (5, 7, 8, 9)))
#: Displays that are wider than their column, in unfolded text too.
CUT = """() => {
    document.documentElement.classList.add("laid-out");
    document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
    return [...document.querySelectorAll("article :is(div.math, div.math mjx-container)")]
        .filter((box) => box.offsetParent && !box.closest(".cell_output")
                         && box.scrollWidth > box.clientWidth + 1)
        .map((box) => `${box.closest("section[id]").id}: ${box.innerText.slice(0, 40)}`); }"""


@pytest.fixture(scope="module")
def looked(site, chromium, request):
    """looked(name, scheme, size): what is found on a page, which is opened once for all tests."""
    closely = not request.config.getoption("--proof") and CLOSELY
    opening = {(scheme, phone): watched(chromium.new_context(
                   viewport=PHONE if phone else DESK, color_scheme=scheme))
               for scheme in ("light", "dark") for phone in (False, True)}

    @cache
    def look(name, scheme, phone):
        page, heard = opening[scheme, phone]
        opened(page, site / name)
        faults = faults_of(page, heard)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        rules = RULES if scheme == "light" or not closely else RULES | {"runOnly": [
            "color-contrast"]}
        seen = not closely or name.removesuffix(".html") in closely["phone" if phone else scheme]
        access = inaccessible(page, rules) if seen else []
        measured = not closely or name.removesuffix(".html") in COLUMNS and not phone
        return {"faults": faults, "wide": wide, "access": access,
                "cut": page.evaluate(CUT) if measured else None}
    return look


def test_every_page_opens_without_a_fault(pages, looked, request):
    """A page of each sort, and every tenth of the others."""
    some = {*SORTS, "ru/equations", "ru/glossary",
            *(str(p.with_suffix("")) for p in [*pages][::10])}
    found = {name: faults for name in names(pages, sorted(some), request)
             if (faults := looked(name, "light", False)["faults"])}
    assert found == {}


@pytest.mark.parametrize("scheme,phone", [("light", False), ("dark", False), ("light", True)],
                         ids=["light", "dark", "phone"])
def test_pages_are_accessible(pages, looked, scheme, phone, request):
    """Contrast, names, order of headings, the rest of axe's rules.

    In the dark the same page has other colours: there contrast alone is looked at, and everything
    with --proof.
    """
    found = {}
    for name in names(pages, CLOSELY["phone" if phone else scheme], request):
        seen = looked(name, scheme, phone)
        found |= {name: faults} if (faults := seen["faults"] + seen["access"]) else {}
    assert found == {}


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_nothing_is_wider_than_the_screen(pages, looked, phone, request):
    found = {name: wide for name in names(pages, [*SORTS, "ru/equations", "ru/glossary"], request)
             if (wide := looked(name, "light", phone)["wide"]) > 0}
    assert found == {}


def test_no_display_is_wider_than_its_column(looked, pages, request):
    """On a desk; on a phone it is scrolled inside of its box. What code displays is left out."""
    found = {name: looked(name, "light", False)["cut"] for name in names(pages, COLUMNS, request)}
    assert found == dict.fromkeys(found, [])


@pytest.mark.parametrize("name", ["09_equations_of_motion", "11_recursive"])
def test_on_a_phone_a_wide_display_begins_in_sight(site, chromium, name):
    """Its end is scrolled to, and not its beginning."""
    page, heard = watched(chromium.new_context(viewport=PHONE))
    opened(page, site / "lessons" / f"{name}.html")
    wide, lost = page.evaluate("""() => {
        const boxes = [...document.querySelectorAll("div.math")].filter((box) => box.offsetParent);
        const drawn = (box) => box.querySelector("mjx-math").getBoundingClientRect();
        return [boxes.filter((box) => drawn(box).width > box.clientWidth).length,
                boxes.filter((box) => drawn(box).left < box.getBoundingClientRect().left - 1)
                    .map((box) => box.innerText)]; }""")
    assert wide > 3 and lost == [] and heard == []


def test_search_finds_without_a_server(site, chromium):
    page, heard = watched(chromium.new_context())
    page.goto((site / "search.html").as_uri() + "?q=manipulability")
    page.wait_for_function("document.querySelector('.search-summary')?.innerText")
    assert "velocity" in page.inner_text("#search-results").lower() and heard == []


@pytest.mark.parametrize("home,told", [("", "rows shown: 0 of "),
                                       ("ru", "показано записей: 0 из ")])
def test_errata_filter(site, chromium, home, told):
    page, heard = watched(chromium.new_context(viewport=DESK))
    opened(page, site / home / "errata.html")
    shown = "[...document.querySelectorAll('.erratum')].filter(e => e.checkVisibility()).length"
    rows = errata.table("book")
    assert page.evaluate(shown) == len(rows)
    page.select_option("#by-section", "2")
    wanted = [r for r in rows if r.section == "2"]
    assert page.evaluate(shown) == len(wanted)
    page.select_option("#by-kind", "index")
    assert page.evaluate(shown) == sum(r.kind == "index" for r in wanted)
    page.select_option("#by-section", "")
    page.select_option("#by-kind", "")
    page.fill("#by-text", "no erratum has this text")
    assert page.evaluate(shown) == 0 and page.inner_text(
        ".errata-filter output") == f"{told}{len(rows)}"
    page.fill("#by-text", "")
    assert page.evaluate(shown) == len(rows)
    assert heard == []


def test_keyboard_reaches_everything(site, chromium):
    """Tab leads to the skip link, the search, the menu of pages and the links in the text."""
    page, _ = watched(chromium.new_context(viewport=DESK))
    opened(page, site / "errata.html")
    met = []
    for _ in range(80):
        page.keyboard.press("Tab")
        met.append(page.evaluate("""() => { const e = document.activeElement;
            return [e.tagName, e.id, e.className, e.getAttribute('href') || ''].join(' '); }"""))
        if "by-text" in met[-1]:
            break
    assert "skip" in met[0].lower() or "#main-content" in met[0]
    for wanted in ("search", "lessons/05_velocities", "by-section", "by-kind", "by-text"):
        assert any(wanted in x for x in met), wanted


def test_pages_follow_one_another_and_can_be_printed(site, pages, chromium):
    page = pages[Path("lessons/05_velocities.html")]
    assert page.select_one("a.left-prev")["href"] == "04_inverse_problem.html"
    assert page.select_one("a.right-next")["href"] == "06_velocity_problems.html"
    sheet, _ = watched(chromium.new_context())
    opened(sheet, site / "lessons/05_velocities.html")
    sheet.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert sheet.locator("img[loading=lazy]").count() == 0      # all are there when it is printed
    wide = sheet.evaluate("""() => [...document.querySelectorAll('mjx-container')].filter((box) => {
        const whole = document.querySelector('article h1').clientWidth;
        const room = 640 - whole + (box.closest('div.math')?.clientWidth ?? whole);
        const shrink = Number(box.style.getPropertyValue('--shrink') || 1);
        return box.querySelector('mjx-math').getBoundingClientRect().width * shrink > room + 1;
    }).length""")
    assert wide == 0
    sheet.emulate_media(media="print")
    assert not sheet.locator(".bd-sidebar-primary").is_visible()
    assert sheet.locator("img.drawn").first.is_visible()
    assert len(sheet.pdf(format="A4")) > 100_000


# -- languages -----------------------------------------------------------------------------------

#: Lessons and languages beside English: one path a page.
OTHERS = [(path.stem, language) for language in words.languages()[1:]
          for path in facts.notebooks(language)]


#: The switch is clicked in the first and the last of them; in all with --proof.
SWITCHED = [one if one in (OTHERS[0], OTHERS[-1]) else pytest.param(*one, marks=pytest.mark.proof)
            for one in OTHERS]


def marks(page):
    return [tag["id"] for tag in page.find_all(id=True) if tag["id"].startswith("cell-")]


@pytest.mark.parametrize("name,language", OTHERS)
def test_a_lesson_has_the_same_anchors_in_every_language(pages, name, language):
    english, other = (pages[Path(f"{home}lessons/{name}.html")] for home in ("", f"{language}/"))
    cells = nbformat.read(facts.LESSONS / f"{name}.ipynb", as_version=4).cells
    assert marks(english) == marks(other)
    assert set(marks(english)) == {f"cell-{name[:2]}-{k}" for k in range(1, len(cells) + 1)}
    assert english.find("a", class_="language")["href"] == f"../{language}/lessons/{name}.html"
    assert other.find("a", class_="language")["href"] == f"../../lessons/{name}.html"
    assert english.html["lang"] == "en" and other.html["lang"] == language
    assert ".ipynb)" not in english.get_text() + other.get_text()      # the notebooks' own link


def test_a_page_in_one_language_has_no_switch(pages):
    """But for the first pages, which are there in all."""
    names = {name for name, _ in OTHERS}
    switched = {path.stem for path, page in pages.items() if page.find("a", class_="language")}
    guides = {page.stem for page in parallel_pages.guides()}
    corrected = {Path(reader.page_of(section)).name for section in reader.sections()}
    own = {"index", "equations", "glossary", "practice", reader.FOLDER, "errata", "errata-papers",
           "tasks", "questions"}
    assert switched == names | guides | corrected | own


#: What a frame of the theme says to eyes and ears, in these attributes and as text.
SAID = "title", "aria-label", "placeholder"
#: A name of a key, and of what has no other in Russian.
NAMES = {"Ctrl", "English", "robokit"}


def test_the_frame_of_a_russian_page_speaks_russian(pages):
    english = set()
    for path, page in pages.items():
        if path.parts[0] != "ru" or path.stem == "search":
            continue
        frame = BeautifulSoup(str(page), "lxml")
        for inside in frame.select("article, script, style, noscript, h1, .bd-links, .section-nav, "
                                   "#pst-page-navigation, .onlyprint, .prev-next-area"):
            inside.decompose()
        said = [tag.get(name) for tag in frame.body.find_all(True) for name in SAID]
        english |= {text.strip() for text in [*filter(None, said), *frame.body.stripped_strings]
                    if re.search("[A-Za-z]{3}", text) and not re.search("[а-яё]", text, re.I)}
        assert not page.find("summary", attrs={"aria-label": True}), path
    assert english <= NAMES, english - NAMES


@pytest.mark.parametrize("name", ["errata", "errata-papers", "tasks", "questions"])
def test_a_list_has_the_same_rows_in_every_language_and_speaks_it(pages, name):
    english, other = (pages[Path(f"{home}{name}.html")] for home in ("", "ru/"))
    rows = [{tag["id"] for tag in page.find_all(id=re.compile("^(erratum|task)-"))}
            for page in (english, other)]
    assert rows[0] == rows[1] and bool(rows[0]) == (name != "questions")
    assert len(english.select("tbody tr")) == len(other.select("tbody tr"))
    for told in other.select(".erratum > p"):
        assert not re.search("[a-z]{4,} [a-z]{3,}", told.get_text()), told


def test_a_guide_has_the_same_anchors_in_every_language(pages):
    for path in parallel_pages.guides():
        english, other = (pages[Path(f"{home}guides/{path.stem}.html")] for home in ("", "ru/"))
        assert marks(english) == marks(other) != []
        assert len(marks(english)) == len(parallel_pages.sections(path))
        assert "<!--" not in str(other.find("article")) and other.html["lang"] == "ru"


@pytest.mark.parametrize("name,language", SWITCHED)
def test_the_switch_stays_on_the_paragraph(site, chromium, name, language):
    page, heard = watched(chromium.new_context(viewport=DESK))
    opened(page, site / "lessons" / f"{name}.html")
    at = """() => [...document.querySelectorAll('[id^="cell-"]')]
        .filter((e) => e.getBoundingClientRect().top < 150).at(-1).id"""
    for there in (f"{language}/lessons/{name}.html", f"lessons/{name}.html"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", f"cell-{name[:2]}-20")
        before = page.evaluate(at)
        page.click("a.language")
        page.wait_for_url(f"**/{there}#{before}")
        page.wait_for_function(f"({at})() === '{before}'")
    assert heard == []


def test_search_finds_russian_word_forms(site, chromium):
    page, heard = watched(chromium.new_context())
    page.goto((site / "ru" / "search.html").as_uri() + "?q=матрицами")
    page.wait_for_selector("#search-results li a")
    assert "Урок 0" in page.inner_text("#search-results") and heard == []


@pytest.mark.parametrize("home,asked,title", [
    ("", "матрица направляющих косинусов", "Lesson 2. Rotation matrices"),
    ("", "mass matrix", ""), ("", "generalized velocity", "Lesson 5"),
    ("ru/", "rotation matrix", "Урок 2. Матрицы поворота"),
    ("ru/", "матрицей направляющих косинусов", "Урок 2. Матрицы поворота"),
    ("ru/", "якобианом", "Урок 5"),
    ("ru/", "обобщенная координата", "Урок 1"), ("ru/", "обобщённые координаты", "Урок 1")])
def test_search_finds_a_term_by_each_of_its_names(site, chromium, home, asked, title):
    """By a synonym from the glossary, in the other language, in another form, with е for ё."""
    page, heard = watched(chromium.new_context())
    page.goto((site / home / "search.html").as_uri() + f"?q={asked}")
    page.wait_for_selector("#search-results li a")
    page.wait_for_function("document.querySelector('.search-summary').innerText !== ''")
    found = page.inner_text(".search-summary")
    assert ("Найдено страниц: " if home else "pages matching") in found, found
    assert title in page.inner_text("#search-results") and heard == []


@pytest.mark.parametrize("home", ["", "ru/"])
@pytest.mark.parametrize("asked,lesson", [
    ("tau", "02"), ("\\tau_{ij}", "02"), ("σ", "02"), ("Theta", "11"), ("a_ij", "09"),
    ("D_ij", "05")])
def test_search_finds_symbols(site, chromium, home, asked, lesson):
    """By the name of a letter, its sign, as LaTeX; a lesson that has it comes before the rest."""
    page, heard = watched(chromium.new_context())
    page.goto((site / home / "search.html").as_uri() + f"?q={quote(asked)}")
    page.wait_for_selector("#search-results li a")
    page.wait_for_function("document.querySelector('.search-summary').innerText !== ''")
    found = page.evaluate("""[...document.querySelectorAll("#search-results li a")]
        .map((link) => link.getAttribute("href"))""")
    first = [link for link in found if not link.startswith("lessons/")] or [None]
    before = found[:found.index(first[0])] if first[0] else found
    assert any(link.startswith(f"lessons/{lesson}_") and "#cell-" in link for link in before), found
    assert heard == []


@pytest.mark.parametrize("asked", ["velocity", "manipulability", "mass matrix", "inertia"])
def test_search_shows_lessons_before_reference(site, chromium, asked):
    page, _ = watched(chromium.new_context())
    page.goto((site / "search.html").as_uri() + f"?q={asked}")
    page.wait_for_selector("#search-results li a")
    page.wait_for_function("document.querySelector('.search-summary').innerText !== ''")
    found = page.evaluate("""[...document.querySelectorAll("#search-results li a")]
        .map((link) => link.getAttribute("href").split("/")[0])""")
    order = [{"lessons": 0, "reference": 2}.get(place, 1) for place in found]
    assert order == sorted(order) and {0, 2} <= set(order), found


def test_search_shows_a_function_named_in_full_first(site, chromium):
    page, _ = watched(chromium.new_context())
    page.goto((site / "search.html").as_uri() + "?q=inverse_dynamics")
    page.wait_for_selector("#search-results li a")
    first = page.locator("#search-results li a").first.get_attribute("href")
    assert first.startswith("reference/") and first.endswith(".inverse_dynamics")


def test_files_that_are_named_are_there(site, pages):
    """A file of the lessons or of robokit is a link to it; pages name no others as their own."""
    named = 0
    for path, page in pages.items():
        for code in page.select("article code"):
            text = code.get_text()
            if re.fullmatch(r"(lessons|robokit)/[\w./-]+\.\w+", text) and \
                    path.parts[-2:-1] != ("reference",) and (facts.ROOT / text).is_file():
                link = code.find_parent("a")
                assert link and (site / path.parent / unquote(link["href"])).is_file(), (path, text)
                named += 1
    assert named >= 6


# -- scenes --------------------------------------------------------------------------------------

OPEN = "(id) => document.getElementById(id).viewer.state()"
#: The answer to the question of a lesson's own scene, by its place, as robokit finds it.
TRUE = {
    "columns": lambda arm: 0 if np.linalg.matrix_rank(arm.at([0.6, 0]).D_matrix(2), 1e-9) == 1
    else 2,
    "ellipse": lambda arm: 0 if np.linalg.cond(planar(arm, 135)) < np.linalg.cond(planar(arm, 60))
    else 1,
    "hold": lambda arm: 0 if np.prod([held(arm, tilt)[2] for tilt in (60, -20)]) < 0 else 1,
    "joule": lambda arm: 0 if fastest(arm, 1.2) < fastest(arm, 0.6) else 1,
    "loader": lambda arm: np.argmax(np.abs(tip(arm, 90, 0.2, 0.3) - tip(arm, 90, 0.2, 0.0))),
    "pen": lambda arm: 0 if tip(arm, 30, 0)[1] > tip(arm, 30, 60)[1] else 1,
    "rigid": lambda arm: 2 if np.isclose(*(np.linalg.norm(tip(arm, turn, 60))
                                           for turn in (30, -30))) else 1,
    "upright": lambda arm: 1,       # test_prediction.py finds the angle
    "stretched": lambda arm: 1 if tip(arm, 0, 0, 0, 90, 0, 0)[1] < tip(arm, *6 * [0])[1] else 2,
}


def tip(arm, *q):
    """The gripper in {B} for angles in degrees and slides in metres. (3,)"""
    q = np.where(arm.sigma == 1, np.radians(q), q)
    return arm.at(q).t("tool", frame="B", origin="B")


def planar(arm, elbow):
    """D of the tip, its rows in the plane. (2, 2)"""
    return arm.at(np.radians([35, elbow])).D_matrix(2)[:2]


def held(arm, tilt):
    """What the drives of the loader hold with its boom at so many degrees."""
    return arm.static_drives([0, np.radians(tilt), 0.35, 0], Loads(gravity=(0, 0, -9.81)))


def fastest(arm, drill):
    """The greatest rate of the rail at one joule, where nothing but the drill moves besides."""
    A = arm.A([0.3, 0.15, drill])[np.ix_([0, 2], [0, 2])]
    return np.sqrt(2 * np.linalg.inv(A)[0, 0])


def own_scenes():
    """The places of scenes that lessons bring themselves."""
    return [p for p in live.PLACES if (live.FOLDER / f"{p.scene}.toml").is_file()]


def test_every_scene_stands_in_its_lesson_with_its_files(site, pages):
    for place in live.PLACES:
        page = pages[Path(f"lessons/{place.lesson}.html")]
        [one] = page.find_all(id=f"scene-{place.scene}")
        assert (site / "lessons" / one.img["src"]).is_file() and one.img["alt"], place
        assert one["lang"] == "en" and one.find("h3"), place
        for name in one.get("data-scripts", "").split():
            assert (site / "lessons" / name).is_file(), place
        assert bool(one.get("data-scripts")) == (not live.missing())
    used = {place.scene for place in own_scenes()}
    assert used == {path.stem for path in live.FOLDER.glob("*.toml")} == set(TRUE)


def test_scenes_of_lessons_stand_in_both_languages():
    for place in own_scenes():
        given = data(live.FOLDER / f"{place.scene}.toml")
        question = given["question"]
        for text in (given["title"], given["intro"], question["ask"], question["why"],
                     *(option["say"] for option in question["options"])):
            assert set(text) == set(LANGUAGES), place
            assert re.search("[а-яё]", text["ru"]), place
            assert not re.search("[а-яё]", text["en"], re.I), place


def test_the_boom_of_the_scene_is_the_boom_of_the_lesson():
    [place] = [p for p in live.PLACES if p.scene == "joule"]
    arm = live.scene(place).robot
    for q_1, d, q_2 in np.random.default_rng(1).uniform(-1, 1, (20, 3)):
        inertia = arm.A([q_1, d, q_2])[np.ix_([0, 2], [0, 2])]
        np.testing.assert_allclose(inertia, tools.boom(d=d).A([q_1, q_2]), atol=1e-12)


def test_the_loader_of_the_scene_is_the_loader_of_the_lesson():
    [place] = [p for p in live.PLACES if p.scene == "loader"]
    text = (facts.LESSONS / f"{place.lesson}.md").read_text("utf-8")
    [code] = re.findall(r"figure-loader, .*?\n\n(angles = .*?\n)l = (.*?)\n", text)
    given = {"np": np}
    exec(code[0] + "l = " + code[1], given)
    arm = live.scene(place).robot
    np.testing.assert_allclose(arm.angles, given["angles"])
    np.testing.assert_allclose(arm.l, given["l"])


@pytest.mark.parametrize("name", sorted(TRUE))
def test_a_scene_of_a_lesson_answers_its_question(site, chromium, name):
    """It comes alive when a reader has it in sight, asks, moves, and says what robokit says."""
    if live.missing():
        pytest.skip(live.missing())
    [place] = [p for p in live.PLACES if p.scene == name]
    page, heard = watched(chromium.new_context(viewport=DESK, reduced_motion="reduce"))
    page.goto((site / "lessons" / f"{place.lesson}.html").as_uri())
    scene = page.locator(f"#scene-{name}")
    assert page.evaluate("[...document.scripts].every((s) => !s.src.endsWith('viewer.js'))")
    scene.scroll_into_view_if_needed()
    page.wait_for_function("id => document.getElementById(id).dataset.state === 'live'",
                           arg=f"scene-{name}")
    robot, options = live.scene(place).robot, data(live.FOLDER / f"{name}.toml")["question"]
    for one in live.scene(place).spec.get("coordinates", []):
        label = f"Coordinate {one.replace('_', ' ')}"
        assert scene.get_by_label(label, exact=True).count() == 1, one
    truth = TRUE[name](robot)
    scene.locator("[name=guess]").nth(truth).check()
    scene.get_by_role("button", name="See what happens").click()
    scene.locator(".outcome dd").nth(1).wait_for()
    assert scene.locator(".outcome dd").all_inner_texts() == \
        2 * [options["options"][truth]["say"]["en"]]
    state = page.evaluate(OPEN, f"scene-{name}")
    t, tau = robot.forward_kinematics(state["q"])
    np.testing.assert_allclose(np.reshape(state["pose"], (3, 4)), np.column_stack([tau, t]),
                               atol=1e-9)
    assert heard == []


def test_a_machine_without_node_builds_pictures_and_says_so_once(monkeypatch, tmp_path, capsys):
    def none():
        raise build.CannotBuild("The viewer needs node.")
    places = [p for p in live.PLACES if p.lesson.startswith("02")]
    monkeypatch.setattr(live, "bundle", none)
    for kept in (live.missing, live.scene):
        kept.cache_clear()
    try:
        live.write(tmp_path, "02")
        assert sorted(p.name for p in (tmp_path / "_scene").iterdir()) == \
            sorted(f"{p.scene}.png" for p in places)
        said = capsys.readouterr().err.splitlines()
        assert len(said) == 1 and said[0].endswith("are pictures. The viewer needs node.")
        text = live.scene(places[0]).embed("../")
        assert "<img" in text and "<script" not in text and "The viewer needs node." in text
    finally:
        for kept in (live.missing, live.scene):
            kept.cache_clear()


# -- again, and one lesson alone -----------------------------------------------------------------

def build_again(output, lesson):
    return subprocess.run([sys.executable, "-m", "lessons.book", "--output", output, "--lesson",
                           lesson], cwd=facts.ROOT).returncode


def test_one_lesson_is_built_alone(output):
    """Nothing has changed, then one lesson has: only its page is written again."""
    when = {p: p.stat().st_mtime_ns for p in (output / "book" / "lessons").glob("*.html")}
    source = output / "sources" / "lessons" / "05_velocities.ipynb"
    notebook = json.loads(source.read_text("utf-8"))
    notebook["cells"][-1]["source"] = "Another last sentence."
    source.write_text(json.dumps(notebook), encoding="utf-8")
    assert build_again(output, "02") == 0
    written = {p.stem for p in when if p.stat().st_mtime_ns != when[p]}
    assert "05_velocities" in written and len(written) < len(when) / 2, written
