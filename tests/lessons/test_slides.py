"""The slides as a lecturer shows them: each one whole at 1280 x 720, with notes, offline."""

import re
from functools import cache

import nbformat
import pytest
from browser import watched
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from lessons import words
from lessons.book import facts, live, slides
from robokit import drawing

ROOM = {"width": 1280, "height": 720}
NOTEBOOKS = {slides.file(path.stem, language): path for language in words.languages()
             for path in facts.notebooks(language)}
DECKS = pytest.mark.parametrize("file", NOTEBOOKS)
#: Gone through in every run: the Russian decks, whose words are longer, and each seventh other
#: one, which differs in its words alone; all with --proof.
VISITED = [*(file for file in NOTEBOOKS if ".ru." in file),
           *[file for file in NOTEBOOKS if ".ru." not in file][::7]]
#: What a slide shows: its words, its formulas, its pictures; and what stands out of its frame.
LOOK = """(slide) => {
  const faults = [];
  slide.querySelectorAll(".fragment").forEach((f) => f.classList.add("visible"));
  const shown = [...slide.querySelectorAll(        // a formula is one box
    ":not(aside, aside *, m-l, m-l *, mjx-math *)")].filter((e) => e.getClientRects().length);
  for (const e of shown) {
    const box = e.getBoundingClientRect();
    if (box.bottom > 721 || box.right > 1281 || box.left < -1 || box.top < -1)
      faults.push(`out of the frame: ${e.tagName} ${e.className} to ${Math.round(box.right)}, `
                  + `${Math.round(box.bottom)}`);
    if (/^(PRE|TABLE|P|UL|OL)$/.test(e.tagName) && e.scrollWidth > e.clientWidth + 1
        && getComputedStyle(e).overflowX !== "visible")
      faults.push(`cut off: ${e.tagName} ${e.textContent.slice(0, 40)}`);
  }
  const texts = shown.filter((e) => /^(H2|P|UL|OL|TABLE|PRE)$/.test(e.tagName)
      || e.matches(".drawing"));
  texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => {
    if (a.contains(b) || b.contains(a)) return;
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 4
        && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4)
      faults.push(`one over the other: ${a.tagName} ${b.tagName} ${b.textContent.slice(0, 40)}`);
  }));
  for (const image of slide.querySelectorAll("img")) {       // of a scene: until it lives
    const box = image.getBoundingClientRect();
    if (!image.alt.trim()) faults.push("picture without words");
    if (box.height < 200 || box.width < 250)
      faults.push(`small picture: ${box.width} x ${box.height}`);
  }
  const words = shown.filter((e) => /^(P|LI)$/.test(e.tagName)
      && !e.querySelector("p, li")).map((e) => {
    const copy = e.cloneNode(true);
    copy.querySelectorAll("mjx-container").forEach((formula) => formula.remove());
    return copy.textContent; }).join(" ");
  if (/\\$[^$ ]|\\\\begin/.test(words)) faults.push("raw mathematics: " + words.slice(0, 80));
  return {faults, words: words.split(/\\s+/).length, pictures: slide.querySelectorAll("img").length,
          notes: slide.querySelector("aside.notes").textContent.trim().length,
          questions: slide.querySelectorAll("aside.notes > * li").length};
}"""
#: px that the smallest letters of a figure have at least, where it is largest.
READABLE = 18
#: Each figure's smallest letters where it is largest: beside its text, or filling the slide.
LETTERS = """(slide) => [...slide.querySelectorAll(".drawing img")].map((image) => {
  const size = () => {
    const box = image.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= 1281 && box.bottom <= 721;
    const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
    return inside ? 32 * scale : 0;
  };
  let largest = size();
  for (const step of slide.querySelectorAll(".enlarge")) {
    step.classList.add("visible", "current-fragment");
    largest = Math.max(largest, size());
    step.classList.remove("visible", "current-fragment");
  }
  return largest;
})"""
#: Both at each slide, in one go: laid out slide by slide, and nothing is painted in between. The
#: slides around it, which Reveal.js lays out for whoever goes on, the bar and the address are left.
VISIT = """([letters, look]) => {
  Reveal.configure({viewDistance: 1, hash: false, progress: false, controls: false,
                    slideNumber: false});
  return Array.from({length: Reveal.getTotalSlides()}, (_, k) => {
    Reveal.slide(k);
    const slide = Reveal.getCurrentSlide();
    return {letters: eval(letters)(slide), ...eval(look)(slide)};
  });
}"""


