"""The sandboxed runner: honest notebooks keep everything, hostile ones gain nothing.

One fork server serves the whole file, which is itself a test: what one submission
does must not be felt by the next.
"""

import dataclasses
import json
import os
import time
from pathlib import Path

import numpy as np
import pytest

from autograde import sandbox as module
from autograde.runner import deal
from autograde.sandbox import Garbage, Lines, Limits, Sandbox, SandboxUnavailable, checked, parse, stacked

COURSE = {"deal": {"count": 7, "salt": "s"},
          "variants": [{"l_1": 0.1 * k, "R": [[1, 0], [0, 1]], "name": "arm", "links": [{"m": 1}]}
                       for k in range(7)]}


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as server:
        yield server


@pytest.fixture
def run(sandbox):
    """run("student source", ("check", "check source"), ...) with any limits and probes."""
    def run(*sources, asks=None, probes=None, **limits):
        sandbox.limits = dataclasses.replace(Limits(), **limits)
        cells = [{"id": f"c{k}", "role": "student", "source": source} if isinstance(source, str)
                 else {"id": f"c{k}", "role": "check", "source": source[1]}
                 for k, source in enumerate(sources)]
        return sandbox.run(cells, asks or {}, COURSE, probes)
    return run


def check(source):
    return "check", source


def value_of(run, expression, setup="", kind="value", **limits):
    source = f"import numpy as np, sympy as sp, mpmath, fractions\n{setup}\nanswer = {expression}"
    return run(source, check("check('t', answer)"), asks={"t": {"kind": kind}}, **limits).answers["t"]


def text_of(transcript, cell=None):
    """All that a cell, or the notebook, shows."""
    outputs = transcript.outputs if cell is None else transcript.outputs[cell]
    return json.dumps(outputs)


def events(transcript):
    return [event["event"] for event in transcript.events]


ALIVE = check("check('alive', 1 + 1)")
ASKS = {"alive": {"kind": "value"}}
TWO = {"type": "array", "shape": [], "data": [2.0]}


# ---- honest notebooks -------------------------------------------------------------

def test_an_honest_notebook(run):
    t = run("import numpy as np\nimport matplotlib.pyplot as plt\nfrom autograde import check, variant",
            "mine = variant('Ana Kovač')\nR = np.array([[0, -1], [1, 0]]) @ mine.R\nprint('hello')\nR",
            "import sys; print('careful', file=sys.stderr)\nplt.plot([1, 2]); plt.show()",
            check("check('R', R)"),
            "%precision 3\n!echo from the shell\nx = !echo words\nx[0]",
            "import ipywidgets\nipywidgets.interact(lambda a: a, a=(0, 3));",
            "1 / 0", "def broken(:",
            "%%writefile helper.py\ntwo = 2", "from helper import two\ntwo", ALIVE,
            asks={"R": {"kind": "value"}, **ASKS})
    assert t.answers == {"R": {"type": "array", "shape": [2, 2], "data": [0, -1, 1, 0]}, "alive": TWO}
    kinds = [[output["output_type"] for output in t.outputs[f"c{k}"]] for k in range(4)]
    assert kinds == [[], ["stream", "execute_result"], ["stream", "display_data"], []]
    assert t.outputs["c1"][0]["text"] == "hello\n"
    assert t.outputs["c1"][1]["data"]["text/plain"] == "array([[ 0, -1],\n       [ 1,  0]])"
    assert t.outputs["c2"][0]["name"] == "stderr"
    assert t.outputs["c2"][1]["data"]["image/png"].startswith("iVBOR")
    assert "from the shell" in text_of(t, "c4") and "words" in text_of(t, "c4")
    assert "Error" not in text_of(t, "c5")
    assert t.outputs["c6"][0]["ename"] == "ZeroDivisionError"
    assert t.outputs["c7"][0]["ename"] == "SyntaxError"
    assert t.outputs["c9"][0]["data"]["text/plain"] == "2"
    assert t.events == [{"event": "identity", "cell": "c1", "name": "Ana Kovač"}]
    assert 0 < t.cpu < 10 and t.wall > 0


