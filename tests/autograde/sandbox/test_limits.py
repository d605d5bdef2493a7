"""What uses too much loses its own cell only."""

import os
import signal
import subprocess
from types import SimpleNamespace

import pytest
from submissions import ALIVE, ASKS, TWO, check, events, text_of

from autograde.sandbox import Limits, meter, submission
from autograde.sandbox.meter import descendants


# -- a cell that ends, or never does -----------------------------------------------------------
def test_a_dead_interpreter_costs_its_cell_only(run):
    t = run("print('first')", check("check('a', 1)"),
            "print('almost'); import os, sys; sys.stdout.flush(); os._exit(0)",
            check("check('b', lambda x: 2 * x)"), "import ctypes; ctypes.string_at(0)", ALIVE,
            asks={"a": {"kind": "value"}, "b": {"kind": "function"}, **ASKS},
            probes={"b": [{"args": [4]}]})
    assert set(t.answers) == {"a", "b", "alive"} and t.values["b"][0]["data"] == [8.0]
    assert [e["cell"] for e in t.events
            if e["event"] == "cell ended the interpreter"] == ["c2", "c4"]
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
    t = run("x = 5", "import time; time.sleep(1000)",
            "import threading; threading.Lock().acquire(); l = threading.Lock(); "
            "l.acquire(); l.acquire()",
            check("check('alive', x - 3)"), asks=ASKS, cell_wall=3.0)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"] * 2


def test_a_loop_that_ignores_the_interrupt_loses_its_cell_only(run):
    t = run("x = 5",
            """
            while True:
                try:        # an interrupt in between, as the loop begins again, is caught here
                    while True:
                        try:
                            while True: sum(range(9))
                        except BaseException: pass
                except BaseException: pass
            """,
            check("check('alive', x - 3)"), asks=ASKS, cell_cpu=1.0)      # it has begun by then
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"]
    assert t.outputs["c1"][-1]["ename"] == "CellLeftOut"


def test_a_loop_that_blocks_signals_is_ended_by_the_kernel_or_the_host(run, monkeypatch):
    monkeypatch.setattr(submission, "GRACE_CPU", 1.0)
    t = run("""
            import signal
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
            while True: pass
            """, ALIVE, asks=ASKS, cell_cpu=0.3)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"]


# -- processes -----------------------------------------------------------------------------------
def test_children_count_for_the_time_of_the_cell(run, monkeypatch):
    """If they did not, the cell would wait, and only the limit of the whole notebook end it."""
    monkeypatch.setattr(submission, "GRACE_CPU", 0.5)
    t = run("""
            import os
            pid = os.fork()
            if pid == 0:
                while True: pass
            os.waitpid(pid, 0)
            """, ALIVE, asks=ASKS, cell_cpu=0.5, cell_wall=1e6)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"]


def test_a_fork_bomb(run, monkeypatch):
    monkeypatch.setattr(submission, "GRACE_CPU", 0.5)
    t = run("""
            import os
            while True:
                try: os.fork()
                except OSError: pass
            """, ALIVE, asks=ASKS, cell_cpu=0.5)
    assert t.answers == {"alive": TWO}
    assert {"cell timed out", "too many processes"} & set(events(t))
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_processes_are_limited(run, monkeypatch):
    """The cell waits for one of its children, which is ended once the crowd has been seen."""
    def look(watch):
        found = seen(watch)
        if watch.crowded and not ended:
            ended.append(watch.meter.pids[-1])
            os.kill(ended[0], signal.SIGKILL)
        return found

    seen, ended = submission.Watch.look, []
    monkeypatch.setattr(submission.Watch, "look", look)
    t = run("""
            import os, time
            n = 0
            try:
                while n < 200:
                    if os.fork() == 0:
                        time.sleep(10_000); os._exit(0)
                    n += 1
            except OSError: pass
            print(n)
            os.wait()
            """, ALIVE, asks=ASKS)
    assert int(t.outputs["c0"][0]["text"]) < 64 and t.answers == {"alive": TWO}
    assert "too many processes" in events(t)


