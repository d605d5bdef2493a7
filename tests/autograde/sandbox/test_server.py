"""The fork server: what it covers, and what runs where the best sandbox cannot be had."""

from pathlib import Path

import pytest
from submissions import ALIVE, ASKS, COURSE, TWO, events, text_of

import autograde
import robokit
from autograde.sandbox import Limits, Sandbox, SandboxUnavailable, server
from autograde.sandbox.meter import descendants


def test_the_folders_of_our_own_are_where_the_package_is():
    """They are worked out from the place of a file, which must not move unnoticed."""
    grader, book = Path(autograde.__file__).parent, Path(robokit.__file__).parent
    own = set(server.own_folders())
    assert own >= {grader.resolve(), book.resolve(), grader.parent.resolve() / "solutions"}
    assert (server._RUNNER / "zygote.py").is_file() and server._RUNNER.parent == grader.resolve()


def test_our_packages_and_hidden_folders_are_covered(monkeypatch, tmp_path):
    """Where they are installed among the libraries, an empty folder lies above them."""
    (tmp_path / "robokit").mkdir()
    (tmp_path / "course").mkdir()
    (tmp_path / "__editable__.x.pth").write_text(str(tmp_path))
    (tmp_path / "x.dist-info").mkdir()
    (tmp_path / "x.dist-info" / "direct_url.json").write_text(str(tmp_path))
    monkeypatch.setattr(server, "own_folders", lambda: [tmp_path / "robokit"])
    line = " ".join(server._covers({str(tmp_path): "/opt/site/0"},
                                   [tmp_path / "course", tmp_path.parent]))
    assert "--tmpfs /opt/site/0/robokit" in line and "--tmpfs /opt/site/0/course" in line
    for note in ("__editable__.x.pth", "x.dist-info/direct_url.json"):
        assert f"--ro-bind /dev/null /opt/site/0/{note}" in line
    assert line.count("--tmpfs") == 2


def test_a_dead_server_is_replaced(sandbox, run):
    sandbox.server.process.kill()
    sandbox.server.process.wait()
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_without_bubblewrap_grading_refuses(monkeypatch):
    monkeypatch.setattr(server.shutil, "which", lambda name: None)
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"):
        Sandbox().start()


def test_unsafe_runs_say_so_and_leave_no_process():
    with Sandbox(limits=Limits(cell_cpu=0.5), unsafe=True) as sandbox:
        cells = [{"id": "a", "role": "student", "source":
                  "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(99)"},
                 {"id": "b", "role": "student", "source": "while True: pass"},
                 {"id": "c", "role": "check", "source": "check('f', lambda x: 2 * x)"}]
        t = sandbox.run(cells, {"f": {"kind": "function"}}, COURSE, {"f": [{"args": [2]}]})
        assert events(t) == ["unsafe", "cell timed out"] and t.values["f"][0]["data"] == [4.0]
        assert descendants(sandbox.server.pid) == []


def test_one_sandbox_each_where_namespaces_cannot_be_nested(monkeypatch):
    def without_nesting(mode, *rest):
        program, *options = bubblewrap("user", *rest)
        return [program, "--unshare-user", "--disable-userns", *options]

    bubblewrap = server.bubblewrap
    monkeypatch.setattr(server, "bubblewrap", without_nesting)
    monkeypatch.setattr(Sandbox, "new_server", lambda self: server.Server("user", 8 << 20))
    with Sandbox() as sandbox:
        assert sandbox.mode == "fresh"
        t = sandbox.run([{"id": "a", "role": "student", "source":
                          "import os, tempfile, time\n"
                          "open(tempfile.gettempdir() + '/note', 'w').write('x')\n"
                          "if os.fork() == 0:\n"
                          "    os.setsid(); time.sleep(99)\nprint(os.getcwd())"},
                         {"id": "b", "role": "check", "source": "check('f', lambda x: 2 * x)"}],
                        {"f": {"kind": "function"}}, COURSE, {"f": [{"args": [2]}]})
        assert t.values["f"][0]["data"] == [4.0] and sandbox.server is None
        t = sandbox.run([{"id": "a", "role": "student",
                          "source": "import glob, tempfile\n"
                                    "print(glob.glob(tempfile.gettempdir() + '/*'))"}], {}, COURSE)
        assert "note" not in text_of(t)
