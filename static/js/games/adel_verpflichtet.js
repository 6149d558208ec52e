// Composes exhibitions and thefts of Adel verpflichtet from picked objects: checks legality and sets the choice.
import { sealButton } from "../page/forms.js";
import { write } from "../page/write.js";
import { approach, whole } from "../scene/camera.js";

const LEAST = 3;
const READ_MS = 6000;
let near = "", reading = 0;

function compose() {
  const box = document.querySelector("[data-compose]");
  if (!box) return;
  const picked = [...box.querySelectorAll("[data-pick]:checked")].map(input => input.value).sort(byLetterAndYear);
  const says = box.querySelector("[data-compose-says]");
  const { word, isLegal } = box.dataset.compose === "show" ? exhibition(picked) : theft(box, picked);
  const year = picked.length ? Math.min(...picked.map(yearOf)) : 0;
  const things = picked.map(id => `${id[0]} ${yearOf(id)}`).join(", ");
  const text = says.dataset[word].replace("{n}", picked.length).replace("{year}", year).replace("{things}", things);
  write(says, text);
  const line = box.querySelector(".compose-line");
  line.toggleAttribute("data-js-ok", isLegal);
  line.toggleAttribute("data-js-bad", word === "gap");
  showRun(line, picked);
  box.dataset.jsChoice = isLegal ? [box.dataset.compose, ...picked].join(" ") : "";
  sealButton();
}

function exhibition(picked) {
  if (!picked.length) return { word: "none", isLegal: false };
  if (picked.length < LEAST) return { word: "few", isLegal: false };
  const letters = [...new Set(picked.map(id => id.charCodeAt(0)))];
  const isRun = Math.max(...letters) - Math.min(...letters) === letters.length - 1;
  return isRun ? { word: "stands", isLegal: true } : { word: "gap", isLegal: false };
}

// Show under each letter how many objects are picked, and mark a letter that is missing between two others.
function showRun(line, picked) {
  const letters = picked.map(id => id[0]).sort();
  for (const mark of line.querySelectorAll("[data-letter]")) {
    const { letter } = mark.dataset;
    const count = letters.filter(each => each === letter).length;
    if (count) mark.dataset.jsCount = count;
    else delete mark.dataset.jsCount;
    mark.toggleAttribute("data-js-gap", !count && letters[0] < letter && letter < letters.at(-1));
  }
}

function theft(box, picked) {
  const isLegal = picked.length === box.querySelectorAll(".rack").length;
  return { word: isLegal ? "takes" : "missing", isLegal };
}

// On a small screen, move the camera to the castle when a theft is asked for: its objects are tapped there. Move it
// back after the theft, because the next prompt may be about another place.
function goNear() {
  const { ask } = document.getElementById("phase").dataset;
  const isAsked = Boolean(document.querySelector("[data-compose=steal]"));
  if (near === (isAsked ? ask : "")) return;
  near = isAsked ? ask : "";
  if (isAsked) approach("castle");
  else whole();
}

function yearOf(id) {
  return Number(id.slice(1));
}

function byLetterAndYear(one, other) {
  return one[0].localeCompare(other[0]) || yearOf(one) - yearOf(other);
}

// Enable only the cards of the chosen place, if place and card are sealed together. A single possible place is not
// asked for.
function goThere() {
  const isAsked = document.querySelector("[data-where]") !== null;
  const where = document.querySelector("[data-where]:checked")?.value;
  let isNew = false;
  for (const field of document.querySelectorAll("[data-at-place] input")) {
    const isElsewhere = isAsked && field.closest("[data-at-place]").dataset.atPlace !== where;
    if (field.disabled === isElsewhere) continue;
    field.disabled = isElsewhere;
    isNew = true;
  }
  if (isNew) document.dispatchEvent(new Event("signet:shown"));
}

// Show a text above the prompt for the time it takes to read.
function explain(text) {
  const line = document.querySelector(".why-not");
  clearTimeout(reading);
  if (!line) return;
  line.textContent = text;
  if (text) reading = setTimeout(() => explain(""), READ_MS);
}

function whyNot(piece) {
  const id = piece.id.slice("it-".length);
  return document.querySelector(`[data-blocked-piece~="${id}"] p`)?.firstChild.textContent.trim() ?? "";
}

// Return the explanation of a tapped element: a grey card's reason, a thief's number, or the cells.
function meaningOf(target) {
  const { thief = "", cells = "" } = document.querySelector(".why-not")?.dataset ?? {};
  const piece = target.closest?.(".piece");
  if (piece?.matches(".is-blocked")) return whyNot(piece);
  if (target.closest?.(".place-cell, .watch, .label-cells")) return cells;
  return piece?.matches("[data-face^=thief]") ? thief : "";
}

document.addEventListener("change", event => {
  if (event.target.matches("[data-pick]")) compose();
  if (event.target.matches("[data-where]")) goThere();
});
document.addEventListener("click", event => {
  const text = meaningOf(event.target);
  if (text || event.target.closest?.(".piece")) explain(text);
});
document.addEventListener("click", event => {
  if (!event.target.closest("[data-pick-best]")) return;
  const box = event.target.closest("[data-compose]");
  const best = new Set(box.dataset.best.split(" "));
  for (const input of box.querySelectorAll("[data-pick]")) input.checked = best.has(input.value);
  compose();
});
document.addEventListener("signet:shown", () => {
  compose();
  goThere();
  goNear();
});
// a redrawn prompt has lost its texts: write them again before the next paint
document.addEventListener("signet:drawn", ({ detail }) => {
  if (!detail.includes("prompt")) return;
  compose();
  goThere();
});
compose();
goThere();
goNear();
