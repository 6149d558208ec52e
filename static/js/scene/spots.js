// Marks pieces and places that are choices; a tap on a marked element presses its button in the dock.
const MARKS = ["is-choice", "is-picked", "is-sealed", "is-focus", "is-blocked"];
const NEWS = ["signet:shown", "signet:folded", "change", "focusin", "focusout"];
const FIELDS = "[data-piece], [data-place]:not(.place)";
let pressed = new Map();
let isDue = false;

export function watchSpots() {
  const prompt = document.getElementById("prompt");
  if (!prompt) return;
  for (const event of NEWS) document.addEventListener(event, mark);
  new MutationObserver(onPromptChange).observe(prompt.parentElement, { childList: true, subtree: true });
  document.addEventListener("click", onTap);
  mark();
}

// Ignore the film's sentences, which are also in the dock and change during flights. Nothing is measured before the
// film is over, because measuring forces a layout.
function onPromptChange(changes) {
  if (!document.getElementById("prompt").inert && changes.some(({ target }) => !target.closest("#film"))) markSoon();
}

// Mark just before the browser computes the layout, once for all changes of a frame: checking visibility forces one.
function markSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(mark);
}

// Update the marks of pieces and places to the choices of the prompt.
function mark() {
  isDue = false;
  const wanted = new Map();
  pressed = new Map();
  const prompt = document.getElementById("prompt");
  const sealed = prompt.querySelector("[data-seal]")?.dataset.sealed;
  const needed = new Set();
  for (const field of prompt.querySelectorAll(FIELDS)) {
    const spots = spotsOf(field);
    if (!spots.length || !spots.every(isSeen)) needed.add(field.closest(".by-piece"));
    for (const spot of spots) {
      if (field.disabled || field.hidden) continue;
      if (!pressed.has(spot)) pressed.set(spot, field);
      const marks = wanted.get(spot) ?? new Set();
      marks.add("is-choice");
      if (field.checked) marks.add("is-picked");
      if (sealed && field.value === sealed) marks.add("is-sealed");
      if (field.matches(":focus-visible")) marks.add("is-focus");
      wanted.set(spot, marks);
    }
  }
  for (const row of prompt.querySelectorAll(".by-piece")) row.classList.toggle("is-needed", needed.has(row));
  for (const blocked of prompt.querySelectorAll("[data-blocked-piece]")) {
    for (const id of blocked.dataset.blockedPiece.split(" ")) {
      const piece = document.getElementById(`it-${id}`);
      if (piece) wanted.set(piece, (wanted.get(piece) ?? new Set()).add("is-blocked"));
    }
  }
  for (const spot of document.querySelectorAll(MARKS.map(each => `:is(.piece, .place).${each}`).join(","))) {
    if (!wanted.has(spot) && !spot.closest(".flights, #reveal")) spot.classList.remove(...MARKS);
  }
  for (const [spot, marks] of wanted) {
    for (const each of MARKS) spot.classList.toggle(each, marks.has(each));
  }
}

function onTap(event) {
  const spot = event.target.closest?.(".is-choice");
  const field = spot && pressed.get(spot);
  if (!field || event.target.closest("a, button, input, label, summary")) return;
  event.preventDefault();
  // a second tap on the chosen piece seals it, as on a card in the dock
  if (field.type === "radio") field.dataset.jsWas = field.checked;
  field.click();
}

// Return the pieces and places that a field stands for.
export function spotsOf({ dataset: { piece = "", place = "" } }) {
  const ids = [...piece.split(" ").map(id => id && `it-${id}`), ...place.split(" ").map(id => id && `at-${id}`)];
  return ids.filter(Boolean).map(id => document.getElementById(id)).filter(Boolean);
}

export function isSeen(spot) {
  // a phone that is only a hand has the board, but hides it
  return spot.checkVisibility({ checkVisibilityCSS: document.body.classList.contains("is-hand") });
}
