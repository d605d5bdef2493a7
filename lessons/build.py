"""Build the notebooks from their text form, or check that the two agree.

    python lessons/build.py [--check] [--html FOLDER] [paths]
    python lessons/build.py --agreed 00         or 00:7, cell 7 alone; an assignment is a02, one of
                                                your own the path of its text form

The text form (MyST Markdown, one .md file a notebook, in lessons/ and solutions/*/) is what
people edit. Building executes it and writes the .ipynb beside it: the same text gives the
same notebook, apart from what the code itself prints. --check compares cells and metadata
without executing anything. --html writes web pages that keep the figures' alternative texts.

A lesson may have its words in several languages (autograde/parallel_text.py says how). Each has its
notebook, the English one in lessons/, the Russian one in lessons/ru/. The code runs once: only a
cell with the tag `words`, whose figure or message takes words from the catalogue, or one that
prints words of its own, runs once more in each other language, in the same kernel. An assignment
too may have its words in several languages; its built notebook, with the solutions, is in English
alone, and release makes that of the students.
--agreed says that the languages agree as they stand now.

The line <!-- glossary --> becomes the lesson's table of terms (lessons/glossary.toml).

Two tags fold a cell, in JupyterLab and on the site: `predict` its output, since the reader is to
say first what will come; `solution` all of it. JupyterLab still shows the first line of what is
folded: there the output has a title, and the solution a comment.
"""

from __future__ import annotations

import argparse
import copy
import sys
from os.path import relpath
from pathlib import Path

from autograde import lean  # noqa: F401

# isort: split
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from autograde import parallel_text, textform
from autograde.code_words import pieces
from autograde.library import TASKS, Library
from autograde.myst import KERNEL, LANGUAGE, TextFormError
from autograde.parallel_text import SOURCE

ROOT = Path(__file__).resolve().parent.parent
TIME_LIMIT = 120                                             # seconds for one cell
PROCESSOR_LIMIT = 60            # seconds of processor time that a reader's run of a lesson takes
WORDS = "words"                    # tag of a cell whose outputs depend on the language
FOLDED = {"predict": {"outputs_hidden": True},
          "solution": {"outputs_hidden": True, "source_hidden": True}}      # as JupyterLab says it
WIDGET = "application/vnd.jupyter.widget-view+json"
PAGE = """{% extends 'lab/index.html.j2' %}
{% block data_png scoped %}<div class="jp-RenderedImage jp-OutputArea-output">
<img src="data:image/png;base64,{{ output.data['image/png'] | escape_html }}"
alt="{{ output | get_metadata('alt', 'image/png') | escape_html }}"
width="{{ output | get_metadata('width', 'image/png') }}"></div>{% endblock data_png %}"""


class BuildError(Exception):
    """A notebook that cannot be built, or does not agree with its text form."""


def sources(paths=()) -> list[Path]:
    """The text forms among `paths` (files or folders; .ipynb means its text form), or all."""
    if not paths:
        return [p for pattern in ("lessons/*.md", "solutions/*/*.md")
                for p in sorted(ROOT.glob(pattern)) if is_text_form(p)]
    found = []
    for path in map(Path, paths):
        inside = sorted(path.rglob("*.md")) if path.is_dir() else [path.with_suffix(".md")]
        found += [p for p in inside if not path.is_dir() or is_text_form(p)]
    missing = [str(p) for p in found if not p.is_file()]
    if missing:
        raise BuildError(f"no such text form: {', '.join(missing)}")
    return found


def is_text_form(path: Path) -> bool:
    """True for a notebook's text form, False for an ordinary page such as a README."""
    return "format_name: myst" in path.read_text(encoding="utf-8")[:600]


def is_assignment(path: Path) -> bool:
    """True for the text form of an assignment, False for that of a lesson."""
    return (path.parent / TASKS).exists()


def languages(path: Path) -> list[str]:
    """The languages in which a notebook is built, English first; an assignment's is in no other."""
    try:
        spoken = [SOURCE] if is_assignment(path) else parallel_text.languages(path)
    except TextFormError as error:
        raise BuildError(str(error)) from None
    if len(spoken) > 1:
        from lessons import words
        unknown = sorted(set(spoken) - set(words.languages()))
        if unknown:
            raise BuildError(f"{path.name}: got words in {unknown[0]!r}, needs its catalogue "
                             f"lessons/{unknown[0]}/words.po")
    return spoken


def target(path: Path, language: str = SOURCE) -> Path:
    """Where the notebook of a language stands: lessons/NAME.ipynb, lessons/ru/NAME.ipynb."""
    folder = path.parent if language == SOURCE else path.parent / language
    return folder / f"{path.stem}.ipynb"