VALUES = [
    ("2", [], [2]), ("np.float32(0.5)", [], [0.5]), ("np.int64(3)", [], [3]), ("np.array(7)", [], [7]),
    ("fractions.Fraction(1, 4)", [], [0.25]), ("mpmath.mpf(2)", [], [2]), ("sp.pi", [], [np.pi]),
    ("sp.sqrt(2) / 2", [], [2 ** 0.5 / 2]), ("10**20", [], [1e20]), ("np.array([1 + 0j])", [1], [1]),
    ("[1, 2.5]", [2], [1, 2.5]), ("[[1, 2], [3, 4]]", [2, 2], [1, 2, 3, 4]),
    ("np.matrix([[1, 2]])", [1, 2], [1, 2]), ("[np.eye(2), np.eye(2)]", [2, 2, 2], [1, 0, 0, 1] * 2),
    ("sp.Matrix([1, sp.cos(0)])", [2, 1], [1, 1]), ("sp.ImmutableMatrix([[1, 2]])", [1, 2], [1, 2]),
    ("sp.Array([[1, 2], [3, 4]])", [2, 2], [1, 2, 3, 4]), ("[sp.Rational(1, 2), 1]", [2], [0.5, 1]),
    ("np.array([sp.pi, 2])", [2], [np.pi, 2]), ("[sp.Matrix([1, 2]), np.ones((2, 1))]", [2, 2, 1], [1, 2, 1, 1]),
    ("mpmath.matrix([[1, 2]])", [1, 2], [1, 2]), ("range(3)", [3], [0, 1, 2]),
    ("[(1, 0), (0, 1)]", [2, 2], [1, 0, 0, 1]), ("np.array([True, False])", [2], [1, 0]),
]
OTHERS = [
    ("'elbow up'", {"type": "text", "value": "elbow up"}), ("True", {"type": "bool", "value": True}),
    ("np.bool_(False)", {"type": "bool", "value": False}), ("None", {"type": "none"}),
    ("[True, False]", {"type": "list", "items": [{"type": "bool", "value": True}, {"type": "bool", "value": False}]}),
    ("(1, 'a')", {"type": "list", "items": [{"type": "array", "shape": [], "data": [1]}, {"type": "text", "value": "a"}]}),
    ("{2, 1}", {"type": "list", "items": [{"type": "array", "shape": [], "data": [k]} for k in (1, 2)]}),
    ("[[1, 2], [3]]", {"type": "list", "items": [{"type": "array", "shape": [2], "data": [1, 2]},
                                                 {"type": "array", "shape": [1], "data": [3]}]}),
    ("{'a': 1}", {"type": "map", "items": {"a": {"type": "array", "shape": [], "data": [1]}}}),
    ("np.sin", {"type": "function"}),
    ("sp.Symbol('q_1') * sp.Matrix([1, 2])", {"type": "expression", "shape": [2, 1], "symbols": ["q_1"]}),
]
UNUSABLE = [
    ("float('nan')", "NaN"), ("[1, np.inf]", "infinity"), ("1j", "complex"), ("sp.zoo", "infinity"),
    ("sp.nan", "NaN"), ("object()", "type object"), ("10**400", "too large"), ("np.zeros(10**6)", "too large"),
    ("list(range(30_000)) * 100", "too large"), ("deep", "nested"), ("cycle", "nested"), ("Bad()", "Bad"),
    ("['x' * 3000] * 900", "too large"),
]


def test_every_type_of_value(run):
    setup = ("deep = []\nfor _ in range(100000): deep = [deep]\ncycle = []; cycle.append(cycle)\n"
             "class Bad:\n    def __array__(self, *a, **k): raise RuntimeError('no')")
    all_values = VALUES + OTHERS + UNUSABLE
    t = run("import numpy as np, sympy as sp, mpmath, fractions\n" + setup,
            *(check(f"check({str(k)!r}, {entry[0]})") for k, entry in enumerate(all_values)),
            asks={str(k): {"kind": "value"} for k in range(len(all_values))})
    got = [t.answers.get(str(k)) for k in range(len(all_values))]
    for (text, shape, data), answer in zip(VALUES, got):
        assert (answer["type"], answer["shape"]) == ("array", shape), text
        assert answer["data"] == pytest.approx(data), text
    for (text, expected), answer in zip(OTHERS, got[len(VALUES):]):
        assert answer == expected, text
    for (text, reason), answer in zip(UNUSABLE, got[len(VALUES) + len(OTHERS):]):
        assert answer["type"] == "unusable" and reason in answer["reason"], (text, answer)


def test_a_function_is_called_with_fresh_arguments_of_the_right_kind(run):
    t = run("import numpy as np, sympy as sp\ndef f(q, n, s, o, d):\n    q += 1\n"
            "    return [q.dtype.kind, q, n, s, o is None, d['a'] * 2.0, sp.Matrix([sp.pi])]",
            check("check('f', f)"), asks={"f": {"kind": "function"}},
            probes={"f": [{"args": [[1, 2], 3, "x", None, {"a": [1.5]}]}] * 2})
    first, second = t.values["f"]
    assert first == second
    items = first["items"]
    assert items[0]["value"] == "i" and items[1]["data"] == [2, 3] and items[4]["value"] is True
    assert items[5]["data"] == [3.0] and items[6]["data"] == pytest.approx([np.pi])


