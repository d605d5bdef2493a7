"""The scene of lesson 14 computes its linear equations from generated derivatives, in the page."""

import numpy as np
import pytest
from browser import watched
from scipy.linalg import expm, solve_continuous_are

from lessons import ladder
from lessons.book import live
from robokit import Loads, recursive
from robokit.codegen import generate
from robokit.scene.files import data

DOWN = (0, -9.81, 0)                                    # in frame 0 of the rods
[PLACE] = [place for place in live.PLACES if place.scene == "upright"]
GIVEN = data(live.FOLDER / "upright.toml")["prediction"]
HELD = np.radians(GIVEN["at"])
VIEWER = "document.querySelector('.robokit-scene').viewer"
RODS = ladder.planar(2)


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    """The scene, open and past its question; nothing may go wrong on it."""
    if live.missing():
        pytest.skip(live.missing())
    path = live.scene(PLACE).save(tmp_path_factory.mktemp("scene") / "upright.html")
    page, faults = watched(chromium.new_context(reduced_motion="reduce"))
    page.goto(path.as_uri())
    page.wait_for_function("document.querySelector('.robokit-scene').dataset.state === 'live'")
    page.get_by_role("button", name="Skip").click()
    yield page
    page.context.close()
    assert faults == []


def plant(driven=(0, 1)):
    """F (4, 4), G (4, 2) and K (2, 4) as robokit and scipy find them."""
    code = generate(RODS, "forward_dynamics_derivatives", "numbers", "scalar", gravity=DOWN)
    by_q, by_dq, by_mu = np.array(code(HELD, [0, 0], [0, 0]), float)
    F = np.block([[np.zeros((2, 2)), np.eye(2)], [by_q, by_dq]])
    G, K, driven = np.vstack([np.zeros((2, 2)), by_mu]), np.zeros((2, 4)), list(driven)
    if driven:
        price = np.diag(np.array(GIVEN["price"], float)[driven])
        P = solve_continuous_are(F, G[:, driven], np.diag(GIVEN["cost"]), price)
        K[driven] = np.linalg.solve(price, G[:, driven].T @ P)
    return F, G, K


def choose(page, words):
    page.get_by_label("Drives").select_option(label=words)
    return np.array(page.evaluate(f"() => {VIEWER}.linear.gains()"))


def test_the_rods_of_the_scene_are_those_of_the_lesson():
    scene = live.scene(PLACE).robot
    for key in ("sigma", "angles", "l", "m", "r", "J"):
        np.testing.assert_allclose(scene.to_dict()[key], RODS.to_dict()[key], atol=1e-15)
    np.testing.assert_allclose(scene.eps(0) @ (0, 0, -9.81), DOWN, atol=1e-12)


def test_derivatives_in_the_page_are_robokits(page):
    states = np.random.default_rng(3).uniform(-3, 3, (200, 3, 2))
    found = np.array(page.evaluate(
        f"(states) => states.map((one) => Array.from({VIEWER}.arm.script"
        ".forwardDynamicsDerivatives(...one.map((x) => Float64Array.from(x)))))", states.tolist()))
    code = generate(RODS, "forward_dynamics_derivatives", "numbers", "numpy", gravity=DOWN)
    want = code(*states.transpose(1, 0, 2))
    np.testing.assert_allclose(found.reshape(want.shape), want, rtol=1e-12,
                               atol=1e-12 * np.abs(want).max())


def test_the_linear_equations_and_the_gains_are_robokits(page):
    F, G, alone = plant([0])
    found = page.evaluate(f"() => {{ const {{ F, G }} = {VIEWER}.linear; return [F, G]; }}")
    np.testing.assert_allclose(found[0], F, atol=1e-9)
    np.testing.assert_allclose(found[1], G, atol=1e-9)
    np.testing.assert_allclose(choose(page, "the first alone, LQR"), alone, rtol=1e-7, atol=1e-9)
    A, B, C = recursive.linearised(RODS, HELD, [0, 0], [0, 0], DOWN)
    K = recursive.feedback(A, B, C, GIVEN["cost"], GIVEN["price"])
    np.testing.assert_allclose(choose(page, "all, LQR"), K, rtol=1e-7, atol=1e-9)
    assert not choose(page, "no feedback").any()


@pytest.mark.parametrize("words,driven", [("no feedback", []), ("the first alone, LQR", [0]),
                                          ("all, LQR", [0, 1])])
def test_both_motions_are_robokits(page, words, driven):
    choose(page, words)
    for joint, degrees in ((1, 5), (2, -4)):
        page.get_by_label(f"First deviation of joint {joint}").fill(str(degrees))
    page.get_by_role("button", name="Let go").click()
    history = page.evaluate(f"""() => {VIEWER}.history.map(({{ t, q, z }}) =>
        ({{ t, q: Array.from(q), z }}))""")
    t = np.array([one["t"] for one in history])
    if driven:
        assert t[-1] == pytest.approx(GIVEN["seconds"])
    F, G, K = plant(driven)
    start = np.r_[np.radians([5, -4]), 0, 0]
    np.testing.assert_allclose([one["z"] for one in history],
                               [expm((F - G @ K) * x) @ start for x in t], atol=1e-5)
    soon = t <= 0.3
    want = RODS.simulate(HELD + start[:2], [0, 0], lambda t, q, dq: -K @ np.r_[q - HELD, dq],
                         t[soon], Loads(gravity=DOWN))
    np.testing.assert_allclose(np.array([one["q"] for one in history])[soon], want.q, atol=1e-5)


def lost(degrees, K, forward, h=0.002):
    """Is the arm beyond 120 degrees within the time of the scene? By its own rule of steps."""
    def rate(y):
        return np.r_[y[2:], forward(y[:2], y[2:], -K @ (y - np.r_[HELD, 0, 0]))]
    y = np.r_[HELD + [np.radians(degrees), 0], 0, 0]
    for _ in range(round(GIVEN["seconds"] / h)):
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(y + h * k3))
        if np.abs(y[:2] - HELD).max() > np.radians(120):
            return True
    return False


def test_the_arm_is_lost_where_the_page_says(page):
    page.evaluate(f"async () => {{ {VIEWER}.restart(); "
                  f"await {VIEWER}.run({{ panel: 'prediction' }}); }}")
    found = page.evaluate(f"() => {VIEWER}.lost")
    forward = generate(RODS, "forward_dynamics", "numbers", "scalar", gravity=DOWN)
    _, _, K = plant([0])
    assert 15 < found < 41 and lost(found, K, forward) and not lost(found - 1, K, forward)
    assert "the arm is lost" in page.locator(".message").inner_text()
    real, linear = page.evaluate(f"() => {{ const {{ real, linear }} = {VIEWER}.deviations; "
                                 "return [real[0], linear[0]]; }")
    assert abs(real) > np.radians(100) and abs(linear) < np.radians(found)
    q = page.evaluate(f"() => Array.from({VIEWER}.predicted)")
    np.testing.assert_allclose(q[0] - HELD[0], linear, atol=1e-12)


def test_a_change_of_language_keeps_deviation_and_drives(page):
    choose(page, "all, LQR")
    page.get_by_label("First deviation of joint 1").fill("17")
    page.get_by_role("button", name="Русский").click()
    assert page.get_by_label("Начальное отклонение в шарнире 1").input_value() == "17"
    assert page.get_by_label("Приводы").input_value() == "all"
    page.get_by_role("button", name="English").click()
