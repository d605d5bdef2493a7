"""What lessons and site say that no cell and no test brings about: a part of the record of
`tests/seen_words.py`.

Answers to exercises that nobody hands in, figures of other numbers than the lessons', and pages
that the site makes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import matplotlib
import numpy as np

LANGUAGE = "ru"
ROOT = Path(__file__).resolve().parents[2]


def all_pages() -> None:
    """Each call in turn; what it says is heard."""
    matplotlib.use("agg")
    os.environ["LESSONS_LANGUAGE"] = LANGUAGE
    os.chdir(ROOT / "lessons" / LANGUAGE)
    for call in [*of_exercises(), *of_figures(), *of_the_site()]:
        call()


def of_exercises() -> Iterator[Callable[[], Any]]:
    sys.path.append(str(ROOT / "tests" / "lessons"))
    import test_lesson_13
    import test_lesson_14

    from lessons import checks_01, checks_06, checks_13, checks_14
    table = np.array([[0, 0.5, 0], [0.1, 0, 0.5], [0, 0, 0.3]])
    for row in ((0, 0.26**0.5, 0), (0, 0, 9)):
        yield lambda row=row: checks_01.lengths([table[0], row, table[2]])
    yield lambda: checks_06.lost(lambda A: np.linalg.svd(A)[0][:, -1] if len(A) == 2 else A[0])
    yield lambda: checks_13.forward(_numbers_alone(test_lesson_13.vertical, 0))
    yield lambda: checks_14.whole_U(_numbers_alone(test_lesson_14.whole_U, ["a"]))
    for other in ((0.3, 0), (0.3, -0.3)):
        def spoilt(*given: Any, other: tuple[float, float] = other) -> Any:
            U = np.array(test_lesson_14.whole_U(*given), float)
            U[0, 1], U[1, 0] = U[0, 1] + other[0], U[1, 0] + other[1]
            return U
        yield lambda spoilt=spoilt: checks_14.whole_U(spoilt)


def _numbers_alone(right: Callable[..., Any], other: Any) -> Callable[..., Any]:
    """A right function that gives something else where it is given letters."""
    return lambda *given: right(*given) if np.asarray(given[0]).dtype == float else other


def of_figures() -> Iterator[Callable[[], Any]]:
    from lessons import companion_04, companion_07, companion_11
    from robokit import kawasaki
    robot = kawasaki.fs20n()
    yield lambda: companion_04.branch_figure(robot, robot.limits[:, 1] + 0.1, (1, 1, 1))
    t = np.linspace(0, 1, 11)
    yield lambda: companion_07.friction_figure(t, dict.fromkeys(
        ("whole", "motors", "once", "signals"), 0.1 * t), 0.3)
    yield lambda: companion_11.error_figure(t, np.exp(-9 * t), 25, 10)


def of_the_site() -> Iterator[Callable[[], Any]]:
    from lessons.book import authors, numbered, oral, reader
    for page in (reader.introduction, authors.tree, oral.tree, numbered.page):
        yield lambda page=page: page(LANGUAGE)
    with patch.object(oral, "waiting", lambda _language: ["2.5"]):
        oral.tree(LANGUAGE)
