"""The locks, and how the Makefile gets its Python and the peer libraries, all without the network.

Whether pip finds a wheel for every pin is asked by check_locks.py.
"""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest
from check_locks import LOCKS, ROOT, SYSTEMS, environment, gaps, pins
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PYTHONS = [system.python.rpartition(".")[0] for system in SYSTEMS]
FROM_TO = f"{PYTHONS[0]} to {PYTHONS[-1]}"
locks = pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)


def versions(lock):
    return {pin.name: pin.version for pin in pins(lock.read_text())}


# -- what the locks hold -------------------------------------------------------------------------
@locks
def test_every_pin_is_one_version_with_hashes(lock):
    found = pins(lock.read_text())
    assert len(found) > 100
    for pin in found:
        (one,) = pin.requirement.specifier
        assert one.operator == "==" and "*" not in one.version, pin.requirement
        assert pin.requirement.url is None
        assert pin.hashes, pin.requirement
        assert all(re.fullmatch("--hash=sha256:[0-9a-f]{64}", h) for h in pin.hashes), pin


@locks
def test_no_index_is_named(lock):
    text = lock.read_text()
    assert "://" not in text
    options = re.findall(r"^\s*(-[\w-]+)", text, re.MULTILINE)
    assert set(options) == {"--hash"}


@locks
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.python)
def test_what_the_project_asks_for_is_pinned(lock, system):
    there = environment(system, "x86_64")
    found = {pin.name: pin.version for pin in pins(lock.read_text()) if pin.needed(there)}
    left_out = set() if lock.name == "department.lock" else {"hub", "postgresql"}
    left_out |= set() if lock.name == "peers.lock" else {"peers", "codegen"}
    asked = [*PROJECT["dependencies"],
             *(need for extra, needs in EXTRAS.items() if extra not in left_out for need in needs)]
    for need in map(Requirement, asked):
        assert found[canonicalize_name(need.name)] in need.specifier


def test_neither_peers_nor_servers_change_another_version():
    requirements, peers, department = map(versions, LOCKS)
    assert requirements.items() <= peers.items() and requirements.items() <= department.items()


# -- what check_locks.py finds -------------------------------------------------------------------
def test_check_reads_markers():
    lock = ('six==1.17.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n    # via them\n'
            'appnope==1.0.0 ; sys_platform == "darwin" \\\n    --hash=sha256:cc\n'
            'overrides==7.7.0 ; python_full_version < "3.11.5" \\\n    --hash=sha256:dd\n')
    six, appnope, overrides = pins(lock)
    assert str(six) == "six==1.17.0 --hash=sha256:aa --hash=sha256:bb"
    needed = [[pin.name for pin in (six, appnope, overrides)
               if pin.needed(environment(system, "x86_64"))] for system in SYSTEMS]
    assert needed == [["six", "overrides"], ["six"], ["six"], ["six"]]


def test_check_finds_what_is_not_pinned():
    found = {"one": {"requires_dist": ["two[fast]>=2", 'old ; python_version < "3.12"',
                                       'never ; extra == "other"']},
             "two": {"requires_dist": ['Speed_Up>=3 ; extra == "fast"']}}
    there = environment(SYSTEMS[0], "x86_64")
    assert gaps(found, {"one": "1", "two": "2", "old": "1", "speed-up": "3"}, there) == []
    assert gaps(found, {"one": "1", "two": "1"}, there) == [
        'one needs old; python_version < "3.12", which is not pinned',
        "one needs two[fast]>=2, but 1 is pinned",
        'two needs Speed_Up>=3; extra == "fast", which is not pinned']
    assert gaps({"one": found["one"]}, {"one": "1", "two": "2"},
                environment(SYSTEMS[1], "x86_64")) == []


# -- one range of Pythons everywhere -------------------------------------------------------------
def test_the_same_pythons_are_named_everywhere():
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert all(system.python in SpecifierSet(PROJECT["requires-python"]) for system in SYSTEMS)
    for name in ("README.md", "Makefile", "autograde/guides/instructor.md"):
        assert re.findall(r"python3 \((.+?)\)", (ROOT / name).read_text()) == [FROM_TO], name
    script = (ROOT / "autograde" / "make_environment.sh").read_text()
    assert set(re.findall(r"Python (3\.\d+ to 3\.\d+)", script)) == {FROM_TO}
    assert f"--python-version {PYTHONS[0]} " in (ROOT / "Makefile").read_text()


