"""An answer as an arm: what the feedback page shows of joint angles."""

from __future__ import annotations

import warnings

import numpy as np

from autograde.judging import Shown
from autograde.words import _

MOST = 1000                     # radians: beyond that the angles are no angles


def own_arm(robot, q, goal, says) -> Shown | None:
    """The arm at a student's own q (n,), with a line from its gripper to a given place (3,).

    goal: a place that the task gives, in {B}; says: one sentence, {away} stands for the distance.
    None where q is no set of angles. Other solutions are not offered: one of them may be right.
    """
    from robokit.scene import LANGUAGES, scene
    q, goal = np.asarray(q, float), np.asarray(goal, float)
    if not np.isfinite(q).all() or np.abs(q).max() > MOST:
        return None
    tip = robot.forward_kinematics(q)[0]
    with warnings.catch_warnings():                     # without the viewer there is the picture
        warnings.simplefilter("ignore")
        made = scene(robot, q, title={"ru": "Ваш ответ", "en": "Your answer"},
                     draw=["ends", "line"], offer=["ends", "line", "frames"],
                     turn=["joints"], show=["place", "angles"],
                     line={"from": tip.tolist(), "to": goal.tolist()}, name="own-answer")
        pages = {language: made.html(language) for language in LANGUAGES
                 } if made.viewer else ""
    away = _("{away:.2f} m", away=np.linalg.norm(tip - goal))
    return Shown(_(says, away=away), made.png,
                 {language: made.words(language) for language in LANGUAGES}, pages)
