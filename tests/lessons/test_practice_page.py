"""Practice in the page: drawn numbers, laws, generated scripts; what one did is kept."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from browser import inaccessible, watched
from test_book import DESK, PHONE

from lessons import tools
from lessons.book import facts, oral, practice
from robokit import Loads
from robokit.rotation import angles_of, tau_x, tau_y, tau_z

SKILLS = {one["name"]: one for one in practice.data()["skill"]}
LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])
EACH = pytest.mark.parametrize("name", SKILLS)
DRAWS = 40
ARMS = practice.arms()
G = 9.81


def address(site, language):
    return (site / ("" if language == "en" else language) / "practice.html").as_uri()


def opened(site, chromium, language="en", size=DESK, script="", **settings):
    page, heard = watched(chromium.new_context(viewport=size, **settings))
    if script:
        page.add_init_script(script)
    page.goto(address(site, language))
    page.wait_for_selector("body[data-practice=ready]")
    return page, heard


@pytest.fixture(scope="module")
def page(site, chromium):
    page, heard = opened(site, chromium)
    yield page
    assert heard == []


# -- what robokit says, and first principles ------------------------------------------------------

def at_tower(d):
    return [np.radians(d["q1"]), np.radians(d.get("q2", 0)), d.get("q3", 0)]


def at_planar(d):
    return np.radians([d["q1"], d["q2"]])


def at_boom(d):
    return [np.radians(d.get("q1", 0)), d["q2"]]


def held(d):
    """Gradient of the potential energy of a load at the tower's end, by a complex step."""
    q = np.asarray(at_tower(d))
    return [d["m"] * G * tools.place(ARMS["tower"], q + 1e-30j * step, 3)[1][2].imag / 1e-30
            for step in np.eye(3)]


def by_boom(d, dq=(0, 0), ddq=(0, 0)):
    return ARMS["boom"].inverse_dynamics(at_boom(d), dq, ddq, Loads(gravity=practice.DOWN))


def accelerated(d):
    """Of the tip, by robokit's own formulas of section 7."""
    return ARMS["planar"].at(at_planar(d), [d["w1"], d["w2"]], [d["e1"], d["e2"]]).dV(2)[:2]


def elbow(d):
    """q of the planar arm at a point, from robokit alone: the best of a fine grid, made better."""
    sign = 1 if d["sign"] == ">" else -1
    grid = sign * np.radians(np.arange(1, 180, 0.05))
    reach = np.linalg.norm(ARMS["planar"].forward_kinematics(
        np.column_stack([0 * grid, grid]))[0], axis=-1)
    q2 = grid[np.argmin(abs(reach - np.hypot(d["x"], d["y"])))]
    x, y, _ = ARMS["planar"].forward_kinematics([0, q2])[0]
    return np.degrees([np.arctan2(d["y"], d["x"]) - np.arctan2(y, x), q2])


def of_matrix(d):
    """The angles whose matrix has the entries that are shown; both signs of each angle tried."""
    c = np.hypot(d["t23"], d["t33"])
    Y = np.arctan2(d["t13"], c)
    tau = tau_x(np.arctan2(-d["t23"], d["t33"])) @ tau_y(Y) @ tau_z(np.arctan2(-d["t12"], d["t11"]))
    np.testing.assert_allclose([tau[0, 0], tau[0, 1], tau[0, 2], tau[1, 2], tau[2, 2]],
                               [d["t11"], d["t12"], d["t13"], d["t23"], d["t33"]], atol=2e-3)
    return np.degrees(angles_of(tau))


