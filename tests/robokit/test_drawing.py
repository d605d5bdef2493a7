"""Figures: what they draw, how they are described, what they refuse."""

import io
import os
import subprocess
import sys

import matplotlib
import numpy as np
import pytest
from PIL import Image

from robokit import Mechanism, Mount, coordinates, drawing, kawasaki
from robokit.rotation import tau_x, tau_z

matplotlib.use("Agg")
x, y, z = np.eye(3)


@pytest.fixture
def ax():
    fig, ax = drawing.figure()
    yield ax
    drawing.plt.close(fig)


@pytest.fixture
def shown(monkeypatch):
    """What `show` hands to the notebook: a list of (data, metadata)."""
    outputs = []
    monkeypatch.setattr("IPython.display.publish_display_data",
                        lambda data, metadata=None, **_: outputs.append((data, metadata)))
    return outputs


def texts(ax):
    return [t.get_text() for t in ax.texts]


def scara():
    return Mechanism([1, 1, 0], angles=np.zeros((3, 3)), l=[(0.4, 0, 0), (0.3, 0, 0), (0, 0, -0.2)],
                     base=Mount(l=(0, 0, 0.5)), name="SCARA")


def test_figure_gives_one_axes_or_several():
    fig, ax = drawing.figure()
    assert ax.name == "3d"
    fig, axes = drawing.figure(2, three_d=False, titles=["a", "b"])
    assert len(axes) == 2 and axes[1].get_title() == "b"
    drawing.plt.close("all")


def test_axes_bear_units(ax):
    assert [ax.get_xlabel(), ax.get_ylabel(), ax.get_zlabel()] == ["x, m", "y, m", "z, m"]


def test_what_is_shown_names_its_axes_as_the_voice_does(monkeypatch):
    monkeypatch.setitem(drawing._names, "axis", drawing._names["axis"])
    drawing.axes_named_by("<{}>".format)
    fig, axes = drawing.figure(2, three_d=False)
    axes[1].set_xlabel("time, s")
    bare, ax = drawing.figure(axes=False)
    space, drawn = drawing.figure()
    size = axes[0].xaxis.label.get_size()
    for one in (fig, bare, space):
        drawing.show(one, "Nothing but axes.")
    assert [axes[0].get_xlabel(), axes[0].get_ylabel()] == ["<x>", "<y>"]
    assert [axes[1].get_xlabel(), axes[1].get_ylabel()] == ["time, s", "<y>"]
    assert [drawn.get_xlabel(), drawn.get_zlabel()] == ["<x>", "<z>"]
    assert ax.get_xlabel() == "x, m" and axes[0].xaxis.label.get_size() == size


def test_numbers_along_axes_have_the_mark_of_the_voice(monkeypatch):
    def labels(ax):
        drawing.show(ax.figure, "Numbers.")
        return [[t.get_text() for t in axis.get_ticklabels()]
                for axis in (ax.xaxis, ax.yaxis, *([ax.zaxis] if ax.name == "3d" else ()))]

    def drawn(three_d=False):
        _fig, ax = drawing.figure(three_d=three_d)
        ax.plot(*np.array([[0, 0.35], [0, 0.35], [-1, 1]])[:2 + three_d])
        return ax
    named = drawn()
    named.set_xticks([0.1, 0.3], ["fig. 1.2", "fig. 1.3"])
    written = drawn()
    written.yaxis.set_major_formatter("$\\mathdefault{{{x:.2f}}}$")
    plain = [labels(drawn()), labels(drawn(True))]
    monkeypatch.setitem(drawing._mark, "decimal", lambda: ",")
    for english, three_d in zip(plain, (False, True)):
        assert labels(drawn(three_d)) == [[x.replace(".", ",") for x in axis] for axis in english]
        assert any("." in x for axis in english for x in axis)
    assert labels(named)[0] == ["fig. 1.2", "fig. 1.3"]
    assert any("{,}" in x for x in labels(written)[1])


def test_a_frame_is_red_green_blue_and_named(ax):
    drawing.frame(ax, tau_z(0.3), label=2)
    assert [t.get_color() for t in ax.texts] == list(drawing.AXES)
    assert texts(ax) == ["$x_{2}$", "$y_{2}$", "$z_{2}$"]


def test_a_vector_ends_where_it_should(ax):
    drawing.vector(ax, (0, 0, 0), (0.2, 0.3, 0.6))
    far = np.max(np.concatenate(drawing._seen[ax]), axis=0)
    assert np.allclose(far, (0.2, 0.3, 0.6), atol=0.04)


def test_an_arc_runs_from_start_by_the_angle(ax):
    drawing.arc(ax, z, x, np.pi / 2, radius=2)
    path = np.array(ax.lines[0].get_data_3d()).T
    assert np.allclose(path[0], 2 * x) and np.allclose(path[-1], 2 * y)
    assert np.allclose(np.linalg.norm(path, axis=1), 2)


