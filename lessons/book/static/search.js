// Search: whoever asks for a term of the glossary by one of its names finds its other names too.
// window.TERMS (synonyms.js) holds a list of names for each term, in all languages. This script is
// deferred: it runs when Sphinx's search is there, and before that is asked anything.
(() => {
  const ONE = "Search finished, found one page matching the search query.";
  if (typeof Search === "undefined" || !window.TERMS) return;
  // In some languages Sphinx has no words for how many pages were found, and shows none.
  const FORMS = Documentation.TRANSLATIONS[ONE];
  if (FORMS && !FORMS[0]) Documentation.TRANSLATIONS[ONE] = FORMS.map(() => window.FOUND);
  const stemmer = new Stemmer();
  const stems = (text) => splitQuery(text.toLowerCase().replaceAll("ё", "е"))
    .map((word) => stemmer.stemWord(word)).sort().join(" ");
  const others = (query) => {
    const asked = stems(query);
    const found = window.TERMS.filter((names) => names.some((name) => stems(name) === asked));
    return [...new Set(found.flat())].filter((name) => stems(name) !== asked);
  };
  const plain = Search._performSearch;
  Search._performSearch = (query, ...parsed) => {
    const results = plain(query, ...parsed);
    const place = (result) => result.slice(0, 3).join("#");
    const met = new Set(results.map(place));
    const more = others(query).flatMap((name) => plain(...Search._parseQuery(name)))
      .filter((result) => !met.has(place(result)) && met.add(place(result)));
    Search._parseQuery(query);                   // it also keeps what is to be highlighted
    return [...more, ...results];                // the last is shown first
  };
})();
