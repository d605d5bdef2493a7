"""Attempts to stop or slow the class: time, memory, processes, disk, output, and the grader's own.

Right work with one answer cell, or one function, that does the harm: that task is lost, the rest
is kept, and whoever is graded next notices nothing.
"""

from __future__ import annotations

import os

from ..words import _
from . import FIRST, FUNCTION, TEXT, VICTIM, Field, Seen, Trial, kept, lost, worker
from .forging import CHANNEL

FLOOD = '''
import os
def takes(fd):
    try: return os.write(fd, b"\\n")
    except OSError: return False
channel = next(fd for fd in range(3, 64) if takes(fd))
while True: os.write(channel, b"x" * 60000 + b"\\n")
'''
ONE_LOST = "that task is lost, the rest is kept"


def _cell(name: str, does: str, source: str, flag: str = "", slow: bool = False) -> Trial:
    return Trial(name, "exhaustion", does, ONE_LOST, worker(**{VICTIM: source}),
                 lost(VICTIM, flag=flag), slow=slow)


def _probed(name: str, does: str, body: str, slow: bool = False, setup: str = "") -> Trial:
    """A function that is well behaved until the hidden inputs come."""
    source = f"{setup}\ndef {FUNCTION}(*inputs, **named):\n    {body}"
    return Trial(name, "exhaustion", does, ONE_LOST, worker(**{FUNCTION: source}), lost(FUNCTION),
                 slow=slow, needs=(FUNCTION,))


def _own(name: str, does: str, code: str, flag: str = "", slow: bool = False) -> Trial:
    """A cell between the others, which need not notice."""
    return Trial(name, "exhaustion", does, "bounded; all marks stay", worker(code),
                 kept(flag=flag), slow=slow)


def _file(name: str, does: str, make, flag: str = "not a notebook", slow: bool = False) -> Trial:
    def check(seen: Seen) -> str:
        if seen.marks is None or any(seen.marks.values()):
            return _("marks {marks}", marks=seen.marks)
        return "" if any(f.startswith(flag) for f in seen.flags) else _("flags {flags}",
                                                                        flags=seen.flags)
    return Trial(name, "exhaustion", does, "no marks, a flag, no delay", make, check, slow=slow)


def _sparse(at: Field) -> None:
    os.truncate(at.put(b"{"), 1 << 40)


def _long_cells(at: Field) -> None:
    """Text that is slow to colour, slow to draw and slow to compare."""
    at.paper.solve()
    at.write(TEXT, "\\begin{a}" * 20_000 + "$x_1$ " * 20_000)
    for text in ("a." * 70_000, "# a\n" * 40_000, "f'{" * 40_000):
        at.insert(FIRST, text)
    at.put()


def _many_cells(at: Field) -> None:
    at.paper.solve()
    for k in range(300):
        at.append(TEXT, "")
        at.append(VICTIM, f"x_{k} = {k}")
    at.put()


