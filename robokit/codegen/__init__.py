"""Straight code from a mechanism: frames, Jacobian, inverse dynamics, A, b, forward dynamics.

>>> from robokit import Mechanism
>>> arm = Mechanism([1, 1], [(0, 0, 0)] * 2, [(0.5, 0, 0), (0.4, 0, 0)])
>>> code = generate(arm, "position", target="scalar")
>>> print(code.operations)
4 multiplications, 3 additions, 4 sines and cosines
>>> t = code([0.0, 0.0])[:3]
>>> t.tolist()
[0.9, 0.0, 0.0]

How it is done: `frames` sets a frame on the axis of every joint, `recursions` runs the formulas
on the scalars of a `tape`, `parameters` drops what the drives cannot tell apart, `search` looks
for the choices that cost least, `emit` writes the source and `compiled` makes it callable. `page`
puts the functions of an arm into one script for a web page.
"""

from .code import Code, generate
from .page import module
from .search import Choice, Progress
from .tape import Operations

__all__ = ["Choice", "Code", "Operations", "Progress", "generate", "module"]
