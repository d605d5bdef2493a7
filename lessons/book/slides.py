"""Slides of a lesson, from marks in its own text; nothing is written for the slides alone.

In a text cell the marks are comments, which a notebook does not show:

    <!-- slide --> ... <!-- /slide -->    a new slide begins with this text; `<!-- slide: Title -->`
                                          gives it a title, else it has that of its section
    <!-- step -->  ... <!-- /step -->     comes next on the same slide, when the lecturer goes on
    <!-- ask -->   ... <!-- /ask -->      a question for the class: first in the speaker's notes
    <!-- read -->  ... <!-- /read -->     for who reads the notebook; no lecturer says it

A code cell comes on the current slide by a tag: `show-figure` its pictures, `show-output` what it
printed, `show-code` the code too; with `step-` instead of `show-` it waits for the lecturer. All
other text stands in the speaker's notes (key S), but for the tables of names, the control
questions with what follows them, and the heading of a paragraph that a slide goes on with, which
"Next" says. Figures take what room the text leaves, and where there is none the text grows until
the slide is full (static/slides.js); one whose letters stay small beside its text fills the screen
as a step. A scene (see `live`) has a slide of its own behind that on which its cell stands. In
front of all stands a title; the notes begin with the time and the question.
"""

from __future__ import annotations

import base64
import html
import re
import shutil
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import nbformat
from jinja2 import DictLoader, pass_context
from nbconvert import HTMLExporter, SlidesExporter
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat.v4 import new_raw_cell

from autograde.textform import drawn
from robokit.scene import Scene

from .. import words
from . import facts, fonts, live, oral
from .facts import SOURCE
from .lesson import markdown
from .maths import Later, Typesetter

MARK = re.compile(r"<!--\s*(slide|step|ask|read)(?::\s*(.*?))?\s*-->\n?(.*?)<!--\s*/\1\s*-->\n?",
                  re.S)
HEADING = re.compile(r"^#{1,3} (.+?)\s*$", re.M)
#: Quotes: one that opens stands behind a space and before no space, all others close.
OPENED, CLOSES = re.compile(r'(?<![^\s(\[—–])"(?![\s.,;:!?)])'), re.compile('"')
SINGLE = re.compile(r"(?<=[\s(\[])'(?=\w)")
REVEAL = "sphinx_revealjs", "_static/revealjs"
#: To read, not to say: the control questions, the tables of names and of terms.
READ = re.compile(rf"^## (?:{'|'.join(oral.HEADINGS.values())})\n.*", re.M | re.S)
NAMES = re.compile(r"^\|.*(?:robokit|English|in the code|в коде).*\n(?:\|.*(?:\n|\Z))+", re.M)
LATEX = re.compile(r"^\$+(?:\\displaystyle)?(.*?)\$+$", re.S)
#: A paragraph that begins with a heading of its own, in bold letters.
OPENS = re.compile(r"\*\*([^*$\n]+?)[.?!]\*\*\s+(?=\S)")
#: A heading within the text, alone in its paragraph: what it heads has become a slide.
LONE = re.compile(r"(?:\A|\n\n)\*\*[^*\n]+\*\*\Z")
PICTURED = {"image/png", "text/markdown"}         # a picture, its caption and its words
#: Boxes that the keyboard reaches, since what is in them may be wider than they are.
REACHED = re.compile(r'<div((?: [\w-]+="[^"]*")*? class="(?:[^"]* )?'
                     r'(?:jp-Cell-inputWrapper|jp-OutputArea-output)(?: [^"]*)?"[^>]*)>')
SHORT = 450                      # letters of a slide of words alone that are set large
WIDE = 1.4                       # width by height from which a picture is put below the text
#: Minutes that are reckoned for a slide, and for each question, step and scene on it.
PACE = {"slide": 1.0, "question": 2.0, "step": 0.5, "scene": 2.0}


class SlideError(Exception):
    """Marks that make no slides."""


