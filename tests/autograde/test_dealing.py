"""Everybody on the roster has own numbers, which nothing that comes later changes."""

import json
from dataclasses import replace

import numpy as np
import pytest
from dealt import SECRET, known
from test_runs import attempt

from autograde import authoring
from autograde.authoring import Order, _together, all_agreed
from autograde.cli import main
from autograde.judging import Case, Number, Task
from autograde.judging.judge import Judge
from autograde.judging.task import Assignment
from autograde.judging.variants import (
    Sets,
    collisions,
    make_variants,
    numbers_of,
    told_apart,
)
from autograde.library import book, dealt
from autograde.practice import session
from autograde.record.dealing import EACH, WHOLE, dealing
from autograde.record.release import _repeated
from autograde.run.receipt import receipts
from autograde.run.worker import NOT_LISTED, Job, _flags
from autograde.runner.deal import deal, key_of, listed, number_of
from autograde.runner.encode import encode
from autograde.sandbox import Limits

A02, A06, A13 = (book()[name] for name in ("a02_rotation", "a06_velocity_problems", "a13_statics"))
CLASS = [f"student.{k:02d}" for k in range(40)]


# -- drawing -------------------------------------------------------------------------------------
def test_a_set_is_the_same_however_many_there_are():
    sets = [numbers_of(A02, 5, k) for k in range(12)]
    assert numbers_of(A02, 5, 7) == sets[7] and numbers_of(A02, 5, 7, sets[:7]) == sets[7]
    assert len({json.dumps(one) for one in sets}) == 12
    assert numbers_of(A02, 6, 7) != sets[7]
    assert numbers_of(replace(A02, name="another"), 5, 7) != sets[7]


@pytest.mark.parametrize("assignment", [A06, A13], ids=lambda a: a.name)
def test_stopping_early_accepts_the_same_sets(assignment):
    rng, found = np.random.default_rng(3), []
    typed = [t for t in assignment.tasks if t.cases is None]
    for variant in (assignment.draw(rng) for _ in range(12)):
        for task in typed:
            alike = collisions(assignment, task, variant, [Case(())])
            assert told_apart(assignment, task, variant, [Case(())]) == (not alike)
            found.append(bool(alike))
    assert len(set(found)) == 2, "both outcomes have to occur"


def test_what_was_drawn_in_one_stream_still_is():
    """The digits are those that releases have dealt before each set had a seed of its own."""
    first, second = make_variants(A02, 7, 2)
    assert first == {"beta_deg": 158.8, "axes": ["z", "x", "y"],
                     "angles_deg": [118.5, -112.6, -74.7], "a_uvw": [-1.38, 1.04, -0.98]}
    assert (second["beta_deg"], second["a_uvw"]) == (120.3, [0.85, -0.74, 1.69])


def coarse(count: int) -> Assignment:
    """An assignment whose draw knows five sets."""
    return Assignment(tasks=(Task("x", 1, "here", Number(), reference=lambda r, v: v["x"]),),
                      draw=lambda rng: {"x": int(rng.integers(5))}, variants=count)


def test_equal_sets_are_drawn_anew_as_long_as_there_are_others():
    assignment, sets = replace(coarse(5), name="coarse"), []
    for k in range(7):
        sets.append(numbers_of(assignment, 1, k, sets))
    assert sorted(one["x"] for one in sets[:5]) == [0, 1, 2, 3, 4]
    said, = _repeated(sets)
    assert "only 5 different sets" in said and "7 are wanted" in said
    assert not list(_repeated(sets[:5])) and not list(_repeated([{}, {}]))


def test_numbers_whose_right_answer_zero_passes_for_are_drawn_anew():
    """A class of hundreds meets them now and then; an assignment that has no others is refused."""
    def drawing(*known):
        return replace(coarse(2), name="small",
                       draw=lambda rng: {"x": known[int(rng.random() * len(known))]})
    assert {numbers_of(drawing(1e-3, *9 * [3.0]), 1, k)["x"] for k in range(40)} == {3.0}
    with pytest.raises(RuntimeError, match="small, task x: its right answer, 0.001, cannot be told "
                                           "from zero"):
        numbers_of(drawing(1e-3), 1, 0)


