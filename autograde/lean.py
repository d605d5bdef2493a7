"""A lean start, and a lean end, for the command line and its workers: import this first.

nbformat needs jsonschema, which loads checkers of web addresses and of durations wherever those
are installed (JupyterLab brings them). The grammar of one takes longer to compile than all else
here to load; another one loads a calendar in all languages. No schema of a notebook asks for such
things, and jsonschema does without a checker that cannot be imported.

What is loaded stays to the end: to look through it for garbage again and again, while it is loaded
and twice more at the end, takes a third of the time of a short command.
"""

import atexit
import gc
import sys

for _checker in ("rfc3987_syntax", "rfc3986_validator", "isoduration"):
    sys.modules.setdefault(_checker, None)      # type: ignore[arg-type]    # "cannot be imported"
gc.set_threshold(100_000, 10, 10)
atexit.register(gc.freeze)
