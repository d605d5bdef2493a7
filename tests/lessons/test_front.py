"""The first page and the cards of the lessons, as their readers see them."""

import re
from functools import cache

import numpy as np
import pytest
from browser import inaccessible, watched
from bs4 import BeautifulSoup
from test_book import DESK, FORMULA, PHONE

from lessons.book import facts, front, live, make, paper
from robokit import errata
from robokit.kawasaki import fs20n
from robokit.scene import picture
from robokit.scene.description import bodies

LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])
STATE = "document.querySelector('.robokit-scene').viewer.state()"
SUMMARY = re.compile(r'<details class="[^"]*erratum-card[^"]*">\s*<summary>(.*?)</summary>', re.S)
LIVE = "() => document.querySelector('.robokit-scene').dataset.state === 'live'"


def home(site, language):
    return site / ("" if language == "en" else language)


def opened(site, chromium, language="en", script="", size=DESK, **settings):
    page, heard = watched(chromium.new_context(viewport=size, **settings))
    if script:
        page.add_init_script(script)
    page.goto((home(site, language) / "index.html").as_uri())
    return page, heard


@LANGUAGES
def test_the_arm_moves_until_it_is_stopped(site, chromium, language):
    if live.missing():
        pytest.skip(live.missing())
    page, heard = opened(site, chromium, language, reduced_motion="no-preference")
    page.wait_for_function(LIVE)
    first = page.evaluate(STATE)["q"]
    page.wait_for_function(f"first => {STATE}.q.some((x, k) => Math.abs(x - first[k]) > 0.05)",
                           arg=first)
    button = page.locator(".home-pause")
    words = [button.get_attribute("data-pause"), button.get_attribute("data-move")]
    assert button.inner_text() == words[0]
    button.click()
    assert button.inner_text() == words[1]
    state = page.evaluate(STATE)
    t, tau = fs20n().forward_kinematics(state["q"])
    np.testing.assert_allclose(np.reshape(state["pose"], (3, 4)), np.column_stack([tau, t]),
                               atol=1e-9)
    page.wait_for_timeout(800)
    assert page.evaluate(STATE)["q"] == state["q"]
    button.click()
    page.wait_for_function(f"q => {STATE}.q.some((x, k) => Math.abs(x - q[k]) > 0.02)",
                           arg=state["q"])
    assert heard == []


def test_the_arm_rests_for_those_who_want_no_motion(site, chromium):
    if live.missing():
        pytest.skip(live.missing())
    page, _ = opened(site, chromium, reduced_motion="reduce")
    page.wait_for_function(LIVE)
    page.locator(".home-pause").wait_for()
    first = page.evaluate(STATE)["q"]
    page.wait_for_timeout(1000)
    assert page.evaluate(STATE)["q"] == first
    np.testing.assert_allclose(first, np.radians(front.WAY[0]), atol=1e-9)
    assert page.locator(".home-pause").inner_text() == "Let the arm move"


def test_every_pose_of_the_first_page_is_inside_the_limits():
    poses = np.radians(front.WAY)
    limits = np.array(fs20n().to_dict()["limits"])
    assert len(poses) >= 5 and (poses > limits[:, 0]).all() and (poses < limits[:, 1]).all()
    low = [fs20n().forward_kinematics(a + s * (b - a))[0][2]
           for a, b in zip(poses, np.roll(poses, -1, axis=0)) for s in np.linspace(0, 1, 21)]
    assert min(low) > 0.05                       # by straight lines in q, never to the floor


def test_all_of_its_way_is_in_sight():
    robot, way, view = fs20n(), np.radians(front.WAY), front.scene().spec["view"]
    eye, axes = picture.camera(view)
    for a, b in zip(way, np.roll(way, -1, axis=0)):
        for s in np.linspace(0, 1, 9):
            _, rings = zip(*picture.placed(robot, bodies(robot), a + s * (b - a), None, 12))
            x, y, z = ((np.vstack([r.reshape(-1, 3) for r in rings]) - eye) @ axes.T).T
            assert np.abs(x / z).max() < view["wide"] and np.abs(y / z).max() < view["high"]


def test_without_webgl_a_picture_stands_there(site, chromium):
    page, heard = opened(site, chromium, script="""
        HTMLCanvasElement.prototype.getContext = () => null;""")
    page.wait_for_timeout(500)
    picture = page.locator(".hero-arm img.robokit-picture")
    assert picture.is_visible() and picture.evaluate("one => one.naturalWidth") > 300
    assert picture.get_attribute("alt").strip()
    assert page.locator(".home-pause").is_hidden() and heard == []


@LANGUAGES
def test_three_kinds_of_readers_find_their_way_in(site, language):
    page = BeautifulSoup((home(site, language) / "index.html").read_text("utf-8"), "lxml")
    doors = page.select("section:has(> .hero-arm) > section")[:3]
    for door, guide in zip(doors, ("student", "lecturer", "instructor"), strict=True):
        assert door.h2 and door.select_one(f'a[href="guides/{guide}.html"]'), guide
    cards = [a["href"].rsplit("/", 1)[1] for a in page.select(".lesson-cards a")]
    assert cards == [f"{name}.html" for name in facts.lesson_names().values()]
    text = page.select_one(".facts").get_text()
    assert str(len(errata.table())) in text and "{" not in text
    assert page.select_one('link[rel~="icon"]')["href"].endswith("logo.svg")


