"""What lesson 13 shows but need not spell out: arms, letters, figures."""

from __future__ import annotations

import re

import numpy as np
import sympy
from matplotlib.patches import Patch, Rectangle

from robokit import Loads, Mechanism, Mount, drawing, kawasaki, laws, rotation
from robokit.drawing import COLOUR, LETTERS, NUMBERS
from robokit.statics import AXES, Arm, Line, code, operations, table_1, table_2

_PORTAL = [(0, 0.3, 0), (0, 0.4, 0), (0.5, 0, 0), (0, -0.2, 0), (0, -0.2, 0), (0, -0.15, 0)]
#: the paper's arms: name, pattern, lengths of our own (m), a posture to draw
ARMS = {
    1: ("gantry, Cartesian", "Py Px Ry P-y Rz Ry", _PORTAL, [0.1, 0, 0.5, 0.1, 0.4, 0]),
    2: ("cylindrical", "Ry Px Ry P-y Rz Ry", _PORTAL, [0.5, 0, -0.3, 0.1, 0.4, 0]),
    3: ("angular, level", "Ry Ry Ry P-y Rz Ry", [(0, 0.7, 0), (0.4, 0, 0), (0.35, 0, 0),
        *_PORTAL[3:]], [0.3, 0.5, -0.3, 0.1, 0.4, 0]),
    4: ("spherical", "Ry Rz Ry Px Rz Ry", [(0, 0.3, 0), (0, 0.3, 0), (0.15, 0, 0), (0.2, 0, 0),
        (0.25, 0, 0), (0, -0.15, 0)], [0.2, 0.5, 0.3, 0.1, -0.4, 0]),
    5: ("angular, upright", "Ry Rz Rz Ry Rz Ry", [(0, 0.3, 0), (0, 0.2, 0), (0, 0.4, 0),
        (0, 0.2, 0), (0, 0.25, 0), (0, 0.15, 0)], [0.3, -0.7, -0.6, 0, -0.4, 0])}
PROBLEMS = {k: pattern for k, (_, pattern, _, _) in ARMS.items()}
TO_PAPER = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])   # z of {B}, which is up, becomes y
KAWASAKI, G = "R-y R-z Rz Ry Rz Ry", 9.81
SHOULDER, GRIPPER = np.array([0.15, 0]), np.array([0.05, 0.05 * 3**0.5, 0])   # from O_6, q = 0
CELLS = {"0": "#ffffff", "1": "#e4e4e4", "one letter": "#cfe3f2", "product": "#f6d9a8",
         "sum of angles": "#dcc3db"}
MIDDLE = {"ha": "center", "va": "center"}


# -- arms ------------------------------------------------------------------------------------------
def walk(arm, l, r, q):
    """Poles O_k and mass centres of all links in frame 0, and the last frame, turn by turn."""
    o, tau, poles, centres = np.zeros(3), np.eye(3), [], []
    for joint, shift, centre, x in zip(arm.joints, l, r, q):
        o = o + tau @ (shift + (joint.kind == "P") * joint.sign * x * np.eye(3)[joint.axis])
        if joint.kind == "R":
            tau = tau @ laws.by_turns(AXES[joint.axis], [joint.sign * x])
        poles.append(o)
        centres.append(o + tau @ centre)
    return np.array(poles), np.array(centres), tau


def turned(arm, q, j):
    """Axes of frame j in frame 0, turn by turn. (3, 3)"""
    none = np.zeros((j, 3))
    return walk(arm, none, none, q[:j])[2]


def some_numbers(arm, rng):
    """q, l, m, r drawn at random."""
    return (rng.uniform(-2, 2, arm.n), rng.normal(size=(arm.n, 3)), rng.uniform(1, 3, arm.n),
            rng.normal(size=(arm.n, 3)) / 3)


def gravity(s) -> Loads:
    """Weights along -y of {B}, in frame 0 of the state, where section 8 wants them."""
    return Loads(gravity=s.tau(0, "B") @ [0, -G, 0])


