"""What changes of one step are called in tables: "joint_force, negated", "State.step, k -1".

A verdict keeps the name, which is English; here it is brought into words that can be translated.
The operators themselves are in `operators`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..words import Text, _, formed, said

__all__ = ["OPERATORS", "WHOLE", "change_named"]

WHOLE = _("the answer")     # changed as a whole, whatever its steps; no name of a method

#: The names of operators; those that hold for one step alone go before those of any argument.
OPERATORS = (
    # on what a step gives
    _("negated"), _("left out"), _("doubled"), _("halved"), _("transposed"), _("unit"),
    _("degrees"), _("radians"), _("squared"), _("root"), _("along Z"), _("diagonal"),
    _("beside the diagonal negated"), _("arctangent"), _("blocks exchanged"), _("on other axes"),
    _("upper block negated"), _("lower block negated"), _("halves exchanged"),
    _("slides as turns"),
    _("component {number} negated"), _("components {one} and {other} exchanged"),
    _("other"), _("argument {number} handed on"),
    _("argument {number} handed on in radians"), _("always"), _("never"), _("one more"),
    _("one less"),
    # of a letter in one term
    _("{name} sine for cosine in {operator}"), _("{name} left out in {operator}"),
    _("{name} one in {operator}"), _("{name} negated in {operator}"),
    _("{name} not squared in {operator}"), _("{other} for {name} in {operator}"),
    # on a list or a range
    _("without its first"), _("without its last"), _("reversed"), _("in the order {places}"),
    _("from one before"), _("to one behind"), _("one before"), _("one behind"),
    _("from the first"), _("from 0"),
    # at one of its calls
    _("{operator} at {name} {word}"),
    # on what it is given
    _("{name} +1"), _("{name} -1"), _("{name} as {axis}"), _("{name} other"), _("{name} one"),
    _("{name} negated"), _("{name} degrees"), _("{name} radians"),
    _("{name} complement"), _("{name} doubled"), _("{name} halved"), _("{name} not squared"),
    _("{name} left out"), _("{name} transposed"), _("{name} ones"),
    _("{name} unit"), _("{name} back"), _("{one} and {other} swapped"), _("{other} for {name}"),
    _("{name} turned by {matrix}"),
    # an argument without a name
    _("argument {number}"))


def change_named(name: str, called: Callable[[str], str] = str) -> Text:
    """The name of a change: its step as it is `called`, else its name in code; the operator in
    words."""
    step, _comma, operator = name.partition(", ")
    return _("{step}, {operator}", step=said(step) if step == WHOLE else called(step),
             operator=formed(operator, OPERATORS))
