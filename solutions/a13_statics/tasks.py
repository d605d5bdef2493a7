"""Assignment 13: statics written out (Pudovkina and Telegin, lesson 13)."""

from __future__ import annotations

import numpy as np

from autograde.judging import (
    Assignment,
    Case,
    Choice,
    Expression,
    Function,
    Matrix,
    Row,
    Task,
    Vector,
    on_own,
)

from .checks import CHECKS, COLUMN, PLANE, SLIDE, TURN
from .steps import HeldArm, Steps, axis_of

JOINTS, FRAME = 4, 4                       # of the own arm; the frame that F_3 is projected on
STEP = 1e-4                                # of a coordinate, where a slope is taken
SEEN = 0.02                                # by which a misprint must change what it spoils
SHARES = {"revolute joints": 0.6, "prismatic joints too": 0.4}
TRUTH = Steps()


# -- the student's own arm -----------------------------------------------------------------------
def own_arm(rules, v) -> HeldArm:
    q = [rules.radians(x) if word[0] == "R" else x for word, x in zip(v["pattern"].split(), v["q"])]
    return HeldArm(v["pattern"], q, *(np.array(v[k]) for k in ("l", "m", "r")), v["load"],
                   np.array(v["point"]))


def draw(rng: np.random.Generator) -> dict:
    """One student's numbers: an arm of four joints at rest with a load."""
    def degrees(*shape):
        return np.round(rng.choice([-90, 0, 90], shape) + rng.uniform(15, 75, shape), 1)

    def away(low, high, *shape):
        return np.round(rng.choice([-1, 1], shape) * rng.uniform(low, high, shape), 2)
    level = str(rng.choice(["x", "z"]))                 # joints 1 and 2 turn about level axes
    along, last = rng.permutation([x for x in "xyz" if x != level])
    turns = degrees(3)
    return {"pattern": f"R{level} R{level} P-{along} R{last}",
            "q": [*turns[:2].tolist(), round(float(rng.uniform(0.25, 0.7)), 2), float(turns[2])],
            "l": away(0.15, 0.6, 4, 3).tolist(), "m": np.round(rng.uniform(1.5, 5, 4), 2).tolist(),
            "r": away(0.08, 0.3, 4, 3).tolist(),
            "load": round(float(rng.uniform(1.5, 4)), 2), "point": away(0.15, 0.4, 3).tolist(),
            "y51_deg": _seen(lambda: degrees(4).tolist())}


def _seen(angles):
    """Angles at which the misprint of problem 5 shows, and also if they are taken for radians."""
    drawn = angles()
    while any(abs(_printed_line(TRUTH, {"y51_deg": x}) - [1, 0]).min() < SEEN
              for x in (drawn, np.degrees(drawn))):
        drawn = angles()
    return drawn


def _cosines(rules, v):
    arm = own_arm(rules, v)
    return rules.cosines_asked(arm.pattern, arm.q, JOINTS)


def _force(rules, v, cosines=None):
    """F_3 on the axes of frame 4, from the own direction cosines if there are any."""
    arm = own_arm(rules, v)
    if cosines is None:
        return rules.force_on(arm, SLIDE, FRAME)
    return rules.weight_held(arm, SLIDE) * rules.vertical(cosines)


def _by_cosines(rules, direction_cosines):
    """Rules whose matrices are those of the student's own function."""
    if direction_cosines is None:
        return rules
    return on_own(rules, cosines=lambda pattern, q, j, i=0: direction_cosines(pattern, q, i, j))


def _moment(rules, v, direction_cosines=None):
    rules = _by_cosines(rules, direction_cosines)
    return rules.moment_on(own_arm(rules, v), TURN)


def _drives(rules, v, force=None, moment=None):
    """M_2 and F_3 on the axes of their joints, from the own vectors if there are any."""
    arm = own_arm(rules, v)
    turn = rules.drive_held(arm, TURN)
    if moment is not None:
        turn = rules.reading(arm.words[TURN - 1]) * moment[axis_of(arm.words[TURN - 1])]
    slide = rules.drive_held(arm, SLIDE)
    if force is not None:
        in_slide = rules.cosines(arm.pattern, arm.q, FRAME, SLIDE) @ force
        slide = rules.reading(arm.words[SLIDE - 1]) * in_slide[axis_of(arm.words[SLIDE - 1])]
    return np.array([turn, slide])


