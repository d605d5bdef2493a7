"""Grading on top of nbgrader: safe, fair, and it names the mistake.

In a notebook: `from autograde import check, variant`. On the command line: `autograde --help`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["check", "variant"]


def __getattr__(name: str) -> Any:
    if name in __all__:         # only notebooks need them, and the robot mathematics behind them
        from . import practice
        return getattr(practice, name)
    raise AttributeError(f"module 'autograde' has no attribute {name!r}")
