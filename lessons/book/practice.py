"""The practice page: questions with numbers drawn in the page, and the book's control questions.

The words stand in `practice.toml`. What is drawn, solved and checked stands in static/practice.js:
by laws, and by the scripts that `robokit.codegen` writes for the arms here; no answer is stored.
The control questions and their model answers are those of the lessons (see `oral`).
"""

from __future__ import annotations

import html
import json
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from robokit import Mechanism, coordinates
from robokit.codegen import module

from . import bound, facts, oral
from .facts import SOURCE

__all__ = ["ARMS", "FOLDER", "arms", "data", "page", "write"]

HERE = Path(__file__).parent
FOLDER = "_practice"
DOWN = (0, -9.81, 0)                            # in frame 0 of the boom, whose Y_0 points up
#: Arm of a question -> the problems that its script solves.
ARMS = {"cylinder": ("frames",), "tower": ("frames", "jacobian"), "planar": ("frames", "jacobian"),
        "boom": ("A", "inverse_dynamics", "forward_dynamics")}
DRAWN = re.compile(r"\[\[(\w+)\]\]")
#: A drawn number or a vector of them, with a short left side and with its unit: never torn apart.
WHOLE = re.compile(r"(?:\$[^$]{1,14}=\$ )?(?:\((?=[^()]*\[\[)[^()$·]*\)|\[\[\w+\]\])"
                   rf"(?:°| {bound.UNIT}[·/\w]*)?")
UNIT = re.compile(rf"(?<=[}})]) (?={bound.UNIT})")           # behind a number, in what a law says
UNITS = {"ru": {"m": "м", "m/s": "м/с", "m/s²": "м/с²", "rad/s": "рад/с", "N": "Н", "N·m": "Н·м",
                "kg": "кг", "kg·m": "кг·м", "kg·m²": "кг·м²"}}


@cache
def data() -> dict[str, Any]:
    """The words of the questions as they stand in the file."""
    return tomllib.loads((HERE / "practice.toml").read_text("utf-8"))


@cache
def arms() -> dict[str, Mechanism]:
    """The arms of the questions."""
    if str(facts.LESSONS) not in sys.path:
        sys.path.insert(0, str(facts.LESSONS))
    import tools
    quarter = 1.5707963267948966
    tower = Mechanism([1, 1, 0], angles=[(quarter, 0, 0), (0, quarter, 0), (0, 0, 0)],
                      l=[(0, 0.5, 0), (0, 0, 0.3), (0, 0, 0)], name="The tower")
    return {"cylinder": coordinates.cylindrical(), "tower": tower, "planar": tools.planar(),
            "boom": tools.boom()}


def write(folder: Path) -> None:
    """The arms' scripts, one file beside the pages."""
    text = "\n".join(module(robot, ARMS[name], f"arm_{name}", DOWN if name == "boom" else (0, 0, 0))
                     for name, robot in arms().items())
    path = folder / FOLDER / "arms.js"
    if not path.is_file() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def page(language: str) -> str:
    """The page in a language, as MyST; where it has no words of its own, in English."""
    given = data()
    lang = language if language in given["words"] else SOURCE
    say = given["words"][lang]
    root = "" if language == SOURCE else "../"
    parts = [f"# {say['title']}", say["intro"], say["kept"], _bar(say),
             f"<noscript><p>{say['script']}</p></noscript>"]
    for number, name in given["sections"].items():
        title = say["section"].format(number=number, name=name[lang])
        parts += [f"(practice-{number})=\n## {title}", _lesson(f"{int(number):02}", language, say)]
        parts += [_skill(one, lang, say) for one in given["skill"]
                  if one["section"] == int(number)]
    parts += [f"(practice-self)=\n## {say['self']}", say["self_intro"]]
    parts += [_question(one, say) for one in oral.questions(lang)]
    told = {"lang": lang, "words": say, "laws": {
        one["name"]: {law: UNIT.sub("\u00a0", text[lang]) for law, text in one["laws"].items()}
        for one in given["skill"]}}
    text = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    parts += [f'<script type="application/json" id="practice-words">{text}</script>\n'
              f'<script src="{root}{FOLDER}/arms.js" defer></script>\n'
              '<script src="_static/practice.js" defer></script>']
    return "\n\n".join(parts) + "\n"


def _bar(say: dict[str, str]) -> str:
    return (f'<div class="practice-progress"><output></output> '
            f'<button type="button">{say["clear"]}</button> '
            '<span class="said" role="status"></span>'
            f'<span class="unkept" hidden>{say["unkept"]}</span></div>')


def _lesson(number: str, language: str, say: dict[str, str]) -> str:
    name, shown = facts.lesson_names()[number], say["lesson"].format(number=int(number))
    if language == SOURCE or name in (path.stem for path in facts.notebooks(language)):
        return f"[{shown}](lessons/{name})"
    return f'<a href="../lessons/{name}.html" hreflang="{SOURCE}">{shown}</a>'


def _skill(one: dict[str, Any], lang: str, say: dict[str, str]) -> str:
    """A question with its fields, folds and the place for the verdict."""
    name = one["name"]
    fields = []
    for symbol, unit in one["answers"]:
        unit = UNITS.get(lang, {}).get(unit, unit)
        plain = spoken(symbol)
        told = html.escape(f"{plain}, {unit}" if unit else plain)
        fields.append(f'<label>${symbol} =$ <input type="text" inputmode="decimal" '
                      f'autocomplete="off" data-name="{plain}" aria-label="{told}"> {unit}</label>')
    columns = f' style="--columns: {one["columns"]}"' if "columns" in one else ""
    return "\n\n".join([
        f"(practice-{name})=\n### {one['title'][lang]}",
        f'<div class="practice-skill" data-skill="{name}">\n'
        f'<span class="mark">{say["solved"]}</span>', _drawn(one["ask"][lang]),
        f'<form class="answers"{columns}>',
        "\n".join(fields),
        f'<p class="buttons"><button type="submit" class="check">{say["check"]}</button> '
        f'<button type="button" class="fresh">{say["new"]}</button></p>\n</form>\n'
        '<div class="verdict" role="status" aria-live="polite"></div>',
        f'<details><summary>{say["hint"]}</summary>', one["hint"][lang], "</details>",
        f'<details><summary>{say["work"]}</summary>', _drawn(one["work"][lang]), "</details>",
        "</div>"])


def spoken(symbol: str) -> str:
    """A symbol in plain letters: "q_1" of q_1, "dV_x/dt" of \\dot V_x, "μ_1" of \\mu_1."""
    text = re.sub(r"\\dot (\w+)", r"d\1/dt", symbol)
    text = text.replace(r"\omega", "ω").replace(r"\mu", "μ")
    return text.replace("{", "").replace("}", "")


def _drawn(text: str) -> str:
    """A number that the page draws or computes, in its place."""
    text = WHOLE.sub(r'<span class="whole">\g<0></span>', text)
    return DRAWN.sub(r'<span class="given" data-value="\1">…</span>', text)


def _question(one: oral.Question, say: dict[str, str]) -> str:
    choices = "".join(f'<label><input type="radio" name="self-{one.name}" value="{value}"> '
                      f'{say[value]}</label> ' for value in ("knew", "partly", "notyet"))
    return "\n\n".join([
        f"**{one.name}** {one.text}",
        f'<details class="model"><summary>{say["answer"]} {one.name}</summary>',
        *one.answer, "</details>",
        f'<fieldset class="self-judged" data-question="{one.name}"><legend>{say["judge"]} '
        f"({one.name})</legend>{choices}</fieldset>"])
