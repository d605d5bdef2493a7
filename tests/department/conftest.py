"""What a department has: run by `make department`, never by `make test`."""

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "autograde"))      # their helpers
