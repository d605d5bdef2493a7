"""The guides: what they link to is there, what they tell to type exists, their example works."""

import argparse
import ast
import re
import shlex
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from answers import told, typed_in
from PIL import Image

from autograde import cli, parallel_pages, textform
from autograde.adapting import adapted
from autograde.judging import Vector
from autograde.judging.entries import of_group
from autograde.judging.judge import Judge
from autograde.judging.nearness import SHARES
from autograde.judging.task import Assignment, Task
from autograde.judging.variants import make_variants
from autograde.library import BOOK, Library, book
from autograde.parallel_pages import GUIDES
from autograde.practice.session import LATER
from autograde.runner.deal import deal
from autograde.runner.encode import encode
from autograde.settings import read_settings
from autograde.words import Speaker
from lessons.book import live
from robokit.scene.files import data

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = parallel_pages.languages()
PAGES = [page for language in LANGUAGES for page in parallel_pages.guides(language)]
IMAGES = sorted((GUIDES / "images").rglob("*.png"))
FENCE = re.compile(r"^(`{3,})(\w*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
MOST_BYTES = 150_000
pages = pytest.mark.parametrize("page", PAGES, ids=lambda p: f"{p.parent.name}/{p.name}")
languages = pytest.mark.parametrize("language", LANGUAGES)


def guide(name: str, language: str) -> Path:
    [page] = [p for p in parallel_pages.guides(language) if p.stem == name]
    return page


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
    known = {"--language", *subcommands[name]._option_string_actions}     # which all have
    return next((f"{name} has no option {x}" for x in rest
                 if x.startswith("-") and x.split("=")[0] not in known), "")


def refused(command: str) -> bool:
    try:
        cli._parser().parse_args(cli._spoken_to(shlex.split(command)[1:]))
    except SystemExit:
        return True
    finally:
        cli.speak(None)
    return False


# -- pages and pictures ------------------------------------------------------------------------
@languages
def test_all_guides_are_there(language):
    assert [p.name for p in parallel_pages.guides(language)] == [
        "author.md", "instructor.md", "lecturer.md", "student.md"]


@pages
def test_links_and_pictures_resolve(page):
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(page.read_text("utf-8")))
    local = [t for t in targets if not re.match(r"https?://", t)]
    assert local
    assert [t for t in local if not (page.parent / unquote(t.split("#")[0])).exists()] == []


@pages
def test_every_picture_is_described(page):
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", prose(page.read_text("utf-8")))
    assert pictures or page.name == "author.md"
    assert [target for text, target in pictures if len(text.split()) < 8] == []


def test_every_picture_is_used_small_and_a_png():
    text = "".join(p.read_text("utf-8") for p in PAGES)
    for path in IMAGES:
        assert f"{path.relative_to(GUIDES).as_posix()})" in text
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
    text = ("`autograde grad x` and `autograde grade --fast`\n"
            "```sh\nautograde variant   # who?\n```\n")
    assert [misnamed(c) for c in named(text)] == ["", "no subcommand grad",
                                                  "grade has no option --fast"]
    assert refused(shell_lines(text)[0])


@languages
def test_the_instructor_reads_of_every_subcommand(language):
    text = guide("instructor", language).read_text("utf-8")
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
    assert targets or page.name == "author.md"      # who may have no repository
    assert [t for t in targets
            if not re.search(rf"^{t}:", makefile, re.MULTILINE)] == []


@languages
def test_the_settings_shown_are_settings(tmp_path, language):
    found = []
    for text in blocks(guide("instructor", language), "toml"):
        (tmp_path / "autograde.toml").write_text(text)
        found.append(read_settings(tmp_path))
    roster, late, own, second, way = found
    assert own.due_groups.keys() == {"RK6-51"} and own.due_students.keys() == {"ivanova"}
    assert roster.roster == "students.csv"
    assert (late.late.per_day, late.policy, list(late.due)) == (0.1, "best", ["a02_rotation"])
    assert (second.penalty, list(second.second)) == (0.2, ["a02_rotation"])
    kept = adapted(book()["a02_rotation"], way.ways["a02_rotation"])
    assert len(kept.tasks) == 8 and kept.points["composition"] == 4


@languages
def test_the_tasks_that_the_guide_joins_are_joined(tmp_path, language):
    checks, tasks = (text for text in blocks(guide("instructor", language), "python")
                     if "joined(" in text or "checks_of(" in text)
    form, = (text for text in blocks(guide("instructor", language), "text")
             if '"cell": "head"' in text)
    place = tmp_path / "m01_turns"
    place.mkdir()
    for name, text in (("checks.py", checks), ("tasks.py", tasks), ("m01_turns.md", form)):
        (place / name).write_text(text, "utf-8")
    assert cli.main(["check", str(place), "--variants", "1", "--jobs", "1"]) == 1
    assert cli.main(["check", str(place), "--agreed"]) == 0
    assert cli.main(["check", str(place), "--variants", "1", "--jobs", "1"]) == 0
    (place / "m01_turns.md").write_text(re.sub(
        r'\+\+\+ \{"ru": ""\}.*?(?=\+\+\+ )', "", form, flags=re.DOTALL), "utf-8")
    assert cli.main(["check", str(place), "--variants", "1", "--jobs", "1"]) == 0


