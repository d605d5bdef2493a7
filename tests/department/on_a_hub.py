"""A class on JupyterHub: two students and an instructor, in a browser, from login to feedback.

The accounts are this test's alone: it gives itself an /etc and a /home of its own, which end with
it (as root, by a namespace of mounts). The hub listens on loopback. hub.sh sets all of it up, as
the instructor's guide says; HUB_PLACE names a place where it has done so before.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote

import pytest
from browser import browser
from waiting import LONG, wait_for

from autograde import sample
from autograde.library import book

ROOT = Path(__file__).resolve().parents[2]
NAME = "a02_rotation"
ASSIGNMENT = book()[NAME]
TEACHER, RIGHT, SLIP = "levin", "ivanova", "petrov"
ROSTER = """id,name,group
ivanova,Иванова Анна,RK6-51
petrov,Петров Пётр,RK6-52
"""
OWN_ACCOUNTS = """set -e
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/upper,workdir=$1/work" /etc
mount -t tmpfs none /home
for name in levin ivanova petrov; do
    useradd --create-home --shell /bin/bash $name
    echo "$name:pass of $name" | chpasswd
    chmod 700 /home/$name
done
echo ready
exec sleep 100000
"""


class Machine:
    """The accounts, and what is typed as one of them."""

    def __init__(self, root):
        self.holder = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", OWN_ACCOUNTS, "sh",
             str(root)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = self.holder.stdout.readline()
        assert said == "ready\n", said + self.holder.stdout.read()
        self.inside = ["nsenter", "--target", str(self.holder.pid), "--mount", "--"]

    def root(self, *words, **more):
        return subprocess.run([*self.inside, *map(str, words)], text=True, **more)

    def typed(self, place, account, line, status=0, **more):
        """What a line says that an account types in a terminal of its server."""
        kind = "hub" if account == TEACHER else "students"
        config = f"{place}/course:{place}/etc" if account == TEACHER else f"{place}/etc"
        home = str(place) if account == TEACHER else f"/home/{account}"
        done = self.root(
            "runuser", "-u", account, "--", "env", "-i", f"HOME=/home/{account}",
            f"PATH={place}/{kind}/bin:/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
            f"PYTHONPATH={place}/share", f"JUPYTER_CONFIG_PATH={config}",
            "sh", "-c", f"cd {home} && {line}", capture_output=True, **more)
        assert status is None or done.returncode == status, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def close(self):
        self.holder.kill()
        self.holder.wait()


@pytest.fixture(scope="module")
def machine():
    if os.geteuid() != 0:
        pytest.fail("needs root: it makes accounts, though for itself alone")
    with tempfile.TemporaryDirectory(prefix="accounts-", dir="/tmp") as root:
        one = Machine(root)
        try:
            yield one
        finally:
            one.close()


@pytest.fixture(scope="module")
def place(machine):
    """Set up by the documented command, with an empty course."""
    named = os.environ.get("HUB_PLACE")
    with tempfile.TemporaryDirectory(prefix="hub-", dir="/tmp") as root:
        place = Path(named or f"{root}/robots")
        Path(root).chmod(0o755)
        roster = Path(root) / "roster.csv"
        roster.write_text(ROSTER)
        python = next(p for p in ("/usr/bin/python3", shutil.which("python3")) if p)
        if not (place / "etc" / "jupyterhub_config.py").exists():
            done = machine.root("env", f"PYTHON={python}", "sh",
                                ROOT / "autograde" / "guides" / "hub.sh", place, roster, TEACHER,
                                capture_output=True)
            assert done.returncode == 0, done.stdout + done.stderr[-3000:]
            assert "To start the hub" in done.stdout
        else:
            shutil.rmtree(place / "course")
            shutil.rmtree(place / "exchange")
            (place / "exchange").mkdir()
            (place / "exchange").chmod(0o777)
            (place / "course").mkdir()
            (place / "course" / "students.csv").write_text(ROSTER)
            machine.root("chown", "-R", f"{TEACHER}:", place / "course", check=True)
            (place / "course").chmod(0o700)
            machine.root("sh", "-c", "getent group robots-instructors >/dev/null || groupadd "
                         "--system robots-instructors; usermod --append --groups "
                         f"robots-instructors {TEACHER}; chgrp -R robots-instructors {place}/hub",
                         check=True)
        yield place


@pytest.fixture(scope="module")
def released(machine, place):
    """The course is begun, a02 released and handed out through the exchange."""
    new = f'roster = "{place}/course/students.csv"\nassignments = ["{NAME}"]\n'
    machine.typed(place, TEACHER, f"printf '%s' '{new}' >$HOME/new.toml && "
                  "autograde new-course --file $HOME/new.toml")
    # Two sets for those on no roster, so that the release takes a minute and not ten.
    machine.typed(place, TEACHER, "sed -i 's/^# variants = 24 /variants = 2 /' "
                  "course/autograde.toml && autograde release " + NAME)
    machine.typed(place, TEACHER, f"cd course && nbgrader release_assignment {NAME}")
    return place


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def hub(machine, released):
    """Its address, when it answers."""
    place, urls = released, [f"http://127.0.0.1:{free_port()}" for _ in range(3)]
    log = place / "state" / "log"
    with open(log, "w") as file:
        server = subprocess.Popen(
            [*machine.inside, "env", f"HUB_URL={urls[0]}", f"HUB_INNER_URL={urls[1]}",
             f"HUB_PROXY_URL={urls[2]}",
             f"PATH={place}/hub/bin:{place}/hub/node_modules/.bin:/usr/local/bin:/usr/bin:/bin",
             "jupyterhub", "--config", f"{place}/etc/jupyterhub_config.py"],
            stdout=file, stderr=subprocess.STDOUT)
        try:
            end = time.monotonic() + LONG
            while time.monotonic() < end:
                try:
                    urllib.request.urlopen(f"{urls[0]}/hub/login", timeout=5)
                    break
                except OSError:
                    if server.poll() is not None:
                        pytest.fail(log.read_text()[-3000:])
                    time.sleep(0.5)
            yield urls[0]
        finally:
            server.terminate()
            server.wait(60)


@pytest.fixture(scope="module")
def chromium():
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def desks(chromium, hub):
    """A function: account -> a page on which it has logged in with its password."""
    pages = {}

    def desk(account):
        if account not in pages:
            context = chromium.new_context(viewport={"width": 1400, "height": 900})
            page = context.new_page()
            page.set_default_timeout(1000 * LONG)
            page.goto(f"{hub}/hub/login")
            page.fill("input[name=username]", account)
            page.fill("input[name=password]", f"pass of {account}")
            page.click("#login_submit")
            page.wait_for_url(re.compile(f"/user/{account}/lab"))
            page.locator("#jp-MainLogo").wait_for()
            pages[account] = page
        return pages[account]

    yield desk
    for page in pages.values():
        page.context.close()


def shown(page, name):
    """Keep a picture for whoever wants to look."""
    if folder := os.environ.get("HUB_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


# -- who may read what ---------------------------------------------------------------------------
def test_a_stranger_and_a_wrong_password_do_not_get_in(chromium, hub):
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(1000 * LONG)
    for account, password in (("postgres", "x"), (RIGHT, f"pass of {SLIP}")):
        page.goto(f"{hub}/hub/login")
        page.fill("input[name=username]", account)
        page.fill("input[name=password]", password)
        page.click("#login_submit")
        page.locator(".login_error").wait_for()
    context.close()


def test_students_read_neither_course_nor_grader_nor_one_another(machine, released):
    place = released
    for line in ("ls course", "cat course/secret.key", "cat course/gradebook.db", "ls hub",
                 "cat course/students.csv", "hub/bin/autograde --help", "ls state",
                 "ls exchange/robots/inbound", f"ls /home/{RIGHT}", f"ls /home/{TEACHER}"):
        said = machine.typed(place, SLIP, f"cd {place} && {line}", status=None)
        assert "Permission denied" in said, (line, said)
    machine.typed(place, TEACHER, "cat course/secret.key && test -r hub/bin/autograde")


def test_students_have_their_package_and_nothing_of_the_grader(machine, released):
    asked = ("import importlib.util as u, robokit, autograde.practice; print([n for n in ("
             "'autograde.judging', 'autograde.run', 'autograde.record', "
             f"'solutions.{NAME}.tasks', 'solutions.{NAME}.mistakes') if u.find_spec(n)])")
    line = f'python -c "{asked}"'
    assert machine.typed(released, SLIP, line).strip() == "[]"
    assert "tasks" in machine.typed(released, TEACHER, line)


# -- the class ---------------------------------------------------------------------------------
def test_lessons_stand_in_the_students_home_in_both_languages(machine, desks, released):
    page = desks(RIGHT)
    shown(page, "lab")
    for lesson, word in (("lessons/00_first_steps.ipynb", "notebook"),
                         ("lessons/ru/00_first_steps.ipynb", "Блокнот")):
        assert word in machine.typed(released, RIGHT, f"cat $HOME/{lesson}")
        machine.typed(released, RIGHT, f"cd $HOME && jupyter nbconvert --to notebook --execute "
                      f"--output-dir $HOME/executed {lesson}")


@pytest.mark.parametrize("account, line, told", [
    (TEACHER, "cd {place}; autograde status", NAME),
    (SLIP, "python -c 'import robokit; print(robokit)'", "students/lib")])
def test_a_terminal_in_the_browser_knows_the_programs(machine, desks, released, account, line,
                                                      told):
    page = desks(account)
    page.locator("li.lm-MenuBar-item", has_text=re.compile("^File$")).click()
    page.locator("li.lm-Menu-item", has_text=re.compile("^New$")).hover()
    page.locator("li.lm-Menu-item", has_text=re.compile("^Terminal$")).click()
    page.locator(".jp-Terminal .xterm-screen").first.wait_for()
    time.sleep(3)
    page.keyboard.type(f"({line.format(place=released)}) >~/said 2>&1; echo end >>~/said\n")
    said = wait_for(lambda: "end" in (text := machine.typed(
        released, account, "cat ~/said", status=None)) and text)
    shown(page, f"terminal_{account}")
    assert told in said, said


def assignment_list(page):
    """The students' list in JupyterLab, brought up to date."""
    page.locator("li.lm-MenuBar-item", has_text="Nbgrader").click()
    page.locator("li.lm-Menu-item", has_text="Assignment List").click()
    page.locator("#released_assignments_list").wait_for()


