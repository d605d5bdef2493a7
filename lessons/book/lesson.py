"""A built notebook as a page of the site: anchors, links, pictures with alternative texts."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path
from uuid import uuid4

import nbformat
from nbformat.v4 import new_code_cell

from robokit import errata
from robokit.errata import formulas

from .. import words
from . import captions, facts, live, reader
from .facts import SOURCE

MATHS = re.compile(r"\$\$.*?\$\$", re.S)
LABEL = re.compile(r"\\tag\{([\w.]+′?)\}")
NOTEBOOKS = re.compile(r"(?m)^\*\*\w+\*\*(?: · \[\w+\]\(\S+\.ipynb\))+$")
FILE = re.compile(r"(?<!`)`((?:lessons|robokit)/[\w./-]+\.\w+)`(?!`)")
SUMMARY = re.compile(r"<summary>(.+?)</summary>")
CARD = "erratum-card"                           # the class of an erratum that unfolds
DISPLAY = 640                                   # pixels: wider pictures fill the column


def page(path: Path, pictures: Path, language: str = SOURCE) -> nbformat.NotebookNode:
    """The notebook with what a page needs; its pictures are written into `pictures`.

    Where the lesson is there in several languages every cell has an anchor, the same in all of
    them, so that the switch between the languages stays on the paragraph.
    """
    notebook, number = nbformat.read(path, as_version=4), path.name[:2]
    cells, met, others = [], set(), facts.others(path.stem, language)
    scenes = {k: live.scene(one) for k, one in live.behind(path.stem, notebook.cells)}
    for place, cell in enumerate(notebook.cells, 1):
        cell.metadata.pop("slideshow", None)
        tags, shown = cell.metadata.get("tags", []), _opens(cell)
        if tags or others:
            cells.append(markdown(f"(cell-{number}-{place})="))
        if cell.cell_type == "markdown":
            text = facts.named(_plain(cell.source), language)
            cell.source = linked(_labelled(text, number, met), pictures.parent)
            cells.append(cell)
        else:
            cells += _code(_folded(cell, language), f"{path.stem}-{place}", pictures)
        if place - 1 in scenes:
            cells.append(markdown(scenes[place - 1].embed(
                home(language), live.spoken(language), level=3)))
        strip = _strip(tags, number, met, language, shown)
        cells += [markdown(strip)] if strip else []
    notebook.cells = _joined(cells)
    notebook.cells[0].source += "\n\n" + _head(path, language, others)
    for place, cell in enumerate(notebook.cells, 1):
        cell.id = f"{number}-{place}"           # nbformat's own are other ones at every build
    return notebook


def markdown(source: str) -> nbformat.NotebookNode:
    """A cell of words. That of nbformat is checked by itself, which takes longer than all else."""
    return nbformat.from_dict({"id": uuid4().hex[:8], "cell_type": "markdown", "source": source,
                               "metadata": {}})


def home(language: str) -> str:
    """From a lesson's page to the first page of the site in English."""
    return "../" if language == SOURCE else "../../"


def _plain(source: str) -> str:
    """Without the marks for slides, and without the line that leads to other notebooks."""
    return re.sub(r"(?m)^<!--[^>]*-->\n|<!--(?s:.*?)-->", "", NOTEBOOKS.sub("", source))


def linked(text: str, sources: Path) -> str:
    """A file of the lessons or of robokit that is named, as a download; sources: of the site.

    What is linked is copied into the folder sources/_files, a folder beside that of the page.
    """
    def download(found: re.Match) -> str:
        if not (facts.ROOT / found[1]).is_file():
            return found[0]
        _write(sources / "_files" / found[1], (facts.ROOT / found[1]).read_bytes())
        return f"{{download}}`{found[1]} <../_files/{found[1]}>`"
    return FILE.sub(download, text)


def _folded(cell, language: str):
    """What JupyterLab folds is folded on the page, with words on it that say what it is."""
    _ = words.translations(language).gettext
    for tag, fold, title in (("predict", "hide-output", _("Show what comes")),
                             ("solution", "hide-cell", _("The solution as code"))):
        if tag in cell.metadata.get("tags", []):
            cell.metadata.tags.append(fold)
            cell.metadata["mystnb"] = {"code_prompt_show": title, "code_prompt_hide": _("Fold up")}
    return cell