@dataclass
class Slide:
    """What one slide shows, in order, and what its lecturer reads."""

    title: str
    parts: list = field(default_factory=list)            # cells with their slide_type
    questions: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)    # each on a slide of its own, after this

    def layout(self) -> str:
        """Text beside a tall figure, above a wide one; large where it stands alone and is short."""
        shapes = [shape for part in self.parts for shape in _pictures(part)]
        if shapes:
            return "beside" if min(w / h for w, h in shapes) < WIDE else "below"
        text = "".join(part.source for part in self.parts)
        return "large" if len(text) < SHORT and "$$" not in text else "below"

    def minutes(self) -> float:
        """How long the slide takes, with its scenes; a reckoning, not a measurement."""
        steps = sum(c.metadata.slideshow["slide_type"] == "fragment" for c in self.parts)
        return (PACE["slide"] + PACE["question"] * len(self.questions) + PACE["step"] * steps
                + PACE["scene"] * len(self.scenes))

    def cells(self, language: str = SOURCE, begins: float = 0, following: str = ""):
        """As nbconvert takes them: title, parts, notes; a figure that is there from the
        beginning stands before what comes later.

        begins: at which minute of the lecture; following: the title of the next slide.
        """
        head = markdown(f"## {drawn(self.title)}")
        head.metadata.slideshow = {"slide_type": "slide", "data": {"layout": self.layout()}}
        first = [c for c in self.parts if c.metadata.slideshow["slide_type"] == "-"]
        later = [c for c in self.parts if c.metadata.slideshow["slide_type"] != "-"]
        asked = "".join(f"\n- {q}" for q in self.questions)
        _ = words.translations(language).gettext
        spoken = "\n\n".join([
            _("Minute {begins}, about {minutes} min.").format(
                begins=round(begins), minutes=max(1, round(self.minutes()))),
            *([f"**{_('Ask:')}**\n{asked}\n\n"
               + _("Wait until several have answered; go on only then.")] if asked else []),
            *([f"**{_('Say:')}**", *self.notes] if self.notes else []),
            *([f"**{_('Next:')}** {following}"] if following else [])])
        notes = markdown(spoken or " ")
        notes.metadata.slideshow = {"slide_type": "notes"}
        return [head, notes, *first, *later,
                *(cell for one in self.scenes for cell in _live(one, live.spoken(language)))]


def _live(scene: Scene, language: str):
    """A slide that a scene fills; what it says of itself is for the lecturer."""
    head, body, notes = (markdown(f"## {scene.title[language]}"),
                         new_raw_cell(scene.embed("", language, form="slide")),
                         markdown(scene.spec["intro"][language]))
    head.metadata.slideshow = {"slide_type": "slide", "data": {"layout": "scene"}}
    body.metadata |= {"raw_mimetype": "text/html", "slideshow": {"slide_type": "-"}}
    notes.metadata.slideshow = {"slide_type": "notes"}
    return [head, notes, body]


def _pictures(cell):
    """Width and height of the pictures that a cell shows."""
    for output in cell.get("outputs", []):
        if "image/png" in output.get("data", {}):
            head = base64.b64decode(output["data"]["image/png"][:64])
            yield struct.unpack(">II", head[16:24])


def slides(notebook, scenes: Mapping[int, Scene] | None = None) -> list[Slide]:
    """The slides of a lesson; SlideError when a mark is not closed or nothing is marked.

    scenes: by the place of the cell in the notebook behind which they stand.
    """
    made: list[Slide] = []
    title = ""
    for place, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code":
            parts = _shown(cell)
            if parts and not made:
                raise SlideError(f"cell {place}: got {cell.metadata.tags}, needs a slide before it")
            if parts:
                made[-1].parts += parts
            if made and place - 1 in (scenes or {}):
                made[-1].scenes.append(scenes[place - 1])
            continue
        title = _read(cell.source, title, made, place)
    if not made:
        raise SlideError("got no slide, needs text between <!-- slide --> and <!-- /slide -->")
    return made


def _read(source: str, title: str, made: list[Slide], place: int) -> str:
    """Add what a text cell marks; returns the title of the section it leaves open."""
    rest = 0
    for mark in MARK.finditer(source):
        title = _unmarked(source[rest:mark.start()], title, made, place)
        rest, (kind, own, text) = mark.end(), mark.groups()
        title = _title(text, title)
        text = HEADING.sub("", text).strip()
        if kind == "slide":
            head, text = _once(own or title, text)
            made.append(Slide(head, [_part(text, "-")] if text else []))
        elif kind == "read":
            continue
        elif not made:
            raise SlideError(f"cell {place}: got <!-- {kind} -->, needs a slide before it")
        elif kind == "step":
            made[-1].parts.append(_part(text, "fragment"))
        else:
            made[-1].questions.append(" ".join(text.split()))
    return _unmarked(source[rest:], title, made, place)


def _unmarked(text: str, title: str, made: list[Slide], place: int) -> str:
    left = re.search(r"<!--\s*(/?)(slide|step|ask|read)\b", text)
    if left:
        raise SlideError(f"cell {place}: got a mark {left[0]!r} without its other half")
    prose = LONE.sub("", HEADING.sub("", NAMES.sub("", READ.sub("", text))).strip())
    if prose and made:
        made[-1].notes.append(prose)
    return _title(text, title)