@pytest.fixture(scope="module")
def folder(built):
    return built / "slides"


#: With this in place no scene comes alive: a page that looks at slides alone is quick.
STILL = "globalThis.robokitScenes = {};"


@pytest.fixture(scope="module")
def page(chromium):
    page, heard = watched(chromium.new_context(viewport=ROOM))
    page.add_init_script(STILL)
    return page, heard


@pytest.fixture(scope="module")
def visited(folder, page):
    """visited(file): what its slides show, one after another; each deck is gone through once."""
    @cache
    def visit(file):
        one, heard = page
        one.goto((folder / file).as_uri())
        one.wait_for_selector("body[data-ready=yes]")
        shown = one.evaluate(VISIT, [LETTERS, LOOK])
        assert heard == []
        return shown
    return visit


@pytest.mark.parametrize("file", [
    file if file in VISITED else pytest.param(file, marks=pytest.mark.proof) for file in NOTEBOOKS])
def test_no_slide_overflows_or_hides_anything(visited, file):
    shown = visited(file)
    total, found, asked, pictures, spoken = len(shown), {}, 0, 0, 0
    for k, seen in enumerate(shown):
        faults = seen["faults"] + ([f"{seen['words']} words"] if seen["words"] > 115 else [])
        faults += [f"{seen['pictures']} pictures"] if seen["pictures"] > 2 else []
        found |= {k + 1: faults} if faults else {}
        asked += seen["questions"] if k else 0              # the title lists what comes
        pictures += seen["pictures"]
        spoken += seen["notes"] > 40
    assert found == {}
    assert total >= 15 and pictures >= 4, (total, pictures)
    assert asked >= 4 and spoken >= total / 2, (asked, spoken)


def test_a_scene_lives_on_a_slide_and_keeps_its_keys(folder, chromium):
    """It fills the room below the title; arrows turn it, PageDown goes on."""
    if live.missing():
        pytest.skip(live.missing())
    page, heard = watched(chromium.new_context(viewport=ROOM, reduced_motion="reduce"))
    page.goto((folder / "05_velocities.html").as_uri())
    page.wait_for_selector("body[data-ready=yes]")
    page.evaluate("Reveal.slide([...document.querySelectorAll('.slides > section')].findIndex("
                  "(s) => s.querySelector('.robokit-scene')))")
    page.wait_for_function("Reveal.getCurrentSlide().querySelector('.robokit-scene')"
                           ".dataset.state === 'live'")
    where = "Reveal.getIndices().h"
    canvas, here = page.locator("section.present section.present canvas"), page.evaluate(where)
    box = canvas.bounding_box()
    assert box["width"] > 600 and box["height"] > 350 and box["y"] + box["height"] < 720
    canvas.focus()
    turned = "Reveal.getCurrentSlide().querySelector('.robokit-scene').viewer.stage.azimuth"
    before = page.evaluate(turned)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(turned) != before and page.evaluate(where) == here
    page.keyboard.press("PageDown")
    assert page.evaluate(where) == here + 1 and heard == []


#: The families of letters in which words, titles and numbers of slides are set.
FAMILIES = """() => [...new Set([...document.querySelectorAll(
  ".slides h2, .slides p, .slides li, .slides td, .slide-number, .languages a")]
  .filter((e) => !e.closest(".robokit-scene")).map((e) => getComputedStyle(e).fontFamily))]"""


def test_titles_and_words_have_the_letters_of_the_slides(folder, page):
    """The theme's own letters for titles have no Cyrillic ones."""
    one, heard = page
    one.goto((folder / "02_rotation_matrices.ru.html").as_uri())
    one.wait_for_selector("body[data-ready=yes]")
    families = one.evaluate(FAMILIES)
    assert families and all(one.startswith('"Companion Sans"') for one in families), families
    assert heard == []


#: Short words and what has a number, with a space behind them at which a line may end.
TORN = """() => {
  const torn = [], range = document.createRange();
  for (const slide of document.querySelectorAll(".slides section > section")) {
    const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest("pre, code, mjx-container, aside, .robokit-scene")) continue;
      const short = /(?:^|[\\s(])(?:и|в|с|к|о|у|на|от|не)[ \\n]\\S|(?:урок|звен)[а-яё]* \\d/giu;
      for (const one of text.data.matchAll(short))
        torn.push(text.data.slice(one.index, one.index + 20));
    }
  }
  return torn;
}"""


