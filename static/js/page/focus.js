// Keep the keyboard focus at the prompt. The prompt, the film and the end replace each other, and used buttons go
// away. Without this module the focus would fall back to the top of the page.
const PLACES = ["prompt", "film", "end", "main"];
const AT_PROMPT = "#prompt, #film, #film-signs, #end";
let isThere = false;
let isDue = false;

document.addEventListener("focusin", event => {
  isThere = Boolean(event.target.closest(AT_PROMPT)) || event.target.id === "main";
});
// a tap anywhere else releases the focus
document.addEventListener("pointerdown", event => {
  isThere &&= Boolean(event.target.closest(AT_PROMPT));
});

// Schedule a check of the focus. It runs once per frame, just before the browser computes the layout: checking
// visibility forces a layout.
export function keepFocus() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(look);
}

function look() {
  isDue = false;
  if (!isThere || !isLost(document.activeElement)) return;
  const places = PLACES.map(id => document.getElementById(id));
  places.find(place => isSeen(place))?.focus({ preventScroll: true });
}

function isLost(element) {
  return !element || element === document.body || element.matches(":disabled") || !isSeen(element);
}

// Return true if the element is visible and can have the focus. The prompt keeps its place under a film, but it is
// inert then.
function isSeen(element) {
  if (!element || element.closest("[inert]")) return false;
  return element.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true });
}