TRUE = {
    "cylinder-point": lambda d: ARMS["cylinder"].forward_kinematics(
        [np.radians(d["q1"]), d["q2"], d["q3"]])[0],
    "cylinder-joints": lambda d: [np.degrees(np.angle(d["x"] + 1j * d["y"])), d["z"],
                                  abs(d["x"] + 1j * d["y"])],
    "tau": lambda d: np.ravel(ARMS["tower"].at(at_tower(d)).tau(0, 1)),
    "turned-vector": lambda d: ARMS["tower"].at(at_tower(d)).tau(0, 1)
    @ [d["a1"], d["a2"], d["a3"]],
    "end-point": lambda d: tools.place(ARMS["tower"], at_tower(d), 3)[1],
    "orientation": of_matrix,
    "half-angle": lambda d: [np.degrees(np.arccos(
        (0.5**2 + d["d"]**2 - 0.35**2) / (2 * 0.5 * d["d"])))],
    "planar-inverse": elbow,
    "column": lambda d: ARMS["tower"].at(at_tower(d)).D_matrix(3)[:, d["j"] - 1],
    "spin": lambda d: tools.by_positions(ARMS["tower"], at_tower(d), [d["w1"], d["w2"], d["w3"]],
                                         3)[0],
    "tip-velocity": lambda d: tools.by_positions(ARMS["planar"], at_planar(d), [d["w1"], d["w2"]],
                                                 2)[1][:2],
    "joint-rates": lambda d: np.linalg.solve(ARMS["planar"].at(at_planar(d)).D_matrix(2)[:2],
                                             [d["vx"], d["vy"]]),
    "acceleration": accelerated,
    "hold": held,
    "hold-boom": by_boom,
    "inertia": lambda d: ARMS["boom"].A(at_boom(d)).ravel()[[0, 1, 3]],
    "drives": lambda d: by_boom(d, [d["w1"], d["w2"]], [d["e1"], d["e2"]]),
}
#: A slip for each question: from drawn numbers and right answers the wrong ones, and the law that
#: names it.
SLIPS = {
    "cylinder-point": (lambda d, a: [a[1], a[0], a[2]], "side"),
    "cylinder-joints": (lambda d, a: [np.degrees(np.arctan(d["y"] / d["x"])), a[1], a[2]], "there"),
    "tau": (lambda d, a: np.reshape(a, (3, 3)).T.ravel(), "transposed"),
    "turned-vector": (lambda d, a: ARMS["tower"].at(at_tower(d)).tau(1, 0)
                      @ [d["a1"], d["a2"], d["a3"]], "backwards"),
    "end-point": (lambda d, a: [a[0], a[1], a[2] - 0.5], "boom"),
    "orientation": (lambda d, a: [a[0] + 180, 180 - a[1], a[2] + 180], "cosine"),
    "half-angle": (lambda d, a: [a[0] / 2], "half"),
    "planar-inverse": (lambda d, a: [2 * np.degrees(np.arctan2(d["y"], d["x"])) - a[0], -a[1]],
                       "elbow"),
    "column": (lambda d, a: np.negative(a), "opposite"),
    "spin": (lambda d, a: [d["w1"], d["w2"], 0], "matrix"),
    "tip-velocity": (lambda d, a: np.multiply(a, -1), "ahead"),
    "joint-rates": (lambda d, a: [a[1], a[0] + 0.5], "back"),
    "acceleration": (lambda d, a: (ARMS["planar"].at(at_planar(d)).D_matrix(2)
                                   @ [d["e1"], d["e2"]])[:2], "centre"),
    "hold": (lambda d, a: [a[0], a[1] + d["m"], a[2]], "work"),
    "hold-boom": (lambda d, a: [a[0], -a[1]], "work"),
    "inertia": (lambda d, a: [a[0], -a[1], a[2]], "energy"),
    "drives": (lambda d, a: [a[0] - 5 * d["q2"] * d["w1"] * d["w2"], a[1]], "coriolis"),
}


def drawn(page, name, count=DRAWS):
    """Numbers that the page draws, and what it makes of them."""
    return page.evaluate("""([name, count]) => Array.from({length: count}, () => {
        const d = practice.SKILLS[name].draw(), made = practice.SKILLS[name].solve(d);
        return [d, Array.from(made.answers)]; })""", [name, count])


