"""Assignments 2 and 3: the truth against first principles, each mistake against its law."""

import numpy as np
import pytest
from mistake_laws import MistakeLaws
from scipy.spatial.transform import Rotation

from autograde import steps
from autograde.assignments import ASSIGNMENTS, a03_positions
from autograde.mistakes import MISTAKES
from autograde.mistakes.registry import mistake
from autograde.rules import Rules
from robokit import Mechanism, Mount
from robokit.kawasaki import fs20n

TRUTH = Rules()
X, Y, Z = np.eye(3)
LENGTHS = {"L_1": 0.15, "L_2": 0.8, "L_3": 0.06, "L_4": 0.7, "L_5": 0.0965, "L_6": 0.08,
           "L_tool": 0.2}
Q6 = np.array([0.4, -0.7, 0.5, 1.1, -0.9, 0.6])


# -- the truth, made of single motions ---------------------------------------------------------
def moved(alpha, beta, gamma, sigma, q):
    """Frame i seen from frame i-1: turn about Z, then about the moved X, Y and Z in turn."""
    turn = Rotation.from_euler("Z", sigma * q) * Rotation.from_euler("XYZ", [alpha, beta, gamma])
    return turn.as_matrix()


def chain_rotation(angles, sigma, q, i):
    return np.linalg.multi_dot([np.eye(3), np.eye(3)] + [moved(*angles[k], sigma[k], q[k])
                                                        for k in range(i)])


def chain_position(angles, l, sigma, q, i, point):
    for k in reversed(range(i)):
        point = moved(*angles[k], sigma[k], q[k]) @ (point + l[k]) + Z * (1 - sigma[k]) * q[k]
    return point


def some_chain(seed, sigma=(1, 0, 1, 1, 0)):
    rng, n = np.random.default_rng(seed), len(sigma)
    return (rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)), np.array(sigma),
            rng.uniform(-2, 2, n), rng.uniform(-1, 1, n))


