/* Fills each slide: words and printed output as large as they fit, a figure where it is largest. */

/* px of words, of printed output: large print first, since its lines are set and cannot break */
const TEXTS = [[35, 28], [35, 26], [35, 24], [33, 26], [33, 24], [31, 26], [31, 24], [29, 26],
  [29, 24], [35, 22], [32, 22], [29, 22], [35, 20], [32, 20], [29, 20], [35, 19], [29, 19],
  [27, 19], [25, 18]];
/* px of words and of printed output beside or above a figure, the largest that leave it its room */
const BESIDE = [[29, 20], [27, 19], [25, 18]];
/* and larger ones where the figure loses nothing by it */
const SPARE = [[35, 24], [33, 22], [31, 20]];
/* of the size of these words that a formula as wide as its column keeps */
const ALONGSIDE = 0.8;
/* px from the top: where the number of the slide begins */
const LOWEST = 688;
const WORDS = "p, li, pre, code, table, h2, mjx-container, mjx-math, .jp-InputArea-editor";
const SHOWN = `${WORDS}, .drawing`;
const COLUMNS = [[9, 11], [10, 10], [11, 9]];          // words, figure

/** Whether what the slide shows stands inside of its own box and above the page number. */
function fits(slide, shown = SHOWN) {
  const frame = slide.getBoundingClientRect();
  for (const cell of slide.children) {
    if (cell.matches("aside")) continue;
    const edge = Math.min(cell.getBoundingClientRect().right, frame.left + 1217) + 1;
    for (const part of cell.querySelectorAll(shown)) {
      const box = part.getBoundingClientRect();
      if (box.bottom > frame.top + LOWEST || box.right > edge) return false;
      if (part.matches("pre") && part.scrollWidth > part.clientWidth + 1) return false;
    }
  }
  return true;
}

/* px that a wide formula keeps when the words around it grow */
const FORMULA = 27;

function setSizes(slide, [text, print]) {
  slide.style.setProperty("--text", `${text}px`);
  slide.style.setProperty("--print", `${print}px`);
}

function growText(slide) {
  const least = slide.dataset.layout === "large" ? 35 : 29;
  for (const sizes of TEXTS.filter(([text]) => text >= least)) {
    setSizes(slide, sizes);
    if (fits(slide)) return;
    if (squeeze(slide) * sizes[0] < FORMULA) continue;
    narrow(slide);
    if (fits(slide)) return;
    undoNarrow(slide);
  }
}

/* of its size that a formula keeps at least where another place for the figure allows it */
const LEGIBLE = 0.85;
/* px that a figure has at least, its width and its height */
const SEEN = [255, 205];

/** How much smaller than its text the widest formula must be drawn, 1 where all have room. */
function squeeze(slide) {
  return Math.min(1, ...shownFormulas(slide).map(([formula, width]) =>
    formula.parentElement.clientWidth / width));
}

/** The displayed formulas that are seen, each with its width: the words of a figure are not. */
function shownFormulas(slide) {
  return [...slide.querySelectorAll('mjx-container[display="true"]')].map((formula) =>
    [formula, formula.querySelector("mjx-math").getBoundingClientRect().width])
    .filter(([, width]) => width > 0);
}

function undoNarrow(slide) {
  shownFormulas(slide).forEach(([formula]) => { formula.style.fontSize = ""; });
}

function growPicture(slide, image) {
  const arrange = ([layout, words, picture]) => {
    slide.dataset.layout = layout;
    slide.style.setProperty("--columns", `minmax(0, ${words}fr) minmax(0, ${picture}fr)`);
  };
  const wide = (place) => { arrange(place); return squeeze(slide); };
  const size = () => {
    const box = image.getBoundingClientRect();
    return Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  };
  const roomy = (place) => {
    arrange(place);
    const box = image.getBoundingClientRect();
    return box.width >= SEEN[0] && box.height >= SEEN[1];
  };
  const all = [["below", 11, 9], ...COLUMNS.map((two) => ["beside", ...two])];
  let best = [slide.dataset.layout, 11, 9];
  const others = all.some(roomy) ? all.filter(roomy) : all;
  const least = Math.min(LEGIBLE, Math.max(...others.map(wide)));
  if (wide(best) < least || !roomy(best)) best = others.find((other) => wide(other) >= least);
  arrange(best);
  let largest = size() * 1.08;               // what is nearly as large is left as it is
  for (const other of others) {
    if (wide(other) < least) continue;
    if (size() > largest && fits(slide)) [best, largest] = [other, size()];
  }
  arrange(best);
}

