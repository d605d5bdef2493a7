"""Mistakes in tasks on section 1."""

from __future__ import annotations

import numpy as np

from robokit import inertia

from ..rules import Rules
from .registry import mistake


@mistake("degrees_kept", 7, "angle left in degrees",
         "an angle stands in degrees; here angles are counted in radians.",
         "A quarter turn is `np.radians(90)`, about 1.57: compare the size of the numbers.")
class DegreesKept(Rules):
    def radians(self, degrees):
        return np.asarray(degrees, float)

    def in_radians(self, angles):
        return np.degrees(angles)


@mistake("millimetres", 27, "millimetres left in",
         "a length stands in millimetres; metres are asked for, and squares grow by 10^6.",
         "The link is about one metre long: `length_mm / 1000`. Which of the numbers can be so "
         "large?")
class Millimetres(Rules):
    def metres(self, millimetres):
        return np.asarray(millimetres, float)


@mistake("sigma_swapped", 11, "sigma read the wrong way round",
         "turn and shift are exchanged: sigma is 1 for a revolute joint and 0 for a prismatic one.",
         "With `sigma = 1` nothing may shift, with `sigma = 0` nothing may turn: try both.")
class SigmaSwapped(Rules):
    def coordinates(self, sigma, theta, s):
        return super().coordinates(1 - np.asarray(sigma), theta, s)

    def motion(self, sigma, q):
        return super().motion(1 - sigma, q)


@mistake("always_turns", 11, "prismatic joint turned",
         "every joint turns here; a prismatic joint shifts along Z and turns nothing.",
         "Let a prismatic joint move the origin: `joint_motion(0, 0.1, np.zeros(3))` must be "
         "(0, 0, 0.1).")
class AlwaysTurns(Rules):
    def motion(self, sigma, q):
        return q, 0.0


@mistake("both_motions", 11, "sigma left out",
         "every joint turns and shifts here; sigma lets only one of the two through.",
         "A revolute joint leaves the heights alone: with `sigma = 1` nothing may move along Z, "
         "with `sigma = 0` nothing may turn.")
class BothMotions(Rules):
    def coordinates(self, sigma, theta, s):
        return theta + s

    def motion(self, sigma, q):
        return q, q


@mistake("turns_back", 8, "revolute joint turned the other way",
         "the revolute joint turns the other way.",
         "A small positive q carries X towards Y: `joint_motion(1, 0.1, np.array([1, 0, 0]))` "
         "must have a positive second component.")
class TurnsBack(Rules):
    def motion(self, sigma, q):
        theta, s = super().motion(sigma, q)
        return -theta, s


@mistake("full_ball", 0, "hollow part of the workspace overlooked",
         "the least distance is zero, as if the arm could fold onto its own shoulder.",
         "Fold it: `abs(upper - fore)` is what is left, and zero only for links of equal length.")
class FullBall(Rules):
    def shell(self, upper, fore, least, greatest):
        return np.array([0.0, super().shell(upper, fore, least, greatest)[1]])


@mistake("limits_ignored", 16, "limits of the elbow left out",
         "the arm is stretched and folded here whatever the limits of the elbow are.",
         "An elbow that hardly moves hardly changes the distance: "
         "`shell(0.5, 0.3, 1.0, 1.01)` must give two numbers that are nearly equal.")
class LimitsIgnored(Rules):
    def elbows(self, least, greatest):
        return [0.0, np.pi]


@mistake("ends_only", 16, "extreme inside the range overlooked",
         "only the limits of the elbow were tried; inside them the arm may stretch or fold.",
         "Try the whole range: `np.linspace(least, greatest, 999)` and the distance at each angle.")
class EndsOnly(Rules):
    def elbows(self, least, greatest):
        return [least, greatest]


@mistake("inner_angle", 15, "cosine law with the inner angle",
         "the cosine has the other sign: at elbow angle zero the arm is stretched, not folded.",
         "At `elbow = 0` the distance must be `upper + fore`.")
class InnerAngle(Rules):
    def reach(self, upper, fore, elbow):
        return super().reach(upper, fore, np.pi - elbow)


@mistake("fixed_axes", 4, "turns about axes that stay",
         "the second and third turn were made about axes that stayed where they were.",
         "Each turn is about the axis as turned so far: put your angles into "
         "`tau_x(alpha) @ tau_y(beta) @ tau_z(gamma)`; its columns are X_i, Y_i, Z_i.")
class FixedAxes(Rules):
    def turns(self, tau):
        return -super().turns(tau.T)


@mistake("mounting_back", 9, "mounting angles of the way back",
         "these angles carry frame i into frame i-1; frame i-1 is the one to be turned.",
         "One turn is enough to see it: if Z_i leans from Z towards -Y, alpha alone is positive, "
         "`tau_x(alpha)[:, 2]`.")
class MountingBack(Rules):
    def turns(self, tau):
        return super().turns(tau.T)


@mistake("mounting_sign", 9, "signs of the mounting angles",
         "the angles have the wrong signs: all three turns go the other way.",
         "Right hand: a positive turn about X carries Y towards Z; "
         "`tau_x(0.1) @ [0, 1, 0]` has a positive z.")
class MountingSign(Rules):
    def turns(self, tau):
        return -super().turns(tau)


@mistake("left_handed", 9, "left-handed frame",
         "Y_i points the other way here: the frame is left-handed.",
         "Turn X towards Y by the right hand and the thumb shows Z: `np.cross(x, y)` must be z, "
         "so y is `np.cross(z, x)`.")
