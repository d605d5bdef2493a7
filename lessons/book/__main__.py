"""python -m lessons.book [book|slides]: see the package."""

import sys

from autograde import lean  # noqa: F401

from .make import main

sys.exit(main())
