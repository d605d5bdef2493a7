"""Every mistake is refuted by its law, executed, and every task says how to see that it is wrong.

How a law is executed stands in autograde/judging/refuting.py. The tests take every assignment of
the book that they find.
"""

import pytest
from each import each

from autograde.judging.refuting import wrong_with
from autograde.library import book

BOOK = book()
MISTAKES = [(name, mistake) for name, assignment in BOOK.items() for mistake in assignment.mistakes]
TASKS = [(name, task.id) for name, assignment in BOOK.items() for task in assignment.tasks]
REGISTERED = sorted({(m.steps.__module__, m.name)
                     for assignment in BOOK.values() for m in assignment.catalogue.values()})

WORDS = 60          # of a message, as the guide promises
DEPARTS = "this departs from the truth: 18 of 18 entries depart, the first at row 1, column 1."

# Tasks whose advice shows no line of code to try.
IN_WORDS = {
    "a01_parameters": {"cylindrical_slides", "mounting", "open_chain", "printed_products"},
    "a04_inverse": {"how_many"},
    "a05_velocities": {"printed_rate"},
    "a06_velocity_problems": {"chain_rates", "damped_rates", "how_many", "polar_det",
                              "printed_unknown"},
    "a07_accelerations": {"printed_two"},
    "project": {"attitude", "position", "velocity"},
}
# Tasks without advice: a robot that cannot be read is answered by what is wrong with it.
SELF_EVIDENT = {"project": {"robot"}}


# -- laws ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name,mistake", MISTAKES)
def test_the_law_holds_for_the_truth_and_exposes_the_slip(name, mistake):
    assignment = BOOK[name]
    law = assignment.mistakes[mistake].refuted
    assert law, f"{name}: no law is executed for the mistake {mistake}; see `refutes`"
    faults = list(wrong_with(law, assignment.truth, assignment.slipped[mistake]))
    assert not faults, "\n".join([f"{name}, mistake {mistake}, its law {law.__name__} of "
                                  f"{law.__module__}:", *faults])


@each("module,mistake", REGISTERED)
def test_some_task_looks_for_the_mistake(module, mistake):
    assert any(mistake in assignment.mistakes
               and assignment.mistakes[mistake].steps.__module__ == module
               for assignment in BOOK.values()), f"{module}: no task looks for {mistake}"


# -- words ---------------------------------------------------------------------------------------
@each("name,task_id", TASKS, by="name")
def test_messages_are_short(name, task_id):
    assignment, task = BOOK[name], BOOK[name][task_id]
    for m in map(assignment.mistakes.get, task.mistakes):
        assert words(f"{task.where}: {m.sees} {m.law}") <= WORDS, m.name


@each("name,task_id", TASKS, by="name")
def test_a_task_says_how_to_see_that_it_is_wrong(name, task_id):
    """Where no slip is named, a law with its line of code; to each wrong option a check."""
    assignment, task = BOOK[name], BOOK[name][task_id]
    checks = getattr(task.kind, "checks", {})
    if task.kind.ask == "choice":
        assert set(task.kind.options) - {task.reference(assignment.truth, {})} == set(checks)
    advices = [*filter(None, [task.advice]), *checks.values()]
    assert bool(advices) == (task_id not in SELF_EVIDENT.get(name, ()))
    for advice in advices:
        assert advice.count("`") % 2 == 0, advice
        assert words(f"{task.where}: {DEPARTS} {advice}") <= WORDS, advice
    if advices:
        assert ("`" in max(advices, key=len)) == (task_id not in IN_WORDS.get(name, ()))


def words(message):
    return len(message.split())


@pytest.mark.parametrize("table", [IN_WORDS, SELF_EVIDENT], ids=["in words", "self-evident"])
def test_the_exceptions_are_tasks(table):
    assert {(name, task) for name, tasks in table.items() for task in tasks} <= set(TASKS)
