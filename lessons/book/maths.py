"""Mathematics typeset when the site is built: pages hold drawn formulas and need no script.

MathJax runs in node once a build, on the formulas that no build before it has met. Its fonts are
files beside the pages; its stylesheet keeps the letters that are there. Hidden beside each
formula stands its MathML, which screen readers read.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Iterable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from docutils import nodes

from robokit.codegen import engine

from .thin import Thinner

__all__ = ["Later", "MathsError", "Typesetter", "setup"]

Formula = tuple[str, bool]                      # LaTeX, whether it is a display

PACKAGE = "sphinx-mathjax-offline"
FORM = "thin 5"                                 # of what is kept; another one is drawn anew
SCRIPT = Path(__file__).parent / "maths.js"
OPENED = re.compile(r"[(\[«„“]*$")
CLOSED = re.compile(r"[.,;:!?)\]»”’…]*(?:[ \n\u00a0]—(?=\s))?")      # no line begins with a dash
WRONG = re.compile(r'data-mjx-error="([^"]*)"')
TAG = re.compile(r"<(/?)[\w-]+([^>]*)>")
SIGN = re.compile(r" space=\"?[34]\b")            # what stands on either side of a sign, and it
#: A minus behind a comma and "\ " is the sign of a number; MathJax takes it for a difference.
SIGNED = re.compile(r"([,;]\s*\\ \s*)-")
#: And a sign behind the space that begins a line is that of a sum, which goes on there.
GOES_ON = re.compile(r"(&\s*(?:\\q?quad\s*)+)(?=[+-])")
#: The prime of an equation's number: as a letter of its text it would hang low.
PRIMED = re.compile(r"(\\tag\{[^}]*)′\}")
LONG = 18                               # letters of a formula that may be wider than a phone


class MathsError(Exception):
    """A formula that is no mathematics."""


class Typesetter:
    """Formulas as HTML. `keep` makes what is new at once; a call gives one of them."""

    def __init__(self, store: Path):
        """store: the file that keeps formulas from build to build."""
        self.store, self.release = store, f"{version(PACKAGE)} {FORM}"
        kept = json.loads(store.read_text("utf-8")) if store.is_file() else {}
        known = kept if kept.get("release") == self.release else {
            "drawn": {}, "sheet": "", "rules": [], "letters": [], "begun": uuid4().hex}
        self.begun: str = known["begun"]                # which store this is
        self.drawn: dict[str, str] = known["drawn"]
        self.sheet: str = known["sheet"]                # as MathJax writes it
        self.thinner = Thinner(known["rules"], known["letters"])

    def __call__(self, latex: str, display: bool) -> str:
        """HTML of a formula that is kept."""
        return self.drawn[_key(latex, display)]

    def keep(self, formulas: Iterable[Formula]) -> None:
        """Typeset what is new. MathsError names the first formula that cannot be read."""
        new = list(dict.fromkeys(f for f in formulas if _key(*f) not in self.drawn))
        if not new:
            return
        made, self.sheet = engine.run(SCRIPT.read_text("utf-8"), [
            str(_mathjax()), [(_spaced(latex), display) for latex, display in new]])
        for (latex, _), drawn in zip(new, made):
            if wrong := WRONG.search(drawn):
                raise MathsError(f"mathematics: got {latex!r}: {wrong[1]}")
        thin = self.thinner.formulas(made, self.sheet)
        self.drawn |= {_key(*formula): drawn for formula, drawn in zip(new, thin)}
        self.store.parent.mkdir(parents=True, exist_ok=True)
        self.store.write_text(json.dumps({
            "release": self.release, "begun": self.begun, "drawn": self.drawn,
            "sheet": self.sheet, "rules": self.thinner.rules,
            "letters": list(self.thinner.letters)}), encoding="utf-8")

    def bring(self, folder: Path) -> None:
        """The stylesheet of the letters that are met, maths.css, and the fonts, maths/."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "maths.css").write_text(self.thinner.sheet(self.sheet), encoding="utf-8")
        shutil.copytree(_mathjax() / "output/chtml/fonts/woff-v2", folder / "maths",
                        dirs_exist_ok=True)


class Later:
    """Marks in the place of formulas, until all are known and can be typeset at once."""

    def __init__(self):
        self.met: list[Formula] = []

    def __call__(self, latex: str, display: bool) -> str:
        """A mark for a formula."""
        self.met.append((latex, display))
        return f"\ue000{len(self.met) - 1}\ue001"

    def fill(self, text: str, typeset: Typesetter) -> str:
        """The text with formulas in place of the marks."""
        return re.sub("\ue000([0-9]+)\ue001", lambda mark: typeset(*self.met[int(mark[1])]), text)