def _head(path: Path, language: str, others: list[str]) -> str:
    _ = words.translations(language).gettext
    name = path.stem if language == SOURCE else f"{path.stem}.{language}"
    notebook, shown = _("This lesson as a notebook"), _("its slides")
    links = [f"{{download}}`{notebook} <{path.name}>`",
             f'<a href="../{home(language)}slides/{name}.html">{shown}</a>']
    if 1 <= int(path.name[:2]) <= 9:
        links.append(f'<a href="../practice.html#practice-{int(path.name[:2])}">'
                     + _("practise with numbers of your own") + "</a>")
    return (":::{div} lesson-head\n" + " · ".join(links) + "\n:::\n\n"
            + switch(f"lessons/{path.stem}", language, others, home(language)))


def switch(page: str, language: str, others: list[str], home: str) -> str:
    """Links to a page in other languages; home: from the page to the first page in English."""
    _ = words.translations(language).gettext
    title = _("Language")
    links = "".join(f'<a class="language" lang="{one}" hreflang="{one}" href="{home}'
                    f'{"" if one == SOURCE else f"{one}/"}{page}.html">{words.called(one)}</a>'
                    for one in others)
    return f'<nav class="languages" aria-label="{title}">{links}</nav>' if others else ""


def _opens(cell) -> bool:
    """Does its output show errata as cards? Their summaries are given room for formulas."""
    found = [one.data for one in cell.get("outputs", []) if CARD in one.get("data", {}).get(
        "text/markdown", "")]
    for data in found:
        data["text/markdown"] = SUMMARY.sub(r"<summary>\n\n\1\n\n</summary>",
                                            data["text/markdown"])
    return bool(found)


def _joined(cells):
    """Targets stand at the head of the cell that follows, where MyST binds them to something."""
    joined, waiting = [], ""
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("(") \
                and cell.source.endswith(")=") and "\n" not in cell.source:
            waiting += cell.source + "\n"
        elif waiting and cell.cell_type == "markdown" and not cell.source.startswith("<"):
            cell.source, waiting = f"{waiting}\n{cell.source}", ""
            joined.append(cell)
        else:
            if waiting:                          # code, a fold: an anchor of its own before it
                names = re.findall(r"\((.*?)\)=", waiting)
                joined.append(markdown("".join(
                    f"({name})=\n" for name in names) + "\n:::{div} cell-anchor\n:::"))
                waiting = ""
            joined.append(cell)
    return joined


def _labelled(source: str, number: str, met: set[str]) -> str:
    """A target before every display that carries the number of an equation."""
    def before(match):
        found = [n for n in (_known(label, number) for label in LABEL.findall(match[0]))
                 if n and n not in met]
        met.update(found)
        return "".join(f"\n\n({facts.equation_anchor(n)})=\n" for n in found) + match[0]
    return MATHS.sub(before, source)


def _known(label: str, number: str) -> str | None:
    """The name of the equation that a lesson prints as `label`; its own section comes first."""
    return next((name for name in _bearing().get(label, []) if _first(name, number)), None)


@cache
def _bearing() -> dict[str, list[str]]:
    """Label -> names of the equations that bear it and have a cell."""
    found: dict[str, list[str]] = {}
    for name, equation in facts.equation_names().items():
        if facts.cells().get(f"eq-{name}"):
            found.setdefault(equation.label, []).append(name)
    return found


def _code(cell, name: str, pictures: Path):
    """The cell with its pictures as images of the page, each where it was drawn."""
    parts, open_cell, count, outputs = [cell], cell, 0, cell.outputs
    cell.outputs = []
    for output in outputs:
        data = output.get("data", {})
        if "image/png" not in data:
            if open_cell is None and "text/markdown" in data:           # its caption
                parts.append(markdown(captions.printed(data["text/markdown"])))
                continue
            if open_cell is None:
                open_cell = new_code_cell("...", metadata={"tags": ["remove-input"]})
                parts.append(open_cell)
            open_cell.outputs.append(output)
            continue
        count += 1
        about = output.get("metadata", {}).get("image/png", {})
        file = pictures / f"{name}-{count}.png"
        _write(file, base64.b64decode(data["image/png"]))
        if not about.get("alt"):
            raise ValueError(f"{name}: a picture without an alternative text")
        parts.append(markdown(_image(f"../{pictures.name}/{file.name}", about)))
        open_cell = None
    return parts


