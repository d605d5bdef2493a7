"""Python's own exceptions have one plain sentence beside them, in the reader's language."""

import contextlib
import math
import re
import warnings
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
import scipy.linalg
import sympy as sp

from autograde.judging.silence import why
from autograde.pages.feedback import FeedbackExporter
from autograde.pages.voices import Voices
from autograde.plainly import NAMES, plainly
from autograde.practice.kinds import Matrix, Problem
from autograde.words import Speaker

RUSSIAN = Speaker("ru")
X, ROW, TWO = sp.Symbol("x"), np.ones(3), np.ones(2)

#: What a student types, and how the Russian sentence on it begins.
TYPED = {
    "nobody": "Имени `nobody` Python в этом месте не знает",
    "сos(1)": "Буква с в имени `сos` русская",
    "np.аrray([1])": "Буква а в имени `аrray` русская",
    "def f():\n    q = q + 1\nf()": "Переменная, которой присваивают значение внутри функции",
    "2.0 ^ 2": "Степень записывают двумя звёздочками",
    "ROW ^ 2": "Степень записывают двумя звёздочками",
    "... * 2": "Одно из значений ещё не вписано",
    "(...).T": "Одно из значений ещё не вписано",
    "None + 1": "Одно из значений — `None`",
    "None.T": "Одно из значений — `None`",
    "(lambda a, b: a)(1)": "Для `<lambda>` нужно больше аргументов",
    "(lambda a: a)(1, 2)": "Аргументов у `<lambda>` меньше",
    "(lambda a: a)(1, b=2)": "У `<lambda>` нет аргумента с именем `b`",
    "1.5 * [1, 2]": "Список в Python — не вектор",
    "[1, 2] - [1, 2]": "Список в Python — не вектор",
    "-[1, 2]": "Список в Python — не вектор",
    "[1, 2] + 1": "Список в Python — не вектор",
    "1 + '1'": "Текст — не число",
    "2(3)": "Перед круглыми скобками стоит не функция, а значение типа `int`",
    "ROW(1)": "Перед круглыми скобками стоит не функция, а значение типа `numpy.ndarray`",
    "abs[1]": "Аргументы функции пишут в круглых скобках",
    "1.5[0]": "У значения типа `float` нет элементов",
    "[[1]][0, 0]": "У списка списков в каждой паре скобок один индекс",
    "[1][0.0]": "Индекс, как и число повторений",
    "ROW[0.0]": "Индекс, как и число повторений",
    "range(1.5)": "Индекс, как и число повторений",
    "max(1)": "Здесь нужно несколько значений, а передано одно, типа `int`",
    "a, b = 1": "Здесь нужно несколько значений, а передано одно, типа `int`",
    "len(1.5)": "Здесь нужно несколько значений, а передано одно, типа `float`",
    "max(*1)": "Здесь нужно несколько значений, а передано одно, типа `int`",
    "float(ROW[:1])": "Здесь нужно одно число, а передан массив",
    "math.cos(ROW)": "Здесь нужно одно число, а передан массив",
    "np.cos(X)": "Функции из `numpy` переданы буквы: в формуле с буквами возьмите функцию из "
                 "`sympy`, `sp.cos`",
    "math.cos(X)": "Здесь нужно число, а передана формула",
    "int(X)": "Здесь нужно число, а передана формула",
    "bool(X < 1)": "В сравнении есть буквы",
    "math.cos([1])": "Здесь нужно одно число, а передано значение типа `list`",
    "int([1])": "Здесь нужно одно число, а передано значение типа `list`",
    "(1, 2)[0] = 3": "Элементы кортежа и текста менять нельзя",
    "np.zeros(3, 3)": "Размер массива задают в отдельных скобках",
    "1j < 2": "Действию или функции передано значение такого типа",
    "ROW[3]": "Индекса 3 здесь нет: число элементов — 3",
    "ROW[0, 1]": "В квадратных скобках больше индексов",
    "ROW[0][0]": "У числа нет элементов",
    "[1][1]": "Элемента с таким индексом нет",
    "sp.eye(2)[2, 2]": "Элемента с таким индексом нет",
    "{}['q']": "Такого ключа в словаре нет",
    "math.acos(1.0000001)": "Значение функции взято там, где она не определена",
    "np.eye(3) @ TWO": "Для произведения матриц размеры не подходят",
    "np.dot(np.eye(3), TWO)": "Для произведения матриц размеры не подходят",
    "sp.eye(3) * sp.ones(2, 1)": "Для произведения матриц размеры не подходят",
    "np.eye(3) @ ...": "Рядом с `@` стоит одно число",
    "ROW @ 2.0": "Рядом с `@` стоит одно число",
    "ROW + TWO": "Размеры массивов не подходят друг к другу",
    "np.vstack([ROW, TWO])": "Размеры массивов не подходят друг к другу",
    "np.hstack([ROW, np.eye(3)])": "Размеры массивов не подходят друг к другу",
    "sp.eye(3) + sp.ones(2, 1)": "Размеры массивов не подходят друг к другу",
    "if ROW > 0: pass": "Здесь нужен один ответ, да или нет",
    "np.array([[1, 2], [3]])": "Строки массива разной длины",
    "sp.Matrix([[1, 2], [3]])": "Строки массива разной длины",
    "a, b = 1, 2, 3": "Слева от `=` имён меньше",
    "a, b, c = 1, 2": "Слева от `=` имён больше",
    "float('-0,35')": "В Python дробную часть числа отделяют точкой: `-0.35`.",
    "float('a')": "Этот текст нельзя прочитать как число",
    "ROW.reshape(2, 2)": "Число элементов не соответствует размеру",
    "sp.diff(X * sp.Symbol('y'))": "В формуле несколько букв",
    "max([])": "Выбирать не из чего",
    "np.ones(-1)": "Тип значения подходит",
    "sp.ones(2, 3).inv()": "Обратная матрица и определитель есть только у квадратной",
    "np.linalg.det(np.ones((2, 3)))": "Обратная матрица и определитель есть только у квадратной",
    "np.linalg.inv(np.zeros((2, 2)))": "Обратной матрицы нет",
    "sp.zeros(2).inv()": "Обратной матрицы нет",
    "np.linalg.cholesky(-np.eye(2))": "Для этой матрицы такое вычисление невозможно",
    "sp.sympify('2x')": "Сделать из этого значения формулу sympy не может",
    "1 / 0": "Происходит деление на ноль",
    "math.exp(1000)": "Число получилось слишком большим",
    "def f(): return f()\nf()": "Функция снова и снова вызывает саму себя",
    "[1].T": "У списков в Python нет `T`",
    "np.coss(1)": "В модуле `numpy` нет `coss`",
    "X.T": "У значения типа `Symbol` нет `T`",
    "import robokitt": "Модуля `robokitt` здесь нет",
    "from numpy import coss": "В модуле нет того имени",
    "open('nothing.txt')": "Такого файла здесь нет",
    "assert 1 == 2": "Условие, которое проверяет `assert`, не выполняется",
    "x = (1": "Скобка `(` открыта и нигде не закрыта",
    "x = 1)": "Скобка `)` закрывается, а открыта не была",
    "x = (1]": "Скобка `(` закрыта другой скобкой, `]`",
    "x = 'a": "Текст не закрыт",
    "if 1\n    x = 1": "Строка, которая начинается с `def`",
    "x = [1 2]": "Между двумя значениями пропущена",
    "if x = 1: pass": "В условии два значения сравнивают",
    "X + 1 = 2": "Слева от `=` стоит то, чему нельзя присвоить",
    "x = 2q": "Имя не может начинаться с цифры",
    "x = 07": "Целое число не может начинаться с нуля",
    "x\N{NO-BREAK SPACE}= 1": "В строке есть невидимый символ",
    "x = 1 \N{MINUS SIGN} 2": "Символа `\N{MINUS SIGN}` в программе быть не может",
    "return 1": "`return` стоит вне функции",
    "break": "`break` и `continue` могут стоять только в цикле",
    "print 1": "`print` — функция",
    "x = \\ 2": "После знака `\\` в этой строке",
    "f(a=1, 2)": "Аргументы без имён пишут раньше",
    "x = 2 y": "Эту строку Python прочитать не может",
    "def f():\nreturn 1": "После строки, которая заканчивается двоеточием",
    "  x = 1": "У строки лишний отступ",
    "def f():\n    a = 1\n  b = 2": "Отступ строки не совпадает",
    "def f():\n\ta = 1\n        b = 2": "В отступах перемешаны табуляции и пробелы"}