def test_short_words_and_numbers_end_no_line(folder, page):
    one, _ = page
    one.goto((folder / "05_velocities.ru.html").as_uri())
    one.wait_for_selector("body[data-filled=yes]")
    assert one.evaluate(TORN) == []
    kept = "\u00a0"
    assert f"уроке{kept}3" in one.evaluate("document.querySelector('.slides').textContent")


def test_letters_of_figures_are_read_from_the_last_row(visited, pytestconfig):
    """32 px are 12 points, the smallest that figures are drawn with."""
    assert round(drawing.NUMBERS / 72 * drawing.DPI) == 32
    for file in NOTEBOOKS if pytestconfig.getoption("--proof") else VISITED:
        sizes = [(k, size) for k, slide in enumerate(visited(file)) for size in slide["letters"]]
        small = [(k + 1, round(size, 1)) for k, size in sizes if size < READABLE]
        assert sizes and small == [], (file, small)


#: Whether the title of a slide is what one sees where it stands, and no picture covers it.
SEEN_TITLE = """(slide) => {
  const title = slide.querySelector("h2"), box = title.getBoundingClientRect();
  const image = slide.querySelector(".drawing").getBoundingClientRect();
  return document.elementFromPoint(box.left + 5, box.top + box.height / 2) === title
    && (box.bottom <= image.top || box.right <= image.left);
}"""


def test_a_figure_fills_the_slide_for_one_step(folder, page):
    """The next press makes it large below its title, the one after puts it back, the third goes
    on."""
    one, heard = page
    one.goto((folder / "06_velocity_problems.html").as_uri())
    one.wait_for_selector("body[data-filled=yes]")
    k = one.evaluate("[...document.querySelectorAll('.slides > section')].findIndex("
                     "(s) => s.querySelector('.enlarge')"
                     " && s.querySelectorAll('.fragment').length === 2)")
    one.evaluate(f"Reveal.slide({k})")
    width = "Reveal.getCurrentSlide().querySelector('.drawing img').getBoundingClientRect().width"
    before = one.evaluate(width)
    one.keyboard.press("Space")
    assert one.evaluate(width) > before and one.evaluate("Reveal.getIndices().h") == k
    assert one.evaluate(f"({SEEN_TITLE})(Reveal.getCurrentSlide())")
    one.keyboard.press("Space")
    assert one.evaluate(width) == before and one.evaluate("Reveal.getIndices().h") == k
    one.keyboard.press("Space")
    assert one.evaluate("Reveal.getIndices().h") == k + 1 and heard == []
    one.goto((folder / "06_velocity_problems.html").as_uri() + "?print-pdf")
    one.wait_for_selector("body[data-ready=yes]")
    assert one.locator(".enlarge").count() == 0


#: How each slide is filled: its layout, the size of its letters, its formulas, its steps.
FILLED = """() => [...document.querySelectorAll(".slides section > section")].map((slide) =>
  [slide.dataset.layout, slide.matches(".edges"), slide.matches(".tall"),
   ...["--text", "--print", "--columns"].map((name) => slide.style.getPropertyValue(name)),
   [...slide.querySelectorAll("mjx-container")].map((formula) => formula.style.fontSize),
   [...slide.querySelectorAll(".fragment")].map((step) => step.dataset.fragmentIndex)])"""
#: Whoever goes to these slides, one after the other, and which steps are done on them then.
GONE_TO = """(places) => places.map((k) => {
  Reveal.slide(k);
  return [...Reveal.getCurrentSlide().querySelectorAll(".fragment")].map((step) =>
    step.matches(".visible"));
})"""


def test_a_slide_is_filled_alike_whenever_and_wherever(folder, chromium):
    """In time, in a hall of any size, and from behind, when its steps are done already."""
    first, heard = watched(chromium.new_context(viewport=ROOM))
    again, heard_again = watched(chromium.new_context(viewport={"width": 1000, "height": 700}))
    for one, place in (first, ""), (again, "#/9"):
        one.add_init_script(STILL)
        one.goto((folder / "02_rotation_matrices.html").as_uri() + place)
        one.wait_for_selector("body[data-ready=yes]")
    slides = range(first.evaluate("Reveal.getTotalSlides()"))
    ahead, back = first.evaluate(GONE_TO, [*slides]), again.evaluate(GONE_TO, [*slides][::-1])
    filled = first.evaluate(FILLED)
    assert filled == again.evaluate(FILLED)
    assert {layout for layout, *_ in filled} > {"beside", "below", "large"}
    assert any(steps for *_, steps in filled) and not any(step for slide in ahead for step in slide)
    assert all(step for slide in back[1:] for step in slide)
    assert heard == heard_again == []