# -- the worked example of an assignment -----------------------------------------------------------
NAME = "e01_pendulum"


def files(page: Path) -> dict[str, str]:
    """The files that a guide shows in full: a heading ends with the name, the block follows."""
    text = page.read_text("utf-8")
    return {found[1]: FENCE.search(text, found.end())[3]
            for found in re.finditer(r"^## .*: (\w+\.(?:py|md))$", text, re.MULTILINE)}


@pytest.fixture(scope="module", params=LANGUAGES)
def example(tmp_path_factory, request) -> Assignment:
    """The author's guide's assignment, made from the guide's own lines."""
    root = tmp_path_factory.mktemp("guide")
    (root / NAME).mkdir()
    for name, text in files(guide("author", request.param)).items():
        above = headed(BOOK / "a02_rotation" / "a02_rotation.md")[0] * name.endswith(".md")
        (root / NAME / name).write_text(above + text, "utf-8")
    return Library(root)[NAME]


def headed(path: Path) -> tuple[str, str]:
    """The lines at the head of a text form, the same everywhere, and all below them."""
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    return f"---\n{head}---\n", body


def verdicts(assignment: Assignment, slip: str = "truth") -> dict:
    """The judge's words on a student who is right, or makes this mistake wherever it can be."""
    judge = Judge(assignment, make_variants(assignment, seed=7), 0, "ivanova", b"secret")
    answers, values = {}, {}
    for task in assignment.tasks:
        known = judge.certified[task.id][1]
        values[task.id] = [encode(x) for x in known.get(slip, known["truth"])]
        answers[task.id] = {"type": "function"} if task.cases else values[task.id][0]
    return {v.task: v for v in judge.verdicts(answers, values)}


def test_the_example_is_all_that_is_handed_out_to_try():
    """tests/own is tested as a course: what the guide says there is what is tried."""
    shown, tried = files(guide("author", "en")), ROOT / "tests" / "own" / NAME
    assert set(shown) == {p.name for p in tried.iterdir() if p.is_file()}
    for name, text in shown.items():
        path = tried / name
        there = headed(path)[1] if name.endswith(".md") else path.read_text("utf-8")
        assert there.strip() == text.strip(), name


UNITS = {"Н·м": "N·m", "с": "s"}


def without_words(name: str, text: str) -> list[str]:
    """A module without its sentences, or the tags and the code of a text form without its words."""
    if name.endswith(".py"):
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant):
                node.value = UNITS.get(node.value, node.value)
                if re.search("[ а-я]", str(node.value)):
                    node.value = ""
        return [ast.dump(tree).replace("'statics'", "''")]
    code = re.findall(r"^```\{code-cell\}.*?^```$", text, re.MULTILINE | re.DOTALL)
    bare = [re.sub(r"(?<!#)  +# .*|(?<=\}) (?:m|kg|м|кг)\b|\w+, (?=[ms]\"|[мс]\")", "", one)
            for one in code]
    return re.findall(r"^\+\+\+.*", text, re.MULTILINE) + [
        one.translate(str.maketrans("мс", "ms")) for one in bare]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_example_is_the_same_in_every_language_but_for_its_words(language):
    english, other = (files(guide("author", one)) for one in ("en", language))
    assert list(english) == list(other)
    for name, text in english.items():
        assert without_words(name, text) == without_words(name, other[name]), name


def test_the_example_task_is_judged_as_the_guide_says(example):
    assert all((v.rule, v.points) == ("right", v.of) for v in verdicts(example).values())
    for task in example.tasks:
        for name in task.mistakes:
            slip = verdicts(example, name)[task.id]
            assert (slip.mistake, slip.points) == (name, task.points / 2)
            assert example.mistakes[name].sees in slip.message


def test_what_the_example_asks_for_is_said_in_one_language_units_too(example):
    russian = bool(re.search("[а-я]", example.title))
    for task in example.tasks:
        asked = Speaker("ru" if russian else "en").say(task.compared.accepts)
        assert bool(re.search("[A-Za-z]", asked)) != russian, asked