# -- who gets which ------------------------------------------------------------------------------
@pytest.fixture
def course(tmp_path):
    course = known(tmp_path / "course")
    roster(course, CLASS)
    return course


def roster(course, names, text=None, shared=3):
    (course.root / "students.csv").write_text(text or "\n".join(names))
    (course.root / "autograde.toml").write_text(
        f'[assignments]\nvariants = {shared}\n[course]\nroster = "students.csv"\n')


def hand_out(course, found):
    """As release leaves it, without certifying anything."""
    table = {"assignment": A02.name, "variants": [{}] * found.order.count, "deal": found.deal}
    folder = course.release / A02.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "variants.json").write_text(json.dumps(table | found.note))
    return table


def test_no_two_on_the_roster_share_a_set(course):
    found = dealing(course, A02)
    table = hand_out(course, found)
    numbers = {name: number_of(name, table) for name in CLASS}
    assert sorted(numbers.values()) == list(range(3, 43)) and found.order.count == 43
    assert number_of("  STUDENT-07 ", table) == numbers["student.07"]
    strangers = [number_of(f"guest{k}", table) for k in range(30)]
    assert set(strangers) == {0, 1, 2}
    text = json.dumps(table)
    assert "student" not in text.lower()
    assert list(numbers.values()) != sorted(numbers.values()), "the order tells who is who"
    assert not found.said


def test_who_is_not_on_the_roster_is_told_and_flagged(course, tmp_path, monkeypatch, capsys):
    """Shared numbers are never dealt silently; neither is a name that is not the student's."""
    roster(course, CLASS[:3])
    found = dealing(course, A02)
    table = dealt(A02, make_variants(A02, 7, 6), "") | {"deal": found.deal}
    assert listed(CLASS[0].upper(), table) and not listed("petrov", table)
    assert listed("petrov", table | {"numbers": {"Petrov": 2}})
    assert listed("petrov", table | {"deal": {"count": 3, "salt": "x"}}), "without a roster"

    def flags(student, typed):
        events = [{"event": "identity", "name": typed}]
        return _flags(Job(tmp_path, A02.name, student), table, number_of(student, table), [],
                      events, [])
    assert flags(CLASS[0], CLASS[0]) == []
    assert flags("petrov", "petrov") == [NOT_LISTED]
    assert flags(CLASS[0], CLASS[1]) == [f"another name typed, other numbers: {CLASS[1]}"]
    assert flags(CLASS[0], "x" * 300)[0].endswith("x" * 40)

    (tmp_path / "variants.json").write_text(json.dumps(table))
    monkeypatch.chdir(tmp_path)
    for name, said in ((CLASS[0], ""), ("petrov", "petrov is not on the list of this course")):
        session.variant(name)
        assert capsys.readouterr().out.startswith(said) and bool(said) == (name == "petrov")


def test_a_table_says_nothing_in_another_course(course, tmp_path):
    other = known(tmp_path / "other")
    (other.root / "secret.key").write_text(SECRET[::-1])
    roster(other, CLASS)
    assert not set(dealing(course, A02).deal["own"]) & set(dealing(other, A02).deal["own"])


def test_who_joins_gets_a_new_set_and_all_others_keep_theirs(course):
    before = hand_out(course, dealing(course, A02))
    roster(course, [*CLASS[5:], "newcomer", "Ёлкина"])              # five have left
    found = dealing(course, A02)
    after = hand_out(course, found)
    assert all(number_of(name, after) == number_of(name, before) for name in CLASS)
    assert {number_of("newcomer", after), number_of("ёлкина", after)} == {43, 44}
    assert "2 students are new" in found.said[0] and "newcomer" in found.said[0]
    assert all(number_of(f"guest{k}", after) == number_of(f"guest{k}", before) for k in range(9))