def test_the_overview_shows_figures_too_and_enter_opens_a_slide(folder, page):
    """Not only the figure of the slide in the middle."""
    one, heard = page
    one.goto((folder / "11_recursive.html").as_uri() + "#/10")
    one.wait_for_selector("body[data-ready=yes]")
    one.keyboard.press("o")
    one.wait_for_selector("body[data-filled=yes]")
    heights = one.evaluate("""[...document.querySelectorAll(".slides .drawing img")]
        .filter((image) => image.closest(".slides > section").style.display !== "none")
        .map((image) => image.getBoundingClientRect().height)""")
    assert len(heights) > 1 and min(heights) > 10
    one.keyboard.press("ArrowRight")
    one.keyboard.press("Enter")
    assert one.evaluate("[Reveal.isOverview(), Reveal.getIndices().h]") == [False, 11]
    assert heard == []


@pytest.fixture(scope="module", params=NOTEBOOKS)
def deck(folder, request):
    """A deck's file, and its page without what its pictures are made of."""
    text = (folder / request.param).read_text("utf-8")
    return request.param, BeautifulSoup(re.sub(r"data:image/[^\"')]+", "data:", text), "lxml")


def test_a_deck_begins_with_its_title(deck):
    file, page = deck
    cover, *rest = page.select(".slides > section > section")
    assert cover["data-layout"] == "cover" and not any(
        one.get("data-layout") == "cover" for one in rest)
    first = nbformat.read(NOTEBOOKS[file], as_version=4).cells[0].source.splitlines()[0]
    assert first.endswith(cover.h2.get_text().replace("¶", "").strip()[-12:])
    assert re.search(r"\d+ (minutes|мин)", cover.select_one("aside").get_text())


def test_the_keyboard_reaches_every_box(deck):
    """A formula or a table may be wider than its box, which is then scrolled."""
    boxes = deck[1].select(".jp-Cell-inputWrapper, .jp-OutputArea-output")
    assert boxes and [str(one)[:80] for one in boxes if one.get("tabindex") != "0"] == []


def test_the_notes_say_when_what_to_ask_and_what_comes(deck):
    """The minutes go up, a question is asked and waited for, the next slide is named."""
    file, page = deck
    ru = file.endswith(".ru.html")
    slides_ = [one for one in page.select(".slides > section > section")
               if one.get("data-layout") not in ("cover", "scene")]
    minutes = []
    for slide, after in zip(slides_, [*slides_[1:], None]):
        notes = " ".join(slide.select_one("aside").get_text().split())
        minutes.append(int(re.match(r"Minute (\d+)|(\d+)-я минута", notes)[1 + ru]))
        asks = ("Спросить:" if ru else "Ask:") in notes
        assert asks == (("Подождите, пока" if ru else "Wait until several") in notes)
        if after is not None:
            assert ("Дальше:" if ru else "Next:") in notes
    assert minutes == sorted(minutes) and minutes[-1] > 15


#: What a class cannot see: a cell, or a thing of the notebook that stands above or below. A place
#: in space is no such thing: "below the horizon", "выше оси плеча".
THING = (r"(?:as|shown|printed|found|given|derived|comes?|matri(?:x|ces)|formulas?|figures?|"
         r"tables?|lines?|rows?|steps?|sums?|products?|letters|balances|drawings?|arm)")
NAMED = (r"(?:как|см\.|показанн\w+|напечатанн\w+|найденн\w+|полученн\w+|приведённ\w+|"
         r"рассмотрен\w*|матриц\w*|формул\w*|рисун\w+|таблиц\w*|строк\w*|шаг\w*|сумм\w*|"
         r"выражени\w+)")
UNSEEN = re.compile(
    r"\bcells? (?:above|below)\b|\b(?:the|this|next|previous) cell\b"
    rf"|\b{THING} (?:above|below)\b(?! (?:the (?:diagonal|horizon|plane)|it|each)\b)"
    rf"|\bячейка\b|(?:следующ|предыдущ|эт)\w+ ячейк|\bчем выполнить ячейку"
    rf"|\b{NAMED},? (?:выше|ниже)\b(?! (?:оси|горизонта)\b)", re.I)