def test_a_mechanism_stands_where_the_kinematics_says(ax):
    robot, q = kawasaki.fs20n(), np.radians([20, -20, 30, 10, 40, 15])
    drawing.mechanism(ax, robot, q, frames=None)
    ends = np.array([np.array(line.get_data_3d()).T[-1] for line in ax.lines])
    state = robot.at(q)
    for j in range(7):
        origin = state.t(j, frame="B", origin="B")
        assert np.abs(ends - origin).sum(axis=1).min() < 1e-12
    assert texts(ax) == list("123456")


POSES = [np.zeros(6), [20, -20, 30, 10, 40, 15], [-100, 60, -70, 90, 90, 0], [10, 0, 90, 0, 0, 0]]


@pytest.mark.parametrize("degrees", POSES)
def test_a_joint_number_stands_at_its_own_axis(ax, degrees):
    robot, q = kawasaki.fs20n(), np.radians(degrees)
    drawing.mechanism(ax, robot, q, frames=[0, 1])
    state = robot.at(q)
    for text in ax.texts[:6]:
        j, place = int(text.get_text()), np.array(text.get_position_3d())
        to_number = place - state.t(j - 1, frame="B", origin="B")
        assert np.linalg.norm(np.cross(to_number, state.tau("B", j - 1)[:, 2])) < 1e-9
        assert 0 < np.linalg.norm(to_number) < 0.3


@pytest.mark.parametrize("robot, q", [(kawasaki.fs20n(), np.radians(q)) for q in POSES] + [
    (coordinates.cylindrical(), [0.4, 0.5, 0.7]), (coordinates.angular(), [0.3, 0.5, 0.8])])
def test_labels_of_a_mechanism_do_not_meet(ax, robot, q):
    """Frames that share an origin, or an axis, are told apart."""
    drawing.mechanism(ax, robot, q)
    right, up, _ = drawing._directions(ax)
    places = np.array([text.get_position_3d() for text in ax.texts])
    seen = np.stack([places @ right, places @ up], -1)
    gaps = np.linalg.norm(seen[:, None] - seen, axis=2)[~np.eye(len(seen), dtype=bool)]
    assert gaps.min() > 0.012 * np.linalg.norm(np.ptp(places, axis=0))


@pytest.mark.parametrize("above", [(0, 0, 1), (0.7, 0, 0.7)])
def test_letters_of_an_axis_stand_beside_the_link_that_goes_on(ax, above):
    """Up the axis, where they would stand else, is the column itself."""
    column = np.array([[0, 0, 0], above])
    drawing.line3d(ax, column, width=3.5)
    drawing.frame(ax, size=0.3, label=0)
    drawing.set_equal(ax)
    ax.text2D(0.02, 0.95, "on the picture, not in space", transform=ax.transAxes)
    with np.errstate(all="ignore"):                          # as drawing.png does
        ax.figure.canvas.draw()
    seen = {name: text.stands for name, text in zip("xyz", ax.texts)}
    width, height = drawing._size(ax.texts[2], ax.figure.canvas.get_renderer())
    foot, head = (drawing._seen_at(ax, place) for place in column)
    along = (head - foot) / np.linalg.norm(head - foot)
    away = abs((seen["z"] - foot) @ [-along[1], along[0]])
    if above[0]:                                             # the link leads elsewhere
        tip = drawing._seen_at(ax, (0, 0, 0.3))
        assert abs(seen["z"] - tip)[0] < 1 and seen["z"][1] > tip[1] + height / 2
    else:
        assert width / 2 < away < 2 * width
    assert all(np.linalg.norm(seen["z"] - seen[other]) > width for other in "xy")


def test_a_workspace_is_a_cloud_of_places(ax):
    robot = coordinates.cylindrical(reach=(0.4, 1))
    drawing.workspace(ax, robot, count=300)
    cloud = np.array(ax.lines[0].get_data_3d()).T
    assert np.allclose(cloud, robot.workspace(300)) and robot.reaches(cloud).all()
    fig, plane = drawing.figure(three_d=False)
    drawing.workspace(plane, robot, count=300)
    assert np.allclose(plane.lines[0].get_xydata(), cloud[:, :2])
    drawing.plt.close(fig)


def test_a_slide_is_drawn_along_its_axis(ax):
    drawing.mechanism(ax, scara(), [0.5, 0.4, -0.1], frames=[0])
    path = np.array(ax.lines[3].get_data_3d()).T
    assert np.allclose(path[1] - path[0], (0, 0, -0.1))
    assert np.allclose(path[2] - path[1], (0, 0, -0.2))


def test_the_scale_is_the_same_along_all_axes(ax):
    drawing.mechanism(ax, scara(), [0.5, 0.4, -0.1])
    size = [np.ptp(limits) for limits in (ax.get_xlim(), ax.get_ylim(), ax.get_zlim())]
    assert np.allclose(size / np.max(size), ax._box_aspect / np.max(ax._box_aspect))


