"""The live arm: a robot on a page, moved by nothing but the script that `codegen` makes of it.

>>> from robokit.kawasaki import fs20n
>>> one = scene(fs20n(), q=[0, 0.3, -1, 0, -0.7, 0], lang="en")
>>> one.title["en"]
'Kawasaki FS20N'

In JupyterLab `scene(robot)` shows itself. `load(name)` gives one of the scenes that are made here
as data, whose names are `names()`; `robokit/scene/files.py` says what may stand in such a file.
Nothing is fetched by a page; where node is missing a scene is a picture, and says so.
"""

from __future__ import annotations

from .build import CannotBuild, bundle
from .files import load, names
from .make import scene
from .page import LANGUAGES, Scene

__all__ = ["LANGUAGES", "CannotBuild", "Scene", "bundle", "load", "names", "scene"]
