"""The model answers of the book's control questions, as a sheet for the oral examination.

They stand folded in the lessons, below each question; here they are gathered from the lessons' text
forms, with the derivations that a ticket may ask for (`lessons/oral.toml`).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import NamedTuple

from autograde import parallel_text
from robokit.errata import formulas

from .. import trace, words
from . import facts, reader
from .reader import Box, Heading

__all__ = ["Question", "asked", "derivations", "questions", "tree", "waiting"]

#: The heading above a lesson's control questions.
HEADINGS = {"en": "Control questions", "ru": "Контрольные вопросы"}
ASKED = re.compile(r"^(\d+)\. (.+?)\n\s*<details><summary>[^<]*</summary>(.*?)</details>",
                   re.M | re.S)
FORMULA = re.compile(r"\$[^$]*\$")


class Question(NamedTuple):
    """A control question of the book, in our words, with its model answer as Markdown."""

    name: str                           # "2.5"
    text: str
    answer: list[str]                   # its paragraphs


def questions(language: str) -> list[Question]:
    """Those that the lessons answer in a language, in the order of the book."""
    found = []
    for section, count in trace.QUESTIONS.items():
        for number, text, answer in asked(f"{section:02}", language):
            if int(number) <= count:
                paragraphs = re.split(r"\n\s*\n", answer.strip())
                found.append(Question(f"{section}.{number}", " ".join(text.split()),
                                      [" ".join(one.split()) for one in paragraphs]))
    return found


def waiting(language: str) -> list[str]:
    """Control questions that no lesson answers in a language yet."""
    there = {question.name for question in questions(language)}
    return [name for name in trace.questions() if name not in there]


def asked(lesson: str, language: str) -> list[tuple[str, str, str]]:
    """(number, question, answer) below the heading of a lesson's control questions."""
    path = next(facts.LESSONS.glob(f"{lesson}_*.md"), None)
    if path is None or language not in parallel_text.languages(path):
        return []
    text = "\n\n".join(cell.source for cell in parallel_text.notebook(path, language).cells
                       if cell.cell_type == "markdown")
    below = re.search(rf"^##+ {HEADINGS[language]}$(.*?)(?=^##? |\Z)", text, re.M | re.S)
    return ASKED.findall(below[1]) if below else []


@cache
def derivations() -> dict[str, list[int]]:
    """Question -> the displays of its derivations, in order."""
    return tomllib.loads((facts.LESSONS / "oral.toml").read_text("utf-8"))["derivations"]


def tree(language: str) -> list:
    """The sheet: questions, answers, and the corrected formulas of the derivations."""
    _ = words.translations(language).gettext
    there = questions(language)
    nodes: list = [Heading(1, _("Control questions with model answers")), Box("intro", [
        _("For the oral examination. Each answer is one that would be accepted whole; other words "
          "do as well. Below it stand the formulas of the derivations that a ticket may ask for, "
          "as they must be, with the numbers of the book or of its displays; the lesson of the "
          "same number derives them line by line."),
        *([_("Not answered in a lesson yet: {names}.").format(names=", ".join(waiting(language)))]
          if waiting(language) else [])])]
    section = ""
    for question in there:
        if question.name.split(".")[0] != section:
            section = question.name.split(".")[0]
            nodes.append(Heading(2, _("Section {number}").format(number=section)))
        shown = derivations().get(question.name, [])
        nodes.append(Box("ticket", [
            f"**{question.name}** {question.text}",
            Box("answer", [_lettered(one, language) for one in question.answer]),
            *([Box("derivation", [f"*{_('To derive')}*", *(
                Box("step", [_number(k), reader.display(
                    formulas.corrected(k) or formulas.printed(k), language)])
                for k in shown)])] if shown else [])]))
    return nodes


def _lettered(text: str, language: str) -> str:
    """A paragraph whose formulas have the letters of the displays below it."""
    return FORMULA.sub(lambda found: formulas.lettered(found[0], language), text)


def _number(display: int) -> str:
    label = reader.labels().get(display)
    return f"({label})" if label else f"[{display}]"