def test_no_slide_speaks_of_what_it_does_not_show():
    """The class sees slides, not the notebook; a question is asked before the code has run."""
    found = [(file, slide.title, text[max(one.start() - 40, 0):one.end() + 20])
             for file, path in NOTEBOOKS.items()
             for slide in slides.slides(nbformat.read(path, as_version=4))
             for source in [*(part.source for part in slide.parts if part.cell_type == "markdown"),
                            *slide.questions]
             for text in [" ".join(source.split())]
             for one in UNSEEN.finditer(text)]
    assert found == []


def test_the_speaker_sees_the_notes(folder, page):
    one, _ = page
    one.goto((folder / "05_velocities.html").as_uri())
    one.wait_for_selector("body[data-ready=yes]")
    one.evaluate("Reveal.slide(1)")
    with one.context.expect_page() as opened:
        one.keyboard.press("s")
    notes = opened.value
    notes.wait_for_selector(".speaker-controls-notes:not(.hidden) .value")
    notes.wait_for_function(
        "document.querySelector('.speaker-controls-notes .value').textContent.trim().length > 40")
    notes.close()


def test_the_list_names_every_deck(folder):
    text = (folder / "index.html").read_text("utf-8")
    assert all(f'href="{file}"' in text and (folder / file).is_file() for file in NOTEBOOKS)


def test_the_switch_leads_to_the_same_slide(folder, page):
    one, heard = page
    one.goto((folder / "00_first_steps.html").as_uri())
    one.wait_for_selector("body[data-ready=yes]")
    one.evaluate("Reveal.slide(5)")
    title, total = one.inner_text(".present h2"), one.evaluate("Reveal.getTotalSlides()")
    one.click("a.language")
    one.wait_for_url("**/00_first_steps.ru.html#/5")
    one.wait_for_selector("body[data-ready=yes]")
    assert (title, one.inner_text(".present h2")) == ("Places are counted from 0",
                                                      "Счёт начинается с\u00a0нуля")
    assert one.evaluate("Reveal.getTotalSlides()") == total and heard == []


# -- the marks -----------------------------------------------------------------------------------

def lesson(*cells):
    return nbformat.v4.new_notebook(cells=list(cells))


def shown(slide) -> list[str]:
    return [c.source for c in slide.parts]


def test_marks_make_slides():
    picture = new_output("display_data", {"image/png": "AA", "text/plain": "Figure"})
    printed = new_output("stream", name="stdout", text="1.0\n")
    code = new_code_cell("f()", outputs=[printed, picture], metadata={"tags": ["show-figure"]})
    found = slides.slides(lesson(
        new_markdown_cell("# Title\n<!-- slide -->What.<!-- /slide --> Prose. "
                          "<!-- ask -->Why?\nSo?<!-- /ask -->"),
        new_markdown_cell("## Part\nMore prose.\n<!-- slide: Own -->\nOne.\n<!-- /slide -->\n"
                          "<!-- step -->\nTwo.\n<!-- /step -->"),
        code, new_code_cell("g()"), new_markdown_cell("<!-- slide -->Last.<!-- /slide -->")))
    assert [s.title for s in found] == ["Title", "Own", "Part"]
    assert [shown(s) for s in found] == [["What."], ["One.", "Two.", "f()"], ["Last."]]
    assert found[0].questions == ["Why? So?"] and found[0].notes == ["Prose.", "More prose."]
    kinds = [c.metadata.slideshow["slide_type"] for c in found[1].parts]
    assert kinds == ["-", "fragment", "-"]
    assert found[1].parts[2].outputs == [picture] and found[1].parts[2].metadata.hide_code


@pytest.mark.parametrize("title,text,head,rest", [
    ("Exercise 1", "**Exercise 1 (write).** Find it.", "Exercise 1 (write)", "Find it."),
    ("Landing: on the plane", "**Landing.** $q$ stops.", "Landing: on the plane", "$q$ stops."),
    ("Why?", "**Why?** So.", "Why?", "So."),
    ("Exercise 1", "**Exercise 12.** Find it.", "Exercise 1", "**Exercise 12.** Find it."),
    ("Loads", "**Loads** act.", "Loads", "**Loads** act."),
    ("Loads", "**The weights.** They act.", "Loads", "**The weights.** They act."),
    ("Check", "**Check.** robokit knows.", "Check", "**Check.** robokit knows.")])
