// The arm of the first page goes from pose to pose while it is in sight, until a reader stops it.
document.addEventListener("DOMContentLoaded", () => {
  const host = document.querySelector(".hero-arm .robokit-scene");
  const button = document.querySelector(".home-pause");
  if (!host || !button) return;
  const POSES = [[25, 15, -75, 0, -45, 0], [-35, 35, -40, 40, -60, 0], [-60, 5, -95, 0, -30, 90],
    [-10, -20, -100, -50, 45, 60], [50, 40, -50, 0, -75, 0], [70, 0, -80, 60, -50, -60]];
  const REST = 500, MOVE = 2.4;                            // ms between moves, seconds of one
  let next = 1, wanted = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let seen = false, going = false;
  const say = () => { button.textContent = wanted ? button.dataset.pause : button.dataset.move; };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const travel = async () => {
    if (going) return;
    going = true;
    while (wanted && seen && !document.hidden) {
      host.viewer.live.setAttribute("aria-live", "off");     // nobody is told of every move
      await host.viewer.go(POSES[next].map((x) => x * Math.PI / 180), MOVE);
      next = (next + 1) % POSES.length;
      await pause(REST);
    }
    going = false;
  };
  const stop = () => {
    if (!wanted) return;
    wanted = false;
    host.viewer.stop();
    host.viewer.live.setAttribute("aria-live", "polite");
    say();
  };
  const begin = () => {
    button.hidden = false;
    say();
    button.addEventListener("click", () => {
      if (wanted) stop();
      else { wanted = true; say(); travel(); }
    });
    host.addEventListener("pointerdown", stop);
    host.addEventListener("keydown", (event) => { if (event.key !== "Tab") stop(); });
    new IntersectionObserver(([one]) => { seen = one.isIntersecting; travel(); }).observe(host);
    document.addEventListener("visibilitychange", travel);
  };
  const watch = new MutationObserver(() => {
    if (host.dataset.state !== "live") return;
    watch.disconnect();
    begin();
  });
  watch.observe(host, { attributes: true, attributeFilter: ["data-state"] });
});
