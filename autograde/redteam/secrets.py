"""Attempts to read what no submission may read: files, processes, memory, network, inputs.

Right work does the reading, so that a defence which costs marks is noticed too. Whatever is read
is printed behind READ; the arena searches every page for hidden inputs and secrets besides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from ..sandbox import Sandbox
from ..words import _
from . import ASSIGNMENT, VICTIM, Field, Seen, Trial, kept, lost, worker

READ = '''
import os
def read(path):
    """Print what can be read at a path, file or folder."""
    try:
        got = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(60)
    except OSError:
        return
    if got:
        print("READ", path, got)
'''
NOTHING = "nothing is read, all marks stay"


def _reads(name: str, does: str, code: str, slow: bool = False,
           excused: Callable[[Seen], str] | None = None) -> Trial:
    return Trial(name, "secrets", does, NOTHING, worker(READ + code), kept(hidden="READ"),
                 slow=slow, excused=excused)


def _named_by_mounts(seen: Seen) -> str:
    """Why the list of mounts, and nothing else, may name the repository on this machine."""
    readers = re.findall(r"READ\\*', \\*'([^'\\]+)", seen.shown)
    if kept()(seen) or set(readers) != {"/proc/self/mountinfo"} \
            or seen.shown.count("READ") != len(readers) or _apart():
        return ""
    return _("the kernel forbids namespaces within namespaces, so that the list of mounts names "
             "the folder of the libraries; it cannot be opened. The guide lists it under \"Not "
             "promised\".")


def _apart() -> bool:
    """Whether a submission has namespaces of its own on this machine."""
    with Sandbox() as sandbox:
        return sandbox.mode == "namespaces"


def _tells(name: str, does: str, source: str, *users: str, task: str = "lam_in_j") -> Trial:
    """A function that carries its inputs out; later `users` of what it returns lose as well."""
    return Trial(name, "secrets", does, "no hidden input on the page; that task is lost",
                 worker(**{task: source}), lost(task, *users, hidden="READ"), needs=(ASSIGNMENT,))


def _linked_file(at: Field) -> None:
    at.folder.mkdir(parents=True)
    os.symlink(at.places["neighbour"], at.folder / at.name)


def _linked_student(at: Field) -> None:
    at.folder.parent.parent.mkdir(parents=True, exist_ok=True)
    at.folder.parent.symlink_to(Path(at.places["neighbour"]).parents[1])


def _linked_folder(at: Field) -> None:
    at.folder.parent.mkdir(parents=True)
    os.symlink(os.path.dirname(at.places["neighbour"]), at.folder)


def _no_marks(flag: str):
    def check(seen):
        if seen.marks is None or any(seen.marks.values()):
            return _("marks {marks}", marks=seen.marks)
        return "" if any(f.startswith(flag) for f in seen.flags) else _("flags {flags}",
                                                                        flags=seen.flags)
    return check


TRIALS = [
    _reads("course-files", "opens secret key, gradebook, settings by their real paths",
           "for path in <course>: read(path)"),
    _reads("other-work", "opens submissions, receipts, feedback of others by their real paths",
           "for path in <others>: read(path)"),
    _reads("reference", "opens robokit, the judge and the solutions by their real paths",
           "for path in <sources>: read(path)"),
    _reads("imports", "imports the reference, the judge and nbgrader's gradebook",
           "for name in ('robokit', 'autograde.judge', 'autograde.mistakes', 'autograde.course'):\n"
           "    try:\n        __import__(name); print('READ', name)\n"
           "    except ImportError: pass"),
    _reads("system-files", "opens password files, keys, logs, devices, other homes",
           "for path in ('/etc/shadow', '/etc/passwd', '/etc/hostname', '/var/log', '/srv', '/mnt',"
           " '/media', '/sys', '/boot', '/run/user'): read(path)\n"
           "import sys\nfor top in ('/root', '/home', <home>):\n"
           "    for folder, _, files in os.walk(top):\n"
           "        if files and not folder.startswith(sys.base_prefix):\n"
           "            print('READ', folder, files[:3])"),
    _reads("processes", "opens environment, memory, files of every process it can name",
           "for pid in [1, *<pids>]:\n"
           "    for what in ('environ', 'maps', 'mem', 'cmdline', 'cwd', 'root/etc'):\n"
           "        read(f'/proc/{pid}/{what}')"),
    _reads("path-of-the-repository", "looks for the place of the repository in mounts, notes of "
           "installed packages, paths and loaded code",
           # Written backwards: the page shows this cell.
           "import gc, glob, sys\nplace = <backwards>[::-1]\n"
           "texts = {path: open(path, errors='replace').read() for kind in (\n"
           "    '/proc/self/mountinfo', '/proc/mounts', '/opt/site/*/*.pth', '/opt/site/*/__ed*',\n"
           "    '/opt/site/*/*-info/*') for path in glob.glob(kind) if os.path.isfile(path)}\n"
           "texts['paths'] = str([sys.path, sys.argv, sys.executable, sys.prefix, os.environ,\n"
           "                      [getattr(m, '__file__', '') for m in [*sys.modules.values()]]])\n"
           "texts['code'] = str({c.__code__.co_filename for c in gc.get_objects()\n"
           "                     if type(c) is type(lambda: 0)})\n"
           "print([('READ', path) for path, text in texts.items() if place in text] or 'nowhere')",
           excused=_named_by_mounts),
    _reads("environment", "looks for settings of the grader in the environment",
           "if <canary> in str(dict(os.environ)): print('READ environment')\n"
           "print([k for k in os.environ if 'GRADE' in k.upper() and print('READ', k) is None])"),
    _reads("whole-disk", "walks the file system for gradebooks, keys, notebooks, receipts",
           "import re\nfor folder, _, files in os.walk('/'):\n"
           "    if folder.startswith('/proc') or '/nbgrader' in folder: continue\n"
           "    for name in files:\n"
           "        if re.search(r'gradebook|secret\\.key|a0\\d_.*\\.(ipynb|py|json)$', name):\n"
           "            print('READ', folder, name)", slow=True),
    _reads("loaded-modules", "looks for the judge among the loaded modules",
           "import sys\nfor name in list(sys.modules):\n"
           "    if name.startswith(('robokit', 'autograde.', 'nbgrader')): print('READ', name)"),
    _reads("garbage-collector", "searches all objects for inputs, references and receipts",
           "import gc\nfor item in gc.get_objects():\n"
           "    if type(item) is dict and {'probes', 'seeds', 'verdicts', 'mistake'} & {\n"
           "            k for k in item if type(k) is str}:\n"
           "        print('READ', sorted(map(str, item))[:5])"),
    _reads("frames", "walks up the stack for inputs and references",
           "import sys\nframe = sys._getframe()\nwhile frame:\n"
           "    for name, item in list(frame.f_locals.items()) + list(frame.f_globals.items()):\n"
           "        if name in ('probes', 'probe', 'secret', 'truth', 'reference', 'judge'):\n"
           "            print('READ', name)\n    frame = frame.f_back"),
    _reads("network", "connects to a server on this machine and to the world",
           "import socket\nfor place in (('127.0.0.1', <port>), ('localhost', <port>),\n"
           "              ('1.1.1.1', 53), ('8.8.8.8', 443)):\n    try:\n"
           "        socket.create_connection(place, timeout=0.3); print('READ', place)\n"
           "    except OSError: pass\n"
           "try: print('READ', socket.getaddrinfo('example.org', 80))\nexcept OSError: pass"),
    _reads("local-sockets", "connects to services of this machine by their sockets",
           "import socket\nfor path in ('/run/docker.sock', '/var/run/docker.sock',\n"
           "             '/run/dbus/system_bus_socket', '/run/systemd/private', '\\0grader',\n"
           "             <socket>):\n"
           "    try:\n        socket.socket(socket.AF_UNIX).connect(path); print('READ', path)\n"
           "    except OSError: pass"),
    _reads("leftovers", "looks for what earlier submissions left behind",
           "import glob\nfor place in ('/tmp', '/dev/shm', '/var/tmp', '/run'):\n"
           "    found = [p for p in glob.glob(place + '/**', recursive=True)\n"
           "             if os.path.isfile(p) and '.ipython' not in p and 'matplotlib' not in p]\n"
           "    if found: print('READ', found)"),
    _reads("escape", "mounts, changes user, enters namespaces, traces, opens devices",
           "import ctypes, tempfile\nlibc = ctypes.CDLL(None, use_errno=True)\n"
           "here = tempfile.gettempdir().encode()\n"
           "calls = {'unshare': (0x10000000,), 'ptrace': (0, 0, 0, 0), 'chroot': (here,),\n"
           "         'setuid': (0,), 'umount2': (here, 2), 'swapon': (here + b'/x', 0),\n"
           "         'mount': (b'a', here, b'tmpfs', 0, None), 'personality': (0x40000,)}\n"
           "for name, args in calls.items():\n"
           "    if getattr(libc, name)(*args) == 0: print('READ', name)\n"
           "for path in ('/dev/mem', '/dev/kmem', '/dev/sda', '/dev/vda', '/dev/fuse'):\n"
           "    read(path)"),
    _tells("says-inputs", "a function prints, warns, displays and writes its hidden inputs",
           "import os, sys, tempfile, warnings\nsaved = sys.stdout\n"
           "def lam_in_j(tau_ij, a_i):\n"
           "    text = repr([*np.ravel(tau_ij), *a_i])\n"
           "    print('READ', text); print(text, file=saved); print(text, file=sys.stderr)\n"
           "    warnings.warn(text); display(text)\n"
           "    open(tempfile.gettempdir() + '/inputs', 'w').write(text)\n"
           "    for fd in range(1, 64):\n        try: os.write(fd, text.encode() + b'\\n')\n"
           "        except OSError: pass\n    return 0", "chain_rate"),
    _tells("raises-inputs", "a function raises its hidden inputs as text and as a class name",
           "def lam_in_j(tau_ij, a_i):\n"
           "    raise type(f'READ{a_i[0]}', (ValueError,), {})(f'READ {a_i} {tau_ij}')",
           "chain_rate"),
    _tells("names-inputs", "a function returns an object whose type is called like its input",
           "def lam_in_j(tau_ij, a_i):\n    return type(f'x{a_i[0]!r}', (), {})()", "chain_rate"),
    _tells("shapes-inputs", "a function returns a matrix of as many rows as its input says",
           "def lam_in_j(tau_ij, a_i):\n    return np.zeros((int(abs(a_i[0]) * 1e4), 1))",
           "chain_rate"),
    _tells("breaks-laws-by-inputs", "a function breaks a law by just the amount of its input",
           "def lam_in_j(tau_ij, a_i):\n    return np.diag(a_i) / 2"),
    _tells("letters-of-inputs", "an expression whose letters are hidden inputs",
           "class Told(sp.Symbol):\n    pass\n"
           "eps_symbolic = sp.Matrix(3, 3, lambda i, j: Told('READ') if i == j else 0)",
           task=VICTIM),
    Trial("keeps-inputs", "secrets", "leaves hidden inputs in files and sockets for later cells",
          "the channels are closed by then; all marks stay",
          worker(READ + "import socket, tempfile, threading\n"
                 "kept = [place + '/kept' for place in (tempfile.gettempdir(), '/dev/shm')]\n"
                 "for path in kept: read(path)",
                 lam_in_j="def lam_in_j(tau_ij, a_i):\n"
                          "    for path in kept:\n"
                          "        open(path, 'a').write(str(a_i))\n"
                          "    x, y, z = tau_ij.T @ a_i\n"
                          "    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])"),
          kept(hidden="READ"), needs=(ASSIGNMENT,)),
    Trial("link-to-neighbour", "secrets", "the notebook is a link to a neighbour's",
          "not followed: no marks, a flag", _linked_file, _no_marks("not a notebook")),
    Trial("folder-of-neighbour", "secrets", "the submission's folder is a link to a neighbour's",
          "not followed: no marks, a flag", _linked_folder, _no_marks("not a notebook")),
    Trial("student-folder-of-neighbour", "secrets", "the student's folder is a link to a "
          "neighbour's", "not followed: no marks, a flag", _linked_student,
          _no_marks("not a notebook")),
]