def loaded_kawasaki(load=0.0):
    """The FS20N in the paper's frames: arm, l, m, r; `load` kg sit at the gripper."""
    robot = kawasaki.fs20n(inertias="nominal")
    s = robot.at(np.zeros(6))
    origins = [s.t(k, frame="B", origin="B") for k in range(7)]
    poles = np.array([TO_PAPER @ t for t in origins[:6]])                 # joint k: origin of k-1
    r = np.array([TO_PAPER @ (t + s.tau("B", k) @ robot.r[k - 1]) for k, t in
                  enumerate(origins[1:], 1)]) - poles
    m = np.array(robot.m) + [0, 0, 0, 0, 0, load]
    r[5] = (robot.m[5] * r[5] + load * GRIPPER) / m[5]
    return Arm(KAWASAKI), np.diff(poles, axis=0, prepend=0).round(12), m, r.round(12)


# -- letters ---------------------------------------------------------------------------------------
def number(expressions, values):
    """Expressions with numbers for their letters, as an array."""
    return np.array(sympy.Matrix([expressions]).subs(values).tolist(), float).squeeze()


def angles(expressions):
    """The letters s23, c23, .. as sin(q2 + q3), cos(q2 + q3)."""
    def of(x):
        terms = [(-1 if minus else 1) * sympy.Symbol("q" + k)
                 for minus, k in re.findall("(m?)([0-9])", x.name)]
        return {"s": sympy.sin, "c": sympy.cos}[x.name[0]](sum(terms))
    expressions = sympy.sympify(expressions)
    return expressions.subs({x: of(x) for x in expressions.free_symbols if x.name[0] in "sc"})


def sines(arm, q):
    """Arrays for all letters s and c of the arm at q (..., n)."""
    q, known = np.asarray(q, float), {}
    for i, j in ((a, b) for b in range(1, arm.n + 1) for a in range(b)):
        for turn in arm.turns(i, j):
            angle = sum(sign * q[..., k - 1] for sign, k in turn.angles)
            (sign, s), (_, c) = (x.as_coeff_Mul() for x in turn.sine_cosine)
            known |= {str(s): float(sign) * np.sin(angle), str(c): np.cos(angle)}
    return known


def keep(name, value, lines):
    """The value, or a name for it where it takes an operation."""
    if operations([Line(None, value)]) == (0, 0):
        return value
    lines.append(Line(sympy.Symbol(name), value))
    return lines[-1].name


def carried(arm, lines):
    """The vertical in frames 0..n, each from the one before its last turn."""
    up = [[sympy.Integer(a == "y") for a in AXES]]
    for k, joint in enumerate(arm.joints, 1):
        v = up[-1]
        if joint.kind == "R":
            turn = arm.turns(0, k)[-1]
            (s, c), v, a, b = turn.sine_cosine, [*up[turn.before]], joint.axis - 2, joint.axis - 1
            v[a], v[b] = c * v[a] + s * v[b], c * v[b] - s * v[a]
        up.append([keep(f"u{k}{x}", e, lines) for x, e in zip(AXES, v)])
    return up


def needed(lines, results):
    """The lines that the results rest on."""
    wanted, kept = set().union(*[sympy.sympify(x).free_symbols for x in results]), []
    for line in reversed(lines):
        if line.name in wanted:
            kept.append(line)
            wanted |= line.value.free_symbols
    return kept[::-1]


def drive_lines(arm, known):
    """Lines and drives of an arm of turns; what `constants` knows to be zero is left out."""
    lines, drives = [], []
    none = {sympy.Symbol(name): 0 for name, x in known.items() if x == 0}
    up, H = carried(arm, lines), [0, 0, 0]
    for k in range(arm.n, 0, -1):
        H = arm.turns(k, k + 1)[0].back(H) if k < arm.n else H
        H = [keep(f"h{k}{x}", sympy.Symbol(f"p{k}{x}").subs(none) + e, lines)
             for x, e in zip(AXES, H)]
        _, axis, sign = arm.joints[k - 1]
        held = H[axis - 2] * up[k][axis - 1] - H[axis - 1] * up[k][axis - 2]
        drives.append(keep(f"d{k}", sign * held, lines))
    return needed(lines, drives), drives[::-1]


