// Show on the seal button that a choice is being sent, until the table accepts or refuses it.
import { announce } from "./notices.js";

// the page shows an accepted choice shortly after the answer
const SHOWN_MS = 5_000;
// a wait of this length means a bad connection
const LATE_MS = 4_000;
let way = null;

// Return true if this choice is being sent already.
export function isOnItsWay({ ask, choice }) {
  return way !== null && way.ask === ask && way.choice === choice;
}

export async function seeOff({ ask, choice }, sent) {
  const own = way = { ask, choice, isLate: false };
  show();
  setTimeout(late, LATE_MS, own);
  const answer = await sent;
  if (!answer.ok) return over(own);
  document.addEventListener("signet:shown", () => over(own), { once: true });
  setTimeout(over, SHOWN_MS, own);
}

export function watchWay() {
  document.addEventListener("signet:stuck", () => late(way));
}

function late(own) {
  if (!own || way !== own || own.isLate) return;
  own.isLate = true;
  show();
}

function over(own) {
  if (way !== own) return;
  way = null;
  document.dispatchEvent(new CustomEvent("signet:way"));
}

function show() {
  document.dispatchEvent(new CustomEvent("signet:way"));
  announce(words());
}

function words() {
  const { wayWord, laterWord } = document.getElementById("status").dataset;
  return way.isLate ? laterWord : wayWord;
}

// Return true if any choice for the form's prompt is being sent.
export function isWaySet(form) {
  return way !== null && way.ask === Number(form.elements.ask.value);
}

// Update the seal button for the choice on the page. Return true if that choice is being sent.
export function markWay(form, choice) {
  const isShown = isOnItsWay({ ask: Number(form.elements.ask.value), choice });
  const button = form.querySelector(".seal-button");
  button.querySelector(".seal-way")?.remove();
  delete form.dataset.jsWay;
  if (!isShown) return false;
  form.dataset.jsWay = way.isLate ? "later" : "soon";
  button.append(Object.assign(document.createElement("span"), { className: "seal-way", textContent: words() }));
  return true;
}
