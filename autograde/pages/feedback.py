"""Feedback pages: one HTML file a submission, readable offline.

nbgrader's own converter makes them; here the mathematics is turned into MathML, which browsers
draw themselves, and the page asks nothing of the network. What a student wrote as HTML is shown
as text. The page holds the student's own work and the verdicts, nothing else.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import tostring

from jinja2 import BytecodeCache
from latex2mathml.converter import convert_to_element
from nbconvert.exporters import HTMLExporter
from nbconvert.exporters.templateexporter import TemplateExporter
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbgrader.api import BaseCell, Comment, Grade
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import GetGrades
from traitlets.config import Config

from ..course import FULL, Course
from ..foreign import of_error
from ..judging.task import Assignment
from ..judging.verdict import Verdict
from ..library import speaker
from ..plainly import plainly
from ..record.codes import code_of
from ..record.gradebook import (
    configuration,
    quiet,
    scores,
    verdict_html,
    with_code,
    without_rubrics,
)
from ..record.state import AGAIN, UNREAD
from ..run.receipt import Receipt, read_receipt, receipts
from ..run.second import of_receipt
from ..words import SOURCE, Speaker, Text, _, joined, languages, said
from .outputs import say_again
from .shown import figure, shown, write_pages
from .story import dated
from .voices import Voices

__all__ = ["FeedbackExporter", "as_html", "mathml", "write_all", "write_feedback"]

TEMPLATES = Path(__file__).parent / "templates"
SHOWN_CELL, SHOWN_PAGE = 10_000, 100_000    # characters of source; drawing more takes minutes
SHOWN_FORMULA = 20_000
KEPT = 2_000                                # cells that are drawn once for the whole class
UNDESCRIBED = _("A picture that the code drew, without a description.")
LONG_FORMULA = 80                           # characters: wider than a phone
_BRACKETS = {("(", ")"): "round", ("[", "]"): "square", ("|", "|"): "bars"}
_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PROOF, LONGEST_PROOF = "submission_secret.txt", 1_000
LEFT_OUT = _("[the rest is left out on this page]")
_DRAWN = frozenset(("columnalign", "columnlines", "columnspacing", "display", "displaystyle",
                    "accent", "depth", "fence", "form", "height", "largeop", "linethickness",
                    "lspace", "mathcolor", "mathsize", "mathvariant", "maxsize", "minsize",
                    "movablelimits", "notation", "rowlines", "rowspacing", "rspace",
                    "scriptlevel", "separator", "stretchy", "symmetric", "voffset", "width",
                    "xmlns"))


def mathml(latex: str, display: str = "inline") -> str:
    """LaTeX as MathML; what cannot be read stays as it was typed."""
    try:
        if len(latex) > SHOWN_FORMULA:
            raise ValueError("too long to draw")
        plain = latex.strip().strip("$").replace("{aligned}", "{align*}")
        math = convert_to_element(plain, display=display)
        for element in math.iter():
            _made_plain(element)
        for element in list(math.iter()):
            _bracketed(element)
            _joined_numbers(element)
        return tostring(math, encoding="unicode")
    except Exception:               # a student's formula may be anything
        return f"<code>{html.escape(latex)}</code>"


def _made_plain(element) -> None:
    """Texts stay texts, whatever they spell; attributes are those that only draw."""
    element.text, element.tail = (text and html.unescape(text)
                                  for text in (element.text, element.tail))
    for name in set(element.attrib) - _DRAWN:
        del element.attrib[name]


def _bracketed(element) -> None:
    """Brackets round a matrix become its frame: without a font for mathematics none grows."""
    parts = list(element)
    for left, table, right in zip(parts, parts[1:], parts[2:]):
        form = _BRACKETS.get((left.text, right.text))
        if table.tag == "mtable" and left.tag == right.tag == "mo" and form:
            table.set("class", form)
            element.remove(left)
            element.remove(right)


def _joined_numbers(element) -> None:
    """0{,}1 is one number: with the comma on its own it would be read as two, a space between."""
    parts = list(element)
    for whole, comma, rest in zip(parts, parts[1:], parts[2:]):
        if whole.tag == rest.tag == "mn" and comma.tag == "mrow" and \
                [(inner.tag, inner.text) for inner in comma] == [("mo", ",")]:
            rest.text = f"{whole.text},{rest.text}"
            element.remove(whole)
            element.remove(comma)


class _Renderer(IPythonRenderer):
    """Markdown with drawn mathematics, without raw HTML and without foreign images."""

    speaker = Speaker()

    def block_math(self, body):
        reached = ' tabindex="0"' if len(body) > LONG_FORMULA else ""       # it may be scrolled
        return f'<div class="formula"{reached}>{mathml(body, "block")}</div>'

    multiline_math = block_math

    def inline_math(self, body):
        return mathml(body)

    def latex_environment(self, name, body):
        return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")

    def inline_html(self, html):
        return self.escape_html(html)

    def block_html(self, html):
        return f"<pre>{self.escape_html(html)}</pre>"

    def heading(self, text, level, **attrs):
        return f"<h{level}>{text}</h{level}>\n"        # with an anchor MathML loses its meaning

    def table_cell(self, text, align=None, head=False):
        tag = "th" if head and text.strip() else "td"
        side = f' style="text-align: {align}"' if align in ("left", "center", "right") else ""
        return f"  <{tag}{side}>{text}</{tag}>\n"

    def image(self, text, url, title=None):
        told = self.speaker.say(_("[picture: {what}]", what=text) if text else
                                _("[picture without description]"))
        return f"<em>{html.escape(told)}</em>"


@lru_cache(KEPT)
def as_html(markdown: str, language: str = SOURCE) -> str:
    """Markdown as HTML with drawn mathematics; raw HTML in it is shown as text."""
    renderer = _Renderer(escape=True)
    renderer.speaker = Speaker(language)
    return MarkdownWithMath(renderer=renderer).render(markdown)


@lru_cache(KEPT)
def _highlighted(code: str) -> str:
    return Highlight2HTML(pygments_lexer="ipython3")(code)


class _Compiled(BytecodeCache):
    """Compiled templates, for the pages that follow."""

    kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket):
        self.kept[bucket.key] = bucket.bytecode_to_string()


class FeedbackExporter(HTMLExporter):
    """nbconvert's HTML with the feedback template and MathML.

    HTMLExporter reads each page again with a parser, to describe pictures and to number the stops
    of the keyboard in JupyterLab's template. Here that took half of the time, and our template
    asks for the first alone.
    """

    template_name = "feedback"
    voices = Voices()       # in whose languages the page can be read
    title = ""              # of the assignment
    titles: Mapping[str, str] = {}      # of its tasks
    verdicts: Mapping[str, Verdict] = {}        # task -> what the judge says
    handed_in: Mapping[str, str] = {}           # flag as the notebook has it -> the text it was
    attempts: Mapping[str, Any] | None = None   # how two attempts became one mark; see `_attempts`
    dated: Text | None = None           # the deadline, and when the work was handed in
    code: str = ""                      # by which an instructor finds this mark
    pictures: Mapping[str, str] = {}    # task -> what its answer looks like, HTML

    def __init__(self, **kwargs):
        config = kwargs.pop("config", Config())
        config.HTMLExporter.extra_template_basedirs = [str(TEMPLATES)]
        config.HTMLExporter.template_name = "feedback"
        super().__init__(config=config, **kwargs)

    def from_notebook_node(self, nb, resources=None, **kw):
        without_rubrics(nb)
        nb.metadata["title"], nb.metadata["titles"] = self.title, dict(self.titles)
        nb.metadata["attempts"], nb.metadata["dated"] = self.attempts, self.dated
        nb.metadata["code"] = self.code
        nb.metadata["pictures"] = {f"{task}_answer": x for task, x in self.pictures.items()}
        nb.metadata["again"] = AGAIN if any(flag.startswith(
            UNREAD) for flag in nb.metadata.get("handed_in", [])) else ""
        nb.metadata["handed_in"] = [self.handed_in.get(flag, flag)
                                    for flag in nb.metadata.get("handed_in", [])]
        _cut(nb, self.voices.first)
        self._say_again(nb)
        page, resources = TemplateExporter.from_notebook_node(self, nb, resources, **kw)
        return _described(page, self.voices.first), resources

    def _say_again(self, nb) -> None:
        """Each verdict in all languages of the page; the notebook has it in the course's. What the
        sandbox said below a cell, in the course's."""
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                say_again(output, self.voices.first.say)
            verdict = self.verdicts.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            for output in cell.get("outputs", []) if verdict is not None else []:
                if "text/html" in output.get("data", {}):
                    output.data["text/html"] = verdict_html(
                        verdict, lambda text: self.voices.html(text, with_code))

    def _create_environment(self):
        environment = super()._create_environment()
        environment.bytecode_cache = _Compiled()
        environment.globals |= {"_": _, "said": said, "joined": joined, "number": _number,
                                "voices": self.voices, "t": self.voices.html,
                                "plainly": plainly, "with_code": with_code,
                                "say": self.voices.first.say}
        return environment

    def _heading(self, text: str) -> str:
        """A heading with its formulas, without the paragraph around it."""
        return re.sub(r"</?p>\n?", "", as_html(text, self.voices.first.language)).strip()

    def default_filters(self):
        yield from super().default_filters()
        yield "markdown2html", lambda text: as_html(text, self.voices.first.language)
        yield "highlight_code", lambda code, **rest: _highlighted(code)
        yield "heading", lambda text: self.voices.html(text, self._heading)
        yield "latex2mathml", lambda text: mathml(text, "block")


