"""What lesson 3 shows but need not spell out: figures, exercise checks, the reader of print.

Every figure is drawn with robokit.drawing; every check of an exercise is a law or a case that
the lesson itself states. The printed formulas of section 3.2 and appendix 1 stand in
data/appendix1_printed.json, in letters such as s1 = sin q_1; `letters` says what they mean.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import sympy as sp

from scipy.spatial.transform import Rotation

from autograde import laws
from robokit import Mechanism, Mount, drawing, kawasaki
from robokit.drawing import COLOUR
from robokit.rotation import tau_x, tau_y, tau_z

PRINTED = json.loads((Path(__file__).parent / "data/appendix1_printed.json").read_text("utf-8"))
Z = np.array([0, 0, 1])
LOADER = Mechanism([1, 0, 0], angles=[(0, 0, 0), (0, np.pi / 2, 0), (0, 0, 0)],
                   l=[(0, 0, 0.5), (0, 0, 0.1), (0, 0, 0.4)], name="A loader")


# -- mechanisms, and a second way to a pose -----------------------------------------------
def crane(a, h, b, c, quarter=np.pi / 2):
    """A revolute column, a prismatic slide and a revolute wrist; quarter is 90 degrees."""
    return Mechanism([1, 0, 1], angles=[(quarter, 0, 0), (0, -quarter, 0), (0, 0, 0)],
                     l=[(a, h, 0), (b, 0, 0), (c, 0, 0)], name="A crane")


def move(axis="x", turn=0.0, shift=(0, 0, 0)):
    """An elementary displacement (4, 4): a turn about one axis, then the shift in front of it."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = Rotation.from_euler(axis, turn).as_matrix(), shift
    return T


def parts(robot, q):
    """(sigma, angles, l, q) of base, links and tool; base and tool stay at zero."""
    mounts = [robot.base, *map(Mount, robot.angles, robot.l), robot.tool]
    return [(sigma, part.angles, part.l, x)
            for sigma, part, x in zip([1, *robot.sigma, 1], mounts, [0.0, *q, 0.0])]


def random_attitudes(rng, n):
    """n rotation matrices (n, 3, 3), every attitude equally likely."""
    return Rotation.from_quat(rng.normal(size=(n, 4))).as_matrix()


# -- the printed formulas -----------------------------------------------------------------
def letters(**angles):
    """The letters of the data file: letters(P=x) gives cP = cos x and sP = sin x."""
    return {f[0] + k: getattr(sp, f)(x) for k, x in angles.items() for f in ("sin", "cos")}


def joint_letters(q):
    """s1, c1 .. s6, c6 of six joint coordinates."""
    return letters(**{str(i): x for i, x in enumerate(q, 1)})


def matrix(rows, meaning):
    """Printed rows of text as a sympy matrix."""
    return sp.Matrix([[sp.sympify(x, locals=meaning) for x in row] for row in rows])


def compare(side, derived, **angles):
    """Print the entries in which a matrix of section 3.2 departs from the derived one."""
    found = matrix(PRINTED["section_3_2"][side], letters(**angles))
    for m, n in np.argwhere(np.array(sp.simplify(found - sp.Matrix(derived))) != 0):
        print(f"{side:5} ({m + 1},{n + 1}): printed {found[m, n]}, derived {derived[m, n]}")


def verdicts(group, derived, q):
    """Print how many matrices of a group of appendix 1 hold; derived(key) gives the truth."""
    holds = [sp.simplify(matrix(rows, joint_letters(q)) - derived(k)) == sp.zeros(3)
             for k, rows in PRINTED[group].items()]
    print(f"{group:6} {sum(holds)} of {len(holds)} hold:", *PRINTED[group])


def gripper_verdict(derived, angles):
    """The general matrix of the gripper, whose second row has an entry too many."""
    first, second, third = PRINTED["eps_tool_T"]
    found = matrix([first, second[:2] + second[3:], third], letters(**dict(zip("abg", angles))))
    print(f"gripper: {len(second)} entries in row 2; {second[2]} taken out,",
          f"it holds: {sp.simplify(found - derived) == sp.zeros(3)};", end=" ")
    numbers = np.array(PRINTED["tau_6tool"], dtype=float) - tau_x(np.radians(-30))
    print(f"its numbers are rounded by {np.abs(numbers).max():.6f}")


def entries(matrices, q, at):
    """Entries of derived matrices as numbers at joint coordinates, by their printed names."""
    values = {name: M.subs(dict(zip(q, at))) for name, M in matrices.items()}
    return {f"{name}_{m + 1}{n + 1}": float(M[m, n])
            for name, M in values.items() for m, n in np.ndindex(3, 3)}


