"""Loaded by every Python of a run that `tests/seen_words.py` records: it notes what is said.

Its folder stands on PYTHONPATH and SEEN_WORDS names the folder of the record, so that workers,
kernels of notebooks and commands are heard as well as the tests that start them. What is said stays
as it is; each new message, and each new message inside another, becomes a line of JSON.
"""

import json
import os
import sys
import time
from importlib.machinery import PathFinder, SourceFileLoader

RECORD = os.environ.get("SEEN_WORDS", "")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSED = ("sitecustomize.py", os.path.join("autograde", "words.py"),
          os.path.join("lessons", "words.py"))
TELLING = (os.path.join(ROOT, "tests"), os.path.join(ROOT, "autograde", "read_aloud.py"))
_known = set()


# -- the record ----------------------------------------------------------------------------------
def note(key, **line):
    """One line, the first time that this process comes upon it."""
    if key in _known:
        return
    _known.add(key)
    line |= {"t": time.time(), "at": _frames(),
             "test": os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]}
    try:
        with open(os.path.join(RECORD, f"{os.getpid()}.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")
    except OSError:
        pass                                    # in the sandbox nothing can be written


def _by_a_test():
    """Is it a test itself that says it, or what reads all messages aloud, and not what is tried?"""
    frame = sys._getframe(2)
    while frame.f_code.co_filename.endswith(PASSED):
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(TELLING)


def _frames():
    """The innermost functions of ours that say it, and the command, where one was typed."""
    found, typed, frame = [], "", sys._getframe(2)
    while frame is not None:
        place = frame.f_code.co_filename
        if place.startswith(ROOT) and ".venv" not in place and not place.endswith(PASSED):
            name = f"{os.path.relpath(place, ROOT)}:{frame.f_code.co_name}"
            if len(found) < 4 and name not in found:
                found.append(name)
            if name == "autograde/cli.py:main":
                typed = " ".join(map(str, frame.f_locals.get("argv") or []))
        frame = frame.f_back
    return found + ([f"autograde {typed}"] if typed else [])


# -- autograde.words -----------------------------------------------------------------------------
def hear_grader(words):
    init, say, new = words.Speaker.__init__, words.Speaker.say, words.Text.__new__
    every = sorted(__import__("pathlib").Path(ROOT, "solutions").glob("*/ru.po"))

    def begun(self, language=words.SOURCE, *folders, words=None):
        init(self, language, *folders, words=words)
        self._asked = (folders, words if language == "ru" else None)

    def said(self, text):
        node = text.node if isinstance(text, words.Text) else {"id": text}
        edges = list(_edges(node))
        if any(("said", edge) not in _known for edge in edges) and not _by_a_test():
            _known.update(("said", edge) for edge in edges)
            folders, own = self._asked
            if not hasattr(self, "_russian"):
                self._russian = words._chain(
                    "ru", (*folders, words.LOCALE, *(p.parent for p in every)), own or {})
            note(("said", len(_known)), kind="said", node=node, en=words._rendered(
                node, words._ENGLISH), ru=words._rendered(node, self._russian),
                folders=[os.path.basename(f) for f in map(str, folders)], language=self.language)
        return say(self, text)

    def made(cls, node):
        made_at_import = sys._getframe(2).f_code.co_name == "<module>"
        edges = [] if made_at_import or _by_a_test() else list(_edges(node))
        if any(("made", edge) not in _known for edge in edges):
            _known.update(("made", edge) for edge in edges)
            note(("made", len(_known)), kind="made", node=node)
        return new(cls, node)
    words.Speaker.__init__, words.Speaker.say, words.Speaker.__call__ = begun, said, said
    words.Text.__new__ = staticmethod(made)


def _edges(node, parent=None, field=None):
    """(message outside, field, message inside), for every message in a text."""
    if not isinstance(node, dict):
        return
    if "join" in node:
        for part in node["parts"]:
            yield from _edges(part, parent, f"{field or ''}[{node['join']}]")
        return
    many = (node["id"], node["many"]) if "many" in node else node["id"]
    yield parent, field, many
    for name, value in (node.get("with") or {}).items():
        yield from _edges(value, many, name)


# -- lessons.words -------------------------------------------------------------------------------
class Filled(str):
    """A text of the lessons; what it is filled in with is noted as well."""

    def format(self, *given, **named):
        made = str.format(self, *given, **named)
        try:
            said = self.russian.format(*given, **named)
        except Exception as error:
            said = f"!! {type(error).__name__}: {error}"
        note(("filled", self.id), kind="lesson", id=self.id, en=self.id, ru=said, filled=True)
        return made


def hear_lessons(words):
    inner = words.translations

    class Heard:
        def __init__(self, language):
            self.inner, self.russian = inner(language), inner("ru")

        def gettext(self, text):
            return _filled(self.inner.gettext(text), self.russian.gettext(text), text)

        def ngettext(self, one, many, n):
            return _filled(self.inner.ngettext(one, many, n), self.russian.ngettext(one, many, n),
                           one)

        def __getattr__(self, name):
            return getattr(self.inner, name)

    def translations(language):
        return Heard(language)
    translations.cache_clear = inner.cache_clear
    words.translations = translations


def _filled(text, russian, id):
    made = Filled(text)
    made.russian, made.id = russian, id
    note(("lesson", id), kind="lesson", id=id, en=id, ru=russian, filled=False)
    return made


# -- what robokit raises -------------------------------------------------------------------------
class Raising(SourceFileLoader):
    """A module of robokit in which every sentence that is raised, or warned with, is noted."""

    def get_code(self, fullname):
        import ast

        class Noted(ast.NodeTransformer):
            def _noted(self, call):
                call.args[0] = ast.copy_location(ast.Call(
                    ast.copy_location(ast.Name("__seen__", ast.Load()), call.args[0]),
                    [call.args[0]], []), call.args[0])

            def visit_Raise(self, node):
                if isinstance(node.exc, ast.Call) and node.exc.args:
                    self._noted(node.exc)
                return self.generic_visit(node)

            def visit_Call(self, node):
                if ast.unparse(node.func) == "warnings.warn" and node.args:
                    self._noted(node)
                return self.generic_visit(node)
        path = self.get_filename(fullname)
        tree = Noted().visit(ast.parse(self.get_data(path)))
        ast.fix_missing_locations(tree)
        return compile(tree, path, "exec", dont_inherit=True)

    def exec_module(self, module):
        module.__dict__["__seen__"] = raised
        super().exec_module(module)


def raised(text):
    if isinstance(text, str):
        frame = sys._getframe(1)
        note(("raised", frame.f_code.co_filename, frame.f_lineno, text[:40]), kind="raised",
             en=text, module=frame.f_globals.get("__name__", ""))
    return text


# -- when a module is imported -------------------------------------------------------------------
class Finder:
    """Finds the modules above as ever, and listens to them once they are there."""

    heard = {"autograde.words": hear_grader, "lessons.words": hear_lessons}

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        ours = name.partition(".")[0] == "robokit"
        if name not in cls.heard and not ours:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        if ours:
            spec.loader = Raising(spec.loader.name, spec.loader.path)
            return spec
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            cls.heard[name](module)
        spec.loader.exec_module = exec_module
        return spec


if RECORD and os.path.isdir(RECORD):
    sys.meta_path.insert(0, Finder)
