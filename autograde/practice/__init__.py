"""`check` and `variant` in a student's own notebook, and what an author's checks are made of.

This package, `autograde.runner` and robokit are all that a student's machine gets of the grader.
"""

from .checks import COMPUTED, ROUNDED, TYPED, Case, Check
from .kinds import (
    EMPTY,
    Angles,
    Choice,
    Coordinates,
    Expression,
    Function,
    JointAngles,
    Kind,
    Matrix,
    Number,
    Problem,
    SolutionSet,
    Vector,
)
from .session import check, variant

__all__ = ["COMPUTED", "EMPTY", "ROUNDED", "TYPED", "Angles", "Case", "Check", "Choice",
           "Coordinates", "Expression", "Function", "JointAngles", "Kind", "Matrix", "Number",
           "Problem", "SolutionSet", "Vector", "check", "variant"]