#: What Python warns of, and how the Russian sentence on it begins.
WARNED = {
    "ROW / 0": "При делении на ноль или при вычислении логарифма нуля",
    "np.log(0 * ROW)": "При делении на ноль или при вычислении логарифма нуля",
    "np.sqrt(-ROW)": "Значение функции взято там, где она не определена",
    "np.exp(1000 * ROW)": "Число получилось слишком большим",
    "float_array = 0 * ROW\nfloat_array[:] = 1j * ROW": "От комплексного числа оставлена",
    "x = 2(3)": "В этой строке перед скобкой не хватает запятой",
    "1 is 1": "Значения сравнивают знаком `==`",
    "1 is not 1": "Значения сравнивают знаком `==`",
    "scipy.linalg.solve([[1, 1], [1, 1 + 4e-16]], TWO)": "Определитель матрицы почти равен нулю"}
#: What no line of a test may do, or what is met by its name alone or in some versions of Python.
UNTYPED = (("KeyboardInterrupt", ""), ("SyntaxWarning", "invalid escape sequence '\\\\d'"),
           ("MemoryError", ""), ("SyntaxError", "incomplete input"), ("NameError", ""),
           ("ModuleNotFoundError", ""), ("AttributeError", ""),
           ("ModuleNotFoundError", "No module named 'robokit'"),
           ("TypeError", "loop of ufunc does not support argument 0 of type object"))


