"""Lesson 3: right answers pass, slips are told apart, the displayed matrices are true."""

import re
from itertools import product

import numpy as np
import pytest
import sympy as sp
from derived import LESSONS, Answers, Form

from autograde import parallel_text
from lessons import checks_03 as checks
from robokit import kawasaki
from robokit.errata import appendix1, latex
from robokit.rotation import angles_of, tau_x, tau_y, tau_z

Y, R, (q_1, q_2, q_3, q_4, q_5, q_6) = checks.Y, checks.R, checks.Q
REACH, HEIGHT = 0.5 + q_3, 0.5 + q_2
TIP = [REACH * sp.cos(q_1), REACH * sp.sin(q_1), HEIGHT]
ROW = [-sp.sin(Y) * sp.cos(R), sp.sin(Y) * sp.sin(R), sp.cos(Y)]
PHI = q_2 - q_3
UPRIGHT = sp.cos(q_5) * sp.cos(PHI) + sp.cos(q_4) * sp.sin(q_5) * sp.sin(PHI)
LEVEL = np.radians([60, -30])


def stands(reach, height):
    return [reach * sp.cos(q_1), reach * sp.sin(q_1), height]


def other(tau):
    """The second triple."""
    P, Y, R = angles_of(tau)
    return P + np.pi, np.pi - Y, R + np.pi


def by_arctg(tau):
    """The three angles as printed."""
    P = np.arctan(-tau[1, 2] / tau[2, 2])
    c, s = np.cos(P), np.sin(P)
    return (P, np.arctan(tau[0, 2] / (tau[2, 2] * c - tau[1, 2] * s)),
            np.arctan((tau[1, 0] * c + tau[2, 0] * s) / (tau[1, 1] * c + tau[2, 1] * s)))


def about_fixed_axes(tau):
    """Angles of tau_z(R) tau_y(Y) tau_x(P)."""
    return (np.arctan2(tau[2, 1], tau[2, 2]), -np.arcsin(tau[2, 0]),
            np.arctan2(tau[1, 0], tau[0, 0]))