def test_an_expression_is_evaluated_at_the_points(run):
    t = run("import sympy as sp\nfrom sympy.physics.mechanics import dynamicsymbols\n"
            "q1, q_2, x = sp.symbols('q1 q_2 x'); th = dynamicsymbols('th')",
            check("check('m', sp.Matrix([[q1, sp.cos(q_2)]]))"), check("check('c', 3)"),
            check("check('bad', q1 + x)"), check("check('pole', 1 / q_2)"),
            check("check('root', sp.sqrt(-q1))"), check("check('dyn', th.diff() * th)"),
            asks={name: {"kind": "expression"} for name in ("m", "c", "bad", "pole", "root", "dyn")},
            probes={**{name: [{"symbols": {"q_1": 0.5, "q_2": 0.0}}]
                       for name in ("m", "c", "bad", "pole", "root")},
                    "dyn": [{"symbols": {"th": 2.0, "dth": 3.0}}]})
    assert t.values["m"] == [{"type": "array", "shape": [1, 2], "data": [0.5, 1.0]}]
    assert t.values["c"] == [{"type": "array", "shape": [], "data": [3.0]}]
    assert t.values["bad"] == [{"type": "unusable", "reason": "unknown symbol x"}]
    assert t.values["pole"][0]["reason"] == "contains infinity"
    assert t.values["root"][0]["reason"] == "complex numbers"
    assert t.values["dyn"][0]["data"] == [6.0]


def test_a_helper_redefined_later_does_not_change_an_answer(run):
    t = run("k = 2\ndef helper(x): return k * x\ndef f(x): return helper(x)", check("check('f', f)"),
            "def helper(x): return 0\nk = 0", check("check('g', f)"), check("check('g', lambda x: 9)"),
            asks={"f": {"kind": "function"}, "g": {"kind": "function"}},
            probes={"f": [{"args": [3.0]}], "g": [{"args": [3.0]}]})
    assert t.values["f"][0]["data"] == [6.0]
    assert t.values["g"][0]["data"] == [9.0]


def test_only_check_cells_of_the_release_count(run):
    t = run("from autograde import check\ncheck('alive', 2)", "alive = 3", asks=ASKS)
    assert t.answers == {} and text_of(t) == '{"c0": [], "c1": []}'