def _printed_line(rules, v):
    """Length of the printed last line of problem 5, and what its second component misses."""
    q2, q3, q4, q5 = (rules.radians(x) for x in v["y51_deg"])
    s23, c23, c5 = np.sin(q2 + q3), np.cos(q2 + q3), np.cos(q5)
    x, z = -np.cos(q4) * np.sin(q5), np.sin(q4) * np.sin(q5)          # y_53^x and y_53^z
    printed = np.array([c23 * x - s23 * c5, c23 * c5 - s23 * x, z])
    right = rules.cosines("Rz Rz Ry Rz", [q2, q3, q4, q5], 4)[:, 1]
    return np.array([rules.length_of_line(printed), printed[1] - right[1]])


# -- letters and functions -------------------------------------------------------------------------
def column(rules, v, s1, c1, s23, c23, s4, c4):
    """The x axis of frame 4 of the arm Ry Rz Rz Ry in frame 0."""
    return rules.written_column([(1, s1, c1), (2, s23, c23), (1, s4, c4)], 0)


def plane_drives(rules, v, q_1, q_2, q_3, a, b, d, m_1, m_2, m_3, g):
    """An arm Rz Rz Px in the vertical plane, see the task."""
    return rules.plane_arm([q_1, q_2, q_3], a, b, d, m_1, m_2, m_3, g)


def _plane_terms(rules, v, q_1, q_2, q_3, a, b, d, m_1, m_2, m_3, g):
    """Weights times their levers; the slide carries the third along its link."""
    level, leaning = np.cos(q_1), np.cos(q_1 + q_2)
    first, both, slide = np.array([1, 0, 0]), np.array([1, 1, 0]), np.array([0, 0, 1])
    return {"weight of link 1": m_1 * g * b * level * first,
            "weight of link 2 at the elbow": m_2 * g * a * level * first,
            "weight of link 2 on its own lever": m_2 * g * d * leaning * both,
            "weight of link 3 at the elbow": m_3 * g * a * level * first,
            "weight of link 3 on its own lever": m_3 * g * q_3 * leaning * both,
            "weight of link 3 along the slide": m_3 * g * np.sin(q_1 + q_2) * slide}


def _own_line(rules, v, direction_cosines):
    """The same, where y_53 and y_51 are taken from the student's own function."""
    q = [rules.radians(x) for x in v["y51_deg"]]
    x, y, z = direction_cosines("Ry Rz", q[2:], 0, 2)[:, 1]
    s23, c23 = np.sin(q[0] + q[1]), np.cos(q[0] + q[1])
    printed = np.array([c23 * x - s23 * y, c23 * y - s23 * x, z])
    right = direction_cosines("Rz Rz Ry Rz", q, 0, 4)[1, 1]
    return np.array([np.linalg.norm(printed), printed[1] - right])


def direction_cosines(rules, v, pattern, q, i, j):
    return rules.cosines_asked(pattern, q, j, i)


def operations(rules, v, pattern, axis):
    return rules.count(pattern, axis)


def holding_drives(rules, v, pattern, q, l, m, r, load, point):
    return rules.drives_held(HeldArm(pattern, q, l, m, r, load, point))


def _own_holding(rules, v, *arm, direction_cosines):
    return holding_drives(_by_cosines(rules, direction_cosines), v, *arm)


def _own_slopes(rules, v, pattern, q, *rest, direction_cosines):
    """The drives as slopes of the potential energy: heights by the student's own cosines."""
    def energy(k, step):
        def moved(j):       # a joint behind frame j does not change what the function is asked
            return q + step * ((np.arange(len(q)) == k) & (k < j))
        own = on_own(rules, cosines=lambda pattern, _q, j, i=0: direction_cosines(
            pattern, moved(j), i, j))
        return own.potential_energy(HeldArm(pattern, moved(len(q)), *rest))
    return np.array([(energy(k, STEP) - energy(k, -STEP)) / (2 * STEP) for k in range(len(q))])


def _weights(rules, v, pattern, q, l, m, r, load, point):
    """The drives by weights: each link's, and the load's."""
    def alone(k):
        only = np.arange(len(m) + 1) == k
        return holding_drives(rules, v, pattern, q, l, m * only[:-1], r, load * only[-1], point)
    return {f"weight of link {k + 1}": alone(k) for k in range(len(m))} | {"load": alone(len(m))}


# -- hidden inputs -----------------------------------------------------------------------------
def _pattern(rng, kinds):
    return " ".join(kind + str(rng.choice(["", "-"])) + str(rng.choice([*"xyz"]))
                    for kind in kinds)


