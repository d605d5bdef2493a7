"""The pages of robokit's functions: docstrings, and the equations that each function carries."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections import defaultdict

from docutils import nodes

import robokit

from . import facts, numbered, tables

#: Modules in the order of the book; what is not named here comes behind.
ORDER = ("mechanism", "descriptions", "coordinates", "chain", "inertia", "rotation", "position",
         "velocity", "acceleration", "force", "motion", "simulation", "kawasaki", "robots",
         "screw_algebra", "screws", "recursive", "constraints", "base_parameters",
         "identification", "statics", "codegen", "errata", "equations", "laws", "drawing",
         "arithmetic", "state")


#: A text as Python writes it, with the name of its argument; strokes behind a single letter.
QUOTED = re.compile(r"""((?<!\w)(?:\w+=)?"[^"]*"(?!\w))""")
TYPED = str.maketrans({"‘": "'", "’": "'", "…": "..."})
PRIMES = re.compile(r"(?<=\b[A-Za-z])'{1,2}(?![\w'])")


def modules() -> list[str]:
    """The public modules of robokit, in the order of the book."""
    found = [m.name for m in pkgutil.iter_modules(robokit.__path__) if not m.name.startswith("_")]
    return sorted(found, key=lambda m: (ORDER.index(m) if m in ORDER else len(ORDER), m))


def pages() -> dict[str, str]:
    """Name of a page -> its text."""
    carried = defaultdict(list)
    for name, equation in facts.equation_names().items():
        carried[equation.function.split(".")[0]].append((name, equation.function))
    return {f"reference/{m}": _page(m, carried[m]) for m in modules()}


def _page(name: str, carried) -> str:
    module = importlib.import_module(f"robokit.{name}")
    by_function = defaultdict(list)
    for equation, function in carried:
        by_function[function].append(facts.equation_names()[equation])
    shown = [f"{facts.function_link(function)}\n\n" + "\n\n".join(map(numbered.form, rows))
             for function, rows in by_function.items()]
    equations = "\n## Equations it carries\n\n" + "\n\n".join(shown) + "\n" if shown else ""
    return f"""# robokit.{name}

{_summary(module)}
{equations}
## Contents

```{{eval-rst}}
.. automodule:: robokit.{name}
   :members:
   :inherited-members: tuple, BaseException, Exception, ValueError, UserWarning, Warning
```
"""


def _summary(module) -> str:
    return (inspect.getdoc(module) or "").split("\n")[0]


def docstring(app, what, name, thing, options, lines: list[str]) -> None:
    """Plain text as reStructuredText, for autodoc: what is indented is kept as it stands.

    The docstrings are written to be read in a terminal; `code` is their only mark. The first line
    of a module's stands at the head of its page already.
    """
    if what == "module" and not "".join(lines[1:2]).strip():
        del lines[:2]
    text, plain = [], True
    lines[:] = [] if "".join(lines).startswith("Alias for field") else _listed(lines)
    for k, line in enumerate(lines):
        if text and line.strip() and set(line.strip()) == {"-"}:
            text[-1:] = [f"**{text[-1].strip()}**", ""]       # a heading, on a line of its own
            continue
        inside = line.startswith((" ", ">>>")) and not _continues(lines, k) or _printed(lines, k)
        if inside and plain and line.strip():
            # Python alone is coloured: a table of letters has "and" and quotes as words and primes.
            text += ["", "::" if line.lstrip().startswith(">>>") else ".. code-block:: text", ""]
            plain = False
        elif line.strip() and not inside and not plain:
            text.append("")
            plain = True
        text.append(line if plain else f"    {line}")
        plain = plain or (not line.strip() and not _indented_next(lines, k))
    lines[:] = [_marked(line) if not line.startswith(("    ", ".. code-block")) else line
                for line in text]


def signature(app, what, name, thing, options, arguments: str | None, returned: str | None):
    """Names of types as they are written: inside a union Sphinx names its own wrapper of them."""
    return tuple(text and re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text)
                 for text in (arguments, returned))


