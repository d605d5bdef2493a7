"""What is drawn on a student's printed sheet: the own mechanism, from the own numbers alone."""

import numpy as np

from robokit import Mechanism


def scheme(v) -> bytes:
    """The kinematic scheme of a chain at its own q, as PNG, without axes to read places from.

    v: `sigma`, `angles_deg`, `l` in metres, and `q` in degrees or metres, a row a link.
    """
    from matplotlib import pyplot as plt

    from robokit import drawing
    sigma = np.asarray(v["sigma"])
    q = np.where(sigma == 1, np.radians(v["q"]), v["q"])
    fig, ax = drawing.figure(width=5, height=4, axes=False)
    drawing.mechanism(ax, Mechanism(sigma, np.radians(v["angles_deg"]), v["l"]), q, frames=[0])
    picture = drawing.png(fig)
    plt.close(fig)
    return picture