class _Grades(GetGrades):
    """nbgrader's own, which asks the gradebook about each cell; this asks about a notebook."""

    def preprocess(self, nb, resources):
        self._kept: dict[Any, dict[str, Any]] = {}
        return super().preprocess(nb, resources)

    def _of(self, kind: Any, cell) -> Any:
        """The cell's row of this kind, None where there is none."""
        if kind not in self._kept:
            book, place = self.gradebook, (self.notebook_id, self.assignment_id, self.student_id)
            rows = book.db.query(BaseCell.name, kind).join(BaseCell, BaseCell.id == kind.cell_id)
            self._kept[kind] = dict(rows.filter(
                kind.notebook_id == book.find_submission_notebook(*place).id).all())
        return self._kept[kind].get(cell.metadata["nbgrader"]["grade_id"])

    def _get_comment(self, cell, resources):
        if (found := self._of(Comment, cell)) is None:
            return super()._get_comment(cell, resources)        # which says what is missing
        cell.metadata.nbgrader["comment"] = found.comment

    def _get_score(self, cell, resources):
        if (found := self._of(Grade, cell)) is None:
            return super()._get_score(cell, resources)
        cell.metadata.nbgrader["score"] = found.score
        cell.metadata.nbgrader["points"] = found.max_score


def _number(x: float) -> Text:
    """Points, as they are shown."""
    return _("{x:g}", x=round(float(x), 2))