class TestAnswers(Answers):
    right = [
        (checks.bolt, [-0.2, 0.1, 0.8]), (checks.bolt, sp.Matrix([-0.2, 0.1, 0.8]).T.tolist()[0]),
        (checks.tip, TIP), (checks.tip, sp.Matrix(TIP)),
        (checks.tip, [x.subs({q: sp.Symbol(q.name) for q in checks.Q}) for x in TIP]),
        (checks.third_row, ROW), (checks.third_row, (tau_y(Y) @ tau_z(R))[2]),
        (checks.orientation, angles_of), (checks.orientation, other),
        (checks.orientation, lambda tau: list(np.array(angles_of(tau)) + 2 * np.pi)),
        (checks.cos_yaw, lambda tau: np.hypot(tau[0, 0], tau[0, 1])),
        (checks.cos_yaw, lambda tau: np.sqrt(tau[1, 2]**2 + tau[2, 2]**2)),
        (checks.cos_yaw, lambda tau: np.sqrt(1 - tau[0, 2]**2)),
        (checks.upright, UPRIGHT), (checks.upright, sp.expand(UPRIGHT, trig=True)),
        (checks.forearm, *LEVEL), (checks.forearm, *np.radians([-60, -150]))]
    slips = [
        (checks.bolt, [-0.2, 0.1, 0.3], "slide is missing"),
        (checks.bolt, [-0.2, 0.1, 0.5], "link vector is missing"),
        (checks.bolt, [-0.7, 0.1, 0.3], "outside of the bracket"),
        (checks.bolt, [0.3, 0.1, 0.7], "yet to be turned"),
        (checks.bolt, [0.2, 0.1, 0.2], "tau_21"), (checks.bolt, [0.1, 0.1, 0.5], "turned too"),
        (checks.bolt, [-200, 100, 800], "needs metres"), (checks.bolt, [1, 2, 3], "X_2 points"),
        (checks.bolt, [-0.2, 0.1, 0.2], "wrong sign"),
        (checks.tip, stands(0.5 + q_2, 0.5 + q_3), "changed places"),
        (checks.tip, stands(q_3, q_2), "slides alone"), (checks.tip, stands(0.4 + q_3, HEIGHT),
                                                         "0.1 m of link 2"),
        (checks.tip, stands(0.1 + q_3, HEIGHT), "0.4 m of link 3"),
        (checks.tip, stands(REACH, 0.5 - q_2), "goes down"), (checks.tip, stands(REACH, q_2),
                                                              "of the column"),
        (checks.tip, [REACH, 0, HEIGHT], "tau_01 is missing"),
        (checks.tip, [TIP[1], TIP[0], TIP[2]], "sine and cosine"),
        (checks.tip, [TIP[0], -TIP[1], TIP[2]], "wrong side"),
        (checks.tip, [0.5, 0, 0.5], "at q = 0"), (checks.tip, [q_4, 0, 0], "q_4 is not known"),
        (checks.third_row, [-sp.sin(Y) * sp.sin(R), sp.sin(Y) * sp.cos(R), sp.cos(Y)], "printed"),
        (checks.third_row, [-ROW[0], -ROW[1], ROW[2]], "right angles to row 1"),
        (checks.third_row, [-x for x in ROW], "left-handed"),
        (checks.third_row, [ROW[0], -ROW[1], ROW[2]], "second entry"),
        (checks.third_row, [-ROW[0], ROW[1], ROW[2]], "first entry"),
        (checks.third_row, [sp.sin(R), sp.cos(R), 0], "row 2"),
        (checks.third_row, [sp.sin(Y), 0, sp.cos(Y)], "third column"),
        (checks.third_row, [ROW[1], ROW[0], ROW[2]], "sine and cosine of R"),
        (checks.third_row, [0, 0, 1], "vector product"),
        (checks.orientation, by_arctg, "quadrant"),
        (checks.orientation, lambda tau: np.degrees(angles_of(tau)), "in degrees"),
        (checks.orientation, lambda tau: angles_of(tau)[::-1], "the order"),
        (checks.orientation, about_fixed_axes, "fixed axes"),
        (checks.orientation, lambda tau: angles_of(tau.T), "transpose"),
        (checks.orientation, lambda tau: -np.array(angles_of(tau)), "signs"),
        (checks.orientation, lambda tau: [0, 0, 0], "does not give the matrix back"),
        (checks.orientation, lambda tau: tau[3], "stops with IndexError"),
        (checks.cos_yaw, lambda tau: abs(tau[0, 2]), "|sin Y|"),
        (checks.cos_yaw, lambda tau: tau[0, 0]**2 + tau[0, 1]**2, "root is missing"),
        (checks.cos_yaw, lambda tau: np.hypot(tau[0, 0], tau[1, 0]), "stand in one column"),
        (checks.cos_yaw, lambda tau: 1 - abs(tau[0, 2]), "it is not |cos Y|"),
        (checks.cos_yaw, lambda tau: -np.hypot(tau[0, 0], tau[0, 1]), "below zero"),
        (checks.cos_yaw, lambda tau: angles_of(tau)[1], "Y itself"),
        (checks.cos_yaw, lambda tau: np.linalg.norm(tau[0]), "always 1"),
        (checks.cos_yaw, lambda tau: 0.5, "it must be 0.83"),
        (checks.upright, UPRIGHT.subs(q_4, 0), "cos q_4 is missing"),
        (checks.upright, UPRIGHT.subs(q_3, -q_3), "opposite directions"),
        (checks.upright, UPRIGHT.subs({q_2: q_3, q_3: q_2}, simultaneous=True), "phi is q_3 - q_2"),
        (checks.upright, sp.cos(q_5) * sp.cos(PHI), "one of two terms"),
        (checks.upright, sp.cos(q_5) * sp.sin(PHI) + sp.cos(q_4) * sp.sin(q_5) * sp.cos(PHI),
         "of phi have changed"),
        (checks.upright, sp.sin(q_5) * sp.cos(PHI) + sp.cos(q_4) * sp.cos(q_5) * sp.sin(PHI),
         "of q_5 have changed"),
        (checks.upright, sp.sin(q_5) * sp.cos(PHI) - sp.cos(q_4) * sp.cos(q_5) * sp.sin(PHI),
         "entry (3, 2)"), (checks.upright, 1, "at q = 0"),
        (checks.upright, sp.Symbol("phi"), "phi is not known"),
        (checks.forearm, 60, -30, "in degrees"),
        (checks.forearm, *np.radians([60, 150]), "backwards"),
        (checks.forearm, *np.radians([60, 0]), "not horizontal: it stands at 60 degrees"),
        (checks.forearm, np.arccos(0.575), np.arccos(0.575) - np.pi / 2, "0.06 m too high"),
        (checks.forearm, *np.radians([30, -60]), "at 0.75 m"),
        (checks.forearm, LEVEL[0], LEVEL[1] + 2 * np.pi, "beyond a limit")]


