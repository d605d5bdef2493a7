// Vectors are arrays of 3, matrices arrays of rows; what the generated script gives is flat.

export const add = (a, b) => a.map((x, i) => x + b[i]);
export const minus = (a, b) => a.map((x, i) => x - b[i]);
export const times = (k, a) => a.map((x) => k * x);
export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const norm = (a) => Math.sqrt(dot(a, a));
export const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
export const apply = (m, a) => m.map((row) => dot(row, a));
export const transpose = (m) => m[0].map((_, j) => m.map((row) => row[j]));
export const product = (a, b) => {
    const columns = transpose(b);
    return a.map((row) => columns.map((column) => dot(row, column)));
};

// The determinant of a square matrix, by elimination.
export function determinant(matrix) {
    const a = matrix.map((row) => [...row]), n = a.length;
    let found = 1;
    for (let k = 0; k < n; ++k) {
        let p = k;
        for (let i = k + 1; i < n; ++i) if (Math.abs(a[i][k]) > Math.abs(a[p][k])) p = i;
        if (a[p][k] === 0) return 0;
        if (p !== k) { [a[p], a[k]] = [a[k], a[p]]; found = -found; }
        found *= a[k][k];
        for (let i = k + 1; i < n; ++i) {
            const factor = a[i][k] / a[k][k];
            for (let j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
        }
    }
    return found;
}

// X of A X = B, rows of both, by elimination; A has an inverse.
export function solved(A, B) {
    const n = A.length, rows = A.map((row, i) => [...row, ...B[i]]);
    for (let k = 0; k < n; ++k) {
        let p = k;
        for (let i = k + 1; i < n; ++i) if (Math.abs(rows[i][k]) > Math.abs(rows[p][k])) p = i;
        [rows[k], rows[p]] = [rows[p], rows[k]];
        for (let i = 0; i < n; ++i) {
            if (i === k) continue;
            const factor = rows[i][k] / rows[k][k];
            for (let j = k; j < rows[i].length; ++j) rows[i][j] -= factor * rows[k][j];
        }
    }
    return rows.map((row, i) => row.slice(n).map((x) => x / row[i]));
}
export const unit = (n) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => Number(i === j)));

// Gains K (m x 2n) of u = -K z with the least integral of z^T S z + u^T R u on z' = F z + G u; S and R are
// diagonals. Riccati's equation by the sign of its Hamiltonian, Newton's way: H <- (c H^-1 + H / c) / 2.
export function regulator(F, G, S, R) {
    const N = F.length, push = G.map((row) => G.map((other) => row.reduce((sum, x, k) => sum + (x * other[k]) / R[k], 0)));
    let H = [...F.map((row, i) => [...row, ...push[i].map((x) => -x)]),
        ...unit(N).map((row, i) => [...row.map((x) => -x * S[i]), ...F.map((one) => -one[i])])];
    for (let k = 0; k < 60; ++k) {
        const c = Math.abs(determinant(H)) ** (1 / (2 * N)), inverse = solved(H, unit(2 * N));
        const next = H.map((row, i) => row.map((x, j) => (c * inverse[i][j] + x / c) / 2));
        const change = Math.max(...next.flatMap((row, i) => row.map((x, j) => Math.abs(x - H[i][j]))));
        H = next;
        if (change < 1e-13 * Math.max(...H.flat().map(Math.abs))) break;
    }
    // [H12; H22 + E] P = -[H11 + E; H21], more equations than unknowns
    const left = H.map((row, i) => row.slice(N).map((x, j) => x + Number(i === N + j)));
    const right = H.map((row, i) => row.slice(0, N).map((x, j) => -x - Number(i === j)));
    const P = solved(product(transpose(left), left), product(transpose(left), right));
    return product(transpose(G), P).map((row, k) => row.map((x) => x / R[k]));
}

// Values and unit vectors of a symmetric matrix, greatest first: Jacobi's turns.
export function principal(matrix) {
    const n = matrix.length, a = matrix.map((row) => [...row]);
    const v = a.map((_, i) => a.map((__, j) => Number(i === j)));
    for (let sweep = 0; sweep < 30; ++sweep) {
        let off = 0;
        for (let p = 0; p < n; ++p) for (let q = p + 1; q < n; ++q) {
            off += a[p][q] ** 2;
            if (a[p][q] === 0) continue;
            const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
            const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
            const c = 1 / Math.sqrt(t * t + 1), s = t * c;
            for (let k = 0; k < n; ++k) {
                const x = a[k][p], y = a[k][q];
                a[k][p] = c * x - s * y; a[k][q] = s * x + c * y;
            }
            for (let k = 0; k < n; ++k) {
                const x = a[p][k], y = a[q][k];
                a[p][k] = c * x - s * y; a[q][k] = s * x + c * y;
                const z = v[k][p], w = v[k][q];
                v[k][p] = c * z - s * w; v[k][q] = s * z + c * w;
            }
        }
        if (off < 1e-30) break;
    }
    return a.map((_, k) => ({ value: a[k][k], axis: v.map((row) => row[k]) }))
        .sort((x, y) => y.value - x.value);
}

// Turns about the axes as in section 2.2: columns are the turned axes.
export const tau = {
    x: (a) => [[1, 0, 0], [0, Math.cos(a), -Math.sin(a)], [0, Math.sin(a), Math.cos(a)]],
    y: (a) => [[Math.cos(a), 0, Math.sin(a)], [0, 1, 0], [-Math.sin(a), 0, Math.cos(a)]],
    z: (a) => [[Math.cos(a), -Math.sin(a), 0], [Math.sin(a), Math.cos(a), 0], [0, 0, 1]],
};

// Pitch, yaw and roll of a matrix, section 3.2: tau = tau_x(P) tau_y(Y) tau_z(R).
export function angles(m) {
    const c = Math.hypot(m[0][0], m[0][1]), Y = Math.atan2(m[0][2], c);
    return c > 1e-9 ? [Math.atan2(-m[1][2], m[2][2]), Y, Math.atan2(-m[0][1], m[0][0])]
        : [Math.atan2(m[2][1], m[1][1]), Y, 0];
}
export const turned = ([P, Y, R]) => product(product(tau.x(P), tau.y(Y)), tau.z(R));
