"""Right work in odd form: every mark stays. A defence that costs one of them is a fault."""

from __future__ import annotations

from . import ASSIGNMENT, Field, Trial, kept, worker

VALUES = ("elementary_number", "composition", "components")
FUNCTIONS = ("elementary", "adjacent", "chain_rotation", "lam_in_j", "chain_rate")


def _honest(name: str, does: str, code: str = "", **answers: str) -> Trial:
    return Trial(name, "honest", does, "all marks", worker(code, **answers), kept(),
                 needs=(ASSIGNMENT,) if answers else ())


def _form(name: str, does: str, values: str = "{0}", functions: str = "{0}",
          setup: str = "") -> Trial:
    """The answers of the instructor, each turned into another form behind its last line."""
    def hand_in(at: Field) -> None:
        at.paper.solve()
        if setup:
            at.paper.insert("elementary_number_answer", setup)
        for task in VALUES + FUNCTIONS:
            form = (values if task in VALUES else functions).format(task)
            if form != task:
                at.paper.append(f"{task}_answer", f"right = {task}\n{task} = {form}")
                at.paper.append(task, f"{task} = right")
        at.put()
    return Trial(name, "honest", does, "all marks", hand_in, kept(), needs=(ASSIGNMENT,))


ELEMENTARY = '''def elementary(axis, angle):
    c, s = {cos}(angle), {sin}(angle)
    return {matrix}([[c, -s, 0], [s, c, 0], [0, 0, 1]] if axis == "z" else
                    [[c, 0, s], [0, 1, 0], [-s, 0, c]] if axis == "y" else
                    [[1, 0, 0], [0, c, -s], [0, s, c]])
'''

