"""What Python's own exceptions mean, in one plain sentence beside their name and text.

    plainly("IndexError", "index 3 is out of bounds for axis 0 with size 3")
    # 'There is no index 3 here: the number of elements is 3, and they are counted from 0.'

A warning is looked up in the same way, by its category. An exception of which only the name is
known, as at hidden inputs, is explained by its name. Where nothing plainer can be said than the
exception says itself, there is no sentence. """

from __future__ import annotations

import re

from .words import Text, _

__all__ = ["plainly"]

Forms = tuple[tuple[str, Text], ...]    # what is found in the text, and what it means; the last
#                                         form of a name is found in every text
LONG = 2_000                            # characters of a text beyond which nothing is looked for
#: Cyrillic letters that look like Latin ones, and whose names Python takes for others.
ALIKE = re.compile("[аеорсухАВЕКМНОРСТХі]")
SIZES = _("The sizes of the arrays do not fit each other for this operation.")
PRODUCT = _("The sizes do not fit for a product of matrices: the first factor needs as many "
            "columns as the second has rows.")
EMPTY = _("One of the values is `None`: a function that ends without `return` gives it.")
UNFILLED = _("One of the values is not filled in yet: `...` stands in its place.")
POWER = _("A power is written with two asterisks, `x**2`; the sign `^` means something else in "
          "Python.")
SINGULAR = _("The matrix has no inverse, since its determinant is zero: a system of equations with "
             "it has no solution or infinitely many.")
SQUARE = _("Only a square matrix has an inverse and a determinant, and only with such a matrix "
           "does `solve` work.")
WHOLE = _("An index, or a number of repetitions, must be a whole number.")
LETTERS = _("Here a number is needed, and a formula with letters was given: put numbers into it "
            "first.")
ELEMENTS = _("There is no element with this index: indices are counted from 0, so that the last "
             "one is smaller by one than the number of elements.")
ASSIGNED = _("On the left of `=` stands what cannot be given a value; if two values were to be "
             "compared, write `==`.")
CLOSED = _("A text is not closed: its second quotation mark is missing.")

