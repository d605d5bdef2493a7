"""How straight code for one state is said in other languages."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["JAVASCRIPT", "Language"]


@dataclass(frozen=True)
class Language:
    """The words of a language, with places in braces for what a program fills in."""

    text: str                   # the whole
    argument: str               # an input, where the function names it
    entry: str                  # number i of state b in an array, `size` numbers a state
    let: str                    # a new name
    put: str                    # an entry of out
    call: str                   # a function of a number
    deepest: int = 0            # operations within operations that a line may hold
    depth: int = 2              # how far the body is indented


# One state a call: an engine makes this fast sooner and more surely than a loop.
JAVASCRIPT = Language("""\
// {lengths} numbers
{known}function {name}({arguments}, out = new Float64Array({size}){k}) {{
    if ({wrong})
        throw new RangeError(`{name}: got arrays of ${{[{arguments}, out].map(x => x.length)}} `
            + "numbers, needs {lengths}");
{constants}{body}    return out;
}}
""", argument="{}", entry="{array}[{i}]", let="const {} = {};", put="{} = {};",
    call="Math.{}({})", deepest=8, depth=1)
