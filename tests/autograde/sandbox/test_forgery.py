"""What a submission writes to the host can be wrong, and nothing else."""

import pytest
from submissions import ALIVE, ASKS, TWO, events, text_of


def test_patched_libraries_make_wrong_answers_only(run):
    t = run("""
            import numpy as np, json, sys, builtins
            np.asarray = np.array = lambda *a, **k: 1
            json.dumps = lambda *a, **k: '{"op": "verdict", "mark": 100}'
            """, ALIVE, asks=ASKS)
    assert set(t.answers) <= {"alive"} and "channel garbage" in events(t)
    t = run("""
            import sys
            for name, part in list(sys.modules.items()):
                if name.startswith('sandbox_runner.session'):
                    part.encode.encode = lambda *a: {
                        'type': 'array', 'shape': [9], 'data': [1], 'verdict': 'full'}
            """, ALIVE, asks=ASKS)
    assert t.answers["alive"] == {"type": "unusable", "reason": "unreadable"}
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


WRITE = """
import os
def write(data):
    for fd in range(3, 64):
        try: os.write(fd, data)
        except OSError: pass
"""


@pytest.mark.parametrize("attack", [
    "write(b'\\x00\\xff garbage\\n')", "write(b'[' * 100000 + b'\\n')",
    "write(b'{\"op\": \"answer\"}\\n')",
    "write(b'{\"op\": [], \"cell\": 1e999}\\n')", "write(b'9' * 100000 + b'\\n')",
    "write(b'{\"op\": \"output\", \"cell\": -1, \"output\": 1}\\n')",
    "write(b'{\"op\": \"event\", \"event\": \"full marks\"}\\n')",
    "write(b'{\"op\": \"answer\", \"task\": \"alive\", "
    "\"answer\": {\"type\": \"array\", \"shape\": [1], \"data\": [NaN]}}\\n')",
])
def test_garbage_on_the_channel_is_noted_and_costs_nothing_else(run, attack):
    t = run(WRITE + attack, ALIVE, asks=ASKS)
    assert events(t) == ["channel garbage"] and t.answers == {"alive": TWO}


def test_a_flood_on_the_channel_is_stopped(run):
    t = run(WRITE + "while True: write(b'x' * 65536)", ALIVE, asks=ASKS,
            outputs=200_000, answers=200_000)
    assert "channel flood" in events(t) and "cell timed out" not in events(t)
    assert run(ALIVE, asks=ASKS).answers == {"alive": TWO}


def test_no_descriptor_can_be_passed_to_the_host(run):
    """What comes with a message could block whoever closes it last, or fill the host's memory."""
    t = run("""
            import os, socket
            server, client = socket.socketpair()
            client.setblocking(False)
            try:
                while True: client.send(bytes(65536))
            except BlockingIOError: pass
            sent = 0
            for fd in set(range(3, 64)) - {server.fileno(), client.fileno()}:
                try:
                    socket.send_fds(socket.socket(fileno=fd), [b'x\\n'], [client.fileno()])
                    sent += 1
                except OSError: pass
            str(sent)
            """, ALIVE, asks=ASKS)
    assert t.outputs["c0"][-1]["data"]["text/plain"] == "'0'"
    assert t.answers == {"alive": TWO} and t.wall < 600


def test_outputs_carry_no_script(run):
    t = run("""
            from IPython.display import HTML, Javascript, SVG, Markdown, display
            display(HTML('<script>a1</script>'))
            display(Javascript('a2'))
            display(SVG('<svg onload="a3"/>'))
            display(Markdown('**bold**'))
            display({'text/html': '<b>a4', 'image/png': 'x"><script>'}, raw=True)
            print('\\x1b[31mred\\x1b[0m \\x07')
            """)
    kinds = {kind for output in t.outputs["c0"] for kind in output.get("data", {})}
    assert kinds == {"text/plain"}
    assert "**bold**" in text_of(t) and "script>" not in text_of(t)
    assert t.outputs["c0"][-1]["text"] == "red \n"
