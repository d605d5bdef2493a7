"""The first page of the site in a language: its words are a file, what moves and counts is added.

In `index.md` a comment `<!-- arm: pause | move | more -->` becomes the Kawasaki that moves with its
button, `<!-- search: words -->` the field for the search, `<!-- lessons -->` the lessons as cards;
{equations}, {errata} and {exercises} are counted. `<!-- paper: name | words -->` is a link to a
sheet that has been printed, or nothing.
"""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

import nbformat
import numpy as np

from robokit import equations, errata
from robokit.kawasaki import fs20n
from robokit.scene import Scene
from robokit.scene import scene as made

from . import facts, live, paper
from .facts import SOURCE

__all__ = ["page", "scene"]

#: Where the arm goes, in degrees, and from the last pose to the first.
WAY = [[25, 15, -75, 0, -45, 0], [-35, 35, -40, 40, -60, 0], [-60, 5, -95, 0, -30, 90],
       [-10, -20, -100, -50, 45, 60], [50, 40, -50, 0, -75, 0], [70, 0, -80, 60, -50, -60]]
PENDANT = "lessons/03_positions_and_angles.html#scene-pendant"


@cache
def scene() -> Scene:
    """The Kawasaki of the first page, without panels; a picture where the viewer is missing."""
    one = made(fs20n(), np.radians(WAY[0]), name="home",
               title={"en": "The Kawasaki FS20N of the appendices",
                      "ru": "Робот Kawasaki FS20N из приложений"},
               draw=["ends"], offer=[], turn=["joints"], show=["place"],
               view=(32, 14), way=WAY)
    return one.still(live.missing()) if live.missing() else one


def page(folder: Path, language: str, output: Path) -> str:
    """The source of the first page; folder: where its index.md stands, output: of the whole."""
    home = "" if language == SOURCE else "../"
    text = (folder / "index.md").read_text("utf-8")
    text = re.sub(r"<!-- arm: (.*?) \| (.*?) \| (.*?) -->",
                  lambda found: _arm(language, *found.groups()), text)
    text = re.sub(r"<!-- search: (.*?) -->", lambda found: _search(found[1]), text)
    text = re.sub(r"<!-- paper: (.*?) \| (.*?) -->\n", lambda found: _item(
        paper.link(found[1], found[2], output, home)), text)
    text = text.replace("<!-- lessons -->", _lessons(language))
    for name, number in _counts().items():
        text = text.replace(f"{{{name}}}", str(number))
    return text


def _item(link: str) -> str:
    return f"- {link}\n" if link else ""


def _arm(language: str, pause: str, move: str, more: str) -> str:
    root = "" if language == SOURCE else "../"
    button = f'<button type="button" class="home-pause" data-pause="{pause}" data-move="{move}" ' \
             f'hidden>{pause}</button> ' if not live.missing() else ""
    return (f'<div class="hero-arm">\n{scene().embed(root, live.spoken(language), 2, "hero")}\n'
            f'<p class="hero-more">{button}<a href="{PENDANT}">{more}</a></p>\n'
            '<script src="_static/home.js" defer></script>\n</div>')


def _search(label: str) -> str:
    return (f'<form class="hero-search" action="search.html" method="get" role="search">'
            f'<input type="search" name="q" aria-label="{label}" placeholder="{label}"></form>')


def _lessons(language: str) -> str:
    """Cards: number, title, and the section of the book or the paper."""
    cards = []
    there = {path.stem for path in facts.notebooks(language)}
    for path in facts.notebooks():
        own = path.stem in there
        known = facts.LESSONS / language / path.name if own and language != SOURCE else path
        title = _title(known)
        address = f"lessons/{path.stem}.html" if own else f"../lessons/{path.stem}.html"
        said = "" if own else f' hreflang="{SOURCE}" lang="{SOURCE}"'
        cards.append(f'<li><a href="{address}"{said}><span class="number">{int(path.name[:2])}'
                     f'</span> <span>{html.escape(title)}</span></a></li>')
    return f'<ol class="lesson-cards" start="0">\n{"".join(cards)}\n</ol>'


def _title(path: Path) -> str:
    """"Rotation matrices" of "# Lesson 2. Rotation matrices"."""
    first = nbformat.read(path, as_version=4).cells[0].source.splitlines()[0]
    return re.sub(r"^#\s*\w+ \d+\.\s*", "", first).strip()


@cache
def _counts() -> dict[str, int]:
    exercises = sum("exercise" in cell.metadata.get("tags", [])
                    for path in facts.notebooks()
                    for cell in nbformat.read(path, as_version=4).cells)
    return {"equations": len(equations.table()), "errata": len(errata.table()),
            "exercises": exercises}