def _described(page: str, speaker: Speaker) -> str:
    """Every picture has an alternative text."""
    return re.sub(r"<img(?![^>]*\salt=)", f'<img alt="{speaker.say(UNDESCRIBED)}"', page)


def _cut(nb, speaker: Speaker) -> None:
    """Leave out what no student writes by hand, so that no page takes long to make."""
    room = SHOWN_PAGE
    for cell in nb.cells:
        if len(cell.source) > min(room, SHOWN_CELL):
            cell.source = f"{cell.source[:min(room, SHOWN_CELL)]}\n{speaker.say(LEFT_OUT)}"
        room = max(0, room - len(cell.source))
        cell.source = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", cell.source)


def write_feedback(course: Course, assignment: Assignment, student: str,
                   book: Mapping[str, dict[str, Any]] | None = None) -> Path:
    """The feedback page of one graded submission; returns where it is.

    book: what the gradebook holds (see `scores`), where it was read already. FileNotFoundError
    where the graded notebook is gone.
    """
    graded = course.autograded / student / assignment.name / f"{assignment.name}.ipynb"
    if not graded.is_file():
        raise FileNotFoundError(_("{path} is missing", path=graded))
    config = configuration(course)
    page = course.feedback / student / assignment.name / f"{assignment.name}.html"
    receipt, voices = read_receipt(course.receipt(assignment.name, student)), _voices(
        course.settings.language, assignment)
    drawn, row = shown(course, assignment, receipt), (
        scores(course, assignment) if book is None else book).get(student)
    with quiet():
        directory = CourseDirectory(config=config, assignment_id=assignment.name,
                                    student_id=student)
        converter = GenerateFeedback(coursedir=directory, config=config, force=True)
        converter.preprocessors = [_Grades]     # our template asks for no style sheet of theirs
        converter.exporter_class = type("Exporter", (FeedbackExporter,),
                                        {"title": assignment.title, "titles": assignment.titles,
                                         "attempts": _attempts(course, assignment, receipt, row),
                                         "dated": receipt and row and dated(
                                             course, assignment, receipt, row),
                                         "code": code_of(course, assignment.name, student),
                                         "pictures": {task: figure(task, one, voices)
                                                      for task, one in drawn.items()},
                                         "voices": voices} | _told(receipt))
        converter.start()
    write_pages(drawn, page.parent, course.settings.language)
    handed_in = course.submitted / student / assignment.name
    if not course.linked(handed_in):
        _prove(handed_in, page.parent)
    return page


