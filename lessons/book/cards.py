"""Cards on the pages of lessons: what is an exercise, and what a wrong turn, is seen as one thing.

An exercise reaches from its first words to its solution as code; a section on a wrong turn, to its
first exercise or section. The words themselves stay where they are.
"""

from __future__ import annotations

import re
from itertools import pairwise

from docutils import nodes

__all__ = ["setup"]

EXERCISE = re.compile(r"(Exercise|Упражнение) \d+\b")
WRONG_TURN = re.compile(r"wrong turn|^Типичн\w+ ошибк", re.I)
SOLUTION = "tag_solution"


def setup(app):
    """Cards are made when a page has been read, before its cells are folded."""
    app.connect("doctree-read", _summaries)
    app.connect("doctree-read", _cards)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}


def _cards(app, doctree):
    if app.env.docname.startswith("lessons/"):
        for section in list(doctree.findall(nodes.section)):
            begins = [k for k, one in enumerate(section.children) if _begins(one)]
            last = next((k for k, one in enumerate(section.children)
                         if k and isinstance(one, nodes.section)), len(section.children))
            for first, after in reversed([*pairwise([*begins, last])]):
                end = _end(section.children, first, after)
                if end:
                    _wrap(section, first, end, "exercise")
            if WRONG_TURN.search(section.children[0].astext()):
                _wrap(section, 1, begins[0] if begins else last, "wrong-turn")


def _summaries(app, doctree):
    """A summary with formulas is a paragraph to MyST; in HTML it holds words alone."""
    for opens in list(doctree.findall(nodes.raw)):
        after = opens.next_node(descend=False, siblings=True)
        if opens.astext().rstrip().endswith("<summary>") and isinstance(after, nodes.paragraph):
            after.parent.replace(after, nodes.inline("", "", *after.children))


def _begins(node) -> bool:
    if not isinstance(node, nodes.paragraph):
        return False
    first = next((one for one in node.children if one.astext().strip()), None)
    return isinstance(first, nodes.strong) and bool(EXERCISE.match(first.astext()))


def _end(children, first: int, after: int) -> int:
    """Behind the last cell of the first solution between two places; 0 where there is none."""
    found = [k for k in range(first, after) if _marked(children[k])]
    end = 0
    for k in found:
        if end and any(_is_prose(one) for one in children[end:k]):
            break
        end = k + 1
    return end


def _marked(node) -> bool:
    return isinstance(node, nodes.container) and SOLUTION in node.get("classes", [])


def _is_prose(node) -> bool:
    return not isinstance(node, (nodes.target, nodes.comment)) and bool(node.astext().strip())


def _wrap(section, first: int, end: int, kind: str) -> None:
    inside = section.children[first:end]
    if inside:
        card = nodes.container(classes=["card-of", kind])
        card.extend(inside)
        section.children[first:end] = [card]
        card.parent = section
