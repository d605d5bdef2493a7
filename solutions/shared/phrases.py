"""Lines that several students write."""

TRANSPOSED = "slipped = right.T"
TRANSPOSES = "def slipped(*args):\n    return right(*args).T"

ROTATIONS_22 = '''def step_22(a, s, x):
    alpha, beta, gamma = a
    return (elementary("z", gamma) @ elementary("y", beta) @ elementary("x", alpha)
            @ elementary("z", s * x)).T
'''