@pytest.mark.parametrize("student", [RIGHT, SLIP])
def test_a_student_fetches_works_and_submits(machine, desks, released, student):
    page = desks(student)
    assignment_list(page)
    page.locator("#released_assignments_list button", has_text="Fetch").first.click()
    page.locator("#fetched_assignments_list", has_text=NAME).wait_for()
    folder = f"/home/{student}/{NAME}"
    assert "variants.json" in machine.typed(released, student, f"ls {folder}")
    _solve(machine, released, student, folder)
    hub = page.url.partition("/user/")[0]
    page.goto(f"{hub}/user/{student}/lab/tree/{NAME}/{NAME}.ipynb")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    _with_kernel(page)
    page.locator("li.lm-MenuBar-item", has_text=re.compile("^Run$")).click()
    page.locator("li.lm-Menu-item", has_text=re.compile("^Run All Cells")).click()
    _saved(machine, released, student, page, folder)
    shown(page, f"worked_{student}")
    assignment_list(page)
    page.locator("#fetched_assignments_list button", has_text="Submit").first.click()
    page.locator("#submitted_assignments_list", has_text=NAME).wait_for()
    shown(page, f"submitted_{student}")


def _solve(machine, place, student, folder):
    """Types what the student answers: right work, or nothing in the first task."""
    import nbformat
    text = machine.typed(place, student, f"cat {folder}/{NAME}.ipynb")
    release = nbformat.reads(text[text.index("{"):], as_version=4)
    paper = sample.Paper(release, sample.solutions_of(ASSIGNMENT), student).solve()
    if student == SLIP:
        paper.write("chain_rotation_answer", "def chain_rotation(*args):\n    return np.eye(3)\n")
    machine.typed(place, student, f"cat >{folder}/{NAME}.ipynb", input=paper.content().decode())


