"""A pendulum: a typed number, a function, a picture and a text that a person marks."""


from autograde.judging import Assignment, Case, Function, Number, Row, Task

from .checks import CHECKS
from .mistakes import Pendulum


def draw(rng):
    return {"length": round(rng.uniform(0.4, 1.2), 2), "mass": round(rng.uniform(1, 4), 2),
            "angle_deg": round(rng.uniform(15, 70), 1)}


ASSIGNMENT = Assignment(
    draw=draw,
    rules=Pendulum,
    checks=CHECKS,
    variants=3,
    tasks=(
        Task("torque", 2, "statics", Number("N·m"), mistakes=("cosine", "degrees"),
             reference=lambda steps, v: steps.torque(v["mass"], v["length"], v["angle_deg"]),
             advice="Hang it straight down: `v.angle_deg = 0` needs no torque."),
        Task("period", 2, "small swings", Function(Number("s")), mistakes=("upside_down",),
             reference=lambda steps, v, length: steps.period(length),
             cases=lambda rng, v: [Case((float(x),)) for x in rng.uniform(0.1, 3, 4)],
             advice="Four times the length, twice the period: compare `period(4)` and "
                    "`period(1)`."),
    ),
    rubrics={
        "plot": (
            Row(1, "The curve rises like a root.", "Draw the values of period.", "Look again."),
            Row(1, "Both axes say what they show, with units.", "Label the axes.",
                "A unit is missing.")),
        "explain": (Row(1, "The mass cancels.", "What does the mass do?", "Say why."),),
    },
)
