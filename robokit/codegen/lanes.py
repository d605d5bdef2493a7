"""Several states at once: the text of a program for C and for numba.

In C a quantity is a vector, one state in each of its lanes, as GCC and clang write them for any
processor. For numba it is a row of a block (see `blocks`), and the loop over the row is what the
compiler makes vectors of. Sines and cosines are the same in both, and are there in the same
instructions; a product and a sum may become one instruction, and nothing else is rearranged.
"""

from __future__ import annotations

from collections.abc import Callable

from .blocks import LANES
from .emit import Program, indented, operation
from .tape import Scalar

__all__ = ["c", "numba"]

HEAD = """\
#include <math.h>

#if defined(__AVX512F__)
#define LANES 8
#define EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#elif defined(__AVX__)
#define LANES 4
#define EACH(f) f(0), f(1), f(2), f(3)
#else
#define LANES 2
#define EACH(f) f(0), f(1)
#endif
#define INLINE static inline __attribute__((always_inline))

typedef double V __attribute__((vector_size(8 * LANES)));
typedef long long I __attribute__((vector_size(8 * LANES)));

INLINE V taken(const double *x, long step)
{
#define ONE(i) x[i * step]
    return (V){EACH(ONE)};
#undef ONE
}

INLINE void put(V v, double *x, long step)
{
#define ONE(i) x[i * step] = v[i]
    EACH(ONE);
#undef ONE
}

INLINE void same(double v, double *x, long step)
{
#define ONE(i) x[i * step] = v
    EACH(ONE);
#undef ONE
}

/* For |x| up to a million and right to the last place: less n quarter turns, the quarter in three
   parts, the first two short enough for their products with n to be exact; then the polynomials of
   fdlibm (Sun, 1993) on an eighth of a turn to either side. */
INLINE void quick(V x, V *sine, V *cosine)
{
    const double places = 6755399441055744.0;   /* 1.5 * 2^52: beside it no fraction is left */
    V turned = x * 0.63661977236758134308 + places, n = turned - places;
    V a = x - n * 1.57079632673412561417e+00, p = n * 6.07710050630396597660e-11, b = a - p;
    V rest = ((a - b) - p) - n * 2.02226624879595063154e-21;
    V r = b + rest, less = (b - r) + rest, z = r * r;      /* the angle is r + less */
    V s = r + (less + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03
        + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06
        + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))))));
    V c = 1.0 + (z * (-0.5 + z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03
        + z * (2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07
        + z * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11)))))) - r * less);
    I quarter = (I)turned, swap = -(quarter & 1);
    *sine = (V)((((I)s & ~swap) | ((I)c & swap)) ^ ((quarter & 2) << 62));
    *cosine = (V)((((I)c & ~swap) | ((I)s & swap)) ^ (((quarter + 1) & 2) << 62));
}

static __attribute__((noinline)) void slow(const V *x, V *sine, V *cosine)
{
    for (int i = 0; i < LANES; ++i) {
        (*sine)[i] = sin((*x)[i]);
        (*cosine)[i] = cos((*x)[i]);
    }
}

INLINE void turn(V x, int far, V *sine, V *cosine)
{
    if (__builtin_expect(far, 0))
        slow(&x, sine, cosine);
    else
        quick(x, sine, cosine);
}

/* Whether one of n times LANES numbers is too large for the quick way, or is no number. */
INLINE int is_far(const double *q, int n)
{
    I near = (I){0} - 1;
    for (int i = 0; i < n; ++i) {
        V x = taken(q + LANES * i, 1);
        near &= (I)(x < 1e5) & (I)(x > -1e5);
    }
    long long all = -1;
    for (int i = 0; i < LANES; ++i)
        all &= near[i];
    return all == 0;
}

/* Zeros; but in a lane that takes an infinite number, or what is no number, no number. */
INLINE V looked_at(const double *x, int n)
{
    V zero = {0};
    for (int i = 0; i < n; ++i)
        zero += taken(x + LANES * i, 1) * 0.0;
    return zero;
}

"""
C = """\
INLINE void lanes({arguments}, const double *k, int far, double *out)
{{
{constants}{body}}}

/* out for count states; 0 where a number of a state is not finite, else 1. */
int {name}(long count, {arguments}, const double *k, double *out)
{{
    V zero = {{0}};
    long b = 0;
    for (; b + LANES <= count; b += LANES) {{
{looks}        lanes({here}, k, is_far(q + {width} * b, {width}), out + {size} * b);
    }}
    if (b < count) {{            /* the last ones, over and over until the lanes are full */
        long rest = count - b;
        double {buffers}, result[{size} * LANES];
{copies}{last_looks}        lanes({copied}, k, is_far(q_, {width}), result);
        for (long i = 0; i < {size} * rest; ++i)
            out[{size} * b + i] = result[i];
    }}
    for (int i = 0; i < LANES; ++i)
        if (zero[i] != 0)
            return 0;
    return 1;
}}
"""
NUMBA = """\
def {name}({arguments}, k, out):
{constants}    w = zeros({rows})
    for b in range(0, q.shape[0], {lanes}):
        rest = min({lanes}, q.shape[0] - b)
{enter}        far = is_far(w, {near})
        for i in range({lanes}):
{angles}{turn}        for i in range({lanes}):
{body}        leave(w, {out}, out, b, rest, {size})
    return all_zero(w, {zero})
"""


