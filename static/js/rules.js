// Script of the rules page: opens folded clauses for links to them, for browsers that do not, and for printing. The
// contents are open from the start if they have their own column.
const folds = document.querySelectorAll("details.clauses");
let unfolded = [];

function reveal() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = wanted?.closest("details.clauses:not([open])");
  if (!fold) return;
  fold.open = true;
  wanted.scrollIntoView();
}

addEventListener("hashchange", reveal);
document.addEventListener("click", event => {
  // a link to the current address fires no hashchange
  if (event.target.closest?.("a[href^='#']")?.hash === location.hash) reveal();
});
addEventListener("beforeprint", () => {
  unfolded = [...folds].filter(each => !each.open);
  for (const each of unfolded) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of unfolded) each.open = false;
});
reveal();
document.querySelector(".rules-toc details").open = matchMedia("(min-width: 1000px)").matches;