def read(path: Path, language: str = SOURCE) -> nbformat.NotebookNode:
    """The notebook that a text form describes: stable cell ids, plain metadata, no outputs.

    Raises BuildError when the text form cannot be read, or does not agree with its tasks, or has
    no words in the language.
    """
    try:
        if is_assignment(path):
            folder = path.resolve().parent
            return textform.read(Library(folder.parent)[folder.name])
        notebook = parallel_text.notebook(path, language)
    except TextFormError as error:
        raise BuildError(str(error)) from None
    title, end, rest = notebook.cells[0].source.partition("\n")
    notebook.cells[0].source = title + crossing(path, language) + end + rest
    _fill(notebook, path, language)
    names = textform.cell_ids(notebook.cells)
    alike = names if language == SOURCE else [cell.id for cell in read(path).cells]
    for cell, own, name in zip(notebook.cells, names, alike, strict=True):
        cell.id = name if cell.cell_type == "code" else own     # code is one, whatever its words
        for tag in FOLDED.keys() & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = nbformat.from_dict(FOLDED[tag])
    return notebook


def _fill(notebook: nbformat.NotebookNode, path: Path, language: str) -> None:
    """Put the lesson's table of terms where its mark stands."""
    from lessons import glossary
    try:
        for cell in (c for c in notebook.cells if c.cell_type == "markdown"):
            cell.source = glossary.filled(cell.source, path.name[:2], language)
    except ValueError as error:
        raise BuildError(f"{path.name}: {error}") from None


def crossing(path: Path, language: str) -> str:
    """The line below the title that leads to the other languages; nothing where there is none."""
    others = [one for one in languages(path) if one != language]
    if not others:
        return ""
    from lessons import words
    links = (f"[{words.called(one)}]({_way(path, language, one)})" for one in others)
    return "\n\n" + " · ".join([f"**{words.called(language)}**", *links])


def _way(path: Path, start: str, end: str) -> str:
    """From one language's notebook to another's, as a link."""
    return Path(relpath(target(path, end), target(path, start).parent)).as_posix()


def execute(nb: nbformat.NotebookNode, folder: Path, name: str = "",
            others: dict[str, nbformat.NotebookNode] | None = None) -> nbformat.NotebookNode:
    """Run all cells with `folder` as the working folder; outputs hold nothing that varies.

    others: the same notebook in other languages. They get the same outputs, but for the cells with
    the tag `words`, which run once more for each.
    Only a cell tagged raises-exception may raise. Raises BuildError naming the cell.
    """
    client = NotebookClient(nb, timeout=TIME_LIMIT, kernel_name=KERNEL["name"],
                            resources={"metadata": {"path": str(folder)}},
                            extra_arguments=["--IPKernelApp.log_level=ERROR"],
                            record_timing=False)
    try:
        with client.setup_kernel():
            _run(client, nb, others or {}, name)
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise BuildError(f"{name}: {error}") from None
    for one in (nb, *(others or {}).values()):
        one.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
        for cell in (c for c in one.cells if c.cell_type == "code"):
            cell.outputs = _merge([o for o in cell.outputs if WIDGET not in o.get("data", {})])
    return nb


def _run(client, nb, others, name: str) -> None:
    """Every code cell once, and in each other language where its words depend on it."""
    count, asked, used, before_cell = 0, 0, 0.0, 0.0
    for place, cell in enumerate(nb.cells):
        if cell.cell_type != "code":
            continue
        count += 1
        client.execute_cell(cell, place, execution_count=count)
        used += _spent(client, place) - before_cell if others else 0.0
        for language, other in others.items():
            twin = other.cells[place]
            twin.outputs, twin.execution_count = copy.deepcopy(cell.outputs), count
            if WORDS in cell.metadata.get("tags", []) or _texts(twin) != _texts(cell):
                _told(client, place, f"words.speak({language!r})")
                client.execute_cell(twin, place, execution_count=count, store_history=False)
                _told(client, place, "words.speak(None)")
        if others:
            before, asked = asked, int(_told(client, place, "words.asked()"))
            if (asked > before) != (WORDS in cell.metadata.get("tags", [])):
                raise BuildError(f"{name}, cell {place + 1}: a cell that takes words from the "
                                 f"catalogue needs the tag {WORDS!r}, and no other cell has it")
            before_cell = _spent(client, place)
            nb.cells[place] = cell            # the client keeps there what it ran last
    if used > PROCESSOR_LIMIT:
        raise BuildError(f"{name}: takes {used:.0f} s of processor time; a lesson may take "
                         f"{PROCESSOR_LIMIT} s")


def _texts(cell: nbformat.NotebookNode) -> list[str]:
    """The words that a cell of code prints by itself."""
    return [piece.text for piece in pieces(cell.source) if piece.kind == "text"]


def _spent(client, place: int) -> float:
    """Processor time of the kernel and its children so far, in seconds."""
    return float(_told(client, place, "words.spent()"))


def _told(client, place: int, call: str) -> str:
    """What a call of lessons.words gives in the kernel; the notebook does not hold it."""
    cell = nbformat.v4.new_code_cell(f'print(__import__("lessons.words").{call})')
    client.execute_cell(cell, place, store_history=False)
    return "".join(o.get("text", "") for o in cell.outputs)


