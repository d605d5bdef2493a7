"""Answers as arms, from the file arms.toml in an assignment's folder.

    [arms.NAME]               an arm of the student's numbers; a text is the name of a number,
                              anything else stands for itself
    robot = "NAME"            one of `robokit.robots`, with lengths = a table where it has some to
                              choose; or any chain, with
    sigma, angles_deg, l      (n), (n, 3), (n, 3); or lengths = (n), an arm in a plane, all joints
                              revolute, of which links = 2 takes the first two
    q                         (n) degrees and metres, where it stands; may be left out: zeros
    point                     (3) of the last link, on its axes from its origin; may be left out

    [tasks.NAME]
    arm = "NAME"
    answer = "joints"         the arm's coordinates, radians and metres: it stands at them, and the
                              sentence says how far its gripper is from where q puts it. joints =
                              [2, 3]: these alone, the others stay zero
             "reach"          a place (3) on the axes of `frame`, from its origin: the gripper is
                              held as angles_deg (P, Y, R in {B}) asks, and the origin of frame
                              `of` is brought there; target = the place (3) in {B} it is for
             "rates"          of the joints: the velocity they give the point beside `wanted`,
                              (2) or (3) on the axes of frame 0
             "place"          (2) or (3) on the axes of `frame`, from its origin or that of frame
                              `at`; what is asked is the point, or the origin of frame `of`
             "vector"         (2) or (3) on the axes of `frame`; drawn at the point, or at the
                              origin of frame `at`
             "frame"          (3, 3), columns on the axes of `frame`: drawn where frame `of` is
             "robot"          numbers in a row: n, sigma, angles (radians), l, and what may follow
    always = true             also where the answer lost nothing

Only "joints", "reach", "rates" and "robot" are drawn at any time: the arm follows the answer and
numbers that the task gives. The others stand beside the arm at its own coordinates, from which the
right answer can be read; they wait until the deadline, those of extensions and of second attempts
too, has passed.
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..foreign import of_error
from ..practice.types import Floats, Numbers, Value
from ..words import Text, _
from .task import Shown

if TYPE_CHECKING:
    from robokit import Mechanism
    from robokit.scene import Scene

__all__ = ["FILE", "Drawing", "drawings"]

FILE = "arms.toml"
MOST = 1000                     # radians, metres: beyond that a number is no answer to draw
LENGTH = 0.35                   # of the arm's reach: how long the longest arrow is drawn
OPEN = ("joints", "reach", "rates", "robot")
ANSWERS = (*OPEN, "place", "vector", "frame")
KEYS = {"arm", "answer", "joints", "frame", "of", "at", "target", "angles_deg", "wanted", "always"}
ARM = {"robot", "lengths", "links", "sigma", "angles_deg", "l", "q", "point"}
FLAT, ASLANT = (-60, 48), (38, 16)      # degrees: from where an arm is looked at
OWN = {"ru": "ответ", "en": "answer"}
ASKED = {"ru": "задано", "en": "given"}
TITLE = {"ru": "Ваш ответ", "en": "Your answer"}


@dataclass(frozen=True)
class Drawing:
    """How the answer to one task is drawn: its table, and that of its arm."""

    table: Mapping[str, Any]
    arm: Mapping[str, Any]

    @property
    def waits(self) -> bool:
        """Until the deadline has passed."""
        return self.table["answer"] not in OPEN

    @property
    def always(self) -> bool:
        """Also where the answer lost nothing."""
        return bool(self.table.get("always", False))

    def __call__(self, v: Numbers, answer: Value) -> Shown | None:
        """None where the answer is nothing that can be drawn."""
        given = np.asarray(answer, float)
        if not np.isfinite(given).all() or np.abs(given).max() > MOST:
            return None
        return _MAKERS[self.table["answer"]](self, v, given)

    # -- the arm ----------------------------------------------------------------------------------
    def number(self, v: Numbers, key: str, default: Any = None) -> Any:
        """What the table of the task says, a text being the name of a number."""
        return _of(v, self.table.get(key, default))

    def robot(self, v: Numbers) -> Mechanism:
        """The arm of this student."""
        from robokit import Mechanism, robots
        lengths: Any = _of(v, self.arm.get("lengths", {}))
        if isinstance(lengths, list):
            lengths = lengths[:self.arm.get("links")]
        if "robot" in self.arm:
            return robots.load(self.arm["robot"], **lengths)
        if len(lengths):
            n = len(lengths)
            return Mechanism([1] * n, np.zeros((n, 3)), [[x, 0, 0] for x in lengths])
        return Mechanism(_of(v, self.arm["sigma"]), np.radians(_of(v, self.arm["angles_deg"])),
                         _of(v, self.arm["l"]))

    def q(self, v: Numbers, robot: Mechanism) -> Floats:
        """Where it stands, radians and metres."""
        given = np.asarray(_of(v, self.arm.get("q", [0.0] * robot.n)), float)[:robot.n]
        return np.where(robot.sigma == 1, np.radians(given), given)

    def point(self, v: Numbers, robot: Mechanism, q: Floats) -> Floats:
        """The point of the last link, or the gripper, in {B}; (3,)."""
        if "point" not in self.arm:
            return robot.at(q).t("tool", frame="B", origin="B")
        return robot.at(q).t(robot.n, point=_of(v, self.arm["point"]), frame="B", origin="B")


def drawings(folder: Path) -> dict[str, Drawing]:
    """Task -> how its answer is drawn; ValueError says what is wrong in the file."""
    path = folder / FILE
    if not path.is_file():
        return {}
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise ValueError(_("{path}: not TOML: {error}", path=path, error=of_error(e))) from None
    arms = given.get("arms", {})
    for name, table in [*arms.items(), *given.get("tasks", {}).items()]:
        known = ARM if name in arms else KEYS
        for key in table:
            if key not in known:
                raise ValueError(_("{path}, {name}: got the key {key}, needs one of {known}",
                                   path=path, name=name, key=repr(key),
                                   known=", ".join(sorted(known))))
    found = {}
    for name, table in given.get("tasks", {}).items():
        for key, allowed in (("answer", ANSWERS), *[("arm", tuple(arms))] * ("arm" in table)):
            if table.get(key) not in allowed:
                raise ValueError(_("{path}, {name}: got {key} = {got}, needs one of {known}",
                                   path=path, name=name, key=key, got=repr(table.get(key)),
                                   known=", ".join(allowed)))
        found[name] = Drawing(table, arms.get(table.get("arm"), {}))
    return found


def _of(v: Numbers, given: Any) -> Any:
    if isinstance(given, list):
        return [_of(v, x) for x in given]
    return v[given] if isinstance(given, str) else given


# -- one function for each kind of answer ---------------------------------------------------------
def _joints(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    robot = one.robot(v)
    q, places = np.zeros(robot.n), one.table.get("joints", range(1, robot.n + 1))
    q[np.array(places) - 1] = answer.reshape(-1, len(places))[0]        # of several the first
    if "q" not in one.arm:
        return _made(robot, q, _("The arm at your coordinates."))
    tip, goal = one.point(v, robot, q), one.point(v, robot, one.q(v, robot))
    return _made(robot, q, _("The arm at your coordinates: its gripper is {away} from where the "
                             "given ones put it.", away=_metres(tip - goal)),
                 lines=[{"from": tip, "to": goal}], points=[_point(goal, ASKED, "good")])


def _reach(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    from robokit.rotation import tau_x, tau_y, tau_z
    robot = one.robot(v)
    if not hasattr(robot, "solutions"):                         # it has no closed inverse
        return None
    s = robot.at(np.zeros(robot.n))
    place = s.tau("B", one.table.get("frame", "B")) @ answer + s.t(
        one.table.get("frame", "B"), frame="B", origin="B")
    P, Y, R = np.radians(one.number(v, "angles_deg"))
    tau, goal = tau_x(P) @ tau_y(Y) @ tau_z(R), np.asarray(one.number(v, "target"), float)
    # where the origin is seen from the gripper, whatever the wrist does
    behind = s.t(one.table["of"], frame="tool", origin="tool")
    tip, marks = place - tau @ behind, [_point(goal, ASKED, "good")]
    for q in robot.solutions((tip, tau)).values():
        return _made(robot, q, _("The gripper is held as the task asks, and the arm stands where "
                                 "your answer puts it: {away} from the given place.",
                                 away=_metres(tip - goal)),
                     lines=[{"from": tip, "to": goal}], points=marks)
    return _made(robot, np.zeros(robot.n),
                 _("The arm cannot reach the place of your answer; it is {away} away from the "
                   "given one.", away=_metres(place - goal)),
                 points=[_point(place, OWN, "orange"), *marks])


def _rates(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    robot = one.robot(v)
    q, rates = one.q(v, robot), np.zeros(robot.n)
    rates[:len(answer)] = answer
    h = 1e-6
    got = (one.point(v, robot, q + h * rates) - one.point(v, robot, q - h * rates)) / (2 * h)
    wanted = robot.at(q).tau("B", 0) @ _in_space(np.asarray(one.number(v, "wanted"), float))
    place = one.point(v, robot, q)
    longest = max(float(np.linalg.norm(got)), float(np.linalg.norm(wanted)), 1e-9)
    return _made(robot, q, _("Your rates move the gripper with the velocity that is drawn; it "
                             "misses the wanted one by {miss} m/s.",
                             miss=_("{x:.2f}", x=np.linalg.norm(got - wanted))),
                 arrows=[_arrow(robot, place, got / longest, OWN, "orange"),
                         _arrow(robot, place, wanted / longest, ASKED, "good")])


def _place(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    robot = one.robot(v)
    q = one.q(v, robot)
    s, frame = robot.at(q), one.table.get("frame", 0)
    origin = s.t(one.table.get("at", frame), frame="B", origin="B")
    place = origin + s.tau("B", frame) @ _in_space(answer)
    true = s.t(one.table["of"], frame="B", origin="B") if "of" in one.table else \
        one.point(v, robot, q)
    return _made(robot, q, _("Your answer leads to a place that is {away} from where the arm has "
                             "the point that is asked for.", away=_metres(place - true)),
                 arrows=[{"from": origin, "to": place, "name": OWN, "colour": "orange"}],
                 points=[{"at": true, "colour": "good"}])


def _vector(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    robot = one.robot(v)
    q = one.q(v, robot)
    s = robot.at(q)
    along = s.tau("B", one.table.get("frame", 0)) @ _in_space(answer)
    place = one.point(v, robot, q) if "at" not in one.table else s.t(
        one.table["at"], frame="B", origin="B")
    return _made(robot, q, _("Your vector, drawn on the arm; it is {size} long.",
                             size=_("{x:.2f}", x=np.linalg.norm(along))),
                 lines=[] if "at" in one.table else [
                     {"from": s.t(robot.n, frame="B", origin="B"), "to": place}],
                 arrows=[_arrow(robot, place, along / max(float(np.linalg.norm(along)), 1e-9),
                                OWN, "orange")])


def _frame(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    robot = one.robot(v)
    q, of = one.q(v, robot), one.table["of"]
    s = robot.at(q)
    off = float(np.abs(answer.T @ answer - np.eye(3)).max())
    said = _("The columns of your matrix as axes, beside those of the frame on the arm.") if \
        off < 0.01 else _("The columns of your matrix are no three unit vectors at right angles.")
    at = s.t(of, frame="B", origin="B")
    return _made(robot, q, said, draw=["frames"], frames=[
        {"at": at, "axes": s.tau("B", one.table.get("frame", 0)) @ answer, "name": OWN}])


def _robot(one: Drawing, v: Numbers, answer: Floats) -> Shown | None:
    from robokit import Mechanism
    n = int(answer[0])
    sigma, angles, l = np.split(answer[1:1 + 7 * n], [n, 4 * n])
    robot = Mechanism(sigma.astype(int), angles.reshape(n, 3), l.reshape(n, 3))
    return _made(robot, np.zeros(n), _("Your robot, all its coordinates zero."), draw=["frames"])


_MAKERS = {"joints": _joints, "reach": _reach, "rates": _rates, "place": _place,
           "vector": _vector, "frame": _frame, "robot": _robot}


# -- the scene ----------------------------------------------------------------------------------
def _made(robot: Mechanism, q: Floats, says: Text, draw: list[str] | None = None,
          **marks: Any) -> Shown:
    """The arm at q with marks; where the viewer is missing there is the picture alone.

    Other solutions are not offered: one of them may be right.
    """
    from robokit.scene import LANGUAGES, scene
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = scene(robot, q, title=TITLE, draw=[*(draw or ["ends"]), "given"],
                     offer=["given", "ends", "frames"], turn=["joints"], show=["place", "angles"],
                     given=marks, view=FLAT if _is_flat(robot) else ASLANT, name="own-answer")
        spoken = {language: replace(made, spec=dict(made.spec) | {"lang": language})
                  for language in LANGUAGES}
        _draw_once(list(spoken.values()))
        pages = {language: one.html(language) for language, one in spoken.items() if one.viewer}
    return Shown(says, {language: one.png for language, one in spoken.items()},
                 {language: one.words(language) for language, one in spoken.items()}, pages)


def _draw_once(scenes: Sequence[Scene]) -> None:
    """The same scene in several languages: its pictures differ by the names in them alone."""
    from robokit.scene import drawn
    made: dict[tuple[str, ...], bytes] = {}
    for one in scenes:
        names = tuple(x.name for of in (drawn.curves, drawn.triads, drawn.marks)
                      for x in of(one.robot, one.spec))
        if names not in made:
            made[names] = one.png
        vars(one)["png"] = made[names]


def _is_flat(robot: Mechanism) -> bool:
    """Does the arm stay in a horizontal plane?"""
    return not (robot.angles.any() or robot.l[:, 2].any() or robot.base.angles.any())


def _in_space(answer: Floats) -> Floats:
    """Two components lie in the plane of x and y."""
    return np.pad(answer.ravel(), (0, 3 - answer.size))


def _point(at: Floats, name: Mapping[str, str], colour: str) -> dict[str, Any]:
    return {"at": at, "name": name, "colour": colour}


def _arrow(robot: Mechanism, at: Floats, share: Floats, name: Mapping[str, str],
           colour: str) -> dict[str, Any]:
    """share: of the longest arrow."""
    from robokit.scene.description import reach
    return {"from": at, "to": at + LENGTH * reach(robot) * share, "name": name, "colour": colour}


def _metres(gap: Floats) -> Text:
    return _("{away:.2f} m", away=np.linalg.norm(gap))


