"""How straight code is said: in Python for numba, in C, in ECMAScript."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["JAVASCRIPT", "PYTHON", "C", "Language"]


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


PYTHON = Language("""\
def {name}({arguments}, k, out):
{constants}    for b in range({first}.shape[0]):
{body}""", argument="{}", entry="{array}[b, {i}]", let="{} = {}", put="{} = {}", call="{}({})")

C = Language("""\
#include <math.h>

void {name}(long count, {arguments}, const double *k, double *out)
{{
{constants}    for (long b = 0; b < count; ++b) {{
{body}    }}
}}
""", argument="const double *{}", entry="{array}[{size} * b + {i}]", let="const double {} = {};",
    put="{} = {};", call="{}({})")

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
