"""Text forms as jupytext reads them: MyST Markdown, a cell with its tags, no outputs."""

from __future__ import annotations

import copy
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from .foreign import of_error
from .words import _

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["KERNEL", "LANGUAGE", "TAKEN", "TextFormError", "parsed", "text_of"]

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python",
            "pygments_lexer": "ipython3"}


#: A cell that stands for one of another assignment's, see `parallel_text`. It holds nothing, and
#: jupytext leaves out a cell that is empty: its reference is put into it.
TAKEN = re.compile(r'^\+\+\+ \{"from": "(\w+)/(\w+)"\}[ \t]*$', re.MULTILINE)


class TextFormError(ValueError):
    """A text form that cannot be read, or does not agree with its tasks."""


def text_of(path: Path) -> str:
    """What stands in a text form, whatever editor saved it; TextFormError where it is no UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextFormError(_("{path}: {error}; save it as UTF-8", path=path,
                              error=of_error(error))) from None


def parsed(path: Path) -> NotebookNode:
    """The cells as they are written, with plain metadata and no outputs."""
    import nbformat
    from jupytext.myst import MystMetadataParsingError
    try:
        text = TAKEN.sub(r"\g<0>\n\n\1/\2", text_of(path))
        notebook = copy.deepcopy(_read(text))
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
