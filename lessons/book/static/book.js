// Filter of the errata by section, kind and text; names and keyboard access where the theme has none;
// the switch to another language stays on the paragraph.
document.addEventListener("DOMContentLoaded", () => {
  const RUSSIAN = { "Show the pages below": "Показать страницы этого раздела", Site: "Сайт" };
  const said = (text) => (document.documentElement.lang === "ru" && RUSSIAN[text]) || text;
  document.querySelectorAll("summary").forEach((button) => {
    if (!button.textContent.trim()) button.setAttribute("aria-label", said("Show the pages below"));
  });
  document.querySelectorAll(".bd-sidebar-primary").forEach((side) => {
    side.setAttribute("role", "navigation");
    side.setAttribute("aria-label", said("Site"));
  });
  document.querySelectorAll(".bd-article table:has(thead th:nth-child(5))").forEach((table) => {
    const titles = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    if (!table.querySelector("tbody td a, tbody td code")) return;
    table.classList.add("wide");
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.cells].forEach((cell, k) => {
        if (cell.textContent.trim()) cell.dataset.title = titles[k];
      });
    }
  });
  const UNDER_THE_TOP = 150;                               // px, where a followed anchor comes to lie
  const here = () => [...document.querySelectorAll('[id^="cell-"]')]
    .filter((mark) => mark.getBoundingClientRect().top < UNDER_THE_TOP).at(-1)?.id ?? "";
  document.querySelectorAll("a.language").forEach((link) => {
    for (const use of ["pointerdown", "focus", "click"]) {
      link.addEventListener(use, () => { link.hash = scrollY ? here() : ""; });
    }
  });
  const form = document.querySelector(".errata-filter");
  if (form) {
    const rows = [...document.querySelectorAll(".erratum")].map((body) => ({
      section: body.closest("section"), words: body.closest("section").textContent.toLowerCase(),
      marks: body.classList }));
    const groups = [...document.querySelectorAll("section:has(> section > .erratum)")];
    const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "-")
      .replace(/^-+|-+$/g, "");
    const filter = () => {
      const want = Object.fromEntries([...form.querySelectorAll("[data-filter]")]
        .map((field) => [field.dataset.filter, field.value]));
      let shown = 0;
      for (const row of rows) {
        const fits = (!want.section || row.marks.contains(`section-${slug(want.section)}`))
          && (!want.kind || row.marks.contains(`kind-${slug(want.kind)}`))
          && row.words.includes(want.text.toLowerCase());
        row.section.classList.toggle("filtered", !fits);
        shown += fits;
      }
      for (const group of groups) {
        group.classList.toggle("filtered", !group.querySelector(":scope > section:not(.filtered)"));
      }
      const told = form.querySelector("output");
      told.textContent = told.dataset.told.replace("{shown}", shown);
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();
    window.addEventListener("hashchange", () => {            // a link to a row that is filtered out
      const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!row?.closest(".filtered")) return;
      form.reset();
      filter();
      row.scrollIntoView();
    });
  }
  // Blocks far from the screen are not laid out (book.css), so none is measured before it is near.
  const BOXES = "div.math, .bd-article table, pre, .erratum .forms > div, .output";
  const COLUMN = 640;                                      // pixels of a printed page
  const focusable = (part) => [part, ...part.querySelectorAll(BOXES)].forEach((box) => {
    if (box.matches(BOXES) && box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  });
  document.addEventListener("contentvisibilityautostatechange", (event) => {
    if (!event.skipped) requestAnimationFrame(() => focusable(event.target));
  });
  // What is laid out on the way pushes a followed anchor aside: until the reader moves, it is
  // brought back whenever the page grows.
  const back = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))
    ?.scrollIntoView();
  const grows = new ResizeObserver(back);
  const arrive = () => { back(); grows.observe(document.body); };
  window.addEventListener("load", arrive);
  window.addEventListener("hashchange", arrive);
  for (const moves of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(moves, () => grows.disconnect(), { passive: true });
  }
  window.addEventListener("resize", () => focusable(document.body));
  window.addEventListener("beforeprint", () => {
    // What is far from the screen has no width yet, and a box inside the column is narrower than it.
    document.documentElement.classList.add("laid-out");
    document.querySelectorAll("img[loading=lazy]").forEach((img) => { img.loading = "eager"; });
    const whole = document.querySelector("article h1")?.clientWidth ?? COLUMN;
    for (const box of document.querySelectorAll("mjx-container")) {
      const width = box.querySelector("mjx-math").getBoundingClientRect().width;
      const room = COLUMN - whole + (box.closest("div.math")?.clientWidth ?? whole);
      if (width > room) box.style.setProperty("--shrink", (room / width).toFixed(3));
    }
  });
  window.addEventListener("afterprint", () => document.documentElement.classList.remove("laid-out"));
});
