r"""The corrected displays of the book executed as one set, from their own LaTeX.

Every symbol has one meaning here, taken from `oracle`: an axis that turns, a point that moves, a
force on it. A display is read as it stands in `book.toml` and holds when all its members are equal
on random chains, for every value of the indices that it leaves free.

>>> residual(108) < 1e-9, residual(108, printed=True) > 1e-3
(True, True)
>>> Reading(r"\sum_{k=1}^i \tau_{ik} \cdot v_k \cdot \sigma_k \cdot \dot q_k").names
{'i'}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import product

import numpy as np

from . import formulas, oracle

__all__ = ["EXECUTED", "Reading", "World", "displays", "residual"]

Value = np.ndarray                              # a number, a column (3, 1), a row or a matrix
Bound = dict[str, int]

#: Displays that are executed, with what must be true of the indices that they leave free.
ANY, FORWARD, COLUMN, OUTER, LAST = "", "i < j", "j <= i", "i <= j", "i == n"
EXECUTED: dict[int, str] = {
    **dict.fromkeys([23, 24, 26, 27, 25, 28, 29, 30, 32, 34, 35, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53,
                     55, 56, 57, 58, 59], ANY),
    **dict.fromkeys([38, 60, 61, 62, 63], FORWARD),
    **dict.fromkeys([36, 37, 39], "j - i >= 4"), 33: "i >= 4", 171: "i <= n - 2",
    **dict.fromkeys([54, 80, 81, 83, 84], ANY), **dict.fromkeys([76, 77, 79], LAST),
    **dict.fromkeys([64, 65, 66, 68, 69, 70, 71, 72, 73, 74], ANY),
    **dict.fromkeys([*range(90, 103), *range(105, 113), 117, 118, 123, 124, 127], ANY),
    **dict.fromkeys([113, 114, 115, 116, 119, 120, 121, 122], COLUMN),
    **dict.fromkeys([131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144], ANY),
    **dict.fromkeys([145, 146, 147, 148, 149, 150, 151, 153, 155, 156, 158, 160, 161, 163, 164, 165], ANY),
    **dict.fromkeys([154, 159, 162, 166], COLUMN),
    **dict.fromkeys([169, 170, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184,
                     185, 186, 187, 188, 190, 191, 192, 193, 194, 195, 196, 197, 199, 200, 201, 202,
                     205, 206, 207, 211, 212, 214, 215, 216, 217, 219, 220], ANY),
    **dict.fromkeys([198, 208, 209, 210], OUTER),
    204: ANY, 218: ANY, 223: ANY, 224: ANY, 225: ANY, 226: ANY, 227: ANY, 228: ANY, 229: ANY,
    230: ANY, 231: "j <= k", 232: "j <= k", 233: ANY, 234: ANY, 235: ANY}
#: Displays that continue on a page: their lines are one formula.
CONTINUED = {151: (151, 152), 156: (156, 157)}
#: Displays whose indices are frames, 0 among them, and not links.
FRAMES = {*range(36, 40), *range(44, 49), *range(60, 64)}
#: From here on the point of a link is its centre of mass, as section 8 has it.
DYNAMICS = 169


class Outside(Exception):
    """An index that no link and no frame bears: the formula says nothing there."""


class NotRead(ValueError):
    """A formula that cannot be read, or has no value."""


# -- what the symbols mean -------------------------------------------------------------------------
class World:
    """The quantities of a chain at one state, each by its one meaning."""

    def __init__(self, case: oracle.Case, dynamics: bool = False):
        self.case, self.dynamics, self.n = case, dynamics, case.n
        self._kept: dict = {}

    def later(self, t: float) -> World:
        """The same chain a time t later."""
        c = self.case
        return World(c.moving(
            q=[q + v * t + a * t * t / 2 for q, v, a in zip(c.q[1:], c.dq[1:], c.ddq[1:])],
            dq=[v + a * t for v, a in zip(c.dq[1:], c.ddq[1:])]), self.dynamics)

    def keep(self, key, make: Callable):
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def point(self, i: int) -> np.ndarray:
        """The point of a link that is spoken of, in its own frame."""
        return self.case.r[i] if self.dynamics else self.case.t[i]

    # frames, turns
    def tau(self, a: int, b: int) -> Value:
        return self.case.tau(a, b)

    def dtau(self, a: int, b: int) -> Value:
        return self.case.dtau(a, b)

    def eps(self, i: int) -> Value:
        return self.case.still(i)

    def v(self, i: int) -> Value:
        return _column(self.case.v(i))

    def l(self, i: int, frame: int | None = None) -> Value:
        return _column(self.case.tau(i if frame is None else frame, i) @ self.case.l[i])

    def L(self, i: int) -> Value:
        return _column(self.case.L(i))

    def r(self, i: int, frame: int | None = None) -> Value:
        return _column(self.case.tau(i if frame is None else frame, i) @ self.case.r[i])

    def t(self, i: int, pole: int, frame: int) -> Value:
        """The point of link i from the origin of frame `pole`, in projections on `frame`."""
        c = self.case
        return _column(c.tau(frame, 0) @ (c.point(i, self.point(i)) - c.origin(pole)).c[0])

    def angles(self) -> tuple[float, float, float]:
        """Pitch, yaw and roll of the last link, read off its axes: see section 3.2."""
        t = self.tau(0, self.n)
        P = np.arctan2(-t[1, 2], t[2, 2])
        return (float(P), float(np.arctan2(t[0, 2], np.hypot(t[1, 2], t[2, 2]))),
                float(np.arctan2(-t[0, 1], t[0, 0])))

    # velocities, accelerations
    def omega(self, i: int, frame: int, base: int = 0) -> Value:
        return _column(self.case.omega(i, frame, base))

    def domega(self, i: int, frame: int) -> Value:
        return _column(self.case.domega(i, frame))

    def V(self, i: int, frame: int) -> Value:
        return _column(self.case.V(i, self.point(i), frame))

    def dV(self, i: int, frame: int) -> Value:
        return _column(self.case.dV(i, self.point(i), frame))

    def c(self, j: int, frame: int) -> Value:
        """The angular velocity that a unit rate of joint j gives to what comes after it."""
        c = self.case
        return _column(c.tau(frame, 0) @ c.axes(j - 1).c[0][:, 2] * c.s(j))

    def dc(self, j: int, frame: int) -> Value:
        c = self.case
        return _column(c.tau(frame, 0) @ c.axes(j - 1).derivative(1)[:, 2] * c.s(j))

    def D(self, i: int, j: int, frame: int, part: str = "") -> Value:
        """The velocity that a unit rate of joint j gives to the point of link i."""
        c = self.case
        if part and (part == "V") == bool(c.s(j)):
            return np.zeros((3, 1))
        return _column(c.tau(frame, 0) @ self._unit(j).V(i, self.point(i)))

    def dD(self, i: int, j: int, frame: int) -> Value:
        """Its derivative, from the quadratic form that the acceleration is without ddq."""
        c, unit = self.case, np.eye(self.n)[j - 1]
        rates = np.array(c.dq[1:])
        both, alone, own = (self._drift(tuple(x), i) for x in (rates + unit, rates, unit))
        return _column(c.tau(frame, 0) @ (both - alone - own) / 2)

    def R(self, i: int, j: int, frame: int) -> Value:
        c = self.case
        return _column(c.tau(frame, 0) @ (c.point(i, self.point(i)) - c.origin(j - 1)).c[0])

    def _unit(self, j: int) -> oracle.Case:
        return self.case.unit(j)

    def _drift(self, rates: tuple, i: int) -> np.ndarray:
        return self.keep(("drift", rates, i), lambda: self.case.moving(
            dq=rates, ddq=np.zeros(self.n)).dV(i, self.point(i)))

    # dynamics
    def m(self, i: int) -> Value:
        return np.array(self.case.m[i])

    def J(self, i: int, frame: int) -> Value:
        turn = self.case.tau(frame, i)
        return turn @ self.case.J[i] @ turn.T

    def F(self, kind: str, i: int, frame: int) -> Value:
        """External (B) force, or force of inertia (I), at the centre of mass."""
        c = self.case
        force = c.F[i] if kind == "B" else -c.m[i] * c.dV(i, c.r[i])
        return _column(c.tau(frame, 0) @ force)

    def M(self, kind: str, i: int, frame: int) -> Value:
        """External moment, or moment of the forces of inertia about the centre of mass."""
        c = self.case
        if kind == "B":
            moment = c.M[i]
        else:
            centre = c.point(i, c.r[i])
            moment = -sum(np.cross((x - centre).c[0], w * (x - centre).derivative(2))
                          for w, x in zip(c.masses[i], (c.point(i, p) for p in c.points[i])))
        return _column(c.tau(frame, 0) @ moment)

    def f(self, i: int, frame: int) -> Value:
        return _column(self.case.tau(frame, 0) @ self._reaction(i)[0])

    def mu(self, i: int, frame: int) -> Value:
        return _column(self.case.tau(frame, 0) @ self._reaction(i)[1])

    def _reaction(self, i: int):
        if i == self.n + 1:                                     # nothing hangs on the last link
            return np.zeros(3), np.zeros(3)
        return self.keep(("reaction", i), lambda: self.case.reaction(i))

    def drive(self, i: int) -> Value:
        return np.array(self.keep("drives", self.case.drives)[i - 1])

    def a(self, i: int, j: int) -> Value:
        return np.array(self.keep("A", self.case.inertia)[i - 1, j - 1])

    def b(self, i: int) -> Value:
        return np.array(self.keep("b", self.case.b)[i - 1])

    def W(self) -> Value:
        return np.array(self.case.kinetic_energy())

    def whole(self, name: str, frame: int | None = None) -> Value:
        """A, b, mu_D, and the block matrices and vectors of (9.5)."""
        links = self.case.links
        if name == "A":
            return self.keep("A", self.case.inertia)
        if name in ("b", "mu_D"):
            return np.array([(self.b if name == "b" else self.drive)(i) for i in links])[:, None]
        if name in ("F_B", "M_B"):
            return np.vstack([getattr(self, name[0])("B", i, frame) for i in links])
        of = self.c if name == "C" else self.D
        return np.vstack([np.hstack([
            (of(j, frame) if name == "C" else of(i, j, frame)) if j <= i else np.zeros((3, 1))
            for j in links]) for i in links])


def _column(x) -> Value:
    return np.asarray(x, dtype=float).reshape(-1, 1)


# -- reading --------------------------------------------------------------------------------------
GREEK = {r"\alpha": "alpha", r"\beta": "beta", r"\gamma": "gamma", r"\tau": "tau", r"\varepsilon": "eps", r"\omega": "omega", r"\sigma": "sigma",
         r"\mu": "mu", r"\lambda": "lambda"}
TURNS = {"x": "x", "y": "y", "z": "z", "u": "x", "v'": "y", "w''": "z"}
STOPS = ("+", "-", "=", ")", r"\right", "]", "}", ",", r"\}", r"\quad", r"\Leftrightarrow", "|")
INDEX = re.compile(r"\s*(?:\\,)?\s*([0-9]|[a-zB])([+-][0-9])?(?!\()")
Closure = Callable[[World, Bound], Value]


class Reading:
    """A formula as a function of the world and of its indices; names: those that are free."""

    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.names: set[str] = set()
        self._inner: list[str] = []
        self.value = self._expression()
        self._blanks()
        if self.at != len(text):
            raise NotRead(f"formula: got {text[self.at:][:40]!r}, needs the end")

    def __call__(self, world: World, bound: Bound) -> Value:
        value = np.asarray(self.value(world, bound), dtype=float)
        return value.reshape(()) if value.size == 1 else value

    # -- letters
    def _blanks(self) -> None:
        while True:
            found = re.compile(r"\s+|\\cdot(?![a-z])|\\,|\\;|\\ ").match(self.text, self.at)
            if not found:
                return
            self.at = found.end()

    def _through(self) -> None:
        """Over blanks alone: a multiplication sign is something else than an argument."""
        while self.text[self.at:self.at + 1] == " ":
            self.at += 1

    def _sees(self, *words: str) -> str:
        self._blanks()
        for word in words:
            if self.text.startswith(word, self.at) and not (
                    word[0] == "\\" and word[-1].isalpha()
                    and self.text[self.at + len(word):self.at + len(word) + 1].isalpha()):
                return word
        return ""

    def _takes(self, *words: str) -> str:
        word = self._sees(*words)
        self.at += len(word)
        return word

    def _needs(self, word: str) -> None:
        if not self._takes(word):
            raise NotRead(f"formula: got {self.text[self.at:][:40]!r}, needs {word}")

    def _group(self) -> str:
        """What stands in braces, or the one sign or command that stands for it."""
        self._blanks()
        if self.text[self.at:self.at + 1] != "{":
            found = re.compile(r"\\[a-zA-Z]+|.").match(self.text, self.at)
            assert found
            self.at = found.end()
            return found[0]
        depth, start = 0, self.at
        while self.at < len(self.text):
            depth += {"{": 1, "}": -1}.get(self.text[self.at], 0)
            self.at += 1
            if not depth:
                return self.text[start + 1:self.at - 1]
        raise NotRead("formula: got an open brace, needs it closed")

    # -- sums and products of factors
    def _expression(self) -> Closure:
        terms = []
        sign = -1.0 if self._takes("-", "+") == "-" else 1.0
        while True:
            terms.append((sign, self._term()))
            word = self._takes("+", "-")
            if not word:
                break
            sign = -1.0 if word == "-" else 1.0
        return lambda w, b: reduce(_plus, (sign * f(w, b) for sign, f in terms))

    def _term(self) -> Closure:
        factors: list[Closure] = []
        crossed = False
        while self.at < len(self.text) and not self._sees(*STOPS):
            if self.at >= len(self.text):
                break
            if self._takes(r"\times"):
                crossed = True
                continue
            if self._sees(r"\sum"):
                factors.append(self._sum())
                break
            factors.append(self._factor())
        if not factors:
            raise NotRead(f"formula: got {self.text[self.at:][:40]!r}, needs a factor")
        if crossed:
            return lambda w, b: _column(np.cross(*(f(w, b).ravel() for f in factors)))
        return lambda w, b: reduce(_times, (f(w, b) for f in factors))

    def _sum(self) -> Closure:
        self._needs(r"\sum")
        limits = self._limits()
        body = self._scoped(limits[0], self._term)
        return lambda w, b: reduce(_plus, (body(w, b | more) for more in limits[1](w, b)), 0.0)

    def _product(self) -> Closure:
        """Factors from left to right, as the index goes from the lower limit to the upper."""
        self._needs(r"\prod")
        limits = self._limits()
        body = self._scoped(limits[0], self._factor)
        return lambda w, b: reduce(_times, (body(w, b | more) for more in limits[1](w, b)),
                                   np.eye(3))

    def _scoped(self, name: str, read: Callable[[], Closure]) -> Closure:
        self._inner.append(name)
        found = read()
        self._inner.remove(name)
        return found

    def _limits(self) -> tuple[str, Callable[[World, Bound], Iterator[dict]]]:
        """The index of a sum or product, and its values."""
        below = above = ""
        while word := self._takes("_", "^"):
            if word == "_":
                below = self._group()
            else:
                above = self._group()
        if below in ("vi", "vj"):                               # over the points of a link
            link = self._index(below[1])
            return "v", lambda w, b: ({"v": k} for k in range(len(w.case.masses[link(b)])))
        case = re.match(r"\\substack\{(\w)=(\w) \\text\{ if \} (\w)", below)
        name, start = (case[1], f"max({case[2]},{case[3]})") if case else \
            re.fullmatch(r"\s*(\w)\s*=\s*(.+)", below).groups()
        if not above:                   # without an upper limit one addend, as an erratum has it
            above = start
        first, last = self._bound(start), self._bound(above)

        def values(w, b):
            known = b | {"n": w.n}
            a, z = first(known), last(known)
            step = -1 if a > z and self._down(start, above) else 1
            return ({name: k} for k in range(a, z + step, step))
        return name, values

    @staticmethod
    def _down(start: str, above: str) -> bool:
        """Does a product run downwards? Its lower limit is written as the larger one."""
        return (start, above) in {("j", "i+1"), ("i", "1")}

    def _bound(self, text: str) -> Callable[[Bound], int]:
        largest = re.fullmatch(r"\\?max\(\s*(\w)\s*,\s*(\w)\s*\)", text.strip())
        if largest:
            one, two = self._index(largest[1]), self._index(largest[2])
            return lambda b: max(one(b), two(b))
        found = INDEX.fullmatch(text.strip())
        if not found:
            raise NotRead(f"limit: got {text!r}, needs an index")
        return self._index(found[0])

    def _index(self, text: str) -> Callable[[Bound], int]:
        base, shift = re.fullmatch(r"\s*(?:\\,)?\s*(\w)([+-]\d)?\s*", text).groups()
        more = int(shift or 0)
        if base.isdigit():
            return lambda b: int(base) + more
        if base not in self._inner and base != "n":
            self.names.add(base)

        def value(b):
            found = b[base] + more
            if found < 0:
                raise Outside
            return found
        return value

    # -- one factor
    def _factor(self) -> Closure:
        start = self.at
        found = self._primary()
        while self._sees("^"):
            inside = self.text[start:self.at]
            self.at += 1
            power = self._group()
            frame = re.fullmatch(r"\((\w)\)", power)
            if frame:                          # a vector in one frame, projected on another
                own = self._index(re.findall(r"\^\{\((\w)\)\}", inside)[-1])
                found = self._projected(found, self._index(frame[1]), own)
            else:
                found = _raised(found, power)
        return found

    @staticmethod
    def _projected(of: Closure, frame, own) -> Closure:
        return lambda w, b: w.tau(frame(b), own(b)) @ of(w, b)

    def _bracketed(self) -> Closure:
        if self._takes(r"\left"):
            opened = self._takes("(", "[", r"\{", "|")
            inside = self._expression()
            self._needs(r"\right")
            self._needs({"(": ")", "[": "]", r"\{": r"\}", "|": "|"}[opened])
            return (lambda w, b: np.abs(inside(w, b))) if opened == "|" else inside
        opened = self._takes("(", "[", r"\{")
        inside = self._expression()
        self._needs({"(": ")", "[": "]", r"\{": r"\}"}[opened])
        return inside

    def _primary(self) -> Closure:
        if self._sees(r"\left", "(", "[", r"\{"):
            return self._bracketed()
        number = re.compile(r"\d+").match(self.text, self.at)
        if number:
            self.at = number.end()
            return lambda w, b: np.array(float(number[0]))
        if self._takes(r"\lambda"):
            turned = self._takes("^") and self._group()
            inside = self._bracketed()
            return lambda w, b: oracle.lam(_vector(inside(w, b))) * (-1.0 if turned else 1.0)
        if self._sees(r"\prod"):
            return self._product()
        for function in ("sin", "cos"):
            if self._takes(f"\\{function}"):
                angle = self._bracketed() if self._sees("(") else self._symbol()
                return lambda w, b, f=getattr(np, function): f(angle(w, b))
        if self._takes(r"\operatorname{atan2}"):
            return self._arctangent()
        if self._sees(r"\begin"):
            return self._matrix()
        if self._takes(r"\frac"):
            return self._fraction(self._group(), self._group())
        return self._symbol()

    def _arctangent(self) -> Closure:
        self._needs("(")
        above = self._expression()
        self._needs(",")
        below = self._expression()
        self._needs(")")
        return lambda w, b: np.arctan2(above(w, b), below(w, b))

    def _matrix(self) -> Closure:
        name = re.compile(r"\\begin\{(\w+)\}(.*?)\\end\{\1\}").match(self.text, self.at)
        assert name
        self.at = name.end()
        rows = [[self._nested(entry.strip()) for entry in row.split("&")]
                for row in re.split(r"\\\\", name[2])]
        return lambda w, b: np.array([[float(entry(w, b)) for entry in row] for row in rows])

    def _fraction(self, above: str, below: str) -> Closure:
        if below == "dt":
            inside = self._nested(above.strip().removeprefix("d"))
            return lambda w, b: _derivative(lambda t: inside(w.later(t), b))
        one, two = self._nested(above), self._nested(below)
        return lambda w, b: one(w, b) / two(w, b)

    def _nested(self, text: str) -> Closure:
        inside = Reading(text)
        self.names |= inside.names - set(self._inner)
        return inside.value

    def _symbol(self) -> Closure:
        dots = {"": 0, r"\dot": 1, r"\ddot": 2}[self._takes(r"\ddot", r"\dot")]
        letter = re.compile(r"\\[a-zA-Z]+|[A-Za-z]").match(self.text, (self._blanks(), self.at)[1])
        if not letter:
            raise NotRead(f"formula: got {self.text[self.at:][:40]!r}, needs a symbol")
        self.at = letter.end()
        name = GREEK.get(letter[0], letter[0])
        below = above = ""
        while (word := self.text[(self._through(), self.at)[1]:][:1]) in ("_", "^") and word:
            mark = self.at
            self.at += 1
            group = self._group()
            if word == "_":
                below = group
            elif re.match(r"\(", group):
                above = group
            else:
                self.at = mark                                  # ^T, ^2: of the factor
                break
        return self._meaning(name, dots, below, above)

    def _meaning(self, name: str, dots: int, below: str, above: str) -> Closure:
        if name == "tau" and below in TURNS:
            return self._turn(TURNS[below], dots)
        if name == "tau" and "uvw" in below:                    # mounted like frame 1
            return lambda w, b: w.eps(1).T if below.startswith("xyz") else w.eps(1)
        frame, part, turned = None, "", False
        if above:
            inside, part, turn = re.fullmatch(
                r"\(([^)]*)\)\s*(V|\\omega)?\s*(T)?", above).groups()
            frame, part, turned = self._index(inside), part or "", bool(turn)
        kind = below[:1] if name in ("F", "M") or name == "mu" and below[:1] == "D" or \
            below[:1] == "Z" else ""
        pole = None
        if name == "t" and "(" in below:
            below, inside = re.fullmatch(r"(.+)\((.+)\)", below).groups()
            pole = self._index(inside)
        indices = self._indices(below.removeprefix(kind))
        key = (name, dots, kind, part.strip("\\"), pole is not None, len(indices),
               frame is not None)
        found = _MEANINGS.get(key)
        if not found:
            raise NotRead(f"symbol: got {name}_{below}^{above}, needs one of the book's")

        def value(w, b):
            known = b | {"n": w.n, "w": w}
            known.pop("w")
            return found(w, known, [i(known) for i in indices], frame and frame(known),
                         pole and pole(known))
        return (lambda w, b: np.atleast_2d(value(w, b)).T) if turned else value

    def _indices(self, text: str) -> list[Callable[[Bound], int]]:
        found, at = [], 0
        text = text.replace(",", " ").strip() if not text.startswith("v") else text
        while at < len(text):
            one = re.compile(r"\s*(?:\\)?\s*([0-9]|[a-zA-Z])([+-]\d)?").match(text, at)
            if not one:
                raise NotRead(f"index: got {text!r}, needs links and frames")
            if one[1] == "v":                                   # a point of the link that follows
                self._inner.append("v")
                found.append(self._index("v"))
                self._inner.remove("v")
            else:
                found.append(self._index(one[1] + (one[2] or "")))
            at = one.end()
        return found

    def _turn(self, axis: str, dots: int) -> Closure:
        """tau_x, tau_y, tau_z of section 2.2, of an angle in brackets."""
        turned = bool(re.compile(r"\^\{?T\}?").match(self.text, self.at))
        if turned:
            self._takes("^")
            self._group()
        self._through()
        if not self.text.startswith(("(", r"\left"), self.at):
            raise NotRead(f"turn: got {self.text[self.at:][:20]!r}, needs an angle in brackets")
        angle, k = self._bracketed(), "xyz".index(axis)

        def value(w, b):
            def at(t):
                turn = float(angle(w.later(t) if t else w, b))
                return np.column_stack([x.c[0] for x in oracle.turned(np.eye(3), k, turn)])
            found = _derivative(at) if dots else at(0.0)
            return found.T if turned else found
        return value


def _vector(x: Value) -> np.ndarray:
    if x.shape != (3, 1):
        raise NotRead(f"lambda: got an array {x.shape}, needs a vector")
    return x.ravel()


def _plus(a, b):
    if np.size(a) == 1 and not np.any(a):
        return b
    if np.size(b) == 1 and not np.any(b):
        return a
    if np.shape(a) != np.shape(b) and not np.size(a) == np.size(b) == 1:
        raise NotRead(f"sum: got {np.shape(a)} and {np.shape(b)}, needs one size")
    return np.reshape(a, np.shape(b)) + b


def _times(a, b):
    if np.size(a) == 1 or np.size(b) == 1:
        return (np.reshape(a, ()) if np.size(a) == 1 else a) * \
            (np.reshape(b, ()) if np.size(b) == 1 else b)
    if a.shape[-1] != b.shape[0]:
        raise NotRead(f"product: got {a.shape} and {b.shape}, needs sizes that fit")
    return a @ b


def _raised(of: Closure, power: str) -> Closure:
    if power == "T":
        return lambda w, b: np.atleast_2d(of(w, b)).T
    if power == "-1":
        return lambda w, b: np.linalg.inv(of(w, b))
    if power == "2":
        return lambda w, b: _times(of(w, b), of(w, b))
    raise NotRead(f"power: got {power!r}, needs T, 2 or -1")


def _derivative(of: Callable[[float], Value], h: float = 2e-3) -> Value:
    """By time, from six values: the error is far below the tolerance of the set."""
    return (of(3 * h) - of(-3 * h) - 9 * (of(2 * h) - of(-2 * h))
            + 45 * (of(h) - of(-h))) / (60 * h)


def _links(world: World) -> range:
    return world.case.links


#: (letter, dots, kind, part, has a pole, number of indices, has a frame) -> its value
_MEANINGS: dict[tuple, Callable] = {
    ("tau", 0, "", "", False, 2, False): lambda w, b, i, f, p: w.tau(*i),
    ("tau", 1, "", "", False, 2, False): lambda w, b, i, f, p: w.dtau(*i),
    ("eps", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.eps(*i),
    ("alpha", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.case.angles[1][0],
    ("beta", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.case.angles[1][1],
    ("gamma", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.case.angles[1][2],
    ("alpha", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.case.angles[i[0]][0],
    ("beta", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.case.angles[i[0]][1],
    ("gamma", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.case.angles[i[0]][2],
    ("P", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.angles()[0],
    ("Y", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.angles()[1],
    ("R", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.angles()[2],
    ("t", 0, "", "", False, 2, False): lambda w, b, i, f, p: w.tau(0, w.n)[i[0] - 1, i[1] - 1],
    ("e", 0, "", "", False, 0, False): lambda w, b, i, f, p: _column([0, 0, 1]),
    ("v", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.v(*i),
    ("sigma", 0, "", "", False, 1, False): lambda w, b, i, f, p: np.array(float(w.case.s(*i))),
    ("q", 0, "", "", False, 1, False): lambda w, b, i, f, p: np.array(w.case.q[i[0]]),
    ("q", 1, "", "", False, 1, False): lambda w, b, i, f, p: np.array(w.case.dq[i[0]]),
    ("q", 2, "", "", False, 1, False): lambda w, b, i, f, p: np.array(w.case.ddq[i[0]]),
    ("q", 1, "", "", False, 0, False): lambda w, b, i, f, p: _column(w.case.dq[1:]),
    ("q", 2, "", "", False, 0, False): lambda w, b, i, f, p: _column(w.case.ddq[1:]),
    ("l", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.l(*i),
    ("l", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.l(*i, f),
    ("L", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.L(*i),
    ("r", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.r(*i, f),
    ("r", 0, "", "", False, 2, True): lambda w, b, i, f, p: _column(
        w.tau(f, i[1]) @ (w.case.points[i[1]][b["v"]] - w.case.r[i[1]])),
    ("m", 0, "", "", False, 2, False): lambda w, b, i, f, p: np.array(
        w.case.masses[i[1]][b["v"]]),
    ("t", 0, "", "", True, 1, True): lambda w, b, i, f, p: w.t(*i, p, f),
    ("t", 1, "", "", True, 1, True): lambda w, b, i, f, p: _column(
        w.tau(f, 0) @ (w.case.point(*i, w.point(*i)) - w.case.origin(p)).derivative(1)),
    ("t", 0, "", "", False, 1, False): lambda w, b, i, f, p: _column(w.point(*i)),
    ("a", 0, "", "", False, 0, True): lambda w, b, i, f, p: _column(w.tau(f, 0) @ w.case.t[1]),
    ("b", 0, "", "", False, 0, True): lambda w, b, i, f, p: _column(w.tau(f, 0) @ w.case.t[2]),
    ("a", 0, "", "", False, 0, False): lambda w, b, i, f, p: _column(w.case.t[1]),
    ("a", 0, "", "", False, 1, True): lambda w, b, i, f, p: _column(
        w.tau(f, 0) @ w.case.t[i[0]]),
    ("omega", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.omega(*i, f),
    ("omega", 0, "", "", False, 2, True): lambda w, b, i, f, p: w.omega(i[0], f, i[1]),
    ("omega", 1, "", "", False, 1, True): lambda w, b, i, f, p: w.domega(*i, f),
    ("V", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.V(*i, f),
    ("V", 1, "", "", False, 1, True): lambda w, b, i, f, p: w.dV(*i, f),
    ("c", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.c(*i, f),
    ("c", 1, "", "", False, 1, True): lambda w, b, i, f, p: w.dc(*i, f),
    ("D", 0, "", "", False, 2, True): lambda w, b, i, f, p: w.D(*i, f),
    ("D", 0, "", "V", False, 2, True): lambda w, b, i, f, p: w.D(*i, f, "V"),
    ("D", 0, "", "omega", False, 2, True): lambda w, b, i, f, p: w.D(*i, f, "omega"),
    ("D", 1, "", "", False, 2, True): lambda w, b, i, f, p: w.dD(*i, f),
    ("C", 0, "", "", False, 1, True): lambda w, b, i, f, p: np.hstack(
        [w.c(j, f) if j <= i[0] else np.zeros((3, 1)) for j in _links(w)]),
    ("D", 0, "", "", False, 1, True): lambda w, b, i, f, p: np.hstack(
        [w.D(i[0], j, f) for j in _links(w)]),
    ("R", 0, "", "", False, 2, True): lambda w, b, i, f, p: w.R(*i, f),
    ("m", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.m(*i),
    ("J", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.J(*i, f),
    ("F", 0, "B", "", False, 1, True): lambda w, b, i, f, p: w.F("B", *i, f),
    ("F", 0, "I", "", False, 1, True): lambda w, b, i, f, p: w.F("I", *i, f),
    ("M", 0, "B", "", False, 1, True): lambda w, b, i, f, p: w.M("B", *i, f),
    ("M", 0, "I", "", False, 1, True): lambda w, b, i, f, p: w.M("I", *i, f),
    ("F", 0, "B", "", False, 0, True): lambda w, b, i, f, p: w.whole("F_B", f),
    ("M", 0, "B", "", False, 0, True): lambda w, b, i, f, p: w.whole("M_B", f),
    ("f", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.f(*i, f),
    ("mu", 0, "", "", False, 1, True): lambda w, b, i, f, p: w.mu(*i, f),
    ("f", 0, "Z", "", False, 1, True): lambda w, b, i, f, p: w.f(*i, f)[2, 0],
    ("mu", 0, "Z", "", False, 1, True): lambda w, b, i, f, p: w.mu(*i, f)[2, 0],
    ("mu", 0, "D", "", False, 1, False): lambda w, b, i, f, p: w.drive(*i),
    ("mu", 0, "D", "", False, 0, False): lambda w, b, i, f, p: w.whole("mu_D"),
    ("a", 0, "", "", False, 2, False): lambda w, b, i, f, p: w.a(*i),
    ("b", 0, "", "", False, 1, False): lambda w, b, i, f, p: w.b(*i),
    ("b", 0, "", "", False, 0, False): lambda w, b, i, f, p: (
        w.whole("b") if w.dynamics else _column(w.case.t[2])),
    ("A", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.whole("A"),
    ("C", 0, "", "", False, 0, True): lambda w, b, i, f, p: w.whole("C", f),
    ("D", 0, "", "", False, 0, True): lambda w, b, i, f, p: w.whole("D", f),
    ("W", 0, "", "", False, 0, False): lambda w, b, i, f, p: w.W(),
}


# -- displays -------------------------------------------------------------------------------------
def equations(text: str) -> list[list[str]]:
    """The equations of a display, each as its members, which are to be equal."""
    text = re.sub(r"\\(begin|end)\{aligned\}|\\left\.|\\right\.", " ", text)
    text = "".join(part if k % 2 else part.replace("&", " ") for k, part in enumerate(
        re.split(r"(\\begin\{[bp]matrix\}.*?\\end\{[bp]matrix\})", text)))
    text = _filled(text.replace(r"(\cdot)", r"(\alpha)"))
    text = re.sub(r",?\s*\\quad\s*\(?[ij] = 1, 2, \\ldots, n\)?|\\quad\s*\(\d\.\d+\)", " ", text)
    text = re.sub(r"=\s*\\text\{const\}|\\quad", " ", text)
    text = re.sub(r"([+=-])\s*\\\\\s*\1", r"\1", text)              # a sign is repeated on a line
    found = []
    for formula in _cut(text, (",", r"\\", r"\cap", r"\Leftrightarrow")):
        members = [one.strip() for one in _cut(formula, ("=",)) if one.strip(" .;")]
        if len(members) > 1:
            found.append([member.rstrip(" .;") for member in members])
    return found


def _filled(text: str) -> str:
    """What dots stand for: the factors, or the addends, between two that are written."""
    def factors(found):
        one, other = (INDEX.findall(found[k]) for k in (1, 2))
        between = r"\,".join("".join(index) for index in (one[1], other[0]))
        return rf"\tau_{{{found[1]}}} \cdot \tau_{{{between}}} \cdot \tau_{{{found[2]}}}"

    def addends(found):
        first = found[2]                                        # "2", or "i+1"
        start = f"{int(first) + 1}" if first.isdigit() else f"{first[:-1]}{int(first[-1]) + 1}"
        inside = found[1].replace(f"B{first}", "Bd").replace(f"I{first}", "Id")
        return rf"{found[1]} - \sum_{{d={start}}}^{{n-1}} {inside} - {found[3]}"
    text = re.sub(r"\\tau_\{([^{}]*)\} \\cdot \\ldots \\cdot \\tau_\{([^{}]*)\}", factors, text)
    text = re.sub(r"\\tau_\{([^{}]*)\}\^T \\cdot \\ldots \\cdot \\tau_\{([^{}]*)\}\^T",
                  lambda found: factors({1: found[2], 2: found[1]}).join(("(", ")^T")), text)
    return re.sub(r"(\\left\(F_\{B([^{}]*)\}[^()]*\(0\)[^()]*\(0\)\}\\right\)) - \\ldots - "
                  r"(\\left\(F_\{Bn\}[^()]*\(0\)[^()]*\(0\)\}\\right\))", addends, text)


def _cut(text: str, signs: tuple[str, ...]) -> list[str]:
    """A text cut at signs that stand in no brackets."""
    pieces, depth, start, at = [], 0, 0, 0
    while at < len(text):
        sign = next((s for s in signs if text.startswith(s, at)), "") if depth == 0 else ""
        if sign:
            pieces.append(text[start:at])
            at = start = at + len(sign)
            continue
        depth += text.startswith(r"\begin", at) - text.startswith(r"\end", at)
        depth += (text[at] in "({[") - (text[at] in ")}]")
        at += 2 if text[at] == "\\" and text[at + 1:at + 2] in ("\\", ",") else 1
    return [*pieces, text[start:]]


@cache
def _worlds(dynamics: bool) -> list[World]:
    return [World(case, dynamics) for case in oracle.samples()]


def displays(number: int, printed: bool = False) -> str:
    """The LaTeX of a display in the set; of one that goes on, with what follows it."""
    parts = CONTINUED.get(number, (number,))
    return r" \\ ".join(formulas.printed(k) if printed or not formulas.corrected(k)
                    else formulas.corrected(k) for k in parts)


def residual(number: int, printed: bool = False) -> float:
    """Largest difference between the members of a display; inf where it has no value.

    printed: of the form as printed, with the symbols' meanings in the set.
    """
    try:
        read = [[Reading(member) for member in members] for members
                in equations(displays(number, printed))]
        return max((_difference(members, world, number)
                    for world in _worlds(number >= DYNAMICS) for members in read), default=0.0)
    except (NotRead, KeyError, IndexError):
        return np.inf


def _difference(members: list[Reading], world: World, number: int) -> float:
    """Largest difference over the values of the free indices; inf where there are none."""
    domain, first = EXECUTED.get(number, ANY), 0 if number in FRAMES else 1
    names = sorted(set().union(*(member.names for member in members)) - {"v"})
    worst, said = 0.0, 0
    for values in product(range(first, world.n + 1), repeat=len(names)):
        bound = dict(zip(names, values))
        if names and domain and not eval(domain, {"__builtins__": {}}, bound | {"n": world.n}):
            continue
        try:
            found = [member(world, bound) for member in members]
        except (Outside, IndexError):
            continue
        said += 1
        for one in found[1:]:
            if one.shape != found[0].shape and not found[0].size == one.size == 1:
                if not (one.size == 1 and not one.any() or found[0].size == 1
                        and not found[0].any()):
                    raise NotRead(f"equation: got {found[0].shape} and {one.shape}")
            worst = max(worst, float(np.max(np.abs(one - found[0]))
                                     / max(1.0, np.max(np.abs(found[0])))))
    return worst if said else np.inf
