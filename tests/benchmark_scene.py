"""Main-thread work for one picture of a scene: python tests/benchmark_scene.py

Milliseconds in headless Chromium, best and median of many pictures: the arm's script and all that
follows it (state), the calls that ask for the picture (draw, without the rasterising, which runs
in another process), and both together. The measure is 4 ms. Then the picture drawn to its last
pixel, in software: the first one from the moment the scene begins, and the later ones. Also the
size of the viewer's script, and how long a scene takes to be there.
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
#: Waits for the pixels: for the first picture, which is measured from the call of mount.
PIXELS = """
globalThis.pixels = (stage) => {
    const gl = stage.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
};
let given;
Object.defineProperty(globalThis, "robokitScene", { get: () => given, set: ({ mount, ...rest }) => {
    given = { ...rest, mount: (host) => {
        const start = performance.now(), viewer = mount(host);
        pixels(viewer.stage);
        globalThis.first = performance.now() - start;
        return viewer;
    } };
} });
"""
LATER = """(count) => Array.from({ length: count }, (_, k) => {
    const { viewer } = document.querySelector(".robokit-scene"), start = performance.now();
    viewer.setJoint(0, 0.5 * Math.sin(k / 9));
    viewer.stage.draw();
    pixels(viewer.stage);
    return performance.now() - start;
})"""
LIVE = "document.querySelector('.robokit-scene').dataset.state === 'live'"
SCENES = ("pendant", "ellipsoid", "statics", "build")


def run(count: int = 120, out=sys.stdout) -> dict:
    """Print the table; returns {scene: median of both, milliseconds}."""
    script, medians = bundle(), {}
    print(f"viewer: {len(script) / 1000:.0f} kB, compressed "
          f"{len(gzip.compress(script.encode(), 9)) / 1000:.0f} kB", file=out)
    print(f"{'best / median, ms':20}{'state':>14}{'draw':>14}{'both':>14}{'live after':>12}"
          f"{'first picture':>15}{'later':>16}", file=out)
    with browser() as one, tempfile.TemporaryDirectory() as folder:
        for name in SCENES:
            page = one.new_page(viewport={"width": 900, "height": 640}, reduced_motion="reduce")
            page.add_init_script(PIXELS)
            path = load(name).save(Path(folder) / f"{name}.html")
            start = time.monotonic()
            page.goto(path.as_uri())
            page.wait_for_function(LIVE)
            live = time.monotonic() - start
            columns = list(zip(*page.evaluate(MEASURE, count)))
            cells = [f"{min(x):.2f} /{statistics.median(x):6.2f}" for x in columns]
            later = page.evaluate(LATER, min(count, 20))
            print(f"{name:20}" + "".join(f"{cell:>14}" for cell in cells) + f"{live:10.1f} s"
                  f"{page.evaluate('first'):12.0f} ms"
                  f"{min(later):7.0f} /{statistics.median(later):4.0f} ms", file=out)
            medians[name] = statistics.median(columns[2])
            page.close()
    return medians


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=120, help="pictures of each scene")
    run(parser.parse_args().count)
