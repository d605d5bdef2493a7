"""Main-thread work for one picture of a scene: python tests/benchmark_scene.py

Milliseconds in headless Chromium, best and median of many pictures: the arm's script and all that
follows it (state), the calls that ask for the picture (draw, without the rasterising, which runs
in another process), and both together. The measure is 4 ms. Also the size of the viewer's script,
and how long a scene takes to be there.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import tempfile
import time
from pathlib import Path

from browser import browser

from robokit.scene import bundle, load

MEASURE = """async (count) => {
    const viewer = document.querySelector(".robokit-scene").viewer, found = [];
    const { stage } = viewer;
    for (let k = 0; k < count; ++k) {
        const begin = performance.now();
        viewer.setJoint(0, 0.5 * Math.sin(k / 9));
        const middle = performance.now();
        cancelAnimationFrame(stage.asked);
        stage.asked = null;
        stage.draw();
        const end = performance.now();
        found.push([middle - begin, end - middle, end - begin]);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    }
    return found;
}"""
LIVE = "document.querySelector('.robokit-scene').dataset.state === 'live'"
SCENES = ("pendant", "ellipsoid", "statics", "build")


def run(count: int = 120, out=sys.stdout) -> dict:
    """Print the table; returns {scene: median of both, milliseconds}."""
    script, medians = bundle(), {}
    print(f"viewer: {len(script) / 1000:.0f} kB, compressed "
          f"{len(gzip.compress(script.encode(), 9)) / 1000:.0f} kB", file=out)
    print(f"{'best / median, ms':20}{'state':>14}{'draw':>14}{'both':>14}{'live after':>12}",
          file=out)
    with browser() as one, tempfile.TemporaryDirectory() as folder:
        for name in SCENES:
            page = one.new_page(viewport={"width": 900, "height": 640}, reduced_motion="reduce")
            path = load(name).save(Path(folder) / f"{name}.html")
            start = time.monotonic()
            page.goto(path.as_uri())
            page.wait_for_function(LIVE)
            live = time.monotonic() - start
            columns = list(zip(*page.evaluate(MEASURE, count)))
            cells = [f"{min(x):.2f} /{statistics.median(x):6.2f}" for x in columns]
            print(f"{name:20}" + "".join(f"{cell:>14}" for cell in cells) + f"{live:10.1f} s",
                  file=out)
            medians[name] = statistics.median(columns[2])
            page.close()
    return medians


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=120, help="pictures of each scene")
    run(parser.parse_args().count)