def value(text, q):
    """A printed formula at joint coordinates q; nan when the text is no formula.

    0.866 is read as sqrt(3)/2.
    """
    try:
        return float(sp.sympify(text.replace("0.866", "sqrt(3)/2"), locals=joint_letters(q)))
    except (TypeError, SyntaxError, sp.SympifyError):
        return np.nan


def printed(entry, q):
    """A printed entry of tau_B3, a or b at q; nan when there is none that can be read."""
    return value(PRINTED["entries"].get(entry, ""), q)


def mended(entry, q, leave=None):
    """A printed entry at q with all its corrections, or with all but the one of `leave`."""
    text = PRINTED["entries"][entry]
    for name, wrong, right in PRINTED["mends"]:
        if name == entry and wrong != leave:
            text = text.replace(wrong, right)
    return value(text, q)


def mends_table(exact, q):
    """Print every correction, and the error at q that its term makes alone."""
    for entry, wrong, right in PRINTED["mends"]:
        alone = abs(mended(entry, q, leave=wrong) - exact[entry])
        size = "not to be read" if np.isnan(alone) else f"{alone:.3f}"
        print(f"{entry:10} {wrong.strip():20} -> {right.strip() or '(nothing)':21} {size}")


def printed_position(s, i, point):
    """The printed sum for a point of frame i in {B}, its terms taken one by one."""
    total = np.zeros(3)
    for term in PRINTED["t"][str(i)]:
        tau, vector = term.split()
        kind, j = vector.split("_")
        j = j if j == "tool" else int(j)
        assert tau == f"tau_B{j}"
        total += s.tau("B", j) @ (point if kind == "t" else s.L(j))
    return total


# -- figures ------------------------------------------------------------------------------
def figures_3_1_and_3_2():
    """The point of link i-1 seen from frame i, and the point of link i seen from frame i-1."""
    turn, slide = tau_z(0.5) @ tau_x(-0.4), np.array([0, 0, 1.2])
    origin = slide + [0, 1.9, 0.3]
    own, next_one = np.array([0.3, 1.7, -0.5]), origin + turn @ [-0.3, 1.5, 0.3]
    fig, axes = drawing.figure(2, axes=False, width=10, titles=["Figure 3.1", "Figure 3.2"])
    _link(axes[0], turn, slide, origin)
    _arrow(axes[0], 0 * own, own, "$t_{i-1(i-1)}$", "sky", [0, 0.1, -0.4])
    _arrow(axes[0], origin, own, "$t_{i-1(i)}$", "purple", [0, 0.4, 0])
    _link(axes[1], turn, slide, origin)
    _arrow(axes[1], 0 * own, next_one, "$t_{i(i-1)}$", "sky", [0, 0.1, -0.4])
    _arrow(axes[1], origin, next_one, "$t_{i(i)}$", "purple", [0, 0.1, 0.15])
    for ax in axes:
        drawing.set_equal(ax)
    drawing.show(fig, "Two frames, i-1 and i, joined by a grey slide arrow up the z axis of the "
                 "first and a black link arrow. A light blue arrow from frame i-1 and a purple one "
                 "from frame i end in the same point, left below frame i, right beyond it.",
                 "Slide, link vector and purple arrow add up to the light blue one, whichever "
                 "link owns the point.")


def _link(ax, turn, slide, origin):
    drawing.frame(ax, label="{i-1}", size=0.7, names=["x", "y", ""])
    drawing.frame(ax, turn, origin, "i", size=0.7)
    _arrow(ax, 0 * slide, slide, r"$e(1-\sigma_i)q_i$", "grey", [0, 0.5, -0.1])
    _arrow(ax, slide, origin, "$l_i$", "ink", [0, 0, 0.12])


def _arrow(ax, start, end, name, color, shift):
    drawing.vector(ax, start, end, color=COLOUR[color])
    ax.text(*((start + end) / 2 + shift), name, color=COLOUR[color], size=12, ha="center")


def slide_figure(arm, after):
    """A prismatic joint at work: the crane with its slide in and out, and the way of the tip."""
    before = after * [1, 0, 1]
    fig, ax = drawing.figure(width=6.4, height=4.8)
    drawing.mechanism(ax, arm, before, frames=None, labels=False, color="#b8b8b8")
    drawing.mechanism(ax, arm, after, frames=[0, 1, 3])
    drawing.vector(ax, *arm.at([before, after]).t(3), color=COLOUR["orange"], head=0.06)
    drawing.show(fig, "A crane with a turning column, a slide and a wrist, drawn with the slide in "
                 "(pale) and out (dark); an arrow joins the two tips, parallel to the slide.",
                 "A prismatic joint moves everything beyond it by one vector, along Z of frame 1.")


