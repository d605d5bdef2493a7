"""The reference computations that tasks are judged by, one step of the book a method.

`Rules` is the truth: robokit, called the way the book computes, section by section. A mistake is
a subclass that replaces one method (see `mistakes`), so that one definition serves detection,
message, test, statistics and the certificate of a variant.
"""

from __future__ import annotations

from robokit import State

from .project import Project
from .section_1 import Section1
from .section_10 import Section10
from .section_11 import Section11
from .section_12 import Section12
from .section_13 import Section13
from .section_2 import Section2
from .section_3 import Section3
from .section_4 import Section4
from .section_5 import Section5
from .section_6 import Section6
from .section_7 import Section7
from .section_8 import Section8
from .section_9 import Section9

__all__ = ["Rules"]


class Rules(Section13, Section12, Section11, Section10, Project, Section9, Section8, Section7,
            Section6, Section5, Section4, Section3, Section2, Section1):
    """The book's computations at one state; numbers or symbols."""

    State = State

    def answer(self, matrix):
        """The matrix that is handed in; the mistake "transposed" acts here."""
        return matrix

    def unanswer(self, matrix):
        """A matrix used inside a longer computation, before `answer` acted on it."""
        return matrix
