// Moves a figure by its sliders: among the positions in SPEC.frames, or by the matrices of SPEC.arm.
"use strict";

const times = (a, b) => a.map((row) => b[0].map((_, k) => row.reduce((s, x, i) => s + x * b[i][k], 0)));

function moved(sigma, q) {                    // joint: a turn about z or a slide along z
  const [c, s] = [Math.cos(q), Math.sin(q)];
  return sigma ? [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    : [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, q], [0, 0, 0, 1]];
}

function poses(arm, q) {                      // of frames 0..n and of the tool, in {B}
  const found = [arm.base];
  arm.links.forEach((link, k) =>
    found.push(times(times(found[k], moved(arm.sigma[k], q[k])), link)));
  return [...found, times(found[found.length - 1], arm.tool)];
}

function armAt(values) {
  const all = poses(SPEC.arm, values.map((x) => x * Math.PI / 180));
  const tool = all[all.length - 1];
  const origin = (pose) => [pose[0][3], pose[1][3], pose[2][3]];
  const points = [[0, 0, 0], ...all.map(origin)];
  const columns = (list) => [0, 1, 2].map((k) => list.map((p) => p[k]));
  const axis = (k) => columns([origin(tool), origin(tool).map((x, i) => x + 0.25 * tool[i][k])]);
  return [[columns(points), axis(0), axis(1), axis(2)],
    `gripper at ${origin(tool).map((x) => x.toFixed(3)).join(", ")} m`];
}

function turn() {
  const inputs = [...document.querySelectorAll("input[type=range]")];
  const index = inputs.map((input) => Number(input.value));
  const values = index.map((i, k) => SPEC.sliders[k].values[i]);
  values.forEach((value, k) => {
    document.getElementById(`value-${k}`).textContent = value;
    inputs[k].setAttribute("aria-valuetext", value);
  });
  const [traces, words] = SPEC.arm ? armAt(values) : SPEC.frames[index.join(",")];
  const update = {x: traces.map((t) => t[0]), y: traces.map((t) => t[1])};
  if (traces[0].length === 3) update.z = traces.map((t) => t[2]);
  document.getElementById("words").textContent = words;
  return Plotly.restyle("plot", update);
}

document.querySelectorAll("input[type=range]").forEach((i) => i.addEventListener("input", turn));
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
turn();