@pytest.mark.parametrize("scheme,size", [("light", DESK), ("dark", DESK), ("dark", PHONE)],
                         ids=["light", "dark", "phone"])
def test_the_first_page_is_accessible(site, chromium, scheme, size):
    page, heard = opened(site, chromium, "ru", size=size, color_scheme=scheme,
                         reduced_motion="reduce")
    if not live.missing():
        page.wait_for_function(LIVE)
    assert inaccessible(page) == [] and heard == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_search_of_the_first_page_finds(site, chromium):
    page, heard = opened(site, chromium)
    page.locator(".hero-search input").fill("manipulability")
    page.locator(".hero-search input").press("Enter")
    page.wait_for_selector("#search-results li a")
    assert heard == []


# -- cards -----------------------------------------------------------------------------------------

@cache
def read(path):
    """A page, parsed once; of formulas the box alone, since they are thousands of letters."""
    return BeautifulSoup(FORMULA.sub(r"\1\2", path.read_text("utf-8")), "lxml")


@LANGUAGES
def test_every_exercise_is_a_card_with_its_solution(site, language):
    for path in facts.notebooks(language):
        page = read(home(site, language) / "lessons" / f"{path.stem}.html")
        starts = [one for one in page.select("article p > strong:first-child")
                  if re.match(r"(Exercise|Упражнение)\s\d+\b", one.get_text())
                  and one.find_parent("section")]
        cards = page.select(".card-of.exercise")
        assert len(cards) == len(starts) > 0, path.stem
        for card in cards:
            assert len(card.select(".tag_exercise")) == 1, path.stem
            assert card.select(".tag_solution") and not card.select(".card-of.exercise"), path.stem


@LANGUAGES
def test_wrong_turns_and_errata_are_cards(site, language):
    turns = 0
    for path in facts.notebooks(language):
        file = home(site, language) / "lessons" / f"{path.stem}.html"
        page = read(file)
        turns += len(page.select(".card-of.wrong-turn"))
        assert not page.select(".wrong-turn .exercise, .exercise .wrong-turn"), path.stem
        linked = {a["href"]: a.get_text() for links in page.select(".links")
                  for a in links.find_all("a") if "#erratum-" in a["href"]}
        cards = page.select(".card-of.erratum-card")
        told = [card.summary.get_text() for card in cards]
        assert [name for name in linked.values() if not any(
            name.removeprefix("in ").removeprefix("в ") in one for one in told)] == [], path.stem
        named = SUMMARY.findall(file.read_text("utf-8"))         # with their formulas
        beside = [name for name, card in zip(named, cards, strict=True)
                  if not card.find_parent("div", "cell_output")]
        assert len(beside) == len(dict.fromkeys(beside)) <= len(linked), path.stem
        for card in cards:
            assert not card.has_attr("open")
            assert card.select_one(".printed mjx-container, .printed p")
            assert card.select_one(".corrected mjx-container, .corrected p")
    assert turns >= 8, turns


def test_the_colours_of_the_axes_are_those_of_figures_and_scenes():
    """x red, y green, z blue, in style sheet, scenes and figures: the largest channel says it."""
    from robokit.scene.drawn import COLOUR
    style = (facts.LESSONS / "book" / "static" / "book.css").read_text("utf-8")
    for channel, axis in enumerate("xyz"):
        for colour in (*re.findall(rf"--axis-{axis}: (#\w{{6}})", style), COLOUR[axis]):
            parts = [int(colour[k:k + 2], 16) for k in (1, 3, 5)]
            assert np.argmax(parts) == channel, (axis, colour)


# -- sheets on paper -------------------------------------------------------------------------------

@LANGUAGES
def test_printed_sheets_are_linked_where_they_are_there(tmp_path, language):
    """Each link leads to the file from its page; without files there is none."""
    folder = facts.LESSONS / ("book" if language == "en" else language)
    home = tmp_path / "book" / ("" if language == "en" else language)

    def linked():
        pages = {"index": front.page(folder, language, tmp_path),
                 **make._corrected(language, tmp_path)}
        return {((home / f"{name}.html").parent / address).resolve() for name, text in pages.items()
                for address in re.findall(r'href="([^"]+\.pdf)"', text)}
    assert linked() == set()
    sheets = {f"oral.{language}", "authors.ru", f"section-3.{language}", f"appendix-5.{language}"}
    home.joinpath("corrected").mkdir(parents=True)
    (tmp_path / "paper").mkdir()
    for name in sheets:
        (tmp_path / "paper" / f"{name}.pdf").write_bytes(b"%PDF-1.7")
    assert linked() == {tmp_path / "paper" / f"{name}.pdf" for name in sheets}
    made = {name for sheet in paper.SHEETS.values() for name, *_ in sheet()}
    assert sheets <= made