def breakable(drawn: str) -> str:
    """A drawn formula that may go on in the next line, before one of its own signs, if it is long.

    A phone's column is narrower than many a formula; where they break says book.css.
    """
    seen, heard, spoken = drawn.partition("<m-l>")
    if seen.count("class=") < LONG:
        return drawn
    parts, depth, spaced, start = [], 0, 0, 0
    for tag in TAG.finditer(seen):
        if tag[1]:
            depth -= 1
            continue
        if depth == 2:                              # in mjx-container, mjx-math
            spaced = spaced + 1 if SIGN.search(tag[2]) else 0
            if spaced % 2:                          # a sign; the next one is what stands behind it
                parts.append(seen[start:tag.start()])
                start = tag.start()
        depth += 1
    return "<wbr>".join([*parts, seen[start:]]) + heard + spoken


def _spaced(latex: str) -> str:
    """The formula with the spaces beside its signs that TeX gives them, and its number's prime."""
    return PRIMED.sub(r"\1$'$}", GOES_ON.sub(r"\1{}", SIGNED.sub(r"\1{-}", latex)))


def _key(latex: str, display: bool) -> str:
    return f"{'display' if display else 'inline'} {latex.strip()}"


def _mathjax() -> Path:
    spec = find_spec(PACKAGE)
    assert spec is not None and spec.submodule_search_locations
    return Path(next(iter(spec.submodule_search_locations))) / "static/mathjax"


# -- Sphinx ---------------------------------------------------------------------------------------
def setup(app):
    """Formulas of all pages are typeset when they have been read, before any is written."""
    app.add_html_math_renderer("typeset", (_inline, None), (_display, None))
    app.connect("env-get-outdated", _note)
    app.connect("doctree-read", _collect)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _typeset)
    app.connect("doctree-resolved", _tie)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}


def _note(app, env, added, changed, removed):
    """Remember which pages are read anew."""
    app.read_anew = added | changed
    env.formulas = getattr(env, "formulas", {})
    return ()


def _collect(app, doctree):
    """The formulas of a page that is being read: to read it again for them takes seconds."""
    app.env.formulas[app.env.docname] = [
        (node.astext(), isinstance(node, nodes.math_block))
        for node in doctree.findall(_is_mathematics)]


def _merge(app, env, names, other):
    """Bring what another process has collected."""
    env.formulas |= {name: other.formulas[name] for name in names}


def _typeset(app, env):
    """Formulas of the pages that are read anew; of all where this store does not know them yet."""
    if app.builder.format == "html":
        typeset = Typesetter(Path(app.doctreedir).parent / "maths.json")
        known = getattr(env, "typeset_in", "") == typeset.begun
        env.typeset_in = typeset.begun
        typeset.keep(formula for name in sorted(app.read_anew if known else env.found_docs)
                     for formula in env.formulas[name])
        typeset.bring(Path(app.outdir) / "_static")
        app.builder.typeset = typeset
        return [] if known else sorted(env.found_docs)        # pages drawn from another store
    return []


def _tie(app, doctree, name):
    """A formula keeps the bracket before it and the full stop or dash behind it on its line.

    Texts are put in by their place: that which is equal to another one is not the other one.
    """
    for formula in list(doctree.findall(nodes.math)):
        around = formula.parent
        place = around.index(formula)
        if place and isinstance(around[place - 1], nodes.Text):
            formula["opened"] = OPENED.search(around[place - 1].astext())[0]
            left = around[place - 1].astext().removesuffix(formula["opened"])
            around[place - 1] = nodes.Text(left)
        if place + 1 < len(around) and isinstance(around[place + 1], nodes.Text):
            closed = CLOSED.match(around[place + 1].astext())[0]
            around[place + 1] = nodes.Text(around[place + 1].astext().removeprefix(closed))
            formula["closed"] = re.sub(r"\s", "\u00a0", closed)         # another one would vanish


def _is_mathematics(node) -> bool:
    return isinstance(node, (nodes.math, nodes.math_block))


def _inline(self, node):
    opened, closed = (html.escape(node.get(side, "")) for side in ("opened", "closed"))
    drawn = breakable(self.builder.typeset(node.astext(), False))
    if opened or closed or node["ids"]:
        drawn = (self.starttag(node, "span", "", CLASS="math") + opened + drawn + closed
                 + "</span>")
    self.body.append(drawn)
    raise nodes.SkipNode


def _display(self, node):
    numbered = " numbered" if r"\tag{" in node.astext() else ""
    self.body.append(self.starttag(node, "div", CLASS=f"math{numbered}")
                     + self.builder.typeset(node.astext(), True) + "</div>\n")
    raise nodes.SkipNode
