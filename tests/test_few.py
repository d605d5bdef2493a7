"""What a run without --proof asks of tests marked every(n)."""

from types import SimpleNamespace

import pytest
from few import left_to_the_proof


def cases(name, count, n, keywords=(), path="tests/test_a.py"):
    mark = SimpleNamespace(args=(n,)) if n else None
    return [SimpleNamespace(path=path, originalname=name, keywords=keywords, case=k,
                            get_closest_marker=lambda _, mark=mark: mark) for k in range(count)]


def asked(items):
    left = list(left_to_the_proof(items))
    return [item.case for item in items if item not in left]


@pytest.mark.parametrize("count", [1, 2, 5, 6, 14, 422])
@pytest.mark.parametrize("name", ["test_right", "test_wrong", "test_odd"])
def test_one_in_six_is_asked_and_one_at_least(name, count):
    kept = asked(cases(name, count, 6))
    assert kept and abs(len(kept) - count / 6) < 1
    assert all(b - a == 6 for a, b in zip(kept, kept[1:]))


def test_another_test_asks_others():
    assert len({asked(cases(f"test_{k}", 14, 7))[0] for k in range(40)}) == 7


def test_the_same_name_in_another_file_is_counted_by_itself():
    items = cases("test_x", 3, 6) + cases("test_x", 3, 6, path="tests/test_b.py")
    assert len(asked(items)) == 2


def test_what_is_not_marked_or_left_to_the_proof_already_stays():
    assert asked(cases("test_x", 5, 0)) == [*range(5)]
    assert list(left_to_the_proof(cases("test_x", 5, 2, keywords=("proof",)))) == []