class LeftHanded(Rules):
    def y_axis(self, x_axis, z_axis):
        return np.cross(x_axis, z_axis)

    def turns(self, tau):
        if abs(tau[0, 2]) > 0.999:
            return np.array([np.arctan2(tau[2, 1], tau[1, 1]), np.arcsin(np.sign(tau[0, 2])), 0])
        return np.array([np.arctan2(-tau[1, 2], tau[2, 2]), np.arcsin(tau[0, 2]),
                         np.arctan2(-tau[0, 1], tau[0, 0])])


@mistake("length_unturned", 6, "link vector left in the frame before",
         "these are the components along the axes of frame i-1; l_i is given along those of "
         "frame i.",
         "A component along X_i is `offset @ x_axis`.")
class LengthUnturned(Rules):
    def length_vector(self, angles, offset):
        return offset


@mistake("half_drives", 0, "halved drives in the mass, whole drives in the sum",
         "the mass counts the drives by halves, as appendix 5 prints it; the sum above it counts "
         "them whole.",
         "Put all parts at one point, `r = (1, 1, 1)`: the mass centre must be that point.")
class HalfDrives(Rules):
    def mass(self, parts):
        body, *drives = parts
        return body.m + sum(drive.m for drive in drives) / 2


@mistake("mean_of_places", 23, "masses left out of the mass centre",
         "the places were averaged without their masses.",
         "Give one part a mass of zero: its place must not matter, `0 * r`.")
class MeanOfPlaces(Rules):
    def mass_centre(self, parts):
        return sum(p.r for p in parts) / len(parts)

    def pole(self, parts):
        return self.mass_centre(parts)


@mistake("no_products", 23, "products of inertia left out",
         "off the diagonal only zeros stand: the products of inertia (1.3) are missing.",
         "Two equal masses at (1, 1, 0) and (-1, -1, 0) have no moment about the line through "
         "them, `w = np.array([1, 1, 0])`: `w @ J @ w` must vanish.")
class NoProducts(Rules):
    def products(self, matrix):
        return 0 * matrix


@mistake("product_sign", 23, "sign of the products of inertia",
         "off the diagonal the sign is wrong: J_i holds the products of inertia with a minus.",
         "Turn two equal masses at (1, 1, 0) and (-1, -1, 0) about the line through them, "
         "`w = np.array([1, 1, 0])`: `w @ J @ w` must vanish.")
class ProductSign(Rules):
    def products(self, matrix):
        return -matrix


@mistake("own_square", 23, "moment of inertia with the square along its own axis",
         "the moment about an axis was made of the coordinate along it; the distance from the "
         "axis counts.",
         "A mass on the x axis, `[2, 0, 0]`, has no moment about x.")
class OwnSquare(Rules):
    def moment(self, d, k):
        return d[k]**2


@mistake("about_joint", 24, "tensor about the joint",
         "the tensor is taken about the origin of the frame; J_i belongs to the mass centre.",
         "Shift all parts by the same vector, `points + 1`: J_i must stay as it is.")
class AboutJoint(Rules):
    def pole(self, parts):
        return 0 * parts[0].r


@mistake("steiner_printed", 0, "Steiner's theorem as appendix 5 prints it",
         "these are the printed shifts |d|, d_z, d_y: squares and products of inertia are missing.",
         "Double the shift: what is added must grow fourfold, "
         "`(f(2 * d) - J) / (f(d) - J)`.")
class SteinerPrinted(Rules):
    def shift(self, m, d):
        return m * np.diag([np.linalg.norm(d), d[2], d[1]])


@mistake("steiner_square", 23, "Steiner's theorem without the square",
         "the distance between the axes stands without its square, and the products are missing.",
         "Write it as a function of the shift d: doubled, what is added must grow fourfold, "
         "`(f(2 * d) - J) / (f(d) - J)`.")
class SteinerSquare(Rules):
    def shift(self, m, d):
        return m * np.diag([self.moment(d, k)**0.5 for k in range(3)])


@mistake("steiner_products", 23, "Steiner's theorem without the products",
         "the shift changed the diagonal only; it adds products of inertia too.",
         "A point mass has no moment about the line that leads to it: there `d @ (f(d) - J) @ d` "
         "must vanish.")
class SteinerProducts(Rules):
    def shift(self, m, d):
        return m * np.diag([self.moment(d, k) for k in range(3)])


@mistake("steiner_minus", 23, "Steiner's theorem with the wrong sign",
         "the shift was taken away; about the mass centre every moment is least, elsewhere larger.",
         "Compare the traces: `np.trace(shifted) > np.trace(J)`.")
class SteinerMinus(Rules):
    def shift(self, m, d):
        return -super().shift(m, d)


@mistake("no_steiner", 24, "tensors added without moving them",
         "the tensor stands about the mass centre of the body (or of each part): it was not moved.",
         "Two equal point masses far apart have a moment of inertia although each of them, "
         "`np.zeros((3, 3))`, has none.")
class NoSteiner(Rules):
    def shift(self, m, d):
        return 0 * m * np.eye(3)


@mistake("origin_unmoved", 23, "part at the origin not moved",
         "the part that lies at the origin of the frame was not moved; the point that counts is "
         "the centre of mass.",
         "Every part has an arm, this one too: `place - mass_centre` with `place = 0`.")
class OriginUnmoved(Rules):
    def link_tensor(self, parts, centre=None):
        J = super().link_tensor(parts, centre)
        centre = self.pole(parts) if centre is None else centre
        return J - sum(self.shift(p.m, p.r - centre) for p in parts if not np.any(p.r))


@mistake("disc_axis", 22, "tensor of the drive not turned",
         "the drive across the link was counted as if its axis ran along Z; it runs along X.",
         "About its own axis a disc has `m * R**2 / 2`: which entry is that for this drive?")
class DiscAxis(Rules):
    def drive(self, m, R, H, r):
        return inertia.disc(m, R, H, "z", r)