def test_show_keeps_alt_and_caption(shown):
    fig, ax = drawing.figure(axes=False)
    drawing.turned(ax, tau_x(0.5))
    drawing.show(fig, "A frame turned  about x,\n a < b.", "It turns.")
    (picture, metadata), (legend, _) = shown
    assert picture["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == "A frame turned about x, a < b."
    assert "It turns." in legend["text/markdown"] and "a &lt; b" in legend["text/markdown"]
    assert not drawing.plt.fignum_exists(fig.number)


@pytest.mark.parametrize("alt", ["", "  \n", None, 3])
def test_show_refuses_a_figure_without_words(alt, shown):
    fig, _ = drawing.figure()
    with pytest.raises(ValueError, match="alt: got"):
        drawing.show(fig, alt)
    assert shown == []
    drawing.plt.close(fig)


def test_frames_side_by_side_have_one_scale(shown, monkeypatch):
    made = []
    monkeypatch.setattr(drawing.plt, "close", made.append)
    drawing.compare([np.eye(3), tau_x(2.0), tau_z(-2.5)], "Three frames.")
    limits = [ax.get_w_lims() for ax in made[0].axes]
    assert len(limits) == 3 and np.allclose(limits, limits[0])


def test_look_waits_for_an_answer(shown, capsys):
    for nothing in (None, ...):
        drawing.look(nothing)
    assert capsys.readouterr().out == "nothing to draw yet\n" * 2 and shown == []
    drawing.look(tau_z(np.pi / 2))
    assert "u = (0.0, 1.0, 0.0)" in shown[0][1]["image/png"]["alt"]


def test_a_mechanism_in_words():
    words = drawing.describe(scara(), [0, 0, -0.1])
    assert words == ("SCARA with 3 joints: 1 revolute at 0 degrees, 2 revolute at 0 degrees, "
                     "3 prismatic at -0.10 m; the gripper stands at x = 0.70, y = 0.00, z = 0.20 m")


def test_a_journey_needs_a_factor_between_neighbours():
    with pytest.raises(ValueError, match="factors: got 2, needs 1"):
        drawing.journey(["a", "b"], ["1", "2"])


@pytest.mark.parametrize("call, message", [
    (lambda ax: drawing.figure(0), "n: got 0"),
    (lambda ax: drawing.vector(ax, x, x), "end: got the same point"),
    (lambda ax: drawing.vector(ax, "ab", x), "start: got"),
    (lambda ax: drawing.vector(ax, x, [0, 1]), "end: got"),
    (lambda ax: drawing.vector(ax, x, [0, 1, np.nan]), "end: got"),
    (lambda ax: drawing.frame(ax, np.eye(2)), "tau: got shape"),
    (lambda ax: drawing.frame(ax, np.ones((2, 3))), "tau: got shape"),
    (lambda ax: drawing.arc(ax, z, z, 1.0), "start: got a direction"),
    (lambda ax: drawing.arc(ax, 0 * z, x, 1.0), "axis: got the zero vector"),
    (lambda ax: drawing.line3d(ax, [1, 2, 3]), "points: got shape"),
    (lambda ax: drawing.mechanism(ax, scara(), [1, 2]), "q: got shape"),
    (lambda ax: drawing.mechanism(ax, scara(), np.zeros((2, 3))), "q: got shape"),
    (lambda ax: drawing.mechanism(ax, scara(), np.zeros(3), frames=[7]), "got 7"),
])
def test_errors_name_the_argument(call, message, ax):
    with pytest.raises(ValueError, match=message):
        call(ax)


def test_space_is_needed_for_frames():
    fig, ax = drawing.figure(three_d=False)
    with pytest.raises(ValueError, match="ax: got axes of a plane"):
        drawing.frame(ax)
    drawing.vector(ax, (0, 0, 0), (1, 1, 0), "a")            # a plane is enough for an arrow
    drawing.plt.close(fig)


@pytest.mark.parametrize("dots,said", [("", "192"), ("48", "48"), ("fine", "got 'fine'"),
                                       ("5", "needs dots per inch, 16..960")])
def test_the_environment_may_ask_for_coarser_pictures(dots, said):
    code = "from robokit import drawing; print(drawing.DPI)"
    ran = subprocess.run([sys.executable, "-c", code], env=os.environ | {"ROBOKIT_DPI": dots},
                         capture_output=True, text=True)
    assert said in (ran.stderr.splitlines()[-1] if ran.returncode else ran.stdout)


def test_a_picture_ends_a_little_behind_what_is_drawn():
    """On each side; what stands outside of the figure is kept, and white is white."""
    fig, ax = drawing.figure(three_d=False)
    ax.text(-0.3, 1.2, "far off", transform=ax.transAxes)
    image = np.asarray(Image.open(io.BytesIO(drawing.png(fig))).convert("RGB"))
    drawing.plt.close(fig)
    inked = np.argwhere((image < 255).any(axis=2))
    before, behind = inked.min(axis=0), np.subtract(image.shape[:2], inked.max(axis=0))
    assert {*before, *behind} == {drawing.DPI // 16}