/** The figure where it is largest, and the words no larger than leaves the page number free. */
function fitPicture(slide, image) {
  for (const sizes of BESIDE) {
    setSizes(slide, sizes);
    growPicture(slide, image);
    if (!fits(slide, WORDS)) continue;
    const area = () => image.getBoundingClientRect().width * image.getBoundingClientRect().height;
    const [before, place] = [area(), image.getBoundingClientRect().top];
    const beside = slide.dataset.layout === "beside";
    for (const larger of beside ? [...SPARE, ...BESIDE].filter(([px]) => px > sizes[0]) : []) {
      setSizes(slide, larger);
      if (squeeze(slide) >= ALONGSIDE) {
        narrow(slide);
        if (fits(slide, WORDS) && area() > before - 1
            && image.getBoundingClientRect().top === place) return;
        undoNarrow(slide);
      }
    }
    setSizes(slide, sizes);
    return;
  }
}

/* px of the smallest letters of a figure as it is stored: 12 points at 192 dots an inch */
const LETTERS = 32;
/* px that a letter must have in the hall */
const READABLE = 18;
/* px that an enlarged figure has below the title of its slide */
const BELOW_TITLE = 680;

function readable(image) {
  const box = image.getBoundingClientRect();
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  return scale * LETTERS >= READABLE;
}

function addStep(slide, name, index) {
  const step = document.createElement("div");
  step.className = `fragment ${name}`;
  step.dataset.fragmentIndex = index;
  slide.append(step);
}

/** A figure whose letters are small beside its text goes to the edges of the slide, or else fills
    it when the lecturer goes on, and is back at the press after. */
function enlarge(slide, image) {
  if (readable(image)) return;
  slide.classList.toggle("edges", slide.dataset.layout === "below");
  if (readable(image) || /print-pdf/.test(location.search)) return;
  slide.classList.remove("edges");
  const figure = image.closest(".fragment") ?? [...slide.children].find((one) => one.contains(image));
  const later = [...slide.querySelectorAll(".fragment")];
  const at = later.indexOf(figure);
  // It fills the slide at once where it is a step itself, else first of all steps.
  later.forEach((one, k) => { one.dataset.fragmentIndex = k + (at < 0 ? 1 : 0); });
  slide.classList.toggle("tall", BELOW_TITLE / image.naturalHeight * LETTERS < READABLE);
  addStep(slide, "enlarge", Math.max(at, 0));
  if (at === later.length - 1) addStep(slide, "restore", Math.max(at, 0) + 1);
}

const UNITS = "(?:[NН] [mм]|м|мм|см|с|мс|мин|кг|г|Н|кН|Вт|Дж|Гц|рад|m|mm|cm|s|ms|min|kg|g|N|kN|W|J|Hz|rad)(?!\\p{L})";
/* What ends with a space that breaks no line: short Russian words, what a number is the number of, a
   number before its unit, a word before a dash. */