def test_the_example_laws_hold_for_the_truth_and_expose_the_slip(example):
    for name, mistake in example.mistakes.items():
        assert max(np.abs(x) for x in mistake.refuted(example.truth)) < 1e-9
        assert min(np.abs(x) for x in mistake.refuted(example.slipped[name])) > 1e-2
    numbers, = make_variants(example, seed=7, count=1)
    for task in example.tasks:
        own = typed_in(task, example.truth, numbers)
        assert told(example, task.id, own, numbers)[-1] == LATER


def test_the_example_cells_are_told_written_and_checked(example):
    found = {c.id: c for c in textform.read(example).cells}
    ids = list(found)
    place = ids.index("torque_task")
    assert ids[place:place + 3] == ["torque_task", "torque_answer", "torque"]
    assert found["torque"].source == 'check("torque", torque)'
    assert found["torque"].metadata.nbgrader.points == 2
    assert re.match(r"## 1\. .+\n\n\*2 points, easy, ", found["torque_task"].source)
    assert {"plot", "explain"} <= set(ids) and NAME not in book()       # still only a guide


@languages
def test_the_guide_says_what_trifles_keep(language):
    """Every share of the judge's table stands in the instructor's guide, and no other."""
    text = guide("instructor", language).read_text("utf-8")
    [table] = [part for part in text.split("\n\n") if part.startswith("|") and "(`digits`" in part]
    said = {name: int(row.rsplit("|", 2)[1].strip(" %")) / 100 for row in table.splitlines()[2:]
            for name in re.findall(r"\(`(\w+)`\)", row)}
    assert said == SHARES


@languages
def test_the_guide_says_what_right_entries_keep(language):
    """The table is what `of_group` gives for so many of twelve or twenty entries."""
    text = guide("instructor", language).read_text("utf-8")
    [table] = [part for part in text.split("\n\n") if part.startswith("|")
               and re.search(r"\| 33 ?% \|", part)]
    said = [int(row.rsplit("|", 2)[1].strip(" %")) for row in table.splitlines()[2:]]
    kept = []
    for right, of in ((6, 12), (8, 12), (9, 12), (18, 20)):
        truth = np.linspace(2, 5, of)
        task = Task("x", 1, "here", Vector(of), lambda rules, v, truth=truth: truth)
        got = np.where(np.arange(of) < right, truth, 9)
        kept.append(round(100 * of_group(task, [0], [truth], [got], lambda k: np.array([]),
                                         task.tolerance)))
    assert said == kept


def sharing(language: str) -> list[list[float]]:
    """The rows of the guide's table: students, and how many share with 24, 100 and 300 sets."""
    text = guide("instructor", language).read_text("utf-8")
    table = re.search(r"^\|[^|]*\| 24 .* \| 300 .*\n\| --- .*\n((?:\|.*\n)+)", text, re.M)
    return [[float(x.replace(",", ".")) for x in line.split("|")[1:-1]]
            for line in table[1].splitlines()]


def test_the_guide_says_how_many_share_a_set():
    """The table is reckoned, and the reckoning is what dealing by name does."""
    found = sharing("en")
    assert [sharing(language) for language in LANGUAGES] == [found] * len(LANGUAGES)
    counts = [24, 100, 300]
    assert found == [[n, *(round(n * (1 - (1 - 1 / m) ** (n - 1)), 1) for m in counts)]
                     for n in (10, 30, 100)]
    for n, *said in found:
        for m, expected in zip(counts, said):
            numbers = [[deal(f"student{k}", m, str(trial)) for k in range(int(n))]
                       for trial in range(200)]
            alike = [sum(x for x in Counter(row).values() if x > 1) for row in numbers]
            assert np.mean(alike) == pytest.approx(expected, abs=5 * np.std(alike) / 200**0.5)


# -- the lecturer's guide ------------------------------------------------------------------------
@languages
def test_the_scenes_that_the_lecturer_reads_of_stand_where_it_says_and_ask_that(language):
    known = set()
    for place in live.PLACES:
        file = live.FOLDER / f"{place.scene}.toml"
        given = data(file if file.is_file() else place.scene)
        known.add((str(int(place.lesson[:2])), given["title"][language],
                   given["question"]["ask"][language]))
    text = guide("lecturer", language).read_text("utf-8")
    [table] = [part for part in text.split("\n\n") if "D₆₁" in part]
    rows = [tuple(x.strip() for x in line.split("|")[1:-1]) for line in table.splitlines()[2:]]
    assert len(rows) > 5 and [row for row in rows if row not in known] == []


@languages
def test_what_the_lecturer_types_in_python_runs(language, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scene, value = blocks(guide("lecturer", language), "python")
    assert 'load("pendant", "ru")' in scene and data("pendant")["title"]["ru"]
    *lines, last = value.strip().splitlines()
    found: dict = {}
    exec("\n".join(lines), found)
    turn = eval(last, found)
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