def test_who_has_handed_in_before_joining_keeps_the_numbers_of_the_work(course):
    before = hand_out(course, dealing(course, A02))
    (course.submitted / "newcomer" / A02.name).mkdir(parents=True)
    roster(course, [*CLASS, "newcomer"])
    found = dealing(course, A02)
    assert number_of("newcomer", hand_out(course, found)) == number_of("newcomer", before) < 3
    assert found.order.count == 43 and not found.said


@pytest.mark.parametrize("note,seed", [({}, SECRET[:8]), ({"seed": WHOLE}, SECRET)])
def test_a_release_of_before_keeps_sets_and_names(course, note, seed):
    """A roster that comes later gives own sets to those who have not handed in."""
    table = {"variants": [{}] * 24, "deal": {"count": 24, "salt": A02.name}} | note
    (course.release / A02.name).mkdir(parents=True)
    (course.release / A02.name / "variants.json").write_text(json.dumps(table))
    found = dealing(course, A02)
    assert found.order == Order(A02.folder, 64, int(SECRET, 16), int(seed, 16), 24)
    assert found.note == note and "keeps the 24 shared sets" in found.said[0]
    after = hand_out(course, found)
    assert all(number_of(f"guest{k}", after) == number_of(f"guest{k}", table) for k in range(9))
    (course.root / "autograde.toml").unlink()
    (course.release / A02.name / "variants.json").write_text(json.dumps(table))
    kept = dealing(course, A02)
    assert kept.deal == table["deal"] and kept.order.count == 24 and not kept.said


def test_without_a_roster_a_name_decides(tmp_path):
    course = known(tmp_path / "course")
    found = dealing(course, A02)
    assert found.deal == {"count": 8, "salt": A02.name} and found.note == {"seed": EACH}
    assert number_of("ana", {"deal": found.deal}) == deal("ana", 8, A02.name)


def test_what_knows_of_no_own_sets_stops_instead_of_dealing_others(course):
    """A package of students that is older than the release would show numbers of another."""
    assert "count" not in dealing(course, A02).deal
    assert len(key_of("ana", "salt")) == 16 != key_of("ana", "pepper")
    for nobody in ("", "your_id"):
        with pytest.raises(ValueError, match="type your own name"):
            number_of(nobody, {"deal": dealing(course, A02).deal})


# -- the file ------------------------------------------------------------------------------------
@pytest.mark.parametrize("text,ids", [
    ("ana\nboris\n\n", ["ana", "boris"]), ("id\nana\nboris", ["ana", "boris"]),
    ("\ufefffirst_name,id\nAna,ana\n\"B, jr\",boris", ["ana", "boris"]),
    ("id;last_name\nana;A\nboris;B\n", ["ana", "boris"])])
def test_a_roster_is_read(course, text, ids):
    roster(course, [], text)
    assert course.roster == ids


@pytest.mark.parametrize("text,said", [
    ("ana\nboris\nANA", "line 3: 'ANA' stands there already as 'ana'"),
    ("id,name\nana,A\n,B", "line 3: got '', needs the id"),
    ("first,last\nana,A", "got the columns first, last, needs one that is called 'id'"),
    ("ana\n../../etc", "line 2: got '../../etc', needs the id"), ("id\n", "has no id in it")])
def test_a_wrong_roster_is_refused(course, text, said, capsys):
    roster(course, [], text)
    with pytest.raises(ValueError) as e:
        _ = course.roster
    assert said in str(e.value)
    assert main(["release", A02.name, "--course", str(course.root)]) == 2
    assert not course.release.exists()


def test_a_roster_that_is_not_there_is_refused(course):
    (course.root / "students.csv").unlink()
    with pytest.raises(ValueError, match="cannot be read"):
        _ = course.roster


