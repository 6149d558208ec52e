// Whoever is by keyboard at what is asked stays there. The prompt, the film and the end take each other's place, and
// buttons that have done their work go away; without this the focus would fall back to the top of the page.
const PLACES = ["prompt", "film", "end", "main"];
const AT_PROMPT = "#prompt, #film, #end";
let isThere = false;
let isDue = false;

document.addEventListener("focusin", event => {
  isThere = Boolean(event.target.closest(AT_PROMPT)) || event.target.id === "main";
});
// a tap beside everything lets go of it
document.addEventListener("pointerdown", event => {
  isThere &&= Boolean(event.target.closest(AT_PROMPT));
});

// Once, when the next frame is about to be laid out anyway: asking what can be seen lays out the page.
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

// The prompt keeps its place while a film passes over it, and what is inert so can have no focus either.
function isSeen(element) {
  if (!element || element.closest("[inert]")) return false;
  return element.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true });
}