def _image(path: str, about: dict) -> str:
    alt = " ".join(about["alt"].replace("\n", " ").split())
    width = f":width: {about['width']}px\n" if about.get("width") else ""
    return f"```{{image}} {path}\n:alt: {alt}\n{width}:class: drawn\n```"


def _strip(tags: list[str], number: str, met: set[str], language: str = SOURCE,
           shown: bool = False) -> str:
    """What a tagged cell is linked with: equations, functions, tasks, errata.

    shown: the cell itself shows its errata as cards.
    """
    names = [t[3:] for t in tags if t.startswith("eq-") and t[3:] in facts.equation_names()]
    wrong = [t[8:] for t in tags if t.startswith("erratum-") and t[8:] in facts.errata_ids()]
    if not names and not wrong:
        return ""
    targets = [n for n in names if n not in met and _first(n, number)]
    cards = [e for e in wrong if not shown and f"erratum-{e}" not in met]    # one each on a page
    met.update(targets, (f"erratum-{e}" for e in cards))
    functions = dict.fromkeys(facts.equation_names()[n].function for n in names)
    tasks = dict.fromkeys(t for n in names for t in facts.tasks_of_equations().get(n, []))
    _ = words.translations(language).gettext
    parts = [(_("Equation"), ", ", [facts.equation_link(n, language) for n in names]),
             (_("carried by"), ", ", [facts.function_link(f, language) for f in functions]),
             (_("tasks"), ", ", [facts.task_link(t) for t in tasks]),
             (_("errata"), "; ", [facts.erratum_link(e, language) for e in wrong])]
    text = " · ".join(f"{title} {between.join(links)}" for title, between, links in parts if links)
    return "".join(f"({facts.equation_anchor(n)})=\n" for n in targets) + \
        f"\n:::{{div}} links\n{text}\n:::" + "".join(_erratum(e, language) for e in cards)


def _erratum(name: str, language: str) -> str:
    """A card that unfolds: what is printed, what holds, and why."""
    _ = words.translations(language).gettext
    row = _errata(language)[name]
    summary = _("Erratum: {name}. As printed, and as it holds").format(
        name=facts.erratum_name(name, language))
    letters = language if row.source == "book" else SOURCE        # a paper has its own
    printed, corrected = ([reader._form(text, letters)] for text in (row.printed, row.corrected))
    if row.slips:                                 # several lines of which a few signs are wrong
        pairs = [formulas.marked(k, reader.slip) for k in row.displays]
        printed, corrected = ([reader.display(pair[side], language) for pair in pairs]
                              for side in (0, 1))
    shown = reader.myst([reader.Box("display verdict-fails", [
        reader.Box("printed", [f"*{_('Printed')}*", *printed]),
        reader.Box("corrected", [f"*{_('Corrected')}*", *corrected]), row.why])])
    return (f'\n\n<details class="card-of {CARD}"><summary>\n\n{summary}\n\n</summary>\n\n'
            f"{shown}\n\n</details>\n")


@cache
def _errata(language: str) -> dict[str, errata.Erratum]:
    """Id -> erratum, in the words of a language."""
    return {row.id: row for row in errata.table(language=language)}


def _first(name: str, number: str) -> bool:
    """Is this the lesson in which the equation has its anchor?"""
    places = facts.cells().get(f"eq-{name}", [])
    home = f"{int(name.split('.')[0]):02}" if name[0].isdigit() else ""
    lessons = [p.split(":")[0] for p in places]
    return number == (home if home in lessons else lessons[0])


def _write(path: Path, content: bytes) -> None:
    """Only when it changes, so that a build again touches only what is new."""
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