def raised(code):
    with pytest.raises(Exception) as wrong:
        exec(code, {"np": np, "sp": sp, "math": math, "X": X, "ROW": ROW, "TWO": TWO})
    return type(wrong.value).__name__, str(wrong.value)


def warned(code):
    """The category and the text of what Python warns of there."""
    with warnings.catch_warnings(record=True) as found, contextlib.suppress(TypeError):
        warnings.simplefilter("always")
        exec(code, {"np": np, "scipy": scipy, "ROW": ROW, "TWO": TWO})
    return found[0].category.__name__, str(found[0].message)


@pytest.mark.parametrize("code", WARNED)
def test_what_a_student_is_warned_of_is_explained(code):
    told = plainly(*warned(code))
    assert told is not None and RUSSIAN(told).startswith(WARNED[code])
    assert re.fullmatch(r"[A-Z`].*[.]", told) and re.fullmatch(r"[А-ЯЁ`].*[.]", RUSSIAN(told))


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("code", TYPED)
def test_what_a_student_types_is_explained(code):
    told = plainly(*raised(code))
    assert told is not None and RUSSIAN(told).startswith(TYPED[code])
    assert re.fullmatch(r"[A-Z`].*[.?]", told) and re.fullmatch(r"[А-ЯЁ`].*[.?]", RUSSIAN(told))


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_sentence_is_said_of_something():
    seen = {plainly(*found).node["id"] for found in (
        *UNTYPED, *map(raised, TYPED), *map(warned, WARNED))}
    assert {message for forms in NAMES.values() for _form, message in forms} <= seen


