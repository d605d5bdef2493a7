"""Mistakes in tasks on section 1."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from autograde.judging import mistake, refutes
from robokit import inertia

from ..shared import mistakes as shared
from .examples import AXES, BODY, LINK_LENGTH, SHIFT, V, X, Y, Z, link, some_points
from .steps import Steps

INCLUDES = (shared,)



@mistake("millimetres", 27, "millimetres left in",
         "a length stands in millimetres; metres are asked for, and squares grow by 10^6.",
         "The link is about one metre long: `length_mm / 1000`. Which of the numbers can be so "
         "large?")
class Millimetres(Steps):
    def metres(self, millimetres):
        return np.asarray(millimetres, float)


@refutes("millimetres")
def millimetres(rules):
    yield float(rules.metres(V["s_mm"]).max() > LINK_LENGTH)
    yield float(np.abs(rules.length_vector((0, 0, 0), rules.metres(V["offset_mm"]))).max()
                > LINK_LENGTH)
    yield float(np.abs(rules.mass_centre(link(rules))).max() > LINK_LENGTH)
    total = sum(part.m for part in link(rules))
    yield float(np.abs(rules.link_tensor(link(rules))).max() > total * LINK_LENGTH**2)


@mistake("sigma_swapped", 11, "sigma read the wrong way round",
         "turn and shift are exchanged: sigma is 1 for a revolute joint and 0 for a prismatic one.",
         "With `sigma = 1` nothing may shift, with `sigma = 0` nothing may turn: try both.")
class SigmaSwapped(Steps):
    def coordinates(self, sigma, theta, s):
        return super().coordinates(1 - np.asarray(sigma), theta, s)

    def motion(self, sigma, q):
        return super().motion(1 - sigma, q)


@refutes("sigma_swapped")
def sigma_swapped(rules):
    yield rules.coordinates(1, 0.0, 0.7)
    yield rules.joint_motion(1, 0.7, np.zeros(3))
    yield rules.joint_motion(0, 0.7, X) - (1, 0, 0.7)


@mistake("always_turns", 11, "prismatic joint turned",
         "every joint turns here; a prismatic joint shifts along Z and turns nothing.",
         "Let a prismatic joint move the origin: `joint_motion(0, 0.1, np.zeros(3))` must be "
         "(0, 0, 0.1).")
class AlwaysTurns(Steps):
    def motion(self, sigma, q):
        return q, 0.0


@refutes("always_turns")
def always_turns(rules):
    yield rules.joint_motion(0, 0.1, np.zeros(3)) - (0, 0, 0.1)


@mistake("both_motions", 11, "sigma left out",
         "every joint turns and shifts here; sigma lets only one of the two through.",
         "A revolute joint leaves the heights alone: with `sigma = 1` nothing may move along Z, "
         "with `sigma = 0` nothing may turn.")
class BothMotions(Steps):
    def coordinates(self, sigma, theta, s):
        return theta + s

    def motion(self, sigma, q):
        return q, q


@refutes("both_motions")
def both_motions(rules):
    yield rules.coordinates(1, 0.0, 0.7)
    yield rules.joint_motion(1, 0.7, np.zeros(3))
    yield rules.joint_motion(0, 0.7, X) - (1, 0, 0.7)


@mistake("turns_back", 8, "revolute joint turned the other way",
         "the revolute joint turns the other way.",
         "A small positive q carries X towards Y: `joint_motion(1, 0.1, np.array([1, 0, 0]))` "
         "must have a positive second component.")
class TurnsBack(Steps):
    def motion(self, sigma, q):
        theta, s = super().motion(sigma, q)
        return -theta, s


@refutes("turns_back")
def turns_back(rules):
    yield float(rules.joint_motion(1, 0.1, X)[1] < 0)


@mistake("full_ball", 0, "hollow part of the workspace overlooked",
         "the least distance is zero, as if the arm could fold onto its own shoulder.",
         "Fold it: `abs(upper - fore)` is what is left, and zero only for links of equal length.")
class FullBall(Steps):
    def shell(self, upper, fore, least, greatest):
        return np.array([0.0, super().shell(upper, fore, least, greatest)[1]])


@refutes("full_ball")
def full_ball(rules):
    yield rules.shell(0.5, 0.3, 0, np.pi)[0] - abs(0.5 - 0.3)


@mistake("limits_ignored", 16, "limits of the elbow left out",
         "the arm is stretched and folded here whatever the limits of the elbow are.",
         "An elbow that hardly moves hardly changes the distance: "
         "`shell(0.5, 0.3, 1.0, 1.01)` must give two numbers that are nearly equal.")
class LimitsIgnored(Steps):
    def elbows(self, least, greatest):
        return [0.0, np.pi]


@refutes("limits_ignored")
def limits_ignored(rules):
    yield float(np.ptp(rules.shell(0.5, 0.3, 1.0, 1.01)) > 0.01)


@mistake("ends_only", 16, "extreme inside the range overlooked",
         "only the limits of the elbow were tried; inside them the arm may stretch or fold.",
         "Try the whole range: `np.linspace(least, greatest, 999)` and the distance at each angle.")
class EndsOnly(Steps):
    def elbows(self, least, greatest):
        return [least, greatest]


@refutes("ends_only")
def ends_only(rules):
    elbow = np.linspace(-1, 5, 6001)
    reach = np.sqrt(0.34 + 0.3 * np.cos(elbow))
    yield rules.shell(0.5, 0.3, -1, 5) - [reach.min(), reach.max()]


@mistake("one_fold", 16, "folded position looked for at one end only",
         "between the limits the arm was looked for folded at +180 degrees only; at -180 degrees "
         "it is folded, too.",
         "Which way the elbow bends makes no difference: `shell(a, b, -5, -1)` must equal "
         "`shell(a, b, 1, 5)`.")
class OneFold(Steps):
    def elbows(self, least, greatest):
        return [x for x in super().elbows(least, greatest) if x in (least, greatest) or x >= 0]


@refutes("one_fold")
def one_fold(rules):
    yield rules.shell(0.5, 0.3, -5, -1) - rules.shell(0.5, 0.3, 1, 5)


@mistake("inner_angle", 15, "cosine law with the inner angle",
         "the cosine has the other sign: at elbow angle zero the arm is stretched, not folded.",
         "At `elbow = 0` the distance must be `upper + fore`.")
class InnerAngle(Steps):
    def reach(self, upper, fore, elbow):
        return super().reach(upper, fore, np.pi - elbow)


@refutes("inner_angle")
def inner_angle(rules):
    yield rules.reach(0.5, 0.3, 0.0) - 0.8


@mistake("fixed_axes", 4, "turns about axes that stay",
         "the second and third turn were made about axes that stayed where they were.",
         "Each turn is about the axis as turned so far: put your angles into "
         "`tau_x(alpha) @ tau_y(beta) @ tau_z(gamma)`; its columns are X_i, Y_i, Z_i.")
class FixedAxes(Steps):
    def turns(self, tau):
        return -super().turns(tau.T)


@refutes("fixed_axes")
def fixed_axes(rules):
    tau = Rotation.from_euler("XYZ", [0.4, 0.7, -0.9]).as_matrix()
    back = rules.mounting(tau @ X, tau @ Z)
    yield Rotation.from_euler("XYZ", back).as_matrix() - tau


@mistake("mounting_back", 9, "mounting angles of the way back",
         "these angles carry frame i into frame i-1; frame i-1 is the one to be turned.",
         "One turn is enough to see it: if Z_i leans from Z towards -Y, alpha alone is positive, "
         "`tau_x(alpha)[:, 2]`.")
class MountingBack(Steps):
    def turns(self, tau):
        return super().turns(tau.T)


@refutes("mounting_back")
def mounting_back(rules):
    leaning = Rotation.from_euler("X", 0.3).as_matrix()         # Z_i leans from Z towards -Y
    assert leaning[1, 2] < 0
    yield float(rules.mounting(leaning @ X, leaning @ Z)[0] < 0)


@mistake("mounting_sign", 9, "signs of the mounting angles",
         "the angles have the wrong signs: all three turns go the other way.",
         "Right hand: a positive turn about X carries Y towards Z; "
         "`tau_x(0.1) @ [0, 1, 0]` has a positive z.")
class MountingSign(Steps):
    def turns(self, tau):
        return -super().turns(tau)


@refutes("mounting_sign")
def mounting_sign(rules):
    yield float((Rotation.from_euler("X", rules.mounting(X, np.array([0, -np.sin(0.1), np.cos(0.1)]
                                                                     ))[0]).as_matrix() @ Y)[2] < 0)


@mistake("left_handed", 9, "left-handed frame",
         "Y_i points the other way here: the frame is left-handed.",
         "Turn X towards Y by the right hand and the thumb shows Z: `np.cross(x, y)` must be z, "
         "so y is `np.cross(z, x)`.")
class LeftHanded(Steps):
    def y_axis(self, x_axis, z_axis):
        return np.cross(x_axis, z_axis)

    def turns(self, tau):
        if abs(tau[0, 2]) > 0.999:
            return np.array([np.arctan2(tau[2, 1], tau[1, 1]), np.arcsin(np.sign(tau[0, 2])), 0])
        return np.array([np.arctan2(-tau[1, 2], tau[2, 2]), np.arcsin(tau[0, 2]),
                         np.arctan2(-tau[0, 1], tau[0, 0])])


@refutes("left_handed")
def left_handed(rules):
    x, z = Rotation.from_euler("XYZ", [0.4, 0.7, -0.9]).as_matrix()[:, [0, 2]].T
    yield np.cross(x, rules.y_axis(x, z)) - z
    yield Rotation.from_euler("XYZ", rules.mounting(x, z)).as_matrix()[:, [0, 2]].T - [x, z]
    yield (rules.length_vector([0.4, 0.7, -0.9], SHIFT)[1] - SHIFT @ np.cross(z, x))


@mistake("length_unturned", 6, "link vector left in the frame before",
         "these are the components along the axes of frame i-1; l_i is given along those of "
         "frame i.",
         "A component along X_i is `offset @ x_axis`.")
class LengthUnturned(Steps):
    def length_vector(self, angles, offset):
        return offset


@refutes("length_unturned")
def length_unturned(rules):
    turned = Rotation.from_euler("XYZ", [0.4, 0.7, -0.9])
    l = rules.length_vector([0.4, 0.7, -0.9], SHIFT)
    yield l[0] - SHIFT @ turned.as_matrix()[:, 0]


@mistake("half_drives", 0, "halved drives in the mass, whole drives in the sum",
         "the mass counts the drives by halves, as appendix 5 prints it; the sum above it counts "
         "them whole.",
         "Put all parts at one point, `r = (1, 1, 1)`: the mass centre must be that point.")
class HalfDrives(Steps):
    def mass(self, parts):
        body, *drives = parts
        return body.m + sum(drive.m for drive in drives) / 2


@refutes("half_drives")
def half_drives(rules):
    yield rules.mass_centre([inertia.point(m, (1, 1, 1)) for m in (3, 2, 1)]) - 1


@mistake("mean_of_places", 23, "masses left out of the mass centre",
         "the places were averaged without their masses.",
         "Give one part a mass of zero: its place must not matter, `0 * r`.")
class MeanOfPlaces(Steps):
    def mass_centre(self, parts):
        return sum(p.r for p in parts) / len(parts)

    def pole(self, parts):
        return self.mass_centre(parts)


@refutes("mean_of_places")
def mean_of_places(rules):
    here, there = (rules.mass_centre([inertia.point(2, X), inertia.point(0, r)]) for r in (Y, Z))
    yield here - there
    masses, points = np.array([2.0, 1.0, 0.0]), np.array([X, Y, Z])
    yield rules.tensor(masses, points) - rules.tensor(masses, points * [[1], [1], [3]])


@mistake("no_products", 23, "products of inertia left out",
         "off the diagonal only zeros stand: the products of inertia (1.3) are missing.",
         "Two equal masses at (1, 1, 0) and (-1, -1, 0) have no moment about the line through "
         "them, `w = np.array([1, 1, 0])`: `w @ J @ w` must vanish.")
class NoProducts(Steps):
    def products(self, matrix):
        return 0 * matrix


@refutes("no_products")
def no_products(rules):
    diagonal, w = np.array([[1.0, 1, 0], [-1, -1, 0]]), np.array([1.0, 1, 0])
    yield w @ rules.tensor(np.ones(2), diagonal) @ w
    thin = np.ones(3) / np.sqrt(3)                              # a cube about its main diagonal
    yield thin @ rules.box_corner(1, 1, 1, 1) @ thin - 1 / 6


@mistake("product_sign", 23, "sign of the products of inertia",
         "off the diagonal the sign is wrong: J_i holds the products of inertia with a minus.",
         "Turn two equal masses at (1, 1, 0) and (-1, -1, 0) about the line through them, "
         "`w = np.array([1, 1, 0])`: `w @ J @ w` must vanish.")
class ProductSign(Steps):
    def products(self, matrix):
        return -matrix


@refutes("product_sign")
def product_sign(rules):
    diagonal = np.array([[1, 1, 0], [-1, -1, 0]])
    w = np.array([1.0, 1, 0])
    yield w @ rules.tensor(np.ones(2), diagonal) @ w
    thin = np.array([1.0, 1, 1]) / np.sqrt(3)                   # a cube about its main diagonal
    yield thin @ rules.box_corner(1, 1, 1, 1) @ thin - 1 / 6
    yield w @ rules.steiner(np.zeros((3, 3)), 1.0, w) @ w
    yield w @ rules.link_tensor([inertia.point(1, w), inertia.point(1, -w)]) @ w


@mistake("own_square", 23, "moment of inertia with the square along its own axis",
         "the moment about an axis was made of the coordinate along it; the distance from the "
         "axis counts.",
         "A mass on the x axis, `[2, 0, 0]`, has no moment about x.")
class OwnSquare(Steps):
    def moment(self, d, k):
        return d[k]**2


@refutes("own_square")
def own_square(rules):
    yield rules.tensor(np.ones(2), np.array([[2.0, 0, 0], [-2, 0, 0]]))[0, 0]


@mistake("about_joint", 24, "tensor about the joint",
         "the tensor is taken about the origin of the frame; J_i belongs to the mass centre.",
         "Shift all parts by the same vector, `points + 1`: J_i must stay as it is.")
class AboutJoint(Steps):
    def pole(self, parts):
        return 0 * parts[0].r


@refutes("about_joint")
def about_joint(rules):
    masses, points = some_points(4)
    yield rules.tensor(masses, points + 1) - rules.tensor(masses, points)
    bodies = link(rules)
    yield rules.link_tensor([b.moved((1, 1, 1)) for b in bodies]) - rules.link_tensor(bodies)


@mistake("steiner_printed", 0, "Steiner's theorem as appendix 5 prints it",
         "these are the printed shifts |d|, d_z, d_y: squares and products of inertia are missing.",
         "Double the shift: what is added must grow fourfold, "
         "`(f(2 * d) - J) / (f(d) - J)`.")
class SteinerPrinted(Steps):
    def shift(self, m, d):
        return m * np.diag([np.linalg.norm(d), d[2], d[1]])


@refutes("steiner_printed", "steiner_square")
def fourfold(rules):
    def added(d):
        return rules.steiner(BODY, 2.5, d) - BODY
    yield added(2 * SHIFT) - 4 * added(SHIFT)
    far, near = (rules.link_tensor([inertia.point(1, k * SHIFT), inertia.point(1, -k * SHIFT)])
                 for k in (2, 1))
    yield far - 4 * near


@mistake("steiner_square", 23, "Steiner's theorem without the square",
         "the distance between the axes stands without its square, and the products are missing.",
         "Write it as a function of the shift d: doubled, what is added must grow fourfold, "
         "`(f(2 * d) - J) / (f(d) - J)`.")
class SteinerSquare(Steps):
    def shift(self, m, d):
        return m * np.diag([self.moment(d, k)**0.5 for k in range(3)])


@mistake("steiner_products", 23, "Steiner's theorem without the products",
         "the shift changed the diagonal only; it adds products of inertia too.",
         "A point mass has no moment about the line that leads to it: there `d @ (f(d) - J) @ d` "
         "must vanish.")
class SteinerProducts(Steps):
    def shift(self, m, d):
        return m * np.diag([self.moment(d, k) for k in range(3)])


@refutes("steiner_products")
def steiner_products(rules):
    yield SHIFT @ (rules.steiner(BODY, 2.5, SHIFT) - BODY) @ SHIFT
    yield SHIFT @ rules.link_tensor([inertia.point(1, SHIFT), inertia.point(1, -SHIFT)]) @ SHIFT


@mistake("steiner_minus", 23, "Steiner's theorem with the wrong sign",
         "the shift was taken away; about the mass centre every moment is least, elsewhere larger.",
         "Compare the traces: `np.trace(shifted) > np.trace(J)`.")
class SteinerMinus(Steps):
    def shift(self, m, d):
        return -super().shift(m, d)


@refutes("steiner_minus")
def steiner_minus(rules):
    yield float(np.trace(rules.steiner(BODY, 2.5, SHIFT)) <= np.trace(BODY))


@mistake("no_steiner", 24, "tensors added without moving them",
         "the tensor stands about the mass centre of the body (or of each part): it was not moved.",
         "Two equal point masses far apart have a moment of inertia although each of them, "
         "`np.zeros((3, 3))`, has none.")
class NoSteiner(Steps):
    def shift(self, m, d):
        return 0 * m * np.eye(3)


@refutes("no_steiner")
def no_steiner(rules):
    yield float(not rules.link_tensor([inertia.point(1, X), inertia.point(1, -X)]).any())
    yield float(np.trace(rules.box_corner(1, 1, 1, 1)) <= np.trace(inertia.box(1, (1, 1, 1)).J))


@mistake("origin_unmoved", 23, "part at the origin not moved",
         "the part that lies at the origin of the frame was not moved; the point that counts is "
         "the centre of mass.",
         "Every part has an arm, this one too: `place - mass_centre` with `place = 0`.")
class OriginUnmoved(Steps):
    def link_tensor(self, parts, centre=None):
        J = super().link_tensor(parts, centre)
        centre = self.pole(parts) if centre is None else centre
        return J - sum(self.shift(p.m, p.r - centre) for p in parts if not np.any(p.r))


@refutes("origin_unmoved")
def origin_unmoved(rules):
    yield rules.link_tensor([inertia.point(1, 0 * X), inertia.point(1, X)]) - np.diag([0, .5, .5])


@mistake("disc_axis", 22, "tensor of the drive not turned",
         "the drive across the link was counted as if its axis ran along Z; it runs along X.",
         "About its own axis a disc has `m * R**2 / 2`: which entry is that for this drive?")
class DiscAxis(Steps):
    def drive(self, m, R, H, r):
        return inertia.disc(m, R, H, "z", r)


@refutes("disc_axis")
def disc_axis(rules):
    disc = rules.drive(2.0, 0.3, 0.1, (0, 0, 0))
    yield disc.J[0, 0] - 2.0 * 0.3**2 / 2


# -- laws of slips that several assignments share ----------------------------------------------
@refutes("degrees_kept")
def degrees_kept(rules):
    yield rules.coordinates(1, rules.in_radians(np.radians(90)), 0) - np.pi / 2
    yield float(np.abs(rules.mounting(*AXES)).max() > np.pi)