def _merge(outputs):
    """Successive pieces of one stream as one output, however the kernel cut them."""
    merged = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if output.output_type == "stream" and last.get("name") == output.name:
            last.text += output.text
        else:
            merged.append(output)
    return merged


def build(path: Path) -> list[Path]:
    """Execute a text form and write its notebook beside it, and those of its other languages.

    Raises BuildError where the languages are not in step.
    """
    made = {language: read(path, language) for language in languages(path)}
    if found := behind(path):
        raise BuildError("\n".join(found))
    execute(made[SOURCE], path.parent, path.name,
            {language: nb for language, nb in made.items() if language != SOURCE})
    for language, nb in made.items():
        nbformat.validate(nb)
        target(path, language).write_text(nbformat.writes(nb, indent=1) + "\n", encoding="utf-8")
    return [target(path, language) for language in made]


def behind(path: Path) -> list[str]:
    """What is missing or behind in a language, in words, and what to do about it."""
    try:
        found = parallel_text.problems(path, code=True)
    except TextFormError as error:
        raise BuildError(str(error)) from None
    told = path.stem.partition("_")[0] if ROOT in path.resolve().parents else path
    return found and [*found, f"{path.name}: when the languages say the same again, "
                              f"python lessons/build.py --agreed {told}"]


def differences(path: Path) -> list[str]:
    """What the notebooks and their text form disagree on, in words; an empty list when nothing."""
    spoken = languages(path)
    if found := behind(path):
        return found
    return [line if language == SOURCE else f"{language}: {line}"
            for language in spoken for line in _differences(path, language)]


def _differences(path: Path, language: str) -> list[str]:
    file = target(path, language)
    if not file.is_file():
        return [f"{file.name} is missing: run python lessons/build.py"]
    text, built = read(path, language), nbformat.read(file, as_version=4)
    found = []
    if len(text.cells) != len(built.cells):
        found.append(f"{len(text.cells)} cells in the text form, {len(built.cells)} in the "
                     "notebook")
    if text.metadata != built.metadata:
        found.append("the notebook's metadata differ")
    for number, (a, b) in enumerate(zip(text.cells, built.cells), 1):
        found += [f"cell {number} differs in {what}: {a.source[:50]!r}"
                  for what in ("cell_type", "source", "metadata", "id") if a[what] != b.get(what)]
    return found


def agree(told: str) -> list[str]:
    """Stamp the translations of a text form, or of one cell, "00:7"; returns what was stamped.

    told: a lesson, "00", an assignment, "a02", or a path. Raises BuildError when there is no such
    text form or cell.
    """
    name, _, cell = told.partition(":")
    paths = [Path(name)] if name.endswith(".md") and Path(name).is_file() else [
        p for p in sources() if name in (p.stem, p.stem.partition("_")[0])]
    if len(paths) != 1 or not (cell.isdigit() or told == name):
        raise BuildError(f"agreed: got {told!r}, needs a lesson such as 00, an assignment such as "
                         "a02, the path of a text form, or a cell of it such as 00:7")
    try:
        text, names = parallel_text.agreed(paths[0], int(cell) if cell else None)
    except TextFormError as error:
        raise BuildError(str(error)) from None
    paths[0].write_text(text, encoding="utf-8")
    return names


def page(path: Path, folder: Path) -> Path:
    """The built notebook as one HTML file in `folder`, alternative texts kept."""
    from jinja2 import DictLoader
    from nbconvert import HTMLExporter
    exporter = HTMLExporter(extra_loaders=[DictLoader({"page.html.j2": PAGE})],
                            template_file="page.html.j2")
    body, _ = exporter.from_filename(str(path.with_suffix(".ipynb")))
    target = folder / f"{path.stem}.html"
    folder.mkdir(parents=True, exist_ok=True)
    target.write_text(body, encoding="utf-8")
    return target


def main(arguments=None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, do not execute")
    parser.add_argument("--agreed", metavar="NAME[:CELL]", help="the languages say the same")
    parser.add_argument("--html", metavar="FOLDER", type=Path, help="also write web pages")
    parser.add_argument("paths", nargs="*", help="text forms, notebooks or folders; default all")
    options = parser.parse_args(arguments)
    try:
        if options.agreed:
            for name in agree(options.agreed):
                print(f"agreed: {name}")
            return 0
        failed = [path for path in sources(options.paths) if not _one(path, options)]
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if failed else 0


def _one(path: Path, options) -> bool:
    if options.check:
        found = differences(path)
        for line in found:
            print(f"{path.name}: {line}", file=sys.stderr)
        if found:
            print(f"{path.name}: edit the text form, then run python lessons/build.py",
                  file=sys.stderr)
        return not found
    for made in build(path):
        print(f"built {made.relative_to(path.parent).as_posix()}")
    if options.html:
        print(f"wrote {page(path, options.html).name}")
    return True


if __name__ == "__main__":
    sys.exit(main())
