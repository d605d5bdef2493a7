"""Load and exercise once what every notebook uses, before the first fork.

Only the libraries themselves: running a course's own solution here would leave
its expressions in sympy's caches, where every submission could find them.
"""

import builtins
import gc
import importlib
import os
import random
import sys

# Loaded if they are installed; a notebook may import them, none needs them.
_OPTIONAL = ("asyncio", "multiprocessing", "sqlite3", "inspect", "unittest")
# A word in an assignment -> what is loaded for all who work at it. Every fork copies the map of
# all that is loaded, so that the others do without: who draws where the text does not speak of it
# waits for matplotlib. lambdify loads scipy where it is installed.
_SCIPY = ("scipy.linalg", "scipy.optimize", "scipy.integrate", "scipy.spatial.transform",
          "scipy.special")
_PLOTS = ("matplotlib.pyplot", "mpl_toolkits.mplot3d")
ASKED_FOR = {"scipy": _SCIPY, "lambdify": _SCIPY, "mechanics": ("sympy.physics.mechanics",),
             "ipywidgets": ("ipywidgets",), "plot": _PLOTS, "plt": _PLOTS}


def words_in(text: str) -> tuple[str, ...]:
    """The words of `ASKED_FOR` in an assignment's text."""
    return tuple(word for word in ASKED_FOR if word in text)


shell = None        # the one shell, forked with everything else


def load(words=()):
    """What every notebook uses, and what the words of `ASKED_FOR` stand for."""
    global shell
    os.environ["MPLBACKEND"] = f"module://{__package__}.plots"
    import numpy as np

    from . import confine, session  # noqa: F401 (loaded for the children)
    from . import shell as shells
    if "help" not in vars(builtins):                  # python -S leaves it out
        import _sitebuiltins
        builtins.help = _sitebuiltins._Helper()
    for name in (*_OPTIONAL, *(name for word in words for name in ASKED_FOR[word])):
        try:
            importlib.import_module(name)
        except Exception:
            pass
    shell = shells.build()
    _exercise(shell)
    confine.call_filter()
    # The same seeds for everyone: a mark must not depend on luck.
    random.seed(0)
    np.random.seed(0)
    # What is loaded now stays for ever: the collector need not touch, and thereby
    # copy, its pages in every fork. For what comes it may wait longer than usual.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)
    confine.share_large_pages()


def _exercise(shell):
    """Run a small notebook, so that caches and lazy imports are filled."""
    shell.run("import numpy as np, sympy as sp\n"
                   "x = sp.symbols('x')\n"
                   "tau = sp.Matrix([[sp.cos(x), -sp.sin(x)], [sp.sin(x), sp.cos(x)]])\n"
                   "sp.simplify(tau.det())")
    if "matplotlib.pyplot" in sys.modules:
        shell.run("import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n"
                       "ax.plot(np.linspace(0, 1), label='a'); ax.legend()\nplt.show()")
    shell.run_cell("print(np.linalg.inv(np.eye(3)) @ np.ones(3))\n%matplotlib inline\n1/0")
    shell.reset(new_session=True)
    shell.execution_count = 1
    for name in ("np", "sp", "plt", "x", "fig", "ax"):
        shell.user_ns.pop(name, None)
