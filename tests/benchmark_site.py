"""What a page of the site costs a reader: python tests/benchmark_site.py SITE [OTHER]

Seconds that the browser's main thread works until a page stands and rests, of them in scripts,
and bytes as they are stored and as a server would send them, without pictures and scenes. With
two sites (folders that hold index.html) their pages are opened by turns in the same run.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from browser import browser

PAGES = ("lessons/02_rotation_matrices", "lessons/04_inverse_problem", "errata")
QUIET = 1500                                     # ms without anything to do
TEXTS = {".html", ".css", ".js"}


def spent(chromium, page: Path) -> tuple[float, float, int, int]:
    """Main thread, of it scripts (s); bytes stored, bytes compressed."""
    opened = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
    met: set[Path] = set()
    opened.on("request", lambda asked: met.add(Path(unquote(urlsplit(asked.url).path))))
    told = opened.context.new_cdp_session(opened)
    told.send("Performance.enable")
    opened.goto(page.as_uri())
    opened.evaluate("async () => { await window.MathJax?.startup?.promise; }")
    opened.wait_for_timeout(QUIET)
    found = {m["name"]: m["value"] for m in told.send("Performance.getMetrics")["metrics"]}
    files = [p.read_bytes() for p in met
             if p.suffix in TEXTS and p.is_file() and "_scene" not in p.parts]
    opened.context.close()
    return (found["TaskDuration"], found["ScriptDuration"], sum(map(len, files)),
            sum(len(gzip.compress(text)) for text in files))


def run(sites: list[Path], rounds: int = 3, out=sys.stdout) -> dict:
    """Print the table, the best of some rounds; returns {(page, site): what `spent` gives}."""
    found = {}
    with browser() as chromium:
        for name in PAGES:
            for _ in range(rounds):
                for site in sites:
                    seen = spent(chromium, (site / f"{name}.html").resolve())
                    found[name, site] = min(found.get((name, site), seen), seen)
    print(f"{'':32}{'main thread, s':>15}{'scripts, s':>12}{'kB':>8}{'kB sent':>9}", file=out)
    for (name, site), (whole, scripts, stored, packed) in found.items():
        print(f"{name:32}{whole:15.2f}{scripts:12.2f}{stored / 1e3:8.0f}{packed / 1e3:9.0f}"
              f"  {site}", file=out)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    run(arguments.sites, arguments.rounds)