def wrong_turn_figure(origins, ways, pose):
    """Origins of all frames with the column at 0, 60 and 120 degrees, one drawing for each way."""
    fig, axes = drawing.figure(3, width=11, titles=list(ways))
    for ax, way in zip(axes, ways.values()):
        for turned, color in zip(np.radians([0, 60, 120]), ("ink", "orange", "sky")):
            drawing.line3d(ax, origins(pose + [turned, 0, 0], way), COLOUR[color], 3)
        drawing.set_equal(ax, [[-0.6, -0.6, 0], [0.6, 0.6, 0.6]])
    drawing.show(fig, "Three drawings of the crane with its column at 0, 60 and 120 degrees: a fan "
                 "of three bent arms; one arm lying on the floor, three times the same; three "
                 "first links in a fan with parallel outer links.",
                 "Slip A: the sensor turns and nothing moves. Slip B: the outer links do not "
                 "hear of the column.")


def figure_3_3(P, Y, R):
    """The three turns of (3.4), one drawing each."""
    steps = [np.eye(3), tau_x(P), tau_x(P) @ tau_y(Y), tau_x(P) @ tau_y(Y) @ tau_z(R)]
    names = ["u", "v'", "w'"], ["u'", "v'", "w''"], ["u''", "v''", "w''"]
    fig, axes = drawing.figure(3, axes=False, width=11, titles=[
        "pitch P about u", "yaw Y about v'", "roll R about w''"])
    for k, (ax, letter, angle) in enumerate(zip(axes, "PYR", (P, Y, R))):
        drawing.frame(ax, steps[k], fade=True, names="")
        drawing.frame(ax, steps[k + 1], names=names[k])
        start = steps[k][:, (k + 1) % 3]
        drawing.arc(ax, steps[k][:, k], start, angle, f"${letter}$", radius=0.75)
        drawing.set_equal(ax)
    drawing.show(fig, "Three triads. In each the pale one turns into the bright one: about the red "
                 "axis by P, about the green axis by Y, about the blue axis by R; an arc with an "
                 "arrow marks the angle.",
                 "Figure 3.3. Each turn leaves one axis where it was: u, then v', then w''.")


def quadrants_figure(attitudes, good):
    """What arctg answers on the circle, and which attitudes it recovers."""
    fig, (circle, plane) = drawing.figure(2, three_d=False, width=9.5, titles=[
        "arctg on the circle", "attitudes read with arctg"])
    for start, color in ((-90, "sky"), (90, "orange")):
        a = np.radians(np.linspace(start, start + 180))
        circle.plot(np.cos(a), np.sin(a), color=COLOUR[color], lw=4)
    x, y = np.cos(np.radians(150)), np.sin(np.radians(150))
    for sign, name, color in ((1, "true 150°", "orange"), (-1, "arctg −30°", "sky")):
        drawing.vector(circle, (0, 0, 0), (sign * x, sign * y, 0), color=COLOUR[color])
        circle.text(1.4 * sign * x, 1.35 * sign * y, name, color=COLOUR[color], ha="center")
    circle.set(xlabel="cosine", ylabel="sine", xlim=(-1.8, 1.8))
    _attitudes(plane, attitudes[good], "sky", "o", "recovered")
    _attitudes(plane, attitudes[~good], "orange", "x", "lost")
    plane.legend(loc="upper left", fontsize=8)
    drawing.show(fig, "Left: a circle, right half blue, left half orange; an arrow at 150 degrees "
                 "and the opposite one at minus 30. Right: points over t11 and t33; only those in "
                 "the quadrant where both are positive are marked as recovered.",
                 "arctg always answers from the right half of the circle. Only attitudes with "
                 "t11 > 0 and t33 > 0 survive.")


def _attitudes(ax, attitudes, color, marker, label=""):
    ax.scatter(attitudes[:, 0, 0], attitudes[:, 2, 2], 9, COLOUR[color], marker=marker, label=label)
    ax.set(xlabel=r"$t_{11} = \cos Y \cos R$", ylabel=r"$t_{33} = \cos P \cos Y$",
           xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))