def judged(page, name, d, answers):
    return page.evaluate("([name, d, a]) => practice.judge(name, d, a)",
                         [name, d, [float(x) for x in answers]])


@EACH
def test_the_page_solves_what_it_draws_as_robokit_does(page, name):
    turns = name in ("orientation", "planar-inverse", "cylinder-joints")
    for d, answers in drawn(page, name):
        apart = np.subtract(answers, TRUE[name](d))
        if turns:
            apart = (apart + 180) % 360 - 180
        assert np.abs(apart).max() < (0.05 if name == "planar-inverse" else 1e-5), (d, answers)


@EACH
def test_answers_of_three_digits_are_right_and_others_are_not(page, name):
    for d, _answers in drawn(page, name):
        typed = np.round(np.asarray(TRUE[name](d), float), 3)
        assert judged(page, name, d, typed) == {"right": True, "broken": [], "wrong": []}, d
        for k in range(len(typed)):
            for by in (1, -1):
                other = np.array(typed)
                other[k] += by * max(0.8, 0.05 * abs(other[k]))
                assert not judged(page, name, d, other)["right"], (d, k, by)


@EACH
def test_a_law_names_a_slip(page, name):
    make, law = SLIPS[name]
    met = 0
    for d, answers in drawn(page, name):
        wrong = np.asarray(make(d, answers), float)
        if np.abs(wrong - answers).max() < 0.35:           # here the slip changes next to nothing
            continue
        found = judged(page, name, d, np.round(wrong, 3))
        assert not found["right"], d
        met += law in [key for key, _ in found["broken"]]
    assert met >= DRAWS / 4, met


def test_every_law_of_the_script_has_its_words():
    script = (Path(practice.__file__).parent / "static" / "practice.js").read_text("utf-8")
    bodies = re.split(r'^    "?([a-z-]+)"?: \{$', script, flags=re.M)[1:]
    found = dict(zip(bodies[::2], bodies[1::2]))
    assert set(SKILLS) == set(TRUE) == set(SLIPS) and set(SKILLS) <= set(found)
    for name, one in SKILLS.items():
        used = set(re.findall(r'\["([a-z-]+)", \{', found[name]))
        used |= {"work"} if "stepWork" in found[name] else set()
        assert used == set(one["laws"]), name


def test_the_words_stand_in_both_languages():
    given = practice.data()
    assert set(given["words"]["en"]) == set(given["words"]["ru"])
    assert {one["section"] for one in SKILLS.values()} == set(range(1, 10))
    for one in SKILLS.values():
        for text in (one["title"], one["ask"], one["hint"], one["work"], *one["laws"].values()):
            assert set(text) == {"en", "ru"}, one["name"]
            assert re.search("[а-яё]", text["ru"]) or text is one["work"], text
            assert not re.search("[а-яё]", text["en"], re.I), text
            for marks in (r"\[\[\w+\]\]", r"\{\w+\}(?![^$]*\$)"):
                assert sorted(re.findall(marks, text["en"])) == \
                    sorted(re.findall(marks, text["ru"])), text
        assert "$" not in "".join(x for law in one["laws"].values() for x in law.values())


@EACH
def test_every_number_in_the_words_is_known_to_the_page(page, name):
    known = page.evaluate("""name => { const d = practice.SKILLS[name].draw();
        return [...Object.keys(d), ...Object.keys(practice.SKILLS[name].solve(d))]; }""", name)
    one = SKILLS[name]
    assert set(re.findall(r"\[\[(\w+)\]\]", one["ask"]["en"] + one["work"]["en"])) <= set(known)


#: The words of a question and its solution, without the formulas.
WORDS = """box => { const copy = box.cloneNode(true);
    copy.querySelectorAll("mjx-container").forEach((one) => { one.remove(); });
    return copy.textContent; }"""


