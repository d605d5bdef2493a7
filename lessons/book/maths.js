// MathJax without a page: [folder, [[latex, is a display], ...]] -> its HTML, and its whole stylesheet.
function answer([folder, formulas]) {
  const start = require(`${folder}/node-main.js`).init({
    loader: {load: ["input/tex-full", "output/chtml", "adaptors/liteDOM", "a11y/assistive-mml"],
      versionWarnings: false},
    tex: {tags: "none"},
    chtml: {fontURL: "maths", adaptiveCSS: false, mtextInheritFont: true}
  });
  return start.then((MathJax) => {
    const {adaptor} = MathJax.startup;
    const drawn = formulas.map(([latex, display]) =>
      adaptor.outerHTML(MathJax.tex2chtml(latex, {display})));
    return [drawn, adaptor.textContent(MathJax.chtmlStylesheet())];
  });
}