class TestForm(Form):
    lesson, numbered = "03_positions_and_angles", tuple(f"3.{k}" for k in range(1, 6))
    exercises, displays, predictions, questions = 7, 45, 10, 2


# -- appendix 1 ----------------------------------------------------------------------------------
TEXT = LESSONS / "03_positions_and_angles.md"
MATRIX = re.compile(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", re.S)
POSES = np.random.default_rng(7).uniform(-np.pi, np.pi, (5, 6))
ROBOT = kawasaki.fs20n()


def written(entry):
    """An entry in the letters of the lesson, in those that `latex` reads."""
    entry = re.sub(r"\\bigl|\\bigr", "", entry)
    for letter, name in (("s", "sin"), ("c", "cos")):
        entry = re.sub(rf"\b{letter}_(\d)", rf"\\{name} q_\1", entry)
    return entry.replace(r"s_\varphi", r"(\sin q_2 \cos q_3 - \cos q_2 \sin q_3)").replace(
        r"c_\varphi", r"(\cos q_2 \cos q_3 + \sin q_2 \sin q_3)")


def appendix():
    """The displays of the part on appendix 1, in English; those of other languages are the same."""
    text = "\n".join(cell.source.source for cell in parallel_text.cells(TEXT)
                     if cell.source.cell_type == "markdown")
    start, end = text.index("## Appendix 1"), text.index("### Positions")
    return re.findall(r"\$\$(.*?)\$\$", text[start:end], re.S)


def displayed():
    """(i, j, entries) for every matrix tau_ij that is written out: the last one of its equation."""
    for display in appendix():
        for piece in re.split(r",\s*\\q?quad", display.replace(r"\begin{gathered}", "")):
            name = re.match(r"\s*\\tau_\{?([B\d])(\d)\}? = ", piece)
            found = MATRIX.findall(piece)
            if name and found and r"a_{11}" not in piece:
                rows = [[written(x) for x in row.split("&")] for row in found[-1].split(r"\\")]
                yield name[1], int(name[2]), rows


def test_the_matrices_of_appendix_1_are_true():
    met = []
    for i, j, rows in displayed():
        met.append(f"{i}{j}")
        for q in POSES:
            true = ROBOT.at(q).tau(i if i == "B" else int(i), j)
            for m, n in product(range(3), repeat=2):
                if r"\cdot" not in rows[m][n]:                   # left to the reader
                    assert latex.value(rows[m][n], q) == pytest.approx(true[m, n], abs=1e-12), (
                        i, j, m, n)
    assert set(met) == {"B0", "01", "12", "23", "34", "45", "56", "B1", "B2", "B3", "B4", "B5"}
    assert met.count("B3") == 2                                 # long, and with phi


def test_the_entries_of_link_6_are_true():
    found = {(int(m), int(n)): written(value.rstrip(" ,.\\"))
             for display in appendix() for m, n, value in re.findall(
                 r"a_\{(\d)(\d)\} &= (.*?)(?:, \\\\|\. \\end)", display, re.S)}
    assert set(found) == set(product((1, 2, 3), repeat=2))
    for q, (m, n) in product(POSES, found):
        assert latex.value(found[m, n], q) == pytest.approx(ROBOT.at(q).tau("B", 6)[m - 1, n - 1])


def test_the_constant_parts_are_true():
    met = set()
    for piece in (x for display in appendix() for x in re.split(r",\s*\\q?quad", display)):
        for i in map(int, re.findall(r"\\varepsilon_(\d) =", piece)):
            rows = [row.split("&") for row in MATRIX.findall(piece)[-1].split(r"\\")]
            true = ROBOT.at(np.zeros(6)).tau(0, "B") if i == 0 else ROBOT.eps(i)
            assert np.allclose(np.array(rows, dtype=float), true), i
            met.add(i)
    assert met == set(range(7))


def test_the_matrix_of_the_gripper_is_true():
    [display] = [x for x in appendix() if r"\tau_x(\alpha)" in x]
    [rows] = [[row.split("&") for row in m.split(r"\\")] for m in MATRIX.findall(display)]
    for k, angle in enumerate(("alpha", "beta", "gamma"), 1):
        rows = [[x.replace(rf"s_\{angle}", rf"\sin q_{k}").replace(rf"c_\{angle}", rf"\cos q_{k}")
                 for x in row] for row in rows]
    for a, b, c, *_ in POSES:
        found = [[latex.value(x, (a, b, c)) for x in row] for row in rows]
        assert np.allclose(found, tau_x(a) @ tau_y(b) @ tau_z(c))
    a, b = (ROBOT.at(POSES).tau("B", k) for k in (6, "tool"))
    half, root = 1 / 2, np.sqrt(3) / 2
    assert np.allclose(b[..., 0], a[..., 0])
    assert np.allclose(b[..., 1], root * a[..., 1] - half * a[..., 2])
    assert np.allclose(b[..., 2], half * a[..., 1] + root * a[..., 2])


def test_the_closed_position_is_that_of_the_sums():
    """rho and z of the wrist centre, and the way on to the tip."""
    L = kawasaki.LENGTHS
    for q in POSES:
        s, phi = ROBOT.at(q), q[1] - q[2]
        rho = L["L_1"] + L["L_2"] * np.sin(q[1]) - L["L_3"] * np.cos(phi) + L["L_4"] * np.sin(phi)
        z = L["L_2"] * np.cos(q[1]) + L["L_3"] * np.sin(phi) + L["L_4"] * np.cos(phi)
        wrist = np.array([rho * np.sin(q[0]), rho * np.cos(q[0]) - L["L_0"], z])
        tip = wrist + (L["L_5"] + L["L_6"]) * s.tau("B", 6)[:, 2] \
            + L["L_tool"] * s.tau("B", "tool")[:, 2]
        assert np.allclose(wrist, s.t(4, frame="B", origin="B"))
        assert np.allclose(tip, s.t("tool", frame="B", origin="B"))


def test_what_the_lesson_says_of_the_printed_terms():
    """Fifteen in seven entries, eleven signs, eight of them where a factor was drawn out."""
    slips = appendix1.slips()
    signs = [(entry, wrong) for entry, wrong, right in slips if wrong[1:] == right[1:]]
    drawn = [entry for entry, wrong in signs if r"\sin q_6(" in wrong or r"\sin q_5(" in wrong]
    assert len(slips) == 15 and len({entry for entry, *_ in slips}) == 7
    assert len(signs) == 11
    assert {entry: drawn.count(entry) for entry in drawn} == dict.fromkeys(
        ("b12", "b13", "b22", "b23"), 2)
    reading = np.radians([25, 30, -60, 25, -40, -50])
    assert np.cos(reading[1]) == pytest.approx(-np.sin(reading[2])) and reading[0] == reading[3]
    off = appendix1.printed("b13", reading) - ROBOT.at(reading).tau("B", "tool")[0, 2]
    assert abs(off) == pytest.approx(0.12, abs=0.005)


@pytest.mark.parametrize("entry", [f"{name}{m}{n}" for name in "ab" for m in (1, 2, 3)
                                   for n in (1, 2, 3) if f"{name}{m}{n}" != "b31"])
def test_a_mended_entry_is_true(entry):
    k = 6 if entry[0] == "a" else "tool"
    true = ROBOT.at(POSES).tau("B", k)[:, int(entry[1]) - 1, int(entry[2]) - 1]
    assert np.allclose(appendix1.mended(entry, POSES), true)
    wrong = [term for name, term, _ in appendix1.slips() if name == entry]
    for term in wrong:
        assert not np.allclose(appendix1.mended(entry, POSES, leave=term), true)
    assert np.allclose(appendix1.printed(entry, POSES), true) == (not wrong)


def test_what_has_no_formula_has_no_value():
    assert np.isnan(appendix1.printed("b31", POSES)).all()
    assert np.isnan(appendix1.printed("b33", POSES)).all()
    with pytest.raises(ValueError, match="got 'c11', needs a11"):
        appendix1.printed("c11", POSES)


def test_the_angles_about_fixed_axes_are_others():
    """The slip that exercise 4 names is one."""
    tau = checks.ATTITUDES[0]
    P, Y, R = about_fixed_axes(tau)
    assert np.allclose(tau_z(R) @ tau_y(Y) @ tau_x(P), tau)