TRIALS = [
    _cell("endless-loop", "loops for ever", "while True:\n    pass", "cell timed out", True),
    _cell("stubborn-loop", "loops and ignores every interruption",
          "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
          "cell timed out", True),
    _cell("deaf-loop", "blocks all signals and removes the timers",
          "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
          "signal.setitimer(signal.ITIMER_PROF, 0); signal.setitimer(signal.ITIMER_REAL, 0)\n"
          "while True: pass", "cell timed out", True),
    _cell("loop-in-c", "a regular expression that backtracks for ever, in C",
          "import re\nre.match('(a|a)*b', 'a' * 60)", "cell timed out", True),
    _cell("huge-power", "a number of ten thousand million digits", "x = 10 ** 10 ** 10",
          "cell timed out", True),
    _cell("endless-simplification", "lets sympy simplify what never ends",
          "x = sp.symbols('x0:9')\n"
          "sp.simplify(sp.expand(sum(sp.sin(a + k) for k, a in enumerate(x)) ** 12))",
          "cell timed out", True),
    _cell("sleep", "sleeps for a day", "import time\ntime.sleep(86400)", "cell timed out", True),
    _cell("dead-lock", "waits for a lock that nobody frees",
          "import threading\nlock = threading.Lock()\nlock.acquire(); lock.acquire()",
          "cell timed out", True),
    _cell("input", "waits for input", "<victim> = input('matrix: ')"),
    _cell("standard-input", "reads standard input to its end",
          "import sys\n<victim> = sys.stdin.read()"),
    _cell("endless-recursion", "calls itself for ever", "def f(): return f()\n<victim> = f()"),
    _cell("deep-recursion", "calls itself until the stack of the process is full",
          "import sys\nsys.setrecursionlimit(10**9)\n"
          "def f(x): return f([x]) + 1\nclass A:\n    def __repr__(self): return repr(self)\n"
          "<victim> = repr(A())", "cell ended the interpreter", True),
    _cell("crash", "reads from address zero", "import ctypes\nctypes.string_at(0)",
          "cell ended the interpreter"),
    _cell("abort", "kills its own process group", "import os\nos.killpg(0, 9)",
          "cell ended the interpreter"),
    _cell("all-memory", "asks for more memory than there is", "x = bytearray(1 << 40)"),
    _cell("memory-bit-by-bit", "fills memory bit by bit",
          "x = []\nwhile True: x.append(bytearray(1 << 24))"),
    _cell("memory-of-many", "fills memory from many processes",
          "import os, time\nfor k in range(30):\n    if os.fork() == 0:\n"
          "        x = b'x' * (90 << 20); time.sleep(60)\ntime.sleep(60)", slow=True),
    _cell("decompression", "unpacks a thousandfold file in memory",
          "import zlib\nd = zlib.compress(bytes(1 << 26))\n"
          "x = [zlib.decompress(d) for k in range(1000)]"),
    Trial("fork-bomb", "exhaustion", "forks without end", ONE_LOST,
          worker(**{VICTIM: "import os\nwhile True:\n"
                            "    try: os.fork()\n    except OSError: pass"}),
          lost(VICTIM), slow=True),
    _cell("children-nobody-waits-for", "burns its time in children whose end is ignored",
          "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
          "while True:\n    if os.fork() == 0:\n"
          "        while time.process_time() < 0.6: pass\n        os._exit(0)\n"
          "    try: os.wait()\n    except ChildProcessError: pass", "cell timed out", True),
    _own("orphans", "leaves processes that have left its group and session",
         "import os, subprocess\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
         "        os.execv('/bin/sh', ['sh', '-c', 'sleep 300; : ' + repr(<marker>)])\n"
         "    os._exit(0)\nsubprocess.Popen(['sleep', '301'], start_new_session=True)"),
    _own("threads", "starts threads until no more can be had",
         "import threading, time\ntry:\n    while True:\n"
         "        threading.Thread(target=time.sleep, args=(99,), daemon=True).start()\n"
         "except RuntimeError: pass"),
    _own("disk", "fills the disk", "import os\ntry:\n    for k in range(10**6):\n"
         "        with open(f'f{k}', 'wb') as f: f.write(bytes(1 << 20))\nexcept OSError: pass\n"
         "for k in range(100): os.path.exists(f'f{k}') and os.remove(f'f{k}')"),
    _own("many-files", "makes files until no more can be had",
         "import os\ntry:\n    for k in range(10**6): open(f'e{k}', 'w').close()\n"
         "except OSError: pass\n!rm -f e*"),
    _own("output", "prints fifty million characters",
         "for k in range(50): print('x' * 1_000_000)", "output cut"),
    _own("output-of-a-command", "prints without end from a command",
         "!yes | head -c 20000000", "output cut"),
    _own("figures", "shows hundreds of pictures",
         "for k in range(200): display(k)", "output cut"),
    _own("picture-that-is-none", "sends a picture of two million blanks, slow to check",
         CHANNEL + "say({'op': 'output', 'cell': 0, 'output': {'output_type': 'display_data',"
         " 'data': {'image/png': 'iVBORw0KGgo' + ' ' * 2_000_000 + '!'}}})"),
    Trial("channel-flood", "exhaustion", "floods the runner's channel",
          "stopped; what was answered before stays",
          worker(FLOOD, before=f"{FUNCTION}_answer"),
          lost(FUNCTION, flag="channel flood"), slow=True, needs=(FUNCTION,)),
    _cell("huge-answer", "answers with a million numbers", "<victim> = np.zeros(10**6)"),
    _cell("deep-answer", "answers with lists in lists in lists",
          "<victim> = []\nfor k in range(10**5): <victim> = [<victim>]"),
    _cell("endless-answer", "answers with a generator without end",
          "import itertools\n<victim> = itertools.count()"),
    _cell("huge-expression", "answers with an expression that takes ages to evaluate",
          "x = sp.Symbol('alpha')\nfor k in range(400): x = sp.sin(x) * sp.cos(x + k) + x\n"
          "<victim> = sp.Matrix(3, 3, [x] * 9)", slow=True),
    _probed("loops-when-probed", "a function that loops when the judge asks",
            "while True: pass", True),
    _probed("sleeps-when-probed", "a function that sleeps when the judge asks",
            "import time; time.sleep(1e6)", True),
    _probed("dies-when-probed", "a function that ends the interpreter when the judge asks",
            "import os; os._exit(0)"),
    _probed("eats-when-probed", "a function that fills memory when the judge asks",
            "return [bytearray(1 << 26) for k in range(10**4)]"),
    _probed("floods-when-probed", "a function that floods its channel when the judge asks",
            "while True: say('x' * 60000)", True, setup=CHANNEL),
    _file("terabyte", "a file of a terabyte that takes no room on the disk", _sparse),
    _file("deep-json", "a file of a hundred thousand opening brackets",
          lambda at: at.put(b'{"cells": ' + b"[" * 100_000)),
    _file("merge-bomb", "a million unfinished merge markers, slow to resolve",
          lambda at: at.put(b"<<<<<<< x\n" * 1_000_000)),
    _file("empty-lists", "ten million empty lists",
          lambda at: at.put(b'{"cells": [' + b"[]," * 3_000_000 + b"[]]}"), slow=True),
    _file("full-of-letters", "48 MB of text with a character outside the basic plane",
          lambda at: at.put(b'{"cells": [{"cell_type": "code", "source": "\xf0\x9f\x99\x82'
                            + b"a" * 48_000_000 + b'"}]}'), "no answer", True),
    _own("huge-picture", "shows a picture of 25,000 by 25,000 points in a few kilobytes",
         CHANNEL + "import base64, struct, zlib\n"
         "def part(kind, data):\n"
         "    return struct.pack('>I', len(data)) + kind + data + struct.pack(\n"
         "        '>I', zlib.crc32(kind + data))\n"
         "head = struct.pack('>IIBBBBB', 25000, 25000, 1, 0, 0, 0, 0)\n"
         "picture = b'\\x89PNG\\r\\n\\x1a\\n' + part(b'IHDR', head) + part(\n"
         "    b'IDAT', zlib.compress(bytes(3126 * 25000), 9)) + part(b'IEND', b'')\n"
         "say({'op': 'output', 'cell': 0, 'output': {'output_type': 'display_data',"
         " 'data': {'image/png': base64.b64encode(picture).decode()}}})"),
    _cell("sockets", "fills the buffers of every socket that can be had, in many processes",
          "import os, socket, time\n"
          "for k in range(40):\n    if os.fork() == 0: break\n"
          "kept = []\ntry:\n    while True:\n"
          "        a, b = socket.socketpair(); kept += [a, b]; a.setblocking(False)\n"
          "        try:\n            while True: a.send(bytes(1 << 16))\n"
          "        except BlockingIOError: pass\n"
          "except OSError: pass\ntime.sleep(1e4)", slow=True),
    Trial("long-cells", "exhaustion", "text that is slow to colour, draw and compare",
          "cut on the page; all marks stay", _long_cells, kept(), slow=True,
          needs=(TEXT,)),
    Trial("many-cells", "exhaustion", "hundreds of cells of its own", "all marks stay",
          _many_cells, kept(), slow=True, needs=(TEXT,)),
]