def _turned(rng, v):
    for kinds in ("RRRRR", "RRRRR", "RRRRR", "RPRRR", "PRRPR", "RRPPR"):
        i, apart = int(rng.integers(0, 3)), int(rng.integers(2, 4))
        yield Case((_pattern(rng, kinds), rng.uniform(-2, 2, 5), i, min(i + apart, 5)),
                   list(SHARES)["P" in kinds])


def _counted(rng, v):
    """Patterns of six, most with parallel neighbours, and an axis of the last frame."""
    for kinds in ("RRRRRR", "RPRRRR", "RRPRPR", "RRRPRR", "PRRRRP"):
        axes = rng.choice([*"xyz"], 6)
        axes[2] = axes[1]
        words = [kind + str(rng.choice(["", "-"])) + str(a) for kind, a in zip(kinds, axes)]
        yield Case((" ".join(words), str(rng.choice([*"xyz"]))))


def _held(rng, v):
    for kinds in ("RRRR", "RRRR", "RRRR", "RPRR", "PRRP", "RRPR"):
        yield Case((_pattern(rng, kinds), rng.uniform(-2, 2, 4), rng.uniform(-0.8, 0.8, (4, 3)),
                    rng.uniform(0.5, 3, 4), rng.uniform(-0.4, 0.4, (4, 3)),
                    float(rng.uniform(1, 4)), rng.uniform(-0.4, 0.4, 3)),
                   list(SHARES)["P" in kinds])


def _angles(rng, v):
    for q in rng.uniform(-3, 3, (4, 3)):
        values = np.column_stack([np.sin(q), np.cos(q)]).ravel()
        yield Case(dict(zip(COLUMN, map(float, values))))


def _letters(rng, v):
    return [Case(dict(zip(PLANE, map(float, rng.uniform(0.4, 1.6, len(PLANE)))))) for _ in range(4)]


def _listed(cases):
    return lambda rng, v: list(cases(rng, v))


HOLDS = ("own_weight_only", "payload_lost", "weights_pushed")
PLACES = ("pole_before", "pole_base", "step_in_own_frame", "slide_forgotten", "centre_at_pole",
          "centre_unturned")