def test_a_slide_has_one_heading(title, text, head, rest):
    """What its paragraph says in bold letters and its title again stands once."""
    [found] = slides.slides(lesson(new_markdown_cell(
        f"<!-- slide: {title} -->\n{text}\n<!-- /slide -->")))
    assert (found.title, shown(found)) == (head, [rest])


def test_the_lecturer_does_not_say_what_is_for_readers_of_the_notebook():
    """Nor a heading that stands alone, for what it heads has become the next slide."""
    found = slides.slides(lesson(new_markdown_cell(
        "<!-- slide: A -->One.<!-- /slide -->\n<!-- read -->\nPress a key.\n<!-- /read -->\n"
        "Say this.\n\n**A heading.**\n\n<!-- slide: B -->Two.<!-- /slide -->\n\n"
        "**A heading.** With its words.")))
    assert [s.notes for s in found] == [["Say this."], ["**A heading.** With its words."]]


def test_notes_are_to_be_said():
    """Neither a table of names nor the control questions: other tables stay."""
    names = "| book | robokit |\n| --- | --- |\n| v | `s.v` |\n"
    found = slides.slides(lesson(
        new_markdown_cell(f"<!-- slide -->a<!-- /slide -->\n\nSaid.\n\n{names}\nSaid too."),
        new_markdown_cell("| case | holds |\n| --- | --- |\n| 1 | yes |\n\n## Control questions\n\n"
                          f"1. Why?\n\n{names}<!-- slide -->b<!-- /slide -->\n\nLast.")))
    assert "\n\n".join(found[0].notes).split() == (
        "Said. Said too. | case | holds | | --- | --- | | 1 | yes |".split())
    assert found[1].notes == ["Last."]


def test_a_cell_shows_its_figure_and_its_output():
    printed = new_output("stream", name="stdout", text="1.0\n")
    picture = new_output("display_data", {"image/png": "AA", "text/plain": "Figure"})
    code = new_code_cell("f()", outputs=[printed, picture],
                         metadata={"tags": ["step-output", "show-figure"]})
    found = slides.slides(lesson(new_markdown_cell("<!-- slide -->a<!-- /slide -->"), code))
    words, first, second = found[0].parts
    assert (first.outputs, second.outputs) == ([printed], [picture])
    assert [one.metadata.slideshow["slide_type"] for one in (first, second)] == ["fragment", "-"]
    assert len({words.id, first.id, second.id}) == 3


def test_an_exercise_shows_its_code_without_an_answer():
    printed = new_output("stream", name="stdout", text="nothing to check yet\n")
    for tags, outputs in (["show-code"], [printed]), (["exercise", "show-code"], []):
        code = new_code_cell("check()", outputs=[printed], metadata={"tags": tags})
        found = slides.slides(lesson(new_markdown_cell("<!-- slide -->a<!-- /slide -->"), code))
        assert found[0].parts[1].outputs == outputs


@pytest.mark.parametrize("text,needs", [
    ("Nothing is marked.", "needs text between"),
    ("<!-- slide -->Open.", "without its other half"),
    ("<!-- slide -->a<!-- /slide --><!-- step -->b", "without its other half"),
    ("<!-- step -->First.<!-- /step -->", "needs a slide before")])
def test_wrong_marks_are_named(text, needs):
    with pytest.raises(slides.SlideError, match=needs):
        slides.slides(lesson(new_markdown_cell(text)))


def test_a_figure_needs_a_slide():
    cell = new_code_cell("f()", metadata={"tags": ["show-figure"]})
    with pytest.raises(slides.SlideError, match="needs a slide before"):
        slides.slides(lesson(cell, new_markdown_cell("<!-- slide -->a<!-- /slide -->")))


@DECKS
def test_a_notebook_shows_no_mark(file):
    """The marks are comments: what a reader of the lesson sees has none."""
    notebook = nbformat.read(NOTEBOOKS[file], as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            rest = slides.MARK.sub("", cell.source)
            assert "<!--" not in rest, rest[:80]
            raw = re.search(r"(?m)^ {0,3}<!--[^>]*-->(?!\s*(<!--[^>]*-->\s*)*$).*", cell.source)
            assert raw is None, f"text behind a mark at the head of a line stays raw: {raw[0]}"
