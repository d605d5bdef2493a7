// Questions whose numbers are drawn here, and checked here: first by laws, then by the scripts that
// robokit writes for the arms (arms.js). No answer is kept: each comes out of the numbers drawn.
(() => {
  const rad = (x) => x * Math.PI / 180, deg = (x) => x * 180 / Math.PI;
  const { sin, cos, sqrt, hypot, atan2, abs, max, round, sign } = Math;
  const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
  const size = (a) => hypot(...a);
  const minus = (a, b) => a.map((x, k) => x - b[k]);
  const wrapped = (x) => x - 360 * round(x / 360);
  const step = (least, greatest, by) =>                     // a number on a grid of so much
    least + by * Math.floor(Math.random() * (round((greatest - least) / by) + 1));
  const clean = (x) => Number(x.toFixed(6));
  const some = (draw, good) => { for (;;) { const d = draw(); if (good(d)) return d; } };
  const either = (least, greatest, by) => (Math.random() < 0.5 ? -1 : 1) * step(least, greatest, by);

  // -- what the arms' scripts say ------------------------------------------------------------------
  const arm = (name) => globalThis[`arm_${name}`];
  const frame = (name, q, k) => {                           // { t, tau (3 rows) } of a frame in {B}
    const all = arm(name).frames(Float64Array.from(q)), row = (i) => all.slice(12 * k + 4 * i, 12 * k + 4 * i + 4);
    const rows = [0, 1, 2].map((i) => Array.from(row(i)));
    return { t: rows.map((r) => r[3]), tau: rows.map((r) => r.slice(0, 3)) };
  };
  const tip = (name, q) => frame(name, q, arm(name).n).t;
  const column = (name, q, j) => {                          // [omega, V] for each rad/s or m/s
    const all = arm(name).jacobian(Float64Array.from(q)), n = arm(name).n;
    const entries = [0, 1, 2, 3, 4, 5].map((i) => all[i * n + j]);
    return { spin: entries.slice(0, 3), V: entries.slice(3) };
  };
  const velocity = (name, q, dq) => [0, 1, 2].map((i) => dot(dq, dq.map((_, j) => column(name, q, j).V[i])));
  // Second derivative of the tip along q + dq t + ddq t²/2.
  const accelerated = (name, q, dq, ddq, h = 1e-3) => {
    const at = (t) => tip(name, q.map((x, k) => x + dq[k] * t + ddq[k] * t * t / 2));
    const [a, b, c, d, e] = [-2, -1, 0, 1, 2].map((k) => at(k * h));
    return a.map((_, i) => (-a[i] + 16 * b[i] - 30 * c[i] + 16 * d[i] - e[i]) / (12 * h * h));
  };
  const drives = (name, q, dq, ddq) =>
    Array.from(arm(name).inverseDynamics(...[q, dq, ddq].map((x) => Float64Array.from(x))));
  const inertia = (name, q) => Array.from(arm(name).A(Float64Array.from(q)));
  const moved = (q, j, by) => q.map((x, k) => x + (k === j ? by : 0));

  // -- the questions: draw, solve (answers, numbers on the way), laws (broken ones, in order) -------
  const NEAR = 0.006, g = 9.81, a = 0.5, b = 0.35;          // NEAR: for laws, of what three digits tell
  const off = (got, needs, near = NEAR) => abs(got - needs) > near * max(1, abs(needs));
  const towerAt = (d) => [rad(d.q1), rad(d.q2 ?? 0), d.q3 ?? 0];
  const planarAt = (d) => [rad(d.q1), rad(d.q2)];
  const boomAt = (d) => [rad(d.q1 ?? 0), d.q2];
  const BOOM = { m: [12, 5], I: [0.9, 0.1], c: 0.4, d: 0.15 };
  const weights = (q) => {                                  // potential energy of rail and drill
    const [m1, m2] = BOOM.m, y = ([q1, r]) => BOOM.d * cos(q1) + r * sin(q1);
    return g * (m1 * y([q[0], BOOM.c]) + m2 * y(q));
  };
  const motion = (q, dq) => {                               // kinetic energy of their mass centres
    const h = 1e-6, at = (r, rate, t) => {
      const q1 = q[0] + dq[0] * t, along = r + rate * t;
      return [along * cos(q1) - BOOM.d * sin(q1), along * sin(q1) + BOOM.d * cos(q1)];
    };
    return [[BOOM.c, 0], [q[1], dq[1]]].reduce((sum, [r, rate], k) => {
      const v = minus(at(r, rate, h), at(r, rate, -h)).map((x) => x / (2 * h));
      return sum + BOOM.m[k] * dot(v, v) / 2 + BOOM.I[k] * dq[0] ** 2 / 2;
    }, 0);
  };
  const stepWork = (gain, answers, units) => answers.flatMap((mu, k) => {
    const needs = 1000 * gain(k), got = 1000 * mu * units[k];
    return off(got, needs, 0.012) && abs(got - needs) > 0.2 ? [["work", { j: k + 1, got, needs }]] : [];
  });

  const SKILLS = {
    "cylinder-point": {
      draw: () => ({ q1: step(-170, 170, 5), q2: clean(step(0.1, 0.9, 0.05)), q3: clean(step(0.4, 1, 0.05)) }),
      solve: (d) => {
        const [x, y, z] = tip("cylinder", [rad(d.q1), d.q2, d.q3]);
        return { answers: [x, y, z], c1: cos(rad(d.q1)), s1: sin(rad(d.q1)), x, y, z };
      },
      laws: (d, [x, y, z]) => [
        off(hypot(x, y), d.q3) && ["reach", { got: hypot(x, y), needs: d.q3 }],
        off(z, d.q2) && ["height", { needs: d.q2 }],
        size(minus([x, y, z], tip("cylinder", [rad(d.q1), d.q2, d.q3]))) > 2 * NEAR && ["side", {}]],
    },
    "cylinder-joints": {
      draw: () => {
        const [x, y, z] = tip("cylinder", [rad(some(() => step(-175, 175, 5), (q) => abs(q) > 95)),
          step(0.1, 0.9, 0.05), step(0.4, 1, 0.05)]);
        return { x: Number(x.toFixed(3)), y: Number(y.toFixed(3)), z: clean(z) };
      },
      solve: (d) => {
        const q = [deg(atan2(d.y, d.x)), d.z, hypot(d.x, d.y)];
        return { answers: q, q1: q[0], q2: q[1], q3: q[2], near: [0.1, 0.002, 0.002] };
      },
      laws: (d, [q1, q2, q3]) => {
        const [x, y, z] = tip("cylinder", [rad(q1), q2, q3]), away = size(minus([x, y, z], [d.x, d.y, d.z]));
        return [away > NEAR && ["there", { x, y, z, off: away }], q3 <= 0 && ["positive", {}]];
      },
    },
    tau: {
      draw: () => ({ q1: some(() => step(-170, 170, 5), (q) => q % 45 !== 0) }),
      solve: (d) => {
        const { tau } = frame("tower", towerAt(d), 1);
        return { answers: tau.flat(), c1: cos(rad(d.q1)), s1: sin(rad(d.q1)), r1: tau[0], r2: tau[1], r3: tau[2] };
      },
      laws: (d, t) => {
        const col = [0, 1, 2].map((k) => [t[k], t[3 + k], t[6 + k]]);
        const found = col.flatMap((c, k) => (off(size(c), 1) ? [["unit", { k: k + 1, got: size(c) }]] : []));
        for (const [k, m] of [[0, 1], [0, 2], [1, 2]]) {
          if (off(dot(col[k], col[m]), 0)) found.push(["right-angle", { k: k + 1, m: m + 1, got: dot(col[k], col[m]) }]);
        }
        if (!found.length && dot(cross(col[0], col[1]), col[2]) < 0) found.push(["hand", {}]);
        const { tau } = frame("tower", towerAt(d), 1);
        if (size(minus(col.flat(), tau.flat())) < NEAR) found.push(["transposed", {}]);
        return found;
      },
    },
    "turned-vector": {
      draw: () => ({ q1: some(() => step(-160, 160, 10), (q) => q % 90 !== 0), a1: either(0.1, 0.5, 0.1),
        a2: either(0.6, 0.9, 0.1), a3: either(0.1, 0.5, 0.2) }),
      solve: (d) => {
        const { tau } = frame("tower", towerAt(d), 1), [x, y, z] = tau.map((row) => dot(row, [d.a1, d.a2, d.a3]));
        return { answers: [x, y, z], x, y, z, c1: cos(rad(d.q1)), s1: sin(rad(d.q1)), mc1: -cos(rad(d.q1)) };
      },
      laws: (d, v) => {
        const own = [d.a1, d.a2, d.a3], { tau } = frame("tower", towerAt(d), 1);
        const back = [0, 1, 2].map((k) => dot(tau.map((row) => row[k]), own));
        return [off(size(v), size(own)) && ["length", { got: size(v), needs: size(own) }],
          size(minus(v, back)) < NEAR && ["backwards", {}]];
      },
    },
    "end-point": {
      draw: () => ({ q1: step(-170, 170, 10), q2: some(() => step(-40, 70, 5), (q) => q !== 0),
        q3: clean(step(0.1, 0.6, 0.05)) }),
      solve: (d) => {
        const [x, y, z] = tip("tower", towerAt(d)), R = 0.3 + d.q3;
        return { answers: [x, y, z], x, y, z, R, shadow: R * cos(rad(d.q2)), c1: cos(rad(d.q1)), s1: sin(rad(d.q1)) };
      },
      laws: (d, p) => {
        const R = 0.3 + d.q3, from = minus(p, [0, 0, 0.5]), truth = tip("tower", towerAt(d));
        return [off(size(from), R) && ["boom", { got: size(from), needs: R }],
          off(from[2], truth[2] - 0.5) && ["rise", {}], size(minus(p, truth)) > 2 * NEAR && ["side", {}]];
      },
    },
    orientation: {
      draw: () => {
        const P = step(-170, 170, 5), Y = step(-60, 60, 5), R = step(-170, 170, 5), [p, y, r] = [P, Y, R].map(rad);
        const three = (x) => Number(x.toFixed(3)) + 0;
        return { t11: three(cos(y) * cos(r)), t12: three(-cos(y) * sin(r)), t13: three(sin(y)),
          t23: three(-sin(p) * cos(y)), t33: three(cos(p) * cos(y)) };
      },
      solve: (d) => {
        const cY = hypot(d.t23, d.t33);
        const [P, Y, R] = [atan2(-d.t23, d.t33), atan2(d.t13, cY), atan2(-d.t12, d.t11)].map(deg);
        return { answers: [P, Y, R], P, Y, R, cY, near: [0.5, 0.5, 0.5], turns: [0, 1, 2] };
      },
      laws: (d, angles) => {
        const [p, y, r] = angles.map(rad), made = { "t₁₃": [sin(y), d.t13], "t₂₃": [-sin(p) * cos(y), d.t23],
          "t₃₃": [cos(p) * cos(y), d.t33], "t₁₂": [-cos(y) * sin(r), d.t12], "t₁₁": [cos(y) * cos(r), d.t11] };
        return [cos(y) <= 0 && ["cosine", {}], ...Object.entries(made)
          .map(([name, [got, needs]]) => off(got, needs, 0.015) && ["rebuilt", { name, got, needs }])];
      },
    },
    "half-angle": {
      draw: () => ({ d: clean(step(0.25, 0.8, 0.01)) }),
      solve: ({ d }) => {
        const p = (a + b + d) / 2, sh = sqrt((p - a) * (p - d) / (a * d)), ch = sqrt(p * (p - b) / (a * d));
        const half = deg(atan2(sh, ch));
        return { answers: [2 * half], A: 2 * half, half, p, sh, ch, near: [0.1] };
      },
      laws: ({ d }, [A]) => {
        const elbow = frame("planar", [rad(A), 0], 1).t, got = hypot(elbow[0] - d, elbow[1]);
        const twice = frame("planar", [rad(2 * A), 0], 1).t;
        return [(A <= 0 || A >= 180) && ["range", {}], abs(got - b) > 0.002 && ["forearm", { got, needs: b }],
          abs(got - b) > 0.002 && abs(hypot(twice[0] - d, twice[1]) - b) < 0.002 && ["half", {}]];
      },
    },
    "planar-inverse": {
      draw: () => {
        const bend = either(30, 130, 5), [x, y] = tip("planar", [rad(step(-170, 170, 5)), rad(bend)]);
        return { x: Number(x.toFixed(3)), y: Number(y.toFixed(3)), sign: bend > 0 ? ">" : "<" };
      },
      solve: ({ x, y, sign: way }) => {
        const c2 = (x * x + y * y - a * a - b * b) / (2 * a * b), q2 = (way === ">" ? 1 : -1) * Math.acos(c2);
        const dir = deg(atan2(y, x)), inner = deg(atan2(b * sin(q2), a + b * cos(q2)));
        return { answers: [wrapped(dir - inner), deg(q2)], c2, q2: deg(q2), dir, inner, q1: wrapped(dir - inner),
          near: [0.5, 0.5], turns: [0, 1] };
      },
      laws: (d, [q1, q2]) => {
        const [x, y] = tip("planar", [rad(q1), rad(q2)]), away = hypot(x - d.x, y - d.y);
        return [away > 0.009 && ["there", { x, y, off: away }],
          away <= 0.009 && (wrapped(q2) > 0) !== (d.sign === ">") && ["elbow", {}]];
      },
    },
    column: {
      draw: () => ({ q1: step(-160, 160, 10), q2: step(-30, 60, 10), q3: clean(step(0.1, 0.6, 0.1)), j: step(1, 2, 1) }),
      solve: (d) => {
        const q = towerAt(d), { V, spin } = column("tower", q, d.j - 1), p = minus(tip("tower", q), [0, 0, 0.5]);
        return { answers: V, x: V[0], y: V[1], z: V[2], e1: spin[0], e2: spin[1], e3: spin[2],
          p1: p[0], p2: p[1], p3: p[2] };
      },
      laws: (d, v) => {
        const q = towerAt(d), { V, spin } = column("tower", q, d.j - 1), p = minus(tip("tower", q), [0, 0, 0.5]);
        return [off(dot(v, spin), 0) && ["across", { got: dot(v, spin) }],
          off(dot(v, p), 0) && ["rigid", { got: dot(v, p) }],
          size(minus(v, V.map((x) => -x))) < NEAR && ["opposite", {}]];
      },
    },
    spin: {
      draw: () => ({ q1: some(() => step(-160, 160, 10), (q) => q % 90 !== 0), w1: clean(either(0.2, 1, 0.1)),
        w2: clean(either(0.3, 0.9, 0.1)), w3: clean(step(0.1, 0.5, 0.1)) }),
      solve: (d) => {
        const q = towerAt(d), one = column("tower", q, 0).spin, two = column("tower", q, 1).spin;
        const [x, y, z] = one.map((e, k) => e * d.w1 + two[k] * d.w2);
        return { answers: [x, y, z], x, y, z, s1: sin(q[0]), mc1: -cos(q[0]) };
      },
      laws: (d, w) => {
        const h = 1e-4, q = towerAt(d), at = (t) => frame("tower", [q[0] + d.w1 * t, q[1] + d.w2 * t, q[2] + d.w3 * t], 3).tau;
        const [before, now, after] = [at(-h), at(0), at(h)];
        const apart = [0, 1, 2].flatMap((k) => {
          const change = now.map((_, i) => (after[i][k] - before[i][k]) / (2 * h));
          return minus(cross(w, now.map((row) => row[k])), change).map(abs);
        });
        return [off(size(w), hypot(d.w1, d.w2)) && ["square", { got: size(w), needs: hypot(d.w1, d.w2) }],
          max(...apart) > 2 * NEAR && ["matrix", { got: max(...apart) }]];
      },
    },
    "tip-velocity": {
      draw: () => ({ q1: step(-170, 170, 10), q2: either(20, 140, 10), w1: clean(either(0.2, 1, 0.1)), w2: clean(either(0.2, 1, 0.1)) }),
      solve: (d) => {
        const [x, y] = velocity("planar", planarAt(d), [d.w1, d.w2]);
        return { answers: [x, y], x, y, u: d.q1 + d.q2, w: d.w1 + d.w2 };
      },
      laws: (d, v) => {
        const t = 0.01, at = (s) => tip("planar", [rad(d.q1) + d.w1 * s, rad(d.q2) + d.w2 * s]);
        const [x, y] = minus(at(t / 2), at(-t / 2)).map((m) => 1000 * m), [p, r] = v.map((m) => 1000 * m * t);
        return [hypot(x - p, y - r) > 0.06 && ["ahead", { a: p, b: r, x, y }]];
      },
    },
    "joint-rates": {
      draw: () => ({ q1: step(-170, 170, 10), q2: either(40, 130, 10), vx: clean(either(0.1, 0.4, 0.05)), vy: clean(either(0.1, 0.4, 0.05)) }),
      solve: (d) => {
        const [one, two] = [0, 1].map((j) => column("planar", planarAt(d), j).V);
        const det = one[0] * two[1] - one[1] * two[0];
        const w1 = (d.vx * two[1] - d.vy * two[0]) / det, w2 = (one[0] * d.vy - one[1] * d.vx) / det;
        return { answers: [w1, w2], w1, w2, det, d11: one[0], d21: one[1], d12: two[0], d22: two[1], near: [0.006, 0.006] };
      },
      laws: (d, w) => {
        const [x, y] = velocity("planar", planarAt(d), w);
        return [hypot(x - d.vx, y - d.vy) > 0.006 && ["back", { x, y }]];
      },
    },
    acceleration: {
      draw: () => ({ q1: step(-170, 170, 10), q2: either(20, 140, 10), w1: clean(either(0.5, 1.5, 0.1)), w2: clean(either(0.5, 1.5, 0.1)),
        e1: clean(either(0.5, 2, 0.5)), e2: clean(either(0.5, 2, 0.5)) }),
      solve: (d) => {
        const [x, y] = accelerated("planar", planarAt(d), [d.w1, d.w2], [d.e1, d.e2]);
        const [ax, ay] = velocity("planar", planarAt(d), [d.e1, d.e2]);
        return { answers: [x, y], x, y, ax, ay, nx: x - ax, ny: y - ay, u: d.q1 + d.q2, w: d.w1 + d.w2,
          e: d.e1 + d.e2, near: [0.006, 0.006] };
      },
      laws: (d, v) => {
        const q = planarAt(d), ddq = [d.e1, d.e2], u = q[0] + q[1];
        const truth = accelerated("planar", q, [d.w1, d.w2], ddq).slice(0, 2);
        const bare = velocity("planar", q, ddq).slice(0, 2);
        const single = [-a * cos(q[0]) * d.w1 ** 2 - b * cos(u) * d.w2 ** 2 - a * sin(q[0]) * d.e1 - b * sin(u) * d.e2,
          -a * sin(q[0]) * d.w1 ** 2 - b * sin(u) * d.w2 ** 2 + a * cos(q[0]) * d.e1 + b * cos(u) * d.e2];
        if (size(minus(v, truth)) <= 2 * NEAR) return [];
        return [size(minus(v, bare)) < 2 * NEAR && ["centre", {}], size(minus(v, single)) < 2 * NEAR && ["single", {}],
          ["second", {}]];
      },
    },
    hold: {
      draw: () => ({ m: step(2, 12, 1), q1: step(-170, 170, 10), q2: some(() => step(-40, 70, 5), (q) => abs(q) > 5), q3: clean(step(0.1, 0.6, 0.05)) }),
      solve: (d) => {
        const q = towerAt(d), up = [0, 1, 2].map((j) => d.m * g * column("tower", q, j).V[2]);
        return { answers: up, mu2: up[1], mu3: up[2], mg: d.m * g, R: 0.3 + d.q3, c2: cos(q[1]), s2: sin(q[1]), near: [0.1, 0.1, 0.1] };
      },
      laws: (d, mu) => {
        const q = towerAt(d), h = 1e-3;
        const gain = (k) => d.m * g * (tip("tower", moved(q, k, h / 2))[2] - tip("tower", moved(q, k, -h / 2))[2]);
        return stepWork(gain, mu, [h, h, h]);
      },
    },
    "hold-boom": {
      draw: () => ({ q1: some(() => step(-60, 75, 5), (q) => abs(q) > 5), q2: clean(step(0.1, 0.8, 0.05)) }),
      solve: (d) => {
        const q = boomAt(d), mu = drives("boom", q, [0, 0], [0, 0]), s = BOOM.d * sin(q[0]);
        return { answers: mu, mu1: mu[0], mu2: mu[1], xr: BOOM.c * cos(q[0]) - s, xd: d.q2 * cos(q[0]) - s, near: [0.1, 0.1] };
      },
      laws: (d, mu) => {
        const q = boomAt(d), h = 1e-3;
        return stepWork((k) => weights(moved(q, k, h / 2)) - weights(moved(q, k, -h / 2)), mu, [h, h]);
      },
    },
    inertia: {
      draw: () => ({ q2: clean(step(0.1, 0.9, 0.05)) }),
      solve: (d) => {
        const [a11, a12, , a22] = inertia("boom", boomAt(d));
        return { answers: [a11, a12, a22], a11, a12 };
      },
      laws: (d, [a11, a12, a22]) => [a11 * a22 <= a12 * a12 && ["positive", {}],
        ...[[1, 0], [0, 1], [1, 1]].map(([w1, w2]) => {
          const got = a11 * w1 * w1 / 2 + a12 * w1 * w2 + a22 * w2 * w2 / 2, needs = motion(boomAt(d), [w1, w2]);
          return off(got, needs) && ["energy", { w1, w2, got, needs }];
        })],
    },
    drives: {
      draw: () => ({ q1: step(-60, 75, 5), q2: clean(step(0.2, 0.8, 0.1)), w1: clean(either(0.5, 1.5, 0.1)),
        w2: clean(either(0.4, 1, 0.1)), e1: clean(either(0.5, 2, 0.5)), e2: clean(either(0.5, 2, 0.5)) }),
      solve: (d) => {
        const q = boomAt(d), dq = [d.w1, d.w2], ddq = [d.e1, d.e2], A = inertia("boom", q);
        const mu = drives("boom", q, dq, ddq), hold = drives("boom", q, [0, 0], [0, 0]), bias = drives("boom", q, dq, [0, 0]);
        return { answers: mu, mu1: mu[0], mu2: mu[1], A1: A[0] * d.e1 + A[1] * d.e2, A2: A[2] * d.e1 + A[3] * d.e2,
          v1: bias[0] - hold[0], v2: bias[1] - hold[1], g1: hold[0], g2: hold[1], near: [0.1, 0.1] };
      },
      laws: (d, mu) => {
        const q = boomAt(d), dq = [d.w1, d.w2], ddq = [d.e1, d.e2], h = 1e-4;
        const energy = (t) => {
          const at = q.map((x, k) => x + dq[k] * t + ddq[k] * t * t / 2), rate = dq.map((x, k) => x + ddq[k] * t);
          return motion(at, rate) + weights(at);
        };
        const needs = (energy(h) - energy(-h)) / (2 * h), got = dot(mu, dq);
        const true1 = drives("boom", q, dq, ddq), once = true1[0] - BOOM.m[1] * d.q2 * d.w1 * d.w2;
        const [x, y] = arm("boom").forwardDynamics(...[q, dq, mu].map((v) => Float64Array.from(v)));
        return [off(got, needs, 0.01) && abs(got - needs) > 0.2 && ["power", { got, needs }],
          abs(mu[0] - once) < 0.1 && abs(mu[1] - true1[1]) < 0.1 && ["coriolis", {}],
          hypot(x - d.e1, y - d.e2) > 0.1 && ["forward", { x, y }]];
      },
    },
  };

  // -- numbers as people write them ------------------------------------------------------------------
  const read = (text) => {
    const plain = text.trim().replaceAll("−", "-").replace(",", ".");
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  };
  const written = (x, lang) => {
    if (Array.isArray(x)) return `(${x.map((one) => written(one, lang)).join("; ")})`;
    if (typeof x !== "number") return String(x);
    const text = String(Number(x.toFixed(3)) + 0).replace("-", "−");
    return lang === "ru" ? text.replace(".", ",") : text;
  };
  // A negative number behind a sign stands in brackets: 0.5 · (−0.8).
  const SIGN = /[+·−]\s*$/;
  const bracketed = (place, text) => {
    const before = (place.previousSibling ?? place.parentElement.previousSibling)?.textContent ?? "";
    return text.startsWith("−") && SIGN.test(before) ? `(${text})` : text;
  };
  const filled = (text, values, lang) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name], lang) : whole));

  // -- what was done, kept in this browser where it keeps anything -------------------------------------
  const KEY = "robokit-practice";
  const memory = {
    kept: true,
    load() {
      try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { this.kept = false; return {}; }
    },
    save(state) {
      try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { this.kept = false; }
    },
    clear() { try { localStorage.removeItem(KEY); } catch { this.kept = false; } },
  };
  const whole = (state) => ({ solved: state.solved && typeof state.solved === "object" ? state.solved : {},
    self: state.self && typeof state.self === "object" ? state.self : {} });

  // Is this the answer? Its broken laws, else the fields that differ from what the script gives.
  const judge = (name, drawn, answers) => {
    const { laws, solve } = SKILLS[name], broken = laws(drawn, answers).filter(Boolean);
    const { answers: truth, near, turns = [] } = solve(drawn);
    const wrong = truth.flatMap((x, k) => {
      const apart = abs(turns.includes(k) ? wrapped(answers[k] - x) : answers[k] - x);
      return apart > (near?.[k] ?? 0.002 * max(1, abs(x))) ? [k] : [];
    });
    return { right: !wrong.length && !broken.length, broken, wrong };
  };

  const begin = () => {
    const page = document.querySelector("#practice-words");
    if (!page) return;
    const { words, laws, lang } = JSON.parse(page.textContent);
    let state = whole(memory.load());
    const bar = document.querySelector(".practice-progress"), all = [...document.querySelectorAll(".practice-skill")];
    const selfs = [...document.querySelectorAll(".self-judged")];
    const progress = () => {
      const done = all.filter((one) => state.solved[one.dataset.skill]).length;
      const knew = selfs.filter((one) => state.self[one.dataset.question] === "knew").length;
      bar.querySelector("output").textContent =
        filled(words.progress, { done, of: all.length, knew, asked: selfs.length }, lang);
      bar.querySelector(".unkept").hidden = memory.kept;
      for (const one of all) one.classList.toggle("solved", Boolean(state.solved[one.dataset.skill]));
    };
    const keep = () => { memory.save(state); progress(); };

    for (const box of all) {
      const name = box.dataset.skill, inputs = [...box.querySelectorAll("input")];
      const verdict = box.querySelector(".verdict"), folds = [...box.querySelectorAll("details")];
      const fresh = () => {
        box.drawn = SKILLS[name].draw();
        const values = { ...SKILLS[name].solve(box.drawn), ...box.drawn };
        for (const place of box.querySelectorAll("[data-value]")) {
          place.textContent = bracketed(place, written(values[place.dataset.value], lang));
        }
        for (const input of inputs) { input.value = ""; input.removeAttribute("aria-invalid"); }
        for (const fold of folds) fold.open = false;
        verdict.className = "verdict";
        verdict.replaceChildren();
      };
      const say = (kind, ...lines) => {
        verdict.className = `verdict ${kind}`;
        verdict.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
      };
      const names = (some) => some.map((k) => inputs[k].dataset.name).join(", ");
      box.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        const answers = inputs.map((input) => read(input.value));
        const open = answers.flatMap((x, k) => (Number.isNaN(x) ? [k] : []));
        inputs.forEach((input, k) => input.setAttribute("aria-invalid", String(open.includes(k))));
        if (open.length) {
          say("open", filled(words.missing, { names: names(open) }, lang));
          inputs[open[0]].focus();
          return;
        }
        const { right, broken, wrong } = judge(name, box.drawn, answers);
        inputs.forEach((input, k) => input.setAttribute("aria-invalid", String(wrong.includes(k))));
        if (right) {
          say("right", words.right);
          state.solved[name] = true;
          keep();
        } else if (broken.length) {
          say("wrong", ...broken.slice(0, 2).map(([law, values]) => filled(laws[name][law], values, lang)));
        } else say("wrong", filled(words.differs, { names: names(wrong) }, lang));
      });
      box.querySelector(".fresh").addEventListener("click", () => { fresh(); inputs[0].focus(); });
      fresh();
    }
    for (const box of selfs) {
      const question = box.dataset.question, radios = [...box.querySelectorAll("input")];
      for (const radio of radios) {
        radio.checked = state.self[question] === radio.value;
        radio.addEventListener("change", () => { state.self[question] = radio.value; keep(); });
      }
    }
    bar.querySelector("button").addEventListener("click", () => {
      memory.clear();
      state = whole({});
      for (const box of selfs) for (const radio of box.querySelectorAll("input")) radio.checked = false;
      progress();
      bar.querySelector(".said").textContent = words.cleared;
    });
    progress();
    document.body.dataset.practice = "ready";
  };

  globalThis.practice = { SKILLS, judge, read };
  document.addEventListener("DOMContentLoaded", begin);
})();
