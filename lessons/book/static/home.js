// The arm of the first page goes from pose to pose while it is in sight, until a reader stops it.
document.addEventListener("DOMContentLoaded", () => {
  const host = document.querySelector(".hero-arm .robokit-scene");
  const button = document.querySelector(".home-pause");
  if (!host || !button) return;
  const REST = 500, MOVE = 2.4;                            // ms between moves, seconds of one
  let next = 1, wanted = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let seen = false, going = false;
  const say = () => { button.textContent = wanted ? button.dataset.pause : button.dataset.move; };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const travel = async () => {
    if (going) return;
    going = true;
    const way = host.viewer.spec.way;
    while (wanted && seen && !document.hidden) {
      host.viewer.live.setAttribute("aria-live", "off");     // nobody is told of every move
      await host.viewer.go(way[next].map((x) => x * Math.PI / 180), MOVE);
      next = (next + 1) % way.length;
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