@EACH
def test_a_negative_number_behind_a_sign_stands_in_brackets(page, name):
    box = page.locator(f".practice-skill[data-skill={name}]")
    for _ in range(8):
        box.locator("button.fresh").click()
        assert not re.search(r"[+·−]\s*−\d", box.evaluate(WORDS))


# -- as a reader meets it --------------------------------------------------------------------------

def typed(x, language):
    text = f"{round(float(x), 3) + 0.0:g}"
    return text.replace(".", ",").replace("-", "−") if language == "ru" else text


@LANGUAGES
def test_a_reader_solves_questions_and_finds_them_solved_again(site, chromium, language):
    page, heard = opened(site, chromium, language)
    say = practice.data()["words"][language]
    for count, name in enumerate(("cylinder-point", "tau", "hold"), 1):
        box = page.locator(f".practice-skill[data-skill={name}]")
        d = box.evaluate("one => one.drawn")
        answers = TRUE[name](d)
        box.locator("input").first.fill("1,5" if language == "ru" else "one")
        box.get_by_role("button", name=say["check"]).click()
        assert box.locator(".verdict").inner_text().startswith(say["missing"].split("{")[0])
        for field, x in zip(box.locator("input").all(), answers):
            field.fill(typed(x + 1, language))
        box.get_by_role("button", name=say["check"]).click()
        wrong = box.locator(".verdict").inner_text()
        assert say["right"] not in wrong and "{" not in wrong and wrong.strip()
        for field, x in zip(box.locator("input").all(), answers):
            field.fill(typed(x, language))
        box.locator("input").last.press("Enter")
        assert box.locator(".verdict").inner_text() == say["right"]
        box.locator("summary", has_text=say["work"]).click()
        shown = box.locator("details").last.inner_text()
        written = [typed(x, language).replace("-", "−") for x in answers if abs(x) > 1e-3]
        assert all(x in shown for x in written), (shown, written)
        assert page.locator(".practice-progress output").inner_text() == say["progress"].format(
            done=count, of=len(SKILLS), knew=0, asked=33)
    page.locator("[data-question='1.3'] input").first.focus()
    page.keyboard.press("Space")
    before = box.evaluate("one => JSON.stringify(one.drawn)")
    box.get_by_role("button", name=say["new"]).click()
    assert box.evaluate("one => JSON.stringify(one.drawn)") != before
    assert box.locator("input").first.evaluate("one => one === document.activeElement")
    page.reload()
    page.wait_for_selector("body[data-practice=ready]")
    assert page.locator(".practice-progress output").inner_text() == say["progress"].format(
        done=3, of=len(SKILLS), knew=1, asked=33)
    assert page.locator("[data-question='1.3'] input").first.is_checked()
    page.get_by_role("button", name=say["clear"]).click()
    page.wait_for_function("localStorage.getItem('robokit-practice') === null")
    assert page.locator(".practice-progress output").inner_text() == say["progress"].format(
        done=0, of=len(SKILLS), knew=0, asked=33)
    assert heard == []


def test_a_browser_that_keeps_nothing_says_so(site, chromium):
    page, heard = opened(site, chromium, script="""
        for (const name of ["getItem", "setItem", "removeItem"]) {
          const plain = Storage.prototype[name];
          Storage.prototype[name] = function (key, ...more) {      // the theme asks for others
            if (key === "robokit-practice") throw new DOMException("no", "SecurityError");
            return plain.call(this, key, ...more);
          };
        }""")
    assert page.locator(".unkept").is_visible()
    page.locator("[data-question='1.1'] input").first.focus()
    page.keyboard.press("Space")
    assert "1 of 33" in page.locator(".practice-progress output").inner_text() and heard == []


def test_what_an_older_page_kept_does_no_harm(site, chromium):
    for kept in ("not json", json.dumps({"solved": 3}), "null"):
        page, heard = opened(site, chromium, script=f"localStorage.setItem('robokit-practice', "
                             f"{json.dumps(kept)})")
        assert "0 of 17" in page.locator(".practice-progress output").inner_text() and heard == []


