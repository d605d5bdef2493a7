"""Would pip install the locks on every supported Python? python tests/check_locks.py [LOCK ...]

Answers without having these Pythons: for each lock and system pip is asked, by --python-version
and --platform, for a wheel of every pin. A wheel must be there, must take that Python, must have
one of the lock's hashes and must not be withdrawn; and whatever it needs on that system must be
pinned too, in a version that it takes. Needs the network. Exits with 1 when something is amiss.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = [ROOT / "requirements.lock", ROOT / "peers.lock",
         ROOT / "autograde" / "guides" / "department.lock"]


class System(NamedTuple):
    """A system as it comes: its name, its Python and the minor number of its glibc 2."""

    name: str
    python: str
    glibc: int


#: From the oldest Python to the newest; the last is held to the oldest glibc of the others.
SYSTEMS = [System("Debian 12", "3.11.2", 36), System("Ubuntu 24.04", "3.12.3", 39),
           System("Debian 13", "3.13.5", 41), System("Python 3.14", "3.14.0", 36)]
MACHINES = {"x86_64": 5, "aarch64": 17}     # the oldest glibc 2 that wheels are built for


class Pin(NamedTuple):
    """One entry of a lock: what is pinned, and the hashes as pip reads them."""

    requirement: Requirement
    hashes: list[str]

    @property
    def name(self):
        return canonicalize_name(self.requirement.name)

    @property
    def version(self):
        return str(self.requirement.specifier).removeprefix("==")

    def needed(self, environment):
        marker = self.requirement.marker
        return marker is None or marker.evaluate(environment)

    def __str__(self):
        return " ".join([f"{self.requirement.name}=={self.version}", *self.hashes])


def pins(text):
    """The pins of a lock, in its order, from its text."""
    entries = re.sub(r"\\\n", " ", text).splitlines()
    found = []
    for entry in entries:
        if entry.strip() and not entry.lstrip().startswith("#"):
            requirement, *hashes = re.split(r"\s+(?=--hash=)", entry.strip())
            found.append(Pin(Requirement(requirement), hashes))
    return found


def environment(system, machine):
    """The variables of environment markers on that system."""
    return {"implementation_name": "cpython", "implementation_version": system.python,
            "os_name": "posix", "platform_machine": machine, "platform_release": "",
            "platform_python_implementation": "CPython", "platform_system": "Linux",
            "platform_version": "", "python_full_version": system.python,
            "python_version": system.python.rpartition(".")[0], "sys_platform": "linux",
            "extra": ""}


# -- a wheel for every pin -----------------------------------------------------------------------
def platforms(system, machine):
    """The platform tags of wheels that run on that system."""
    tags = [f"manylinux_2_{minor}" for minor in range(MACHINES[machine], system.glibc + 1)]
    tags += ["manylinux1", "manylinux2010", "manylinux2014", "linux"]
    return [f"--platform={tag}_{machine}" for tag in tags]


def ask_pip(wanted, system, machine):
    """What pip would install of these pins there: its exit code, its report and its complaints."""
    with tempfile.TemporaryDirectory() as folder:
        lock, report = Path(folder, "lock"), Path(folder, "report")
        lock.write_text("".join(f"{pin}\n" for pin in wanted))
        answer = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps",
             "--ignore-installed", "--only-binary=:all:", f"--python-version={system.python}",
             *platforms(system, machine), f"--target={folder}/target", f"--report={report}",
             "--require-hashes", f"--requirement={lock}"], capture_output=True, text=True)
        chosen = json.loads(report.read_text())["install"] if report.exists() else []
    return answer.returncode, chosen, answer.stderr


def wheels(wanted, system, machine):
    """The metadata of the wheel of every pin, by name, and a sentence for each that has none."""
    faults = []
    while True:
        failed, chosen, complaints = ask_pip(wanted, system, machine)
        if not failed:
            break
        missing = re.search(r"No matching distribution found for ([^\s=]+)==", complaints)
        if missing is None:
            return {}, [*faults, f"pip failed:\n{complaints.strip()}"]
        pin = next(pin for pin in wanted if pin.name == canonicalize_name(missing[1]))
        needs = re.search(rf"[\s;]{re.escape(pin.version)} Requires-Python ([^;\n]+)", complaints)
        faults.append(f"{pin.requirement} needs Python {needs[1]}" if needs else
                      f"{pin.requirement} has no wheel there")
        wanted = [other for other in wanted if other is not pin]
    faults += [f"{name} {version} was withdrawn by its authors" for name, version in
               re.findall(r"yanked version: '([^']+)' candidate \(version (\S+)", complaints)]
    found = [item["metadata"] for item in chosen]
    return {canonicalize_name(metadata["name"]): metadata for metadata in found}, faults


# -- nothing that is needed is left out ----------------------------------------------------------
def gaps(found, versions, there):
    """A sentence for whatever these wheels need, in the environment there, that is not pinned so.

    found holds the metadata of wheels by name, versions the pinned version of every name; extras
    are followed where they are asked for.
    """
    faults = []
    asked = [(name, "") for name in found]
    for name, extra in asked:                   # grows as it is read
        for text in found.get(name, {}).get("requires_dist", []):
            need = Requirement(text)
            if need.marker and not need.marker.evaluate({**there, "extra": extra}):
                continue
            other = canonicalize_name(need.name)
            if other not in versions:
                faults.append(f"{name} needs {need}, which is not pinned")
            elif not need.specifier.contains(versions[other], prereleases=True):
                faults.append(f"{name} needs {need}, but {versions[other]} is pinned")
            asked += [(other, e) for e in sorted(need.extras) if (other, e) not in asked]
    return sorted(set(faults))


def check(lock, system, machine):
    """Print whether that system can install the lock; the number of faults."""
    there = environment(system, machine)
    wanted = [pin for pin in pins(lock.read_text()) if pin.needed(there)]
    found, faults = wheels(wanted, system, machine)
    faults += gaps(found, {pin.name: pin.version for pin in wanted}, there)
    print(f"{lock.name:18} {system.name:13} Python {system.python:7} {machine:8}"
          f"{len(found)} of {len(wanted)} wheels" + (":" if faults else ""), flush=True)
    for fault in faults:
        print("    " + fault.replace("\n", "\n    "), flush=True)
    return len(faults)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("locks", metavar="LOCK", nargs="*", type=Path, default=LOCKS)
    parser.add_argument("--machine", choices=sorted(MACHINES), default="x86_64")
    arguments = parser.parse_args()
    sys.exit(any([check(lock, system, arguments.machine)
                  for lock in arguments.locks for system in SYSTEMS]))