def constants(l, m, r):
    """Numbers for p3x, ..: weight of link 3 times its mass centre, and of all beyond it times
    its length, N m."""
    hung = np.append(np.cumsum(m[:0:-1])[::-1], 0)                   # beyond link k
    P = G * (m[:, None] * r + hung[:, None] * np.vstack([l[1:], np.zeros(3)])).round(12)
    return {f"p{k}{a}": P[k - 1, i] for k in range(1, len(m) + 1) for i, a in enumerate(AXES)}


def run(source, known):
    """What a written function returns for the letters that it asks for."""
    scope = {}
    exec(source, scope)                                      # a text that this lesson wrote
    function = next(f for name, f in scope.items() if not name.startswith("__"))
    asked = function.__code__.co_varnames[:function.__code__.co_argcount]
    return function(**{name: known[name] for name in asked})


def held(load=0.0, K=0.0):
    """q (..., 6) -> drives of the Kawasaki (..., 6), by written code; a spring adds K sin q_2."""
    arm, l, m, r = loaded_kawasaki(load)
    known = constants(l, m, r)
    lines, drives = drive_lines(arm, known)
    source = code(lines, "drives", drives)

    def function(q):
        found = run(source, known | sines(arm, q))
        found = np.stack(np.broadcast_arrays(*found, 0 * np.asarray(q)[..., 0])[:6], -1)
        return found + K * np.sin(q)[..., 1:2] * np.eye(6)[1]
    return function


def worst(function, limits):
    """For each joint the largest drive found and its posture: at random, then small steps."""
    rng, best = np.random.default_rng(0), []
    many = rng.uniform(*limits.T, (20000, 6))
    values = abs(function(many))
    for k in range(6):
        q = many[[np.argmax(values[:, k])]]
        for size in np.geomspace(0.5, 1e-4, 40):
            near = np.vstack([q, np.clip(q + size * rng.normal(size=(300, 6)), *limits.T)])
            q = near[[np.argmax(abs(function(near)[:, k]))]]
        best.append((abs(function(q)[0, k]), q[0]))
    return best


def count_table():
    """Problem -> operations: nine cosines as a product of matrices and by (5)-(8), the vertical in
    frame 6 by (5)-(8) and carried forward."""
    found = {}
    for k, pattern in PROBLEMS.items():
        arm, lines = Arm(pattern), []
        columns, up = [arm.written(a, 6) for a in AXES], carried(arm, lines)[6]
        parts = [[], [], needed(lines, up)]
        for v, written in columns:
            parts[0] += written
            parts[1] += needed(written, [v[1]])
        found[k] = [45 * (pattern.count("R") - 1), *(sum(operations(x)) for x in parts)]
    return found


# -- figures ---------------------------------------------------------------------------------------
def pair(*titles, height=3.7):
    return drawing.figure(2, three_d=False, width=9.4, height=height, titles=titles)


def scheme_figure(*numbers):
    """Kinematic schemes of the paper's arms."""
    fig, axes = drawing.figure(len(numbers), axes=False, width=3.2 * len(numbers), height=3.6,
                               titles=[f"{k}: {ARMS[k][0]}" for k in numbers], view=(18, 35))
    words = []
    for ax, k in zip(axes, numbers):
        _, pattern, l, q = ARMS[k]
        robot = Arm(pattern).mechanism(l, np.ones(6), np.zeros((6, 3)))
        base = TO_PAPER.T @ rotation.eps(*robot.base.angles).T
        robot = Mechanism(robot.sigma, robot.angles, robot.l, name=f"{k}, {pattern},",
                          base=Mount(np.stack(rotation.angles_of(base)), robot.base.l),
                          tool=Mount((np.sign(l[5][1]) * np.pi / 2, 0, 0), (0, 0, 0.15)))
        drawing.mechanism(ax, robot, q, frames=None)
        drawing.frame(ax, TO_PAPER.T, (0.2, -0.1, 0), "", 0.2)
        words.append(drawing.describe(robot, q))
    drawing.show(fig, "Schemes of arms; cylinders turn, boxes slide, y points up "
                 "(heights are z below). " + "; ".join(words) + ".",
                 "The paper's figures with lengths of our own: "
                 + "; ".join(f"{k} is {PROBLEMS[k]}" for k in numbers) + ".")