def _voices(language: str, assignment: Assignment) -> Voices:
    """The course's language first."""
    return Voices([speaker(assignment, one) for one in
                   sorted(languages(), key=lambda one: one != language)])


def _told(receipt: Receipt | None) -> dict[str, Any]:
    """Verdicts and flags, which can be said in any language; a page is made without them too."""
    if receipt is None:
        return {}
    return {"verdicts": {v.task: v for v in receipt.verdicts},
            "handed_in": {str.__str__(flag): flag for flag in receipt.flags}}


def _attempts(course: Course, assignment: Assignment, receipt: Receipt | None,
              row: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What a student reads of both attempts, and the points of each task; None for one alone."""
    if receipt is None or receipt.other is None or row is None:
        return None
    found = of_receipt(receipt, course.settings, row["due"])
    assert found is not None
    points = [{v.task: v.points for v in r.verdicts} for r in (found.first, found.second)]
    return {"said": found.told, "second": receipt.second,
            "tasks": {t.id: [p.get(t.id, 0.0) for p in points] for t in assignment.tasks}}


def write_all(course: Course, assignments: list[Assignment]) -> tuple[int, list[str]]:
    """The pages of all that is graded: how many, and for whom there is none, and why.

    Whatever is wrong with one student's files, the others get their pages.
    """
    made, failed = 0, []
    for assignment in assignments:
        book = scores(course, assignment)
        for receipt in receipts(course, [assignment]):
            try:
                write_feedback(course, assignment, receipt.student, book)
                made += 1
            except Exception as e:
                if isinstance(e, OSError) and e.errno in FULL:
                    raise
                failed.append(_("{student}: {error}; autograde grade {assignment} --student "
                                "{student} makes it anew", student=receipt.student,
                                error=of_error(e), assignment=assignment.name))
    return made, failed


def _prove(handed_in: Path, feedback: Path) -> None:
    """nbgrader's exchange gives a page back against the proof that came with the submission."""
    proof = handed_in / PROOF
    if not handed_in.is_symlink() and not proof.is_symlink() and proof.is_file():
        (feedback / PROOF).write_bytes(proof.read_bytes()[:LONGEST_PROOF])
