"""A lean start, and a lean end, for the command line and its workers: import this first.

nbformat needs jsonschema, which loads a checker of international web addresses wherever that
is installed (JupyterLab brings it), and its grammar takes longer to compile than all else here to
load. No schema of a notebook asks for such an address, and jsonschema does without a checker that
cannot be imported.

What is loaded stays to the end: to look through it for garbage again and again, while it is loaded
and twice more at the end, takes a third of the time of a short command.
"""

import atexit
import gc
import sys

sys.modules.setdefault("rfc3987_syntax", None)      # type: ignore[arg-type]  # "cannot be imported"
gc.set_threshold(100_000, 10, 10)
atexit.register(gc.freeze)
