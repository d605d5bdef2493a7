"""How long a student waits for `check`: python tests/benchmark_check.py [--most 1.0]

A right answer to every task of the book, in processor time, so that other work on the machine
disturbs least; libraries are loaded before the clock runs. Ends with 1 when a task takes longer
than --most seconds.
"""

from __future__ import annotations

import argparse
import sys
import time

from answers import typed_in

from autograde.judging import Assignment
from autograde.judging.variants import make_variants
from autograde.library import book
from autograde.practice import session


def seconds(assignment: Assignment) -> dict[str, float]:
    """Task -> the processor time of its check, seconds."""
    numbers, = make_variants(assignment, seed=7, count=1)
    kinds = {t.id: t.kind for t in assignment.tasks}
    here, found = session._Session({}, assignment.checks, kinds, numbers), {}
    for task in assignment.tasks:
        here.answers[task.id] = answer = typed_in(task, assignment.truth, numbers)
        session._findings(here, task.id, answer)
        start = time.process_time()
        session._findings(here, task.id, answer)
        found[task.id] = time.process_time() - start
    return found


def run(most: float, out=sys.stdout) -> int:
    """Print the table, the longest first; returns how many tasks take longer than `most`."""
    found = {f"{a.label}.{task}": t for a in book().values() for task, t in seconds(a).items()}
    for name, t in sorted(found.items(), key=lambda item: -item[1]):
        print(f"{name:30}{t:8.3f} s{'   too long' if t > most else ''}", file=out)
    return sum(t > most for t in found.values())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=float, default=1.0, help="seconds that a check may take")
    sys.exit(run(parser.parse_args().most) > 0)
