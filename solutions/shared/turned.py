"""Rotation matrices by other hands than the book's: those of scipy, which waits until asked."""

import scipy


def turned(axes, angles):
    """The matrix of turns about these axes, the moving ones where they are capitals; in radians."""
    return scipy.spatial.transform.Rotation.from_euler(axes, angles).as_matrix()
