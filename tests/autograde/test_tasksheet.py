"""Task sheets for paper: own numbers, tasks and answers are those of the release."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup

from autograde import cli
from autograde.course import Course
from autograde.judging.variants import make_variants
from autograde.library import Library, book
from autograde.pages import printing, tasksheet
from autograde.pages.printing import BROWSERS, print_pdf
from autograde.pages.sheet import written
from autograde.pages.tasksheet import WORDS, chosen, write_sheets
from autograde.record.dealing import dealing
from autograde.roster import Person, read_people
from autograde.textform import read
from autograde.words import Speaker, languages

OWN = Path(__file__).resolve().parents[1] / "own"
NAME = "e01_pendulum"


@pytest.fixture
def course(tmp_path):
    """A course as release leaves it, without the sandbox: numbers dealt to a roster."""
    (tmp_path / "autograde.toml").write_text(
        f'[course]\nroster = "students.csv"\n[assignments]\nfolders = ["{OWN}"]\nvariants = 2\n')
    (tmp_path / "students.csv").write_text(
        "id,last_name,first_name,group\nivanova,Иванова,Анна,РК6-51\npetrov,<b>Петров</b>,,\n",
        "utf-8")
    course = Course(tmp_path)
    assignment = course.library[NAME]
    dealt = dealing(course, assignment)
    folder = course.release / NAME
    folder.mkdir(parents=True)
    variants = make_variants(assignment, seed=3, count=4)
    (folder / "variants.json").write_text(json.dumps({"deal": dealt.deal, "variants": variants}))
    (course.source / NAME).mkdir(parents=True)
    nbformat.write(read(assignment), course.source / NAME / f"{NAME}.ipynb")
    return course


def pages(course, language="en", tasks=(), students=()):
    made = write_sheets(course, course.library[NAME], chosen(course, students), language, tasks)
    return [BeautifulSoup(p.read_text("utf-8"), "html.parser") for p in made]


def own(course, student):
    from autograde.runner.deal import number_of
    table = course.variants(course.library[NAME])
    number = number_of(student, table)
    return number, table["variants"][number]


@pytest.mark.parametrize("language", languages())
def test_a_sheet_has_name_own_numbers_tasks_and_room_for_answers(course, language):
    ivanova, petrov, _ = pages(course, language)
    number, numbers = own(course, "ivanova")
    assert ivanova.html["lang"] == language
    cells = [td.get_text() for td in ivanova.select(".who td")]
    assert cells == ["Иванова Анна", "РК6-51", "ivanova", str(number)]
    assert f"v.length = {numbers['length']} m, v.mass = {numbers['mass']} kg" in \
        ivanova.select_one(".own pre").get_text()
    headings = [h.get_text().split("  ")[0] for h in ivanova.select(".task h2")]
    assert len(headings) == len(ivanova.select(".answer")) == 4
    assert "What holds it" in headings[0] and "A rod without mass" in ivanova.get_text()
    assert "2 points" not in ivanova.select_one(".task").get_text()          # the line above
    assert [len(ivanova.select(f".answer.{size}")) for size in ("small", "large")] == [1, 3]
    footer = ivanova.footer.get_text()
    said = [Speaker(language).say(WORDS[word]) for word in ("date", "signature", "marked")]
    assert all(word in footer for word in said)
    assert petrov.select_one(".who td").get_text() == "<b>Петров</b>"         # text, not HTML
    assert numbers != own(course, "petrov")[1]


def test_formulas_in_headings_are_set_as_formulas():
    asked = tasksheet._asked(book()["a02_rotation"], ["eps_symbolic"], "ru")
    assert asked[0].heading.startswith("5. <math") and "в буквенном виде" in asked[0].heading
    assert "$" not in asked[0].heading


def test_no_right_answer_stands_on_a_sheet_and_each_in_the_key(course):
    ivanova, petrov, key = pages(course)
    shown = key.get_text()
    values = [float(cell.get_text()) for cell in key.select(".key td")]
    for name, page in (("ivanova", ivanova), ("petrov", petrov)):
        v = own(course, name)[1]
        torque = v["mass"] * 9.81 * v["length"] * np.sin(np.radians(v["angle_deg"]))
        assert np.isclose(values, torque, rtol=1e-5).any()
        assert f"{torque:.2f}" not in page.get_text()
    assert "np.sqrt(length / 9.81)" in shown and "SOLUTION" not in shown
    assert "np.sqrt" not in ivanova.get_text()


def test_the_key_is_in_the_readers_language_and_nothing_in_it_is_left_open():
    """In its code, too; three dots are what a solution takes the place of."""
    for name, assignment in book().items():
        for language in languages():
            cells = written(assignment, language)
            opened = [task.id for task in assignment.tasks
                      if re.search(r"(^|= )\s*\.\.\.", cells[f"{task.id}_answer"], re.M)]
            assert not opened, (name, language)
    russian, english = (written(book()["a02_rotation"], language)["adjacent_answer"]
                        for language in ("ru", "en"))
    assert "из проекций" in russian and "components in frame" in english
    assert re.sub(r'""".*?"""', "", russian, flags=re.S) == re.sub(r'""".*?"""', "", english,
                                                                   flags=re.S)


def test_about_data_of_ones_own_the_key_shows_how_and_no_packed_numbers():
    project = book()["project"]
    asked = tasksheet._asked(project, (), "en")
    found = tasksheet._answers(project, "en", asked, [(Person("one"), 0, {})])
    assert found["students"] == [] and "solve_ivp" in found["code"]["motion"]


def test_the_longest_line_of_numbers_fits_on_its_line():
    """The size of letters times their advance: on the page, in millimetres."""
    for columns in (1, 60, 90, 95, 110, 120):
        size = float(tasksheet._fits("x\n" + "9" * columns, 164).removesuffix("pt"))
        assert columns * 0.602 * size * 25.4 / 72 <= 164 and 6 <= size <= 8.6
    assert tasksheet._fits("", 164) == "8.60pt" and tasksheet._fits("9" * 500, 164) == "6.00pt"


def test_the_last_task_and_the_signature_stay_on_one_page(course):
    ivanova = pages(course)[0]
    last = ivanova.select_one(".last")
    assert last.footer and len(last.select(".task")) == 1
    assert last.select_one(".task") == ivanova.select(".task")[-1]


def test_single_tasks_and_students_are_printed(course):
    [petrov, key] = pages(course, tasks=["period"], students=["petrov"])
    assert len(petrov.select(".task")) == 1 and "Ivanova" not in key.get_text()
    [again, _] = pages(course, students=["Petrov", "petrov"])       # as it is dealt: one student
    assert again.select_one(".who").get_text() == petrov.select_one(".who").get_text()


@pytest.mark.parametrize("named,got,meant", [
    (["ivanowa"], "got 'ivanowa'", "; is 'ivanova' meant?"),
    (["Иванова"], "got 'Иванова'", "; is 'ivanova' meant?"),        # a name in place of the id
    (["petrov", "guest"], "got 'guest'", ""),
    (["guest", "petro"], "got 'guest', 'petro'", "; is 'petrov' meant?")])
def test_who_is_not_on_the_roster_gets_no_sheet(course, capsys, named, got, meant):
    said = f"sheet: {got}, not on the roster students.csv; needs ids that stand there{meant}"
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        chosen(course, named)
    assert cli.main(["sheet", NAME, "--html", "--course", str(course.root),
                     *(word for name in named for word in ("--student", name))]) == 2
    assert got in " ".join(capsys.readouterr().out.split())
    assert not (course.root / "sheets").exists()


def test_who_is_not_on_the_roster_is_told_no_numbers_unless_work_was_handed_in(course, capsys):
    typed = ["variant", "ivanowa", NAME, "--course", str(course.root)]
    assert cli.main(typed) == 2
    told = " ".join(capsys.readouterr().out.split())
    assert told.endswith("autograde: variant: got 'ivanowa', not on the roster students.csv; "
                         "needs ids that stand there; is 'ivanova' meant?")
    (course.submitted / "ivanowa" / NAME).mkdir(parents=True)
    assert cli.main(typed) == 0 and "ivanowa, variant " in capsys.readouterr().out
    assert cli.main(["variant", "Ivanova", NAME, "--course", str(course.root)]) == 0


def test_without_a_roster_whoever_is_named_has_a_sheet(course):
    path = course.root / "autograde.toml"
    path.write_text(path.read_text().replace('roster = "students.csv"\n', ""))
    [guest, _] = pages(course, students=["guest"])          # shares a set
    assert [td.get_text() for td in guest.select(".who td")][:3] == ["", "", "guest"]


def test_what_is_wrong_is_said(course):
    with pytest.raises(ValueError, match="got 'torq', needs one of torque, period, plot, explain"):
        pages(course, tasks=["torq"])
    with pytest.raises(ValueError, match="got 'xx', needs one of en, ru"):
        pages(course, "xx")
    (course.root / "autograde.toml").write_text(f'[assignments]\nfolders = ["{OWN}"]\n')
    with pytest.raises(ValueError, match="has no roster; needs one, .* or --student"):
        chosen(course)


def test_a_list_may_say_names_and_groups(tmp_path):
    path = tmp_path / "students.csv"
    path.write_text("\ufeffgroup;id;name\nA;one;First One\n;two;\n", "utf-8")
    assert read_people(path) == [Person("one", "First One", "A"), Person("two", "", "")]
    path.write_text("one\ntwo\n")
    assert read_people(path) == [Person("one"), Person("two")]


@pytest.mark.parametrize("name", ["a03_positions", "a05_velocities", "a07_accelerations",
                                  "a08_forces", "a09_motion", "a11_recursive"])
def test_an_assignment_about_a_chain_draws_it(name):
    from autograde.library import BOOK
    assignment = Library(BOOK)[name]
    one, two = (assignment.figure(assignment.draw(np.random.default_rng(k))) for k in (1, 2))
    assert one[:4] == b"\x89PNG" and one != two


# -- PDF -----------------------------------------------------------------------------------------
def test_without_a_browser_the_pages_stay_and_a_sentence_says_what_is_needed(course, monkeypatch,
                                                                             capsys):
    monkeypatch.setattr(printing.shutil, "which", lambda name: None)
    assert cli.main(["sheet", NAME, "--course", str(course.root)]) == 2
    assert "needs Chromium, Chrome or Edge" in " ".join(capsys.readouterr().out.split())
    assert (course.root / "sheets" / NAME / "ivanova.html").is_file()


def test_a_browser_that_makes_nothing_is_named(course, monkeypatch, tmp_path):
    monkeypatch.setattr(printing.shutil, "which", lambda name: "/bin/chromium")
    monkeypatch.setattr(printing.subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(
        a, 1, "", "no display\n"))
    made = write_sheets(course, course.library[NAME], chosen(course, ["petrov"]), "en")
    with pytest.raises(RuntimeError, match="made no petrov.pdf: no display; the page stays"):
        print_pdf(made)


def test_a_browser_prints_a4(course):
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("no browser on the PATH")
    assert cli.main(["sheet", NAME, "--course", str(course.root), "--student", "ivanova"]) == 0
    folder = course.root / "sheets" / NAME
    assert sorted(p.name for p in folder.iterdir()) == ["ivanova.pdf", "key.pdf"]
    printed = (folder / "ivanova.pdf").read_bytes()
    assert printed.startswith(b"%PDF") and b"/MediaBox [0 0 594.95996 841.91998]" in printed
