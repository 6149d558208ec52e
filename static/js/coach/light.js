// Puts a ring around the pieces, places and controls that the coach's tip is about.
const LIT = "is-lit";

// Highlight the elements that the selectors match, and no others. `card` is the rectangle of the coach's card:
// elements beneath it get no ring, but elements on it may.
export function light(selectors, card) {
  const found = partsOf(selectors);
  const isOn = part => !isLost(part.getBoundingClientRect(), part.closest("#coach") ? null : card);
  const wanted = new Set(found.filter(isOn));
  for (const lit of document.querySelectorAll(`.${LIT}`)) if (!wanted.has(lit)) lit.classList.remove(LIT);
  for (const each of wanted) each.classList.add(LIT);
}

// Return the visible elements that the selectors match, with the pieces and places that stand for them.
export function partsOf(selectors) {
  return selectors ? [...document.querySelectorAll(selectors)].flatMap(inSight) : [];
}

// signs that show nothing at the moment are smaller than this
const LEAST_PX = 6;

function isLost({ left, right, top, bottom, width, height }, card) {
  if (width < LEAST_PX || height < LEAST_PX) return true;
  return card && left < card.right && right > card.left && top < card.bottom && bottom > card.top;
}

// Return the element if it is visible; for a choice, also the pieces and places that stand for it. A button that has
// no room in the bar is replaced by the menu button.
function inSight(part) {
  if (part.matches(".rail-button") && !part.checkVisibility()) return [document.querySelector(".menu-button")];
  const { piece = "", place = "" } = (part.matches(".choice") && part.querySelector("input")?.dataset) || {};
  const ids = [...piece.split(" ").map(id => `it-${id}`), ...place.split(" ").map(id => `at-${id}`)];
  const there = ids.map(id => document.getElementById(id)).filter(each => each?.checkVisibility());
  return part.checkVisibility() ? [part, ...there] : there;
}
