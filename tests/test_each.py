"""A test of many cases says of each what is wrong, and is none without cases."""

import pytest
from each import each

WRONG = pytest.fail.Exception


def test_each_case_that_fails_is_told():
    @each("one,other", [(1, 1), (1, 2), (3, 3), (4, 5)])
    def same(one, other, tmp_path):
        assert one == other
    with pytest.raises(WRONG) as told:
        same(tmp_path=None)
    first, *lines = [line for line in str(told.value).splitlines() if line.startswith(("2", "("))]
    assert first == "2 of 4:"
    assert [line.partition(": AssertionError at test_each.py:")[0] for line in lines] == [
        "(1, 2)", "(4, 5)"]


def test_one_of_several_is_asked_alone():
    met = []

    @each("name,number", [("a", 1), ("b", 2), ("a", 3)], by="name")
    def meets(name, number):
        met.append((name, number))
    meets(name="a")
    assert met == [("a", 1), ("a", 3)]
    [mark] = meets.pytestmark
    assert mark.args == ("name", ["a", "b"])


def test_no_cases_are_a_failure():
    @each("one", [])
    def nothing(one):
        pass
    with pytest.raises(AssertionError, match="no cases"):
        nothing()
