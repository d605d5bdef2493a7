"""The class report: what is alike, and what each task tells of the class."""

import numpy as np

from autograde.judging.verdict import Verdict
from autograde.library import book
from autograde.pages.classreport import (
    ALIKE,
    LEAST_TOKENS,
    MOST_PAIRS,
    _drawn,
    alike,
)
from autograde.pages.statistics import answered, by_hand, of_tasks, of_variants, of_whole
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
    table = of_tasks(A02, rows([good, good, good, bad]))
    assert table[0]["share"] == 0.75 and table[0]["discrimination"] == 1
    table = of_tasks(A02, rows([(first.points, 0), (0, second.points), (first.points, 0)]))
    assert np.isclose(table[0]["discrimination"], -1)
    assert np.isnan(of_tasks(A02, rows([good, good, good]))[0]["discrimination"])
    assert np.isnan(of_tasks(A02, [])[0]["share"])


def test_tasks_stand_under_their_titles_with_their_formulas_drawn():
    drawn = _drawn(A02.titles["eps_symbolic"])
    assert "<math" in drawn and drawn.endswith("in letters") and "$" not in drawn
    assert _drawn("a < b") == "a &lt; b"
    assert A02.heading("chain_rate") == A02.titles["chain_rate"]
    assert A02.heading("no such task") == "no such task"


# -- what the figures mean -----------------------------------------------------------------------
def test_the_weight_that_counts_is_that_of_what_tells_submissions_apart():
    """Two tasks of 1 and 2 points: where only the first varies, it has all the weight."""
    table = of_tasks(A02, rows([(1, 2), (0, 2), (1, 2), (0, 2)]))
    assert table[0]["effective"] == 1 and table[1]["effective"] == 0
    assert np.isclose(sum(line["weight"] for line in table), 1)
    assert np.isnan(of_tasks(A02, rows([(1, 2)] * 3))[0]["effective"])


def test_efficiency_is_one_where_the_order_is_the_best_possible():
    first, second = A02.tasks[:2]
    table = of_tasks(A02, rows([(0, 0), (0, 1), (1, 2), (1, 2)]))
    assert np.isclose(table[0]["efficiency"], 1) and table[0]["discrimination"] < 1
    assert np.isclose(of_tasks(A02, rows([(0, 2), (0, 2), (1, 0), (1, 0)]))[0]["efficiency"], -1)
    assert np.isclose(table[0]["spread"], np.std([0, 0, 1, 1], ddof=1) / first.points)


def test_reliability_is_cronbachs_alpha():
    """By hand: two tasks that agree, ten tasks in all, of which eight never vary."""
    found = of_whole(A02, rows([(0, 0), (1, 2), (0, 0), (1, 2)]))
    marks = np.array([[0, 0], [1, 2], [0, 0], [1, 2]], float)
    whole = marks.sum(axis=1)
    k = len(A02.tasks)
    alpha = k / (k - 1) * (1 - marks.var(axis=0, ddof=1).sum() / whole.var(ddof=1))
    assert np.isclose(found["reliability"], alpha)
    assert np.isclose(found["error"], whole.std(ddof=1) * np.sqrt(1 - alpha))
    assert np.isnan(of_whole(A02, rows([(1, 2)] * 4))["reliability"])


def judged(student, marks, rule, variant=None, waiting=()):
    verdicts = [Verdict(t.id, marks, t.points, rule) for t in A02.tasks[:2]]
    return Row(student, A02.name, 2.0 * marks, A02.most, 0.0,
               {t.id: marks for t in A02.tasks[:2]}, [], [], list(waiting), verdicts,
               2.0 * marks, variant=variant, read={} if waiting else {"explain_two_meanings": 1.5})


def test_a_missing_notebook_does_not_push_the_correlations_up():
    """Marks that do not agree at all; with empty submissions among them they would seem to."""
    told = [judged("a", 1, "right"), judged("b", 0, "wrong"), judged("c", 0.5, "slip")]
    silent = [judged(f"e{k}", 0, "none") for k in range(5)]
    assert answered([*told, *silent]) == told


def test_sets_that_are_shared_are_compared_and_own_ones_are_not():
    found = of_variants([judged("a", 1, "right", 3), judged("b", 0, "wrong", 3),
                         judged("c", 1, "right", 7)])
    assert found == [{"variant": 3, "students": 2, "mean": 1.0}]


def test_explanations_that_wait_do_not_count_as_nothing():
    name, = A02.manual
    line, = by_hand(A02, [judged("a", 1, "right"), judged("b", 1, "right", waiting=[name])])
    assert (line["read"], line["waiting"]) == (1, 1)
    assert line["share"] == 1.5 / A02.manual[name]
