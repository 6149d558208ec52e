// What the coach speaks of is ringed: pieces, places and controls, as they stand.
const LIT = "is-lit";

// `card` is where the coach's own card lies: nothing beneath it is ringed, but what is on it may be.
export function light(selectors, card) {
  const found = partsOf(selectors);
  const isOn = part => !isLost(part.getBoundingClientRect(), part.closest("#coach") ? null : card);
  const wanted = new Set(found.filter(isOn));
  for (const lit of document.querySelectorAll(`.${LIT}`)) if (!wanted.has(lit)) lit.classList.remove(LIT);
  for (const each of wanted) each.classList.add(LIT);
}

// The parts of the page that it speaks of.
export function partsOf(selectors) {
  return selectors ? [...document.querySelectorAll(selectors)].flatMap(inSight) : [];
}

// Signs that say nothing just now are no larger than this.
const LEAST_PX = 6;

function isLost({ left, right, top, bottom, width, height }, card) {
  if (width < LEAST_PX || height < LEAST_PX) return true;
  return card && left < card.right && right > card.left && top < card.bottom && bottom > card.top;
}

// A choice, and the piece or the place that stands for it; for a button of the bar that has no room there, the menu.
function inSight(part) {
  if (part.matches(".rail-button") && !part.checkVisibility()) return [document.querySelector(".menu-button")];
  const { piece = "", place = "" } = (part.matches(".choice") && part.querySelector("input")?.dataset) || {};
  const ids = [...piece.split(" ").map(id => `it-${id}`), ...place.split(" ").map(id => `at-${id}`)];
  const there = ids.map(id => document.getElementById(id)).filter(each => each?.checkVisibility());
  return part.checkVisibility() ? [part, ...there] : there;
}
