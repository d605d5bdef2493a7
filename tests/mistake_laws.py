"""What the mistakes of every assignment must stand: each is refuted by a law, executed.

A law is a generator `law(rules)` of residuals: all vanish with the true rules, none with the rules
of the slip. A file of tests gives its laws by the name of the mistake:

    class TestLaws(MistakeLaws):
        tasks, laws = ASSIGNMENT.tasks, LAWS
"""

import numpy as np

from autograde.mistakes import MISTAKES
from autograde.rules import Rules

TRUTH = Rules()
WORDS = 60                     # of a message, as the guide promises
DEPARTS = "this departs from the truth: 18 of 18 entries depart, the first at row 1, column 1."


class MistakeLaws:
    """The tests of one section's mistakes; `elsewhere` are those that another file refutes.

    `in_words` are the tasks whose advice shows no line of code to try.
    """

    tasks: tuple = ()
    laws: dict = {}
    elsewhere: frozenset = frozenset()
    in_words: frozenset = frozenset()

    def pytest_generate_tests(self, metafunc):
        if "name" in metafunc.fixturenames:
            metafunc.parametrize("name", self.laws)
        if "task" in metafunc.fixturenames:
            metafunc.parametrize("task", self.tasks, ids=lambda t: t.id)

    def test_every_mistake_has_its_law_executed(self):
        assert set(self.laws) | self.elsewhere == {m for t in self.tasks for m in t.mistakes}
        assert not set(self.laws) & self.elsewhere

    def test_the_law_holds_for_the_truth_and_exposes_the_slip(self, name):
        law = self.laws[name]
        residuals = [(np.abs(a).max(), np.abs(b).max())
                     for a, b in zip(law(TRUTH), law(MISTAKES[name].rules), strict=True)]
        assert residuals
        for true, slipped in residuals:
            assert true < 2e-6, "the law must hold for the right answer"
            assert slipped > 1e-2, "the law must fail for the slip"

    def test_messages_are_short(self, task):
        for m in map(MISTAKES.get, task.mistakes):
            assert len(f"{task.where}: {m.sees} {m.law}".split()) <= WORDS

    def test_every_task_says_how_to_see_that_it_is_wrong(self, task):
        """Where no slip is named, a law with its line of code; to each wrong option a check."""
        checks = getattr(task.kind, "checks", {})
        if task.kind.ask == "choice":
            assert set(task.kind.options) - {task.reference(TRUTH, {})} == set(checks)
        advices = [*filter(None, [task.advice]), *checks.values()]
        assert advices
        assert ("`" in max(advices, key=len)) == (task.id not in self.in_words)
        for advice in advices:
            assert advice.count("`") % 2 == 0
            assert len(f"{task.where}: {DEPARTS} {advice}".split()) <= WORDS


# -- what several laws are made of ---------------------------------------------------------------
def unequal(a, b) -> float:
    """A residual of a law that says "these differ": 1 where they do not."""
    return float(np.abs(np.subtract(a, b)).max() < 1e-9)


def degrees(rules):
    """The law of the slip `degrees`: 60 degrees have the cosine 1/2."""
    yield np.cos(rules.radians(60)) - 0.5


def differ(f, order=1, h=1e-3):
    """First or second derivative of f(t) at 0, fourth order in h."""
    if order == 1:
        return (8 * (f(h) - f(-h)) - f(2 * h) + f(-2 * h)) / (12 * h)
    return (16 * (f(h) + f(-h)) - f(2 * h) - f(-2 * h) - 30 * f(0.0)) / (12 * h**2)


def written(task, rules):
    """The function of a task as a student would have written it, with these rules."""
    return lambda *args: task.reference(rules, {}, *args)