RUBRICS = {
    "explain_check": (
        Row(1, "Says what the two checks see: the sum of squares is mg_k squared for any unit "
               "vector, so it sees a direction with the wrong length only; the starting position "
               "sees only what does not vanish or agree at zero angles.",
            "Take any other unit vector and put it into each check: which of the two notices?",
            "One of the two checks is understood; say of the other, too, what all answers that "
            "pass it have in common."),
        Row(1, "Names two slips that pass both, each with a reason or a worked number: sines "
               "with the wrong sign, column for row, a product in the wrong order, a wrong sum "
               "of angles.",
            "Slips are asked for that pass both checks: change one sign, one order or one index, "
            "and try.",
            "The slip passes; give its reason, and a second one of another kind."),
        Row(1, "Gives a check that finds them, worked at one position with numbers that a reader "
               "can repeat: full product of matrices, slope of the potential energy, a quarter "
               "turn by hand; and says why general angles are needed.",
            "A check is asked for that does not use the formulas which it tests, at angles that "
            "are not zero.",
            "The check would find them; work it at one position, with numbers that a reader can "
            "repeat."),
    ),
}
ASSIGNMENT = Assignment(
    section="13",
    draw=draw,
    rules=Steps,
    checks=CHECKS,
    rubrics=RUBRICS,
    tasks=(
        Task("cosines", 2, "Pudovkina (5)-(8), lesson 13", Matrix(), questions=("2.1", "2.4"),
             reference=_cosines,
             advice="Joints 1 and 2 are one turn through the sum: set q_4 = 0 and compare with "
                    "table 1. Then set the sum to zero. Columns are axes of frame 4, `tau[:, 0]`.",
             mistakes=("transposed", "reversed", "degrees", "sine_sign", "slide_turns",
                       "last_turn_only")),
        Task("column", 2, "Pudovkina (7) and (8), lesson 13", Expression(COLUMN, Vector(3)),
             questions=("2.2", "2.4"), reference=column, cases=_listed(_angles),
             advice="Turn (1, 0, 0) of frame 4 back, one joint after another: at "
                    "`s23 = 1, c23 = 0` and at `s23 = 0, c23 = 1` this goes by hand.",
             mistakes=("transposed", "reversed", "sine_sign")),
        Task("direction_cosines", 3, "Pudovkina (5)-(8), lesson 13", Function(Matrix()),
             questions=("2.2", "2.4"), reference=direction_cosines, cases=_listed(_turned),
             shares=SHARES,
             advice="Try one joint first: `direction_cosines(\"Rz\", np.array([np.pi / 2]), 0, 1)` "
                    "by hand, then `R-z`, then `Pz`, then two joints.",
             mistakes=("transposed", "reversed", "sine_sign", "sense_lost", "slide_turns",
                       "from_frame_0", "last_turn_only")),
        Task("operations", 2, "Pudovkina's sections 3 and 6, lesson 13", Function(Vector(4)),
             questions=("2.2",), reference=operations, cases=_listed(_counted),
             advice="Write the components after every turn on paper, `0`, `1` or a letter; a step "
                    "with two letters costs four products and two sums.",
             mistakes=("parallel_apart", "zeros_counted", "slides_multiplied", "last_matrix_free")),
        Task("force", 2, "Pudovkina (4), lesson 13", Vector(3, "N"), questions=("8.1", "8.2"),
             reference=_force, own=("cosines",), follow=_force,
             advice="F_3 points straight up in frame 0, `F_0 = [0, F, 0]`; only then carry it to "
                    "frame 4. What hangs on joint 3?",
             mistakes=(*HOLDS, "all_weights", "row_by_column", "degrees")),
        Task("moment", 3, "lesson 13, (8.6) of the book", Vector(3, "N·m"),
             questions=("8.1", "8.2"), reference=_moment,
             advice="Work in frame 0 first: `place - O_2` of each weight, times the force upwards; "
                    "add, and turn the sum to frame 2 at the end.",
             own=("direction_cosines",), follow=_moment,
             mistakes=(*HOLDS, *PLACES, "moment_in_base", "all_weights", "degrees")),
        Task("drives", 2, "Pudovkina's section 2, lesson 13", Vector(2),
             questions=("8.3", "8.4"), reference=_drives, own=("force", "moment"), follow=_drives,
             advice="The axis of joint k is one of frame k. Carry F_3 from frame 4 to frame 3, "
                    "`tau_34 @ force`, and mind the sense of the slide.",
             mistakes=("own_weight_only", "payload_lost", "weights_pushed", "pole_before",
                       "drive_sense_lost", "axis_fixed", "axis_of_last", "slide_moment")),
        Task("plane_drives", 2, "lesson 13, section 8.5 of the book",
             Expression(PLANE, Vector(3)), questions=("8.5",), reference=plane_drives,
             cases=_letters, terms=_plane_terms,
             advice="Write the heights of the three masses and differentiate: "
                    "`sp.diff(energy, q_1)`. The angle of link 2 to the horizontal is q_1 + q_2.",
             mistakes=("own_weight_only", "weights_pushed", "angle_not_added", "pole_before",
                       "centre_at_pole", "slide_moment", "turn_force")),
        Task("holding_drives", 4, "lesson 13, section 8.5 of the book", Function(Vector(4)),
             questions=("8.4", "8.5"), reference=holding_drives, cases=_listed(_held),
             shares=SHARES, own=("direction_cosines",), follow=_own_holding,
             otherwise=_own_slopes,
             advice="Load one link only, `m = 0 * m; m[k] = 1`, and turn one joint by a small h: "
                    "drive times h is what the weight gains in height, times 9.81.",
             mistakes=(*HOLDS, *PLACES, "textbook_frames", "all_weights", "up_along_z",
                       "sense_lost", "drive_sense_lost", "sine_sign", "axis_fixed", "slide_moment",
                       "turn_force"),
             terms=_weights),
        Task("printed_line", 1, "Pudovkina's problem 5, lesson 13", Choice(
            ("a", "b", "c", "d"),
            {"a": "with q_5 = 0 there is s_5 = 0, and `y_53[0]` vanishes: put that into the second "
                  "component, as printed and with the plus",
             "b": "with q_2 + q_3 = 0 there is s_23 = 0: put that into the second component, as "
                  "printed and with the plus, `y_51[1]`",
             "d": "with q_4 = 90 degrees there is c_4 = 0, and `y_53[0]` vanishes: put that into "
                  "the second component, as printed and with the plus"}),
             questions=("2.1",), reference=lambda rules, v: "c"),
        Task("printed_show", 1, "Pudovkina's problem 5, lesson 13", Vector(2),
             questions=("2.1",), reference=_printed_line, mistakes=("degrees",),
             own=("direction_cosines",), follow=_own_line,
             advice="With q_2 + q_3 = 0 print and truth agree: the length is 1, the difference 0. "
                    "Print comes first: `printed[1] - right[1]`."),
    ),
)
