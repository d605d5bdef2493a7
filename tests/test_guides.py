"""The guides: what they link to is there, what they tell to type exists, their example works."""

import argparse
import importlib.util
import re
import shlex
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image

from autograde import cli
from autograde.assignments import a02_rotation
from autograde.judge import Judge
from autograde.kinds import Function, Number
from autograde.mistakes import MISTAKES, section_2
from autograde.rules import Rules
from autograde.sample import solutions_of
from autograde.settings import read_settings
from autograde.task import Assignment, Task
from autograde.variants import answers_of, certified

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "autograde" / "guides"
PAGES = sorted(GUIDES.glob("*.md"))
IMAGES = sorted((GUIDES / "images").iterdir())
FENCE = re.compile(r"^(`{3,})(\w*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
MOST_BYTES = 150_000
pages = pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)


def blocks(page: Path, language: str) -> list[str]:
    return [body for _, name, body in FENCE.findall(page.read_text("utf-8")) if name == language]


def prose(text: str) -> str:
    return FENCE.sub("", text)


def shell_lines(text: str) -> list[str]:
    """The lines of the shell blocks, without their comments."""
    return [shlex.join(shlex.split(line, comments=True)) for _, name, body in FENCE.findall(text)
            if name == "sh" for line in body.splitlines()]


def named(text: str) -> list[str]:
    """Each `autograde ...`, in a shell block, within a line or in a container's call."""
    inline = re.findall(r"`([^`\n]+)`", prose(text))
    return [line for line in shell_lines(text) + inline if re.match(r"autograde [a-z]", line)]


def misnamed(command: str) -> str:
    """What of a command the parser does not know; "" when it knows all of it."""
    _, name, *rest = shlex.split(command)
    subcommands = next(a for a in cli._parser()._actions
                       if isinstance(a, argparse._SubParsersAction)).choices
    if name not in subcommands:
        return f"no subcommand {name}"
    known = subcommands[name]._option_string_actions
    return next((f"{name} has no option {x}" for x in rest
                 if x.startswith("-") and x.split("=")[0] not in known), "")


def refused(command: str) -> bool:
    try:
        cli._parser().parse_args(shlex.split(command)[1:])
    except SystemExit:
        return True
    return False


# -- pages and pictures ------------------------------------------------------------------------
def test_both_guides_are_there():
    assert [p.name for p in PAGES] == ["instructor.md", "student.md"]


@pages
def test_links_and_pictures_resolve(page):
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(page.read_text("utf-8")))
    local = [t for t in targets if not re.match(r"https?://", t)]
    assert local
    assert [t for t in local if not (page.parent / unquote(t.split("#")[0])).exists()] == []


@pages
def test_every_picture_is_described(page):
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", prose(page.read_text("utf-8")))
    assert pictures
    assert [target for text, target in pictures if len(text.split()) < 8] == []


def test_every_picture_is_used_small_and_a_png():
    text = "".join(p.read_text("utf-8") for p in PAGES)
    for path in IMAGES:
        assert f"images/{path.name}" in text
        assert path.stat().st_size < MOST_BYTES
        assert Image.open(path).format == "PNG" == path.suffix[1:].upper()


# -- what one types ------------------------------------------------------------------------------
@pages
def test_every_command_and_option_exists(page):
    assert [said for said in map(misnamed, named(page.read_text("utf-8"))) if said] == []


def test_every_command_of_a_block_is_a_whole_call():
    lines = [line for p in PAGES for line in shell_lines(p.read_text("utf-8"))
             if line.startswith("autograde ")]
    assert lines and [line for line in lines if refused(line)] == []


def test_the_docker_file_calls_what_exists_and_copies_what_is_there():
    text = (GUIDES / "Dockerfile").read_text("utf-8")
    calls = re.findall(r"robots-course (autograde .*)$", text, re.MULTILINE)
    assert calls and [call for call in calls if refused(call)] == []
    copied = [name for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE)
              for name in line.removeprefix("--chown=student ").split()[:-1]]
    assert "requirements.lock" in copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_a_wrong_command_would_be_found():
    text = "`autograde grad x` and `autograde grade --fast`\n```sh\nautograde variant   # who?\n```\n"
    assert [misnamed(c) for c in named(text)] == ["", "no subcommand grad",
                                                  "grade has no option --fast"]
    assert refused(shell_lines(text)[0])


