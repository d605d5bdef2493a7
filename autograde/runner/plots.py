"""matplotlib's back end in a notebook: what is shown goes below the cell, as in JupyterLab.

matplotlib loads it by its name when the first figure is made. Whoever draws nothing has nothing
of it in the memory that every fork copies, see `warm.ASKED_FOR`.
"""

import base64
import io

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas  # noqa: F401 (asked for)
from matplotlib.figure import Figure

from .shell import Shell

FIGURE_DPI = 100, 60         # as a notebook shows it; smaller, where that is too many bytes
FIGURE_BYTES = 300_000


def show(*args, **kwargs):
    """plt.show(): put the open figures below the cell and close them."""
    for number in plt.get_fignums():
        _show_figure(plt.figure(number))
    plt.close("all")


def _show_figure(figure):
    outputs = Shell.outputs
    for dpi in FIGURE_DPI:
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=min(dpi, 2_000 / max(figure.get_size_inches())))
        if picture.tell() <= FIGURE_BYTES:
            break
    else:
        return outputs.text("stderr", f"[figure left out: limit of {FIGURE_BYTES} bytes]\n")
    text = f"<Figure with {len(figure.axes)} axes>"
    outputs.add({"output_type": "display_data", "metadata": {},
                 "data": {"text/plain": text,
                          "image/png": base64.b64encode(picture.getvalue()).decode("ascii")}},
                len(text))


plt.show = Figure.show = show               # whatever back end a notebook chooses
matplotlib.rcParams["figure.max_open_warning"] = 0
