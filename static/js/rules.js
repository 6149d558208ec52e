// The rules: a link to a clause opens what it is folded in, where the browser does not do so by itself; nothing stays
// folded on paper; and where the contents have a column of their own, they lie open.
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
  // to where one is already leads no change of the address
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
