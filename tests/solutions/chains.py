"""Chains walked joint by joint, against which the steps of assignments 2 and 3 are held."""

import numpy as np

from solutions.shared.examples import Z, moved


def chain_rotation(angles, sigma, q, i):
    """The rotation of frame i as seen from frame 0, one joint after the other."""
    return np.linalg.multi_dot([np.eye(3), np.eye(3)] + [moved(*angles[k], sigma[k], q[k])
                                                        for k in range(i)])


def chain_position(angles, l, sigma, q, i, point):
    """A point of link i as seen from frame 0, carried down from link to link."""
    for k in reversed(range(i)):
        point = moved(*angles[k], sigma[k], q[k]) @ (point + l[k]) + Z * (1 - sigma[k]) * q[k]
    return point
