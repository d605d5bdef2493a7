"""Refusals that no test provokes: a part of the record of `tests/seen_words.py`."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, patch

import numpy as np

LANGUAGE = "ru"
ROOT = Path(__file__).resolve().parents[2]


def all_refusals() -> None:
    """Each call in turn; what it says is heard, and that it refuses is expected."""
    with tempfile.TemporaryDirectory() as place:
        for call in [*of_robokit(Path(place)), *of_laws()]:
            with contextlib.suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                call()
        commands(Path(place))
    warned_of()


# -- robokit ---------------------------------------------------------------------------------------
URDF = ('<?xml version="1.0"?><robot name="two"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="p" type="{0}"><parent link="a"/><child link="b"/></joint>'
        '<joint name="q" type="{1}"><parent link="a"/><child link="c"/></joint></robot>')


def of_robokit(place: Path) -> Iterator[Callable[[], object]]:
    import sympy as sp

    import robokit
    from robokit import (
        Mechanism,
        codegen,
        constraints,
        coordinates,
        drawing,
        inertia,
        robots,
        simulation,
    )
    from robokit.errata import latex, reading, together, translations
    from robokit.scene import build, description, files, make, virtual
    arm = robots.load("chain4")
    yield lambda: robokit.nothing
    yield lambda: codegen.generate("arm", "jacobian")
    yield lambda: codegen.generate(arm, "jacobian", choice="best")
    code = codegen.generate(arm, "jacobian")
    yield lambda: code(sp.symbols("x:4"))
    failed = SimpleNamespace(success=False, message="Required step size is less than spacing.")
    for module, call in ((simulation, lambda: simulation.simulate(
            arm, np.zeros(4), np.zeros(4), None, [0, 1])),
                         (constraints, lambda: constraints.constrained_motion(
                             arm, MagicMock(), np.zeros(4), np.zeros(4), [0, 1]))):
        def stopped(module: Any = module, call: Callable[[], object] = call) -> None:
            with patch.object(module, "solve_ivp", lambda *_given, **_named: failed):
                call()
        yield stopped
    yield lambda: coordinates._indicators([0.5])
    for kinds, tip, whole in ((("revolute", "revolute"), None, URDF),
                              (("revolute", "revolute"), "d", URDF),
                              (("fixed", "revolute"), "b", URDF),
                              (("floating", "revolute"), "b", URDF),
                              (("revolute", "revolute"), "b", URDF), ((), None, "<"), ((), None,
                                                                                     "")):
        path = place / f"{len(list(place.iterdir()))}.urdf"
        if whole:
            path.write_text(whole.format(*kinds), "utf-8")
        yield lambda path=path, tip=tip: Mechanism.from_urdf(path, tip)
    yield lambda: drawing._array("points", [["a"]], 3)
    for text in ("q_1)", ")", "sin", "++1"):
        yield lambda text=text: latex.value(text, np.ones(6))
    for text in (r"\tau_{01} \tau^{3}", r"\tau_{0", r"\tau_{01})", "+", "= ", r"\tau_{!}",
                 r"Z^{Q}_{1}", r"\sum_{k=!}^{n} q_k", r"\sum q_k", r"\tau_{01}^{5}", "()",
                 r"\sum_{k=1}^{!} q_k", r"\dot 1", r"\mathrm{atan2}1"):
        yield lambda text=text: reading.Reading(text)
    yield lambda: reading._groups("a", "b")
    yield lambda: reading._raised(lambda *_: None, "3")
    shapes = [_Value(np.ones((2, 1))), _Value(np.ones((3, 1)))]
    yield lambda: together._difference(shapes, SimpleNamespace(n=1), 0)
    yield lambda: translations.spoken("section02", "errors", {}, "fr")
    yield lambda: inertia._direction([0, 0, 0])
    yield lambda: robots.load("chain4", l_1=1)
    for missing in ("_npm", "_build"):
        yield lambda missing=missing: _unbuilt(build, missing, place)
    yield lambda: files._named({})
    yield lambda: files._begin(arm, {})
    yield lambda: make.scene(arm, wrong=1)
    yield lambda: make._given({"stars": []})
    yield lambda: make._question({"ask": ""})
    yield lambda: make.scene(arm, turn=["turns"])
    for name in sorted(make.TURNS):
        for key in ("turn", "show", "draw"):
            yield lambda name=name, key=key: make.scene(arm, **{key: [name]})
    yield lambda: virtual.Parametric(9)
    yield lambda: description.describe(None)
    yield lambda: Mechanism([2], [(0, 0, 0)], [(0, 0, 0)])


class _Value(SimpleNamespace):
    def __init__(self, value: Any):
        super().__init__(value=value, names=set())

    def __call__(self, *_given: Any) -> Any:
        return self.value


def _unbuilt(build: Any, missing: str, place: Path) -> None:
    if missing == "_npm":
        with patch.object(build.shutil, "which", lambda _name: None), patch.object(
                build.importlib.util, "find_spec", lambda _name: None), patch.object(
                build, "_node", lambda: ["node"]):
            build._npm()
    with patch.object(build, "_run", lambda *_given: "no such file"), patch.object(
            build, "_tools", lambda: place), patch.object(build, "_node", lambda: ["node"]):
        build._build(place / "viewer.js")


def of_laws() -> Iterator[Callable[[], object]]:
    """A law of robokit as a lesson reports it, in Russian: every way in which it can end."""
    import lessons.words  # noqa: F401
    from robokit import laws
    turn, skewed = np.eye(3), np.array([[0, -1, 2], [1, 0, -3], [-2, 3, 0.0]])
    q = np.ones(2)
    found = [lambda: laws.rotation(None), lambda: laws.rotation("x"), lambda: laws.rotation(q),
             lambda: laws.inverse_pair(turn, np.eye(2)), lambda: laws.inverse_pair(turn, 2 * turn),
             lambda: laws.inverse_pair(turn, turn), lambda: laws.inverse_pair(q, turn),
             lambda: laws.inverse_pair(turn, q),
             lambda: laws.same(turn, q), lambda: laws.same("x", q), lambda: laws.same([], q),
             lambda: laws.same(q, []), lambda: laws.same(q, q), lambda: laws.same(q, 2 * q),
             lambda: laws.same(q, "x"),
             lambda: laws.same_length(np.ones(3), np.ones(3)),
             lambda: laws.same_length(np.ones(3), 2 * np.ones(3)),
             lambda: laws.same_length(q, np.ones(3)), lambda: laws.same_length(np.ones(3), q),
             lambda: laws.unit(np.ones(3)), lambda: laws.unit([0, 0, 1]), lambda: laws.unit(q),
             lambda: laws.skew(skewed), lambda: laws.skew(turn), lambda: laws.skew(q),
             lambda: laws.symmetric_positive(turn), lambda: laws.symmetric_positive(-turn),
             lambda: laws.symmetric_positive(skewed), lambda: laws.symmetric_positive(q),
             lambda: laws.turns(1), lambda: laws.turns(lambda a: turn),
             lambda: laws.turns(lambda a: 1 / 0), lambda: laws.turns(lambda a: q),
             lambda: laws.turns(lambda a: (1 + a) * turn),
             lambda: laws.chain(lambda i, j: turn, 2), lambda: laws.chain(lambda i, j: 2 * turn, 2),
             lambda: laws.chain(lambda i, j: turn if i == j else 2 * turn, 2),
             lambda: laws.derivative(1, 1, q, q), lambda: laws.derivative(np.sin, q, q, q),
             lambda: laws.derivative(np.sin, turn, q, q),
             lambda: laws.derivative(np.sin, lambda q, dq: np.cos(q) * dq, q, q),
             lambda: laws.rotation(turn * np.nan), lambda: laws.rotation(turn),
             lambda: laws.rotation(2 * turn), lambda: laws.rotation(-turn),
             lambda: laws.rotation([[1, 1, 0], [0, 0, 1], [0, 1, 0]]),
             lambda: laws.same(np.ones((2, 3)), np.ones((2, 3, 1)))]
    os.environ["LESSONS_LANGUAGE"] = LANGUAGE
    for law in found:
        yield lambda law=law: _on_the_page(law())


def _on_the_page(finding: Any) -> None:
    """Said as `check` says it in a notebook: see `autograde.practice.session`."""
    from autograde.practice import session
    from autograde.practice.kinds import Number
    from autograde.words import Speaker
    one = session._Session({"language": LANGUAGE}, {"law": SimpleNamespace(
        laws=lambda _value: [finding], function_laws=None, symbolic_laws=None, visible=())},
        {"law": Number()}, speaker=Speaker(LANGUAGE))
    with patch.object(session, "_session", one):
        session.check("law", 1.0)


def warned_of() -> None:
    """What is said below a warning, and below an exception that no test of the commands raises."""
    import sys
    sys.path.append(str(ROOT / "tests" / "autograde"))
    from test_plainly import UNTYPED, WARNED, raised, warned

    from autograde import refusals
    with patch.dict(refusals._reader, {"language": lambda: LANGUAGE}):
        for name, text in (*UNTYPED, *map(warned, WARNED), raised("float(ROW[:1])")):
            refusals._plainly(type(name, (Exception,), {})(text))


# -- commands --------------------------------------------------------------------------------------
def commands(place: Path) -> None:
    """What the command line says when it is typed wrongly, and when the system refuses."""
    import sqlalchemy.exc

    from autograde import cli
    course = place / "course"
    course.mkdir()
    (course / "autograde.toml").write_text("", "utf-8")

    def typed(*words: str) -> None:
        print("autograde", *words, flush=True)
        with contextlib.suppress(SystemExit):
            cli.main(["--language", LANGUAGE, *words])

    for words in (["grade", "--jobs"], ["grade", "--jobs", "x"], ["grade", "--wrong"],
                  ["export", "--worksheet", "a"], ["collect", "a", "b", "--edx"],
                  ["status", "--course"], ["grade", "--resume=1"], ["export", "--moodle-i", "a"],
                  ["export", "--m", "a"], ["check", "a", "--agreed", "x"], ["why"],
                  ["collect", "a", "b", "--form", "x"], ["--language", "fr", "status"],
                  ["words", "--check"], ["words", str(place)],
                  ["status", "--course", str(place / "krus")],
                  ["status", "--course", str(course / "autograde.toml")],
                  ["release", "--course", str(place / "no" / "krus")]):
        typed(*words)
    for number in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EISDIR,
                   errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY, errno.EIO, errno.ENAMETOOLONG,
                   errno.EMFILE, errno.EBUSY, errno.ELOOP, errno.ESTALE, errno.ECONNREFUSED,
                   errno.ENOENT):
        _status(typed, course, OSError(number, os.strerror(number), "marks.csv"))
    _status(typed, course, OSError(errno.EIO, os.strerror(errno.EIO)))
    _status(typed, course, KeyboardInterrupt())
    _status(typed, course, sqlalchemy.exc.OperationalError("select", {}, Exception("is locked")))
    for text in ("a = 1\na = 2", "a = ", "a = [1", "a = {b = 1", 'a = "b', "a\nb", "a = 1979-13-01",
                 "a = 1 2", "[a", "= 1", 'a = "\\x"', "a = \x01", "[a]\n[a]", "a.b = 1\n[a.b]",
                 "!", "a = tru", "[[a", 'a = "\\', "a = 1\n[a]\n", "a = [1 2]", "a = {b 1}",
                 "a = {b = 1}\na.c = 2", "[a]\nb.c = 1\n[a.b]", "a = {b = 1, b = 2}",
                 'a = "\\uZZZZ"', 'a = "\\uD800"', "a = \"\x01\"", "# \x01", "a = '\x01'",
                 "a = 1979-02-30", "[]", "[a.b]\n[a]\nb.c = 1"):
        (course / "autograde.toml").write_text(text, "utf-8")
        typed("status", "--course", str(course))
    (course / "autograde.toml").write_bytes(b'a = "\xff"')
    typed("status", "--course", str(course))
    (course / "autograde.toml").write_text("", "utf-8")


def _status(typed: Callable[..., None], course: Path, error: BaseException) -> None:
    from autograde import cli

    def status(*_given: Any) -> None:
        raise error
    with patch.object(cli, "status", status):
        typed("status", "--course", str(course))