@pytest.mark.parametrize("error,text", [
    ("Exception", "anything"), ("", ""), ("TimeLimit", "this cell used more than 20 s"),
    ("NotImplementedError", ""), ("RuntimeWarning", "Mean of empty slice"),
    ("MyError", "list index out of range")])
def test_of_what_nothing_plainer_can_be_said_nothing_is_said(error, text):
    assert plainly(error, text) is None


def test_a_long_text_takes_no_time():
    assert plainly("SyntaxError", "(" * 10_000_000) == plainly("SyntaxError", "")


def test_the_message_says_it_behind_the_text_of_the_exception():
    task = SimpleNamespace(id="a", kind=Matrix())
    silent = Problem("There is no answer yet.", silent=True)
    told = why(task, silent, {"error": "IndexError", "text": "list index out of range", "line": 2},
               [], False).text
    assert told == ("The cell stopped in line 2 of your cell with IndexError: list index out of "
                    "range. What stands behind that line was not run. There is no element with "
                    "this index: indices are counted from 0, so that the last one is smaller by "
                    "one than the number of elements.")
    written = why(task, silent, {"error": "SyntaxError", "text": (
        "'(' was never closed (<ipython-input-14-1d7f469ea9bb>, line 2)")}, [], False)
    assert "SyntaxError: '(' was never closed)" in written.text
    assert RUSSIAN(written.text).endswith("Скобка `(` открыта и нигде не закрыта.")


def test_at_hidden_inputs_the_name_alone_is_explained():
    """The exception's text could carry an input into the feedback."""
    told = Matrix().read({"type": "error", "name": "ZeroDivisionError"}).text
    assert RUSSIAN(told).startswith("Ваша функция прервалась с ошибкой ZeroDivisionError.")
    assert RUSSIAN(told).endswith("посмотрите, чему равен знаменатель при этих числах.")
    assert Matrix().read({"type": "error", "name": "Exception"}).text == (
        "Your function raised Exception.")


def test_a_matrix_without_an_inverse_is_said_of_the_inputs_at_which_it_stood():
    singular = {"type": "error", "name": "LinAlgError", "text": "Singular matrix"}
    task, silent = SimpleNamespace(id="a", kind=Matrix()), Matrix().read(singular)
    values = [{"type": "none"}, singular, singular]
    told = why(task, silent, {}, values, True, ["one", "two", "two"]).text
    assert told.startswith("Your function raised LinAlgError at 2 of 3 inputs (two). The matrix")
    assert RUSSIAN(told).startswith(
        "Ваша функция прервалась с ошибкой LinAlgError при 2 из 3 наборов входных данных (two). "
        "Обратной матрицы нет")
    for groups in ((), ["one"] * 3, ["one", "one", "two"]):       # no groups, or in all of them
        assert "at 2 of 3 inputs. The" in why(task, silent, {}, values, True, groups).text
    assert why(task, silent, {}, [singular] * 3, True, ["one"] * 3) is silent
    assert silent.text.startswith("Your function raised LinAlgError. The matrix has no inverse")


def test_the_page_says_it_below_the_traceback_in_every_language():
    error = nbformat.v4.new_output("error", ename="NameError", evalue="name '<b>' is not defined",
                                   traceback=["NameError: name '<b>' is not defined"])
    other = nbformat.v4.new_output("error", ename="MyError", evalue="<i>", traceback=["MyError"])
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x", outputs=[error]),
                                               nbformat.v4.new_code_cell("y", outputs=[other])])
    made = type("Exporter", (FeedbackExporter,), {"voices": Voices([RUSSIAN, Speaker("en")])})
    page, _resources = made().from_notebook_node(notebook, {"nbgrader": {
        "score": 0, "max_score": 1, "late_penalty": 0}})
    found, = re.findall(r'<p class="plain">(.*?)</p>', page)
    assert found.startswith('<span class="said" lang="ru">Использовано имя, которого Python')
    assert '<span class="said" lang="en">A name is used that Python does not know' in found
    assert "<b>" not in page