def test_the_check_of_the_notebook_cannot_be_replaced_by_accident(run):
    assert run("check = print\nimport sys\nsys.modules['autograde'] = None", ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_variants_follow_the_name(run):
    number = deal.number_of("ana kovač", COURSE)
    t = run("from autograde import variant\nmine = variant(' Ana-KOVAČ ')\n"
            "print(mine.l_1, mine['l_1'], mine.R.shape, mine.links[0].m)", "variant('your_id')")
    assert t.outputs["c0"][0]["text"].split()[:1] == [str(0.1 * number)]
    assert "(2, 2) 1" in t.outputs["c0"][0]["text"]
    assert t.outputs["c1"][0]["ename"] == "ValueError"
    assert deal.normalise("A.  B-c\u2011d") == "a_b_c_d"


def test_warm_runs_are_quick_and_alike(sandbox, run, record_property):
    sources = ["import numpy as np\nx = np.random.rand()\nx"] + [
        source for k in range(7) for source in (f"a{k} = np.eye(3) * x", check(f"check('{k}', a{k})"))]
    asks = {str(k): {"kind": "value"} for k in range(7)}
    first = run(*sources, asks=asks)
    began = time.perf_counter()
    second = run(*sources, asks=asks)
    record_property("seconds for 15 cells, warm", time.perf_counter() - began)
    assert first.answers == second.answers and first.outputs == second.outputs and len(first.answers) == 7


def test_a_students_own_name_check_survives(run):
    t = run("def check(x): return x + 1\nvariant = 5", check("check('alive', 2)"), "check(variant)", asks=ASKS)
    assert t.answers == {"alive": TWO} and t.outputs["c2"][0]["data"]["text/plain"] == "6"


@pytest.mark.parametrize("source", ["exit()", "quit()", "import sys; sys.exit(1)", "raise KeyboardInterrupt",
                                    "%reset -f", "import os; os.fork()", "import sys; sys.stdout = None",
                                    "import sys; sys.stdout.close()", "del __builtins__", "import os; os.chdir('/')",
                                    "import numpy as np; np.seterr(all='raise')", "%%bash\ncat", "%matplotlib notebook",
                                    "import builtins; del builtins.len", "await __import__('asyncio').sleep(0)"])
def test_mishaps_cost_nothing(run, source):
    t = run(source, "print('on')", ALIVE, asks=ASKS)
    assert t.answers == {"alive": TWO} and t.outputs["c1"] == [{"output_type": "stream", "name": "stdout", "text": "on\n"}]


# ---- hidden inputs ------------------------------------------------------------------

def test_hidden_inputs_enter_after_the_cells_and_leave_nowhere(run):
    seen = []

    def probes(answers):
        seen.append(answers)
        return {"f": [{"args": [777123.5]}]}

    t = run("import os, sys, threading, time, warnings\nout = os.dup(1)\nsaved = sys.stdout\nhook = display\n"
            "def f(x):\n"
            "    print('leak', x); print('leak', x, file=sys.stderr); print('leak', x, file=saved)\n"
            "    warnings.warn(str(x)); display(x)\n"
            "    for fd in range(3, 200):\n"
            "        try: os.write(fd, b'{\"op\": \"output\", \"cell\": 0, \"output\": {\"output_type\": \"stream\", \"name\": \"stdout\", \"text\": \"777123\"}}\\n')\n"
            "        except OSError: pass\n"
            "    open('/tmp/leak', 'w').write(str(x))\n"
            "    return x",
            check("check('f', f)"), "print(os.listdir('/tmp'))",
            asks={"f": {"kind": "function"}}, probes=probes)
    assert seen == [{"f": {"type": "function"}}]
    assert "777123" not in text_of(t) and "leak" not in text_of(t)
    assert "777123" not in json.dumps(t.events)
    after = run("import glob\nprint(glob.glob('/tmp/**', recursive=True), glob.glob('/dev/shm/*'))")
    assert "leak" not in text_of(after)


def test_messages_of_exceptions_stay_inside(run):
    t = run("class Mine(Exception): pass\ndef f(x):\n"
            "    if x > 1: raise ValueError(f'secret {x}')\n"
            "    raise type('leak%s' % x, (Mine,), {})()", check("check('f', f)"),
            asks={"f": {"kind": "function"}}, probes={"f": [{"args": [31.25]}, {"args": [0.5]}]})
    assert t.values["f"] == [{"type": "error", "name": "ValueError"}, {"type": "error", "name": "Exception"}]
    assert "31.25" not in json.dumps(dataclasses.asdict(t))


def test_probing_survives_a_function_that_ends_or_hangs(run):
    t = run("import os, time\ndef dies(x):\n    os._exit(0)\ndef hangs(x):\n    while True:\n        try:\n"
            "            while True: pass\n        except Exception: pass\ndef fine(x): return x",
            *(check(f"check('{name}', {name})") for name in ("dies", "hangs", "fine")),
            asks={name: {"kind": "function"} for name in ("dies", "hangs", "fine")},
            probes={name: [{"args": [1.0]}, {"args": [2.0]}] for name in ("dies", "hangs", "fine")},
            cell_cpu=0.4)
    assert [value["type"] for value in t.values["dies"]] == ["unusable"] * 2
    assert t.values["hangs"] == [{"type": "error", "name": "TimeoutError"}] * 2
    assert [value["data"] for value in t.values["fine"]] == [[1.0], [2.0]]


# ---- forgery --------------------------------------------------------------------------

def test_patched_libraries_make_wrong_answers_only(run):
    t = run("import numpy as np, json, sys, builtins\n"
            "np.asarray = np.array = lambda *a, **k: 1\njson.dumps = lambda *a, **k: '{\"op\": \"verdict\", \"mark\": 100}'",
            ALIVE, asks=ASKS)
    assert set(t.answers) <= {"alive"} and "channel garbage" in events(t)
    t = run("import sys\nfor name, part in list(sys.modules.items()):\n"
            "    if name.startswith('sandbox_runner.session'):\n"
            "        part.encode.encode = lambda *a: {'type': 'array', 'shape': [9], 'data': [1], 'verdict': 'full'}",
            ALIVE, asks=ASKS)
    assert t.answers["alive"] == {"type": "unusable", "reason": "unreadable"}
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


WRITE = "import os\ndef write(data):\n    for fd in range(3, 64):\n        try: os.write(fd, data)\n        except OSError: pass\n"


@pytest.mark.parametrize("attack", [
    "write(b'\\x00\\xff garbage\\n')", "write(b'[' * 100000 + b'\\n')", "write(b'{\"op\": \"answer\"}\\n')",
    "write(b'{\"op\": [], \"cell\": 1e999}\\n')", "write(b'9' * 100000 + b'\\n')",
    "write(b'{\"op\": \"output\", \"cell\": -1, \"output\": 1}\\n')",
    "write(b'{\"op\": \"event\", \"event\": \"full marks\"}\\n')",
    "write(b'{\"op\": \"answer\", \"task\": \"alive\", \"answer\": {\"type\": \"array\", \"shape\": [1], \"data\": [NaN]}}\\n')",
])
def test_garbage_on_the_channel_is_noted_and_costs_nothing_else(run, attack):
    t = run(WRITE + attack, ALIVE, asks=ASKS)
    assert events(t) == ["channel garbage"] and t.answers == {"alive": TWO}


def test_a_flood_on_the_channel_is_stopped(run):
    t = run(WRITE + "while True: write(b'x' * 65536)", ALIVE, asks=ASKS, outputs=200_000, answers=200_000)
    assert "channel flood" in events(t) and t.wall < 60
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_no_descriptor_can_be_passed_to_the_host(run):
    """Closing a socket that lingers blocks whoever closes it last."""
    t = run("import os, socket, struct\nserver = socket.socket(); server.bind(('127.0.0.1', 0)); server.listen()\n"
            "client = socket.socket(); client.connect(server.getsockname())\n"
            "client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 600)); client.setblocking(False)\n"
            "try:\n    while True: client.send(bytes(65536))\nexcept BlockingIOError: pass\nsent = 0\n"
            "for fd in set(range(3, 64)) - {server.fileno(), client.fileno()}:\n    try:\n"
            "        socket.send_fds(socket.socket(fileno=fd), [b'x\\n'], [client.fileno()]); sent += 1\n"
            "    except OSError: pass\nsent", ALIVE, asks=ASKS)
    assert t.outputs["c0"][-1]["data"]["text/plain"] == "0"
    assert t.answers == {"alive": TWO} and t.wall < 60


def test_outputs_carry_no_script(run):
    t = run("from IPython.display import HTML, Javascript, SVG, Markdown, display\n"
            "display(HTML('<script>a1</script>')); display(Javascript('a2')); display(SVG('<svg onload=\"a3\"/>'))\n"
            "display(Markdown('**bold**')); display({'text/html': '<b>a4', 'image/png': 'x\"><script>'}, raw=True)\n"
            "print('\\x1b[31mred\\x1b[0m \\x07')")
    kinds = {kind for output in t.outputs["c0"] for kind in output.get("data", {})}
    assert kinds == {"text/plain"}
    assert "**bold**" in text_of(t) and "script>" not in text_of(t)
    assert t.outputs["c0"][-1]["text"] == "red \n"


def test_the_host_checks_what_it_parses():
    for bad in (b"NaN", b'{"a": 1e', b"[" * 200_000, b"1" * 5_000, b"\xff"):
        with pytest.raises(Garbage):
            parse(bad)
    array = {"type": "array", "shape": [1], "data": [1.0]}
    assert checked({**array, "more": 1}) == array
    for bad in ({**array, "shape": [2]}, {**array, "data": [1e999]}, {**array, "data": [True]},
                {**array, "data": [10**400]}, {**array, "shape": [-1]}, {"type": ["array"]}, [], None,
                {"type": "text", "value": 1}, {"type": "list", "items": [1]}, {"type": "bool", "value": 1},
                {"type": "expression", "shape": [], "symbols": [1]}):
        with pytest.raises(Garbage):
            checked(bad)
    deep = array
    for _ in range(20):
        deep = {"type": "list", "items": [deep]}
    with pytest.raises(Garbage):
        checked(deep)
    assert checked({"type": "error", "name": "Secret31"}) == {"type": "error", "name": "Exception"}
    assert checked({"type": "text", "value": "a\ud800\x00b"})["value"] == "a?b"


def test_lists_that_amount_to_an_array():
    one = {"type": "array", "shape": [], "data": [1.0]}
    row = {"type": "list", "items": [one, one]}
    assert stacked({"type": "list", "items": [row, row]}) == ([2, 2], [1.0] * 4)
    assert stacked({"type": "list", "items": [row, one]}) is None
    assert stacked({"type": "list", "items": [one, {"type": "none"}]}) is None


# ---- reading secrets ----------------------------------------------------------------

def test_nothing_of_the_host_can_be_read(run, tmp_path):
    secret = tmp_path / "gradebook.db"
    secret.write_text("top-secret-mark")
    here = Path(__file__).resolve()
    paths = ["/etc/shadow", "/etc/passwd", str(secret), str(here), str(here.parents[1]), "/root/.ssh",
             str(Path(module.__file__)), f"/proc/{os.getpid()}/environ", "/proc/1/environ", "/proc/1/mem",
             "/sys/kernel", "/dev/sda", "/dev/mem", "/var", "/home", "/run"]
    t = run("import os\nfor path in " + repr(paths) + ":\n    try:\n"
            "        print('GOT:', path, os.listdir(path) if os.path.isdir(path) else open(path, 'rb').read(99))\n"
            "    except OSError as e: print('refused')\n"
            "print(sorted(os.environ))\nprint('FOUND', [p for p in os.listdir('/proc') if p.isdigit()])", ALIVE, asks=ASKS)
    text = text_of(t)
    assert "GOT:" not in text and text.count("refused") == len(paths)
    assert "PYTEST_CURRENT_TEST" in os.environ and "PYTEST_CURRENT_TEST" not in text
    visible = t.outputs["c0"][0]["text"].split("FOUND")[1]
    assert len(visible) < 40            # at most its own two or three processes
    assert t.answers == {"alive": TWO}


def test_our_packages_and_hidden_folders_are_covered(monkeypatch, tmp_path):
    """Where they are installed among the libraries, an empty folder lies above them."""
    (tmp_path / "robokit").mkdir()
    (tmp_path / "course").mkdir()
    (tmp_path / "__editable__.x.pth").write_text(str(tmp_path))
    monkeypatch.setattr(module, "own_folders", lambda: [tmp_path / "robokit"])
    line = " ".join(module._covers({str(tmp_path): "/opt/site/0"}, [tmp_path / "course", tmp_path.parent]))
    assert "--tmpfs /opt/site/0/robokit" in line and "--tmpfs /opt/site/0/course" in line
    assert "--ro-bind /dev/null /opt/site/0/__editable__.x.pth" in line and line.count("--tmpfs") == 2


@pytest.mark.parametrize("statement", [
    "import robokit", "import autograde.sandbox", "from autograde.runner import encode",
    "import socket; socket.create_connection(('1.1.1.1', 53), timeout=2)",
    "import socket; socket.create_connection(('127.0.0.1', 22), timeout=2)",
    "import socket; socket.socket(40, socket.SOCK_STREAM)",     # AF_VSOCK is in no namespace
    "import os; os.setuid(0)", "import os; os.chroot('/tmp')",
    "import os; os.mknod('/tmp/x', 0o60600, 2049)", "open('/usr/x', 'w')", "open('/opt/runner/x', 'w')",
    "open('/x', 'w')", "open('/dev/x', 'w')", "open('/opt/site/0/x', 'w')",
    "import os; os.memfd_create('x')",
    "import ctypes; r = ctypes.CDLL(None, use_errno=True).unshare(0x10000000); raise OSError() if r else SystemError()",
    "import ctypes; r = ctypes.CDLL(None, use_errno=True).ptrace(0, 0, 0, 0); raise OSError() if r else SystemError()",
    "import ctypes; r = ctypes.CDLL(None).syscall(250, 0, -3, 1, 0); raise OSError() if r < 0 else SystemError()",
    "import ctypes; r = ctypes.CDLL(None).mount(b'a', b'/tmp', b'tmpfs', 0, None); raise OSError() if r else SystemError()",
    "input('name?')",
])
def test_refused(run, statement):
    t = run(statement)
    assert t.outputs["c0"][-1]["output_type"] == "error", text_of(t)
    assert t.outputs["c0"][-1]["ename"] in ("ModuleNotFoundError", "OSError", "PermissionError", "TimeoutError",
                                            "ConnectionRefusedError", "RuntimeError", "FileNotFoundError")


def test_the_server_is_out_of_reach(run):
    t = run("import os, signal\ndone = []\nfor pid in range(1, 400):\n    if pid != os.getpid():\n"
            "        try:\n            os.kill(pid, signal.SIGKILL); done.append(pid)\n"
            "        except OSError: pass\nprint(os.getpid(), 'killed', done)\n"
            "os.kill(os.getppid(), 9)\nprint(open('/proc/1/maps').read())", ALIVE, asks=ASKS)
    assert t.answers == {"alive": TWO}
    assert "killed []" in text_of(t) or "killed [1]" in text_of(t)      # 1 ignores it
    assert t.outputs["c0"][-1]["output_type"] == "error"


# ---- exhaustion -----------------------------------------------------------------------

def test_a_dead_interpreter_costs_its_cell_only(run):
    t = run("print('first')", check("check('a', 1)"), "print('almost'); import os, sys; sys.stdout.flush(); os._exit(0)",
            check("check('b', lambda x: 2 * x)"), "import ctypes; ctypes.string_at(0)", ALIVE,
            asks={"a": {"kind": "value"}, "b": {"kind": "function"}, **ASKS}, probes={"b": [{"args": [4]}]})
    assert set(t.answers) == {"a", "b", "alive"} and t.values["b"][0]["data"] == [8.0]
    assert [e["cell"] for e in t.events if e["event"] == "cell ended the interpreter"] == ["c2", "c4"]
    assert t.outputs["c2"][-1]["ename"] == "CellLeftOut" and t.outputs["c0"][0]["text"] == "first\n"


def test_after_too_many_deaths_earlier_answers_stand(run):
    t = run(check("check('f', lambda x: x + 1)"), *["import os; os._exit(3)"] * 5, ALIVE,
            asks={"f": {"kind": "function"}, **ASKS}, probes={"f": [{"args": [1.0]}]})
    assert t.values["f"][0]["data"] == [2.0] and "alive" not in t.answers
    assert events(t).count("cell ended the interpreter") == 4


def test_an_endless_loop_loses_its_cell_only(run):
    t = run("x = 5", "while True: pass", check("check('alive', x - 3)"), asks=ASKS, cell_cpu=0.5)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"]
    assert t.outputs["c1"][0]["ename"] == "TimeLimit"


def test_a_waiting_cell_loses_its_cell_only(run):
    t = run("x = 5", "import time; time.sleep(1000)", "import threading; threading.Lock().acquire(); l = threading.Lock(); l.acquire(); l.acquire()",
            check("check('alive', x - 3)"), asks=ASKS, cell_wall=0.7)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"] * 2


def test_a_loop_that_ignores_the_interrupt_loses_its_cell_only(run):
    t = run("x = 5", "while True:\n    try:\n        while True: sum(range(9))\n    except BaseException: pass",
            check("check('alive', x - 3)"), asks=ASKS, cell_cpu=0.3)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"]
    assert t.outputs["c1"][-1]["ename"] == "CellLeftOut"


def test_a_loop_that_blocks_signals_is_ended_by_the_kernel_or_the_host(run, monkeypatch):
    monkeypatch.setattr(module, "GRACE_CPU", 1.0)
    t = run("import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
            ALIVE, asks=ASKS, cell_cpu=0.3)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"] and t.wall < 60


def test_children_count_for_the_time_of_the_cell(run, monkeypatch):
    monkeypatch.setattr(module, "GRACE_CPU", 0.5)
    t = run("import os\npid = os.fork()\nif pid == 0:\n    while True: pass\nos.waitpid(pid, 0)", ALIVE, asks=ASKS, cell_cpu=0.5)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"] and t.wall < 60


def test_a_fork_bomb(run, monkeypatch):
    monkeypatch.setattr(module, "GRACE_CPU", 0.5)
    t = run("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", ALIVE, asks=ASKS, cell_cpu=0.5)
    assert t.answers == {"alive": TWO} and {"cell timed out", "too many processes"} & set(events(t))
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_processes_are_limited(run):
    t = run("import os, time\nn = 0\ntry:\n    while n < 200:\n        if os.fork() == 0:\n            time.sleep(60); os._exit(0)\n"
            "        n += 1\nexcept OSError: pass\nprint(n)\ntime.sleep(0.3)", ALIVE, asks=ASKS)
    assert int(t.outputs["c0"][0]["text"]) < 64 and t.answers == {"alive": TWO}
    assert "too many processes" in events(t)


def test_memory_of_one_process(run):
    t = run("import numpy as np\nx = np.ones(10 * 2**27)", "y = bytearray(3 << 30)", ALIVE, asks=ASKS)
    assert "MemoryError" in t.outputs["c0"][0]["ename"] and t.outputs["c1"][0]["ename"] == "MemoryError"
    assert t.answers == {"alive": TWO} and events(t) == []


FAMILY = """
import os, time
for k in range(20):
    try:
        child = os.fork() == 0
    except OSError as error:                # what there is must be enough
        print(k, error)
        break
    if child:
        try:
            x = b'x' * (90 << 20)
        finally:                            # a child's error must not end the cell
            time.sleep(60)
            os._exit(0)
time.sleep(50)
"""


def test_memory_of_many_processes(run):
    t = run(FAMILY, ALIVE, asks=ASKS, memory=700 << 20)
    assert t.answers == {"alive": TWO} and events(t) == ["memory"], t.outputs


def test_much_output_costs_little(run):
    t = run("for k in range(500_000): print('x' * 100)", "print('y' * 50_000_000)", "list(range(10**6))", "'z' * 10**7",
            "raise ValueError('w' * 10**7)", "import matplotlib.pyplot as plt\nfor k in range(70): display(k)",
            "!yes | head -c 20000000", ALIVE, asks=ASKS)
    assert len(text_of(t)) < 120_000 and t.answers == {"alive": TWO} and t.cpu < 20
    for cell in ("c0", "c1", "c3", "c5", "c6"):
        assert "[output cut: limit" in text_of(t, cell), cell
    assert events(t).count("output cut") >= 4


def test_the_disk_is_bounded(run):
    t = run("n = 0\ntry:\n    for k in range(100):\n        with open(f'f{k}', 'wb') as f:\n"
            "            for _ in range(31): f.write(bytes(1 << 20)); n += 1\nexcept OSError as e: print(e.errno)\nprint(n)",
            "f = open('/dev/shm/a', 'wb')\nfor k in range(64): f.write(bytes(1 << 20)); f.flush()", ALIVE, asks=ASKS)
    error, amount = t.outputs["c0"][0]["text"].split()
    assert error == "28" and int(amount) <= 64 and t.answers == {"alive": TWO}
    assert t.outputs["c1"][0]["ename"] == "OSError"


def test_one_large_file_is_refused(run):
    t = run("with open('f', 'wb') as f:\n    for k in range(64): f.write(bytes(1 << 20)); f.flush()", file_size=4 << 20)
    assert t.outputs["c0"][0]["ename"] == "OSError"


def test_no_child_survives(sandbox, run):
    t = run("import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
            "        open('/tmp/daemon', 'w').write('here')\n        time.sleep(300)\n    os._exit(0)\n"
            "import socket\ns = socket.socket(socket.AF_UNIX); s.bind('\\0mailbox'); s.listen()\n"
            "time.sleep(0.2); print(os.listdir('/tmp'))", ALIVE, asks=ASKS)
    assert "daemon" in text_of(t) and t.answers == {"alive": TWO}
    assert module._descendants(sandbox.server.pid) == []
    after = run("import os, socket\nprint(os.listdir('/tmp'), os.listdir('/dev/shm'))\n"
                "socket.socket(socket.AF_UNIX).connect('\\0mailbox')")
    assert "daemon" not in text_of(after) and after.outputs["c0"][-1]["ename"] == "ConnectionRefusedError"


def test_a_dead_server_is_replaced(sandbox, run):
    sandbox.server.process.kill()
    sandbox.server.process.wait()
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_lines_are_bounded():
    import socket
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    lines = Lines(ours, longest=100, most=1000)
    theirs.sendall(b"a\nbc")
    assert lines.read() == [b"a"]
    theirs.sendall(b"d" * 200)
    assert lines.read() == []
    theirs.sendall(b"tail\nnext\n")
    assert lines.read() == [b"", b"next"]
    assert lines.read() is None and not lines.ended
    theirs.sendall(b"x" * 2000)
    lines.read()
    assert lines.ended


# ---- without the best sandbox -----------------------------------------------------------

def test_without_bubblewrap_grading_refuses(monkeypatch):
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"):
        Sandbox().start()


def test_unsafe_runs_say_so_and_leave_no_process():
    with Sandbox(limits=Limits(cell_cpu=0.5), unsafe=True) as sandbox:
        cells = [{"id": "a", "role": "student", "source": "import os\nif os.fork() == 0:\n    os.setsid()\n    import time; time.sleep(99)"},
                 {"id": "b", "role": "student", "source": "while True: pass"},
                 {"id": "c", "role": "check", "source": "check('f', lambda x: 2 * x)"}]
        t = sandbox.run(cells, {"f": {"kind": "function"}}, COURSE, {"f": [{"args": [2]}]})
        assert events(t) == ["unsafe", "cell timed out"] and t.values["f"][0]["data"] == [4.0]
        assert module._descendants(sandbox.server.pid) == []


def test_one_sandbox_each_where_namespaces_cannot_be_nested(monkeypatch):
    def without_nesting(mode, *rest):
        program, *options = bubblewrap("user", *rest)
        return [program, "--unshare-user", "--disable-userns", *options]

    bubblewrap = module.bubblewrap
    monkeypatch.setattr(module, "bubblewrap", without_nesting)
    monkeypatch.setattr(Sandbox, "new_server", lambda self: module.Server("user", 8 << 20))
    with Sandbox() as sandbox:
        assert sandbox.mode == "fresh"
        t = sandbox.run([{"id": "a", "role": "student", "source":
                          "import os, time\nopen('/tmp/note', 'w').write('x')\nif os.fork() == 0:\n"
                          "    os.setsid(); time.sleep(99)\nprint(os.getcwd())"},
                         {"id": "b", "role": "check", "source": "check('f', lambda x: 2 * x)"}],
                        {"f": {"kind": "function"}}, COURSE, {"f": [{"args": [2]}]})
        assert t.values["f"][0]["data"] == [4.0] and sandbox.server is None
        t = sandbox.run([{"id": "a", "role": "student", "source": "import glob; print(glob.glob('/tmp/*'))"}], {}, COURSE)
        assert "note" not in text_of(t)
