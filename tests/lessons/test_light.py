"""Pages weigh little: thin formulas, short sheets, letters of their own, pictures that wait."""

import re

import pytest
from bs4 import BeautifulSoup
from fontTools.ttLib import TTFont

from lessons.book import bound, fonts, light, sheets
from lessons.book.maths import Typesetter
from lessons.book.thin import Thinner

Q = '<mjx-mi class="mjx-i"><mjx-c class="mjx-c1D45E TEX-I"></mjx-c></mjx-mi>'
DRAWN = ('<mjx-container class="MathJax" jax="CHTML" style="position: relative;"><mjx-math '
         'class=" MJX-TEX" aria-hidden="true"><mjx-msub>' + Q
         + '<mjx-script style="vertical-align: -0.15em;"><mjx-mn class="mjx-n" size="s">'
         '<mjx-c class="mjx-c31"></mjx-c></mjx-mn></mjx-script></mjx-msub></mjx-math>'
         '<mjx-assistive-mml unselectable="on" display="inline"><math xmlns="http://www.w3.org'
         '/1998/Math/MathML"><msub><mi>q</mi><mn>1</mn></msub></math></mjx-assistive-mml>'
         '</mjx-container>')
SHEET = ("mjx-c.mjx-c1D45E.TEX-I::before {\n  content: \"q\";\n}\n\n"
         "mjx-msub {\n  display: inline;\n}")


def test_a_letter_is_one_box_and_its_mathml_is_kept():
    thinner = Thinner()
    [thin] = thinner.formulas([DRAWN], SHEET)
    page = BeautifulSoup(thin, "lxml")
    assert [one["class"] for one in page.find_all("m-")] == [["A"], ["B"]]
    assert [*thinner.letters] == ["c1D45E-I", "c31"]
    assert page.select_one("m-b > m-s") and page.select_one("mjx-math[aria-hidden]")
    assert str(page.math) == "<math><msub><mi>q</mi><mn>1</mn></msub></math>"
    assert "vertical-align: -0.15em" in thin and len(thin) < len(DRAWN) / 2
    sheet = thinner.sheet(SHEET)
    assert "m-.A::before {\n  font-family: MJXZERO, MJXTEX-I;" in sheet
    assert "m-b {" in sheet and "mjx-c" not in sheet.replace("mjx-container", "")


def test_a_style_that_comes_often_is_a_rule_that_stays():
    thinner = Thinner()
    many = thinner.formulas([DRAWN] * 30, SHEET)
    assert "<m-s class=z0>" in many[0] and ".z0 {\n  vertical-align: -0.15em;" in thinner.sheet("")
    again = Thinner(thinner.rules, thinner.letters)
    assert again.formulas([DRAWN], SHEET) == many[:1]


