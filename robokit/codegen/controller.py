"""One C file for a controller: a function of one state that needs no library and no memory.

ISO C99, no headers, no allocation, no loops: the time it takes is always the same but for a branch
in every sine. Numbers are double or float; with float no double occurs, which a processor without
such registers would have to imitate.
"""

from __future__ import annotations

from collections.abc import Sequence

from .emit import Program, indented, operation
from .tape import Entry, Scalar

__all__ = ["REALS", "c"]

REALS = ("double", "float")
# Quarter turns are taken off in parts short enough for whole multiples of the first ones to be
# exact; the polynomials are those of fdlibm (Sun, 1993) and, for float, Cephes (Moshier, 1992).
TURN = {"double": """\
/* For |x| up to 1e5 right to the last place. */
static void turn(double x, double *sine, double *cosine)
{
    const long n = (long)(x * 0.63661977236758134308 + (x < 0.0 ? -0.5 : 0.5));
    const double a = x - (double)n * 1.57079632673412561417e+00;
    const double p = (double)n * 6.07710050630396597660e-11, b = a - p;
    const double rest = ((a - b) - p) - (double)n * 2.02226624879595063154e-21;
    const double r = b + rest, less = (b - r) + rest, z = r * r;
    const double s = r + (less + r * z * (-1.66666666666666324348e-01
        + z * (8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08
        + z * 1.58969099521155010221e-10))))));
    const double c = 1.0 + (z * (-0.5 + z * (4.16666666666666019037e-02
        + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09
        - z * 1.13596475577881948265e-11)))))) - r * less);
""", "float": """\
/* For |x| up to 8000 within 1e-7. */
static void turn(float x, float *sine, float *cosine)
{
    const long n = (long)(x * 0.636619772f + (x < 0.0f ? -0.5f : 0.5f));
    const float r = ((x - (float)n * 1.5703125f) - (float)n * 4.8375129699707031e-4f)
        - (float)n * 7.54978995489188e-8f;
    const float z = r * r;
    const float s = r + r * z * (-1.6666654611e-1f + z * (8.3321608736e-3f
        - z * 1.9515295891e-4f));
    const float c = 1.0f + z * (-0.5f + z * (4.166664568298827e-2f
        + z * (-1.388731625493765e-3f + z * 2.443315711809948e-5f)));
"""}
QUARTERS = """\
    *sine = (n & 1) ? c : s;
    *cosine = (n & 1) ? s : c;
    if (n & 2)
        *sine = -*sine;
    if ((n + 1) & 2)
        *cosine = -*cosine;
}

"""
UNITS = {"q": "rad, m", "dq": "rad/s, m/s", "ddq": "rad/s^2, m/s^2", "mu": "N·m, N",
         "F": "N, forces at the mass centres in frame 0, x y z of link 1 first",
         "M": "N·m, moments in frame 0"}


def c(program: Program, real: str, what: str, parameters: Sequence[str],
      values: Sequence[float] | None, unit: float) -> str:
    """void name(const real *q, ..., const real *p, real *out); p where there are parameters.

    what: a line on the function; values: the robot's own parameters, which the file holds; unit:
    the length in them, m.
    """
    tape = program.tape

    def literal(x: float) -> str:
        return f"{float(x)!r}{'f' if real == 'float' else ''}"

    def called(k: int) -> str:
        kind, *rest = tape.lines[k]
        return literal(rest[0]) if kind == "number" else program.called(k)

    def result(x: Entry) -> str:
        if not isinstance(x, Scalar):
            return literal(x)
        return ("-" if x.sign < 0 else "") + called(x.line)

    used = {tape.lines[k][1] for k in tape.needed(program.results)
            if tape.lines[k][0] == "parameter"}
    body = [f"const {real} {name} = {place};"
            for name, place in program.unpacked("{array}[{i}]")]
    body += [f"const {real} {name} = p[{i}];" for i, name in enumerate(parameters) if name in used]
    turned: set[int] = set()
    for k in program.prelude + program.steps():
        kind, *operands = tape.lines[k]
        if kind not in ("sin", "cos"):
            body.append(f"const {real} {called(k)} = "
                        f"{operation(kind, list(map(called, operands)), '')};")
        elif operands[0] not in turned:
            turned |= set(operands)
            sine, cosine = program.pair(*operands)
            body += [f"{real} {sine}, {cosine};", f"turn({called(*operands)}, &{sine}, &{cosine});"]
            body += [f"(void){name};" for name in (sine, cosine)]
    body += [f"out[{i}] = {result(x)};" for i, x in enumerate(program.results)]
    arrays = [*program.inputs, *("p" for _ in parameters[:1])]
    idle = [array for array in arrays
            if not any(line.find(f" = {array}[") > 0 for line in body)]
    head = [f"{what}: {tape.operations(program.results)}.", "",
            *(f"{array}: {n} numbers, {UNITS[array]}" for array, n in program.inputs.items())]
    if parameters:
        head += [f"p: {len(parameters)} numbers, lengths in {unit!r} m:",
                 *(f"    {', '.join(parameters[i:i + 10])}" for i in range(0, len(parameters), 10))]
    head += [f"out: {len(program.results)} numbers, row by row"]
    text = "/* " + "\n   ".join(head).replace("\n   \n", "\n\n") + " */\n\n"
    if parameters and values is not None:
        numbers = [f"{literal(x)}," for x in values]
        text += (f"const {real} {program.name}_parameters[{len(parameters)}] = {{\n"
                 f"{indented([' '.join(numbers[i:i + 4]) for i in range(0, len(numbers), 4)], 1)}"
                 "};\n\n")
    if turned:
        text += TURN[real] + QUARTERS
    arguments = ", ".join([f"const {real} *{array}" for array in arrays] + [f"{real} *out"])
    declared = f"void {program.name}({arguments})"
    return (f"{text}{declared};\n{declared}\n{{\n"
            f"{indented([f'(void){array};' for array in idle] + body, 1)}}}\n")