def _once(title: str, text: str) -> tuple[str, str]:
    """A slide's title and text, whose own heading goes where it says the same as the title.

    "Exercise 1" above "**Exercise 1 (write).** Find ..." becomes the longer of the two.
    """
    opens = OPENS.match(text)
    if not opens:
        return title, text
    head, rest = opens[1], text[opens.end():]
    longer, shorter = (head, title) if len(head) > len(title) else (title, head)
    whole = longer.startswith(shorter) and not longer[len(shorter):][:1].isalnum()
    starts = rest[:1].isupper() or rest.startswith(("$", "`"))
    return (longer, rest) if whole and starts else (title, text)


def _title(text: str, title: str) -> str:
    found = HEADING.findall(text)
    return found[-1] if found else title


def _part(text: str, kind: str):
    cell = markdown(text)
    cell.metadata.slideshow = {"slide_type": kind}
    return cell


def _shown(cell):
    """A code cell as its tags want it, a part for each tag; [] when it stays in the notebook."""
    parts = []
    for tag in cell.metadata.get("tags", []):
        when, _, what = tag.partition("-")
        if when in ("show", "step") and what in ("figure", "output", "code"):
            kept = nbformat.from_dict(cell)
            if what != "code":
                kept.metadata.hide_code = True
            answered = "exercise" not in cell.metadata.tags        # else: nothing to check yet
            kept.outputs = [o for o in cell.outputs if
                            (answered if what == "code" else
                             "image/png" in o.get("data", {}) if what == "figure" else
                             not PICTURED & o.get("data", {}).keys())]
            kept.metadata.slideshow = {"slide_type": "-" if when == "show" else "fragment"}
            if parts:
                kept.id += f"-{what}"
            parts.append(kept)
    return parts


def deck(notebook, name: str, language: str = SOURCE):
    """The notebook that nbconvert makes into slides."""
    try:
        found = slides(notebook, {k: live.scene(one)
                                  for k, one in live.behind(name, notebook.cells)})
    except SlideError as error:
        raise SlideError(f"{name}: {error}") from None
    title, begins = _heading(notebook, name), 1.0
    for cell in (part for slide in found for part in slide.parts if part.cell_type == "markdown"):
        cell.source = facts.named(cell.source, language, link=False)
    for slide in found:
        slide.notes = [facts.named(one, language, link=False) for one in slide.notes]
    cells = _cover(title, found, name, language)
    for slide, after in zip(found, [*(one.title for one in found[1:]), ""]):
        cells += slide.cells(language, begins, after)
        begins += slide.minutes()
    notebook.cells = cells
    notebook.metadata.title = name
    notebook.metadata.languages = [(one, words.called(one), file(name, one))
                                   for one in facts.others(name, language)]
    notebook.metadata.pop("widgets", None)
    return notebook


def _heading(notebook, name: str) -> str:
    return _title(notebook.cells[0].source.partition("\n")[0], name)


def _cover(title: str, found: list[Slide], name: str, language: str):
    """The title slide; its notes say how much there is and how long it takes."""
    say = words.translations(language)
    _, number = say.gettext, int(name[:2])
    lesson, _dot, own = title.partition(". ")
    head = markdown(f"## {own or lesson}")
    head.metadata.slideshow = {"slide_type": "slide", "data": {"layout": "cover"}}
    below = _("Kinematics and dynamics of manipulation robots, section {number}").format(
        number=number) if 1 <= number <= 9 else _("Manipulation robots, executed")
    part = _part(f"{lesson if own else ''}\n\n{below}".strip(), "-")
    asked = sum(len(slide.questions) for slide in found)
    minutes = round(sum(slide.minutes() for slide in found))
    notes = markdown("\n\n".join([
        _("{slides} slides, {asked} questions to the class, about {minutes} minutes when each "
          "slide takes one minute, each question two, each step half a minute and each scene "
          "two.").format(slides=len(found) + sum(len(one.scenes) for one in found),
                         asked=asked, minutes=minutes),
        _("Space goes on. A figure with small letters fills the screen at the next press and "
          "goes back to its place at the one after. Arrow keys in a scene turn the scene; "
          "`PageDown` leaves it."),
        f"**{_('In this order:')}**\n\n" + "\n".join(
            f"- {one}" for one in dict.fromkeys(slide.title for slide in found))]))
    notes.metadata.slideshow = {"slide_type": "notes"}
    return [head, notes, part]


def curly(text: str) -> str:
    """English quotes and apostrophes as they are printed; text is what stands between code and
    formulas.

    >>> curly('the arm "Ry Rz" of ("best") "1".')
    'the arm “Ry Rz” of (“best”) “1”.'
    >>> [curly(one) for one in ('its trace "', '" in two entries', "'s rule, the motors' half")]
    ['its trace “', '” in two entries', '’s rule, the motors’ half']
    """
    text = CLOSES.sub("”", OPENED.sub("“", text))
    return SINGLE.sub("‘", text).replace("'", "’")