def test_no_child_survives(sandbox, run):
    t = run("""
            import os, tempfile, time
            os.chdir(tempfile.gettempdir())
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    open('daemon', 'w').write('here')
                    time.sleep(300)
                os._exit(0)
            import socket
            s = socket.socket(socket.AF_UNIX); s.bind('\\0mailbox'); s.listen()
            while not os.path.exists('daemon'): time.sleep(0.01)
            print(os.listdir())
            """, ALIVE, asks=ASKS)
    assert "daemon" in text_of(t) and t.answers == {"alive": TWO}
    assert descendants(sandbox.server.pid) == []
    after = run("""
                import os, socket
                print(os.listdir('/tmp'), os.listdir('/dev/shm'))
                socket.socket(socket.AF_UNIX).connect('\\0mailbox')
                """)
    assert "daemon" not in text_of(after)
    assert after.outputs["c0"][-1]["ename"] == "ConnectionRefusedError"


# -- memory --------------------------------------------------------------------------------------
def test_memory_of_one_process(run):
    t = run("import numpy as np\nx = np.ones(10 * 2**27)", "y = bytearray(3 << 30)", ALIVE,
            asks=ASKS)
    assert "MemoryError" in t.outputs["c0"][0]["ename"]
    assert t.outputs["c1"][0]["ename"] == "MemoryError"
    assert t.answers == {"alive": TWO} and events(t) == []


BRIM = """
kept, size = [], 1 << 26
while size > 8:
    try: kept.append(bytearray(size))
    except MemoryError: size //= 2
raise MemoryError
"""


def test_memory_filled_to_the_last_byte_costs_its_cell_only(run):
    """What is held stays held; the cells, the answer and the probes behind it have room."""
    t = run(BRIM, "import numpy as np\n"
            "def f(n): return float((np.ones((200, int(n))) @ np.ones((int(n), 200)))[0, 0])",
            check("check('f', f)"), ALIVE, asks={"f": {"kind": "function"}, **ASKS},
            probes={"f": [{"args": [300]}]}, memory=1000 << 20)
    assert t.outputs["c0"][-1].get("ename") == "MemoryError" and events(t) == []
    assert t.answers["alive"] == TWO and t.values["f"][0]["data"] == [300.0], t.outputs