def sweep_figure(q_1, angles, miss):
    """P, Y, R in degrees along a motion that passes the singular attitude at a distance."""
    peak = np.abs(np.gradient(angles[0], q_1)).max()
    fig, ax = drawing.figure(three_d=False, width=7.5, height=3.8)
    styles = ("sky", "-"), ("ink", "--"), ("orange", "-.")
    for curve, name, (color, style) in zip(angles, ("pitch P", "yaw Y", "roll R"), styles):
        ax.plot(q_1, curve, style, label=name, color=COLOUR[color], lw=2)
    ax.set(aspect="auto", xlabel="$q_1$, degrees", ylabel="angle, degrees")
    ax.legend(fontsize=9)
    drawing.show(fig, f"Pitch, yaw and roll of link 6 against joint 1: the size of yaw rises to "
                 f"{90 - miss} degrees and falls again; pitch and roll run steeply through 180 "
                 "degrees where joint 1 stands at 90 degrees.",
                 f"{miss}° beside the singular attitude pitch runs {peak:.0f} times as fast as "
                 "the joint that causes it.")


def scheme_figure(reading):
    """Figure П.1: the Kawasaki at zero, and where the reading puts it; wrist drawn longer."""
    robot = kawasaki.fs20n(L_1=0.25, L_3=0.15, L_5=0.25, L_6=0.2, L_tool=0.2)
    fig, axes = drawing.figure(2, width=11, height=6.5, view=(14, 30), titles=[
        "Figure П.1: all joints at zero", "at the reading of our question"])
    for ax, q in zip(axes, (np.zeros(6), reading)):
        drawing.mechanism(ax, robot, q)
    drawing.show(fig, f"Left: {drawing.describe(robot, np.zeros(6))}; the arm stands upright. "
                 f"Right: {drawing.describe(robot, reading)}; the gripper points down.",
                 "At zero the arm stands upright over an offset shoulder, both long links along "
                 "Z of {B}; Z of frame 0 points down.")


def verdict_map(errors):
    """The printed entries of tau_B3, tau_B6, tau_Btool: hold, wrong by how much, not to be read."""
    titles = {"tau_B3": r"$\tau_{B3}$", "a": r"$a_{mn}$ of $\tau_{B6}$",
              "b": r"$b_{mn}$ of $\tau_{B\,tool}$"}
    fig, axes = drawing.figure(3, three_d=False, width=9, height=3.3, titles=list(titles.values()))
    for ax, name in zip(axes, titles):
        for m, n in np.ndindex(3, 3):
            _verdict(ax, m + 1, n + 1, errors[f"{name}_{m + 1}{n + 1}"])
        ax.set(xlim=(0.5, 3.5), ylim=(3.5, 0.5), xticks=[1, 2, 3], yticks=[1, 2, 3],
               xlabel="column", ylabel="row")
        ax.grid(False)
    wrong = [k for k, x in errors.items() if not x < 1e-9]
    drawing.show(fig, "Three squares of nine cells, one for each matrix. White cells hold; the "
                 f"others carry the error or a question mark: {', '.join(wrong)}.",
                 "White: the printed entry holds. Orange: wrong by the number, at the reading. "
                 "Grey: the copy holds no formula that can be read.")


def _verdict(ax, m, n, error):
    good = error < 1e-9
    color = "white" if good else "#cccccc" if np.isnan(error) else COLOUR["prismatic"]
    ax.fill_between([n - 0.48, n + 0.48], m - 0.48, m + 0.48, color=color)
    ax.text(n, m, "holds" if good else "?" if np.isnan(error) else f"{error:.2f}", ha="center",
            va="center", fontsize=9)


# -- exercises ----------------------------------------------------------------------------
def check_loader(tip):
    """Exercise 1: home, a distance that turning keeps, the start of a turn, lift and reach."""
    fig, ax = drawing.figure(width=5.2, height=4.2, view=(24, -50))
    drawing.mechanism(ax, LOADER, [0.7, 0.2, 0.1], frames=[0, 3])
    if tip([0, 0, 0]) is not None:
        drawing.line3d(ax, [tip([x, 0.2, 0.1]) for x in np.linspace(0, 1.4, 30)], COLOUR["orange"])
    drawing.show(fig, drawing.describe(LOADER, [0.7, 0.2, 0.1]) + ".",
                 "Exercise 1. Your curve (orange) is the tip while the column turns: it must pass "
                 "through the gripper.")
    laws.report(laws.same(tip([0, 0, 0]), [0.5, 0, 0.5], "home is where the text says"),
                laws.same_length(tip([0, 0.1, 0.2]), tip([1.3, 0.1, 0.2])),
                laws.derivative(tip, np.cross(Z, [0.5, 0, 0.5]), [0, 0, 0], [1, 0, 0]),
                laws.derivative(tip, Z, [0.4, 0.1, 0.2], [0, 1, 0]),
                laws.derivative(tip, [1, 0, 0], [0, 0.1, 0.2], [0, 0, 1]))


