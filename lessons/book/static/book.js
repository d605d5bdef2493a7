// Filter of the errata by section, kind and text; names and keyboard access where the theme has none.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("summary").forEach((button) => {
    if (!button.textContent.trim()) button.setAttribute("aria-label", "Show the pages below");
  });
  document.querySelectorAll(".bd-sidebar-primary").forEach((side) => {
    side.setAttribute("role", "navigation");
    side.setAttribute("aria-label", "Site");
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
      form.querySelector("output").textContent = `${shown} of ${rows.length} rows`;
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();
  }
  const focusable = () => document.querySelectorAll("div.math, .bd-article table, pre, "
    + ".erratum .forms > div, .output").forEach((box) => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    });
  focusable();
  window.addEventListener("load", () => (window.MathJax?.startup?.promise ?? Promise.resolve())
    .then(focusable));
  window.addEventListener("resize", focusable);
});
