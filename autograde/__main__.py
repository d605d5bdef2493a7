"""`python -m autograde`: the same as the command `autograde`."""

import sys

from .cli import main

sys.exit(main())