const BOUND = [
  /((?:^|[\s(«])(?:а|в|и|к|о|с|у|я|во|до|за|из|ко|на|не|ни|но|об|от|по|со))[ \n](?=\S)/giu,
  /((?:урок|раздел|задани|упражнени|приложени|вопрос|звен|шарнир|систем|строк|столб|шаг)[а-яё]*)[ \n](?=\d)/giu,
  /((?:lesson|section|assignment|exercise|question|appendix|link|joint|frame|row|column|step|line)s?)[ \n](?=\d)/giu,
  new RegExp(`(\\d)[ \\n](?=${UNITS})`, "gu"),
  /([\d\u00a0](?:N|Н|kg|кг))[ \n](?=[mм](?!\p{L}))/gu,
  /(^|\S)[ \n](?=[—–]\s)/gu];

const NUMBERS = /\([−-]?\d[−\d.,; \n-]*\)/gu;          // (1, 2), (0.5; −1; 2)

function bind(text) {
  for (const words of [...BOUND, BOUND[0]]) text.data = text.data.replace(words, "$1\u00a0");
  text.data = text.data.replace(NUMBERS, (row) => row.replace(/[ \n]+/gu, "\u00a0"));
  text.data = text.data.replace(/([\d)]–)(?=[\d(])/g, "$1\u2060");          // from to, (1)–(4)
}

/** All words of a slide, without its program and its notes. */
function bindWords(slide) {
  const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement.closest("pre, code, mjx-container, aside, .robokit-scene")
      ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  while (texts.nextNode()) bind(texts.currentNode);
}

const BEFORE = /(?:^|[\s(«])((?:\p{L}{1,2}\s)?[(\["«]*)$/u;
const BEHIND = new RegExp(`^(?:-\\p{L}+)?(?:\\s(?:${UNITS}|[—–](?=\\s)))?[.,;:!?)\\]"'»]*`, "u");

/** A formula or a name keeps a short word or a bracket before it, its unit and the full stop behind it. */
function tie(formula) {
  const [before, after] = [formula.previousSibling, formula.nextSibling];
  const opened = before?.nodeType === 3 ? before.data.match(BEFORE)?.[1] ?? "" : "";
  const closed = after?.nodeType === 3 ? after.data.match(BEHIND)[0] : "";
  if (!opened && !closed) return;
  if (opened) before.data = before.data.slice(0, -opened.length);
  if (closed) after.data = after.data.slice(closed.length);
  const together = document.createElement("span");
  together.style.whiteSpace = "nowrap";
  formula.replaceWith(together);
  together.append(opened, formula, closed);
}

/** A formula wider than its slide even in small print is drawn smaller. */
function narrow(slide) {
  for (const [formula, width] of shownFormulas(slide)) {
    const room = formula.parentElement.clientWidth;
    if (width > room) formula.style.fontSize = `${Math.floor(100 * room / width)}%`;
  }
}

const MADE = new WeakSet();                            // slides that are filled

/** Lays a slide out for `work` as it will be shown, alone and at full size, wherever it stands. */
function laidOut(slide, work) {
  const room = slide.closest(".slides"), sections = [slide.parentElement, slide];
  const styles = [room, ...sections].map(({style}) => [style, style.transform, style.display]);
  const shown = sections.map((section) => [section, section.className.match(/past|present|future/)?.[0],
    section.hidden]);
  const [width, height] = [room.style.width, room.style.height];
  Object.assign(room.style, {width: "1280px", height: "720px"});
  styles.forEach(([style]) => { style.transform = "none"; style.display = ""; });
  for (const [section, place] of shown) {
    section.classList.remove(place);
    section.classList.add("present", "fitting");
    section.hidden = false;
  }
  work();
  slide.getBoundingClientRect();                         // no step glides to its place afterwards
  for (const [section, place, hidden] of shown) {
    section.classList.remove("present", "fitting");
    if (place) section.classList.add(place);
    section.hidden = hidden;
  }
  styles.forEach(([style, transform, display]) => Object.assign(style, {transform, display}));
  Object.assign(room.style, {width, height});
}

/** Binds and fills a slide, once; reveal.js may have it already. */
function fillSlide(slide) {
  if (!slide || MADE.has(slide)) return;
  MADE.add(slide);
  slide.querySelectorAll('mjx-container:not([display="true"])').forEach(tie);
  [...slide.querySelectorAll(":is(p, li) > code")]
    .filter((name) => name.textContent.length < 16).forEach(tie);
  bindWords(slide);
  if (slide.matches('[data-layout="scene"], [data-layout="cover"]')) return;
  const past = slide.closest(".past");
  laidOut(slide, () => {
    const images = slide.querySelectorAll("img");
    if (images.length === 0) growText(slide);
    if (images.length === 1) fitPicture(slide, images[0]);
    if (images.length === 1) enlarge(slide, images[0]);
    narrow(slide);
  });
  // Who comes back to a slide finds it as it was left, its new steps done as reveal.js has the others.
  if (past) slide.querySelectorAll(".fragment").forEach((step) => step.classList.add("visible"));
}

const allSlides = () => [...document.querySelectorAll(".slides section > section")];

function fillSlides() {
  allSlides().forEach(fillSlide);
  document.body.dataset.filled = "yes";
}

/** Fills the other slides while nothing else is to be done, those that come next first. */
function fillTheRest() {
  const now = Reveal.getIndices().h;
  const left = allSlides().map((slide, k) => [slide, k < now ? now - k : (k - now) / 3])
    .filter(([slide]) => !MADE.has(slide)).sort((one, two) => one[1] - two[1]);
  if (left.length === 0) return fillSlides();
  fillSlide(left[0][0]);
  (window.requestIdleCallback ?? setTimeout)(fillTheRest);
}

/** Slides are filled when they are gone to, or before; all at once where all are seen.

    To be called when the mathematics is set, before reveal.js begins. */
function fillInTime() {
  if (/print-pdf/.test(location.search)) fillSlides();
  Reveal.on("beforeslidechange", ({indexh, indexv}) => fillSlide(Reveal.getSlide(indexh, indexv)));
  Reveal.on("ready", fillTheRest);
  Reveal.on("overviewshown", fillSlides);
  addEventListener("beforeprint", fillSlides);
  addEventListener("keydown", openChosen, true);
}

/** In the overview Enter opens the slide that the arrows have chosen. */
function openChosen(event) {
  if (event.key !== "Enter" || !Reveal.isOverview()) return;
  event.preventDefault();
  Reveal.toggleOverview(false);
}