def check_orientation(orientation, attitudes):
    """Exercise 2: the angles, turned back by (3.4), are the attitudes they came from."""
    answer = orientation(attitudes)
    if answer is None:
        return laws.report(laws.same(None, None))
    again = tau_x(answer[0]) @ tau_y(answer[1]) @ tau_z(answer[2])
    lost = np.abs(again - attitudes).max((-2, -1)) > 1e-6
    fig, plane = drawing.figure(three_d=False)
    _attitudes(plane, attitudes[lost][:1500], "orange", "x")
    drawing.show(fig, f"{lost.sum()} of {len(lost)} attitudes are lost.",
                 "Exercise 2. An empty square is right.")
    laws.report(laws.same(again, attitudes, "turned back by (3.4)"))


def check_cos_yaw(cos_yaw, attitudes, q_1, along):
    """Exercise 3: 1 for a level frame, 0 at the singular attitude, deaf to P and R."""
    singular = tau_x(0.4) @ tau_y(np.pi / 2) @ tau_z(-1.1)
    turned = tau_x(0.7) @ attitudes @ tau_z(-0.4)
    if cos_yaw(along) is not None:
        fig, ax = drawing.figure(three_d=False, width=6, height=2.6)
        ax.plot(q_1, cos_yaw(along), color=COLOUR["purple"])
        ax.set(aspect="auto", xlabel="$q_1$, degrees", ylabel="|cos Y|", ylim=(0, 1))
        drawing.show(fig, "The warning number against joint 1.",
                     "Exercise 3. Small where the angles fail.")
    laws.report(laws.same(cos_yaw(np.eye(3)), 1.0, "1 for a level frame"),
                laws.same(cos_yaw(singular), 0.0, "0 at the singular attitude"),
                laws.same(cos_yaw(attitudes), cos_yaw(turned), "turns by P and R do not matter"))


def check_b_31(text, q):
    """Exercise 4: with the missing entry tau_Btool is a rotation matrix again."""
    known = {k: mended(k, q) for k in PRINTED["entries"]} | {"b_31": value(text or "0", q)}
    b = np.array([[known[f"b_{m}{n}"] for n in (1, 2, 3)] for m in (1, 2, 3)])
    fig, ax = drawing.figure(axes=False, width=4.4, height=3.6)
    drawing.frame(ax, fade=True, label=r"\mathrm{B}", size=0.6)
    for k, name in enumerate("xyz"):
        drawing.vector(ax, (0, 0, 0), b[:, k], f"${name}$", drawing.AXES[k])
    drawing.set_equal(ax)
    drawing.show(fig, "The columns of the gripper's matrix as arrows over the pale base frame.",
                 "Exercise 4. The red arrow lies flat until it has its third component.")
    laws.report(laws.rotation(b if text else None))


def check_wrist(height, robot, q):
    """Exercise 5: sliders for joints 2 and 3, your height as a line, and four laws.

    The third: upright, the wrist stands 0.06 m behind the axis of joint 2, so leaning forwards
    starts by lifting it at that lever.
    """
    wrist_picture(height, robot, q)
    drawing.sliders(lambda q_2, q_3: wrist_picture(height, robot, np.radians(
        [25, q_2, q_3, 25, -40, -50])), q_2=(-105, 140, 30), q_3=(-155, 120, -60))
    if height(0.0, 0.0) is None:
        return laws.report(laws.same(None, None))
    together = height(0.9, 0.2) - height(0.4, -0.3), 0.8 * (np.cos(0.9) - np.cos(0.4))
    swing = [height(0.3, x) for x in np.linspace(-np.pi, np.pi, 2001)]
    laws.report(laws.same(height(0.0, 0.0), 1.5, "upright: both long links"),
                laws.same(*together, "both joints together keep the forearm's direction"),
                laws.derivative(lambda x: height(x, 0.0), 0.06, 0.0, 1.0),
                laws.same(round(np.ptp(swing), 4), round(2 * np.hypot(0.06, 0.7), 4),
                          "joint 3 swings the wrist by twice its distance from the elbow"))


def wrist_picture(height, robot, q):
    """The arm at q, and a line at the height that `height` gives for the wrist centre."""
    fig, ax = drawing.figure(width=5.6, height=4.6)
    drawing.mechanism(ax, robot, q, frames=["B", 4])
    level = height(q[1], q[2])
    if level is not None:
        y = robot.at(q).t(4, frame="B", origin="B")[:2]
        drawing.line3d(ax, [[*(0.6 * y), level], [*(1.2 * y), level]], COLOUR["orange"], style="--")
    drawing.show(fig, drawing.describe(robot, q) + ".",
                 "Exercise 5. The dashed line at your height must touch the origin of frame 4.")
