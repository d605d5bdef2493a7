"""The class report: what is alike, and what each task tells of the class."""

import numpy as np

from autograde.library import book
from autograde.pages.classreport import (
    ALIKE,
    LEAST_TOKENS,
    MOST_PAIRS,
    _drawn,
    alike,
    task_statistics,
)
from autograde.record.rows import Row

A02 = book()["a02_rotation"]


def program(seed, length=200):
    return "".join(np.random.default_rng(seed).choice(list("nso(=+"), length))


def test_the_same_programs_are_one_line_and_not_a_line_a_pair():
    one, other = program(1), program(2)
    found = alike({**{f"s{k}": one for k in range(40)}, "alone": other})
    assert [line["students"] for line in found] == [[f"s{k}" for k in range(40)]]
    assert found[0]["similarity"] == 1


def test_nearly_the_same_is_a_pair_with_its_similarity():
    one, far = program(1), program(2)
    near = one[:100] + "xxxx" + one[104:]
    found = alike({"a": one, "b": near, "c": far, "d": one})
    assert [line["students"] for line in found] == [["a", "d"], ["a and 1 with the same", "b"]]
    assert ALIKE < found[1]["similarity"] < 1
    assert alike({"a": one, "c": far}) == []


def test_short_programs_are_alike_by_nature_and_long_lists_are_cut():
    short = program(1, LEAST_TOKENS - 1)
    assert alike({"a": short, "b": short}) == []
    base = program(3)
    many = {f"s{k:02}": base[:k] + "x" + base[k + 1:] for k in range(20)}
    found = alike(many)
    assert len(found) == MOST_PAIRS
    assert [p["similarity"] for p in found] == sorted(p["similarity"] for p in found)[::-1]


def rows(marks):
    """A class with these marks (students, 2): the first two tasks, nothing else."""
    return [Row(f"s{number}", A02.name, sum(row), A02.most, 0.0,
                {t.id: row[k] if k < 2 else 0 for k, t in enumerate(A02.tasks)},
                [], [], [], [], sum(row)) for number, row in enumerate(marks)]


def test_difficulty_and_discrimination_are_what_they_are_called():
    first, second = A02.tasks[:2]
    good, bad = (first.points, second.points), (0, 0)
    table = task_statistics(A02, rows([good, good, good, bad]))
    assert table[0]["share"] == 0.75 and table[0]["discrimination"] == 1
    table = task_statistics(A02, rows([(first.points, 0), (0, second.points), (first.points, 0)]))
    assert np.isclose(table[0]["discrimination"], -1)
    assert np.isnan(task_statistics(A02, rows([good, good, good]))[0]["discrimination"])
    assert np.isnan(task_statistics(A02, [])[0]["share"])


def test_tasks_stand_under_their_titles_with_their_formulas_drawn():
    drawn = _drawn(A02.titles["eps_symbolic"])
    assert "<math" in drawn and drawn.endswith("in letters") and "$" not in drawn
    assert _drawn("a < b") == "a &lt; b"
    assert A02.heading("chain_rate") == A02.titles["chain_rate"]
    assert A02.heading("no such task") == "no such task"
