"""The words in code that a reader sees, and the same code with them in another language."""

import pytest

from autograde.code_words import differ, pieces, replaced
from autograde.myst import TextFormError

CODE = '''\
%matplotlib inline
me = "your_id"      # your id
def f(x: float) -> float:
    """A doc.

    x: metres.
    """
    ### BEGIN SOLUTION
    print("in secret")      # of the author
    return x
    ### END SOLUTION
for a, s in turns:
    print(f"{a:4g} {'deg' if s else 'm'}"
          f" about {me}")
'''
WORDS = '''```python
# ваш идентификатор
"""Описание.

x: метры.
"""
"втайне"
# от автора
f"вокруг {me}: {a:4g} {'град' if s else 'м'}"
```'''


def test_a_reader_sees_comments_docstrings_and_what_is_printed():
    assert [(p.kind, p.text[:9]) for p in pieces(CODE)] == [
        ("comment", "# your id"), ("docstring", '"""A doc.'), ("text", '"in secre'),
        ("comment", "# of the "), ("text", "f\"{a:4g} ")]
    assert all(CODE[p.start:p.end] == p.text for p in pieces(CODE))
    assert pieces("x = 'a # b'\ny = {\"c\": 1}") == []


def test_the_same_code_in_another_language():
    made = replaced(CODE, WORDS)
    assert 'me = "your_id"      # ваш идентификатор\n' in made
    assert '    """Описание.\n\n    x: метры.\n    """\n' in made
    assert "    print(f\"вокруг {me}: {a:4g} {'град' if s else 'м'}\")\n" in made
    assert '    print("втайне")      # от автора\n' in made
    assert "    ### BEGIN SOLUTION\n" in made and "    ### END SOLUTION\n" in made
    assert [p.kind for p in pieces(made)] == [p.kind for p in pieces(CODE)]


@pytest.mark.parametrize("old,new,says", [
    ("```python\n", "", "between ```python and ```"),
    ("# ваш идентификатор", "", "needs comment, text, text, comment, text, in this order"),
    ("# ваш идентификатор", "me = 1", "nothing but comments and texts"),
    ("{me}", "{you}", "the values in"),
    ("{me}", "me", "the values in"),
    (":4g", "", "the values in")])
def test_words_that_do_not_belong_to_the_code(old, new, says):
    words = WORDS.replace(old, new)
    assert says in differ(CODE, words)
    with pytest.raises(TextFormError):
        replaced(CODE, words)


def test_a_long_text_stands_in_pieces_one_below_the_other():
    made = replaced('for a in b:\n    print(f"one {a}, two")', """```python
(f"один {a},"
 " два")
```""")
    assert made == 'for a in b:\n    print(f"один {a},"\n          " два")'
    long = """```python
\'\'\'один
  два\'\'\'
```"""
    assert replaced("if a:\n    print('one')", long) == "if a:\n    print(\'\'\'один\n  два\'\'\')"


def test_letters_of_any_language_stand_before_a_piece():
    code = 'print("ёж", "и")  # два'
    assert replaced(code, '```python\n"hedgehog"\n"and"\n# two\n```') == (
        'print("hedgehog", "and")  # two')
