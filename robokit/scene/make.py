"""From a mechanism and a few wishes to a `Scene`; all input is checked here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..arithmetic import numbers
from ..kawasaki import FS20N
from ..mechanism import Mechanism
from ..types import ArrayLike
from .description import bodies, describe
from .page import LANGUAGES, Scene
from .view import framing
from .virtual import Orders, Virtual

__all__ = ["scene"]

DRAWN = ("frames", "ends", "axes", "arms", "columns", "velocity", "force", "drives", "trace",
         "ghosts", "ellipsoid", "handle", "line", "printed", "fixed", "given", "predicted")
TURNED = ("joints", "rates", "gripper", "branches", "load", "line", "parameters", "turning",
          "fall", "compare", "orders", "screw", "joule", "prediction")
SHOWN = ("place", "angles", "yaw", "limits", "indices", "singularity", "velocity", "ellipsoid",
         "drives", "energy", "apart", "between", "deviations")
KAWASAKI = {"ghosts", "handle", "gripper", "branches", "line", "indices", "printed", "compare",
            "apart"}
DYNAMICS = {"drives", "energy", "fall", "load", "force", "joule", "prediction", "predicted",
            "deviations"}
PLACES = {"ends", "frames", "trace", "given", "joints", "place", "angles", "yaw", "limits"}
TURNS = {"fixed", "orders", "between"}
SETTINGS = ("line", "loads", "fall", "compare", "most", "joule", "screw", "given", "prediction",
            "stand", "way", "coordinates")
#: What `module` gives without being asked, and the linear equations.
LINEAR = ("frames", "jacobian", "A", "b", "inverse_dynamics", "forward_dynamics",
          "forward_dynamics_derivatives")
NOMINAL = {"ru": "Формы корпусов и высота основания номинальные: чертежей в открытом доступе нет. "
                 "Расстояния между осями взяты из модели.",
           "en": "The shapes of the castings and the height of the base are nominal: no drawings "
                 "are public. The distances between the axes are those of the model."}
Words = str | Mapping[str, str]


def scene(robot: Mechanism, q: ArrayLike | None = None, *, title: Words = "", intro: Words = "",
          note: Words = "", lang: str = "en", draw: Iterable[str] | None = None,
          offer: Iterable[str] | None = None, turn: Iterable[str] | None = None,
          show: Iterable[str] | None = None, dq: ArrayLike | None = None, load: float = 0,
          gravity: ArrayLike = (0, 0, -9.81), view: Sequence[float] = (38, 16), zoom: float = 1.0,
          question: Mapping[str, Any] | None = None, kinds: Sequence[int] | None = None,
          name: str = "", **settings: Any) -> Scene:
    """A robot on a page: it shows itself in JupyterLab, and can be saved or embedded.

    q, dq : (n,) radians or metres, where it begins; load : kg in the gripper
    title, intro, note : words, one text for both languages or {"ru": ..., "en": ...}
    draw : what is drawn at first, offer : what can be switched, of "frames", "ends" ({B} and the
        tool), "axes" c_j, "arms" R_nj, "columns" D_nj, "velocity", "force", "drives", "trace",
        "ghosts", "ellipsoid", "handle", "line", "printed", "fixed", "predicted" (the arm of the
        linear equations), "given" (arrows, frames, points and lines that stand still)
    turn : panels, of "joints", "rates", "gripper", "branches", "load", "line", "parameters",
        "turning", "fall", "compare", "orders", "screw", "joule", "prediction"
    show : what is read beside the picture, of "place", "angles", "yaw" (|cos Y|), "limits",
        "indices", "singularity", "velocity", "ellipsoid", "drives", "energy", "apart", "between",
        "deviations"
    gravity : (3,) acceleration of free fall in {B}; view : azimuth, elevation, degrees
    question, settings : as in a file of a scene, for which see `robokit/scene/files.py`

    Raises ValueError naming the argument, what came and what is needed.
    """
    stand = settings.get("stand", 0)
    about, solids = describe(robot, stand), bodies(robot, stand)
    kawasaki = isinstance(robot, FS20N)
    own = {"draw": ["ends"], "offer": ["frames", "ends", "trace", *["ghosts"] * kawasaki],
           "turn": ["joints", *["gripper", "branches"] * kawasaki],
           "show": ["place", "angles", "limits", *["indices", "singularity"] * kawasaki]}
    given = {"draw": draw, "offer": offer, "turn": turn, "show": show}
    chosen = {key: own[key] if x is None else list(x) for key, x in given.items()}
    _check(robot, chosen, settings)
    if "given" in settings:
        settings["given"] = _given(settings["given"])
    if len(settings.get("coordinates", robot.sigma)) != robot.n:
        raise ValueError(f"coordinates: got {settings['coordinates']}, needs {robot.n} names")
    if lang not in LANGUAGES:
        raise ValueError(f"lang: got {lang!r}, needs one of {', '.join(LANGUAGES)}")
    n = robot.n
    q = numbers("q", np.zeros(n) if q is None else q, (n,)).astype(float)
    fall = np.asarray(gravity, float)
    used = {x for names in chosen.values() for x in names}
    script = _script(robot, fall, used, bare=question is None and used <= PLACES)
    about |= {"gravity": fall.tolist()}
    title = _both("title", title or robot.name or "robokit")
    note = _both("note", note) if note or not kawasaki else NOMINAL
    mark = hashlib.sha256(script.encode()).hexdigest()[:10]
    free = np.array(about["free"])
    about["free"] = np.column_stack([np.minimum(free[:, 0], q), np.maximum(free[:, 1], q)]).tolist()
    start = {"q": q.tolist(), "load": float(load)}
    if dq is not None:
        start["dq"] = numbers("dq", dq, (n,)).astype(float).tolist()
    if kinds is not None:
        start["kinds"] = list(kinds)
    spec = {"id": name or f"arm-{mark}", "lang": lang, "title": title, "note": note,
            "intro": _both("intro", intro), "arms": [{"name": f"arm_{mark}", "about": about}],
            "start": start, **chosen, **settings, "question": _question(question),
            "view": {}}
    spec["view"] = framing(robot, solids, spec, view, zoom)
    own_name = script.replace("globalThis.arm ", f"globalThis.arm_{mark} ", 1)
    return Scene(spec, own_name, robot, solids)


def _script(robot: Mechanism, fall: Any, used: set[str], bare: bool) -> str:
    """bare: the frames are all that the scene needs, no Jacobian and no closed inverse."""
    from ..codegen import module
    gravity = (robot.eps(0) @ fall).astype(float)
    functions = ["frames"] if bare or isinstance(robot, Virtual) else None
    if "prediction" in used:
        functions = list(LINEAR)
    if bare:
        robot = Mechanism.from_dict({key: None if key in ("m", "r", "J") else given
                                     for key, given in robot.to_dict().items()})
    return module(robot, functions, "arm", gravity)


def _check(robot: Mechanism, chosen: Mapping[str, list[str]], settings: Mapping[str, Any]) -> None:
    for key, known in (("draw", DRAWN), ("offer", DRAWN), ("turn", TURNED), ("show", SHOWN)):
        wrong = [x for x in chosen[key] if x not in known]
        if wrong:
            raise ValueError(f"{key}: got {wrong[0]!r}, needs names of {', '.join(known)}")
        for name in chosen[key]:
            if name in KAWASAKI and not isinstance(robot, FS20N):
                raise ValueError(f"{key}: got {name!r} for {robot.name or 'this mechanism'}, "
                                 "needs the Kawasaki FS20N")
            if name in DYNAMICS and robot.m is None:
                raise ValueError(f"{key}: got {name!r} for {robot.name or 'this mechanism'}, "
                                 "needs an arm with m, r and J")
            if name in TURNS and not isinstance(robot, Orders):
                raise ValueError(f"{key}: got {name!r} for {robot.name or 'this mechanism'}, "
                                 "needs the turns of a frame")
    unknown = set(settings) - set(SETTINGS)
    if unknown:
        raise TypeError(f"scene: got {', '.join(sorted(unknown))}, "
                        f"needs settings of {', '.join(SETTINGS)}")


def _both(name: str, text: Words) -> dict[str, str]:
    if isinstance(text, str):
        return dict.fromkeys(LANGUAGES, text)
    missing = [lang for lang in LANGUAGES if not str(text.get(lang, "")).strip()]
    if missing:
        raise ValueError(f"{name}: got no words in {missing[0]!r}, needs both languages")
    return {lang: str(text[lang]) for lang in LANGUAGES}


def _given(marks: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers as plain lists, names in both languages."""
    shapes: dict[str, dict[str, tuple[int, ...]]] = {
        "arrows": {"from": (3,), "to": (3,)}, "frames": {"at": (3,), "axes": (3, 3)},
        "points": {"at": (3,)}, "lines": {"from": (3,), "to": (3,)}}
    unknown = set(marks) - set(shapes)
    if unknown:
        raise ValueError(f"given: got {min(unknown)!r}, needs names of {', '.join(shapes)}")
    return {kind: [dict(one) | {key: numbers(f"given, {kind}, {key}", one[key],
                                             shape).astype(float).tolist()
                                for key, shape in shapes[kind].items()}
                   | ({"name": _both("given", one["name"])} if "name" in one else {})
                   for one in marks.get(kind, ())] for kind in shapes}


def _question(given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Checked; None where a scene asks nothing."""
    if given is None:
        return None
    missing = [key for key in ("ask", "options", "run", "measure", "why") if key not in given]
    if missing:
        raise ValueError(f"question: got no {missing[0]}, needs ask, options, run, measure and why")
    options = [dict(option) | {"say": _both("question", option["say"])}
               for option in given["options"]]
    return dict(given) | {"ask": _both("question", given["ask"]), "options": options,
                          "why": _both("question", given["why"])}