class Machine:
    """A machine of stand-ins: its Python, its user and its package manager say what they are told.

    The stand-in apt-get succeeds for root alone, and then what was missing is there.
    """

    def __init__(self, folder, python, user="1000", whole=False):
        self.folder, self.asked = folder, folder / "asked"
        self.whole = folder / "whole"
        if whole:
            self.whole.touch()
        self.program("id", f"echo {user}")
        self.program("sudo", "exit 1")
        self.program("apt-get", f'echo "$@" >> {self.asked}\n[ {user} = 0 ] && touch {self.whole}')
        self.python(f'*sys.version*) echo {python} ;;\n*ensurepip*) [ -e {self.whole} ] ;;\n'
                    '*) echo "made with $*" ;;')

    def program(self, name, lines):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)

    def python(self, answers):
        """What python3 does, by cases of its arguments."""
        self.program("python3", f'case "$*" in\n{answers}\nesac')

    def run(self, script, *arguments):
        return subprocess.run(["sh", ROOT / script, *arguments], text=True, capture_output=True,
                              env={"PATH": f"{self.folder}:/usr/bin:/bin"})

    def make(self, python="python3"):
        return self.run("autograde/make_environment.sh", python, "new")


@pytest.mark.parametrize("python", [system.python for system in SYSTEMS])
@pytest.mark.parametrize("user", ["0", "1000"])
def test_environment_is_made(tmp_path, python, user):
    machine = Machine(tmp_path, python, user, whole=True)
    answer = machine.make()
    assert (answer.returncode, answer.stdout) == (0, "made with -m venv new\n")
    assert not answer.stderr and not machine.asked.exists()


@pytest.mark.parametrize("python", ["2.7.18", "3.1.1", "3.9.2", "3.10.12", "3.15.0", "4.0.0"])
@pytest.mark.parametrize("user", ["0", "1000"])
def test_other_pythons_are_refused(tmp_path, python, user):
    answer = Machine(tmp_path, python, user, whole=True).make()
    assert answer.returncode == 1 and not answer.stdout
    assert f"Python {FROM_TO} is needed, but python3 is Python {python}." in answer.stderr


def test_a_missing_python_is_named(tmp_path):
    answer = Machine(tmp_path, "3.12.3").make("python3.99")
    assert answer.returncode == 1
    assert answer.stderr == (f"Python {FROM_TO} is needed, "
                             "but there is no Python named python3.99 here.\n")


def test_root_gets_what_debian_leaves_out(tmp_path):
    machine = Machine(tmp_path, "3.11.2", "0")
    answer = machine.make()
    assert (answer.returncode, answer.stdout) == (0, "made with -m venv new\n")
    assert not answer.stderr
    assert machine.asked.read_text() == "install -y python3-venv\n"


def test_others_are_told_what_debian_leaves_out(tmp_path):
    machine = Machine(tmp_path, "3.11.2", "1000")
    answer = machine.make()
    assert answer.returncode == 1 and not answer.stdout
    assert "ensurepip is missing" in answer.stderr
    assert "run:  apt-get install -y python3-venv\n" in answer.stderr
    assert not machine.asked.exists()


# -- the peer libraries --------------------------------------------------------------------------
def peers(folder, user, pip="exit 0", complaint="libgomp.so.1: cannot open", whole=False):
    """What install_peers.sh answers, and what it asked apt-get for."""
    machine = Machine(folder, "3.11.2", user, whole)
    machine.python(f'*pip*) {pip} ;;\n*pinocchio*) echo "a line before" >&2\n'
                   f'[ -e {machine.whole} ] || {{ echo "{complaint}" >&2; exit 1; }} ;;')
    answer = machine.run("tests/install_peers.sh", "python3")
    asked = machine.asked.read_text() if machine.asked.exists() else ""
    return answer.returncode, answer.stderr, asked


def test_peers_that_load_are_not_spoken_of(tmp_path):
    assert peers(tmp_path, "0", whole=True) == (0, "", "")


def test_peers_without_a_wheel_are_refused(tmp_path):
    code, said, asked = peers(tmp_path, "0", "echo No matching distribution >&2; exit 1")
    assert code == 1 and not asked
    assert said == ("No matching distribution\nmake proof is refused: the peer libraries do not "
                    "install here, and pip says above which one.\n"
                    "Everything else works without the peer libraries.\n")


def test_a_library_of_the_system_is_installed_or_named(tmp_path):
    code, said, asked = peers(tmp_path, "1000")
    assert code == 1 and not asked
    assert "needs the system's libgomp" in said and "apt-get install -y libgomp1\n" in said
    assert peers(tmp_path, "0") == (0, "", "install -y libgomp1\n")


def test_peers_that_do_not_load_say_why(tmp_path):
    code, said, asked = peers(tmp_path, "0", complaint="ImportError: no symbol")
    assert code == 1 and not asked
    assert "pinocchio does not load here: ImportError: no symbol\n" in said