def test_the_instructor_reads_of_every_subcommand():
    text = (GUIDES / "instructor.md").read_text("utf-8")
    told = {shlex.split(c)[1] for c in named(text)}
    choices = next(a for a in cli._parser()._actions
                   if isinstance(a, argparse._SubParsersAction)).choices
    assert set(choices) - told == {"demo"}          # which is `make course`
    assert "make course" in text and "autograde demo" in (ROOT / "Makefile").read_text("utf-8")


@pages
def test_every_make_target_exists(page):
    targets = {line.split()[1] for line in shell_lines(page.read_text("utf-8"))
               if line.startswith("make ")}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert targets and [t for t in targets
                        if not re.search(rf"^{t}:", makefile, re.MULTILINE)] == []


def test_the_settings_shown_are_settings(tmp_path):
    text, = blocks(GUIDES / "instructor.md", "toml")
    (tmp_path / "autograde.toml").write_text(text)
    found = read_settings(tmp_path)
    assert (found.late.per_day, found.policy, list(found.due)) == (0.1, "best", ["a02_rotation"])


# -- the worked example of a task -----------------------------------------------------------------
@pytest.fixture
def example(monkeypatch) -> Assignment:
    """Assignment 2 with the guide's task, made from the guide's own lines."""
    code = {block.splitlines()[0]: block for block in blocks(GUIDES / "instructor.md", "python")
            if block.startswith("# autograde/")}
    monkeypatch.setattr(section_2, "Rules", Rules)
    names: dict = {"np": a02_rotation.np}
    exec("class Added:\n" + code["# autograde/rules/section_2.py, in class Section2"].split("\n", 1)[1], names)
    for name in ("turn_angle", "trace"):
        monkeypatch.setattr(Rules, name, vars(names["Added"])[name], raising=False)
    monkeypatch.delitem(MISTAKES, "trace_short", raising=False)
    exec(code["# autograde/mistakes/section_2.py"], vars(section_2).copy())
    scope = vars(a02_rotation) | {"Number": Number}
    exec(code["# autograde/assignments/a02_rotation.py"], scope)
    task, = eval("(" + code["# autograde/assignments/a02_rotation.py, in ASSIGNMENT.tasks"] + ")",
                 scope)
    yield Assignment("a02_rotation", "Rotation matrices", "2", (task,), a02_rotation.draw)
    del MISTAKES["trace_short"]


def verdict(task: Task, name: str, secret: bytes):
    """The judge's word on a student whose function is the truth, or makes the mistake `name`."""
    judge = Judge(Assignment("a02_rotation", "", "2", (task,), None), [{}], 0, "ivanova", secret)
    outs = answers_of(task, {}, judge.cases[task.id])[name]
    given = [{"type": "array", "shape": [], "data": [float(x)]} for x in outs]
    return judge.verdicts({task.id: {"type": "function"}}, {task.id: given})[0]


def test_the_example_task_is_judged_as_the_guide_says(example):
    task, secret = example.tasks[0], b"secret"
    assert isinstance(task.kind, Function) and set(task.mistakes) <= set(MISTAKES)
    assert certified(task, {}, "seed")
    right = verdict(task, "truth", secret)
    assert (right.rule, right.points, right.message) == ("right", 2, "section 2.2: right.")
    for name in task.mistakes:
        slip = verdict(task, name, secret)
        assert (slip.mistake, slip.points) == (name, 1.0)
    text = " ".join((GUIDES / "instructor.md").read_text("utf-8").split())
    assert text.count(MISTAKES["trace_short"].sees.rstrip(".")) == 2      # in code and in words


def test_the_example_laws_hold_for_the_truth_and_expose_the_slip(example):
    task = example.tasks[0]
    for name, holds in ("truth", True), ("trace_short", False):
        rules = MISTAKES[name].rules if name in MISTAKES else Rules()
        found = list(task.function_laws(rules.turn_angle, {}))
        assert len(found) == 2 and all(f.holds for f in found) is holds


def test_the_example_cells_are_told_written_and_checked(tmp_path):
    spec = importlib.util.spec_from_file_location("build", ROOT / "lessons" / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    head = (ROOT / "solutions/a02_rotation/a02_rotation.md").read_text("utf-8").split("+++")[0]
    cells, = blocks(GUIDES / "instructor.md", "text")
    (tmp_path / "example.md").write_text(head + cells, encoding="utf-8")
    found = build.read(tmp_path / "example.md").cells
    assert [c.id for c in found] == ["turn_angle_task", "turn_angle_answer", "turn_angle"]
    assert found[2].source == 'check("turn_angle", turn_angle)'
    assert found[2].metadata.nbgrader.points == 2
    assert "turn_angle_answer" not in solutions_of(a02_rotation.ASSIGNMENT)     # still only a guide