# -- from the roster to the notebook -------------------------------------------------------------
def test_release_deals_and_says_so(course, capsys, monkeypatch):
    monkeypatch.setattr(authoring, "PART", 2)
    roster(course, CLASS[:2], shared=1)
    words = "release", A02.name, "--course", str(course.root)
    assert main([*words, "--jobs", "1"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "3 certified sets of numbers, 2 of them for one student each" in said
    assert "3/3" in said and said.count("certifying") == 1 and "no roster" not in said
    path = course.release / A02.name / "variants.json"
    first = json.loads(path.read_text())
    assert len({json.dumps(one) for one in first["variants"]}) == 3
    roster(course, [*CLASS[:2], "newcomer"], shared=1)
    assert main([*words, "--jobs", "2"]) == 0           # two processes, and the same sets
    then = json.loads(path.read_text())
    assert then["variants"][:3] == first["variants"] and len(then["variants"]) == 4
    assert number_of("newcomer", then) == 3
    assert "newcomer" in capsys.readouterr().out
    attempt(course, "newcomer", "", "akimova")          # in the sandbox, with the own numbers
    assert main(["grade", "--course", str(course.root), "--jobs", "1"]) == 0
    receipt, = receipts(course, [A02])
    assert (receipt.variant, receipt.points) == (3, A02.most)
    assert main(["verify", "--course", str(course.root)]) == 0


def test_old_and_new_sets_stand_side_by_side():
    order = Order(A02.folder, 4, seed=9, stream=7, streamed=2)
    (name, table), = all_agreed([order])
    assert name == A02.name
    assert table["variants"] == [*make_variants(A02, 7, 2),
                                 numbers_of(A02, 9, 2), numbers_of(A02, 9, 3)]


def test_a_set_that_came_twice_is_drawn_again():
    order = Order(A02.folder, 3, seed=9)
    one, two = numbers_of(A02, 9, 0), numbers_of(A02, 9, 1)
    found = _together(order, [one, two, one], Limits())["variants"]
    assert found[:2] == [one, two] and found[2] == numbers_of(A02, 9, 2)


def test_three_hundred_sets_are_a_small_file():
    """In letters: what a student's machine reads and a worker sends for each submission."""
    for assignment in book().values():
        one = assignment.draw(np.random.default_rng(1))
        table = dealt(assignment, [one] * 324, assignment.name)
        assert len(json.dumps(table)) < 400_000


# -- many sets and the judge ---------------------------------------------------------------------
@pytest.fixture(scope="module")
def many():
    """Two hundred sets, drawn only: what is copied is told by them, not by their certificate."""
    rng = np.random.default_rng(4)
    return Sets(A06, [A06.draw(rng) for _ in range(200)])


def typed_answers(sets, number):
    return {t.id: encode(sets.truths(t)[number]) for t in A06.tasks
            if t.cases is None and t.kind.ask == "value"}


def test_a_neighbour_is_recognised_among_many(many):
    judge = Judge(A06, many, 3, "ivanova", b"secret")
    answers = typed_answers(many, 150)
    verdicts = {v.task: v for v in judge.verdicts(answers, {})}
    free = [t.id for t in A06.tasks if t.id in answers and not t.own]
    assert len(free) > 3
    for task in free:
        assert (verdicts[task].rule, verdicts[task].flags) == ("other", ["variant 150"])


def test_a_slip_that_meets_one_of_many_by_chance_accuses_nobody(many):
    """Of two hundred directions in the plane one is always near; alone it proves nothing."""
    judge, task = Judge(A06, many, 3, "ivanova", b"secret"), A06["lost_direction"]
    met = 0
    for angle in np.linspace(0.1, 3, 60):
        answer = np.array([np.cos(angle), np.sin(angle)])
        met += any(task.compared.distance(t, answer) <= task.tolerance
                   for t in many.truths(task))
        judge._given = {task.id: encode(answer)}
        assert judge._other(task, [answer]) is None
    assert met >= 5, "some have to meet the answer to another set"


def test_each_truth_is_worked_out_once_for_all_submissions(many):
    asked = []
    task = replace(A06["rates"], reference=lambda r, v: asked.append(1) or np.zeros(2))
    sets = Sets(A06, [many[k] for k in range(50)])
    for student in ("ivanova", "petrov"):
        Judge(A06, sets, 3, student, b"secret")._other(task, [np.ones(2)])
    assert len(asked) == 50
