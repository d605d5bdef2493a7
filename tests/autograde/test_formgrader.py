"""nbgrader's formgrader in a browser: the list, a submission, points and a comment that stay.

The pages are opened in a headless Chromium, as an instructor would open them in the course folder.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from browser import browser
from dealt import given_out, hand_in_sample
from nbgrader.api import Gradebook
from waiting import LONG

from autograde import sample
from autograde.cli import main
from autograde.library import book

NAME, EXPLANATION = "a02_rotation", "explain_two_meanings"
ASSIGNMENT = book()[NAME]
CLASS = ("akimova", "slip_transposed")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Two submissions, graded."""
    course = given_out(tmp_path_factory.mktemp("formgrader") / "course", NAME)
    hand_in_sample(course, NAME, CLASS)
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    return course


@pytest.fixture(scope="module")
def address(course, tmp_path_factory):
    """Formgrader's address, served from the course folder as the guide says."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", "--allow-root", "--ip=127.0.0.1",
         f"--port={port}", "--ServerApp.port_retries=0", "--ServerApp.open_browser=False",
         "--IdentityProvider.token=", "--ServerApp.password="],
        cwd=course.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=os.environ | {"HOME": str(home), "JUPYTER_CONFIG_DIR": str(home / "config"),
                          "JUPYTER_RUNTIME_DIR": str(home / "runtime")})
    url = f"http://127.0.0.1:{port}/formgrader"
    try:
        _wait(url, server)
        yield url
    finally:
        server.terminate()
        server.communicate(timeout=LONG)


def _wait(url, server):
    """Until the server answers."""
    end = time.monotonic() + LONG
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5)
            return
        except urllib.error.HTTPError as error:
            pytest.fail(f"{url} answers {error.code}")
        except OSError:
            time.sleep(0.2)
    server.kill()
    pytest.fail(f"the server of formgrader did not answer:\n{server.communicate()[0][-3000:]}")


@pytest.fixture(scope="module")
def chromium():
    with browser() as one:
        yield one


@pytest.fixture
def page(address, chromium):
    """A page of a headless browser that has seen nothing yet."""
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(LONG * 1000)
    # What a page asks of other machines is refused at once, as in a closed network.
    page.route(lambda url: "127.0.0.1" not in url, lambda route: route.abort())
    yield page
    context.close()


def entered(course, student):
    """Manual points, comment and whether formgrader still asks for points."""
    with Gradebook(f"sqlite:///{course.gradebook}") as gradebook:
        place = EXPLANATION, NAME, NAME, student
        grade, comment = gradebook.find_grade(*place), gradebook.find_comment(*place)
        return grade.manual_score, comment.manual_comment, grade.needs_manual_grade


def rows(page, address):
    """The lines of formgrader's table of submissions, as a person sees them, with their links."""
    page.goto(f"{address}/gradebook/{NAME}/{NAME}")
    lines = page.locator("table tbody tr").filter(has_text="Submission #")
    lines.first.wait_for()
    return [(line.inner_text(), line.locator("a", has_text="Submission #").get_attribute("href"))
            for line in lines.all()]


def opened(page, address, marks):
    """The submission with these points of the judge, opened by its line in the list."""
    wanted = f"{marks:g} / {ASSIGNMENT.most:g}"
    link, = [link for text, link in rows(page, address) if wanted in text]
    page.goto(address.removesuffix("/formgrader") + link)
    ready(page)


def ready(page):
    """The fields are bound to the gradebook; what is typed before is lost, or kept by nobody."""
    page.wait_for_function("formgrader.grades?.loaded && formgrader.comments?.loaded")


def code_marks(student):
    person = next(s for s in sample.students(ASSIGNMENT) if s.name == student)
    return sum(sample.expected(ASSIGNMENT, person).values())


def test_the_list_shows_every_submission_with_the_points_of_the_judge(page, address):
    found = [text for text, _ in rows(page, address)]
    assert len(found) == len(CLASS)
    for student in CLASS:
        assert any(f"{code_marks(student):g} / {ASSIGNMENT.most:g}" in text for text in found)


def test_a_submission_shows_the_work_and_what_each_task_earned(page, address):
    opened(page, address, code_marks("slip_transposed"))
    shown = page.inner_text("body")
    assert "rotation matrix" in shown and "right = chain_rotation" in shown
    for task in ASSIGNMENT.tasks:
        earned = page.locator(f"input#{task.id}[placeholder]").get_attribute("placeholder")
        whole = task.id != "elementary_number"      # one cause is charged once
        assert float(earned) == task.points * (1 if whole else 0.5)
    assert page.locator(f"input#{EXPLANATION}").input_value() == ""


def test_the_rubric_stands_beside_the_answer_and_formulas_need_no_network(page, address, course):
    opened(page, address, code_marks("akimova"))
    rubric = page.locator("table", has_text=str(ASSIGNMENT.rubrics[EXPLANATION][0].missing)[:40])
    assert rubric.count() == 1 and rubric.locator("tbody tr").count() == len(
        ASSIGNMENT.rubrics[EXPLANATION])
    page.locator("math").first.wait_for(state="attached")
    assert r"$\tau" not in page.locator("body").inner_text()
    page_of = course.feedback / "akimova" / NAME / f"{NAME}.html"
    assert main(["feedback", NAME, "--course", str(course.root)]) == 0
    assert "Rubric" not in page_of.read_text("utf-8")


def test_points_and_comment_entered_by_hand_stay(page, address, course):
    """Behind leaving the fields, a new look at the page, and grading again."""
    assert entered(course, "akimova") == (None, None, True)
    opened(page, address, code_marks("akimova"))
    page.locator(f"input#{EXPLANATION}").fill("2.5")
    with page.expect_response(lambda r: "/api/grade/" in r.url and r.request.method == "PUT"):
        page.locator(f"textarea#{EXPLANATION}-comment").click()
    page.locator(f"textarea#{EXPLANATION}-comment").fill("The sketch decides it.")
    with page.expect_response(lambda r: "/api/comment/" in r.url and r.request.method == "PUT"):
        page.locator(f"input#{EXPLANATION}").click()
    assert entered(course, "akimova") == (2.5, "The sketch decides it.", False)
    page.reload()
    ready(page)
    page.wait_for_function(f"document.querySelector('input#{EXPLANATION}').value == '2.5'")
    assert main(["grade", "--jobs", "1", "--course", str(course.root)]) == 0
    assert entered(course, "akimova")[:2] == (2.5, "The sketch decides it.")
    assert main(["feedback", "--course", str(course.root)]) == 0
    sheet = (course.feedback / "akimova" / NAME / f"{NAME}.html").read_text("utf-8")
    assert "The sketch decides it." in sheet
