"""Mistakes as code: the reference computation with one slip.

Each mistake is a subclass of `Rules` that replaces one step. Its registration carries what the
student is told: what we see, and a law with one line of code by which the student can see it
without us. Numbers of the catalogue group mistakes for the class statistics.

What cannot be told apart is said: a task lists the mistakes that are distinguishable there, and
the certificate (see `variants`) holds it to that.
"""

from __future__ import annotations

from . import (  # noqa: F401
    section_1,
    section_10,
    section_11,
    section_12,
    section_13,
    section_2,
    section_3,
    section_4,
    section_5,
    section_6,
    section_7,
    section_8,
    section_9,
)
from .registry import MISTAKES, TERM, TOGETHER, Mistake, family_of, single, title_of

__all__ = ["MISTAKES", "TERM", "TOGETHER", "Mistake", "family_of", "single", "title_of"]