def c(program: Program) -> str:
    """int name(long count, const double *q, ..., const double *k, double *out)"""
    sizes, size = program.inputs, len(program.results)
    called, lines = program.called, program.tape.lines
    body = [f"const V {name} = taken({place}, {n});" for array, n in sizes.items()
            for name, place in program.unpacked(f"{array} + {{i}}", array)]
    told: set[int] = set()
    for k in program.steps():
        kind, *operands = lines[k]
        if kind not in ("sin", "cos"):
            value = operation(kind, [called(x) for x in operands], "{}({})")
            body.append(f"const V {called(k)} = {value};")
        elif operands[0] not in told:
            told |= set(operands)
            sine, cosine = program.pair(*operands)
            body += [f"V {sine}, {cosine};",
                     f"turn({called(*operands)}, far, &{sine}, &{cosine});"]
    body += [f"{'put' if program.moves(x) else 'same'}({program.result(x)}, out + {i}, {size});"
             for i, x in enumerate(program.results)]
    return HEAD + C.format(
        name=program.name, size=size, width=sizes["q"],
        arguments=", ".join(f"const double *{array}" for array in sizes),
        constants=indented([f"const double {called(k)} = k[{i}];"
                            for i, k in enumerate(program.constants)], 1),
        body=indented(body, 1), here=", ".join(f"{array} + {n} * b" for array, n in sizes.items()),
        copied=", ".join(f"{array}_" for array in sizes),
        buffers=", ".join(f"{array}_[{n} * LANES]" for array, n in sizes.items()),
        looks=indented([f"zero += looked_at({array} + {n} * b, {n});"
                        for array, n in sizes.items()], 2),
        last_looks=indented([f"zero += looked_at({array}_, {n});"
                             for array, n in sizes.items()], 2),
        copies=indented([line for array, n in sizes.items() for line in (
            f"for (long i = 0; i < {n} * LANES; ++i)",
            f"    {array}_[i] = {array}[{n} * b + i % ({n} * rest)];")], 2))


def numba(program: Program) -> str:
    """def name(q, ..., k, out), for numba: arrays (B, n) in, out (B, m) filled.

    True is returned where all numbers of the states are finite.
    """
    tape, called = program.tape, program.called
    rows: dict[str, int] = {}                    # name -> its place in the block

    def row(name: str) -> str:
        return f"w[{LANES * rows.setdefault(name, len(rows))} + i]"

    taken = [row(f"{array}{j + 1}") for array, n in program.inputs.items() for j in range(n)]
    steps = program.steps()
    turned = dict.fromkeys(tape.lines[k][1] for k in steps if tape.lines[k][0] in ("sin", "cos"))
    before = [k for k in tape.needed(Scalar(tape, angle) for angle in turned)
              if not tape.free[k] and tape.lines[k][0] != "state"]

    def value(k: int, name: Callable[[int], str]) -> str:
        kind, *operands = tape.lines[k]
        return operation(kind, [name(x) for x in operands], "{}({})")

    def at(k: int) -> str:
        return called(k) if tape.free[k] else row(called(k))

    angles = [f"{row(called(k))} = {value(k, at)}" for k in before]
    turn = []
    for angle in turned:
        places = [rows[called(angle)], *(rows.setdefault(name, len(rows))
                                         for name in program.pair(angle))]
        turn.append(f"turn(w, {', '.join(str(LANES * place) for place in places)}, far)")
    known, first = dict(rows), len(rows)
    made = [k for k in steps if called(k) not in known]
    used = {called(x) for k in made for x in tape.operands(k)} | {
        called(x.line) for x in program.results if isinstance(x, Scalar)}
    body = [f"{name} = {row(name)}" for name in known if name in used]
    body += [f"{called(k)} = {value(k, called)}" for k in made]
    body += [f"w[{LANES * (first + i)} + i] = {program.result(x)}"
             for i, x in enumerate(program.results)]
    zero = LANES * (first + len(program.results))
    looked_at = f"w[{zero} + i] += {' + '.join(f'0.0 * {place}' for place in taken)}"
    places = {array: sum(list(program.inputs.values())[:i]) for i, array in
              enumerate(program.inputs)}
    return NUMBA.format(
        name=program.name, arguments=", ".join(program.inputs), lanes=LANES,
        constants=indented([f"{called(k)} = k[{i}]" for i, k in enumerate(program.constants)], 1),
        rows=zero + LANES, zero=zero, near=LANES * program.inputs["q"],
        enter=indented([f"enter({array}, b, rest, w, {LANES * place}, {program.inputs[array]})"
                        for array, place in places.items()], 2),
        angles=indented([looked_at, *angles], 3), turn=indented(turn, 2), body=indented(body, 3),
        out=LANES * first, size=len(program.results))