def aliases(app, doctree) -> None:
    """What a name of a type stands for is code: its quotes and points stay as they are typed."""
    for line in doctree.findall(nodes.paragraph):
        if line.astext().startswith("alias of "):
            for text in list(line.findall(nodes.Text)):
                text.parent.replace(text, nodes.Text(text.translate(TYPED)))


def homes(app, env) -> None:
    """A name leads to the page of the module that bears it.

    A module that brings in another's class describes it too, under that name as well; where pages
    are read by several processes, chance would say which of the two descriptions is found.
    """
    objects = env.domains["py"].objects
    for name, entry in list(objects.items()):
        home = f"reference/{'.'.join(name.split('.')[1:2])}"
        if name.startswith("robokit.") and entry.docname != home and home in env.found_docs:
            objects[name] = entry._replace(docname=home, node_id=name, aliased=False)


def _listed(lines: list[str]) -> list[str]:
    """Arguments written as "name : what it is", one below the other, as the items of a list.

    Between a type or a shape and the words stand three blanks or more: "base : Mount   frame 0".
    """
    found, item = [], False
    for line in lines:
        start = re.match(r"\w+(?:, \w+)* : \S", line)
        inside, item = item, bool(start) or item and line.startswith(" ")
        if item != inside and found and found[-1].strip() and line.strip():
            found.append("")
        typed = re.match(r"(\w+(?:, \w+)*) : \(?(\S.*?)\)? {3,}(?=\S)", line)
        said = (f"{typed[1]} ({typed[2]}): {line[typed.end():]}" if typed else
                line.replace(" : ", ": "))
        found.append(f"- {said}" if start else f"  {line.strip()}" if item else line)
    return found


def _printed(lines: list[str], k: int) -> bool:
    """What an example prints stands right below it."""
    above = []
    for line in reversed(lines[:k]):
        if not line.strip():
            break
        above.append(line)
    return bool(lines[k].strip()) and any(line.startswith(">>>") for line in above)


def _indented_next(lines: list[str], k: int) -> bool:
    following = next((line for line in lines[k:] if line.strip()), "")
    return following.startswith((" ", ">>>")) or bool(lines[k].strip())


def _continues(lines: list[str], k: int) -> bool:
    """A line that carries on an item of a list."""
    above = next((line for line in reversed(lines[:k]) if not line.startswith(" ")), "")
    return above.startswith(("- ", "* ")) or above[:2].rstrip(".").isdigit()


def _marked(line: str) -> str:
    """`code` in double marks, everything else without a meaning for reStructuredText."""
    parts = line.split("`")
    if line.startswith("**"):
        return line
    if len(parts) % 2 == 0:
        return line.replace("`", "'")
    out = [f"``{p}``" if k % 2 and p.strip() else _plain(p) for k, p in enumerate(parts)]
    return re.sub(r"\A(?=\(\w+\) )", r"\\", "".join(out))       # "(11) and" begins no list


def _plain(words: str) -> str:
    """Words, in which a text between quotes is code, and f' and f'' have primes, not quotes."""
    parts = QUOTED.split(PRIMES.sub(lambda found: "′" * len(found[0]), words))
    return "".join(f"``{p}``" if k % 2 else re.sub(r"[\\*|]|_(?= )", r"\\\g<0>", p)
                   for k, p in enumerate(parts))


def index_page() -> str:
    rows = [[f"[robokit.{m}](reference/{m})",
             _summary(importlib.import_module(f"robokit.{m}"))] for m in modules()]
    return ("# Functions\n\nrobokit follows the book section by section: "
            "`robot.at(q, dq, ddq)` gives the state of a mechanism, and the quantities of each "
            "section are its methods.\n\n"
            + tables.table(["module", "what is in it"], rows)
            + "\n```{toctree}\n:hidden:\n:maxdepth: 1\n\n" + "\n".join(pages()) + "\n```\n")
