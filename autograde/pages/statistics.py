"""What the marks of a class tell: of each task, of the whole, of sets of numbers, of groups.

The definitions are those of Moodle's quiz statistics, so that a lecturer can compare: difficulty is
its facility index, discrimination and discriminative efficiency use the rest of the assignment,
effective weight the covariance with the whole, reliability is Cronbach's alpha. Submissions without
any answer that can be read are left out: they would correlate everything with everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..judging.mistakes import single
from ..judging.task import Assignment
from ..record.rows import Row
from ..record.state import NOTHING

__all__ = ["answered", "by_hand", "groups", "of_tasks", "of_variants", "of_whole"]

Floats = NDArray[np.float64]
LEAST = 3               # submissions, for a correlation
SILENT = ("none", "unusable")


def answered(rows: Sequence[Row]) -> list[Row]:
    """Those with a mark and at least one answer that could be read."""
    return [r for r in rows if r.graded and (
        not r.verdicts or any(v.rule not in SILENT for v in r.verdicts))]


def _marks(assignment: Assignment, rows: Sequence[Row]) -> Floats:
    """The judge's points, shape (submissions, tasks)."""
    return np.array([[r.tasks.get(t.id) or 0 for t in assignment.tasks] for r in rows],
                    dtype=float).reshape(len(rows), len(assignment.tasks))


def of_tasks(assignment: Assignment, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """A line for each task; what is not defined is nan.

    "share" and "spread": mean and standard deviation, as shares of its points. "weight" and
    "effective": its part of the points, and of what tells one submission from another.
    "discrimination": correlation with the rest. "efficiency": how much of the greatest possible
    covariance with the rest there is. "empty": answers missing; "slips": the commonest mistakes.
    """
    marks, table = _marks(assignment, rows), []
    effective = _effective(marks)
    for k, task in enumerate(assignment.tasks):
        mine, rest = marks[:, k], marks.sum(axis=1) - marks[:, k]
        varies = len(rows) >= LEAST and mine.std() > 0 and rest.std() > 0
        slips = Counter(m for r in rows for v in r.verdicts if v.task == task.id
                        for m in single(v.mistake))
        table.append({
            "task": task, "share": mine.mean() / task.points if len(rows) else np.nan,
            "spread": mine.std(ddof=1) / task.points if len(rows) > 1 else np.nan,
            "weight": task.points / assignment.most, "effective": effective[k],
            "discrimination": np.corrcoef(mine, rest)[0, 1] if varies else np.nan,
            "efficiency": _efficiency(mine, rest) if varies else np.nan,
            "empty": sum(v.rule == "none" for r in rows for v in r.verdicts if v.task == task.id),
            "slips": slips.most_common(3)})
    return table


def _efficiency(mine: Floats, rest: Floats) -> float:
    """The covariance over that of the same marks, both put in order."""
    most = np.cov(np.sort(mine), np.sort(rest))[0, 1]
    return float(np.cov(mine, rest)[0, 1] / most)


def _effective(marks: Floats) -> Floats:
    """Each task's part of the spread of the whole; nan where nothing spreads."""
    if len(marks) < 2:
        return np.full(marks.shape[1], np.nan)
    whole = marks.sum(axis=1)
    shared = np.array([np.cov(marks[:, k], whole)[0, 1] for k in range(marks.shape[1])])
    roots = np.sqrt(np.maximum(shared, 0))
    return roots / roots.sum() if roots.sum() else np.full(marks.shape[1], np.nan)


def of_whole(assignment: Assignment, rows: Sequence[Row]) -> dict[str, float]:
    """Points of the judged tasks together: "mean", "spread", "reliability" and "error".

    "reliability" is Cronbach's alpha; "error" the standard deviation of a mark that it leaves.
    """
    marks = _marks(assignment, rows)
    whole, k = marks.sum(axis=1), marks.shape[1]
    spread = whole.std(ddof=1) if len(rows) > 1 else np.nan
    alpha = np.nan
    if len(rows) >= LEAST and k > 1 and spread > 0:
        alpha = k / (k - 1) * (1 - marks.var(axis=0, ddof=1).sum() / spread**2)
    return {"mean": whole.mean() if len(rows) else np.nan, "spread": spread, "reliability": alpha,
            "error": spread * np.sqrt(1 - alpha) if alpha <= 1 else np.nan}


def of_variants(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Sets of numbers that several students share: "variant", "students", "mean"; [] for none."""
    shared = Counter(r.variant for r in rows if r.variant is not None)
    return [{"variant": number, "students": count,
             "mean": np.mean([r.auto for r in rows if r.variant == number])}
            for number, count in sorted(shared.items()) if count > 1]


def by_hand(assignment: Assignment, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Explanations: "name", "points", "read", "waiting" and the mean "share" of those read."""
    table = []
    for name, points in assignment.manual.items():
        marks = [r.read[name] for r in rows if name in r.read]
        table.append({"name": name, "points": points, "read": len(marks),
                      "waiting": sum(name in r.waiting for r in rows),
                      "share": np.mean(marks) / points if marks else np.nan})
    return table


def groups(everybody: Sequence[Row]) -> list[dict[str, Any]]:
    """The groups of the roster, those without one last; [] where it names no group.

    "group", "students", "handed_in", "mean" and "median" of the final marks; nan for no mark.
    """
    names = {r.person.group for r in everybody}
    table = []
    for name in sorted(names, key=lambda group: (not group, group)) if any(names) else []:
        own = [r for r in everybody if r.person.group == name]
        marks = [r.score for r in own if r.score is not None]
        table.append({"group": name, "students": len(own),
                      "handed_in": sum(NOTHING not in r.flags for r in own),
                      "mean": np.mean(marks) if marks else np.nan,
                      "median": np.median(marks) if marks else np.nan})
    return table