def test_a_process_that_has_just_ended_holds_nothing(monkeypatch):
    """A snapshot that has answered is gone, and the next one is not to blame for it."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    looking = meter.Meter(os.getpid())
    looking.pids = [ended.pid, os.getpid()]
    monkeypatch.setattr(meter, "_resident", lambda pid: 1 << 50)     # so that it looks closely
    assert not looking.exceeds(1 << 40)


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


# -- output and files ----------------------------------------------------------------------------
def test_much_output_costs_little(run, monkeypatch):
    """Little of it reaches the host at all."""
    sent, take = [], submission.Record.take
    monkeypatch.setattr(submission.Record, "take",
                        lambda record, line: (sent.append(len(line)), take(record, line)))
    t = run("for k in range(500_000): print('x' * 100)", "print('y' * 50_000_000)",
            "list(range(10**6))", "'z' * 10**7", "raise ValueError('w' * 10**7)",
            "import matplotlib.pyplot as plt\nfor k in range(70): display(k)",
            "!yes | head -c 20000000", ALIVE, asks=ASKS)
    assert len(text_of(t)) < 120_000 and t.answers == {"alive": TWO}
    assert sum(sent) < 300_000
    for cell in ("c0", "c1", "c3", "c5", "c6"):
        assert "[output cut: limit" in text_of(t, cell), cell
    assert events(t).count("output cut") >= 4


def test_the_disk_is_bounded(run):
    t = run("""
            n = 0
            try:
                for k in range(100):
                    with open(f'f{k}', 'wb') as f:
                        for _ in range(31): f.write(bytes(1 << 20)); n += 1
            except OSError as e: print(e.errno)
            print(n)
            """,
            """
            f = open('/dev/shm/a', 'wb')
            for k in range(64): f.write(bytes(1 << 20)); f.flush()
            """, ALIVE, asks=ASKS)
    error, amount = t.outputs["c0"][0]["text"].split()
    assert error == "28" and int(amount) <= 64 and t.answers == {"alive": TWO}
    assert t.outputs["c1"][0]["ename"] == "OSError"


def test_one_large_file_is_refused(run):
    t = run("""
            with open('f', 'wb') as f:
                for k in range(64): f.write(bytes(1 << 20)); f.flush()
            """, file_size=4 << 20)
    assert t.outputs["c0"][0]["ename"] == "OSError"


# -- a busy machine ------------------------------------------------------------------------------
@pytest.mark.parametrize("queued,runnable,verdict", [
    (0.0, False, "cell"),       # it sleeps
    (9.0, False, None),         # it waited for a processor, as the scheduler says
    (0.0, True, None)])         # it waits for one now
def test_who_waits_for_a_processor_is_not_idle(monkeypatch, queued, runnable, verdict):
    """A clock that is put forward, and a meter that tells what a full machine tells."""
    now, fake = [100.0], SimpleNamespace(cpu=0.0, queued=0.0, runnable=False, count=1,
                                         sample=lambda: None, settle=lambda: None,
                                         exceeds=lambda limit: False)
    monkeypatch.setattr(submission.time, "monotonic", lambda: now[0])
    watch, found = submission.Watch(fake, Limits(cell_wall=30, total_wall=100)), []
    for _ in range(10):
        now[0] += 10
        fake.queued, fake.runnable = fake.queued + queued, runnable
        found.append(watch.look())
    assert set(found) - {None} == ({verdict} if verdict else set())


def test_waiting_for_a_processor_is_seen(run, sandbox, monkeypatch):
    """Four loops on few processors: some of them wait, and the scheduler says so."""
    meters, made = [], submission.Meter
    monkeypatch.setattr(submission, "Meter", lambda *a: meters.append(made(*a)) or meters[-1])
    count = 2 * (os.cpu_count() or 1)
    run(f"""
        import os, time
        for k in range({count}):
            if os.fork() == 0:
                while time.process_time() < 0.3: pass
                os._exit(0)
        for k in range({count}): os.wait()
        """)
    assert meters[-1].queued > 0 or not os.path.exists("/proc/self/schedstat")
    assert meters[-1].cpu >= 0.3 * count


@pytest.mark.parametrize("group", [True, False])
def test_time_of_children_whose_end_is_ignored_counts(run, sandbox, monkeypatch, group):
    """Nobody buries them; the kernel's group counts them, or what was seen of them does."""
    monkeypatch.setattr(submission, "GRACE_CPU", 0.5)
    server = sandbox.start()
    if group and server.group is None:
        pytest.skip("no control group can be had here")
    if not group:
        monkeypatch.setattr(server, "group", None)
    t = run("""
            import os, signal, time
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            while True:
                if os.fork() == 0:
                    while time.process_time() < 0.6: pass
                    os._exit(0)
                try: os.wait()
                except ChildProcessError: pass
            """, ALIVE, asks=ASKS, cell_cpu=2.0, cell_wall=1e6)
    assert t.answers == {"alive": TWO} and events(t) == ["cell timed out"]
    assert t.counted == ("cgroup" if group else "proc")


# -- sockets -------------------------------------------------------------------------------------
def test_there_is_no_network_to_ask_for(run):
    t = run("import socket\nsocket.socketpair()\nprint('local')",
            *[f"import socket\nsocket.socket(socket.{family}, socket.SOCK_{kind})"
              for family in ("AF_INET", "AF_INET6", "AF_NETLINK") for kind in ("STREAM", "DGRAM")])
    assert t.outputs["c0"][0]["text"] == "local\n"
    assert {t.outputs[f"c{k}"][0]["ename"] for k in range(1, 7)} == {"PermissionError"}


def test_what_sockets_hold_counts_as_memory(run, monkeypatch):
    monkeypatch.setattr(meter, "_SOCKET", 25 << 20)
    t = run("""
            import socket, time
            kept = []
            try:
                while True: kept.append(socket.socketpair())
            except OSError: pass
            print(2 * len(kept))
            time.sleep(1e4)
            """, ALIVE, asks=ASKS, memory=1000 << 20)
    assert t.answers == {"alive": TWO} and events(t) == ["memory"]
    assert 0 < int(t.outputs["c0"][0]["text"]) <= 64