class _Renderer(IPythonRenderer):
    """Markdown with a mark for each formula."""

    def __init__(self, later: Later, language: str):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.later, self.language = later, language

    def text(self, text):
        return super().text(curly(text) if self.language == SOURCE else text)

    def block_math(self, body):
        return self.later(body.strip(), True)

    multiline_math = block_math

    def inline_math(self, body):
        return self.later(body.strip(), False)

    def latex_environment(self, name, body):
        return self.later(rf"\begin{{{name}}}{body}\end{{{name}}}", True)


class _Exporter(SlidesExporter):
    """nbconvert's slides, whose formulas are typeset when all are known."""

    def __init__(self, **settings):
        self.later = Later()
        super().__init__(**settings)

    @pass_context
    def markdown2html(self, context, source):
        renderer = _Renderer(self.later, self.language_code)
        return MarkdownWithMath(renderer=renderer).render(source)

    def from_notebook_node(self, nb, resources=None, **more):
        """As in nbconvert, whose last step reads the whole page as a tree for two attributes.

        Of these our pictures have the one, `alt`, and the boxes get the other here.
        """
        lexer = nb.metadata.get("language_info", {}).get("pygments_lexer", "ipython3")
        self.register_filter("highlight_code", Highlight2HTML(pygments_lexer=lexer, parent=self))
        page, resources = super(HTMLExporter, self).from_notebook_node(nb, resources, **more)
        return REACHED.sub(r'<div\1 tabindex="0">', page), resources

    def default_filters(self):
        yield from super().default_filters()
        yield "drawn", lambda latex: self.later(LATEX.sub(r"\1", latex.strip()), True)


def exporter() -> _Exporter:
    """nbconvert's slides with our page: everything beside it in the folder."""
    page = (Path(__file__).parent / "templates" / "slides.html.j2").read_text("utf-8")
    made = _Exporter(extra_loaders=[DictLoader({"slides.html.j2": page})],
                     template_file="slides.html.j2")
    made.reveal_url_prefix, made.reveal_theme = "reveal", "white"
    made.reveal_width, made.reveal_height = "1280", "720"
    made.exclude_anchor_links = made.optimistic_validation = True
    made.exclude_input_prompt = made.exclude_output_prompt = True
    return made


def build(output: Path, only: str = "") -> int:
    """Write the slides of all lessons, or of one, and a page that lists them."""
    output.mkdir(parents=True, exist_ok=True)
    _bring(*REVEAL, output / "reveal")
    for name in ("slides.css", "slides.js"):
        shutil.copy(Path(__file__).parent / "static" / name, output / name)
    live.write(output, only)
    fonts.bring(output.parent / "fonts", output, at_once=False)
    maker, titles, made = exporter(), {}, {}
    for language in words.languages():
        maker.language_code = language
        for path in facts.notebooks(language):
            notebook, name = nbformat.read(path, as_version=4), file(path.stem, language)
            titles[name] = language, _title(notebook.cells[0].source, path.stem)
            if path.name.startswith(only):
                made[name], _ = maker.from_notebook_node(deck(notebook, path.stem, language))
    typeset = Typesetter(output.parent / "maths.json")
    typeset.keep(maker.later.met)
    typeset.bring(output)
    for name, body in made.items():
        (output / name).write_text(maker.later.fill(body, typeset), encoding="utf-8")
    (output / "index.html").write_text(_index(titles), encoding="utf-8")
    return 0


def file(name: str, language: str) -> str:
    """The file of a lesson's slides: NAME.html, NAME.ru.html."""
    return f"{name}.html" if language == SOURCE else f"{name}.{language}.html"


def _bring(package: str, source: str, target: Path) -> None:
    """A copy of a library's file or folder, once."""
    origin = next(iter(find_spec(package).submodule_search_locations)) / Path(source)
    if not target.exists():
        (shutil.copytree if origin.is_dir() else shutil.copy)(origin, target)


def _index(titles: dict[str, tuple[str, str]]) -> str:
    """titles: file -> language, title."""
    rows = "\n".join(f'<li lang="{language}"><a href="{name}">{html.escape(title)}</a></li>'
                     for name, (language, title) in sorted(titles.items()))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Slides</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="fonts.css">
<link rel="stylesheet" href="slides.css"></head>
<body class="list"><main><h1>Slides of the lessons</h1>
<p>Space goes on, S opens the speaker's notes, O the overview, F fills the screen.
For paper: add <code>?print-pdf</code> to the address and print.</p>
<ul>
{rows}
</ul>
<p><a href="../book/index.html">The lessons to read</a></p></main></body></html>
"""