@pytest.mark.parametrize("text,value", [
    ("0,5", 0.5), ("−1.25", -1.25), (" 3 ", 3), ("1e-3", 0.001), (".5", 0.5), ("2.", 2)])
def test_numbers_are_read_as_people_write_them(page, text, value):
    assert page.evaluate("text => practice.read(text)", text) == value


@pytest.mark.parametrize("text", ["", "x", "1,2,3", "1/2", "--1", "Infinity", "0x10"])
def test_what_is_no_number_is_not_read(page, text):
    assert page.evaluate("text => Number.isNaN(practice.read(text))", text)


@LANGUAGES
def test_the_control_questions_stand_there_with_their_answers(site, chromium, language):
    page, _ = opened(site, chromium, language)
    questions = oral.questions(language)
    assert len(questions) == page.locator(".self-judged").count() == 33
    assert page.locator("details.model").count() == 33
    page.locator("details.model").last.locator("summary").click()
    begins = re.split(r"[$:]", questions[-1].answer[0])[0]
    assert begins and begins in page.locator("details.model").last.inner_text()


def test_a_keyboard_is_enough(site, chromium):
    page, _ = opened(site, chromium)
    page.locator("[data-skill=half-angle] input").focus()
    d = page.locator("[data-skill=half-angle]").evaluate("one => one.drawn")
    page.keyboard.type(f"{TRUE['half-angle'](d)[0]:.2f}")
    page.keyboard.press("Enter")
    assert "right" in page.locator("[data-skill=half-angle] .verdict").get_attribute("class")
    met = []
    for _ in range(4):
        page.keyboard.press("Tab")
        met.append(page.evaluate("document.activeElement.textContent"))
    assert met == ["Check", "New numbers", "Hint", "Worked solution for these numbers"]
    page.keyboard.press("Enter")
    assert page.locator("[data-skill=half-angle] details").last.get_attribute("open") is not None


def test_without_scripts_the_page_says_so_and_the_answers_can_be_read(site, chromium):
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(address(site, "ru"))
    assert practice.data()["words"]["ru"]["script"] in page.locator("article").inner_text()
    page.locator("details.model summary").first.click()
    assert "цеп" in page.locator("details.model").first.inner_text()


@pytest.mark.parametrize("scheme,size", [("light", DESK), ("dark", DESK), ("light", PHONE)],
                         ids=["light", "dark", "phone"])
def test_it_is_accessible_while_it_is_used(site, chromium, scheme, size):
    page, heard = opened(site, chromium, "ru", size, color_scheme=scheme)
    for name, answer in (("half-angle", "x"), ("tip-velocity", "1"), ("inertia", "1")):
        box = page.locator(f"[data-skill={name}]")
        for field in box.locator("input").all():
            field.fill(answer)
        box.locator(".check").click()
    d = page.locator("[data-skill=hold-boom]").evaluate("one => one.drawn")
    for field, x in zip(page.locator("[data-skill=hold-boom] input").all(), TRUE["hold-boom"](d)):
        field.fill(typed(x, "ru"))
    page.locator("[data-skill=hold-boom] .check").click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert inaccessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0 and heard == []


@LANGUAGES
def test_lessons_lead_to_their_questions_and_back(site, language):
    home = site / ("" if language == "en" else language)
    practised = (home / "practice.html").read_text("utf-8")
    for number, name in list(facts.lesson_names().items())[1:10]:
        if (home / "lessons" / f"{name}.html").is_file():
            lesson = (home / "lessons" / f"{name}.html").read_text("utf-8")
            assert f'href="../practice.html#practice-{int(number)}"' in lesson, name
        assert re.search(rf'id="?practice-{int(number)}\b', practised)
        assert f"lessons/{name}.html" in practised