def kind(x):
    """A key of CELLS."""
    letters = [str(a) for a in x.free_symbols]
    if len(letters) == 1:
        return "sum of angles" if "ij" in letters[0] else "one letter"
    return "product" if letters else str(abs(x))


def draw_block(ax, block, x, y):
    for k, cell in enumerate(block):
        minus, (p, q) = cell.could_extract_minus_sign(), divmod(k, 3)
        letters = sorted(map(str, cell.free_symbols), key=lambda a: (a[1:], a))
        body = "".join(f"{a[0]}_{{{a[1:]}}}" for a in letters) or str(abs(cell))
        ax.add_patch(Rectangle((x + q, y - p), 1, 1, fc=CELLS[kind(cell)], ec=COLOUR["grey"],
                               lw=0.6))
        ax.text(x + q + 0.5, y - p + 0.46, f"${'-' * minus}{body}$", fontsize=LETTERS - 1, **MIDDLE)


def table_figure(n):
    """Table 1 or 2 of the paper, coloured by what a cell costs."""
    fig, ax = drawing.figure(three_d=False, axes=False, width=9, height=2.7 if n == 1 else 6.7)
    rows = [[table_1()[b] for b in AXES]] if n == 1 else \
        [[table_2()[a, b] for b in AXES] for a in AXES]
    for a, row in enumerate(rows):
        for b, block in enumerate(row):
            draw_block(ax, block, 3.25 * b, -3.25 * a)
        for p, name in enumerate(AXES):
            ax.text(-0.6, 0.45 - 3.25 * a - p, f"${name}_{{j-{n}}}$", fontsize=LETTERS - 1,
                    **MIDDLE)
        if n == 2:
            ax.text(-1.6, -0.55 - 3.25 * a, f"joint $i$ about ${AXES[a]}$", rotation=90,
                    fontsize=NUMBERS, **MIDDLE)
    for b, axis in enumerate(AXES):
        ax.text(3.25 * b + 1.5, 2.1, f"joint $j$ about ${axis}$", fontsize=NUMBERS, **MIDDLE)
        for q, name in enumerate(AXES):
            ax.text(3.25 * b + q + 0.5, 1.35, f"${name}_j$", fontsize=LETTERS - 1, **MIDDLE)
    kinds = [kind(cell) for row in rows for block in row for cell in block]
    used = [name for name in CELLS if name in kinds]
    ax.legend([Patch(facecolor=CELLS[name], edgecolor=COLOUR["grey"]) for name in used], used,
              loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=5, fontsize=NUMBERS,
              frameon=False)
    ax.set(xlim=(-2, 9.6), ylim=(0.95 - 3.25 * len(rows), 2.5))
    said = ", ".join(f"{kinds.count(name)} of {name}" for name in used)
    drawing.show(fig, f"A table of {len(kinds)} coloured cells in blocks of three by three, one "
                 f"for each choice of axes: {said}.", f"Table {n}, {len(kinds)} cells. Columns: "
                 f"axes of frame $j$; rows: axes of frame $j-{n}$." + " $i = j-1$." * (n == 2))


def count_figure(table):
    """Operations for each of the paper's arms; table: problem -> four counts."""
    fig, axes = pair("all nine cosines", "the vertical in frame 6")
    for ax, names, first in zip(axes, (("matrices", "(5)-(8)"), ("(5)-(8)", "forward")), (0, 2)):
        for k, (name, color) in enumerate(zip(names, ("grey", "orange"))):
            heights = [counts[first + k] for counts in table.values()]
            ax.bar_label(ax.bar(np.array([*table]) - 0.2 + 0.4 * k, heights, 0.38, label=name,
                                color=COLOUR[color]), fontsize=NUMBERS)
        ax.legend(frameon=False, fontsize=NUMBERS, loc="upper left")
        ax.set(aspect="auto", xlabel="arm", ylabel="operations", xticks=list(table))
        ax.grid(False)
    said = "; ".join(f"arm {k}: {a} and {b}, {c} and {d}" for k, (a, b, c, d) in table.items())
    drawing.show(fig, f"Two bar charts for arms 1 to 5, two bars each. {said}.",
                 "Left, what writing out saves. Right, what leading the vertical forward saves.")


