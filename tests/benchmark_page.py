"""Generated scripts beside generated C: python tests/benchmark_page.py

Microseconds a state of the C target over a batch, and of the script called state by state in node,
as a page calls it, in the same run. Each answer is first held to that of C.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from benchmark_robokit import best
from robokit_cases import chain

from robokit.codegen import engine, generate
from robokit.codegen.code import INPUTS
from robokit.codegen.emit import camel
from robokit.kawasaki import fs20n
from robokit.robots import load

G = (0.0, 0.0, 9.81)
WORK = """
function least(call, seconds) {
    const end = performance.now() + 1000 * seconds;
    let found = Infinity;
    while (performance.now() < end) {
        const start = performance.now();
        call();
        found = Math.min(found, performance.now() - start);
    }
    return found / 1000;
}
const answer = ({ rows, seconds }) => {
    const states = rows.map(row => row.map(x => Float64Array.from(x)));
    const out = FUNCTION(...states[0]);
    return {
        out: states.map(state => Array.from(FUNCTION(...state))),
        seconds: least(() => { for (const state of states) FUNCTION(...state, out); }, seconds),
    };
};
"""


def robots():
    return {"Kawasaki FS20N, nominal inertias": fs20n(inertias="nominal"),
            "PUMA 560": load("puma560"), "6R, full tensors": chain("RRRRRR", 5)}


def run(count=2000, seconds=0.6, out=sys.stdout) -> dict:
    """Print the table; returns {(robot, problem): (C, script)}, seconds a state."""
    found = {}
    for name, robot in robots().items():
        state = np.random.default_rng(0).uniform(-2, 2, (3, count, robot.n))
        print(f"\n{name}, {count} states; microseconds a state", file=out)
        print(f"{'':18}{'operations':>11}{'C':>9}{'script':>9}{'ratio':>8}", file=out)
        for what, inputs in INPUTS.items():
            given = state[:len(inputs)]
            c, js = (generate(robot, what, "numbers", target, gravity=G) for target in ("c", "js"))
            measured = engine.run(js.source + WORK.replace("FUNCTION", camel(what)), {
                "rows": list(zip(*given.tolist())), "seconds": seconds})
            np.testing.assert_allclose(measured["out"], c(*given).reshape(count, -1), rtol=1e-9,
                                       atol=1e-9, err_msg=f"{name}, {what}")
            times = best(lambda: c(*given), seconds) / count, measured["seconds"] / count
            found[name, what] = times
            print(f"{what:18}{c.operations.together:11}"
                  + "".join(f"{1e6 * t:9.3f}" for t in times) + f"{times[1] / times[0]:8.2f}",
                  file=out)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="states in the batch")
    parser.add_argument("--seconds", type=float, default=0.6, help="time spent on each number")
    arguments = parser.parse_args()
    run(arguments.count, arguments.seconds)
