"""Build the notebooks from their text form, or check that the two agree.

    python lessons/build.py [--check] [--html FOLDER] [paths]

The text form (MyST Markdown, one .md file a notebook, in lessons/ and solutions/*/) is what
people edit. Building executes it and writes the .ipynb beside it: the same text gives the
same notebook, apart from what the code itself prints. --check compares cells and metadata
without executing anything. --html writes web pages that keep the figures' alternative texts.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from autograde import textform
from autograde.library import TASKS, Library
from autograde.textform import KERNEL, LANGUAGE, TextFormError

ROOT = Path(__file__).resolve().parent.parent
TIME_LIMIT = 120                                             # seconds for one cell
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


def read(path: Path) -> nbformat.NotebookNode:
    """The notebook that a text form describes: stable cell ids, plain metadata, no outputs.

    Raises BuildError when the text form cannot be read, or does not agree with its tasks.
    """
    try:
        if (path.parent / TASKS).exists():
            folder = path.resolve().parent
            return textform.read(Library(folder.parent)[folder.name])
        notebook = textform.parsed(path)
    except TextFormError as error:
        raise BuildError(str(error)) from None
    for cell, name in zip(notebook.cells, textform.cell_ids(notebook.cells), strict=True):
        cell.id = name
    return notebook


def execute(nb: nbformat.NotebookNode, folder: Path, name: str = "") -> nbformat.NotebookNode:
    """Run all cells with `folder` as the working folder; outputs hold nothing that varies.

    Only a cell tagged raises-exception may raise. Raises BuildError naming the cell.
    """
    client = NotebookClient(nb, timeout=TIME_LIMIT, kernel_name=KERNEL["name"],
                            resources={"metadata": {"path": str(folder)}},
                            extra_arguments=["--IPKernelApp.log_level=ERROR"],
                            record_timing=False)
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise BuildError(f"{name}: {error}") from None
    nb.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs = _merge([o for o in cell.outputs if WIDGET not in o.get("data", {})])
    return nb


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


def build(path: Path) -> Path:
    """Execute a text form and write its notebook beside it."""
    nb = execute(read(path), path.parent, path.name)
    nbformat.validate(nb)
    target = path.with_suffix(".ipynb")
    target.write_text(nbformat.writes(nb, indent=1) + "\n", encoding="utf-8")
    return target


def differences(path: Path) -> list[str]:
    """What a notebook and its text form disagree on, in words; an empty list when nothing."""
    target = path.with_suffix(".ipynb")
    if not target.is_file():
        return [f"{target.name} is missing: run python lessons/build.py"]
    text, built = read(path), nbformat.read(target, as_version=4)
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
    parser.add_argument("--html", metavar="FOLDER", type=Path, help="also write web pages")
    parser.add_argument("paths", nargs="*", help="text forms, notebooks or folders; default all")
    options = parser.parse_args(arguments)
    try:
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
    print(f"built {build(path).name}")
    if options.html:
        print(f"wrote {page(path, options.html).name}")
    return True


if __name__ == "__main__":
    sys.exit(main())
