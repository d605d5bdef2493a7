"""python -m lessons.book [book|slides]: see the package."""

import sys

from .make import main

sys.exit(main())
