"""A submission reads nothing of the host and reaches nothing outside."""

import os
from pathlib import Path

import pytest
from submissions import ALIVE, ASKS, TWO, text_of

from autograde.sandbox import server


def test_nothing_of_the_host_can_be_read(run, tmp_path):
    secret = tmp_path / "gradebook.db"
    secret.write_text("top-secret-mark")
    here = Path(__file__).resolve()
    paths = ["/etc/shadow", "/etc/passwd", str(secret), str(here), str(here.parents[3]),
             "/root/.ssh", str(Path(server.__file__)), f"/proc/{os.getpid()}/environ",
             "/proc/1/environ", "/proc/1/mem", "/sys/kernel", "/dev/sda", "/dev/mem", "/var",
             "/home", "/run"]
    t = run(f"""
            import os
            for path in {paths!r}:
                try:
                    print('GOT:', path, os.listdir(path) if os.path.isdir(path)
                          else open(path, 'rb').read(99))
                except OSError as e: print('refused')
            print(sorted(os.environ))
            print('FOUND', [p for p in os.listdir('/proc') if p.isdigit()])
            """, ALIVE, asks=ASKS)
    text = text_of(t)
    assert "GOT:" not in text and text.count("refused") == len(paths)
    assert "PYTEST_CURRENT_TEST" in os.environ and "PYTEST_CURRENT_TEST" not in text
    visible = t.outputs["c0"][0]["text"].split("FOUND")[1]
    assert len(visible) < 40            # at most its own two or three processes
    assert t.answers == {"alive": TWO}


CALL = "import ctypes; r = ctypes.CDLL(None, use_errno=True)"


@pytest.mark.parametrize("statement", [
    "import robokit", "import autograde.sandbox", "from autograde.runner import encode",
    "import socket; socket.create_connection(('1.1.1.1', 53), timeout=2)",
    "import socket; socket.create_connection(('127.0.0.1', 22), timeout=2)",
    "import socket; socket.socket(40, socket.SOCK_STREAM)",     # AF_VSOCK is in no namespace
    "import os; os.setuid(0)", "import os; os.chroot('/tmp')",
    "import os; os.mknod('x', 0o60600, 2049)", "open('/usr/x', 'w')",
    "open('/opt/runner/x', 'w')", "open('/x', 'w')", "open('/dev/x', 'w')",
    "open('/opt/site/0/x', 'w')",
    "import os; os.memfd_create('x')",
    f"{CALL}.unshare(0x10000000); raise OSError() if r else SystemError()",
    f"{CALL}.ptrace(0, 0, 0, 0); raise OSError() if r else SystemError()",
    "import ctypes; r = ctypes.CDLL(None).syscall(250, 0, -3, 1, 0); "
    "raise OSError() if r < 0 else SystemError()",
    "import ctypes; r = ctypes.CDLL(None).mount(b'a', b'/tmp', b'tmpfs', 0, None); "
    "raise OSError() if r else SystemError()",
    "input('name?')",
])
def test_refused(run, statement):
    t = run(statement)
    assert t.outputs["c0"][-1]["output_type"] == "error", text_of(t)
    assert t.outputs["c0"][-1]["ename"] in (
        "ModuleNotFoundError", "OSError", "PermissionError", "TimeoutError",
        "ConnectionRefusedError", "RuntimeError", "FileNotFoundError")


def test_the_server_is_out_of_reach(run):
    t = run("""
            import os, signal
            done = []
            for pid in range(1, 400):
                if pid != os.getpid():
                    try:
                        os.kill(pid, signal.SIGKILL); done.append(pid)
                    except OSError: pass
            print(os.getpid(), 'killed', done)
            os.kill(os.getppid(), 9)
            print(open('/proc/1/maps').read())
            """, ALIVE, asks=ASKS)
    assert t.answers == {"alive": TWO}
    assert "killed []" in text_of(t) or "killed [1]" in text_of(t)      # 1 ignores it
    assert t.outputs["c0"][-1]["output_type"] == "error"


def test_a_system_call_newer_than_our_list_does_not_exist(run):
    """futex_wake, mseal and whatever is still to come: libraries do without, as on old kernels."""
    t = run(f"""
            {CALL}
            print([(r.syscall(number, 0, 0, 0, 0), ctypes.get_errno())
                   for number in (454, 462, 499, 5000)])
            """)
    assert text_of(t).count("(-1, 38)") == 4, text_of(t)


def test_no_folder_of_this_machine_is_named(run, sandbox):
    if not sandbox.server.namespaces:
        pytest.skip("this kernel allows no namespaces within namespaces")
    t = run("""
            import os
            print('PROC', os.listdir('/proc'), os.path.exists('/proc/self/mountinfo'))
            """)
    assert "PROC [] False" in text_of(t)
