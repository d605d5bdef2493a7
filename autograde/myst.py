"""Text forms as jupytext reads them: MyST Markdown, a cell with its tags, no outputs."""

from __future__ import annotations

import copy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from .words import _

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["KERNEL", "LANGUAGE", "TextFormError", "parsed"]

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python",
            "pygments_lexer": "ipython3"}


class TextFormError(ValueError):
    """A text form that cannot be read, or does not agree with its tasks."""


def parsed(path: Path) -> NotebookNode:
    """The cells as they are written, with plain metadata and no outputs."""
    import nbformat
    from jupytext.myst import MystMetadataParsingError
    try:
        notebook = copy.deepcopy(_read(path.read_text(encoding="utf-8")))
    except MystMetadataParsingError as error:
        raise TextFormError(_("{file}: {error}", file=path.name, error=str(error))) from None
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


@lru_cache(maxsize=128)
def _read(text: str) -> NotebookNode:
    """What jupytext reads; kept, since one form is asked for its languages, cells and notebooks."""
    import jupytext
    return jupytext.reads(text, fmt="md:myst")