TRIALS = [
    _honest("plain", "the instructor's own solution"),
    _honest("loops", "triple loops instead of products", elementary='''import math
def elementary(axis, angle):
    tau = [[0.0] * 3 for _ in range(3)]
    k = "xyz".index(axis)
    tau[k][k] = 1.0
    i, j = (k + 1) % 3, (k + 2) % 3
    tau[i][i] = tau[j][j] = math.cos(angle)
    tau[i][j], tau[j][i] = -math.sin(angle), math.sin(angle)
    return np.array(tau)''', chain_rotation='''def times(a, b):
    c = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            for k in range(3):
                c[i][j] += a[i][k] * b[k][j]
    return c
def chain_rotation(angles, sigma, q, i):
    tau = np.eye(3)
    for k in range(i):
        tau = times(tau, adjacent(*angles[k], sigma[k], q[k]))
    return tau'''),
    _form("nested-lists", "lists of lists", "np.array({0}, float).tolist()", "listed({0})",
          "def listed(f):\n    return lambda *args: np.asarray(f(*args), float).tolist()"),
    _form("nested-tuples", "matrices as tuples of tuples", "tupled({0})",
          "(lambda f: lambda *args: tupled(f(*args)))({0})",
          "def tupled(x):\n    return tuple(tupled(y) for y in x) if np.ndim(x) else float(x)"),
    _form("sympy-matrices", "sympy matrices for numbers", "sp.Matrix(np.array({0}, float))",
          "(lambda f: lambda *args: sp.Matrix(np.asarray(f(*args), float)))({0})"),
    _form("old-matrices", "np.matrix", "np.matrix(np.array({0}, float))",
          "(lambda f: lambda *args: np.matrix(f(*args)))({0})"),
    _form("mpmath-matrices", "mpmath matrices", "mpmath.matrix(np.array({0}, float).tolist())",
          "(lambda f: lambda *args: mpmath.matrix(np.asarray(f(*args), float).tolist()))({0})",
          "import mpmath"),
    _form("object-arrays", "arrays of fractions and Python floats",
          "np.array({0}, float).astype(object)",
          "(lambda f: lambda *args: np.vectorize(Fraction, otypes=[object])(f(*args)))({0})",
          "from fractions import Fraction"),
    _form("typed-numbers", "numbers typed with five digits", "np.round(np.array({0}, float), 5)"),
    _form("single-precision", "numbers of single precision", "np.float32({0})"),
    _form("column-vectors", "rows and columns of a matrix for a vector",
          "(np.reshape({0}, (3, 1)) if np.size({0}) == 3 else {0})"),
    _form("decorated", "functions behind a decorator that prints", functions="traced({0})",
          setup='''import functools
def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("calling", function.__name__)
        return function(*args, **kwargs)
    return wrapper'''),
    _form("partial", "functools.partial", functions="functools.partial({0})",
          setup="import functools"),
    _form("callable-class", "a class with __call__", functions="Called({0})",
          setup="class Called:\n    def __init__(self, f): self.f = f\n"
                "    def __call__(self, *args): return self.f(*args)"),
    _form("cached", "functools.lru_cache over hashable arguments", functions="remembered({0})",
          setup="import functools\ndef remembered(f):\n"
                "    @functools.lru_cache(None)\n"
                "    def kept(*args): return f(*map(thawed, args))\n"
                "    return lambda *args: kept(*map(frozen, args))\n"
                "def frozen(x): return tuple(map(frozen, x)) if np.ndim(x) else x\n"
                "def thawed(x): return np.array(x) if isinstance(x, tuple) else x"),
    _honest("lambdas", "functions as lambdas",
            elementary='''elementary = lambda axis, angle: np.array({
    "x": [[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]],
    "y": [[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]],
    "z": [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0],
          [0, 0, 1]]}[axis])'''),
    _honest("math-module", "the module math and lists, no numpy",
            elementary="import math\n" + ELEMENTARY.format(
                cos="math.cos", sin="math.sin", matrix="np.array")),
    _honest("sympy-inside", "sympy within the function",
            elementary=ELEMENTARY.format(cos="sp.cos", sin="sp.sin", matrix="sp.Matrix")
            + "slow = elementary\ndef elementary(axis, angle):\n"
              "    return np.array(slow(axis, angle).evalf(), dtype=float)"),
    _honest("exponential", "the matrix exponential of a turn",
            elementary='''from scipy.linalg import expm
def elementary(axis, angle):
    return expm(angle * np.cross(np.eye(3)["xyz".index(axis)], np.eye(3)).T)'''),
    _honest("einsum", "einsum and functools.reduce", chain_rotation='''import functools
def chain_rotation(angles, sigma, q, i):
    return functools.reduce(lambda a, b: np.einsum("ij,jk->ik", a, b),
                            [adjacent(*angles[k], sigma[k], q[k]) for k in range(i)],
                            np.eye(3))'''),
    _honest("recursion", "a function that calls itself",
            chain_rotation='''def chain_rotation(angles, sigma, q, i):
    if i == 0:
        return np.eye(3)
    last = adjacent(*angles[i - 1], sigma[i - 1], q[i - 1])
    return chain_rotation(angles, sigma, q, i - 1) @ last'''),
    _honest("generator", "a generator of the factors",
            chain_rotation='''def factors(angles, sigma, q):
    for k in range(len(q)):
        yield adjacent(*angles[k], sigma[k], q[k])
def chain_rotation(angles, sigma, q, i):
    tau = np.eye(3)
    for k, factor in enumerate(factors(angles, sigma, q)):
        if k < i:
            tau = tau @ factor
    return tau'''),
    _honest("changes-arguments", "changes its argument in place",
            lam_in_j='''def lam_in_j(tau_ij, a_i):
    a_i[:] = tau_ij.T @ a_i
    a_i *= -1
    x, y, z = a_i
    return np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])'''),
    _honest("global-state", "keeps its result in a global variable", chain_rotation='''result = None
calls = 0
def chain_rotation(angles, sigma, q, i):
    global result, calls
    result, calls = np.eye(3), calls + 1
    for k in range(i):
        result = result @ adjacent(*angles[k], sigma[k], q[k])
    return result'''),
    _honest("cyrillic", "names and comments in Russian", lam_in_j='''def lam_in_j(матрица, вектор):
    """Матрица векторного произведения."""
    икс, игрек, зет = матрица.T @ вектор      # вектор в системе j
    return np.array([[0, -зет, игрек], [зет, 0, -икс], [-игрек, икс, 0]])'''),
    _honest("own-exception", "try, except and an exception of its own",
            elementary='''class WrongAxis(Exception):
    pass
def turned(axis, angle):
    if axis not in "xyz":
        raise WrongAxis(axis)
    c, s = np.cos(angle), np.sin(angle)
    return {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
def elementary(axis, angle):
    try:
        turned("w", 0)
    except WrongAxis as e:
        print(f"no axis {e!s:>3}")
    finally:
        tau = turned(axis, angle)
    return np.array(tau)'''),
    _honest("type-hints", "type hints, keyword defaults, match",
            lam_in_j='''from typing import Annotated
Vector = Annotated[np.ndarray, (3,)]
def lam_in_j(tau_ij: np.ndarray, a_i: Vector, *, sign: int = 1) -> np.ndarray:
    match tau_ij.T @ a_i:
        case a if a.shape == (3,):
            return sign * np.cross(a, np.eye(3)).T
    raise AssertionError'''),
    _honest("other-spelling", "letters of the expression under other names",
            eps_symbolic='''a, b, c = sp.symbols("alpha beta gamma", real=True)
X = sp.Matrix([[1, 0, 0], [0, sp.cos(a), sp.sin(a)], [0, -sp.sin(a), sp.cos(a)]])
Y = sp.Matrix([[sp.cos(b), 0, -sp.sin(b)], [0, 1, 0], [sp.sin(b), 0, sp.cos(b)]])
Z = sp.Matrix([[sp.cos(c), sp.sin(c), 0], [-sp.sin(c), sp.cos(c), 0], [0, 0, 1]])
eps_symbolic = sp.simplify(Z * Y * X).rewrite(sp.exp)'''),
    _honest("expression-in-tuples", "an expression's matrix as tuples of tuples",
            eps_symbolic='''alpha, beta, gamma = sp.symbols("alpha beta gamma")
M = sp.rot_axis3(gamma) * sp.rot_axis2(beta) * sp.rot_axis1(alpha)
eps_symbolic = tuple(tuple(M[i, j] for j in range(3)) for i in range(3))'''),
    _honest("loud-choice", "a choice with blanks and brackets",
            order_of_factors='order_of_factors = " (B) "'),
    _honest("untidy", "plots, own cells, magics, deprecated calls",
            "import matplotlib.pyplot as plt, warnings\nplt.plot([1, 2]); plt.show()\n"
            "%timeit -n1 -r1 sum(range(9))\nwarnings.warn('old', DeprecationWarning)\n"
            "!echo done\nnp.zeros(2) / 0"),
]