NAMES: dict[str, Forms] = {
    "NameError": (
        ("", _("Python does not know the name `{name}` at this place: is it spelled as where it "
               "was introduced, and was that cell run before this one?")),
        ("", _("A name is used that Python does not know at this place: is it spelled as where it "
               "was introduced, and does that happen in a cell above?")),),
    "UnboundLocalError": (
        ("", _("A variable that is given a value inside a function is the function's own, and here "
               "it is used before it has one.")),),
    "TypeError": (
        (r"\^|bitwise_xor", POWER),
        (r"'?ellipsis'?", UNFILLED),
        ("NoneType", EMPTY),
        (r"(?P<name>[\w.<>]+)\(\) missing \d",
         _("`{name}` needs more arguments than it is called with here.")),
        (r"(?P<name>[\w.<>]+)\(\) takes .* given",
         _("`{name}` takes fewer arguments than it is called with here.")),
        (r"(?P<name>[\w.<>]+)\(\) got an unexpected keyword argument '(?P<argument>\w+)'",
         _("`{name}` has no argument with the name `{argument}`.")),
        (r"unsupported operand .*'(list|tuple)'|bad operand type for unary .*'(list|tuple)'|"
         r"can only concatenate (list|tuple)|can't multiply sequence",
         _("Python's lists are no vectors, and one does not calculate with them: make an array "
           "first, `np.array(...)`.")),
        (r"unsupported operand .*'str'|can only concatenate str",
         _("A text is no number, even if it consists of digits: numbers stand without quotation "
           "marks.")),
        (r"'(?P<kind>[\w.]+)' object is not callable",
         _("What stands before the round brackets is no function, but a value of the type "
           "`{kind}`: is a sign of multiplication missing, or was the name of a function given to "
           "a value?")),
        (r"'(function|builtin_function_or_method|method|type)' object is not subscriptable",
         _("The arguments of a function stand in round brackets, not in square ones.")),
        (r"'(?P<kind>[\w.]+)' object is not subscriptable",
         _("A value of the type `{kind}` has no elements, so that no index can stand behind it.")),
        ("indices must be integers or slices, not tuple",
         _("A list of lists has one index in each pair of brackets, `a[i][j]`; two in one pair, "
           "`a[i, j]`, are those of an array.")),
        ("indices must be integers|cannot be interpreted as an integer", WHOLE),
        (r"'(?P<kind>[\w.]+)' object is not iterable|non-iterable (?P<kind1>[\w.]+) object|"
         r"object of type '(?P<kind2>[\w.]+)' has no len|must be an iterable, not (?P<kind3>\w+)",
         _("Several values are needed here, and a single one of the type `{kind}` was given.")),
        ("arrays can be converted to Python scalars",
         _("Here one number is needed, and an array was given; functions of `math` take one "
           "number, those of `numpy` an array too.")),
        (r"loop of ufunc does not support argument \d+ of type \w+ which has no callable "
         r"(?P<name>\w+)",
         _("A function of `numpy` was given letters: in a formula with letters take that of "
           "`sympy`, `sp.{name}`.")),
        ("loop of ufunc", _("A function of `numpy` was given letters: in a formula with letters "
                            "take that of `sympy`.")),
        ("[Cc]an(no|')t convert (expression|symbols|complex)|Cannot round symbolic", LETTERS),
        ("truth value of Relational",
         _("Letters stand on both sides of a comparison or on one: without their values it is "
           "neither true nor false.")),
        (r"must be real number, not (?P<kind>[\w.]+)|must be .*real number, not '(?P<kind1>\w+)'",
         _("Here one number is needed, and a value of the type `{kind}` was given.")),
        ("'(tuple|str)' object does not support item assignment",
         _("Elements of a tuple or of a text cannot be changed; those of a list or an array can.")),
        ("Cannot interpret .* as a data type",
         _("The size of an array is given in a pair of brackets of its own: `np.zeros((3, 3))`.")),
        ("", _("An operation or a function was given a value of a type with which it cannot "
               "work, or more or fewer values than it takes.")),),
    "IndexError": (
        (r"index (?P<index>-?\d+) is out of bounds for axis \d+ with size (?P<size>\d+)",
         _("There is no index {index} here: the number of elements is {size}, and they are counted "
           "from 0.")),
        ("too many indices", _("More indices stand in the brackets than the array has.")),
        ("invalid index to scalar", _("A number has no elements, so that no index can stand behind "
                                      "it.")),
        ("only integers, slices", WHOLE),
        ("", ELEMENTS),),
    "KeyError": (("", _("The dictionary has no entry with this key: is it spelled as where it was "
                        "introduced?")),),
    "ValueError": (
        ("math domain error|expected a (nonnegative|positive) input|in the range from -1",
         _("A function was asked where it is not defined, such as the square root of a negative "
           "number or the arccosine of a number greater than 1.")),
        ("mismatch in its core dimension|not aligned", PRODUCT),
        ("not have enough dimensions",
         _("Beside `@` stands one number, `None` or an answer that is not filled in yet, `...`; "
           "this sign multiplies arrays alone.")),
        ("could not be broadcast|must match exactly|same number of dim|incompatible dim", SIZES),
        ("truth value of an array",
         _("One answer, yes or no, is needed here, and each element of the array gives one: "
           "compare single elements, or use `np.all(...)` or `np.allclose(...)`.")),
        ("setting an array element|inhomogeneous|mismatched dimensions",
         _("The rows of an array are of different lengths, or a list stands where one number is "
           "needed.")),
        ("too many values to unpack",
         _("On the left of `=` stand fewer names than there are values on the right.")),
        ("not enough values to unpack",
         _("On the left of `=` stand more names than there are values on the right.")),
        (r"'(?P<before>-?\d+),(?P<behind>\d+)'",
         _("Python writes numbers with a point: `{before}.{behind}`.")),
        ("could not convert string|invalid literal for int",
         _("This text cannot be read as a number.")),
        ("cannot reshape|equal to rows", _("The number of elements does not fit the size that the "
                                           "array is to have.")),
        ("more than one variable", _("The formula has several letters: say by which one it is "
                                     "differentiated.")),
        ("empty sequence", _("There is nothing to choose from: the list is empty.")),
        ("", _("The type of a value fits, but the function cannot work with this value.")),),
    "ShapeError": (
        (r"\) [+-] \(", SIZES),
        ("", PRODUCT),),
    "NonSquareMatrixError": (("", SQUARE),),
    "NonInvertibleMatrixError": (("", SINGULAR),),
    "LinAlgError": (
        ("Singular", SINGULAR),
        ("must be square|at least two-dimensional", SQUARE),
        ("", _("This matrix allows no such computation.")),),
    "SympifyError": (("", _("Sympy cannot make a formula of this value.")),),
    "ZeroDivisionError": (("", _("A number is divided by zero: look at what the denominator is "
                                 "with these numbers.")),),
    "OverflowError": (("", _("A number has become too large.")),),
    "RecursionError": (("", _("A function calls itself again and again and never comes to an "
                              "end.")),),
    "MemoryError": (("", _("More memory was asked for than there is.")),),
    "AttributeError": (
        ("NoneType", EMPTY),
        ("'ellipsis'", UNFILLED),
        (r"'(list|tuple)' object has no attribute '(?P<name>\w+)'",
         _("Python's lists have no `{name}`: is it spelled rightly, or was an array meant, "
           "`np.array(...)`?")),
        (r"module '(?P<kind>[\w.]+)' has no attribute '(?P<name>\w+)'",
         _("The module `{kind}` has no `{name}`: is it spelled rightly?")),
        (r"'(?P<kind>[\w.]+)' object has no attribute '(?P<name>\w+)'",
         _("A value of the type `{kind}` has no `{name}`: is it spelled rightly, and is the value "
           "what it was meant to be?")),
        ("", _("The value has nothing under the name that stands behind the point.")),),
    "ModuleNotFoundError": (
        (r"'(?P<name>robokit)\b",
         _("The package `{name}` is not there when a notebook is graded: the answers must do "
           "without it.")),
        (r"'(?P<name>[\w.]+)'", _("There is no module `{name}` here; when a notebook is graded, "
                                  "there are `numpy` and `sympy`, and what belongs to Python.")),
        ("", _("A module is imported that is not there; when a notebook is graded, there are "
               "`numpy` and `sympy`, and what belongs to Python.")),),
    "ImportError": (("", _("The module has nothing under the name that is imported: is it spelled "
                           "rightly?")),),
    "FileNotFoundError": (("", _("There is no such file here; when a notebook is graded, there are "
                                 "no files beside it.")),),
    "KeyboardInterrupt": (("", _("The cell was interrupted while it ran: what stands behind this "
                                 "place was not done.")),),
    "AssertionError": (("", _("The condition that `assert` checks does not hold.")),),
    "SyntaxError": (
        (r"'(?P<bracket>[(\[{])' was never closed", _("The bracket `{bracket}` is opened and never "
                                                      "closed.")),
        (r"unmatched '(?P<bracket>[)\]}])'", _("The bracket `{bracket}` is closed and was never "
                                               "opened.")),
        (r"'(?P<close>[)\]}])' does not match opening parenthesis '(?P<open>[(\[{])'",
         _("The bracket `{open}` is closed by another one, `{close}`.")),
        ("incomplete input", _("The cell ends before what is begun in it is complete: often a "
                               "bracket is not closed, or nothing stands behind a colon.")),
        ("unterminated", CLOSED),
        ("expected ':'", _("A line that begins with `def`, `if`, `else`, `for` or `while` needs a "
                           "colon at its end.")),
        (r"forgot a comma", _("Between two values a comma or a sign is missing.")),
        ("Maybe you meant '==' or ':='", _("In a condition two values are compared by `==`; `=` "
                                           "gives a value to a name.")),
        ("cannot assign|illegal expression", ASSIGNED),
        ("invalid decimal literal|invalid imaginary",
         _("A name cannot begin with a digit, and the sign of multiplication must not be left out: "
           "`2*x`.")),
        ("leading zeros", _("A whole number cannot begin with a zero: `7`, not `07`.")),
        ("non-printable", _("There is a character in the line that cannot be seen; it has perhaps "
                            "been copied along. Type the line anew.")),
        ("invalid character '(?P<character>.)'",
         _("The character `{character}` cannot stand in a program: type the signs of operations "
           "and quotation marks instead of copying them from a text.")),
        ("'return' outside", _("`return` stands outside of a function: look at how the line is "
                               "indented.")),
        ("'(break|continue)'", _("`break` and `continue` can stand in a loop only: look at how the "
                                 "line is indented.")),
        ("Missing parentheses in call", _("`print` is a function: its arguments stand in round "
                                          "brackets.")),
        ("line continuation", _("Behind the sign `\\` in this line nothing more may stand.")),
        ("positional argument follows", _("Arguments without names stand before those with "
                                          "names.")),
        ("", _("Python cannot make sense of this line: a bracket, a comma, a colon or a sign is "
               "often missing in it or in the line above.")),),
    "IndentationError": (
        ("expected an indented block", _("Behind a line that ends with a colon the next one must "
                                         "be indented.")),
        ("unexpected indent", _("The line is indented by too much: indentation grows only behind a "
                                "line that ends with a colon.")),
        ("", _("The line is indented by as much as none of the lines above.")),),
    "TabError": (("", _("Tabs and spaces are mixed at the beginnings of the lines: use spaces "
                        "alone.")),),
    "RuntimeWarning": (
        ("divide by zero", _("A division by zero, or the logarithm of zero, has given infinity "
                             "(`inf`), and Python goes on with it.")),
        ("invalid value", _("A function was asked where it is not defined, such as the square root "
                            "of a negative number; there is no number at this place now, but "
                            "`nan`, and Python goes on with it.")),
        ("overflow", _("A number has become too large; infinity (`inf`) stands in its place, and "
                       "Python goes on with it.")),),
    "ComplexWarning": (("", _("Of a complex number the real part alone was kept.")),),
    "SyntaxWarning": (
        ("perhaps you missed a comma", _("Before a bracket in this line a comma or a sign of "
                                         "multiplication is missing.")),
        ('"is( not)?" with', _("Values are compared by `==`; `is` asks whether they are "
                               "one object.")),
        ("invalid escape sequence", _("A text with backslashes needs the letter r before its "
                                      "quotation mark, `r\"\\alpha\"`.")),),
    "LinAlgWarning": (("", _("The determinant of the matrix is nearly zero, so that the result may "
                             "have few right digits or none.")),),
}


def plainly(error: str, text: str = "") -> Text | None:
    """One sentence on an exception with this name and text; None where there is nothing to say."""
    text = text[:LONG]
    if error in ("NameError", "AttributeError") and (found := _alike(text)):
        return found
    for form, message in NAMES.get(error, ()):
        if (found_at := re.search(form, text)) and (made := _filled(message, found_at, text)):
            return made
    return None


def _filled(message: Text, found: re.Match[str], text: str) -> Text | None:
    """The message with what was found in the exception's text; None where that lacks a field."""
    fields = {re.sub(r"\d+$", "", name): part for name, part in found.groupdict().items() if part}
    if not fields and (name := re.match(r"name '(\w+)'", text)):
        fields = {"name": name[1]}
    made = _(str.__str__(message), **fields)
    return None if re.search(r"\{[a-z]+\}", made) else made


def _alike(text: str) -> Text | None:
    """A name with a Cyrillic letter in it that looks like a Latin one."""
    name = re.search(r"(?:^name|has no attribute) '(\w+)'", text)
    letter = name and ALIKE.search(name[1])
    return _("The letter {letter} in the name `{name}` is a Cyrillic one, which only looks like a "
             "Latin one.", letter=letter[0], name=name[1]) if name and letter else None
