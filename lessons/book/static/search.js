// Search: lessons before what is looked up; whoever asks for a term of the glossary by one of its
// names finds its other names too, and whoever asks for a symbol the lessons where it stands.
// synonyms.js has TERMS, a list of names for each term, in all languages; SYMBOLS, the lessons and
// cells of each symbol; GREEK, the names of letters. This script is deferred: it runs when Sphinx's
// search is there, and before that is asked anything.
(() => {
  const ONE = "Search finished, found one page matching the search query.";
  if (typeof Search === "undefined" || !window.TERMS) return;
  // In some languages Sphinx has no words for how many pages were found, and shows none.
  const FORMS = Documentation.TRANSLATIONS[ONE];
  if (FORMS && !FORMS[0]) Documentation.TRANSLATIONS[ONE] = FORMS.map(() => window.FOUND);
  const stemmer = new Stemmer();
  const stem = (word) => stemmer.stemWord(word);
  // The cases of a word may end in different stems (якобиан, якобианом): what is left of them by
  // further cuts is the same.
  const root = (word) => {
    for (let cut = stem(word); cut.length < word.length; cut = stem(word)) word = cut;
    return word;
  };
  const all = (text, by) => splitQuery(text.toLowerCase().replaceAll("ё", "е"))
    .map(by).sort().join(" ");
  const others = (query) => {
    const asked = all(query, root);
    if (!asked) return [];
    const found = window.TERMS.filter((names) => names.some((name) => all(name, root) === asked));
    return [...new Set(found.flat())].filter((name) => all(name, stem) !== all(query, stem));
  };
  // "\tau_{ij}", "tau_ij" and "τ_ij" are one symbol.
  const symbol = (query) => query.replace(/[\\{}\s,$]/g, "")
    .replace(/^[A-Za-z]+/, (name) => window.GREEK[name] ?? name);
  const standing = (query) => (window.SYMBOLS[symbol(query)] ?? []).flatMap(([page, cell]) => {
    const k = Search._index.docnames.indexOf(page);
    const anchor = `#cell-${page.slice("lessons/".length, "lessons/".length + 2)}-${cell}`;
    return k < 0 ? [] : [[page, Search._index.titles[k], anchor, symbol(query), 100,
      Search._index.filenames[k], "text"]];
  });
  // A name of robokit in full leads to its description first; the rest is read before it is used.
  const rank = ([page, title, , , , , kind], query) => {
    const named = /[._]/.test(query) && kind === "object"
      && [title, title.split(".").at(-1)].includes(query);
    return named ? 3 : page.startsWith("lessons/") ? 2 : page.startsWith("reference/") ? 0 : 1;
  };
  const plain = Search._performSearch;
  Search._performSearch = (query, ...parsed) => {
    const place = (result) => result.slice(0, 3).join("#");
    const met = new Set();
    const found = [standing(query), plain(query, ...parsed).reverse(), ...others(query)
      .map((name) => plain(...Search._parseQuery(name)).reverse())].flat()
      .filter((result) => !met.has(place(result)) && met.add(place(result)));
    Search._parseQuery(query);                   // it also keeps what is to be highlighted
    const asked = query.trim();
    return found.sort((a, b) => rank(b, asked) - rank(a, asked)).reverse();   // the last comes first
  };
})();