def _with_kernel(page):
    """What is run before is lost; where kernels come late, JupyterLab asks for one."""
    choice = page.locator(".jp-Dialog", has_text="Select Kernel")
    idle = page.locator("#jp-main-statusbar", has_text="| Idle")
    end = time.monotonic() + LONG
    while not idle.is_visible():
        if choice.is_visible():
            choice.locator("button.jp-mod-accept").click()
        assert time.monotonic() < end, "no kernel starts"
        time.sleep(0.2)
    time.sleep(1)
    if choice.is_visible():
        choice.locator("button.jp-mod-accept").click()


def _saved(machine, place, student, page, folder):
    """The notebook as it is saved with all outputs; the checks spoke with the students' package."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        page.keyboard.press("Control+s")
        time.sleep(2)
        notebook = json.loads(machine.typed(place, student, f"cat {folder}/{NAME}.ipynb"))
        code = [c for c in notebook["cells"] if c["cell_type"] == "code" and c["source"]]
        if all(c.get("execution_count") for c in code):
            break
    else:
        shown(page, "stuck")
        pytest.fail("the cells were not run")
    outputs = json.dumps([c["outputs"] for c in code])
    assert "ModuleNotFoundError" not in outputs and '"error"' not in outputs, outputs[-2000:]
    checked = [c for c in code if "check(" in "".join(c["source"]) and c["outputs"]]
    assert len(checked) >= len(ASSIGNMENT.tasks)


def test_the_instructor_collects_grades_and_gives_back(machine, desks, released):
    place = released
    machine.typed(place, TEACHER, f"cd course && nbgrader collect {NAME}")
    said = " ".join(machine.typed(place, TEACHER, f"autograde grade {NAME} --jobs 1").split())
    assert "graded: 2 submissions" in said and "unsafe" not in said
    machine.typed(place, TEACHER, f"autograde feedback {NAME} && autograde verify")
    page = desks(TEACHER)
    page.goto(page.url.partition("/lab")[0] + f"/formgrader/gradebook/{NAME}/{NAME}")
    page.locator("table tbody tr", has_text="Submission #").nth(1).wait_for()
    shown(page, "formgrader")
    machine.typed(place, TEACHER, f"cd course && nbgrader release_feedback {NAME}")


@pytest.mark.parametrize("student", [RIGHT, SLIP])
def test_a_student_reads_the_feedback(machine, desks, released, student):
    page = desks(student)
    hub = page.url.partition("/user/")[0]
    page.goto(f"{hub}/user/{student}/lab")
    page.locator("#jp-MainLogo").wait_for()
    assignment_list(page)
    page.locator("#submitted_assignments_list button", has_text="Fetch Feedback").first.click()
    page.locator("#submitted_assignments_list", has_text="view feedback").wait_for()
    path, = machine.typed(released, student,
                          f"cd $HOME && ls {NAME}/feedback/*/*.html").splitlines()
    path = quote(path)                          # the time in it has a blank
    page.goto(f"{hub}/user/{student}/files/{path}")
    text = page.inner_text("body")
    shown(page, f"feedback_{student}")
    whole = ASSIGNMENT.most + sum(ASSIGNMENT.manual.values())
    points = float(re.search(rf"([\d.]+) of {whole:g} points", text)[1])
    assert points == ASSIGNMENT.most if student == RIGHT else 0 < points < ASSIGNMENT.most
    assert "a person marks" in text and "Traceback" not in text
    other = SLIP if student == RIGHT else RIGHT
    page.goto(f"{hub}/user/{other}/files/{path}")
    assert "403" in page.inner_text("body") or "404" in page.inner_text("body")