def test_thin_formulas_measure_as_mathjax_draws_them(tmp_path, chromium):
    """Width, height and place of each, in a browser, beside what MathJax writes."""
    from lessons.book import maths
    from robokit.codegen import engine
    formulas = [(r"\dot q_i^{(k)} = \sum_{j=1}^n \frac{a_{ij}}{\sqrt{b}}", True),
                (r"\tau_{0i}^T", False),
                (r"\begin{pmatrix} c_1 & -s_1 \\ s_1 & c_1 \end{pmatrix} \tag{2.1}", True),
                (r"\underbrace{x + \text{слово}}_{\mathbf v}", True), (r"\arctan\tfrac12", False)]
    drawn, sheet = engine.run(maths.SCRIPT.read_text("utf-8"), [str(maths._mathjax()), formulas])
    thinner = Thinner()
    thin = thinner.formulas(drawn, sheet)
    page, boxes = chromium.new_page(), []
    for texts, style in (drawn, sheet), (thin, thinner.sheet(sheet)):
        (tmp_path / "page.html").write_text(
            f"<!DOCTYPE html><meta charset=utf-8><style>{style}</style>"
            + "".join(f"<div>x{one}y</div>" for one in texts), encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        boxes.append(page.evaluate("""[...document.querySelectorAll("mjx-math")].map((one) => {
            const box = one.getBoundingClientRect();
            return [box.left, box.top, box.width, box.height].map((x) => Math.round(20 * x));
        })"""))
    assert boxes[0] == boxes[1] and len(boxes[0]) == len(formulas)
    page.close()


def test_a_sheet_loses_what_no_page_asks_for():
    sheet = ("/* x */ .kept, .gone > a { color: red } .gone { top: 0 } p:not(.gone) { left: 0 }"
             "@media print { .gone { top: 1px } #kept { top: 2px } } @media (a) { .gone { x: y } }"
             "@font-face { font-family: 'Font Awesome 7' } :root { --a: 1 }")
    short = sheets.shorter(sheet, {"kept"})
    assert short.split("\n") == [".kept{color: red}", "p:not(.gone){left: 0}", "@media print {",
                                 "#kept{top: 2px}", "}", ":root{--a: 1}", ""]


def test_code_has_no_empty_marks_and_pictures_wait_with_their_room(tmp_path):
    head = b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + (640).to_bytes(4, "big") + (480).to_bytes(4, "big")
    (tmp_path / "a.png").write_bytes(head)
    picture = '<img alt="arm" class="drawn" src="../_images/a.png" style="width: 257px;" />'
    code = '<pre><span class="n">x</span><span class="o">=</span><span class="mi">1</span></pre>'
    made = light.page(picture + code + picture + '<span class="n">x</span>',
                      {"a.png": tmp_path / "a.png"})
    first, second = BeautifulSoup(made, "lxml").find_all("img")
    assert (first["width"], first["height"], first.get("loading")) == ("640", "480", None)
    assert second["loading"] == "lazy" and second["style"] == "width: 257px;"
    assert "<pre>x=<span class=mi>1" in made and made.endswith("<span class=n>x</span>")


def test_the_letters_have_both_alphabets_a_licence_and_no_reserved_name(built):
    for folder in (built / "book/_static", built / "book/ru/_static", built / "slides"):
        sheet = (folder / "fonts.css").read_text("utf-8")
        for face in fonts.FACES:
            font = TTFont(folder / "fonts" / f"{face.name}.woff")
            letters = font.getBestCmap()
            assert {*map(ord, "AzЖяЁёω−№«»")} <= set(letters)
            assert f'font-family: "{face.family}"' in sheet
            assert "Source" not in str(font["name"].getDebugName(1))
        licences = [path.read_text("utf-8") for path in (folder / "fonts").glob("LICENSE-*.txt")]
        assert len(licences) == 2 and all("SIL OPEN FONT LICENSE" in one for one in licences)


SCENE = re.compile(r'<script type="application/json">.*?</script>', re.S)


def test_a_page_weighs_less_than_a_megabyte_before_its_scenes(site):
    """Each of them, in every language; what scenes are made of is fetched when one is in sight."""
    heavy = {}
    for path in site.rglob("*.html"):
        size = len(SCENE.sub("", path.read_text("utf-8")).encode())
        if size >= 1_000_000:
            heavy[str(path.relative_to(site))] = size
    assert heavy == {}


@pytest.mark.parametrize("name", ["05_velocities", "11_recursive"])
def test_what_pages_share_is_little_and_pictures_wait(site, name):
    """The search's index and the words for it are fetched by its own page alone."""
    text = (site / "lessons" / f"{name}.html").read_text("utf-8")
    assert "searchindex" not in text and "synonyms" not in text
    assert text.count("loading=lazy") >= text.count("class=drawn") - 1 > 3
    shared = re.findall(r'href="\.\./(_static/[^"?]+\.css)', text)
    assert len(shared) >= 8 and sum((site / one).stat().st_size for one in shared) < 350_000


def test_no_other_sheet_speaks_of_the_names_of_letters(site):
    """A letter h1 would be a heading."""
    static = site / "_static"
    letters = set(re.findall(r"m-\.(\w+)", (static / "maths.css").read_text("utf-8")))
    others = "".join(path.read_text("utf-8") for path in static.rglob("*.css")
                     if path.name not in ("maths.css", "fonts.css"))
    assert len(letters) > 100 and letters.isdisjoint(re.findall(r"\.([A-Za-z]\w*)", others))


def test_formulas_that_are_kept_in_another_form_are_drawn_anew(tmp_path):
    one = Typesetter(tmp_path / "maths.json")
    one.keep([("q_1", False)])
    kept = (tmp_path / "maths.json").read_text("utf-8")
    (tmp_path / "maths.json").write_text(kept.replace(one.release, "4.1 thick"), encoding="utf-8")
    assert Typesetter(tmp_path / "maths.json").drawn == {}


def test_short_sheets_are_cleared_before_they_are_brought_again(tmp_path):
    for name in ("theme.css", "book.css"):
        (tmp_path / name).write_text("a { b: c }", encoding="utf-8")
    sheets.clear(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["book.css"]


@pytest.mark.parametrize("text", [
    "a mass of 2 kg", "80 N·m at most", "по 5 Н·м", "за 4,4 кН", "5 Hz", "длиной 0,5 м,",
    "through 0.2 s", "section 3.1", "Lessons 10 to", "в уроке 3", "раздел 2.4", "task 4", "глава 3",
    " — есть"])
def test_what_belongs_together_ends_no_line(text):
    torn = re.compile(r"(?:\d|section|Lessons|уроке|раздел|глава|task|N|Н) (?=[\dkкHNНмsm])| (?=—)")
    assert torn.search(text) and not torn.search(bound.words(text))
    assert bound.words(text).replace("\u00a0", " ") == text


@pytest.mark.parametrize("text", ["2 masses", "5 Newtons", "sections of 3", "3 мотора"])
def test_other_words_may_end_a_line(text):
    assert bound.words(text) == text


def test_a_long_name_may_be_broken_and_an_option_not():
    long, short = "solutions/a08_forces/mistakes.py", "--jobs"
    body = "".join(f'<code><span class="pre">{name}</span></code>' for name in (long, short))
    assert bound.names(body) == body.replace(f'pre">{long}', f'pre long">{long}')