def draw_side(ax, load, q):
    """The Kawasaki in the plane of the arm (q_1 = q_4 = 0), mass centres as dots."""
    arm, l, m, r = loaded_kawasaki(load)
    poles, centres, tau = walk(arm, l, r, q)
    line = np.vstack([[0, -0.35, 0], poles, poles[5] + tau @ GRIPPER])[:, :2]
    ax.plot([-0.3, 0.3], [-0.35, -0.35], color=COLOUR["grey"], lw=6)
    ax.plot(*line.T, "-", color=COLOUR["link"], lw=6, solid_capstyle="round")
    for place, mass in zip(centres[1:5], m[1:5]):
        ax.plot(*place[:2], "o", color=COLOUR["orange"], mec=COLOUR["ink"], ms=2 * mass**0.5)
    ax.plot(*line[-1], "s", color=COLOUR["purple"], mec=COLOUR["ink"], ms=2.5 * load**0.5)
    for k in (1, 2, 4):
        ax.text(*poles[k, :2], str(k + 1), fontsize=NUMBERS - 2, **MIDDLE, bbox={
            "boxstyle": "circle,pad=0.2", "fc": COLOUR["revolute"], "ec": COLOUR["ink"]})
    ax.set(xlim=(-1.95, 2.1), ylim=(-1, 1.9), xlabel="x, m", ylabel="y, m")


def held_figure(q_2, q_3, q_5, load):
    """The arm from the side and what its drives hold; degrees and kg."""
    q = np.radians([0, q_2, q_3, 0, q_5, 0])
    drives = held(load)(q) + 0.0
    fig, axes = pair()
    draw_side(axes[0], load, q)
    axes[1].barh(range(6), drives, color=COLOUR["orange"])
    for k, x in enumerate(drives):
        axes[1].text(1450, k, f"{x:.0f}", ha="right", va="center", fontsize=NUMBERS)
    axes[1].set(aspect="auto", xlim=(-1050, 1460), yticks=range(6), ylabel="",
                xticks=(-1000, -500, 0, 500, 1000), xlabel="$\\mu_{Dk}$, N m")
    axes[1].set_yticklabels([f"drive {k}" for k in range(1, 7)], fontsize=NUMBERS)
    axes[1].invert_yaxis()
    drawing.show(fig, f"Left, the Kawasaki from the side at q2 = {q_2}, q3 = {q_3}, q5 = {q_5} "
                 f"degrees with {load} kg in the gripper, orange dots at its mass centres. Right, "
                 f"bars of the six drives: {', '.join(f'{x:.0f}' for x in drives)} N m.",
                 f"{load} kg held at $q_2 = {q_2}°$, $q_3 = {q_3}°$, $q_5 = {q_5}°$.")


def map_figure(function, limits):
    """Drives 2 and 3 over q_2 and q_3, the other angles zero."""
    q_2, q_3 = np.meshgrid(*(np.linspace(*limits[k], 121) for k in (1, 2)))
    drives, said = function(np.stack([0 * q_2, q_2, q_3, *[0 * q_2] * 3], -1)), []
    fig, axes = pair("drive 2, N m", "drive 3, N m", height=3.9)
    for ax, k, top in zip(axes, (1, 2), (1000, 300)):
        place = np.degrees(q_2), np.degrees(q_3), drives[..., k]
        shade = ax.contourf(*place, cmap="PuOr", levels=np.linspace(-top, top, 21))
        ax.contour(*place, [0], colors="black", linewidths=1.5)
        fig.colorbar(shade, ax=ax, ticks=[-top, 0, top]).ax.tick_params(labelsize=NUMBERS)
        ax.set(aspect="auto", xlabel="$q_2$, degrees", ylabel="$q_3$, degrees")
        said.append(f"drive {k + 1} from {place[2].min():.0f} to {place[2].max():.0f}")
    drawing.show(fig, "Two maps over q2 and q3 in bands, the zero line in black. Drive 2 changes "
                 "mostly with q2, drive 3 only across the diagonal, with q3 - q2: "
                 + ", ".join(said) + " N m.",
                 "Drive 3 knows only $q_3 - q_2$; on the black lines a drive holds nothing.")