@pytest.mark.parametrize("seed", range(5))
def test_rotations_are_composed_of_single_turns(seed):
    angles, _, sigma, q, _ = some_chain(seed)
    alpha, beta, gamma = angles[0]
    for axis, euler in zip("xyz", "XYZ"):
        assert TRUTH.elementary(axis, alpha) == pytest.approx(
            Rotation.from_euler(euler, alpha).as_matrix(), abs=1e-12)
    turns = [TRUTH.elementary(axis, a) for axis, a in zip("zxy", angles[1])]
    assert TRUTH.compose(turns) == pytest.approx(
        Rotation.from_euler("ZXY", angles[1]).as_matrix(), abs=1e-12)
    assert TRUTH.eps(alpha, beta, gamma) == pytest.approx(
        moved(alpha, beta, gamma, 0, 0).T, abs=1e-12)
    for k in range(5):
        assert TRUTH.adjacent(*angles[k], sigma[k], q[k]) == pytest.approx(
            moved(*angles[k], sigma[k], q[k]), abs=1e-12)
        assert TRUTH.chain_rotation(angles, sigma, q, k + 1) == pytest.approx(
            chain_rotation(angles, sigma, q, k + 1), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_rate_is_the_difference_quotient(seed):
    angles, _, sigma, q, dq = some_chain(seed)
    for i in range(1, 6):
        ahead, back = (chain_rotation(angles, sigma, q + h * dq, i) for h in (1e-6, -1e-6))
        assert TRUTH.chain_rate(angles, sigma, q, dq, i) == pytest.approx(
            (ahead - back) / 2e-6, abs=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_positions_are_walked_link_by_link(seed):
    angles, l, sigma, q, point = some_chain(seed)
    point = point[:3]
    s = TRUTH.at(angles, l, sigma, q)
    for i in range(1, 6):
        here = chain_position(angles, l, sigma, q, i, point)
        assert TRUTH.position(s, i, point) == pytest.approx(here, abs=1e-12)
        assert TRUTH.position_own(s, i, point) == pytest.approx(
            chain_rotation(angles, sigma, q, i).T @ here, abs=1e-12)
        k = i - 1
        assert TRUTH.point_below(s, i, point) == pytest.approx(
            chain_position(angles[k:], l[k:], sigma[k:], q[k:], 1, point), abs=1e-12)
        assert TRUTH.link_vector(s, i) == pytest.approx(moved(*angles[k], sigma[k], q[k]).T @ (
            chain_position(angles[k:], l[k:], sigma[k:], q[k:], 1, np.zeros(3))), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_vectors_and_angles(seed):
    rng = np.random.default_rng(seed)
    turn = Rotation.from_euler("XYZ", rng.uniform(-3, 3, 3)).as_matrix()
    a, b = rng.uniform(-2, 2, (2, 3))
    assert TRUTH.components(turn, a) == pytest.approx(sum(x * c for x, c in zip(a, turn.T)))
    assert turn @ (TRUTH.lam_in_j(turn, a) @ (turn.T @ b)) == pytest.approx(np.cross(a, b))
    assert Rotation.from_euler("XYZ", TRUTH.orientation(turn)).as_matrix() == pytest.approx(turn)


def test_the_kawasaki_is_walked_link_by_link():
    """The parameters of appendix 1, with base and gripper as links that stand still."""
    L = LENGTHS
    angles = np.radians([(180, 0, 0), (180, -90, 0), (180, 0, 0), (0, 90, 0), (0, -90, 0),
                         (180, 90, 0), (0, 0, 0), (-30, 0, 0)])
    l = [(0, 0, 0), (0, L["L_1"], 0), (L["L_2"], 0, 0), (0, L["L_3"], 0), (L["L_4"], 0, 0),
         (0, 0, L["L_5"]), (0, 0, L["L_6"]), (0, 0, L["L_tool"])]
    q, ones = np.array([0, *Q6, 0]), np.ones(8, int)
    assert TRUTH.kawasaki(Q6, **L) == pytest.approx(
        chain_position(angles, np.array(l), ones, q, 8, np.zeros(3)), abs=1e-12)
    assert a03_positions.a_12(TRUTH, {}, *Q6) == pytest.approx(
        chain_rotation(angles, ones, q, 7)[0, 1], abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_the_chain_step_by_step_is_robokits(seed):
    rng = np.random.default_rng(seed)
    n = 5
    robot = Mechanism(rng.integers(0, 2, n), rng.uniform(-3, 3, (n, 3)), rng.uniform(-1, 1, (n, 3)),
                      base=Mount(rng.uniform(-3, 3, 3), rng.uniform(-1, 1, 3)),
                      tool=Mount(rng.uniform(-3, 3, 3), rng.uniform(-1, 1, 3)))
    q, point = rng.uniform(-2, 2, n), rng.uniform(-1, 1, 3)
    ours, theirs = steps.State(robot, q=q), robot.at(q)
    for i in range(1, n + 1):
        assert ours.L(i) == pytest.approx(theirs.L(i))
        assert ours.v(i) == pytest.approx(theirs.v(i))
        assert ours.t(i, point) == pytest.approx(theirs.t(i, point))
        assert ours.t(i, point, frame=i) == pytest.approx(theirs.t(i, point, frame=i))
        assert ours.t(i, point, frame=i - 1, origin=i - 1) == pytest.approx(
            theirs.t(i, point, frame=i - 1, origin=i - 1))
        assert ours.tau("B", i) == pytest.approx(theirs.tau("B", i))
        assert ours.tau(i, 0) == pytest.approx(theirs.tau(i, 0))
    assert ours.tau("B", "tool") == pytest.approx(theirs.tau("B", "tool"))
    assert ours.t("tool", point, frame="B", origin="B") == pytest.approx(
        theirs.t("tool", point, frame="B", origin="B"))


# -- the law that a message names --------------------------------------------------------------
# Each yields residuals: all must vanish for the truth and none for the mistake. One residual for
# every sort of answer in which a task looks for the mistake.
ANGLES, L, SIGMA, Q, DQ = some_chain(3, (1, 0, 1))
POINT = np.array([0.3, -0.2, 0.4])
FLAT = np.zeros((1, 3))


def state(rules, dq=0, sigma=SIGMA):
    return rules.at(ANGLES, L, sigma, Q + np.array(dq))


def one_joint(rules, angles, q):
    return rules.at(np.array([angles]), FLAT, [1], [q])


def transposed(rules):
    turned_x = np.array([np.cos(0.3), np.sin(0.3), 0])          # X after a turn about Z, by sketch
    yield rules.elementary("z", 0.3)[:, 0] - turned_x
    yield rules.compose([Rotation.from_euler("Z", 0.3).as_matrix(), np.eye(3)])[:, 0] - turned_x
    yield rules.adjacent(0, 0, 0, 1, 0.3)[:, 0] - turned_x
    yield rules.chain_rotation(np.zeros((2, 3)), [1, 1], [0.1, 0.2], 2)[:, 0] - turned_x
    yield rules.rotation_of(one_joint(rules, (0, 0, 0), 0.3), 1)[:, 0] - turned_x
    yield rules.eps(0, 0, 0.3)[:, 0] - turned_x * (1, -1, 1)    # the old X from the turned frame


def reversed_(rules):
    by_hand = Rotation.from_euler("ZX", [0.3, 0.4]).as_matrix() @ Z
    yield rules.compose([Rotation.from_euler(*x).as_matrix() for x in (("Z", 0.3), ("X", 0.4))]
                        ) @ Z - by_hand
    two = np.array([[0, 0, 0], [0.4, 0, 0.0]]), [1, 1], [0.3, 0.0]
    yield rules.chain_rotation(*two, 2) @ Z - by_hand
    yield rules.rotation_of(rules.at(two[0], np.zeros((2, 3)), *two[1:]), 2) @ Z - by_hand
    yield rules.position(rules.at(two[0], np.zeros((2, 3)), *two[1:]), 2, Z) - by_hand
    yield rules.eps(0.3, 0.4, 0) @ Z - Rotation.from_euler("XY", [0.3, 0.4]).as_matrix().T @ Z


def degrees(rules):
    yield np.cos(rules.radians(60)) - 0.5


def radians_again(rules):
    yield rules.elementary("x", np.pi / 2) @ Y - Z
    yield rules.elementary("y", np.pi / 2) @ Z - X
    yield rules.elementary("z", np.pi / 2) @ X - Y


def y_sense(rules):
    yield rules.elementary("y", np.pi / 2) @ Z - X
    yield rules.about("y", np.pi / 2) @ Z - X
    yield rules.eps(0, np.pi / 2, 0).T @ Z - X
    yield rules.adjacent(0, np.pi / 2, 0, 1, 0) @ Z - X
    yield rules.chain_rotation([(0, np.pi / 2, 0)], [1], [0], 1) @ Z - X


def section_22(rules):
    leaning = np.array([0, -np.sin(0.3), np.cos(0.3)])          # Z after a turn about X, by sketch
    yield rules.eps(0.3, 0, 0).T[:, 2] - leaning
    yield rules.adjacent(0.3, 0, 0, 1, 0)[:, 2] - leaning
    yield rules.chain_rotation([(0.3, 0, 0)], [1], [0], 1)[:, 2] - leaning
    s = one_joint(rules, (0.3, 0, 0), 0)
    yield rules.rotation_of(s, 1)[:, 2] - leaning
    yield rules.position(s, 1, Z) - leaning
    yield rules.point_below(s, 1, Z) - leaning


def wrong_frame(rules):
    turn = Rotation.from_euler("XYZ", [0.3, -0.8, 1.2]).as_matrix()
    yield rules.components(turn, X) - turn[:, 0]
    yield rules.position_own(one_joint(rules, (0.3, -0.8, 1.2), 0.4), 1, X) - X
    yield rules.lam_in_j(turn, turn[:, 0]) @ Y - np.cross(X, Y)


def joint_sign(rules):
    def goes_back(tau):
        return float(tau[1, 0] < 0)
    yield goes_back(rules.adjacent(0, 0, 0, 1, 0.01))
    yield goes_back(rules.chain_rotation(FLAT, [1], [0.01], 1))
    s = one_joint(rules, (0, 0, 0), 0.01)
    yield goes_back(rules.rotation_of(s, 1))
    yield float(rules.position(s, 1, X)[1] < 0)
    yield float(rules.point_below(s, 1, X)[1] < 0)


def slide_turns(rules):
    yield rules.adjacent(*ANGLES[0], 0, 0.9) - rules.adjacent(*ANGLES[0], 0, 0.2)
    yield (rules.chain_rotation(ANGLES, SIGMA, Q + (0, 0.7, 0), 3)
           - rules.chain_rotation(ANGLES, SIGMA, Q, 3))
    yield rules.rotation_of(state(rules, (0, 0.7, 0)), 3) - rules.rotation_of(state(rules), 3)


def slide_lost(rules):
    slid = state(rules, (0, 0.1, 0))
    yield np.linalg.norm(rules.link_vector(slid, 2) - rules.link_vector(state(rules), 2)) - 0.1
    yield np.linalg.norm(rules.position(slid, 3, POINT)
                         - rules.position(state(rules), 3, POINT)) - 0.1
    yield np.linalg.norm(rules.position_own(slid, 3, POINT)
                         - rules.position_own(state(rules), 3, POINT)) - 0.1


def slide_unturned(rules):
    shift = rules.link_vector(state(rules, (0, 1, 0)), 2) - rules.link_vector(state(rules), 2)
    yield moved(*ANGLES[1], 0, 0) @ shift - Z


def lam_printed(rules):
    turn = Rotation.from_euler("XYZ", [0.3, -0.8, 1.2]).as_matrix()
    yield rules.lam_in_j(turn, POINT) @ (turn.T @ POINT)


def difference_quotient(rules):
    tau = [TRUTH.chain_rotation(ANGLES, SIGMA, q, 3) for q in (Q, Q + 1e-6 * DQ)]
    yield rules.chain_rate(ANGLES, SIGMA, Q, DQ, 3) - (tau[1] - tau[0]) / 1e-6


def omega_last(rules):
    rate = rules.chain_rate(ANGLES, SIGMA, Q, np.array([0.7, 0, 0]), 3)
    yield float(np.abs(rate).max() < 1e-9)


def slide_rate(rules):
    yield rules.chain_rate(ANGLES, SIGMA, Q, DQ * (1 - SIGMA), 3)


def link_unturned(rules):
    def swings(before, after):
        """The least of what is missing to a quarter turn about Z, one way or the other."""
        return min(np.abs(after[:2] - np.array([-before[1], before[0]]) * way).max()
                   for way in (1, -1))
    quarter = np.pi / 2
    yield swings(rules.position(state(rules), 3, POINT),
                 rules.position(state(rules, (quarter, 0, 0)), 3, POINT))
    yield swings(rules.point_below(state(rules), 3, POINT),
                 rules.point_below(state(rules, (0, 0, quarter)), 3, POINT))
    yield swings(rules.kawasaki(Q6, **LENGTHS), rules.kawasaki(Q6 + quarter * X.repeat([1, 5, 0]),
                                                               **LENGTHS))


def link_before(rules):
    before, after = (rules.position(state(rules, dq), 1, 0 * POINT)
                     for dq in ((0, 0, 0), (0.8, 0, 0)))
    yield float(np.abs(after - before).max() < 1e-9)


def links_beyond(rules):
    yield (rules.position(state(rules, (0, 0, 0.8)), 2, POINT)
           - rules.position(state(rules), 2, POINT))


def degrees_kept(rules):
    turn = Rotation.from_euler("XYZ", [1.1, 0.7, -1.2]).as_matrix()
    yield max(0.0, np.abs(rules.in_radians(rules.orientation(turn))).max() - np.pi)


def base_left_out(rules):
    yield max(0.0, -rules.kawasaki(np.zeros(6), **LENGTHS)[2])


def put_back(rules):
    turn = Rotation.from_euler("XYZ", [2.5, 0.7, -2.2]).as_matrix()
    yield Rotation.from_euler("XYZ", rules.orientation(turn)).as_matrix() - turn


def tool_omitted(rules):
    longer = LENGTHS | {"L_tool": LENGTHS["L_tool"] + 0.1}
    yield np.linalg.norm(rules.kawasaki(Q6, **longer) - rules.kawasaki(Q6, **LENGTHS)) - 0.1


def tool_unturned(rules):
    robot, other = fs20n(**LENGTHS), fs20n(**LENGTHS)
    other = Mechanism(other.sigma, other.angles, other.l, base=other.base,
                      tool=Mount(angles=(np.radians(30), 0, 0), l=other.tool.l))
    here, there = (rules.tool_position(rules.State(r, (), q=Q6)) for r in (robot, other))
    yield float(np.abs(there - here).max() < 1e-9)


def as_printed(rules):
    row = fs20n().at(Q6).tau("B", 6)[0]
    yield row[0]**2 + a03_positions.a_12(rules, {}, *Q6)**2 + row[2]**2 - 1


LAWS = {"transposed": transposed, "reversed": reversed_, "degrees": degrees,
        "radians_again": radians_again, "y_sense": y_sense, "section_22": section_22,
        "wrong_frame": wrong_frame,
        "joint_sign": joint_sign, "slide_turns": slide_turns, "slide_lost": slide_lost,
        "slide_unturned": slide_unturned, "lam_printed": lam_printed,
        "rate_side": difference_quotient, "omega_unturned": difference_quotient,
        "omega_last": omega_last, "slide_rate": slide_rate, "link_unturned": link_unturned,
        "arctg": put_back, "atan2_swapped": put_back, "tool_omitted": tool_omitted,
        "tool_unturned": tool_unturned, "as_printed": as_printed, "link_before": link_before,
        "links_beyond": links_beyond, "degrees_kept": degrees_kept, "base_axes": put_back,
        "base_left_out": base_left_out, **dict.fromkeys(
            ("order_xzy", "order_yxz", "order_yzx", "order_zxy"), put_back)}


class TestLaws(MistakeLaws):
    tasks = [task for name in ("a02_rotation", "a03_positions") for task in ASSIGNMENTS[name].tasks]
    laws = LAWS


def test_a_name_is_registered_once():
    before = dict(MISTAKES)
    with pytest.raises(ValueError, match="'transposed' is registered already"):
        mistake("transposed", 1, "title", "sees", "law")(Rules)
    assert before == MISTAKES
