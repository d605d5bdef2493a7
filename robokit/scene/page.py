"""A scene: its description as data, and the forms in which it stands on a page."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..mechanism import Mechanism
from ..types import Floats
from . import build, drawn, picture
from .solids import Solid

__all__ = ["LANGUAGES", "Scene"]

LANGUAGES = ("ru", "en")
LOADER = Path(__file__).parent / "js" / "loader.js"
FOLDER = "_scene"
PAGE = """\
<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0; padding: 0.6rem; background: #fff; font: 16px/1.45 system-ui, sans-serif; }}
main {{ max-width: 78rem; margin: 0 auto; }}
img {{ max-width: 100%; height: auto; }}
@media (prefers-color-scheme: dark) {{ html:not([data-theme="light"]) body {{
  background: #0b0e12; color: #e8ecf1; }} }}
html[data-theme="dark"] body {{ background: #0b0e12; color: #e8ecf1; }}
</style>
</head>
<body>
<main>
{body}
</main>
{scripts}
</body>
</html>
"""
UNPACK = """\
(async () => {{
    const bytes = Uint8Array.from(atob("{data}"), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const script = document.createElement("script");
    script.textContent = await new Response(stream).text();
    document.head.append(script);
    for (const scene of document.querySelectorAll(".robokit-scene")) robokitScene.mount(scene);
    const fit = () => {{
        try {{
            if (frameElement) frameElement.style.height =
                `${{document.documentElement.getBoundingClientRect().height + 4}}px`;
        }} catch {{ /* a frame from elsewhere keeps its height */ }}
    }};
    new ResizeObserver(fit).observe(document.body);
}})();
"""


@dataclass(frozen=True, eq=False)
class Scene:
    """An arm on a page, made by `scene` or `load`.

    In JupyterLab it shows itself; `save` writes one HTML file that needs nothing; `write` and
    `embed` put it into a page of a site, where all scenes share one copy of the viewer.
    `problem` says in one sentence why there is only a picture, and is empty where all is well.
    """

    spec: Mapping[str, Any]
    script: str
    robot: Mechanism = field(repr=False)
    solids: Sequence[Solid] = field(repr=False)

    # -- what it consists of -----------------------------------------------------------------------
    @property
    def title(self) -> Mapping[str, str]:
        """In both languages."""
        return self.spec["title"]

    @cached_property
    def viewer(self) -> str:
        """The viewer's script, or nothing where it cannot be built."""
        try:
            return build.bundle()
        except build.CannotBuild as reason:
            vars(self)["problem"] = str(reason)
            warnings.warn(f"{reason} The scene is a picture.", stacklevel=2)
            return ""

    @cached_property
    def problem(self) -> str:
        """Why there is only a picture; empty where the scene lives."""
        return "" if self.viewer else vars(self)["problem"]

    @cached_property
    def png(self) -> bytes:
        """The picture that stands for the scene where scripts or WebGL are missing."""
        return picture.png(self.robot, self.solids, self.spec)

    def _png(self, lang: str) -> bytes:
        """The picture with its names in a language."""
        return picture.png(self.robot, self.solids, {**self.spec, "lang": lang}) \
            if self._named_anew(lang) else self.png

    def _named_anew(self, lang: str) -> bool:
        """Whether the picture's names are others in this language."""
        return drawn.written(self.robot, {**self.spec, "lang": lang}) != \
            drawn.written(self.robot, self.spec)

    def words(self, lang: str) -> str:
        """What is seen, in a sentence."""
        place: Floats = self.robot.forward_kinematics(self.spec["start"]["q"])[0]
        mark = "," if lang == "ru" else "."
        numbers = {k: f"{x + 0.0:.2f}".replace("-", "−").replace(".", mark)
                   for k, x in zip("xyz", place.round(2))}
        named = self.spec["arms"][0]["about"]["name"] if lang == "en" else ""    # names are English
        name = named or self.title[lang]
        seen = "gripper-at" if self.solids else "axes-alone"
        return f"{name}. " + build.words()[seen][lang].format(**numbers)

    # -- forms ----------------------------------------------------------------------------------
    def save(self, path: str | Path, lang: str | None = None) -> Path:
        """One HTML file that needs nothing else, no network either; returns its path."""
        path = Path(path)
        path.write_text(self.html(lang), encoding="utf-8")
        return path

    def html(self, lang: str | None = None) -> str:
        """The page that `save` writes."""
        lang = _language(lang or self.spec["lang"])
        scripts = ""
        if self.viewer:
            packed = gzip.compress((self.script + self.viewer).encode(), mtime=0)
            data = base64.b64encode(packed).decode()
            scripts = f"<script>\n{UNPACK.format(data=data)}</script>"
        return PAGE.format(lang=lang, title=html.escape(self.title[lang]),
                           body=self._element(lang, "", 1), scripts=scripts)

    def write(self, folder: str | Path) -> list[Path]:
        """The files that `embed` names, in folder/_scene; what is there already stays as it is."""
        target = Path(folder) / FOLDER
        target.mkdir(parents=True, exist_ok=True)
        files = {self._picture_name(lang): self._png(lang) for lang in LANGUAGES}
        if self.viewer:
            files |= {"loader.js": LOADER.read_bytes(), "viewer.js": self.viewer.encode(),
                      f"{self._arm}.js": self.script.encode()}
        for name, data in files.items():
            if not (target / name).is_file() or (target / name).read_bytes() != data:
                (target / name).write_bytes(data)
        return [target / name for name in files]

    def embed(self, root: str = "", lang: str | None = None, level: int = 2,
              form: str = "") -> str:
        """The scene as a part of a page; root: the way from that page to the folder of `write`.

        level: of its heading; form "slide" fills the box it stands in and has no heading. The
        viewer's script is fetched once for all scenes, and only when one is in sight.
        """
        base = f"{root}{FOLDER}/"
        scripts = f'<script src="{base}loader.js" defer></script>' if self.viewer else ""
        return self._element(_language(lang or self.spec["lang"]), base, level, form) + scripts

    def still(self, reason: str) -> Scene:
        """The same scene as a picture alone; reason: a sentence that says why."""
        other = replace(self)
        vars(other).update(viewer="", problem=reason)
        return other

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.html(), quote=True)}" '
                f'title="{html.escape(self.title[self.spec["lang"]])}" loading="lazy" '
                'style="width:100%;height:46rem;border:0" ></iframe>')

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.words(self.spec["lang"])}

    # -- parts ----------------------------------------------------------------------------------
    @property
    def _arm(self) -> str:
        return self.spec["arms"][0]["name"]

    def _picture_name(self, lang: str) -> str:
        return f"{self.spec['id']}{f'.{lang}' if self._named_anew(lang) else ''}.png"

    def _element(self, lang: str, base: str, level: int, form: str = "") -> str:
        """The element that the viewer fills; until then, and without it, a picture and words."""
        source = base + self._picture_name(lang) if base else (
            "data:image/png;base64," + base64.b64encode(self._png(lang)).decode())
        scripts = f' data-scripts="{base}{self._arm}.js {base}viewer.js"' if base else ""
        form = f' data-form="{form}"' if form else ""
        marks = f'id="scene-{self.spec["id"]}" lang="{lang}"{form}{scripts}'
        given = dict(self.spec) | {"lang": lang, "level": level}
        data = json.dumps(given, ensure_ascii=False).replace("<", "\\u003c")
        say = {key: _rich(self.spec[key].get(lang, "")) for key in ("title", "intro", "note")}
        seen = html.escape(self.words(lang))
        lines = [f'<div class="robokit-scene" {marks}>',
                 f'<script type="application/json">{data}</script>' if self.viewer else "",
                 f"<h{level}>{say['title']}</h{level}>",
                 f'<img class="robokit-picture" src="{source}" width="900" height="625" '
                 f'alt="{seen}">',
                 *(f"<p>{text}</p>" for text in (say["intro"], seen, say["note"]) if text),
                 f'<p class="problem">{html.escape(self.problem)}</p>' if self.problem else "",
                 "</div>"]
        return "\n".join(line for line in lines if line)


def _rich(text: str) -> str:
    """With symbols as the book writes them, `rich` in dom.js."""
    return re.sub(r"([^\W\d_]+)_([^\W_]+)", r"<i>\1</i><sub>\2</sub>", html.escape(text))


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(f"lang: got {lang!r}, needs one of {', '.join(LANGUAGES)}")
    return lang