def worst_figure(found, load):
    """Bars of the largest drives, empty and loaded, and the posture of the worst of all."""
    fig, axes = pair("largest drive of each joint", "where drive 2 is largest")
    for k, (name, best) in enumerate(found.items()):
        axes[0].bar_label(axes[0].bar(
            np.arange(1, 7) - 0.2 + 0.4 * k, [x for x, _ in best], 0.38, label=name,
            color=COLOUR[("grey", "orange")[k]]), fmt="%.0f", fontsize=NUMBERS - 2)
    axes[0].legend(frameon=False, fontsize=NUMBERS)
    axes[0].set(aspect="auto", xlabel="joint", ylabel="N m", xticks=range(1, 7))
    axes[0].grid(False)
    draw_side(axes[1], load, found[f"{load} kg"][1][1] * [0, 1, 1, 0, 1, 0])
    said = "; ".join(f"{name}: " + ", ".join(f"{x:.0f}" for x, _ in best)
                     for name, best in found.items())
    drawing.show(fig, f"Left, bars of the largest drive of joints 1 to 6 in N m: {said}. Right, "
                 "the arm stretched out level, to one side of its column.",
                 "Joint 2 is loaded worst, with upper arm and forearm stretched out level.")


def spring_figure(load, K, limits, a=0.25):
    """A spring on the upper arm, and drive 2 with and without it for every q_3."""
    fig, axes = pair("a spring from A to B", "drive 2, all other angles", height=3.9)
    lean = np.radians(50)
    draw_side(axes[0], load, [0, lean, np.radians(60), 0, np.radians(20), 0])
    A, B = SHOULDER + [0, a], SHOULDER + a * np.array([np.sin(lean), np.cos(lean)])
    along, across = np.linspace(0, 1, 41)[:, None], 0.2 * (B - A)[::-1] * [-1, 1]
    axes[0].plot(*np.array([SHOULDER, A]).T, color=COLOUR["grey"], lw=4)
    axes[0].plot(*(A + along * (B - A) + np.sin(16 * np.pi * along) * across).T,
                 color=COLOUR["purple"], lw=1.5)
    for name, end, shift in zip("AB", (A, B), ((-0.12, 0.03), (0.04, -0.14))):
        axes[0].text(*(end + shift), name, fontsize=LETTERS, color=COLOUR["purple"])
    axes[0].set(xlim=(-0.4, 1.3), ylim=(-0.4, 1.5))
    posture = np.tile(np.random.default_rng(0).uniform(*limits.T, (3000, 1, 6)), (1, 60, 1))
    posture[..., 1] = q_2 = np.linspace(*limits[1], 60)
    ends = []
    for x, color, name in ((0, "grey", "without"), (K, "orange", "with the spring")):
        band = held(load, x)(posture)[..., 1]
        axes[1].fill_between(np.degrees(q_2), band.min(0), band.max(0), color=COLOUR[color],
                             alpha=0.75, label=name)
        ends.append(f"from {band.min():.0f} to {band.max():.0f} N m")
    axes[1].set(aspect="auto", xlabel="$q_2$, degrees", ylabel="N m")
    axes[1].legend(frameon=False, fontsize=NUMBERS)
    drawing.show(fig, "Left, the arm with a grey post above joint 2 and a coil from its top A to a "
                 f"point B of the upper arm. Right, bands of drive 2 over q2: without the spring "
                 f"{ends[0]} in a wave, with it a level band {ends[1]}.",
                 "The wave is the upper arm and all that hangs at its end; the spring takes it.")
