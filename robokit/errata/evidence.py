r"""Errata as a table to read: what is printed, what holds, and how far either is from the truth.

>>> print(markdown("S-5-rho").splitlines()[-1])
| S-5-rho | no value<br>0 | $\rho_i = (m_i c_i, c_i)$<br>$\rho_i = (m_i c_i, m_i)$ |
"""

from __future__ import annotations

import numpy as np

from . import table
from .forms import TOLERANCE

__all__ = ["markdown"]

HEAD = "| erratum | off by | above as printed, below corrected |\n| --- | --- | :--- |"


def markdown(*ids: str) -> str:
    """A Markdown table of errata with LaTeX forms, executed when it is called; a row for each.

    Printed and corrected form stand one above the other, and so do their residuals, those of
    `Erratum.check`: 0 below the tolerance, "no value" where sizes do not fit. ValueError for an
    id that `table()` does not have.
    """
    rows = {row.id: row for row in table()}
    unknown = [name for name in ids if name not in rows]
    if unknown:
        raise ValueError(f"ids: got {unknown[0]!r}, needs ids of errata.table()")
    return "\n".join([HEAD, *(_row(rows[x]) for x in ids)])


def _row(erratum) -> str:
    found = erratum.check()
    return (f"| {erratum.id} | {_size(found.printed_residual)}<br>{_size(found.corrected_residual)}"
            f" | ${erratum.printed}$<br>${erratum.corrected}$ |")


def _size(residual: float) -> str:
    if not np.isfinite(residual):
        return "no value"
    return "0" if residual <= TOLERANCE else f"{residual:.2g}"
