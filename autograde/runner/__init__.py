"""The part of the grader that runs INSIDE the sandbox, next to the student's code.

Nothing here is trusted once a student's cell has run: whatever leaves it is
checked again by ``autograde.sandbox.values`` on the outside.  It therefore imports
only the standard library, numpy, sympy, matplotlib and IPython, never robokit
and never the rest of autograde.

    deal.py      which variant belongs to which name (shared with the host)
    encode.py    values to bounded JSON, inputs from JSON, expressions to numbers
    confine.py   namespaces, limits and the system call filter of one submission
    shell.py     the notebook shell: cells in, bounded nbformat outputs out
    plots.py     figures go below the cell, for notebooks that draw
    session.py   runs one submission: cells, answers, snapshots, probes
    variant.py   a student's own numbers, as the notebook sees them
    warm.py      what is loaded once, before the first fork
    zygote.py    the warm fork server
"""
