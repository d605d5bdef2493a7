"""Formulas typeset when the site is built: drawn, kept from build to build, refused by name."""

import re

import pytest
from docutils import nodes

from lessons.book import facts, maths, paper
from lessons.book.maths import Later, MathsError, Typesetter
from robokit.codegen import engine


@pytest.fixture
def typeset(tmp_path):
    return Typesetter(tmp_path / "kept" / "maths.json")


def test_a_formula_is_drawn_and_said(typeset):
    """What is seen is hidden from screen readers, which get MathML."""
    matrix = r"\begin{bmatrix}1 & 0\\ 0 & 1\end{bmatrix} \tag{2.1}"
    typeset.keep([(r"\tau_{ij}", False), (matrix, True)])
    inline, display = typeset(r"\tau_{ij}", False), typeset(matrix, True)
    assert inline.startswith("<mjx-container") and "aria-hidden=true" in inline
    assert "<math" in inline and "<mi>τ</mi>" in inline
    assert 'display=true' in display and "(2.1)" in display


def test_the_prime_of_an_equations_number_stands_high(typeset):
    """As one types it in TeX; as a letter of the number it hangs low."""
    typed, wanted = (rf"a = b \tag{{7.4{prime}}}" for prime in ("′", "$'$"))
    typeset.keep([(typed, True), (wanted, True)])
    assert typeset(typed, True) == typeset(wanted, True)


def test_what_is_kept_is_not_drawn_again(typeset, monkeypatch):
    typeset.keep([("q_1", False)])
    drawn = typeset("q_1", False)
    monkeypatch.setattr(engine, "run", lambda *_: pytest.fail("drawn a second time"))
    again = Typesetter(typeset.store)
    again.keep([("q_1", False), (" q_1 ", False)])
    assert again("q_1", False) == drawn and again.sheet == typeset.sheet


def test_another_release_of_mathjax_draws_all_anew(typeset, monkeypatch):
    typeset.keep([("q_1", False)])
    monkeypatch.setattr(maths, "version", lambda name: "99")
    assert Typesetter(typeset.store).drawn == {}


def test_no_gap_stands_in_atan2():
    """MathJax leaves one before a figure in the name of an operator, and none in upright type."""
    sources = [*facts.LESSONS.glob("*.md"), *facts.LESSONS.glob("book/*.toml"),
               *facts.ROOT.glob("robokit/errata/**/*.toml"), *facts.ROOT.glob("solutions/**/*.md")]
    found = [path.name for path in sources
             if re.search(r"\\operatorname\{\w+\d", path.read_text("utf-8"))]
    assert len(sources) > 60 and found == []


def test_a_formula_that_is_none_is_named(typeset):
    with pytest.raises(MathsError, match=r"got '\\\\frac\{1': .*brace"):
        typeset.keep([("q_1", False), (r"\frac{1", False)])


SPACED = re.compile(r"space=\"?3\b")


@pytest.mark.parametrize(("latex", "spaces"), [
    (r"(0;\ -0{,}5;\ 1)", 0), (r"(a,\ -b - c)", 2),
    (r"\begin{aligned} a &= b \\ &\qquad + 2 c \end{aligned}", 2)])
def test_a_sign_has_the_spaces_that_tex_gives_it(typeset, latex, spaces):
    """That of a number has none, that of a sum has them at the beginning of a line, too."""
    typeset.keep([(latex, True)])
    assert len(SPACED.findall(typeset(latex, True).partition("<m-l>")[0])) == spaces


def test_the_sheet_has_the_letters_that_are_met_and_the_fonts_stand_beside(typeset, tmp_path):
    typeset.keep([(r"\{q\} x", False)])
    typeset.bring(tmp_path / "site")
    sheet = (tmp_path / "site" / "maths.css").read_text("utf-8")
    assert "MJXTEX-I" in sheet and 'content: "{"' in sheet and 'content: "}"' in sheet
    assert "c1D45A" not in sheet and len(sheet) < len(typeset.sheet) / 3
    for face in ("Math-Italic", "Main-Regular"):
        assert f'url("maths/MathJax_{face}.woff")' in sheet
        assert (tmp_path / "site" / "maths" / f"MathJax_{face}.woff").is_file()


def test_marks_are_filled_when_all_formulas_are_known(typeset):
    later = Later()
    text = f"<p>{later('a', False)} or {later('b', True)}, then {later('a', False)}</p>"
    typeset.keep(later.met)
    filled = later.fill(text, typeset)
    assert filled == (f"<p>{typeset('a', False)} or {typeset('b', True)}, "
                      f"then {typeset('a', False)}</p>")


LONG = r"b_1 = \dot a_{11} \dot q_1 + \dot a_{12} \dot q_2 = -m_2 l_1 l_2 \sin q_2"


def test_a_long_formula_may_break_before_its_own_signs(typeset):
    """Not behind its letter of a minus, nor inside of a fraction; a short one is left alone."""
    inside = r"\frac{a_1 + a_2 + a_3 + a_4 + a_5 + a_6}{b_1 + b_2 + b_3 + b_4 + b_5 + b_6} = c"
    typeset.keep([(LONG, False), (inside, False), ("a = b + c", False)])
    drawn = typeset(LONG, False)
    parts = maths.breakable(drawn).split("<wbr>")
    assert "".join(parts) == drawn and len(parts) == 4          # = + =
    assert maths.breakable(typeset(inside, False)).count("<wbr>") == 1
    assert "<wbr>" not in maths.breakable(typeset("a = b + c", False))


def test_on_a_phone_a_long_formula_goes_on_in_the_next_line(typeset, tmp_path, chromium):
    typeset.keep([(LONG, False)])
    typeset.bring(tmp_path)
    style = (tmp_path / "maths.css").read_text("utf-8")
    style += (paper.STYLE.parent / "book.css").read_text("utf-8")
    (tmp_path / "page.html").write_text(
        f"<!DOCTYPE html><meta charset=utf-8><style>body {{ margin: 0 }} {style}</style><p>so "
        f"<span class=math>{maths.breakable(typeset(LONG, False))}.</span>", encoding="utf-8")
    page, seen = chromium.new_page(), {}
    page.goto((tmp_path / "page.html").as_uri())
    for width in (220, 700):
        page.set_viewport_size({"width": width, "height": 400})
        seen[width] = page.evaluate("""() => {
            const boxes = [...document.querySelector("mjx-math").children].map(
              (one) => one.getBoundingClientRect()).filter((box) => box.width);
            return [Math.max(...boxes.map((box) => box.right)),
                    Math.max(...boxes.map((box) => box.bottom))
                    - Math.min(...boxes.map((box) => box.top)),
                    document.documentElement.scrollWidth]; }""")
    page.close()
    (right, height, wide), (_, line, _) = seen[220], seen[700]
    assert right <= 220 == wide and height > 2 * line, seen


def test_each_formula_keeps_its_own_comma():
    """Two texts that are alike stand behind two formulas; neither is taken for the other."""
    formulas = [nodes.math("", name) for name in "ab"]
    parts = [part for one in formulas for part in (one, nodes.Text(","), nodes.inline("", "x"))]
    paragraph = nodes.paragraph("", "", *parts)
    maths._tie(None, paragraph, "")
    assert [one["closed"] for one in formulas] == [",", ","]
    assert [part.astext() for part in paragraph] == ["a", "", "x", "b", "", "x"]
