"""A lean start for the command line and its workers: import this first.

nbformat needs jsonschema, which loads a checker of international web addresses wherever that
is installed (JupyterLab brings it), and its grammar takes longer to compile than all else here to
load. No schema of a notebook asks for such an address, and jsonschema does without a checker that
cannot be imported.
"""

import sys

sys.modules.setdefault("rfc3987_syntax", None)      # type: ignore[arg-type]  # "cannot be imported"
