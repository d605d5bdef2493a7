"""Equation, function, lesson cell, task and erratum hang together, from the sources."""

import importlib.util
from pathlib import Path

import pytest

spec = importlib.util.spec_from_file_location(
    "trace_table", Path(__file__).parents[2] / "lessons" / "trace.py")
trace = importlib.util.module_from_spec(spec)
spec.loader.exec_module(trace)


def test_no_link_is_broken():
    assert trace.problems() == []


def test_the_book_has_33_questions_33_figures_and_55_equations():
    assert sum(trace.QUESTIONS.values()) == len(trace.questions()) == 33
    assert sum(trace.FIGURES.values()) == len(trace.figures()) == 33
    assert len(trace.rows()) == 55


def test_a_broken_link_is_found(monkeypatch):
    tags = trace.tags()
    monkeypatch.setattr(trace, "tags", lambda: tags | {"eq-2.99": ["02:1"],
                                                       "erratum-none": ["02:2"]})
    assert trace.problems() == ["tag eq-2.99 in 02:1: no such equation",
                                "tag erratum-none in 02:2: no such erratum"]
    monkeypatch.setattr(trace, "tags", lambda: {k: v for k, v in tags.items() if k != "eq-2.3"})
    assert trace.problems() == ["equation 2.3: no cell of lesson 2 derives it"]


@pytest.mark.parametrize("what,status", [("equations", 0), ("figures", 0), ("questions", 0),
                                         ("nonsense", 2)])
def test_the_command(what, status, capsys):
    assert trace.main(what) == status
    assert capsys.readouterr().out
